#include "zanjir/verify/recorded_motion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/loops/closer.hpp"
#include "zanjir/record/recording.hpp"
#include "zanjir/simulate/recorded_mechanism.hpp"
#include "zanjir/simulate/recorded_state.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {
namespace {

// Rows that are spread evenly, first and last among them: 0, 1/2, 1/4, 3/4, 1/8 ... of the way, by numbers with their bits reversed.
std::vector<std::uint64_t> spread(std::uint64_t n_rows, std::uint64_t n) {
  std::vector<std::uint64_t> rows;
  std::uint64_t bits = 0;
  while ((std::uint64_t{1} << bits) < n) ++bits;
  for (std::uint64_t i = 0; i < (std::uint64_t{1} << bits); ++i) {
    std::uint64_t reversed = 0;
    for (std::uint64_t b = 0; b < bits; ++b) reversed |= ((i >> b) & 1) << (bits - 1 - b);
    if (reversed < n) rows.push_back(n > 1 ? reversed * (n_rows - 1) / (n - 1) : 0);
  }
  return rows;
}

std::string recorded_fact(const Recording& recording, std::string_view name) {
  for (const auto& [key, text] : recording.header().provenance) {
    if (key == name) return text;
  }
  return {};
}

// "line 12: 'mass: 2' there, 'mass: 3' now", or nothing.
std::string first_difference(std::string_view before, std::string_view now) {
  for (int line = 1; !before.empty() || !now.empty(); ++line) {
    const std::string_view a = before.substr(0, before.find('\n')), b = now.substr(0, now.find('\n'));
    if (a != b) return fmt::format("line {}: '{}' there, '{}' now", line, a, b);
    before.remove_prefix(std::min(before.size(), a.size() + 1));
    now.remove_prefix(std::min(now.size(), b.size() + 1));
  }
  return {};
}

// "with --set a=0.5 b=1", by name.
std::string set_in_words(Overrides set) {
  std::ranges::sort(set, {}, &Override::key);
  std::string text;
  for (const Override& o : set) text += " " + o.key + "=" + o.value;
  return text.empty() ? "without --set" : "with --set" + text;
}

// Coordinates that a recording has, each beside its speed, and the model has not.
std::string unknown_coordinates(const Model& model, const Recording& recording) {
  const UserJoints users(model);
  std::string names;
  for (const Channel& channel : recording.header().channels) {
    constexpr std::string_view suffix = ".speed";
    if (!channel.name.ends_with(suffix)) continue;
    const std::string name = channel.name.substr(0, channel.name.size() - suffix.size());
    const auto& known = users.coordinate_names();
    if (!recording.find_channel(name) || std::find(known.begin(), known.end(), name) != known.end()) continue;
    names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

// Samples are closed to what the run was; formulations differ by as much.
bool close(const Model& model, Closer& closer, State& state) {
  return model.n_closure_rows() == 0 || (closer.positions(model, state).closed && closer.velocities(model, state).consistent);
}

}  // namespace

Result<RecordedMotion> recorded_motion(const Model& model, std::string_view description, const Overrides& set, const std::filesystem::path& path,
                                       int n_states) {
  const std::string file = path.string();
  Result<Recording> opened = Recording::open(path);
  if (!opened) return {std::nullopt, std::move(opened.diagnostics)};
  const Recording& recording = *opened;
  Result<RecordedMotion> result;
  const auto refuse = [&](std::string message, std::string hint) {
    result.diagnostics.push_back({Severity::error, file, 0, 0, "", std::move(message), std::move(hint)});
    return result;
  };
  if (const std::string of = recorded_fact(recording, "model"); of != model.name())
    return refuse(fmt::format("a recording of '{}', not of '{}'", of, model.name()), "`zanjir run` of this file records one: --record RUN.h5");
  if (const std::string names = unknown_coordinates(model, recording); !names.empty())
    return refuse(fmt::format("the recording has coordinates that '{}' has not: {}", model.name(), names), "the mechanism has changed since");
  if (recording.n_rows() == 0) return refuse("the recording has no rows", "record a longer motion");
  if (Result<std::vector<double>> times = recording.column("t"); !times) return {std::nullopt, std::move(times.diagnostics)};
  RecordedMotion motion{file, recording.n_rows(), {}};
  Closer closer(model);
  std::vector<double> numbers(recording.header().channels.size());
  for (const std::uint64_t row : spread(recording.n_rows(), std::min<std::uint64_t>(recording.n_rows(), static_cast<std::uint64_t>(n_states)))) {
    const auto problems = recording.for_each_row(
        {row, 1, 1}, [&](std::uint64_t, std::span<const double> values) { std::copy(values.begin(), values.end(), numbers.begin()); });
    if (!problems.empty()) return {std::nullopt, problems};
    std::vector<std::string> missing;
    const auto channel = [&](const std::string& name) -> std::optional<double> {
      const auto found = recording.find_channel(name);
      return found ? std::optional(numbers[*found]) : std::nullopt;
    };
    Result<State> state = recorded_state(model, channel, fmt::format("{}, row {}", file, row), missing);
    if (!missing.empty()) {
      std::string names;
      for (const std::string& name : missing) names += (names.empty() ? "" : ", ") + name;
      return refuse(fmt::format("the state of '{}' needs channels that are not in the recording: {}", model.name(), names),
                    "the mechanism has changed since, or not everything was recorded");
    }
    if (!state) return {std::nullopt, std::move(state.diagnostics)};
    if (!close(model, closer, *state))
      return refuse(fmt::format("the loops of '{}' do not close at row {}", model.name(), row), "the mechanism has changed since");
    motion.states.push_back(std::move(*state));
  }
  if (const std::string text = recorded_fact(recording, "file text"); !text.empty() && text != description)
    result.diagnostics.push_back({Severity::warning, file, 0, 0, "", "the mechanism's file has changed since: " + first_difference(text, description),
                                  "states are taken as they were recorded"});
  if (const std::string before = set_in_words(set_of_text(recorded_fact(recording, "set"))), now = set_in_words(set);
      before != now && !recorded_fact(recording, "file text").empty())
    result.diagnostics.push_back({Severity::warning, file, 0, 0, "", fmt::format("was recorded {}, and is looked at {}", before, now),
                                  "states are taken as they were recorded; the same --set makes it the same mechanism"});
  result.value = std::move(motion);
  return result;
}

}  // namespace zanjir
