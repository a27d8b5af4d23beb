// The zanjir command. Exit codes: 0 done, 2 the input or the command line is wrong, 3 the numerics failed, 4 a claim failed, 5 a run is not to be trusted.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <span>

#include "command_words.hpp"
#include "verbs.hpp"
#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/large_work.hpp"
#include "zanjir/core/one_command.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/report/json.hpp"
#include "zanjir/simulate/prepare.hpp"

namespace {

using namespace zanjir;
using namespace zanjir::app;

// What people coming from other programs type.
constexpr std::pair<std::string_view, std::string_view> verbs_elsewhere[] = {
    {"simulate", "run"},     {"sim", "run"},        {"start", "run"},     {"validate", "check"},    {"lint", "check"},    {"parse", "check"},
    {"show", "info"},        {"describe", "info"},  {"stat", "info"},     {"evaluate", "eval"},     {"compute", "eval"},  {"solve", "eval"},
    {"test", "verify"},      {"compare", "verify"}, {"workspace", "map"}, {"optimize", "optimise"}, {"scan", "sweep"},    {"studies", "reproduce"},
    {"report", "reproduce"}, {"models", "gallery"}, {"draw", "gallery"},  {"export", "recording"},  {"csv", "recording"}, {"usage", "help"}};
constexpr std::pair<std::string_view, std::string_view> options_elsewhere[] = {{"--time", "--until"},
                                                                               {"--duration", "--until"},
                                                                               {"--end", "--until"},
                                                                               {"--dt", "--every"},
                                                                               {"--step", "--every"},
                                                                               {"--output", "--out"},
                                                                               {"-o", "--out"},
                                                                               {"--dir", "--out"},
                                                                               {"--param", "--set"},
                                                                               {"--define", "--set"},
                                                                               {"-D", "--set"},
                                                                               {"--force", "--overwrite"},
                                                                               {"--tol", "--tolerance"},
                                                                               {"--solver", "--method"},
                                                                               {"--integrator", "--method"},
                                                                               {"--quantity", "--value"},
                                                                               {"--out", "--csv"},
                                                                               {"--output", "--csv"},
                                                                               {"-o", "--csv"}};

// The word of ours for one that is used elsewhere, else the nearest; empty: none.
std::string meant(const std::string& word, const std::vector<std::string>& known,
                  std::span<const std::pair<std::string_view, std::string_view>> elsewhere) {
  for (const auto& [theirs, ours] : elsewhere)
    if (word == theirs && std::find(known.begin(), known.end(), ours) != known.end()) return std::string(ours);
  return nearest(word, known);
}

void warn_about_instruction_set() {
  const kernels::IsaChoice choice = kernels::isa_choice();
  if (choice.honoured) return;
  const bool known = !std::strcmp(choice.asked, "base") || !std::strcmp(choice.asked, "avx2") || !std::strcmp(choice.asked, "avx512");
  fmt::print(stderr, "warning: ZANJIR_ISA={}: {}; using {}\n", printable(choice.asked),
             known ? "this processor or this build does not have it" : "no such instruction set, there are base, avx2, avx512", choice.used);
}

int command_line_error(const std::string& message, const std::string& hint, bool json) {
  const Diagnostic d{Severity::error, "", 0, 0, "", message, hint};
  report_warnings({d});  // one line, in colours on a terminal
  if (json) print(diagnostics_json({d}) + "\n");
  return input_is_wrong;
}

// The verb of the command line, with its own verb where it has one (`recording export`); the program itself before any.
const CLI::App& chosen_verb(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : chosen_verb(*chosen.front());
}

// `recording export `: as it was typed.
std::string path_of(const CLI::App& verb) { return verb.get_parent() == nullptr ? "" : path_of(*verb.get_parent()) + verb.get_name() + " "; }

// The first option on the command line that this verb, or the program without one, does not have, with the nearest one that it has; empty: none.
std::string unknown_option(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> known;
  for (const CLI::Option* option : chosen_verb(app).get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& name : option->get_snames()) known.push_back("-" + name);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    const bool is_option = word.size() > 1 && word[0] == '-' && (std::isalpha(static_cast<unsigned char>(word[1])) != 0 || word[1] == '-');
    if (!is_option || std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string ours = meant(word, known, options_elsewhere);
    return fmt::format("unknown option '{}'{}", word, ours.empty() ? "" : "; did you mean '" + ours + "'?");
  }
  return "";
}

// What CLI11 says, as one sentence of ours.
std::string sentence(const CLI::Error& e) {
  std::string text = e.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr) {
    const auto colon = text.find(':');
    text = "unknown argument" + (colon == std::string::npos ? "" : text.substr(colon));
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

std::string version_text() {
  std::string commit;
  for (const auto& [name, text] : program_facts())
    if (name == "commit") commit = text;
  return fmt::format("zanjir {} (commit {}, {})", ZANJIR_VERSION, commit, kernels::functions().isa);
}

int run(int argc, char** argv) {
  CLI::App app("Dynamics of multibody mechanisms, with proof.", "zanjir");
  app.set_version_flag("-V,--version", version_text);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 2 the input is wrong, 3 the numerics failed, 4 a claim failed, 5 a run is not to be trusted. Every verb takes --json, "
      "those that read a mechanism or a study also --set; `zanjir help VERB` has an example.\n\nExample:\n  zanjir check models/arm_2r.yaml");
  int exit_code = done;
  add_check(app, exit_code);
  add_info(app, exit_code);
  add_eval(app, exit_code);
  add_verify(app, exit_code);
  add_contact(app, exit_code);
  add_map(app, exit_code);
  add_run(app, exit_code);
  add_sweep(app, exit_code);
  add_optimise(app, exit_code);
  add_reproduce(app, exit_code);
  add_gallery(app, exit_code);
  add_recording(app, exit_code);
  add_view(app, exit_code);
  add_help(app, exit_code);
  add_completion(app, exit_code);
  add_man(app, exit_code);
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());

  const bool json = std::any_of(argv + 1, argv + argc, [](const char* a) { return !std::strcmp(a, "--json"); });
  const auto first = std::find_if(argv + 1, argv + argc, [](const char* a) { return a[0] != '-'; });
  if (first != argv + argc && std::find(verbs.begin(), verbs.end(), *first) == verbs.end() && first == argv + 1) {
    const std::string ours = meant(*first, verbs, verbs_elsewhere);
    return command_line_error(fmt::format("no verb '{}'{}", *first, ours.empty() ? "" : "; did you mean '" + ours + "'?"),
                              "the verbs are " + fmt::format("{}", fmt::join(verbs, ", ")), json);
  }
  if (argc == 1) {
    std::fputs(app.help().c_str(), stderr);
    return input_is_wrong;
  }
  warn_about_instruction_set();
  ask_before_large_work(true);
  command_words().assign(argv + 1, argv + argc);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    const bool unknown = dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr || app.get_subcommands().empty();
    const std::string option = unknown ? unknown_option(app, argc, argv) : "";
    return command_line_error(option.empty() ? sentence(e) : option, fmt::format("see `zanjir {}--help`", path_of(chosen_verb(app))), json);
  }
  if (!output_is_whole()) {
    std::fputs("error: standard output could not be written completely\n", stderr);
    return exit_code == done ? numerics_failed : exit_code;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  end_cleanly_on_signals();
  const OneCommand command;
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {  // an input that asks for more than there is
    std::fputs("error: there is not enough memory for this\n", stderr);
    return input_is_wrong;
  } catch (const std::exception& e) {  // our bug: a broken contract
    fmt::print(stderr, "internal error: {}\nPlease report this with the input that caused it.\n", e.what());
    return 70;
  }
}
