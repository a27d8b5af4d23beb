// A mechanism: loaded from a file, assembled, asked and simulated.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/face/answers.hpp"
#include "zanjir/face/batch.hpp"
#include "zanjir/face/dynamics.hpp"
#include "zanjir/face/run.hpp"
#include "zanjir/face/state.hpp"
#include "zanjir/face/values.hpp"

namespace zanjir {

// A mechanism as its file describes it (docs/format.md). Constant: every member function is const, and one object may be used by any number of
// threads at once. Copies are cheap and share it. States, runs and Dynamics keep it alive.
//
// Where a name or a number cannot be used, Error is thrown; it says why, with the nearest names. Units are SI and radians, vectors are in world
// axes, a joint's motion and reaction are those of its second body (child) relative to its first (parent). Functions here are for convenience: each
// call allocates. For many states use dynamics().
class Mechanism {
 public:
  Mechanism(const Mechanism&) = default;             // Cheap: both are the same. Moving does the same, so that none is ever empty.
  Mechanism& operator=(const Mechanism&) = default;  // As above.
  // Reads and builds; `settings` take the place of values in the file: load("four_bar.yaml", {{"crank", "250 mm"}}). Throws Error with every fault
  // that was found.
  static Mechanism load(const std::string& path, const Settings& settings = {});
  // The same without exceptions: no value when there are faults; warnings are among the diagnostics in either case.
  static Result<Mechanism> try_load(const std::string& path, const Settings& settings = {});
  // From a text; `name` stands for the file name in messages. Tables are looked up in the current folder.
  static Mechanism parse(const std::string& text, const std::string& name = "text", const Settings& settings = {});
  // The same without exceptions.
  static Result<Mechanism> try_parse(const std::string& text, const std::string& name = "text", const Settings& settings = {});

  const std::string& name() const;                      // As the file says.
  const std::string& file() const;                      // Path as given to load, or the name given to parse.
  const std::vector<Diagnostic>& warnings() const;      // What is odd about the file and was taken as it is.
  std::vector<JointInfo> joints() const;                // All of them, cut ones last.
  const std::vector<std::string>& coordinates() const;  // Names of the entries of MechanismState::q().
  const std::vector<std::string>& speeds() const;       // Names of the entries of v, vdot, tau, of rows of M and columns of Jacobians.
  const std::vector<std::string>& frames() const;       // "body" and "body.frame", the ground first.
  FrameId frame_id(std::string_view frame) const;       // For Dynamics; throws Error for an unknown name.

  // The state with these coordinates and speeds of any joints, cut ones too, at this time. What is said is held, the rest follows from the loops; of what
  // nothing is said starts from the file's initial state. Numbers that contradict the loops are an Error that names them and the gap.
  MechanismState assemble(const NamedValues& q = {}, const NamedValues& v = {}, double t_s = 0) const;
  // A state that was set by hand, moved onto its loops: positions, then speeds, by the least change. Error when they do not close.
  MechanismState close(const MechanismState& near) const;

  // Runs from `start`. A state whose loops are open is an Error with the joint and its gap; nothing is written then. How the run went is in the
  // Run: look at finished().
  Run simulate(const MechanismState& start, const SimulateOptions& options = {}) const;

  // Accelerations and all reactions under these forces. Speeds of which nothing is said get what the file's control says, else zero.
  Answer forward(const MechanismState& state, const NamedValues& forces = {}) const;
  // Forces and all reactions for these accelerations, of any joints; what is not said is zero, with loops the least that keeps them closed.
  Answer inverse(const MechanismState& state, const NamedValues& accelerations = {}) const;
  // What every joint carries in the motion of forward(state, forces), by joint name whether cut or not. Error where there is no solution.
  std::vector<Reaction> reactions(const MechanismState& state, const NamedValues& forces = {}) const;

  FrameKinematics frame(const MechanismState& state, std::string_view name) const;  // Pose and velocity of a body or frame.
  Jacobian jacobian(const MechanismState& state, std::string_view frame) const;     // Of a body or frame, over the speeds of the tree.
  MassMatrix mass_matrix(const MechanismState& state) const;                        // With the names of its rows.
  Energy energy(const MechanismState& state) const;                                 // Kinetic, gravity, springs, strain.

  // Compares all formulations that cover this mechanism at random admissible states, and checks derivatives and balances: seconds, not milliseconds.
  VerifyReport verify(int n_states = 50, std::uint64_t seed = 1) const;

  // The fast path, with scratch of its own; Error for an unknown formulation.
  Dynamics dynamics(std::string_view formulation = "newton-euler") const;
  // Many states at once, on so many threads (0: one per processor). The mechanism is assembled as its file says, to decide the rank of its loops.
  Batch batch(int threads = 0) const;

 private:
  friend struct FaceAccess;
  explicit Mechanism(std::shared_ptr<const MechanismCore>);
  std::shared_ptr<const MechanismCore> core_;
};

}  // namespace zanjir
