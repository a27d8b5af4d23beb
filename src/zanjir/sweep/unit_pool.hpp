// Units computed beside each other, each worker a process of its own: what a unit does to memory, files and signals ends with it, one that never ends or crashes
// costs nothing but itself, and no unit can see another, so that answers do not depend on how many work (docs/decisions/0020).
#pragma once

#include <functional>
#include <span>
#include <string>

#include "zanjir/core/interrupt.hpp"
#include "zanjir/sweep/unit_answer.hpp"

namespace zanjir {

struct PoolOptions {
  int workers = 0;     // 0: as many as this process may use cores
  double limit_s = 0;  // of one unit; 0: none
};

// Calls `ask` for every unit, in workers, and `take` with each answer as it comes, here. Ends early when `take` says false, or when it is cancelled; units that
// are being computed then are lost. `wait` is called now and then meanwhile. Empty, or why no worker could be started.
std::string ask_units(std::span<const std::size_t> units, const std::function<UnitAnswer(std::size_t unit)>& ask,
                      const std::function<bool(std::size_t unit, UnitAnswer)>& take, const std::function<void()>& wait, const PoolOptions&,
                      const Cancel&);

int usable_cores();

}  // namespace zanjir
