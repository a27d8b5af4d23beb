#include "zanjir/forces/elements.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/contact/friction_law.hpp"

namespace zanjir {

Vec3d spring_force_on_b(const FrameSpring& s, const Vec3d& d, const Vec3d& d_dot) {
  const double length = norm(d);
  if (length == 0) return {0, 0, 0};
  const Vec3d u = d * (1 / length);
  const Vec3d elastic = s.rest_m == 0 ? d * s.stiffness_N_per_m : u * (s.stiffness_N_per_m * (length - s.rest_m));
  return -(elastic + u * (s.damping_N_s_per_m * dot(u, d_dot)));
}

double spring_energy(const FrameSpring& s, const Vec3d& d) {
  const double stretch = norm(d) - s.rest_m;
  return 0.5 * s.stiffness_N_per_m * stretch * stretch;
}

double force_beyond(const TravelLimits& limits, double q, double v) {
  if (q > limits.max) return std::min(0.0, -limits.stiffness * (q - limits.max) - limits.damping * v);
  if (q < limits.min) return std::max(0.0, -limits.stiffness * (q - limits.min) - limits.damping * v);
  return 0;
}

double energy_beyond(const TravelLimits& limits, double q) {
  const double beyond = q > limits.max ? q - limits.max : q < limits.min ? q - limits.min : 0;
  return 0.5 * limits.stiffness * beyond * beyond;
}

double friction_force(const JointFriction& f, double v) {
  return -stribeck_curve(f.coulomb, f.stiction, f.stribeck_speed, f.transition_speed, v) - f.viscous * v;
}

FrameMeasures frame_measures(const Vec3d& axis, const Transformd& X_WA, const Motiond& V_A, const Transformd& X_WB, const Motiond& V_B) {
  FrameMeasures m;
  const Vec3d d = X_WB.p - X_WA.p;
  m.distance = norm(d);
  if (m.distance > 0) {
    m.along = d * (1 / m.distance);
    m.distance_rate = dot(m.along, V_B.v - V_A.v);
  }
  const spatial::Quaternion<double> turn = spatial::to_quaternion(transpose(X_WA.R) * X_WB.R);
  const double e0 = turn.w;
  const Vec3d e{turn.x, turn.y, turn.z};
  const double s = dot(axis, e), size = e0 * e0 + s * s;
  if (!(size > 1e-24)) return m;    // rounding of e0 and s, squared
  m.angle = 2 * std::atan2(s, e0);  // e0 >= 0
  m.about = X_WA.R * ((axis * (e0 * e0) + cross(e, axis) * e0 + e * s) * (1 / size));
  m.angle_rate = dot(m.about, V_B.w - V_A.w);
  return m;
}

Forced law_wrench_on_b(const FrameLaw& law, const FrameMeasures& m, double t_s, LawArguments& arguments) {
  const double values[] = {m.distance, m.distance_rate, m.angle, m.angle_rate};
  for (std::size_t i = 0; i < law_measures.size(); ++i) arguments.jets[most_phases + i] = {values[i], 0, 0};
  const std::span<const Jet> all(arguments.jets, most_law_arguments);
  const double moment = law.moment.at(t_s, all).value;
  // |about| = 1/sqrt(e0^2 + s^2) (frame_measures), without bound towards half a turn across the axis, where nothing says which way `angle` grows. There it is zero. A damper of `angle` leads there, with a stiffness that
  // grows as |about|^2, so that steps would go on for ever. Nearer than 2e-4 rad no moment has a direction: a choice, at which a damper has cost some thousand steps; with a tenth of it the same of thirty random runs end, after ten times as many, and implicit methods step across.
  constexpr double steepest = 1e4;
  const double steep = dot(m.about, m.about);
  const bool directed = steep > 0 && steep < steepest * steepest;
  const double undirected = std::numeric_limits<double>::quiet_NaN();
  const Vec3d n = moment == 0 || directed ? m.about * moment : Vec3d{undirected, undirected, undirected};
  return {n, m.along * law.force.at(t_s, all).value};
}

Forced load_wrench(const FrameLoad& load, double t_s, std::span<const Jet> phases) {
  Forced F;
  for (int i = 0; i < 3; ++i) {
    F.n[i] = load.moment[static_cast<std::size_t>(i)].at(t_s, phases).value;
    F.f[i] = load.force[static_cast<std::size_t>(i)].at(t_s, phases).value;
  }
  return F;
}

}  // namespace zanjir
