#include "zanjir/terms/loop_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/loops/branches.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"

namespace zanjir {
namespace {

bool is_quaternion_part(const UserJoints& users, int entry) { return users.coordinate_units()[static_cast<std::size_t>(entry)] == "1"; }
bool is_angle(const UserJoints& users, int entry) { return users.coordinate_units()[static_cast<std::size_t>(entry)] == "rad"; }

// The speed that is the rate of a scalar coordinate of a cut joint; -1 for parts of quaternions and positions of free joints.
int speed_of(const UserJoints& users, int entry) {
  for (const UserJoint& u : users.joints()) {
    if (entry >= u.q_begin && entry < u.q_begin + u.joint.nq) return u.joint.nq == u.joint.nv ? u.v_begin + entry - u.q_begin : -1;
  }
  return -1;
}

double apart(const UserJoints& users, int entry, double a, double b) {
  double d = a - b;
  if (is_angle(users, entry)) d -= 2 * std::numbers::pi * std::round(d / (2 * std::numbers::pi));
  return d;
}


struct Left {
  double size = 0;  // scaled
  Eigen::Index row = 0;
};
// Changes the entries of x that are not held as little as possible (scaled), so that A x = b; A has scaled rows and columns.
Left least_change(const MatX& scaled, const VecX& scaled_b, const std::vector<bool>& held, const VecX& C, VecX& x) {
  Left left;
  if (scaled.rows() == 0) return left;
  MatX A = scaled;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i]) A.col(static_cast<Eigen::Index>(i)).setZero();
  }
  const auto rest = [&] { return VecX(scaled * x.cwiseQuotient(C) - scaled_b); };
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const VecX& sigma = svd.singularValues();
  VecX c = svd.matrixU().transpose() * rest();
  for (Eigen::Index i = 0; i < sigma.size(); ++i) c[i] = sigma[i] > rank_threshold * sigma[0] ? c[i] / sigma[i] : 0;
  x -= C.cwiseProduct(svd.matrixV() * c);
  left.size = rest().cwiseAbs().maxCoeff(&left.row);
  return left;
}

// Rows of the loops, then of the given freedoms of cut joints; scaled.
struct Stacked {
  MatX A;
  VecX row_scale;
};
Stacked stack(const Model& model, const UserJoints& users, const Workspace& ws, const Closure& closure, const std::vector<int>& speeds) {
  const Eigen::Index nc = model.n_closure_rows(), n = nc + static_cast<Eigen::Index>(speeds.size());
  Stacked s{MatX(n, model.nv()), VecX(n)};
  s.A.topRows(nc) = closure.Phi_q;
  s.row_scale.head(nc) = model.row_scale();
  if (!speeds.empty()) s.A.bottomRows(n - nc) = users.speed_rows(ws)(speeds, Eigen::all);
  for (Eigen::Index i = nc; i < n; ++i) s.row_scale[i] = users.turns(speeds[static_cast<std::size_t>(i - nc)]) ? 1 : 1 / model.length_m();
  s.A = s.row_scale.asDiagonal() * s.A * model.column_scale().asDiagonal();
  return s;
}

// Quaternions and positions of cut ball and free joints, given as a whole: rows that hold the second body there.
std::vector<CutJoint> held_poses(const Model& model, const UserJoints& users, const LoopGiven& given) {
  std::vector<CutJoint> held;
  for (const UserJoint& u : users.joints()) {
    if (u.tree >= 0 || u.joint.nq == u.joint.nv) continue;
    std::vector<double> q(static_cast<std::size_t>(u.joint.nq), 0.0);
    int turn_parts = 0, point_parts = 0;
    for (std::size_t i = 0; i < given.entries.size(); ++i) {
      const int part = given.entries[i] - u.q_begin;
      if (part < 0 || part >= u.joint.nq) continue;
      q[static_cast<std::size_t>(part)] = given.values[i];
      ++(part >= u.joint.nq - 4 ? turn_parts : point_parts);
    }
    if (turn_parts < 4 && point_parts < 3) continue;
    if (turn_parts < 4) q[q.size() - 4] = 1, q[q.size() - 3] = q[q.size() - 2] = q[q.size() - 1] = 0;
    CutJoint hold = held_joint(model, u.joint, q.data());
    std::erase_if(hold.rows, [&](const ClosureRow& row) { return is_translation(row.kind) ? point_parts < 3 : turn_parts < 4; });
    held.push_back(std::move(hold));
  }
  return held;
}

// Damped Gauss-Newton on the loops and on the given coordinates of cut joints together.
void drive_cut_coordinates(const Model& model, const UserJoints& users, const LoopGiven& given, const std::vector<bool>& held, State& state) {
  std::vector<int> speeds, entries;
  std::vector<double> values;
  for (std::size_t i = 0; i < given.entries.size(); ++i) {
    const int speed = speed_of(users, given.entries[i]);
    if (speed < 0) continue;
    speeds.push_back(speed);
    entries.push_back(given.entries[i]);
    values.push_back(given.values[i]);
  }
  if (speeds.empty()) return;
  Workspace ws(model);
  Closure closure(model);
  const Eigen::Index nc = model.n_closure_rows();
  VecX row_scale;
  Stacked rows;
  const auto residual = [&](const State& s) {
    update_positions(model, s, ws);
    update_closure_positions(model, ws, closure);
    rows = stack(model, users, ws, closure, speeds);
    const VecX q = users.coordinates(ws);
    VecX r(nc + static_cast<Eigen::Index>(entries.size()));
    r.head(nc) = closure.phi;
    for (std::size_t i = 0; i < entries.size(); ++i) r[nc + static_cast<Eigen::Index>(i)] = apart(users, entries[i], q[entries[i]], values[i]);
    return VecX(r.cwiseProduct(rows.row_scale));
  };
  VecX r = residual(state);
  for (int iteration = 0; iteration < 100 && r.norm() > 1e-14; ++iteration) {
    MatX A = rows.A;
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (held[i]) A.col(static_cast<Eigen::Index>(i)).setZero();
    }
    const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const VecX& sigma = svd.singularValues();
    const VecX c = (sigma.array() / (sigma.array().square() + r.norm() * 0.1) * (svd.matrixU().transpose() * r).array()).matrix();
    VecX step = -(model.column_scale().asDiagonal() * (svd.matrixV() * c));
    const double largest = step.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    if (largest > 0.3) step *= 0.3 / largest;
    State next = state;
    VecX r_next;
    double factor = 1;
    for (int halving = 0; halving < 12; ++halving, factor /= 2) {
      retract(model, state.q, step * factor, next.q);
      r_next = residual(next);
      if (r_next.norm() < r.norm()) break;
    }
    if (!(r_next.norm() < r.norm())) break;
    state = next;
    r = r_next;
  }
}

}  // namespace

bool says_anything(const LoopGiven& given) { return !given.entries.empty() || std::count(given.held.begin(), given.held.end(), true) > 0; }

std::vector<ConstraintResidual> residuals_by_constraint(const Model& model, const VecX& phi) {
  std::vector<ConstraintResidual> out;
  Eigen::Index row = 0;
  for (const Constraint& c : model.constraints()) {
    out.push_back({name_of(c), {}, {}});
    for (int n = std::visit([](const auto& x) { return n_rows_of(x); }, c); n > 0; --n, ++row) {
      out.back().residuals.push_back(phi[row]);
      out.back().units.emplace_back(row_is_angle(model.constraints(), row) ? "rad" : "m");
    }
  }
  return out;
}

std::vector<Contradiction> complete_positions(const Model& model, const UserJoints& users, const LoopGiven& given, State& state) {
  std::vector<Contradiction> problems;
  if (model.n_closure_rows() == 0) return problems;
  const std::vector<bool> held = with_prescribed(model, given.held);
  State closed = state;
  AssemblyReport report = close_positions(model, closed, held);
  if (!given.entries.empty()) {
    if (!report.closed) closed = state;
    close_positions(model, ClosureTask(model, held_poses(model, users, given)), closed, held);
    drive_cut_coordinates(model, users, given, held, closed);
    State again = closed;
    const AssemblyReport after = close_positions(model, again, held);
    if (after.closed) closed = again;
    report = after;
  }
  if (!report.closed && given.entries.empty() && report.residual > typed_tolerance) {  // the guess was too rough: look further, take the nearest
    BranchSearch search;
    search.method = BranchSearch::Method::numeric;
    search.quiet_starts = 50;
    search.max_listed = 1;
    const Branches others = find_branches(model, {{}, held, {}}, state, search);
    if (!others.list.empty()) {
      closed = others.list[0].state;
      report.closed = true;
    }
  }
  if (!report.closed && report.residual <= typed_tolerance) {  // as typed: the given numbers give way by rounding
    report = close_positions(model, closed);
  }
  if (!report.closed) {
    const std::string gap = fmt::format("at joint '{}' a gap of {:.6g} {} is left", report.worst, report.worst_gap, report.worst_is_angle ? "rad" : "m");
    const bool from_file = !given.paths.empty() && given.paths.front().starts_with("initial.");
    if (says_anything(given)) problems.push_back({from_file ? given.paths.front() : "q", "the given coordinates contradict the loops: " + gap, "give fewer of them, so that the others can close the loops"});
    else problems.push_back({"loops." + report.worst, "the loops do not close from the file's initial state: " + gap, "give a better guess under `initial:`, or check the dimensions"});
    return problems;
  }
  Workspace ws(model);
  update_positions(model, closed, ws);
  const VecX q = users.coordinates(ws);
  for (std::size_t i = 0; i < given.entries.size(); ++i) {
    const int entry = given.entries[i];
    double off = std::abs(apart(users, entry, given.values[i], q[entry]));
    if (is_quaternion_part(users, entry)) {  // q and -q are the same turn
      for (const UserJoint& u : users.joints()) {
        const int begin = u.q_begin + u.joint.nq - 4;
        if (entry < begin || entry >= begin + 4 || u.joint.nq < 4) continue;
        double dot = 0;
        for (std::size_t k = 0; k < given.entries.size(); ++k) {
          if (given.entries[k] >= begin && given.entries[k] < begin + 4) dot += given.values[k] * q[given.entries[k]];
        }
        if (dot < 0) off = std::abs(given.values[i] + q[entry]);
      }
    }
    const std::string& unit = users.coordinate_units()[static_cast<std::size_t>(entry)];
    if (off <= typed_tolerance * (unit == "m" ? model.length_m() : 1)) continue;
    problems.push_back({given.paths[i], fmt::format("contradicts the loops: the others leave joint coordinate '{}' at {:.9g}{}, {:.6g}{} away from the {:.9g} given",
                                                    users.coordinate_names()[static_cast<std::size_t>(entry)], q[entry], unit == "1" ? "" : " " + unit, off,
                                                    unit == "1" ? "" : " " + unit, given.values[i]),
                        "leave it out, or give fewer of the others"});
  }
  if (problems.empty()) state = closed;
  return problems;
}

std::vector<Contradiction> complete_initial_positions(const Model& model, const UserJoints& users, State& state) {
  if (model.n_closure_rows() == 0) return {};
  LoopGiven given;
  given.held.assign(static_cast<std::size_t>(model.nv()), false);
  for (const UserJoint& u : users.joints()) {
    for (int i = 0; u.tree < 0 && i < u.joint.nq; ++i) {
      const std::optional<double>& value = model.initial_cut_q()[static_cast<std::size_t>(u.joint.q_begin + i)];
      if (!value) continue;
      given.entries.push_back(u.q_begin + i);
      given.values.push_back(*value);
      given.paths.push_back("initial.q." + users.coordinate_names()[static_cast<std::size_t>(u.q_begin + i)]);
    }
  }
  LoopGiven all = given;
  all.held = model.initial_q_given();
  State closed = state;
  if (says_anything(all) && close_positions(model, closed, with_prescribed(model, all.held)).closed && complete_positions(model, users, all, closed).empty()) {
    state = closed;
    return {};
  }
  return complete_positions(model, users, given, state);
}

LoopGiven initial_speeds(const Model& model, const UserJoints& users) {
  LoopGiven given;
  if (model.n_closure_rows() == 0) return given;
  given.held = model.initial_v_given();
  for (const UserJoint& u : users.joints()) {
    for (int i = 0; u.tree < 0 && i < u.joint.nv; ++i) {
      const std::optional<double>& value = model.initial_cut_v()[static_cast<std::size_t>(u.joint.v_begin + i)];
      if (!value) continue;
      given.entries.push_back(u.v_begin + i);
      given.values.push_back(*value);
      given.paths.push_back("initial.v." + users.speed_names()[static_cast<std::size_t>(u.v_begin + i)]);
    }
  }
  return given;
}

namespace {

std::string where(const Model& model, const UserJoints& users, const Left& left, const VecX& row_scale, const LoopGiven& given, const char* per) {
  const Eigen::Index nc = model.n_closure_rows();
  const bool loop = left.row < nc;
  const bool angle = loop ? row_is_angle(model.constraints(), left.row) : users.turns(given.entries[static_cast<std::size_t>(left.row - nc)]);
  return fmt::format("at joint '{}' {:.6g} {}{} {} left", loop ? row_name(model.constraints(), left.row) : users.speed_names()[static_cast<std::size_t>(given.entries[static_cast<std::size_t>(left.row - nc)])],
                     left.size / row_scale[left.row], angle ? "rad" : "m", per, "is");
}

}  // namespace

std::vector<Contradiction> complete_velocities(const Model& model, const UserJoints& users, const LoopGiven& given, State& state) {
  if (model.n_closure_rows() == 0 && given.entries.empty()) return {};
  Workspace ws(model);
  Closure closure(model);
  update_velocities(model, state, ws);
  update_closure_positions(model, ws, closure);
  state.v = ws.v;
  const Stacked rows = stack(model, users, ws, closure, given.entries);
  VecX b = VecX::Zero(rows.A.rows());
  for (std::size_t i = 0; i < given.values.size(); ++i) b[model.n_closure_rows() + static_cast<Eigen::Index>(i)] = given.values[i];
  b = b.cwiseProduct(rows.row_scale);
  const VecX& C = model.column_scale();
  VecX v = state.v;
  Left left = least_change(rows.A, b, with_prescribed(model, given.held), C, v);
  // The speeds that were changed count too: asked to stop, they leave rounding of their own size.
  const double size = std::max({state.v.cwiseQuotient(C).lpNorm<Eigen::Infinity>(), v.cwiseQuotient(C).lpNorm<Eigen::Infinity>(), b.lpNorm<Eigen::Infinity>()});
  if (left.size > typed_tolerance * size && left.size > 0) {
    return {{"v", std::string(says_anything(given) ? "the given speeds contradict the loops: " : "the loops allow no such speeds: ") + where(model, users, left, rows.row_scale, given, "/s"),
             "give fewer of them, so that the others can follow"}};
  }
  if (left.size > 1e-13 * size) least_change(rows.A, b, with_prescribed(model, {}), C, v);
  state.v = v;
  return {};
}

std::vector<Contradiction> complete_accelerations(const Model& model, const UserJoints& users, const LoopGiven& given, const State& state, VecX& vdot) {
  if (model.n_closure_rows() == 0 && given.entries.empty()) return {};
  Workspace ws(model);
  Closure closure(model);
  update_velocities(model, state, ws);
  VecX bias;
  bias_force(model, ws, bias);  // leaves the accelerations for vdot = 0
  update_closure_positions(model, ws, closure);
  update_closure_rates(model, ws, closure);
  const Stacked rows = stack(model, users, ws, closure, given.entries);
  VecX b(rows.A.rows());
  b.head(model.n_closure_rows()) = closure.gamma;
  if (!given.entries.empty()) {
    const VecX zero = VecX::Zero(model.nv());
    update_accelerations(model, zero, ws);
    const VecX drift = users.accelerations(ws, zero);
    for (std::size_t i = 0; i < given.entries.size(); ++i) b[model.n_closure_rows() + static_cast<Eigen::Index>(i)] = given.values[i] - drift[given.entries[i]];
  }
  b = b.cwiseProduct(rows.row_scale);
  const VecX& C = model.column_scale();
  VecX a = vdot;
  Left left = least_change(rows.A, b, with_prescribed(model, given.held), C, a);
  const double size = std::max(a.cwiseQuotient(C).lpNorm<Eigen::Infinity>(), b.lpNorm<Eigen::Infinity>());
  if (left.size > typed_tolerance * size && left.size > 0) {
    if (!says_anything(given)) return {};  // a singular configuration: the solver says more
    return {{"vdot", "the given accelerations contradict the loops: " + where(model, users, left, rows.row_scale, given, "/s^2"), "give fewer of them, so that the others can follow"}};
  }
  if (left.size > 1e-13 * size) least_change(rows.A, b, with_prescribed(model, {}), C, a);
  vdot = a;
  return {};
}

LoopFacts loop_facts(const Model& model, const State& state) {
  LoopFacts facts;
  facts.rank = generic_rank(model, state);
  Workspace ws(model);
  Closure closure(model);
  ScaledRows rows(model);
  update_positions(model, state, ws);
  update_closure_positions(model, ws, closure);
  facts.phi = closure.phi;
  if (model.n_closure_rows() > 0 && model.nv() > 0) {
    update_scaled_rows(model, closure, rows);
    facts.null_of_rows = model.row_scale().asDiagonal() * rows.svd.matrixU().rightCols(model.n_closure_rows() - facts.rank.rank);
  }
  facts.determinacy = determinacy(model, ws, closure, facts.null_of_rows);
  return facts;
}

}  // namespace zanjir
