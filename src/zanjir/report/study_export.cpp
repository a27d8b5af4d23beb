#include "zanjir/report/study_export.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <functional>

#include "zanjir/core/plain_text.hpp"
#include "zanjir/core/whole_file.hpp"
#include "zanjir/map/map_vtk.hpp"
#include "zanjir/record/recording_writer.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/study/recorded_study.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string with_unit(const Series& s) { return s.unit.empty() || s.unit == "1" ? s.name : s.name + " [" + s.unit + "]"; }

std::string series_csv(const TaskResult& task) {
  std::string out = quoted(with_unit(task.abscissa));
  for (const Series& s : task.series) out += "," + quoted(with_unit(s));
  for (const TextColumn& c : task.columns) out += "," + quoted(c.name);
  out += "\n";
  for (std::size_t row = 0; row < task.abscissa.values.size(); ++row) {
    out += fmt::format("{}", task.abscissa.values[row]);
    for (const Series& s : task.series) out += row < s.values.size() ? fmt::format(",{}", s.values[row]) : ",";
    for (const TextColumn& c : task.columns) out += "," + quoted(c.texts[row]);
    out += "\n";
  }
  return out;
}

std::string numbers_csv(const TaskResult& task) {
  std::string out = "name,value,unit\n";
  for (const Number& n : task.numbers) out += fmt::format("{},{},{}\n", quoted(n.name), n.value, quoted(n.unit == "1" ? "" : n.unit));
  return out;
}

std::string matrix_csv(const ResultMatrix& m) {
  std::string out;
  for (const std::string& column : m.columns) out += "," + quoted(column);
  out += "\n";
  for (std::size_t row = 0; row < m.rows.size(); ++row) {
    out += quoted(m.rows[row]);
    for (std::size_t column = 0; column < m.columns.size(); ++column)
      out += fmt::format(",{}", m.values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)));
    out += "\n";
  }
  return out;
}

// MAT-file of level 4: per matrix five 32-bit integers (little endian, doubles, full; texts are doubles, too), its name, its numbers column by column.
void add_to_mat_file(std::string& out, const std::string& name, const MatX& values, bool text) {
  static_assert(std::endian::native == std::endian::little);
  const std::int32_t head[5] = {text ? 1 : 0, static_cast<std::int32_t>(values.rows()), static_cast<std::int32_t>(values.cols()), 0,
                                static_cast<std::int32_t>(name.size() + 1)};
  out.append(reinterpret_cast<const char*>(head), sizeof head);
  out.append(name.c_str(), name.size() + 1);
  out.append(reinterpret_cast<const char*>(values.data()), sizeof(double) * static_cast<std::size_t>(values.size()));
}

// Names as the rows of a text, filled up with blanks.
MatX text_rows(const std::vector<std::string>& names) {
  std::size_t longest = 0;
  for (const std::string& n : names) longest = std::max(longest, n.size());
  MatX rows = MatX::Constant(static_cast<Eigen::Index>(names.size()), static_cast<Eigen::Index>(longest), ' ');
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < names[i].size(); ++j)
      rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = static_cast<unsigned char>(names[i][j]);
  return rows;
}

std::string mat_file(const std::vector<ResultMatrix>& matrices) {
  std::string out;
  for (const ResultMatrix& m : matrices) {
    add_to_mat_file(out, m.name, m.values, false);
    add_to_mat_file(out, m.name + "_rows", text_rows(m.rows), true);
    add_to_mat_file(out, m.name + "_columns", text_rows(m.columns), true);
  }
  return out;
}

std::string events_csv(const TaskResult& task) {
  std::string out = "t [s],name,what,value,energy [J]\n";
  for (const EventRecord& e : task.events) out += fmt::format("{},{},{},{},{}\n", e.t_s, quoted(e.name), quoted(e.what), e.value, e.energy_J);
  return out;
}

std::string summary_of(const TaskResult& task) {
  Json numbers = Json::array();
  for (const Number& n : task.numbers) numbers.push_back({{"name", n.name}, {"unit", n.unit}, {"value", n.value}});
  Json summary{{"task", task.name}, {"kind", task.kind}, {"status", word_of(task.status)}, {"why", task.why}, {"numbers", numbers}};
  for (const TextColumn& c : task.columns) {  // channels hold numbers only
    Json rows = Json::array();
    for (std::size_t row = 0; row < c.texts.size(); ++row)
      if (!c.texts[row].empty()) rows.push_back({{"row", row + 1}, {"text", c.texts[row]}});
    summary["columns"][c.name] = rows;
  }
  return to_line(summary);
}

bool over_time(const TaskResult& task) { return task.abscissa.name == "t"; }

// Empty: it is written.
std::string write_recording(const fs::path& file, const TaskResult& task, RecordingHeader header) {
  header.channels = result_channels(task);
  Result<RecordingWriter> writer = RecordingWriter::create(file, header, {IfExists::overwrite});
  if (!writer) return file.string() + ": " + writer.diagnostics.front().message;
  return record_results(task, *writer) ? std::string() : writer->error();
}

fs::path folder_of(const fs::path& folder, const StudyOutcome& outcome) { return folder / file_name_of(outcome.study.name); }
fs::path figures_of(const fs::path& folder, const StudyOutcome& outcome) { return folder_of(folder, outcome) / "figures"; }
fs::path recording_of(const fs::path& here, const TaskResult& task) { return here / (file_name_of(task.name) + ".h5"); }

struct TextFile {
  fs::path path;
  std::function<std::string()> content;
};
// What a task has to say beside its recording.
std::vector<TextFile> text_files(const fs::path& here, const TaskResult& task, const std::string& title) {
  std::vector<TextFile> files;
  const auto add = [&](const std::string& ending, std::function<std::string()> content) {
    files.push_back({here / (file_name_of(task.name) + ending), std::move(content)});
  };
  if (!task.series.empty()) add(".csv", [&task] { return series_csv(task); });
  if (!task.numbers.empty()) add(".numbers.csv", [&task] { return numbers_csv(task); });
  if (task.map) add(".vtk", [&task, title] { return map_vtk(*task.map, title + ", " + task.name); });
  for (const ResultMatrix& m : task.matrices) add("." + m.name + ".csv", [&m] { return matrix_csv(m); });
  if (!task.matrices.empty()) add(".mat", [&task] { return mat_file(task.matrices); });
  if (!task.events.empty()) add(".events.csv", [&task] { return events_csv(task); });
  return files;
}

TextsByPath files_of(const StudyOutcome& outcome) {
  TextsByPath read;
  for (const TaskResult& task : outcome.results.tasks()) read.insert(task.files.begin(), task.files.end());
  return read;
}

Facts facts_of(const StudyOutcome& outcome, const TaskResult& task, const TextsByPath& read) {
  Facts facts{{"source", outcome.study.files.front() + ", task " + task.name}};
  add_texts(outcome.study, *outcome.models, task.name, TaskRecord::results, facts, read);
  return facts;
}

}  // namespace

std::string export_problem(const fs::path& folder, const StudyOutcome& outcome) {
  const fs::path here = folder_of(folder, outcome), figures = figures_of(folder, outcome);
  for (const fs::path& f : {here, figures})
    if (const std::string why = folder_problem(f.string()); !why.empty()) return f.string() + ": " + why;
  std::vector<fs::path> targets;
  for (const TaskResult& task : outcome.results.tasks()) {
    for (const TextFile& f : text_files(here, task, "")) targets.push_back(f.path);
    targets.push_back(recording_of(here, task));
  }
  for (const FigureData& f : outcome.figures)
    for (const char* ending : {".svg", ".png"}) targets.push_back(figures / (file_name_of(f.figure.name) + ending));
  for (const fs::path& target : targets) {
    if (const std::string why = target_problem(target.string(), IfExists::overwrite); !why.empty()) return target.string() + ": " + why;
    if (is_being_written(target.string())) return target.string() + ": is being written by another program";
  }
  return {};
}

std::vector<Channel> result_channels(const TaskResult& task) {
  std::vector<Channel> channels = {{"t", over_time(task) ? task.abscissa.unit : "1"}};
  if (!over_time(task)) channels.push_back({task.abscissa.name, task.abscissa.unit});
  for (const Series& s : task.series) channels.push_back({s.name, s.unit});
  return channels;
}

bool record_results(const TaskResult& task, Recorder& recorder) {
  std::vector<double> row;
  for (std::size_t k = 0; k < task.abscissa.values.size(); ++k) {
    row.assign(1, over_time(task) ? task.abscissa.values[k] : static_cast<double>(k + 1));
    if (!over_time(task)) row.push_back(task.abscissa.values[k]);
    for (const Series& s : task.series) row.push_back(s.values[k]);
    if (!recorder.append(row)) return false;
  }
  for (const EventRecord& e : task.events)
    if (!recorder.add_event(e)) return false;
  return recorder.finish(summary_of(task));
}

Facts result_facts(const StudyOutcome& outcome, const TaskResult& task) { return facts_of(outcome, task, files_of(outcome)); }

std::string export_results(const fs::path& folder, const StudyOutcome& outcome, const Provenance& provenance) {
  if (std::string problem = export_problem(folder, outcome); !problem.empty()) return problem;
  const fs::path here = folder_of(folder, outcome);
  ReportFiles files;
  files.named_folder(here);
  const TextsByPath read = files_of(outcome);
  for (const TaskResult& task : outcome.results.tasks()) {
    for (const TextFile& f : text_files(here, task, outcome.study.title)) files.file(f.path, f.content());
    if (!files.problem().empty()) return files.problem();
    RecordingHeader header{{}, provenance.environment};
    header.provenance.emplace_back("command", provenance.command);
    for (auto& fact : facts_of(outcome, task, read)) header.provenance.push_back(std::move(fact));
    if (const std::string problem = write_recording(recording_of(here, task), task, std::move(header)); !problem.empty()) return problem;
  }
  return files.problem();
}

std::string export_figures(const fs::path& folder, const StudyOutcome& outcome) {
  const fs::path here = figures_of(folder, outcome);
  ReportFiles files;
  for (const FigureData& f : outcome.figures) {
    const std::string svg = figure_svg(f);
    if (svg.empty()) continue;
    files.named_folder(here);
    files.figure(here / file_name_of(f.figure.name), svg);
  }
  return files.problem();
}

}  // namespace zanjir
