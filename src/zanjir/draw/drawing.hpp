// A mechanism as a line drawing, as on the blackboard: each body is what its joints span, seen in its plane or in axonometry.
#pragma once

#include <string>
#include <vector>

#include "zanjir/draw/plot.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// SVG of the model at a state. Lines and letters take the colour of the page. Actuated joints are filled, ground points stand on a foot.
// Elastic bodies are drawn along their deflected centre line; the ground that contacts meet is drawn where the mechanism is planar.
std::string mechanism_svg(const Model&, const State&, const PlotSize& = {360, 280});

struct DrawnPosture {
  std::string label;
  const Model* model = nullptr;
  std::vector<State> states;  // over each other, the last one on top
};
// Several of them side by side, in one scale. Each elastic body keeps its two ends where they are; between them its distance from the straight line through the ends
// is drawn `magnify` times as large.
std::string postures_svg(const std::string& title, const std::vector<DrawnPosture>&, double magnify, const PlotSize& largest = {380, 240});

}  // namespace zanjir
