// Maps in studies: what is wrong is said with a place and a way out; parameters as axes; results, pictures and tables.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>

#include "support/folders.hpp"
#include "zanjir/draw/map_picture.hpp"
#include "zanjir/map/map_outcome.hpp"
#include "zanjir/map/map_vtk.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::test::task_map {
namespace {

Result<StudyOutcome> run(const std::string& model, const std::string& task, const std::string& rest = {}) {
  Result<Study> study =
      read_study_text("zanjir_study: 1\nmodels: {m: {file: " + model + ".yaml}}\ntasks:\n  a: {kind: map, model: m, " + task + "}\n" + rest, "s.yaml",
                      {}, models_folder());
  if (!study) return {std::nullopt, study.diagnostics};
  Progress quiet;
  return run_study(std::move(*study), quiet, never_cancelled());
}

double number(const StudyOutcome& outcome, const std::string& name) {
  for (const Number& n : outcome.results.tasks()[0].numbers)
    if (n.name == name) return n.value;
  ADD_FAILURE() << "no " << name;
  return std::nan("");
}

const char* const xy = "axes: {forearm.tip.x: {from: -0.9, to: 0.9, cells: 6}, forearm.tip.y: {from: -0.9, to: 0.9, cells: 6}}";

TEST(TaskMap, BadInputIsAnsweredBeforeAnythingIsComputed) {
  const std::string axes = xy;
  const struct {
    std::string task, said;
  } cases[] = {
      {"axes: {forearm.tip.w: {from: 0, to: 1, cells: 2}, elbow: {from: 0, to: 1, cells: 2}}", "did you mean 'forearm.tip."},
      {"axes: {elbw: {from: 0, to: 1, cells: 2}, shoulder: {from: 0, to: 1, cells: 2}}", "did you mean 'elbow'?"},
      {"axes: {elbow: {from: 0, to: 1, cells: 2}}", "two or three axes"},
      {"axes: {elbow: {from: 1, to: 0, cells: 2}, shoulder: {from: 0, to: 1, cells: 2}}", "`from` (1) must lie below `to` (0)"},
      {"axes: {elbow: {from: 0 m, to: 1 m, cells: 2}, shoulder: {from: 0, to: 1, cells: 2}}", "wants an angle (rad), but '0 m' is a length"},
      {"axes: {elbow: {from: 0, to: 1, cells: 0}, shoulder: {from: 0, to: 1, cells: 2}}", "cell"},
      {"axes: {elbow: {from: 0, to: 1, cells: 2}, $leng: {from: 0, to: 1, cells: 2}}", "no parameter 'leng'"},
      {"axes: {elbow: {from: 0, to: 1, cells: 2}, shoulder: {from: 0, to: 1, cells: 2}, forearm.tip.x: {from: 0, to: 1, cells: 2}}",
       "3 axes, but the mechanism has 2 freedoms"},  // three axes where two suffice
      {"axes: {forearm.tip.x: {from: 0, to: 1, cells: 2}, forearm.tip.z: {from: 0, to: 1, cells: 2}}",
       "cannot change by itself"},  // out of the plane
      {axes + ", hold: {forearm.tip: {x: 0}}", "is held, too"},
      {axes + ", hold: {forearm.tip: {z: \"0.1*t\"}}", "a law of time"},
      {"axes: {forearm.turn.1: {from: 0, to: 1, cells: 2}, elbow: {from: 0, to: 1, cells: 2}}", "hold: {forearm: {turn:"},
      {axes + ", values: [shoulder.forc]", "did you mean 'shoulder.force'?"},
      {axes + ", values: [m.area]", "no quantity 'm.area'"},
      {axes + ", limits: {l: {of: elbow, min: 2, max: 1}}", "`min` (2) lies above `max` (1)"},
      {axes + ", limits: {l: {of: elbow, min: .nan}}", "number"},
      {axes + ", limits: {l: {of: elbow}}", "neither `min` nor `max`"},
      {axes + ", limits: {l: {of: elbow, min: 1 m}}", "wants an angle (rad), but '1 m' is a length"},
      {axes + ", limits: {l: {of: [elbow, forearm.tip.x], min: 0}}", "'forearm.tip.x' is a length, but 'elbow' is an angle"},
      {axes + ", limits: {l: {of: elbow, cone: [forearm, ground], min: 0}}", "one of `of`, `cone` and `distance`"},
      {axes + ", limits: {l: {cone: [forarm, ground], max: 1}}", "did you mean 'forearm'?"},
      {axes + ", limits: {l: {distance: [[forearm, forearm.tip], [forearm, ground]], min: 0}}", "share a frame"},
      {axes + ", limits: {l: {distance: [[forearm, forearm.tip]], min: 0}}", "two links at least"},
      {axes + ", depth: 13", "between 0 and 12"},
      {axes + ", formulation: newton-eulr", "did you mean 'newton-euler'?"},
  };
  for (const auto& c : cases) {
    const Result<StudyOutcome> outcome = run("arm_2r", c.task);
    ASSERT_FALSE(outcome) << c.task;
    EXPECT_NE(to_text(outcome.diagnostics).find(c.said), std::string::npos) << c.task << "\n" << to_text(outcome.diagnostics);
    EXPECT_GT(outcome.diagnostics.front().line, 0U) << c.task;
  }
}

TEST(TaskMap, AParameterOfTheModelIsAnAxis) {
  // tip.y = length sin(A) <= 0.4 m over A in 0 ... pi/2, length in 0.5 ... 1 m.
  const Result<StudyOutcome> outcome = run("pendulum",
                                           "axes: {A: {from: 0, to: 90 deg, cells: 8}, $length: {from: 500 mm, to: 1 m, cells: 4}}, values: "
                                           "[bob.tip.y], limits: {low: {of: bob.tip.y, max: 0.4 m}}");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& task = outcome->results.tasks()[0];
  ASSERT_EQ(task.status, TaskStatus::done) << task.why;
  const Map& map = task.map->map;
  for (std::size_t i = 0; i < map.points.size(); ++i)
    EXPECT_NEAR(map.number(static_cast<int>(i), 0), map.coordinate(1, map.points[i].at[1]) * std::sin(map.coordinate(0, map.points[i].at[0])), 1e-14);
  double truth = 0;  // Simpson's rule over the lengths
  for (int i = 0; i <= 200; ++i) truth += (i == 0 || i == 200 ? 1 : i % 2 == 1 ? 4 : 2) * std::asin(0.4 / (0.5 + 0.0025 * i)) * 0.0025 / 3;
  EXPECT_NEAR(number(*outcome, "area"), truth, number(*outcome, "area_error"));
  EXPECT_LT(number(*outcome, "area_error"), 0.02 * truth);
  EXPECT_NEAR(number(*outcome, "best.bob.tip.y"), 0.4, 0.05);
}

TEST(TaskMap, AnEmptyWorkspaceIsExplained) {
  const Result<StudyOutcome> outcome = run("arm_2r", std::string(xy) + ", limits: {high: {of: forearm.tip.y, min: 3 m}}");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& task = outcome->results.tasks()[0];
  EXPECT_EQ(number(*outcome, "area"), 0);
  ASSERT_FALSE(task.notes.empty());
  EXPECT_NE(task.notes[0].find("limit 'high' is violated at every point, by 2.175 m where it comes nearest"), std::string::npos) << task.notes[0];
}

TEST(TaskMap, WhatCannotBeReachedFailsWithAReason) {
  const Result<StudyOutcome> outcome = run("arm_2r", "axes: {forearm.tip.x: {from: 3, to: 4, cells: 2}, forearm.tip.y: {from: 3, to: 4, cells: 2}}");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& task = outcome->results.tasks()[0];
  EXPECT_EQ(task.status, TaskStatus::failed);
  EXPECT_NE(task.why.find("cannot be led there"), std::string::npos) << task.why;
}

TEST(TaskMap, PictureAndTableShowIt) {
  const Result<StudyOutcome> outcome =
      run("arm_2r", std::string(xy) + ", values: [shoulder.force], limits: {elbow: {of: elbow, min: 30 deg, max: 120 deg}}, depth: 1",
          "figures: {f: {kind: map, map: a, value: shoulder.force, x: {unit: mm}}, g: {kind: map, map: a}}");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const std::string svg = figure_svg(outcome->figures[0]);
  for (const char* part : {"class=\"band\"", "class=\"boundary\"", "class=\"contour\"", "class=\"closed\"", "out of reach", "not: elbow",
                           "shoulder.force [N m]", "forearm.tip.x [mm]"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_NE(figure_svg(outcome->figures[1]).find(">feasible<"), std::string::npos);

  const MapOutcome& map = *outcome->results.tasks()[0].map;
  const std::string vtk = map_vtk(map, "a");
  EXPECT_NE(vtk.find("POINTS " + std::to_string(map.map.points.size()) + " double"), std::string::npos);
  EXPECT_NE(vtk.find("CELLS " + std::to_string(map.map.cells.size()) + " " + std::to_string(5 * map.map.cells.size())), std::string::npos);
  EXPECT_NE(vtk.find("SCALARS shoulder.force double 1"), std::string::npos);
}

// As a determinant has none where a leg is singular.
TEST(TaskMap, WhatHasNoValueLeavesTheColoursOfTheOthers) {
  const auto svg_with = [](std::optional<double> value) {  // in the place of that of every twentieth feasible point
    const Result<StudyOutcome> outcome = run("arm_2r", std::string(xy) + ", values: [shoulder.force], depth: 1");
    if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
    const auto changed = std::const_pointer_cast<MapOutcome>(outcome->results.tasks()[0].map);
    int n = 0;
    for (std::size_t p = 0; value && p < changed->map.points.size(); ++p)
      if (changed->map.points[p].feasible() && n++ % 20 == 0) changed->map.numbers_of(static_cast<int>(p))[0] = *value;
    MapPicture picture;
    picture.value = "shoulder.force";
    return map_svg(*changed, picture, {600, 400});
  };
  const std::string whole = svg_with({});
  EXPECT_EQ(whole.find("no value"), std::string::npos);
  const auto bands_of = [](const std::string& svg) {
    std::set<std::string> fills;
    for (std::size_t at = 0; (at = svg.find("class=\"band\"", at)) != std::string::npos; ++at) {
      const std::size_t fill = svg.find("fill=\"", at);
      fills.insert(svg.substr(fill, 14));
    }
    return fills;
  };
  for (const double none : {std::nan(""), HUGE_VAL}) {
    const std::string svg = svg_with(none);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    EXPECT_NE(svg.find(">no value<"), std::string::npos);
    EXPECT_GE(bands_of(svg).size(), bands_of(whole).size() - 1);
  }
}

TEST(TaskMap, AFigureNamesATaskAndAValueThatAreThere) {
  const std::string task = std::string(xy) + ", values: [shoulder.force]";
  EXPECT_NE(to_text(run("arm_2r", task, "figures: {f: {kind: map, map: b}}").diagnostics).find("no task 'b' of kind `map`"), std::string::npos);
  EXPECT_NE(
      to_text(run("arm_2r", task, "figures: {f: {kind: map, map: a, value: shoulder.forse}}").diagnostics).find("did you mean 'shoulder.force'?"),
      std::string::npos);
}

// The tip of the arm is below the ground at y <= 0: what holds it there counts its contact as in flight, and the map says so. Where only places are asked for, nobody misses it.
TEST(TaskMap, SaysWhichContactsItLeavesOut) {
  const auto notes = [](const std::string& value) {
    Result<Study> study = read_study_text(
        "zanjir_study: 1\nmodels: {m: {file: arm_2r.yaml, set: {contacts: {floor: {ground: {normal: y}, on: forearm.tip, law: {type: hertz, "
        "stiffness: 1e6}}}}}}\n"
        "tasks:\n  a: {kind: map, model: m, axes: {forearm.tip.x: {from: 0.3, to: 0.5, cells: 2}, forearm.tip.y: {from: -0.2, to: 0.2, cells: 2}}, "
        "values: [" +
            value + "], depth: 0}\n",
        "s.yaml", {}, models_folder());
    if (!study) throw std::runtime_error(to_text(study.diagnostics));
    Progress quiet;
    const auto outcome = run_study(std::move(*study), quiet, never_cancelled());
    return outcome->results.tasks()[0].notes;
  };
  EXPECT_EQ(notes("shoulder.force"),
            std::vector<std::string>{
                "the ground is left out: 'floor.forearm.tip' would touch, at 6 of 9 points; forces are those without what it would carry"});
  EXPECT_EQ(notes("elbow"), std::vector<std::string>{});
}

}  // namespace
}  // namespace zanjir::test::task_map
