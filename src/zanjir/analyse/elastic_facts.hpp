// What is constant about the elastic bodies of a model: their shapes as functions along the beam, and what belongs to each mode.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zanjir/model/model.hpp"

namespace zanjir {

struct ModeFacts {
  std::string name;  // "beam.mode1"
  // Of the beam by itself between the ends of the mode; of a shape that is no solved vibration, Rayleigh's quotient of it.
  double frequency_rad_per_s = 0;
  double stiffness_N_per_m = 0, damping_N_s_per_m = 0, mass_kg = 0;  // on the diagonal
  Vec3d end_deflection{0, 0, 0}, end_turn_per_m{0, 0, 0};            // per unit of the coordinate
  std::vector<std::pair<char, Profile>> W, Theta;                    // the components that do not vanish, by the axis: 'x', 'y', 'z'
};

struct ElasticBodyFacts {
  std::string name;
  double length_m = 0, mass_kg_per_m = 0;
  Vec3d rotary_kg_m{0, 0, 0};
  std::vector<ModeFacts> modes;
  MatX K, D, M;  // over the modes; M of the undeformed body that does not move
  // Of all shapes together, ascending: its body frame held, nothing on it. Empty where a shape has no inertia of its own (twist without sections that turn).
  VecX frequencies_rad_per_s;
  int n_along_y = 0, n_along_z = 0, n_stretch = 0, n_twist = 0;  // shapes with that component
  bool foreshortens = false;  // `stiffening: full`: bending shortens the centre line, so that it sees axial loads, and stretch the bending
};

std::vector<ElasticBodyFacts> elastic_body_facts(const Model&);

}  // namespace zanjir
