#include "zanjir/view/generated_look.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "zanjir/core/convex_hull.hpp"

namespace zanjir {
namespace {

Eigen::Vector3d eigen(const Vec3d& a) { return {a.x, a.y, a.z}; }
Vec3d from_eigen(const Eigen::Vector3d& a) { return {a[0], a[1], a[2]}; }
Mat3d columns(const Vec3d& x, const Vec3d& y, const Vec3d& z) { return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}; }

LookDescription of_shape(LookShape shape, const Transformd& X) {
  LookDescription look;
  look.shape = shape;
  look.X = X;
  return look;
}

LookDescription ball_look(const Vec3d& at, double radius_m) {
  LookDescription look = of_shape(LookShape::sphere, {Mat3d::identity(), at});
  look.radius_m = radius_m;
  return look;
}

// The box of the same mass, mass centre and inertia; nothing where the numbers are no body's (planar mechanisms give one moment only), or it is thin.
std::vector<LookDescription> inertia_box(const Body& body, double thickness_m, double size_m) {
  const Sym3d& I = body.I_com_kg_m2;
  Eigen::Matrix3d m;
  m << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  if (!(body.mass_kg > 0) || !m.allFinite()) return {};
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(m);
  const Eigen::Vector3d p = principal.eigenvalues();
  Eigen::Matrix3d R = principal.eigenvectors();
  if (R.determinant() < 0) R.col(2) *= -1;
  Eigen::Vector3d edge;  // p_x = m (b^2 + c^2)/12
  for (int i = 0; i < 3; ++i) edge[i] = std::sqrt(std::max(0.0, 6 * (p.sum() - 2 * p[i]) / body.mass_kg));
  if (!(edge.minCoeff() > thickness_m) || edge.maxCoeff() > 1.5 * size_m) return {};
  LookDescription look = of_shape(LookShape::box, {columns(from_eigen(R.col(0)), from_eigen(R.col(1)), from_eigen(R.col(2))), body.com_m});
  look.size_m = from_eigen(edge);
  return {look};
}

// How points lie around their middle: along the axes, of which the last is the longest.
struct Spread {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero(), width;
  Eigen::Matrix3d axes;
  bool on_a_line() const { return width[1] <= 0.02 * width[2]; }
  bool flat() const { return width[0] <= 0.2 * width[1]; }
};
Spread spread_of(const std::vector<Vec3d>& points) {
  Spread s;
  for (const Vec3d& p : points) s.middle += eigen(p) / static_cast<double>(points.size());
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (const Vec3d& p : points) sum += (eigen(p) - s.middle) * (eigen(p) - s.middle).transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(sum);
  s.axes = principal.eigenvectors();
  s.width = principal.eigenvalues().cwiseMax(0).cwiseSqrt();
  return s;
}

std::vector<LookDescription> plate_look(const std::vector<Vec3d>& places, const Spread& spread, double thickness_m) {
  struct Flat {
    double x, y;
  };
  const Vec3d x = from_eigen(spread.axes.col(2)), y = from_eigen(spread.axes.col(1)), z = cross(x, y), origin = from_eigen(spread.middle);
  std::vector<Flat> flat;
  for (const Vec3d& p : places) flat.push_back({dot(p - origin, x), dot(p - origin, y)});
  LookDescription look = of_shape(LookShape::plate, {columns(x, y, z), origin});
  look.length_m = thickness_m;
  for (const Flat& f : convex_hull(flat)) look.outline_m.push_back({f.x, f.y, 0});
  std::vector<LookDescription> all = {look};
  // A rim of links, so that corners are round and joints sit on something.
  for (std::size_t i = 0; i < look.outline_m.size(); ++i)
    all.push_back(link_look(look.X * look.outline_m[i], look.X * look.outline_m[(i + 1) % look.outline_m.size()], 0.75 * thickness_m));
  return all;
}

// A platform on a neck: all places but one lie in a plane. Of several ways the one with the largest plate; nothing where there is none.
std::vector<LookDescription> plate_with_neck(const std::vector<Vec3d>& places, double thickness_m) {
  std::vector<LookDescription> best;
  double largest = 0;
  for (std::size_t apart = 0; places.size() > 3 && apart < places.size(); ++apart) {
    std::vector<Vec3d> rest = places;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(apart));
    const Spread spread = spread_of(rest);
    if (spread.on_a_line() || !spread.flat() || spread.width[1] * spread.width[2] <= largest) continue;
    largest = spread.width[1] * spread.width[2];
    best = plate_look(rest, spread, thickness_m);
    best.push_back(link_look(from_eigen(spread.middle), places[apart], thickness_m));
  }
  return best;
}

// Farthest frame of the body from `from`, or the mass centre.
Vec3d reach_of(const Model& model, BodyId id, const Vec3d& from) {
  Vec3d far = model.body(id).com_m;
  for (const Frame& frame : model.frames().subspan(model.bodies().size()))
    if (frame.body == id && norm(frame.X_BF.p - from) > norm(far - from)) far = frame.X_BF.p;
  return far;
}

}  // namespace

LookDescription link_look(const Vec3d& from, const Vec3d& to, double radius_m) {
  const Vec3d along = to - from;
  const double length = norm(along);
  const Vec3d z = length > 0 ? along * (1 / length) : Vec3d{0, 0, 1}, other = std::abs(z.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d side = cross(other, z), x = side * (1 / norm(side));
  LookDescription look = of_shape(LookShape::capsule, {columns(x, cross(z, x), z), (from + to) * 0.5});
  look.radius_m = radius_m;
  look.length_m = length;
  return look;
}

std::vector<LookDescription> generated_look(const Model& model, BodyId id, const std::vector<Vec3d>& places, double thickness_m, double size_m) {
  const Body& body = model.body(id);
  const double same_m = 1e-6 * size_m;
  std::vector<Vec3d> distinct;
  for (const Vec3d& p : places)
    if (std::none_of(distinct.begin(), distinct.end(), [&](const Vec3d& q) { return norm(p - q) < same_m; })) distinct.push_back(p);
  if (distinct.size() <= 1) {
    if (body.origin != Origin::user) return {};
    const Vec3d from = distinct.empty() ? body.com_m : distinct[0], far = reach_of(model, id, from);
    // A hand, a foot, a head: one thing holds it. Where several meet in one place it is a part of a leg or a gimbal, and its box would hide the rest.
    std::vector<LookDescription> all = places.size() <= 1 ? inertia_box(body, 2 * thickness_m, size_m) : std::vector<LookDescription>{};
    if (norm(far - from) > same_m) {
      all.push_back(link_look(from, far, thickness_m));
      const bool weight_at_end = norm(far - body.com_m) < same_m && all.size() == 1;
      if (weight_at_end) all.push_back(ball_look(far, 2.2 * thickness_m));
    } else if (all.empty() && body.mass_kg > 0) {
      all.push_back(ball_look(from, 2.2 * thickness_m));
    }
    return all;
  }
  const Spread spread = spread_of(distinct);
  if (spread.on_a_line()) {
    const auto along = [&](const Vec3d& a, const Vec3d& b) { return eigen(a).dot(spread.axes.col(2)) < eigen(b).dot(spread.axes.col(2)); };
    const auto [first, last] = std::minmax_element(distinct.begin(), distinct.end(), along);
    return {link_look(*first, *last, thickness_m)};
  }
  if (spread.flat()) return plate_look(distinct, spread, thickness_m);
  std::vector<LookDescription> shapes = plate_with_neck(distinct, thickness_m);
  if (shapes.empty())
    for (const Vec3d& p : distinct) shapes.push_back(link_look(from_eigen(spread.middle), p, thickness_m));
  return shapes;
}

}  // namespace zanjir
