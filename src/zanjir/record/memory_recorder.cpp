#include "zanjir/record/memory_recorder.hpp"

#include <algorithm>

#include "zanjir/core/contract.hpp"

namespace zanjir {

MemoryRecorder::MemoryRecorder(RecordingHeader header, std::size_t reserve_rows, std::size_t reserve_events) : header_(std::move(header)) {
  require_valid(header_);
  values_.reserve(reserve_rows * header_.channels.size());
  events_.reserve(reserve_events);
}

bool MemoryRecorder::append(std::span<const double> row) {
  ZANJIR_REQUIRE(row.size() == header_.channels.size(), "a row has one number per channel");
  values_.insert(values_.end(), row.begin(), row.end());
  return true;
}

bool MemoryRecorder::add_event(const EventRecord& event) {
  events_.push_back(event);
  return true;
}

bool MemoryRecorder::finish(std::string_view summary_json) {
  summary_ = std::string(summary_json);
  return true;
}

std::span<const double> MemoryRecorder::row(std::size_t index) const {
  ZANJIR_REQUIRE(index < n_rows(), "no such row");
  return {values_.data() + index * header_.channels.size(), header_.channels.size()};
}

std::optional<std::size_t> MemoryRecorder::find_channel(std::string_view name) const { return zanjir::find_channel(header_, name); }

std::vector<double> MemoryRecorder::column(std::string_view name) const {
  const std::optional<std::size_t> channel = find_channel(name);
  ZANJIR_REQUIRE(channel.has_value(), "no channel " + std::string(name));
  std::vector<double> values;
  values.reserve(n_rows());
  for (std::size_t i = 0; i < n_rows(); ++i) values.push_back(row(i)[*channel]);
  return values;
}

}  // namespace zanjir
