#include "zanjir/view/clip.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

PoseTaker::PoseTaker(const Model& model, const Scene& scene) : model_(model), scene_(scene), ws_(model) {
  track_.sections.resize(scene.elastic.size());
  track_.loads.resize(scene.loads.size());
  track_.normals.resize(scene.contacts.size());
}

void PoseTaker::add_pose(const Transformd& X, const Vec3d& base, std::vector<float>& out) {
  const Vec3d p = X.p - base;
  const Quatd q = spatial::to_quaternion(X.R);
  for (const double x : {p.x, p.y, p.z, q.w, q.x, q.y, q.z}) out.push_back(static_cast<float>(x));
}

void PoseTaker::add(const State& state, double shown_at_s) {
  update_positions(model_, state, ws_);
  const bool first = track_.t_s.empty();
  track_.t_s.push_back(shown_at_s);
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    const Transformd X = body_pose(model_, ws_, static_cast<BodyId>(static_cast<int>(i)));
    if (first) track_.base.push_back(X.p);
    add_pose(X, track_.base[i], track_.poses);
  }
  for (std::size_t e = 0; e < scene_.elastic.size(); ++e) {
    const ElasticBody& elastic = model_.elastic_bodies()[e];
    const double* delta = ws_.q.data() + elastic.q_begin;
    for (const SectionShapes& station : scene_.elastic[e].stations)
      add_pose(section_pose(elastic.field, station, delta), {0, 0, 0}, track_.sections[e]);
  }
  for (std::size_t i = 0; i < scene_.contacts.size(); ++i) {
    const Contact& contact = model_.contacts()[i];
    if (contact.ground.kind == GroundKind::plane && !contact.carrier) continue;
    const Vec3d n = contact_touch(model_, ws_, contact).normal_W;
    for (const double x : {n.x, n.y, n.z}) track_.normals[i].push_back(static_cast<float>(x));
  }
  PhaseJets room;
  const std::span<const Jet> phases = model_.phases().at(state.t_s, room);
  for (std::size_t i = 0; i < scene_.loads.size(); ++i) {
    const FrameLoad& load = model_.forces().frame_loads[i];
    const Forced F = load_wrench(load, state.t_s, phases);
    const Vec3d f = load.world_axes ? F.f : frame_pose(model_, ws_, model_.frame(load.on)).R * F.f;
    for (const double x : {f.x, f.y, f.z}) track_.loads[i].push_back(static_cast<float>(x));
  }
}

CurveTaker::CurveTaker(std::vector<Channel> channels, std::uint64_t n_rows, std::size_t points) {
  channels.erase(channels.begin());
  table_.channels = std::move(channels);
  const std::uint64_t parts = std::max<std::uint64_t>(1, points / 2);
  per_part_ = n_rows <= points ? 1 : (n_rows + parts - 1) / parts;
  table_.stands_for = per_part_;
  const std::size_t n = table_.channels.size();
  table_.values.resize(n);
  low_.resize(n), high_.resize(n), low_at_.resize(n), high_at_.resize(n);
}

void CurveTaker::add(std::span<const double> row) {
  const std::size_t n = table_.channels.size();
  if (per_part_ == 1) {
    table_.t.push_back(row[0]);
    for (std::size_t c = 0; c < n; ++c) table_.values[c].push_back(static_cast<float>(row[c + 1]));
    return;
  }
  if (in_part_ == 0) t_first_ = row[0];
  t_last_ = row[0];
  for (std::size_t c = 0; c < n; ++c) {
    const auto value = static_cast<float>(row[c + 1]);
    if (in_part_ == 0 || value < low_[c] || std::isnan(low_[c])) low_[c] = value, low_at_[c] = in_part_;
    if (in_part_ == 0 || value > high_[c] || std::isnan(high_[c])) high_[c] = value, high_at_[c] = in_part_;
  }
  if (++in_part_ == per_part_) close_part();
}

void CurveTaker::close_part() {
  table_.t.push_back(t_first_);
  table_.t.push_back(t_last_);
  for (std::size_t c = 0; c < table_.channels.size(); ++c) {
    const bool low_first = low_at_[c] <= high_at_[c];
    table_.values[c].push_back(low_first ? low_[c] : high_[c]);
    table_.values[c].push_back(low_first ? high_[c] : low_[c]);
  }
  in_part_ = 0;
}

CurveTable CurveTaker::take() {
  if (in_part_ > 0) close_part();
  return std::move(table_);
}

std::vector<std::uint64_t> even_rows(std::uint64_t n, std::uint64_t frames) {
  std::vector<std::uint64_t> rows;
  const std::uint64_t m = std::min(n, frames);
  for (std::uint64_t i = 0; i < m; ++i) rows.push_back(m > 1 ? i * (n - 1) / (m - 1) : 0);
  return rows;
}

}  // namespace zanjir
