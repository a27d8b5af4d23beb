// A map with what it says in numbers, for whoever shows it.
#pragma once

#include "zanjir/map/map_summary.hpp"

namespace zanjir {

struct MapOutcome {
  Map map;
  MapSummary summary;
};

}  // namespace zanjir
