// Phases: named functions of time that many laws share, computed once per instant for all of them. A gait is laws of joints over one phase.
#pragma once

#include "zanjir/core/law_measures.hpp"
#include "zanjir/forces/motion_law.hpp"

namespace zanjir {

using PhaseJets = JetRoom<most_phases>;
using LawArguments = JetRoom<most_law_arguments>;  // phases, and behind room for all of them the measures of core/law_measures.hpp

class Phases {
 public:
  void add(MotionLaw law) { laws_.push_back(std::move(law)); }  // may name those added before it
  std::size_t size() const { return laws_.size(); }
  const MotionLaw& operator[](std::size_t i) const { return laws_[i]; }
  // All of them at t, in `room`. Allocates nothing.
  template <std::size_t N> std::span<const Jet> at(double t, JetRoom<N>& room) const {
    static_assert(N >= most_phases);
    for (std::size_t i = 0; i < laws_.size(); ++i) room.jets[i] = laws_[i].at(t, {room.jets, i});
    return {room.jets, laws_.size()};
  }

 private:
  std::vector<MotionLaw> laws_;
};

}  // namespace zanjir
