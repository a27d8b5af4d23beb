#include "zanjir/language/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "zanjir/core/contract.hpp"
#include "zanjir/language/expression_bounds.hpp"
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

Jet Expression::at(double t, std::span<const Jet> phases) const { return run(program_, t, {}, phases); }

bool Expression::depends_on_time() const {
  return std::any_of(program_.begin(), program_.end(), [](const Instruction& i) {
    const auto op = static_cast<ExpressionOp>(i.op);
    return pushes(op) && op != ExpressionOp::number;
  });
}

std::vector<std::size_t> Expression::phases() const {
  std::vector<std::size_t> named;
  for (const Instruction& i : program_) {
    const auto op = static_cast<ExpressionOp>(i.op);
    if (pushes(op) && op >= ExpressionOp::phase) named.push_back(static_cast<std::size_t>(i.number));
  }
  return named;
}

bool Expression::has_rates() const {
  return std::none_of(program_.begin(), program_.end(), [](const Instruction& i) {
    const auto op = static_cast<ExpressionOp>(i.op);
    return op == ExpressionOp::phase_rate || op == ExpressionOp::phase_acceleration;
  });
}

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr int looks = 4096;

// Goes on from `same` to the first stretch, too short to be halved, at whose end the piece is another one, and gives that end. Where `keeps` rules out too little it stops on the way; `same` says where.
double halve_to_change(double& same, double until, const std::function<bool(double)>& is_other, const std::function<bool(double, double)>& keeps) {
  std::array<double, 1100> ends;  // of stretches, the next one last; halving a double more often leaves nothing
  std::size_t n = 0;
  ends[n++] = until;
  for (int i = 0; i < looks && n > 0; ++i) {
    const double end = ends[n - 1], middle = same + (end - same) / 2;
    if (keeps(same, end)) same = end, --n;
    else if (end - same > time_rounding_s(end) && n < ends.size()) ends[n++] = middle;
    else if (is_other(end)) return end;
    else same = end, --n;
  }
  return never;
}

}  // namespace

double first_change(double after, double until, const std::function<std::uint64_t(double)>& piece, const std::function<bool(double, double)>& keeps) {
  double same = after + time_rounding_s(after);
  if (!(same < until)) return never;
  const std::uint64_t taken = piece(same);
  double other = keeps ? halve_to_change(
                             same, until, [&](double t) { return piece(t) != taken; }, keeps)
                       : never;
  const double from = same, spacing = (until - same) / looks;
  for (int i = 1; i <= looks && other == never && same < until; ++i) {
    const double t = i < looks ? from + i * spacing : until;
    if (piece(t) != taken) other = t;
    else same = t;
  }
  if (other == never) return never;
  for (double middle = same + (other - same) / 2; middle > same && middle < other; middle = same + (other - same) / 2) {
    (piece(middle) == taken ? same : other) = middle;
  }
  return other < until ? other : never;
}

double first_change(double after, double until, const std::function<std::uint64_t(double)>& piece) {
  return first_change(after, until, piece, nullptr);
}

double Expression::next_switch(double after, double until, const PhasesAt& phases) const {
  const bool branches =
      std::any_of(program_.begin(), program_.end(), [](const Instruction& i) { return has_branches(static_cast<ExpressionOp>(i.op)); });
  if (!branches || !depends_on_time()) return std::numeric_limits<double>::infinity();
  return first_change(
      after, until, [&](double t) { return branches_taken(program_, t, phases ? phases(t) : std::span<const Jet>{}); },
      [this](double begin, double end) { return keeps_its_branches(program_, begin, end); });
}

namespace {

std::string shortest(double value) {  // that reads back as the same number
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

struct Written {
  enum Level : std::uint8_t { sum, term, sign, atom } level;  // lines of the grammar, as in expression_parser.cpp
  std::string text;
  std::string as(Level least) const { return level >= least ? text : "(" + text + ")"; }
};

}  // namespace

std::string Expression::in_numbers(std::span<const std::string> phases) const {
  using Op = ExpressionOp;
  std::vector<Written> stack;
  const auto take = [&] {
    Written top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  for (const Instruction& i : program_) {
    const auto op = static_cast<Op>(i.op);
    if (op == Op::number) {
      stack.push_back({i.number < 0 ? Written::sign : Written::atom, shortest(i.number)});
    } else if (op == Op::time) {
      stack.push_back({Written::atom, "t"});
    } else if (op == Op::phase || op == Op::phase_rate || op == Op::phase_acceleration) {
      const auto index = static_cast<std::size_t>(i.number);
      const std::string name = index < phases.size() ? phases[index] : "phase" + std::to_string(index);
      stack.push_back({Written::atom, op == Op::phase ? name : (op == Op::phase_rate ? "rate(" : "acceleration(") + name + ")"});
    } else if (op == Op::negate) {
      stack.push_back({Written::sign, "-" + take().as(Written::atom)});
    } else if (op == Op::add || op == Op::subtract) {
      const Written b = take(), a = take();
      stack.push_back({Written::sum, a.as(Written::sum) + (op == Op::add ? " + " : " - ") + b.as(Written::term)});
    } else if (op == Op::multiply || op == Op::divide) {
      const Written b = take(), a = take();
      stack.push_back({Written::term, a.as(Written::term) + (op == Op::multiply ? "*" : "/") + b.as(Written::sign)});
    } else if (op == Op::power) {
      const Written b = take(), a = take();
      stack.push_back({Written::sign, a.as(Written::atom) + "^" + b.as(Written::atom)});
    } else {
      const auto f =
          std::find_if(std::begin(expression_functions), std::end(expression_functions), [&](const ExpressionFunction& e) { return e.op == op; });
      const Written last = take();
      const std::string arguments = f->n_arguments == 2 ? take().text + ", " + last.text : last.text;
      stack.push_back({Written::atom, std::string(f->name) + "(" + arguments + ")"});
    }
  }
  return stack.empty() ? "0" : stack.back().text;
}

double Expression::value() const {
  ZANJIR_REQUIRE(!depends_on_time(), "the expression '" + text_ + "' depends on time");
  return at(0).value;
}

int Expression::stack_needed() const {
  int now = 0, most = 0;
  for (const Instruction& i : program_) {
    const auto op = static_cast<ExpressionOp>(i.op);
    now += pushes(op) ? 1 : (op >= ExpressionOp::add ? -1 : 0);
    most = std::max(most, now);
  }
  return most;
}

void Expression::fold() {
  const auto is_number = [](const Instruction& i) { return i.op == static_cast<std::uint8_t>(ExpressionOp::number); };
  std::vector<Instruction> folded;
  std::vector<std::size_t> begins;  // of the operands that wait, in `folded`
  for (const Instruction& i : program_) {
    const auto op = static_cast<ExpressionOp>(i.op);
    if (pushes(op)) begins.push_back(folded.size());
    folded.push_back(i);
    if (pushes(op)) continue;
    if (op >= ExpressionOp::add) begins.pop_back();
    const std::size_t begin = begins.back(), operands = folded.size() - 1 - begin;
    if (operands != (op >= ExpressionOp::add ? 2u : 1u) || !is_number(folded[begin]) || !is_number(folded[folded.size() - 2])) continue;
    const double value = run(std::span(folded).subspan(begin), 0).value;
    folded.resize(begin);
    folded.push_back({static_cast<std::uint8_t>(ExpressionOp::number), value});
  }
  program_ = std::move(folded);
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
