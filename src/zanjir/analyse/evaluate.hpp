// Answers single questions about a model at a state: what `zanjir eval` prints. One Evaluator holds the names already resolved and all
// scratch, and answers one state after the other.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/terms/loop_state.hpp"
#include "zanjir/terms/state_question.hpp"
#include "zanjir/dynamics/bias_parts.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/formulations/denoc/matrices.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir {

enum class EvalItem : std::uint8_t {
  coordinates, pose, velocity, acceleration, jacobian, mass_matrix, bias, forward_dynamics, inverse_dynamics, hybrid, reactions, energy,
  momentum, power, fk, ik, loop_residual, determinacy, denoc, modes
};
std::string_view name_of(EvalItem);
const std::vector<EvalItem>& every_eval_item();  // what `all` stands for

enum class ReactionSide : std::uint8_t { on_child, on_parent };

struct EvalRequest {
  std::vector<std::string> items;   // names, or "all"
  std::string formulation;          // empty: the default
  std::vector<std::string> frames;  // empty: every body and frame but the ground
  std::string in = "ground";        // frame whose axes vectors are given in; for poses the frame they are relative to
  ReactionSide side = ReactionSide::on_child;
};

struct FrameAnswer {
  FrameId frame{};
  Transformd pose;      // in the frame `in`
  Motiond V, A;         // velocity; acceleration [alpha; d2 p / dt2]; of the frame in the world, axes of `in`
  Mat6X J;              // [omega; v of the frame origin] = J v, axes of `in`
};

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
  std::string note;
  std::vector<Want> want;  // what was asked, per speed
  VecX vdot, tau;          // over the speeds of the tree
  VecX user_vdot, user_tau, leftover;  // over the speeds of all joints, cut ones too (Evaluator::users); leftover: status inconsistent only
  VecX tau_cut;
  std::vector<ReactionAnswer> reactions;
  bool solved() const { return zanjir::solved(status); }
};

struct Evaluation {
  double t_s = 0;
  VecX q, v;  // of all joints (Evaluator::users), as used: laws applied, quaternions of unit length with w >= 0
  std::optional<LoopFacts> loops;  // for models with loops
  std::vector<FrameAnswer> frames;
  MatX M;
  BiasParts bias;
  std::optional<SolveAnswer> forward, inverse, motion;  // motion: the mix of `want`, behind hybrid, reactions, acceleration and power
  Energy energy;
  Momentum momentum;
  Power power;
  std::optional<KinematicsAnswer> fk, ik;
  std::optional<DenocMatrices> denoc;
  VecX next_q;          // where the next state of a path starts: the branch of `ik` that is nearest, else this state
  bool solved() const;  // no numerical failure in what was asked
};

class Evaluator {
 public:
  static Result<Evaluator> make(const Model&, const EvalRequest&);

  // What is wrong with this question for the items asked; empty when nothing is.
  std::vector<Diagnostic> check(const StateQuestion&, const std::string& source, std::uint32_t line) const;
  Evaluation evaluate(const StateQuestion&);

  const Model& model() const { return *model_; }
  const std::vector<EvalItem>& items() const { return items_; }
  bool has(EvalItem) const;
  const std::string& in() const { return in_name_; }
  ReactionSide side() const { return side_; }
  const UserJoints& users() const { return users_; }
  const std::vector<FrameId>& frames() const { return frames_; }

 private:
  Evaluator(const Model& model, Solver solver) : model_(&model), solver_(std::move(solver)), users_(model), ws_(model) {}
  bool needs_motion() const;
  SolveAnswer solve(const StateQuestion&, Given, const LoopFacts*, Reactions);
  void answer_frames(Evaluation&);
  void answer_branches(const StateQuestion&, Evaluation&) const;
  void answer_reactions(const Solution&, const LoopFacts*, SolveAnswer&) const;

  const Model* model_;
  Solver solver_;
  UserJoints users_;
  Workspace ws_;
  std::vector<EvalItem> items_;
  std::vector<FrameId> frames_;
  FrameId in_{};
  std::string in_name_;
  ReactionSide side_ = ReactionSide::on_child;
};

}  // namespace zanjir
