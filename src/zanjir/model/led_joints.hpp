// Laws of time that lead instead of drive. A law on two or more coordinates of a joint (free, planar, spherical, ...) whose bodies are held together by others, with
// actuators, says how a frame moves: nobody builds such a motor beside the others. In an inverse question it carries nothing; the actuators do, or the question is
// inconsistent. Every other law is a driver: one on a single coordinate, one that alone holds its bodies (a moving base), one beside nothing that is actuated. A driver carries what
// the actuators cannot.
#pragma once

#include <vector>

namespace zanjir {

class Model;

std::vector<bool> led_speeds(const Model&);  // [nv]

}  // namespace zanjir
