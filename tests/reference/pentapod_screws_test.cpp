// Body twists and joint constraints of the pentapod, built here from its closed-form geometry: rows K of all joints, shapes of the actuators, the ten orientations
// in which the spindle points to a base ball. And what must hold along any motion.
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "support/pentapod.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/input_motion.hpp"

namespace zanjir::test {
namespace {

using namespace pentapod;
using V3 = Eigen::Vector3d;
constexpr double l_c = 0.0423;

// A body by its reference point; order: barrels 1 to 5, rods 1 to 5, rings 2 to 5, spindle.
struct WholeRobot {
  explicit WholeRobot(const Geometry& g, const Pose& pose) : WholeRobot(g, pose, Legs(g, pose).theta, Legs(g, pose).psi) {}
  // theta from leg 1, psi of leg 1: where a ball lies on the spindle's line they are a choice.
  WholeRobot(const Geometry& g, const Pose& pose, const std::array<double, 5>& theta, double psi) {
    const Eigen::Matrix3d R0 = pose.R0();
    const V3 w = R0.col(2);
    std::vector<V3> barrels, rods, rings;
    for (std::size_t i = 0; i < 5; ++i) {
      const double phi = theta[i] + psi;
      const V3 u = R0 * V3(std::cos(phi), std::sin(phi), 0), v = R0 * V3(-std::sin(phi), std::cos(phi), 0);
      const V3 P = pose.o + g.c[i] * w, N = P + g.r * u, s = (N - g.M[i]).normalized();
      barrels.push_back(g.M[i] + l_c * s);
      rods.push_back(N - l_c * s);
      if (i > 0) rings.push_back(P + g.r / 2 * u);
      legs.push_back({g.M[i], N, P, s, v});
    }
    at = barrels;
    at.insert(at.end(), rods.begin(), rods.end());
    at.insert(at.end(), rings.begin(), rings.end());
    at.push_back(pose.o);
    build(w);
  }
  // [omega; velocity of the point p] of a body from its twist
  Eigen::Matrix<double, 6, 6> X(int body, const V3& p) const {
    Eigen::Matrix<double, 6, 6> x = Eigen::Matrix<double, 6, 6>::Identity();
    const V3 d = p - at[static_cast<std::size_t>(body)];
    x.block<3, 3>(3, 0) << 0, d.z(), -d.y(), -d.z(), 0, d.x(), d.y(), -d.x(), 0;  // omega x d
    return x;
  }
  void add(int first, int second, const V3& p, const MatX& D) {
    MatX rows = MatX::Zero(D.rows(), 90);
    if (first >= 0) rows.middleCols(6 * first, 6) = -D * X(first, p);
    rows.middleCols(6 * second, 6) = D * X(second, p);
    MatX more(K.rows() + D.rows(), 90);
    more << K, rows;
    K = more;
  }
  static MatX across(const V3& e) {
    MatX n(2, 3);
    const V3 a = e.unitOrthogonal();
    n << a.transpose(), e.cross(a).transpose();
    return n;
  }
  static MatX ball() { return (MatX(3, 6) << MatX::Zero(3, 3), MatX::Identity(3, 3)).finished(); }
  static MatX hinge(const V3& e) { return (MatX(5, 6) << ball(), across(e), MatX::Zero(2, 3)).finished(); }
  static MatX slide(const V3& e) { return (MatX(5, 6) << MatX::Identity(3, 3), MatX::Zero(3, 3), MatX::Zero(2, 3), across(e)).finished(); }
  void build(const V3& w) {
    K.resize(0, 90);
    T_Ac = MatX::Zero(90, 5);
    constexpr int spindle = 14;
    for (int i = 0; i < 5; ++i) {
      const Leg& leg = legs[static_cast<std::size_t>(i)];
      const int ring = i == 0 ? spindle : 9 + i;
      add(-1, i, leg.M, ball());
      add(i, 5 + i, leg.N, slide(leg.s));
      add(5 + i, ring, leg.N, hinge(leg.v));
      if (i > 0) add(ring, spindle, leg.P, hinge(w));
      const Eigen::RowVectorXd push = (Eigen::RowVectorXd(6) << 0, 0, 0, leg.s.transpose()).finished();
      T_Ac.block<6, 1>(6 * (5 + i), i) = (push * X(5 + i, leg.N)).transpose();
      T_Ac.block<6, 1>(6 * i, i) = -(push * X(i, leg.N)).transpose();
    }
  }
  MatX complete() const { return (MatX(90, 5 + K.rows()) << T_Ac, K.transpose()).finished(); }
  double smallest() const { return Eigen::JacobiSVD<MatX>(complete()).singularValues()[89]; }
  Mat6 J0() const {  // world axes, about the spindle's centre
    Mat6 J;
    for (int i = 0; i < 6; ++i) {
      const Leg& leg = legs[i < 5 ? static_cast<std::size_t>(i) : 0];
      const V3 f = i < 5 ? leg.s : leg.v;
      J.row(i) << (leg.M - at.back()).cross(f).transpose(), f.transpose();
    }
    return J;
  }
  struct Leg {
    V3 M, N, P, s, v;
  };
  std::vector<Leg> legs;
  std::vector<V3> at;
  MatX K, T_Ac;
};

int rank_of(const MatX& A) {
  const VecX sigma = Eigen::JacobiSVD<MatX>(A).singularValues();
  return static_cast<int>((sigma.array() > 1e-10 * sigma[0]).count());
}

Pose random_pose(Random& random, const Geometry& g) {
  const double size = &g == &geometry_N ? 0.06 : 0.03, height = &g == &geometry_N ? 0.45 : 0.25;
  return {{size * random.uniform(-1, 1), size * random.uniform(-1, 1), height + size / 2 * random.uniform(-1, 1)},
          0.3 * random.uniform(-1, 1),
          0.3 * random.uniform(-1, 1)};
}

Model model_of(const Geometry& g) {
  Overrides overrides;
  for (const auto& [key, value] : g.settings) overrides.push_back({key, value});
  return zoo_model("pentapod", overrides);
}

// Twists of all bodies per rate of each leg, by the program, about the points of `robot`.
MatX program_complement(const Model& model, const State& state, const WholeRobot& robot) {
  const UserJoints users(model);
  InputMotion motion(model, users, state, actuated_speeds(users));
  EXPECT_TRUE(motion.complete()) << motion.why_not();
  Workspace ws(model);
  update_positions(model, state, ws);
  std::vector<std::string> names;
  for (int i = 1; i <= 5; ++i) names.push_back("barrel" + std::to_string(i));
  for (int i = 1; i <= 5; ++i) names.push_back("rod" + std::to_string(i));
  for (int i = 2; i <= 5; ++i) names.push_back("ring" + std::to_string(i));
  names.emplace_back("spindle");
  MatX T(90, 5);
  for (std::size_t b = 0; b < names.size(); ++b) {
    Frame frame{"", *model.find_body(names[b]), {}, Origin::user};
    const Transformd X = body_pose(model, ws, frame.body);
    frame.X_BF.p = transpose_times(X.R, Vec3d{robot.at[b].x(), robot.at[b].y(), robot.at[b].z()} - X.p);
    Mat6X J = Mat6X::Zero(6, model.nv());
    frame_jacobian(model, ws, frame, J);
    T.middleRows(6 * static_cast<Eigen::Index>(b), 6) = J * motion.G();
  }
  return T;
}

}  // namespace

// 85 independent rows leave five freedoms; the program's motions break none of them, its legs move at their rates, and its spindle moves by the inverse of J0.
TEST(PentapodScrews, JointRowsLeaveTheMotionsOfTheProgram) {
  Random random(41);
  for (const Geometry* g : {&reading_P, &reading_T, &geometry_N}) {
    const Mechanism mechanism = robot_of(*g);
    const Model model = model_of(*g);
    for (int i = 0; i < 10; ++i) {
      const Pose pose = random_pose(random, *g);
      const WholeRobot robot(*g, pose);
      ASSERT_EQ(robot.K.rows(), 85);
      EXPECT_EQ(rank_of(robot.K), 85);
      State state = initial_state(model);
      state.q = mechanism.assemble(at(pose, Legs(*g, pose))).q();
      const MatX T = program_complement(model, state, robot);
      EXPECT_LE((robot.K * T).norm(), 7e-15 * T.norm() * tolerance_scale());
      EXPECT_LE((robot.T_Ac.transpose() * T - MatX::Identity(5, 5)).norm(), rounding(100));
      const MatX inverse = robot.J0().inverse();
      EXPECT_LE((T.bottomRows(6) - inverse.leftCols(5)).norm(), 3e-14 * inverse.norm() * tolerance_scale());
    }
  }
}

// In motion: the legs' power is the rate of the energy, and the balls carry weights and inertia forces.
TEST(PentapodScrews, LegsPowerIsTheRateOfEnergyAndBallsCarryAllInertia) {
  Random random(43);
  for (const Geometry* g : {&reading_P, &reading_T, &geometry_N}) {
    const Mechanism mechanism = robot_of(*g);
    const Model model = model_of(*g);
    for (int i = 0; i < 10; ++i) {
      const Pose pose = random_pose(random, *g);
      NamedValues rates, accelerations;
      for (std::size_t k = 0; k < 5; ++k) {
        rates.emplace_back(leg("L", k), 0.1 * random.uniform(-1, 1));
        accelerations.emplace_back(leg("L", k), random.uniform(-1, 1));
      }
      const MechanismState state = mechanism.assemble(at(pose, Legs(*g, pose)), rates);
      const Answer answer = mechanism.inverse(state, accelerations);
      ASSERT_EQ(answer.status(), SolveStatus::ok) << answer.note();
      Workspace ws(model);
      State here = initial_state(model);
      here.q = state.q();
      here.v = state.v();
      update_velocities(model, here, ws);
      update_accelerations(model, answer.vdot(), ws);
      V3 inertia = V3::Zero(), balls = V3::Zero();
      double rate_of_energy = 0, power = 0, size = 0;
      for (std::size_t b = 1; b < model.bodies().size(); ++b) {
        const Body& body = model.bodies()[b];
        Frame com{"", static_cast<BodyId>(static_cast<int>(b)), {}, Origin::user};
        com.X_BF.p = body.com_m;
        const FrameKinematics k = frame_kinematics(model, ws, com);
        const Motiond A = frame_acceleration(model, ws, com);
        const V3 force = body.mass_kg * (to_eigen(A.v) - V3(0, 0, -9.81));
        const Vec3d w_B = transpose_times(k.X_WF.R, k.V_WF_W.w), alpha_B = transpose_times(k.X_WF.R, A.w);
        inertia += force;
        rate_of_energy += force.dot(to_eigen(k.V_WF_W.v)) + dot(w_B, body.I_com_kg_m2 * alpha_B);
      }
      for (std::size_t k = 0; k < 5; ++k) {
        balls += to_eigen(answer.reaction(leg("S", k)).force);
        const double of_leg = answer.force(leg("L", k)) * rates[k].numbers[0];
        power += of_leg;
        size += std::abs(of_leg);
      }
      EXPECT_LE((balls - inertia).norm(), 2e-14 * inertia.norm() * tolerance_scale());
      EXPECT_NEAR(power, rate_of_energy, 1e-13 * size * tolerance_scale());
    }
  }
}

// The spindle's line through a base ball, either way round: the leg and its ring can spin with locked actuators, and what the complete matrix holds falls in
// proportion to the angle. J0 sees it for leg 1 alone; with another leg the spindle loses a freedom, and J0 stays regular.
TEST(PentapodScrews, TenOrientationsAreSingularInTheCompleteMatrix) {
  for (const Geometry* g : {&reading_P, &reading_T, &geometry_N}) {
    const V3 o = g == &geometry_N ? V3(0.03, 0.02, 0.45) : V3(0.01, 0.02, 0.25);
    for (std::size_t i = 0; i < 5; ++i) {
      for (const double side : {1.0, -1.0}) {
        SCOPED_TRACE(leg("leg ", i) + (side > 0 ? " up" : " down"));
        const V3 exact = side * (g->M[i] - o).normalized(), beside = exact.unitOrthogonal();
        const auto pose_at = [&](double angle) {
          const V3 w = std::cos(angle) * exact + std::sin(angle) * beside;
          return Pose{o, std::asin(-w.y()), std::atan2(w.x(), w.z())};
        };
        const WholeRobot far(*g, pose_at(1e-4)), near(*g, pose_at(1e-5));
        EXPECT_NEAR(far.smallest() / near.smallest(), 10, 0.2);
        const double determinants = std::abs(far.J0().determinant() / near.J0().determinant());
        if (i == 0) EXPECT_NEAR(determinants, 10, 0.2);
        else EXPECT_NEAR(determinants, 1, 0.05);
        if (i == 0) continue;
        Legs legs(*g, pose_at(0));
        legs.theta[i] = 0.3;
        const WholeRobot there(*g, pose_at(0), legs.theta, legs.psi);
        EXPECT_EQ(rank_of(there.K), 85);
        const Eigen::JacobiSVD<MatX> svd(there.K, Eigen::ComputeFullV);
        EXPECT_EQ(rank_of(svd.matrixV().rightCols(5).bottomRows(6)), 4);
      }
    }
  }
}

TEST(PentapodScrews, LengthsOfAPoseLeadBackToIt) {
  Random random(47);
  for (const Geometry* g : {&reading_P, &reading_T, &geometry_N}) {
    const Mechanism mechanism = robot_of(*g);
    for (int i = 0; i < 10; ++i) {
      const Pose pose = random_pose(random, *g);
      const Legs legs(*g, pose);
      NamedValues lengths;
      for (std::size_t k = 0; k < 5; ++k) lengths.emplace_back(leg("L", k), legs.L[k]);
      const Transformd X = mechanism.frame(mechanism.assemble(lengths), "spindle").X_WF;
      EXPECT_LT((to_eigen(X.p) - pose.o).norm(), 1e-14);
      EXPECT_LT((to_eigen(X.R) - legs.Re).norm(), 8e-14);
    }
  }
}

namespace {

// With rings of no length the squares of the lengths are linear in (o, w, o.o, o.w): three quadrics in three unknowns, of which a homotopy from y_k^2 = 1 finds all complex
// solutions.
class ThreeQuadrics {
 public:
  using Vec = Eigen::Vector3cd;
  static Vec solve_in_real_numbers(const Eigen::Matrix3cd& A, const Vec& b) {
    MatX both(6, 6);
    both << A.real(), -A.imag(), A.imag(), A.real();
    const VecX x = both.fullPivLu().solve((VecX(6) << b.real(), b.imag()).finished());
    return complex_of(x.head(3), x.tail(3));
  }
  ThreeQuadrics(const Geometry& g, const std::array<double, 5>& L) {
    Eigen::Matrix<double, 5, 8> A;
    Eigen::Matrix<double, 5, 1> b;
    for (int i = 0; i < 5; ++i) {
      const auto k = static_cast<std::size_t>(i);
      A.row(i) << -2 * g.M[k].transpose(), -2 * g.c[k] * g.M[k].transpose(), 1, 2 * g.c[k];
      b[i] = L[k] * L[k] - g.M[k].squaredNorm() - g.c[k] * g.c[k];
    }
    const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullV | Eigen::ComputeFullU);
    x0_ = svd.solve(b);
    Z_ = svd.matrixV().rightCols(3);
  }
  Eigen::Matrix<std::complex<double>, 8, 1> x(const Vec& y) const { return x0_.cast<std::complex<double>>() + Z_.cast<std::complex<double>>() * y; }
  std::vector<Vec> solutions() const {
    std::vector<Vec> found;
    for (int start = 0; start < 8; ++start) {
      Vec y(start & 1 ? 1 : -1, start & 2 ? 1 : -1, start & 4 ? 1 : -1);
      double t = 0, step = 1e-2;
      while (t < 1 && step > 1e-12) {
        const double next = std::min(1.0, t + step);
        Vec guess = y;
        bool good = false;
        for (int i = 0; i < 5; ++i) {
          const Vec change = solve_in_real_numbers(slope(guess, next), value(guess, next));
          guess -= change;
          good = change.norm() < 1e-11 * (1 + guess.norm());
          if (good || change.norm() > 0.05 * (1 + guess.norm())) break;
        }
        if (!good) {
          step /= 2;
          continue;
        }
        y = guess, t = next, step *= 1.5;
      }
      if (t == 1) found.push_back(y);
    }
    return found;
  }

 private:
  static constexpr std::complex<double> twist{0.6, 0.8};
  Vec target(const Vec& y) const {
    const auto X = x(y);
    const auto product = [&](int a, int b) { return X[a] * X[b] + X[a + 1] * X[b + 1] + X[a + 2] * X[b + 2]; };
    return {product(3, 3) - 1.0, product(0, 0) - X[6], product(0, 3) - X[7]};
  }
  Vec value(const Vec& y, double t) const { return (1 - t) * twist * (y.array().square() - 1).matrix() + t * target(y); }
  Eigen::Matrix3cd slope(const Vec& y, double t) const {
    const auto X = x(y);
    Eigen::Matrix<std::complex<double>, 3, 8> d = Eigen::Matrix<std::complex<double>, 3, 8>::Zero();
    for (int k = 0; k < 3; ++k) d(0, 3 + k) = 2.0 * X[3 + k], d(1, k) = 2.0 * X[k], d(2, k) = X[3 + k], d(2, 3 + k) = X[k];
    d(1, 6) = d(2, 7) = -1;
    return Eigen::Matrix3cd((2 * (1 - t) * twist * y).asDiagonal()) + t * d * Z_.cast<std::complex<double>>();
  }
  Eigen::Matrix<double, 8, 1> x0_;
  Eigen::Matrix<double, 8, 3> Z_;
};

}  // namespace

TEST(PentapodScrews, WithoutRingsEightComplexPosesHaveTheSameLengths) {
  for (Geometry g : {reading_P, reading_T, geometry_N}) {
    const Pose pose = {g.settings.size() > 10 ? V3(0.05, -0.04, 0.45) : V3(0.02, -0.03, 0.26), 0.2, -0.15};
    g.r = 0;
    const Legs legs(g, pose);
    const ThreeQuadrics system(g, legs.L);
    const std::vector<ThreeQuadrics::Vec> found = system.solutions();
    ASSERT_EQ(found.size(), 8u);
    bool among = false;
    for (std::size_t i = 0; i < 8; ++i) {
      for (std::size_t k = 0; k < i; ++k) EXPECT_GT((found[i] - found[k]).norm(), 1e-6);
      const auto x = system.x(found[i]);
      among = among || (x.head<3>().real() - pose.o).norm() + (x.segment<3>(3).real() - pose.R0().col(2)).norm() + x.imag().norm() < 1e-9;
    }
    EXPECT_TRUE(among) << "the pose itself";
  }
}

}  // namespace zanjir::test
