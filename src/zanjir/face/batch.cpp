#include "zanjir/face/batch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/core/on_threads.hpp"
#include "zanjir/face/core.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/map/pose_batch.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/run_batch.hpp"
#include "zanjir/simulate/sampler.hpp"

namespace zanjir {

struct Batch::Impl {
  Impl(std::shared_ptr<const MechanismCore> c, const State& reference, int threads, bool in_lanes)
      : core(std::move(c)), start(reference), lanes(in_lanes), solver(core->model, reference, {threads, lanes}) {}

  void require_columns(const char* what, Eigen::Index n) const {
    if (!copies.empty() && n != static_cast<Eigen::Index>(copies.size()))
      refuse(*core, what, fmt::format("{} columns for {} copies", n, copies.size()), "one for each copy");
  }
  void require_rows(const char* what, const ManyStates& a, const std::vector<std::string>& names, Eigen::Index n) const {
    require_size(*core, what, a.rows(), names);
    if (a.cols() != n) refuse(*core, what, std::to_string(a.cols()) + " states where q has " + std::to_string(n), "one column for each state");
  }
  BatchStates states(const ManyStates& q, const ManyStates& v, const VecX& t_s) const {
    require_rows("q", q, core->coordinates, q.cols());
    require_columns("q", q.cols());
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
    posed.push_back({frame, part, std::make_unique<PoseBatch>(core->model, start, led, BatchOptions{solver.threads(), lanes})});
    return *posed.back().batch;
  }

  // ask(copy, k) for every copy. Where some throw, the fault of the first of them is thrown here, with its number.
  template <class F> void each_copy(const F& ask) {
    std::mutex guard;
    std::exception_ptr fault;
    std::atomic<std::ptrdiff_t> first = static_cast<std::ptrdiff_t>(copies.size());
    on_threads(solver.threads(), first, [&](int, std::ptrdiff_t k) {
      if (k > first) return;
      try {
        ask(copies[static_cast<std::size_t>(k)], k);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(guard);
        if (k < first) first = k, fault = std::current_exception();
      }
    });
    if (fault) naming("copy", first, [&] { std::rethrow_exception(fault); });
  }
  // What is thrown says of which it is.
  template <class F> static void naming(const char* what, std::ptrdiff_t k, const F& ask) {
    try {
      ask();
    } catch (const Error& error) {
      std::vector<Diagnostic> told = error.diagnostics();
      for (Diagnostic& d : told) d.message = fmt::format("{} {}: {}", what, k, d.message);
      throw Error(std::move(told));
    }
  }
  // Column k of the answer by ask(copy, k, column).
  template <class F> BatchReport ask_copies(ManyStates& answer, Eigen::Index rows, const F& ask) {
    const auto n = static_cast<Eigen::Index>(copies.size());
    ManyStates found(rows, n);
    std::vector<BatchReport> reports(copies.size());
    each_copy([&](Batch& copy, std::ptrdiff_t k) {
      ManyStates one;
      reports[static_cast<std::size_t>(k)] = ask(copy, k, one);
      found.col(k) = one;
    });
    answer.swap(found);
    return sum(reports);
  }
  static BatchReport sum(const std::vector<BatchReport>& of_copies) {
    BatchReport all;
    for (const BatchReport& one : of_copies) {
      if (one.unsolved > 0 && all.unsolved == 0) all.first_unsolved = static_cast<long>(all.status.size()), all.note = one.note;
      all.status.insert(all.status.end(), one.status.begin(), one.status.end());
      all.in_lanes += one.in_lanes, all.alone += one.alone, all.unsolved += one.unsolved;
    }
    return all;
  }

  ManyJ0 J0_of_copies(const ManyStates& q, std::string_view frame);
  RunBatchOptions checked(const ManyStates& q, const ManyStates& v, const SimulateOptions&, const std::vector<std::string>& channels) const;
  ManyRuns run(const ManyStates& q, const ManyStates& v, const RunBatchOptions&) const;
  ManyRuns run_copies(const ManyStates& q, const ManyStates& v, const SimulateOptions&, const std::vector<std::string>& channels);

  std::shared_ptr<const MechanismCore> core;
  State start;
  bool lanes;
  BatchSolver solver;
  std::vector<Batch> copies;  // of mechanisms with other parameters, one each; empty: all columns are about this one
  std::string why_alone = solver.why_alone();
  struct Posed {
    FrameId frame;
    PosePart part;
    std::unique_ptr<PoseBatch> batch;
  };
  std::vector<Posed> posed;  // those that were asked about
};

namespace {

void require_threads(int threads) {
  if (threads < 0)
    throw Error(
        {{Severity::error, "", 0, 0, "threads", fmt::format("there are no {} threads", threads), "a number above zero, or 0: one per processor"}});
}

double memory_bytes() { return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)); }

VecX time_of(const VecX& t_s, Eigen::Index k) { return t_s.size() != 0 ? VecX(t_s.segment(k, 1)) : VecX(); }

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
  require_threads(threads);
  const MechanismState reference = assemble();
  return Batch(std::make_unique<Batch::Impl>(core_, FaceAccess::plain(reference), threads, true));
}

Batch Batch::of(const std::vector<Mechanism>& mechanisms, int threads) {
  require_threads(threads);
  if (mechanisms.empty()) throw Error({{Severity::error, "", 0, 0, "copies", "there is none", "one mechanism at least"}});
  const auto alone = [](const Mechanism& mechanism, int on_threads) {
    const MechanismState reference = mechanism.assemble();
    return Batch(std::make_unique<Impl>(FaceAccess::core(reference), FaceAccess::plain(reference), on_threads, false));
  };
  Batch all = alone(mechanisms.front(), threads);
  const std::vector<std::string> joints = all.reaction_names();
  for (std::size_t k = 0; k < mechanisms.size(); ++k) all.impl_->copies.push_back(Batch(nullptr));
  all.impl_->each_copy([&](Batch& copy, std::ptrdiff_t k) {
    const Mechanism& mechanism = mechanisms[static_cast<std::size_t>(k)];
    copy = alone(mechanism, 1);
    const auto compare = [&](const char* what, const std::vector<std::string>& mine, const std::vector<std::string>& first) {
      const auto [a, b] = std::mismatch(mine.begin(), mine.end(), first.begin(), first.end());
      if (a == mine.end() && b == first.end()) return;
      const auto named = [](auto it, auto end) { return it == end ? std::string("none") : "'" + *it + "'"; };
      refuse(*copy.impl_->core, "copies", fmt::format("has {} {} where the first has {}", what, named(a, mine.end()), named(b, first.end())),
             "copies differ in numbers only");
    };
    compare("joint", copy.reaction_names(), joints);
    compare("coordinate", mechanism.coordinates(), mechanisms.front().coordinates());
    compare("speed", mechanism.speeds(), mechanisms.front().speeds());
    compare("frame", mechanism.frames(), mechanisms.front().frames());
  });
  all.impl_->why_alone = "copies have parameters of their own";
  return all;
}

BatchReport Batch::forward(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& vdot, const VecX& t_s) {
  const BatchStates states = impl().states(q, v, t_s);
  impl().require_rows("tau", tau, impl().core->speeds, q.cols());
  if (!impl().copies.empty())
    return impl().ask_copies(vdot, v.rows(), [&](Batch& copy, Eigen::Index k, ManyStates& one) {
      return copy.forward(q.col(k), v.col(k), tau.col(k), one, time_of(t_s, k));
    });
  AnswerArray answer(vdot, v.rows(), v.cols(), {&q, &v, &tau});
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl().solver.forward(states, tau.data(), {answer.data(), nullptr, nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

BatchReport Batch::inverse(const ManyStates& q, const ManyStates& v, const ManyStates& vdot, ManyStates& tau, const VecX& t_s) {
  const BatchStates states = impl().states(q, v, t_s);
  impl().require_rows("vdot", vdot, impl().core->speeds, q.cols());
  if (!impl().copies.empty())
    return impl().ask_copies(tau, v.rows(), [&](Batch& copy, Eigen::Index k, ManyStates& one) {
      return copy.inverse(q.col(k), v.col(k), vdot.col(k), one, time_of(t_s, k));
    });
  AnswerArray answer(tau, v.rows(), v.cols(), {&q, &v, &vdot});
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl().solver.inverse(states, vdot.data(), {nullptr, answer.data(), nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

BatchReport Batch::reactions(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& wrenches, const VecX& t_s) {
  const BatchStates states = impl().states(q, v, t_s);
  impl().require_rows("tau", tau, impl().core->speeds, q.cols());
  if (!impl().copies.empty())
    return impl().ask_copies(wrenches, 6 * impl().solver.n_reactions(), [&](Batch& copy, Eigen::Index k, ManyStates& one) {
      return copy.reactions(q.col(k), v.col(k), tau.col(k), one, time_of(t_s, k));
    });
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
  if (!impl().copies.empty()) {
    ManyStates velocities(6, q.cols());
    impl().ask_copies(pose, 12, [&](Batch& copy, Eigen::Index k, ManyStates& one) {
      ManyStates rates;
      copy.frame(q.col(k), v.col(k), frame, one, rates, time_of(t_s, k));
      velocities.col(k) = rates;
      return BatchReport();
    });
    velocity.swap(velocities);
    return;
  }
  AnswerArray poses(pose, 12, q.cols(), {&q, &v}), velocities(velocity, 6, q.cols(), {&q, &v});
  impl().solver.frames(states, {id}, poses.data(), velocities.data());
}

void Batch::jacobian(const ManyStates& q, std::string_view frame, ManyStates& J, const VecX& t_s) {
  const ManyStates at_rest = ManyStates::Zero(static_cast<Eigen::Index>(impl().core->speeds.size()), q.cols());
  const BatchStates states = impl().states(q, at_rest, t_s);
  const FrameId id = FaceAccess::mechanism(impl().core).frame_id(frame);
  if (!impl().copies.empty()) {
    impl().ask_copies(J, 6 * at_rest.rows(), [&](Batch& copy, Eigen::Index k, ManyStates& one) {
      copy.jacobian(q.col(k), frame, one, time_of(t_s, k));
      return BatchReport();
    });
    return;
  }
  AnswerArray answer(J, 6 * at_rest.rows(), q.cols(), {&q});
  impl().solver.jacobian(states, id, answer.data());
}

BatchReport Batch::reach(std::string_view frame, const ManyStates& pose, const ManyStates& near, ManyStates& q, PosePart part) {
  const MechanismCore& core = *impl().core;
  impl().require_rows("near", near, core.coordinates, near.cols());
  if (pose.rows() != 12) refuse(core, "pose", std::to_string(pose.rows()) + " rows", "twelve: the rotation by rows, then the origin");
  if (pose.cols() != near.cols())
    refuse(core, "pose", std::to_string(pose.cols()) + " poses for " + std::to_string(near.cols()) + " columns of `near`", "one for each");
  impl().require_columns("near", near.cols());
  if (!impl().copies.empty())
    return impl().ask_copies(q, near.rows(),
                             [&](Batch& copy, Eigen::Index k, ManyStates& one) { return copy.reach(frame, pose.col(k), near.col(k), one, part); });
  PoseBatch& poses = impl().poses(FaceAccess::mechanism(impl().core).frame_id(frame), part);
  AnswerArray answer(q, near.rows(), near.cols(), {&pose, &near});
  std::vector<SolveStatus> status(static_cast<std::size_t>(near.cols()));
  const BatchCount count = poses.reach(near.cols(), pose.data(), near.data(), {answer.data(), nullptr, nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

ManyJ0 Batch::J0(const ManyStates& q, std::string_view frame) {
  const MechanismCore& core = *impl().core;
  impl().require_rows("q", q, core.coordinates, q.cols());
  impl().require_columns("q", q.cols());
  if (!impl().copies.empty()) return impl().J0_of_copies(q, frame);
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

ManyJ0 Batch::Impl::J0_of_copies(const ManyStates& q, std::string_view frame) {
  std::vector<ManyJ0> each(copies.size());
  each_copy([&](Batch& copy, std::ptrdiff_t k) { each[static_cast<std::size_t>(k)] = copy.J0(q.col(k), frame); });
  ManyJ0 out{each.front().rows, each.front().columns, ManyStates(each.front().entries.rows(), q.cols()), ManyStates(2, q.cols()), {}};
  std::vector<BatchReport> reports;
  for (std::size_t k = 0; k < each.size(); ++k) {
    if (each[k].rows != out.rows) refuse(*core, "copies", fmt::format("copy {}: J0 has other rows than that of the first", k));
    out.entries.col(static_cast<Eigen::Index>(k)) = each[k].entries;
    out.sigma.col(static_cast<Eigen::Index>(k)) = each[k].sigma;
    reports.push_back(std::move(each[k].report));
  }
  out.report = sum(reports);
  return out;
}

// All that can be wrong with what is asked is found here, before the first run.
RunBatchOptions Batch::Impl::checked(const ManyStates& q, const ManyStates& v, const SimulateOptions& options,
                                     const std::vector<std::string>& channels) const {
  RunBatchOptions how{sim_options(*core, options), channels, solver.threads(), lanes};
  require_valid(*core, start, how.run);
  {
    MotionSystem system(core->model, start, how.run.motion);
    std::vector<std::string> known;
    const Sampler sampler(system, how.run.samples);
    for (const Channel& c : sampler.channels()) known.push_back(c.name);
    for (const std::string& name : channels)
      if (std::find(known.begin(), known.end(), name) == known.end()) refuse_name(*core, "channel", name, known);
  }
  LoopGauge gauge(*core);
  State state = start;
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    state.q = q.col(k), state.v = v.col(k);
    if (!state.q.allFinite() || !state.v.allFinite()) continue;  // this run alone ends at once
    const auto judge = [&] {
      gauge.require_closed(*core, state, start_tolerance);
      const std::vector<Diagnostic> problems = start_problems(core->description, core->model, state);
      if (!problems.empty()) throw Error(problems);
    };
    if (q.cols() == 1) judge();
    else naming("column", k, judge);
  }
  return how;
}

ManyRuns Batch::Impl::run(const ManyStates& q, const ManyStates& v, const RunBatchOptions& how) const {
  RunBatch runs = run_batch(core->model, start, states(q, v, {}), how);
  ManyRuns out;
  out.times = std::move(runs.t_s);
  out.channels = how.channels;
  const auto n_times = static_cast<Eigen::Index>(out.times.size());
  for (std::size_t c = 0; c < how.channels.size(); ++c)
    out.samples.emplace_back(Eigen::Map<const ManyStates>(runs.values.data() + static_cast<Eigen::Index>(c) * n_times * q.cols(), n_times, q.cols()));
  for (const RunEnd end : runs.outcome) out.outcome.push_back(outcome_of(end));
  out.why = std::move(runs.why);
  out.doubts = std::move(runs.doubts);
  out.events = std::move(runs.events);
  out.q.resize(q.rows(), q.cols()), out.v.resize(v.rows(), v.cols());
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    out.q.col(k) = runs.ends[static_cast<std::size_t>(k)].q;
    out.v.col(k) = runs.ends[static_cast<std::size_t>(k)].v;
  }
  out.evaluations = runs.evaluations, out.unfinished = runs.unfinished, out.doubtful = runs.doubtful, out.lanes = runs.lanes;
  out.why_alone = std::move(runs.why_alone);
  out.file = core->file();
  return out;
}

ManyRuns Batch::Impl::run_copies(const ManyStates& q, const ManyStates& v, const SimulateOptions& options, const std::vector<std::string>& channels) {
  std::vector<RunBatchOptions> how(copies.size());
  each_copy([&](Batch& copy, std::ptrdiff_t k) { how[static_cast<std::size_t>(k)] = copy.impl_->checked(q.col(k), v.col(k), options, channels); });
  ManyRuns out;
  std::mutex guard;
  each_copy([&](Batch& copy, std::ptrdiff_t k) {
    const ManyRuns one = copy.impl_->run(q.col(k), v.col(k), how[static_cast<std::size_t>(k)]);
    const std::lock_guard<std::mutex> lock(guard);
    if (out.times.empty()) {
      out.times = one.times, out.channels = channels, out.file = one.file, out.why_alone = why_alone;
      out.samples.assign(channels.size(), ManyStates(one.times.size(), q.cols()));
      out.outcome.resize(copies.size()), out.why.resize(copies.size()), out.doubts.resize(copies.size()), out.events.resize(copies.size());
      out.q.resize(q.rows(), q.cols()), out.v.resize(v.rows(), v.cols());
    }
    for (std::size_t c = 0; c < channels.size(); ++c) out.samples[c].col(k) = one.samples[c];
    const auto at = static_cast<std::size_t>(k);
    out.outcome[at] = one.outcome.front(), out.why[at] = one.why.front(), out.doubts[at] = one.doubts.front(), out.events[at] = one.events.front();
    out.q.col(k) = one.q, out.v.col(k) = one.v;
    out.evaluations += one.evaluations, out.unfinished += one.unfinished, out.doubtful += one.doubtful;
  });
  return out;
}

ManyRuns Batch::simulate(const ManyStates& q, const ManyStates& v, const SimulateOptions& options, const std::vector<std::string>& channels) {
  const MechanismCore& core = *impl().core;
  impl().states(q, v, {});
  if (!(options.every_s > 0)) refuse(core, "every_s", "must be given: the samples of all runs lie on one grid");
  if (!options.record.empty()) refuse(core, "record", "has a meaning for single runs only", "Mechanism::simulate");
  if (options.go_on) refuse(core, "go_on", "has a meaning for single runs only", "Mechanism::simulate");
  require_valid(core, impl().start, sim_options(core, options));
  const double instants = (options.until_s - impl().start.t_s) / options.every_s + 2;
  const double numbers = instants * static_cast<double>(channels.size() * static_cast<std::size_t>(q.cols()) + 1);
  if (!(numbers * sizeof(double) < memory_bytes()))
    refuse(core, "every_s", fmt::format("{:.3g} samples of {} runs with {} channels do not fit into memory", instants, q.cols(), channels.size()),
           "samples further apart, or fewer runs at once");
  if (!impl().copies.empty()) return impl().run_copies(q, v, options, channels);
  return impl().run(q, v, impl().checked(q, v, options, channels));
}

bool ManyRuns::trusted(long k) const {
  if (k < 0 || k >= static_cast<long>(outcome.size()))
    throw Error({{Severity::error, file, 0, 0, {}, fmt::format("there is no run {} among {}", k, outcome.size()), "they are counted from 0"}});
  const auto at = static_cast<std::size_t>(k);
  return (outcome[at] == RunOutcome::reached_end || outcome[at] == RunOutcome::stopped_by_event) && doubts[at].empty();
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
const std::string& Batch::why_alone() const { return impl().why_alone; }

}  // namespace zanjir
