// SVG to PNG without a browser.
#pragma once

#include <string>

namespace zanjir {

// PNG bytes on white, `scale` pixels per unit of the picture. Empty when the SVG cannot be drawn; `problem` then says why.
std::string png_of_svg(const std::string& svg, double scale, std::string& problem);

}  // namespace zanjir
