// A mechanism beside one of its states, in as few coordinates as it has freedoms: some of its speeds, chosen so that all others follow well through the loops,
// are taken for coordinates z around the state, and their rates for speeds. For linearisation and equilibrium.
//   q(z) = close(q0 moved by P z),   v(z, z') = P(z) (v0 + z'),   P: speeds of the tree per rate of the chosen ones
#pragma once

#include "zanjir/core/words.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/closer.hpp"

namespace zanjir {

// What actuators do when the mechanism leaves its state: give the same force, keep their coordinate, or pull back with their `stiffness` (rigid where it has none).
enum class ActuatorsAct : std::uint8_t { force, hold, spring };
template <> struct WordsOf<ActuatorsAct> {
  static constexpr WordOf<ActuatorsAct> table[] = {{ActuatorsAct::force, "force"}, {ActuatorsAct::hold, "hold"}, {ActuatorsAct::spring, "spring"}};
};

class LocalChart {
 public:
  // tau, tau_cut: forces of the caller on all speeds; with actuators that hold or pull back, beside what these need at the state.
  LocalChart(const Model&, const AnyFormulation&, ActuatorsAct, VecX tau, VecX tau_cut);

  // Around a state whose loops are closed. False, and why: at a singular configuration, or where nothing answers.
  bool place(const State&, std::string& why);
  int n() const { return static_cast<int>(speeds_.size()); }
  const std::vector<int>& speeds() const { return speeds_; }  // the chosen ones
  const MatX& P() const { return P_; }                        // [nv x n] at the state
  VecX scale() const;                                         // [n] of the chosen ones: length for slides, 1 for turns
  const State& origin() const { return origin_; }

  // The state at z, and z' faster than the origin. False: the loops do not close there.
  bool at(const VecX& z, const VecX& rate, State& out);
  // Accelerations and forces at a state of the chart, `more` added to the forces on the tree's speeds and on those of cut joints (sizes nv, n_cut_v). False: no answer.
  bool solve(const State&, const VecX& more, const VecX& more_cut, Solution& out, Reactions = Reactions::skip);
  VecX chosen(const VecX& of_tree) const { return of_tree(speeds_); }
  // d/dt of z less the rates, per z: zero but for balls and free bodies that move, whose speeds are no rates of coordinates. Nothing, and why: only some speeds of such a joint are chosen.
  std::optional<MatX> turning(std::string& why) const;

 private:
  const Model& model_;
  Solver solver_;
  Closer closer_;
  Workspace ws_;
  ActuatorsAct act_;
  VecX tau_, tau_cut_, stiffness_;   // stiffness: [nv] of actuators that pull back; zero elsewhere
  std::vector<bool> locked_, held_;  // [nv] actuators that keep their coordinate; those and the chosen ones
  std::vector<int> speeds_;
  MatX P_;
  State origin_;
  Given given_;
  VecX preload_;  // [nv] of actuators that pull back: what they give at the state
};

}  // namespace zanjir
