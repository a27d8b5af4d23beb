#include "support/subject.hpp"

#include <cstdint>

namespace zanjir::bench {

const char* name_of(Task task) {
  switch (task) {
    case Task::inverse_dynamics: return "inverse_dynamics";
    case Task::forward_dynamics: return "forward_dynamics";
    case Task::mass_matrix: return "mass_matrix";
    case Task::kinematics: return "kinematics";
    case Task::jacobian: return "jacobian";
  }
  return "";
}

Subject::Subject(const kernels::Tables& tables, const BenchState& state, const kernels::Functions& f) : f_(f), tables_(tables) {
  walk_ = kernels::mass_matrix_choice(tables_);
  const auto w = static_cast<std::size_t>(f.lanes), nv = static_cast<std::size_t>(tables.nv);
  const auto spread = [&](const std::vector<double>& from, std::vector<double>& to) {
    to.assign(from.size() * w + 8, 0.0);
    for (std::size_t i = 0; i < from.size() * w; ++i) at(to)[i] = from[i / w];
  };
  spread(state.q, q_);
  spread(state.v, v_);
  spread(state.vdot, vdot_);
  spread(state.tau, tau_);
  tau_out_.assign(nv * w + 8, 0.0);
  vdot_out_ = tau_out_;
  scratch_.assign(kernels::scratch_layout(tables_.n_steps).total * w + 8, 0.0);
  M_.assign(nv * nv * w + 8, 0.0);
  J_.assign(6 * nv * w + 8, 0.0);
  point_.assign(3 * w + 8, 0.0);
}

double* Subject::at(std::vector<double>& a) const {
  const auto address = reinterpret_cast<std::uintptr_t>(a.data());
  return a.data() + (64 - address % 64) % 64 / 8;
}

void Subject::run(Task task, int calls) {
  double *q = at(q_), *v = at(v_), *scratch = at(scratch_), *M = at(M_), *J = at(J_), *point = at(point_);
  const auto mass_matrix = walk_ == kernels::MassMatrixWalk::world ? f_.mass_matrix_world : f_.mass_matrix_rows;
  for (int i = 0; i < calls; ++i) switch (task) {
      case Task::inverse_dynamics: f_.inverse_dynamics(tables_, kernels::Known::nothing, q, v, at(vdot_), nullptr, scratch, at(tau_out_)); break;
      case Task::forward_dynamics:
        f_.forward_dynamics(tables_, kernels::Known::nothing, q, v, nullptr, nullptr, scratch, at(tau_), at(vdot_out_));
        break;
      case Task::mass_matrix:
        f_.kinematics(tables_, q, nullptr, scratch);
        mass_matrix(tables_, scratch, M);
        break;
      case Task::kinematics: f_.kinematics(tables_, q, v, scratch); break;
      case Task::jacobian:
        f_.kinematics_to(tables_, q, tables_.n_steps - 1, scratch);
        f_.jacobian(tables_, scratch, tables_.n_steps - 1, point, J);
        break;
    }
}

std::vector<double> Subject::result(Task task) const {
  auto& self = const_cast<Subject&>(*this);
  const auto w = static_cast<std::size_t>(f_.lanes);
  const auto lane = [&](std::vector<double>& a, std::size_t begin, std::size_t n) {
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = at(a)[(begin + i) * w];
    return out;
  };
  const auto nv = static_cast<std::size_t>(tables_.nv), last = static_cast<std::size_t>(tables_.n_steps - 1);
  switch (task) {
    case Task::inverse_dynamics: return lane(self.tau_out_, 0, nv);
    case Task::forward_dynamics: return lane(self.vdot_out_, 0, nv);
    case Task::mass_matrix: return lane(self.M_, 0, nv * nv);
    case Task::kinematics: return lane(self.scratch_, kernels::scratch_layout(tables_.n_steps).X_WB + 12 * last, 12);
    case Task::jacobian: return lane(self.J_, 0, 6 * nv);
  }
  return {};
}

}  // namespace zanjir::bench
