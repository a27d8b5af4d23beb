#include "zanjir/dynamics/gather_forces.hpp"

#include "zanjir/dynamics/element_frames.hpp"
#include "zanjir/loops/loop_springs.hpp"

namespace zanjir {

void gather_joint_forces(const Model& model, Workspace& ws) {
  if (!model.forces().on_joints() && model.sprung().empty()) return;  // zero from the beginning
  ws.tau_elements.setZero();
  for_each_joint_force(model, ws.t_s, ws.q, ws.v, [&](ElementPart, int speed, double force) { ws.tau_elements[speed] += force; });
}

void gather_forces(const Model& model, Workspace& ws) {
  gather_joint_forces(model, ws);
  ws.external_W.setZero();
  if (model.acts_on_frames()) {
    const auto where = element_frames(model, ws);
    const auto add = [&](ElementPart, const Frame& frame, const Vec3d& p_W, const Forced& F) { add_external(ws, frame.body, F, p_W); };
    for_each_frame_element(model, ws.t_s, where, add);
    for_each_touching_contact(model, ws.contact, where, [&](std::size_t i, const Contact& c, const ContactSeen& seen) {
      ws.seen[i] = seen;
      press(model, c, seen, add);
    });
    ws.contacts_seen = true;
  }
  for_each_spring(model, ws, [&](std::size_t i, const SpringForce& s) {
    if (const auto* gear = std::get_if<Gear>(&model.sprung()[i])) {
      ws.tau_elements[gear->speed_b] += s.on_b;
      ws.tau_elements[gear->speed_a] -= gear->ratio * s.on_b;
      return;
    }
    add_external(ws, s.second, s.W, s.point_W);
    add_external(ws, s.first, -s.W, s.point_W);
  });
}

void add_spring_reactions(const Model& model, const Workspace& ws, std::span<JointWrench> loop_reaction) {
  if (model.sprung().empty()) return;
  std::size_t c = 0;  // the constraint that has the springs at hand: both lists are in the same order
  for_each_spring(model, ws, [&](std::size_t i, const SpringForce& s) {
    while (springs_of(model.constraints()[c]) != static_cast<int>(i)) ++c;
    loop_reaction[c].total = loop_reaction[c].total + s.W;
  });
}

void add_external(Workspace& ws, BodyId body, const Forced& F, const Vec3d& p_W) {
  const Vec3d n = F.n + cross(p_W, F.f);
  double* W = ws.external_W.data() + 6 * index(body);
  W[0] += n.x, W[1] += n.y, W[2] += n.z;
  W[3] += F.f.x, W[4] += F.f.y, W[5] += F.f.z;
}

const double* external_rows(const Model& model, Workspace& ws) {
  if (!model.acts_on_frames() && model.constraints().empty()) return nullptr;
  ws.external.setZero();
  for (std::size_t b = 1; b < model.bodies().size(); ++b) {
    const int row = model.bodies()[b].row;
    if (ws.external_W.segment<6>(6 * static_cast<Eigen::Index>(b)).isZero(0)) continue;
    const Forced F = to_child(row_pose(model, ws, row), external_wrench_W(ws, static_cast<BodyId>(static_cast<int>(b))));
    ws.external.segment<6>(6 * row) += Eigen::Matrix<double, 6, 1>{F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
  }
  return ws.external.data();
}

}  // namespace zanjir
