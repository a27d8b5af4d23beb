#include "support/mechanisms.hpp"

#include <cstdio>
#include <cstdlib>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/loops/rank_finder.hpp"
#include "zanjir/model/build.hpp"

namespace zanjir::bench {

namespace {

[[noreturn]] void give_up(const std::string& name, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), why.c_str());
  std::exit(2);
}

Model read_model(const std::string& name, const Overrides& set) {
  const auto description = read_description(models_folder() + "/" + name + ".yaml", set);
  if (!description) give_up(name, to_text(description.diagnostics));
  auto model = build_model(*description);
  if (!model) give_up(name, to_text(model.diagnostics));
  return std::move(*model);
}

State closed_state(const std::string& name, const Model& model) {
  State state = initial_state(model);
  Closer closer(model);
  if (!closer.positions(model, state).closed) give_up(name, "the loops do not close");
  if (state.v.isZero(0)) {
    for (int i = 0; i < model.nv(); ++i) state.v[i] = 0.3 + 0.1 * (i % 5);
  }
  if (!closer.velocities(model, state).consistent) give_up(name, "no motion keeps the loops closed");
  return state;
}

}  // namespace

std::string models_folder() { return ZANJIR_BENCH_MODELS; }

const char* name_of(LoopTask task) {
  switch (task) {
    case LoopTask::forward: return "forward";
    case LoopTask::forward_with_reactions: return "forward with reactions";
    case LoopTask::inverse_with_reactions: return "inverse with reactions";
    case LoopTask::start: return "start: close, decide the rank";
  }
  return "";
}

Mechanism::Mechanism(const std::string& name, const Overrides& set)
    : model_(read_model(name, set)),
      state_(closed_state(name, model_)),
      rank_(RankFinder(model_).find(model_, state_)),
      forward_(forward_question(model_, VecX::LinSpaced(model_.nv(), -1, 1))),
      inverse_(inverse_question(model_, VecX::Zero(model_.nv()))),
      scratch_(model_),
      solver_(NewtonEuler{}, model_) {
  forward_without_rank_ = forward_;
  forward_.rank = inverse_.rank = &rank_;
  if (NewtonEuler{}.solve(model_, state_, forward_, Reactions::compute, scratch_, solution_) != SolveStatus::ok) give_up(name, solution_.note);
  inverse_.vdot = solution_.vdot;
}

bool Mechanism::has(LoopTask task) {
  if (task != LoopTask::inverse_with_reactions) return true;
  const SolveStatus status = NewtonEuler{}.solve(model_, state_, inverse_, Reactions::compute, scratch_, solution_);
  return status == SolveStatus::ok || status == SolveStatus::redundant;
}

void Mechanism::start() {
  State state = initial_state(model_);
  Closer closer(model_);
  closer.positions(model_, state);
  closer.velocities(model_, state);
  RankFinder(model_).find(model_, state);
}

void Mechanism::run(LoopTask task, int calls) {
  if (task == LoopTask::start) {
    for (int i = 0; i < calls; ++i) start();
    return;
  }
  const Given& question = task == LoopTask::inverse_with_reactions ? inverse_ : forward_;
  const Reactions reactions = task == LoopTask::forward ? Reactions::skip : Reactions::compute;
  for (int i = 0; i < calls; ++i) NewtonEuler{}.solve(model_, state_, question, reactions, scratch_, solution_);
}

void Mechanism::run_public(RankGiven rank, int calls) {
  const Given& question = rank == RankGiven::yes ? forward_ : forward_without_rank_;
  for (int i = 0; i < calls; ++i) solver_.solve(state_, question, Reactions::skip, solution_);
}

}  // namespace zanjir::bench
