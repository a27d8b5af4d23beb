// Jacobian and Hessian of mechanisms with loops, against differences of closed positions.
#include "zanjir/terms/input_motion.hpp"

#include <gtest/gtest.h>

#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

struct InputCase {
  const char *model, *frame;
  std::vector<std::string> inputs;  // empty: the actuated ones
};

std::vector<int> speeds_named(const UserJoints& users, const std::vector<std::string>& names) {
  std::vector<int> out;
  for (const std::string& name : names)
    out.push_back(static_cast<int>(std::find(users.speed_names().begin(), users.speed_names().end(), name) - users.speed_names().begin()));
  return names.empty() ? actuated_speeds(users) : out;
}

VecX twist_of(const Motiond& m) {
  VecX x(6);
  x << m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z;
  return x;
}

MatX frame_rows(const Model& model, const State& state, const Frame& frame, const MatX& G) {
  Workspace ws(model);
  update_positions(model, state, ws);
  Mat6X J = Mat6X::Zero(6, model.nv());
  frame_jacobian(model, ws, frame, J);
  return J * G;
}

// Where the motion with these constant rates of the inputs is after dt: four steps of Runge and Kutta along G u, and closed.
State moved_by(const Model& model, const UserJoints& users, const std::vector<int>& inputs, const State& from, const VecX& u, double dt) {
  const auto rate = [&](const VecX& q) {
    State s = from;
    s.q = q;
    return VecX(InputMotion(model, users, s, inputs).G() * u);
  };
  VecX q2, q3, q4, next;
  const VecX k1 = rate(from.q);
  retract(model, from.q, k1 * (dt / 2), q2);
  const VecX k2 = rate(q2);
  retract(model, from.q, k2 * (dt / 2), q3);
  const VecX k3 = rate(q3);
  retract(model, from.q, k3 * dt, q4);
  const VecX k4 = rate(q4);
  retract(model, from.q, (k1 + 2 * k2 + 2 * k3 + k4) * (dt / 6), next);
  State there = from;
  there.q = next;
  EXPECT_TRUE(close_positions(model, there).closed);
  return there;
}

class InputMotions : public testing::TestWithParam<InputCase> {};

}  // namespace

TEST_P(InputMotions, JacobianKeepsLoopsClosedAndMovesTheInputsOneByOne) {
  const Model model = zoo_model(GetParam().model);
  const UserJoints users(model);
  const std::vector<int> inputs = speeds_named(users, GetParam().inputs);
  Random random(23);
  for (int i = 0; i < 5; ++i) {
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    const InputMotion motion(model, users, state, inputs);
    ASSERT_TRUE(motion.complete()) << motion.why_not();
    Workspace ws(model);
    update_positions(model, state, ws);
    Closure closure(model);
    update_closure_positions(model, ws, closure);
    EXPECT_LE((closure.Phi_q * motion.G()).norm(), 1e-14 * motion.G().norm() * tolerance_scale());
    const MatX u = users.speed_rows(ws)(inputs, Eigen::all) * motion.G();
    EXPECT_LE((u - MatX::Identity(u.rows(), u.cols())).norm(), 1e-14 * motion.G().norm() * tolerance_scale());
  }
}

// J u is the rate of the frame's pose along the motion, and with it the inputs move at their rates: differences of closed positions of the sixth order.
TEST_P(InputMotions, JacobianIsTheRateOfThePose) {
  const Model model = zoo_model(GetParam().model);
  const UserJoints users(model);
  const std::vector<int> inputs = speeds_named(users, GetParam().inputs);
  const Frame& frame = model.frame(*model.find_frame(GetParam().frame));
  Random random(31);
  for (int i = 0; i < 5; ++i) {
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    const InputMotion motion(model, users, state, inputs);
    ASSERT_TRUE(motion.complete()) << motion.why_not();
    VecX u(static_cast<Eigen::Index>(inputs.size()));
    for (Eigen::Index k = 0; k < u.size(); ++k) u[k] = random.uniform(-1, 1);
    const double speed = (motion.G() * u).cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    Workspace ws(model);
    const auto pose_at = [&](double dt) {
      update_positions(model, moved_by(model, users, inputs, state, u, dt), ws);
      return frame_pose(model, ws, frame);
    };
    const Transformd here = pose_at(0);
    const auto away = [&](double dt) {  // turn and shift from here, world axes
      const Transformd X = pose_at(dt);
      return twist_of({here.R * spatial::log_quaternion(spatial::to_quaternion(transpose(here.R) * X.R)), X.p - here.p});
    };
    const double h = 1e-3 / speed;
    const VecX expected = (45 * (away(h) - away(-h)) - 9 * (away(2 * h) - away(-2 * h)) + (away(3 * h) - away(-3 * h))) / (60 * h);
    const VecX found = frame_rows(model, state, frame, motion.G()) * u;
    EXPECT_LE((found - expected).norm(), 3e-11 * (1 + expected.norm() + speed) * tolerance_scale()) << "seed 31, state " << i;
  }
}

// d/dt (J u) along the motion with constant u is u^T H u: differences of J between two closed positions on either side, extrapolated to the fourth order.
TEST_P(InputMotions, HessianIsTheRateOfTheJacobian) {
  const Model model = zoo_model(GetParam().model);
  const UserJoints users(model);
  const std::vector<int> inputs = speeds_named(users, GetParam().inputs);
  const Frame& frame = model.frame(*model.find_frame(GetParam().frame));
  Random random(29);
  for (int i = 0; i < 5; ++i) {
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    InputMotion motion(model, users, state, inputs);
    ASSERT_TRUE(motion.complete()) << motion.why_not();
    VecX u(static_cast<Eigen::Index>(inputs.size()));
    for (Eigen::Index k = 0; k < u.size(); ++k) u[k] = random.uniform(-1, 1);
    const double speed = (motion.G() * u).cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    const std::vector<MatX> H = motion.hessians([&](const Workspace& ws, const VecX&) { return twist_of(frame_acceleration(model, ws, frame)); });
    VecX found(6);
    for (Eigen::Index k = 0; k < 6; ++k) found[k] = u.dot(H[static_cast<std::size_t>(k)] * u);
    const auto J_at = [&](double dt) -> VecX {
      const State there = moved_by(model, users, inputs, state, u, dt);
      return frame_rows(model, there, frame, InputMotion(model, users, there, inputs).G()) * u;
    };
    const double h = 1e-3 / speed;
    const VecX expected = (8 * (J_at(h) - J_at(-h)) - (J_at(2 * h) - J_at(-2 * h))) / (12 * h);
    EXPECT_LE((found - expected).norm(), 1e-7 * (1 + expected.norm() + speed * speed) * tolerance_scale()) << "seed 29, state " << i;
  }
}

// J u' + u^T H u is the acceleration of the frame that the oracle's exactly differentiated loops give for the same rates and accelerations of the inputs.
TEST_P(InputMotions, HessianGivesTheAccelerationOfExactDifferentiation) {
  const Model model = zoo_model(GetParam().model);
  const UserJoints users(model);
  const std::vector<int> inputs = speeds_named(users, GetParam().inputs);
  const Frame& frame = model.frame(*model.find_frame(GetParam().frame));
  std::vector<int> tree;  // the inputs among the speeds of the tree
  for (const int i : inputs) {
    const auto names = model.speed_names();
    const auto found = std::find(names.begin(), names.end(), users.speed_names()[at(i)]);
    if (found == names.end()) GTEST_SKIP() << "inputs that the tree leaves out";
    tree.push_back(static_cast<int>(found - names.begin()));
  }
  const AnyFormulation oracle = *find_formulation("oracle");
  if (!coverage(oracle, model).forward) GTEST_SKIP() << coverage(oracle, model).why_not;
  Random random(37);
  for (int i = 0; i < 3; ++i) {
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    InputMotion motion(model, users, state, inputs);
    ASSERT_TRUE(motion.complete()) << motion.why_not();
    VecX u(static_cast<Eigen::Index>(inputs.size())), u_dot(u.size());
    for (Eigen::Index k = 0; k < u.size(); ++k) u[k] = random.uniform(-1, 1), u_dot[k] = random.uniform(-1, 1);
    const std::vector<MatX> H = motion.hessians([&](const Workspace& ws, const VecX&) { return twist_of(frame_acceleration(model, ws, frame)); });
    VecX found = frame_rows(model, state, frame, motion.G()) * u_dot;
    for (Eigen::Index k = 0; k < 6; ++k) found[k] += u.dot(H[static_cast<std::size_t>(k)] * u);
    state.v = motion.G() * u;
    Given given = forward_question(model, VecX::Zero(model.nv()));
    for (std::size_t k = 0; k < tree.size(); ++k) {
      given.want[at(tree[k])] = Want::tau;
      given.vdot[tree[k]] = u_dot[static_cast<Eigen::Index>(k)];
    }
    const Solution s = solve_or_throw(oracle, model, state, given);
    Workspace ws(model);
    update_velocities(model, state, ws);
    update_accelerations(model, s.vdot, ws);
    const VecX expected = twist_of(frame_acceleration(model, ws, frame));
    EXPECT_LE((found - expected).norm(), 1e-12 * (1 + expected.norm()) * tolerance_scale()) << "seed 37, state " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Zoo, InputMotions,
    testing::Values(InputCase{"four_bar", "coupler", {}}, InputCase{"four_bar", "coupler", {"D"}}, InputCase{"rrr_3", "platform", {}},
                    InputCase{"rrr_3", "platform", {"pose.x", "pose.y", "pose.angle"}}, InputCase{"stewart", "platform", {}},
                    InputCase{"rps_3", "platform", {}}, InputCase{"delta_parallelogram", "platform", {}}, InputCase{"arm_6r", "link6.flange", {}},
                    InputCase{"pentapod", "spindle", {}}, InputCase{"stewart_6_3", "platform", {}}, InputCase{"upu_3", "platform", {}},
                    InputCase{"prs_3", "platform", {}}, InputCase{"rrr_3_spherical", "platform", {}}, InputCase{"tricept", "platform", {}},
                    InputCase{"par4", "front", {}}, InputCase{"pus_3", "platform", {}}),
    [](const auto& info) { return std::string(info.param.model) + (info.param.inputs.empty() ? "" : "_" + std::to_string(info.index)); });

TEST(InputMotion, SaysWhyInputsDoNotDecideAMotion) {
  const Model model = zoo_model("rrr_3");
  const UserJoints users(model);
  State state;
  Random random(1);
  ASSERT_TRUE(random_closed_state(model, random, state));
  const InputMotion few(model, users, state, speeds_named(users, {"A1", "A2"}));
  EXPECT_FALSE(few.complete());
  EXPECT_EQ(few.why_not(), "3 freedoms, 2 inputs: with the inputs at rest 1 still move");
  const InputMotion many(model, users, state, speeds_named(users, {"A1", "A2", "A3", "B1"}));
  EXPECT_EQ(many.why_not(), "3 freedoms, 4 inputs: they cannot be moved one by one");
}

}  // namespace zanjir::test
