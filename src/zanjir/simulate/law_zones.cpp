#include "zanjir/simulate/law_zones.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

constexpr double pi = std::numbers::pi;
// Cubics with their rates at both ends follow turns x of this much to x^4/384 of their radius, 2e-4.
constexpr double turn_of_a_way = 0.5;
constexpr int least_ways = 2, most_ways = 64;  // in a step
constexpr int deepest = 20;                    // 2^-20 of a way is the shortest zone that is told from none
constexpr int most_asked = 1024;               // of one law in one step: a switch takes some forty
constexpr int samples_in_doubt = 64;           // in each way of a law of which bounds say nothing
// Of the way to a switch one step goes so much: stages at its end must not be behind the switch while the end is before it.
constexpr double near_enough = 0.9;
// What a step over a switch may be off by, of the energy in the fastest motion between the frames so far: constant steps, and others by so many times their tolerance, or between these.
constexpr double off_by_constant_steps = 1e-4, times_tolerance = 10, least_off = 1e-9, most_off = 1e-5;

// A phase has no switch inside of a step: it changes at most twice as fast as at one of its ends or on average.
Bounds between(const Jet& a, const Jet& b, double width_s) {
  const double rate = 2 * std::max({std::abs(a.rate), std::abs(b.rate), std::abs(b.value - a.value) / width_s});
  const double middle = (a.value + b.value) / 2, reach = rate * width_s / 2;
  return {middle - reach, middle + reach};
}

}  // namespace

LawZones::Cubic::Cubic(double begin, double rate_begin, double end, double rate_end, double width)
    : at{begin, begin + rate_begin * width / 3, end - rate_end * width / 3, end} {}

Bounds LawZones::Cubic::bounds() const {
  const auto [low, high] = std::ranges::minmax(at);
  return {low, high};
}

// Of d . d, a polynomial of degree six: of what passes by, boxes around its coordinates know little.
Bounds LawZones::bounds_of_square(const std::array<Cubic, 3>& d) {
  constexpr double of_three[] = {1, 3, 3, 1}, of_six[] = {1, 6, 15, 20, 15, 6, 1};  // binomial coefficients
  std::array<double, 7> square{};
  for (const Cubic& c : d)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) square[i + j] += of_three[i] * of_three[j] / of_six[i + j] * c.at[i] * c.at[j];
  const auto [low, high] = std::ranges::minmax(square);
  return {low, high};
}

// De Casteljau's rule.
void LawZones::Cubic::halve(Cubic& first, Cubic& second) const {
  const double ab = (at[0] + at[1]) / 2, bc = (at[1] + at[2]) / 2, cd = (at[2] + at[3]) / 2;
  const double abc = (ab + bc) / 2, bcd = (bc + cd) / 2, middle = (abc + bcd) / 2;
  first.at = {at[0], ab, abc, middle};
  second.at = {middle, bcd, cd, at[3]};
}

double LawZones::Cubic::value(double u) const {
  const double w = 1 - u;
  return w * w * w * at[0] + 3 * w * u * (w * at[1] + u * at[2]) + u * u * u * at[3];
}

double LawZones::Cubic::slope(double u) const {
  const double w = 1 - u;
  return 3 * (w * w * (at[1] - at[0]) + 2 * w * u * (at[2] - at[1]) + u * u * (at[3] - at[2]));
}

LawZones::LawZones(MotionSystem& system, const StepperOptions& options)
    : system_(system),
      allowed_(options.fixed_step_s > 0 ? off_by_constant_steps : std::clamp(times_tolerance * options.rel_tol, least_off, most_off)) {
  const Model& model = system.model();
  for (const FrameLaw& law : model.forces().frame_laws) {
    constexpr unsigned of_angle = most_phases + angle;
    const bool turns = law.force.names(of_angle) || law.moment.names(of_angle);
    if (!turns && !law.force.has_pieces_of_measures() && !law.moment.has_pieces_of_measures()) continue;
    Watched watched{&law, turns, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (const FrameId id : {law.a, law.b}) {
      const BodyId on = model.frame(id).body;
      if (on == BodyId::ground) continue;
      const Body& body = model.body(on);
      const Sym3d I = body.inertia().I;
      watched.mass_kg = std::min(watched.mass_kg, body.mass_kg);
      watched.inertia_kg_m2 = std::min(watched.inertia_kg_m2, (I.xx + I.yy + I.zz) / 3);
    }
    laws_.push_back(watched);
  }
  if (laws_.empty()) return;
  y_.resize(static_cast<std::size_t>(system.n()));
  looks_.resize(laws_.size());
  stages_.resize(laws_.size());
  for (std::vector<Asked>& stages : stages_) stages.reserve(64);
  system.set_watch([this](double t_s, const Workspace& ws) { see(t_s, ws); });
  for (std::vector<Look>& looks : looks_) looks.reserve(most_ways + 1);
  ways_.reserve(most_ways);
  switches_.reserve(most_asked);
  bounds_[most_phases + distance_rate] = bounds_[most_phases + angle_rate] = {1, 1};  // so that nothing switches by them
}

LawZones::Look LawZones::look(const FrameLaw& law, double t_s, const Workspace& ws) const {
  const Model& model = system_.model();
  const FrameKinematics a = frame_kinematics(model, ws, model.frame(law.a)), b = frame_kinematics(model, ws, model.frame(law.b));
  const FrameMeasures m = frame_measures(law.axis, a.X_WF, a.V_WF_W, b.X_WF, b.V_WF_W);
  return {t_s, b.X_WF.p - a.X_WF.p, b.V_WF_W.v - a.V_WF_W.v, m.angle, m.angle_rate};
}

double LawZones::longest_step(Stepper& stepper, double begin_s, const double* y_begin, double end_s, const double* y_end) {
  const double width_s = end_s - begin_s;
  const double turns = width_s * std::max(system_.turns_at_most(begin_s, y_begin), system_.turns_at_most(end_s, y_end));
  const int n = static_cast<int>(std::clamp(std::ceil(turns / turn_of_a_way), static_cast<double>(least_ways), static_cast<double>(most_ways)));
  for (std::vector<Look>& looks : looks_) looks.clear();
  const auto look_at = [&](double t_s, const Workspace& ws) {
    for (std::size_t i = 0; i < laws_.size(); ++i) looks_[i].push_back(look(*laws_[i].law, t_s, ws));
  };
  look_at(begin_s, system_.kinematics_inside(begin_s, y_begin));
  for (int k = 1; k < n; ++k) {
    const double t_s = begin_s + width_s * k / n;
    stepper.glance(t_s, y_.data());
    look_at(t_s, system_.kinematics_inside(t_s, y_.data()));
  }
  look_at(end_s, system_.kinematics_at(end_s, y_end));
  double longest_s = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const std::vector<Look>& looks = looks_[i];
    // Where it begins: what it ends with may be nothing yet.
    laws_[i].speed_m_per_s = std::max(laws_[i].speed_m_per_s, norm(looks.front().d_rate));
    laws_[i].turn_rad_per_s = std::max(laws_[i].turn_rad_per_s, std::abs(looks.front().angle_rate));
    // As the step has it, and by its ends alone: where a stage has met a zone that the step has not, nothing in between is right; where it has thrown the end back, that stage tells of it.
    make_ways(looks, 1);
    longest_s = std::min(longest_s, longest_step(laws_[i]));
    make_ways(looks, looks.size() - 1);
    longest_s = std::min({longest_s, longest_step(laws_[i]), longest_by_stages(laws_[i], stages_[i], begin_s, end_s)});
  }
  return longest_s;
}

void LawZones::make_ways(const std::vector<Look>& looks, std::size_t apart) {
  ways_.clear();
  double turned = looks.front().angle;  // on from pi, not back to -pi
  for (std::size_t k = 0; k + apart < looks.size(); k += apart) {
    const Look &a = looks[k], &b = looks[k + apart];
    const double width_s = b.t_s - a.t_s, expected = turned + width_s * (a.angle_rate + b.angle_rate) / 2;
    const double on_to = b.angle + 2 * pi * std::round((expected - b.angle) / (2 * pi));
    Way way{a.t_s, b.t_s, {}, {turned, a.angle_rate, on_to, b.angle_rate, width_s}};
    for (int i = 0; i < 3; ++i) way.d[at(i)] = {a.d[i], a.d_rate[i], b.d[i], b.d_rate[i], width_s};
    ways_.push_back(way);
    turned = on_to;
  }
}

bool LawZones::keeps(const Watched& watched, const Way& way) {
  ++asked_;
  const Phases& phases = system_.model().phases();
  if (phases.size() > 0) {
    LawArguments at_begin;
    phases.at(way.begin_s, at_begin);
    phases.at(way.end_s, arguments_);
    for (std::size_t i = 0; i < phases.size(); ++i) bounds_[i] = between(at_begin.jets[i], arguments_.jets[i], way.end_s - way.begin_s);
  }
  const Bounds squared = bounds_of_square(way.d);
  bounds_[most_phases + distance] = {std::sqrt(std::max(0.0, squared.low)), std::sqrt(squared.high)};
  Bounds turned = way.angle.bounds();
  const double back = 2 * pi * std::round((turned.low + turned.high) / (4 * pi));
  turned = {turned.low - back, turned.high - back};
  if (!turned.within(-pi, pi)) {  // it goes on from the other end
    if (watched.turns) return false;
    turned = {-pi, pi};
  }
  bounds_[most_phases + angle] = turned;
  const FrameLaw& law = *watched.law;
  return law.force.keeps_its_piece(way.begin_s, way.end_s, bounds_) && law.moment.keeps_its_piece(way.begin_s, way.end_s, bounds_);
}

void LawZones::add_switch(double begin_s, double end_s) {
  if (!switches_.empty() && begin_s <= switches_.back().end_s) switches_.back().end_s = end_s;
  else switches_.push_back({begin_s, end_s});
}

void LawZones::find_switches(const Watched& watched, const Way& way, int depth) {
  if (asked_ > most_asked || keeps(watched, way)) return;
  if (depth == deepest) return add_switch(way.begin_s, way.end_s);
  Way first, second;
  first.begin_s = way.begin_s, second.end_s = way.end_s;
  first.end_s = second.begin_s = way.begin_s + (way.end_s - way.begin_s) / 2;
  for (std::size_t i = 0; i < 3; ++i) way.d[i].halve(first.d[i], second.d[i]);
  way.angle.halve(first.angle, second.angle);
  find_switches(watched, first, depth + 1);
  find_switches(watched, second, depth + 1);
}

// With the arguments as they are set.
std::uint64_t LawZones::piece_of(const FrameLaw& law, double t_s) {
  Jet* measures = arguments_.jets + most_phases;
  measures[distance_rate] = measures[angle_rate] = {1, 0, 0};  // so that nothing switches by them
  const std::span<const Jet> all(arguments_.jets, most_law_arguments);
  return law.force.piece_at(t_s, all) * 1099511628211u ^ law.moment.piece_at(t_s, all);
}

std::uint64_t LawZones::piece_at(const FrameLaw& law, double t_s) {
  set_arguments(t_s);
  return piece_of(law, t_s);
}

void LawZones::see(double t_s, const Workspace& ws) {
  constexpr std::size_t most = 4096;  // attempts of a step that does not come about
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    if (stages_[i].size() >= most) return;
    const FrameLaw& law = *laws_[i].law;
    const Look now = look(law, t_s, ws);
    const Relative relative = set_arguments(t_s, now.d, now.d_rate, now.angle, now.angle_rate);
    const Action action = action_of(law, t_s, relative);
    stages_[i].push_back({t_s, piece_of(law, t_s), action, now.angle, {}});
    if (!laws_[i].turns) continue;
    Asked& asked = stages_[i].back();
    asked.half_turn[0] = action_at(law, t_s, relative, pi), asked.half_turn[1] = action_at(law, t_s, relative, -pi);
  }
}

void LawZones::begin_step() {
  for (std::vector<Asked>& stages : stages_) stages.clear();
}

void LawZones::sample_switches(const Watched& watched) {
  switches_.clear();
  const auto piece = [&](double t_s) {
    const std::uint64_t of_law = piece_at(*watched.law, t_s);
    return watched.turns ? of_law ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(turns_at(t_s))) << 32 : of_law;
  };
  double before_s = ways_.front().begin_s;
  std::uint64_t before = piece(before_s);
  for (const Way& way : ways_)
    for (int k = 1; k <= samples_in_doubt; ++k) {
      const double t_s = way.begin_s + (way.end_s - way.begin_s) * k / samples_in_doubt;
      const std::uint64_t now = piece(t_s);
      if (now != before) switches_.push_back({before_s, t_s});
      before = now, before_s = t_s;
    }
}

const LawZones::Way& LawZones::way_at(double t_s) const {
  const auto next = std::ranges::upper_bound(ways_, t_s, {}, &Way::begin_s);
  return next == ways_.begin() ? *next : *std::prev(next);
}

double LawZones::turns_at(double t_s) const {
  const Way& way = way_at(t_s);
  return std::round(way.angle.value((t_s - way.begin_s) / (way.end_s - way.begin_s)) / (2 * pi));
}

LawZones::Relative LawZones::set_arguments(double t_s) {
  const Way& way = way_at(t_s);
  const double width_s = way.end_s - way.begin_s, u = (t_s - way.begin_s) / width_s;
  Vec3d d, d_rate;
  for (int i = 0; i < 3; ++i) {
    d[i] = way.d[at(i)].value(u);
    d_rate[i] = way.d[at(i)].slope(u) / width_s;
  }
  return set_arguments(t_s, d, d_rate, way.angle.value(u), way.angle.slope(u) / width_s);
}

LawZones::Relative LawZones::set_arguments(double t_s, const Vec3d& d, const Vec3d& d_rate, double turned, double turn_rate) {
  const double apart = norm(d);
  const Vec3d along = apart > 0 ? d * (1 / apart) : Vec3d{0, 0, 0};
  system_.model().phases().at(t_s, arguments_);
  Jet* measures = arguments_.jets + most_phases;
  measures[distance] = {apart, 0, 0};
  measures[distance_rate] = {dot(along, d_rate), 0, 0};
  measures[angle] = {std::remainder(turned, 2 * pi), 0, 0};
  measures[angle_rate] = {turn_rate, 0, 0};
  return {along, norm(d_rate), std::abs(turn_rate)};
}

// What the right-hand side read on the way. The last of `ways_` is the step from end to end.
double LawZones::longest_by_stages(const Watched& watched, const std::vector<Asked>& stages, double begin_s, double end_s) {
  constexpr double any = std::numeric_limits<double>::infinity();
  const Action before = action(*watched.law, begin_s);
  const std::uint64_t piece = piece_of(*watched.law, begin_s);
  const double angle_before = arguments_.jets[most_phases + angle].value;
  const auto is_off = [&](const Action& a, const Action& b) { return share(watched, a, b, end_s - begin_s) > allowed_; };
  double first_s = any;
  for (const Asked& stage : stages) {
    if (stage.t_s > end_s) continue;
    const bool behind_half_turn = watched.turns && std::abs(stage.angle - angle_before) > pi;
    if ((stage.piece != piece && is_off(before, stage.action)) || (behind_half_turn && is_off(stage.half_turn[0], stage.half_turn[1])))
      first_s = std::min(first_s, stage.t_s);
  }
  return first_s < any ? std::max(near_enough * (first_s - begin_s), (end_s - begin_s) / 4) : any;
}

LawZones::Action LawZones::action(const FrameLaw& law, double t_s) { return action_of(law, t_s, set_arguments(t_s)); }

LawZones::Action LawZones::action_of(const FrameLaw& law, double t_s, const Relative& now) const {
  const std::span<const Jet> all(arguments_.jets, most_law_arguments);
  return {now.along * law.force.value_at(t_s, all), law.moment.value_at(t_s, all), now.speed_m_per_s, now.turn_rad_per_s};
}

LawZones::Action LawZones::action_at(const FrameLaw& law, double t_s, const Relative& now, double turned) {
  arguments_.jets[most_phases + angle].value = turned;
  return action_of(law, t_s, now);
}

// What it does to the energies of the motion along lines and of the turn if `a` acts for so long in place of b.
double LawZones::share(const Watched& watched, const Action& a, const Action& b, double time_s) {
  const double line_J = 0.5 * watched.mass_kg * watched.speed_m_per_s * watched.speed_m_per_s,
               turn_J = 0.5 * watched.inertia_kg_m2 * watched.turn_rad_per_s * watched.turn_rad_per_s;
  const auto of = [](double work_J, double energy_J) { return work_J > 0 ? work_J / energy_J : 0; };
  return std::max(of(norm(a.force - b.force) * std::max(a.speed_m_per_s, b.speed_m_per_s) * time_s, line_J),
                  of(std::abs(a.moment - b.moment) * std::max(a.turn_rad_per_s, b.turn_rad_per_s) * time_s, turn_J));
}

double LawZones::longest_step(const Watched& watched) {
  constexpr double any = std::numeric_limits<double>::infinity();
  asked_ = 0;
  switches_.clear();
  for (const Way& way : ways_) find_switches(watched, way, 0);
  if (asked_ > most_asked) sample_switches(watched);
  const double begin_s = ways_.front().begin_s, end_s = ways_.back().end_s;
  double piece_s = begin_s;  // where the piece before a switch begins
  for (std::size_t k = 0; k < switches_.size(); ++k) {
    const Switch& s = switches_[k];
    const double next_s = k + 1 < switches_.size() ? switches_[k + 1].begin_s : end_s;
    // At half a turn the jump itself counts; how much another piece differs shows further inside of it.
    const bool turns_on =
        watched.turns && turns_at(s.begin_s) != turns_at(s.end_s) && piece_at(*watched.law, s.begin_s) == piece_at(*watched.law, s.end_s);
    const double from_s = turns_on ? s.begin_s : (piece_s + s.begin_s) / 2, to_s = turns_on ? s.end_s : (s.end_s + next_s) / 2;
    const double off = share(watched, action(*watched.law, from_s), action(*watched.law, to_s), end_s - begin_s);
    piece_s = s.end_s;
    if (off <= allowed_) continue;
    const double over_s = allowed_ / off * (end_s - begin_s), before_s = near_enough * (s.begin_s - begin_s);
    // Where it begins within what it is known by, half of that is looked at closer.
    return before_s > over_s ? before_s : std::max(over_s, (s.end_s - begin_s) / 2);
  }
  return any;
}

}  // namespace zanjir
