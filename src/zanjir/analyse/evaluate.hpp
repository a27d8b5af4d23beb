// Answers single questions about a model at a state: what `zanjir eval` prints. One Evaluator holds the names already resolved and all
// scratch, and answers one state after the other.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zanjir/analyse/items.hpp"
#include "zanjir/analyse/state_answers.hpp"

namespace zanjir {

struct EvalRequest {
  std::vector<std::string> items;   // names, or "all"
  std::string formulation;          // empty: the default
  std::vector<std::string> frames;  // empty: every body and frame but the ground
  std::string in = "ground";        // frame whose axes vectors are given in; for poses the frame they are relative to
  ReactionSide side = ReactionSide::on_child;
  ActuatorsAct actuators = ActuatorsAct::force;  // beside the state, for linearisation and equilibrium
};

struct Evaluation {
  double t_s = 0;
  std::vector<std::pair<std::string_view, Value>> items;  // in the order they were asked for
  std::vector<std::string> failures;                      // numerical ones in what was asked, one line each
  std::vector<std::string> notes;                         // on what was solved, where it changes the meaning of a number
  VecX next_q;  // where the next state of a path starts: the branch of `ik` that is nearest, else this state
  bool solved() const { return failures.empty(); }
};

class Evaluator {
 public:
  static Result<Evaluator> make(const Model&, const EvalRequest&);

  // What is wrong with this question for the items asked; empty when nothing is.
  std::vector<Diagnostic> check(const StateQuestion&, const std::string& source, std::uint32_t line) const;
  Evaluation evaluate(const StateQuestion&);

  const Model& model() const { return *model_; }

 private:
  Evaluator(const Model& model, Solver solver, EvalView view, std::vector<const EvalItem*> items)
      : model_(&model), solver_(std::move(solver)), users_(model), ws_(model), view_(std::move(view)), items_(std::move(items)) {}
  bool has(std::string_view item) const;

  const Model* model_;
  Solver solver_;
  UserJoints users_;
  Workspace ws_;
  EvalView view_;
  std::vector<const EvalItem*> items_;
};

}  // namespace zanjir
