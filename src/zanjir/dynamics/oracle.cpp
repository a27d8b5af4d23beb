// All accelerations, driving forces and joint wrenches in one dense solve.   Source: [Haug1989] chapter 11; particles: [Routh1905] chapter 1.
//   bodies b     M_b A_b - sum_j (dr_j/dx_b)^T lambda_j               = external_b - velocity terms_b     6 rows each             (1)
//   joints j     sum_b (dr_j/dx_b) A_b + (dr_j/dq_j) vdot_j           = -r_j''                            6 rows each             (2)
//   speeds k     rotor_k vdot_k - (dr_j/dq_k)^T lambda_j - tau_k      = elements_k                        1 row each              (3)
// The residual r_j(x_P, x_C, q_j) in R^6 says how far the child-side joint frame C is from where the parent and the joint's coordinates
// put it: rotation (the vector of the skew part, sin(angle) times axis, so with the derivatives of the rotation vector at zero up to the
// second) and position. Its rows are differentiated automatically; r'' is its second derivative along the present motion.
// Poses are varied by screws: x is moved by the body twist xi, coordinates by the speeds, with twist and speeds constant along the way:
//   R <- R exp(xi_w),   p <- p + R (xi_v + xi_w x xi_v / 2)    exact to second order, so accelerations are rates of the speeds        (4)
// Each body is replaced by particles with its mass, mass centre and second moments, and obeys Newton's law for each of them:
//   a_i = vdot + wdot x s_i + w x v + w x (w x s_i),   force = sum m_i a_i,   moment = sum s_i x m_i a_i,   body axes               (5)
//   symbol    code           symbol     code             symbol     code
//   A_b       [wdot; vdot]   lambda_j   joint wrench     r_j        residual      parent on child: lambda, at C, in the axes of C
#include "zanjir/dynamics/oracle.hpp"

#include <Eigen/Dense>
#include <limits>
#include <utility>

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
std::vector<T> moved_coordinates(const Joint& joint, const double* q0, const T* xi) {
  std::vector<T> q(q0, q0 + joint.nq);
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
std::array<T, 6> residual(const Joint& joint, const Transform<T>& X_WP, const Transform<T>& X_WC, const T* q) {
  const Transform<T> expected = X_WP * cast<T>(joint.X_PJ) * joint_motion(joint, q);
  const Transform<T> E = inverse(expected) * (X_WC * cast<T>(joint.X_CJ));  // the identity when the joint holds
  const T half(0.5);
  return {(E.R.zy - E.R.yz) * half, (E.R.xz - E.R.zx) * half, (E.R.yx - E.R.xy) * half, E.p.x, E.p.y, E.p.z};
}

// Variables of one residual: 6 of the parent, 6 of the child, nv of the joint.
template <class T>
std::array<T, 6> residual_at(const Joint& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const std::vector<T>& x) {
  return residual(joint, moved(X_WP, x.data()), moved(X_WC, x.data() + 6), moved_coordinates(joint, q0, x.data() + 12).data());
}

struct JointRows {
  Mat6 parent, child;
  Mat6X speeds;
};
JointRows differentiate(const Joint& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0) {
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
Vec6 second_derivative(const Joint& joint, const Transformd& X_WP, const Transformd& X_WC, const double* q0, const VecX& motion) {
  using Second = Dual<Dual<double>>;
  std::vector<Second> x;
  for (const double rate : motion) x.emplace_back(Dual<double>(0.0, rate), Dual<double>(rate));
  const auto r = residual_at(joint, X_WP, X_WC, q0, x);
  Vec6 result;
  for (int i = 0; i < 6; ++i) result[i] = r[at(i)].rate[0].rate[0];
  return result;
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

// Gravity, springs, dampers and loads on each body: body axes, at the body origin.
std::vector<Vec6> external_wrenches(const Model& model, const std::vector<Transformd>& X_WB, const std::vector<Vec6>& V,
                                    const std::vector<std::vector<Particle>>& particles, double t_s) {
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
  return external;
}

// ---- the system -----------------------------------------------------------------------------------------------------------------

struct System {
  // Unknowns: 6 accelerations of each body, one per speed (vdot or tau), 6 wrench components of each joint. Rows: (1), (3), (2).
  System(const Model& model)
      : n_bodies(static_cast<int>(model.bodies().size()) - 1), nv(model.nv()), size(12 * n_bodies + nv), A(MatX::Zero(size, size)),
        rhs(VecX::Zero(size)), unit(VecX::Ones(size)), row_unit(VecX::Ones(size)) {}
  int body(BodyId b) const { return 6 * (index(b) - 1); }  // not for the ground
  int speed(int k) const { return 6 * n_bodies + k; }
  int joint(int j) const { return 6 * n_bodies + nv + 6 * j; }

  int n_bodies, nv, size;
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
    for (int k = joint.v_begin; k < joint.v_begin + joint.nv; ++k) {
      const bool slide = is_slide(model, k);
      const double force = slide ? m : m * l;
      s.row_unit[s.speed(k)] = force;
      s.unit[s.speed(k)] = ask.want[at(k)] == Want::tau ? force : slide ? 1 : 1 / l;
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

struct Pieces {  // everything at the present state, before it is put together
  std::vector<Transformd> X_WB;
  std::vector<JointRows> rows;  // per joint
  std::vector<Vec6> V;          // per body: twist in body axes
  std::vector<std::vector<Particle>> particles;
  std::vector<Vec6> external;
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
    rhs.segment<6>(6 * j) = -rows[at(j)].speeds * v.segment(joint.v_begin, joint.nv);
  }
  const VecX solution = J.partialPivLu().solve(rhs);
  std::vector<Vec6> V(at(n + 1), Vec6::Zero());
  for (int b = 1; b <= n; ++b) V[at(b)] = solution.segment<6>(6 * (b - 1));
  return V;
}

Pieces take_apart(const Model& model, const Question& ask) {
  Pieces p;
  body_poses(model, ask.q.data(), p.X_WB);
  for (const Joint& joint : model.joints()) {
    p.rows.push_back(differentiate(joint, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], ask.q.data() + joint.q_begin));
  }
  p.V = solve_velocities(model, p.rows, ask.v);
  for (const Body& body : model.bodies()) p.particles.push_back(particles_of(body.inertia));
  p.external = external_wrenches(model, p.X_WB, p.V, p.particles, ask.t_s);
  return p;
}

VecX element_forces(const Model& model, const Question& ask) {
  VecX tau = VecX::Zero(model.nv());
  for (const JointSpring& e : model.forces().joint_springs) {
    if (e.coordinate >= 0) tau[e.speed] -= e.stiffness * (ask.q[e.coordinate] - e.rest);
    tau[e.speed] -= e.damping * ask.v[e.speed];
  }
  for (const JointLoad& e : model.forces().joint_loads) tau[e.speed] += e.value.at(ask.t_s).value;
  return tau;
}

// (1), (2), (3)
System put_together(const Model& model, const Question& ask, const Pieces& p) {
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
    const auto attach = [&](BodyId body, const Mat6& J) {
      if (body == BodyId::ground) return;
      s.A.block<6, 6>(row, s.body(body)) += J;
      s.A.block<6, 6>(s.body(body), row) -= J.transpose();
    };
    attach(joint.parent, rows.parent);
    attach(joint.child, rows.child);
    s.A.block(s.speed(joint.v_begin), row, joint.nv, 6) = -rows.speeds.transpose();
    VecX motion(12 + joint.nv);
    motion << p.V[at(joint.parent)], p.V[at(joint.child)], ask.v.segment(joint.v_begin, joint.nv);
    s.rhs.segment<6>(row) =
        -second_derivative(joint, p.X_WB[at(joint.parent)], p.X_WB[at(joint.child)], ask.q.data() + joint.q_begin, motion);
    for (int k = 0; k < joint.nv; ++k) {
      const int speed = joint.v_begin + k, i = s.speed(speed);
      const double rotor = model.rotor_inertia()[speed];
      if (ask.want[at(speed)] == Want::vdot) {
        s.A(i, i) = rotor;
        s.A.block<6, 1>(row, i) = rows.speeds.col(k);
        s.rhs[i] = ask.tau[speed];
      } else {
        s.A(i, i) = -1;
        s.rhs.segment<6>(row) -= rows.speeds.col(k) * ask.vdot[speed];
        s.rhs[i] = -rotor * ask.vdot[speed];
      }
    }
  }
  s.rhs.segment(s.speed(0), s.nv) += element_forces(model, ask);
  return s;
}

// lambda is the wrench of parent on child at the origin of C in the axes of C, for r there varies with the child as the twist itself.
std::vector<JointWrench> reactions_of(const Model& model, const Pieces& p, const VecX& x, const System& s, const VecX& tau) {
  std::vector<JointWrench> result;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const Mat3d R_WC = p.X_WB[at(joint.child)].R * joint.X_CJ.R;
    const auto in_world = [&](const Vec6& a) { return Forced{R_WC * head(a), R_WC * tail(a)}; };
    Vec6 share = Vec6::Zero();
    if (joint.nv > 0) {  // in the span of the axes S = -dr/dq:  S c  with  S^T S c = tau
      const MatX S = -p.rows[j].speeds;
      share = S * (S.transpose() * S).ldlt().solve(tau.segment(joint.v_begin, joint.nv));
    }
    const Vec3d origin_J = p.X_WB[at(joint.parent)] * joint.X_PJ.p, origin_C = p.X_WB[at(joint.child)] * joint.X_CJ.p;
    const Forced W = in_world(x.segment<6>(s.joint(static_cast<int>(j))));
    result.push_back(user_wrench(joint, {W.n + cross(origin_C, W.f), W.f}, in_world(share), origin_J, origin_C));
  }
  return result;
}

}  // namespace

Coverage Oracle::covers(const Model&) { return {}; }

SolveStatus Oracle::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& scratch,
                          Solution& out) const {
  const Question& ask = scratch.ask;
  resolve(model, state, given, scratch.ask);
  out.note.clear();
  out.reaction.clear();
  out.vdot = ask.vdot;
  out.tau = ask.tau;
  const Pieces pieces = take_apart(model, ask);
  System s = put_together(model, ask, pieces);
  choose_units(model, ask, s);
  s.A = s.row_unit.cwiseInverse().asDiagonal() * s.A * s.unit.asDiagonal();
  s.rhs = s.rhs.cwiseQuotient(s.row_unit);
  if (s.size == 0) return SolveStatus::ok;

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
  if (reactions == Reactions::compute) out.reaction = reactions_of(model, pieces, x, s, out.tau);
  return SolveStatus::ok;
}

static_assert(Formulation<Oracle>);

}  // namespace zanjir
