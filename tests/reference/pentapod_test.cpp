// The line-platform pentapod of Khosravi and Ghassabzadeh Saryazdi: worked values of a separate computation, to all their digits, and what must hold
// for every geometry: actuation and constraint wrenches, Jacobian, forces at rest. The published numbers themselves are not legible.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/pentapod.hpp"
#include "support/requests.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/limb_screws.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test {
namespace {

using namespace pentapod;

// Rows (moment about the spindle's centre, force), spindle axes: what each locked actuator holds, and what leg 1 holds by itself.
Mat6 J0_of(const Mechanism& robot, const MechanismState& state, const Geometry& g) {
  const Transformd X = robot.frame(state, "spindle").X_WF;
  const Eigen::Matrix3d R = to_eigen(X.R);
  const auto row = [&](const Eigen::Vector3d& at, const Eigen::Vector3d& along) {
    const Eigen::Vector3d f = R.transpose() * along, p = R.transpose() * (at - to_eigen(X.p));
    return (Vec6() << p.cross(f), f).finished();
  };
  Mat6 J0;
  for (std::size_t i = 0; i < 5; ++i) {
    const Transformd rod = robot.frame(state, leg("rod", i)).X_WF;
    J0.row(static_cast<Eigen::Index>(i)) = row(to_eigen(rod.p), to_eigen(rod.R).col(2)).transpose();
  }
  J0.row(5) = row(g.M[0], R.col(1)).transpose();
  return J0;
}
double dexterity(const Mat6& J0) {
  const VecX sigma = Eigen::JacobiSVD<MatX>(J0).singularValues();
  return sigma[5] / sigma[0];
}

struct Worked {
  Pose pose;
  double psi;
  std::array<double, 4> theta;  // legs 2 to 5
  std::array<double, 5> L;
  double det, kappa;
};
const std::array<Worked, 2> worked{
    {{{{0, 0, 0.25}, 0, 0}, 0, {0.558599, 2.930499, -2.930499, -0.558599}, {0.268911, 0.178739, 0.310059, 0.274475, 0.181793}, 9.37325e-4, 0.0151933},
     {{{0.02, -0.03, 0.26}, 0.2, -0.15},
      0.0225014,
      {0.661232, 3.023970, -2.957151, -0.728879},
      {0.280317, 0.152473, 0.327560, 0.288171, 0.146020},
      5.69398e-4,
      0.0137468}}};

TEST(Pentapod, HasTheWorkedLegsJacobianAndDexterity) {
  const Mechanism robot = robot_of(reading_P);
  for (const Worked& known : worked) {
    const Legs legs(reading_P, known.pose);
    EXPECT_NEAR(legs.psi, known.psi, 5e-8);
    const MechanismState state = robot.assemble(at(known.pose, legs));
    for (std::size_t i = 0; i < 5; ++i) {
      SCOPED_TRACE(leg("leg ", i));
      EXPECT_NEAR(state[leg("L", i)], known.L[i], 5e-7);
      EXPECT_NEAR(state[leg("L", i)], legs.L[i], 5e-15);
      if (i == 0) continue;
      EXPECT_NEAR(state[leg("W", i)], known.theta[i - 1], 5e-7);
      EXPECT_NEAR(state[leg("W", i)], legs.theta[i], 5e-15);
    }
    const Mat6 J0 = J0_of(robot, state, reading_P);
    EXPECT_NEAR(J0.determinant(), known.det, 5e-10);
    EXPECT_NEAR(dexterity(J0), known.kappa, 5e-8);
  }
}

// The same matrix as the screws of its limbs give it, in world axes.
TEST(Pentapod, ScrewsOfTheLimbsGiveTheSameJacobian) {
  const Model model = zoo_model("pentapod");
  const Mechanism robot = robot_of(reading_P);
  const BodyId spindle = *model.find_body("spindle");
  const std::vector<Limb> limbs = find_limbs(model, BodyId::ground, spindle);
  for (const Worked& known : worked) {
    const MechanismState state = robot.assemble(at(known.pose, Legs(reading_P, known.pose)));
    State here = initial_state(model);
    here.q = state.q();
    Workspace ws(model);
    update_positions(model, here, ws);
    std::vector<LimbScrews> screws;
    for (const Limb& limb : limbs) screws.push_back(limb_screws(model, ws, BodyId::ground, spindle, limb, body_pose(model, ws, spindle).p));
    Mat6 J0 = parallel_jacobian(model, limbs, screws).J0;
    const Mat3 R = to_eigen(robot.frame(state, "spindle").X_WF.R);
    J0.leftCols<3>() = (J0.leftCols<3>() * R).eval();
    J0.rightCols<3>() = (J0.rightCols<3>() * R).eval();
    EXPECT_LT((J0 - J0_of(robot, state, reading_P)).norm(), 4e-14);
  }
}

TEST(Pentapod, HasTheWorkedRowsAndForcesAtRest) {
  const Mechanism robot = robot_of(reading_P);
  const MechanismState state = robot.assemble();  // as the file says: upright, 0.25 m
  const Mat6 J0 = J0_of(robot, state, reading_P);
  const std::array<std::pair<int, Vec6>, 3> rows{{{0, (Vec6() << 0, -0.069376, 0, -0.483431, 0, 0.875382).finished()},
                                                  {1, (Vec6() << -0.066303, 0.106086, 0, -0.847717, -0.529823, 0.025736).finished()},
                                                  {5, (Vec6() << 0.11, 0, 0.14, 0, 1, 0).finished()}}};
  for (const auto& [i, known] : rows) EXPECT_LT((J0.row(i).transpose() - known).lpNorm<Eigen::Infinity>(), 5.1e-7) << i;

  const Answer hold = robot.inverse(state);
  ASSERT_EQ(hold.status(), SolveStatus::ok) << hold.note();
  const std::array<double, 5> force{61.4736, 9.1188, 40.3876, 52.7548, 6.3886};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(hold.force(leg("L", i)), force[i], 5e-5) << i;
  const Vec3d base = hold.reaction("S1").force;  // of the base on the barrel
  EXPECT_NEAR(base.x, -30.3713, 5e-5);
  EXPECT_NEAR(base.y, 0, 5e-5);
  EXPECT_NEAR(base.z, 82.8823, 5e-5);
}

// Point and direction are all that five freedoms can follow: the spin about the spindle comes from leg 1.
TEST(Pentapod, SpinFollowsFromPointAndDirection) {
  const Pose& pose = worked[1].pose;
  const Legs legs(reading_P, pose);
  Asked asked(zoo_model("pentapod"));
  const Eigen::Vector3d w = pose.R0().col(2);
  const StateRequest request =
      asked.request(fmt::format(R"({{"frames": {{"spindle": {{"p": [{}, {}, {}], "axis": [0, 0, 1], "along": [{}, {}, {}]}}}}}})", pose.o.x(),
                                pose.o.y(), pose.o.z(), w.x(), w.y(), w.z()));
  ASSERT_EQ(asked.complaint, "");
  StateQuestion question;
  Assembler assembler(asked.model);
  for (const SaidProblem& p : assembler.assemble(request, question)) ADD_FAILURE() << p.message;
  const VecX q = question.state.q;
  const Eigen::Quaterniond found(q[3], q[4], q[5], q[6]), expected(legs.Re);
  EXPECT_LT(found.angularDistance(expected), 1e-13);
}

// (L', 0) = J0 (w, v) for every motion: five are free, leg 1 forbids the sixth.
TEST(Pentapod, JacobianMapsTheSpindlesTwistToTheRatesOfTheLegs) {
  for (const Geometry* g : {&reading_P, &reading_T, &geometry_N}) {
    const Mechanism robot = robot_of(*g);
    Pose pose = worked[1].pose;
    if (g == &geometry_N) pose.o = {0.05, -0.04, 0.45};
    const Legs legs(*g, pose);
    for (std::size_t driven = 0; driven < 5; ++driven) {
      NamedValues rates;
      for (std::size_t i = 0; i < 5; ++i) rates.emplace_back(leg("L", i), i == driven ? 0.1 : 0.0);
      const MechanismState state = robot.assemble(at(pose, legs), rates);
      for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(state[leg("L", i)], legs.L[i], 5e-15);
      const Mat6 J0 = J0_of(robot, state, *g);
      const FrameKinematics spindle = robot.frame(state, "spindle");
      const Eigen::Matrix3d R = to_eigen(spindle.X_WF.R);
      const Vec6 twist = (Vec6() << R.transpose() * to_eigen(spindle.V_WF_W.w), R.transpose() * to_eigen(spindle.V_WF_W.v)).finished();
      Vec6 expected = Vec6::Zero();
      expected[static_cast<Eigen::Index>(driven)] = 0.1;
      EXPECT_LT((J0 * twist - expected).norm(), 1e-14) << "leg " << driven + 1;
      // Leg 1 alone holds the spin about the spindle, at the arm rho: J0 without its row and the spin's column is the Jacobian of point and direction.
      Eigen::Matrix<double, 5, 5> J5;
      J5 << J0.topLeftCorner<5, 2>(), J0.topRightCorner<5, 3>();
      EXPECT_LE(J0.col(2).head<5>().norm(), rounding(2));
      EXPECT_NEAR(J0.determinant(), -legs.rho[0] * J5.determinant(), 1e-14 * std::abs(J0.determinant()));
    }
  }
}

// With legs that weigh next to nothing the spindle's weight alone is held: J0^T (forces, side force of leg 1) = -wrench. And a moment about the spindle
// is held by leg 1 alone, by a side force at the arm rho.
TEST(Pentapod, LegsWithoutMassCarryTheSpindlesWeightByTheJacobian) {
  Settings light;
  const std::string nothing = "{mass: 1e-12, inertia: {ixx: 1e-14, iyy: 1e-14, izz: 1e-14}}";
  for (const char* body : {"repeat[0].bodies.barrel{i}", "repeat[0].bodies.rod{i}", "repeat[1].bodies.ring{i}"}) light.emplace_back(body, nothing);
  light.emplace_back("loads", "{twist: {on: spindle, moment: [0, 0, 1], axes: body}}");
  const Mechanism robot = robot_of(reading_P, light);
  for (const Worked& known : worked) {
    const Legs legs(reading_P, known.pose);
    const MechanismState state = robot.assemble(at(known.pose, legs));
    const Vec6 wrench = (Vec6() << 0, 0, 1, legs.Re.transpose() * Eigen::Vector3d(0, 0, -3.05 * 9.81)).finished();
    const VecX carried = MatX(J0_of(robot, state, reading_P).transpose()).partialPivLu().solve(VecX(-wrench));
    const Answer hold = robot.inverse(state);
    ASSERT_EQ(hold.status(), SolveStatus::ok) << hold.note();
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(hold.force(leg("L", i)), carried[static_cast<Eigen::Index>(i)], 1.5e-9) << i;
    const double side = to_eigen(hold.reaction("S1").force).dot(legs.Re.col(1));
    EXPECT_NEAR(side, carried[5], 4e-11);
    EXPECT_NEAR(std::abs(side), 1 / legs.rho[0], 4e-11);
  }
}

// All its weight, 28.25 kg, goes into the five balls.
TEST(Pentapod, BallsCarryTheWholeWeight) {
  for (const Geometry* g : {&reading_P, &reading_T, &geometry_N}) {
    const Mechanism robot = robot_of(*g);
    const Answer hold = robot.inverse(robot.assemble());
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < 5; ++i) sum += to_eigen(hold.reaction(leg("S", i)).force);
    EXPECT_LT((sum - Eigen::Vector3d(0, 0, 28.25 * 9.81)).norm(), 4e-12);
  }
}

// Dexterity along the vertical, in metres: largest at 0.254 m for the reading P of the tables and at 0.210 m for T.
TEST(Pentapod, DexterityIsLargestWhereItIsKnownToBe) {
  struct Known {
    const Geometry& g;
    double z, kappa;
    int digits;
  };
  for (const Known& k : {Known{reading_P, 0.254, 0.01520, 5}, Known{reading_T, 0.210, 0.0608, 4}}) {
    const Mechanism robot = robot_of(k.g);
    double best = 0, best_z = 0;
    for (int i = 0; i < 85; ++i) {
      const double z = 0.190 + 0.001 * i;
      const Pose pose{{0, 0, z}, 0, 0};
      const double kappa = dexterity(J0_of(robot, robot.assemble(at(pose, Legs(k.g, pose))), k.g));
      if (kappa > best) {
        best = kappa;
        best_z = z;
      }
    }
    EXPECT_NEAR(best_z, k.z, 5e-15);
    EXPECT_NEAR(best, k.kappa, 0.5 * std::pow(10, -k.digits));
  }
}

}  // namespace
}  // namespace zanjir::test
