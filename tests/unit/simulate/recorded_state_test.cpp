// A row of a recording gives back the state it was written from: joints of every kind, modes of elastic bodies, loops, memory of contacts.
#include "zanjir/simulate/recorded_state.hpp"

#include <gtest/gtest.h>

#include "support/simulation.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

Result<State> last_row(const Model& model, const MemoryRecorder& record, std::vector<std::string>& missing) {
  const std::span<const double> row = record.row(record.n_rows() - 1);
  const auto channel = [&](const std::string& name) {
    const std::optional<std::size_t> at = record.find_channel(name);
    return at ? std::optional(row[*at]) : std::nullopt;
  };
  return recorded_state(model, channel, "row", missing);
}

class RecordedState : public testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(RecordedState, IsTheStateOfTheRun) {
  const auto [name, until_s] = GetParam();
  const Model model = zoo_model(name);
  const MemoryRun run = run_in_memory(model, adaptive_run(until_s, "dop853", 1e-10));
  ASSERT_EQ(run.summary.end, RunEnd::reached_end) << run.summary.why;
  std::vector<std::string> missing;
  const Result<State> state = last_row(model, *run.record, missing);
  ASSERT_TRUE(state) << to_text(state.diagnostics);
  EXPECT_TRUE(missing.empty());
  EXPECT_EQ(state->t_s, run.state.t_s);
  const double closing = model.n_closure_rows() > 0 ? 1e-11 : 1e-14;  // loops are closed again, to 1e-12 of the model length
  EXPECT_LT(distance(model, *state, run.state), closing * (1 + run.state.v.cwiseAbs().maxCoeff()));
  ASSERT_EQ(state->contact.size(), model.contacts().size());
  for (std::size_t i = 0; i < run.state.contact.size(); ++i) {
    EXPECT_EQ(state->contact[i].phase, run.state.contact[i].phase);
    EXPECT_EQ(state->contact[i].touch_speed_m_per_s, run.state.contact[i].touch_speed_m_per_s);
  }
}

// The elastic chain: inside its first contact, and in flight after it, bent.
INSTANTIATE_TEST_SUITE_P(Models, RecordedState,
                         testing::Values(std::pair{"elastic_chain_ss", 0.4286}, std::pair{"elastic_chain_ss", 0.6},
                                         std::pair{"elastic_four_bar", 0.2}, std::pair{"spinning_top", 0.3}, std::pair{"four_bar", 0.3},
                                         std::pair{"prescribed_base_arm", 0.3}));

TEST(RecordedState, NamesTheChannelsThatAreMissing) {
  const Model model = zoo_model("elastic_chain_ss");
  const auto all_but_modes = [](const std::string& name) { return name.find("mode") == std::string::npos ? std::optional(0.0) : std::nullopt; };
  std::vector<std::string> missing;
  EXPECT_FALSE(recorded_state(model, all_but_modes, "row", missing));
  EXPECT_EQ(missing,
            (std::vector<std::string>{"link1.mode1", "link1.mode1.speed", "link2.mode1", "link2.mode1.speed", "link3.mode1", "link3.mode1.speed"}));
}

}  // namespace
}  // namespace zanjir::test
