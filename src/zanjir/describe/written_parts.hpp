// Parts of a description as text of the format: what writer.cpp puts into lines. `phases`: the names of those that laws may be of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "zanjir/describe/description.hpp"

namespace zanjir {

// write_laws.cpp
std::string law_text(const LawDescription&, std::span<const std::string> phases);
std::string laws_text(std::span<const LawDescription>, std::span<const std::string> phases);
std::string turns_text(const std::vector<Vec3d>& axes, const std::vector<LawDescription>& angles, std::span<const std::string> phases);
std::string led_text(const MotionGiven&, std::span<const std::string> phases);
bool is_zero(std::span<const LawDescription>);

// write_beams.cpp
std::string beam_text(const BeamDescription&, Plane);
bool modes_can_be_written(const BeamDescription&, Plane);  // polynomials beside modes of several directions cannot

// write_contacts.cpp
std::string contact_law_text(const NormalLawDescription&);
std::string contact_friction_text(const ContactFrictionDescription&);
std::string ground_text(const ContactDescription&);

// write_controllers.cpp
std::string controller_text(const ControllerDescription&, std::span<const std::string> phases);

}  // namespace zanjir
