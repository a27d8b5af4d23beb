// The one exception that the C++ face throws.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

// A request that cannot be answered as it stands: a file with faults, an unknown name, a vector of the wrong size, a state of another mechanism,
// loops that are open. what() is the text that the command line prints, without its closing count: every fault in a line of its own, with file, line and column of the model
// where it has one, and a way out. A numerical failure (a singular configuration, a step that does not converge) is no Error: it is a status of the answer.
class Error : public std::runtime_error {
 public:
  // At least one of the diagnostics is an error.
  explicit Error(std::vector<Diagnostic> diagnostics);

  // All that was found, in order; what() has them as text.
  const std::vector<Diagnostic>& diagnostics() const noexcept { return *diagnostics_; }

 private:
  std::shared_ptr<const std::vector<Diagnostic>> diagnostics_;
};

}  // namespace zanjir
