#pragma once

#include "zanjir/loops/loop_plan.hpp"
