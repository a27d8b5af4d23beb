// What is wrong with a map before anything is computed.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/map/make_map.hpp"

namespace zanjir {
namespace {

constexpr double most_points = 4e6;  // coarse ones

using Problems = std::vector<SaidProblem>;

void check_axes(const MapQuestion& question, const std::vector<std::string>& parameters, Problems& problems) {
  double points = 1;
  for (std::size_t i = 0; i < question.axes.size(); ++i) {
    const MapAxis& axis = question.axes[i];
    const std::string path = "axes." + axis.of.name;
    const auto refuse = [&](std::string message, std::string hint = {}) {
      problems.push_back({axis.of.at, path, std::move(message), std::move(hint)});
    };
    if (!std::isfinite(axis.from.value) || !std::isfinite(axis.to.value)) refuse("`from` and `to` are finite numbers");
    else if (!(axis.from.value < axis.to.value))
      refuse(fmt::format("`from` ({:.6g}) must lie below `to` ({:.6g})", axis.from.value, axis.to.value), "exchange them");
    if (axis.cells < 1) refuse("has at least one cell");
    points *= axis.cells + 1.0;
    for (std::size_t k = 0; k < i; ++k)
      if (question.axes[k].of.name == axis.of.name) refuse("stands among the axes twice");
    if (axis.is_parameter() && std::find(parameters.begin(), parameters.end(), axis.name()) == parameters.end())
      refuse(fmt::format("the model has no parameter '{}'", axis.name()),
             parameters.empty() ? "its file has no `parameters:`" : did_you_mean(axis.name(), parameters));
  }
  if (points > most_points)
    problems.push_back({question.axes.front().of.at, "axes", fmt::format("the coarse lattice would have {:.3g} points", points),
                        "take fewer cells; where the boundary is they are halved `depth` times"});
  for (const MapAxis& axis : question.axes) {
    if (std::ldexp(axis.cells, question.depth) > 1e6)
      problems.push_back({axis.of.at, "axes." + axis.of.name, "has more than a million finest cells", "take fewer cells, or less depth"});
  }
}

void check_limits(const MapQuestion& question, Problems& problems) {
  for (const MapLimit& limit : question.limits) {
    const auto refuse = [&](std::string message, std::string hint = {}) {
      problems.push_back({limit.name.at, "limits." + limit.name.name, std::move(message), std::move(hint)});
    };
    if (!limit.min && !limit.max) refuse("has neither `min` nor `max`");
    for (const auto& bound : {limit.min, limit.max})
      if (bound && std::isnan(bound->value)) refuse("a bound is not a number");
    if (limit.min && limit.max && limit.min->value > limit.max->value)
      refuse(fmt::format("`min` ({:.6g}) lies above `max` ({:.6g}), so nothing is feasible", limit.min->value, limit.max->value), "exchange them");
    if (limit.kind != MapLimit::Kind::distance) continue;
    if (limit.bodies.empty() && !limit.all_bodies && limit.segments.size() < 2) refuse("a distance is between two links at least");
    for (std::size_t i = 0; i < limit.segments.size(); ++i) {
      for (std::size_t k = i + 1; k < limit.segments.size(); ++k) {
        const auto& [a, b] = limit.segments[i];
        const auto& [c, d] = limit.segments[k];
        if (a.name == c.name || a.name == d.name || b.name == c.name || b.name == d.name)
          refuse(fmt::format("segments {} and {} share a frame, so that they touch everywhere", i + 1, k + 1), "end one of them before the joint");
      }
    }
    if (limit.radii_m.size() > 1 && limit.radii_m.size() != limit.segments.size())
      refuse(fmt::format("there are {} segments and {} radii", limit.segments.size(), limit.radii_m.size()), "one radius for all, or one each");
  }
}

// An axis along which nothing can move follows from the others: out of the plane of a planar mechanism, a third one where two freedoms are.
void check_freedom(MapMechanism& mechanism, const MapQuestion& question, Problems& problems) {
  std::string why;
  const std::optional<State> home = mechanism.home(why);
  if (!home) {
    problems.push_back({{}, "home", why, ""});
    return;
  }
  const int freedoms = mechanism.freedoms(*home);
  const auto coordinates = std::count_if(question.axes.begin(), question.axes.end(), [](const MapAxis& axis) { return !axis.is_parameter(); });
  if (coordinates > freedoms) {
    problems.push_back({question.axes.front().of.at, "axes",
                        fmt::format("{} axes, but the mechanism has {} freedom{}", coordinates, freedoms, freedoms == 1 ? "" : "s"),
                        "leave out those that follow from the others"});
    return;
  }
  const auto measured = mechanism.axes_at(*home);
  std::vector<double> x;
  for (std::size_t k = 0; k < question.axes.size(); ++k) {
    const MapAxis& axis = question.axes[k];
    x.push_back(measured[k].value_or((axis.from.value + axis.to.value) / 2));
  }
  State here, there;
  if (!mechanism.follow(x, *home, here) && !mechanism.search(x, *home, MapMechanism::Effort::from_start, here, why)) {
    MapQuestion held = question;
    held.axes.clear();
    Problems none;
    const int left = MapMechanism(mechanism.model(), held, none).freedoms_left({}, *home);
    if (coordinates > left)
      problems.push_back({question.axes.front().of.at, "axes",
                          fmt::format("{} axes, but what is held leaves the mechanism {} freedom{}", coordinates, left, left == 1 ? "" : "s"),
                          "leave out those that follow from the others, or hold less"});
    return;  // else the run will tell
  }
  for (std::size_t k = 0; k < question.axes.size(); ++k) {
    const MapAxis& axis = question.axes[k];
    bool moves = axis.is_parameter();
    for (const double step : {1e-3, -1e-3}) {
      std::vector<double> beside = x;
      beside[k] += step * (axis.to.value - axis.from.value);
      moves = moves || mechanism.follow(beside, here, there) || mechanism.search(beside, here, MapMechanism::Effort::everywhere, there, why);
    }
    if (!moves)
      problems.push_back({axis.of.at, "axes." + axis.of.name,
                          "cannot change by itself: it follows from the loops, from the other axes and from what is held",
                          "leave it out, or hold less"});
  }
}

}  // namespace

std::vector<SaidProblem> check_map(const Model& model, const MapQuestion& question, const std::vector<std::string>& parameters) {
  Problems problems;
  check_axes(question, parameters, problems);
  check_limits(question, problems);
  for (const MotionGiven& g : question.hold) {
    const auto moves = [&](const LawDescription& law) { return !MotionLaw(law).is_constant(); };
    const bool part_moves = std::any_of(g.parts.begin(), g.parts.end(), [&](const auto& part) { return moves(part.second); });
    if ((g.law && moves(*g.law)) || part_moves || std::any_of(g.turn_angles.begin(), g.turn_angles.end(), moves))
      problems.push_back({g.of.at, "hold." + g.of.name, "is a law of time, but a map stands still", "give a number"});
  }
  if (!problems.empty()) return problems;
  MapMechanism mechanism(model, question, problems);
  if (!problems.empty()) return problems;
  for (std::size_t k = 0; k < question.axes.size(); ++k) {
    const MapAxis& axis = question.axes[k];
    for (const Quantity& q : {axis.from, axis.to}) {
      if (axis.is_parameter() || q.knowledge != Knowledge::known) continue;
      if (const auto wrong = misfit(mechanism.dimension(k), q.dimension, fmt::format("{:.6g} {}", q.value, si_unit(q.dimension))))
        problems.push_back({axis.of.at, "axes." + axis.of.name, wrong->message, wrong->hint});
    }
  }
  if (problems.empty()) check_freedom(mechanism, question, problems);
  return problems;
}

}  // namespace zanjir
