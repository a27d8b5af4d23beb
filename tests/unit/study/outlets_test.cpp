// One quantity, one number: a run, an inverse task and `eval` say the same about the same state, under the same names and with the same units.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "support/folders.hpp"
#include "zanjir/study/run_study.hpp"

using namespace zanjir;

namespace {

struct Named {
  std::string unit;
  double value;
};
using NamedNumbers = std::map<std::string, Named>;

Result<StudyOutcome> run_tasks(const std::string& model, const std::string& tasks, const std::string& folder = test::models_folder().string()) {
  Result<Study> study =
      read_study_text("zanjir_study: 1\nmodels: {m: {file: " + model + ".yaml}}\ntasks:\n" + tasks, "s.yaml", {}, NamedFiles(folder));
  if (!study) return {std::nullopt, study.diagnostics};
  Progress quiet;
  return run_study(std::move(*study), quiet, never_cancelled());
}

// The first value of every series, or every number that begins with `prefix`.
NamedNumbers first_sample(const StudyOutcome& outcome, const std::string& task) {
  NamedNumbers out;
  for (const Series& s : outcome.results.find_task(task)->series) out[s.name] = {s.unit, s.values.at(0)};
  return out;
}
NamedNumbers numbers_below(const StudyOutcome& outcome, const std::string& task, const std::string& prefix) {
  NamedNumbers out;
  for (const Number& n : outcome.results.find_task(task)->numbers) {
    if (n.name.starts_with(prefix)) out[n.name.substr(prefix.size())] = {n.unit, n.value};
  }
  return out;
}

// Solved twice by different calls, so the digits of rounding may differ.
void expect_same(const std::string& name, const Named& a, const Named& b, double scale) {
  EXPECT_EQ(a.unit, b.unit) << name;
  EXPECT_NEAR(a.value, b.value, 3e-13 * std::max(scale, std::abs(b.value))) << name;
}

// How many names both have; all of them are compared.
int compare_all(const NamedNumbers& a, const NamedNumbers& b, double scale) {
  int compared = 0;
  for (const auto& [name, value] : a) {
    const auto other = b.find(name);
    if (other == b.end()) continue;
    expect_same(name, value, other->second, scale);
    ++compared;
  }
  return compared;
}

constexpr const char* items = "[quantities, coordinates, pose, velocity, acceleration, reactions, energy, momentum, power]";

}  // namespace

TEST(Outlets, RunAndEvalSayTheSame) {
  for (const char* model : {"four_bar", "rrr_3", "stewart", "elastic_four_bar", "things_on_a_slope", "arm_6r", "double_pendulum"}) {
    SCOPED_TRACE(model);
    const Result<StudyOutcome> outcome = run_tasks(
        model,
        std::string("  run: {kind: simulate, model: m, until: 1 us, method: rk4, step: 1 us}\n  eval: {kind: analyse, model: m, state: {}, what: ") +
            items + "}\n");
    ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
    const NamedNumbers run = first_sample(*outcome, "run"), quantities = numbers_below(*outcome, "eval", "quantities.");
    for (const auto& [name, value] : run) {
      if (!name.starts_with("ledger.")) {
        EXPECT_TRUE(quantities.contains(name)) << name;
      }
    }
    const int compared = compare_all(run, quantities, 1);
    EXPECT_GE(compared, 40);
  }
}

TEST(Outlets, ItemsOfEvalAreTheQuantities) {
  const std::pair<const char*, const char*> vectors[] = {{".moment.", ".reaction.moment."}, {".force.", ".reaction.force."}};
  for (const char* model : {"four_bar", "rrr_3", "stewart", "elastic_four_bar", "things_on_a_slope", "double_pendulum"}) {
    SCOPED_TRACE(model);
    const Result<StudyOutcome> outcome = run_tasks(model, std::string("  eval: {kind: analyse, model: m, state: {}, what: ") + items + "}\n");
    ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
    const NamedNumbers quantities = numbers_below(*outcome, "eval", "quantities.");
    for (const char* item : {"energy.", "momentum.", "power."}) {
      int found = 0;
      for (const auto& [name, value] : numbers_below(*outcome, "eval", item)) {
        if (std::string(item) == "power." && name.starts_with("by_speed.")) continue;
        ASSERT_TRUE(quantities.contains(item + name)) << item + name;
        expect_same(item + name, value, quantities.at(item + name), 1e-30);
        ++found;
      }
      EXPECT_GE(found, 4) << item;
    }
    EXPECT_GE(compare_all(numbers_below(*outcome, "eval", "coordinates."), quantities, 1e-30), 4);
    EXPECT_GE(compare_all(numbers_below(*outcome, "eval", "pose."), quantities, 1e-30), 14);
    EXPECT_GE(compare_all(numbers_below(*outcome, "eval", "velocity."), quantities, 1e-30), 12);
    int reactions = 0;
    for (const auto& [full_name, value] : numbers_below(*outcome, "eval", "reactions.")) {
      std::string name = full_name;
      for (const auto& [from, to] : vectors) {
        if (const auto at = name.find(from); at != std::string::npos && name.find("actuator") == std::string::npos) {
          name.replace(at, std::string(from).size(), to);
          ASSERT_TRUE(quantities.contains(name)) << name;
          expect_same(name, value, quantities.at(name), 1e-30);
          ++reactions;
          break;
        }
      }
    }
    EXPECT_GE(reactions, 12);
  }
}

TEST(Outlets, InverseTasksAndEvalSayTheSame) {
  struct Case {
    const char *model, *motion, *state;
  };
  const Case cases[] = {
      {"four_bar", "{A: 1 + 2*t + 1.5*t^2}", "{q: {A: 1}, v: {A: 2}, vdot: {A: 3}}"},
      {"rrr_3", "{A1: -0.9582199195654556 + t + t^2, A2: -1.1789554412063163 - t, A3: -0.8967500693593311 + 0.5*t^2}",
       "{q: {A1: -0.9582199195654556, A2: -1.1789554412063163, A3: -0.8967500693593311}, v: {A1: 1, A2: -1, A3: 0}, vdot: {A1: 2, A2: 0, A3: 1}}"},
      {"double_pendulum", "{A: 1 + 2*t + 1.5*t^2, B: 0.3 - t + t^2}", "{q: {A: 1, B: 0.3}, v: {A: 2, B: -1}, vdot: {A: 3, B: 2}}"}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.model);
    const Result<StudyOutcome> outcome =
        run_tasks(c.model, std::string("  inverse: {kind: inverse, model: m, until: 1 ms, every: 1 ms, motion: ") + c.motion +
                               "}\n  eval: {kind: analyse, model: m, what: [quantities], state: " + c.state + "}\n");
    ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
    ASSERT_EQ(outcome->results.find_task("inverse")->status, TaskStatus::done) << outcome->results.find_task("inverse")->why;
    const NamedNumbers inverse = first_sample(*outcome, "inverse"), quantities = numbers_below(*outcome, "eval", "quantities.");
    for (const auto& [name, value] : inverse) EXPECT_TRUE(quantities.contains(name)) << name;
    for (const auto& [name, value] : quantities) {
      EXPECT_TRUE(name == "t" || inverse.contains(name)) << name;
    }
    EXPECT_GE(compare_all(inverse, quantities, 1), 60);
  }
}

// Names that drifted apart before there was a catalogue.
TEST(Outlets, FormerFaults) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "zanjir_outlets";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "rubbing.yaml") << R"(
zanjir: 1
name: rubbing
gravity: [0, 0, 0]
bodies: {disk: {mass: 1 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}}
joints: {A: {type: revolute, parent: ground, child: disk, axis: z}}
dampers: {oil: {joint: A, damping: 0.5}}
friction: {pin: {joint: A, coulomb: 0.2, transition_speed: 1e-6}}
initial: {v: {A: 1}}
)";
  const Result<StudyOutcome> outcome = run_tasks("rubbing", "  eval: {kind: analyse, model: m, state: {}, what: [power, fk]}\n", folder.string());
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const NamedNumbers power = numbers_below(*outcome, "eval", "power.");
  double sum = 0;
  for (const char* part : {"actuators", "prescribed", "passive", "dampers", "friction", "loads", "contact_normal", "contact_friction"})
    sum += power.at(part).value;
  EXPECT_NEAR(power.at("friction").value, -0.2, 1e-14);
  EXPECT_DOUBLE_EQ(sum, power.at("total").value);
  EXPECT_EQ(numbers_below(*outcome, "eval", "fk.").at("count").value, 1);

  const Result<StudyOutcome> loops = run_tasks("four_bar",
                                               "  run: {kind: simulate, model: m, until: 1 us, method: rk4, step: 1 us}\n  inverse: {kind: inverse, "
                                               "model: m, until: 1 ms, every: 1 ms, motion: {A: 1 + t}}\n");
  ASSERT_TRUE(loops) << to_text(loops.diagnostics);
  EXPECT_EQ(first_sample(*loops, "run").at("loop_residual").unit, "m");
  EXPECT_EQ(first_sample(*loops, "inverse").at("loop_residual").unit, "m");
}

TEST(Outlets, UnknownResultsOfInverseTasksAreRefusedBeforeTheRun) {
  const std::string inverse = "  inverse: {kind: inverse, model: m, until: 1 ms, every: 1 ms, motion: {A: 1 + t}";
  const auto said = [&](const std::string& rest) {
    Result<Study> study =
        read_study_text("zanjir_study: 1\nmodels: {m: {file: four_bar.yaml}}\ntasks:\n" + inverse + rest, "s.yaml", {}, test::models_folder());
    return study ? to_text(check_study(*study)) : to_text(study.diagnostics);
  };
  EXPECT_EQ(said("}\nclaims:\n  - {id: a, by: ours, source: s, said: {max: 1 N m}, compute: max(inverse.A.force)}\n"), "");
  EXPECT_NE(said("}\nclaims:\n  - {id: a, by: ours, source: s, said: {max: 1 N m}, compute: max(inverse.A.forse)}\n")
                .find("did you mean 'inverse.A.force'"),
            std::string::npos);
  EXPECT_NE(said(", outputs: [A.forse]}\n").find("did you mean 'A.force'"), std::string::npos);
  EXPECT_NE(said(", outputs: [ledger]}\n").find("the task has no result 'ledger'"), std::string::npos);
}
