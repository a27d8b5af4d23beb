#include "zanjir/report/viewer_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/draw/plot.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/study/run_study.hpp"
#include "zanjir/view/packed.hpp"
#include "zanjir/view/shown_map.hpp"

namespace zanjir {
namespace {

// -- a study: what of it stays in a page of limited size

constexpr std::size_t least_points = 100, most_points = 4000;  // of a curve
constexpr std::size_t least_frames = 40;                       // of a motion that is still smooth
constexpr std::size_t most_events = 200;                       // of a motion
constexpr std::size_t least_share = 20'000;                    // bytes, before they are packed, below which a motion says nothing
constexpr std::size_t packing_saves = 6;                       // times, at most, of what is worth showing

// What people ask for first: coordinates, energy, forces; then speeds; then the rest.
int rank_of(std::string_view name) {
  const auto ends = [&](std::string_view end) { return name.ends_with(end); };
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (name.find('.') == std::string_view::npos || has(".mode")) return 0;
  if (name.starts_with("energy.")) return 1;
  if (has(".reaction.force.") || has(".friction.") || ends(".normal_force") || ends(".force")) return 2;
  return ends(".speed") || ends(".x") || ends(".y") || ends(".z") ? 3 : 4;
}

// Curves of a task, its series over its abscissa: the first of them in rank, as many as have room with enough points.
CurveTable curves_of(const TaskResult& task, std::size_t bytes) {
  std::vector<const Series*> series;
  for (const Series& s : task.series) series.push_back(&s);
  std::stable_sort(series.begin(), series.end(), [](const Series* a, const Series* b) { return rank_of(a->name) < rank_of(b->name); });
  const std::size_t n = task.abscissa.values.size(), wanted = std::min(n, least_points);
  series.resize(std::min(series.size(), bytes / (4 * std::max<std::size_t>(wanted, 1))));
  std::vector<Channel> channels = {{task.abscissa.name, task.abscissa.unit}};
  for (const Series* s : series) channels.push_back({s->name, s->unit});
  CurveTaker taker(channels, n, std::clamp(bytes / (4 * channels.size()), least_points, most_points));
  std::vector<double> row(channels.size());
  for (std::size_t r = 0; r < n; ++r) {
    row[0] = task.abscissa.values[r];
    for (std::size_t c = 0; c < series.size(); ++c) row[c + 1] = series[c]->values[r];
    taker.add(row);
  }
  return taker.take();
}

struct Moving {
  const StudyTask* task = nullptr;
  const TaskResult* result = nullptr;
  const LoadedModel* loaded = nullptr;
  std::size_t length() const { return result->map ? result->map->map.points.size() : result->motion.size(); }
  State start() const {
    const VecX at_rest = VecX::Zero(loaded->model.nv());  // the run may have had springs in place of loops
    if (!result->motion.empty()) return {result->motion.front().t_s, result->motion.front().q, at_rest};
    const std::span<const double> q = standing_point(result->map->map)->q;
    return {0, VecX::Map(q.data(), static_cast<Eigen::Index>(q.size())), at_rest};
  }
};

// In the order of the study: at most `n`, long motions before short ones, and of equally long ones every so many.
std::vector<Moving> chosen(const std::vector<Moving>& all, std::size_t n) {
  if (all.size() <= n) return all;
  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a].length() > all[b].length(); });
  std::vector<std::size_t> taken;
  for (std::size_t begin = 0; begin < order.size() && taken.size() < n;) {
    std::size_t end = begin;
    while (end < order.size() && all[order[end]].length() == all[order[begin]].length()) ++end;
    for (const std::uint64_t k : even_rows(end - begin, n - taken.size())) taken.push_back(order[begin + k]);
    begin = end;
  }
  std::sort(taken.begin(), taken.end());
  std::vector<Moving> out;
  for (const std::size_t i : taken) out.push_back(all[i]);
  return out;
}

// Poses and curves of a task along its motion.
Clip motion_clip(const Moving& m, const Scene& scene, std::size_t share, std::size_t per_frame) {
  const TaskResult& result = *m.result;
  const Model& model = m.loaded->model;
  Clip clip;
  PoseTaker poses(model, scene);
  for (const std::uint64_t i : even_rows(result.motion.size(), std::max(least_frames, share / 2 / per_frame)))
    poses.add(State{result.motion[i].t_s, result.motion[i].q, VecX::Zero(model.nv())});
  clip.poses = poses.take();
  clip.curves = curves_of(result, share / 2);
  clip.abscissa = result.abscissa.name, clip.abscissa_unit = result.abscissa.unit;
  for (const std::uint64_t i : even_rows(result.events.size(), most_events)) clip.events.push_back(result.events[i]);
  if (result.status != TaskStatus::done) clip.note = "It ended early: " + result.why + ". ";
  if (clip.curves.channels.size() < result.series.size())
    clip.note += fmt::format("{} of its {} curves are in this page. ", clip.curves.channels.size(), result.series.size());
  if (clip.events.size() < result.events.size())
    clip.note += fmt::format("{} of its {} events are marked. ", clip.events.size(), result.events.size());
  return clip;
}

Clip clip_of(const Moving& m, const Scene& scene, int scene_number, std::size_t share) {
  const Model& model = m.loaded->model;
  const std::size_t per_frame = 28 * (model.bodies().size() + 25 * model.elastic_bodies().size());
  Clip clip = m.result->map ? *map_clip(model, scene, m.result->map->map, share / per_frame) : motion_clip(m, scene, share, per_frame);
  clip.name = m.task->name;
  clip.title = fmt::format("{} ({}, {})", m.task->name, m.result->kind, model.name());
  clip.scene = scene_number;
  return clip;
}

// A map can be shown unless it stands nowhere or its mechanism changes along an axis.
bool shows(const TaskResult& result) {
  if (!result.map) return result.motion.size() >= 2;
  const auto& axes = result.map->map.question.axes;
  return standing_point(result.map->map) && std::none_of(axes.begin(), axes.end(), [](const MapAxis& a) { return a.is_parameter(); });
}

Bundle thinned(const StudyOutcome& outcome, const std::vector<Moving>& all, std::size_t bytes) {
  Bundle bundle;
  bundle.title = outcome.study.title.empty() ? outcome.study.name : outcome.study.title;
  const std::vector<Moving> shown = chosen(all, std::max<std::size_t>(1, bytes / least_share));
  const std::size_t share = bytes / shown.size();
  std::vector<std::pair<const LoadedModel*, int>> scene_of;
  for (const Moving& m : shown) {
    auto scene = std::find_if(scene_of.begin(), scene_of.end(), [&](const auto& s) { return s.first == m.loaded; });
    if (scene == scene_of.end()) {
      scene = scene_of.insert(scene_of.end(), {m.loaded, static_cast<int>(bundle.scenes.size())});
      bundle.scenes.push_back(make_scene(m.loaded->model, m.loaded->file->description.looks, m.start()));
    }
    Clip clip = clip_of(m, bundle.scenes[static_cast<std::size_t>(scene->second)], scene->second, share);
    if (shown.size() < all.size()) clip.note += fmt::format("{} of the {} motions of this study are in this page. ", shown.size(), all.size());
    bundle.clips.push_back(std::move(clip));
  }
  return bundle;
}

}  // namespace

std::string viewer_block(const Bundle& bundle) {
  return fmt::format(
      "<div class=\"zanjir-view\" data-size=\"full\" role=\"region\" aria-label=\"{0} in motion\">\n<noscript><p>{0} moves here when scripts are "
      "allowed.</p></noscript>\n<script type=\"text/plain\">{1}</script>\n</div>\n",
      escaped(bundle.title), packed(bundle_json(bundle)));
}

std::string viewer_block_from(std::string_view address, const std::string& title, ViewerSize size, const std::string& instead) {
  return fmt::format("<div class=\"zanjir-view\" data-size=\"{}\" data-from=\"{}\" role=\"region\" aria-label=\"{} in motion\">{}</div>\n",
                     size == ViewerSize::full ? "full" : "card", escaped(address), escaped(title),
                     instead.empty() ? fmt::format("<noscript><p>{} moves here when scripts are allowed.</p></noscript>", escaped(title)) : instead);
}

// Pages opened from a disk may load scripts, but no data.
std::string bundle_script(const Bundle& bundle) { return "document.currentScript.zanjirBundle=\"" + packed(bundle_json(bundle)) + "\";\n"; }

std::string viewer_script() { return "<script>" + std::string(viewer_javascript()) + "</script>\n"; }
std::string viewer_script_from(std::string_view address) { return fmt::format("<script src=\"{}\"></script>\n", address); }

std::string viewer_page(const Bundle& bundle) {
  return page_document(bundle.title, fmt::format("<main class=\"view-page\">\n<h1>{}</h1>\n{}</main>\n{}", escaped(bundle.title),
                                                 viewer_block(bundle), viewer_script()));
}

std::optional<Bundle> study_bundle(const StudyOutcome& outcome, std::size_t bytes) {
  std::vector<Moving> all;
  for (const StudyTask& task : outcome.study.tasks) {
    const TaskResult* result = outcome.results.find_task(task.name);
    if (!result || !outcome.models || !shows(*result)) continue;
    const auto loaded = outcome.models->find(result->moves.empty() ? task.model.name : result->moves);
    if (loaded != outcome.models->end()) all.push_back({&task, result, &loaded->second});
  }
  if (all.empty()) return std::nullopt;
  // How much scenes take, and what packing saves, is known when they are packed: where it is too much, again with less.
  Bundle bundle;
  std::size_t aim = packing_saves * bytes;
  for (int attempt = 0; attempt < 8; ++attempt) {
    bundle = thinned(outcome, all, aim);
    const std::size_t size = packed(bundle_json(bundle)).size();
    if (size <= bytes) break;
    aim = static_cast<std::size_t>(0.9 * static_cast<double>(aim) * static_cast<double>(bytes) / static_cast<double>(size));
  }
  return bundle;
}

}  // namespace zanjir
