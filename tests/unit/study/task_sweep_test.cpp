// Sweeps in studies: closed forms, failures as rows, what is kept and what is computed anew, shares, and answers to what is written wrongly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "support/folders.hpp"
#include "support/own_folder.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::test::task_sweep {
namespace {

Result<StudyOutcome> run_text(const std::string& text, const StudyRunOptions& how = {}) {
  Result<Study> study = read_study_text(text, "s.yaml", how.set, models_folder());
  if (!study) return {std::nullopt, study.diagnostics};
  Progress quiet;
  return run_study(std::move(*study), how, quiet, never_cancelled());
}

// A sweep of expressions of x and y; nothing is simulated.
std::string plain(const std::string& task, const std::string& rest = {}) {
  return "zanjir_study: 1\nparameters: {x: 1, y: 2 m, z: 3}\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n  s: {kind: sweep, " + task + "}\n" + rest;
}

const TaskResult& swept(const Result<StudyOutcome>& outcome) {
  if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
  return outcome->results.tasks().back();
}

std::vector<double> series(const TaskResult& task, const std::string& name) {
  for (const Series& s : task.series)
    if (s.name == name) return s.values;
  ADD_FAILURE() << "no series " << name;
  return {};
}

double number(const TaskResult& task, const std::string& name) {
  for (const Number& n : task.numbers)
    if (n.name == name) return n.value;
  ADD_FAILURE() << "no number " << name;
  return std::nan("");
}

std::size_t lines_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
}

StudyRunOptions kept_in(const OwnFolder& folder) {
  StudyRunOptions how;
  how.records = folder.path();
  return how;
}

TEST(TaskSweep, AGridOfExpressions) {
  const auto outcome = run_text(plain("over: {x: {values: [1, 2, 3]}, y: {from: 1 m, to: 2 m, count: 2}}, results: {area: $x*$y^2, side: 2*$y}"));
  const TaskResult& task = swept(outcome);
  EXPECT_EQ(series(task, "area"), (std::vector<double>{1, 4, 2, 8, 3, 12}));
  EXPECT_EQ(number(task, "done"), 6);
  EXPECT_EQ(number(task, "best.area"), 12);
  EXPECT_EQ(number(task, "mean.area"), 5);
  for (const Series& s : task.series) {
    if (s.name == "side") {
      EXPECT_EQ(s.unit, "m");
    }
    if (s.name == "area") {
      EXPECT_EQ(s.unit, "");  // x was written without a unit: it may be anything
    }
  }
}

// The force that holds a pendulum level is m g l: over its mass, which is a number of its file, and its angle, a parameter of the study.
TEST(TaskSweep, OverAMechanismAndAParameter) {
  const std::string text =
      "zanjir_study: 1\nparameters: {angle: 0}\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n"
      "  hold: {kind: inverse, model: m, motion: {A: $angle}, until: 0.1 s, every: 0.1 s}\n"
      "  s: {kind: sweep, of: [hold], over: {m.bodies.bob.mass: {values: [1 kg, 2 kg]}, angle: {values: [0, 90 deg]}}, results: {force: "
      "first(hold.A.force)}}\n";
  const auto outcome = run_text(text);
  const std::vector<double> force = series(swept(outcome), "force");
  ASSERT_EQ(force.size(), 4u);
  const double truth[] = {9.81, 0, 19.62, 0};  // the bob is a metre away
  for (std::size_t u = 0; u < 4; ++u) EXPECT_NEAR(std::abs(force[u]), truth[u], 1e-14 * 19.62) << u;
}

// What a task says of its numbers is said of what is made of them: a motion faster than its motor, in one unit of two.
TEST(TaskSweep, NotesOfUnitsAreItsNotes) {
  const auto text = [](const std::string& repeated) {
    return "zanjir_study: 1\nparameters: {rate: 1}\nmodels: {m: {file: arm_2r.yaml, set: {actuators: {shoulder: {speed_limit: 2 rad/s}}}}}\ntasks:\n"
           "  a: {kind: inverse, model: m, until: 1 s, every: 0.1 s, motion: {shoulder: \"sin($rate*t)\", elbow: 0}}\n" +
           repeated +
           "results: {peak: max(a.shoulder.force)}}\nclaims:\n  - {id: c, by: ours, source: s, said: {min: 0 N m}, compute: \"abs(s.best.peak)\"}\n";
  };
  const auto note_of = [](const Result<StudyOutcome>& outcome) {
    if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
    return outcome->claims[0].notes.empty() ? "" : outcome->claims[0].notes[0];
  };
  const auto outcome = run_text(text("  s: {kind: sweep, of: [a], over: {rate: {values: [1, 3]}}, "));
  EXPECT_TRUE(note_of(outcome).starts_with("s: 1 of 2 units have a note; the first, unit 2: a: actuator 'shoulder' would move at 3 rad/s"))
      << note_of(outcome);
  const auto searched = run_text(text("  s: {kind: optimise, of: [a], over: {rate: {from: 2.5, to: 3, start: 3}}, maximise: peak, evaluations: 5, "));
  EXPECT_TRUE(note_of(searched).starts_with("s: the best: a: actuator 'shoulder' would move at ")) << note_of(searched);
}

// A worm that starts above the ground stays there: its run says so, and so does all that rests on it.
TEST(TaskSweep, NotesOfRunsAreSaidOfAllThatRestsOnThem) {
  const auto outcome = run_text(
      "zanjir_study: 1\nmodels: {w: {file: worm_snake.yaml, set: {lift: 1, g: 0}}}\ntasks:\n"
      "  run: {kind: simulate, model: w, until: 0.02 s, every: 0.01 s, outputs: [energy]}\n"
      "  s: {kind: sweep, of: [run], over: {w.lift: {values: [0.5, 2]}}, results: {least: min(run.energy.kinetic), most: max(run.energy.kinetic)}}\n"
      "claims:\n  - {id: c, by: ours, source: s, said: {min: -1 J}, compute: first(run.energy.kinetic)}\n"
      "  - {id: d, by: ours, source: s, said: {min: -1 J}, compute: s.best.most}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& run = outcome->results.tasks()[0];
  ASSERT_EQ(run.notes.size(), 1u);
  EXPECT_TRUE(run.notes[0].starts_with("no contact touched: at the end the nearest, 'ground")) << run.notes[0];
  ASSERT_FALSE(outcome->claims[0].notes.empty());
  EXPECT_EQ(outcome->claims[0].notes[0], "run: " + run.notes[0]);
  const TaskResult& sweep = swept(outcome);
  ASSERT_EQ(sweep.notes.size(), 1u) << sweep.notes[1];
  EXPECT_TRUE(sweep.notes[0].starts_with("2 of 2 units have a note; the first, unit 1: run: no contact touched")) << sweep.notes[0];
  ASSERT_FALSE(outcome->claims[1].notes.empty());
  EXPECT_EQ(outcome->claims[1].notes[0], "s: " + sweep.notes[0]);
}

// Fifteen motors at their limits are said once beside a claim.
TEST(Notes, AlikeAreSaidOnce) {
  EXPECT_EQ(alike_once({"the control of 'J1' was at its limit, 6 N m, first at about t = 0.021 s", "other",
                        "the control of 'J12' was at its limit, 5.5 N m, first at about t = 1e-05 s",
                        "the control of 'K1' was at its limit, 6 N m, first at about t = 3 s"}),
            (std::vector<std::string>{"the control of 'J1' was at its limit, 6 N m, first at about t = 0.021 s (and 1 more like this)", "other",
                                      "the control of 'K1' was at its limit, 6 N m, first at about t = 3 s"}));
}

// A slope beyond the angle of friction is a warning of the mechanism, of these units alone.
TEST(TaskSweep, WarningsOfMechanismsOfUnitsAreItsNotes) {
  const OwnFolder folder;
  const std::filesystem::path file = folder / "slope.yaml";
  std::ofstream(file) << "zanjir: 1\nname: block\nplane: xz\ngravity: [0, 0, -9.81]\nparameters: {slope: 5 deg}\nbodies: {block: {mass: 1 kg, "
                         "inertia: {about: com, ixx: "
                         "1e-3, iyy: 1e-3, izz: 1e-3}}}\n"
                         "joints: {P: {type: planar, parent: ground, child: block, axes: [x, z]}}\n"
                         "contacts: {skin: {ground: {normal: [\"-sin($slope)\", 0, cos($slope)]}, on: block, "
                         "law: {type: hunt-crossley, stiffness: 1e4, exponent: 1, damping: 1 s/m}, friction: {type: coulomb, coefficient: 0.3, "
                         "transition_speed: 5 mm/s}}}\ninitial: {q: {P.y: 12 mm}}\n";
  const auto outcome = run_text("zanjir_study: 1\nmodels: {b: {file: " + file.string() +
                                "}}\ntasks:\n  run: {kind: simulate, model: b, until: 0.1 s, every: 0.1 s, outputs: [P]}\n"
                                "  s: {kind: sweep, of: [run], over: {b.slope: {values: [5 deg, 20 deg, 30 deg]}}, results: {x: last(run.P.x)}}\n");
  const TaskResult& sweep = swept(outcome);
  ASSERT_EQ(sweep.notes.size(), 1u);
  EXPECT_TRUE(sweep.notes[0].starts_with("2 of 3 units have a note; the first, unit 2: contacts.skin.friction: the ground is inclined by 20.00 deg"))
      << sweep.notes[0];
}

// Else forty equal units are computed without a word. Through another parameter, in a model, a task, a result: used.
TEST(TaskSweep, AParameterThatNothingUsesIsAWarning) {
  const auto warned = [](const std::string& set, const std::string& motion, const std::string& result, const std::string& over) {
    const auto outcome =
        run_text("zanjir_study: 1\nparameters: {a: 1, ab: \"2*$a\", abc: 3}\nmodels: {m: {file: pendulum.yaml" + set +
                 "}}\ntasks:\n  hold: {kind: inverse, model: m, motion: {A: \"" + motion +
                 "\"}, until: 0.1 s, every: 0.1 s}\n  other: {kind: inverse, model: m, motion: {A: $abc}, until: 0.1 s, every: 0.1 s}\n"
                 "  s: {kind: sweep, of: [hold], over: {" +
                 over + ": {values: [1, 2]}}, results: {f: \"" + result + "\"}}\n");
    return to_text(outcome.diagnostics);
  };
  for (const char* unused : {"a", "abc"})
    EXPECT_NE(
        warned("", "0.1", "first(hold.A.force)", unused)
            .find(std::string("warning: tasks.s.over.") + unused + ": no task in `of`, none of their models and no result names `$" + unused + "`"),
        std::string::npos);
  EXPECT_NE(warned("", "$ab", "first(hold.A.force)", "abc").find("s.yaml:7:39: warning: tasks.s.over.abc: "), std::string::npos);
  EXPECT_EQ(warned("", "$ab", "first(hold.A.force)", "a"), "");
  EXPECT_EQ(warned(", set: {length: $ab}", "1", "first(hold.A.force)", "a"), "");
  EXPECT_EQ(warned("", "1", "first(hold.A.force)*$a", "a"), "");
  EXPECT_EQ(warned("", "1", "first(hold.A.force)", "m.length"), "");
  EXPECT_NE(warned("", "1", "first(hold.A.force)", "tasks.other.until").find("no task in `of` is called 'other'"), std::string::npos);
}

TEST(TaskSweep, FailuresAreRowsThatSayWhy) {
  const std::string text =
      "zanjir_study: 1\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n"
      "  swing: {kind: simulate, model: m, until: 0.1 s, every: 0.05 s}\n"
      "  s: {kind: sweep, of: [swing], over: {m.bodies.bob.mass: {values: [1 kg, -1 kg, 2 kg]}}, results: {last: last(swing.A)}}\n";
  const auto outcome = run_text(text);
  const TaskResult& task = swept(outcome);
  EXPECT_EQ(series(task, "done"), (std::vector<double>{1, 0, 1}));
  EXPECT_TRUE(std::isnan(series(task, "last")[1]));
  ASSERT_FALSE(task.columns.empty());
  EXPECT_NE(task.columns.back().texts[1].find("mass"), std::string::npos) << task.columns.back().texts[1];
  EXPECT_EQ(task.columns.back().texts[0], "");
  EXPECT_EQ(number(task, "failed"), 1);
  ASSERT_FALSE(task.notes.empty());
}

// Else `best` and `least` would speak for units that have no number.
TEST(TaskSweep, AResultThatIsNoNumberIsAFailure) {
  const std::string text =
      "zanjir_study: 1\nparameters: {angle: 0}\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n"
      "  hold: {kind: inverse, model: m, motion: {A: $angle}, until: 0.1 s, every: 0.1 s}\n"
      "  s: {kind: sweep, of: [hold], over: {angle: {values: [0, 180 deg, 0.5]}}, results: {force: first(hold.A.force), root: "
      "sqrt(first(hold.A.force)/(1 N m)), twice: 2*$angle}}\n";
  const auto outcome = run_text(text);
  const TaskResult& task = swept(outcome);
  EXPECT_EQ(series(task, "done"), (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(number(task, "failed"), 1);
  EXPECT_EQ(task.columns.back().texts[1], "failed: results.root: the value is not a finite number");
  // Its other numbers stand in the table, and in nothing that is said of all.
  EXPECT_TRUE(std::isnan(series(task, "root")[1]));
  EXPECT_NEAR(series(task, "force")[1], -9.81, 1e-13);
  EXPECT_EQ(number(task, "least.force"), series(task, "force")[2]);
  EXPECT_LT(number(task, "best.twice"), 1.01);
}

TEST(TaskSweep, AUnitThatTakesTooLongIsEnded) {
  const std::string text =
      "zanjir_study: 1\nparameters: {end: 0.01 s}\nmodels: {m: {file: double_pendulum.yaml}}\ntasks:\n"
      "  run: {kind: simulate, model: m, until: $end, every: $end}\n"
      "  s: {kind: sweep, of: [run], over: {end: {values: [0.01 s, 1e6 s]}}, results: {steps: run.steps}, time_limit: 2 s}\n";
  const auto outcome = run_text(text);
  const TaskResult& task = swept(outcome);
  EXPECT_EQ(number(task, "too_long"), 1);
  EXPECT_NE(task.columns.back().texts[1].find("longer than the limit of 2 s"), std::string::npos);
}

TEST(TaskSweep, IshigamisIndices) {
  const double pi = std::numbers::pi;
  const std::string text =
      "zanjir_study: 1\nparameters: {a: 0, b: 0, c: 0}\ntasks:\n  s:\n    kind: sweep\n    sample: saltelli\n    count: 512\n    over: {a: {from: "
      "-pi, to: pi}, b: "
      "{from: -pi, to: pi}, c: {from: -pi, to: pi}}\n    results: {y: sin($a) + 7*sin($b)^2 + 0.1*$c^4*sin($a)}\n    draws: 200\n    confidence: "
      "0.99\n";
  const auto outcome = run_text(text);
  const TaskResult& task = swept(outcome);
  EXPECT_EQ(number(task, "units"), 5 * 512);
  const double one = 0.1 * std::pow(pi, 4) / 5 + 0.01 * std::pow(pi, 8) / 50 + 0.5, two = 49.0 / 8, both = 8 * 0.01 * std::pow(pi, 8) / 225;
  EXPECT_LE(number(task, "first.y.a.low"), one / (one + two + both));
  EXPECT_GE(number(task, "first.y.a.high"), one / (one + two + both));
  EXPECT_LE(number(task, "total.y.c.low"), both / (one + two + both));
  EXPECT_GE(number(task, "total.y.c.high"), both / (one + two + both));
}

TEST(TaskSweep, ElementaryEffectsOfASum) {
  const auto outcome = run_text(plain("sample: morris, count: 4, over: {x: {from: 0, to: 2}, z: {from: 1, to: 2}}, results: {sum: 3*$x - $z}"));
  const TaskResult& task = swept(outcome);
  EXPECT_NEAR(number(task, "mu.sum.x"), 6, 1e-13);
  EXPECT_NEAR(number(task, "mu_star.sum.z"), 1, 1.5e-14);
  EXPECT_NEAR(number(task, "sigma.sum.x"), 0, 1e-14);
}

TEST(TaskSweep, KeepsWhatIsDoneAndComputesOnlyWhatIsNew) {
  const OwnFolder folder;
  const std::filesystem::path file = folder / "s" / "s.units";
  const auto sweep = [&](const char* values, const char* results = "{square: $x^2}") {
    const auto outcome = run_text(plain("over: {x: {values: " + std::string(values) + "}}, results: " + results), kept_in(folder));
    return series(swept(outcome), "square");
  };
  EXPECT_EQ(sweep("[1, 2, 3]"), (std::vector<double>{1, 4, 9}));
  EXPECT_EQ(lines_of(file), 3u);
  EXPECT_EQ(sweep("[1, 2, 3]"), (std::vector<double>{1, 4, 9}));
  EXPECT_EQ(lines_of(file), 3u);
  EXPECT_EQ(sweep("[5, 3, 1]"), (std::vector<double>{25, 9, 1}));
  EXPECT_EQ(lines_of(file), 4u);
  EXPECT_EQ(sweep("[1, 2, 3]", "{square: $x^2 + $z}"), (std::vector<double>{4, 7, 12}));  // another question
  EXPECT_EQ(lines_of(file), 7u);
}

TEST(TaskSweep, TheSameForAnyNumberOfWorkersAndForShares) {
  const std::string text =
      plain("sample: sobol, count: 40, over: {x: {from: 0, to: 1}, z: {spread: normal, mean: 0, deviation: 1}}, results: {y: exp($x)*$z}");
  StudyRunOptions how;
  how.units.workers = 1;
  const auto one = run_text(text, how);
  const std::vector<double> truth = series(swept(one), "y");
  for (const int workers : {2, 3, 7}) {
    how.units.workers = workers;
    const auto many = run_text(text, how);
    EXPECT_EQ(series(swept(many), "y"), truth);
  }
  const OwnFolder folder;
  how = kept_in(folder);
  how.only = {"s"};
  how.units.parts = 3;
  for (const std::size_t part : {3u, 1u}) {
    how.units.part = part;
    EXPECT_TRUE(run_text(text, how));
  }
  StudyRunOptions join = kept_in(folder);
  join.only = {"s"};
  join.units.what = UnitRun::What::join;
  const auto early = run_text(text, join);
  EXPECT_EQ(swept(early).status, TaskStatus::failed);
  EXPECT_NE(swept(early).why.find("13 of 40 units are missing: 2, 5, 8"), std::string::npos) << swept(early).why;
  how.units.part = 2;
  EXPECT_TRUE(run_text(text, how));
  const auto joined = run_text(text, join);
  EXPECT_EQ(series(swept(joined), "y"), truth);
  // another study in the same folder
  std::string other = text;
  other.replace(other.find("exp($x)"), 7, "exp($z)");
  for (const StudyRunOptions& refused : {join, how}) {
    const auto mixed = run_text(other, refused);
    EXPECT_EQ(swept(mixed).status, TaskStatus::failed);
    EXPECT_NE(swept(mixed).why.find("its hash is "), std::string::npos) << swept(mixed).why;
    EXPECT_NE(swept(mixed).why.find(", and here it is "), std::string::npos);
  }
}

TEST(TaskSweep, ChoicesAreWords) {
  const std::string text =
      "zanjir_study: 1\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n"
      "  swing: {kind: simulate, model: m, until: 0.1 s, every: 0.05 s, method: rk4, step: 1 ms}\n"
      "  s: {kind: sweep, of: [swing], over: {tasks.swing.method: {values: [rk4, semi-implicit-euler]}}, results: {last: last(swing.A)}}\n";
  const auto outcome = run_text(text);
  const TaskResult& task = swept(outcome);
  EXPECT_EQ(number(task, "done"), 2) << task.columns.back().texts[1];
  EXPECT_EQ(task.columns.front().texts, (std::vector<std::string>{"rk4", "semi-implicit-euler"}));
}

TEST(TaskSweep, FrontAndPictures) {
  const auto outcome =
      run_text(plain("over: {x: {values: [1, 2, 3]}, y: {values: [1 m, 2 m]}}, results: {gain: $x*$y, cost: $x^2*$y}, front: {gain: max, cost: min}",
                     "figures: {map: {kind: map, map: s, value: gain, x: {label: factor}, y: {unit: mm}}}\n"));
  const TaskResult& task = swept(outcome);
  // (gain, cost): (1,1) (2,2) (2,4) (4,8) (3,9) (6,18)
  const std::vector<double> front = series(task, "front.gain");
  for (std::size_t u = 0; u < 6; ++u) EXPECT_EQ(std::isnan(front[u]), u == 2 || u == 4) << u;
  const std::string svg = figure_svg(outcome->figures[0]);
  EXPECT_NE(svg.find(">factor<"), std::string::npos);
  EXPECT_NE(svg.find(">2000<"), std::string::npos);
  EXPECT_EQ(std::count(svg.begin(), svg.end(), '\0'), 0);
  std::size_t cells = 0;
  for (std::size_t at = svg.find("class=\"cell\""); at != std::string::npos; at = svg.find("class=\"cell\"", at + 1)) ++cells;
  EXPECT_EQ(cells, 6u);
  EXPECT_EQ(svg.find("no number"), std::string::npos);
  const auto holes = run_text(plain("over: {x: {values: [1, 2]}, y: {values: [1, 2]}}, results: {root: sqrt($x - $y)}",
                                    "figures: {map: {kind: map, map: s, value: root}}\n"));
  const std::string with_holes = figure_svg(holes->figures[0]);
  EXPECT_NE(with_holes.find("no number"), std::string::npos);  // crossed out, and the legend says so
}

// Where the figure does not ask for another unit, its axes have that of the file: they had been in radians.
TEST(TaskSweep, PicturesHaveTheUnitsOfTheFile) {
  const auto outcome = run_text(
      plain("over: {x: {from: 20 deg, to: 40 deg, count: 3}, y: {values: [0.5*2 mm, 2 mm]}, z: {values: [0 deg, -5 deg]}}, results: {gain: $x*$y*$z}",
            "figures: {map: {kind: map, map: s, value: gain}}\n"));
  const std::string svg = figure_svg(outcome->figures[0]);
  for (const char* label : {">20<", ">30<", ">40<", ">2<", "x [deg]", "y [mm]", "z [deg]"}) EXPECT_NE(svg.find(label), std::string::npos) << label;
  EXPECT_EQ(svg.find("0.3491"), std::string::npos) << "20 deg in radians";
}

TEST(TaskSweep, BadInputIsAnsweredBeforeAnythingIsComputed) {
  const std::string results = ", results: {r: $x}";
  const struct {
    std::string task, said;
  } cases[] = {
      {"over: {w: {values: [1]}}" + results, "nothing in the study is called 'w'"},
      {"over: {mm.length: {values: [1]}}" + results, "nothing in the study is called 'mm.length'"},
      {"over: {m.lengt: {values: [1]}}" + results, "no task in `of` is about the mechanism 'm'"},
      {"over: {x: {values: [1, nan]}}" + results, "nan"},
      {"over: {x: {values: []}}" + results, "is empty"},
      {"over: {x: {values: [1, 1]}}" + results, "stands twice"},
      {"over: {y: {values: [1 m, 1 kg]}}" + results, "is a mass, but what stands before it is a length"},
      {"over: {x: {from: 2, to: 1, count: 3}}" + results, "must lie above `from`"},
      {"over: {x: {from: 0, to: 1, count: 3, scale: log}}" + results, "must be above 0"},
      {"over: {x: {from: 0, to: 1}}" + results, "key `count` is missing"},
      {"over: {x: {from: -1.7e308, to: 1.7e308, count: 3}}" + results, "no number can say how far"},
      {"sample: random, count: 3, over: {x: {from: -1.7e308, to: 1.7e308}}" + results, "no number can say how far"},
      {"over: {x: {from: 0, to: 1, count: 1000000}, y: {from: 1 m, to: 2 m, count: 1000000}}" + results, "these are 1e+12 units"},
      {"sample: sobol, over: {x: {from: 0, to: 1}}" + results, "key `count` is missing"},
      {"sample: random, count: 3, over: {x: {spread: normal, mean: 1}}" + results, "key `deviation` is missing"},
      {"sample: random, count: 3, over: {x: {spread: normal, mean: 1, deviation: 0}}" + results, "must be above 0"},
      {"sample: morris, count: 3, over: {x: {spread: normal, mean: 1, deviation: 1}}" + results, "from end to end"},
      {"sample: random, count: 3, over: {x: {spread: triangular, from: 1, to: 2, mode: 3}}" + results, "between `from` and `to`"},
      {"over: {x: {values: [1]}}, results: {r: $w}", "no parameter"},
      {"over: {x: {values: [1]}}, results: {}", "is empty"},
      {"of: [t], over: {x: {values: [1]}}" + results, "no task 't' before this one"},
      {"over: {x: {values: [1]}}, front: {q: max, r: min}" + results, "no result 'q'"},
      {"over: {}" + results, "is empty"},
      {"over: {x: {values: [1]}}, results: {x: 2*$x}", "is the name of a parameter"},
      {"over: {x: {values: [1]}}, results: {done: 2*$x}", "is the name of a column"},
  };
  for (const auto& [task, said] : cases) {
    const auto outcome = run_text(plain(task));
    ASSERT_FALSE(outcome) << task;
    EXPECT_NE(to_text(outcome.diagnostics).find(said), std::string::npos) << task << "\n" << to_text(outcome.diagnostics);
    EXPECT_EQ(to_text(outcome.diagnostics).find("s.yaml:5:"), 0u) << to_text(outcome.diagnostics);
  }
}

TEST(TaskSweep, APathThatTheMechanismDoesNotHaveIsSaid) {
  const std::string text =
      "zanjir_study: 1\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n  swing: {kind: simulate, model: m, until: 0.1 s}\n"
      "  s: {kind: sweep, of: [swing], over: {m.lengt: {values: [1 m]}}, results: {last: last(swing.A)}}\n";
  const auto outcome = run_text(text);
  ASSERT_FALSE(outcome);
  EXPECT_NE(to_text(outcome.diagnostics).find("nothing in the file is called 'lengt'"), std::string::npos) << to_text(outcome.diagnostics);
}

}  // namespace
}  // namespace zanjir::test::task_sweep
