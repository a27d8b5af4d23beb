// One mechanism at the points of a map, with the scratch of one thread: is it there, what do its quantities say, which limit is violated.
// Every answer depends on the point and on the state it starts from alone, to the last bit, whatever was asked before.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "zanjir/batch/lanes.hpp"
#include "zanjir/dynamics/contacts_left_out.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kinematics/clearance.hpp"
#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/map/led_point.hpp"
#include "zanjir/map/pose_follower.hpp"
#include "zanjir/terms/quantities.hpp"

namespace zanjir {

struct MapNumber {  // a column of the map: a value, or what a limit looks at
  std::string name, unit;
};

// Where a point of a map stands: coordinate i at begin[i * stride], beside those of points that were found at the same time.
struct PointCoordinates {
  const double* begin = nullptr;
  std::int32_t n = 0, stride = 1;
  double operator[](int i) const { return begin[i * stride]; }
  auto vector() const { return Eigen::Map<const VecX, 0, Eigen::InnerStride<>>(begin, n, Eigen::InnerStride<>(stride)); }
};

struct MapAnswer {
  bool stands = false;          // the mechanism can be there
  State state;                  // then: where all of it is
  std::vector<double> numbers;  // values, then one per limit: of the number nearest to its bounds
  std::vector<double> margins;  // one per limit: how far inside its bounds; negative: outside
  int binds = -1;               // the first limit that is violated
};

class PoseLanes;  // map/pose_lanes.hpp
inline constexpr int max_pose_lanes = 8;

// How far inside its bounds a number of a limit is; negative: outside, as one that is none.
inline double inside_of(double min, double max, double x) {
  return std::isnan(x) ? -std::numeric_limits<double>::infinity() : std::min(x - min, max - x);
}
struct PoseNumbers;

class MapMechanism {
 public:
  MapMechanism(const Model&, const MapQuestion&, std::vector<SaidProblem>& problems);
  ~MapMechanism();
  const Model& model() const { return model_; }
  const std::vector<MapNumber>& numbers() const { return numbers_; }
  Dimension dimension(std::size_t axis) const { return led_.dimension(axis); }
  bool asks_for_forces() const { return solver_.has_value(); }
  // Where the mechanism stands: contacts that would touch there and are left out.
  void closed_contacts(const State& state, std::vector<int>& out) { contacts_left_out(model_, assembler_.kinematics_at(state), out); }
  const StateRequest& request(std::span<const double> x) { return led_.at_point(x); }

  // The home state, or why there is none.
  std::optional<State> home(std::string& why);
  std::vector<std::optional<double>> axes_at(const State&);
  int freedoms(const State& state) { return assembler_.freedoms_left({}, state); }
  int freedoms_left(std::span<const double> x, const State&);
  bool moved_by_laws(const State&);  // there, at t = 0

  // From a state near this point: leg by leg in closed form where there is one, else by Newton's method.
  bool follow(std::span<const double> x, const State& start, State& out);
  // Where no way leads straight there, past a hole in the reach of a leg: all legs anew, on their branches at `start`.
  bool follow_by_branch(std::span<const double> x, const State& start, State& out);
  bool in_closed_form() const { return follower_.legs.has_value(); }  // once something has been followed
  // Of how many steps of legs that state says which of two roots they take, so that others can be asked for the same; nothing: legs have no closed form, or a root is in doubt.
  std::optional<int> roots_known(std::span<const double> x, const State& start);
  // From far away, to wherever the mechanism can be; or why it cannot. `once`: from there alone, and no word; `everywhere`: from other places, too, at some cost.
  enum class Effort : std::uint8_t { once, from_start, everywhere };
  bool search(std::span<const double> x, const State& start, Effort, State& out, std::string& why);
  // Which legs cannot reach that point and by how much, by their closed form; empty where there is none.
  std::string legs_out_of_reach(std::span<const double> x, const State& near);
  // The numbers and limits where the mechanism stands; `answer.state` is given.
  void read(MapAnswer& answer);

  // Several points at once: how many, at points like this one; none where the legs have no closed form.
  int lanes(std::span<const double> x);
  // A point and where the mechanism stands near it; false: it does not stand there. Lanes that are left as they were count as well.
  bool put(int lane, std::span<const double> x, const PointCoordinates& near);
  // The first `used` lanes; coordinate i of lane k goes to q[i * lanes + k], on the border of a register. Returns a mask of the lanes that are to be asked alone.
  unsigned follow_lanes(int used, double* q);
  // Lanes have the numbers and limits, too: those of lane k go to numbers[k], and the first limit that is violated there, or -1, to binds[k].
  bool reads_in_lanes() const { return read_in_lanes_; }
  void read_lanes(const double* q, std::span<double* const> numbers, int* binds);
  // Else they are found here.
  void read(const PointCoordinates&, MapAnswer&);

 private:
  struct Limit {
    const MapLimit* said = nullptr;
    std::vector<std::size_t> quantities;  // places in the row of quantities_
    std::array<FrameId, 2> frames = {};
    Clearance clearance;
    double min = 0, max = 0;
  };
  void prepare_limits(std::vector<SaidProblem>&);
  void prepare_distance(Limit&, std::vector<SaidProblem>&);
  bool find_targets(const StateRequest&);
  void aim(const StateRequest&);
  void bound(Limit&, Dimension, std::vector<SaidProblem>&);
  bool frame(const NameRef&, const std::string& path, FrameId&, std::vector<SaidProblem>&);
  void finish(MapAnswer&) const;
  static void look_at(const Limit&, double x, double& nearest, double& margin);
  void solve(const State&);
  void find_legs(const StateRequest&);
  void plan_lanes();
  void branch_of(const State&, LegBranch&);

  const Model& model_;
  const MapQuestion& question_;
  Assembler assembler_;
  LedPoint led_;
  Workspace ws_;
  Workspace* here_ = nullptr;
  std::optional<QuantitySet> quantities_;
  std::vector<std::size_t> values_;  // places of the values in the row
  std::vector<double> row_;
  std::vector<Limit> limits_;
  std::vector<MapNumber> numbers_;
  std::optional<Solver> solver_;  // where a quantity needs forces
  Given given_;
  Solution solution_;
  bool solved_ = false;
  std::vector<PoseTarget> targets_;  // the frames of the request
  bool aimed_ = false;               // they are turned as it says
  bool legs_planned_ = false;
  PoseFollower follower_{model_, assembler_};
  LegBranch branch_, branch_of_start_;
  VecX q_of_branch_;  // where follow_by_branch() has started from last: its branch is known
  LegBranch branch_there_;
  std::vector<Transformd> X_WF_here_;
  VecX q_scratch_;
  std::vector<Transformd> X_WF_;  // of the targets
  struct LaneNumber {             // where lanes have an entry of row_: a coordinate, or singular values of J0 about a frame
    enum class Kind : std::uint8_t { coordinate, sigma_min, sigma_max, dexterity };
    Kind kind = Kind::coordinate;
    std::size_t place = 0;
  };
  std::optional<LaneNumber> lane_number(const std::string& name, PoseNumbers&) const;
  std::unique_ptr<PoseLanes> lanes_;
  std::vector<LaneNumber> lane_numbers_;                    // per entry of row_
  std::size_t lane_specials_ = 0;                           // where cones and distances begin among the numbers of lanes
  bool read_in_lanes_ = false;                              // they have all that is asked for
  std::array<PointCoordinates, max_pose_lanes> near_ = {};  // per lane: where it begins
  Lanes gathered_;                                          // coordinates of those, where they do not stand side by side
  Lanes dexterity_;
  unsigned turned_ = 0;                      // lanes whose targets are turned for good
  std::vector<const double*> row_of_lanes_;  // per entry of row_
  std::vector<double> special_;              // per limit: of cones and distances their number
};

}  // namespace zanjir
