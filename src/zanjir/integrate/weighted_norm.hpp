// The norm of the error test, the same for our methods and for those of SUNDIALS.
#pragma once

#include <algorithm>
#include <cmath>

#include "zanjir/integrate/stepper.hpp"

namespace zanjir {

struct WeightedNorm {
  ErrorNorm kind = ErrorNorm::rms;
  ErrorScope scope = ErrorScope::states_and_ledger;
  int n_states = 0, n = 0;

  // of x_i / size_i, given the entry as a function of its index
  template <class Entry> double operator()(Entry entry) const {
    const double states = part(0, n_states, entry);
    if (scope == ErrorScope::states || n == n_states) return states;
    const double ledger = part(n_states, n, entry);
    return std::isnan(ledger) || ledger > states ? ledger : states;
  }

 private:
  template <class Entry> double part(int begin, int end, Entry entry) const {
    double norm = 0;
    if (kind == ErrorNorm::max) {
      for (int i = begin; i < end; ++i) {
        const double x = std::abs(entry(i));
        if (!(x <= norm)) norm = x;  // lets NaN through, which no maximum does
        if (std::isnan(x)) return x;
      }
      return norm;
    }
    for (int i = begin; i < end; ++i) norm += entry(i) * entry(i);
    return end > begin ? std::sqrt(norm / (end - begin)) : 0;
  }
};

inline WeightedNorm make_norm(const StepperOptions& options, const System& system) {
  return {options.norm, options.scope, system.n_states(), system.n()};
}

}  // namespace zanjir
