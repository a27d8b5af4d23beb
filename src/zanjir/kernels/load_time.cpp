#include "zanjir/kernels/load_time.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "zanjir/spatial/spatial.hpp"

namespace zanjir::kernels {
namespace {

// Mean number of ancestor rows, over all speeds: how often the rows walk carries a force for a row of M.
double mean_ancestors(const Tables& model) {
  std::vector<double> above(static_cast<std::size_t>(model.n_steps), 0.0);
  double sum = 0;
  for (int i = 1; i < model.n_steps; ++i) {
    const Step& b = model.step[i];
    if (b.parent != 0) above[i] = above[b.parent] + 1;
    sum += above[i] * nv_of(b.joint);
  }
  return model.nv > 0 ? sum / model.nv : 0.0;
}

Mat3d R_before(const Step& b) {
  const double* x = b.X_before;
  return {x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]};
}

// The axis of the first hinge in ground axes, should all before it leave it alone; false: there is no hinge.
bool find_normal(const Tables& model, Vec3d& normal) {
  for (int i = 1; i < model.n_steps; ++i) {
    if (model.step[i].joint != Primitive::revolute_z) continue;
    normal = {0, 0, 1};
    for (int j = i; j != 0; j = model.step[j].parent) normal = R_before(model.step[j]) * normal;
    return true;
  }
  return false;
}

// Rows x, y, normal: x along `x`, which is at right angles to the normal but for rounding.
Mat3d planar_axes(const Vec3d& x, const Vec3d& normal) {
  const Vec3d along = x - normal * dot(x, normal), unit = along * (1 / norm(along)), y = cross(normal, unit);
  return {unit.x, unit.y, unit.z, y.x, y.y, y.z, normal.x, normal.y, normal.z};
}

}  // namespace

bool planar_steps(const Tables& model, PlanarStep* steps) {
  constexpr double straight = 16 * std::numeric_limits<double>::epsilon();  // a product of rotations is off by a few roundings
  Vec3d ground_normal{0, 0, 1};
  if (model.n_elastic > 0 || !find_normal(model, ground_normal)) return false;
  const auto n = static_cast<std::size_t>(model.n_steps);
  std::vector<Mat3d> axes(n);  // planar axes of each row in row axes
  axes[0] = planar_axes(std::abs(ground_normal.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}, ground_normal * (1 / norm(ground_normal)));
  for (std::size_t i = 0; i < n; ++i) {
    PlanarStep& out = steps[i] = {};
    const Step& b = model.step[i];
    const Mat3d& of_parent = axes[static_cast<std::size_t>(b.parent)];
    if (i > 0) {
      const Mat3d R = R_before(b);
      const Vec3d normal = transpose_times(R, of_parent.row(2));
      if (b.joint == Primitive::revolute_z) {
        if (!(std::abs(normal.x) + std::abs(normal.y) <= straight)) return false;
        out.sense = normal.z > 0 ? 1 : -1;
        axes[i] = planar_axes({1, 0, 0}, {0, 0, out.sense});
      } else if (b.joint == Primitive::prismatic_z) {
        if (!(std::abs(normal.z) <= straight)) return false;
        axes[i] = planar_axes({0, 0, 1}, normal * (1 / norm(normal)));
      } else {
        return false;
      }
      const Vec3d x = of_parent * (R * axes[i].row(0)), p = of_parent * Vec3d{b.X_before[9], b.X_before[10], b.X_before[11]};
      const double length = std::hypot(x.x, x.y);
      out.turn_before[0] = x.x / length, out.turn_before[1] = x.y / length;
      out.p_before[0] = p.x, out.p_before[1] = p.y;
    }
    const double* I = b.inertia;
    const Vec3d h = axes[i] * Vec3d{I[1], I[2], I[3]}, across = axes[i].row(2);
    const Sym3d moments{I[4], I[5], I[6], I[7], I[8], I[9]};
    out.m = I[0], out.h[0] = h.x, out.h[1] = h.y, out.I = dot(across, moments * across);
    const Mat3d& E = axes[i];
    const double rows[9] = {E.xx, E.xy, E.xz, E.yx, E.yy, E.yz, E.zx, E.zy, E.zz};
    std::copy_n(rows, 9, out.axes);
  }
  return true;
}

void pivot_floors(const Tables& model, double* pivot_floor, double* slide_floor) {
  // Beyond row i: mass m, first moment bound s = sum m r, second moment bound J = sum m r^2 + I, r the reach from the row origin.
  // Moving by a distance d to the parent's origin: J += 2 d s + d^2 m, s += d m.
  struct Beyond {
    double m = 0, s = 0, J = 0;
  };
  std::vector<Beyond> beyond(static_cast<std::size_t>(model.n_steps));
  const double factor = 64 * std::numeric_limits<double>::epsilon();
  pivot_floor[0] = slide_floor[0] = 0;
  for (int i = model.n_steps - 1; i > 0; --i) {
    const Step& b = model.step[i];
    Beyond& here = beyond[static_cast<std::size_t>(i)];
    const double* x = b.inertia;
    here.m += x[0];
    here.s += std::hypot(x[1], x[2], x[3]);
    here.J += x[4] + x[5] + x[6];  // the trace bounds the moment about any axis
    pivot_floor[i] = factor * (b.joint == Primitive::prismatic_z ? here.m : here.J);
    slide_floor[i] = factor * here.m;
    const double d = std::hypot(b.X_before[9], b.X_before[10], b.X_before[11]);
    Beyond& parent = beyond[static_cast<std::size_t>(b.parent)];
    parent.m += here.m;
    parent.s += here.s + d * here.m;
    parent.J += here.J + 2 * d * here.s + d * d * here.m;
  }
}

MassMatrixWalk mass_matrix_choice(const Tables& model) {
  // Measured with zanjir_bench (EPYC, Zen 4), chains of n hinges, both with their kinematics, rows / world in ns: n = 8: 482 / 511 (base),
  // 396 / 423 (avx2), 343 / 364 (avx512); n = 12: 857 / 773, 746 / 645, 612 / 561. They cross between 9 and 10 links: (n - 1) / 2 = 4.25.
  return mean_ancestors(model) > 4.25 ? MassMatrixWalk::world : MassMatrixWalk::rows;
}

}  // namespace zanjir::kernels
