// Velocities and accelerations of joints and frames from those of chosen inputs, loops closed: Jacobian and Hessian of a mechanism.
#include "zanjir/analyse/items/item.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/input_motion.hpp"

namespace zanjir::eval_item {
namespace {

VecX stacked_motion(const Motiond& m) {
  VecX x(6);
  x << m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z;
  return x;
}

Value hessian_value(const Names& rows, const Names& inputs, const std::vector<MatX>& H) {
  Value out;
  for (std::size_t k = 0; k < H.size(); ++k) out.add(rows[k], Value::named_matrix(inputs, inputs, H[k]));
  return out;
}

}  // namespace

EvalItem loop_jacobian() {
  return {"loop_jacobian", Solves::nothing, InAll::by_name_only,
          "how everything moves with the `inputs` of the state (default: all actuated speeds), loops closed: `inputs`, `freedoms`, `rank`; where "
          "inputs and freedoms are as many, `joints: {J, H}` and `frames: {name: {J, H, inverse}}`: velocity = J u, acceleration = J u̇ + uᵀ H u "
          "for each component; `inverse`: u = J⁺ [ω; v]. Otherwise a `note` says why",
          [](StateAnswers& a) {
            const std::vector<int> inputs = a.question().inputs.empty() ? actuated_speeds(a.users()) : a.question().inputs;
            InputMotion motion(a.model(), a.users(), a.question().state, inputs);
            Names names;
            for (const int i : inputs) names.push_back(a.users().speed_names()[at(i)]);
            Value out;
            out.add("inputs", names).add("freedoms", Value::count(motion.freedoms())).add("rank", Value::count(motion.rank()));
            if (!motion.complete()) return out.add("note", motion.why_not());
            const Names& joints = a.users().speed_names();
            Value of_joints;
            of_joints.add("J", Value::named_matrix(joints, names, a.users().speed_rows(a.ws()) * motion.G()));
            of_joints.add_in_json("H", hessian_value(joints, names, motion.hessians([&](const Workspace& ws, const VecX& vdot) {
                                    return a.users().accelerations(ws, vdot);
                                  })));
            out.add("joints", std::move(of_joints)).add("axes", a.view().in_name);
            Value frames;
            Mat6X J(6, a.model().nv());
            for (const FrameId id : a.view().frames) {
              const Frame& frame = a.model().frame(id);
              J.setZero();
              frame_jacobian(a.model(), a.ws(), frame, J);
              MatX of_inputs = J * motion.G();
              for (Eigen::Index c = 0; c < of_inputs.cols(); ++c) {
                const Motiond m{{of_inputs(0, c), of_inputs(1, c), of_inputs(2, c)}, {of_inputs(3, c), of_inputs(4, c), of_inputs(5, c)}};
                of_inputs.col(c) = stacked_motion(a.seen(m));
              }
              Value one;
              one.add("J", Value::named_matrix(twist_components, names, of_inputs));
              one.add("H", hessian_value(twist_components, names, motion.hessians([&](const Workspace& ws, const VecX&) {
                        return stacked_motion(a.seen(frame_acceleration(a.model(), ws, frame)));
                      })));
              Eigen::CompleteOrthogonalDecomposition<MatX> factor(of_inputs);
              if (factor.rank() == of_inputs.cols()) one.add("inverse", Value::named_matrix(names, twist_components, factor.pseudoInverse()));
              frames.add(a.frame_name(id), std::move(one));
            }
            out.add_unnamed("frames", std::move(frames));
            return out;
          }};
}

}  // namespace zanjir::eval_item
