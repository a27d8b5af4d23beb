// Sizing in studies: what is wrong is said with a place and a way out; closed forms through the whole path from motion to motor; tables, figures and bearings.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "support/folders.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/study/run_study.hpp"
#include "zanjir/study/sizing_outcome.hpp"

namespace zanjir::test::task_sizing {
namespace {

// A pendulum that swings, with what is said of it.
std::string study_of(const std::string& sizing, const std::string& rest = {}, const std::string& set = "actuators: {A: {gear_ratio: 50}}") {
  return "zanjir_study: 1\nmodels: {m: {file: pendulum.yaml, set: {" + set + "}}}\ntasks:\n" +
         "  slow: {kind: inverse, model: m, motion: {A: \"0.3*sin(4*t)\"}, until: \"(pi/2) s\", every: \"(pi/2/200) s\"}\n" +
         "  few: {kind: inverse, model: m, motion: {A: \"0.3*sin(4*t)\"}, until: 1 s, every: 10 ms, outputs: [energy]}\n" +
         "  checked: {kind: verify, model: m, states: 2}\n  a: {kind: sizing, " + sizing + "}\n" + rest;
}
Result<StudyOutcome> run(const std::string& text) {
  Result<Study> study = read_study_text(text, "s.yaml", {}, models_folder());
  if (!study) return {std::nullopt, study.diagnostics};
  Progress quiet;
  return run_study(std::move(*study), quiet, never_cancelled());
}
double number(const StudyOutcome& outcome, const std::string& name, const std::string& task = "a") {
  for (const Number& n : outcome.results.find_task(task)->numbers)
    if (n.name == name) return n.value;
  ADD_FAILURE() << "no " << name;
  return std::nan("");
}

TEST(TaskSizing, BadInputIsAnsweredBeforeAnythingIsComputed) {
  const std::string motors = ", motors: ../motors/servo_motors.yaml";
  const struct {
    std::string text, said;
  } cases[] = {
      {study_of("rest: 1 s"), "key `motions` is missing"},
      {study_of("motions: []"), "tasks.a.motions: is empty"},
      {study_of("motions: [slwo]"), "did you mean 'slow'?"},
      {study_of("motions: [checked]"), "a task of kind 'verify' has no motion of a mechanism"},
      {study_of("motions: {slow: -1}"), "must be greater than zero"},
      {study_of("motions: [few]"), "task 'few' does not keep 'A.speed'; name 'A' in its `outputs`"},
      {study_of("motions: [slow], actuators: [B]"), "no actuated joint 'B'"},
      {study_of("motions: [slow]", "", "gravity: [0, 0, 0]"), "has no actuators"},
      {study_of("motions: [slow], joints: [B]"), "no reactions of a joint 'B'"},
      {study_of("motions: [slow], motor: [x]"), "has a meaning beside `motors` only"},
      {study_of("motions: [slow], motors: none.yaml"), "tasks.a.motors: 'none.yaml'"},
      {study_of("motions: [slow], motor: servo_40" + motors), "did you mean 'servo_400'?"},
      {study_of("motions: [slow], efficiency: 80" + motors), "at most 1"},
      {study_of("motions: [slow], ratios: {from: 10, to: 5}" + motors), "must not lie below `from`"},
      {study_of("motions: [slow], ratios: {from: 0, to: 5}" + motors), "must be greater than zero"},
      {study_of("motions: [slow], ratios: {from: 1 rad/m, to: 5 rad/m}" + motors), "has a ratio in plain numbers"},
      {study_of("motions: [slow], beside: [slow]"), "task 'slow' is not of kind `sizing`"},
      {study_of("motions: [slow]", "figures: {f: {kind: torque_speed, sizing: [slow]}}\n"), "no task 'slow' of kind `sizing`"},
      {study_of("motions: [slow]", "figures: {f: {kind: torque_speed}}\n"), "key `sizing` is missing"},
      {study_of("motions: [slow]" + motors, "figures: {f: {kind: torque_speed, sizing: [a], motor: servo_40}}\n"), "did you mean 'servo_400'?"},
      {study_of("motions: [slow]" + motors, "figures: {f: {kind: torque_speed, sizing: [a], x: {unit: m}}}\n"), "but the axes show"},
      {study_of("motions: [slow]", "claims: [{id: c, by: ours, source: s, said: {max: 1 N}, compute: a.A.force.peak}]\n"), "moment"},
      {study_of("motions: [slow]", "claims: [{id: c, by: ours, source: s, said: {max: 1}, compute: a.A.forc.peak}]\n"),
       "did you mean 'a.A.force.peak'?"},
  };
  for (const auto& c : cases) {
    const Result<StudyOutcome> outcome = run(c.text);
    ASSERT_FALSE(outcome) << c.text;
    EXPECT_NE(to_text(outcome.diagnostics).find(c.said), std::string::npos) << c.text << "\n" << to_text(outcome.diagnostics);
    EXPECT_GT(outcome.diagnostics.front().line, 0U) << c.text;
  }
}

TEST(TaskSizing, AHoleInTheCatalogueIsShownInTheCatalogueOnce) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "holed.yaml";
  std::ofstream(file) << "zanjir_motors: 1\nmotors:\n  a: {rotor_inertia: 0, continuous: [[0, 1], [10, 1]], peak: [[0, 2], [9, 2]]}\n";
  const Result<StudyOutcome> outcome =
      run(study_of("motions: [slow], motors: " + file.string() + "}\n  b: {kind: sizing, motions: [slow], motors: " + file.string()));
  ASSERT_FALSE(outcome);
  ASSERT_EQ(outcome.diagnostics.size(), 1U) << to_text(outcome.diagnostics);
  EXPECT_EQ(outcome.diagnostics.front().line, 3U);
  EXPECT_NE(outcome.diagnostics.front().file.find("holed.yaml"), std::string::npos);
}

TEST(TaskSizing, TheRotorOfTheFileGivesWayToThatOfTheMotor) {
  // A wheel of 1 kg m^2; its rotor in the file is 2 kg cm^2 behind a gear of 30: 0.18 kg m^2 on the joint.
  const std::string set = "gravity: [0, 0, 0], actuators: {A: {gear_ratio: 30, rotor_inertia: 2 kg cm^2}}";
  const Result<StudyOutcome> outcome =
      run(study_of("motions: [slow], motors: ../motors/servo_motors.yaml, ratios: {from: 10, to: 1000, points: 50}", "", set));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_NEAR(number(*outcome, "A.force.peak"), 1.18 * 0.3 * 16, 1e-13);
  EXPECT_NEAR(number(*outcome, "servo_400.A.least_rms"), std::sqrt(1 / 0.28e-4), 3e-12);
  // The cloud at the ratio that was found: amplitude (J n + 1/n) a w^2.
  const SizingOutcome& s = *outcome->results.find_task("a")->sizing;
  const SizedMotor* motor = s.motor("servo_400");
  const double n = motor->best.ratio;
  const TorqueSpeed cloud = s.cloud(0, motor);
  double torque = 0, speed = 0;
  for (std::size_t k = 0; k < cloud.speed.size(); ++k) torque = std::max(torque, std::abs(cloud.torque[k])), speed = std::max(speed, cloud.speed[k]);
  EXPECT_NEAR(torque, (0.28e-4 * n + 1 / n) * 0.3 * 16, 1e-14);
  EXPECT_NEAR(speed, n * 1.2, 8e-13);
  EXPECT_LE(number(*outcome, "servo_400.load"), 1);
}

TEST(TaskSizing, ASpindleIsAGearInRadiansPerMetre) {
  // 10 kg on a slide moved by a motor that turns: like the wheel, T = (J n + m/n) a.
  const std::string model =
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {cart: {mass: 10 kg, inertia: point}}\njoints: {P: {type: prismatic, parent: ground, child: cart, "
      "axis: x, actuated: true}}\n";
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir());
  std::ofstream(folder / "cart.yaml") << model;
  const auto study = [&](const std::string& ratios) {
    return "zanjir_study: 1\nmodels: {m: {file: " + (folder / "cart.yaml").string() + "}}\ntasks:\n" +
           "  go: {kind: inverse, model: m, motion: {P: \"0.1*sin(5*t)\"}, until: \"(2*pi/5) s\", every: \"(pi/500) s\"}\n" +
           "  a: {kind: sizing, motions: [go], motors: ../motors/servo_motors.yaml, ratios: {" + ratios + "}}\n";
  };
  const Result<StudyOutcome> outcome = run(study("from: 100 rad/m, to: 5000 rad/m"));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_NEAR(number(*outcome, "servo_100.P.least_rms"), std::sqrt(10 / 0.05e-4), 2e-11);
  EXPECT_EQ(outcome->results.find_task("a")->abscissa.unit, "rad/m");
  EXPECT_NEAR(number(*outcome, "P.force.peak"), 25, 4e-13);
  const Result<StudyOutcome> wrong = run(study("from: 1 m, to: 5 m"));
  ASSERT_FALSE(wrong);
  EXPECT_NE(to_text(wrong.diagnostics).find("rad/m"), std::string::npos) << to_text(wrong.diagnostics);
}

TEST(TaskSizing, NoMotorThatSuffices) {
  const Result<StudyOutcome> outcome =
      run(study_of("motions: [slow], motors: ../motors/servo_motors.yaml, motor: servo_100, ratios: {from: 1, to: 2}"));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_EQ(number(*outcome, "chosen.fits"), 0);
  EXPECT_TRUE(std::isnan(number(*outcome, "servo_100.least")));
  ASSERT_FALSE(outcome->results.find_task("a")->notes.empty());
  EXPECT_NE(outcome->results.find_task("a")->notes.front().find("no motor of the catalogue can do this"), std::string::npos);
}

TEST(TaskSizing, TablesStandOnTheTerminalAndInJsonAndLimitsInTheFigure) {
  const Result<StudyOutcome> outcome =
      run(study_of("motions: {slow: 2}, rest: 1 s, motors: ../motors/servo_motors.yaml, ratios: {from: 5, to: 500}}\n  b: {kind: sizing, motions: "
                   "[slow], beside: [a]",
                   "figures: {f: {kind: torque_speed, sizing: [a], x: {unit: rpm}}, own: {kind: torque_speed, sizing: [b]}, "
                   "gears: {curves: [a.sweep.servo_400.load, a.sweep.servo_400.heat]}, work: {curves: [{y: slow.A.power}]}}\n"));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const std::string text = study_text(*outcome, Colour::none), json = study_json(*outcome), svg = figure_svg(outcome->figures[0]);
  for (const char* part : {"a: Actuators, on the side of the joint", "a: Motors, one kind and one gear", "b: Beside each other", "(chosen)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_NE(json.find("\"Beside each other\""), std::string::npos);
  EXPECT_NE(svg.find("peak"), std::string::npos);
  EXPECT_NE(svg.find("continuous"), std::string::npos);
  EXPECT_NE(svg.find("rpm"), std::string::npos);
  EXPECT_EQ(outcome->figures[1].curves.size(), 1U);  // without a catalogue there are no limits
  EXPECT_EQ(outcome->figures[1].x_unit, "rad/s");
  EXPECT_EQ(outcome->figures[2].figure.x.label, "ratio");
  EXPECT_EQ(outcome->figures[3].y_unit, "W");
  EXPECT_NEAR(number(*outcome, "cycle"), std::numbers::pi + 1, 8e-14);
}

TEST(TaskSizing, BearingsOfAnArmOnATiltedAxis) {
  // An arm of 3 kg with its weight 0.5 m from an axis that leans by 30 degrees, turned with 2 rad/s. Axial: the part of the weight along the axis. Radial: m r w^2 and the rest of the weight, largest where
  // they add up. Tilting: the axial force times the arm.
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir());
  std::ofstream(folder / "leaning.yaml")
      << "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {arm: {mass: 3 kg, com: [0.5, 0, 0], inertia: point}}\n"
         "joints: {A: {type: revolute, parent: ground, child: arm, axis: [0.5, 0, 0.8660254037844386], actuated: true}}\n";
  const Result<StudyOutcome> outcome = run("zanjir_study: 1\nmodels: {m: {file: " + (folder / "leaning.yaml").string() +
                                           "}}\ntasks:\n  go: {kind: inverse, model: m, motion: {A: 2*t}, until: \"(pi) s\", every: \"(pi/720) "
                                           "s\"}\n  a: {kind: sizing, motions: [go]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const double weight = 3 * 9.81;
  // The mass centre moves on a circle across the axis, at cos 30 degrees of its distance; along the axis it stays 0.25 m off.
  const double r = 0.5 * std::sqrt(0.75), axial = weight * std::sqrt(0.75);
  EXPECT_NEAR(number(*outcome, "A.load.axial.peak"), axial, 5e-13);
  EXPECT_NEAR(number(*outcome, "A.load.axial.rms"), axial, 2e-12);
  EXPECT_NEAR(number(*outcome, "A.load.radial.peak"), weight / 2 + 3 * r * 4,
              1e-14 * weight);  // of two instants one is a sample, or lies half a step off
  // sizes add up
  const TaskResult& go = *outcome->results.find_task("go");
  const auto at = [&](const char* name, std::size_t k) { return find_series(go, name)->values[k]; };
  for (std::size_t k = 0; k < go.abscissa.values.size(); k += 97) {
    EXPECT_NEAR(std::hypot(at("A.reaction.axial", k), at("A.reaction.radial", k)),
                std::hypot(at("A.reaction.force.x", k), at("A.reaction.force.y", k), at("A.reaction.force.z", k)), 6e-13);
    EXPECT_NEAR(std::hypot(at("A.reaction.tilting", k), at("A.force", k)),
                std::hypot(at("A.reaction.moment.x", k), at("A.reaction.moment.y", k), at("A.reaction.moment.z", k)), 3e-13);
  }
}

}  // namespace
}  // namespace zanjir::test::task_sizing
