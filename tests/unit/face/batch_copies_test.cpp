// Copies of a mechanism with other parameters, through the face: each is the mechanism that was loaded with them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "support/folders.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir {
namespace {

std::vector<Mechanism> copies_of(const std::string& model, const std::string& key, const std::vector<std::string>& values) {
  std::vector<Mechanism> copies;
  for (const std::string& value : values) copies.push_back(Mechanism::load((test::models_folder() / (model + ".yaml")).string(), {{key, value}}));
  return copies;
}
struct CopyStarts {
  explicit CopyStarts(const std::vector<Mechanism>& copies) {
    for (const Mechanism& copy : copies) states.push_back(copy.assemble());
    q.resize(states[0].q().size(), static_cast<Eigen::Index>(states.size())), v.resize(states[0].v().size(), q.cols());
    for (Eigen::Index k = 0; k < q.cols(); ++k)
      q.col(k) = states[static_cast<std::size_t>(k)].q(), v.col(k) = states[static_cast<std::size_t>(k)].v();
  }
  std::vector<MechanismState> states;
  ManyStates q, v;
};
bool bytes_agree(const ManyStates& a, const ManyStates& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}
std::string refused(const auto& ask) {
  try {
    ask();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

struct CopyCase {
  const char* model;
  const char* key;
  std::vector<std::string> values;
  const char* method;
  double step_s, until_s;
  std::vector<std::string> channels;
};
void PrintTo(const CopyCase& c, std::ostream* out) { *out << c.model << " " << c.method; }
class CopiesOf : public testing::TestWithParam<CopyCase> {};

// A tree, loops that are longer or shorter, impacts, elastic bodies whose modes are computed anew, compliant contacts: chosen and constant steps.
TEST_P(CopiesOf, RunAsTheirMechanismsDoOnAnyThreads) {
  const CopyCase& c = GetParam();
  const std::vector<Mechanism> copies = copies_of(c.model, c.key, c.values);
  const CopyStarts starts(copies);
  SimulateOptions options{.until_s = c.until_s, .every_s = c.until_s / 8, .method = c.method, .step_s = c.step_s};
  const ManyRuns runs = Batch::of(copies, 1).simulate(starts.q, starts.v, options, c.channels);
  EXPECT_EQ(runs.unfinished, 0);
  EXPECT_EQ(runs.lanes, 1);
  EXPECT_NE(runs.why_alone, "");
  ASSERT_EQ(runs.times.size(), 9u);
  for (std::size_t k = 0; k < copies.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    const auto alone = copies[k].simulate(starts.states[k], options);
    EXPECT_TRUE(runs.q.col(column) == alone.final_state().q()) << k;
    EXPECT_TRUE(runs.v.col(column) == alone.final_state().v()) << k;
    EXPECT_EQ(runs.events[k].size(), alone.events().size());
    for (const std::string& channel : c.channels)
      for (std::size_t i = 0; i < runs.times.size(); ++i) {
        const auto at = static_cast<std::size_t>(std::upper_bound(alone.times().begin(), alone.times().end(), runs.times[i] + 1e-12) -
                                                 alone.times().begin());  // of two rows at an instant the later one
        EXPECT_EQ(runs[channel](static_cast<Eigen::Index>(i), column), alone[channel][at - 1]) << channel << " " << k << " " << i;
      }
  }
  EXPECT_FALSE(runs.q.col(0) == runs.q.col(1));
  for (const int threads : {2, 3, 7}) {
    const ManyRuns again = Batch::of(copies, threads).simulate(starts.q, starts.v, options, c.channels);
    EXPECT_TRUE(bytes_agree(again.q, runs.q) && bytes_agree(again.v, runs.v));
    for (std::size_t i = 0; i < c.channels.size(); ++i) EXPECT_TRUE(bytes_agree(again.samples[i], runs.samples[i]));
    EXPECT_EQ(again.evaluations, runs.evaluations);
  }
}
INSTANTIATE_TEST_SUITE_P(
    FaceBatch, CopiesOf,
    testing::Values(
        CopyCase{"double_pendulum", "bodies.lower.mass", {"0.5 kg", "0.9 kg", "1.3 kg", "2 kg", "4 kg"}, "dopri5", 0, 0.4, {"A", "energy.total"}},
        CopyCase{"double_pendulum", "gravity", {"[0, -9.81, 0]", "[0, -1.62, 0]", "[0, -3.7, 0]"}, "rk4", 1e-2, 0.4, {"B", "B.speed"}},
        CopyCase{"four_bar", "crank", {"180 mm", "200 mm", "220 mm"}, "dopri5", 0, 0.2, {"A", "D"}},
        CopyCase{"bouncing_ball", "contacts.floor.restitution", {"0.9", "0.5", "0.7"}, "dopri5", 0, 0.8, {"height"}},
        CopyCase{"elastic_chain_ss", "young", {"2e11", "1e11"}, "generalized-alpha", 1e-4, 4e-3, {"energy.total"}}),
    [](const auto& info) {
      std::string name = std::string(info.param.model) + "_" + info.param.method;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST(FaceBatch, CopiesAnswerEveryQuestionAsTheirMechanismsDo) {
  const std::vector<Mechanism> copies = copies_of("stewart", "platform_radius", {"0.5 m", "0.45 m", "0.55 m", "0.6 m"});
  const CopyStarts starts(copies);
  const auto n = starts.q.cols();
  for (const int threads : {1, 3}) {
    Batch all = Batch::of(copies, threads);
    EXPECT_EQ(all.lanes(), 1);
    EXPECT_EQ(all.threads(), threads);
    EXPECT_EQ(all.why_alone(), "copies have parameters of their own");
    const ManyStates tau = ManyStates::Constant(starts.v.rows(), n, 0.5), up = ManyStates::Constant(starts.v.rows(), n, 0);
    ManyStates vdot, forces, wrenches, pose, velocity, J, q;
    const BatchReport report = all.forward(starts.q, starts.v, tau, vdot);
    ASSERT_TRUE(report.complete()) << report.note;
    EXPECT_EQ(report.alone, n);
    EXPECT_EQ(report.status.size(), copies.size());
    ASSERT_TRUE(all.inverse(starts.q, starts.v, up, forces).complete());
    ASSERT_TRUE(all.reactions(starts.q, starts.v, tau, wrenches).complete());
    all.frame(starts.q, starts.v, "platform", pose, velocity);
    all.jacobian(starts.q, "platform", J);
    ManyStates lifted = pose;
    lifted.row(11).array() += 0.02;
    ASSERT_TRUE(all.reach("platform", lifted, starts.q, q).complete());
    const ManyJ0 J0 = all.J0(starts.q, "platform");
    ASSERT_TRUE(J0.report.complete());
    for (Eigen::Index k = 0; k < n; ++k) {
      Batch one = Batch::of({copies[static_cast<std::size_t>(k)]}, 1);
      const ManyStates q_k = starts.q.col(k), v_k = starts.v.col(k);
      ManyStates mine, rates;
      one.forward(q_k, v_k, tau.col(k), mine);
      EXPECT_TRUE(mine == vdot.col(k));
      Dynamics dynamics = copies[static_cast<std::size_t>(k)].dynamics();
      VecX single(v_k.rows());
      ASSERT_EQ(dynamics.forward(starts.states[static_cast<std::size_t>(k)], tau.col(k), single), SolveStatus::ok);
      EXPECT_TRUE(single == vdot.col(k));
      one.inverse(q_k, v_k, up.col(k), mine);
      EXPECT_TRUE(mine == forces.col(k));
      one.reactions(q_k, v_k, tau.col(k), mine);
      EXPECT_TRUE(mine == wrenches.col(k));
      one.frame(q_k, v_k, "platform", mine, rates);
      EXPECT_TRUE(mine == pose.col(k) && rates == velocity.col(k));
      one.jacobian(q_k, "platform", mine);
      EXPECT_TRUE(mine == J.col(k));
      one.frame(q.col(k), v_k, "platform", mine, rates);
      EXPECT_NEAR(mine(11, 0), lifted(11, k), 2e-15);
      EXPECT_TRUE(one.J0(q_k, "platform").sigma == J0.sigma.col(k));
    }
    EXPECT_GT((vdot.col(0) - vdot.col(1)).norm(), 1e-3);  // they do differ
    EXPECT_GT(std::abs(J0.sigma(0, 0) - J0.sigma(0, 1)), 1e-3);
  }
}

TEST(FaceBatch, CopiesStayApartAndSayWhichIsWrong) {
  const std::vector<Mechanism> copies = copies_of("four_bar", "crank", {"180 mm", "200 mm", "220 mm"});
  CopyStarts starts(copies);
  Batch all = Batch::of(copies, 2);
  ManyStates tau = ManyStates::Zero(starts.v.rows(), 3), vdot, good;
  ASSERT_TRUE(all.forward(starts.q, starts.v, tau, good).complete());
  ManyStates q = starts.q;
  q(0, 1) = std::nan("");
  const BatchReport report = all.forward(q, starts.v, tau, vdot);
  EXPECT_EQ(report.unsolved, 1);
  EXPECT_EQ(report.first_unsolved, 1);
  EXPECT_NE(report.note, "");
  EXPECT_TRUE(vdot.col(0) == good.col(0) && vdot.col(2) == good.col(2) && vdot.col(1).array().isNaN().all());
  EXPECT_TRUE(all.forward(starts.q, starts.v, tau, tau).complete());  // in place
  EXPECT_TRUE(tau == good);

  q = starts.q;
  q(0, 2) += 0.3;  // its loop is open
  EXPECT_NE(refused([&] { all.simulate(q, starts.v, {.until_s = 1, .every_s = 0.1}, {"A"}); }).find("copy 2: the loop is open"), std::string::npos);
  EXPECT_NE(refused([&] { all.simulate(starts.q, starts.v, {.until_s = 1, .every_s = 0.1}, {"AA"}); }).find("no channel 'AA'"), std::string::npos);
  EXPECT_NE(refused([&] { all.forward(starts.q.leftCols(2), starts.v.leftCols(2), tau.leftCols(2), vdot); }).find("2 columns for 3 copies"),
            std::string::npos);
  EXPECT_NE(refused([&] { Batch::of({}); }).find("one mechanism at least"), std::string::npos);
  EXPECT_NE(refused([&] {
              Batch::of({copies[0], Mechanism::load((test::models_folder() / "five_bar.yaml").string())});
            }).find("copy 1: has joint"),
            std::string::npos);
}

}  // namespace
}  // namespace zanjir
