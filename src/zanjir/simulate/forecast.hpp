// What a run will cost, as far as it can be known before it: samples, steps of constant length, room on the disk, time.
#pragma once

#include <string>

#include "zanjir/simulate/prepare.hpp"

namespace zanjir {

struct Forecast {
  double rows = 0, steps = 0;     // 0: not known (as many as the error control takes)
  double bytes = 0, seconds = 0;  // at least: rows and steps that are known, at what one of each took just now
  bool is_long() const;           // beyond what anybody starts by accident
  std::string text() const;       // "1e+12 samples, 272 TB on disk, 3 years"
};

// Evaluates the dynamics a few times to see how long it takes.
Forecast forecast(const Prepared&);

std::string size_text(double bytes);        // "3.2 MB"
std::string duration_text(double seconds);  // "2 hours", rounded to what matters

}  // namespace zanjir
