// Random trees and states from a seed: physical inertias, every joint type, axes and frames in general position.
// A failing case is found again by its seed: ZANJIR_SEED=17 in the environment makes `seeds` return that one only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "zanjir/core/random.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {

struct RandomTreeOptions {
  int n_bodies = 5;
  // Types that move; a weld is drawn apart, so that its share does not depend on the list.
  std::vector<JointType> types = all_that_move();
  bool floating_base = false;      // the first joint is free (it is also the only one at the ground)
  double branching = 0.5;          // chance that a body hangs on any earlier body instead of the last one
  double weld_chance = 0.1;        // never the only joint
  double reversed_chance = 0.3;    // the user's parent is the body farther from the ground
  double at_child_chance = 0.5;    // `at_child` given, with a turn
  double frame_chance = 0.3;       // an end of the joint is written as body.frame
  double rotor_chance = 0;         // an actuator with gear and rotor inertia, per speed
  double prescribed_chance = 0;    // motion by laws of time, per joint
  double joint_spring_chance = 0;  // spring and damper on a scalar coordinate, per speed; on spherical and free: a damper
  double joint_load_chance = 0;    // time-dependent generalized force, per speed
  int n_frame_springs = 0;         // springs with dampers between frames of random bodies, ground included
  int n_frame_loads = 0;           // wrenches, world and body axes in turn
  bool gravity = true;             // in a random direction
  bool shuffled = false;           // bodies and joints are declared in random order

  static std::vector<JointType> all_that_move();
  static RandomTreeOptions with_everything(int n_bodies);  // all force elements, rotors and prescribed joints
};

Description random_tree(Random&, const RandomTreeOptions& = {});
// Angles in (-pi, pi), slides within half a metre, unit quaternions of either sign, speeds of order one, t_s in (0, 2).
State random_tree_state(const Model&, Random&);

Vec3d random_vector(Random&, double low, double high);  // components uniform
Vec3d random_direction(Random&);
Quatd random_quaternion(Random&);  // uniform on the rotations
Transformd random_pose(Random&, double reach_m);
Sym3d random_inertia(Random&, double mass_kg, double size_m);  // about the mass centre; of a real mass distribution
VecX random_vecx(Random&, int size, double scale = 1.0);

// A law c0 + c1 t + c2 t^2 + ..., and the constant.
LawDescription polynomial_law(std::vector<double> coefficients);
LawDescription constant_law(double value);

// A named frame, referred to as body.name.
void add_frame(Description&, const std::string& body, const std::string& name, const Transformd& X);

// 1..count, or only the one in ZANJIR_SEED.
std::vector<std::uint64_t> seeds(int count);
// "seed 17, 5 bodies", for SCOPED_TRACE.
std::string trace(std::uint64_t seed, const RandomTreeOptions&);

}  // namespace zanjir::test
