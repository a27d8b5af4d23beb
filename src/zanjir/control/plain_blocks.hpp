// The blocks that need nothing but numbers: all kinds but those of model_blocks.hpp and `custom`.
#pragma once

#include "zanjir/control/block.hpp"
#include "zanjir/forces/phases.hpp"

namespace zanjir {

struct BlockPlace {
  double period_s = 0;
  std::uint64_t stream = 0;  // of random numbers: the seed, the controller and the block
  std::size_t sensor = 0;    // of a sensor: its place among Sample::sensors
  const Phases* phases = nullptr;
  bool input_below = false;  // of a delay: what it takes stands further down
};
// Null for the other kinds.
std::unique_ptr<Block> make_plain_block(const BlockDescription&, const BlockPlace&);

// The number of a stream that belongs to a sample: the same whatever was drawn before, so that nothing has to be remembered.
double normal_number(std::uint64_t stream, std::uint64_t sample);

}  // namespace zanjir
