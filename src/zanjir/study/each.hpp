// `each: LIST` in an item of a study: the item stands once per row of that list, with every {word} of its texts and of its name replaced by what the row has for it.
#pragma once

#include "zanjir/language/document.hpp"

namespace zanjir {

// Entries of models, tasks and figures, items of claims, panels, curves, postures and rows may have it, one inside the other. Replaces them in the tree, before overrides and schema look at it.
void expand_each(Node& root, DiagnosticSink&, NodeStore&);

}  // namespace zanjir
