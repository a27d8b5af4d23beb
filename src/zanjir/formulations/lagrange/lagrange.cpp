// Lagrange's equations by automatic differentiation.   Source: [Goldstein2002] chapter 1; [Griewank2008] for the differentiation;
// [WehageHaug1982] for (7).
// Around the present configuration q0 the coordinates are  xi in R^nv, one per speed, with xi = 0 here and xi_dot = v at xi = 0:
//   one-dof parts   q = q0 + xi            spherical   R = R0 exp(xi)            free   R = R0 exp(xi_w),  p = p0 + R0 xi_v      (1)
//   T(xi, xi_dot) = 1/2 sum_b integral |x_dot|^2 dm,   x = p + R s,   x_dot by differentiating poses
//                 = 1/2 sum_b [ m |p_dot|^2 + 2 p_dot . R_dot h + tr(R_dot Sigma R_dot^T) ],   Sigma = integral s s^T dm           (2)
//   d/dt dT/dxi_dot - dT/dxi + dV/dxi = tau + Q                                                                                 (3)
//   M = d2T/dxi_dot2,   d/dt dT/dxi_dot = M xi_ddot + (d2T/dxi_dot dxi) xi_dot                                                  (4)
// The speeds of quaternion joints are rates of coordinates at xi = 0 only, so vdot need not be xi_ddot even there. From (1),
//   w = xi_w_dot - 1/2 xi_w x xi_w_dot + ...   wdot   = xi_w_ddot - 1/2 xi_w_dot x xi_w_dot = xi_w_ddot      spherical and free
//   v = exp(-xi_w) xi_v_dot                    vdot_v = xi_v_ddot - w x v                                    free                (5)
// A variation of xi at xi = 0 is the quasi-displacement conjugate to the speed, so tau needs no change.
// Loops are residuals phi(xi) = 0, differentiated like the energies; along xi = s v, with (5) for the free joints,
//   Phi_q = dphi/dxi,   gamma = -(d2phi/ds2 + Phi_q (xi_ddot - vdot)),   M vdot + bias = tau + Phi_q^T lambda                          (6)
// solved by dividing the speeds into dependent and independent ones: full pivoting finds the r best rows and columns of Phi_q,
//   vdot_d = D^-1 (gamma - E vdot_i),   N = [-D^-1 E; 1],   (N^T M N) vdot_i = N^T (tau - bias - M [D^-1 gamma; 0])                    (7)
// Loops that are springs add 1/2 c^T K c - preload . c to V, c their residuals, and -D c' to the virtual work of c.                     (8)
// The coordinates of a cut joint are given by the residual of its six relative motions, whose derivative gives their rates.
//   symbol   code                 symbol        code
//   xi       xi                   Sigma         second_moment
//   xi_dot   rate                 d/dt          Dual<S>: the pose along xi + t xi_dot
#include "zanjir/formulations/lagrange/lagrange.hpp"

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/formulations/lagrange/coordinates.hpp"
#include "zanjir/formulations/lagrange/loops.hpp"

namespace zanjir {

VecX lagrange::chart_acceleration(const Model& model, const VecX& v) {
  VecX correction = VecX::Zero(v.size());
  for (const Joint& joint : model.joints()) {
    if (joint.type != JointType::free) continue;
    const double* u = v.data() + joint.v_begin;
    const Vec3d w_x_v = cross(Vec3d{u[0], u[1], u[2]}, Vec3d{u[3], u[4], u[5]});
    for (int i = 0; i < 3; ++i) correction[joint.v_begin + 3 + i] = w_x_v[i];
  }
  return correction;
}

namespace {

using namespace lagrange;

template <class S> Vec3<S> rate_of(const Vec3<Dual<S>>& a) { return {a.x.rate[0], a.y.rate[0], a.z.rate[0]}; }

// Of an elastic body, by quadrature of its field: 1/2 sum m |x_dot|^2 over the points x = p + R r(delta), and the rotary energy of the sections.
template <class S> S elastic_kinetic_energy(const ElasticBody& elastic, const Transform<Dual<S>>& X_WB, const Vector<Dual<S>>& q) {
  const DisplacementField& field = elastic.field;
  const Dual<S>* delta = q.data() + elastic.q_begin;
  Vector<S> weight, rate;
  for (int j = 0; j < field.n_modes(); ++j) {
    weight.push_back(delta[j].value);
    rate.push_back(delta[j].rate[0]);
  }
  const auto value = [](const Vec3<Dual<S>>& a) { return Vec3<S>{a.x.value, a.y.value, a.z.value}; };
  const Vec3<S> x = value(X_WB.R.col(0)), y = value(X_WB.R.col(1)), z = value(X_WB.R.col(2));
  const Vec3<S> omega{dot(z, rate_of(X_WB.R.col(1))), dot(x, rate_of(X_WB.R.col(2))), dot(y, rate_of(X_WB.R.col(0)))};  // of R^T R_dot
  S T(0.0);
  for (const FieldNode& node : field.nodes) {
    const Vec3<S> x_dot = rate_of(X_WB * section_centre(field, node.shapes, delta));
    T += dot(x_dot, x_dot) * S(0.5 * node.weight * field.mass_kg_per_m);
    T += rotary_energy(field, node.shapes, omega, weight.data(), rate.data()) * S(node.weight);
  }
  return T;
}

// (2)
template <class S> S kinetic_energy(const Model& model, const VecX& q0, const Vector<S>& xi, const Vector<S>& rate) {
  Vector<Dual<S>> moving;
  for (std::size_t k = 0; k < xi.size(); ++k) moving.emplace_back(xi[k], rate[k]);
  Vector<Dual<S>> q;
  const Poses<Dual<S>> X_WB = poses_at(model, q0, moving, q);
  S twice(0.0);
  for (std::size_t i = 1; i < X_WB.size(); ++i) {
    if (const int elastic = model.bodies()[i].elastic; elastic >= 0) {
      twice += elastic_kinetic_energy<S>(model.elastic_bodies()[static_cast<std::size_t>(elastic)], X_WB[i], q) * S(2.0);
      continue;
    }
    const Inertiad b = model.bodies()[i].inertia();
    const double half_trace = 0.5 * (b.I.xx + b.I.yy + b.I.zz);
    const Sym3d Sigma{half_trace - b.I.xx, half_trace - b.I.yy, half_trace - b.I.zz, -b.I.xy, -b.I.xz, -b.I.yz};
    const spatial::Mat3<S> second_moment = cast<S>(to_matrix(Sigma));
    const Vec3<S> h = cast<S>(b.h), p_dot = rate_of(X_WB[i].p);
    twice += dot(p_dot, p_dot) * S(b.m);
    for (int row = 0; row < 3; ++row) {
      const Vec3<S> r_dot = rate_of(X_WB[i].R.row(row));
      twice += p_dot[row] * dot(r_dot, h) * S(2.0) + dot(r_dot, second_moment * r_dot);
    }
  }
  return twice * S(0.5);
}

// Gravity and springs. A spring whose ends meet has no direction there; its law says no force, so no energy gradient.
template <class S> S potential_energy(const Model& model, const VecX& q0, const VecX& preload, const Vector<S>& xi) {
  Vector<S> q;
  const Poses<S> X_WB = poses_at(model, q0, xi, q);
  S V(0.0);
  const Vec3<S> g = cast<S>(model.gravity());
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const S* delta = q.data() + elastic.q_begin;
    const DisplacementField& field = elastic.field;
    for (const FieldNode& node : field.nodes)
      V = V - dot(g, X_WB[static_cast<std::size_t>(index(elastic.body))] * section_centre(field, node.shapes, delta)) *
                  S(node.weight * field.mass_kg_per_m);
    for (int j = 0; j < field.n_modes(); ++j) {
      for (int k = 0; k < field.n_modes(); ++k) V += delta[j] * delta[k] * S(0.5 * field.K(j, k));
    }
  }
  for (std::size_t i = 1; i < X_WB.size(); ++i) {
    if (model.bodies()[i].elastic >= 0) continue;
    const Inertiad b = model.bodies()[i].inertia();
    V = V - dot(g, X_WB[i].p * S(b.m) + X_WB[i].R * cast<S>(b.h));
  }
  for (const FrameSpring& spring : model.forces().frame_springs) {
    const Vec3<S> d = span_of(model, X_WB, spring);
    const S half_k(0.5 * spring.stiffness_N_per_m), length2 = dot(d, d);
    if (spring.rest_m == 0) {
      V += half_k * length2;
    } else if (value_of(length2) > 0) {
      const S stretch = sqrt(length2) - S(spring.rest_m);
      V += half_k * stretch * stretch;
    }
  }
  for (const JointSpring& spring : model.forces().joint_springs) {
    if (spring.coordinate < 0) continue;
    const S stretch = q[static_cast<std::size_t>(spring.coordinate)] - S(spring.rest);
    V += S(0.5 * spring.stiffness) * stretch * stretch;
  }
  Eigen::Index i = 0;
  for (const S& c : residuals(model, model.sprung(), X_WB, q)) {  // (8)
    V += (S(0.5 * model.spring_stiffness()[i]) * c - S(preload[i])) * c;
    ++i;
  }
  return V;
}

// M = d2T/dxi_dot2. T is quadratic in the rates, so the point where it is differentiated does not matter: rates zero.
void differentiate_mass_matrix(const Model& model, const VecX& q0, const VecX& v, MatX& M) {
  const int nv = model.nv();
  M.resize(nv, nv);
  for (int i = 0; i < nv; ++i) {
    for_chunks(i + 1, [&](int first, int count) {
      Vector<Mixed> rate = zeros<Mixed>(v);
      rate[at(i)].value.rate[0] = 1;
      for (int j = 0; j < count; ++j) rate[at(first + j)].rate[at(j)].value = 1;
      const Mixed T = kinetic_energy(model, q0, zeros<Mixed>(v), rate);
      for (int j = 0; j < count; ++j) M(i, first + j) = M(first + j, i) = T.rate[at(j)].rate[0];
    });
  }
}

// (d2T/dxi_dot dxi) xi_dot - dT/dxi + dV/dxi
VecX differentiate_energies(const Model& model, const VecX& q0, const VecX& v, const VecX& preload) {
  VecX result(v.size());
  for_chunks(model.nv(), [&](int first, int count) {
    Vector<Mixed> xi_along = zeros<Mixed>(v), rate = constants<Mixed>(v);
    Vector<Gradient> xi = zeros<Gradient>(v);
    for (std::size_t k = 0; k < xi_along.size(); ++k) xi_along[k].value.rate[0] = v[static_cast<Eigen::Index>(k)];
    for (int j = 0; j < count; ++j) {
      rate[at(first + j)].rate[at(j)].value = 1;
      xi[at(first + j)].rate[at(j)] = 1;
    }
    const Mixed momentum_rate = kinetic_energy(model, q0, xi_along, rate);
    const Gradient T = kinetic_energy(model, q0, xi, constants<Gradient>(v)), V = potential_energy(model, q0, preload, xi);
    for (int j = 0; j < count; ++j) result[first + j] = momentum_rate.rate[at(j)].rate[0] - T.rate[at(j)] + V.rate[at(j)];
  });
  return result;
}

Vec3d value_of(const Vec3<Dual<double>>& a) { return {a.x.value, a.y.value, a.z.value}; }

// A wrench on a body, world axes, and where it acts in the body's own.
struct Pull {
  std::size_t body = 0;
  Vec3d place_B{0, 0, 0};
  Forced W{};
};
// Of all that acts on frames and has no potential. Where a frame is and how fast it moves: the pose along the motion, X_t, and its rate.
std::vector<Pull> pulls_on_frames(const Model& model, const Poses<Dual<double>>& X_t, const Question& ask) {
  std::vector<Pull> pulls;
  const auto value = [](const Transform<Dual<double>>& X) {
    return Transformd{Mat3d::from_columns(value_of(X.R.col(0)), value_of(X.R.col(1)), value_of(X.R.col(2))), value_of(X.p)};
  };
  const auto where = [&](const Frame& frame) -> ElementFrame {
    const Transform<Dual<double>> X_WF = X_t[at(frame.body)] * cast<Dual<double>>(frame.X_BF);
    Vec3d turn{0, 0, 0};  // dR = [turn x] R, so turn = 1/2 sum of r x dr over the columns r of R
    for (int i = 0; i < 3; ++i) turn += cross(value_of(X_WF.R.col(i)), rate_of(X_WF.R.col(i))) * 0.5;
    return {value(X_WF), {turn, rate_of(X_WF.p)}};
  };
  for_each_frame_force<Parts::apart>(
      model, ask.t_s, ask.contact, where, [&](ElementPart part, const Frame& frame, const Vec3d& point, const Forced& W) {
        if (part != ElementPart::spring)
          pulls.push_back({at(frame.body), inverse(value(X_t[at(frame.body)])) * point, W});  // springs: potential_energy
      });
  return pulls;
}

// Q of what has no potential, by virtual work: dampers, loads and contacts at frames, and elements on joint coordinates.
VecX virtual_work(const Model& model, const Question& ask) {
  const VecX &q0 = ask.q, &v = ask.v;
  VecX Q = VecX::Zero(v.size());
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const int m = elastic.field.n_modes();
    Q.segment(elastic.v_begin, m) -= elastic.field.D * v.segment(elastic.v_begin, m);
  }
  for_each_joint_force<Parts::apart>(model, ask.t_s, q0, v, [&](ElementPart part, int speed, double force) {
    if (part != ElementPart::spring) Q[speed] += force;
  });
  const bool loop_dampers = model.n_spring_rows() > 0 && !model.spring_damping().isZero(0);
  if (!model.acts_on_frames() && !loop_dampers) return Q;

  Vector<Dual<double>> moving;
  for (Eigen::Index k = 0; k < v.size(); ++k) moving.emplace_back(0.0, v[k]);
  Vector<Dual<double>> q_t;
  const Poses<Dual<double>> X_t = poses_at(model, q0, moving, q_t);
  const std::vector<Pull> pulls = pulls_on_frames(model, X_t, ask);
  for_chunks(model.nv(), [&](int first, int count) {
    Vector<Gradient> xi = zeros<Gradient>(v);
    for (int j = 0; j < count; ++j) xi[at(first + j)].rate[at(j)] = 1;
    Vector<Gradient> q_xi;
    const Poses<Gradient> X_xi = poses_at(model, q0, xi, q_xi);
    if (loop_dampers) {
      const Vector<Dual<double>> c_t = residuals(model, model.sprung(), X_t, q_t);
      const Vector<Gradient> c = residuals(model, model.sprung(), X_xi, q_xi);
      for (std::size_t i = 0; i < c.size(); ++i) {
        for (int j = 0; j < count; ++j) Q[first + j] -= model.spring_damping()[static_cast<Eigen::Index>(i)] * c_t[i].rate[0] * c[i].rate[at(j)];
      }
    }
    const auto value = [](const Vec3<Gradient>& a) { return Vec3d{a.x.value, a.y.value, a.z.value}; };
    const auto slope = [](const Vec3<Gradient>& a, int j) { return Vec3d{a.x.rate[at(j)], a.y.rate[at(j)], a.z.rate[at(j)]}; };
    for (const Pull& pull : pulls) {
      const Transform<Gradient>& X = X_xi[pull.body];
      const Vec3<Gradient> x = X * cast<Gradient>(pull.place_B);
      for (int j = 0; j < count; ++j) {
        Vec3d turn{0, 0, 0};
        for (int i = 0; i < 3; ++i) turn += cross(value(X.R.col(i)), slope(X.R.col(i), j)) * 0.5;
        Q[first + j] += dot(pull.W.n, turn) + dot(pull.W.f, slope(x, j));
      }
    }
  });
  return Q;
}

void assemble(const Model& model, Lagrange::Scratch& s) {
  const VecX &q0 = s.ask.q, &v = s.ask.v;
  differentiate_mass_matrix(model, q0, v, s.M);
  const VecX correction = chart_acceleration(model, v);
  s.bias = s.M * correction + differentiate_energies(model, q0, v, s.ask.preload) - virtual_work(model, s.ask);
  // A rotor resists the rate of its speed, rotor_k vdot_k: the derivative of 1/2 rotor_k v_k^2 where v_k is the rate of a coordinate. On
  // the speeds of a quaternion joint no coordinate exists, such an energy would bring gyroscopic terms that the model leaves out by
  // definition, and the force is entered as such, at vdot rather than xi_ddot.
  s.M.diagonal() += model.rotor_inertia();
}

// M_ff by its eigenvalues, each speed in units in which the inertia beyond it is one: an eigenvalue not above 64 eps is a motion that
// nothing resists, and its vector names the joint that moves most in it.
int solve_tree(const Model& model, const VecX& rhs, const Lagrange::Scratch& s, VecX& vdot) {
  const std::vector<int>& free = s.ask.free;
  std::vector<InertiaBeyond> beyond;
  inertia_beyond(model, s.ask.q, beyond);
  VecX unit(rhs.size());
  for (Eigen::Index i = 0; i < unit.size(); ++i) {
    const int k = free[static_cast<std::size_t>(i)];
    const double yardstick = pivot_floor(model, beyond, k) / pivot_tolerance + model.rotor_inertia()[k];
    if (!(yardstick > 0)) return k;
    unit[i] = 1 / std::sqrt(yardstick);
  }
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(unit.asDiagonal() * s.M(free, free) * unit.asDiagonal());
  if (!(eigen.eigenvalues()[0] > pivot_tolerance)) {
    Eigen::Index most = 0;
    eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&most);
    return free[static_cast<std::size_t>(most)];
  }
  const VecX modal = (eigen.eigenvectors().transpose() * unit.cwiseProduct(rhs)).cwiseQuotient(eigen.eigenvalues());
  vdot = unit.cwiseProduct(eigen.eigenvectors() * modal);
  return -1;
}

// What the dialogue asks for (dynamics/dialogue.hpp).
class Equations {
 public:
  Equations(const Model& model, Lagrange::Scratch& s) : model_(model), s_(s) {}

  const Question& ask() const { return s_.ask; }
  void update() { assemble(model_, s_); }
  const VecX& needed() { return needed(s_.ask.vdot); }
  const VecX& needed(const VecX& vdot) { return s_.needed = s_.M * vdot + s_.bias; }
  int solve_tree(const VecX& rhs, VecX& vdot) const { return zanjir::solve_tree(model_, rhs, s_, vdot); }

  void update_rows() {
    l_ = differentiate_loops(model_, s_.ask.q, s_.ask.v);
    rest_ = l_.gamma - l_.Phi_q * s_.ask.vdot;
  }
  const MatX& rows() const { return l_.Phi_q; }
  VecX& rest() { return rest_; }
  const MatX& cut_rates() const { return l_.S_cut; }
  int rank_over(const std::vector<int>& speeds) const { return lagrange::rank_over(model_, l_.Phi_q, speeds); }
  bool factor(const std::vector<int>& speeds, int rank) {
    p_ = divide(model_, l_.Phi_q, speeds, rank);
    return p_.smallest_pivot > 0;
  }
  bool is_above(double sigma) const { return p_.smallest_pivot > sigma; }
  const MatX& motions() const { return p_.N; }
  int solve_loops(const VecX& rhs, VecX& vdot, VecX& held) const { return lagrange::solve_loops(model_, p_, rhs, rest_, s_, vdot, held); }
  void multipliers(const VecX& held, VecX& lambda) const { lambda = multipliers_of(model_, p_, held); }
  MatX rows_at(const State& state) const { return differentiate_rows(model_, state.q); }

 private:
  const Model& model_;
  Lagrange::Scratch& s_;
  Loops l_;
  Partition p_;
  VecX rest_;
};

}  // namespace

Coverage Lagrange::covers(const Model& model) {
  if (drives_a_sprung_joint(model)) return covers_nothing(drives_a_sprung_joint_note);
  if (model.nv() > max_speeds)
    return covers_nothing("differentiates energies " + std::to_string(model.nv()) + "^2 / 2 times; sits out above " + std::to_string(max_speeds) +
                          " speeds");
  Coverage c;
  c.reactions = false;
  c.why_not = "no reactions: forces that do no work do not enter an energy";
  c.sigma = c.near_singular = model.n_closure_rows() == 0;
  if (!c.near_singular) c.why_not += "; with loops: no limit at singular configurations";
  return c;
}

SolveStatus Lagrange::solve(const Model& model, const State& state, const Given& given, Reactions reactions, Scratch& s, Solution& out) const {
  resolve(model, state, given, s.ask);
  Equations equations(model, s);
  return answer(model, state, given, reactions, equations, s.talk, out);
}

void Lagrange::mass_matrix_and_bias(const Model& model, const State& state, Scratch& s, MatX& M, VecX& bias) {
  const VecX none = VecX::Zero(model.nv());
  resolve(model, state, {none, none, std::vector<Want>(at(model.nv()), Want::tau)}, s.ask);
  assemble(model, s);
  M = s.M;
  bias = s.bias;
}

static_assert(Formulation<Lagrange>);

}  // namespace zanjir
