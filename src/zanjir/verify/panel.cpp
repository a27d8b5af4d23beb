#include "zanjir/verify/panel.hpp"

#include <chrono>

namespace zanjir {

Panel::Panel(const Model& model, const VerifyOptions& options, Verification& report) : options_(options), report_(report) {
  for (const AnyFormulation& f : all_formulations()) {
    const Coverage covers = zanjir::coverage(f, model);
    const bool takes_part = covers.forward || covers.inverse;
    report_.participants.push_back({std::string(name_of(f)), covers, takes_part});
    if (!takes_part) continue;
    solvers_.emplace_back(f, model);
    index_.push_back(report_.participants.size() - 1);
  }
}

void Panel::begin() {
  const auto seconds_now = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
  budget_.emplace(options_.budget_s, options_.n_wanted(), static_cast<int>(solvers_.size()), seconds_now);
}

void Panel::end() {
  for (std::size_t s = 0; s < solvers_.size(); ++s) {
    Participant& p = report_.participants[index_[s]];
    const int party = static_cast<int>(s);
    p.n_states = budget_->rounds(party), p.n_passed_over = budget_->refused(party), p.seconds = budget_->seconds(party);
  }
}

SolveStatus Panel::solve(std::size_t s, const State& state, const Given& given, Reactions reactions, Solution& out) {
  if (options_.progress) options_.progress(report_.n_states, options_.n_wanted(), solvers_[s].name());
  const double began_s = budget_->now_s();
  const SolveStatus status = solvers_[s].solve(state, given, reactions, out);
  budget_->charge(static_cast<int>(s), budget_->now_s() - began_s);
  return status;
}

Answers Panel::ask(const State& state, const Given& given, Reactions reactions, bool needs_forward, bool needs_inverse) {
  Answers answers(solvers_.size());
  for (std::size_t s = 0; s < solvers_.size(); ++s) {
    Participant& participant = report_.participants[index_[s]];
    const Coverage& covers = participant.coverage;
    if ((needs_forward && !covers.forward) || (needs_inverse && !covers.inverse) || !may(s)) continue;
    Answer answer;
    answer.status = solve(s, state, given, covers.reactions ? reactions : Reactions::skip, answer.solution);
    const bool too_few_actuators = answer.status == SolveStatus::inconsistent && answer.solution.leftover.size() > 0;  // an answer, not a failure
    if (!answer.solved() && !too_few_actuators) {
      ++participant.n_not_solved;
      if (participant.note.empty()) participant.note = std::string(name_of(answer.status)) + ": " + answer.solution.note;
    }
    answers[s] = std::move(answer);
  }
  return answers;
}

void Panel::forget() {
  for (Solver& solver : solvers_) solver.forget();
}

}  // namespace zanjir
