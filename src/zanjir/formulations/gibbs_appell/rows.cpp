// With Omega, U the angular velocity of C and the velocity of its origin seen from J, and the columns r of R_JC,
//   r' = Omega x r,  r'' = Omega' x r + Omega x (Omega x r),   p' = U,  p'' = U'                                                              (1)
// go into the residual as numbers with derivatives: once with six unit motions (the wrench of the row), once along the motion (c'').
//   Omega = omega_2 - omega_1                         U  = v_2(C) - v_1(C)
//   Omega' = omega_2' - omega_1' - omega_1 x Omega    U' = a_2(C) - a_1(C) - 2 omega_1 x U,   a_b(C) = a_b + omega_b' x s + omega_b x (omega_b x s)   (2)
// where s is the way from the body's origin to C; gravity, which the ground's acceleration stands for, drops out of the differences.
#include "zanjir/formulations/gibbs_appell/rows.hpp"

#include <array>

#include "zanjir/dynamics/dual.hpp"

namespace zanjir::gibbs_appell {
namespace {

using Gradient = Dual<double, 6>;
using Along = Dual<Dual<double>>;  // along the motion, twice
using spatial::Vec3;

Along along(double value, double rate, double twice) { return Along(Dual<double>(value, rate), Dual<double>(rate, twice)); }
Vec3<Along> along(const Vec3d& value, const Vec3d& rate, const Vec3d& twice) {
  return {along(value.x, rate.x, twice.x), along(value.y, rate.y, twice.y), along(value.z, rate.z, twice.z)};
}
double second_derivative_of(const Along& c) { return c.rate[0].rate[0]; }

// (1) along the motion
spatial::Transform<Along> moving_pose(const RelativeMotion& m) {
  const auto turning = [&](const Vec3d& r) {
    const Vec3d rate = cross(m.V.w, r);
    return along(r, rate, cross(m.V_dot.w, r) + cross(m.V.w, rate));
  };
  const Mat3d& R = m.X_JC.R;
  return {spatial::Mat3<Along>::from_columns(turning(R.col(0)), turning(R.col(1)), turning(R.col(2))), along(m.X_JC.p, m.V.v, m.V_dot.v)};
}

// (1) for six unit motions
spatial::Transform<Gradient> varied_pose(const Transformd& X_JC) {
  const auto varied = [](const Vec3d& value, const std::array<Vec3d, 6>& rates) {
    Vec3<Gradient> out{Gradient(value.x), Gradient(value.y), Gradient(value.z)};
    for (std::size_t k = 0; k < 6; ++k) {
      for (int i = 0; i < 3; ++i) out[i].rate[k] = rates[k][i];
    }
    return out;
  };
  const Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, none{0, 0, 0};
  const auto turning = [&](const Vec3d& r) { return varied(r, {cross(x, r), cross(y, r), cross(z, r), none, none, none}); };
  const Mat3d& R = X_JC.R;
  return {spatial::Mat3<Gradient>::from_columns(turning(R.col(0)), turning(R.col(1)), turning(R.col(2))),
          varied(X_JC.p, {none, none, none, x, y, z})};
}

struct RodEnds {
  const Link &first, &second;
  Vec3d a, b;  // in the world
};
RodEnds ends_of(const Model& model, const Distance& rod, const Tree& x) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const Link &first = x.links[at(a.body)], &second = x.links[at(b.body)];
  return {first, second, first.X_WB * a.X_BF.p, second.X_WB * b.X_BF.p};
}
Vec3d acceleration_at(const Link& b, const Vec3d& point) {
  const Vec3d s = transpose_times(b.X_WB.R, point - b.X_WB.p);
  return b.X_WB.R * (b.a + cross(b.omega_dot, s) + cross(b.omega, cross(b.omega, s)));
}

}  // namespace

RelativeMotion relative_motion(const Tree& x, const Joint& joint) {
  const Link &first = x.links[at(joint.parent)], &second = x.links[at(joint.child)];
  RelativeMotion m;
  m.X_WJ = first.X_WB * joint.X_PJ;
  m.X_JC = inverse(m.X_WJ) * (second.X_WB * joint.X_CJ);
  const Mat3d R_J1 = transpose(joint.X_PJ.R), R_J2 = m.X_JC.R * transpose(joint.X_CJ.R);
  const Vec3d s_1 = R_J1 * joint.X_PJ.p + m.X_JC.p, s_2 = R_J2 * joint.X_CJ.p;
  const Vec3d w_1 = R_J1 * first.omega, w_2 = R_J2 * second.omega, w_1_dot = R_J1 * first.omega_dot, w_2_dot = R_J2 * second.omega_dot;
  m.V = {w_2 - w_1, R_J2 * second.v + cross(w_2, s_2) - R_J1 * first.v - cross(w_1, s_1)};
  const Vec3d a_1 = R_J1 * first.a + cross(w_1_dot, s_1) + cross(w_1, cross(w_1, s_1));
  const Vec3d a_2 = R_J2 * second.a + cross(w_2_dot, s_2) + cross(w_2, cross(w_2, s_2));
  m.V_dot = {w_2_dot - w_1_dot - cross(w_1, m.V.w), a_2 - a_1 - cross(w_1, m.V.v) * 2};
  return m;
}

Row row_of(const Joint& joint, const ClosureRow& closure, const RelativeMotion& m) {
  const Gradient c = closure_residual(joint, closure, varied_pose(m.X_JC));
  const Forced W{{c.rate[0], c.rate[1], c.rate[2]}, {c.rate[3], c.rate[4], c.rate[5]}};  // J axes
  return {index(joint.parent), index(joint.child), m.X_WJ * m.X_JC.p, {m.X_WJ.R * W.n, m.X_WJ.R * W.f}, c.value, power(W, m.V)};
}

double second_derivative(const Joint& joint, const ClosureRow& closure, const RelativeMotion& m) {
  return second_derivative_of(closure_residual(joint, closure, moving_pose(m)));
}

Row row_of(const Model& model, const Distance& rod, const Tree& x) {
  const RodEnds ends = ends_of(model, rod, x);
  const Vec3d d = ends.b - ends.a;
  const double length = norm(d);
  const Vec3d u = d * (1 / length);
  return {index(model.frame(rod.a).body),
          index(model.frame(rod.b).body),
          ends.b,
          {{0, 0, 0}, u},
          length - rod.length_m,
          dot(u, velocity_at(ends.second, ends.b) - velocity_at(ends.first, ends.a))};
}

double second_derivative(const Model& model, const Distance& rod, const Tree& x) {
  const RodEnds ends = ends_of(model, rod, x);
  return second_derivative_of(norm(along(ends.b - ends.a, velocity_at(ends.second, ends.b) - velocity_at(ends.first, ends.a),
                                         acceleration_at(ends.second, ends.b) - acceleration_at(ends.first, ends.a))));
}

int common_link(const Tree& x, int first, int second) {
  while (first != second) {
    int& later = first > second ? first : second;  // parents precede children
    later = x.links[at(later)].parent;
  }
  return first;
}

Rows::Rows(const Model& model)
    : rows(at(model.n_closure_rows())),
      A(MatX::Zero(model.n_closure_rows(), model.nv())),
      rest(VecX::Zero(model.n_closure_rows())),
      S_cut(MatX::Zero(model.n_cut_v(), model.nv())) {}

void update_rows(const Model& model, const VecX& vdot, const Tree& x, Rows& l) {
  int next = 0;
  l.A.setZero();
  const auto put = [&](const Row& row, double twice) {
    l.rows[at(next)] = row;
    l.rest[next] = -twice;
    const Link &first = x.links[at(row.first)], &second = x.links[at(row.second)];
    const int common = common_link(x, row.first, row.second);
    project_wrench(x, row.second, common, in_link(second, row.point, row.W), 1, l.A.row(next));
    project_wrench(x, row.first, common, in_link(first, row.point, row.W), -1, l.A.row(next));
    ++next;
  };
  for (const Constraint& constraint : model.constraints()) {
    if (n_rows_of(constraint) == 0) continue;  // springs
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const RelativeMotion m = relative_motion(x, cut->joint);
      for (const ClosureRow& closure : cut->rows) put(row_of(cut->joint, closure, m), second_derivative(cut->joint, closure, m));
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      put(row_of(model, *rod, x), second_derivative(model, *rod, x));
    } else {
      const auto& gear = std::get<Gear>(constraint);
      l.A(next, gear.speed_b) += 1;
      l.A(next, gear.speed_a) -= gear.ratio;
      l.rows[at(next)] = {};
      l.rest[next] = gear.ratio * vdot[gear.speed_a] - vdot[gear.speed_b];
      ++next;
    }
  }
}

void update_cut_rates(const Model& model, const Tree& x, Rows& l) {
  l.S_cut.setZero();
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    const Joint& joint = cut->joint;
    const RelativeMotion m = relative_motion(x, joint);
    const Transformd X_WC = m.X_WJ * m.X_JC;
    const int first = index(joint.parent), second = index(joint.child), common = common_link(x, first, second);
    for (int k = 0; k < joint.nv; ++k) {
      std::array<double, 6> one{};
      one[at(k)] = 1;
      const Forced share = actuator_share(joint, m.X_JC.R, one.data());  // its power is the speed
      const Forced W{X_WC.R * share.n, X_WC.R * share.f};
      project_wrench(x, second, common, in_link(x.links[at(second)], X_WC.p, W), 1, l.S_cut.row(joint.v_begin + k));
      project_wrench(x, first, common, in_link(x.links[at(first)], X_WC.p, W), -1, l.S_cut.row(joint.v_begin + k));
    }
  }
}

}  // namespace zanjir::gibbs_appell
