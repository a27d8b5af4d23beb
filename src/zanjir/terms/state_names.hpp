// Every name under which a number of a state can be given: the coordinates and speeds of the tree, then those of joints that have terms of
// their own (cut ones, and those that the tree walks the other way round). Made once per model.
#pragma once

#include "zanjir/language/units.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

class StateNames {
 public:
  StateNames(const Model&, const UserJoints&);

  const std::vector<std::string>& coordinates() const { return coordinates_; }
  const std::vector<std::string>& speeds() const { return speeds_; }
  // One per joint of UserJoints, with q_begin and v_begin among the names above.
  const std::vector<Joint>& joints() const { return joints_; }
  Dimension coordinate_dimension(int entry) const { return coordinate_dimensions_[at(entry)]; }
  bool turns(int speed) const { return turns_[at(speed)]; }

 private:
  std::vector<std::string> coordinates_, speeds_;
  std::vector<Joint> joints_;
  std::vector<Dimension> coordinate_dimensions_;
  std::vector<bool> turns_;
};

}  // namespace zanjir
