#include "zanjir/formulations/denoc/matrices.hpp"

#include "zanjir/formulations/denoc/denoc.hpp"

namespace zanjir {
namespace {

using denoc::Link;

using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

Mat3 cross_product(const Vec3d& a) { return (Mat3() << 0, -a.z, a.y, a.z, 0, -a.x, -a.y, a.x, 0).finished(); }
Mat3 matrix(const Sym3d& I) { return (Mat3() << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz).finished(); }
Vec6 column(const Motiond& t) { return (Vec6() << t.w.x, t.w.y, t.w.z, t.v.x, t.v.y, t.v.z).finished(); }

// B of a way a, less the unit diagonal; of its rate for the rate of the way.
Mat6 moment_block(const Vec3d& a) {
  Mat6 B = Mat6::Zero();
  B.bottomLeftCorner<3, 3>() = -cross_product(a);
  return B;
}

void write_inertia(const denoc::Tree& x, DenocMatrices& out) {
  for (std::size_t i = 1; i < x.links.size(); ++i) {
    const Link& b = x.links[i];
    const auto at = 6 * static_cast<Eigen::Index>(i - 1);
    const Mat3 I = matrix(b.I), W = cross_product(b.t.w);
    out.M.block<3, 3>(at, at) = I;
    out.M.block<3, 3>(at + 3, at + 3) = Mat3::Identity() * b.m;
    out.M_rate.block<3, 3>(at, at) = W * I - I * W;
    out.t.segment<6>(at) = column(b.t);
  }
}

// (2)
void write_complement(const denoc::Tree& x, DenocMatrices& out) {
  for (std::size_t i = 1; i < x.links.size(); ++i) {
    const Link& b = x.links[i];
    const auto at = 6 * static_cast<Eigen::Index>(i - 1);
    if (b.parent > 0) {
      const Eigen::Index before = 6 * static_cast<Eigen::Index>(b.parent - 1);
      const Mat6 B = Mat6::Identity() + moment_block(b.a), B_rate = moment_block(b.t.v - x.links[static_cast<std::size_t>(b.parent)].t.v);
      out.N_l.middleRows<6>(at) = B * out.N_l.middleRows<6>(before);
      out.N_l_rate.middleRows<6>(at) = B_rate * out.N_l.middleRows<6>(before) + B * out.N_l_rate.middleRows<6>(before);
    }
    out.N_l.block<6, 6>(at, at).setIdentity();
    for (int k = b.v_begin; k < b.v_begin + b.nv; ++k) {
      out.N_d.block<6, 1>(at, k) = column(x.generators[static_cast<std::size_t>(k)].p);
      out.N_d_rate.block<6, 1>(at, k) = column(x.generators[static_cast<std::size_t>(k)].p_rate);
    }
  }
}

// (3)
void write_loops(const Model& model, const Denoc::Scratch& s, const LoopRank* rank, denoc::Loops& loops, DenocMatrices& out) {
  denoc::update_rows(model, s.tree, loops);
  for (const Constraint& constraint : model.constraints()) {
    const int n = std::visit([](const auto& c) { return n_rows_of(c); }, constraint);
    const std::string name = std::visit(
        [](const auto& c) {
          if constexpr (requires { c.joint.name; }) return c.joint.name;
          else return c.name;
        },
        constraint);
    for (int i = 1; i <= n; ++i) out.rows.push_back(name + "." + std::to_string(i));
  }
  out.K = MatX::Zero(model.n_closure_rows(), out.M.rows());
  for (Eigen::Index r = 0; r < out.K.rows(); ++r) {
    const denoc::LoopRow& row = loops.rows[static_cast<std::size_t>(r)];
    const auto put = [&](int body, double factor) {
      if (body == 0) return;
      const Vec3d n = row.n + cross(row.point - s.tree.links[static_cast<std::size_t>(body)].com, row.f);
      out.K.block<1, 6>(r, 6 * static_cast<Eigen::Index>(body - 1)) += factor * column({n, row.f}).transpose();
    };
    put(row.second, 1);
    put(row.first, -1);
  }
  out.A = loops.A;
  out.gamma = loops.gamma;
  out.reduced = rank != nullptr && denoc::reduce(model, out.free, rank->rank, loops);
  if (!out.reduced) return;
  out.S = loops.N;
  for (std::size_t j = 0; j < loops.set.independent.size(); ++j) {
    out.independent.push_back(out.free[static_cast<std::size_t>(loops.set.independent[j])]);
    out.S.col(static_cast<Eigen::Index>(j)) /= model.column_scale()[out.independent.back()];
  }
  for (const int i : loops.set.dependent) out.dependent.push_back(out.free[static_cast<std::size_t>(i)]);
}

}  // namespace

DenocMatrices denoc_matrices(const Model& model, const State& state, const LoopRank* rank) {
  Denoc::Scratch s(model);
  resolve(model, state, forward_question(model, VecX::Zero(model.nv())), s.ask);
  denoc::update_motion(model, s.ask, s.tree);
  denoc::update_equations(model, s.tree);
  const auto n = 6 * static_cast<Eigen::Index>(model.bodies().size() - 1);
  DenocMatrices out;
  for (std::size_t i = 1; i < model.bodies().size(); ++i) {
    for (const char* part : {"wx", "wy", "wz", "vx", "vy", "vz"}) out.twists.push_back(model.bodies()[i].name + "." + part);
  }
  out.t = VecX::Zero(n);
  out.M = out.M_rate = out.N_l = out.N_l_rate = MatX::Zero(n, n);
  out.N_d = out.N_d_rate = MatX::Zero(n, model.nv());
  write_inertia(s.tree, out);
  write_complement(s.tree, out);
  const MatX T = out.N_l * out.N_d;
  out.I = T.transpose() * out.M * T;
  out.I.diagonal() += model.rotor_inertia();
  out.C = T.transpose() * (out.M * (out.N_l_rate * out.N_d + out.N_l * out.N_d_rate) + out.M_rate * T);
  out.free = s.ask.free;
  if (model.n_closure_rows() > 0) write_loops(model, s, rank, s.loops, out);
  return out;
}

}  // namespace zanjir
