// The list of formulations, once. Command-line names, the docs table and the agreement tests follow from it.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "zanjir/formulations/denoc/denoc.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/formulations/lagrange/lagrange.hpp"
#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"

namespace zanjir {

static_assert(Formulation<NewtonEuler>);

using AnyFormulation = std::variant<NewtonEuler, Multipliers, Denoc, GibbsAppell, Lagrange, Oracle>;

std::vector<AnyFormulation> all_formulations();
std::optional<AnyFormulation> find_formulation(std::string_view name);
std::string_view name_of(const AnyFormulation&);
Coverage coverage(const AnyFormulation&, const Model&);

// A formulation with the scratch it needs for one model: ask it as often as you like. Not for two threads at once.
class Solver {
 public:
  Solver(const AnyFormulation&, const Model&);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  SolveStatus solve(const State&, const Given&, Reactions, Solution&);
  std::string_view name() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
