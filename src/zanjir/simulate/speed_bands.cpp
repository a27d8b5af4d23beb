#include "zanjir/simulate/speed_bands.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "zanjir/dynamics/contact_action.hpp"

namespace zanjir {
namespace {

constexpr double any = std::numeric_limits<double>::infinity();
// tanh(5) is 1 but for 1e-4, and of exp(-(v/v_s)^2) so much is left at 3 v_s.
constexpr double of_transition = 5, of_stribeck = 3;
// Of the band a step from inside of it may cross. The force of v/v_t rises over some 2 v_t, so no method of four stages passes it unseen.
constexpr double part = 0.25;
// One that is taken again aims a little short, so that it is not taken a third time.
constexpr double aim = 0.9;
constexpr double least_cut = 1.0 / 16;  // what a far too long step says of the speeds on its way may be nothing

// The speed of a scalar coordinate along a step, by the parabola through both ends and the mean: x' of the cubic through places and speeds.
struct Parabola {
  double begin, middle, end;
  double at(double u) const { return begin + u * (4 * middle - 3 * begin - end) + u * u * (2 * begin + 2 * end - 4 * middle); }
  double slope_at_end() const { return begin - 4 * middle + 3 * end; }
};

// The point of a straight way that is nearest to no speed at all.
double nearest_to_zero(const Vec3d& a, const Vec3d& b) {
  const Vec3d d = b - a;
  const double length2 = dot(d, d);
  const double u = length2 > 0 ? std::clamp(-dot(a, d) / length2, 0.0, 1.0) : 0;
  return norm(a + d * u);
}

}  // namespace

SpeedBands::SpeedBands(MotionSystem& system, const StepperOptions& options) : system_(system) {
  const Model& model = system.model();
  const auto place_of = [](const std::vector<int>& index, int i) {
    const auto found = std::ranges::find(index, i);
    return found == index.end() ? -1 : static_cast<int>(found - index.begin());
  };
  for (const JointFriction& f : model.forces().frictions) {
    const int place = place_of(system.v_index(), f.speed);
    if (place < 0 || !(f.stiction > f.coulomb)) continue;
    int coordinate = -1;
    for (const zanjir::Joint& joint : model.joints())
      if (joint.nq == joint.nv && f.speed >= joint.v_begin && f.speed < joint.v_begin + joint.nv)
        coordinate = place_of(system.q_index(), joint.q_begin + f.speed - joint.v_begin);
    joints_.push_back(
        {coordinate,
         static_cast<int>(system.q_index().size()) + place,
         {std::min(f.transition_speed, f.stribeck_speed), std::max(of_transition * f.transition_speed, of_stribeck * f.stribeck_speed)}});
  }
  if (!(options.fixed_step_s > 0)) return;
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
  const double step_s = end_s - begin_s;
  double longest_s = any;
  for (Joint& j : joints_) {
    const double begin = y_begin[j.speed], end = y_end[j.speed];
    const double mean = j.coordinate >= 0 ? (y_end[j.coordinate] - y_begin[j.coordinate]) / step_s : (begin + end) / 2;
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
    longest_s = std::min(longest_s, step_s * (k - 1 + (aim * most - a) / (b - a)) / looks);
  }
  if (!slips_.empty()) look_at_slips(begin_s, y_begin, end_s, y_end, longest_s);
  taken_s_ = step_s;
  shortened_ = again_ && !(longest_s < any);
  again_ = longest_s < any;
  return again_ ? std::clamp(longest_s, least_cut * step_s, aim * step_s) : any;
}

Vec3d SpeedBands::slip(const Workspace& ws, int contact) const {
  const ContactAction now = contact_action(system_.model(), ws, contact);
  return now.velocity_W - now.at.normal_W * dot(now.at.normal_W, now.velocity_W);
}

// Straight from begin to end.
void SpeedBands::look_at_slips(double begin_s, const double* y_begin, double end_s, const double* y_end, double& longest_s) {
  const std::vector<ContactMemory>& memory = system_.contact_memory();
  const auto touches = [&](const Slip& s) { return memory[static_cast<std::size_t>(s.contact)].phase == ContactPhase::touching; };
  slips_may_s_ = any;
  if (std::ranges::none_of(slips_, touches)) return;
  const Workspace& ws_begin = system_.kinematics_inside(begin_s, y_begin);
  for (Slip& s : slips_) s.begin = touches(s) ? slip(ws_begin, s.contact) : Vec3d{0, 0, 0};
  const Workspace& ws_end = system_.kinematics_at(end_s, y_end);
  for (const Slip& s : slips_) {
    if (!touches(s)) continue;
    const Vec3d end = slip(ws_end, s.contact), change = end - s.begin;
    const double begins = norm(s.begin), ends = norm(end), nearest = nearest_to_zero(s.begin, end), changes = norm(change), step_s = end_s - begin_s;
    if (!(changes > 0)) continue;
    const double most = may_change(s.band, begins, nearest);
    if (nearest <= s.band.reach && changes > most) longest_s = std::min(longest_s, aim * most / changes * step_s);
    const bool inwards = dot(end, change) < 0;
    if (inwards || ends <= s.band.reach) slips_may_s_ = std::min(slips_may_s_, aim * may_change(s.band, ends, inwards ? 0 : ends) / changes * step_s);
  }
}

double SpeedBands::next_step(const double* y) const {
  double step_s = slips_may_s_;
  for (const Joint& j : joints_) {
    const double speed = y[j.speed];
    const bool inwards = speed * j.rate < 0;
    if (j.rate == 0 || (!inwards && std::abs(speed) > j.band.reach)) continue;
    step_s = std::min(step_s, aim * may_change(j.band, std::abs(speed), inwards ? 0 : std::abs(speed)) / std::abs(j.rate));
  }
  // Where a method of constant steps is unstable in a band it would be cut anew in every step.
  if (shortened_) step_s = std::min(step_s, 2 * taken_s_);
  return std::max(step_s, least_cut * taken_s_);
}

}  // namespace zanjir
