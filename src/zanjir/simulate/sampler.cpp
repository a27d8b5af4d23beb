#include "zanjir/simulate/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<const char*, 6> wrench_parts{"moment.x", "moment.y", "moment.z", "force.x", "force.y", "force.z"};

std::string rate_unit(bool turns) { return turns ? "rad/s" : "m/s"; }

}  // namespace

std::string speed_channel(const UserJoints& joints, int speed) {
  const std::string& name = joints.speed_names()[static_cast<std::size_t>(speed)];
  const auto& coordinates = joints.coordinate_names();
  return std::find(coordinates.begin(), coordinates.end(), name) == coordinates.end() ? name : name + ".speed";
}

Sampler::Sampler(MotionSystem& system, const SampleOptions& options)
    : system_(system), options_(options), joints_(system.model()), state_(initial_state(system.model())), ws_(system.model()), q_(joints_.nq()), v_(joints_.nv()), vdot_(joints_.nv()), forces_(joints_.nv()) {
  for (const UserJoint& u : joints_.joints()) {
    for (int i = 0; i < u.joint.nv; ++i) {
      if (joints_.role(u, i) != Role::passive) forced_.push_back(u.v_begin + i);
    }
  }
  if (options.singular_values && system.has_loops()) {
    const Model& model = system.model();
    n_sigma_ = std::min({system.rank()->rank + 1, model.n_closure_rows(), model.nv()});
    closure_.emplace(model);
    rows_.emplace(model);
  }
  name_channels();
}

void Sampler::name_channels() {
  const auto add = [&](std::string name, std::string unit) { channels_.push_back({std::move(name), std::move(unit)}); };
  add("t", "s");
  for (int i = 0; i < joints_.nq(); ++i) add(joints_.coordinate_names()[static_cast<std::size_t>(i)], joints_.coordinate_units()[static_cast<std::size_t>(i)]);
  for (int i = 0; i < joints_.nv(); ++i) add(speed_channel(joints_, i), rate_unit(joints_.turns(i)));
  if (options_.accelerations) {
    for (int i = 0; i < joints_.nv(); ++i) add(joints_.speed_names()[static_cast<std::size_t>(i)] + ".acceleration", rate_unit(joints_.turns(i)) + "^2");
  }
  if (options_.forces) {
    for (const int i : forced_) add(joints_.speed_names()[static_cast<std::size_t>(i)] + ".force", joints_.turns(i) ? "N m" : "N");
  }
  if (options_.reactions) {
    const auto reaction = [&](const std::string& name) {
      for (std::size_t k = 0; k < 6; ++k) add(name + ".reaction." + wrench_parts[k], k < 3 ? "N m" : "N");
    };
    for (const Joint& joint : system_.model().joints()) reaction(joint.name);
    for (const Constraint& c : system_.model().constraints()) reaction(name_of(c));
  }
  for (const FrameId id : options_.frames) {
    const std::string& name = system_.model().frame(id).name;
    for (const char* part : {"x", "y", "z"}) add(name + "." + part, "m");
    for (const char* part : {"qw", "qx", "qy", "qz"}) add(name + "." + part, "1");
    for (const char* part : {"wx", "wy", "wz"}) add(name + "." + part, "rad/s");
    for (const char* part : {"vx", "vy", "vz"}) add(name + "." + part, "m/s");
  }
  for (const Contact& contact : system_.model().contacts()) {
    if (!contact.compliant || !options_.contacts) continue;
    add(contact.name + ".gap", "m");
    add(contact.name + ".phase", "1");
    add(contact.name + ".touch_speed", "m/s");
    add(contact.name + ".normal_force", "N");
    for (const char* part : {"x", "y", "z"}) add(contact.name + ".friction." + part, "N");
  }
  if (options_.energy) {
    for (const char* part : {"kinetic", "gravity", "springs"}) add(std::string("energy.") + part, "J");
    if (!system_.model().elastic_bodies().empty()) add("energy.strain", "J");
    add("energy.total", "J");
    for (const std::string_view source : work_source_names) add("ledger." + std::string(source), "J");
    add("ledger.imbalance", "J");
  }
  if (system_.has_loops()) add("loop_residual", "1");
  if (system_.model().n_spring_rows() > 0) add("loop_opening", "m"), add("loop_opening.turn", "rad");
  for (int i = 1; i <= n_sigma_; ++i) add("loops.sigma" + std::to_string(i), "1");
}

SolveStatus Sampler::fill(double t_s, const double* y, double energy_begin_J, std::span<double> row) {
  const Model& model = system_.model();
  system_.state_at(t_s, y, state_);
  SolveStatus status = SolveStatus::ok;
  const bool solves = options_.accelerations || options_.reactions || (options_.forces && !forced_.empty());
  if (solves) status = system_.solve(state_, options_.reactions ? Reactions::compute : Reactions::skip, solution_);
  const bool answered = solved(status);
  update_velocities(model, state_, ws_);

  double* out = row.data();
  const auto put = [&](double x) { *out++ = x; };
  const auto put_all = [&](const VecX& x) { out = std::copy(x.data(), x.data() + x.size(), out); };
  put(t_s);
  joints_.coordinates(ws_, q_);
  joints_.speeds(ws_, q_, v_);
  put_all(q_);
  put_all(v_);
  if (options_.accelerations) {
    if (answered) {
      update_accelerations(model, solution_.vdot, ws_);
      joints_.accelerations(ws_, q_, v_, solution_.vdot, vdot_);
      put_all(vdot_);
    } else {
      out = std::fill_n(out, joints_.nv(), nan);
    }
  }
  if (options_.forces && !forced_.empty()) {
    if (answered) joints_.forces(ws_, solution_.tau, solution_.tau_cut, forces_);
    else forces_.setConstant(nan);
    for (const int i : forced_) put(forces_[i]);
  }
  if (options_.reactions) {
    const auto put_wrenches = [&](const std::vector<JointWrench>& wrenches, std::size_t n) {
      for (std::size_t j = 0; j < n; ++j) {
        const Forced F = answered && j < wrenches.size() ? wrenches[j].total : Forced{{nan, nan, nan}, {nan, nan, nan}};
        for (const Vec3d& part : {F.n, F.f}) put(part.x), put(part.y), put(part.z);
      }
    };
    put_wrenches(solution_.reaction, model.joints().size());
    put_wrenches(solution_.loop_reaction, model.constraints().size());
  }
  for (const FrameId id : options_.frames) {
    const FrameKinematics k = frame_kinematics(model, ws_, model.frame(id));
    const Quatd q = spatial::to_quaternion(k.X_WF.R);
    put(k.X_WF.p.x), put(k.X_WF.p.y), put(k.X_WF.p.z);
    put(q.w), put(q.x), put(q.y), put(q.z);
    for (const Vec3d& part : {k.V_WF_W.w, k.V_WF_W.v}) put(part.x), put(part.y), put(part.z);
  }
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (!model.contacts()[i].compliant || !options_.contacts) continue;
    const ContactAction c = contact_action(model, ws_, static_cast<int>(i));
    put(c.gap.distance_m), put(ws_.contact[i].phase == ContactPhase::touching ? 1 : 0), put(ws_.contact[i].touch_speed_m_per_s), put(c.force.normal_N);
    put(c.force.friction_W.x), put(c.force.friction_W.y), put(c.force.friction_W.z);
  }
  if (options_.energy) {
    const Energy e = energy(model, ws_);
    put(e.kinetic_J), put(e.gravity_J), put(e.springs_J);
    if (!model.elastic_bodies().empty()) put(e.strain_J);
    put(e.total_J());
    double work = 0;
    for (int i = 0; i < n_work_sources; ++i) {
      put(system_.ledger(y)[i]);
      work += system_.ledger(y)[i];
    }
    put(e.total_J() - energy_begin_J - work);
  }
  if (system_.has_loops()) put(system_.loop_residual(ws_));
  if (model.n_spring_rows() > 0) {
    const LoopSum opening = system_.loop_opening(ws_);
    put(opening.translation), put(opening.turn);
  }
  if (n_sigma_ > 0) put_singular_values(out);
  return status;
}

void Sampler::put_singular_values(double* out) {
  update_closure_positions(system_.model(), ws_, *closure_);
  update_scaled_rows(system_.model(), *closure_, *rows_);
  std::copy_n(rows_->svd.singularValues().data(), n_sigma_, out);
}

}  // namespace zanjir
