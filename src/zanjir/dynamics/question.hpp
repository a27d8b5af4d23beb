// A question put to a formulation, made complete: the state as used, and for each speed which side is known.
#pragma once

#include <vector>

#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/loops/loop_rank_data.hpp"

namespace zanjir {

struct Question {
  double t_s = 0;
  VecX q, v;  // prescribed entries from their laws
  KnownLaws laws;
  VecX preload;                        // [n_spring_rows] of the loops that are springs
  std::vector<ContactMemory> contact;  // [n_contacts]
  VecX vdot, tau;                      // [nv] known entries; zero where wanted
  std::vector<Want> want;              // [nv] as resolved
  std::vector<int> free;               // speeds whose vdot is wanted, in order
  std::vector<int> driven;             // speeds whose tau is wanted: all others
};

// Prescribed speeds are always driven: their vdot comes from their laws, whatever the caller says. Throws on sizes that do not fit.
void resolve(const Model&, const State&, const Given&, Question&);

// Something holds, or acts on a cut joint. Loops that are springs are forces on a tree like any others.
bool has_loops(const Model&, const Given&);

// No acceleration is wanted.
bool is_inverse(const Model&, const Question&);
// Whether the rank of the mechanism, kept along a motion, speaks of the speeds that are free: it is that of all speeds but the prescribed ones. Questions that hold
// others have a rank of their own.
bool has_kept_rank(const Model&, const Question&);

// ---- answers, the same way for all ------------------------------------------------------------------------------------------------------

// Nothing is found, noted or measured yet.
void clear_answer(Solution&);
void clear_all_but_reactions(Solution&);  // where they are about to be found: what is cleared is filled with zeros when it is made room for again
// The same, and vdot, tau and tau_cut as known.
void begin_answer(const Model&, const Given&, const Question&, Solution&);
// Status and note in one; for use in a return.
SolveStatus refuse(SolveStatus, std::string_view note, Solution&);
SolveStatus unresisted(const Model&, int speed, Solution&);
// An answer that is not a number is none, whatever the formulation thinks of it.
SolveStatus finish_answer(SolveStatus, Solution&);

// An actuator on a cut joint that is sprung: what its motion is depends on how the joint is opened. For those who sit it out.
bool drives_a_sprung_joint(const Model&);
inline constexpr const char* drives_a_sprung_joint_note = "an actuator on a loop joint that is sprung";

std::vector<int> all_speeds(const Model&);

// How large accelerations are that loops are asked about, in 1/s^2 at the model length: |vdot| + |v|^2 + |gravity|/length. gamma and the rows are sums of terms of
// these sizes (gravity, since some let the ground accelerate against it, and it drops out of differences but for rounding), so a miss is judged against them,
// at rest too. Without gravity nothing is left at rest, and gamma is exactly zero.
double acceleration_size(const Model&, const VecX& v, const VecX& vdot);

// The row of the loops that accelerations miss most, miss = Phi_q vdot - gamma, or -1: none by more than this part of what they are made of.
int missed_row(const Model&, const VecX& v, const VecX& vdot, const VecX& miss, double part);
inline constexpr double opened_by_given = 1e-8;   // all accelerations given: what a user writes down
inline constexpr double opened_by_solved = 1e-6;  // some solved for: rows that were not needed
SolveStatus opens_a_loop(const Model&, int row, Solution&);
SolveStatus contradicts_a_loop(const Model&, int row, Solution&);

inline constexpr const char* not_a_number_note = "what came out is not a number; is everything in the state and in the question one?";

// For formulations that find no accelerations, to whoever asks for some.
inline constexpr const char* forces_alone_note = "this formulation finds forces alone: give the acceleration of every joint, or ask another";

// All accelerations given, but the kept rank is not reached.
inline constexpr const char* more_motions_note = "at a singular configuration, where the loops allow more motions than beside it";

// For formulations that take no limit there.
inline constexpr const char* near_singular_note =
    "near a singular configuration, where the loops alone do not determine the acceleration; newton-euler and oracle take the limit along the motion";

// For loops with more driven speeds than freedoms, when their accelerations fit together.
inline constexpr const char* overdriven_note =
    "more speeds are driven than the loops leave free: the accelerations fit together, but the forces of the drives and the reactions are one choice "
    "of many";

}  // namespace zanjir
