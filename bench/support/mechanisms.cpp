#include "support/mechanisms.hpp"

#include <cmath>

#include "support/report.hpp"
#include "zanjir/core/diagnostic.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/loops/rank_finder.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir_bench_flags.hpp"

namespace zanjir::bench {

namespace {

Model read_model(const std::string& name, const Settings& set) {
  Overrides overrides;
  for (const auto& [key, value] : set) overrides.push_back({key, value});
  const auto description = read_description(models_folder() + "/" + name + ".yaml", overrides);
  if (!description) give_up(to_text(description.diagnostics));
  auto model = build_model(*description);
  if (!model) give_up(to_text(model.diagnostics));
  return std::move(*model);
}

State closed_state(const std::string& name, const Model& model) {
  State state = initial_state(model);
  Closer closer(model);
  if (!closer.positions(model, state).closed) give_up(name + ": the loops do not close");
  if (state.v.isZero(0)) {
    for (int i = 0; i < model.nv(); ++i) state.v[i] = 0.3 + 0.1 * (i % 5);
  }
  if (!closer.velocities(model, state).consistent) give_up(name + ": no motion keeps the loops closed");
  return state;
}

}  // namespace

std::string models_folder() { return ZANJIR_BENCH_MODELS; }

const char* name_of(Ask task) {
  switch (task) {
    case Ask::forward: return "forward";
    case Ask::forward_with_reactions: return "forward with reactions";
    case Ask::inverse: return "inverse";
    case Ask::inverse_with_reactions: return "inverse with reactions";
  }
  return "";
}

TimedMechanism::TimedMechanism(const std::string& name, const Settings& set)
    : name_(name),
      set_(set),
      model_(read_model(name, set)),
      state_(closed_state(name, model_)),
      rank_(RankFinder(model_).find(model_, state_)),
      forward_(forward_question(model_, VecX::LinSpaced(model_.nv(), -1, 1))),
      inverse_(inverse_question(model_, VecX::Zero(model_.nv()))),
      scratch_(model_),
      solver_(NewtonEuler{}, model_) {
  forward_without_rank_ = forward_;
  forward_.rank = inverse_.rank = &rank_;
  if (NewtonEuler{}.solve(model_, state_, forward_, Reactions::compute, scratch_, solution_) != SolveStatus::ok)
    give_up(name + ": " + solution_.note);
  inverse_.vdot = solution_.vdot;
  inverse_without_rank_ = inverse_;
  inverse_without_rank_.rank = nullptr;
}

bool TimedMechanism::has(Ask task) {
  if (task != Ask::inverse && task != Ask::inverse_with_reactions) return true;
  return solved(NewtonEuler{}.solve(model_, state_, inverse_, Reactions::compute, scratch_, solution_));
}

void TimedMechanism::start(int calls) {
  for (int i = 0; i < calls; ++i) {
    State state = initial_state(model_);
    Closer closer(model_);
    closer.positions(model_, state);
    closer.velocities(model_, state);
    RankFinder(model_).find(model_, state);
  }
}

void TimedMechanism::run(Ask task, Asked who, int calls) {
  const bool inverse = task == Ask::inverse || task == Ask::inverse_with_reactions;
  const Reactions reactions = task == Ask::forward || task == Ask::inverse ? Reactions::skip : Reactions::compute;
  const Given& with_rank = inverse ? inverse_ : forward_;
  if (who == Asked::newton_euler) {
    for (int i = 0; i < calls; ++i) NewtonEuler{}.solve(model_, state_, with_rank, reactions, scratch_, solution_);
    return;
  }
  const Given& question = who == Asked::solver_with_rank ? with_rank : inverse ? inverse_without_rank_ : forward_without_rank_;
  for (int i = 0; i < calls; ++i) solver_.solve(state_, question, reactions, solution_);
}

TimedFace::TimedFace(const TimedMechanism& other)
    : mechanism_(zanjir::Mechanism::load(models_folder() + "/" + other.name() + ".yaml", other.set())),
      dynamics_(mechanism_.dynamics()),
      state_(mechanism_.assemble()),
      tau_(other.tau()),
      vdot_(other.vdot()),
      found_(VecX::Zero(tau_.size())) {
  state_.set(0, other.state().q, other.state().v);
  state_ = mechanism_.close(state_);
}

void TimedFace::forward(int calls) {
  for (int i = 0; i < calls; ++i) dynamics_.forward(state_, tau_, found_);
}
void TimedFace::inverse(int calls) {
  for (int i = 0; i < calls; ++i) dynamics_.inverse(state_, vdot_, found_);
}
void TimedFace::mass_matrix(int calls) {
  for (int i = 0; i < calls; ++i) dynamics_.mass_matrix(state_, M_);
}

TimedBatch::TimedBatch(const TimedMechanism& m, const char* isa) : nv_(m.model().nv()), solver_(m.model(), m.state(), {1, true, isa}) {
  for (const double q : m.state().q) q_.insert(q_.end(), states, q);
  const auto spread = [](const VecX& from, double power, std::vector<double>& to) {
    for (const double a : from)
      for (int k = 0; k < states; ++k) to.push_back(a * std::pow(1 + 1e-3 * k, power));
  };
  spread(m.state().v, 1, v_), spread(m.tau(), 0, tau_), spread(m.vdot(), 0, vdot_);
  found_vdot_.resize(v_.size()), found_tau_.resize(v_.size());
  reaction_.resize(static_cast<std::size_t>(6 * solver_.n_reactions() * states));
  // accelerations that keep the loops closed at every one of the states
  solver_.forward({states, nullptr, q_.data(), v_.data()}, tau_.data(), {vdot_.data(), nullptr, nullptr, nullptr});
}

void TimedBatch::run(Ask ask, int calls) {
  const bool reactions = ask == Ask::forward_with_reactions || ask == Ask::inverse_with_reactions;
  const BatchStates s{states, nullptr, q_.data(), v_.data()};
  const bool forward = ask == Ask::forward || ask == Ask::forward_with_reactions;
  const BatchAnswers out{forward ? found_vdot_.data() : nullptr, forward ? nullptr : found_tau_.data(), reactions ? reaction_.data() : nullptr,
                         nullptr};
  for (int i = 0; i < calls; ++i) alone_ = (forward ? solver_.forward(s, tau_.data(), out) : solver_.inverse(s, vdot_.data(), out)).alone;
}

VecX TimedBatch::first(Ask ask) const {
  const std::vector<double>& from = ask == Ask::forward || ask == Ask::forward_with_reactions ? found_vdot_ : found_tau_;
  return VecX::NullaryExpr(nv_, [&](Eigen::Index i) { return from[static_cast<std::size_t>(i * states)]; });
}

}  // namespace zanjir::bench
