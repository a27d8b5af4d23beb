// A map: points on a lattice, cells between them, halved where the boundary of what is feasible (or a value) asks for it, and where on the edges of the
// finest cells the boundary lies. All of it follows from the question and the model, whatever the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <unordered_map>

#include "zanjir/map/map_mechanism.hpp"
#include "zanjir/map/unset_vector.hpp"

namespace zanjir {

using LatticePlace = std::array<int, max_map_axes>;  // in finest cells; zero along axes that are not there

struct MapPoint {
  LatticePlace at = {};
  int level = 0;        // of refinement, when it was asked for
  bool asked = false;   // it was looked at; after an interruption some were not, and some beyond all ways where a search for each would take too long
  bool stands = false;  // the mechanism can be there
  bool jumped = false;  // no way was found from the home pose: it was found by a search
  bool by_branch = false;   // nor here: it stands on the branch on which every leg is at home
  int binds = -1;           // the first limit that is violated
  PointCoordinates q = {};  // where it stands, in one of the map's stores
  // 0: feasible, 1 ...: this limit is violated, -1: out of reach, -2: nobody has looked.
  int verdict() const { return !asked ? -2 : !stands ? -1 : binds + 1; }
  bool feasible() const { return stands && binds < 0; }
};

struct MapCell {
  LatticePlace at = {};  // of its lowest corner
  int size = 1;          // in finest cells
};

// Coordinates of very many points without an allocation for each; they stay where they are. One thread puts in, and none shares a line of memory with another.
class alignas(64) StateStore {
 public:
  double* room(std::size_t n);                                // on the border of a register
  void take_back(std::size_t n) { left_ += whole_lines(n); }  // the room that was given last

 private:
  static constexpr std::size_t line = 8;
  static std::size_t whole_lines(std::size_t n) { return (n + line - 1) / line * line; }
  struct Free {
    void operator()(double* p) const { ::operator delete (p, std::align_val_t{8 * line}); }
  };
  std::vector<std::unique_ptr<double[], Free>> blocks_;
  double* end_ = nullptr;   // of the last one,
  std::size_t left_ = 0;    // what is free of it,
  std::size_t unmade_ = 0;  // and what of that has no pages yet
};

struct Map {
  MapQuestion question;
  std::vector<std::string> axis_units;  // SI
  std::vector<MapNumber> numbers;       // values, then limits
  UnsetVector<MapPoint> points;
  UnsetVector<double> table;       // [points x numbers]; NaN where it does not stand
  std::vector<StateStore> stores;  // one for each thread
  UnsetVector<MapCell> cells;      // that are not halved any further; together they are the whole box
  int home = -1;                   // the point nearest to the home pose
  Eigen::Index n_speeds = 0;       // of the mechanism
  bool cancelled = false;
  bool bounded = false;            // the boundary was located on the edges of the finest cells
  int evaluations = 0;             // poses that were asked for
  std::vector<std::string> notes;  // what changes the meaning of its numbers
  std::string out_of_reach;        // where the mechanism cannot be: an example, with the gap that is left
  bool kept = false;               // what was computed before the interruption is in a file, and the same map goes on from there
  std::size_t taken = 0;           // answers that came from such a file

  int n_axes() const { return static_cast<int>(question.axes.size()); }
  int n_corners() const { return 1 << n_axes(); }
  std::size_t n_coarse() const;                       // points of the coarse lattice
  int finest() const { return 1 << question.depth; }  // finest cells along the edge of a coarse one
  int extent(int axis) const { return question.axes[static_cast<std::size_t>(axis)].cells * finest(); }
  double coordinate(int axis, double place) const;
  std::array<double, max_map_axes> coordinates(const LatticePlace&) const;
  void state_of(int point, State&) const;                // where it stands, at rest
  void make_coarse();                                    // room for the points of the coarse lattice, in its order
  void fill_coarse(std::size_t begin, std::size_t end);  // these of them
  LatticePlace coarse_place(std::size_t number) const;   // of a point of the coarse lattice, by its number there,
  void to_next_coarse(LatticePlace&) const;              // and of the one that has the next number
  double cell_measure(const MapCell&) const;
  int find(const LatticePlace&) const;  // the point there, or -1
  int add(const LatticePlace&, int level);
  void make_numbers();                          // for all that were added: not known yet
  int corner(const MapCell&, int which) const;  // bit k of `which`: the upper end along axis k
  std::array<int, 1 << max_map_axes> corners(const MapCell&) const;
  std::size_t n_values() const { return question.values.size(); }
  double number(int point, std::size_t column) const { return table[static_cast<std::size_t>(point) * numbers.size() + column]; }
  double* numbers_of(int point) { return table.data() + static_cast<std::size_t>(point) * numbers.size(); }
  const double* numbers_of(int point) const { return table.data() + static_cast<std::size_t>(point) * numbers.size(); }
  // What was found at a point, into its places: nobody else has them.
  void put(int point, const MapAnswer&, StateStore&);
  // How far inside its bounds the number of a limit is; no number where the mechanism does not stand.
  double margin(int point, std::size_t limit) const;
  double margin_of(std::size_t limit, double number) const;

  // How far from the feasible point `a` to the other one `b` the boundary is, 0 to 1; one half where nobody has looked. The edge of a cell that was
  // halved is looked up in its halves.
  double crossing(int a, int b) const;
  void expect_crossings(std::size_t n) { crossings_.reserve(n); }
  void set_crossing(int a, int b, double fraction) { crossings_[edge(a, b)] = fraction; }

 private:
  static std::uint64_t key(const LatticePlace&);
  bool is_coarse(const LatticePlace&) const;
  std::size_t coarse_number(const LatticePlace&) const;
  static std::uint64_t edge(int a, int b) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 | static_cast<std::uint32_t>(b); }
  std::array<int, 1 << max_map_axes> coarse_corners_ = {};  // of a coarse cell: how far beyond the lowest one
  std::unordered_map<std::uint64_t, int> index_;            // of points that are finer than the coarse lattice
  std::unordered_map<std::uint64_t, double> crossings_;
};

}  // namespace zanjir
