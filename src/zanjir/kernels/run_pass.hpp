// Right-hand sides of runs beside the recursions: forces of contacts and of springs at joints, rates of coordinates, gaps, energies, sums of stages; O(n).
// Laws: contact/normal_law.hpp (1), contact/friction_law.hpp (1) to (6), in the same words; here what they decide by looking at a number is a mask.
#pragma once

#include "zanjir/kernels/elastic_pass.hpp"
#include "zanjir/kernels/exponential.hpp"
#include "zanjir/kernels/run_tables.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T> inline Vec3<T> constant_vector(const double* a) { return {T(a[0]), T(a[1]), T(a[2])}; }
// a / b where b is above zero, else zero.
template <class T> inline T share(const T& a, const T& b) {
  const auto above = b > T(0.0);
  return select(above, a / select(above, b, T(1.0)), T(0.0));
}

// How a contact stands: its touching point from the origin of its row, the velocity there, the gap and its rate.
template <class T> struct ContactSight {
  Vec3<T> normal, centre_W, from_row_W, velocity_W;
  T gap, rate;
  ContactSight(const ContactPoint& c, const Scratch<T>& ws) {
    const Transform<T>& X = ws.X_WB[c.row];
    const Motion<T>& V = ws.V[c.row];
    normal = constant_vector<T>(c.normal);
    const Vec3<T> centre = X.R * constant_vector<T>(c.centre);
    from_row_W = centre - normal * T(c.radius);
    gap = dot(normal, X.p + centre) - T(c.level) - T(c.radius);
    velocity_W = X.R * V.v + cross(X.R * V.w, from_row_W);
    rate = dot(normal, velocity_W);
  }
};

template <class T> inline T normal_force(const ContactPoint& c, const T& gap, const T& rate, const T& damping) {
  const T depth = magnitude(gap), elastic = T(c.stiffness) * (c.with_root ? depth * sqrt(depth) : depth);
  const T force = select(gap > T(0.0), -elastic, elastic * (T(1.0) - damping * rate)) - T(c.viscous) * rate;
  return c.cut_off ? larger(force, T(0.0)) : force;
}

// Of a bristle that slides: 1 + (k - 1) exp(-(|v|/v_s)^2).
template <class T> inline T sliding_share(const ContactPoint& c, const T& speed) {
  if (c.static_ratio == 1) return T(1.0);
  const T ratio = speed * T(1 / c.stribeck_speed);
  return T(1.0) + T(c.static_ratio - 1) * exponential(-(ratio * ratio));
}

template <class T> inline T friction_shape(const ContactPoint& c, const T& speed) {
  const T one(1.0), zero(0.0);
  switch (c.friction) {
    case ContactFriction::coulomb: return hyperbolic_tangent(speed * T(1 / c.transition_speed));
    case ContactFriction::stribeck: return sliding_share(c, speed) * hyperbolic_tangent(speed * T(1 / c.transition_speed));
    case ContactFriction::bengisu_akay: {
      const T short_of = speed * T(1 / c.v0) - one, near = T(c.static_ratio) * (one - short_of * short_of);
      const T far = one + T(c.static_ratio - 1) * exponential((speed - T(c.v0)) * T(-c.decay));
      return select(speed < T(c.v0), near, far);
    }
    case ContactFriction::ambrosio: {
      const T between = (speed - T(c.v0)) * T(1 / (c.v1 - c.v0));
      return select(speed > T(c.v0), select(speed < T(c.v1), between, one), zero);
    }
    default: return zero;
  }
}

template <class T> struct AlongAcross { T along, across; };
template <class T> inline T size_of(const AlongAcross<T>& a) { return sqrt(a.along * a.along + a.across * a.across); }

// (2) to (6).
template <class T> inline AlongAcross<T> bristle_friction(const ContactPoint& c, const T& normal, const AlongAcross<T>& v, const T* z, T* rate) {
  const T zero(0.0), one(1.0);
  const double mu = c.mu > c.mu_across ? c.mu : c.mu_across;
  rate[0] = rate[1] = zero;
  if (!(mu > 0)) return {zero, zero};
  const T limit = T(mu) * normal * sliding_share(c, size_of(v));
  const T b_along(c.mu / mu), b_across(c.mu_across / mu), length = sqrt(z[0] * z[0] + z[1] * z[1]);
  const AlongAcross<T> w{b_along * v.along, b_across * v.across};
  const T held = T(c.bristle_stiffness) * length;
  const auto outside = held > limit;
  const T u = (share(held, limit) - T(c.elastic_part)) * T(1 / (1 - c.elastic_part));
  const T bent = select(u > zero, select(u < one, u * u * (T(2.0) - u), u), zero), slip = select(outside, zero, bent);
  const T damping = select(outside, zero, T(c.bristle_damping) * larger(one - slip, zero));
  const AlongAcross<T> g{T(c.bristle_stiffness) * z[0] + damping * w.along, T(c.bristle_stiffness) * z[1] + damping * w.across};
  const T size = size_of(g), cut = select(size > limit, share(limit, size), one);
  const T c_slip = select(outside, (one - T(c.elastic_part) * cut) * T(1 / (1 - c.elastic_part)), cut * slip);
  const T outwards = larger(share(w.along * z[0] + w.across * z[1], length), zero), back = share(c_slip * outwards, length);
  rate[0] = cut * w.along - back * z[0];
  rate[1] = cut * w.across - back * z[1];
  return {-cut * b_along * g.along, -cut * b_across * g.across};
}

// The force of the ground in its plane. z and rate: of its bristle, or null.
template <class T> inline AlongAcross<T> friction(const ContactPoint& c, const T& normal_force, const AlongAcross<T>& v, const T* z, T* rate) {
  const T normal = larger(normal_force, T(0.0));  // a ground that pulls would drive the body
  AlongAcross<T> force{T(0.0), T(0.0)};
  if (c.friction == ContactFriction::bristle) {
    force = bristle_friction(c, normal, v, z, rate);
  } else if (c.friction > ContactFriction::viscous) {
    // (1), along M v: the speed itself leaves the quotient
    const T shape = friction_shape(c, size_of(v));
    const AlongAcross<T> a{T(c.mu) * v.along, T(c.mu_across) * v.across};
    const T pull = share(shape * normal, size_of(a));
    force = {-pull * T(c.mu) * a.along, -pull * T(c.mu_across) * a.across};
  }
  return {force.along - T(c.drag) * v.along, force.across - T(c.drag_across) * v.across};
}

template <class T>
inline void run_forces(const Tables& model, const RunTables& t, const T* q, const T* v, const T* memory, const T* bristles, const Scratch<T>& ws,
                       T* external, T* tau, T* powers, T* bristle_rates) {
  T of_normals(0.0), of_friction(0.0), of_dampers(0.0), of_modes(0.0);
  for (int i = 0; i < t.n_springs; ++i) {
    const SpeedSpring& s = t.spring[i];
    const T damper = v[s.speed] * T(-s.damping);
    tau[s.speed] += s.coordinate >= 0 ? damper - (q[s.coordinate] - T(s.rest)) * T(s.stiffness) : damper;
    of_dampers += damper * v[s.speed];
  }
  for (int i = 0; i < model.n_elastic; ++i) {
    const Elastic& body = model.elastic[i];
    const T* rate = v + body.v_begin;
    for (int j = 0; j < body.n_modes; ++j) {
      T force(0.0);
      for (int k = 0; k < body.n_modes; ++k) force += rate[k] * T(body.D[j * body.n_modes + k]);
      of_modes -= rate[j] * force;
    }
  }
  if (t.n_contacts > 0) fill_zero(external, external + 6 * model.n_steps);
  for (int i = 0; i < t.n_contacts; ++i) {
    const ContactPoint& c = t.contact[i];
    const T* mine = memory + contact_memory_numbers * i;
    T* rate = c.bristle < 0 ? nullptr : bristle_rates + 2 * c.bristle;
    if (rate) rate[0] = rate[1] = T(0.0);
    if (lanes_above_zero(mine[0]) == 0) continue;  // the others add nothing either
    const auto touches = mine[0] > T(0.0);
    const ContactSight<T> at(c, ws);
    const T pressed = normal_force(c, at.gap, at.rate, mine[1]);
    const Vec3<T> along = constant_vector<T>(c.along), across = constant_vector<T>(c.across);
    AlongAcross<T> pulled{T(0.0), T(0.0)};
    if (c.friction != ContactFriction::none)
      pulled = friction(c, pressed, {dot(at.velocity_W, along), dot(at.velocity_W, across)}, rate ? bristles + 2 * c.bristle : nullptr, rate);
    if (rate) rate[0] = select(touches, rate[0], T(0.0)), rate[1] = select(touches, rate[1], T(0.0));
    const T normal = select(touches, pressed, T(0.0));
    const Vec3<T> in_plane = along * select(touches, pulled.along, T(0.0)) + across * select(touches, pulled.across, T(0.0));
    of_normals += normal * at.rate;
    of_friction += dot(in_plane, at.velocity_W);
    const Vec3<T> f_W = at.normal * normal + in_plane;
    const Mat3<T>& R = ws.X_WB[c.row].R;
    const Vec3<T> f = transpose_times(R, f_W), n = transpose_times(R, cross(at.from_row_W, f_W));
    T* F = external + 6 * c.row;
    F[0] += n.x, F[1] += n.y, F[2] += n.z, F[3] += f.x, F[4] += f.y, F[5] += f.z;
  }
  powers[power_of_normals] = of_normals, powers[power_of_friction] = of_friction;
  powers[power_of_dampers] = of_dampers, powers[power_of_modes] = of_modes;
}

// q' = 1/2 q (0, w)
template <class T> inline void quaternion_rate(const T* quat, const T* w, T* out) {
  const T half(0.5);
  const Quaternion<T> rate = Quaternion<T>{quat[0], quat[1], quat[2], quat[3]} * Quaternion<T>{T(0.0), w[0] * half, w[1] * half, w[2] * half};
  out[0] = rate.w, out[1] = rate.x, out[2] = rate.y, out[3] = rate.z;
}
template <class T> inline void coordinate_rates(const Tables& model, const T* q, const T* v, T* qdot) {
  for (int i = 1; i < model.n_steps; ++i) {
    const Step& step = model.step[i];
    const T *from = q + step.q_begin, *rate = v + step.v_begin;
    T* to = qdot + step.q_begin;
    if (step.joint == Primitive::revolute_z || step.joint == Primitive::prismatic_z) to[0] = rate[0];
    if (step.joint == Primitive::ball) quaternion_rate(from, rate, to);
    if (step.joint != Primitive::free) continue;
    const Vec3<T> p = to_matrix(Quaternion<T>{from[3], from[4], from[5], from[6]}) * Vec3<T>{rate[3], rate[4], rate[5]};
    to[0] = p.x, to[1] = p.y, to[2] = p.z;
    quaternion_rate(from + 3, rate, to + 3);
  }
  for (int i = 0; i < model.n_elastic; ++i)
    for (int j = 0; j < model.elastic[i].n_modes; ++j) qdot[model.elastic[i].q_begin + j] = v[model.elastic[i].v_begin + j];
}

// What modes add to the kinetic energy of an elastic body with the inertia of its undeformed shape, and to its first moment; kernels/elastic_pass.hpp (1) with y' for the accelerations:
//   2 T = V.(I(y) V) + 2 y'.(p(y).w + C2.v) + y'.B y'
template <class T>
inline T elastic_kinetic_energy(const Elastic& body, const T* delta, const T* rate, const Motion<T>& V, const Inertia<T>& undeformed,
                                Vec3<T>& first_moment) {
  const int m = body.n_modes, n = body.n_shapes;
  const auto weight = [&](int a, const T* x, const T* y) {  // of a shape: x itself, or the product of its pair
    if (a < m) return x[a];
    const int j = body.pairs[2 * (a - m)], k = body.pairs[2 * (a - m) + 1];
    return x[j] * y[k];
  };
  const auto y = [&](int a) {
    return a < m ? delta[a] : weight(a, delta, delta) * T(body.pairs[2 * (a - m)] == body.pairs[2 * (a - m) + 1] ? 0.5 : 1.0);
  };
  const auto y_dot = [&](int a) {
    return a < m ? rate[a]
                 : (weight(a, rate, delta) + weight(a, delta, rate)) * T(body.pairs[2 * (a - m)] == body.pairs[2 * (a - m) + 1] ? 0.5 : 1.0);
  };
  Inertia<T> I = undeformed;
  T moving(0.0);
  for (int a = 0; a < n; ++a) {
    Vec3<T> p = vector_at<T>(body.p0, a);
    const Sym3<T> I1 = symmetric_at<T>(body.I1, a);
    Sym3<T> I_a = I1;
    const Vec3<T> C2 = vector_at<T>(body.C2, a);
    const T y_a = y(a), rate_a = y_dot(a);
    T momentum(0.0);
    for (int b = 0; b < n; ++b) {
      const T y_b = y(b);
      p += vector_at<T>(body.P, b * n + a) * y_b;
      I_a = I_a + scaled(symmetric_at<T>(body.I2, b * n + a), y_b);
      momentum += y_dot(b) * T(body.B[a * n + b]);
    }
    I.h += C2 * y_a;
    I.I = I.I + scaled(I1 + I_a, y_a * T(0.5));
    moving += rate_a * (dot(p, V.w) + dot(C2, V.v) + momentum * T(0.5));
  }
  first_moment = I.h;
  return power(I * V, V) * T(0.5) + moving;
}

template <class T> inline void run_energies(const Tables& model, const RunTables& t, const T* q, const T* v, const Scratch<T>& ws, T* energies) {
  T kinetic(0.0), gravity(0.0), springs(0.0), strain(0.0);
  const Vec3<T> g{T(model.gravity_W[0]), T(model.gravity_W[1]), T(model.gravity_W[2])};
  for (int i = 1; i < model.n_steps; ++i) {
    const Step& step = model.step[i];
    const Transform<T>& X = ws.X_WB[i];
    const Inertia<T> I = inertia_of<T>(step);
    Vec3<T> h = I.h;
    if (const Elastic* body = model.n_elastic > 0 ? elastic_at(model, step) : nullptr) {
      const T* delta = q + body->q_begin;
      kinetic += elastic_kinetic_energy(*body, delta, v + body->v_begin, ws.V[i], I, h);
      for (int j = 0; j < body->n_modes; ++j)
        for (int k = 0; k < body->n_modes; ++k) strain += delta[j] * delta[k] * T(0.5 * body->K[j * body->n_modes + k]);
    } else {
      kinetic += power(I * ws.V[i], ws.V[i]) * T(0.5);
    }
    gravity -= dot(g, X.p * I.m + X.R * h);
  }
  if (model.rotor_inertia)
    for (int i = 0; i < model.nv; ++i) kinetic += v[i] * v[i] * T(0.5 * model.rotor_inertia[i]);
  for (int i = 0; i < t.n_springs; ++i) {
    const SpeedSpring& s = t.spring[i];
    if (s.coordinate < 0) continue;
    const T longer = q[s.coordinate] - T(s.rest);
    springs += longer * longer * T(0.5 * s.stiffness);
  }
  energies[kinetic_energy] = kinetic, energies[gravity_energy] = gravity, energies[spring_energy] = springs, energies[strain_energy] = strain;
}

template <class T> inline void combine(int n, int n_slopes, const T* from, const T& h, const double* weights, const double* const* k, T* out) {
  constexpr int most = 16;
  T a[most];
  for (int j = 0; j < n_slopes; ++j) a[j] = h * T(weights[j]);
  for (int i = 0; i < n; ++i) {
    T sum = from[i];
    for (int j = 0; j < n_slopes; ++j) sum += a[j] * as<T>(k[j])[i];
    out[i] = sum;
  }
}

template <class T> struct RunEntry {
  using Ws = Scratch<T>;
  static Ws tree_of(const Tables& m, const double* tree) {
    return Ws(m, const_cast<double*>(tree), m.n_elastic > 0 ? Bodies::elastic : Bodies::rigid);
  }
  [[gnu::flatten]] static void combine(int n, int n_slopes, const double* from, const double* h, const double* weights, const double* const* k,
                                       double* out) {
    ZANJIR_ISA::combine<T>(n, n_slopes, as<T>(from), *as<T>(h), weights, k, as<T>(out));
  }
  [[gnu::flatten]] static void forces(const Tables& m, const RunTables& t, const double* q, const double* v, const double* memory,
                                      const double* bristles, const double* tree, double* external, double* tau, double* powers,
                                      double* bristle_rates) {
    run_forces<T>(m, t, as<T>(q), as<T>(v), as<T>(memory), as<T>(bristles), tree_of(m, tree), as<T>(external), as<T>(tau), as<T>(powers),
                  as<T>(bristle_rates));
  }
  [[gnu::flatten]] static void coordinate_rates(const Tables& m, const double* q, const double* v, double* qdot) {
    ZANJIR_ISA::coordinate_rates<T>(m, as<T>(q), as<T>(v), as<T>(qdot));
  }
  [[gnu::flatten]] static void gaps(const Tables& m, const RunTables& t, const double* tree, double* out) {
    const Ws ws = tree_of(m, tree);
    for (int i = 0; i < t.n_contacts; ++i) {
      const ContactSight<T> at(t.contact[i], ws);
      as<T>(out)[2 * i] = at.gap, as<T>(out)[2 * i + 1] = at.rate;
    }
  }
  [[gnu::flatten]] static void energies(const Tables& m, const RunTables& t, const double* q, const double* v, const double* tree, double* out) {
    run_energies<T>(m, t, as<T>(q), as<T>(v), tree_of(m, tree), as<T>(out));
  }
  static void exponentials(const double* x, double* less_one, double* tangent) {
    *as<T>(less_one) = exponential_less_one(*as<T>(x)), *as<T>(tangent) = hyperbolic_tangent(*as<T>(x));
  }
  static void gather(int n, const double* const* from, double* to) {
    for (int k = 0; k < lanes_of<T>; ++k)
      for (int i = 0; i < n; ++i) to[i * lanes_of<T> + k] = from[k][i];
  }
  static void scatter(int n, const double* from, double* const* to) {
    for (int k = 0; k < lanes_of<T>; ++k) {
      if (!to[k]) continue;
      for (int i = 0; i < n; ++i) to[k][i] = from[i * lanes_of<T> + k];
    }
  }
  static constexpr RunFunctions table(const char* isa) {
    return {isa, lanes_of<T>, combine, forces, coordinate_rates, gaps, energies, exponentials, gather, scatter};
  }
};

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
