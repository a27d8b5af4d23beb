// A moment by a law of `angle`, where its frames are half a turn across its axis from each other: no angle is defined there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "support/simulation.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir::test {
namespace {

std::string tumbler(const std::string& moment, const std::string& initial) {
  return fmt::format(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {{b: {{mass: 1, inertia: {{ixx: 0.01, iyy: 0.012, izz: 0.02}}}}}}\n"
      "joints: {{F: {{type: spherical, parent: ground, child: b}}}}\nforces: {{turn: {{between: [ground, b], axis: z, moment: \"{}\"}}}}\n"
      "initial: {{{}}}\n",
      moment, initial);
}

// A damper about z kills what goes round z, and leaves what goes across it by half a turn: there it is without bound. Runs took 57 million evaluations and more, without a word.
TEST(UndirectedMoment, EndsARunByItsName) {
  const Model model = model_of(tumbler("-10*angle - 0.01*angle_rate", "v: {F: {wx: 2, wz: 0.001}}"));
  for (const SimOptions& options : {adaptive_run(5, "dopri5", 1e-9), adaptive_run(5, "dop853", 1e-8), adaptive_run(5, "bdf", 1e-9)}) {
    SCOPED_TRACE(options.stepper.method);
    const MemoryRun run = run_in_memory(model, options);
    EXPECT_EQ(run.summary.end, RunEnd::numerics_failed);
    EXPECT_NEAR(run.summary.t_s, std::numbers::pi / 2, 1.5e-3) << "half a turn at 2 rad/s";
    EXPECT_LT(run.summary.cost.rhs, 1000000);
    EXPECT_GT(run.record->column("t").size(), 10u) << "what was found before is kept";
    EXPECT_NE(run.summary.why.find("the moment of the force 'turn' has no direction at t = 1.57"), std::string::npos) << run.summary.why;
    EXPECT_NE(run.summary.why.find("or end the run before"), std::string::npos) << run.summary.why;
  }
}

TEST(UndirectedMoment, IsNoneWhereItsLawIsZero) {
  const MemoryRun run = run_in_memory(model_of(tumbler("-0.1*angle", "v: {F: {wx: 2}}")), adaptive_run(5));
  EXPECT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
}

}  // namespace
}  // namespace zanjir::test
