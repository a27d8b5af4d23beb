// Prose and examples of docs/study-format.md. Each example is a whole file; tests read every one and look for every key in them.
#pragma once

#include <string_view>

namespace zanjir::study_schema {

namespace text {
inline constexpr std::string_view root = "A study is one YAML map. Quantities, units and `$parameters` are those of [description files](format.md).";
inline constexpr std::string_view list =
    "A list of maps, one per row. What has `each: NAME` stands once per row, and every `{word}` in its name and its texts is what the row has for "
    "it; names with braces stand in quotes. Lists work inside each other.";
inline constexpr std::string_view model = "A name alone stands for `{file: name}`.";
inline constexpr std::string_view posture =
    "Mechanisms as line drawings: joints where they are, elastic bodies along their deflected centre lines (dashed: straight from end to end, where "
    "deflections are magnified), driven joints filled.";
inline constexpr std::string_view figure = "Drawn as SVG, without a browser, inside the page of the study; `--export` writes files, SVG and PNG.";
inline constexpr std::string_view curve = "An expression alone stands for `{y: expression}`.";
inline constexpr std::string_view claim =
    "*holds*: the number lies inside `said`. *differs*: outside `said`, inside `found`. *doubtful*: one of the two, but it rests on a run that is "
    "not to be "
    "trusted (`accept_distrust`). Anything else *fails*. A claim that does not come out is "
    "never\n"
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
key_figure: torque
claims:
  - id: amplitude
    by: law
    source: the law itself
    said: {value: 30 deg, rel_tol: 1e-3}
    compute: max(swing.A)
)yaml";

inline constexpr std::string_view drawing = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml, set: {actuators: {A: {gear_ratio: 50}}}}}
tasks:
  swing: {kind: inverse, model: pendulum, motion: {A: "0.1*sin(t)"}, until: 1 s, every: 10 ms}
  heights:
    kind: map
    model: pendulum
    axes: {A: {from: 0, to: 90 deg, cells: 4}, $length: {from: 0.5 m, to: 1 m, cells: 4}}
    values: [bob.tip.y]
  size: {kind: sizing, motions: [swing], motors: ../motors/servo_motors.yaml, ratios: {from: 10, to: 1000}}
figures:
  angle:
    title: The angle
    text: It follows its law.
    kind: plot
    equal_axes: false
    x: {label: time, unit: ms, scale: linear, from: 0, to: 1000}
    y: {label: angle, unit: deg}
    apart: false
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
  reach:
    kind: map
    map: heights
    value: bob.tip.y
  cloud:
    kind: torque_speed
    sizing: [size]
    motor: servo_750
    x: {unit: rpm}
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

inline constexpr std::string_view repetition = R"yaml(zanjir_study: 1
lists:
  rods: [{rod: short, metres: 1}, {rod: long, metres: 4}]
models:
  "{rod}": {each: rods, file: pendulum.yaml, set: {length: "{metres} m"}}
tasks:
  "level_{rod}": {each: rods, kind: analyse, model: "{rod}", what: [forward_dynamics], state: {q: {A: 0}}}
claims:
  - {each: rods, id: "falls-{rod}", by: law, source: "g/length", said: {value: "-9.81/{metres}", rel_tol: 1e-12}, compute: "level_{rod}.forward_dynamics.vdot.A"}
)yaml";

inline constexpr std::string_view claims = R"yaml(zanjir_study: 1
models: {pendulum: {file: pendulum.yaml}}
tasks:
  level: {kind: analyse, model: pendulum, state: {q: {A: 0}, v: {A: 0}}, what: [forward_dynamics, energy]}
claims:
  - id: falls
    by: law
    source: gravity
    text: A level rod begins to fall.
    said: {max: 0 rad/s^2, min: -100 rad/s^2, text: downwards}
    compute: level.forward_dynamics.vdot.A
    expect: holds
  - id: misprint
    by: paper
    source: a paper, Table 1
    said: {value: 10 rad/s^2, tol: 0.1 rad/s^2, rel_tol: 0}
    compute: level.forward_dynamics.vdot.A
    expect: differs
    reason: The paper has lost the sign and the factor.
    found: {value: -9.81 rad/s^2, tol: 0, rel_tol: 1e-9, from: g divided by the length of a simple pendulum}
)yaml";

}  // namespace examples
}  // namespace zanjir::study_schema
