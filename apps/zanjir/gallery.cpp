// zanjir gallery [FILE|DIR...]: a page of mechanisms with drawings, mobility and redundancy, and the maps that studies have of them.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "studies.hpp"
#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/report/gallery.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_report.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::app {
namespace {

namespace fs = std::filesystem;

struct GalleryOptions : StudyOptions {
  std::vector<std::string> sources;
};

bool is_mechanism_file(const fs::path& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("zanjir:")) return true;
  }
  return false;
}

std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The comment at the top of a file, as one paragraph.
std::string head_comment(const std::string& file) {
  std::istringstream in(file);
  std::string text;
  for (std::string line; std::getline(in, line) && line.starts_with("#");) {
    const std::size_t begin = line.find_first_not_of("# ");
    if (begin != std::string::npos) text += (text.empty() ? "" : " ") + line.substr(begin);
  }
  return text;
}

std::vector<fs::path> files_of(const std::vector<std::string>& sources, std::vector<Diagnostic>& problems) {
  std::vector<fs::path> files;
  for (const std::string& source : sources) {
    std::error_code ignored;
    if (!fs::is_directory(source, ignored)) {
      files.emplace_back(source);
      continue;
    }
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(source, ignored)) {
      if (entry.path().extension() == ".yaml" && entry.is_regular_file(ignored) && is_mechanism_file(entry.path())) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    if (found.empty())
      problems.push_back({Severity::error, source, 0, 0, "", "holds no mechanism file", "mechanism files end in .yaml and say 'zanjir: 1'"});
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

// A study as far as its maps go: their tasks and figures.
Result<Study> maps_of(const fs::path& file) {
  Result<Study> study = read_study(file);
  if (!study) return study;
  std::erase_if(study->figures, [](const StudyFigure& f) { return f.kind != FigureKind::map; });
  std::erase_if(study->tasks, [&](const StudyTask& t) {
    return std::none_of(study->figures.begin(), study->figures.end(), [&](const StudyFigure& f) { return f.map.name == t.name; });
  });
  study->claims.clear();
  study->key_figure.clear();
  if (study->figures.empty())
    return {std::nullopt, {{Severity::error, file.string(), 0, 0, "figures", "has no figure of kind map", "a gallery shows the maps of a study"}}};
  return study;
}

const StudyModel& mechanism_of(const Study& study, const StudyFigure& map) {
  const auto task = std::find_if(study.tasks.begin(), study.tasks.end(), [&](const StudyTask& t) { return t.name == map.map.name; });
  return *std::find_if(study.models.begin(), study.models.end(), [&](const StudyModel& m) { return m.name == task->model.name; });
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

// Studies out of the list of files, and the mechanisms they have maps of into it.
std::vector<Study> take_studies(std::vector<fs::path>& files, std::vector<Diagnostic>& problems) {
  std::vector<Study> studies;
  std::vector<fs::path> mechanisms;
  for (const fs::path& file : files) {
    if (!is_study_file(file)) {
      mechanisms.push_back(file);
      continue;
    }
    Result<Study> study = maps_of(file);
    if (study) studies.push_back(std::move(*study));
    else problems.insert(problems.end(), study.diagnostics.begin(), study.diagnostics.end());
  }
  for (const Study& study : studies) {
    for (const StudyFigure& figure : study.figures) {
      const fs::path& file = mechanism_of(study, figure).file;
      if (std::none_of(mechanisms.begin(), mechanisms.end(), [&](const fs::path& m) { return same_file(m, file); })) mechanisms.push_back(file);
    }
  }
  files = std::move(mechanisms);
  return studies;
}

// Runs the maps and hands them to their mechanisms. False: something is wrong with a study.
bool add_maps(std::vector<Study> studies, Progress& progress, const Cancel& cancel, std::vector<GalleryEntry>& entries,
              std::vector<Diagnostic>& problems) {
  for (Study& study : studies) {
    Result<StudyOutcome> outcome = run_study(std::move(study), progress, cancel);
    if (cancel) return true;
    if (!outcome) {
      problems.insert(problems.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
      return false;
    }
    for (const FigureData& figure : outcome->figures) {
      const StudyModel& of = mechanism_of(outcome->study, figure.figure);
      std::string changed;
      for (const Override& set : of.set) changed += (changed.empty() ? " with " : ", ") + set.key + " = " + set.value;
      for (GalleryEntry& e : entries)
        if (const std::string svg = figure_svg(figure); !svg.empty() && same_file(e.file, of.file))
          e.maps.push_back({figure.figure.title + changed, outcome->study.name, svg});
    }
  }
  return true;
}

int gallery(const GalleryOptions& options) {
  std::vector<Diagnostic> problems;
  std::vector<GalleryEntry> entries;
  std::vector<fs::path> files = files_of(options.sources, problems);
  std::vector<Study> studies = take_studies(files, problems);
  struct Shown {
    Description description;
    Model model;
    SourceText file;
  };
  std::vector<Shown> models;
  for (const fs::path& file : files) {
    Result<Description> description = load_description(file.string(), options);
    Result<Model> model = description ? build_model(*description) : Result<Model>{std::nullopt, description.diagnostics};
    if (model) models.push_back({std::move(*description), std::move(*model), {file.string(), text_of(file)}});
    else problems.insert(problems.end(), model.diagnostics.begin(), model.diagnostics.end());
  }
  if (!problems.empty()) return report_errors(problems, options);
  if (const auto problem = unwritable("--out", options.out)) return report_errors({*problem}, options);
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  progress->begin("gallery");
  for (const Shown& m : models) {
    if (interrupt.cancel()) break;
    entries.push_back(gallery_entry(m.description, m.model, m.file, head_comment(m.file.text), interrupt.cancel()));
    progress->update(static_cast<double>(entries.size()) / static_cast<double>(models.size()));
  }
  progress->end();
  if (!interrupt.cancel() && !add_maps(std::move(studies), *progress, interrupt.cancel(), entries, problems)) return report_errors(problems, options);
  if (interrupt_heard()) {
    fmt::print(stderr, "interrupted; nothing was written\n");
    return interrupted;
  }
  name_pages(entries);
  const std::string problem = write_gallery(options.out, entries, provenance_of(options));
  if (!problem.empty()) return report_errors({{Severity::error, "", 0, 0, "--out", problem, ""}}, options);
  print(options.json ? gallery_json(entries) + "\n"
                     : gallery_text(entries) + fmt::format("\ngallery: {}\n", (fs::path(options.out) / "gallery.html").string()));
  return done;
}

}  // namespace

void add_gallery(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<GalleryOptions>();
  CLI::App* verb = app.add_subcommand("gallery", "a page of mechanisms: drawings, freedoms by rank and by counting, redundant constraints");
  verb->add_option("FILE|DIR", options->sources, "mechanism files, folders of them, or studies, whose maps are shown")->required();
  verb->add_option("--out", options->out, "folder of the page gallery.html; default report")->type_name("DIR");
  add_common(*verb, *options);
  add_yes(*verb);
  verb->footer("Example:\n  zanjir gallery models studies/parallel_maps.yaml --out report");
  verb->callback([options, &exit_code] {
    options->command = "zanjir gallery";
    for (const std::string& source : options->sources) options->command += " " + shell_word(source);
    options->command += " --out " + shell_word(options->out);
    exit_code = gallery(*options);
  });
}

}  // namespace zanjir::app
