// Description -> Model: names become ids, joints become steps, welded bodies share a row, laws and elements find their coordinates.
#include <algorithm>
#include <limits>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "zanjir/core/contract.hpp"
#include "zanjir/flexible/modal_integrals.hpp"
#include "zanjir/kernels/load_time.hpp"
#include "zanjir/model/driven_cuts.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/model/sections.hpp"
#include "zanjir/model/topology.hpp"

namespace zanjir {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Transformd load_pose(const double (&X)[12]) {
  return {{X[0], X[1], X[2], X[3], X[4], X[5], X[6], X[7], X[8]}, {X[9], X[10], X[11]}};
}

void store_pose(const Transformd& X, double (&out)[12]) {
  const Mat3d& R = X.R;
  const double numbers[12] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, X.p.x, X.p.y, X.p.z};
  for (int i = 0; i < 12; ++i) out[i] = numbers[i];
}

void add_inertia(const Inertiad& b, double (&out)[10]) {
  const double numbers[10] = {b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.xz, b.I.yz};
  for (int i = 0; i < 10; ++i) out[i] += numbers[i];
}

std::string path_of(const JointDescription& joint) { return (joint.in_loops ? "loops." : "joints.") + joint.name; }

bool has_quaternion(JointType type) { return type == JointType::spherical || type == JointType::free; }

// Splits "joint.part" at the last dot; part is empty for a plain name.
std::pair<std::string, std::string> split_part(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::pair{name, std::string()} : std::pair{name.substr(0, dot), name.substr(dot + 1)};
}

std::string list_of(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::string_view w : words) text += (text.empty() ? "" : ", ") + std::string(w);
  return text;
}

}  // namespace

class ModelBuilder {
 public:
  ModelBuilder(const Description& d, const LoopTreatment& loops) : d_(d), loops_(loops), sink_(d.files) {}

  Result<Model> build() {
    m_.name_ = d_.name;
    m_.plane_ = d_.plane;
    m_.gravity_ = d_.gravity_m_s2;
    name_bodies_and_frames();
    const Topology topology = span_tree(d_, resolve_edges(), sink_);
    if (sink_.has_errors()) return {std::nullopt, sink_.take()};  // what follows needs a tree
    check_driven_cuts(topology);
    check_elastic(topology.tree);
    if (sink_.has_errors()) return {std::nullopt, sink_.take()};
    check_plane();
    lay_out(topology.tree);
    add_frames();
    add_cuts(topology.cuts);
    assign_roles();
    add_prescribed();
    add_forces();
    add_stops_and_friction();
    add_contacts();
    add_controls();
    set_initial();
    add_distances_and_gears();
    set_scales();
    set_springs();
    finish_elastic();
    finish_tables();
    check_modes();
    if (sink_.has_errors()) return {std::nullopt, sink_.take()};
    return {std::move(m_), sink_.take()};
  }

 private:
  // -- names -------------------------------------------------------------------------------------------------------------------
  void name_bodies_and_frames() {
    body_index_["ground"] = 0;
    names_of_frames_.push_back("ground");
    for (std::size_t i = 0; i < d_.bodies.size(); ++i) {
      const BodyDescription& body = d_.bodies[i];
      if (!body_index_.emplace(body.name, static_cast<int>(i + 1)).second) {
        sink_.error(body.at, "bodies." + body.name, body.name == "ground" ? "'ground' is the world and cannot be a body" : "a body of this name exists already");
      }
      names_of_frames_.push_back(body.name);
    }
    for (std::size_t i = 0; i < d_.frames.size(); ++i) {
      const FrameDescription& frame = d_.frames[i];
      const std::string full = frame.body.name + "." + frame.name;
      if (!body_index_.count(frame.body.name)) unknown(frame.body, "frames." + full, "body", body_names());
      if (!frame_index_.emplace(full, static_cast<int>(i)).second) sink_.error(frame.pose.at, "frames." + full, "a frame of this name exists already");
      names_of_frames_.push_back(full);
    }
    for (std::size_t i = 0; i < d_.joints.size(); ++i) {
      if (!joint_index_.emplace(d_.joints[i].name, static_cast<int>(i)).second) {
        sink_.error(d_.joints[i].at, path_of(d_.joints[i]), "a joint of this name exists already");
      }
    }
  }

  std::vector<std::string> body_names() const {
    std::vector<std::string> names{"ground"};
    for (const BodyDescription& b : d_.bodies) names.push_back(b.name);
    return names;
  }

  void unknown(const NameRef& ref, const std::string& key_path, const std::string& what, const std::vector<std::string>& known) {
    const std::string near = nearest(ref.name, known);
    sink_.error(ref.at, key_path, "no " + what + " '" + ref.name + "'", near.empty() ? "" : "did you mean '" + near + "'?");
  }

  struct Place {  // a body (index as in the description) and a pose on it
    int body = 0;
    Transformd X;
  };
  std::optional<Place> resolve_place(const NameRef& ref, const std::string& key_path) {
    if (const auto body = body_index_.find(ref.name); body != body_index_.end()) return Place{body->second, {}};
    if (const auto frame = frame_index_.find(ref.name); frame != frame_index_.end()) {
      const FrameDescription& f = d_.frames[at(frame->second)];
      if (const auto body = body_index_.find(f.section.empty() ? f.body.name : f.section); body != body_index_.end()) return Place{body->second, f.pose.X};
      return std::nullopt;  // reported with the frame
    }
    unknown(ref, key_path, ref.name.find('.') == std::string::npos ? "body" : "frame", names_of_frames_);
    return std::nullopt;
  }

  std::vector<Edge> resolve_edges() {
    std::vector<Edge> edges;
    const auto used = joints_used_by_name();
    parents_.resize(d_.joints.size());
    children_.resize(d_.joints.size());
    for (std::size_t i = 0; i < d_.joints.size(); ++i) {
      const JointDescription& joint = d_.joints[i];
      const std::string path = path_of(joint), parent_path = path + (joint.in_loops ? ".between" : ".parent"), child_path = path + (joint.in_loops ? ".between" : ".child");
      const auto parent = resolve_place(joint.parent, parent_path), child = resolve_place(joint.child, child_path);
      if (!parent || !child) continue;
      if (parent->body == child->body) {
        sink_.error(joint.child.at, child_path, "the joint connects '" + joint.parent.name + "' with itself");
        continue;
      }
      parents_[i] = *parent;
      children_[i] = *child;
      const auto moves = [&](const MotionDescription& m) { return m.of.name == joint.name || split_part(m.of.name).first == joint.name; };
      const bool section = child->body > 0 && d_.bodies[at(child->body - 1)].section && joint.name == d_.bodies[at(child->body - 1)].name;  // never cut
      edges.push_back({static_cast<int>(i), parent->body, child->body, used.count(joint.name) > 0, section || std::any_of(d_.motions.begin(), d_.motions.end(), moves)});
    }
    return edges;
  }

  // Prescribed joints come first into the tree, and those that the file cuts have a carrier; what is left is a cycle of prescribed joints.
  void check_driven_cuts(const Topology& topology) {
    for (const CutEntry& entry : topology.cuts) {
      const JointDescription& joint = d_.joints[at(entry.edge.joint)];
      if (entry.edge.prescribed)
        sink_.error(joint.at, path_of(joint), "every joint of a loop is prescribed: " + entry.reason, "leave one of them to follow, or say which one closes the loop: `cut: true`");
    }
  }

  // The joints whose coordinates are used by name: those are better tree coordinates.
  std::unordered_set<std::string> joints_used_by_name() const {
    std::unordered_set<std::string> used;
    const auto use = [&](const NameRef& ref) {
      used.insert(ref.name);
      used.insert(split_part(ref.name).first);
    };
    for (const auto& a : d_.actuators) use(a.on);
    for (const auto& m : d_.motions) use(m.of);
    for (const auto& s : d_.springs) if (s.joint) use(*s.joint);
    for (const auto& l : d_.loads) if (l.joint) use(*l.joint);
    for (const auto& s : d_.stops) use(s.joint);
    for (const auto& f : d_.frictions) use(f.joint);
    for (const auto& c : d_.controls) use(c.of);
    for (const auto& g : d_.gears) use(g.a), use(g.b);
    for (const auto& j : d_.joints) if (j.actuated || !j.actuated_parts.empty()) used.insert(j.name);
    return used;
  }

  // -- tree --------------------------------------------------------------------------------------------------------------------
  void check_plane() {
    if (d_.plane == Plane::none) return;
    const Vec3d normal = plane_normal();
    const auto across = [&](const Vec3d& a) { return std::abs(dot(a, normal)); };
    const auto out_of_plane = [&](const Mat3d& R) { return norm(cross(R * normal, normal)) > 1e-9; };
    if (across(d_.gravity_m_s2) > 0) sink_.error(d_.plane_at, "gravity", "gravity points out of the plane", "remove `plane:` or turn gravity into it");
    for (std::size_t i = 0; i < d_.joints.size(); ++i) {
      const JointDescription& j = d_.joints[i];
      const std::string path = path_of(j);
      if (out_of_plane(parents_[i].X.R) || out_of_plane(children_[i].X.R) || out_of_plane(j.at_parent.X.R) || out_of_plane(j.at_child.X.R)) {
        sink_.error(j.at, path, "the joint frame is turned out of the plane");
        continue;
      }
      switch (j.type) {
        case JointType::weld: break;
        case JointType::revolute:
          if (norm(cross(j.axes[0], normal)) > 1e-9 * norm(j.axes[0])) sink_.error(j.axis_at, path + ".axis", "a revolute axis of a planar mechanism must be normal to its plane");
          break;
        case JointType::prismatic:
          if (across(j.axes[0]) > 1e-9 * norm(j.axes[0])) sink_.error(j.axis_at, path + ".axis", "a prismatic axis of a planar mechanism must lie in its plane");
          break;
        case JointType::planar:
          if (across(j.axes[0]) > 1e-9 * norm(j.axes[0]) || across(j.axes[1]) > 1e-9 * norm(j.axes[1])) sink_.error(j.axis_at, path + ".axes", "the axes must lie in the mechanism's plane");
          break;
        default:
          sink_.error(j.type_at, path + ".type", "a " + std::string(name_of(j.type)) + " joint leaves the plane", "use weld, revolute, prismatic or planar, or remove `plane:`");
      }
    }
  }

  void lay_out(const std::vector<TreeEntry>& tree) {
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
      body.row = row;
      body.X_RB = X_before * chain.X_last_C * inverse(joint.X_CJ);  // X_before is the identity unless the joint is a weld
      const Sym3d& I = bd.inertia_com_kg_m2;
      body.inertia = {bd.mass_kg, bd.com_m * bd.mass_kg, I + point_inertia(bd.mass_kg, bd.com_m)};
      if (bd.beam) {
        add_elastic(bd, joint, body, nq, nv);
        nq += static_cast<int>(bd.beam->modes.size());
        nv += static_cast<int>(bd.beam->modes.size());
      }
      if (bd.section) {
        body.section = static_cast<int>(m_.sections_.size());
        const ElasticBody& elastic = m_.elastic_bodies_[at(near.elastic)];
        m_.sections_.push_back({static_cast<BodyId>(static_cast<int>(m_.bodies_.size())), near.elastic, section_shapes(elastic.field, bd.section->x_m)});
        m_.steps_[at(row)].flexible = body.section;
      }
      body.inboard_joint = static_cast<JointId>(joint_id);
      body.inboard_body = static_cast<BodyId>(inboard);
      add_inertia(to_parent(body.X_RB, body.inertia), m_.steps_[at(row)].inertia);

      model_body_[at(entry.body)] = static_cast<int>(m_.bodies_.size());
      model_joint_[at(entry.joint)] = joint_id;
      m_.bodies_.push_back(std::move(body));
      m_.joints_.push_back(std::move(joint));
    }
    for (std::size_t j = 0; j < m_.joints_.size(); ++j) {
      const Joint& joint = m_.joints_[j];
      for (const std::string& part : tree_parts(joint, parts_of(joint.type).coordinates)) m_.coordinate_names_.push_back(part);
      for (const std::string& part : tree_parts(joint, parts_of(joint.type).speeds)) {
        m_.speed_names_.push_back(part);
        m_.joint_of_speed_.push_back(static_cast<JointId>(static_cast<int>(j)));
        m_.mode_of_speed_.push_back(-1);
      }
      const Body& child = m_.bodies_[j + 1];
      if (child.elastic < 0) continue;
      for (int mode = 0; mode < m_.elastic_bodies_[at(child.elastic)].field.n_modes(); ++mode) {
        const std::string name = child.name + ".mode" + std::to_string(mode + 1);
        m_.coordinate_names_.push_back(name);
        m_.speed_names_.push_back(name);
        m_.joint_of_speed_.push_back(static_cast<JointId>(static_cast<int>(j)));
        m_.mode_of_speed_.push_back(mode);
      }
    }
    m_.tables_.nq = nq;
    m_.tables_.nv = nv;
    for (double& x : m_.steps_[0].inertia) x = 0;  // what is welded to the ground does not move
  }

  // -- elastic bodies ----------------------------------------------------------------------------------------------------------
  void check_elastic(const std::vector<TreeEntry>& tree) {
    for (const TreeEntry& entry : tree) {
      const JointDescription& joint = d_.joints[at(entry.joint)];
      const BodyDescription& body = d_.bodies[at(entry.body - 1)];
      if (!entry.swapped || !body.beam) continue;
      for (const BodyDescription& section : d_.bodies) {
        if (section.section && section.name == joint.name && section.section->of == body.name)
          sink_.error(joint.at, "bodies." + body.name, "the tree reaches this elastic body at x = " + std::to_string(section.section->x_m) + " m: an elastic body is carried at its origin",
                      "measure the beam from its other end, or cut the joint that carries it there: `cut: true`");
      }
    }
    for (const BodyDescription& body : d_.bodies) {
      if (!body.beam || d_.plane == Plane::none) continue;
      for (const ModeDescription& mode : body.beam->modes) {
        const bool y = d_.plane == Plane::xy, z = d_.plane == Plane::xz;
        const auto& c = mode.polynomial;
        const bool leaves = (mode.kind == ModeKind::bending_y && !y) || (mode.kind == ModeKind::bending_z && !z) || mode.kind == ModeKind::torsion ||
                            (mode.kind == ModeKind::axial && !y && !z) || !c[3].empty() || (!c[1].empty() && !y) || (!c[2].empty() && !z);
        if (leaves) sink_.error(mode.at, "bodies." + body.name + ".beam.modes", "this mode leaves the plane of the mechanism", y ? "use bending_y and axial" : z ? "use bending_z and axial" : "a beam lies along x: use plane xy or xz");
      }
    }
  }

  kernels::Step section_step(const Body& elastic, double x_m) const {
    kernels::Step step;
    step.joint = kernels::Primitive::section;
    store_pose({elastic.X_RB.R, elastic.X_RB * Vec3d{x_m, 0, 0}}, step.X_before);
    return step;
  }

  // Whether the joint lets the body turn about this axis (body axes) without passing a moment: then the first section may turn against the frame.
  bool turns_freely(const Joint& joint, const Vec3d& axis_B) const {
    if (joints_used_by_name().count(joint.name)) return false;
    const Vec3d axis = transpose_times(joint.X_CJ.R, axis_B);
    const auto along = [&](const Vec3d& a) { return norm(cross(a, axis)) < 1e-9 * norm(axis); };
    switch (joint.type) {
      case JointType::revolute:
      case JointType::cylindrical: return along(joint.axes[0]);
      case JointType::universal: return along(joint.axes[1]);
      case JointType::planar: return along(cross(joint.axes[0], joint.axes[1]));
      case JointType::spherical:
      case JointType::free: return true;
      default: return false;
    }
  }

  void add_elastic(const BodyDescription& bd, const Joint& joint, Body& body, int q_begin, int v_begin) {
    const BeamDescription& beam = *bd.beam;
    std::vector<bool> rebase;
    for (int j = 0; j < static_cast<int>(beam.modes.size()); ++j) {
      double frequency = 0;
      const Shape shape = make_shape(beam, j, frequency);
      const Vec3d W{shape.W[0](0), shape.W[1](0), shape.W[2](0)}, turn{shape.Theta[0](0), shape.Theta[1](0), shape.Theta[2](0)};
      constexpr double still = 1e-9;  // of shapes of size one
      const bool moves = norm(W) > still, turns = norm(turn) * beam.length_m > still;
      const bool held = (moves && !(joint.type == JointType::free && turns_freely(joint, turn))) || (turns && !turns_freely(joint, turn));
      rebase.push_back(held);
      if (held && !moves)
        sink_.warning(beam.modes[at(j)].at, "bodies." + bd.name + ".beam.modes",
                      "mode " + std::to_string(j + 1) + " turns its first section, which joint '" + joint.name + "' holds: it is taken relative to that section",
                      "q of the joint is then the angle of the section; shapes that are clamped at x = 0 need nothing");
    }
    body.elastic = static_cast<int>(m_.elastic_bodies_.size());
    m_.steps_[at(body.row)].flexible = body.elastic;
    m_.elastic_bodies_.push_back({static_cast<BodyId>(static_cast<int>(m_.bodies_.size())), make_field(beam, rebase), q_begin, v_begin});
    body.inertia = modal_integrals(m_.elastic_bodies_.back().field, {}).undeformed;
  }

  // Kernel tables of elastic bodies and sections.
  void finish_elastic() {
    kernels::Tables& t = m_.tables_;
    if (m_.elastic_bodies_.empty()) return;
    int numbers = kernels::elastic_scratch_begin(t.nq, t.nv);
    const auto keep = [&](std::vector<double> values) { return m_.elastic_data_.emplace_back(std::move(values)).data(); };
    const auto flat = [&](const std::vector<Vec3d>& a) {
      std::vector<double> out;
      for (const Vec3d& v : a) out.insert(out.end(), {v.x, v.y, v.z});
      return out;
    };
    const auto flat_symmetric = [&](const std::vector<Sym3d>& a) {
      std::vector<double> out;
      for (const Sym3d& s : a) out.insert(out.end(), {s.xx, s.yy, s.zz, s.xy, s.xz, s.yz});
      return out;
    };
    const auto flat_matrix = [](const MatX& A) { return std::vector<double>(A.data(), A.data() + A.size()); };  // symmetric
    for (const ElasticBody& elastic : m_.elastic_bodies_) {
      const Body& body = m_.body(elastic.body);
      const DisplacementField& field = elastic.field;
      const ModalIntegrals I = modal_integrals(field, body.X_RB);
      auto& pairs = m_.elastic_pairs_.emplace_back();
      for (const auto& [j, k] : field.pairs) pairs.insert(pairs.end(), {j, k});
      kernels::Elastic e{body.row, field.n_modes(), field.n_shapes(), elastic.q_begin, elastic.v_begin, numbers, pairs.data()};
      e.C2 = keep(flat(I.C2));
      e.p0 = keep(flat(I.p0));
      e.P = keep(flat(I.P));
      e.B = keep(I.B);
      e.I1 = keep(flat_symmetric(I.I1));
      e.I2 = keep(flat_symmetric(I.I2));
      e.K = keep(flat_matrix(field.K));
      e.D = keep(flat_matrix(field.D));
      numbers += kernels::elastic_scratch(e.n_modes, e.n_shapes);
      m_.elastic_.push_back(e);
    }
    for (const SectionBody& section : m_.sections_) {
      const Body& body = m_.body(m_.elastic_bodies_[at(section.elastic)].body);
      std::vector<Vec3d> W = section.shapes.W, Theta = section.shapes.Theta;
      for (Vec3d& a : W) a = body.X_RB.R * a;
      for (Vec3d& a : Theta) a = body.X_RB.R * a;
      m_.kernel_sections_.push_back({section.elastic, numbers, keep(flat(W)), keep(flat(Theta))});
      numbers += kernels::section_scratch(m_.elastic_[at(section.elastic)].n_modes);
    }
    t.elastic = m_.elastic_.data();
    t.section = m_.kernel_sections_.data();
    t.n_elastic = static_cast<std::int32_t>(m_.elastic_.size());
    t.elastic_numbers = numbers;
  }

  // Every mode must be resisted by stiffness, and by inertia: its own, or that of what is carried at its sections.
  void check_modes() {
    for (const ElasticBody& elastic : m_.elastic_bodies_) {
      const Body& body = m_.body(elastic.body);
      const kernels::Elastic& e = m_.elastic_[at(body.elastic)];
      const BodyDescription& bd = d_.bodies[at(body_index_.at(body.name) - 1)];
      const std::string path = "bodies." + body.name + ".beam.modes";
      const int m = e.n_modes;
      MatX B(m, m);
      for (int j = 0; j < m; ++j) for (int k = 0; k < m; ++k) B(j, k) = e.B[j * e.n_shapes + k];
      MatX L = B;
      bool carries = false;
      for (std::size_t i = 1; i < m_.steps_.size(); ++i) {
        if (m_.steps_[i].joint != kernels::Primitive::section || m_.steps_[i].parent != body.row) continue;
        const SectionBody& section = m_.sections_[at(m_.steps_[i].flexible)];
        carries = carries || m_.slide_floor_[i] > 0;
        for (int j = 0; j < m; ++j) {
          m_.pivot_floor_of_speed_[elastic.v_begin + j] += m_.slide_floor_[i] * dot(section.shapes.W[at(j)], section.shapes.W[at(j)]) + m_.pivot_floor_[i] * dot(section.shapes.Theta[at(j)], section.shapes.Theta[at(j)]);
        }
      }
      for (int j = 0; j < m; ++j) {
        m_.pivot_floor_of_speed_[elastic.v_begin + j] += 64 * std::numeric_limits<double>::epsilon() * B(j, j);
        const SourcePos where = bd.beam->modes[at(j)].at;
        if (!(elastic.field.K(j, j) > 0)) sink_.error(where, path, "mode " + std::to_string(j + 1) + " meets no stiffness", "give the section and the material what resists it, or another shape: a rigid motion is no mode");
        // What is left of mode j once those before it move freely: Gaussian elimination, rounding being of the order of 1e-15.
        const double left = L(j, j);
        for (int i = j + 1; i < m && left > 0; ++i) L.row(i).tail(m - j) -= L.row(j).tail(m - j) * (L(i, j) / left);
        if (left > 1e-9 * B(j, j) || carries) continue;
        if (B(j, j) == 0) sink_.error(where, path, "mode " + std::to_string(j + 1) + " moves no mass", "torsion needs `rotary_inertia: element` or a body at its end");
        else sink_.error(where, path, "mode " + std::to_string(j + 1) + " is a combination of those before it", "leave it out");
      }
    }
  }

  Joint user_joint(int index_in_description) const {
    const JointDescription& jd = d_.joints[at(index_in_description)];
    Joint joint;
    joint.name = jd.name;
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
  static std::vector<std::string> tree_parts(const Joint& joint, const std::vector<std::string_view>& parts) {
    std::vector<std::string> names;
    const std::string prefix = joint.swapped && !same_coordinates_swapped(joint.type) ? joint.name + ".opposite." : joint.name + ".";
    for (std::string_view part : parts) names.push_back(part.empty() ? joint.name : prefix + std::string(part));
    if (joint.swapped && joint.type == JointType::universal) std::reverse(names.begin(), names.end());
    return names;
  }

  void add_cuts(const std::vector<CutEntry>& cuts) {
    for (const CutEntry& entry : cuts) {
      const JointDescription& jd = d_.joints[at(entry.edge.joint)];
      CutJoint cut{user_joint(entry.edge.joint), {}, entry.reason};
      cut.joint.parent = static_cast<BodyId>(model_body_[at(entry.edge.parent)]);
      cut.joint.child = static_cast<BodyId>(model_body_[at(entry.edge.child)]);
      if (m_.body(cut.joint.parent).row == m_.body(cut.joint.child).row) {
        sink_.error(jd.at, path_of(jd), "closes a loop between '" + m_.body(cut.joint.parent).name + "' and '" + m_.body(cut.joint.child).name + "', which are welded together",
                    "nothing in this loop can move: remove the joint or a weld");
        continue;
      }
      std::optional<Vec3d> normal_J;
      if (d_.plane != Plane::none) normal_J = plane_normal();  // check_plane has seen that no joint frame is turned out of it
      cut.rows = closure_rows(cut.joint, normal_J);
      if (jd.springs && cut.rows.empty()) sink_.error(jd.at, path_of(jd) + ".springs", "a free joint holds nothing, so its springs have nothing to act along");
      cut.joint.q_begin = m_.n_cut_q_;
      cut.joint.v_begin = m_.n_cut_v_;
      m_.n_cut_q_ += cut.joint.nq;
      m_.n_cut_v_ += cut.joint.nv;
      for (std::string_view part : parts_of(cut.joint.type).coordinates) m_.cut_coordinate_names_.push_back(part.empty() ? jd.name : jd.name + "." + std::string(part));
      for (std::string_view part : parts_of(cut.joint.type).speeds) m_.cut_speed_names_.push_back(part.empty() ? jd.name : jd.name + "." + std::string(part));
      add_constraint(std::move(cut), jd.springs);
    }
    m_.cut_roles_.assign(at(m_.n_cut_v_), Role::passive);
  }

  void add_distances_and_gears() {
    for (const DistanceDescription& dd : d_.distances) {
      const std::string path = "loops." + dd.name;
      const auto a = resolve_frame(dd.a, path + ".between"), b = resolve_frame(dd.b, path + ".between");
      if (!a || !b) continue;
      if (m_.body(m_.frame(*a).body).row == m_.body(m_.frame(*b).body).row) sink_.error(dd.at, path + ".between", "both ends move together, so their distance cannot change");
      else if (!(dd.length_m > 0)) sink_.error(dd.at, path + ".length", "a distance must be positive: at zero length it has no direction", "use a spherical joint to hold two points together");
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
      Gear gear{gd.name, a->joint->q_begin + a->part, a->joint->v_begin + a->part, b->joint->q_begin + b->part, b->joint->v_begin + b->part, gd.ratio, 0, false};
      gear.offset = gd.offset.value_or(m_.initial_q_[gear.coordinate_b] - gd.ratio * m_.initial_q_[gear.coordinate_a]);
      gear.slide_b = slides(b->joint->type, b->part);
      if (gear.speed_a == gear.speed_b) sink_.error(gd.at, path + ".joints", "a gear needs two different coordinates");
      else add_constraint(std::move(gear), gd.springs);
    }
    for (const Constraint& c : m_.constraints_) m_.n_rows_ += n_rows_of(c);
  }

  // Rigid, or sprung: then it is kept twice, with its rows among the springs and without them among the constraints.
  template <class One>
  void add_constraint(One constraint, const std::optional<LoopSprings>& described) {
    const bool springs = loops_.kind != LoopTreatment::Kind::rigid && (described || loops_.kind == LoopTreatment::Kind::springs) && n_rows_of(constraint) > 0;
    if (springs) {
      m_.sprung_.emplace_back(constraint);
      springs_.push_back(described ? *described : loops_.springs);
      constraint.springs = static_cast<int>(m_.sprung_.size()) - 1;
      if constexpr (std::is_same_v<One, CutJoint>) constraint.rows.clear();
    }
    m_.constraints_.emplace_back(std::move(constraint));
  }

  // Stiffness and damping per row, in the row's own measure: a length or an angle at small openings.
  void set_springs() {
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

  // The model length: median distance between joint points that lie on one moving body, tree and cut joints alike, so that it does not
  // depend on the cut. Ranks are decided on rows and columns scaled by it.
  void set_scales() {
    std::vector<std::vector<Vec3d>> points(m_.bodies_.size());
    const auto add = [&](const Joint& j) {
      points[at(index(j.parent))].push_back(j.X_PJ.p);
      points[at(index(j.child))].push_back(j.X_CJ.p);
    };
    for (const Joint& j : m_.joints_) {
      if (m_.body(j.child).section < 0) add(j);
    }
    for (const SectionBody& section : m_.sections_) points[at(index(m_.elastic_bodies_[at(section.elastic)].body))].push_back({section.shapes.x_m, 0, 0});
    for (const Constraint& c : m_.constraints_) {
      if (const auto* cut = std::get_if<CutJoint>(&c)) add(cut->joint);
      if (const auto* rod = std::get_if<Distance>(&c)) {
        points[at(index(m_.frame(rod->a).body))].push_back(m_.frame(rod->a).X_BF.p);
        points[at(index(m_.frame(rod->b).body))].push_back(m_.frame(rod->b).X_BF.p);
      }
    }
    std::vector<double> distances;
    for (std::size_t b = 1; b < points.size(); ++b) {
      for (std::size_t i = 0; i < points[b].size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
          const double distance = norm(points[b][i] - points[b][k]);
          if (distance > 0) distances.push_back(distance);
        }
      }
    }
    if (!distances.empty()) {
      std::nth_element(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2), distances.end());
      m_.length_ = distances[distances.size() / 2];
    }
    m_.column_scale_ = VecX::Ones(m_.tables_.nv);
    for (const ElasticBody& elastic : m_.elastic_bodies_) m_.column_scale_.segment(elastic.v_begin, elastic.field.n_modes()).setConstant(m_.length_);
    for (const Joint& joint : m_.joints_) {
      for (int k = 0; k < joint.nv; ++k) {
        if (slides(joint.type, k)) m_.column_scale_[joint.v_begin + k] = m_.length_;
      }
    }
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

  Vec3d plane_normal() const { return d_.plane == Plane::xy ? Vec3d{0, 0, 1} : d_.plane == Plane::yz ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0}; }

  void add_frames() {
    for (std::size_t b = 0; b < m_.bodies_.size(); ++b) m_.frames_.push_back({m_.bodies_[b].name, static_cast<BodyId>(static_cast<int>(b)), {}});
    for (const FrameDescription& f : d_.frames) {
      frame_id_[f.body.name + "." + f.name] = static_cast<int>(m_.frames_.size());
      m_.frames_.push_back({f.body.name + "." + f.name, static_cast<BodyId>(model_body_[at(body_index_.at(f.section.empty() ? f.body.name : f.section))]), f.pose.X});
    }
  }

  std::optional<FrameId> resolve_frame(const NameRef& ref, const std::string& key_path) {
    if (const auto body = body_index_.find(ref.name); body != body_index_.end()) return static_cast<FrameId>(model_body_[at(body->second)]);
    if (const auto frame = frame_id_.find(ref.name); frame != frame_id_.end()) return static_cast<FrameId>(frame->second);
    unknown(ref, key_path, ref.name.find('.') == std::string::npos ? "body" : "frame", names_of_frames_);
    return std::nullopt;
  }

  // -- coordinates by name -----------------------------------------------------------------------------------------------------
  struct PartRef {
    const Joint* joint = nullptr;
    int part = -1;  // index among the joint's speeds, or -1: the whole joint
    std::string part_name;
  };
  // "A", "A.slide"; a part is looked up among `parts`.
  std::optional<PartRef> resolve_joint(const NameRef& ref, const std::string& key_path) {
    auto found = joint_index_.find(ref.name);
    std::string part_name;
    if (found == joint_index_.end()) {
      const auto [joint_name, part] = split_part(ref.name);
      found = joint_index_.find(joint_name);
      part_name = part;
    }
    if (found == joint_index_.end()) {
      std::vector<std::string> known;
      for (const JointDescription& j : d_.joints) known.push_back(j.name);
      unknown(ref, key_path, "joint", known);
      return std::nullopt;
    }
    if (model_joint_[at(found->second)] < 0) {
      sink_.error(ref.at, key_path, "joint '" + d_.joints[at(found->second)].name + "' is cut to open a loop, so it has no coordinates of its own", "cut another joint of the loop: write `cut: true` there");
      return std::nullopt;
    }
    return PartRef{&m_.joints_[at(model_joint_[at(found->second)])], -1, part_name};
  }
  std::optional<PartRef> resolve_speed_part(const NameRef& ref, const std::string& key_path) {
    auto result = resolve_joint(ref, key_path);
    if (!result || result->part_name.empty()) return result;
    const auto speeds = parts_of(result->joint->type).speeds;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      if (speeds[i] == result->part_name) result->part = static_cast<int>(i);
    }
    if (result->part >= 0 && !own_coordinates(ref, key_path, *result->joint)) return std::nullopt;
    if (result->part >= 0 && result->joint->swapped && result->joint->type == JointType::universal) result->part = 1 - result->part;
    if (result->part >= 0) return result;
    no_part(ref, key_path, *result, speeds);
    return std::nullopt;
  }
  bool own_coordinates(const NameRef& ref, const std::string& key_path, const Joint& joint) {
    if (!joint.swapped || same_coordinates_swapped(joint.type)) return true;
    sink_.error(ref.at, key_path, "the tree walks the " + std::string(name_of(joint.type)) + " joint '" + joint.name + "' from its child to its parent, so this part is not a coordinate",
                "swap its parent and child (and `at` with `at_child`)");
    return false;
  }
  // One speed of one joint: the joint has one degree of freedom or the part is named.
  std::optional<PartRef> resolve_one_speed(const NameRef& ref, const std::string& key_path) {
    auto result = resolve_speed_part(ref, key_path);
    if (!result || result->part >= 0) return result;
    if (result->joint->nv == 1) {
      result->part = 0;
      return result;
    }
    sink_.error(ref.at, key_path, "joint '" + result->joint->name + "' has " + std::to_string(result->joint->nv) + " degrees of freedom",
                result->joint->nv == 0 ? "a weld has none" : "name one: " + list_of(parts_of(result->joint->type).speeds));
    return std::nullopt;
  }
  void no_part(const NameRef& ref, const std::string& key_path, const PartRef& found, const std::vector<std::string_view>& parts) {
    const bool one_dof = parts.size() == 1 && parts[0].empty();
    sink_.error(ref.at, key_path, "a " + std::string(name_of(found.joint->type)) + " joint has no part '" + found.part_name + "'",
                one_dof ? "it has one degree of freedom: write '" + found.joint->name + "'" : "its parts are: " + list_of(parts));
  }

  // -- roles -------------------------------------------------------------------------------------------------------------------
  void assign_roles() {
    m_.roles_.assign(at(m_.tables_.nv), Role::passive);
    m_.rotor_inertia_ = VecX::Zero(m_.tables_.nv);
    std::vector<int> actuator_of(at(m_.tables_.nv), -1);
    const auto actuate = [&](int speed) {
      m_.roles_[at(speed)] = Role::actuated;
      if (actuator_of[at(speed)] < 0) {
        actuator_of[at(speed)] = static_cast<int>(m_.actuators_.size());
        m_.actuators_.push_back({.speed = speed});
      }
      return actuator_of[at(speed)];
    };
    for (const JointDescription& jd : d_.joints) {
      const std::string path = path_of(jd) + ".actuated";
      if (model_joint_[at(joint_index_.at(jd.name))] < 0) {
        actuate_cut(jd, path);
        continue;
      }
      const Joint& joint = m_.joints_[at(model_joint_[at(joint_index_.at(jd.name))])];
      if (jd.actuated && joint.nv == 0) sink_.error(jd.at, path, "a weld has nothing to actuate");
      if (jd.actuated) for (int i = 0; i < joint.nv; ++i) actuate(joint.v_begin + i);
      for (const NameRef& part : jd.actuated_parts) {
        if (const auto ref = resolve_speed_part({jd.name + "." + part.name, part.at}, path)) actuate(joint.v_begin + ref->part);
      }
    }
    for (const ActuatorDescription& ad : d_.actuators) {
      const auto ref = resolve_one_speed(ad.on, "actuators." + ad.on.name);
      if (!ref) continue;
      const int speed = ref->joint->v_begin + ref->part;
      if (m_.rotor_inertia_[speed] != 0) {
        sink_.error(ad.on.at, "actuators." + ad.on.name, "this degree of freedom has an actuator already");
        continue;
      }
      const int slot = actuate(speed);
      m_.actuators_[at(slot)] = {speed, ad.gear_ratio, ad.rotor_inertia, ad.weight};
      m_.rotor_inertia_[speed] = ad.rotor_inertia * ad.gear_ratio * ad.gear_ratio;
    }
  }

  void actuate_cut(const JointDescription& jd, const std::string& path) {
    for (const Constraint& c : m_.constraints_) {
      const auto* cut = std::get_if<CutJoint>(&c);
      if (!cut || cut->joint.name != jd.name) continue;
      const auto speeds = parts_of(jd.type).speeds;
      if (jd.actuated) std::fill_n(m_.cut_roles_.begin() + cut->joint.v_begin, cut->joint.nv, Role::actuated);
      for (const NameRef& part : jd.actuated_parts) {
        const auto found = std::find(speeds.begin(), speeds.end(), part.name);
        if (found == speeds.end()) no_part(part, path, {&cut->joint, -1, part.name}, speeds);
        else m_.cut_roles_[at(cut->joint.v_begin) + static_cast<std::size_t>(found - speeds.begin())] = Role::actuated;
      }
    }
  }

  void add_prescribed() {
    for (const MotionDescription& md : d_.motions) {
      const std::string path = "motion." + md.of.name;
      const auto ref = resolve_speed_part(md.of, path);
      if (!ref) continue;
      const Joint& joint = *ref->joint;
      if (!own_coordinates(md.of, path, joint)) continue;
      if (ref->part >= 0 && m_.body(joint.child).name == carrier_name(joint.name)) {
        sink_.error(md.of.at, path, "joint '" + joint.name + "' is cut to open a loop, so its motion is prescribed as a whole",
                    "give laws for all of its parts (" + list_of(parts_of(joint.type).speeds) + "), or cut another joint of the loop");
        continue;
      }
      PrescribedMotion motion;
      motion.joint = static_cast<JointId>(static_cast<int>(&joint - m_.joints_.data()));
      const bool turns = has_quaternion(joint.type);
      const int n_scalar = joint.type == JointType::free ? 3 : turns ? 0 : joint.nv;
      if (joint.nv == 0) {
        sink_.error(md.of.at, path, "a weld cannot move");
        continue;
      }
      if (turns && ref->part >= 0) {
        sink_.error(md.of.at, path, "a " + std::string(name_of(joint.type)) + " joint is prescribed as a whole", "write '" + joint.name + "' with `turn:`" + (n_scalar ? " and x, y, z" : ""));
        continue;
      }
      if (turns != !md.turn_axes.empty()) {
        sink_.error(md.of.at, path, turns ? "the motion of a " + std::string(name_of(joint.type)) + " joint needs `turn: {axes, angles}`" : "only spherical and free joints are prescribed by `turn`");
        continue;
      }
      const int wanted = ref->part >= 0 ? 1 : n_scalar;
      if (static_cast<int>(md.laws.size()) != wanted) {
        sink_.error(md.of.at, path, "needs " + std::to_string(wanted) + " law" + (wanted == 1 ? "" : "s") + ", has " + std::to_string(md.laws.size()),
                    joint.nv > 1 ? "its parts are: " + (joint.type == JointType::free ? "x, y, z, turn" : list_of(parts_of(joint.type).speeds)) : "");
        continue;
      }
      for (std::size_t i = 0; i < md.laws.size(); ++i) {
        const int part = static_cast<int>(i);
        motion.parts.push_back(ref->part >= 0 ? ref->part : joint.swapped && joint.type == JointType::universal ? 1 - part : part);
        motion.laws.emplace_back(md.laws[i]);
      }
      for (const Vec3d& axis : md.turn_axes) motion.turn_axes.push_back(axis * (1 / norm(axis)));
      for (const LawDescription& law : md.turn_angles) motion.turn_angles.emplace_back(law);
      for (int s = 0; s < joint.nv; ++s) {
        if (ref->part >= 0 && s != ref->part) continue;
        Role& role = m_.roles_[at(joint.v_begin + s)];
        if (role != Role::passive) {
          sink_.error(md.of.at, path,
                      "'" + m_.speed_names_[at(joint.v_begin + s)] + (role == Role::prescribed ? "' is prescribed twice" : "' is actuated and prescribed at once"),
                      role == Role::prescribed ? "keep one law" : "a prescribed joint gets whatever force its motion needs: remove `actuated`, or the motion");
          break;
        }
        role = Role::prescribed;
      }
      m_.prescribed_.push_back(std::move(motion));
    }
  }

  // -- force elements ----------------------------------------------------------------------------------------------------------
  void add_forces() {
    for (const SpringDescription& s : d_.springs) {
      const std::string path = "springs." + s.name;
      if (s.between) {
        const auto a = resolve_frame(s.between->first, path + ".between"), b = resolve_frame(s.between->second, path + ".between");
        if (!a || !b) continue;
        if (m_.frame(*a).body == m_.frame(*b).body) {
          sink_.error(s.at, path + ".between", "both ends are on body '" + m_.body(m_.frame(*a).body).name + "'");
          continue;
        }
        m_.forces_.frame_springs.push_back({s.name, *a, *b, s.stiffness, s.rest, s.damping});
      } else if (s.joint) {
        const auto ref = resolve_one_speed(*s.joint, path + ".joint");
        if (!ref) continue;
        const bool scalar = !has_quaternion(ref->joint->type);
        if (!scalar && s.stiffness != 0) {
          sink_.error(s.joint->at, path + ".joint", "'" + s.joint->name + "' has no scalar coordinate to stretch", "use a spring between two frames, or a damper");
          continue;
        }
        m_.forces_.joint_springs.push_back({s.name, scalar ? ref->joint->q_begin + ref->part : -1, ref->joint->v_begin + ref->part, s.stiffness, s.rest, s.damping});
      }
    }
    for (const LoadDescription& l : d_.loads) {
      const std::string path = "loads." + l.name;
      if (l.on) {
        const auto on = resolve_frame(*l.on, path + ".on");
        if (!on) continue;
        FrameLoad load{l.name, *on, l.world_axes, {}, {}};
        for (std::size_t i = 0; i < 3; ++i) {
          load.moment[i] = MotionLaw(l.moment[i]);
          load.force[i] = MotionLaw(l.force[i]);
        }
        m_.forces_.frame_loads.push_back(std::move(load));
      } else if (l.joint) {
        const auto ref = resolve_one_speed(*l.joint, path + ".joint");
        if (ref) m_.forces_.joint_loads.push_back({l.name, ref->joint->v_begin + ref->part, MotionLaw(l.value)});
      }
    }
  }

  void add_stops_and_friction() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const StopDescription& s : d_.stops) {
      const std::string path = "stops." + s.name;
      const auto ref = resolve_one_speed(s.joint, path + ".joint");
      if (!ref) continue;
      if (has_quaternion(ref->joint->type)) {
        sink_.error(s.joint.at, path + ".joint", "'" + s.joint.name + "' has no scalar coordinate to limit");
        continue;
      }
      m_.forces_.stops.push_back({s.name, ref->joint->q_begin + ref->part, ref->joint->v_begin + ref->part, s.min.value_or(-infinity), s.max.value_or(infinity), s.stiffness, s.damping, s.restitution});
    }
    for (const FrictionDescription& f : d_.frictions) {
      const auto ref = resolve_one_speed(f.joint, "friction." + f.name + ".joint");
      if (ref) m_.forces_.frictions.push_back({f.name, ref->joint->v_begin + ref->part, f.coulomb, f.stiction, f.stribeck_speed, f.transition_speed, f.viscous});
    }
  }

  void add_contacts() {
    for (const ContactDescription& c : d_.contacts) {
      const std::string path = "contacts." + c.name;
      for (const NameRef& place : c.on) add_contact(c, place, path + ".on");
      for (const auto& [a, b] : c.capsules) {  // the lowest point of a capsule lies on one of its end spheres, or on both
        const auto first = add_contact(c, a, path + ".capsules"), second = add_contact(c, b, path + ".capsules");
        if (!first || !second) continue;
        if (m_.frame(*first).body != m_.frame(*second).body) sink_.error(a.at, path + ".capsules", "the ends '" + a.name + "' and '" + b.name + "' are on different bodies");
        else if (*first == *second) sink_.error(a.at, path + ".capsules", "both ends are '" + a.name + "'", "a sphere is written under `on`");
      }
    }
  }
  std::optional<FrameId> add_contact(const ContactDescription& c, const NameRef& place, const std::string& path) {
    const auto on = resolve_frame(place, path);
    if (!on) return std::nullopt;
    if (m_.body(m_.frame(*on).body).row == 0) {
      sink_.error(place.at, path, "'" + place.name + "' cannot move, so it hits nothing");
      return std::nullopt;
    }
    Contact contact{c.name + "." + place.name, c.name, *on, c.radius_m, {c.point, c.normal * (1 / norm(c.normal))}, c.restitution, {}};
    if (std::any_of(m_.contacts_.begin(), m_.contacts_.end(), [&](const Contact& other) { return other.name == contact.name; })) {
      sink_.error(place.at, path, "'" + place.name + "' is listed twice");
      return std::nullopt;
    }
    if (c.law) {
      contact.compliant = CompliantContact{make_normal_law(*c.law, c.radius_m), make_friction_law(c.friction)};
      m_.compliant_contacts_ = true;
    }
    m_.contacts_.push_back(std::move(contact));
    return on;
  }

  // The actuated speed that a controller works on, of the tree or of a cut joint.
  void add_controls() {
    for (const ControlDescription& c : d_.controls) {
      const std::string path = "control." + c.of.name;
      Controller law{c.of.name, c.kind, false, -1, -1, MotionLaw(c.force), MotionLaw(c.target), c.kp, c.kd};
      if (c.limit) law.limit = *c.limit;
      Role role = Role::passive;
      if (const Joint* cut = cut_joint_with_one_speed(c.of.name)) {
        law.cut = true;
        law.coordinate = cut->q_begin;
        law.speed = cut->v_begin;
        role = m_.cut_roles_[at(cut->v_begin)];
        if (c.kind == ControlKind::computed_torque) {
          sink_.error(c.of.at, path + ".type", "computed torque needs a coordinate of the tree, and joint '" + cut->name + "' is cut", "cut another joint of the loop: write `cut: true` there");
          continue;
        }
      } else {
        const auto ref = resolve_one_speed(c.of, path);
        if (!ref) continue;
        law.coordinate = has_quaternion(ref->joint->type) ? -1 : ref->joint->q_begin + ref->part;
        law.speed = ref->joint->v_begin + ref->part;
        role = m_.roles_[at(law.speed)];
        if (law.coordinate < 0 && c.kind != ControlKind::force) {
          sink_.error(c.of.at, path + ".type", "'" + c.of.name + "' has no scalar coordinate to follow a target", "use `type: force`");
          continue;
        }
      }
      if (role != Role::actuated) {
        sink_.error(c.of.at, path, role == Role::prescribed ? "the joint is prescribed: its motion law decides, not a controller" : "the joint has no actuator", "write `actuated: true` on it");
        continue;
      }
      m_.controllers_.push_back(std::move(law));
    }
  }
  const Joint* cut_joint_with_one_speed(const std::string& name) const {
    for (const Constraint& c : m_.constraints_) {
      const auto* cut = std::get_if<CutJoint>(&c);
      if (cut && cut->joint.name == name && cut->joint.nv == 1) return &cut->joint;
    }
    return nullptr;
  }

  // -- initial state -----------------------------------------------------------------------------------------------------------
  void set_initial() {
    m_.initial_q_ = VecX::Zero(m_.tables_.nq);
    m_.initial_v_ = VecX::Zero(m_.tables_.nv);
    for (const Joint& joint : m_.joints_) {
      if (has_quaternion(joint.type)) m_.initial_q_[joint.q_begin + joint.nq - 4] = 1;
    }
    std::vector<bool> q_set(at(m_.tables_.nq), false), v_set(at(m_.tables_.nv), false);
    m_.initial_cut_q_.assign(at(m_.n_cut_q_), std::nullopt);
    m_.initial_cut_v_.assign(at(m_.n_cut_v_), std::nullopt);
    for (const InitialValue& value : d_.initial_q) set_initial_value(value, "initial.q." + value.of.name, true, m_.initial_q_, q_set);
    for (const InitialValue& value : d_.initial_v) set_initial_value(value, "initial.v." + value.of.name, false, m_.initial_v_, v_set);
    for (const Joint& joint : m_.joints_) {  // so far in the user's own terms
      if (!joint.swapped) continue;
      double q[7], v[6];
      std::copy_n(m_.initial_q_.data() + joint.q_begin, joint.nq, q);
      std::copy_n(m_.initial_v_.data() + joint.v_begin, joint.nv, v);
      tree_coordinates(joint, q, m_.initial_q_.data() + joint.q_begin);
      tree_speeds(joint, m_.initial_q_.data() + joint.q_begin, v, m_.initial_v_.data() + joint.v_begin);
    }
    record_given(q_set, v_set);
  }

  static int stored(const Joint& joint, int i) { return joint.swapped && joint.type == JointType::universal ? 1 - i : i; }

  // Which speeds have their coordinate, and which have their own value, from the file. Quaternions and swapped planar and free joints: all or none.
  void record_given(const std::vector<bool>& q_set, const std::vector<bool>& v_set) {
    m_.initial_q_given_.assign(at(m_.tables_.nv), false);
    m_.initial_v_given_.assign(at(m_.tables_.nv), false);
    for (const Joint& joint : m_.joints_) {
      const auto any = [&](const std::vector<bool>& set, int begin, int n) { return std::any_of(set.begin() + begin, set.begin() + begin + n, [](bool b) { return b; }); };
      const bool mixed = joint.swapped && !same_coordinates_swapped(joint.type);
      for (int i = 0; i < joint.nv; ++i) {
        const int begin = joint.q_begin;
        const bool given = mixed || joint.type == JointType::spherical ? any(q_set, begin, joint.nq)
                           : joint.type == JointType::free             ? any(q_set, begin + (i < 3 ? 3 : 0), i < 3 ? 4 : 3)
                                                                       : q_set[at(begin + stored(joint, i))];
        m_.initial_q_given_[at(joint.v_begin + i)] = given;
        m_.initial_v_given_[at(joint.v_begin + i)] = v_set[at(joint.v_begin + stored(joint, i))];
        if (mixed) m_.initial_v_given_[at(joint.v_begin + i)] = any(v_set, joint.v_begin, joint.nv);
      }
    }
    for (const ElasticBody& elastic : m_.elastic_bodies_) {
      for (int j = 0; j < elastic.field.n_modes(); ++j) {
        m_.initial_q_given_[at(elastic.v_begin + j)] = q_set[at(elastic.q_begin + j)];
        m_.initial_v_given_[at(elastic.v_begin + j)] = v_set[at(elastic.v_begin + j)];
      }
    }
  }

  // A value for a joint that the tree leaves out: assembly makes the others follow it.
  const CutJoint* find_cut(const std::string& name) const {
    for (const Constraint& c : m_.constraints_) {
      const auto* cut = std::get_if<CutJoint>(&c);
      if (cut && (name == cut->joint.name || name.starts_with(cut->joint.name + "."))) return cut;
    }
    return nullptr;
  }

  // Which of the joint's coordinates or speeds an entry of `initial` names: first and count.
  std::optional<std::pair<int, int>> initial_entries(const InitialValue& value, const std::string& path, bool position, const Joint& joint, const std::string& part_name) {
    const auto parts = position ? parts_of(joint.type).coordinates : parts_of(joint.type).speeds;
    int first = 0, count = position ? joint.nq : joint.nv;
    if (position && part_name == "quat" && has_quaternion(joint.type)) {
      first = joint.nq - 4;
      count = 4;
    } else if (!part_name.empty()) {
      first = -1;
      for (std::size_t i = 0; i < parts.size(); ++i) if (parts[i] == part_name) first = static_cast<int>(i);
      if (first < 0) {
        no_part(value.of, path, {&joint, -1, part_name}, parts);
        return std::nullopt;
      }
      count = 1;
    }
    if (static_cast<int>(value.values.size()) != count) {
      sink_.error(value.of.at, path, "needs " + std::to_string(count) + " number" + (count == 1 ? "" : "s") + ", has " + std::to_string(value.values.size()),
                  count > 1 ? "in the order " + list_of(parts) : "");
      return std::nullopt;
    }
    return std::pair{first, count};
  }

  void set_initial_cut(const InitialValue& value, const std::string& path, bool position, const Joint& joint) {
    const std::string part = value.of.name == joint.name ? "" : value.of.name.substr(joint.name.size() + 1);
    const auto entries = initial_entries(value, path, position, joint, part);
    if (!entries) return;
    for (int i = 0; i < entries->second; ++i) {
      auto& slot = (position ? m_.initial_cut_q_ : m_.initial_cut_v_)[at((position ? joint.q_begin : joint.v_begin) + entries->first + i)];
      if (slot) return sink_.error(value.of.at, path, "is given twice");
      slot = value.values[at(i)];
    }
  }

  // "body.mode2": its place among the coordinates (or speeds), or nothing.
  std::optional<int> find_mode(const std::string& name, bool position) const {
    const auto& names = position ? m_.coordinate_names_ : m_.speed_names_;
    for (const ElasticBody& elastic : m_.elastic_bodies_) {
      const int begin = position ? elastic.q_begin : elastic.v_begin;
      for (int j = 0; j < elastic.field.n_modes(); ++j) if (names[at(begin + j)] == name) return begin + j;
    }
    return std::nullopt;
  }

  void set_initial_value(const InitialValue& value, const std::string& path, bool position, VecX& out, std::vector<bool>& set) {
    if (const auto mode = find_mode(value.of.name, position)) {
      if (value.values.size() != 1) return sink_.error(value.of.at, path, "needs 1 number, has " + std::to_string(value.values.size()));
      if (set[at(*mode)]) return sink_.error(value.of.at, path, "'" + value.of.name + "' is given twice");
      set[at(*mode)] = true;
      out[*mode] = value.values[0];
      return;
    }
    if (const CutJoint* cut = find_cut(value.of.name)) return set_initial_cut(value, path, position, cut->joint);
    const auto ref = resolve_joint(value.of, path);
    if (!ref) return;
    const Joint& joint = *ref->joint;
    const auto entries = initial_entries(value, path, position, joint, ref->part_name);
    if (!entries) return;
    const auto [first, count] = *entries;
    const int begin = (position ? joint.q_begin : joint.v_begin) + first;
    for (int i = 0; i < count; ++i) {
      if (set[at(begin + i)]) return sink_.error(value.of.at, path, "'" + (position ? m_.coordinate_names_ : m_.speed_names_)[at(begin + i)] + "' is given twice");
      set[at(begin + i)] = true;
      out[begin + i] = value.values[at(i)];  // in the user's order
    }
    for (int s = 0; s < joint.nv; ++s) {
      const bool touched = has_quaternion(joint.type) || (s >= first && s < first + count);
      if (touched && m_.roles_[at(joint.v_begin + s)] == Role::prescribed) {
        return sink_.error(value.of.at, path, "the joint is prescribed: its motion law gives its state at every time", "remove this entry");
      }
    }
    if (position && has_quaternion(joint.type) && first + count > joint.nq - 4) {
      auto quat = out.segment(joint.q_begin + joint.nq - 4, 4);
      bool complete = true;
      for (int i = joint.nq - 4; i < joint.nq; ++i) complete = complete && set[at(joint.q_begin + i)];
      if (complete && std::abs(quat.norm() - 1) > 1e-6) sink_.error(value.of.at, path, "the quaternion's norm is " + std::to_string(quat.norm()), "it must be 1 within 1e-6");
      if (complete) quat.normalize();
    }
  }

  // -- tables ------------------------------------------------------------------------------------------------------------------
  void finish_tables() {
    kernels::Tables& t = m_.tables_;
    t.n_steps = static_cast<std::int32_t>(m_.steps_.size());
    t.step = m_.steps_.data();
    t.rotor_inertia = m_.rotor_inertia_.data();
    t.gravity_W[0] = m_.gravity_.x;
    t.gravity_W[1] = m_.gravity_.y;
    t.gravity_W[2] = m_.gravity_.z;
    m_.pivot_floor_.resize(m_.steps_.size());
    m_.slide_floor_.resize(m_.steps_.size());
    kernels::pivot_floors(t, m_.pivot_floor_.data(), m_.slide_floor_.data());
    t.pivot_floor = m_.pivot_floor_.data();
    t.slide_floor = m_.slide_floor_.data();
    m_.long_branches_ = kernels::mass_matrix_choice(t) == kernels::MassMatrixWalk::world;
    m_.pivot_floor_of_speed_ = VecX::Zero(t.nv);
    for (std::size_t i = 1; i < m_.steps_.size(); ++i) {
      const kernels::Step& s = m_.steps_[i];
      for (int k = 0; k < kernels::nv_of(s.joint); ++k) {
        m_.pivot_floor_of_speed_[s.v_begin + k] = k < 3 ? m_.pivot_floor_[i] : m_.slide_floor_[i];
      }
    }
  }

  const Description& d_;
  const LoopTreatment& loops_;
  std::vector<LoopSprings> springs_;  // per entry of m_.sprung_
  DiagnosticSink sink_;
  Model m_;
  std::unordered_map<std::string, int> body_index_, frame_index_, joint_index_;  // into the description; body 0 is the ground
  std::unordered_map<std::string, int> frame_id_;                                // named frames, into the model
  std::vector<std::string> names_of_frames_;
  std::vector<Place> parents_, children_;
  std::vector<int> model_body_, model_joint_;  // description -> model
};

Result<Model> build_model(const Description& d, const LoopTreatment& loops) {
  Description carried = d;
  carry_driven_cuts(carried);
  attach_to_sections(carried);
  return ModelBuilder(carried, loops).build();
}

}  // namespace zanjir
