#include "zanjir/analyse/elastic_facts.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/flexible/modal_integrals.hpp"

namespace zanjir {
namespace {

std::vector<std::pair<char, Profile>> components(const Profile (&along)[3]) {
  std::vector<std::pair<char, Profile>> list;
  for (std::size_t i = 0; i < 3; ++i)
    if (!along[i].is_zero()) list.emplace_back("xyz"[i], along[i]);
  return list;
}

}  // namespace

std::vector<ElasticBodyFacts> elastic_body_facts(const Model& model) {
  std::vector<ElasticBodyFacts> list;
  for (const ElasticBody& elastic : model.elastic_bodies()) {
    const DisplacementField& field = elastic.field;
    const ModalIntegrals integrals = modal_integrals(field, {});
    const SectionShapes end = section_shapes(field, field.length_m);
    const int n = field.n_modes();
    ElasticBodyFacts body{model.body(elastic.body).name, field.length_m, field.mass_kg_per_m, field.rotary_kg_m, {}, field.K, field.D, MatX(n, n)};
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) body.M(i, j) = integrals.B[at(i * integrals.n + j)];  // shapes of foreshortening come behind the modes
    }
    for (int j = 0; j < n; ++j) {
      const double solved = field.frequencies_rad_per_s[at(j)],
                   rayleigh = body.M(j, j) > 0 ? std::sqrt(std::max(0.0, field.K(j, j)) / body.M(j, j)) : 0;
      body.modes.push_back({model.speed_names()[at(elastic.v_begin + j)], solved > 0 ? solved : rayleigh, field.K(j, j), field.D(j, j), body.M(j, j),
                            end.W[at(j)], end.Theta[at(j)], components(field.modes[at(j)].W), components(field.modes[at(j)].Theta)});
    }
    list.push_back(std::move(body));
  }
  return list;
}

}  // namespace zanjir
