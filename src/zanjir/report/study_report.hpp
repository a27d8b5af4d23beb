// The outcome of a study as text, Markdown and JSON, its figures as SVG.
#pragma once

#include <string>
#include <vector>

#include "zanjir/study/run_study.hpp"

namespace zanjir {

enum class Colour : std::uint8_t { none, terminal };

// The claims table with a line that sums up; what did not finish, and why.
std::string study_text(const StudyOutcome&, Colour);
std::string study_markdown(const StudyOutcome&);

// {"studies":[{"name","claims":[{"id","source","said","computed","verdict","reason","by"}],"seconds","score","trusted"}]}
// `score` is {"paper": {"holds", "differs", "doubtful", "fails"}, "digest": ..., "law": ..., "ours": ...}: who said what, counted apart.
// `trusted` is false where a task says that its numbers are not to be; "doubts": {task: [why]} then says which, and each claim its own.
// `said` is {"value","tol","rel_tol"} or {"min","max"}, with "text" where there is one; SI. `computed` is null when there is no number.
std::string studies_json(const std::vector<StudyOutcome>&);
// One entry of that list.
std::string study_json(const StudyOutcome&);

// The picture of a figure; empty for tables.
std::string figure_svg(const FigureData&);

struct VerdictCounts {
  int holds = 0, differs = 0, doubtful = 0, fails = 0, unexpected = 0;
  int all() const { return holds + differs + doubtful + fails; }
  void add(const ClaimOutcome&);
  VerdictCounts& operator+=(const VerdictCounts&);
};
VerdictCounts count_verdicts(const StudyOutcome&);
std::string counts_text(const VerdictCounts&);  // "12 claims: 9 hold, 1 differs, 1 is doubtful, 1 fails"

// The same apart for everyone who says something, the paper first.
struct Score {
  Sayer by;
  VerdictCounts counts;
};
std::vector<Score> score_of(const StudyOutcome&);
std::string_view sayer_text(Sayer);  // "said by the paper"

}  // namespace zanjir
