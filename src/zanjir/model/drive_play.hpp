// Drives with play, `actuators.<joint>.backlash`: the motor becomes a freedom of its own beside the joint that it drives.
//   a body without mass on the ground, moved by joint `<joint>_motor`: what counts is its one coordinate, on the joint's side of the gear, with the
//     rotor's inertia n^2 J on it, so where it stands does not matter; as everywhere, that the carrier of a rotor turns too is left out of that number
//   flanks between the two coordinates, free within the play: forces/elements DrivePlay
//   whatever was said of the actuator goes to the motor
// Formulations, energy, ledger and recordings see joints and elements, and need to know nothing else.
#pragma once

#include "zanjir/describe/description.hpp"

namespace zanjir {

void set_motors_free(Description&);

}  // namespace zanjir
