// A body on a ball that three rods hold, once what is held is held: the platform of a spherical parallel robot (3-PUS/S, 3-UPS/S, 3-SPS/S). Its assembly modes are the real ones among the eight zeros of three quadrics in the quaternion of
// its orientation:  |R b_i - a_i| = l_i, that is  a_i . R b_i = (a_i^2 + b_i^2 - l_i^2)/2,  from the centre of the ball.
#pragma once

#include <optional>

#include "zanjir/loops/leg_plan.hpp"
#include "zanjir/loops/three_quadrics.hpp"

namespace zanjir {

struct BallOnRods {
  BodyId body{};
  Vec3d centre_W, centre_B;       // of the ball, in the world and in the body
  std::array<Vec3d, 3> a_W, b_B;  // ends of the rods on what does not move and on the body, from that centre
  std::array<double, 3> length_m{};
};
// A rod is a `distance`, or a body between two balls, or between a universal joint and a ball. X_WB: poses in which held joints have their coordinates. Nothing: the mechanism is none of these.
std::optional<BallOnRods> find_ball_on_rods(const Model&, const BranchQuestion&, const LegPlan&, const std::vector<Transformd>& X_WB);

std::array<Quadric, 3> quadrics_of(const BallOnRods&);

}  // namespace zanjir
