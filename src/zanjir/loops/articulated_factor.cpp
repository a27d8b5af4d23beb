#include "zanjir/loops/articulated_factor.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

using Mat3 = Eigen::Matrix3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;

// About sqrt(eps), as in kernels/articulated_body.hpp: of what was added up in the row, axis by axis, since a long chain has honest pivots far below its reach and,
// in a plane, moments about the other axes that grow with the cube of it.
constexpr double suspect_pivot = 1e-7;

Mat3 cross_of(const Vec3d& a) { return (Mat3() << 0, -a.z, a.y, a.z, 0, -a.x, -a.y, a.x, 0).finished(); }

Eigen::Matrix<double, 6, 6> spatial_inertia(const Mat3d& R, const double* b) {
  const Inertiad in_W = to_parent(Transformd{R, {0, 0, 0}}, Inertiad{b[0], {b[1], b[2], b[3]}, {b[4], b[5], b[6], b[7], b[8], b[9]}});
  const Sym3d& I = in_W.I;
  Eigen::Matrix<double, 6, 6> out;
  out.topLeftCorner<3, 3>() << I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz;
  out.topRightCorner<3, 3>() = cross_of(in_W.h);
  out.bottomLeftCorner<3, 3>() = -out.topRightCorner<3, 3>();
  out.bottomRightCorner<3, 3>() = in_W.m * Mat3::Identity();
  return out;
}

// The same seen from the origin of the parent, which lies at -p.   H' = H + P M,   I' = I + P H^T - H' P
void add_moved(const Vec3d& p, const Eigen::Matrix<double, 6, 6>& a, Eigen::Matrix<double, 6, 6>& sum) {
  const Mat3 P = cross_of(p), M = a.bottomRightCorner<3, 3>(), H = a.topRightCorner<3, 3>(), moved = H + P * M;
  sum.topLeftCorner<3, 3>() += a.topLeftCorner<3, 3>() + P * H.transpose() - moved * P;
  sum.topRightCorner<3, 3>() += moved;
  sum.bottomLeftCorner<3, 3>() += moved.transpose();
  sum.bottomRightCorner<3, 3>() += M;
}

void add_moved(const Vec3d& p, const Vec6& F, Eigen::Ref<Vec6> sum) {  // a wrench, as above
  sum[0] += F[0] + p.y * F[5] - p.z * F[4];
  sum[1] += F[1] + p.z * F[3] - p.x * F[5];
  sum[2] += F[2] + p.x * F[4] - p.y * F[3];
  sum.tail<3>() += F.tail<3>();
}

Vec6 moved_out(const Vec3d& p, const Vec6& A) {  // a motion of the parent, at the row's origin
  Vec6 out = A;
  out[3] += A[1] * p.z - A[2] * p.y;
  out[4] += A[2] * p.x - A[0] * p.z;
  out[5] += A[0] * p.y - A[1] * p.x;
  return out;
}

}  // namespace

ArticulatedFactor::ArticulatedFactor(const Model& model, const std::vector<int>& up)
    : rows_(at(model.n_steps())),
      free_(at(model.nv())),
      row_of_(at(model.nv())),
      rigid_(rows_.size(), Mat6::Zero()),
      inertia_(rigid_),
      origin_(rows_.size(), Vec3d{0, 0, 0}),
      size_(Eigen::Matrix3Xd::Zero(3, model.n_steps())),
      rotor_(model.rotor_inertia()),
      inverse_(VecX::Zero(model.nv())),
      root_(inverse_),
      axis_(Mat6X::Zero(6, model.nv())),
      U_(axis_),
      motion_(Mat6X::Zero(6, model.n_steps())),
      wrench_(motion_) {
  for (int row = 1; row < model.n_steps(); ++row) {
    const kernels::Step& step = model.tables().step[row];
    rows_[at(row)] = {step.parent, step.v_begin, step.v_begin + kernels::nv_of(step.joint)};
    for (int i = step.v_begin; i < rows_[at(row)].end; ++i) row_of_[at(i)] = row, free_[at(i)] = up[at(i)] >= -1;
  }
}

bool ArticulatedFactor::factor(const Model& model, const Workspace& ws, VecX& inverse_root) {
  const int n = model.n_steps();
  for (int i = 1; i < n; ++i) {
    const kernels::Step& step = model.tables().step[i];
    Row& row = rows_[at(i)];
    const Transformd X = row_pose(model, ws, i);
    origin_[at(i)] = X.p;
    row.from_parent = row.parent == 0 ? X.p : X.p - origin_[at(row.parent)];
    rigid_[at(i)] = inertia_[at(i)] = spatial_inertia(X.R, step.inertia);
    const int first = step.joint == kernels::Primitive::revolute_z ? 2 : step.joint == kernels::Primitive::prismatic_z ? 5 : 0;
    for (int j = row.begin; j < row.end; ++j) {
      const int k = first + j - row.begin;
      const Vec3d e = X.R.col(k % 3);
      axis_.col(j).segment<3>(k < 3 ? 0 : 3) << e.x, e.y, e.z;
    }
  }
  size_.setZero();
  for (int i = n - 1; i > 0; --i) {
    const Row& row = rows_[at(i)];
    Mat6& I = inertia_[at(i)];
    size_.col(i) += rigid_[at(i)].topLeftCorner<3, 3>().diagonal();
    const double slide = I.bottomRightCorner<3, 3>().trace();
    for (int j = row.end - 1; j >= row.begin; --j) {
      if (!free_[at(j)]) continue;
      const auto S = axis_.col(j);
      U_.col(j).noalias() = I * S;
      const bool turns = S.head<3>().squaredNorm() > 0;
      const Eigen::Vector3d share = S.head<3>().cwiseAbs2();
      const double D = S.dot(U_.col(j)) + rotor_[j];
      if (!(D > model.pivot_floor()[j] && D > suspect_pivot * (turns ? share.dot(size_.col(i)) : slide))) return false;
      if (turns && rotor_[j] == 0) size_.col(i) -= share.cwiseProduct(size_.col(i));  // along a free axis nothing is left
      inverse_[j] = 1 / D;
      inverse_root[j] = root_[j] = std::sqrt(inverse_[j]);
      const Vec6 W = U_.col(j) * inverse_[j];
      I.noalias() -= W * U_.col(j).transpose();
    }
    if (row.parent == 0) continue;
    add_moved(row.from_parent, I, inertia_[at(row.parent)]);
    size_.col(row.parent) += size_.col(i);
    size_.col(row.parent).array() += dot(row.from_parent, row.from_parent) * I.bottomRightCorner<3, 3>().trace();
  }
  return true;
}

void ArticulatedFactor::solve_transposed(VecX& f) {
  wrench_.setZero();
  for (auto i = static_cast<int>(rows_.size()) - 1; i > 0; --i) {
    const Row& row = rows_[at(i)];
    Vec6 p = wrench_.col(i);
    for (int j = row.end - 1; j >= row.begin; --j) {
      if (!free_[at(j)]) continue;
      const double e = f[j] - axis_.col(j).dot(p);
      p += U_.col(j) * (inverse_[j] * e);
      f[j] = root_[j] * e;
    }
    add_moved(row.from_parent, p, wrench_.col(row.parent));
  }
}

void ArticulatedFactor::solve(VecX& f) {
  for (int i = 1; i < static_cast<int>(rows_.size()); ++i) {
    const Row& row = rows_[at(i)];
    Vec6 A = moved_out(row.from_parent, motion_.col(row.parent));
    for (int j = row.begin; j < row.end; ++j) {
      if (!free_[at(j)]) continue;
      f[j] = root_[j] * f[j] - inverse_[j] * U_.col(j).dot(A);
      A += axis_.col(j) * f[j];
    }
    motion_.col(i) = A;
  }
}

void ArticulatedFactor::subtract_product(const VecX& x, VecX& f) {
  const auto n = static_cast<int>(rows_.size());
  for (int i = 1; i < n; ++i) {
    const Row& row = rows_[at(i)];
    Vec6 A = moved_out(row.from_parent, motion_.col(row.parent));
    for (int j = row.begin; j < row.end; ++j)
      if (free_[at(j)]) A += axis_.col(j) * x[j];
    motion_.col(i) = A;
    wrench_.col(i).noalias() = rigid_[at(i)] * A;
  }
  for (int i = n - 1; i > 0; --i) {
    const Row& row = rows_[at(i)];
    for (int j = row.begin; j < row.end; ++j)
      if (free_[at(j)]) f[j] -= axis_.col(j).dot(wrench_.col(i)) + rotor_[j] * x[j];
    if (row.parent != 0) add_moved(row.from_parent, wrench_.col(i), wrench_.col(row.parent));
  }
}

void ArticulatedFactor::make_room(int n, int n_speeds) {
  if (columns_.size() < 6 * n * n_speeds) columns_.resize(6 * n * n_speeds);
}

void ArticulatedFactor::solve_transposed(int n, int n_speeds, const int* speeds, const int* next, double* Z) {
  make_room(n, n_speeds);
  std::fill_n(columns_.data(), 6 * n * n_speeds, 0.0);
  for (int s = 0; s < n_speeds; ++s) {
    const int j = speeds[s];
    double *F = columns_.data() + 6 * n * s, *mine = Z + n * s;  // component k of column r at F[k n + r]
    for (int k = 0; k < 6; ++k)
      for (int r = 0; r < n; ++r) mine[r] -= axis_(k, j) * F[k * n + r];
    for (int k = 0; k < 6; ++k) {
      const double W = U_(k, j) * inverse_[j];
      for (int r = 0; r < n; ++r) F[k * n + r] += W * mine[r];
    }
    for (int r = 0; r < n; ++r) mine[r] *= root_[j];
    if (next[s] < 0) continue;
    const int row = row_of_[at(j)], row_next = row_of_[at(speeds[next[s]])];
    const Vec3d p = row == row_next ? Vec3d{0, 0, 0} : origin_[at(row)] - origin_[at(row_next)];
    double* sum = columns_.data() + 6 * n * next[s];
    for (int r = 0; r < n; ++r) {
      const double fx = F[3 * n + r], fy = F[4 * n + r], fz = F[5 * n + r];
      sum[r] += F[r] + p.y * fz - p.z * fy;
      sum[n + r] += F[n + r] + p.z * fx - p.x * fz;
      sum[2 * n + r] += F[2 * n + r] + p.x * fy - p.y * fx;
      sum[3 * n + r] += fx, sum[4 * n + r] += fy, sum[5 * n + r] += fz;
    }
  }
}

}  // namespace zanjir
