// Whether a description makes sense by itself, whoever made it: the reader asks this of every file, and whoever fills a Description in
// another way asks it before build_model. What needs the graph of bodies and joints (unknown names, loops, the plane) is build_model's.
#pragma once

#include "zanjir/describe/description.hpp"

namespace zanjir {

// Reports every fault at the position of what it concerns.
void validate(const Description&, DiagnosticSink&);

}  // namespace zanjir
