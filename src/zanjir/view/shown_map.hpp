// A map as a clip: the mechanism at each of its points, which stand in space as a coloured surface (two axes) or a cloud.
#pragma once

#include <optional>

#include "zanjir/map/map_outcome.hpp"
#include "zanjir/view/clip.hpp"

namespace zanjir {

// At most `points` of the places where the mechanism stands, the coarse ones before those that refine the boundary. Nothing: it stands nowhere, or an axis is a
// parameter, so that there is not one mechanism to be shown.
std::optional<Clip> map_clip(const Model&, const Scene&, const Map&, std::size_t points);
// A state of it, for the size of the scene; null: it stands nowhere.
const MapPoint* standing_point(const Map&);

}  // namespace zanjir
