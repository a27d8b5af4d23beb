// A recorder in memory, for tests, studies and short runs.
#pragma once

#include <optional>

#include "zanjir/record/recorder.hpp"

namespace zanjir {

class MemoryRecorder final : public Recorder {
 public:
  // append() allocates nothing for the first `reserve_rows` rows and `reserve_events` events; beyond them memory grows by doubling.
  explicit MemoryRecorder(RecordingHeader, std::size_t reserve_rows = 0, std::size_t reserve_events = 0);

  bool append(std::span<const double> row) override;
  bool add_event(const EventRecord&) override;
  bool finish(std::string_view summary_json) override;
  std::string error() const override { return {}; }

  const RecordingHeader& header() const { return header_; }
  std::size_t n_rows() const { return values_.size() / header_.channels.size(); }
  std::span<const double> row(std::size_t index) const;
  const std::vector<EventRecord>& events() const { return events_; }
  const std::optional<std::string>& summary() const { return summary_; }
  std::optional<std::size_t> find_channel(std::string_view name) const;
  std::vector<double> column(std::string_view name) const;  // of a channel that exists

 private:
  RecordingHeader header_;
  std::vector<double> values_;  // row by row
  std::vector<EventRecord> events_;
  std::optional<std::string> summary_;
};

}  // namespace zanjir
