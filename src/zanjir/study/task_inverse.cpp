// Inverse dynamics along a motion: at each instant the prescribed joints follow their laws, the others follow from the loops (started at the sample
// before, so that the branch is kept), and forces and reactions are solved for. The rank of the loops is decided at the first instant and kept.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/dynamics/contacts_left_out.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/loops/held_determinant.hpp"
#include "zanjir/loops/leg_plan.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/study/task_options.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/terms/coordinate_units.hpp"
#include "zanjir/terms/led_motion.hpp"
#include "zanjir/terms/missed_loops.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {
namespace task_inverse {
namespace {

using Json = nlohmann::ordered_json;

using namespace schema;

struct InverseTask {
  std::vector<MotionGiven> motion;
  double from_s = 0, until_s = 0, every_s = 0;
  NameRef formulation = default_formulation();
  std::vector<NameRef> outputs;
};
const InverseTask& data(const StudyTask& task) { return std::any_cast<const InverseTask&>(task.what); }

constexpr TaskOption<InverseTask> options[] = {
    task_keys::kind("inverse"),
    task_keys::model,
    option<&InverseTask::motion>(
        {"motion", Kind::map, optional, "what the model prescribes",
         "What is led, and by which laws: a joint or joint.part by a law; a joint with several coordinates, or any body or frame, by a map of its "
         "parts, `{x: LAW, y: LAW, z: LAW, turn: {axes: [...], angles: [...]}}`, as many of them as are led; with `axis` only this axis of the "
         "frame follows `turn`, or points to the place `target: [LAW, LAW, LAW]` in the world; `hold: fixed` keeps a body's axes along those of "
         "the world, `hold: level` its z axis upright. What is not named follows from the loops; what is free besides keeps still. A law carries "
         "no load: the actuators do."}),
    option<&InverseTask::from_s>({"from", Kind::number, optional, "0", "First instant.", dimension::time}),
    option<&InverseTask::until_s>({"until", Kind::number, required, "", "Last instant.", dimension::time}),
    option<&InverseTask::every_s>(
        {"every", Kind::number, required, "", "Time between samples; the last instant is always one.", dimension::time, Range::positive}),
    option<&InverseTask::formulation>(task_keys::formulation),
    option<&InverseTask::outputs>(task_keys::outputs),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "Which forces a motion needs. Results over `t`: every quantity of the [catalogue](quantities.md) but the ledger: coordinates `A`, speeds "
    "`A.speed`, forces `A.force`, the\n"
    "motor side `A.motor.torque`, reactions `A.reaction.force.x`, frames `body.frame.x`, `energy.total`, `power.actuators` ... The rank of the loops "
    "is decided once, at the\n"
    "first instant.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  swing:
    kind: inverse
    model: pendulum
    motion: {A: {law: sine, amplitude: 30 deg, frequency: 0.5 Hz}}
    from: 0 s
    until: 2 s
    every: 10 ms
    formulation: newton-euler
    outputs: [A, energy]
figures:
  torque: {curves: [swing.A.force]}
)yaml";
const schema::Object keys{"Task `inverse`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  InverseTask t = read_options(reader, object, options);
  if (object.has("until") && t.until_s < t.from_s) object.error("until", "must not lie before `from`");
  if (t.every_s > 0 && (t.until_s - t.from_s) / t.every_s > 1e7) object.error("every", "gives more than ten million samples");
  task.motion = TimeSpan{t.from_s, t.until_s};
  task.what = std::move(t);
}

// What such a task can give, of the catalogue.
template <class Choose> QuantitySet quantities_of(const InverseTask& task, const Model& model, Choose choose) {
  const bool reactions = coverage(*find_formulation(task.formulation.name), model).reactions;
  return QuantitySet(model, moving_frames(model), [&](const QuantityFamily& family, const QuantityName& q) {
    if (family.group == QuantityGroup::time || family.needs == Needs::ledger || (family.needs == Needs::reactions && !reactions)) return false;
    return choose(family, q);
  });
}
// What its outputs name; without outputs all but what is dear.
QuantitySet chosen_quantities(const InverseTask& task, const Model& model) {
  AskedNames asked, indices;
  for (const NameRef& o : task.outputs) (asks_for_indices(o.name) ? indices : asked).add(o.name);
  return quantities_of(task, model, [&](const QuantityFamily& family, const QuantityName& q) {
    if (task.outputs.empty()) return !only_by_name(family.group);
    return indices.has(q.name) || (family.group != QuantityGroup::indices && asked.has(q.name));
  });
}
std::vector<Series> series_named(const QuantitySet& quantities) {
  std::vector<Series> series;
  for (const QuantityName& q : quantities.names()) series.push_back({q.name, q.unit, {}});
  return series;
}

// Loops that stay open where a request leads its frames, found by a search: for legs without a closed form.
std::string loops_out_of_reach(const Model& model, const StateRequest& request, const State& near) {
  std::string out;
  for (const MissedLoop& loop : missed_loops(model, request, near))
    out += fmt::format("; the leg that '{}' closes misses by {:.6g} {}", loop.name, loop.gap, loop.angle ? "rad" : "m");
  return out;
}

// Which legs cannot follow the frames of a request, and by how much. A frame whose origin is not led is taken where it was, if it stood still there.
std::string legs_out_of_reach(const Model& model, const StateRequest& request, State near, double t) {
  Workspace ws(model);
  update_velocities(model, near, ws);
  BranchQuestion question;
  question.held.assign(static_cast<std::size_t>(model.nv()), false);
  for (const LedFrame& m : request.frames) {
    const bool all = m.led[0] && m.led[1] && m.led[2], none = !m.led[0] && !m.led[1] && !m.led[2];
    const FrameKinematics was = frame_kinematics(model, ws, model.frame(m.frame));
    const bool stood = norm(was.V_WF_W.v) < 1e-9 * model.length_m();
    if (m.turn != LedFrame::Turn::whole || !(all || (none && stood))) return loops_out_of_reach(model, request, near);
    question.targets.push_back({m.frame, {m.R, all ? m.p : was.X_WF.p}, PoseTarget::What::pose});
  }
  near.t_s = t;
  const LegPlan plan = question.targets.empty() ? LegPlan{} : plan_legs(model, question, near);
  if (!plan.covers) return loops_out_of_reach(model, request, near);
  update_positions(model, near, ws);
  std::string out;
  for (const Limit& limit : solve_plan(model, plan, body_poses(model, ws)).limits)
    out += fmt::format("; leg '{}' misses by {:.6g} {} ({})", limit.where, limit.gap, limit.angle ? "rad" : "m", limit.why);
  return out;
}

// Says where a motion goes through a configuration that held actuators do not hold, and from when on it is so near that numbers grow. It looks at every few samples: a sign that has changed stays so until the next
// such place.
class SingularityWatch {
 public:
  SingularityWatch(const Model& model, const LoopRank& rank, std::vector<std::string>& notes)
      : determinant_(model, held_by_actuators(model), rank), notes_(notes) {
    const auto cut = model.cut_roles();
    watches_ = determinant_.exists() && std::none_of(cut.begin(), cut.end(), [](Role role) { return role != Role::passive; });
  }
  void look(double t, const Workspace& ws, bool last) {
    if (!watches_ || (samples_++ % between_looks != 0 && !last)) return;
    const double now = determinant_.at(ws);
    largest_ = std::max(largest_, std::abs(now));
    if (before_ * now < 0) {
      const double near = before_t_ + (t - before_t_) * before_ / (before_ - now);
      say(fmt::format("between t = {:.6g} s and {:.6g} s, near {:.6g} s, the path goes through a singular configuration", before_t_, t, near));
    }
    if (std::abs(now) > close * largest_) since_t_ = t;  // forces are inverse to it
    if (std::abs(now) < least_) least_ = std::abs(now), least_t_ = t, near_t_ = since_t_;
    slope_ = samples_ > 1 ? (now - before_) / (t - before_t_) : 0;
    before_ = now;
    before_t_ = t;
  }
  // The motion cannot go on from here: is it because such a place lies ahead?
  void look_ahead(double t) {
    if (!watches_ || slope_ * before_ >= 0) return;
    const double ahead = before_t_ - before_ / slope_;
    if (ahead < t + between_looks * (t - before_t_)) say(fmt::format("the path meets a singular configuration near t = {:.6g} s", ahead));
  }
  // All was looked at: it may have come near such a place without meeting it.
  void end() {
    if (!watches_ || said_ > 0 || !(least_ < close * largest_)) return;
    notes_.push_back(
        fmt::format("from t = {:.6g} s on a singular configuration is near, where held actuators do not hold the mechanism, and their forces "
                    "grow: at t = {:.6g} s {:.2g} of what held it best is left",
                    near_t_, least_t_, least_ / largest_));
  }

 private:
  void say(const std::string& where) {
    if (said_++ >= most_said) return;
    notes_.push_back(fmt::format(
        "{}: there held actuators do not hold the mechanism, and their forces grow without bound{}", where,
        before_t_ > since_t_ ? fmt::format("; already from t = {:.6g} s on, after which less than a tenth of what holds it is left", since_t_) : ""));
  }
  static constexpr std::size_t between_looks = 4;  // a look costs a tenth of a sample
  static constexpr int most_said = 3;
  static constexpr double close = 0.1;
  HeldDeterminant determinant_;
  std::vector<std::string>& notes_;
  bool watches_ = false;
  std::size_t samples_ = 0;
  int said_ = 0;
  double before_ = 0, before_t_ = 0, largest_ = 0, since_t_ = 0, slope_ = 0;  // since_t_: the last look that was not close
  double least_ = std::numeric_limits<double>::infinity(), least_t_ = 0, near_t_ = 0;
};

// Limits of the file that a motion does not keep: forces and speeds of actuators, stops. Inverse dynamics gives what it would take all the same.
class LimitWatch {
 public:
  explicit LimitWatch(const Model& model) {
    for (const Actuator& a : model.actuators()) {
      const std::string& name = model.speed_names()[at(a.speed)];
      if (std::isfinite(a.force_limit))
        add("actuator '" + name + "' would give", "`force_limit`", std::string(force_unit(model, a.speed)), a.force_limit,
            [s = a.speed](const State&, const Solution& x) { return std::abs(x.tau[s]); });
      if (std::isfinite(a.speed_limit))
        add("actuator '" + name + "' would move at", "`speed_limit`", model.speed(a.speed).turns() ? "rad/s" : "m/s", a.speed_limit,
            [s = a.speed](const State& state, const Solution&) { return std::abs(state.v[s]); });
    }
    for (const JointStop& stop : model.forces().stops) {
      const std::string what = "'" + model.coordinate_names()[at(stop.coordinate)] + "' would go to",
                        unit = model.speed(stop.speed).turns() ? "rad" : "m";
      for (const double side : {-1.0, 1.0})
        if (const double limit = side < 0 ? stop.limits.min : stop.limits.max; std::isfinite(limit))
          add(
              what, "stop '" + stop.name + "'", unit, side * limit,
              [c = stop.coordinate, side](const State& state, const Solution&) { return side * state.q[c]; }, side);
    }
  }
  void look(double t, const State& state, const Solution& solution) {
    ++samples_;
    for (Limit& l : limits_) {
      const double value = l.value(state, solution);
      if (!(value > l.limit + 1e-9 * std::abs(l.limit))) continue;
      if (l.beyond++ == 0) l.first_t = t, l.worst = value;
      if (value >= l.worst) l.worst = value, l.worst_t = t;
    }
  }
  void say(std::vector<std::string>& notes) const {
    for (const Limit& l : limits_) {
      if (l.beyond == 0) continue;
      notes.push_back(fmt::format("{} {:.6g} {} at t = {:.6g} s, beyond its {} of {:.6g} {}: in {} of {} samples, first at t = {:.6g} s", l.what,
                                  l.sign * l.worst, l.unit, l.worst_t, l.of, l.sign * l.limit, l.unit, l.beyond, samples_, l.first_t));
    }
  }

 private:
  using Value = std::function<double(const State&, const Solution&)>;
  struct Limit {
    std::string what, of, unit;
    double limit = 0, sign = 1;
    Value value;
    long beyond = 0;
    double first_t = 0, worst = 0, worst_t = 0;
  };
  void add(std::string what, std::string of, std::string unit, double limit, Value value, double sign = 1) {
    limits_.push_back({std::move(what), std::move(of), std::move(unit), limit, sign, std::move(value)});
  }
  std::vector<Limit> limits_;
  long samples_ = 0;
};

// Contacts that the motion would close. They stay in flight: what a ground gives depends on how it was met, which a given motion does not say.
class ContactWatch {
 public:
  explicit ContactWatch(const Model& model) : model_(model), closed_(model.contacts().size(), false) {}
  void look(double t, const Workspace& ws) {
    if (closed_.empty()) return;
    ++samples_;
    contacts_left_out(model_, ws, here_);
    if (here_.empty()) return;
    if (n_closed_++ == 0) first_t_ = t;
    for (const int i : here_) closed_[at(i)] = true;
  }
  void say(std::vector<std::string>& notes) const {
    std::vector<int> all;
    for (std::size_t i = 0; i < closed_.size(); ++i)
      if (closed_[i]) all.push_back(static_cast<int>(i));
    if (all.empty()) return;
    notes.push_back(fmt::format(
        "the ground is left out: {} would touch, in {} of {} samples, first at t = {:.6g} s; forces are those without what it would carry. A task "
        "`simulate` of a model that prescribes the motion has it",
        names_of_contacts(model_, all), n_closed_, samples_, first_t_));
  }

 private:
  const Model& model_;
  std::vector<bool> closed_;
  std::vector<int> here_;
  long samples_ = 0, n_closed_ = 0;
  double first_t_ = 0;
};

// Forces on passive speeds of a tree that others drive: what would have to hold it there, and nothing does. (With loops, and where frames are led, that is refused.)
class PassiveWatch {
 public:
  explicit PassiveWatch(const Model& model) : model_(model), worst_(VecX::Zero(model.nv())) {
    bool driven = false;
    for (int k = 0; k < model.nv(); ++k) driven = driven || model.roles()[at(k)] != Role::passive;
    for (int k = 0; driven && k < model.nv() && model.constraints().empty(); ++k)
      if (model.roles()[at(k)] == Role::passive && !model.speed(k).is_mode()) passive_.push_back(k);
  }
  void look(const VecX& tau) {
    for (const int k : passive_)
      if (std::abs(tau[k]) > std::abs(worst_[k])) worst_[k] = tau[k];
    for (int k = 0; k < tau.size() && !passive_.empty(); ++k) largest_ = std::max(largest_, std::abs(tau[k]) * model_.column_scale()[k]);
  }
  void say(std::vector<std::string>& notes) const {
    std::string list;
    for (const int k : passive_) {
      if (std::abs(worst_[k]) * model_.column_scale()[k] <= 1e-9 * largest_) continue;
      list += fmt::format("{}{:.6g} {} on '{}'", list.empty() ? "" : ", ", worst_[k], force_unit(model_, k), model_.speed_names()[at(k)]);
    }
    if (!list.empty())
      notes.push_back("no actuator gives all of this motion: forces on passive joints are those that would have to hold them, up to " + list +
                      "; prescribe their motion, or take a task `simulate`, in which they are free");
  }

 private:
  const Model& model_;
  std::vector<int> passive_;
  VecX worst_;
  double largest_ = 0;
};

// The first law of a motion that is not a number at t, or whose rates are none: "the law of 'f.tip.x' (study.yaml:5:30) ...". Empty: all are.
std::string law_without_value(const std::vector<MotionGiven>& motion, const std::vector<std::string>& files, double t) {
  std::string out;
  const auto look = [&](const LawDescription& law, const std::string& name) {
    const Jet jet = MotionLaw(law).at(t);
    if (!out.empty() || (std::isfinite(jet.value) && std::isfinite(jet.rate) && std::isfinite(jet.acceleration))) return;
    out = fmt::format(
        "the law of '{}' ({}:{}:{}) is not a number there, or has no rates that are; begin later, or shift it, as in sqrt(t + 1) and 1/(t + 1)", name,
        files.at(law.at.file), law.at.line, law.at.column);
  };
  for (const MotionGiven& g : motion) {
    if (g.law) look(*g.law, g.of.name);
    for (const auto& [part, law] : g.parts) look(law, g.of.name + "." + part);
    for (const LawDescription& law : g.turn_angles) look(law, g.of.name + ".turn");
    for (const LawDescription& law : g.target) look(law, g.of.name + ".target");
  }
  return out;
}

class AlongMotion {
 public:
  AlongMotion(const StudyTask& task, const TaskContext& context, const std::vector<double>& drawn, TaskResult& out)
      : AlongMotion(task, context.model(task), context.study.files, drawn, out) {}
  AlongMotion(const StudyTask& task, const Model& model, const std::vector<std::string>& files, const std::vector<double>& drawn, TaskResult& out)
      : task_(data(task)),
        files_(files),
        model_(model),
        formulation_(*find_formulation(task_.formulation.name)),
        solver_(formulation_, model),
        assembler_(model, solver_.room()),
        users_(assembler_.users()),
        motion_(model, users_, assembler_.names(), task_.motion, problems_),
        quantities_(chosen_quantities(task_, model)),
        row_(quantities_.names().size()),
        limits_(model),
        contacts_(model),
        passive_(model),
        out_(out) {
    out_.series = series_named(quantities_);
    start_ = initial_state(model);
    for (const double t : drawn) out_.snapshots.push_back({t, start_});
    for (Snapshot& s : out_.snapshots) s.state.t_s = -std::numeric_limits<double>::infinity();  // no sample yet
  }

  // False: the task ends here, and `why` says why.
  bool sample(double t) {
    const std::vector<SaidProblem>& problems = reach(t, most_halvings);
    const StateRequest& request = motion_.request();
    if (!problems.empty())
      return give_up(t, problems.front().message + (problems.front().hint.empty() ? "" : "; " + problems.front().hint) +
                            (first_ || request.frames.empty() ? "" : legs_out_of_reach(model_, request, start_, t)));
    const bool first = std::exchange(first_, false);
    start_ = question_.state;
    keep_acceleration(question_.vdot);
    if (first) given_ = inverse_question(model_, question_.vdot);
    else given_.vdot = question_.vdot;
    if (first && model_.n_closure_rows() > 0) {
      rank_ = generic_rank(model_, question_.state);
      given_.rank = &*rank_;
      watch_.emplace(model_, *rank_, out_.notes);
    }
    const Reactions reactions = quantities_.needs(Needs::reactions) ? Reactions::compute : Reactions::skip;
    assembler_.prepare_room(question_.state);
    solver_.hold();
    SolveStatus status = solver_.solve(question_.state, given_, reactions, solution_);
    solver_.release();
    here_ = &assembler_.kinematics_at(question_.state);
    if (!request.frames.empty()) status = judge_tree_actuation(model_, status, solution_);
    if (!solved(status)) return give_up(t, std::string(name_of(status)) + ": " + solution_.note + left_over());
    if (!solution_.note.empty() && solution_.note != note_) out_.notes.push_back(note_ = solution_.note);
    if (watch_) watch_->look(t, *here_, t >= task_.until_s);
    limits_.look(t, question_.state, solution_);
    contacts_.look(t, *here_);
    if (request.frames.empty()) passive_.look(solution_.tau);
    write(t);
    const double all = std::max(1.0, (task_.until_s - task_.from_s) / task_.every_s),
                 stride = std::ceil(all / static_cast<double>(max_motion_states));
    if ((out_.abscissa.values.size() - 1) % static_cast<std::size_t>(stride) == 0) out_.motion.push_back(question_.state);
    for (Snapshot& s : out_.snapshots) {
      if (std::abs(t - s.asked_s) < std::abs(s.state.t_s - s.asked_s)) s.state = question_.state;
    }
    return true;
  }

  // What there is to say of the motion as a whole.
  void end() {
    if (watch_) watch_->end();
    limits_.say(out_.notes);
    contacts_.say(out_.notes);
    passive_.say(out_.notes);
  }

 private:
  std::string left_over() const {
    if (solution_.leftover.size() == 0) return "";
    const VecX cut = solution_.leftover_cut.size() > 0 ? solution_.leftover_cut : VecX::Zero(model_.n_cut_v()).eval();
    const VecX force = users_.forces(*here_, solution_.leftover, cut);
    std::string list;
    const double rounding = 1e-12 * force.lpNorm<Eigen::Infinity>();
    for (Eigen::Index i = 0; i < force.size(); ++i) {
      if (std::abs(force[i]) > rounding)
        list += fmt::format("{}{} {:.6g} {}", list.empty() ? "; left over: " : ", ", users_.speed_names()[at(i)], force[i],
                            users_.turns(static_cast<int>(i)) ? "N m" : "N");
    }
    return list;
  }
  bool give_up(double t, const std::string& why) {
    if (watch_) watch_->look_ahead(t);
    out_.status = TaskStatus::failed;
    const std::string law = law_without_value(task_.motion, files_, t);
    out_.why = "at t = " + Json(t).dump() + " s: " + (law.empty() ? why : law);
    return false;
  }

  // The question at t, on the branch of the state before: where loops or frames decide over coordinates, these take no longer way at once than one can be sure of the branch of.
  const std::vector<SaidProblem>& reach(double t, int halvings) {
    State& before = before_[at(halvings)];
    before = start_;
    predict(t);
    const StateRequest& request = motion_.at_time(t);
    const std::vector<SaidProblem>& problems = assembler_.assemble(request, question_, first_ ? nullptr : &start_);
    if (first_ || halvings == 0 || (request.frames.empty() && model_.n_closure_rows() == 0)) return problems;
    if (problems.empty() && way(before.q, question_.state.q) <= longest_way) return problems;
    start_ = before;
    if (!reach(before.t_s + (t - before.t_s) / 2, halvings - 1).empty()) return assembler_.assemble(motion_.at_time(t), question_, &start_);
    start_ = question_.state;
    keep_acceleration(question_.vdot);
    return reach(t, halvings - 1);
  }
  static constexpr int most_halvings = 10;
  std::array<State, most_halvings + 1> before_;
  static constexpr double longest_way = 0.3;  // radians or model lengths, as of maps
  double way(const VecX& from, const VecX& to) const {
    double longest = 0;
    for (const Joint& joint : model_.joints()) {
      const int plain = has_quaternion(joint) ? joint.nq - 4 : joint.nq, slide = has_quaternion(joint) ? joint.nv - plain : 0;
      for (int i = 0; i < plain; ++i)
        longest = std::max(longest, std::abs(to[joint.q_begin + i] - from[joint.q_begin + i]) / model_.column_scale()[joint.v_begin + slide + i]);
      if (plain == joint.nq) continue;
      const double cosine = std::abs(from.segment<4>(joint.q_begin + plain).dot(to.segment<4>(joint.q_begin + plain)));  // of half the turn
      longest = std::max(longest, 2 * std::acos(std::min(1.0, cosine)));
    }
    return longest;
  }

  // Where the motion goes on to, on the same branch: for a smooth motion where it is going to be, to rounding, so that nothing is left to be found there. The accelerations of the samples before,
  // by a polynomial through them, integrated twice:   q + h v + h^2 sum c_k D^k v',  D^k their k-th backward difference,  c_k = int_0^1 (1 - s) s (s+1) ... (s+k-1)/k! ds  [Hairer1993]
  // III.10. As many differences as shrink: where they do not, samples are too far apart for more, or a law has a corner.
  void predict(double t) {
    if (first_) return;
    constexpr std::array<double, kept_accelerations> c{1.0 / 2, 1.0 / 6, 1.0 / 8, 19.0 / 180};
    const double h = t - start_.t_s;
    if (std::abs(h - h_before_) > 1e-9 * h) n_vdot_ = 1;  // samples as far apart as they were before
    h_before_ = h;
    step_ = start_.v * h;
    double before = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < n_vdot_; ++k) {
      const double size = vdot_[k].squaredNorm();
      if (!(size < before)) break;
      step_ += vdot_[k] * (c[k] * h * h);
      before = size / 4;
    }
    retract(model_, start_.q, step_, next_q_);
    std::swap(start_.q, next_q_);
  }
  // Differences anew, from the new acceleration up:  D^k now = D^(k-1) now - D^(k-1) before.
  void keep_acceleration(const VecX& vdot) {
    const std::size_t n = std::min(n_vdot_ + 1, kept_accelerations);
    rising_ = vdot;
    for (std::size_t k = 0; k < n; ++k) {
      rising_.swap(vdot_[k]);
      if (k + 1 < n) rising_ = vdot_[k] - rising_;
    }
    n_vdot_ = n;
  }

  void write(double t) {
    quantities_.write({*here_, &solution_}, row_);
    out_.abscissa.values.push_back(t);
    for (std::size_t i = 0; i < row_.size(); ++i) out_.series[i].values.push_back(row_[i]);
  }

  const InverseTask& task_;
  const std::vector<std::string>& files_;
  const Model& model_;
  std::vector<SaidProblem> problems_;  // none: check has looked
  AnyFormulation formulation_;
  Solver solver_;
  Assembler assembler_;  // in the room of the solver, which finds there what it would have to find again
  const UserJoints& users_;
  LedMotion motion_;
  QuantitySet quantities_;
  std::vector<double> row_;
  Workspace* here_ = nullptr;  // the state of the last question
  LimitWatch limits_;
  ContactWatch contacts_;
  PassiveWatch passive_;
  TaskResult& out_;
  StateQuestion question_;
  State start_;
  static constexpr std::size_t kept_accelerations = 4;
  std::array<VecX, kept_accelerations> vdot_;  // of the sample before, and its backward differences
  std::size_t n_vdot_ = 0;
  VecX rising_, step_, next_q_;
  double h_before_ = 0;  // between the two samples before
  bool first_ = true;
  std::optional<LoopRank> rank_;
  std::optional<SingularityWatch> watch_;
  Given given_;
  Solution solution_;
  std::string note_;
};

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  TaskResult out;
  out.series = series_named(chosen_quantities(data(task), context.model(task)));
  out.add_asked_for("samples", "1", 0);
  return out;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const Model& model = context.model(task);
  const std::string path = "tasks." + task.name;
  const NameRef& formulation = data(task).formulation;
  check_formulation(formulation.name, model, place_of(formulation, task), path + ".formulation", sink);
  if (find_formulation(formulation.name))
    check_outputs(data(task).outputs, series_named(quantities_of(data(task), model, [](const QuantityFamily&, const QuantityName&) { return true; })),
                  path, sink);
  for (const DrivePlay& play : model.forces().plays) {
    const std::string& driven = model.speed_names()[at(play.joint_speed)];
    sink.error(task.at, path,
               "the drive of '" + driven + "' has play: its motor moves by itself, so a motion of '" + driven + "' does not determine its force",
               "leave the play out here: `set: {actuators." + driven + ".backlash: {}}` of the model");
  }
  const Assembler assembler(model);
  std::vector<SaidProblem> problems;
  const LedMotion asked(model, assembler.users(), assembler.names(), data(task).motion, problems);
  for (const SaidProblem& p : problems) sink.error(p.at, path + "." + p.path, p.message, p.hint);
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  TaskResult out;
  const InverseTask& t = data(task);
  AlongMotion motion(task, context, drawn_instants(context.study, task.name), out);
  const auto n = static_cast<std::size_t>(std::floor((t.until_s - t.from_s) / t.every_s * (1 + 1e-12)));
  const bool extra = t.from_s + static_cast<double>(n) * t.every_s < t.until_s - 1e-9 * t.every_s;
  for (std::size_t k = 0; k <= n + (extra ? 1 : 0); ++k) {
    if (context.cancel) {
      out.status = TaskStatus::cancelled;
      break;
    }
    const double instant = k > n ? t.until_s : t.from_s + static_cast<double>(k) * t.every_s;
    if (!motion.sample(instant)) break;
    context.progress.update(static_cast<double>(k + 1) / static_cast<double>(n + 1));
  }
  motion.end();
  out.add_asked_for("samples", "1", static_cast<double>(out.abscissa.values.size()));
  return out;
}

void try_first_instant(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  TaskResult out;
  AlongMotion motion(task, context, {}, out);
  if (!motion.sample(data(task).from_s)) sink.warning(task.at, task_path(task), "no sample is found: " + out.why);
}

}  // namespace
}  // namespace task_inverse

extern const TaskKind inverse_task;
const TaskKind inverse_task{"inverse",
                            task_inverse::keys,
                            {},
                            task_inverse::read,
                            task_inverse::check,
                            task_inverse::outline,
                            task_inverse::run,
                            task_inverse::try_first_instant};

}  // namespace zanjir
