// The mechanisms with loops are those of their sources: published or independently computed accelerations, reactions and torques come out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/bodies.hpp"
#include "support/folders.hpp"
#include "support/rose.hpp"
#include "support/zoo.hpp"
#include "zanjir/face/mechanism.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

Solution solve(const Model& model, const State& state, const Given& given) {
  NewtonEuler::Scratch scratch(model);
  Solution solution;
  EXPECT_EQ(NewtonEuler{}.solve(model, state, given, Reactions::compute, scratch, solution), SolveStatus::ok) << solution.note;
  return solution;
}

int coordinate_index(const Model& model, const std::string& name) {
  const auto names = model.coordinate_names();
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

Solution free_motion(const Model& model, const State& state) { return solve(model, state, forward_question(model, VecX::Zero(model.nv()))); }

// The first accelerations and multipliers of the IVP test set: theta and beta alone move, and only the loop over K3 is loaded.
TEST(Andrews, StartsLikeTheBenchmark) {
  const Model model = zoo_model("andrews");
  const Solution s = free_motion(model, initial_state(model));
  EXPECT_NEAR(s.vdot[speed_index(model, "beta")], 14222.4439199541138705911625887, 1e-9);
  EXPECT_NEAR(s.vdot[speed_index(model, "theta")], -10666.8329399655854029433719415, 8e-10);
  for (const char* still : {"gamma", "phi", "delta", "omega", "epsilon"}) EXPECT_NEAR(s.vdot[speed_index(model, still)], 0, 3e-11) << still;
  const auto E3 = to_eigen(s.loop_reaction[0].total);
  EXPECT_NEAR(E3[3], 98.5668703962410896057654982170, 1.5e-12);
  EXPECT_NEAR(E3[4], -6.12268834425566265503114393122, 3e-13);
  for (const std::size_t unloaded : {1, 2}) EXPECT_LT(to_eigen(s.loop_reaction[unloaded].total).norm(), 3e-14);
}

// The mass matrix of the four open chains as Hairer and Wanner print it, at angles where every term counts.
TEST(Andrews, HasTheMassMatrixOfTheBenchmark) {
  const Model model = zoo_model("andrews");
  State state = initial_state(model);
  for (int i = 0; i < model.nv(); ++i) state.q[i] = 0.3 + 0.2 * i;
  Workspace ws(model);
  update_positions(model, state, ws);
  MatX M(model.nv(), model.nv());
  kernels::functions().mass_matrix_rows(model.tables(), ws.tree.data(), M.data());
  M = MatX(M.selfadjointView<Eigen::Upper>());
  const auto at = [&](const char* a, const char* b) { return M(speed_index(model, a), speed_index(model, b)); };
  const auto angle = [&](const char* a) { return state.q[speed_index(model, a)]; };
  const double da = 0.0115, rr = 0.007, e4 = 0.02 - 0.01421, zt = 0.04, u = 0.04, f6 = 0.02 - 0.01421;
  const double theta = angle("theta"), phi = angle("phi"), omega = angle("omega"), tolerance = 1e-18;
  EXPECT_NEAR(at("beta", "beta"), 0.04325 * 0.00092 * 0.00092 + 0.00365 * (rr * rr - 2 * da * rr * std::cos(theta) + da * da) + 2.194e-6 + 4.410e-7,
              tolerance);
  EXPECT_NEAR(at("beta", "theta"), 0.00365 * (da * da - da * rr * std::cos(theta)) + 4.410e-7, tolerance);
  EXPECT_NEAR(at("theta", "theta"), 0.00365 * da * da + 4.410e-7, tolerance);
  EXPECT_NEAR(at("gamma", "gamma"), 0.02373 * (0.01874 * 0.01874 + 0.01043 * 0.01043) + 5.255e-6, tolerance);
  EXPECT_NEAR(at("phi", "phi"), 0.00706 * e4 * e4 + 5.667e-7, tolerance);
  EXPECT_NEAR(at("delta", "phi"), 0.00706 * (e4 * e4 + zt * e4 * std::sin(phi)) + 5.667e-7, tolerance);
  EXPECT_NEAR(at("delta", "delta"),
              0.00706 * (zt * zt + 2 * zt * e4 * std::sin(phi) + e4 * e4) + 0.07050 * (0.02308 * 0.02308 + 0.00916 * 0.00916) + 5.667e-7 + 1.169e-5,
              1e-17);
  EXPECT_NEAR(at("omega", "omega"), 0.00706 * f6 * f6 + 5.667e-7, tolerance);
  EXPECT_NEAR(at("epsilon", "omega"), 0.00706 * (f6 * f6 - u * f6 * std::sin(omega)) + 5.667e-7, tolerance);
  EXPECT_NEAR(at("epsilon", "epsilon"),
              0.00706 * (f6 * f6 - 2 * u * f6 * std::sin(omega) + u * u) + 0.05498 * (0.01228 * 0.01228 + 0.00449 * 0.00449) + 5.667e-7 + 1.912e-5,
              1e-17);
}

TEST(Bricard, StartsLikeTheBenchmark) {
  const Model model = zoo_model("bricard");
  const Solution s = free_motion(model, initial_state(model));
  for (int j = 1; j <= 5; ++j) EXPECT_NEAR(s.vdot[speed_index(model, "j" + std::to_string(j))], (j % 2 == 1 ? 1 : -1) * 1.958083832335, 1e-11);
}

TEST(FourBarSpatial, AcceleratesAsComputedApart) {
  const Model model = zoo_model("four_bar_spatial");
  const Solution s = free_motion(model, initial_state(model));
  EXPECT_NEAR(s.vdot[speed_index(model, "A")], -20.884706488608, 4e-12);
  EXPECT_NEAR(s.vdot[speed_index(model, "B")], 24.494667017521, 5e-12);
}

TEST(ChangePointFourBar, StartsWhereItsCaptionSays) {
  const Model model = zoo_model("change_point_four_bar");
  const State state = initial_state(model);
  const double D = state.q[speed_index(model, "D")];
  EXPECT_NEAR(1.4 + 1.6 * std::cos(D), 2.517058094551003, 1e-14);
  EXPECT_NEAR(1.6 * std::sin(D), 1.145504785410381, 1e-14);
}

// N upright bars of one parallelogram row: with M = sum of all, one coordinate theta; at theta = 90 deg gravity does not turn it.
TEST(NFourBar, IsAPendulumOfKnownInertia) {
  for (const char* name : {"n_four_bar", "n_four_bar_spatial"}) {
    for (const int N : {1, 2, 7}) {
      SCOPED_TRACE(testing::Message() << name << " " << N);
      const Model model = zoo_model(name, {{"N", std::to_string(N)}});
      State state = initial_state(model);
      const double theta = 1.1;
      for (int i = 0; i < model.nv(); ++i) state.q[i] = model.coordinate_names()[static_cast<std::size_t>(i)][0] == 'A' ? theta : -theta;
      // N + 1 bars about their ends, N couplers moved along a circle of 1 m without turning.
      const double inertia = (N + 1) / 3.0 + N, moment = -9.81 * std::cos(theta) * ((N + 1) / 2.0 + N);
      const Solution s = free_motion(model, state);
      for (int i = 0; i < model.nv(); ++i) {
        const bool bar = model.speed_names()[static_cast<std::size_t>(i)][0] == 'A';
        EXPECT_NEAR(s.vdot[i], (bar ? 1 : -1) * moment / inertia, 1e-13);
      }
    }
  }
}

// Torques of an independent closed-form solution of the same paper.
TEST(Rrr3, NeedsTheTorquesKnownForTheRosePath) {
  const Model model = zoo_model("rrr_3");
  struct Known {
    double t, torque[3];
  };
  for (const Known& k : {Known{0.15, {-9.23777257, 3.63480029, 4.99859939}}, Known{0.6, {3.57821122, 5.70623680, -9.99197470}},
                         Known{1.4, {-8.20175394, 8.48392494, 0.22143999}}}) {
    SCOPED_TRACE(k.t);
    const auto [state, vdot] = rose_point(model, k.t);
    State closed = state;
    ASSERT_TRUE(close_positions(model, closed).closed);
    EXPECT_LT((closed.q - state.q).norm(), 1e-13);  // what the closed form gives is closed
    const Solution s = solve(model, state, inverse_question(model, vdot));
    for (int leg = 0; leg < 3; ++leg) EXPECT_NEAR(s.tau[speed_index(model, "A" + std::to_string(leg + 1))], k.torque[leg], 1e-8) << leg + 1;
  }
}

// The platform of the Stewart robot starts level over the base, by symmetry: equal legs, and nothing but weight on them.
TEST(Stewart, IsSymmetric) {
  const Model model = zoo_model("stewart");
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state).closed);
  double z = 0;
  for (int i = 0; i < model.nq(); ++i) {
    const std::string& name = model.coordinate_names()[static_cast<std::size_t>(i)];
    if (name == "pose.z") z = state.q[i];
    if (name == "pose.x" || name == "pose.y" || name == "pose.qx" || name == "pose.qy" || name == "pose.qz") {
      EXPECT_NEAR(state.q[i], 0, 1e-14) << name;
    }
  }
  // Leg 1: from the base joint at 10 degrees before the pair's middle to the platform joint at 50 degrees before it.
  constexpr double deg = std::numbers::pi / 180;
  const double length = std::sqrt(0.8 * 0.8 + 0.5 * 0.5 - 2 * 0.8 * 0.5 * std::cos(40 * deg) + z * z);
  for (int i = 0; i < model.nq(); ++i) {
    const std::string& name = model.coordinate_names()[static_cast<std::size_t>(i)];
    if (name[0] == 'P') {
      EXPECT_NEAR(state.q[i], length, 1.5e-14) << name;
    }
  }
}

// All carriages stand where a rod of its length reaches from the rail to the ball, by symmetry at the same height over the platform.
TEST(Hexaslide, IsSymmetric) {
  const Model model = zoo_model("hexaslide");
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state).closed);
  constexpr double deg = std::numbers::pi / 180;
  const double over = std::sqrt(0.8 * 0.8 - (0.6 * 0.6 + 0.2 * 0.2 - 2 * 0.6 * 0.2 * std::cos(32 * deg)));
  const double z = state.q[coordinate_index(model, "pose.z")];
  for (const std::string i : {"1", "2", "3", "4", "5", "6"}) EXPECT_NEAR(state.q[coordinate_index(model, "P" + i)], z + over, 1.5e-14) << i;
  EXPECT_EQ(model.nv() - generic_rank(model, state).rank, 6);
}

// Four motors for three freedoms: their torques make the motion, and no self-equilibrated set of four is in them (least sum of squares).
TEST(Rrr4, SharesTheWorkAmongFourMotors) {
  const Model model = zoo_model("rrr_4");
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state).closed);
  ASSERT_TRUE(close_velocities(model, state).consistent);
  NewtonEuler::Scratch scratch(model);
  Solution forward, inverse;
  VecX tau = VecX::Zero(model.nv());
  for (int i = 0; i < 4; ++i) tau[speed_index(model, "A" + std::to_string(i + 1))] = 3.0 - 2 * i;
  ASSERT_EQ(NewtonEuler{}.solve(model, state, forward_question(model, tau), Reactions::skip, scratch, forward), SolveStatus::ok);
  ASSERT_EQ(NewtonEuler{}.solve(model, state, inverse_question(model, forward.vdot), Reactions::skip, scratch, inverse), SolveStatus::redundant);
  // the same motion, and the difference to what was applied is orthogonal to what is found
  Solution again;
  ASSERT_EQ(NewtonEuler{}.solve(model, state, forward_question(model, inverse.tau), Reactions::skip, scratch, again), SolveStatus::ok);
  EXPECT_LT((again.vdot - forward.vdot).norm(), 2e-14 * forward.vdot.norm());
  EXPECT_GT((tau - inverse.tau).norm(), 0.1);
  EXPECT_NEAR((tau - inverse.tau).dot(inverse.tau), 0, 1e-14 * tau.squaredNorm());
}

TEST(SixBar, DwellsWhileTheCrankTurns) {
  const Model model = zoo_model("six_bar");
  State state = initial_state(model);
  const int crank = coordinate_index(model, "A"), output = coordinate_index(model, "F");
  std::vector<bool> held(static_cast<std::size_t>(model.nv()), false);
  held[static_cast<std::size_t>(crank)] = true;
  constexpr double deg = std::numbers::pi / 180;
  double least = 1e9, most = -1e9;
  for (int angle = 60; angle <= 420; angle += 2) {  // one turn
    state.q[crank] = angle * deg;
    ASSERT_TRUE(close_positions(model, state, held).closed) << angle;
    if (angle < 120 || angle > 220) continue;
    least = std::min(least, state.q[output]);
    most = std::max(most, state.q[output]);
  }
  EXPECT_LT(most - least, 0.2 * deg);
  EXPECT_NEAR(state.q[output], -145.53 * deg, 1e-3);  // back where it began
}

// Twelve of its constraints say again what others have said; the platform only translates, and its motors stand where the closed form for
// three spheres about the elbows puts them.
TEST(DeltaParallelogram, TranslatesAlthoughCountingForbidsIt) {
  const Model model = zoo_model("delta_parallelogram");
  State state = initial_state(model);
  const auto at = [&](const std::string& name) -> double& { return state.q[coordinate_index(model, name)]; };
  std::vector<bool> held(static_cast<std::size_t>(model.nv()), false);
  for (int i = 0; i < 6; ++i) held[static_cast<std::size_t>(model.joints()[0].v_begin + i)] = true;
  ASSERT_EQ(model.joints()[0].name, "pose");
  for (const Vec3d& p : {Vec3d{0, 0, -0.45}, Vec3d{0.06, -0.03, -0.42}, Vec3d{-0.05, 0.08, -0.5}}) {
    at("pose.x") = p.x, at("pose.y") = p.y, at("pose.z") = p.z;
    ASSERT_TRUE(close_positions(model, state, held).closed);
    const LoopRank rank = generic_rank(model, state);
    EXPECT_EQ(model.nv() - rank.rank, 3);
    EXPECT_EQ(model.n_closure_rows() - rank.rank, 12);
    EXPECT_TRUE(rank.certain());
    for (int leg = 0; leg < 3; ++leg) {
      const double turn = 2 * std::numbers::pi * leg / 3, c = std::cos(turn), s = std::sin(turn);
      const double x = c * p.x + s * p.y + 0.05 - 0.15, y = -s * p.x + c * p.y, z = p.z;  // edge of the platform, from the motor, in the leg's axes
      // elbow (0.2 cos a, 0, -0.2 sin a):  x cos a - z sin a = (x^2 + y^2 + z^2 + 0.2^2 - 0.45^2) / 0.4
      const double right = (x * x + y * y + z * z + 0.04 - 0.2025) / 0.4, size = std::hypot(x, z);
      const double angle = std::atan2(-z, x) - std::acos(right / size);  // the elbow outside
      EXPECT_NEAR(std::remainder(at("M" + std::to_string(leg + 1)) - angle, 2 * std::numbers::pi), 0, 4e-14) << leg + 1;
    }
  }
}

Mechanism mechanism(const std::string& name, const Settings& settings = {}) {
  return Mechanism::load((models_folder() / (name + ".yaml")).string(), settings);
}

// Correctly assembled, every leg holds one turn, and the platform keeps its orientation wherever its slides are.
TEST(Upu3, OnlyTranslates) {
  const Mechanism robot = mechanism("upu_3");
  for (const Vec3& p : {Vec3(0, 0, 0.6), Vec3(0.1, -0.05, 0.55), Vec3(-0.12, 0.08, 0.7)}) {
    NamedValues slides, rates;
    for (int i = 0; i < 3; ++i) {
      const double turn = 2 * std::numbers::pi * i / 3;
      const Vec3 leg = p + (0.25 - 0.5) * Vec3(std::cos(turn), std::sin(turn), 0);
      slides.emplace_back("P" + std::to_string(i + 1), leg.norm());
      rates.emplace_back("P" + std::to_string(i + 1), 0.1 * i);
    }
    const FrameKinematics platform = robot.frame(robot.assemble(slides, rates), "platform");
    EXPECT_LT((to_eigen(platform.X_WF.p) - p).norm(), 1.5e-14);
    EXPECT_LT((to_eigen(platform.X_WF.R) - Mat3::Identity()).norm(), 1e-14);
    EXPECT_LT(to_eigen(platform.V_WF_W.w).norm(), 1.5e-14);
    EXPECT_GT(to_eigen(platform.V_WF_W.v).norm(), 0.05);
  }
}

// The wrong way round it has as many freedoms, but a leg holds its seat across itself, as in a 3-RPS: the platform heaves and tilts. Level, with the slope
// cos = 0.6/0.65 of the legs and seats at 0.25 m, one slide at 0.1 m/s lifts by a third of 0.1/cos and tilts by two thirds of it over 0.25 m.
TEST(Upu3, TiltsWhenItIsAssembledTheWrongWay) {
  const Mechanism robot = mechanism("upu_3", {{"turned", "90 deg"}});
  const FrameKinematics platform = robot.frame(robot.assemble({}, {{"P1", 0.1}, {"P2", 0}, {"P3", 0}}), "platform");
  const double lift = 0.1 * 0.65 / 0.6;
  EXPECT_LT((to_eigen(platform.V_WF_W.v) - Vec3(0, 0, lift / 3)).norm(), 1e-14);
  EXPECT_LT((to_eigen(platform.V_WF_W.w) - Vec3(0, -2 * lift / (3 * 0.25), 0)).norm(), 1e-14);
}

// The plates keep their orientation, and move as the bars between them turn: the fourth freedom.
TEST(Par4, TranslatesAndTurnsItsBars) {
  const Mechanism robot = mechanism("par4");
  const MechanismState state =
      robot.assemble({{"M1", 0.42}, {"M2", 0.25}, {"M3", 0.36}, {"M4", 0.3}}, {{"M1", 1}, {"M2", -0.5}, {"M3", 0.2}, {"M4", 0.4}});
  for (const char* plate : {"front", "back"}) {
    const FrameKinematics k = robot.frame(state, plate);
    EXPECT_LT((to_eigen(k.X_WF.R) - Mat3::Identity()).norm(), 3e-14) << plate;
    EXPECT_LT(to_eigen(k.V_WF_W.w).norm(), 5e-14) << plate;
  }
  const double angle = state["front_left"], rate = state.speed("front_left");
  EXPECT_GT(std::abs(angle), 0.05);
  EXPECT_GT(std::abs(rate), 0.5);
  const Vec3 apart = to_eigen(robot.frame(state, "front").X_WF.p - robot.frame(state, "back").X_WF.p);  // zero where the bars are at zero
  EXPECT_LT((apart - 0.12 * Vec3(-std::sin(angle), std::cos(angle) - 1, 0)).norm(), 1e-14);
  EXPECT_LT((to_eigen(robot.frame(state, "left").V_WF_W.w) - Vec3(0, 0, rate)).norm(), 6e-14);
}

// All axes meet in the origin, where the platform stays, and those of a link are at right angles: the drives follow from the platform's turn alone.
TEST(Rrr3Spherical, TurnsAboutOnePoint) {
  const Mechanism robot = mechanism("rrr_3_spherical");
  const MechanismState state = robot.assemble({{"A1", 0.5}, {"A2", 0.3}, {"A3", 0.2}}, {{"A1", 1}, {"A2", 0.4}, {"A3", -0.7}});
  const FrameKinematics k = robot.frame(state, "platform");
  EXPECT_LT(to_eigen(k.X_WF.p).norm(), 1e-14);
  EXPECT_LT(to_eigen(k.V_WF_W.v).norm(), 1e-14);
  EXPECT_GT(to_eigen(k.V_WF_W.w).norm(), 0.5);
  const Mat3 R = to_eigen(k.X_WF.R);
  for (int i = 0; i < 3; ++i) {  // drive along e_i, hinge on the platform along -e_(i+1)
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    EXPECT_NEAR(state["A" + std::to_string(i + 1)], std::atan2(R(l, j), R(j, j)), 1e-14) << i + 1;
  }
}

// The middle leg runs from the origin to the platform and is its normal.
TEST(Tricept, LooksAlongItsMiddleLeg) {
  const Mechanism robot = mechanism("tricept");
  const MechanismState state = robot.assemble({{"P1", 0.9}, {"P2", 0.8}, {"P3", 0.85}});
  const Transformd X = robot.frame(state, "platform").X_WF;
  const Vec3 p = to_eigen(X.p), normal = to_eigen(X.R).col(2);
  EXPECT_LT(p.cross(normal).norm(), 1e-14);
  EXPECT_GT(p.head<2>().norm(), 0.02);
  EXPECT_NEAR(state["P0"], p.norm(), 1e-14);
}

// Carriages at psi - acos(N/U): the closed form of the paper, with psi the azimuth of a ball and N, U from its rod's length.
TEST(Pus3, HasTheCarriagesOfTheClosedForm) {
  const Mechanism robot = mechanism("pus_3");
  for (const auto& [yaw, roll, pitch] : {std::array{0.0, 0.0, 0.0}, {0.3, 0.1, -0.15}, {-0.5, -0.2, 0.1}}) {
    const Eigen::Quaterniond q(Eigen::AngleAxisd(yaw, Vec3::UnitZ()) * Eigen::AngleAxisd(roll, Vec3::UnitX()) *
                               Eigen::AngleAxisd(pitch, Vec3::UnitY()));
    const MechanismState state = robot.assemble({{"centre.quat", {q.w(), q.x(), q.y(), q.z()}}});
    for (int i = 0; i < 3; ++i) {
      const double azimuth = (90 + 120 * i) * std::numbers::pi / 180;
      const Vec3 b = q * Vec3(0.235 * std::cos(azimuth), 0.235 * std::sin(azimuth), 0.084);
      const double n = 0.35 * 0.35 + 0.135 * 0.135 + b.squaredNorm() - 0.334 * 0.334 + 2 * 0.135 * b.z(), u = 2 * 0.35 * std::hypot(b.x(), b.y());
      const double theta = std::atan2(b.y(), b.x()) - std::acos(n / u);
      EXPECT_NEAR(std::remainder(state["A" + std::to_string(i + 1)] - theta, 2 * std::numbers::pi), 0, 3e-14) << i + 1;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
