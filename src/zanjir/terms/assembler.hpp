// From what is said about a state to the state: prescribed joints follow their laws, what is said is held, the rest follows from the loops.
// One Assembler serves one model and keeps its scratch. Following a motion from sample to sample allocates nothing.
#pragma once

#include "zanjir/terms/completion.hpp"
#include "zanjir/terms/state_request.hpp"

namespace zanjir {

// A request made complete. Entries and speeds are those of the tree.
struct StateQuestion {
  State state;                              // complete; prescribed entries come from their laws at t
  VecX tau, vdot;                           // [nv]; zero where not given; vdot of prescribed speeds from their laws
  std::vector<bool> tau_given, vdot_given;  // [nv]
  std::vector<std::optional<Want>> want;    // [nv] as said under `want`
  VecX tau_cut = {};                        // [n_cut_v] forces on cut joints
  std::string cut_vdot_given = {};          // where the acceleration of a cut joint or a frame is said; empty: nowhere
  std::vector<std::string> q_given = {};    // joints about whose coordinates something is said
  std::optional<KinematicsQuestion> ik = {}, fk = {};
  std::vector<int> inputs = {};  // speeds of UserJoints that a motion is asked of
  std::string note = {};         // where the file's initial values were a guess: how far from them the state is; else empty
};

class Assembler {
 public:
  // `lent`: where it works, if it is not to have room of its own (Solver::room).
  explicit Assembler(const Model&, const KinematicsRoom& lent = {});
  Assembler(const Assembler&) = delete;
  Assembler& operator=(const Assembler&) = delete;

  const Model& model() const { return model_; }
  const UserJoints& users() const { return users_; }
  const StateNames& names() const { return names_; }

  // Completes the request into `out`; the problems that were found, none when all is well.
  // Where nothing is said, q and v start from `start` when it is given (the sample before, along a motion, which also decides the branch), from the
  // file's initial state otherwise.
  const std::vector<SaidProblem>& assemble(const StateRequest&, StateQuestion& out, const State* start = nullptr);
  // The positions alone, from a state nearby on whose branch they stay, at rest (but for what the model prescribes). What comes out depends on the request
  // and on `start` only, to the last bit. False: it is not that near.
  bool follow(const StateRequest&, StateQuestion& out, const State& start);
  // The same from far away, on whatever branch; a tenth of what assemble() takes to say no, which looks all over.
  bool reach(const StateRequest&, StateQuestion& out, const State& start);
  // How far a state is from closed loops and from the frames of the request: the largest residual, in model lengths and radians.
  double off_by(const StateRequest& request, const State& state) { return completion_.off_by(request.frames, state); }
  // Where everything is at a state (Stage::velocity), until the next question; after off_by of the same state at no cost.
  Workspace& kinematics_at(const State& state) { return completion_.kinematics_at(state); }
  // The same, and the rows of the loops there: for a solver that has lent its room.
  void prepare_room(const State& state) { completion_.prepare_room(state); }
  // In how many ways the mechanism can still move at a state while the coordinates and frames of the request are held.
  int freedoms_left(const StateRequest&, const State&);

 private:
  struct Level {                                     // what is said about coordinates, speeds, accelerations or forces
    VecX value;                                      // entries of StateNames
    std::vector<const StateRequest::Number*> given;  // per entry; null: not given
    bool any(int begin, int n) const;
    void put(int begin, int n, int first, LoopGiven&) const;
  };
  void begin(const StateRequest&, StateQuestion&, const State* start);
  static void take(const std::vector<StateRequest::Number>&, Level&);
  void start_own_terms(const State&);
  void check_quaternions();
  void apply_laws(StateQuestion&);
  void sort_out(StateQuestion&);
  void sort_tree_joint(std::size_t joint, StateQuestion&);
  void complete(const StateRequest&, bool from_file, StateQuestion&);
  void take_own_forces(StateQuestion&);
  std::span<const LedFrame> frames_with(bool LedFrame::*said, const std::vector<LedFrame>&);
  struct Change {
    double size = 0, by = 0;
    int speed = -1;
    std::string text(const Model&, const char* per) const;
  };
  Change change(const std::vector<bool>& given, const VecX& moved) const;
  bool refused(const std::vector<Contradiction>&);
  void error(const StateRequest::Number&, std::string message, std::string hint);

  const Model& model_;
  UserJoints users_;
  StateNames names_;
  Completion completion_;
  State initial_;
  Level q_, v_, vdot_, tau_;
  LoopGiven positions_, speeds_, accelerations_;
  VecX law_q_, law_v_, law_vdot_, v_before_;
  std::vector<LedFrame> some_frames_;
  bool nothing_given_ = false;  // about coordinates, speeds, accelerations and forces
  std::vector<SaidProblem> problems_;
};

// A request from JSON or YAML, made complete. `source` and `line` say where the text comes from in diagnostics. Every fault found is reported.
Result<StateQuestion> read_question(Assembler&, std::string_view json, const std::string& source, std::uint32_t line = 0,
                                    const State* start = nullptr);
// The same from what a file says; null: nothing is said. Diagnostics carry the line and column of what they are about, where that is known.
Result<StateQuestion> read_question(Assembler&, const Said*, const std::string& source, const State* start = nullptr);
Result<StateQuestion> read_question(const Model&, const Said*, const std::string& source);
// The file's initial state with its loops closed, zero forces and accelerations.
inline Result<StateQuestion> initial_question(const Model& model, const std::string& source) { return read_question(model, nullptr, source); }

}  // namespace zanjir
