#include "zanjir/dynamics/inertia_beyond.hpp"

#include <cmath>

namespace zanjir {
namespace {}  // namespace

void inertia_beyond(const Model& model, const VecX& q, std::vector<InertiaBeyond>& per_joint) {
  const auto bodies = model.bodies();
  per_joint.assign(model.joints().size(), {});
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const double mass = bodies[i].mass_kg;
    Vec3d here = bodies[i].com_m;  // where the path enters the present body: first the mass centre
    const Sym3d& I = bodies[i].I_com_kg_m2;
    const double trace = std::abs(I.xx) + std::abs(I.yy) + std::abs(I.zz);
    if (mass == 0 && trace == 0) continue;
    double path = 0;
    std::vector<std::pair<std::size_t, double>> passed;  // joints towards the ground, path length to each
    for (std::size_t body = i; body != 0; body = at(bodies[body].inboard_body)) {
      const Joint& joint = model.joint(*bodies[body].inboard_joint);
      path += norm(here - joint.X_CJ.p);
      const double apart = norm(joint_motion(joint, q.data() + joint.q_begin).p);  // a slide sets its two origins apart; the axis may be at either
      const bool turns_at_child = joint.type == JointType::planar || joint.type == JointType::free;
      passed.emplace_back(static_cast<std::size_t>(index(*bodies[body].inboard_joint)), turns_at_child ? path : path + apart);
      path += apart;
      here = joint.X_PJ.p;
      if (bodies[body].section >= 0) here = {model.sections()[static_cast<std::size_t>(bodies[body].section)].shapes.x_m, 0, 0};
    }
    path += norm(here);
    for (const auto& [joint, r] : passed) {
      per_joint[joint].mass += mass;
      per_joint[joint].rotation += mass * r * r + trace;
      per_joint[joint].rounding += mass * path * path;
    }
  }
}

double pivot_floor(const Model& model, const std::vector<InertiaBeyond>& per_joint, int speed) {
  if (model.speed(speed).is_mode()) return model.pivot_floor()[speed];
  const InertiaBeyond& beyond = per_joint[static_cast<std::size_t>(index(model.speed(speed).joint))];
  return model.speed(speed).turns() ? pivot_tolerance * beyond.rotation + pivot_tolerance * pivot_tolerance * beyond.rounding
                                    : pivot_tolerance * beyond.mass;
}

std::string unresisted_note(const Model& model, int speed) {
  return "joint '" + model.joint(model.speed(speed).joint).name + "': no inertia resists the motion of '" +
         model.speed_names()[static_cast<std::size_t>(speed)] +
         "', so its acceleration is not determined; give what it carries an inertia, give it a rotor, or prescribe it";
}

}  // namespace zanjir
