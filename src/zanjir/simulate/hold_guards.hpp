// When contacts that hold begin and end to, to slide and to stick, as guards that events are located by.
#pragma once

#include <memory>
#include <vector>

#include "zanjir/simulate/hold_watch.hpp"

namespace zanjir {

// How far a gap has to close beyond zero: some thousand roundings of positions, so that a contact that has just parted does not meet again by rounding.
double touching_hair_m(const Model&);
// The law that says when a contact is held.
Jet held_law(const Model&, const Contact&, double t_s);

// Two per contact: whether it holds, and how. Then one for each that is held by order with dry friction: whether its ground presses. And one for all: whether prescribed motions contradict what holds.
std::vector<std::unique_ptr<Guard>> hold_guards(MotionSystem&, HoldWatch&);  // which must outlive them

}  // namespace zanjir
