#include "zanjir/simulate/law_zones.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr int most_looks = 1024;          // of one law in one step: to come near to a switch takes some thirty
constexpr double thinnest = 1.0 / 65536;  // of a step
// A measure changes between two instants at most this many times as fast as at one of them or on average: what bends more is seen when the way is halved.
constexpr double faster = 2;

Bounds between(const Jet& a, const Jet& b, double width_s) {
  const double rate = faster * std::max({std::abs(a.rate), std::abs(b.rate), std::abs(b.value - a.value) / width_s});
  const double middle = (a.value + b.value) / 2, reach = rate * width_s / 2;
  return {middle - reach, middle + reach};
}

}  // namespace

LawZones::LawZones(MotionSystem& system) : system_(system) {
  for (const FrameLaw& law : system.model().forces().frame_laws)
    if (law.force.has_pieces_of_measures() || law.moment.has_pieces_of_measures()) laws_.push_back(&law);
  if (laws_.empty()) return;
  y_.resize(static_cast<std::size_t>(system.n()));
  bounds_.resize(most_law_arguments);
  bounds_[most_phases + distance_rate] = bounds_[most_phases + angle_rate] = {1, 1};  // as in look()
}

LawZones::Look LawZones::look(const FrameLaw& law, double t_s, const Workspace& ws) {
  const Model& model = system_.model();
  const FrameKinematics a = frame_kinematics(model, ws, model.frame(law.a)), b = frame_kinematics(model, ws, model.frame(law.b));
  const FrameMeasures m = frame_measures(law.axis, a.X_WF, a.V_WF_W, b.X_WF, b.V_WF_W);
  Look out{t_s, {m.distance, m.distance_rate, 0}, {m.angle, m.angle_rate, 0}};
  model.phases().at(t_s, arguments_);
  Jet* measures = arguments_.jets + most_phases;
  measures[distance] = out.distance;
  measures[angle] = out.angle;
  measures[distance_rate] = measures[angle_rate] = {1, 0, 0};  // so that nothing switches by them
  const std::span<const Jet> all(arguments_.jets, most_law_arguments);
  out.piece = law.force.piece_at(t_s, all) * 1099511628211u ^ law.moment.piece_at(t_s, all);
  return out;
}

LawZones::Look LawZones::look_inside(Search& search, double t_s) {
  --search.looks_left;
  search.stepper.glance(t_s, y_.data());
  return look(search.law, t_s, system_.kinematics_inside(t_s, y_.data()));
}

bool LawZones::keeps(const FrameLaw& law, const Look& a, const Look& b) {
  const double width_s = b.t_s - a.t_s;
  const Phases& phases = system_.model().phases();
  LawArguments at_a;
  phases.at(a.t_s, at_a);
  phases.at(b.t_s, arguments_);
  for (std::size_t i = 0; i < phases.size(); ++i) bounds_[i] = between(at_a.jets[i], arguments_.jets[i], width_s);
  Bounds& apart = bounds_[most_phases + distance];
  apart = between(a.distance, b.distance, width_s);
  apart.low = std::max(apart.low, 0.0);
  constexpr double pi = std::numbers::pi;
  Bounds& turned = bounds_[most_phases + angle];
  turned = between(a.angle, b.angle, width_s);
  if (!turned.within(-pi, pi)) turned = {-pi, pi};  // it goes on from the other end
  return law.force.keeps_its_piece(a.t_s, b.t_s, bounds_) && law.moment.keeps_its_piece(a.t_s, b.t_s, bounds_);
}

// From a, in the first piece, to b. True: other_s is the first instant that was looked at in another one.
bool LawZones::changes(Search& search, const Look& a, const Look& b, double& other_s) {
  if (b.t_s - a.t_s > search.shortest_s && search.looks_left > 0 && !keeps(search.law, a, b)) {
    const Look middle = look_inside(search, a.t_s + (b.t_s - a.t_s) / 2);
    return changes(search, a, middle, other_s) || changes(search, middle, b, other_s);
  }
  other_s = b.t_s;
  if (b.piece != a.piece) return true;
  search.same = b;
  return false;
}

double LawZones::first_change(Stepper& stepper, double t_begin, const double* y_begin) {
  const double t_end = stepper.t();
  double earliest = never;
  if (!(t_end > t_begin)) return earliest;
  for (const FrameLaw* law : laws_) {
    const Look begin = look(*law, t_begin, system_.kinematics_inside(t_begin, y_begin));
    Search search{*law, stepper, thinnest * (t_end - t_begin), most_looks, begin};
    const Look middle = look_inside(search, t_begin + (t_end - t_begin) / 2);  // whatever both ends say: there and back again is nothing to them
    const Look end = look(*law, t_end, system_.kinematics_inside(t_end, stepper.y()));
    double other = never;
    if (!changes(search, begin, middle, other) && !changes(search, middle, end, other)) continue;
    double same = search.same.t_s;
    for (double t = same + (other - same) / 2; t > same && t < other; t = same + (other - same) / 2)
      (look_inside(search, t).piece == begin.piece ? same : other) = t;
    earliest = std::min(earliest, other);
  }
  return earliest;
}

}  // namespace zanjir
