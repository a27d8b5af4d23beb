// One model at many states: the questions of a formulation asked of whole arrays. States go side by side through the registers of the kernels (lanes), blocks of
// them to the threads. What a lane cannot do safely (a small pivot, a row of the loops that is nearly lost, an open loop, a number that is none) is asked again, alone,
// of newton-euler, whose status and word it is then.
//
// Arrays are structures of arrays: number i of state k at array[i * n + k]. The answer to a state depends on that state alone, to the last bit: not on how many
// others there are, on its place among them or on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "zanjir/dynamics/outcome.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct BatchOptions {
  int threads = 0;            // 0: as many as there are processors
  bool lanes = true;          // false: every state alone, as the twin of what lanes give
  const char* isa = nullptr;  // the lanes of this instruction set (kernels/dispatch.hpp); null: of the one in use
};

struct BatchStates {
  std::ptrdiff_t n = 0;
  const double* t_s = nullptr;  // [n], or null: zero
  const double* q = nullptr;    // [nq * n]
  const double* v = nullptr;    // [nv * n]
};

// Where answers go; what is null is not found. Answers of a state without a solution are NaN.
struct BatchAnswers {
  double* vdot = nullptr;  // [nv * n]
  double* tau = nullptr;   // [nv * n]
  double* reaction =
      nullptr;  // [6 * joints * n]: moment and force of parent on child at the joint's origin on the child, world axes; joints of the tree, then
                // constraints (zero for gears)
  SolveStatus* status = nullptr;  // [n]
};

struct BatchCount {
  std::ptrdiff_t in_lanes = 0, alone = 0, unsolved = 0;  // `unsolved` are among those alone
  std::string note;                                      // why the first of them is unsolved
  std::ptrdiff_t first_unsolved = -1;
};
void add(const BatchCount&, BatchCount& sum);  // of another part of the batch

// A state that comes with what its contacts and springs remember, and where its answer goes.
struct LaneQuestion {
  const State* state = nullptr;
  const VecX* tau = nullptr;                // [nv] forces
  VecX *vdot = nullptr, *forces = nullptr;  // [nv] accelerations; forces, those at prescribed speeds found
  const Workspace* where =
      nullptr;            // out: where everything is there and how fast (Stage::velocity), until the next question; null: it was not needed
  bool answered = false;  // out; no: ask another solver
};

class BatchSolver {
 public:
  // `reference` is closed and regular: the rank of the loops is decided there, and kept where lanes find that it surely holds.
  BatchSolver(const Model&, const State& reference, const BatchOptions& = {});
  ~BatchSolver();
  BatchSolver(BatchSolver&&) noexcept;
  BatchSolver& operator=(BatchSolver&&) noexcept;

  // Accelerations under the forces tau [nv * n] (null: none), and forces at prescribed speeds.
  BatchCount forward(const BatchStates&, const double* tau, const BatchAnswers&);
  // Forces for the accelerations vdot [nv * n]; with loops those of actuated joints.
  BatchCount inverse(const BatchStates&, const double* vdot, const BatchAnswers&);
  // At most lanes() states at once, by whoever asks: those of runs that go side by side. No heap, no thread.
  void forward(std::span<LaneQuestion>);
  // Poses of frames: R by rows and p, [12 * frames * n]; and their [omega; velocity], [6 * frames * n], or null. World axes.
  void frames(const BatchStates&, const std::vector<FrameId>&, double* pose, double* twist);
  // Jacobian of a frame, [6 * nv * n]: component i of [omega; velocity], speed j, at ((6 * j + i) * n + k). World axes.
  void jacobian(const BatchStates&, FrameId, double* J);
  // Lower triangles, [nv * nv * n]: entry (i, j), j <= i, at ((i * nv + j) * n + k).
  void mass_matrix(const BatchStates&, double* M);

  int n_reactions() const;  // joints of the tree and constraints
  int lanes() const;        // 1: this processor has no wide registers, or the model none of use
  int threads() const;
  // Why states of this model go alone; empty: they do not.
  const std::string& why_alone() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
