// Which units a sweep has: what each parameter may be, and how its values are combined or drawn. A unit follows from the design and its number alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zanjir/core/words.hpp"
#include "zanjir/sweep/distribution.hpp"

namespace zanjir {

enum class Sampling : std::uint8_t {
  grid,             // every value of the first parameter with every value of the others, the last one changing fastest
  random,           // independent draws
  latin_hypercube,  // of n units each n-th part of every parameter's spread holds one, in random order [McKay1979]
  sobol,            // scrambled points of Sobol'
  morris,           // trajectories for elementary effects
  saltelli          // groups for indices of Sobol'
};
template <> struct WordsOf<Sampling> {
  static constexpr WordOf<Sampling> table[] = {
      {Sampling::grid, "grid"},   {Sampling::random, "random"}, {Sampling::latin_hypercube, "latin_hypercube"},
      {Sampling::sobol, "sobol"}, {Sampling::morris, "morris"}, {Sampling::saltelli, "saltelli"}};
};

struct SweepAxis {
  std::string name, unit;          // SI; empty: none was written
  std::vector<double> values;      // of a grid or a list; a list of words has 1, 2, ...
  std::vector<std::string> words;  // that the numbers of `values` stand for; empty: they stand for themselves
  std::optional<Distribution> spread = {};
  std::string written_in = {};  // "deg": the unit of the file, for figures; empty: none that stands alone behind a number

  std::string text(double value) const;  // as `--set` takes it
};

struct SweepDesign {
  std::vector<SweepAxis> axes;
  Sampling sampling = Sampling::grid;
  std::size_t count = 0;  // units of a sample; trajectories of morris, base points of saltelli
  std::uint64_t seed = 1;
};

double n_units(const SweepDesign&);  // a double: it may be any number before somebody looks at it

struct SweepUnits {
  std::size_t n_axes = 0;
  std::vector<double> values;               // by rows, one unit each
  std::vector<std::vector<double>> points;  // of morris: in the unit cube
  std::size_t size() const { return n_axes == 0 ? 0 : values.size() / n_axes; }
  std::span<const double> row(std::size_t unit) const { return std::span(values).subspan(unit * n_axes, n_axes); }
};
// Of random, sobol, morris and saltelli samples a larger count begins with the units of a smaller one.
SweepUnits make_units(const SweepDesign&);

}  // namespace zanjir
