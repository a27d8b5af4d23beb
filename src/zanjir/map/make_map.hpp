// Computes a map: from the home pose outwards, each point from a neighbour where the mechanism stands, so that its branch is kept; then finer where the
// boundary is. Points of one wave do not depend on each other and are shared among threads.
#pragma once

#include <filesystem>

#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/map/map_worker.hpp"

namespace zanjir {

// What is wrong with a question before anything is computed, with paths below the map. `parameters`: those that the model's file has.
std::vector<SaidProblem> check_map(const Model&, const MapQuestion&, const std::vector<std::string>& parameters);

// A map of no points: the names and units of its numbers.
Map empty_map(const Model&, const MapQuestion&);

struct MapRun {
  Progress& progress;
  const Cancel& cancel;
  std::filesystem::path keep = {};   // an interrupted map leaves here what it has computed, and goes on from there; empty: nowhere
  std::string_view model_text = {};  // so that what another model has left is not taken
};

// No value: the mechanism does not come to any point of it, and `why` says why.
std::optional<Map> make_map(const Model&, const MapQuestion&, const ModelMaker&, const MapRun&, std::string& why);

}  // namespace zanjir
