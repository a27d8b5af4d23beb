// How fast a run goes by the clock. Error control takes steps as short as it needs, so what a run costs is not known before it; where the rest of it would take
// longer than anybody waits, whoever waits is told once, with what holds it up. It only looks: a run that is watched is the same to the last bit.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace zanjir {

struct StepperCounts;
struct StepperOptions;

class Pace {
 public:
  using Say = std::function<void(const std::string&)>;
  using Clock = std::function<double()>;  // in seconds
  Pace(double t_begin_s, double until_s, Say say, Clock clock = {});

  // After every step, with its state; `cut`: it ended where something else asked it to. True once: the rest is hopeless, and what follows is known.
  bool hopeless(double t_s, std::span<const double> y, const StepperOptions&, bool cut);
  std::size_t fastest() const;  // the entry of the state that bends most in a step, in units of what the tolerances let it be off
  double step_s() const { return span_s_ / looks; }  // mean of the last steps
  bool mostly_cut() const { return 2 * n_cut_ > looks; }
  void say(const std::string& what_holds_it_up);  // with how far it has come, and how long the rest takes

 private:
  static constexpr int looks = 32;  // steps that are looked at
  bool is_slow(double t_s);
  void look(double t_s, std::span<const double> y, const StepperOptions&, bool cut);

  double t_begin_s_, until_s_;
  Say say_;
  Clock clock_;
  struct Instant {
    double clock_s = 0, t_s = 0;
  } begin_, window_, last_;
  bool begun_ = false, slow_ = false, said_ = false;
  long steps_ = 0, stride_ = 1;  // the clock is asked every so many steps
  double left_s_ = 0;
  // Of the steps that are looked at: the last two states, and the bends so far.
  int n_seen_ = 0, n_cut_ = 0;
  double span_s_ = 0, t_last_s_ = 0, t_before_s_ = 0;
  std::vector<double> y_last_, y_before_, bend_;
};

// What keeps the steps of a hopeless run short, and what to do about it; `fastest` names the state that bends most.
std::string what_holds_up(const Pace&, const StepperOptions&, const StepperCounts&, long steps_taken_again, const std::string& fastest);

}  // namespace zanjir
