#include "zanjir/dynamics/inertia_beyond.hpp"

#include <cmath>

namespace zanjir {
namespace {


}  // namespace

void inertia_beyond(const Model& model, const VecX& q, std::vector<InertiaBeyond>& per_joint) {
  const auto bodies = model.bodies();
  per_joint.assign(model.joints().size(), {});
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const Inertiad& b = bodies[i].inertia;
    Vec3d here = b.m > 0 ? b.h * (1 / b.m) : Vec3d{0, 0, 0};  // where the path enters the present body: first the mass centre
    const Sym3d I = b.I + point_inertia(-b.m, here);
    const double trace = std::abs(I.xx) + std::abs(I.yy) + std::abs(I.zz);
    if (b.m == 0 && trace == 0) continue;
    double path = 0;
    std::vector<std::pair<std::size_t, double>> passed;  // joints towards the ground, path length to each
    for (std::size_t body = i; body != 0; body = at(bodies[body].inboard_body)) {
      const Joint& joint = model.joint(*bodies[body].inboard_joint);
      path += norm(here - joint.X_CJ.p);
      path += norm(joint_motion(joint, q.data() + joint.q_begin).p);  // a slide sets its two origins apart; the axis may be at either
      passed.emplace_back(static_cast<std::size_t>(index(*bodies[body].inboard_joint)), path);
      here = joint.X_PJ.p;
      if (bodies[body].section >= 0) here = {model.sections()[static_cast<std::size_t>(bodies[body].section)].shapes.x_m, 0, 0};
    }
    path += norm(here);
    for (const auto& [joint, r] : passed) {
      per_joint[joint].mass += b.m;
      per_joint[joint].rotation += b.m * r * r + trace;
      per_joint[joint].rounding += b.m * path * path;
    }
  }
}

bool is_slide(const Model& model, int speed) {
  const Joint& joint = model.joint(model.joint_of_speed(speed));
  const int part = speed - joint.v_begin;
  if (model.is_mode(speed)) return true;  // shapes have size one: their weights are lengths (a twist: as if at unit radius)
  switch (joint.type) {
    case JointType::prismatic: return true;
    case JointType::cylindrical: return part == 1;
    case JointType::planar: return part < 2;
    case JointType::free: return part >= 3;
    default: return false;
  }
}

double pivot_floor(const Model& model, const std::vector<InertiaBeyond>& per_joint, int speed) {
  if (model.is_mode(speed)) return model.pivot_floor()[speed];
  const InertiaBeyond& beyond = per_joint[static_cast<std::size_t>(index(model.joint_of_speed(speed)))];
  return is_slide(model, speed) ? pivot_tolerance * beyond.mass
                                : pivot_tolerance * beyond.rotation + pivot_tolerance * pivot_tolerance * beyond.rounding;
}

std::string unresisted_note(const Model& model, int speed) {
  return "joint '" + model.joint(model.joint_of_speed(speed)).name + "': no inertia resists the motion of '" +
         model.speed_names()[static_cast<std::size_t>(speed)] +
         "', so its acceleration is not determined; give what it carries an inertia, give it a rotor, or prescribe it";
}

}  // namespace zanjir
