// zanjir map FILE: where a mechanism can be and what its quantities say there. What is typed becomes a study of one task, so that everything is read,
// checked and answered as it is there.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "studies.hpp"
#include "verbs.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/report/map_report.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_export.hpp"
#include "zanjir/report/study_motions.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/report/viewer_block.hpp"

namespace zanjir::app {
namespace {

struct MapOptions : Common {
  std::string file, x, y, z, home, out = "map", formulation;
  std::vector<std::string> hold, values, limits;
  std::string depth, tolerance, change, threads;
};

constexpr const char* source = "command line";
Diagnostic problem(std::string option, std::string message, std::string hint = {}) {
  return {Severity::error, source, 0, 0, std::move(option), std::move(message), std::move(hint)};
}

std::string quoted_yaml(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return out + "\"";
}

std::vector<std::string> parts_of(const std::string& text, char mark) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == mark) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

// "platform.x:-0.3:0.3:60"
std::string axis_yaml(const char* option, const std::string& text, std::vector<Diagnostic>& problems) {
  const std::vector<std::string> p = parts_of(text, ':');
  if (p.size() != 4 || std::any_of(p.begin(), p.end(), [](const std::string& s) { return s.empty(); })) {
    problems.push_back(
        problem(option, "'" + text + "' is not of the form AXIS:FROM:TO:CELLS", "for example platform.x:-0.3:0.3:60, or '$length:200 mm:300 mm:10'"));
    return "";
  }
  return fmt::format("      {}: {{from: {}, to: {}, cells: {}}}\n", quoted_yaml(p[0]), quoted_yaml(p[1]), quoted_yaml(p[2]), quoted_yaml(p[3]));
}

// "NAME=QUANTITY:MIN:MAX", either bound may be left out; or "NAME: {...}" as in a study.
std::string limit_yaml(const std::string& text, std::vector<Diagnostic>& problems) {
  const std::size_t equals = text.find('=');
  if (text.find('{') != std::string::npos && text.find('\n') == std::string::npos) return "      " + text + "\n";
  const std::vector<std::string> p = equals == std::string::npos ? std::vector<std::string>{} : parts_of(text.substr(equals + 1), ':');
  if (p.size() != 3 || equals == 0 || p[0].empty()) {
    problems.push_back(
        problem("--limit", "'" + text + "' is not of the form NAME=QUANTITY:MIN:MAX",
                "for example stroke=L1:0.3:0.6, sigma=platform.J0.sigma_min:0.1: or 'clear: {distance: [[a, b], [c, d]], min: 20 mm}'"));
    return "";
  }
  return fmt::format("      {}: {{of: {}{}{}}}\n", quoted_yaml(text.substr(0, equals)), quoted_yaml(p[0]),
                     p[1].empty() ? "" : ", min: " + quoted_yaml(p[1]), p[2].empty() ? "" : ", max: " + quoted_yaml(p[2]));
}

std::string study_of(const MapOptions& o, std::vector<Diagnostic>& problems) {
  std::string set;
  for (const Override& s : read_overrides(o, problems))
    set += fmt::format("{}{}: {}", set.empty() ? "" : ", ", quoted_yaml(s.key), quoted_yaml(s.value));
  std::string yaml = fmt::format(
      "zanjir_study: 1\nmodels:\n  mechanism: {{file: {}, set: {{{}}}}}\ntasks:\n  map:\n    kind: map\n    model: mechanism\n    axes:\n",
      quoted_yaml(std::filesystem::absolute(o.file).string()), set);
  const auto name_of_axis = [](const std::string& text) { return text.substr(0, text.find(':')); };
  const std::array<std::pair<const char*, const std::string*>, 3> axes{{{"--x", &o.x}, {"--y", &o.y}, {"--z", &o.z}}};
  for (std::size_t i = 1; i < axes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k)
      if (!axes[i].second->empty() && name_of_axis(*axes[i].second) == name_of_axis(*axes[k].second))
        problems.push_back(problem(axes[i].first, fmt::format("'{}' is the axis of {}, too", name_of_axis(*axes[i].second), axes[k].first), ""));
  }
  yaml += axis_yaml("--x", o.x, problems) + axis_yaml("--y", o.y, problems);
  if (!o.z.empty()) yaml += axis_yaml("--z", o.z, problems);
  const auto entries = [&](const char* key, const char* option, const std::vector<std::string>& lines) {
    if (!lines.empty()) yaml += fmt::format("    {}:\n", key);
    for (const std::string& line : lines) {
      if (line.find('\n') != std::string::npos || line.find(": ") == std::string::npos)
        problems.push_back(problem(option, "'" + line + "' is not an entry NAME: VALUE", "for example --hold 'platform: {z: 0.5 m}'"));
      yaml += "      " + line + "\n";
    }
  };
  entries("hold", "--hold", o.hold);
  if (!o.home.empty()) yaml += "    home: " + o.home.substr(0, o.home.find('\n')) + "\n";
  if (!o.limits.empty()) yaml += "    limits:\n";
  for (const std::string& limit : o.limits) yaml += limit_yaml(limit, problems);
  const auto is_length = [&](const std::string& axis) {
    const std::string name = name_of_axis(axis);
    return name.ends_with(".x") || name.ends_with(".y") || name.ends_with(".z");
  };
  const std::string shape = is_length(o.x) && is_length(o.y) ? ", equal_axes: true" : "";
  std::string values, figures;
  for (const std::string& value : split_list(o.values)) {
    std::string name = value;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    values += (values.empty() ? "" : ", ") + quoted_yaml(value);
    figures +=
        fmt::format("  {}: {{kind: map, map: map, title: {}, value: {}{}}}\n", quoted_yaml(name), quoted_yaml(value), quoted_yaml(value), shape);
  }
  if (!values.empty()) yaml += "    values: [" + values + "]\n";
  else figures = "  feasible: {kind: map, map: map" + shape + "}\n";
  for (const auto& [key, text] :
       {std::pair{"depth", &o.depth}, {"tolerance", &o.tolerance}, {"change", &o.change}, {"threads", &o.threads}, {"formulation", &o.formulation}})
    if (!text->empty()) yaml += fmt::format("    {}: {}\n", key, quoted_yaml(*text));
  return yaml + "figures:\n" + figures;
}

// Where something stands in the study nobody has seen; it was an option.
void name_options(std::vector<Diagnostic>& diagnostics, const MapOptions& o) {
  for (Diagnostic& d : diagnostics) {
    if (d.file != source) continue;
    d.line = d.column = 0;
    const std::string place = "tasks.map.";
    if (!d.key_path.starts_with(place)) continue;
    const std::string path = d.key_path.substr(place.size()), key = path.substr(0, path.find_first_of(".["));
    if (key == "axes") {
      for (const auto& [option, text] : {std::pair{"--x", &o.x}, {"--y", &o.y}, {"--z", &o.z}})
        if (path.starts_with("axes." + text->substr(0, text->find(':'))) && !text->empty()) d.key_path = option;
      if (path == "axes") d.key_path = o.z.empty() ? "--x, --y" : "--x, --y, --z";
    } else if (key == "values") {
      d.key_path = "--value";
    } else if (key == "limits") {
      d.key_path = "--limit" + (path.size() > 7 ? " " + path.substr(7) : "");
    } else {
      d.key_path = "--" + path;
    }
  }
}

int map_of(const MapOptions& o) {
  std::vector<Diagnostic> problems;
  const std::string yaml = study_of(o, problems);
  if (!problems.empty()) return report_errors(problems, o);
  Result<Study> study = read_study_text(yaml, source);
  if (!study) {
    name_options(study.diagnostics, o);
    return report_errors(study.diagnostics, o);
  }
  study->name = std::filesystem::path(o.file).stem().string();
  study->title = study->name;
  if (const auto problem = unwritable("--out", o.out)) return report_errors({*problem}, o);
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  Result<StudyOutcome> outcome = run_study(std::move(*study), *progress, interrupt.cancel(), o.out);
  name_options(outcome.diagnostics, o);
  if (!outcome) return report_errors(outcome.diagnostics, o);
  report_warnings(outcome.diagnostics);
  const TaskResult& task = outcome->results.tasks().front();
  const std::filesystem::path folder = std::filesystem::path(o.out) / file_name_of(outcome->study.name);
  bool has_page = false;
  if (task.map) {
    StudyOptions typed;
    typed.command = "zanjir map " + shell_word(o.file);
    typed.set = o.set;
    ReportFiles files;
    files.named_folder(folder);
    for (const FigureData& f : outcome->figures) files.figure(folder / file_name_of(f.figure.name), figure_svg(f));
    const std::vector<Bundle> bundles = study_motions(*outcome, {4'000'000, 4'000'000});
    has_page = !bundles.empty();
    if (has_page) files.file(folder / "map.html", viewer_page(bundles.front()));
    const std::string unwritten = files.problem().empty() ? export_results(o.out, *outcome, provenance_of(typed)) : files.problem();
    if (!unwritten.empty()) return report_errors({problem("--out", unwritten, "name another folder")}, o);
    std::error_code ignored;
    if (task.status == TaskStatus::done) std::filesystem::remove(folder / "map.kept", ignored);  // it is where it belongs now
  }
  if (o.json) print(map_json(task) + "\n");
  else print(map_text(task));
  if (task.status == TaskStatus::failed) {
    fmt::print(stderr, "{}: {}\n", o.file, task.why);
    return numerics_failed;
  }
  if (!o.json && task.map)
    print(fmt::format("pictures and tables in {}{}\n", folder.string(), has_page ? "; map.html there shows the mechanism in its map" : ""));
  return task.status == TaskStatus::cancelled ? interrupted : done;
}

}  // namespace

void add_map(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<MapOptions>();
  CLI::App* verb =
      app.add_subcommand("map", "where a mechanism can be under limits, and what its quantities say there: picture, numbers, tables, VTK");
  verb->add_option("FILE", options->file, "mechanism file")->required();
  const char* axis = "AXIS:FROM:TO:CELLS";
  verb->add_option("--x", options->x, "first axis: a coordinate of a joint, FRAME.x, .y, .z, FRAME.turn.N, or '$parameter'")
      ->type_name(axis)
      ->required();
  verb->add_option("--y", options->y, "second axis")->type_name(axis)->required();
  verb->add_option("--z", options->z, "third axis")->type_name(axis);
  verb->add_option("--hold", options->hold, "what stays, as under `motion` of a study: 'platform: {z: 0.5 m}'; repeatable")
      ->type_name("ENTRY")
      ->allow_extra_args(false);
  verb->add_option("--home", options->home, "where the map starts, as `eval` takes a state; it decides the branch")->type_name("STATE");
  verb->add_option("--value", options->values, "quantities to draw (docs/quantities.md); repeatable")->type_name("NAME")->allow_extra_args(false);
  verb->add_option("--limit", options->limits, "NAME=QUANTITY:MIN:MAX, or an entry of `limits` of a study; repeatable")
      ->type_name("LIMIT")
      ->allow_extra_args(false);
  verb->add_option("--depth", options->depth, "how often cells are halved at the boundary (2)")->type_name("N");
  verb->add_option("--tolerance", options->tolerance, "how closely the boundary is located, as a share of a finest cell (0.001)")->type_name("T");
  verb->add_option("--change", options->change, "halve cells, too, where a value changes by more than this share of its range")->type_name("C");
  verb->add_option("--threads", options->threads, "threads; the results do not depend on it")->type_name("N");
  verb->add_option("--formulation", options->formulation, "who solves for forces")->type_name("NAME");
  verb->add_option("--out", options->out,
                   "folder for pictures (SVG, PNG), a page with the mechanism in its map (map.html) and tables (CSV, HDF5, VTK)")
      ->type_name("DIR")
      ->capture_default_str();
  add_common(*verb, *options);
  add_yes(*verb);
  verb->footer(
      "docs/maps.md says what the numbers mean. Ctrl-C keeps what was computed, and the same command goes on from there.\n\nExample:\n"
      "  zanjir map models/five_bar.yaml --x left_rod.pen.x:-0.3:0.3:30 --y left_rod.pen.y:0.1:0.6:25 --value left.force --limit "
      "'elbow=left_elbow:-150 deg:-10 deg'");
  verb->callback([options, &exit_code] { exit_code = map_of(*options); });
}

}  // namespace zanjir::app
