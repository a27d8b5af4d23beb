// A block of a sampled controller: numbers in, numbers out, once per sample. Derive from it and register it under a name to have `{type: custom, kind: NAME}` in a file.
// What a block must remember from sample to sample it keeps in the memory that it is handed, never in itself: memories are recorded, and a resumed run goes on from them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "zanjir/describe/controller.hpp"
#include "zanjir/loops/loop_rank_data.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct Sample {  // what a block sees
  double t_s = 0, period_s = 0;
  std::uint64_t number = 0;         // k, from 0 at the controller's start
  bool first = false;               // nothing was sampled before: memories are not yet what they mean
  std::span<const double> values;   // of all blocks of the controller; those of blocks below are from the sample before
  std::span<const double> sensors;  // exact, in the order of the sensors of all controllers
  const State& state;               // of the mechanism, exact
  const LoopRank* rank = nullptr;   // of its loops, as kept along the motion
  const VecX &tau, &tau_cut;        // forces that act until now
};
inline double value_of(const Sample& sample, const BlockInput& in) { return in.sign * sample.values[static_cast<std::size_t>(in.place)]; }

class Block {
 public:
  virtual ~Block() = default;
  // Its values. False: it has none, problem() says why. Allocates nothing.
  virtual bool compute(const Sample&, std::span<double> memory, std::span<double> out) = 0;
  // Once all values of the sample are known: for blocks that take one from below.
  virtual void after(const Sample&, std::span<double> /*memory*/) {}
  virtual std::string problem() const { return {}; }
};

// Makes a block of what the file says about it: its inputs `of`, its `numbers`; `memory` numbers will be handed to it. At the first sample they are zero.
using BlockMaker = std::function<std::unique_ptr<Block>(const BlockDescription&, double period_s)>;
// For the whole program, from then on; a name that exists is replaced. Before the first run, not during one.
void register_block(const std::string& kind, BlockMaker);
const BlockMaker* find_block(const std::string& kind);  // null: there is none

}  // namespace zanjir
