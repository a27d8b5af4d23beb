// The grammar of study files, in the tables of describe/schema.hpp; docs/study-format.md is printed from it.
#pragma once

#include <span>
#include <string>

#include "zanjir/language/schema.hpp"

namespace zanjir::study_schema {

extern const schema::Object root, list, model, simulate, inverse, analyse, verify, compare, event, loop_treatment, contact, figure, panel, posture, curve, row, axis, claim, said, found;

std::span<const schema::Object* const> all_objects();
std::string_view task_kinds();                         // words that `kind` may be
std::span<const schema::Reserved> later_task_kinds();  // known words whose time has not come
const schema::Object& task_object(std::string_view kind);

std::string reference_markdown();

}  // namespace zanjir::study_schema
