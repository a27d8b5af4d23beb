#include "zanjir/control/plain_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zanjir/core/random.hpp"

namespace zanjir {

double normal_number(std::uint64_t stream, std::uint64_t sample) {
  constexpr std::uint64_t spread = 0xd1342543de82ef95ULL;  // odd, so all samples have different seeds; any but the generator's own step
  return Random(Random(stream).bits() ^ (sample * spread)).normal();
}

namespace {

double rounded_to(double quantum, double x) { return quantum > 0 ? quantum * std::round(x / quantum) : x; }

class SignalBlock final : public Block {
 public:
  SignalBlock(const BlockDescription& b, const Phases* phases) : law_(b.law), derivative_(b.derivative), phases_(phases) {}
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    PhaseJets room;
    const Jet jet = law_.at(s.t_s, phases_->at(s.t_s, room));
    out[0] = derivative_ == 0 ? jet.value : derivative_ == 1 ? jet.rate : jet.acceleration;
    return true;
  }

 private:
  MotionLaw law_;
  int derivative_;
  const Phases* phases_;
};

class SensorBlock final : public Block {
 public:
  SensorBlock(const BlockDescription& b, const BlockPlace& place) : b_(b), place_(place) {}
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    const double noise = b_.level > 0 ? b_.level * normal_number(place_.stream, s.number) : 0;
    out[0] = rounded_to(b_.quantum, s.sensors[place_.sensor] + b_.bias + noise);
    return true;
  }

 private:
  BlockDescription b_;
  BlockPlace place_;
};

class NoiseBlock final : public Block {
 public:
  NoiseBlock(double level, std::uint64_t stream) : level_(level), stream_(stream) {}
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    out[0] = level_ * normal_number(stream_, s.number);
    return true;
  }

 private:
  double level_;
  std::uint64_t stream_;
};

class ExpressionBlock final : public Block {
 public:
  ExpressionBlock(const Expression& expression) : expression_(expression) {
    std::size_t n = 0;
    for (const std::size_t place : expression.phases()) n = std::max(n, place + 1);
    arguments_.resize(n);
  }
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    for (std::size_t i = 0; i < arguments_.size(); ++i) arguments_[i] = {s.values[i], 0, 0};
    out[0] = expression_.at(s.t_s, arguments_).value;
    return true;
  }

 private:
  Expression expression_;
  std::vector<Jet> arguments_;
};

// What of a step is passed on in one sample by a low pass of the first order, exactly for an input that holds between samples.
double passed_on(double cutoff_Hz, double period_s) { return cutoff_Hz > 0 ? -std::expm1(-2 * std::numbers::pi * cutoff_Hz * period_s) : 1; }

class FirstOrderFilter final : public Block {
 public:
  FirstOrderFilter(const BlockDescription& b, double period_s) : in_(b.of[0]), initial_(b.initial), share_(passed_on(b.cutoff_Hz, period_s)) {}
  bool compute(const Sample& s, std::span<double> memory, std::span<double> out) override {
    const double u = value_of(s, in_);
    if (s.first) memory[0] = initial_.value_or(u);
    out[0] = memory[0] += share_ * (u - memory[0]);
    return true;
  }

 private:
  BlockInput in_;
  std::optional<double> initial_;
  double share_;
};

// Butterworth by the bilinear rule, the corner where it was asked for: s -> (1 - 1/z)/(1 + 1/z)/tan(pi f T).
class SecondOrderFilter final : public Block {
 public:
  SecondOrderFilter(const BlockDescription& b, double period_s) : in_(b.of[0]), initial_(b.initial) {
    const double K = std::tan(std::numbers::pi * b.cutoff_Hz * period_s), root2 = std::numbers::sqrt2, scale = 1 / (1 + root2 * K + K * K);
    b0_ = K * K * scale;
    a1_ = 2 * (K * K - 1) * scale;
    a2_ = (1 - root2 * K + K * K) * scale;
  }
  bool compute(const Sample& s, std::span<double> m, std::span<double> out) override {
    const double u = value_of(s, in_);
    if (s.first) {
      const double rest = initial_.value_or(u);  // as if this had come in for ever
      m[0] = rest * (1 - b0_);
      m[1] = rest * (b0_ - a2_);
    }
    const double y = b0_ * u + m[0];
    m[0] = 2 * b0_ * u - a1_ * y + m[1];
    m[1] = b0_ * u - a2_ * y;
    out[0] = y;
    return true;
  }

 private:
  BlockInput in_;
  std::optional<double> initial_;
  double b0_ = 0, a1_ = 0, a2_ = 0;
};

// (u - u before)/T, and that through a filter that starts from zero. Memory: u before, what the filter holds.
double filtered_difference(const Sample& s, double u, double share, double& before, double& held) {
  if (s.first) before = u, held = 0;
  held += share * ((u - before) / s.period_s - held);
  before = u;
  return held;
}

class DerivativeBlock final : public Block {
 public:
  DerivativeBlock(const BlockDescription& b, double period_s) : in_(b.of[0]), share_(passed_on(b.cutoff_Hz, period_s)) {}
  bool compute(const Sample& s, std::span<double> memory, std::span<double> out) override {
    out[0] = filtered_difference(s, value_of(s, in_), share_, memory[0], memory[1]);
    return true;
  }

 private:
  BlockInput in_;
  double share_;
};

class IntegralBlock final : public Block {
 public:
  explicit IntegralBlock(const BlockDescription& b) : in_(b.of[0]), initial_(b.initial.value_or(0)), min_(b.min), max_(b.max) {}
  bool compute(const Sample& s, std::span<double> memory, std::span<double> out) override {
    if (s.first) memory[0] = initial_;
    out[0] = memory[0] = std::clamp(memory[0] + s.period_s * value_of(s, in_), min_, max_);
    return true;
  }

 private:
  BlockInput in_;
  double initial_, min_, max_;
};

// Memory: integral, input before, filtered derivative. Where the limit cuts, the integral takes nothing in that would push further.
class PidBlock final : public Block {
 public:
  PidBlock(const BlockDescription& b, double period_s) : b_(b), share_(passed_on(b.cutoff_Hz, period_s)) {}
  bool compute(const Sample& s, std::span<double> m, std::span<double> out) override {
    const double u = value_of(s, b_.of[0]);
    if (s.first) m[0] = 0;
    const double rate = filtered_difference(s, u, share_, m[1], m[2]);
    const double integral = m[0] + s.period_s * u, y = b_.kp * u + b_.ki * integral + b_.kd * rate;
    out[0] = std::clamp(y, b_.min, b_.max);
    const double pushes = b_.ki * u;
    if (!(y > b_.max && pushes > 0) && !(y < b_.min && pushes < 0)) m[0] = integral;
    return true;
  }

 private:
  BlockDescription b_;
  double share_;
};

class RateLimitBlock final : public Block {
 public:
  explicit RateLimitBlock(const BlockDescription& b) : in_(b.of[0]), rate_(b.rate) {}
  bool compute(const Sample& s, std::span<double> memory, std::span<double> out) override {
    const double u = value_of(s, in_), most = rate_ * s.period_s;
    if (s.first) memory[0] = u;
    out[0] = memory[0] += std::clamp(u - memory[0], -most, most);
    return true;
  }

 private:
  BlockInput in_;
  double rate_;
};

// Memory: what came in, oldest first.
class DelayBlock final : public Block {
 public:
  explicit DelayBlock(const BlockDescription& b, bool from_below) : in_(b.of[0]), initial_(b.initial), from_below_(from_below) {}
  bool compute(const Sample& s, std::span<double> memory, std::span<double> out) override {
    if (s.first) std::fill(memory.begin(), memory.end(), initial_.value_or(from_below_ ? 0 : value_of(s, in_)));
    out[0] = memory[0];
    return true;
  }
  void after(const Sample& s, std::span<double> memory) override {
    std::copy(memory.begin() + 1, memory.end(), memory.begin());
    memory.back() = value_of(s, in_);
  }

 private:
  BlockInput in_;
  std::optional<double> initial_;
  bool from_below_;
};

class BacklashBlock final : public Block {
 public:
  explicit BacklashBlock(const BlockDescription& b) : in_(b.of[0]), half_(b.width / 2) {}
  bool compute(const Sample& s, std::span<double> memory, std::span<double> out) override {
    const double u = value_of(s, in_);
    if (s.first) memory[0] = u;
    out[0] = memory[0] = std::clamp(memory[0], u - half_, u + half_);
    return true;
  }

 private:
  BlockInput in_;
  double half_;
};

// Kinds that remember nothing: one function of what comes in.
template <class Function> class MapBlock final : public Block {
 public:
  MapBlock(const BlockDescription& b, Function f) : of_(b.of), f_(f) {}
  bool compute(const Sample& s, std::span<double>, std::span<double> out) override {
    out[0] = f_(s, of_);
    return true;
  }

 private:
  std::vector<BlockInput> of_;
  Function f_;
};
template <class Function> std::unique_ptr<Block> map_block(const BlockDescription& b, Function f) {
  return std::make_unique<MapBlock<Function>>(b, f);
}

using Inputs = std::vector<BlockInput>;

}  // namespace

std::unique_ptr<Block> make_plain_block(const BlockDescription& b, const BlockPlace& place) {
  switch (b.kind) {
    case BlockKind::signal: return std::make_unique<SignalBlock>(b, place.phases);
    case BlockKind::sensor: return std::make_unique<SensorBlock>(b, place);
    case BlockKind::noise: return std::make_unique<NoiseBlock>(b.level, place.stream);
    case BlockKind::sum:
      return map_block(b, [](const Sample& s, const Inputs& of) {
        double all = 0;
        for (const BlockInput& in : of) all += value_of(s, in);
        return all;
      });
    case BlockKind::product:
      return map_block(b, [](const Sample& s, const Inputs& of) {
        double all = 1;
        for (const BlockInput& in : of) all *= value_of(s, in);
        return all;
      });
    case BlockKind::gain: return map_block(b, [by = b.by](const Sample& s, const Inputs& of) { return by * value_of(s, of[0]); });
    case BlockKind::expression: return std::make_unique<ExpressionBlock>(b.law.expression);
    case BlockKind::filter:
      if (b.order == 2) return std::make_unique<SecondOrderFilter>(b, place.period_s);
      return std::make_unique<FirstOrderFilter>(b, place.period_s);
    case BlockKind::derivative: return std::make_unique<DerivativeBlock>(b, place.period_s);
    case BlockKind::integral: return std::make_unique<IntegralBlock>(b);
    case BlockKind::pid: return std::make_unique<PidBlock>(b, place.period_s);
    case BlockKind::limit:
      return map_block(b, [min = b.min, max = b.max](const Sample& s, const Inputs& of) { return std::clamp(value_of(s, of[0]), min, max); });
    case BlockKind::rate_limit: return std::make_unique<RateLimitBlock>(b);
    case BlockKind::delay: return std::make_unique<DelayBlock>(b, place.input_below);
    case BlockKind::quantise: return map_block(b, [q = b.quantum](const Sample& s, const Inputs& of) { return rounded_to(q, value_of(s, of[0])); });
    case BlockKind::backlash: return std::make_unique<BacklashBlock>(b);
    case BlockKind::dead_zone:
      return map_block(b, [w = b.width](const Sample& s, const Inputs& of) {
        const double u = value_of(s, of[0]);
        return u - std::clamp(u, -w, w);
      });
    case BlockKind::computed_torque:
    case BlockKind::gravity:
    case BlockKind::lead:
    case BlockKind::custom: break;
  }
  return nullptr;
}

}  // namespace zanjir
