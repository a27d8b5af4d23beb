// The HDF5 file behind a RecordingWriter: makes it or takes it up again, then appends. Knows nothing of names, locks and threads.
// Functions return false after a failure, error() says why; then only close() makes sense.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "zanjir/record/recorder.hpp"
#include "zanjir/record/recording_layout.hpp"

namespace zanjir {

class RecordingFile {
 public:
  RecordingFile() = default;
  ~RecordingFile();
  RecordingFile(const RecordingFile&) = delete;
  RecordingFile& operator=(const RecordingFile&) = delete;

  // A new file; fails if the path exists. Everything but rows, events and the summary is in it now, since nothing can be added later.
  bool create(const std::string& path, const RecordingHeader&);
  // Takes up a file without mark, keeping its first rows and events; new provenance is added. A kill in here destroys the file: give it a copy.
  bool take_up(const std::string& path, std::uint64_t n_rows, std::uint64_t n_events,
               std::span<const std::pair<std::string, std::string>> more_provenance);
  // From here on a kill leaves everything up to the last flush readable.
  bool start();

  bool write_rows(const double* rows, std::size_t n_rows);
  bool write_events(const layout::PackedEvent*, std::size_t n_events);
  bool write_summary(std::string_view);
  bool flush();
  bool close();

  std::uint64_t n_rows() const { return n_rows_; }
  bool is_at(const std::string& path) const;  // false once somebody removed or replaced it
  const std::string& error() const { return error_; }

 private:
  bool check(bool ok, const char* doing);
  bool write_texts(const char* name, const std::vector<Channel>&, std::string Channel::*);
  bool write_provenance(std::size_t index, const std::string& key, const std::string& text);
  bool create_growing(const char* name, hid_t type, std::span<const hsize_t> block, Hdf5Handle& dataset);
  bool append(hid_t dataset, hid_t type, std::span<const hsize_t> begin, std::span<const hsize_t> count, const void* data);
  bool reached_the_disk();

  Hdf5Handle file_, samples_, events_, summary_, event_type_;
  std::size_t n_channels_ = 0;
  std::uint64_t n_rows_ = 0, n_events_ = 0;
  std::string error_;
};

}  // namespace zanjir
