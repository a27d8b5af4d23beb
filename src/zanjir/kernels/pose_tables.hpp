// Poses of a mechanism whose legs have a closed form, for the kernels: what loops/leg_follower and loops/jacobian_rows know of a model and what a map reads there,
// as flat tables of plain numbers, and the function over them for one or several poses (pose_pass.hpp). The structure is found once, in `double`.
#pragma once

#include <cstdint>

#include "zanjir/kernels/loop_tables.hpp"

namespace zanjir::kernels {

struct PointOn {  // fixed in a row of the tree
  std::int32_t row = 0;
  double at[3] = {};
};

// -- legs (loops/leg_follower)
struct LegElement {
  bool turns = false;  // else it slides
  double axis[3] = {}, point[3] = {};
  std::int32_t q = -1;  // its coordinate of the tree
  double scale = 1;     // by which steps of it are measured
  bool solved = false, spins = false;
};
enum class FeatureKind : std::uint8_t { point, line, direction, plane };  // as in loops/subproblem.hpp
struct LegFeature {
  FeatureKind kind = FeatureKind::point;
  double at[3] = {}, along[3] = {};
};
struct LegStage {  // a step of loops/leg.hpp
  std::int32_t element = 0;
  bool reaches = false, far_moves = true, relation_is_known = false;
  LegFeature near, far;
  std::int32_t near_link = 0, far_link = 0, near_shared = 0, far_shared = 0;
  double relation = 0;
  std::int32_t root = -1;                       // the one that is asked for, of two; -1: the nearest
  std::int32_t moved_begin = 0, moved_end = 0;  // in PoseTables::moved
};
struct LegPlace {  // a body between the ends whose pose somebody reads
  std::int32_t body = 0, link = 0;
  double X_home[12] = {};
};
struct LegChain {
  std::int32_t element_begin = 0, n_elements = 0, stage_begin = 0, stage_end = 0, place_begin = 0, place_end = 0;
  std::int32_t base = 0, end = 0, target_first = -1, target_last = -1;
  bool on_ground = false;
  double X_base[12] = {}, from_end[12] = {};  // on_ground: X_W0; else X_PJ of the first joint
  std::int32_t spin_target = -1;              // one of two roots is chosen by where the frame of this target was
};
struct RigidStep {
  std::int32_t parent = 0, child = 0, target = -1;
  double X[12] = {};
};
struct PoseStep {  // a chain, or else rigid
  bool is_chain = false;
  std::int32_t number = 0;
};
enum class PosedKind : std::uint8_t { revolute, prismatic, cylindrical, universal, spherical, planar, free };  // as JointType without welds
struct PosedJoint {  // whose coordinates come from the poses of its bodies
  PosedKind kind = PosedKind::revolute;
  std::int32_t parent = 0, child = 0, q_begin = 0;
  double X_PJ[12] = {}, X_CJ[12] = {}, axes[2][3] = {};
};
struct PoseTargetRow {
  std::int32_t row = 0;
  double X_F[12] = {};  // the frame in its row
  bool led[3] = {};
  bool whole = false, by_axis = false;
  double axis[3] = {};  // in the frame: by_axis, and what it turns about where one of two roots is chosen by that
};

// -- J0 (loops/jacobian_rows)
enum class ScrewKind : std::uint8_t { turn, slide, ball };
struct ScrewColumn {
  ScrewKind kind = ScrewKind::turn;
  std::int32_t row = 0;
  double axis[3] = {};  // in that row, with its sign; of a ball: in the world
  PointOn place;        // of its joint
  std::int32_t actuator = -1;
};
struct ScrewChain {
  std::int32_t begin = 0, end = 0;  // columns
  bool ball = false;
  PointOn centre, last;  // of the ball; of the joint where it meets the platform
  std::int32_t constraint = -1, n_actuators = 0;
  std::int32_t n_pivots = 0, pivot_row[6] = {}, pivot_column[6] = {};  // no ball: an order of elimination that is good at a regular pose
};
struct PlatformTables {
  std::int32_t n_chains = 0, n_rows = 0, n_columns = 0;
  std::int32_t used[6] = {};  // components of a twist
  double length = 1;
  const ScrewChain* chain = nullptr;
  const ScrewColumn* column = nullptr;
};

// -- what is read
struct ConeRow {  // the angle between two directions
  std::int32_t row[2] = {};
  double axis[2][3] = {};
};
struct LinkRow {
  PointOn end[2];
  double radius = 0;
};
struct LinkPairs {  // of one distance: the least of these; those with the same sum of radii side by side
  std::int32_t begin = 0, end = 0;
};

struct PoseTables {
  std::int32_t n_bodies = 0, n_targets = 0, n_steps = 0, n_posed = 0;
  const PoseStep* step = nullptr;
  const LegChain* chain = nullptr;
  const RigidStep* rigid = nullptr;
  const LegElement* element = nullptr;
  const LegStage* stage = nullptr;
  const LegPlace* place = nullptr;
  const std::int32_t* moved = nullptr;
  const PosedJoint* posed = nullptr;
  const PoseTargetRow* target = nullptr;
  std::int32_t n_angles = 0;
  const std::int32_t* angle = nullptr;  // coordinates of hinges of the tree that no leg turns: their sines do not come with them
  double length = 1, met = 0;           // model length; how far open loops and missed targets count as closed and met, in lengths and radians
  PlatformTables platform;
  std::int32_t n_frames = 0, n_cones = 0, n_distances = 0, n_links = 0;
  const PointOn* frame = nullptr;  // J0 is taken about these
  bool wants_largest = true;       // singular value of J0; else a bound of it is left in its place
  const ConeRow* cone = nullptr;
  const LinkRow* link = nullptr;
  const LinkPairs* distance = nullptr;
  const std::int32_t* pair = nullptr;  // two links each
};

constexpr int max_leg_elements = 11, max_platform_rows = 16;
constexpr std::size_t pose_numbers(const PoseTables& t) {  // that are read: smallest and largest singular value per frame; cones; distances
  return static_cast<std::size_t>(2 * t.n_frames + t.n_cones + t.n_distances);
}
constexpr std::size_t pose_scratch_numbers(const Tables& m, const PoseTables& t) {
  return static_cast<std::size_t>(12 * t.n_bodies + 8 * t.n_links + 6 * max_platform_rows + 2 * m.nq);
}

// Arrays for `lanes` poses as in dispatch.hpp.
struct PoseFunctions {
  const char* isa;
  int lanes;

  // From q_near, where the mechanism stood nearby, to q, with target i at target[12 i] (R by rows, p); `tree`: scratch of the kernels, which then has the poses of all
  // rows; numbers as in pose_numbers. Returns a mask of the lanes that need the careful path: out of reach, near another branch, too far away, not closed, near a
  // limb singularity. What comes out of a lane does not depend on the others, to the last bit.
  unsigned (*follow)(const Tables&, const LoopTables&, const PoseTables&, const double* q_near, const double* target, double* q, double* tree,
                     double* scratch, double* numbers);

  // The angle from the x axis to (x, y), one for each lane: error below 3 ulp, no number for the origin.
  void (*arctangent)(const double* y, const double* x, double* angle);

  // A number x of a limit in every lane, as MapMechanism::look_at has it: it takes the place of `nearest` where it is less far inside of the bounds than `margin`; one that is none is outside.
  void (*look)(double min, double max, const double* x, double* nearest, double* margin);
};

// As functions_for; "base" has one lane.
const PoseFunctions* pose_functions_for(const char* isa, int lanes);

extern const PoseFunctions poses_base[1];
extern const PoseFunctions poses_avx2[1];    // 4 lanes
extern const PoseFunctions poses_avx512[1];  // 8 lanes

}  // namespace zanjir::kernels
