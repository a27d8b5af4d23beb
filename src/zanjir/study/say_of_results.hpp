// What results have to say in a claim. Equal parts that cancel are seen in its text (language/expression_parser); what else takes them away (`2*x - x - x`,
// `max(x, 1e6) - 1e6`, the instants that were asked for) is seen by putting other results in their place: a value that none of them moves comes out whatever
// the program computes, and a claim that holds with all of them says next to nothing.
#pragma once

#include <cstdint>

#include "zanjir/study/results.hpp"
#include "zanjir/study/study.hpp"

namespace zanjir {

enum class SayOfResults : std::uint8_t {
  all,     // others would make it fail
  little,  // whatever they are, up to a thousand times as large or small and of either sign, it comes out the same: its value does, or its bounds lie far beyond, or where no value can be
  none     // not even the value changes, up to a million times
};
// Of a claim with the value `computed` that lies inside `bounds`.
SayOfResults say_of_results(const StudyExpression&, const Study&, const Results&, double computed, const Bounds& bounds);

// Results before there are any: numbers of all sizes under the names that tasks will have.
Results imagined(const Results& outlines);
// False: none of them can move it, whatever their size. `may_repeat`: what is left for sums of the whole file (ExpressionNames).
bool may_change(const StudyExpression&, const Study&, const Results& imagined, std::size_t& may_repeat);

}  // namespace zanjir
