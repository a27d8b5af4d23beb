#include "zanjir/report/verification_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/report/json_values.hpp"
#include "zanjir/report/table.hpp"

namespace zanjir {
namespace {

std::string cell(const Worst& w) { return w.n == 0 ? "-" : fmt::format("{:.1e}{}", w.error, w.holds() ? "" : " !"); }

const Worst& nearest_to_bound(const Worst& a, const Worst& b, const Worst& c) {
  const Worst& ab = b.ratio() > a.ratio() ? b : a;
  return c.ratio() > ab.ratio() ? c : ab;
}

void add_row(Table& table, const std::string& pair, const Worst& vdot, const Worst& tau, const Worst& reactions) {
  if (vdot.n + tau.n + reactions.n == 0) return;
  const Worst& w = nearest_to_bound(vdot, tau, reactions);
  table.add({pair, cell(vdot), cell(tau), cell(reactions), fmt::format("{:.1e}", w.bound), fmt::format("{:.1e}", w.condition)});
}

std::string called(const SingularState& s, bool along) {
  if (s.state < 0) return "the initial state";
  return fmt::format("state {}{}", s.state, along ? fmt::format(", t = {:g} s", s.t_s) : "");
}

// Which states, how singular, and what those say who take the limit along the motion.
std::string singular_text(const Verification& v) {
  const auto started = std::any_of(v.singular_states.begin(), v.singular_states.end(), [](const SingularState& s) { return s.state < 0; });
  std::string out = fmt::format("singular: {} of {} states{}; accelerations are the limit along the motion where somebody gives it ({} answers)\n",
                                v.n_singular, v.n_states, started ? " and the initial one" : "", v.n_limits);
  constexpr std::size_t listed = 8;
  for (std::size_t i = 0; i < std::min(listed, v.singular_states.size()); ++i) {
    const SingularState& s = v.singular_states[i];
    std::string who;
    for (const std::string& name : s.limits) who += (who.empty() ? "" : " and ") + name;
    out += fmt::format("  {}: rank {} instead of {}, smallest singular value {:.1e} of those beside it; {}\n", called(s, !v.along.empty()),
                       s.rank_here, s.rank, s.sigma_ratio, who.empty() ? s.why_none : "limits by " + who);
  }
  if (v.singular_states.size() > listed) out += fmt::format("  and {} more: `--json` has them all\n", v.singular_states.size() - listed);
  return out;
}

Json json_of(const SingularState& s) {
  return {{"state", s.state < 0 ? Json("initial") : Json(s.state)},
          {"t", s.t_s},
          {"rank", s.rank},
          {"rank_here", s.rank_here},
          {"sigma", s.sigma_ratio},
          {"limits", s.limits},
          {"why_none", s.why_none}};
}

Json json_of(const Worst& w) {
  if (w.n == 0) return {{"n", 0}};
  return {{"n", w.n},         {"error", w.error}, {"bound", w.bound},  {"condition", w.condition},
          {"state", w.state}, {"where", w.where}, {"holds", w.holds()}};
}

}  // namespace

std::string verification_text(const Verification& v) {
  const bool cut = v.n_states < v.n_wanted;
  const std::string states = v.along.empty() ? "random states" : fmt::format("states from {} rows of {}", v.along_rows, v.along);
  std::string out = fmt::format("{}: {}{} {}, seed {}, {} comparisons; largest condition number of the scaled mass matrix {:.1e}\n", v.model,
                                v.n_states, cut ? fmt::format(" of {}", v.n_wanted) : "", states, v.seed, v.n_comparisons(), v.largest_condition);
  if (cut)
    out += fmt::format("the budget of {:g} s was used up after {} state{}: `--budget` gives more, 0 all of it\n", v.budget_s, v.n_states,
                       v.n_states == 1 ? "" : "s");
  if (v.n_ill_conditioned > 0)
    out += fmt::format("{} of {} states above condition {:.0e}, listed apart\n", v.n_ill_conditioned, v.n_states, ill_conditioned);
  if (v.n_singular > 0 && !v.loops)
    out += fmt::format("{} of {} states singular: accelerations not compared there, forces are\n", v.n_singular, v.n_states);
  if (!v.singular_states.empty()) out += singular_text(v);
  if (v.n_ranks > 0) out += fmt::format("rank of the loops: {} decided, each from rows of its own\n", v.n_ranks);
  if (v.n_not_closed > 0) out += fmt::format("{} of {} states could not be closed: nothing compared there\n", v.n_not_closed, v.n_states);
  out += "\n";
  Table pairs({"agreement, largest relative difference", "vdot", "tau", "reactions", "bound", "condition"});
  for (const PairAgreement& p : v.pairs) add_row(pairs, p.a + " - " + p.b, p.vdot, p.tau, p.reactions);
  for (const PairAgreement& p : v.pairs)
    add_row(pairs, p.a + " - " + p.b + fmt::format(", above {:.0e}", ill_conditioned), p.ill_vdot, p.ill_tau, p.ill_reactions);
  for (const PairAgreement& p : v.pairs) add_row(pairs, p.a + " - " + p.b + ", limits at singular states", p.limits, {}, {});
  if (pairs.empty()) out += "  no two formulations to compare\n";
  else out += pairs.text();
  out += "\n";
  Table checks({"check", "error", "bound", "what"});
  for (const Check& c : v.checks) {
    checks.add({c.name, cell(c.worst), c.worst.n == 0 ? "-" : fmt::format("{:.1e}", c.worst.bound),
                c.meaning + (c.worst.n == 0 ? " (nothing to check here)" : "")});
  }
  out += checks.text();
  for (const Participant& p : v.participants) {
    if (!p.takes_part) out += fmt::format("\n  {} sits out: {}", p.name, p.coverage.why_not);
    else if (!p.coverage.why_not.empty()) out += fmt::format("\n  {} sits out in part: {}", p.name, p.coverage.why_not);
    else if (!p.coverage.forward || !p.coverage.inverse || !p.coverage.reactions)
      out += fmt::format("\n  {} gives no {}", p.name, !p.coverage.forward ? "accelerations" : !p.coverage.inverse ? "forces" : "reactions");
    if (p.too_large) out += fmt::format("\n  {} was not asked what would take more than 4 GB of memory: --yes when it is meant", p.name);
    if (p.n_passed_over > 0 && p.n_states == 0)
      out += fmt::format("\n  {} was not asked: an answer would take about {:.2g} s, more than is left of the budget of {:g} s: `--budget 0` asks it",
                         p.name, p.expected_s, v.budget_s);
    else if (p.n_passed_over > 0)
      out += fmt::format("\n  {} was passed over at {} of {} states, at {:.2g} s each, to keep the budget of {:g} s: `--budget 0` asks it everywhere",
                         p.name, p.n_passed_over, v.n_states, p.seconds / std::max(p.n_states, 1), v.budget_s);
    if (p.n_not_solved > 0) out += fmt::format("\n  {} gave up {} times; the first: {}", p.name, p.n_not_solved, p.note);
  }
  for (const std::string& what : v.in_part) out += "\n  " + what;
  if (out.back() != '\n') out += "\n";
  out += v.agrees() ? "\nagrees: every difference is within its bound\n" : "\nNOT VERIFIED: " + v.problem + "\n";
  return out;
}

std::string verification_json(const Verification& v) {
  Json formulations = Json::array(), pairs = Json::array(), checks = Json::array(), singular = Json::array();
  for (const SingularState& s : v.singular_states) singular.push_back(json_of(s));
  for (const Participant& p : v.participants) {
    formulations.push_back({{"name", p.name},
                            {"takes_part", p.takes_part},
                            {"forward", p.coverage.forward},
                            {"inverse", p.coverage.inverse},
                            {"reactions", p.coverage.reactions},
                            {"why_not", p.coverage.why_not},
                            {"states", p.n_states},
                            {"passed_over", p.n_passed_over},
                            {"expected", p.expected_s},
                            {"not_solved", p.n_not_solved},
                            {"note", p.note}});
  }
  for (const PairAgreement& p : v.pairs) {
    pairs.push_back({{"a", p.a},
                     {"b", p.b},
                     {"vdot", json_of(p.vdot)},
                     {"tau", json_of(p.tau)},
                     {"reactions", json_of(p.reactions)},
                     {"limits", json_of(p.limits)},
                     {"ill_conditioned", {{"vdot", json_of(p.ill_vdot)}, {"tau", json_of(p.ill_tau)}, {"reactions", json_of(p.ill_reactions)}}}});
  }
  for (const Check& c : v.checks) {
    Json entry = {{"name", c.name}, {"what", c.meaning}};
    entry.update(json_of(c.worst));
    checks.push_back(entry);
  }
  return to_line({{"model", v.model},
                  {"seed", v.seed},
                  {"along", v.along.empty() ? Json(nullptr) : Json({{"file", v.along}, {"rows", v.along_rows}})},
                  {"states", v.n_states},
                  {"states_wanted", v.n_wanted},
                  {"budget", v.budget_s},
                  {"comparisons", v.n_comparisons()},
                  {"states_not_closed", v.n_not_closed},
                  {"condition",
                   {{"largest", v.largest_condition},
                    {"limit", ill_conditioned},
                    {"states_above", v.n_ill_conditioned},
                    {"states_singular", v.n_singular},
                    {"limits", v.n_limits}}},
                  {"singular_states", singular},
                  {"ranks_compared", v.n_ranks},
                  {"formulations", formulations},
                  {"agreement", pairs},
                  {"checks", checks},
                  {"in_part", v.in_part},
                  {"agrees", v.agrees()},
                  {"problem", v.problem}});
}

}  // namespace zanjir
