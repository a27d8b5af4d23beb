// What an answer of a formulation costs, within a small factor, for who has little time.
#pragma once

#include "zanjir/formulations/registry.hpp"

namespace zanjir {

struct Effort {
  struct Answer {
    double seconds = 0;  // on a core of 2022
    double bytes = 0;    // of memory, beyond what is proportional to the mechanism
  };
  Answer forward, inverse;  // to a question with accelerations wanted, and to one with all of them given
};
Effort effort_of(const AnyFormulation&, const Model&);

}  // namespace zanjir
