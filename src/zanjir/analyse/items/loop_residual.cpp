#include <algorithm>
#include <cmath>

#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {
namespace {

Value largest_value(double m, double rad) { return Value().add("m", Value::number(m, "m")).add("rad", Value::number(rad, "rad")); }

}  // namespace

EvalItem loop_residual() {
  return {"loop_residual", Solves::nothing, InAll::with_loops,
          "`constraints: {name: {residuals, units, largest: {m, rad}}}`, `largest: {m, rad}`: how far each loop is from closed", [](StateAnswers& a) {
            Value constraints;
            double gap = 0, angle = 0;
            for (const ConstraintResidual& c : residuals_by_constraint(a.model(), a.loops().phi)) {
              double m = 0, rad = 0;
              Names rows;
              for (std::size_t i = 0; i < c.residuals.size(); ++i) {
                double& largest = c.units[i] == "m" ? m : rad;
                largest = std::max(largest, std::abs(c.residuals[i]));
                rows.push_back(std::to_string(i + 1));
              }
              const VecX residuals = Eigen::Map<const VecX>(c.residuals.data(), static_cast<Eigen::Index>(c.residuals.size()));
              constraints.add(
                  c.name,
                  Value().add("residuals", Value::vector(rows, residuals, c.units)).add("units", c.units).add("largest", largest_value(m, rad)));
              gap = std::max(gap, m);
              angle = std::max(angle, rad);
            }
            return Value().add("constraints", std::move(constraints)).add_unnamed("largest", largest_value(gap, angle));
          }};
}

}  // namespace zanjir::eval_item
