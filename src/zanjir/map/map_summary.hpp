// What a map says in numbers: how large the feasible part is and how sure that is, which part of it hangs together with the home pose, what keeps the
// mechanism out of the rest, and the extremes of the values.
#pragma once

#include "zanjir/map/map.hpp"

namespace zanjir {

struct MapExtreme {
  int point = -1;  // none: nothing is feasible
  double value = 0;
};

struct MapShare {  // of the box; the truth lies within value -+ error, as far as nothing is smaller than a cell
  double value = 0, error = 0;
};

struct MapSummary {
  double box = 0;                       // the whole map, in the product of the units of its axes
  double feasible = 0, error = 0;       // of it; the truth lies within feasible -+ error, as far as nothing is smaller than a cell
  double inner = 0, outer = 0;          // cells that are feasible at every corner; those and the ones that the boundary cuts
  double home = 0, home_error = 0;      // the part that hangs together with the home pose
  int components = 0;                   // parts that hang together
  MapShare out_of_reach;                // where the mechanism cannot be
  std::vector<MapShare> violated;       // per limit: where it is, also where another one binds
  std::vector<double> least_violation;  // per limit, over all points that stand: negative: it is violated at all of them, by that much at least
  std::vector<int> least_at;            // the point where that is
  std::vector<MapExtreme> best, least;  // per value, over feasible points
  std::vector<double> mean;             // per value, over the feasible part
  std::vector<int> component;           // per point: 0 that of the home pose, 1 ... the others; -1 not feasible
};

MapSummary summarise(const Map&);

// The feasible part of a cell, 0 to 1: it is cut into simplices, and the boundary in each of them is flat, through the crossings on its edges.
// Only simplices count of which a feasible corner is among those that `counts` says.
double feasible_share(const Map&, const MapCell&, const std::function<bool(int point)>& counts);

// What keeps everything out, in words: nothing is feasible.
std::string why_empty(const Map&, const MapSummary&);

}  // namespace zanjir
