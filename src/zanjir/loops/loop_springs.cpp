#include "zanjir/loops/loop_springs.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

// Velocity of the point of a body that is now at p_W, and the body's angular velocity; world axes.
Motiond velocity_at(const Model& model, const Workspace& ws, BodyId id, const Vec3d& p_W) {
  const int row = model.body(id).row;
  if (row == 0) return {{0, 0, 0}, {0, 0, 0}};
  const Transformd X = row_pose(model, ws, row);
  const Motiond V = row_velocity(model, ws, row);
  const Vec3d w = X.R * V.w;
  return {w, X.R * V.v + cross(w, p_W - X.p)};
}

struct Elements {  // of the rows of one constraint
  const double *stiffness, *damping, *preload;
  SpringForce& out;
  double force(int i, double c, double rate) {  // (1)
    const double damper = -damping[i] * rate;
    out.energy_J += (0.5 * stiffness[i] * c - preload[i]) * c;
    out.damper_W += damper * rate;
    return preload[i] - stiffness[i] * c + damper;
  }
  bool damped(int n) const {
    return std::any_of(damping, damping + n, [](double d) { return d != 0; });
  }
};

double sum_of_components(const Vec3d& a) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z); }

// Of a Distance: the vector from a to b, and both ends.
struct Span {
  const Frame &a, &b;
  Vec3d p_a, p_b;
};
Span span_of(const Model& model, const Workspace& ws, const Distance& rod) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  return {a, b, frame_pose(model, ws, a).p, frame_pose(model, ws, b).p};
}
double elongation(const Workspace& ws, const Gear& gear) { return ws.q[gear.coordinate_b] - gear.ratio * ws.q[gear.coordinate_a] - gear.offset; }

// Points held together and nothing else (spherical joints, revolute ones in a plane): the same without the orientation of C.
void pull_points(const Model& model, const Workspace& ws, const CutJoint& cut, Elements x) {
  const Joint& joint = cut.joint;
  const Transformd X_WP = body_pose(model, ws, joint.parent);
  const Mat3d R_WJ = X_WP.R * joint.X_PJ.R;
  const Vec3d p_C = body_pose(model, ws, joint.child) * joint.X_CJ.p, gap = transpose_times(R_WJ, p_C - X_WP * joint.X_PJ.p);
  Vec3d rate{0, 0, 0}, f{0, 0, 0}, open{0, 0, 0};
  if (x.damped(n_rows_of(cut)))
    rate = transpose_times(R_WJ, velocity_at(model, ws, joint.child, p_C).v - velocity_at(model, ws, joint.parent, p_C).v);
  int i = 0;
  for (const ClosureRow& row : cut.rows) {
    const double c = dot(row.u, gap);
    f += row.u * x.force(i, c, dot(row.u, rate));
    open += row.u * c;
    ++i;
  }
  x.out.opening.translation = sum_of_components(R_WJ * open);
  x.out.W.f = R_WJ * f;
  x.out.point_W = p_C;
  x.out.first = joint.parent;
  x.out.second = joint.child;
}

void pull(const Model& model, const Workspace& ws, const CutJoint& cut, Elements x) {
  if (std::all_of(cut.rows.begin(), cut.rows.end(), [](const ClosureRow& row) { return is_translation(row.kind); }))
    return pull_points(model, ws, cut, x);
  const Joint& joint = cut.joint;
  const int n = n_rows_of(cut);
  const Transformd X_WJ = body_pose(model, ws, joint.parent) * joint.X_PJ, X_WC = body_pose(model, ws, joint.child) * joint.X_CJ;
  const Transformd X_JC = inverse(X_WJ) * X_WC;
  Motiond V{{0, 0, 0}, {0, 0, 0}};  // of C relative to J, J axes
  if (x.damped(n)) {
    const Motiond second = velocity_at(model, ws, joint.child, X_WC.p), first = velocity_at(model, ws, joint.parent, X_WC.p);
    V = {transpose_times(X_WJ.R, second.w - first.w), transpose_times(X_WJ.R, second.v - first.v)};
  }
  Forced W_J{{0, 0, 0}, {0, 0, 0}};
  Vec3d open{0, 0, 0};
  for (int i = 0; i < n; ++i) {
    const ClosureRow& row = cut.rows[static_cast<std::size_t>(i)];
    const Forced unit = row_wrench(joint, row, X_JC);
    const double c = closure_residual<double>(joint, row, X_JC), f = x.force(i, c, spatial::power(unit, V));
    if (is_translation(row.kind)) open += row.u * c;
    else x.out.opening.turn += std::abs(c);
    W_J.n += unit.n * f;
    W_J.f += unit.f * f;
  }
  x.out.opening.translation = sum_of_components(X_WJ.R * open);
  x.out.W = {X_WJ.R * W_J.n, X_WJ.R * W_J.f};
  x.out.point_W = X_WC.p;
  x.out.first = joint.parent;
  x.out.second = joint.child;
}

// A rod whose ends meet has no direction there, and pulls nowhere.
void pull(const Model& model, const Workspace& ws, const Distance& rod, Elements x) {
  const Span s = span_of(model, ws, rod);
  const double length = norm(s.p_b - s.p_a);
  const Vec3d u = length > 0 ? (s.p_b - s.p_a) * (1 / length) : Vec3d{0, 0, 0};
  const double rate = x.damped(1) ? dot(u, velocity_at(model, ws, s.b.body, s.p_b).v - velocity_at(model, ws, s.a.body, s.p_a).v) : 0;
  x.out.W.f = u * x.force(0, length - rod.length_m, rate);
  x.out.opening.translation = std::abs(length - rod.length_m);
  x.out.point_W = s.p_b;
  x.out.first = s.a.body;
  x.out.second = s.b.body;
}

void pull(const Model& model, const Workspace& ws, const Gear& gear, Elements x) {
  const double c = elongation(ws, gear);
  const auto row = static_cast<std::size_t>(x.stiffness - model.spring_stiffness().data());
  (model.spring_turns()[row] ? x.out.opening.turn : x.out.opening.translation) = std::abs(c);
  x.out.on_b = x.force(0, c, ws.v[gear.speed_b] - gear.ratio * ws.v[gear.speed_a]);
}

}  // namespace

SpringForce spring_force(const Model& model, const Workspace& ws, std::size_t i, int row) {
  SpringForce out;
  const Elements x{model.spring_stiffness().data() + row, model.spring_damping().data() + row, ws.preload.data() + row, out};
  std::visit([&](const auto& constraint) { pull(model, ws, constraint, x); }, model.sprung()[i]);
  return out;
}

void spring_elongations(const Model& model, const Workspace& ws, VecX& c) {
  c.resize(model.n_spring_rows());
  double* out = c.data();
  for (const Constraint& constraint : model.sprung()) {
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Joint& joint = cut->joint;
      const Transformd X_JC = inverse(body_pose(model, ws, joint.parent) * joint.X_PJ) * (body_pose(model, ws, joint.child) * joint.X_CJ);
      for (const ClosureRow& row : cut->rows) *out++ = closure_residual<double>(joint, row, X_JC);
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      const Span s = span_of(model, ws, *rod);
      *out++ = norm(s.p_b - s.p_a) - rod->length_m;
    } else {
      *out++ = elongation(ws, std::get<Gear>(constraint));
    }
  }
}

LoopSum sum_over_springs(const Model& model, const Workspace& ws, const VecX& per_row) {
  LoopSum sum;
  Eigen::Index i = 0;
  for (const Constraint& constraint : model.sprung()) {
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      Vec3d gap_J{0, 0, 0};
      for (const ClosureRow& row : cut->rows) {
        if (is_translation(row.kind)) gap_J += row.u * per_row[i];
        else sum.turn += std::abs(per_row[i]);
        ++i;
      }
      const Vec3d gap = body_pose(model, ws, cut->joint.parent).R * (cut->joint.X_PJ.R * gap_J);
      sum.translation += sum_of_components(gap);
    } else {
      (model.spring_turns()[static_cast<std::size_t>(i)] ? sum.turn : sum.translation) += std::abs(per_row[i]);
      ++i;
    }
  }
  return sum;
}

}  // namespace zanjir
