// Prose and runnable examples of docs/format.md. Each example is a whole file; tests read every one and look for every key in them.
#pragma once

#include <string_view>

namespace zanjir::schema {

namespace text {
inline constexpr std::string_view root =
    "A description is one YAML map. Numbers are SI and radians; they may carry units (`20 deg`, `350 mm`, `0.003 kg m^2`) and may be\n"
    "expressions in quotes (`\"2*$length\"`). Unknown keys, repeated keys, anchors, aliases and tags are errors.";
inline constexpr std::string_view body = "A body has mass, mass centre and inertia, all in its own axes, or says that it has none.";
inline constexpr std::string_view inertia =
    "The inertia matrix in body axes. With `inertia: point` the body is a point mass. Without `plane`, all three moments are needed and must\n"
    "belong to a real body: positive, none larger than the sum of the two others (zero about the axis of a thin rod is allowed).";
inline constexpr std::string_view beam =
    "An elastic body: a beam along x from the body origin, whose deformation is a sum of shapes. What stands on it, joints, frames, loops,\n"
    "springs and contacts, stands on the cross-section at its own x and moves with it; its inboard joint carries the body frame at x = 0.\n\n"
    "`modes` is a list, or a map. In a list, each word is the next vibration mode of a beam with these ends, first letter at x = 0: `ss`, `cc`,\n"
    "`sc`, `cs`, `cf`, `ff` (s: pinned, c: clamped, f: free) or `loaded` (clamped, with `tip` at the end), bending along y (in the plane `xz`\n"
    "along z); `static` is a deflection, then a turn of the end without vibration. A map `{x, y, z, turn}` in the list is one shape of your\n"
    "own: coefficients of polynomials in x/length for the displacements in metres and the twist in radians; sections stay normal to the centre\n"
    "line. The other form counts modes per direction: `{bending_y: 2, bending_z: 2, axial: 1, torsion: 1}`, or with the sets named,\n"
    "`{bending_y: {static: 2, cc: 1}}`. Bars, that is stretch and twist, have `static` (the end pulled or twisted: s = x/length), `fixed` (sines "
    "with\n"
    "the end held) and `sine` (the end free). A bare count means the static shapes of the end, then modes with the end held: in bending `static`\n"
    "twice and then `cc`, in stretch and twist `static` once and then `fixed`, so that loads at the end deform the beam exactly, as do beams\n"
    "welded to its end. A single bending mode cannot do both a force and a moment: `bending_y: 1` is `cf`, the free cantilever.";
inline constexpr std::string_view beam_section =
    "A shape with its dimensions, or the numbers themselves; a number beside a shape replaces the shape's.";
inline constexpr std::string_view beam_material = "What resists deformation, and what damps it.";
inline constexpr std::string_view beam_tip = "A rigid body on the end section.";
inline constexpr std::string_view beam_shapes = "The beam whose modes are used, where a publication computed them for other numbers.";
inline constexpr std::string_view joint =
    "The joint frame sits at `at` in the parent and keeps the parent's axes unless `at` has a turn; the child frame coincides with it at zero\n"
    "coordinates unless `at_child` is given. Parts: `cylindrical` has `angle`, `slide`; `universal` `a`, `b`; `planar` `x`, `y`, `angle`;\n"
    "`free` `x`, `y`, `z` and `quat`; `spherical` `quat`.";
inline constexpr std::string_view loop =
    "Joints that form a cycle may all stand under `joints`: one of each cycle is then cut, and the mechanism stays the same. `loops` says\n"
    "itself where the cut is. A joint written here, like one with `cut: true`, is never part of the spanning tree: it does not carry a\n"
    "body, its coordinate follows from the others, and no spring or gear can be given to it. Its motion may be prescribed, all parts at once:\n"
    "a `free` or `planar` joint here with a `motion` leads a frame along laws of time. Lengths and initial values need not fit exactly: the\n"
    "loops are closed from there. Names are shared with the joints.";
inline constexpr std::string_view loop_springs =
    "A loop with springs may open: along every direction in which the joint would hold, force = -(stiffness opening + damping rate), counted in "
    "the axes of the first of `between` and as seen from it (in a bushing that opens wide, dampers feel which of the two is first). Turns open by "
    "2 tan(angle/2) about lines that must stay parallel and by 2 sin(angle/2) where a frame is held; a spring holds stiffness opening^2 / 2 as "
    "energy, and its moment is what that changes with the angle: turn_stiffness 2 tan(angle/2) / cos^2(angle/2) about such lines, turn_stiffness "
    "sin(angle) where a frame is held (none at half a turn), both turn_stiffness angle while it is small. Its coordinates, its actuators and its "
    "reaction stay what they are.";
inline constexpr std::string_view actuator = "An entry makes that coordinate actuated. Forces are always on the joint side of the gear.";
inline constexpr std::string_view backlash =
    "A drive with play. The motor gets a coordinate of its own, `<joint>_motor` (of a part `<joint>_<part>_motor`), counted on the joint's side "
    "of the gear and with the inertia of the rotor; it has the actuator, so what `control` and `apply` say of the joint goes to the motor, and "
    "sensors read either. Between the two acts a force within which the motor is free: `-stiffness x - damping x'` on the motor where it is x "
    "beyond a flank, the opposite on the joint. A motor whose start is not said starts where its joint does, in the middle of the play. Inverse "
    "dynamics and [sizing](sizing.md) ask for a motion that determines its forces: leave the play out there, `set: {actuators.A.backlash: {}}`.";
inline constexpr std::string_view spring = "Either `between` two frames or on a `joint` coordinate.";
inline constexpr std::string_view damper = "A spring without stiffness.";
inline constexpr std::string_view load = "A force and a moment on a frame, or a generalized force on a joint coordinate. Each component is a law.";
inline constexpr std::string_view frame_law =
    "A force element of your own. Its laws are functions of `t` and of how its frames lie to each other: `distance` between the origins, "
    "`distance_rate`, `angle` by which the\n"
    "second is turned about `axis` of the first (from -pi to pi; what is turned about other axes does not count), `angle_rate`. Expressions name "
    "them, and named laws\n"
    "take one of them for their argument: `{law: table, of: distance, file: spring.csv}`. Its work is in the ledger under `loads`. Half a turn "
    "across `axis` there is no\n"
    "angle about it: a run that comes there (within 2e-4 rad) with a moment that is not zero ends, by the name of the force.";
inline constexpr std::string_view stop =
    "A stop keeps a joint coordinate within limits. A compliant one is a spring and damper that act beyond the limit; a rigid one reverses\n"
    "the speed at the instant it is reached, through the inertia of the whole mechanism.";
inline constexpr std::string_view friction =
    "F = -(c + (s - c) exp(-(v/v_s)^2)) tanh(v/v_t) - d v with `coulomb` c, `stiction` s, `stribeck_speed` v_s, `transition_speed` v_t and\n"
    "`viscous` d.";
inline constexpr std::string_view contact =
    "Points, spheres, capsules, discs and boxes on the ground, as rigid impacts, with a compliant law, or rigid and holding. Simulations locate "
    "each instant: rigid contacts that\n"
    "touch together are one impact through inertia and loops; a compliant contact has a force from touch-down to release. Each pair is called\n"
    "`<name>.<body or body.frame>` in recordings; the points of a box, and those between the ends of a capsule, are numbered from 1 behind it.";
inline constexpr std::string_view contact_law =
    "The normal force of a compliant contact. Sources, and what restitution each law really has: docs/contact.md.";
inline constexpr std::string_view material = "Elastic constants for the stiffness of a sphere on a plane.";
inline constexpr std::string_view contact_friction = "Friction of a contact with a law, against the sliding velocity of the touching point.";
inline constexpr std::string_view ground = "An inclined half-space; or what stands on its plane.";
inline constexpr std::string_view step = "A step up, or a sill: flat top, sharp straight edge, upright riser.";
inline constexpr std::string_view heights =
    "Uneven ground. Between the heights the surface is smooth, with a continuous slope; beyond the last ones it goes on straight. Spheres must be "
    "smaller\n"
    "than its hollows.";
inline constexpr std::string_view contact_disc = "The rim of a wheel, which rolls on planes, over steps and on height fields.";
inline constexpr std::string_view contact_box = "A box that touches with its corners.";
inline constexpr std::string_view control =
    "What actuators do in a simulation. An actuated joint without an entry here gets no force. `eval` and `verify` take forces from their\n"
    "question instead.";
inline constexpr std::string_view base =
    "The ground moves: `ground` in this file is then the moving base, and `world` what stays (gravity and the planes of contacts stay with the "
    "world). Everything\n"
    "feels the base's accelerations. The base is joint `base` in results: `base.reaction` is the wrench that it has to deliver. `--set` and the "
    "`set` of a\n"
    "study put any mechanism on a moving base.";
inline constexpr std::string_view base_record =
    "The motion of the base from a CSV file. Times that repeat or go backward, gaps (lines more than 2.5 usual steps apart, empty cells), "
    "quaternions that are not of unit length and jumps are refused at their line\n"
    "and column. Angles and quaternions are continued over full turns. Before and after the record the motion goes on straight. Noise that a "
    "spline would turn into accelerations is said.";
inline constexpr std::string_view free_motion =
    "`motion` prescribes joints by laws of time. A joint with one coordinate takes a law: `A: \"0.3*sin(2*t)\"`; a part is named `B.angle`, or\n"
    "all parts are given in a map. A free joint (a moving base) takes the keys below; a spherical joint takes `turn` alone.";
inline constexpr std::string_view gait =
    "One entry moves a whole chain. It stands for one law per joint, all of them functions of one phase, which is computed once per instant; rates "
    "and\n"
    "accelerations are exact. The phase says when and how fast: a trapezoid starts and stops the wave, a negative rate runs it backwards.";
inline constexpr std::string_view gait_control = "The joints of the gait become controlled instead of prescribed; they must be actuated.";
inline constexpr std::string_view turn_motion = "Turns about given axes, one after the other, each by a law.";
inline constexpr std::string_view initial =
    "Starting values of coordinates and speeds; what is not named starts at zero. With loops, coordinates are held as far as they close the\n"
    "loops together, and are a guess otherwise, as are the speeds then; else speeds, and always values of cut joints, must fit.";
inline constexpr std::string_view look =
    "How a body is drawn in [pages that move](viewer.md). The dynamics does not see it. A body that has no look gets one: a link from joint to "
    "joint, a plate\n"
    "where there are three joints or more, a bent tube for a beam; joints, springs, contacts and the ground have symbols of their own in any case.";
inline constexpr std::string_view repeat =
    "A block, or a list of blocks. In names, `{...}` holds a whole-number expression of the index; inside YAML braces such names are quoted.";
}  // namespace text

namespace examples {

inline constexpr std::string_view four_bar = R"yaml(zanjir: 1
name: four-bar
description: A crank drives a rocker through a coupler.
plane: xy
parameters: {crank_length: 200 mm, ground_length: 600 mm, coupler_length: "3*$crank_length", rocker_length: 500 mm}
characteristic_length: 500 mm
gravity: [0, -9.81, 0]
bodies:
  crank:   {mass: 1 kg, com: ["$crank_length/2", 0, 0], inertia: {izz: 0.003 kg m^2}}
  coupler: {mass: 2 kg, com: ["$coupler_length/2", 0, 0], inertia: {izz: 0.06 kg m^2}}
  rocker:  {mass: 1.5 kg, com: ["$rocker_length/2", 0, 0], inertia: {izz: 0.03 kg m^2}}
frames:
  rocker: {tip: ["$rocker_length", 0, 0]}
  ground: {D: ["$ground_length", 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: ["$crank_length", 0, 0], axis: z, actuated: true}
  C: {type: revolute, parent: coupler, child: rocker.tip, at: ["$coupler_length", 0, 0], axis: z}
loops:
  D: {type: revolute, between: [ground.D, rocker], axis: z}
actuators: {B: {gear_ratio: 50}}
springs: {return: {joint: C, stiffness: 2 N m/rad, rest: 90 deg}}
dampers: {bearing: {joint: B, damping: 0.01}}
loads: {push: {on: rocker.tip, force: [5 N, 0, 0]}}
forces: {rubber: {between: [ground, rocker.tip], force: "-3 N/m*distance"}}
stops: {peg: {joint: C, max: 170 deg, stiffness: 500 N m/rad}}
friction: {pin: {joint: C, coulomb: 0.02 N m, transition_speed: 0.01 rad/s}}
contacts: {floor: {ground: {point: [0, -1 m, 0], normal: y}, on: rocker.tip, restitution: 0.5}}
control: {B: {type: force, force: 0.2 N m}}
controllers: {}
phases: {shaking: 20*t}
base: {motion: {y: "0.01*sin(shaking)"}}
motion: {A: "2*pi*t"}
gaits: {}
initial: {q: {B: 20 deg}}
look: {crank: {shape: capsule, from: [0, 0, 0], to: [$crank_length, 0, 0], radius: 12 mm, colour: steel}}
repeat: []
)yaml";

inline constexpr std::string_view bodies = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  arm:  {mass: 3 kg, com: [250 mm, 0, 0], inertia: {ixx: 0.002, iyy: 0.06, izz: 0.06}}
  bob:  {mass: 500 g, inertia: point}
  link: {massless: true}
  rod:  {beam: {length: 1 m, section: {shape: round, diameter: 10 mm}, material: {density: 7850, young: 200e9}, modes: {bending_y: 2}}}
)yaml";

inline constexpr std::string_view beams = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  arm:
    beam:
      length: 1 m
      section: {shape: rectangle, height: 12.5 mm, width: 30 mm}
      material: {density: 2700 kg/m^3, young: 70e9, poisson: 0.33, viscosity: 125}
      theory: euler_bernoulli
      damped_curvature: centre_line
      rotary_inertia: element
      stiffening: full
      modes: {bending_y: 2, bending_z: {cf: 2}, axial: 1, torsion: 1}
  forearm:
    beam:
      length: 0.8 m
      section: {shape: round, diameter: 20 mm}
      material: {young: 200e9, shear: 77e9}
      mass_per_length: 1 kg/m
      rotary_per_length: [5.9e-5, 2.9e-5, 2.9e-5]
      air_damping: 0.025
      modal_damping: [0.1, 0.2, 0.2]
      tip: {mass: 0.5 kg, ahead: 20 mm, inertia: 1e-4 kg m^2}
      shapes_from: {section: {shape: round, diameter: 21 mm}, material: {young: 200e9}, mass_per_length: 1.1 kg/m}
      modes: [loaded, cc, {y: [0, 0, 1, -1]}]
joints:
  shoulder: {type: revolute, parent: ground, child: arm, axis: y, actuated: true}
  elbow: {type: revolute, parent: arm, child: forearm, at: [1 m, 0, 0], axis: y}
)yaml";

inline constexpr std::string_view beam_sections = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  a: {beam: {length: 1, section: {shape: rectangle, height: 10 mm, width: 20 mm, shear_factor: 0.85}, material: {density: 2700, young: 70e9}, modes: {bending_y: 1}}}
  b: {beam: {length: 1, section: {shape: tube, diameter: 20 mm, wall: 1 mm}, material: {density: 2700, young: 70e9}, modes: {bending_y: 1}}}
  c: {beam: {length: 1, section: {area: 3.75e-4, iy: 2.8e-8, iz: 4.9e-9, torsion: 1.4e-8}, material: {density: 2700, young: 70e9}, modes: {bending_y: 1}}}
joints:
  A: {type: weld, parent: ground, child: a}
  B: {type: revolute, parent: a, child: b, at: [1, 0, 0], axis: z}
  C: {type: revolute, parent: b, child: c, at: [1, 0, 0], axis: z}
)yaml";

inline constexpr std::string_view inertias = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  wing: {mass: 2 kg, com: [0.1, 0, 0], inertia: {about: origin, ixx: 0.02, iyy: 0.05, izz: 0.06, ixy: -0.002, ixz: 0.001, iyz: 0}}
  puma_link_3: {mass: 4.8 kg, com: [0, 70 mm, 14 mm], inertia: {ixx: 0.066, iyy: 0.0125, izz: 0.086, as_published: true}}
)yaml";

inline constexpr std::string_view joints = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  cart:  {mass: 5 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
  cross: {massless: true}
  arm:   {mass: 1 kg, com: [0, 0, 0.5], inertia: {ixx: 0.1, iyy: 0.1, izz: 0.01}}
  tool:  {mass: 1 kg, inertia: point}
joints:
  rail:  {type: prismatic, parent: ground, child: cart, axis: x, actuated: true}
  gimbal: {type: universal, parent: cart, child: cross, at: [0, 0, 1 m], axes: [x, y]}
  sleeve: {type: cylindrical, parent: cross, child: arm, axis: z, actuated: [slide]}
  wrist: {type: spherical, parent: arm, child: tool, at: [0, 0, 1], at_child: [0, 0, -0.1]}
  table: {type: planar, parent: ground, child: tool, cut: true}
)yaml";

inline constexpr std::string_view loops = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  crank:   {mass: 1 kg, com: [0.1, 0, 0], inertia: {ixx: 0.001, iyy: 0.01, izz: 0.01}}
  coupler: {mass: 2 kg, com: [0.3, 0, 0], inertia: {ixx: 0.001, iyy: 0.06, izz: 0.06}}
  rocker:  {mass: 1 kg, com: [0.2, 0, 0], inertia: {ixx: 0.001, iyy: 0.02, izz: 0.02}}
  nut:     {mass: 1 kg, inertia: point}
  float:   {mass: 1 kg, inertia: {ixx: 0.01, iyy: 0.01, izz: 0.01}}
frames:
  ground: {D: [0.6, 0, 0]}
  rocker: {tip: [0.4, 0, 0]}
joints:
  A:     {type: revolute, parent: ground, child: crank, axis: z}
  B:     {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z}
  C:     {type: revolute, parent: coupler, child: rocker.tip, at: [0.6, 0, 0], axis: z}
  slide: {type: prismatic, parent: ground, child: nut, axis: x}
  drift: {type: free, parent: ground, child: float}
loops:
  D:      {type: revolute, between: [ground.D, rocker], axis: z, actuated: true}
  rod:    {type: distance, between: [float, nut], length: 0.5 m}
  wrist:  {type: universal, between: [float, nut], at: [0, 0, 0.5], at_child: [0, 0, 0], axes: [x, y]}
  mount:
    type: weld
    between: [float, ground]
    at_child: [0, 0, -0.5]
    springs: {stiffness: 2 kN/m, turn_stiffness: 30 N m/rad, damping: 20 N s/m, turn_damping: 0.5 N m s/rad}
  thread: {type: gear, joints: [A, slide], ratio: "2 mm/(2*pi)", offset: 0.1 m}
initial: {q: {A: 60 deg, B: -50 deg, C: -100 deg, drift.z: -0.5}}
)yaml";

inline constexpr std::string_view actuators = R"yaml(zanjir: 1
gravity: [0, 0, 0]
bodies: {arm: {mass: 1 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}
joints: {A: {type: revolute, parent: ground, child: arm, axis: z}}
actuators: {A: {gear_ratio: 100, rotor_inertia: 2e-5 kg m^2, weight: 1, stiffness: 40 kN m/rad, force_limit: 250 N m, speed_limit: 3 rad/s, backlash: {play: 0.01 deg}}}
)yaml";

inline constexpr std::string_view backlashes = R"yaml(zanjir: 1
gravity: [0, 0, 0]
bodies: {table: {mass: 8 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.2}}}
joints: {T: {type: revolute, parent: ground, child: table, axis: z}}
actuators:
  T: {gear_ratio: 50, rotor_inertia: 1.6e-5 kg m^2, backlash: {play: 1 deg, stiffness: 800 N m/rad, damping: 0.4 N m s/rad}}
friction: {bearing: {joint: T, coulomb: 0.3 N m, transition_speed: 0.002 rad/s}}
control: {T: {type: pd, target: 0.3*sin(2*t), kp: 120 N m/rad, kd: 6 N m s/rad}}     # of the motor: its encoder, its torque
initial: {q: {T_motor: 0.2 deg}}
)yaml";

inline constexpr std::string_view springs = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 1 kg, com: [0.5, 0, 0], inertia: {ixx: 0.01, iyy: 0.1, izz: 0.1}}}
frames: {arm: {tip: [1, 0, 0]}, ground: {hook: [1, 0, 1]}}
joints: {A: {type: revolute, parent: ground, child: arm, axis: -y}}
springs:
  suspension: {between: [ground.hook, arm.tip], stiffness: 2 kN/m, length: 900 mm, damping: 20 N s/m}
  torsion:    {joint: A, stiffness: 5 N m/rad, rest: 10 deg, damping: 0.1 N m s/rad}
dampers:
  strut:      {between: [ground, arm.tip], damping: 50 N s/m}
  bearing:    {joint: A, damping: 0.02 N m s/rad}
)yaml";

inline constexpr std::string_view stops = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  slide: {mass: 2 kg, inertia: point}
  arm:   {mass: 1 kg, com: [0.3, 0, 0], inertia: {ixx: 0.001, iyy: 0.03, izz: 0.03}}
joints:
  S: {type: prismatic, parent: ground, child: slide, axis: x}
  A: {type: revolute, parent: slide, child: arm, axis: y}
stops:
  rail: {joint: S, min: -0.5 m, max: 0.5 m, stiffness: 20 kN/m, damping: 100 N s/m}
  peg:  {joint: A, max: 60 deg, restitution: 0.3}
friction:
  guide: {joint: S, coulomb: 2 N, stiction: 3 N, stribeck_speed: 20 mm/s, transition_speed: 1 mm/s, viscous: 5 N s/m}
)yaml";

inline constexpr std::string_view contacts = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 0.4 kg, inertia: {ixx: 0.001, iyy: 0.001, izz: 0.001}}, tray: {mass: 1 kg, inertia: {ixx: 0.01, iyy: 0.01, izz: 0.01}}}
joints: {flight: {type: free, parent: ground, child: ball}, lift: {type: prismatic, parent: ground, child: tray, axis: z}}
frames: {ball: {left: [-0.1, 0, 0], right: [0.1, 0, 0], top: [0, 0, 0.1]}}
contacts:
  slope: {ground: {point: [0, 0, -0.2], normal: [0.1, 0, 1]}, on: [ball], radius: 100 mm, law: rigid, restitution: 0.8}
  floor:
    ground: {point: [0, 0, -0.5], normal: z}
    capsules: [[ball.left, ball.right]]
    radius: 20 mm
    law: {type: hu-guo, stiffness: 1.4e8, exponent: 1.5, restitution: 0.8, least_speed: 1 mm/s, clamp: true}
    friction: {type: ambrosio, coefficient: 0.1, across: 0.3, direction: x, axes: body, v0: 0.1 mm/s, v1: 1 mm/s}
  wall:
    ground: {point: [5, 0, 0], normal: -x}
    on: ball
    radius: 50 mm
    law: {type: hertz, material: {young: 210 GPa, poisson: 0.3}, ground_material: {young: 70 GPa, poisson: 0.33}}
    friction: {type: stribeck, coefficient: 0.2, static_coefficient: 0.3, transition_speed: 1 mm/s, stribeck_speed: 10 mm/s}
  ceiling:
    ground: {point: [0, 0, 5], normal: -z}
    on: ball.top
    law: {type: spring-damper, stiffness: 1e5, damping: 20 N s/m}
    friction: {type: bengisu-akay, coefficient: 0.2, static_coefficient: 0.3, v0: 1 mm/s, decay: 50 s/m}
  sill:
    ground: {point: [2, 0, -0.5], normal: z, step: {toward: x, height: 50 mm, length: 0.3 m}}
    discs: [{at: ball, axis: y, radius: 120 mm}]
    radius: 5 mm
    law: {type: hunt-crossley, stiffness: 1e6, restitution: 0.5}
    friction: {type: bristle, coefficient: 0.6, static_coefficient: 0.7, stribeck_speed: 10 mm/s, stiffness: 2e5 N/m, damping: 100 N s/m,
      elastic_part: 0.9, rolling_resistance: 0.1 mm, spinning_resistance: 0.2 mm, transition_spin: 0.1 rad/s}
  hill:
    ground:
      point: [-3, -1, -0.6]
      normal: z
      heights: {along: x, spacing: 1 m, spacing_across: 2 m, rows: [[0, 0.05, 0], [0, 0.1, 0.05]]}  # or, instead of rows, file: hill.csv
    boxes: [{at: ball, size: [0.2, 0.1, 0.1]}]
    samples: 3
    radius: 10 mm
    law: {type: flores, stiffness: 1e5, restitution: 0.6}
    friction: {type: viscous, viscous: 2 N s/m, viscous_across: 20 N s/m, direction: x, axes: body}
  hand:
    ground: {on: tray, point: [0, 0, 20 mm], normal: z}
    on: ball.left
    law: {type: hold}
    friction: {type: stick, coefficient: 0.4}
    held: "t - 1"
initial: {q: {flight: {z: 1 m}}}
)yaml";

inline constexpr std::string_view looks = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 1 kg, com: [0.2, 0, 0], inertia: {ixx: 0.001, iyy: 0.02, izz: 0.02}}}
joints: {A: {type: revolute, parent: ground, child: arm, axis: y}}
look:
  ground: {shape: box, size: [0.2, 0.1, 0.04], at: [0, 0, -0.06], colour: grey}
  arm:
    - {shape: capsule, from: [0, 0, 0], to: [0.4, 0, 0], radius: 15 mm, colour: "#3a78c2"}
    - {shape: cylinder, at: {turn: {axis: x, angle: 90 deg}}, length: 60 mm, radius: 25 mm, colour: steel}
    - {shape: sphere, at: [0.4, 0, 0], radius: 30 mm}
    - {shape: plate, points: [[0.1, 0, 0], [0.3, 0, 0], [0.2, 0, 0.05]], thickness: 4 mm}
    - {shape: mesh, file: wedge.obj, scale: 0.001, at: [0.4, 0, 0]}
)yaml";

inline constexpr std::string_view mesh_file = R"obj(v 0 0 0
v 60 0 0
v 0 40 0
v 0 0 30
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
)obj";

inline constexpr std::string_view controls = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 3 kg, com: [0.2, 0, 0], inertia: {ixx: 0.01, iyy: 0.05, izz: 0.05}}
  lower: {mass: 2 kg, com: [0.2, 0, 0], inertia: {ixx: 0.01, iyy: 0.04, izz: 0.04}}
  tool:  {mass: 1 kg, inertia: point}
joints:
  A: {type: revolute, parent: ground, child: upper, axis: y, actuated: true}
  B: {type: revolute, parent: upper, child: lower, at: [0.4, 0, 0], axis: y, actuated: true}
  C: {type: prismatic, parent: lower, child: tool, at: [0.4, 0, 0], axis: x, actuated: true}
control:
  A: {type: computed_torque, target: "0.5*sin(2*t)", kp: 400, kd: 40, limit: 300 N m}
  B: {type: pd, target: {law: cycloid, from: 0, to: 60 deg, duration: 2 s}, kp: 900 N m/rad, kd: 60 N m s/rad}
  C: {force: "9.81 N + 2 N*sin(3*t)"}
)yaml";

inline constexpr std::string_view loads = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 1 kg, com: [0.5, 0, 0], inertia: {ixx: 0.01, iyy: 0.1, izz: 0.1}}}
frames: {arm: {tip: [1, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: arm, axis: -y}}
loads:
  thrust: {on: arm.tip, axes: body, force: [0, 0, "10*sin(3*t)"], moment: [1 N m, 0, 0]}
  torque: {joint: A, value: {law: cycloid, from: 0, to: 5 N m, duration: 2 s}}
)yaml";

inline constexpr std::string_view frame_laws = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 1 kg, com: [0.5, 0, 0], inertia: {ixx: 0.01, iyy: 0.1, izz: 0.1}}}
frames: {arm: {tip: [1, 0, 0]}, ground: {hook: [1, 0, 2]}}
joints: {A: {type: revolute, parent: ground, child: arm, axis: -y}}
forces:
  rope:     {between: [ground.hook, arm.tip], force: "-200 N/m*max(distance - 1.8 m, 0) - 5 N s/m*distance_rate*step(distance - 1.8)"}
  backlash: {between: [ground, arm], axis: -y, moment: "-500*(max(angle - 0.02, 0) + min(angle + 0.02, 0)) - 0.1*angle_rate"}
  bumper:   {between: [ground.hook, arm.tip], force: {law: table, of: distance, times: [0, 1, 1.5], values: [400 N, 50 N, 0 N], interpolation: linear}}
)yaml";

inline constexpr std::string_view bases = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
base:              # in place of `motion`, from a file, record: {file: ship.csv, z: heave}
  motion:
    z: {law: sine, amplitude: 1.2 m, frequency: 0.1 Hz}
    turn: {axes: [y, x], angles: ["5 deg*sin(0.5*t)", {law: sine, amplitude: 12 deg, frequency: 0.08 Hz}]}
  at: [0, 0, 6]
bodies:
  mast: {mass: 10 kg, com: [0, 0, 1], inertia: {about: com, ixx: 1, iyy: 1, izz: 0.1}}
joints:
  A: {type: revolute, parent: ground, child: mast, axis: x, actuated: true}
)yaml";
inline constexpr std::string_view base_records = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
base:
  record:
    file: ship.csv
    time: t
    x: surge
    y: sway
    z: heave
    axes: [z, y, x]
    angles: [yaw, pitch, roll]
    interpolation: cubic
    rate: 5 Hz
    fill: 1 s
    jump: 1 m
    turn_jump: 20 deg
  at: [0, 0, 6]
bodies:
  mast: {mass: 10 kg, com: [0, 0, 1], inertia: {about: com, ixx: 1, iyy: 1, izz: 0.1}}
joints:
  A: {type: revolute, parent: ground, child: mast, axis: x, actuated: true}
# with quaternions in place of `axes` and `angles`, quaternion: [qw, qx, qy, qz]
)yaml";
inline constexpr std::string_view motions = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  base: {mass: 10 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
  ball: {mass: 1 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}
  arm:  {mass: 1 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}
joints:
  float: {type: free, parent: ground, child: base}
  eye:   {type: spherical, parent: base, child: ball}
  quill: {type: cylindrical, parent: base, child: arm, axis: z}
motion:
  float:
    x: {law: sine, amplitude: 100 mm, frequency: 0.5 Hz}
    y: 0
    z: "0.2*smoothstep(t/2)"
    turn: {axes: [z, y], angles: ["0.1*t", 5 deg]}
  eye: {turn: {axes: [x], angles: ["0.2*sin(t)"]}}
  quill: {angle: "t^2", slide: 10 mm}
)yaml";

inline constexpr std::string_view initials = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  base: {mass: 10 kg, inertia: {ixx: 1, iyy: 1, izz: 1}}
  arm:  {mass: 1 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}
joints:
  float: {type: free, parent: ground, child: base}
  elbow: {type: revolute, parent: base, child: arm, axis: z}
initial:
  q: {elbow: 30 deg, float.z: 1 m, float.quat: [1, 0, 0, 0]}
  v: {elbow: 2 rad/s, float: {wz: 10 deg/s, vx: 0.5}}
)yaml";

inline constexpr std::string_view repeats = R"yaml(zanjir: 1
gravity: [0, 0, 0]
parameters: {n: 3}
bodies: {plate: {mass: 8 kg, inertia: {ixx: 0.04, iyy: 0.04, izz: 0.08}}}
joints: {table: {type: planar, parent: ground, child: plate}}
repeat:
  - count: $n
    index: i
    from: 1
    turn: {axis: z, angle: "360 deg/$n"}
    bodies:
      crank{i}: {mass: 3 kg, com: [0.2, 0, 0], inertia: {ixx: 0.001, iyy: 0.04, izz: 0.04}}
      rod{i}:   {mass: 4 kg, com: [0.3, 0, 0], inertia: {ixx: 0.001, iyy: 0.12, izz: 0.12}}
    frames:
      plate: {"corner{i}": [0.23, 0, 0]}
    joints:
      A{i}: {type: revolute, parent: ground, child: "crank{i}", at: [1, 0, 0], axis: z, actuated: true}
      B{i}: {type: revolute, parent: "crank{i}", child: "rod{i}", at: [0.4, 0, 0], axis: z}
    loops:
      C{i}: {type: revolute, between: ["rod{i}", "plate.corner{i}"], at: [0.6, 0, 0], axis: z}
    actuators: {"A{i}": {gear_ratio: 10}}
    springs: {"hold{i}": {joint: "A{i}", stiffness: 1}}
    dampers: {"brake{i}": {joint: "B{i}", damping: 0.1}}
    loads: {"push{i}": {on: "rod{i}", force: [1, 0, 0]}}
    stops: {"peg{i}": {joint: "B{i}", min: -170 deg, max: 170 deg, restitution: 0.2}}
    friction: {"pin{i}": {joint: "B{i}", coulomb: 0.1, transition_speed: 0.01}}
    contacts: {"floor{i}": {ground: {point: [0, -3, 0], normal: y}, on: ["rod{i}"], restitution: 0.5}}
    forces: {"pull{i}": {between: [ground, "rod{i}"], force: "-0.1*distance"}}
    control: {"A{i}": {force: "0.1*sin(t)"}}
    controllers: {}
    initial: {q: {"A{i}": "10 deg*$i"}}
    look: {"crank{i}": {shape: capsule, from: [0, 0, 0], to: [0.4, 0, 0], radius: 20 mm}}
  - count: 4
    bodies:
      bead{i}: {mass: 10 g, inertia: point}
    joints:
      string{i}: {type: prismatic, parent: ground, child: "bead{i}", at: [0, "$i", 0], axis: x}
    motion:
      string{i}: "0.1*sin(t + $i)"
)yaml";

inline constexpr std::string_view laws = R"yaml(zanjir: 1
gravity: [0, 0, 0]
phases:
  travel: {law: trapezoid, from: 0, to: 4, duration: 5 s, acceleration_time: 1 s}
repeat:
  count: 11
  bodies:
    slider{i}: {mass: 1 kg, inertia: point}
  joints:
    P{i}: {type: prismatic, parent: ground, child: "slider{i}", axis: x}
motion:
  P1: {law: constant, value: 10 mm}
  P2: {law: sine, amplitude: 0.1 m, frequency: 2 Hz, phase: 90 deg, offset: 5 cm}
  P3: {law: sine, amplitude: 0.1 m, angular_frequency: 60 rpm}
  P4: {law: cycloid, from: 0, to: 1 m, start: 0.5 s, duration: 2 s}
  P5: {law: polynomial, coefficients: [0, 0, 0.5]}
  P6: {law: trapezoid, from: 0, to: 1 m, start: 0 s, duration: 2 s, acceleration_time: 0.5 s}
  P7: {law: spline, times: [0, 1, 2], values: [0, 1, 0], ends: periodic}
  P8: {law: rose, component: x, radius: 50 mm, order: 2, period: 2 s, phase: 0, center: 0, ramp: 2 s}
  P9: "0.1*exp(-t)*sin(5*t)"
  P10: {law: sine, of: travel, amplitude: 20 mm, angular_frequency: 5}
  P11: "20 mm*sin(5*travel)^2"
)yaml";

inline constexpr std::string_view gaits = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
phases:
  s: {law: trapezoid, from: 0, to: 2.4 m, duration: 4 s, acceleration_time: 0.4 s}
  turning: "2*pi*t"
bodies:
  link0: {mass: 0.1 kg, com: [0.05, 0, 0], inertia: {ixx: 1e-5, iyy: 1e-4, izz: 1e-4}}
joints:
  head: {type: free, parent: ground, child: link0}
  M1: {type: revolute, parent: link16, child: link17, at: [0.1, 0, 0], axis: y, actuated: true}
  M2: {type: revolute, parent: link17, child: link18, at: [0.1, 0, 0], axis: y, actuated: true}
repeat:
  - count: 18
    bodies:
      "link{i}": {mass: 0.1 kg, com: [0.05, 0, 0], inertia: {ixx: 1e-5, iyy: 1e-4, izz: 1e-4}}
  - count: 16
    joints:
      "J{i}": {type: revolute, parent: "link{i-1}", child: "link{i}", at: [0.1, 0, 0], axis: [0, "mod($i, 2)", "1 - mod($i, 2)"]}
gaits:
  worm:   {type: serpenoid, joints: "J{j}", count: 4, from: 1, index: j, phase: s, winding: 30 deg, waves: 1, length: 0.5 m}
  ripple: {type: wave, joints: "J{j}", count: 2, from: 5, phase: turning, amplitude: 20 deg, lag: 40 deg, shift: 10 deg, offset: 5 deg}
  side:   {type: sidewinding, joints: [J7, J8, J9, J10], phase: turning, amplitude: 30 deg, lift: 15 deg, lag: 60 deg}
  roll:   {type: rolling, joints: [J11, J12], phase: turning, amplitude: 20 deg}
  steps:  {type: keyframes, joints: [J13, J14], phase: s, knots: [0, 0.1, 0.3], frames: [[0, 0], [10 deg, 20 deg], [0, 0]], ends: periodic}
  chorus: {type: oscillators, joints: [J15, J16], phase: turning, amplitude: 20 deg, lag: 45 deg, coupling: 2, start: [0, 10 deg]}
  motors: {type: wave, joints: [M1, M2], phase: "3*t", amplitude: 10 deg, control: {type: pd, kp: 5 N m/rad, kd: 0.1 N m s/rad, limit: 1.5 N m}}
)yaml";

inline constexpr std::string_view tables = R"yaml(zanjir: 1
gravity: [0, 0, 0]
bodies: {slider: {mass: 1 kg, inertia: point}, lift: {mass: 1 kg, inertia: point}}
joints:
  P: {type: prismatic, parent: ground, child: slider, axis: x}
  Q: {type: prismatic, parent: slider, child: lift, axis: z}
phases: {slow: "t/10"}
motion:
  P: {law: table, of: slow, file: stroke.csv, time: t, value: stroke, interpolation: cubic}
  Q: {law: table, times: [0 s, 1 s, 3 s], values: [0, 20 mm, 0], interpolation: linear}
)yaml";
inline constexpr std::string_view base_record_file =  // ship.csv of the example
    "t [s],surge [m],sway [m],heave [m],yaw [deg],pitch [deg],roll [deg]\n0,0,0,0,0,0,0\n0.2,0.1,0,0.05,0.1,1,2\n0.4,0.18,0.01,0.12,0.2,1.8,3.6\n"
    "0.6,0.22,0.02,0.2,0.3,2.3,4.7\n0.8,0.24,0.02,0.27,0.3,2.4,5.1\n1.0,0.22,0.01,0.3,0.2,2.2,4.8\n";
inline constexpr std::string_view table_file = "t,stroke\n0,0\n0.5,0.02\n1,0.05\n";  // stroke.csv of the example

}  // namespace examples
}  // namespace zanjir::schema
