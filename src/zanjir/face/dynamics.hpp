// The fast path: many questions about many states, without heap and without names.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/outcome.hpp"
#include "zanjir/face/answers.hpp"

namespace zanjir {

class Mechanism;
class MechanismState;
enum class FrameId : int;  // number of a frame of one mechanism: Mechanism::frame_id

// Dynamics and kinematics of one mechanism with scratch of its own: made once (Mechanism::dynamics), asked as often as you like. Not for two
// threads at once: each makes one of its own, all from the same Mechanism.
//
// Vectors are over Mechanism::speeds(). A call with vectors of another size, or with a state of another mechanism, throws Error; so does one with a
// state from MechanismState::set whose loops are open by more than `open_above`. Nothing is allocated once a question of its kind has been
// asked. Trees cost the recursions (O(n)) and little more; with loops the rank of their rows is decided once and kept as long as it surely holds.
class Dynamics {
 public:
  Dynamics(Dynamics&&) noexcept;             // moves; one that was moved away throws Error
  Dynamics& operator=(Dynamics&&) noexcept;  // moves
  ~Dynamics();

  // Loops of a state that was set by hand may be off by this part of a model length (or by this many radians): as far as a stage of an
  // integration step comes off them, and far less than an open loop.
  static constexpr double open_above = 1e-3;

  // Accelerations for the forces tau (actuators and all else that the caller applies; springs, loads, dampers, contacts and gravity come from the model).
  // Prescribed speeds follow their laws, whatever tau says. Unless solved, vdot is left alone: see note().
  SolveStatus forward(const MechanismState&, const VecIn& tau, VecOut vdot);
  // Forces for the accelerations vdot. With loops they must keep them closed, and forces are wanted at actuated and prescribed joints only.
  // Unless solved, tau is left alone: see note().
  SolveStatus inverse(const MechanismState&, const VecIn& vdot, VecOut tau);
  // Why the last answer was not ok; names the joint.
  const std::string& note() const;

  // M [speeds x speeds], both triangles, and the bias [speeds] of M vdot + bias = tau + Phi_q^T lambda.
  void mass_matrix(const MechanismState&, MatX& M);
  // The bias: velocity terms, gravity, springs, dampers, contacts and loads.
  void bias(const MechanismState&, VecX& bias);

  // Pose and velocity of a frame; Mechanism::frame_id finds its number once.
  FrameKinematics frame(const MechanismState&, FrameId);
  // [omega; velocity of the frame origin] = J v, world axes; J is 6 x speeds.
  void jacobian(const MechanismState&, FrameId, Mat6X& J);

  // Energy of the state.
  Energy energy(const MechanismState&);

  // Drops what earlier states have left behind (the rank of loops): the next answers are those of a new object to the last bit, whatever was asked
  // before. For work shared among threads: once per unit of work.
  void forget();

 private:
  friend class Mechanism;
  struct Impl;
  explicit Dynamics(std::unique_ptr<Impl>);
  Impl& impl() const;  // Error: it was moved away
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
