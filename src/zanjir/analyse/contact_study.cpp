#include "zanjir/analyse/contact_study.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/dynamics/impact.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {
namespace {

// n values in equal ratios.
std::vector<double> ratios(double from, double to, int n) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(n == 1 || i == n - 1 ? to : from * std::pow(to / from, static_cast<double>(i) / (n - 1)));
  return values;
}

// Where the friction curve has its features: the largest of its speeds, with room beyond.
double friction_range(const FrictionLaw& law) {
  const double fall = law.type == FrictionLawType::bengisu_akay && law.decay_s_per_m > 0 ? law.v0_m_per_s + 4 / law.decay_s_per_m : 0;
  switch (law.type) {
    case FrictionLawType::coulomb: return 5 * law.transition_speed_m_per_s;
    case FrictionLawType::stribeck: return std::max(3 * law.stribeck_speed_m_per_s, 5 * law.transition_speed_m_per_s);
    case FrictionLawType::bengisu_akay: return std::max(fall, 3 * law.v0_m_per_s);
    case FrictionLawType::ambrosio: return 2 * law.v1_m_per_s;
    case FrictionLawType::bristle: return law.static_ratio > 1 ? 3 * law.stribeck_speed_m_per_s : 0.01;
    case FrictionLawType::dry:
    case FrictionLawType::stick:
    case FrictionLawType::wheel:
    case FrictionLawType::viscous:
    case FrictionLawType::none: break;
  }
  return 0;
}

}  // namespace

double contact_mass(const Model& model, const State& state, int contact) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  const Contact& c = model.contacts()[at(contact)];
  Eigen::RowVectorXd row(model.nv());
  contact_row(model, ws, c, row);
  std::optional<LoopRank> rank;
  if (model.n_closure_rows() > 0) rank = RankFinder(model).find(model, state);
  const double inverse = inverse_effective_mass(model, ws, rank ? &*rank : nullptr, row)(0, 0);
  return inverse > 0 ? 1 / inverse : 0;
}

ContactAtSpeed contact_at_speed(const CompliantContact& c, double mass_kg, double speed_m_per_s) {
  const double shape = c.friction.type == FrictionLawType::none ? 0 : friction_shape(c.friction, speed_m_per_s);
  return {promised_restitution(c.normal, mass_kg, speed_m_per_s), restitution_of(c.normal, mass_kg, speed_m_per_s), c.friction.coefficient * shape,
          c.friction.coefficient_across * shape};
}

ContactStudy study_contact(const Model& model, int contact, double mass_kg, const ContactStudyOptions& options) {
  const CompliantContact& c = *model.contacts()[at(contact)].compliant;
  ContactStudy study;
  study.contact = contact;
  study.mass_kg = mass_kg;
  std::vector<double> speeds{options.slowest_m_per_s};
  for (int i = 1; i <= options.n_loops; ++i) {
    if (const double v = options.fastest_m_per_s * i / options.n_loops; v > options.slowest_m_per_s) speeds.push_back(v);
  }
  for (const double v : speeds) study.loops.push_back({v, one_body_impact(c.normal, mass_kg, v)});
  for (const double v : ratios(options.slowest_m_per_s, options.fastest_m_per_s, options.n_speeds)) {
    const ContactAtSpeed here = contact_at_speed(c, mass_kg, v);
    study.restitution.push_back({v, here.promised, here.exact});
  }
  if (friction_range(c.friction) == 0) return study;
  const double range = friction_range(c.friction);
  for (int i = 0; i < options.n_friction; ++i) {
    const double v = range * i / (options.n_friction - 1), shape = friction_shape(c.friction, v);
    study.friction.push_back({v, c.friction.coefficient * shape, c.friction.coefficient_across * shape});
  }
  return study;
}

}  // namespace zanjir
