// Poses of a mechanism with legs as the flat tables that the kernels read. LegFollower writes the legs, JacobianRows the rows of J0, whoever asks what is read there;
// `finish` makes the tables of it.
#pragma once

#include <algorithm>
#include <vector>

#include "zanjir/kernels/pose_tables.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct PosePlan {
  PosePlan() = default;
  PosePlan(const PosePlan&) = delete;
  PosePlan& operator=(const PosePlan&) = delete;

  std::vector<kernels::PoseStep> steps;
  std::vector<kernels::LegChain> chains;
  std::vector<kernels::RigidStep> rigid;
  std::vector<kernels::LegElement> elements;
  std::vector<kernels::LegStage> stages;
  std::vector<kernels::LegPlace> places;
  std::vector<std::int32_t> moved;
  std::vector<kernels::PosedJoint> posed;
  std::vector<std::int32_t> angles;
  std::vector<kernels::PoseTargetRow> targets;
  std::vector<kernels::ScrewChain> screw_chains;
  std::vector<kernels::ScrewColumn> screw_columns;
  std::vector<kernels::PointOn> frames;
  std::vector<kernels::ConeRow> cones;
  std::vector<kernels::LinkRow> links;
  std::vector<kernels::LinkPairs> distances;
  std::vector<std::int32_t> pairs;
  kernels::PoseTables tables;

  void finish() {
    const auto size = [](const auto& list) { return static_cast<std::int32_t>(list.size()); };
    kernels::PoseTables& t = tables;
    t.n_targets = size(targets), t.n_steps = size(steps), t.n_posed = size(posed);
    t.step = steps.data(), t.chain = chains.data(), t.rigid = rigid.data(), t.element = elements.data(), t.stage = stages.data();
    t.place = places.data(), t.moved = moved.data(), t.posed = posed.data(), t.target = targets.data();
    t.n_angles = size(angles), t.angle = angles.data();
    t.platform.n_chains = size(screw_chains), t.platform.chain = screw_chains.data(), t.platform.column = screw_columns.data();
    t.n_frames = size(frames), t.n_cones = size(cones), t.n_distances = size(distances), t.n_links = size(links);
    t.frame = frames.data(), t.cone = cones.data(), t.link = links.data(), t.distance = distances.data(), t.pair = pairs.data();
  }
};

inline void plan_vector(const Vec3d& a, double* out) { out[0] = a.x, out[1] = a.y, out[2] = a.z; }
inline void plan_pose(const Transformd& X, double* out) {
  const double numbers[12] = {X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz, X.R.zx, X.R.zy, X.R.zz, X.p.x, X.p.y, X.p.z};
  std::copy(numbers, numbers + 12, out);
}
inline kernels::PointOn plan_point(int row, const Vec3d& at) {
  kernels::PointOn out;
  out.row = row;
  plan_vector(at, out.at);
  return out;
}

}  // namespace zanjir
