// One mechanism at many poses of one of its frames: its coordinates there (inverse kinematics), and of a parallel robot J0 with its extreme singular values. Legs with a
// closed form go side by side through the registers of the kernels (pose_lanes.hpp), blocks of poses to threads; what a lane is in doubt about, and a mechanism without such
// legs, is asked alone: of the legs, then of Newton's method. Arrays as in batch/batch_solver.hpp: number i of pose k at array[i * n + k]. The answer to a pose
// depends on it and on where it is looked for alone, to the last bit.
#pragma once

#include <memory>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/terms/state_request.hpp"

namespace zanjir {

// Where answers go; what is null is not found. Answers of a pose that cannot be reached are NaN.
struct PoseAnswers {
  double* q = nullptr;            // [nq * n]
  double* J0 = nullptr;           // [rows * columns * n]: entry (i, j) at ((i * columns + j) * n + k)
  double* sigma = nullptr;        // [2 * n]: the smallest and the largest singular value of J0
  SolveStatus* status = nullptr;  // [n]
};

class PoseBatch {
 public:
  // `led`: the frame, and what of its pose is led; its numbers are not read. J0 is about the origin of this frame. `reference` is closed and regular.
  PoseBatch(const Model&, const State& reference, const LedFrame& led, const BatchOptions& = {});
  ~PoseBatch();

  // J0: none where the frame is not one of the platform of a parallel robot.
  bool has_J0() const { return !rows().empty(); }
  const std::vector<std::string>& rows() const;  // names, as in ParallelJacobian
  int columns() const;

  // The coordinates with the frame at the poses [12 * n] (R by rows, p), near q_near [nq * n] and on its branch where that is clear; J0 there.
  BatchCount reach(std::ptrdiff_t n, const double* pose, const double* q_near, const PoseAnswers&);
  // J0 at closed states q [nq * n].
  BatchCount look(std::ptrdiff_t n, const double* q, const PoseAnswers&);
  int lanes() const;  // 1: poses go alone

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
