#include "zanjir/describe/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "zanjir/core/contract.hpp"
#include "zanjir/describe/expression_ops.hpp"

namespace zanjir {

Expression Expression::constant(double value) {
  Expression e;
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  e.text_.assign(text.data(), end.ptr);
  e.program_ = {{static_cast<std::uint8_t>(ExpressionOp::number), value}};
  return e;
}

Jet Expression::at(double t) const {
  std::array<Jet, max_stack> stack;  // the parser saw to it that this is enough
  std::size_t n = 0;
  for (const Instruction& i : program_) {
    const auto op = static_cast<ExpressionOp>(i.op);
    if (op == ExpressionOp::number) {
      stack[n++] = {i.number, 0, 0};
    } else if (op == ExpressionOp::time) {
      stack[n++] = {t, 1, 0};
    } else if (op < ExpressionOp::add) {
      stack[n - 1] = apply(op, stack[n - 1]);
    } else {
      --n;
      stack[n - 1] = apply(op, stack[n - 1], stack[n]);
    }
  }
  return n == 1 ? stack[0] : Jet{};
}

bool Expression::depends_on_time() const {
  return std::any_of(program_.begin(), program_.end(), [](const Instruction& i) { return i.op == static_cast<std::uint8_t>(ExpressionOp::time); });
}

double Expression::value() const {
  ZANJIR_REQUIRE(!depends_on_time(), "the expression '" + text_ + "' depends on time");
  return at(0).value;
}

}  // namespace zanjir
