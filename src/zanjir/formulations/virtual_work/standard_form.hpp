// The equations of motion in the inputs alone, whatever loops lie between them and the bodies:
//   M(theta) theta'' + C(theta, theta') theta' + G + elements + base = tau,     M' - 2 C skew
// theta: the coordinates of the actuated joints (and of those that laws drive), or of others that are chosen, as many as the mechanism has freedoms. What a base that moves adds stands apart, by name.
// Cost: 2 n velocity passes for n inputs.   docs/formulations/virtual-work.md
#pragma once

#include "zanjir/formulations/virtual_work/virtual_work.hpp"

namespace zanjir {

struct StandardForm {
  std::vector<int> inputs;  // speeds of the tree
  VecX rate;                // [n] theta'
  MatX P;                   // [nv x n] speeds of the tree per rate of the inputs, base at rest
  MatX M, C;                // [n x n]
  VecX inertia, velocity;   // [n] M theta'' and C theta'
  VecX gravity, elements;   // [n] what gravity and what springs, dampers, friction, loads and contacts ask of the inputs
  // What the motion of the base asks of them; zero without one. Its origin accelerates; its turning changes; it turns; it turns under what moves on it.
  VecX base_linear, base_euler, base_centrifugal, base_coriolis;
  VecX total() const { return inertia + velocity + gravity + elements + base_linear + base_euler + base_centrifugal + base_coriolis; }
};

// Why a model has no such form: elastic bodies, other numbers of inputs than freedoms, an input that is no coordinate or whose joint is cut. Empty: it has one.
std::string no_standard_form(const Model&);
std::string no_standard_form(const Model&, const std::vector<int>& inputs);  // in inputs of one's own choice, speeds of the tree
std::vector<int> standard_form_inputs(const Model&);  // speeds; as StandardFormFinder::inputs(), which needs room for every body and input

class StandardFormFinder {
 public:
  explicit StandardFormFinder(const Model&);  // of a model that has one
  StandardFormFinder(const Model&, std::vector<int> inputs);
  const std::vector<int>& inputs() const { return form_.inputs; }
  // Of the state and the accelerations of all speeds. A note, where the inputs do not move the mechanism here: at a singular configuration.
  const StandardForm* find(const State&, const VecX& vdot, std::string& note);

 private:
  // Accelerations of the bodies, and of the speeds, along theta' = u at theta'' = 0 and with the base at rest.
  void second_order(const VecX& u, std::vector<Motiond>& bodies, VecX& speeds);
  void find_velocity_matrix();
  void find_base(const VecX& vdot);
  VecX onto_inputs(BodyId, const Forced&) const;

  const Model& model_;
  std::vector<int> free_;        // speeds of the tree that are not the base's
  std::vector<int> among_free_;  // places of the inputs there
  const Joint* base_ = nullptr;
  VirtualWork::Scratch s_;
  StandardForm form_;
  MatX to_inputs_;                       // [n x n] N of the inputs, inverted
  std::vector<std::vector<Motiond>> B_;  // per body and input: motion of the mass centre
};

}  // namespace zanjir
