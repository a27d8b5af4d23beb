#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

Given forward_question(const Model& model, const VecX& tau) {
  Given given{VecX::Zero(model.nv()), tau, {}};
  for (Role role : model.roles()) given.want.push_back(role == Role::prescribed ? Want::tau : Want::vdot);
  return given;
}

Given inverse_question(const Model& model, const VecX& vdot) {
  return {vdot, VecX::Zero(model.nv()), std::vector<Want>(static_cast<std::size_t>(model.nv()), Want::tau)};
}

JointWrench user_wrench(const Joint& joint, const Forced& W, const Forced& actuator, const Vec3d& origin_J, const Vec3d& origin_C) {
  if (!joint.swapped) return {{W.n - cross(origin_C, W.f), W.f}, actuator};
  return {{-(W.n - cross(origin_J, W.f)), -W.f}, {-(actuator.n + cross(origin_C - origin_J, actuator.f)), -actuator.f}};
}

Coverage covers_nothing(std::string why) {
  return {.forward = false,
          .inverse = false,
          .reactions = false,
          .feedback = false,
          .multipliers = false,
          .leftover = false,
          .sigma = false,
          .near_singular = false,
          .why_not = std::move(why)};
}

std::string_view name_of(SolveStatus status) {
  switch (status) {
    case SolveStatus::ok: return "ok";
    case SolveStatus::redundant: return "redundant";
    case SolveStatus::inconsistent: return "inconsistent";
    case SolveStatus::singular: return "singular";
    case SolveStatus::not_converged: return "not_converged";
  }
  return "";
}

}  // namespace zanjir
