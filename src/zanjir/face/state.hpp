// Where a mechanism is and how it moves.
#pragma once

#include <memory>
#include <string_view>

#include "zanjir/core/linear.hpp"

namespace zanjir {

struct MechanismCore;
struct State;

// A state of one mechanism: time, coordinates and speeds. Mechanism::assemble makes it with its loops closed; a simulation ends in one. It
// knows its mechanism, so that no other one takes it by mistake. A value: copies are independent of each other.
//
// The vectors q and v hold the coordinates and speeds that the mechanism integrates, named by Mechanism::coordinates() and speeds(). They depend on
// where the loops are cut; numbers by name do not, and cover every joint.
class MechanismState {
 public:
  MechanismState(const MechanismState&);                 // Allocates.
  MechanismState(MechanismState&&) noexcept;             // Leaves the other one empty: assign to it or let it go; what is asked of it throws Error.
  MechanismState& operator=(const MechanismState&);      // Allocates only where sizes differ.
  MechanismState& operator=(MechanismState&&) noexcept;  // As above.
  ~MechanismState();

  double time_s() const;  // Laws of time (prescribed joints, loads, control) are read at it.
  const VecX& q() const;  // [Mechanism::coordinates()] SI and radians.
  const VecX& v() const;  // [Mechanism::speeds()] SI and radians.

  // The coordinate of any joint, cut ones too, in the user's own terms: state["A"], state["S.qw"]. Of a tree joint: a look-up by
  // name. Of a cut one: kinematics of the whole mechanism, with scratch of its own. Throws Error for an unknown name.
  double operator[](std::string_view coordinate) const;
  // The speed of any joint: state.speed("A"), state.speed("S.wx"). Cost and errors as above.
  double speed(std::string_view name) const;

  // Puts other numbers in, for programs that bring states of their own (an integrator, samples). Sizes must fit, else Error. Where the mechanism has
  // loops the state counts as unchecked: whoever takes it next looks whether they are closed. Allocates nothing.
  void set(double t_s, const VecIn& q, const VecIn& v);

  // Whether the loops are known to be closed: from assemble, close and simulate; without loops always; not after set.
  bool closed() const { return closed_; }

 private:
  friend struct FaceAccess;
  MechanismState(std::shared_ptr<const MechanismCore>, State&&, bool closed);
  std::shared_ptr<const MechanismCore> core_;
  std::unique_ptr<State> state_;
  bool closed_ = false;
};

}  // namespace zanjir
