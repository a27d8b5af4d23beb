// What one thread does for a batch: states into the lanes of its registers, the passes over them, and answers back.
#pragma once

#include <span>
#include <vector>

#include "zanjir/batch/careful_path.hpp"
#include "zanjir/batch/lanes.hpp"

namespace zanjir {

// States side by side: `used` of them, the first of which is number `begin` of the batch.
struct LaneBlock {
  std::ptrdiff_t begin = 0;
  int used = 0;
  unsigned careful = 0;                          // lanes that go alone, one bit each
  const double *vdot = nullptr, *tau = nullptr;  // the answers, in lanes
};

class LaneWorker {
 public:
  explicit LaneWorker(const BatchPlan&);
  using Block = LaneBlock;

  // Lanes, and alone what they are not sure of.
  void solve(Asked, const BatchStates&, const double* given, const BatchAnswers&, Block);
  // States of runs, whose contacts and springs remember something each.
  void solve(std::span<LaneQuestion>);
  CarefulPath& careful() { return careful_; }
  BatchCount& count() { return count_; }

  // Where the states of a block are and how fast: in lanes,
  void place(const BatchStates&, Block&);
  // that of lane k in a Workspace, until the next one,
  Workspace& place_lane(const BatchStates&, const Block&, int k);
  // and their mass matrices: lower triangles, entry (i, j) at (i * nv + j) * lanes.
  const double* mass_matrix();
  const double* jacobian(const Frame&);  // of a rigid body, after `place`

 private:
  // -- states into lanes and back (lane_worker.cpp)
  bool solve_in_place(Asked, const BatchStates&, const double* given, const BatchAnswers&, const Block&);
  void load(const BatchStates&, const double* given, Block&);
  void store(const BatchStates&, const Block&, std::ptrdiff_t n, const double* from, double* to);
  void follow_laws(const BatchStates&, const Block&, int k);
  void lane_to_state(const BatchStates&, const Block&, int k);
  const double* gather(const BatchStates&, const Block&);
  void put_reactions(const BatchStates&, const Block&, double* out);
  std::size_t numbers() const { return at(model_.nv() * plan_.lanes()); }
  // -- the passes (lane_passes.cpp)
  void kinematics();
  void inverse_pass(const double* external, double* tau);
  void forward_tree(const BatchStates&, const BatchAnswers&, Block&);
  void inverse_tree(const BatchStates&, const BatchAnswers&, Block&);
  void forward_with_loops(const BatchStates&, const BatchAnswers&, Block&);
  void inverse_with_loops(const BatchStates&, const BatchAnswers&, Block&);
  void take_accelerations();
  void put_forces(Block&);
  void note_not_finite(Block&, double* numbers);
  const double* begin_loops(const BatchStates&, Block&);
  void note_missed_rows(double part, Block&);

  const BatchPlan& plan_;
  const Model& model_;
  CarefulPath careful_;
  BatchCount count_;
  Workspace ws_;
  std::vector<Workspace> ws_of_lane_;  // of questions that come with a state each
  std::span<const LaneQuestion> question_ = {};
  Lanes t_of_lane_, q_of_lane_, v_of_lane_, f_of_lane_;
  State state_;
  VecX v_, vdot_now_;
  Lanes q_, speeds_, tau_, vdot_, bias_, f_, elements_, external_, tree_, largest_, loop_, lambda_, all_loops_, other_rows_, M_, J_, point_, wrench_;
  bool elements_are_zero_ = false;
};

}  // namespace zanjir
