// Pictures of maps as SVG text: a value in bands of colour with contours between them where the mechanism can be; elsewhere hatched by the limit that
// binds, grey where it is out of reach; the boundary as a line. Colours that people with any kind of colour vision tell apart.
#pragma once

#include "zanjir/draw/plot.hpp"
#include "zanjir/map/map_outcome.hpp"

namespace zanjir {

struct MapPicture {
  std::string title;
  PlotAxis x, y;  // in the units shown
  double x_to_si = 1, y_to_si = 1;
  std::string value;  // of the map; empty: where it is feasible
  AxesRatio axes = AxesRatio::free;
};

// With three axes several pictures, cut across the third one.
std::string map_svg(const MapOutcome&, const MapPicture&, const PlotSize& = {760, 520});

}  // namespace zanjir
