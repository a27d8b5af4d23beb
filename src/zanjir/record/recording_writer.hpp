// A recording on disk that survives the death of its program at any moment. HDF5 in SWMR mode (single writer, multiple readers):
// docs/recordings.md. It appears under its name once it can be read; before that there is only FILE.part, which the next writer removes.
//
// A thread of its own writes: append() copies a row and returns (no heap, no disk), and a row is on its way to the disk after at most
// `flush_s` even when the run is stuck in a long step. append() waits only when the disk is slower than the run for two blocks of rows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/record/recorder.hpp"
#include "zanjir/record/writer_lock.hpp"

namespace zanjir {

struct RecordingOptions {
  IfExists if_exists = IfExists::refuse;  // overwrite: the old file stays until the new one can be read
  double flush_s = 0.5;                   // a kill loses at most this plus the time of one flush (0.3 ms for 100 channels)
};

class RecordingWriter final : public Recorder {
 public:
  static constexpr std::uint64_t all_rows = std::numeric_limits<std::uint64_t>::max();

  // Channels: the first is "t", all names differ.
  static Result<RecordingWriter> create(const std::filesystem::path&, const RecordingHeader&, const RecordingOptions& = {});
  // Goes on after the first `keep_rows` rows of a recording that nobody writes, with the same channels; later rows, later events (after the
  // time of the last row kept) and the summary are dropped. What `provenance` says differently from the recording is added as "resumed.KEY", after
  // "resumed.rows", the number of rows kept.
  // Works on a copy that takes the name in one step. A dead recording needs no repair before.
  static Result<RecordingWriter> resume(const std::filesystem::path&, const RecordingHeader&, std::uint64_t keep_rows = all_rows,
                                        const RecordingOptions& = {});

  RecordingWriter(RecordingWriter&&) noexcept;
  ~RecordingWriter() override;  // without finish(): the recording is closed, whole, and has no summary

  bool append(std::span<const double> row) override;
  bool add_event(const EventRecord&) override;  // names beyond 255 bytes and kinds beyond 63 end in "…"
  bool finish(std::string_view summary_json) override;
  std::string error() const override;

  bool flush();  // waits until all that was appended can be read
  std::uint64_t n_rows() const;

 private:
  struct Impl;
  explicit RecordingWriter(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace zanjir
