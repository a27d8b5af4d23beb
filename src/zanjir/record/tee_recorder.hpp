// One run, two recorders.
#pragma once

#include "zanjir/record/recorder.hpp"

namespace zanjir {

class TeeRecorder final : public Recorder {
 public:
  TeeRecorder(Recorder& first, Recorder& second) : first_(first), second_(second) {}
  bool append(std::span<const double> row) override { return first_.append(row) && second_.append(row); }
  bool add_event(const EventRecord& event) override { return first_.add_event(event) && second_.add_event(event); }
  bool finish(std::string_view summary_json) override { return first_.finish(summary_json) && second_.finish(summary_json); }
  std::string error() const override { return first_.error().empty() ? second_.error() : first_.error(); }

 private:
  Recorder &first_, &second_;
};

}  // namespace zanjir
