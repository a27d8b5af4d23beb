// A task `sweep`: what it says, how its parameters are read (sweep_axis.cpp), and what is made of the answers of its units (sweep_results.cpp).
#pragma once

#include "zanjir/study/units.hpp"
#include "zanjir/sweep/design.hpp"
#include "zanjir/sweep/sensitivity.hpp"

namespace zanjir {

inline constexpr int most_units = 10'000'000;

struct SweepTask {
  UnitQuestion question;
  SweepDesign design;
  std::vector<std::pair<std::size_t, int>> front;  // result, +1: the larger the better
  double limit_s = 0;
  Resampling resampling;
};

extern const std::span<const schema::Key> sweep_axis_keys;  // of one parameter
SweepAxis read_sweep_axis(StudyReader&, ObjectReader&, const std::string& name, Sampling);

// The table and what follows from it; answers[unit] may be null: not computed.
TaskResult sweep_results(const SweepTask&, const UnitQuestion&, const SweepUnits&, const std::vector<const UnitAnswer*>& answers);
// Which units gave no numbers, and why.
void say_what_failed(const std::vector<const UnitAnswer*>& answers, TaskResult&);
// Units whose numbers are not to be trusted make the whole doubtful: means and fronts are of all of them. What changes the meaning of a unit's numbers is a note of the whole.
void say_what_units_said(const std::vector<const UnitAnswer*>& answers, TaskResult&);

}  // namespace zanjir
