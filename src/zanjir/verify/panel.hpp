// The formulations that are asked about a mechanism, each on its own account of time.
#pragma once

#include <optional>
#include <vector>

#include "zanjir/formulations/effort.hpp"
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

  void begin();                                                                   // the time runs
  bool begin_state() { return !options_.cancelled() && budget_->begin_round(); }  // false: it is used up
  void end();                                                                     // enters what it took

  std::size_t size() const { return members_.size(); }
  std::string_view name(std::size_t s) const { return name_of(members_[s].formulation); }
  const Coverage& coverage(std::size_t s) const { return participant(s).coverage; }
  enum class Wanted { accelerations, forces };
  bool may(std::size_t s, Wanted);                                                             // whether there is time for such a question
  SolveStatus solve(std::size_t s, const State&, const Given&, Reactions, Solution&);          // one question to one formulation
  void shows(std::string_view what) const;                                                     // to whoever waits: what is being done
  Answers ask(const State&, const Given&, Reactions, bool needs_forward, bool needs_inverse);  // to all who can answer it
  void forget();

 private:
  struct Member {
    AnyFormulation formulation;
    std::size_t participant;
    Effort effort;
    std::optional<Solver> solver = {};  // made for the first question: its scratch may be large
    double seconds[2] = {0, 0};         // that the last question of either kind took
  };
  Participant& participant(std::size_t s) const { return report_.participants[members_[s].participant]; }
  static const Effort::Answer& foreseen(const Member&, Wanted);  // before anything was asked
  double expected_s(const Member&, Wanted) const;
  Wanted wanted(const Given&) const;

  const Model& model_;
  const VerifyOptions& options_;
  Verification& report_;
  std::vector<Member> members_;
  std::optional<Budget> budget_;  // one party per member
  double slowness_ = 1;           // of this machine, beside the one that work was measured on
};

}  // namespace zanjir
