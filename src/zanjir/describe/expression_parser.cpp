// Recursive descent, one function per line of the grammar; the program is emitted in postfix order on the way.
//   sum      term (('+' | '-') term)*
//   term     sign (('*' | '/') sign)*
//   sign     ('-' | '+') sign | power
//   power    atom ['^' sign]                      so -2^2 = -4 and 2^3^2 = 2^9
//   atom     number [unit] | '$'name | word | function '(' sum {',' sum} ')' | '(' sum ')'
#include "zanjir/describe/expression_parser.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/describe/expression_ops.hpp"

namespace zanjir {

namespace {
constexpr std::size_t max_text = 4096;  // characters; nobody writes more, and it bounds the program
constexpr int max_depth = 64;           // of parentheses, signs and powers: bounds the recursion

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }
}  // namespace

struct ExpressionParser {
  using Op = ExpressionOp;
  using Type = ParsedExpression;  // here only knowledge and dimension of a sub-expression

  std::string_view text;
  const ExpressionNames& names;
  std::size_t i = 0;
  int depth = 0, stack = 0;
  std::vector<Expression::Instruction> program;

  [[noreturn]] void fail(std::size_t offset, std::string message, std::string hint = {}) const {
    throw ExpressionError{std::min(offset, text.size()), std::move(message), std::move(hint)};
  }
  void skip() {
    while (i < text.size() && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t')) ++i;
  }
  bool accept(char c) {
    skip();
    if (i >= text.size() || text[i] != c) return false;
    ++i;
    return true;
  }
  void push(Op op, double number = 0) {
    if (++stack > Expression::max_stack) fail(i, "expression is too deep", "split it into parameters");
    program.push_back({static_cast<std::uint8_t>(op), number});
  }
  void emit(Op op) {
    if (op >= Op::add) --stack;
    program.push_back({static_cast<std::uint8_t>(op), 0});
  }
  std::string_view word() {
    const std::size_t begin = i;
    while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]) || text[i] == '.')) ++i;
    return text.substr(begin, i - begin);
  }

  struct Deeper {
    ExpressionParser& p;
    explicit Deeper(ExpressionParser& parser) : p(parser) {
      if (++p.depth > max_depth) p.fail(p.i, "expression is nested too deeply", "split it into parameters");
    }
    ~Deeper() { --p.depth; }
  };

  // -- dimensions --------------------------------------------------------------------------------------------------------------------
  static Type pure() { return {{}, Knowledge::factor, dimension::number}; }
  static Type unknown() { return {{}, Knowledge::unknown, dimension::number}; }
  static Type known(Dimension d) { return {{}, Knowledge::known, d}; }

  Type alike(std::size_t at, const char* what, const Type& a, const Type& b) const {  // sums, min, max, mod, atan2
    if (a.knowledge == Knowledge::known && b.knowledge == Knowledge::known) {
      if (!same_dimension(a.dimension, b.dimension))
        fail(at, std::string("cannot ") + what + " " + dimension_name(a.dimension) + " and " + dimension_name(b.dimension));
      return a;
    }
    if (a.knowledge == Knowledge::known) return a;
    if (b.knowledge == Knowledge::known) return b;
    return a.knowledge == Knowledge::unknown ? a : b;
  }
  static Type product(const Type& a, const Type& b, int sign) {
    const Dimension d = a.dimension * zanjir::power(b.dimension, sign);
    if (a.knowledge == Knowledge::unknown || b.knowledge == Knowledge::unknown) return unknown();
    return {{}, a.knowledge == Knowledge::known || b.knowledge == Knowledge::known ? Knowledge::known : Knowledge::factor, d};
  }
  void want_number(std::size_t at, std::string_view function, const Type& a) const {
    if (a.knowledge == Knowledge::known && !same_dimension(a.dimension, dimension::number))
      fail(at, std::string(function) + " of " + a_dimension(a.dimension) + " has no meaning",
           "divide by a quantity of the same kind first");
  }
  Type raised(std::size_t at, const Type& base, const Type& exponent, std::size_t exponent_begin) const {
    want_number(at, "a power", exponent);
    if (base.knowledge != Knowledge::known)
      return base.knowledge == Knowledge::unknown || exponent.knowledge == Knowledge::unknown ? unknown() : pure();
    if (same_dimension(base.dimension, dimension::number)) return pure();
    const bool literal = program.size() == exponent_begin + 1 && program.back().op == static_cast<std::uint8_t>(Op::number);
    const bool negative = program.size() == exponent_begin + 2 && program.back().op == static_cast<std::uint8_t>(Op::negate);
    const double n = literal || negative ? program[exponent_begin].number * (negative ? -1 : 1) : 0.5;
    if (std::floor(n) != n || std::abs(n) > 20)
      fail(at, a_dimension(base.dimension) + " can only be raised to a small whole power", "sqrt() takes roots");
    return known(zanjir::power(base.dimension, static_cast<int>(n)));
  }
  Type result_of(const ExpressionFunction& f, std::size_t at, const Type& a, const Type& b) const {
    switch (f.op) {
      case Op::abs: return a;
      case Op::sign:
      case Op::step: return pure();
      case Op::min:
      case Op::max: return alike(at, "compare", a, b);
      case Op::mod: return alike(at, "divide with rest", a, b);
      case Op::atan2: alike(at, "take the angle of", a, b); return pure();
      case Op::sqrt: {
        if (a.knowledge != Knowledge::known) return a.knowledge == Knowledge::unknown ? unknown() : pure();
        const Dimension d = a.dimension;
        if (d.m % 2 || d.kg % 2 || d.s % 2) return unknown();  // half a metre-power: legitimate inside a longer expression
        return known({static_cast<std::int8_t>(d.m / 2), static_cast<std::int8_t>(d.kg / 2), static_cast<std::int8_t>(d.s / 2), 0, 0});
      }
      default: want_number(at, f.name, a); return pure();
    }
  }

  // -- grammar -----------------------------------------------------------------------------------------------------------------------
  Type sum() {
    Type left = term();
    while (true) {
      skip();
      const std::size_t at = i;
      const bool plus = accept('+');
      if (!plus && !accept('-')) return left;
      left = alike(at, plus ? "add" : "subtract", left, term());
      emit(plus ? Op::add : Op::subtract);
    }
  }

  Type term() {
    Type left = sign();
    while (true) {
      const bool times = accept('*');
      if (!times && !accept('/')) return left;
      left = product(left, sign(), times ? 1 : -1);
      emit(times ? Op::multiply : Op::divide);
    }
  }

  Type sign() {
    const Deeper guard(*this);
    if (accept('-')) {
      const Type t = sign();
      emit(Op::negate);
      return t;
    }
    if (accept('+')) return sign();
    return power();
  }

  Type power() {
    const Type base = atom();
    skip();
    const std::size_t at = i;
    if (!accept('^')) return base;
    const std::size_t exponent_begin = program.size();
    const Type result = raised(at, base, sign(), exponent_begin);
    emit(Op::power);
    return result;
  }

  Type atom() {
    skip();
    if (i >= text.size()) fail(i, text.empty() ? "a number is missing" : "something is missing at the end");
    const std::size_t at = i;
    if (accept('(')) {
      const Type t = sum();
      if (!accept(')')) fail(i, "closing parenthesis missing");
      return t;
    }
    if (is_digit(text[i]) || text[i] == '.') return number();
    if (text[i] == '$') {
      ++i;
      const std::string_view name = word();
      if (name.empty()) fail(at, "a parameter name is missing behind '$'");
      const std::optional<Quantity> q = names.parameter ? names.parameter(name) : std::nullopt;
      if (!q) fail(at, "no parameter " + quoted("$" + std::string(name)), names.hint ? names.hint(name) : std::string());
      push(Op::number, q->value);
      no_unit_here("a parameter carries its own unit");
      return {{}, q->knowledge, q->dimension};
    }
    if (is_letter(text[i])) return named(at, word());
    const unsigned char c = static_cast<unsigned char>(text[i]);
    fail(i, c < 0x80 && std::isprint(c) ? "unexpected " + quoted(text.substr(i, 1)) : std::string("unexpected character"));
  }

  void no_unit_here(const char* hint) {
    skip();
    if (i < text.size() && is_letter(text[i])) fail(i, "unexpected " + quoted(text.substr(i, 16)), hint);
  }

  Type number() {
    const std::size_t begin = i;
    for (const char* special : {".nan", ".inf", ".NaN", ".NAN", ".Inf", ".INF"}) {
      if (text.substr(i).starts_with(special)) fail(begin, "not a finite number");
    }
    double value = 0;
    const auto [end, status] = std::from_chars(text.data() + i, text.data() + text.size(), value);
    if (status == std::errc::result_out_of_range) fail(begin, "number is outside the range of double precision");
    if (status != std::errc()) fail(begin, "not a number");
    i = static_cast<std::size_t>(end - text.data());
    skip();
    const unsigned char next = i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    if (!is_letter(static_cast<char>(next)) && next != 0xc2 && next != 0xce) {  // 0xc2, 0xce: the two spellings of micro
      if (next == '.' || is_digit(static_cast<char>(next))) fail(i, "two numbers side by side", "an operator or a comma is missing");
      push(Op::number, value);
      return pure();
    }
    const UnitText unit = parse_unit(text.substr(i));
    if (unit.bad_length > 0) {
      const std::string_view bad = text.substr(i + unit.bad_at, unit.bad_length);
      const std::string near = nearest_unit(bad);
      fail(i + unit.bad_at, "unknown unit " + quoted(bad),
           near.empty() ? "multiplication is written with '*'" : "did you mean '" + near + "'?");
    }
    if (names.time == ExpressionNames::Time::allowed && text.substr(i, unit.length) == "t")
      fail(begin, "here 't' is time, and " + quoted(text.substr(begin, i + 1 - begin)) + " would be a mass in tonnes",
           "write a '*' between");
    i += unit.length;
    push(Op::number, value * unit.unit.to_si);
    return known(unit.unit.dimension);
  }

  Type named(std::size_t at, std::string_view name) {
    skip();
    const bool call = i < text.size() && text[i] == '(';
    if (!call) {
      if (name == "pi") {  // half a revolution in radians: multiplying by it turns cycles into radians
        push(Op::number, std::numbers::pi);
        no_unit_here("multiplication is written with '*'");
        return {{}, Knowledge::factor, {0, 0, 0, 1, -1}};
      }
      if (name == "t") {
        if (names.time == ExpressionNames::Time::not_allowed) fail(at, "time 't' cannot be used here", "this value is constant");
        push(Op::time);
        no_unit_here("multiplication is written with '*'");
        return unknown();
      }
      if (const std::optional<Quantity> q = names.word ? names.word(name) : std::nullopt) {
        push(Op::number, q->value);
        return {{}, q->knowledge, q->dimension};
      }
      const bool parameter = names.parameter && names.parameter(name).has_value();
      fail(at, "unknown name " + quoted(name),
           parameter ? "parameters are written with a dollar sign: '$" + std::string(name) + "'" : nearest_word(name));
    }
    const auto f = std::find_if(std::begin(expression_functions), std::end(expression_functions),
                                [&](const ExpressionFunction& e) { return e.name == name; });
    if (f == std::end(expression_functions)) fail(at, "unknown function " + quoted(name), nearest_word(name));
    accept('(');
    const Deeper guard(*this);
    const Type a = sum();
    Type b = pure();
    if (f->n_arguments == 2) {
      if (!accept(',')) fail(i, std::string(name) + " takes two arguments");
      b = sum();
    }
    if (accept(',')) fail(i - 1, std::string(name) + " takes " + (f->n_arguments == 1 ? "one argument" : "two arguments"));
    if (!accept(')')) fail(i, "closing parenthesis missing");
    emit(f->op);
    return result_of(*f, at, a, b);
  }

  static std::string nearest_word(std::string_view name) {
    std::vector<std::string> known = {"pi"};
    for (const ExpressionFunction& f : expression_functions) known.emplace_back(f.name);
    const std::string near = nearest(std::string(name), known);
    return near.empty() ? "" : "did you mean '" + near + "'?";
  }

  ParsedExpression parse() {
    if (text.size() > max_text) fail(max_text, "expression is longer than 4096 characters", "split it into parameters");
    ParsedExpression result = sum();
    skip();
    if (i < text.size()) fail(i, "unexpected " + quoted(text.substr(i, 16)));
    result.expression.text_ = std::string(text);
    result.expression.program_ = std::move(program);
    if (!result.expression.depends_on_time()) {  // folded, so that evaluating it costs nothing
      const double value = result.expression.value();
      if (!std::isfinite(value)) fail(0, "the value is not a finite number");
      result.expression.program_ = {{static_cast<std::uint8_t>(Op::number), value}};
    }
    return result;
  }
};

std::variant<ParsedExpression, ExpressionError> parse_expression(std::string_view text, const ExpressionNames& names) {
  try {
    return ExpressionParser{text, names, 0, 0, 0, {}}.parse();
  } catch (const ExpressionError& error) {  // never leaves this file: one exit for a dozen nested functions
    return error;
  }
}

}  // namespace zanjir
