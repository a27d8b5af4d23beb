#include "zanjir/study/study_schema.hpp"

#include <array>

#include "zanjir/study/study_schema_examples.hpp"

namespace zanjir::study_schema {
namespace {

using schema::Key;
using schema::Kind;
using schema::Object;
using schema::Range;
constexpr auto required = schema::Need::required;
constexpr auto optional = schema::Need::optional;

constexpr std::string_view kinds = "simulate inverse analyse verify compare contact";
constexpr schema::Reserved later_kinds[] = {{"map", "workspace and singularity maps come later"}, {"sweep", "parameter sweeps come later"}};

constexpr Key kind_key{"kind", Kind::word, required, "", "What the task does; its other keys depend on it.", {}, Range::any, 0, kinds};
constexpr Key model_key{"model", Kind::name, required, "", "One of `models`."};
constexpr Key formulation_key{"formulation", Kind::text, optional, "newton-euler", "Who solves the dynamics; `zanjir info` lists who covers a model."};
constexpr Key outputs_key{"outputs", Kind::list, optional, "all", "Results to keep, by name or by the beginning of a name up to a dot: `[A, energy]`."};

constexpr Key root_keys[] = {
    {"zanjir_study", Kind::integer, required, "", "Version of the format. This page describes version 1."},
    {"name", Kind::text, optional, "the file's name", "What the study is called in reports and on the command line."},
    {"title", Kind::text, optional, "the name", "Heading of the report."},
    {"text", Kind::text, optional, "none", "Free text for the report: what is studied, after whom, with which choices."},
    {"parameters", Kind::map, optional, "none", "Names for numbers, used as `$name` everywhere in the study. `--set name=value` changes one."},
    {"lists", Kind::map, optional, "none", "Rows of words by name, for items that stand once `each`."},
    {"models", Kind::map, optional, "none", "Mechanisms, by the name the study gives them."},
    {"tasks", Kind::map, optional, "none", "What is computed, in this order."},
    {"figures", Kind::map, optional, "none", "What is drawn of the results."},
    {"claims", Kind::list, optional, "none", "What is said about the results, and by whom."},
};

constexpr Key list_keys[] = {
    {"each", Kind::name, optional, "", "In an entry of `models`, `tasks` or `figures`, or an item of `claims`, `panels`, `curves`, `postures` or `rows`: it stands once per row of this list."},
};

constexpr Key model_keys[] = {
    {"file", Kind::text, required, "", "Mechanism file, found from the folder of the study."},
    {"set", Kind::map, optional, "none", "Parameters or other values of that file to change, as `--set` does: `{length: 2 m, bodies.rod.mass: 3 kg}`."},
};

constexpr Key simulate_keys[] = {
    kind_key,
    model_key,
    {"until", Kind::number, required, "", "Final time; the run starts at 0 or at the `t` of `state`.", dimension::time, Range::positive},
    {"state", Kind::map, optional, "the file's initial state", "Where it starts, as `eval` takes it: `{q: {A: 30 deg}, v: {A: 2 rad/s}}`."},
    {"method", Kind::text, optional, "dopri5", "Integration method."},
    {"rel_tol", Kind::number, optional, "1e-9", "Relative tolerance of the error test.", dimension::number, Range::positive, 1e-9},
    {"abs_tol", Kind::number, optional, "1e-9", "Absolute tolerance, SI.", dimension::number, Range::positive, 1e-9},
    {"step", Kind::number, optional, "adaptive", "A constant step.", dimension::time, Range::positive},
    {"first_step", Kind::number, optional, "the method's estimate", "First step to try.", dimension::time, Range::positive},
    {"max_step", Kind::number, optional, "no limit", "Longest step.", dimension::time, Range::positive},
    {"norm", Kind::word, optional, "rms", "How the errors of many components become one number.", {}, Range::any, 0, "rms max"},
    {"error_test", Kind::word, optional, "states-and-ledger", "What the error test looks at; `states` reproduces step counts of programs without a ledger.", {}, Range::any, 0, "states-and-ledger states"},
    {"step_control", Kind::word, optional, "pi", "How `dopri5` and `dop853` choose their steps; `ode45` does it as Matlab's solver, with its largest step of a tenth of the run, for a paper's step counts.", {}, Range::any, 0, "pi ode45"},
    {"loops", Kind::map, optional, "as the model says", "Another treatment of all loops of the model, for this task."},
    {"projection", Kind::word, optional, "project", "How loops are kept closed.", {}, Range::any, 0, "project baumgarte none"},
    {"baumgarte", Kind::number, optional, "", "With `projection: baumgarte`: the rate at which errors fade.", {0, 0, -1}, Range::positive},
    formulation_key,
    {"every", Kind::number, optional, "every accepted step", "Time between samples.", dimension::time, Range::positive},
    {"outputs", Kind::list, optional, "all but `loops`", "Results to keep, by name or by the beginning of a name up to a dot: `[A, energy]`. `loops`: the singular values of the closure, `loops.sigma1` and on."},
    {"inputs", Kind::map, optional, "none", "Per joint or joint.part, the force of its actuator: a law, or `{series: task.result}`, a result of an earlier task."},
    {"events", Kind::map, optional, "none", "Instants to locate, by name, besides those of the model."},
};

constexpr Key loop_treatment_keys[] = {
    {"treatment", Kind::word, required, "", "`springs`: every loop that the model holds rigidly may open against springs.", {}, Range::any, 0, "springs"},
    {"stiffness", Kind::number, optional, "", "Of all springs. Either this or `closure_error`.", dimension::stiffness, Range::positive},
    {"turn_stiffness", Kind::number, optional, "stiffness times the square of the model length", "Of springs on turns.", dimension::angular_stiffness, Range::positive},
    {"closure_error", Kind::number, optional, "", "How far the loops may open in all under the reactions at the start; the stiffness follows.", dimension::length, Range::positive},
    {"damping", Kind::number, optional, "0", "Of dampers beside the springs.", dimension::damping, Range::non_negative},
    {"turn_damping", Kind::number, optional, "damping times the square of the model length", "Of dampers on turns.", dimension::angular_damping, Range::non_negative},
    {"damping_ratio", Kind::number, optional, "", "Instead of `damping`: of critical, for the mass that each spring feels at the start.", dimension::number, Range::positive},
    {"start", Kind::word, optional, "quasi-static", "Stretched as the reactions say; or `closed`, from where undamped springs ring about the reaction.", {}, Range::any, 0, "quasi-static closed"},
    {"update", Kind::word, optional, "none", "`augmented-lagrangian`: every `update_every` what a spring carries becomes its preload.", {}, Range::any, 0, "none augmented-lagrangian"},
    {"update_every", Kind::number, optional, "", "With `update`.", dimension::time, Range::positive},
};

constexpr Key event_keys[] = {
    {"when", Kind::text, required, "", "Expression of channels and `t`; the event is where it crosses zero."},
    {"crossing", Kind::word, optional, "either", "Which crossings count.", {}, Range::any, 0, "rising falling either"},
    {"then", Kind::word, optional, "record", "What happens: it is noted, or the run ends.", {}, Range::any, 0, "record stop"},
};

constexpr Key inverse_keys[] = {
    kind_key,
    model_key,
    {"motion", Kind::map, optional, "what the model prescribes", "What is led, and by which laws: a joint or joint.part by a law; a joint with several coordinates, or any body or frame, by a map of its parts, `{x: LAW, y: LAW, z: LAW, turn: {axes: [...], angles: [...]}}`, as many of them as are led; with `axis` only this axis of the frame follows `turn`. What is not named follows from the loops; what is free besides keeps still. A law carries no load: the actuators do."},
    {"from", Kind::number, optional, "0", "First instant.", dimension::time},
    {"until", Kind::number, required, "", "Last instant.", dimension::time},
    {"every", Kind::number, required, "", "Time between samples; the last instant is always one.", dimension::time, Range::positive},
    formulation_key,
    outputs_key,
};

constexpr Key analyse_keys[] = {
    kind_key,
    model_key,
    {"state", Kind::map, optional, "the file's initial state", "One state, as `eval` takes it: `t`, `q`, `v`, `vdot`, `tau`, `want`; numbers may have units."},
    {"states", Kind::map, optional, "", "Instead of `state`: several, by name."},
    {"what", Kind::list, required, "", "Items of `zanjir eval`: `[forward_dynamics, energy, determinacy]`."},
    {"formulations", Kind::list, optional, "[newton-euler]", "Who solves the dynamics; `[all]`: everyone who covers it."},
    {"frames", Kind::list, optional, "all", "Frames whose poses, velocities and accelerations are wanted."},
    {"in", Kind::text, optional, "ground", "Frame whose axes vectors are given in."},
};

constexpr Key verify_keys[] = {
    kind_key,
    model_key,
    {"states", Kind::integer, optional, "50", "How many random states.", {}, Range::positive, 50},
    {"seed", Kind::integer, optional, "1", "Of the random states.", {}, Range::non_negative, 1},
    {"tolerance", Kind::number, optional, "1", "Multiplies every bound.", dimension::number, Range::non_negative, 1},
};

constexpr Key compare_keys[] = {
    kind_key,
    {"reference", Kind::name, required, "", "Task that the others are compared with."},
    {"with", Kind::list, required, "", "Tasks to compare."},
    {"results", Kind::list, optional, "all that both have", "Names of series."},
};

constexpr Key contact_keys[] = {
    kind_key,
    model_key,
    {"contact", Kind::text, optional, "the only one", "A compliant contact of the model: `floor.ball`."},
    {"from", Kind::number, required, "", "Slowest speed.", dimension::speed, Range::positive},
    {"to", Kind::number, required, "", "Fastest speed.", dimension::speed, Range::positive},
    {"samples", Kind::integer, optional, "201", "How many speeds, in equal steps.", {}, Range::positive, 201},
    {"mass", Kind::number, optional, "what the contact feels at the file's initial state", "Mass of the body that hits the ground.", dimension::mass, Range::positive},
};

constexpr Key figure_keys[] = {
    {"title", Kind::text, optional, "the name", "Above the figure."},
    {"text", Kind::text, optional, "none", "Below it."},
    {"kind", Kind::word, optional, "plot", "Curves over an abscissa, bars beside each other, a table of numbers, or mechanisms drawn in some of their postures.", {}, Range::any, 0, "plot bars table posture"},
    {"x", Kind::map, optional, "from the data", "The horizontal axis."},
    {"y", Kind::map, optional, "from the data", "The vertical axis."},
    {"equal_axes", Kind::flag, optional, "false", "`true` shows a length equally long both ways: for paths and shapes."},
    {"curves", Kind::list, optional, "", "What is drawn: expressions, or maps with a label. Bars take one number each."},
    {"panels", Kind::list, optional, "", "Instead of `curves`: several plots over the same axes, beside and below each other."},
    {"postures", Kind::list, optional, "", "Of kind `posture`: what is drawn, beside and below each other, all in one scale."},
    {"magnify", Kind::number, optional, "1", "Of kind `posture`: how many times as large deflections of elastic bodies are drawn. Their ends stay where they are.", dimension::number, Range::positive, 1},
    {"columns", Kind::list, optional, "", "Of a table: headings, the first for the labels of the rows."},
    {"rows", Kind::list, optional, "", "Of a table."},
    {"digits", Kind::integer, optional, "6", "Of a table: significant digits of its numbers, at most 17.", {}, Range::positive, 6},
};
constexpr Key panel_keys[] = {
    {"title", Kind::text, required, "", "Above the panel."},
    {"curves", Kind::list, required, "", "As those of a figure."},
};
constexpr Key posture_keys[] = {
    {"label", Kind::text, optional, "name of the task or model", "Above the drawing."},
    {"task", Kind::name, optional, "", "A task of kind `simulate` or `inverse`; its model is drawn."},
    {"at", Kind::list, optional, "", "With `task`: an instant, or several, drawn over each other; each is the nearest sample."},
    {"model", Kind::name, optional, "", "Instead of `task`: one of `models`."},
    {"state", Kind::map, optional, "the file's initial state", "With `model`: where it is, as `eval` takes it."},
};
constexpr Key curve_keys[] = {
    {"y", Kind::list, required, "", "A series, or a list of numbers."},
    {"x", Kind::list, optional, "the abscissa of y", "A series over the same abscissa, or as many numbers."},
    {"label", Kind::text, optional, "the expression", "Name in the legend."},
    {"style", Kind::word, optional, "line", "How it is drawn.", {}, Range::any, 0, "line points line+points"},
};
constexpr Key row_keys[] = {
    {"label", Kind::text, required, "", "First cell of the row."},
    {"values", Kind::list, required, "", "One expression per further column."},
};
constexpr Key axis_keys[] = {
    {"label", Kind::text, optional, "none", "What is along the axis."},
    {"unit", Kind::text, optional, "that of the data", "Unit to show it in: `mm`, `deg`."},
    {"scale", Kind::word, optional, "linear", "", {}, Range::any, 0, "linear log"},
    {"from", Kind::number, optional, "from the data", "Lower end, a plain number in the unit shown.", dimension::number},
    {"to", Kind::number, optional, "from the data", "Upper end.", dimension::number},
};

constexpr Key claim_keys[] = {
    {"id", Kind::name, required, "", "A short name."},
    {"source", Kind::text, required, "", "Where it is said: `Fig. 7`, `Table 2`, a DOI."},
    {"text", Kind::text, optional, "none", "The claim in words."},
    {"said", Kind::map, required, "", "What is said: a value with a tolerance, or limits."},
    {"compute", Kind::text, required, "", "The number it is about: an expression of results."},
    {"expect", Kind::word, optional, "holds", "The verdict we know of. Any other makes `run` and `reproduce` exit with 4.", {}, Range::any, 0, "holds differs"},
    {"reason", Kind::text, optional, "", "With `expect: differs`: why it does (misprint, missing parameter, simplification)."},
    {"found", Kind::map, optional, "", "With `expect: differs`: our own number and where it comes from, so that it can regress and be caught."},
};
constexpr Key said_keys[] = {
    {"value", Kind::number, optional, "", "The number."},
    {"tol", Kind::number, optional, "0", "How far off it may be, either way.", {}, Range::non_negative},
    {"rel_tol", Kind::number, optional, "0", "The same as a fraction of the value; added to `tol`.", dimension::number, Range::non_negative},
    {"min", Kind::number, optional, "", "Instead of `value`: lower limit, included."},
    {"max", Kind::number, optional, "", "Instead of `value`: upper limit, included."},
    {"text", Kind::text, optional, "none", "As it is said in words: `about three times`."},
};
constexpr Key found_keys[] = {
    {"value", Kind::number, required, "", "Our own number."},
    {"tol", Kind::number, optional, "0", "How far off it may be.", {}, Range::non_negative},
    {"rel_tol", Kind::number, optional, "0", "The same as a fraction of the value.", dimension::number, Range::non_negative},
    {"from", Kind::text, required, "", "The independent source of it."},
};

}  // namespace

const Object root{"The file", "", text::root, root_keys, examples::pendulum};
const Object list{"Lists", "lists.<name>", text::list, list_keys, examples::repetition};
const Object model{"Models", "models.<name>", text::model, model_keys, examples::pendulum};
const Object simulate{"Task `simulate`", "tasks.<name>", text::simulate, simulate_keys, examples::simulation};
const Object event{"Events", "tasks.<name>.events.<name>", text::event, event_keys, examples::simulation};
const Object loop_treatment{"Loops as springs", "tasks.<name>.loops", text::loop_treatment, loop_treatment_keys, examples::simulation};
const Object inverse{"Task `inverse`", "tasks.<name>", text::inverse, inverse_keys, examples::pendulum};
const Object analyse{"Task `analyse`", "tasks.<name>", text::analyse, analyse_keys, examples::analysis};
const Object verify{"Task `verify`", "tasks.<name>", text::verify, verify_keys, examples::analysis};
const Object compare{"Task `compare`", "tasks.<name>", text::compare, compare_keys, examples::comparison};
const Object contact{"Task `contact`", "tasks.<name>", text::contact, contact_keys, examples::contact};
const Object figure{"Figures", "figures.<name>", text::figure, figure_keys, examples::drawing};
const Object panel{"Panels", "figures.<name>.panels", "", panel_keys, examples::drawing};
const Object posture{"Postures", "figures.<name>.postures", text::posture, posture_keys, examples::drawing};
const Object curve{"Curves", "figures.<name>.curves", text::curve, curve_keys, examples::drawing};
const Object row{"Rows", "figures.<name>.rows", "", row_keys, examples::drawing};
const Object axis{"Axes", "figures.<name>.x, y", "", axis_keys, examples::drawing};
const Object claim{"Claims", "claims", text::claim, claim_keys, examples::claims};
const Object said{"What is said", "claims[].said", text::said, said_keys, examples::claims};
const Object found{"What we found", "claims[].found", "", found_keys, examples::claims};

namespace {
constexpr std::array objects_in_order{&root,    &list, &model,  &simulate, &event, &loop_treatment, &inverse, &analyse, &verify, &compare,
                                      &contact, &figure, &curve, &panel,  &posture, &row, &axis, &claim, &said, &found};
}

std::span<const Object* const> all_objects() { return objects_in_order; }
std::string_view task_kinds() { return kinds; }
std::span<const schema::Reserved> later_task_kinds() { return later_kinds; }

const Object& task_object(std::string_view kind) {
  if (kind == "simulate") return simulate;
  if (kind == "inverse") return inverse;
  if (kind == "analyse") return analyse;
  if (kind == "contact") return contact;
  return kind == "verify" ? verify : compare;
}

}  // namespace zanjir::study_schema
