// A state of a batch alone, asked of newton-euler with nothing kept (docs/decisions/0018-lanes-ask-again.md).
#pragma once

#include <optional>

#include "zanjir/batch/batch_plan.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/formulations/registry.hpp"

namespace zanjir {

class CarefulPath {
 public:
  explicit CarefulPath(const BatchPlan&);
  // State k of them; `given`: forces or accelerations, or null: none.
  void ask(Asked, const BatchStates&, std::ptrdiff_t k, const double* given, const BatchAnswers&, BatchCount&);
  // Where it is and how fast (Stage::velocity), until the next question.
  Workspace& kinematics(const BatchStates&, std::ptrdiff_t k);

 private:
  void take(const BatchStates&, std::ptrdiff_t k);
  void put_nothing(const BatchStates&, std::ptrdiff_t k, const BatchAnswers&) const;
  std::string open_note();

  const BatchPlan& plan_;
  Workspace ws_;
  Solver solver_;
  Given forward_, inverse_;
  Solution solution_;
  State state_;
  std::optional<Closure> closure_;
};

}  // namespace zanjir
