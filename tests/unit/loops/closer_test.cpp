// A Closer far from the origin, asked again and again, and against the closed forms of its steps; what assembly_test has by single calls.
#include "zanjir/loops/closer.hpp"

#include <gtest/gtest.h>

#include "support/allocation_count.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/rank_finder.hpp"

namespace zanjir::test {
namespace {

enum class Carried { everything, all_but_free_joints };

// The same mechanism on a ground that stands elsewhere.
Description carried(Description d, const Vec3d& by, Carried what) {
  for (FrameDescription& frame : d.frames) {
    if (frame.body.name == "ground") frame.pose.X.p = frame.pose.X.p + by;
  }
  for (JointDescription& joint : d.joints) {
    if (what == Carried::all_but_free_joints && joint.type == JointType::free) continue;
    if (joint.parent.name == "ground") joint.at_parent.X.p = joint.at_parent.X.p + by;
    if (joint.child.name == "ground") joint.at_child.X.p = joint.at_child.X.p + by;
  }
  return d;
}

// How far the cut joints' points are apart, from poses alone.
double gap(const Model& model, const State& state) {
  Workspace ws(model);
  update_positions(model, state, ws);
  double worst = 0;
  for (const Constraint& c : model.constraints()) {
    const Joint& joint = std::get<CutJoint>(c).joint;
    worst = std::max(worst, norm((body_pose(model, ws, joint.parent) * joint.X_PJ).p - (body_pose(model, ws, joint.child) * joint.X_CJ).p));
  }
  return worst;
}

TEST(Closer, DoesNotDependOnWhereTheBaseStands) {
  for (const char* name : {"four_bar", "stewart", "rps_3"}) {
    const Description description = read_zoo(name);
    const Model here = build(description);
    State at_origin = initial_state(here);
    ASSERT_TRUE(Closer(here).positions(here, at_origin).closed);
    for (const double lengths : {1e3, 1e6}) {
      SCOPED_TRACE(testing::Message() << name << " " << lengths << " model lengths away");
      const double far = lengths * here.length_m();
      const Model model = build(carried(description, {far, -0.7 * far, here.plane() == Plane::xy ? 0 : 0.4 * far}, Carried::everything));
      EXPECT_NEAR(model.length_m(), here.length_m(), 1.5e-14 * here.length_m());
      State state = initial_state(model);
      const AssemblyReport report = Closer(model).positions(model, state);
      EXPECT_TRUE(report.closed) << report.worst << " open by " << report.worst_gap << " after " << report.iterations;
      EXPECT_LE(report.iterations, 12);
      const double grain = std::numeric_limits<double>::epsilon() * far;  // of a position
      EXPECT_LT(gap(model, state), 6e-13 * here.length_m() + 20 * grain);
      EXPECT_LT((state.q - at_origin.q).lpNorm<Eigen::Infinity>(), 3e-14 + 20 * grain / here.length_m());  // joint coordinates do not see the world
      EXPECT_TRUE(Closer(model).velocities(model, state).consistent);
      EXPECT_EQ(RankFinder(model).find(model, state).rank, RankFinder(here).find(here, at_origin).rank);
    }
  }
}

// The platform starts a million model lengths from its legs: only slides can bring it there.
TEST(Closer, FetchesAPlatformFromFarAway) {
  for (const char* name : {"stewart", "rps_3"}) {
    const Description description = read_zoo(name);
    const double length = build(description).length_m();
    for (const double lengths : {30.0, 1e6}) {
      SCOPED_TRACE(testing::Message() << name << " " << lengths << " model lengths away");
      const double far = lengths * length;
      const Model model = build(carried(description, {far, -0.7 * far, 0.4 * far}, Carried::all_but_free_joints));
      State state = initial_state(model);
      const AssemblyReport report = Closer(model).positions(model, state);
      EXPECT_TRUE(report.closed) << report.worst << " open by " << report.worst_gap << " after " << report.iterations;
      EXPECT_LT(gap(model, state), 4e-13 * length + 40 * std::numeric_limits<double>::epsilon() * far);
    }
  }
}

// Nothing of earlier calls is left in the answers: held speeds, targets, other states.
TEST(Closer, HasNoMemory) {
  for (const std::string& name : loop_names()) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Closer used(model);
    Random random(11);
    for (int turn = 0; turn < 4; ++turn) {
      State start = initial_state(model);
      VecX change(model.nv());
      for (int i = 0; i < model.nv(); ++i) change[i] = random.uniform(-0.1, 0.1) * model.column_scale()[i];
      retract(model, initial_state(model).q, change, start.q);
      std::vector<bool> held;
      if (turn == 2) {
        held.assign(at(model.nv()), false);
        held[0] = true;
      }
      State a = start, b = start;
      EXPECT_EQ(used.positions(model, a, held).closed, Closer(model).positions(model, b, held).closed);
      EXPECT_EQ(a.q, b.q);
      used.velocities(model, a, held);
      Closer(model).velocities(model, b, held);
      EXPECT_EQ(a.v, b.v);
    }
  }
}

TEST(Closer, ReachesTargetsThatMove) {
  const Model model = zoo_model("stewart");
  State state = initial_state(model), twin = state;
  Closer closer(model);
  ASSERT_TRUE(closer.positions(model, state).closed);
  twin = state;
  const FrameId platform = static_cast<FrameId>(index(model.joint(model.speed(0).joint).child));
  Workspace ws(model);
  update_positions(model, state, ws);
  PoseTarget target{platform, frame_pose(model, ws, model.frame(platform)), PoseTarget::What::pose};
  for (int i = 1; i <= 5; ++i) {
    target.X_WF.p.z += 0.01;
    ASSERT_TRUE(closer.reach(model, std::vector{target}, state).closed) << i;
    ASSERT_TRUE(reach(model, {target}, twin).closed) << i;
    EXPECT_EQ(state.q, twin.q);
    update_positions(model, state, ws);
    EXPECT_LT(norm(frame_pose(model, ws, model.frame(platform)).p - target.X_WF.p), 1e-12);
  }
  EXPECT_TRUE(closer.reach(model, {}, state).closed);  // and the loops alone again
}

// Speeds as the dense decomposition would give them, redundant rows and held speeds included.
TEST(Closer, ChangesSpeedsAsTheDenseWay) {
  for (const std::string& name : loop_names()) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Closer closer(model);
    State state = initial_state(model);
    ASSERT_TRUE(closer.positions(model, state).closed);
    Random random(5);
    for (int i = 0; i < model.nv(); ++i) state.v[i] = random.uniform(-1, 1) * model.column_scale()[i];
    const VecX v = state.v;
    ASSERT_TRUE(closer.velocities(model, state).consistent);
    ScaledRows rows(model);
    update_scaled_rows(model, closer.closure(), rows);
    const VecX& sigma = rows.svd.singularValues();
    VecX c = rows.svd.matrixU().leftCols(sigma.size()).transpose() * (rows.A * v.cwiseQuotient(model.column_scale()));
    for (Eigen::Index i = 0; i < sigma.size(); ++i) c[i] = sigma[i] > rank_threshold * sigma[0] ? c[i] / sigma[i] : 0;
    const VecX expected = v - model.column_scale().cwiseProduct(rows.svd.matrixV().leftCols(sigma.size()) * c);
    EXPECT_LT((state.v - expected).cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>(), 1e-13);
  }
}

#ifdef ZANJIR_COUNTS_MALLOC
TEST(Closer, UsesNoHeapAfterTheFirstCall) {
  for (const char* name : {"four_bar", "rrr_3", "stewart", "four_bar_spatial", "bricard", "delta"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Closer closer(model);
    State start = initial_state(model), state = start;
    ASSERT_TRUE(closer.positions(model, state).closed);
    ASSERT_TRUE(closer.velocities(model, state).consistent);
    state = start;
    AllocationCount count;
    const bool closed = closer.positions(model, state).closed && closer.velocities(model, state).consistent;
    EXPECT_EQ(count.stop(), 0);
    EXPECT_TRUE(closed);
  }
}
#endif

}  // namespace
}  // namespace zanjir::test
