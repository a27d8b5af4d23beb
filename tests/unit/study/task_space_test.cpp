// Inverse tasks and `eval` with frames led in space: the motors carry the motion, checked by closed forms, by the balance of power along the motion, and by the
// same motion led another way.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/folders.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::test {
namespace {

constexpr const char* scara = R"(zanjir: 1
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
  Q: {type: prismatic, parent: lower, child: quill, at: [0.3, 0, 0], axis: z, actuated: $driven}
  C: {type: revolute, parent: quill, child: tool, axis: z, actuated: true}
initial: {q: {A: 0.3, B: 0.9}}
)";

class TaskSpace : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    for (const bool driven : {true, false}) {
      std::string text = scara;
      text.replace(text.find("$driven"), 7, driven ? "true" : "false");
      std::ofstream(folder_ / (driven ? "scara.yaml" : "loose_scara.yaml")) << text;
    }
  }
  Result<StudyOutcome> run(const std::string& model, const std::string& tasks) {
    const std::string file =
        model.find("scara") != std::string::npos ? (folder_ / (model + ".yaml")).string() : (models_folder() / (model + ".yaml")).string();
    Result<Study> study = read_study_text("zanjir_study: 1\nmodels: {m: {file: " + file + "}}\ntasks:\n" + tasks, "s.yaml", {}, NamedFiles("."));
    if (!study) return {std::nullopt, study.diagnostics};
    Progress quiet;
    return run_study(std::move(*study), quiet, never_cancelled());
  }
  static const std::vector<double>& series(const StudyOutcome& outcome, const std::string& task, const std::string& name) {
    for (const Series& s : outcome.results.find_task(task)->series) {
      if (s.name == name) return s.values;
    }
    ADD_FAILURE() << task << " has no " << name;
    static const std::vector<double> none(10000, std::nan(""));
    return none;
  }
  // The energy grows by what the motors give: dE/dt by central differences of the fourth order, whose error is h^4/30 of the fifth derivative.
  static void expect_balanced(const StudyOutcome& outcome, const std::string& task, double step_s) {
    const std::vector<double>&energy = series(outcome, task, "energy.total"), &power = series(outcome, task, "power.actuators");
    double size = 0, worst = 0;
    for (const double p : power) size = std::max(size, std::abs(p));
    for (std::size_t i = 2; i + 2 < energy.size(); ++i) {
      const double rate = (energy[i - 2] - 8 * energy[i - 1] + 8 * energy[i + 1] - energy[i + 2]) / (12 * step_s);
      worst = std::max(worst, std::abs(rate - power[i]));
    }
    EXPECT_GT(size, 0.01) << task;
    EXPECT_LT(worst, 8e-11 * size) << task;
  }
  const std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("zanjir_task_space_" + std::to_string(::getpid()));
};

TEST_F(TaskSpace, AFrameLedWholeOrInParts) {
  const Result<StudyOutcome> outcome = run(
      "scara",
      R"(  whole: {kind: inverse, model: m, until: 0.5, every: 1 ms, motion: {tool: {x: 0.5 + 0.1*t, y: 0.3 - 0.2*t^2, z: -0.05 + 0.1*t + 0.5*t^2, turn: {axes: [z], angles: [0.4 + t^2]}}}}
  point: {kind: inverse, model: m, until: 0.5, every: 1 ms, motion: {tool: {x: 0.5 + 0.1*t, y: 0.3 - 0.2*t^2, z: -0.05 + 0.1*t + 0.5*t^2}}}
  height: {kind: inverse, model: m, until: 0.5, every: 1 ms, motion: {tool: {z: -0.05 + 0.1*t + 0.5*t^2}, A: 0.3 + t, B: 0.9, C: 0}}
  again: {kind: inverse, model: m, until: 0.5, every: 1 ms, formulation: oracle, motion: {tool: {x: 0.5 + 0.1*t, y: 0.3 - 0.2*t^2, z: -0.05 + 0.1*t + 0.5*t^2, turn: {axes: [z], angles: [0.4 + t^2]}}}}
)");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  for (const char* task : {"whole", "point", "height", "again"}) {
    SCOPED_TRACE(task);
    for (const double force : series(*outcome, task, "Q.force")) ASSERT_NEAR(force, 3 * (9.81 + 1), 6e-13);
    expect_balanced(*outcome, task, 1e-3);
  }
  for (const char* motor : {"A.force", "B.force", "C.force"}) {
    const std::vector<double>&a = series(*outcome, "whole", motor), &b = series(*outcome, "again", motor);
    for (std::size_t i = 0; i < a.size(); i += 50) EXPECT_NEAR(a[i], b[i], 1e-14 * 40) << motor;
  }
  const std::vector<double>& z = series(*outcome, "height", "tool.z");
  EXPECT_NEAR(z.back(), -0.05 + 0.05 + 0.125, 5e-14);
}

TEST_F(TaskSpace, ADirectionIsLedByItsAxis) {
  const Result<StudyOutcome> outcome =
      run("arm_6r",
          "  aim: {kind: inverse, model: m, until: 0.2, every: 1 ms, motion: {link6: {axis: z, turn: {axes: [y], angles: [0.3 + t^2]}}}}\n"
          "  joint: {kind: analyse, model: m, state: {}, what: [pose]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  expect_balanced(*outcome, "aim", 1e-3);
}

// A platform led by its joint (which the tree has or cuts) and by its frame: the same legs carry the same.
TEST_F(TaskSpace, APlatformLedByItsJointOrByItsFrame) {
  const std::string path = "{x: 0.1*sin(3*t), y: 0.05*t, z: 0.9 + 0.1*sin(2*t), turn: {axes: [x, z], angles: [0.1*sin(t), 0.2*t]}}";
  const Result<StudyOutcome> outcome =
      run("stewart", "  joint: {kind: inverse, model: m, until: 0.3, every: 1 ms, motion: {pose: " + path + "}}\n" +
                         "  frame: {kind: inverse, model: m, until: 0.3, every: 1 ms, motion: {platform: " + path + "}}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  for (int leg = 1; leg <= 6; ++leg) {
    const std::string name = "P" + std::to_string(leg) + ".force";
    const std::vector<double>&a = series(*outcome, "joint", name), &b = series(*outcome, "frame", name);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); i += 20) EXPECT_NEAR(a[i], b[i], 6e-12) << name << " at sample " << i;
  }
  expect_balanced(*outcome, "joint", 1e-3);
  expect_balanced(*outcome, "frame", 1e-3);
}

TEST_F(TaskSpace, WhatTheMotorsCannotCarryFailsWithItsLeftover) {
  const Result<StudyOutcome> outcome = run("loose_scara",
                                           "  whole: {kind: inverse, model: m, until: 0.5, every: 1 ms, motion: {tool: {x: 0.5 + 0.1*t, y: 0.3, z: "
                                           "-0.05, turn: {axes: [z], angles: [0.4]}}}}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& task = *outcome->results.find_task("whole");
  EXPECT_EQ(task.status, TaskStatus::failed);
  EXPECT_NE(task.why.find("left over"), std::string::npos) << task.why;
  EXPECT_NE(task.why.find("Q"), std::string::npos) << task.why;
  EXPECT_NE(task.why.find("29.43"), std::string::npos) << task.why;
}

TEST_F(TaskSpace, EvalSaysWhatIsLeftOver) {
  const Result<StudyOutcome> outcome =
      run("loose_scara",
          "  whole: {kind: analyse, model: m, what: [inverse_dynamics], state: {frames: {tool: {p: [0.5, 0.3, -0.05], a: [0, 0, 0]}}}}\n"
          "  joints: {kind: analyse, model: m, what: [inverse_dynamics], state: {vdot: {Q: 0}}}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_EQ(outcome->results.find_task("whole")->status, TaskStatus::failed);
  EXPECT_NE(outcome->results.find_task("whole")->why.find("left over"), std::string::npos);
  EXPECT_EQ(outcome->results.find_task("joints")->status, TaskStatus::done);  // the force of every joint is asked for, driven or not
}

// Axes of turns need not be unit vectors, on frames and on joints alike.
TEST_F(TaskSpace, AxesOfTurnsMayHaveAnyLength) {
  const auto task = [](const std::string& name, const std::string& of, const std::string& axis) {
    return "  " + name + ": {kind: inverse, model: m, until: 0.5, every: 1 ms, motion: {" + of + ": {turn: {axes: [" + axis +
           "], angles: [0.5*t]}}}}\n";
  };
  const Result<StudyOutcome> outcome =
      run("ball_pendulum", task("unit", "rod", "[0.6, 0.8, 0]") + task("long", "rod", "[3, 4, 0]") + task("joint", "S", "[3, 4, 0]"));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_NEAR(series(*outcome, "unit", "S.qw").back(), std::cos(0.125), 1.5e-14);
  for (const char* name : {"S.qw", "S.wx", "S.wx.force", "S.wy.force"}) {
    for (const char* other : {"long", "joint"})
      EXPECT_NEAR(series(*outcome, other, name).back(), series(*outcome, "unit", name).back(), 5e-14) << other << " " << name;
  }
}

// More freedoms than are led: what is free moves as little as possible, and its accelerations are the rates of its speeds; so is the power that of the energy. What is led may point to a
// place that moves (for a while along the border between two choices of its rows), and what it stands on may turn by a law of time.
TEST_F(TaskSpace, WhatIsFreeMovesWithoutContradiction) {
  const std::string three = R"(zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies: {l0: {mass: 1, inertia: {izz: 0.05}}, l1: {mass: 3, com: [0.25, 0, 0], inertia: {izz: 0.05}}, l2: {mass: 2, com: [0.2, 0, 0], inertia: {izz: 0.05}}, l3: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.05}}}
frames: {l3: {tip: [0.2, 0, 0]}}
joints:
  J0: {type: revolute, parent: ground, child: l0, axis: z}
  J1: {type: revolute, parent: l0, child: l1, axis: z, actuated: true}
  J2: {type: revolute, parent: l1, child: l2, at: [0.5, 0, 0], axis: z, actuated: true}
  J3: {type: revolute, parent: l2, child: l3, at: [0.4, 0, 0], axis: z, actuated: true}
initial: {q: {J1: 0.3, J2: 0.8, J3: 0.4}, v: {J1: 7}}
)";
  std::ofstream(folder_ / "still_scara.yaml") << three << "motion: {J0: 0}\n";
  std::ofstream(folder_ / "turning_scara.yaml") << three << "motion: {J0: 0.4*sin(3*t)}\n";
  const auto check = [&](const std::string& model, const std::string& motion) {
    SCOPED_TRACE(model + ": " + motion);
    const Result<StudyOutcome> outcome =
        run(model, "  circle: {kind: inverse, model: m, until: 1, every: 1 ms, motion: {l3.tip: {" + motion + "}}}\n");
    ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
    // Differences of the fourth order leave (w h)^4/30 of a wave at w: with six times the rate of the law that is 1.1e-8.
    constexpr double left = 3e-8;
    const auto off_its_rate = [&](const std::string& of, const std::string& rate_of) {
      const std::vector<double>&x = series(*outcome, "circle", of), &rate = series(*outcome, "circle", rate_of);
      double size = 0, worst = 0;
      for (std::size_t i = 2; i + 2 < x.size(); ++i) {
        size = std::max(size, std::abs(rate[i]));
        worst = std::max(worst, std::abs((x[i - 2] - 8 * x[i - 1] + 8 * x[i + 1] - x[i + 2]) / 12e-3 - rate[i]));
      }
      return worst / size;
    };
    for (const std::string joint : {"J1", "J2", "J3"}) EXPECT_LT(off_its_rate(joint + ".speed", joint + ".acceleration"), left) << joint;
    EXPECT_LT(off_its_rate("energy.total", "power.total"), left);
  };
  for (const char* model : {"still_scara", "turning_scara"}) {
    check(model, "x: 0.5 + 0.1*cos(3*t), y: 0.6 + 0.1*sin(3*t)");
    check(model, "x: 0.5 + 0.1*cos(3*t)");
    check(model, "axis: x, target: [1.5*cos(4*t), 1 + 0.9*sin(4*t), 0]");
    check(model, "axis: x, turn: {axes: [z], angles: [0.7*sin(2*t)]}");
  }
}

// Directions on the far side, and a stretched arm, from which every way leads along it.
TEST_F(TaskSpace, FramesAreReachedFromFarAwayAndFromSingularStarts) {
  std::string states;
  for (int i = 0; i < 12; ++i) {
    const double angle = 0.1 + i * 0.52;
    states += "      a" + std::to_string(i) + ": {frames: {forearm: {axis: [1, 0, 0], along: [" + std::to_string(std::cos(angle)) + ", " +
              std::to_string(std::sin(angle)) + ", 0]}}}\n";
  }
  const Result<StudyOutcome> turned =
      run("arm_2r", "  all:\n    kind: analyse\n    model: m\n    what: [pose]\n    frames: [forearm]\n    states:\n" + states);
  EXPECT_TRUE(turned) << to_text(turned.diagnostics);
  std::ofstream(folder_ / "stretched_scara.yaml") << R"(zanjir: 1
plane: xy
gravity: [0, 0, 0]
bodies: {a: {mass: 1, inertia: {izz: 0.1}}, b: {mass: 1, inertia: {izz: 0.1}}}
frames: {b: {tip: [1, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: a, axis: z, actuated: true}, B: {type: revolute, parent: a, child: b, at: [1, 0, 0], axis: z, actuated: true}}
)";
  const Result<StudyOutcome> stretched =
      run("stretched_scara", "  in: {kind: analyse, model: m, what: [pose], frames: [b.tip], state: {frames: {b.tip: {x: 1, y: 0}}}}\n");
  EXPECT_TRUE(stretched) << to_text(stretched.diagnostics);
}

// The first instant of the same motions, as states.
TEST_F(TaskSpace, EvalTakesFramesWithTheirRates) {
  const Result<StudyOutcome> outcome = run(
      "scara",
      R"(  whole: {kind: inverse, model: m, until: 0.01, every: 1 ms, motion: {tool: {x: 0.5 + 0.1*t, y: 0.3 - 0.2*t^2, z: -0.05 + 0.1*t + 0.5*t^2, turn: {axes: [z], angles: [0.4 + t^2]}}}}
  point: {kind: inverse, model: m, until: 0.01, every: 1 ms, motion: {tool: {x: 0.5 + 0.1*t, y: 0.3 - 0.2*t^2, z: -0.05 + 0.1*t + 0.5*t^2}}}
  eval_whole: {kind: analyse, model: m, what: [inverse_dynamics, quantities], state: {frames: {tool: {p: [0.5, 0.3, -0.05], v: [0.1, 0, 0.1], a: [0, -0.4, 1], quat: [0.98006657784124163, 0, 0, 0.19866933079506122], w: [0, 0, 0], alpha: [0, 0, 2]}}}}
  eval_point: {kind: analyse, model: m, what: [inverse_dynamics, quantities], state: {frames: {tool: {x: 0.5, y: 0.3, z: -5 cm, vx: 0.1, vz: 0.1, ay: -0.4, az: 1}}}}
)");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  for (const std::string task : {"whole", "point"}) {
    SCOPED_TRACE(task);
    int compared = 0;
    for (const Number& n : outcome->results.find_task("eval_" + task)->numbers) {
      const std::string prefix = "inverse_dynamics.tau.";
      if (!n.name.starts_with(prefix)) continue;
      EXPECT_NEAR(n.value, series(*outcome, task, n.name.substr(prefix.size()) + ".force").front(), 1.5e-14 * 40) << n.name;
      ++compared;
    }
    EXPECT_EQ(compared, 4);
  }
}

}  // namespace
}  // namespace zanjir::test
