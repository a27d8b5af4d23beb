#include "zanjir/contact/restitution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zanjir {

// Two forms of (1), each where it loses no digits; both by Newton, which comes from one side only.
//   h < 0.7: the integral as the sum over j of (-h)^j (1 - (-e)^(j+2))/(j+2), slope -e/(1 - h e); its logarithms would cancel to eps/h^2
//   else:    x = 1 - h e, x = (1 + h) exp(x - 1 - h): x is tiny where e has come down to 1/h
double exact_restitution(double h) {
  if (h <= 0) return 1;
  if (h >= 0.7) {
    const double A = (1 + h) * std::exp(-1 - h);
    double x = A;
    for (int i = 0; i < 50; ++i) x -= (x - A * std::exp(x)) / (1 - A * std::exp(x));
    return (1 - x) / h;
  }
  double e = published_restitution(NormalLawType::hu_guo, h);
  for (int i = 0; i < 50; ++i) {
    double sum = 0, power_h = 1, power_e = e * e;
    for (int j = 0; std::abs(power_h) > std::numeric_limits<double>::epsilon(); ++j, power_h *= -h, power_e *= -e)
      sum += power_h * (1 - power_e) / (j + 2);
    const double step = sum * (1 - h * e) / e;
    e += step;
    if (std::abs(step) <= std::numeric_limits<double>::epsilon()) break;
  }
  return e;
}

// d = v0 exp(-b t) sin(w t)/w with b = zeta, w = sqrt(1 - zeta^2) in units of sqrt(K/m); force zero where w t = pi - atan2(2 b w, w^2 - b^2), and there the
// speed is exactly -v0 exp(-b t). Beyond zeta = 1 the same with the hyperbolic functions.
double dashpot_restitution(double zeta, PullingForce pulling) {
  if (zeta <= 0) return 1;
  if (zeta < 1) {
    const double w = std::sqrt((1 - zeta) * (1 + zeta));
    const double phase = pulling == PullingForce::kept ? std::acos(-1.0) : std::acos(-1.0) - std::atan2(2 * zeta * w, w * w - zeta * zeta);
    return std::exp(-zeta / w * phase);
  }
  if (pulling == PullingForce::kept) return 0;  // creeps back for ever
  if (zeta == 1) return std::exp(-2.0);
  const double w = std::sqrt((zeta - 1) * (zeta + 1));
  return std::exp(-zeta / w * std::log((zeta + w) / (zeta - w)));
}

namespace {

struct Motion1 {
  double d, rate;
};

class OneBody {
 public:
  OneBody(const NormalLaw& law, double mass, double speed) : law_(law), mass_(mass), speed_(speed) {}
  // Stages of the last step may lie outside: the law goes on there without a jump.
  double force(const Motion1& y) const { return normal_force(law_, std::max(0.0, y.d), y.rate, speed_); }
  Motion1 step(const Motion1& y, double h) const {
    const auto slope = [&](const Motion1& x) { return Motion1{x.rate, -force(x) / mass_}; };
    const auto moved = [&](const Motion1& k, double by) { return Motion1{y.d + by * k.d, y.rate + by * k.rate}; };
    const Motion1 k1 = slope(y), k2 = slope(moved(k1, h / 2)), k3 = slope(moved(k2, h / 2)), k4 = slope(moved(k3, h));
    return {y.d + h / 6 * (k1.d + 2 * k2.d + 2 * k3.d + k4.d), y.rate + h / 6 * (k1.rate + 2 * k2.rate + 2 * k3.rate + k4.rate)};
  }
  // The contact is over when the body is out, or, moving out, feels no force any more: with a constant speed it then feels none later.
  bool over(const Motion1& y) const { return y.rate < 0 && (y.d <= 0 || (law_.pulling == PullingForce::cut_off && force(y) <= 0)); }

 private:
  const NormalLaw& law_;
  double mass_, speed_;
};

}  // namespace

OneBodyImpact one_body_impact(const NormalLaw& law, double mass, double speed, int steps) {
  const OneBody body(law, mass, speed);
  const double n = law.exponent;
  // Deepest point of the elastic impact, and the time it takes; dampers shorten it by their share of the force.
  const double deepest = std::pow((n + 1) * mass * speed * speed / (2 * law.stiffness), 1 / (n + 1)), time = deepest / speed;
  const double damping =
      law.hysteresis * speed / std::max(speed, law.least_speed_m_per_s) + law.rate_factor_s_per_m * speed + law.viscous_N_s_per_m * time / mass;
  const double h = time / (steps * (1 + damping));
  OneBodyImpact impact;
  Motion1 y{0, speed};
  double t = 0;
  impact.path.push_back({t, y.d, y.rate, body.force(y)});
  const long at_most = static_cast<long>(steps * (1 + damping)) * 200;  // an elastic impact takes about three characteristic times
  for (long i = 0; i < at_most; ++i) {
    const Motion1 next = body.step(y, h);
    if (!body.over(next)) {
      y = next;
      t += h;
      impact.path.push_back({t, y.d, y.rate, body.force(y)});
      continue;
    }
    double lo = 0, hi = h;
    for (int k = 0; k < 60; ++k) (body.over(body.step(y, (lo + hi) / 2)) ? hi : lo) = (lo + hi) / 2;
    y = body.step(y, lo);
    impact.path.push_back({t + lo, y.d, y.rate, 0});
    impact.restitution = -y.rate / speed;
    break;
  }
  impact.work_J = 0.5 * mass * (y.rate * y.rate - speed * speed);
  return impact;
}

double promised_restitution(const NormalLaw& law, double mass, double speed) {
  if (law.rate_factor_s_per_m > 0) return 1 - law.rate_factor_s_per_m * speed / 1.5;
  if (law.type != NormalLawType::spring_damper) return law.restitution;
  if (law.exponent != 1) return std::numeric_limits<double>::quiet_NaN();
  return dashpot_restitution(law.viscous_N_s_per_m / (2 * std::sqrt(law.stiffness * mass)), PullingForce::kept);
}

double restitution_of(const NormalLaw& law, double mass, double speed) {
  const bool separable = law.rate_factor_s_per_m == 0 && law.viscous_N_s_per_m == 0;
  if (separable) return exact_restitution(law.hysteresis * speed / std::max(speed, law.least_speed_m_per_s));
  if (law.viscous_N_s_per_m == 0 && law.hysteresis == 0) return exact_restitution(law.rate_factor_s_per_m * speed);
  if (law.exponent == 1) return dashpot_restitution(law.viscous_N_s_per_m / (2 * std::sqrt(law.stiffness * mass)), law.pulling);
  return one_body_impact(law, mass, speed, 4000).restitution;
}

}  // namespace zanjir
