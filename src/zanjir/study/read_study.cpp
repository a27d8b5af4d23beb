// read_study: file -> text -> tree -> Study.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <deque>

#include <nlohmann/json.hpp>

#include "zanjir/language/file_kind.hpp"
#include "zanjir/language/overrides.hpp"
#include "zanjir/language/text_file.hpp"
#include "zanjir/study/each.hpp"
#include "zanjir/study/study_reader.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;
using Kind = Node::Kind;

template <class Read> void for_each_entry(Values& values, const Node& root, const char* section, Read read) {
  const Node* node = root.find(section);
  if (!node || !values.expect(*node, section, Kind::map, "a map of names")) return;
  const KeyPath path(section);
  for (std::size_t i = 0; i < node->keys.size() && !values.gave_up(); ++i) read(node->keys[i], node->items[i], join_path(path, node->keys[i].text));
}

void add_flow_text(const Node& node, std::string& out) {
  if (!node.is(Kind::list) && !node.is(Kind::map)) {
    out += node.text;
    return;
  }
  out += node.is(Kind::list) ? '[' : '{';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (node.is(Kind::map)) {
      const std::string_view key = node.keys[i].text;
      const bool plain = std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; });
      out += plain ? '"' + std::string(key) + '"' : Json(std::string(key)).dump(-1, ' ', false, Json::error_handler_t::replace);
      out += ": ";
    }
    add_flow_text(node.items[i], out);
  }
  out += node.is(Kind::list) ? ']' : '}';
}

}  // namespace

std::string flow_text(const Node& node) {
  std::string out;
  add_flow_text(node, out);
  return out;
}

// -- what all sections share --------------------------------------------------------------------------------------------------------------
std::string StudyReader::text(ObjectReader& object, std::string_view key) {
  return object.has(key) ? values.text(object.at(key), object.path(key)) : std::string();
}

// A list of names, or one name alone.
std::vector<NameRef> StudyReader::names(ObjectReader& object, std::string_view key) {
  std::vector<NameRef> result;
  if (!object.has(key)) return result;
  const Node& node = object.at(key);
  NameSet seen;
  const auto take = [&](const Node& name, const KeyPath& path) {  // what is refused here is said, and is nobody's name
    NameRef ref = values.name(name, path);
    if (ref.name.empty()) return;
    if (!seen.insert(ref.name).second) return values.error(name, path, "'" + ref.name + "' is named twice");
    result.push_back(std::move(ref));
  };
  if (node.is(Kind::scalar)) {
    take(node, object.path(key));
  } else if (values.expect(node, object.path(key), Kind::list, "a list of names") && is_short(node, object.path(key))) {
    for (std::size_t i = 0; i < node.items.size(); ++i) take(node.items[i], object.path(key, i));
  }
  return result;
}

StudyExpression StudyReader::written(const Node& node) const {
  StudyExpression result;
  result.text = node.text;
  result.at = values.inside(node, 0);
  result.one_line = values.inside(node, 1).column == result.at.column + 1;
  return result;
}

StudyExpression StudyReader::expression(const Node& node, const KeyPath& path) {
  StudyExpression result;
  result.at = node.at;
  if (!values.expect(node, path, Kind::scalar, "an expression of results")) return result;
  result = written(node);
  ExpressionNames who = values.names(ExpressionNames::Time::not_allowed);
  who.pass = ExpressionNames::Pass::check;
  who.series = [&](std::string_view name) -> std::optional<SeriesView> {
    const Quantity unknown{0, Knowledge::unknown, {}};
    if (!find_task(std::string(name.substr(0, name.find('.'))))) return std::nullopt;
    return SeriesView{{}, {}, unknown, unknown};
  };
  who.word_hint = [this](std::string_view name) -> std::string {
    const std::string near = did_you_mean(name.substr(0, name.find('.')), task_names());
    return near.empty() ? "results are named task.result" : near;
  };
  const auto parsed = parse_expression_or_series(node.text, who);
  if (const auto* failure = std::get_if<ExpressionError>(&parsed))
    values.error(result.position(failure->offset), path, failure->message, failure->hint);
  else if (const auto* number = std::get_if<ParsedExpression>(&parsed)) result.from_results = number->from_results;
  else result.from_results = std::get<ParsedSeries>(parsed).from_results;
  return result;
}

std::vector<StudyExpression> StudyReader::expressions(const Node& node, const KeyPath& path) {
  if (!node.is(Kind::list)) return {expression(node, path)};
  std::vector<StudyExpression> list;
  if (!is_short(node, path)) return list;
  for (std::size_t i = 0; i < node.items.size(); ++i) list.push_back(expression(node.items[i], item_path(path, i)));
  return list;
}

StateText StudyReader::state(std::string name, const Node& node, const KeyPath& path) {
  if (!values.expect(node, path, Kind::map, "a state, {q: {...}, v: {...}},")) return {};
  return {std::move(name), said_in_yaml(node, values), node.at};
}

std::vector<MotionGiven> StudyReader::led(ObjectReader& object, std::string_view key, const char* what) {
  std::vector<MotionGiven> list;
  if (!object.has(key) || !values.expect(object.at(key), object.path(key), Kind::map, what)) return list;
  const Node& node = object.at(key);
  const KeyPath path = object.path(key);
  if (!is_short(node, path)) return list;
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    list.push_back(read_led(values, {std::string(node.keys[i].text), node.keys[i].at}, node.items[i], join_path(path, node.keys[i].text)));
  return list;
}

// A name for something new in a map of the study.
std::string StudyReader::new_name(const Node::Key& key, const KeyPath& path) {
  const std::string name = values.name(key, path);
  if (name.find_first_of(".-") != std::string::npos)
    values.error(key.at, path, "a name here cannot contain a dot or a dash", "expressions would read '" + name + "' as something else; use '_'");
  return name;
}

// -- models ------------------------------------------------------------------------------------------------------------------------------
void StudyReader::read_model(const Node::Key& key, const Node& node, const KeyPath& path) {
  StudyModel model;
  model.name = new_name(key, path);
  model.at = node.at;
  if (node.is(Kind::scalar)) {
    model.file = values.folder() / std::string(node.text);
  } else {
    ObjectReader object(values, node, path, study_schema::model);
    if (!object || !object.has("file")) return;
    model.at = object.at("file").at;
    model.file = values.folder() / text(object, "file");
    if (object.has("set")) read_set(object.at("set"), object.path("set"), model);
  }
  model.text = flow_text(node);
  model_places.emplace(model.name, study.models.size());
  study.models.push_back(std::move(model));
}

void StudyReader::read_set(const Node& node, const KeyPath& path, StudyModel& model) {
  if (!values.expect(node, path, Kind::map, "a map of names and values")) return;
  if (node.keys.size() > study_limits::set)
    return values.error(node, path, fmt::format("more than {} values are set", study_limits::set), "write a mechanism of its own");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Node& value = node.items[i];
    const KeyPath here = join_path(path, node.keys[i].text);
    const std::string key(node.keys[i].text);
    model.set_at.push_back({key, value.at});
    if (value.is(Kind::scalar) && value.text.find('$') != std::string::npos) {  // the study's own parameter: handed on with its unit
      if (const auto quantity = values.quantity(value, here)) {
        std::string unit = quantity->knowledge == Knowledge::known ? si_unit(quantity->dimension) : std::string();
        if (unit == "1") unit.clear();
        model.set.push_back({key, Json(quantity->value).dump() + (unit.empty() ? "" : " " + unit)});
      }
    } else {
      model.set.push_back({key, flow_text(value)});
    }
  }
}

// -- tasks -------------------------------------------------------------------------------------------------------------------------------
void StudyReader::read_task(const Node::Key& key, const Node& node, const KeyPath& path) {
  StudyTask task;
  task.name = new_name(key, path);
  task.at = node.at;
  const bool is_map = values.expect(node, path, Kind::map, "a map");
  const Node* kind = is_map ? node.find("kind") : nullptr;
  if (kind) task.kind = task_kind(*kind, join_path(path, "kind"));
  else if (is_map) values.error(node, path, "key `kind` is missing", "the kinds are " + task_kind_words());
  if (task.kind) {
    ObjectReader object(values, node, path, task.kind->keys);
    task.kind->read(*this, object, task);
    if (schema::find(task.kind->keys, "model") && object.has("model")) task.model = model_of(object);
    task.text = flow_text(node);
  }
  task_places.emplace(task.name, study.tasks.size());
  study.tasks.push_back(std::move(task));  // known also after an error, so that claims about it are not reported as well
}

const TaskKind* StudyReader::task_kind(const Node& node, const KeyPath& path) {
  if (const TaskKind* kind = node.is(Kind::scalar) ? find_task_kind(node.text) : nullptr) return kind;
  return find_task_kind(values.word(node, path, task_kind_words()));
}

NameRef StudyReader::model_of(ObjectReader& object) {
  NameRef ref = values.name(object.at("model"), object.path("model"));
  if (model_places.contains(ref.name)) return ref;
  std::vector<std::string> known;
  for (const StudyModel& m : study.models) known.push_back(m.name);
  object.error("model", "no model '" + ref.name + "'", did_you_mean(ref.name, known));
  return ref;
}

void StudyReader::earlier_task(const NameRef& ref, const KeyPath& path) {
  if (ref.name.empty()) return;  // what stands there is no name, and has been reported
  if (!find_task(ref.name)) values.error(ref.at, path, "no task '" + ref.name + "' before this one", did_you_mean(ref.name, task_names()));
}

const StudyTask* StudyReader::find_task(const std::string& name) const {
  const auto place = task_places.find(name);
  return place == task_places.end() ? nullptr : &study.tasks[place->second];
}

std::vector<std::string> StudyReader::task_names() const {
  std::vector<std::string> names;
  for (const StudyTask& t : study.tasks) names.push_back(t.name);
  return names;
}

// -- the file ----------------------------------------------------------------------------------------------------------------------------
void StudyReader::read(const Node& root, const std::string& default_name) {
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
  const bool plain = !study.name.empty() && study.name.find_first_of("/\\") == std::string::npos && study.name[0] != '.' && study.name.size() <= 100;
  if (!plain)
    object.error("name", "cannot be the name of a study", "it becomes a folder of the report: no slashes, no dot in front, at most 100 characters");
  study.title = object.has("title") ? text(object, "title") : study.name;
  study.text = text(object, "text");
  if (object.has("parameters")) read_parameters(values, object.at("parameters"), "parameters");
  study.parameters = values.parameters;
  if (const Node* parameters = root.find("parameters"); parameters && parameters->is(Kind::map))
    for (std::size_t i = 0; i < parameters->keys.size(); ++i)
      study.parameter_texts[std::string(parameters->keys[i].text)] = flow_text(parameters->items[i]);
  for (const char* section : {"models", "tasks", "figures", "claims"}) {
    if (const Node* node = root.find(section); node && node->items.size() > study_limits::entries)
      return values.error(node->items[study_limits::entries], section, fmt::format("more than {} {}", study_limits::entries, section),
                          "a sweep changes parameters of one");
  }
  for_each_entry(values, root, "models", [this](const Node::Key& key, const Node& node, const KeyPath& path) { read_model(key, node, path); });
  for_each_entry(values, root, "tasks", [this](const Node::Key& key, const Node& node, const KeyPath& path) { read_task(key, node, path); });
  for_each_entry(values, root, "figures", [this](const Node::Key& key, const Node& node, const KeyPath& path) { read_figure(key, node, path); });
  if (object.has("key_figure")) {
    study.key_figure = text(object, "key_figure");
    std::vector<std::string> known;
    for (const StudyFigure& f : study.figures) known.push_back(f.name);
    if (std::find(known.begin(), known.end(), study.key_figure) == known.end())
      object.error("key_figure", "no figure '" + study.key_figure + "'", did_you_mean(study.key_figure, known));
  }
  const KeyPath path("claims");
  const Node* claims = root.find("claims");
  if (!claims || !values.expect(*claims, "claims", Kind::list, "a list of claims")) return;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < claims->items.size() && !values.gave_up(); ++i) read_claim(claims->items[i], item_path(path, i), ids);
}

Result<Study> read_study_text(const std::string& text, const std::string& name, const Overrides& overrides, const NamedFiles& files) {
  DiagnosticSink sink({name});
  std::deque<std::string> override_texts;
  Result<Study> result;
  NodeStore store;
  Node root = parse_document(text, 0, sink, store);
  if (!sink.has_errors() || !root.is(Kind::null)) {
    Study study;
    Values values(sink, files.noted_in(study.read));
    values.add_source(0, SourceLines(text));
    if (root.is(Kind::map)) expand_each(root, sink, store);
    if (root.is(Kind::map)) apply_overrides(root, overrides, values, override_texts, store, study_schema::root);
    StudyReader{values, study}.read(root, std::filesystem::path(name).stem().string());
    if (values.gave_up()) sink.error({0, 1, 1}, "", "too many errors; the rest of the file was not read");
    study.files = sink.files();
    study.source = text;
    study.named = files;
    study.set = overrides;
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

bool is_study_file(const std::filesystem::path& path) { return file_kind(path) == FileKind::study; }

}  // namespace zanjir
