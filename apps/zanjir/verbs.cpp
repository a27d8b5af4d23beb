#include "verbs.hpp"

#include <cmath>
#include <cstdio>

#include "command_words.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/report/json.hpp"

namespace zanjir::app {

void add_common(CLI::App& verb, Common& common) {
  verb.add_flag("--json", common.json, "machine-readable output on standard output, diagnostics too");
  // take_last and allow_extra_args(false): `--set a=1 FILE` must not swallow FILE
  verb.add_option("--set", common.set, "change a parameter, or any number of the file by its dotted path; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

CLI::Validator number_in(schema::Range range) {
  return {[range](const std::string& text) -> std::string {
            double x = 0;
            if (!CLI::detail::lexical_cast(text, x)) return "'" + text + "' is no number";
            if (!std::isfinite(x)) return "'" + text + "' is not finite";
            if (range == schema::Range::positive && !(x > 0)) return text + " is not above 0";
            if (range == schema::Range::non_negative && !(x >= 0)) return text + " is below 0";
            return {};
          },
          ""};
}

std::vector<std::string> split_list(const std::vector<std::string>& lists) {
  std::vector<std::string> words;
  for (const std::string& list : lists) {
    std::string word;
    for (const char c : list + ",") {
      if (c == ',' || c == ' ') {
        if (!word.empty()) words.push_back(word);
        word.clear();
      } else {
        word += c;
      }
    }
  }
  return words;
}

std::vector<std::string>& command_words() {
  static std::vector<std::string> words;
  return words;
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }
bool output_is_whole() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

int report_errors(const std::vector<Diagnostic>& diagnostics, const Common& common) {
  std::fputs(to_text(diagnostics).c_str(), stderr);
  if (common.json) print(diagnostics_json(diagnostics) + "\n");
  return input_is_wrong;
}

void report_warnings(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics) std::fputs((to_text(d) + "\n").c_str(), stderr);
}

Overrides read_overrides(const Common& common, std::vector<Diagnostic>& problems) {
  Overrides overrides;
  for (const std::string& text : common.set) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      problems.push_back({Severity::error, "", 0, 0, "--set", "'" + text + "' is not of the form key=value", "for example --set length=0.3"});
    } else {
      overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
  }
  return overrides;
}

Result<Description> load_description(const std::string& file, const Common& common) {
  std::vector<Diagnostic> problems;
  const Overrides overrides = read_overrides(common, problems);
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  return read_description(file, overrides);
}

Result<Model> load_model(const std::string& file, const Common& common, const LoopTreatment& loops) {
  Result<Description> description = load_description(file, common);
  if (!description) return {std::nullopt, std::move(description.diagnostics)};
  Result<Model> model = build_model(*description, loops);
  model.diagnostics.insert(model.diagnostics.begin(), description.diagnostics.begin(), description.diagnostics.end());
  return model;
}

}  // namespace zanjir::app
