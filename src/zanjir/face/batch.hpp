// One mechanism at many states at once.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/solve_status.hpp"

namespace zanjir {

class Mechanism;

// A row for every number, a column for every state; the numbers of a row lie side by side.
using ManyStates = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// How a batch went.
struct BatchReport {
  std::vector<SolveStatus> status;                 // per state
  long in_lanes = 0;                               // states that went side by side through the registers of the processor
  long alone = 0;                                  // states that were asked alone, because lanes could not answer them safely
  long unsolved = 0;                               // of these, states without an answer: NaN in their column
  long first_unsolved = -1;                        // the first of them, or -1
  std::string note;                                // why that one has none
  bool complete() const { return unsolved == 0; }  // every state has an answer
};

// Questions about many states of one mechanism, for maps, sweeps, samples and learning (Mechanism::batch). States go side by side through the widest registers that the
// processor has, blocks of them to threads. The answer to a state depends on that state alone, to the last bit: not on the others, on its place or on the number
// of threads. It is that of Dynamics up to rounding.
//
// Rows of q are Mechanism::coordinates(), rows of all else Mechanism::speeds(). Matrices of other sizes throw Error. An answer may be put in place of what is asked. States must be closed where there are loops
// (within Dynamics::open_above); one that is not, or has a number that is none, is unsolved and reaches no other. Laws of time are read at `t_s`, a time per state;
// empty: zero. Contacts are in flight. Not for two threads at once: it has threads of its own.
class Batch {
 public:
  Batch(Batch&&) noexcept;             // moves
  Batch& operator=(Batch&&) noexcept;  // moves
  ~Batch();

  // Accelerations under these forces.
  BatchReport forward(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& vdot, const VecX& t_s = {});
  // Forces for these accelerations; with loops those of actuated joints.
  BatchReport inverse(const ManyStates& q, const ManyStates& v, const ManyStates& vdot, ManyStates& tau, const VecX& t_s = {});
  // What every joint carries under these forces, cut joints last: six rows per joint of reaction_names(), moment and force of parent on child at the joint, world axes.
  BatchReport reactions(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& wrenches, const VecX& t_s = {});
  // Joints in the order of reactions().
  std::vector<std::string> reaction_names() const;
  // Poses of a frame, twelve rows: the rotation by rows, then the origin; and its velocity, six rows: angular, then that of the origin. World axes.
  void frame(const ManyStates& q, const ManyStates& v, std::string_view frame, ManyStates& pose, ManyStates& velocity, const VecX& t_s = {});

  int lanes() const;                     // states per register; 1: they go alone
  int threads() const;                   // at most so many at once
  const std::string& why_alone() const;  // why this mechanism's states go alone; empty: they do not

 private:
  friend class Mechanism;
  struct Impl;
  explicit Batch(std::unique_ptr<Impl>);
  Impl& impl() const;  // Error: it was moved away
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
