// Mutated descriptions: the reader must never crash or hang, a refusal must say why and where, and what is accepted must be usable: it goes on through
// model, assembly, eval and a short run.
// ZANJIR_FUZZ_SEED and ZANJIR_FUZZ_SECONDS change the run; the seed is printed, and a failure prints the text.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "support/folders.hpp"
#include "support/fuzz_budget.hpp"
#include "support/solver_path.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/schema.hpp"
#include "zanjir/forces/motion_law.hpp"
#include "zanjir/language/text_file.hpp"

using namespace zanjir;

namespace {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {
    for (const schema::Object* object : schema::all_objects()) corpus_.emplace_back(object->example);
  }

  std::string next() {
    std::string text = pick(corpus_);
    for (int n = random_.integer(1, 6); n > 0; --n) mutate(text);
    return text;
  }
  // One or two words changed and nothing else, so that most results are still descriptions.
  std::string next_plausible() {
    std::string text = pick(corpus_);
    for (int n = random_.integer(1, 2); n > 0; --n) {
      const auto [word, end] = word_at(text, place(text));
      const auto [other, other_end] = word_at(text, place(text));
      const std::string swapped = text.substr(other, other_end - other);
      text.replace(word, end - word, random_.chance(0.6) ? pick(numbers_) : random_.chance(0.5) ? swapped : token());
    }
    return text;
  }
  void add(std::string text) { corpus_.push_back(std::move(text)); }
  std::uint64_t bits() { return random_.bits(); }
  const std::string& token() { return pick(tokens_); }

 private:
  const std::string& pick(const std::vector<std::string>& list) {
    return list[static_cast<std::size_t>(random_.integer(0, static_cast<int>(list.size()) - 1))];
  }
  std::size_t place(const std::string& text) { return static_cast<std::size_t>(random_.unit() * static_cast<double>(text.size() + 1)); }

  static std::pair<std::size_t, std::size_t> line_at(const std::string& text, std::size_t i) {
    const std::size_t begin = i == 0 ? 0 : text.rfind('\n', i - 1) + 1, end = text.find('\n', i);
    return {begin, end == std::string::npos ? text.size() : end + 1};
  }
  // A word, number or expression at or after `i`.
  static std::pair<std::size_t, std::size_t> word_at(const std::string& text, std::size_t i) {
    const std::string stops = " ,:{}[]\n\"";
    const std::size_t begin = std::min(text.find_first_not_of(stops, i), text.size());
    return {begin, std::min(text.find_first_of(stops, begin), text.size())};
  }

  void mutate(std::string& text) {
    const std::size_t i = place(text);
    const auto [line, line_end] = line_at(text, std::min(i, text.size()));
    const auto [word, word_end] = word_at(text, i);
    switch (random_.integer(0, 9)) {
      case 0:
        if (i < text.size()) text[i] = static_cast<char>(random_.integer(0, 255));
        break;
      case 1: text.insert(i, 1, "{}[],:&*!|>'\"%@`#?-$^() \t\n\\~"[random_.integer(0, 28)]); break;
      case 2: text.erase(i, static_cast<std::size_t>(random_.integer(1, 8))); break;
      case 3: text.insert(line, text.substr(line, line_end - line)); break;  // a line twice
      case 4: text.erase(line, line_end - line); break;
      case 5: text.replace(word, word_end - word, token()); break;
      case 6: text.insert(i, token()); break;
      case 7: {  // a piece of another file
        const std::string& other = pick(corpus_);
        const auto [begin, end] = line_at(other, place(other));
        text.insert(line, other.substr(begin, end - begin));
        break;
      }
      case 8: {  // two words change places
        const auto [other, other_end] = word_at(text, place(text));
        if (other <= word) break;
        const std::string a = text.substr(word, word_end - word), b = text.substr(other, other_end - other);
        text.replace(other, b.size(), a);
        text.replace(word, a.size(), b);
        break;
      }
      default: text.resize(i); break;  // cut off
    }
    if (text.size() > 20000) text.resize(20000);
  }

  Random random_;
  std::vector<std::string> corpus_;
  const std::vector<std::string> numbers_ = {"0", "1", "-1", "2", "0.5", "-3.7", "1e-9", "1e9", "-1e-3", "1e-300", "1e300", "90 deg", "100 mm", "3"};
  const std::vector<std::string> tokens_ = {".nan",
                                            ".inf",
                                            "1e999",
                                            "-1",
                                            "0",
                                            "1e-320",
                                            "$x",
                                            "t",
                                            "pi",
                                            "1/0",
                                            "sqrt(-1)",
                                            "2 kg",
                                            "3 m",
                                            "20 deg",
                                            "*a",
                                            "&a",
                                            "!!str",
                                            "<<",
                                            "null",
                                            "~",
                                            "true",
                                            "[]",
                                            "{}",
                                            "[[[[[[",
                                            "{a: {a: {a: ",
                                            "point",
                                            "ground",
                                            "free",
                                            "spherical",
                                            "{i}",
                                            "{i-1}",
                                            "{",
                                            "\"{i}\"",
                                            "repeat",
                                            "count",
                                            "100000",
                                            "axis",
                                            "axes",
                                            "((((((((",
                                            "^^",
                                            "- ",
                                            "? ",
                                            ": ",
                                            "---\n",
                                            "...\n",
                                            "|\n",
                                            "\xc2\xb5m",
                                            "\xff",
                                            std::string(1, '\0'),
                                            "[0, 0, 0]",
                                            "{law: spline, times: [0, 1], values: [0, 1]}",
                                            "{law: polynomial, coefficients: []}",
                                            "weld",
                                            "A.b.c",
                                            "...",
                                            "\"",
                                            "'",
                                            "1e308 m",
                                            "2^2000",
                                            "mod(1, 0)",
                                            "quat",
                                            "turn",
                                            "from",
                                            "index"};
};

void use(const LawDescription& description) {
  const MotionLaw law(description);
  const std::vector<Jet> phases(most_phases, Jet{0.5, 1, -2});
  for (const double t : {-1.0, 0.0, 0.5, 1e6}) (void)law.at(t, phases);
  (void)law.is_constant();
}

}  // namespace

TEST(DescriptionFuzz, NeverCrashesAndAlwaysSaysWhy) {
  const std::uint64_t seed = test::fuzz_seed();
  std::printf("fuzz seed %llu\n", static_cast<unsigned long long>(seed));
  Mutator mutator(seed);
  int n_read = 0, n_accepted = 0;
  for (test::FuzzBudget budget(20000); budget.next(); ++n_read) {
    const std::string text = mutator.next();
    const Overrides overrides =
        n_read % 8 == 0 ? Overrides{{mutator.token(), mutator.token()}, {"bodies." + mutator.token(), mutator.token()}} : Overrides{};
    const double began_s = test::processor_seconds();
    const Result<Description> result = read_description_text(text, "fuzz.yaml", overrides);
    ASSERT_LT(test::processor_seconds() - began_s, 10) << text;  // a hang; `count: 100000` alone may take a second or two in a debug build
    if (!result) {
      bool located = false;
      for (const Diagnostic& d : result.diagnostics) located = located || (d.severity == Severity::error && d.line > 0 && !d.message.empty());
      ASSERT_TRUE(located) << text;
      continue;
    }
    ++n_accepted;
    for (const BodyDescription& b : result->bodies) ASSERT_TRUE(b.massless || b.beam || (std::isfinite(b.mass_kg) && b.mass_kg > 0)) << text;
    for (const MotionDescription& m : result->motions) {
      for (const LawDescription& law : m.laws) use(law);
      for (const LawDescription& law : m.turn_angles) use(law);
    }
    for (const LoadDescription& l : result->loads) {
      for (const LawDescription& law : l.force) use(law);
      use(l.value);
    }
  }
  std::printf("%d files read, %d accepted\n", n_read, n_accepted);
  EXPECT_GT(n_read, 50);
  EXPECT_GT(n_accepted, 0);
}

// Small models of ours and the examples of the schema, with words changed.
TEST(DescriptionFuzz, GoesThroughModelAssemblyEvalAndRun) {
  const std::uint64_t seed = test::fuzz_seed();
  std::printf("fuzz seed %llu\n", static_cast<unsigned long long>(seed));
  Mutator mutator(seed);
  constexpr std::size_t max_bytes = 1 << 20;
  for (const char* name : {"pendulum", "slider_crank", "four_bar", "bouncing_ball", "things_on_a_slope", "elastic_spin_up", "elastic_slider_crank",
                           "joints/free", "joints/universal", "hard/massless_leaf", "change_point_four_bar", "prescribed_base_arm"})
    mutator.add(std::get<std::string>(read_text_file(test::models_folder() / (std::string(name) + ".yaml"), max_bytes)));
  int n = 0, reached[6] = {};
  for (test::FuzzBudget budget(1000); budget.next(); ++n) {
    const std::string text = mutator.next_plausible();
    SCOPED_TRACE(text);
    const double began_s = test::processor_seconds();
    const test::PathReport report = test::follow_description(read_description_text(text, "fuzz.yaml"), mutator.bits());
    ASSERT_EQ(report.broken, "");
    ASSERT_LT(test::processor_seconds() - began_s, 20);
    ++reached[static_cast<int>(report.end)];
  }
  std::printf("%d descriptions: %d refused, %d without a model, %d too large, %d without a start, %d evaluated, %d run\n", n, reached[0], reached[1],
              reached[2], reached[3], reached[4], reached[5]);
  EXPECT_GT(reached[5], 0);
}
