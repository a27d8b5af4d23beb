// Where a mechanism was, from a row of channels, taken as it was recorded: loops that have opened stay open. For pictures; runs go on from
// recorded_state.hpp.
#pragma once

#include <span>
#include <unordered_map>

#include "zanjir/record/channel.hpp"
#include "zanjir/simulate/recorded_state.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

// Channels that are not there go to `missing`, and their coordinates stay as in the initial state.
class RecordedPose {
 public:
  explicit RecordedPose(const Model&);
  // Of one row.
  State state(const ChannelValue&, std::vector<std::string>& missing);
  State state(const std::vector<Channel>&, std::span<const double> row, std::vector<std::string>& missing);  // the numbers of the channels

 private:
  const Model& model_;
  UserJoints users_;
  std::unordered_map<std::string, std::size_t> places_;  // of the channels of the rows before
};

}  // namespace zanjir
