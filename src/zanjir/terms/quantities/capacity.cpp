// What frames can push and how fast they can move within the limits of the actuators (terms/capacity), and what they do per unit of the actuators' rates.
#include "zanjir/terms/capacity.hpp"

#include <algorithm>

#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

const DrivenMotion& driven(QuantityData& d) {
  if (!d.driven) d.driven = driven_motion(d.scope.model, d.scope.users, *d.ws);
  return *d.driven;
}

QuantityFamily capacity_family(Capacity of, std::string_view pattern, std::string_view meaning) {
  return {QuantityGroup::indices,
          pattern,
          unit_of(of),
          meaning,
          Needs::state,
          0,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            if (!has_limits(s.model, of)) return;
            const std::vector<int> axes = is_turn(of) ? turn_components(s.model.plane()) : shift_components(s.model.plane());
            for (const FrameId id : s.frames) {
              const std::string name = s.model.frame(id).name + ".capacity." + std::string(name_of(of));
              out.push_back({name, std::string(unit_of(of))});
              for (const int axis : axes) out.push_back({name + "." + "xyz"[axis % 3], std::string(unit_of(of))});
            }
          },
          [=](QuantityData& d, double* out) {
            const Model& model = d.scope.model;
            const std::size_t n = 1 + (is_turn(of) ? turn_components(model.plane()) : shift_components(model.plane())).size();
            for (std::size_t f = 0; f < d.scope.frames.size(); ++f, out += n) {
              if (!wanted(d, f * n, n)) continue;
              const MatX twists = twists_of(model, *d.ws, model.frame(d.scope.frames[f]), driven(d).N);
              const SymmetricPolytope set = capacity_set(model, driven(d), twists, of);
              out[0] = inscribed_radius(set);
              for (Eigen::Index i = 0; i < set.normals.cols(); ++i) out[1 + i] = extent(set, VecX::Unit(set.normals.cols(), i));
            }
          }};
}

// Of the n-th power of a speed per actuator rate: m/rad where all actuators turn, 1 where all slide, nothing where some do.
std::string unit_of_drive(const QuantityScope& s, std::size_t n) {
  const std::vector<DrivenSpeed> drives = driven_speeds(s.model, s.users);
  const auto turning = static_cast<std::size_t>(std::count_if(drives.begin(), drives.end(), [](const DrivenSpeed& x) { return x.turns; }));
  if (n == 0 || turning == 0) return "1";
  if (turning < drives.size()) return "";
  return n == 1 ? "m/rad" : "m^" + std::to_string(n) + "/rad^" + std::to_string(n);
}

enum class Exponent : std::uint8_t { none, one, dimensions };

// of(singular values)
template <class Of> QuantityFamily drive_family(std::string_view pattern, const char* suffix, Exponent exponent, std::string_view meaning, Of of) {
  return {QuantityGroup::indices,
          pattern,
          exponent == Exponent::none  ? "1"
          : exponent == Exponent::one ? "m/rad or 1"
                                      : "(m/rad)^n or 1",
          meaning,
          Needs::state,
          0,
          [=](const QuantityScope& s, std::vector<QuantityName>& out) {
            if (driven_speeds(s.model, s.users).empty()) return;
            const std::size_t n = exponent == Exponent::none ? 0 : exponent == Exponent::one ? 1 : shift_components(s.model.plane()).size();
            for (const FrameId id : s.frames) out.push_back({s.model.frame(id).name + suffix, unit_of_drive(s, n)});
          },
          [=](QuantityData& d, double* out) {
            const Model& model = d.scope.model;
            for (std::size_t f = 0; f < d.scope.frames.size(); ++f) {
              if (!wanted(d, f, 1)) continue;
              const MatX T = twists_of(model, *d.ws, model.frame(d.scope.frames[f]), driven(d).N)(shift_components(model.plane()), Eigen::all);
              const VecX sigma = drive_values(driven(d).A, T);
              out[f] = sigma.size() > 0 ? of(sigma) : not_known;
            }
          }};
}

}  // namespace

void add_capacity_quantities(std::vector<QuantityFamily>& all) {
  all.push_back(
      drive_family("FRAME.drive.sigma_min", ".drive.sigma_min", Exponent::one,
                   "Of every mechanism with actuators: the speed of the frame's origin per unit of the actuators' rates, in the direction in "
                   "which it is least ([indices](parallel-robots.md#indices)); not a number where it moves with locked actuators.",
                   [](const VecX& sigma) { return sigma[sigma.size() - 1]; }));
  all.push_back(drive_family("FRAME.drive.sigma_max", ".drive.sigma_max", Exponent::one, "In the direction in which it is largest.",
                             [](const VecX& sigma) { return sigma[0]; }));
  all.push_back(drive_family("FRAME.drive.dexterity", ".drive.dexterity", Exponent::none,
                             "The one over the other: 1 where all directions are alike, 0 at a singular point.",
                             [](const VecX& sigma) { return sigma[0] > 0 ? sigma[sigma.size() - 1] / sigma[0] : 0; }));
  all.push_back(drive_family("FRAME.drive.manipulability", ".drive.manipulability", Exponent::dimensions,
                             "The product of these values over all directions [Yoshikawa1985].", [](const VecX& sigma) { return sigma.prod(); }));
  all.push_back(
      capacity_family(Capacity::force, "FRAME.capacity.force, .force.x, .force.y, .force.z",
                      "Where actuators have a `force_limit`: the largest force that the frame can exert in every direction, and along an axis, with "
                      "no moment about its origin, standing still and without weight ([limits](parallel-robots.md#what-limited-actuators-reach))."));
  all.push_back(capacity_family(Capacity::moment, "FRAME.capacity.moment, .moment.x, .moment.y, .moment.z", "The same for moments without a force."));
  all.push_back(
      capacity_family(Capacity::speed, "FRAME.capacity.speed, .speed.x, .speed.y, .speed.z",
                      "Where actuators have a `speed_limit`: the largest speed of the frame's origin in every direction, and along an axis, whatever "
                      "turns beside it."));
  all.push_back(capacity_family(Capacity::speed_not_turning,
                                "FRAME.capacity.speed_not_turning, .speed_not_turning.x, .speed_not_turning.y, .speed_not_turning.z",
                                "The same while the frame does not turn."));
  all.push_back(capacity_family(Capacity::turn_rate, "FRAME.capacity.turn_rate, .turn_rate.x, .turn_rate.y, .turn_rate.z",
                                "The largest angular velocity about every axis, and about one, however the origin moves."));
  all.push_back(capacity_family(Capacity::turn_rate_in_place,
                                "FRAME.capacity.turn_rate_in_place, .turn_rate_in_place.x, .turn_rate_in_place.y, .turn_rate_in_place.z",
                                "The same while the origin stays where it is."));
}

}  // namespace zanjir
