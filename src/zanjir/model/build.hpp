// Description -> Model.
#pragma once

#include <cstdint>

#include "zanjir/describe/description.hpp"
#include "zanjir/model/model.hpp"

namespace zanjir {

// What closes the loops. The tree and its coordinates are the same for all treatments of one description.
struct LoopTreatment {
  enum class Kind : std::uint8_t {
    as_described,
    rigid,   // every loop holds, those with springs in the file too
    springs  // every loop gives: those that are rigid in the file get the springs below
  };
  Kind kind = Kind::as_described;
  LoopSprings springs = {};
  VecX damping = {};  // [n_spring_rows] instead of that of the springs; empty: none of its own
};

// Meaning, topology, inertia: every fault found is reported, not only the first.
Result<Model> build_model(const Description&, const LoopTreatment& = {});

}  // namespace zanjir
