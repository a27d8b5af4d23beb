// What a task `sizing` says of what it found: numbers, tables, words.
#pragma once

#include <span>
#include <string>

#include "zanjir/study/results.hpp"
#include "zanjir/study/sizing_outcome.hpp"

namespace zanjir {

void add_sizing_numbers(const SizingOutcome&, TaskResult&);  // of actuators and motors
void add_sizing_tables(const SizingOutcome&, TaskResult&);   // likewise
struct NamedSizing {
  std::string task;
  const SizingOutcome* sizing;
};
void add_table_beside(std::span<const NamedSizing>, TaskResult&);

// The abscissa and the series over gear ratios, without values: of each motor how much of it is used, then the shares of its limits.
void name_sweep(const SizingOutcome&, TaskResult&);
void say_choice(const SizingOutcome&, TaskResult&);
// What the torques and speeds of the figure are, for other programs.
ResultMatrix cloud_matrix(const SizingOutcome&);

std::string sizing_digits(double);

}  // namespace zanjir
