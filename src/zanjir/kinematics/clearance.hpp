// Distances between straight links.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/state/state.hpp"

namespace zanjir {

// The least distance between two segments, each from its first to its second point; either may be a point.
double segment_distance(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1);

// Links of a mechanism as capsules: from frame to frame, or as they are drawn. The least distance between any two of them, less their radii; negative where
// they overlap. What belongs to one body, and what is drawn of two bodies that a joint joins, touches everywhere and is not compared.
class Clearance {
 public:
  void add_segment(const Model&, const Frame& from, const Frame& to, double radius_m);
  // Of all that is drawn of a body its capsules and spheres, and its cylinders as capsules about the same axis, rounded beyond their ends. False: there is none.
  bool add_look(const Model&, BodyId);
  // Once all are added. False: no two of them are compared.
  bool find_pairs(const Model&);
  // Between any two, or between a body and any other; infinite where nothing is compared with it. Needs Stage::position. Allocates nothing.
  double least(const Model&, const Workspace&, std::optional<BodyId> of = {});
  bool compares(BodyId) const;

  struct End {
    int row = 0;
    Vec3d p{0, 0, 0};  // in the frame of the row
  };
  struct Link {
    BodyId body{}, other{};  // of its ends
    End ends[2];
    double radius_m = 0;
    bool drawn = false;
    bool on(BodyId id) const { return body == id || other == id; }
  };
  const std::vector<Link>& links() const { return links_; }
  const std::vector<std::pair<std::size_t, std::size_t>>& pairs() const { return pairs_; }  // that are compared

 private:
  struct Placed {
    Vec3d a{0, 0, 0}, b{0, 0, 0}, middle{0, 0, 0};
    double reach = 0;  // half its length
  };
  std::vector<Link> links_;
  std::vector<Placed> placed_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

// Of all bodies that are drawn, with its pairs.
Clearance drawn_clearance(const Model&);
// Bodies of which a box, plate or mesh is drawn: no distance sees these shapes, which must be said wherever one is asked for.
std::vector<std::string> bodies_drawn_otherwise(const Model&);
std::string not_compared(const std::vector<std::string>& bodies);  // that in words; empty: there are none

}  // namespace zanjir
