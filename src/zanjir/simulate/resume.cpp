#include "zanjir/simulate/resume.hpp"

#include <algorithm>

#include "zanjir/simulate/recorded_state.hpp"

namespace zanjir {

Result<ResumePoint> resume_point(const Model& model, const ChannelValue& channel, const std::string& source) {
  std::vector<std::string> missing;
  const auto value = [&](const std::string& name) {
    const std::optional<double> found = channel(name);
    if (!found) missing.push_back(name);
    return found.value_or(0);
  };
  ResumePoint point;
  Result<State> state = recorded_state(model, channel, source, missing);
  double work = 0;
  for (std::size_t i = 0; i < n_work_sources; ++i) work += point.resumed.work_J[i] = value("ledger." + std::string(work_source_names[i]));
  point.resumed.energy_begin_J = value("energy.total") - work - value("ledger.imbalance");
  for (const SampledController& c : model.sampled_controllers())
    for (const std::string& name : recorded_names(c.says)) point.resumed.control.push_back(value(name));
  if (!missing.empty()) {
    std::string names;
    for (const std::string& name : missing) names += (names.empty() ? "" : ", ") + name;
    return {std::nullopt, {{Severity::error, source, 0, 0, "", "the recording is of another model or lacks channels: " + names, ""}}};
  }
  if (!state) return {std::nullopt, std::move(state.diagnostics)};
  point.state = std::move(*state);
  return {std::move(point), {}};
}

Result<ResumePoint> resume_point(const Model& model, const Recording& recording, const std::string& file, std::uint64_t n_rows) {
  const auto refuse = [&](std::string message, std::string hint = {}) -> Result<ResumePoint> {
    return {std::nullopt, {{Severity::error, file, 0, 0, "", std::move(message), std::move(hint)}}};
  };
  n_rows = std::min(n_rows, recording.n_rows());
  if (n_rows == 0) return refuse("the recording has no row to go on from", "start anew");
  std::vector<double> last(recording.header().channels.size());
  const auto problems = recording.for_each_row({n_rows - 1, 1, 1},
                                               [&](std::uint64_t, std::span<const double> row) { std::copy(row.begin(), row.end(), last.begin()); });
  if (!problems.empty()) return {std::nullopt, problems};
  Result<ResumePoint> point = resume_point(
      model,
      [&](const std::string& name) -> std::optional<double> {
        const auto channel = recording.find_channel(name);
        return channel ? std::optional(last[*channel]) : std::nullopt;
      },
      file);
  if (!point) return point;
  const Result<std::vector<double>> kinetic = recording.column("energy.kinetic", {0, n_rows, 1}), times = recording.column("t", {0, 1, 1});
  for (const auto* column : {&kinetic, &times})
    if (!*column) return {std::nullopt, column->diagnostics};
  point->resumed.largest_kinetic_J = *std::max_element(kinetic->begin(), kinetic->end());
  point->resumed.t_begin_s = times->front();
  return point;
}

}  // namespace zanjir
