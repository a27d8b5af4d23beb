// Which contacts part, stick and slide, against a slow twin that knows no sets (support/gauss_seidel_contacts.hpp): random rigid bodies on random feet, struck or loaded at random.
#include "zanjir/dynamics/held_search.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/gauss_seidel_contacts.hpp"
#include "support/settable.hpp"
#include "support/tolerance.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

using Arm = std::array<double, 3>;

// Feet of one rigid body from its mass centre, normals up; b is what a random motion of the body gives them, downwards more often than not.
CoulombProblem random_problem(Random& random, int n) {
  const double mass = random.uniform(0.5, 5), height = random.uniform(0.05, 0.3);
  MatX M = MatX::Zero(6, 6);  // turning, then moving
  for (int i = 0; i < 3; ++i) M(i, i) = mass * random.uniform(0.02, 0.05), M(3 + i, 3 + i) = mass;
  MatX J = MatX::Zero(3 * n, 6);
  for (int k = 0; k < n; ++k) {
    const Arm r{random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), -height};
    const Arm e[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    for (int axis = 0; axis < 3; ++axis) {
      const Arm& a = e[axis];
      J.row(3 * k + axis) << r[1] * a[2] - r[2] * a[1], r[2] * a[0] - r[0] * a[2], r[0] * a[1] - r[1] * a[0], a[0], a[1], a[2];
    }
  }
  VecX motion(6);
  motion << random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-1, 1), random.uniform(-1, 1),
      random.uniform(-1.5, 0.5);
  return {J * M.inverse() * J.transpose(), J * motion, VecX::Constant(n, random.uniform(0.05, 0.6))};
}

// What HeldSearch says of it.
struct Searched {
  SolveStatus status;
  VecX f;
  std::vector<HeldPlace> places;
};
Searched searched(const CoulombProblem& problem) {
  static CompliantContact law;
  law.friction.type = FrictionLawType::dry;
  Searched out;
  for (int k = 0; k < problem.n(); ++k) {
    HeldPlace p;
    p.contact = k, p.law = &law;
    p.n = {0, 0, 1}, p.e1 = {1, 0, 0}, p.e2 = {0, 1, 0};
    p.mu[0] = p.mu[1] = problem.mu[k];
    out.places.push_back(p);
  }
  HeldSearch held;
  HeldForces forces;
  out.status = held.settle(out.places, problem.G, problem.b, nullptr, nullptr, 1e-12 * problem.b.cwiseAbs().maxCoeff(), forces);
  out.f.resize(problem.b.size());
  for (int k = 0; k < problem.n(); ++k) {
    const Vec3d& f = out.places[static_cast<std::size_t>(k)].lambda;
    out.f.segment<3>(3 * k) << f.x, f.y, f.z;
  }
  return out;
}

// Up to three feet: their normal forces are determined, and with them the motion.
TEST(HeldSearch, FindsWhatSweepsOfProjectionsCreepTo) {
  const long cases = number_from("ZANJIR_SEARCHES", 300), first = number_from("ZANJIR_SEARCHES_FROM", 1);
  int apart = 0, stuck = 0, slid = 0;
  for (long seed = first; seed < first + cases; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const CoulombProblem problem = random_problem(random, random.integer(1, 3));
    SCOPED_TRACE(fmt::format("seed {}, {} feet", seed, problem.n()));
    const Searched found = searched(problem);
    ASSERT_EQ(found.status, SolveStatus::ok);
    EXPECT_LT(misses(problem, found.f), 3e-14 * tolerance_scale());
    const CoulombAnswer twin = sweep_to_rest(problem);
    ASSERT_TRUE(twin.converged);
    const VecX after = problem.b + problem.G * found.f;
    EXPECT_LT((after - twin.w).cwiseAbs().maxCoeff(), 3e-13 * problem.b.cwiseAbs().maxCoeff() * tolerance_scale());
    for (const HeldPlace& p : found.places) (p.rows == HeldRows::none ? apart : p.grip == Grip::sticks ? stuck : slid) += 1;
  }
  EXPECT_TRUE(cases < 300 || (apart > 20 && stuck > 20 && slid > 20)) << "all of them are among these";
}

// On more feet normal forces are shared, and the answer need not be the twin's: it is one of Coulomb's law all the same.
TEST(HeldSearch, FindsAnAnswerOfCoulombsLawOnManyFeet) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed + 1000000);
    const CoulombProblem problem = random_problem(random, random.integer(4, 6));
    SCOPED_TRACE(fmt::format("seed {}, {} feet", seed, problem.n()));
    const Searched found = searched(problem);
    ASSERT_EQ(found.status, SolveStatus::ok);
    EXPECT_LT(misses(problem, found.f), 1.5e-14 * tolerance_scale());
  }
}

}  // namespace
}  // namespace zanjir::test
