#include "zanjir/loops/jacobian_rows.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/limb_screws.hpp"
#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/loops/pose_plan.hpp"

namespace zanjir {
namespace {

constexpr int most = 6;
constexpr double far_from_singular = 1e-3;  // as in limb_screws

using Wrench = Forced;
Wrench at_point(const Wrench& W, const Vec3d& from, const Vec3d& to) { return {W.n + cross(from - to, W.f), W.f}; }

}  // namespace

// rows x (columns + sides): reduced until the chosen columns are those of a unit matrix. False: nearly dependent rows.
struct JacobianRows::Reduction {
  double a[most][2 * most], unit[most];
  int pivot_of[most];  // the column of a row
  int order[most];     // of the rows
  bool chosen[most] = {};
  bool reduce(int rows, int columns, int sides);
};
bool JacobianRows::Reduction::reduce(int rows, int columns, int sides) {
  double first = 0;
  bool done[most] = {};
  for (int step = 0; step < rows; ++step) {
    int row = -1, column = -1;
    double largest = 0;
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; !done[i] && k < columns; ++k) {
        if (!chosen[k] && std::abs(a[i][k]) > largest) largest = std::abs(a[i][k]), row = i, column = k;
      }
    }
    if (step == 0) first = largest;
    if (!(largest > far_from_singular * std::max(1.0, first))) return false;
    done[row] = chosen[column] = true;
    pivot_of[row] = column;
    order[step] = row;
    const double inverse = 1 / a[row][column];
    for (int k = 0; k < columns + sides; ++k) a[row][k] *= inverse;
    for (int i = 0; i < rows; ++i) {
      const double factor = a[i][column];
      if (i == row || factor == 0) continue;
      for (int k = 0; k < columns + sides; ++k) a[i][k] -= factor * a[row][k];
    }
  }
  return true;
}

std::optional<JacobianRows> JacobianRows::of(const Model& model, const std::vector<Limb>& limbs) {
  JacobianRows out;
  const bool gears =
      std::any_of(model.constraints().begin(), model.constraints().end(), [](const Constraint& c) { return std::holds_alternative<Gear>(c); });
  if (limbs.empty() || gears || !model.elastic_bodies().empty()) return std::nullopt;
  out.length_ = model.length_m();
  for (const std::string& name : twist_names(model.plane())) out.used_.push_back((name[0] == 'w' ? 0 : 3) + name[1] - 'x');
  const int space = static_cast<int>(out.used_.size());
  for (const Limb& limb : limbs) {
    if (limb.compound()) return std::nullopt;
    Chain chain;
    for (std::size_t j = 0; j < limb.joints.size(); ++j) {
      const LimbJoint& l = limb.joints[j];
      if (l.rod || l.closes) return std::nullopt;
      const Joint& joint = l.joint;
      chain.joints.push_back({model.body(joint.child).row, model.body(joint.child).X_RB * joint.X_CJ.p});
      const auto role = [&](int part) { return l.tree >= 0 ? model.roles()[at(joint.v_begin + part)] : model.cut_roles()[at(joint.v_begin + part)]; };
      int part = 0;
      const auto add = [&](Column::Kind kind, BodyId body, const Vec3d& axis) {
        Column c{kind, static_cast<int>(j), model.body(body).row, model.body(body).X_RB.R * axis, l.reversed ? -1.0 : 1.0, -1};
        if (role(part++) == Role::actuated) c.actuator = out.n_actuation_++, ++chain.n_actuators;
        chain.columns.push_back(c);
      };
      const auto in_parent = [&](std::size_t i) { return joint.X_PJ.R * joint.axes[i]; };
      using Kind = Column::Kind;
      switch (joint.type) {
        case JointType::weld: break;
        case JointType::revolute: add(Kind::turn, joint.parent, in_parent(0)); break;
        case JointType::prismatic: add(Kind::slide, joint.parent, in_parent(0)); break;
        case JointType::cylindrical:
          add(Kind::turn, joint.parent, in_parent(0));
          add(Kind::slide, joint.parent, in_parent(0));
          break;
        case JointType::universal:  // the second turn leaves its own axis where it was
          add(Kind::turn, joint.parent, in_parent(0));
          add(Kind::turn, joint.child, joint.X_CJ.R * joint.axes[1]);
          break;
        case JointType::planar:
          add(Kind::slide, joint.parent, in_parent(0));
          add(Kind::slide, joint.parent, in_parent(1));
          add(Kind::turn, joint.parent, cross(in_parent(0), in_parent(1)));
          break;
        case JointType::spherical:  // any three axes do, as long as nobody drives one of them
          chain.ball = static_cast<int>(j);
          for (int k = 0; k < 3; ++k) {
            if (role(k) == Role::actuated) return std::nullopt;
            add(Kind::ball, BodyId::ground, {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0});
          }
          break;
        default: return std::nullopt;  // free, and what nobody has written columns for yet: they are found the general way
      }
    }
    const int freedoms = static_cast<int>(chain.columns.size());
    if (freedoms > space || freedoms < space - 1) return std::nullopt;
    if (space < most) chain.ball = -1;
    chain.last = limb.path.back();
    chain.constraint = freedoms < space ? 0 : -1;
    out.chains_.push_back(std::move(chain));
  }
  out.n_rows_ = out.n_actuation_;
  for (Chain& chain : out.chains_)
    if (chain.constraint == 0) chain.constraint = out.n_rows_++;
  return out;
}

bool JacobianRows::find(const Model& model, const Workspace& ws, const Vec3d& O, MatX& J0) const {
  J0.resize(n_rows_, static_cast<Eigen::Index>(used_.size()));
  return std::all_of(chains_.begin(), chains_.end(), [&](const Chain& chain) { return find_rows(chain, model, ws, O, J0); });
}

// The joint screws of a chain at work: axis and, of a turn, the velocity that it gives the point Q.
JacobianRows::Screw JacobianRows::screw(const Chain& chain, const Column& c, const Model& model, const Workspace& ws, const Vec3d& Q) const {
  const bool turns = c.kind != Column::Kind::slide;
  const Vec3d axis = (c.kind == Column::Kind::ball ? c.axis : row_pose(model, ws, c.row).R * c.axis) * c.sign;
  return turns ? Screw{axis, cross(axis, Q - place_of(chain, c.joint, model, ws))} : Screw{{0, 0, 0}, axis};
}

Vec3d JacobianRows::place_of(const Chain& chain, int joint, const Model& model, const Workspace& ws) const {
  const Place& place = chain.joints[at(joint)];
  return row_pose(model, ws, place.row) * place.at;
}

// (1) of a chain with a ball joint, about its centre: only forces are left, and three or two rows v_i . f, by cross products.
bool JacobianRows::forces_through_ball(const Chain& chain, const Model& model, const Workspace& ws, const Vec3d& Q, Wrenches& out) const {
  Vec3d v[3];
  double size[3], product = 1;
  int rows = 0, actuator[3];
  for (const Column& c : chain.columns) {
    if (c.joint == chain.ball) continue;
    const bool turns = c.kind != Column::Kind::slide;
    v[rows] = screw(chain, c, model, ws, Q).v * (turns ? 1 / length_ : 1);
    size[rows] = turns ? 1 / length_ : 1;
    actuator[rows] = c.actuator;
    const double length = norm(v[rows]);
    if (!(length > far_from_singular)) return false;
    product *= length;
    ++rows;
  }
  const Vec3d normal = cross(v[0], v[1]);
  if (rows == 2) {
    if (!(norm(normal) > far_from_singular * product)) return false;
    out.constraint = {{0, 0, 0}, normal};
    v[2] = normal;
  }
  const Vec3d across[3] = {cross(v[1], v[2]), cross(v[2], v[0]), normal};
  const double det = dot(normal, v[2]);
  if (rows == 3 && !(std::abs(det) > far_from_singular * product)) return false;
  for (int i = 0, k = 0; i < rows; ++i)
    if (actuator[i] >= 0) out.actuation[k++] = {{0, 0, 0}, across[i] * (size[i] / det)};
  return true;
}

// (1) of any other chain, about Q.
bool JacobianRows::reduced_screws(const Chain& chain, const Model& model, const Workspace& ws, const Vec3d& Q, Reduction& r) const {
  const int n = static_cast<int>(used_.size());
  for (int k = 0; k < n; ++k) r.unit[k] = used_[at(k)] < 3 ? 1 : 1 / length_;
  int side = n, rows = 0;
  for (const Column& c : chain.columns) {
    const Screw S = screw(chain, c, model, ws, Q);
    const double scale = c.kind != Column::Kind::slide ? 1 : length_, twist[6] = {S.w.x, S.w.y, S.w.z, S.v.x, S.v.y, S.v.z};
    for (int k = 0; k < n; ++k) r.a[rows][k] = scale * r.unit[k] * twist[used_[at(k)]];
    for (int k = n; k < n + chain.n_actuators; ++k) r.a[rows][k] = 0;
    if (c.actuator >= 0) r.a[rows][side++] = scale;
    ++rows;
  }
  return r.reduce(rows, n, chain.n_actuators);
}

bool JacobianRows::wrenches(const Chain& chain, const Model& model, const Workspace& ws, const Vec3d& Q, Wrenches& out) const {
  const int n = static_cast<int>(used_.size()), rows = static_cast<int>(chain.columns.size());
  Reduction r;
  if (!reduced_screws(chain, model, ws, Q, r)) return false;
  const auto wrench = [&](const double(&part)[most]) {
    double W[6] = {};
    for (int k = 0; k < n; ++k) W[used_[at(k)]] = part[k] * r.unit[k];
    return Wrench{{W[0], W[1], W[2]}, {W[3], W[4], W[5]}};
  };
  if (chain.constraint >= 0) {
    double part[most] = {}, size = 0;
    int left = 0;
    while (r.chosen[left]) ++left;
    part[left] = 1;
    for (int i = 0; i < rows; ++i) part[r.pivot_of[i]] = -r.a[i][left];
    for (int k = 0; k < n; ++k) size += part[k] * part[k];
    for (int k = 0; k < n; ++k) part[k] /= std::sqrt(size);
    out.constraint = wrench(part);
  }
  for (int k = 0; k < chain.n_actuators; ++k) {
    double part[most] = {};
    for (int i = 0; i < rows; ++i) part[r.pivot_of[i]] = r.a[i][n + k];
    out.actuation[k] = wrench(part);
  }
  return true;
}

bool JacobianRows::find_rows(const Chain& chain, const Model& model, const Workspace& ws, const Vec3d& O, MatX& J0) const {
  const bool ball = chain.ball >= 0;
  const Vec3d Q = ball ? place_of(chain, chain.ball, model, ws) : O, P = place_of(chain, chain.last, model, ws);
  Wrenches found;
  if (!(ball ? forces_through_ball(chain, model, ws, Q, found) : wrenches(chain, model, ws, Q, found))) return false;
  const auto put = [&](int row, const Wrench& W) {
    const double all[6] = {W.n.x, W.n.y, W.n.z, W.f.x, W.f.y, W.f.z};
    for (std::size_t k = 0; k < used_.size(); ++k) J0(row, static_cast<Eigen::Index>(k)) = all[used_[k]];
  };
  Wrench c;  // the constraint about P: of unit force, or a unit couple
  bool couple = false;
  if (chain.constraint >= 0) {
    c = at_point(found.constraint, Q, P);
    const double force = norm(c.f);
    couple = !ball && force < 0.1 * rank_threshold;
    if (!ball && !couple && force < 10 * rank_threshold) return false;  // which of the two is for limb_screws to say
    if (couple) c.f = {0, 0, 0};
    const Vec3d main = couple ? c.n : c.f;
    double largest = main.x;  // of the two signs the one whose largest part is positive
    for (const double x : {main.y, main.z})
      if (std::abs(x) > std::abs(largest)) largest = x;
    const double scale = (largest < 0 ? -1 : 1) / norm(main);
    c = {c.n * scale, c.f * scale};
    put(chain.constraint, at_point(c, P, O));
  }
  int k = 0;
  for (const Column& column : chain.columns) {
    if (column.actuator < 0) continue;
    Wrench W = at_point(found.actuation[k++], Q, P);
    if (chain.constraint >= 0) {  // of all that differ by the constraint the least, as limb_screws takes it
      const double share = couple ? dot(c.n, W.n) : dot(c.f, W.f);
      W = {W.n - c.n * share, W.f - c.f * share};
    }
    put(column.actuator, at_point(W, P, O));
  }
  return true;
}

bool JacobianRows::write(const Model& model, const Workspace& ws, const Vec3d& O, PosePlan& plan) const {
  if (n_rows_ > kernels::max_platform_rows) return false;
  kernels::PlatformTables& t = plan.tables.platform;
  t.n_rows = n_rows_;
  t.n_columns = static_cast<int>(used_.size());
  t.length = length_;
  std::copy(used_.begin(), used_.end(), t.used);
  for (const Chain& chain : chains_) {
    const auto point = [&](int joint) { return plan_point(chain.joints[at(joint)].row, chain.joints[at(joint)].at); };
    kernels::ScrewChain out;
    out.begin = static_cast<int>(plan.screw_columns.size());
    for (const Column& c : chain.columns) {
      kernels::ScrewColumn column;
      column.kind = static_cast<kernels::ScrewKind>(c.kind);
      column.row = c.row;
      plan_vector(c.axis * c.sign, column.axis);
      column.place = point(c.joint);
      column.actuator = c.actuator;
      plan.screw_columns.push_back(column);
    }
    out.end = static_cast<int>(plan.screw_columns.size());
    out.ball = chain.ball >= 0;
    if (out.ball) out.centre = point(chain.ball);
    out.last = point(chain.last);
    out.constraint = chain.constraint;
    out.n_actuators = chain.n_actuators;
    if (!out.ball) {
      Reduction r;
      if (!reduced_screws(chain, model, ws, O, r)) return false;
      out.n_pivots = out.end - out.begin;
      for (int step = 0; step < out.n_pivots; ++step) out.pivot_row[step] = r.order[step], out.pivot_column[step] = r.pivot_of[r.order[step]];
    }
    plan.screw_chains.push_back(out);
  }
  return true;
}

}  // namespace zanjir
