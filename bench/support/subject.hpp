// Our kernels' side of every measured task.
#pragma once

#include <string>
#include <vector>

#include "support/robots.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/load_time.hpp"

namespace zanjir::bench {

// Tasks, all from the state (q, v, ...) alone, nothing known beforehand:
enum class Task { inverse_dynamics, forward_dynamics, mass_matrix, kinematics, jacobian };
inline constexpr Task all_tasks[] = {Task::inverse_dynamics, Task::forward_dynamics, Task::mass_matrix, Task::kinematics, Task::jacobian};
const char* name_of(Task);

// One robot in one state, with all arrays a kernel table needs (every lane holds the same state).
class Subject {
 public:
  Subject(const kernels::Tables&, const BenchState&, const kernels::Functions&);  // the tables are kept by whoever made them
  void run(Task, int calls);
  // The result of the last run of a task, first lane: tau, vdot, M by rows (lower triangle), X_WB of the last row (R by rows, p), J by columns.
  std::vector<double> result(Task) const;
  void use_walk(kernels::MassMatrixWalk walk) { walk_ = walk; }  // instead of the one chosen for the model

 private:
  double* at(std::vector<double>&) const;  // first number on a cache line
  const kernels::Functions& f_;
  kernels::Tables tables_;
  kernels::MassMatrixWalk walk_;
  std::vector<double> q_, v_, vdot_, tau_, tau_out_, vdot_out_, scratch_, M_, J_, point_;
};

}  // namespace zanjir::bench
