#include "zanjir/terms/said_text.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace zanjir::test {
namespace {

TEST(SaidText, JsonAndYamlSayTheSame) {
  for (const std::string text : {R"({"q": {"elbow": 0.5}, "ik": {"frame": "hand"}})", "{q: {elbow: 0.5}, ik: {frame: hand}}",
                                 R"({"q": {"elbow": 500 mrad}, "ik": {"frame": "hand"}})"}) {
    const Result<Said> said = said_in_text(text, "--state");
    ASSERT_TRUE(said) << text << to_text(said.diagnostics);
    const Said* q = said->find("q");
    ASSERT_TRUE(q && q->find("elbow")) << text;
    EXPECT_DOUBLE_EQ(q->find("elbow")->number, 0.5) << text;
    EXPECT_EQ(said->find("ik")->find("frame")->text, "hand") << text;
  }
  const Result<Said> degrees = said_in_text("{q: {elbow: 65 deg}}", "--state");
  ASSERT_TRUE(degrees);
  EXPECT_DOUBLE_EQ(degrees->find("q")->find("elbow")->number, 65 * std::numbers::pi / 180);
}

TEST(SaidText, FaultsAreThoseOfWhatItLooksLike) {
  const auto fault = [](const std::string& text, std::uint32_t line = 7) {
    const Result<Said> said = said_in_text(text, "states.jsonl", line);
    EXPECT_FALSE(said) << text;
    return said.diagnostics.empty() ? Diagnostic{} : said.diagnostics.front();
  };
  EXPECT_NE(fault(R"({"q": {"A": 1})").message.find("not valid JSON"), std::string::npos);
  EXPECT_NE(fault(R"({"t": NaN})").hint.find("finite"), std::string::npos);
  EXPECT_NE(fault("nonsense").message.find("not valid JSON"), std::string::npos);
  EXPECT_NE(fault("").message.find("not valid JSON"), std::string::npos);
  const Diagnostic open = fault("{q: {A: 1}");
  EXPECT_EQ(open.message.find("JSON"), std::string::npos) << open.message;
  EXPECT_EQ(open.line, 7u);
  EXPECT_NE(fault("{q: {A: 1, A: 2}}").message.find("repeated key"), std::string::npos);
  const Result<Said> later = said_in_text("{q: {A: 1}}", "states.jsonl", 7);
  ASSERT_TRUE(later);
  EXPECT_EQ(later->find("q")->find("A")->at.line, 7u);
}

}  // namespace
}  // namespace zanjir::test
