#include "zanjir/verify/derivative_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/coordinate_units.hpp"
#include "zanjir/verify/random_state.hpp"
#include "zanjir/verify/yardstick.hpp"

namespace zanjir {
namespace {

constexpr double rounding_of_f = 128;   // in rounding_unit: chains of some tens of transforms, and the difference of four values
constexpr double long_chain = 32;       // transforms one after the other; every one of them adds rounding of its own
constexpr double relative_step = 1e-3;  // five points: truncation ~ h^4/30, rounding ~ rounding_unit/h, equal near rounding_unit^(1/5) = 7e-4

class Checker {
 public:
  Checker(const Model& model, const State& state, const VecX& vdot, const VecX& tau, double cut_W, int turn, double step_s)
      : model_(model), state_(state), vdot_(vdot), tau_(tau), cut_W_(cut_W), ws_(model), moved_(model), length_(reach_m(model)) {
    update_velocities(model_, state_, ws_);
    const int n_frames = static_cast<int>(model_.frames().size());
    const bool all = static_cast<long>(n_frames) * model_.nv() <= all_derivatives;
    speeds_ = some_of(model_.nv(), all ? model_.nv() : some_derivatives, turn);
    for (const int i : some_of(n_frames, all ? n_frames : some_derivatives, turn)) frames_.push_back(&model_.frames()[static_cast<std::size_t>(i)]);
    for (const Frame* frame : frames_) at_zero_.push_back(frame_pose(model_, ws_, *frame));
    if (model_.nv() > speeds_with_eigenvalues) measure_depths();
    double rate = 1;  // per second: how fast the fastest part changes
    for (int i = 0; i < model_.nv(); ++i) {
      const double unit = model_.speed(i).turns() ? 1 : length_;
      rate = std::max({rate, std::abs(ws_.v[i]) / unit, std::sqrt(std::abs(vdot_[i]) / unit)});
    }
    unit_s_ = 1 / rate;
    time_step_ = std::min(step_s, relative_step * unit_s_);
  }

  DerivativeReport report() {
    DerivativeReport out;
    jacobians(out);
    velocities(out);
    accelerations(out);
    power_balance(out);
    return out;
  }

 private:
  void jacobians(DerivativeReport& out) {
    std::vector<Mat6X> J;
    for (const Frame* frame : frames_) {
      J.emplace_back(6, model_.nv());
      frame_jacobian(model_, ws_, *frame, J.back());
    }
    for (const int j : speeds_) {
      if (model_.roles()[static_cast<std::size_t>(j)] == Role::prescribed) continue;  // moves with t only: see velocities()
      const Derivative d = differentiate(
          [&](double h) {
            State moved = state_;
            retract(model_, ws_.q, VecX::Unit(model_.nv(), j) * h, moved.q);
            update_positions(model_, moved, moved_);
            return pose_numbers(moved_);
          },
          relative_step * (model_.speed(j).turns() ? 1 : length_), 1);
      const auto column = [&](std::size_t frame) {
        const auto c = J[frame].col(j);
        return numbers_of({{c[0], c[1], c[2]}, {c[3], c[4], c[5]}});
      };
      compare(d, column, model_.speed(j).turns() ? 1 : length_, "d/d " + model_.speed_names()[static_cast<std::size_t>(j)], out.jacobians,
              depth_of_speed_.empty() ? 0 : depth_of_speed_[static_cast<std::size_t>(j)]);
    }
  }

  State along_the_motion(double h) const {
    State moved{state_.t_s + h, state_.q, state_.v + vdot_ * h};
    retract(model_, ws_.q, ws_.v * h, moved.q);
    return moved;
  }

  void velocities(DerivativeReport& out) {
    const Derivative d = differentiate(
        [&](double h) {
          update_positions(model_, along_the_motion(h), moved_);
          return pose_numbers(moved_);
        },
        time_step_, 1);
    compare(
        d, [&](std::size_t frame) { return numbers_of(frame_kinematics(model_, ws_, *frames_[frame]).V_WF_W); }, unit_s_, "d/dt", out.velocities);
  }

  void accelerations(DerivativeReport& out) {
    const Derivative d = differentiate(
        [&](double h) {
          update_velocities(model_, along_the_motion(h), moved_);
          VecX numbers(6 * static_cast<Eigen::Index>(at_zero_.size()));
          for (std::size_t i = 0; i < at_zero_.size(); ++i)
            numbers.segment<6>(6 * static_cast<Eigen::Index>(i)) = numbers_of(frame_kinematics(model_, moved_, *frames_[i]).V_WF_W);
          return numbers;
        },
        time_step_, 1 / unit_s_);
    Workspace ws = ws_;
    update_accelerations(model_, vdot_, ws);
    compare(
        d, [&](std::size_t frame) { return numbers_of(frame_acceleration(model_, ws, *frames_[frame])); }, unit_s_ * unit_s_, "d2/dt2",
        out.accelerations);
  }

  void power_balance(DerivativeReport& out) {
    const Energy now = energy(model_, ws_);
    const double P = power(model_, ws_, tau_).total_W() + cut_W_;
    // The size of what is added up, not of the sum: heights cancel, and gravity has no natural zero.
    // At the ends of the difference too: forces give speeds there to what is at rest but for rounding, and energies are known to the rounding of those.
    double kinetic_J = now.kinetic_J;
    for (const double h : {-2 * time_step_, 2 * time_step_}) {
      update_velocities(model_, along_the_motion(h), moved_);
      kinetic_J = std::max(kinetic_J, energy(model_, moved_).kinetic_J);
    }
    double size = kinetic_J + now.springs_J + std::abs(P) * unit_s_;
    for (std::size_t b = 1; b < model_.bodies().size(); ++b) {
      const Body& body = model_.bodies()[b];
      size += norm(model_.gravity()) * body.mass_kg * (norm(body_pose(model_, ws_, static_cast<BodyId>(static_cast<int>(b))).p) + norm(body.com_m));
    }
    const double scale = size > 0 ? size : 1;
    const Derivative d = differentiate(
        [&](double h) {
          update_velocities(model_, along_the_motion(h), moved_);
          return VecX(VecX::Constant(1, energy(model_, moved_).total_J() / scale));
        },
        time_step_, 1);
    const double longest = depth_.empty() ? 1 : std::max(1.0, 2 * *std::max_element(depth_.begin(), depth_.end()) / long_chain);
    out.power = {std::abs(d.value[0] - P / scale) * unit_s_, (d.bound[0] + (longest - 1) * d.rounding[0]) * unit_s_, "dE/dt"};
  }

  // Lengths are measured in model lengths, so that turns and shifts share one scale.
  VecX numbers_of(const Motiond& m) const {
    const Vec3d v = m.v * (1 / length_);
    return Eigen::Matrix<double, 6, 1>{m.w.x, m.w.y, m.w.z, v.x, v.y, v.z};
  }
  // Poses of all frames as six numbers each, relative to where they are at h = 0: rotation vector of R R0^T (world axes), position.
  VecX pose_numbers(const Workspace& ws) const {
    VecX numbers(6 * static_cast<Eigen::Index>(at_zero_.size()));
    for (std::size_t i = 0; i < at_zero_.size(); ++i) {
      const Transformd X = frame_pose(model_, ws, *frames_[i]);
      const Vec3d turn = spatial::log_quaternion(spatial::to_quaternion(X.R * transpose(at_zero_[i].R)));
      numbers.segment<6>(6 * static_cast<Eigen::Index>(i)) = numbers_of({turn, X.p});
    }
    return numbers;
  }

  void measure_depths() {
    depth_.assign(model_.bodies().size(), 0);
    depth_of_speed_.assign(static_cast<std::size_t>(model_.nv()), 0);  // modes of elastic bodies: as if they moved everything
    for (std::size_t b = 1; b < depth_.size(); ++b) depth_[b] = 1 + depth_[static_cast<std::size_t>(index(model_.bodies()[b].inboard_body))];
    for (const Joint& joint : model_.joints())
      for (int k = 0; k < joint.nv; ++k)
        depth_of_speed_[static_cast<std::size_t>(joint.v_begin + k)] = depth_[static_cast<std::size_t>(index(joint.child))] - 1;
  }
  // Every transform between what moves and the frame adds rounding of its own, in the worst case always in the same direction (links that are all alike do that). What lies before
  // is computed from the same numbers at every step, and differs by nothing.
  double chain_to(const Frame& frame, int moved) const {
    if (depth_.empty()) return 1;
    return std::max(1.0, 2 * (depth_[static_cast<std::size_t>(index(frame.body))] - moved) / long_chain);
  }

  // Per frame. `unit`: of the variable of differentiation; `moved`: how many transforms lie before what it moves.
  template <class Expected>
  void compare(const Derivative& d, Expected expected, double unit, const std::string& what, std::vector<DerivativeError>& out, int moved = 0) const {
    for (std::size_t i = 0; i < at_zero_.size(); ++i) {
      const auto begin = 6 * static_cast<Eigen::Index>(i);
      const VecX value = expected(i);
      double error = 0, bound = 0, size = 1;
      const double chain = chain_to(*frames_[i], moved);
      for (int k = 0; k < 6; ++k) {
        size = std::max(size, std::abs(value[k]) * unit);
        error = std::max(error, std::abs(d.value[begin + k] - value[k]) * unit);
        bound = std::max(bound, (d.bound[begin + k] + (chain - 1) * d.rounding[begin + k]) * unit);
      }
      out.push_back({error / size, bound / size, frames_[i]->name + ", " + what});
    }
  }

  const Model& model_;
  const State& state_;
  const VecX &vdot_, &tau_;
  double cut_W_;
  Workspace ws_, moved_;
  double length_, unit_s_ = 1, time_step_ = relative_step;
  std::vector<int> depth_, depth_of_speed_;  // of bodies; empty: chains are short
  std::vector<int> speeds_;                  // that are looked at
  std::vector<const Frame*> frames_;         // and frames
  std::vector<Transformd> at_zero_;
};

}  // namespace

Derivative differentiate(const std::function<VecX(double)>& f, double h, double magnitude, double chains) {
  VecX largest;
  const auto five_point = [&](double step) -> VecX {
    const VecX a = f(-2 * step), b = f(-step), c = f(step), d = f(2 * step);
    const VecX size = a.cwiseAbs().cwiseMax(b.cwiseAbs()).cwiseMax(c.cwiseAbs()).cwiseMax(d.cwiseAbs());
    largest = largest.size() == 0 ? size : VecX(largest.cwiseMax(size));
    return (8 * (c - b) - (d - a)) / (12 * step);
  };
  const VecX coarse = five_point(h), fine = five_point(h / 2);
  const VecX rounding = (largest.array().max(magnitude) * (chains * rounding_of_f * rounding_unit / h)).matrix();
  return {fine, (coarse - fine).cwiseAbs() + rounding, rounding};
}

double long_chains(const Model& model, const Workspace& ws) {
  std::vector<int> depth(model.bodies().size(), 0);
  double most = long_chain;
  for (std::size_t b = 1; b < depth.size(); ++b) {
    depth[b] = 1 + depth[static_cast<std::size_t>(index(model.bodies()[b].inboard_body))];
    most = std::max({most, static_cast<double>(depth[b]), norm(body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b))).p) / model.length_m()});
  }
  return most / long_chain;
}

std::vector<int> some_of(int n, int most, int turn) {
  std::vector<int> some;
  const long k = std::min(n, most), first = n <= most ? 0 : std::max(turn, 0);
  for (long i = 0; i < k; ++i) some.push_back(static_cast<int>((i * n / k + first) % n));
  return some;
}

DerivativeReport check_derivatives(const Model& model, const State& state, const VecX& vdot, const VecX& tau, double cut_W, int turn, double step_s) {
  return Checker(model, state, vdot, tau, cut_W, turn, step_s).report();
}

}  // namespace zanjir
