#include "zanjir/core/diagnostic.hpp"

#include <gtest/gtest.h>

namespace zanjir {
namespace {

TEST(Diagnostic, NamesPlaceKeyMessageAndHint) {
  DiagnosticSink sink({"arm.yaml"});
  sink.error({0, 31, 14}, "joints.a.axis", "direction has zero length", "give x, y or z");
  EXPECT_TRUE(sink.has_errors());
  EXPECT_EQ(to_text(sink.take()), "arm.yaml:31:14: error: joints.a.axis: direction has zero length; give x, y or z\n1 error, nothing was done\n");
}

TEST(Diagnostic, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_text(Diagnostic{Severity::warning, "", 0, 0, "", "no gravity", ""}), "warning: no gravity");
  EXPECT_EQ(to_text(Diagnostic{Severity::error, "arm.yaml", 3, 0, "", "bad", ""}), "arm.yaml:3: error: bad");
}

TEST(Diagnostic, WarningsAloneBuildTheModel) {
  DiagnosticSink sink({"arm.yaml"});
  sink.warning({0, 1, 1}, "bodies.a", "has no mass");
  sink.warning({0, 2, 1}, "bodies.b", "has no mass");
  EXPECT_FALSE(sink.has_errors());
  EXPECT_EQ(to_text(sink.take()), "arm.yaml:1:1: warning: bodies.a: has no mass\narm.yaml:2:1: warning: bodies.b: has no mass\n2 warnings\n");
}

TEST(Diagnostic, SurvivesAFileThatIsNotInTheTable) {
  DiagnosticSink sink;
  sink.error({7, 1, 2}, "", "lost");
  EXPECT_EQ(to_text(sink.take().front()), ":1:2: error: lost");
}

TEST(Nearest, FindsAMistypedNameAndNothingFarAway) {
  EXPECT_EQ(nearest("crnak", {"coupler", "crank"}), "crank");
  EXPECT_EQ(nearest("tipp", {"tip", "root"}), "tip");
  EXPECT_EQ(nearest("platform", {"tip", "root"}), "");
  EXPECT_EQ(nearest("body_numbr_7", {"body_number_8", "body_number_77", "body_number_7"}), "body_number_7");
  EXPECT_EQ(nearest("abab", {"ab"}), "ab");                                      // begins and ends with it
  EXPECT_EQ(nearest("leg_13_tip", {"leg_31_tip", "leg_14_top"}), "leg_31_tip");  // one pair swapped
  EXPECT_EQ(nearest(std::string(1000, 'a'), {std::string(1000, 'a')}), "");
}

}  // namespace
}  // namespace zanjir
