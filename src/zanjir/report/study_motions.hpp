// The tasks of a study that move a mechanism, and its maps, made ready for the viewer within a given room.
#pragma once

#include <vector>

#include "zanjir/view/bundle.hpp"

namespace zanjir {

struct StudyOutcome;

struct MotionRoom {    // bytes, packed
  std::size_t wanted;  // motions are thinned (fewer instants, fewer curves) until they fit, but not below what still shows them
  std::size_t most;    // beyond this there are fewer of them
  std::size_t per_file = static_cast<std::size_t>(1) << 40;  // about as much is loaded at once
  int dropped_bits = 0;                                      // of the values of curves
};

// Every motion, first the one that the key figure is about, else the longest; notes say what was left out of it. None: nothing moves. More than one bundle only where `per_file` asks for it.
std::vector<Bundle> study_motions(const StudyOutcome&, const MotionRoom&);

}  // namespace zanjir
