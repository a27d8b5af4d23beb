#include "zanjir/study/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/study/result_names.hpp"
#include "zanjir/study/say_of_results.hpp"

namespace zanjir {
namespace {

std::string shown(double si, const Bounds& b) { return fmt::format("{:.15g}", si / b.unit_to_si); }
std::string with_unit(std::string number, const Bounds& b) { return b.unit.empty() ? number : number + " " + b.unit; }

// False: another dimension than what is said, or found, which has been reported.
bool same_kind(const Claim& claim, const ParsedExpression& value, DiagnosticSink& sink) {
  for (const Bounds* b : {&claim.said, claim.found ? &*claim.found : &claim.said}) {
    const bool known = b->kind.knowledge == Knowledge::known && value.knowledge == Knowledge::known;
    if (!known || same_dimension(b->kind.dimension, value.dimension)) continue;
    sink.error(claim.said_at, "claims." + claim.id,
               "it is said as " + a_dimension(b->kind.dimension) + ", but what is computed is " + a_dimension(value.dimension));
    return false;
  }
  return true;
}

std::vector<std::string> doubts_of(const std::vector<const TaskResult*>& tasks) {
  std::vector<std::string> doubts;
  for (const TaskResult* task : tasks)
    for (const std::string& doubt : task->doubts) doubts.push_back(task->name + ": " + doubt);
  return doubts;
}

}  // namespace

std::string bounds_text(const Bounds& b) {
  std::string text;
  if (b.value) {
    text = shown(*b.value, b);
    if (b.tol > 0) text += " ± " + fmt::format("{:.3g}", b.tol / b.unit_to_si);
    text = with_unit(text, b);
    if (b.rel_tol > 0) text += fmt::format(" ± {:.3g} %", 100 * b.rel_tol);
  } else if (b.min && b.max) {
    text = with_unit(shown(*b.min, b) + " to " + shown(*b.max, b), b);
  } else if (b.min || b.max) {
    text = (b.min ? "at least " : "at most ") + with_unit(shown(b.min ? *b.min : *b.max, b), b);
  }
  if (b.text.empty()) return text;
  return b.text + (text.empty() ? "" : " (" + text + ")");
}

std::string number_text(const Bounds& b, double value) {
  const double in_unit = value / b.unit_to_si;
  double band = b.value ? (b.tol + b.rel_tol * std::abs(*b.value)) / b.unit_to_si : 0;
  if (b.min && b.max) band = (*b.max - *b.min) / b.unit_to_si;
  int digits = 6;
  if (band > 0 && in_unit != 0) digits = std::clamp(static_cast<int>(std::ceil(std::log10(std::abs(in_unit) / band))) + 2, 3, 15);
  if (band == 0 && b.value) digits = 15;  // an exact statement
  return with_unit(fmt::format("{:.{}g}", in_unit, digits), b);
}

void check_claim(const Claim& claim, const Study& study, const Results& outlines, const Results& imagined, std::size_t& may_repeat,
                 DiagnosticSink& sink) {
  ResultNames names(study, outlines, ResultNames::Pass::check);
  const auto parsed = parse_expression_or_series(claim.compute.text, names.names());
  const std::string path = "claims." + claim.id + ".compute";
  if (const auto* error = std::get_if<ExpressionError>(&parsed))
    return sink.error(claim.compute.position(error->offset), path, error->message, error->hint);
  if (names.guessed()) return;  // judged after the run
  if (std::holds_alternative<ParsedSeries>(parsed))
    return sink.error(claim.compute.at, path, "this is a series, but a single number is wanted",
                      "take its max, min, first, last, mean, at(series, t) ...");
  if (same_kind(claim, std::get<ParsedExpression>(parsed), sink) && !may_change(claim.compute, study, imagined, may_repeat))
    sink.error(claim.compute.at, path, "no result changes its value: it would come out whatever the program does",
               "results cancel in it, or it is about instants and counts that were asked for; compare a result with what is said of it");
}

ClaimOutcome judge(const Claim& claim, const Study& study, const Results& results, DiagnosticSink& sink) {
  ClaimOutcome outcome;
  outcome.claim = claim;
  if (claim.said.kind.knowledge == Knowledge::known) outcome.unit = si_unit(claim.said.kind.dimension);
  const std::string path = "claims." + claim.id + ".compute";
  ResultNames names(study, results);
  const auto parsed = parse_expression(claim.compute.text, names.names());
  for (const TaskResult* task : names.used()) {
    for (const std::string& note : task->notes) outcome.notes.push_back(task->name + ": " + note);
  }
  if (const TaskResult* task = names.unfinished()) {
    outcome.reason = "task '" + task->name + "' did not finish" + (task->why.empty() ? "" : ": " + task->why);
    return outcome;
  }
  if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
    if (error->no_value) outcome.reason = error->message;
    else sink.error(claim.compute.position(error->offset), path, error->message, error->hint);
    return outcome;
  }
  const auto& value = std::get<ParsedExpression>(parsed);
  if (!same_kind(claim, value, sink)) return outcome;
  const double x = value.expression.value();
  outcome.computed = x;
  if (value.knowledge == Knowledge::known) outcome.unit = si_unit(value.dimension);
  outcome.doubts = doubts_of(names.used());
  if (claim.said.contains(x)) {
    outcome.verdict = Verdict::holds;
    if (!outcome.as_expected()) outcome.reason = "expected to differ, but it holds now: " + claim.reason;
  } else if (claim.found && claim.found->contains(x)) {
    outcome.verdict = Verdict::differs;
    outcome.reason = claim.reason;
  } else {
    outcome.reason = "outside what is said";
    if (claim.found) outcome.reason += ", and outside what was found before (" + bounds_text(*claim.found) + ", " + claim.found->from + ")";
  }
  if (outcome.verdict != Verdict::fails) {
    const SayOfResults say = say_of_results(claim.compute, study, results, x, outcome.verdict == Verdict::holds ? claim.said : *claim.found);
    if (say == SayOfResults::little)
      outcome.notes.push_back("its width: it can hardly fail, results of either sign, a thousand times as large or as small, would do as well");
    if (say == SayOfResults::none) {
      outcome.verdict = Verdict::fails;
      outcome.reason =
          "empty: results of either sign, a million times as large or as small, give the same value; compare a result with what is said of it";
    }
  }
  if (outcome.verdict != Verdict::fails && !outcome.doubts.empty()) {
    outcome.reason = fmt::format("{}, but its numbers are not to be trusted: {}",
                                 outcome.verdict == Verdict::holds ? "inside what is said" : "inside what was found", outcome.doubts.front());
    outcome.verdict = Verdict::doubtful;
  }
  return outcome;
}

}  // namespace zanjir
