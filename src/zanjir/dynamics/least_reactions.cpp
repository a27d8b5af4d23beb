#include "zanjir/dynamics/least_reactions.hpp"

#include "zanjir/core/decompositions.hpp"

namespace zanjir {

namespace {

constexpr double touched_above = 1e-9;  // of an orthonormal state; rounding of a sweep is some 1e-15

Eigen::Matrix<double, 6, 1> flat_wrench(const Forced& W, double length) {
  return {W.n.x / length, W.n.y / length, W.n.z / length, W.f.x, W.f.y, W.f.z};
}

void add_wrench(Forced& W, const Eigen::Matrix<double, 6, 1>& x, double length) {
  W.n += Vec3d{x[0], x[1], x[2]} * length;
  W.f += Vec3d{x[3], x[4], x[5]};
}

}  // namespace

Determinacy determinacy_of(const MatX& states, double size) {
  if (states.cols() == 0) return {states};
  const Eigen::ColPivHouseholderQR<MatX> qr(states);
  const auto rank = (qr.matrixQR().diagonal().array().abs() > touched_above * size).count();
  return {qr.householderQ() * MatX::Identity(states.rows(), rank)};
}

double size_of_states(const Model& model) { return 1 / model.length_m(); }

void put_reactions(const Model& model, const Solution& solution, Eigen::Ref<VecX> state) {
  Eigen::Index row = 0;
  for (const auto* list : {&solution.reaction, &solution.loop_reaction}) {
    for (const JointWrench& W : *list) state.segment<6>(6 * row++) = flat_wrench(W.total, model.length_m());
  }
}

bool Determinacy::undetermined(int joint, int component) const {
  return states.cols() > 0 && states.row(6 * joint + component).norm() > touched_above;
}

int Determinacy::undetermined_dimensions(int joint) const {
  if (states.cols() == 0) return 0;
  const MatX block = states.middleRows<6>(6 * joint);
  const VecX sigma = Eigen::JacobiSVD<MatX>(block).singularValues();
  return static_cast<int>((sigma.array() > touched_above).count());
}

void choose_least_reactions(const Model& model, const Determinacy& d, Solution& out) {
  if (d.n_states() == 0 || out.reaction.empty()) return;
  const std::size_t n_joints = out.reaction.size();
  const double length = model.length_m();
  VecX all(d.states.rows());
  const auto wrench = [&](std::size_t i) -> Forced& { return i < n_joints ? out.reaction[i].total : out.loop_reaction[i - n_joints].total; };
  const std::size_t n = n_joints + out.loop_reaction.size();
  for (std::size_t i = 0; i < n; ++i) all.segment<6>(6 * static_cast<Eigen::Index>(i)) = flat_wrench(wrench(i), length);
  const VecX change = -(d.states * (d.states.transpose() * all));
  for (std::size_t i = 0; i < n; ++i) add_wrench(wrench(i), change.segment<6>(6 * static_cast<Eigen::Index>(i)), length);
}

}  // namespace zanjir
