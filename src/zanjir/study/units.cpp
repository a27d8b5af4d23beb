#include "zanjir/study/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <system_error>

#include "zanjir/core/build_id.hpp"
#include "zanjir/core/sha256.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/study/long_tasks.hpp"
#include "zanjir/study/result_names.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir {
namespace {

bool has_name(const std::vector<NameRef>& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [&](const NameRef& n) { return n.name == name; });
}

// Where a parameter of a unit lives.
struct UnitPlace {
  const StudyModel* model = nullptr;  // a mechanism of the study; else the study itself
  std::string path;
};
std::optional<UnitPlace> place_of_parameter(const Study& study, const std::string& name) {
  if (study.parameters.find(name) != study.parameters.end() || name.starts_with("tasks.")) return UnitPlace{nullptr, name};
  const std::size_t dot = name.find('.');
  for (const StudyModel& m : study.models)
    if (dot != std::string::npos && name.substr(0, dot) == m.name) return UnitPlace{&m, name.substr(dot + 1)};
  return std::nullopt;
}

// The study of one unit: parameters set, and nothing in it but the tasks that are asked for.
Result<Study> study_of_unit(const Study& study, const UnitQuestion& q, std::span<const std::string> values) {
  Overrides set = study.set;
  std::vector<std::pair<std::string, Override>> in_models;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<UnitPlace> place = place_of_parameter(study, q.over[i].name);
    if (place && place->model) in_models.push_back({place->model->name, {place->path, values[i]}});
    else set.push_back({q.over[i].name, values[i]});
  }
  Result<Study> unit = read_study_text(study.source, study.files.front(), set, study.named);
  if (!unit) return unit;
  unit->figures.clear();
  unit->claims.clear();
  std::erase_if(unit->tasks, [&](const StudyTask& t) { return !has_name(q.of, t.name); });
  std::erase_if(unit->models, [&](const StudyModel& m) {
    return std::none_of(unit->tasks.begin(), unit->tasks.end(), [&](const StudyTask& t) { return t.model.name == m.name; });
  });
  for (StudyModel& m : unit->models) {
    for (const auto& given : in_models) {
      if (given.first != m.name) continue;
      std::erase_if(m.set, [&](const Override& o) { return o.key == given.second.key; });
      std::erase_if(m.set_at, [&](const NameRef& o) { return o.name == given.second.key; });
      m.set.push_back(given.second);
    }
  }
  return unit;
}

const Diagnostic* first_error(const std::vector<Diagnostic>& diagnostics) {
  const auto it = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
  return it == diagnostics.end() ? nullptr : &*it;
}
UnitAnswer refused_unit(const std::vector<Diagnostic>& diagnostics) {
  const Diagnostic* d = first_error(diagnostics);
  return {UnitStatus::failed, d ? (d->key_path.empty() ? "" : d->key_path + ": ") + d->message : "it cannot be read"};
}

// Names and units of what the tasks of a unit will have.
Results outlines_of(const UnitQuestion& q, const TaskContext& context) {
  Results outlines;
  const TaskContext here{context.study, context.models, outlines, context.progress, context.cancel};
  for (const StudyTask& task : context.study.tasks) {
    if (!has_name(q.of, task.name)) continue;
    if (std::optional<TaskResult> outline = task.kind->outline(task, here)) {
      outline->name = task.name;
      outlines.add(std::move(*outline));
    }
  }
  return outlines;
}

void check_results(const StudyTask& task, const UnitQuestion& q, const TaskContext& context, DiagnosticSink& sink) {
  const Results outlines = outlines_of(q, context);
  Study only = context.study;  // without the tasks that are not asked for, so that their results have no name
  std::erase_if(only.tasks, [&](const StudyTask& t) { return !has_name(q.of, t.name); });
  for (const UnitResult& r : q.results) {
    const std::string path = task_path(task, "results." + r.name);
    ResultNames names(only, outlines, ResultNames::Pass::check);
    const auto parsed = parse_expression_or_series(r.compute.text, names.names());
    if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
      sink.error(r.compute.position(error->offset), path, error->message,
                 error->hint.empty() ? "only results of the tasks in `of` are computed" : error->hint);
    } else if (std::holds_alternative<ParsedSeries>(parsed) && !names.guessed()) {
      sink.error(r.compute.at, path, "this is a series, but a single number is wanted", "take its max, min, first, last, mean, at(series, t) ...");
    }
  }
}

bool names_parameter(std::string_view text, std::string_view parameter) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const std::string_view behind = text.substr(at + 1);
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (behind.starts_with(parameter) && !(behind.size() > parameter.size() && is_word(behind[parameter.size()]))) return true;
  }
  return false;
}

// Whether a parameter of the study stands in one of the tasks, their models or the results, or in another parameter that does.
bool is_used(const Study& study, const UnitQuestion& q, const std::string& parameter) {
  const auto names = [&](const std::string& name) {
    const auto task_names = [&](const StudyTask& t) {
      const auto model = std::find_if(study.models.begin(), study.models.end(), [&](const StudyModel& m) { return m.name == t.model.name; });
      return has_name(q.of, t.name) && (names_parameter(t.text, name) || (model != study.models.end() && names_parameter(model->text, name)));
    };
    return std::any_of(study.tasks.begin(), study.tasks.end(), task_names) ||
           std::any_of(q.results.begin(), q.results.end(), [&](const UnitResult& r) { return names_parameter(r.compute.text, name); });
  };
  std::vector<std::string> through{parameter};
  for (std::size_t i = 0; i < through.size(); ++i) {
    if (names(through[i])) return true;
    for (const auto& [name, text] : study.parameter_texts)
      if (names_parameter(text, through[i]) && std::find(through.begin(), through.end(), name) == through.end()) through.push_back(name);
  }
  return false;
}

void check_parameters(const StudyTask& task, const UnitQuestion& q, std::span<const std::vector<std::string>> tries, const TaskContext& context,
                      DiagnosticSink& sink) {
  std::vector<std::string> known;
  for (const auto& [name, value] : context.study.parameters) known.push_back(name);
  for (const StudyModel& m : context.study.models) known.push_back(m.name);
  // Each parameter is tried by reading the study with it. Where it is long, or has many sweeps, only the first are; what cannot be set is then said by the units.
  constexpr std::size_t characters_read_again = max_file_bytes;
  const auto repeats = std::count_if(context.study.tasks.begin(), context.study.tasks.end(),
                                     [](const StudyTask& t) { return t.kind && (t.kind->name == "sweep" || t.kind->name == "optimise"); });
  const std::size_t n_tried = characters_read_again / (context.study.source.size() + 1) / static_cast<std::size_t>(std::max<long>(repeats, 1));
  for (std::size_t i = 0; i < q.over.size(); ++i) {
    const NameRef& name = q.over[i];
    const std::string path = task_path(task, "over." + name.name);
    const std::optional<UnitPlace> place = place_of_parameter(context.study, name.name);
    if (!place) {
      if (std::any_of(context.study.models.begin(), context.study.models.end(), [&](const StudyModel& m) { return m.name == name.name; })) {
        sink.error(name.at, path, "is a mechanism, not a value of it", "write " + name.name + ".PATH as `--set` of its file has it");
        continue;
      }
      std::string hint = did_you_mean(name.name.substr(0, name.name.find('.')), known);
      if (hint.empty()) hint = "a parameter of the study, or MODEL.PATH of one of its mechanisms as `--set` has it";
      sink.error(name.at, path, "nothing in the study is called '" + name.name + "'", hint);
      continue;
    }
    if (place->model && std::none_of(context.study.tasks.begin(), context.study.tasks.end(),
                                     [&](const StudyTask& t) { return has_name(q.of, t.name) && t.model.name == place->model->name; })) {
      sink.error(name.at, path, "no task in `of` is about the mechanism '" + place->model->name + "'");
      continue;
    }
    if (!place->model && name.name.starts_with("tasks.")) {
      const std::string_view key = std::string_view(name.name).substr(std::string_view("tasks.").size());
      if (const std::string of(key.substr(0, key.find('.'))); !has_name(q.of, of)) {
        sink.error(name.at, path, "no task in `of` is called '" + of + "'");
        continue;
      }
    } else if (!place->model && !is_used(context.study, q, name.name)) {
      sink.warning(name.at, path, "no task in `of`, none of their models and no result names `$" + name.name + "`: it changes nothing in any unit",
                   "write `$" + name.name + "` where it is meant; a parameter of a mechanism is MODEL." + name.name);
    }
    UnitQuestion alone = q;
    alone.over = {name};
    std::vector<Diagnostic> refused;
    bool some = i >= tries.size() || tries[i].empty() || i >= n_tried;
    for (std::size_t v = 0; !some && v < tries[i].size(); ++v) {
      const Result<Study> unit = study_of_unit(context.study, alone, std::span(&tries[i][v], 1));
      refused = unit ? check_study(*unit) : unit.diagnostics;
      some = first_error(refused) == nullptr;
    }
    if (some) continue;
    const Diagnostic& d = *first_error(refused);
    sink.error(name.at, path, "it cannot be set: " + (d.key_path.empty() || d.key_path == place->path ? "" : d.key_path + ": ") + d.message, d.hint);
  }
}

}  // namespace

void read_unit_question(StudyReader& reader, ObjectReader& object, UnitQuestion& q) {
  q.of = reader.names(object, "of");
  for (const NameRef& name : q.of) {
    reader.earlier_task(name, object.path("of"));
    const StudyTask* task = reader.find_task(name.name);
    if (task && task->kind && (task->kind->name == "sweep" || task->kind->name == "optimise"))
      reader.values.error(name.at, object.path("of"), "a task of kind `" + std::string(task->kind->name) + "` cannot be repeated itself");
  }
  if (!object.has("results") ||
      !reader.values.expect(object.at("results"), object.path("results"), Node::Kind::map, "a map of names and expressions"))
    return;
  const Node& results = object.at("results");
  const KeyPath above = object.path("results");
  for (std::size_t i = 0; i < results.keys.size(); ++i) {
    const KeyPath path = join_path(above, results.keys[i].text);
    q.results.push_back({reader.new_name(results.keys[i], path), "", reader.expression(results.items[i], path)});
  }
  if (q.results.empty()) object.error("results", "is empty");
}

std::optional<std::size_t> find_result(StudyReader& reader, const UnitQuestion& q, const NameRef& name, const KeyPath& path) {
  std::vector<std::string> known;
  for (const UnitResult& r : q.results) known.push_back(r.name);
  const auto at = std::find(known.begin(), known.end(), name.name);
  if (at != known.end()) return static_cast<std::size_t>(at - known.begin());
  if (!name.name.empty()) reader.values.error(name.at, path, "no result '" + name.name + "'", did_you_mean(name.name, known));
  return std::nullopt;
}

void check_result_names(StudyReader& reader, ObjectReader& object, const UnitQuestion& q, std::initializer_list<std::string_view> taken) {
  const KeyPath results = object.path("results");
  for (const UnitResult& r : q.results) {
    const bool column = std::find(taken.begin(), taken.end(), r.name) != taken.end();
    if (column || has_name(q.over, r.name))
      reader.values.error(r.compute.at, join_path(results, r.name),
                          r.name == "t" ? "is what the rows are counted by in the recording of the table (`.h5`)"
                          : column      ? "is the name of a column that the table has anyway"
                                        : "is the name of a parameter",
                          "call it otherwise");
  }
}

std::optional<WrittenValue> read_unit_value(StudyReader& reader, const Node& node, const KeyPath& path) {
  if (node.is(Node::Kind::null)) return reader.values.error(node, path, "a value is missing"), std::nullopt;
  if (!node.is(Node::Kind::scalar)) return WrittenValue{std::nullopt, flow_text(node)};
  const bool plain_word = !node.text.empty() && std::all_of(node.text.begin(), node.text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '/' || c >= 0x80;  // names of files are words, too
  });
  if (plain_word && std::holds_alternative<ExpressionError>(parse_expression(node.text, reader.values.names(ExpressionNames::Time::not_allowed))) &&
      node.text != "nan" && node.text != "inf")
    return WrittenValue{std::nullopt, std::string(node.text)};
  const std::optional<Quantity> number = reader.values.quantity(node, path);
  if (!number) return std::nullopt;
  if (!std::isfinite(number->value)) return reader.values.error(node, path, "is not finite"), std::nullopt;
  return WrittenValue{number, {}};
}

namespace {

// "deg" of "20 deg"; empty where it is an expression.
std::string unit_behind_number(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc()) return {};
  std::string_view unit(read.ptr, static_cast<std::size_t>(end - read.ptr));
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  const UnitText parsed = parse_unit(unit);
  return parsed.length == unit.size() && parsed.bad_length == 0 ? std::string(unit) : std::string();
}

}  // namespace

double ParameterNumbers::number(const Node& node, const KeyPath& path, const Quantity& q) {
  if (q.knowledge == Knowledge::known) {
    if (kind_.knowledge == Knowledge::known && !same_dimension(kind_.dimension, q.dimension))
      reader_.values.error(node, path, "is " + a_dimension(q.dimension) + ", but what stands before it is " + a_dimension(kind_.dimension));
    else kind_ = q;
    if (written_in_.empty() && node.is(Node::Kind::scalar)) written_in_ = unit_behind_number(node.text);
  }
  return q.value;
}

double ParameterNumbers::number(const char* key, double otherwise) {
  if (!object_.has(key)) return otherwise;
  const std::optional<Quantity> q = reader_.values.quantity(object_.at(key), object_.path(key));
  if (q && !std::isfinite(q->value)) return object_.error(key, "is not finite"), otherwise;
  return q ? number(object_.at(key), object_.path(key), *q) : otherwise;
}

std::optional<Dimension> ParameterNumbers::dimension() const {
  return kind_.knowledge == Knowledge::known ? std::optional(kind_.dimension) : std::nullopt;
}
std::string ParameterNumbers::unit() const { return dimension() ? si_unit(*dimension()) : std::string(); }

void check_units(const StudyTask& task, const UnitQuestion& q, std::span<const std::vector<std::string>> tries, const TaskContext& context,
                 DiagnosticSink& sink) {
  check_results(task, q, context, sink);
  check_parameters(task, q, tries, context, sink);
}

UnitQuestion with_result_units(UnitQuestion q, const TaskContext& context) {
  const Results outlines = outlines_of(q, context);
  for (UnitResult& r : q.results) {
    ResultNames names(context.study, outlines, ResultNames::Pass::check);
    const auto parsed = parse_expression_or_series(r.compute.text, names.names());
    const auto* number = std::get_if<ParsedExpression>(&parsed);
    if (!number || number->knowledge != Knowledge::known) continue;
    r.dimension = number->dimension;
    r.unit = si_unit(number->dimension);
  }
  return q;
}

UnitAnswer answer_unit(const Study& study, const UnitQuestion& q, std::span<const std::string> values) {
  Result<Study> unit = study_of_unit(study, q, values);
  if (!unit) return refused_unit(unit.diagnostics);
  Progress quiet;
  const Result<StudyOutcome> outcome = run_study(std::move(*unit), quiet, never_cancelled());
  if (!outcome) return refused_unit(outcome.diagnostics);
  for (const TaskResult& t : outcome->results.tasks())
    if (t.status != TaskStatus::done) return {UnitStatus::failed, t.name + ": " + t.why};
  UnitAnswer answer;
  std::string missing;
  std::vector<std::string> said;
  const auto say = [&](std::string note) {  // each once
    std::replace(note.begin(), note.end(), '\n', ' ');
    if (std::find(said.begin(), said.end(), note) == said.end()) said.push_back(std::move(note));
  };
  for (const UnitResult& r : q.results) {
    ResultNames names(outcome->study, outcome->results);
    const auto parsed = parse_expression(r.compute.text, names.names());
    if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
      const std::string why = "results." + r.name + ": " + error->message;
      if (!error->no_value) return {UnitStatus::failed, why};
      if (missing.empty()) missing = why;
      answer.values.push_back(std::nan(""));  // the others stand in the table all the same
      continue;
    }
    answer.values.push_back(std::get<ParsedExpression>(parsed).expression.value());
    for (const TaskResult* task : names.used()) {
      if (answer.why.empty() && !task->doubts.empty()) answer.why = task->name + ": " + task->doubts.front();
      for (const std::string& note : task->notes) say(task->name + ": " + note);
    }
  }
  for (const Diagnostic& d : outcome.diagnostics)
    if (d.severity == Severity::warning) say((d.key_path.empty() ? "" : d.key_path + ": ") + d.message + (d.hint.empty() ? "" : "; " + d.hint));
  if (!missing.empty()) answer.status = UnitStatus::failed, answer.why = missing;
  answer.note = fmt::format("{}", fmt::join(said, "\n"));
  return answer;
}

std::string too_long_unit(const Study& study, const UnitQuestion& q, std::span<const std::string> values) {
  const Result<Study> unit = study_of_unit(study, q, values);
  if (!unit) return {};  // it says so itself
  const std::vector<Diagnostic> found = long_tasks(*unit);
  return found.empty() ? "" : found.front().key_path + ": " + found.front().message;
}

std::vector<std::string> notes_of(const UnitAnswer& answer) {
  std::vector<std::string> notes;
  for (std::size_t begin = 0, end = 0; begin < answer.note.size(); begin = end + 1) {
    end = std::min(answer.note.find('\n', begin), answer.note.size());
    notes.push_back(answer.note.substr(begin, end - begin));
  }
  return notes;
}

TextsByPath files_of_value(const Study& study, const UnitQuestion& q, std::size_t index, const std::string& value) {
  UnitQuestion alone = q;
  alone.over = {q.over[index]};
  const Result<Study> unit = study_of_unit(study, alone, std::span(&value, 1));
  if (!unit) return {};
  TextsByPath files = unit->read;
  for (const StudyModel& m : unit->models) {
    const Result<DescribedFile> file = read_described_file(unit->named, m.file, m.set);
    if (file) files.insert(file->named.begin(), file->named.end());
  }
  return files;
}

std::string hash_of_files(const TextsByPath& files) {
  std::string all;
  for (const auto& [path, text] : files) {
    const std::string name = std::filesystem::path(path).filename().string();
    all += fmt::format("{}:{}\n{}\n", name.size(), name, sha256(text));
  }
  return sha256(all);
}

std::string hash_of_units(const UnitQuestion& q, const TaskContext& context) {
  std::string all;  // each part with its length, so that none can be taken for another
  const auto add = [&](std::string_view text) { all += fmt::format("{}:{}\n", text.size(), text); };
  const auto add_files = [&](const TextsByPath& files) { add(hash_of_files(files)); };
  add(build_id());
  for (const auto& [name, text] : program_facts()) add(name), add(text);
  for (const auto& [name, value] : context.study.parameters) {
    if (has_name(q.over, name)) continue;  // a unit has its own
    add(name), add(fmt::format("{} {}", value.value, value.knowledge == Knowledge::known ? si_unit(value.dimension) : ""));
  }
  for (const StudyTask& task : context.study.tasks) {
    if (!has_name(q.of, task.name)) continue;
    add(task.name), add(task.text);
    const auto model = context.models.find(task.model.name);
    if (model == context.models.end()) continue;
    const DescribedFile& file = *model->second.file;
    add(model->first), add(file.text);
    for (const Override& o : file.set)
      if (!has_name(q.over, model->first + "." + o.key)) add(o.key), add(o.value);
    add_files(file.named);
  }
  add_files(context.study.read);
  for (const UnitResult& r : q.results) add(r.name), add(r.compute.text);
  return sha256(all);
}

std::string key_of_unit(const std::string& hash, const UnitQuestion& q, std::span<const std::string> values) {
  std::vector<std::pair<std::string_view, std::string_view>> set;  // in whatever order they are listed
  set.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) set.emplace_back(q.over[i].name, values[i]);
  std::sort(set.begin(), set.end());
  std::string all = hash;
  const auto add = [&](char mark, std::string_view text) {
    all += mark;
    all += fmt::format_int(text.size()).c_str();
    all += ':';
    all += text;
  };
  for (const auto& [name, value] : set) add('\n', name), add('=', value);
  return sha256(all);
}

}  // namespace zanjir
