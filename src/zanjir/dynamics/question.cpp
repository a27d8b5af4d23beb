#include "zanjir/dynamics/question.hpp"

#include <algorithm>
#include <numeric>

#include "zanjir/core/contract.hpp"
#include "zanjir/loops/rank_finder.hpp"

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
  evaluate_prescribed(model, state.t_s, ask.q, ask.v, ask.vdot);
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
  const auto roles = model.cut_roles();
  return model.n_closure_rows() > 0 || (given.tau_cut.size() > 0 && !given.tau_cut.isZero(0)) ||
         std::any_of(roles.begin(), roles.end(), [](Role role) { return role != Role::passive; });
}

bool is_inverse(const Model& model, const Question& ask) { return ask.free.empty() && model.nv() > 0; }

const LoopRank* kept_rank(const Model& model, const State& state, const Given& given, const Question& ask, LoopRank& decided) {
  bool prescribed = false, standard = true;
  for (std::size_t k = 0; k < ask.want.size(); ++k) {
    const bool by_law = model.roles()[k] == Role::prescribed;
    prescribed = prescribed || by_law;
    standard = standard && (ask.want[k] == Want::vdot || by_law);
  }
  if (is_inverse(model, ask) ? prescribed : !standard) return nullptr;
  return given.rank ? given.rank : &(decided = RankFinder(model).find(model, state));
}

RankUse use_of_rank(const Model& model, const Given& given) {
  if (model.n_closure_rows() == 0 || given.want.size() != model.roles().size()) return RankUse::none;
  bool prescribed = false, forward = false, inverse = false;
  for (std::size_t k = 0; k < given.want.size(); ++k) {
    if (model.roles()[k] == Role::prescribed) prescribed = true;
    else (given.want[k] == Want::vdot ? forward : inverse) = true;
  }
  if (forward) return inverse ? RankUse::none : RankUse::forward;
  return inverse && !prescribed ? RankUse::inverse : RankUse::none;
}

bool misses_a_loop(const Model& model, const Question& ask, const VecX& vdot, const VecX& miss, double part) {
  const VecX& C = model.column_scale();
  const double size = vdot.cwiseQuotient(C).lpNorm<Eigen::Infinity>() + ask.v.cwiseQuotient(C).squaredNorm();
  return miss.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>() > part * size;
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
