// Mechanisms from models/, as they are timed: closed, moving, the rank of their loops decided once.
#pragma once

#include <string>
#include <vector>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/loop_rank.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::bench {

std::string models_folder();

enum class Ask { forward, forward_with_reactions, inverse, inverse_with_reactions };
const char* name_of(Ask);

// Who is asked: newton-euler with the rank given, or a Solver, which a user of the library has, with the rank or keeping it himself.
enum class Asked { newton_euler, solver_with_rank, solver };

class TimedMechanism {
 public:
  // Ends the program when the model cannot be read or closed. `set`: parameters, as with --set.
  explicit TimedMechanism(const std::string& name, const Settings& set = {});
  const std::string& name() const { return name_; }
  const Settings& set() const { return set_; }
  const Model& model() const { return model_; }
  const State& state() const { return state_; }
  const VecX& tau() const { return forward_.tau; }
  const VecX& vdot() const { return inverse_.vdot; }  // that follows from tau
  int rank() const { return rank_.rank; }
  // Whether the question has an answer: inverse dynamics needs actuators that can make the motion.
  bool has(Ask);
  void run(Ask, Asked, int calls);
  // Start of a run: closes the loops from the model's own initial values and decides their rank.
  void start(int calls);
  const Solution& solution() const { return solution_; }  // of the last run

 private:
  std::string name_;
  Settings set_;
  Model model_;
  State state_;
  LoopRank rank_;
  Given forward_, inverse_, forward_without_rank_, inverse_without_rank_;
  NewtonEuler::Scratch scratch_;
  Solver solver_;
  Solution solution_;
};

// The same model in the same state with the same forces, through the face (zanjir.hpp).
class TimedFace {
 public:
  explicit TimedFace(const TimedMechanism&);
  void forward(int calls);
  void inverse(int calls);
  void mass_matrix(int calls);
  const VecX& found() const { return found_; }  // by the last forward or inverse
  const MatX& M() const { return M_; }

 private:
  zanjir::Mechanism mechanism_;
  Dynamics dynamics_;
  MechanismState state_;
  VecX tau_, vdot_, found_;
  MatX M_;
};

// The same model at many states at once, by one thread: the state of the mechanism, each time a little faster. A call has all of them.
class TimedBatch {
 public:
  static constexpr int states = 1000;
  explicit TimedBatch(const TimedMechanism&, const char* isa = nullptr);  // instruction set; null: the one in use
  int lanes() const { return solver_.lanes(); }
  void run(Ask, int calls);
  VecX first(Ask) const;                 // what the last run found for the state of the mechanism
  long alone() const { return alone_; }  // states of the last call that lanes did not take

 private:
  int nv_;
  BatchSolver solver_;
  std::vector<double> q_, v_, tau_, vdot_, found_vdot_, found_tau_, reaction_;
  long alone_ = 0;
};

}  // namespace zanjir::bench
