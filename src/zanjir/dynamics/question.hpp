// A question put to a formulation, made complete: the state as used, and for each speed which side is known.
#pragma once

#include <vector>

#include "zanjir/dynamics/formulation.hpp"

namespace zanjir {

struct Question {
  double t_s = 0;
  VecX q, v;                // prescribed entries from their laws
  VecX preload;             // [n_spring_rows] of the loops that are springs
  std::vector<ContactMemory> contact;  // [n_contacts]
  VecX vdot, tau;           // [nv] known entries; zero where wanted
  std::vector<Want> want;   // [nv] as resolved
  std::vector<int> free;    // speeds whose vdot is wanted, in order
  std::vector<int> driven;  // speeds whose tau is wanted: all others
};

// Prescribed speeds are always driven: their vdot comes from their laws, whatever the caller says. Throws on sizes that do not fit.
void resolve(const Model&, const State&, const Given&, Question&);

// Something holds, or acts on a cut joint. Loops that are springs are forces on a tree like any others.
bool has_loops(const Model&, const Given&);

// No acceleration is wanted.
bool is_inverse(const Model&, const Question&);
// The rank of the loops as it was decided at the start of a motion, or else in `decided` at this state; it is that of all speeds but the prescribed ones. Null
// for questions that hold other speeds: their rank is their own.
const LoopRank* kept_rank(const Model&, const State&, const Given&, const Question&, LoopRank& decided);

// Whether a question takes a rank that was decided for the mechanism, and as what; none: without loops, and for questions that hold other speeds.
enum class RankUse : std::uint8_t { none, forward, inverse };
RankUse use_of_rank(const Model&, const Given&);

// An actuator on a cut joint that is sprung: what its motion is depends on how the joint is opened. For those who sit it out.
bool drives_a_sprung_joint(const Model&);
inline constexpr const char* drives_a_sprung_joint_note = "an actuator on a loop joint that is sprung";

std::vector<int> all_speeds(const Model&);

// Whether accelerations miss the rows of the loops, miss = Phi_q vdot - gamma, by more than this part of what they and the speeds amount to.
bool misses_a_loop(const Model&, const Question&, const VecX& vdot, const VecX& miss, double part);
inline constexpr double opened_by_given = 1e-8;    // all accelerations given: what a user writes down
inline constexpr double opened_by_solved = 1e-6;   // some solved for: rows that were not needed
inline constexpr const char* opens_a_loop_note = "these accelerations would open a loop; give accelerations that keep it closed";
inline constexpr const char* contradicts_a_loop_note = "the given accelerations contradict a loop";

// For formulations that take no limit there.
inline constexpr const char* near_singular_note =
    "near a singular configuration, where the loops alone do not determine the acceleration; newton-euler takes the limit along the motion";

// For loops with more driven speeds than freedoms, when their accelerations fit together.
inline constexpr const char* overdriven_note =
    "more speeds are driven than the loops leave free: the accelerations fit together, but the forces of the drives and the reactions are one choice of many";

}  // namespace zanjir
