#include "zanjir/formulations/newton_euler/local_stress.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir {

namespace {

using Wrench = Eigen::Matrix<double, 6, 1>;

// The self-stresses of one constraint: one column each.
struct Local {
  std::vector<Eigen::Index> place;  // of each six rows of `states` among all reactions, as in Determinacy
  MatX states;
  Eigen::Index first = 0;  // number of its first state among all
};

// Multipliers [n x d] of the rows of one constraint that move nothing, unscaled.
MatX null_of_rows(const Model& model, const Closure& closure, const std::vector<char>& counts, Eigen::Index row, int n) {
  const int begin = closure.Phi_q.outerIndexPtr()[row], n_speeds = closure.Phi_q.outerIndexPtr()[row + 1] - begin;
  MatX A_t = MatX::Zero(std::max(n_speeds, n), n);  // by speeds; rows of zeros make it high enough for the decomposition
  for (int i = 0; i < n; ++i) {
    for (int s = 0; s < n_speeds; ++s) {
      const int speed = closure.Phi_q.innerIndexPtr()[begin + s];
      if (counts[at(speed)])
        A_t(s, i) = closure.Phi_q.valuePtr()[begin + i * n_speeds + s] * model.row_scale()[row + i] * model.column_scale()[speed];
    }
  }
  const Eigen::ColPivHouseholderQR<MatX> qr(A_t);
  Eigen::Index r = 0;
  while (r < n && std::abs(qr.matrixQR()(r, r)) > rank_threshold * A_t.norm()) ++r;
  MatX T12 = qr.matrixQR().block(0, r, r, n - r);
  qr.matrixQR().topLeftCorner(r, r).triangularView<Eigen::Upper>().solveInPlace(T12);
  MatX states = MatX::Zero(n, n - r);
  const auto& picked = qr.colsPermutation().indices();
  for (Eigen::Index k = 0; k < n - r; ++k) {
    for (Eigen::Index i = 0; i < r; ++i) states(picked[i], k) = -T12(i, k) * model.row_scale()[row + picked[i]];
    states(picked[r + k], k) = model.row_scale()[row + picked[r + k]];
  }
  return states;
}

Wrench flat(const Forced& W, double length) { return {W.n.x / length, W.n.y / length, W.n.z / length, W.f.x, W.f.y, W.f.z}; }

// What multipliers put on the joints between the two bodies of constraint c, and on c itself: wrenches_of of dynamics/determinacy, where nothing is left beyond the body at which the
// two ways to the ground meet.
void load_joints(const Model& model, const Workspace& ws, const Closure& closure, std::size_t c, Eigen::Index row, const MatX& multipliers,
                 Local& x) {
  const Constraint& constraint = model.constraints()[c];
  const auto* cut = std::get_if<CutJoint>(&constraint);
  const BodyId first = cut ? cut->joint.parent : model.frame(std::get<Distance>(constraint).a).body;
  const BodyId second = cut ? cut->joint.child : model.frame(std::get<Distance>(constraint).b).body;
  struct Held {
    BodyId body;
    double sign;
  };
  std::vector<Held> way;
  for (BodyId i = second, j = first; i != j;) {  // bodies nearer to the ground come first
    BodyId& body = index(i) > index(j) ? i : j;
    way.push_back({body, index(i) > index(j) ? -1.0 : 1.0});
    body = model.body(body).inboard_body;
  }
  const auto d = multipliers.cols();
  x.states.resize(6 * static_cast<Eigen::Index>(way.size() + 1), d);
  const Vec3d point{closure.point(0, row), closure.point(1, row), closure.point(2, row)};
  for (Eigen::Index k = 0; k < d; ++k) {
    const Wrench w = closure.wrench.middleCols(row, multipliers.rows()) * multipliers.col(k);
    const Forced W{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
    const Forced about_origin{W.n + cross(point, W.f), W.f};
    for (std::size_t i = 0; i < way.size(); ++i) {
      const Joint& joint = model.joint(*model.body(way[i].body).inboard_joint);
      const Vec3d origin_J = body_pose(model, ws, joint.parent) * joint.X_PJ.p, origin_C = body_pose(model, ws, joint.child) * joint.X_CJ.p;
      const Forced carried = way[i].sign > 0 ? about_origin : -about_origin;
      x.states.col(k).segment<6>(6 * static_cast<Eigen::Index>(i)) =
          flat(user_wrench(joint, carried, {{0, 0, 0}, {0, 0, 0}}, origin_J, origin_C).total, model.length_m());
    }
    x.states.col(k).tail<6>() = flat(W, model.length_m());
  }
  for (const Held& held : way) x.place.push_back(index(*model.body(held.body).inboard_joint));
  x.place.push_back(static_cast<Eigen::Index>(model.joints().size() + c));
}

// (S^T S) x = b in place, by a Cholesky factor inside its envelope: row i has entries from begin[i] on.
bool solve_envelope(const std::vector<Eigen::Index>& begin, std::vector<VecX>& row, VecX& x) {
  constexpr double least_pivot = 1e-6;  // of orthonormal states, which have ones on the diagonal: below, they are nearly the same
  const auto n = static_cast<Eigen::Index>(row.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    VecX& a = row[static_cast<std::size_t>(i)];
    const Eigen::Index from = begin[static_cast<std::size_t>(i)];
    for (Eigen::Index j = from; j < i; ++j) {
      const VecX& other = row[static_cast<std::size_t>(j)];
      const Eigen::Index other_from = begin[static_cast<std::size_t>(j)], both = std::max(from, other_from);
      a[j - from] = (a[j - from] - a.segment(both - from, j - both).dot(other.segment(both - other_from, j - both))) / other[j - other_from];
    }
    const double pivot = a[i - from] - a.head(i - from).squaredNorm();
    if (!(pivot > least_pivot)) return false;
    a[i - from] = std::sqrt(pivot);
    x[i] = (x[i] - a.head(i - from).dot(x.segment(from, i - from))) / a[i - from];
  }
  for (Eigen::Index i = n; i-- > 0;) {
    const VecX& a = row[static_cast<std::size_t>(i)];
    const Eigen::Index from = begin[static_cast<std::size_t>(i)];
    x[i] /= a[i - from];
    x.segment(from, i - from) -= a.head(i - from) * x[i];
  }
  return true;
}

}  // namespace

bool choose_least_locally(const Model& model, const Workspace& ws, const Closure& closure, const std::vector<int>& speeds, int n_states,
                          Solution& out) {
  std::vector<char> counts(at(model.nv()), 0);
  for (const int i : speeds) counts[at(i)] = 1;
  std::vector<Local> all;
  Eigen::Index row = 0, found = 0;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const int n = n_rows_of(model.constraints()[c]);
    if (n > 0) {
      const MatX multipliers = null_of_rows(model, closure, counts, row, n);
      if (multipliers.cols() > 0) {
        if (std::holds_alternative<Gear>(model.constraints()[c])) return false;
        Local& x = all.emplace_back();
        x.first = found;
        load_joints(model, ws, closure, c, row, multipliers, x);
        const Eigen::ColPivHouseholderQR<MatX> qr(x.states);
        const auto d = multipliers.cols();
        constexpr double loads_none = 1e-6;  // of the largest
        if (!(std::abs(qr.matrixQR()(d - 1, d - 1)) > loads_none * qr.maxPivot())) return false;
        x.states = qr.householderQ() * MatX::Identity(x.states.rows(), d);
        found += d;
      }
    }
    row += n;
  }
  if (found != n_states) return false;

  // (1): what two constraints share, joint by joint; a joint remembers who was there before.
  const std::size_t n_reactions = out.reaction.size() + out.loop_reaction.size();
  struct Visit {
    std::size_t who;
    Eigen::Index place;
  };
  std::vector<std::vector<Visit>> before(n_reactions);
  std::vector<Eigen::Index> begin(static_cast<std::size_t>(found));
  std::vector<VecX> gram(static_cast<std::size_t>(found));
  VecX x(found);
  const auto reaction = [&](Eigen::Index i) -> Forced& {
    const auto k = static_cast<std::size_t>(i);
    return k < out.reaction.size() ? out.reaction[k].total : out.loop_reaction[k - out.reaction.size()].total;
  };
  for (std::size_t me = 0; me < all.size(); ++me) {
    const Local& mine = all[me];
    const auto d = mine.states.cols();
    Eigen::Index from = mine.first;
    for (const Eigen::Index place : mine.place) {
      for (const Visit& visit : before[static_cast<std::size_t>(place)]) from = std::min(from, all[visit.who].first);
    }
    for (Eigen::Index k = 0; k < d; ++k) {
      const auto i = static_cast<std::size_t>(mine.first + k);
      begin[i] = from;
      gram[i] = VecX::Zero(mine.first + k - from + 1);
      gram[i][mine.first + k - from] = 1;
      x[mine.first + k] = 0;
    }
    for (std::size_t p = 0; p < mine.place.size(); ++p) {
      const auto place = static_cast<std::size_t>(mine.place[p]);
      const MatX here = mine.states.middleRows<6>(6 * static_cast<Eigen::Index>(p));
      x.segment(mine.first, d) -= here.transpose() * flat(reaction(mine.place[p]), model.length_m());
      for (const Visit& visit : before[place]) {
        const Local& other = all[visit.who];
        const MatX product = here.transpose() * other.states.middleRows<6>(6 * visit.place);
        for (Eigen::Index k = 0; k < d; ++k)
          gram[static_cast<std::size_t>(mine.first + k)].segment(other.first - from, other.states.cols()) += product.row(k).transpose();
      }
      before[place].push_back({me, static_cast<Eigen::Index>(p)});
    }
  }
  if (!solve_envelope(begin, gram, x)) return false;
  for (const Local& mine : all) {
    const VecX change = mine.states * x.segment(mine.first, mine.states.cols());
    for (std::size_t p = 0; p < mine.place.size(); ++p) {
      const auto w = change.segment<6>(6 * static_cast<Eigen::Index>(p));
      Forced& W = reaction(mine.place[p]);
      W.n += Vec3d{w[0], w[1], w[2]} * model.length_m();
      W.f += Vec3d{w[3], w[4], w[5]};
    }
  }
  return true;
}

}  // namespace zanjir
