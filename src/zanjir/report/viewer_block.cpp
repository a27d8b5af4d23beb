#include "zanjir/report/viewer_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/draw/plot.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir {
namespace {

// JSON inside a page: no letter of it may end the script element.
std::string harmless(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) c == '<' ? out += "\\u003c" : out += c;
  return out;
}

// Curves of a task, its series over its abscissa.
CurveTable curves_of(const TaskResult& task, std::size_t bytes) {
  std::vector<Channel> channels = {{task.abscissa.name, task.abscissa.unit}};
  for (const Series& s : task.series) channels.push_back({s.name, s.unit});
  const std::size_t n = task.abscissa.values.size();
  CurveTaker taker(channels, n, std::clamp<std::size_t>(bytes / (4 * channels.size()), 60, 4000));
  std::vector<double> row(channels.size());
  for (std::size_t r = 0; r < n; ++r) {
    row[0] = task.abscissa.values[r];
    for (std::size_t c = 0; c < task.series.size(); ++c) row[c + 1] = task.series[c].values[r];
    taker.add(row);
  }
  return taker.take();
}

}  // namespace

std::string viewer_block(const Bundle& bundle, ViewerSize size) {
  return fmt::format(
      "<div class=\"zanjir-view\" data-size=\"{}\" role=\"region\" aria-label=\"{} in motion\">\n<noscript><p>{} moves here when scripts are "
      "allowed.</p></noscript>\n<script type=\"application/json\">{}</script>\n</div>\n",
      size == ViewerSize::full ? "full" : "card", escaped(bundle.title), escaped(bundle.title), harmless(bundle_json(bundle)));
}

std::string viewer_script() { return "<script>" + std::string(viewer_javascript()) + "</script>\n"; }
std::string viewer_script_from(std::string_view address) { return fmt::format("<script src=\"{}\"></script>\n", address); }

std::string viewer_page(const Bundle& bundle) {
  return page_document(bundle.title, fmt::format("<main class=\"view-page\">\n<h1>{}</h1>\n{}</main>\n{}", escaped(bundle.title),
                                                 viewer_block(bundle), viewer_script()));
}

std::optional<Bundle> study_bundle(const StudyOutcome& outcome, std::size_t bytes) {
  Bundle bundle;
  bundle.title = outcome.study.title.empty() ? outcome.study.name : outcome.study.title;
  std::vector<std::pair<std::string, int>> scene_of;  // by the name of the model
  const auto n_moving = static_cast<std::size_t>(
      std::count_if(outcome.results.tasks().begin(), outcome.results.tasks().end(), [](const TaskResult& t) { return t.motion.size() > 1; }));
  if (n_moving == 0 || !outcome.models) return std::nullopt;
  for (const StudyTask& task : outcome.study.tasks) {
    const TaskResult* result = outcome.results.find_task(task.name);
    const auto loaded = outcome.models->find(task.model.name);
    if (!result || result->motion.size() < 2 || loaded == outcome.models->end()) continue;
    const Model& model = loaded->second.model;
    auto scene = std::find_if(scene_of.begin(), scene_of.end(), [&](const auto& s) { return s.first == task.model.name; });
    const auto bare = [&](const State& s) { return State{s.t_s, s.q, VecX::Zero(model.nv())}; };  // the run may have had springs in place of loops
    if (scene == scene_of.end()) {
      scene = scene_of.insert(scene_of.end(), {task.model.name, static_cast<int>(bundle.scenes.size())});
      bundle.scenes.push_back(make_scene(model, loaded->second.file->description.looks, bare(result->motion.front())));
    }
    Clip clip;
    clip.name = task.name;
    clip.title = fmt::format("{} ({}, {})", task.name, result->kind, model.name());
    clip.scene = scene->second;
    // A quarter of the share for poses: they interpolate well. The letters of base64 are four for three bytes.
    const std::size_t share = bytes / n_moving * 3 / 4, per_frame = 28 * (model.bodies().size() + 25 * model.elastic_bodies().size());
    const std::size_t frames = std::clamp<std::size_t>(share / 2 / per_frame, 60, result->motion.size());
    PoseTaker poses(model, bundle.scenes[static_cast<std::size_t>(clip.scene)]);
    for (const std::uint64_t i : even_rows(result->motion.size(), frames)) poses.add(bare(result->motion[i]));
    clip.poses = poses.take();
    clip.curves = curves_of(*result, share / 2);
    clip.abscissa = result->abscissa.name, clip.abscissa_unit = result->abscissa.unit;
    clip.events = result->events;
    if (result->status != TaskStatus::done) clip.note = "It ended early: " + result->why;
    bundle.clips.push_back(std::move(clip));
  }
  if (bundle.clips.empty()) return std::nullopt;
  return bundle;
}

}  // namespace zanjir
