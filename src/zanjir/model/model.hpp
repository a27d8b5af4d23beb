// Model: the constant description of a mechanism that every algorithm reads. Made by build_model only; no algorithms of its own.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/contact/compliant_contact.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/describe/look.hpp"
#include "zanjir/flexible/field.hpp"
#include "zanjir/forces/control.hpp"
#include "zanjir/forces/elements.hpp"
#include "zanjir/forces/phases.hpp"
#include "zanjir/kernels/tables.hpp"
#include "zanjir/language/shared_expressions.hpp"
#include "zanjir/model/constraint.hpp"
#include "zanjir/model/joint.hpp"

namespace zanjir {

struct Body {
  std::string name;
  int row = 0;      // row of the kernel tables it moves with; bodies welded together share one
  Transformd X_RB;  // body frame in the row frame
  // As given, in body axes, I about the mass centre; of an elastic body: those of the undeformed one. Kernel tables have the only other form.
  double mass_kg = 0;
  Vec3d com_m{0, 0, 0};
  Sym3d I_com_kg_m2{0, 0, 0, 0, 0, 0};
  // The joint through which the tree reaches this body, and the body on its near side. Ground: none.
  std::optional<JointId> inboard_joint;
  BodyId inboard_body = BodyId::ground;
  int elastic = -1;  // place in Model::elastic_bodies(), or -1
  int section = -1;  // place in Model::sections(), or -1
  Origin origin = Origin::user;

  // About the origin and in the axes of a frame A that has this body at X_AB; by default the body frame itself.
  Inertiad inertia(const Transformd& X_AB = {}) const {
    const Vec3d c = X_AB * com_m;
    return {mass_kg, c * mass_kg, rotate(X_AB.R, I_com_kg_m2) + point_inertia(mass_kg, c)};
  }
};

// An elastic body has modal coordinates and speeds, "body.mode1" ..., behind those of its inboard joint.
struct ElasticBody {
  BodyId body{};
  DisplacementField field;  // in body axes
  int q_begin = 0, v_begin = 0;
};
// What hangs on an elastic body hangs on a cross-section of it: a massless body that moves with the modes, "body@0.4". Its inboard joint is a
// weld whose place on the elastic body is section_pose(field, shapes, modal coordinates).
struct SectionBody {
  BodyId body{};
  int elastic = 0;
  SectionShapes shapes;
};

struct Frame {       // where anything attaches: loops, springs, contacts, drivers and sensors see frames
  std::string name;  // "body" for the body frame itself, else "body.frame"
  BodyId body = BodyId::ground;
  Transformd X_BF;
  Origin origin = Origin::user;  // of the body, where it is the body frame
};

// One entry of q, or of v: a part of a joint, or a mode of an elastic body.
struct Coordinate {
  JointId joint{};   // of a mode: the inboard joint of its body
  int part = 0;      // among those of the joint as the tree stores them; of a mode: which one of its body, from 0
  int elastic = -1;  // place in Model::elastic_bodies() of the body whose mode it is; -1: a part of the joint
  Measure measure = Measure::angle;
  int position = -1;  // of a speed that is the rate of a coordinate: that one's place in q; -1 for angular and child-axes velocities
  bool is_mode() const { return elastic >= 0; }
  bool turns() const { return measure == Measure::angle; }
};

struct Actuator {
  int speed = -1;
  double gear_ratio = 1, rotor_inertia_kg_m2 = 0, weight = 1;  // of a slide that is driven directly the rotor is a mass
  bool spindle = false;                                        // a motor that turns drives a slide: the ratio is in rad/m
  // On the joint side, for indices: what lies between the motor and the joint is a spring; the largest force and speed. Infinite: rigid, no limit.
  double stiffness = std::numeric_limits<double>::infinity(), force_limit = stiffness, speed_limit = stiffness;
};

// One touching place: a sphere (radius 0: a point) or a rim on a body against the ground. Capsules and boxes are several of them.
struct Contact {
  std::string name, group;  // "floor.ball", "floor"
  std::string written;      // where in its file, "worm.yaml:12:3": runs that speak of it say so; empty: it is from no file
  FrameId on{};
  ContactShape shape;
  Ground ground;
  double restitution = 1;                     // of rigid impact
  std::optional<CompliantContact> compliant;  // none: rigid
  std::optional<MotionLaw> held = {};         // of a contact that holds: it does while this is above zero, whatever the gap; none: by touch and lift
  std::optional<FrameId> carrier = {};        // of the ground, which `ground` is then written in; none: the world
  bool has_bristle() const { return compliant && compliant->friction.has_bristle(); }
  bool holds() const { return compliant && compliant->normal.type == NormalLawType::hold; }  // rigid: dynamics/held_contacts.hpp
};
// What the file calls for, for pictures: contacts() has its touching places, n_contacts of them from first_contact on.
struct ContactSolid {
  SolidKind kind = SolidKind::point;
  std::string group;
  FrameId on{}, to{};                    // of a capsule: the ends of its axis; else both the same
  double radius_m = 0, rim_m = 0;        // of spheres, capsules, roundings; of the centre line of a rim
  Vec3d axis{0, 0, 1}, size_m{0, 0, 0};  // of a disc, in its frame; of a box, over all
  int first_contact = 0, n_contacts = 0;
};

// Motion of one joint given as laws of time: scalar parts, and for spherical and free joints a sequence of turns.
struct PrescribedMotion {
  JointId joint{};
  std::vector<int> parts;        // scalar parts of the joint with a law (for free: x, y, z = 0, 1, 2)
  std::vector<MotionLaw> laws;   // one per entry of `parts`
  std::vector<Vec3d> turn_axes;  // unit; each in the frame turned by those before
  std::vector<MotionLaw> turn_angles;
};

class Model {
 public:
  const std::string& name() const { return name_; }
  Plane plane() const { return plane_; }
  Vec3d gravity() const { return gravity_; }

  int nq() const { return tables_.nq; }
  int nv() const { return tables_.nv; }
  int n_steps() const { return tables_.n_steps; }
  std::span<const Body> bodies() const { return all(bodies_); }   // [0] is the ground; parents precede children
  std::span<const Joint> joints() const { return all(joints_); }  // tree order: joint i moves body i + 1
  std::span<const Frame> frames() const { return all(frames_); }  // the body frames first, in body order
  const Body& body(BodyId id) const { return bodies_[static_cast<std::size_t>(index(id))]; }
  const Joint& joint(JointId id) const { return joints_[static_cast<std::size_t>(index(id))]; }
  const Frame& frame(FrameId id) const { return frames_[static_cast<std::size_t>(index(id))]; }
  std::span<const ElasticBody> elastic_bodies() const { return all(elastic_bodies_); }
  std::span<const SectionBody> sections() const { return all(sections_); }
  int n_user_bodies() const;  // without the ground and those that the program made
  int n_user_joints() const;  // cut ones among them
  std::optional<BodyId> find_body(std::string_view name) const;
  std::optional<JointId> find_joint(std::string_view name) const;
  std::optional<FrameId> find_frame(std::string_view name) const;  // "body" or "body.frame"

  std::span<const std::string> coordinate_names() const { return all(coordinate_names_); }  // [nq] "A", "S.qw", "base.x"
  std::span<const std::string> speed_names() const { return all(speed_names_); }            // [nv] "A", "S.wx", "base.vx"
  std::span<const Coordinate> coordinates() const { return all(coordinates_); }             // [nq]
  std::span<const Coordinate> speeds() const { return all(speeds_); }                       // [nv]
  const Coordinate& speed(int i) const { return speeds_[static_cast<std::size_t>(i)]; }

  std::span<const Role> roles() const { return all(roles_); }  // [nv]
  std::span<const Actuator> actuators() const { return all(actuators_); }
  std::span<const PrescribedMotion> prescribed() const { return all(prescribed_); }
  const SharedExpressions& motion_expressions() const { return motion_expressions_; }  // of the laws in prescribed(), without turns
  const Phases& phases() const { return phases_; }                                     // that laws of motions, loads and targets may be functions of
  const ForceElements& forces() const { return forces_; }
  std::span<const Contact> contacts() const { return all(contacts_); }
  std::span<const ContactSolid> contact_solids() const { return all(contact_solids_); }
  bool has_compliant_contacts() const { return compliant_contacts_; }
  bool acts_on_frames() const { return forces_.on_frames() || compliant_contacts_; }  // springs, loads or contacts
  std::span<const Controller> controllers() const { return all(controllers_); }
  std::span<const SampledController> sampled_controllers() const { return all(sampled_controllers_); }
  const VecX& rotor_inertia() const { return rotor_inertia_; }  // [nv] on the joint side of the gear
  const VecX& initial_q() const { return initial_q_; }          // prescribed entries hold their value at t = 0
  const VecX& initial_v() const { return initial_v_; }
  // Which of them the file gave, per speed (for q: its coordinate; quaternions as a whole), and what it gave for cut joints.
  const std::vector<bool>& initial_q_given() const { return initial_q_given_; }
  const std::vector<bool>& initial_v_given() const { return initial_v_given_; }
  std::span<const std::optional<double>> initial_cut_q() const { return all(initial_cut_q_); }  // [n_cut_q]
  std::span<const std::optional<double>> initial_cut_v() const { return all(initial_cut_v_); }  // [n_cut_v]

  // [nv] an inertia (for slides: a mass) not above this resists nothing: 64 eps times what can lie beyond the speed.
  const VecX& pivot_floor() const { return pivot_floor_of_speed_; }

  // -- loops
  std::span<const Constraint> constraints() const { return all(constraints_); }
  int n_closure_rows() const { return n_rows_; }
  int n_cut_q() const { return n_cut_q_; }  // coordinates and speeds of all cut joints
  int n_cut_v() const { return n_cut_v_; }
  std::span<const std::string> cut_coordinate_names() const { return all(cut_coordinate_names_); }
  std::span<const std::string> cut_speed_names() const { return all(cut_speed_names_); }
  std::span<const Role> cut_roles() const { return all(cut_roles_); }              // [n_cut_v] passive or actuated
  std::span<const Actuator> cut_actuators() const { return all(cut_actuators_); }  // those of cut joints; their speed counts among the n_cut_v
  // At which turns are counted in indices that mix them with translations: as the file gives it, or the model length.
  double characteristic_length_m() const { return characteristic_length_; }
  double length_m() const { return length_; }                 // the model length by which rows and columns are scaled
  const VecX& row_scale() const { return row_scale_; }        // [n_closure_rows] 1/length for translations, 1 for rotations
  const VecX& column_scale() const { return column_scale_; }  // [nv] length for slides, 1 for turns

  // -- loops that are springs: c their residuals as if they were rigid, force -(stiffness c + damping c' - preload of the state) along dc/dq
  std::span<const Constraint> sprung() const { return all(sprung_); }  // with their rows; constraints() has them too, without
  int n_spring_rows() const { return static_cast<int>(spring_stiffness_.size()); }
  const VecX& spring_stiffness() const { return spring_stiffness_; }       // [n_spring_rows] N/m, on turns N m/rad
  const VecX& spring_damping() const { return spring_damping_; }           // [n_spring_rows] N s/m, N m s/rad
  const std::vector<bool>& spring_turns() const { return spring_turns_; }  // [n_spring_rows] the row is an angle

  const kernels::Tables& tables() const { return tables_; }
  bool springs_in_tables() const { return !planar_springs_.empty(); }   // all of sprung(): forward dynamics of the kernels can add them by itself
  bool long_branches() const { return long_branches_; }                 // which walk of the mass matrix is faster here
  const std::vector<LookDescription>& looks() const { return looks_; }  // how bodies are drawn: for distances between them; no dynamics sees it

  Model(Model&&) noexcept;  // not in line: forty vectors, which every user would compile
  Model& operator=(Model&&) noexcept;
  ~Model();
  Model(const Model&) = delete;  // tables_ points into the vectors below, which move with it
  Model& operator=(const Model&) = delete;

 private:
  friend class ModelBuilder;
  Model();
  // The conversion of a vector to a span asks the concepts of ranges about every type, a fifth of a second in each source that includes this
  template <class T> static std::span<const T> all(const std::vector<T>& entries) { return {entries.data(), entries.size()}; }
  std::string name_;
  Plane plane_ = Plane::none;
  Vec3d gravity_{0, 0, 0};
  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<Frame> frames_;
  std::vector<ElasticBody> elastic_bodies_;
  std::vector<SectionBody> sections_;
  std::vector<Coordinate> coordinates_, speeds_;
  std::vector<std::string> coordinate_names_, speed_names_;
  std::vector<Role> roles_;
  std::vector<Actuator> actuators_;
  std::vector<PrescribedMotion> prescribed_;
  SharedExpressions motion_expressions_;
  Phases phases_;
  ForceElements forces_;
  std::vector<Contact> contacts_;
  std::vector<ContactSolid> contact_solids_;
  bool compliant_contacts_ = false;
  std::vector<Controller> controllers_;
  std::vector<SampledController> sampled_controllers_;
  std::vector<Constraint> constraints_, sprung_;
  VecX spring_stiffness_, spring_damping_;
  std::vector<bool> spring_turns_;
  int n_rows_ = 0, n_cut_q_ = 0, n_cut_v_ = 0;
  std::vector<std::string> cut_coordinate_names_, cut_speed_names_;
  std::vector<Role> cut_roles_;
  std::vector<Actuator> cut_actuators_;
  double length_ = 1, characteristic_length_ = 1;
  VecX row_scale_, column_scale_;
  VecX rotor_inertia_, initial_q_, initial_v_, pivot_floor_of_speed_;
  std::vector<bool> initial_q_given_, initial_v_given_;
  std::vector<std::optional<double>> initial_cut_q_, initial_cut_v_;
  std::vector<kernels::Step> steps_;
  std::vector<double> pivot_floor_, slide_floor_;
  std::vector<kernels::PlanarStep> planar_;
  std::vector<kernels::PlanarSpring> planar_springs_;
  std::vector<kernels::Elastic> elastic_;
  std::vector<kernels::Section> kernel_sections_;
  std::vector<std::vector<double>> elastic_data_;  // what the two tables point to
  std::vector<std::vector<std::int32_t>> elastic_pairs_;
  kernels::Tables tables_;
  bool long_branches_ = false;
  std::vector<LookDescription> looks_;
};

}  // namespace zanjir
