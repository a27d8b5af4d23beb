// A claim beside what was computed.
//   holds    the number lies inside `said`
//   differs  outside `said`, inside `found`
//   doubtful either of them, but a task that it is about says that its numbers are not to be trusted
//   fails    anything else: also when the task did not finish, or the results give no such number
#pragma once

#include "zanjir/study/run_study.hpp"

namespace zanjir {

// What is wrong with a claim, as far as the outlines of the results show it: names, units, a series where a number is wanted, a value that no result can
// change (say_of_results.hpp has the other two).
void check_claim(const Claim&, const Study&, const Results& outlines, const Results& imagined, std::size_t& may_repeat, DiagnosticSink&);
// Mistakes in the claim itself (unknown results, units that do not fit) go to the sink.
ClaimOutcome judge(const Claim&, const Study&, const Results&, DiagnosticSink&);

// "22", "0.45 s to 0.46 s", "30 ± 0.1 deg", "at most 1e-12 N m": in the unit it was written in.
std::string bounds_text(const Bounds&);
// A number of the claim in that unit, with as many digits as its tolerance asks for.
std::string number_text(const Bounds&, double value);

}  // namespace zanjir
