#include "zanjir/verify/yardstick.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/element_frames.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/verify/mass_products.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

// Coordinates are known to eps of their scale, so the forces of loops that are springs are known to their stiffness times that, however small they are
// themselves. Sum over the coordinates of what one scale changes. Turns are made from 1 + cos, which loses digits near half a turn: the force once more for
// each part that it has lost.
VecX spring_sensitivity(const Model& model, const Workspace& ws) {
  VecX sum = VecX::Zero(model.nv());
  if (model.n_spring_rows() == 0) return sum;
  Closure springs(model, model.sprung());
  Workspace moved(model);
  State state{ws.t_s, ws.q, ws.v, ws.preload, ws.contact};
  const auto force = [&](const State& at) {
    update_positions(model, at, moved);
    update_closure_positions(model, model.sprung(), moved, springs);
    return VecX(springs.Phi_q.transpose() * (model.spring_stiffness().cwiseProduct(springs.phi) - ws.preload));
  };
  const VecX here = force(state);
  sum = here.cwiseAbs() / nearest_half_turn(model, ws);
  const double h = 1e-7;
  for (int j = 0; j < model.nv(); ++j) {
    State beside = state;
    retract(model, state.q, VecX::Unit(model.nv(), j) * (h * model.column_scale()[j]), beside.q);
    sum += (force(beside) - here).cwiseAbs() / h;
  }
  return sum;
}

}  // namespace

double far_away(const Model& model, const Workspace& ws) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t b = 1; b < model.bodies().size(); ++b)
    nearest = std::min(nearest, norm(body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b))).p));
  return 1 + (std::isfinite(nearest) ? nearest / model.length_m() : 0);
}

Yardstick measure(const Model& model, const State& state, Workspace& ws) {
  Yardstick y;
  if (model.nv() <= speeds_with_matrix) mass_matrix(model, ws, y.M);
  y.bias = bias_parts(model, ws);
  // Not sqrt(M_ii), which may itself be a small difference of large numbers: a rod that turns about its own axis.
  std::vector<InertiaBeyond> beyond;
  inertia_beyond(model, ws.q, beyond);
  y.root.resize(model.nv());
  for (int i = 0; i < model.nv(); ++i) {
    const InertiaBeyond& b = beyond[static_cast<std::size_t>(index(model.speed(i).joint))];
    const double inertia = (model.speed(i).turns() ? b.rotation : b.mass) + model.rotor_inertia()[i];
    y.root[i] = inertia > 0 ? std::sqrt(inertia) : 1;  // nothing beyond it: the state is singular, any unit will do
  }
  for (const VecX* part : {&y.bias.velocity, &y.bias.gravity, &y.bias.springs, &y.bias.dampers, &y.bias.friction, &y.bias.loads, &y.bias.contacts})
    y.bias_size += y.size_of_tau(*part);
  y.bias_size += y.size_of_tau(spring_sensitivity(model, ws));

  y.far = far_away(model, ws);

  std::vector<int> moving;
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[at(i)] != Role::prescribed) moving.push_back(i);
  }
  if (moving.empty()) return y;
  const bool products = model.nv() > speeds_with_eigenvalues;
  if (products && model.n_closure_rows() == 0) y.condition = condition_by_products(model, state, ws, y.root, 1 + y.bias_size);
  if (y.M.size() == 0) return y;
  MatX scaled(moving.size(), moving.size());
  for (std::size_t i = 0; i < moving.size(); ++i) {
    for (std::size_t j = 0; j < moving.size(); ++j)
      scaled(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = y.M(moving[i], moving[j]) / (y.root[moving[i]] * y.root[moving[j]]);
  }
  const double threshold = 64 * std::numeric_limits<double>::epsilon() * static_cast<double>(moving.size());
  if (products) {
    scaled.diagonal().array() += threshold;
    y.smallest = Eigen::LLT<MatX>(scaled).info() == Eigen::Success ? 0 : -2 * threshold;
    return y;
  }
  const VecX values = Eigen::SelfAdjointEigenSolver<MatX>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
  y.smallest = values[0];
  y.condition = y.smallest > threshold ? values[values.size() - 1] / y.smallest : std::numeric_limits<double>::infinity();
  return y;
}

void measure_wrenches(const Model& model, Workspace& ws, const VecX& vdot, Yardstick& y) {
  update_accelerations(model, vdot, ws);
  double extent = reach_m(model);
  y.force = y.moment = 0;
  for (std::size_t b = 1; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    const Frame frame{"", static_cast<BodyId>(static_cast<int>(b)), {}};
    const Motiond A = frame_acceleration(model, ws, frame);
    const Motiond V = frame_kinematics(model, ws, frame).V_WF_W;
    extent = std::max(extent, norm(body_pose(model, ws, frame.body).p));
    const Inertiad inertia = body.inertia();
    y.force += inertia.m * (norm(A.v) + norm(model.gravity())) + norm(inertia.h) * (norm(A.w) + dot(V.w, V.w));
    y.moment += (inertia.I.xx + inertia.I.yy + inertia.I.zz) * (norm(A.w) + dot(V.w, V.w));
  }
  for_each_frame_force(model, ws.t_s, ws.contact, element_frames(model, ws), [&](ElementPart, const Frame&, const Vec3d&, const Forced& F) {
    y.force += norm(F.f);
    y.moment += norm(F.n);
  });
  y.moment += y.force * extent;
}

double tau_error(const Model& model, const Yardstick& y, const VecX& a, const VecX& b, Eigen::Index& worst) {
  VecX error(model.nv());
  for (int i = 0; i < model.nv(); ++i) {
    const double size = std::max(model.speed(i).turns() ? y.moment : y.force, std::max(std::abs(a[i]), std::abs(b[i])));
    error[i] = size > 0 ? std::abs(a[i] - b[i]) / size : 0;
  }
  return model.nv() > 0 ? error.maxCoeff(&worst) : 0;
}

std::string largest(const Model& model, const VecX& difference, const VecX& scale) {
  Eigen::Index worst = 0;
  if (difference.size() > 0) difference.cwiseProduct(scale).cwiseAbs().maxCoeff(&worst);
  return difference.size() > 0 ? model.speed_names()[static_cast<std::size_t>(worst)] : std::string();
}

}  // namespace zanjir
