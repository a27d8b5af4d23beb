// What is computed: `tasks`.
#include <algorithm>

#include "zanjir/study/study_reader.hpp"

namespace zanjir {

using Kind = Node::Kind;

void StudyReader::read_task(const Node::Key& key, const Node& node, const std::string& path) {
  StudyTask task;
  task.name = new_name(key, path);
  task.at = node.at;
  const bool is_map = values.expect(node, path, Kind::map, "a map");
  const Node* kind = is_map ? node.find("kind") : nullptr;
  if (kind) task.kind = task_kind(*kind, path + ".kind");
  else if (is_map) values.error(node, path, "key `kind` is missing", "the kinds are " + std::string(study_schema::task_kinds()));
  if (!task.kind.empty()) {
    ObjectReader object(values, node, path, study_schema::task_object(task.kind));
    if (task.kind == "simulate") task.what = simulate(object);
    if (task.kind == "inverse") task.what = inverse(object);
    if (task.kind == "analyse") task.what = analyse(object);
    if (task.kind == "verify") task.what = verify(object);
    if (task.kind == "compare") task.what = compare(object);
    if (task.kind == "contact") task.what = contact(object);
    if (task.kind != "compare" && object.has("model")) task.model = model_of(object);
  }
  study.tasks.push_back(std::move(task));  // known also after an error, so that claims about it are not reported as well
}

std::string StudyReader::task_kind(const Node& node, const std::string& path) {
  for (const schema::Reserved& later : study_schema::later_task_kinds()) {
    if (node.is(Kind::scalar) && node.text == later.key)
      return values.error(node, path, "not part of this version yet", std::string(later.message)), std::string();
  }
  return values.word(node, path, study_schema::task_kinds());
}

NameRef StudyReader::model_of(ObjectReader& object) {
  NameRef ref = values.name(object.at("model"), object.path("model"));
  std::vector<std::string> known;
  for (const StudyModel& m : study.models) known.push_back(m.name);
  if (std::find(known.begin(), known.end(), ref.name) == known.end())
    object.error("model", "no model '" + ref.name + "'", did_you_mean(ref.name, known));
  return ref;
}

void StudyReader::earlier_task(const NameRef& ref, const std::string& path) {
  if (ref.name.empty()) return;  // what stands there is no name, and has been reported
  std::vector<std::string> known;
  for (const StudyTask& t : study.tasks) known.push_back(t.name);
  if (std::find(known.begin(), known.end(), ref.name) == known.end())
    sink().error(ref.at, path, "no task '" + ref.name + "' before this one", did_you_mean(ref.name, known));
}

std::optional<SimulateSprings> StudyReader::springs(const Node& node, const std::string& path) {
  ObjectReader object(values, node, path, study_schema::loop_treatment);
  if (!object) return std::nullopt;
  SimulateSprings s;
  s.at = node.at;
  object.word("treatment");
  s.stiffness_N_per_m = object.number("stiffness");
  s.closure_error_m = object.number("closure_error");
  s.damping_N_s_per_m = object.number("damping");
  s.damping_ratio = object.number("damping_ratio");
  if (object.has("turn_stiffness")) s.turn_stiffness_N_m_per_rad = object.number("turn_stiffness");
  if (object.has("turn_damping")) s.turn_damping_N_m_s_per_rad = object.number("turn_damping");
  s.start = object.word("start");
  s.update_every_s = object.number("update_every");
  if ((object.word("update") == "augmented-lagrangian") != object.has("update_every")) object.error("update_every", "`update: augmented-lagrangian` and the key `update_every` go together");
  return s;
}

SimulateTask StudyReader::simulate(ObjectReader& object) {
  SimulateTask t;
  t.until_s = object.number("until");
  t.method = object.has("method") ? text(object, "method") : std::string(object.key("method").default_text);
  t.formulation = object.has("formulation") ? text(object, "formulation") : std::string(object.key("formulation").default_text);
  t.rel_tol = object.number("rel_tol");
  t.abs_tol = object.number("abs_tol");
  t.step_s = object.number("step");
  t.first_step_s = object.number("first_step");
  t.max_step_s = object.number("max_step");
  t.norm = object.word("norm");
  t.error_test = object.word("error_test");
  t.step_control = object.word("step_control");
  t.projection = object.word("projection");
  if (object.has("loops")) t.springs = springs(object.at("loops"), object.path("loops"));
  t.baumgarte_1_per_s = object.number("baumgarte");
  if ((t.projection == "baumgarte") != object.has("baumgarte"))
    object.error("baumgarte", "`projection: baumgarte` and the key `baumgarte` go together");
  t.sample_s = object.number("every");
  if (object.has("state")) t.state = state("", object.at("state"), object.path("state"));
  t.outputs = names(object, "outputs");
  if (object.has("inputs") && values.expect(object.at("inputs"), object.path("inputs"), Kind::map, "a map of joints and laws")) {
    const Node& inputs = object.at("inputs");
    for (std::size_t i = 0; i < inputs.keys.size(); ++i) {
      const std::string here = join_path(object.path("inputs"), inputs.keys[i].text);
      SimulateInput input{{inputs.keys[i].text, inputs.keys[i].at}, {}, {}};
      const Node* series = inputs.items[i].is(Kind::map) ? inputs.items[i].find("series") : nullptr;
      if (series) input.series = expression(*series, here + ".series");
      else input.law = read_law(values, inputs.items[i], here, std::nullopt);
      t.inputs.push_back(std::move(input));
    }
  }
  if (object.has("events") && values.expect(object.at("events"), object.path("events"), Kind::map, "a map of names")) {
    const Node& events = object.at("events");
    for (std::size_t i = 0; i < events.keys.size(); ++i) {
      ObjectReader event(values, events.items[i], join_path(object.path("events"), events.keys[i].text), study_schema::event);
      if (!event || !event.has("when")) continue;
      SimulateEvent e;
      e.name = new_name(events.keys[i], join_path(object.path("events"), events.keys[i].text));
      e.at = events.keys[i].at;
      const Node& when = event.at("when");  // of channels, which only the run knows
      e.when = {values.text(when, event.path("when")), values.inside(when, 0),
                values.inside(when, 1).column == values.inside(when, 0).column + 1};
      e.crossing = event.word("crossing");
      e.then = event.word("then");
      t.events.push_back(std::move(e));
    }
  }
  return t;
}

// A law of one coordinate, or a map of parts: those of a joint, or x, y, z, turn and axis of a body.
static MotionGiven read_led(Values& values, NameRef of, const Node& node, const std::string& path) {
  MotionGiven given;
  given.of = std::move(of);
  if (!node.is(Kind::map) || node.find("law")) {
    given.law = read_law(values, node, path, std::nullopt);
    return given;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string &key = node.keys[i].text, here = join_path(path, key);
    if (key == "turn") read_turns(values, node.items[i], here, given.turn_axes, given.turn_angles);
    else if (key == "axis") given.axis = values.direction(node.items[i], here);
    else given.parts.emplace_back(key, read_law(values, node.items[i], here, key == "x" || key == "y" || key == "z" ? std::optional(dimension::length) : std::nullopt));
  }
  return given;
}

InverseTask StudyReader::inverse(ObjectReader& object) {
  InverseTask t;
  t.from_s = object.number("from");
  t.until_s = object.number("until");
  t.every_s = object.number("every");
  if (object.has("until") && t.until_s < t.from_s) object.error("until", "must not lie before `from`");
  if (t.every_s > 0 && (t.until_s - t.from_s) / t.every_s > 1e7) object.error("every", "gives more than ten million samples");
  t.formulation = object.has("formulation") ? text(object, "formulation") : std::string(object.key("formulation").default_text);
  t.outputs = names(object, "outputs");
  if (object.has("motion") && values.expect(object.at("motion"), object.path("motion"), Kind::map, "a map of joints and laws")) {
    const Node& motion = object.at("motion");
    for (std::size_t i = 0; i < motion.keys.size(); ++i)
      t.motion.push_back(read_led(values, {motion.keys[i].text, motion.keys[i].at}, motion.items[i], join_path(object.path("motion"), motion.keys[i].text)));
  }
  return t;
}

AnalyseTask StudyReader::analyse(ObjectReader& object) {
  AnalyseTask t;
  if (object.has("state") && object.has("states")) object.error("states", "either `state` or `states`");
  if (object.has("state")) t.states.push_back(state("", object.at("state"), object.path("state")));
  if (object.has("states") && values.expect(object.at("states"), object.path("states"), Kind::map, "a map of names and states")) {
    const Node& states = object.at("states");
    for (std::size_t i = 0; i < states.keys.size(); ++i) {
      const std::string here = join_path(object.path("states"), states.keys[i].text);
      t.states.push_back(state(new_name(states.keys[i], here), states.items[i], here));
    }
  }
  if (t.states.empty()) t.states.push_back({"", Said{.kind = Said::Kind::object}, object.node().at});
  t.what = names(object, "what");
  t.formulations = names(object, "formulations");
  t.frames = names(object, "frames");
  if (object.has("in")) t.in = text(object, "in");
  return t;
}

VerifyTask StudyReader::verify(ObjectReader& object) {
  VerifyTask t;
  if (object.has("states")) t.states = static_cast<int>(values.integer(object.at("states"), object.path("states")).value_or(1));
  if (t.states < 1 || t.states > 1'000'000) object.error("states", "must lie between 1 and 1000000");
  if (object.has("seed"))
    t.seed = static_cast<std::uint64_t>(std::max(0L, values.integer(object.at("seed"), object.path("seed")).value_or(1)));
  t.tolerance = object.number("tolerance");
  return t;
}

CompareTask StudyReader::compare(ObjectReader& object) {
  CompareTask t;
  if (object.has("reference")) {
    t.reference = values.name(object.at("reference"), object.path("reference"));
    earlier_task(t.reference, object.path("reference"));
  }
  t.with = names(object, "with");
  for (const NameRef& other : t.with) earlier_task(other, object.path("with"));
  t.results = names(object, "results");
  return t;
}

ContactTask StudyReader::contact(ObjectReader& object) {
  ContactTask t;
  if (object.has("contact")) t.contact = {text(object, "contact"), object.at("contact").at};
  t.from_m_per_s = object.number("from");
  t.to_m_per_s = object.number("to");
  if (object.has("from") && object.has("to") && t.to_m_per_s <= t.from_m_per_s) object.error("to", "must be greater than `from`");
  if (object.has("samples")) t.samples = static_cast<int>(values.integer(object.at("samples"), object.path("samples")).value_or(2));
  if (t.samples < 2 || t.samples > 1'000'000) object.error("samples", "must lie between 2 and 1000000");
  if (object.has("mass")) t.mass_kg = object.number("mass");
  return t;
}

}  // namespace zanjir
