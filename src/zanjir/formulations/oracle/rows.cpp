#include "zanjir/formulations/oracle/rows.hpp"

namespace zanjir::oracle {

JointView::JointView(const Model& model, const Joint& joint)
    : joint(joint), q_begin(joint.q_begin), nq(joint.nq), v_begin(joint.v_begin), nv(joint.nv) {
  const int index = model.body(joint.child).section;
  if (index < 0 || *model.body(joint.child).inboard_joint != static_cast<JointId>(static_cast<int>(&joint - model.joints().data()))) return;
  section = &model.sections()[at(index)];
  elastic = &model.elastic_bodies()[at(section->elastic)];
  q_begin = elastic->q_begin;
  v_begin = elastic->v_begin;
  nq = nv = elastic->field.n_modes();
}

JointRows differentiate(const JointView& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0) {
  Mat6X derivative(6, 12 + joint.nv);
  for (int k = 0; k < 12 + joint.nv; ++k) {
    std::vector<Dual<double>> x(at(12 + joint.nv), Dual<double>(0.0));
    x[at(k)].rate[0] = 1;
    const auto r = residual_at(joint, X_WP, X_WC, q0, x);
    for (int i = 0; i < 6; ++i) derivative(i, k) = r[at(i)].rate[0];
  }
  return {derivative.leftCols<6>(), derivative.middleCols<6>(6), derivative.rightCols(joint.nv)};
}

Vec6 second_derivative(const JointView& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const VecX& motion) {
  using Second = Dual<Dual<double>>;
  std::vector<Second> x;
  for (const double rate : motion) x.emplace_back(Dual<double>(0.0, rate), Dual<double>(rate));
  const auto r = residual_at(joint, X_WP, X_WC, q0, x);
  Vec6 result;
  for (int i = 0; i < 6; ++i) result[i] = r[at(i)].rate[0].rate[0];
  return result;
}

std::array<bool, 6> rows_in(Plane plane) {
  switch (plane) {
    case Plane::none: return {true, true, true, true, true, true};
    case Plane::xy: return {false, false, true, true, true, false};
    case Plane::yz: return {true, false, false, false, true, true};
    case Plane::xz: return {false, true, false, true, false, true};
  }
  return {};
}

}  // namespace zanjir::oracle
