#include "zanjir/record/extremes.hpp"

#include <set>

#include "support/recordings.hpp"

namespace zanjir::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Recording recording_of(const TemporaryFolder& folder, const std::vector<std::vector<double>>& rows) {
  RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(rows[0].size()), {.if_exists = IfExists::overwrite}));
  for (const auto& row : rows) EXPECT_TRUE(writer.append(row));
  EXPECT_TRUE(writer.finish("{}"));
  return must(Recording::open(folder / "run.h5"));
}

TEST(ChannelRanges, LeaveOutWhatIsNotANumber) {
  const TemporaryFolder folder;
  const Recording recording = recording_of(folder, {{0, nan, nan, 3}, {1, 5, nan, nan}, {2, -7, nan, -1}, {3, nan, nan, 2}});
  const std::vector<ChannelRange> ranges = must(channel_ranges(recording));
  EXPECT_EQ(std::tuple(ranges[0].first, ranges[0].last, ranges[0].min, ranges[0].max), std::tuple(0, 3, 0, 3));
  EXPECT_EQ(std::tuple(ranges[1].first, ranges[1].last, ranges[1].min, ranges[1].max), std::tuple(5, -7, -7, 5));
  EXPECT_TRUE(std::isnan(ranges[2].first) && std::isnan(ranges[2].last) && std::isnan(ranges[2].min) && std::isnan(ranges[2].max));
  EXPECT_EQ(std::tuple(ranges[3].first, ranges[3].last, ranges[3].min, ranges[3].max), std::tuple(3, 2, -1, 3));
}

TEST(RowsWithExtremes, LoseNoPeakOfAnyChannelInAnyPart) {
  const TemporaryFolder folder;
  constexpr std::uint64_t n_rows = 10007;  // a prime: parts differ in length
  std::vector<std::vector<double>> rows;
  for (std::uint64_t i = 0; i < n_rows; ++i) {
    const auto x = static_cast<double>(i);
    rows.push_back({1e-3 * x, std::sin(0.01 * x), i == 5003 ? 1e6 : 0.0, i % 3 == 0 ? nan : std::cos(0.3 * x)});
  }
  const Recording recording = recording_of(folder, rows);
  const std::vector<std::size_t> channels = {1, 2, 3};
  for (const std::size_t at_most : {8u, 9u, 50u, 100u, 1000u}) {
    SCOPED_TRACE(at_most);
    const std::vector<std::uint64_t> chosen = must(rows_with_extremes(recording, channels, at_most));
    EXPECT_LE(chosen.size(), at_most);
    EXPECT_TRUE(std::is_sorted(chosen.begin(), chosen.end()) && std::set(chosen.begin(), chosen.end()).size() == chosen.size());
    EXPECT_EQ(chosen.front(), 0u);
    EXPECT_EQ(chosen.back(), n_rows - 1);
    EXPECT_TRUE(std::binary_search(chosen.begin(), chosen.end(), 5003u)) << "the spike of one row is gone";
    // Each part by the definition: smallest and largest number are among the rows chosen from it.
    const std::size_t n_parts = (at_most - 2) / 6;
    for (std::size_t part = 0; part < n_parts; ++part) {
      const std::uint64_t begin = (part * n_rows + n_parts - 1) / n_parts, end = ((part + 1) * n_rows + n_parts - 1) / n_parts;
      for (const std::size_t c : channels) {
        const auto range_of = [&](auto&& has_row) {
          double low = nan, high = nan;
          for (std::uint64_t i = begin; i < end; ++i) {
            if (has_row(i)) low = std::fmin(low, rows[i][c]), high = std::fmax(high, rows[i][c]);
          }
          return std::pair(low, high);
        };
        EXPECT_EQ(range_of([&](std::uint64_t i) { return std::binary_search(chosen.begin(), chosen.end(), i); }),
                  range_of([](std::uint64_t) { return true; }));
      }
    }
  }
}

TEST(RowsWithExtremes, KeepAllOfAShortRecordingAndOfARange) {
  const TemporaryFolder folder;
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 20; ++i) rows.push_back({1.0 * i, 1.0 * (i % 5)});
  const Recording recording = recording_of(folder, rows);
  const std::vector<std::size_t> channels = {1};
  EXPECT_EQ(must(rows_with_extremes(recording, channels, 20)).size(), 20u);
  EXPECT_EQ(must(rows_with_extremes(recording, channels, 4, {3, 4})), (std::vector<std::uint64_t>{3, 4, 5, 6}));
  const auto chosen = must(rows_with_extremes(recording, channels, 4, {3, 10}));
  EXPECT_EQ(chosen, (std::vector<std::uint64_t>{3, 4, 5, 12}));  // 4 at row 4, 0 at row 5, and both ends
}

}  // namespace
}  // namespace zanjir::test
