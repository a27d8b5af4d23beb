#include "zanjir/control/control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/control/model_blocks.hpp"
#include "zanjir/control/plain_blocks.hpp"
#include "zanjir/core/contract.hpp"
#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double one_instant = 1e-7;  // of a period: what is due within it is due now, lest a step be as short as rounding

std::vector<FrameId> frames_read(const Model& model, const std::vector<std::string>& names) {
  std::vector<FrameId> frames = moving_frames(model);
  std::erase_if(frames, [&](FrameId id) {
    return std::none_of(names.begin(), names.end(), [&](const std::string& name) { return is_or_is_below(name, model.frame(id).name); });
  });
  return frames;
}

// What a sensor can read: it follows from positions and velocities alone.
bool can_be_read(const QuantityFamily& family) { return family.needs == Needs::state && family.group != QuantityGroup::time; }

QuantitySet quantities_read(const Model& model, const std::vector<std::string>& names) {
  return QuantitySet(model, frames_read(model, names), [&](const QuantityFamily& family, const QuantityName& q) {
    return can_be_read(family) && std::find(names.begin(), names.end(), q.name) != names.end();
  });
}

std::vector<std::string> names_read(const Model& model) {
  std::vector<std::string> names;
  for (const SampledController& c : model.sampled_controllers())
    for (const BlockDescription& b : c.says.blocks)
      if (b.kind == BlockKind::sensor) names.push_back(b.quantity.name);
  return names;
}

std::size_t place_of(const std::vector<QuantityName>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find_if(names.begin(), names.end(), [&](const QuantityName& q) { return q.name == name; }) - names.begin());
}

// ---- samples too far apart ---------------------------------------------------------------------------------------------------------------

// How much of a function of time is lost between samples, and its frequency: what stands half-way between two samples against the mean of both, and rate against value, in the root mean
// square over many samples. A sine with n samples per cycle loses 1 - cos(pi/n); with fewer than four that is more than 0.29.
struct Lost {
  double part = 0, frequency_Hz = 0;
};
Lost lost_between_samples(const MotionLaw& law, const Phases& phases, double start_s, double period_s) {
  constexpr int looks = 512;
  PhaseJets room;
  const auto at = [&](double t) { return law.at(t, phases.at(t, room)); };
  double mean = 0, square = 0, lost = 0, rate = 0;
  for (int k = 0; k < looks; ++k) {
    const double t = start_s + k * period_s;
    const Jet here = at(t);
    const double between = at(t + period_s / 2).value - (here.value + at(t + period_s).value) / 2;
    mean += here.value / looks;
    square += here.value * here.value / looks;
    lost += between * between / looks;
    rate += here.rate * here.rate / looks;
  }
  const double size = std::sqrt(std::max(0.0, square - mean * mean));
  if (!(size > 1e-9 * std::sqrt(square)) || !std::isfinite(size)) return {};
  return {std::sqrt(lost) / size, std::sqrt(rate) / size / 6.283185307179586};
}

}  // namespace

// ---- growth ------------------------------------------------------------------------------------------------------------------------------

bool GrowthWatch::grows(double t_s, double value) {
  constexpr int enough = 12;
  constexpr double
      each = 1.05,
      factor =
          200;  // a swing that grows by the same amount each time does so by 5 % up to its 20th, from a first one that is up to four times too small
  const int direction = value > last_ ? 1 : value < last_ ? -1 : 0;
  if (!begun_) {
    begun_ = true;
    last_ = turn_ = value;
    return false;
  }
  if (direction != 0 && direction_ != 0 && direction != direction_) {  // `last_` was a turning point
    const double swing = std::abs(last_ - turn_);
    if (swing > each * swing_ && swing_ > 0) {
      if (growing_ == 0) first_swing_ = swing_, since_s_ = said_ ? since_s_ : t_s;
      ++growing_;
    } else {
      growing_ = 0;
    }
    swing_ = swing;
    turn_ = last_;
  }
  if (direction != 0) direction_ = direction;
  last_ = value;
  if (said_ || growing_ < enough || swing_ < factor * first_swing_) return false;
  return said_ = true;
}

bool RunawayWatch::runs_away(double t_s, double value) {
  if (said_) return false;
  constexpr int half = 10;
  const double size = std::abs(value);
  if (!(value * last_ > 0) || size < std::abs(last_)) {
    level_ = size;
    doublings_ = 0;
    begin_s_ = t_s;
  }
  last_ = value;
  while (level_ > 0 && size >= 2 * level_) {
    level_ *= 2;
    if (++doublings_ == half) middle_s_ = t_s;
    if (doublings_ < 2 * half) continue;
    const double first = middle_s_ - begin_s_, second = t_s - middle_s_;
    if (first > 0 && second < 2 * first && first < 2 * second) {
      doubling_s_ = (t_s - begin_s_) / (2 * half);
      return said_ = true;
    }
    begin_s_ = middle_s_;
    middle_s_ = t_s;
    doublings_ = half;
  }
  return false;
}

// ---- one controller ----------------------------------------------------------------------------------------------------------------------

// Its numbers: values of its blocks; the samples it began with, will take next, and whose force will take effect next; forces that hold; forces under way, oldest first; memories.
struct Control::Controller {
  const SampledController* of = nullptr;
  std::vector<std::unique_ptr<Block>> blocks;
  std::size_t begin = 0, n_values = 0, n_under_way = 0;
  std::span<double> values, counters, held, under_way;
  std::vector<std::span<double>> outputs, memories;  // per block
  // For what is said in the end; not part of the motion.
  std::vector<GrowthWatch> watches;  // per force
  std::vector<double> first_limited_s;
  std::vector<long> limited;
  std::vector<bool> unstable;
  std::vector<RunawayWatch> runaways;
  std::vector<bool> running_away;
  std::vector<long> limited_in_a_row;
  std::vector<double> limited_since_s;
  long samples = 0;

  const ControllerDescription& says() const { return of->says; }
  double time_of(double sample) const { return says().start_s + sample * says().period_s; }
  double& first() { return counters[0]; }
  double& next() { return counters[1]; }
  double& effective() { return counters[2]; }
  double next_sample_s() const { return time_of(counters[1]); }
  double next_force_s() const { return counters[2] < counters[1] ? time_of(counters[2]) + says().delay_s : never; }
};

Control::Control(const Model& model, const AnyFormulation& formulation)
    : model_(model), tau_(VecX::Zero(model.nv())), tau_cut_(VecX::Zero(model.n_cut_v())) {
  if (model.sampled_controllers().empty()) return;
  const std::vector<std::string> names = names_read(model);
  sensors_ = std::make_unique<QuantitySet>(quantities_read(model, names));
  for (const std::string& name : names) sensor_of_.push_back(place_of(sensors_->names(), name));
  sensed_.resize(sensors_->names().size());
  read_.resize(names.size());
  std::size_t total = 0, sensor = 0;
  for (const SampledController& c : model.sampled_controllers()) total += recorded_names(c.says).size();
  numbers_.assign(total, 0.0);
  std::size_t begin = 0;
  for (const SampledController& c : model.sampled_controllers()) {
    Controller run;
    run.of = &c;
    run.begin = begin;
    run.n_values = outputs_of(c.says).size();
    run.n_under_way = static_cast<std::size_t>(commands_under_way(c.says));
    double* at = numbers_.data() + begin;
    const auto take = [&](std::size_t n) {
      const std::span<double> taken(at, n);
      at += n;
      return taken;
    };
    run.values = take(run.n_values);
    run.counters = take(3);
    run.held = take(c.forces.size());
    run.under_way = take(c.forces.size() * run.n_under_way);
    double* out = run.values.data();
    std::size_t above = 0;
    for (std::size_t i = 0; i < c.says.blocks.size(); ++i) {
      const BlockDescription& b = c.says.blocks[i];
      const std::size_t n = outputs_of(b).size();
      run.outputs.emplace_back(out, n);
      out += n;
      run.memories.push_back(take(static_cast<std::size_t>(memory_of(b))));
      BlockPlace place;
      place.period_s = c.says.period_s;
      place.stream = c.says.seed + 0x9e3779b97f4a7c15ULL * (1 + i) + 0xbf58476d1ce4e5b9ULL * controllers_.size();
      place.phases = &model.phases();
      place.input_below = !b.of.empty() && static_cast<std::size_t>(b.of[0].place) >= above;
      if (b.kind == BlockKind::sensor) {
        ZANJIR_REQUIRE(sensor_of_[sensor] < sensed_.size(), "a sensor reads what is not there: ask check_controllers() first");
        place.sensor = sensor++;
      }
      std::vector<SaidProblem> problems;
      std::unique_ptr<Block> block = make_plain_block(b, place);
      if (b.kind == BlockKind::custom && find_block(b.custom)) block = (*find_block(b.custom))(b, c.says.period_s);
      if (!block) block = make_model_block(model, formulation, b, problems);
      ZANJIR_REQUIRE(block != nullptr, "block '" + b.name + "' cannot be made: ask check_controllers() first");
      run.blocks.push_back(std::move(block));
      above += n;
    }
    begin += recorded_names(c.says).size();
    ZANJIR_REQUIRE(at == numbers_.data() + begin, "a controller has other memory than its description says");
    run.watches.resize(c.forces.size());
    run.first_limited_s.assign(c.forces.size(), 0);
    run.limited.assign(c.forces.size(), 0);
    run.unstable.assign(c.forces.size(), false);
    run.runaways.resize(c.forces.size());
    run.running_away.assign(c.forces.size(), false);
    run.limited_in_a_row.assign(c.forces.size(), 0);
    run.limited_since_s.assign(c.forces.size(), 0);
    controllers_.push_back(std::move(run));
  }
}

Control::~Control() = default;

void Control::begin(double t_s) {
  std::fill(numbers_.begin(), numbers_.end(), 0.0);
  for (Controller& c : controllers_)
    c.first() = c.next() = c.effective() = std::max(0.0, std::ceil((t_s - c.says().start_s) / c.says().period_s - one_instant));
  tau_.setZero();
  tau_cut_.setZero();
}

void Control::go_on(std::span<const double> numbers) {
  ZANJIR_REQUIRE(numbers.size() == numbers_.size(), "these numbers are not those of the controllers of this model");
  std::copy(numbers.begin(), numbers.end(), numbers_.begin());
  for (const Controller& c : controllers_) apply(c);
}

double Control::next_s() const {
  double next = never;
  for (const Controller& c : controllers_) next = std::min({next, c.next_sample_s(), c.next_force_s()});
  return next;
}

void Control::apply(const Controller& c) {
  for (std::size_t i = 0; i < c.held.size(); ++i) {
    const SampledController::Force& force = c.of->forces[i];
    (force.cut ? tau_cut_ : tau_)[force.speed] = c.held[i];
  }
}

Control::Outcome Control::act(double t_s, const State& state, Workspace& ws, const LoopRank* rank) {
  bool sensed = false;
  for (Controller& c : controllers_) {
    const double now = t_s + one_instant * c.says().period_s;
    const std::size_t n = c.held.size();
    const auto arrive = [&] {
      while (c.next_force_s() <= now) {
        std::copy_n(c.under_way.begin(), n, c.held.begin());
        std::copy(c.under_way.begin() + static_cast<std::ptrdiff_t>(n), c.under_way.end(), c.under_way.begin());
        c.effective() += 1;
      }
      apply(c);
    };
    arrive();  // what was under way, before anything new is seen
    if (c.next_sample_s() > now) continue;
    if (!sensed && !read_.empty()) {
      sensors_->write({ws}, sensed_);
      for (std::size_t i = 0; i < read_.size(); ++i) read_[i] = sensed_[sensor_of_[i]];
      sensed = true;
    }
    Outcome outcome = Outcome::went_on;
    if (!sample(c, t_s, state, rank, outcome)) return outcome;
    arrive();
  }
  return Outcome::went_on;
}

bool Control::sample(Controller& c, double t_s, const State& state, const LoopRank* rank, Outcome& outcome) {
  const Sample s{
      c.next_sample_s(), c.says().period_s, static_cast<std::uint64_t>(c.next()), c.next() == c.first(), c.values, read_, state, rank, tau_,
      tau_cut_};
  const auto end = [&](const BlockDescription& b, Outcome how, const std::string& what) {
    outcome = how;
    problem_ = fmt::format("controller '{}', block '{}' at t = {:.9g} s: {}", c.says().name, b.name, t_s, what);
    return false;
  };
  for (std::size_t i = 0; i < c.blocks.size(); ++i) {
    const BlockDescription& b = c.says().blocks[i];
    if (!c.blocks[i]->compute(s, c.memories[i], c.outputs[i])) return end(b, Outcome::failed, "there is no value: " + c.blocks[i]->problem());
    for (const double x : c.outputs[i]) {
      if (!std::isfinite(x)) return end(b, Outcome::failed, "the value is not a finite number");
      if (b.trip && std::abs(x) > *b.trip) {
        return end(b, Outcome::tripped,
                   fmt::format("{:.6g} is beyond its trip of {:.6g}; lower gains, a shorter delay or faster samples keep a loop stable, a larger "
                               "`trip` lets it go on",
                               x, *b.trip));
      }
    }
  }
  for (std::size_t i = 0; i < c.blocks.size(); ++i) c.blocks[i]->after(s, c.memories[i]);
  ++c.samples;
  const std::size_t n = c.held.size();
  const std::span<double> arriving = c.n_under_way == 0 ? c.held : c.under_way.subspan(n * static_cast<std::size_t>(c.next() - c.effective()), n);
  for (std::size_t i = 0; i < n; ++i) {
    const SampledController::Force& force = c.of->forces[i];
    const double wanted = force.sign * c.values[static_cast<std::size_t>(force.value)];
    arriving[i] = std::clamp(wanted, -force.limit, force.limit);
    if (arriving[i] != wanted && c.limited[i]++ == 0) c.first_limited_s[i] = t_s;
    if (arriving[i] == wanted) c.limited_in_a_row[i] = 0;
    else if (c.limited_in_a_row[i]++ == 0) c.limited_since_s[i] = t_s;
    if (c.watches[i].grows(t_s, wanted)) c.unstable[i] = true;
    if (c.runaways[i].runs_away(t_s, wanted)) c.running_away[i] = true;
  }
  c.next() += 1;
  if (c.n_under_way == 0) c.effective() = c.next();
  return true;
}

std::vector<std::string> Control::notes() const {
  std::vector<std::string> notes;
  const auto unit_of = [&](const SampledController::Force& force) -> std::string_view {
    if (!force.cut) return force_unit(model_, force.speed);
    for (const Constraint& constraint : model_.constraints()) {
      const auto* cut = std::get_if<CutJoint>(&constraint);
      if (!cut || force.speed < cut->joint.v_begin || force.speed >= cut->joint.v_begin + cut->joint.nv) continue;
      return traits(cut->joint.type).speeds[static_cast<std::size_t>(force.speed - cut->joint.v_begin)].measure == Measure::angle ? "N m" : "N";
    }
    return "";
  };
  for (const Controller& c : controllers_) {
    for (std::size_t i = 0; i < c.limited.size(); ++i) {
      const std::string& joint = c.says().apply[i].joint.name;
      if (c.unstable[i])
        notes.push_back(
            fmt::format("the loop of controller '{}' through '{}' is unstable: what it asks for swings ever more from t = {:.9g} s on; lower gains, "
                        "a shorter delay "
                        "or faster samples would help, and a `trip` of a block would end the run",
                        c.says().name, joint, c.watches[i].since_s()));
      if (c.running_away[i])
        notes.push_back(
            fmt::format("the loop of controller '{}' through '{}' runs away: what it asks for doubles every {:.3g} s from t = {:.9g} s on without "
                        "swinging, as with a gain of the wrong sign (unless its "
                        "target grows so); a `trip` of a block would end the run",
                        c.says().name, joint, c.runaways[i].doubling_s(), c.runaways[i].since_s()));
      if (c.limited[i] == 0) continue;
      constexpr long many = 20;
      const bool to_the_end = c.limited_in_a_row[i] >= std::max(many, c.samples / 10);
      notes.push_back(fmt::format(
          "controller '{}' was at the limit of '{}', {:.6g} {}, in {} of {} samples, first at t = {:.9g} s{}", c.says().name, joint,
          c.of->forces[i].limit, unit_of(c.of->forces[i]), c.limited[i], c.samples, c.first_limited_s[i],
          to_the_end ? fmt::format(", and from t = {:.9g} s to the end without a break: it does not hold its target", c.limited_since_s[i]) : ""));
    }
  }
  return notes;
}

// ---- before a run ------------------------------------------------------------------------------------------------------------------------

std::vector<ControlProblem> check_controllers(const Model& model) {
  std::vector<ControlProblem> found;
  if (model.sampled_controllers().empty()) return found;
  const std::vector<std::string> names = names_read(model);
  const QuantitySet readable = quantities_read(model, names);
  const auto warn_of = [&](const ControllerDescription& c, const MotionLaw& law, const std::string& what) {
    const Lost lost = lost_between_samples(law, model.phases(), c.start_s, c.period_s);
    constexpr double four_per_cycle = 0.29;
    if (lost.part > four_per_cycle)
      found.push_back(
          {Severity::warning,
           {c.every_at, "controllers." + c.name + ".every",
            fmt::format("samples {:.6g} s apart are too few for {}, which has about {:.3g} cycles per second", c.period_s, what, lost.frequency_Hz),
            fmt::format("ten samples per cycle follow it: {:.3g} s", 0.1 / lost.frequency_Hz)}});
  };
  for (const SampledController& c : model.sampled_controllers()) {
    for (const BlockDescription& b : c.says.blocks) {
      const std::string path = "controllers." + c.says.name + ".blocks." + b.name;
      if (b.kind == BlockKind::sensor && place_of(readable.names(), b.quantity.name) == readable.names().size()) {
        std::vector<std::string> known;
        bool exists = false;
        const QuantitySet all(model, moving_frames(model), [&](const QuantityFamily& family, const QuantityName& q) {
          exists = exists || q.name == b.quantity.name;
          return can_be_read(family) && !only_by_name(family.group);
        });
        for (const QuantityName& q : all.names()) known.push_back(q.name);
        found.push_back(
            {Severity::error,
             {b.quantity.at, path + ".quantity",
              exists ? "'" + b.quantity.name + "' does not follow from positions and velocities alone" : "no quantity '" + b.quantity.name + "'",
              exists ? "a sensor reads coordinates, speeds, frames, energies" : did_you_mean(b.quantity.name, known)}});
      }
      for (const WrittenUnit& u : b.units) {
        const std::size_t place = place_of(readable.names(), b.quantity.name);
        if (place == readable.names().size()) continue;
        const std::string& unit = readable.names()[place].unit;
        const UnitText read = parse_unit(unit);
        const Dimension wanted = read.length == unit.size() ? read.unit.dimension : Dimension{};
        if (same_dimension(wanted, u.dimension)) continue;
        found.push_back(
            {Severity::error,
             {u.at, path + "." + u.key, "this is " + a_dimension(u.dimension) + ", but '" + b.quantity.name + "' is " + a_dimension(wanted),
              "write it in " + unit}});
      }
      if (b.kind == BlockKind::custom && !find_block(b.custom))
        found.push_back(
            {Severity::error,
             {b.at, path + ".kind", "this program has no block '" + b.custom + "'", "register it in C++ before the run: docs/control.md"}});
      std::vector<SaidProblem> problems;
      make_model_block(model, AnyFormulation(), b, problems);
      for (SaidProblem& p : problems) {
        p.path = path + "." + p.path;
        found.push_back({Severity::error, std::move(p)});
      }
      if (b.kind == BlockKind::signal) warn_of(c.says, MotionLaw(b.law), "block '" + b.name + "'");
      for (const MotionGiven& m : b.lead) {
        if (m.law) warn_of(c.says, MotionLaw(*m.law), "what leads '" + m.of.name + "'");
        for (const auto& [part, law] : m.parts) warn_of(c.says, MotionLaw(law), "what leads '" + m.of.name + "." + part + "'");
        for (const LawDescription& law : m.turn_angles) warn_of(c.says, MotionLaw(law), "what turns '" + m.of.name + "'");
      }
    }
    for (const PrescribedMotion& motion : model.prescribed()) {
      const std::string what = "the motion of '" + model.joint(motion.joint).name + "'";
      for (const MotionLaw& law : motion.laws) warn_of(c.says, law, what);
      for (const MotionLaw& law : motion.turn_angles) warn_of(c.says, law, what);
    }
  }
  return found;
}

std::vector<Diagnostic> controller_diagnostics(const Model& model, const std::vector<std::string>& files) {
  std::vector<Diagnostic> diagnostics;
  for (ControlProblem& p : check_controllers(model))
    diagnostics.push_back({p.severity, p.what.at.file < files.size() ? files[p.what.at.file] : "", p.what.at.line, p.what.at.column,
                           std::move(p.what.path), std::move(p.what.message), std::move(p.what.hint)});
  return diagnostics;
}

}  // namespace zanjir
