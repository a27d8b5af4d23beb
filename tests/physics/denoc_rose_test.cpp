// The 3-RRR of the study on decoupled orthogonal complements along its rose, all by `denoc`: the motion of every joint in closed form, torques by inverse
// dynamics, and these torques applied open loop.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "physics/constants.hpp"
#include "support/ode_systems.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/formulations/denoc/denoc.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir::test {
namespace {

struct RosePoint {
  VecX q, v, vdot;
};

// r = r0 cos 2 theta, theta = pi t, platform not turned; a leg of two links reaches for its corner.
class RoseMotion {
 public:
  explicit RoseMotion(const Model& model) : nv_(model.nv()) {
    for (int j = 0; j < 3; ++j) {
      A_[static_cast<std::size_t>(j)] = speed_index(model, "A" + std::to_string(j + 1));
      B_[static_cast<std::size_t>(j)] = speed_index(model, "B" + std::to_string(j + 1));
    }
    x_ = speed_index(model, "pose.x");
    y_ = speed_index(model, "pose.y");
  }

  RosePoint at(double t) const {
    const double r0 = 0.05, w = pi, th = pi * t;
    const auto harmonics = [&](int n) {  // n-th derivative of (cos 3th + cos th, sin 3th - sin th) r0/2
      const double shift = n * pi / 2, three = std::pow(3 * w, n), one = std::pow(w, n);
      return std::array<double, 2>{r0 / 2 * (three * std::cos(3 * th + shift) + one * std::cos(th + shift)),
                                   r0 / 2 * (three * std::sin(3 * th + shift) - one * std::sin(th + shift))};
    };
    const auto p = harmonics(0), p1 = harmonics(1), p2 = harmonics(2);
    RosePoint m{VecX::Zero(nv_), VecX::Zero(nv_), VecX::Zero(nv_)};
    m.q[x_] = p[0], m.q[y_] = p[1];
    m.v[x_] = p1[0], m.v[y_] = p1[1];
    m.vdot[x_] = p2[0], m.vdot[y_] = p2[1];
    for (int j = 0; j < 3; ++j) {
      const double l1 = 0.4, l2 = 0.6, foot = 1.2 / std::sqrt(3), corner = 0.4 / std::sqrt(3), leg = (210 + 120 * j) * pi / 180;
      const double hx = p[0] + (corner - foot) * std::cos(leg), hy = p[1] + (corner - foot) * std::sin(leg);
      const double b = std::acos((hx * hx + hy * hy - l1 * l1 - l2 * l2) / (2 * l1 * l2));
      const double a = std::atan2(hy, hx) - std::atan2(l2 * std::sin(b), l1 + l2 * std::cos(b));
      const auto e_a = [&](double x, double y) { return std::cos(a) * x + std::sin(a) * y; };
      const auto e_b = [&](double x, double y) { return std::cos(a + b) * x + std::sin(a + b) * y; };
      const double da = e_b(p1[0], p1[1]) / (l1 * std::sin(b)), dab = -e_a(p1[0], p1[1]) / (l2 * std::sin(b));
      const double wx = p2[0] + l1 * std::cos(a) * da * da + l2 * std::cos(a + b) * dab * dab;
      const double wy = p2[1] + l1 * std::sin(a) * da * da + l2 * std::sin(a + b) * dab * dab;
      const double dda = e_b(wx, wy) / (l1 * std::sin(b)), ddab = -e_a(wx, wy) / (l2 * std::sin(b));
      const int A = A_[static_cast<std::size_t>(j)], B = B_[static_cast<std::size_t>(j)];
      m.q[A] = std::remainder(a - 2 * pi / 3 * j, 2 * pi);  // in the leg's own axes
      m.q[B] = b;
      m.v[A] = da, m.v[B] = dab - da;
      m.vdot[A] = dda, m.vdot[B] = ddab - dda;
    }
    return m;
  }
  int x() const { return x_; }
  int y() const { return y_; }
  int A(int leg) const { return A_[static_cast<std::size_t>(leg)]; }
  int B(int leg) const { return B_[static_cast<std::size_t>(leg)]; }

 private:
  int nv_;
  std::array<int, 3> A_{}, B_{};
  int x_ = 0, y_ = 0;
};

class DenocRose : public testing::Test {
 protected:
  Model model = zoo_model("rrr_3");
  RoseMotion rose{model};
  LoopRank rank = [this] {
    const RosePoint start = rose.at(0);
    return generic_rank(model, {0, start.q, start.v});
  }();
  Denoc::Scratch inverse_scratch{model}, forward_scratch{model};
  Given ask_inverse = inverse_question(model, VecX::Zero(model.nv())), ask_forward = forward_question(model, VecX::Zero(model.nv()));
  State on_path;
  Solution torques;

  const VecX& tau_at(double t) {
    RosePoint m = rose.at(t);
    on_path.t_s = t;
    on_path.q = m.q;
    on_path.v = m.v;
    ask_inverse.vdot = m.vdot;
    ask_inverse.rank = &rank;
    EXPECT_EQ(Denoc{}.solve(model, on_path, ask_inverse, Reactions::skip, inverse_scratch, torques), SolveStatus::ok) << torques.note;
    return torques.tau;
  }
};

TEST_F(DenocRose, TorquesAreThoseOfTheClosedFormSolution) {
  ASSERT_LE((rose.at(0).q - model.initial_q()).cwiseAbs().maxCoeff(), 1e-14) << "the file's start is the path's first point";
  const std::array<std::array<double, 4>, 3> said{
      {{0.15, -9.23777257, 3.63480029, 4.99859939}, {0.6, 3.57821122, 5.70623680, -9.99197470}, {1.4, -8.20175394, 8.48392494, 0.22143999}}};
  for (const auto& row : said) {
    const VecX tau = tau_at(row[0]);
    for (int leg = 0; leg < 3; ++leg)
      EXPECT_NEAR(tau[rose.A(leg)], row[static_cast<std::size_t>(leg + 1)], 5e-9 * tolerance_scale()) << row[0];  // half a unit of the last digit
    EXPECT_LE(torques.leftover.cwiseAbs().maxCoeff(), 0);
  }
}

// The planar balance of the seven bodies, written down for this robot alone: 21 equations for the forces of nine joints and three torques, from the closed-form motion.
//   unknowns: force of ground on crank, crank on rod, rod on platform per leg (x, y), then the torques
VecX forces_by_planar_balance(const RoseMotion& rose, const RosePoint& m) {
  using Vec2 = Eigen::Vector2d;
  const double l1 = 0.4, l2 = 0.6, corner = 0.4 / std::sqrt(3);
  MatX equations = MatX::Zero(21, 21);
  VecX rhs = VecX::Zero(21);
  const auto add_force = [&](int body, int joint, double sign, const Vec2& arm) {  // arm: from the mass centre to the joint
    const int row = 3 * body, column = 2 * joint;
    equations(row, column) += sign;
    equations(row + 1, column + 1) += sign;
    equations(row + 2, column) -= sign * arm.y();
    equations(row + 2, column + 1) += sign * arm.x();
  };
  const auto add_inertia = [&](int body, double mass, double inertia, const Vec2& acceleration, double turn) {
    rhs.segment<2>(3 * body) = mass * acceleration;
    rhs[3 * body + 2] = inertia * turn;
  };
  const int platform = 6;
  add_inertia(platform, 8, 0.0817, {m.vdot[rose.x()], m.vdot[rose.y()]}, 0);
  for (int leg = 0; leg < 3; ++leg) {
    const double a = m.q[rose.A(leg)] + 2 * pi / 3 * leg, da = m.v[rose.A(leg)], dda = m.vdot[rose.A(leg)];
    const double b = a + m.q[rose.B(leg)], db = da + m.v[rose.B(leg)], ddb = dda + m.vdot[rose.B(leg)];
    const Vec2 e_a{std::cos(a), std::sin(a)}, n_a{-std::sin(a), std::cos(a)}, e_b{std::cos(b), std::sin(b)}, n_b{-std::sin(b), std::cos(b)};
    const Vec2 elbow = l1 * (n_a * dda - e_a * da * da);
    const int crank = 2 * leg, rod = 2 * leg + 1, A = 3 * leg, B = A + 1, C = A + 2;
    add_inertia(crank, 3, 0.04, elbow / 2, dda);
    add_inertia(rod, 4, 0.12, elbow + l2 / 2 * (n_b * ddb - e_b * db * db), ddb);
    add_force(crank, A, 1, -l1 / 2 * e_a);
    add_force(crank, B, -1, l1 / 2 * e_a);
    add_force(rod, B, 1, -l2 / 2 * e_b);
    add_force(rod, C, -1, l2 / 2 * e_b);
    const double towards = (210 + 120 * leg) * pi / 180;
    add_force(platform, C, 1, corner * Vec2(std::cos(towards), std::sin(towards)));
    equations(3 * crank + 2, 18 + leg) = 1;
  }
  return equations.partialPivLu().solve(rhs);
}

TEST_F(DenocRose, ReactionsAreThoseOfThePlanarBalanceInEveryFormulation) {
  for (const double t : {0.0, 0.15, 0.6, 1.4, 1.93}) {
    const RosePoint m = rose.at(t);
    const VecX expected = forces_by_planar_balance(rose, m);
    ASSERT_GT(expected.head(18).cwiseAbs().maxCoeff(), 1) << "nothing to compare";
    const State state{t, m.q, m.v};
    int formulations = 0;
    for (const AnyFormulation& f : all_formulations()) {
      if (!coverage(f, model).reactions || !coverage(f, model).inverse) continue;
      SCOPED_TRACE(std::string(name_of(f)) + " at t = " + std::to_string(t));
      ++formulations;
      Solution s;
      ASSERT_TRUE(solved(Solver(f, model).solve(state, inverse_question(model, m.vdot), Reactions::compute, s))) << s.note;
      const auto expect = [&](const std::string& name, int joint, const Forced& W) {
        EXPECT_NEAR(W.f.x, expected[2 * joint], 5e-13 * tolerance_scale()) << name;
        EXPECT_NEAR(W.f.y, expected[2 * joint + 1], 4e-13 * tolerance_scale()) << name;
      };
      for (int leg = 0; leg < 3; ++leg) {
        const std::string i = std::to_string(leg + 1);
        for (std::size_t j = 0; j < model.joints().size(); ++j) {
          if (model.joints()[j].name == "A" + i) expect("A" + i, 3 * leg, s.reaction[j].total);
          if (model.joints()[j].name == "B" + i) expect("B" + i, 3 * leg + 1, s.reaction[j].total);
        }
        for (std::size_t c = 0; c < model.constraints().size(); ++c) {
          if (std::get<CutJoint>(model.constraints()[c]).joint.name == "C" + i) expect("C" + i, 3 * leg + 2, s.loop_reaction[c].total);
        }
        EXPECT_NEAR(s.tau[rose.A(leg)], expected[18 + leg], 1.5e-13 * tolerance_scale());
      }
    }
    EXPECT_GE(formulations, 5);
  }
}

// Exact replay: nothing but the torques holds the platform on its path for 6 s.
TEST_F(DenocRose, TorquesAppliedOpenLoopKeepTheRobotOnItsPath) {
  const int n = model.nv();
  ask_forward.rank = &rank;
  State state;
  Solution motion;
  FunctionSystem system(2 * n, 0, [&](double t, const double* y, double* ydot) {
    ask_forward.tau = tau_at(t);
    state.t_s = t;
    state.q = Eigen::Map<const VecX>(y, n);
    state.v = Eigen::Map<const VecX>(y + n, n);
    if (Denoc{}.solve(model, state, ask_forward, Reactions::skip, forward_scratch, motion) != SolveStatus::ok) return RhsStatus::stop;
    Eigen::Map<VecX>(ydot, n) = state.v;
    Eigen::Map<VecX>(ydot + n, n) = motion.vdot;
    return RhsStatus::ok;
  });
  StepperOptions options;
  options.method = "dop853";
  options.rel_tol = options.abs_tol = 1e-12;
  const auto stepper = make_stepper(options, system);
  const RosePoint start = rose.at(0);
  VecX y(2 * n);
  y << start.q, start.v;
  stepper->restart(0, y.data());
  double worst = 0;
  for (double t = 0; t < 6;) {
    const StepReport step = stepper->step(6);
    ASSERT_NE(step.status, StepStatus::failed) << step.why;
    t = step.t_s;
    const RosePoint path = rose.at(t);
    const double* here = stepper->y();
    worst = std::max(worst, std::hypot(here[rose.x()] - path.q[rose.x()], here[rose.y()] - path.q[rose.y()]));
  }
  EXPECT_LE(worst, 2e-11 * tolerance_scale());
  std::printf("largest distance from the path over 6 s: %.2e m\n", worst);
}

}  // namespace
}  // namespace zanjir::test
