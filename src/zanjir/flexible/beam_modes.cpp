#include "zanjir/flexible/beam_modes.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numbers>

#include "zanjir/core/contract.hpp"
#include "zanjir/describe/description.hpp"

namespace zanjir {
namespace {

using Mat4 = Eigen::Matrix4d;
using Row4 = Eigen::RowVector4d;

// The four solutions of one frequency, given by its wave number A.
struct Solutions {
  Solutions(const BendingBeam& beam, double wave) : beam(beam), A(wave) {
    const double s = beam.kAG_N > 0 ? beam.EI_N_m2 / beam.kAG_N : 0, r = beam.kAG_N > 0 ? beam.rotary_kg_m / beam.mass_kg_per_m : 0;
    const double sum = 1 + (s + r) * A * A;
    p = 2 * A * A * A * A / (sum + std::sqrt(sum * sum - 4 * r * s * A * A * A * A));  // (1) solved for p, lower branch
    pr = p * r;
    const double B2 = p * (1 - p * r * s) / (A * A);
    layers = B2 >= 0;
    B = std::sqrt(std::abs(B2));
    a = A - p * s / A;
    b = layers ? B + p * s / B : B - p * s / B;
  }

  double omega() const { return std::sqrt(p * beam.EI_N_m2 / beam.mass_kg_per_m); }
  Profile W(const Eigen::Vector4d& C) const {
    Profile f{beam.length_m, {}, {{A, C[0], C[1]}}, {}};
    if (layers) f.layers.push_back({B, C[2], C[3]});
    else f.waves.push_back({B, C[2], C[3]});
    return f;
  }
  Profile Theta(const Eigen::Vector4d& C) const {
    Profile f{beam.length_m, {}, {{A, -a * C[1], a * C[0]}}, {}};
    if (layers) f.layers.push_back({B, -b * C[2], b * C[3]});
    else f.waves.push_back({B, -b * C[3], b * C[2]});
    return f;
  }
  // Two conditions at x, as rows on C; scaled by powers of A to numbers of order one.
  void conditions(char end, double x, Eigen::Ref<Eigen::Matrix<double, 2, 4>> rows) const {
    for (int i = 0; i < 4; ++i) {
      const Eigen::Vector4d unit = Eigen::Vector4d::Unit(i);
      const Profile T = Theta(unit), T1 = derivative(T);
      const double w = W(unit)(x), t = T(x) / A, moment = T1(x) / (A * A), shear = -(derivative(T1)(x) + pr * T(x)) / (A * A * A);
      switch (end) {
        case 's': rows.col(i) << w, moment; break;
        case 'c': rows.col(i) << w, t; break;
        case 'f': rows.col(i) << moment, shear; break;
        default: {  // the tip body: EI T' = omega^2 (Mc W + J T), shear = omega^2 (M W + Mc T)
          const double load = p / beam.mass_kg_per_m;
          const BeamTip& tip = beam.tip;
          rows.col(i) << moment - load * (tip.first_moment_kg_m * w / (A * A) + tip.inertia_kg_m2 * t / A),
              shear - load * (tip.mass_kg * w / (A * A * A) + tip.first_moment_kg_m * t / (A * A));
        }
      }
    }
  }
  Mat4 matrix(char start, char end) const {
    Mat4 M;
    conditions(start, 0, M.topRows<2>());
    conditions(end, beam.length_m, M.bottomRows<2>());
    return M;
  }

  const BendingBeam& beam;
  double A, p, pr, B, a, b;
  bool layers;
};

std::pair<char, char> ends_of(ModeSet set) {
  switch (set) {
    case ModeSet::ss: return {'s', 's'};
    case ModeSet::cc: return {'c', 'c'};
    case ModeSet::sc: return {'s', 'c'};
    case ModeSet::cs: return {'c', 's'};
    case ModeSet::cf: return {'c', 'f'};
    case ModeSet::ff: return {'f', 'f'};
    case ModeSet::loaded: return {'c', 'l'};
    default: ZANJIR_REQUIRE(false, "not a set of vibration modes"); return {};
  }
}

// Wave number at which the layers turn into waves. A pinned beam vibrates there with T constant and W = 0: pure thickness shear, which is no
// shape for a deflection and is not counted.
double cut_off_wave(const BendingBeam& beam) {
  const double s = beam.kAG_N > 0 ? beam.EI_N_m2 / beam.kAG_N : 0, r = beam.rotary_kg_m / beam.mass_kg_per_m;
  return s * r > 0 ? std::sqrt((s + r) / (r * s)) : std::numeric_limits<double>::infinity();
}

// max |W| = 1, and the first lobe, as far as it rises above rounding, is positive.
void normalise(BendingShape& shape, double length) {
  const Profile slope = derivative(shape.W), curvature = derivative(slope);
  const int n = 64 * (1 + static_cast<int>(wave_number(shape.W) * length / std::numbers::pi));
  double largest = 0, first = 0;
  for (int i = 0; i <= n; ++i) {
    double x = length * i / n;
    double value = shape.W(x);
    if (std::abs(value) > std::abs(largest)) {
      for (int k = 0; k < 8 && i > 0 && i < n; ++k) {  // to the top of this lobe
        const double next = x - slope(x) / curvature(x);
        if (!(std::abs(next - x) < length / n)) break;
        x = next;
      }
      if (std::abs(shape.W(x)) > std::abs(value)) value = shape.W(x);
      if (std::abs(value) > std::abs(largest)) largest = value;
    }
  }
  for (int i = 0; i <= n && first == 0; ++i) {
    const double value = shape.W(length * i / n);
    if (std::abs(value) > 1e-6 * std::abs(largest)) first = value;
  }
  const double factor = std::copysign(1 / largest, first);
  shape.W = shape.W * factor;
  shape.Theta = shape.Theta * factor;
}

}  // namespace

BendingBeam bending_beam(const BeamProperties& p, double length_m, const BeamTip& tip, ModeKind plane) {
  const bool along_y = plane == ModeKind::bending_y;
  return {length_m, along_y ? p.EI_z_N_m2 : p.EI_y_N_m2, p.kAG_N, p.mass_kg_per_m, along_y ? p.rotary_kg_m.z : p.rotary_kg_m.y, tip};
}

BendingShape vibration_mode(const BendingBeam& beam, ModeSet set, int number) {
  ZANJIR_REQUIRE(number >= 1, "modes are counted from one");
  const auto [start, end] = ends_of(set);
  const auto det = [&, start = start, end = end](double wave) { return Solutions(beam, wave).matrix(start, end).determinant(); };
  // Heavy tips have slow modes: their search starts low. Elsewhere no mode is below A l = 1.8, and none is within 0.1 of another.
  double low = (set == ModeSet::loaded ? 2e-3 : 0.5) / beam.length_m, f_low = det(low), high = low;
  const double cut_off = cut_off_wave(beam);
  for (int found = 0; found < number;) {
    high = low * beam.length_m < 0.5 ? 1.1 * low : low + 0.05 / beam.length_m;
    const bool at_cut_off = low == cut_off * (1 - 1e-9);
    if (at_cut_off) high = cut_off * (1 + 1e-9);
    else if (low < cut_off * (1 - 1e-9) && high > cut_off * (1 - 1e-9)) high = cut_off * (1 - 1e-9);
    const double f_high = det(high);
    if (!std::isfinite(f_high)) return {std::numeric_limits<double>::quiet_NaN(), {beam.length_m, {0}, {}, {}}, {beam.length_m, {0}, {}, {}}};
    if ((f_low < 0) != (f_high < 0) && !at_cut_off && ++found == number) break;
    low = high;
    f_low = f_high;
  }
  for (;;) {  // bisection, down to neighbouring numbers
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) break;
    ((det(middle) < 0) == (f_low < 0) ? low : high) = middle;
  }
  const Solutions at_root(beam, low);
  const Eigen::JacobiSVD<Mat4> svd(at_root.matrix(start, end), Eigen::ComputeFullV);
  const Eigen::Vector4d C = svd.matrixV().col(3);
  BendingShape shape{at_root.omega(), at_root.W(C), at_root.Theta(C)};
  normalise(shape, beam.length_m);
  return shape;
}

BendingShape static_pair(const BendingBeam& beam, int number) {
  const double l = beam.length_m, phi = beam.kAG_N > 0 ? 12 * beam.EI_N_m2 / (beam.kAG_N * l * l) : 0, f = 1 / (1 + phi);
  if (number == 1) return {0, {l, {0, phi * f, 3 * f, -2 * f}, {}, {}}, {l, {0, 6 * f / l, -6 * f / l}, {}, {}}};
  return {0, {l, {0, -l * phi / 2 * f, -l * (1 - phi / 2) * f, l * f}, {}, {}}, {l, {0, -(2 - phi) * f, 3 * f}, {}, {}}};
}

}  // namespace zanjir
