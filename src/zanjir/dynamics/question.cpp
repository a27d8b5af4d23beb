#include "zanjir/dynamics/question.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/finite.hpp"
#include "zanjir/dynamics/inertia_beyond.hpp"

namespace zanjir {

void resolve(const Model& model, const State& state, const Given& given, Question& ask) {
  const int nv = model.nv();
  ZANJIR_REQUIRE(state.q.size() == model.nq() && state.v.size() == nv, "state does not fit the model");
  ZANJIR_REQUIRE(static_cast<int>(given.want.size()) == nv, "the question must say for each speed what is wanted");
  ZANJIR_REQUIRE(given.vdot.size() == nv && given.tau.size() == nv, "vdot and tau need one entry per speed");
  ask.t_s = state.t_s;
  ask.q = state.q;
  ask.v = state.v;
  if (state.preload.size() > 0) ask.preload = state.preload;
  else ask.preload.setZero(model.n_spring_rows());
  take_contact_memory(model, state, ask.contact);
  ask.vdot = given.vdot;
  ask.tau = given.tau;
  ask.laws.write(model, state.t_s, ask.q, ask.v, ask.vdot, state.laws_at_rest);
  ask.free.clear();
  ask.driven.clear();
  ask.want.assign(static_cast<std::size_t>(nv), Want::tau);
  for (int k = 0; k < nv; ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (given.want[i] == Want::vdot && model.roles()[i] != Role::prescribed) {
      ask.want[i] = Want::vdot;
      ask.free.push_back(k);
      ask.vdot[k] = 0;
    } else {
      ask.driven.push_back(k);
      ask.tau[k] = 0;
    }
  }
}

bool has_loops(const Model& model, const Given& given) {
  if (model.n_closure_rows() > 0) return true;
  if (model.n_cut_v() == 0) return false;
  const auto roles = model.cut_roles();
  return (given.tau_cut.size() > 0 && !given.tau_cut.isZero(0)) ||
         std::any_of(roles.begin(), roles.end(), [](Role role) { return role != Role::passive; });
}

bool is_inverse(const Model& model, const Question& ask) { return ask.free.empty() && model.nv() > 0; }

bool has_kept_rank(const Model& model, const Question& ask) {
  bool prescribed = false, standard = true;
  for (std::size_t k = 0; k < ask.want.size(); ++k) {
    const bool by_law = model.roles()[k] == Role::prescribed;
    prescribed = prescribed || by_law;
    standard = standard && (ask.want[k] == Want::vdot || by_law);
  }
  return is_inverse(model, ask) ? !prescribed : standard;
}

void clear_answer(Solution& out) {
  out.reaction.clear();
  out.loop_reaction.clear();
  clear_all_but_reactions(out);
}

void clear_all_but_reactions(Solution& out) {
  out.sigma_ratio.reset();
  out.configuration.reset();
  out.rank.reset();
  out.note.clear();
}

void begin_answer(const Model& model, const Given& given, const Question& ask, Solution& out) {
  const bool inverse = is_inverse(model, ask) && has_loops(model, given);
  clear_answer(out);
  out.vdot = ask.vdot;
  out.tau = ask.tau;
  if (given.tau_cut.size() > 0 && !inverse) out.tau_cut = given.tau_cut;
  else out.tau_cut.setZero(model.n_cut_v());
  if (model.n_closure_rows() == 0) out.lambda.resize(0);
  if (!inverse) {  // else written where forces are chosen
    out.leftover.resize(0);
    out.leftover_cut.resize(0);
  }
}

SolveStatus refuse(SolveStatus status, std::string_view note, Solution& out) {
  out.note = note;
  if (status == SolveStatus::redundant) return status;
  out.leftover.resize(0);  // nothing was found that could be short of something
  out.leftover_cut.resize(0);
  return status;
}

SolveStatus unresisted(const Model& model, int speed, Solution& out) { return refuse(SolveStatus::singular, unresisted_note(model, speed), out); }

SolveStatus finish_answer(SolveStatus status, Solution& out) {
  if (!solved(status)) return status;
  bool number = true;
  for (const VecX* list : {&out.vdot, &out.tau, &out.tau_cut, &out.lambda})
    if (list->size() > 0) number = number && all_finite(list->data(), list->size());
  for (const auto* list : {&out.reaction, &out.loop_reaction}) {
    for (const JointWrench& W : *list) number = number && std::isfinite(dot(W.total.n, W.total.n) + dot(W.total.f, W.total.f));
  }
  return number ? status : refuse(SolveStatus::not_converged, not_a_number_note, out);
}

double acceleration_size(const Model& model, const VecX& v, const VecX& vdot) {
  const VecX& C = model.column_scale();
  return vdot.cwiseQuotient(C).lpNorm<Eigen::Infinity>() + v.cwiseQuotient(C).squaredNorm() + norm(model.gravity()) / model.length_m();
}

int missed_row(const Model& model, const VecX& v, const VecX& vdot, const VecX& miss, double part) {
  if (miss.size() == 0) return -1;
  Eigen::Index worst = 0;
  const double size = miss.cwiseProduct(model.row_scale()).cwiseAbs().maxCoeff(&worst);
  return size <= part * acceleration_size(model, v, vdot) ? -1 : static_cast<int>(worst);
}

namespace {

std::string loop_of_row(const Model& model, int row) {
  for (const Constraint& constraint : model.constraints()) {
    const int n = n_rows_of(constraint);
    if (row < n) {
      const auto* cut = std::get_if<CutJoint>(&constraint);
      const auto* rod = std::get_if<Distance>(&constraint);
      return cut ? cut->joint.name : rod ? rod->name : std::get<Gear>(constraint).name;
    }
    row -= n;
  }
  return {};
}

}  // namespace

SolveStatus opens_a_loop(const Model& model, int row, Solution& out) {
  return refuse(SolveStatus::inconsistent,
                "these accelerations would open the loop at '" + loop_of_row(model, row) + "'; give accelerations that keep it closed", out);
}

SolveStatus contradicts_a_loop(const Model& model, int row, Solution& out) {
  return refuse(SolveStatus::inconsistent, "the given accelerations contradict the loop at '" + loop_of_row(model, row) + "'", out);
}

bool drives_a_sprung_joint(const Model& model) {
  for (const Constraint& c : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&c);
    if (!cut || cut->springs < 0) continue;
    for (int k = 0; k < cut->joint.nv; ++k) {
      if (model.cut_roles()[static_cast<std::size_t>(cut->joint.v_begin + k)] != Role::passive) return true;
    }
  }
  return false;
}

std::vector<int> all_speeds(const Model& model) {
  std::vector<int> speeds(static_cast<std::size_t>(model.nv()));
  std::iota(speeds.begin(), speeds.end(), 0);
  return speeds;
}

}  // namespace zanjir
