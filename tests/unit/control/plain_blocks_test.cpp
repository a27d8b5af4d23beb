#include "zanjir/control/plain_blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/tolerance.hpp"

namespace zanjir::test {
namespace {

// One block that takes the first value; the inputs are handed to it one after the other.
class OneBlock {
 public:
  OneBlock(BlockDescription says, double period_s, std::uint64_t stream = 1) : period_s_(period_s) {
    if (says.of.empty()) says.of = {{{"u", {}}, 1, 0}};
    memory_.resize(static_cast<std::size_t>(memory_of(says)));
    block_ = make_plain_block(says, {period_s, stream, 0, &phases_, false});
  }
  double operator()(double u) {
    values_[0] = u;
    const Sample s{static_cast<double>(k_) * period_s_, period_s_, k_, k_ == 0, values_, values_, state_, nullptr, none_, none_};
    double out = 0;
    EXPECT_TRUE(block_->compute(s, memory_, {&out, 1}));
    block_->after(s, memory_);
    ++k_;
    return out;
  }
  void expect(const std::vector<double>& in, const std::vector<double>& out) {
    for (std::size_t i = 0; i < in.size(); ++i) EXPECT_NEAR((*this)(in[i]), out[i], rounding(8, 10)) << "sample " << i;
  }

 private:
  double period_s_;
  std::unique_ptr<Block> block_;
  std::vector<double> memory_, values_{0};
  std::uint64_t k_ = 0;
  State state_;
  VecX none_;
  Phases phases_;
};

BlockDescription kind(BlockKind kind) {
  BlockDescription b;
  b.name = "y";
  b.kind = kind;
  return b;
}

// Sequences worked out by hand.
TEST(PlainBlocks, RoundToSteps) {
  BlockDescription b = kind(BlockKind::quantise);
  b.quantum = 0.25;
  OneBlock(b, 1).expect({0, 0.1, 0.13, 0.374, 0.376, -0.1, -0.13, 1e3}, {0, 0, 0.25, 0.25, 0.5, 0, -0.25, 1e3});
}

TEST(PlainBlocks, PlayFollowsOnlyWhereItIsPushed) {
  BlockDescription b = kind(BlockKind::backlash);
  b.width = 0.4;  // 0.2 to either side
  OneBlock(b, 1).expect({0, 0.1, 0.2, 0.5, 1, 0.9, 0.7, 0.6, 0.5, 0, 0.1, 0.3}, {0, 0, 0, 0.3, 0.8, 0.8, 0.8, 0.8, 0.7, 0.2, 0.2, 0.2});
}

TEST(PlainBlocks, AreSilentInADeadZone) {
  BlockDescription b = kind(BlockKind::dead_zone);
  b.width = 0.5;
  OneBlock(b, 1).expect({0, 0.5, 0.7, -0.4, -2}, {0, 0, 0.2, 0, -1.5});
}

TEST(PlainBlocks, LimitValueAndRate) {
  BlockDescription b = kind(BlockKind::limit);
  b.min = -1, b.max = 2;
  OneBlock(b, 1).expect({0, 3, -5, 1.5}, {0, 2, -1, 1.5});
  b = kind(BlockKind::rate_limit);
  b.rate = 4;  // 2 per sample
  OneBlock(b, 0.5).expect({1, 6, 6, 6, -9, 0}, {1, 3, 5, 6, 4, 2});
}

TEST(PlainBlocks, DelayByWholeSamples) {
  BlockDescription b = kind(BlockKind::delay);
  b.samples = 3;
  OneBlock(b, 1).expect({5, 6, 7, 8, 9}, {5, 5, 5, 5, 6});
  b.initial = -1;
  OneBlock(b, 1).expect({5, 6, 7, 8, 9}, {-1, -1, -1, 5, 6});
}

TEST(PlainBlocks, IntegrateWithinLimits) {
  BlockDescription b = kind(BlockKind::integral);
  b.max = 1, b.min = -1;
  OneBlock(b, 0.5).expect({1, 1, 1, 1, -1}, {0.5, 1, 1, 1, 0.5});
}

TEST(PlainBlocks, DifferentiateWithoutAJumpAtTheStart) { OneBlock(kind(BlockKind::derivative), 0.1).expect({7, 7.5, 7.5, 6}, {0, 5, 0, -15}); }

// u = 1, 1, 0, 0 ...: P 2, I 3 T sum, D 0.5 difference/T, T = 0.1. The limit of 2.5 cuts at the first and keeps the integral from taking in what would push further.
TEST(PlainBlocks, PidByHand) {
  BlockDescription b = kind(BlockKind::pid);
  b.kp = 2, b.ki = 3, b.kd = 0.5;
  OneBlock(b, 0.1).expect({1, 1, 0, 0}, {2 + 0.3, 2 + 0.6, 0.6 - 5, 0.6});
  b.max = 2.5, b.min = -2.5;
  OneBlock(b, 0.1).expect({1, 1, 1, 0}, {2.3, 2.5, 2.5, -2.5});  // the second would be 2.6: the integral stays at 0.1 from there
  OneBlock unwound(b, 0.1);
  for (int i = 0; i < 50; ++i) unwound(1);
  unwound(0);
  EXPECT_NEAR(unwound(0), 3 * 0.1, rounding(8)) << "an integral that had gone on would be 15";
}

// An input that holds, through a first order filter: 1 - exp(-w t) at the ends of the samples, whatever their length.
TEST(PlainBlocks, FilterOfFirstOrderIsExactForSteps) {
  for (const double period_s : {1e-3, 0.02, 0.3}) {
    BlockDescription b = kind(BlockKind::filter);
    b.cutoff_Hz = 3;
    b.initial = 0;
    OneBlock filter(b, period_s);
    for (int k = 1; k < 40; ++k)
      EXPECT_NEAR(filter(1), -std::expm1(-2 * std::numbers::pi * 3 * k * period_s), rounding(200)) << period_s << ", " << k;
  }
}

// Butterworth's: a constant passes, starting with it as if it had always been there; at the corner 1/sqrt 2 is left, whatever the samples; far above -40 dB per decade or less.
TEST(PlainBlocks, FilterOfSecondOrderHasItsCornerWhereItWasAskedFor) {
  BlockDescription b = kind(BlockKind::filter);
  b.order = 2;
  b.cutoff_Hz = 20;
  for (const double period_s : {1e-3, 8e-3}) {
    OneBlock constant(b, period_s);
    // Ten operations per sample, whose rounding the filter feeds back: 1/(1 + a1 + a2) = 1/(4 b0) times at most.
    const double K = std::tan(std::numbers::pi * 20 * period_s), b0 = K * K / (1 + std::numbers::sqrt2 * K + K * K);
    for (int k = 0; k < 20; ++k) EXPECT_NEAR(constant(1.5), 1.5, rounding(10 / (4 * b0), 1.5));
    const auto gain = [&](double f) {
      OneBlock filter(b, period_s);
      double in_phase = 0, across = 0;
      const int settle = static_cast<int>(2 / period_s), n = static_cast<int>(std::round(5 / period_s));  // whole cycles of both frequencies below
      for (int k = 0; k < settle + n; ++k) {
        const double a = 2 * std::numbers::pi * f * k * period_s, y = filter(std::sin(a));
        if (k < settle) continue;
        in_phase += 2.0 / n * y * std::sin(a);
        across += 2.0 / n * y * std::cos(a);
      }
      return std::hypot(in_phase, across);
    };
    EXPECT_NEAR(gain(20), std::numbers::sqrt2 / 2, 1.5e-13) << period_s;
    EXPECT_LT(gain(60), 1.0 / std::sqrt(1 + std::pow(3.0, 4)) * (1 + 1e-6));  // the bilinear rule bends the rest down
  }
}

// Noise is a function of stream and sample: the same numbers in any order, others for another seed, with the moments of a normal distribution (bounds: five standard errors).
TEST(PlainBlocks, NoiseIsNormalAndRepeats) {
  constexpr int n = 20000;
  double sum = 0, square = 0, fourth = 0, next = 0;
  for (std::uint64_t k = 0; k < n; ++k) {
    const double x = normal_number(42, k);
    sum += x, square += x * x, fourth += x * x * x * x, next += x * normal_number(42, k + 1);
    EXPECT_EQ(x, normal_number(42, k));
  }
  EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n));
  EXPECT_NEAR(square / n, 1, 5 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth / n, 3, 5 * std::sqrt(96.0 / n));
  EXPECT_NEAR(next / n, 0, 5 / std::sqrt(n)) << "from sample to sample";
  EXPECT_NE(normal_number(42, 0), normal_number(43, 0));
}

TEST(PlainBlocks, SensorAddsBiasAndNoiseAndRounds) {
  BlockDescription b = kind(BlockKind::sensor);
  b.bias = 0.1;
  b.quantum = 0.5;
  OneBlock(b, 1).expect({0, 0.2, 1.2}, {0, 0.5, 1.5});
  b.level = 0.3;
  b.quantum = 0;
  OneBlock noisy(b, 1, 99);
  for (std::uint64_t k = 0; k < 5; ++k) EXPECT_NEAR(noisy(2), 2.1 + 0.3 * normal_number(99, k), rounding(4, 3));
}

}  // namespace
}  // namespace zanjir::test
