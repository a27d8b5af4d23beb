#include "zanjir/terms/assembler.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/allocation_count.hpp"
#include "support/requests.hpp"
#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

StateRequest::Number number(const std::vector<std::string>& names, const std::string& name, double value) {
  const auto it = std::find(names.begin(), names.end(), name);
  EXPECT_NE(it, names.end()) << name;
  return {static_cast<int>(it - names.begin()), value, name, {}};
}

void expect_same_question(const StateQuestion& a, const StateQuestion& b) {
  EXPECT_EQ(a.state.t_s, b.state.t_s);
  EXPECT_TRUE((a.state.q.array() == b.state.q.array()).all());
  EXPECT_TRUE((a.state.v.array() == b.state.v.array()).all());
  EXPECT_TRUE((a.vdot.array() == b.vdot.array()).all());
  EXPECT_TRUE((a.tau.array() == b.tau.array()).all());
  EXPECT_TRUE((a.tau_cut.array() == b.tau_cut.array()).all());
  EXPECT_EQ(a.vdot_given, b.vdot_given);
  EXPECT_EQ(a.tau_given, b.tau_given);
}

// A solver that lends its room finds there what it would have found itself: accelerations to the last bit, multipliers but for last digits, which clang
// rounds otherwise in one of the two ways. Given back, it looks for itself again.
TEST(Assembler, LeavesInALentRoomWhatTheSolverWouldFind) {
  for (const char* name : {"arm_6r", "four_bar", "rrr_3", "stewart"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Solver lending(AnyFormulation(), model), other(AnyFormulation(), model);
    Assembler assembler(model, lending.room());
    StateQuestion question;
    ASSERT_TRUE(assembler.assemble({}, question).empty());
    const Given given = forward_question(model, VecX::LinSpaced(model.nv(), -1, 1));
    Solution one, two;
    const auto expect_same = [&](const State& state) {
      ASSERT_TRUE(solved(lending.solve(state, given, Reactions::compute, one))) << one.note;
      ASSERT_TRUE(solved(other.solve(state, given, Reactions::compute, two))) << two.note;
      EXPECT_TRUE((one.vdot.array() == two.vdot.array()).all());
      EXPECT_LE((one.lambda - two.lambda).norm(), rounding(30, two.lambda.norm()));
    };
    assembler.prepare_room(question.state);
    lending.hold();
    expect_same(question.state);
    const VecX at_first = one.vdot;
    lending.release();
    State faster = question.state;
    faster.v = faster.v * 2 + VecX::Constant(model.nv(), model.n_closure_rows() == 0 ? 1 : 0);
    if (faster.v.isZero(0)) faster.t_s += 1;
    expect_same(faster);
    if (!faster.v.isZero(0)) {
      EXPECT_FALSE((one.vdot.array() == at_first.array()).all()) << "the other state must have another answer, or this is empty";
    }
    faster.q = VecX::Constant(model.nq(), 0.5);  // the solver goes elsewhere; asked for the first state again, the assembler goes back there
    lending.solve(faster, given, Reactions::compute, one);
    lending.forget();  // ranks are decided anew
    other.forget();
    assembler.prepare_room(question.state);
    lending.hold();
    expect_same(question.state);
    lending.release();
  }
}

struct Words {
  const char *name, *model, *json;
  void (*say)(const Assembler&, StateRequest&);  // the same by its fields
};

class SameRequest : public testing::TestWithParam<Words> {};

TEST_P(SameRequest, GivesTheSameStateInJsonAndInFields) {
  const Model model = zoo_model(GetParam().model);
  Assembler assembler(model);
  const Result<StateQuestion> from_json = read_question(assembler, GetParam().json, "state");
  ASSERT_TRUE(from_json) << to_text(from_json.diagnostics);
  StateRequest request;
  GetParam().say(assembler, request);
  StateQuestion from_fields;
  const auto& problems = assembler.assemble(request, from_fields);
  ASSERT_TRUE(problems.empty()) << to_text(problems);
  expect_same_question(*from_json, from_fields);
  const StateQuestion untouched = *initial_question(model, "start");
  EXPECT_FALSE((untouched.state.q - from_fields.state.q).isZero()) << "the request must change something, or this test is empty";
}

INSTANTIATE_TEST_SUITE_P(Models, SameRequest,
                         testing::Values(Words{"tree", "arm_6r", R"({"t": 0.25, "q": {"J1": 0.4}, "v": {"J2": -1}, "tau": {"J3": 2}})",
                                               [](const Assembler& a, StateRequest& r) {
                                                 r.t_s = 0.25;
                                                 r.q = {number(a.names().coordinates(), "J1", 0.4)};
                                                 r.v = {number(a.names().speeds(), "J2", -1)};
                                                 r.tau = {number(a.names().speeds(), "J3", 2)};
                                               }},
                                         Words{"crank", "four_bar", R"({"q": {"A": 0.7}, "v": {"A": 3}, "vdot": {"A": -2}})",
                                               [](const Assembler& a, StateRequest& r) {
                                                 r.q = {number(a.names().coordinates(), "A", 0.7)};
                                                 r.v = {number(a.names().speeds(), "A", 3)};
                                                 r.vdot = {number(a.names().speeds(), "A", -2)};
                                               }},
                                         Words{"cut", "four_bar", R"({"q": {"D": 1.45}, "v": {"D": 0.5}, "tau": {"D": 7}})",
                                               [](const Assembler& a, StateRequest& r) {
                                                 r.q = {number(a.names().coordinates(), "D", 1.45)};
                                                 r.v = {number(a.names().speeds(), "D", 0.5)};
                                                 r.tau = {number(a.names().speeds(), "D", 7)};
                                               }},
                                         Words{"frame", "rrr_3",
                                               R"({"frames": {"platform": {"x": 0.02, "y": 0.03, "vx": 0.1, "quat": [1, 0, 0, 0]}}})",
                                               [](const Assembler& a, StateRequest& r) {
                                                 LedFrame m;
                                                 m.frame = *a.model().find_frame("platform");
                                                 m.led = {true, true, false};
                                                 m.p = {0.02, 0.03, 0};
                                                 m.v = {0.1, 0, 0};
                                                 m.turn = LedFrame::Turn::whole;
                                                 m.rates = true;
                                                 r.frames = {m};
                                               }}),
                         [](const auto& info) { return std::string(info.param.name); });

// -- what follows from what is said ------------------------------------------------------------------------------------------------------------

TEST(Assembler, AFrameIsWhereItWasAskedFor) {
  const Model model = zoo_model("stewart");
  Assembler assembler(model);
  const auto question =
      read_question(assembler, R"({"frames": {"platform": {"p": [0.05, -0.1, 0.95], "quat": [0.9950041652780258, 0, 0.09983341664682815, 0],
    "v": [0.2, 0, -0.1], "w": [0.3, 0.1, 0]}}})",
                    "state");
  ASSERT_TRUE(question) << to_text(question.diagnostics);
  Workspace ws(model);
  update_velocities(model, question->state, ws);
  const FrameKinematics platform = frame_kinematics(model, ws, model.frame(*model.find_frame("platform")));
  EXPECT_LT(norm(platform.X_WF.p - Vec3d{0.05, -0.1, 0.95}), 1e-14);
  EXPECT_NEAR(platform.X_WF.R.xx, std::cos(0.2), 1.5e-14);
  EXPECT_NEAR(platform.X_WF.R.xz, std::sin(0.2), 1e-14);
  EXPECT_LT(norm(platform.V_WF_W.v - Vec3d{0.2, 0, -0.1}), 1e-14);
  EXPECT_LT(norm(platform.V_WF_W.w - Vec3d{0.3, 0.1, 0}), 1e-14);
}

// Two points of one body fix its whole pose, though neither says how it turns: a sixth of what is said is too much, and fits.
TEST(Assembler, ConsistentRequestsMayBeRedundant) {
  const Model model = zoo_model("rrr_3");
  Assembler assembler(model);
  const Result<StateQuestion> once = read_question(assembler, R"({"frames": {"platform": {"x": 0.02, "y": 0.01, "quat": [1, 0, 0, 0]}}})", "state");
  ASSERT_TRUE(once) << to_text(once.diagnostics);
  Workspace ws(model);
  update_positions(model, once->state, ws);
  const Vec3d corner = frame_pose(model, ws, model.frame(*model.find_frame("platform.corner2"))).p;
  const auto twice = [&](double off) {
    return read_question(
        assembler,
        fmt::format(R"({{"frames": {{"platform": {{"x": 0.02, "y": 0.01, "quat": [1, 0, 0, 0]}}, "platform.corner2": {{"x": {}, "y": {}}}}}}})",
                    corner.x + off, corner.y),
        "state");
  };
  const Result<StateQuestion> same = twice(0);
  ASSERT_TRUE(same) << to_text(same.diagnostics);
  EXPECT_LT((same->state.q - once->state.q).norm(), 1.5e-14);
  const Result<StateQuestion> other = twice(1e-3);
  ASSERT_FALSE(other);
  EXPECT_NE(to_text(other.diagnostics).find("cannot be led there"), std::string::npos) << to_text(other.diagnostics);
}

TEST(Assembler, TheSampleBeforeDecidesTheBranch) {
  const Model model = zoo_model("four_bar");
  Assembler assembler(model);
  State mirrored = closed_start(model);
  mirrored.q[0] = -mirrored.q[0];
  mirrored.q[1] = -mirrored.q[1];
  mirrored.q[2] = -mirrored.q[2];
  StateRequest request;
  request.q = {number(assembler.names().coordinates(), "A", -1.0)};
  StateQuestion here, there;
  ASSERT_TRUE(assembler.assemble(request, here, &mirrored).empty());
  State straight = closed_start(model);
  for (int i = 0; i < 20; ++i) {  // the crank turns back through zero: the rocker stays above
    StateRequest step;
    step.q = {number(assembler.names().coordinates(), "A", 1 - 0.1 * i)};
    ASSERT_TRUE(assembler.assemble(step, there, &straight).empty());
    straight = there.state;
  }
  ASSERT_TRUE(assembler.assemble(request, there, &straight).empty());
  EXPECT_EQ(here.state.q[0], there.state.q[0]);
  EXPECT_GT(std::abs(here.state.q[1] - there.state.q[1]), 0.5);
}

TEST(Assembler, PrescribedJointsFollowTheirLaws) {
  const Model model = zoo_model("prescribed_base_arm");
  Assembler assembler(model);
  const Result<StateQuestion> at_half = read_question(assembler, R"({"t": 0.5})", "state");
  ASSERT_TRUE(at_half) << to_text(at_half.diagnostics);
  const int elbow = speed_index(model, "elbow");
  EXPECT_NEAR(at_half->state.q[model.speed(elbow).position], 0.6 + 0.4 * std::sin(1.0), 1e-14);
  EXPECT_NEAR(at_half->state.v[elbow], 0.8 * std::cos(1.0), 1e-14);
  EXPECT_NEAR(at_half->vdot[elbow], -1.6 * std::sin(1.0), 1e-14);
  const Result<StateQuestion> wrong = read_question(assembler, R"({"t": 0.5, "q": {"elbow": 0}})", "states.jsonl", 12);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.diagnostics[0].line, 12u);
  EXPECT_EQ(wrong.diagnostics[0].key_path, "q.elbow");
}

// The other way round, the joint has other numbers in the tree; what is given and what is answered are the user's, and power is power:
// tau . v is the same on both sides.
TEST(Assembler, AFreeJointWrittenBackwardsIsAskedInItsOwnTerms) {
  const Model model = model_of(
      "zanjir: 1\nname: backwards\ngravity: [0, 0, 0]\nbodies: {box: {mass: 2 kg, inertia: {about: com, ixx: 1, iyy: 2, izz: 2.5}}}\n"
      "joints: {F: {type: free, parent: box, child: ground}}\n");
  Assembler assembler(model);
  const Result<StateQuestion> asked = read_question(assembler, R"({"q": {"F": {"x": 0.1, "y": 0.2, "z": 0.3, "quat": [0.5, 0.5, 0.5, 0.5]}},
    "v": {"F": [1, 2, 3, 4, 5, 6]}, "tau": {"F": [0.5, -1, 2, 3, 0.25, -4]}})",
                                                    "state");
  ASSERT_TRUE(asked) << to_text(asked.diagnostics);
  Workspace ws(model);
  update_velocities(model, asked->state, ws);
  const VecX q = assembler.users().coordinates(ws), v = assembler.users().speeds(ws);
  EXPECT_LT((v - VecX::LinSpaced(6, 1, 6)).norm(), 2e-14);
  EXPECT_NEAR(q[2], 0.3, 1e-14);
  EXPECT_NEAR(q[3], 0.5, 1e-14);
  EXPECT_GT((asked->state.v - v).norm(), 1);  // in the tree they are others
  EXPECT_NEAR(asked->tau.dot(asked->state.v), 0.5 - 2 + 6 + 12 + 1.25 - 24, 1e-13);
}

TEST(Assembler, QuaternionsAreWhole) {
  const Model model = zoo_model("joints/free");
  Assembler assembler(model);
  const Result<StateQuestion> partial = read_question(assembler, R"({"q": {"F.qw": 0.9}})", "state");
  ASSERT_FALSE(partial);
  EXPECT_NE(to_text(partial.diagnostics).find("all four parts"), std::string::npos);
  const Result<StateQuestion> moved = read_question(assembler, R"({"q": {"F.z": 0.75}})", "state");  // the orientation stays the file's
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->state.q[2], 0.75);
  EXPECT_EQ(moved->state.q[3], 0.5);
}

// A fault is gone with the request that had it.
TEST(Assembler, ServesOneRequestAfterTheOther) {
  const Model model = zoo_model("four_bar");
  Assembler assembler(model);
  StateRequest good, bad;
  good.q = {number(assembler.names().coordinates(), "A", 0.9)};
  bad.q = {number(assembler.names().coordinates(), "A", 0.9), number(assembler.names().coordinates(), "B", 0.1),
           number(assembler.names().coordinates(), "C", 0.1)};
  StateQuestion first, question;
  ASSERT_TRUE(assembler.assemble(good, first).empty());
  EXPECT_FALSE(assembler.assemble(bad, question).empty());
  ASSERT_TRUE(assembler.assemble(good, question).empty());
  expect_same_question(first, question);
}

TEST(Assembler, SaysWhereAnAccelerationIsAskedForThatIsNoSpeedOfTheTree) {
  const Model model = zoo_model("four_bar");
  Assembler assembler(model);
  EXPECT_EQ(read_question(assembler, R"({"vdot": {"D": 1}})", "state")->cut_vdot_given, "vdot.D");
  EXPECT_EQ(read_question(assembler, R"({"vdot": {"A": 1}})", "state")->cut_vdot_given, "");
  EXPECT_TRUE(read_question(assembler, R"({"vdot": {"A": 1}})", "state")->vdot_given[0]);
}

#ifdef ZANJIR_COUNTS_MALLOC
// From sample to sample along a motion: coordinates of trees and of loops, cut joints, frames.
TEST(Assembler, UsesNoHeapFromSampleToSample) {
  struct Motion {
    const char *model, *json;
  };
  for (const Motion& motion :
       {Motion{"arm_6r", R"({"q": {"J1": 0, "J5": 1}, "v": {"J1": 1}, "vdot": {"J5": 1}})"},
        Motion{"four_bar", R"({"q": {"A": 1.0}, "v": {"A": 1}, "vdot": {"A": 1}})"},
        Motion{"four_bar", R"({"q": {"D": 1.45}, "v": {"D": 1}, "vdot": {"D": 1}})"},
        Motion{"rrr_3", R"({"q": {"pose.x": 0.03, "pose.y": 0.01, "pose.angle": 0}, "v": {"pose.x": 1}, "vdot": {"pose.x": 0}})"},
        Motion{"stewart", R"({"frames": {"platform": {"p": [0, 0, 0.91], "quat": [1, 0, 0, 0], "a": [0, 0, 1]}}})"}}) {
    SCOPED_TRACE(std::string(motion.model) + " " + motion.json);
    Asked asked(zoo_model(motion.model));
    StateRequest request = asked.request(motion.json);
    ASSERT_EQ(asked.complaint, "");
    Assembler assembler(asked.model);
    StateQuestion question;
    State before = closed_start(asked.model);
    const auto sample = [&](int i) {
      request.t_s = 0.001 * i;
      for (StateRequest::Number& n : request.q) n.value += 1e-3;
      for (LedFrame& m : request.frames) m.p.z += 1e-3;
      const bool fine = assembler.assemble(request, question, &before).empty();
      before.q = question.state.q;
      before.v = question.state.v;
      return fine;
    };
    ASSERT_TRUE(sample(0) && sample(1));
    bool all = true;
    AllocationCount count;
    for (int i = 2; i < 50; ++i) all = sample(i) && all;
    EXPECT_EQ(count.stop(), 0);
    EXPECT_TRUE(all);
  }
}
#endif

// A four-bar whose coordinates are typed to three digits: its speed is the one in the file all the same. It used to become a guess with the coordinates.
TEST(InitialValues, TypedRoughlyKeepTheSpeedsThatFit) {
  const std::string bar = R"(zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies: {crank: {mass: 1, inertia: {izz: 0.02}}, coupler: {mass: 2, inertia: {izz: 0.2}}, rocker: {mass: 1.5, inertia: {izz: 0.1}}}
frames: {coupler: {end: [0.6, 0, 0]}, rocker: {end: [0.4, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z}
  D: {type: revolute, parent: ground, child: rocker, at: [0.5, 0, 0], axis: z}
loops: {C: {type: revolute, between: [coupler.end, rocker.end], axis: z}}
initial: {q: {A: 60 deg, B: -40 deg, D: 70 deg}, v: {SPEEDS}}
)";
  const auto start = [&](const std::string& speeds) {
    std::string text = bar;
    text.replace(text.find("SPEEDS"), 6, speeds);
    const Model model = model_of(text);
    Result<StateQuestion> question = initial_question(model, "");
    EXPECT_TRUE(question) << to_text(question.diagnostics);
    return std::move(*question);
  };
  EXPECT_NEAR(start("A: 3").state.v[0], 3, 5e-14);
  EXPECT_NE(start("A: 3").note.find("moved most"), std::string::npos);
  EXPECT_EQ(start("A: 3").note.find("speeds"), std::string::npos);
  const StateQuestion contradicts = start("A: 3, B: 3, D: -3");
  EXPECT_NE(contradicts.note.find("the initial speeds contradict the loops, and were a guess: changed most is"), std::string::npos)
      << contradicts.note;
}

// Two links whose second one is also measured by a free joint, which ties nothing: what the file says of it used to be ignored where there was no other loop.
struct MeasuredArm {
  explicit MeasuredArm(const std::string& initial, const std::string& more = "")
      : model(model_of(R"(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: 2 kg, com: [0.2, 0, 0], inertia: {about: com, ixx: 0.01, iyy: 0.02, izz: 0.02}}
  fore: {mass: 1 kg, com: [0.15, 0, 0], inertia: {about: com, ixx: 0.01, iyy: 0.02, izz: 0.02}}
  bar: {mass: 1 kg, com: [0.15, 0, 0], inertia: {about: com, ixx: 0.01, iyy: 0.02, izz: 0.02}}
frames: {fore: {tip: [0.3, 0, 0]}, bar: {tip: [0.3, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: arm, axis: y, actuated: true}
  B: {type: revolute, parent: arm, child: fore, at: [0.4, 0, 0], axis: y, actuated: true}
  E: {type: revolute, parent: ground, child: bar, at: [0.5, 0, -0.1], axis: y}
  pose: {type: free, parent: ground, child: fore.tip, cut: true}
)" + more +
                       "initial: " + initial + "\n")) {
    Result<StateQuestion> question = initial_question(model, "");
    text = to_text(question.diagnostics);
    if (!question) return;
    Workspace ws(model);
    update_velocities(model, question->state, ws);
    const UserJoints users(model);
    const VecX q = users.coordinates(ws), v = users.speeds(ws);
    for (int i = 0; i < users.nq(); ++i) at[users.coordinate_names()[static_cast<std::size_t>(i)]] = q[i];
    for (int i = 0; i < users.nv(); ++i) speed[users.speed_names()[static_cast<std::size_t>(i)]] = v[i];
  }
  Model model;
  std::string text;
  std::map<std::string, double> at, speed;
};

TEST(InitialValues, OfACutFreeJointAreHonouredWithoutOtherLoops) {
  MeasuredArm one("{q: {pose.x: 0.5, pose.z: -0.2}}");
  ASSERT_EQ(one.text, "");
  EXPECT_NEAR(one.at.at("pose.x"), 0.5, 1e-14);
  EXPECT_NEAR(one.at.at("pose.z"), -0.2, 1e-14);
  MeasuredArm whole("{q: {pose.x: 0.5, pose.y: 0, pose.z: -0.2}, v: {pose.vx: 0.3}}");
  ASSERT_EQ(whole.text, "");
  EXPECT_NEAR(whole.at.at("pose.x"), 0.5, 1e-14);
  EXPECT_NEAR(whole.speed.at("pose.vx"), 0.3, 1e-14);
  const MeasuredArm held("{q: {A: 0.5, pose.x: 0.5}}");  // one of two: B follows
  ASSERT_EQ(held.text, "");
  EXPECT_NEAR(held.at.at("A"), 0.5, 1e-14);
  EXPECT_NEAR(held.at.at("pose.x"), 0.5, 1e-14);
  EXPECT_NE(MeasuredArm("{q: {pose.x: 0.9}}").text.find("pose.x"), std::string::npos) << "out of reach";
  EXPECT_NE(MeasuredArm("{q: {pose.x: 0.5}, v: {pose.vy: 0.3}}").text, "") << "a speed it cannot have";
}

TEST(InitialValues, OfACutFreeJointAreHonouredBesideALoop) {
  const std::string loop = "loops: {C: {type: revolute, between: [bar.tip, fore.tip], axis: y}}\n";
  MeasuredArm one("{q: {pose.x: 0.5}, v: {pose.vx: 0.3}}", loop);
  ASSERT_EQ(one.text, "");
  EXPECT_NEAR(one.at.at("pose.x"), 0.5, 1e-14);
  EXPECT_NEAR(one.speed.at("pose.vx"), 0.3, 1e-14);
}

// The acceleration of a cut joint leads the motion that reactions belong to, as one of the tree does.
TEST(StateQuestions, AccelerationOfACutJointServesReactionsToo) {
  const Model model = zoo_model("four_bar");
  const auto reactions = [&](const std::string& state) {
    EvalRequest request;
    request.items = {"reactions"};
    Result<Evaluator> evaluator = Evaluator::make(model, request);
    Assembler assembler(model);
    const Evaluation e = evaluator->evaluate(*read_question(assembler, state, "state"));
    std::map<std::string, double> out;
    for_each_number(e.items.at(0).second, "", [&](const std::string& name, std::string_view, double x) { out[name] = x; });
    return out;
  };
  Assembler assembler(model);
  const StateQuestion by_cut = *read_question(assembler, R"({"vdot": {"D": 3}})", "state");
  const auto of_cut = reactions(R"({"vdot": {"D": 3}})");
  const auto of_tree = reactions(fmt::format(R"({{"vdot": {{"A": {:.17g}}}, "want": {{"A": "tau", "B": "tau", "C": "tau"}}}})", by_cut.vdot[0]));
  ASSERT_GT(of_cut.size(), 20u);
  for (const auto& [name, x] : of_cut) {
    if (name.find("force") != std::string::npos || name.find("moment") != std::string::npos) {
      EXPECT_NEAR(x, of_tree.at(name), 4e-13) << name;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
