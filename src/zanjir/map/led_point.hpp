// The request of a state at a point of a map: what is held, and the axes at their numbers.
#pragma once

#include <span>

#include "zanjir/map/map_question.hpp"

namespace zanjir {

class LedPoint {
 public:
  // What does not fit the model is added to `problems`, with paths below the map.
  LedPoint(const Model&, const UserJoints&, const StateNames&, const MapQuestion&, std::vector<SaidProblem>& problems);
  // One number per axis; those of parameters are not looked at. Allocates nothing.
  const StateRequest& at_point(std::span<const double> x);
  const StateRequest& request() const { return request_; }
  bool turns() const { return !turned_.empty(); }  // some orientation changes with an axis
  Dimension dimension(std::size_t axis) const { return places_[axis].dimension; }
  // Where the axes are at a state, so far as that can be read off; the workspace is there (Stage::position).
  std::vector<std::optional<double>> measured(const Model&, const UserJoints&, const StateNames&, const Workspace&) const;

 private:
  enum class Kind : std::uint8_t { parameter, coordinate, point, turn };
  struct Place {
    Kind kind = Kind::parameter;
    Dimension dimension = {};
    std::size_t number = 0;  // coordinate: of the request; point, turn: frame of the request
    int part = 0;            // point: 0, 1, 2; turn: which angle
    int coordinate = 0;      // entry of StateNames
  };
  struct Turned {  // a frame whose orientation changes with an axis
    std::size_t frame = 0;
    std::vector<Vec3d> axes;
    std::vector<double> angles;
  };
  bool find_place(const Model&, const StateNames&, const MapAxis&, Place&, std::vector<MotionGiven>&, std::vector<SaidProblem>&);
  void orient(const Turned&);

  std::vector<Place> places_;
  std::vector<Turned> turned_;
  StateRequest request_;
};

// Every name that an axis may have, parameters aside.
std::vector<std::string> names_of_map_axes(const Model&, const StateNames&);

}  // namespace zanjir
