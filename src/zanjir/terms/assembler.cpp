#include "zanjir/terms/assembler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/terms/said_text.hpp"

namespace zanjir {
namespace {

// A prescribed value repeated by the user counts as equal when it could be the printed law: rounding of a formula of some ten operations.
constexpr double law_tolerance = 1e-9;
constexpr double worth_a_word = 1e-3;  // of a change to what the file says: radians, model lengths, or of the largest speed

}  // namespace

Assembler::Assembler(const Model& model, const KinematicsRoom& lent)
    : model_(model), users_(model), names_(model, users_), completion_(model, users_, lent), initial_(initial_state(model)) {
  const auto nq = static_cast<Eigen::Index>(names_.coordinates().size()), nv = static_cast<Eigen::Index>(names_.speeds().size());
  q_.value.setZero(nq);
  for (Level* level : {&v_, &vdot_, &tau_}) level->value.setZero(nv);
  for (Level* level : {&q_, &v_, &vdot_, &tau_}) level->given.assign(at(level->value.size()), nullptr);
  for (LoopGiven* given : {&positions_, &speeds_, &accelerations_}) given->clear(model.nv());
  law_q_.setZero(model.nq());
  law_v_.setZero(model.nv());
  law_vdot_.setZero(model.nv());
}

bool Assembler::Level::any(int begin, int n) const {
  for (int i = begin; i < begin + n; ++i) {
    if (given[at(i)]) return true;
  }
  return false;
}

// The entries begin ... begin + n that are given, as entries first ... of UserJoints.
void Assembler::Level::put(int begin, int n, int first, LoopGiven& out) const {
  for (int i = 0; i < n; ++i) {
    const StateRequest::Number* number = given[at(begin + i)];
    if (!number) continue;
    out.entries.push_back(first + i);
    out.values.push_back(number->value);
    out.paths.push_back(&number->path);
  }
}

void Assembler::take(const std::vector<StateRequest::Number>& numbers, Level& level) {
  std::fill(level.given.begin(), level.given.end(), nullptr);
  for (const StateRequest::Number& n : numbers) {
    level.given[at(n.entry)] = &n;
    level.value[n.entry] = n.value;
  }
}

const std::vector<SaidProblem>& Assembler::assemble(const StateRequest& request, StateQuestion& out, const State* start) {
  problems_.clear();
  begin(request, out, start);
  check_quaternions();
  if (problems_.empty()) apply_laws(out);
  if (problems_.empty()) sort_out(out);
  if (problems_.empty()) complete(request, start == nullptr, out);
  return problems_;
}

bool Assembler::follow(const StateRequest& request, StateQuestion& out, const State& start) {
  problems_.clear();
  completion_.forget();
  begin(request, out, &start);
  check_quaternions();
  if (problems_.empty()) apply_laws(out);
  if (problems_.empty()) sort_out(out);
  return problems_.empty() && completion_.follow_positions(positions_, request.frames, out.state);
}

bool Assembler::reach(const StateRequest& request, StateQuestion& out, const State& start) {
  problems_.clear();
  completion_.forget();
  begin(request, out, &start);
  check_quaternions();
  if (problems_.empty()) apply_laws(out);
  if (problems_.empty()) sort_out(out);
  return problems_.empty() && completion_.positions(positions_, request.frames, Completion::Start::once, out.state).empty();
}

int Assembler::freedoms_left(const StateRequest& request, const State& state) {
  StateQuestion question;
  begin(request, question, &state);
  sort_out(question);
  return completion_.freedoms_left(positions_, request.frames, state);
}

void Assembler::begin(const StateRequest& request, StateQuestion& out, const State* start) {
  out.state = start ? *start : initial_;
  if (request.along_motion) out.state.v.setZero();
  if (request.t_s) out.state.t_s = *request.t_s;
  if (request.contacts) out.state.contact = *request.contacts;
  start_own_terms(out.state);
  vdot_.value.setZero();
  tau_.value.setZero();
  take(request.q, q_);
  take(request.v, v_);
  take(request.vdot, vdot_);
  take(request.tau, tau_);
  nothing_given_ = request.q.empty() && request.v.empty() && request.vdot.empty() && request.tau.empty();  // frames are led, at most
  out.tau_given.assign(at(model_.nv()), false);
  out.vdot_given.assign(at(model_.nv()), false);
  if (request.want.empty()) out.want.assign(at(model_.nv()), std::nullopt);
  else out.want = request.want;
  out.tau_cut.setZero(model_.n_cut_v());
  out.cut_vdot_given.clear();
  out.q_given.clear();
  out.ik = request.ik;
  out.fk = request.fk;
  out.inputs = request.inputs;
}

// Where coordinates and speeds start. What is not said about a swapped joint comes from the state; a cut joint has no start of its own.
void Assembler::start_own_terms(const State& state) {
  q_.value.setZero();
  v_.value.setZero();
  q_.value.head(model_.nq()) = state.q;
  v_.value.head(model_.nv()) = state.v;
  for (std::size_t j = 0; j < users_.joints().size(); ++j) {
    const UserJoint& u = users_.joints()[j];
    if (!u.own_terms || u.tree < 0) continue;
    const Joint& joint = model_.joints()[at(u.tree)];
    user_coordinates(joint, state.q.data() + joint.q_begin, q_.value.data() + names_.joints()[j].q_begin);
    user_speeds(joint, state.q.data() + joint.q_begin, state.v.data() + joint.v_begin, v_.value.data() + names_.joints()[j].v_begin);
  }
}

void Assembler::check_quaternions() {
  for (const Joint& joint : names_.joints()) {
    if (!has_quaternion(joint)) continue;
    const int begin = quaternion_begin(joint);
    const StateRequest::Number* first = nullptr;
    int n_given = 0;
    for (int i = begin; i < begin + 4; ++i) {
      if (!q_.given[at(i)]) continue;
      ++n_given;
      if (!first) first = q_.given[at(i)];
    }
    if (n_given == 0) continue;
    const double length = q_.value.segment<4>(begin).norm();
    if (std::abs(length - 1) <= typed_orientation) continue;
    error(*first, fmt::format("the quaternion of '{}' has norm {}, not 1", joint.name, length),
          n_given < 4 ? "give all four parts: those not given come from the initial state" : "normalise it; within 1e-6 it is taken as rounding");
  }
}

// Prescribed entries are laws of time: a value that repeats the law is fine, another one contradicts it.
void Assembler::apply_laws(StateQuestion& out) {
  out.state.q = q_.value.head(model_.nq());
  out.state.v = v_.value.head(model_.nv());
  out.vdot = vdot_.value.head(model_.nv());
  out.tau = tau_.value.head(model_.nv());
  for (int i = 0; i < model_.nv(); ++i) {
    out.vdot_given[at(i)] = vdot_.given[at(i)] != nullptr;
    out.tau_given[at(i)] = tau_.given[at(i)] != nullptr;
    if (model_.roles()[at(i)] == Role::prescribed && tau_.given[at(i)])
      error(*tau_.given[at(i)], fmt::format("the motion of '{}' is prescribed, so its tau is an answer, not an input", model_.speed_names()[at(i)]),
            "leave it out; put an extra force there as a load in the file");
  }
  if (model_.prescribed().empty()) return;
  for (VecX* law : {&law_q_, &law_v_, &law_vdot_}) law->setConstant(std::numeric_limits<double>::quiet_NaN());
  evaluate_prescribed(model_, out.state.t_s, law_q_, law_v_, law_vdot_);
  for (const Joint& joint : model_.joints()) {  // q and -q are the same turn
    if (!has_quaternion(joint)) continue;
    auto law = law_q_.segment<4>(quaternion_begin(joint));
    if (q_.any(quaternion_begin(joint), 4) && law.dot(out.state.q.segment<4>(quaternion_begin(joint))) < 0) law *= -1;
  }
  const auto compare = [&](const Level& level, std::span<const std::string> names, const VecX& law, VecX& value, const char* noun) {
    for (int i = 0; i < law.size(); ++i) {
      if (std::isnan(law[i])) continue;
      if (level.given[at(i)] && std::abs(value[i] - law[i]) > law_tolerance * std::max(1.0, std::abs(law[i])))
        error(*level.given[at(i)],
              fmt::format("'{}' is prescribed: its {} at t = {} is {}, not {}", names[at(i)], noun, out.state.t_s, law[i], value[i]),
              "leave it out, or change t");
      value[i] = law[i];
    }
  };
  compare(q_, model_.coordinate_names(), law_q_, out.state.q, "value");
  compare(v_, model_.speed_names(), law_v_, out.state.v, "rate");
  compare(vdot_, model_.speed_names(), law_vdot_, out.vdot, "acceleration");
}

// What is held in the tree, and what is given in other terms.
void Assembler::sort_out(StateQuestion& out) {
  for (LoopGiven* given : {&positions_, &speeds_, &accelerations_}) given->clear(model_.nv());
  if (nothing_given_) return;
  for (std::size_t j = 0; j < users_.joints().size(); ++j) {
    const UserJoint& u = users_.joints()[j];
    const Joint& named = names_.joints()[j];
    if (q_.any(named.q_begin, named.nq)) out.q_given.push_back(named.name);
    if (u.tree >= 0) {
      sort_tree_joint(j, out);
      continue;
    }
    q_.put(named.q_begin, named.nq, u.q_begin, positions_);
    v_.put(named.v_begin, named.nv, u.v_begin, speeds_);
    vdot_.put(named.v_begin, named.nv, u.v_begin, accelerations_);
    for (int i = named.v_begin; i < named.v_begin + named.nv && out.cut_vdot_given.empty(); ++i) {
      if (vdot_.given[at(i)]) out.cut_vdot_given = vdot_.given[at(i)]->path;
    }
    out.tau_cut.segment(u.joint.v_begin, u.joint.nv) = tau_.value.segment(named.v_begin, named.nv);
  }
}

void Assembler::sort_tree_joint(std::size_t j, StateQuestion& out) {
  const UserJoint& u = users_.joints()[j];
  const Joint &named = names_.joints()[j], &joint = model_.joints()[at(u.tree)];
  const bool as_rows = model_.n_closure_rows() > 0 && joint.type == JointType::planar;  // scalar parts may be given one by one
  const bool own_q = u.own_terms && !as_rows && q_.any(named.q_begin, named.nq), own_vdot = u.own_terms && vdot_.any(named.v_begin, named.nv);
  if (own_q) tree_coordinates(joint, q_.value.data() + named.q_begin, out.state.q.data() + joint.q_begin);
  if (u.own_terms) {
    if (as_rows) q_.put(named.q_begin, named.nq, u.q_begin, positions_);
    v_.put(named.v_begin, named.nv, u.v_begin, speeds_);
    vdot_.put(named.v_begin, named.nv, u.v_begin, accelerations_);
    const auto twice = [&](const char* key, const Level& level, int tree_begin, int own_begin, int n) {
      if (level.any(tree_begin, n) && level.any(own_begin, n))
        problems_.push_back(
            {{}, fmt::format("{}.{}", key, joint.name), "given twice, as it is written and as the opposite motion", "keep one of them"});
    };
    twice("q", q_, joint.q_begin, named.q_begin, joint.nq);
    twice("v", v_, joint.v_begin, named.v_begin, joint.nv);
    twice("vdot", vdot_, joint.v_begin, named.v_begin, joint.nv);
  }
  for (int i = joint.v_begin; own_vdot && i < joint.v_begin + joint.nv; ++i) out.vdot_given[at(i)] = true;
  const bool turns = has_quaternion(joint);
  for (int i = 0; i < joint.nv + u.n_modes; ++i) {
    bool said = own_q && i < joint.nv;
    if (i >= joint.nv) said = q_.any(joint.q_begin + joint.nq + i - joint.nv, 1);
    else if (joint.type == JointType::free) said = said || q_.any(joint.q_begin + (i < 3 ? 3 : 0), i < 3 ? 4 : 3);
    else said = said || (turns ? q_.any(joint.q_begin, 4) : q_.any(joint.q_begin + i, 1));
    positions_.held[at(joint.v_begin + i)] = said;
    speeds_.held[at(joint.v_begin + i)] = v_.any(joint.v_begin + i, 1);
    accelerations_.held[at(joint.v_begin + i)] = vdot_.any(joint.v_begin + i, 1);
  }
}

// Those frames of which rates or accelerations are said: all of them along a motion.
std::span<const LedFrame> Assembler::frames_with(bool LedFrame::*said, const std::vector<LedFrame>& frames) {
  if (std::all_of(frames.begin(), frames.end(), [&](const LedFrame& m) { return m.*said; })) return frames;
  some_frames_.clear();
  std::copy_if(frames.begin(), frames.end(), std::back_inserter(some_frames_), [&](const LedFrame& m) { return m.*said; });
  return some_frames_;
}

void Assembler::complete(const StateRequest& request, bool from_file, StateQuestion& out) {
  for (const LedFrame& m : request.frames) {
    if (m.accelerations && out.cut_vdot_given.empty()) out.cut_vdot_given = m.path;
  }
  const bool nothing_said = out.q_given.empty() && from_file && request.frames.empty();
  const auto start = from_file ? Completion::Start::rough : Completion::Start::near;
  if (refused(nothing_said ? completion_.initial_positions(out.state) : completion_.positions(positions_, request.frames, start, out.state))) return;
  const auto with_load = [&](VecX& of, int DrivePlay::*own, int DrivePlay::*other, const Level& said, const std::vector<bool>& in_file) {
    for (const DrivePlay& play : model_.forces().plays) {  // a motor behind play, of which nothing is said, goes with what it drives
      if (!from_file || said.given[at(play.*own)] || (nothing_said && in_file[at(play.motor_speed)])) continue;
      of[play.*own] = of[play.*other];
    }
  };
  with_load(out.state.q, &DrivePlay::motor_coordinate, &DrivePlay::joint_coordinate, q_, model_.initial_q_given());
  const Change guessed = nothing_said ? change(model_.initial_q_given(), difference(model_, model_.initial_q(), out.state.q)) : Change{};
  const bool own_speeds = nothing_said && speeds_.empty();  // those of the file
  if (own_speeds) speeds_ = completion_.initial_speeds();
  if (own_speeds) v_before_ = out.state.v;
  std::vector<Contradiction> wrong_speeds = completion_.velocities(speeds_, frames_with(&LedFrame::rates, request.frames), out.state);
  Change slower;
  if (own_speeds && !wrong_speeds.empty() &&
      guessed.size > typed_tolerance) {  // where the coordinates were a guess, speeds that do not fit are one, too
    speeds_.clear(model_.nv());
    out.state.v = v_before_;
    wrong_speeds = completion_.velocities(speeds_, {}, out.state);
    slower = change(model_.initial_v_given(), out.state.v - v_before_);
  }
  if (guessed.size > worth_a_word)
    out.note = "the initial coordinates do not close the loops together, and were a guess: moved most is " + guessed.text(model_, "");
  if (slower.speed >= 0 && slower.size > worth_a_word * v_before_.cwiseQuotient(model_.column_scale()).lpNorm<Eigen::Infinity>())
    out.note += (out.note.empty() ? "" : "; ") + std::string("the initial speeds contradict the loops, and were a guess: changed most is ") +
                slower.text(model_, "/s");
  for (Contradiction& c : wrong_speeds)
    if (own_speeds) c.path = "initial.v";
  if (refused(wrong_speeds)) return;
  with_load(out.state.v, &DrivePlay::motor_speed, &DrivePlay::joint_speed, v_, model_.initial_v_given());
  if (refused(completion_.accelerations(accelerations_, frames_with(&LedFrame::accelerations, request.frames), out.state, out.vdot,
                                        request.along_motion ? Completion::Free::moves_least : Completion::Free::as_given)))
    return;
  take_own_forces(out);
}

// Forces last: what they are on the tree's speeds depends on the closed positions.   tau_tree . v_tree = tau_user . v_user
void Assembler::take_own_forces(StateQuestion& out) {
  for (std::size_t j = 0; j < users_.joints().size(); ++j) {
    const UserJoint& u = users_.joints()[j];
    const Joint& named = names_.joints()[j];
    if (u.tree < 0 || !u.own_terms || !tau_.any(named.v_begin, u.joint.nv)) continue;
    const Joint& joint = model_.joints()[at(u.tree)];
    MatX T(joint.nv, joint.nv);
    for (int k = 0; k < joint.nv; ++k) {
      const VecX unit = VecX::Unit(joint.nv, k);
      user_speeds(joint, out.state.q.data() + joint.q_begin, unit.data(), T.col(k).data());
      out.tau_given[at(joint.v_begin + k)] = true;
    }
    out.tau.segment(joint.v_begin, joint.nv) += T.transpose() * tau_.value.segment(named.v_begin, joint.nv);
  }
}

// The largest entry of those that the file gives, in radians or model lengths.
Assembler::Change Assembler::change(const std::vector<bool>& given, const VecX& moved) const {
  Change most;
  for (int i = 0; i < model_.nv(); ++i) {
    const double size = std::abs(moved[i]) / model_.column_scale()[i];
    if (given[at(i)] && size > most.size) most = {size, std::abs(moved[i]), i};
  }
  return most;
}

std::string Assembler::Change::text(const Model& model, const char* per) const {
  return fmt::format("'{}', by {:.3g} {}{}", model.speed_names()[at(speed)], by, model.speed(speed).turns() ? "rad" : "m", per);
}

bool Assembler::refused(const std::vector<Contradiction>& found) {
  for (const Contradiction& c : found) problems_.push_back({{}, c.path, c.message, c.hint});
  return !found.empty();
}

void Assembler::error(const StateRequest::Number& number, std::string message, std::string hint) {
  problems_.push_back({number.at, number.path, std::move(message), std::move(hint)});
}

namespace {

Result<StateQuestion> answer(Assembler& assembler, const Said* said, const State* start, const std::string& source, std::uint32_t line) {
  std::vector<SaidProblem> problems;
  const StateRequest request = said ? read_request(assembler.model(), assembler.users(), assembler.names(), *said, problems) : StateRequest{};
  StateQuestion question;
  if (problems.empty()) problems = assembler.assemble(request, question, start);
  if (problems.empty()) return {std::move(question), {}};
  Result<StateQuestion> refused;
  for (SaidProblem& p : problems)
    refused.diagnostics.push_back(
        {Severity::error, source, p.at.line > 0 ? p.at.line : line, p.at.column, std::move(p.path), std::move(p.message), std::move(p.hint)});
  return refused;
}

}  // namespace

Result<StateQuestion> read_question(Assembler& assembler, std::string_view text, const std::string& source, std::uint32_t line, const State* start) {
  const Result<Said> said = said_in_text(text, source, line);
  if (!said) return {std::nullopt, said.diagnostics};
  return answer(assembler, &*said, start, source, line);
}

Result<StateQuestion> read_question(Assembler& assembler, const Said* said, const std::string& source, const State* start) {
  return answer(assembler, said, start, source, 0);
}

Result<StateQuestion> read_question(const Model& model, const Said* said, const std::string& source) {
  Assembler assembler(model);
  return read_question(assembler, said, source);
}

}  // namespace zanjir
