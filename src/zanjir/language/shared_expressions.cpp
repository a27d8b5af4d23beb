// Value numbering: a step whose operation and operands have been met before is that step. Sums and products with numbers are gathered into  scale x + offset,  and those of
// such in turn; whole squares are products. Waves that differ in their phases and amplitudes alone, as those of the joints of a chain do, are sums of one sine and one cosine:
//   A sin(k x + o) = (A cos o) sin(k x) + (A sin o) cos(k x)                                                                                                        (1)
// Programs are in postfix order, so that operands come before what they are for, and one pass finds when a place is free again.
#include "zanjir/language/shared_expressions.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "zanjir/language/expression_ops.hpp"

namespace zanjir {
namespace {

using Op = ExpressionOp;
constexpr auto op_affine = static_cast<std::uint8_t>(200), op_answer = static_cast<std::uint8_t>(201);
constexpr auto op_blend = static_cast<std::uint8_t>(202);  // scale a + offset b
constexpr auto op_sin = static_cast<std::uint8_t>(Op::sin), op_cos = static_cast<std::uint8_t>(Op::cos);

struct SharedNode {
  std::uint8_t op = 0;
  int a = -1, b = -1;
  double scale = 1, offset = 0;
  auto key() const { return std::make_tuple(op, a, b, std::bit_cast<std::uint64_t>(scale), std::bit_cast<std::uint64_t>(offset)); }  // 0 is not -0
};

enum class Sharing : std::uint8_t { of_all_and_waves, of_all, of_each, none };

// Functions that take a rounding beyond the range of their argument ill: the root of 1 - cos, or a branch.
bool minds_rounding(std::uint8_t op) {
  switch (op) {
    case op_affine:
    case op_answer:
    case op_sin:
    case op_cos: return false;
    default: break;
  }
  switch (static_cast<Op>(op)) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::exp: return false;
    default: return true;
  }
}

class SharedCompiler {
 public:
  explicit SharedCompiler(Sharing sharing) : sharing_(sharing) {}

  void add(std::span<const Expression::Instruction> program) {
    if (sharing_ == Sharing::of_each) met_.clear();
    std::vector<int> stack;
    for (const Expression::Instruction& i : program) {
      const auto op = static_cast<Op>(i.op);
      if (pushes(op)) {
        stack.push_back(node({i.op, -1, -1, 1, i.number}));
      } else if (op < Op::add) {
        stack.back() = op == Op::negate ? affine(stack.back(), -1, 0) : node({i.op, stack.back()});
      } else {
        const int b = stack.back();
        stack.pop_back();
        stack.back() = pair(op, stack.back(), b);
      }
    }
    if (stack.empty()) stack.push_back(node({static_cast<std::uint8_t>(Op::number), -1, -1, 1, 0}));
    nodes_.push_back({op_answer, stack.back()});
  }

  // (1), for three waves and more of one argument: fewer would not gain. What was not asked for any more is left out by program().
  void add_up_waves() {
    std::vector<SharedNode> before;
    before.swap(nodes_);
    met_.clear();
    const auto at = [&](int k) -> const SharedNode& { return before[static_cast<std::size_t>(k)]; };
    std::vector<bool> minds(before.size(), false);
    for (std::size_t k = before.size(); k-- > 0;) {
      for (const int operand : {before[k].a, before[k].b})
        if (operand >= 0 && (minds[k] || minds_rounding(before[k].op))) minds[static_cast<std::size_t>(operand)] = true;
    }
    struct Angle {
      int x;
      double scale, offset;
      std::pair<int, std::uint64_t> key() const { return {x, std::bit_cast<std::uint64_t>(scale)}; }
    };
    const auto angle = [&](int k) { return at(k).op == op_affine ? Angle{at(k).a, at(k).scale, at(k).offset} : Angle{k, 1, 0}; };
    const auto is_wave = [&](std::size_t k) {
      return (before[k].op == op_sin || before[k].op == op_cos) && !minds[k] && std::isfinite(angle(before[k].a).offset);
    };
    std::map<std::pair<int, std::uint64_t>, int> waves_of;
    for (std::size_t k = 0; k < before.size(); ++k)
      if (is_wave(k)) ++waves_of[angle(before[k].a).key()];
    std::vector<int> now(before.size(), -1);
    std::vector<bool> blended(before.size(), false);
    for (std::size_t k = 0; k < before.size(); ++k) {
      SharedNode n = before[k];
      if (is_wave(k) && waves_of[angle(n.a).key()] >= 3) {
        const Angle of = angle(n.a);
        const int x = now[static_cast<std::size_t>(of.x)], turn = of.scale == 1 ? x : node({op_affine, x, -1, of.scale, 0});
        const int sine = node({op_sin, turn}), cosine = node({op_cos, turn});
        const double s = std::sin(of.offset), c = std::cos(of.offset);
        now[k] = n.op == op_sin ? node({op_blend, sine, cosine, c, s}) : node({op_blend, sine, cosine, -s, c});
        blended[k] = true;
        continue;
      }
      if (n.op == op_affine && blended[static_cast<std::size_t>(n.a)]) {
        const SharedNode wave = nodes_[static_cast<std::size_t>(now[static_cast<std::size_t>(n.a)])];
        const int scaled = node({op_blend, wave.a, wave.b, n.scale * wave.scale, n.scale * wave.offset});
        now[k] = n.offset == 0 ? scaled : node({op_affine, scaled, -1, 1, n.offset});
        continue;
      }
      for (int* operand : {&n.a, &n.b})
        if (*operand >= 0) *operand = now[static_cast<std::size_t>(*operand)];
      if (n.op == op_answer) nodes_.push_back(n);
      else now[k] = node(n);
    }
  }

  // Nothing: more values than places are wanted again later.
  std::optional<std::vector<SharedStep>> program() const {
    std::vector<int> uses(nodes_.size(), 0), place(nodes_.size(), -1);
    for (std::size_t k = nodes_.size(); k-- > 0;) {
      if (nodes_[k].op != op_answer && uses[k] == 0) continue;
      for (const int operand : {nodes_[k].a, nodes_[k].b})
        if (operand >= 0) ++uses[static_cast<std::size_t>(operand)];
    }
    std::vector<std::uint8_t> free;
    for (std::size_t p = SharedExpressions::most_places; p-- > 0;) free.push_back(static_cast<std::uint8_t>(p));
    std::vector<SharedStep> steps;
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const SharedNode& n = nodes_[k];
      if (n.op != op_answer && uses[k] == 0) continue;
      SharedStep step{n.op, 0, 0, 0, n.scale, n.offset};
      for (const auto& [operand, where] : {std::pair{n.a, &step.a}, std::pair{n.b, &step.b}}) {
        if (operand < 0) continue;
        const auto o = static_cast<std::size_t>(operand);
        *where = static_cast<std::uint8_t>(place[o]);
        if (--uses[o] == 0) free.push_back(*where);
      }
      if (n.op != op_answer) {
        if (free.empty()) return std::nullopt;
        place[k] = step.to = free.back();
        free.pop_back();
      }
      steps.push_back(step);
    }
    return steps;
  }

 private:
  int node(const SharedNode& n) {
    if (sharing_ == Sharing::none) {
      nodes_.push_back(n);
      return static_cast<int>(nodes_.size()) - 1;
    }
    const auto [found, is_new] = met_.try_emplace(n.key(), static_cast<int>(nodes_.size()));
    if (is_new) nodes_.push_back(n);
    return found->second;
  }
  const double* number(int k) const {
    const SharedNode& n = nodes_[static_cast<std::size_t>(k)];
    return n.op == static_cast<std::uint8_t>(Op::number) ? &n.offset : nullptr;
  }
  int affine(int x, double scale, double offset) {
    const SharedNode& inner = nodes_[static_cast<std::size_t>(x)];
    if (inner.op == op_affine) {
      const double both = inner.scale * scale, shift = inner.offset * scale + offset;
      if (std::isfinite(both) && std::isfinite(shift)) return node({op_affine, inner.a, -1, both, shift});
    }
    return node({op_affine, x, -1, scale, offset});
  }
  int pair(Op op, int a, int b) {
    const double *na = number(a), *nb = number(b);
    if (na && nb) return node({static_cast<std::uint8_t>(op), a, b});  // what is left of these is not finite
    switch (op) {
      case Op::add:
        if (na || nb) return affine(na ? b : a, 1, na ? *na : *nb);
        break;
      case Op::subtract:
        if (nb) return affine(a, 1, -*nb);
        if (na) return affine(b, -1, *na);
        break;
      case Op::multiply:
        if (na || nb) return affine(na ? b : a, na ? *na : *nb, 0);
        break;
      case Op::power:
        if (nb && *nb == 2) return node({static_cast<std::uint8_t>(Op::multiply), a, a});
        break;
      default: break;
    }
    if ((op == Op::add || op == Op::multiply) && b < a) std::swap(a, b);
    return node({static_cast<std::uint8_t>(op), a, b});
  }

  Sharing sharing_;
  std::vector<SharedNode> nodes_;
  std::map<decltype(SharedNode().key()), int> met_;
};

}  // namespace

SharedExpressions::SharedExpressions(const std::vector<const Expression*>& all) {
  for (const Sharing sharing : {Sharing::of_all_and_waves, Sharing::of_all, Sharing::of_each, Sharing::none}) {
    SharedCompiler compiler(sharing);
    for (const Expression* e : all) compiler.add(e->program());
    if (sharing == Sharing::of_all_and_waves) compiler.add_up_waves();
    if (auto program = compiler.program()) {
      program_ = std::move(*program);
      return;
    }
  }
}

Jet SharedExpressions::Reader::next() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Jet* const room = room_.jets;
  for (;; ++at_) {
    const SharedStep& s = *at_;
    const Jet& a = room[s.a];
    Jet& to = room[s.to];
    switch (s.op) {
      case op_answer: ++at_; return a;
      case op_affine:
        if (std::isnan(a.value)) to = {nan, nan, nan};
        else to = {s.scale * a.value + s.offset, s.scale * a.rate, s.scale * a.acceleration};
        break;
      case op_blend: {
        const Jet& b = room[s.b];
        to = {s.scale * a.value + s.offset * b.value, s.scale * a.rate + s.offset * b.rate, s.scale * a.acceleration + s.offset * b.acceleration};
        break;
      }
      case static_cast<std::uint8_t>(Op::number): to = {s.offset, 0, 0}; break;
      case static_cast<std::uint8_t>(Op::time): to = {t_, 1, 0}; break;
      case static_cast<std::uint8_t>(Op::phase):
      case static_cast<std::uint8_t>(Op::phase_rate):
      case static_cast<std::uint8_t>(Op::phase_acceleration): to = phase_at(static_cast<Op>(s.op), s.offset, phases_); break;
      default: to = s.op < static_cast<std::uint8_t>(Op::add) ? apply(static_cast<Op>(s.op), a) : apply(static_cast<Op>(s.op), a, room[s.b]);
    }
  }
}

}  // namespace zanjir
