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
// With loops it keeps the rank that it has decided, for states where a new decision would surely be the same (loops/kept_rank); a question that brings a
// rank of its own (Given::rank) is asked with that. Nothing is allocated once a question of its kind has been asked at a regular state.
class Solver {
 public:
  Solver(const AnyFormulation&, const Model&);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  SolveStatus solve(const State&, const Given&, Reactions, Solution&);
  std::string_view name() const;
  // What earlier states have left behind is dropped: the next answers are those of a new solver, to the last bit, whatever was asked before. Without it
  // they are the same up to rounding. For work that is shared among threads: once per unit of work.
  void forget();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
