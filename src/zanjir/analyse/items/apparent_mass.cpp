// The mass that a force on the origin of a frame feels: with J the rows of the origin's velocity and N the motions that loops and prescribed joints allow,
//   a force F adds the acceleration  W F,   W = J N (N^T M N)^-1 N^T J^T          [Khatib1987]'s Lambda is the inverse of W
// u^T W u is 1/m of the mass felt along the unit vector u (dynamics/impact).
#include <algorithm>
#include <limits>

#include "zanjir/analyse/items/item.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/impact.hpp"

namespace zanjir::eval_item {
namespace {

MatX inverse_mass(StateAnswers& a, const Frame& frame) {
  const MatX R = a.axes();
  return R * frame_inverse_mass(a.model(), a.ws(), a.has_loops() ? &a.loops().rank : nullptr, frame) * R.transpose();
}

// Decreasing values of W are increasing masses; where it cannot move at all, up to rounding, the mass is infinite.
VecX principal_masses(const MatX& W, double mass_of_all_kg) {
  const VecX values = Eigen::SelfAdjointEigenSolver<MatX>(W).eigenvalues().reverse();
  const double nothing = 1e-12 * std::max(values[0], 1 / mass_of_all_kg);
  return values.unaryExpr([&](double w) { return w > nothing ? 1 / w : std::numeric_limits<double>::infinity(); });
}

}  // namespace

EvalItem apparent_mass() {
  return {"apparent_mass",
          Solves::nothing,
          InAll::by_name_only,
          "`axes`, `frames: {name: {inverse_mass: {rows, columns, values}, principal}}`: the acceleration of the frame's origin per force on it "
          "(1/kg), actuators, loops and prescribed joints left as they are; `principal`: the masses (kg) felt "
          "along the three principal directions, increasing (null: cannot move)",
          [](StateAnswers& a) {
            const Names axes{"x", "y", "z"}, order{"1", "2", "3"};
            const double mass_kg = zanjir::momentum(a.model(), a.ws()).mass_kg;
            Value frames;
            for (const FrameId id : a.view().frames) {
              const MatX W = inverse_mass(a, a.model().frame(id));
              frames.add(a.frame_name(id), Value()
                                               .add("inverse_mass", Value::named_matrix(axes, axes, W, "1/kg"))
                                               .add("principal", Value::vector(order, principal_masses(W, mass_kg), "kg")));
            }
            return Value().add("axes", a.view().in_name).add_unnamed("frames", std::move(frames));
          },
          Infinite::no_bound};
}

}  // namespace zanjir::eval_item
