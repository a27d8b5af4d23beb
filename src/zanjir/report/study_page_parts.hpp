// The parts that the page of a study is put together from, one file each.
#pragma once

#include <string>
#include <string_view>

#include "zanjir/report/study_report.hpp"

namespace zanjir {

// Badges that count verdicts: "28 hold", "3 differ".
std::string verdict_chips(const VerdictCounts&);
// A line as long as the claims, in the colours of the verdicts.
std::string verdict_bar(const VerdictCounts&);

// study_page_claims.cpp: what the paper says, by source, the differing first; then our own checks, folded.
std::string claims_section(const StudyOutcome&);
std::string checks_section(const StudyOutcome&);
// "text to Fig. 6: e_P < -5" -> "Fig. 6": what claims are grouped by.
std::string source_group(const std::string& source);

// study_page_tasks.cpp: one line per task, what it left behind inside.
std::string tasks_section(const StudyOutcome&);

}  // namespace zanjir
