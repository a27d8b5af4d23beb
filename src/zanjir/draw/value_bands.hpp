// A value in bands of colour, as maps and grids show it: levels with labels, and the bar beside the picture that explains them.
#pragma once

#include <string>
#include <vector>

#include "zanjir/draw/canvas.hpp"

namespace zanjir {

struct ValueBands {
  std::string unit;                 // as shown, with the power of ten of the labels
  std::vector<double> levels;       // from the lowest value to the highest, round numbers between
  std::vector<std::string> labels;  // of the levels
};
ValueBands value_bands(double low, double high, const std::string& unit);

std::string band_colour(std::size_t band, std::size_t bands);  // Viridis, dark to bright: of even steps to the eye, in grey as well

void colour_bar(canvas::Canvas&, const ValueBands&, const std::string& title, const canvas::Box&);

}  // namespace zanjir
