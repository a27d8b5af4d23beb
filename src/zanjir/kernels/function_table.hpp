// The function table of one instruction set and one scalar: plain pointers in, templates inside. Included by kernels_<isa>*.cpp only.
#pragma once

#include "zanjir/kernels/articulated_body.hpp"
#include "zanjir/kernels/inverse_dynamics.hpp"
#include "zanjir/kernels/jacobian.hpp"
#include "zanjir/kernels/lean_pass.hpp"
#include "zanjir/kernels/mass_matrix.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

// The passes for one kind of model. Those for elastic bodies are units of their own: compiled beside them, the passes of rigid models were inlined
// differently and lost up to a half (positions of 7 hinges 80 -> 128 ns).
template <class T, Bodies bodies> struct Passes {
  using Ws = Scratch<T>;
  static constexpr int W = lanes_of<T>;
  [[gnu::flatten]] static void positions(const Tables& m, const double* q, const double* v, double* s) {
    ZANJIR_ISA::kinematics<bodies, Speeds::none, T>(m, as<T>(q), as<T>(v), Ws(m, s, bodies));
  }
  [[gnu::flatten]] static void positions_and_velocities(const Tables& m, const double* q, const double* v, double* s) {
    ZANJIR_ISA::kinematics<bodies, Speeds::given, T>(m, as<T>(q), as<T>(v), Ws(m, s, bodies));
  }
  static void kinematics(const Tables& m, const double* q, const double* v, double* s) { (v ? positions_and_velocities : positions)(m, q, v, s); }
  [[gnu::flatten]] static void inverse_from_state(const Tables& m, const double* q, const double* v, const double* vdot, const double* external,
                                                  double* s, double* tau) {
    if constexpr (bodies == Bodies::rigid)
      lean_inverse_dynamics<T>(m, nullptr, {q, W}, {v, W}, {vdot, W}, as<T>(external), Ws(m, s, bodies), {tau, W});
    else ZANJIR_ISA::inverse_dynamics<bodies, Known::nothing, T>(m, as<T>(q), as<T>(v), as<T>(vdot), as<T>(external), Ws(m, s, bodies), as<T>(tau));
  }
  [[gnu::flatten]] static void inverse_from_kinematics(const Tables& m, const double* q, const double* v, const double* vdot, const double* external,
                                                       double* s, double* tau) {
    ZANJIR_ISA::inverse_dynamics<bodies, Known::kinematics, T>(m, as<T>(q), as<T>(v), as<T>(vdot), as<T>(external), Ws(m, s, bodies), as<T>(tau));
  }
  static void inverse_dynamics(const Tables& m, Known known, const double* q, const double* v, const double* vdot, const double* external, double* s,
                               double* tau) {
    (known == Known::nothing ? inverse_from_state : inverse_from_kinematics)(m, q, v, vdot, external, s, tau);
  }
  [[gnu::flatten]] static unsigned forward_from_state(const Tables& m, const double* q, const double* v, const std::uint8_t* given,
                                                      const double* external, double* s, double* tau, double* vdot) {
    if constexpr (bodies == Bodies::rigid)
      return lean_forward_dynamics<T>(m, nullptr, {q, W}, {v, W}, given, as<T>(external), Ws(m, s, bodies), {tau, W}, {vdot, W});
    else
      return ZANJIR_ISA::forward_dynamics<bodies, Known::nothing, T>(m, as<T>(q), as<T>(v), given, as<T>(external), Ws(m, s, bodies), as<T>(tau),
                                                                     as<T>(vdot));
  }
  [[gnu::flatten]] static unsigned forward_from_kinematics(const Tables& m, const double* q, const double* v, const std::uint8_t* given,
                                                           const double* external, double* s, double* tau, double* vdot) {
    return ZANJIR_ISA::forward_dynamics<bodies, Known::kinematics, T>(m, as<T>(q), as<T>(v), given, as<T>(external), Ws(m, s, bodies), as<T>(tau),
                                                                      as<T>(vdot));
  }
  static unsigned forward_dynamics(const Tables& m, Known known, const double* q, const double* v, const std::uint8_t* given, const double* external,
                                   double* s, double* tau, double* vdot) {
    return (known == Known::nothing ? forward_from_state : forward_from_kinematics)(m, q, v, given, external, s, tau, vdot);
  }
  [[gnu::flatten]] static void mass_matrix_rows(const Tables& m, double* s, double* M) {
    ZANJIR_ISA::mass_matrix_rows<bodies>(m, Ws(m, s, bodies), WholeMatrix<Zeros::written>{m.nv}, as<T>(M));
  }
  [[gnu::flatten]] static void mass_matrix_branches(const Tables& m, double* s, double* M) {
    ZANJIR_ISA::mass_matrix_rows<bodies>(m, Ws(m, s, bodies), WholeMatrix<Zeros::left>{m.nv}, as<T>(M));
  }
  [[gnu::flatten]] static void packed_mass_matrix(const Tables& m, bool long_branches, double* s, const BranchPlaces& at, double* M) {
    if constexpr (bodies == Bodies::rigid) {
      if (long_branches) return ZANJIR_ISA::mass_matrix_world(m, Ws(m, s, bodies), ByBranches{at}, as<T>(M));
    }
    ZANJIR_ISA::mass_matrix_rows<bodies>(m, Ws(m, s, bodies), ByBranches{at}, as<T>(M));
  }
  [[gnu::flatten]] static void mass_matrix_world(const Tables& m, double* s, double* M) {
    if constexpr (bodies == Bodies::rigid) ZANJIR_ISA::mass_matrix_world(m, Ws(m, s, bodies), WholeMatrix<Zeros::written>{m.nv}, as<T>(M));
    else mass_matrix_rows(m, s, M);  // modes have no axis that is constant in a row
  }
  [[gnu::flatten]] static void jacobian(const Tables& m, const double* s, int row, const double* point_row, double* J) {
    ZANJIR_ISA::jacobian<bodies, T>(m, Ws(m, const_cast<double*>(s), bodies), row, as<T>(point_row),
                                    as<T>(J));  // the view has one type; nothing is written
  }
  [[gnu::flatten]] static void kinematics_to(const Tables& m, const double* q, int row, double* s) {
    ZANJIR_ISA::kinematics_to<bodies, T>(m, as<T>(q), row, Ws(m, s, bodies));
  }
  [[gnu::flatten]] static void sincos(int n, const double* x, double* s, double* c) { ZANJIR_ISA::sincos(n, x, s, c); }
};

// What callers see: the passes of rigid models, or entry i of the table of elastic ones, of that of trees in a plane, or of that of trees with rotors.
template <class T, const auto& elastic, const auto& planar, const auto& rotors, int i> struct Entry {
  using P = Passes<T, Bodies::rigid>;
  static void kinematics(const Tables& m, const double* q, const double* v, double* s) {
    (m.n_elastic > 0 ? elastic[i].kinematics : P::kinematics)(m, q, v, s);
  }
  static void inverse_dynamics(const Tables& m, Known known, const double* q, const double* v, const double* vdot, const double* external, double* s,
                               double* tau) {
    (m.n_elastic > 0 ? elastic[i].inverse_dynamics : P::inverse_dynamics)(m, known, q, v, vdot, external, s, tau);
  }
  static unsigned forward_dynamics(const Tables& m, Known known, const double* q, const double* v, const std::uint8_t* given, const double* external,
                                   double* s, double* tau, double* vdot) {
    if (m.rotor_inertia && known == Known::nothing && m.n_elastic == 0 && !m.planar)
      return rotors[i](m, nullptr, lanes_of<T>, q, v, given, external, s, tau, vdot);
    return (m.n_elastic > 0 ? elastic[i].forward_dynamics
            : m.planar      ? planar[i]
                            : P::forward_dynamics)(m, known, q, v, given, external, s, tau, vdot);
  }
  static void mass_matrix_rows(const Tables& m, double* s, double* M) {
    (m.n_elastic > 0 ? elastic[i].mass_matrix_rows : P::mass_matrix_rows)(m, s, M);
  }
  static void mass_matrix_branches(const Tables& m, double* s, double* M) {
    (m.n_elastic > 0 ? elastic[i].mass_matrix_branches : P::mass_matrix_branches)(m, s, M);
  }
  static void packed_mass_matrix(const Tables& m, bool long_branches, double* s, const BranchPlaces& at, double* M) {
    (m.n_elastic > 0 ? elastic[i].packed_mass_matrix : P::packed_mass_matrix)(m, long_branches, s, at, M);
  }
  static void mass_matrix_world(const Tables& m, double* s, double* M) {
    (m.n_elastic > 0 ? elastic[i].mass_matrix_world : P::mass_matrix_world)(m, s, M);
  }
  static void jacobian(const Tables& m, const double* s, int row, const double* point_row, double* J) {
    (m.n_elastic > 0 ? elastic[i].jacobian : P::jacobian)(m, s, row, point_row, J);
  }
  static void kinematics_to(const Tables& m, const double* q, int row, double* s) {
    (m.n_elastic > 0 ? elastic[i].kinematics_to : P::kinematics_to)(m, q, row, s);
  }
  static void sincos(int n, const double* x, double* s, double* c) { P::sincos(n, x, s, c); }
};

template <class T, class E> constexpr Functions function_table(const char* isa) {
  Functions f{isa,
              lanes_of<T>,
              E::kinematics,
              E::inverse_dynamics,
              E::forward_dynamics,
              E::mass_matrix_rows,
              E::mass_matrix_world,
              E::jacobian,
              E::sincos,
              E::kinematics_to,
              E::mass_matrix_branches,
              nullptr};
  if constexpr (lanes_of<T> == 1) f.packed_mass_matrix = E::packed_mass_matrix;
  return f;
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
