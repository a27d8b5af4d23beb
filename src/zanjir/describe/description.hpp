// Description: what a mechanism file says, as plain data with source positions. Units are SI and radians, parameters are evaluated,
// `repeat` is expanded, names are not yet resolved; meaning (topology, inertia, coordinates) is the business of model/.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/joint_traits.hpp"
#include "zanjir/describe/contact_laws.hpp"
#include "zanjir/describe/controller.hpp"
#include "zanjir/describe/law.hpp"
#include "zanjir/describe/look.hpp"
#include "zanjir/language/expression.hpp"
#include "zanjir/language/written.hpp"

namespace zanjir {

// -- elastic bodies: straight uniform beams along x of the body frame, from its origin
enum class RotaryInertia : std::uint8_t { none, frame, element };  // of the cross-sections: absent, with the body frame, with each section
enum class Stiffening : std::uint8_t { none, full };               // foreshortening of the centre line, to second order in the deflection
enum class DampedCurvature : std::uint8_t {
  sections,
  centre_line
};  // what Kelvin-Voigt damping resists in bending: Theta', or W'' as some publications write; the same without shear
enum class ModeKind : std::uint8_t { bending_y, bending_z, axial, torsion, polynomial };  // bending_y: deflection along y
// Ends of the beam for which a shape is a vibration mode, first letter at x = 0 (s: pinned, c: clamped, f: free, loaded: cf with `tip`), or a
// shape that is none: static_pair (unit deflection, unit turn of the end); of bars: static_end (the end pulled or twisted), sine (fixed-free), fixed (fixed-fixed).
enum class ModeSet : std::uint8_t { ss, cc, sc, cs, cf, ff, loaded, static_pair, static_end, sine, fixed, given };

struct BeamProperties {  // per length; stiffness infinite where shear is left out (kAG_N = 0)
  double mass_kg_per_m = 0, EA_N = 0, EI_y_N_m2 = 0, EI_z_N_m2 = 0 /* about y and z */, GI_x_N_m2 = 0, kAG_N = 0;
  Vec3d rotary_kg_m{0, 0, 0};  // about x, y, z of the section
  double viscosity_A_N_s = 0, viscosity_I_y_N_s_m2 = 0, viscosity_I_z_N_s_m2 = 0,
         air_N_s_per_m2 = 0;          // Kelvin-Voigt times area and second moments; drag on the deflection rate
  double young_Pa = 1, shear_Pa = 1;  // of the material: what the numbers above were multiplied with, for whoever wants areas back (describe/writer)
};
struct BeamTip {  // a rigid body at the end for which `loaded` modes are solved; in the plane of bending, about the section centre
  double mass_kg = 0, first_moment_kg_m = 0, inertia_kg_m2 = 0;
};
struct ModeDescription {
  ModeKind kind = ModeKind::bending_y;
  ModeSet set = ModeSet::given;
  int number = 1;                                      // counted from 1 in its set
  std::array<std::vector<double>, 4> polynomial = {};  // ModeKind::polynomial: x, y, z (m) and turn about x, coefficients in s = x/length
  SourcePos at = {};
};
struct BeamDescription {
  SourcePos at;
  double length_m = 1;
  BeamProperties properties;
  std::optional<BeamProperties> shapes_from;  // the beam whose vibration modes are used as shapes, when it is not this one
  BeamTip tip;
  RotaryInertia rotary = RotaryInertia::element;
  Stiffening stiffening = Stiffening::none;
  DampedCurvature damped_curvature = DampedCurvature::sections;
  std::vector<ModeDescription> modes;
  std::vector<double> modal_damping_N_s_per_m = {};  // per mode, besides viscosity and drag; empty: none
};

struct BodyDescription {
  std::string name;
  SourcePos at, mass_at, inertia_at;
  double mass_kg = 0;
  bool massless = false;    // said so by the user: `massless: true`
  bool point_mass = false;  // said so by the user: `inertia: point`
  Vec3d com_m{0, 0, 0};
  Sym3d inertia_com_kg_m2{0, 0, 0, 0, 0, 0};  // about the mass centre, body axes, whatever `about` the file used
  std::array<bool, 6> inertia_given{};        // xx yy zz xy xz yz: which entries the file has
  bool inertia_as_published = false;          // said so by the user: the triangle inequality is not asked for
  std::optional<BeamDescription> beam;        // an elastic body: mass and inertia are the beam's
  struct Section {
    std::string of;
    double x_m = 0;
  };
  std::optional<Section> section = {};  // Origin::section: a cross-section of that elastic body, see model/cross_sections.hpp
  Origin origin = Origin::user;
};

struct FrameDescription {
  NameRef body;
  std::string name;  // referred to as body.name
  PoseDescription pose;
  std::string section = {};  // the cross-section that carries it, made by the program; `pose` is then relative to that
};

// What a loop gives instead of holding: springs and dampers along the rows that it would have had.
struct LoopSprings {
  double stiffness_N_per_m = 0, damping_N_s_per_m = 0;  // along translations
  std::optional<double> turn_stiffness_N_m_per_rad;     // on turns; nothing: stiffness times the square of the model length
  std::optional<double> turn_damping_N_m_s_per_rad;     // nothing: damping times the same
};

struct JointDescription {
  std::string name;
  SourcePos at, type_at, axis_at;
  JointType type = JointType::weld;
  NameRef parent, child;      // body or body.frame; a frame's pose comes before `at`
  PoseDescription at_parent;  // key `at`
  PoseDescription at_child;   // key `at_child`; identity when absent
  bool at_child_given = false;
  std::vector<Vec3d> axes;                  // as written, not normalised; JointTraits::n_axes of them
  bool actuated = false;                    // `actuated: true`: every part
  std::vector<NameRef> actuated_parts;      // `actuated: [angle]`
  bool cut = false;                         // `cut: true`, or written in `loops:`: the tree must not contain this joint
  bool in_loops = false;                    // written in `loops:`; parent and child are then the two of `between`
  std::optional<LoopSprings> springs = {};  // a cut joint that gives; without them it holds
  Origin origin = Origin::user;
};

// Loops are closed by cut joints (section `loops:` fills JointDescription with `cut`, parent and child being the two of `between`), and by
// these two:
struct DistanceDescription {  // the origins of two frames stay this far apart
  std::string name;
  SourcePos at;
  NameRef a, b;
  double length_m = 0;
  std::optional<LoopSprings> springs = {};
  SourcePos length_at = {};
};
struct GearDescription {  // q_b = ratio q_a + offset, offset from the initial state unless given
  std::string name;
  SourcePos at;
  NameRef a, b;  // joint or joint.part
  double ratio = 1;
  std::optional<double> offset;
  std::optional<LoopSprings> springs = {};  // on the coordinate of b
};

struct BacklashDescription {  // between the motor and the joint, on the joint's side; the motor is then a freedom of its own: model/drive_play.hpp
  SourcePos at;
  double play = 0, stiffness = 0, damping = 0;  // from flank to flank; of a flank that is touched
  NameRef driven = {};                          // the joint, once the motor stands beside it
};
struct ActuatorDescription {  // keyed by joint or joint.part; makes that speed actuated
  NameRef on;
  double gear_ratio = 1, rotor_inertia = 0 /* kg m^2 (kg for slides) on the motor side */, weight = 1;
  bool spindle = false;                                                      // a motor that turns drives a slide: the ratio is in rad/m
  std::optional<double> stiffness = {}, force_limit = {}, speed_limit = {};  // on the joint side; none: rigid, without limit
  std::optional<BacklashDescription> backlash = {};
};
inline std::string motor_joint_of(const ActuatorDescription& a) {  // where there is play: "A_motor", "U_a_motor"
  std::string name = a.on.name + "_motor";
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

struct PhaseDescription {  // a function of time that laws share; it may name those before it
  std::string name;
  SourcePos at;
  LawDescription law;
};

struct MotionDescription {  // prescribed motion of a joint or a part of it
  NameRef of;
  std::vector<LawDescription> laws;  // one per part for scalar joints (in the order of the joint's parts), or for free: x, y, z
  // spherical and free: turn about these axes one after the other (each in the frame turned by those before), by these laws
  std::vector<Vec3d> turn_axes;
  std::vector<LawDescription> turn_angles;
};

struct SpringDescription {  // between two frames, or on a joint coordinate
  std::string name;
  SourcePos at;
  std::optional<std::pair<NameRef, NameRef>> between;
  std::optional<NameRef> joint;
  double stiffness = 0;  // N/m, or N m/rad on a rotation
  double rest = 0;       // free length, or rest value of the coordinate
  double damping = 0;    // N s/m, or N m s/rad
  bool damper = false;   // written in section `dampers:`, without stiffness
};

struct LoadDescription {  // a wrench on a frame, or a generalized force on a joint coordinate
  std::string name;
  SourcePos at;
  std::optional<NameRef> on;
  std::optional<NameRef> joint;
  bool world_axes = true;                // else the axes of the frame
  std::array<LawDescription, 3> moment;  // N m
  std::array<LawDescription, 3> force;   // N
  LawDescription value;                  // with `joint`
};

struct FrameLawDescription {  // a force between two frames by laws of their distance, angle, rates and time: forces/elements.hpp
  std::string name;
  SourcePos at;
  NameRef a, b;
  Vec3d axis{0, 0, 1};           // in a, as written
  LawDescription force, moment;  // measures are named as arguments behind all phases: core/law_measures.hpp
};

struct StopDescription {  // a joint coordinate stays within [min, max]: compliant (stiffness), or rigid (restitution)
  std::string name;
  SourcePos at;
  NameRef joint;
  std::optional<double> min, max, restitution;
  double stiffness = 0, damping = 0;
};

struct FrictionDescription {  // of a joint, on one speed; see forces/elements.hpp for the law
  std::string name;
  SourcePos at;
  NameRef joint;
  double coulomb = 0, stiction = 0, stribeck_speed = 0, transition_speed = 0, viscous = 0;
};

struct ContactDiscDescription {  // the rim of a wheel about `at`
  NameRef at;
  Vec3d axis{0, 0, 1};  // in the frame
  double radius_m = 0;  // of the rim's centre line; rounded by ContactDescription::radius_m
};
struct ContactBoxDescription {  // about `at`, along its axes
  NameRef at;
  Vec3d size_m{0, 0, 0};  // over all, rounding included
};
struct ContactDescription {  // points, spheres, capsules, discs, boxes on bodies against the ground: rigid impact, or compliant with a law
  std::string name;
  SourcePos at;
  Vec3d point{0, 0, 0}, normal{0, 0, 1};  // world; the normal as written, out of the material
  std::vector<NameRef> on;
  std::optional<StepDescription> step = {};           // else the half-space below the plane,
  std::optional<HeightsDescription> heights = {};     // or what lies below these heights
  std::vector<std::pair<NameRef, NameRef>> capsules;  // the ends of their axes
  std::vector<ContactDiscDescription> discs = {};
  std::vector<ContactBoxDescription> boxes = {};
  int samples = 2;                          // spheres along a capsule, points along an edge of a box
  double radius_m = 0, restitution = 1;     // restitution: of rigid impact
  std::optional<NormalLawDescription> law;  // none: rigid
  ContactFrictionDescription friction;
  std::optional<LawDescription> held = {};  // of a law that holds: the ground keeps it, whatever the gap, while this is above zero
  std::optional<NameRef> ground_on = {};    // the frame that carries the ground; none: the world
};

struct ControlDescription {  // keyed by joint or joint.part
  NameRef of;
  ControlKind kind = ControlKind::force;
  LawDescription force, target;
  double kp = 0, kd = 0;
  std::optional<double> limit;
};

struct InitialValue {  // one entry of initial.q or initial.v: joint, joint.part or joint.quat
  NameRef of;
  std::vector<double> values;
};

struct Description {
  Description();  // these are not in line: every user would compile what becomes of thirty vectors of everything
  Description(const Description&);
  Description(Description&&) noexcept;
  Description& operator=(const Description&);
  Description& operator=(Description&&) noexcept;
  ~Description();

  std::vector<std::string> files;  // SourcePos::file indexes this; [0] is the description itself
  std::string name, text;
  Plane plane = Plane::none;
  SourcePos plane_at;
  Vec3d gravity_m_s2{0, 0, 0};
  std::optional<double> characteristic_length_m;
  std::vector<std::pair<std::string, double>> parameters;  // as evaluated
  std::vector<BodyDescription> bodies;
  std::vector<FrameDescription> frames;
  std::vector<JointDescription> joints;
  std::vector<DistanceDescription> distances;
  std::vector<GearDescription> gears;
  std::vector<ActuatorDescription> actuators;
  std::vector<PhaseDescription> phases;  // at most most_phases
  std::vector<MotionDescription> motions;
  std::vector<SpringDescription> springs;  // dampers too
  std::vector<LoadDescription> loads;
  std::vector<FrameLawDescription> frame_laws;
  std::vector<StopDescription> stops;
  std::vector<FrictionDescription> frictions;
  std::vector<ContactDescription> contacts;
  std::vector<ControlDescription> controls;
  std::vector<ControllerDescription> controllers;
  std::vector<InitialValue> initial_q, initial_v;
  std::vector<LookDescription> looks;  // in the order of the file; a body without one gets a look of its own making
};

Result<Description> read_description(const std::filesystem::path&, const Overrides& = {});
// The same from memory; `name` stands for the file name in diagnostics, `folder` is where tables (CSV) are looked up.
Result<Description> read_description_text(const std::string& text, const std::string& name, const Overrides& = {},
                                          const std::filesystem::path& folder = {});

}  // namespace zanjir
