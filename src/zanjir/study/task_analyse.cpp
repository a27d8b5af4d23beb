// Items of `zanjir eval` at given states, as named numbers. With several cases (states, formulations) each number is also a series over them.
#include <algorithm>

#include "zanjir/analyse/elastic_facts.hpp"
#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_analyse {
namespace {

using schema::Key;
using schema::Kind;
using schema::Range;
constexpr auto required = schema::Need::required;
constexpr auto optional = schema::Need::optional;

constexpr Key own_keys[] = {
    task_keys::kind("analyse"),
    task_keys::model,
    {"state", Kind::map, optional, "the file's initial state", "One state, as `eval` takes it: `t`, `q`, `v`, `vdot`, `tau`, `want`; numbers may have units."},
    {"states", Kind::map, optional, "", "Instead of `state`: several, by name."},
    {"what", Kind::list, required, "", "Items of `zanjir eval`: `[forward_dynamics, energy, determinacy]`."},
    {"formulations", Kind::list, optional, "[newton-euler]", "Who solves the dynamics; `[all]`: everyone who covers it."},
    {"frames", Kind::list, optional, "all", "Frames whose poses, velocities and accelerations are wanted."},
    {"in", Kind::text, optional, "ground", "Frame whose axes vectors are given in."},
};
constexpr std::string_view text =
    "Single numbers of `zanjir eval`: `forward_dynamics.vdot.A`, `inverse_dynamics.tau.A`, `mass_matrix.A.B`, `bias.A`, `reactions.A.force.x`,\n"
    "`energy.total`, `momentum.linear.x`, `power.total`, `pose.body.x`, `velocity.body.wx`, `acceleration.body.vx`, `coordinates.A`, `loop_residual.m`,\n"
    "`determinacy.redundant`, `determinacy.self_stress_states`, `determinacy.A.dimensions`, `denoc.I.A.B`, `denoc.C.A.B`, `denoc.S.A.B`, `modes.beam.length`, `modes.beam.mode1.frequency`, `.stiffness`, `.damping`, `.mass`, `.W.wave1.k`, `.sine`,\n"
    "`.cosine`, `.W.layer1.k`, `.from_start`, `.from_end`, the same of `Theta`, `.end_deflection.y`, `.end_turn.z`. With several states or formulations every number is a series\n"
    "over the cases, and each case has its own under its name: `start.energy.total`, `newton_euler.forward_dynamics.vdot.A` (dashes become `_`).";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  level:
    kind: analyse
    model: pendulum
    state: {q: {A: 0}}
    what: [forward_dynamics, energy]
  several:
    kind: analyse
    model: pendulum
    states:
      down: {q: {A: -90 deg}}
      up:   {q: {A: 90 deg}, v: {A: 1 rad/s}}
    what: [forward_dynamics]
    formulations: [all]
    frames: [bob]
    in: ground
)yaml";
const schema::Object keys{"Task `analyse`", "tasks.<name>", text, own_keys, example};

struct AnalyseTask {
  std::vector<StateText> states;
  std::vector<NameRef> what, formulations, frames;
  std::string in = "ground";
};
const AnalyseTask& data(const StudyTask& task) { return std::any_cast<const AnalyseTask&>(task.what); }

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  AnalyseTask t;
  if (object.has("state") && object.has("states")) object.error("states", "either `state` or `states`");
  if (object.has("state")) t.states.push_back(reader.state("", object.at("state"), object.path("state")));
  if (object.has("states") && reader.values.expect(object.at("states"), object.path("states"), Node::Kind::map, "a map of names and states")) {
    const Node& states = object.at("states");
    for (std::size_t i = 0; i < states.keys.size(); ++i) {
      const std::string here = join_path(object.path("states"), states.keys[i].text);
      t.states.push_back(reader.state(reader.new_name(states.keys[i], here), states.items[i], here));
    }
  }
  if (t.states.empty()) t.states.push_back({"", "{}", object.node().at});
  t.what = reader.names(object, "what");
  t.formulations = reader.names(object, "formulations");
  t.frames = reader.names(object, "frames");
  if (object.has("in")) t.in = reader.text(object, "in");
  task.what = std::move(t);
}

class Numbers {
 public:
  Numbers(const Evaluator& evaluator, const Evaluation& e, std::vector<Number>& out)
      : evaluator_(evaluator), model_(evaluator.model()), e_(e), out_(out) {}

  void write() {
    for (const EvalItem item : evaluator_.items()) {
      prefix_ = std::string(name_of(item)) + ".";
      write(item);
    }
  }

 private:
  void put(const std::string& name, std::string_view unit, double value) { out_.push_back({prefix_ + name, std::string(unit), value}); }
  void put(const std::string& name, std::string_view unit, const Vec3d& a, const std::string& letter = "") {
    put(name + letter + "x", unit, a.x);
    put(name + letter + "y", unit, a.y);
    put(name + letter + "z", unit, a.z);
  }
  const std::string& speed(int i) const { return model_.speed_names()[static_cast<std::size_t>(i)]; }

  // How many branches there are, whether that is proven, and the coordinates of each.
  void branches(const std::string& name, const std::optional<KinematicsAnswer>& answer) {
    if (!answer) return;
    const UserJoints& users = evaluator_.users();
    put(name + "count", "1", static_cast<double>(answer->branches.count));
    put(name + "complete", "1", answer->branches.complete ? 1 : 0);
    for (std::size_t b = 0; b < answer->q.size(); ++b) {
      for (int i = 0; i < users.nq(); ++i) put(name + std::to_string(b + 1) + "." + users.coordinate_names()[at(i)], users.coordinate_units()[at(i)], answer->q[b][i]);
    }
  }

  void write(EvalItem item) {
    const UserJoints& users = evaluator_.users();
    switch (item) {
      case EvalItem::coordinates:
        for (int i = 0; i < users.nq(); ++i) put(users.coordinate_names()[at(i)], users.coordinate_units()[at(i)], e_.q[i]);
        for (int i = 0; i < users.nv(); ++i) put(users.speed_names()[at(i)] + ".speed", users.turns(i) ? "rad/s" : "m/s", e_.v[i]);
        break;
      case EvalItem::pose:
        for (const FrameAnswer& f : e_.frames) {
          const std::string name = model_.frame(f.frame).name + ".";
          put(name, "m", f.pose.p);
          const Quatd q = spatial::to_quaternion(f.pose.R);
          put(name + "qw", "1", q.w);
          put(name, "1", Vec3d{q.x, q.y, q.z}, "q");
        }
        break;
      case EvalItem::fk: branches("fk.", e_.fk); break;
      case EvalItem::ik: branches("ik.", e_.ik); break;
      case EvalItem::velocity: frames("rad/s", "m/s", &FrameAnswer::V); break;
      case EvalItem::acceleration:
        if (e_.motion->solved()) frames("rad/s^2", "m/s^2", &FrameAnswer::A);
        break;
      case EvalItem::jacobian:
        for (const FrameAnswer& f : e_.frames) {
          static constexpr const char* rows[] = {"wx", "wy", "wz", "vx", "vy", "vz"};
          for (int r = 0; r < 6; ++r) {
            for (int c = 0; c < f.J.cols(); ++c) put(model_.frame(f.frame).name + "." + rows[r] + "." + speed(c), "", f.J(r, c));
          }
        }
        break;
      case EvalItem::mass_matrix:
        for (int r = 0; r < e_.M.rows(); ++r) {
          for (int c = 0; c < e_.M.cols(); ++c) put(speed(r) + "." + speed(c), "", e_.M(r, c));
        }
        break;
      case EvalItem::bias:
        for (int i = 0; i < model_.nv(); ++i) put(speed(i), "", e_.bias.total()[i]);
        break;
      case EvalItem::forward_dynamics: solve(*e_.forward); break;
      case EvalItem::inverse_dynamics: solve(*e_.inverse); break;
      case EvalItem::hybrid: solve(*e_.motion); break;
      case EvalItem::reactions: reactions(); break;
      case EvalItem::energy:
        put("kinetic", "J", e_.energy.kinetic_J);
        put("gravity", "J", e_.energy.gravity_J);
        put("springs", "J", e_.energy.springs_J);
        if (!model_.elastic_bodies().empty()) put("strain", "J", e_.energy.strain_J);
        put("total", "J", e_.energy.total_J());
        break;
      case EvalItem::momentum:
        put("mass", "kg", e_.momentum.mass_kg);
        put("linear.", "kg m/s", e_.momentum.linear_kg_m_s);
        put("angular.", "kg m^2/s", e_.momentum.angular_kg_m2_s);
        put("center_of_mass.", "m", e_.momentum.centre_of_mass_m);
        break;
      case EvalItem::power:
        if (!e_.motion->solved()) break;
        put("actuators", "W", e_.power.actuators_W);
        put("prescribed", "W", e_.power.prescribed_W);
        put("passive", "W", e_.power.passive_W);
        put("dampers", "W", e_.power.dampers_W);
        put("loads", "W", e_.power.loads_W);
        put("total", "W", e_.power.total_W());
        break;
      case EvalItem::loop_residual: residuals(); break;
      case EvalItem::determinacy: determinacy(); break;
      case EvalItem::denoc: denoc(); break;
      case EvalItem::modes: modes(); break;
    }
  }

  void frames(const char* angular, const char* linear, Motiond FrameAnswer::*motion) {
    for (const FrameAnswer& f : e_.frames) {
      put(model_.frame(f.frame).name + ".", angular, (f.*motion).w, "w");
      put(model_.frame(f.frame).name + ".", linear, (f.*motion).v, "v");
    }
  }

  void solve(const SolveAnswer& s) {
    if (!s.solved()) return;
    const UserJoints& users = evaluator_.users();
    for (int i = 0; i < users.nv(); ++i) {
      put("vdot." + users.speed_names()[at(i)], users.turns(i) ? "rad/s^2" : "m/s^2", s.user_vdot[i]);
      put("tau." + users.speed_names()[at(i)], users.turns(i) ? "N m" : "N", s.user_tau[i]);
    }
  }

  void reactions() {
    if (!e_.motion->solved()) return;
    for (const ReactionAnswer& r : e_.motion->reactions) {
      put(r.joint + ".force.", "N", r.total.f);
      put(r.joint + ".moment.", "N m", r.total.n);
      put(r.joint + ".undetermined", "1", r.undetermined_dimensions);
    }
  }

  void residuals() {
    double gap = 0, angle = 0;
    for (const ConstraintResidual& c : residuals_by_constraint(model_, e_.loops->phi)) {
      for (std::size_t i = 0; i < c.residuals.size(); ++i) {
        double& largest = c.units[i] == "m" ? gap : angle;
        largest = std::max(largest, std::abs(c.residuals[i]));
      }
    }
    put("m", "m", gap);
    put("rad", "rad", angle);
  }

  void denoc() {
    const DenocMatrices& d = *e_.denoc;
    for (int r = 0; r < model_.nv(); ++r) {
      for (int c = 0; c < model_.nv(); ++c) {
        put("I." + speed(r) + "." + speed(c), "", d.I(r, c));
        put("C." + speed(r) + "." + speed(c), "", d.C(r, c));
      }
    }
    for (std::size_t r = 0; d.reduced && r < d.free.size(); ++r) {
      for (std::size_t c = 0; c < d.independent.size(); ++c)
        put("S." + speed(d.free[r]) + "." + speed(d.independent[c]), "", d.S(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)));
    }
  }

  // W and Theta: of the axis they have values along, which is one for all but combined shapes.
  void profile(const std::string& name, const std::vector<std::pair<char, Profile>>& along, const char* unit) {
    for (const auto& [axis, p] : along) {
      const std::string here = along.size() == 1 ? name + "." : name + "." + axis + ".";
      for (std::size_t i = 0; i < p.polynomial.size(); ++i) put(here + "x" + std::to_string(i), unit, p.polynomial[i]);
      for (std::size_t i = 0; i < p.waves.size(); ++i) {
        const std::string wave = here + "wave" + std::to_string(i + 1) + ".";
        put(wave + "k", "1/m", p.waves[i].k);
        put(wave + "sine", unit, p.waves[i].sine);
        put(wave + "cosine", unit, p.waves[i].cosine);
      }
      for (std::size_t i = 0; i < p.layers.size(); ++i) {
        const std::string layer = here + "layer" + std::to_string(i + 1) + ".";
        put(layer + "k", "1/m", p.layers[i].k);
        put(layer + "from_start", unit, p.layers[i].from_start);
        put(layer + "from_end", unit, p.layers[i].from_end);
      }
    }
  }

  void modes() {
    for (const ElasticBodyFacts& body : elastic_body_facts(model_)) {
      put(body.name + ".length", "m", body.length_m);
      put(body.name + ".mass_per_length", "kg/m", body.mass_kg_per_m);
      put(body.name + ".rotary_per_length.", "kg m", body.rotary_kg_m);
      for (const ModeFacts& m : body.modes) {
        put(m.name + ".frequency", "rad/s", m.frequency_rad_per_s);
        put(m.name + ".stiffness", "N/m", m.stiffness_N_per_m);
        put(m.name + ".damping", "N s/m", m.damping_N_s_per_m);
        put(m.name + ".mass", "kg", m.mass_kg);
        put(m.name + ".end_deflection.", "1", m.end_deflection);
        put(m.name + ".end_turn.", "1/m", m.end_turn_per_m);
        profile(m.name + ".W", m.W, "1");
        profile(m.name + ".Theta", m.Theta, "1/m");
      }
    }
  }

  void determinacy() {
    const LoopFacts& loops = *e_.loops;
    put("rows", "1", model_.n_closure_rows());
    put("rank", "1", loops.rank.rank);
    put("rank_here", "1", loops.rank.rank_here);
    put("redundant", "1", loops.n_redundant());
    put("self_stress_states", "1", loops.determinacy.n_states());
    put("mobility", "1", model_.nv() - loops.rank.rank);
    put("length", "m", model_.length_m());  // moments of the states are divided by it
    static constexpr const char* components[] = {"moment.x", "moment.y", "moment.z", "force.x", "force.y", "force.z"};
    const auto joint = [&](const std::string& name, int index) {
      put(name + ".dimensions", "1", loops.determinacy.undetermined_dimensions(index));
      for (int c = 0; c < 6; ++c) put(name + "." + components[c] + ".undetermined", "1", loops.determinacy.undetermined(index, c) ? 1 : 0);
      for (int k = 0; k < loops.determinacy.n_states(); ++k) {  // the states themselves, moments divided by the model length
        for (int c = 0; c < 6; ++c)
          put(name + "." + components[c] + ".state" + std::to_string(k + 1), "1", loops.determinacy.states(6 * index + c, k));
      }
    };
    for (std::size_t j = 0; j < model_.joints().size(); ++j) joint(model_.joints()[j].name, static_cast<int>(j));
    for (std::size_t c = 0; c < model_.constraints().size(); ++c) {
      if (!std::holds_alternative<Gear>(model_.constraints()[c]))
        joint(name_of(model_.constraints()[c]), static_cast<int>(model_.joints().size() + c));
    }
  }


  const Evaluator& evaluator_;
  const Model& model_;
  const Evaluation& e_;
  std::vector<Number>& out_;
  std::string prefix_;
};

struct Case {
  std::string name;  // state and formulation, as far as there are several
  std::string formulation;
  const StateText* state;
};

EvalRequest request(const AnalyseTask& t, const std::string& formulation) {
  EvalRequest r;
  for (const NameRef& item : t.what) r.items.push_back(item.name);
  for (const NameRef& frame : t.frames) r.frames.push_back(frame.name);
  r.in = t.in;
  r.formulation = formulation;
  return r;
}

std::vector<Case> cases(const AnalyseTask& t, const Model& model) {
  std::vector<std::string> formulations;
  for (const NameRef& f : t.formulations) {
    if (f.name != "all") formulations.push_back(f.name);
  }
  const bool all = formulations.size() < t.formulations.size();
  if (all) {
    formulations.clear();
    for (const AnyFormulation& f : all_formulations()) {
      if (Evaluator::make(model, request(t, std::string(name_of(f))))) formulations.emplace_back(name_of(f));
    }
  }
  if (formulations.empty()) formulations.emplace_back(name_of(all_formulations().front()));
  std::vector<Case> list;
  for (const StateText& state : t.states) {
    for (const std::string& formulation : formulations) {
      std::string name = state.name;
      std::string plain = formulation;
      std::replace(plain.begin(), plain.end(), '-', '_');
      if (formulations.size() > 1 || all) name += (name.empty() ? "" : ".") + plain;
      list.push_back({name, formulation, &state});
    }
  }
  return list;
}

// The position of a task stands for what Evaluator and read_question know only as words.
void report(const std::vector<Diagnostic>& problems, SourcePos at, const std::string& path, DiagnosticSink& sink) {
  for (const Diagnostic& d : problems) {
    const bool option = d.key_path.starts_with("--");
    sink.error(at, path + (d.key_path.empty() ? "" : option ? " (" + d.key_path.substr(2) + ")" : "." + d.key_path), d.message, d.hint);
  }
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const AnalyseTask& t = data(task);
  const Model& model = context.model(task);
  const std::string path = "tasks." + task.name;
  const bool all = std::any_of(t.formulations.begin(), t.formulations.end(), [](const NameRef& f) { return f.name == "all"; });
  const std::string first = t.formulations.empty() || all ? std::string() : t.formulations.front().name;
  const Result<Evaluator> evaluator = Evaluator::make(model, request(t, first));
  if (!evaluator) return report(evaluator.diagnostics, t.what.empty() ? task.at : t.what.front().at, path, sink);
  for (std::size_t i = 1; i < t.formulations.size() && !all; ++i) {
    const Result<Evaluator> other = Evaluator::make(model, request(t, t.formulations[i].name));
    if (!other) report(other.diagnostics, t.formulations[i].at, path, sink);
  }
  for (const StateText& state : t.states) {
    const Result<StateQuestion> question = read_question(model, state.json, "state");
    const std::string here = path + (state.name.empty() ? ".state" : ".states." + state.name);
    if (!question) report(question.diagnostics, state.at, here, sink);
    else report(evaluator->check(*question, "state", 0), state.at, here, sink);
  }
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const AnalyseTask& t = data(task);
  const Model& model = context.model(task);
  TaskResult out;
  const std::vector<Case> list = cases(t, model);
  std::vector<std::vector<Number>> numbers(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    Result<Evaluator> evaluator = Evaluator::make(model, request(t, list[i].formulation));
    const Evaluation evaluation = evaluator->evaluate(*read_question(model, list[i].state->json, "state"));
    if (!evaluation.solved()) {
      out.status = TaskStatus::failed;
      for (const auto* solve : {&evaluation.forward, &evaluation.inverse, &evaluation.motion}) {
        if (*solve && !(*solve)->solved())
          out.why = (list[i].name.empty() ? "" : list[i].name + ": ") + std::string(name_of((*solve)->status)) + ": " + (*solve)->note;
      }
      return out;
    }
    Numbers(*evaluator, evaluation, numbers[i]).write();
    context.progress.update(static_cast<double>(i + 1) / static_cast<double>(list.size()));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const Number& n : numbers[i]) out.numbers.push_back({(list[i].name.empty() ? "" : list[i].name + ".") + n.name, n.unit, n.value});
  }
  const bool series = list.size() > 1 || !list.front().name.empty();
  if (!series) return out;
  out.abscissa = {"case", "1", {}};
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.abscissa.values.push_back(static_cast<double>(i + 1));
    out.texts.push_back({"case " + std::to_string(i + 1), list[i].name});
  }
  for (std::size_t k = 0; k < numbers.front().size(); ++k) {
    Series s{numbers.front()[k].name, numbers.front()[k].unit, {}};
    for (const auto& row : numbers) s.values.push_back(k < row.size() ? row[k].value : 0);
    out.series.push_back(std::move(s));
  }
  return out;
}

// States are few and cheap, so what a task will have is what it has. Where a state has no answer, nobody knows.
std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  TaskResult out = run(task, context);
  return out.status == TaskStatus::done ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace
}  // namespace task_analyse

extern const TaskKind analyse_task;
const TaskKind analyse_task{"analyse", task_analyse::keys, {}, task_analyse::read, task_analyse::check, task_analyse::outline, task_analyse::run};

}  // namespace zanjir
