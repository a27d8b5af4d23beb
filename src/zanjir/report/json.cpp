#include "zanjir/report/json.hpp"

#include <fmt/format.h>

#include "zanjir/report/json_values.hpp"

namespace zanjir {

std::string diagnostics_json(const std::vector<Diagnostic>& diagnostics) { return to_line(Json{{"diagnostics", json_of(diagnostics)}}); }

std::string exact(double x) { return fmt::format("{}", x); }

}  // namespace zanjir
