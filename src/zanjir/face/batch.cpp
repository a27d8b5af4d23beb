#include "zanjir/face/batch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/face/core.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/map/pose_batch.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/run_batch.hpp"
#include "zanjir/simulate/sampler.hpp"

namespace zanjir {

struct Batch::Impl {
  Impl(std::shared_ptr<const MechanismCore> c, const State& reference, int threads)
      : core(std::move(c)), start(reference), solver(core->model, reference, {threads, true}) {}

  void require_rows(const char* what, const ManyStates& a, const std::vector<std::string>& names, Eigen::Index n) const {
    require_size(*core, what, a.rows(), names);
    if (a.cols() != n) refuse(*core, what, std::to_string(a.cols()) + " states where q has " + std::to_string(n), "one column for each state");
  }
  BatchStates states(const ManyStates& q, const ManyStates& v, const VecX& t_s) const {
    require_rows("q", q, core->coordinates, q.cols());
    require_rows("v", v, core->speeds, q.cols());
    if (t_s.size() != 0 && t_s.size() != q.cols())
      refuse(*core, "t_s", std::to_string(t_s.size()) + " times for " + std::to_string(q.cols()) + " states", "one for each state, or none");
    return {q.cols(), t_s.size() != 0 ? t_s.data() : nullptr, q.data(), v.data()};
  }
  static BatchReport report(const BatchCount& count, std::vector<SolveStatus>&& status) {
    return {std::move(status), count.in_lanes, count.alone, count.unsolved, count.first_unsolved, count.note};
  }

  PoseBatch& poses(FrameId frame, PosePart part) {
    for (const Posed& p : posed)
      if (p.frame == frame && p.part == part) return *p.batch;
    LedFrame led;
    led.frame = frame;
    const std::optional<Vec3d> normal = plane_normal(core->model.plane());
    for (int k = 0; k < 3 && part != PosePart::turn; ++k) led.led[static_cast<std::size_t>(k)] = !normal || std::abs((*normal)[k]) < 0.5;
    led.turn = part == PosePart::point ? LedFrame::Turn::free : part == PosePart::point_and_axis ? LedFrame::Turn::axis : LedFrame::Turn::whole;
    posed.push_back({frame, part, std::make_unique<PoseBatch>(core->model, start, led, BatchOptions{solver.threads(), true})});
    return *posed.back().batch;
  }

  std::shared_ptr<const MechanismCore> core;
  State start;
  BatchSolver solver;
  struct Posed {
    FrameId frame;
    PosePart part;
    std::unique_ptr<PoseBatch> batch;
  };
  std::vector<Posed> posed;  // those that were asked about
};

namespace {

double memory_bytes() { return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)); }

// Where an answer is written. One that the caller wants in place of what is asked has an array of its own meanwhile: what is asked is read until the end.
class AnswerArray {
 public:
  AnswerArray(ManyStates& wanted, Eigen::Index rows, Eigen::Index cols, std::initializer_list<const ManyStates*> asked)
      : wanted_(wanted), in_place_(std::find(asked.begin(), asked.end(), &wanted) != asked.end()) {
    (in_place_ ? own_ : wanted_).resize(rows, cols);
  }
  ~AnswerArray() {
    if (in_place_) wanted_.swap(own_);
  }
  AnswerArray(const AnswerArray&) = delete;
  AnswerArray& operator=(const AnswerArray&) = delete;
  double* data() { return (in_place_ ? own_ : wanted_).data(); }

 private:
  ManyStates& wanted_;
  ManyStates own_;
  bool in_place_;
};

}  // namespace

Batch::Batch(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Batch::Impl& Batch::impl() const { return owned(impl_, "batch"); }
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;
Batch::~Batch() = default;

Batch Mechanism::batch(int threads) const {
  const MechanismState reference = assemble();
  return Batch(std::make_unique<Batch::Impl>(core_, FaceAccess::plain(reference), threads));
}

BatchReport Batch::forward(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& vdot, const VecX& t_s) {
  const BatchStates states = impl().states(q, v, t_s);
  impl().require_rows("tau", tau, impl().core->speeds, q.cols());
  AnswerArray answer(vdot, v.rows(), v.cols(), {&q, &v, &tau});
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl().solver.forward(states, tau.data(), {answer.data(), nullptr, nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

BatchReport Batch::inverse(const ManyStates& q, const ManyStates& v, const ManyStates& vdot, ManyStates& tau, const VecX& t_s) {
  const BatchStates states = impl().states(q, v, t_s);
  impl().require_rows("vdot", vdot, impl().core->speeds, q.cols());
  AnswerArray answer(tau, v.rows(), v.cols(), {&q, &v, &vdot});
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl().solver.inverse(states, vdot.data(), {nullptr, answer.data(), nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

BatchReport Batch::reactions(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& wrenches, const VecX& t_s) {
  const BatchStates states = impl().states(q, v, t_s);
  impl().require_rows("tau", tau, impl().core->speeds, q.cols());
  AnswerArray answer(wrenches, 6 * impl().solver.n_reactions(), q.cols(), {&q, &v, &tau});
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl().solver.forward(states, tau.data(), {nullptr, nullptr, answer.data(), status.data()});
  return Impl::report(count, std::move(status));
}

std::vector<std::string> Batch::reaction_names() const {
  std::vector<std::string> names;
  for (const Joint& joint : impl().core->model.joints()) names.push_back(joint.name);
  for (const Constraint& constraint : impl().core->model.constraints()) names.push_back(name_of(constraint));
  return names;
}

void Batch::frame(const ManyStates& q, const ManyStates& v, std::string_view frame, ManyStates& pose, ManyStates& velocity, const VecX& t_s) {
  const BatchStates states = impl().states(q, v, t_s);
  const FrameId id = FaceAccess::mechanism(impl().core).frame_id(frame);
  if (&pose == &velocity) refuse(*impl().core, "velocity", "is the same array as the poses", "two arrays, one for each");
  AnswerArray poses(pose, 12, q.cols(), {&q, &v}), velocities(velocity, 6, q.cols(), {&q, &v});
  impl().solver.frames(states, {id}, poses.data(), velocities.data());
}

void Batch::jacobian(const ManyStates& q, std::string_view frame, ManyStates& J, const VecX& t_s) {
  const ManyStates at_rest = ManyStates::Zero(static_cast<Eigen::Index>(impl().core->speeds.size()), q.cols());
  const BatchStates states = impl().states(q, at_rest, t_s);
  const FrameId id = FaceAccess::mechanism(impl().core).frame_id(frame);
  AnswerArray answer(J, 6 * at_rest.rows(), q.cols(), {&q});
  impl().solver.jacobian(states, id, answer.data());
}

BatchReport Batch::reach(std::string_view frame, const ManyStates& pose, const ManyStates& near, ManyStates& q, PosePart part) {
  const MechanismCore& core = *impl().core;
  impl().require_rows("near", near, core.coordinates, near.cols());
  if (pose.rows() != 12) refuse(core, "pose", std::to_string(pose.rows()) + " rows", "twelve: the rotation by rows, then the origin");
  if (pose.cols() != near.cols())
    refuse(core, "pose", std::to_string(pose.cols()) + " poses for " + std::to_string(near.cols()) + " columns of `near`", "one for each");
  PoseBatch& poses = impl().poses(FaceAccess::mechanism(impl().core).frame_id(frame), part);
  AnswerArray answer(q, near.rows(), near.cols(), {&pose, &near});
  std::vector<SolveStatus> status(static_cast<std::size_t>(near.cols()));
  const BatchCount count = poses.reach(near.cols(), pose.data(), near.data(), {answer.data(), nullptr, nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

ManyJ0 Batch::J0(const ManyStates& q, std::string_view frame) {
  const MechanismCore& core = *impl().core;
  impl().require_rows("q", q, core.coordinates, q.cols());
  PoseBatch& poses = impl().poses(FaceAccess::mechanism(impl().core).frame_id(frame), PosePart::whole);
  if (!poses.has_J0())
    refuse(core, std::string(frame), "is not on the platform of a parallel robot: there is no J0",
           "a body that limbs join to the ground; `info` names them");
  ManyJ0 out;
  out.rows = poses.rows(), out.columns = poses.columns();
  out.entries.resize(static_cast<Eigen::Index>(out.rows.size()) * out.columns, q.cols()), out.sigma.resize(2, q.cols());
  std::vector<SolveStatus> status(static_cast<std::size_t>(q.cols()));
  const BatchCount count = poses.look(q.cols(), q.data(), {nullptr, out.entries.data(), out.sigma.data(), status.data()});
  out.report = Impl::report(count, std::move(status));
  return out;
}

ManyRuns Batch::simulate(const ManyStates& q, const ManyStates& v, const SimulateOptions& options, const std::vector<std::string>& channels) {
  const MechanismCore& core = *impl().core;
  const BatchStates states = impl().states(q, v, {});
  if (!(options.every_s > 0)) refuse(core, "every_s", "must be given: the samples of all runs lie on one grid");
  if (!options.record.empty()) refuse(core, "record", "has a meaning for single runs only", "Mechanism::simulate");
  if (options.go_on) refuse(core, "go_on", "has a meaning for single runs only", "Mechanism::simulate");
  RunBatchOptions how{sim_options(core, options), channels, impl().solver.threads(), true};
  require_valid(core, impl().start, how.run);
  const double instants = (how.run.until_s - impl().start.t_s) / how.run.sample_interval_s + 2;
  const double numbers = instants * static_cast<double>(channels.size() * static_cast<std::size_t>(q.cols()) + 1);
  if (!(numbers * sizeof(double) < memory_bytes()))
    refuse(core, "every_s", fmt::format("{:.3g} samples of {} runs with {} channels do not fit into memory", instants, q.cols(), channels.size()),
           "samples further apart, or fewer runs at once");
  {
    MotionSystem system(core.model, impl().start, how.run.motion);
    std::vector<std::string> known;
    const Sampler sampler(system, how.run.samples);
    for (const Channel& c : sampler.channels()) known.push_back(c.name);
    for (const std::string& name : channels)
      if (std::find(known.begin(), known.end(), name) == known.end()) refuse_name(core, "channel", name, known);
  }
  LoopGauge gauge(core);
  State state = impl().start;
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    state.q = q.col(k), state.v = v.col(k);
    if (!state.q.allFinite() || !state.v.allFinite()) continue;  // this run alone ends at once
    gauge.require_closed(core, state, start_tolerance);
    const std::vector<Diagnostic> problems = start_problems(core.description, core.model, state);
    if (!problems.empty()) throw Error(problems);
  }
  RunBatch runs = run_batch(core.model, impl().start, states, how);
  ManyRuns out;
  out.times = std::move(runs.t_s);
  out.channels = channels;
  const auto n_times = static_cast<Eigen::Index>(out.times.size());
  for (std::size_t c = 0; c < channels.size(); ++c)
    out.samples.emplace_back(Eigen::Map<const ManyStates>(runs.values.data() + static_cast<Eigen::Index>(c) * n_times * q.cols(), n_times, q.cols()));
  for (const RunEnd end : runs.outcome) out.outcome.push_back(outcome_of(end));
  out.why = std::move(runs.why);
  out.events = std::move(runs.events);
  out.q.resize(q.rows(), q.cols()), out.v.resize(v.rows(), v.cols());
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    out.q.col(k) = runs.ends[static_cast<std::size_t>(k)].q;
    out.v.col(k) = runs.ends[static_cast<std::size_t>(k)].v;
  }
  out.evaluations = runs.evaluations, out.unfinished = runs.unfinished, out.lanes = runs.lanes;
  out.why_alone = std::move(runs.why_alone);
  out.file = core.file();
  return out;
}

const ManyStates& ManyRuns::operator[](std::string_view channel) const {
  const auto found = std::find(channels.begin(), channels.end(), channel);
  if (found == channels.end())
    throw Error(
        {{Severity::error, file, 0, 0, {}, "no channel '" + std::string(channel) + "' was kept of these runs", did_you_mean(channel, channels)}});
  return samples[static_cast<std::size_t>(found - channels.begin())];
}

int Batch::lanes() const { return impl().solver.lanes(); }
int Batch::threads() const { return impl().solver.threads(); }
const std::string& Batch::why_alone() const { return impl().solver.why_alone(); }

}  // namespace zanjir
