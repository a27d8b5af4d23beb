#include "zanjir/map/make_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace zanjir {
namespace {

using Coordinates = std::array<double, max_map_axes>;

// Mechanisms of one thread: one, or one per set of parameters.
class Worker {
 public:
  Worker(const Model& model, const MapQuestion& question, const ModelMaker& make) : model_(model), question_(question), make_(make) {}

  // Null: there is no such mechanism, and `why` says why.
  MapMechanism* mechanism(std::span<const double> x, std::string& why) {
    std::vector<double> parameters;
    for (std::size_t k = 0; k < question_.axes.size(); ++k)
      if (question_.axes[k].is_parameter()) parameters.push_back(x[k]);
    for (Made& made : made_)
      if (made.parameters == parameters) return made.mechanism.get();
    Made made{parameters, parameters.empty() ? std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model_) : make_(parameters, why), {}};
    if (!made.model) return nullptr;
    std::vector<SaidProblem> problems;
    made.mechanism = std::make_unique<MapMechanism>(*made.model, question_, problems);
    if (!problems.empty()) {
      why = problems.front().message;
      return nullptr;
    }
    constexpr std::size_t most_kept = 64;
    if (made_.size() == most_kept) made_.pop_front();
    made_.push_back(std::move(made));
    return made_.back().mechanism.get();
  }

 private:
  struct Made {
    std::vector<double> parameters;
    std::shared_ptr<const Model> model;
    std::unique_ptr<MapMechanism> mechanism;
  };
  const Model& model_;
  const MapQuestion& question_;
  const ModelMaker& make_;
  std::deque<Made> made_;
};

// A point to be looked at, and the points that it may be reached from, in this order.
struct Job {
  int point = -1;
  std::vector<int> from;
  MapAnswer answer;
  int evaluations = 0;
  bool done = false;
};

struct EdgeJob {
  int inside = -1, outside = -1;
  double fraction = 0.5;
  int evaluations = 0;
  bool done = false;
};

void name_numbers(const MapMechanism& mechanism, Map& map) {
  map.numbers = mechanism.numbers();
  for (std::size_t k = 0; k < map.question.axes.size(); ++k) {
    const MapAxis& axis = map.question.axes[k];
    const Dimension of_parameter = axis.from.knowledge == Knowledge::known ? axis.from.dimension : axis.to.dimension;
    map.axis_units.push_back(si_unit(axis.is_parameter() ? of_parameter : mechanism.dimension(k)));
  }
}

class MapMaker {
 public:
  MapMaker(const Model& model, const MapQuestion& question, const ModelMaker& make, Progress& progress, const Cancel& cancel)
      : progress_(progress), cancel_(cancel) {
    map_.question = question;
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    const int threads = std::clamp(question.threads > 0 ? question.threads : cores, 1, 256);
    for (int i = 0; i < threads; ++i) workers_.push_back(std::make_unique<Worker>(model, map_.question, make));
  }

  std::optional<Map> make(std::string& why) {
    if (!start(why)) return std::nullopt;
    spread(0);
    search_elsewhere();
    base_cells();
    for (int level = 1; level <= map_.question.depth && !stopped(); ++level) refine(level);
    if (!stopped()) locate_boundary();
    map_.cancelled = stopped();
    return std::move(map_);
  }

 private:
  bool stopped() const { return cancel_.load(); }
  std::size_t n_axes() const { return map_.question.axes.size(); }
  MapPoint& point(int i) { return map_.points[at(i)]; }
  Coordinates coordinates(const LatticePlace& place) const {
    Coordinates x{};
    for (std::size_t k = 0; k < n_axes(); ++k) x[k] = map_.coordinate(static_cast<int>(k), place[k]);
    return x;
  }
  State state_of(int i) const {
    State s;
    s.q = map_.points[at(i)].q;
    s.v.setZero(n_speeds_);
    return s;
  }

  // f(worker, i) for i < n, each once, on all threads. What f does must not depend on the others.
  template <class F> void for_all(std::size_t n, F f) {
    const std::size_t threads = std::min(workers_.size(), std::max<std::size_t>(n / 4, 1));
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    const auto work = [&](Worker& worker) {
      try {
        for (std::size_t i = next++; i < n && !stopped(); i = next++) f(worker, i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
      }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work, std::ref(*workers_[i]));
    work(*workers_[0]);
    for (std::thread& t : others) t.join();
    if (failure) std::rethrow_exception(failure);
  }

  // -- one point
  // Along the straight way from one point to the other, in smaller steps where Newton's method wants them.
  static bool walk(MapMechanism& mechanism, const Coordinates& from, const Coordinates& to, const State& start, double least_step, State& out,
                   int& evaluations) {
    double done = 0, step = 1;
    State here = start, there;
    Coordinates x = to;
    while (done < 1) {
      const double next = std::min(done + step, 1.0);
      for (std::size_t k = 0; k < x.size(); ++k) x[k] = next == 1 ? to[k] : from[k] + (to[k] - from[k]) * next;
      ++evaluations;
      if (mechanism.follow(x, here, there)) {
        std::swap(here, there);
        done = next;
        step *= 2;
      } else if ((step /= 2) < least_step) {
        return false;
      }
    }
    out = std::move(here);
    return true;
  }

  void look(Worker& worker, Job& job) const {
    const Coordinates x = coordinates(map_.points[at(job.point)].at);
    job.done = true;
    std::string why;
    MapMechanism* mechanism = worker.mechanism({x.data(), n_axes()}, why);
    for (std::size_t i = 0; mechanism && i < job.from.size() && !job.answer.stands; ++i) {
      Coordinates start = coordinates(map_.points[at(job.from[i])].at);
      for (std::size_t k = 0; k < n_axes(); ++k)
        if (map_.question.axes[k].is_parameter()) start[k] = x[k];
      job.answer.stands = walk(*mechanism, start, x, state_of(job.from[i]), 1.0 / 16, job.answer.state, job.evaluations);
    }
    if (job.answer.stands) mechanism->read(job.answer);
  }

  void keep(const Job& job) {
    map_.evaluations += job.evaluations;
    if (!job.done) return;
    MapPoint& p = point(job.point);
    p.asked = true;
    if (!job.answer.stands) return;
    p.stands = true;
    p.binds = job.answer.binds;
    p.q = job.answer.state.q;
    std::copy(job.answer.numbers.begin(), job.answer.numbers.end(),
              map_.table.begin() + job.point * static_cast<std::ptrdiff_t>(map_.numbers.size()));
    std::copy(job.answer.margins.begin(), job.answer.margins.end(),
              map_.margins.begin() + job.point * static_cast<std::ptrdiff_t>(map_.question.limits.size()));
  }

  void look_at_all(std::vector<Job>& jobs) {
    for_all(jobs.size(), [&](Worker& worker, std::size_t i) { look(worker, jobs[i]); });
    for (const Job& job : jobs) keep(job);
  }

  // -- the coarse lattice
  bool start(std::string& why) {
    Coordinates middle{};
    for (std::size_t k = 0; k < n_axes(); ++k)
      middle[k] = map_.coordinate(static_cast<int>(k), map_.extent(static_cast<int>(k)) / 2 / map_.finest() * map_.finest());
    MapMechanism* mechanism = workers_[0]->mechanism({middle.data(), n_axes()}, why);
    if (!mechanism) return false;
    name_numbers(*mechanism, map_);
    const std::optional<State> home = mechanism->home(why);
    if (!home) return false;
    n_speeds_ = home->v.size();
    const auto measured = mechanism->axes_at(*home);
    LatticePlace place{};
    for (std::size_t k = 0; k < n_axes(); ++k) {
      const MapAxis& axis = map_.question.axes[k];
      const double share = measured[k] ? (*measured[k] - axis.from.value) / (axis.to.value - axis.from.value) : 0.5;
      place[k] = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * axis.cells)) * map_.finest();
    }
    return first_point(place, *home, why);
  }

  // The point nearest to the home pose, or else one of the others: those that lie evenly over the box.
  bool first_point(const LatticePlace& nearest, const State& home, std::string& why) {
    std::vector<LatticePlace> places{nearest};
    constexpr int tries = 3;
    for (int i = 0; i < (n_axes() > 2 ? tries * tries * tries : tries * tries); ++i) {
      const int steps[max_map_axes] = {i % tries, i / tries % tries, i / tries / tries};
      LatticePlace place{};
      for (std::size_t k = 0; k < n_axes(); ++k) place[k] = (2 * steps[k] + 1) * map_.question.axes[k].cells / (2 * tries) * map_.finest();
      places.push_back(place);
    }
    std::string first;
    for (const LatticePlace& place : places) {
      const Coordinates x = coordinates(place);
      MapMechanism* mechanism = workers_[0]->mechanism({x.data(), n_axes()}, why);
      if (!mechanism) continue;
      Job job;
      ++job.evaluations;
      if (!mechanism->follow({x.data(), n_axes()}, home, job.answer.state) &&
          !mechanism->search({x.data(), n_axes()}, home, MapMechanism::Effort::everywhere, job.answer.state, why)) {
        if (first.empty()) first = why;
        continue;
      }
      job.point = map_.home = map_.add(place, 0);
      job.done = job.answer.stands = true;
      mechanism->read(job.answer);
      keep(job);
      if (const int left = mechanism->freedoms_left({x.data(), n_axes()}, job.answer.state); left > 0)
        map_.notes.push_back(
            fmt::format("{} freedom{} of the mechanism {} neither an axis nor held: {} as little as possible from point to point, so that "
                        "the numbers depend on the way",
                        left, left == 1 ? "" : "s", left == 1 ? "is" : "are", left == 1 ? "it moves" : "they move"));
      return true;
    }
    why = first.empty() ? why : first;
    return false;
  }

  std::vector<LatticePlace> neighbours(const LatticePlace& place) const {
    std::vector<LatticePlace> list;
    for (std::size_t k = 0; k < n_axes(); ++k) {
      for (const int step : {-map_.finest(), map_.finest()}) {
        LatticePlace next = place;
        next[k] += step;
        if (next[k] >= 0 && next[k] <= map_.extent(static_cast<int>(k))) list.push_back(next);
      }
    }
    return list;
  }

  // Wave after wave from the point `first`: whoever has a new neighbour that stands is tried from there.
  void spread(int first) {
    std::vector<int> front{first};
    const bool jumped = point(first).jumped;
    while (!front.empty() && !stopped()) {
      std::vector<Job> jobs;
      std::unordered_map<int, std::size_t> job_of;
      for (const int from : front) {
        for (const LatticePlace& place : neighbours(point(from).at)) {
          const int p = map_.add(place, 0);
          if (point(p).stands) continue;
          const auto [it, is_new] = job_of.emplace(p, jobs.size());
          if (is_new) jobs.push_back({p, {}, {}});
          jobs[it->second].from.push_back(from);
        }
      }
      look_at_all(jobs);
      front.clear();
      for (const Job& job : jobs) {
        if (!point(job.point).stands) continue;
        point(job.point).jumped = jumped;
        front.push_back(job.point);
      }
      progress_.update(0.5 * static_cast<double>(map_.points.size()) / static_cast<double>(n_coarse()));
    }
  }

  std::size_t n_coarse() const {
    std::size_t n = 1;
    for (const MapAxis& axis : map_.question.axes) n *= static_cast<std::size_t>(axis.cells + 1);
    return n;
  }
  LatticePlace coarse(std::size_t i) const {
    LatticePlace place{};
    for (std::size_t k = 0; k < n_axes(); ++k) {
      const auto n = static_cast<std::size_t>(map_.question.axes[k].cells + 1);
      place[k] = static_cast<int>(i % n) * map_.finest();
      i /= n;
    }
    return place;
  }

  // What no way leads to may be reached all the same: some of the points that are left are searched for from the home pose, and the map goes on from
  // those that are found. The others are out of reach.
  void search_elsewhere() {
    constexpr std::size_t most = 12;
    std::vector<int> left;
    for (std::size_t i = 0; i < n_coarse() && !stopped(); ++i) {
      const int p = map_.add(coarse(i), 0);
      if (!point(p).stands) left.push_back(p);
    }
    const std::size_t n = std::min(most, left.size());
    for (std::size_t i = 0; i < n && !stopped(); ++i) {
      const int p = left[(2 * i + 1) * left.size() / (2 * n)];
      if (point(p).stands) continue;
      const Coordinates x = coordinates(point(p).at);
      std::string why;
      Job job{p, {}, {}};
      MapMechanism* mechanism = workers_[0]->mechanism({x.data(), n_axes()}, why);
      job.done = job.answer.stands =
          mechanism && mechanism->search({x.data(), n_axes()}, state_of(map_.home), MapMechanism::Effort::from_start, job.answer.state, why);
      ++job.evaluations;
      if (!job.done) {
        if (!map_.out_of_reach.empty()) continue;
        const std::string legs = mechanism ? mechanism->legs_out_of_reach({x.data(), n_axes()}, state_of(map_.home)) : "";
        map_.out_of_reach = where(x) + ": " + why + (legs.empty() ? "" : "; " + legs);
        continue;
      }
      mechanism->read(job.answer);
      keep(job);
      point(p).jumped = true;
      spread(p);
    }
    if (!stopped())
      for (MapPoint& p : map_.points) p.asked = true;  // the way to the others is blocked
  }

  std::string where(const Coordinates& x) const {
    std::string text = "at ";
    for (std::size_t k = 0; k < n_axes(); ++k)
      text += fmt::format("{}{} = {:.6g}{}", k > 0 ? ", " : "", map_.question.axes[k].name(), x[k],
                          map_.axis_units[k] == "1" ? "" : " " + map_.axis_units[k]);
    return text;
  }

  // -- cells
  void base_cells() {
    const std::size_t n = n_coarse();
    for (std::size_t i = 0; i < n; ++i) {
      const LatticePlace place = coarse(i);
      bool inside = true;
      for (std::size_t k = 0; k < n_axes(); ++k) inside = inside && place[k] < map_.extent(static_cast<int>(k));
      const MapCell cell{place, map_.finest()};
      for (int c = 0; inside && c < map_.n_corners(); ++c) inside = map_.corner(cell, c) >= 0 && point(map_.corner(cell, c)).asked;
      if (inside) map_.cells.push_back(cell);
    }
    if (!map_.question.change) return;
    for (std::size_t v = 0; v < map_.n_values(); ++v) {
      double low = INFINITY, high = -INFINITY;
      for (std::size_t i = 0; i < map_.points.size(); ++i) {
        const double x = map_.number(static_cast<int>(i), v);
        if (map_.points[i].feasible() && std::isfinite(x)) low = std::min(low, x), high = std::max(high, x);
      }
      allowed_.push_back(high > low ? *map_.question.change * (high - low) : INFINITY);
    }
  }

  // Places inside the closure of a cell at which its children have corners.
  template <class F> void for_each_place(const MapCell& cell, F f) const {
    int n = 1;
    for (std::size_t k = 0; k < n_axes(); ++k) n *= 3;
    for (int i = 0; i < n; ++i) {
      LatticePlace place = cell.at;
      int rest = i;
      for (std::size_t k = 0; k < n_axes(); ++k, rest /= 3) place[k] += rest % 3 * cell.size / 2;
      f(place);
    }
  }

  // Its points are not all feasible or all not (those count that a finer neighbour has put on its edges), or a value changes too much.
  bool is_coarse(const MapCell& cell) const {
    bool some = false, none = false;
    std::vector<double> low(allowed_.size(), INFINITY), high(allowed_.size(), -INFINITY);
    for_each_place(cell, [&](const LatticePlace& place) {
      const int p = map_.find(place);
      if (p < 0 || !map_.points[at(p)].asked) return;
      const bool feasible = map_.points[at(p)].feasible();
      (feasible ? some : none) = true;
      for (std::size_t v = 0; feasible && v < allowed_.size(); ++v) {
        const double x = map_.number(p, v);
        low[v] = std::min(low[v], x);
        high[v] = std::max(high[v], x);
      }
    });
    if (some && none) return true;
    for (std::size_t v = 0; v < allowed_.size(); ++v)
      if (high[v] - low[v] > allowed_[v]) return true;
    return false;
  }

  void refine(int level) {
    const int size = map_.finest() >> (level - 1);
    std::vector<bool> halved(map_.cells.size(), false);
    for (bool more = true; more && !stopped();) {  // a finer neighbour may show that a cell is not what its corners say
      more = false;
      std::vector<Job> jobs;
      std::unordered_map<int, std::size_t> job_of;
      for (std::size_t i = 0; i < map_.cells.size(); ++i) {
        const MapCell cell = map_.cells[i];
        if (halved[i] || cell.size != size || !is_coarse(cell)) continue;
        halved[i] = more = true;
        for_each_place(cell, [&](const LatticePlace& place) {
          const bool known = map_.find(place) >= 0;
          const int p = map_.add(place, level);
          if (known && job_of.find(p) == job_of.end()) return;
          const auto [it, is_new] = job_of.emplace(p, jobs.size());
          if (is_new) jobs.push_back({p, {}, {}});
          for (int c = 0; c < map_.n_corners(); ++c) {
            const int from = map_.corner(cell, c);
            if (point(from).stands && std::count(jobs[it->second].from.begin(), jobs[it->second].from.end(), from) == 0)
              jobs[it->second].from.push_back(from);
          }
        });
      }
      look_at_all(jobs);
    }
    progress_.update(0.5 + 0.5 * level / (map_.question.depth + 1.0));
    if (stopped()) return;  // the cells stay as coarse as they were
    std::vector<MapCell> cells;
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
      const MapCell& cell = map_.cells[i];
      for (int c = 0; halved[i] && c < map_.n_corners(); ++c) {
        MapCell child{cell.at, cell.size / 2};
        for (std::size_t k = 0; k < n_axes(); ++k) child.at[k] += (c >> k & 1) * child.size;
        cells.push_back(child);
      }
      if (!halved[i]) cells.push_back(cell);
    }
    map_.cells = std::move(cells);
  }

  // -- the boundary, on the edges of the simplices that cells are cut into: from a corner to one that lies above it along every axis
  void locate_boundary() {
    std::vector<EdgeJob> jobs;
    std::unordered_map<std::uint64_t, bool> known;
    for (const MapCell& cell : map_.cells) {
      for (int a = 0; a < map_.n_corners(); ++a) {
        for (int b = a + 1; b < map_.n_corners(); ++b) {
          if ((a & b) != a) continue;
          int inside = map_.corner(cell, a), outside = map_.corner(cell, b);
          if (point(inside).feasible() == point(outside).feasible()) continue;
          if (!point(inside).feasible()) std::swap(inside, outside);
          if (known.emplace(static_cast<std::uint64_t>(inside) << 32 | static_cast<std::uint32_t>(outside), true).second)
            jobs.push_back({inside, outside});
        }
      }
    }
    for_all(jobs.size(), [&](Worker& worker, std::size_t i) { bisect(worker, jobs[i]); });
    for (const EdgeJob& job : jobs) {
      map_.evaluations += job.evaluations;
      if (job.done) map_.set_crossing(job.inside, job.outside, job.fraction);
    }
    map_.bounded = !stopped();
  }

  // Where the margin of the limit that is violated outside would be zero, if it were linear; a little to the side of it on which more is left, so that two
  // good guesses close the bracket. Every third time the middle.
  void bisect(Worker& worker, EdgeJob& job) const {
    const MapPoint &a = map_.points[at(job.inside)], &b = map_.points[at(job.outside)];
    const Coordinates from = coordinates(a.at), to = coordinates(b.at);
    const double tolerance = map_.question.tolerance;
    double in = 0, out = 1;
    State start = state_of(job.inside);
    MapAnswer answer;
    int binds = b.binds;
    double out_margin = binds >= 0 ? map_.margin(job.outside, static_cast<std::size_t>(binds)) : 0;
    std::vector<double> in_margins;
    for (std::size_t i = 0; i < map_.question.limits.size(); ++i) in_margins.push_back(map_.margin(job.inside, i));
    for (int i = 0; out - in > tolerance && i < 60; ++i) {
      double t = (in + out) / 2;
      if (binds >= 0 && i % 3 != 2 && std::isfinite(out_margin)) {
        const double m = in_margins[at(binds)], guess = in + (out - in) * m / (m - out_margin), aside = 0.4 * tolerance;
        if (std::isfinite(guess))
          t = std::clamp(guess - in > out - guess ? guess - aside : guess + aside, in + 0.1 * tolerance, out - 0.1 * tolerance);
      }
      Coordinates x{}, here{};
      for (std::size_t k = 0; k < n_axes(); ++k) x[k] = from[k] + (to[k] - from[k]) * t, here[k] = from[k] + (to[k] - from[k]) * in;
      std::string why;
      MapMechanism* mechanism = worker.mechanism({x.data(), n_axes()}, why);
      for (std::size_t k = 0; k < n_axes(); ++k)
        if (map_.question.axes[k].is_parameter()) here[k] = x[k];
      answer.stands = mechanism && walk(*mechanism, here, x, start, 1.0 / 4, answer.state, job.evaluations);
      if (answer.stands) mechanism->read(answer);
      if (answer.stands && answer.binds < 0) {
        in = t;
        start = answer.state;
        in_margins = answer.margins;
      } else {
        out = t;
        binds = answer.stands ? answer.binds : -1;
        if (binds >= 0) out_margin = answer.margins[at(binds)];
      }
    }
    job.fraction = (in + out) / 2;
    job.done = true;
  }

  Map map_;
  Progress& progress_;
  const Cancel& cancel_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Eigen::Index n_speeds_ = 0;
  std::vector<double> allowed_;  // change of each value within a cell
};

}  // namespace

Map empty_map(const Model& model, const MapQuestion& question) {
  Map map;
  map.question = question;
  std::vector<SaidProblem> problems;
  name_numbers(MapMechanism(model, question, problems), map);
  return map;
}

std::optional<Map> make_map(const Model& model, const MapQuestion& question, const ModelMaker& make, Progress& progress, const Cancel& cancel,
                            std::string& why) {
  return MapMaker(model, question, make, progress, cancel).make(why);
}

}  // namespace zanjir
