// Outwards, with r: mass centre of the parent -> joint, d: sum of slides, s: joint -> mass centre:   a = r + d + s,   w = w_par + sum of turns,
//   rate = rate_par - w_par^2 (r + d) + 2 w_par x d' - w^2 s        (the acceleration of the mass centre at vdot = 0)                           (1)
// Inwards, per speed of the joint, the last one first:   psi = M^ p,   pivot = p^T psi + rotor,   phi = tau - p^T eta,
//   M^ -= psi psi^T / pivot,   eta += psi phi / pivot;    then   M^_par += B^T M^ B,   eta_par += B^T eta                                         (2)
// Outwards again:   mu = B mu_par;   per speed, the first one first:   vdot = (phi - psi^T mu) / pivot,   mu += p vdot                           (3)
// psi / pivot carried inwards are the columns of U, the pivots D: [Saha1997] eliminates I that way, from the last joint to the first. Several speeds of one
// joint, branches and rotors are ours.
#include "zanjir/formulations/denoc/plane.hpp"

#include <cmath>
#include <limits>

#include "zanjir/dynamics/element_forces.hpp"
#include "zanjir/dynamics/poses.hpp"

namespace zanjir::denoc {
namespace {

constexpr double rounding_of_axes = 16 * std::numeric_limits<double>::epsilon();

Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
Vec2 operator*(double k, Vec2 a) { return {k * a.x, k * a.y}; }
double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
Vec2 crossed(double w, Vec2 a) { return {-w * a.y, w * a.x}; }  // w normal x a
Vec2 turned(const PlaneLink& b, Vec2 a) { return {b.cosine * a.x - b.sine * a.y, b.sine * a.x + b.cosine * a.y}; }

bool is_along(const Vec3d& a, const Vec3d& normal) { return norm(cross(a, normal)) <= rounding_of_axes * norm(a); }
bool is_across(const Vec3d& a, const Vec3d& normal) { return std::abs(dot(a, normal)) <= rounding_of_axes * norm(a); }

// The axis of the first turn, in the world at q = 0.
std::optional<Vec3d> normal_of(const Model& model, const std::vector<Transformd>& X_WB) {
  for (const Joint& joint : model.joints()) {
    const Mat3d R = X_WB[at(joint.parent)].R * joint.X_PJ.R;
    if (joint.type == JointType::revolute) return R * joint.axes[0];
    if (joint.type == JointType::planar) return R * cross(joint.axes[0], joint.axes[1]);
  }
  return std::nullopt;
}

}  // namespace

std::optional<PlaneTree> PlaneTree::of(const Model& model) {
  if (model.acts_on_frames() || !model.elastic_bodies().empty() || model.n_closure_rows() > 0 || model.nq() != model.nv() ||
      !model.prescribed().empty())
    return std::nullopt;
  std::vector<Transformd> X_WB;
  const VecX zero = VecX::Zero(model.nq());
  body_poses(model, zero.data(), X_WB);
  const auto normal = normal_of(model, X_WB);
  if (!normal) return std::nullopt;
  PlaneTree tree;
  const Vec3d aside = std::abs(normal->x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}, y = cross(*normal, aside);
  tree.y_ = y * (1 / norm(y));
  tree.x_ = cross(tree.y_, *normal);
  const auto in_plane = [&](const Vec3d& a) { return Vec2{dot(tree.x_, a), dot(tree.y_, a)}; };
  tree.gravity_ = in_plane(model.gravity());
  tree.links_.resize(model.bodies().size());
  for (std::size_t i = 1; i < tree.links_.size(); ++i) {
    const Body &body = model.bodies()[i], &before = model.bodies()[at(body.inboard_body)];
    const Joint& joint = model.joints()[i - 1];
    const Transformd &X_WP = X_WB[at(body.inboard_body)], X_WJ = X_WP * joint.X_PJ;
    PlaneLink& link = tree.links_[i];
    link.parent = index(body.inboard_body);
    link.begin = link.turn = static_cast<int>(tree.speeds_.size());
    link.m = body.mass_kg;
    link.J = dot(*normal, rotate(X_WB[i].R, body.I_com_kg_m2) * *normal);
    link.r0 = in_plane(X_WJ.p - X_WP * before.com_m);
    link.s0 = in_plane(X_WB[i] * body.com_m - X_WJ.p);
    const auto add = [&](int part, const Vec3d& axis, bool turns) {
      const Vec3d a = X_WJ.R * axis;
      const double sense = dot(a, *normal) > 0 ? 1 : -1;
      tree.speeds_.push_back({joint.v_begin + part, turns ? sense : 0, turns ? Vec2{} : in_plane(a)});
      tree.speeds_.back().p[0] = turns ? sense : 0;
      link.turn += !turns;
      return joint.q_begin == joint.v_begin && (turns ? is_along(a, *normal) : is_across(a, *normal));
    };
    bool fits = true;
    switch (joint.type) {
      case JointType::weld: break;
      case JointType::revolute: fits = add(0, joint.axes[0], true); break;
      case JointType::prismatic: fits = add(0, joint.axes[0], false); break;
      case JointType::planar:
        fits = add(0, joint.axes[0], false) && add(1, joint.axes[1], false) && add(2, cross(joint.axes[0], joint.axes[1]), true);
        break;
      default: fits = false;
    }
    if (!fits) return std::nullopt;
    link.end = static_cast<int>(tree.speeds_.size());
  }
  if (!tree.add_springs(model, X_WB)) return std::nullopt;
  tree.force_.setZero(model.nv());
  return tree;
}

bool PlaneTree::add_springs(const Model& model, const std::vector<Transformd>& X_WB) {
  const auto in_plane = [&](const Vec3d& a) { return Vec2{dot(x_, a), dot(y_, a)}; };
  const Vec3d normal = cross(x_, y_);
  for (const Constraint& constraint : model.sprung()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) return false;
    const Joint& joint = cut->joint;
    const auto from_mass_centre = [&](BodyId body, const Vec3d& p_B) { return in_plane(X_WB[at(body)].R * (p_B - model.body(body).com_m)); };
    const auto begin = static_cast<int>(rows_.size());
    for (const ClosureRow& row : cut->rows) {
      const Vec3d u = X_WB[at(joint.parent)].R * (joint.X_PJ.R * row.u);
      if (!is_translation(row.kind) || !is_across(u, normal)) return false;
      rows_.push_back(in_plane(u));
    }
    springs_.push_back({index(joint.parent), index(joint.child), from_mass_centre(joint.parent, joint.X_PJ.p),
                        from_mass_centre(joint.child, joint.X_CJ.p), begin, static_cast<int>(rows_.size())});
  }
  damped_ = !model.spring_damping().isZero(0);
  return true;
}

// (1), and in M^ and eta each body by itself. Velocities are read by dampers alone.
void PlaneTree::move(const State& state) {
  for (std::size_t i = 1; i < links_.size(); ++i) {
    PlaneLink& b = links_[i];
    const PlaneLink& parent = links_[at(b.parent)];
    Vec2 to_joint = turned(parent, b.r0), rate = parent.rate, slide_rate;
    for (int k = b.begin; k < b.turn; ++k) {
      PlaneSpeed& slide = speeds_[at(k)];
      const Vec2 e = turned(parent, slide.e0);
      slide.p[1] = e.x;
      slide.p[2] = e.y;
      to_joint = to_joint + state.q[slide.index] * e;
      slide_rate = slide_rate + state.v[slide.index] * e;
      rate = rate + crossed(2 * parent.w * state.v[slide.index], e);
    }
    b.cosine = parent.cosine;
    b.sine = parent.sine;
    b.w = parent.w;
    if (b.turn < b.end) {
      const PlaneSpeed& turn = speeds_[at(b.turn)];
      const double q = state.q[turn.index], c = std::cos(q), s = turn.turn * std::sin(q);
      b.cosine = parent.cosine * c - parent.sine * s;
      b.sine = parent.sine * c + parent.cosine * s;
      b.w += turn.turn * state.v[turn.index];
    }
    const Vec2 s = turned(b, b.s0);
    if (b.turn < b.end) {
      PlaneSpeed& turn = speeds_[at(b.turn)];
      turn.p[1] = -turn.turn * s.y;
      turn.p[2] = turn.turn * s.x;
    }
    b.a = to_joint + s;
    b.c = parent.c + b.a;
    b.rate = rate - parent.w * parent.w * to_joint - b.w * b.w * s;
    if (damped_) b.v = parent.v + crossed(parent.w, to_joint) + slide_rate + crossed(b.w, s);
    b.M[0] = b.J;
    b.M[1] = b.M[2] = b.M[4] = 0;
    b.M[3] = b.M[5] = b.m;
    b.eta[0] = 0;
    b.eta[1] = b.m * (b.rate.x - gravity_.x);
    b.eta[2] = b.m * (b.rate.y - gravity_.y);
  }
}

void PlaneTree::pull(const Model& model, const VecX& preload) {
  for (const PlaneSpring& spring : springs_) {
    PlaneLink &first = links_[at(spring.first)], &second = links_[at(spring.second)];
    const Vec2 b = turned(second, spring.b0), point = second.c + b, from_first = point - first.c;
    const Vec2 gap = from_first - turned(first, spring.a0);
    Vec2 gap_rate, F;  // F: on the second, at the point
    if (damped_) gap_rate = second.v + crossed(second.w, b) - first.v - crossed(first.w, from_first);
    for (int k = spring.begin; k < spring.end; ++k) {
      const Vec2 u = turned(first, rows_[at(k)]);
      const double f =
          (preload.size() > 0 ? preload[k] : 0) - model.spring_stiffness()[k] * dot(u, gap) - model.spring_damping()[k] * dot(u, gap_rate);
      F = F + f * u;
    }
    second.eta[0] -= cross(b, F);
    second.eta[1] -= F.x;
    second.eta[2] -= F.y;
    first.eta[0] += cross(from_first, F);
    first.eta[1] += F.x;
    first.eta[2] += F.y;
  }
}

// (2)
bool PlaneTree::factor(const Model& model, const VecX& force) {
  constexpr double doubtful = 1e-7;  // half the digits of what a pivot is made from
  for (std::size_t i = links_.size() - 1; i > 0; --i) {
    PlaneLink& b = links_[i];
    for (int k = b.end - 1; k >= b.begin; --k) {
      PlaneSpeed& s = speeds_[at(k)];
      s.psi[0] = b.M[0] * s.p[0] + b.M[1] * s.p[1] + b.M[2] * s.p[2];
      s.psi[1] = b.M[1] * s.p[0] + b.M[3] * s.p[1] + b.M[4] * s.p[2];
      s.psi[2] = b.M[2] * s.p[0] + b.M[4] * s.p[1] + b.M[5] * s.p[2];
      const double pivot = s.p[0] * s.psi[0] + s.p[1] * s.psi[1] + s.p[2] * s.psi[2] + model.rotor_inertia()[s.index];
      if (!(doubtful * pivot > model.pivot_floor()[s.index])) return false;
      s.phi = force[s.index] - (s.p[0] * b.eta[0] + s.p[1] * b.eta[1] + s.p[2] * b.eta[2]);
      s.inverse_pivot = 1 / pivot;
      const double p0 = s.inverse_pivot * s.psi[0], p1 = s.inverse_pivot * s.psi[1], p2 = s.inverse_pivot * s.psi[2];
      b.M[0] -= p0 * s.psi[0];
      b.M[1] -= p0 * s.psi[1];
      b.M[2] -= p0 * s.psi[2];
      b.M[3] -= p1 * s.psi[1];
      b.M[4] -= p1 * s.psi[2];
      b.M[5] -= p2 * s.psi[2];
      b.eta[0] += p0 * s.phi;
      b.eta[1] += p1 * s.phi;
      b.eta[2] += p2 * s.phi;
    }
    if (b.parent == 0) continue;
    PlaneLink& parent = links_[at(b.parent)];
    const double x = -b.a.y, y = b.a.x;  // B = [1 0 0; x 1 0; y 0 1]
    const double hx = b.M[1] + b.M[3] * x + b.M[4] * y, hy = b.M[2] + b.M[4] * x + b.M[5] * y;
    parent.M[0] += b.M[0] + (b.M[1] + hx) * x + (b.M[2] + hy) * y;
    parent.M[1] += hx;
    parent.M[2] += hy;
    parent.M[3] += b.M[3];
    parent.M[4] += b.M[4];
    parent.M[5] += b.M[5];
    parent.eta[0] += b.eta[0] + x * b.eta[1] + y * b.eta[2];
    parent.eta[1] += b.eta[1];
    parent.eta[2] += b.eta[2];
  }
  return true;
}

bool PlaneTree::accelerations(const Model& model, const State& state, const VecX& tau, VecX& vdot) {
  move(state);
  pull(model, state.preload);
  force_ = tau;
  for_each_joint_force(model, state.t_s, state.q, state.v, [&](ElementPart, int speed, double force) { force_[speed] += force; });
  if (!factor(model, force_)) return false;
  for (std::size_t i = 1; i < links_.size(); ++i) {  // (3)
    PlaneLink& b = links_[i];
    const PlaneLink& parent = links_[at(b.parent)];
    b.mu[0] = parent.mu[0];
    b.mu[1] = parent.mu[1] - b.a.y * parent.mu[0];
    b.mu[2] = parent.mu[2] + b.a.x * parent.mu[0];
    for (int k = b.begin; k < b.end; ++k) {
      const PlaneSpeed& s = speeds_[at(k)];
      const double u = (s.phi - (s.psi[0] * b.mu[0] + s.psi[1] * b.mu[1] + s.psi[2] * b.mu[2])) * s.inverse_pivot;
      vdot[s.index] = u;
      b.mu[0] += s.p[0] * u;
      b.mu[1] += s.p[1] * u;
      b.mu[2] += s.p[2] * u;
    }
  }
  return true;
}

}  // namespace zanjir::denoc
