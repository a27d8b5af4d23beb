#include "zanjir/formulations/registry.hpp"

#include <array>
#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/finite.hpp"
#include "zanjir/dynamics/force_without_value.hpp"
#include "zanjir/dynamics/not_a_state.hpp"
#include "zanjir/formulations/denoc/denoc.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/formulations/lagrange/lagrange.hpp"
#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/formulations/screw/screw.hpp"
#include "zanjir/formulations/virtual_work/virtual_work.hpp"
#include "zanjir/loops/kept_rank.hpp"

namespace zanjir {

struct Solver::Impl {
  Impl(const AnyFormulation& f, const Model& m) : formulation(f), model(m) {}
  virtual ~Impl() = default;
  virtual SolveStatus solve(const State&, const Given&, Reactions, Solution&) = 0;
  virtual void forget() = 0;
  virtual Workspace* kinematics() { return nullptr; }
  virtual Workspace* hold(const State&) { return nullptr; }
  virtual KinematicsRoom room() { return {}; }
  virtual void hold() {}
  virtual void release() {}
  AnyFormulation formulation;
  const Model& model;
};

struct AnyFormulation::Record {
  std::string_view name;
  Coverage (*covers)(const Model&);
  std::unique_ptr<Solver::Impl> (*make)(const AnyFormulation&, const Model&);
};

namespace {

template <Formulation F> struct SolverOf final : Solver::Impl {
  SolverOf(const AnyFormulation& f, const Model& m) : Impl(f, m), scratch(m) {}
  SolveStatus solve(const State& state, const Given& given, Reactions want, Solution& out) override {
    return F{}.solve(model, state, given, want, scratch, out);
  }
  void forget() override {
    if constexpr (requires { scratch.forget(); }) scratch.forget();
  }
  typename F::Scratch scratch;
};

// What a question does with a rank that was decided for the mechanism; none: without loops, and for questions that hold other speeds.
enum class RankUse : std::uint8_t { none, forward, inverse };
RankUse use_of_rank(const Model& model, const Given& given) {
  if (given.rank || model.n_closure_rows() == 0 || given.want.size() != at(model.nv())) return RankUse::none;
  bool prescribed = false, forward = false, inverse = false;
  for (std::size_t k = 0; k < given.want.size(); ++k) {
    if (model.roles()[k] == Role::prescribed) prescribed = true;
    else (given.want[k] == Want::vdot ? forward : inverse) = true;
  }
  if (forward) return inverse ? RankUse::none : RankUse::forward;
  return inverse && !prescribed ? RankUse::inverse : RankUse::none;
}

// The rank is kept. Every forward answer tells how far the kept rows are from singular; without reactions a row that should have counted shows as a
// contradiction, and one that does not contradict changes nothing. For all other questions the state is looked at first.
template <> struct SolverOf<NewtonEuler> final : Solver::Impl {
  SolverOf(const AnyFormulation& f, const Model& m) : Impl(f, m), scratch(m) {}

  SolveStatus solve(const State& state, const Given& given, Reactions want, Solution& out) override {
    const RankUse use = use_of_rank(model, given);
    if (use == RankUse::none) return ask(state, given, want, out);
    if (!kept) kept.emplace(model);
    if (use == RankUse::forward && kept->known() && NewtonEuler{}.solve_regular(model, state, given, kept->rank(), want, scratch, out) &&
        kept->holds(*out.sigma_ratio))
      return SolveStatus::ok;  // without a copy of the question
    question = given;
    question.rank = &kept->rank();
    bool decided = false;
    for (const bool again : {false, true}) {
      if (decided) break;
      if (again || !kept->known()) {
        kept->decide(model, state);
        decided = true;
      }
      const bool told = use == RankUse::forward && (want == Reactions::skip || kept->rank().rank == model.n_closure_rows());
      if (!told && !kept->holds_at(model, state)) continue;
      const SolveStatus status = ask(state, question, want, out);
      if (!told || ((solved(status) || decided) && out.sigma_ratio && kept->holds(*out.sigma_ratio))) return status;
    }
    return ask(state, given, want, out);  // near a singular point: decided there
  }
  SolveStatus ask(const State& state, const Given& given, Reactions want, Solution& out) {
    return NewtonEuler{}.solve(model, state, given, want, scratch, out);
  }
  void forget() override {
    if (kept) kept->forget();
    scratch.forget();
  }
  Workspace* kinematics() override { return &scratch.ws; }
  Workspace* hold(const State& state) override {
    update_velocities(model, state, scratch.ws);
    scratch.held = true;
    return &scratch.ws;
  }
  void release() override { scratch.held = scratch.loops.closure_held = false; }
  KinematicsRoom room() override { return {&scratch.ws, &scratch.loops.closure}; }
  void hold() override { scratch.held = scratch.loops.closure_held = true; }

  NewtonEuler::Scratch scratch;
  std::optional<KeptRank> kept;  // made for the first question that needs a rank
  Given question;                // with the kept rank
};

bool finite(const VecX& numbers) { return all_finite(numbers.data(), numbers.size()); }
// What is read of a question: not of speeds that follow a law, nor what is wanted.
bool is_finite(const Model& model, const Given& given) {
  for (int i = 0; i < model.nv(); ++i)
    if (model.roles()[at(i)] != Role::prescribed && !std::isfinite((given.want[at(i)] == Want::vdot ? given.tau : given.vdot)[i])) return false;
  return true;
}

template <Formulation F> constexpr AnyFormulation::Record record_of() {
  return {F::name, [](const Model& model) -> Coverage { return F::covers(model); },
          [](const AnyFormulation& f, const Model& model) -> std::unique_ptr<Solver::Impl> { return std::make_unique<SolverOf<F>>(f, model); }};
}

constexpr std::array records{record_of<NewtonEuler>(), record_of<Multipliers>(), record_of<Denoc>(),       record_of<Screw>(),
                             record_of<GibbsAppell>(), record_of<Lagrange>(),    record_of<VirtualWork>(), record_of<Oracle>()};

}  // namespace

AnyFormulation::AnyFormulation() : record_(&records.front()) {}

AnyFormulation AnyFormulation::listed(std::string_view name) {
  const std::optional<AnyFormulation> found = find_formulation(name);
  ZANJIR_REQUIRE(found, "a formulation that is not in the list of formulations/registry.cpp");
  return *found;
}

std::vector<AnyFormulation> all_formulations() {
  std::vector<AnyFormulation> all;
  for (const AnyFormulation::Record& record : records) all.push_back(AnyFormulation(&record));
  return all;
}

std::optional<AnyFormulation> find_formulation(std::string_view name) {
  for (const AnyFormulation& f : all_formulations()) {
    if (name_of(f) == name) return f;
  }
  return std::nullopt;
}

std::string_view name_of(const AnyFormulation& any) { return any.record_->name; }
Coverage coverage(const AnyFormulation& any, const Model& model) { return any.record_->covers(model); }

Solver::Solver(const AnyFormulation& formulation, const Model& model) : impl_(formulation.record_->make(formulation, model)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
SolveStatus Solver::solve(const State& state, const Given& given, Reactions want, Solution& out) {
  const bool is_state = finite(state.q) && finite(state.v);  // beside the first of the work
  const SolveStatus status = impl_->solve(state, given, want, out);
  if (!is_state) {  // whatever it was taken for: forces on slides do not depend on speeds
    out.note = not_a_state_note;
    return SolveStatus::not_converged;
  }
  if (!solved(status) && !is_finite(impl_->model, given)) {  // what is given is part of every answer (finish_answer)
    out.note = not_a_number_note;
    return SolveStatus::not_converged;
  }
  if (status == SolveStatus::not_converged && out.note == not_a_number_note)
    if (std::string why = force_without_value(impl_->model, state); !why.empty()) out.note = std::move(why);
  return status;
}
void Solver::forget() { impl_->forget(); }

Workspace* Solver::kinematics() { return impl_->kinematics(); }
Workspace* Solver::hold(const State& state) { return impl_->hold(state); }
void Solver::release() { impl_->release(); }
KinematicsRoom Solver::room() { return impl_->room(); }
void Solver::hold() { impl_->hold(); }
std::string_view Solver::name() const { return name_of(impl_->formulation); }

}  // namespace zanjir
