#include "zanjir/face/batch.hpp"

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

Batch::Batch(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;
Batch::~Batch() = default;

Batch Mechanism::batch(int threads) const {
  const MechanismState reference = assemble();
  return Batch(std::make_unique<Batch::Impl>(core_, FaceAccess::plain(reference), threads));
}

BatchReport Batch::forward(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& vdot, const VecX& t_s) {
  const BatchStates states = impl_->states(q, v, t_s);
  impl_->require_rows("tau", tau, impl_->core->speeds, q.cols());
  vdot.resize(v.rows(), v.cols());
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl_->solver.forward(states, tau.data(), {vdot.data(), nullptr, nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

BatchReport Batch::inverse(const ManyStates& q, const ManyStates& v, const ManyStates& vdot, ManyStates& tau, const VecX& t_s) {
  const BatchStates states = impl_->states(q, v, t_s);
  impl_->require_rows("vdot", vdot, impl_->core->speeds, q.cols());
  tau.resize(v.rows(), v.cols());
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl_->solver.inverse(states, vdot.data(), {nullptr, tau.data(), nullptr, status.data()});
  return Impl::report(count, std::move(status));
}

BatchReport Batch::reactions(const ManyStates& q, const ManyStates& v, const ManyStates& tau, ManyStates& wrenches, const VecX& t_s) {
  const BatchStates states = impl_->states(q, v, t_s);
  impl_->require_rows("tau", tau, impl_->core->speeds, q.cols());
  wrenches.resize(6 * impl_->solver.n_reactions(), q.cols());
  std::vector<SolveStatus> status(static_cast<std::size_t>(states.n));
  const BatchCount count = impl_->solver.forward(states, tau.data(), {nullptr, nullptr, wrenches.data(), status.data()});
  return Impl::report(count, std::move(status));
}

std::vector<std::string> Batch::reaction_names() const {
  std::vector<std::string> names;
  for (const Joint& joint : impl_->core->model.joints()) names.push_back(joint.name);
  for (const Constraint& constraint : impl_->core->model.constraints()) names.push_back(name_of(constraint));
  return names;
}

void Batch::frame(const ManyStates& q, const ManyStates& v, std::string_view frame, ManyStates& pose, ManyStates& velocity, const VecX& t_s) {
  const BatchStates states = impl_->states(q, v, t_s);
  const FrameId id = FaceAccess::mechanism(impl_->core).frame_id(frame);
  pose.resize(12, q.cols());
  velocity.resize(6, q.cols());
  impl_->solver.frames(states, {id}, pose.data(), velocity.data());
}

int Batch::lanes() const { return impl_->solver.lanes(); }
int Batch::threads() const { return impl_->solver.threads(); }
const std::string& Batch::why_alone() const { return impl_->solver.why_alone(); }

}  // namespace zanjir
