#include "zanjir/map/make_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "zanjir/core/on_threads.hpp"
#include "zanjir/kinematics/clearance.hpp"
#include "zanjir/map/kept_map.hpp"

namespace zanjir {
namespace {

void name_numbers(const MapMechanism& mechanism, Map& map) {
  map.numbers = mechanism.numbers();
  for (std::size_t k = 0; k < map.question.axes.size(); ++k) {
    const MapAxis& axis = map.question.axes[k];
    const Dimension of_parameter = axis.from.knowledge == Knowledge::known ? axis.from.dimension : axis.to.dimension;
    map.axis_units.push_back(si_unit(axis.is_parameter() ? of_parameter : mechanism.dimension(k)));
  }
}

// What a distance between drawn bodies does not see, of the bodies that the question is about.
std::string left_out_of_distances(const Model& model, const MapQuestion& question) {
  const auto is_clearance = [](const NameRef& name) { return name.name == "clearance" || name.name.ends_with(".clearance"); };
  const auto asks_for_all = [&](const MapLimit& limit) { return limit.all_bodies || std::any_of(limit.of.begin(), limit.of.end(), is_clearance); };
  const bool all = std::any_of(question.values.begin(), question.values.end(), is_clearance) ||
                   std::any_of(question.limits.begin(), question.limits.end(), asks_for_all);
  std::vector<std::string> bodies = bodies_drawn_otherwise(model);
  const auto is_named = [&](const std::string& body) {
    return std::any_of(question.limits.begin(), question.limits.end(), [&](const MapLimit& limit) {
      return std::any_of(limit.bodies.begin(), limit.bodies.end(), [&](const NameRef& named) { return named.name == body; });
    });
  };
  if (!all) std::erase_if(bodies, [&](const std::string& body) { return !is_named(body); });
  return not_compared(bodies);
}

class MapMaker {
 public:
  MapMaker(const Model& model, const MapQuestion& question, const ModelMaker& make, const MapRun& run)
      : run_(run), crew_(threads_or_processors(question.threads)) {
    map_.question = question;
    for (int i = 0; i < threads_or_processors(question.threads); ++i) workers_.push_back(std::make_unique<MapWorker>(model, map_, make, at(i)));
    map_.stores.resize(workers_.size());
  }

  std::optional<Map> make(std::string& why) {
    if (!start(why)) return std::nullopt;
    spread(map_.home);
    if (!is_put_off()) spread_by_branch();
    if (!is_put_off()) search_elsewhere();
    if (!is_put_off()) base_cells();
    for (int level = 1; level <= map_.question.depth && !stopped(); ++level) refine(level);
    if (!stopped()) locate_boundary();
    if (!stopped()) look_for_contacts();
    for (const auto& worker : workers_) map_.evaluations += worker->evaluations();
    map_.cancelled = stopped();
    if (kept_) put_away();
    return std::move(map_);
  }

 private:
  bool stopped() const { return run_.cancel.load(); }
  bool is_put_off() const { return stopped() && kept_; }  // what was found is kept, and nobody looks at the map before it goes on from there
  std::size_t n_axes() const { return map_.question.axes.size(); }
  MapPoint& point(int i) { return map_.points[at(i)]; }

  // f(thread, begin, end) for parts of n things, each once, on all threads, as large as there is enough for all, multiples of `least`. What f does with one thing must not
  // depend on the others.
  template <class F> void in_parts(std::size_t n, std::size_t least, std::size_t most, F f) {
    const std::size_t few = std::clamp<std::size_t>(n / (8 * workers_.size()), 1, most), some = (few + least - 1) / least * least;
    crew_.do_all(static_cast<std::ptrdiff_t>((n + some - 1) / some), [&](int thread, std::ptrdiff_t part) {
      const std::size_t begin = static_cast<std::size_t>(part) * some;
      f(thread, begin, std::min(begin + some, n));
    });
  }
  // What f(begin, end, out) finds in parts of n things, in their order.
  template <class Found, class F> std::vector<Found> gathered(std::size_t n, F f) {
    constexpr std::size_t least = 256;
    const std::size_t few = std::max(n / (8 * workers_.size()), least);
    std::vector<std::vector<Found>> parts((n + few - 1) / few);
    crew_.do_all(static_cast<std::ptrdiff_t>(parts.size()), [&](int, std::ptrdiff_t part) {
      const std::size_t begin = static_cast<std::size_t>(part) * few;
      f(begin, std::min(begin + few, n), parts[static_cast<std::size_t>(part)]);
    });
    if (parts.size() == 1) return std::move(parts[0]);
    std::size_t size = 0;
    for (const auto& part : parts) size += part.size();
    std::vector<Found> all;
    all.reserve(size);
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  // The same for work that takes long: it can be stopped, and progress goes from where it is to `until`. f(worker, begin, end) says whether there was anything to be done.
  template <class F> void do_all(std::size_t n, double until, std::size_t least, std::size_t most, F f) {
    in_parts(n, least, most, [&](int thread, std::size_t begin, std::size_t end) {
      const bool done = !stopped() && f(*workers_[at(thread)], begin, end);
      if (done && thread == 0) run_.progress.update(done_ + (until - done_) * static_cast<double>(begin) / static_cast<double>(n));
    });
    if (!stopped()) run_.progress.update(done_ = until);
  }

  void put_away() {
    map_.taken = kept_->n_taken();
    // Of a long map that has come to its end, too, until it is where it belongs: who has put it there takes the file away.
    if (!map_.cancelled && kept_->in_file()) kept_->write(map_, KeptMap::When::now);
    map_.kept = map_.cancelled && kept_->in_file();
    if (!kept_->problem().empty()) map_.notes.push_back(kept_->problem());
  }

  // -- points. Each has places of its own: whoever looks at it keeps what is found there. `begin(i, job)`: which point job i is, and from where it may be reached.
  template <class F> void look_at_all(std::size_t n, double until, F begin_job) {
    if (jobs_.size() < n) jobs_.resize(n);
    for (std::size_t i = 0; kept_ && i < n; ++i) jobs_[i].done = jobs_[i].taken = false;
    const std::uint64_t first = std::exchange(next_job_, next_job_ + n);
    do_all(n, until, lanes_, 128, [&](MapWorker& worker, std::size_t begin, std::size_t end) {
      bool is_new = false;
      for (std::size_t i = begin; i < end; ++i) {
        begin_job(i, jobs_[i]);
        is_new |= !kept_ || !kept_->find(first + i, jobs_[i], map_, worker.store());
      }
      worker.look(std::span(jobs_).subspan(begin, end - begin));
      return is_new;
    });
    if (!kept_) return;
    for (std::size_t i = 0; i < n; ++i) {
      if (jobs_[i].taken) map_.evaluations += jobs_[i].evaluations;
      else if (jobs_[i].done) kept_->add(first + i, jobs_[i], map_);
    }
    keep_now();
  }
  void keep_now() { kept_->write(map_, stopped() ? KeptMap::When::now : KeptMap::When::if_time_has_come); }

  // -- the coarse lattice
  bool start(std::string& why) {
    Coordinates middle{};
    for (std::size_t k = 0; k < n_axes(); ++k) {
      const int coarse_cells = map_.question.axes[k].cells / 2;
      middle[k] = map_.coordinate(static_cast<int>(k), coarse_cells * map_.finest());
    }
    crew_.do_all(static_cast<std::ptrdiff_t>(workers_.size()),
                 [&](int, std::ptrdiff_t i) { workers_[static_cast<std::size_t>(i)]->lanes(); });  // each makes its mechanism
    MapMechanism* mechanism = workers_[0]->mechanism({middle.data(), n_axes()}, why);
    if (!mechanism) return false;
    name_numbers(*mechanism, map_);
    if (const std::string left_out = left_out_of_distances(mechanism->model(), map_.question); !left_out.empty()) map_.notes.push_back(left_out);
    const std::optional<State> home = mechanism->home(why);
    if (!home) return false;
    map_.n_speeds = home->v.size();
    lanes_ = std::max<std::size_t>(workers_[0]->lanes(), 1);
    map_.make_coarse();
    wave_of_.resize(map_.n_coarse());
    in_parts(map_.n_coarse(), 4096, 4096, [&](int, std::size_t begin, std::size_t end) {
      map_.fill_coarse(begin, end);
      std::fill(wave_of_.begin() + static_cast<std::ptrdiff_t>(begin), wave_of_.begin() + static_cast<std::ptrdiff_t>(end), -1);
    });
    if (!run_.keep.empty()) kept_.emplace(run_.keep, map_fingerprint(map_.question, mechanism->request(middle), *home, run_.model_text));
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
      const Coordinates x = map_.coordinates(place);
      MapMechanism* mechanism = workers_[0]->mechanism({x.data(), n_axes()}, why);
      if (!mechanism) continue;
      MapAnswer answer;
      if (!mechanism->follow({x.data(), n_axes()}, home, answer.state) && !mechanism->follow_by_branch({x.data(), n_axes()}, home, answer.state) &&
          !mechanism->search({x.data(), n_axes()}, home, MapMechanism::Effort::everywhere, answer.state, why)) {
        if (first.empty()) first = where(x) + ": " + out_of_reach(*mechanism, x, home, why);
        continue;
      }
      answer.stands = true;
      mechanism->read(answer);
      const int left = mechanism->freedoms_left({x.data(), n_axes()}, answer.state);
      map_.home = map_.find(place);
      map_.put(map_.home, answer, map_.stores[0]);
      ++map_.evaluations;
      if (left > 0)
        map_.notes.push_back(
            fmt::format("{} freedom{} of the mechanism {} neither an axis nor held: {} as little as possible from point to point, so that "
                        "the numbers depend on the way",
                        left, left == 1 ? "" : "s", left == 1 ? "is" : "are", left == 1 ? "it moves" : "they move"));
      if (mechanism->moved_by_laws(answer.state))
        map_.notes.push_back(
            "not at rest: what laws of time prescribe has the speeds and accelerations of t = 0, which are in speeds, energies and forces");
      return true;
    }
    why = first.empty() ? why : first;
    return false;
  }

  // On the coarse lattice.
  template <class F> void for_each_neighbour(int p, F f) const {
    int stride = 1;
    for (std::size_t k = 0; k < n_axes(); ++k) {
      const int place = map_.points[at(p)].at[k], cells = map_.question.axes[k].cells;
      if (place > 0) f(p - stride);
      if (place < cells * map_.finest()) f(p + stride);
      stride *= cells + 1;
    }
  }

  // From the point `first` along the first axis, from that line along the next axis, and so on, each point from the one before it. What no such way leads to is reached
  // around corners.
  void spread(int first) {
    jumped_ = point(first).jumped;
    const int last_spread = wave_++;
    wave_of_[at(first)] = wave_;
    ++n_found_;
    std::vector<int> found{first};
    int stride = 1;
    for (std::size_t k = 0; k < n_axes() && !stopped(); ++k) {
      spread_along(k, stride, found, k + 1 < n_axes());
      stride *= map_.question.axes[k].cells + 1;
    }
    if (!stopped() && n_found_ < map_.n_coarse()) spread_around(last_spread);
  }
  // Points side by side that go along one axis, each from the one before it, as many as go through lanes together: what they stand on and where they are written stays
  // near, and no other point waits for them.
  struct alignas(64) Strip {
    struct Step {
      int from, to;
      std::uint64_t number;  // of the answer
    };
    std::size_t n = 0;                           // that go on,
    std::array<Step, max_pose_lanes> next = {};  // and where to
    int evaluations = 0;                         // of answers that were taken from a file
    std::size_t n_found = 0;                     // that stand
    std::vector<int> found = {};                 // those, where the next axis goes on from them
    std::vector<std::pair<std::uint64_t, PointJob>> to_keep = {};
  };
  // From `found`, all at the same place along this axis, to both of its ends; what was found is added if the next axis goes on from there.
  void spread_along(std::size_t axis, int stride, std::vector<int>& found, bool goes_on) {
    const auto cells = static_cast<std::size_t>(map_.question.axes[axis].cells);
    std::vector<Strip> strips;
    for (const int side : {1, -1}) {
      bool begins = true;
      for (const int p : found) {
        const std::uint64_t first = std::exchange(next_job_, next_job_ + cells);
        if (!leads_on(axis, p, side * stride)) continue;
        if (begins || strips.back().n == std::min<std::size_t>(lanes_, max_pose_lanes)) strips.emplace_back();
        begins = false;
        strips.back().next[strips.back().n++] = {p, p + side * stride, first};
      }
    }
    constexpr std::size_t steps = 64;  // then progress is shown and what is to be kept is put together
    for (std::size_t way = 0; way < cells && !stopped(); way += steps) {
      const std::size_t length = std::min(steps, cells - way);
      do_all(strips.size(), seen(found.size() * length), 1, 1,
             [&](MapWorker& worker, std::size_t i, std::size_t) { return go_on(worker, strips[apart(i, strips.size())], axis, length, goes_on); });
      for (Strip& strip : strips) {
        map_.evaluations += std::exchange(strip.evaluations, 0);
        n_found_ += std::exchange(strip.n_found, 0);
        for (const auto& [number, job] : strip.to_keep) kept_->add(number, job, map_);
        strip.to_keep.clear();
      }
      if (kept_) keep_now();
    }
    for (const Strip& strip : strips) found.insert(found.end(), strip.found.begin(), strip.found.end());
    std::sort(found.begin(), found.end());  // neighbours go through lanes together
  }
  // The i-th of n strips that threads take one after the other. Neighbours share lines of memory at their border, so threads begin where they are far from each other.
  std::size_t apart(std::size_t i, std::size_t n) const {
    const std::size_t threads = workers_.size(), few = n / threads, some = n % threads, thread = i % threads;
    return thread * few + std::min(thread, some) + i / threads;
  }
  // There is a point beyond p along this axis, and nobody was there.
  bool leads_on(std::size_t axis, int p, int stride) {
    const int place = point(p).at[axis];
    return (stride > 0 ? place < map_.extent(static_cast<int>(axis)) : place > 0) && wave_of_[at(p + stride)] < 0;
  }
  // A strip by so many points, or to its end; false: all of it was taken from a file.
  bool go_on(MapWorker& worker, Strip& strip, std::size_t axis, std::size_t length, bool collect) {
    std::array<PointJob, max_pose_lanes> jobs;
    bool is_new = false;
    for (std::size_t i = 0; i < length && strip.n > 0 && !stopped(); ++i) {
      for (std::size_t k = 0; k < strip.n; ++k) {
        const Strip::Step& step = strip.next[k];
        jobs[k].begin(step.to);
        jobs[k].add_way(step.from);
        is_new |= !kept_ || !kept_->find(step.number, jobs[k], map_, worker.store());
      }
      worker.look({jobs.data(), strip.n});
      const std::size_t n = std::exchange(strip.n, 0);
      for (std::size_t k = 0; k < n; ++k) {
        const Strip::Step step = strip.next[k];
        if (jobs[k].taken) strip.evaluations += jobs[k].evaluations;
        else if (kept_) strip.to_keep.emplace_back(step.number, jobs[k]);
        if (!note(step.to)) continue;
        ++strip.n_found;
        if (collect) strip.found.push_back(step.to);
        const int stride = step.to - step.from;
        if (!leads_on(axis, step.to, stride)) continue;
        strip.next[strip.n++] = {step.to, step.to + stride, step.number + 1};
        __builtin_prefetch(&point(step.to + stride), 1);  // on pages of their own, as are its numbers
        __builtin_prefetch(map_.numbers_of(step.to + stride), 1);
      }
    }
    return is_new;
  }
  // Wave after wave, from all that were found since the spread `before`: whoever has a neighbour that was found in the last wave is tried from there.
  void spread_around(int before) {
    std::vector<int> wave = gathered<int>(map_.n_coarse(), [&](std::size_t begin, std::size_t end, std::vector<int>& out) {
      for (std::size_t i = begin; i < end; ++i) {
        bool at_the_edge = false;
        if (wave_of_[i] > before) for_each_neighbour(static_cast<int>(i), [&](int p) { at_the_edge = at_the_edge || wave_of_[at(p)] < 0; });
        if (at_the_edge) out.push_back(static_cast<int>(i));
      }
    });
    ++wave_;
    place_of_.resize(map_.n_coarse(), 0);
    for (std::size_t i = 0; i < wave.size(); ++i) wave_of_[at(wave[i])] = wave_, place_of_[at(wave[i])] = static_cast<int>(i);
    while (!stopped()) {
      wave = beyond(wave);
      if (wave.empty()) return;
      look_at_all(wave.size(), seen(wave.size()), [&](std::size_t i, PointJob& job) {
        job.begin(wave[i]);
        for_each_neighbour(wave[i], [&](int p) {
          if (wave_of_[at(p)] == wave_) job.add_way(p);
        });
        std::sort(job.from.begin(), job.from.begin() + job.n_from, [&](int a, int b) { return place_of_[at(a)] < place_of_[at(b)]; });
      });
      ++wave_;
      for (std::size_t i = 0; i < wave.size(); ++i) n_found_ += note(wave[i], static_cast<int>(i));
    }
  }
  double seen(std::size_t more) {  // of the lattice, some more than once: where none was found yet
    seen_ += more;
    return std::max(done_, share_of_coarse() * std::min(static_cast<double>(seen_) / static_cast<double>(map_.n_coarse()), 1.0));
  }
  // A point of the coarse lattice that stands belongs to the wave in which it was found.
  bool note(int p, int place = 0) {
    if (!point(p).stands) return false;
    wave_of_[at(p)] = wave_;
    if (!place_of_.empty()) place_of_[at(p)] = place;
    if (jumped_) point(p).jumped = true;
    return true;
  }
  // The neighbours that have not been found of those that were found in the last wave: each by the first of its own neighbours that was, in the order of that wave.
  std::vector<int> beyond(const std::vector<int>& wave) {
    return gathered<int>(wave.size(), [&](std::size_t begin, std::size_t end, std::vector<int>& out) {
      for (std::size_t i = begin; i < end; ++i) {
        const int from = wave[i];
        if (wave_of_[at(from)] != wave_) continue;
        for_each_neighbour(from, [&](int p) {
          if (wave_of_[at(p)] >= 0) return;
          int found_by = -1;
          for_each_neighbour(p, [&](int other) {
            if (wave_of_[at(other)] == wave_ && (found_by < 0 || place_of_[at(other)] < place_of_[at(found_by)])) found_by = other;
          });
          if (found_by == from) out.push_back(p);
        });
      }
    });
  }

  // The same, and those across corners.
  template <class F> void for_each_around(int p, F f) const {
    int n = 1;
    for (std::size_t k = 0; k < n_axes(); ++k) n *= 3;
    for (int i = 0; i < n; ++i) {
      int q = p, stride = 1, rest = i;
      bool inside = i != n / 2;
      for (std::size_t k = 0; k < n_axes(); ++k, rest /= 3) {
        const int step = rest % 3 - 1, place = map_.points[at(p)].at[k] + step * map_.finest(), cells = map_.question.axes[k].cells;
        inside = inside && place >= 0 && place <= cells * map_.finest();
        q += step * stride;
        stride *= cells + 1;
      }
      if (inside) f(q);
    }
  }

  // True once for each point: from wherever the branch is taken, it has one answer.
  bool is_new_by_branch(int p) {
    if (asked_by_branch_.size() < map_.points.size()) asked_by_branch_.resize(map_.points.size(), false);
    const bool is_new = !asked_by_branch_[at(p)];
    asked_by_branch_[at(p)] = true;
    return is_new;
  }
  void look_by_branch(const std::vector<std::pair<int, int>>& pairs) {  // where to, and from where
    look_at_all(pairs.size(), done_, [&](std::size_t i, PointJob& job) {
      job.begin(pairs[i].first);
      job.add_way(pairs[i].second);
      job.by_branch = true;
    });
  }

  // What no straight way leads to may stand on the same branch of every leg, where the reach of a leg has a hole: around all points that stand, and around those that
  // are found so.
  void spread_by_branch() {
    if (stopped() || n_found_ == map_.n_coarse() || workers_[0]->lanes() == 0) return;
    std::vector<int> from = gathered<int>(map_.n_coarse(), [&](std::size_t begin, std::size_t end, std::vector<int>& out) {
      for (std::size_t i = begin; i < end; ++i) {
        bool at_the_edge = false;
        if (wave_of_[i] >= 0) for_each_around(static_cast<int>(i), [&](int p) { at_the_edge = at_the_edge || wave_of_[at(p)] < 0; });
        if (at_the_edge) out.push_back(static_cast<int>(i));
      }
    });
    while (!from.empty() && !stopped()) {
      std::vector<std::pair<int, int>> next;  // where to, and from where
      for (const int p : from)
        for_each_around(p, [&](int q) {
          if (wave_of_[at(q)] < 0 && is_new_by_branch(q)) next.emplace_back(q, p);
        });
      look_by_branch(next);
      from.clear();
      for (const auto& [q, p] : next) {
        if (!note(q)) continue;
        ++n_found_;
        from.push_back(q);
      }
    }
  }

  // What no way leads to may be reached all the same. Where legs have a closed form, every point that is left has an answer on the branch of home; elsewhere Newton's method
  // looks for one.
  void search_elsewhere() {
    if (n_found_ == map_.n_coarse()) return;
    search_what_is_left();
    const auto example =
        std::find_if(not_there_.begin(), not_there_.end(), [&](int p) { return wave_of_[at(p)] < 0; });  // others were found from elsewhere since
    if (!stopped() && example != not_there_.end()) explain(*example);
  }
  void search_what_is_left() {
    const std::vector<int> source = source_of_branch();
    if (source.empty()) return search_all_over();
    ask_by_branch(source[0]);
    // Another branch may reach what this one does not, where legs depend on each other.
    constexpr std::size_t most = 12;
    const std::vector<int> left = not_found();
    const std::size_t n = std::min(most, left.size());
    for (std::size_t i = 0; i < n && !stopped(); ++i) {
      const int p = left[(2 * i + 1) * left.size() / (2 * n)];
      if (wave_of_[at(p)] >= 0) continue;
      MapAnswer answer;
      workers_[0]->search(p, home_state(), MapMechanism::Effort::from_start, answer);
      if (goes_on_from(p, answer)) ask_by_branch(p);
    }
  }
  std::vector<int> not_found() const {
    std::vector<int> left;
    for (int p = 0; at(p) < wave_of_.size(); ++p)
      if (wave_of_[at(p)] < 0) left.push_back(p);
    return left;
  }
  // What a search has found there, and all that ways lead to from it; false: nothing.
  bool goes_on_from(int p, const MapAnswer& answer) {
    if (!answer.stands) {
      point(p).asked = true;
      not_there_.push_back(p);
      return false;
    }
    map_.put(p, answer, map_.stores[0]);
    ++map_.evaluations;
    point(p).jumped = true;
    spread(p);
    return true;
  }
  void explain(int p) {
    const Coordinates x = map_.coordinates(point(p).at);
    std::string why;
    MapMechanism* mechanism = workers_[0]->mechanism({x.data(), n_axes()}, why);
    State nowhere;
    if (mechanism) mechanism->search({x.data(), n_axes()}, home_state(), MapMechanism::Effort::from_start, nowhere, why);
    map_.out_of_reach = where(x) + ": " + (mechanism ? out_of_reach(*mechanism, x, home_state(), why) : why);
  }

  // The point whose state says best on which branch every leg is: home, or one of a few others where some are about to change there. None: there are no closed forms.
  std::vector<int> source_of_branch() {
    constexpr std::size_t others = 8;
    std::vector<int> standing;
    for (int p = 0; at(p) < wave_of_.size(); ++p)
      if (wave_of_[at(p)] >= 0) standing.push_back(p);
    std::vector<int> candidates{map_.home};
    const std::size_t n = std::min(others, standing.size());
    for (std::size_t i = 0; i < n; ++i) candidates.push_back(standing[(2 * i + 1) * standing.size() / (2 * n)]);
    std::vector<int> best;
    int most_known = -1;
    for (const int p : candidates) {
      const Coordinates x = map_.coordinates(point(p).at);
      std::string why;
      MapMechanism* mechanism = workers_[0]->mechanism({x.data(), n_axes()}, why);
      const std::optional<int> known = mechanism ? mechanism->roots_known({x.data(), n_axes()}, workers_[0]->state_of(p)) : std::nullopt;
      if (known.value_or(-1) > most_known) most_known = *known, best = {p};
    }
    return best;
  }
  // All that is left, on the branch of `source`; with parameters among the axes first as at the nearest point that stands, whose mechanism is less unlike.
  void ask_by_branch(int source) {
    std::vector<int> left = not_found();
    const auto parameters = [&](int p) {
      LatticePlace place{};
      for (std::size_t k = 0; k < n_axes(); ++k)
        if (map_.question.axes[k].is_parameter()) place[k] = map_.points[at(p)].at[k] + 1;
      return place;
    };
    const bool same_mechanism =
        std::none_of(map_.question.axes.begin(), map_.question.axes.end(), [](const MapAxis& axis) { return axis.is_parameter(); });
    if (!same_mechanism)  // those of one mechanism together: few are kept
      std::stable_sort(left.begin(), left.end(), [&](int a, int b) { return parameters(a) < parameters(b); });
    const std::vector<int> nearest = same_mechanism ? std::vector<int>{} : nearest_that_stands();
    look_at_all(left.size(), done_, [&](std::size_t i, PointJob& job) {
      job.begin(left[i]);
      if (!same_mechanism) job.add_way(nearest[at(left[i])]);
      if (same_mechanism || job.from[0] != source) job.add_way(source);
      job.by_branch = true;
    });
    const int before = wave_++;
    std::size_t found = 0;
    for (const int p : left) {
      if (!note(p)) continue;
      ++found;
      point(p).by_branch = !jumped_;
    }
    n_found_ += found;
    if (found > 0 && !stopped() && n_found_ < map_.n_coarse()) spread_around(before);
  }
  std::vector<int> nearest_that_stands() const {
    std::vector<int> nearest(map_.n_coarse(), -1), wave, next;
    for (int p = 0; at(p) < wave_of_.size(); ++p)
      if (wave_of_[at(p)] >= 0) nearest[at(p)] = p, wave.push_back(p);
    for (; !wave.empty(); wave.swap(next), next.clear())
      for (const int p : wave)
        for_each_neighbour(p, [&](int q) {
          if (nearest[at(q)] < 0) nearest[at(q)] = nearest[at(p)], next.push_back(q);
        });
    return nearest;
  }

  // Without closed forms: a search at the point that is farthest from all that stand and all that were searched for, again and again, so that no part of the map waits long for
  // one. One that finds nothing takes as long as a pose on the way (five-bar over its motors: 8 us), but as long as fifty to a hundred where frames are led (0.7 ms for a 3-RRR
  // whose turn is free); large maps have as many as take about as long as their ways. What nobody has asked for then may be anything.
  void search_all_over() {
    constexpr std::size_t thorough = 12, together = 16;  // the latter whatever the number of threads
    const Coordinates first = map_.coordinates({});
    std::string why;
    MapMechanism* any = workers_[0]->mechanism({first.data(), n_axes()}, why);
    const bool leads_frames = any && !any->request({first.data(), n_axes()}).frames.empty();
    std::size_t most = leads_frames ? std::max<std::size_t>(512, n_found_ / 16) : std::max<std::size_t>(16384, n_found_);
    std::size_t n = 0;
    FarPoints far(*this);
    std::vector<int> batch;
    std::array<MapAnswer, together> answers;
    while (most > 0 && !stopped()) {
      batch.clear();
      while (batch.size() < std::min(together, most)) {
        const int p = far.take();
        if (p < 0) break;
        batch.push_back(p);
      }
      if (batch.empty()) break;
      most -= batch.size();
      const State home = home_state();
      do_all(batch.size(), done_, 1, 1, [&](MapWorker& worker, std::size_t i, std::size_t) {
        worker.search(batch[i], home, n + i < thorough ? MapMechanism::Effort::from_start : MapMechanism::Effort::once, answers[i]);
        return false;
      });
      n += batch.size();
      for (std::size_t i = 0; i < batch.size() && !stopped(); ++i) {
        if (wave_of_[at(batch[i])] >= 0) continue;  // from one that was found with it
        const int before = wave_;
        if (goes_on_from(batch[i], answers[i])) far.found_since(before);
      }
    }
    if (stopped()) return;
    const auto unknown = std::count_if(map_.points.begin(), map_.points.end(), [](const MapPoint& p) { return !p.asked; });
    if (unknown == 0) return;
    map_.notes.push_back(
        fmt::format("{} of {} points of the coarse lattice were never asked for: no way leads there, and searches take long; that the mechanism may "
                    "stand there is in "
                    "the errors of the {} and of shares",
                    unknown, map_.n_coarse(), n_axes() == 2 ? "area" : "volume"));
  }
  // Points of the coarse lattice by how far they are, in steps along axes, from all that stand and all that were taken.
  class FarPoints {
   public:
    explicit FarPoints(const MapMaker& maker) : maker_(maker), distance_(maker.map_.n_coarse(), std::numeric_limits<int>::max()) { found_since(-1); }
    void found_since(int wave) {  // what stands since then
      for (int p = 0; at(p) < distance_.size(); ++p)
        if (maker_.wave_of_[at(p)] > wave) distance_[at(p)] = 0, wave_.push_back(p);
      spread();
    }
    int take() {  // the farthest of them, or -1: there are no more
      for (; !by_distance_.empty(); by_distance_.pop_back()) {
        auto& [next, points] = by_distance_.back();
        while (next < points.size()) {
          const int p = points[next++];
          if (distance_[at(p)] + 1 != static_cast<int>(by_distance_.size())) continue;  // nearer by now
          distance_[at(p)] = 0;
          wave_ = {p};
          spread();
          return p;
        }
      }
      return -1;
    }

   private:
    void spread() {
      for (int d = 1; !wave_.empty(); ++d, wave_.swap(next_), next_.clear()) {
        for (const int p : wave_)
          maker_.for_each_neighbour(p, [&](int q) {
            if (distance_[at(q)] <= d) return;
            distance_[at(q)] = d;
            next_.push_back(q);
          });
        if (next_.empty()) continue;
        if (by_distance_.size() <= at(d)) by_distance_.resize(at(d) + 1);
        by_distance_[at(d)].second.insert(by_distance_[at(d)].second.end(), next_.begin(), next_.end());
      }
    }
    const MapMaker& maker_;
    std::vector<int> distance_, wave_, next_;
    std::vector<std::pair<std::size_t, std::vector<int>>> by_distance_;  // and how many of them were looked at; some have come nearer since
  };

  State home_state() const {
    State state;
    map_.state_of(map_.home, state);
    return state;
  }

  // Why, and where legs have a closed form which of them cannot follow.
  std::string out_of_reach(MapMechanism& mechanism, const Coordinates& x, const State& home, const std::string& why) const {
    const std::string legs = mechanism.legs_out_of_reach({x.data(), n_axes()}, home);
    return legs.empty() ? why : why + "; " + legs;
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
    const bool some_missing = stopped();  // else what was not asked for stays so
    const auto for_each_asked = [&](std::size_t begin, std::size_t end, auto f) {
      LatticePlace place = map_.coarse_place(begin);
      for (std::size_t i = begin; i < end; ++i, map_.to_next_coarse(place)) {
        const MapCell cell{place, map_.finest()};
        bool inside = true;
        for (std::size_t k = 0; k < n_axes(); ++k) inside = inside && cell.at[k] < map_.extent(static_cast<int>(k));
        if (!inside) continue;
        const auto corners = some_missing ? map_.corners(cell) : std::array<int, 1 << max_map_axes>{};
        for (int c = 0; some_missing && inside && c < map_.n_corners(); ++c) inside = point(corners[at(c)]).asked;
        if (inside) f(cell);
      }
    };
    constexpr std::size_t part = 4096;  // each is counted first: to put lists together would take the room of the cells twice
    std::vector<std::size_t> first((map_.n_coarse() + part - 1) / part + 1, 0);
    in_parts(map_.n_coarse(), part, part, [&](int, std::size_t begin, std::size_t end) {
      std::size_t n = 0;  // here, not in the list: its places share lines of memory
      for_each_asked(begin, end, [&](const MapCell&) { ++n; });
      first[begin / part + 1] = n;
    });
    std::partial_sum(first.begin(), first.end(), first.begin());
    map_.cells.resize(first.back());
    in_parts(map_.n_coarse(), part, part, [&](int, std::size_t begin, std::size_t end) {
      std::size_t next = first[begin / part];
      make_pages(map_.cells.data() + next, (first[begin / part + 1] - next) * sizeof(MapCell));
      for_each_asked(begin, end, [&](const MapCell& cell) { map_.cells[next++] = cell; });
    });
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

  // Its points do not all say the same (those count that a finer neighbour has put on its edges), or a value changes too much. In a plane it counts, too,
  // which limit binds, for the picture; in space only whether one does, since there are far more cells between limits than on the boundary.
  bool is_coarse(const MapCell& cell) const {
    std::optional<int> verdict;
    bool same = true;
    std::vector<double> low(allowed_.size(), INFINITY), high(allowed_.size(), -INFINITY);
    for_each_place(cell, [&](const LatticePlace& place) {
      const int p = map_.find(place);
      if (p < 0 || !map_.points[at(p)].asked) return;
      const MapPoint& here = map_.points[at(p)];
      const int says = n_axes() > 2 ? static_cast<int>(here.feasible()) : here.verdict();
      same = same && verdict.value_or(says) == says;
      verdict = says;
      for (std::size_t v = 0; here.feasible() && v < allowed_.size(); ++v) {
        const double x = map_.number(p, v);
        low[v] = std::min(low[v], x);
        high[v] = std::max(high[v], x);
      }
    });
    for (std::size_t v = 0; v < allowed_.size(); ++v) same = same && !(high[v] - low[v] > allowed_[v]);
    return !same;
  }

  // The job of a point in the list, a new one if there is none yet.
  PointJob& job_of(int p, std::vector<PointJob>& list) {
    if (job_of_.size() < map_.points.size()) job_of_.resize(map_.points.size(), -1);
    int& job = job_of_[at(p)];
    if (job < 0) {
      job = static_cast<int>(list.size());
      list.emplace_back(p);
    }
    return list[at(job)];
  }
  bool has_job(int p) const { return at(p) < job_of_.size() && job_of_[at(p)] >= 0; }

  // As spread_by_branch(), in the cells that were halved; false: nothing more was found.
  bool refine_by_branch(const std::vector<bool>& halved) {
    if (stopped() || workers_[0]->lanes() == 0) return false;
    std::vector<std::pair<int, int>> next;
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
      if (!halved[i]) continue;
      int from = -1;
      std::array<int, 27> missing;
      std::size_t n_missing = 0;
      for_each_place(map_.cells[i], [&](const LatticePlace& place) {
        const int p = map_.find(place);
        if (p < 0) return;
        if (point(p).stands) from = p;
        else missing[n_missing++] = p;
      });
      for (std::size_t k = 0; from >= 0 && k < n_missing; ++k)
        if (is_new_by_branch(missing[k])) next.emplace_back(missing[k], from);
    }
    look_by_branch(next);
    return std::any_of(next.begin(), next.end(), [&](const auto& pair) { return point(pair.first).stands; });
  }

  void refine(int level) {
    const int size = map_.finest() >> (level - 1);
    std::vector<bool> halved(map_.cells.size(), false);
    for (bool more = true; more && !stopped();) {  // a finer neighbour may show that a cell is not what its corners say
      more = false;
      std::vector<PointJob> list;
      for (std::size_t i = 0; i < map_.cells.size(); ++i) {
        const MapCell cell = map_.cells[i];
        if (halved[i] || cell.size != size || !is_coarse(cell)) continue;
        halved[i] = more = true;
        for_each_place(cell, [&](const LatticePlace& place) {
          const bool known = map_.find(place) >= 0;
          const int p = map_.add(place, level);
          if (known && !has_job(p)) return;
          PointJob& job = job_of(p, list);
          for (int c = 0; c < map_.n_corners(); ++c) {
            const int from = map_.corner(cell, c);
            if (point(from).stands && std::count(job.ways().begin(), job.ways().end(), from) == 0) job.add_way(from);
          }
        });
      }
      map_.make_numbers();
      look_at_all(list.size(), after_level(level), [&](std::size_t i, PointJob& job) { job = list[i]; });
      for (const PointJob& job : list) job_of_[at(job.point)] = -1;
      while (refine_by_branch(halved)) more = true;
    }
    if (stopped()) return;  // the cells stay as coarse as they were
    UnsetVector<MapCell> cells;
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
    struct Edge {
      int inside, outside;
      auto operator<=>(const Edge&) const = default;
    };
    auto edges = gathered<Edge>(map_.cells.size(), [&](std::size_t begin, std::size_t end, std::vector<Edge>& out) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto corners = map_.corners(map_.cells[i]);
        int feasible = 0;
        for (int c = 0; c < map_.n_corners(); ++c) feasible += point(corners[at(c)]).feasible();
        if (feasible == 0 || feasible == map_.n_corners()) continue;
        for (int a = 0; a < map_.n_corners(); ++a) {
          for (int b = a + 1; b < map_.n_corners(); ++b) {
            if ((a & b) != a) continue;
            const int p = corners[at(a)], q = corners[at(b)];
            if (point(p).feasible() != point(q).feasible()) out.push_back(point(p).feasible() ? Edge{p, q} : Edge{q, p});
          }
        }
      }
    });
    std::sort(edges.begin(), edges.end());  // neighbours have edges in common
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::vector<EdgeJob> jobs;
    jobs.reserve(edges.size());
    for (const Edge& edge : edges) jobs.push_back({edge.inside, edge.outside});
    map_.expect_crossings(jobs.size());
    const std::uint64_t first = std::exchange(next_job_, next_job_ + jobs.size());
    do_all(jobs.size(), 1, 1, 64, [&](MapWorker& worker, std::size_t begin, std::size_t end) {
      std::vector<EdgeJob*> unknown;
      for (std::size_t i = begin; i < end; ++i)
        if (!kept_ || !kept_->find(first + i, jobs[i])) unknown.push_back(&jobs[i]);
      worker.locate(unknown);
      return !unknown.empty();
    });
    if (kept_) {
      for (std::size_t i = 0; i < jobs.size(); ++i)
        if (jobs[i].done && !jobs[i].taken) kept_->add(first + i, jobs[i]);
      keep_now();
    }
    for (const EdgeJob& job : jobs) {
      map_.evaluations += job.evaluations;
      if (job.done) map_.set_crossing(job.inside, job.outside, job.fraction);
    }
    map_.bounded = !stopped();
  }

  // Forces of a pose have contacts in flight. After everything else and from the points alone, since some of their answers may have come from a file.
  void look_for_contacts() {
    std::string why;
    const Coordinates first = map_.coordinates({});
    const MapMechanism* any = workers_[0]->mechanism({first.data(), n_axes()}, why);
    if (!any || !any->asks_for_forces() || any->model().contacts().empty()) return;
    struct Seen {
      std::vector<bool> closed;
      std::size_t points = 0, stand = 0;
      std::vector<int> here = {};
    };
    std::vector<Seen> seen(workers_.size(), Seen{std::vector<bool>(any->model().contacts().size(), false)});
    in_parts(map_.points.size(), 1, 128, [&](int thread, std::size_t begin, std::size_t end) {
      Seen& mine = seen[at(thread)];
      std::string nobody;
      for (std::size_t i = begin; i < end && !stopped(); ++i) {
        if (!map_.points[i].stands) continue;
        const Coordinates x = map_.coordinates(map_.points[i].at);
        MapMechanism* mechanism = workers_[at(thread)]->mechanism({x.data(), n_axes()}, nobody);
        if (!mechanism) continue;
        mechanism->closed_contacts(workers_[at(thread)]->state_of(static_cast<int>(i)), mine.here);
        ++mine.stand;
        mine.points += !mine.here.empty();
        for (const int c : mine.here) mine.closed[at(c)] = true;
      }
    });
    Seen all;
    for (std::size_t c = 0; c < any->model().contacts().size(); ++c)
      if (std::any_of(seen.begin(), seen.end(), [&](const Seen& s) { return s.closed[c]; })) all.here.push_back(static_cast<int>(c));
    for (const Seen& s : seen) all.points += s.points, all.stand += s.stand;
    if (all.points == 0 || stopped()) return;
    map_.notes.push_back(fmt::format("the ground is left out: {} would touch, at {} of {} points; forces are those without what it would carry",
                                     names_of_contacts(any->model(), all.here), all.points, all.stand));
  }

  // -- how much of the work is done. The coarse lattice is one part; of the boundary's cells every level has twice as many as the one before (four times with
  // three axes), and to locate the boundary costs as much as the last two levels.
  double share_of_coarse() const { return 1.0 / (1 + 0.5 * (map_.question.depth + 1)); }
  double after_level(int level) const {
    const double growth = n_axes() > 2 ? 4 : 2;
    double all = 0, until = 0;
    for (int l = 1; l <= map_.question.depth + 2; ++l) {
      all += std::pow(growth, l);
      if (l <= level) until = all;
    }
    return share_of_coarse() + (1 - share_of_coarse()) * until / all;
  }

  Map map_;
  const MapRun& run_;
  Crew crew_;
  std::vector<std::unique_ptr<MapWorker>> workers_;
  std::optional<KeptMap> kept_;
  std::uint64_t next_job_ = 0;
  std::size_t lanes_ = 1;              // points that a worker looks at together
  double done_ = 0;                    // of the work
  std::size_t seen_ = 0;               // points of the coarse lattice that were looked at,
  std::size_t n_found_ = 0;            // and those that stand
  std::vector<double> allowed_;        // change of each value within a cell
  std::vector<PointJob> jobs_;         // room for those of one wave
  std::vector<int> job_of_;            // per point: its place in the list of a refinement, or -1
  std::vector<bool> asked_by_branch_;  // per point
  UnsetVector<int> wave_of_;           // per point of the coarse lattice: in which wave it was found, or -1
  std::vector<int> place_of_;          // and its place there
  int wave_ = 0;                       // the last one
  std::vector<int> not_there_;         // where a search has found nothing
  bool jumped_ = false;                // it goes out from a point that was found by a search
};

}  // namespace

Map empty_map(const Model& model, const MapQuestion& question) {
  Map map;
  map.question = question;
  std::vector<SaidProblem> problems;
  name_numbers(MapMechanism(model, question, problems), map);
  return map;
}

std::optional<Map> make_map(const Model& model, const MapQuestion& question, const ModelMaker& make, const MapRun& run, std::string& why) {
  return MapMaker(model, question, make, run).make(why);
}

}  // namespace zanjir
