// Building a model: what closes loops, rigid or sprung, and the scales that ranks are decided with.
#include "zanjir/model/model_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/large_work.hpp"
#include "zanjir/model/loop_cost.hpp"

namespace zanjir {

using namespace building;

void ModelBuilder::add_cuts(const std::vector<CutEntry>& cuts) {
  for (const CutEntry& entry : cuts) {
    const JointDescription& jd = d_.joints[at(entry.edge.joint)];
    CutJoint cut{user_joint(entry.edge.joint), {}, entry.reason, {}};
    cut.joint.parent = static_cast<BodyId>(model_body_[at(entry.edge.parent)]);
    cut.joint.child = static_cast<BodyId>(model_body_[at(entry.edge.child)]);
    if (m_.body(cut.joint.parent).row == m_.body(cut.joint.child).row) {
      sink_.error(
          jd.at, path_of(jd),
          "closes a loop between '" + m_.body(cut.joint.parent).name + "' and '" + m_.body(cut.joint.child).name + "', which are welded together",
          "nothing in this loop can move: remove the joint or a weld");
      continue;
    }
    cut.rows = closure_rows(cut.joint, plane_normal(d_.plane));  // check_plane has seen that no joint frame is turned out of it
    if (jd.springs && cut.rows.empty())
      sink_.error(jd.at, path_of(jd) + ".springs", "a free joint holds nothing, so its springs have nothing to act along");
    cut.joint.q_begin = m_.n_cut_q_;
    cut.joint.v_begin = m_.n_cut_v_;
    m_.n_cut_q_ += cut.joint.nq;
    m_.n_cut_v_ += cut.joint.nv;
    for (const JointPart& part : traits(cut.joint.type).coordinates) m_.cut_coordinate_names_.push_back(part_name(jd.name, part));
    for (const JointPart& part : traits(cut.joint.type).speeds) m_.cut_speed_names_.push_back(part_name(jd.name, part));
    cut_index_.emplace(jd.name, static_cast<int>(m_.constraints_.size()));
    add_constraint(std::move(cut), jd.springs);
  }
  m_.cut_roles_.assign(at(m_.n_cut_v_), Role::passive);
}

void ModelBuilder::add_distances_and_gears() {
  for (const DistanceDescription& dd : d_.distances) {
    const std::string path = "loops." + dd.name;
    const auto a = resolve_frame(dd.a, path + ".between"), b = resolve_frame(dd.b, path + ".between");
    if (!a || !b) continue;
    if (m_.body(m_.frame(*a).body).row == m_.body(m_.frame(*b).body).row)
      sink_.error(dd.at, path + ".between", "both ends move together, so their distance cannot change");
    else add_constraint(Distance{dd.name, *a, *b, dd.length_m}, dd.springs);
  }
  for (const GearDescription& gd : d_.gears) {
    const std::string path = "loops." + gd.name;
    const auto a = resolve_one_speed(gd.a, path + ".joints"), b = resolve_one_speed(gd.b, path + ".joints");
    if (!a || !b) continue;
    if (has_quaternion(a->joint->type) || has_quaternion(b->joint->type)) {
      sink_.error(gd.at, path + ".joints", "a gear couples scalar coordinates only");
      continue;
    }
    Gear gear{
        gd.name, a->joint->q_begin + a->part, a->joint->v_begin + a->part, b->joint->q_begin + b->part, b->joint->v_begin + b->part, gd.ratio, 0,
        false};
    gear.offset = gd.offset.value_or(m_.initial_q_[gear.coordinate_b] - gd.ratio * m_.initial_q_[gear.coordinate_a]);
    gear.slide_b = slides(b->joint->type, b->part);
    if (gear.speed_a == gear.speed_b) sink_.error(gd.at, path + ".joints", "a gear needs two different coordinates");
    else add_constraint(std::move(gear), gd.springs);
  }
  for (const Constraint& c : m_.constraints_) m_.n_rows_ += n_rows_of(c);
}

// Rigid, or sprung: then it is kept twice, with its rows among the springs and without them among the constraints.
template <class One> void ModelBuilder::add_constraint(One constraint, const std::optional<LoopSprings>& described) {
  const bool springs =
      loops_.kind != LoopTreatment::Kind::rigid && (described || loops_.kind == LoopTreatment::Kind::springs) && n_rows_of(constraint) > 0;
  if (springs) {
    m_.sprung_.emplace_back(constraint);
    springs_.push_back(described ? *described : loops_.springs);
    constraint.springs = static_cast<int>(m_.sprung_.size()) - 1;
    if constexpr (std::is_same_v<One, CutJoint>) constraint.rows.clear();
  }
  m_.constraints_.emplace_back(std::move(constraint));
}

// Stiffness and damping per row, in the row's own measure: a length or an angle at small openings.
void ModelBuilder::set_springs() {
  std::vector<double> stiffness, damping;
  const auto add = [&](const LoopSprings& s, bool turns, double angle_per_unit) {
    const double scale = angle_per_unit * angle_per_unit, l2 = m_.length_ * m_.length_;
    stiffness.push_back(scale * (turns ? s.turn_stiffness_N_m_per_rad.value_or(s.stiffness_N_per_m * l2) : s.stiffness_N_per_m));
    damping.push_back(scale * (turns ? s.turn_damping_N_m_s_per_rad.value_or(s.damping_N_s_per_m * l2) : s.damping_N_s_per_m));
    m_.spring_turns_.push_back(turns);
  };
  for (std::size_t i = 0; i < m_.sprung_.size(); ++i) {
    const auto* cut = std::get_if<CutJoint>(&m_.sprung_[i]);
    const auto* gear = std::get_if<Gear>(&m_.sprung_[i]);
    if (!cut) add(springs_[i], gear && !gear->slide_b, 1);
    if (!cut) continue;
    for (const ClosureRow& row : cut->rows) {
      // The universal row is the cosine between two axes: it changes by the sine of the angle between them per radian.
      const double sine = row.kind == RowKind::universal ? norm(cross(cut->joint.axes[0], cut->joint.axes[1])) : 1;
      add(springs_[i], !is_translation(row.kind), 1 / sine);
    }
  }
  m_.spring_stiffness_ = Eigen::Map<const VecX>(stiffness.data(), static_cast<Eigen::Index>(stiffness.size()));
  m_.spring_damping_ = Eigen::Map<const VecX>(damping.data(), static_cast<Eigen::Index>(damping.size()));
  if (loops_.damping.size() == 0) return;
  ZANJIR_REQUIRE(loops_.damping.size() == m_.spring_damping_.size(), "one damping per row of a spring");
  m_.spring_damping_ = loops_.damping;
}

// The sprung loops as the kernels of trees in a plane know them: points held together, without dampers. All of them, or none.
void ModelBuilder::set_planar_springs() {
  if (m_.planar_.empty() || !m_.spring_damping_.isZero(0)) return;
  std::vector<kernels::PlanarSpring> list;
  Eigen::Index row = 0;
  for (const Constraint& constraint : m_.sprung_) {
    const auto* cut = std::get_if<CutJoint>(&constraint);
    if (!cut) return;
    const Body &first = m_.body(cut->joint.parent), &second = m_.body(cut->joint.child);
    const Transformd X_J = first.X_RB * cut->joint.X_PJ, X_C = second.X_RB * cut->joint.X_CJ;
    const auto in_plane = [&](int of_row, const Vec3d& in_row) {
      const double* E = m_.planar_[at(of_row)].axes;
      return Mat3d{E[0], E[1], E[2], E[3], E[4], E[5], E[6], E[7], E[8]} * in_row;
    };
    const Vec3d a = in_plane(first.row, X_J.p), b = in_plane(second.row, X_C.p);
    kernels::PlanarSpring spring{first.row, second.row, {a.x, a.y}, {b.x, b.y}};
    for (const ClosureRow& r : cut->rows) {
      const Vec3d u = in_plane(first.row, X_J.R * r.u);
      constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
      if (!is_translation(r.kind) || std::abs(u.z) > rounding) return;
      const double k = m_.spring_stiffness_[row++];
      spring.stiffness[0] += k * u.x * u.x;
      spring.stiffness[1] += k * u.x * u.y;
      spring.stiffness[2] += k * u.y * u.y;
    }
    list.push_back(spring);
  }
  m_.planar_springs_ = std::move(list);
  m_.tables_.planar_spring = m_.planar_springs_.data();
  m_.tables_.n_planar_springs = static_cast<std::int32_t>(m_.planar_springs_.size());
}

namespace {

// Of a hub with many joints, points spread evenly over all of them, in an order of their own: all pairs of ten thousand would take a gigabyte.
void keep_a_spread(std::vector<Vec3d>& points) {
  constexpr std::size_t most = 64;
  if (points.size() <= most) return;
  std::sort(points.begin(), points.end(), [](const Vec3d& a, const Vec3d& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
  for (std::size_t i = 0; i < most; ++i) points[i] = points[i * (points.size() - 1) / (most - 1)];
  points.resize(most);
}

}  // namespace

// The model length: median distance between joint points that lie on one moving body, tree and cut joints alike, so that it does not
// depend on the cut. Ranks are decided on rows and columns scaled by it.
void ModelBuilder::set_scales() {
  std::vector<std::vector<Vec3d>> points(m_.bodies_.size());
  const auto add = [&](const Joint& j) {
    points[at(index(j.parent))].push_back(j.X_PJ.p);
    points[at(index(j.child))].push_back(j.X_CJ.p);
  };
  for (const Joint& j : m_.joints_) {
    if (m_.body(j.child).section < 0) add(j);
  }
  for (const SectionBody& section : m_.sections_)
    points[at(index(m_.elastic_bodies_[at(section.elastic)].body))].push_back({section.shapes.x_m, 0, 0});
  for (const Constraint& c : m_.constraints_) {
    if (const auto* cut = std::get_if<CutJoint>(&c)) add(cut->joint);
    if (const auto* rod = std::get_if<Distance>(&c)) {
      points[at(index(m_.frame(rod->a).body))].push_back(m_.frame(rod->a).X_BF.p);
      points[at(index(m_.frame(rod->b).body))].push_back(m_.frame(rod->b).X_BF.p);
    }
  }
  std::vector<double> distances;
  for (std::size_t b = 1; b < points.size(); ++b) {
    keep_a_spread(points[b]);
    for (std::size_t i = 0; i < points[b].size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const double distance = norm(points[b][i] - points[b][k]);
        if (!std::isfinite(distance) && !sink_.has_errors())
          sink_.error(d_.bodies[at(body_index_.at(m_.bodies_[b].name) - 1)].at, "bodies." + m_.bodies_[b].name,
                      "its joints are too far apart to compute with", "squares of lengths come in, so that 1e154 m is the end");
        if (distance > 0) distances.push_back(distance);
      }
    }
  }
  if (!distances.empty()) {
    std::nth_element(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2), distances.end());
    m_.length_ = distances[distances.size() / 2];
  }
  m_.characteristic_length_ = d_.characteristic_length_m.value_or(m_.length_);
  m_.column_scale_ = VecX::Ones(m_.tables_.nv);
  for (int i = 0; i < m_.tables_.nv; ++i)
    if (!m_.speed(i).turns()) m_.column_scale_[i] = m_.length_;
  m_.row_scale_ = VecX::Ones(m_.n_rows_);
  Eigen::Index i = 0;
  for (const Constraint& c : m_.constraints_) {
    if (const auto* cut = std::get_if<CutJoint>(&c)) {
      for (const ClosureRow& row : cut->rows) m_.row_scale_[i++] = is_translation(row.kind) ? 1 / m_.length_ : 1;
    } else if (n_rows_of(c) == 0) {
      continue;
    } else if (std::holds_alternative<Distance>(c)) {
      m_.row_scale_[i++] = 1 / m_.length_;
    } else {
      m_.row_scale_[i++] = std::get<Gear>(c).slide_b ? 1 / m_.length_ : 1;
    }
  }
}

// Not of the rigid twin of a model whose loops give: what closing that one costs was counted with it.
void ModelBuilder::check_loop_cost() {
  if (!asks_before_large_work() || loops_.kind == LoopTreatment::Kind::rigid || sink_.has_errors()) return;
  const LoopCost cost = loop_cost(m_);
  if (!cost.is_large()) return;
  const std::string& name = name_of(m_.constraints_[at(cost.constraint)]);
  SourcePos place;
  std::string path = "loops." + name;
  for (const JointDescription& jd : d_.joints) {
    if (jd.name == name) place = jd.at, path = path_of(jd);
  }
  for (const DistanceDescription& dd : d_.distances) {
    if (dd.name == name) place = dd.at;
  }
  for (const GearDescription& gd : d_.gears) {
    if (gd.name == name) place = gd.at;
  }
  sink_.error(place, path, "the loops of this mechanism, of which this is the longest, run along chains so long that they need " + cost.text(),
              "--yes when that is meant; else cut nearer to the ground (`cut: true`), split the chain, or let loops give (`springs`)");
}

}  // namespace zanjir
