// The impacts that a model brings with it: rigid contacts with the ground and rigid stops of joints, as guards and what they do to the speeds.
#pragma once

#include <memory>
#include <vector>

#include "zanjir/dynamics/impact.hpp"
#include "zanjir/simulate/events.hpp"

namespace zanjir {

class ImpactGuard : public StateGuard {  // a gap; closing it is an impact
 public:
  ImpactGuard() { one_sided = true; }
  double restitution = 1;
  // Row of the gap rate: rate = row . v. Needs Stage::position.
  virtual void row(const Model&, const Workspace&, Eigen::Ref<Eigen::RowVectorXd>) const = 0;
};

std::vector<std::unique_ptr<ImpactGuard>> impact_guards(const Model&);

// The impact of the guards `closing` (indices into `all`), and of every other that touches at the same instant, on state.v.
// approach: the gap rates before, in the order of `closing`.
ImpactResult apply_impact(const Model&, const LoopRank*, const std::vector<const ImpactGuard*>& all, const std::vector<int>& closing, State&,
                          std::vector<double>& approach);

}  // namespace zanjir
