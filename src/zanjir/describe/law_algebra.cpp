#include "zanjir/describe/law_algebra.hpp"

#include <cmath>

namespace zanjir {

LawDescription scaled(const LawDescription& law, double factor) {
  LawDescription result = law;
  const auto scale = [&](std::initializer_list<std::size_t> which) {
    for (const std::size_t i : which) result.numbers[i] *= factor;
  };
  switch (law.kind) {  // the numbers that are values; see forces/motion_law.hpp
    case LawKind::expression: result.expression = law.expression.scaled(factor); break;
    case LawKind::sine: scale({0, 3}); break;
    case LawKind::cycloid:
    case LawKind::trapezoid: scale({0, 1}); break;
    case LawKind::polynomial:
      for (double& c : result.numbers) c *= factor;
      break;
    case LawKind::rose_x:
    case LawKind::rose_y: scale({0, 4}); break;
    case LawKind::spline:
    case LawKind::table: break;
  }
  for (auto& [t, value] : result.knots) value *= factor;
  return result;
}

std::optional<LawDescription> sum(const LawDescription& a, const LawDescription& b) {
  if (a.kind != LawKind::expression || b.kind != LawKind::expression) return std::nullopt;
  std::optional<Expression> expression = Expression::sum(a.expression, b.expression);
  if (!expression) return std::nullopt;
  LawDescription result = a;
  result.expression = std::move(*expression);
  return result;
}

std::optional<std::array<LawDescription, 3>> turned(const Mat3d& R, const std::array<LawDescription, 3>& laws) {
  std::array<LawDescription, 3> result;
  for (int i = 0; i < 3; ++i) {
    const Vec3d row = R.row(i);
    std::optional<LawDescription> component;
    for (int j = 0; j < 3; ++j) {
      const LawDescription& law = laws[static_cast<std::size_t>(j)];
      const bool zero = law.kind == LawKind::expression && !law.expression.depends_on_time() && law.expression.value() == 0;
      if (zero || std::abs(row[j]) < 1e-15) continue;  // cos(90 deg) is not zero in the last bit
      const LawDescription term = scaled(law, row[j]);
      component = component ? sum(*component, term) : std::optional(term);
      if (!component) return std::nullopt;
    }
    LawDescription none;
    none.expression = Expression::constant(0);
    none.at = laws[static_cast<std::size_t>(i)].at;
    result[static_cast<std::size_t>(i)] = component.value_or(none);
  }
  return result;
}

}  // namespace zanjir
