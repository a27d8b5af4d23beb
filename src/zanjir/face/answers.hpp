// What a mechanism answers when it is asked about one state.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zanjir/core/kinds.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/outcome.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

// A joint as the user wrote it.
struct JointInfo {
  std::string name;                      // As in the file.
  JointType type = JointType::weld;      // weld, revolute, prismatic, ...
  std::string first, second;             // Parent and child, or the two of `between`.
  bool cut = false;                      // The tree leaves it out: its coordinates follow from those of the others.
  std::vector<std::string> coordinates;  // "A", or "S.qw" ...
  std::vector<std::string> speeds;       // "A", or "S.wx" ...
};

// [omega; velocity of the frame origin] = J v, world axes; v are the speeds of the tree.
struct Jacobian {
  Mat6X J;                           // 6 x speeds; rad/s in rows 0 to 2, m/s in rows 3 to 5, per unit speed.
  std::vector<std::string> columns;  // Names of the speeds: Mechanism::speeds().
};

// The mass matrix of M vdot + bias = tau + Phi_q^T lambda over the speeds of the tree. It depends on where the loops are cut.
struct MassMatrix {
  MatX M;                           // Both triangles. Rotor inertia times gear ratio squared is on the diagonal.
  std::vector<std::string> speeds;  // Names of rows and columns: Mechanism::speeds().
};

// What a joint carries: the wrench of its first body (the parent) on its second (the child), world axes, N and N m.
struct Reaction {
  std::string joint;               // Name as in the file, cut or not.
  Vec3d force{0, 0, 0};            // N.
  Vec3d moment{0, 0, 0};           // N m, about `point`.
  Vec3d point{0, 0, 0};            // The origin of the joint on its second body, in the world, m.
  Vec3d actuator_force{0, 0, 0};   // The whole force of the actuator; `force` has it less what accelerates the rotor.
  Vec3d actuator_moment{0, 0, 0};  // The same as a moment.
  bool determined = true;          // False: redundant constraints share a load here, and the numbers are the least choice of many.
};

// Accelerations, forces and reactions of one motion. Where status() is not a solution, its numbers may not be asked for.
class Answer {
 public:
  SolveStatus status() const { return status_; }     // ok, redundant (solved, with a choice), or why there is no solution.
  const std::string& note() const { return note_; }  // Why the status is not ok: names the joint. Empty when all is well.
  // ok or redundant.
  bool solved() const { return zanjir::solved(status_); }

  // Of any joint, cut ones too, by the name of its speed. Throws Error for an unknown name, and when there is no solution.
  double acceleration(std::string_view speed) const;
  // Generalized force on a speed, N or N m, on the joint side of the gear: given, or what the inverse question found. Throws as above.
  double force(std::string_view speed) const;
  // What a joint carries. Throws as above.
  const Reaction& reaction(std::string_view joint) const;
  // Any quantity of docs/quantities.md in this motion, but those of a run's ledger: "A.motor.torque", "platform.J0.sigma_min", "energy.total". What
  // follows from the state alone is there without a solution too. Throws as above.
  double quantity(std::string_view name) const;

  const VecX& vdot() const { return vdot_; }                             // [Mechanism::speeds()]; empty without a solution.
  const VecX& tau() const { return tau_; }                               // [Mechanism::speeds()]; empty without a solution.
  const std::vector<Reaction>& reactions() const { return reactions_; }  // All joints; empty without a solution.
  // Inverse question with too few actuators (status inconsistent): the force that is missing, by the names of all speeds; else empty.
  const std::vector<std::pair<std::string, double>>& leftover() const { return leftover_; }

 private:
  friend struct FaceAccess;
  const double& number(const VecX&, std::string_view speed) const;
  [[noreturn]] void no_solution() const;
  SolveStatus status_ = SolveStatus::ok;
  std::string note_, file_;
  std::vector<std::string> speeds_;  // of all joints
  VecX vdot_, tau_, user_vdot_, user_tau_;
  std::vector<Reaction> reactions_;
  std::vector<std::pair<std::string, double>> leftover_;
  struct Motion;
  std::shared_ptr<const Motion> motion_;  // what quantities follow from
};

// Whether independent formulations agree about a mechanism: what `zanjir verify` prints.
struct VerifyReport {
  bool agrees = false;     // Every comparison is within its bound.
  std::string problem;     // The first reason why it does not; else empty.
  std::string text, json;  // The whole table, for people and for programs.
};

}  // namespace zanjir
