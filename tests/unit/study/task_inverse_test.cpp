// Frames that are held while the base moves: fixed, level, or pointing to a place. Where an axis has to point follows from the laws alone, by hand, and how it has to turn from differences of that.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "support/differences.hpp"
#include "support/folders.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::test::task_inverse {
namespace {

const char* const ship = "base: {motion: {z: \"0.5*sin(0.6*t)\", turn: {axes: [x], angles: [\"10 deg*sin(0.8*t)\"]}}, at: [0, 0, 6]}";

Result<StudyOutcome> run(const std::string& model, const std::string& set, const std::string& tasks) {
  Result<Study> study = read_study_text("zanjir_study: 1\nmodels: {m: {file: " + model + ".yaml, set: {" + set + "}}}\ntasks:\n" + tasks, "s.yaml",
                                        {}, models_folder());
  if (!study) return {std::nullopt, study.diagnostics};
  Progress quiet;
  return run_study(std::move(*study), quiet, never_cancelled());
}
std::string task(const std::string& name, const std::string& motion) {
  return "  " + name + ": {kind: inverse, model: m, until: 3 s, every: 20 ms, motion: {" + motion + "}}\n";
}

struct Along {  // the platform of a task at its samples
  const TaskResult& task;
  double at(const std::string& name, std::size_t k) const { return find_series(task, name)->values[k]; }
  Eigen::Vector3d vector(const std::string& x, const std::string& y, const std::string& z, std::size_t k) const {
    return {at(x, k), at(y, k), at(z, k)};
  }
  Eigen::Vector3d w(std::size_t k) const { return vector("platform.wx", "platform.wy", "platform.wz", k); }
  Eigen::Vector3d alpha(std::size_t k) const {
    return vector("platform.angular_acceleration.x", "platform.angular_acceleration.y", "platform.angular_acceleration.z", k);
  }
  Eigen::Matrix3d R(std::size_t k) const {
    return Eigen::Quaterniond(at("platform.qw", k), at("platform.qx", k), at("platform.qy", k), at("platform.qz", k)).toRotationMatrix();
  }
};

// u is what points, e(t) where it has to.
template <class Direction> void expect_points(const TaskResult& task, const Eigen::Vector3d& axis, Direction e) {
  const Along along{task};
  ASSERT_GT(task.abscissa.values.size(), 100u);
  for (std::size_t k = 5; k < task.abscissa.values.size(); k += 24) {
    const double t = task.abscissa.values[k];
    const Eigen::Vector3d u = along.R(k) * axis, w = along.w(k);
    const auto rate = [&](double h) { return Eigen::Vector3d(derivative([&](double x) { return Eigen::Vector3d(e(t + h + x)); })); };
    EXPECT_LT((u - e(t)).norm(), 1e-14) << t;
    EXPECT_LT((w.cross(u) - rate(0)).norm(), difference_tolerance(10)) << t;
    // second differences of first ones: the root of their accuracy
    EXPECT_LT((along.alpha(k).cross(u) + w.cross(w.cross(u)) - Eigen::Vector3d(derivative(rate))).norm(), 5e-9) << t;
  }
}

Eigen::Vector3d on_the_ship(double t) {
  const double roll = 10 * std::numbers::pi / 180 * std::sin(0.8 * t);
  return {0, -6 * std::sin(roll), 0.5 * std::sin(0.6 * t) + 6 * std::cos(roll)};
}

TEST(TaskInverse, AnAxisPointsToAPlaceWhileTheBaseMoves) {
  // Ten metres off, so that the way of the ship counts.
  const Result<StudyOutcome> outcome = run("pus_3", ship, task("a", "platform: {axis: [0, 0, 1], target: [1 m, 2 m, 16 m]}"));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& a = outcome->results.tasks()[0];
  ASSERT_EQ(a.status, TaskStatus::done) << a.why;
  expect_points(a, {0, 0, 1}, [](double t) { return Eigen::Vector3d(Eigen::Vector3d(1, 2, 16) - on_the_ship(t)).normalized(); });
}

TEST(TaskInverse, AnAxisFollowsAPlaceThatMovesFromAPlaceThatMoves) {
  const Result<StudyOutcome> outcome = run("stewart", "gravity: [0, 0, -9.81]",
                                           task("a",
                                                "platform: {x: \"0.05*sin(t)\", y: \"0.04*sin(1.3*t)\", z: \"0.9 + 0.03*sin(0.7*t)\", axis: [0.1, 0, "
                                                "1], target: [\"0.4*sin(0.5*t)\", \"0.2*t\", 3 m]}"));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& a = outcome->results.tasks()[0];
  ASSERT_EQ(a.status, TaskStatus::done) << a.why;
  expect_points(a, Eigen::Vector3d(0.1, 0, 1).normalized(), [](double t) {
    const Eigen::Vector3d target(0.4 * std::sin(0.5 * t), 0.2 * t, 3),
        p(0.05 * std::sin(t), 0.04 * std::sin(1.3 * t), 0.9 + 0.03 * std::sin(0.7 * t));
    return Eigen::Vector3d(target - p).normalized();
  });
}

TEST(TaskInverse, HeldFixedOrLevelIsWhatItStandsFor) {
  const Result<StudyOutcome> outcome =
      run("pus_3", ship,
          task("fixed", "platform: {hold: fixed}") + task("turned", "platform: {turn: {axes: [x], angles: [0 rad]}}") +
              task("level", "platform: {hold: level}") + task("upright", "platform: {turn: {axes: [x], angles: [0 rad]}, axis: [0, 0, 1]}"));
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  for (const auto& [one, other] : {std::pair{0, 1}, std::pair{2, 3}}) {
    const Along a{outcome->results.tasks()[static_cast<std::size_t>(one)]}, b{outcome->results.tasks()[static_cast<std::size_t>(other)]};
    ASSERT_EQ(a.task.status, TaskStatus::done) << a.task.why;
    double largest = 0;
    for (std::size_t k = 0; k < a.task.abscissa.values.size(); k += 10) {
      EXPECT_NEAR(a.at("A1.force", k), b.at("A1.force", k), 2e-12);
      EXPECT_LT((a.R(k).col(2) - Eigen::Vector3d(0, 0, 1)).norm(), 3e-14);
      if (one == 0) {
        EXPECT_LT((a.R(k) - Eigen::Matrix3d::Identity()).norm(), 5e-14);
      }
      largest = std::max(largest, std::abs(a.at("A1.force", k)));
    }
    EXPECT_GT(largest, 1);
  }
}

TEST(TaskInverse, RefusesWhatCannotBeHeld) {
  const struct {
    const char *motion, *said;
  } cases[] = {
      {"platform: {target: [1, 2, 3]}", "but not which axis points to it"},
      {"platform: {axis: [0, 0, 1], target: [1, 2]}", "a place has three coordinates"},
      {"platform: {axis: [0, 0, 1], target: 5}", "a place in the world"},
      {"platform: {axis: [0, 0, 1], target: [1 s, 2, 3]}", "is a time"},
      {"platform: {axis: [0, 0, 1], target: [1, 2, 3], turn: {axes: [x], angles: [0]}}", "at once"},
      {"platform: {hold: levl}", "'level'"},
      {"platform: {hold: fixed, turn: {axes: [x], angles: [0]}}", "does not turn"},
      {"centre: {axis: [0, 0, 1], target: [1, 2, 3]}", "not on a joint"},
  };
  for (const auto& c : cases) {
    const Result<StudyOutcome> outcome = run("pus_3", ship, task("a", c.motion));
    ASSERT_FALSE(outcome) << c.motion;
    EXPECT_NE(to_text(outcome.diagnostics).find(c.said), std::string::npos) << to_text(outcome.diagnostics);
    EXPECT_GT(outcome.diagnostics.front().line, 0u);
  }
}

// The platform of the 3-PUS/S cannot be held at a roll of -53.392 degrees (det A = 0), and its first leg ends the way at +20.002 degrees.
TEST(TaskInverse, SaysWhereAPathGoesThroughASingularConfiguration) {
  const auto along = [](const std::string& until) {
    return "  a: {kind: inverse, model: m, until: " + until +
           ", every: 10 ms, motion: {platform: {turn: {axes: [x], angles: [\"-60 deg*t\"]}}}, outputs: [A1]}\n";
  };
  const Result<StudyOutcome> before = run("pus_3", "load: 370 kg", along("0.88 s")), through = run("pus_3", "load: 370 kg", along("1 s"));
  ASSERT_TRUE(before) << to_text(before.diagnostics);
  ASSERT_TRUE(through) << to_text(through.diagnostics);
  EXPECT_TRUE(run("pus_3", "load: 370 kg", along("0.6 s"))->results.tasks()[0].notes.empty());
  ASSERT_EQ(before->results.tasks()[0].notes.size(), 1u);  // forces have grown already
  EXPECT_NE(before->results.tasks()[0].notes[0].find("a singular configuration is near"), std::string::npos);
  ASSERT_EQ(through->results.tasks()[0].notes.size(), 1u);
  const std::string& note = through->results.tasks()[0].notes[0];
  ASSERT_NE(note.find("singular configuration"), std::string::npos) << note;
  EXPECT_NEAR(std::stod(note.substr(note.find("near ") + 5)), 53.3923 / 60, 1e-3) << note;  // straight between two looks
  const std::size_t from = note.find("already from t = ");
  ASSERT_NE(from, std::string::npos) << note;
  EXPECT_LT(std::stod(note.substr(from + 17)), 53.3923 / 60) << note;
  EXPECT_GT(std::stod(note.substr(from + 17)), 0.7) << note;
}

// The rods of the five-bar come into one line at t = 0.26035 s, beyond which they do not reach each other: said where the way ends, too.
TEST(TaskInverse, SaysThatAWayEndsAtASingularConfiguration) {
  const auto outcome =
      run("five_bar", "",
          "  a: {kind: inverse, model: m, until: 0.3 s, every: 1 ms, motion: {left: \"120 deg + 60 deg*t\", right: \"60 deg - 120 deg*t\"}}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& task = outcome->results.tasks()[0];
  EXPECT_EQ(task.status, TaskStatus::failed);
  ASSERT_EQ(task.notes.size(), 1u);
  EXPECT_NE(task.notes[0].find("singular configuration"), std::string::npos) << task.notes[0];
}

// The ball is farther from the circle of the pins than the rod is long: the nearest pin is at its azimuth.
double gap_of_the_first_leg(double roll_deg) {
  const double roll = roll_deg * std::numbers::pi / 180, y = 0.235 * std::cos(roll) - 0.084 * std::sin(roll),
               z = 0.235 * std::sin(roll) + 0.084 * std::cos(roll);
  return std::hypot(y - 0.35, z + 0.135) - 0.334;
}

TEST(TaskInverse, NamesTheLegThatCannotReachAndByHowMuch) {
  const Result<StudyOutcome> outcome = run(
      "pus_3", "load: 370 kg",
      "  a: {kind: inverse, model: m, until: 1 s, every: 0.1 s, motion: {platform: {turn: {axes: [x], angles: [\"25 deg*t\"]}}}, outputs: [A1]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& a = outcome->results.tasks()[0];
  ASSERT_EQ(a.status, TaskStatus::failed);
  EXPECT_NE(a.why.find("at t = 0.9 s"), std::string::npos) << a.why;  // 22.5 degrees
  const std::size_t leg = a.why.find("leg 'A1-U1-S1' misses by ");
  ASSERT_NE(leg, std::string::npos) << a.why;
  EXPECT_NEAR(std::stod(a.why.substr(leg + 25)), gap_of_the_first_leg(22.5), 2e-7) << a.why;
}

// Rods that are distances have no closed form of legs: a search finds which of them stays open, by as much as above.
TEST(TaskInverse, NamesTheRodThatCannotReachAndByHowMuch) {
  const Result<StudyOutcome> outcome = run(
      "../studies/models/pus_3_load", "load: 370 kg",
      "  a: {kind: inverse, model: m, until: 1 s, every: 0.1 s, motion: {platform: {turn: {axes: [x], angles: [\"25 deg*t\"]}}}, outputs: [A1]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const TaskResult& a = outcome->results.tasks()[0];
  ASSERT_EQ(a.status, TaskStatus::failed);
  EXPECT_NE(a.why.find("at t = 0.9 s"), std::string::npos) << a.why;
  const std::size_t rod = a.why.find("the leg that 'rod1' closes misses by ");
  ASSERT_NE(rod, std::string::npos) << a.why;
  EXPECT_EQ(a.why.find("rod2"), std::string::npos) << a.why;
  EXPECT_NEAR(std::stod(a.why.substr(rod + 37)), gap_of_the_first_leg(22.5), 1.5e-7) << a.why;
}

TEST(TaskInverse, SaysWhichLimitsAMotionDoesNotKeep) {
  const Result<StudyOutcome> outcome =
      run("arm_2r", "actuators: {shoulder: {speed_limit: 2 rad/s}}, stops: {peg: {joint: elbow, max: 0.5 rad, stiffness: 1e-9 N m/rad}}",
          "  a: {kind: inverse, model: m, until: 1 s, every: 0.1 s, motion: {shoulder: \"sin(3*t)\", elbow: \"t\"}, outputs: [shoulder]}\n");
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  const std::vector<std::string>& notes = outcome->results.tasks()[0].notes;
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0],
            "actuator 'shoulder' would move at 3 rad/s at t = 0 s, beyond its `speed_limit` of 2 rad/s: in 6 of 11 samples, first at t = 0 s");
  EXPECT_EQ(notes[1], "'elbow' would go to 1 rad at t = 1 s, beyond its stop 'peg' of 0.5 rad: in 5 of 11 samples, first at t = 0.6 s");
}

TEST(TaskInverse, RefusesDrivesWithPlay) {
  const std::string task = "  a: {kind: inverse, model: m, until: 1 s, every: 0.1 s, motion: {shoulder: \"t\", elbow: \"t\"}, outputs: [shoulder]}\n";
  const std::string play = "actuators: {shoulder: {rotor_inertia: 0.1, backlash: {play: 1 deg, stiffness: 100}}}";
  const Result<StudyOutcome> refused = run("arm_2r", play, task);
  EXPECT_NE(to_text(refused.diagnostics).find("leave the play out here: `set: {actuators.shoulder.backlash: {}}`"), std::string::npos)
      << to_text(refused.diagnostics);
  EXPECT_TRUE(run("arm_2r", play + ", actuators.shoulder.backlash: {}", task));
}

// Between two samples a platform may go so far that the nearest solution is on another branch of a leg: the way there decides. Elbows of this robot stay on their side.
TEST(InverseTask, KeepsItsBranchBetweenSamplesFarApart) {
  const double ends[][2] = {{-0.557, -0.04}, {0.27, 0.452}, {0.284, -0.438}, {-0.541, -0.036}};
  std::string tasks;
  for (const auto& [x, y] : ends)
    tasks += "  s" + std::to_string(tasks.size()) + ": {kind: inverse, model: m, until: 1 s, every: 1 s, motion: {platform: {x: \"" +
             std::to_string(x) + "*t\", y: \"0.05 + " + std::to_string(y - 0.05) + "*t\", turn: {axes: [z], angles: [0]}}}}\n";
  const Result<StudyOutcome> outcome = run("rrr_3", "", tasks);
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  for (const TaskResult& task : outcome->results.tasks()) {
    for (const char* elbow : {"B1", "B2", "B3"}) {
      const Series* series = find_series(task, elbow);
      ASSERT_TRUE(series && series->values.size() == 2) << task.why;
      EXPECT_GT(std::sin(series->values.back()), 0) << elbow << " " << series->values.back();
    }
  }
}

TEST(InverseTask, SaysWhatWouldHaveToHoldPassiveJoints) {
  for (const bool driven : {false, true}) {
    const Result<StudyOutcome> outcome =
        run("arm_2r", driven ? "name: arm" : "joints.elbow.actuated: false",
            "  a: {kind: inverse, model: m, until: 1 s, every: 0.1 s, motion: {shoulder: \"0.3*sin(t)\", elbow: 0.5}}\n");
    ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
    const TaskResult& a = outcome->results.tasks()[0];
    ASSERT_EQ(a.notes.size(), driven ? 0U : 1U);
    if (!driven) {
      EXPECT_NE(a.notes[0].find("forces on passive joints are those that would have to hold them, up to "), std::string::npos) << a.notes[0];
      EXPECT_NE(a.notes[0].find(" N m on 'elbow'; prescribe their motion"), std::string::npos) << a.notes[0];
    }
  }
}

}  // namespace
// Inverse dynamics has contacts in flight: what a motion would press into the ground is named beside every claim about its forces.
TEST(TaskInverse, SaysWhichContactsItLeavesOut) {
  const auto notes = [](const std::string& height) {
    const auto outcome = run("bouncing_ball", "",
                             "  led: {kind: inverse, model: m, until: 1, every: 0.25, motion: {height: \"" + height +
                                 "\"}}\nclaims:\n  - {id: c, by: ours, source: s, said: {min: 0 N}, compute: max(led.height.force)}\n");
    if (!outcome) throw std::runtime_error(to_text(outcome.diagnostics));
    return outcome->claims[0].notes;
  };
  EXPECT_EQ(notes("1 + t"), std::vector<std::string>{});
  EXPECT_EQ(notes("0.5 - t"),
            std::vector<std::string>{"led: the ground is left out: 'floor.ball' would touch, in 3 of 5 samples, first at t = 0.5 s; forces are those "
                                     "without what it would carry. A task `simulate` of a model that prescribes the motion has it"});
}

}  // namespace zanjir::test::task_inverse
