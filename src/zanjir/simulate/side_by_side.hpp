// Runs that go side by side: each is an ordinary run (simulate.hpp) with its own steps, events and contacts, on a stack of its own. Where it asks for accelerations it
// stands aside until the others have asked too; then all questions go through the lanes of the kernels at once. What a run gets is its own to the last
// bit (batch/batch_solver), so it does not matter who goes beside it.   docs/decisions/0027-runs-side-by-side.md
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "zanjir/simulate/shared_forward.hpp"

namespace zanjir {

class Model;

class SideBySide {
 public:
  // For one thread. `reference` is closed and regular, as for a BatchSolver.
  SideBySide(const Model&, const State& reference);
  ~SideBySide();
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;

  int lanes() const;  // 1: questions of this model go alone, and work is done in turn

  // take() until it gives a negative number; work(number, shared) for each that it gave, at_once of them under way where that is some times as many as there are lanes, which are then
  // full. The first exception is thrown here when all have ended.
  using Take = std::function<std::ptrdiff_t()>;
  using Work = std::function<void(std::ptrdiff_t, SharedForward*)>;
  void run(const Take&, const Work&, std::ptrdiff_t at_once);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
