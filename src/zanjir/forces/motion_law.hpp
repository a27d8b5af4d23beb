// Motion laws: value, rate and acceleration as functions of time, exact derivatives.
#pragma once

#include "zanjir/describe/description.hpp"

namespace zanjir {

// Built once from its description (spline coefficients are solved here); evaluating allocates nothing.
class MotionLaw {
 public:
  MotionLaw() = default;  // the constant 0
  explicit MotionLaw(const LawDescription&);
  Jet at(double t) const;
  bool is_constant() const;

 private:
  LawKind kind_ = LawKind::expression;
  Expression expression_;
  std::vector<double> numbers_;
  std::vector<double> knots_, coefficients_;
};

}  // namespace zanjir
