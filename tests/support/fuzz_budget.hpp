// How long a test mutates its input: so many times, which is the same on every machine and under every load, or ZANJIR_FUZZ_SECONDS of processor time; and from which
// seed, ZANJIR_FUZZ_SEED. Hangs are told by processor time too: a machine that others use is no fault of the input.
#pragma once

#include <cstdint>
#include <ctime>

#include "support/settable.hpp"

namespace zanjir::test {

inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

inline std::uint64_t fuzz_seed() { return static_cast<std::uint64_t>(number_from("ZANJIR_FUZZ_SEED", 1)); }

class FuzzBudget {
 public:
  explicit FuzzBudget(long inputs) : inputs_(inputs) {}
  // Whether there is to be another input; counts it.
  bool next() { return seconds_ > 0 ? processor_seconds() - began_s_ < static_cast<double>(seconds_) : n_++ < inputs_; }

 private:
  long inputs_, n_ = 0, seconds_ = number_from("ZANJIR_FUZZ_SECONDS", 0);
  double began_s_ = processor_seconds();
};

}  // namespace zanjir::test
