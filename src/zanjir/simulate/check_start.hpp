// Whether a run can start where it is asked to.
#pragma once

#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

class Model;
struct State;

// What is inside a stop or the ground where a run would start, with the key of the contact or the stop; empty: nothing. `simulate` ends there too, but after
// it has made its recorder.
std::vector<Diagnostic> check_start(const Model&, const State&);

}  // namespace zanjir
