// All accelerations, driving forces and joint wrenches in one dense solve.   Source: [Haug1989] chapter 11; particles: [Routh1905] chapter 1.
//   bodies b     M_b A_b - sum_j (dr_j/dx_b)^T lambda_j               = external_b - velocity terms_b     6 rows each             (1)
//   joints j     sum_b (dr_j/dx_b) A_b + (dr_j/dq_j) vdot_j           = -r_j''                            6 rows each             (2)
//   speeds k     rotor_k vdot_k - (dr_j/dq_k)^T lambda_j - tau_k      = elements_k                        1 row each              (3)
// The residual r_j(x_P, x_C, q_j) in R^6 says how far the child-side joint frame C is from where the parent and the joint's coordinates
// put it: rotation (the vector of the skew part, sin(angle) times axis, so with the derivatives of the rotation vector at zero up to the
// second) and position. Its rows are differentiated automatically; r'' is its second derivative along the present motion.
// Poses are varied by screws: x is moved by the body twist xi, coordinates by the speeds, with twist and speeds constant along the way:
//   R <- R exp(xi_w),   p <- p + R (xi_v + xi_w x xi_v / 2)    exact to second order, so accelerations are rates of the speeds        (4)
// Loops: a cut joint is a joint like any other, (2) and (3) with its own coordinates, which follow from the poses of its two bodies, and
// speeds, which follow from their velocities; in a planar mechanism it has the three rows of the plane only. A distance adds one row by
// differentiating its length, a gear one row on two speeds. Redundant rows make the system deficient: with the rank of the loops kept, the
// solution of least norm, and the reactions of least norm by the null space of this same system.
// A loop that is a spring pulls at its two bodies with preload - k c - d c' times the derivative of its residual c by their poses.
// Each body is replaced by particles with its mass, mass centre and second moments, and obeys Newton's law for each of them:
//   a_i = vdot + wdot x s_i + w x v + w x (w x s_i),   force = sum m_i a_i,   moment = sum s_i x m_i a_i,   body axes               (5)
// An elastic body has its modes among the speeds; what stands on it stands on sections, bodies without mass whose joint residual moves with the
// modes. Its mass is that of the points of a plain quadrature of its displacement field, at r(x, delta) in the body, and rows (1) and (3) get
//   a = vdot + wdot x r + w x v + w x (w x r) + 2 w x r' + r'',   wrench = sum [r x m a; m a],   modal force j = sum dr/ddelta_j . m a      (6)
// with r', r'' by differentiating r along the motion; rotary energy T(w, delta, delta') by Lagrange's equations, differentiated likewise:
//   moment = d/dt dT/dw + w x dT/dw,   modal force j = d/dt dT/ddelta'_j - dT/ddelta_j                                                     (7)
//   symbol    code           symbol     code             symbol     code
//   A_b       [wdot; vdot]   lambda_j   joint wrench     r_j        residual      parent on child: lambda, at C, in the axes of C
#include "zanjir/dynamics/oracle.hpp"

#include <limits>
#include <utility>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/dynamics/dual.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"
#include "zanjir/dynamics/poses.hpp"

namespace zanjir {
namespace {

using spatial::cast;
using spatial::Mat3;
using spatial::Quaternion;
using spatial::Transform;
using spatial::Vec3;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }
std::size_t at(BodyId id) { return at(index(id)); }
Vec6 to_eigen(const Vec3d& a, const Vec3d& b) { return (Vec6() << a.x, a.y, a.z, b.x, b.y, b.z).finished(); }
Vec3d head(const Vec6& a) { return {a[0], a[1], a[2]}; }
Vec3d tail(const Vec6& a) { return {a[3], a[4], a[5]}; }

// ---- joints ---------------------------------------------------------------------------------------------------------------------

// A joint with its coordinates; for a section, those are the modes of its elastic body.
struct JointView {
  JointView(const Model& model, const Joint& joint) : joint(joint), q_begin(joint.q_begin), nq(joint.nq), v_begin(joint.v_begin), nv(joint.nv) {
    const int index = model.body(joint.child).section;
    if (index < 0 || *model.body(joint.child).inboard_joint != static_cast<JointId>(static_cast<int>(&joint - model.joints().data()))) return;
    section = &model.sections()[at(index)];
    elastic = &model.elastic_bodies()[at(section->elastic)];
    q_begin = elastic->q_begin;
    v_begin = elastic->v_begin;
    nq = nv = elastic->field.n_modes();
  }
  explicit JointView(const Joint& cut) : joint(cut), q_begin(cut.q_begin), nq(cut.nq), v_begin(cut.v_begin), nv(cut.nv) {}

  template <class T>
  Transform<T> motion(const T* q) const {
    return section ? section_pose(elastic->field, section->shapes, q) : joint_motion(joint, q);
  }

  const Joint& joint;
  int q_begin, nq, v_begin, nv;
  const SectionBody* section = nullptr;
  const ElasticBody* elastic = nullptr;
};

// (4)
template <class T>
Vec3<T> screw_shift(const T* xi) {
  const Vec3<T> w{xi[0], xi[1], xi[2]}, v{xi[3], xi[4], xi[5]};
  return v + cross(w, v) * T(0.5);
}
template <class T>
Transform<T> moved(const Transformd& X, const T* xi) {
  const Mat3<T> R = cast<T>(X.R);
  return {R * to_matrix(exp_quaternion(Vec3<T>{xi[0], xi[1], xi[2]})), cast<T>(X.p) + R * screw_shift(xi)};
}
template <class T>
std::vector<T> moved_coordinates(const JointView& view, const double* q0, const T* xi) {
  const Joint& joint = view.joint;
  std::vector<T> q(q0, q0 + view.nq);
  if (view.section) {
    for (int i = 0; i < view.nv; ++i) q[at(i)] += xi[i];
    return q;
  }
  if (joint.type != JointType::spherical && joint.type != JointType::free) {
    for (int i = 0; i < joint.nv; ++i) q[at(i)] += xi[i];
    return q;
  }
  T* quat = q.data() + joint.nq - 4;
  const Quaternion<T> r0 = normalized(Quaternion<T>{quat[0], quat[1], quat[2], quat[3]});
  const Quaternion<T> r = r0 * exp_quaternion(Vec3<T>{xi[0], xi[1], xi[2]});
  quat[0] = r.w, quat[1] = r.x, quat[2] = r.y, quat[3] = r.z;
  if (joint.type == JointType::free) {
    const Vec3<T> shift = to_matrix(r0) * screw_shift(xi);
    for (int i = 0; i < 3; ++i) q[at(i)] += shift[i];
  }
  return q;
}

template <class T>
std::array<T, 6> residual(const JointView& view, const Transform<T>& X_WP, const Transform<T>& X_WC, const T* q) {
  const Transform<T> expected = X_WP * cast<T>(view.joint.X_PJ) * view.motion(q);
  const Transform<T> E = inverse(expected) * (X_WC * cast<T>(view.joint.X_CJ));  // the identity when the joint holds
  const T half(0.5);
  return {(E.R.zy - E.R.yz) * half, (E.R.xz - E.R.zx) * half, (E.R.yx - E.R.xy) * half, E.p.x, E.p.y, E.p.z};
}

// Variables of one residual: 6 of the parent, 6 of the child, nv of the joint.
template <class T>
std::array<T, 6> residual_at(const JointView& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const std::vector<T>& x) {
  return residual(joint, moved(X_WP, x.data()), moved(X_WC, x.data() + 6), moved_coordinates(joint, q0, x.data() + 12).data());
}

struct JointRows {
  Mat6 parent, child;
  Mat6X speeds;
};
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
// d2r/ds2 along the motion x(s) = s (V_P, V_C, v_j)
Vec6 second_derivative(const JointView& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const VecX& motion) {
  using Second = Dual<Dual<double>>;
  std::vector<Second> x;
  for (const double rate : motion) x.emplace_back(Dual<double>(0.0, rate), Dual<double>(rate));
  const auto r = residual_at(joint, X_WP, X_WC, q0, x);
  Vec6 result;
  for (int i = 0; i < 6; ++i) result[i] = r[at(i)].rate[0].rate[0];
  return result;
}

// Where a planar mechanism holds its cut joints: turns about the normal, shifts along the plane. All six rows elsewhere.
std::array<bool, 6> rows_in(Plane plane) {
  switch (plane) {
    case Plane::none: return {true, true, true, true, true, true};
    case Plane::xy: return {false, false, true, true, true, false};
    case Plane::yz: return {true, false, false, false, true, true};
    case Plane::xz: return {false, true, false, true, false, true};
  }
  return {};
}

// Length between two frames; variables: 6 of the first body, 6 of the second.
template <class T>
T length_at(const Frame& a, const Frame& b, const Transformd& X_WA, const Transformd& X_WB, const std::array<T, 12>& x) {
  return norm(moved(X_WB, x.data() + 6) * cast<T>(b.X_BF.p) - moved(X_WA, x.data()) * cast<T>(a.X_BF.p));
}

// ---- bodies ---------------------------------------------------------------------------------------------------------------------

struct Particle {
  double mass;
  Vec3d place;  // in the body
};
// Six particles on the principal axes through the mass centre, and one in it, with the same mass, mass centre and second moments as the
// body. Weights may be negative (a planar body with one inertia number has no real mass distribution); the sums are right all the same.
std::vector<Particle> particles_of(const Inertiad& b) {
  const Vec3d c = b.m > 0 ? b.h * (1 / b.m) : Vec3d{0, 0, 0};
  const Mat3d I = to_matrix(b.I + point_inertia(-b.m, c));
  Eigen::Matrix3d second_moment;  // sum m s s^T = 1/2 tr(I) 1 - I
  second_moment << -I.xx, -I.xy, -I.xz, -I.yx, -I.yy, -I.yz, -I.zx, -I.zy, -I.zz;
  second_moment.diagonal().array() += 0.5 * (I.xx + I.yy + I.zz);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(second_moment);
  std::vector<Particle> particles{{b.m, c}};
  for (int i = 0; i < 3; ++i) {
    const double moment = principal.eigenvalues()[i];
    if (moment == 0) continue;
    const double distance = b.m > 0 ? std::sqrt(3 * std::abs(moment) / b.m) : 1;
    const double mass = 0.5 * moment / (distance * distance);
    const Eigen::Vector3d axis = principal.eigenvectors().col(i) * distance;
    particles.push_back({mass, c + Vec3d{axis[0], axis[1], axis[2]}});
    particles.push_back({mass, c - Vec3d{axis[0], axis[1], axis[2]}});
    particles[0].mass -= 2 * mass;
  }
  return particles;
}

// (5): what it takes to accelerate the particles like this; V, A and the result in body axes, at the body origin.
Vec6 wrench_needed(const std::vector<Particle>& particles, const Vec6& V, const Vec6& A) {
  const Vec3d w = head(V), v = tail(V), wdot = head(A), vdot = tail(A);
  Vec3d moment{0, 0, 0}, force{0, 0, 0};
  for (const auto& [m, s] : particles) {
    const Vec3d f = (vdot + cross(wdot, s) + cross(w, v) + cross(w, cross(w, s))) * m;
    force += f;
    moment += cross(s, f);
  }
  return to_eigen(moment, force);
}

// ---- elastic bodies -------------------------------------------------------------------------------------------------------------

struct ElasticForce {
  Vec6 wrench = Vec6::Zero();
  VecX modal;
};
struct ElasticMotion {  // V, A in body axes
  Vec6 V, A;
  VecX delta, rate, acceleration;
};
using First = Dual<double>;
using Second = Dual<Dual<double>>;

// delta + t rate + t^2/2 acceleration, differentiated twice at t = 0.
std::vector<Second> along(const VecX& delta, const VecX& rate, const VecX& acceleration) {
  std::vector<Second> path;
  for (Eigen::Index j = 0; j < delta.size(); ++j) path.emplace_back(First(delta[j], rate[j]), First(rate[j], acceleration[j]));
  return path;
}
// dr/ddelta_j
std::vector<Vec3d> centre_slopes(const DisplacementField& field, const SectionShapes& shapes, const VecX& delta) {
  std::vector<Vec3d> slopes;
  for (int j = 0; j < field.n_modes(); ++j) {
    std::vector<First> moving(delta.begin(), delta.end());
    moving[at(j)].rate[0] = 1;
    const Vec3<First> r = section_centre(field, shapes, moving.data());
    slopes.push_back({r.x.rate[0], r.y.rate[0], r.z.rate[0]});
  }
  return slopes;
}

// (7): the gradient of T in one direction, and its rate along the motion.
template <class Direction>
std::pair<double, double> gradient_and_rate(const DisplacementField& field, const SectionShapes& shapes, const ElasticMotion& m, Direction&& mark) {
  std::vector<Second> delta, rate;
  for (Eigen::Index j = 0; j < m.delta.size(); ++j) {
    delta.emplace_back(First(m.delta[j], m.rate[j]));
    rate.emplace_back(First(m.rate[j], m.acceleration[j]));
  }
  Vec3<Second> omega{Second(First(m.V[0], m.A[0])), Second(First(m.V[1], m.A[1])), Second(First(m.V[2], m.A[2]))};
  mark(omega, delta, rate);
  const Second T = rotary_energy(field, shapes, omega, delta.data(), rate.data());
  return {T.rate[0].value, T.rate[0].rate[0]};
}
void add_rotary(const DisplacementField& field, const FieldNode& node, const ElasticMotion& m, ElasticForce& out) {
  Vec3d momentum{0, 0, 0}, rate{0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    const auto [value, change] = gradient_and_rate(field, node.shapes, m, [&](auto& omega, auto&, auto&) { omega[i].rate[0] = First(1.0); });
    momentum[i] = value;
    rate[i] = change;
  }
  out.wrench += to_eigen((rate + cross(head(m.V), momentum)) * node.weight, {0, 0, 0});
  for (int j = 0; j < field.n_modes(); ++j) {
    const double inertia = gradient_and_rate(field, node.shapes, m, [&](auto&, auto&, auto& speeds) { speeds[at(j)].rate[0] = First(1.0); }).second;
    const double slope = gradient_and_rate(field, node.shapes, m, [&](auto&, auto& delta, auto&) { delta[at(j)].rate[0] = First(1.0); }).first;
    out.modal[j] += node.weight * (inertia - slope);
  }
}

// (6), (7)
ElasticForce force_needed(const DisplacementField& field, const ElasticMotion& m) {
  ElasticForce out;
  out.modal = VecX::Zero(field.n_modes());
  const Vec3d w = head(m.V), v = tail(m.V), wdot = head(m.A), vdot = tail(m.A);
  const auto path = along(m.delta, m.rate, m.acceleration);
  for (const FieldNode& node : field.nodes) {
    const Vec3<Second> r = section_centre(field, node.shapes, path.data());
    const Vec3d s{r.x.value.value, r.y.value.value, r.z.value.value}, s_dot{r.x.rate[0].value, r.y.rate[0].value, r.z.rate[0].value};
    const Vec3d s_ddot{r.x.rate[0].rate[0], r.y.rate[0].rate[0], r.z.rate[0].rate[0]};
    const Vec3d a = vdot + cross(wdot, s) + cross(w, v) + cross(w, cross(w, s)) + cross(w, s_dot) * 2 + s_ddot;
    const Vec3d f = a * (node.weight * field.mass_kg_per_m);
    out.wrench += to_eigen(cross(s, f), f);
    const auto slopes = centre_slopes(field, node.shapes, m.delta);
    for (int j = 0; j < field.n_modes(); ++j) out.modal[j] += dot(slopes[at(j)], f);
    add_rotary(field, node, m, out);
  }
  return out;
}
// Weight, stiffness and damping.
ElasticForce force_applied(const DisplacementField& field, const Vec3d& gravity_B, const VecX& delta, const VecX& rate) {
  ElasticForce out;
  out.modal = -field.K * delta - field.D * rate;
  for (const FieldNode& node : field.nodes) {
    const Vec3d f = gravity_B * (node.weight * field.mass_kg_per_m), s = section_centre(field, node.shapes, delta.data());
    out.wrench += to_eigen(cross(s, f), f);
    const auto slopes = centre_slopes(field, node.shapes, delta);
    for (int j = 0; j < field.n_modes(); ++j) out.modal[j] += dot(slopes[at(j)], f);
  }
  return out;
}

// Gravity, springs, dampers, loads and contacts on each body: body axes, at the body origin.
std::vector<Vec6> external_wrenches(const Model& model, const std::vector<Transformd>& X_WB, const std::vector<Vec6>& V,
                                    const std::vector<std::vector<Particle>>& particles, const std::vector<ContactMemory>& memory, double t_s) {
  std::vector<Vec6> external(X_WB.size(), Vec6::Zero());
  const auto pull = [&](std::size_t body, const Vec3d& place, const Vec3d& moment_W, const Vec3d& force_W) {
    const Vec3d n = transpose_times(X_WB[body].R, moment_W), f = transpose_times(X_WB[body].R, force_W);
    external[body] += to_eigen(n + cross(place, f), f);
  };
  for (std::size_t i = 1; i < X_WB.size(); ++i) {
    for (const auto& [m, s] : particles[i]) pull(i, s, {0, 0, 0}, model.gravity() * m);
  }
  for (const FrameSpring& spring : model.forces().frame_springs) {
    const Frame &a = model.frame(spring.a), &b = model.frame(spring.b);
    const auto velocity = [&](const Frame& f) { return X_WB[at(f.body)].R * (tail(V[at(f.body)]) + cross(head(V[at(f.body)]), f.X_BF.p)); };
    const Vec3d d = X_WB[at(b.body)] * b.X_BF.p - X_WB[at(a.body)] * a.X_BF.p;
    const Vec3d on_b = spring_force_on_b(spring, d, velocity(b) - velocity(a));
    pull(at(b.body), b.X_BF.p, {0, 0, 0}, on_b);
    pull(at(a.body), a.X_BF.p, {0, 0, 0}, -on_b);
  }
  for (const FrameLoad& load : model.forces().frame_loads) {
    const Frame& frame = model.frame(load.on);
    const Mat3d R = load.world_axes ? Mat3d::identity() : X_WB[at(frame.body)].R * frame.X_BF.R;
    const Forced F = load_wrench(load, t_s);
    pull(at(frame.body), frame.X_BF.p, R * F.n, R * F.f);
  }
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& contact = model.contacts()[i];
    if (!contact.compliant || memory[i].phase == ContactPhase::flight) continue;
    const Frame& frame = model.frame(contact.on);
    const std::size_t body = at(frame.body);
    const Vec3d down_B = transpose_times(X_WB[body].R, contact.ground.normal) * -contact.radius_m, place = frame.X_BF.p + down_B;
    const Vec3d velocity = X_WB[body].R * (tail(V[body]) + cross(head(V[body]), place));
    pull(body, place, {0, 0, 0}, contact_force(*contact.compliant, contact.ground, memory[i], X_WB[body] * place, velocity, X_WB[body].R * frame.X_BF.R).total_W);
  }
  return external;
}

// ---- the system -----------------------------------------------------------------------------------------------------------------

struct System {
  // Unknowns: 6 accelerations of each body, one per speed (vdot or tau), 6 wrench components of each joint. Rows: (1), (3), (2).
  // Then for the loops: one acceleration per speed of a cut joint, 6 wrench components of each, one force of each distance and gear.
  System(const Model& model) : n_bodies(static_cast<int>(model.bodies().size()) - 1), nv(model.nv()), size(12 * n_bodies + nv + model.n_cut_v()) {
    for (const Constraint& constraint : model.constraints()) {
      first_of.push_back(size);
      size += springs_of(constraint) >= 0 ? 0 : std::holds_alternative<CutJoint>(constraint) ? 6 : 1;
    }
    A = MatX::Zero(size, size);
    rhs = VecX::Zero(size);
    unit = row_unit = VecX::Ones(size);
  }
  int body(BodyId b) const { return 6 * (index(b) - 1); }  // not for the ground
  int speed(int k) const { return 6 * n_bodies + k; }
  int joint(int j) const { return 6 * n_bodies + nv + 6 * j; }
  int cut_speed(int k) const { return 12 * n_bodies + nv + k; }
  int constraint(std::size_t c) const { return first_of[c]; }

  int n_bodies, nv, size;
  std::vector<int> first_of;  // per constraint
  MatX A;
  VecX rhs, unit, row_unit;  // unknown i is measured in unit[i], row i in row_unit[i]
};

// Natural units: what a joint carries has mass m and size l, time is in seconds; so accelerations are 1/l and 1, wrenches m l and m.
// Where nothing is carried, the units of the joint before. Entries of the system then are of order one, and rank can be judged.
void choose_units(const Model& model, const Question& ask, System& s) {
  std::vector<InertiaBeyond> beyond;
  inertia_beyond(model, ask.q, beyond);
  std::vector<double> mass(model.bodies().size(), 1.0), length(model.bodies().size(), 1.0);
  for (std::size_t b = 1; b < mass.size(); ++b) {
    const Body& body = model.bodies()[b];
    const InertiaBeyond& carried = beyond[at(index(*body.inboard_joint))];
    mass[b] = carried.mass > 0 ? carried.mass : mass[at(body.inboard_body)];
    length[b] = carried.mass > 0 && carried.rotation > 0 ? std::sqrt(carried.rotation / carried.mass) : length[at(body.inboard_body)];
    const double m = mass[b], l = length[b];
    const Vec6 acceleration = to_eigen(Vec3d{1, 1, 1} * (1 / l), {1, 1, 1}), wrench = to_eigen(Vec3d{1, 1, 1} * (m * l), Vec3d{1, 1, 1} * m);
    const int at_body = s.body(static_cast<BodyId>(static_cast<int>(b))), at_joint = s.joint(index(*body.inboard_joint));
    s.unit.segment<6>(at_body) = acceleration;
    s.unit.segment<6>(at_joint) = wrench;
    s.row_unit.segment<6>(at_body) = wrench;
    s.row_unit.segment<6>(at_joint) = acceleration;
    const Joint& joint = model.joint(*body.inboard_joint);
    const int n_modes = body.elastic < 0 ? 0 : model.elastic_bodies()[at(body.elastic)].field.n_modes();  // they follow
    for (int k = joint.v_begin; k < joint.v_begin + joint.nv + n_modes; ++k) {
      const bool slide = is_slide(model, k);
      const double force = slide ? m : m * l;
      s.row_unit[s.speed(k)] = force;
      s.unit[s.speed(k)] = ask.want[at(k)] == Want::tau ? force : slide ? 1 : 1 / l;
    }
  }
  // A loop between two bodies: the units of the lighter side that moves.
  const auto lighter = [&](BodyId a, BodyId b) { return a == BodyId::ground || (b != BodyId::ground && mass[at(b)] < mass[at(a)]) ? at(b) : at(a); };
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (springs_of(constraint) >= 0) continue;
    const int row = s.constraint(c);
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const std::size_t b = lighter(cut->joint.parent, cut->joint.child);
      const double m = mass[b], l = length[b];
      s.unit.segment<6>(row) = to_eigen(Vec3d{1, 1, 1} * (m * l), Vec3d{1, 1, 1} * m);
      s.row_unit.segment<6>(row) = to_eigen(Vec3d{1, 1, 1} * (1 / l), {1, 1, 1});
      for (int k = 0; k < cut->joint.nv; ++k) {
        const bool slide = slides(cut->joint.type, k);
        s.row_unit[s.cut_speed(cut->joint.v_begin + k)] = slide ? m : m * l;
        s.unit[s.cut_speed(cut->joint.v_begin + k)] = slide ? 1 : 1 / l;
      }
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      s.unit[row] = mass[lighter(model.frame(rod->a).body, model.frame(rod->b).body)];
    } else {
      const auto& gear = std::get<Gear>(constraint);
      s.unit[row] = s.row_unit[s.speed(gear.speed_b)];
      s.row_unit[row] = is_slide(model, gear.speed_b) ? 1 : 1 / length[at(model.joint(model.joint_of_speed(gear.speed_b)).child)];
    }
  }
}

struct SingularPair {
  double sigma;
  VecX right;  // unit vector x with |A x| = sigma
};
// Largest (+1) or smallest (-1) singular value of R P^T by power iteration on R^T R or its inverse. A few steps give the factor that a
// condition number is good for; a zero on the diagonal is replaced by the smallest number that can be told from it.
template <class Qr>
SingularPair extreme_singular(const Qr& qr, int direction) {
  MatX R = qr.matrixR().template triangularView<Eigen::Upper>();
  const double tiny = 1e-3 * std::numeric_limits<double>::epsilon() * R.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < R.rows(); ++i) {
    if (std::abs(R(i, i)) < tiny) R(i, i) = tiny;
  }
  const auto upper = std::as_const(R).triangularView<Eigen::Upper>();
  VecX x = VecX::LinSpaced(R.rows(), 1, 2).normalized();
  double growth = 0;
  for (int iteration = 0; iteration < 12; ++iteration) {
    VecX y = x;
    if (direction > 0) {
      y = upper * x;
      y = (upper.transpose() * y).eval();
    } else {
      upper.transpose().solveInPlace(y);
      upper.solveInPlace(y);
    }
    growth = y.norm();
    x = y / growth;
  }
  return {direction > 0 ? std::sqrt(growth) : 1 / std::sqrt(growth), qr.colsPermutation() * x};
}

struct CutPieces {
  VecX q, v;  // its own coordinates and speeds
  JointRows rows;
  Vec6 second_derivative;
};

struct Pieces {  // everything at the present state, before it is put together
  std::vector<Transformd> X_WB;
  std::vector<JointRows> rows;  // per joint
  std::vector<CutPieces> cut;   // per constraint; empty for distances and gears
  std::vector<Vec6> V;          // per body: twist in body axes
  std::vector<std::vector<Particle>> particles;
  std::vector<Vec6> external;
  std::vector<Forced> spring_wrench;  // per sprung loop: first on second, at the origin of its second frame, world axes
  VecX spring_force;                  // [nv] of sprung gears
};

// Body velocities from the joint rows: sum_b (dr/dx_b) V_b = -(dr/dq) v, all joints at once.
std::vector<Vec6> solve_velocities(const Model& model, const std::vector<JointRows>& rows, const VecX& v) {
  const int n = static_cast<int>(model.bodies().size()) - 1;
  MatX J = MatX::Zero(6 * n, 6 * n);
  VecX rhs(6 * n);
  for (int j = 0; j < n; ++j) {
    const Joint& joint = model.joints()[at(j)];
    if (joint.parent != BodyId::ground) J.block<6, 6>(6 * j, 6 * (index(joint.parent) - 1)) = rows[at(j)].parent;
    if (joint.child != BodyId::ground) J.block<6, 6>(6 * j, 6 * (index(joint.child) - 1)) = rows[at(j)].child;
    const JointView view(model, joint);
    rhs.segment<6>(6 * j) = -rows[at(j)].speeds * v.segment(view.v_begin, view.nv);
  }
  const VecX solution = J.partialPivLu().solve(rhs);
  std::vector<Vec6> V(at(n + 1), Vec6::Zero());
  for (int b = 1; b <= n; ++b) V[at(b)] = solution.segment<6>(6 * (b - 1));
  return V;
}

// A cut joint like one of the tree, with the coordinates and speeds that its two bodies give it.
CutPieces take_apart_cut(const Model& model, const Joint& joint, const Pieces& p) {
  CutPieces cut{VecX(joint.nq), VecX::Zero(joint.nv), {}, {}};
  const Transformd &X_WP = p.X_WB[at(joint.parent)], &X_WC = p.X_WB[at(joint.child)];
  joint_coordinates(joint, inverse(X_WP * joint.X_PJ) * (X_WC * joint.X_CJ), cut.q.data());
  const JointView view(joint);
  cut.rows = differentiate(view, X_WP, X_WC, cut.q.data());
  const Vec6 &V_P = p.V[at(joint.parent)], &V_C = p.V[at(joint.child)];
  if (joint.nv > 0) cut.v = -cut.rows.speeds.householderQr().solve(cut.rows.parent * V_P + cut.rows.child * V_C);
  VecX motion(12 + joint.nv);
  motion << V_P, V_C, cut.v;
  cut.second_derivative = second_derivative(view, X_WP, X_WC, cut.q.data(), motion);
  const auto kept = rows_in(model.plane());
  for (int i = 0; i < 6; ++i) {
    if (kept[at(i)]) continue;
    cut.rows.parent.row(i).setZero();
    cut.rows.child.row(i).setZero();
    cut.rows.speeds.row(i).setZero();
    cut.second_derivative[i] = 0;
  }
  return cut;
}

// c of one row of a cut joint, or of a distance; variables: 6 of the first body, 6 of the second.
template <class T>
T elongation_at(const Joint& joint, const ClosureRow& row, const Transformd& X_WP, const Transformd& X_WC, const std::array<T, 12>& x) {
  return closure_residual<T>(joint, row, inverse(moved(X_WP, x.data()) * cast<T>(joint.X_PJ)) * (moved(X_WC, x.data() + 6) * cast<T>(joint.X_CJ)));
}

// Springs of loops: their pull on the bodies among the external wrenches, and what is reported of them.
void pull_springs(const Model& model, const Question& ask, Pieces& p) {
  Eigen::Index i = 0;
  for (const Constraint& constraint : model.sprung()) {
    Forced total{{0, 0, 0}, {0, 0, 0}};
    const auto pull = [&](BodyId first, BodyId second, const Vec3d& place, auto&& c_at) {
      using One = Dual<double, 12>;
      std::array<One, 12> x{};
      for (std::size_t k = 0; k < 12; ++k) x[k].rate[k] = 1;
      const One c = c_at(x);
      Vec6 by_first, by_second;
      for (std::size_t k = 0; k < 6; ++k) {
        by_first[static_cast<Eigen::Index>(k)] = c.rate[k];
        by_second[static_cast<Eigen::Index>(k)] = c.rate[k + 6];
      }
      const double rate = by_first.dot(p.V[at(first)]) + by_second.dot(p.V[at(second)]);
      const double f = ask.preload[i] - model.spring_stiffness()[i] * c.value - model.spring_damping()[i] * rate;
      ++i;
      p.external[at(first)] += f * by_first;
      p.external[at(second)] += f * by_second;
      const Mat3d& R = p.X_WB[at(second)].R;  // from the origin of the body to the place on it
      total = total + Forced{R * (head(by_second) - cross(place, tail(by_second))) * f, R * tail(by_second) * f};
    };
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Joint& joint = cut->joint;
      for (const ClosureRow& row : cut->rows) {
        pull(joint.parent, joint.child, joint.X_CJ.p, [&](const auto& x) { return elongation_at(joint, row, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], x); });
      }
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      const Frame &a = model.frame(rod->a), &b = model.frame(rod->b);
      pull(a.body, b.body, b.X_BF.p, [&](const auto& x) { return length_at(a, b, p.X_WB[at(a.body)], p.X_WB[at(b.body)], x) - rod->length_m; });
    } else {
      const auto& gear = std::get<Gear>(constraint);
      const double c = ask.q[gear.coordinate_b] - gear.ratio * ask.q[gear.coordinate_a] - gear.offset, rate = ask.v[gear.speed_b] - gear.ratio * ask.v[gear.speed_a];
      const double f = ask.preload[i] - model.spring_stiffness()[i] * c - model.spring_damping()[i] * rate;
      ++i;
      p.spring_force[gear.speed_b] += f;
      p.spring_force[gear.speed_a] -= gear.ratio * f;
    }
    p.spring_wrench.push_back(total);
  }
}

Pieces take_apart(const Model& model, const Question& ask) {
  Pieces p;
  body_poses(model, ask.q.data(), p.X_WB);
  for (const Joint& joint : model.joints()) {
    const JointView view(model, joint);
    p.rows.push_back(differentiate(view, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], ask.q.data() + view.q_begin));
  }
  p.V = solve_velocities(model, p.rows, ask.v);
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    p.cut.push_back(cut && cut->springs < 0 ? take_apart_cut(model, cut->joint, p) : CutPieces{});
  }
  for (const Body& body : model.bodies()) p.particles.push_back(body.elastic < 0 ? particles_of(body.inertia) : std::vector<Particle>());
  p.external = external_wrenches(model, p.X_WB, p.V, p.particles, ask.contact, ask.t_s);
  p.spring_force = VecX::Zero(model.nv());
  pull_springs(model, ask, p);
  return p;
}

VecX element_forces(const Model& model, const Question& ask) {
  VecX tau = VecX::Zero(model.nv());
  for (const JointSpring& e : model.forces().joint_springs) {
    if (e.coordinate >= 0) tau[e.speed] -= e.stiffness * (ask.q[e.coordinate] - e.rest);
    tau[e.speed] -= e.damping * ask.v[e.speed];
  }
  for (const JointStop& e : model.forces().stops) tau[e.speed] += stop_force(e, ask.q[e.coordinate], ask.v[e.speed]);
  for (const JointFriction& e : model.forces().frictions) tau[e.speed] += friction_force(e, ask.v[e.speed]);
  for (const JointLoad& e : model.forces().joint_loads) tau[e.speed] += e.value.at(ask.t_s).value;
  return tau;
}

void attach_rows(System& s, int row, BodyId body, const Eigen::Ref<const MatX>& J) {
  if (body == BodyId::ground) return;
  s.A.block(row, s.body(body), J.rows(), 6) += J;
  s.A.block(s.body(body), row, 6, J.rows()) -= J.transpose();
}

void attach_cut(const Model& model, const Joint& joint, const CutPieces& cut, const VecX& tau_cut, int row, System& s) {
  attach_rows(s, row, joint.parent, cut.rows.parent);
  attach_rows(s, row, joint.child, cut.rows.child);
  const int speeds = s.cut_speed(joint.v_begin);
  s.A.block(row, speeds, 6, joint.nv) = cut.rows.speeds;
  s.A.block(speeds, row, joint.nv, 6) = -cut.rows.speeds.transpose();
  s.rhs.segment<6>(row) = -cut.second_derivative;
  if (tau_cut.size() > 0) s.rhs.segment(speeds, joint.nv) = tau_cut.segment(joint.v_begin, joint.nv);
  const auto kept = rows_in(model.plane());
  for (int i = 0; i < 6; ++i) {
    if (!kept[at(i)]) s.A(row + i, row + i) = 1;  // carries nothing
  }
}

void attach_distance(const Model& model, const Distance& rod, const Pieces& p, int row, System& s) {
  const Frame &a = model.frame(rod.a), &b = model.frame(rod.b);
  const Transformd &X_WA = p.X_WB[at(a.body)], &X_WB = p.X_WB[at(b.body)];
  Eigen::Matrix<double, 1, 12> J;
  std::array<Dual<Dual<double>>, 12> along;
  for (std::size_t k = 0; k < 12; ++k) {
    std::array<Dual<double>, 12> x{};
    x[k].rate[0] = 1;
    J[static_cast<Eigen::Index>(k)] = length_at(a, b, X_WA, X_WB, x).rate[0];
    const double rate = k < 6 ? p.V[at(a.body)][static_cast<Eigen::Index>(k)] : p.V[at(b.body)][static_cast<Eigen::Index>(k) - 6];
    along[k] = {Dual<double>(0.0, rate), Dual<double>(rate)};
  }
  attach_rows(s, row, a.body, J.head<6>());
  attach_rows(s, row, b.body, J.tail<6>());
  s.rhs[row] = -length_at(a, b, X_WA, X_WB, along).rate[0].rate[0];
}

void attach_gear(const Gear& gear, const Question& ask, int row, System& s) {
  for (const auto& [speed, factor] : {std::pair{gear.speed_b, 1.0}, std::pair{gear.speed_a, -gear.ratio}}) {
    s.A(s.speed(speed), row) -= factor;
    if (ask.want[at(speed)] == Want::vdot) {
      s.A(row, s.speed(speed)) += factor;
    } else {
      s.rhs[row] -= factor * ask.vdot[speed];
    }
  }
}

// Rows (1) of an elastic body and (3) of its modes.
void attach_elastic(const Model& model, const ElasticBody& elastic, const Question& ask, const Pieces& p, System& s) {
  const DisplacementField& field = elastic.field;
  const int m = field.n_modes(), row = s.body(elastic.body), modal = s.speed(elastic.v_begin);
  const VecX delta = ask.q.segment(elastic.q_begin, m), rate = ask.v.segment(elastic.v_begin, m), none = VecX::Zero(m);
  for (int k = 0; k < 6; ++k) {
    const ElasticForce F = force_needed(field, {Vec6::Zero(), Vec6::Unit(k), delta, none, none});
    s.A.block<6, 1>(row, row + k) = F.wrench;
    s.A.block(modal, row + k, m, 1) = F.modal;
  }
  for (int k = 0; k < m; ++k) {
    const ElasticForce F = force_needed(field, {Vec6::Zero(), Vec6::Zero(), delta, none, VecX::Unit(m, k)});
    if (ask.want[at(elastic.v_begin + k)] == Want::vdot) {
      s.A.block<6, 1>(row, modal + k) = F.wrench;
      s.A.block(modal, modal + k, m, 1) += F.modal;
    } else {
      s.rhs.segment<6>(row) -= F.wrench * ask.vdot[elastic.v_begin + k];
      s.rhs.segment(modal, m) -= F.modal * ask.vdot[elastic.v_begin + k];
    }
  }
  const ElasticForce velocity = force_needed(field, {p.V[at(elastic.body)], Vec6::Zero(), delta, rate, none});
  const ElasticForce applied = force_applied(field, transpose_times(p.X_WB[at(elastic.body)].R, model.gravity()), delta, rate);
  s.rhs.segment<6>(row) += applied.wrench - velocity.wrench;
  s.rhs.segment(modal, m) += applied.modal - velocity.modal;
}

// (1), (2), (3)
System put_together(const Model& model, const Question& ask, const VecX& tau_cut, const Pieces& p) {
  System s(model);
  for (int b = 1; b <= s.n_bodies; ++b) {
    const int row = s.body(static_cast<BodyId>(b));
    const Vec6 velocity_terms = wrench_needed(p.particles[at(b)], p.V[at(b)], Vec6::Zero());
    for (int k = 0; k < 6; ++k) s.A.block<6, 1>(row, row + k) = wrench_needed(p.particles[at(b)], Vec6::Zero(), Vec6::Unit(k));
    s.rhs.segment<6>(row) = p.external[at(b)] - velocity_terms;
  }
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const JointRows& rows = p.rows[j];
    const int row = s.joint(static_cast<int>(j));
    attach_rows(s, row, joint.parent, rows.parent);
    attach_rows(s, row, joint.child, rows.child);
    const JointView view(model, joint);
    s.A.block(s.speed(view.v_begin), row, view.nv, 6) = -rows.speeds.transpose();
    VecX motion(12 + view.nv);
    motion << p.V[at(joint.parent)], p.V[at(joint.child)], ask.v.segment(view.v_begin, view.nv);
    s.rhs.segment<6>(row) =
        -second_derivative(view, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], ask.q.data() + view.q_begin, motion);
    for (int k = 0; k < view.nv; ++k) {
      const int speed = view.v_begin + k;
      if (ask.want[at(speed)] == Want::vdot) s.A.block<6, 1>(row, s.speed(speed)) = rows.speeds.col(k);
      else s.rhs.segment<6>(row) -= rows.speeds.col(k) * ask.vdot[speed];
    }
  }
  for (int speed = 0; speed < s.nv; ++speed) {
    const int i = s.speed(speed);
    const double rotor = model.rotor_inertia()[speed];
    if (ask.want[at(speed)] == Want::vdot) {
      s.A(i, i) = rotor;
      s.rhs[i] = ask.tau[speed];
    } else {
      s.A(i, i) = -1;
      s.rhs[i] = -rotor * ask.vdot[speed];
    }
  }
  for (const ElasticBody& elastic : model.elastic_bodies()) attach_elastic(model, elastic, ask, p, s);
  s.rhs.segment(s.speed(0), s.nv) += element_forces(model, ask) + p.spring_force;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (springs_of(constraint) >= 0) {
      if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
        for (int k = 0; k < cut->joint.nv; ++k) s.A(s.cut_speed(cut->joint.v_begin + k), s.cut_speed(cut->joint.v_begin + k)) = 1;  // nobody asks for it
      }
      continue;
    }
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) attach_cut(model, cut->joint, p.cut[c], tau_cut, s.constraint(c), s);
    if (const auto* rod = std::get_if<Distance>(&constraint)) attach_distance(model, *rod, p, s.constraint(c), s);
    if (const auto* gear = std::get_if<Gear>(&constraint)) attach_gear(*gear, ask, s.constraint(c), s);
  }
  return s;
}

// lambda is the wrench of parent on child at the origin of C in the axes of C, for r there varies with the child as the twist itself.
JointWrench reaction_of(const Joint& joint, const Pieces& p, const JointRows& rows, const Vec6& lambda, const VecX& tau) {
  const Mat3d R_WC = p.X_WB[at(joint.child)].R * joint.X_CJ.R;
  const auto in_world = [&](const Vec6& a) { return Forced{R_WC * head(a), R_WC * tail(a)}; };
  Vec6 share = Vec6::Zero();
  if (joint.nv > 0) {  // in the span of the axes S = -dr/dq:  S c  with  S^T S c = tau
    const MatX S = -rows.speeds;
    share = S * (S.transpose() * S).ldlt().solve(tau);
  }
  const Vec3d origin_J = p.X_WB[at(joint.parent)] * joint.X_PJ.p, origin_C = p.X_WB[at(joint.child)] * joint.X_CJ.p;
  const Forced W = in_world(lambda);
  return user_wrench(joint, {W.n + cross(origin_C, W.f), W.f}, in_world(share), origin_J, origin_C);
}

enum class Springs : std::uint8_t { with, without };  // a self-stress has none
void reactions_of(const Model& model, const Pieces& p, const VecX& x, const System& s, const VecX& tau, const VecX& tau_cut, Springs springs, Solution& out) {
  out.reaction.clear();
  out.loop_reaction.clear();
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    out.reaction.push_back(reaction_of(joint, p, p.rows[j], x.segment<6>(s.joint(static_cast<int>(j))), tau.segment(joint.v_begin, joint.nv)));
  }
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Forced none{{0, 0, 0}, {0, 0, 0}};
    JointWrench W{none, none};
    const auto* cut = std::get_if<CutJoint>(&model.constraints()[c]);
    const auto* rod = std::get_if<Distance>(&model.constraints()[c]);
    if (springs_of(model.constraints()[c]) >= 0) {
      if (springs == Springs::with) W.total = p.spring_wrench[at(springs_of(model.constraints()[c]))];
    } else if (cut) {
      W = reaction_of(cut->joint, p, p.cut[c].rows, x.segment<6>(s.constraint(c)), tau_cut.segment(cut->joint.v_begin, cut->joint.nv));
    } else if (rod) {
      const Frame &a = model.frame(rod->a), &b = model.frame(rod->b);
      const Vec3d d = p.X_WB[at(b.body)] * b.X_BF.p - p.X_WB[at(a.body)] * a.X_BF.p;
      W.total.f = d * (x[s.constraint(c)] / norm(d));
    }
    out.loop_reaction.push_back(W);
  }
}

// ---- deficient systems: loops ------------------------------------------------------------------------------------------------------

constexpr double consistent_to = 1e-8;     // of the right-hand side
constexpr double deficient_below = 1e-9;   // of the largest singular value; 1e-9 of a unit vector counts as zero

// Self-stresses from vectors of unknowns that solve the system without load; columns of `null` in units.
void choose_least(const Model& model, const Pieces& p, const System& s, const MatX& all, Solution& out) {
  if (all.cols() == 0) return;
  // Only what carries wrenches: with forces given to some joints only, an unknown may also be free because nothing asks for it.
  const int first = s.cut_speed(0) + model.n_cut_v(), n_tree = 6 * s.n_bodies, n_loops = s.size - first;
  MatX carried(n_tree + n_loops, all.cols());
  carried << all.middleRows(s.joint(0), n_tree), all.middleRows(first, n_loops);
  const Eigen::JacobiSVD<MatX> svd(carried, Eigen::ComputeFullV);
  const MatX null = all * svd.matrixV().leftCols((svd.singularValues().array() > 1e-6).count());
  MatX states(6 * static_cast<Eigen::Index>(out.reaction.size() + out.loop_reaction.size()), null.cols());
  const VecX no_tau = VecX::Zero(s.nv), no_tau_cut = VecX::Zero(model.n_cut_v());
  for (Eigen::Index k = 0; k < null.cols(); ++k) {
    Solution one;
    reactions_of(model, p, null.col(k).head(s.size).cwiseProduct(s.unit), s, no_tau, no_tau_cut, Springs::without, one);
    Eigen::Index row = 0;
    for (const auto* list : {&one.reaction, &one.loop_reaction}) {
      for (const JointWrench& W : *list) states.middleRows<6>(6 * row++).col(k) = to_eigen(W.total.n * (1 / model.length_m()), W.total.f);
    }
  }
  if (states.cols() == 0) return;
  const MatX basis = states.householderQr().householderQ() * MatX::Identity(states.rows(), states.cols());
  choose_least_reactions(model, Determinacy{basis}, out);
}

std::string contradiction(const char* what) { return std::string("the equations of bodies, joints and loops contradict each other: ") + what; }

SolveStatus solve_forward_loops(const Model& model, const State& state, const Given& given, const Question& ask, const Pieces& p, const System& s,
                                double& condition_number, Reactions reactions, Solution& out) {
  const Eigen::JacobiSVD<MatX> svd(s.A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const VecX& sigma = svd.singularValues();
  bool standard = true;  // the kept rank is that of all speeds but the prescribed ones
  for (int k = 0; k < s.nv; ++k) standard = standard && (ask.want[at(k)] == Want::vdot || model.roles()[at(k)] == Role::prescribed);
  Eigen::Index rank = s.size;
  if (standard) {
    const LoopRank here = generic_rank(model, state);
    const int kept = given.rank ? given.rank->rank : here.rank;
    const double sigma_ref = given.rank ? std::max(given.rank->sigma_ref, here.sigma_ref) : here.sigma_ref;
    if (kept > 0 && !(here.singular_values[kept - 1] > window_ratio * sigma_ref)) {
      out.note = "near a singular configuration, where the loops alone do not determine the acceleration; newton-euler takes the limit along the motion";
      return SolveStatus::singular;
    }
    rank -= model.n_closure_rows() - kept;
  } else {
    while (rank > 0 && sigma[rank - 1] < deficient_below * sigma[0]) --rank;
  }
  condition_number = sigma[0] / sigma[rank - 1];
  const MatX null = svd.matrixV().rightCols(s.size - rank);
  // A vector of the null space with accelerations in it is a motion that nothing resists.
  const auto motion_in = [&](const VecX& x, int& speed) {
    Eigen::Index most = 0;
    VecX part = x.segment(s.speed(0), s.nv);
    for (const int k : ask.driven) part[k] = 0;
    const double size = s.nv > 0 ? part.cwiseAbs().maxCoeff(&most) : 0;
    speed = static_cast<int>(most);
    return size;
  };
  int culprit = 0;
  bool unresisted = !(sigma[rank - 1] > pivot_tolerance * sigma[0]);
  if (unresisted) motion_in(svd.matrixV().col(rank - 1), culprit);
  for (Eigen::Index k = 0; k < null.cols() && !unresisted; ++k) unresisted = motion_in(null.col(k), culprit) > 1e-6;
  if (unresisted) {
    out.note = unresisted_note(model, culprit);
    return SolveStatus::singular;
  }
  const auto solve = [&](const VecX& b) -> VecX {
    return svd.matrixV().leftCols(rank) * (svd.matrixU().leftCols(rank).transpose() * b).cwiseQuotient(sigma.head(rank));
  };
  VecX x = solve(s.rhs);
  x += solve(s.rhs - s.A * x);
  const double size = s.rhs.norm() + (s.A.cwiseAbs() * x.cwiseAbs()).norm();
  bool overdriven = false;  // a force of a drive that something else can balance
  for (const int k : ask.driven) overdriven = overdriven || (null.cols() > 0 && null.row(s.speed(k)).norm() > 1e-6);
  if ((!standard || overdriven) && (s.A * x - s.rhs).norm() > consistent_to * size) {
    out.note = contradiction("the given accelerations would open a loop");
    return SolveStatus::inconsistent;
  }
  x = x.cwiseProduct(s.unit);
  for (const int k : ask.free) out.vdot[k] = x[s.speed(k)];
  for (const int k : ask.driven) out.tau[k] = x[s.speed(k)];
  if (overdriven) out.note = overdriven_note;
  if (reactions == Reactions::compute) {
    reactions_of(model, p, x, s, out.tau, out.tau_cut, Springs::with, out);
    if (!overdriven) choose_least(model, p, s, null, out);
  }
  return overdriven ? SolveStatus::redundant : SolveStatus::ok;
}

// All accelerations given: unknown are the wrenches and the forces of actuated freedoms, cut ones in columns of their own. Of all solutions
// the one with the least weighted forces, of those the one with the least reactions.
SolveStatus solve_inverse_loops(const Model& model, const Question& ask, const Pieces& p, const System& s, double& condition_number, Reactions reactions,
                                Solution& out) {
  const int n_cut = model.n_cut_v();
  MatX A(s.size, s.size + n_cut);
  A << s.A, MatX::Zero(s.size, n_cut);
  std::vector<int> actuated;  // columns
  std::vector<double> root_weight;
  for (int k = 0; k < s.nv; ++k) {
    if (model.roles()[at(k)] == Role::passive) {
      A.col(s.speed(k)).setZero();  // gives no force; zero in a solution of least norm
      continue;
    }
    double weight = 1;
    for (const Actuator& a : model.actuators()) {
      if (a.speed == k) weight = a.weight;
    }
    actuated.push_back(s.speed(k));
    root_weight.push_back(std::sqrt(weight) * s.unit[s.speed(k)]);
  }
  for (int k = 0; k < n_cut; ++k) {
    if (model.cut_roles()[at(k)] == Role::passive) continue;
    A(s.cut_speed(k), s.size + k) = -1;  // in the unit of its row
    actuated.push_back(s.size + k);
    root_weight.push_back(s.row_unit[s.cut_speed(k)]);
  }
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const VecX& sigma = svd.singularValues();
  Eigen::Index rank = sigma.size();
  while (rank > 0 && sigma[rank - 1] < deficient_below * sigma[0]) --rank;
  condition_number = sigma[0] / sigma[rank - 1];
  const auto solve = [&](const VecX& b) -> VecX {
    return svd.matrixV().leftCols(rank) * (svd.matrixU().leftCols(rank).transpose() * b).cwiseQuotient(sigma.head(rank));
  };
  VecX y = solve(s.rhs);
  y += solve(s.rhs - A * y);
  if ((A * y - s.rhs).norm() > consistent_to * (s.rhs.norm() + (A.cwiseAbs() * y.cwiseAbs()).norm())) {
    out.note = contradiction("these accelerations would open a loop, or the actuators cannot make this motion");
    return SolveStatus::inconsistent;
  }
  const MatX Z = svd.matrixV().rightCols(A.cols() - rank);
  MatX left = Z;  // what remains free once the forces are chosen
  SolveStatus status = SolveStatus::ok;
  if (!actuated.empty() && Z.cols() > 0) {
    const VecX weight = Eigen::Map<const VecX>(root_weight.data(), static_cast<Eigen::Index>(root_weight.size()));
    const Eigen::JacobiSVD<MatX> choice(weight.asDiagonal() * Z(actuated, Eigen::all), Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Index free = 0;
    while (free < choice.singularValues().size() && choice.singularValues()[free] > deficient_below * weight.maxCoeff()) ++free;
    const VecX tau = weight.cwiseProduct(y(actuated));
    y -= Z * (choice.matrixV().leftCols(free) * (choice.matrixU().leftCols(free).transpose() * tau).cwiseQuotient(choice.singularValues().head(free)));
    left = Z * choice.matrixV().rightCols(Z.cols() - free);
    if (free > 0) {
      status = SolveStatus::redundant;
      out.note = std::to_string(actuated.size()) + " actuators, " + std::to_string(free) + " more than needed: chosen is the least sum of weight times force squared";
    }
  }
  for (int k = 0; k < s.nv; ++k) out.tau[k] = model.roles()[at(k)] == Role::passive ? 0 : y[s.speed(k)] * s.unit[s.speed(k)];
  for (int k = 0; k < n_cut; ++k) out.tau_cut[k] = y[s.size + k] * s.row_unit[s.cut_speed(k)];
  if (reactions == Reactions::compute) {
    reactions_of(model, p, y.head(s.size).cwiseProduct(s.unit), s, out.tau, out.tau_cut, Springs::with, out);
    choose_least(model, p, s, left, out);
  }
  static_cast<void>(ask);
  return status;
}

}  // namespace

Coverage Oracle::covers(const Model& model) {
  if (drives_a_sprung_joint(model)) return {false, false, false, drives_a_sprung_joint_note};
  if (model.n_closure_rows() == 0) return {};
  return {true, true, true, "with loops: no multipliers (it has the wrenches instead), no leftover force when actuators are too few, no limit at singular configurations"};
}

SolveStatus Oracle::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& scratch,
                          Solution& out) const {
  const Question& ask = scratch.ask;
  resolve(model, state, given, scratch.ask);
  out.note.clear();
  out.reaction.clear();
  out.vdot = ask.vdot;
  out.tau = ask.tau;
  out.loop_reaction.clear();
  out.lambda.resize(0);
  const bool loops = has_loops(model, given), inverse = loops && ask.free.empty() && model.nv() > 0;
  out.tau_cut = given.tau_cut.size() > 0 && !inverse ? given.tau_cut : VecX(VecX::Zero(model.n_cut_v()));
  const Pieces pieces = take_apart(model, ask);
  System s = put_together(model, ask, out.tau_cut, pieces);
  choose_units(model, ask, s);
  s.A = s.row_unit.cwiseInverse().asDiagonal() * s.A * s.unit.asDiagonal();
  s.rhs = s.rhs.cwiseQuotient(s.row_unit);
  if (s.size == 0) return SolveStatus::ok;
  if (inverse) return solve_inverse_loops(model, ask, pieces, s, scratch.condition_number, reactions, out);
  if (loops) return solve_forward_loops(model, state, given, ask, pieces, s, scratch.condition_number, reactions, out);

  const Eigen::ColPivHouseholderQR<MatX> qr(s.A);
  const SingularPair largest = extreme_singular(qr, +1), smallest = extreme_singular(qr, -1);
  scratch.condition_number = largest.sigma / smallest.sigma;
  if (!(smallest.sigma > pivot_tolerance * largest.sigma)) {
    Eigen::Index most = 0;
    if (s.nv > 0) smallest.right.segment(s.speed(0), s.nv).cwiseAbs().maxCoeff(&most);
    out.note = unresisted_note(model, static_cast<int>(most));
    return SolveStatus::singular;
  }
  VecX x = qr.solve(s.rhs);
  x += qr.solve(s.rhs - s.A * x);  // one step of refinement
  x = x.cwiseProduct(s.unit);
  for (const int k : ask.free) out.vdot[k] = x[s.speed(k)];
  for (const int k : ask.driven) out.tau[k] = x[s.speed(k)];
  if (reactions == Reactions::compute) reactions_of(model, pieces, x, s, out.tau, out.tau_cut, Springs::with, out);
  return SolveStatus::ok;
}

static_assert(Formulation<Oracle>);

}  // namespace zanjir
