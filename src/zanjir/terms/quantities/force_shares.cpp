// What asks for the force of an input, by name: the parts of the standard form (formulations/virtual_work/standard_form).
#include "zanjir/formulations/virtual_work/standard_form.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

struct ForceShare {
  const char* name;
  VecX StandardForm::*part;
};
constexpr std::array force_shares{ForceShare{".share.inertia", &StandardForm::inertia},
                                  ForceShare{".share.velocity", &StandardForm::velocity},
                                  ForceShare{".share.gravity", &StandardForm::gravity},
                                  ForceShare{".share.elements", &StandardForm::elements},
                                  ForceShare{".share.base_linear", &StandardForm::base_linear},
                                  ForceShare{".share.base_euler", &StandardForm::base_euler},
                                  ForceShare{".share.base_centrifugal", &StandardForm::base_centrifugal},
                                  ForceShare{".share.base_coriolis", &StandardForm::base_coriolis}};

}  // namespace

void add_force_share_quantities(std::vector<QuantityFamily>& all) {
  all.push_back({QuantityGroup::indices,
                 "JOINT.share.inertia, JOINT.share.velocity, JOINT.share.gravity, JOINT.share.elements, JOINT.share.base_linear, "
                 "JOINT.share.base_euler, JOINT.share.base_centrifugal, JOINT.share.base_coriolis",
                 "N m or N",
                 "What asks for the force of an input, whose sum it is: M(θ)θ̈, C(θ, θ̇)θ̇, gravity, springs and all other elements; and of a base that "
                 "moves: the acceleration of its origin, the change of its turning, its turning, and its turning under what moves on it. For as many "
                 "inputs as freedoms.",
                 Needs::solution, 0,
                 [](const QuantityScope& s, std::vector<QuantityName>& out) {
                   if (!no_standard_form(s.model).empty()) return;
                   for (const int k : standard_form_inputs(s.model))
                     for (const ForceShare& share : force_shares)
                       out.push_back({s.model.speed_names()[at(k)] + share.name, s.model.speed(k).turns() ? "N m" : "N"});
                 },
                 [](QuantityData& d, double* out) {
                   if (!d.standard_form) d.standard_form = std::make_shared<StandardFormFinder>(d.scope.model);
                   const State state{d.ws->t_s, d.ws->q, d.ws->v, d.ws->preload, d.ws->contact};
                   std::string note;
                   const StandardForm* form = d.standard_form->find(state, d.solution->vdot, note);
                   const auto n = static_cast<Eigen::Index>(d.standard_form->inputs().size());
                   for (Eigen::Index k = 0; k < n; ++k)
                     for (const ForceShare& share : force_shares) *out++ = form ? (form->*share.part)[k] : not_known;
                 }});
}

}  // namespace zanjir
