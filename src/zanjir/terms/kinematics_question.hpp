// Inverse and forward kinematics as questions of `eval`: the `ik` and `fk` parts of a state, and their answers. Shape: docs/eval.md.
//   {"ik": {"frame": "platform", "p": [0.1, 0, 0.9], "quat": [1, 0, 0, 0]}}      {"q": {"A1": 0.2}, "fk": {"hold": ["A1", "A2", "A3"]}}
//   {"ik": {"frame": "spindle", "p": [0, 0, 0.25], "along": [0, 0.1, 1], "range": {"L1": [0.09, 0.45]}}}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/loops/branches.hpp"
#include "zanjir/terms/said.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

struct KinematicsQuestion {
  std::vector<PoseTarget> targets;               // ik; a component that is left out is not a number
  std::optional<std::vector<std::string>> hold;  // joints that stay where they are in the state; fk: default see held_by_default
  std::vector<CoordinateRange> ranges = {};      // beside the stops of the model
  std::vector<std::string> label = {};           // only branches with these words in their label
  BranchSearch search;
};

// From the value of the key `ik` or `fk`. Every fault found is added to `problems`.
KinematicsQuestion read_ik(const Model&, const Said&, std::vector<SaidProblem>& problems);
KinematicsQuestion read_fk(const Model&, const Said&, std::vector<SaidProblem>& problems);

// A body or frame that can move; nothing and a problem otherwise.
std::optional<FrameId> find_moving_frame(const Model&, const std::string& name, const Said& where, const std::string& path,
                                         std::vector<SaidProblem>&);
// A quaternion [w, x, y, z]; nothing and a problem when it is none.
std::optional<Mat3d> orientation_said(const Said&, const std::string& path, std::vector<SaidProblem>&);
inline constexpr double typed_orientation = 1e-6;  // a quaternion or a matrix as typed may be off by this

struct KinematicsAnswer {
  Branches branches;
  std::vector<std::string> held;               // joints
  std::vector<VecX> q;                         // per branch, of all joints (UserJoints)
  std::vector<std::vector<Transformd>> poses;  // per branch, of the frames asked, in the frame `in`
  bool found() const { return branches.count > 0; }
  std::string note() const;      // why nothing was found
  std::string evidence() const;  // what is known about completeness
};
// `near`: a closed state. given: joints whose coordinates the user gave, the default of `hold` of fk (or else the actuated ones).
KinematicsAnswer answer_kinematics(const Model&, const UserJoints&, const KinematicsQuestion&, const State& near, const std::vector<FrameId>& frames,
                                   FrameId in);
std::vector<std::string> held_by_default(const Model&, const std::vector<std::string>& given);

}  // namespace zanjir
