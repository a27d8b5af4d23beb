// Laws of time that lead instead of drive. A law on a joint with several coordinates (free, planar, spherical, ...) that lies in a loop with actuators says how a
// frame moves: nobody builds such a motor beside the others. In an inverse question it carries nothing; the actuators do, or the question is inconsistent.
// A law outside every loop (a moving base), on a single coordinate, or in a loop without actuators is a driver: it carries what the actuators cannot.
#pragma once

#include <vector>

namespace zanjir {

class Model;

std::vector<bool> led_speeds(const Model&);  // [nv]

}  // namespace zanjir
