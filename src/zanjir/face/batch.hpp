// One mechanism at many states at once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/linear.hpp"
#include "zanjir/dynamics/outcome.hpp"
#include "zanjir/face/run.hpp"

namespace zanjir {

class Mechanism;

// A row for every number, a column for every state; the numbers of a row lie side by side.
using ManyStates = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// How a batch went.
struct BatchReport {
  std::vector<SolveStatus> status;                 // per state
  long in_lanes = 0;                               // states that went side by side through the registers of the processor
  long alone = 0;                                  // states that were asked alone, because lanes could not answer them safely
  long unsolved = 0;                               // of these, states without an answer: NaN in their column
  long first_unsolved = -1;                        // the first of them, or -1
  std::string note;                                // why that one has none
  bool complete() const { return unsolved == 0; }  // every state has an answer
};

// What of a frame's pose counts where a batch is to reach it.
enum class PosePart : std::uint8_t {
  whole,          // Where it is and how it is turned.
  point,          // Its origin alone.
  turn,           // How it is turned alone.
  point_and_axis  // Its origin and the direction of its z axis; it may spin about it.
};

// J0 of a parallel robot at many states: [rates of the actuators; 0] = J0 [angular velocity; velocity of the frame's origin], in a plane [spin; its two axes].
struct ManyJ0 {
  std::vector<std::string> rows;  // Of J0: "P1", ..., the actuators, then "constraint 1 of U1-P1-S1", ..., those of the limbs.
  int columns = 0;                // Of J0: 6, or 3 in a plane.
  ManyStates entries;             // A row for every entry, by rows of J0; a column for every state.
  ManyStates sigma;               // The smallest and the largest singular value, in SI: two rows.
  BatchReport report;             // Which states have none.
};

// Many runs of one mechanism: samples of some channels.
struct ManyRuns {
  std::vector<double> times;                     // Of the samples, s: the same for all.
  std::vector<std::string> channels;             // What was kept.
  std::vector<ManyStates> samples;               // Per channel: a row for every time, a column for every run; NaN after the end of a run.
  std::vector<RunOutcome> outcome;               // Per run: why it ended.
  std::vector<std::string> why;                  // Per run: in words, where it did not reach its end.
  std::vector<std::vector<std::string>> doubts;  // Per run: what speaks against its numbers, as Run::doubts().
  std::vector<std::vector<EventRecord>> events;  // Per run: impacts, touch-downs, crossings.
  ManyStates q;                                  // Coordinates where they ended, a column for every run.
  ManyStates v;                                  // Speeds where they ended.
  long evaluations = 0;                          // Of the right-hand side, of all runs.
  long unfinished = 0;                           // Runs that ended before their time, but for events that end a run.
  long doubtful = 0;                             // Runs with doubts.
  int lanes = 1;                                 // So many went side by side on each thread.
  std::string why_alone;                         // Why they went one by one; empty: they did not.
  std::string file;                              // Of the mechanism, for messages.
  // All of them finished, and nothing speaks against their numbers.
  bool trusted() const { return unfinished == 0 && doubtful == 0; }
  // Run k did, and nothing speaks against its numbers, as Run::trusted(); throws Error where there is no such run.
  bool trusted(long k) const;
  // The samples of a channel; throws Error for one that was not kept.
  const ManyStates& operator[](std::string_view channel) const;
};

// Questions about many states of one mechanism, for maps, sweeps, samples and learning (Mechanism::batch). States go side by side through the widest registers that the
// processor has, blocks of them to threads. The answer to a state depends on that state alone, to the last bit: not on the others, on its place or on the number
// of threads. It is that of Dynamics up to rounding.
//
// Rows of q are Mechanism::coordinates(), rows of all else Mechanism::speeds(). Matrices of other sizes throw Error. An answer may be put in place of what is asked. States must be closed where there are loops
// (within Dynamics::open_above); one that is not, or has a number that is none (not_converged), is unsolved and reaches no other. Laws of time are read at `t_s`, a time per state;
// empty: zero. Contacts are in flight. Not for two threads at once: it has threads of its own.
class Batch {
 public:
  // Copies of a mechanism with other parameters, as one file loaded with other settings: column k of every question is about copies[k], so that there are as many columns as
  // copies, in simulate() too. They have the same joints, coordinates, speeds and frames, or Error says which does not. Each goes alone, on one of the threads; its answers are
  // those of Batch with lanes() = 1, its runs those of Mechanism::simulate, to the last bit.
  static Batch of(const std::vector<Mechanism>& copies, int threads = 0);

  Batch(Batch&&) noexcept;             // moves
  Batch& operator=(Batch&&) noexcept;  // moves
  ~Batch();

  // Accelerations under these forces.
  BatchReport forward(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& vdot, const VecX& t_s = {});
  // Forces for these accelerations; with loops those of actuated joints.
  BatchReport inverse(const ManyStates& q, const ManyStates& v, const ManyStates& vdot, ManyStates& tau, const VecX& t_s = {});
  // What every joint carries under these forces, cut joints last: six rows per joint of reaction_names(), moment and force of parent on child at the joint, world axes.
  BatchReport reactions(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& wrenches, const VecX& t_s = {});
  // Joints in the order of reactions().
  std::vector<std::string> reaction_names() const;
  // Poses of a frame, twelve rows: the rotation by rows, then the origin; and its velocity, six rows: angular, then that of the origin. World axes.
  void frame(const ManyStates& q, const ManyStates& v, std::string_view frame, ManyStates& pose, ManyStates& velocity, const VecX& t_s = {});

  // Jacobians of a frame over the speeds of the tree, six rows per speed: angular velocity, then that of its origin, world axes.
  void jacobian(const ManyStates& q, std::string_view frame, ManyStates& J, const VecX& t_s = {});
  // Inverse kinematics: coordinates with the frame at these poses (twelve rows, as above), each looked for near a column of `near`, on its branch where that is clear. Legs
  // with a closed form go side by side; what they do not decide, and other mechanisms, goes by Newton's method. A pose out of reach is unsolved. So is one whose matrix is
  // no rotation within 1e-6, or, of `point_and_axis`, whose third column is not of length one; what `part` leaves out has no say, unless a number there is none.
  BatchReport reach(std::string_view frame, const ManyStates& pose, const ManyStates& near, ManyStates& q, PosePart part = PosePart::whole);
  // J0 about a frame of the platform. Error where there is no parallel robot, or the frame is on another body.
  ManyJ0 J0(const ManyStates& q, std::string_view frame);

  // Runs from every state, with the same options: each has its own steps, contacts and events, and is that of Mechanism::simulate up to rounding. Kept are samples of these
  // channels ("A", "A.speed", "energy.total", ...), every `every_s`, which must be given; `record` and `go_on` are for single runs. They start at t = 0.
  ManyRuns simulate(const ManyStates& q, const ManyStates& v, const SimulateOptions& options, const std::vector<std::string>& channels);

  int lanes() const;                     // states per register; 1: they go alone
  int threads() const;                   // at most so many at once
  const std::string& why_alone() const;  // why this mechanism's states go alone; empty: they do not

 private:
  friend class Mechanism;
  struct Impl;
  explicit Batch(std::unique_ptr<Impl>);
  Impl& impl() const;  // Error: it was moved away
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
