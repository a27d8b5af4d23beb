// A motion of a scene: where its bodies are at some instants, curves over time, and events. Poses and curves have times of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/record/recorder.hpp"
#include "zanjir/view/scene.hpp"

namespace zanjir {

struct PoseTrack {
  std::vector<double> t_s;
  std::vector<Vec3d> base;   // [bodies] positions are counted from there: single precision then loses less than a nanometre per metre of motion
  std::vector<float> poses;  // per instant and body: x y z qw qx qy qz
  std::vector<std::vector<float>> sections;  // [elastic] per instant and station, in the frame of its body: x y z qw qx qy qz
  std::vector<std::vector<float>> normals;   // [contacts] of the ground per instant, world axes; empty on a plane, which has one
  std::vector<std::vector<float>> loads;     // [loads] per instant: force, N, world axes
};

constexpr int unseen_bits = 9;  // of single precision: three in a hundred thousand of a value are less than a screen shows

struct CurveTable {
  std::vector<double> t;                   // one for all
  std::vector<Channel> channels;           // without t
  std::vector<std::vector<float>> values;  // [channels]
  int dropped_bits = 0;                    // of 24: values are written with so many less
  std::uint64_t stands_for = 1;  // samples per point; above 1, values 2k and 2k + 1 are the extremes of part k, in the order in which they happened
};

// A map (map/map.hpp) in space: of the instants of its clip each is one of its points, with the mechanism standing there.
struct MapCloud {
  std::string frame;                     // whose place `places` are; where it only turns, the tip of its z axis
  std::vector<double> places;            // x y z per point, world
  std::vector<std::uint32_t> triangles;  // between points, of a map over two axes; none: a cloud
  std::vector<std::string> values;       // channels that it can be coloured by; the first is shown first
};

struct Clip {
  std::string name, title, note;  // note: what kind of motion this is, in words
  int scene = 0;
  std::string abscissa = "t", abscissa_unit = "s";
  PoseTrack poses;
  CurveTable curves;
  std::vector<EventRecord> events;
  bool walked = false;  // not a motion in time: a walk along the freedoms
  std::optional<MapCloud> map = {};
};

// Fills a PoseTrack state by state.
class PoseTaker {
 public:
  PoseTaker(const Model&, const Scene&);
  void add(const State& state) { add(state, state.t_s); }
  void add(const State&, double shown_at_s);
  PoseTrack take() { return std::move(track_); }

 private:
  void add_pose(const Transformd&, const Vec3d& base, std::vector<float>&);
  const Model& model_;
  const Scene& scene_;
  Workspace ws_;
  PoseTrack track_;
};

// Rows of numbers made into curves of at most `points` values each, whatever the number of rows: equal parts of the rows keep their extremes, so no peak is lost.
// Rows come in order; memory stays that of the curves.
class CurveTaker {
 public:
  // `channels`: the first is the abscissa.
  CurveTaker(std::vector<Channel> channels, std::uint64_t n_rows, std::size_t points);
  void add(std::span<const double> row);
  CurveTable take();

 private:
  void close_part();
  CurveTable table_;
  std::uint64_t per_part_ = 1, in_part_ = 0;
  double t_first_ = 0, t_last_ = 0;
  std::vector<float> low_, high_;
  std::vector<std::uint64_t> low_at_, high_at_;
};

// Which rows of n give at most `frames` of them, evenly, first and last among them.
std::vector<std::uint64_t> even_rows(std::uint64_t n, std::uint64_t frames);

}  // namespace zanjir
