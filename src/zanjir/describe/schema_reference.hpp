// docs/format.md, printed from the schema.
#pragma once

#include <string>

#include "zanjir/describe/schema.hpp"

namespace zanjir::schema {

std::string reference_markdown();

// Parts of such a page, for other formats: the keys of an object as a table; a whole file in a fence.
std::string key_table(const Object&);
std::string fenced_example(std::string_view yaml);

}  // namespace zanjir::schema
