// What one thread does for a map: it looks at points, from neighbours where the mechanism stands, and locates the boundary on edges.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "zanjir/map/map.hpp"

namespace zanjir {

// The model with these parameters, one per axis that is a parameter; null: there is none, and why. Called from several threads.
using ModelMaker = std::function<std::shared_ptr<const Model>(std::span<const double> parameters, std::string& why)>;

using Coordinates = std::array<double, max_map_axes>;

// A point to be looked at, and the points that it may be reached from, in this order. What is found goes to the places of the point in the map.
struct PointJob {
  static constexpr int most_ways = 18;  // a new point on an edge of four cells in space: all their corners
  int point = -1;
  int evaluations = 0;
  bool done = false, taken = false;  // taken: from a file
  bool by_branch = false;            // no way leads there: by the branch of where it comes from alone
  int n_from = 0;
  std::array<int, most_ways> from;  // n_from of them
  explicit PointJob(int at = -1) : point(at) {}
  void begin(int at) { point = at, evaluations = n_from = 0, done = taken = by_branch = false; }
  std::span<const int> ways() const { return {from.data(), static_cast<std::size_t>(n_from)}; }
  void add_way(int other) { from[static_cast<std::size_t>(n_from++)] = other; }
};

// Where between a feasible point and one that is not the boundary is, 0 to 1.
struct EdgeJob {
  int inside = -1, outside = -1;
  double fraction = 0.5;
  int evaluations = 0;
  bool done = false, taken = false;
};

// The search for it: between `in`, which is feasible, and `out`.
struct EdgeSearch {
  EdgeJob* job = nullptr;
  Coordinates from = {}, to = {};
  double in = 0, out = 1, out_margin = 0;  // of the limit that binds outside
  int binds = -1, tries = 0;
  std::vector<double> in_margins = {};
  Coordinates place(double t) const {
    Coordinates x{};
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = from[k] + (to[k] - from[k]) * t;
    return x;
  }
};

class MapWorker {
 public:
  MapWorker(const Model& model, Map& map, const ModelMaker& make, std::size_t number) : model_(model), map_(map), make_(make), number_(number) {}

  // Null: there is no such mechanism, and `why` says why.
  MapMechanism* mechanism(std::span<const double> x, std::string& why);
  std::size_t lanes();  // points that it looks at together, where the legs of the mechanism have a closed form; else none
  // Whether the mechanism stands at a point to which no way leads; what is found goes to nobody but the answer.
  void search(int point, const State& from, MapMechanism::Effort, MapAnswer&);
  void look(std::span<PointJob>);  // at those that are not done yet, in lanes where there are any: each answer depends on its job alone
  void locate(std::span<EdgeJob*>);
  const State& state_of(int point);  // where it stands; good until the next call
  StateStore& store() { return map_.stores[number_]; }
  int evaluations() const { return evaluations_; }  // of all points that it has looked at

 private:
  struct Made {
    std::vector<double> parameters;
    std::shared_ptr<const Model> model = {};
    std::unique_ptr<MapMechanism> mechanism = {};
  };
  const MapQuestion& question() const { return map_.question; }
  void look(PointJob&);
  void look_in_lanes(MapMechanism&, std::span<PointJob* const>);
  void begin(EdgeSearch&, EdgeJob&) const;
  static bool take(EdgeSearch&, double t, const MapAnswer&);
  bool goes_on(EdgeSearch&) const;
  void look_at(const EdgeSearch&, double t, const State& start, MapAnswer&);
  void locate_in_lanes(MapMechanism&, std::span<EdgeJob*>);
  bool walk(MapMechanism&, const Coordinates& from, const Coordinates& to, const State& start, double least_step, State& out, int& evaluations);

  const Model& model_;
  Map& map_;
  const ModelMaker& make_;
  std::size_t number_;
  std::deque<Made> made_;  // one, or one per set of parameters
  std::optional<std::size_t> lanes_;
  int evaluations_ = 0;
  std::vector<PointJob*> waiting_;
  MapAnswer answer_;
  std::vector<double> nobody_;  // where numbers of lanes go that are in doubt
  State start_, here_;
  std::string why_;
};

}  // namespace zanjir
