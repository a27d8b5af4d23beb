#include "zanjir/simulate/run_options.hpp"
#include "support/folders.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace zanjir;

namespace {

// Where the table says a number or a word for an absent key, it is the one that the options have.
template <class Options> void expect_defaults(std::span<const OptionOf<Options>> table, const Options& options) {
  for (const OptionOf<Options>& option : table) {
    double number = 0;
    const std::string_view text = option.key.default_text;
    const bool is_number = std::from_chars(text.data(), text.data() + text.size(), number).ptr == text.data() + text.size() && !text.empty();
    if (!option.is_number()) {
      EXPECT_EQ(option.word(options), text) << option.key.key;
      continue;
    }
    if (is_number) {
      EXPECT_EQ(option.number(options), number) << option.key.key;
    }
    if (option.key.default_number != 0) {
      EXPECT_EQ(option.number(options), option.key.default_number) << option.key.key;
    }
  }
}

template <class Options> void expect_to_be_set(std::span<const OptionOf<Options>> table) {
  for (const OptionOf<Options>& option : table) {
    Options options;
    if (option.is_number()) {
      option.set_number(options, 7);
      EXPECT_EQ(option.number(options), 7) << option.key.key;
      continue;
    }
    const std::string_view choices = option.key.choices;
    const std::string word(choices.empty() ? "word" : choices.substr(choices.rfind(' ') + 1));
    EXPECT_TRUE(option.set_word(options, word)) << option.key.key;
    EXPECT_EQ(option.word(options), word) << option.key.key;
    EXPECT_NE(option.set_word(options, "sideways"), !choices.empty()) << option.key.key;
  }
}

}  // namespace

TEST(RunOptions, HaveTheDefaultsThatTheTableNames) {
  expect_defaults(run_options(), SimOptions{});
  expect_defaults(spring_options(), SpringOptions{});
}

TEST(RunOptions, AreSetAndReadBack) {
  expect_to_be_set(run_options());
  expect_to_be_set(spring_options());
}

TEST(RunOptions, AreCalledTheSameEverywhere) {
  EXPECT_EQ(option_key("fixed_step_s"), "step");
  EXPECT_EQ(option_key("stiffness_N_per_m"), "stiffness");
  EXPECT_EQ(option_key("somewhere"), "somewhere");
  EXPECT_EQ(command_line_option("spectral_radius"), "--spectral-radius");
}

TEST(RunOptions, StandInTheDocs) {
  const std::string path = (test::source_folder() / "docs/integrators.md").string(),
                    begin = "<!-- options: printed from src/zanjir/simulate/run_options.cpp -->\n", end = "<!-- end of options -->\n";
  std::stringstream in;
  in << std::ifstream(path).rdbuf();
  std::string page = in.str();
  const std::size_t from = page.find(begin), to = page.find(end);
  ASSERT_TRUE(from != std::string::npos && to != std::string::npos);
  const std::string now = page.substr(from + begin.size(), to - from - begin.size());
  if (std::getenv("ZANJIR_WRITE_DOCS")) std::ofstream(path) << page.replace(from + begin.size(), now.size(), run_options_markdown());
  else EXPECT_EQ(now, run_options_markdown()) << "write it anew: ZANJIR_WRITE_DOCS=1 unit_tests --gtest_filter='RunOptions.*'";
}
