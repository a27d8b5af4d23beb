// What is drawn: `figures`.
#include <algorithm>
#include <cctype>

#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {

using Kind = Node::Kind;

FigureAxis StudyReader::axis(ObjectReader& figure, const char* key) {
  FigureAxis a;
  if (!figure.has(key)) return a;
  ObjectReader object(values, figure.at(key), figure.path(key), study_schema::axis);
  if (!object) return a;
  a.label = text(object, "label");
  a.unit = text(object, "unit");
  if (!a.unit.empty() && a.unit != "1" && parse_unit(a.unit).bad_length > 0)
    object.error("unit", "unknown unit '" + a.unit + "'", nearest_unit(a.unit).empty() ? "" : "did you mean '" + nearest_unit(a.unit) + "'?");
  a.logarithmic = object.word("scale") == "log";
  if (object.has("from")) a.from = object.number("from");
  if (object.has("to")) a.to = object.number("to");
  if (a.from && a.to && *a.from >= *a.to) object.error("to", "must be greater than `from`");
  if (a.logarithmic && ((a.from && *a.from <= 0) || (a.to && *a.to <= 0))) object.error("scale", "a logarithmic axis has positive ends only");
  return a;
}

void StudyReader::read_figure(const Node::Key& key, const Node& node, const KeyPath& path) {
  ObjectReader object(values, node, path, study_schema::figure);
  if (!object) return;
  StudyFigure f;
  f.name = values.name(key, path);
  f.at = key.at;
  f.title = object.has("title") ? text(object, "title") : f.name;
  f.text = text(object, "text");
  f.kind = object.word<FigureKind>("kind");
  f.x = axis(object, "x");
  f.y = axis(object, "y");
  f.equal_axes = object.flag("equal_axes");
  f.apart = object.flag("apart");
  if (f.equal_axes && (f.x.logarithmic || f.y.logarithmic)) object.error("equal_axes", "has no meaning on logarithmic axes");
  if (f.kind == FigureKind::table) {
    object.only({"title", "text", "kind", "columns", "rows", "digits"}, "in a table");
    table(object, f);
  } else if (f.kind == FigureKind::posture) {
    object.only({"title", "text", "kind", "postures", "magnify"}, "in a drawing of postures");
    f.magnify = object.number("magnify");
    postures(object, f);
  } else if (f.kind == FigureKind::map) {
    object.only({"title", "text", "kind", "x", "y", "equal_axes", "map", "value"}, "in a map");
    map(object, f);
  } else if (f.kind == FigureKind::torque_speed) {
    object.only({"title", "text", "kind", "x", "y", "sizing", "motor"}, "over speeds");
    torque_speed(object, f);
  } else if (f.kind == FigureKind::plot && object.has("panels")) {
    object.only({"title", "text", "kind", "x", "y", "equal_axes", "panels"}, "beside `panels`");
    panels(object, f);
  } else {
    object.only({"title", "text", "kind", "x", "y", "equal_axes", "curves", "apart"}, "here");
    if (f.apart && f.kind != FigureKind::plot) object.error("apart", "has a meaning for plots only");
    curves(object, f.curves);
  }
  study.figures.push_back(std::move(f));
}

void StudyReader::table(ObjectReader& object, StudyFigure& f) {
  if (!object.has("columns") || !object.has("rows")) return object.error("", "a table has `columns` and `rows`");
  f.digits = object.integer("digits", 1, 17);
  if (!values.expect(object.at("columns"), object.path("columns"), Kind::list, "a list of headings")) return;
  for (const Node& heading : object.at("columns").items) f.columns.emplace_back(heading.text);
  if (!values.expect(object.at("rows"), object.path("rows"), Kind::list, "a list of rows")) return;
  const Node& rows = object.at("rows");
  for (std::size_t i = 0; i < rows.items.size(); ++i) {
    ObjectReader row(values, rows.items[i], object.path("rows", i), study_schema::row);
    if (!row || !row.has("label") || !row.has("values")) continue;
    f.rows.emplace_back(text(row, "label"), expressions(row.at("values"), row.path("values")));
    if (f.rows.back().second.size() + 1 != f.columns.size())
      row.error("values", "there are " + std::to_string(f.columns.size()) + " columns, so " + std::to_string(f.columns.size() - 1) +
                              " values are wanted beside the label");
  }
}

void StudyReader::map(ObjectReader& object, StudyFigure& f) {
  if (!object.has("map")) return object.error("", "key `map` is missing", "it names a task of kind `map`, or a sweep over a grid");
  f.map = values.name(object.at("map"), object.path("map"));
  if (object.has("value")) f.value = {text(object, "value"), object.at("value").at};
  const auto drawn = [](const StudyTask& t) { return t.kind && (t.kind->name == "map" || t.kind->name == "sweep"); };
  if (const StudyTask* task = find_task(f.map.name); task && drawn(*task)) {
    if (task->kind->name == "sweep" && f.value.name.empty()) object.error("", "key `value` is missing", "which of the results of the sweep is drawn");
    return;
  }
  std::vector<std::string> maps;
  for (const StudyTask& t : study.tasks)
    if (drawn(t)) maps.push_back(t.name);
  object.error("map", "no task '" + f.map.name + "' of kind `map` or `sweep`", did_you_mean(f.map.name, maps));
}

void StudyReader::torque_speed(ObjectReader& object, StudyFigure& f) {
  f.sizings = names(object, "sizing");
  if (!object.has("sizing")) return object.error("", "key `sizing` is missing", "it names tasks of kind `sizing`");
  if (object.has("motor")) f.motor = values.name(object.at("motor"), object.path("motor"));
  const auto sizes = [](const StudyTask& t) { return t.kind && t.kind->name == "sizing"; };
  for (const NameRef& name : f.sizings) {
    if (const StudyTask* task = find_task(name.name); task && sizes(*task)) continue;
    std::vector<std::string> known;
    for (const StudyTask& t : study.tasks)
      if (sizes(t)) known.push_back(t.name);
    values.error(name.at, object.path("sizing"), "no task '" + name.name + "' of kind `sizing`", did_you_mean(name.name, known));
  }
}

void StudyReader::panels(ObjectReader& object, StudyFigure& f) {
  if (!values.expect(object.at("panels"), object.path("panels"), Kind::list, "a list of panels")) return;
  const Node& list = object.at("panels");
  if (list.items.empty()) object.error("panels", "is empty");
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    ObjectReader panel(values, list.items[i], object.path("panels", i), study_schema::panel);
    if (!panel || !panel.has("curves")) continue;
    f.panels.push_back({text(panel, "title"), {}});
    curves(panel, f.panels.back().curves);
  }
}

void StudyReader::postures(ObjectReader& object, StudyFigure& f) {
  if (!object.has("postures")) return object.error("", "key `postures` is missing");
  if (!values.expect(object.at("postures"), object.path("postures"), Kind::list, "a list of postures")) return;
  const Node& list = object.at("postures");
  if (list.items.empty()) object.error("postures", "is empty");
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    ObjectReader posture(values, list.items[i], object.path("postures", i), study_schema::posture);
    if (posture) f.postures.push_back(read_posture(posture));
  }
}
FigurePosture StudyReader::read_posture(ObjectReader& object) {
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
void StudyReader::read_instants(ObjectReader& object, FigurePosture& p) {
  const StudyTask* task = find_task(p.task.name);
  if (!task) return object.error("task", "no task '" + p.task.name + "'", did_you_mean(p.task.name, task_names()));
  if (!task->motion)
    return object.error("task", "a task of kind '" + std::string(task->kind ? task->kind->name : "") + "' has no motion to draw",
                        "`simulate` and `inverse` have one");
  const Node& node = object.at("at");
  const bool several = node.is(Kind::list);
  for (std::size_t i = 0; i < (several ? node.items.size() : 1); ++i) {
    const Node& instant = several ? node.items[i] : node;
    const KeyPath path = several ? object.path("at", i) : object.path("at");
    const std::optional<double> t = values.number(instant, path, {dimension::time, schema::Range::any});
    if (!t) continue;
    if (*t > task->motion->until_s) values.error(instant, path, "is after the end of the task");
    if (*t < task->motion->from_s) values.error(instant, path, "is before the beginning of the task");
    p.at_s.push_back(*t);
  }
  if (several && node.items.empty()) object.error("at", "is empty");
}

namespace {

// Curves without a label are called by what they show; where all are of one task, without the task.
void name_by_what_differs(std::vector<FigureCurve>& curves) {
  const auto task_of = [](const FigureCurve& c) {
    const std::string& text = c.label;
    const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char b) { return std::isalnum(b) != 0 || b == '_' || b == '.'; });
    return plain && !c.y.empty() && text == c.y[0].text ? text.substr(0, text.find('.') + 1) : std::string();
  };
  const std::string task = curves.empty() ? "" : task_of(curves[0]);
  if (task.empty() || std::any_of(curves.begin(), curves.end(), [&](const FigureCurve& c) { return task_of(c) != task; })) return;
  for (FigureCurve& c : curves) c.label.erase(0, task.size());
}

}  // namespace

void StudyReader::curves(ObjectReader& object, std::vector<FigureCurve>& out) {
  if (!object.has("curves")) return object.error("", "key `curves` is missing");
  if (!values.expect(object.at("curves"), object.path("curves"), Kind::list, "a list of curves")) return;
  const Node& list = object.at("curves");
  if (list.items.empty()) object.error("curves", "is empty");
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const KeyPath here = object.path("curves", i);
    FigureCurve c;
    c.style = "line";
    if (list.items[i].is(Kind::scalar)) {
      c.y = {expression(list.items[i], here)};
      c.label = c.y[0].text;
    } else {
      ObjectReader curve(values, list.items[i], here, study_schema::curve);
      if (!curve || !curve.has("y")) continue;
      c.y = expressions(curve.at("y"), curve.path("y"));
      if (c.y.empty()) {
        curve.error("y", "is empty");
        continue;
      }
      if (curve.has("x")) c.x = expressions(curve.at("x"), curve.path("x"));
      if (!c.x.empty() && c.x.size() != c.y.size()) curve.error("x", "`x` and `y` have different lengths");
      c.label = curve.has("label") ? text(curve, "label") : c.y[0].text;
      c.style = curve.word("style");
    }
    out.push_back(std::move(c));
  }
  name_by_what_differs(out);
}

}  // namespace zanjir
