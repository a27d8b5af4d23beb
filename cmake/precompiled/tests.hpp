// What tests include from outside, with what sources of the library do (cmake/ZanjirPrecompiled.cmake).
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdlib>
#include <iostream>
#include <random>
#include <stdexcept>
