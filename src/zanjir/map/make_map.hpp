// Computes a map: from the home pose outwards, each point from a neighbour where the mechanism stands, so that its branch is kept; then finer where the
// boundary is. Points of one wave do not depend on each other and are shared among threads.
#pragma once

#include <functional>
#include <memory>

#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/map/map.hpp"

namespace zanjir {

// The model with these parameters, one per axis that is a parameter; null: there is none, and why. Called from several threads.
using ModelMaker = std::function<std::shared_ptr<const Model>(std::span<const double> parameters, std::string& why)>;

// What is wrong with a question before anything is computed, with paths below the map. `parameters`: those that the model's file has.
std::vector<SaidProblem> check_map(const Model&, const MapQuestion&, const std::vector<std::string>& parameters);

// A map of no points: the names and units of its numbers.
Map empty_map(const Model&, const MapQuestion&);

// No value: the mechanism does not come to any point of it, and `why` says why.
std::optional<Map> make_map(const Model&, const MapQuestion&, const ModelMaker&, Progress&, const Cancel&, std::string& why);

}  // namespace zanjir
