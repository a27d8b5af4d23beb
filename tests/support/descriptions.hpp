// Small mechanisms written in code, for tests that know their equations.
#pragma once

#include <string>
#include <vector>

#include "zanjir/describe/description.hpp"

namespace zanjir::test {

inline BodyDescription body(std::string name, double mass_kg, Vec3d com_m, Sym3d inertia_com_kg_m2) {
  BodyDescription b;
  b.name = std::move(name);
  b.mass_kg = mass_kg;
  b.com_m = com_m;
  b.inertia_com_kg_m2 = inertia_com_kg_m2;
  b.inertia_given.fill(true);
  return b;
}

inline BodyDescription massless(std::string name) {
  BodyDescription b = body(std::move(name), 0, {0, 0, 0}, {0, 0, 0, 0, 0, 0});
  b.massless = true;
  return b;
}

inline JointDescription joint(std::string name, JointType type, std::string parent, std::string child, Vec3d at, std::vector<Vec3d> axes = {}) {
  JointDescription j;
  j.name = std::move(name);
  j.type = type;
  j.parent = {std::move(parent), {}};
  j.child = {std::move(child), {}};
  j.at_parent.X.p = at;
  j.axes = std::move(axes);
  return j;
}

inline Description mechanism(Vec3d gravity_m_s2, std::vector<BodyDescription> bodies, std::vector<JointDescription> joints) {
  Description d;
  d.files = {"test"};
  d.name = "test";
  d.gravity_m_s2 = gravity_m_s2;
  d.bodies = std::move(bodies);
  d.joints = std::move(joints);
  return d;
}

}  // namespace zanjir::test
