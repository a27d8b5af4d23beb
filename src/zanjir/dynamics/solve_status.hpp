// How a question about dynamics came out.
#pragma once

#include <cstdint>
#include <string_view>

namespace zanjir {

enum class SolveStatus : std::uint8_t {  // of one answer
  ok,                                    // Solved.
  redundant,                             // Solved, but some of the numbers are one choice of many: more actuators or constraints than freedoms.
  inconsistent,                          // What is given contradicts itself: accelerations that open a loop, motions that the actuators cannot drive.
  singular,                              // Something that no inertia resists, or loops at a singular point.
  not_converged                          // The numbers did not settle.
};

// "ok", "redundant", ...
std::string_view name_of(SolveStatus);

// There is an answer.
inline bool solved(SolveStatus status) { return status == SolveStatus::ok || status == SolveStatus::redundant; }

}  // namespace zanjir
