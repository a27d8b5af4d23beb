// The function table of one instruction set and one scalar: plain pointers in, templates inside. Included by kernels_<isa>.cpp only.
#pragma once

#include "zanjir/kernels/articulated_body.hpp"
#include "zanjir/kernels/inverse_dynamics.hpp"
#include "zanjir/kernels/jacobian.hpp"
#include "zanjir/kernels/mass_matrix.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

// The passes for one kind of model; every one a function of its own, so that models without elastic bodies run what was compiled for them.
template <class T, Bodies bodies>
struct Passes {
  using Ws = Scratch<T>;
  [[gnu::flatten]] static void positions(const Tables& m, const double* q, const double* v, double* s) {
    ZANJIR_ISA::kinematics<bodies, Speeds::none, T>(m, as<T>(q), as<T>(v), Ws(m, s, bodies));
  }
  [[gnu::flatten]] static void positions_and_velocities(const Tables& m, const double* q, const double* v, double* s) {
    ZANJIR_ISA::kinematics<bodies, Speeds::given, T>(m, as<T>(q), as<T>(v), Ws(m, s, bodies));
  }
  template <Known known>
  [[gnu::flatten]] static void inverse_dynamics(const Tables& m, const double* q, const double* v, const double* vdot, const double* external, double* s,
                                                double* tau) {
    ZANJIR_ISA::inverse_dynamics<bodies, known, T>(m, as<T>(q), as<T>(v), as<T>(vdot), as<T>(external), Ws(m, s, bodies), as<T>(tau));
  }
  template <Known known>
  [[gnu::flatten]] static int forward_dynamics(const Tables& m, const double* q, const double* v, const std::uint8_t* given, const double* external,
                                               double* s, double* tau, double* vdot) {
    return ZANJIR_ISA::forward_dynamics<bodies, known, T>(m, as<T>(q), as<T>(v), given, as<T>(external), Ws(m, s, bodies), as<T>(tau), as<T>(vdot));
  }
  template <Zeros zeros> [[gnu::flatten]] static void mass_matrix(const Tables& m, double* s, double* M) {
    ZANJIR_ISA::mass_matrix_rows<bodies, zeros, T>(m, Ws(m, s, bodies), as<T>(M));
  }
  [[gnu::flatten]] static void jacobian(const Tables& m, const double* s, int row, const double* point_row, double* J) {
    ZANJIR_ISA::jacobian<bodies, T>(m, Ws(m, const_cast<double*>(s), bodies), row, as<T>(point_row), as<T>(J));  // the view has one type; nothing is written
  }
  [[gnu::flatten]] static void kinematics_to(const Tables& m, const double* q, int row, double* s) {
    ZANJIR_ISA::kinematics_to<bodies, T>(m, as<T>(q), row, Ws(m, s, bodies));
  }
};

template <class T>
struct Entry {
  using Rigid = Passes<T, Bodies::rigid>;
  using Elastic = Passes<T, Bodies::elastic>;
  static bool elastic(const Tables& m) { return m.n_elastic > 0; }

  static void kinematics(const Tables& m, const double* q, const double* v, double* s) {
    if (elastic(m)) return (v ? Elastic::positions_and_velocities : Elastic::positions)(m, q, v, s);
    (v ? Rigid::positions_and_velocities : Rigid::positions)(m, q, v, s);
  }
  static void inverse_dynamics(const Tables& m, Known known, const double* q, const double* v, const double* vdot, const double* external, double* s,
                               double* tau) {
    constexpr auto from_state = Known::nothing, from_kinematics = Known::kinematics;
    if (elastic(m)) return (known == from_state ? Elastic::template inverse_dynamics<from_state> : Elastic::template inverse_dynamics<from_kinematics>)(m, q, v, vdot, external, s, tau);
    (known == from_state ? Rigid::template inverse_dynamics<from_state> : Rigid::template inverse_dynamics<from_kinematics>)(m, q, v, vdot, external, s, tau);
  }
  static int forward_dynamics(const Tables& m, Known known, const double* q, const double* v, const std::uint8_t* given, const double* external, double* s,
                              double* tau, double* vdot) {
    constexpr auto from_state = Known::nothing, from_kinematics = Known::kinematics;
    if (elastic(m)) return (known == from_state ? Elastic::template forward_dynamics<from_state> : Elastic::template forward_dynamics<from_kinematics>)(m, q, v, given, external, s, tau, vdot);
    return (known == from_state ? Rigid::template forward_dynamics<from_state> : Rigid::template forward_dynamics<from_kinematics>)(m, q, v, given, external, s, tau, vdot);
  }
  static void mass_matrix_rows(const Tables& m, double* s, double* M) { (elastic(m) ? Elastic::template mass_matrix<Zeros::written> : Rigid::template mass_matrix<Zeros::written>)(m, s, M); }
  static void mass_matrix_branches(const Tables& m, double* s, double* M) { (elastic(m) ? Elastic::template mass_matrix<Zeros::left> : Rigid::template mass_matrix<Zeros::left>)(m, s, M); }
  [[gnu::flatten]] static void world(const Tables& m, double* s, double* M) { ZANJIR_ISA::mass_matrix_world<T>(m, Scratch<T>(m, s, Bodies::rigid), as<T>(M)); }
  static void mass_matrix_world(const Tables& m, double* s, double* M) { (elastic(m) ? Elastic::template mass_matrix<Zeros::written> : world)(m, s, M); }
  static void jacobian(const Tables& m, const double* s, int row, const double* point_row, double* J) { (elastic(m) ? Elastic::jacobian : Rigid::jacobian)(m, s, row, point_row, J); }
  static void kinematics_to(const Tables& m, const double* q, int row, double* s) { (elastic(m) ? Elastic::kinematics_to : Rigid::kinematics_to)(m, q, row, s); }
  [[gnu::flatten]] static void sincos(int n, const double* x, double* s, double* c) { ZANJIR_ISA::sincos(n, x, s, c); }
};

template <class T> constexpr Functions function_table(const char* isa) {
  using E = Entry<T>;
  return {isa, lanes_of<T>, E::kinematics, E::inverse_dynamics, E::forward_dynamics, E::mass_matrix_rows, E::mass_matrix_world, E::jacobian, E::sincos, E::kinematics_to,
          E::mass_matrix_branches};
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
