#include "zanjir/study/say_of_results.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <list>

#include "zanjir/study/result_names.hpp"

namespace zanjir {
namespace {

// Another world: what becomes of every result.
struct Change {
  enum class Kind : std::uint8_t {
    sway,     // by up to `size` of itself, each sample by another part
    scale,    // `size` times as large; -1: of the other sign
    replace,  // anything of either sign from 1/`size` to `size`
    level,    // `size`, every sample
    recount   // other numbers of events and rows, where these are part of the result
  } kind;
  double size = 1;
  std::uint64_t seed = 0;
  std::string_view only = {};  // this result alone; empty: all of them
};

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
std::uint64_t seed_of(std::string_view name, std::uint64_t seed) {
  for (const char c : name) seed = mixed(seed ^ static_cast<unsigned char>(c));
  return seed;
}
double within_one(std::uint64_t seed) { return std::ldexp(static_cast<double>(mixed(seed) >> 11), -52) - 1; }  // in [-1, 1)

double changed(double x, double scale, const Change& change, std::uint64_t seed) {
  switch (change.kind) {
    case Change::Kind::sway: return x + change.size * within_one(seed) * (x != 0 ? std::abs(x) : scale);
    case Change::Kind::scale: return change.size * x;
    case Change::Kind::level: return change.size;
    case Change::Kind::replace: {
      const double size = std::pow(change.size, within_one(mixed(seed)));
      return within_one(seed) < 0 ? -size : size;
    }
    case Change::Kind::recount: return x;
  }
  return x;
}

// Names of results, with what changes make of them. Rounding, where it is asked for, comes last.
class OtherResults {
 public:
  OtherResults(ResultNames& results, const Change* change, std::uint64_t rounding) : results_(results), change_(change), rounding_(rounding) {}

  ExpressionNames names() {
    ExpressionNames who = results_.names();
    who.word = [this](std::string_view name) -> std::optional<Quantity> {
      const FoundResult* found = results_.find(name);
      if (!found || !found->number) return std::nullopt;
      Quantity q = *found->number;
      if (!found->asked_for) q.value = other(q.value, std::isfinite(q.value) && q.value != 0 ? std::abs(q.value) : 1, name, 0);
      return q;
    };
    who.series = [this](std::string_view name) -> std::optional<SeriesView> {
      const FoundResult* found = results_.find(name);
      if (!found || !found->series) return std::nullopt;
      return other(*found, name);
    };
    return who;
  }

 private:
  bool concerns(std::string_view name) const { return change_ && (change_->only.empty() || change_->only == name); }

  double other(double x, double scale, std::string_view name, std::size_t sample) const {
    const std::uint64_t at = mixed(sample + 1);
    if (concerns(name)) x = changed(x, scale, *change_, seed_of(name, change_->seed) ^ at);
    constexpr double bits = 16 * std::numeric_limits<double>::epsilon();
    return rounding_ == 0 ? x : x * (1 + bits * within_one(seed_of(name, rounding_) ^ at));
  }

  SeriesView other(const FoundResult& found, std::string_view name) {
    SeriesView view = *found.series;
    kept_.emplace_back(std::vector<double>(view.x.begin(), view.x.end()), std::vector<double>(view.y.begin(), view.y.end()));
    auto& [x, y] = kept_.back();
    if (!found.asked_for) {
      double scale = 0;
      for (const double value : y)
        if (std::isfinite(value)) scale = std::max(scale, std::abs(value));
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = other(y[i], scale > 0 ? scale : 1, name, i);
    }
    if (change_ && change_->kind == Change::Kind::recount) {
      const std::size_t n = recounted(found, name, y.size());
      // The last row stays where two are left: what is asked at an instant in between is asked inside.
      if (n == 2 && !found.of_events) x[1] = x.back(), y[1] = y.back();
      x.resize(n, x.empty() ? 0 : x.back()), y.resize(n, y.empty() ? 1 : y.back());
    }
    view.x = x, view.y = y;
    return view;
  }

  // By even seeds events become more, of each name another number, and rows one less; by odd ones there is no event, and there are two rows. Series of one task
  // keep their common length.
  std::size_t recounted(const FoundResult& found, std::string_view name, std::size_t n) const {
    const bool more = change_->seed % 2 == 0;
    if (found.of_events && concerns(name)) return more ? n + 1 + seed_of(name, change_->seed) % 97 : 0;
    if (found.of_events || !found.rows_found_out || !change_->only.empty() || n < 2) return n;
    return more ? n - 1 : 2;
  }

  ResultNames& results_;
  const Change* change_;
  std::uint64_t rounding_;
  std::list<std::pair<std::vector<double>, std::vector<double>>> kept_;  // what views point to
};

bool has_word(std::string_view text, std::string_view word) {
  const auto inside = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_' || text[i] == '.');
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (!(at > 0 && inside(at - 1)) && !inside(at + word.size())) return true;
  return false;
}
// What jumps may fall between all changes, as a band that no sample meets: it is not called empty.
bool has_jumps(std::string_view text) { return has_word(text, "step") || has_word(text, "sign"); }

using Computed = std::optional<double>;  // none: there is none with these results
using Ask = std::function<Computed(const Change*, std::uint64_t rounding)>;

// Whether the value moves by more than its own rounding.
bool moves(const Ask& ask, double value, const Change& change) {
  const Computed there = ask(&change, 0);
  if (!there) return true;
  if (*there == value) return false;
  constexpr double many = 1e4, sure = 1e9;  // between 1, where nothing but rounding is left, and 1e13, where a result has its say
  double rounding = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Computed near = ask(nullptr, seed), near_there = ask(&change, seed);
    if (!near || !near_there) return true;
    rounding = std::max({rounding, std::abs(*near - value), std::abs(*near_there - *there)});
    if (rounding > 0 && std::abs(*there - value) > sure * rounding) return true;
  }
  return std::abs(*there - value) > many * rounding;
}

// All of them together first, then one by one: what is a ratio does not see a common scale.
std::vector<Change> with_each(std::vector<Change> changes, const std::vector<std::string>& names) {
  constexpr std::size_t most = 16;
  const std::size_t n = changes.size();
  for (std::size_t k = 0; k < std::min(names.size(), most) && names.size() > 1; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      changes.push_back(changes[i]);
      changes.back().only = names[k];
    }
  }
  return changes;
}

// What is left between values inside bounds and the nearest of these.
double room_in(const Bounds& b, double least, double largest) {
  constexpr double none = std::numeric_limits<double>::infinity();
  if (b.value) {
    const double tol = b.tol + b.rel_tol * std::abs(*b.value);
    return std::min(least - (*b.value - tol), *b.value + tol - largest);
  }
  return std::min(b.min ? least - *b.min : none, b.max ? *b.max - largest : none);
}

// Whether results can be found for which `room` is negative: what squares, magnitudes and remainders cannot be, no result makes them (`last(x)^2` below 0). All of them together, and each by
// itself: as large as it takes, or the same everywhere; from the best of a few sizes on by the golden section.
bool can_break(const std::function<double(const Change&)>& room, const std::vector<std::string>& names) {
  constexpr std::array sizes{-1e6, -1e3, -10.0, -1.0, -0.1, -1e-3, 0.0, 1e-3, 0.1, 1.0, 10.0, 1e3, 1e6};
  constexpr double golden = 0.61803398874989485;
  for (Change change : with_each({{Change::Kind::scale}, {Change::Kind::level}}, names)) {
    const auto room_at = [&](double size) {
      change.size = size;
      return room(change);
    };
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const double here = room_at(sizes[i]);
      if (!(here >= 0)) return true;
      if (here < least) least = here, best = i;
    }
    double a = sizes[best > 0 ? best - 1 : 0], b = sizes[std::min(best + 1, sizes.size() - 1)];
    double c = b - golden * (b - a), d = a + golden * (b - a), at_c = room_at(c), at_d = room_at(d);
    for (int i = 0; i < 60; ++i) {
      if (!(at_c >= 0 && at_d >= 0)) return true;
      if (at_c < at_d) b = d, d = c, at_d = at_c, c = b - golden * (b - a), at_c = room_at(c);
      else a = c, c = d, at_c = at_d, d = a + golden * (b - a), at_d = room_at(d);
    }
  }
  return false;
}

Computed value_of(const StudyExpression& compute, ResultNames& results, const Change* change, std::uint64_t rounding, std::size_t* may_repeat) {
  OtherResults others(results, change, rounding);
  ExpressionNames names = others.names();
  names.may_repeat = may_repeat;
  const auto parsed = parse_expression(compute.text, names);
  const auto* number = std::get_if<ParsedExpression>(&parsed);
  return number ? Computed(number->expression.value()) : std::nullopt;
}

}  // namespace

SayOfResults say_of_results(const StudyExpression& compute, const Study& study, const Results& results, double computed, const Bounds& bounds) {
  using enum Change::Kind;
  ResultNames found(study, results);
  const Ask ask = [&](const Change* change, std::uint64_t rounding) { return value_of(compute, found, change, rounding, nullptr); };
  double least = computed, largest = computed;
  const auto breaks = [&](const Change& change) {
    const Computed value = ask(&change, 0);
    if (!value || !bounds.contains(*value)) return true;
    least = std::min(least, *value), largest = std::max(largest, *value);
    return false;
  };
  std::vector<Change> changes = {{sway, 0.5, 1}, {scale, -1},   {replace, 1e3, 2}, {replace, 1e3, 3},
                                 {scale, 1e3},   {scale, 1e-3}, {recount, 1, 4},   {recount, 1, 5}};
  if (std::any_of(changes.begin(), changes.end(), breaks)) return SayOfResults::all;
  const std::vector<std::string> names = found.named();
  changes = with_each(changes, names);
  if (std::any_of(changes.begin(), changes.end(), breaks)) return SayOfResults::all;
  const auto moved = [&](const Change& change) { return moves(ask, computed, change); };
  // What errors are at least, only results that agree could break: that is no wide bound, unless it lies beyond all that was seen, or beyond all that can be.
  if (std::any_of(changes.begin(), changes.end(), moved)) {
    const auto room = [&](const Change& change) {
      const Computed value = ask(&change, 0);
      return value && bounds.contains(*value) ? std::max(room_in(bounds, *value, *value), 0.0) : -1;
    };
    return room_in(bounds, least, largest) > largest - least || !can_break(room, names) ? SayOfResults::little : SayOfResults::all;
  }
  changes = with_each({{scale, 1e6}, {replace, 1e6, 4}, {replace, 1e6, 5}, {scale, 1e-6}}, names);
  return has_jumps(compute.text) || std::any_of(changes.begin(), changes.end(), moved) ? SayOfResults::little : SayOfResults::none;
}

Results imagined(const Results& outlines) {
  Results results;
  for (TaskResult task : outlines.tasks()) {
    task.abscissa.values = {-1e9, -1, 0, 1, 1e9};  // any instant lies inside
    for (Series& s : task.series) s.values.assign(task.abscissa.values.size(), 1);
    for (Number& n : task.numbers) n.value = 1;
    results.add(std::move(task));
  }
  return results;
}

bool may_change(const StudyExpression& compute, const Study& study, const Results& imagined, std::size_t& may_repeat) {
  using enum Change::Kind;
  if (has_jumps(compute.text) || has_word(compute.text, "t")) return true;  // instants are not known yet
  ResultNames found(study, imagined);
  const Change begin{replace, 1e3, 1};
  const Computed value = value_of(compute, found, &begin, 0, &may_repeat);
  if (!value) return true;  // there may be one when there are results
  // What `begin` makes of results is where the others start from.
  const Ask ask = [&](const Change* change, std::uint64_t rounding) {
    return value_of(compute, found, change ? change : &begin, rounding, &may_repeat);
  };
  const std::vector<std::string> names = found.named();
  if (std::all_of(names.begin(), names.end(), [&](const std::string& name) { return found.find(name)->says_nothing(); })) return false;
  if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return found.find(name)->asked_for; })) return true;  // not known yet
  for (const Change& change : {Change{replace, 1e3, 2}, Change{replace, 1e3, 3}, Change{recount, 1, 8}, Change{recount, 1, 10},
                               Change{recount, 1, 11}, Change{replace, 1e9, 4}, Change{replace, 1e30, 5}, Change{replace, 1e30, 6}})
    if (moves(ask, *value, change)) return true;
  return false;
}

}  // namespace zanjir
