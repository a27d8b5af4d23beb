// Prose and examples of docs/study-format.md. Each example is a whole file; tests read every one and look for every key in them.
#pragma once

#include <string_view>

namespace zanjir::study_schema {

namespace text {
inline constexpr std::string_view root =
    "A study is one YAML map. Quantities, units and `$parameters` are those of [description files](format.md).";
inline constexpr std::string_view list =
    "A list of maps, one per row. What has `each: NAME` stands once per row, and every `{word}` in its name and its texts is what the row has for it; names with braces stand in quotes. Lists work inside each other.";
inline constexpr std::string_view model = "A name alone stands for `{file: name}`.";
inline constexpr std::string_view simulate =
    "The motion from a given state. Results: every quantity of the [catalogue](quantities.md) over `t` (joint coordinates `A`, speeds `A.speed`, frames `body.frame.x`,\n"
    "`energy.kinetic`, `ledger.dampers`, `loop_residual` ...), events `events.NAME`.";
inline constexpr std::string_view loop_treatment =
    "Loops may open against springs and dampers (docs/loops.md), for this task; springs that the model gives to a loop stay. The channels `loop_opening` and `loop_opening.turn` are the\n"
    "sums of their elongations, the numbers `worst_opening` and `worst_opening_turn` the largest of the run.";
inline constexpr std::string_view event = "Located to rounding, whatever the step.";
inline constexpr std::string_view inverse =
    "Which forces a motion needs. Results over `t`: every quantity of the [catalogue](quantities.md) but the ledger: coordinates `A`, speeds `A.speed`, forces `A.force`, the\n"
    "motor side `A.motor.torque`, reactions `A.reaction.force.x`, frames `body.frame.x`, `energy.total`, `power.actuators` ... The rank of the loops is decided once, at the\n"
    "first instant.";
inline constexpr std::string_view analyse =
    "Single numbers of `zanjir eval`: `forward_dynamics.vdot.A`, `inverse_dynamics.tau.A`, `mass_matrix.A.B`, `bias.A`, `reactions.A.force.x`,\n"
    "`energy.total`, `momentum.linear.x`, `power.total`, `pose.body.x`, `velocity.body.wx`, `acceleration.body.vx`, `coordinates.A`, `loop_residual.m`,\n"
    "`determinacy.redundant`, `determinacy.self_stress_states`, `determinacy.A.dimensions`, `quantities.A.motor.torque` (the [catalogue](quantities.md)), `fk.count`, `denoc.I.A.B`, `denoc.C.A.B`, `denoc.S.A.B`, `modes.beam.length`, `modes.beam.mode1.frequency`, `.stiffness`, `.damping`, `.mass`, `.W.wave1.k`, `.sine`,\n"
    "`.cosine`, `.W.layer1.k`, `.from_start`, `.from_end`, the same of `Theta`, `.end_deflection.y`, `.end_turn.z`. With several states or formulations every number is a series\n"
    "over the cases, and each case has its own under its name: `start.energy.total`, `newton_euler.forward_dynamics.vdot.A` (dashes become `_`).";
inline constexpr std::string_view verify =
    "What `zanjir verify` does. Results: `agrees` (1 or 0), `worst` (largest difference as a fraction of its bound), `vdot`, `tau`, `reactions` (largest\n"
    "relative differences between any two formulations), `condition`, `formulations` (how many took part).";
inline constexpr std::string_view compare =
    "How far series of other tasks are from those of a reference, at the instants of the reference (on straight lines between samples of the other). For\n"
    "each task and result: the series `TASK.RESULT`, the numbers `TASK.RESULT.max` and `TASK.RESULT.rms`.";
inline constexpr std::string_view contact =
    "What `zanjir contact` does: the laws of one compliant contact by themselves, over `speed`. Results: `restitution` of a body that hits the ground at that speed, `promised` (the one that the\n"
    "law was given, where it has one), `friction` and `friction_across` (force over normal force, sliding at that speed), and the numbers `mass`, `stiffness`, `exponent`, `hysteresis`.";
inline constexpr std::string_view posture =
    "Mechanisms as line drawings: joints where they are, elastic bodies along their deflected centre lines (dashed: straight from end to end, where deflections are magnified), driven joints filled.";
inline constexpr std::string_view figure = "Drawn as SVG and PNG, without a browser, and put into the report.";
inline constexpr std::string_view curve = "An expression alone stands for `{y: expression}`.";
inline constexpr std::string_view claim =
    "*holds*: the number lies inside `said`. *differs*: outside `said`, inside `found`. Anything else *fails*. A claim that does not come out is never\n"
    "tuned away: it stays, with `expect: differs` and a reason.";
inline constexpr std::string_view said = "Either `value` or limits.";
}  // namespace text

namespace examples {

inline constexpr std::string_view pendulum = R"yaml(zanjir_study: 1
name: pendulum
title: What a pendulum needs to swing as told
text: A rod on a hinge follows a sine; the torque is known in closed form.
parameters: {swing: 30 deg}
lists: {}
models:
  pendulum: {file: pendulum.yaml, set: {length: 1 m}}
tasks:
  swing:
    kind: inverse
    model: pendulum
    motion: {A: {law: sine, amplitude: $swing, frequency: 0.5 Hz}}
    from: 0 s
    until: 2 s
    every: 10 ms
    formulation: newton-euler
    outputs: [A, energy]
figures:
  torque: {curves: [swing.A.force]}
claims:
  - id: amplitude
    source: the law itself
    said: {value: 30 deg, rel_tol: 1e-3}
    compute: max(swing.A)
)yaml";

inline constexpr std::string_view simulation = R"yaml(zanjir_study: 1
models: {four_bar: {file: four_bar.yaml}}
tasks:
  driven:
    kind: simulate
    model: four_bar
    until: 2 s
    state: {q: {A: 60 deg}, v: {A: 0}}
    method: dopri5
    rel_tol: 1e-8
    abs_tol: 1e-10
    first_step: 1 us
    max_step: 10 ms
    norm: max
    error_test: states
    projection: baumgarte
    baumgarte: 20
    formulation: multipliers
    every: 10 ms
    outputs: [A, energy, ledger]
    inputs: {A: {law: constant, value: 0.1 N m}}
    events:
      quarter: {when: A - 90 deg, crossing: rising, then: record}
  steps: {kind: simulate, model: four_bar, until: 1 s, method: rk4, step: 1 ms}
  soft:
    kind: simulate
    model: four_bar
    until: 0.1 s
    step_control: ode45
    loops: {treatment: springs, stiffness: 1e5 N/m, turn_stiffness: 1e3 N m/rad, damping: 100 N s/m, turn_damping: 1 N m s/rad, start: closed, update: augmented-lagrangian, update_every: 50 ms}
  chosen:
    kind: simulate
    model: four_bar
    until: 0.1 s
    loops: {treatment: springs, closure_error: 0.1 mm, damping_ratio: 0.7}
)yaml";

inline constexpr std::string_view analysis = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  level:
    kind: analyse
    model: pendulum
    state: {q: {A: 0}}
    what: [forward_dynamics, energy]
  several:
    kind: analyse
    model: pendulum
    states:
      down: {q: {A: -90 deg}}
      up:   {q: {A: 90 deg}, v: {A: 1 rad/s}}
    what: [forward_dynamics]
    formulations: [all]
    frames: [bob]
    in: ground
  agreement:
    kind: verify
    model: pendulum
    states: 20
    seed: 1
    tolerance: 1
)yaml";

inline constexpr std::string_view comparison = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  fast: {kind: inverse, model: pendulum, motion: {A: "0.1*sin(t)"}, until: 1 s, every: 10 ms}
  slow: {kind: inverse, model: pendulum, motion: {A: "0.1*sin(t)"}, until: 1 s, every: 10 ms, formulation: oracle}
  both: {kind: compare, reference: slow, with: [fast], results: [A.force]}
claims:
  - id: same-torque
    source: two formulations
    said: {max: 1e-12 N m}
    compute: both.fast.A.force.max
)yaml";

inline constexpr std::string_view drawing = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  swing: {kind: inverse, model: pendulum, motion: {A: "0.1*sin(t)"}, until: 1 s, every: 10 ms}
figures:
  angle:
    title: The angle
    text: It follows its law.
    kind: plot
    equal_axes: false
    x: {label: time, unit: ms, scale: linear, from: 0, to: 1000}
    y: {label: angle, unit: deg}
    curves:
      - {y: swing.A, label: pendulum, style: line}
      - {x: [0, "0.5 s"], y: ["first(swing.A)", "at(swing.A, 0.5 s)"], label: two samples, style: points}
  both_signs:
    title: The angle, and its negative
    panels:
      - {title: the angle, curves: [swing.A]}
      - {title: its negative, curves: [{y: -swing.A, label: negative}]}
  places:
    kind: posture
    magnify: 1
    postures:
      - {task: swing, at: [0 s, 0.5 s, 1 s], label: along the motion}
      - {model: pendulum, state: {q: {A: 30 deg}}, label: at 30 degrees}
  sizes:
    kind: bars
    curves: [{y: "max(swing.A)", label: largest}, {y: "min(swing.A)", label: smallest}]
  numbers:
    kind: table
    columns: ["", largest, smallest]
    digits: 4
    rows:
      - {label: angle, values: ["max(swing.A)", "min(swing.A)"]}
)yaml";

inline constexpr std::string_view contact = R"yaml(zanjir_study: 1
models: {drop: {file: chain_rigid_drop.yaml}}
tasks:
  laws: {kind: contact, model: drop, contact: floor.link1, from: 0.1 mm/s, to: 4 m/s, samples: 101, mass: 1 kg}
claims:
  - id: restitution
    source: "exact solution for h = 0.375"
    said: {value: 0.799198782, tol: 1e-9}
    compute: last(laws.restitution)
  - id: promised
    source: the file
    said: {value: 0.8}
    compute: last(laws.promised)
)yaml";

inline constexpr std::string_view repetition = R"yaml(zanjir_study: 1
lists:
  rods: [{rod: short, metres: 1}, {rod: long, metres: 4}]
models:
  "{rod}": {each: rods, file: pendulum.yaml, set: {length: "{metres} m"}}
tasks:
  "level_{rod}": {each: rods, kind: analyse, model: "{rod}", what: [forward_dynamics], state: {q: {A: 0}}}
claims:
  - {each: rods, id: "falls-{rod}", source: "g/length", said: {value: "-9.81/{metres}", rel_tol: 1e-12}, compute: "level_{rod}.forward_dynamics.vdot.A"}
)yaml";

inline constexpr std::string_view claims = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  level: {kind: analyse, model: pendulum, state: {q: {A: 0}, v: {A: 0}}, what: [forward_dynamics, energy]}
claims:
  - id: falls
    source: gravity
    text: A level rod begins to fall.
    said: {max: 0 rad/s^2, min: -100 rad/s^2, text: downwards}
    compute: level.forward_dynamics.vdot.A
    expect: holds
  - id: misprint
    source: a paper, Table 1
    said: {value: 10 rad/s^2, tol: 0.1 rad/s^2, rel_tol: 0}
    compute: level.forward_dynamics.vdot.A
    expect: differs
    reason: The paper has lost the sign and the factor.
    found: {value: -9.81 rad/s^2, tol: 0, rel_tol: 1e-9, from: g divided by the length of a simple pendulum}
)yaml";

}  // namespace examples
}  // namespace zanjir::study_schema
