// The grammar of study files, in the tables of language/schema.hpp; docs/study-format.md is printed from it. What a task of some kind may say stands with its kind.
#pragma once

#include <string>
#include <vector>

#include "zanjir/language/schema.hpp"

namespace zanjir::study_schema {

extern const schema::Object root, list, model, figure, panel, posture, curve, row, axis, claim, said, found;

std::vector<const schema::Object*> all_objects();  // in the order of the page, those of the tasks among them

std::string reference_markdown();

}  // namespace zanjir::study_schema
