#include "zanjir/flexible/profile.hpp"

#include <algorithm>
#include <cmath>

namespace zanjir {

double Profile::operator()(double x) const {
  const double s = x / length_m;
  double sum = 0;
  for (auto c = polynomial.rbegin(); c != polynomial.rend(); ++c) sum = sum * s + *c;
  for (const Wave& w : waves) sum += w.sine * std::sin(w.k * x) + w.cosine * std::cos(w.k * x);
  for (const Layer& e : layers) sum += e.from_start * std::exp(-e.k * x) + e.from_end * std::exp(e.k * (x - length_m));
  return sum;
}

Profile derivative(const Profile& f) {
  Profile d{f.length_m};
  for (std::size_t i = 1; i < f.polynomial.size(); ++i) d.polynomial.push_back(f.polynomial[i] * static_cast<double>(i) / f.length_m);
  for (const auto& w : f.waves) d.waves.push_back({w.k, -w.k * w.cosine, w.k * w.sine});
  for (const auto& e : f.layers) d.layers.push_back({e.k, -e.k * e.from_start, e.k * e.from_end});
  return d;
}

Profile operator*(const Profile& f, double factor) {
  Profile g = f;
  for (double& c : g.polynomial) c *= factor;
  for (auto& w : g.waves) w = {w.k, w.sine * factor, w.cosine * factor};
  for (auto& e : g.layers) e = {e.k, e.from_start * factor, e.from_end * factor};
  return g;
}

Profile operator+(const Profile& a, const Profile& b) {
  Profile sum = a;
  sum.length_m = b.is_zero() ? a.length_m : b.length_m;
  sum.polynomial.resize(std::max(a.polynomial.size(), b.polynomial.size()), 0.0);
  for (std::size_t i = 0; i < b.polynomial.size(); ++i) sum.polynomial[i] += b.polynomial[i];
  sum.waves.insert(sum.waves.end(), b.waves.begin(), b.waves.end());
  sum.layers.insert(sum.layers.end(), b.layers.begin(), b.layers.end());
  return sum;
}

int degree(const Profile& f) { return std::max(0, static_cast<int>(f.polynomial.size()) - 1); }

double wave_number(const Profile& f) {
  double k = 0;
  for (const auto& w : f.waves) k = std::max(k, w.k);
  for (const auto& e : f.layers) k = std::max(k, e.k);
  return k;
}

}  // namespace zanjir
