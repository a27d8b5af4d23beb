// Building a model: elastic bodies and their sections.
#include "zanjir/model/model_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/flexible/modal_integrals.hpp"

namespace zanjir {

using namespace building;

namespace {
constexpr double still = 1e-9;  // displacements and turns of shapes of size one
}

void ModelBuilder::check_elastic(const std::vector<TreeEntry>& tree) {
  for (const TreeEntry& entry : tree) {
    const JointDescription& joint = d_.joints[at(entry.joint)];
    const BodyDescription& body = d_.bodies[at(entry.body - 1)];
    if (!entry.swapped || !body.beam) continue;
    for (const BodyDescription& section : d_.bodies) {
      if (section.section && section.name == joint.name && section.section->of == body.name)
        sink_.error(
            joint.at, "bodies." + body.name,
            "the tree reaches this elastic body at x = " + std::to_string(section.section->x_m) + " m: an elastic body is carried at its origin",
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
      if (leaves)
        sink_.error(mode.at, "bodies." + body.name + ".beam.modes", "this mode leaves the plane of the mechanism",
                    y   ? "use bending_y and axial"
                    : z ? "use bending_z and axial"
                        : "a beam lies along x: use plane xy or xz");
    }
  }
}

kernels::Step ModelBuilder::section_step(const Body& elastic, double x_m) const {
  kernels::Step step;
  step.joint = kernels::Primitive::section;
  store_pose({elastic.X_RB.R, elastic.X_RB * Vec3d{x_m, 0, 0}}, step.X_before);
  return step;
}

// Whether the joint lets the body at this end of it turn about this axis (body axes) without passing a moment: then the first section may turn against the frame.
// That is a ball, or the turn nearest to this end: slides between them do not change its direction.
bool ModelBuilder::turns_freely(const Joint& joint, End end, const Vec3d& axis_B) const {
  if (used_by_name_.contains(joint.name)) return false;
  if (has_quaternion(joint.type)) return true;
  const Vec3d axis = transpose_times(end == End::child ? joint.X_CJ.R : joint.X_PJ.R, axis_B);
  std::vector<JointElement> chain = joint_chain(joint);
  if (end == End::child) std::reverse(chain.begin(), chain.end());
  const auto turn = std::find_if(chain.begin(), chain.end(), [](const JointElement& e) { return e.primitive == kernels::Primitive::revolute_z; });
  return turn != chain.end() && norm(cross(turn->axis, axis)) < 1e-9 * norm(axis);
}

void ModelBuilder::add_elastic(const BodyDescription& bd, const Joint& joint, Body& body, int q_begin, int v_begin) {
  const BeamDescription& beam = *bd.beam;
  std::vector<bool> rebase;
  for (int j = 0; j < static_cast<int>(beam.modes.size()); ++j) {
    double frequency = 0;
    const Shape shape = make_shape(beam, j, frequency);
    if (!std::isfinite(frequency)) {
      sink_.error(beam.modes[at(j)].at, "bodies." + bd.name + ".beam.modes", fmt::format("mode {} of this beam cannot be computed", j + 1),
                  "stiffness and mass per length of its section are too far apart: look at their units");
      without_modes_.insert(bd.name);
    }
    const Vec3d W{shape.W[0](0), shape.W[1](0), shape.W[2](0)}, turn{shape.Theta[0](0), shape.Theta[1](0), shape.Theta[2](0)};
    const bool moves = norm(W) > still, turns = norm(turn) * beam.length_m > still;
    const bool held =
        (moves && !(joint.type == JointType::free && turns_freely(joint, End::child, turn))) || (turns && !turns_freely(joint, End::child, turn));
    rebase.push_back(held);
    if (held)
      sink_.warning(beam.modes[at(j)].at, "bodies." + bd.name + ".beam.modes",
                    fmt::format("mode {} {} its first section, which joint '{}' {}: it is taken relative to that section", j + 1,
                                !moves  ? "turns"
                                : turns ? "moves and turns"
                                        : "moves",
                                joint.name, moves ? "carries" : "holds"),
                    moves ? "the joint's coordinates are then those of the section; free ends keep their shape under a passive joint of type `free`"
                          : "q of the joint is then the angle of the section; shapes that are clamped at x = 0 need nothing");
  }
  body.elastic = static_cast<int>(m_.elastic_bodies_.size());
  m_.steps_[at(body.row)].flexible = body.elastic;
  m_.elastic_bodies_.push_back({static_cast<BodyId>(static_cast<int>(m_.bodies_.size())), make_field(beam, rebase), q_begin, v_begin});
  const Inertiad undeformed = modal_integrals(m_.elastic_bodies_.back().field, {}).undeformed;
  body.mass_kg = undeformed.m;
  body.com_m = undeformed.h * (1 / undeformed.m);
  body.I_com_kg_m2 = undeformed.I + point_inertia(-body.mass_kg, body.com_m);
}

// Kernel tables of elastic bodies and sections.
void ModelBuilder::finish_elastic() {
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
void ModelBuilder::check_modes() {
  for (const ElasticBody& elastic : m_.elastic_bodies_) {
    const Body& body = m_.body(elastic.body);
    const kernels::Elastic& e = m_.elastic_[at(body.elastic)];
    const BodyDescription& bd = d_.bodies[at(body_index_.at(body.name) - 1)];
    if (without_modes_.contains(body.name)) continue;  // said already: what stands for its shapes has neither stiffness nor mass
    const std::string path = "bodies." + body.name + ".beam.modes";
    const int m = e.n_modes;
    MatX B(m, m);
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < m; ++k) B(j, k) = e.B[j * e.n_shapes + k];
    MatX L = B;
    bool carries = false;
    for (std::size_t i = 1; i < m_.steps_.size(); ++i) {
      if (m_.steps_[i].joint != kernels::Primitive::section || m_.steps_[i].parent != body.row) continue;
      const SectionBody& section = m_.sections_[at(m_.steps_[i].flexible)];
      carries = carries || m_.slide_floor_[i] > 0;
      for (int j = 0; j < m; ++j) {
        m_.pivot_floor_of_speed_[elastic.v_begin + j] += m_.slide_floor_[i] * dot(section.shapes.W[at(j)], section.shapes.W[at(j)]) +
                                                         m_.pivot_floor_[i] * dot(section.shapes.Theta[at(j)], section.shapes.Theta[at(j)]);
      }
    }
    for (int j = 0; j < m; ++j) {
      m_.pivot_floor_of_speed_[elastic.v_begin + j] += 64 * std::numeric_limits<double>::epsilon() * B(j, j);
      const SourcePos where = bd.beam->modes[at(j)].at;
      if (!(elastic.field.K(j, j) > 0))
        sink_.error(where, path, "mode " + std::to_string(j + 1) + " meets no stiffness",
                    "give the section and the material what resists it, or another shape: a rigid motion is no mode");
      // What is left of mode j once those before it move freely: Gaussian elimination, rounding being of the order of 1e-15.
      const double left = L(j, j);
      for (int i = j + 1; i < m && left > 0; ++i) L.row(i).tail(m - j) -= L.row(j).tail(m - j) * (L(i, j) / left);
      if (left > 1e-9 * B(j, j) || carries) continue;
      if (B(j, j) == 0)
        sink_.error(where, path, "mode " + std::to_string(j + 1) + " moves no mass", "torsion needs `rotary_inertia: element` or a body at its end");
      else sink_.error(where, path, "mode " + std::to_string(j + 1) + " is a combination of those before it", "leave it out");
    }
  }
}

// What a joint loads with a moment must be able to turn there, or at least to move: where no shape does either, the beam is rigid for what stands on it.
void ModelBuilder::check_sections() {
  for (const SectionBody& section : m_.sections_) {
    const auto check = [&](const Joint& joint) {
      if (joint.parent == section.body) check_section(section, joint, End::parent);
      if (joint.child == section.body && joint.parent != m_.elastic_bodies_[at(section.elastic)].body) check_section(section, joint, End::child);
    };
    for (const Joint& joint : m_.joints_) check(joint);
    for (const Constraint& constraint : m_.constraints_)
      if (const auto* cut = std::get_if<CutJoint>(&constraint)) check(cut->joint);
  }
}

void ModelBuilder::check_section(const SectionBody& section, const Joint& joint, End end) {
  const ElasticBody& elastic = m_.elastic_bodies_[at(section.elastic)];
  const Body& body = m_.body(elastic.body);
  for (const int along : {1, 2}) {  // bending along y turns sections about z, and the other way round
    const int about = 3 - along;
    bool bends = false, gives = false;
    for (int j = 0; j < elastic.field.n_modes(); ++j) {
      bends = bends || !elastic.field.modes[at(j)].W[along].is_zero();
      gives =
          gives || std::abs(section.shapes.W[at(j)][along]) > still || std::abs(section.shapes.Theta[at(j)][about]) * elastic.field.length_m > still;
    }
    Vec3d axis{0, 0, 0};
    (about == 1 ? axis.y : axis.z) = 1;
    if (!bends || gives || turns_freely(joint, end, axis)) continue;
    const char* direction = along == 1 ? "y" : "z";
    sink_.warning(
        d_.bodies[at(body_index_.at(body.name) - 1)].beam->modes.front().at, "bodies." + body.name + ".beam.modes",
        fmt::format("no shape along {} moves or turns the section at x = {:.9g} m, which joint '{}' loads: the beam is rigid for what stands there",
                    direction, section.shapes.x_m, joint.name),
        fmt::format("take shapes that give way at that place: `bending_{}: 2`", direction));
  }
}

}  // namespace zanjir
