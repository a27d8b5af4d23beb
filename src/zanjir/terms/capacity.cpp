#include "zanjir/terms/capacity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"

namespace zanjir {
namespace {

constexpr double nothing = 1e-9;  // of the largest

struct Spaces {
  MatX range, kernel;  // orthonormal: of the rows of a matrix, and what it does not see
};
Spaces spaces_of(const MatX& A) {
  if (A.rows() == 0 || A.cols() == 0) return {MatX::Zero(A.cols(), 0), MatX::Identity(A.cols(), A.cols())};
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullV);
  const Eigen::Index rank = svd.singularValues()[0] > 0 ? (svd.singularValues().array() > nothing * svd.singularValues()[0]).count() : 0;
  return {svd.matrixV().leftCols(rank), svd.matrixV().rightCols(A.cols() - rank)};
}

// sum |x_i| limit_i, where what is nothing but rounding does not meet an infinite limit.
double bound(const VecX& x, const VecX& limits) {
  double sum = 0;
  const double floor = nothing * x.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) > floor) sum += std::abs(x[i]) * limits[i];
  }
  return sum;
}

class Rows {
 public:
  void add(const VecX& normal, double bound) { normals_.push_back(normal), bounds_.push_back(bound); }
  SymmetricPolytope done(Eigen::Index dimension) const {
    SymmetricPolytope out{MatX(static_cast<Eigen::Index>(normals_.size()), dimension), VecX(static_cast<Eigen::Index>(normals_.size()))};
    for (std::size_t k = 0; k < normals_.size(); ++k) {
      out.normals.row(static_cast<Eigen::Index>(k)) = normals_[k].transpose();
      out.bounds[static_cast<Eigen::Index>(k)] = bounds_[k];
    }
    return out;
  }

 private:
  std::vector<VecX> normals_;
  std::vector<double> bounds_;
};

// (1)
SymmetricPolytope load_set(const MatX& A, const MatX& T, const VecX& limits) {
  Rows rows;
  const double floor = nothing * std::max(T.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  const auto [seen, unseen] = spaces_of(A);
  for (Eigen::Index k = 0; k < unseen.cols(); ++k) {  // a motion that no actuator feels carries nothing
    const VecX v = T * unseen.col(k);
    if (v.norm() > floor) rows.add(v, 0);
  }
  const MatX basis = A * seen, y = elementary_coefficients(basis);
  for (Eigen::Index k = 0; k < y.cols(); ++k) {
    const VecX v = T * (seen * y.col(k));
    if (v.norm() > floor) rows.add(v, bound(basis * y.col(k), limits));
  }
  return rows.done(T.rows());
}

// (2)
SymmetricPolytope velocity_set(const MatX& A, const MatX& T, const VecX& limits) {
  Rows rows;
  const MatX impossible = spaces_of(T.transpose()).kernel;  // directions in which it cannot move at all
  for (Eigen::Index k = 0; k < impossible.cols(); ++k) rows.add(impossible.col(k), 0);
  if (T.cols() == 0) return rows.done(T.rows());
  const MatX unmoved = spaces_of(T).kernel, balanced = spaces_of((A * unmoved).transpose()).kernel;  // tau that leaves nothing over but on T
  if (balanced.cols() == 0) return rows.done(T.rows());
  const Eigen::CompleteOrthogonalDecomposition<MatX> to_force(T.transpose());
  const MatX y = elementary_coefficients(balanced);
  double largest = 0;
  std::vector<std::pair<VecX, double>> found;
  for (Eigen::Index k = 0; k < y.cols(); ++k) {
    const VecX tau = balanced * y.col(k);
    found.emplace_back(to_force.solve(VecX(A.transpose() * tau)), bound(tau, limits));
    largest = std::max(largest, found.back().first.norm());
  }
  for (const auto& [F, b] : found) {
    if (F.norm() > nothing * largest) rows.add(F, b);  // else actuators that only press against each other
  }
  return rows.done(T.rows());
}

MatX picked(const MatX& twists, const std::vector<int>& rows) { return twists(rows, Eigen::all); }

}  // namespace

std::string_view name_of(Capacity c) {
  switch (c) {
    case Capacity::force: return "force";
    case Capacity::moment: return "moment";
    case Capacity::speed: return "speed";
    case Capacity::speed_not_turning: return "speed_not_turning";
    case Capacity::turn_rate: return "turn_rate";
    case Capacity::turn_rate_in_place: return "turn_rate_in_place";
  }
  return "";
}

std::string_view unit_of(Capacity c) { return is_load(c) ? (is_turn(c) ? "N m" : "N") : (is_turn(c) ? "rad/s" : "m/s"); }
bool is_load(Capacity c) { return c == Capacity::force || c == Capacity::moment; }
bool is_turn(Capacity c) { return c == Capacity::moment || c == Capacity::turn_rate || c == Capacity::turn_rate_in_place; }

bool has_limits(const Model& model, Capacity c) {
  const auto limited = [&](const Actuator& a) { return !std::isinf(is_load(c) ? a.force_limit : a.speed_limit); };
  return std::any_of(model.actuators().begin(), model.actuators().end(), limited) ||
         std::any_of(model.cut_actuators().begin(), model.cut_actuators().end(), limited);
}

SymmetricPolytope capacity_set(const Model& model, const DrivenMotion& motion, const MatX& twists, Capacity c) {
  const std::vector<int> turns = turn_components(model.plane()), shifts = shift_components(model.plane());
  MatX A = motion.A, T = picked(twists, is_turn(c) ? turns : shifts);
  if (c == Capacity::speed_not_turning || c == Capacity::turn_rate_in_place) {
    const MatX still = spaces_of(picked(twists, c == Capacity::speed_not_turning ? turns : shifts)).kernel;
    A = A * still;
    T = T * still;
  }
  VecX limits(A.rows());
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    const Actuator& a = motion.actuators[at(i)].actuator;
    limits[i] = is_load(c) ? a.force_limit : a.speed_limit;
  }
  return is_load(c) ? load_set(A, T, limits) : velocity_set(A, T, limits);
}

}  // namespace zanjir
