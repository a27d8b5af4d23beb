#include "zanjir/formulations/registry.hpp"

#include "zanjir/dynamics/question.hpp"
#include "zanjir/loops/kept_rank.hpp"

namespace zanjir {

namespace {

template <class Variant>
struct Expand;
template <class... Fs>
struct Expand<std::variant<Fs...>> {
  static std::vector<AnyFormulation> list() { return {Fs{}...}; }
  using Scratch = std::variant<typename Fs::Scratch...>;
};

}  // namespace

std::vector<AnyFormulation> all_formulations() { return Expand<AnyFormulation>::list(); }

std::string_view name_of(const AnyFormulation& any) {
  return std::visit([](const auto& f) { return std::string_view(f.name); }, any);
}

std::optional<AnyFormulation> find_formulation(std::string_view name) {
  for (const AnyFormulation& f : all_formulations()) {
    if (name_of(f) == name) return f;
  }
  return std::nullopt;
}

Coverage coverage(const AnyFormulation& any, const Model& model) {
  return std::visit([&](const auto& f) { return f.covers(model); }, any);
}

struct Solver::Impl {
  AnyFormulation formulation;
  const Model* model;
  Expand<AnyFormulation>::Scratch scratch;
  std::optional<KeptRank> kept = {};  // made for the first question that needs a rank
  Given question = {};                // with the kept rank

  SolveStatus ask(const State& state, const Given& given, Reactions want, Solution& out) {
    return std::visit([&]<class F>(const F& f) { return f.solve(*model, state, given, want, std::get<typename F::Scratch>(scratch), out); }, formulation);
  }
  SolveStatus ask_with_kept_rank(const State& state, const Given& given, RankUse use, Reactions want, Solution& out);
};

// newton-euler tells with every forward answer how far the kept rows are from singular; without reactions a row that should have counted shows as a
// contradiction, and one that does not contradict changes nothing. Everyone else is asked after the state has been looked at.
SolveStatus Solver::Impl::ask_with_kept_rank(const State& state, const Given& given, RankUse use, Reactions want, Solution& out) {
  if (!kept) kept.emplace(*model);
  question = given;
  question.rank = &kept->rank();
  bool decided = false;
  for (const bool again : {false, true}) {
    if (decided) break;
    if (again || !kept->known()) {
      kept->decide(*model, state);
      decided = true;
    }
    const bool told = std::holds_alternative<NewtonEuler>(formulation) && use == RankUse::forward &&
                      (want == Reactions::skip || kept->rank().rank == model->n_closure_rows());
    if (!told && !kept->holds_at(*model, state)) continue;
    const SolveStatus status = ask(state, question, want, out);
    const bool answered = status == SolveStatus::ok || status == SolveStatus::redundant;
    if (!told || ((answered || decided) && kept->holds(out.sigma_ratio))) return status;
  }
  return ask(state, given, want, out);  // near a singular point: decided there, by the formulation itself
}

Solver::Solver(const AnyFormulation& formulation, const Model& model)
    : impl_(std::visit(
          [&]<class F>(const F&) {
            return std::unique_ptr<Impl>(new Impl{formulation, &model, Expand<AnyFormulation>::Scratch(std::in_place_type<typename F::Scratch>, model)});
          },
          formulation)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

SolveStatus Solver::solve(const State& state, const Given& given, Reactions want, Solution& out) {
  const RankUse use = given.rank ? RankUse::none : use_of_rank(*impl_->model, given);
  return use == RankUse::none ? impl_->ask(state, given, want, out) : impl_->ask_with_kept_rank(state, given, use, want, out);
}

void Solver::forget() {
  if (impl_->kept) impl_->kept->forget();
  std::visit([](auto& scratch) {
    if constexpr (requires { scratch.forget(); }) scratch.forget();
  }, impl_->scratch);
}

std::string_view Solver::name() const { return name_of(impl_->formulation); }

}  // namespace zanjir
