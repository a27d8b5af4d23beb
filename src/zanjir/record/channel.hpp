// What a run or a recording is made of: named channels with units, and events.
#pragma once

#include <string>

namespace zanjir {

// A column of numbers with a name.
struct Channel {
  std::string name;                                 // "A", "A.speed", "ledger.dampers": unique; the first is always "t"
  std::string unit;                                 // SI: "s", "rad", "m/s", "N m", "1"
  bool operator==(const Channel&) const = default;  // the same name and unit
};

// Something that happened at an instant between two samples.
struct EventRecord {
  double t_s = 0;    // when
  std::string name;  // "floor.ball", as in the description
  std::string what;  // "impact", "touch", "release", "crossing", "stop"; of contacts that hold also "hold", "slip", "stick", "loose", "impulse"
  double value =
      0;  // what belongs to the kind: rate of the gap at an impact, touch-down (negative) or release, guard rate of a crossing, N s of an impulse
  double energy_J = 0;  // that the event added (negative: took away)
};

}  // namespace zanjir
