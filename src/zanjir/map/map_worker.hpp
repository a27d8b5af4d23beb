// What one thread does for a map: it looks at points, from neighbours where the mechanism stands, and locates the boundary on edges.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>

#include "zanjir/map/map.hpp"

namespace zanjir {

// The model with these parameters, one per axis that is a parameter; null: there is none, and why. Called from several threads.
using ModelMaker = std::function<std::shared_ptr<const Model>(std::span<const double> parameters, std::string& why)>;

using Coordinates = std::array<double, max_map_axes>;

// A point to be looked at, and the points that it may be reached from, in this order.
struct PointJob {
  int point = -1;
  std::vector<int> from = {};
  MapAnswer answer = {};
  int evaluations = 0;
  bool done = false;
  void begin(int at) {  // anew; what was allocated stays
    point = at;
    from.clear();
    answer.stands = done = false;
    answer.binds = -1;
    evaluations = 0;
  }
};

// Where between a feasible point and one that is not the boundary is, 0 to 1.
struct EdgeJob {
  int inside = -1, outside = -1;
  double fraction = 0.5;
  int evaluations = 0;
  bool done = false;
};

class MapWorker {
 public:
  MapWorker(const Model& model, const Map& map, const ModelMaker& make, std::size_t number)
      : model_(model), map_(map), make_(make), number_(number) {}
  std::size_t number() const { return number_; }

  // Null: there is no such mechanism, and `why` says why.
  MapMechanism* mechanism(std::span<const double> x, std::string& why);
  void look(PointJob&);
  std::size_t lanes();                    // points that it looks at together, where the legs of the mechanism have a closed form; else none
  void look(std::span<PointJob* const>);  // in lanes where there are any: each answer depends on its job alone
  void locate(EdgeJob&);

 private:
  struct Made {
    std::vector<double> parameters;
    std::shared_ptr<const Model> model = {};
    std::unique_ptr<MapMechanism> mechanism = {};
  };
  const MapQuestion& question() const { return map_.question; }
  const State& state_of(int point);
  bool walk(MapMechanism&, const Coordinates& from, const Coordinates& to, const State& start, double least_step, State& out, int& evaluations);

  const Model& model_;
  const Map& map_;
  const ModelMaker& make_;
  std::size_t number_;
  std::deque<Made> made_;  // one, or one per set of parameters
  State start_, here_;
  std::string why_;
};

}  // namespace zanjir
