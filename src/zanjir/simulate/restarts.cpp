#include "zanjir/simulate/restarts.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/simulate/resume.hpp"

namespace zanjir {
namespace {

constexpr double same_instant = 1e-9;  // of an interval

// The last of the instants begin + k every that is not after t; with k = 0 where there is none.
double restart_until(double begin_s, double every_s, double t_s) { return std::floor((t_s - begin_s) / every_s + same_instant); }

// Hands rows on, keeps the last one, and is finished by its owner alone.
class LastRow final : public Recorder {
 public:
  bool append(std::span<const double> row) override {
    row_.assign(row.begin(), row.end());
    if (energy_) largest_kinetic_J_ = std::max(largest_kinetic_J_, row[*energy_]);
    return !to_ || to_->append(row);
  }
  bool add_event(const EventRecord& event) override { return !to_ || to_->add_event(event); }
  bool finish(std::string_view) override { return true; }
  std::string error() const override { return to_ ? to_->error() : std::string(); }

  Recorder* begin(const std::vector<Channel>& channels, const MakeRecorder& make, double largest_kinetic_J) {
    if (!header_.channels.empty()) return this;  // a later piece
    header_.channels = channels;
    energy_ = find_channel(header_, "energy.kinetic");
    largest_kinetic_J_ = largest_kinetic_J;
    if (make) to_ = make(channels);
    return make && !to_ ? nullptr : this;
  }
  std::optional<double> value(const std::string& name) const {
    const auto channel = find_channel(header_, name);
    return channel && !row_.empty() ? std::optional(row_[*channel]) : std::nullopt;
  }
  double largest_kinetic_J() const { return largest_kinetic_J_; }
  Recorder* owner() const { return to_; }

 private:
  Recorder* to_ = nullptr;
  RecordingHeader header_;
  std::optional<std::size_t> energy_;
  std::vector<double> row_;
  double largest_kinetic_J_ = 0;
};

// What two pieces of one run come to.
void add_piece(RunSummary&& piece, RunSummary& all) {
  const auto most = [](double& a, double b) { a = std::max(a, b); };
  all.end = piece.end;
  all.why = std::move(piece.why);
  all.t_s = piece.t_s;
  all.seconds += piece.seconds;
  all.samples += piece.samples;
  if (all.without_number.empty()) all.without_number = std::move(piece.without_number);
  all.rows_without_numbers += piece.rows_without_numbers;
  for (std::string& event : piece.events_without_number) {
    const std::string_view name = std::string_view(event).substr(0, event.rfind(" at t = "));
    if (std::ranges::none_of(all.events_without_number, [&](const std::string& e) { return e.starts_with(name); }))
      all.events_without_number.push_back(std::move(event));
  }
  all.cost += piece.cost;
  all.energy_end_J = piece.energy_end_J;
  all.work_J = piece.work_J;
  most(all.largest_kinetic_J, piece.largest_kinetic_J);
  most(all.largest_exchange_J, piece.largest_exchange_J);
  most(all.worst_imbalance_J, piece.worst_imbalance_J);
  most(all.won_from_contacts_J, piece.won_from_contacts_J);
  most(all.off_contact_laws_J,
       piece.off_contact_laws_J);  // steps are held against what their own piece exchanges, and share what it may be off in all
  most(all.worst_loop_residual_m, piece.worst_loop_residual_m);
  most(all.deepest_in_flight_m, piece.deepest_in_flight_m);
  most(all.worst_opening_m, piece.worst_opening_m);
  most(all.worst_opening_rad, piece.worst_opening_rad);
  if (piece.smallest_sigma_ratio)
    all.smallest_sigma_ratio = std::min(*piece.smallest_sigma_ratio, all.smallest_sigma_ratio.value_or(*piece.smallest_sigma_ratio));
  all.evaluations_near_singular += piece.evaluations_near_singular;
  all.steps_taken_again += piece.steps_taken_again;
  all.n_events += piece.n_events;
  for (EventRecord& event : piece.events)
    if (static_cast<long>(all.events.size()) < max_events_kept) all.events.push_back(std::move(event));
  for (const auto list : {&RunSummary::notes, &RunSummary::advice})
    for (std::string& note : piece.*list)
      if (std::find((all.*list).begin(), (all.*list).end(), note) == (all.*list).end()) (all.*list).push_back(std::move(note));
}

}  // namespace

RunSummary simulate_with_restarts(const Model& model, State& state, const SimOptions& options, const MakeRecorder& make_recorder) {
  LastRow rows;
  SimOptions piece = options;
  piece.restart_every_s = 0;
  const double begin = options.resumed ? options.resumed->t_begin_s : state.t_s;
  std::optional<RunSummary> all;
  for (;;) {
    const double next = begin + (restart_until(begin, options.restart_every_s, state.t_s) + 1) * options.restart_every_s;
    const bool last = !(next < options.until_s - same_instant * options.restart_every_s);
    piece.until_s = last ? options.until_s : next;
    RunSummary done = simulate(model, state, piece, [&](const std::vector<Channel>& channels) {
      return rows.begin(channels, make_recorder, options.resumed ? options.resumed->largest_kinetic_J : 0);
    });
    if (all) add_piece(std::move(done), *all);
    else all = std::move(done);
    if (last || all->end != RunEnd::reached_end) break;
    Result<ResumePoint> point = resume_point(
        model, [&](const std::string& name) { return rows.value(name); }, "restart");
    if (!point) {
      all->end = RunEnd::numerics_failed;
      all->why = "no restart from the row at t = " + std::to_string(state.t_s) + " s: " + to_text(point.diagnostics);
      break;
    }
    state = std::move(point->state);
    piece.resumed = std::move(point->resumed);
    piece.resumed->t_begin_s = begin;
    piece.resumed->largest_kinetic_J = rows.largest_kinetic_J();
  }
  if (Recorder* owner = rows.owner(); owner && all->end != RunEnd::recorder_failed && !owner->finish(all->json())) {
    all->end = RunEnd::recorder_failed;
    all->why = owner->error();
  }
  return std::move(*all);
}

std::optional<std::uint64_t> rows_to_last_restart(const Recording& recording, double restart_every_s) {
  const Result<std::vector<double>> times = recording.column("t", {0, recording.n_rows(), 1});
  if (!times || times->empty()) return std::nullopt;
  const double begin = times->front();
  for (std::size_t i = times->size(); i-- > 1;) {
    const double instant = begin + restart_until(begin, restart_every_s, (*times)[i]) * restart_every_s;
    if (instant > begin && std::abs((*times)[i] - instant) <= same_instant * restart_every_s) return i + 1;
  }
  return std::nullopt;
}

}  // namespace zanjir
