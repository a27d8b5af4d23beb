// The table of a sweep: statistics, sensitivities, the front.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "zanjir/study/sweep_task.hpp"

namespace zanjir {
namespace {

std::string effect_name(const char* what, const UnitResult& r, const SweepAxis& p) { return fmt::format("{}.{}.{}", what, r.name, p.name); }

void add_effects(const SweepTask& t, const UnitQuestion& q, const SweepUnits& units, const std::vector<std::vector<double>>& columns,
                 TaskResult& out) {
  ResultTable table{"Elementary effects, per whole range of the parameter", {"result", "parameter", "mu", "mu*", "sigma"}, {}};
  for (std::size_t r = 0; r < q.results.size(); ++r) {
    const std::vector<ElementaryEffects> effects = elementary_effects(units.points, columns[r], t.design.axes.size());
    for (std::size_t k = 0; k < effects.size(); ++k) {
      const SweepAxis& p = t.design.axes[k];
      const ElementaryEffects& e = effects[k];
      out.add(effect_name("mu", q.results[r], p), q.results[r].unit, e.mean);
      out.add(effect_name("mu_star", q.results[r], p), q.results[r].unit, e.mean_size);
      out.add(effect_name("sigma", q.results[r], p), q.results[r].unit, e.deviation);
      table.rows.push_back(
          {q.results[r].name, p.name, fmt::format("{:.4g}", e.mean), fmt::format("{:.4g}", e.mean_size), fmt::format("{:.4g}", e.deviation)});
    }
  }
  out.tables.push_back(std::move(table));
}

void add_shares(const SweepTask& t, const UnitQuestion& q, const std::vector<std::vector<double>>& columns, TaskResult& out) {
  ResultTable table{
      fmt::format("Sobol indices, intervals of {:.3g} %", 100 * t.resampling.confidence), {"result", "parameter", "first", "", "total", ""}, {}};
  for (std::size_t r = 0; r < q.results.size(); ++r) {
    std::vector<VarianceShare> shares = variance_shares(columns[r], t.design.axes.size(), t.resampling);
    if (shares.empty()) {
      const double none = std::nan("");
      shares.assign(t.design.axes.size(), {none, none, none, none, none, none});
    }
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const SweepAxis& p = t.design.axes[k];
      const VarianceShare& s = shares[k];
      const std::string first = effect_name("first", q.results[r], p), total = effect_name("total", q.results[r], p);
      out.add(first, "1", s.first), out.add(first + ".low", "1", s.first_low), out.add(first + ".high", "1", s.first_high);
      out.add(total, "1", s.total), out.add(total + ".low", "1", s.total_low), out.add(total + ".high", "1", s.total_high);
      table.rows.push_back({q.results[r].name, p.name, fmt::format("{:.3f}", s.first), fmt::format("{:.3f} to {:.3f}", s.first_low, s.first_high),
                            fmt::format("{:.3f}", s.total), fmt::format("{:.3f} to {:.3f}", s.total_low, s.total_high)});
    }
  }
  out.tables.push_back(std::move(table));
}

void add_statistics(const UnitQuestion& q, const std::vector<std::vector<double>>& columns, TaskResult& out) {
  for (std::size_t r = 0; r < q.results.size(); ++r) {
    std::vector<double> y;
    std::copy_if(columns[r].begin(), columns[r].end(), std::back_inserter(y), [](double v) { return std::isfinite(v); });
    const double none = std::nan(""), n = static_cast<double>(y.size());
    const double mean = y.empty() ? none : std::accumulate(y.begin(), y.end(), 0.0) / n;
    double square = 0;
    for (const double v : y) square += (v - mean) * (v - mean);
    const UnitResult& of = q.results[r];
    out.numbers.push_back({"least." + of.name, of.unit, y.empty() ? none : *std::min_element(y.begin(), y.end()), q.of.empty()});
    out.numbers.push_back({"best." + of.name, of.unit, y.empty() ? none : *std::max_element(y.begin(), y.end()), q.of.empty()});
    out.add("mean." + of.name, of.unit, mean);
    out.add("deviation." + of.name, of.unit, y.size() < 2 ? none : std::sqrt(square / (n - 1)));
  }
}

void add_front(const SweepTask& t, const UnitQuestion& q, const std::vector<std::vector<double>>& columns, TaskResult& out) {
  if (t.front.empty()) return;
  std::vector<std::vector<double>> traded;
  std::vector<int> sign;
  for (const auto& [result, better] : t.front) traded.push_back(columns[result]), sign.push_back(better);
  const std::vector<bool> on_front = pareto_front(traded, sign);
  for (std::size_t i = 0; i < traded.size(); ++i) {
    const UnitResult& r = q.results[t.front[i].first];
    out.series.push_back({"front." + r.name, r.unit, traded[i], q.of.empty()});
    for (std::size_t u = 0; u < on_front.size(); ++u)
      if (!on_front[u]) out.series.back().values[u] = std::nan("");
  }
}

}  // namespace

TaskResult sweep_results(const SweepTask& t, const UnitQuestion& q, const SweepUnits& units, const std::vector<const UnitAnswer*>& answers) {
  TaskResult out;
  const std::size_t n = answers.size();
  out.abscissa = {"unit", "1", {}};
  for (std::size_t u = 0; u < n; ++u) out.abscissa.values.push_back(static_cast<double>(u + 1));
  std::vector<TextColumn> words;
  for (std::size_t k = 0; k < t.design.axes.size(); ++k) {
    const SweepAxis& axis = t.design.axes[k];
    Series s{axis.name, axis.unit, {}, true};
    for (std::size_t u = 0; u < n; ++u) s.values.push_back(units.row(u)[k]);
    out.series.push_back(std::move(s));
    if (axis.words.empty()) continue;
    words.push_back({axis.name + ".word", {}});
    for (std::size_t u = 0; u < n; ++u) words.back().texts.push_back(axis.text(units.row(u)[k]));
  }
  std::vector<std::vector<double>> columns(q.results.size(), std::vector<double>(n, std::nan("")));
  std::vector<std::vector<double>> of_done = columns;  // a unit without one of its numbers is not done: what is said of all leaves it out
  std::map<UnitStatus, int> counts;
  Series done{"done", "1", std::vector<double>(n, 0)};
  TextColumn why{"why", std::vector<std::string>(n)};
  for (std::size_t u = 0; u < n; ++u) {
    if (!answers[u]) {
      why.texts[u] = "not computed";
      continue;
    }
    const UnitAnswer& a = *answers[u];
    ++counts[a.status];
    done.values[u] = a.status == UnitStatus::done ? 1 : 0;
    if (a.status != UnitStatus::done) why.texts[u] = fmt::format("{}: {}", word_of(a.status), a.why);
    else if (!a.why.empty()) why.texts[u] = not_trusted + a.why;
    for (std::size_t r = 0; r < std::min(columns.size(), a.values.size()); ++r) {
      columns[r][u] = a.values[r];
      if (a.status == UnitStatus::done) of_done[r][u] = a.values[r];
    }
  }
  const bool of_parameters = q.of.empty();  // what comes of them the study says itself
  for (std::size_t r = 0; r < q.results.size(); ++r) out.series.push_back({q.results[r].name, q.results[r].unit, columns[r], of_parameters});
  out.series.push_back(std::move(done));
  add_front(t, q, of_done, out);
  out.columns = std::move(words);
  out.columns.push_back(std::move(why));
  out.add_asked_for("units", "1", static_cast<double>(n));
  out.add("done", "1", counts[UnitStatus::done]);
  out.add("failed", "1", counts[UnitStatus::failed]);
  out.add("too_long", "1", counts[UnitStatus::too_long]);
  out.add("crashed", "1", counts[UnitStatus::crashed]);
  add_statistics(q, of_done, out);
  if (t.design.sampling == Sampling::morris) add_effects(t, q, units, of_done, out);
  if (t.design.sampling == Sampling::saltelli) add_shares(t, q, of_done, out);
  if (t.design.sampling == Sampling::grid) out.grid = t.design.axes;
  return out;
}

namespace {

struct UnitNote {
  std::size_t n = 0, first = 0;
  std::string text;
};

}  // namespace

void say_what_units_said(const std::vector<const UnitAnswer*>& answers, TaskResult& out) {
  std::map<std::string, UnitNote> notes;
  UnitNote doubts;
  for (std::size_t u = 0; u < answers.size(); ++u) {
    if (!answers[u] || answers[u]->status != UnitStatus::done) continue;
    const auto add = [&](UnitNote& said, const std::string& text) {
      if (said.n++ == 0) said.first = u, said.text = text;
    };
    if (!answers[u]->why.empty()) add(doubts, answers[u]->why);
    std::set<std::string> here;
    for (const std::string& note : notes_of(*answers[u]))
      if (std::string kind = without_numbers(note); here.insert(kind).second) add(notes[kind], note);
  }
  const auto text_of = [&](const UnitNote& said, std::string_view what) {
    return fmt::format("{} of {} units {}; the first, unit {}: {}", said.n, answers.size(), what, said.first + 1, said.text);
  };
  if (doubts.n > 0) out.doubts.push_back(text_of(doubts, "are not to be trusted"));
  std::vector<UnitNote> sorted;
  for (auto& [kind, said] : notes) sorted.push_back(std::move(said));
  std::sort(sorted.begin(), sorted.end(), [](const UnitNote& a, const UnitNote& b) {
    return a.n != b.n ? a.n > b.n : a.first != b.first ? a.first < b.first : a.text < b.text;
  });
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(sorted.size(), most); ++i) out.notes.push_back(text_of(sorted[i], "have a note"));
  if (sorted.size() > most) out.notes.push_back(fmt::format("units have {} other notes", sorted.size() - most));
}

void say_what_failed(const std::vector<const UnitAnswer*>& answers, TaskResult& out) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> reasons;  // how many, and the first
  std::size_t failed = 0;
  for (std::size_t u = 0; u < answers.size(); ++u) {
    if (!answers[u] || answers[u]->status == UnitStatus::done) continue;
    ++failed;
    auto& [n, first] = reasons.try_emplace(out.columns.back().texts[u], 0, u + 1).first->second;
    ++n;
  }
  if (failed == 0) return;
  out.notes.push_back(fmt::format("{} of {} units gave no numbers, and nothing about them is in what is said of the others", failed, answers.size()));
  std::vector<std::pair<std::string, std::pair<std::size_t, std::size_t>>> sorted(reasons.begin(), reasons.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
  constexpr std::size_t most = 20;
  ResultTable table{"Units without numbers", {"units", "the first", "why"}, {}};
  for (std::size_t i = 0; i < std::min(sorted.size(), most); ++i)
    table.rows.push_back({std::to_string(sorted[i].second.first), std::to_string(sorted[i].second.second), sorted[i].first});
  out.tables.push_back(std::move(table));
}

}  // namespace zanjir
