// How far frames give way with held actuators (terms/compliance).
#include "zanjir/terms/compliance.hpp"

#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

constexpr double without_resistance = std::numeric_limits<double>::infinity();

// values(Compliance) -> VecX, one per suffix
template <class Values>
QuantityFamily compliance_family(std::string_view pattern, std::vector<std::string> suffixes, std::string_view unit, std::string_view meaning,
                                 Values values) {
  return {QuantityGroup::indices,
          pattern,
          unit,
          meaning,
          Needs::state,
          0,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            if (!has_elastic_parts(s.model)) return;
            for (const FrameId id : s.frames) {
              for (const std::string& suffix : suffixes) out.push_back({s.model.frame(id).name + ".compliance." + suffix, std::string(unit)});
            }
          },
          [=](QuantityData& d, double* out) {
            if (!d.elastic) d.elastic.emplace(d.scope.model, d.scope.users, *d.ws);
            for (std::size_t f = 0; f < d.scope.frames.size(); ++f, out += suffixes.size()) {
              if (!wanted(d, f * suffixes.size(), suffixes.size())) continue;
              const Compliance c = d.elastic->of(d.scope.model.frame(d.scope.frames[f]));
              const VecX x = values(c);
              for (Eigen::Index i = 0; i < x.size(); ++i) out[i] = c.finite ? x[i] : without_resistance;
            }
          }};
}

VecX ends_of(const VecX& increasing) { return Eigen::Vector2d(increasing[0], increasing[increasing.size() - 1]); }

}  // namespace

void add_compliance_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(compliance_family(
      "FRAME.compliance.x, .y, .z", {"x", "y", "z"}, "m/N",
      "With held actuators, where one has a `stiffness` or a link is elastic: how far the frame's origin gives way along an axis per force along it "
      "([stiffness](parallel-robots.md#stiffness-and-compliance)); infinite where nothing resists.",
      [](const Compliance& c) -> VecX { return c.C.diagonal().tail<3>(); }));
  all.push_back(compliance_family("FRAME.compliance.turn_x, .turn_y, .turn_z", {"turn_x", "turn_y", "turn_z"}, "rad/N/m",
                                  "How far it turns about an axis per moment about it.",
                                  [](const Compliance& c) -> VecX { return c.C.diagonal().head<3>(); }));
  all.push_back(compliance_family("FRAME.compliance.smallest, .largest", {"smallest", "largest"}, "m/N",
                                  "How far the origin gives way along a force in the stiffest and in the softest direction.",
                                  [](const Compliance& c) { return ends_of(c.shifts); }));
  all.push_back(compliance_family("FRAME.compliance.turn_smallest, .turn_largest", {"turn_smallest", "turn_largest"}, "rad/N/m",
                                  "The same for moments.", [](const Compliance& c) { return ends_of(c.turns); }));
}

}  // namespace zanjir
