// zanjir help [VERB...]: the help of a verb.
#include <fmt/format.h>

#include <memory>

#include "verbs.hpp"

namespace zanjir::app {

void add_help(CLI::App& app, int& exit_code) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* verb = app.add_subcommand("help", "what a verb does, and its options");
  verb->add_option("VERB", *words, "a verb, and where it has verbs of its own, one of them; none: all verbs");
  verb->footer("Example:\n  zanjir help run");
  verb->callback([&app, words, &exit_code] {
    const CLI::App* asked = &app;
    std::string name = app.get_name();
    for (const std::string& word : *words) {
      std::vector<std::string> known;
      const CLI::App* found = nullptr;
      for (const CLI::App* v : asked->get_subcommands({})) {
        known.push_back(v->get_name());
        if (v->get_name() == word) found = v;
      }
      if (found == nullptr) {
        exit_code = report_errors({{Severity::error, "", 0, 0, "", fmt::format("no verb '{}'", word), did_you_mean(word, known)}}, {});
        return;
      }
      asked = found;
      name += " " + word;
    }
    print(
        asked->get_formatter()->make_help(asked, name, CLI::AppFormatMode::Normal));  // help() would ask the verb that was chosen, which is this one
  });
}

}  // namespace zanjir::app
