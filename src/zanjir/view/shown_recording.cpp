#include "zanjir/view/shown_recording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/record/file_problem.hpp"
#include "zanjir/simulate/recorded_mechanism.hpp"
#include "zanjir/simulate/recorded_pose.hpp"

namespace zanjir {

Result<Bundle> shown_recording(const Recording& recording, const std::string& file, const Description* described, const RecordingShown& shown) {
  Result<DescribedFile> own;
  std::vector<Diagnostic> warnings;
  if (!described) {
    own = recorded_mechanism(recording.header().provenance, file);
    if (!own) {
      for (Diagnostic& d : own.diagnostics)
        if (d.hint.empty() || d.file == file) d.hint = "give the file with --model FILE";
      return {std::nullopt, std::move(own.diagnostics)};
    }
    for (Diagnostic& d : own.diagnostics) {
      if (d.key_path.starts_with("look.")) d.hint += "; --model FILE shows it";
      warnings.push_back(std::move(d));
    }
    described = &own->description;
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
  clip.note = "The recording is " + state_text(recording) + ".";
  clip.poses = poses->take();
  clip.curves = curves.take();
  clip.events = recording.events();
  bundle.title = model->name();
  bundle.clips.push_back(std::move(clip));
  return {std::move(bundle), std::move(warnings)};
}

}  // namespace zanjir
