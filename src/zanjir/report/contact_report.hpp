// What `zanjir contact` prints and draws.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zanjir/analyse/contact_study.hpp"

namespace zanjir {

std::string contact_text(const Model&, const ContactStudy&);
std::string contact_json(const Model&, const std::vector<ContactStudy>&);
// Name of a file without ending, and its SVG: force against penetration, restitution against impact speed, friction against sliding speed.
std::vector<std::pair<std::string, std::string>> contact_figures(const Model&, const ContactStudy&);

}  // namespace zanjir
