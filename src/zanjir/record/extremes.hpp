// What a long recording looks like in few numbers: ranges of its channels, and the rows that a plot must not lose.
#pragma once

#include "zanjir/record/recording.hpp"

namespace zanjir {

struct ChannelRange {  // not-a-number values are left out; all four are NaN when nothing else is there
  double first, last, min, max;
};
Result<std::vector<ChannelRange>> channel_ranges(const Recording&, const RowRange& = {});

// Rows for a plot of at most `at_most` points: the range is cut into equal parts, of each the rows stay where one of the channels is smallest
// and largest, and the first and last row of all. So no peak is lost, whatever the number of points. Needs at_most >= rows_needed(channels).
constexpr std::size_t rows_needed(std::size_t n_channels) { return 2 * n_channels + 2; }
Result<std::vector<std::uint64_t>> rows_with_extremes(const Recording&, std::span<const std::size_t> channels, std::size_t at_most,
                                                      const RowRange& = {});

}  // namespace zanjir
