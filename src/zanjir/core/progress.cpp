#include "zanjir/core/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cmath>

namespace zanjir {
namespace {

constexpr double redraw_s = 0.1;    // the eye does not read faster
constexpr double patience_s = 0.5;  // work that is over sooner shows no bar: no flicker
constexpr int widest_bar = 40;

int terminal_width(std::FILE* out) {
  winsize size{};
  return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

double seconds_between(std::chrono::steady_clock::time_point a, std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

std::string clock_text(double seconds) {
  constexpr long day = 86400;
  const long s = std::lround(std::clamp(seconds, 0.0, 1e6 * day));
  if (s >= 4 * day) return fmt::format("{} days", s / day);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string progress_line(std::string_view what, double fraction, double elapsed_s, int width) {
  fraction = std::isnan(fraction) ? 0 : std::clamp(fraction, 0.0, 1.0);
  const std::string percent = fmt::format("{:3.0f} %", std::floor(100 * fraction));
  const bool known = fraction > 0.01 || (fraction > 0 && elapsed_s > 5);
  const std::string left = known ? fmt::format(" {} left", clock_text(elapsed_s * (1 - fraction) / fraction)) : std::string();
  const int room = width - static_cast<int>(what.size() + percent.size() + left.size()) - 6;
  std::string bar;
  if (room >= 10) {
    const int cells = std::min(room, widest_bar), full = static_cast<int>(fraction * cells);
    bar = " [" + std::string(static_cast<std::size_t>(full), '=') + (full < cells ? ">" : "") +
          std::string(static_cast<std::size_t>(std::max(0, cells - full - 1)), ' ') + "]";
  }
  std::string line = fmt::format("{}: {}{}{}", what, percent, bar, left);
  if (static_cast<int>(line.size()) > width) line.resize(static_cast<std::size_t>(std::max(0, width)));
  return line;
}

void ProgressBar::begin(std::string_view what) {
  end();
  what_ = what;
  began_ = Clock::now();
  drawn_ = began_;
}

void ProgressBar::update(double fraction) {
  const Clock::time_point now = Clock::now();
  const double elapsed = seconds_between(began_, now);
  if (elapsed < patience_s || seconds_between(drawn_, now) < redraw_s) return;
  drawn_ = now;
  visible_ = true;
  // One column stays free: a full line would wrap. The rest of an older, longer line is cleared after the new one is written: no flicker.
  fmt::print(out_, "\r{}\033[K", progress_line(what_, fraction, elapsed, terminal_width(out_) - 1));
  std::fflush(out_);
}

void ProgressBar::say(std::string_view text) {
  end();
  fmt::print(out_, "{}\n", text);
}

void ProgressBar::end() {
  if (!visible_) return;
  std::fputs("\r\033[K", out_);
  std::fflush(out_);
  visible_ = false;
}

}  // namespace zanjir
