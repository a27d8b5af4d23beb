// The formulations that are asked about a mechanism, each on its own account of time.
#pragma once

#include <optional>
#include <vector>

#include "zanjir/formulations/registry.hpp"
#include "zanjir/verify/agreement.hpp"
#include "zanjir/verify/budget.hpp"

namespace zanjir {

struct Answer {  // of one formulation to one question
  SolveStatus status = SolveStatus::ok;
  Solution solution;
  bool solved() const { return zanjir::solved(status); }
};
using Answers = std::vector<std::optional<Answer>>;  // one per formulation that takes part; none where it was not asked

class Panel {
 public:
  Panel(const Model&, const VerifyOptions&, Verification& report);  // enters who takes part

  void begin();                                          // the time runs
  bool begin_state() { return budget_->begin_round(); }  // false: it is used up
  void end();                                            // enters what it took

  std::size_t size() const { return solvers_.size(); }
  std::string_view name(std::size_t s) const { return solvers_[s].name(); }
  const Coverage& coverage(std::size_t s) const { return report_.participants[index_[s]].coverage; }
  bool may(std::size_t s) { return budget_->may(static_cast<int>(s)); }
  SolveStatus solve(std::size_t s, const State&, const Given&, Reactions, Solution&);          // one question to one formulation
  Answers ask(const State&, const Given&, Reactions, bool needs_forward, bool needs_inverse);  // to all who can answer it
  void forget();

 private:
  const VerifyOptions& options_;
  Verification& report_;
  std::vector<Solver> solvers_;
  std::optional<Budget> budget_;    // one party per solver
  std::vector<std::size_t> index_;  // solver -> participant
};

}  // namespace zanjir
