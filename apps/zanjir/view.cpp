// zanjir view RUN|MODEL|STUDY: a page in which it moves, complete in one file.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <tuple>

#include "serve.hpp"
#include "verbs.hpp"
#include "watched_files.hpp"
#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/core/whole_file.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/record/recording.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/report/study_motions.hpp"
#include "zanjir/report/viewer_block.hpp"
#include "zanjir/study/run_study.hpp"
#include "zanjir/view/shown_motion.hpp"
#include "zanjir/view/shown_recording.hpp"

namespace zanjir::app {
namespace {

namespace fs = std::filesystem;

struct ViewOptions : Common {
  std::string source, out, model, bundle;
  std::string motion = "any";
  double until_s = 5;
  bool overwrite = false, serve = false;
  std::uint16_t port = 0;
};

bool is_recording(const fs::path& file) {  // by the signature of HDF5, or by its name
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return file.extension() == ".h5";  // what is read from a pipe is gone
  std::ifstream in(file, std::ios::binary);
  char head[8] = {};
  in.read(head, sizeof head);
  return std::string_view(head, 8) == std::string_view("\x89HDF\r\n\x1a\n", 8) || file.extension() == ".h5";
}

Result<Bundle> bundle_of_recording(const ViewOptions& options) {
  const Result<Recording> recording = Recording::open(options.source);
  if (!recording) return {std::nullopt, recording.diagnostics};
  note_input(options.source);
  std::optional<Description> described;
  if (!options.model.empty()) {
    Result<Description> read = load_description(options.model, options);
    if (!read) return {std::nullopt, std::move(read.diagnostics)};
    described = std::move(read.value);
  }
  return shown_recording(*recording, options.source, described ? &*described : nullptr);
}

Result<Bundle> bundle_of_study(const ViewOptions& options, Progress& progress, const Cancel& cancel) {
  std::vector<Diagnostic> problems;
  const Overrides overrides = read_overrides(options, problems);
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  Result<StudyOutcome> outcome = run_study(options.source, {overrides}, progress, cancel);
  if (!outcome) return {std::nullopt, std::move(outcome.diagnostics)};
  std::vector<Bundle> bundles = study_motions(*outcome, {8'000'000, 8'000'000});
  if (bundles.empty())
    return {std::nullopt,
            {{Severity::error, options.source, 0, 0, "", "no task of this study moves a mechanism",
              "tasks of kind simulate, inverse, ik, join and map do"}}};
  return {std::move(bundles.front()), {}};
}

Result<Bundle> bundle_of_mechanism(const ViewOptions& options, const Cancel& cancel) {
  const Result<Description> description = load_description(options.source, options);
  if (!description) return {std::nullopt, description.diagnostics};
  const Result<Model> model = build_model(*description);
  if (!model) return {std::nullopt, model.diagnostics};
  report_warnings(description.diagnostics);
  report_warnings(model.diagnostics);
  MotionChoice choice;
  choice.kind = *find_word<MotionKind>(options.motion);
  choice.until_s = options.until_s;
  choice.frames = 1000;
  choice.points = 20000;
  return shown_mechanism(*description, *model, choice, cancel);
}

Result<Bundle> bundle_of(const ViewOptions& options, Progress& progress, const Cancel& cancel) {
  if (is_recording(options.source)) return bundle_of_recording(options);
  return is_study_file(options.source) ? bundle_of_study(options, progress, cancel) : bundle_of_mechanism(options, cancel);
}

// -- --serve: the page is made anew whenever its source has changed

// Asks every half second whether there is something new, and shows that instead. The page knows by itself which state it shows: what changes before it first
// asks is new, too.
std::string reload_script(int version) {
  return fmt::format("<script>\n(() => {{ const shown = '{}';", version) + R"js( setInterval(async () => { try {
  const answer = await fetch('/state', {cache: 'no-store'}), now = await answer.text();
  if (answer.ok && now !== shown) location.reload();
} catch { document.title = document.title.replace(/^(not served: )?/, 'not served: '); } }, 500); })();
</script>
)js";
}

std::string problem_page(const std::string& source, const std::vector<Diagnostic>& problems) {
  return page_document(
      source,
      fmt::format(
          "<main>\n<h1>{}</h1>\n<p role=\"alert\">It cannot be shown as it is now. The page comes back by itself once the file is mended.</p>\n"
          "<pre><code>{}</code></pre>\n</main>\n",
          escaped(source), escaped(to_text(problems))));
}

class LivePage {
 public:
  LivePage(const ViewOptions& options, const Cancel& cancel) : options_(options), cancel_(cancel) {}
  std::string state() {
    refresh();
    return std::to_string(version_);
  }
  std::string page() {
    refresh();
    return page_ + reload_script(version_);
  }

 private:
  void refresh() {
    auto files = watched_files(options_.source);
    if (version_ > 0 && files == files_) return;
    files_ = std::move(files);
    // What was a file and is a pipe or a device now would be waited for, by everybody who asks.
    if (std::error_code gone; version_++ > 0 && fs::exists(options_.source, gone) && !fs::is_regular_file(options_.source, gone)) {
      page_ = problem_page(options_.source, {{Severity::error, options_.source, 0, 0, "", "is no regular file any more", ""}});
      return;
    }
    Progress quiet;
    const Result<Bundle> bundle = bundle_of(options_, quiet, cancel_);
    page_ = bundle ? viewer_page(*bundle) : problem_page(options_.source, bundle.diagnostics);
  }
  const ViewOptions& options_;
  const Cancel& cancel_;
  std::map<fs::path, fs::file_time_type> files_;  // as they were when the page was made
  int version_ = 0;
  std::string page_;
};

int serve_live(const ViewOptions& options) {
  const InterruptGuard interrupt;
  LivePage live(options, interrupt.cancel());
  const std::string problem = serve(
      {[&] { return live.page(); }, [&] { return live.state(); }}, options.port,
      [&](std::uint16_t port) {
        print(options.json ? to_line({{"address", fmt::format("http://127.0.0.1:{}/", port)}}) + "\n"
                           : fmt::format("{}: http://127.0.0.1:{}/ shows it, and every change of it; Ctrl-C ends\n", options.source, port));
        std::fflush(stdout);
      },
      interrupt.cancel());
  interrupt_heard();
  return problem.empty() ? static_cast<int>(done) : report_errors({option_problem("--port", problem, "choose another port, or none")}, options);
}

// Why the page or the bundle may not be written where it shall, before anything is computed for it. None: nothing is in the way.
std::optional<Diagnostic> target_in_the_way(const ViewOptions& options, const fs::path& out) {
  for (const std::string& source : {options.source, options.model})
    for (const auto& [file, time] : source.empty() ? std::map<fs::path, fs::file_time_type>() : watched_files(source)) note_input(file.string());
  for (const auto& [option, target, content] :
       {std::tuple{"--out", out.string(), Content::page}, std::tuple{"--bundle", options.bundle, Content::viewer_bundle}}) {
    std::string why = target.empty() ? "" : target_problem(target, options.overwrite ? IfExists::overwrite : IfExists::refuse);
    if (why.empty() && !target.empty() && !is_being_written(target)) why = content_problem(target, content);
    if (!why.empty())
      return option_problem(option, "'" + target + "' " + why,
                            std::string("choose another name") + (why == exists_already ? ", or --overwrite" : ""));
  }
  if (fs::path(options.bundle).lexically_normal() == out.lexically_normal())
    return option_problem("--bundle", "'" + options.bundle + "' is the page", "choose another name");
  return {};
}

int view(const ViewOptions& options) {
  if (options.serve) return serve_live(options);
  const fs::path out = options.out.empty() ? fs::path(options.source).stem().string() + ".html" : options.out;
  if (const auto problem = target_in_the_way(options, out)) return report_errors({*problem}, options);
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  const Result<Bundle> bundle = bundle_of(options, *progress, interrupt.cancel());
  if (!bundle) return report_errors(bundle.diagnostics, options);
  report_warnings(bundle.diagnostics);
  ReportFiles files;
  if (!out.parent_path().empty()) files.folder(out.parent_path());
  files.file(out, viewer_page(*bundle));
  if (!options.bundle.empty()) files.file(options.bundle, bundle_json(*bundle) + "\n");
  if (!files.problem().empty()) return report_errors({option_problem("--out", files.problem(), "name another file")}, options);
  std::error_code ignored;
  const auto bytes = fs::file_size(out, ignored);
  if (options.json) print(to_line({{"file", out.string()}, {"bytes", bytes}, {"motions", bundle->clips.size()}}) + "\n");
  else
    print(fmt::format("{}: {} {}, {:.1f} MB; open it in a browser\n", out.string(), bundle->clips.size(),
                      bundle->clips.size() == 1 ? "motion" : "motions", static_cast<double>(bytes) / 1e6));
  return interrupt.cancel() ? interrupted : done;
}

}  // namespace

void add_view(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* verb = app.add_subcommand("view", "a page in which a mechanism moves, with its plots: of a recording, a mechanism file or a study");
  verb->add_option("RUN|MODEL|STUDY", options->source, "recording (.h5), mechanism file or study file")->required();
  verb->add_option("--out", options->out, "the page; default NAME.html, NAME being that of the source")->type_name("FILE");
  verb->add_flag("--overwrite", options->overwrite, "replace FILE if it exists and is such a page (and the file of --bundle such a bundle)");
  verb->add_option("--model", options->model, "of a recording that does not hold the file of its mechanism: that file")->type_name("FILE");
  verb->add_option("--motion", options->motion, "of a mechanism file: run it, walk along its freedoms, show it at rest, or what suits it")
      ->check(CLI::IsMember(words_of<MotionKind>()))
      ->type_name("WORD")
      ->capture_default_str();
  verb->add_option("--until", options->until_s, "of a mechanism file: how long it runs, in seconds or with a unit")
      ->type_name("T")
      ->transform(number_in(schema::Range::positive, dimension::time))
      ->capture_default_str();
  verb->add_option("--bundle", options->bundle, "write the scene, poses and curves as JSON, too (docs/viewer-format.md)")->type_name("FILE");
  verb->add_flag(
      "--serve", options->serve,
      "no file: show it at an address of this machine, anew whenever RUN, MODEL or STUDY or a file that it names changes; errors stand in the page");
  verb->add_option("--port", options->port, "with --serve: the port; default any free one")->type_name("N");
  add_common(*verb, *options);
  add_yes(*verb);
  add_fill(*verb, *options);
  verb->footer(
      "The page needs no network and no server, and can be sent by mail. Long recordings keep the extremes of every part.\n\nExample:\n  zanjir view "
      "models/four_bar.yaml --out report/four_bar.html --overwrite");
  verb->callback([options, &exit_code] {
    skip_hdf5_exit_check();
    exit_code = view(*options);
  });
}

}  // namespace zanjir::app
