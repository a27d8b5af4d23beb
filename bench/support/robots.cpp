#include "support/robots.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "zanjir/core/random.hpp"
#include "zanjir/kernels/load_time.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir::bench {
namespace {

using kernels::Primitive;
using kernels::Step;

struct Builder {
  Robot robot;
  Random random;

  Builder(std::string name, std::uint64_t seed) : random(seed) {
    robot.name = std::move(name);
    robot.step.resize(1);
  }
  // A row whose joint sits at p in the parent, axis along `axis` there, with the body of a rod of length 0.4 towards p_tip.
  int add(int parent, Primitive joint, const Vec3d& axis, const Vec3d& p, double mass) {
    Step b;
    b.parent = parent;
    b.joint = joint;
    b.q_begin = robot.nq;
    b.v_begin = robot.nv;
    robot.nq += kernels::nq_of(joint);
    robot.nv += kernels::nv_of(joint);
    const Mat3d R = spatial::rotation_from_z(axis * (1 / norm(axis)));
    const double X[12] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, p.x, p.y, p.z};
    std::copy_n(X, 12, b.X_before);
    const Vec3d c{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(0, 0.2)};
    const double I = 0.02 * mass;
    const auto at_c = spatial::point_inertia(mass, c);
    const double inertia[10] = {
        mass, mass * c.x, mass * c.y, mass * c.z, at_c.xx + I, at_c.yy + 0.8 * I, at_c.zz + 0.5 * I, at_c.xy + 0.1 * I, at_c.xz, at_c.yz - 0.1 * I};
    std::copy_n(inertia, 10, b.inertia);
    robot.step.push_back(b);
    return static_cast<int>(robot.step.size()) - 1;
  }
  // A branch of hinges with cycling axes.
  int branch(int parent, const Vec3d& p, int n, double mass) {
    const Vec3d axes[3] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
    for (int i = 0; i < n; ++i) parent = add(parent, Primitive::revolute_z, axes[i % 3], i == 0 ? p : Vec3d{0, 0.05, 0.3}, mass);
    return parent;
  }
  Robot finish() {
    robot.pivot_floor.resize(robot.step.size());
    robot.slide_floor.resize(robot.step.size());
    kernels::pivot_floors(robot.tables(), robot.pivot_floor.data(), robot.slide_floor.data());
    return std::move(robot);
  }
};

}  // namespace

kernels::Tables Robot::tables() const {
  kernels::Tables t;
  t.n_steps = static_cast<int>(step.size());
  t.nq = nq;
  t.nv = nv;
  t.step = step.data();
  t.pivot_floor = pivot_floor.data();
  t.slide_floor = slide_floor.data();
  t.gravity_W[2] = -9.81;
  return t;
}

Robot tables_of(const std::string& name) {
  Builder b(name, 7);
  if (name == "arm6" || name == "arm7") {
    b.branch(0, {0, 0, 0.3}, name == "arm6" ? 6 : 7, 3.0);
  } else if (name == "humanoid30") {
    const int base = b.add(0, Primitive::free, {0, 0, 1}, {0, 0, 0}, 10);
    b.branch(base, {0, 0.1, -0.1}, 6, 3);
    b.branch(base, {0, -0.1, -0.1}, 6, 3);
    const int chest = b.branch(base, {0, 0, 0.2}, 3, 8);
    b.branch(chest, {0, 0.2, 0.3}, 4, 2);
    b.branch(chest, {0, -0.2, 0.3}, 4, 2);
    b.branch(chest, {0, 0, 0.4}, 1, 2);
  } else if (name.rfind("chain", 0) == 0) {
    const int n = std::atoi(name.c_str() + 5);
    int parent = 0;
    for (int i = 0; i < n; ++i) {
      const Vec3d axis{b.random.normal(), b.random.normal(), b.random.normal()};
      parent = b.add(parent, Primitive::revolute_z, axis, {0.05, 0, i == 0 ? 0.0 : 0.3}, 1.0);
    }
  } else {
    std::fprintf(stderr, "no robot '%s'\n", name.c_str());
    std::exit(2);
  }
  return b.finish();
}

BenchState state_of(const Robot& robot) {
  Random random(11);
  BenchState s;
  const auto fill = [&](std::vector<double>& a, int n) {
    a.resize(static_cast<std::size_t>(n));
    for (double& x : a) x = random.uniform(-1, 1);
  };
  fill(s.q, robot.nq);
  fill(s.v, robot.nv);
  fill(s.vdot, robot.nv);
  fill(s.tau, robot.nv);
  for (std::size_t i = 1; i < robot.step.size(); ++i) {
    const Step& b = robot.step[i];
    if (b.joint != Primitive::ball && b.joint != Primitive::free) continue;
    double* at = s.q.data() + b.q_begin + (b.joint == Primitive::free ? 3 : 0);
    const double length = std::sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2] + at[3] * at[3]);
    for (int k = 0; k < 4; ++k) at[k] /= length;
  }
  return s;
}

}  // namespace zanjir::bench
