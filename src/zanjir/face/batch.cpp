#include "zanjir/face/batch.hpp"

#include <algorithm>

#include "zanjir/batch/batch_solver.hpp"
#include "zanjir/face/core.hpp"

namespace zanjir {

struct Batch::Impl {
  Impl(std::shared_ptr<const MechanismCore> c, const State& reference, int threads)
      : core(std::move(c)), solver(core->model, reference, {threads, true}) {}

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

  std::shared_ptr<const MechanismCore> core;
  BatchSolver solver;
};

namespace {

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
Batch::Impl& Batch::impl() const {
  if (!impl_) throw Error({{Severity::error, "", 0, 0, "batch", "this batch is empty: it was moved away", "ask the one that it was moved to"}});
  return *impl_;
}
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

int Batch::lanes() const { return impl().solver.lanes(); }
int Batch::threads() const { return impl().solver.threads(); }
const std::string& Batch::why_alone() const { return impl().solver.why_alone(); }

}  // namespace zanjir
