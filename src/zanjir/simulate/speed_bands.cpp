#include "zanjir/simulate/speed_bands.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace zanjir {
namespace {

constexpr double any = std::numeric_limits<double>::infinity();
// tanh(5) is 1 but for 1e-4, and of exp(-(v/v_s)^2) so much is left at 3 v_s.
constexpr double of_transition = 5, of_stribeck = 3;
// Of the band a step from inside of it may cross. The force of v/v_t rises over some 2 v_t, so no method of four stages passes it unseen.
constexpr double part = 0.25;
// One that is taken again aims a little short, so that it is not taken a third time.
constexpr double aim = 0.9;
// Of the time in which the slope of a law makes speeds fade or grow by e, a step may be so much. The shortest border of stability is that of symplectic Euler, 2, and joints that rub may be coupled.
constexpr double stable = 1.5, accurate = 0.5;
// What sticks is off by some tolerances, and from so much of a band on that may be beyond the peak of the law.
constexpr double largest_tolerance = 1e-3;
constexpr double least_cut = 1.0 / 16;  // what a far too long step says of the speeds on its way may be nothing

// The speed of a scalar coordinate along a step, by the parabola through both ends and the mean: x' of the cubic through places and speeds.
struct Parabola {
  double begin, middle, end;
  double at(double u) const { return begin + u * (4 * middle - 3 * begin - end) + u * u * (2 * begin + 2 * end - 4 * middle); }
  double slope_at_end() const { return begin - 4 * middle + 3 * end; }
};

bool holds_more(const JointFriction& f) { return f.stiction > f.coulomb; }
double narrowest(const JointFriction& f) { return std::min(f.transition_speed, f.stribeck_speed); }

// The point of a straight way that is nearest to no speed at all.
double nearest_to_zero(const Vec3d& a, const Vec3d& b) {
  const Vec3d d = b - a;
  const double length2 = dot(d, d);
  const double u = length2 > 0 ? std::clamp(-dot(a, d) / length2, 0.0, 1.0) : 0;
  return norm(a + d * u);
}

}  // namespace

StepperOptions SpeedBands::fine_enough(StepperOptions options, const Model& model) {
  for (const JointFriction& f : model.forces().frictions)
    if (holds_more(f) && options.abs_tol > 0) options.abs_tol = std::min(options.abs_tol, largest_tolerance * narrowest(f));
  return options;
}

SpeedBands::SpeedBands(MotionSystem& system, const StepperOptions& options)
    : system_(system), constant_(options.fixed_step_s > 0), implicit_(find_method(options.method)->implicit) {
  const Model& model = system.model();
  const auto place_of = [](const std::vector<int>& index, int i) {
    const auto found = std::ranges::find(index, i);
    return found == index.end() ? -1 : static_cast<int>(found - index.begin());
  };
  for (const JointFriction& f : model.forces().frictions) {
    const int place = place_of(system.v_index(), f.speed);
    if (place < 0 || !holds_more(f)) continue;
    int coordinate = -1;
    for (const zanjir::Joint& joint : model.joints())
      if (joint.nq == joint.nv && f.speed >= joint.v_begin && f.speed < joint.v_begin + joint.nv)
        coordinate = place_of(system.q_index(), joint.q_begin + f.speed - joint.v_begin);
    joints_.push_back({&f,
                       coordinate,
                       static_cast<int>(system.q_index().size()) + place,
                       {narrowest(f), std::max(of_transition * f.transition_speed, of_stribeck * f.stribeck_speed)}});
  }
  if (!joints_.empty()) {
    for (std::vector<double>* v : {&y_, &f_, &f_rubbed_}) v->resize(static_cast<std::size_t>(system.n()));
  }
  if (!constant_) return;
  // Not with methods of low order: what symplectic Euler is off by in its energy stays what it is only while its step does, and so does the auxiliary acceleration of generalized-alpha.
  constexpr int least_order = 4;
  if (find_method(options.method)->order >= least_order) begin_.resize(static_cast<std::size_t>(system.n_demands()));
  end_.resize(begin_.size());
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (!c.compliant || c.holds()) continue;
    const FrictionLaw& law = c.compliant->friction;
    if (!(law.static_ratio > 1)) continue;
    const int contact = static_cast<int>(i);
    if (law.type == FrictionLawType::stribeck) {
      const double transition = law.transition_speed_m_per_s, stribeck = law.stribeck_speed_m_per_s;
      slips_.push_back({contact, {std::min(transition, stribeck), std::max(of_transition * transition, of_stribeck * stribeck)}});
    } else if (law.type == FrictionLawType::bengisu_akay) {
      const double fall = 1 / law.decay_s_per_m;
      slips_.push_back({contact, {std::min(law.v0_m_per_s, fall), law.v0_m_per_s + of_transition * fall}});
    }
  }
}

// From the speed that it begins with: down to half of that, and from outside at once to where the law begins to differ; outwards as far again.
double SpeedBands::may_change(const Band& band, double speed, double nearest) {
  const double inwards = std::max(speed / 2, speed - band.reach / 2);
  return std::max(part * band.width, nearest < speed ? inwards : speed);
}

double SpeedBands::longest_step(double begin_s, const double* y_begin, double end_s, const double* y_end) {
  constexpr int looks = 8;
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
  const double step_s = end_s - begin_s;
  double longest_s = any;
  for (Joint& j : joints_) {
    const double begin = y_begin[j.speed], end = y_end[j.speed];
    const bool places_tell = j.coordinate >= 0 && rounding * std::abs(y_end[j.coordinate]) < part * j.band.width * step_s;
    const double mean = places_tell ? (y_end[j.coordinate] - y_begin[j.coordinate]) / step_s : (begin + end) / 2;
    const Parabola way{begin, 1.5 * mean - 0.25 * (begin + end), end};
    j.rate = way.slope_at_end() / step_s;
    double nearest = std::abs(begin), furthest = 0, before = begin;
    std::array<double, looks + 1> speed{begin};
    for (int k = 1; k <= looks; ++k) {
      const double now = k == looks ? end : way.at(static_cast<double>(k) / looks);
      speed[static_cast<std::size_t>(k)] = now;
      nearest = now * before <= 0 ? 0 : std::min(nearest, std::abs(now));
      furthest = std::max(furthest, std::abs(now - begin));
      before = now;
    }
    if (nearest > j.band.reach) continue;
    const double most = may_change(j.band, std::abs(begin), nearest);
    if (furthest <= most) continue;
    int k = 1;
    while (std::abs(speed[static_cast<std::size_t>(k)] - begin) <= aim * most) ++k;
    const double a = std::abs(speed[static_cast<std::size_t>(k - 1)] - begin), b = std::abs(speed[static_cast<std::size_t>(k)] - begin);
    longest_s = std::min(longest_s, step_s * (static_cast<double>(k - 1) + (aim * most - a) / (b - a)) / looks);
  }
  others_may_s_ = any;
  if (!slips_.empty()) look_at_slips(begin_s, y_begin, end_s, y_end, longest_s);
  if (!begin_.empty()) look_at_demands(begin_s, y_begin, end_s, y_end, longest_s);
  taken_s_ = step_s;
  shortened_ = again_ && !(longest_s < any);
  again_ = longest_s < any;
  return again_ ? std::clamp(longest_s, least_cut * step_s, aim * step_s) : any;
}

Vec3d SpeedBands::slip(const ContactAction& now) { return now.velocity_W - now.at.normal_W * dot(now.at.normal_W, now.velocity_W); }

// Where friction grows with the speed an explicit step that is longer than some 2/slope throws what sticks to and fro, at last beyond the peak of the law, and it is lost; where friction falls any step that is not shorter than 1/slope is wrong.
// Error control sees both.
double SpeedBands::by_slope(double per_s) const {
  if (per_s < 0) return implicit_ ? any : stable / -per_s;
  return per_s > 0 ? accurate / per_s : any;  // of constant steps alone
}

double SpeedBands::by_slope(Joint& j, double t_s, const double* y) {
  constexpr int look_every = 64;  // steps: what resists changes with the whole mechanism, not with the band
  const double v = y[j.speed];
  if (!constant_ || std::abs(v) > j.band.reach) {
    j.looked_before = 0;
    return any;
  }
  const double width = j.band.width;
  if (j.looked_before++ % look_every == 0) {
    std::copy_n(y, y_.size(), y_.begin());
    y_[static_cast<std::size_t>(j.speed)] = 0;
    const bool still = system_.rhs(t_s, y_.data(), f_.data()) == RhsStatus::ok;
    y_[static_cast<std::size_t>(j.speed)] = width / 2;
    const bool rubs = system_.rhs(t_s, y_.data(), f_rubbed_.data()) == RhsStatus::ok;
    evaluations_ += 2;
    const auto at = static_cast<std::size_t>(j.speed);
    j.yields = still && rubs ? std::abs((f_rubbed_[at] - f_[at]) / friction_force(*j.law, width / 2)) : 0;
  }
  const double d = width / 100;
  return by_slope(j.yields * (friction_force(*j.law, v + d) - friction_force(*j.law, v - d)) / (2 * d));
}

// What resists is taken for the body's mass: of a rod that is pushed at its end it is a quarter, in a chain more. Should it be too little, what trembles is held by the width of the band.
double SpeedBands::by_slope(const Slip& s, const ContactAction& now) const {
  const Contact& c = system_.model().contacts()[static_cast<std::size_t>(s.contact)];
  const double mass_kg = system_.model().body(system_.model().frame(c.on).body).mass_kg, v = norm(slip(now)), d = s.band.width / 100;
  if (v > s.band.reach || !(mass_kg > 0)) return any;
  const FrictionLaw& law = c.compliant->friction;
  const double per_N = law.coefficient / mass_kg * now.force.normal_N;
  const double along = -(friction_shape(law, v + d) - friction_shape(law, std::max(v - d, 0.0))) / (d + std::min(v, d)),
               across = -friction_shape(law, v + d) / (v + d);
  return std::min(by_slope(per_N * along), by_slope(per_N * across));
}

// Straight from begin to end.
void SpeedBands::look_at_slips(double begin_s, const double* y_begin, double end_s, const double* y_end, double& longest_s) {
  const std::vector<ContactMemory>& memory = system_.contact_memory();
  const auto touches = [&](const Slip& s) { return memory[static_cast<std::size_t>(s.contact)].phase == ContactPhase::touching; };
  if (std::ranges::none_of(slips_, touches)) return;
  const Workspace& ws_begin = system_.kinematics_inside(begin_s, y_begin);
  for (Slip& s : slips_) s.begin = touches(s) ? slip(contact_action(system_.model(), ws_begin, s.contact)) : Vec3d{0, 0, 0};
  const Workspace& ws_end = system_.kinematics_at(end_s, y_end);
  for (const Slip& s : slips_) {
    if (!touches(s)) continue;
    const ContactAction now = contact_action(system_.model(), ws_end, s.contact);
    const Vec3d end = slip(now), change = end - s.begin;
    const double begins = norm(s.begin), ends = norm(end), nearest = nearest_to_zero(s.begin, end), changes = norm(change), step_s = end_s - begin_s;
    others_may_s_ = std::min(others_may_s_, by_slope(s, now));
    if (!(changes > 0)) continue;
    const double most = may_change(s.band, begins, nearest);
    if (nearest <= s.band.reach && changes > most) longest_s = std::min(longest_s, aim * most / changes * step_s);
    const bool inwards = dot(end, change) < 0;
    if (inwards || ends <= s.band.reach)
      others_may_s_ = std::min(others_may_s_, aim * may_change(s.band, ends, inwards ? 0 : ends) / changes * step_s);
  }
}

// Straight from begin to end. Between its limits a law is smooth.
void SpeedBands::look_at_demands(double begin_s, const double* y_begin, double end_s, const double* y_end, double& longest_s) {
  constexpr Band limits{1, 1};
  system_.demands(begin_s, y_begin, begin_.data());
  system_.demands(end_s, y_end, end_.data());
  for (std::size_t i = 0; i < begin_.size(); ++i) {
    const double begins = std::abs(begin_[i]), ends = std::abs(end_[i]), changes = std::abs(end_[i] - begin_[i]), step_s = end_s - begin_s;
    const double nearest = begin_[i] * end_[i] <= 0 ? 0 : std::min(begins, ends);
    if (nearest > limits.reach || (begins <= limits.width && ends <= limits.width)) continue;
    const double most = may_change(limits, begins, nearest);
    if (changes > most) longest_s = std::min(longest_s, aim * most / changes * step_s);
  }
}

double SpeedBands::next_step(double t_s, const double* y) {
  double step_s = others_may_s_, least_s = least_cut * taken_s_;
  for (Joint& j : joints_) {
    const double stable_s = by_slope(j, t_s, y);
    step_s = std::min(step_s, stable_s), least_s = std::min(least_s, stable_s);
    const double speed = y[j.speed];
    const bool inwards = speed * j.rate < 0;
    if (j.rate == 0 || (!inwards && std::abs(speed) > j.band.reach)) continue;
    step_s = std::min(step_s, aim * may_change(j.band, std::abs(speed), inwards ? 0 : std::abs(speed)) / std::abs(j.rate));
  }
  // Where a method of constant steps is unstable in a band it would be cut anew in every step.
  if (shortened_) step_s = std::min(step_s, 2 * taken_s_);
  return std::max(step_s, std::min(least_s, others_may_s_));
}

}  // namespace zanjir
