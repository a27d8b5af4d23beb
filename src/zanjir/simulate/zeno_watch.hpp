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

// Events of several guards that come so often that the run comes to no end, although those of each may be far enough apart.
class CrowdWatch {
 public:
  struct Last {
    double t_s = -std::numeric_limits<double>::infinity();
    int guard = -1;
  };
  CrowdWatch(std::size_t n, double span_s) : last_(n), span_s_(span_s) {}
  // Whether this is the last of n in a span.
  bool crowds(int guard, double t_s) {
    const bool many = t_s - last_[next_].t_s < span_s_;
    last_[next_] = {t_s, guard};
    next_ = (next_ + 1) % last_.size();
    return many;
  }
  const std::vector<Last>& last() const { return last_; }

 private:
  std::vector<Last> last_;
  std::size_t next_ = 0;
  double span_s_;
};

}  // namespace zanjir
