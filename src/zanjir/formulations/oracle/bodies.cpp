#include "zanjir/formulations/oracle/bodies.hpp"

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/element_forces.hpp"

namespace zanjir::oracle {
namespace {

using First = Dual<double>;
using Second = Dual<Dual<double>>;

// delta + t rate + t^2/2 acceleration, differentiated twice at t = 0.
std::vector<Second> along(const VecX& delta, const VecX& rate, const VecX& acceleration) {
  std::vector<Second> path;
  for (Eigen::Index j = 0; j < delta.size(); ++j) path.emplace_back(First(delta[j], rate[j]), First(rate[j], acceleration[j]));
  return path;
}
// dr/ddelta_j
std::vector<Vec3d> centre_slopes(const DisplacementField& field, const SectionShapes& shapes, const VecX& delta) {
  std::vector<Vec3d> slopes;
  for (int j = 0; j < field.n_modes(); ++j) {
    std::vector<First> moving(delta.begin(), delta.end());
    moving[at(j)].rate[0] = 1;
    const Vec3<First> r = section_centre(field, shapes, moving.data());
    slopes.push_back({r.x.rate[0], r.y.rate[0], r.z.rate[0]});
  }
  return slopes;
}

// (7): the gradient of T in one direction, and its rate along the motion.
template <class Direction>
std::pair<double, double> gradient_and_rate(const DisplacementField& field, const SectionShapes& shapes, const ElasticMotion& m, Direction&& mark) {
  std::vector<Second> delta, rate;
  for (Eigen::Index j = 0; j < m.delta.size(); ++j) {
    delta.emplace_back(First(m.delta[j], m.rate[j]));
    rate.emplace_back(First(m.rate[j], m.acceleration[j]));
  }
  Vec3<Second> omega{Second(First(m.V[0], m.A[0])), Second(First(m.V[1], m.A[1])), Second(First(m.V[2], m.A[2]))};
  mark(omega, delta, rate);
  const Second T = rotary_energy(field, shapes, omega, delta.data(), rate.data());
  return {T.rate[0].value, T.rate[0].rate[0]};
}
void add_rotary(const DisplacementField& field, const FieldNode& node, const ElasticMotion& m, ElasticForce& out) {
  Vec3d momentum{0, 0, 0}, rate{0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    const auto [value, change] = gradient_and_rate(field, node.shapes, m, [&](auto& omega, auto&, auto&) { omega[i].rate[0] = First(1.0); });
    momentum[i] = value;
    rate[i] = change;
  }
  out.wrench += to_eigen((rate + cross(head(m.V), momentum)) * node.weight, {0, 0, 0});
  for (int j = 0; j < field.n_modes(); ++j) {
    const double inertia = gradient_and_rate(field, node.shapes, m, [&](auto&, auto&, auto& speeds) { speeds[at(j)].rate[0] = First(1.0); }).second;
    const double slope = gradient_and_rate(field, node.shapes, m, [&](auto&, auto& delta, auto&) { delta[at(j)].rate[0] = First(1.0); }).first;
    out.modal[j] += node.weight * (inertia - slope);
  }
}

}  // namespace

std::vector<Particle> particles_of(const Body& body) {
  const double m = body.mass_kg;
  const Vec3d& c = body.com_m;
  const Mat3d I = to_matrix(body.I_com_kg_m2);
  Eigen::Matrix3d second_moment;  // sum m s s^T = 1/2 tr(I) 1 - I
  second_moment << -I.xx, -I.xy, -I.xz, -I.yx, -I.yy, -I.yz, -I.zx, -I.zy, -I.zz;
  second_moment.diagonal().array() += 0.5 * (I.xx + I.yy + I.zz);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(second_moment);
  std::vector<Particle> particles{{m, c}};
  for (int i = 0; i < 3; ++i) {
    const double moment = principal.eigenvalues()[i];
    if (moment == 0) continue;
    const double distance = m > 0 ? std::sqrt(3 * std::abs(moment) / m) : 1;
    const double mass = 0.5 * moment / (distance * distance);
    const Eigen::Vector3d axis = principal.eigenvectors().col(i) * distance;
    particles.push_back({mass, c + Vec3d{axis[0], axis[1], axis[2]}});
    particles.push_back({mass, c - Vec3d{axis[0], axis[1], axis[2]}});
    particles[0].mass -= 2 * mass;
  }
  return particles;
}

Vec6 wrench_needed(const std::vector<Particle>& particles, const Vec6& V, const Vec6& A) {
  const Vec3d w = head(V), v = tail(V), wdot = head(A), vdot = tail(A);
  Vec3d moment{0, 0, 0}, force{0, 0, 0};
  for (const auto& [m, s] : particles) {
    const Vec3d f = (vdot + cross(wdot, s) + cross(w, v) + cross(w, cross(w, s))) * m;
    force += f;
    moment += cross(s, f);
  }
  return to_eigen(moment, force);
}

ElasticForce force_needed(const DisplacementField& field, const ElasticMotion& m) {
  ElasticForce out;
  out.modal = VecX::Zero(field.n_modes());
  const Vec3d w = head(m.V), v = tail(m.V), wdot = head(m.A), vdot = tail(m.A);
  const auto path = along(m.delta, m.rate, m.acceleration);
  for (const FieldNode& node : field.nodes) {
    const Vec3<Second> r = section_centre(field, node.shapes, path.data());
    const Vec3d s{r.x.value.value, r.y.value.value, r.z.value.value}, s_dot{r.x.rate[0].value, r.y.rate[0].value, r.z.rate[0].value};
    const Vec3d s_ddot{r.x.rate[0].rate[0], r.y.rate[0].rate[0], r.z.rate[0].rate[0]};
    const Vec3d a = vdot + cross(wdot, s) + cross(w, v) + cross(w, cross(w, s)) + cross(w, s_dot) * 2 + s_ddot;
    const Vec3d f = a * (node.weight * field.mass_kg_per_m);
    out.wrench += to_eigen(cross(s, f), f);
    const auto slopes = centre_slopes(field, node.shapes, m.delta);
    for (int j = 0; j < field.n_modes(); ++j) out.modal[j] += dot(slopes[at(j)], f);
    add_rotary(field, node, m, out);
  }
  return out;
}

ElasticForce force_applied(const DisplacementField& field, const Vec3d& gravity_B, const VecX& delta, const VecX& rate) {
  ElasticForce out;
  out.modal = -field.K * delta - field.D * rate;
  for (const FieldNode& node : field.nodes) {
    const Vec3d f = gravity_B * (node.weight * field.mass_kg_per_m), s = section_centre(field, node.shapes, delta.data());
    out.wrench += to_eigen(cross(s, f), f);
    const auto slopes = centre_slopes(field, node.shapes, delta);
    for (int j = 0; j < field.n_modes(); ++j) out.modal[j] += dot(slopes[at(j)], f);
  }
  return out;
}

std::vector<Vec6> external_wrenches(const Model& model, const std::vector<Transformd>& X_WB, const std::vector<Vec6>& V,
                                    const std::vector<std::vector<Particle>>& particles, const std::vector<ContactMemory>& memory, double t_s) {
  std::vector<Vec6> external(X_WB.size(), Vec6::Zero());
  const auto pull = [&](std::size_t body, const Vec3d& place, const Vec3d& moment_W, const Vec3d& force_W) {
    const Vec3d n = transpose_times(X_WB[body].R, moment_W), f = transpose_times(X_WB[body].R, force_W);
    external[body] += to_eigen(n + cross(place, f), f);
  };
  for (std::size_t i = 1; i < X_WB.size(); ++i) {
    for (const auto& [m, s] : particles[i]) pull(i, s, {0, 0, 0}, model.gravity() * m);
  }
  const auto where = [&](const Frame& frame) -> ElementFrame {
    const std::size_t body = at(frame.body);
    const Mat3d& R = X_WB[body].R;
    return {X_WB[body] * frame.X_BF, {R * head(V[body]), R * (tail(V[body]) + cross(head(V[body]), frame.X_BF.p))}};
  };
  for_each_frame_force(model, t_s, memory, where, [&](ElementPart, const Frame& frame, const Vec3d& point, const Forced& F) {
    pull(at(frame.body), inverse(X_WB[at(frame.body)]) * point, F.n, F.f);
  });
  return external;
}

}  // namespace zanjir::oracle
