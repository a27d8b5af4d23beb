// How far bodies are apart, as they are drawn (kinematics/clearance).
#include "zanjir/kinematics/clearance.hpp"

#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

std::vector<BodyId> compared_bodies(const Model& model, const Clearance& clearance) {
  std::vector<BodyId> bodies;
  for (std::size_t i = 0; i < model.bodies().size(); ++i)
    if (const auto id = static_cast<BodyId>(static_cast<int>(i)); clearance.compares(id)) bodies.push_back(id);
  return bodies;
}

}  // namespace

void add_clearance_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(
      {QuantityGroup::indices, "clearance, BODY.clearance", "m",
       "The least distance between any two bodies, or between a body and all others, as capsules, cylinders and spheres of `look:` draw them "
       "(a cylinder with round ends); negative where they overlap. Bodies that a joint joins touch there and are not compared.",
       Needs::state, 0,
       [](const QuantityScope& s, std::vector<QuantityName>& out) {
         const std::vector<BodyId> bodies = compared_bodies(s.model, drawn_clearance(s.model));
         if (!bodies.empty()) out.push_back({"clearance", "m"});
         for (const BodyId id : bodies) out.push_back({s.model.body(id).name + ".clearance", "m"});
       },
       [](QuantityData& d, double* out) {
         const Model& model = d.scope.model;
         if (!d.clearance) {
           d.clearance = std::make_shared<Clearance>(drawn_clearance(model));
           d.compared = compared_bodies(model, *d.clearance);
         }
         if ((*d.chosen)[0]) out[0] = d.clearance->least(model, *d.ws);
         for (std::size_t i = 0; i < d.compared.size(); ++i)
           if ((*d.chosen)[i + 1]) out[i + 1] = d.clearance->least(model, *d.ws, d.compared[i]);
       }});
}

}  // namespace zanjir
