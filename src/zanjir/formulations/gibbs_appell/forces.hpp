// What acts on the bodies of `gibbs-appell`: springs, loads and contacts on frames, loops that are springs, and elements on joint coordinates. Internal to the
// formulation.
#pragma once

#include "zanjir/formulations/gibbs_appell/tree.hpp"

namespace zanjir::gibbs_appell {

// link.external and element_forces of the tree; spring_wrench: per entry of Model::sprung(), first on second at the row's point, world axes. Needs velocities.
void gather_elements(const Model&, const Question&, Tree&, std::vector<Forced>& spring_wrench);

}  // namespace zanjir::gibbs_appell
