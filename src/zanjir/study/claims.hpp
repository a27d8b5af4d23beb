// A claim beside what was computed.
//   holds    the number lies inside `said`
//   differs  outside `said`, inside `found`
//   fails    anything else: also when the task did not finish, or the results give no such number
#pragma once

#include "zanjir/study/run_study.hpp"

namespace zanjir {

// What is wrong with a claim, as far as the outlines of the results show it: names, units, a series where a number is wanted.
void check_claim(const Claim&, const Study&, const Results& outlines, DiagnosticSink&);
// Mistakes in the claim itself (unknown results, units that do not fit) go to the sink.
ClaimOutcome judge(const Claim&, const Study&, const Results&, DiagnosticSink&);

// "22", "0.45 s to 0.46 s", "30 ± 0.1 deg", "at most 1e-12 N m": in the unit it was written in.
std::string bounds_text(const Bounds&);
// A number of the claim in that unit, with as many digits as its tolerance asks for.
std::string number_text(const Bounds&, double value);

}  // namespace zanjir
