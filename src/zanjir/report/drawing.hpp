// A mechanism as a line drawing, as on the blackboard: each body is what its joints span, seen in its plane or in axonometry.
#pragma once

#include <string>

#include "zanjir/report/plot.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// SVG of the model at a state. Lines and letters take the colour of the page. Actuated joints are filled, ground points stand on a foot.
std::string mechanism_svg(const Model&, const State&, const PlotSize& = {360, 280});

}  // namespace zanjir
