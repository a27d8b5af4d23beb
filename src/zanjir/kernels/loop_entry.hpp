// The functions of LoopFunctions for one instruction set and one scalar: plain pointers in, templates inside. Included by kernels_<isa>_loops.cpp only.
#pragma once

#include "zanjir/kernels/inverse_dynamics.hpp"
#include "zanjir/kernels/loop_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <class T> struct LoopEntry {
  [[gnu::flatten]] static void kinematics_and_bias(const Tables& m, const double* q, const double* v, const double* vdot, const double* external,
                                                   double* tree, double* tau) {
    ZANJIR_ISA::inverse_dynamics<Bodies::rigid, Known::nothing, T, WorldPoses::left>(m, as<T>(q), as<T>(v), as<T>(vdot), as<T>(external),
                                                                                     Scratch<T>(m, tree, Bodies::rigid), as<T>(tau));
  }
  [[gnu::flatten]] static void close_up(const Tables& m, const LoopTables& t, const double* q, const double* v, const double* vdot_known,
                                        const double* tree, double* loop, double* largest) {
    LoopScratch<T> x(t, m.nv, loop);
    ZANJIR_ISA::close_up<T>(t, as<T>(q), as<T>(v), as<T>(vdot_known), Scratch<T>(m, const_cast<double*>(tree), Bodies::rigid), x, as<T>(largest));
  }
  // Not flattened: all in one function g++ 12 spills more, and one state takes a twentieth longer.
  static unsigned solve(const Tables& m, const LoopTables& t, const double* M, const double* f, double* loop, double* vdot, double* lambda) {
    LoopScratch<T> x(t, m.nv, loop);
    return solve_loops<T>(t, m.nv, as<T>(M), as<T>(f), x, as<T>(vdot), as<T>(lambda));
  }
  [[gnu::flatten]] static unsigned solve_passive_alone(const Tables& m, const LoopTables& t, const double* f, double* loop, double* tau,
                                                       double* lambda) {
    LoopScratch<T> x(t, m.nv, loop);
    return ZANJIR_ISA::solve_passive<T, Twin::none>(t, m.nv, as<T>(f), x, as<T>(tau), as<T>(lambda), nullptr, 0);
  }
  [[gnu::flatten]] static unsigned solve_passive_with_twin(const Tables& m, const LoopTables& t, const double* f, double* loop, double* tau,
                                                           double* lambda, double* twin, double twin_left) {
    LoopScratch<T> x(t, m.nv, loop);
    return ZANJIR_ISA::solve_passive<T, Twin::given>(t, m.nv, as<T>(f), x, as<T>(tau), as<T>(lambda), as<T>(twin), twin_left);
  }
  static unsigned solve_passive(const Tables& m, const LoopTables& t, const double* f, double* loop, double* tau, double* lambda, double* twin,
                                double twin_left) {
    return twin ? solve_passive_with_twin(m, t, f, loop, tau, lambda, twin, twin_left) : solve_passive_alone(m, t, f, loop, tau, lambda);
  }
  [[gnu::flatten]] static void sum_of_rows(const Tables& m, const LoopTables& t, const double* share, const double* loop, double* f) {
    ZANJIR_ISA::sum_of_rows<T>(t, m.nv, share, LoopScratch<T>(t, m.nv, const_cast<double*>(loop)), as<T>(f));
  }
  [[gnu::flatten]] static void add_wrenches(const Tables& m, const LoopTables& t, const double* tree, const double* loop, const double* lambda,
                                            double* external, double* tau) {
    const LoopScratch<T> x(t, m.nv, const_cast<double*>(loop));
    add_loop_wrenches<T>(t, Scratch<T>(m, const_cast<double*>(tree), Bodies::rigid), x, as<T>(lambda), as<T>(external), as<T>(tau));
  }
  [[gnu::flatten]] static void joint_wrenches(const Tables& m, const JointPoint* joint, int n, const double* tree, double* out) {
    ZANJIR_ISA::joint_wrenches<T>(joint, n, Scratch<T>(m, const_cast<double*>(tree), Bodies::rigid), as<T>(out));
  }
  [[gnu::flatten]] static void loop_wrenches(const Tables& m, const LoopTables& t, const double* loop, const double* lambda, double* out) {
    ZANJIR_ISA::loop_wrenches<T>(t, LoopScratch<T>(t, m.nv, const_cast<double*>(loop)), as<T>(lambda), as<T>(out));
  }
  [[gnu::flatten]] static unsigned take(int n, std::ptrdiff_t stride, const double* from, double limit, double* to) {
    T beyond = T(0.0);
    for (int i = 0; i < n; ++i, from += stride, to += lanes_of<T>) {
      const T a = load_row(from, T(0.0));
      beyond = select(magnitude(a) < T(limit), beyond, T(1.0));
      store_row(to, a);
    }
    return lanes_above_zero(beyond);
  }
  [[gnu::flatten]] static void put(int n, std::ptrdiff_t stride, const double* from, double* to) {
    for (int i = 0; i < n; ++i, from += lanes_of<T>, to += stride) store_row(to, load_row(from, T(0.0)));
  }
  static constexpr LoopFunctions table(const char* isa) {
    return {isa,         lanes_of<T>,  kinematics_and_bias, close_up,      solve, solve_passive,
            sum_of_rows, add_wrenches, joint_wrenches,      loop_wrenches, take,  put};
  }
};

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
