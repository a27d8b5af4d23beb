#include "zanjir/describe/contact_laws.hpp"

#include <array>
#include <utility>

namespace zanjir {
namespace {

constexpr std::array<std::string_view, 7> normal_names{"spring-damper", "hertz", "hunt-crossley", "lankarani-nikravesh", "flores", "hu-guo", "hold"};
constexpr std::array<std::string_view, 10> friction_names{"none",    "coulomb", "stribeck", "bengisu-akay", "ambrosio",
                                                          "bristle", "viscous", "dry",      "stick",        "wheel"};
constexpr std::array<std::string_view, 5> solid_names{"point", "sphere", "capsule", "disc", "box"};
constexpr std::array<std::string_view, 3> ground_names{"plane", "step", "height field"};

template <class Type, std::size_t n> std::optional<Type> named(const std::array<std::string_view, n>& names, std::string_view name) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Type>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(NormalLawType type) { return normal_names[static_cast<std::size_t>(type)]; }
std::string_view name_of(FrictionLawType type) { return friction_names[static_cast<std::size_t>(type)]; }
std::string_view name_of(SolidKind kind) { return solid_names[static_cast<std::size_t>(kind)]; }
std::string_view name_of(GroundKind kind) { return ground_names[static_cast<std::size_t>(kind)]; }
std::optional<NormalLawType> normal_law_named(std::string_view name) { return named<NormalLawType>(normal_names, name); }
std::optional<FrictionLawType> friction_law_named(std::string_view name) { return named<FrictionLawType>(friction_names, name); }

}  // namespace zanjir
