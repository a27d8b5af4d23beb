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
  for (std::size_t i = 0; mechanism && i < job.from.size() && !job.answer.stands; ++i) {
    Coordinates start = map_.coordinates(map_.points[at(job.from[i])].at);
    for (std::size_t k = 0; k < n; ++k)
      if (question().axes[k].is_parameter()) start[k] = x[k];
    job.answer.stands = walk(*mechanism, start, x, state_of(job.from[i]), 1.0 / 16, job.answer.state, job.evaluations);
  }
  if (job.answer.stands) mechanism->read(job.answer);
}

std::size_t MapWorker::lanes() {
  const auto& axes = question().axes;
  if (std::any_of(axes.begin(), axes.end(), [](const MapAxis& axis) { return axis.is_parameter(); })) return 0;
  const Coordinates anywhere = map_.coordinates({});
  MapMechanism* mechanism = this->mechanism({anywhere.data(), axes.size()}, why_);
  return mechanism ? at(mechanism->lanes({anywhere.data(), axes.size()})) : 0;
}

void MapWorker::look(std::span<PointJob* const> jobs) {
  const std::size_t n = question().axes.size(), lanes = this->lanes();
  MapMechanism* mechanism = lanes > 0 ? made_.front().mechanism.get() : nullptr;  // the only one
  for (std::size_t begin = 0; begin < jobs.size(); begin += std::max<std::size_t>(lanes, 1)) {
    unsigned alone = ~0u;
    const std::size_t some = std::min(lanes, jobs.size() - begin);
    if (lanes > 0) {
      unsigned none = 0;
      for (std::size_t k = 0; k < some; ++k) {
        const PointJob& job = *jobs[begin + k];
        const Coordinates x = map_.coordinates(map_.points[at(job.point)].at);
        if (job.from.empty()) none |= 1u << k;
        else mechanism->put(static_cast<int>(k), {x.data(), n}, state_of(job.from[0]));
      }
      alone = none | mechanism->follow_lanes();
      for (std::size_t k = 0; k < some; ++k) {
        if (alone >> k & 1) continue;
        PointJob& job = *jobs[begin + k];
        job.done = true;
        job.evaluations = 1;
        mechanism->take(static_cast<int>(k), start_, job.answer);
      }
    }
    for (std::size_t k = 0; k < std::max<std::size_t>(some, 1); ++k)
      if (alone >> k & 1) look(*jobs[begin + k]);
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
