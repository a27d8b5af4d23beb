#include "zanjir/verify/pair_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {
namespace {

// Limits at singular configurations. newton-euler extrapolates regular accelerations beside them: delta^8 and rounding over sigma(delta)^3. oracle takes rows that are nearly lost for lost and
// is off by the way to the point, sigma_ratio x delta = 0.05 sigma_ratio of a radian, on which accelerations change a little.
constexpr double limit_error = 1e-8, limit_slope = 0.05;

}  // namespace

PairComparison::PairComparison(const Model& model, const VerifyOptions& options, const Panel& panel, Verification& report)
    : model_(model),
      options_(options),
      panel_(panel),
      report_(report),
      has_free_speeds_(std::ranges::any_of(model.roles(), [](Role role) { return role != Role::prescribed; })) {
  for (std::size_t a = 0; a < panel.size(); ++a) {
    for (std::size_t b = a + 1; b < panel.size(); ++b) {
      pairs_.push_back({a, b});
      report_.pairs.push_back({std::string(panel.name(a)), std::string(panel.name(b)), {}, {}, {}, {}, {}, {}, {}});
    }
  }
}

void PairComparison::compare(int state, Workspace& ws, Yardstick y, const Answers& answers, double given_size, Accelerations accelerations,
                             const LoopFacts* loops) {
  const auto solved = std::find_if(answers.begin(), answers.end(), [](const auto& a) { return a && a->solved(); });
  if (solved != answers.end()) measure_wrenches(model_, ws, (*solved)->solution.vdot, y);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [a, b] = pairs_[p];
    if (!answers[a] || !answers[b]) continue;
    PairAgreement& pair = report_.pairs[p];
    if (answers[a]->solved() != answers[b]->solved()) {
      if (!std::isinf(y.condition)) disagree_on_status(state, pair, *answers[a], *answers[b]);
      continue;
    }
    if (!answers[a]->solved()) continue;
    const Solution &x = answers[a]->solution, &z = answers[b]->solution;
    const bool ill = y.condition > ill_conditioned;
    const double bound = options_.tolerance * agreement_factor * rounding_unit * y.far * y.condition;
    if (model_.nv() > 0) {
      const double vdot_size = given_size + y.size_of_vdot(x.vdot);
      // Whoever finds no accelerations only hands back what was given, and agrees with everyone; so do all of them where accelerations are given.
      if (accelerations == Accelerations::found && has_free_speeds_ && panel_.coverage(a).forward && panel_.coverage(b).forward)
        (ill ? pair.ill_vdot : pair.vdot)
            .take(y.size_of_vdot(x.vdot - z.vdot) / positive(vdot_size), bound, y.condition, state, largest(model_, x.vdot - z.vdot, y.root));
      Eigen::Index worst = 0;
      const double error = tau_error(model_, y, x.tau, z.tau, worst);
      (ill ? pair.ill_tau : pair.tau).take(error, bound, y.condition, state, model_.speed_names()[static_cast<std::size_t>(worst)]);
    }
    for (int k = 0; x.tau_cut.size() == z.tau_cut.size() && k < x.tau_cut.size(); ++k) {  // against the larger of forces and moments
      const double size = std::max({y.force, y.moment, std::abs(x.tau_cut[k])});
      (ill ? pair.ill_tau : pair.tau)
          .take(std::abs(x.tau_cut[k] - z.tau_cut[k]) / positive(size), bound, y.condition, state, model_.cut_speed_names()[at(k)]);
    }
    if (x.reaction.empty() || z.reaction.empty()) continue;
    double force = y.force, moment = y.moment;
    for (const JointWrench& w : x.reaction) {
      force = std::max(force, norm(w.total.f));
      moment = std::max(moment, norm(w.total.n));
    }
    for (std::size_t j = 0; j < x.reaction.size(); ++j) {
      const Forced d = determined(x.reaction[j].total - z.reaction[j].total, loops, static_cast<int>(j)),
                   share = x.reaction[j].actuator - z.reaction[j].actuator;
      const double error =
          std::max({norm(d.f) / positive(force), norm(d.n) / positive(moment), norm(share.f) / positive(force), norm(share.n) / positive(moment)});
      (ill ? pair.ill_reactions : pair.reactions).take(error, bound, y.condition, state, model_.joints()[j].name);
    }
    for (std::size_t c = 0; c < std::min(x.loop_reaction.size(), z.loop_reaction.size()); ++c) {
      const Forced d = determined(x.loop_reaction[c].total - z.loop_reaction[c].total, loops, static_cast<int>(model_.joints().size() + c));
      const double error = std::max(norm(d.f) / positive(force), norm(d.n) / positive(moment));
      (ill ? pair.ill_reactions : pair.reactions).take(error, bound, y.condition, state, name_of(model_.constraints()[c]));
    }
  }
}

// The part of a reaction that no self-stress touches: the choice of the rest is each formulation's own.
Forced PairComparison::determined(const Forced& W, const LoopFacts* loops, int joint) const {
  if (!loops || loops->determinacy.n_states() == 0) return W;
  const double length = model_.length_m();
  Eigen::Matrix<double, 6, 1> w;
  w << W.n.x / length, W.n.y / length, W.n.z / length, W.f.x, W.f.y, W.f.z;
  const MatX block = loops->determinacy.states.middleRows<6>(6 * joint);
  const Eigen::JacobiSVD<MatX> svd(block, Eigen::ComputeThinU);
  for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k) {
    if (svd.singularValues()[k] > 1e-9) w -= svd.matrixU().col(k) * svd.matrixU().col(k).dot(w);
  }
  return {{w[0] * length, w[1] * length, w[2] * length}, {w[3], w[4], w[5]}};
}

void PairComparison::disagree_on_status(int state, const PairAgreement& pair, const Answer& a, const Answer& b) {
  if (!report_.problem.empty()) return;
  const bool first_failed = !a.solved();
  report_.problem =
      fmt::format("{}: {} says {} ({}), {} says {}", options_.named(state), first_failed ? pair.a : pair.b, name_of((first_failed ? a : b).status),
                  (first_failed ? a : b).solution.note, first_failed ? pair.b : pair.a, name_of((first_failed ? b : a).status));
}

void PairComparison::compare_limits(int state, const State& at, const LoopRank& rank, const Yardstick& y, double size, const Answers& answers) {
  SingularState found{state, at.t_s, sigma_ratio(rank), rank.rank, rank.rank_here, {}, {}};
  const auto takes_limits = [&](std::size_t s) { return panel_.coverage(s).near_singular; };
  for (std::size_t s = 0; s < panel_.size(); ++s) {
    if (!answers[s]) continue;
    if (answers[s]->solved()) {
      ++report_.n_limits;
      found.limits.emplace_back(panel_.name(s));
      if (!takes_limits(s) && report_.problem.empty())
        report_.problem = fmt::format("{}: singular, but {} gives accelerations as if it were not", options_.named(state), panel_.name(s));
    } else if (takes_limits(s) && found.why_none.empty()) {
      found.why_none = std::string(name_of(answers[s]->status)) + ": " + answers[s]->solution.note;
    }
  }
  if (!found.limits.empty()) found.why_none.clear();
  report_.singular_states.push_back(std::move(found));
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [a, b] = pairs_[p];
    if (!answers[a] || !answers[b] || !takes_limits(a) || !takes_limits(b)) continue;
    if (answers[a]->solved() != answers[b]->solved()) disagree_on_status(state, report_.pairs[p], *answers[a], *answers[b]);
    if (!answers[a]->solved() || !answers[b]->solved()) continue;
    const VecX &x = answers[a]->solution.vdot, &z = answers[b]->solution.vdot;
    const double bound = options_.tolerance * (limit_error + limit_slope * sigma_ratio(rank));
    report_.pairs[p].limits.take(y.size_of_vdot(x - z) / positive(size + y.size_of_vdot(x)), bound, y.condition, state,
                                 largest(model_, x - z, y.root));
  }
}

void PairComparison::compare_ranks(int state, const Answers& answers, int rank) {
  for (std::size_t s = 0; s < panel_.size(); ++s) {
    if (!answers[s] || !answers[s]->solution.rank) continue;
    ++report_.n_ranks;
    if (*answers[s]->solution.rank != rank && report_.problem.empty())
      report_.problem = fmt::format("{}: {} finds rank {} of the loops, loops/loop_rank {}", options_.named(state), panel_.name(s),
                                    *answers[s]->solution.rank, rank);
  }
}

double sigma_ratio(const LoopRank& rank) {
  return rank.rank > 0 ? rank.singular_values[rank.rank - 1] / std::max(rank.sigma_ref, std::numeric_limits<double>::min()) : 1;
}

}  // namespace zanjir
