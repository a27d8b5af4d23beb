// Expressions of parameters, of time, of results and of the columns of a row: parsed, checked for their dimension, evaluated.
#include <array>
#include <cmath>

#include "fuzz_target.hpp"
#include "zanjir/language/expression_parser.hpp"

using namespace zanjir;

namespace {

template <class Parsed> bool points_inside(const Parsed& parsed, const std::string& text) {
  const auto* error = std::get_if<ExpressionError>(&parsed);
  return !error || (!error->message.empty() && error->offset <= text.size());
}

ExpressionNames names_with_results() {
  static constexpr std::array<double, 4> x{0, 1, 2, 4}, y{1, -2, 0.5, 3};
  ExpressionNames names;
  names.parameter = [](std::string_view name) -> std::optional<Quantity> {
    if (name == "a") return Quantity{2, Knowledge::known, dimension::length};
    return name == "b" ? std::optional(Quantity{0.5, Knowledge::unknown, {}}) : std::nullopt;
  };
  names.word = [](std::string_view name) -> std::optional<Quantity> {
    return name == "i" ? std::optional(Quantity{3, Knowledge::factor, {}}) : std::nullopt;
  };
  names.hint = names.word_hint = [](std::string_view) { return std::string(); };
  names.series = [](std::string_view name) -> std::optional<SeriesView> {
    if (name != "s" && name != "run.A") return std::nullopt;
    return SeriesView{x, y, {0, Knowledge::known, dimension::length}, {0, Knowledge::known, dimension::time}};
  };
  return names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  ExpressionNames of_time = names_with_results();
  of_time.series = nullptr;
  of_time.time = ExpressionNames::Time::allowed;
  const auto law = parse_expression(text, of_time);
  fuzz::promise(points_inside(law, text), "an error of an expression points outside it");
  if (const auto* parsed = std::get_if<ParsedExpression>(&law)) {
    for (const double t : {-1.0, 0.0, 0.5, 1e6}) (void)parsed->expression.at(t);
  }
  ExpressionNames of_results = names_with_results();
  for (const auto pass : {ExpressionNames::Pass::evaluate, ExpressionNames::Pass::check}) {
    of_results.pass = pass;
    fuzz::promise(points_inside(parse_expression_or_series(text, of_results), text), "an error of an expression points outside it");
  }
  const auto row = parse_row_expression(text, [](std::string_view name) { return name == "x" ? std::optional<std::size_t>(0) : std::nullopt; });
  fuzz::promise(points_inside(row, text), "an error of an expression points outside it");
  if (const auto* parsed = std::get_if<RowExpression>(&row)) (void)parsed->at(std::array{0.25});
  return 0;
}
