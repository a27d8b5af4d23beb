// Mechanisms with closed loops from models/, as they are timed: closed, moving, the rank decided once.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zanjir/describe/description.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/loop_rank.hpp"

namespace zanjir::bench {

enum class LoopTask { forward, forward_with_reactions, inverse_with_reactions, start };
inline constexpr LoopTask all_loop_tasks[] = {LoopTask::forward, LoopTask::forward_with_reactions, LoopTask::inverse_with_reactions};
const char* name_of(LoopTask);

std::string models_folder();

class Mechanism {
 public:
  // Ends the program when the model cannot be read or closed. `set`: parameters, as with --set.
  explicit Mechanism(const std::string& name, const Overrides& set = {});
  const Model& model() const { return model_; }
  const State& state() const { return state_; }
  const VecX& tau() const { return forward_.tau; }
  int rank() const { return rank_.rank; }
  // Whether the task has an answer: inverse dynamics needs actuators that can make the motion.
  bool has(LoopTask);
  void run(LoopTask, int calls);
  // Forward, as a user of the library asks: by a Solver, with the rank of the loops or without.
  enum class RankGiven { no, yes };
  void run_public(RankGiven, int calls);
  const Solution& solution() const { return solution_; }  // of the last run

 private:
  void start();  // of a run: closes the loops from the model's own initial values, decides their rank

  Model model_;
  State state_;
  LoopRank rank_;
  Given forward_, inverse_, forward_without_rank_;
  NewtonEuler::Scratch scratch_;
  Solver solver_;
  Solution solution_;
};

}  // namespace zanjir::bench
