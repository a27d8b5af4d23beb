#include "verbs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "command_words.hpp"
#include "zanjir/core/large_work.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/language/expression_parser.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/report/diagnostic_text.hpp"
#include "zanjir/report/json.hpp"
#include "zanjir/verify/idle_contacts.hpp"

namespace zanjir::app {

void add_common(CLI::App& verb, Common& common) {
  verb.add_flag("--json", common.json, "machine-readable output on standard output, diagnostics too");
  // take_last and allow_extra_args(false): `--set a=1 FILE` must not swallow FILE
  verb.add_option("--set", common.set, "change a parameter, or any number of the file by its dotted path; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

// It stands behind all of --set: options are looked at in the order in which they were added.
void add_fill(CLI::App& verb, Common& common) {
  verb.add_option_function<std::string>(
          "--fill", [&common](const std::string& gap_s) { common.set.push_back("base.record.fill=" + gap_s + " s"); },
          "bridge gaps up to this long in the recorded motion of a base, as `fill` of the file does, s")
      ->type_name("X")
      ->transform(number_in(schema::Range::non_negative, dimension::time));
}

void add_yes(CLI::App& verb) {
  verb.add_flag_callback(
      "--yes", [] { ask_before_large_work(false); }, "compute also with a mechanism whose loops take gigabytes of memory or minutes each time");
}

CLI::Validator number_in(schema::Range range, Dimension dimension) {
  return {[range, dimension](std::string& text) -> std::string {
            double x = 0;
            if (!CLI::detail::lexical_cast(text, x)) {
              const auto parsed = parse_expression(text, {});
              if (std::holds_alternative<ExpressionError>(parsed)) return "'" + text + "' is no number";
              const auto& number = std::get<ParsedExpression>(parsed);
              if (number.knowledge == Knowledge::known) {
                if (const auto wrong = misfit(dimension, number.dimension, text)) return "'" + text + "': " + wrong->message;
              }
              x = number.expression.value();
              text = fmt::format("{}", x);
            }
            if (!std::isfinite(x)) return "'" + text + "' is not finite";
            if (range == schema::Range::positive && !(x > 0)) return text + " is not above 0";
            if (range == schema::Range::non_negative && !(x >= 0)) return text + " is below 0";
            return {};
          },
          ""};
}

CLI::Validator whole_in(std::uint64_t least, std::uint64_t most) {
  constexpr std::uint64_t worth_showing = 1'000'000;
  const std::string shown = most <= worth_showing ? fmt::format("INT in [{} - {}]", least, most) : "";
  return {[least, most](std::string& text) -> std::string {
            constexpr double exact = 9007199254740992.0;  // 2^53: whole numbers of type double have gaps beyond
            const std::string given = text;
            std::uint64_t n = 0;
            const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), n);
            if (status != std::errc() || end != text.data() + text.size()) {
              if (std::string problem = number_in(schema::Range::any)(text); !problem.empty()) return problem;
              double x = 0;
              CLI::detail::lexical_cast(text, x);
              if (x != std::floor(x)) return given + " is not a whole number";
              if (x < 0 || x > exact) return fmt::format("{} is not between {} and {}", given, least, most);
              n = static_cast<std::uint64_t>(x);
            }
            if (n < least || n > most) return fmt::format("{} is not between {} and {}", given, least, most);
            text = std::to_string(n);
            return {};
          },
          shown};
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

namespace {

struct RemarksOnly final : Progress {
  void say(std::string_view text) override { fmt::print(stderr, "{}\n", text); }
};

}  // namespace

std::unique_ptr<Progress> shown_progress() {
  if (isatty(STDERR_FILENO) == 1) return std::make_unique<ProgressBar>(stderr);
  return std::make_unique<RemarksOnly>();
}

std::vector<std::string>& command_words() {
  static std::vector<std::string> words;
  return words;
}

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }
bool output_is_whole() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

Diagnostic option_problem(const std::string& option, std::string message, std::string hint) {
  return {Severity::error, "command line", 0, 0, option, std::move(message), std::move(hint)};
}

int report_errors(const std::vector<Diagnostic>& diagnostics, const Common& common) {
  show_diagnostics(diagnostics);
  if (common.json) print(diagnostics_json(diagnostics) + "\n");
  return input_is_wrong;
}

void report_warnings(const std::vector<Diagnostic>& diagnostics) {
  if (isatty(STDERR_FILENO) == 1) {
    std::fputs(diagnostics_on_terminal(diagnostics, colour_of(stderr)).c_str(), stderr);
    return;
  }
  for (const Diagnostic& d : diagnostics) std::fputs((to_text(d) + "\n").c_str(), stderr);
}

void show_diagnostics(const std::vector<Diagnostic>& diagnostics) {
  const std::string text = to_text(diagnostics);
  if (isatty(STDERR_FILENO) != 1 || diagnostics.empty()) {
    std::fputs(text.c_str(), stderr);
    return;
  }
  const std::string count = text.substr(text.rfind('\n', text.size() - 2) + 1);  // "2 errors, nothing was done"
  std::fputs((diagnostics_on_terminal(diagnostics, colour_of(stderr)) + count).c_str(), stderr);
}

Colour colour_of(std::FILE* stream) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  return isatty(fileno(stream)) == 1 && set("NO_COLOR").empty() && set("TERM") != "dumb" ? Colour::terminal : Colour::none;
}

std::optional<Diagnostic> unwritable(const std::string& option, const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path there = fs::absolute(folder, error).lexically_normal();
  while (!there.empty() && !fs::exists(fs::symlink_status(there, error)) && there != there.root_path()) there = there.parent_path();
  const auto refuse = [&](const std::string& why) {
    return Diagnostic{Severity::error, "", 0, 0, option, folder.string() + ": " + why, "name another folder"};
  };
  if (!fs::is_directory(there, error)) return refuse(there == folder ? "is not a folder" : there.string() + " is not a folder");
  if (::access(there.c_str(), W_OK | X_OK) != 0) return refuse(fmt::format("{} cannot be written: {}", there.string(), std::strerror(errno)));
  return std::nullopt;
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
  if (model)
    for (Diagnostic& d : idle_contact_warnings(*description, *model)) model.diagnostics.push_back(std::move(d));
  model.diagnostics.insert(model.diagnostics.begin(), description.diagnostics.begin(), description.diagnostics.end());
  return model;
}

}  // namespace zanjir::app
