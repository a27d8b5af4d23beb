// Force elements, resolved: springs, dampers and loads on frames or on joint coordinates. Pure functions of frame kinematics and time.
// The laws are shared by all formulations; turning them into generalized forces is each formulation's own business.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/core/ids.hpp"
#include "zanjir/forces/phases.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct FrameSpring {  // pulls the origins of two frames together: tension = stiffness (length - rest) + damping d(length)/dt
  std::string name;
  FrameId a, b;
  double stiffness_N_per_m = 0, rest_m = 0, damping_N_s_per_m = 0;
};

struct JointSpring {  // generalized force = -stiffness (q - rest) - damping v, on one scalar coordinate
  std::string name;
  int coordinate = -1, speed = -1;  // coordinate is -1 on a part without a scalar coordinate (spherical, free): damping only
  double stiffness = 0, rest = 0, damping = 0;
};

struct FrameLoad {  // a wrench at the frame origin
  std::string name;
  FrameId on;
  bool world_axes = true;  // else the axes of the frame
  std::array<MotionLaw, 3> moment, force;
};

struct JointLoad {  // a generalized force on one speed
  std::string name;
  int speed = -1;
  MotionLaw value;
};

// How far something may go: force = -k x - d v where x is how far it is beyond a limit, never pulling back in.
struct TravelLimits {
  double min = 0, max = 0;  // infinite where there is no limit
  double stiffness = 0, damping = 0;
};

// Limits of one scalar coordinate, compliant; or rigid (restitution given): no force, simulations reverse the speed at the instant the limit is reached.
struct JointStop {
  std::string name;
  int coordinate = -1, speed = -1;
  TravelLimits limits;
  std::optional<double> restitution;
};

// Play between a motor and its joint (model/drive_play): how far the motor may be ahead; its flanks push both, against each other.
struct DrivePlay {
  std::string name;
  int motor_coordinate = -1, motor_speed = -1, joint_coordinate = -1, joint_speed = -1;
  TravelLimits limits;
  double ahead(const auto& q) const { return q[motor_coordinate] - q[joint_coordinate]; }
  double ahead_rate(const auto& v) const { return v[motor_speed] - v[joint_speed]; }
};

// Dry friction on one speed, regularised: force = -(c + (s - c) exp(-(v/v_s)^2)) tanh(v/v_t) - d v.
struct JointFriction {
  std::string name;
  int speed = -1;
  double coulomb = 0, stiction = 0, stribeck_speed = 1, transition_speed = 1, viscous = 0;
};

double force_beyond(const TravelLimits&, double q, double v);
double energy_beyond(const TravelLimits&, double q);  // elastic
double friction_force(const JointFriction&, double v);

// A force by a law of the user's own between two frames: along the line between their origins, and a moment about an axis of the first. Each law is a function of t, phases and the
// four measures below, and acts on what it is named with: `force` as a generalized force on the distance, `moment` on the angle, so its power is law times rate.
struct FrameLaw {
  std::string name;
  FrameId a, b;
  Vec3d axis{0, 0, 1};  // in frame a, unit
  MotionLaw force, moment;
};

// How two frames lie to each other, world axes.
//   distance = |d|, d from a to b,   its rate = along . d'
//   angle    = 2 atan2(n . e, e0) in [-pi, pi], the turn about n that is in the turn (e0, e) from a to b: what a revolute joint about n calls its angle
//   its rate = about . (w_b - w_a),  about = R_a (e0^2 n + e0 e x n + (n . e) e) / (e0^2 + (n . e)^2),  which is n where b turns about n alone
// At distance 0 there is no direction and at swings of half a turn no angle: `along`, `about` and their rates are then zero.
struct FrameMeasures {
  double distance = 0, distance_rate = 0, angle = 0, angle_rate = 0;
  Vec3d along{0, 0, 0}, about{0, 0, 0};
};
FrameMeasures frame_measures(const Vec3d& axis, const Transformd& X_WA, const Motiond& V_A, const Transformd& X_WB, const Motiond& V_B);
// Wrench on b: moment, and force at b's origin along the line through that of a, which gets the opposite. `arguments` holds the phases already.
Forced law_wrench_on_b(const FrameLaw&, const FrameMeasures&, double t_s, LawArguments& arguments);

struct ForceElements {
  std::vector<FrameSpring> frame_springs;
  std::vector<JointSpring> joint_springs;
  std::vector<FrameLoad> frame_loads;
  std::vector<JointLoad> joint_loads;
  std::vector<JointStop> stops;
  std::vector<DrivePlay> plays;
  std::vector<JointFriction> frictions;
  std::vector<FrameLaw> frame_laws;
  // How many there are, of all kinds: the lists in their order, so that one that is added does not compile before it is counted here.
  std::size_t size() const {
    const auto& [a, b, c, d, e, f, g, h] = *this;
    return a.size() + b.size() + c.size() + d.size() + e.size() + f.size() + g.size() + h.size();
  }
  bool empty() const { return size() == 0; }
  bool on_frames() const { return n_on_frames() > 0; }
  bool on_joints() const { return size() > n_on_frames(); }  // whatever acts on no frame
  std::size_t n_on_frames() const { return frame_springs.size() + frame_loads.size() + frame_laws.size(); }
};

// Force on b's origin (a's gets the opposite) of a spring whose ends are d apart (from a to b) and move apart at d_dot, same axes.
// With rest length 0 the spring force is -k d, smooth through d = 0; otherwise the direction at d = 0 is undefined and the force is zero there.
Vec3d spring_force_on_b(const FrameSpring&, const Vec3d& d, const Vec3d& d_dot);
double spring_energy(const FrameSpring&, const Vec3d& d);

// Value of a load in its own axes at time t, where the phases are these.
Forced load_wrench(const FrameLoad&, double t_s, std::span<const Jet> phases);

}  // namespace zanjir
