// The angle of a cut joint runs on through half a turn, as that of a joint of the tree does: seen by a motor that follows a target for several turns, and by
// the angle itself, in a mechanism that is opened there and in the same one opened elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "support/folders.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/writer.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test {
namespace {

constexpr double pi = std::numbers::pi;

// The crank-rocker of the zoo with a motor that turns its crank once a second, opened at one joint.
Mechanism opened_at(const std::string& joint) {
  std::ifstream file(models_folder() / "four_bar.yaml");
  std::ostringstream text;
  text << file.rdbuf() << "control: {A: {type: pd, target: \"pi/3 + 2*pi*t\", kp: 400, kd: 40}}\n";
  Result<Description> d = read_description_text(text.str(), "driven four-bar");
  if (!d) throw std::runtime_error(to_text(d.diagnostics));
  if (joint != "D") d->initial_q.clear(), d->initial_v.clear();  // of joints that are then cut
  for (JointDescription& j : d->joints) j.cut = j.name == joint, j.in_loops = false;
  return Mechanism::parse(*write_description(*d), "driven four-bar opened at " + joint);
}

TEST(CutTurns, AMotorOnACutJointTurnsOn) {
  constexpr double turns = 3;
  const SimulateOptions options{.until_s = turns, .every_s = 0.05, .rel_tol = 1e-10, .abs_tol = 1e-10};
  std::vector<std::vector<double>> angles;
  std::vector<std::vector<double>> work_J;
  NamedValues q, v;
  for (const char* joint : {"D", "A"}) {
    const Mechanism four_bar = opened_at(joint);
    const MechanismState start = q.empty() ? four_bar.assemble({{"A", pi / 3}}, {{"A", 2 * pi}}) : four_bar.assemble(q, v);
    for (const char* name : {"A", "B", "C", "D"}) q.push_back({name, start[name]}), v.push_back({name, start.speed(name)});
    const auto run = four_bar.simulate(start, options);
    for (const char* name : {"A", "B", "C", "D"}) angles.emplace_back(run[name].begin(), run[name].end());
    work_J.emplace_back(run["ledger.actuators"].begin(), run["ledger.actuators"].end());
  }
  const double most_J = *std::ranges::max_element(work_J[0]);
  EXPECT_GT(most_J, 1);
  ASSERT_EQ(work_J[0].size(), work_J[1].size());
  for (std::size_t k = 0; k < work_J[0].size(); ++k) EXPECT_NEAR(work_J[1][k], work_J[0][k], 3e-9 * most_J) << "work of the motor at row " << k;
  for (std::size_t i = 0; i < 4; ++i) {
    ASSERT_EQ(angles[i].size(), angles[i + 4].size());
    for (std::size_t k = 0; k < angles[i].size(); ++k)  // a run at 1e-10 whose motor calls errors back; a jump would be 6.28
      EXPECT_NEAR(angles[i][k], angles[i + 4][k], 3e-11) << "angle " << i << " at row " << k;
    for (std::size_t k = 1; k < angles[i].size(); ++k) EXPECT_LT(std::abs(angles[i][k] - angles[i][k - 1]), 1.5);
  }
  EXPECT_NEAR(angles[4].back(), pi / 3 + 2 * pi * turns, 0.1);  // the motor is not stiff: it follows within its error
}

}  // namespace
}  // namespace zanjir::test
