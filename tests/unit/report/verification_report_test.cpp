#include "zanjir/report/verification_report.hpp"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

namespace zanjir::test {
namespace {

Worst worst(double error, double bound, double condition) {
  Worst w;
  w.take(error, bound, condition, 3, "here");
  return w;
}

Verification with_one_pair(const Worst& vdot, const Worst& tau, const Worst& reactions) {
  Verification v;
  v.model = "arm";
  v.n_states = 5;
  v.pairs.push_back({"newton-euler", "oracle", vdot, tau, reactions, {}, {}, {}, {}});
  return v;
}

std::string row_of(const std::string& text, const std::string& words) {
  const std::size_t begin = text.find(words);
  return begin == std::string::npos ? "" : text.substr(begin, text.find('\n', begin) - begin);
}

// The table has one bound and one condition per pair: those of the comparison nearest to its bound, whichever column it is in.
TEST(VerificationReport, ShowsTheBoundOfTheComparisonNearestToIt) {
  const Worst far = worst(1e-15, 1e-10, 2), middle = worst(1e-12, 3e-10, 30), near = worst(4e-9, 5e-9, 4000);
  const std::array<std::array<const Worst*, 3>, 3> orders{{{&near, &middle, &far}, {&middle, &near, &far}, {&far, &middle, &near}}};
  for (const auto& [vdot, tau, reactions] : orders) {
    const std::string row = row_of(verification_text(with_one_pair(*vdot, *tau, *reactions)), "newton-euler - oracle");
    EXPECT_NE(row.find("5.0e-09"), std::string::npos) << row;
    EXPECT_NE(row.find("4.0e+03"), std::string::npos) << row;
  }
}

TEST(VerificationReport, MarksWhatIsBeyondItsBound) {
  const Verification v = with_one_pair(worst(2e-9, 1e-9, 1), worst(1e-12, 1e-9, 1), {});
  const std::string row = row_of(verification_text(v), "newton-euler - oracle");
  EXPECT_NE(row.find("2.0e-09 !"), std::string::npos) << row;
  EXPECT_EQ(row.find("1.0e-12 !"), std::string::npos) << row;
  const auto pair = nlohmann::json::parse(verification_json(v)).at("agreement").at(0);
  EXPECT_FALSE(pair.at("vdot").at("holds").get<bool>());
  EXPECT_TRUE(pair.at("tau").at("holds").get<bool>());
  EXPECT_EQ(pair.at("reactions"), nlohmann::json({{"n", 0}}));
}

}  // namespace
}  // namespace zanjir::test
