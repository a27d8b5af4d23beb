// A limit on time, shared by parties of which some are far dearer than others. The cheap ones take part everywhere; the dear ones, evenly spread, in as many rounds as their
// share allows; where even the cheap ones cannot be paid for all rounds, there are fewer. Everybody takes part in the first round who is not expected to take more than there is: what is left out is
// counted by whoever asks.
#pragma once

#include <functional>
#include <vector>

namespace zanjir {

class Budget {
 public:
  using Clock = std::function<double()>;                             // seconds; monotonic
  Budget(double limit_s, int n_rounds, int n_parties, Clock clock);  // limit 0: none

  bool begin_round();  // plans it; false when the time is used up
  // Whether it takes part now: planned in this round, and time left for what it is expected to take.
  bool may(int party, double expected_s = 0);
  void charge(int party, double seconds);

  double now_s() const { return clock_(); }
  double elapsed_s() const { return clock_() - began_s_; }
  double seconds(int party) const { return parties_[static_cast<std::size_t>(party)].seconds; }
  int rounds(int party) const { return parties_[static_cast<std::size_t>(party)].rounds; }    // in which it took part
  int refused(int party) const { return parties_[static_cast<std::size_t>(party)].refused; }  // in which it might not, or not in everything

 private:
  struct Party {
    double seconds = 0, credit = 0;
    int rounds = 0, last_round = -1, refused = 0, last_refused = -1;
    bool planned = true;
  };
  bool over() const { return limit_s_ > 0 && elapsed_s() > limit_s_; }
  void plan();

  double limit_s_;
  int n_rounds_, round_ = -1;
  Clock clock_;
  double began_s_;
  std::vector<Party> parties_;
};

}  // namespace zanjir
