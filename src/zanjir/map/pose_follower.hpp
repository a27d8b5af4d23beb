// From a state nearby to where frames are led: leg by leg in closed form where there is one, else by Newton's method.
#pragma once

#include <optional>
#include <span>

#include "zanjir/loops/leg_follower.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir {

inline constexpr double loops_met = 1e-13;  // of the model length or a radian; rounding of pose chains is some 1e-15

struct PoseFollower {
  // What to do where legs would have to go further than one can be sure of the branch.
  enum class Far : bool { refuse, by_newton };
  // found: `out` is there, with the speeds of the start; in_doubt: neither way leads there.
  Followed follow(const StateRequest&, std::span<const Transformd> X_WF, const State& start, Far, State& out);

  const Model& model;
  Assembler& assembler;
  std::optional<LegFollower> legs = {};  // to the frames of the request, whose poses are X_WF
  StateQuestion asked = {};
};

}  // namespace zanjir
