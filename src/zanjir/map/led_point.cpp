#include "zanjir/map/led_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

constexpr std::string_view turn_part = ".turn.";

LawDescription constant_law(double value, SourcePos at) { return {LawKind::polynomial, {}, {value}, {}, at}; }

const Joint* scalar_owner(const StateNames& names, std::string_view coordinate, int& entry) {
  const auto& all = names.coordinates();
  const auto it = std::find(all.begin(), all.end(), coordinate);
  if (it == all.end()) return nullptr;
  entry = static_cast<int>(it - all.begin());
  const auto owner =
      std::find_if(names.joints().begin(), names.joints().end(), [&](const Joint& j) { return entry >= j.q_begin && entry < j.q_begin + j.nq; });
  return owner == names.joints().end() || has_quaternion(*owner) ? nullptr : &*owner;
}

bool is_moving_frame(const Model& model, std::string_view name) {
  const auto frame = model.find_frame(name);
  return frame && model.body(model.frame(*frame).body).row > 0;
}

MotionGiven& given_of(const std::string& name, SourcePos at, std::vector<MotionGiven>& given) {
  const auto it = std::find_if(given.begin(), given.end(), [&](const MotionGiven& g) { return g.of.name == name; });
  if (it != given.end()) return *it;
  given.push_back({{name, at}});
  return given.back();
}

}  // namespace

std::vector<std::string> names_of_map_axes(const Model& model, const StateNames& names) {
  std::vector<std::string> all;
  int entry = 0;
  for (const std::string& name : names.coordinates())
    if (scalar_owner(names, name, entry)) all.push_back(name);
  for (const Frame& frame : model.frames()) {
    if (model.body(frame.body).row <= 0) continue;
    for (const char* part : {".x", ".y", ".z", ".turn.1"}) all.push_back(frame.name + part);
  }
  return all;
}

LedPoint::LedPoint(const Model& model, const UserJoints& users, const StateNames& names, const MapQuestion& question,
                   std::vector<SaidProblem>& problems) {
  std::vector<MotionGiven> given = question.hold;
  for (const MapAxis& axis : question.axes) {
    Place place;
    if (!axis.is_parameter() && !find_place(model, names, axis, place, given, problems)) return;
    places_.push_back(place);
  }
  const std::size_t before = problems.size();
  LedMotion motion(model, users, names, given, problems);
  for (std::size_t i = before; i < problems.size(); ++i) {
    if (problems[i].path.starts_with("motion.")) problems[i].path = "hold" + problems[i].path.substr(6);
  }
  if (problems.size() > before) return;
  request_ = motion.at_time(0);
  for (LedFrame& m : request_.frames) m.rates = m.accelerations = false;
  for (int i = 0; i < model.nv(); ++i) {  // beams keep their shape
    const Coordinate& mode = model.speed(i);
    if (mode.is_mode()) request_.q.push_back({mode.position, model.initial_q()[mode.position], "hold", {}});
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    Place& place = places_[k];
    const auto frame_of = [&](const std::string& name) {
      const auto id = model.find_frame(name);
      return static_cast<std::size_t>(
          std::find_if(request_.frames.begin(), request_.frames.end(), [&](const LedFrame& m) { return id && m.frame == *id; }) -
          request_.frames.begin());
    };
    const std::string& name = question.axes[k].of.name;
    if (place.kind == Kind::coordinate)
      place.number = static_cast<std::size_t>(
          std::find_if(request_.q.begin(), request_.q.end(), [&](const StateRequest::Number& n) { return n.entry == place.coordinate; }) -
          request_.q.begin());
    if (place.kind == Kind::point) place.number = frame_of(name.substr(0, name.size() - 2));
    if (place.kind != Kind::turn) continue;
    const std::string base = name.substr(0, name.find(turn_part));
    place.number = frame_of(base);
    if (std::any_of(turned_.begin(), turned_.end(), [&](const Turned& t) { return t.frame == place.number; })) continue;
    Turned turned{place.number, {}, {}};
    const MotionGiven& g = given_of(base, {}, given);
    for (const Vec3d& axis : g.turn_axes) turned.axes.push_back(axis * (1 / norm(axis)));
    for (const LawDescription& law : g.turn_angles) turned.angles.push_back(MotionLaw(law).at(0, {}).value);
    turned_.push_back(std::move(turned));
  }
}

bool LedPoint::find_place(const Model& model, const StateNames& names, const MapAxis& axis, Place& place, std::vector<MotionGiven>& given,
                          std::vector<SaidProblem>& problems) {
  const std::string &name = axis.of.name, path = "axes." + name;
  const auto refuse = [&](std::string message, std::string hint) {
    problems.push_back({axis.of.at, path, std::move(message), std::move(hint)});
    return false;
  };
  const auto twice = [&] { return refuse("is held, too", "take it out of `hold`, or out of the axes"); };
  if (scalar_owner(names, name, place.coordinate)) {
    place.kind = Kind::coordinate;
    place.dimension = names.coordinate_dimension(place.coordinate);
    const auto same = [&](const MotionGiven& g) {
      return g.of.name == name || std::any_of(g.parts.begin(), g.parts.end(), [&](const auto& part) { return g.of.name + "." + part.first == name; });
    };
    if (std::any_of(given.begin(), given.end(), same)) return twice();
    given.push_back({axis.of, constant_law(axis.from.value, axis.of.at)});
    return true;
  }
  const std::size_t dot = name.rfind('.'), turn = name.find(turn_part);
  const std::string part = dot == std::string::npos ? "" : name.substr(dot + 1);
  if ((part == "x" || part == "y" || part == "z") && is_moving_frame(model, name.substr(0, dot))) {
    place.kind = Kind::point;
    place.dimension = dimension::length;
    place.part = part[0] - 'x';
    MotionGiven& g = given_of(name.substr(0, dot), axis.of.at, given);
    if (std::any_of(g.parts.begin(), g.parts.end(), [&](const auto& p) { return p.first == part; })) return twice();
    g.parts.emplace_back(part, constant_law(axis.from.value, axis.of.at));
    return true;
  }
  if (turn != std::string::npos && is_moving_frame(model, name.substr(0, turn))) {
    const std::string base = name.substr(0, turn), digits = name.substr(turn + turn_part.size());
    const MotionGiven& g = given_of(base, axis.of.at, given);
    int angle = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), angle);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || angle < 1 || angle > static_cast<int>(g.turn_angles.size()))
      return refuse(
          fmt::format("under `hold` the turn of '{}' has {} angles, so there is no angle '{}'", base, g.turn_angles.size(), digits),
          fmt::format("say about which axes it turns: hold: {{{}: {{turn: {{axes: [x, y], angles: [0, 0]}}}}}}; the first angle is {}.turn.1", base,
                      base));
    place.kind = Kind::turn;
    place.dimension = dimension::angle;
    place.part = angle - 1;
    return true;
  }
  return refuse("no coordinate of this name", did_you_mean(name, names_of_map_axes(model, names)));
}

const StateRequest& LedPoint::at_point(std::span<const double> x) {
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& place = places_[k];
    if (place.kind == Kind::coordinate) request_.q[place.number].value = x[k];
    if (place.kind == Kind::point) request_.frames[place.number].p[place.part] = x[k];
    for (Turned& t : turned_)
      if (place.kind == Kind::turn && t.frame == place.number) t.angles[at(place.part)] = x[k];
  }
  for (const Turned& t : turned_) orient(t);
  return request_;
}

// Each axis is in the frame turned by those before.
void LedPoint::orient(const Turned& t) {
  Mat3d R = Mat3d::identity();
  for (std::size_t i = 0; i < t.axes.size(); ++i) R = R * spatial::rotation_about(t.axes[i], t.angles[i]);
  LedFrame& m = request_.frames[t.frame];
  if (m.turn == LedFrame::Turn::axis) m.along = R * m.axis;
  else m.R = R;
}

std::vector<std::optional<double>> LedPoint::measured(const Model& model, const UserJoints& users, const StateNames& names,
                                                      const Workspace& ws) const {
  std::vector<std::optional<double>> x(places_.size());
  const VecX q = users.coordinates(ws);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& place = places_[k];
    if (place.kind == Kind::point) x[k] = frame_pose(model, ws, model.frame(request_.frames[place.number].frame)).p[place.part];
    if (place.kind != Kind::coordinate) continue;
    const std::string& name = names.coordinates()[at(place.coordinate)];
    const auto& all = users.coordinate_names();
    if (const auto it = std::find(all.begin(), all.end(), name); it != all.end()) x[k] = q[it - all.begin()];
  }
  return x;
}

}  // namespace zanjir
