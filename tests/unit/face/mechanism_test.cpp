#include "zanjir/zanjir.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "support/folders.hpp"

namespace zanjir::test {
namespace {

const std::string models = (test::models_folder() / "").string();

// The text of the Error that the call throws; a failure when it throws none.
template <class Call> std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_FALSE(error.diagnostics().empty());
    return error.what();
  }
  ADD_FAILURE() << "no Error was thrown";
  return {};
}

void expect_contains(const std::string& text, const std::string& part) { EXPECT_NE(text.find(part), std::string::npos) << text; }

constexpr const char* two_faults = R"(zanjir: 1
name: broken
gravity: [0, -9.81, 0]
bodies:
  bob: {mass: 1 kg, com: [1, 0, 0], inertia: point}
joints:
  A: {type: revolute, parent: ground, child: bobb, axis: z}
  B: {type: revolute, parent: ground, child: bob, axis: [0, 0, 0]}
)";

TEST(Mechanism, ThrowsEveryFaultOfAFileWithItsLine) {
  try {
    Mechanism::parse(two_faults, "broken.yaml");
    FAIL() << "no Error was thrown";
  } catch (const Error& error) {
    EXPECT_GE(error.diagnostics().size(), 1u);
    expect_contains(error.what(), "broken.yaml:8:");
    const std::string what = error.what();  // as messages of exceptions are: it does not end a line, and counts nothing
    EXPECT_NE(what.back(), '\n');
    EXPECT_EQ(what.find("nothing was done"), std::string::npos);
    EXPECT_EQ(static_cast<std::size_t>(std::count(what.begin(), what.end(), '\n')), error.diagnostics().size() - 1);
    for (const Diagnostic& d : error.diagnostics()) EXPECT_EQ(d.file, "broken.yaml");
  }
}

TEST(Mechanism, ReturnsTheFaultsWhereNothingMayBeThrown) {
  const Result<Mechanism> missing = Mechanism::try_load("no/such/file.yaml");
  EXPECT_FALSE(missing);
  ASSERT_FALSE(missing.diagnostics.empty());
  EXPECT_EQ(missing.diagnostics[0].file, "no/such/file.yaml");
  EXPECT_TRUE(Mechanism::try_load(models + "pendulum.yaml"));
  EXPECT_FALSE(Mechanism::try_parse(two_faults, "broken.yaml"));
}

TEST(Mechanism, TakesSettingsInPlaceOfValues) {
  const auto tip = [](const Mechanism& m) { return m.frame(m.assemble({{"A", 0}}), "bob.tip").X_WF.p.x; };
  EXPECT_DOUBLE_EQ(tip(Mechanism::load(models + "pendulum.yaml")), 1);
  EXPECT_DOUBLE_EQ(tip(Mechanism::load(models + "pendulum.yaml", {{"length", "250 mm"}})), 0.25);
}

TEST(Mechanism, NamesItsJointsWhetherCutOrNot) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  const std::vector<JointInfo> joints = four_bar.joints();
  ASSERT_EQ(joints.size(), 4u);
  EXPECT_EQ(joints[3].name, "D");
  EXPECT_TRUE(joints[3].cut);
  EXPECT_EQ(joints[3].first, "rocker");
  EXPECT_EQ(joints[3].second, "ground");
  EXPECT_EQ(joints[3].speeds, std::vector<std::string>{"D"});
  EXPECT_EQ(four_bar.speeds(), (std::vector<std::string>{"A", "B", "C"}));
}

TEST(Mechanism, AssemblesWhatIsSaidOfAnyJoint) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  const MechanismState by_crank = four_bar.assemble({{"A", 50_deg}}, {{"A", 3}});
  EXPECT_TRUE(by_crank.closed());
  EXPECT_NEAR(by_crank["A"], 50_deg, 1.5e-14);
  EXPECT_NEAR(by_crank.speed("A"), 3, 5e-14);
  const MechanismState by_rocker = four_bar.assemble({{"D", by_crank["D"]}}, {{"D", by_crank.speed("D")}});
  EXPECT_NEAR(by_rocker["D"], by_crank["D"], 3e-14);
  EXPECT_NEAR(by_rocker.speed("D"), by_crank.speed("D"), 1e-14);
}

TEST(Mechanism, NamesTheNearestWhenANameIsUnknown) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  const MechanismState state = four_bar.assemble();
  expect_contains(error_of([&] { four_bar.assemble({{"AA", 1}}); }), "'A'");
  expect_contains(error_of([&] { four_bar.frame(state, "rocker.top"); }), "rocker.tip");
  expect_contains(error_of([&] { (void)state["AA"]; }), "'A'");
  expect_contains(error_of([&] { four_bar.forward(state).reaction("DD"); }), "'D'");
  expect_contains(error_of([&] { four_bar.dynamics("newton_euler"); }), "newton-euler");
}

TEST(Mechanism, RefusesNumbersThatContradictTheLoop) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  const std::string text = error_of([&] { four_bar.assemble({{"A", 60_deg}, {"B", 1}, {"C", 1}}); });
  expect_contains(text, "D");
}

TEST(Mechanism, AnswersForwardAndInverseQuestionsThatUndoEachOther) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  const MechanismState state = four_bar.assemble({{"A", 60_deg}}, {{"A", 2}});
  const Answer forward = four_bar.forward(state, {{"A", 5}});
  ASSERT_TRUE(forward.solved()) << forward.note();
  const Answer inverse = four_bar.inverse(state, {{"A", forward.acceleration("A")}});
  ASSERT_TRUE(inverse.solved()) << inverse.note();
  EXPECT_NEAR(inverse.force("A"), 5, 8e-14);
  EXPECT_NEAR(inverse.acceleration("D"), forward.acceleration("D"), 2e-13);
  // The force on the rocker in D is that of the ground: the whole mechanism in balance with its weight and its inertia.
  EXPECT_NEAR(inverse.reaction("D").force.x, forward.reaction("D").force.x, 6e-14);
  EXPECT_TRUE(forward.reaction("D").determined);
}

TEST(Mechanism, GivesAnyQuantityOfAMotion) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  const MechanismState state = four_bar.assemble({{"A", 60_deg}}, {{"A", 2}});
  const Answer answer = four_bar.inverse(state, {{"A", 3}});
  ASSERT_TRUE(answer.solved()) << answer.note();
  EXPECT_EQ(answer.quantity("D.reaction.force.x"), answer.reaction("D").force.x);
  EXPECT_NEAR(answer.quantity("energy.total"), four_bar.energy(state).total_J(), 1e-14);
  EXPECT_NEAR(answer.quantity("A.power"), 2 * answer.force("A"), 6e-14);
  expect_contains(error_of([&] { (void)answer.quantity("D.reaction.force.q"); }), "D.reaction.force.x");
  expect_contains(error_of([&] { (void)answer.quantity("ledger.imbalance"); }), "no quantity of one instant");  // of a run only
  EXPECT_THROW((void)Answer().quantity("A"), Error);
  // Nothing resists this joint, so there is no acceleration; what follows from the state is there all the same.
  const auto idle = Mechanism::parse(R"(zanjir: 1
gravity: [0, -9.81, 0]
bodies: {bob: {mass: 2 kg, inertia: point}}
joints: {A: {type: revolute, parent: ground, child: bob, at: [0, 3, 0], axis: z}}
)");
  const Answer none = idle.forward(idle.assemble());
  ASSERT_FALSE(none.solved());
  EXPECT_NEAR(none.quantity("energy.gravity"), 2 * 9.81 * 3, 1e-12);
  EXPECT_THROW((void)none.quantity("A.acceleration"), Error);
}

TEST(Mechanism, SaysWhichReactionsAreAChoice) {
  const auto bricard = Mechanism::load(models + "four_bar_spatial.yaml");
  const Answer answer = bricard.forward(bricard.assemble());
  ASSERT_TRUE(answer.solved()) << answer.note();
  int n_chosen = 0;
  for (const Reaction& r : answer.reactions()) n_chosen += !r.determined;
  EXPECT_GT(n_chosen, 0);
}

TEST(Mechanism, HoldsTheWeightOfAPendulumAtItsJoint) {
  const auto pendulum = Mechanism::load(models + "pendulum.yaml");
  const Answer hanging = pendulum.forward(pendulum.assemble({{"A", -90_deg}}));
  EXPECT_NEAR(hanging.reaction("A").force.y, 9.81, 1.5e-13);
  EXPECT_NEAR(hanging.acceleration("A"), 0, 1e-14);
  EXPECT_NEAR(pendulum.inverse(pendulum.assemble({{"A", 0}})).force("A"), 9.81, 1.5e-13);
}

TEST(Mechanism, LetsTheFilesControlAct) {
  const auto driven = Mechanism::parse(R"(zanjir: 1
name: driven
gravity: [0, 0, 0]
bodies: {disc: {mass: 1 kg, inertia: {about: com, ixx: 1, iyy: 1, izz: 2}}}
joints: {A: {type: revolute, parent: ground, child: disc, axis: z, actuated: true}}
control: {A: {force: "3 + t"}}
)");
  const MechanismState at_1_s = driven.assemble({}, {}, 1.0);
  EXPECT_NEAR(driven.forward(at_1_s).acceleration("A"), 2, 3e-14);
  EXPECT_NEAR(driven.forward(at_1_s, {{"A", 1}}).acceleration("A"), 0.5, 1e-14) << "what is said takes the place of the file's control";
}

TEST(Mechanism, GivesKinematicsThatFitTogether) {
  const auto arm = Mechanism::load(models + "arm_6r.yaml");
  MechanismState state = arm.assemble();
  const auto n = static_cast<Eigen::Index>(arm.speeds().size());
  state.set(0, VecX::LinSpaced(n, -0.5, 0.7), VecX::LinSpaced(n, 1, -1));
  const FrameKinematics tip = arm.frame(state, "link6");
  const Jacobian jacobian = arm.jacobian(state, "link6");
  EXPECT_EQ(jacobian.columns, arm.speeds());
  const VecX V = jacobian.J * state.v();
  EXPECT_NEAR((Eigen::Vector3d(V.head(3)) - Eigen::Vector3d(tip.V_WF_W.w.x, tip.V_WF_W.w.y, tip.V_WF_W.w.z)).norm(), 0, 1e-14);
  EXPECT_NEAR((Eigen::Vector3d(V.tail(3)) - Eigen::Vector3d(tip.V_WF_W.v.x, tip.V_WF_W.v.y, tip.V_WF_W.v.z)).norm(), 0, 1e-14);
  EXPECT_NEAR(state.v().dot(arm.mass_matrix(state).M * state.v()) / 2, arm.energy(state).kinetic_J, 5e-14);
}

TEST(Mechanism, VerifiesOneStateAtLeast) {
  const Mechanism pendulum = Mechanism::load(models + "pendulum.yaml");
  for (const int n : {0, -1}) {
    try {
      (void)pendulum.verify(n);
      ADD_FAILURE() << n << " states were verified";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("n_states"), std::string::npos) << error.what();
    }
  }
}

TEST(Mechanism, VerifiesItself) {
  const VerifyReport report = Mechanism::load(models + "four_bar.yaml").verify(3);
  EXPECT_TRUE(report.agrees) << report.problem;
  expect_contains(report.text, "newton-euler");
}

TEST(Mechanism, WarnsWithoutRefusing) { EXPECT_TRUE(Mechanism::load(models + "arm_6r.yaml").warnings().empty()); }

// -- states
TEST(MechanismState, BelongsToOneMechanism) {
  const auto pendulum = Mechanism::load(models + "pendulum.yaml"), again = Mechanism::load(models + "pendulum.yaml");
  const auto arm = Mechanism::load(models + "arm_2r.yaml");
  const MechanismState state = pendulum.assemble();
  expect_contains(error_of([&] { arm.energy(state); }), "pendulum.yaml");
  expect_contains(error_of([&] { again.simulate(state); }), "another time");
  const Mechanism copy = pendulum;  // the same mechanism
  EXPECT_NO_THROW(copy.energy(state));
}

TEST(MechanismState, RefusesVectorsOfAnotherSize) {
  const auto arm = Mechanism::load(models + "arm_2r.yaml");
  MechanismState state = arm.assemble();
  expect_contains(error_of([&] { state.set(0, VecX::Zero(3), VecX::Zero(2)); }), "3 numbers where the mechanism has 2");
  Dynamics dynamics = arm.dynamics();
  VecX vdot(2);
  expect_contains(error_of([&] { dynamics.forward(state, VecX::Zero(5), vdot); }), "tau");
}

TEST(MechanismState, NumbersThatAreNoneAreNamedAsSuch) {
  for (const char* file : {"arm_2r.yaml", "four_bar.yaml"}) {
    const auto mechanism = Mechanism::load(models + file);
    MechanismState state = mechanism.assemble();
    for (const int which : {0, 1}) {
      VecX q = mechanism.assemble().q(), v = mechanism.assemble().v();
      (which == 0 ? q : v)[0] = std::nan("");
      state.set(0, q, v);
      const std::string why = state.closed() ? mechanism.forward(state).note() : error_of([&] { (void)mechanism.forward(state); });
      expect_contains(why, "a coordinate or speed that is not a number");
      if (!state.closed()) continue;
      EXPECT_EQ(mechanism.forward(state).status(), SolveStatus::not_converged);
      Dynamics dynamics = mechanism.dynamics();
      VecX tau = VecX::Zero(v.size()), vdot(v.size());
      EXPECT_EQ(dynamics.forward(state, tau, vdot), SolveStatus::not_converged);
      expect_contains(dynamics.note(), "a coordinate or speed that is not a number");
    }
  }
}

TEST(MechanismState, OpenLoopsAreRefusedWithTheirGapAndPlace) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  MechanismState state = four_bar.assemble();
  VecX q = state.q();
  q[0] += 0.1;  // the crank alone: its end moves by 2 cm
  state.set(0, q, state.v());
  EXPECT_FALSE(state.closed());
  for (const std::string& text :
       {error_of([&] { four_bar.simulate(state); }), error_of([&] { four_bar.forward(state); }), error_of([&] { four_bar.energy(state); })}) {
    expect_contains(text, "four_bar.yaml:21:");
    expect_contains(text, "'D' are 0.0");
    expect_contains(text, " m apart");
  }
  const MechanismState closed = four_bar.close(state);
  EXPECT_TRUE(closed.closed());
  EXPECT_NO_THROW(four_bar.simulate(closed, {.until_s = 0.01}));
}

TEST(MechanismState, MayBeSetByHandWhereItsLoopsAreClosed) {
  const auto four_bar = Mechanism::load(models + "four_bar.yaml");
  const MechanismState made = four_bar.assemble({{"A", 40_deg}}, {{"A", 1}});
  MechanismState set = four_bar.assemble();
  set.set(0, made.q(), made.v());
  EXPECT_NEAR(four_bar.forward(set).acceleration("A"), four_bar.forward(made).acceleration("A"), 1e-12);
  EXPECT_NO_THROW(four_bar.simulate(set, {.until_s = 0.01}));
}

// Whatever is asked of what was moved away is an Error, and no crash; a Mechanism is constant and shared, so that moving leaves both.
TEST(Mechanism, NothingOfTheFaceIsEmptyInSilence) {
  Mechanism pendulum = Mechanism::load(models + "pendulum.yaml");
  const Mechanism* const left = &pendulum;  // what is asked below is asked of what was moved away
  const Mechanism same = std::move(pendulum);
  MechanismState state = left->assemble();
  MechanismState* const state_left = &state;
  const MechanismState taken = std::move(state);
  for (const auto& ask : std::initializer_list<std::function<void()>>{[&] { (void)(*state_left)["A"]; }, [&] { (void)state_left->speed("A"); },
                                                                      [&] { (void)state_left->q(); }, [&] { (void)state_left->time_s(); },
                                                                      [&] { state_left->set(0, taken.q(), taken.v()); }})
    expect_contains(error_of(ask), "moved away");
  VecX tau = VecX::Zero(1), vdot(1);
  Dynamics dynamics = same.dynamics();
  Dynamics* const dynamics_left = &dynamics;
  Dynamics other = std::move(dynamics);
  EXPECT_EQ(other.forward(taken, tau, vdot), SolveStatus::ok);
  expect_contains(error_of([&] { dynamics_left->forward(taken, tau, vdot); }), "moved away");
  expect_contains(error_of([&] { (void)dynamics_left->energy(taken); }), "moved away");
  zanjir::Run run = same.simulate(taken, {.until_s = 0.01});
  zanjir::Run* const run_left = &run;
  const zanjir::Run kept = std::move(run);
  EXPECT_TRUE(kept.finished());
  expect_contains(error_of([&] { (void)run_left->finished(); }), "moved away");
  expect_contains(error_of([&] { (void)(*run_left)["A"]; }), "moved away");
  expect_contains(error_of([&] { (void)kept["A.spede"]; }), "'A.speed'");
}

TEST(MechanismState, IsAValue) {
  const auto pendulum = Mechanism::load(models + "pendulum.yaml");
  MechanismState a = pendulum.assemble({{"A", 1}}), b = a;
  b.set(2, VecX::Constant(1, 0.5), VecX::Zero(1));
  EXPECT_DOUBLE_EQ(a["A"], 1);
  EXPECT_DOUBLE_EQ(a.time_s(), 0);
  a = b;
  EXPECT_DOUBLE_EQ(a["A"], 0.5);
  const MechanismState moved = std::move(b);
  expect_contains(error_of([&] { pendulum.energy(b); }), "moved away");
}

}  // namespace
}  // namespace zanjir::test
