// Where the samples of a run go: named channels with units, rows at increasing times, events, and a summary at the end.
// Implemented by RecordingWriter (HDF5, survives a kill) and MemoryRecorder (for tests, studies and short runs).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zanjir/record/channel.hpp"

namespace zanjir {

// Everything that must be known before the first sample: nothing can be added to a recording later.
struct RecordingHeader {
  std::vector<Channel> channels;
  std::vector<std::pair<std::string, std::string>> provenance;  // program version, commit, model file text, options, instruction set, ...
};

std::optional<std::size_t> find_channel(const RecordingHeader&, std::string_view name);
// Texts of an event have room of a fixed size: at most n - 1 bytes, padded with zeros; cut at a character and marked when it is longer.
inline constexpr std::size_t event_name_bytes = 256, event_what_bytes = 64;
void pack_text(const std::string& text, char* out, std::size_t n);
EventRecord as_recorded(const EventRecord&);  // as it comes out of a recording
void require_valid(const RecordingHeader&);   // a contract: the first channel is "t", no name is empty or used twice

class Recorder {
 public:
  virtual ~Recorder() = default;
  // False: it cannot go on (disk full ...); error() says why. The run then ends and says so.
  virtual bool append(std::span<const double> row) = 0;  // as many numbers as channels; allocates nothing
  virtual bool add_event(const EventRecord&) = 0;
  virtual bool finish(std::string_view summary_json) = 0;
  virtual std::string error() const = 0;
};

}  // namespace zanjir
