// Jacobian of a point fixed in a row: [omega; velocity of the point] = J v, world axes, 6 x nv by columns, O(nv).
// Source: [Featherstone2008] section 4.2; a turning axis e through o gives [e; e x (P - o)], a sliding one [0; e].
#pragma once

#include "zanjir/kernels/elastic_pass.hpp"

namespace zanjir::kernels {
inline namespace ZANJIR_ISA {

template <Bodies bodies, class T> inline void jacobian(const Tables& model, const Scratch<T>& ws, int row, const T* point_row, T* J) {
  const Vec3<T> P = ws.X_WB[row] * Vec3<T>{point_row[0], point_row[1], point_row[2]};
  int written = model.nv;  // columns from here on are done
  for (int i = row; i != 0; i = model.step[i].parent) {
    const Step& b = model.step[i];
    const Transform<T> X = ws.X_WB[i];
    if constexpr (bodies == Bodies::elastic) {
      if (b.joint == Primitive::section) {  // the modes of its body
        const Elastic& body = elastic_of_section(model, b);
        const SectionView<T> x(model, model.section[b.flexible], ws);
        fill_zero(J + 6 * (body.v_begin + body.n_modes), J + 6 * written);
        for (int k = 0; k < body.n_modes; ++k) {
          T* c = J + 6 * (body.v_begin + k);
          const Vec3<T> w = X.R * x.Phi[k].w, v = X.R * x.Phi[k].v + cross(w, P - X.p);
          c[0] = w.x, c[1] = w.y, c[2] = w.z, c[3] = v.x, c[4] = v.y, c[5] = v.z;
        }
        written = body.v_begin;
        continue;
      }
    }
    with_primitive<bodies>(
        b.joint, [&]<Primitive Q>() __attribute__((always_inline)) {
          fill_zero(J + 6 * (b.v_begin + n_axes<Q>), J + 6 * written);
          for_each_axis<Q>([&]<int k>() __attribute__((always_inline)) {
            T* c = J + 6 * (b.v_begin + k - first_axis<Q>);
            const Vec3<T> e = X.R.col(k % 3);
            if constexpr (k < 3) {
              const Vec3<T> v = cross(e, P - X.p);
              c[0] = e.x, c[1] = e.y, c[2] = e.z, c[3] = v.x, c[4] = v.y, c[5] = v.z;
            } else {
              c[0] = c[1] = c[2] = T(0), c[3] = e.x, c[4] = e.y, c[5] = e.z;
            }
          });
        });
    written = b.v_begin;
  }
  fill_zero(J, J + 6 * written);
}

}  // namespace ZANJIR_ISA
}  // namespace zanjir::kernels
