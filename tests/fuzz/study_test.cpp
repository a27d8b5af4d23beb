// Mutated study files: the reader must never crash or hang, and a refusal must say why and where.
// ZANJIR_FUZZ_SEED and ZANJIR_FUZZ_SECONDS change the run; a failure prints the text.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/fuzz_budget.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/study/study.hpp"
#include "zanjir/study/study_schema.hpp"

using namespace zanjir;

namespace {

const std::vector<std::string> tokens = {"{",       "}",    "[",     "]",   ":",   ",",  "\n",    "\"",   "-",    "1e308",   "1e999",
                                         ".nan",    "0",    "-1",    "t",   "$x",  "`",  "a.b.c", "max(", ")",    "kind",    "claims",
                                         "tasks",   "said", "value", "3 m", "deg", "\t", "&a",    "*a",   "null", "swing.A", "at(swing.A, ",
                                         "count()", "\xff"};

std::string mutated(std::string text, Random& random) {
  const auto place = [&] { return static_cast<std::size_t>(random.unit() * static_cast<double>(text.size() + 1)); };
  for (int n = random.integer(1, 5); n > 0; --n) {
    const std::size_t i = place(), length = static_cast<std::size_t>(random.integer(0, 30));
    switch (random.integer(0, 3)) {
      case 0: text.erase(i, length); break;
      case 1: text.insert(i, tokens[static_cast<std::size_t>(random.integer(0, static_cast<int>(tokens.size()) - 1))]); break;
      case 2: text.insert(place(), text.substr(i, length)); break;
      default:
        text.replace(i, std::min(length, text.size() - i), tokens[static_cast<std::size_t>(random.integer(0, static_cast<int>(tokens.size()) - 1))]);
    }
  }
  return text;
}

}  // namespace

TEST(StudyFuzz, EveryRefusalHasAPlaceAndAReason) {
  Random random(test::fuzz_seed());
  int n_read = 0, n_refused = 0;
  for (test::FuzzBudget budget(8000); budget.next();) {
    const auto objects = study_schema::all_objects();
    const std::string text =
        mutated(std::string(objects[static_cast<std::size_t>(random.integer(0, static_cast<int>(objects.size()) - 1))]->example), random);
    SCOPED_TRACE(text);
    const double began_s = test::processor_seconds();
    const Result<Study> study = read_study_text(text, "s.yaml");
    ASSERT_LT(test::processor_seconds() - began_s, 2.0);
    ++(study ? n_read : n_refused);
    if (study) continue;
    ASSERT_FALSE(study.diagnostics.empty());
    for (const Diagnostic& d : study.diagnostics) {
      ASSERT_FALSE(d.message.empty());
      ASSERT_GT(d.line, 0u);
    }
  }
  EXPECT_GT(n_read, 0);
  EXPECT_GT(n_refused, 0);
}
