// Recursive descent, one function per line of the grammar; the program is emitted in postfix order on the way.
//   sum      term (('+' | '-') term)*
//   term     sign (('*' | '/') sign)*
//   sign     ('-' | '+') sign | power
//   power    atom ['^' sign]                      so -2^2 = -4 and 2^3^2 = 2^9
//   atom     number [unit] | '$'name | word | '`'name'`' | function '(' sum {',' sum} ')' [unit] | '(' sum ')' [unit]
//            | 'sum' '(' name ',' sum ',' sum ',' sum ')' [unit]     the last once per value of '$'name, added up
// In claims and figures a word may be a series. A function over series is computed as soon as it is read: the part of the program below it is
// run once per sample and replaced by one number, so that what leaves the parser is an Expression like any other.
#include "zanjir/language/expression_parser.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/kinds.hpp"
#include "zanjir/language/expression_ops.hpp"
#include "zanjir/language/series_functions.hpp"

namespace zanjir {

std::optional<Misfit> misfit(Dimension wanted, const Quantity& given, std::string_view text) {
  if (given.knowledge == Knowledge::known) return misfit(wanted, given.dimension, text);
  if (given.knowledge != Knowledge::but_for_time) return std::nullopt;
  Dimension at_best = given.dimension;
  at_best.s = wanted.s;
  if (same_dimension(wanted, at_best)) return misfit(wanted, at_best, text);
  return misfit(wanted, given.dimension, text);  // words its dimension with `t` in seconds
}

namespace {
constexpr std::size_t max_text = 4096;                              // characters; nobody writes more, and it bounds the program
constexpr std::size_t max_program = 100'000;                        // instructions: what a `sum` may become
constexpr std::size_t cost_of_a_term = 8, cost_of_a_character = 4;  // of a sum that reads its term again: about what they take, in 5 ns
constexpr int max_depth = 64;                                       // of parentheses, signs and powers: bounds the recursion

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }
}  // namespace

struct ExpressionParser {
  using Op = ExpressionOp;
  struct Type {  // of a sub-expression
    Knowledge knowledge = Knowledge::factor;
    Dimension dimension;
    bool from_results = false;  // a series can change its value
    Type from(bool results) const { return {knowledge, dimension, results}; }
  };

  ExpressionParser(std::string_view expression, const ExpressionNames& who)
      : text(expression), names(who), may_repeat(who.may_repeat ? *who.may_repeat : own_repeats) {}

  std::string_view text;
  const ExpressionNames& names;
  std::size_t own_repeats = characters_repeated;
  std::size_t& may_repeat;
  std::size_t i = 0;
  int depth = 0, stack = 0;
  std::vector<Expression::Instruction> program;
  std::vector<SeriesView> series;  // that the program names, by index
  struct Index {                   // of a `sum`
    std::string_view name;
    double value;
  };
  std::vector<Index> indices;  // the innermost last

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
  static Type pure() { return {Knowledge::factor, dimension::number}; }
  static Type unknown() { return {Knowledge::unknown, dimension::number}; }
  static Type of_time() { return {Knowledge::of_time, dimension::number}; }
  static bool may_be_anything(const Type& a) { return a.knowledge == Knowledge::unknown || a.knowledge == Knowledge::of_time; }
  static Type known(Dimension d) { return {Knowledge::known, d}; }
  static bool has_unit(const Type& a) { return a.knowledge == Knowledge::known || a.knowledge == Knowledge::but_for_time; }
  static bool fits(const Type& a, const Type& b) {
    return same_dimension(a.dimension, a.knowledge == Knowledge::known && b.knowledge == Knowledge::known ? b.dimension : at_seconds_of(a, b));
  }
  static Dimension at_seconds_of(const Type& a, const Type& b) {
    Dimension d = b.dimension;
    d.s = a.dimension.s;
    return d;
  }

  Type alike(std::size_t at, const char* what, const Type& a, const Type& b) const {  // sums, min, max, mod, atan2
    if (has_unit(a) && has_unit(b) && !fits(a, b))
      fail(at, std::string("cannot ") + what + " " + dimension_name(a.dimension) + " and " + dimension_name(b.dimension));
    return a.knowledge >= b.knowledge ? a : b;  // who knows more; of those who know nothing, who may be more
  }
  static Type product(const Type& a, const Type& b, int sign) {
    const Dimension d = a.dimension * zanjir::power(b.dimension, sign);
    if (a.knowledge == Knowledge::unknown || b.knowledge == Knowledge::unknown) return unknown();
    const bool time = depends_on_seconds(a) || depends_on_seconds(b);
    if (has_unit(a) || has_unit(b)) return {time ? Knowledge::but_for_time : Knowledge::known, d};
    return {time ? Knowledge::of_time : Knowledge::factor, d};
  }
  static bool depends_on_seconds(const Type& a) { return a.knowledge == Knowledge::of_time || a.knowledge == Knowledge::but_for_time; }
  void want_number(std::size_t at, std::string_view function, const Type& a) const {
    if (has_unit(a) && !fits(a, known(dimension::number)))
      fail(at, std::string(function) + " of " + a_dimension(a.dimension) + " has no meaning", "divide by a quantity of the same kind first");
  }
  Type raised(std::size_t at, const Type& base, const Type& exponent, std::size_t exponent_begin) const {
    want_number(at, "a power", exponent);
    if (base.knowledge == Knowledge::of_time && exponent.knowledge == Knowledge::factor) return of_time();
    if (!has_unit(base)) return base.knowledge == Knowledge::factor && !may_be_anything(exponent) ? pure() : unknown();
    if (fits(base, known(dimension::number))) return base.knowledge == Knowledge::known ? pure() : of_time();
    const bool literal = program.size() == exponent_begin + 1 && program.back().op == static_cast<std::uint8_t>(Op::number);
    const bool negative = program.size() == exponent_begin + 2 && program.back().op == static_cast<std::uint8_t>(Op::negate);
    const double n = literal || negative ? program[exponent_begin].number * (negative ? -1 : 1) : 0.5;
    if (std::floor(n) != n || std::abs(n) > 20)
      fail(at, a_dimension(base.dimension) + " can only be raised to a small whole power", "sqrt() takes roots");
    return {base.knowledge, zanjir::power(base.dimension, static_cast<int>(n))};
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
        if (!has_unit(a)) return a;
        const Dimension d = a.dimension;
        const bool half_a_second = d.s % 2 && a.knowledge == Knowledge::known;
        if (d.m % 2 || d.kg % 2 || half_a_second) return unknown();  // half a metre-power: legitimate inside a longer expression
        return {a.knowledge, {static_cast<std::int8_t>(d.m / 2), static_cast<std::int8_t>(d.kg / 2), static_cast<std::int8_t>(d.s / 2), 0, 0}};
      }
      default: want_number(at, f.name, a); return pure();
    }
  }

  // -- results -----------------------------------------------------------------------------------------------------------------------
  // Nothing but zero, whatever results are: they have no say in what it is multiplied with.
  bool always_zero(std::size_t begin, std::size_t end, const Type& type) const {
    const std::span part = std::span(program).subspan(begin, end - begin);
    const bool fixed = !type.from_results && std::none_of(part.begin(), part.end(), [](const auto& x) {
      const Op op = static_cast<Op>(x.op);
      return pushes(op) && op != Op::number;
    });
    return fixed && run(part, 0).value == 0;
  }
  std::string_view trimmed(std::size_t begin, std::size_t end) const {
    while (begin < end && text[begin] == ' ') ++begin;
    while (begin < end && text[end - 1] == ' ') --end;
    return text.substr(begin, end - begin);
  }

  // -- grammar -----------------------------------------------------------------------------------------------------------------------
  Type sum() {
    const std::size_t begin = i;
    Type left = term();
    while (true) {
      skip();
      const std::size_t at = i;
      const bool plus = accept('+');
      if (!plus && !accept('-')) return left;
      const Type right = term();
      const bool cancels = !plus && trimmed(begin, at) == trimmed(at + 1, i);
      left = alike(at, plus ? "add" : "subtract", left, right).from(!cancels && (left.from_results || right.from_results));
      emit(plus ? Op::add : Op::subtract);
    }
  }

  Type term() {
    const std::size_t begin = i, left_begin = program.size();
    Type left = sign();
    while (true) {
      skip();
      const std::size_t at = i, right_begin = program.size();
      const bool times = accept('*');
      if (!times && !accept('/')) return left;
      const Type right = sign();
      const bool nothing = always_zero(left_begin, right_begin, left) || (times && always_zero(right_begin, program.size(), right));
      const bool cancels = !times && trimmed(begin, at) == trimmed(at + 1, i);
      left = product(left, right, times ? 1 : -1).from(!nothing && !cancels && (left.from_results || right.from_results));
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
    skip();
    const std::size_t digits = i < text.size() && (text[i] == '-' || text[i] == '+') ? i + 1 : i;
    const Type exponent = sign();
    if (exponent.knowledge == Knowledge::known && digits < text.size() && is_digit(text[digits]))
      fail(digits, "an exponent has no unit", "put what the unit belongs to in a bracket: (0.5*t^2) deg");
    const bool one = always_zero(exponent_begin, program.size(), exponent);
    const Type result = raised(at, base, exponent, exponent_begin).from(!one && (base.from_results || exponent.from_results));
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
      return with_unit(at, t);
    }
    if (is_digit(text[i]) || text[i] == '.') return number();
    if (text[i] == '$') {
      ++i;
      const std::string_view name = word();
      if (name.empty()) fail(at, "a parameter name is missing behind '$'");
      const auto index = std::find_if(indices.rbegin(), indices.rend(), [&](const Index& k) { return k.name == name; });
      if (index != indices.rend()) {
        push(Op::number, index->value);
        no_unit_here("multiplication is written with '*'");
        return pure();
      }
      const std::optional<Quantity> q = names.parameter ? names.parameter(name) : std::nullopt;
      if (!q) fail(at, "no parameter " + in_quotes("$" + std::string(name)), names.hint ? names.hint(name) : std::string());
      push(Op::number, q->value);
      no_unit_here("a parameter carries its own unit");
      return {q->knowledge, q->dimension};
    }
    if (is_letter(text[i])) return named(at, word());
    if (text[i] == '`' && names.series) {  // names with dashes, as a description may have
      const std::size_t end = text.find('`', i + 1);
      if (end == std::string_view::npos) fail(i, "closing backquote missing");
      i = end + 1;
      return result_name(at, text.substr(at + 1, end - at - 1));
    }
    const unsigned char c = static_cast<unsigned char>(text[i]);
    fail(i, c < 0x80 && std::isprint(c) ? "unexpected " + in_quotes(text.substr(i, 1)) : std::string("unexpected character"));
  }

  void no_unit_here(const char* hint) {
    skip();
    if (i < text.size() && is_letter(text[i])) fail(i, "unexpected " + in_quotes(text.substr(i, 16)), hint);
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
    if (!unit_follows()) {
      if (i < text.size() && (text[i] == '.' || is_digit(text[i]))) fail(i, "two numbers side by side", "an operator or a comma is missing");
      push(Op::number, value);
      return pure();
    }
    const Unit unit = read_unit(begin);
    push(Op::number, value * unit.to_si);
    return known(unit.dimension);
  }

  bool unit_follows() {
    skip();
    const unsigned char next = i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    return is_letter(static_cast<char>(next)) || next == 0xc2 || next == 0xce;  // 0xc2, 0xce: the two spellings of micro
  }
  // The unit of what began at `begin`.
  Unit read_unit(std::size_t begin) {
    const UnitText unit = parse_unit(text.substr(i));
    if (unit.bad_length > 0) {
      const std::string_view bad = text.substr(i + unit.bad_at, unit.bad_length);
      const std::string near = nearest_unit(bad);
      fail(i + unit.bad_at, "unknown unit " + in_quotes(bad), near.empty() ? "multiplication is written with '*'" : "did you mean '" + near + "'?");
    }
    if (names.time == ExpressionNames::Time::allowed && text.substr(i, unit.length) == "t")
      fail(begin, "here 't' is time, and " + in_quotes(text.substr(begin, i + 1 - begin)) + " would be a mass in tonnes", "write a '*' between");
    i += unit.length;
    return unit.unit;
  }
  // A bracket or a function that began at `begin`, and the unit behind it: "(90 + 120*$i) deg".
  Type with_unit(std::size_t begin, Type inside) {
    if (!unit_follows()) return inside;
    const std::size_t at = i;
    const Unit unit = read_unit(begin);
    const bool may_be_a_number = inside.knowledge == Knowledge::but_for_time && fits(inside, known(dimension::number));  // (t/(2 s)*90) deg
    if (has_unit(inside) && !may_be_a_number)
      fail(at, "what stands before this unit has one already: it is " + a_dimension(inside.dimension), "multiplication is written with '*'");
    if (unit.to_si != 1) {
      push(Op::number, unit.to_si);
      emit(Op::multiply);
    }
    return known(unit.dimension).from(inside.from_results);
  }

  Type named(std::size_t at, std::string_view name) {
    skip();
    const bool call = i < text.size() && text[i] == '(';
    if (!call) {
      if (name == "pi") {  // half a revolution in radians: multiplying by it turns cycles into radians
        push(Op::number, std::numbers::pi);
        no_unit_here("a unit stands behind a number or a bracket: (2*pi) rad");
        return {Knowledge::factor, {0, 0, 0, 1, -1}};
      }
      if (name == "t" && !names.column) {
        if (names.time == ExpressionNames::Time::not_allowed && !names.series) fail(at, "time 't' cannot be used here", "this value is constant");
        push(Op::time);
        no_unit_here("multiplication is written with '*'");
        return names.series ? unknown() : Type{Knowledge::of_time, dimension::time};  // the abscissa of a series is not always time
      }
      if (const std::optional<PhaseName> phase = names.phase ? names.phase(name) : std::nullopt) {
        push(Op::phase, static_cast<double>(phase->index));
        no_unit_here("multiplication is written with '*'");
        return {phase->kind.knowledge, phase->kind.dimension};
      }
      return result_name(at, name);
    }
    if (name == "sum" && !names.series) return with_unit(at, summed());
    if (names.phase && (name == "rate" || name == "acceleration")) return rate_of_phase(name == "rate" ? Op::phase_rate : Op::phase_acceleration);
    if (const SeriesFunction* reduction = names.series ? find_series_function(name) : nullptr) return reduced(*reduction, at);
    const auto f =
        std::find_if(std::begin(expression_functions), std::end(expression_functions), [&](const ExpressionFunction& e) { return e.name == name; });
    if (f == std::end(expression_functions)) fail(at, "unknown function " + in_quotes(name), nearest_word(name));
    accept('(');
    const Deeper guard(*this);
    const std::size_t begin = program.size();
    const Type a = sum();
    Type b = pure();
    if (f->n_arguments == 2) {
      const bool extreme = f->op == Op::min || f->op == Op::max;
      if (extreme && names.series && accept(')')) return fold(f->op == Op::min ? SeriesOp::min : SeriesOp::max, at, begin, a, 0);
      if (!accept(',')) fail(i, std::string(name) + " takes two arguments");
      b = sum();
      while (extreme && accept(',')) {
        emit(f->op);
        const Type c = sum();
        b = result_of(*f, at, b, c).from(b.from_results || c.from_results);
      }
    }
    if (accept(',')) fail(i - 1, std::string(name) + " takes " + (f->n_arguments == 1 ? "one argument" : "two arguments"));
    if (!accept(')')) fail(i, "closing parenthesis missing");
    emit(f->op);
    return with_unit(at, result_of(*f, at, a, b).from(a.from_results || b.from_results));
  }

  int whole_number(std::size_t at) {
    const std::size_t begin = program.size();
    sum();
    Expression bound;
    bound.program_.assign(program.begin() + static_cast<std::ptrdiff_t>(begin), program.end());
    program.resize(begin);
    --stack;
    if (contains(bound.program_, Op::series) || bound.depends_on_time()) fail(at, "a whole number is wanted here");
    const double value = bound.at(0).value;
    if (value != std::floor(value) || std::abs(value) > 1e6) fail(at, "a whole number is wanted here");
    return static_cast<int>(value);
  }

  // sum(k, first, last, term of $k), unrolled; nothing where last is below first.
  Type summed() {
    const auto next = [&] {
      if (!accept(',')) fail(i, "sum takes four arguments", "sum(k, first, last, term), with `$k` in the term");
      skip();
      return i;
    };
    accept('(');
    const Deeper guard(*this);
    skip();
    const std::size_t name_at = i;
    const std::string_view name = word();
    if (name.empty() || !is_letter(name[0]) || name == "t" || name == "pi")
      fail(name_at, "the name of an index is wanted here", "sum(k, 1, 10, $k^2)");
    const int first = whole_number(next()), last = whole_number(next());
    const std::size_t term_at = next();
    const std::size_t begin = program.size();
    indices.push_back({name, static_cast<double>(first)});
    Type total = sum();
    for (int k = first + 1; k <= last; ++k) {
      indices.back().value = k;
      i = term_at;
      total = alike(term_at, "add", total, sum());
      emit(Op::add);
      if (program.size() > max_program) fail(term_at, "the sum has too many terms");
      const std::size_t cost = cost_of_a_term + cost_of_a_character * (i - term_at);
      if (cost > may_repeat) {
        may_repeat = 0;
        fail(term_at, "the sums of this file have too many terms together", "write large series as tables, or in closed form");
      }
      may_repeat -= cost;
    }
    indices.pop_back();
    if (last < first) {  // the term was read for its end and its dimension only
      program.resize(begin);
      program.push_back({static_cast<std::uint8_t>(Op::number), 0});
    }
    if (accept(',')) fail(i - 1, "sum takes four arguments");
    if (!accept(')')) fail(i, "closing parenthesis missing");
    return total;
  }

  Type rate_of_phase(Op op) {
    accept('(');
    skip();
    const std::size_t at = i;
    const std::optional<PhaseName> phase = names.phase(word());
    if (!phase) fail(at, "the name of a phase is wanted here");
    if (phase->index >= most_phases) fail(at, "a measure has no rate() here: `distance_rate` and `angle_rate` are measures themselves");
    if (!accept(')')) fail(i, "closing parenthesis missing");
    push(op, static_cast<double>(phase->index));
    const Type of{phase->kind.knowledge, phase->kind.dimension};
    if (!has_unit(of)) return of.knowledge == Knowledge::factor ? of_time() : of;
    return {of.knowledge, of.dimension * zanjir::power(dimension::time, op == Op::phase_rate ? -1 : -2)};
  }

  // -- results of tasks --------------------------------------------------------------------------------------------------------------
  Type result_name(std::size_t at, std::string_view name) {
    if (const std::optional<Quantity> q = names.word ? names.word(name) : std::nullopt) {
      push(Op::number, q->value);
      return {q->knowledge, q->dimension};
    }
    if (const std::optional<SeriesView> view = names.series ? names.series(name) : std::nullopt) {
      push(Op::series, static_cast<double>(series.size()));
      series.push_back(*view);
      return {view->kind.knowledge, view->kind.dimension, true};
    }
    if (const std::optional<std::size_t> column = names.column ? names.column(name) : std::nullopt) {
      push(Op::series, static_cast<double>(*column));
      return unknown();
    }
    const bool parameter = names.parameter && names.parameter(name).has_value();
    std::string hint = parameter ? "parameters are written with a dollar sign: '$" + std::string(name) + "'" : std::string();
    if (hint.empty() && names.word_hint) hint = names.word_hint(name);
    fail(at, "unknown name " + in_quotes(name), hint.empty() ? nearest_word(name) : hint);
  }

  // `name(` is still to be read: one expression over series, and for some functions a number.
  Type reduced(const SeriesFunction& f, std::size_t at) {
    accept('(');
    const Deeper guard(*this);
    const std::size_t begin = program.size();
    const Type a = sum();
    double argument = 0;
    if (f.n_arguments == 2) {
      if (!accept(',')) fail(i, std::string(f.name) + " takes two arguments: " + std::string(f.doc));
      skip();
      const std::size_t second = program.size(), second_at = i;
      const Type b = sum();
      const std::span rest = std::span(program).subspan(second);
      if (contains(rest, Op::time) || (evaluates() && contains(rest, Op::series))) fail(second_at, "a number is wanted here, not a series");
      if (f.op == SeriesOp::at) x_like(second_at, begin, second, b);
      else alike(second_at, "compare", a, b);
      if (evaluates()) argument = run_without_lost_infinities(rest, 0, {}, Infinities::none);
      program.resize(second);
      --stack;
    }
    if (accept(',')) fail(i - 1, std::string(f.name) + " takes " + (f.n_arguments == 1 ? "one argument" : "two arguments"));
    if (!accept(')')) fail(i, "closing parenthesis missing");
    return fold(f.op, at, begin, a, argument);
  }

  bool evaluates() const { return names.pass == ExpressionNames::Pass::evaluate; }
  static bool contains(std::span<const Expression::Instruction> part, Op op) {
    return std::any_of(part.begin(), part.end(), [&](const auto& i) { return i.op == static_cast<std::uint8_t>(op); });
  }

  // The abscissa that the series of this part of the program share.
  SeriesView abscissa(std::size_t at, std::span<const Expression::Instruction> part) const {
    const SeriesView* first = nullptr;
    for (const auto& instruction : part) {
      if (instruction.op != static_cast<std::uint8_t>(Op::series)) continue;
      const SeriesView& view = series[static_cast<std::size_t>(instruction.number)];
      if (first && !std::equal(view.x.begin(), view.x.end(), first->x.begin(), first->x.end()))
        fail(at, "these series are sampled at different instants",
             "compare them with a task of kind `compare`, or at single instants with at(series, t)");
      if (!first) first = &view;
    }
    if (!first) fail(at, "there is no series here", "name a result of a task that has one value per instant");
    return *first;
  }

  void x_like(std::size_t at, std::size_t begin, std::size_t end, const Type& b) const {
    const SeriesView x = abscissa(at, std::span(program).subspan(begin, end - begin));
    alike(at, "compare", {x.x_kind.knowledge, x.x_kind.dimension}, b);
  }

  std::vector<double> samples(std::span<const Expression::Instruction> part, std::span<const double> x) const {
    std::vector<double> y(x.size()), row(series.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      for (std::size_t s = 0; s < series.size(); ++s) row[s] = k < series[s].y.size() ? series[s].y[k] : 0;  // 0: of another part, not read
      y[k] = run_without_lost_infinities(part, x[k], row, Infinities::of_samples);
    }
    return y;
  }

  // Replaces the program from `begin` on by the number that the function makes of its samples.
  Type fold(SeriesOp op, std::size_t at, std::size_t begin, const Type& a, double argument) {
    const std::span part = std::span(program).subspan(begin);
    const SeriesView base = abscissa(at, part);
    const Type x{base.x_kind.knowledge, base.x_kind.dimension};
    double value = 0;
    if (evaluates()) {
      const std::vector<double> y = samples(part, base.x);
      const ReducedSeries result = reduce(op, base.x, y, argument);
      if (!result.problem.empty()) throw ExpressionError{at, result.problem, "", true};
      value = result.value;
    }
    program.resize(begin);
    program.push_back({static_cast<std::uint8_t>(Op::number), value});
    switch (op) {
      case SeriesOp::count: return pure().from(a.from_results);
      case SeriesOp::argmin:
      case SeriesOp::argmax: return x.from(a.from_results);
      case SeriesOp::integral: return product(a, x, 1).from(a.from_results);
      default: return a;
    }
  }

  static std::string nearest_word(std::string_view name) {
    std::vector<std::string> known = {"pi"};
    for (const ExpressionFunction& f : expression_functions) known.emplace_back(f.name);
    known.emplace_back("sum");
    for (const SeriesFunction& f : series_functions) known.emplace_back(f.name);
    const std::string near = nearest(std::string(name), known);
    return near.empty() ? "" : "did you mean '" + near + "'?";
  }

  void parse() {
    if (text.size() > max_text) fail(max_text, "expression is longer than 4096 characters", "split it into parameters");
    type = sum();
    skip();
    if (i < text.size()) fail(i, "unexpected " + in_quotes(text.substr(i, 16)));
  }
  bool is_series() const { return contains(program, Op::series); }

  ParsedExpression number_result() {
    if (is_series() && !evaluates()) return {{}, Knowledge::factor, {}, type.from_results};  // what a name stands for is not known yet
    if (is_series()) fail(0, "this is a series, but a single number is wanted", "take its max, min, first, last, mean, at(series, t) ...");
    ParsedExpression result{{}, type.knowledge, type.dimension, type.from_results};
    result.expression.text_ = std::string(text);
    result.expression.program_ = std::move(program);
    const bool lost = names.series && evaluates() && !result.expression.depends_on_time() &&
                      std::isnan(run_without_lost_infinities(result.expression.program_, 0, {}, Infinities::none));
    result.expression.fold();
    if (!result.expression.depends_on_time()) {
      const double value = lost ? std::numeric_limits<double>::quiet_NaN() : result.expression.value();
      if (!std::isfinite(value) && evaluates())
        throw ExpressionError{0, "the value is not a finite number", "", names.series != nullptr, std::isinf(value) ? value : 0};
    } else if (names.series) {
      fail(0, "'t' has a meaning beside a series only");
    }
    return result;
  }

  ParsedSeries series_result() {
    const SeriesView base = abscissa(0, program);
    return {{base.x.begin(), base.x.end()}, samples(program, base.x), type.knowledge, base.x_kind.knowledge, type.dimension,
            base.x_kind.dimension,          type.from_results};
  }

  Type type;
};

std::variant<ParsedExpression, ExpressionError> parse_expression(std::string_view text, const ExpressionNames& names) {
  try {
    ExpressionParser parser{text, names};
    parser.parse();
    return parser.number_result();
  } catch (const ExpressionError& error) {  // never leaves this file: one exit for a dozen nested functions
    return error;
  }
}

std::variant<ParsedExpression, ParsedSeries, ExpressionError> parse_expression_or_series(std::string_view text, const ExpressionNames& names) {
  try {
    ExpressionParser parser{text, names};
    parser.parse();
    if (parser.is_series()) return parser.series_result();
    return parser.number_result();
  } catch (const ExpressionError& error) {
    return error;
  }
}

double RowExpression::at(std::span<const double> row) const { return run(program_, 0, row).value; }

std::variant<RowExpression, ExpressionError> parse_row_expression(std::string_view text,
                                                                  const std::function<std::optional<std::size_t>(std::string_view)>& column) {
  ExpressionNames names;
  names.column = column;
  try {
    ExpressionParser parser{text, names};
    parser.parse();
    RowExpression result;
    result.program_ = std::move(parser.program);
    return result;
  } catch (const ExpressionError& error) {
    return error;
  }
}

}  // namespace zanjir
