// read_study: file -> text -> tree -> Study. Everything that can be said without running a task is said here, all in one go: keys, units, names of
// models and tasks, and the grammar of every expression.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <set>

#include <nlohmann/json.hpp>

#include "zanjir/describe/overrides.hpp"
#include "zanjir/describe/sections.hpp"
#include "zanjir/describe/text_file.hpp"
#include "zanjir/study/each.hpp"
#include "zanjir/study/study.hpp"
#include "zanjir/study/study_schema.hpp"

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Node::Kind;

struct StudyReader {
  Values& values;
  Study& study;

  DiagnosticSink& sink() { return values.sink(); }
  static std::string item(const std::string& path, std::size_t i) { return path + "[" + std::to_string(i) + "]"; }

  // -- small pieces ----------------------------------------------------------------------------------------------------------------------
  std::string text(ObjectReader& object, std::string_view key) {
    return object.has(key) ? values.text(object.at(key), object.path(key)) : std::string();
  }

  // A list of names, or one name alone.
  std::vector<NameRef> names(ObjectReader& object, std::string_view key) {
    std::vector<NameRef> result;
    if (!object.has(key)) return result;
    const Node& node = object.at(key);
    if (node.is(Kind::scalar)) return {values.name(node, object.path(key))};
    if (!values.expect(node, object.path(key), Kind::list, "a list of names")) return result;
    for (std::size_t i = 0; i < node.items.size(); ++i) result.push_back(values.name(node.items[i], item(object.path(key), i)));
    return result;
  }

  StudyExpression expression(const Node& node, const std::string& path) {
    StudyExpression result;
    if (!values.expect(node, path, Kind::scalar, "an expression of results")) return result;
    result.text = node.text;
    result.at = values.inside(node, 0);
    result.one_line = values.inside(node, 1).column == result.at.column + 1;
    ExpressionNames who = values.names(ExpressionNames::Time::not_allowed);
    who.pass = ExpressionNames::Pass::check;
    who.series = [this](std::string_view name) -> std::optional<SeriesView> {
      const Quantity unknown{0, Knowledge::unknown, {}};
      const std::string_view task = name.substr(0, name.find('.'));
      if (std::none_of(study.tasks.begin(), study.tasks.end(), [&](const StudyTask& t) { return t.name == task; })) return std::nullopt;
      return SeriesView{{}, {}, unknown, unknown};
    };
    who.word_hint = [this](std::string_view name) -> std::string {
      std::vector<std::string> known;
      for (const StudyTask& t : study.tasks) known.push_back(t.name);
      const std::string near = did_you_mean(name.substr(0, name.find('.')), known);
      return near.empty() ? "results are named task.result" : near;
    };
    const auto parsed = parse_expression_or_series(node.text, who);
    if (const auto* failure = std::get_if<ExpressionError>(&parsed))
      sink().error(result.position(failure->offset), path, failure->message, failure->hint);
    return result;
  }

  std::vector<StudyExpression> expressions(const Node& node, const std::string& path) {
    if (!node.is(Kind::list)) return {expression(node, path)};
    std::vector<StudyExpression> list;
    for (std::size_t i = 0; i < node.items.size(); ++i) list.push_back(expression(node.items[i], item(path, i)));
    return list;
  }

  // A state with units, as the JSON that `eval` reads.
  Json json_of(const Node& node, const std::string& path) {
    switch (node.kind) {
      case Kind::map: {
        Json object = Json::object();
        for (std::size_t i = 0; i < node.keys.size(); ++i) {
          const std::string here = join_path(path, node.keys[i].text);
          const bool want = here.find(".want") != std::string::npos;
          object[node.keys[i].text] = want && node.items[i].is(Kind::scalar) ? Json(node.items[i].text) : json_of(node.items[i], here);
        }
        return object;
      }
      case Kind::list: {
        Json list = Json::array();
        for (std::size_t i = 0; i < node.items.size(); ++i) list.push_back(json_of(node.items[i], item(path, i)));
        return list;
      }
      default: return values.number(node, path, {std::nullopt, schema::Range::any}).value_or(0);
    }
  }
  StateText state(std::string name, const Node& node, const std::string& path) {
    if (!values.expect(node, path, Kind::map, "a state, {q: {...}, v: {...}},")) return {};
    return {std::move(name), json_of(node, path).dump(), node.at};
  }

  // A name for something new in a map of the study.
  std::string new_name(const Node::Key& key, const std::string& path) {
    const std::string name = values.name(key, path);
    if (name.find_first_of(".-") != std::string::npos)
      sink().error(key.at, path, "a name here cannot contain a dot or a dash",
                   "expressions would read '" + name + "' as something else; use '_'");
    return name;
  }

  template <class Read> void each(const Node& root, const char* section, Read read) {
    const Node* node = root.find(section);
    if (!node || !values.expect(*node, section, Kind::map, "a map of names")) return;
    for (std::size_t i = 0; i < node->keys.size() && !values.gave_up(); ++i)
      read(node->keys[i], node->items[i], std::string(section) + "." + node->keys[i].text);
  }

  // -- models ----------------------------------------------------------------------------------------------------------------------------
  void read_model(const Node::Key& key, const Node& node, const std::string& path) {
    StudyModel model;
    model.name = new_name(key, path);
    model.at = node.at;
    if (node.is(Kind::scalar)) {
      model.file = values.folder() / node.text;
    } else {
      ObjectReader object(values, node, path, study_schema::model);
      if (!object || !object.has("file")) return;
      model.at = object.at("file").at;
      model.file = values.folder() / text(object, "file");
      if (object.has("set")) read_set(object.at("set"), object.path("set"), model);
    }
    study.models.push_back(std::move(model));
  }

  void read_set(const Node& node, const std::string& path, StudyModel& model) {
    if (!values.expect(node, path, Kind::map, "a map of names and values")) return;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const Node& value = node.items[i];
      const std::string here = join_path(path, node.keys[i].text);
      if (value.is(Kind::scalar) && value.text.find('$') != std::string::npos) {  // the study's own parameter: handed on with its unit
        if (const auto quantity = values.quantity(value, here)) {
          std::string unit = quantity->knowledge == Knowledge::known ? si_unit(quantity->dimension) : std::string();
          if (unit == "1") unit.clear();
          model.set.push_back({node.keys[i].text, Json(quantity->value).dump() + (unit.empty() ? "" : " " + unit)});
        }
      } else {
        model.set.push_back({node.keys[i].text, flow(value)});
      }
    }
  }
  static std::string flow(const Node& node) {  // as YAML on one line
    if (node.is(Kind::list)) {
      std::string out = "[";
      for (std::size_t i = 0; i < node.items.size(); ++i) out += (i == 0 ? "" : ", ") + flow(node.items[i]);
      return out + "]";
    }
    if (node.is(Kind::map)) {
      std::string out = "{";
      for (std::size_t i = 0; i < node.items.size(); ++i)
        out += (i == 0 ? "" : ", ") + Json(node.keys[i].text).dump() + ": " + flow(node.items[i]);
      return out + "}";
    }
    return node.text;
  }

  // -- tasks -----------------------------------------------------------------------------------------------------------------------------
  void read_task(const Node::Key& key, const Node& node, const std::string& path) {
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

  std::string task_kind(const Node& node, const std::string& path) {
    for (const schema::Reserved& later : study_schema::later_task_kinds()) {
      if (node.is(Kind::scalar) && node.text == later.key)
        return values.error(node, path, "not part of this version yet", std::string(later.message)), std::string();
    }
    return values.word(node, path, study_schema::task_kinds());
  }

  NameRef model_of(ObjectReader& object) {
    NameRef ref = values.name(object.at("model"), object.path("model"));
    std::vector<std::string> known;
    for (const StudyModel& m : study.models) known.push_back(m.name);
    if (std::find(known.begin(), known.end(), ref.name) == known.end())
      object.error("model", "no model '" + ref.name + "'", did_you_mean(ref.name, known));
    return ref;
  }

  void earlier_task(const NameRef& ref, const std::string& path) {
    if (ref.name.empty()) return;  // what stands there is no name, and has been reported
    std::vector<std::string> known;
    for (const StudyTask& t : study.tasks) known.push_back(t.name);
    if (std::find(known.begin(), known.end(), ref.name) == known.end())
      sink().error(ref.at, path, "no task '" + ref.name + "' before this one", did_you_mean(ref.name, known));
  }

  std::optional<SimulateSprings> springs(const Node& node, const std::string& path) {
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

  SimulateTask simulate(ObjectReader& object) {
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

  InverseTask inverse(ObjectReader& object) {
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
        t.motion.push_back({{motion.keys[i].text, motion.keys[i].at},
                            read_law(values, motion.items[i], join_path(object.path("motion"), motion.keys[i].text), std::nullopt)});
    }
    return t;
  }

  AnalyseTask analyse(ObjectReader& object) {
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
    if (t.states.empty()) t.states.push_back({"", "{}", object.node().at});
    t.what = names(object, "what");
    t.formulations = names(object, "formulations");
    t.frames = names(object, "frames");
    if (object.has("in")) t.in = text(object, "in");
    return t;
  }

  VerifyTask verify(ObjectReader& object) {
    VerifyTask t;
    if (object.has("states")) t.states = static_cast<int>(values.integer(object.at("states"), object.path("states")).value_or(1));
    if (t.states < 1 || t.states > 1'000'000) object.error("states", "must lie between 1 and 1000000");
    if (object.has("seed"))
      t.seed = static_cast<std::uint64_t>(std::max(0L, values.integer(object.at("seed"), object.path("seed")).value_or(1)));
    t.tolerance = object.number("tolerance");
    return t;
  }

  CompareTask compare(ObjectReader& object) {
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

  ContactTask contact(ObjectReader& object) {
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

  // -- figures ---------------------------------------------------------------------------------------------------------------------------
  FigureAxis axis(ObjectReader& figure, const char* key) {
    FigureAxis a;
    if (!figure.has(key)) return a;
    ObjectReader object(values, figure.at(key), figure.path(key), study_schema::axis);
    if (!object) return a;
    a.label = text(object, "label");
    a.unit = text(object, "unit");
    if (!a.unit.empty() && a.unit != "1" && parse_unit(a.unit).bad_length > 0)
      object.error("unit", "unknown unit '" + a.unit + "'",
                   nearest_unit(a.unit).empty() ? "" : "did you mean '" + nearest_unit(a.unit) + "'?");
    a.logarithmic = object.word("scale") == "log";
    if (object.has("from")) a.from = object.number("from");
    if (object.has("to")) a.to = object.number("to");
    if (a.from && a.to && *a.from >= *a.to) object.error("to", "must be greater than `from`");
    if (a.logarithmic && ((a.from && *a.from <= 0) || (a.to && *a.to <= 0)))
      object.error("scale", "a logarithmic axis has positive ends only");
    return a;
  }

  void read_figure(const Node::Key& key, const Node& node, const std::string& path) {
    ObjectReader object(values, node, path, study_schema::figure);
    if (!object) return;
    StudyFigure f;
    f.name = values.name(key, path);
    f.at = key.at;
    f.title = object.has("title") ? text(object, "title") : f.name;
    f.text = text(object, "text");
    f.kind = object.word("kind");
    f.x = axis(object, "x");
    f.y = axis(object, "y");
    f.equal_axes = object.flag("equal_axes");
    if (f.equal_axes && (f.x.logarithmic || f.y.logarithmic)) object.error("equal_axes", "has no meaning on logarithmic axes");
    if (f.kind == "table") {
      object.only({"title", "text", "kind", "columns", "rows", "digits"}, "in a table");
      table(object, f);
    } else if (f.kind == "posture") {
      object.only({"title", "text", "kind", "postures", "magnify"}, "in a drawing of postures");
      f.magnify = object.number("magnify");
      postures(object, f);
    } else if (f.kind == "plot" && object.has("panels")) {
      object.only({"title", "text", "kind", "x", "y", "equal_axes", "panels"}, "beside `panels`");
      panels(object, f);
    } else {
      object.only({"title", "text", "kind", "x", "y", "equal_axes", "curves"}, "here");
      curves(object, f.curves);
    }
    study.figures.push_back(std::move(f));
  }

  void table(ObjectReader& object, StudyFigure& f) {
    if (!object.has("columns") || !object.has("rows")) return object.error("", "a table has `columns` and `rows`");
    if (object.has("digits")) f.digits = static_cast<int>(values.integer(object.at("digits"), object.path("digits")).value_or(6));
    if (f.digits < 1 || f.digits > 17) object.error("digits", "must lie between 1 and 17");
    if (!values.expect(object.at("columns"), object.path("columns"), Kind::list, "a list of headings")) return;
    for (const Node& heading : object.at("columns").items) f.columns.push_back(heading.text);
    if (!values.expect(object.at("rows"), object.path("rows"), Kind::list, "a list of rows")) return;
    const Node& rows = object.at("rows");
    for (std::size_t i = 0; i < rows.items.size(); ++i) {
      ObjectReader row(values, rows.items[i], item(object.path("rows"), i), study_schema::row);
      if (!row || !row.has("label") || !row.has("values")) continue;
      f.rows.emplace_back(text(row, "label"), expressions(row.at("values"), row.path("values")));
      if (f.rows.back().second.size() + 1 != f.columns.size())
        row.error("values", "there are " + std::to_string(f.columns.size()) + " columns, so " + std::to_string(f.columns.size() - 1) +
                                " values are wanted beside the label");
    }
  }

  void panels(ObjectReader& object, StudyFigure& f) {
    if (!values.expect(object.at("panels"), object.path("panels"), Kind::list, "a list of panels")) return;
    const Node& list = object.at("panels");
    if (list.items.empty()) object.error("panels", "is empty");
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      ObjectReader panel(values, list.items[i], item(object.path("panels"), i), study_schema::panel);
      if (!panel || !panel.has("curves")) continue;
      f.panels.push_back({text(panel, "title"), {}});
      curves(panel, f.panels.back().curves);
    }
  }

  void postures(ObjectReader& object, StudyFigure& f) {
    if (!object.has("postures")) return object.error("", "key `postures` is missing");
    if (!values.expect(object.at("postures"), object.path("postures"), Kind::list, "a list of postures")) return;
    const Node& list = object.at("postures");
    if (list.items.empty()) object.error("postures", "is empty");
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      ObjectReader posture(values, list.items[i], item(object.path("postures"), i), study_schema::posture);
      if (posture) f.postures.push_back(read_posture(posture));
    }
  }
  FigurePosture read_posture(ObjectReader& object) {
    FigurePosture p;
    if (object.has("task") == object.has("model")) {
      object.error("", "either the `task` whose motion is drawn or a `model`");
      return p;
    }
    if (object.has("model")) {
      object.only({"label", "model", "state"}, "with `model`");
      p.model = model_of(object);
      if (object.has("state")) p.state = state("", object.at("state"), object.path("state"));
    } else {
      object.only({"label", "task", "at"}, "with `task`");
      p.task = values.name(object.at("task"), object.path("task"));
      if (object.has("at")) read_instants(object, p);
      else object.error("", "key `at` is missing", "the instant, or a list of instants, to draw");
    }
    p.label = object.has("label") ? text(object, "label") : p.task.name + p.model.name;
    return p;
  }
  void read_instants(ObjectReader& object, FigurePosture& p) {
    const auto task = std::find_if(study.tasks.begin(), study.tasks.end(), [&](const StudyTask& t) { return t.name == p.task.name; });
    if (task == study.tasks.end()) {
      std::vector<std::string> known;
      for (const StudyTask& t : study.tasks) known.push_back(t.name);
      return object.error("task", "no task '" + p.task.name + "'", did_you_mean(p.task.name, known));
    }
    const auto* simulated = std::get_if<SimulateTask>(&task->what);
    const auto* followed = std::get_if<InverseTask>(&task->what);
    if (!simulated && !followed) return object.error("task", "a task of kind '" + task->kind + "' has no motion to draw", "`simulate` and `inverse` have one");
    const double until = simulated ? simulated->until_s : followed->until_s;
    const Node& node = object.at("at");
    const bool several = node.is(Kind::list);
    for (std::size_t i = 0; i < (several ? node.items.size() : 1); ++i) {
      const Node& instant = several ? node.items[i] : node;
      const std::string path = several ? item(object.path("at"), i) : object.path("at");
      const std::optional<double> t = values.number(instant, path, {dimension::time, schema::Range::any});
      if (!t) continue;
      if (*t > until) values.error(instant, path, "is after the end of the task");
      if (followed && *t < followed->from_s) values.error(instant, path, "is before the beginning of the task");
      p.at_s.push_back(*t);
    }
    if (several && node.items.empty()) object.error("at", "is empty");
  }

  void curves(ObjectReader& object, std::vector<FigureCurve>& out) {
    if (!object.has("curves")) return object.error("", "key `curves` is missing");
    if (!values.expect(object.at("curves"), object.path("curves"), Kind::list, "a list of curves")) return;
    const Node& list = object.at("curves");
    if (list.items.empty()) object.error("curves", "is empty");
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string here = item(object.path("curves"), i);
      FigureCurve c;
      c.style = "line";
      if (list.items[i].is(Kind::scalar)) {
        c.y = {expression(list.items[i], here)};
        c.label = c.y[0].text;
      } else {
        ObjectReader curve(values, list.items[i], here, study_schema::curve);
        if (!curve || !curve.has("y")) continue;
        c.y = expressions(curve.at("y"), curve.path("y"));
        if (curve.has("x")) c.x = expressions(curve.at("x"), curve.path("x"));
        if (!c.x.empty() && c.x.size() != c.y.size()) curve.error("x", "`x` and `y` have different lengths");
        c.label = curve.has("label") ? text(curve, "label") : c.y.empty() ? "" : c.y[0].text;
        c.style = curve.word("style");
      }
      out.push_back(std::move(c));
    }
  }

  // -- claims ----------------------------------------------------------------------------------------------------------------------------
  // Numbers of one `said` or `found` share a dimension; the first unit written is the one that results are shown in.
  std::optional<double> bound(ObjectReader& object, const char* key, Bounds& b) {
    if (!object.has(key)) return std::nullopt;
    const Node& node = object.at(key);
    const std::optional<Quantity> q = values.quantity(node, object.path(key));
    if (!q) return std::nullopt;
    if (q->knowledge == Knowledge::known) {
      if (b.kind.knowledge == Knowledge::known && !same_dimension(b.kind.dimension, q->dimension))
        object.error(key, "is " + a_dimension(q->dimension) + ", but the number before is " + a_dimension(b.kind.dimension));
      if (b.kind.knowledge != Knowledge::known) {
        b.kind = {0, Knowledge::known, q->dimension};
        double number = 0;
        const auto [end, status] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), number);
        std::string_view rest = status == std::errc()
                                    ? std::string_view(end, static_cast<std::size_t>(node.text.data() + node.text.size() - end))
                                    : std::string_view();
        while (rest.starts_with(' ')) rest.remove_prefix(1);
        const UnitText unit = rest.empty() ? UnitText{} : parse_unit(rest);
        if (unit.bad_length == 0 && unit.length == rest.size() && !rest.empty()) b.unit = rest, b.unit_to_si = unit.unit.to_si;
      }
    }
    return q->value;
  }

  Bounds bounds(ObjectReader& object) {
    Bounds b;
    b.kind.knowledge = Knowledge::factor;
    b.value = bound(object, "value", b);
    b.tol = bound(object, "tol", b).value_or(0);
    b.rel_tol = object.number("rel_tol");
    if (b.tol < 0) object.error("tol", "must not be negative");
    return b;
  }

  void read_claim(const Node& node, const std::string& path, std::set<std::string>& ids) {
    ObjectReader object(values, node, path, study_schema::claim);
    if (!object) return;
    Claim c;
    c.at = node.at;
    if (object.has("id")) {
      c.id = values.name(object.at("id"), object.path("id")).name;
      if (!ids.insert(c.id).second) object.error("id", "there is a claim '" + c.id + "' already");
    }
    c.source = text(object, "source");
    c.text = text(object, "text");
    c.reason = text(object, "reason");
    c.expect = object.word("expect") == "differs" ? Verdict::differs : Verdict::holds;
    if (object.has("said")) {
      ObjectReader said(values, object.at("said"), object.path("said"), study_schema::said);
      if (said) {
        c.said_at = said.node().at;
        c.said = bounds(said);
        c.said.min = bound(said, "min", c.said);
        c.said.max = bound(said, "max", c.said);
        c.said.text = text(said, "text");
        const bool limits = said.has("min") || said.has("max");
        if (said.has("value") == limits)
          said.error("", said.has("value") ? "either `value` or limits, not both" : "`value`, `min` or `max` is wanted");
        if (!said.has("value") && (said.has("tol") || said.has("rel_tol")))
          said.error("", "a tolerance belongs to a `value`", "widen the limits instead");
        if (c.said.min && c.said.max && *c.said.min > *c.said.max) said.error("max", "is smaller than `min`");
      }
    }
    if (object.has("found")) {
      ObjectReader found(values, object.at("found"), object.path("found"), study_schema::found);
      if (found) {
        c.found = bounds(found);
        c.found->from = text(found, "from");
        if (c.found->value && c.said.contains(*c.found->value))
          found.error("value", "lies inside `said`: the claim would hold", "leave `found` and `expect: differs` out");
      }
    }
    if (c.expect == Verdict::differs) {
      if (!object.has("reason")) object.error("", "`expect: differs` needs a `reason`");
      if (!object.has("found"))
        object.error("", "`expect: differs` needs `found: {value, tol, from}`", "our own number is what a regression is measured by");
    } else if (object.has("found") || object.has("reason")) {
      object.error(object.has("found") ? "found" : "reason", "has no meaning without `expect: differs`");
    }
    if (object.has("compute")) c.compute = expression(object.at("compute"), object.path("compute"));
    study.claims.push_back(std::move(c));
  }

  // -- the file --------------------------------------------------------------------------------------------------------------------------
  void read(const Node& root, const std::string& default_name) {
    if (!root.is(Kind::map))
      return values.error(root, "", std::string("a study is a map, but this is ") + kind_name(root.kind), "begin with `zanjir_study: 1`");
    const Node* version = root.find("zanjir_study");
    if (!version)
      return values.error(root, "", "key `zanjir_study` is missing",
                          root.find("zanjir") ? "this is a mechanism, not a study; name it in the `models` of one"
                                              : "begin with `zanjir_study: 1`, the version of the format");
    if (!version->is(Kind::scalar) || version->text != "1")
      return values.error(*version, "zanjir_study", "unknown version of the format", "this program reads version 1");
    ObjectReader object(values, root, "", study_schema::root);
    study.name = object.has("name") ? text(object, "name") : default_name;
    const bool plain =
        !study.name.empty() && study.name.find_first_of("/\\") == std::string::npos && study.name[0] != '.' && study.name.size() <= 100;
    if (!plain)
      object.error("name", "cannot be the name of a study",
                   "it becomes a folder of the report: no slashes, no dot in front, at most 100 characters");
    study.title = object.has("title") ? text(object, "title") : study.name;
    study.text = text(object, "text");
    if (object.has("parameters")) read_parameters(values, object.at("parameters"), "parameters");
    study.parameters = values.parameters;
    each(root, "models", [this](const Node::Key& key, const Node& node, const std::string& path) { read_model(key, node, path); });
    each(root, "tasks", [this](const Node::Key& key, const Node& node, const std::string& path) { read_task(key, node, path); });
    each(root, "figures", [this](const Node::Key& key, const Node& node, const std::string& path) { read_figure(key, node, path); });
    const Node* claims = root.find("claims");
    if (!claims || !values.expect(*claims, "claims", Kind::list, "a list of claims")) return;
    std::set<std::string> ids;
    for (std::size_t i = 0; i < claims->items.size() && !values.gave_up(); ++i) read_claim(claims->items[i], item("claims", i), ids);
  }
};

}  // namespace

Result<Study> read_study_text(const std::string& text, const std::string& name, const Overrides& overrides,
                              const std::filesystem::path& folder) {
  DiagnosticSink sink({name});
  std::deque<std::string> override_texts;
  Result<Study> result;
  Node root = parse_document(text, 0, sink);
  if (!sink.has_errors() || !root.is(Kind::null)) {
    Values values(sink, folder);
    values.add_source(0, SourceLines(text));
    if (root.is(Kind::map)) expand_each(root, sink);
    if (root.is(Kind::map)) apply_overrides(root, overrides, values, override_texts, study_schema::root);
    Study study;
    StudyReader{values, study}.read(root, std::filesystem::path(name).stem().string());
    if (values.gave_up()) sink.error({0, 1, 1}, "", "too many errors; the rest of the file was not read");
    study.files = sink.files();
    if (!sink.has_errors()) result.value = std::move(study);
  }
  result.diagnostics = sink.take();
  return result;
}

Result<Study> read_study(const std::filesystem::path& path, const Overrides& overrides) {
  auto content = read_text_file(path, max_file_bytes);
  if (const auto* problem = std::get_if<FileProblem>(&content)) {
    DiagnosticSink sink({path.string()});
    sink.error({0, 0, 0}, "", problem->message, problem->hint);
    return {std::nullopt, sink.take()};
  }
  return read_study_text(std::get<std::string>(content), path.string(), overrides, path.parent_path());
}

bool is_study_file(const std::filesystem::path& path) {
  auto content = read_text_file(path, max_file_bytes);
  if (!std::holds_alternative<std::string>(content)) return false;
  DiagnosticSink sink({path.string()});
  const Node root = parse_document(std::get<std::string>(content), 0, sink);
  return root.is(Kind::map) && root.find("zanjir_study");
}

bool Bounds::contains(double x) const {
  if (std::isnan(x)) return false;
  if (value) return std::abs(x - *value) <= tol + rel_tol * std::abs(*value);
  return (!min || x >= *min) && (!max || x <= *max);
}

std::string_view name_of(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::differs ? "differs" : "fails";
}

}  // namespace zanjir
