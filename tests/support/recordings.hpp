// For tests of recordings: a folder that goes away, and samples whose every number follows from row and channel.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "zanjir/record/recording.hpp"
#include "zanjir/record/recording_writer.hpp"

namespace zanjir::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "zanjir_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline RecordingHeader sample_header(std::size_t n_channels) {
  RecordingHeader header{{{"t", "s"}}, {{"program", "test"}}};
  for (std::size_t c = 1; c < n_channels; ++c) header.channels.push_back({"x" + std::to_string(c), "m"});
  return header;
}

inline double sample(std::uint64_t row, std::size_t channel) {
  return channel == 0 ? 1e-3 * static_cast<double>(row)
                      : std::sin(0.37 * static_cast<double>(row) + static_cast<double>(channel)) * std::exp2(static_cast<double>(channel % 40) - 20);
}

inline void fill(std::uint64_t row, std::vector<double>& values) {
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = sample(row, c);
}

inline std::string text_of(const std::vector<Diagnostic>& diagnostics) { return diagnostics.empty() ? "" : to_text(diagnostics.front()); }

template <class T> T must(Result<T> result) {
  if (!result) throw std::runtime_error(text_of(result.diagnostics));
  return std::move(*result);
}

inline void append_samples(RecordingWriter& writer, std::uint64_t first, std::uint64_t count, std::size_t n_channels) {
  std::vector<double> row(n_channels);
  for (std::uint64_t i = first; i < first + count; ++i) {
    fill(i, row);
    ASSERT_TRUE(writer.append(row)) << writer.error();
  }
}

// Every number of every row, bit by bit.
inline void expect_samples(const Recording& recording, std::uint64_t n_rows) {
  ASSERT_EQ(recording.n_rows(), n_rows);
  std::uint64_t wrong = 0, seen = 0;
  const auto problems = recording.for_each_row({}, [&](std::uint64_t row, std::span<const double> values) {
    ++seen;
    for (std::size_t c = 0; c < values.size(); ++c) wrong += values[c] != sample(row, c);
  });
  EXPECT_TRUE(problems.empty()) << text_of(problems);
  EXPECT_EQ(seen, n_rows);
  EXPECT_EQ(wrong, 0u);
}

}  // namespace zanjir::test
