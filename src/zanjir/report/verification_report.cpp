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

Json json_of(const Worst& w) {
  if (w.n == 0) return {{"n", 0}};
  return {{"n", w.n},         {"error", w.error}, {"bound", w.bound},  {"condition", w.condition},
          {"state", w.state}, {"where", w.where}, {"holds", w.holds()}};
}

}  // namespace

std::string verification_text(const Verification& v) {
  const bool cut = v.n_states < v.n_wanted;
  std::string out = fmt::format("{}: {}{} random states, seed {}, {} comparisons; largest condition number of the scaled mass matrix {:.1e}\n",
                                v.model, v.n_states, cut ? fmt::format(" of {}", v.n_wanted) : "", v.seed, v.n_comparisons(), v.largest_condition);
  if (cut)
    out += fmt::format("the budget of {:g} s was used up after {} state{}: `--budget` gives more, 0 all of it\n", v.budget_s, v.n_states,
                       v.n_states == 1 ? "" : "s");
  if (v.n_ill_conditioned > 0)
    out += fmt::format("{} of {} states above condition {:.0e}, listed apart\n", v.n_ill_conditioned, v.n_states, ill_conditioned);
  if (v.n_singular > 0 && !v.loops)
    out += fmt::format("{} of {} states singular: accelerations not compared there, forces are\n", v.n_singular, v.n_states);
  if (v.n_singular > 0 && v.loops)
    out += fmt::format("{} of {} states singular: nothing compared there, but that whoever takes no limit along the motion says so ({} limits)\n",
                       v.n_singular, v.n_states, v.n_limits);
  if (v.n_ranks > 0) out += fmt::format("rank of the loops: {} decided, each from rows of its own\n", v.n_ranks);
  if (v.n_not_closed > 0) out += fmt::format("{} of {} states could not be closed: nothing compared there\n", v.n_not_closed, v.n_states);
  out += "\n";
  Table pairs({"agreement, largest relative difference", "vdot", "tau", "reactions", "bound", "condition"});
  for (const PairAgreement& p : v.pairs) add_row(pairs, p.a + " - " + p.b, p.vdot, p.tau, p.reactions);
  for (const PairAgreement& p : v.pairs)
    add_row(pairs, p.a + " - " + p.b + fmt::format(", above {:.0e}", ill_conditioned), p.ill_vdot, p.ill_tau, p.ill_reactions);
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
    if (p.n_passed_over > 0)
      out += fmt::format("\n  {} was passed over at {} of {} states, at {:.2g} s each, to keep the budget of {:g} s: `--budget 0` asks it everywhere",
                         p.name, p.n_passed_over, v.n_states, p.seconds / std::max(p.n_states, 1), v.budget_s);
    if (p.n_not_solved > 0) out += fmt::format("\n  {} gave up {} times; the first: {}", p.name, p.n_not_solved, p.note);
  }
  if (out.back() != '\n') out += "\n";
  out += v.agrees() ? "\nagrees: every difference is within its bound\n" : "\nNOT VERIFIED: " + v.problem + "\n";
  return out;
}

std::string verification_json(const Verification& v) {
  Json formulations = Json::array(), pairs = Json::array(), checks = Json::array();
  for (const Participant& p : v.participants) {
    formulations.push_back({{"name", p.name},
                            {"takes_part", p.takes_part},
                            {"forward", p.coverage.forward},
                            {"inverse", p.coverage.inverse},
                            {"reactions", p.coverage.reactions},
                            {"why_not", p.coverage.why_not},
                            {"states", p.n_states},
                            {"passed_over", p.n_passed_over},
                            {"not_solved", p.n_not_solved},
                            {"note", p.note}});
  }
  for (const PairAgreement& p : v.pairs) {
    pairs.push_back({{"a", p.a},
                     {"b", p.b},
                     {"vdot", json_of(p.vdot)},
                     {"tau", json_of(p.tau)},
                     {"reactions", json_of(p.reactions)},
                     {"ill_conditioned", {{"vdot", json_of(p.ill_vdot)}, {"tau", json_of(p.ill_tau)}, {"reactions", json_of(p.ill_reactions)}}}});
  }
  for (const Check& c : v.checks) {
    Json entry = {{"name", c.name}, {"what", c.meaning}};
    entry.update(json_of(c.worst));
    checks.push_back(entry);
  }
  return to_line({{"model", v.model},
                  {"seed", v.seed},
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
                  {"ranks_compared", v.n_ranks},
                  {"formulations", formulations},
                  {"agreement", pairs},
                  {"checks", checks},
                  {"agrees", v.agrees()},
                  {"problem", v.problem}});
}

}  // namespace zanjir
