// Verdicts, failing tasks and mistakes that only results can show, with task kinds made for the purpose; then the real kinds against closed forms.
#include "zanjir/study/run_study.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "support/folders.hpp"
#include "zanjir/simulate/run_options.hpp"

using namespace zanjir;

namespace {

// Results as of a simulation: a series y = t^2 over 0..1 s in metres, two numbers, two events. `until: 2` has failed, `until: 3` was interrupted, `until: 4` is not
// to be trusted, and of `until: 5` instants were asked for.
TaskResult stand_in(const StudyTask& task) {
  TaskResult r;
  r.name = task.name;
  r.series = {{"y", "m", {}}};
  for (int i = 0; i <= 10; ++i) {
    r.abscissa.values.push_back(0.1 * i);
    r.series[0].values.push_back(0.01 * i * i);
  }
  r.motion.resize(2);  // it moved
  r.add("steps", "1", 22);
  r.add("residual", "1", 1e-15);
  r.events = {{0.25, "floor.ball", "touch", 4.2, -1}, {0.5, "floor.ball", "touch", 3.1, -0.5}};
  r.event_names = {"touch", "release"};
  if (task.motion->until_s == 2) r.status = TaskStatus::failed, r.why = "step underflow";
  if (task.motion->until_s == 3) r.status = TaskStatus::cancelled;
  if (task.motion->until_s == 4) r.doubts = {"the energy does not add up"};
  r.rows_found_out = task.motion->until_s != 5;
  if (task.motion->until_s == 5) r.events.clear();
  return r;
}

Result<Study> read_with(const std::string& task, const std::string& rest) {
  return read_study_text("zanjir_study: 1\nmodels: {m: {file: pendulum.yaml}}\ntasks:\n  run: {" + task + "}\n" + rest, "s.yaml", {},
                         test::models_folder());
}

// Figures and verdicts of the stand-in.
Result<StudyOutcome> concluded(const std::string& rest) {
  Result<Study> study = read_with("kind: simulate, model: m, until: 1", rest);
  if (!study) return {std::nullopt, study.diagnostics};
  Results results;
  for (const StudyTask& task : study->tasks) results.add(stand_in(task));
  return conclude(std::move(*study), std::make_shared<const StudyModels>(), std::move(results));
}

Result<StudyOutcome> run(const std::string& rest) {
  Result<Study> study = read_with("kind: verify, model: m, states: 1", rest);
  if (!study) return {std::nullopt, study.diagnostics};
  Progress quiet;
  return run_study(std::move(*study), quiet, never_cancelled());
}

std::string said_about(const Result<StudyOutcome>& outcome) { return outcome ? "no diagnostics" : to_text(outcome.diagnostics); }

ClaimOutcome judged(const std::string& said, const std::string& compute, const std::string& more = "") {
  const Result<StudyOutcome> outcome =
      concluded("claims:\n  - {id: c, by: ours, source: s, said: " + said + ", compute: \"" + compute + "\"" + more + "}\n");
  if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
  return outcome->claims[0];
}

}  // namespace

TEST(Verdict, HoldsInsideWhatIsSaid) {
  EXPECT_EQ(judged("{value: 22}", "run.steps").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 20, tol: 2}", "run.steps").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 20, rel_tol: 0.1}", "run.steps").verdict, Verdict::holds);
  EXPECT_EQ(judged("{min: 22, max: 22}", "run.steps").verdict, Verdict::holds);
  EXPECT_EQ(judged("{min: 2}", "run.steps").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 100 cm}", "max(run.y)").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 2}", "count(run.events.touch)").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 2}", "count(run.events.floor.ball)").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 0}", "count(run.events.release)").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 4.2}", "max(run.events.touch.value)").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: -1.5 J}", "sum(run.events.touch.energy)").verdict, Verdict::holds);
  EXPECT_EQ(judged("{value: 250 ms}", "first(run.events.touch)").verdict, Verdict::holds);
}

TEST(Verdict, FailsOutside) {
  EXPECT_EQ(judged("{value: 20, tol: 1.9}", "run.steps").verdict, Verdict::fails);
  EXPECT_EQ(judged("{max: 21}", "run.steps").verdict, Verdict::fails);
  const ClaimOutcome none = judged("{value: 1 s}", "first(run.events.release)");
  EXPECT_EQ(none.verdict, Verdict::fails);
  EXPECT_FALSE(none.computed);
  EXPECT_EQ(none.reason, "there are no samples");
}

// A ratio to an error that has become zero is no "at least a hundred".
TEST(Verdict, WhatIsNotFiniteHoldsNothing) {
  for (const char* beyond : {"run.steps/(run.steps - 22)", "-log(run.steps - 22)", "(run.steps - 22)*log(run.steps - 22)", "sqrt(-run.steps)",
                             "count(sqrt(-1 - run.y/1 m)) + 11"}) {
    for (const char* said : {"{min: 2}", "{max: 2}", "{value: 22}"}) EXPECT_EQ(judged(said, beyond).verdict, Verdict::fails) << beyond << " " << said;
  }
}

TEST(Verdict, DiffersInsideFoundAndRegressesOutside) {
  const auto differs = [](const std::string& found) {
    return judged("{value: 20}", "run.steps", ", expect: differs, reason: misprint, found: {value: " + found + ", tol: 0.5, from: a count by hand}");
  };
  EXPECT_EQ(differs("22").verdict, Verdict::differs);
  EXPECT_EQ(differs("22").reason, "misprint");
  EXPECT_TRUE(differs("22").as_expected());
  EXPECT_EQ(differs("23").verdict, Verdict::fails);  // our own number moved: the regression is caught
  EXPECT_FALSE(differs("23").as_expected());
  EXPECT_NE(differs("23").reason.find("23 ± 0.5"), std::string::npos) << differs("23").reason;
}

TEST(Verdict, ThatHoldsAgainIsNotTheExpectedOne) {
  const ClaimOutcome c = judged("{value: 22}", "run.steps", ", expect: differs, reason: misprint, found: {value: 30, from: an old count}");
  EXPECT_EQ(c.verdict, Verdict::holds);
  EXPECT_FALSE(c.as_expected());
  EXPECT_NE(c.reason.find("holds now"), std::string::npos);
}

TEST(Verdict, IsDoubtfulWhereARunIsNotToBeTrusted) {
  const auto outcome = concluded(
      "  bad: {kind: simulate, model: m, until: 4}\nclaims:\n  - {id: a, by: ours, source: s, said: {value: 22}, compute: run.steps}\n"
      "  - {id: b, by: ours, source: s, said: {value: 0}, compute: max(run.y - bad.y)/1 m + run.steps - 22}\n"
      "  - {id: c, by: ours, source: s, said: {value: 20}, compute: bad.steps}\n"
      "  - {id: d, by: paper, source: s, said: {value: 20}, compute: bad.steps, expect: differs, reason: misprint, found: {value: 22, from: us}}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_FALSE(outcome->trusted());
  EXPECT_EQ(outcome->claims[0].verdict, Verdict::holds) << "it does not name that run";
  EXPECT_EQ(outcome->claims[1].verdict, Verdict::doubtful);
  EXPECT_FALSE(outcome->claims[1].as_expected());
  EXPECT_EQ(outcome->claims[1].doubts, std::vector<std::string>{"bad: the energy does not add up"});
  EXPECT_NE(outcome->claims[1].reason.find("inside what is said, but its numbers are not to be trusted"), std::string::npos);
  EXPECT_EQ(outcome->claims[2].verdict, Verdict::fails) << "outside all the same";
  EXPECT_EQ(outcome->claims[3].verdict, Verdict::doubtful);
}

TEST(Verdict, OfWhatNoResultMovesIsThatItFails) {
  const auto of = [](const std::string& said, const std::string& compute) {
    const auto outcome = concluded("  on_time: {kind: simulate, model: m, until: 5}\nclaims:\n  - {id: c, by: ours, source: s, said: " + said +
                                   ", compute: \"" + compute + "\"}\n");
    if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
    return outcome->claims[0];
  };
  for (const char* empty : {"2*run.steps - run.steps - run.steps", "3*run.steps/7 - 2*run.steps/7 - run.steps/7", "abs(run.steps) - abs(-run.steps)",
                            "max(run.steps/100, 1e6) - 1e6", "mean(on_time.y)/1 m - sum(on_time.y)/11 m", "first(run.t)/1 s",
                            "last(on_time.t)/1 s - 1", "count(on_time.y) - 11", "at(run.t, 0.5 s)/1 s - 0.5"}) {
    const ClaimOutcome c = of("{value: 0, tol: 1e-9}", empty);
    ASSERT_TRUE(c.computed) << empty;
    EXPECT_EQ(c.verdict, Verdict::fails) << empty;
    EXPECT_TRUE(c.reason.starts_with("empty: ")) << empty << ": " << c.reason;
  }
  for (const auto& [said, compute] :
       {std::pair{"{value: 1 s}", "last(run.t)"}, std::pair{"{value: 11}", "count(run.y)"}, std::pair{"{value: 1 s}", "argmax(on_time.y)"},
        std::pair{"{value: 0}", "count(on_time.events.touch)"}, std::pair{"{value: 0}", "sum(step(on_time.y/1 m - 100))"}}) {
    const ClaimOutcome c = of(said, compute);
    EXPECT_EQ(c.verdict, Verdict::holds) << compute << ": " << c.reason;
    EXPECT_TRUE(c.notes.empty()) << compute << ": " << c.notes.front();
  }
}

TEST(Verdict, OfWhatCanHardlyFailHasANote) {
  for (const auto& [said, compute] :
       {std::pair{"{min: -1e300}", "run.steps"}, std::pair{"{max: 1e300 m}", "max(run.y)"}, std::pair{"{value: 22, tol: 1e300}", "run.steps"},
        std::pair{"{max: 1e6}", "run.steps"}, std::pair{"{value: 0}", "max(run.steps, 1e6) - 1e6"}, std::pair{"{value: 1}", "step(run.steps + 1e12)"},
        // what squares, magnitudes and remainders cannot be
        std::pair{"{min: 0 m^2}", "last(run.y)^2"}, std::pair{"{min: 0}", "abs(run.steps)"}, std::pair{"{min: 0, max: 7}", "mod(run.steps, 7)"},
        std::pair{"{max: 1}", "sin(run.steps)"},
        // what statistics of one series cannot be beside each other, but for rounding
        std::pair{"{min: 0 m}", "max(run.y) - mean(run.y)"}, std::pair{"{min: 0 m}", "mean(run.y) - min(run.y)"},
        std::pair{"{min: 0 m}", "rms(run.y) - abs(mean(run.y))"}, std::pair{"{min: -1e-12 m^2}", "rms(run.y)^2 - mean(run.y)^2"},
        std::pair{"{min: 0}", "run.steps^2 + run.residual^2 - 2*run.steps*run.residual"}, std::pair{"{min: -100}", "run.steps^4 - 20*run.steps^2"},
        // what is more than a number can be lies on the right side
        std::pair{"{min: 0}", "exp(run.steps)"}, std::pair{"{min: 1}", "cosh(run.steps)"}}) {
    const ClaimOutcome c = judged(said, compute);
    EXPECT_EQ(c.verdict, Verdict::holds) << compute;
    ASSERT_EQ(c.notes.size(), 1u) << compute;
    EXPECT_NE(c.notes[0].find("can hardly fail"), std::string::npos) << c.notes[0];
  }
  for (const auto& [said, compute] :
       {std::pair{"{min: 0}", "run.steps"}, std::pair{"{max: 1e-6}", "run.residual"}, std::pair{"{min: 2}", "run.steps"},
        std::pair{"{max: 500}", "run.steps/count(run.y)"}, std::pair{"{min: -3}", "log(run.steps)"}, std::pair{"{min: 1}", "abs(run.steps - 30)"},
        std::pair{"{min: -5}", "log(abs(run.steps - 21.99))"}, std::pair{"{min: 4}", "count(run.y)"},
        std::pair{"{min: 1}", "count(run.events.touch)"},
        // clearances, and others that only results break which change together
        std::pair{"{min: 0.1}", "sqrt((run.steps - 3)^2 + (last(run.y)/1 m - 2)^2)"},
        std::pair{"{min: 0.5}", "abs(run.steps - 3) + abs(last(run.y)/1 m - 2)"},
        std::pair{"{min: 0.2}", "max(abs(run.steps - 3), abs(last(run.y)/1 m - 2))"},
        std::pair{"{min: 0.2}", "max(max(abs(run.steps - 3), abs(last(run.y)/1 m - 2)), abs(run.residual + 31))"},
        std::pair{"{min: 1e-6}", "(run.steps/7.3 - mean(run.y)/1 m)^2"}, std::pair{"{max: -0.1 m}", "mean(run.y) - max(run.y)"},
        // two valleys
        std::pair{"{min: 1e-3}", "(run.steps - 70)^2*((run.steps - 5)^2 + 1)"},
        std::pair{"{min: 0.01}", "min(abs(run.steps - 0.3) + 0.05, abs(run.steps - 40))"},
        std::pair{"{min: 0.02}", "min(sqrt((run.steps - 24)^2 + (last(run.y)/1 m + 17)^2), abs(run.steps - 7) + 0.04)"}}) {
    const ClaimOutcome c = judged(said, compute);
    EXPECT_EQ(c.verdict, Verdict::holds) << compute;
    EXPECT_TRUE(c.notes.empty()) << compute << ": " << c.notes.front();
  }
}

TEST(RunStudy, RefusesAClaimThatNoResultCanMoveBeforeTheRun) {
  for (const char* empty : {"2*d.agrees - d.agrees - d.agrees", "abs(d.agrees) - abs(-d.agrees)", "d.agrees^2 - d.agrees*d.agrees"}) {
    const std::string said = said_about(
        run(std::string("  d: {kind: verify, model: m}\nclaims:\n  - {id: c, by: ours, source: s, said: {value: 0}, compute: ") + empty + "}\n"));
    EXPECT_NE(said.find("s.yaml:7:61: error: claims.c.compute: no result changes its value"), std::string::npos) << said;
  }
}

// Places drawn by chance, in parameters: at each of them the clearance is gone.
TEST(Verdict, OfAClearanceHasNoNote) {
  std::mt19937 draw(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same every time
  std::uniform_real_distribution<double> share(-1, 1);
  const auto size = [&] { return (share(draw) < 0 ? -1 : 1) * std::pow(10.0, 2 * share(draw)); };
  for (int i = 0; i < 20; ++i) {
    const double x = size(), y = size(), z = size(), near = std::pow(10.0, -1.5 + share(draw)) * std::max({std::abs(x), std::abs(y), std::abs(z)});
    const std::string parts[] = {"(run.steps - $x)", "(last(run.y)/1 m - $y)", "(run.residual - $z)"};
    for (const std::string& clearance :
         {fmt::format("sqrt({}^2 + {}^2 + {}^2)", parts[0], parts[1], parts[2]), fmt::format("abs{} + abs{} + abs{}", parts[0], parts[1], parts[2]),
          fmt::format("max(max(abs{}, abs{}), abs{})", parts[0], parts[1], parts[2])}) {
      const auto outcome = concluded(
          fmt::format("parameters: {{x: {}, y: {}, z: {}}}\nclaims:\n  - {{id: c, by: ours, source: s, said: {{min: {}}}, compute: \"{}\"}}\n", x, y,
                      z, near, clearance));
      ASSERT_TRUE(outcome) << said_about(outcome);
      const ClaimOutcome& c = outcome->claims[0];
      if (c.verdict != Verdict::holds) continue;
      EXPECT_TRUE(c.notes.empty()) << clearance << " of " << x << ", " << y << ", " << z << ": " << c.notes.front();
    }
  }
}

// Instants, numbers of samples and of units, and parameters of sweeps are what a study asks for: no task has found them.
TEST(RunStudy, RefusesAClaimAboutWhatItAskedFor) {
  const std::string tasks =
      "  b: {kind: inverse, model: m, motion: {A: t}, until: 1, every: 0.1}\n  c: {kind: compare, reference: b, with: [b]}\n"
      "  j: {kind: join, pieces: [b]}\n  b2: {kind: inverse, model: m, motion: {A: 2*t}, until: 1, every: 0.1}\n  e: {kind: compare, reference: b, "
      "with: [b2]}\n  s: {kind: sweep, over: {k: {values: [1, 2]}}, results: {square: $k^2}}\nparameters: {k: 1}\n";
  const auto said = [&](const std::string& compute) {
    return said_about(run(tasks + "claims:\n  - {id: c, by: ours, source: s, said: {value: 0}, compute: \"" + compute + "\"}\n"));
  };
  for (const char* empty : {"last(b.t)/1 s", "count(b.A)", "b.samples - 11", "max(b.t)/1 s*b.samples", "last(c.t)/1 s", "count(j.A)", "s.units",
                            "max(s.k)", "max(s.square)", "s.best.square", "c.b.A.max/1 rad"})
    EXPECT_NE(said(empty).find("error: claims.c.compute: no result changes its value"), std::string::npos) << empty << ": " << said(empty);
  for (const char* full : {"max(b.A)/1 rad", "last(b.t)/1 s - max(b.A.force)/1 N/1 m", "b.samples*last(b.A)/1 rad", "s.units - s.done",
                           "s.mean.square", "e.b2.A.max/1 rad"})
    EXPECT_EQ(said(full), "no diagnostics") << full;
}

// What a study sets, or the state that it gives, puts a mechanism that is right into the ground, or makes it impossible: the study is shown.
TEST(RunStudy, ShowsItsOwnMistakesInItself) {
  const auto said = [](const std::string& set, const std::string& task) {
    Result<Study> study = read_study_text("zanjir_study: 1\nmodels:\n  m: {file: chain_rigid_drop.yaml, set: {" + set +
                                              "}}\ntasks:\n  r: {kind: simulate, model: m, until: 0.1" + task + "}\n",
                                          "s.yaml", {}, test::models_folder());
    if (!study) return to_text(study.diagnostics);
    Progress quiet;
    return said_about(run_study(std::move(*study), quiet, never_cancelled()));
  };
  const auto at = [](const char* place) { return (test::models_folder() / "chain_rigid_drop.yaml").string() + place; };
  const std::string inside = "contacts.floor (" + at(":26:3") + "): 'floor.link1' starts 0.2 m inside the ground; move the start";
  for (const auto& [text, begin] :
       {std::pair{said("drop: -0.2", ""), "s.yaml:3:48: error: models.m.set: " + inside},
        std::pair{said("", ", state: {q: {fall.y: -0.2}}"), "s.yaml:5:52: error: tasks.r.state: " + inside},
        std::pair{said("rotary: -5 kg m", ""),
                  "s.yaml:3:50: error: models.m.set: repeat[0].bodies.link{i}.inertia.izz (" + at(":19:73") + "): must not be negative"}})
    EXPECT_TRUE(text.starts_with(begin)) << text << begin;
}

TEST(RunStudy, AFailedTaskFailsItsClaimsAndNoOthers) {
  const auto outcome = concluded(
      "  bad: {kind: simulate, model: m, until: 2}\nclaims:\n  - {id: a, by: ours, source: s, said: {value: 22}, compute: run.steps}\n"
      "  - {id: b, by: ours, source: s, said: {value: 22}, compute: bad.steps}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_FALSE(outcome->finished());
  EXPECT_EQ(outcome->claims[0].verdict, Verdict::holds);
  EXPECT_EQ(outcome->claims[1].verdict, Verdict::fails);
  EXPECT_EQ(outcome->claims[1].reason, "task 'bad' did not finish: step underflow");
}

TEST(RunStudy, AnInterruptedTaskIsNotAFinishedOne) {
  const auto outcome = concluded("  cut: {kind: simulate, model: m, until: 3}\n");
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->cancelled);
  EXPECT_FALSE(outcome->finished());
}

TEST(RunStudy, ReportsWhatOnlyResultsCanShow) {
  EXPECT_EQ(said_about(concluded("claims:\n  - {id: c, by: ours, source: s, said: {value: 1}, compute: run.stepz}\n")),
            "s.yaml:6:61: error: claims.c.compute: unknown name 'run.stepz'; did you mean 'run.steps'?\n1 error, nothing was done\n");
  EXPECT_NE(said_about(concluded("claims:\n  - {id: c, by: ours, source: s, said: {value: 1 s}, compute: max(run.y)}\n"))
                .find("it is said as a time, but what is computed is a length"),
            std::string::npos);
  EXPECT_NE(said_about(concluded("figures: {f: {curves: [run.y, run.t]}}\n")).find("is a time, but the axis shows a length"), std::string::npos);
  EXPECT_NE(said_about(concluded("figures: {f: {curves: [run.steps]}}\n")).find("a curve wants a series"), std::string::npos);
  EXPECT_NE(said_about(concluded("figures: {f: {curves: [run.yy]}}\n")).find("did you mean 'run.y'?"), std::string::npos);
}

TEST(RunStudy, ChecksTasksAgainstTheirModelsBeforeAnythingRuns) {
  const std::string said =
      said_about(run("  a: {kind: inverse, model: m, until: 1, every: 0.1, motion: {B: 0}, formulation: newton}\n"
                     "  b: {kind: analyse, model: m, what: [enrgy]}\n  c: {kind: analyse, model: m, what: [energy], state: {q: {Q: 1}}}\n  d: {kind: "
                     "verify, model: m}\n"));
  EXPECT_NE(said.find("s.yaml:5:63: error: tasks.a.motion.B: no coordinate, joint or moving frame 'B'"), std::string::npos) << said;
  EXPECT_NE(said.find("no formulation 'newton'"), std::string::npos) << said;
  EXPECT_NE(said.find("s.yaml:6:39: error: tasks.b (what): no item 'enrgy'; did you mean 'energy'?"), std::string::npos) << said;
  EXPECT_NE(said.find("tasks.c.state.q.Q: no coordinate 'Q'"), std::string::npos) << said;
}

// In one go: what is wrong with a mechanism, and with tasks and claims about others. What rests on it has no say yet.
TEST(RunStudy, AWrongMechanismHidesNothingAboutOthers) {
  const Result<Study> study = read_study_text(
      "zanjir_study: 1\nmodels: {bad: {file: pendulum.yaml, set: {bodies.bob.mass: -1 kg}}, m: {file: pendulum.yaml}}\ntasks:\n"
      "  a: {kind: simulate, model: bad, until: 1 s}\n  b: {kind: simulate, model: m, until: 1 s, outputs: [B]}\n"
      "  c: {kind: simulate, model: m, until: 1 s}\n  both: {kind: compare, reference: a, with: [c]}\n"
      "  s: {kind: sweep, of: [a], over: {bad.length: {values: [1 m]}}, results: {x: last(a.A)}}\n"
      "figures: {f: {curves: [a.A]}}\nclaims:\n"
      "  - {id: x, by: ours, source: s, said: {value: 1 m}, compute: last(c.A)}\n  - {id: y, by: ours, source: s, said: {value: 1 m}, compute: "
      "last(a.A)}\n",
      "s.yaml", {}, test::models_folder());
  ASSERT_TRUE(study) << to_text(study.diagnostics);
  const std::string said = to_text(check_study(*study, FirstInstants::untried));
  EXPECT_NE(said.find("models.bad.set"), std::string::npos) << said;
  EXPECT_NE(said.find("tasks.b.outputs: the task has no result 'B'"), std::string::npos) << said;
  EXPECT_NE(said.find("claims.x: it is said as a length, but what is computed is an angle"), std::string::npos) << said;
  EXPECT_EQ(said.find("tasks.both"), std::string::npos) << said;
  EXPECT_EQ(said.find("tasks.s."), std::string::npos) << said;
  EXPECT_EQ(said.find("claims.y"), std::string::npos) << said;
}

TEST(RunStudy, FindsAMistypedResultBeforeTheRunWhereTheNamesAreKnown) {
  const std::string said =
      said_about(run("  d: {kind: verify, model: m}\nclaims:\n  - {id: c, by: ours, source: s, said: {value: 1}, compute: d.agree}\n"));
  EXPECT_NE(said.find("unknown name 'd.agree'; did you mean 'd.agrees'?"), std::string::npos) << said;
}

TEST(RunStudy, SaysWhereAFileIsNamedThatIsNotThere) {
  const Result<Study> study = read_study_text("zanjir_study: 1\nmodels: {m: {file: nowhere.yaml}}\n", "s.yaml", {}, test::models_folder());
  Progress quiet;
  const auto outcome = run_study(Study(*study), quiet, never_cancelled());
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.diagnostics[0].file, "s.yaml");
  EXPECT_EQ(outcome.diagnostics[0].line, 2u);
  EXPECT_NE(outcome.diagnostics[0].message.find("nowhere.yaml': no such file"), std::string::npos) << outcome.diagnostics[0].message;
}

TEST(Figures, GiveNumbersInTheUnitsAskedFor) {
  const auto outcome = concluded(
      "figures:\n  f: {x: {unit: ms}, y: {unit: mm}, curves: [run.y, {x: [0, 1 s], y: [0, \"max(run.y)\"], style: points}]}\n"
      "  b: {kind: bars, curves: [{y: run.steps, label: s}]}\n  t: {kind: table, columns: [a, b], rows: [{label: x, values: "
      "[run.steps]}]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const CurveData& c = outcome->figures[0].curves[0];
  ASSERT_EQ(c.y.size(), 11u);
  for (int i = 0; i <= 10; ++i) {
    EXPECT_NEAR(c.x[static_cast<std::size_t>(i)], 100.0 * i, 1e-12);
    EXPECT_NEAR(c.y[static_cast<std::size_t>(i)], 10.0 * i * i, 1e-12);
  }
  EXPECT_EQ(outcome->figures[0].curves[1].x, (std::vector<double>{0, 1000}));
  EXPECT_EQ(outcome->figures[0].y_unit, "mm");
  EXPECT_EQ(outcome->figures[0].x_to_si, 1e-3);
  EXPECT_EQ(c.task, "run");  // its instants are those of the motion
  EXPECT_EQ(outcome->figures[0].curves[1].task, "");
  EXPECT_EQ(outcome->figures[1].curves[0].y, (std::vector<double>{22}));
  EXPECT_EQ(outcome->figures[2].cells[0], (std::vector<double>{22}));
}

// A point mass of 1 kg on 1 m: tau = q'' + g cos q.
TEST(InverseTask, GivesTheTorqueOfAPendulumInClosedForm) {
  const auto outcome =
      run("  swing: {kind: inverse, model: m, motion: {A: {law: sine, amplitude: 0.5, angular_frequency: 2}}, from: 0.5, until: 1.27, "
          "every: 0.1}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& r = *outcome->results.find_task("swing");
  ASSERT_EQ(r.status, TaskStatus::done) << r.why;
  const auto& t = r.abscissa.values;
  ASSERT_EQ(t.size(), 9u);  // 0.5, 0.6 ... 1.2 and the end, 1.27
  EXPECT_EQ(t.back(), 1.27);
  const SeriesView tau = *find_result(r, "A.force").series, q = *find_result(r, "A").series, x = *find_result(r, "bob.tip.x").series,
                   e = *find_result(r, "energy.total").series;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double angle = 0.5 * std::sin(2 * t[i]), rate = std::cos(2 * t[i]), acceleration = -2 * std::sin(2 * t[i]);
    const double eps = 64 * std::numeric_limits<double>::epsilon() * 10;
    EXPECT_NEAR(q.y[i], angle, eps);
    EXPECT_NEAR(tau.y[i], acceleration + 9.81 * std::cos(angle), eps);
    EXPECT_NEAR(x.y[i], std::cos(angle), eps);
    EXPECT_NEAR(e.y[i], rate * rate / 2 + 9.81 * std::sin(angle), eps);
  }
}

TEST(InverseTask, KeepsOnlyTheOutputsAskedFor) {
  const auto outcome = run("  swing: {kind: inverse, model: m, motion: {A: 0}, until: 1, every: 0.5, outputs: [A.force, energy]}\n");
  ASSERT_TRUE(outcome);
  std::vector<std::string> names;
  for (const Series& s : outcome->results.find_task("swing")->series) names.push_back(s.name);
  EXPECT_EQ(names, (std::vector<std::string>{"A.force", "energy.kinetic", "energy.gravity", "energy.springs", "energy.total"}));
}

TEST(InverseTask, SaysWhereAMotionCannotBe) {  // the platform leaves the reach of its legs
  Result<Study> study = read_study_text(
      "zanjir_study: 1\nmodels: {m: {file: rrr_3.yaml}}\ntasks: {go: {kind: inverse, model: m, motion: {pose.x: \"0.05 + t\", pose.y: 0, "
      "pose.angle: 0}, until: 2, every: 0.1}}\n",
      "s.yaml", {}, test::models_folder());
  Progress quiet;
  const auto outcome = run_study(std::move(*study), quiet, never_cancelled());
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& r = outcome->results.tasks()[0];
  EXPECT_EQ(r.status, TaskStatus::failed);
  // Leg 1 reaches 0.4 + 0.6 m from its motor; the corner is nearer than that at 0.5 s, and beyond it at 0.6 s.
  const double beyond_m = std::hypot(0.65 - 0.2 + 0.6, (0.6 - 0.2) / std::sqrt(3)) - 1;
  EXPECT_NE(r.why.find("at t = 0.6"), std::string::npos) << r.why;
  const std::size_t gap = r.why.find("at joint 'C1' a gap of ");
  ASSERT_NE(gap, std::string::npos) << r.why;
  EXPECT_NEAR(std::stod(r.why.substr(gap + 23)), beyond_m, 1.5e-4 * beyond_m) << r.why;  // the search gives up near the least gap, not at it
  EXPECT_EQ(r.abscissa.values.size(), 6u);                                               // what was computed up to there is kept
}

TEST(AnalyseTask, MakesASeriesOfSeveralCases) {
  const auto outcome =
      run("  states: {kind: analyse, model: m, what: [forward_dynamics, energy], states: {level: {q: {A: 0}}, steep: {q: {A: 60 deg}}}, "
          "formulations: [newton-euler, oracle]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& r = *outcome->results.find_task("states");
  const SeriesView vdot = *find_result(r, "forward_dynamics.vdot.A").series;
  ASSERT_EQ(vdot.y.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(vdot.y[i], -9.81 * (i < 2 ? 1 : 0.5), 1e-13);
  EXPECT_NEAR(find_result(r, "steep.newton_euler.energy.total").number->value, 9.81 * std::sin(std::numbers::pi / 3), 1e-13);
}

TEST(CompareTask, MeasuresDifferencesAtTheInstantsOfTheReference) {  // q = t against q = t + 0.001 t^2, sampled twice as often
  const auto outcome =
      run("  a: {kind: inverse, model: m, motion: {A: t}, until: 1, every: 0.2, outputs: [A]}\n  b: {kind: inverse, model: m, motion: {A: "
          "\"t + 0.001*t^2\"}, until: 1, every: 0.1, outputs: [A]}\n"
          "  below: {kind: inverse, model: m, motion: {A: \"t - 0.002*t^2\"}, until: 1, every: 0.1, outputs: [A]}\n"
          "  c: {kind: compare, reference: a, with: [b, below]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& r = *outcome->results.find_task("c");
  ASSERT_EQ(r.status, TaskStatus::done) << r.why;
  EXPECT_NEAR(find_result(r, "b.A.max").number->value, 1e-3, 1e-15);
  EXPECT_NEAR(find_result(r, "b.A").series->y[2], 1e-3 * 0.16, 1e-15);
  EXPECT_NEAR(find_result(r, "below.A.max").number->value, 2e-3, 1e-15);  // the largest in size, on whichever side
}

// The singular values of the closure are channels when they are asked for by name, and only then.
TEST(SimulateTask, RecordsSingularValuesOfLoopsOnRequest) {
  const auto series_of = [](const std::string& outputs) {
    const std::string text =
        "zanjir_study: 1\nmodels: {m: {file: four_bar.yaml}}\ntasks:\n  run: {kind: simulate, model: m, until: 10 ms" + outputs + "}\n";
    Result<Study> study = read_study_text(text, "s.yaml", {}, test::models_folder());
    if (!study) throw std::runtime_error(to_text(study.diagnostics));
    Progress quiet;
    const Result<StudyOutcome> outcome = run_study(std::move(*study), quiet, never_cancelled());
    if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
    std::vector<std::string> names;
    for (const Series& s : outcome->results.tasks()[0].series) names.push_back(s.name);
    return names;
  };
  EXPECT_EQ(series_of(", outputs: [loops]"), (std::vector<std::string>{"loops.sigma1", "loops.sigma2"}));
  EXPECT_EQ(series_of(", outputs: [ledger.loops]"), (std::vector<std::string>{"ledger.loops"}));
  for (const std::string& name : series_of("")) EXPECT_FALSE(name.starts_with("loops.")) << name;
}

namespace {
StudyOutcome outcome_of(const std::string& text) {
  Result<Study> study = read_study_text("zanjir_study: 1\n" + text, "s.yaml", {}, test::models_folder());
  if (!study) throw std::runtime_error(to_text(study.diagnostics));
  Progress quiet;
  Result<StudyOutcome> outcome = run_study(std::move(*study), quiet, never_cancelled());
  if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
  return std::move(*outcome);
}
std::string problems_of(const std::string& text) {
  Result<Study> study = read_study_text("zanjir_study: 1\n" + text, "s.yaml", {}, test::models_folder());
  return to_text(study ? check_study(*study) : study.diagnostics);
}
}  // namespace

// A pose out of reach has no joint angles: nothing is near to it, and a claim about the difference does not hold.
TEST(CompareTask, HasNoDifferenceWhereTheReferenceHasNoNumber) {
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: rrr_3.yaml}}\ntasks:\n"
      "  far: {kind: ik, model: m, poses: [{frame: platform, p: [0, 0], angle: 0}, {frame: platform, p: [0.65 m, 0 m], angle: 0}]}\n"
      "  near: {kind: ik, model: m, poses: [{frame: platform, p: [0, 0], angle: 0}, {frame: platform, p: [0.01 m, 0 m], angle: 0}]}\n"
      "  c: {kind: compare, reference: far, with: [near], results: [A1]}\n"
      "claims: [{id: same, by: ours, source: s, said: {max: 1 rad}, compute: c.near.A1.max}, {id: rms, by: ours, source: s, said: {max: 1 rad}, "
      "compute: "
      "c.near.A1.rms}]\n");
  ASSERT_EQ(outcome.results.find_task("c")->status, TaskStatus::done) << outcome.results.find_task("c")->why;
  for (const ClaimOutcome& claim : outcome.claims) EXPECT_EQ(claim.verdict, Verdict::fails) << claim.claim.id;
}

// Accelerations that a law gives, or that no inertia decides, are not compared: that they agree would be said about nothing.
TEST(VerifyTask, HasNoDifferenceOfWhatWasNeverCompared) {
  for (const char* set : {"{motion: {A: \"sin(t)\"}, initial: {}}", "{bodies.bob: {massless: true}}"}) {
    const StudyOutcome outcome =
        outcome_of(std::string("models: {m: {file: pendulum.yaml, set: ") + set + "}}\ntasks: {v: {kind: verify, model: m, states: 2}}\n");
    const TaskResult& task = *outcome.results.find_task("v");
    ASSERT_EQ(task.status, TaskStatus::done) << task.why;
    EXPECT_LE(find_result(task, "tau").number->value, 1e-14);
    EXPECT_TRUE(std::isnan(find_result(task, "vdot").number->value)) << set;
  }
}

// Half way between two samples a line has their mean; the spline through 0, 1, 0 with natural ends has 11/16 of the peak.
TEST(SeriesAsInputs, AreInterpolatedAsChosen) {
  const auto task = [](const char* name, const char* how) {
    return std::string("  ") + name +
           ": {kind: simulate, model: m, until: 0.5 s, every: 0.25 s, method: rk4, step: 10 ms, inputs: {shoulder: {series: \"path.shoulder.force\"" +
           how + "}}}\n";
  };
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: arm_2r.yaml, set: {gravity: \"[0, 0, 0]\"}}}\ntasks:\n  path: {kind: inverse, model: m, motion: {shoulder: "
      "\"0.01*sin(pi*t)\", elbow: 0}, until: 1 s, every: 0.5 s}\n" +
      task("line", ", interpolation: linear") + task("spline", ""));
  const auto force = [&](const char* name, std::size_t i) {
    for (const Series& s : outcome.results.find_task(name)->series)
      if (s.name == "shoulder.force") return s.values.at(i);
    return std::nan("");
  };
  const double peak = force("path", 1);
  EXPECT_NEAR(force("path", 0), 0, 1e-3 * std::abs(peak));
  EXPECT_NEAR(force("line", 1), (force("path", 0) + peak) / 2, 1e-14);
  EXPECT_NEAR(force("spline", 1), 11.0 / 16 * peak, 2e-3 * std::abs(peak));
}

// The stub of a motion that went out of reach used to drive on, extrapolated.
TEST(SeriesAsInputs, OfATaskThatFailedAreRefused) {
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: arm_2r.yaml}}\ntasks:\n  path: {kind: inverse, model: m, motion: {forearm.tip: {x: \"0.3 + t\", y: 0.4}}, until: 2 s, "
      "every: 0.1 s}\n"
      "  go: {kind: simulate, model: m, until: 2 s, inputs: {shoulder: {series: path.shoulder.force}}}\n");
  EXPECT_EQ(outcome.results.find_task("path")->status, TaskStatus::failed);
  EXPECT_NE(outcome.results.find_task("path")->why.find("out of reach"), std::string::npos) << outcome.results.find_task("path")->why;
  EXPECT_EQ(outcome.results.find_task("go")->status, TaskStatus::failed);
  EXPECT_NE(outcome.results.find_task("go")->why.find("task 'path'"), std::string::npos);
}

TEST(SeriesAsInputs, AreCheckedBeforeTheRun) {
  const std::string head =
      "models: {m: {file: arm_2r.yaml}}\ntasks:\n  path: {kind: inverse, model: m, motion: {shoulder: t, elbow: 0}, until: 1 s, every: 0.5 s}\n";
  const auto said = [&](const std::string& input) {
    return problems_of(head + "  go: {kind: simulate, model: m, until: 1 s, inputs: {shoulder: " + input + "}}\n");
  };
  EXPECT_EQ(said("{series: path.shoulder.force}"), "");
  EXPECT_NE(said("{series: path.shoulder.forze}").find("did you mean"), std::string::npos) << said("{series: path.shoulder.forze}");
  EXPECT_NE(said("{series: path.shoulder.speed}").find("'shoulder' takes a moment, but the series is an angular speed"), std::string::npos)
      << said("{series: path.shoulder.speed}");
  EXPECT_NE(said("{series: max(path.shoulder.force)}").find("a series is wanted"), std::string::npos) << said("{series: max(path.shoulder.force)}");
  EXPECT_NE(said("{series: path.shoulder.force, interpolation: quintic}").find("cubic or linear"), std::string::npos);
  EXPECT_NE(said("{series: path.shoulder.force, interpolate: linear}").find("did you mean 'interpolation'"), std::string::npos);
}

// The drawing of a motion is that of the nearest sample, whatever outputs are kept; in free fall that is known: y = -g t^2/2.
TEST(Postures, AreThoseOfTheNearestSamples) {
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: elastic_chain_ss.yaml}, p: {file: pendulum.yaml}}\n"
      "tasks:\n  drop: {kind: simulate, model: m, until: 0.4 s, every: 10 ms, outputs: [energy]}\n"
      "  swing: {kind: inverse, model: p, motion: {A: \"2*t\"}, until: 1 s, every: 0.1 s, outputs: [energy]}\n"
      "figures:\n  f:\n    kind: posture\n    postures: [{task: drop, at: [0.1 s, 0.3012 s]}, {task: swing, at: 0.49 s}, {model: m, state: {q: {A: "
      "-20 deg, link2.mode1: 3 mm}}, label: x}, {model: m}]\n");
  const FigureData& f = outcome.figures[0];
  EXPECT_EQ(f.problem, "");
  ASSERT_EQ(f.postures.size(), 4u);
  ASSERT_EQ(f.postures[0].states.size(), 2u);
  EXPECT_EQ(f.postures[0].label, "drop");
  const double start_m = 0.9, eps = 1e-9;  // the tolerance of the run
  EXPECT_NEAR(f.postures[0].states[0].q[1], start_m - 9.81 / 2 * 0.1 * 0.1, eps);
  EXPECT_NEAR(f.postures[0].states[1].q[1], start_m - 9.81 / 2 * 0.3 * 0.3, eps);
  EXPECT_NEAR(f.postures[1].states[0].q[0], 2 * 0.5, 1e-14);
  const Model& chain = *f.postures[2].model;
  EXPECT_NEAR(f.postures[2].states[0].q[chain.elastic_bodies()[1].q_begin], 3e-3, 1e-15);
  EXPECT_EQ(f.postures[3].label, "m");
  EXPECT_NEAR(f.postures[3].states[0].q[1], start_m, 1e-15);
}

TEST(Postures, OfStatesThatCannotBeAreReportedBeforeTheRun) {
  EXPECT_NE(problems_of("models: {p: {file: pendulum.yaml}}\nfigures: {f: {kind: posture, postures: [{model: p, state: {q: {B: 1}}}]}}\n")
                .find("s.yaml:3:59: error: figures.f.postures: q.B: no coordinate 'B'"),
            std::string::npos);
}

TEST(Panels, ShareTheUnitsOfTheirAxes) {
  const StudyOutcome outcome = outcome_of(
      "models: {p: {file: pendulum.yaml}}\ntasks: {swing: {kind: inverse, model: p, motion: {A: \"2*t\"}, until: 1 s, every: 0.1 s}}\n"
      "figures: {f: {x: {unit: ms}, y: {unit: deg}, panels: [{title: a, curves: [swing.A]}, {title: b, curves: [{y: 2*swing.A, label: twice}]}]}}\n");
  const FigureData& f = outcome.figures[0];
  ASSERT_EQ(f.panels.size(), 2u);
  EXPECT_EQ(f.y_unit, "deg");
  EXPECT_NEAR(f.panels[0].curves[0].y.back(), 360 / std::numbers::pi, 2e-12);
  EXPECT_NEAR(f.panels[1].curves[0].y.back(), 720 / std::numbers::pi, 4e-12);
  EXPECT_NEAR(f.panels[1].curves[0].x.back(), 1000, 1.5e-11);
  EXPECT_EQ(f.panels[1].title, "b");
  EXPECT_EQ(f.panels[1].curves[0].label, "twice");
}

// Restitution of one body by the exact relation, friction by its formula.
TEST(ContactTask, GivesTheLawsOverSpeed) {
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: chain_rigid_drop.yaml}}\ntasks:\n  slow: {kind: contact, model: m, contact: floor.link1, from: 0.1 mm/s, to: 1.9 mm/s, "
      "samples: 19, mass: 2 kg}\n"
      "  fast: {kind: contact, model: m, contact: floor.link1, from: 1 m/s, to: 5 m/s, samples: 3}\n");
  const TaskResult &slow = *outcome.results.find_task("slow"), &fast = *outcome.results.find_task("fast");
  EXPECT_EQ(slow.abscissa.name, "speed");
  const SeriesView friction = *find_result(slow, "friction").series, restitution = *find_result(fast, "restitution").series;
  for (std::size_t i = 0; i < friction.x.size(); ++i) {
    const double v = friction.x[i];
    EXPECT_NEAR(friction.y[i], 0.1 * std::clamp((v - 1e-4) / 9e-4, 0.0, 1.0), 1e-15) << v;
  }
  for (const double e : restitution.y) EXPECT_NEAR(e, 0.799198782, 1e-9);
  EXPECT_EQ(find_result(slow, "mass").number->value, 2);
  EXPECT_NEAR(find_result(fast, "hysteresis").number->value, 3 * 0.2 / (2 * 0.8), 1e-15);
}

TEST(ContactTask, SaysWhichContactsThereAre) {
  const std::string head =
      "models: {m: {file: chain_rigid_drop.yaml}, p: {file: pendulum.yaml}}\ntasks: {a: {kind: contact, from: 1 m/s, to: 2 m/s, model: ";
  EXPECT_NE(problems_of(head + "m}}\n").find("tasks.a.contact: the model has 4 compliant contacts: which one?; for example floor.link1"),
            std::string::npos)
      << problems_of(head + "m}}\n");
  EXPECT_NE(problems_of(head + "m, contact: floor.link9}}\n").find("no compliant contact 'floor.link9'; did you mean 'floor.link1'?"),
            std::string::npos);
  EXPECT_NE(problems_of(head + "p}}\n").find("the model has no compliant contact"), std::string::npos);
}

// A pinned Euler-Bernoulli beam: sin(pi x/l), frequency (pi/l)^2 sqrt(EI/mu), stiffness EI pi^4/(2 l^3), mass mu l/2, end turn -pi/l.
TEST(AnalyseTask, GivesTheModesOfElasticBodies) {
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: elastic_chain_ss.yaml, set: {bodies.link1.beam: {length: 2 m, section: {shape: rectangle, height: 10 mm, width: 30 mm}, "
      "theory: euler_bernoulli, "
      "material: {young: 2e11, density: 7800 kg/m^3}, rotary_inertia: none, modes: [ss]}}}}\ntasks: {a: {kind: analyse, model: m, what: [modes]}}\n");
  const TaskResult& a = outcome.results.tasks()[0];
  const auto number = [&](const std::string& name) { return find_result(a, "modes.link1." + name).number.value().value; };
  const double pi = std::numbers::pi, l = 2, EI = 2e11 * 0.03 * 1e-6 / 12, mu = 7800 * 3e-4, eps = 1e-12;
  EXPECT_EQ(number("length"), l);
  EXPECT_NEAR(number("mass_per_length"), mu, eps);
  EXPECT_NEAR(number("mode1.frequency"), pi * pi / (l * l) * std::sqrt(EI / mu), 6e-13);
  EXPECT_NEAR(number("mode1.stiffness") / (EI * std::pow(pi, 4) / (2 * l * l * l)), 1, eps);
  EXPECT_NEAR(number("mode1.mass"), mu * l / 2, eps);
  EXPECT_NEAR(number("mode1.end_turn.z"), -pi / l, eps);
  EXPECT_NEAR(number("mode1.end_deflection.y"), 0, eps);
  EXPECT_NEAR(number("mode1.W.wave1.k"), pi / l, eps);
  EXPECT_NEAR(number("mode1.W.wave1.sine"), 1, eps);
  EXPECT_NEAR(number("mode1.Theta.wave1.cosine"), pi / l, eps);
}

TEST(CheckStudy, LooksAtFiguresAndTablesToo) {
  const std::string head = "models: {m: {file: pendulum.yaml}}\ntasks: {run: {kind: simulate, model: m, until: 1 s}}\n";
  EXPECT_EQ(problems_of(head + "figures: {f: {curves: [run.A]}}\n"), "");
  EXPECT_NE(problems_of(head + "figures: {f: {curves: [run.AA]}}\n").find("figures.f.curves: unknown name 'run.AA'; did you mean 'run.A'?"),
            std::string::npos);
  EXPECT_NE(
      problems_of(head + "figures: {f: {panels: [{title: a, curves: [{y: run.A, x: run.tt}]}]}}\n").find("figures.f.curves: unknown name 'run.tt'"),
      std::string::npos);
  EXPECT_NE(problems_of(head + "figures: {f: {kind: table, columns: [a, b], rows: [{label: x, values: [max(run.AA)]}]}}\n")
                .find("figures.f.rows: unknown name 'run.AA'"),
            std::string::npos);
}

// A guard sees the run itself: its ledger, the pieces of its inputs.
TEST(SimulateTask, StopsAtAnEventOnTheLedger) {
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: suspension.yaml}}\n"
      "tasks:\n  swing: {kind: simulate, model: m, until: 10 s, outputs: [ledger], events: {lost: {when: ledger.dampers + 0.01, then: stop}}}\n");
  const TaskResult& r = outcome.results.tasks()[0];
  ASSERT_EQ(r.status, TaskStatus::done) << r.why;
  ASSERT_EQ(find_result(r, "events.lost").series->y.size(), 1u);
  EXPECT_NEAR(find_result(r, "ledger.dampers").series->y.back(), -0.01, 1e-14);
  EXPECT_LT(find_result(r, "t_end").number->value, 10);
}

TEST(SimulateTask, TakesEveryOptionOfTheTable) {
  for (const RunOption& option : run_options()) {
    const std::string key(option.key.key);
    if (key == "until") continue;
    const std::string value = option.is_number() ? "0.7.1" : "sideways";  // neither a number nor a word
    const std::string said = problems_of(fmt::format(
        "models: {{m: {{file: four_bar.yaml}}}}\ntasks: {{a: {{kind: simulate, model: m, until: 1, loops: baumgarte, {}: {}}}}}\n", key, value));
    EXPECT_EQ(said.find("unknown key"), std::string::npos) << said;
    EXPECT_NE(said.find("tasks.a." + key + ": "), std::string::npos) << key << "\n" << said;
  }
}

TEST(SimulateTask, RunsAtTheSpectralRadiusAskedFor) {  // what is left of the springs' oscillation depends on it
  const StudyOutcome outcome = outcome_of(
      "models: {m: {file: four_bar.yaml}}\nlists: {r: [{r: 0}, {r: 1}]}\n"
      "tasks:\n  \"a{r}\": {each: r, kind: simulate, model: m, until: 0.2 s, method: generalized-alpha, step: 1 ms, spectral_radius: \"{r}\", loops: "
      "{treatment: springs, stiffness: 1e6 N/m, start: closed}, outputs: [A.force, A]}\n");
  const auto& tasks = outcome.results.tasks();
  ASSERT_EQ(tasks[1].status, TaskStatus::done) << tasks[1].why;
  EXPECT_NE(find_result(tasks[0], "worst_opening").number->value, find_result(tasks[1], "worst_opening").number->value);
}

// Mechanism files are read once: what happens to them afterwards changes nothing.
TEST(RunStudy, ReadsEachModelOnce) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("zanjir_once_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(test::models_folder() / "four_bar.yaml", folder / "m.yaml", std::filesystem::copy_options::overwrite_existing);
  struct Saboteur final : Progress {
    std::filesystem::path file;
    void begin(std::string_view) override { std::filesystem::remove(file); }
  } saboteur;
  saboteur.file = folder / "m.yaml";
  Result<Study> study = read_study_text(
      "zanjir_study: 1\nmodels: {m: {file: m.yaml}}\ntasks: {a: {kind: simulate, model: m, until: 10 ms, loops: {treatment: springs, stiffness: 1e5 "
      "N/m}}}\n",
      "s.yaml", {}, folder);
  ASSERT_TRUE(study) << to_text(study.diagnostics);
  const auto outcome = run_study(std::move(*study), saboteur, never_cancelled());
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_FALSE(std::filesystem::exists(folder / "m.yaml"));
  EXPECT_TRUE(outcome->finished()) << outcome->results.tasks()[0].why;
  std::filesystem::remove_all(folder);
}

// Of every kind of task the names and units of its results are known before it runs, and so is what claims and figures make of them.
TEST(CheckStudy, KnowsNamesAndUnitsOfEveryKindOfTask) {
  const std::string head =
      "models: {p: {file: pendulum.yaml}, drop: {file: chain_rigid_drop.yaml}}\ntasks:\n"
      "  sim: {kind: simulate, model: p, until: 1}\n  inv: {kind: inverse, model: p, motion: {A: t}, until: 1, every: 0.5}\n"
      "  ana: {kind: analyse, model: p, what: [energy]}\n  ver: {kind: verify, model: p, states: 1}\n  cmp: {kind: compare, reference: inv, with: "
      "[sim], results: [A]}\n"
      "  con: {kind: contact, model: drop, contact: floor.link1, from: 1, to: 2}\n";
  const auto claim = [&](const std::string& said, const std::string& compute) {
    return problems_of(head + "claims: [{id: c, by: law, source: s, said: " + said + ", compute: \"" + compute + "\"}]\n");
  };
  for (const char* good :
       {"max(sim.A.speed)", "sim.imbalance", "count(sim.events)", "max(inv.A.force)", "ana.energy.total", "ver.worst", "cmp.sim.A.max", "con.mass"})
    EXPECT_EQ(claim("{min: 0}", good), to_text(std::vector<Diagnostic>{})) << good;
  for (const auto& [bad, near] : {std::pair{"max(sim.A.sped)", "sim.A.speed"},
                                  {"max(inv.A.forces)", "inv.A.force"},
                                  {"ana.energy.totl", "ana.energy.total"},
                                  {"ver.worse", "ver.worst"},
                                  {"cmp.sim.A.maxx", "cmp.sim.A.max"},
                                  {"con.masss", "con.mass"}})
    EXPECT_NE(claim("{min: 0}", bad).find("did you mean '" + std::string(near) + "'?"), std::string::npos) << claim("{min: 0}", bad);
  for (const char* in_metres : {"max(sim.A.speed)", "sim.imbalance", "max(inv.A.force)", "ana.energy.total", "cmp.sim.A.rms", "con.mass"})
    EXPECT_NE(claim("{max: 1 m}", in_metres).find("it is said as a length, but what is computed is"), std::string::npos)
        << in_metres << claim("{max: 1 m}", in_metres);
  EXPECT_NE(claim("{max: 1}", "sim.A").find("this is a series, but a single number is wanted"), std::string::npos);
  EXPECT_NE(claim("{max: 1}", "max(inv.A + inv.energy.total)").find("cannot add"), std::string::npos);
  EXPECT_NE(problems_of(head + "figures: {f: {curves: [inv.A, inv.energy.total]}}\n").find("but the axis shows"), std::string::npos);
  EXPECT_NE(problems_of(head + "figures: {f: {curves: [inv.AA]}}\n").find("did you mean 'inv.A'?"), std::string::npos);
  EXPECT_NE(problems_of(head + "  other: {kind: compare, reference: inv, with: [sim], results: [A.forces]}\n")
                .find("has no series 'A.forces'; did you mean 'A.force'?"),
            std::string::npos);
}
