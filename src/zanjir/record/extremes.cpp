#include "zanjir/record/extremes.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/core/contract.hpp"

namespace zanjir {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

struct RowExtremes {  // of one channel in one part of the range
  double min = nothing, max = nothing;
  std::uint64_t row_of_min = 0, row_of_max = 0;
  void look_at(std::uint64_t row, double value) {
    if (std::isnan(value)) return;
    if (!(min <= value)) min = value, row_of_min = row;  // also when there is none yet
    if (!(max >= value)) max = value, row_of_max = row;
  }
};

}  // namespace

Result<std::vector<ChannelRange>> channel_ranges(const Recording& recording, const RowRange& range) {
  std::vector<ChannelRange> ranges(recording.header().channels.size(), {nothing, nothing, nothing, nothing});
  std::vector<Diagnostic> problems = recording.for_each_row(range, [&](std::uint64_t, std::span<const double> row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (std::isnan(row[i])) continue;
      ChannelRange& r = ranges[i];
      if (std::isnan(r.first)) r.first = r.min = r.max = row[i];
      r.last = row[i];
      r.min = std::min(r.min, row[i]);
      r.max = std::max(r.max, row[i]);
    }
  });
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  return {std::move(ranges), {}};
}

Result<std::vector<std::uint64_t>> rows_with_extremes(const Recording& recording, std::span<const std::size_t> channels, std::size_t at_most,
                                                      const RowRange& range) {
  ZANJIR_REQUIRE(range.every == 1, "decimation looks at every row");
  ZANJIR_REQUIRE(at_most >= rows_needed(channels.size()), "too few points for so many channels");
  const std::uint64_t first = std::min(range.first, recording.n_rows()), n = std::min(range.count, recording.n_rows() - first);
  std::vector<std::uint64_t> rows;
  if (n <= at_most) {
    for (std::uint64_t i = 0; i < n; ++i) rows.push_back(first + i);
    return {std::move(rows), {}};
  }
  const std::size_t n_parts = channels.empty() ? 1 : (at_most - 2) / (2 * channels.size());
  // Row i is in part floor(i n_parts / n): in doubles, whose rounding may only move a border by a row
  const auto part_of = [&](std::uint64_t row) {
    return std::min(n_parts - 1, static_cast<std::size_t>(static_cast<double>(row - first) * static_cast<double>(n_parts) / static_cast<double>(n)));
  };
  std::vector<RowExtremes> extremes(channels.size());
  std::size_t part = 0;
  const auto close_part = [&](std::uint64_t next_row) {
    for (RowExtremes& e : extremes) {
      rows.insert(rows.end(), {e.row_of_min, e.row_of_max});
      e = {nothing, nothing, next_row, next_row};
    }
  };
  for (RowExtremes& e : extremes) e = {nothing, nothing, first, first};
  std::vector<Diagnostic> problems = recording.for_each_row(range, [&](std::uint64_t row, std::span<const double> values) {
    if (part_of(row) != part) {
      part = part_of(row);
      close_part(row);
    }
    for (std::size_t i = 0; i < channels.size(); ++i) extremes[i].look_at(row, values[channels[i]]);
  });
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  close_part(first);
  rows.insert(rows.end(), {first, first + n - 1});
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return {std::move(rows), {}};
}

}  // namespace zanjir
