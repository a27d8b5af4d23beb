#include "zanjir/flexible/beam_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "zanjir/flexible/quadrature.hpp"

namespace zanjir {
namespace {

constexpr double pi = std::numbers::pi;

// The link of the elastic chain: 30 mm x 12.5 mm rectangle, steel stiffness, 1 kg/m, Poisson's ratio 0.3, shear factor 5/6.
BendingBeam chain_link() {
  const double A = 0.03 * 0.0125, I = 0.03 * std::pow(0.0125, 3) / 12, E = 2e11, G = E / 2.6;
  return {1.0, E * I, 5.0 / 6 * A * G, 1.0, I / A};
}

struct Printed {  // coefficients of sin, cos, sinh, cosh in W, and of cos, sin, cosh, sinh in Theta, as published to 16 digits
  ModeSet set;
  double omega, W[4], Theta[4];
};
const Printed table_2[] = {
    {ModeSet::ss, 308.343528005382, {1, 0, 0, 0}, {3.140333690109594, 0, 0, 0}},
    {ModeSet::cc,
     698.407767360279,
     {0.6189067368941716, -0.6292076184824934, -0.6181543604098716, 0.6292076184824934},
     {2.924089234018893, 2.97275682019588, -2.924089234018893, 2.976375062609595}},
    {ModeSet::sc, 481.516614682379, {0.937356072626805, 0, 0.02617115567137916, 0}, {3.677927210568842, 0, 0.1027745658114473, 0}},
    {ModeSet::cs,
     481.516614682379,
     {0.6633471080156852, -0.6622741284223433, -0.6627910308436212, 0.6622741284223433},
     {2.602791457664548, 2.598581381090682, -2.602791457664547, 2.600761573215394}},
};

TEST(BeamModes, RegenerateThePublishedFunctionsOfTheElasticChain) {
  for (const Printed& row : table_2) {
    const BendingShape mode = vibration_mode(chain_link(), row.set, 1);
    EXPECT_NEAR(mode.frequency_rad_per_s, row.omega, 1.5e-14 * row.omega);
    const Profile::Wave w = mode.W.waves[0], t = mode.Theta.waves[0];
    const Profile::Layer e = mode.W.layers[0], d = mode.Theta.layers[0];
    const double end = std::exp(-e.k), W[4] = {w.sine, w.cosine, e.from_end * end - e.from_start, e.from_end * end + e.from_start};
    const double Theta[4] = {t.cosine, t.sine, d.from_end * end + d.from_start, d.from_end * end - d.from_start};
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(W[i], row.W[i], 1.5e-14) << static_cast<int>(row.set) << " W " << i;
      EXPECT_NEAR(Theta[i], row.Theta[i], 2e-14 * pi) << static_cast<int>(row.set) << " Theta " << i;
    }
  }
}

TEST(BeamModes, EulerBernoulliWaveNumbersSolveTheClosedForms) {
  const BendingBeam beam;  // EI = mu = l = 1
  for (const int number : {1, 2, 3, 5, 10, 40, 100}) {
    const auto wave = [&](ModeSet set) { return std::sqrt(vibration_mode(beam, set, number).frequency_rad_per_s); };
    const double cf = wave(ModeSet::cf), cc = wave(ModeSet::cc), sc = wave(ModeSet::sc);
    const double eps = 64 * 2.3e-16 * number * pi;  // of the argument of cos
    EXPECT_NEAR(std::cos(cf), -1 / std::cosh(cf), eps);
    EXPECT_NEAR(cf, (number - 0.5) * pi, 0.31);
    EXPECT_NEAR(std::cos(cc), 1 / std::cosh(cc), eps);
    EXPECT_NEAR(cc, (number + 0.5) * pi, 0.02);
    EXPECT_NEAR(std::sin(sc), std::tanh(sc) * std::cos(sc), eps);
    EXPECT_NEAR(sc, (number + 0.25) * pi, 0.001);
    EXPECT_NEAR(wave(ModeSet::ff), cc, eps);
    EXPECT_NEAR(wave(ModeSet::cs), sc, eps);
    EXPECT_NEAR(wave(ModeSet::ss), number * pi, eps);
  }
}

// The equations of motion themselves, at points along the beam and at its ends, below and above the cut-off frequency.
TEST(BeamModes, SatisfyTheTimoshenkoEquationsAtAnyNumber) {
  const BendingBeam beam{2.0, 5.0, 40.0, 3.0, 0.05};  // stout: the cut-off is low
  const double cut_off = std::sqrt(beam.kAG_N / beam.rotary_kg_m);
  bool above = false, below = false;
  for (const ModeSet set : {ModeSet::ss, ModeSet::cc, ModeSet::sc, ModeSet::cs, ModeSet::cf, ModeSet::ff}) {
    double before = 0;
    for (int number = 1; number <= 25; ++number) {
      const BendingShape mode = vibration_mode(beam, set, number);
      const double w2 = mode.frequency_rad_per_s * mode.frequency_rad_per_s;
      EXPECT_GT(mode.frequency_rad_per_s, before);
      before = mode.frequency_rad_per_s;
      (before > cut_off ? above : below) = true;
      const Profile W1 = derivative(mode.W), W2 = derivative(W1), T1 = derivative(mode.Theta), T2 = derivative(T1);
      const double size = beam.kAG_N * std::pow(wave_number(mode.W), 2) + w2;
      for (int i = 0; i <= 20; ++i) {
        const double x = beam.length_m * i / 20;
        EXPECT_NEAR(beam.kAG_N * (W2(x) - T1(x)) + beam.mass_kg_per_m * w2 * mode.W(x), 0, 1e-14 * size) << number;
        EXPECT_NEAR(beam.EI_N_m2 * T2(x) + beam.kAG_N * (W1(x) - mode.Theta(x)) + beam.rotary_kg_m * w2 * mode.Theta(x), 0,
                    4e-15 * size * wave_number(mode.W))
            << number;
      }
      if (set == ModeSet::cf) {
        EXPECT_NEAR(mode.W(0), 0, 1e-14);
        EXPECT_NEAR(mode.Theta(0), 0, 5e-15 * wave_number(mode.W));
        EXPECT_NEAR(T1(beam.length_m), 0, 5e-15 * std::pow(wave_number(mode.W), 2));
        EXPECT_NEAR(W1(beam.length_m), mode.Theta(beam.length_m), 2e-13 * wave_number(mode.W));
      }
    }
  }
  EXPECT_TRUE(above && below);
}

TEST(BeamModes, AreOrthogonalInMassAndRotaryInertia) {
  const BendingBeam beam{1.5, 2.0, 300.0, 0.7, 0.004};
  for (const ModeSet set : {ModeSet::cc, ModeSet::cf, ModeSet::ff}) {
    std::vector<BendingShape> modes;
    for (int number = 1; number <= 8; ++number) modes.push_back(vibration_mode(beam, set, number));
    const auto points = gauss_legendre(0, beam.length_m, 0, 2 * wave_number(modes.back().W));
    for (std::size_t i = 0; i < modes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        double sum = 0;
        for (const auto& [x, w] : points)
          sum += w * (beam.mass_kg_per_m * modes[i].W(x) * modes[j].W(x) + beam.rotary_kg_m * modes[i].Theta(x) * modes[j].Theta(x));
        EXPECT_NEAR(sum, 0, 1e-14);
      }
    }
  }
}

// Clamped link with a heavy tip body: EI = mu = l = 1; 5 kg, 0.5 kg m^2 about its mass centre, which is 0.2 ahead of the end.
TEST(BeamModes, LoadedCantileverHasThePublishedFrequencies) {
  BendingBeam beam;
  beam.tip = {5, 5 * 0.2, 0.5 + 5 * 0.04};
  EXPECT_NEAR(vibration_mode(beam, ModeSet::loaded, 1).frequency_rad_per_s, 0.54427311, 5e-9);
  EXPECT_NEAR(vibration_mode(beam, ModeSet::loaded, 2).frequency_rad_per_s, 3.72489409, 5e-9);
  beam.tip = {};
  EXPECT_NEAR(vibration_mode(beam, ModeSet::loaded, 3).frequency_rad_per_s, vibration_mode(beam, ModeSet::cf, 3).frequency_rad_per_s, 1e-12);
}

TEST(BeamModes, StaticPairIsOrthogonalInStiffnessToClampedModesAndHasUnitEnds) {
  const BendingBeam beam = {1.3, 2.0, 55.0, 0.7, 0.004};
  for (int which = 1; which <= 2; ++which) {
    const BendingShape a = static_pair(beam, which);
    EXPECT_NEAR(a.W(0), 0, 1e-15);
    EXPECT_NEAR(a.Theta(0), 0, 1e-15);
    EXPECT_NEAR(a.W(1.3), which == 1 ? 1 : 0, 1e-15);
    EXPECT_NEAR(a.Theta(1.3), which == 1 ? 0 : 1, 1e-15);
    for (int number = 1; number <= 4; ++number) {
      const BendingShape b = vibration_mode(beam, ModeSet::cc, number);
      double sum = 0;
      for (const auto& [x, w] : gauss_legendre(0, 1.3, 4, wave_number(b.W))) {
        sum += w * (beam.kAG_N * (derivative(a.W)(x) - a.Theta(x)) * (derivative(b.W)(x) - b.Theta(x)) +
                    beam.EI_N_m2 * derivative(a.Theta)(x) * derivative(b.Theta)(x));
      }
      EXPECT_NEAR(sum, 0, 6e-13);
    }
  }
}

}  // namespace
}  // namespace zanjir
