#include "support/random_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "zanjir/kernels/load_time.hpp"

namespace zanjir::test {

using kernels::Primitive;
using kernels::Step;

Numbers::Numbers(std::size_t n, double fill) : storage_(n + 8, fill), n_(n) {
  const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
  data_ = storage_.data() + (64 - address % 64) % 64 / 8;
}
Numbers::Numbers(const Numbers& other) : Numbers(other.n_) { std::copy_n(other.data_, n_, data_); }
Numbers& Numbers::operator=(const Numbers& other) {
  if (this == &other) return *this;
  Numbers copy(other.n_);
  std::copy_n(other.data_, other.n_, copy.data_);
  storage_.swap(copy.storage_);
  data_ = copy.data_;
  n_ = copy.n_;
  return *this;
}

int Tree::add(int parent, Primitive joint, const Eigen::Matrix3d& R, const Eigen::Vector3d& p, double mass, const Eigen::Vector3d& c,
              const Eigen::Matrix3d& I_c) {
  Step b;
  b.parent = parent;
  b.joint = joint;
  b.q_begin = nq;
  b.v_begin = nv;
  nq += kernels::nq_of(joint);
  nv += kernels::nv_of(joint);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) b.X_before[3 * i + j] = R(i, j);
  for (int i = 0; i < 3; ++i) b.X_before[9 + i] = p(i);
  const Eigen::Matrix3d I = I_c + mass * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
  const double inertia[10] = {mass, mass * c(0), mass * c(1), mass * c(2), I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  std::copy_n(inertia, 10, b.inertia);
  step.push_back(b);
  return static_cast<int>(step.size()) - 1;
}

void Tree::finish() {
  rotor_inertia.resize(static_cast<std::size_t>(nv), 0.0);
  pivot_floor.resize(step.size());
  slide_floor.resize(step.size());
  kernels::pivot_floors(tables(), pivot_floor.data(), slide_floor.data());
  planar.resize(step.size());
  if (!kernels::planar_steps(tables(), planar.data())) planar.clear();
}

kernels::Tables Tree::tables() const {
  kernels::Tables t;
  t.n_steps = static_cast<int>(step.size());
  t.nq = nq;
  t.nv = nv;
  t.step = step.data();
  const bool rotors = std::any_of(rotor_inertia.begin(), rotor_inertia.end(), [](double rotor) { return rotor != 0; });
  t.rotor_inertia = rotors ? rotor_inertia.data() : nullptr;
  t.pivot_floor = pivot_floor.data();
  t.slide_floor = slide_floor.data();
  t.planar = planar.empty() ? nullptr : planar.data();
  std::copy_n(gravity_W, 3, t.gravity_W);
  return t;
}

int Tree::depth() const {
  std::vector<int> depth(step.size(), 0);
  int deepest = 0;
  for (std::size_t i = 1; i < step.size(); ++i) deepest = std::max(deepest, depth[i] = depth[static_cast<std::size_t>(step[i].parent)] + 1);
  return deepest;
}

namespace {

Eigen::Vector3d random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
Eigen::Quaterniond random_turn(Random& random) {
  return Eigen::Quaterniond(random.normal(), random.normal(), random.normal(), random.normal()).normalized();
}

// Of a hinge (axis along the normal, either way) or a slide (at right angles to it), whose z axis it has.
Eigen::Matrix3d random_turn_in_plane(Random& random, Primitive joint, const Eigen::Vector3d& normal) {
  const auto across = [&](const Eigen::Vector3d& axis) -> Eigen::Vector3d {
    for (;;) {  // of two nearly parallel vectors the product is at right angles to neither, but for many digits
      const Eigen::Vector3d other = random_vector(random, 1), product = axis.cross(other);
      if (product.norm() > 0.3 * other.norm()) return product.normalized();
    }
  };
  const Eigen::Vector3d z = joint == Primitive::prismatic_z ? across(normal) : random.chance(0.5) ? normal : -normal, x = across(z);
  Eigen::Matrix3d R;
  R << x, z.cross(x), z;
  return R;
}

}  // namespace

Tree random_tree(Random& random, const TreeOptions& options) {
  Tree tree;
  for (int k = 0; k < 3; ++k) tree.gravity_W[k] = random.uniform(-10, 10);
  std::vector<int> massive{0};
  std::vector<Eigen::Vector3d> normal{random_turn(random) * Eigen::Vector3d::UnitZ()};  // of the plane, in row axes
  const auto turn_before = [&](int parent, Primitive joint) -> Eigen::Matrix3d {
    if (!options.in_plane) return random_turn(random).toRotationMatrix();
    const Eigen::Vector3d n = normal[static_cast<std::size_t>(parent)];
    const Eigen::Matrix3d R = random_turn_in_plane(random, joint, n);
    normal.push_back((R.transpose() * n).normalized());  // its length would double its error with every step
    return R;
  };
  for (int i = 0; i < options.n_massive; ++i) {
    int parent = random.chance(options.branching) ? massive[static_cast<std::size_t>(random.integer(0, static_cast<int>(massive.size()) - 1))]
                                                  : massive.back();
    const int n_massless = options.massless_steps && random.chance(0.3) ? random.integer(1, 2) : 0;
    int n_slides = 0;
    for (int k = 0; k < n_massless; ++k) {
      const Primitive joint = options.all_primitives && random.chance(0.3) ? Primitive::prismatic_z : Primitive::revolute_z;
      parent = tree.add(parent, joint, turn_before(parent, joint), random_vector(random, 0.5), 0, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Zero());
      n_slides += joint == Primitive::prismatic_z;
    }
    // A body has six freedoms, and two slides in a plane: a free one after massless steps, or a third slide, would leave some that no inertia resists.
    const int last_kind = options.in_plane ? n_slides < 2 : n_massless > 0 ? 2 : 3;
    const int kind = options.all_primitives ? random.integer(0, last_kind) : 0;
    const Eigen::Matrix3d turn = random_turn(random).toRotationMatrix();
    const Eigen::Vector3d moments(random.uniform(0.05, 0.1), random.uniform(0.05, 0.1), random.uniform(0.05, 0.1));
    massive.push_back(tree.add(parent, static_cast<Primitive>(kind), turn_before(parent, static_cast<Primitive>(kind)), random_vector(random, 0.5),
                               random.uniform(0.5, 2), random_vector(random, 0.3), turn * moments.asDiagonal() * turn.transpose()));
  }
  tree.rotor_inertia.assign(static_cast<std::size_t>(tree.nv), 0.0);
  if (options.rotors)
    for (double& rotor : tree.rotor_inertia) rotor = random.chance(0.5) ? random.uniform(0.01, 0.2) : 0.0;
  tree.finish();
  return tree;
}

RandomState random_state(Random& random, const Tree& tree) {
  RandomState s;
  const auto fill = [&](std::vector<double>& a, int n, double size) {
    a.resize(static_cast<std::size_t>(n));
    for (double& x : a) x = random.uniform(-size, size);
  };
  fill(s.q, tree.nq, 3);
  fill(s.v, tree.nv, 1);
  fill(s.vdot, tree.nv, 1);
  fill(s.tau, tree.nv, 5);
  fill(s.external, 6 * static_cast<int>(tree.step.size()), 3);
  for (const Step& b : tree.step) {  // quaternions of length 0.5 to 2
    if (&b == tree.step.data() || (b.joint != Primitive::ball && b.joint != Primitive::free)) continue;
    const Eigen::Quaterniond turn = random_turn(random);
    const double length = random.uniform(0.5, 2);
    double* at = s.q.data() + b.q_begin + (b.joint == Primitive::free ? 3 : 0);
    at[0] = length * turn.w(), at[1] = length * turn.x(), at[2] = length * turn.y(), at[3] = length * turn.z();
  }
  return s;
}

Twin::Twin(const Tree& tree, const RandomState& state) : tree_(tree), state_(state), q_(tree.nq), v_(tree.nv) {
  for (int i = 0; i < tree.nq; ++i) q_(i) = state.q[static_cast<std::size_t>(i)];
  for (int i = 0; i < tree.nv; ++i) v_(i) = state.v[static_cast<std::size_t>(i)];
  X_ = poses(q_);
}

namespace {

Mat3L R_before(const Step& b) {
  Mat3L R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = b.X_before[3 * i + j];
  return R;
}
Vec3L p_before(const Step& b) { return Vec3L(b.X_before[9], b.X_before[10], b.X_before[11]); }
Eigen::Quaternion<Real> quaternion_at(const VecL& q, int at) { return Eigen::Quaternion<Real>(q(at), q(at + 1), q(at + 2), q(at + 3)).normalized(); }

struct MassCentre {  // of a row, row axes
  Real m;
  Vec3L c;
  Mat3L I_c;
};
MassCentre mass_centre(const Step& b) {
  const double* x = b.inertia;
  MassCentre out{x[0], Vec3L::Zero(), Mat3L::Zero()};
  if (x[0] > 0) out.c = Vec3L(x[1], x[2], x[3]) / out.m;
  out.I_c << x[4], x[7], x[8], x[7], x[5], x[9], x[8], x[9], x[6];
  out.I_c -= out.m * (out.c.squaredNorm() * Mat3L::Identity() - out.c * out.c.transpose());
  return out;
}

}  // namespace

std::vector<PoseL> Twin::relative_poses(const VecL& q) const {
  std::vector<PoseL> X(tree_.step.size());
  for (std::size_t i = 1; i < X.size(); ++i) {
    const Step& b = tree_.step[i];
    PoseL joint;
    if (b.joint == Primitive::revolute_z) joint.R = Eigen::AngleAxis<Real>(q(b.q_begin), Vec3L::UnitZ()).toRotationMatrix();
    if (b.joint == Primitive::prismatic_z) joint.p = Vec3L(0, 0, q(b.q_begin));
    if (b.joint == Primitive::ball) joint.R = quaternion_at(q, b.q_begin).toRotationMatrix();
    if (b.joint == Primitive::free) joint = {quaternion_at(q, b.q_begin + 3).toRotationMatrix(), q.segment<3>(b.q_begin)};
    X[i] = {R_before(b) * joint.R, p_before(b) + R_before(b) * joint.p};
  }
  return X;
}

std::vector<PoseL> Twin::poses(const VecL& q) const {
  std::vector<PoseL> X = relative_poses(q);
  for (std::size_t i = 1; i < X.size(); ++i) {
    const PoseL& P = X[static_cast<std::size_t>(tree_.step[i].parent)];
    X[i] = {P.R * X[i].R, P.p + P.R * X[i].p};
  }
  return X;
}

MatL Twin::jacobian_at(const std::vector<PoseL>& X, int row, const Vec3L& point_row) const {
  const Vec3L P = X[static_cast<std::size_t>(row)].p + X[static_cast<std::size_t>(row)].R * point_row;
  MatL J = MatL::Zero(6, tree_.nv);
  for (int i = row; i != 0; i = tree_.step[static_cast<std::size_t>(i)].parent) {
    const Step& b = tree_.step[static_cast<std::size_t>(i)];
    const PoseL& B = X[static_cast<std::size_t>(i)];
    const auto turn = [&](int column, const Vec3L& e) {
      J.block<3, 1>(0, column) = e;
      J.block<3, 1>(3, column) = e.cross(P - B.p);
    };
    if (b.joint == Primitive::revolute_z) turn(b.v_begin, B.R.col(2));
    if (b.joint == Primitive::prismatic_z) J.block<3, 1>(3, b.v_begin) = B.R.col(2);
    if (b.joint == Primitive::ball || b.joint == Primitive::free)
      for (int k = 0; k < 3; ++k) turn(b.v_begin + k, B.R.col(k));
    if (b.joint == Primitive::free) J.block<3, 3>(3, b.v_begin + 3) = B.R;
  }
  return J;
}

VecL Twin::moved(Real t) const {
  VecL q = q_;
  for (std::size_t i = 1; i < tree_.step.size(); ++i) {
    const Step& b = tree_.step[i];
    if (b.joint == Primitive::revolute_z || b.joint == Primitive::prismatic_z) {
      q(b.q_begin) += t * v_(b.v_begin);
      continue;
    }
    const int at = b.q_begin + (b.joint == Primitive::free ? 3 : 0);
    const Eigen::Quaternion<Real> turn = quaternion_at(q_, at);
    const Vec3L w = v_.segment<3>(b.v_begin);
    const Real angle = w.norm() * t;
    const Eigen::Quaternion<Real> after = turn * Eigen::Quaternion<Real>(Eigen::AngleAxis<Real>(angle, w.normalized()));
    q(at) = after.w(), q(at + 1) = after.x(), q(at + 2) = after.y(), q(at + 3) = after.z();
    if (b.joint == Primitive::free) q.segment<3>(b.q_begin) += t * (turn * Vec3L(v_.segment<3>(b.v_begin + 3)));
  }
  return q;
}

MatL Twin::mass_matrix() const {
  MatL M = MatL::Zero(tree_.nv, tree_.nv);
  const std::vector<PoseL>& X = X_;
  for (std::size_t i = 1; i < X.size(); ++i) {
    const MassCentre b = mass_centre(tree_.step[i]);
    const MatL J = jacobian_at(X, static_cast<int>(i), b.c);
    M += J.topRows(3).transpose() * (X[i].R * b.I_c * X[i].R.transpose()) * J.topRows(3) + b.m * J.bottomRows(3).transpose() * J.bottomRows(3);
  }
  for (int i = 0; i < tree_.nv; ++i) M(i, i) += tree_.rotor_inertia[static_cast<std::size_t>(i)];
  return M;
}

VecL Twin::bias(bool with_external) const {
  VecL tau = VecL::Zero(tree_.nv);
  const std::vector<PoseL>& X = X_;
  const Vec3L g(tree_.gravity_W[0], tree_.gravity_W[1], tree_.gravity_W[2]);
  const Real h = 1e-4L;
  const auto after = [&](Real t) { return poses(moved(t)); };
  const std::vector<PoseL> a1 = after(h), b1 = after(-h), a2 = after(2 * h), b2 = after(-2 * h);
  for (std::size_t i = 1; i < X.size(); ++i) {
    const int row = static_cast<int>(i);
    const MassCentre b = mass_centre(tree_.step[i]);
    const MatL J = jacobian_at(X, row, b.c);
    const VecL Jdot_v =
        (8 * (jacobian_at(a1, row, b.c) - jacobian_at(b1, row, b.c)) - (jacobian_at(a2, row, b.c) - jacobian_at(b2, row, b.c))) * v_ / (12 * h);
    const Mat3L I = X[i].R * b.I_c * X[i].R.transpose();
    const Vec3L w = J.topRows(3) * v_;
    const Vec3L n = I * Vec3L(Jdot_v.head<3>()) + w.cross(I * w), f = b.m * (Vec3L(Jdot_v.tail<3>()) - g);
    tau += J.topRows(3).transpose() * n + J.bottomRows(3).transpose() * f;
    if (with_external) {
      const double* e = state_.external.data() + 6 * i;
      const MatL J_o = jacobian_at(X, row, Vec3L::Zero());
      tau -= J_o.topRows(3).transpose() * (X[i].R * Vec3L(e[0], e[1], e[2])) + J_o.bottomRows(3).transpose() * (X[i].R * Vec3L(e[3], e[4], e[5]));
    }
  }
  return tau;
}

VecL Twin::velocity(int row) const {
  const VecL V = jacobian_at(X_, row, Vec3L::Zero()) * v_;
  const Mat3L R = X_[static_cast<std::size_t>(row)].R;
  VecL out(6);
  out << R.transpose() * V.head<3>(), R.transpose() * V.tail<3>();
  return out;
}

std::vector<const kernels::Functions*> tables_of_one_lane() {
  std::vector<const kernels::Functions*> out;
  for (const char* isa : {"base", "avx2", "avx512"})
    if (const auto* table = kernels::functions_for(isa, 1)) out.push_back(table);
  return out;
}
std::vector<const kernels::Functions*> tables_of_many_lanes() {
  std::vector<const kernels::Functions*> out;
  if (const auto* table = kernels::functions_for("avx2", 4)) out.push_back(table);
  if (const auto* table = kernels::functions_for("avx512", 8)) out.push_back(table);
  return out;
}

}  // namespace zanjir::test
