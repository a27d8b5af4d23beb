#include "zanjir/report/contact_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/describe/contact_laws.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/table.hpp"

namespace zanjir {
namespace {

const Contact& contact_of(const Model& model, const ContactStudy& study) { return model.contacts()[static_cast<std::size_t>(study.contact)]; }

double deepest(const OneBodyImpact& impact) {
  return std::max_element(impact.path.begin(), impact.path.end(),
                          [](const ImpactPoint& a, const ImpactPoint& b) { return a.penetration_m < b.penetration_m; })
      ->penetration_m;
}
double strongest(const OneBodyImpact& impact) {
  return std::max_element(impact.path.begin(), impact.path.end(), [](const ImpactPoint& a, const ImpactPoint& b) { return a.force_N < b.force_N; })
      ->force_N;
}

std::string friction_text(const FrictionLaw& f) {
  if (f.type == FrictionLawType::none) return "none";
  if (f.type == FrictionLawType::viscous)
    return fmt::format("viscous, {:.6g} N s/m along, {:.6g} N s/m across", f.viscous_N_s_per_m, f.viscous_across_N_s_per_m);
  std::string text = fmt::format("{}, coefficient {}", name_of(f.type), f.coefficient);
  if (f.static_ratio != 1) text += fmt::format(", static {:.6g}", f.coefficient * f.static_ratio);
  if (f.coefficient_across != f.coefficient) text += fmt::format(", across {}", f.coefficient_across);
  if (f.has_bristle()) text += fmt::format(", bristle {:.6g} N/m, {:.6g} N s/m", f.stiffness_N_per_m, f.damping_N_s_per_m);
  return text;
}

}  // namespace

std::string contact_text(const Model& model, const ContactStudy& study) {
  const Contact& c = contact_of(model, study);
  const NormalLaw& law = c.compliant->normal;
  std::string text = fmt::format("{}\n  law       {}, stiffness {:.6g} N/m^{}", c.name, name_of(law.type), law.stiffness, law.exponent);
  if (law.hysteresis > 0) text += fmt::format(", restitution {} (h = {:.6g})", law.restitution, law.hysteresis);
  if (law.rate_factor_s_per_m > 0) text += fmt::format(", damping {:.6g} s/m", law.rate_factor_s_per_m / 1.5);
  if (law.viscous_N_s_per_m > 0) text += fmt::format(", damping {:.6g} N s/m", law.viscous_N_s_per_m);
  text += fmt::format("\n  friction  {}\n  mass      {:.9g} kg along the normal\n", friction_text(c.compliant->friction), study.mass_kg);
  Table table({"impact speed m/s", "promised", "restitution", "penetration m", "force N", "duration s"});
  for (const ContactStudy::Loop& loop : study.loops) {
    const double promised = promised_restitution(law, study.mass_kg, loop.speed_m_per_s);
    table.add({fmt::format("{:.4g}", loop.speed_m_per_s), !(promised > 0) ? "-" : fmt::format("{:.6f}", promised),
               fmt::format("{:.6f}", restitution_of(law, study.mass_kg, loop.speed_m_per_s)), fmt::format("{:.4e}", deepest(loop.impact)),
               fmt::format("{:.4e}", strongest(loop.impact)), fmt::format("{:.4e}", loop.impact.path.back().t_s)});
  }
  return text + table.text();
}

std::string contact_json(const Model& model, const std::vector<ContactStudy>& studies) {
  Json list = Json::array();
  for (const ContactStudy& study : studies) {
    const Contact& c = contact_of(model, study);
    const NormalLaw& law = c.compliant->normal;
    Json out{{"name", c.name},
             {"mass_kg", study.mass_kg},
             {"law",
              {{"type", name_of(law.type)},
               {"stiffness", law.stiffness},
               {"exponent", law.exponent},
               {"hysteresis", law.hysteresis},
               {"restitution", law.restitution}}},
             {"friction", {{"type", name_of(c.compliant->friction.type)}, {"coefficient", c.compliant->friction.coefficient}}}};
    for (const ContactStudy::Restitution& r : study.restitution)
      out["restitution"].push_back({{"speed_m_per_s", r.speed_m_per_s}, {"promised", r.promised}, {"exact", r.exact}});
    for (const ContactStudy::Loop& loop : study.loops) {
      Json path = Json::array();
      for (const ImpactPoint& p : loop.impact.path) path.push_back({p.t_s, p.penetration_m, p.rate_m_per_s, p.force_N});
      out["loops"].push_back({{"speed_m_per_s", loop.speed_m_per_s},
                              {"restitution", loop.impact.restitution},
                              {"work_J", loop.impact.work_J},
                              {"columns", {"t_s", "penetration_m", "rate_m_per_s", "force_N"}},
                              {"path", std::move(path)}});
    }
    for (const ContactStudy::Friction& f : study.friction)
      out["friction_curve"].push_back({{"speed_m_per_s", f.speed_m_per_s}, {"along", f.along}, {"across", f.across}});
    list.push_back(std::move(out));
  }
  return to_line({{"model", model.name()}, {"contacts", std::move(list)}});
}

std::vector<std::pair<std::string, std::string>> contact_figures(const Model& model, const ContactStudy& study) {
  const Contact& c = contact_of(model, study);
  const NormalLaw& law = c.compliant->normal;
  const std::string title = fmt::format("{}: {}", c.name, name_of(law.type));
  Plot force{title, {"penetration", "mm", AxisScale::linear, 0.0, {}}, {"normal force", "N", AxisScale::linear, {}, {}}, {}, AxesRatio::free};
  for (auto loop = study.loops.rbegin(); loop != study.loops.rend(); ++loop) {  // the largest first, the smaller ones on top of it
    PlotCurve curve{fmt::format("{:.3g} m/s", loop->speed_m_per_s), CurveStyle::line, {}, {}};
    for (const ImpactPoint& p : loop->impact.path) curve.x.push_back(1e3 * p.penetration_m), curve.y.push_back(p.force_N);
    force.curves.push_back(std::move(curve));
  }
  Plot restitution{
      title, {"impact speed", "m/s", AxisScale::logarithmic, {}, {}}, {"restitution", "1", AxisScale::linear, 0.0, 1.0}, {}, AxesRatio::free};
  PlotCurve exact{"exact", CurveStyle::line, {}, {}}, promised{"promised", CurveStyle::points, {}, {}};
  for (const ContactStudy::Restitution& r : study.restitution) {
    exact.x.push_back(r.speed_m_per_s), exact.y.push_back(r.exact);
    promised.x.push_back(r.speed_m_per_s), promised.y.push_back(r.promised);
  }
  restitution.curves = {exact, promised};
  std::vector<std::pair<std::string, std::string>> figures{{c.name + "-force", plot_svg(force)}, {c.name + "-restitution", plot_svg(restitution)}};
  if (study.friction.empty()) return figures;
  Plot friction{fmt::format("{}: {} friction", c.name, name_of(c.compliant->friction.type)),
                {"sliding speed", "m/s", AxisScale::linear, {}, {}},
                {"friction over normal force", "1", AxisScale::linear, 0.0, {}},
                {},
                AxesRatio::free};
  PlotCurve along{"along", CurveStyle::line, {}, {}}, across{"across", CurveStyle::line, {}, {}};
  for (const ContactStudy::Friction& f : study.friction) {
    along.x.push_back(f.speed_m_per_s), along.y.push_back(f.along);
    across.x.push_back(f.speed_m_per_s), across.y.push_back(f.across);
  }
  friction.curves.push_back(along);
  if (c.compliant->friction.coefficient_across != c.compliant->friction.coefficient) friction.curves.push_back(across);
  figures.emplace_back(c.name + "-friction", plot_svg(friction));
  return figures;
}

}  // namespace zanjir
