// Sub-problems of closed-form kinematics, in the manner of Paden and Kahan: one joint, a turn or a slide, between two things of which something is known.
// A feature is a thing that some joints leave alone: a point (turns about axes through it), a direction (turns about it, all slides), a plane (turns
// about its normal, slides in it), a line (turns about it, slides along it).
//   reach    the joint carries a feature from one known place to another                                       one solution
//   relate   the joint brings two features to a known distance, angle, or height above a plane                 at most two
#pragma once

#include <cstdint>

#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

struct Element {  // one primitive of a joint, all in one frame at its zero
  enum class Kind : std::uint8_t { turn, slide, ball };
  Kind kind = Kind::turn;
  Vec3d axis{0, 0, 1};   // unit; not of a ball
  Vec3d point{0, 0, 0};  // on the axis; the centre of a ball
  Transformd motion(double q) const;
};

struct Feature {
  enum class Kind : std::uint8_t { point, line, direction, plane };
  Kind kind = Kind::point;
  Vec3d at{0, 0, 0};     // not of a direction
  Vec3d along{0, 0, 0};  // unit: of a line, a direction; normal of a plane; not of a point
};
Feature operator*(const Transformd&, const Feature&);
bool leaves_alone(const Element&, const Feature&, double length_m);  // within rounding of a mechanism of this size

struct Roots {
  int n = 0;
  double q[2] = {0, 0};
  bool any = false;       // every value is one: the caller chooses
  double wanted = 0;      // none: what was asked for
  double nearest = 0;     // and the nearest to it that the joint can give
  bool is_angle = false;  // radians, else metres
};

// q with e(q) `far` = `near`. Not of a ball.
Roots reach(const Element&, const Feature& near, const Feature& far);

// What is known of two features. Squared distance of points, or of a point and a line; height of a point above a plane; cosine of two directions.
bool can_relate(const Feature&, const Feature&);
double relation(const Feature&, const Feature&);
// q with relation(near, e(q) far) = value. Of a line and a turn only where the line is parallel to the axis; the equation is of degree four otherwise.
Roots relate(const Element&, const Feature& near, const Feature& far, double value);
// The rate of that relation per unit of q, with `far` where it is now. Its sign tells two roots apart.
double relation_rate(const Element&, const Feature& near, const Feature& far_now);

}  // namespace zanjir
