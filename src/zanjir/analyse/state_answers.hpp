// What the items of `eval` ask about one state, each computed when it is first asked for.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/analyse/local_chart.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/terms/loop_facts.hpp"

namespace zanjir {

enum class ReactionSide : std::uint8_t { on_child, on_parent };

struct ReactionAnswer {
  std::string joint, first, second;    // as the user wrote them: first (parent) on second (child)
  std::array<bool, 6> undetermined{};  // [moment; force] in the axes of the answer: touched by a self-stress, so the value is a choice
  int undetermined_dimensions = 0;
  Vec3d at_W{0, 0, 0};  // the joint origin on the body the wrench acts on, in the world
  Forced total, actuator;
};

struct SolveAnswer {
  std::string_view formulation;
  SolveStatus status = SolveStatus::ok;
  std::vector<Want> want;  // what was asked, per speed
  Solution solution;
  VecX vdot, tau, leftover;  // over the speeds of all joints, cut ones too (UserJoints); leftover: status inconsistent only
  bool solved() const { return zanjir::solved(status); }
};

// The question of the one motion that reactions, powers and accelerations belong to.
enum class MotionQuestion : std::uint8_t { speed_by_speed, forward, inverse };

// How answers are wanted.
struct EvalView {
  std::vector<FrameId> frames;
  FrameId in{};  // frame whose axes vectors are given in; for poses the frame they are relative to
  std::string in_name = "ground";
  ReactionSide side = ReactionSide::on_child;
  ActuatorsAct actuators = ActuatorsAct::force;           // beside the state, for linearisation and equilibrium
  Reactions reactions = Reactions::skip;                  // whether the motion is solved with them
  MotionQuestion asked = MotionQuestion::speed_by_speed;  // forward, inverse: that dynamics is asked for beside them, and no other
};

// What is asked for beside the motion decides, unless the state says `want`. An acceleration that is none of the tree's (of a cut joint, a frame) leads
// the whole motion.
MotionQuestion motion_question(const EvalView&, const StateQuestion&);

class StateAnswers {
 public:
  StateAnswers(const Model&, const UserJoints&, const EvalView&, const StateQuestion&, Solver&, Workspace&);

  const Model& model() const { return model_; }
  const UserJoints& users() const { return users_; }
  const EvalView& view() const { return view_; }
  const StateQuestion& question() const { return question_; }
  AnyFormulation formulation() const { return *find_formulation(solver_.name()); }
  Workspace& ws() { return ws_; }  // Stage::velocity
  bool has_loops() const { return model_.n_closure_rows() > 0; }
  const std::string& frame_name(FrameId id) const { return model_.frame(id).name; }

  const VecX& q() const { return q_; }  // of all joints, as used: laws applied, quaternions of unit length with w >= 0
  const VecX& v() const { return v_; }
  const LoopFacts& loops();
  const LoopRank& rank();  // of the loops
  const SolveAnswer& forward();
  const SolveAnswer& inverse();
  const SolveAnswer& motion();              // see motion_question
  std::vector<ReactionAnswer> reactions();  // of the motion, which is solved
  const KinematicsAnswer& fk();
  const KinematicsAnswer& ik();

  // Vectors of the world in the axes asked for.
  Vec3d seen(const Vec3d&) const;
  MatX axes() const;  // [3 x 3] seen(x) = axes x
  Motiond seen(const Motiond& m) const { return {seen(m.w), seen(m.v)}; }
  Forced seen(const Forced& F) const { return {seen(F.n), seen(F.f)}; }

  // Of what was asked so far: why it has no answer, one line each; and where the next state of a path starts.
  std::vector<std::string> failures() const;
  void say(std::string note) { said_.push_back(std::move(note)); }  // of an answer that solves nothing
  std::vector<std::string> notes() const;                           // of what was answered, each once
  VecX next_q() const;

 private:
  SolveAnswer solve(Given, Reactions);
  Given speed_by_speed() const;
  ReactionAnswer reaction_of(const std::string& name, const JointWrench&, int index_in_determinacy, const Vec3d& on_first, const Vec3d& on_second);

  const Model& model_;
  const UserJoints& users_;
  const EvalView& view_;
  const StateQuestion& question_;
  Solver& solver_;
  Workspace& ws_;
  Mat3d R_WI_;
  VecX q_, v_;
  std::optional<LoopFacts> loops_;
  std::optional<LoopRank> rank_;
  std::optional<SolveAnswer> forward_, inverse_, motion_;
  std::vector<std::string> said_;
  std::optional<KinematicsAnswer> fk_, ik_;
};

}  // namespace zanjir
