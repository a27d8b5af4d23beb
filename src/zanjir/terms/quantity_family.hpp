// For the files in terms/quantities/ alone: what a family of quantities is made from.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/terms/compliance.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

struct QuantityScope {
  const Model& model;
  const UserJoints& users;
  std::vector<FrameId> frames;
  std::vector<std::pair<std::size_t, std::size_t>> control_numbers = {};  // of each sampled controller: values, memory
  std::vector<bool> row_turns = {};                                       // [n_closure_rows] its residual is an angle
  mutable std::optional<std::vector<const Frame*>> platform_frames = {};  // of a parallel robot, when first asked for
};

// Parts of QuantityData that several families share, each with those it is found from.
enum : unsigned {
  uses_coordinates = 1,
  uses_speeds = 2 | uses_coordinates,
  uses_accelerations = 4 | uses_speeds,  // vdot, and those of the rows in the workspace
  uses_forces = 8,                       // tau
  uses_power = 16 | uses_forces | uses_speeds,
  uses_frames = 32,
  uses_contacts = 64,
  uses_energy = 128,
  uses_momentum = 256,
  uses_closure = 512
};

struct ParallelQuantities;  // terms/quantities/parallel.cpp
class Clearance;            // kinematics/clearance.hpp
class StandardFormFinder;   // formulations/virtual_work/standard_form.hpp

struct QuantityData {
  QuantityData(const QuantityScope&);
  const QuantityScope& scope;
  Workspace* ws = nullptr;
  const Solution* solution = nullptr;
  const double* work_J = nullptr;
  double energy_begin_J = 0;
  const double* control = nullptr;
  VecX q, v, vdot, tau;                 // over the users' joints
  std::vector<FrameKinematics> frames;  // of scope.frames
  std::vector<ContactAction> contacts;  // of all contacts of the model
  Energy energy;
  Power power;  // cut joints included
  Momentum momentum;
  VecX elongations;                              // [n_spring_rows]
  std::optional<Closure> closure;                // rows of the loops, where there are any
  std::optional<ScaledRows> rows;                // made by whoever wants their decomposition
  std::shared_ptr<ParallelQuantities> parallel;  // likewise, by the first family that wants the indices of a parallel robot
  bool parallel_known = false;                   // at this instant
  std::optional<DrivenMotion> driven;            // likewise, anew at every instant
  std::optional<ElasticRest> elastic;
  std::shared_ptr<StandardFormFinder> standard_form;  // made by the first family that wants it
  std::shared_ptr<Clearance> clearance;               // likewise, and the bodies that it compares
  std::vector<BodyId> compared;
  const std::vector<bool>* chosen = nullptr;  // of the names of the family that writes: what somebody wants; a family may leave out the rest
};

inline constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

// Whether somebody wants one of these names of the family that writes.
inline bool wanted(const QuantityData& d, std::size_t begin, std::size_t n) {
  const auto first = d.chosen->begin() + static_cast<std::ptrdiff_t>(begin);
  return std::find(first, first + static_cast<std::ptrdiff_t>(n), true) != first + static_cast<std::ptrdiff_t>(n);
}

inline double* put(double* out, const Vec3d& a) {
  out[0] = a.x, out[1] = a.y, out[2] = a.z;
  return out + 3;
}

// A family of one quantity that every model has, or every model of which `exists` is true.
using Exists = bool (*)(const QuantityScope&);
QuantityFamily single(QuantityGroup, std::string_view name, std::string_view unit, std::string_view meaning, Needs, unsigned parts,
                      double (*value)(QuantityData&), Exists = nullptr);
// One of three components, "NAME.x" to "NAME.z".
QuantityFamily vector3(QuantityGroup, std::string_view name, std::string_view unit, std::string_view meaning, Needs, unsigned parts,
                       Vec3d (*value)(QuantityData&));

// The power of everything at a state, with the forces on the users' joints: dynamics/energy.hpp, and the actuators of cut joints.
Power power_at(const UserJoints&, const Model&, const Workspace&, const VecX& tree_tau, const VecX& user_tau, const VecX& user_v);

// The catalogue, file by file.
void add_joint_quantities(std::vector<QuantityFamily>&);
void add_motor_quantities(std::vector<QuantityFamily>&);
void add_reaction_quantities(std::vector<QuantityFamily>&);
void add_frame_quantities(std::vector<QuantityFamily>&);
void add_contact_quantities(std::vector<QuantityFamily>&);
void add_energy_quantities(std::vector<QuantityFamily>&);
void add_power_quantities(std::vector<QuantityFamily>&);
void add_momentum_quantities(std::vector<QuantityFamily>&);
void add_ledger_quantities(std::vector<QuantityFamily>&);
void add_controller_quantities(std::vector<QuantityFamily>&);
void add_loop_quantities(std::vector<QuantityFamily>&);
void add_parallel_quantities(std::vector<QuantityFamily>&);
void add_capacity_quantities(std::vector<QuantityFamily>&);
void add_compliance_quantities(std::vector<QuantityFamily>&);
void add_apparent_mass_quantities(std::vector<QuantityFamily>&);
void add_force_share_quantities(std::vector<QuantityFamily>&);
void add_clearance_quantities(std::vector<QuantityFamily>&);

}  // namespace zanjir
