#include "zanjir/flexible/field.hpp"

#include <algorithm>
#include <numbers>

#include "zanjir/describe/description.hpp"
#include "zanjir/flexible/beam_modes.hpp"
#include "zanjir/flexible/quadrature.hpp"

namespace zanjir {
namespace {

Profile polynomial(double length, std::vector<double> coefficients) { return {length, std::move(coefficients), {}, {}}; }

Shape bending(const BeamDescription& beam, const ModeDescription& mode, double& frequency) {
  const BendingBeam plane = bending_beam(beam.shapes_from.value_or(beam.properties), beam.length_m, beam.tip, mode.kind);
  const BendingShape solved = mode.set == ModeSet::static_pair ? static_pair(plane, mode.number) : vibration_mode(plane, mode.set, mode.number);
  frequency = solved.frequency_rad_per_s;
  Shape shape;
  const bool along_y = mode.kind == ModeKind::bending_y;
  shape.W[along_y ? 1 : 2] = solved.W;
  shape.Theta[along_y ? 2 : 1] = solved.Theta * (along_y ? 1 : -1);
  return shape;
}

// Of a bar fixed at x = 0 and free at its end, or fixed at both.
Profile bar_shape(const BeamDescription& beam, const ModeDescription& mode) {
  const double l = beam.length_m;
  switch (mode.set) {
    case ModeSet::static_end: return polynomial(l, {0, 1});  // pulled or twisted at its end
    case ModeSet::fixed: return {l, {}, {{mode.number * std::numbers::pi / l, 1, 0}}, {}};
    default: return {l, {}, {{(mode.number - 0.5) * std::numbers::pi / l, 1, 0}}, {}};
  }
}

// The six strains of a shape, each with what resists it: K = sum integral of stiffness times strain times strain.
struct Strain {
  Profile value;
  double stiffness;
};
std::vector<Strain> strains(const Shape& shape, const BeamProperties& p) {
  const Profile shear_y = derivative(shape.W[1]) + shape.Theta[2] * -1, shear_z = derivative(shape.W[2]) + shape.Theta[1];
  return {{derivative(shape.W[0]), p.EA_N},
          {shear_y, p.kAG_N},
          {shear_z, p.kAG_N},
          {derivative(shape.Theta[0]), p.GI_x_N_m2},
          {derivative(shape.Theta[1]), p.EI_y_N_m2},
          {derivative(shape.Theta[2]), p.EI_z_N_m2}};
}
// What dissipates: drag on the deflection rate, Kelvin-Voigt on stretch and curvature. The curvature of the centre line is W'' = Theta' + the rate at which shear changes.
std::vector<Strain> strain_rates(const Shape& shape, const BeamProperties& p, DampedCurvature damped) {
  const bool of_sections = damped == DampedCurvature::sections;
  return {{shape.W[1], p.air_N_s_per_m2},
          {shape.W[2], p.air_N_s_per_m2},
          {derivative(shape.W[0]), p.viscosity_A_N_s},
          {of_sections ? derivative(shape.Theta[2]) : derivative(derivative(shape.W[1])), p.viscosity_I_z_N_s_m2},
          {of_sections ? derivative(shape.Theta[1]) : derivative(derivative(shape.W[2])), p.viscosity_I_y_N_s_m2}};
}

template <class Strains> MatX quadratic_form(const DisplacementField& field, const std::vector<QuadraturePoint>& points, Strains&& of) {
  MatX form = MatX::Zero(field.n_modes(), field.n_modes());
  std::vector<std::vector<Strain>> per_mode;
  for (const Shape& shape : field.modes) per_mode.push_back(of(shape));
  for (const auto& [x, weight] : points) {
    for (int j = 0; j < field.n_modes(); ++j) {
      for (std::size_t i = 0; i < per_mode[at(j)].size(); ++i) {
        const Strain& a = per_mode[at(j)][i];
        if (a.stiffness == 0 || a.value.is_zero()) continue;
        const double scaled = weight * a.stiffness * a.value(x);
        for (int k = 0; k <= j; ++k) form(j, k) += scaled * per_mode[at(k)][i].value(x);
      }
    }
  }
  return form.selfadjointView<Eigen::Lower>();
}

void rebase_shape(Shape& shape) {
  const Vec3d W0{shape.W[0](0), shape.W[1](0), shape.W[2](0)}, T0{shape.Theta[0](0), shape.Theta[1](0), shape.Theta[2](0)};
  const auto shift = [](Profile& f, double c0, double c1) {
    if (c0 == 0 && c1 == 0) return;
    if (f.polynomial.size() < 2) f.polynomial.resize(2, 0.0);
    f.polynomial[0] += c0;
    f.polynomial[1] += c1 * f.length_m;
  };
  for (int i = 0; i < 3; ++i) shape.Theta[i].length_m = shape.W[i].length_m = std::max(shape.Theta[i].length_m, shape.W[i].length_m);
  shift(shape.W[0], -W0.x, 0);
  shift(shape.W[1], -W0.y, -T0.z);  // Theta(0) x (x e1) = x (0, T3, -T2)
  shift(shape.W[2], -W0.z, T0.y);
  for (int i = 0; i < 3; ++i) shift(shape.Theta[i], -T0[i], 0);
}

std::vector<QuadraturePoint> field_quadrature(const DisplacementField& field) {
  int d = 1;
  double k = 0;
  for (const Shape& shape : field.modes) {
    for (int i = 0; i < 3; ++i) {
      d = std::max({d, degree(shape.W[i]), degree(shape.Theta[i])});
      k = std::max({k, wave_number(shape.W[i]), wave_number(shape.Theta[i])});
    }
  }
  return gauss_legendre(0, field.length_m, 4 * d, 4 * k);
}

// S_jk(x) of all pairs.
std::vector<double> foreshortening(const DisplacementField& field, double x, int degree, double wave_number) {
  std::vector<double> S(field.pairs.size(), 0.0), slope(2 * field.modes.size());
  std::vector<Profile> slopes;
  for (const Shape& shape : field.modes) slopes.insert(slopes.end(), {derivative(shape.W[1]), derivative(shape.W[2])});
  for (const auto& [xi, weight] : gauss_legendre(0, x, degree, wave_number)) {
    for (std::size_t i = 0; i < slopes.size(); ++i) slope[i] = slopes[i](xi);
    for (std::size_t p = 0; p < S.size(); ++p) {
      const double *a = &slope[at(2 * field.pairs[p].first)], *b = &slope[at(2 * field.pairs[p].second)];
      S[p] += weight * (a[0] * b[0] + a[1] * b[1]);
    }
  }
  return S;
}

}  // namespace

Shape make_shape(const BeamDescription& beam, int index, double& frequency) {
  const ModeDescription& mode = beam.modes[at(index)];
  frequency = 0;
  Shape shape;
  switch (mode.kind) {
    case ModeKind::bending_y:
    case ModeKind::bending_z: shape = bending(beam, mode, frequency); break;
    case ModeKind::axial: shape.W[0] = bar_shape(beam, mode); break;
    case ModeKind::torsion: shape.Theta[0] = bar_shape(beam, mode); break;
    case ModeKind::polynomial:
      for (int i = 0; i < 3; ++i) shape.W[i] = polynomial(beam.length_m, mode.polynomial[at(i)]);
      shape.Theta[0] = polynomial(beam.length_m, mode.polynomial[3]);
      shape.Theta[1] = derivative(shape.W[2]) * -1;  // no shear
      shape.Theta[2] = derivative(shape.W[1]);
      break;
  }
  for (Profile& f : shape.W) f.length_m = beam.length_m;
  for (Profile& f : shape.Theta) f.length_m = beam.length_m;
  return shape;
}

DisplacementField make_field(const BeamDescription& beam, const std::vector<bool>& rebase) {
  DisplacementField field;
  field.length_m = beam.length_m;
  field.mass_kg_per_m = beam.properties.mass_kg_per_m;
  if (beam.rotary != RotaryInertia::none) field.rotary_kg_m = beam.properties.rotary_kg_m;
  field.sections_turn = beam.rotary == RotaryInertia::element;
  for (int j = 0; j < static_cast<int>(beam.modes.size()); ++j) {
    field.modes.push_back(make_shape(beam, j, field.frequencies_rad_per_s.emplace_back()));
    if (rebase[at(j)]) rebase_shape(field.modes.back());
  }
  if (beam.stiffening == Stiffening::full) {
    for (int j = 0; j < field.n_modes(); ++j) {
      for (int k = j; k < field.n_modes(); ++k) {
        const auto meet = [&](int i) { return !field.modes[at(j)].W[i].is_zero() && !field.modes[at(k)].W[i].is_zero(); };
        if (meet(1) || meet(2)) field.pairs.emplace_back(j, k);
      }
    }
  }
  const auto points = field_quadrature(field);
  field.K = quadratic_form(field, points, [&](const Shape& shape) { return strains(shape, beam.properties); });
  field.D = quadratic_form(field, points, [&](const Shape& shape) { return strain_rates(shape, beam.properties, beam.damped_curvature); });
  for (std::size_t j = 0; j < beam.modal_damping_N_s_per_m.size(); ++j)
    field.D(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(j)) += beam.modal_damping_N_s_per_m[j];
  for (const auto& [x, weight] : points) field.nodes.push_back({weight, section_shapes(field, x)});
  return field;
}

SectionShapes section_shapes(const DisplacementField& field, double x) {
  SectionShapes here{x, {}, {}};
  int d = 1;
  double wave = 0;
  for (const Shape& shape : field.modes) {
    here.W.push_back({shape.W[0](x), shape.W[1](x), shape.W[2](x)});
    here.Theta.push_back({shape.Theta[0](x), shape.Theta[1](x), shape.Theta[2](x)});
    for (const Profile& f : shape.W) {
      d = std::max(d, degree(f));
      wave = std::max(wave, wave_number(f));
    }
  }
  if (field.pairs.empty()) return here;
  for (const double S : foreshortening(field, x, 2 * d, 2 * wave)) here.W.push_back({-S, 0, 0});
  return here;
}

}  // namespace zanjir
