// zanjir info FILE: what the model is made of and who can compute it.
#include <memory>

#include "verbs.hpp"
#include "zanjir/report/info_report.hpp"

namespace zanjir::app {
namespace {

struct InfoOptions : Common {
  std::string file;
};

int info(const InfoOptions& options) {
  const Result<Model> model = load_model(options.file, options);
  if (!model) return report_errors(model.diagnostics, options);
  report_warnings(model.diagnostics);
  print(options.json ? info_json(*model) + "\n" : info_text(*model));
  return done;
}

}  // namespace

void add_info(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* verb = app.add_subcommand("info", "bodies, joints, frames, mobility, mass, coordinates, and which formulations cover it");
  verb->add_option("FILE", options->file, "mechanism file")->required();
  add_common(*verb, *options);
  add_yes(*verb);
  add_fill(*verb, *options);
  verb->footer("Example:\n  zanjir info models/arm_2r.yaml");
  verb->callback([options, &exit_code] { exit_code = info(*options); });
}

}  // namespace zanjir::app
