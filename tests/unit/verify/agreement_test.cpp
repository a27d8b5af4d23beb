#include "zanjir/verify/agreement.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/folders.hpp"

namespace zanjir {
namespace {

TEST(Worst, KeepsTheComparisonNearestToItsBound) {
  Worst w;
  EXPECT_FALSE(w.holds());  // nothing compared, nothing shown
  w.take(1e-14, 1e-12, 10, 3, "A");
  w.take(1e-13, 1e-10, 1e3, 4, "B");  // larger error, but farther from its bound
  EXPECT_EQ(w.where, "A");
  EXPECT_TRUE(w.holds());
  w.take(2e-12, 1e-12, 10, 5, "C");
  EXPECT_EQ(w.state, 5);
  EXPECT_FALSE(w.holds());
  EXPECT_EQ(w.n, 3);
}

TEST(Worst, NotANumberNeverHolds) {
  Worst w;
  w.take(std::numeric_limits<double>::quiet_NaN(), 1, 1, 0, "A");
  w.take(0.5, 1, 1, 1, "B");
  EXPECT_FALSE(w.holds());
  EXPECT_EQ(w.where, "A");
}

TEST(Verify, ReportsEveryPairOnceAndCountsItsStates) {
  const auto description = read_description(test::models_folder() / "arm_3r.yaml");
  const Model model = std::move(*build_model(*description).value);
  int calls = 0;
  const Verification v = verify(model, {3, 7, 1, [&](int done, int of, std::string_view asked) {
                                          EXPECT_EQ(done, asked.empty() ? ++calls : calls);
                                          EXPECT_EQ(of, 3);
                                        }});
  EXPECT_EQ(calls, 3);
  EXPECT_TRUE(v.agrees()) << v.problem;
  std::size_t n = 0;
  for (const Participant& p : v.participants) n += p.takes_part;
  EXPECT_EQ(v.pairs.size(), n * (n - 1) / 2);
  for (const Check& c : v.checks) EXPECT_GT(c.worst.n, 0) << c.name;
}

// Half a million and a million model lengths away from the origin: places in the world are known to that many times less, and the bounds count it. They used not to, and a
// platform that floats far away was said to have no inertia.
TEST(Verify, AgreesFarFromTheOrigin) {
  const Overrides four_bar{{"joints.A.at", "[2e5, -1e5, 0]"}, {"frames.ground.D", "[200000.6, -1e5, 0]"}};
  const Overrides stewart{{"repeat[0].joints.U{2*i+1}.at", "[\"$base_radius*cos(10 deg)\", \"-$base_radius*sin(10 deg)\", 1e6]"},
                          {"repeat[1].joints.U{2*i+2}.at", "[\"$base_radius*cos(10 deg)\", \"$base_radius*sin(10 deg)\", 1e6]"},
                          {"initial.q", "{pose.z: 1000000.9}"}};
  for (const auto& [file, overrides] : {std::pair{"four_bar.yaml", four_bar}, {"stewart.yaml", stewart}}) {
    const auto description = read_description(test::models_folder() / file, overrides);
    ASSERT_TRUE(description) << to_text(description.diagnostics);
    const Model model = std::move(*build_model(*description).value);
    const Verification v = verify(model, {5, 7, 1, {}});
    EXPECT_TRUE(v.agrees()) << file << ": " << v.problem;
    EXPECT_EQ(v.n_states, 5);
  }
}

}  // namespace
}  // namespace zanjir
