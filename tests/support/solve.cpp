#include "support/solve.hpp"

#include <stdexcept>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"

namespace zanjir::test {

std::vector<AnyFormulation> formulations_for(const Model& model, Ask ask) {
  std::vector<AnyFormulation> out;
  for (const AnyFormulation& f : all_formulations()) {
    const Coverage c = coverage(f, model);
    const bool covered = ask == Ask::forward ? c.forward : ask == Ask::inverse ? c.inverse : c.reactions && c.inverse;
    if (covered) out.push_back(f);
  }
  return out;
}

bool answers(const Coverage& covered, const Model& model, const Given& given) {
  for (std::size_t k = 0; k < given.want.size(); ++k)
    if (given.want[k] == Want::vdot && model.roles()[k] != Role::prescribed) return covered.forward;
  return covered.inverse;
}

Solution solve_or_throw(const AnyFormulation& formulation, const Model& model, const State& state, const Given& given, Reactions reactions) {
  Solver solver(formulation, model);
  Solution out;
  const SolveStatus status = solver.solve(state, given, reactions, out);
  if (status != SolveStatus::ok) {
    throw std::runtime_error(std::string(solver.name()) + ": " + std::string(name_of(status)) + ": " + out.note);
  }
  return out;
}

Solution forward(const Model& model, const State& state, const VecX& tau) {
  return solve_or_throw(NewtonEuler{}, model, state, forward_question(model, tau));
}

Solution inverse(const Model& model, const State& state, const VecX& vdot) {
  return solve_or_throw(NewtonEuler{}, model, state, inverse_question(model, vdot));
}

double condition_number(const Model& model, const State& state, const Given& given) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  MatX M;
  mass_matrix(model, ws, M);
  std::vector<int> wanted;
  for (int i = 0; i < model.nv(); ++i) {
    if (given.want[static_cast<std::size_t>(i)] == Want::vdot) wanted.push_back(i);
  }
  if (wanted.empty()) return 1;
  const MatX part = M(wanted, wanted);
  const VecX eigenvalues = Eigen::SelfAdjointEigenSolver<MatX>(part, Eigen::EigenvaluesOnly).eigenvalues();
  return eigenvalues.maxCoeff() / std::max(eigenvalues.minCoeff(), 1e-300);
}

void runge_kutta_step(const Model& model, Solver& solver, double h, State& state, const VecX& tau) {
  struct Rate {
    VecX q, v;
  };
  const Given given = forward_question(model, tau.size() == 0 ? VecX(VecX::Zero(model.nv())) : tau);
  Solution solution;
  const auto rate = [&](double t_s, const VecX& q, const VecX& v) {
    if (solver.solve({t_s, q, v}, given, Reactions::skip, solution) != SolveStatus::ok) throw std::runtime_error(solution.note);
    Rate out;
    coordinate_rates(model, q, v, out.q);
    out.v = solution.vdot;
    return out;
  };
  const double t = state.t_s;
  const Rate a = rate(t, state.q, state.v);
  const Rate b = rate(t + h / 2, state.q + a.q * (h / 2), state.v + a.v * (h / 2));
  const Rate c = rate(t + h / 2, state.q + b.q * (h / 2), state.v + b.v * (h / 2));
  const Rate d = rate(t + h, state.q + c.q * h, state.v + c.v * h);
  state.q += (a.q + 2 * b.q + 2 * c.q + d.q) * (h / 6);
  state.v += (a.v + 2 * b.v + 2 * c.v + d.v) * (h / 6);
  state.t_s += h;
  for (const Joint& joint : model.joints()) {
    if (has_quaternion(joint.type)) state.q.segment(joint.q_begin + joint.nq - 4, 4).normalize();
  }
}

}  // namespace zanjir::test
