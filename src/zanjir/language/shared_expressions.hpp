// Expressions that are wanted together at one instant, such as the laws of all joints of a chain, as one program: what several of them contain is computed once,
// numbers that are added and multiplied become one step  a x + b,  and waves that differ in phase and amplitude alone are sums of one sine and one cosine. Answers
// are those of Expression::at up to rounding.
#pragma once

#include "zanjir/language/expression.hpp"

namespace zanjir {

// One step: places of its operands and of what it gives, and the numbers of  scale x + offset  (of a constant or a phase: `offset` is the number or
// the index; of a sum of two: their factors).
struct SharedStep {
  std::uint8_t op = 0;  // a member of ExpressionOp, or one of those in shared_expressions.cpp
  std::uint8_t a = 0, b = 0, to = 0;
  double scale = 1, offset = 0;
};

class SharedExpressions {
 public:
  SharedExpressions() = default;
  explicit SharedExpressions(const std::vector<const Expression*>&);
  bool empty() const { return program_.empty(); }
  std::size_t n_steps() const { return program_.size(); }  // of all of them together

  static constexpr std::size_t most_places = 256;

  // The answers at one instant, one after the other in the order of the expressions. Allocates nothing.
  class Reader {
   public:
    Reader(const SharedExpressions& all, double t, std::span<const Jet> phases) : at_(all.program_.data()), t_(t), phases_(phases) {}
    Jet next();

   private:
    const SharedStep* at_;
    double t_;
    std::span<const Jet> phases_;
    JetRoom<most_places> room_;
  };

 private:
  std::vector<SharedStep> program_;
};

}  // namespace zanjir
