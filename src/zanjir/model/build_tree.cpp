// Building a model: the spanning tree: rows, coordinates, frames, kernel tables.
#include "zanjir/model/model_builder.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/core/finite.hpp"
#include "zanjir/kernels/load_time.hpp"

namespace zanjir {

using namespace building;

namespace {

Transformd load_pose(const double (&X)[12]) { return {{X[0], X[1], X[2], X[3], X[4], X[5], X[6], X[7], X[8]}, {X[9], X[10], X[11]}}; }

void add_inertia(const Inertiad& b, double (&out)[10]) {
  const double numbers[10] = {b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.xz, b.I.yz};
  for (int i = 0; i < 10; ++i) out[i] += numbers[i];
}

}  // namespace

void building::store_pose(const Transformd& X, double (&out)[12]) {
  const Mat3d& R = X.R;
  const double numbers[12] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, X.p.x, X.p.y, X.p.z};
  for (int i = 0; i < 12; ++i) out[i] = numbers[i];
}

// Prescribed joints come first into the tree, and those that the file cuts have a carrier; what is left is a cycle of prescribed joints.
void ModelBuilder::check_driven_cuts(const Topology& topology) {
  for (const CutEntry& entry : topology.cuts) {
    const JointDescription& joint = d_.joints[at(entry.edge.joint)];
    if (entry.edge.prescribed)
      sink_.error(joint.at, path_of(joint), "every joint of a loop is prescribed: " + entry.reason,
                  "leave one of them to follow, or say which one closes the loop: `cut: true`");
  }
}

void ModelBuilder::check_plane() {
  if (d_.plane == Plane::none) return;
  const Vec3d normal = *plane_normal(d_.plane);
  const auto across = [&](const Vec3d& a) { return std::abs(dot(a, normal)); };
  const auto out_of_plane = [&](const Mat3d& R) { return norm(cross(R * normal, normal)) > 1e-9; };
  if (across(d_.gravity_m_s2) > 0) sink_.error(d_.plane_at, "gravity", "gravity points out of the plane", "remove `plane:` or turn gravity into it");
  for (std::size_t i = 0; i < d_.joints.size(); ++i) {
    const JointDescription& j = d_.joints[i];
    const std::string path = path_of(j);
    const Joint joint = user_joint(static_cast<int>(i));
    if (out_of_plane(parents_[i].X.R) || out_of_plane(children_[i].X.R) || out_of_plane(j.at_parent.X.R) || out_of_plane(j.at_child.X.R)) {
      sink_.error(j.at, path, "the joint frame is turned out of the plane");
      continue;
    }
    if (!traits(j.type).in_plane) {
      std::string usable;
      for (const JointTraits& t : joint_table)
        if (t.in_plane) usable += (usable.empty() ? "" : ", ") + std::string(t.name);
      sink_.error(j.type_at, path + ".type", "a " + std::string(name_of(j.type)) + " joint leaves the plane",
                  "use " + usable + ", or remove `plane:`");
      continue;
    }
    for (const JointElement& part : joint_chain(joint)) {
      const bool turns = part.primitive == kernels::Primitive::revolute_z;
      if (turns ? norm(cross(part.axis, normal)) <= 1e-9 : across(part.axis) <= 1e-9) continue;
      const bool one = joint.axes.size() == 1;
      sink_.error(
          j.axis_at, path + (one ? ".axis" : ".axes"),
          one ? "a " + std::string(name_of(j.type)) + " axis of a planar mechanism must " + (turns ? "be normal to its plane" : "lie in its plane")
              : "the axes must lie in the mechanism's plane");
      break;
    }
  }
}

void ModelBuilder::lay_out(const std::vector<TreeEntry>& tree) {
  model_body_.assign(d_.bodies.size() + 1, -1);
  model_joint_.assign(d_.joints.size(), -1);
  m_.bodies_.push_back({.name = "ground", .row = 0, .X_RB = {}, .inboard_joint = std::nullopt});
  m_.steps_.emplace_back();  // the ground row
  model_body_[0] = 0;
  int nq = 0, nv = 0;
  for (const TreeEntry& entry : tree) {
    const int joint_id = static_cast<int>(m_.joints_.size());
    Joint joint = user_joint(entry.joint);
    joint.parent = static_cast<BodyId>(model_body_[at(parents_[at(entry.joint)].body)]);
    joint.child = static_cast<BodyId>(model_body_[at(children_[at(entry.joint)].body)]);
    (entry.swapped ? joint.parent : joint.child) = static_cast<BodyId>(static_cast<int>(m_.bodies_.size()));
    if (entry.swapped) joint = opposite(joint);
    joint.q_begin = nq;
    joint.v_begin = nv;
    nq += joint.nq;
    nv += joint.nv;

    const BodyDescription& bd = d_.bodies[at(entry.body - 1)];
    const int inboard = model_body_[at(entry.inboard_body)];
    const Body& near = m_.bodies_[at(inboard)];
    JointSteps chain = joint_steps(joint);
    if (bd.section) chain.steps.push_back(section_step(near, bd.section->x_m));
    else if (bd.beam && chain.steps.empty()) chain.steps.push_back({.joint = kernels::Primitive::fixed});  // modes need a row of their own
    Transformd X_before = near.X_RB * joint.X_PJ;  // parent body -> J -> steps -> C -> child body
    int row = near.row;
    joint.first_step = static_cast<int>(m_.steps_.size());
    joint.n_steps = static_cast<int>(chain.steps.size());
    for (kernels::Step step : chain.steps) {
      step.parent = row;
      if (kernels::nv_of(step.joint) == 0) step.q_begin = joint.q_begin, step.v_begin = joint.v_begin;
      if (!bd.section) store_pose(X_before * load_pose(step.X_before), step.X_before);
      row = static_cast<int>(m_.steps_.size());
      m_.steps_.push_back(step);
      X_before = {};
    }
    Body body;
    body.name = bd.name;
    body.origin = bd.origin;
    body.row = row;
    body.X_RB = X_before * chain.X_last_C * inverse(joint.X_CJ);  // X_before is the identity unless the joint is a weld
    body.mass_kg = bd.mass_kg;
    body.com_m = bd.com_m;
    body.I_com_kg_m2 = bd.inertia_com_kg_m2;
    if (bd.beam) {
      add_elastic(bd, joint, body, nq, nv);
      nq += static_cast<int>(bd.beam->modes.size());
      nv += static_cast<int>(bd.beam->modes.size());
    }
    if (bd.section) {
      body.section = static_cast<int>(m_.sections_.size());
      const ElasticBody& elastic = m_.elastic_bodies_[at(near.elastic)];
      m_.sections_.push_back(
          {static_cast<BodyId>(static_cast<int>(m_.bodies_.size())), near.elastic, section_shapes(elastic.field, bd.section->x_m)});
      m_.steps_[at(row)].flexible = body.section;
    }
    body.inboard_joint = static_cast<JointId>(joint_id);
    body.inboard_body = static_cast<BodyId>(inboard);
    add_inertia(body.inertia(body.X_RB), m_.steps_[at(row)].inertia);
    if (!all_finite(m_.steps_[at(row)].inertia, 10) && !sink_.has_errors())
      sink_.error(bd.mass_at.line > 0 ? bd.mass_at : bd.at, "bodies." + bd.name, "mass, mass centre or inertia is too large to compute with",
                  "squares of lengths come in, so that 1e154 m is the end");

    model_body_[at(entry.body)] = static_cast<int>(m_.bodies_.size());
    model_joint_[at(entry.joint)] = joint_id;
    m_.bodies_.push_back(std::move(body));
    m_.joints_.push_back(std::move(joint));
  }
  m_.tables_.nq = nq;
  m_.tables_.nv = nv;
  for (double& x : m_.steps_[0].inertia) x = 0;  // what is welded to the ground does not move
  list_coordinates();
}

// Joint by joint in the order of the tree, each with the modes of the body it carries behind its own parts.
void ModelBuilder::list_coordinates() {
  for (std::size_t j = 0; j < m_.joints_.size(); ++j) {
    const Joint& joint = m_.joints_[j];
    const JointId id = static_cast<JointId>(static_cast<int>(j));
    for (std::string& name : tree_names(joint, traits(joint.type).coordinates)) m_.coordinate_names_.push_back(std::move(name));
    for (std::string& name : tree_names(joint, traits(joint.type).speeds)) m_.speed_names_.push_back(std::move(name));
    for (int i = 0; i < joint.nq; ++i) m_.coordinates_.push_back({id, i, -1, traits(joint.type).coordinates[at(stored_part(joint, i))].measure, -1});
    for (int i = 0; i < joint.nv; ++i) {
      const int position = has_quaternion(joint.type) ? -1 : joint.q_begin + i;
      m_.speeds_.push_back({id, i, -1, traits(joint.type).speeds[at(stored_part(joint, i))].measure, position});
    }
    const Body& child = m_.bodies_[j + 1];
    if (child.elastic < 0) continue;
    const ElasticBody& elastic = m_.elastic_bodies_[at(child.elastic)];
    for (int mode = 0; mode < elastic.field.n_modes(); ++mode) {  // weights of shapes of size one: lengths
      const std::string name = child.name + ".mode" + std::to_string(mode + 1);
      mode_index_.emplace(name, static_cast<int>(m_.speed_names_.size()));
      m_.coordinate_names_.push_back(name);
      m_.speed_names_.push_back(name);
      m_.coordinates_.push_back({id, mode, child.elastic, Measure::length, -1});
      m_.speeds_.push_back({id, mode, child.elastic, Measure::length, elastic.q_begin + mode});
    }
  }
}

Joint ModelBuilder::user_joint(int index_in_description) const {
  const JointDescription& jd = d_.joints[at(index_in_description)];
  Joint joint;
  joint.name = jd.name;
  joint.origin = jd.origin;
  joint.type = jd.type;
  joint.X_PJ = parents_[at(index_in_description)].X * jd.at_parent.X;
  joint.X_CJ = children_[at(index_in_description)].X * jd.at_child.X;
  for (const Vec3d& axis : jd.axes) joint.axes.push_back(axis * (1 / norm(axis)));
  joint.nq = nq_of(jd.type);
  joint.nv = nv_of(jd.type);
  return joint;
}

// Full names of a tree joint's parts in the order they are stored. A swapped universal joint stores its angles in the opposite order; the
// tree coordinates of swapped planar, spherical and free joints are those of the opposite motion and say so.
std::vector<std::string> ModelBuilder::tree_names(const Joint& joint, std::span<const JointPart> parts) {
  std::vector<std::string> names;
  for (const JointPart& part : parts) names.push_back(part_name(converted(joint) ? joint.name + ".opposite" : joint.name, part));
  if (joint.swapped && traits(joint.type).swap == Swap::reversed) std::reverse(names.begin(), names.end());
  return names;
}

void ModelBuilder::add_frames() {
  for (std::size_t b = 0; b < m_.bodies_.size(); ++b)
    m_.frames_.push_back({m_.bodies_[b].name, static_cast<BodyId>(static_cast<int>(b)), {}, m_.bodies_[b].origin});
  m_.frames_.reserve(m_.frames_.size() + d_.frames.size());
  for (const FrameDescription& f : d_.frames) {
    const auto body = body_index_.find(f.section.empty() ? f.body.name : f.section);
    m_.frames_.push_back({f.body.name + "." + f.name, static_cast<BodyId>(model_body_[at(body->second)]), f.pose.X});
  }
}

void ModelBuilder::finish_tables() {
  kernels::Tables& t = m_.tables_;
  t.n_steps = static_cast<std::int32_t>(m_.steps_.size());
  t.step = m_.steps_.data();
  t.rotor_inertia = (m_.rotor_inertia_.array() != 0).any() ? m_.rotor_inertia_.data() : nullptr;
  t.gravity_W[0] = m_.gravity_.x;
  t.gravity_W[1] = m_.gravity_.y;
  t.gravity_W[2] = m_.gravity_.z;
  m_.pivot_floor_.resize(m_.steps_.size());
  m_.slide_floor_.resize(m_.steps_.size());
  kernels::pivot_floors(t, m_.pivot_floor_.data(), m_.slide_floor_.data());
  t.pivot_floor = m_.pivot_floor_.data();
  t.slide_floor = m_.slide_floor_.data();
  m_.planar_.resize(static_cast<std::size_t>(t.n_steps));
  if (!kernels::planar_steps(t, m_.planar_.data())) m_.planar_.clear();
  t.planar = m_.planar_.empty() ? nullptr : m_.planar_.data();
  set_planar_springs();
  m_.long_branches_ = kernels::mass_matrix_choice(t) == kernels::MassMatrixWalk::world;
  m_.pivot_floor_of_speed_ = VecX::Zero(t.nv);
  for (std::size_t i = 1; i < m_.steps_.size(); ++i) {
    const kernels::Step& s = m_.steps_[i];
    for (int k = 0; k < kernels::nv_of(s.joint); ++k) {
      m_.pivot_floor_of_speed_[s.v_begin + k] = k < 3 ? m_.pivot_floor_[i] : m_.slide_floor_[i];
    }
  }
}

}  // namespace zanjir
