// How a parameter that is drawn is spread: what turns a number of the unit interval into a value (the quantile function), so that every way of sampling
// (random, Latin hypercube, Sobol points) serves every distribution.
#pragma once

#include <limits>

#include "zanjir/core/words.hpp"

namespace zanjir {

enum class Spread : std::uint8_t { uniform, normal, lognormal, triangular };
template <> struct WordsOf<Spread> {
  static constexpr WordOf<Spread> table[] = {
      {Spread::uniform, "uniform"}, {Spread::normal, "normal"}, {Spread::lognormal, "lognormal"}, {Spread::triangular, "triangular"}};
};

struct Distribution {
  Spread spread = Spread::uniform;
  double low = -std::numeric_limits<double>::infinity();  // nothing lies below: of uniform and triangular ones the end, of the others a cut
  double high = std::numeric_limits<double>::infinity();
  double centre = 0;  // mean of a normal, median of a lognormal, most likely value of a triangular one
  double width = 1;   // standard deviation of a normal one, of the logarithm of a lognormal one
};

// The value below which a share u of them lies, 0 <= u <= 1; ends at infinity are drawn in to the nearest share that a double has.
double quantile(const Distribution&, double u);

double normal_share(double x);     // of a standard normal number below x
double normal_quantile(double u);  // its inverse, 0 < u < 1 [Wichura1988]; to about 1e-16

}  // namespace zanjir
