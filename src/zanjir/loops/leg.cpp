// Own derivations. With X the joint that turns, in its J axes: d = from its centre to the wanted point, r = the point it carries, in C axes.
//   turn        R(a) r = d                 angle of the parts of r and d normal to a                                              (1)
//   universal   R0(a) R1(b) r = d          a0 . R1(b) r = a0 . d,  that is  A cos b + B sin b = C,  then (1) about a0              (2)
//   telescope   |r0 + u s| = |d|           quadratic in s                                                                          (3)
//   crank R     |D - R(q) w| = |r|         A cos q + B sin q = C,  A = D . w,  B = D . (a x w),  parts along a apart               (4)
//   crank P     |D - w - u s| = |r|        quadratic in s                                                                          (5)
// Where X is a revolute joint all lengths are those of the parts normal to its axis; the part along it is checked with E.
#include "zanjir/loops/leg.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

namespace {

constexpr double slack = 1e-12;  // of the sizes that enter: at the edge of reach, rounding must not lose the solution

Vec3d normal_part(const Vec3d& a, const Vec3d& x) { return x - a * dot(a, x); }
double angle_about(const Vec3d& a, const Vec3d& from, const Vec3d& to) {
  return std::atan2(dot(a, cross(from, to)), dot(normal_part(a, from), normal_part(a, to)));
}

bool turns(JointType type) { return type == JointType::revolute || type == JointType::universal || type == JointType::spherical; }
bool parallel(const Vec3d& a, const Vec3d& b) { return norm(cross(a, b)) < 1e-9; }

// A cos x + B sin x = C
struct TrigRoots {
  std::vector<double> x;
  double excess = 0;  // |C| beyond what can be had
};
TrigRoots solve_trig(double A, double B, double C, double size) {
  const double rho = std::hypot(A, B);
  if (std::abs(C) > rho + slack * size) return {{}, std::abs(C) - rho};
  const double middle = std::atan2(B, A), half = std::acos(std::clamp(rho > 0 ? C / rho : 1.0, -1.0, 1.0));
  if (half == 0) return {{middle}, 0};
  return {{middle + half, middle - half}, 0};
}

// |r0 + u s| = length; smallest: the least |r0 + u s| there is.
struct LineRoots {
  std::vector<double> s;
  double smallest = 0;
};
LineRoots solve_line(const Vec3d& r0, const Vec3d& u, double length) {
  const double a = dot(u, u), b = dot(u, r0), foot = -b / a;
  const Vec3d nearest = r0 + u * foot;
  const double rest = length * length - dot(nearest, nearest), size = length * length + dot(r0, r0);
  if (rest < -slack * size) return {{}, norm(nearest)};
  const double half = std::sqrt(std::max(rest, 0.0) / a);
  if (half == 0) return {{foot}, norm(nearest)};
  return {{foot + half, foot - half}, norm(nearest)};
}

// What X sees: parts along the axis of a revolute joint do not count.
Vec3d seen_by(const Joint& X, const Vec3d& x) { return X.type == JointType::revolute ? normal_part(X.axes[0], x) : x; }

struct Coefficients {  // of (2)
  double A, B, C;
};
Coefficients universal(const Joint& X, const Vec3d& r, const Vec3d& d) {
  const Vec3d &a0 = X.axes[0], &a1 = X.axes[1];
  const Vec3d r_along = a1 * dot(a1, r), r_across = r - r_along;
  return {dot(a0, r_across), dot(a0, cross(a1, r)), dot(a0, d) - dot(a0, r_along)};
}

// Turns R of the joint with R r = d. |r| = |d| as X sees them.
std::vector<Mat3d> turns_of(const Joint& X, const Vec3d& r, const Vec3d& d, const Mat3d& R_near, double& excess) {
  using spatial::rotation_about;
  excess = 0;
  if (X.type == JointType::revolute) return {rotation_about(X.axes[0], angle_about(X.axes[0], r, d))};  // (1)
  if (X.type == JointType::universal) {
    const auto [A, B, C] = universal(X, r, d);
    const TrigRoots roots = solve_trig(A, B, C, norm(r));
    excess = roots.excess;
    std::vector<Mat3d> out;
    for (const double b : roots.x) {
      const Mat3d R1 = rotation_about(X.axes[1], b);
      out.push_back(rotation_about(X.axes[0], angle_about(X.axes[0], R1 * r, d)) * R1);
    }
    return out;
  }
  const Vec3d now = R_near * r;  // a ball: the shortest turn from where it is, so that the spin stays
  const Vec3d axis = cross(now, d);
  const double size = norm(axis);
  if (size < 1e-14 * (dot(d, d) + 1e-300)) {
    if (dot(now, d) > 0 || dot(d, d) == 0) return {R_near};
    const Vec3d any = std::abs(d.x) < 0.9 * norm(d) ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    const Vec3d across = cross(d, any);
    return {rotation_about(across * (1 / norm(across)), 3.141592653589793) * R_near};
  }
  return {rotation_about(axis * (1 / size), std::atan2(size, dot(now, d))) * R_near};
}

// The chain X - (slide) - E seen from C of X: the point of E is r0 + u s.
struct Reach {
  Vec3d r0{0, 0, 0}, u{0, 0, 0};
};
Reach reach_of(const Leg& leg) {
  const std::vector<Joint>& j = leg.joints;
  if (leg.kind == Leg::Kind::telescope) {
    const Transformd X_C0_J1 = inverse(j[0].X_CJ) * j[1].X_PJ;
    return {X_C0_J1 * (inverse(j[1].X_CJ) * j[2].X_PJ.p), X_C0_J1.R * j[1].axes[0]};
  }
  const std::size_t x = leg.kind == Leg::Kind::crank ? 1 : 0;
  return {inverse(j[x].X_CJ) * j[x + 1].X_PJ.p, {0, 0, 0}};
}

Transformd turned(const Mat3d& R) { return {R, {0, 0, 0}}; }

void say(LegSolutions& out, double gap, const char* why) {
  out.gap_m = gap;
  out.why = why;
}
constexpr const char* too_far = "its ends are too far apart";
constexpr const char* too_close = "its ends are too close";
constexpr const char* cannot_turn = "its universal joint cannot point there";

void solve_telescope(const Leg& leg, const Transformd& X_WBase, const Vec3d& p_W, std::span<const Transformd> near_W, LegSolutions& out) {
  const Joint &X = leg.joints[0], &slide = leg.joints[1];
  const Transformd X_WJ = X_WBase * X.X_PJ;
  const Vec3d d = inverse(X_WJ) * p_W;
  const Reach reach = reach_of(leg);
  const LineRoots roots = solve_line(seen_by(X, reach.r0), seen_by(X, reach.u), norm(seen_by(X, d)));  // (3)
  if (roots.s.empty()) return say(out, roots.smallest - norm(seen_by(X, d)), too_close);
  const Mat3d R_near = transpose(X_WJ.R) * (near_W[0] * X.X_CJ).R;
  for (const double s : roots.s) {
    double excess = 0;
    for (const Mat3d& R : turns_of(X, reach.r0 + reach.u * s, d, R_near, excess)) {
      const Transformd X_W1 = X_WJ * turned(R) * inverse(X.X_CJ);
      out.X_WB.push_back({X_W1, X_W1 * slide.X_PJ * joint_motion(slide, &s) * inverse(slide.X_CJ)});
    }
    if (excess > 0) say(out, excess, cannot_turn);
  }
}

// Rod: the body that X carries reaches p_W. X_WJ: the joint frame of X.
std::vector<Transformd> solve_rod(const Joint& X, const Transformd& X_WJ, const Vec3d& r, const Vec3d& p_W, const Transformd& near_W,
                                  LegSolutions& out) {
  const Vec3d d = inverse(X_WJ) * p_W;
  double excess = 0;
  std::vector<Transformd> poses;
  for (const Mat3d& R : turns_of(X, r, d, transpose(X_WJ.R) * (near_W * X.X_CJ).R, excess)) poses.push_back(X_WJ * turned(R) * inverse(X.X_CJ));
  if (excess > 0) say(out, excess, cannot_turn);
  return poses;
}

// The first joint's coordinates that bring the centre of X to the right distance from p_W.
std::vector<double> crank_coordinates(const Leg& leg, const Transformd& X_WJ, const Vec3d& p_W, LegSolutions& out) {
  const Joint &J = leg.joints[0], &X = leg.joints[1];
  const Vec3d a = J.axes[0], w = inverse(J.X_CJ) * X.X_PJ.p, D = inverse(X_WJ) * p_W;
  const double length = norm(seen_by(X, reach_of(leg).r0));
  const Vec3d axis_X = X.type == JointType::revolute ? (inverse(J.X_CJ) * X.X_PJ).R * X.axes[0] : Vec3d{0, 0, 0};  // in C axes of J, as in J
  const auto seen = [&](const Vec3d& x) { return X.type == JointType::revolute ? normal_part(axis_X, x) : x; };
  if (J.type == JointType::prismatic) {  // (5)
    const LineRoots roots = solve_line(seen(w - D), seen(a), length);
    if (roots.s.empty()) say(out, roots.smallest - length, too_far);
    return roots.s;
  }
  const Vec3d Ds = seen(D), ws = seen(w);  // (4)
  const double along = dot(a, Ds) * dot(a, ws), A = dot(Ds, ws) - along, B = dot(Ds, cross(a, ws)), sum = dot(Ds, Ds) + dot(ws, ws);
  const TrigRoots roots = solve_trig(A, B, (sum - length * length) / 2 - along, sum + length * length);
  if (roots.x.empty()) {
    const double rho = std::hypot(A, B), nearest = std::sqrt(std::max(sum - 2 * (along + rho), 0.0)),
                 farthest = std::sqrt(std::max(sum - 2 * (along - rho), 0.0));
    if (length < nearest) say(out, nearest - length, too_far);
    else say(out, length - farthest, too_close);
  }
  return roots.x;
}

void solve_crank(const Leg& leg, const Transformd& X_WBase, const Vec3d& p_W, std::span<const Transformd> near_W, LegSolutions& out) {
  const Joint &J = leg.joints[0], &X = leg.joints[1];
  const Transformd X_WJ = X_WBase * J.X_PJ;
  const Vec3d r = reach_of(leg).r0;
  for (const double q : crank_coordinates(leg, X_WJ, p_W, out)) {
    const Transformd X_W1 = X_WJ * joint_motion(J, &q) * inverse(J.X_CJ);
    for (const Transformd& X_W2 : solve_rod(X, X_W1 * X.X_PJ, r, p_W, near_W[1], out)) out.X_WB.push_back({X_W1, X_W2});
  }
}

}  // namespace

std::string Leg::name() const {
  std::string text;
  for (const Joint& joint : joints) text += (text.empty() ? "" : "-") + joint.name;
  return text;
}

std::string Leg::type() const {
  static constexpr std::string_view letters = "WRPCUSEF";  // in the order of JointType
  std::string text;
  for (const Joint& joint : joints) text += letters[static_cast<std::size_t>(joint.type)];
  return text;
}

std::vector<Joint> reversed(const std::vector<Joint>& chain) {
  std::vector<Joint> out;
  for (auto joint = chain.rbegin(); joint != chain.rend(); ++joint) out.push_back(opposite(*joint));
  return out;
}

std::optional<Leg> recognise_leg(std::vector<Joint> j) {
  if (j.size() < 2 || j.size() > 3 || !turns(j.back().type)) return std::nullopt;
  Leg leg;
  const std::size_t x = j.size() == 3 && j[1].type != JointType::prismatic ? 1 : 0;
  if (!turns(j[x].type)) return std::nullopt;
  leg.kind = j.size() == 2 ? Leg::Kind::rod : x == 1 ? Leg::Kind::crank : Leg::Kind::telescope;
  leg.spins = j[x].type == JointType::spherical;
  if (leg.spins && j.back().type != JointType::spherical) return std::nullopt;  // the end joint would choose the spin
  leg.joints = std::move(j);
  const Reach reach = reach_of(leg);
  const Joint& X = leg.joints[x];
  if (leg.kind == Leg::Kind::telescope) {
    if (norm(seen_by(X, reach.u)) < 1e-6) return std::nullopt;  // it slides along the axis it turns about
    return leg;
  }
  if (norm(seen_by(X, reach.r0)) == 0) return std::nullopt;  // two joints in one point
  if (leg.kind == Leg::Kind::rod) return leg;
  const Joint& J = leg.joints[0];
  if (J.type != JointType::revolute && J.type != JointType::prismatic) return std::nullopt;
  const Transformd X_CJ = inverse(J.X_CJ) * X.X_PJ;
  const bool carries = J.type == JointType::prismatic || norm(normal_part(J.axes[0], X_CJ.p)) > 0;
  if (!carries) return std::nullopt;
  if (X.type == JointType::revolute) {
    const Vec3d axis_X = X_CJ.R * X.axes[0];
    if (J.type == JointType::revolute && !parallel(axis_X, J.axes[0])) return std::nullopt;
    if (J.type == JointType::prismatic && parallel(axis_X, J.axes[0])) return std::nullopt;
  }
  return leg;
}

LegSolutions solve_leg(const Leg& leg, const Transformd& X_WBase, const Transformd& X_WEnd, std::span<const Transformd> near_W) {
  LegSolutions out;
  const Vec3d p_W = (X_WEnd * leg.joints.back().X_CJ).p;
  if (leg.kind == Leg::Kind::telescope) {
    solve_telescope(leg, X_WBase, p_W, near_W, out);
  } else if (leg.kind == Leg::Kind::crank) {
    solve_crank(leg, X_WBase, p_W, near_W, out);
  } else {
    const Joint& X = leg.joints[0];
    const Vec3d r = reach_of(leg).r0;
    const double wanted = norm(seen_by(X, inverse(X_WBase * X.X_PJ) * p_W)), length = norm(seen_by(X, r));
    for (const Transformd& pose : solve_rod(X, X_WBase * X.X_PJ, r, p_W, near_W[0], out)) out.X_WB.push_back({pose});
    if (out.X_WB.empty()) say(out, std::max(out.gap_m, std::abs(wanted - length)), wanted > length ? too_far : too_close);
  }
  return out;
}

std::string leg_branch(const Leg& leg, std::span<const Transformd> poses_W) {
  const std::size_t x = leg.kind == Leg::Kind::crank ? 1 : 0;
  const Joint& X = leg.joints[x];
  const Transformd X_WJ = poses_W[x] * X.X_PJ, X_WC = poses_W[x + 1] * X.X_CJ;
  const Vec3d p_W = (poses_W.back() * leg.joints.back().X_CJ).p;
  const Vec3d d = inverse(X_WJ) * p_W, r = inverse(X_WC) * p_W;  // equal lengths where the leg is closed
  std::string word;
  if (leg.kind == Leg::Kind::telescope) {
    word = dot(seen_by(X, r), seen_by(X, reach_of(leg).u)) >= 0 ? "out" : "in";
  } else if (leg.kind == Leg::Kind::crank) {  // how the distance of X from the end changes with the first joint
    const Joint& J = leg.joints[0];
    const Transformd X_W0 = poses_W[0] * J.X_PJ;
    const Vec3d a_W = X_W0.R * J.axes[0], rate = J.type == JointType::revolute ? cross(a_W, X_WJ.p - X_W0.p) : a_W;
    Vec3d away = X_WJ.p - p_W;
    if (X.type == JointType::revolute) away = normal_part(X_WJ.R * X.axes[0], away);
    word = dot(away, rate) >= 0 ? "up" : "down";
  }
  if (X.type == JointType::universal) {  // the sign of the derivative of (2) tells its two roots apart
    const Coefficients k = universal(X, r, d);
    double q[2];
    joint_coordinates(X, inverse(X_WJ) * X_WC, q);
    if (k.B * std::cos(q[1]) < k.A * std::sin(q[1])) word += word.empty() ? "flipped" : " flipped";
  }
  return word;
}

}  // namespace zanjir
