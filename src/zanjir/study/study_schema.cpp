#include "zanjir/study/study_schema.hpp"

#include "zanjir/language/schema_keys.hpp"
#include "zanjir/study/study_schema_examples.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir::study_schema {
namespace {

using namespace schema;

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
    {"key_figure", Kind::name, optional, "the first",
     "The figure that says most: shown first in the report. What it is drawn from moves first there, and on the card of the study."},
    {"claims", Kind::list, optional, "none", "What is said about the results, and by whom."},
};

constexpr Key list_keys[] = {
    {"each", Kind::name, optional, "",
     "In an entry of `models`, `tasks` or `figures`, or an item of `claims`, `panels`, `curves`, `postures` or `rows`: it stands once per row of "
     "this list; with several, `[a, b]`, once per row of the first with each row of the others."},
};

constexpr Key model_keys[] = {
    {"file", Kind::text, required, "", "Mechanism file, found from the folder of the study."},
    {"set", Kind::map, optional, "none",
     "Parameters or other values of that file to change, as `--set` does: `{length: 2 m, bodies.rod.mass: 3 kg}`."},
};

constexpr Key figure_keys[] = {
    {"title", Kind::text, optional, "the name", "Above the figure."},
    {"text", Kind::text, optional, "none", "Below it."},
    word_key<FigureKind>("kind",
                         "Curves over an abscissa, bars beside each other, a table of numbers, mechanisms drawn in some of their postures, a map, "
                         "or torques of motors over their speeds within the limits of the motor."),
    {"x", Kind::map, optional, "from the data", "The horizontal axis."},
    {"y", Kind::map, optional, "from the data", "The vertical axis."},
    {"equal_axes", Kind::flag, optional, "false", "`true` shows a length equally long both ways: for paths and shapes."},
    {"curves", Kind::list, optional, "", "What is drawn: expressions, or maps with a label. Bars take one number each."},
    {"apart", Kind::flag, optional, "false",
     "`true` draws each of `curves` in a small plot of its own over the same axes: for curves that hide each other."},
    {"panels", Kind::list, optional, "", "Instead of `curves`: several plots over the same axes, beside and below each other."},
    {"postures", Kind::list, optional, "", "Of kind `posture`: what is drawn, beside and below each other, all in one scale."},
    {"magnify", Kind::number, optional, "1",
     "Of kind `posture`: how many times as large deflections of elastic bodies are drawn. Their ends stay where they are.", dimension::number,
     Range::positive, 1},
    {"map", Kind::name, optional, "",
     "Of kind `map`: a task of kind `map`, or a `sweep` over a grid. Of three axes the third is cut across, picture by picture."},
    {"value", Kind::text, optional, "none", "Of kind `map`: which of the values of the task is drawn in colours; none: where a map is feasible."},
    {"sizing", Kind::list, optional, "",
     "Of kind `torque_speed`: tasks of kind `sizing`. Every sample of every actuator is a point, above zero where the motor drives, below where it "
     "brakes."},
    {"motor", Kind::name, optional, "the one that each task chose",
     "Of kind `torque_speed`: a motor of the catalogue; its curves are drawn, and the gear is the best for it."},
    {"columns", Kind::list, optional, "", "Of a table: headings, the first for the labels of the rows."},
    {"rows", Kind::list, optional, "", "Of a table."},
    integer_key("digits", optional, "6", "Of a table: significant digits of its numbers, at most 17.", Range::positive, 6),
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
    {"label", Kind::text, optional, "the expression",
     "Name in the legend. Where no curve has one and all are of one task, they are named without it."},
    word_key("style", optional, "line", "How it is drawn; `published` draws rings, for numbers read from a paper.",
             "line points line+points published"),
};
constexpr Key row_keys[] = {
    {"label", Kind::text, required, "", "First cell of the row."},
    {"values", Kind::list, required, "", "One expression per further column."},
};
constexpr Key axis_keys[] = {
    {"label", Kind::text, optional, "none", "What is along the axis."},
    {"unit", Kind::text, optional, "that of the data", "Unit to show it in: `mm`, `deg`."},
    word_key("scale", optional, "linear", "", "linear log"),
    {"from", Kind::number, optional, "from the data", "Lower end, a plain number in the unit shown.", dimension::number},
    {"to", Kind::number, optional, "from the data", "Upper end.", dimension::number},
};

constexpr Key claim_keys[] = {
    {"id", Kind::name, required, "", "A short name."},
    word_key("by", required, "",
             "Who says it: the `paper` that is reproduced, its `digest` (an independent computation of the same case), a `law` (closed form, "
             "conservation, identity), or a target of `ours`. They are counted apart.",
             choices_of<Sayer>()),
    {"source", Kind::text, required, "", "Where it is said: `Fig. 7`, `Table 2`, a DOI."},
    {"text", Kind::text, optional, "none", "The claim in words."},
    {"said", Kind::map, required, "", "What is said: a value with a tolerance, or limits."},
    {"compute", Kind::text, required, "",
     "The number it is about: an expression of results that at least one of them can change; what follows from constants alone stands in `said`."},
    word_key("expect", optional, "holds", "The verdict we know of. Any other makes `run` and `reproduce` exit with 4, doubts alone with 5.",
             "holds differs"),
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
const Object figure{"Figures", "figures.<name>", text::figure, figure_keys, examples::drawing};
const Object panel{"Panels", "figures.<name>.panels", "", panel_keys, examples::drawing};
const Object posture{"Postures", "figures.<name>.postures", text::posture, posture_keys, examples::drawing};
const Object curve{"Curves", "figures.<name>.curves", text::curve, curve_keys, examples::drawing};
const Object row{"Rows", "figures.<name>.rows", "", row_keys, examples::drawing};
const Object axis{"Axes", "figures.<name>.x, y", "", axis_keys, examples::drawing};
const Object claim{"Claims", "claims", text::claim, claim_keys, examples::claims};
const Object said{"What is said", "claims[].said", text::said, said_keys, examples::claims};
const Object found{"What we found", "claims[].found", "", found_keys, examples::claims};

std::vector<const Object*> all_objects() {
  std::vector<const Object*> objects{&root, &list, &model};
  for (const TaskKind* kind : task_kinds()) {
    objects.push_back(&kind->keys);
    objects.insert(objects.end(), kind->parts.begin(), kind->parts.end());
  }
  objects.insert(objects.end(), {&figure, &curve, &panel, &posture, &row, &axis, &claim, &said, &found});
  return objects;
}

}  // namespace zanjir::study_schema
