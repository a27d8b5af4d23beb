#include "zanjir/dynamics/formulations/formulation.hpp"

namespace zanjir {

Given forward_question(const Model& model, const VecX& tau) {
  Given given{VecX::Zero(model.nv()), tau, {}};
  for (Role role : model.roles()) given.want.push_back(role == Role::prescribed ? Want::tau : Want::vdot);
  return given;
}

Given inverse_question(const Model& model, const VecX& vdot) {
  return {vdot, VecX::Zero(model.nv()), std::vector<Want>(static_cast<std::size_t>(model.nv()), Want::tau)};
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
