#include "zanjir/view/shown_recording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/record/file_problem.hpp"
#include "zanjir/simulate/recorded_pose.hpp"

namespace zanjir {
namespace {

std::string fact_of(const Recording& recording, std::string_view name) {
  const auto& facts = recording.header().provenance;
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const auto& fact) { return fact.first == name; });
  return found == facts.end() ? "" : found->second;
}

Overrides overrides_of(const std::string& lines) {  // "key = value", one per line
  Overrides set;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size()), equals = lines.find(" = ", begin);
    if (equals < end) set.push_back({lines.substr(begin, equals - begin), lines.substr(equals + 3, end - equals - 3)});
    begin = end + 1;
  }
  return set;
}

}  // namespace

Result<Bundle> shown_recording(const Recording& recording, const std::string& file, const Description* described, const RecordingShown& shown) {
  Result<Description> own;
  if (!described) {
    const std::string text = fact_of(recording, "file text"), name = fact_of(recording, "file");
    if (text.empty())
      return {std::nullopt, {file_problem(file, "the recording does not hold the file of its mechanism", "give the file with --model FILE")}};
    own = read_description_text(text, name, overrides_of(fact_of(recording, "set")), std::filesystem::path(name).parent_path());
    if (!own) return {std::nullopt, std::move(own.diagnostics)};
    described = &*own;
  }
  Result<Model> model = build_model(*described);
  if (!model) return {std::nullopt, std::move(model.diagnostics)};
  const std::uint64_t n = recording.n_rows();
  if (n == 0) return {std::nullopt, {file_problem(file, "the recording has no rows", "record a longer motion")}};
  const std::vector<Channel>& channels = recording.header().channels;
  const std::vector<std::uint64_t> rows = even_rows(n, shown.frames);
  const std::size_t points = std::max<std::size_t>(200, shown.curve_bytes / sizeof(float) / std::max<std::size_t>(channels.size(), 1));
  CurveTaker curves(channels, n, points);
  RecordedPose recorded(*model);
  std::vector<std::string> missing;
  Bundle bundle;
  std::optional<PoseTaker> poses;
  std::size_t next = 0;
  const std::vector<Diagnostic> problems = recording.for_each_row({}, [&](std::uint64_t row, std::span<const double> numbers) {
    curves.add(numbers);
    if (next >= rows.size() || row != rows[next]) return;
    ++next;
    const State state = recorded.state(channels, numbers, missing);
    if (!poses) {
      bundle.scenes.push_back(make_scene(*model, described->looks, state));
      poses.emplace(*model, bundle.scenes.back());
    }
    poses->add(state);
  });
  if (!problems.empty()) return {std::nullopt, problems};
  if (!missing.empty()) {
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    return {
        std::nullopt,
        {file_problem(file, fmt::format("the poses of '{}' need channels that are not in the recording: {}", model->name(), fmt::join(missing, ", ")),
                      "the mechanism has changed since, or not everything was recorded")}};
  }
  Clip clip;
  clip.name = model->name();
  clip.title = fmt::format("{}, {}", model->name(), std::filesystem::path(file).filename().string());
  clip.note = state_text(recording) + ".";
  clip.poses = poses->take();
  clip.curves = curves.take();
  clip.events = recording.events();
  bundle.title = model->name();
  bundle.clips.push_back(std::move(clip));
  return {std::move(bundle), {}};
}

}  // namespace zanjir
