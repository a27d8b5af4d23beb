// The falling elastic chain of the study on multiple impacts: how often each of its four points touches the ground in 1.5 s, for each set of modes, as an
// independent program found it (and the paper for the first set), the symmetry of its motion, and its energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/report/verification_report.hpp"
#include "zanjir/verify/agreement.hpp"

namespace zanjir::test {
namespace {

struct Case {
  std::string modes;
  int ends, middle;                // touches of O1 and O4, of O2 and O3
  double shortest_ms, longest_ms;  // contacts, to the two digits that the independent program gives
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.modes; }

std::map<std::string, int> touches(const MemoryRun& run) {
  std::map<std::string, int> n;
  for (const EventRecord& e : run.record->events()) n[e.name] += e.what == "touch";
  return n;
}

std::vector<double> contact_durations_ms(const MemoryRun& run) {
  std::map<std::string, double> began;
  std::vector<double> out;
  for (const EventRecord& e : run.record->events()) {
    if (e.what == "touch") began[e.name] = e.t_s;
    if (e.what == "release") out.push_back(1e3 * (e.t_s - began.at(e.name)));
  }
  return out;
}

SimOptions options_of(const char* method, double tolerance) {
  SimOptions options = adaptive_run(1.5, method, tolerance);
  options.sample_interval_s = 0.1;
  return options;
}

class ElasticChain : public testing::TestWithParam<Case> {};

TEST_P(ElasticChain, HitsTheGroundAsOftenAsTheIndependentProgramSays) {
  const Model model = zoo_model("elastic_chain_" + GetParam().modes);
  // An explicit pair, a multistep method, which reads its events from a polynomial, and an implicit one-step method.
  for (const auto& [method, tolerance, balance] : {std::tuple{"dop853", 1e-11, 1e-9}, {"bdf", 3e-12, 1e-7}, {"esdirk5", 1e-9, 1e-7}}) {
    SCOPED_TRACE(method);
    const MemoryRun run = run_in_memory(model, options_of(method, tolerance));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    EXPECT_LT(run.summary.relative_imbalance(), balance);
    auto n = touches(run);
    EXPECT_EQ(n["floor.link1"], GetParam().ends);
    EXPECT_EQ(n["floor.link3.end"], GetParam().ends);
    EXPECT_EQ(n["floor.link2"], GetParam().middle);
    EXPECT_EQ(n["floor.link3"], GetParam().middle);
    const EventRecord& first = run.record->events().front();
    EXPECT_NEAR(first.t_s, std::sqrt(2 * 0.9 / 9.81), 8e-11);
    EXPECT_NEAR(first.value, -std::sqrt(2 * 0.9 * 9.81), 8e-10);
    if (std::string(method) == "dop853") {
      EXPECT_NEAR(run.last("link1.mode1"), run.last("link3.mode1"), 1e-6);
      const std::vector<double> ms = contact_durations_ms(run);
      EXPECT_NEAR(*std::min_element(ms.begin(), ms.end()), GetParam().shortest_ms, 0.0051);
      EXPECT_NEAR(*std::max_element(ms.begin(), ms.end()), GetParam().longest_ms, 0.0051);
    }
  }
}

// The step of the free flight is a million times too long for the first contact.
TEST_P(ElasticChain, IsFollowedThroughItsFirstTouchDownByImplicitOneStepMethods) {
  const Model model = zoo_model("elastic_chain_" + GetParam().modes);
  for (const char* method : {"sdirk4", "esdirk5"}) {
    SCOPED_TRACE(method);
    const MemoryRun run = run_in_memory(model, adaptive_run(0.432, method, 1e-9));
    ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
    EXPECT_GE(run.record->events().size(), 4u) << "two touch and two part, with some modes a second time";
    EXPECT_LT(run.summary.relative_imbalance(), 5e-8);
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, ElasticChain,
                         testing::Values(Case{"ss", 7, 4, 0.59, 1.08}, Case{"cs", 4, 6, 0.69, 1.41}, Case{"sc", 10, 4, 0.47, 1.19},
                                         Case{"cc", 7, 4, 0.61, 1.04}),
                         [](const auto& info) { return info.param.modes; });

class ElasticZoo : public testing::TestWithParam<std::string> {};

TEST_P(ElasticZoo, IsTheSameInEveryFormulation) {
  const Verification v = verify(zoo_model(GetParam()), {30, 1, 1, {}});
  EXPECT_TRUE(v.agrees()) << verification_text(v);
}

INSTANTIATE_TEST_SUITE_P(Models, ElasticZoo, testing::ValuesIn(elastic_names()), [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace zanjir::test
