// A map for ParaView and its like.
#pragma once

#include <string>

#include "zanjir/map/map_outcome.hpp"

namespace zanjir {

// Legacy VTK, ASCII, an unstructured grid: the cells of the map, and at its points the values, the limits, `feasible`, `component` and `binds`.
std::string map_vtk(const MapOutcome&, const std::string& title);

}  // namespace zanjir
