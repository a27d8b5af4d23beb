#include "zanjir/map/pose_follower.hpp"

namespace zanjir {

Followed PoseFollower::follow(const StateRequest& request, std::span<const Transformd> X_WF, const State& start, Far far, State& out) {
  if (legs) {
    out.t_s = start.t_s;
    out.v = start.v;
    const Followed by_legs = legs->follow(model, X_WF, start.q, out.q);
    if (by_legs == Followed::out_of_reach || (by_legs == Followed::too_far && far == Far::refuse)) return by_legs;
    if (by_legs == Followed::found && assembler.off_by(request, out) <= loops_met) return Followed::found;
  }
  if (!assembler.follow(request, asked, start)) return Followed::in_doubt;
  out = asked.state;
  return Followed::found;
}

}  // namespace zanjir
