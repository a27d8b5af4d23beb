// Completes a state of a mechanism with loops from what is said about some of its joints, tree or cut, and about frames that are led: what is
// said is held, the rest follows. One object serves one state after the other and keeps its scratch; along a motion it allocates nothing.
//
// At each level the same rows are solved:   A x = b,   rows of the loops, of joints given in terms of their own, of led frames,
// scaled as everywhere (rows by Model::row_scale, columns by column_scale). The columns that are held are left out, and the others change as
// little as possible:   A^T P = Q R  with column pivoting,  x += Q R^-T P^T (b - A x).
// Rows beyond the rank are not used; that they are met all the same is checked afterwards. Positions, speeds and accelerations of one state share the rows and
// their factor, and the next sample of a motion takes its first steps with the factor of the one before.
#pragma once

#include <memory>
#include <span>

#include "zanjir/core/pivoted_qr.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/terms/state_request.hpp"

namespace zanjir {

// What is said about coordinates, speeds or accelerations.
struct LoopGiven {
  std::vector<bool> held;                 // [nv] tree speeds whose numbers stay as they are in the state
  std::vector<int> entries;               // entries of UserJoints that are no coordinates or speeds of the tree
  std::vector<double> values;             // their numbers
  std::vector<const std::string*> paths;  // where they are said

  void clear(int nv);
  bool empty() const;
};

struct Contradiction {
  std::string path, message, hint;
};
// Given numbers may be off by this (scaled by the model length, or by the speed) as typed; beyond it they contradict the loops.
inline constexpr double typed_tolerance = 1e-6;

class Completion {
 public:
  // `lent`: where it works, if it is not to have room of its own.
  Completion(const Model&, const UserJoints&, const KinematicsRoom& lent = {});

  enum class Start : std::uint8_t {
    rough,  // coordinates may be far off
    near,   // the sample before along a motion: stay on its branch
    once    // from here and nowhere else
  };
  // Each completes `state` or `vdot`, or says what contradicts what, by how much and where; the list is empty when all is well.
  std::vector<Contradiction> positions(const LoopGiven&, std::span<const LedFrame>, Start, State&);
  // Newton's method alone, from a state nearby whose branch is kept. False: it is not that near, and the state is as it was.
  bool follow_positions(const LoopGiven&, std::span<const LedFrame>, State&);
  // How far a state is from closed loops and led frames: the largest residual, in model lengths and radians.
  double off_by(std::span<const LedFrame>, const State&);
  // Where everything is and how it moves at this state (Stage::velocity); found once for both. Until the next question.
  Workspace& kinematics_at(const State&);
  // The same, and the rows of the loops there: for a solver that has lent its room.
  void prepare_room(const State&);
  // In how many ways the mechanism can still move at this state while all that is said is held.
  int freedoms_left(const LoopGiven&, std::span<const LedFrame>, const State&);
  // What earlier states have left behind is dropped: the next answer does not depend on them, to the last bit.
  void forget();
  std::vector<Contradiction> velocities(const LoopGiven&, std::span<const LedFrame>, State&);
  enum class Free : std::uint8_t {
    as_given,    // changes as little as possible from what vdot says
    moves_least  // along a motion: its speeds are the least at every instant, and its accelerations are their rates
  };
  std::vector<Contradiction> accelerations(const LoopGiven&, std::span<const LedFrame>, const State&, VecX& vdot, Free = Free::as_given);

  // The file's own initial state. Its coordinates are held as far as they close the loops; where they do not, they are a guess from which the
  // nearest assembly is found, except for those given for cut joints, which must come out.
  std::vector<Contradiction> initial_positions(State&);
  LoopGiven initial_speeds() const;

 private:
  struct Left {
    double size = 0;  // scaled
    Eigen::Index row = 0;
  };
  std::vector<Contradiction> positions_from(const LoopGiven&, std::span<const LedFrame>, Start, State&);
  bool take_positions(const LoopGiven&);
  void add_rate_of_least_speeds(const LoopGiven&, std::span<const LedFrame>, const State&, VecX& vdot);
  bool nothing_to_do(const LoopGiven&, std::span<const LedFrame>) const;
  enum class Factor : std::uint8_t { none, of_other_rows, of_these_rows };  // of other rows: of the same things at another state
  struct Factored {
    std::vector<char> held = {};
    std::vector<Eigen::Index> columns = {};  // the others
    MatX free = {};                          // [columns x rows] of A_, transposed
    PivotedQr qr = {};
    int rank = 0;
    Factor of = Factor::none;
  };
  bool has_rows_of(std::span<const int> speeds, std::span<const LedFrame>) const;
  bool has_rows_at(const VecX& q, std::span<const LedFrame>) const;
  void take_rows(std::span<const int> speeds, std::span<const LedFrame>);
  void hold(const std::vector<bool>& by_caller);
  Factored* find_factor();
  Factored& factor_over_free(Factor enough);
  void least_change(VecX& x, const std::vector<bool>& held, Factor enough = Factor::of_these_rows);
  Left left_over(const VecX& x);
  bool follow(const LoopGiven&, std::span<const LedFrame>, State&);
  bool drive(const LoopGiven&, std::span<const LedFrame>, State&);
  void place(const State&, Stage least = Stage::position);
  void place_as_is(const State&);
  const VecX& q_users(int joint);
  void take_residuals();
  void take_closure_rows();
  void residual(const LoopGiven&, std::span<const LedFrame>, const State&);
  std::vector<Contradiction> off_the_given(const LoopGiven&, std::span<const LedFrame>, const State&);
  Contradiction contradiction(const char* path, std::string_view what, const char* per, const Left&, const LoopGiven&, std::span<const LedFrame>,
                              const State&);
  bool is_singular(const LoopGiven&, std::span<const LedFrame>, const State&);
  std::string where(const Left&, const LoopGiven&, std::span<const LedFrame>, const char* per) const;

  const Model& model_;
  const UserJoints& users_;
  struct OwnRoom {
    explicit OwnRoom(const Model& model) : ws(model), closure(model) {}
    Workspace ws;
    Closure closure;
  };
  std::unique_ptr<OwnRoom> own_;
  Workspace& ws_;
  VecX placed_q_, used_q_;  // the state that ws_ is at, as it was given and as it is used
  Closure& closure_;
  UserJoints::RowScratch row_scratch_;
  Mat6X J_;
  std::vector<int> position_entries_, position_speeds_;  // scalar coordinates given, and their rates
  std::vector<double> position_values_;
  MatX A_;       // [rows x nv] scaled
  VecX rows_q_;  // what A_ and closure_ belong to
  std::vector<int> rows_speeds_;
  struct LedRows {  // of a frame: all that its rows depend on
    FrameId frame;
    std::array<bool, 3> led;
    LedFrame::Turn turn;
    Vec3d axis, along;
  };
  std::vector<LedRows> rows_frames_;
  std::vector<LedFrame> moved_;  // by differences
  VecX row_scale_, b_, rest_, row_, q_users_, v_users_, drift_, y_, step_, change_, zero_;
  bool residuals_known_ = false, closure_rows_known_ = false;  // at the positions of the workspace, as
  std::vector<bool> q_users_known_;                            // by joint
  std::vector<char> held_, prescribed_;                        // [nv]
  std::array<Factored, 4> factors_;  // positions, speeds and accelerations may be said of different joints; and once more with nothing held
  std::size_t next_factor_ = 0;
  State trial_;
  VecX next_q_;
  std::vector<std::string> initial_q_paths_, initial_v_paths_;
};

}  // namespace zanjir
