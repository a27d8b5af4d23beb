// Reads recordings: finished ones, those being written, and those whose writer died. Nothing read here can hurt a recording.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/record/recorder.hpp"

namespace zanjir {

enum class RecordingState {
  finished,     // the run ended by itself and left its summary
  live,         // being written now
  interrupted,  // no summary and nobody writes: the run was killed or gave up; everything up to the last flush is there
};

struct RowRange {
  std::uint64_t first = 0, count = std::numeric_limits<std::uint64_t>::max();  // cut at the end of the recording
  std::uint64_t every = 1;                                                     // rows first, first + every, ...
};

class Recording {
 public:
  static Result<Recording> open(const std::filesystem::path&);
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;
  ~Recording();

  RecordingState state() const;
  bool is_marked() const;  // as being written, by a living or dead writer: other programs open it only with the SWMR flag; repair clears it
  const RecordingHeader& header() const;
  std::uint64_t n_rows() const;
  const std::vector<EventRecord>& events() const;
  const std::optional<std::string>& summary() const;  // JSON; absent until the run has ended
  std::optional<std::size_t> find_channel(std::string_view name) const;

  // Rows, events, summary and state as they are now; for recordings being written. Empty on success.
  std::vector<Diagnostic> refresh();

  // Numbers of the chosen channels, row by row. Fails only on a damaged file.
  Result<std::vector<double>> read(std::span<const std::size_t> channels, const RowRange& = {}) const;
  Result<std::vector<double>> column(std::string_view channel, const RowRange& = {}) const;
  // All channels of the rows of a range, a block at a time, so that memory stays flat: `visit(number of the row, its numbers)`.
  std::vector<Diagnostic> for_each_row(const RowRange&, const std::function<void(std::uint64_t, std::span<const double>)>& visit) const;
  // First row at or after a time (times never decrease); n_rows() when there is none.
  Result<std::uint64_t> row_at(double t_s) const;

 private:
  struct Impl;
  explicit Recording(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

// For programs that use HDF5 through us alone, before anything else here: the library loses objects of its own over damaged files and would
// complain about them on standard error at exit. Our files are closed by then.
void skip_hdf5_exit_check();

// "interrupted at t = 3.2 s", "finished", ...: one phrase.
std::string state_text(const Recording&);

}  // namespace zanjir
