#include "zanjir/study/say_of_results.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <list>
#include <map>

#include "zanjir/language/units.hpp"
#include "zanjir/study/result_names.hpp"

namespace zanjir {
namespace {

// What becomes of one result, sample by sample: `times` as large, and `plus`; of noise between -1 and 1 where there is a `noise`.
struct Become {
  double times = 1, plus = 0;
  std::uint64_t noise = 0;
};
using World = std::map<std::string, Become, std::less<>>;  // by name; others stay

// Another world: what becomes of every result.
struct Change {
  enum class Kind : std::uint8_t {
    sway,     // by up to `size` of itself, each sample by another part
    scale,    // `size` times as large; -1: of the other sign
    replace,  // anything of either sign from 1/`size` to `size`
    become,   // what `world` says of it; of long series some samples are enough
    recount   // other numbers of events and rows, where these are part of the result
  } kind;
  double size = 1;
  std::uint64_t seed = 0;
  std::string_view only = {};  // this result alone; empty: all of them
  const World* world = nullptr;
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
    case Change::Kind::replace: {
      const double size = std::pow(change.size, within_one(mixed(seed)));
      return within_one(seed) < 0 ? -size : size;
    }
    case Change::Kind::become:
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
    if (concerns(name)) x = change_->world ? in_world(x, name, at) : changed(x, scale, *change_, seed_of(name, change_->seed) ^ at);
    constexpr double bits = 16 * std::numeric_limits<double>::epsilon();
    return rounding_ == 0 ? x : x * (1 + bits * within_one(seed_of(name, rounding_) ^ at));
  }

  double in_world(double x, std::string_view name, std::uint64_t at) const {
    const auto found = change_->world->find(name);
    if (found == change_->world->end()) return x;
    const Become& b = found->second;
    return b.times == 0 ? b.plus : b.times * (b.noise != 0 ? within_one(seed_of(name, b.noise) ^ at) : x) + b.plus;
  }

  SeriesView other(const FoundResult& found, std::string_view name) {
    SeriesView view = *found.series;
    kept_.emplace_back(std::vector<double>(view.x.begin(), view.x.end()), std::vector<double>(view.y.begin(), view.y.end()));
    auto& [x, y] = kept_.back();
    if (change_ && change_->world) thin_out(x), thin_out(y);
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

  // Both ends and some samples between them: series of one length keep a common one.
  static void thin_out(std::vector<double>& y) {
    constexpr std::size_t enough = 256;
    if (y.size() <= enough) return;
    for (std::size_t i = 0; i < enough; ++i) y[i] = y[i * (y.size() - 1) / (enough - 1)];
    y.resize(enough);
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

using Computed = std::optional<double>;  // none: there is none with these results; infinite: more than a number can be
using Ask = std::function<Computed(const Change*, std::uint64_t rounding)>;

// Whether the value moves by more than its own rounding.
bool moves(const Ask& ask, double value, const Change& change) {
  const Computed there = ask(&change, 0);
  if (!there || !std::isfinite(*there)) return true;
  if (*there == value) return false;
  constexpr double many = 1e4, sure = 1e9;  // between 1, where nothing but rounding is left, and 1e13, where a result has its say
  double rounding = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Computed near = ask(nullptr, seed), near_there = ask(&change, seed);
    if (!near || !near_there || !std::isfinite(*near - *near_there)) return true;
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

// Values that others results give, beside the bounds of a claim.
class Trials {
 public:
  Trials(const Ask& ask, const Bounds& bounds, double computed) : ask_(ask), bounds_(bounds), least_(computed), largest_(computed) {}

  // What is left to the bounds, however much; negative: outside, by more than rounding, or there is no value.
  double room(const Change& change) {
    constexpr double outside = -1;
    const Computed value = ask_(&change, 0);
    if (!value) return outside;
    if (!std::isfinite(*value)) return bounds_.contains(*value) ? std::numeric_limits<double>::max() : outside;
    const double here = room_in(bounds_, *value, *value);
    if (bounds_.contains(*value)) {
      least_ = std::min(least_, *value), largest_ = std::max(largest_, *value);
      return std::max(here, 0.0);
    }
    // A mean beside the largest of equal samples, a square as a difference: what only rounding takes out of the bounds is inside, if that is a small part of what the values are otherwise.
    constexpr double many = 100, small = 1e-6;
    double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(*value);
    if (!(-here <= many * rounding)) {
      for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Computed near = ask_(&change, seed);
        if (!near || !std::isfinite(*near)) return outside;
        rounding = std::max(rounding, std::abs(*near - *value));
      }
    }
    return -here > many * rounding || rounding > small * (largest_ - least_) ? outside : 0;
  }
  bool breaks(const Change& change) { return room(change) < 0; }
  // All bounds lie so far off that nothing comes half as near.
  bool far_from_bounds() const { return room_in(bounds_, least_, largest_) > largest_ - least_; }

 private:
  const Ask& ask_;
  const Bounds& bounds_;
  double least_, largest_;
};

// Numbers that stand in the text, in SI, parameters that it names and what is said: where a clearance or a difference vanishes.
std::vector<double> constants_in(std::string_view text, const Study& study, const Bounds& bounds) {
  std::vector<double> numbers;
  for (const auto& limit : {bounds.value, bounds.min, bounds.max})
    if (limit) numbers.push_back(*limit);
  constexpr std::size_t most = 24;
  const auto is_word = [&](std::size_t i) { return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_'); };
  for (std::size_t i = 0; i < text.size() && numbers.size() < most;) {
    const std::size_t begin = i + (text[i] == '$' ? 1 : 0);
    std::size_t end = begin;
    double number = 0;
    if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      end = static_cast<std::size_t>(std::from_chars(text.data() + i, text.data() + text.size(), number).ptr - text.data());
      if (end == i) return numbers;  // beyond all numbers
      numbers.push_back(number);
      const UnitText unit = parse_unit(text.substr(std::min(text.find_first_not_of(' ', end), text.size())));
      if (unit.length > 0 && unit.bad_length == 0) numbers.push_back(number * unit.unit.to_si);
    } else {
      while (is_word(end)) ++end;
      const auto parameter = begin > i ? study.parameters.find(text.substr(begin, end - begin)) : study.parameters.end();
      if (parameter != study.parameters.end()) numbers.push_back(parameter->second.value);
    }
    i = std::max(end, i + 1);
  }
  return numbers;
}

// Looks for results that break a bound: what squares, magnitudes, remainders and spans cannot be, no result makes them (`last(x)^2` below 0). All results become the same or grow alike, or one
// of them does; then all at once, each something else.
class Search {
 public:
  Search(Trials& trials, std::vector<std::string> names, std::vector<double> constants)
      : trials_(trials), names_(std::move(names)), constants_(std::move(constants)), fine_(sizes(8)), coarse_(sizes(3)) {
    for (int k = -14; k <= 14; ++k) steps_.push_back(std::pow(10.0, k / 2.0)), steps_.push_back(-steps_.back());
    steps_.push_back(0);
    std::sort(steps_.begin(), steps_.end());
  }

  bool finds() { return names_.empty() || along_lines() || at_constants() || by_chance(); }

 private:
  struct Place {
    double at = 0, room = std::numeric_limits<double>::max();
  };

  // From a millionth to a million, of both signs, so many to each power of ten, and where the text has a number.
  std::vector<double> sizes(int to_a_decade) const {
    std::vector<double> all = constants_;
    for (int k = -6 * to_a_decade; k <= 6 * to_a_decade; ++k) all.push_back(std::pow(10.0, static_cast<double>(k) / to_a_decade));
    const std::size_t n = all.size();
    for (std::size_t i = 0; i < n; ++i) all.push_back(-all[i]);
    all.push_back(0);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  double room(const World& world) {
    Change change{Change::Kind::become};
    change.world = &world;
    return trials_.room(change);
  }

  // At all points, then by the golden section beside those that are lower than their neighbours, the lowest first; it ends where there is no room.
  template <class RoomAt> static Place lowest(const std::vector<double>& points, std::size_t most_valleys, RoomAt room_at) {
    Place best;
    const auto look = [&](double at) {
      const double here = room_at(at);
      if (here < best.room) best = {at, here};
      return here;
    };
    std::vector<double> rooms;
    for (const double at : points) {
      rooms.push_back(look(at));
      if (best.room < 0) return best;
    }
    std::vector<std::size_t> valleys;
    for (std::size_t i = 1; i + 1 < rooms.size(); ++i)
      if (rooms[i] <= rooms[i - 1] && rooms[i] < rooms[i + 1]) valleys.push_back(i);
    std::sort(valleys.begin(), valleys.end(), [&](std::size_t i, std::size_t j) { return rooms[i] < rooms[j]; });
    valleys.resize(std::min(valleys.size(), most_valleys));
    for (const std::size_t i : valleys) {
      constexpr double golden = 0.61803398874989485;
      double a = points[i - 1], b = points[i + 1], c = b - golden * (b - a), d = a + golden * (b - a), at_c = look(c), at_d = look(d);
      for (int k = 0; k < 60 && best.room >= 0 && a < c && d < b; ++k) {
        if (at_c < at_d) b = d, d = c, at_d = at_c, c = b - golden * (b - a), at_c = look(c);
        else a = c, c = d, at_c = at_d, d = a + golden * (b - a), at_d = look(d);
      }
    }
    return best;
  }

  bool along_lines() {
    World all;
    for (const std::string& name : names_) all[name];
    constexpr std::size_t most = 16;
    for (double Become::*part : {&Become::times, &Become::plus}) {
      if (along(all, part)) return true;
      for (std::size_t k = 0; k < std::min(names_.size(), most) && names_.size() > 1; ++k)
        if (along({{names_[k], {}}}, part)) return true;
    }
    return false;
  }
  bool along(World world, double Become::*part) {
    constexpr std::size_t most_valleys = 12;
    const auto room_at = [&](double size) {
      for (auto& [name, b] : world) b.times = 0, b.plus = 0, b.*part = size;
      return room(world);
    };
    return lowest(fine_, most_valleys, room_at).room < 0;
  }

  // Every result at every number of the text, as far as these are few: the place of an obstacle may lie beside a wider valley that ends above the bound.
  bool at_constants() {
    constexpr double most = 1e4;
    std::vector<double> numbers = constants_;
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const double n_names = static_cast<double>(names_.size());
    const std::size_t n = numbers.size();
    if (std::pow(2 * n, n_names) <= most)
      for (std::size_t i = 0; i < n; ++i) numbers.push_back(-numbers[i]);
    const double n_places = std::pow(numbers.size(), n_names);
    if (n_places > most) return false;
    for (std::size_t place = 0; place < static_cast<std::size_t>(n_places); ++place) {
      World world;
      std::size_t left = place;
      for (const std::string& name : names_) world[name] = {0, numbers[left % numbers.size()]}, left /= numbers.size();
      if (room(world) < 0) return true;
    }
    return false;
  }

  double random() { return within_one(++drawn_); }
  double random_size() {
    if (random() < 0 && !constants_.empty()) return (random() < 0 ? -1 : 1) * constants_[mixed(++drawn_) % constants_.size()];
    return (random() < 0 ? -1 : 1) * std::pow(10.0, 6 * random());
  }

  bool by_chance() {
    std::vector<std::pair<double, World>> begins;
    World same;
    for (const std::string& name : names_) same[name];
    begins.emplace_back(room(same), same);
    constexpr int draws = 200;
    for (int i = 0; i < draws; ++i) {
      World world;
      for (const std::string& name : names_) {
        Become& b = world[name];
        if (i % 2 == 0) b.times = 0;  // each the same everywhere
        else b.times = random_size(), b.noise = random() < 0 ? mixed(++drawn_) : 0;
        b.plus = i % 2 == 0 || random() < 0 ? random_size() : 0;
      }
      begins.emplace_back(room(world), world);
      if (begins.back().first < 0) return true;
    }
    // From what the results are, from the best, and from some others: the best may lie in a valley that ends above the bound.
    constexpr std::ptrdiff_t best = 5, descents = 12;
    std::partial_sort(begins.begin() + 1, begins.begin() + 1 + best, begins.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return std::any_of(begins.begin(), begins.begin() + descents, [&](const auto& begin) { return descend(begin.second, begin.first); });
  }

  // One result after the other, then several at once, where edges and crooked valleys stop what goes along single ones.
  bool descend(World world, double here) {
    constexpr int rounds = 4;
    for (int round = 0; round < rounds; ++round) {
      const double before = here;
      for (const std::string& name : names_) {
        World next = world;
        const Place place = lowest(coarse_, 1, [&](double size) { return next[name] = {0, size}, room(next); });
        if (place.room < here) world[name] = {0, place.at}, here = place.room;
        if (here < 0) return true;
      }
      for (std::size_t i = 0; i < 2 * std::min<std::size_t>(names_.size(), 4) && names_.size() > 1; ++i)
        if (go_across(world, here)) return true;
      if (creep(world, here)) return true;
      if (!(here < 0.99 * before)) return false;
    }
    return false;
  }

  // All by the same length, or each by a share of its own size.
  bool go_across(World& world, double& here) {
    World direction;
    const bool alike = random() < 0.5;
    for (const auto& [name, b] : world) direction[name].plus = alike ? (random() < 0 ? -1 : 1) : random() * (std::abs(b.plus) + 1e-3);
    const auto gone = [&](double far) {
      World next = world;
      for (auto& [name, b] : next) b.plus += far * direction[name].plus;
      return next;
    };
    const Place place = lowest(steps_, 2, [&](double far) { return room(gone(far)); });
    if (place.room < here) world = gone(place.at), here = place.room;
    return here < 0;
  }

  // Steps at random, longer after those that come nearer, shorter after others.
  bool creep(World& world, double& here) {
    const std::size_t n = 40 * std::min<std::size_t>(names_.size(), 8);
    double size = 0.5;
    for (std::size_t i = 0; i < n; ++i) {
      World next = world;
      for (auto& [name, b] : next) {
        b.times += size * random() * std::abs(b.times);
        b.plus += size * random() * (std::abs(b.plus) + (b.times != 0 ? std::abs(b.times) : 1e-3));
      }
      const double there = room(next);
      if (there < here) world = std::move(next), here = there, size = std::min(size * 1.6, 10.0);
      else size *= 0.85;
      if (here < 0) return true;
    }
    return false;
  }

  Trials& trials_;
  std::vector<std::string> names_;
  std::vector<double> constants_, fine_, coarse_, steps_;
  std::uint64_t drawn_ = 0;
};

Computed value_of(const StudyExpression& compute, ResultNames& results, const Change* change, std::uint64_t rounding, std::size_t* may_repeat) {
  OtherResults others(results, change, rounding);
  ExpressionNames names = others.names();
  names.may_repeat = may_repeat;
  const auto parsed = parse_expression(compute.text, names);
  if (const auto* number = std::get_if<ParsedExpression>(&parsed)) return number->expression.value();
  const double beyond = std::get<ExpressionError>(parsed).beyond;
  return beyond != 0 ? Computed(beyond) : std::nullopt;
}

}  // namespace

SayOfResults say_of_results(const StudyExpression& compute, const Study& study, const Results& results, double computed, const Bounds& bounds) {
  using enum Change::Kind;
  ResultNames found(study, results);
  const Ask ask = [&](const Change* change, std::uint64_t rounding) { return value_of(compute, found, change, rounding, nullptr); };
  Trials trials(ask, bounds, computed);
  const auto breaks = [&](const Change& change) { return trials.breaks(change); };
  std::vector<Change> changes = {{sway, 0.5, 1}, {scale, -1},   {replace, 1e3, 2}, {replace, 1e3, 3},
                                 {scale, 1e3},   {scale, 1e-3}, {recount, 1, 4},   {recount, 1, 5}};
  if (std::any_of(changes.begin(), changes.end(), breaks)) return SayOfResults::all;
  std::vector<std::string> names = found.named();
  changes = with_each(changes, names);
  if (std::any_of(changes.begin(), changes.end(), breaks)) return SayOfResults::all;
  const auto moved = [&](const Change& change) { return moves(ask, computed, change); };
  // What errors are at least, only results that agree could break: that is no wide bound, unless it lies beyond all that was seen, or beyond all that can be.
  if (std::any_of(changes.begin(), changes.end(), moved)) {
    if (trials.far_from_bounds()) return SayOfResults::little;
    std::erase_if(names, [&](const std::string& name) { return found.find(name)->asked_for; });
    return Search(trials, std::move(names), constants_in(compute.text, study, bounds)).finds() ? SayOfResults::all : SayOfResults::little;
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
  if (!value || !std::isfinite(*value)) return true;  // there may be one when there are results
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
