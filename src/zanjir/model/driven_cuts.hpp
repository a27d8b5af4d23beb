// Cut joints whose motion is prescribed: a cut joint has no coordinates that a law could set. So its motion gets a body of its own, a massless
// carrier that follows the law on the joint's first body, and what is cut is the weld between carrier and second body. The closure rows of that
// weld are the driver's rows, the law enters them through the carrier, and every formulation has them without knowing: the force of the
// driver is the tau of the prescribed joint, the joint's reaction is the one between first body and carrier. A frame that is held or led by
// laws of time is the same thing: a `free` (or planar, ...) joint in `loops:` with a motion.
#pragma once

#include <cstddef>
#include <string>

namespace zanjir {

struct Description;

// Splits `joint` (index in description.joints): `joint` now ends at the carrier and is not cut; a cut weld `JOINT.held` ties the carrier to the
// body it ended at before. Carrier and weld have Origin::carrier.
void carry_driven_cut(Description&, std::size_t joint);
// Splits every joint that the file cuts (`cut: true`, `loops:`) and prescribes.
void carry_driven_cuts(Description&);

}  // namespace zanjir
