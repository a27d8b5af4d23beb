// Text -> Expression. Names are resolved while parsing: parameters become numbers, so an Expression stands by itself.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "zanjir/language/expression.hpp"
#include "zanjir/language/units.hpp"

namespace zanjir {

// What is known about the dimension of a value. A written number is a pure factor; a parameter without a unit may be anything. So may numbers and `t` (`of_time`:
// 0.5*t is an angle as well as a length), until a unit is written beside them: then all but the power of seconds is known (`but_for_time`: 12 kg*t is no angle).
enum class Knowledge : std::uint8_t { factor, of_time, unknown, but_for_time, known };
struct Quantity {
  double value = 0;
  Knowledge knowledge = Knowledge::factor;
  Dimension dimension;
};

// A bare word that stands for a function of time computed elsewhere, by its index.
struct PhaseName {
  std::size_t index = 0;
  Quantity kind = {0, Knowledge::unknown, {}};
};

// What is wrong with a value of which so much is known, where a dimension is wanted; seconds are nobody's mistake before they are known.
std::optional<Misfit> misfit(Dimension wanted, const Quantity& given, std::string_view text);

struct ExpressionError {
  std::size_t offset = 0;  // into the text
  std::string message, hint;
  bool no_value = false;  // nothing is wrong with the text: this run gave no value for it (the first of no events)
  double beyond = 0;      // infinite: what it gave is more than a number can be, with this sign
};

// A result that an expression may name: values over an abscissa, usually time.
struct SeriesView {
  std::span<const double> x, y;
  Quantity kind, x_kind;  // dimension of y and x; their values have no meaning
};

// What sums (`sum(k, 1, 1000, ...)`) may spend on reading their terms again, four for a character: about 0.15 s. A file has that for all its expressions together.
constexpr std::size_t characters_repeated = 10'000'000;

// Who answers for names: `$name` goes to `parameter`, a bare word to `word` (the index of a block, numbers among results), then to `series`.
struct ExpressionNames {
  std::function<std::optional<Quantity>(std::string_view)> parameter, word;
  std::function<std::string(std::string_view)> hint;  // for a parameter that is not there
  enum class Time : std::uint8_t { not_allowed, allowed } time = Time::not_allowed;
  std::function<std::optional<PhaseName>(std::string_view)> phase = {};

  // Claims and figures: results of tasks. Functions over series exist where this is set, and `t` is the abscissa inside them.
  std::function<std::optional<SeriesView>(std::string_view)> series;
  std::function<std::string(std::string_view)> word_hint;                    // for a word that is not there
  enum class Pass : std::uint8_t { evaluate, check } pass = Pass::evaluate;  // check: no results yet, series are empty, nothing is computed

  std::function<std::optional<std::size_t>(std::string_view)> column = {};  // of a row: parse_row_expression

  std::size_t* may_repeat = nullptr;  // what is left of `characters_repeated`, for whoever reads a file; none: each expression has its own
};

struct ParsedExpression {
  Expression expression;
  Knowledge knowledge = Knowledge::factor;
  Dimension dimension;
  bool from_results = false;  // a series that it names can change its value: not where a factor of zero, or its own negative, takes it away
};
// A whole series: samples of an expression at the abscissa that its series share.
struct ParsedSeries {
  std::vector<double> x, y;
  Knowledge knowledge = Knowledge::factor, x_knowledge = Knowledge::factor;
  Dimension dimension, x_dimension;
  bool from_results = false;  // as above
};

std::variant<ParsedExpression, ExpressionError> parse_expression(std::string_view text, const ExpressionNames&);
// The same where a series is welcome besides a number.
std::variant<ParsedExpression, ParsedSeries, ExpressionError> parse_expression_or_series(std::string_view text, const ExpressionNames&);

// An expression of the columns of a row, for many rows: parsed once, evaluated without allocating.
class RowExpression {
 public:
  double at(std::span<const double> row) const;

 private:
  friend std::variant<RowExpression, ExpressionError> parse_row_expression(std::string_view,
                                                                           const std::function<std::optional<std::size_t>(std::string_view)>&);
  std::vector<Expression::Instruction> program_;
};
// `column` says which column a name stands for; it has no dimension.
std::variant<RowExpression, ExpressionError> parse_row_expression(std::string_view text,
                                                                  const std::function<std::optional<std::size_t>(std::string_view)>& column);

}  // namespace zanjir
