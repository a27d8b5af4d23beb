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

namespace zanjir {

struct Channel {
  std::string name;  // "A", "A.speed", "ledger.dampers": unique; the first is always "t"
  std::string unit;  // SI: "s", "rad", "m/s", "N m", "1"
  bool operator==(const Channel&) const = default;
};

struct EventRecord {
  double t_s = 0;
  std::string name;    // "floor.ball", as in the description
  std::string what;    // "impact", "touch", "release", "crossing", "stop"
  double value = 0;    // what belongs to the kind: rate of the gap at an impact, touch-down (negative) or release, guard rate of a crossing
  double energy_J = 0; // that the event added (negative: took away)
};

// Everything that must be known before the first sample: nothing can be added to a recording later.
struct RecordingHeader {
  std::vector<Channel> channels;
  std::vector<std::pair<std::string, std::string>> provenance;  // program version, commit, model file text, options, instruction set, ...
};

std::optional<std::size_t> find_channel(const RecordingHeader&, std::string_view name);
void require_valid(const RecordingHeader&);  // a contract: the first channel is "t", no name is empty or used twice

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
