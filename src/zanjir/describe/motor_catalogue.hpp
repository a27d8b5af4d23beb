// A catalogue of motors: what each can give at each speed, continuously and for a moment, and the inertia of its rotor. A YAML file of its own (`zanjir_motors: 1`), curves in it or in CSV files
// beside it. A curve with a hole is refused: what is not said at some speed would have to be made up.   docs/sizing.md
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "zanjir/core/words.hpp"
#include "zanjir/language/schema.hpp"
#include "zanjir/language/values.hpp"

namespace zanjir {

enum class MotorKind : std::uint8_t { rotary, linear };  // linear: forces for torques, metres for radians, a mass for the rotor's inertia
template <> struct WordsOf<MotorKind> {
  static constexpr WordOf<MotorKind> table[] = {{MotorKind::rotary, "rotary"}, {MotorKind::linear, "linear"}};
};

// Torque over speed from standstill to the motor's highest speed, straight between the points.
struct LimitCurve {
  std::vector<double> speed, torque;             // rad/s and N m, or m/s and N; speeds increase from 0, torques are positive
  double at(double speed_of_either_sign) const;  // beyond the highest speed: as there
  double highest_speed() const { return speed.back(); }
};

struct Motor {
  std::string name, text;
  SourcePos at;
  MotorKind kind = MotorKind::rotary;
  double rotor_inertia = 0;     // kg m^2, or kg
  double mass_kg = 0;           // 0: not said
  LimitCurve continuous, peak;  // of equal range; peak nowhere below continuous
  double highest_speed() const { return peak.highest_speed(); }
};

struct MotorCatalogue {
  std::vector<Motor> motors;  // in the order of the file
  const Motor* find(std::string_view name) const;
};

// Holes and contradictions go to the sink, with their place in the catalogue or its CSV file; then nothing is returned.
std::optional<MotorCatalogue> read_motor_catalogue(const std::string& text, const std::filesystem::path& shown, DiagnosticSink&,
                                                   const NamedFiles& = {});
Result<MotorCatalogue> read_motor_catalogue(const std::filesystem::path&);

namespace schema {
extern const Object motor_catalogue, motor;
}

}  // namespace zanjir
