// How far long work has come, for whoever waits for it. Work reports through `Progress`; what is shown, and whether at all, is decided by who
// made it: ProgressBar draws one line with the remaining time on a terminal, the base class shows nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace zanjir {

class Progress {
 public:
  virtual ~Progress() = default;
  virtual void begin(std::string_view /*what*/) {}  // a new piece of work
  virtual void update(double /*fraction*/) {}       // 0 to 1 of it is done; cheap, may be called at every step
  virtual void say(std::string_view /*text*/) {}    // what cannot wait until the end; a line of its own
  virtual void end() {}                             // it is over: what was shown is taken away
};

// One line at the bottom of a terminal:   rose: 42 % [=======>          ] 0:03 left
// Drawn at most ten times a second (monotonic clock), over itself, without a line feed; the width is asked for each time, so a resized terminal
// does no harm.
class ProgressBar : public Progress {
 public:
  explicit ProgressBar(std::FILE* terminal) : out_(terminal) {}
  ~ProgressBar() override { end(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void begin(std::string_view what) override;
  void update(double fraction) override;
  void say(std::string_view text) override;
  void end() override;

 private:
  using Clock = std::chrono::steady_clock;
  std::FILE* out_;
  std::string what_;
  Clock::time_point began_{}, drawn_{};
  bool visible_ = false;
};

// The text of such a line, at most `width` columns. Remaining time is left out until there is something to go by.
std::string progress_line(std::string_view what, double fraction, double elapsed_s, int width);

// "0:03", "12:07", "1:02:03", "12 days".
std::string clock_text(double seconds);

}  // namespace zanjir
