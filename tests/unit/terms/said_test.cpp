#include "zanjir/terms/said.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string_view>

#include "support/requests.hpp"

namespace zanjir::test {
namespace {

using Kind = Said::Kind;
using namespace std::string_view_literals;

Said yaml(const std::string& text, const std::map<std::string, Quantity, std::less<>>& parameters = {}) {
  DiagnosticSink sink({"study.yaml"});
  NodeStore store;
  const Node root = parse_document(text, 0, sink, store);
  EXPECT_FALSE(sink.has_errors()) << text;
  Values values(sink, NamedFiles("."));
  values.parameters = parameters;
  return said_in_yaml(root, values);
}

void expect_same(const Said& a, const Said& b, const std::string& path) {
  SCOPED_TRACE(path);
  ASSERT_EQ(static_cast<int>(a.kind), static_cast<int>(b.kind));
  ASSERT_EQ(a.items.size(), b.items.size());
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.number, b.number);
  EXPECT_EQ(a.is(Kind::text) ? a.text : "", b.is(Kind::text) ? b.text : "");
  EXPECT_EQ(a.dimension.has_value(), b.dimension.has_value());
  for (std::size_t i = 0; i < a.items.size(); ++i)
    expect_same(a.items[i], b.items[i], path + "/" + (a.names.empty() ? std::to_string(i) : a.names[i]));
}

// JSON is YAML too: whatever a state says, both readers see the same.
TEST(Said, IsTheSameFromJsonAndFromYaml) {
  const std::string text = R"({"t": 0.5, "q": {"A": -1.25e-3, "S.quat": [1, 0, 0, 0], "U": {"a": 0.3, "b": -0.2}}, "v": {},
    "want": {"A": "tau"}, "ik": {"frame": "hand", "p": [0.1, 2, 3e5], "branches": "nearest"}, "frames": null, "list": [[1, 2], []]})";
  const Result<Said> from_json = said_in_json(text, "state");
  ASSERT_TRUE(from_json) << to_text(from_json.diagnostics);
  expect_same(*from_json, yaml(text), "");
}

TEST(Said, KnowsWhereItStandsInAFile) {
  const Said state = yaml("t: 1 s\nq:\n  A: 3 kg\n  B: [1, 2 mm,\n      3]\n");
  const Said& q = *state.find("q");
  EXPECT_EQ(q.find("A")->at.line, 3u);
  EXPECT_EQ(q.find("A")->at.column, 6u);
  EXPECT_EQ(q.find("B")->items[1].at.line, 4u);
  EXPECT_EQ(q.find("B")->items[1].at.column, 10u);
  EXPECT_EQ(q.find("B")->items[2].at.line, 5u);
  EXPECT_EQ(state.find("C"), nullptr);
}

TEST(Said, ReadsUnitsAndParametersInYaml) {
  const Said state = yaml("{mm: 30 mm, half: $gap/2, plain: 2*3, word: hand}", {{"gap", Quantity{0.5, Knowledge::known, dimension::length}}});
  EXPECT_DOUBLE_EQ(state.find("mm")->number, 0.03);
  EXPECT_DOUBLE_EQ(state.find("half")->number, 0.25);
  ASSERT_TRUE(state.find("half")->dimension);
  EXPECT_TRUE(*state.find("half")->dimension == dimension::length);
  EXPECT_EQ(state.find("plain")->number, 6);
  EXPECT_FALSE(state.find("plain")->dimension);  // serves whatever is wanted
  EXPECT_TRUE(state.find("word")->is(Kind::text));
  EXPECT_FALSE(state.find("word")->no_number.empty());
}

TEST(Said, RefusesAWrongDimensionAndNamesBoth) {
  const Said state = yaml("{a: 3 kg, b: 90 deg, c: 2 Hz}");
  std::vector<SaidProblem> problems;
  EXPECT_FALSE(number_said(*state.find("a"), "q.A", dimension::angle, problems));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "q.A");
  EXPECT_EQ(problems[0].at.column, 5u);
  EXPECT_NE(problems[0].message.find("angle"), std::string::npos) << problems[0].message;
  EXPECT_NE(problems[0].message.find("mass"), std::string::npos) << problems[0].message;
  EXPECT_NE(problems[0].message.find("3 kg"), std::string::npos) << problems[0].message;
  EXPECT_FALSE(number_said(*state.find("b"), "q.P", dimension::length, problems));
  EXPECT_FALSE(number_said(*state.find("c"), "v.A", dimension::angular_speed, problems));  // 2 Hz is no 2 rad/s
  EXPECT_EQ(problems.size(), 3u);
  EXPECT_TRUE(number_said(*state.find("b"), "q.A", dimension::angle, problems));
  EXPECT_EQ(problems.size(), 3u);
}

TEST(Said, RefusesWhatIsNoNumber) {
  std::vector<SaidProblem> problems;
  Said infinite;
  infinite.kind = Kind::number;
  infinite.number = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(number_said(infinite, "x", dimension::number, problems));
  const Said list = *said_in_json(R"([1, "2", true, null, {}, []])", "state");
  for (std::size_t i = 1; i < list.items.size(); ++i) EXPECT_FALSE(number_said(list.items[i], "x", dimension::number, problems)) << i;
  EXPECT_EQ(problems.size(), 6u);
}

TEST(Said, DoesNotEndAtAZeroByte) { EXPECT_FALSE(said_in_json("{\"q\": 1}\0 {{{"sv, "state")); }

TEST(Said, ListsOfNumbersAreWhole) {
  std::vector<SaidProblem> problems;
  const auto numbers = [&](const std::string& json) {
    return numbers_said(*said_in_json(json, "state"), 3, "p", "a point", dimension::length, problems);
  };
  EXPECT_EQ(numbers("[1, 2, 3]"), (std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(problems.empty());
  for (const std::string bad : {"[1, 2]", "[1, 2, 3, 4]", "[1, 2, \"3\"]", "7", "{}"}) {
    SCOPED_TRACE(bad);
    problems.clear();
    EXPECT_TRUE(numbers(bad).empty());
    EXPECT_EQ(problems.size(), 1u);
  }
  problems.clear();
  EXPECT_TRUE(numbers_said(yaml("[1 m, 2 kg, 3]"), 3, "p", "a point", dimension::length, problems).empty());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].at.column, 7u);  // of the entry, not of the list
}

TEST(Said, SaysWhichKeysThereAre) {
  std::vector<SaidProblem> problems;
  check_keys_said(*said_in_json(R"({"frame": 1, "whta": 2})", "state"), "ik", {"frame", "what"}, problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "ik.whta");
  EXPECT_NE(problems[0].message.find("'what'"), std::string::npos);
  EXPECT_NE(problems[0].hint.find("frame, what"), std::string::npos);
}

TEST(Said, JsonErrorsPointAtTheirPlace) {
  const auto fault = [](const std::string& json, std::uint32_t line = 7) {
    const Result<Said> said = said_in_json(json, "states.jsonl", line);
    EXPECT_FALSE(said) << json;
    return said.diagnostics.empty() ? Diagnostic{} : said.diagnostics.front();
  };
  const Diagnostic second_line = fault("{\"q\":\n {\"A\": ]}}", 1);
  EXPECT_EQ(second_line.line, 2u);
  EXPECT_EQ(second_line.column, 8u);
  EXPECT_EQ(fault("{\"q\" 1}").line, 7u);
  EXPECT_NE(fault(R"({"q": {"A": 1, "A": 2}})").message.find("twice"), std::string::npos);  // the library keeps the last of the two
  EXPECT_NE(fault(R"({"t": 1e999})").hint.find("double"), std::string::npos);
  EXPECT_NE(fault(R"({"t": NaN})").hint.find("finite"), std::string::npos);
  EXPECT_TRUE(said_in_json(R"({"a": {"A": 1}, "b": {"A": 1}})", "state"));  // in two objects a name may stand twice
}

}  // namespace
}  // namespace zanjir::test
