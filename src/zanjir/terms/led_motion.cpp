#include "zanjir/terms/led_motion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/forces/turn_sequence.hpp"
#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {
namespace {

constexpr std::array<std::string_view, 3> point_parts = {"x", "y", "z"};

std::optional<std::size_t> point_part(std::string_view name) {
  const auto it = std::find(point_parts.begin(), point_parts.end(), name);
  if (it == point_parts.end()) return std::nullopt;
  return static_cast<std::size_t>(it - point_parts.begin());
}

std::vector<MotionLaw> laws_of(const std::vector<LawDescription>& descriptions) { return {descriptions.begin(), descriptions.end()}; }

}  // namespace

std::vector<std::string> names_that_can_be_led(const Model& model, const StateNames& names) {
  std::vector<std::string> all;
  for (const Joint& joint : names.joints()) {
    if (joint.nv > 1 || has_quaternion(joint)) all.push_back(joint.name);
    for (int i = 0; i < joint.nq && !has_quaternion(joint); ++i) all.push_back(names.coordinates()[at(joint.q_begin + i)]);
  }
  for (const Frame& frame : model.frames()) {
    if (model.body(frame.body).row > 0) all.push_back(frame.name);
  }
  return all;
}

LedMotion::LedMotion(const Model& model, const UserJoints&, const StateNames& names, const std::vector<MotionGiven>& given,
                     std::vector<SaidProblem>& problems)
    : names_(names) {
  for (const MotionGiven& g : given) {
    const std::string path = "motion." + g.of.name;
    if (g.law) {
      const auto& all = names.coordinates();
      const auto it = std::find(all.begin(), all.end(), g.of.name);
      const int entry = static_cast<int>(it - all.begin());
      const auto owner =
          std::find_if(names.joints().begin(), names.joints().end(), [&](const Joint& j) { return entry >= j.q_begin && entry < j.q_begin + j.nq; });
      if (it != all.end() && owner != names.joints().end() && !has_quaternion(*owner)) {
        add_scalar(entry, owner->v_begin + entry - owner->q_begin, *g.law, path, g.of.at);
        continue;
      }
    }
    const auto joint = std::find_if(names.joints().begin(), names.joints().end(), [&](const Joint& j) { return j.name == g.of.name; });
    if (joint != names.joints().end()) {
      if (!g.law && add_joint(static_cast<std::size_t>(joint - names.joints().begin()), g, problems)) continue;
      if (g.law)
        problems.push_back(
            {g.of.at, path, fmt::format("joint '{}' has several coordinates", g.of.name), "give a law for each part, or x, y, z and turn"});
      continue;
    }
    const auto frame = model.find_frame(g.of.name);
    if (frame && model.body(model.frame(*frame).body).row > 0) {
      if (g.law)
        problems.push_back({g.of.at, path, fmt::format("'{}' is a frame", g.of.name), "give x, y, z and turn, as many of them as it is led by"});
      else add_frame(*frame, g, problems);
      continue;
    }
    problems.push_back({g.of.at, path, fmt::format("no coordinate, joint or moving frame '{}'", g.of.name),
                        did_you_mean(g.of.name, names_that_can_be_led(model, names))});
  }
}

void LedMotion::add_scalar(int coordinate, int speed, const LawDescription& law, const std::string& path, SourcePos at) {
  scalars_.push_back({MotionLaw(law), request_.q.size(), request_.v.size()});
  request_.q.push_back({coordinate, 0, path, at});
  request_.v.push_back({speed, 0, path, at});
  request_.vdot.push_back({speed, 0, path, at});
}

bool LedMotion::add_joint(std::size_t j, const MotionGiven& g, std::vector<SaidProblem>& problems) {
  const Joint& joint = names_.joints()[j];
  const std::string path = "motion." + g.of.name;
  const auto refuse = [&](std::string message, std::string hint) {
    problems.push_back({g.of.at, path, std::move(message), std::move(hint)});
    return false;
  };
  if (g.axis || !g.target.empty()) return refuse("an axis is led on a frame, not on a joint", "name the frame");
  if (!has_quaternion(joint)) {
    if (!g.turn_axes.empty()) return refuse(fmt::format("joint '{}' has no orientation to turn", joint.name), "give a law for each of its parts");
    for (const auto& [part, law] : g.parts) {
      int found = -1;
      for (int i = 0; i < joint.nq; ++i) {
        if (part_of(joint, names_.coordinates()[at(joint.q_begin + i)]) == part) found = i;
      }
      if (found < 0) return refuse(fmt::format("joint '{}' has no part '{}'", joint.name, part), "`zanjir info` lists the coordinates");
      add_scalar(joint.q_begin + found, joint.v_begin + found, law, path + "." + part, g.of.at);
    }
    return true;
  }
  Pose pose;
  pose.slides = joint.type == JointType::free;
  for (const auto& [part, law] : g.parts) {
    const auto k = point_part(part);
    if (!k || !pose.slides)
      return refuse(fmt::format("joint '{}' has no part '{}' that can be led", joint.name, part),
                    pose.slides ? "its parts are x, y, z and turn" : "it has `turn` only");
    pose.parts.push_back(*k);
    pose.laws.emplace_back(law);
  }
  for (const Vec3d& axis : g.turn_axes) pose.axes.push_back(axis * (1 / norm(axis)));
  pose.angles = laws_of(g.turn_angles);
  pose.q = request_.q.size();
  pose.v = request_.v.size();
  for (int i = 0; i < joint.nq; ++i) request_.q.push_back({joint.q_begin + i, 0, path, g.of.at});
  for (int i = 0; i < joint.nv; ++i) {
    request_.v.push_back({joint.v_begin + i, 0, path, g.of.at});
    request_.vdot.push_back({joint.v_begin + i, 0, path, g.of.at});
  }
  poses_.push_back(std::move(pose));
  return true;
}

void LedMotion::add_frame(FrameId frame, const MotionGiven& g, std::vector<SaidProblem>& problems) {
  const std::string path = "motion." + g.of.name;
  Pose pose;
  LedFrame m;
  m.frame = frame;
  m.path = path;
  m.at = g.of.at;
  m.rates = m.accelerations = true;
  for (const auto& [part, law] : g.parts) {
    const auto k = point_part(part);
    if (!k)
      return problems.push_back({g.of.at, path, fmt::format("a frame has no part '{}'", part), "its parts are x, y, z, turn, axis, target and hold"});
    m.led[*k] = true;
    pose.parts.push_back(*k);
    pose.laws.emplace_back(law);
  }
  for (const Vec3d& axis : g.turn_axes) pose.axes.push_back(axis * (1 / norm(axis)));
  pose.angles = laws_of(g.turn_angles);
  if (g.axis) m.axis = *g.axis * (1 / norm(*g.axis));
  pose.target = laws_of(g.target);
  if (!g.target.empty()) {
    if (!g.turn_axes.empty())
      return problems.push_back({g.of.at, path, "an axis cannot follow `turn` and point to a `target` at once", "give one of them"});
    if (!g.axis)
      return problems.push_back({g.of.at, path, "a target is given, but not which axis points to it", "give `axis`, for example `axis: z`"});
    m.turn = LedFrame::Turn::target;
  } else if (!g.turn_axes.empty()) m.turn = g.axis ? LedFrame::Turn::axis : LedFrame::Turn::whole;
  else if (g.axis) return problems.push_back({g.of.at, path, "an axis is given, but not how it turns", "give `turn` or `target` too"});
  if (m.n_rows() == 0)
    return problems.push_back({g.of.at, path, "nothing is said about how the frame moves", "give some of x, y, z, turn, target and hold"});
  pose.frame = request_.frames.size();
  request_.frames.push_back(std::move(m));
  poses_.push_back(std::move(pose));
}

const StateRequest& LedMotion::at_time(double t_s) {
  request_.along_motion = true;
  request_.t_s = t_s;
  for (const Scalar& s : scalars_) {
    const Jet jet = s.law.at(t_s, {});
    request_.q[s.q].value = jet.value;
    request_.v[s.v].value = jet.rate;
    request_.vdot[s.v].value = jet.acceleration;
  }
  for (const Pose& pose : poses_) pose.frame ? lead_frame(pose, t_s) : lead_joint(pose, t_s);
  return request_;
}

// Speeds of a free joint are in child axes:  v = R^T p',  v' = R^T p'' - w x v.
void LedMotion::lead_joint(const Pose& pose, double t_s) {
  const Turn turn = turn_sequence(pose.axes, pose.angles, t_s, {});
  std::size_t q = pose.q;
  const auto put = [&](std::vector<StateRequest::Number>& numbers, std::size_t first, const Vec3d& a) {
    for (int k = 0; k < 3; ++k) numbers[first + at(k)].value = a[k];
  };
  if (pose.slides) {
    Vec3d p{0, 0, 0}, rate{0, 0, 0}, acceleration{0, 0, 0};
    for (std::size_t i = 0; i < pose.laws.size(); ++i) {
      const Jet jet = pose.laws[i].at(t_s, {});
      const int k = static_cast<int>(pose.parts[i]);
      p[k] = jet.value;
      rate[k] = jet.rate;
      acceleration[k] = jet.acceleration;
    }
    put(request_.q, q, p);
    q += 3;
    const Mat3d R = spatial::to_matrix(turn.q);
    const Vec3d v = transpose_times(R, rate);
    put(request_.v, pose.v + 3, v);
    put(request_.vdot, pose.v + 3, transpose_times(R, acceleration) - cross(turn.w, v));
  }
  const double quaternion[4] = {turn.q.w, turn.q.x, turn.q.y, turn.q.z};
  for (std::size_t k = 0; k < 4; ++k) request_.q[q + k].value = quaternion[k];
  put(request_.v, pose.v, turn.w);
  put(request_.vdot, pose.v, turn.wdot);
}

void LedMotion::lead_frame(const Pose& pose, double t_s) {
  LedFrame& m = request_.frames[*pose.frame];
  for (std::size_t i = 0; i < pose.laws.size(); ++i) {
    const Jet jet = pose.laws[i].at(t_s, {});
    const int k = static_cast<int>(pose.parts[i]);
    m.p[k] = jet.value;
    m.v[k] = jet.rate;
    m.a[k] = jet.acceleration;
  }
  if (m.turn == LedFrame::Turn::free) return;
  if (m.turn == LedFrame::Turn::target) {
    for (int k = 0; k < 3; ++k) {
      const Jet jet = pose.target[at(k)].at(t_s, {});
      m.along[k] = jet.value;
      m.along_rate[k] = jet.rate;
      m.along_acceleration[k] = jet.acceleration;
    }
    return;
  }
  const Turn turn = turn_sequence(pose.axes, pose.angles, t_s, {});
  const Mat3d R = spatial::to_matrix(turn.q);
  const Vec3d w = R * turn.w, alpha = R * turn.wdot;  // (R w)' = R w', since w x w = 0
  if (m.turn == LedFrame::Turn::whole) {
    m.R = R;
    m.w = w;
    m.alpha = alpha;
  } else {
    m.along = R * m.axis;
    m.along_rate = cross(w, m.along);
    m.along_acceleration = cross(alpha, m.along) + cross(w, m.along_rate);
  }
}

}  // namespace zanjir
