// Linkages written in code: rods and hinges given by world points at q = 0.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir::test {

struct Rod {
  std::string name;
  double mass;
  Vec3d from, to;  // world, at q = 0
  Vec3d com_offset{0, 0, 0};
  double axial = 0, transverse = -1;  // moments; transverse < 0: slender, m L^2 / 12
};

inline Sym3d rod_inertia(const Rod& rod) {
  const Vec3d d = (rod.to - rod.from) * (1 / norm(rod.to - rod.from));
  const double length = norm(rod.to - rod.from), t = rod.transverse < 0 ? rod.mass * length * length / 12 : rod.transverse, a = rod.axial;
  return {t - (t - a) * d.x * d.x, t - (t - a) * d.y * d.y, t - (t - a) * d.z * d.z,
          -(t - a) * d.x * d.y,    -(t - a) * d.x * d.z,    -(t - a) * d.y * d.z};
}

// Bodies whose frames all coincide with the world at q = 0, so joints are given by a world point and axis alone.
struct Linkage {
  Description d;
  Linkage(const std::vector<Rod>& rods, const Vec3d& gravity) {
    d.files = {"loops_test"};
    d.name = "linkage";
    d.gravity_m_s2 = gravity;
    for (const Rod& rod : rods) {
      BodyDescription body;
      body.name = rod.name;
      body.mass_kg = rod.mass;
      body.com_m = (rod.from + rod.to) * 0.5 + rod.com_offset;
      body.inertia_com_kg_m2 = rod_inertia(rod);
      body.inertia_given.fill(true);
      d.bodies.push_back(body);
    }
  }
  void hinge(const std::string& name, const std::string& parent, const std::string& child, const Vec3d& at, const Vec3d& axis, bool cut = false) {
    JointDescription joint;
    joint.name = name;
    joint.type = JointType::revolute;
    joint.parent.name = parent;
    joint.child.name = child;
    joint.at_parent.X.p = joint.at_child.X.p = at;
    joint.at_child_given = true;
    joint.axes = {axis};
    joint.cut = cut;
    d.joints.push_back(joint);
  }
};

inline Model build_linkage(const Description& d) {
  Result<Model> model = build_model(d);
  if (!model) throw std::runtime_error(to_text(model.diagnostics));
  return std::move(*model);
}

}  // namespace zanjir::test
