// Several poses at once beside one by one, over the parallel robots of the zoo and all instruction sets that the processor has.
#include "zanjir/map/pose_lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/singular_values.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/jacobian_rows.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test::pose_lanes_cases {
namespace {

constexpr double met = 1e-13;
using What = PoseTarget::What;

std::vector<const kernels::PoseFunctions*> all_functions() {
  std::vector<const kernels::PoseFunctions*> all;
  for (const auto& [isa, lanes] : {std::pair{"base", 1}, {"avx2", 4}, {"avx512", 8}})
    if (const auto* f = kernels::pose_functions_for(isa, lanes)) all.push_back(f);
  return all;
}

struct Pose {
  VecX q_near;
  std::span<const double> near() const { return {q_near.data(), at(q_near.size())}; }
  std::vector<Transformd> X_WF;
};

struct Robot {
  explicit Robot(const std::string& name) : model(zoo_model(name)), platform(likely_platform(model)) {}
  Model model;
  std::optional<BodyId> platform;
  std::vector<PoseTarget> targets;
  std::optional<LegFollower> legs;
  std::optional<JacobianRows> rows;
  PoseNumbers numbers;
  Clearance links;

  bool lead(What what) {
    if (!platform) return false;
    const State home = initial_state(model);
    Workspace ws(model);
    update_positions(model, home, ws);
    for (const Frame& frame : model.frames()) {
      if (frame.body != *platform || frame.origin != Origin::user) continue;
      PoseTarget target{*model.find_frame(frame.name), frame_pose(model, ws, frame), what};
      targets = {target};
      legs = LegFollower::make(model, targets, home);
      numbers.frames = {&frame};
      break;
    }
    if (!legs) return false;
    rows = JacobianRows::of(model, find_limbs(model, BodyId::ground, *platform));
    if (!rows) numbers.frames.clear();
    std::vector<const Frame*> ends;  // a link from each body to the ground, and to the next
    for (const Body& body : model.bodies())
      if (body.origin == Origin::user)
        if (const auto id = model.find_frame(body.name)) ends.push_back(&model.frame(*id));
    for (std::size_t i = 0; i + 1 < ends.size() && i < 8; ++i) links.add_segment(model, *ends[i], *ends[i + 1], 0.001 * static_cast<double>(i));
    if (links.find_pairs(model)) numbers.distances = {&links};
    if (ends.size() > 1) numbers.cones = {{std::pair{ends[0], Vec3d{0, 0.6, 0.8}}, std::pair{ends[1], Vec3d{1, 0, 0}}}};
    return true;
  }

  // Of a closed configuration: the target there, from some way aside.
  std::optional<Pose> pose(Random& random) const {
    State state;
    if (!random_closed_state(model, random, state)) return std::nullopt;
    Workspace ws(model);
    update_positions(model, state, ws);
    VecX aside(model.nv());
    for (Eigen::Index i = 0; i < aside.size(); ++i) aside[i] = 0.02 * model.column_scale()[i] * random.uniform(-1, 1);
    Pose out;
    retract(model, state.q, aside, out.q_near);
    out.X_WF = {frame_pose(model, ws, model.frame(targets[0].frame))};
    return out;
  }
};

struct Found {
  bool sure = false;
  VecX q;
  std::vector<double> numbers;
  bool operator==(const Found& o) const { return sure == o.sure && (!sure || (q == o.q && numbers == o.numbers)); }
};
Found found_in(const PoseLanes& lanes, unsigned doubt, int lane, int nq, std::size_t n) {
  Found out;
  out.sure = (doubt >> lane & 1) == 0;
  out.q.resize(nq);
  for (int i = 0; i < nq; ++i) out.q[i] = lanes.coordinate(lane, i);
  for (std::size_t i = 0; i < n; ++i) out.numbers.push_back(lanes.number(lane, i));
  return out;
}

TEST(PoseLanes, SayWhatOnePoseByItselfSays) {
  int robots = 0, with_rows = 0, sure = 0, followed = 0;
  for (const std::string& name : loop_names()) {
    for (const What what : {What::pose, What::axis, What::position}) {
      SCOPED_TRACE(name + " " + std::to_string(static_cast<int>(what)));
      Robot robot(name);
      if (!robot.lead(what)) continue;
      const Model& model = robot.model;
      Random random(5);
      std::vector<Pose> poses;
      for (int i = 0; i < 24; ++i)
        if (auto pose = robot.pose(random)) poses.push_back(std::move(*pose));
      if (poses.size() < 8) continue;
      ++robots;
      with_rows += robot.rows.has_value();
      const std::size_t n = 2 * robot.numbers.frames.size() + robot.numbers.cones.size() + robot.numbers.distances.size();
      for (const kernels::PoseFunctions* functions : all_functions()) {
        SCOPED_TRACE(functions->isa);
        const auto lanes = PoseLanes::make(model, *robot.legs, robot.targets, robot.numbers, initial_state(model), met, functions);
        ASSERT_TRUE(lanes || robot.rows);
        if (!lanes) break;  // its initial state is near a limb singularity
        std::vector<Found> found;
        for (std::size_t i = 0; i < poses.size(); ++i) {
          const int lane = static_cast<int>(i) % lanes->lanes();
          lanes->put(lane, poses[i].near(), poses[i].X_WF);
          if (lane + 1 < lanes->lanes() && i + 1 < poses.size()) continue;
          const unsigned doubt = lanes->follow();
          for (int k = 0; k <= lane; ++k) found.push_back(found_in(*lanes, doubt, k, model.nq(), n));
        }
        // With other neighbours and in another lane: the same bits.
        for (std::size_t i = 0; i < poses.size(); ++i) {
          for (int k = 0; k < lanes->lanes(); ++k) {
            const std::size_t other = k == 0 ? i : (3 * i + 7 * at(k)) % poses.size();
            lanes->put(lanes->lanes() - 1 - k, poses[other].near(), poses[other].X_WF);
          }
          EXPECT_TRUE(found_in(*lanes, lanes->follow(), lanes->lanes() - 1, model.nq(), n) == found[i]) << i;
          // Beside poses that nobody reaches, too: what becomes of them is nobody else's.
          std::vector<Transformd> away = poses[i].X_WF;
          for (int k = 0; k + 1 < lanes->lanes(); ++k) {
            away[0].p = away[0].p + Vec3d{3, -2, 1} * ((1 + k) * model.length_m());
            lanes->put(k, poses[i].near(), away);
          }
          EXPECT_TRUE(found_in(*lanes, lanes->follow(), lanes->lanes() - 1, model.nq(), n) == found[i]) << i;
        }
        for (std::size_t i = 0; i < poses.size(); ++i) {
          VecX q;
          const bool follows = robot.legs->follow(model, poses[i].X_WF, poses[i].q_near, q) == Followed::found;
          followed += follows;
          sure += found[i].sure;
          if (!found[i].sure) continue;
          EXPECT_TRUE(follows);
          // Both close the loops to 1e-13 and so differ by that times the condition of the rows; the states are drawn where that is below 1e4.
          EXPECT_LE((q - found[i].q).cwiseAbs().maxCoeff(), 1e4 * met) << i;
          State state = initial_state(model);
          state.q = found[i].q;
          Workspace ws(model);
          update_positions(model, state, ws);
          std::size_t next = 0;
          if (!robot.numbers.frames.empty()) {
            MatX J0;
            if (robot.rows->find(model, ws, frame_pose(model, ws, *robot.numbers.frames[0]).p, J0)) {
              VecX sigma;
              singular_values(J0, sigma);
              const double bound = rounding(100, std::max(1.0, sigma[0]));
              EXPECT_NEAR(found[i].numbers[0], sigma[sigma.size() - 1], bound);
              EXPECT_NEAR(found[i].numbers[1], sigma[0], bound);
            }
            next = 2;
          }
          if (!robot.numbers.cones.empty()) {
            const auto& cone = robot.numbers.cones[0];
            const Vec3d a = frame_pose(model, ws, *cone[0].first).R * cone[0].second, b = frame_pose(model, ws, *cone[1].first).R * cone[1].second;
            EXPECT_NEAR(found[i].numbers[next++], std::atan2(norm(cross(a, b)), dot(a, b)), rounding(100));
          }
          if (!robot.numbers.distances.empty()) {
            // A square of a distance is good to rounding of lengths squared; so is its root, unless the distance is small.
            const double length = model.length_m(), square = rounding(1e3, length * length), least = robot.links.least(model, ws);
            EXPECT_NEAR(found[i].numbers[next], least, square / (std::abs(least) + std::sqrt(square)) + rounding(10, length));
          }
        }
      }
    }
  }
  EXPECT_GE(robots, 8);
  EXPECT_GE(with_rows, 6);
  EXPECT_GE(sure, 9 * followed / 10);
  RecordProperty("robots", robots);
  RecordProperty("sure", sure);
  RecordProperty("followed", followed);
}

}  // namespace
}  // namespace zanjir::test::pose_lanes_cases
