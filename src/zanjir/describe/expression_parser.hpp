// Text -> Expression. Names are resolved while parsing: parameters become numbers, so an Expression stands by itself.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "zanjir/describe/expression.hpp"
#include "zanjir/describe/units.hpp"

namespace zanjir {

// What is known about the dimension of a value. A written number is a pure factor; a parameter without a unit, and `t`, may be anything.
enum class Knowledge : std::uint8_t { factor, unknown, known };
struct Quantity {
  double value = 0;
  Knowledge knowledge = Knowledge::factor;
  Dimension dimension;
};

struct ExpressionError {
  std::size_t offset = 0;  // into the text
  std::string message, hint;
};

// Who answers for names: `$name` goes to `parameter`, a bare word to `word` (the index of a block; later, dotted results in claims).
struct ExpressionNames {
  std::function<std::optional<Quantity>(std::string_view)> parameter, word;
  std::function<std::string(std::string_view)> hint;  // for a parameter that is not there
  enum class Time : std::uint8_t { not_allowed, allowed } time = Time::not_allowed;
};

struct ParsedExpression {
  Expression expression;
  Knowledge knowledge = Knowledge::factor;
  Dimension dimension;
};

std::variant<ParsedExpression, ExpressionError> parse_expression(std::string_view text, const ExpressionNames&);

}  // namespace zanjir
