// The function table of one instruction set and one scalar: plain pointers in, templates inside. Included by kernels_<isa>.cpp only.
#pragma once

#include "zanjir/kernels/articulated_body.hpp"
#include "zanjir/kernels/inverse_dynamics.hpp"
#include "zanjir/kernels/jacobian.hpp"
#include "zanjir/kernels/mass_matrix.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T>
struct Entry {
  using Ws = Scratch<T>;
  [[gnu::flatten]] static void positions(const Tables& m, const double* q, const double* v, double* s) {
    ZANJIR_ISA::kinematics<Speeds::none, T>(m, as<T>(q), as<T>(v), Ws(m, s));
  }
  [[gnu::flatten]] static void positions_and_velocities(const Tables& m, const double* q, const double* v, double* s) {
    ZANJIR_ISA::kinematics<Speeds::given, T>(m, as<T>(q), as<T>(v), Ws(m, s));
  }
  static void kinematics(const Tables& m, const double* q, const double* v, double* s) { (v ? positions_and_velocities : positions)(m, q, v, s); }
  [[gnu::flatten]] static void inverse_from_state(const Tables& m, const double* q, const double* v, const double* vdot, const double* external, double* s,
                                                  double* tau) {
    ZANJIR_ISA::inverse_dynamics<Known::nothing, T>(m, as<T>(q), as<T>(v), as<T>(vdot), as<T>(external), Ws(m, s), as<T>(tau));
  }
  [[gnu::flatten]] static void inverse_from_kinematics(const Tables& m, const double* q, const double* v, const double* vdot, const double* external,
                                                       double* s, double* tau) {
    ZANJIR_ISA::inverse_dynamics<Known::kinematics, T>(m, as<T>(q), as<T>(v), as<T>(vdot), as<T>(external), Ws(m, s), as<T>(tau));
  }
  static void inverse_dynamics(const Tables& m, Known known, const double* q, const double* v, const double* vdot, const double* external, double* s,
                               double* tau) {
    (known == Known::nothing ? inverse_from_state : inverse_from_kinematics)(m, q, v, vdot, external, s, tau);
  }
  [[gnu::flatten]] static int forward_from_state(const Tables& m, const double* q, const double* v, const std::uint8_t* given, const double* external,
                                                 double* s, double* tau, double* vdot) {
    return ZANJIR_ISA::forward_dynamics<Known::nothing, T>(m, as<T>(q), as<T>(v), given, as<T>(external), Ws(m, s), as<T>(tau), as<T>(vdot));
  }
  [[gnu::flatten]] static int forward_from_kinematics(const Tables& m, const double* q, const double* v, const std::uint8_t* given, const double* external,
                                                      double* s, double* tau, double* vdot) {
    return ZANJIR_ISA::forward_dynamics<Known::kinematics, T>(m, as<T>(q), as<T>(v), given, as<T>(external), Ws(m, s), as<T>(tau), as<T>(vdot));
  }
  static int forward_dynamics(const Tables& m, Known known, const double* q, const double* v, const std::uint8_t* given, const double* external, double* s,
                              double* tau, double* vdot) {
    return (known == Known::nothing ? forward_from_state : forward_from_kinematics)(m, q, v, given, external, s, tau, vdot);
  }
  [[gnu::flatten]] static void mass_matrix_rows(const Tables& m, double* s, double* M) { ZANJIR_ISA::mass_matrix_rows<Zeros::written, T>(m, Ws(m, s), as<T>(M)); }
  [[gnu::flatten]] static void mass_matrix_branches(const Tables& m, double* s, double* M) { ZANJIR_ISA::mass_matrix_rows<Zeros::left, T>(m, Ws(m, s), as<T>(M)); }
  [[gnu::flatten]] static void mass_matrix_world(const Tables& m, double* s, double* M) { ZANJIR_ISA::mass_matrix_world<T>(m, Ws(m, s), as<T>(M)); }
  [[gnu::flatten]] static void jacobian(const Tables& m, const double* s, int row, const double* point_row, double* J) {
    ZANJIR_ISA::jacobian<T>(m, Ws(m, const_cast<double*>(s)), row, as<T>(point_row), as<T>(J));  // the view has one type; nothing is written
  }
  [[gnu::flatten]] static void kinematics_to(const Tables& m, const double* q, int row, double* s) {
    ZANJIR_ISA::kinematics_to<T>(m, as<T>(q), row, Ws(m, s));
  }
  [[gnu::flatten]] static void sincos(int n, const double* x, double* s, double* c) { ZANJIR_ISA::sincos(n, x, s, c); }
};

template <class T> constexpr Functions function_table(const char* isa) {
  using E = Entry<T>;
  return {isa, lanes_of<T>, E::kinematics, E::inverse_dynamics, E::forward_dynamics, E::mass_matrix_rows, E::mass_matrix_world, E::jacobian, E::sincos, E::kinematics_to,
          E::mass_matrix_branches};
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
