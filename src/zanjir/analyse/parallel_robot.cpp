#include "zanjir/analyse/parallel_robot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"

namespace zanjir {
namespace {

std::string text(const Vec3d& a) {
  const auto tidy = [](double x) { return std::abs(x) < 5e-13 ? 0.0 : x; };
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", tidy(a.x), tidy(a.y), tidy(a.z));
}

struct Numbers {
  std::vector<int> limb_rank;
  int constraint_rank = 0, rank = 0;
};

struct Found {
  std::vector<LimbScrews> screws;
  ParallelJacobian jacobian;
  Numbers numbers;
};
Found look(const Model& model, const Workspace& ws, const std::vector<Limb>& limbs, const Frame& frame, const Vec3d& O) {
  Found f;
  const BodyId base = limb_base(model);
  for (const Limb& limb : limbs) {
    f.screws.push_back(limb_screws(model, ws, base, frame.body, limb, O));
    f.numbers.limb_rank.push_back(f.screws.back().rank);
  }
  f.jacobian = parallel_jacobian(model, limbs, f.screws);
  f.numbers.constraint_rank = static_cast<int>(f.jacobian.J0.cols()) - f.jacobian.platform_freedoms;
  f.numbers.rank = f.jacobian.rank;
  return f;
}

// The largest ranks at closed states beside this one.
Numbers beside(const Model& model, const State& state, const std::vector<Limb>& limbs, const Frame& frame, Numbers most) {
  Random random(1);
  Workspace ws(model);
  for (int i = 0; i < 3; ++i) {
    VecX away(model.nv());
    for (int k = 0; k < model.nv(); ++k)
      away[k] = model.roles()[at(k)] == Role::prescribed || model.speed(k).is_mode() ? 0 : 0.02 * random.uniform(-1, 1) * model.column_scale()[k];
    State there = state;
    retract(model, state.q, away, there.q);
    if (model.n_closure_rows() > 0 && !close_positions(model, there).closed) continue;
    update_positions(model, there, ws);
    const Numbers n = look(model, ws, limbs, frame, frame_pose(model, ws, frame).p).numbers;
    for (std::size_t k = 0; k < most.limb_rank.size(); ++k) most.limb_rank[k] = std::max(most.limb_rank[k], n.limb_rank[k]);
    most.constraint_rank = std::max(most.constraint_rank, n.constraint_rank);
    most.rank = std::max(most.rank, n.rank);
  }
  return most;
}

Vec3d three(const VecX& t, const std::vector<std::string>& names, char letter) {
  Vec3d out{0, 0, 0};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i][0] == letter) out[names[i][1] - 'x'] = t[static_cast<Eigen::Index>(i)];
  }
  return out;
}

// A motion of the platform that these rows do not see, in words.
std::string unseen(const Model& model, const MatX& J, const Vec3d& O) {
  if (J.rows() == 0) return "";
  VecX unit(J.cols());
  const std::vector<std::string> names = twist_names(model.plane());
  for (std::size_t i = 0; i < names.size(); ++i) unit[static_cast<Eigen::Index>(i)] = names[i][0] == 'w' ? 1 : model.length_m();
  MatX scaled = J * unit.asDiagonal();
  for (Eigen::Index i = 0; i < scaled.rows(); ++i) scaled.row(i).normalize();
  const Eigen::JacobiSVD<MatX> svd(scaled, Eigen::ComputeFullV);
  const VecX t = unit.cwiseProduct(svd.matrixV().col(J.cols() - 1));
  const ScrewAxis axis = axis_of(three(t, names, 'w'), three(t, names, 'v'), O, model.length_m());
  if (axis.infinite) return "a translation along " + text(axis.direction);
  if (std::abs(axis.pitch_m) < 1e-6 * model.length_m()) return "a turn about " + text(axis.direction) + " through " + text(axis.point) + " m";
  return fmt::format("a screw of pitch {:.6g} m about {} through {} m", axis.pitch_m, text(axis.direction), text(axis.point));
}

}  // namespace

std::string words_of_wrench(const Model& model, const ParallelRobot& robot, std::size_t limb, const Forced& W) {
  const ScrewAxis axis = axis_of(W.f, W.n, robot.O_W, model.length_m());
  if (axis.infinite) return "pure couple about " + text(axis.direction);
  std::string where = text(axis.point) + " m";
  for (const auto& [name, at] : robot.joints_W[limb]) {
    if (norm(cross(at - axis.point, axis.direction)) < 1e-9 * model.length_m()) {
      where = name;
      break;
    }
  }
  if (std::abs(axis.pitch_m) < 1e-9 * model.length_m()) return "pure force along " + text(axis.direction) + " through " + where;
  return fmt::format("wrench of pitch {:.6g} m along {} through {}", axis.pitch_m, text(axis.direction), where);
}

ParallelRobot parallel_robot(const Model& model, const Workspace& ws, const State& state, FrameId id) {
  ParallelRobot robot;
  const Frame& frame = model.frame(id);
  robot.O_W = frame_pose(model, ws, frame).p;
  robot.limbs = find_limbs(model, limb_base(model), frame.body);
  for (const Limb& limb : robot.limbs) {
    auto &list = robot.joints_W.emplace_back(), late = list;
    for (const LimbJoint& j : limb.joints) {
      if (!j.rod) list.emplace_back(j.joint.name, body_pose(model, ws, j.joint.child) * j.joint.X_CJ.p);
      if (!j.rod && (j.joint.type == JointType::prismatic || j.joint.type == JointType::weld)) {  // have no centre of their own: the last to be named
        late.push_back(list.back());
        list.pop_back();
      }
    }
    list.insert(list.end(), late.begin(), late.end());
  }
  Found here = look(model, ws, robot.limbs, frame, robot.O_W);
  const Numbers generic = beside(model, state, robot.limbs, frame, here.numbers);
  robot.screws = std::move(here.screws);
  robot.jacobian = std::move(here.jacobian);
  robot.indices = jacobian_indices(robot.jacobian, model.plane(), model.characteristic_length_m());
  robot.best = best_length(robot.jacobian, model.plane(), model.length_m());
  robot.transmission = transmissions(model, robot.screws, robot.jacobian, robot.O_W);
  for (std::size_t i = 0; i < robot.limbs.size(); ++i) {
    if (robot.screws[i].rank >= generic.limb_rank[i]) continue;
    robot.singularities.push_back(
        {"limb",
         fmt::format(
             "limb {}: its screws leave {} freedoms to the platform, {} beside this configuration; it moves by itself, and carries {} besides",
             robot.limbs[i].name, robot.screws[i].rank, generic.limb_rank[i],
             robot.screws[i].constraints.empty() ? "nothing" : words_of_wrench(model, robot, i, robot.screws[i].constraints.back()))});
  }
  if (here.numbers.constraint_rank < generic.constraint_rank)
    robot.singularities.push_back(
        {"constraint", fmt::format("the constraint wrenches of the limbs have rank {}, {} beside this configuration: the platform gains {}",
                                   here.numbers.constraint_rank, generic.constraint_rank, unseen(model, robot.jacobian.J_c, robot.O_W))});
  if (here.numbers.rank < generic.rank && here.numbers.constraint_rank >= generic.constraint_rank)
    robot.singularities.push_back({"actuation", "with all actuators locked the platform can move: " + unseen(model, robot.jacobian.J0, robot.O_W)});
  return robot;
}

}  // namespace zanjir
