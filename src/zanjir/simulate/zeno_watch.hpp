// Events that come ever faster would never end.
#pragma once

#include <limits>
#include <vector>

namespace zanjir {

// Impacts of one guard that come ever faster: a run of event times that would never end.
class ZenoWatch {
 public:
  ZenoWatch(std::size_t n_guards, double interval_s)
      : last_(n_guards, -std::numeric_limits<double>::infinity()), fast_(n_guards, 0), interval_s_(interval_s) {}
  bool accumulates(int guard, double t_s) {
    const auto i = static_cast<std::size_t>(guard);
    fast_[i] = t_s - last_[i] < interval_s_ ? fast_[i] + 1 : 0;
    last_[i] = t_s;
    return fast_[i] >= 5;
  }

 private:
  std::vector<double> last_;
  std::vector<int> fast_;
  double interval_s_;
};

}  // namespace zanjir
