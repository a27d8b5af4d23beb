// Items that stand once per row of a list are the items one would have written out.
#include "zanjir/study/each.hpp"
#include "support/folders.hpp"

#include <gtest/gtest.h>

#include "zanjir/study/run_study.hpp"

using namespace zanjir;

namespace {

// A tree as text, positions left out.
std::string shown(const Node& node) {
  std::string out;
  if (node.is(Node::Kind::scalar)) return "'" + std::string(node.text) + "'";
  for (std::size_t i = 0; i < node.items.size(); ++i)
    out += (i == 0 ? "" : ", ") + (node.is(Node::Kind::map) ? std::string(node.keys[i].text) + ": " : "") + shown(node.items[i]);
  return node.is(Node::Kind::map) ? "{" + out + "}" : "[" + out + "]";
}

std::string expanded(const std::string& text) {
  DiagnosticSink sink({"s.yaml"});
  NodeStore store;
  Node root = parse_document(text, 0, sink, store);
  expand_each(root, sink, store);
  return sink.has_errors() ? to_text(sink.take()) : shown(root);
}

}  // namespace

TEST(Each, GivesWhatOneWouldHaveWrittenOut) {
  const std::string lists = "lists: {sets: [{m: a, name: first}, {m: b, name: second}]}\n",
                    before = "{lists: {sets: [{m: 'a', name: 'first'}, {m: 'b', name: 'second'}]}, ";
  EXPECT_EQ(expanded(lists + "models: {\"x_{m}\": {each: sets, file: \"{m}.yaml\", set: {\"{m}.length\": [1, \"{name}\"]}}, y: {file: y.yaml}}\n"),
            before +
                "models: {x_a: {file: 'a.yaml', set: {a.length: ['1', 'first']}}, x_b: {file: 'b.yaml', set: {b.length: ['1', 'second']}}, y: {file: "
                "'y.yaml'}}}");
  EXPECT_EQ(expanded(lists + "claims: [{id: before}, {each: sets, id: \"c-{m}\"}, {id: after}]\n"),
            before + "claims: [{id: 'before'}, {id: 'c-a'}, {id: 'c-b'}, {id: 'after'}]}");
}

TEST(Each, WorksInsideItselfAndTheInnerWordCounts) {
  EXPECT_EQ(expanded("lists: {p: [{i: 1}, {i: 2}], q: [{j: x}, {j: y, i: 9}]}\nfigures: {f: {panels: [{each: p, title: \"{i}\", curves: [{each: q, "
                     "y: \"{i}{j}\"}, \"all {i}\"]}]}}\n"),
            "{lists: {p: [{i: '1'}, {i: '2'}], q: [{j: 'x'}, {j: 'y', i: '9'}]}, figures: {f: {panels: [{title: '1', curves: [{y: '1x'}, {y: '9y'}, "
            "'all 1']}, "
            "{title: '2', curves: [{y: '2x'}, {y: '9y'}, 'all 2']}]}}}");
}

TEST(Each, OfSeveralListsGivesEveryCombination) {
  const std::string lists = "lists: {p: [{i: 1}, {i: 2}], q: [{j: x}, {j: y}]}\n",
                    before = "{lists: {p: [{i: '1'}, {i: '2'}], q: [{j: 'x'}, {j: 'y'}]}, ";
  EXPECT_EQ(expanded(lists + "claims: [{each: [p, q], id: \"{i}{j}\"}]\n"), before + "claims: [{id: '1x'}, {id: '1y'}, {id: '2x'}, {id: '2y'}]}");
  EXPECT_EQ(expanded(lists + "claims: [{each: [p], id: \"{i}\"}]\n"), before + "claims: [{id: '1'}, {id: '2'}]}");
  EXPECT_NE(expanded(lists + "claims: [{each: [p, r], id: \"{i}\"}]\n").find("no list 'r'"), std::string::npos);
}

TEST(Each, LeavesEverythingElseAlone) {
  const std::string text = "title: \"{m} and { }\"\ntasks: {a: {state: {q: {each: '0.1'}}, text: '{m}'}}\n";
  EXPECT_EQ(expanded("lists: {sets: [{m: a}]}\n" + text),
            "{lists: {sets: [{m: 'a'}]}, title: '{m} and { }', tasks: {a: {state: {q: {each: '0.1'}}, text: '{m}'}}}");
  EXPECT_EQ(expanded("lists: {sets: [{m: a}]}\nclaims: [{each: sets, text: \"{ m } {} {m\"}]\n"),
            "{lists: {sets: [{m: 'a'}]}, claims: [{text: '{ m } {} {m'}]}")
      << "no words";
  EXPECT_EQ(expanded("lists: {none: []}\nclaims: [{each: none, id: c}]\n"), "{lists: {none: []}, claims: []}");
}

TEST(Each, StopsBeforeItFillsTheMemory) {
  std::string rows;
  for (int i = 0; i < 400; ++i) rows += (i == 0 ? "" : ", ") + std::string("{i: ") + std::to_string(i) + "}";
  const std::string said = expanded("lists: {l: [" + rows + "]}\nfigures: {\"f{i}\": {each: l, panels: [{each: l, curves: [{each: l, y: x}]}]}}\n");
  EXPECT_NE(said.find("more than 10000 copies in all"), std::string::npos) << said.substr(0, 200);
  std::string numbers = "0";
  for (int i = 0; i < 999; ++i) numbers += ",0";
  const std::string large = expanded("lists: {l: [" + rows + "]}\nfigures: {\"f{i}\": {each: l, curves: [" + numbers + "]}}\n");
  EXPECT_NE(large.find("copies of more than 200000 values in all"), std::string::npos) << large.substr(0, 200);
}

TEST(Each, CopiesShareNothingThatAnOverrideChanges) {
  const std::string text =
      "zanjir_study: 1\nlists: {sets: [{m: a}, {m: b}]}\nmodels: {p: pendulum.yaml}\ntasks: {\"s_{m}\": {each: sets, kind: simulate, model: p, "
      "until: 1, "
      "state: {q: {A: 0.5}}}}\n";
  const Result<Study> study = read_study_text(text, "s.yaml", {{"tasks.s_b.state.q.A", "0.7"}}, test::models_folder());
  ASSERT_TRUE(study) << to_text(study.diagnostics);
  EXPECT_NE(study->tasks[0].text.find("0.5"), std::string::npos) << study->tasks[0].text;
  EXPECT_NE(study->tasks[1].text.find("0.7"), std::string::npos) << study->tasks[1].text;
}

TEST(Each, ComesBeforeOverridesByPath) {
  const std::string text =
      "zanjir_study: 1\nlists: {sets: [{m: a}, {m: b}]}\nmodels: {\"{m}\": {each: sets, file: pendulum.yaml}}\ntasks: {\"v_{m}\": {each: sets, kind: "
      "verify, model: \"{m}\", states: 5}}\n";
  const Result<Study> study = read_study_text(text, "s.yaml", {{"tasks.v_b.states", "7"}}, test::models_folder());
  ASSERT_TRUE(study) << to_text(study.diagnostics);
  ASSERT_EQ(study->tasks.size(), 2u);
  Progress quiet;
  const Result<StudyOutcome> outcome = run_study(Study(*study), quiet, never_cancelled());
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  EXPECT_EQ(find_result(outcome->results.tasks()[0], "states").number->value, 5);
  EXPECT_EQ(find_result(outcome->results.tasks()[1], "states").number->value, 7);
  EXPECT_EQ(study->tasks[1].model.name, "b");
}
