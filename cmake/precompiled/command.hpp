// What sources of the command include from outside, with what those of the library do (cmake/ZanjirPrecompiled.cmake).
#include <CLI/CLI.hpp>
