// docs/format.md, printed from the schema.
#pragma once

#include <string>

namespace zanjir::schema {

std::string reference_markdown();

}  // namespace zanjir::schema
