// Inverse dynamics of mechanisms whose frames are led by laws of time: a law that leads carries nothing, so the motors need what they need without it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "support/folders.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/model/led_joints.hpp"
#include "zanjir/state/state.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir::test {
namespace {

using ByName = std::map<std::string, double>;

// The state at one instant: what laws lead or drive, completed by the loops; or given by the names of its coordinates and speeds.
class LedRobot {
 public:
  LedRobot(Model m, double t_s) : model(std::move(m)), assembler_(model) {
    StateRequest request;
    request.t_s = t_s;
    for (const SaidProblem& p : assembler_.assemble(request, question)) ADD_FAILURE() << p.message;
  }
  LedRobot(Model m, const LedRobot& like) : model(std::move(m)), assembler_(model) {  // where `like` is, of the joints that both have
    question.state = initial_state(model);
    question.vdot = VecX::Zero(model.nv());
    for (const Joint& joint : model.joints()) {
      const std::optional<JointId> id = like.model.find_joint(joint.name);
      if (!id) continue;
      const Joint& other = like.model.joint(*id);
      question.state.q.segment(joint.q_begin, joint.nq) = like.question.state.q.segment(other.q_begin, joint.nq);
      question.state.v.segment(joint.v_begin, joint.nv) = like.question.state.v.segment(other.v_begin, joint.nv);
      question.vdot.segment(joint.v_begin, joint.nv) = like.question.vdot.segment(other.v_begin, joint.nv);
    }
  }
  struct Result {
    SolveStatus status = SolveStatus::ok;
    std::string note;
    ByName force;
    double leftover = 0;
  };
  Result inverse(const AnyFormulation& formulation) {
    Solution s;
    Result r;
    r.status = Solver(formulation, model).solve(question.state, inverse_question(model, question.vdot), Reactions::compute, s);
    r.note = s.note;
    r.leftover = s.leftover.norm();
    if (!solved(r.status)) return r;
    Workspace ws(model);
    update_velocities(model, question.state, ws);
    const VecX tau = assembler_.users().forces(ws, s.tau, s.tau_cut.size() > 0 ? s.tau_cut : VecX::Zero(model.n_cut_v()).eval());
    for (Eigen::Index i = 0; i < tau.size(); ++i) r.force[assembler_.users().speed_names()[static_cast<std::size_t>(i)]] = tau[i];
    return r;
  }

  Model model;
  StateQuestion question;

 private:
  Assembler assembler_;
};

// Every formulation gives the motors the forces of `expected`, and those that only lead nothing.
void expect_forces(LedRobot& asked, const ByName& expected, const std::vector<std::string>& leading) {
  double size = 0;
  for (const auto& [name, force] : expected) size = std::max(size, std::abs(force));
  for (const AnyFormulation& formulation : all_formulations()) {
    if (!coverage(formulation, asked.model).inverse) continue;
    SCOPED_TRACE(std::string(name_of(formulation)));
    const LedRobot::Result r = asked.inverse(formulation);
    ASSERT_EQ(name_of(r.status), name_of(SolveStatus::ok)) << r.note;
    for (const auto& [name, force] : expected) EXPECT_NEAR(r.force.at(name), force, 2e-14 * size) << name;
    for (const auto& [name, force] : r.force) {
      for (const std::string& joint : leading) {
        if (name.starts_with(joint)) {
          EXPECT_LE(std::abs(force), 1e-12 * size) << name;
        }
      }
    }
  }
}

ByName motors_of(LedRobot& asked, const std::vector<std::string>& names) {
  const LedRobot::Result r = asked.inverse(*find_formulation(Oracle::name));
  EXPECT_TRUE(solved(r.status)) << r.note;
  ByName motors;
  for (const std::string& name : names) motors[name] = r.force.at(name);
  return motors;
}

// Two turning links, a quill that slides and a tool that turns; `lead` between ground and tool says how the tool moves.
std::string scara(const std::string& lead, const std::string& more = "", const std::string& initial = "A: 0.3, B: 0.9") {
  return R"(zanjir: 1
name: scara
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 8, com: [0.2, 0, 0], inertia: {about: com, ixx: 0.05, iyy: 0.2, izz: 0.2}}
  lower: {mass: 5, com: [0.15, 0, 0], inertia: {about: com, ixx: 0.03, iyy: 0.1, izz: 0.1}}
  quill: {mass: 2, com: [0, 0, -0.1], inertia: {about: com, ixx: 0.01, iyy: 0.01, izz: 0.001}}
  tool: {mass: 1, com: [0.02, 0, 0], inertia: {about: com, ixx: 0.001, iyy: 0.001, izz: 0.001}}
joints:
  A: {type: revolute, parent: ground, child: upper, axis: z, actuated: true}
  B: {type: revolute, parent: upper, child: lower, at: [0.4, 0, 0], axis: z, actuated: true}
  Q: {type: prismatic, parent: lower, child: quill, at: [0.3, 0, 0], axis: z, actuated: true}
  C: {type: revolute, parent: quill, child: tool, axis: z, actuated: true}
)" + lead +
         "initial: {q: {" + initial + "}}\n" + more;
}
constexpr const char* tool_path =
    "motion: {lead: {x: 0.5 + 0.1*t, y: 0.3 - 0.2*t^2, z: -0.05 + 0.1*t + 0.5*t^2, turn: {axes: [z], angles: [0.4 + t^2]}}}\n";

TEST(LedFrames, OfAScaraNeedWhatTheArmNeedsAlone) {
  const std::string in_loops = "loops: {lead: {type: free, between: [ground, tool]}}\n";
  LedRobot led(model_of(scara(in_loops, tool_path)), 0.1);
  LedRobot alone(model_of(scara("")), led);
  const ByName motors = motors_of(alone, {"A", "B", "Q", "C"});
  EXPECT_NEAR(motors.at("Q"), 3 * (9.81 + 1), 4e-13);
  expect_forces(led, motors, {"lead"});
  std::string there;
  for (const std::string name : {"A", "B", "Q", "C"})
    there += fmt::format("{}: {:.17g}, ", name, alone.question.state.q[alone.model.joint(*alone.model.find_joint(name)).q_begin]);
  for (const std::string cut : {"A", "B", "Q", "C"}) {  // the arm itself is opened
    SCOPED_TRACE("cut at " + cut);
    std::string text = scara("  lead: {type: free, parent: ground, child: tool}\n", tool_path, there);
    text.insert(text.find("actuated", text.find("\n  " + cut + ":")), "cut: true, ");
    LedRobot opened(model_of(text), 0.1);
    expect_forces(opened, motors, {"lead"});
  }
}

// The pose of a platform, prescribed in the file: the legs carry it, wherever the tree is cut.
TEST(LedFrames, OfPlatformsNeedWhatTheLegsNeedAlone) {
  for (const std::string model : {"stewart", "rrr_3"}) {
    SCOPED_TRACE(model);
    const bool spatial = model == "stewart";
    const std::string law = spatial ? "{pose: {x: 0.1*sin(3*t), y: 0.05*t, z: 0.9 + 0.1*sin(2*t), turn: {axes: [x, z], angles: [0.1*sin(t), 0.2*t]}}}"
                                    : "{pose: {x: 0.02*sin(3*t), y: 0.02*t, angle: 0.1*sin(2*t)}}";
    LedRobot led(zoo_model(model, {{"motion", law}, {"initial", "{}"}}), 0.3);
    LedRobot alone(zoo_model(model), led);
    const ByName motors =
        motors_of(alone, spatial ? std::vector<std::string>{"P1", "P2", "P3", "P4", "P5", "P6"} : std::vector<std::string>{"A1", "A2", "A3"});
    expect_forces(led, motors, {"pose"});
  }
}

// A law on one coordinate is a driver; but where a motor can make the motion, it does.
TEST(LedFrames, LetTheMotorOfAFourBarCarryWhatItsRockerIsToldToDo) {
  const std::string bar = R"(zanjir: 1
name: bar
plane: xy
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.02}}
  coupler: {mass: 2, com: [0.3, 0, 0], inertia: {izz: 0.2}}
  rocker: {mass: 1.5, com: [0.2, 0, 0], inertia: {izz: 0.1}}
frames: {coupler: {end: [0.6, 0, 0]}, rocker: {end: [0.4, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: z, ACTUATED}
  B: {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z}
  D: {type: revolute, parent: ground, child: rocker, at: [0.5, 0, 0], axis: z}
loops:
  C: {type: revolute, between: [coupler.end, rocker.end], axis: z}
initial: {q: {A: 60 deg, B: -40 deg}}
)";
  const auto with = [&](const std::string& actuated, const std::string& more) {
    std::string text = bar;
    text.replace(text.find(", ACTUATED"), 10, actuated);
    return model_of(text + more);
  };
  LedRobot driven(with(", actuated: true", "motion: {D: 1.2 + 0.3*t + 0.2*t^2}\n"), 0.2);
  LedRobot alone(with(", actuated: true", ""), driven);
  expect_forces(driven, motors_of(alone, {"A"}), {"D"});
  // Without the motor the law drives, and carries everything.
  LedRobot by_law(with("", "motion: {D: 1.2 + 0.3*t + 0.2*t^2}\n"), 0.2);
  const ByName rocker = motors_of(by_law, {"D"});
  expect_forces(by_law, rocker, {});
  const double power = motors_of(alone, {"A"}).at("A") * driven.question.state.v[driven.model.joint(*driven.model.find_joint("A")).v_begin];
  EXPECT_NEAR(rocker.at("D") * driven.question.state.v[driven.model.joint(*driven.model.find_joint("D")).v_begin], power, 2e-14 * std::abs(power));
}

// A motor too few: every formulation says so, and those that can, by how much.
TEST(LedFrames, AreInconsistentWhereTheMotorsCannotCarryThem) {
  std::string text = scara("loops: {lead: {type: free, between: [ground, tool]}}\n", tool_path);
  text.replace(text.find("axis: z, actuated: true}\n  C"), 24, "axis: z}");  // the quill slides freely
  LedRobot asked(model_of(text), 0.1);
  for (const AnyFormulation& formulation : all_formulations()) {
    if (!coverage(formulation, asked.model).inverse) continue;
    SCOPED_TRACE(std::string(name_of(formulation)));
    const LedRobot::Result r = asked.inverse(formulation);
    EXPECT_EQ(name_of(r.status), name_of(SolveStatus::inconsistent));
    EXPECT_FALSE(r.note.empty());
    if (coverage(formulation, asked.model).leftover) {
      EXPECT_GT(r.leftover, 1);
    }
  }
}

// A base that moves by a law and a hand that is led by one, in the file: the base carries the robot, the motor the hand.
TEST(LedFrames, BesideAMovingBase) {
  const std::string body = R"(zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies: {base: {mass: 20, inertia: {izz: 2}}, arm: {mass: 3, com: [0.25, 0, 0], inertia: {izz: 0.05}}}
joints:
  ship: {type: planar, parent: ground, child: base}
  J: {type: revolute, parent: base, child: arm, axis: z, actuated: true}
)";
  LedRobot both(
      model_of(body + "loops: {hand: {type: planar, between: [ground, arm]}}\nmotion: {ship: {x: 0.1*t^2, y: 0, angle: 0}, hand: {x: 0.1*t^2, "
                      "y: 0, angle: 0.3*t^2}}\n"),
      0.5);
  const double a = 0.2, alpha = 0.6, w = 0.3, angle = 0.075, m = 3, r = 0.25, g = 9.81;
  // The moment about J, and the force that the ship gives to all, by hand.
  const double cos = std::cos(angle), sin = std::sin(angle), ax = a - r * (alpha * sin + w * w * cos), ay = r * (alpha * cos - w * w * sin);
  expect_forces(both, {{"J", 0.05 * alpha + r * (cos * m * (ay + g) - sin * m * ax)}, {"ship.x", 20 * a + m * ax}, {"ship.y", 20 * g + m * (ay + g)}},
                {"hand"});
}

// What is missing does not depend on where the loops were cut, and is the least that would do.
TEST(LedFrames, LeaveOverTheLeastThatIsMissing) {
  std::vector<double> norms;
  for (const std::string cut : {"A1", "B2", "C3", "A3"}) {
    SCOPED_TRACE("cut at " + cut);
    Result<Description> d = read_description(models_folder() / "rrr_3.yaml");
    ASSERT_TRUE(d);
    d->initial_q.clear();
    d->initial_v.clear();
    for (JointDescription& joint : d->joints) {
      joint.cut = joint.name == cut;
      joint.in_loops = false;
      if (joint.name == "A3") joint.actuated = false;
    }
    std::erase_if(d->actuators, [](const ActuatorDescription& a) { return a.on.name == "A3"; });
    Result<Model> model = build_model(*d);
    ASSERT_TRUE(model) << to_text(model.diagnostics);
    Assembler assembler(*model);
    const Result<StateQuestion> question = read_question(
        assembler,
        R"({"q": {"A1": -0.9582199195654556, "A2": -1.1789554412063163, "A3": -0.8967500693593311}, "vdot": {"A1": 2, "A2": -1, "A3": 1}})", "state");
    ASSERT_TRUE(question) << to_text(question.diagnostics);
    Solution s;
    ASSERT_EQ(Solver(*find_formulation("newton-euler"), *model).solve(question->state, inverse_question(*model, question->vdot), Reactions::skip, s),
              SolveStatus::inconsistent);
    Workspace ws(*model);
    update_velocities(*model, question->state, ws);
    norms.push_back(std::hypot(s.leftover.norm(), s.leftover_cut.norm()));
    EXPECT_NEAR(norms.back(), norms.front(), 2e-14 * norms.front());
  }
}

TEST(LedFrames, AreToldFromBasesAndDrivers) {
  const auto any_led = [](const Model& model) {
    const std::vector<bool> led = led_speeds(model);
    return std::find(led.begin(), led.end(), true) != led.end();
  };
  EXPECT_TRUE(any_led(model_of(scara("loops: {lead: {type: free, between: [ground, tool]}}\n", tool_path))));
  EXPECT_FALSE(any_led(zoo_model("prescribed_base_arm")));  // a base that moves carries the robot
  std::string passive = scara("loops: {lead: {type: free, between: [ground, tool]}}\n", tool_path);
  for (std::size_t i; (i = passive.find(", actuated: true")) != std::string::npos;) passive.erase(i, 16);
  EXPECT_FALSE(any_led(model_of(passive)));  // nothing else could carry it
  const std::string one = R"(zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies: {c: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.003}}, k: {mass: 2, com: [0.3, 0, 0], inertia: {izz: 0.06}}}
joints: {A: {type: revolute, parent: ground, child: c, axis: z, actuated: true}, B: {type: revolute, parent: c, child: k, at: [0.2, 0, 0], axis: z}, P: {type: planar, parent: ground, child: k}}
)";
  EXPECT_FALSE(any_led(model_of(one + "motion: {P.angle: 0.1*t}\n")));  // one coordinate: a driver
  EXPECT_TRUE(any_led(model_of(one + "motion: {P.x: 0.1*t, P.angle: 0.1*t}\n")));
  const std::string ship = R"(zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies: {base: {mass: 20, inertia: {izz: 2}}, arm: {mass: 3, com: [0.25, 0, 0], inertia: {izz: 0.05}}}
joints: {ship: {type: planar, parent: ground, child: base}, J: {type: revolute, parent: base, child: arm, axis: z, actuated: true}, seen: {type: planar, parent: ground, child: arm}}
motion: {ship: {x: 0.1*t^2, y: 0, angle: 0}}
)";
  EXPECT_FALSE(any_led(model_of(ship)));  // a joint that measures and holds nothing closes no loop
}

}  // namespace
}  // namespace zanjir::test
