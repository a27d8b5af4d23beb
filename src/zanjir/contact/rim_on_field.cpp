#include "zanjir/contact/rim_on_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "zanjir/contact/nearest_point.hpp"
#include "zanjir/contact/rim.hpp"

namespace zanjir {
namespace {

struct Rim {
  const HeightField& field;
  const ContactShape& shape;
  Vec3d centre, axis, side;
  double reach_m() const { return shape.rim_m + shape.radius_m; }
};

Vec3d normal_of(const HeightAt& at) {
  const Vec3d up{-at.hx, -at.hy, 1};
  return up * (1 / norm(up));
}

// (2) and (3): where an upright rim touches.
struct OnField {
  double x = 0, y = 0;
  HeightAt at;
};
std::optional<Touch> upright_on_field(const Rim& rim, OnField place) {
  constexpr double c = crown_of_rims;
  const ContactShape& shape = rim.shape;
  const Vec3d& axis = rim.axis;
  const double less = less_of_rims, r = shape.rim_m, cell = rim.field.dx_m + rim.field.dy_m;
  struct Residual {
    double x = 0, y = 0;
    Vec3d d{0, 0, 0};  // P - s
    double size() const { return std::hypot(x, y); }
  };
  const auto residual = [&](const OnField& o) {
    const Vec3d d = rim.centre + support(shape, axis, normal_of(o.at)).point - Vec3d{o.x, o.y, o.at.h};
    return Residual{d.x + d.z * o.at.hx, d.y + d.z * o.at.hy, d};
  };
  const auto answer = [&] { return touch_on_plane({place.x, place.y, place.at.h}, normal_of(place.at), shape, rim.centre, axis); };
  Residual left = residual(place);
  double was = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 40; ++i) {
    const HeightAt& a = place.at;
    const Vec3d up{-a.hx, -a.hy, 1}, n = up * (1 / norm(up)), p = n - axis * dot(axis, n);
    const double s = std::sqrt(dot(p, p) + c * c);
    const auto turned = [&](double ux, double uy) {  // dP for the change of `up`, but for its part along n
      const Vec3d du{ux, uy, 0}, dn = (du - n * dot(n, du)) * (1 / norm(up));
      return (dn - axis * dot(axis, dn) - p * (dot(p, dn) / (s * s))) * (-r / s) - dn * (r * c * c / s - r * less + shape.radius_m);
    };
    const Vec3d tx{1, 0, a.hx}, ty{0, 1, a.hy}, Px = turned(-a.hxx, -a.hxy) - tx, Py = turned(-a.hxy, -a.hyy) - ty;
    const double xx = dot(Px, tx) + left.d.z * a.hxx, xy = dot(Py, tx) + left.d.z * a.hxy, yx = dot(Px, ty) + left.d.z * a.hxy,
                 yy = dot(Py, ty) + left.d.z * a.hyy, det = xx * yy - xy * yx;
    if (!(std::abs(det) > 0)) return {};
    double sx = (yy * left.x - xy * left.y) / det, sy = (xx * left.y - yx * left.x) / det;
    const double far = std::hypot(sx, sy), most = 0.5 * rim.reach_m();
    if (far > most) sx *= most / far, sy *= most / far;
    OnField next;
    Residual then;
    double share = 1;
    for (int halvings = 0; halvings < 10; ++halvings, share /= 2) {
      next.x = place.x - share * sx, next.y = place.y - share * sy;
      next.at = height_at(rim.field, next.x, next.y);
      then = residual(next);
      if (then.size() < left.size()) break;
    }
    const bool better = then.size() < left.size();
    const double step = share * (std::abs(sx) + std::abs(sy));
    if (better) place = next, left = then;
    const bool found = step < 1e-10 * cell || left.size() < 1e-14 * cell;
    if (!better || step < 1e-14 * cell || (found && step >= 0.5 * was)) return found ? std::optional(answer()) : std::nullopt;
    was = step;
  }
  return {};
}

// Forces of unit size at several places, each with its share, about the first of them: what their gap changes by when the wheel moves.
struct Shares {
  Vec3d about{0, 0, 0};
  double all = 0;
  Vec3d place{0, 0, 0}, force{0, 0, 0}, moment{0, 0, 0};
  void add(const Vec3d& point, const Vec3d& force_here, double share) {
    const Vec3d arm = point - about;
    force = force + force_here * share;
    moment = moment + cross(arm, force_here) * share;
  }
  void add_touch(const Touch& at, double share) {
    all += share;
    place = place + (at.point_W - about) * share;
    add(at.point_W, at.normal_W * at.pressed, share);
    moment = moment + at.turning_m * share;
  }
  Touch at(double gap_m) const {
    const double size = norm(force);
    return {about + place, force * (1 / size), gap_m, size, moment - cross(place, force)};
  }
};

// (4)
constexpr double sharing = 1e-4;  // l/r: a tenth of the crown, by which a rim is not quite a circle anyway
constexpr int around =
    192;  // the peak that (4) sums up is sqrt(l/(r sin a)) wide, a the angle between wheel and ground: 0.02 to 0.05 where wheels lie
constexpr int most_rings = 16;
Touch lying_on_field(const Rim& rim) {
  const double r = rim.shape.rim_m, l = sharing * r;
  const Vec3d across = cross(rim.axis, rim.side);
  // On the face as close as hills are tight: a summit between two points is 4 l above them at most, but for hills much smaller than the wheel.
  const double wanted = std::ceil(r * std::sqrt(rim.field.tightest_hill_per_m / (32 * l)));
  const int rings = static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(most_rings)));
  std::array<double, around + 4 * most_rings * most_rings> nearly{};  // gaps but for the bend of the ground
  const auto for_each_point = [&](auto&& visit) {
    std::size_t i = 0;
    for (int ring = 0; ring <= rings; ++ring) {
      const int n = ring == rings ? around : std::max(1, static_cast<int>(std::ceil(2 * std::numbers::pi * ring)));
      const double turn = 2 * std::numbers::pi / n, c1 = std::cos(turn), s1 = std::sin(turn), rho = r * ring / rings;
      double c = 1, s = 0;
      for (int k = 0; k < n; ++k) {
        visit(i++, rim.centre + (rim.side * c + across * s) * rho);
        const double c_next = c * c1 - s * s1;
        s = s * c1 + c * s1, c = c_next;
      }
    }
  };
  double least = std::numeric_limits<double>::infinity();
  for_each_point([&](std::size_t i, const Vec3d& p) {
    const HeightAt at = height_at(rim.field, p.x, p.y);
    nearly[i] = (p.z - at.h) / std::sqrt(1 + at.hx * at.hx + at.hy * at.hy);
    least = std::min(least, nearly[i]);
  });
  constexpr double nothing = 36;  // exp(-36) is a rounding
  const double worth_a_look = least + (nothing + 20) * l + 0.1 * std::abs(least);
  Shares sum;
  double lowest = std::numeric_limits<double>::infinity();
  for_each_point([&](std::size_t i, const Vec3d& p) {
    if (!(nearly[i] < worth_a_look)) return;
    const NearestPoint nearest = nearest_point(rim.field, p, rim.shape.rim_m);
    const Touch at{p - nearest.normal * rim.shape.radius_m, nearest.normal, nearest.distance_m - rim.shape.radius_m};
    if (at.gap_m < lowest) {  // shares are relative to the lowest so far
      const double less = std::exp((at.gap_m - lowest) / l);
      sum.all *= less, sum.place = sum.place * less, sum.force = sum.force * less, sum.moment = sum.moment * less;
      if (!(sum.all > 0)) sum = {}, sum.about = at.point_W;
      lowest = at.gap_m;
    }
    sum.add_touch(at, std::exp((lowest - at.gap_m) / l));
  });
  const double gap = lowest - l * std::log(sum.all), share = 1 / sum.all;
  sum.place = sum.place * share, sum.force = sum.force * share, sum.moment = sum.moment * share;
  return sum.at(gap);
}

// How far a wheel counts as lying, by the angle between its axis and the normal below its centre: 1 up to the first angle, 0 from the second. Its change with q^2, q = the cosine of that angle.
struct Lying {
  double share = 0, change = 0;
};
Lying how_lying(double q, double first, double second) {
  const double from = std::cos(second) * std::cos(second), to = std::cos(first) * std::cos(first), u = (q * q - from) / (to - from);
  if (u <= 0) return {0, 0};
  if (u >= 1) return {1, 0};
  return {u * u * u * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u) / (to - from)};
}

}  // namespace

Touch rim_on_field(const HeightField& field, const ContactShape& shape, const Vec3d& centre, const Vec3d& axis, const Vec3d& side) {
  const Rim rim{field, shape, centre, axis, side};
  const double reach = rim.reach_m();
  const bool inside = centre.x >= 0 && centre.y >= 0 && centre.x <= field.dx_m * (field.nx - 1) && centre.y <= field.dy_m * (field.ny - 1);
  if (const double above = centre.z - field.highest_m - reach; inside && above > reach + std::max(field.dx_m, field.dy_m))  // the broad phase
    return {centre - Vec3d{0, 0, reach}, {0, 0, 1}, above};
  // A section of a hollow by the plane of a wheel at the angle a to the ground is bent by up to 1/sin a of the hollow [DoCarmo1976] section 3.2 and less than the wheel for sin a > x, the wheel's
  // share of the tightest hollow; and the ground below it turns by about x. Where that leaves room, three x, and where the crown is no more to be seen.
  const double x = std::min(1.0, field.tightest_valley_per_m * reach), first = 20 * crown_of_rims + std::max(x + std::asin(x), std::min(3 * x, 1.0));
  constexpr double upright = std::numbers::pi / 2;
  if (first >= upright) return lying_on_field(rim);
  const double second = first + std::min(first, upright - first) / 2;
  const HeightAt below = height_at(field, centre.x, centre.y);
  const Vec3d n = normal_of(below);
  const double q = dot(axis, n);
  const Lying lying = how_lying(q, first, second);
  if (lying.share == 1) return lying_on_field(rim);
  const std::optional<Touch> standing = upright_on_field(rim, {centre.x, centre.y, below});
  if (!standing) return lying_on_field(rim);
  if (lying.share == 0) return *standing;
  // g = g_1 + share (g_4 - g_1), and its change with the wheel: that of the share is by the turning of the axis and by the ground that passes below the centre.
  const Touch flat = lying_on_field(rim);
  Shares both;
  both.about = standing->point_W;
  both.add_touch(*standing, 1 - lying.share);
  both.add_touch(flat, lying.share);
  const double differ = flat.gap_m - standing->gap_m, by_q = lying.change * 2 * q * differ,
               up = std::sqrt(1 + below.hx * below.hx + below.hy * below.hy);
  const auto along_axis = [&](double ux, double uy) { return dot(axis - n * q, Vec3d{ux, uy, 0}) / up; };  // axis . dn for a change of {-hx, -hy, 1}
  both.add(centre, {along_axis(-below.hxx, -below.hxy), along_axis(-below.hxy, -below.hyy), 0}, by_q);
  both.moment = both.moment + cross(axis, n) * by_q;
  return both.at(standing->gap_m + lying.share * differ);
}

}  // namespace zanjir
