#include "zanjir/formulations/registry.hpp"

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
};

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
  return std::visit(
      [&]<class F>(const F& f) { return f.solve(*impl_->model, state, given, want, std::get<typename F::Scratch>(impl_->scratch), out); },
      impl_->formulation);
}

std::string_view Solver::name() const { return name_of(impl_->formulation); }

}  // namespace zanjir
