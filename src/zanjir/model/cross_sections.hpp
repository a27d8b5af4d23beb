// What stands on an elastic body stands on one of its cross-sections. Here the places that a description names on elastic bodies become bodies
// of their own, massless and welded to the elastic one; that weld is what moves with the modes. Nothing downstream then knows of sections: loops,
// springs, contacts and joints attach to bodies as ever.
//   A place with x between 0 and the length belongs to the section at x, one beyond the end to the last section; the rest is a rigid offset.
//   A place at x <= 0 belongs to the body frame itself: that is where the inboard joint attaches and what its coordinates measure.
#pragma once

#include "zanjir/describe/description.hpp"

namespace zanjir {

void attach_to_sections(Description&);

}  // namespace zanjir
