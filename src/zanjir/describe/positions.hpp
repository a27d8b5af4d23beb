// Where in its file something is said, by the path that diagnostics use: "initial.q.A", "loops.D", "contacts.floor".
#pragma once

#include <optional>
#include <string_view>

#include "zanjir/describe/description.hpp"

namespace zanjir {

std::optional<SourcePos> position_of(const Description&, std::string_view key_path);
// Gives every diagnostic whose path is found in the description its file, line and column; the others get the file alone.
void point_at_file(const Description&, std::vector<Diagnostic>&);
// "contacts.floor (chain.yaml:26:3): starts inside the ground": of a diagnostic that is shown elsewhere, where its cause is.
std::string message_with_place(const Diagnostic&);

}  // namespace zanjir
