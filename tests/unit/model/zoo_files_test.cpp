// The zoo itself: every file reads and builds without a warning, starts somewhere meaningful, and says where its numbers come from.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "support/folders.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names = zoo_names();
  for (const std::string& name : hard_names()) names.push_back(name);
  for (const std::string& name : loop_names()) names.push_back(name);
  return names;
}

class ZooFile : public testing::TestWithParam<std::string> {};

TEST_P(ZooFile, ReadsAndBuildsWithoutAWarning) {
  const Result<Description> description = read_description(test::models_folder() / (GetParam() + ".yaml"));
  EXPECT_TRUE(description.diagnostics.empty()) << to_text(description.diagnostics);
  ASSERT_TRUE(description);
  const Result<Model> model = build_model(*description);
  EXPECT_TRUE(model.diagnostics.empty()) << to_text(model.diagnostics);
  ASSERT_TRUE(model);
  EXPECT_GT(model->nv(), 0);
  const State state = initial_state(*model);
  EXPECT_TRUE(state.q.allFinite() && state.v.allFinite());
}

TEST_P(ZooFile, OpensWithACaption) {
  std::ifstream file(test::models_folder() / (GetParam() + ".yaml"));
  std::string first;
  std::getline(file, first);
  EXPECT_EQ(first.rfind("# ", 0), 0u) << first;
}

INSTANTIATE_TEST_SUITE_P(Models, ZooFile, testing::ValuesIn(all_names()), [](const auto& info) { return test_name(info.param); });

// models/joints/<type>.yaml shows each type with an axis off z and a given at_child, so that no convention hides behind a zero.
TEST(Zoo, ShowsEveryJointTypeInGeneralPosition) {
  for (const JointTraits& traits : joint_table) {
    const JointType type = traits.type;
    const std::string name(traits.name);
    SCOPED_TRACE(name);
    const Description d = read_zoo("joints/" + name);
    const auto joint = std::find_if(d.joints.begin(), d.joints.end(), [&](const JointDescription& j) { return j.type == type; });
    ASSERT_NE(joint, d.joints.end());
    EXPECT_TRUE(joint->at_child_given);
    for (const Vec3d& axis : joint->axes) EXPECT_GT(std::abs(axis.x) + std::abs(axis.y), 0);
    EXPECT_FALSE(d.initial_q.empty());
  }
}

TEST(Zoo, ChainsHaveAsManyLinksAsAskedFor) {
  for (const char* name : {"chain_planar", "chain_spatial"}) {
    for (const int n : {2, 17}) EXPECT_EQ(zoo_model(name, {{"n", std::to_string(n)}}).nv(), n);
  }
}

}  // namespace
}  // namespace zanjir::test
