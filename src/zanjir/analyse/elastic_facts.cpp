#include "zanjir/analyse/elastic_facts.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

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
    ElasticBodyFacts body{
        model.body(elastic.body).name, field.length_m, field.mass_kg_per_m, field.rotary_kg_m, {}, field.K, field.D, MatX(n, n), VecX(), 0, 0, 0, 0,
        !field.pairs.empty()};
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) body.M(i, j) = integrals.B[at(i * integrals.n + j)];  // shapes of foreshortening come behind the modes
    }
    for (int j = 0; j < n; ++j) {
      const double solved = field.frequencies_rad_per_s[at(j)],
                   rayleigh = body.M(j, j) > 0 ? std::sqrt(std::max(0.0, field.K(j, j)) / body.M(j, j)) : 0;
      body.modes.push_back({model.speed_names()[at(elastic.v_begin + j)], solved > 0 ? solved : rayleigh, field.K(j, j), field.D(j, j), body.M(j, j),
                            end.W[at(j)], end.Theta[at(j)], components(field.modes[at(j)].W), components(field.modes[at(j)].Theta)});
    }
    for (const Shape& shape : field.modes) {
      body.n_stretch += !shape.W[0].is_zero(), body.n_along_y += !shape.W[1].is_zero(), body.n_along_z += !shape.W[2].is_zero();
      body.n_twist += !shape.Theta[0].is_zero();
    }
    // Scaled by the diagonal: metres of bending and radians of twist in one matrix.
    const VecX scale = body.M.diagonal().cwiseMax(0).cwiseSqrt().cwiseInverse();
    if (scale.allFinite()) {
      const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> held(scale.asDiagonal() * body.K * scale.asDiagonal(),
                                                                scale.asDiagonal() * body.M * scale.asDiagonal(), Eigen::EigenvaluesOnly);
      if (held.info() == Eigen::Success) body.frequencies_rad_per_s = held.eigenvalues().cwiseMax(0).cwiseSqrt();
    }
    list.push_back(std::move(body));
  }
  return list;
}

}  // namespace zanjir
