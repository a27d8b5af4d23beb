#include "zanjir/report/study_motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

#include "zanjir/kinematics/frames.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/study/run_study.hpp"
#include "zanjir/view/packed.hpp"
#include "zanjir/view/shown_map.hpp"

namespace zanjir {
namespace {

constexpr std::size_t least_points = 100, most_points = 4000;  // of a curve
constexpr std::size_t least_frames = 40;                       // of a motion that is still smooth
constexpr double turn_per_frame = std::numbers::pi / 6;        // at most: a point that goes round a circle is shown within 3.4 % of its radius
constexpr double most_turns = 400;                             // of that size
constexpr std::size_t most_instants = 4000;                    // that are looked at
constexpr std::size_t most_events = 200;                       // of a motion
constexpr std::size_t least_share = 20'000;                    // bytes, before they are packed, below which a motion says nothing
constexpr std::size_t first_share = 400'000;                   // of the motion that everybody sees: its curves look like curves
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
  std::vector<std::uint64_t> rows = {};  // of its motion, evenly
  std::vector<double> turned = {};       // until there, by whatever body turned most from row to row, rad
  std::size_t length() const { return result->map ? result->map->map.points.size() : result->motion.size(); }
  State start() const {
    const VecX at_rest = VecX::Zero(loaded->model.nv());  // the run may have had springs in place of loops
    if (!result->motion.empty()) return {result->motion.front().t_s, result->motion.front().q, at_rest};
    return {0, standing_point(result->map->map)->q.vector(), at_rest};
  }
};

bool names(std::string_view text, std::string_view task) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  for (std::size_t at = text.find(task); at != std::string_view::npos; at = text.find(task, at + 1)) {
    const std::size_t end = at + task.size();
    if ((at == 0 || !in_word(text[at - 1])) && (end == text.size() || text[end] == '.')) return true;
  }
  return false;
}

// What the key figure is drawn from, in its order.
std::vector<std::string> texts_of(const StudyFigure& f) {
  std::vector<std::string> texts;
  const auto add = [&](const std::vector<FigureCurve>& curves) {
    for (const FigureCurve& c : curves)
      for (const auto* side : {&c.y, &c.x})
        for (const StudyExpression& e : *side) texts.push_back(e.text);
  };
  add(f.curves);
  for (const FigurePanel& p : f.panels) add(p.curves);
  for (const FigurePosture& p : f.postures) texts.push_back(p.task.name);
  texts.push_back(f.map.name);
  return texts;
}

// Shown first: what the key figure is about; else the longest, a whole gait before its pieces, and what moves before a map.
std::vector<Moving>::iterator first_of(const StudyOutcome& outcome, std::vector<Moving>& shown) {
  if (const FigureData* key = key_figure_of(outcome)) {
    for (const std::string& text : texts_of(key->figure)) {
      const auto named = std::find_if(shown.begin(), shown.end(), [&](const Moving& m) { return names(text, m.task->name); });
      if (named != shown.end()) return named;
    }
  }
  const auto less = [](const Moving& a, const Moving& b) { return std::pair(!a.result->map, a.length()) < std::pair(!b.result->map, b.length()); };
  return std::max_element(shown.begin(), shown.end(), less);
}

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

void measure_turns(Moving& m) {
  const Model& model = m.loaded->model;
  Workspace ws(model);
  std::vector<Quatd> before(model.bodies().size()), now(model.bodies().size());
  m.rows = even_rows(m.result->motion.size(), most_instants);
  for (const std::uint64_t r : m.rows) {
    update_positions(model, State{m.result->motion[r].t_s, m.result->motion[r].q, VecX::Zero(model.nv())}, ws);
    double most = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      now[i] = spatial::to_quaternion(body_pose(model, ws, static_cast<BodyId>(static_cast<int>(i))).R);
      const Quatd &a = before[i], &b = now[i];
      most = std::max(most, 2 * std::acos(std::min(1.0, std::abs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z))));
    }
    m.turned.push_back(m.turned.empty() ? 0 : m.turned.back() + most);
    std::swap(before, now);
  }
}

// Rows of the motion that are shown: about `frames` evenly in time, and more where it turns fast.
std::vector<std::uint64_t> shown_rows(const Moving& m, std::size_t frames) {
  if (m.rows.size() <= frames) return m.rows;
  const double step = std::max(turn_per_frame, m.turned.back() / most_turns);
  const auto at = [&](std::size_t k) { return static_cast<double>(frames * k) / static_cast<double>(m.rows.size() - 1) + m.turned[k] / step; };
  std::vector<std::uint64_t> out = {m.rows.front()};
  double last = at(0);
  for (std::size_t k = 1; k + 1 < m.rows.size(); ++k)
    if (at(k + 1) - last > 1) last = at(k), out.push_back(m.rows[k]);
  out.push_back(m.rows.back());
  return out;
}

// Poses and curves of a task along its motion.
Clip motion_clip(const Moving& m, const Scene& scene, std::size_t share, std::size_t per_frame) {
  const TaskResult& result = *m.result;
  const Model& model = m.loaded->model;
  Clip clip;
  PoseTaker poses(model, scene);
  for (const std::uint64_t i : shown_rows(m, std::max(least_frames, share / 2 / per_frame)))
    poses.add(State{result.motion[i].t_s, result.motion[i].q, VecX::Zero(model.nv())});
  clip.poses = poses.take();
  clip.curves = curves_of(result, share / 2);
  clip.abscissa = result.abscissa.name, clip.abscissa_unit = result.abscissa.unit;
  for (const std::uint64_t i : even_rows(result.events.size(), most_events)) clip.events.push_back(result.events[i]);
  if (result.status != TaskStatus::done) clip.note = "It ended early: " + result.why + ". ";
  if (clip.poses.t_s.size() < result.motion.size())
    clip.note += fmt::format("{} of its {} instants are in this page. ", clip.poses.t_s.size(), result.motion.size());
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

// What a motion weighs before it is packed.
std::size_t weight_of(const Clip& clip) {
  std::size_t n = clip.poses.poses.size();
  for (const auto* part : {&clip.poses.sections, &clip.poses.normals, &clip.poses.loads, &clip.curves.values})
    for (const std::vector<float>& numbers : *part) n += numbers.size();
  return sizeof(float) * n;
}

// Bundles of motions, each with the scenes that it needs.
class Filling {
 public:
  Filling(std::string title, std::size_t per_file) : title_(std::move(title)), per_file_(per_file) {}
  // The scene of a mechanism in the bundle that is being filled.
  int scene_of(const Moving& m) {
    if (bundles_.empty() || weight_ > packing_saves * per_file_) {
      bundles_.push_back({title_, {}, {}, {}});
      scenes_.clear();
      weight_ = 0;
    }
    const auto known = std::find_if(scenes_.begin(), scenes_.end(), [&](const auto& s) { return s.first == m.loaded; });
    if (known != scenes_.end()) return known->second;
    bundles_.back().scenes.push_back(make_scene(m.loaded->model, m.loaded->file->description.looks, m.start()));
    return scenes_.emplace_back(m.loaded, static_cast<int>(bundles_.back().scenes.size()) - 1).second;
  }
  const Scene& scene(int number) const { return bundles_.back().scenes[static_cast<std::size_t>(number)]; }
  void add(Clip&& clip) {
    weight_ += weight_of(clip);
    bundles_.back().clips.push_back(std::move(clip));
  }
  std::vector<Bundle> take() { return std::move(bundles_); }

 private:
  std::string title_;
  std::size_t per_file_, weight_ = 0;
  std::vector<Bundle> bundles_;
  std::vector<std::pair<const LoadedModel*, int>> scenes_;
};

std::vector<Bundle> thinned(const StudyOutcome& outcome, std::vector<Moving> shown, std::size_t n_all, std::size_t share, const MotionRoom& room) {
  const auto first = first_of(outcome, shown);
  std::rotate(shown.begin(), first, first + 1);
  Filling filling(outcome.study.title.empty() ? outcome.study.name : outcome.study.title, room.per_file);
  for (const Moving& m : shown) {
    const int scene = filling.scene_of(m);
    Clip clip = clip_of(m, filling.scene(scene), scene, &m == shown.data() ? std::max(share, first_share) : share);
    clip.curves.dropped_bits = room.dropped_bits;
    if (shown.size() < n_all) clip.note += fmt::format("{} of the {} motions of this study are in this page. ", shown.size(), n_all);
    filling.add(std::move(clip));
  }
  return filling.take();
}

std::size_t packed_size(const std::vector<Bundle>& bundles) {
  std::size_t size = 0;
  for (const Bundle& b : bundles) size += packed(bundle_json(b)).size();
  return size;
}

}  // namespace

std::vector<Bundle> study_motions(const StudyOutcome& outcome, const MotionRoom& room) {
  std::vector<Moving> all;
  for (const StudyTask& task : outcome.study.tasks) {
    const TaskResult* result = outcome.results.find_task(task.name);
    if (!result || !outcome.models || !shows(*result)) continue;
    const auto loaded = outcome.models->find(result->moves.empty() ? task.model.name : result->moves);
    if (loaded == outcome.models->end()) continue;
    all.push_back({&task, result, &loaded->second});
    if (!result->map) measure_turns(all.back());
  }
  if (all.empty()) return {};
  // How much scenes take, and what packing saves, is known when they are packed: where it is too much, again with less of each motion, down to what still shows
  // it; and where even that is too much, with fewer motions.
  std::vector<Bundle> bundles;
  std::size_t n = all.size(), aim = packing_saves * room.wanted;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const std::size_t share = std::max(least_share, aim / n);
    bundles = thinned(outcome, chosen(all, n), all.size(), share, room);
    const std::size_t size = packed_size(bundles);
    if (size <= room.wanted || (share == least_share && size <= room.most)) break;
    const auto less = [&](std::size_t of, std::size_t bytes) {
      return static_cast<std::size_t>(0.9 * static_cast<double>(of) * static_cast<double>(bytes) / static_cast<double>(size));
    };
    if (share > least_share) aim = less(share * n, room.wanted);
    else n = std::max<std::size_t>(1, less(n, room.most));
  }
  return bundles;
}

}  // namespace zanjir
