// A value over a grid of parameters as SVG text: one box of colour per combination, hatched where there is no number. Two parameters make a picture; with more of
// them there is one picture for every combination of the others, all in one scale of colours.
#pragma once

#include "zanjir/draw/plot.hpp"

namespace zanjir {

struct GridPictureAxis {
  std::string name;                 // with its unit
  std::vector<std::string> labels;  // of its values
};

struct GridPicture {
  std::string title, value, unit;
  std::vector<GridPictureAxis> axes;  // the first across, the second upwards
  std::vector<double> values;         // the last axis changing fastest; NaN: none
};

inline constexpr std::size_t most_grid_pictures = 12;  // of one figure; it says how many there are

std::string grid_picture_svg(const GridPicture&, const PlotSize& = {760, 520});

}  // namespace zanjir
