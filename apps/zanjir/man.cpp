// zanjir man [VERB...]: manual pages, from the same tree as the help.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

#include "command_tree.hpp"
#include "verbs.hpp"
#include "zanjir/report/report_files.hpp"

namespace zanjir::app {
namespace {

// Text that troff takes as it is: no escapes, no request at the beginning of a line, real minus signs.
std::string roff(const std::string& text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    begins = c == '\n';
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
  }
  return out;
}

std::string page_name(const Command& c) {
  std::string name = c.path;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string option_text(const CommandOption& o) {
  std::string names;
  for (const std::string& name : o.names) names += (names.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  std::string out = ".TP\n" + names + (o.value.empty() || o.positional ? "" : " \\fI" + roff(o.value) + "\\fR") + "\n" + roff(o.help);
  if (!o.choices.empty()) out += fmt::format(" (one of {})", roff(fmt::format("{}", fmt::join(o.choices, ", "))));
  return out + "\n";
}

std::string man_page(const Command& c) {
  std::string title = page_name(c), synopsis = ".B " + roff(c.path) + "\n";
  std::transform(title.begin(), title.end(), title.begin(), [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  std::string positional, options;
  for (const CommandOption& o : c.options) {
    if (o.positional) synopsis += o.required ? ".I " + roff(o.names[0]) + "\n" : "[\\fI" + roff(o.names[0]) + "\\fR]\n";
    (o.positional ? positional : options) += option_text(o);
  }
  synopsis += c.verbs.empty() ? "[\\fIOPTIONS\\fR]\n" : "\\fIVERB\\fR ...\n";
  std::string out = fmt::format(".TH {} 1 \"\" \"zanjir {}\" \"Zanjir\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}.SH DESCRIPTION\n", roff(title),
                                ZANJIR_VERSION, roff(page_name(c)), roff(c.help), synopsis);
  const std::size_t example = c.footer.find("Example:");
  std::string text = c.footer.substr(0, example);
  text.erase(text.find_last_not_of(" \n") + 1);
  out += roff(text.empty() ? c.help : text) + "\n";
  if (!positional.empty()) out += ".SH ARGUMENTS\n" + positional;
  if (!options.empty()) out += ".SH OPTIONS\n" + options;
  if (!c.verbs.empty()) {
    out += ".SH VERBS\n";
    for (const Command& v : c.verbs) out += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff(page_name(v)), roff(v.help));
  }
  out += ".SH EXIT STATUS\n0 done, 2 the input is wrong, 3 the numerics failed, 4 a claim failed, 5 a run is not to be trusted, 130 interrupted.\n";
  if (example != std::string::npos) {
    std::string lines = c.footer.substr(example + 8);
    lines.erase(0, lines.find_first_not_of(" \n"));
    out += ".SH EXAMPLE\n.nf\n" + roff(lines) + "\n.fi\n";
  }
  return out;
}

const Command* find(const Command& top, const std::vector<std::string>& words) {
  const Command* c = &top;
  for (const std::string& word : words) {
    const auto found = std::find_if(c->verbs.begin(), c->verbs.end(), [&](const Command& v) { return v.name == word; });
    if (found == c->verbs.end()) return nullptr;
    c = &*found;
  }
  return c;
}

void write_all(const Command& c, const std::filesystem::path& folder, ReportFiles& files) {
  files.file(folder / (page_name(c) + ".1"), man_page(c));
  for (const Command& v : c.verbs) write_all(v, folder, files);
}

}  // namespace

void add_man(CLI::App& app, int& exit_code) {
  struct Options {
    std::vector<std::string> verb;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("man", "manual pages: of the program, of a verb, or all of them into a folder");
  verb->add_option("VERB", options->verb, "a verb; none: the program");
  verb->add_option("--out", options->out, "write the pages of all verbs to this folder instead")->type_name("DIR");
  verb->footer("Example:\n  zanjir man run | man -l -");
  verb->callback([&app, options, &exit_code] {
    const Command tree = command_tree(app);
    if (!options->out.empty()) {
      ReportFiles files;
      files.folder(options->out);
      write_all(tree, options->out, files);
      if (!files.problem().empty()) exit_code = report_errors({{Severity::error, "", 0, 0, "--out", files.problem(), "name another folder"}}, {});
      return;
    }
    if (const Command* c = find(tree, options->verb)) print(man_page(*c));
    else exit_code = report_errors({{Severity::error, "", 0, 0, "", "no verb '" + options->verb.back() + "'", "`zanjir help` lists them"}}, {});
  });
}

}  // namespace zanjir::app
