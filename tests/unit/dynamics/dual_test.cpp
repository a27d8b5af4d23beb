#include "zanjir/dynamics/dual.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tolerance.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir::test {
namespace {

using Second = Dual<Dual<double>>;

// x with both directions along x: f(x).rate[0].rate[0] = f''(x)
Second variable(double x) { return {Dual<double>(x, 1.0), Dual<double>(1.0)}; }

struct Function {
  const char* name;
  Second (*f)(const Second&);
  double (*value)(double);
  double (*first)(double);
  double (*second)(double);
};

TEST(Dual, MatchesAnalyticDerivativesOfEachFunction) {
  const Function functions[] = {
      {"sin", [](const Second& x) { return sin(x); }, [](double x) { return std::sin(x); }, [](double x) { return std::cos(x); },
       [](double x) { return -std::sin(x); }},
      {"cos", [](const Second& x) { return cos(x); }, [](double x) { return std::cos(x); }, [](double x) { return -std::sin(x); },
       [](double x) { return -std::cos(x); }},
      {"sqrt", [](const Second& x) { return sqrt(x); }, [](double x) { return std::sqrt(x); }, [](double x) { return 0.5 / std::sqrt(x); },
       [](double x) { return -0.25 / (x * std::sqrt(x)); }},
      {"x^3", [](const Second& x) { return x * x * x; }, [](double x) { return x * x * x; }, [](double x) { return 3 * x * x; },
       [](double x) { return 6 * x; }},
      {"1/x", [](const Second& x) { return 1.0 / x; }, [](double x) { return 1 / x; }, [](double x) { return -1 / (x * x); },
       [](double x) { return 2 / (x * x * x); }},
      {"3 - x + x/2", [](const Second& x) { return 3.0 - x + x / 2.0; }, [](double x) { return 3 - x / 2; }, [](double) { return -0.5; },
       [](double) { return 0.0; }},
      {"-x sin(x)", [](const Second& x) { return -(x * sin(x)); }, [](double x) { return -x * std::sin(x); },
       [](double x) { return -std::sin(x) - x * std::cos(x); }, [](double x) { return -2 * std::cos(x) + x * std::sin(x); }},
  };
  for (const Function& function : functions) {
    for (const double x : {0.2, 0.9, 2.5}) {
      SCOPED_TRACE(std::string(function.name) + " at " + std::to_string(x));
      const Second f = function.f(variable(x));
      EXPECT_NEAR(f.value.value, function.value(x), rounding(8, 10));
      EXPECT_NEAR(f.value.rate[0], function.first(x), rounding(8, 30));
      EXPECT_NEAR(f.rate[0].value, function.first(x), rounding(8, 30));
      EXPECT_NEAR(f.rate[0].rate[0], function.second(x), rounding(8, 300));
      EXPECT_EQ(value_of(f), f.value.value);
    }
  }
}

TEST(Dual, CarriesSeveralDirectionsAtOnce) {
  Dual<double, 3> x(2.0), y(3.0);
  x.rate[0] = 1;
  y.rate[2] = 1;
  const Dual<double, 3> f = x * x * y;  // df/dx = 2 x y, df/dy = x^2
  EXPECT_EQ(f.value, 12);
  EXPECT_EQ(f.rate[0], 12);
  EXPECT_EQ(f.rate[1], 0);
  EXPECT_EQ(f.rate[2], 4);
}

TEST(Dual, GivesMixedSecondDerivatives) {
  // f = x^2 y^3 at (2, 3): d2f/dxdy = 6 x y^2
  const Second x(Dual<double>(2.0, 1.0), Dual<double>(0.0)), y(Dual<double>(3.0), Dual<double>(1.0));
  EXPECT_EQ((x * x * y * y * y).rate[0].rate[0], 6 * 2 * 9);
}

// d/ds R exp(s w) = R [w x], d2/ds2 = R [w x]^2: through the series of the quaternion at zero, and past it.
TEST(Dual, DifferentiatesTheExponentialOfARotation) {
  const Vec3d w{0.3, -1.1, 0.7};
  const Mat3d W = cross_matrix(w), W2 = W * W;
  for (const double s : {0.0, 1e-9, 0.009, 0.7}) {
    SCOPED_TRACE(s);
    const Second t = variable(s);
    const auto R = to_matrix(exp_quaternion(spatial::Vec3<Second>{t * w.x, t * w.y, t * w.z}));
    const Mat3d R0 = to_matrix(spatial::exp_quaternion(w * s)), R1 = R0 * W, R2 = R0 * W2;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        EXPECT_NEAR(R.row(i)[j].value.rate[0], R1.row(i)[j], rounding(64, 2));
        EXPECT_NEAR(R.row(i)[j].rate[0].rate[0], R2.row(i)[j], rounding(256, 2));
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
