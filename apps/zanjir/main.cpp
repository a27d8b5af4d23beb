// The zanjir command. Exit codes: 0 done, 2 the input or the command line is wrong, 3 the numerics failed, 4 a claim failed, 5 a run is not to be trusted.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "command_words.hpp"
#include "verbs.hpp"
#include "zanjir/core/clean_end.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/report/json.hpp"

namespace {

using namespace zanjir;
using namespace zanjir::app;

const std::vector<std::string> verbs = {"check", "info", "eval", "verify", "contact", "map", "run", "reproduce", "gallery", "recording", "view"};

void warn_about_instruction_set() {
  const kernels::IsaChoice choice = kernels::isa_choice();
  if (choice.honoured) return;
  const bool known = !std::strcmp(choice.asked, "base") || !std::strcmp(choice.asked, "avx2") || !std::strcmp(choice.asked, "avx512");
  fmt::print(stderr, "warning: ZANJIR_ISA={}: {}; using {}\n", choice.asked,
             known ? "this processor or this build does not have it" : "no such instruction set, there are base, avx2, avx512", choice.used);
}

int command_line_error(const std::string& message, const std::string& hint, bool json) {
  const Diagnostic d{Severity::error, "", 0, 0, "", message, hint};
  std::fputs((to_text(d) + "\n").c_str(), stderr);
  if (json) print(diagnostics_json({d}) + "\n");
  return input_is_wrong;
}

// The first option on the command line that this verb does not have, with the nearest one that it has; empty: none.
std::string unknown_option(const CLI::App& app, int argc, char** argv) {
  if (app.get_subcommands().empty()) return "";
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_subcommands().front()->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (!word.starts_with("--") || std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string meant = nearest(word, known);
    return fmt::format("unknown option '{}'{}", word, meant.empty() ? "" : "; did you mean '" + meant + "'?");
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

int run(int argc, char** argv) {
  CLI::App app("Dynamics of multibody mechanisms, with proof.", "zanjir");
  app.set_version_flag("--version", [] { return fmt::format("zanjir {} ({})", ZANJIR_VERSION, kernels::functions().isa); });
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 2 the input is wrong, 3 the numerics failed, 4 a claim failed, 5 a run is not to be trusted. Every verb takes --json, "
      "those that read a mechanism or a study also "
      "--set; `zanjir VERB --help` has an example.\n\nExample:\n  zanjir check models/arm_2r.yaml");
  int exit_code = done;
  add_check(app, exit_code);
  add_info(app, exit_code);
  add_eval(app, exit_code);
  add_verify(app, exit_code);
  add_contact(app, exit_code);
  add_map(app, exit_code);
  add_run(app, exit_code);
  add_reproduce(app, exit_code);
  add_gallery(app, exit_code);
  add_recording(app, exit_code);
  add_view(app, exit_code);

  const bool json = std::any_of(argv + 1, argv + argc, [](const char* a) { return !std::strcmp(a, "--json"); });
  const auto first = std::find_if(argv + 1, argv + argc, [](const char* a) { return a[0] != '-'; });
  if (first != argv + argc && std::find(verbs.begin(), verbs.end(), *first) == verbs.end() && first == argv + 1) {
    const std::string meant = nearest(*first, verbs);
    return command_line_error(fmt::format("no verb '{}'{}", *first, meant.empty() ? "" : "; did you mean '" + meant + "'?"),
                              "the verbs are " + fmt::format("{}", fmt::join(verbs, ", ")), json);
  }
  if (argc == 1) {
    std::fputs(app.help().c_str(), stderr);
    return input_is_wrong;
  }
  warn_about_instruction_set();
  command_words().assign(argv + 1, argv + argc);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    const auto chosen = app.get_subcommands();
    const std::string option = dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr ? unknown_option(app, argc, argv) : "";
    return command_line_error(option.empty() ? sentence(e) : option,
                              fmt::format("see `zanjir {}--help`", chosen.empty() ? "" : chosen[0]->get_name() + " "), json);
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
