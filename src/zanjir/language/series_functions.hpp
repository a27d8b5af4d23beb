// Functions over series in claims and figures: many samples become one number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace zanjir {

enum class SeriesOp : std::uint8_t { count, first, last, min, max, argmin, argmax, span, mean, rms, sum, integral, at, farthest };

struct SeriesFunction {
  std::string_view name;
  SeriesOp op;
  int n_arguments;
  std::string_view doc;
};

// `min` and `max` of one argument are reductions too; with two they are the functions of every expression.
inline constexpr SeriesFunction series_functions[] = {
    {"count", SeriesOp::count, 1, "how many samples, or events"},
    {"first", SeriesOp::first, 1, "the first value"},
    {"last", SeriesOp::last, 1, "the last value"},
    {"argmin", SeriesOp::argmin, 1, "where on the abscissa the smallest value stands (the first of equals)"},
    {"argmax", SeriesOp::argmax, 1, "where the largest value stands"},
    {"span", SeriesOp::span, 1, "largest minus smallest value"},
    {"mean", SeriesOp::mean, 1, "mean of the samples; of unevenly spaced ones take `integral(y)/span(t + 0*y)`"},
    {"rms", SeriesOp::rms, 1, "root of the mean of the squares of the samples"},
    {"sum", SeriesOp::sum, 1, "sum of the samples"},
    {"integral", SeriesOp::integral, 1, "over the abscissa, by trapezoids"},
    {"at", SeriesOp::at, 2, "`at(series, t)`: value at one instant, on the straight line between two samples"},
    {"farthest", SeriesOp::farthest, 2, "`farthest(series, value)`: the sample that lies farthest from a value"},
};

const SeriesFunction* find_series_function(std::string_view name);  // nullptr: no such function

struct ReducedSeries {
  double value = 0;
  std::string problem;  // why these samples have no such value
};
ReducedSeries reduce(SeriesOp, std::span<const double> x, std::span<const double> y, double argument);

}  // namespace zanjir
