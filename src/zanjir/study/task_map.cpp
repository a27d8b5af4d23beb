// A map: where a mechanism can be, under limits, and what its quantities say there, over two or three coordinates or parameters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/map/make_map.hpp"
#include "zanjir/map/map_outcome.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/study/task_options.hpp"

namespace zanjir {
namespace task_map {
namespace {

using namespace schema;

constexpr TaskOption<MapQuestion> options[] = {
    task_keys::kind("map"),
    task_keys::model,
    Key{"axes", Kind::map, required, "",
        "Two or three, by name: a coordinate of a joint (`A`, `J.slide`), of a body or frame (`platform.x`, `.y`, `.z`; `platform.turn.1` is the "
        "first angle of its `turn` under `hold`), or a parameter of the mechanism file (`$length`)."},
    option<&MapQuestion::hold>({"hold", Kind::map, optional, "nothing",
                                "What stays where it is: joints and frames as under `motion` of a task `inverse`, with numbers for laws."}),
    option<&MapQuestion::home>(
        {"home", Kind::map, optional, "the file's initial state", "Where the map starts, as [eval](eval.md) takes a state; it decides the branch."}),
    option<&MapQuestion::values>(
        {"values", Kind::list, optional, "none", "Quantities of the [catalogue](quantities.md). Forces are those that hold the mechanism at rest."}),
    Key{"limits", Kind::map, optional, "none", "What must hold, by name; the first that does not is the one that binds."},
    whole_number<&MapQuestion::depth>(
        integer_key("depth", optional, "2", "How often cells are halved where the boundary passes; 0 to 12.", Range::non_negative, 2), 0,
        max_map_depth),
    option<&MapQuestion::tolerance>({"tolerance", Kind::number, optional, "0.001",
                                     "How closely the boundary is located, as a share of the edge of a finest cell.", dimension::number,
                                     Range::positive, 1e-3}),
    option<&MapQuestion::change>({"change", Kind::number, optional, "never",
                                  "Cells are halved, too, where a value changes by more than this share of its range.", dimension::number,
                                  Range::positive}),
    whole_number<&MapQuestion::threads>(
        integer_key("threads", optional, "as many as there are cores", "The results do not depend on it.", Range::positive), 1, 256),
    option<&MapQuestion::formulation>(task_keys::formulation),
};
constexpr auto own_keys = keys_of(options);
constexpr Key axis_keys[] = {
    {"from", Kind::coordinate, required, "", "Lower end."},
    {"to", Kind::coordinate, required, "", "Upper end."},
    integer_key("cells", required, "", "Coarse cells along it.", Range::positive, 1),
};
constexpr Key limit_keys[] = {
    {"of", Kind::list, optional, "", "A quantity of the catalogue, or several of one kind, all of which stay within the bounds."},
    {"cone", Kind::list, optional, "",
     "Instead of `of`: two bodies or frames, one on each side of a joint; the number is the angle between their `axes`."},
    {"axes", Kind::list, optional, "[z, z]", "With `cone`: a direction in the first frame and one in the second."},
    {"distance", Kind::list, optional, "",
     "Instead of `of`: two or more links, each `[frame, frame]`, or a body with the capsules, cylinders and spheres of its `look:`; `all`: all "
     "that have some. The number is the least distance between any two of them."},
    {"radius", Kind::list, optional, "0", "With `distance`: how thick the links `[frame, frame]` are, one number or one for each."},
    {"min", Kind::coordinate, optional, "none", "The number is not below."},
    {"max", Kind::coordinate, optional, "none", "The number is not above."},
};
constexpr std::string_view text =
    "Where a mechanism can be, and what its quantities say there ([maps](maps.md)). Results over `point`: the axes, the values,\n"
    "`limit.NAME` (the number that the limit looks at), `feasible`, `component` (0: hangs together with the home pose), `binds` (0: nothing,\n"
    "1 ...: this limit, -1: out of reach, -2: nobody has asked, see the notes), `level`; and the numbers `area` (`volume` with three\n"
    "axes), `area_error`, `area_inner`, `area_outer`, `home.area`, `home.area_error`, `box`, `components`, `points`, `evaluations`,\n"
    "`share.NAME` of the box where a limit is violated, `share.reach` where the mechanism cannot be, `share.NAME_error`,\n"
    "`best.VALUE` (the largest) and `least.VALUE`, `best.VALUE.at.AXIS`, `mean.VALUE` over the feasible part.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {arm: {file: arm_2r.yaml}}
tasks:
  reach:
    kind: map
    model: arm
    axes:
      forearm.tip.x: {from: -0.9 m, to: 0.9 m, cells: 9}
      forearm.tip.y: {from: -0.9 m, to: 0.9 m, cells: 9}
    hold: {}
    home: {q: {shoulder: 40 deg, elbow: 65 deg}}
    values: [shoulder.force]
    limits:
      elbow: {of: elbow, min: 20 deg, max: 150 deg}
      wrist: {cone: [forearm, ground], axes: [x, x], max: 170 deg}
      clear: {distance: [[forearm, forearm.tip], [ground, ground]], radius: 20 mm, min: 0}
    depth: 2
    tolerance: 0.001
    change: 0.5
    threads: 2
    formulation: newton-euler
figures:
  torque: {kind: map, map: reach, value: shoulder.force}
claims:
  - {id: some, by: law, source: the annulus, said: {min: 0.5 m^2, max: 2 m^2}, compute: reach.area}
)yaml";
const schema::Object keys{"Task `map`", "tasks.<name>", text, own_keys, example};
const schema::Object axis_object{"Axes of a map", "tasks.<name>.axes.<name>", "", axis_keys, example};
const schema::Object limit_object{"Limits of a map", "tasks.<name>.limits.<name>", "One of `of`, `cone` and `distance`, with `min`, `max` or both.",
                                  limit_keys, example};
constexpr const schema::Object* parts[] = {&axis_object, &limit_object};

const MapQuestion& data(const StudyTask& task) { return std::any_cast<const MapQuestion&>(task.what); }

// -- reading
std::optional<Quantity> quantity(StudyReader& reader, ObjectReader& object, const char* key) {
  if (!object.has(key)) return std::nullopt;
  return reader.values.quantity(object.at(key), object.path(key));
}

void read_axes(StudyReader& reader, ObjectReader& task, MapQuestion& q) {
  const auto n = reader.each_entry(task, "axes", "a map of axes", axis_object, [&](const Node::Key& key, ObjectReader& object) {
    MapAxis axis;
    axis.of = {std::string(key.text), key.at};
    axis.from = quantity(reader, object, "from").value_or(Quantity{});
    axis.to = quantity(reader, object, "to").value_or(Quantity{1, Knowledge::factor, {}});
    axis.cells = object.integer("cells", 1, 1'000'000);
    q.axes.push_back(std::move(axis));
  });
  if (n && (*n < 2 || *n > max_map_axes)) task.error("axes", "a map has two or three axes");
}

void read_distance(StudyReader& reader, ObjectReader& object, MapLimit& limit) {
  const Node& list = object.at("distance");
  limit.all_bodies = list.is(Node::Kind::scalar) && reader.values.text(list, object.path("distance")) == "all";
  if (!limit.all_bodies &&
      !reader.values.expect(list, object.path("distance"), Node::Kind::list, "a list of bodies and links [frame, frame], or `all`"))
    return;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Node& pair = list.items[i];
    const KeyPath path = object.path("distance", i);
    if (pair.is(Node::Kind::scalar)) {
      limit.bodies.push_back(reader.values.name(pair, path));
      continue;
    }
    if (!pair.is(Node::Kind::list) || pair.items.size() != 2) {
      reader.values.error(pair, path, "a link is a body, or a pair of frames [from, to]");
      continue;
    }
    limit.segments.emplace_back(reader.values.name(pair.items[0], path), reader.values.name(pair.items[1], path));
  }
  if (!object.has("radius")) return;
  const Node& radius = object.at("radius");
  const Values::Wanted wanted{dimension::length, Range::non_negative};
  if (radius.is(Node::Kind::list)) limit.radii_m = reader.values.numbers(radius, object.path("radius"), wanted, 0);
  else limit.radii_m = {reader.values.number(radius, object.path("radius"), wanted).value_or(0)};
}

void read_cone(StudyReader& reader, ObjectReader& object, MapLimit& limit) {
  const std::vector<NameRef> frames = reader.names(object, "cone");
  if (frames.size() != 2) return object.error("cone", "a cone is between two frames");
  std::copy(frames.begin(), frames.end(), limit.frames.begin());
  if (!object.has("axes")) return;
  const Node& axes = object.at("axes");
  if (!axes.is(Node::Kind::list) || axes.items.size() != 2) return object.error("axes", "wants two directions, one in each frame");
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3d a = reader.values.direction(axes.items[i], object.path("axes")).value_or(Vec3d{0, 0, 1});
    limit.axes[i] = a * (1 / norm(a));
  }
}

void read_limits(StudyReader& reader, ObjectReader& task, MapQuestion& q) {
  reader.each_entry(task, "limits", "a map of limits", limit_object, [&](const Node::Key& key, ObjectReader& object) {
    MapLimit limit;
    limit.name = {reader.new_name(key, task.path("limits")), key.at};
    if (object.has("of") + object.has("cone") + object.has("distance") != 1) return object.error("", "has one of `of`, `cone` and `distance`");
    if (limit.name.name == "reach") object.error("", "is the name of what is out of reach", "call it otherwise");
    limit.of = reader.names(object, "of");
    if (object.has("cone")) limit.kind = MapLimit::Kind::cone, read_cone(reader, object, limit);
    else if (object.has("distance")) limit.kind = MapLimit::Kind::distance, read_distance(reader, object, limit);
    else if (limit.of.empty()) object.error("of", "is empty");
    limit.min = quantity(reader, object, "min");
    limit.max = quantity(reader, object, "max");
    q.limits.push_back(std::move(limit));
  });
}

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  MapQuestion q = read_options(reader, object, options);
  read_axes(reader, object, q);
  read_limits(reader, object, q);
  if (q.tolerance > 0.5) object.error("tolerance", "is a share of a cell, at most 0.5");
  task.what = std::move(q);
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  check_formulation(data(task).formulation, context.model(task), task.at, task_path(task, "formulation"), sink);
  std::vector<std::string> parameters;
  for (const auto& [name, value] : context.loaded(task).file->description.parameters) parameters.push_back(name);
  for (const SaidProblem& p : check_map(context.model(task), data(task), parameters)) sink.error(p.at, task_path(task, p.path), p.message, p.hint);
}

// -- results
void add_extreme(const Map& map, const MapExtreme& extreme, const std::string& name, const std::string& unit, TaskResult& out) {
  const bool known = extreme.point >= 0;
  const double none = std::numeric_limits<double>::quiet_NaN();
  out.add(name, unit, known ? extreme.value : none);
  for (int k = 0; k < map.n_axes(); ++k)
    out.add(name + ".at." + map.question.axes[at(k)].name(), map.axis_units[at(k)],
            known ? map.coordinate(k, map.points[at(extreme.point)].at[at(k)]) : none);
}

void add_numbers(const Map& map, const MapSummary& s, TaskResult& out) {
  Dimension d{};
  for (const std::string& unit : map.axis_units) d = d * quantity_of_unit(unit).dimension;
  const std::string size = map.n_axes() == 2 ? "area" : "volume", unit = si_unit(d);
  out.add(size, unit, s.feasible);
  out.add(size + "_error", unit, s.error);
  out.add(size + "_inner", unit, s.inner);
  out.add(size + "_outer", unit, s.outer);
  out.add("home." + size, unit, s.home);
  out.add("home." + size + "_error", unit, s.home_error);
  out.add("box", unit, s.box);
  out.add("components", "1", s.components);
  out.add("points", "1", static_cast<double>(map.points.size()));
  out.add("evaluations", "1", map.evaluations);
  const auto add_share = [&](const std::string& name, const MapShare& share) {
    out.add("share." + name, "1", share.value);
    out.add("share." + name + "_error", "1", share.error);
  };
  add_share("reach", s.out_of_reach);
  for (std::size_t l = 0; l < map.question.limits.size(); ++l) add_share(map.question.limits[l].name.name, s.violated[l]);
  for (std::size_t v = 0; v < map.n_values(); ++v) {
    const MapNumber& number = map.numbers[v];
    add_extreme(map, s.best[v], "best." + number.name, number.unit, out);
    add_extreme(map, s.least[v], "least." + number.name, number.unit, out);
    out.add("mean." + number.name, number.unit, s.mean[v]);
  }
}

void add_series(const Map& map, const MapSummary& s, TaskResult& out) {
  out.abscissa = {"point", "1", {}};
  out.rows_found_out = true;  // it divides cells where something changes
  const auto series = [&](std::string name, std::string unit, const auto& value) {
    out.series.push_back({std::move(name), std::move(unit), {}});
    for (std::size_t i = 0; i < map.points.size(); ++i) out.series.back().values.push_back(static_cast<double>(value(i)));
  };
  for (std::size_t i = 0; i < map.points.size(); ++i) out.abscissa.values.push_back(static_cast<double>(i + 1));
  for (int k = 0; k < map.n_axes(); ++k)
    series(map.question.axes[at(k)].name(), map.axis_units[at(k)], [&](std::size_t i) { return map.coordinate(k, map.points[i].at[at(k)]); });
  for (std::size_t c = 0; c < map.numbers.size(); ++c) {
    const std::string& name = map.numbers[c].name;
    if (c < map.n_values() && std::any_of(out.series.begin(), out.series.end(), [&](const Series& x) { return x.name == name; })) continue;
    series(c < map.n_values() ? name : "limit." + name, map.numbers[c].unit, [&](std::size_t i) { return map.number(static_cast<int>(i), c); });
  }
  series("feasible", "1", [&](std::size_t i) { return map.points[i].feasible() ? 1 : 0; });
  series("component", "1", [&](std::size_t i) { return s.component[i]; });
  series("binds", "1", [&](std::size_t i) { return map.points[i].verdict(); });
  series("level", "1", [&](std::size_t i) { return map.points[i].level; });
}

void say_in_words(const Map& map, const MapSummary& s, TaskResult& out) {
  out.notes = map.notes;
  if (s.feasible == 0) out.notes.push_back("nothing is feasible: " + why_empty(map, s));
  else if (s.home == 0)
    out.notes.push_back(fmt::format("the home pose is not feasible itself: limit '{}' is violated there",
                                    map.question.limits[at(std::max(map.points[at(map.home)].binds, 0))].name.name));
  for (std::size_t v = 0; v < map.n_values(); ++v) {
    const auto without = std::count_if(map.points.begin(), map.points.end(), [&](const MapPoint& p) {
      return p.feasible() && !std::isfinite(map.number(static_cast<int>(&p - map.points.data()), v));
    });
    if (without > 0)
      out.notes.push_back(
          fmt::format("{} of the feasible points have no {}: best, least and mean are those of the others", without, map.numbers[v].name));
  }
  if (!map.out_of_reach.empty()) out.texts.push_back({"out of reach", map.out_of_reach});
  if (std::any_of(map.points.begin(), map.points.end(), [](const MapPoint& p) { return p.jumped; }))
    out.notes.push_back("to a part of the map no way was found from the home pose; it was found by a search, and its branch may be another one");
  if (std::any_of(map.points.begin(), map.points.end(),
                  [&](const MapPoint& p) { return p.by_branch && s.component[at(static_cast<int>(&p - map.points.data()))] > 0; }))
    out.notes.push_back("to a part of the map no way was found from the home pose; it is on the branch of every leg at home");
}

TaskResult results_of(const Map& map, const MapSummary& summary) {
  TaskResult out;
  add_numbers(map, summary, out);
  add_series(map, summary, out);
  return out;
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const Map map = empty_map(context.model(task), data(task));
  return results_of(map, summarise(map));
}

ModelMaker model_maker(const StudyTask& task, const TaskContext& context) {
  const auto& models = context.study.models;
  const StudyModel& model = *std::find_if(models.begin(), models.end(), [&](const StudyModel& m) { return m.name == task.model.name; });
  const MapQuestion& q = data(task);
  return [&model, &q, &named = context.study.named](std::span<const double> parameters, std::string& why) -> std::shared_ptr<const Model> {
    Overrides set = model.set;
    std::size_t i = 0;
    for (const MapAxis& axis : q.axes) {
      if (!axis.is_parameter()) continue;
      const bool known = axis.from.knowledge == Knowledge::known;
      std::erase_if(set, [&](const Override& o) { return o.key == axis.name(); });
      set.push_back({axis.name(),
                     fmt::format("{}{}", parameters[i++], known && si_unit(axis.from.dimension) != "1" ? " " + si_unit(axis.from.dimension) : "")});
    }
    Result<DescribedFile> file = read_described_file(named, model.file, set);
    Result<Model> made = file ? build_model(file->description) : Result<Model>{std::nullopt, file.diagnostics};
    if (made) return std::make_shared<const Model>(std::move(*made.value));
    for (const Diagnostic& d : made.diagnostics)
      if (d.severity == Severity::error && why.empty()) why = d.key_path + ": " + d.message;
    return nullptr;
  };
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  std::string why;
  const DescribedFile& file = *context.loaded(task).file;
  std::string model_text = file.text;
  for (const Override& set : file.set) model_text += fmt::format("\n{}={}", set.key, set.value);
  const MapRun how{context.progress, context.cancel, context.folder.empty() ? context.folder : context.folder / (file_name_of(task.name) + ".kept"),
                   model_text};
  std::optional<Map> map = make_map(context.model(task), data(task), model_maker(task, context), how, why);
  if (!map) return failed_task("the mechanism does not come to the map from its home pose: " + why);
  if (map->cancelled && map->kept) {  // numbers and pictures of a part would take seconds, and the same again makes those of the whole
    TaskResult out;
    out.status = TaskStatus::cancelled;
    out.why = fmt::format("interrupted after {} poses; the same again goes on from there", map->evaluations);
    out.notes = std::move(map->notes);
    return out;
  }
  auto outcome = std::make_shared<MapOutcome>();
  outcome->map = std::move(*map);
  outcome->summary = summarise(outcome->map);
  TaskResult out = results_of(outcome->map, outcome->summary);
  say_in_words(outcome->map, outcome->summary, out);
  if (outcome->map.cancelled) {
    out.status = TaskStatus::cancelled;
    out.why = fmt::format("interrupted after {} poses", outcome->map.evaluations);
  }
  out.map = std::move(outcome);
  return out;
}

}  // namespace
}  // namespace task_map

extern const TaskKind map_task;
const TaskKind map_task{"map", task_map::keys, task_map::parts, task_map::read, task_map::check, task_map::outline, task_map::run};

}  // namespace zanjir
