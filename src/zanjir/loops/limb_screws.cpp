#include "zanjir/loops/limb_screws.hpp"

#include <algorithm>
#include <array>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir {
namespace {

using Twist = Eigen::Matrix<double, 6, 1>;

Eigen::Vector3d e3(const Vec3d& a) { return {a.x, a.y, a.z}; }
Vec3d v3(const Eigen::Vector3d& a) { return {a[0], a[1], a[2]}; }

// A motion of C seen from J, at the origin of C and in world axes, as a twist about O.
Twist about(const Vec3d& w, const Vec3d& v_C, const Vec3d& C, const Vec3d& O) {
  Twist t;
  t << e3(w), e3(v_C + cross(w, O - C));
  return t;
}

// What a joint lets pass, child against parent as it is written, about O; and the wrenches that it does not, about O.
struct Passed {
  MatX S;         // [6 x f]
  MatX wrenches;  // [6 x (6 - f)] such that wrench . twist = n . w + f . v = 0; where the joint closes a loop inside the limb
  Vec3d C;        // where
};
Passed passed(const Model& model, const Workspace& ws, const LimbJoint& j, const Vec3d& O) {
  Passed out;
  if (j.rod) {
    const Vec3d a = frame_pose(model, ws, model.frame(j.rod->a)).p, b = frame_pose(model, ws, model.frame(j.rod->b)).p;
    const Eigen::Vector3d u = e3(b - a).normalized(), across = u.unitOrthogonal(), other = u.cross(across);
    out.C = b;
    out.S.resize(6, 5);
    for (int k = 0; k < 3; ++k) out.S.col(k) = about(v3(Eigen::Vector3d::Unit(k)), {0, 0, 0}, b, O);
    out.S.col(3) = about({0, 0, 0}, v3(across), b, O);
    out.S.col(4) = about({0, 0, 0}, v3(other), b, O);
  } else {
    const Transformd X_WJ = body_pose(model, ws, j.joint.parent) * j.joint.X_PJ, X_WC = body_pose(model, ws, j.joint.child) * j.joint.X_CJ;
    std::array<double, 7> q{};
    joint_coordinates(j.joint, inverse(X_WJ) * X_WC, q.data());
    const std::vector<Motiond> S = joint_subspace(j.joint, q.data());
    out.C = X_WC.p;
    out.S.resize(6, static_cast<Eigen::Index>(S.size()));
    for (std::size_t k = 0; k < S.size(); ++k) out.S.col(static_cast<Eigen::Index>(k)) = about(X_WJ.R * S[k].w, X_WJ.R * S[k].v, X_WC.p, O);
  }
  if (j.closes) {
    const Eigen::HouseholderQR<MatX> qr(out.S);
    out.wrenches = MatX(qr.householderQ() * MatX::Identity(6, 6)).rightCols(6 - out.S.cols());
  }
  return out;
}

Role role_of(const Model& model, const LimbJoint& j, int part) {
  if (j.tree >= 0) return model.roles()[at(j.joint.v_begin + part)];
  return j.rod ? Role::passive : model.cut_roles()[at(j.joint.v_begin + part)];
}
std::string speed_of(const Model& model, const LimbJoint& j, int part) {
  if (j.rod) return j.rod->name + "." + std::to_string(part + 1);
  return j.tree >= 0 ? model.speed_names()[at(j.joint.v_begin + part)] : model.cut_speed_names()[at(j.joint.v_begin + part)];
}
bool turns(const LimbJoint& j, int part) { return j.rod ? part < 3 : !slides(j.joint.type, part); }

// Which of the six components of a twist about O a mechanism has: all, or spin and two slides.
std::vector<int> components(Plane plane) {
  switch (plane) {
    case Plane::xy: return {2, 3, 4};
    case Plane::yz: return {0, 4, 5};
    case Plane::xz: return {1, 3, 5};
    case Plane::none: break;
  }
  return {0, 1, 2, 3, 4, 5};
}

// Of the components of a twist: turns count as they are, lengths in model lengths.
VecX unit_of(double length, const std::vector<int>& used) {
  VecX s(static_cast<Eigen::Index>(used.size()));
  for (std::size_t i = 0; i < used.size(); ++i) s[static_cast<Eigen::Index>(i)] = used[i] < 3 ? 1 : 1 / length;
  return s;
}

MatX null_space(const MatX& A) {
  if (A.rows() == 0) return MatX::Identity(A.cols(), A.cols());
  const Eigen::JacobiSVD<MatX> svd(A, Eigen::ComputeFullV);
  Eigen::Index rank = 0;
  const double size = svd.singularValues().size() > 0 ? svd.singularValues()[0] : 0;
  while (rank < svd.singularValues().size() && svd.singularValues()[rank] > rank_threshold * std::max(size, 1.0)) ++rank;
  return svd.matrixV().rightCols(A.cols() - rank);
}

Twist at_point(const Twist& W_O, const Vec3d& O, const Vec3d& P) {  // the same wrench about P
  Twist W = W_O;
  W.head<3>() += e3(cross(O - P, v3(W_O.tail<3>())));
  return W;
}

// A basis of wrenches [n; f] about P: couples at right angles to each other first; then wrenches with forces at right angles to each other, with the least
// moments about P.
std::vector<Twist> tidy(const MatX& W_O, const Vec3d& O, const Vec3d& P, double length) {
  std::vector<Twist> out;
  if (W_O.cols() == 0) return out;
  MatX W(6, W_O.cols());
  for (Eigen::Index k = 0; k < W.cols(); ++k) W.col(k) = at_point(W_O.col(k), O, P);
  W.topRows(3) /= length;
  const Eigen::JacobiSVD<MatX> forces(W.bottomRows(3), Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Index n = 0;
  while (n < forces.singularValues().size() && forces.singularValues()[n] > rank_threshold) ++n;
  const MatX couples = W.topRows(3) * forces.matrixV().rightCols(W.cols() - n);
  const MatX unit = couples.cols() > 0 ? MatX(Eigen::HouseholderQR<MatX>(couples).householderQ() * MatX::Identity(3, couples.cols())) : MatX(3, 0);
  const auto put = [&](Twist t) {
    t.head<3>() *= length;
    t /= t.tail<3>().norm() > 0.5 * rank_threshold ? t.tail<3>().norm() : t.head<3>().norm();
    Eigen::Index most = 0;  // of the two signs the one whose largest part is positive
    const Eigen::Vector3d main = t.tail<3>().norm() > 0 ? Eigen::Vector3d(t.tail<3>()) : Eigen::Vector3d(t.head<3>());
    main.cwiseAbs().maxCoeff(&most);
    out.push_back(main[most] < 0 ? Twist(-t) : t);
  };
  for (Eigen::Index k = 0; k < unit.cols(); ++k) {
    Twist t = Twist::Zero();
    t.head<3>() = unit.col(k);
    put(t);
  }
  for (Eigen::Index k = 0; k < n; ++k) {
    Twist t = W * forces.matrixV().col(k);
    t.head<3>() -= unit * (unit.transpose() * t.head<3>());
    put(t);
  }
  return out;
}

// Of  w + C y  the one with the least force, then with the least moment, all about P; C is tidy.
Twist least(Twist w, const std::vector<Twist>& C) {
  for (const Twist& c : C) {
    if (!c.tail<3>().isZero(0)) w -= c * c.tail<3>().dot(w.tail<3>());
  }
  for (const Twist& c : C) {
    if (c.tail<3>().isZero(0)) w -= c * c.head<3>().dot(w.head<3>());
  }
  return w;
}

// The twists that the columns of t span, the wrenches without power on them, both orthonormal, and the least wrench for given rates:  t^T w = rate.
struct Split {
  MatX twists, wrenches, of_rate;
};
Split split_of(const MatX& t) {
  const Eigen::Index n = t.rows(), f = t.cols();
  if (f == 0) return {MatX(n, 0), MatX::Identity(n, n), MatX(n, 0)};  // a weld
  // Far from any loss of rank a QR decomposition says the same as the singular values, in a fraction of the time.
  constexpr double far = 1e-3;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;  // no heap
  if (f > 0 && f <= n) {
    const Eigen::ColPivHouseholderQR<Small> qr(t);
    const double largest = std::abs(qr.matrixQR()(0, 0)), least = std::abs(qr.matrixQR()(f - 1, f - 1));
    if (least > far * std::max(1.0, largest)) {
      const Small Q = qr.householderQ(), R = qr.matrixQR().topRows(f).triangularView<Eigen::Upper>(), P(qr.colsPermutation());
      return {Q.leftCols(f), Q.rightCols(n - f), Q.leftCols(f) * R.transpose().triangularView<Eigen::Lower>().solve(P.transpose())};
    }
  }
  const Eigen::JacobiSVD<MatX> svd(t, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const VecX& sigma = svd.singularValues();
  Eigen::Index rank = 0;
  while (rank < sigma.size() && sigma[rank] > rank_threshold * std::max(1.0, sigma[0])) ++rank;
  return {svd.matrixU().leftCols(rank), svd.matrixU().rightCols(n - rank),
          svd.matrixU().leftCols(rank) * sigma.head(rank).cwiseInverse().asDiagonal() * svd.matrixV().leftCols(rank).transpose()};
}

}  // namespace

std::vector<std::string> twist_names(Plane plane) {
  const std::array<const char*, 6> all{"wx", "wy", "wz", "vx", "vy", "vz"};
  std::vector<std::string> names;
  for (const int i : components(plane)) names.emplace_back(all[at(i)]);
  return names;
}

LimbScrews limb_screws(const Model& model, const Workspace& ws, BodyId base, BodyId platform, const Limb& limb, const Vec3d& O) {
  LimbScrews out;
  const double length = model.length_m();
  const std::vector<int> used = components(model.plane());
  // Columns of all joints that the walk goes by, in units of a radian or a model length; per body what they give to it.
  struct Speed {
    int joint, part;
  };
  std::vector<Speed> speeds;
  std::vector<Passed> of_joint;
  for (std::size_t j = 0; j < limb.joints.size(); ++j) {
    of_joint.push_back(passed(model, ws, limb.joints[j], O));
    for (int k = 0; !limb.joints[j].closes && k < of_joint[j].S.cols(); ++k) speeds.push_back({static_cast<int>(j), k});
  }
  const auto nx = static_cast<Eigen::Index>(speeds.size());
  std::vector<MatX> of_body(model.bodies().size());  // empty: the walk has not come there
  of_body[at(base)].setZero(6, nx);
  Eigen::Index column = 0;
  for (std::size_t j = 0; j < limb.joints.size(); ++j) {
    const LimbJoint& joint = limb.joints[j];
    if (joint.closes) continue;
    const BodyId from = joint.reversed ? joint.joint.child : joint.joint.parent, to = joint.reversed ? joint.joint.parent : joint.joint.child;
    of_body[at(to)] = of_body[at(from)];
    for (int k = 0; k < of_joint[j].S.cols(); ++k)
      of_body[at(to)].col(column++) += (joint.reversed ? -1 : 1) * (turns(joint, k) ? 1 : length) * of_joint[j].S.col(k);
  }
  // Loops inside, and gears between its own joints.
  MatX L(0, nx);
  const auto add_rows = [&](const MatX& rows) {
    L.conservativeResize(L.rows() + rows.rows(), nx);
    L.bottomRows(rows.rows()) = rows;
  };
  for (std::size_t j = 0; j < limb.joints.size(); ++j) {
    const LimbJoint& joint = limb.joints[j];
    if (!joint.closes) continue;
    add_rows(of_joint[j].wrenches.transpose() * (of_body[at(joint.joint.child)] - of_body[at(joint.joint.parent)]));
  }
  const auto place_of = [&](int tree_speed) -> Eigen::Index {
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const LimbJoint& joint = limb.joints[at(speeds[i].joint)];
      if (joint.tree >= 0 && joint.joint.v_begin + speeds[i].part == tree_speed) return static_cast<Eigen::Index>(i);
    }
    return -1;
  };
  for (const Constraint& constraint : model.constraints()) {
    const auto* gear = std::get_if<Gear>(&constraint);
    if (!gear || gear->springs >= 0) continue;
    const Eigen::Index a = place_of(gear->speed_a), b = place_of(gear->speed_b);
    if (a < 0 || b < 0) continue;
    MatX row = MatX::Zero(1, nx);
    row(0, b) = model.column_scale()[gear->speed_b];
    row(0, a) = -gear->ratio * model.column_scale()[gear->speed_a];
    add_rows(row);
  }
  const MatX N = null_space(L);
  out.freedoms = static_cast<int>(N.cols());
  // (1) in components that exist, turns as they are and lengths in model lengths.
  MatX t = of_body[at(platform)] - of_body[at(base)];
  if (used.size() < 6) t = MatX(t(used, Eigen::all));
  if (L.rows() > 0) t = MatX(t * N);
  const VecX unit = unit_of(length, used);
  t = unit.asDiagonal() * t;
  const auto n = static_cast<Eigen::Index>(used.size());
  const Split split = split_of(t);
  out.rank = static_cast<int>(split.twists.cols());
  const auto whole = [&](const VecX& part) {  // a wrench, SI, from scaled components: power is  (unit w) . (t / unit)
    Twist W = Twist::Zero();
    for (Eigen::Index i = 0; i < n; ++i) W[used[static_cast<std::size_t>(i)]] = part[i] * unit[i];
    return W;
  };
  out.twists = split.twists;
  out.at_platform = of_joint[at(limb.path.back())].C;
  MatX C(6, n - out.rank);
  for (Eigen::Index k = 0; k < C.cols(); ++k) C.col(k) = whole(split.wrenches.col(k));
  const Vec3d P = out.at_platform;
  const std::vector<Twist> tidied = tidy(C, O, P, length);
  const auto about_O = [&](const Twist& W_P) {
    const Twist W = at_point(W_P, P, O);
    return Forced{v3(W.head<3>()), v3(W.tail<3>())};
  };
  for (const Twist& W : tidied) out.constraints.push_back(about_O(W));
  // (3) and the screws on the way
  for (Eigen::Index i = 0; i < nx; ++i) {
    const Speed& s = speeds[static_cast<std::size_t>(i)];
    const LimbJoint& joint = limb.joints[at(s.joint)];
    const bool turn = turns(joint, s.part);
    const Role role = role_of(model, joint, s.part);
    const std::string name = speed_of(model, joint, s.part);
    if (std::find(limb.path.begin(), limb.path.end(), s.joint) != limb.path.end()) {
      const Twist S = (joint.reversed ? -1.0 : 1.0) * of_joint[at(s.joint)].S.col(s.part);
      out.screws.push_back({name, turn, role, {v3(S.head<3>()), v3(S.tail<3>())}});
    }
    if (role != Role::actuated) continue;
    const VecX rate = (turn ? 1 : length) * N.row(i).transpose();
    const VecX w = split.of_rate * rate;
    const double miss = (rate - t.transpose() * w).norm() / std::max(rate.norm(), 1e-300);
    out.actuation.push_back({name, turn, about_O(least(at_point(whole(w), O, P), tidied)), miss > rank_threshold ? miss : 0});
  }
  return out;
}

ParallelJacobian parallel_jacobian(const Model& model, const std::vector<Limb>& limbs, const std::vector<LimbScrews>& screws, Ranks ranks) {
  ParallelJacobian out;
  const std::vector<int> used = components(model.plane());
  std::vector<Twist> rows;
  const auto add = [&](std::string name, std::size_t limb, const Forced& W) {
    Twist t;
    t << e3(W.n), e3(W.f);
    rows.push_back(t);
    out.rows.push_back(std::move(name));
    out.limb.push_back(static_cast<int>(limb));
  };
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    for (const ActuationWrench& a : screws[i].actuation) add(a.speed, i, a.W);
  }
  out.n_actuation = static_cast<int>(rows.size());
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    for (std::size_t k = 0; k < screws[i].constraints.size(); ++k)
      add((screws[i].constraints.size() > 1 ? "constraint " + std::to_string(k + 1) : std::string("constraint")) + " of " + limbs[i].name, i,
          screws[i].constraints[k]);
  }
  out.J0.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(used.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) out.J0.row(static_cast<Eigen::Index>(i)) = rows[i](used).transpose();
  out.J_c = out.J0.bottomRows(out.J0.rows() - out.n_actuation);
  if (ranks == Ranks::skip) return out;
  const VecX unit = unit_of(model.length_m(), used);
  const auto rank = [&](const MatX& J) {
    if (J.rows() == 0) return 0;
    MatX scaled = J * unit.cwiseInverse().asDiagonal();  // J t = (J/unit)(unit t)
    for (Eigen::Index i = 0; i < scaled.rows(); ++i) scaled.row(i).normalize();
    const VecX sigma = Eigen::JacobiSVD<MatX>(scaled).singularValues();
    return static_cast<int>((sigma.array() > rank_threshold * sigma[0]).count());
  };
  out.rank = rank(out.J0);
  out.platform_freedoms = static_cast<int>(used.size()) - rank(out.J_c);
  return out;
}

ScrewAxis axis_of(const Vec3d& along, const Vec3d& about_O, const Vec3d& O, double length) {
  ScrewAxis axis;
  const double size = norm(along);
  if (size <= rank_threshold * norm(about_O) / length || size == 0) {
    axis.infinite = true;
    axis.direction = about_O * (1 / std::max(norm(about_O), 1e-300));
    axis.point = O;
    return axis;
  }
  axis.direction = along * (1 / size);
  axis.pitch_m = dot(along, about_O) / (size * size);
  axis.point = O + cross(along, about_O) * (1 / (size * size));
  return axis;
}

}  // namespace zanjir
