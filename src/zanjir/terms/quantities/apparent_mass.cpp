// The mass that a force on the origin of a frame feels (dynamics/impact, inverse_effective_mass).
#include "zanjir/dynamics/impact.hpp"
#include "zanjir/terms/frame_drive.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {

void add_apparent_mass_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(
      {QuantityGroup::indices, "FRAME.apparent_mass.x, .y, .z", "kg",
       "Force along an axis on the frame's origin over the acceleration that it adds along this axis, actuators, loops and prescribed joints left as "
       "they are; infinite where it cannot move.",
       Needs::state, 0,
       [](const QuantityScope& s, std::vector<QuantityName>& out) {
         for (const FrameId id : s.frames) {
           for (const char* axis : {".x", ".y", ".z"}) out.push_back({s.model.frame(id).name + ".apparent_mass" + axis, "kg"});
         }
       },
       [](QuantityData& d, double* out) {
         const double nothing = 1e-12 / momentum(d.scope.model, *d.ws).mass_kg;
         for (std::size_t f = 0; f < d.scope.frames.size(); ++f, out += 3) {
           if (!wanted(d, 3 * f, 3)) continue;
           const MatX W = frame_inverse_mass(d.scope.model, *d.ws, nullptr, d.scope.model.frame(d.scope.frames[f]));
           for (int i = 0; i < 3; ++i) out[i] = W(i, i) > nothing ? 1 / W(i, i) : std::numeric_limits<double>::infinity();
         }
       }});
}

}  // namespace zanjir
