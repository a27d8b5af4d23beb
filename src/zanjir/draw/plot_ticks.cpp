// Ticks where people would put them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/draw/plot.hpp"

namespace zanjir {
namespace {

constexpr const char* superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

std::string superscript(int n) {
  std::string text = n < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(n))) text += superscripts[c - '0'];
  return text;
}

// A true minus sign: a hyphen is lost beside a line.
std::string with_minus(std::string text) {
  if (!text.empty() && text[0] == '-') text = "−" + text.substr(1);
  return text;
}

// The step of 1, 2 or 5 times a power of ten that gives at most `about` intervals.
double nice_step(double rough) {
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * decade >= rough * (1 - 1e-12)) return digit * decade;
  }
  return 10 * decade;
}

}  // namespace

Ticks linear_ticks(double from, double to, int about) {
  Ticks ticks;
  const double step = nice_step((to - from) / std::max(about, 1));
  if (!(step > 0) || !std::isfinite(step)) return ticks;
  const double largest = std::max(std::abs(from), std::abs(to));
  const int exponent = static_cast<int>(std::floor(std::log10(largest)));
  if (exponent >= 5 || exponent <= -4) ticks.power = exponent;
  const double unit = std::pow(10.0, ticks.power);
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step / unit) + 1e-9)), 0, 15);
  const double first = std::ceil(from / step - 1e-9), last = std::floor(to / step + 1e-9);
  const auto n = static_cast<int>(last - first);
  for (int i = 0; i <= n; ++i) {
    const double k = first + i, value = k * step;
    ticks.at.push_back(value);
    ticks.labels.push_back(with_minus(fmt::format("{:.{}f}", k == 0 ? 0.0 : value / unit, decimals)));
  }
  return ticks;
}

Ticks log_ticks(double from, double to, int about) {
  Ticks ticks;
  if (!(from > 0) || !(to > from)) return ticks;
  const double low = std::log10(from), high = std::log10(to);
  const int first = static_cast<int>(std::floor(low + 1e-9)), last = static_cast<int>(std::ceil(high - 1e-9));
  const int stride = std::max(1, static_cast<int>(std::ceil((high - low) / std::max(about, 1))));
  const bool between = high - low < 2;
  const bool plain = low >= -2 - 1e-9 && high <= 3 + 1e-9;  // one style along an axis: all numbers in full, or all as powers
  for (int decade = first; decade <= last; ++decade) {
    if (((decade % stride) + stride) % stride != 0) continue;
    for (const int digit : {1, 2, 5}) {
      if (digit > 1 && !between) break;
      const double value = digit * std::pow(10.0, decade);
      if (value < from * (1 - 1e-9) || value > to * (1 + 1e-9)) continue;
      ticks.at.push_back(value);
      ticks.labels.push_back(plain        ? fmt::format("{:g}", value)
                             : digit == 1 ? "10" + superscript(decade)
                                          : fmt::format("{}·10{}", digit, superscript(decade)));
    }
  }
  return ticks;
}

std::string axis_power_text(int power) { return power == 0 ? "" : "10" + superscript(power); }

}  // namespace zanjir
