#include "zanjir/flexible/modal_integrals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "zanjir/describe/description.hpp"
#include "zanjir/flexible/quadrature.hpp"

namespace zanjir {
namespace {

ModeDescription polynomial_y(std::vector<double> c) {
  return {ModeKind::polynomial, ModeSet::given, 1, {std::vector<double>{}, std::move(c), {}, {}}, {}};
}

DisplacementField field_of(const BeamDescription& beam) { return make_field(beam, std::vector<bool>(beam.modes.size(), false)); }

BeamDescription link_A() {  // l = 1, mu = 1, EI = 20, two polynomial shapes
  BeamDescription beam;
  beam.length_m = 1;
  beam.properties.mass_kg_per_m = 1;
  beam.properties.EI_z_N_m2 = 20;
  beam.properties.rotary_kg_m = {2e-3, 1e-3, 1e-3};
  beam.modes = {polynomial_y({0, 0, 1.5, -0.5}), polynomial_y({0, 0, 1, -1})};
  return beam;
}

TEST(ModalIntegrals, OfPolynomialShapesAreTheFractionsWorkedOutByHand) {
  BeamDescription beam = link_A();
  beam.stiffening = Stiffening::full;
  const DisplacementField field = field_of(beam);
  const ModalIntegrals I = modal_integrals(field, {});
  const double J = 1e-3;  // element: integral J Theta_j added to p0, integral J Theta_j Theta_k to B
  EXPECT_NEAR(I.C2[0].y, 3.0 / 8, 1e-15);
  EXPECT_NEAR(I.C2[1].y, 1.0 / 12, 1e-15);
  EXPECT_NEAR(I.p0[0].z, 0.276, 1e-15);
  EXPECT_NEAR(I.p0[1].z, 0.05, 1e-15);
  const int n = I.n;
  EXPECT_EQ(n, 5);
  EXPECT_NEAR(I.B[0], 33.0 / 140 + J * 1.2, 1e-15);
  EXPECT_NEAR(I.B[1], 0.0379952380952, 1e-13);
  EXPECT_NEAR(I.B[static_cast<std::size_t>(n) + 1], 1.0 / 105 + J * 2 / 15, 1e-15);
  EXPECT_NEAR(field.K(0, 0), 60, 1e-12);
  EXPECT_NEAR(field.K(1, 0), 0, 8e-14);
  EXPECT_NEAR(field.K(1, 1), 80, 1e-12);
  const double s[3] = {0.375, 0.05, 1.0 / 30}, t[3] = {0.289285714286, 0.0285714285714, 0.0238095238095}, S[3] = {1.2, -0.1, 2.0 / 15};
  const SectionShapes end = section_shapes(field, 1);
  for (std::size_t i = 0; i < 3; ++i) {  // pairs (1,1), (1,2), (2,2); the shape of a pair is -S e1
    EXPECT_NEAR(-I.C2[2 + i].x, s[i], 1e-15);
    EXPECT_NEAR(-I.I1[2 + i].yy / 2, t[i], 1e-12);
    EXPECT_NEAR(-end.W[2 + i].x, S[i], 1e-15);
  }
}

// Pinned ends, height a fifth of the length: W = sin kx, Theta = c cos kx, and the two equations of Timoshenko's beam for c and the frequency, solved here. The second mode is damped by
// (k/c)^2 = 1.89 times as much if the curvature of the centre line is taken for that of the sections.
TEST(Damping, ResistsTheCurvatureOfTheSections) {
  constexpr double l = 1, h = 0.2, E = 2e11, G = E / 2.6, rho = 7850, viscosity = 1e6, A = h * h, I = h * h * h * h / 12, kAG = 5.0 / 6 * A * G,
                   mu = rho * A, J = rho * I;
  BeamDescription beam;
  beam.length_m = l;
  beam.properties = {
      .mass_kg_per_m = mu, .EA_N = E * A, .EI_y_N_m2 = E * I, .EI_z_N_m2 = E * I, .GI_x_N_m2 = 1, .kAG_N = kAG, .rotary_kg_m = {2 * J, J, J}};
  beam.properties.viscosity_A_N_s = viscosity * A;
  beam.properties.viscosity_I_y_N_s_m2 = beam.properties.viscosity_I_z_N_s_m2 = viscosity * I;
  for (const int n : {1, 2, 3}) {
    const double k = n * std::numbers::pi / l;
    // mu w2 = kAG (k^2 - c k) and (EI k^2 + kAG - J w2) c = kAG k: a quadratic for w2 = omega^2, the smaller root.
    const double a = mu * J, b = -(mu * (E * I * k * k + kAG) + kAG * k * k * J), c0 = kAG * k * k * E * I * k * k;
    const double w2 = 2 * c0 / (-b + std::sqrt(b * b - 4 * a * c0)), c = kAG * k / (E * I * k * k + kAG - J * w2);
    for (const ModeKind kind : {ModeKind::bending_y, ModeKind::bending_z}) {
      beam.modes = {{kind, ModeSet::ss, n}};
      beam.damped_curvature = DampedCurvature::sections;
      const double of_sections = field_of(beam).D(0, 0), expected = viscosity * I * c * c * k * k * l / 2;
      EXPECT_NEAR(of_sections, expected, 1.5e-14 * expected) << n;
      beam.damped_curvature = DampedCurvature::centre_line;
      const double of_line = field_of(beam).D(0, 0), published = viscosity * I * k * k * k * k * l / 2;
      EXPECT_NEAR(of_line, published, 1.5e-14 * published) << n;
      if (n == 2) {
        EXPECT_NEAR(of_line / of_sections, 1.89, 0.005);
      }
    }
  }
  beam.modes = {{ModeKind::axial, ModeSet::static_end, 1}, {ModeKind::torsion, ModeSet::static_end, 1}};
  const MatX D = field_of(beam).D;
  EXPECT_NEAR(D(0, 0), viscosity * A / l, 1.5e-14 * viscosity * A);
  EXPECT_EQ(D(1, 1), 0);
}

TEST(ModalIntegrals, OfTheElasticChainAreThePublishedOnes) {
  BeamDescription beam;
  beam.properties.mass_kg_per_m = 1;
  beam.properties.EI_z_N_m2 = 2e11 * 4.883e-9;
  beam.properties.kAG_N = 5.0 / 6 * 3.75e-4 * 7.7e10;
  beam.properties.viscosity_I_z_N_s_m2 = 125 * 4.883e-9;
  beam.damped_curvature = DampedCurvature::centre_line;
  beam.properties.air_N_s_per_m2 = 0.025;
  beam.rotary = RotaryInertia::frame;
  beam.shapes_from = beam.properties;
  beam.shapes_from->EI_z_N_m2 = 2e11 * 4.8828125e-9;
  beam.shapes_from->kAG_N = 5.0 / 6 * 3.75e-4 * 2e11 / 2.6;
  beam.shapes_from->rotary_kg_m = {0, 0, 0.0125 * 0.0125 / 12};
  const struct {
    ModeSet set;
    double K, B, D;
  } expected[] = {{ModeSet::ss, 47545.8139, 0.5, 0.0125297},
                  {ModeSet::cc, 193497.302, 0.396615784, 0.0100362},
                  {ModeSet::sc, 101826.353, 0.439092003, 0.0110409},
                  {ModeSet::cs, 101826.353, 0.439092003, 0.0110409}};
  for (const auto& e : expected) {
    beam.modes = {{ModeKind::bending_y, e.set, 1}};
    const DisplacementField field = field_of(beam);
    EXPECT_NEAR(field.K(0, 0), e.K, e.set == ModeSet::ss ? 5e-5 : 5e-4);  // half a unit of the last printed digit
    EXPECT_NEAR(field.D(0, 0), e.D, 5e-8);
    EXPECT_NEAR(modal_integrals(field, {}).B[0], e.B, 5e-10);
  }
}

// One clamped-free mode: the two numbers behind the Southwell coefficients of a rotating beam.
TEST(ModalIntegrals, OfAClampedFreeModeGiveTheSouthwellCoefficients) {
  BeamDescription beam;
  beam.properties.mass_kg_per_m = 1;
  beam.properties.EI_z_N_m2 = 1;
  beam.stiffening = Stiffening::full;
  beam.modes = {{ModeKind::bending_y, ModeSet::cf, 1}};
  const ModalIntegrals I = modal_integrals(field_of(beam), {});
  EXPECT_NEAR(-I.I1[1].yy / 2 / I.B[0], 1.193336374108, 1e-12);
  EXPECT_NEAR(-I.C2[1].x / I.B[0], 1.570878189994, 1e-12);
}

// A refined quadrature changes nothing beyond rounding: the order is high enough for waves, layers and pairs.
TEST(ModalIntegrals, AreThoseOfAFinerQuadrature) {
  BeamDescription beam;
  beam.length_m = 1.7;
  beam.properties = {0.8, 900, 30, 50, 20, 4000, {1e-2, 4e-3, 6e-3}, 0, 0, 0};
  beam.stiffening = Stiffening::full;
  for (int k = 1; k <= 6; ++k) beam.modes.push_back({ModeKind::bending_y, ModeSet::cf, k});
  const DisplacementField field = field_of(beam);
  const ModalIntegrals I = modal_integrals(field, {});
  double S_B = 0, W_B = 0;
  for (const auto& [x, w] : gauss_legendre(0, beam.length_m, 60, 100)) {
    const SectionShapes here = section_shapes(field, x);
    S_B += w * 0.8 * dot(here.W[26], here.W[26]);  // the pair (6, 6)
    W_B += w * (0.8 * dot(here.W[5], here.W[4]) + 6e-3 * here.Theta[5].z * here.Theta[4].z);
  }
  EXPECT_NEAR(I.B[26 * 27 + 26] / S_B, 1, 1.5e-14);
  EXPECT_NEAR(I.B[5 * 27 + 4], W_B, 1e-14);
}

TEST(DisplacementField, RebasingKeepsTheDeformationAndHoldsTheStart) {
  BeamDescription beam;
  beam.length_m = 1.3;
  beam.properties = {0.8, 900, 30, 50, 20, 4000, {1e-2, 4e-3, 6e-3}, 0.1, 0.2, 0.3};
  beam.modes = {{ModeKind::bending_y, ModeSet::ff, 1}, {ModeKind::bending_z, ModeSet::ss, 2}};
  const DisplacementField plain = field_of(beam), moved = make_field(beam, {true, true});
  EXPECT_LT((plain.K - moved.K).norm(), 1e-15 * plain.K.norm());
  const SectionShapes start = section_shapes(moved, 0);
  for (int j = 0; j < 2; ++j) {
    EXPECT_NEAR(norm(start.W[static_cast<std::size_t>(j)]), 0, 1e-14);
    EXPECT_NEAR(norm(start.Theta[static_cast<std::size_t>(j)]), 0, 1e-14);
  }
  const SectionShapes a = section_shapes(plain, 0), b = section_shapes(plain, 0.9), c = section_shapes(moved, 0.9);
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_NEAR(norm(b.W[j] - a.W[j] - cross(a.Theta[j], {0.9, 0, 0}) - c.W[j]), 0, 1e-14);
    EXPECT_NEAR(norm(b.Theta[j] - a.Theta[j] - c.Theta[j]), 0, 1e-14);
  }
}

TEST(Quadrature, IsExactToItsDegreeAndToRoundingForWaves) {
  for (const int d : {0, 7, 31, 40, 61}) {
    double sum = 0;
    for (const auto& [x, w] : gauss_legendre(0, 1, d, 0)) sum += w * std::pow(x, d);
    EXPECT_NEAR(sum * (d + 1), 1, 1e-14) << d;
  }
  for (const double k : {1.0, 17.0, 300.0}) {
    double sum = 0;
    for (const auto& [x, w] : gauss_legendre(0.2, 1.7, 0, k)) sum += w * std::cos(k * x);
    EXPECT_NEAR(sum, (std::sin(k * 1.7) - std::sin(k * 0.2)) / k, 1e-14) << k;
  }
}

}  // namespace
}  // namespace zanjir
