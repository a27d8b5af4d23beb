// zanjir reproduce [STUDY|all]: the studies that come with the program.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "studies.hpp"
#include "zanjir/core/large_work.hpp"
#include "zanjir/study/study.hpp"

namespace zanjir::app {
namespace {

namespace fs = std::filesystem;

struct ReproduceOptions : StudyOptions {
  std::vector<std::string> studies;
  std::string folder;
};

// Where studies are: as asked for, here, or where the program was installed.
std::vector<fs::path> study_folders(const ReproduceOptions& options) {
  if (!options.folder.empty()) return {options.folder};
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  return {"studies", program.parent_path().parent_path() / "share" / "zanjir" / "studies"};
}

std::vector<fs::path> studies_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".yaml" && entry.is_regular_file(ignored) && is_study_file(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int reproduce(const ReproduceOptions& options) {
  std::vector<fs::path> files;
  std::string looked;
  fs::path here;
  for (const fs::path& folder : study_folders(options)) {
    files = studies_in(folder);
    here = folder;
    looked += (looked.empty() ? "" : " and ") + folder.string();
    if (!files.empty()) break;
  }
  if (files.empty())
    return report_errors({{Severity::error, "", 0, 0, "--studies", "no study files in " + looked, "name their folder with --studies DIR"}}, options);
  if (options.studies.empty() || options.studies == std::vector<std::string>{"all"}) return run_studies(files, options);

  std::vector<std::string> known = {"all"};
  for (const fs::path& file : files) known.push_back(file.stem().string());
  std::vector<fs::path> chosen;
  std::vector<Diagnostic> problems;
  for (const std::string& name : options.studies) {
    const auto found = std::find_if(files.begin(), files.end(), [&](const fs::path& f) { return f.stem() == name; });
    if (found != files.end()) {
      chosen.push_back(*found);
      continue;
    }
    std::error_code ignored;
    if (const fs::path unread = here / (name + ".yaml"); fs::exists(unread, ignored)) {  // too broken to be seen as a study: its own errors say why
      chosen.push_back(unread);
      continue;
    }
    std::string list;
    for (const std::string& k : known) list += (list.empty() ? "" : ", ") + k;
    const std::string near = nearest(name, known);
    problems.push_back({Severity::error, "", 0, 0, "", fmt::format("no study '{}'{}", name, near.empty() ? "" : "; did you mean '" + near + "'?"),
                        "there are " + list});
  }
  if (!problems.empty()) return report_errors(problems, options);
  return run_studies(chosen, options);
}

}  // namespace

void add_reproduce(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* verb = app.add_subcommand("reproduce", "the studies that come with the program: every claim beside what was computed, with a report");
  verb->add_option("STUDY", options->studies, "names of studies, or all (default)");
  verb->add_option("--studies", options->folder, "folder of study files; default ./studies, then the installed ones")->type_name("DIR");
  add_study_options(*verb, *options);
  verb->add_flag("--yes", options->yes, yes_text);
  add_common(*verb, *options);
  verb->footer(
      "Exit code 2 when a file is wrong, 3 when a task failed numerically, 4 when a verdict is not the expected one, "
      "5 when a run is\nnot to be trusted (\"trusted\" of its study in JSON), 130 when interrupted.\n"
      "--json prints "
      "{\"studies\":[{\"name\",\"claims\":[{\"id\",\"source\",\"said\",\"computed\",\"verdict\",\"reason\",\"by\"}],\"seconds\",\"score\"}]}."
      "\n\nExample:\n"
      "  zanjir reproduce benchmarks");
  verb->callback([options, &exit_code] {
    ask_before_large_work(!options->yes);
    options->command = "zanjir reproduce";
    for (const std::string& study : options->studies) options->command += " " + shell_word(study);
    if (!options->folder.empty()) options->command += " --studies " + shell_word(options->folder);
    options->command += " --out " + shell_word(options->out);
    exit_code = reproduce(*options);
  });
}

}  // namespace zanjir::app
