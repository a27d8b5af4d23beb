// Random admissible states: any position of the tree, speeds of order one radian (or one reach) per second, a random time for
// the laws. The same seed gives the same states on every machine.
#pragma once

#include "zanjir/core/random.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

// The largest distance that the file names: joint origins, mass centres, frames. One metre when there is none.
double reach_m(const Model&);

// How far the springs of loops are from half a turn, where those on turns have no answer: the smallest 1 + cos of what they are turned by (1 + trace R for
// all three axes); 2 without such springs. Needs Stage::position.
double nearest_half_turn(const Model&, const Workspace&);

// Springs of loops are at least 20 degrees away from half a turn, as far as that can be found. Prescribed entries hold their laws at the state's time, drawn from [0, 10) s.
State random_state(const Model&, Random&);

// Of a mechanism with loops: its initial state, disturbed, closed again; random speeds that keep it closed. Smaller disturbances are tried
// when the loops do not close; false when none closes.
bool random_closed_state(const Model&, Random&, State&);

}  // namespace zanjir
