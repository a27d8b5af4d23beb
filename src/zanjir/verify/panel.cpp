#include "zanjir/verify/panel.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "zanjir/core/large_work.hpp"

namespace zanjir {

namespace {
constexpr double most_bytes = 4e9;  // as of loops that are dense (model/loop_cost)
}  // namespace

Panel::Panel(const Model& model, const VerifyOptions& options, Verification& report) : model_(model), options_(options), report_(report) {
  for (const AnyFormulation& f : all_formulations()) {
    const Coverage covers = zanjir::coverage(f, model);
    const bool takes_part = covers.forward || covers.inverse;
    report_.participants.push_back({std::string(name_of(f)), covers, takes_part});
    if (takes_part) members_.push_back({f, report_.participants.size() - 1, effort_of(f, model)});
  }
}

void Panel::begin() {
  const auto seconds_now = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
  budget_.emplace(options_.budget_s, options_.n_wanted(), static_cast<int>(members_.size()), seconds_now);
}

void Panel::end() {
  for (std::size_t s = 0; s < members_.size(); ++s) {
    Participant& p = participant(s);
    const int party = static_cast<int>(s);
    p.n_states = budget_->rounds(party), p.n_passed_over = budget_->refused(party), p.seconds = budget_->seconds(party);
    if (p.n_states == 0) p.expected_s = expected_s(members_[s], p.coverage.forward ? Wanted::accelerations : Wanted::forces);
  }
}

Panel::Wanted Panel::wanted(const Given& given) const {
  for (std::size_t k = 0; k < given.want.size(); ++k)
    if (given.want[k] == Want::vdot && model_.roles()[k] != Role::prescribed) return Wanted::accelerations;
  return Wanted::forces;
}

const Effort::Answer& Panel::foreseen(const Member& m, Wanted what) { return what == Wanted::accelerations ? m.effort.forward : m.effort.inverse; }

double Panel::expected_s(const Member& m, Wanted what) const {
  const double before_s = m.seconds[static_cast<int>(what)];
  return before_s > 0 ? before_s : slowness_ * foreseen(m, what).seconds;
}

bool Panel::may(std::size_t s, Wanted what) {
  if (options_.cancelled()) return false;
  if (foreseen(members_[s], what).bytes > most_bytes && asks_before_large_work()) {
    participant(s).too_large = true;
    return false;
  }
  return budget_->may(static_cast<int>(s), expected_s(members_[s], what));
}

void Panel::shows(std::string_view what) const {
  if (options_.progress) options_.progress(report_.n_states, options_.n_wanted(), what);
}

SolveStatus Panel::solve(std::size_t s, const State& state, const Given& given, Reactions reactions, Solution& out) {
  shows(name(s));
  Member& m = members_[s];
  const Wanted what = wanted(given);
  const double began_s = budget_->now_s();
  if (!m.solver) m.solver.emplace(m.formulation, model_);
  const SolveStatus status = m.solver->solve(state, given, reactions, out);
  const double took_s = budget_->now_s() - began_s;
  constexpr double surely_work_s = 0.05;  // what takes less tells of the first touch of memory, and of others on the machine
  const double foreseen_s = foreseen(m, what).seconds;
  if (took_s > surely_work_s && foreseen_s > surely_work_s / 10) slowness_ = std::max(slowness_, took_s / foreseen_s);
  m.seconds[static_cast<int>(what)] = took_s;
  budget_->charge(static_cast<int>(s), took_s);
  return status;
}

Answers Panel::ask(const State& state, const Given& given, Reactions reactions, bool needs_forward, bool needs_inverse) {
  Answers answers(members_.size());
  const Wanted what = wanted(given);
  std::vector<std::size_t> cheapest_first(members_.size());
  std::iota(cheapest_first.begin(), cheapest_first.end(), 0);
  std::stable_sort(cheapest_first.begin(), cheapest_first.end(),
                   [&](std::size_t a, std::size_t b) { return expected_s(members_[a], what) < expected_s(members_[b], what); });
  for (const std::size_t s : cheapest_first) {
    Participant& participant = this->participant(s);
    const Coverage& covers = participant.coverage;
    if ((needs_forward && !covers.forward) || (needs_inverse && !covers.inverse) || !may(s, what)) continue;
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
  for (Member& m : members_)
    if (m.solver) m.solver->forget();
}

}  // namespace zanjir
