// The list of formulations, once. Command-line names, the docs table and the agreement tests follow from it.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

struct KinematicsRoom;

// One of the list in registry.cpp, where a new formulation gets its line.
class AnyFormulation {
 public:
  AnyFormulation();  // the first of the list: the fast default
  // The one with the name of the type F.
  template <class F>
  requires requires {
    { F::name } -> std::convertible_to<std::string_view>;
  }
  AnyFormulation(const F&) : AnyFormulation(listed(F::name)) {}
  bool operator==(const AnyFormulation&) const = default;
  struct Record;

 private:
  explicit AnyFormulation(const Record* record) : record_(record) {}
  static AnyFormulation listed(std::string_view name);  // a contract: it is
  friend std::vector<AnyFormulation> all_formulations();
  friend std::string_view name_of(const AnyFormulation&);
  friend Coverage coverage(const AnyFormulation&, const Model&);
  friend class Solver;
  const Record* record_;
};

std::vector<AnyFormulation> all_formulations();
std::optional<AnyFormulation> find_formulation(std::string_view name);
std::string_view name_of(const AnyFormulation&);
Coverage coverage(const AnyFormulation&, const Model&);

// A formulation with the scratch it needs for one model: ask it as often as you like. Not for two threads at once.
// With loops newton-euler keeps the rank that it has decided, for states where a new decision would surely be the same (loops/kept_rank): nothing is allocated
// once a question of its kind has been asked at a regular state. The others decide in every call, from their own rows. A question that brings a rank
// (Given::rank) is asked with that.
class Solver {
 public:
  Solver(const AnyFormulation&, const Model&);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  SolveStatus solve(const State&, const Given&, Reactions, Solution&);
  std::string_view name() const;
  // Where everything was at the last question and how fast, until the next one, of a formulation that keeps it in a Workspace (newton-euler); null for the others.
  // Coordinates and speeds always; poses (Stage::velocity) where they were needed: by what acts on frames, by loops, elastic bodies and reactions, but not by springs
  // in place of the loops of a tree in a plane. It is lent: what is written into it is gone with the next question.
  Workspace* kinematics();
  // Poses and velocities of a state, for the questions about it that follow: until release() they are not found again. Null as above, and nothing is held.
  Workspace* hold(const State&);
  void release();
  // The same found by others: room() is lent, at Stage::velocity of a state and with the rows of its loops when hold() is called. Nobody's room as above.
  KinematicsRoom room();
  void hold();
  // What earlier states have left behind is dropped: the next answers are those of a new solver, to the last bit, whatever was asked before. Without it
  // they are the same up to rounding. For work that is shared among threads: once per unit of work.
  void forget();
  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
