#include "zanjir/language/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "zanjir/core/contract.hpp"
#include "zanjir/language/expression_ops.hpp"

namespace zanjir {

Expression Expression::constant(double value) {
  Expression e;
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  e.text_.assign(text.data(), end.ptr);
  e.program_ = {{static_cast<std::uint8_t>(ExpressionOp::number), value}};
  return e;
}

Jet Expression::at(double t) const { return run(program_, t); }

bool Expression::depends_on_time() const {
  return std::any_of(program_.begin(), program_.end(),
                     [](const Instruction& i) { return i.op == static_cast<std::uint8_t>(ExpressionOp::time); });
}

double Expression::next_switch(double after, double until) const {
  constexpr double never = std::numeric_limits<double>::infinity();
  const bool branches = std::any_of(program_.begin(), program_.end(), [](const Instruction& i) { return has_branches(static_cast<ExpressionOp>(i.op)); });
  if (!branches || !depends_on_time()) return never;
  double same = after + time_rounding_s(after);
  if (!(same < until)) return never;
  const std::uint64_t taken = branches_taken(program_, same);
  constexpr int looks = 4096;
  const double spacing = (until - same) / looks;
  double other = never;
  for (int i = 1; i <= looks && other == never; ++i) {
    const double t = i < looks ? after + i * spacing : until;
    if (branches_taken(program_, t) != taken) other = t;
    else same = t;
  }
  if (other == never) return never;
  for (double middle = same + (other - same) / 2; middle > same && middle < other; middle = same + (other - same) / 2) {
    (branches_taken(program_, middle) == taken ? same : other) = middle;
  }
  return other < until ? other : never;
}

double Expression::value() const {
  ZANJIR_REQUIRE(!depends_on_time(), "the expression '" + text_ + "' depends on time");
  return at(0).value;
}

int Expression::stack_needed() const {
  int now = 0, most = 0;
  for (const Instruction& i : program_) {
    const auto op = static_cast<ExpressionOp>(i.op);
    now += op <= ExpressionOp::series ? 1 : (op >= ExpressionOp::add ? -1 : 0);
    most = std::max(most, now);
  }
  return most;
}

void Expression::fold() {
  if (!depends_on_time()) program_ = {{static_cast<std::uint8_t>(ExpressionOp::number), at(0).value}};
}

Expression Expression::scaled(double factor) const {
  if (program_.empty()) return {};
  Expression result = *this;  // multiplied afterwards: two places are always there
  result.text_ = constant(factor).text() + "*(" + text_ + ")";
  result.program_.push_back({static_cast<std::uint8_t>(ExpressionOp::number), factor});
  result.program_.push_back({static_cast<std::uint8_t>(ExpressionOp::multiply), 0});
  result.fold();
  return result;
}

std::optional<Expression> Expression::sum(const Expression& a, const Expression& b) {
  if (a.program_.empty()) return b;
  if (b.program_.empty()) return a;
  Expression result = a;
  result.text_ = a.text_ + " + " + b.text_;
  result.program_.insert(result.program_.end(), b.program_.begin(), b.program_.end());
  result.program_.push_back({static_cast<std::uint8_t>(ExpressionOp::add), 0});
  if (result.stack_needed() > max_stack) return std::nullopt;
  result.fold();
  return result;
}

}  // namespace zanjir
