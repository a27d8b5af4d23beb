#include "zanjir/language/document.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "zanjir/describe/description.hpp"

using namespace zanjir;

namespace {

std::string first_error(const std::string& text) {
  DiagnosticSink sink({"m.yaml"});
  NodeStore store;
  parse_document(text, 0, sink, store);
  const std::vector<Diagnostic> said = sink.take();
  if (said.empty()) return "no error";
  return to_text(said.front());
}

Node parsed(const std::string& text) {
  DiagnosticSink sink({"m.yaml"});
  static NodeStore store;  // what a test looks at stays
  Node root = parse_document(text, 0, sink, store);
  const bool errors = sink.has_errors();
  EXPECT_FALSE(errors) << to_text(sink.take());
  return root;
}

}  // namespace

TEST(Document, KeepsPositionsOfKeysAndValues) {
  const Node root = parsed("a: 1\nb:\n  - x\n  - {c: \"two words\"}\nd:\n");
  ASSERT_TRUE(root.is(Node::Kind::map));
  EXPECT_EQ(root.keys[1].at.line, 2u);
  const Node& c = *root.find("b")->items[1].find("c");
  EXPECT_EQ(c.text, "two words");
  EXPECT_EQ(c.at.line, 4u);
  EXPECT_EQ(c.at.column, 9u);
  EXPECT_TRUE(root.find("d")->is(Node::Kind::null));
  EXPECT_EQ(root.find("d")->at.line, 5u);  // at its key
  EXPECT_EQ(root.find("e"), nullptr);
}

TEST(Document, FindsRepeatedKeysInMapsOfAnySize) {
  for (const int n : {2, 15, 16, 17, 18, 1000}) {  // few keys are compared one by one, more are looked up
    std::string text;
    for (int i = 0; i < n; ++i) text += "key" + std::to_string(i) + ": {a: " + std::to_string(i) + "}\n";
    EXPECT_EQ(first_error(text), "no error") << n;
    const Node root = parsed(text);
    ASSERT_EQ(root.keys.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(root.find("key" + std::to_string(n - 1))->find("a")->text, std::to_string(n - 1));
    for (const int again : {0, n / 2, n - 1}) {
      const std::string line = std::to_string(again + 1), key = "key" + std::to_string(again);
      EXPECT_EQ(first_error(text + key + ": 1\n"),
                "m.yaml:" + std::to_string(n + 1) + ":1: error: " + key + ": repeated key '" + key + "'; it stands first in line " + line);
    }
  }
}

TEST(Document, OfARepeatedKeyTheFirstStands) {
  DiagnosticSink sink({"m.yaml"});
  NodeStore store;
  const Node root = parse_document("a: {b: 1, b: [2, 3], c: 4}\nd: 5\n", 0, sink, store);
  EXPECT_EQ(sink.n_errors(), 1);
  ASSERT_EQ(root.find("a")->keys.size(), 2u);
  EXPECT_EQ(root.find("a")->find("b")->text, "1");
  EXPECT_EQ(root.find("a")->find("c")->text, "4");
  EXPECT_EQ(root.find("d")->text, "5");
}

TEST(Document, PointsInsideScalars) {
  const std::string text = "a: 1 + x\nb: \"2 + y\"\nc: |\n  3 +\n  z\n";
  const Node root = parsed(text);
  const SourceLines lines(text);
  EXPECT_EQ(lines.inside(*root.find("a"), 4).column, 8u);
  EXPECT_EQ(lines.inside(*root.find("b"), 4).column, 9u);                     // behind the quote
  EXPECT_EQ(lines.inside(*root.find("c"), 4).line, root.find("c")->at.line);  // folded: its start
}

TEST(Document, TakesCrlfAndByteOrderMark) {
  EXPECT_EQ(parsed("a: 1\r\nb: [1, 2]\r\n").find("a")->text, "1");
  EXPECT_EQ(parsed("\xEF\xBB\xBF"
                   "a: 1\n")
                .find("a")
                ->text,
            "1");
}

TEST(Document, RefusesWhatIsNotText) {
  EXPECT_EQ(first_error(std::string("a: 1\nb: \0\n", 10)), "m.yaml:2:4: error: not a text file (byte 8 is no UTF-8 text or steers what shows it)");
  EXPECT_EQ(first_error("a: \xff\xfe"), "m.yaml:1:4: error: not a text file (byte 3 is no UTF-8 text or steers what shows it)");
  EXPECT_EQ(first_error("a: \xc3"), "m.yaml:1:4: error: not a text file (byte 3 is no UTF-8 text or steers what shows it)");
  EXPECT_EQ(first_error("\x7f"
                        "ELF"),
            "m.yaml:1:1: error: not a text file (byte 0 is no UTF-8 text or steers what shows it)");
}

TEST(Document, RefusesUnclosedQuotesOfBothKinds) {
  EXPECT_EQ(first_error("a: \"b\\\"\n"), "m.yaml:1:4: error: a: closing quote missing");
  EXPECT_EQ(first_error("a: 'it''s\n"), "m.yaml:1:4: error: a: closing quote missing");
  EXPECT_EQ(parsed("a: 'it''s'\nb: \"c\\\"\"\n").find("a")->text, "it's");
}

TEST(Document, HostileInputIsRefusedQuickly) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(first_error(std::string(9'000'000, 'a')),
            "m.yaml:1:1: error: file is larger than 8 MiB; a description is text; put tables into CSV files");
  for (const char* piece : {"[", "{a: ", "- ", "? ", "{", "[a, ", "!", "&a ", "'\n"}) {
    std::string text;
    while (text.size() < 200'000) text += piece;
    EXPECT_NE(first_error(text), "no error") << piece;
  }
  std::string stairs;
  for (int i = 0; i < 1000; ++i) stairs += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_EQ(first_error(stairs), "m.yaml:65:65: error: nested more than 64 levels deep");
  std::string repeated;
  for (int i = 0; i < 100'000; ++i) repeated += "a: 1\n";
  DiagnosticSink sink({"m.yaml"});
  NodeStore store;
  (void)parse_document(repeated, 0, sink, store);
  EXPECT_LE(sink.n_errors(), 100);  // said often enough
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 30);
}

TEST(NodeStore, ListsGrowInTheirPlace) {
  NodeStore store;
  const int first[] = {1, 2, 3};
  const std::span<int> kept = store.keep(std::span<const int>(first));
  std::span<int> list = kept;
  int copies = 0;
  for (int i = 4; i <= 1000; ++i) {
    const int* const before = list.data();
    list = store.longer(list, i);
    copies += list.data() != before;
  }
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(list[static_cast<std::size_t>(i)], i + 1);
  EXPECT_LE(copies, 10);  // each has twice the room of the one before
  EXPECT_EQ(kept.size(), 3u);
  EXPECT_EQ(kept[2], 3);
  EXPECT_EQ(store.longer(std::span<int>(), 7)[0], 7);
}
