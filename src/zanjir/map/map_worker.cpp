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
  for (std::size_t i = 0; mechanism && i < job.ways().size() && !answer_.stands; ++i) {
    const int from = job.ways()[i];
    Coordinates start = map_.coordinates(map_.points[at(from)].at);
    for (std::size_t k = 0; k < n; ++k)
      if (question().axes[k].is_parameter()) start[k] = x[k];
    answer_.stands = walk(*mechanism, start, x, state_of(from), 1.0 / 16, answer_.state, job.evaluations);
  }
  if (answer_.stands) mechanism->read(answer_);
  map_.put(job.point, answer_, store());
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
  if (const std::size_t lanes = this->lanes(); lanes > 0) {
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

// Where the margin of the limit that is violated outside would be zero, if it were linear; a little to the side of it on which more is left, so that two
// good guesses close the bracket. Every third time the middle.
void MapWorker::locate(EdgeJob& job) {
  const MapPoint &a = map_.points[at(job.inside)], &b = map_.points[at(job.outside)];
  const Coordinates from = map_.coordinates(a.at), to = map_.coordinates(b.at);
  const double tolerance = question().tolerance;
  const std::size_t n = question().axes.size();
  double in = 0, out = 1;
  State start = state_of(job.inside);
  MapAnswer answer;
  int binds = b.binds;
  double out_margin = binds >= 0 ? map_.margin(job.outside, static_cast<std::size_t>(binds)) : 0;
  std::vector<double> in_margins;
  for (std::size_t i = 0; i < question().limits.size(); ++i) in_margins.push_back(map_.margin(job.inside, i));
  for (int i = 0; out - in > tolerance && i < 60; ++i) {
    double t = (in + out) / 2;
    if (binds >= 0 && i % 3 != 2 && std::isfinite(out_margin)) {
      const double m = in_margins[at(binds)], guess = in + (out - in) * m / (m - out_margin), aside = 0.4 * tolerance;
      if (std::isfinite(guess)) t = std::clamp(guess - in > out - guess ? guess - aside : guess + aside, in + 0.1 * tolerance, out - 0.1 * tolerance);
    }
    Coordinates x{}, here{};
    for (std::size_t k = 0; k < n; ++k) x[k] = from[k] + (to[k] - from[k]) * t, here[k] = from[k] + (to[k] - from[k]) * in;
    MapMechanism* mechanism = this->mechanism({x.data(), n}, why_);
    for (std::size_t k = 0; k < n; ++k)
      if (question().axes[k].is_parameter()) here[k] = x[k];
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

}  // namespace zanjir
