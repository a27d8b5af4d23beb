// What elastic bodies add to the passes: sections that move with the modes, and a (6 + m) inertia and bias instead of a rigid one.
// Source: own derivation, Lagrange's equations in quasi-velocities for the displacement field of flexible/field.hpp. With u = (w, v, delta')
//   M^ = | I     [C]   p  |     C = C1 + sum y_a C2_a     I_a = I1_a + sum y_b I2_ba     I = I0 + sum y_a (I1_a + I_a)/2                 (1)
//        | [C]^T  m 1  C2 |     p_a = p0_a + sum y_b P_ba,   y = (delta, pairs),  y' = Y delta',  y'' = Y delta'' + gamma
//        | p^T   C2^T  B  |
//   b_w = w x I w + I' w + sum (p_a' + w x p_a) y_a'     b_v = w x (w x C) + 2 w x C'     b_a = -w I_a w/2 + w.sum (P_ba - P_ab) y_b'      (2)
//   b += M^[:,v] (w x v) + M^[:,y] gamma;   M = T^T M^ T,  b = T^T b + (0, K delta + D delta'),   T = diag(1, Y)                         (3)
// The part of (2) and (3) that a rigid body with inertia (m, C, I) has, V x* I V, is left to the rigid passes.
// Section n at delta:   theta = sum delta Theta_j,  R = exp[theta],  U = J_l(theta) Theta,  r = r0 + sum y W
//   V_n = X V + Phi delta',  Phi = (R^T U; R^T W Y),   A_n = X A + Phi delta'' + beta                                                     (4)
//   beta = V_n x Phi delta' + (R^T sigma; R^T (W gamma - U delta' x W Y delta'))
//   sigma = 2 theta.theta' (b' theta x theta' + c' theta x (theta x theta')) + c theta' x (theta x theta'),   J_l = 1 + b[theta] + c[theta]^2
#pragma once

#include "zanjir/kernels/joint_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

// -- the numbers of an elastic body and of a section in the scratch
template <class T> struct ElasticView {
  Inertia<T>* inertia;         // of the deformed body, modes locked
  Force<T>* bias;              // what (2) and (3) add to V x* I V
  Force<T>* H;                 // [m] columns of M between the frame and the modes
  Force<T>* G;                 // [m] articulated body: rows of B^-1 H^T
  T *B, *b, *e;                // [m m], [m], [m] modal inertia; modal bias; articulated body: B^-1 (tau - b)
  T *y, *y_dot, *gamma, *hat;  // [n] each
  Vec3<T>* p;                  // [n]
  T* BY;                       // [n m]

  ElasticView(const Elastic& body, const Scratch<T>& ws) {
    const long m = body.n_modes, n = body.n_shapes;
    T* t = ws.elastic + body.scratch;
    inertia = reinterpret_cast<Inertia<T>*>(t);
    bias = reinterpret_cast<Force<T>*>(t + 10);
    H = reinterpret_cast<Force<T>*>(t + 16);
    G = H + m;
    B = t + 16 + 12 * m;
    b = B + m * m;
    e = b + m;
    y = e + m;
    y_dot = y + n;
    gamma = y_dot + n;
    hat = gamma + n;
    p = reinterpret_cast<Vec3<T>*>(hat + n);
    BY = hat + 4 * n;
  }
};
template <class T> struct SectionView {
  Motion<T>* Phi;   // [m] section axes
  Motion<T>* beta;  // with the velocities
  T* turn;          // [3] c of J_l and the slopes of b and c: left by the positions, read by the velocities before they leave beta there
  SectionView(const Tables& model, const Section& section, const Scratch<T>& ws) {
    Phi = reinterpret_cast<Motion<T>*>(ws.elastic + section.scratch);
    beta = Phi + model.elastic[section.elastic].n_modes;
    turn = reinterpret_cast<T*>(beta);
  }
};

template <class T> inline Vec3<T> vector_at(const double* a, int i) { return {T(a[3 * i]), T(a[3 * i + 1]), T(a[3 * i + 2])}; }
template <class T> inline Sym3<T> symmetric_at(const double* a, int i) {
  const double* x = a + 6 * i;
  return {T(x[0]), T(x[1]), T(x[2]), T(x[3]), T(x[4]), T(x[5])};
}
template <class T> inline Sym3<T> scaled(const Sym3<T>& A, const T& s) { return {A.xx * s, A.yy * s, A.zz * s, A.xy * s, A.xz * s, A.yz * s}; }

// y of the shapes from delta.
template <class T> inline void shape_weights(const Elastic& body, const T* delta, T* y) {
  for (int j = 0; j < body.n_modes; ++j) y[j] = delta[j];
  for (int a = body.n_modes; a < body.n_shapes; ++a) {
    const int j = body.pairs[2 * (a - body.n_modes)], k = body.pairs[2 * (a - body.n_modes) + 1];
    y[a] = delta[j] * delta[k] * T(j == k ? 0.5 : 1.0);
  }
}
// y' and gamma from delta and delta'.
template <class T> inline void shape_rates(const Elastic& body, const T* delta, const T* rate, T* y_dot, T* gamma) {
  for (int j = 0; j < body.n_modes; ++j) {
    y_dot[j] = rate[j];
    gamma[j] = T(0);
  }
  for (int a = body.n_modes; a < body.n_shapes; ++a) {
    const int j = body.pairs[2 * (a - body.n_modes)], k = body.pairs[2 * (a - body.n_modes) + 1];
    const T kappa(j == k ? 0.5 : 1.0);
    y_dot[a] = (delta[k] * rate[j] + delta[j] * rate[k]) * kappa;
    gamma[a] = rate[j] * rate[k] * kappa * T(2);
  }
}
// out += Y^T hat, where out holds the modes' own share already: adds that of the pairs. Each of the two: out[j], hat(a).
template <class T, class Out, class Hat> inline void fold_pairs(const Elastic& body, const T* delta, const Hat& hat, Out* out) {
  for (int a = body.n_modes; a < body.n_shapes; ++a) {
    const int j = body.pairs[2 * (a - body.n_modes)], k = body.pairs[2 * (a - body.n_modes) + 1];
    const T kappa(j == k ? 0.5 : 1.0);
    const Out value = hat(a);
    out[j] = out[j] + value * (delta[k] * kappa);
    out[k] = out[k] + value * (delta[j] * kappa);
  }
}

// (1), (3): inertia, H, B; with velocities (2) too: bias, b. One call per elastic body and evaluation.
template <Speeds speeds, class T>
[[gnu::noinline]] void update_elastic(const Tables& model, const Elastic& body, const T* delta, const T* rate, const Scratch<T>& ws) {
  const int m = body.n_modes, n = body.n_shapes;
  ElasticView<T> x(body, ws);
  shape_weights(body, delta, x.y);
  if constexpr (speeds == Speeds::given) shape_rates(body, delta, rate, x.y_dot, x.gamma);
  const T half(0.5), zero(0);
  const Motion<T> V = speeds == Speeds::given ? ws.V[body.row] : zero_motion<T>();
  const Vec3<T> w = V.w, w_v = cross(V.w, V.v);
  Inertia<T> I = inertia_of<T>(model.step[body.row]);
  Sym3<T> I_dot{zero, zero, zero, zero, zero, zero};
  Vec3<T> C_dot{zero, zero, zero};
  Force<T> bias = zero_force<T>();
  for (int a = 0; a < n; ++a) {
    Vec3<T> p = vector_at<T>(body.p0, a), p_dot{zero, zero, zero}, coriolis{zero, zero, zero};
    Sym3<T> I_a = symmetric_at<T>(body.I1, a);
    const Sym3<T> I1 = I_a;
    T hat = zero;
    for (int b = 0; b < n; ++b) {
      const Vec3<T> P_ba = vector_at<T>(body.P, b * n + a);
      p += P_ba * x.y[b];
      I_a = I_a + scaled(symmetric_at<T>(body.I2, b * n + a), x.y[b]);
      if constexpr (speeds == Speeds::given) {
        p_dot += P_ba * x.y_dot[b];
        coriolis += (P_ba - vector_at<T>(body.P, a * n + b)) * x.y_dot[b];
        hat += x.gamma[b] * T(body.B[a * n + b]);
      }
    }
    const Vec3<T> C2 = vector_at<T>(body.C2, a);
    I.h += C2 * x.y[a];
    I.I = I.I + scaled(I1 + I_a, x.y[a] * half);
    x.p[a] = p;
    if constexpr (speeds == Speeds::given) {
      C_dot += C2 * x.y_dot[a];
      I_dot = I_dot + scaled(I_a, x.y_dot[a]);
      bias.n += (p_dot + cross(w, p)) * x.y_dot[a] + p * x.gamma[a];
      bias.f += C2 * x.gamma[a];
      x.hat[a] = hat - dot(w, I_a * w) * half + dot(w, coriolis) + dot(C2, w_v);
    }
  }
  *x.inertia = I;
  for (int j = 0; j < m; ++j) x.H[j] = {x.p[j], vector_at<T>(body.C2, j)};
  fold_pairs(
      body, delta,
      [&](int a) {
        return Force<T>{x.p[a], vector_at<T>(body.C2, a)};
      },
      x.H);
  for (int a = 0; a < n; ++a) {  // B Y, row by row
    for (int j = 0; j < m; ++j) x.BY[a * m + j] = T(body.B[a * n + j]);
    fold_pairs(
        body, delta, [&](int b) { return T(body.B[a * n + b]); }, x.BY + a * m);
  }
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < m; ++k) x.B[k * m + j] = x.BY[k * m + j];  // column j of Y^T (B Y); B is symmetric
  }
  for (int a = m; a < n; ++a) {
    const int j = body.pairs[2 * (a - m)], k = body.pairs[2 * (a - m) + 1];
    const T kappa(j == k ? 0.5 : 1.0);
    for (int c = 0; c < m; ++c) {
      x.B[j * m + c] += x.BY[a * m + c] * delta[k] * kappa;
      x.B[k * m + c] += x.BY[a * m + c] * delta[j] * kappa;
    }
  }
  if constexpr (speeds == Speeds::given) {
    bias.n += I_dot * w;
    bias.f += cross(w, C_dot) * T(2);
    *x.bias = bias;
    for (int j = 0; j < m; ++j) {
      T sum = x.hat[j];
      for (int k = 0; k < m; ++k) sum += delta[k] * T(body.K[j * m + k]) + rate[k] * T(body.D[j * m + k]);
      x.b[j] = sum;
    }
    fold_pairs(
        body, delta, [&](int a) { return x.hat[a]; }, x.b);
  }
}
template <class T> inline void keep_deflections(const Tables& model, const T* q, Scratch<T>& ws) {
  for (int i = 0; i < model.n_elastic; ++i) shape_weights(model.elastic[i], q + model.elastic[i].q_begin, ElasticView<T>(model.elastic[i], ws).y);
}
// Where no state is at hand: the deflections that the last pass over positions has left.
template <class T> inline void update_elastic_inertia(const Tables& model, const Scratch<T>& ws) {
  for (int i = 0; i < model.n_elastic; ++i)
    update_elastic<Speeds::none>(model, model.elastic[i], ElasticView<T>(model.elastic[i], ws).y, static_cast<const T*>(nullptr), ws);
}
// Inertia of a row with its own body or bodies, modes locked.
template <Bodies bodies, class T> inline Inertia<T> inertia_at(const Tables& model, const Step& b, const Scratch<T>& ws) {
  if constexpr (bodies == Bodies::elastic)
    if (b.flexible >= 0 && b.joint != Primitive::section) return *ElasticView<T>(model.elastic[b.flexible], ws).inertia;
  return inertia_of<T>(b);
}
inline const Elastic* elastic_at(const Tables& model, const Step& b) {
  return b.flexible >= 0 && b.joint != Primitive::section ? model.elastic + b.flexible : nullptr;
}
inline const Elastic& elastic_of_section(const Tables& model, const Step& b) { return model.elastic[model.section[b.flexible].elastic]; }

// -- sections

// Of x = |theta|^2: b = (1 - cos)/x, c = (|theta| - sin)/|theta|^3, their derivatives, and a = sin/|theta|.
template <class T> struct TurnFunctions { T a, b, c, b_slope, c_slope; };
constexpr double one_over_factorial(int n) { return n < 2 ? 1.0 : one_over_factorial(n - 1) / n; }
// sum_k (-x)^k / (2k + first)!, or its derivative, by Horner; 10 terms are exact below x = 1.
template <int first, bool derivative, class T> inline T turn_series(const T& x) {
  T sum(0);
  constexpr int terms = 10;
  constexpr auto coefficient = [](int k) { return (k % 2 ? -1.0 : 1.0) * one_over_factorial(2 * k + first) * (derivative ? k : 1); };
  constexpr double c[terms] = {coefficient(0), coefficient(1), coefficient(2), coefficient(3), coefficient(4),
                               coefficient(5), coefficient(6), coefficient(7), coefficient(8), coefficient(9)};
  for (int k = terms - 1; k >= (derivative ? 1 : 0); --k) sum = sum * x + T(c[k]);
  return sum;
}
inline void sine_and_cosine(double x, double& s, double& c) { sincos(1, &x, &s, &c); }
template <int W> inline void sine_and_cosine(const Pack<W>& x, Pack<W>& s, Pack<W>& c) { sincos(x, s, c); }
// Sections turn by less than a radian as a rule: sines and quotients only where a lane does not.
constexpr double below_all = 0.99;
template <class T> [[gnu::noinline]] TurnFunctions<T> turn_functions(const T& x) {
  const TurnFunctions<T> near{turn_series<1, false>(x), turn_series<2, false>(x), turn_series<3, false>(x), turn_series<2, true>(x),
                              turn_series<3, true>(x)};
  if (lanes_above_zero(x - T(below_all)) == 0) return near;
  const T one(1), safe = select(x < one, one, x), angle = sqrt(safe);
  T s, c;
  sine_and_cosine(angle, s, c);
  TurnFunctions<T> far;
  far.a = s / angle;
  far.b = (one - c) / safe;
  far.c = (angle - s) / (safe * angle);
  far.b_slope = (far.a - far.b * T(2)) / (safe * T(2));
  far.c_slope = (far.b - far.c * T(3)) / (safe * T(2));
  const auto pick = [&](const T& nearby, const T& beyond) { return select(x < one, nearby, beyond); };
  return {pick(near.a, far.a), pick(near.b, far.b), pick(near.c, far.c), pick(near.b_slope, far.b_slope), pick(near.c_slope, far.c_slope)};
}

template <class T> inline Vec3<T> turn_at(const Section& section, int m, const T* delta) {
  Vec3<T> theta{T(0), T(0), T(0)};
  for (int j = 0; j < m; ++j) theta += vector_at<T>(section.Theta, j) * delta[j];
  return theta;
}

// Pose, and Phi of (4).
template <class T> [[gnu::noinline]] Transform<T> place_section(const Tables& model, int i, const T* q, Scratch<T>& ws) {
  const Step& step = model.step[i];
  const Section& section = model.section[step.flexible];
  const Elastic& body = model.elastic[section.elastic];
  const int m = body.n_modes;
  const T* delta = q + body.q_begin;
  const Vec3<T> theta = turn_at(section, m, delta);
  const TurnFunctions<T> f = turn_functions(dot(theta, theta));
  const auto turned = [&](const Vec3<T>& a) { return a + cross(theta, a) * f.a + cross(theta, cross(theta, a)) * f.b; };
  const Mat3<T> R0 = R_before<T>(step);
  Transform<T> X{Mat3<T>::from_columns(turned(R0.col(0)), turned(R0.col(1)), turned(R0.col(2))), p_before<T>(step)};
  SectionView<T> x(model, section, ws);
  x.turn[0] = f.c, x.turn[1] = f.b_slope, x.turn[2] = f.c_slope;
  ElasticView<T> e(body, ws);
  shape_weights(body, delta, e.y);
  for (int a = 0; a < body.n_shapes; ++a) X.p += vector_at<T>(section.W, a) * e.y[a];
  for (int j = 0; j < m; ++j) {
    const Vec3<T> Theta = vector_at<T>(section.Theta, j);
    x.Phi[j] = {Theta + cross(theta, Theta) * f.b + cross(theta, cross(theta, Theta)) * f.c, vector_at<T>(section.W, j)};
  }
  const T zero(0);
  fold_pairs(
      body, delta,
      [&](int a) {
        return Motion<T>{{zero, zero, zero}, vector_at<T>(section.W, a)};
      },
      x.Phi);
  for (int j = 0; j < m; ++j) x.Phi[j] = {transpose_times(X.R, x.Phi[j].w), transpose_times(X.R, x.Phi[j].v)};
  return X;
}

template <class T> [[gnu::noinline]] void add_section_velocity(const Tables& model, int i, const T* q, const T* v, Scratch<T>& ws, Motion<T>& V) {
  const Section& section = model.section[model.step[i].flexible];
  const Elastic& body = model.elastic[section.elastic];
  const int m = body.n_modes;
  const T *delta = q + body.q_begin, *rate = v + body.v_begin;
  SectionView<T> x(model, section, ws);
  Motion<T> relative = zero_motion<T>();
  for (int j = 0; j < m; ++j) relative = relative + x.Phi[j] * rate[j];
  V = V + relative;
  const Vec3<T> theta = turn_at(section, m, delta), theta_dot = turn_at(section, m, rate), across = cross(theta, theta_dot);
  const Vec3<T> sigma =
      (across * x.turn[1] + cross(theta, across) * x.turn[2]) * (dot(theta, theta_dot) * T(2)) + cross(theta_dot, across) * x.turn[0];
  ElasticView<T> e(body, ws);
  shape_rates(body, delta, rate, e.y_dot, e.gamma);
  Vec3<T> drift{T(0), T(0), T(0)};
  for (int a = m; a < body.n_shapes; ++a) drift += vector_at<T>(section.W, a) * e.gamma[a];
  const Mat3<T> R = ws.X_PB[i].R;
  *x.beta = cross_motion(V, relative) + Motion<T>{transpose_times(R, sigma), transpose_times(R, drift) - cross(relative.w, relative.v)};
}

template <class T> inline void add_section_acceleration(const Tables& model, int i, const T* vdot, const Scratch<T>& ws, Motion<T>& A) {
  const Section& section = model.section[model.step[i].flexible];
  const Elastic& body = model.elastic[section.elastic];
  SectionView<T> x(model, section, ws);
  A = A + *x.beta;
  if (vdot)
    for (int j = 0; j < body.n_modes; ++j) A = A + x.Phi[j] * vdot[body.v_begin + j];
}

// What a wrench on the section does to the modes of its body: out[j] += Phi_j^T F.
template <class T> inline void add_modal_force(const Tables& model, const Step& step, const Scratch<T>& ws, const Force<T>& F, T* out) {
  const Section& section = model.section[step.flexible];
  SectionView<T> x(model, section, ws);
  for (int j = 0; j < model.elastic[section.elastic].n_modes; ++j) out[j] += power(F, x.Phi[j]);
}
// An inertia (rigid or articulated) that the section carries, added to its body's H and B.
template <class T, class I> inline void add_modal_inertia(const Tables& model, int i, const Scratch<T>& ws, const I& inertia) {
  const Section& section = model.section[model.step[i].flexible];
  const Elastic& body = model.elastic[section.elastic];
  SectionView<T> x(model, section, ws);
  ElasticView<T> e(body, ws);
  for (int j = 0; j < body.n_modes; ++j) {
    const Force<T> F = inertia * x.Phi[j];
    e.H[j] = e.H[j] + to_parent(ws.X_PB[i], F);
    for (int k = 0; k < body.n_modes; ++k) e.B[j * body.n_modes + k] += power(F, x.Phi[k]);
  }
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
