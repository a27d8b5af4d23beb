#include "zanjir/batch/batch_solver.hpp"

#include <algorithm>

#include "zanjir/batch/lane_worker.hpp"
#include "zanjir/core/on_threads.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {

namespace {

constexpr std::ptrdiff_t piece = 256;  // states that a thread takes at once

}  // namespace

void add(const BatchCount& c, BatchCount& sum) {
  sum.in_lanes += c.in_lanes, sum.alone += c.alone, sum.unsolved += c.unsolved;
  if (c.first_unsolved < 0 || (sum.first_unsolved >= 0 && sum.first_unsolved < c.first_unsolved)) return;
  sum.first_unsolved = c.first_unsolved;
  sum.note = c.note;
}

// Blocks of states to threads.
struct BatchSolver::Impl {
  Impl(const Model& m, const State& r, const BatchOptions& o) : plan(m, r, o), threads(threads_or_processors(o.threads)), workers(at(threads)) {}

  LaneWorker& worker(int thread) {
    auto& mine = workers[at(thread)];
    if (!mine) mine = std::make_unique<LaneWorker>(plan);
    return *mine;
  }

  // f(worker, block) for all states in blocks of at most `size`.
  template <class F> void each_block(std::ptrdiff_t n, int size, const F& f) {
    on_threads(threads, (n + piece - 1) / piece, [&](int thread, std::ptrdiff_t i) {
      LaneWorker& x = worker(thread);
      const std::ptrdiff_t begin = i * piece, end = std::min(n, begin + piece);
      for (std::ptrdiff_t k = begin; k < end; k += size) f(x, LaneBlock{k, static_cast<int>(std::min<std::ptrdiff_t>(size, end - k))});
    });
  }

  BatchCount run(Asked asked, const BatchStates& s, const double* given, const BatchAnswers& out) {
    for (auto& worker : workers)
      if (worker) worker->count() = {};
    const bool in_lanes = plan.why_alone.empty() && (!out.reaction || plan.reactions_in_lanes());
    each_block(s.n, in_lanes ? plan.lanes() : 1, [&](LaneWorker& x, const LaneBlock& b) {
      if (in_lanes) x.solve(asked, s, given, out, b);
      else x.careful().ask(asked, s, b.begin, given, out, x.count());
    });
    BatchCount sum;
    for (const auto& worker : workers)
      if (worker) add(worker->count(), sum);
    return sum;
  }

  // Kinematics of every state; use(worker, block, k, state) finds those in lane k of a block, alone(workspace, state) those of one by itself.
  template <class Use, class Alone> void each_place(const BatchStates& s, const Use& use, const Alone& alone) {
    const bool in_lanes = plan.lanes() > 1 && plan.why_alone != BatchPlan::lanes_off;
    each_block(s.n, in_lanes ? plan.lanes() : 1, [&](LaneWorker& x, LaneBlock b) {
      b.careful = ~0u;
      if (in_lanes) {
        x.place(s, b);
        use(x, b);
      }
      for (int k = 0; k < b.used; ++k)
        if (b.careful >> k & 1) alone(x.careful().kinematics(s, b.begin + k), b.begin + k);
    });
  }

  BatchPlan plan;
  int threads = 1;
  std::vector<std::unique_ptr<LaneWorker>> workers;  // one per thread, made when it is needed
};

BatchSolver::BatchSolver(const Model& model, const State& reference, const BatchOptions& options)
    : impl_(std::make_unique<Impl>(model, reference, options)) {}
BatchSolver::~BatchSolver() = default;
BatchSolver::BatchSolver(BatchSolver&&) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&&) noexcept = default;

BatchCount BatchSolver::forward(const BatchStates& states, const double* tau, const BatchAnswers& out) {
  return impl_->run(Asked::forward, states, tau, out);
}
BatchCount BatchSolver::inverse(const BatchStates& states, const double* vdot, const BatchAnswers& out) {
  return impl_->run(Asked::inverse, states, vdot, out);
}

void BatchSolver::forward(std::span<LaneQuestion> questions) { impl_->worker(0).solve(questions); }

void BatchSolver::frames(const BatchStates& s, const std::vector<FrameId>& frames, double* pose, double* twist) {
  const Model& model = impl_->plan.model;
  const auto put = [&](const Workspace& ws, std::ptrdiff_t k) {
    std::ptrdiff_t p = 0, t = 0;
    for (const FrameId id : frames) {
      const FrameKinematics f = frame_kinematics(model, ws, model.frame(id));
      const Mat3d& R = f.X_WF.R;
      for (const double a : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, f.X_WF.p.x, f.X_WF.p.y, f.X_WF.p.z}) pose[p++ * s.n + k] = a;
      if (!twist) continue;
      for (const double a : {f.V_WF_W.w.x, f.V_WF_W.w.y, f.V_WF_W.w.z, f.V_WF_W.v.x, f.V_WF_W.v.y, f.V_WF_W.v.z}) twist[t++ * s.n + k] = a;
    }
  };
  const auto put_lanes = [&](LaneWorker& x, const LaneBlock& b) {
    for (int k = 0; k < b.used; ++k)
      if (!(b.careful >> k & 1)) put(x.place_lane(s, b, k), b.begin + k);
  };
  impl_->each_place(s, put_lanes, put);
}

void BatchSolver::jacobian(const BatchStates& s, FrameId id, double* J) {
  const Model& model = impl_->plan.model;
  const Frame& frame = model.frame(id);
  const int nv = model.nv(), w = impl_->plan.lanes();
  const auto put = [&](const Workspace& ws, std::ptrdiff_t k) {
    Mat6X one(6, nv);
    frame_jacobian(model, ws, frame, one);
    for (int j = 0; j < nv; ++j)
      for (int i = 0; i < 6; ++i) J[(6 * j + i) * s.n + k] = one(i, j);
  };
  const auto put_lanes = [&](LaneWorker& x, const LaneBlock& b) {
    const double* found = x.jacobian(frame);
    for (int i = 0; i < 6 * nv; ++i)
      for (int k = 0; k < b.used; ++k)
        if (!(b.careful >> k & 1)) J[i * s.n + b.begin + k] = found[i * w + k];
  };
  if (model.elastic_bodies().empty()) return impl_->each_place(s, put_lanes, put);
  impl_->each_block(s.n, 1, [&](LaneWorker& x, const LaneBlock& b) { put(x.careful().kinematics(s, b.begin), b.begin); });  // modes move frames, too
}

void BatchSolver::mass_matrix(const BatchStates& s, double* M) {
  const Model& model = impl_->plan.model;
  const int nv = model.nv(), w = impl_->plan.lanes();
  const auto put_lanes = [&](LaneWorker& x, const LaneBlock& b) {
    const double* found = x.mass_matrix();
    for (int i = 0; i < nv; ++i)
      for (int j = 0; j <= i; ++j)
        for (int k = 0; k < b.used; ++k)
          if (!(b.careful >> k & 1)) M[(i * nv + j) * s.n + b.begin + k] = found[(i * nv + j) * w + k];
  };
  const auto put = [&](Workspace& ws, std::ptrdiff_t k) {
    MatX one;
    zanjir::mass_matrix(model, ws, one);
    for (int i = 0; i < nv; ++i)
      for (int j = 0; j <= i; ++j) M[(i * nv + j) * s.n + k] = one(i, j);
  };
  impl_->each_place(s, put_lanes, put);
}

int BatchSolver::n_reactions() const { return static_cast<int>(impl_->plan.n_reactions()); }
int BatchSolver::lanes() const { return impl_->plan.why_alone.empty() ? impl_->plan.lanes() : 1; }
int BatchSolver::threads() const { return impl_->threads; }
const std::string& BatchSolver::why_alone() const { return impl_->plan.why_alone; }

}  // namespace zanjir
