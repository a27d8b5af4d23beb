#include "zanjir/dynamics/dialogue.hpp"

namespace zanjir::dialogue {

void gather(const std::vector<int>& speeds, const VecX& of_all, VecX& of_some) {
  of_some.resize(static_cast<Eigen::Index>(speeds.size()));
  for (std::size_t i = 0; i < speeds.size(); ++i) of_some[static_cast<Eigen::Index>(i)] = of_all[speeds[i]];
}

void scatter(const std::vector<int>& speeds, const VecX& of_some, VecX& of_all) {
  for (std::size_t i = 0; i < speeds.size(); ++i) of_all[speeds[i]] = of_some[static_cast<Eigen::Index>(i)];
}

}  // namespace zanjir::dialogue
