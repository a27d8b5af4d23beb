// Bodies of `oracle`: what it takes to accelerate them, and what acts on them. Numbers in brackets: oracle.cpp.
#pragma once

#include "zanjir/dynamics/question.hpp"
#include "zanjir/formulations/oracle/rows.hpp"

namespace zanjir::oracle {

struct Particle {
  double mass;
  Vec3d place;  // in the body
};
// Six particles on the principal axes through the mass centre, and one in it, with the same mass, mass centre and second moments as the
// body. Weights may be negative (a planar body with one inertia number has no real mass distribution); the sums are right all the same.
std::vector<Particle> particles_of(const Body&);

// (5): what it takes to accelerate the particles like this; V, A and the result in body axes, at the body origin.
Vec6 wrench_needed(const std::vector<Particle>&, const Vec6& V, const Vec6& A);

struct ElasticForce {
  Vec6 wrench = Vec6::Zero();
  VecX modal;
};
struct ElasticMotion {  // V, A in body axes
  Vec6 V, A;
  VecX delta, rate, acceleration;
};
// (6), (7)
ElasticForce force_needed(const DisplacementField&, const ElasticMotion&);
// Weight, stiffness and damping.
ElasticForce force_applied(const DisplacementField&, const Vec3d& gravity_B, const VecX& delta, const VecX& rate);

// Gravity, springs, dampers, loads and contacts on each body: body axes, at the body origin.
std::vector<Vec6> external_wrenches(const Model&, const std::vector<Transformd>& X_WB, const std::vector<Vec6>& V,
                                    const std::vector<std::vector<Particle>>&, const std::vector<ContactMemory>&, double t_s);

}  // namespace zanjir::oracle
