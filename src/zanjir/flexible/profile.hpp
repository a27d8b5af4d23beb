// A function along a beam, closed under differentiation: polynomial + waves + boundary layers.
//   f(x) = sum_i c_i (x/l)^i + sum [a sin kx + b cos kx] + sum [a e^(-kx) + b e^(k(x-l))],   0 <= x <= l
// The exponentials are at most one on the beam, where sinh and cosh of a high mode would cancel to nothing.
#pragma once

#include <vector>

namespace zanjir {

struct Profile {
  struct Wave {
    double k, sine, cosine;
  };
  struct Layer {
    double k, from_start, from_end;
  };
  double length_m = 1;
  std::vector<double> polynomial = {};
  std::vector<Wave> waves = {};
  std::vector<Layer> layers = {};

  double operator()(double x) const;
  bool is_zero() const { return polynomial.empty() && waves.empty() && layers.empty(); }
};

Profile derivative(const Profile&);
Profile operator*(const Profile&, double);
Profile operator+(const Profile&, const Profile&);

// What a quadrature must resolve.
int degree(const Profile&);          // of the polynomial part
double wave_number(const Profile&);  // the largest, waves and layers alike

}  // namespace zanjir
