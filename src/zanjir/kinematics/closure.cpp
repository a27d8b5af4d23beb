// Source of the row formulas: own derivation (1)-(4). All vectors in J axes; w, alpha: angular velocity and acceleration of C relative to J;
// b = R_JC a, b' = w x b, b'' = alpha x b + w x (w x b); c = 1 + a . b; q = (s, x) the quaternion of R_JC, s >= 0.
//   translation  phi = u . p                  phi'' = u . p''                                                         (1)
//   alignment    phi = 2 u.b/c                phi'' = 2 [u.b''/c - 2 (u.b')(a.b')/c² - (u.b)(a.b'')/c² + 2 (u.b)(a.b')²/c³]   (2)
//   universal    phi = a_0.b - const          phi'' = a_0 . b''                                                       (3)
//   rotation     phi = 2 u.x                  phi'' = u . (s' w + s alpha + alpha x x + w x x'),  x' = (s w + w x x)/2, s' = -w.x/2   (4)
#include "zanjir/kinematics/closure.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/core/contract.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

template <class... Fs> struct overloaded : Fs... { using Fs::operator()...; };
template <class... Fs> overloaded(Fs...) -> overloaded<Fs...>;

Eigen::Vector3d eigen(const Vec3d& a) { return {a.x, a.y, a.z}; }

// Motion of a section per unit speed of each mode of its body, section axes, as the pass over positions has left it.
template <class Visit> void for_each_mode(const Model& model, const Workspace& ws, const kernels::Step& step, Visit&& visit) {
  const kernels::Section& section = model.tables().section[step.flexible];
  const kernels::Elastic& body = model.tables().elastic[section.elastic];
  const double* Phi = ws.tree.data() + kernels::scratch_layout(model.n_steps()).total + static_cast<std::size_t>(section.scratch);
  for (int k = 0; k < body.n_modes; ++k, Phi += 6) visit(k, Motiond{{Phi[0], Phi[1], Phi[2]}, {Phi[3], Phi[4], Phi[5]}});
}

// Each step between the two bodies, from either side up to where the sides meet: visit(row, sign). What lies nearer to the ground moves both alike.
template <class Visit> void walk_between(const Model& model, const Closure::Pair& pair, Visit&& visit) {
  for (int i = pair.row_second, j = pair.row_first; i != j;) {  // parents precede children: the larger row is not an ancestor of the other
    int& row = i > j ? i : j;
    visit(row, i > j ? 1.0 : -1.0);
    row = model.tables().step[row].parent;
  }
}

struct SpeedsOfStep {
  int begin = 0, n = 0;
};
SpeedsOfStep speeds_of(const Model& model, const kernels::Step& step) {
  if (step.joint != kernels::Primitive::section) return {step.v_begin, kernels::nv_of(step.joint)};
  const kernels::Elastic& body = model.tables().elastic[model.tables().section[step.flexible].elastic];  // moves with the modes of its body
  return {body.v_begin, body.n_modes};
}

// Motion of the second body relative to the first at p_W per unit of each speed between them: add(place of the speed in the rows of the pair, w, v), world
// axes. Both sides may stand on sections of one body: its modes come twice.
template <class Add>
void for_each_speed_between(const Model& model, const Workspace& ws, const Closure::Pair& pair, const int* places, const Vec3d& p_W, Add&& add) {
  const int* next_place = places + pair.places_begin;
  walk_between(model, pair, [&](int row, double sign) {
    const kernels::Step& step = model.tables().step[row];
    const Transformd X = row_pose(model, ws, row);
    const int place = *next_place++;
    const auto turn = [&](int k, const Vec3d& e) { add(place + k, e * sign, cross(e, p_W - X.p) * sign); };
    const auto slide = [&](int k, const Vec3d& e) { add(place + k, Vec3d{0, 0, 0}, e * sign); };
    switch (step.joint) {
      case kernels::Primitive::revolute_z: turn(0, X.R.col(2)); break;
      case kernels::Primitive::prismatic_z: slide(0, X.R.col(2)); break;
      case kernels::Primitive::free:
        for (int k = 0; k < 3; ++k) slide(3 + k, X.R.col(k));
        [[fallthrough]];
      case kernels::Primitive::ball:
        for (int k = 0; k < 3; ++k) turn(k, X.R.col(k));
        break;
      case kernels::Primitive::fixed: break;
      case kernels::Primitive::section:
        for_each_mode(model, ws, step, [&](int k, const Motiond& Phi) {
          const Vec3d w = X.R * Phi.w, v = X.R * Phi.v + cross(w, p_W - X.p);
          add(place + k, w * sign, v * sign);
        });
        break;
    }
  });
}

// The numbers of n rows of one pattern, n_speeds each, one after the other.
struct RowNumbers {
  double* numbers;
  Eigen::Index n_speeds;
};
RowNumbers clear_rows(SparseRows& rows, Eigen::Index first, Eigen::Index n) {
  const int begin = rows.outerIndexPtr()[first], n_speeds = rows.outerIndexPtr()[first + 1] - begin;
  double* numbers = rows.valuePtr() + begin;
  std::fill(numbers, numbers + n * n_speeds, 0.0);
  return {numbers, n_speeds};
}

// Phi_q of the n rows from `first_row` on, all wrench pairs at p_W.
void fill_rows(const Model& model, const Workspace& ws, const Closure::Pair& pair, const Vec3d& p_W, Eigen::Index first_row, Eigen::Index n,
               Closure& x) {
  const RowNumbers rows = clear_rows(x.Phi_q, first_row, n);
  const double* wrench = x.wrench.data() + 6 * first_row;
  for_each_speed_between(model, ws, pair, x.places.data(), p_W, [&](int place, const Vec3d& w, const Vec3d& v) {
    const double* W = wrench;
    for (double *number = rows.numbers + place, *end = rows.numbers + n * rows.n_speeds; number < end; number += rows.n_speeds, W += 6)
      *number += W[0] * w.x + W[1] * w.y + W[2] * w.z + W[3] * v.x + W[4] * v.y + W[5] * v.z;
  });
}

// The speeds of one constraint, which are those between its two bodies or of a gear, and where its steps find them.
void take_speeds(const Model& model, const Gear* gear, Closure::Pair& pair, std::vector<int>& places, std::vector<int>& speeds) {
  speeds.clear();
  pair.places_begin = static_cast<int>(places.size());
  if (gear) {
    speeds = {gear->speed_a, gear->speed_b};
    places.insert(places.end(), speeds.begin(), speeds.end());
  } else {
    walk_between(model, pair, [&](int row, double) {
      const SpeedsOfStep own = speeds_of(model, model.tables().step[row]);
      places.push_back(own.begin);
      for (int k = 0; k < own.n; ++k) speeds.push_back(own.begin + k);
    });
  }
  std::sort(speeds.begin(), speeds.end());
  speeds.erase(std::unique(speeds.begin(), speeds.end()), speeds.end());
  for (auto place = places.begin() + pair.places_begin; place != places.end(); ++place)
    *place = static_cast<int>(std::lower_bound(speeds.begin(), speeds.end(), *place) - speeds.begin());
}

struct PointMotion {
  Vec3d w, v, alpha, a;  // angular velocity, velocity, angular acceleration, acceleration of the point; world axes
};
// Of the point of `row` now at p_W, for the accelerations that are in the scratch (with -gravity in `a`).
PointMotion motion_at(const Model& model, const Workspace& ws, int row, const Vec3d& p_W) {
  const double* A = ws.tree.data() + kernels::scratch_layout(model.n_steps()).A + 6 * static_cast<std::size_t>(row);
  if (row == 0) return {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {A[3], A[4], A[5]}};  // minus gravity, or nothing: as the recursion had it
  const Transformd X = row_pose(model, ws, row);
  const Vec3d p = inverse(X) * p_W;
  const Motiond V = row_velocity(model, ws, row);
  const Vec3d A_w{A[0], A[1], A[2]}, A_v{A[3], A[4], A[5]};
  const Vec3d v = V.v + cross(V.w, p);
  return {X.R * V.w, X.R * v, X.R * A_w, X.R * (A_v + cross(A_w, p) + cross(V.w, v))};
}

void place(const Model& model, const Workspace& ws, Closure::Pair& pair) {
  pair.X_WJ = row_pose(model, ws, pair.row_first) * pair.X_first;
  pair.X_JC = inverse(pair.X_WJ) * (row_pose(model, ws, pair.row_second) * pair.X_second);
}
double row_second_derivative(const Joint& joint, const ClosureRow& row, const Transformd& X_JC, const Vec3d& w, const Vec3d& alpha,
                             const Vec3d& p_ddot) {
  const auto twice = [&](const Vec3d& b) { return cross(alpha, b) + cross(w, cross(w, b)); };
  switch (row.kind) {
    case RowKind::translation: return dot(row.u, p_ddot);
    case RowKind::alignment: {
      const Vec3d a = aligned_axis(joint), b = X_JC.R * a, db = cross(w, b), ddb = twice(b);
      const double c = 1 + dot(a, b), f = dot(row.u, b), df = dot(row.u, db), dc = dot(a, db);
      return 2 * (dot(row.u, ddb) / c - 2 * df * dc / (c * c) - f * dot(a, ddb) / (c * c) + 2 * f * dc * dc / (c * c * c));
    }
    case RowKind::universal: return dot(joint.axes[0], twice(X_JC.R * joint.axes[1]));
    case RowKind::rotation: {
      const Quatd q = to_quaternion(X_JC.R);
      const Vec3d x{q.x, q.y, q.z}, dx = (w * q.w + cross(w, x)) * 0.5;
      const double ds = -0.5 * dot(w, x);
      return dot(row.u, w * ds + alpha * q.w + cross(alpha, x) + cross(w, dx));
    }
  }
  return 0;
}

}  // namespace

Forced row_wrench(const Joint& joint, const ClosureRow& row, const Transformd& X_JC) {
  switch (row.kind) {
    case RowKind::translation: return {{0, 0, 0}, row.u};
    case RowKind::alignment: {
      const Vec3d a = aligned_axis(joint), b = X_JC.R * a;
      const double c = 1 + dot(a, b);
      return {(cross(b, row.u) * c - cross(b, a) * dot(row.u, b)) * (2 / (c * c)), {0, 0, 0}};
    }
    case RowKind::universal: return {cross(X_JC.R * joint.axes[1], joint.axes[0]), {0, 0, 0}};
    case RowKind::rotation: {
      const Quatd q = to_quaternion(X_JC.R);
      return {row.u * q.w + cross(Vec3d{q.x, q.y, q.z}, row.u), {0, 0, 0}};
    }
  }
  return {};
}

namespace {

void attach(const Model& model, BodyId id, const Transformd& X_BF, int& row, Transformd& X_RF) {
  const Body& body = model.body(id);
  row = body.row;
  X_RF = body.X_RB * X_BF;
}
void attach(const Model& model, const Joint& joint, Closure::Pair& pair) {
  attach(model, joint.parent, joint.X_PJ, pair.row_first, pair.X_first);
  attach(model, joint.child, joint.X_CJ, pair.row_second, pair.X_second);
}

// Rows that are added with their speeds and made into a matrix of zeros when all are there.
struct RowPattern {
  std::vector<int> begin{0}, columns;
  void add(int n_rows, const std::vector<int>& speeds) {
    for (int i = 0; i < n_rows; ++i) {
      columns.insert(columns.end(), speeds.begin(), speeds.end());
      begin.push_back(static_cast<int>(columns.size()));
    }
  }
  SparseRows zeros(int n_columns) const {
    const std::vector<double> numbers(columns.size(), 0.0);
    return Eigen::Map<const SparseRows>(static_cast<Eigen::Index>(begin.size()) - 1, n_columns, static_cast<Eigen::Index>(columns.size()),
                                        begin.data(), columns.data(), numbers.data());
  }
};

}  // namespace

Closure::Closure(const Model& model) : Closure(model, model.constraints()) {}

Closure::Closure(const Model& model, std::span<const Constraint> constraints) {
  RowPattern pattern;
  std::vector<int> speeds;
  for (const Constraint& constraint : constraints) {
    Pair& pair = pairs.emplace_back();
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      attach(model, cut->joint, pair);
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      attach(model, model.frame(rod->a).body, model.frame(rod->a).X_BF, pair.row_first, pair.X_first);
      attach(model, model.frame(rod->b).body, model.frame(rod->b).X_BF, pair.row_second, pair.X_second);
    }
    take_speeds(model, std::get_if<Gear>(&constraint), pair, places, speeds);
    pattern.add(n_rows_of(constraint), speeds);
  }
  Phi_q = pattern.zeros(model.nv());
  const Eigen::Index n_rows = Phi_q.rows();
  phi = phi_dot = gamma = VecX::Zero(n_rows);
  wrench = Mat6X::Zero(6, n_rows);
  point = Eigen::Matrix3Xd::Zero(3, n_rows);
}

void update_closure_positions(const Model& model, const Workspace& ws, Closure& x) { update_closure_positions(model, model.constraints(), ws, x); }

void update_closure_positions(const Model& model, std::span<const Constraint> constraints, const Workspace& ws, Closure& x) {
  update_closure_residuals(model, constraints, ws, x);
  update_closure_rows(model, constraints, ws, x);
}

void update_closure_residuals(const Model& model, std::span<const Constraint> constraints, const Workspace& ws, Closure& x) {
  ZANJIR_ASSERT(ws.stage >= Stage::position && constraints.size() == x.pairs.size());
  Eigen::Index i = 0;
  for (std::size_t c = 0; c < constraints.size(); ++c) {
    Closure::Pair& pair = x.pairs[c];
    std::visit(overloaded{
                   [&](const CutJoint& cut) {
                     if (cut.rows.empty()) return;
                     place(model, ws, pair);
                     for (const ClosureRow& row : cut.rows) x.phi[i++] = closure_residual<double>(cut.joint, row, pair.X_JC);
                   },
                   [&](const Distance& rod) {
                     if (rod.springs >= 0) return;
                     place(model, ws, pair);
                     x.phi[i++] = norm(pair.X_JC.p) - rod.length_m;
                   },
                   [&](const Gear& gear) {
                     if (gear.springs >= 0) return;
                     x.phi[i++] = ws.q[gear.coordinate_b] - gear.ratio * ws.q[gear.coordinate_a] - gear.offset;
                   },
               },
               constraints[c]);
  }
}

void update_closure_rows(const Model& model, std::span<const Constraint> constraints, const Workspace& ws, Closure& x) {
  ZANJIR_ASSERT(ws.stage >= Stage::position && constraints.size() == x.pairs.size());
  Eigen::Index i = 0;
  for (std::size_t c = 0; c < constraints.size(); ++c) {
    const Closure::Pair& pair = x.pairs[c];
    const Eigen::Index first = i;
    std::visit(overloaded{
                   [&](const CutJoint& cut) {
                     if (cut.rows.empty()) return;
                     const Vec3d p = pair.X_WJ * pair.X_JC.p;
                     for (const ClosureRow& row : cut.rows) {
                       const Forced W = row_wrench(cut.joint, row, pair.X_JC);
                       x.wrench.col(i) << eigen(pair.X_WJ.R * W.n), eigen(pair.X_WJ.R * W.f);
                       x.point.col(i) = eigen(p);
                       ++i;
                     }
                     fill_rows(model, ws, pair, p, first, i - first, x);
                   },
                   [&](const Distance& rod) {
                     if (rod.springs >= 0) return;
                     const Vec3d d = pair.X_WJ.R * pair.X_JC.p, p = pair.X_WJ.p + d;
                     x.wrench.col(i) << 0, 0, 0, eigen(d * (1 / norm(d)));
                     x.point.col(i) = eigen(p);
                     fill_rows(model, ws, pair, p, i, 1, x);
                     ++i;
                   },
                   [&](const Gear& gear) {
                     if (gear.springs >= 0) return;
                     double* row = x.Phi_q.valuePtr() + x.Phi_q.outerIndexPtr()[i++];
                     const int *a = x.places.data() + pair.places_begin, *b = a + 1;
                     row[*a] = 0;
                     row[*b] = 1;
                     row[*a] -= gear.ratio;
                   },
               },
               constraints[c]);
  }
}

void scale_rows(const Closure& x, const VecX& R, const VecX& C, MatX& A) {
  A.setZero(R.size(), x.Phi_q.cols());
  for (Eigen::Index i = 0; i < R.size(); ++i) {
    for (SparseRows::InnerIterator entry(x.Phi_q, i); entry; ++entry) A(i, entry.col()) = R[i] * entry.value() * C[entry.col()];
  }
}

void update_closure_rates(const Model& model, const Workspace& ws, Closure& x) {
  ZANJIR_ASSERT(ws.stage >= Stage::velocity);
  Eigen::Index i = 0;
  const auto rate_of = [&](Eigen::Index row, const Vec3d& w, const Vec3d& v) {
    const double* W = x.wrench.data() + 6 * row;
    return W[0] * w.x + W[1] * w.y + W[2] * w.z + W[3] * v.x + W[4] * v.y + W[5] * v.z;
  };
  for (std::size_t k = 0; k < x.pairs.size(); ++k) {
    const Closure::Pair& pair = x.pairs[k];
    std::visit(overloaded{
                   [&](const CutJoint& cut) {
                     if (cut.rows.empty()) return;
                     const Vec3d p = pair.X_WJ * pair.X_JC.p;
                     const PointMotion c = motion_at(model, ws, pair.row_second, p), j = motion_at(model, ws, pair.row_first, p);
                     const Mat3d& R = pair.X_WJ.R;
                     const Vec3d w_J = transpose_times(R, j.w), w = transpose_times(R, c.w - j.w), p_dot = transpose_times(R, c.v - j.v);
                     const Vec3d alpha = transpose_times(R, c.alpha - j.alpha) - cross(w_J, w);
                     const Vec3d p_ddot = transpose_times(R, c.a - j.a) - cross(w_J, p_dot) * 2.0;
                     for (const ClosureRow& row : cut.rows) {
                       x.phi_dot[i] = rate_of(i, c.w - j.w, c.v - j.v);
                       x.gamma[i++] = -row_second_derivative(cut.joint, row, pair.X_JC, w, alpha, p_ddot);
                     }
                   },
                   [&](const Distance& rod) {
                     if (rod.springs >= 0) return;
                     const Vec3d d = pair.X_WJ.R * pair.X_JC.p;
                     const PointMotion a = motion_at(model, ws, pair.row_first, pair.X_WJ.p),
                                       b = motion_at(model, ws, pair.row_second, pair.X_WJ.p + d);
                     const double length = norm(d);
                     const Vec3d u = d * (1 / length), rate = b.v - a.v;
                     const double along = dot(u, rate);
                     x.phi_dot[i] = along;
                     x.gamma[i++] = -dot(u, b.a - a.a) - (dot(rate, rate) - along * along) / length;
                   },
                   [&](const Gear& gear) {
                     if (gear.springs >= 0) return;
                     x.phi_dot[i] = ws.v[gear.speed_b] - gear.ratio * ws.v[gear.speed_a];
                     x.gamma[i++] = 0;
                   },
               },
               model.constraints()[k]);
  }
}

namespace {

struct CutPoses {
  Transformd X_WJ, X_WC, X_JC;
};
CutPoses cut_poses(const Model& model, const Workspace& ws, const Joint& joint) {
  const Transformd X_WJ = body_pose(model, ws, joint.parent) * joint.X_PJ, X_WC = body_pose(model, ws, joint.child) * joint.X_CJ;
  return {X_WJ, X_WC, inverse(X_WJ) * X_WC};
}

}  // namespace

void cut_coordinates(const Model& model, const Workspace& ws, VecX& q_cut) {
  q_cut.resize(model.n_cut_q());
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    double* q = q_cut.data() + cut->joint.q_begin;
    joint_coordinates(cut->joint, cut_poses(model, ws, cut->joint).X_JC, q);
    if (const int part = cut->turns.part; part >= 0) q[part] = counted(cut->turns, ws.q.data(), q[part]);
  }
}

CutRows::CutRows(const Model& model) : q_cut(VecX::Zero(model.n_cut_q())) {
  RowPattern pattern;
  std::vector<int> speeds;
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    Closure::Pair& pair = pairs.emplace_back();
    attach(model, cut->joint, pair);
    take_speeds(model, nullptr, pair, places, speeds);
    pattern.add(cut->joint.nv, speeds);
  }
  S = pattern.zeros(model.nv());
}

void update_cut_rows(const Model& model, const Workspace& ws, CutRows& x) {
  cut_coordinates(model, ws, x.q_cut);
  const Closure::Pair* pair = x.pairs.data();
  for (const Constraint& constraint : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) continue;
    const Joint& joint = cut->joint;
    if (joint.nv > 0) {
      const CutPoses poses = cut_poses(model, ws, joint);
      const RowNumbers rows = clear_rows(x.S, joint.v_begin, joint.nv);
      for_each_speed_between(model, ws, *pair, x.places.data(), poses.X_WC.p, [&](int place, const Vec3d& w, const Vec3d& v) {
        double speeds[6] = {};
        joint_speeds(joint, x.q_cut.data() + joint.q_begin, {transpose_times(poses.X_WJ.R, w), transpose_times(poses.X_WJ.R, v)}, speeds);
        for (int i = 0; i < joint.nv; ++i) rows.numbers[i * rows.n_speeds + place] += speeds[i];
      });
    }
    ++pair;
  }
}

MatX cut_speed_rows(const Model& model, const Workspace& ws) {
  CutRows rows(model);
  update_cut_rows(model, ws, rows);
  return rows.S;
}

}  // namespace zanjir
