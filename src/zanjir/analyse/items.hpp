// The items of `zanjir eval`, which are also what an `analyse` task of a study computes. An item is one file in analyse/items/ and one line of the list in
// items.cpp: command line, --help, docs/eval.md, JSON and named numbers follow from it. docs/adding/analysis.md shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zanjir/analyse/value_tree.hpp"

namespace zanjir {

class StateAnswers;

struct EvalItem {
  std::string_view name;
  // What is solved for it. motion: see motion_question in state_answers.hpp; it may be asked with reactions.
  enum class Solves : std::uint8_t { nothing, forward, inverse, motion, motion_and_reactions, motion_and_reactions_if_covered } solves;
  enum class InAll : std::uint8_t { always, with_loops, by_name_only } in_all;
  std::string_view content;  // of its answer, one paragraph of markdown
  Value (*value)(StateAnswers&);
  // What an infinite number in the answer means. One that is no number at all (nan) is a failure everywhere.
  enum class Infinite : std::uint8_t { failure, no_bound } infinite = Infinite::failure;
};
const std::vector<EvalItem>& eval_items();  // in the order in which they are listed
const EvalItem* find_item(std::string_view name);
std::string item_list();  // "coordinates, pose, ..., all"

// The table of items in docs/eval.md.
std::string items_markdown();

}  // namespace zanjir
