#include "zanjir/analyse/elastic_facts.hpp"

#include "zanjir/flexible/modal_integrals.hpp"

namespace zanjir {
namespace {

std::vector<std::pair<char, Profile>> components(const Profile (&along)[3]) {
  std::vector<std::pair<char, Profile>> list;
  for (std::size_t i = 0; i < 3; ++i) if (!along[i].is_zero()) list.emplace_back("xyz"[i], along[i]);
  return list;
}

}  // namespace

std::vector<ElasticBodyFacts> elastic_body_facts(const Model& model) {
  std::vector<ElasticBodyFacts> list;
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const DisplacementField& field = elastic.field;
    const ModalIntegrals integrals = modal_integrals(field, {});
    const SectionShapes end = section_shapes(field, field.length_m);
    ElasticBodyFacts body{model.body(elastic.body).name, field.length_m, field.mass_kg_per_m, field.rotary_kg_m, {}};
    for (int j = 0; j < field.n_modes(); ++j) {
      const auto at = static_cast<std::size_t>(j);
      body.modes.push_back({model.speed_names()[static_cast<std::size_t>(elastic.v_begin + j)], field.frequencies_rad_per_s[at], field.K(j, j), field.D(j, j),
                            integrals.B[static_cast<std::size_t>(j * integrals.n + j)], end.W[at], end.Theta[at], components(field.modes[at].W), components(field.modes[at].Theta)});
    }
    list.push_back(std::move(body));
  }
  return list;
}

}  // namespace zanjir
