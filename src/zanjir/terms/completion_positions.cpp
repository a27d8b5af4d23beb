// Positions that close the loops: from nearby, from far away, and those of the file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/branches.hpp"
#include "zanjir/loops/large_rank.hpp"
#include "zanjir/terms/completion.hpp"
#include "zanjir/terms/led_rows.hpp"
#include "zanjir/terms/loop_facts.hpp"

namespace zanjir {
namespace {

bool is_quaternion_part(const UserJoints& users, int entry) { return users.coordinate_units()[at(entry)] == "1"; }

// Quaternions and positions of cut ball and free joints, given as a whole: rows that hold the second body there.
std::vector<CutJoint> held_poses(const Model& model, const UserJoints& users, const LoopGiven& given) {
  std::vector<CutJoint> held;
  for (const UserJoint& u : users.joints()) {
    if (u.tree >= 0 || u.joint.nq == u.joint.nv) continue;
    const std::size_t turn = at(u.joint.nq - 4);
    std::vector<double> q(at(u.joint.nq), 0.0);
    int turn_parts = 0;
    Vec3d point{0, 0, 0};  // 1 for parts that are given
    for (std::size_t i = 0; i < given.entries.size(); ++i) {
      const int part = given.entries[i] - u.q_begin;
      if (part < 0 || part >= u.joint.nq) continue;
      q[at(part)] = given.values[i];
      if (at(part) >= turn) ++turn_parts;
      else point[part] = 1;
    }
    if (turn_parts == 4) {
      CutJoint hold = held_joint(model, u.joint, q.data());
      std::erase_if(hold.rows, [](const ClosureRow& row) { return is_translation(row.kind); });
      held.push_back(std::move(hold));
    }
    if (norm(point) == 0) continue;
    q[turn] = 1, q[turn + 1] = q[turn + 2] = q[turn + 3] = 0;  // parts of the point are along the axes of the first frame
    CutJoint hold = held_joint(model, u.joint, q.data());
    std::erase_if(hold.rows, [&](const ClosureRow& row) {
      const Vec3d other{(1 - point.x) * row.u.x, (1 - point.y) * row.u.y, (1 - point.z) * row.u.z};
      return !is_translation(row.kind) || norm(other) > 1e-9;
    });
    held.push_back(std::move(hold));
  }
  return held;
}

}  // namespace

std::vector<Contradiction> Completion::positions(const LoopGiven& given, std::span<const LedFrame> frames, Start start, State& state) {
  if (nothing_to_do(given, frames)) return {};
  std::vector<Contradiction> problems = positions_from(given, frames, start, state);
  if (problems.empty() || frames.empty() || start != Start::rough) return problems;
  // A frame may be out of reach from here only: at a stretched arm all ways lead along it. From beside the start, then from anywhere.
  constexpr int beside = 8, anywhere = 40;
  const std::vector<bool> held = with_prescribed(model_, given.held);
  Random random(1);
  for (int i = 0; i < beside + anywhere; ++i) {
    VecX away = VecX::Zero(model_.nv());
    for (int k = 0; k < model_.nv(); ++k) {
      const double x = random.uniform(-1, 1) * (i < beside ? 0.1 : std::numbers::pi);
      if (!held[at(k)] && !model_.speed(k).is_mode()) away[k] = x * model_.column_scale()[k];
    }
    State other = state;
    retract(model_, state.q, away, other.q);
    if (!positions_from(given, frames, Start::rough, other).empty()) continue;
    state.q = other.q;
    return {};
  }
  return problems;
}

// Scalar coordinates that are given, as rows. False: quaternions and points of cut joints are given, too, and no rates of theirs are speeds.
bool Completion::take_positions(const LoopGiven& given) {
  position_entries_.clear();
  position_speeds_.clear();
  position_values_.clear();
  bool all = true;
  for (std::size_t i = 0; i < given.entries.size(); ++i) {
    const int speed = users_.speed_of_coordinate(given.entries[i]);
    if (speed < 0) {
      all = false;
      continue;
    }
    position_entries_.push_back(given.entries[i]);
    position_speeds_.push_back(speed);
    position_values_.push_back(given.values[i]);
  }
  return all;
}

bool Completion::follow_positions(const LoopGiven& given, std::span<const LedFrame> frames, State& state) {
  return nothing_to_do(given, frames) || (take_positions(given) && follow(given, frames, state));
}

int Completion::freedoms_left(const LoopGiven& given, std::span<const LedFrame> frames, const State& state) {
  take_positions(given);
  place(state);
  take_rows(position_speeds_, frames);
  hold(given.held);
  const Factored& f = factor_over_free(Factor::of_these_rows);
  return static_cast<int>(f.columns.size()) - static_cast<int>(f.rank);
}

void Completion::forget() {
  for (Factored& f : factors_) f.of = Factor::none;
  next_factor_ = 0;
  rows_q_.resize(0);
  rows_speeds_.clear();
  rows_frames_.clear();
  A_.resize(0, 0);
}

std::vector<Contradiction> Completion::positions_from(const LoopGiven& given, std::span<const LedFrame> frames, Start start, State& state) {
  const bool whole_poses = !take_positions(given);
  if (start != Start::rough && !whole_poses && follow(given, frames, state)) return {};

  const bool beside = !given.entries.empty() || !frames.empty();
  const std::vector<bool> held = with_prescribed(model_, given.held);
  State closed = state;
  AssemblyReport report = close_positions(model_, closed, held);
  if (beside) {
    if (!report.closed) closed = state;
    if (whole_poses) close_positions(model_, ClosureTask(model_, held_poses(model_, users_, given)), closed, held);
    drive(given, frames, closed);
    State again = closed;
    const AssemblyReport after = close_positions(model_, again, held);
    if (after.closed) closed = again;
    report = after;
  }
  if (!report.closed && !beside && report.residual > typed_tolerance &&
      start != Start::once) {  // the guess was too rough: look further, take the nearest
    BranchSearch search;
    search.method = BranchSearch::Method::numeric;
    search.quiet_starts = 50;
    search.max_listed = 1;
    const Branches others = find_branches(model_, {{}, held, {}}, state, search);
    if (!others.list.empty()) {
      closed = others.list[0].state;
      report.closed = true;
    }
  }
  if (!report.closed && report.residual <= typed_tolerance)
    report = close_positions(model_, closed);  // as typed: the given numbers give way by rounding
  if (!report.closed) {
    const std::string gap =
        fmt::format("at joint '{}' a gap of {:.6g} {} is left", report.worst, report.worst_gap, report.worst_is_angle ? "rad" : "m");
    if (given.empty() && !frames.empty())
      return {{frames.size() == 1 ? frames.front().path : "frames",
               fmt::format("the loops do not close where frame '{}' is led: {}", model_.frame(frames.front().frame).name, gap),
               "it is out of reach, or on another branch: lead it nearer to where it is"}};
    const auto n_given = std::count(given.held.begin(), given.held.end(), true) + static_cast<long>(given.entries.size());
    if (!given.empty())
      return {{"q", "the given coordinates contradict the loops: " + gap,
               n_given == 1 && frames.empty() ? "the one given is out of reach, or on another branch: give a number nearer to where it is"
                                              : "give fewer of them, so that the others can close the loops"}};
    return {{"loops." + report.worst, "the loops do not close from the file's initial state: " + gap,
             "give a better guess under `initial:`, or check the dimensions"}};
  }
  std::vector<Contradiction> problems = off_the_given(given, frames, closed);
  if (problems.empty()) state = closed;
  return problems;
}

std::vector<Contradiction> Completion::off_the_given(const LoopGiven& given, std::span<const LedFrame> frames, const State& closed) {
  std::vector<Contradiction> problems;
  place(closed);
  const VecX q = users_.coordinates(ws_);
  for (std::size_t i = 0; i < given.entries.size(); ++i) {
    const int entry = given.entries[i];
    double off = std::abs(apart(users_, entry, given.values[i], q[entry]));
    if (is_quaternion_part(users_, entry)) {  // q and -q are the same turn
      for (const UserJoint& u : users_.joints()) {
        const int begin = u.q_begin + u.joint.nq - 4;
        if (entry < begin || entry >= begin + 4 || u.joint.nq < 4) continue;
        double dot = 0;
        for (std::size_t k = 0; k < given.entries.size(); ++k) {
          if (given.entries[k] >= begin && given.entries[k] < begin + 4) dot += given.values[k] * q[given.entries[k]];
        }
        if (dot < 0) off = std::abs(given.values[i] + q[entry]);
      }
    }
    const std::string& unit = users_.coordinate_units()[at(entry)];
    if (off <= typed_tolerance * (unit == "m" ? model_.length_m() : 1)) continue;
    problems.push_back({*given.paths[i],
                        fmt::format("contradicts the loops: the others leave joint coordinate '{}' at {:.9g}{}, {:.6g}{} away from the {:.9g} given",
                                    users_.coordinate_names()[at(entry)], q[entry], unit == "1" ? "" : " " + unit, off, unit == "1" ? "" : " " + unit,
                                    given.values[i]),
                        "leave it out, or give fewer of the others"});
  }
  for (const LedFrame& m : frames) {
    const Transformd X = frame_pose(model_, ws_, model_.frame(m.frame));
    double off = 0, turned = 0;
    for_each_row(m, X, {}, [&](const FrameRow& r) { (r.angle ? turned : off) = std::hypot(r.angle ? turned : off, r.off); });
    if (m.turn == LedFrame::Turn::axis && dot(X.R * m.axis, m.along) < 0) turned = std::numbers::pi;
    if (off <= typed_tolerance * model_.length_m() && turned <= typed_tolerance) continue;
    problems.push_back({m.path,
                        fmt::format("frame '{}' cannot be led there: {:.6g} m and {:.6g} rad are left", model_.frame(m.frame).name, off, turned),
                        "it is out of reach, or other things that are given hold it"});
  }
  return problems;
}

std::vector<Contradiction> Completion::initial_positions(State& state) {
  LoopGiven given;
  given.clear(model_.nv());
  for (const UserJoint& u : users_.joints()) {
    for (int i = 0; u.tree < 0 && i < u.joint.nq; ++i) {
      const std::optional<double>& value = model_.initial_cut_q()[at(u.joint.q_begin + i)];
      if (!value) continue;
      given.entries.push_back(u.q_begin + i);
      given.values.push_back(*value);
      given.paths.push_back(&initial_q_paths_[at(u.q_begin + i)]);
    }
  }
  if (given.empty() && model_.n_closure_rows() == 0) return {};
  LoopGiven all = given;
  all.held = model_.initial_q_given();
  State closed = state;
  if (!all.empty() && close_positions(model_, closed, with_prescribed(model_, all.held)).closed && positions(all, {}, Start::rough, closed).empty()) {
    state = closed;
    return {};
  }
  return positions(given, {}, Start::rough, state);
}

LoopGiven Completion::initial_speeds() const {
  LoopGiven given;
  given.clear(model_.nv());
  for (const UserJoint& u : users_.joints()) {
    for (int i = 0; u.tree < 0 && i < u.joint.nv; ++i) {
      const std::optional<double>& value = model_.initial_cut_v()[at(u.joint.v_begin + i)];
      if (!value) continue;
      given.entries.push_back(u.v_begin + i);
      given.values.push_back(*value);
      given.paths.push_back(&initial_v_paths_[at(u.v_begin + i)]);
    }
  }
  if (!given.empty() || model_.n_closure_rows() > 0) given.held = model_.initial_v_given();
  return given;
}

}  // namespace zanjir
