// The robots that are timed. They are built here as step tables; once a model of the zoo describes one, tables_of() reads it instead.
#pragma once

#include <string>
#include <vector>

#include "zanjir/kernels/tables.hpp"

namespace zanjir::bench {

struct Robot {
  std::string name;
  std::vector<kernels::Step> step;
  std::vector<double> pivot_floor, slide_floor;
  int nq = 0, nv = 0;
  kernels::Tables tables() const;
};

// "arm6", "arm7" (serial arms), "humanoid30" (free base, two legs of six, waist, two arms of four, neck: 30 speeds), "chain<n>" (n hinges,
// axes in all directions). Ends the program on another name.
Robot tables_of(const std::string& name);

// A state with every quaternion of unit length; fixed seed.
struct BenchState {
  std::vector<double> q, v, vdot, tau;
};
BenchState state_of(const Robot&);

}  // namespace zanjir::bench
