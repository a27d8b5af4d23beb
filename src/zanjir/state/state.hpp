// State: what changes in time. Workspace: scratch for one thread, sized once.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {

struct State {
  double t_s = 0;
  VecX q, v;  // entries of prescribed coordinates are ignored: they are evaluated from their laws at t_s
  // What the springs of loops carry where they are not stretched, [n_spring_rows] N, N m: the multipliers of the augmented Lagrangian. Empty: nothing.
  VecX preload = {};
  std::vector<ContactMemory> contact = {};  // per contact of the model, changed by events only; empty: all in flight
  bool laws_at_rest = false;  // prescribed joints stand where their laws put them at t_s, without rates and accelerations: a base thought to be still
};

State initial_state(const Model&);

// Entries of q that laws give, in order; those of v have Role::prescribed.
std::vector<int> prescribed_coordinates(const Model&);

// Prescribed coordinates at time t: writes their entries of q, v, vdot. `at_rest`: as State::laws_at_rest. Allocates nothing.
void evaluate_prescribed(const Model&, double t_s, VecOut q, VecOut v, VecOut vdot, bool at_rest = false);

// The same for who asks again and again for the same instants, as the stages of a step and what looks at its end do: laws are evaluated once for each. For one model;
// allocates when it is first asked.
class KnownLaws {
 public:
  void write(const Model&, double t_s, VecX& q, VecX& v, VecX& vdot, bool at_rest = false);

 private:
  struct Instant {
    double t_s = std::numeric_limits<double>::quiet_NaN();
    bool at_rest = false;
    std::vector<double> q, v, vdot;
  };
  std::vector<int> q_index_, v_index_;
  std::array<Instant, 2> known_;  // the middle of a step, and its end
  std::size_t newest_ = 0;
};

enum class Stage : std::uint8_t { none, position, velocity };

struct Workspace {
  explicit Workspace(const Model&);
  Stage stage = Stage::none;
  double t_s = 0;
  VecX q, v;                           // as used: the State's, prescribed entries from their laws, quaternions of unit length
  std::vector<ContactMemory> contact;  // [n_contacts]
  std::vector<ContactSeen> seen;       // [n_contacts] compliant ones that touch, once gather_forces has looked at them
  bool contacts_seen = false;
  VecX vdot_prescribed;  // [nv] from the laws; zero elsewhere
  KnownLaws laws;
  VecX preload;       // [n_spring_rows] the State's, or zero
  VecX tree;          // kernel scratch, laid out by kernels::scratch_layout
  VecX external_W;    // [6 n_bodies] wrench on each body from springs, loads, contacts and loops, world axes, about the world origin
  VecX external;      // [6 n_steps] the same summed to rows: row axes, row origin
  VecX tau_elements;  // [nv] generalized force of joint springs, dampers and loads
  VecX unused;        // [nv] where a kernel writes what nobody reads
};

// The state's contact memory, one entry per contact of the model. Allocates only into a vector of another size.
void take_contact_memory(const Model&, const State&, std::vector<ContactMemory>&);

// The state as it is used: prescribed entries from their laws, quaternions of unit length; no pose yet (Stage::none). Allocates nothing.
void take_state(const Model&, const State&, Workspace&);
// Poses of all rows (Stage::position); and their velocities (Stage::velocity). Needs sizes that fit the model. Allocates nothing.
void update_positions(const Model&, const State&, Workspace&);
void update_velocities(const Model&, const State&, Workspace&);
void update_velocities(const Model&, Workspace&);  // of the state that was taken

// q + dv * h on the configuration manifold: quaternions move by the exponential of a body rotation. dv has nv entries.
void retract(const Model&, const VecX& q, const VecX& dv, VecX& q_out);
// The dv with retract(q0, dv) = q1.
VecX difference(const Model&, const VecX& q0, const VecX& q1);
// qdot of the stored coordinates for speeds v.
void coordinate_rates(const Model&, const VecX& q, const VecX& v, VecX& qdot);

}  // namespace zanjir
