// zanjir gallery [FILE|DIR...]: a page of mechanisms with drawings, mobility and redundancy.
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

namespace zanjir::app {
namespace {

namespace fs = std::filesystem;

struct Options : StudyOptions {
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
      if (entry.path().extension() == ".yaml" && is_mechanism_file(entry.path())) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    if (found.empty())
      problems.push_back({Severity::error, source, 0, 0, "", "holds no mechanism file", "mechanism files end in .yaml and say 'zanjir: 1'"});
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

int gallery(const Options& options) {
  std::vector<Diagnostic> problems;
  std::vector<GalleryEntry> entries;
  const std::vector<fs::path> files = files_of(options.sources, problems);
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
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("gallery", "a page of mechanisms: drawings, freedoms by rank and by counting, redundant constraints");
  verb->add_option("FILE|DIR", options->sources, "mechanism files, or folders of them")->required();
  verb->add_option("--out", options->out, "folder of the page gallery.html; default report")->type_name("DIR");
  add_common(*verb, *options);
  verb->footer("Example:\n  zanjir gallery models --out report");
  verb->callback([options, &exit_code] {
    options->command = "zanjir gallery";
    for (const std::string& source : options->sources) options->command += " " + shell_word(source);
    options->command += " --out " + shell_word(options->out);
    exit_code = gallery(*options);
  });
}

}  // namespace zanjir::app
