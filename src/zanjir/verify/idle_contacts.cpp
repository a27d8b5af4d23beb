#include "zanjir/verify/idle_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/describe/positions.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/dynamics/contacts_left_out.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/closer.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

constexpr double rounding = 1e-9;  // of the model length: gaps, and how far a speed of order one moves one in a second

// The start, and others; empty: loops that do not close.
std::vector<State> some_states(const Model& model) {
  constexpr int others = 4;
  Random random(1);
  State start = initial_state(model);
  if (!Closer(model).positions(model, start).closed) return {};
  std::vector<State> states{start};
  for (int k = 0; k < others; ++k) {
    State state;
    if (model.n_closure_rows() == 0) state = random_state(model, random);
    else if (!random_closed_state(model, random, state)) return {};
    states.push_back(std::move(state));
  }
  return states;
}

// Whether it would act although its gap never changes, or cannot be judged by its normal.
bool is_exempt(const Model& model, const Workspace& start, const Contact& c) {
  if (c.held || c.ground.kind != GroundKind::plane) return true;
  const double gap = contact_gap(model, start, c).distance_m, none = rounding * model.length_m();
  if (gap < -none) return true;
  const auto grips = [](FrictionLawType type) { return type == FrictionLawType::stick || type == FrictionLawType::wheel; };
  return gap <= none && c.holds() && grips(c.compliant->friction.type);
}

// What is left of d(gap)/dv beside the rows of the loops, slides counted in model lengths: one state, and all contacts that are asked about there.
class FreeRows {
 public:
  FreeRows(const Model& model, const State& state) : model_(model), ws_(model), row_(model.nv()) {
    update_velocities(model, state, ws_);
    if (model.n_closure_rows() == 0) return;
    Closure closure(model);
    update_closure_positions(model, ws_, closure);
    loops_.setThreshold(1e-9);  // loops are closed to less, and what is redundant is so to less
    loops_.compute(MatX((MatX(closure.Phi_q) * model.column_scale().asDiagonal()).transpose()));
  }
  bool moves(const Contact& c) {
    contact_row(model_, ws_, c, row_);
    VecX left = row_.transpose().cwiseProduct(model_.column_scale());
    if (model_.n_closure_rows() > 0) {
      left = loops_.householderQ().adjoint() * left;
      left = left.tail(left.size() - loops_.rank()).eval();
    }
    return left.size() > 0 && left.lpNorm<Eigen::Infinity>() > rounding * model_.length_m();
  }

 private:
  const Model& model_;
  Workspace ws_;
  Eigen::RowVectorXd row_;
  Eigen::ColPivHouseholderQR<MatX> loops_;
};

// Axes along which the place of a contact goes at these states; empty: it stands still.
std::string ways_of(const Model& model, const std::vector<State>& states, const Contact& c) {
  Vec3d most{0, 0, 0};
  Workspace ws(model);
  for (const State& state : states) {
    update_velocities(model, state, ws);
    const Vec3d v = frame_kinematics(model, ws, model.frame(c.on)).V_WF_W.v;
    most = {std::max(most.x, std::abs(v.x)), std::max(most.y, std::abs(v.y)), std::max(most.z, std::abs(v.z))};
  }
  std::string ways;
  for (const auto& [speed, axis] : {std::pair{most.x, "x"}, {most.y, "y"}, {most.z, "z"}})
    if (speed > rounding * model.length_m()) ways += (ways.empty() ? "" : ", ") + std::string(axis);
  return ways;
}

}  // namespace

std::vector<int> idle_contacts(const Model& model) {
  if (model.contacts().empty() || model.nv() == 0) return {};
  const std::vector<State> states = some_states(model);
  if (states.empty()) return {};
  Workspace ws(model);
  update_velocities(model, states.front(), ws);
  std::vector<int> idle;
  for (std::size_t i = 0; i < model.contacts().size(); ++i)
    if (!is_exempt(model, ws, model.contacts()[i])) idle.push_back(static_cast<int>(i));
  // Most move, and are seen to by the speeds of the states; rows, which take longer, are for the others.
  for (const State& state : states) {
    update_velocities(model, state, ws);
    const double speed = ws.v.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
    std::erase_if(idle, [&](int i) {
      return std::abs(contact_gap(model, ws, model.contacts()[at(i)]).rate_m_per_s) > rounding * model.length_m() * std::max(1.0, speed);
    });
  }
  constexpr Eigen::Index most_rows = 1000;  // of loops, whose factor is dense: beyond nothing is said
  if (model.n_closure_rows() > most_rows) return {};
  for (const State& state : states) {
    if (idle.empty()) break;
    FreeRows rows(model, state);
    std::erase_if(idle, [&](int i) { return rows.moves(model.contacts()[at(i)]); });
  }
  return idle;
}

std::vector<Diagnostic> idle_contact_warnings(const Description& description, const Model& model) {
  const std::vector<int> idle = idle_contacts(model);
  if (idle.empty()) return {};
  // A place of a chain may lie on its hinge; what one line of the file makes is judged together.
  const auto line_of = [&](const Contact& c) { return c.written.empty() ? c.group : c.written; };
  std::map<std::string, std::vector<int>> by_line;
  std::map<std::string, std::size_t> in_all;
  for (const int i : idle) by_line[line_of(model.contacts()[at(i)])].push_back(i);
  for (const Contact& c : model.contacts()) ++in_all[line_of(c)];
  std::vector<Diagnostic> warnings;
  const std::vector<State> states = some_states(model);
  for (const auto& [line, contacts] : by_line) {
    if (contacts.size() < in_all[line]) continue;
    const Contact& c = model.contacts()[at(contacts.front())];
    const Vec3d& n = c.ground.plane.normal;
    const std::string ways = ways_of(model, states, c);
    warnings.push_back(
        {Severity::warning, "", 0, 0, "contacts." + c.group,
         fmt::format("nothing moves {} along the normal [{:.3g}, {:.3g}, {:.3g}] of the ground: {}", names_of_contacts(model, contacts), n.x, n.y,
                     n.z, contacts.size() > 1 ? "they neither open nor close, and do nothing" : "it neither opens nor closes, and does nothing"),
         ways.empty() ? "its body stands still: give it a joint that moves"
                      : "it moves along " + ways + ": turn `normal` of the ground that way, or give it a joint that moves along the normal"});
  }
  point_at_file(description, warnings);
  return warnings;
}

}  // namespace zanjir
