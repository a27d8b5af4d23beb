// Answers of formulations to the same question, two by two.
#pragma once

#include "zanjir/terms/loop_facts.hpp"
#include "zanjir/verify/panel.hpp"
#include "zanjir/verify/yardstick.hpp"

namespace zanjir {

enum class Accelerations { found, given };

class PairComparison {
 public:
  PairComparison(const Model&, const VerifyOptions&, const Panel&, Verification& report);  // enters the pairs

  // Sizes include what was given and what was added up on the way, so a small result of large terms is not judged by its own length.
  void compare(int state, Workspace&, Yardstick, const Answers&, double given_size, Accelerations = Accelerations::found,
               const LoopFacts* loops = nullptr);
  // At a singular configuration: who takes the limit along the motion is compared with whoever else does, and who does not must say so.
  void compare_limits(int state_number, const State&, const LoopRank&, const Yardstick&, double size, const Answers&);
  void compare_ranks(int state, const Answers&, int rank);

 private:
  Forced determined(const Forced&, const LoopFacts* loops, int joint) const;
  void disagree_on_status(int state, const PairAgreement&, const Answer&, const Answer&);

  const Model& model_;
  const VerifyOptions& options_;
  const Panel& panel_;
  Verification& report_;
  bool has_free_speeds_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

// Smallest kept singular value of the loops, of the largest seen beside it.
double sigma_ratio(const LoopRank&);

}  // namespace zanjir
