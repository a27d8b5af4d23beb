#include "zanjir/map/map_worker.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

MapMechanism* MapWorker::mechanism(std::span<const double> x, std::string& why) {
  std::vector<double> parameters;
  for (std::size_t k = 0; k < question().axes.size(); ++k)
    if (question().axes[k].is_parameter()) parameters.push_back(x[k]);
  for (Made& made : made_)
    if (made.parameters == parameters) return made.mechanism.get();
  Made made{parameters};
  if (parameters.empty()) made.model = std::shared_ptr<const Model>(std::shared_ptr<const Model>(), &model_);
  else made.model = make_(parameters, why);
  if (!made.model) return nullptr;
  std::vector<SaidProblem> problems;
  made.mechanism = std::make_unique<MapMechanism>(*made.model, question(), problems);
  if (!problems.empty()) {
    why = problems.front().message;
    return nullptr;
  }
  constexpr std::size_t most_kept = 64;
  if (made_.size() == most_kept) made_.pop_front();
  made_.push_back(std::move(made));
  return made_.back().mechanism.get();
}

const State& MapWorker::state_of(int point) {
  map_.state_of(point, start_);
  return start_;
}

// Along the straight way from one point to the other, in smaller steps where Newton's method wants them.
bool MapWorker::walk(MapMechanism& mechanism, const Coordinates& from, const Coordinates& to, const State& start, double least_step, State& out,
                     int& evaluations) {
  double done = 0, step = 1;
  const State* here = &start;
  Coordinates x = to;
  while (done < 1) {
    const double next = std::min(done + step, 1.0);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = next == 1 ? to[k] : from[k] + (to[k] - from[k]) * next;
    ++evaluations;
    if (mechanism.follow(x, *here, out)) {
      done = next;
      step *= 2;
      if (done == 1) return true;
      std::swap(here_, out);
      here = &here_;
    } else if ((step /= 2) < least_step) {
      return false;
    }
  }
  return true;
}

void MapWorker::look(PointJob& job) {
  const Coordinates x = map_.coordinates(map_.points[at(job.point)].at);
  const std::size_t n = question().axes.size();
  job.done = true;
  MapMechanism* mechanism = this->mechanism({x.data(), n}, why_);
  answer_.stands = false;
  for (std::size_t i = 0; mechanism && !job.by_branch && i < job.ways().size() && !answer_.stands; ++i) {
    const int from = job.ways()[i];
    Coordinates start = map_.coordinates(map_.points[at(from)].at);
    for (std::size_t k = 0; k < n; ++k)
      if (question().axes[k].is_parameter()) start[k] = x[k];
    answer_.stands = walk(*mechanism, start, x, state_of(from), 1.0 / 16, answer_.state, job.evaluations);
  }
  // With lanes that comes later, for what is left.
  const std::size_t by_branch = !mechanism ? 0 : job.by_branch ? job.ways().size() : !answer_.stands && job.n_from > 0 && lanes() == 0 ? 1 : 0;
  for (std::size_t i = 0; i < by_branch && !answer_.stands; ++i) {
    ++job.evaluations;
    answer_.stands = mechanism->follow_by_branch({x.data(), n}, state_of(job.from[i]), answer_.state);
  }
  if (answer_.stands) mechanism->read(answer_);
  map_.put(job.point, answer_, store());
}

void MapWorker::search(int point, const State& from, MapMechanism::Effort effort, MapAnswer& answer) {
  const Coordinates x = map_.coordinates(map_.points[at(point)].at);
  const std::size_t n = question().axes.size();
  MapMechanism* mechanism = this->mechanism({x.data(), n}, why_);
  answer.stands = mechanism && mechanism->search({x.data(), n}, from, effort, answer.state, why_);
  if (answer.stands) mechanism->read(answer);
}

std::size_t MapWorker::lanes() {
  if (lanes_) return *lanes_;
  const auto& axes = question().axes;
  lanes_ = 0;
  if (std::any_of(axes.begin(), axes.end(), [](const MapAxis& axis) { return axis.is_parameter(); })) return 0;
  const Coordinates anywhere = map_.coordinates({});
  if (MapMechanism* mechanism = this->mechanism({anywhere.data(), axes.size()}, why_)) lanes_ = at(mechanism->lanes({anywhere.data(), axes.size()}));
  return *lanes_;
}

void MapWorker::look(std::span<PointJob> jobs) {
  waiting_.clear();
  for (PointJob& job : jobs)
    if (!job.done) waiting_.push_back(&job);
  if (const std::size_t lanes = this->lanes(); lanes > 0 && !jobs.empty() && !jobs.front().by_branch) {
    MapMechanism& mechanism = *made_.front().mechanism;  // the only one
    for (std::size_t begin = 0; begin < waiting_.size(); begin += lanes)
      look_in_lanes(mechanism, std::span(waiting_).subspan(begin, std::min(lanes, waiting_.size() - begin)));
  }
  for (PointJob* job : waiting_) {
    if (!job->done) look(*job);
    evaluations_ += job->evaluations;
  }
}

// Those that lanes are sure of.
void MapWorker::look_in_lanes(MapMechanism& mechanism, std::span<PointJob* const> jobs) {
  const std::size_t n = question().axes.size(), nq = at(mechanism.model().nq()), lanes = this->lanes();
  std::array<double*, max_pose_lanes> numbers{};
  unsigned alone = 0;
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    const PointJob& job = *jobs[k];
    numbers[k] = map_.numbers_of(job.point);
    __builtin_prefetch(numbers[k], 1);  // each row on a page of its own
    const Coordinates x = map_.coordinates(map_.points[at(job.point)].at);
    if (job.n_from == 0 || !mechanism.put(static_cast<int>(k), {x.data(), n}, map_.points[at(job.from[0])].q)) alone |= 1u << k;
  }
  double* q = store().room(nq * lanes);
  nobody_.resize(map_.numbers.size());
  alone |= mechanism.follow_lanes(static_cast<int>(jobs.size()), q);
  const unsigned all = (1u << jobs.size()) - 1;
  if ((alone & all) == all) return store().take_back(nq * lanes);
  std::array<int, max_pose_lanes> binds{};
  if (mechanism.reads_in_lanes()) {
    for (std::size_t k = 0; k < jobs.size(); ++k)
      if (alone >> k & 1) numbers[k] = nobody_.data();
    mechanism.read_lanes(q, {numbers.data(), jobs.size()}, binds.data());
  }
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    if (alone >> k & 1) continue;
    PointJob& job = *jobs[k];
    job.done = true;
    job.evaluations = 1;
    const PointCoordinates here{q + k, static_cast<std::int32_t>(nq), static_cast<std::int32_t>(lanes)};
    MapPoint& p = map_.points[at(job.point)];
    if (mechanism.reads_in_lanes()) {
      p.binds = binds[k];
    } else {
      mechanism.read(here, answer_);
      std::copy(answer_.numbers.begin(), answer_.numbers.end(), numbers[k]);
      p.binds = answer_.binds;
    }
    p.q = here;
    p.asked = p.stands = true;
  }
}

namespace {

// Where the margin of the limit that is violated outside would be zero, if it were linear; a little to the side of it on which more is left, so that two
// good guesses close the bracket. Every third time the middle.
double next_place(const EdgeSearch& s, double tolerance) {
  if (s.binds < 0 || s.tries % 3 == 2 || !std::isfinite(s.out_margin)) return (s.in + s.out) / 2;
  const double m = s.in_margins[at(s.binds)], guess = s.in + (s.out - s.in) * m / (m - s.out_margin), aside = 0.4 * tolerance;
  if (!std::isfinite(guess)) return (s.in + s.out) / 2;
  return std::clamp(guess - s.in > s.out - guess ? guess - aside : guess + aside, s.in + 0.1 * tolerance, s.out - 0.1 * tolerance);
}

}  // namespace

void MapWorker::begin(EdgeSearch& s, EdgeJob& job) const {
  const MapPoint &a = map_.points[at(job.inside)], &b = map_.points[at(job.outside)];
  s = {&job, map_.coordinates(a.at), map_.coordinates(b.at)};
  s.binds = b.binds;
  s.out_margin = s.binds >= 0 ? map_.margin(job.outside, at(s.binds)) : 0;
  for (std::size_t i = 0; i < question().limits.size(); ++i) s.in_margins.push_back(map_.margin(job.inside, i));
}

// What was found at t; true: it is feasible there.
bool MapWorker::take(EdgeSearch& s, double t, const MapAnswer& answer) {
  ++s.tries;
  if (answer.stands && answer.binds < 0) {
    s.in = t;
    s.in_margins = answer.margins;
    return true;
  }
  s.out = t;
  s.binds = answer.stands ? answer.binds : -1;
  if (s.binds >= 0) s.out_margin = answer.margins[at(s.binds)];
  return false;
}

bool MapWorker::goes_on(EdgeSearch& s) const {
  if (s.out - s.in > question().tolerance && s.tries < 60) return true;
  s.job->fraction = (s.in + s.out) / 2;
  s.job->done = true;
  return false;
}

void MapWorker::look_at(const EdgeSearch& s, double t, const State& start, MapAnswer& answer) {
  const std::size_t n = question().axes.size();
  const Coordinates x = s.place(t);
  Coordinates here = s.place(s.in);
  MapMechanism* mechanism = this->mechanism({x.data(), n}, why_);
  for (std::size_t k = 0; k < n; ++k)
    if (question().axes[k].is_parameter()) here[k] = x[k];
  answer.stands = mechanism && (walk(*mechanism, here, x, start, 1.0 / 4, answer.state, s.job->evaluations) ||
                                mechanism->follow_by_branch({x.data(), n}, start, answer.state));
  if (answer.stands) mechanism->read(answer);
}

void MapWorker::locate(std::span<EdgeJob*> jobs) {
  if (lanes() > 0 && made_.front().mechanism->reads_in_lanes()) return locate_in_lanes(*made_.front().mechanism, jobs);
  EdgeSearch search;
  MapAnswer answer;
  for (EdgeJob* job : jobs) {
    begin(search, *job);
    State start = state_of(job->inside);
    while (goes_on(search)) {
      const double t = next_place(search, question().tolerance);
      look_at(search, t, start, answer);
      if (take(search, t, answer)) start = answer.state;
    }
  }
}

// A lane for each edge, the next edge where one has come to its end.
void MapWorker::locate_in_lanes(MapMechanism& mechanism, std::span<EdgeJob*> jobs) {
  const std::size_t n = question().axes.size(), lanes = this->lanes(), nq = at(mechanism.model().nq()), n_numbers = map_.numbers.size();
  std::vector<EdgeSearch> searches(lanes);
  Lanes start(nq, static_cast<int>(lanes)), q(nq, static_cast<int>(lanes));
  std::vector<double> numbers(lanes * n_numbers);
  std::array<double*, max_pose_lanes> numbers_of{};
  std::array<int, max_pose_lanes> binds{};
  for (std::size_t k = 0; k < lanes; ++k) numbers_of[k] = numbers.data() + k * n_numbers;
  const auto here = [&](std::size_t k) {
    return PointCoordinates{start.data() + k, static_cast<std::int32_t>(nq), static_cast<std::int32_t>(lanes)};
  };
  const auto start_from = [&](std::size_t k, const auto& of) {
    for (std::size_t i = 0; i < nq; ++i) start.data()[i * lanes + k] = of[static_cast<int>(i)];
  };
  std::size_t next = 0, used = 0;
  const auto refill = [&](std::size_t k) {  // false: there are no more
    if (next == jobs.size()) return false;
    begin(searches[k], *jobs[next]);
    start_from(k, map_.points[at(jobs[next++]->inside)].q);
    return true;
  };
  MapAnswer answer;
  State from = {0, VecX(static_cast<Eigen::Index>(nq)), VecX::Zero(map_.n_speeds)};
  while (used < lanes && refill(used)) ++used;
  for (;;) {
    for (std::size_t k = 0; k < used;) {
      if (goes_on(searches[k])) {
        ++k;
      } else if (!refill(k) && k != --used) {
        searches[k] = std::move(searches[used]);
        start_from(k, here(used));
      }
    }
    if (used == 0) return;
    std::array<double, max_pose_lanes> t{};
    unsigned alone = 0;
    for (std::size_t k = 0; k < used; ++k) {
      t[k] = next_place(searches[k], question().tolerance);
      const Coordinates x = searches[k].place(t[k]);
      if (!mechanism.put(static_cast<int>(k), {x.data(), n}, here(k))) alone |= 1u << k;
    }
    alone |= mechanism.follow_lanes(static_cast<int>(used), q.data());
    mechanism.read_lanes(q.data(), {numbers_of.data(), used}, binds.data());
    for (std::size_t k = 0; k < used; ++k) {
      EdgeSearch& search = searches[k];
      if (alone >> k & 1) {
        from.q = here(k).vector();
        look_at(search, t[k], from, answer);
        if (take(search, t[k], answer)) start_from(k, answer.state.q);
      } else {
        ++search.job->evaluations;
        answer.stands = true;
        answer.binds = binds[k];
        answer.margins.clear();
        for (std::size_t i = 0; i < question().limits.size(); ++i) answer.margins.push_back(map_.margin_of(i, numbers_of[k][map_.n_values() + i]));
        if (take(search, t[k], answer))
          start_from(k, PointCoordinates{q.data() + k, static_cast<std::int32_t>(nq), static_cast<std::int32_t>(lanes)});
      }
    }
  }
}

}  // namespace zanjir
