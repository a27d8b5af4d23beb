// Poses, velocities, accelerations and Jacobians of bodies and frames.
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/analyse/items/item.hpp"
#include "zanjir/dynamics/accelerations.hpp"

namespace zanjir::eval_item {
namespace {

// {name: value(frame)} for the frames asked for.
template <class Of> Value by_frame(StateAnswers& a, Of&& of) {
  Value frames;
  for (const FrameId id : a.view().frames) frames.add(a.frame_name(id), of(a.model().frame(id)));
  return frames;
}

Value motion_value(const Motiond& m, const char* unit_w, const char* unit_v) {
  Value out;
  out.add_unnamed("angular", Value::vector(m.w, unit_w, "w")).add_unnamed("linear", Value::vector(m.v, unit_v, "v"));
  return out;
}

}  // namespace

EvalItem pose() {
  return {"pose", Solves::nothing, InAll::always,
          "`relative_to`, `frames: {name: {p, R, quat}}`: `R` by rows, turns components in the frame into components in `relative_to`",
          [](StateAnswers& a) {
            const Transformd X_IW = inverse(frame_pose(a.model(), a.ws(), a.model().frame(a.view().in)));
            const bool in_world = a.view().in == FrameId{};
            Value out;
            out.add("relative_to", a.view().in_name).add_unnamed("frames", by_frame(a, [&](const Frame& frame) {
                                                                   const Transformd X_WF = frame_pose(a.model(), a.ws(), frame);
                                                                   return pose_of(in_world ? X_WF : X_IW * X_WF);
                                                                 }));
            return out;
          }};
}

EvalItem velocity() {
  return {"velocity", Solves::nothing, InAll::always,
          "`axes`, `frames: {name: {angular, linear}}`: of the frame and its origin, seen from the ground", [](StateAnswers& a) {
            Value out;
            out.add("axes", a.view().in_name).add_unnamed("frames", by_frame(a, [&](const Frame& frame) {
                                                            return motion_value(a.seen(frame_kinematics(a.model(), a.ws(), frame).V_WF_W), "rad/s",
                                                                                "m/s");
                                                          }));
            return out;
          }};
}

EvalItem acceleration() {
  return {"acceleration", Solves::motion, InAll::always, "the same with accelerations; `linear` is the second derivative of the origin's position",
          [](StateAnswers& a) {
            const SolveAnswer& s = a.motion();
            Value out = status_of(a, s);
            if (!s.solved()) return out;
            update_accelerations(a.model(), s.solution.vdot, a.ws());
            out.add("axes", a.view().in_name).add_unnamed("frames", by_frame(a, [&](const Frame& frame) {
                                                            return motion_value(a.seen(frame_acceleration(a.model(), a.ws(), frame)), "rad/s^2",
                                                                                "m/s^2");
                                                          }));
            return out;
          }};
}

EvalItem jacobian() {
  return {
      "jacobian", Solves::nothing, InAll::always,
      "`axes`, `frames: {name: {rows, columns, values}}`: [ω; velocity of the frame origin] = J v; rows `wx` … `vz`", [](StateAnswers& a) {
        Value out;
        Mat6X J(6, a.model().nv());
        out.add("axes", a.view().in_name).add_unnamed("frames", by_frame(a, [&](const Frame& frame) {
                                                        J.setZero();
                                                        frame_jacobian(a.model(), a.ws(), frame, J);
                                                        for (Eigen::Index c = 0; c < J.cols(); ++c) {
                                                          const Motiond m = a.seen(Motiond{{J(0, c), J(1, c), J(2, c)}, {J(3, c), J(4, c), J(5, c)}});
                                                          J.col(c) << m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z;
                                                        }
                                                        return Value::named_matrix(twist_components, a.model().speed_names(), J);
                                                      }));
        return of_the_tree(a, std::move(out));
      }};
}

}  // namespace zanjir::eval_item
