// A motion for a mechanism that nobody has run: what it prescribes, its fall, or a walk along its freedoms.
#pragma once

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/interrupt.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/view/bundle.hpp"

namespace zanjir {

enum class MotionKind : std::uint8_t {
  any,         // what suits it: `prescribed` where it prescribes something; `walk` for closed loops and where nothing pulls; else `fall`
  simulation,  // as `zanjir run` would
  walk,        // along each freedom there and back, loops closed
  rest         // its start, and nothing else
};
template <> struct WordsOf<MotionKind> {
  static constexpr WordOf<MotionKind> table[] = {
      {MotionKind::any, "any"}, {MotionKind::simulation, "run"}, {MotionKind::walk, "walk"}, {MotionKind::rest, "rest"}};
};

struct MotionChoice {
  MotionKind kind = MotionKind::any;
  double until_s = 5;
  std::size_t frames = 300, points = 2000;  // how many instants are kept for poses and for curves
  bool own_pace = false;                    // a run is shorter where a prescribed joint would turn too far from frame to frame for the eye to follow
};

// A scene with one clip. Where a simulation cannot begin or ends early, the note of the clip says so, and what there is is shown. No value only where
// the start itself cannot be assembled.
Result<Bundle> shown_mechanism(const Description&, const Model&, const MotionChoice&, const Cancel&);

}  // namespace zanjir
