#include "zanjir/describe/schema.hpp"

#include "zanjir/describe/schema_examples.hpp"
#include "zanjir/language/expression_ops.hpp"

namespace zanjir::schema {
namespace {

constexpr std::string_view preface =
    R"(# Description files

<!-- Printed from src/zanjir/describe/schema.cpp; a test compares the two. Do not edit by hand: change the schema, then run
     `ZANJIR_WRITE_DOCS=1 unit_tests --gtest_filter='FormatReference.*'` from the build folder. -->

A description file says what a mechanism is. `zanjir check FILE` reads it and reports every mistake with its line, column and a way out, also
what a run would say about its start: loops that do not close, initial values that contradict them. `zanjir check FILE --print` writes the
same mechanism as one plain file: parameters, `--set` and repeated blocks evaluated, numbers in SI units.
The examples on this page are whole files; the tests read each of them.

## Quantities and expressions

A number alone is in SI units and radians. It may carry a unit: products of symbols with whole powers, side by side or joined by `*` and `/`,
as in `9.81 m/s^2`, `0.003 kg m^2`, `2 N m/rad`, `5 kN/m`, `30 deg`, `120 rpm`. A unit may also stand behind a bracket or a function whose
value has none: `"(90 + 120*$i) deg"`, `"sqrt(2) mm"`. Symbols: `m g s rad N Pa J W Hz` with the prefixes
`n u m c k M G`, and `t min h in deg rev rpm`. A quantity of the wrong kind (a length where a mass is wanted) is an error; so is hertz where
radians per second are wanted.

An expression, usually in quotes, combines numbers, `$parameters`, `pi`, `+ - * / ^` and parentheses; `-2^2` is -4 and `2^3^2` is 2^9.
A parameter with a unit carries its dimension: with `length: 200 mm`, `"2*$length"` is a length and cannot be a mass. A parameter without
a unit, and the measures of `forces` (`distance`, `angle`, their rates) may stand for anything. So may numbers and `t` (`0.5*t` is an angle as well as
a length) until a unit stands beside them: `12 kg*t` is neither. A phase has what its own law says, `rate(s)` that per second. In laws of time, `t` is time in seconds; derivatives are exact.

Functions:

)";

constexpr std::string_view laws_preface =
    R"(## Laws of time

Wherever a law is wanted, write a number (constant), an expression of `t`, or a map with the key `law`. Every law has an exact rate and
acceleration. What many laws have in common gets a name in `phases:`: expressions then use it as they use `t`, and a law with `of` is a function of
it. A phase may use those above it, and is computed once per instant for everyone. Motions of whole chains: *Gaits*.

)";

}  // namespace

std::string reference_markdown() {
  std::string text(preface);
  text += "| function | meaning |\n|---|---|\n";
  for (const ExpressionFunction& f : expression_functions) text += "| `" + std::string(f.name) + "` | " + std::string(f.doc) + " |\n";
  text +=
      "| `sum` | `sum(k, first, last, term)`: the term added up over the whole numbers `$k`; written out when it is read |\n"
      "| `rate`, `acceleration` | `rate(s)` of a phase `s`; in laws of loads and forces, whose own rates nobody needs |\n";
  text += "\n";
  std::map<std::string_view, std::string_view> shown;  // examples, and under which title they stand
  for (const Object* object : all_objects()) {
    const bool law = object->place == "a law";
    if (object == all_laws().front()) text += laws_preface;
    text += (law ? "### " : "## ") + std::string(object->title) + "\n\n";
    if (!law && !object->place.empty()) text += "At `" + std::string(object->place) + "`. ";
    if (!object->text.empty()) text += std::string(object->text) + "\n\n";
    text += key_table(*object);
    const bool shared = object == &spring || object == &free_motion || object == &beam_material || object == &beam_tip || object == &beam_shapes ||
                        object == &gait || (law && object != &law_rose && object != &law_table);  // shown with its neighbour
    if (!shared) text += fenced_example_once(object->example, object->title, shown);
    if (object == &look) text += "with `wedge.obj`:\n\n```\n" + std::string(examples::mesh_file) + "```\n\n";
    if (object == &law_table) text += "with `stroke.csv`:\n\n```\n" + std::string(examples::table_file) + "```\n\n";
  }
  text +=
      "## Changing values from the command line\n\n"
      "`--set key=value` names a parameter (`--set crank_length='250 mm'`) or a value by its path (`--set bodies.crank.mass='2 kg'`,\n"
      "`--set 'gravity=[0, 0, -1.62]'`, `--set gravity[2]=0`), or replaces a whole map (`--set 'bodies.crank={mass: 2 kg, inertia: point}'`).\n";
  return text;
}

}  // namespace zanjir::schema
