// zanjir eval FILE --state S --what LIST: single numbers as JSON, to be checked against anyone's own derivation. Shape: docs/eval.md.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "loop_options.hpp"
#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/report/evaluation_report.hpp"
#include "zanjir/report/json_values.hpp"

namespace zanjir::app {
namespace {

struct EvalOptions : Common {
  std::string file, state, on = "child", loops = "as-described";
  SpringArguments springs;
  std::vector<std::string> what, frames;
  std::string in = "ground", formulation, actuators = "force";
  bool follow = false;
};

bool blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

class Session {
 public:
  Session(Evaluator& evaluator, const EvalOptions& options) : evaluator_(evaluator), assembler_(evaluator.model()), options_(options) {}

  // `line` 0: the only question, whose fault goes where all faults go. Otherwise it is answered in its place, by a line of its own.
  void answer(const std::string& text, const std::string& source, std::uint32_t line) {
    Result<StateQuestion> question = read_question(assembler_, text, source, line, options_.follow && last_ ? &*last_ : nullptr);
    if (question) {
      question.diagnostics = evaluator_.check(*question, source, line);
      if (!question.diagnostics.empty()) question.value.reset();
    }
    if (!question) return refuse(question.diagnostics, line);
    const Evaluation evaluation = evaluator_.evaluate(*question);
    last_ = initial_state(evaluator_.model());
    last_->q = evaluation.next_q;
    print(evaluation_json(evaluator_.model(), evaluation, line) + "\n");
    std::fflush(stdout);
    failed_ = failed_ || !evaluation.solved();
    for (const std::string& failure : evaluation.failures)
      std::fputs(fmt::format("{}{}: {}\n", source, line > 0 ? fmt::format(":{}", line) : "", failure).c_str(), stderr);
  }

  int exit_code() const { return wrong_ ? input_is_wrong : failed_ ? numerics_failed : done; }

 private:
  void refuse(const std::vector<Diagnostic>& diagnostics, std::uint32_t line) {
    wrong_ = true;
    report_warnings(diagnostics);
    Json answer;
    if (line > 0) answer["line"] = line;
    answer["diagnostics"] = json_of(diagnostics);
    if (line > 0 || options_.json) print(to_line(answer) + "\n");
    std::fflush(stdout);
  }

  Evaluator& evaluator_;
  Assembler assembler_;
  const EvalOptions& options_;
  bool wrong_ = false, failed_ = false;
  std::optional<State> last_;  // where the state before ended; speeds do not follow
};

void answer_lines(std::istream& in, const std::string& source, Session& session) {
  std::string line;
  for (std::uint32_t number = 1; std::getline(in, line); ++number) {
    if (!blank(line)) session.answer(line, source, number);
  }
}

// A file with one object per line; or, since people write so, with one object over several lines.
int answer_file(const std::string& path, Session& session, const EvalOptions& options) {
  std::error_code ignored;
  std::ifstream in(path);
  if (!in || std::filesystem::is_directory(path, ignored)) {
    return report_errors({{Severity::error, path, 0, 0, "--state", in ? "is a folder, not a file of states" : "no such file, or it cannot be read",
                           R"(give a JSON object such as '{"q": {...}}', a file with one per line, or - for standard input)"}},
                         options);
  }
  if (std::filesystem::is_regular_file(path, ignored)) {
    std::stringstream whole;
    whole << in.rdbuf();
    const std::string text = whole.str();
    std::istringstream lines(text);
    std::string first;
    while (std::getline(lines, first) && blank(first)) {
    }
    const bool several_lines = !lines.eof() && !Json::accept(first) && Json::accept(text);
    if (several_lines) {
      session.answer(text, path, 0);
    } else {
      std::istringstream again(text);
      answer_lines(again, path, session);
    }
  } else {
    answer_lines(in, path, session);
  }
  return session.exit_code();
}

int eval(const EvalOptions& options) {
  const Result<Model> model = load_model_with_loops(options.file, options, options.springs, options.loops);
  if (!model) return report_errors(model.diagnostics, options);
  report_warnings(model.diagnostics);
  if (options.on != "child" && options.on != "parent") {
    return report_errors({{Severity::error, "", 0, 0, "--on", fmt::format("'{}' is neither child nor parent", options.on), ""}}, options);
  }
  const EvalRequest request{split_list(options.what),
                            options.formulation,
                            split_list(options.frames),
                            options.in,
                            options.on == "parent" ? ReactionSide::on_parent : ReactionSide::on_child,
                            find_word<ActuatorsAct>(options.actuators).value_or(ActuatorsAct::force)};
  Result<Evaluator> evaluator = Evaluator::make(*model, request);
  if (!evaluator) return report_errors(evaluator.diagnostics, options);
  Session session(*evaluator, options);
  const auto first = options.state.find_first_not_of(" \t\r\n");
  if (options.state == "-") {
    answer_lines(std::cin, "standard input", session);
    return session.exit_code();
  }
  if (first == std::string::npos || options.state[first] == '{' || options.state[first] == '[') {
    session.answer(options.state, "--state", 0);
    return session.exit_code();
  }
  return answer_file(options.state[first] == '@' ? options.state.substr(first + 1) : options.state, session, options);
}

}  // namespace

void add_eval(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<EvalOptions>();
  options->state = "{}";
  CLI::App* verb = app.add_subcommand("eval", "mass matrix, bias, dynamics, reactions, Jacobians, poses, energy ... at given states, as JSON");
  verb->add_option("FILE", options->file, "mechanism file")->required();
  verb->add_option("--state", options->state,
                   "an object in JSON or YAML, a file (FILE or @FILE) with one per line, or - for standard input; what it leaves out comes from the "
                   "file's initial state, tau and vdot are zero")
      ->type_name("STATE");
  verb->add_option("--what", options->what, "comma-separated: " + item_list())->required()->type_name("LIST")->allow_extra_args(false);
  verb->add_option("--loops", options->loops, "`springs`: all loops may open, and states are taken as they are given")
      ->check(CLI::IsMember({"as-described", "springs"}))
      ->capture_default_str();
  add_spring_arguments(*verb, options->springs, "With --loops springs");
  verb->add_option("--formulation", options->formulation, "who solves the dynamics; `zanjir info` lists them")->type_name("NAME");
  verb->add_option("--frame", options->frames, "body or body.frame whose pose, velocity, acceleration, Jacobian is wanted; repeatable; default all")
      ->type_name("FRAME")
      ->allow_extra_args(false);
  verb->add_option("--in", options->in, "give vectors in the axes of this frame, and poses relative to it; default ground, the world")
      ->type_name("FRAME");
  verb->add_option("--on", options->on, "reactions on the child of each joint (default) or on its parent")->type_name("child|parent");
  verb->add_option("--actuators", options->actuators,
                   "beside the state, for `linearisation` and `equilibrium`: actuators give the same force, hold their coordinate, or pull back with "
                   "their stiffness")
      ->check(CLI::IsMember(words_of<ActuatorsAct>()))
      ->capture_default_str();
  verb->add_flag("--continue", options->follow,
                 "start each state from the configuration of the one before, not from the file's: follows a branch along a path");
  add_common(*verb, *options);
  add_yes(*verb);
  add_fill(*verb, *options);
  verb->footer(
      "One line of JSON per state, always; docs/eval.md describes it. Exit code 2 when a state is wrong (its line says why), 3 when the\n"
      "numerics failed (the item has a status and a note).\n\n"
      "Example:\n"
      "  zanjir eval models/arm_2r.yaml --state '{\"q\": {\"shoulder\": 0.3, \"elbow\": 1.1}}' --what mass_matrix,bias");
  verb->callback([options, &exit_code] { exit_code = eval(*options); });
}

}  // namespace zanjir::app
