#include "zanjir/core/symmetric_polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/decompositions.hpp"

namespace zanjir {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double same = 1e-9;  // of unit vectors, and of the size of the set

// Calls apply(places) for every choice of k of the numbers 0 ... n - 1.
template <class Apply> void for_each_choice(int n, int k, Apply&& apply) {
  if (k > n || k < 0) return;
  std::vector<int> places(static_cast<std::size_t>(k));
  for (int i = 0; i < k; ++i) places[static_cast<std::size_t>(i)] = i;
  for (;;) {
    apply(places);
    int i = k - 1;
    while (i >= 0 && places[static_cast<std::size_t>(i)] == n - k + i) --i;
    if (i < 0) return;
    ++places[static_cast<std::size_t>(i)];
    for (int j = i + 1; j < k; ++j) places[static_cast<std::size_t>(j)] = places[static_cast<std::size_t>(j - 1)] + 1;
  }
}

bool on_one_line(const VecX& a, const VecX& b) { return std::min((a - b).norm(), (a + b).norm()) < same; }

// With unit normals, without what bounds nothing, and of rows with one normal the tightest.
SymmetricPolytope tidy(const SymmetricPolytope& p) {
  std::vector<VecX> normals;
  std::vector<double> bounds;
  for (Eigen::Index k = 0; k < p.normals.rows(); ++k) {
    const double size = p.normals.row(k).norm();
    if (!(size > 0) || !std::isfinite(p.bounds[k])) continue;
    const VecX n = p.normals.row(k).transpose() / size;
    const double b = p.bounds[k] / size;
    const auto twin = std::find_if(normals.begin(), normals.end(), [&](const VecX& m) { return on_one_line(m, n); });
    if (twin == normals.end()) normals.push_back(n), bounds.push_back(b);
    else bounds[static_cast<std::size_t>(twin - normals.begin())] = std::min(bounds[static_cast<std::size_t>(twin - normals.begin())], b);
  }
  SymmetricPolytope out{MatX(static_cast<Eigen::Index>(normals.size()), p.normals.cols()), VecX(static_cast<Eigen::Index>(normals.size()))};
  for (std::size_t k = 0; k < normals.size(); ++k) {
    out.normals.row(static_cast<Eigen::Index>(k)) = normals[k].transpose();
    out.bounds[static_cast<Eigen::Index>(k)] = bounds[k];
  }
  return out;
}

// Of points in a plane with this normal, their order round their middle.
std::vector<int> round_order(const MatX& vertices, std::vector<int> face, const Eigen::Vector3d& normal) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  const auto point = [&](int i) {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    x.head(vertices.cols()) = vertices.row(i).transpose();
    return x;
  };
  for (const int i : face) middle += point(i) / static_cast<double>(face.size());
  const Eigen::Vector3d across = (point(face[0]) - middle).normalized(), up = normal.cross(across);
  std::sort(face.begin(), face.end(), [&](int i, int j) {
    const Eigen::Vector3d a = point(i) - middle, b = point(j) - middle;
    return std::atan2(a.dot(up), a.dot(across)) < std::atan2(b.dot(up), b.dot(across));
  });
  return face;
}

MatX vertices_of(const SymmetricPolytope& p) {
  const int d = static_cast<int>(p.normals.cols());
  std::vector<VecX> found;
  const double size = p.bounds.maxCoeff();
  for_each_choice(static_cast<int>(p.normals.rows()), d, [&](const std::vector<int>& rows) {
    const MatX A = p.normals(rows, Eigen::all);
    const Eigen::FullPivLU<MatX> lu(A);
    if (std::abs(lu.determinant()) < same) return;
    for (int signs = 0; signs < 1 << d; ++signs) {
      VecX b(d);
      for (int i = 0; i < d; ++i) b[i] = (signs >> i & 1 ? -1 : 1) * p.bounds[rows[static_cast<std::size_t>(i)]];
      const VecX x = lu.solve(b);
      if (((p.normals * x).cwiseAbs() - p.bounds).maxCoeff() > same * size) continue;
      if (std::none_of(found.begin(), found.end(), [&](const VecX& y) { return (x - y).norm() <= same * 10 * size; })) found.push_back(x);
    }
  });
  MatX out(static_cast<Eigen::Index>(found.size()), d);
  for (std::size_t i = 0; i < found.size(); ++i) out.row(static_cast<Eigen::Index>(i)) = found[i].transpose();
  return out;
}

}  // namespace

double inscribed_radius(const SymmetricPolytope& p) {
  double radius = infinite;
  for (Eigen::Index k = 0; k < p.normals.rows(); ++k) {
    const double size = p.normals.row(k).norm();
    if (size > 0) radius = std::min(radius, p.bounds[k] / size);
  }
  return radius;
}

double extent(const SymmetricPolytope& p, const VecX& direction) {
  double reach = infinite;
  for (Eigen::Index k = 0; k < p.normals.rows(); ++k) {
    const double along = std::abs(p.normals.row(k).dot(direction));
    if (along > 1e-12 * p.normals.row(k).norm()) reach = std::min(reach, p.bounds[k] / along);
  }
  return reach;
}

PolytopeShape shape_of(const SymmetricPolytope& wide) {
  const SymmetricPolytope p = tidy(wide);
  const int d = static_cast<int>(p.normals.cols());
  PolytopeShape shape;
  shape.bounded = p.normals.rows() >= d && Eigen::FullPivLU<MatX>(p.normals).setThreshold(same).rank() == d;
  if (!shape.bounded) return shape;
  shape.vertices = vertices_of(p);
  const int n = static_cast<int>(shape.vertices.rows());
  if (d == 2 && n > 2) {
    std::vector<int> all(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = i;
    shape.vertices = MatX(shape.vertices(round_order(shape.vertices, all, Eigen::Vector3d::UnitZ()), Eigen::all));
  }
  if (d != 3) return shape;
  for (Eigen::Index k = 0; k < p.normals.rows(); ++k) {
    for (const double side : {1.0, -1.0}) {
      std::vector<int> face;
      for (int i = 0; i < n; ++i) {
        if (std::abs(side * p.normals.row(k).dot(shape.vertices.row(i)) - p.bounds[k]) < 100 * same * p.bounds.maxCoeff()) face.push_back(i);
      }
      if (face.size() > 2 && p.bounds[k] > 0) shape.faces.push_back(round_order(shape.vertices, face, side * p.normals.row(k).transpose()));
    }
  }
  return shape;
}

MatX elementary_coefficients(const MatX& basis) {
  const auto m = static_cast<int>(basis.rows()), r = static_cast<int>(basis.cols());
  MatX unit = basis;
  const double largest = m > 0 ? basis.rowwise().norm().maxCoeff() : 0;
  for (int i = 0; i < m; ++i) {
    const double size = basis.row(i).norm();
    if (size > 1e-12 * largest) unit.row(i) /= size;
    else unit.row(i).setZero();
  }
  std::vector<VecX> found;
  if (r > 0 && largest > 0) {
    for_each_choice(m, r - 1, [&](const std::vector<int>& rows) {
      VecX y = VecX::Ones(1);
      if (r > 1) {
        const Eigen::JacobiSVD<MatX> svd(MatX(unit(rows, Eigen::all)), Eigen::ComputeFullV);
        if (svd.singularValues()[r - 2] < same) return;  // they leave more than one direction; other choices find those
        y = svd.matrixV().col(r - 1);
      }
      if (std::none_of(found.begin(), found.end(), [&](const VecX& x) { return on_one_line(x, y); })) found.push_back(y);
    });
  }
  MatX out(r, static_cast<Eigen::Index>(found.size()));
  for (std::size_t k = 0; k < found.size(); ++k) out.col(static_cast<Eigen::Index>(k)) = found[k];
  return out;
}

}  // namespace zanjir
