// What a frame can push and how fast it can move while every actuator keeps its limits: |tau_i| <= force_limit, |u_i| <= speed_limit. Standing still, parts
// without weight. With u = A z the rates of the actuators on the motions z that loops allow, and t = T z the components of the frame's velocity that count:
//   forces       F with T^T F = A^T tau     each motion z whose u = A z has as few entries as possible bounds F:   |T z . F| <= sum |u_i| force_limit_i      (1)
//   velocities   v = T z                    each equilibrium T^T F = A^T tau with as few tau as possible bounds v:  |F . v| <= sum |tau_i| speed_limit_i       (2)
// (1) and (2) are exact for any number of actuators [Rockafellar1969]: what bounds a sum of absolute values over a subspace are its vectors of least support.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "zanjir/core/symmetric_polytope.hpp"
#include "zanjir/terms/frame_drive.hpp"

namespace zanjir {

enum class Capacity : std::uint8_t { force, moment, speed, speed_not_turning, turn_rate, turn_rate_in_place };
inline constexpr std::array all_capacities{
    Capacity::force, Capacity::moment, Capacity::speed, Capacity::speed_not_turning, Capacity::turn_rate, Capacity::turn_rate_in_place};
std::string_view name_of(Capacity);
std::string_view unit_of(Capacity);
bool is_load(Capacity);                   // a force or moment: needs force limits, else speed limits
bool is_turn(Capacity);                   // its vectors are moments or angular velocities
bool has_limits(const Model&, Capacity);  // of one actuator at least

// Forces with no moment about the frame's origin, moments with no force; velocities whatever turns beside them, or with none. World axes, components in the plane
// of the mechanism. twists: [6 x f] of the frame on the motions of DrivenMotion::N.
SymmetricPolytope capacity_set(const Model&, const DrivenMotion&, const MatX& twists, Capacity);

}  // namespace zanjir
