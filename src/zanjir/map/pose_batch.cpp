#include "zanjir/map/pose_batch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/batch/batch_plan.hpp"
#include "zanjir/core/on_threads.hpp"
#include "zanjir/core/singular_values.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/jacobian_rows.hpp"
#include "zanjir/loops/limb_screws.hpp"
#include "zanjir/map/pose_lanes.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/terms/kinematics_question.hpp"

namespace zanjir {
namespace {

constexpr std::ptrdiff_t piece = 256;  // poses that a thread takes at once

std::vector<Limb> limbs_of(const Model& model, FrameId frame) {
  const std::optional<BodyId> platform = likely_platform(model);
  return platform && model.frame(frame).body == *platform ? find_limbs(model, limb_base(model), *platform) : std::vector<Limb>{};
}

ParallelJacobian general_J0(const Model& model, const Workspace& ws, const std::vector<Limb>& limbs, const Frame& frame) {
  const Vec3d O = frame_pose(model, ws, frame).p;
  std::vector<LimbScrews> screws;
  for (const Limb& limb : limbs) screws.push_back(limb_screws(model, ws, limb_base(model), frame.body, limb, O));
  return parallel_jacobian(model, limbs, screws, Ranks::skip);
}

// What of a pose is led says where its frame shall be and how it shall be turned; null: it does.
const char* what_is_wrong(const Transformd& X, const LedFrame& led) {
  const auto off = [](double a, double b) { return !(std::abs(a - b) <= typed_orientation); };
  if (led.turn == LedFrame::Turn::whole) {
    const Vec3d x = X.R.col(0), y = X.R.col(1), z = X.R.col(2);
    if (off(dot(x, x), 1) || off(dot(y, y), 1) || off(dot(z, z), 1) || off(dot(x, y), 0) || off(dot(y, z), 0) || off(dot(z, x), 0) ||
        off(dot(cross(x, y), z), 1))
      return "not a rotation: the matrix of a pose is to be orthonormal and right-handed";
  } else if (led.turn != LedFrame::Turn::free) {
    const Vec3d along = X.R * led.axis;
    if (off(dot(along, along), 1)) return "not a direction: the axis of a pose is to have length one";
  }
  return nullptr;
}

}  // namespace

// What one thread has.
struct PoseWorker {
  PoseWorker(const Model& m, const State& reference, const LedFrame& led, const std::vector<Limb>& l, const BatchOptions& options)
      : model(m), limbs(l), assembler(m), ws(m), start(reference), state(reference) {
    request.frames = {led};
    update_positions(model, reference, ws);
    std::vector<PoseTarget> targets;
    if (const std::optional<PoseTarget> target = leg_target(model, ws, led)) targets.push_back(*target);
    if (!limbs.empty()) rows = JacobianRows::of(model, limbs);
    if (!targets.empty()) follower.legs = LegFollower::make(model, targets, start);
    if (!follower.legs || !options.lanes) return;
    const kernels::PoseFunctions* functions = nullptr;
    if (options.isa)
      for (const int n : {8, 4, 1})
        if (!functions) functions = kernels::pose_functions_for(options.isa, n);
    if (rows && limb_base(model) == BodyId::ground)
      lanes = PoseLanes::make(model, *follower.legs, targets, {{&model.frame(led.frame)}, {}, {}}, start, loops_met, functions);
    lanes_have_J0 = lanes != nullptr;
    if (!lanes) lanes = PoseLanes::make(model, *follower.legs, targets, {}, start, loops_met, functions);
  }

  // Into state.q; else why not.
  bool reach(const Transformd& X_WF, const VecX& q_near, std::string& why) {
    aim(X_WF);
    start.q = q_near;
    const Followed followed = follower.follow(request, {&X_WF, 1}, start, PoseFollower::Far::by_newton, state);
    if (followed == Followed::found) return true;
    if (followed == Followed::out_of_reach) {
      why = "a leg cannot reach it";
      return false;
    }
    const auto& problems = assembler.assemble(request, follower.asked, &start);
    if (!problems.empty()) {
      why = problems.front().message;
      return false;
    }
    state = follower.asked.state;
    return true;
  }

  // Whether the loops are, at a state that was given and not reached.
  bool is_closed(const Transformd& X_WF, std::string& why) {
    aim(X_WF);
    if (assembler.off_by(request, start) <= BatchPlan::open_above) return true;
    why = "a loop is open";
    return false;
  }
  void aim(const Transformd& X_WF) {
    LedFrame& led = request.frames[0];
    led.p = X_WF.p;
    led.R = X_WF.R;
    led.along = X_WF.R * led.axis;
  }

  bool find_J0(const VecX& q, int n_rows, std::string& why) {
    state.q = q;
    update_positions(model, state, ws);
    const Frame& frame = model.frame(request.frames[0].frame);
    if (!rows || !rows->find(model, ws, frame_pose(model, ws, frame).p, J0)) J0 = general_J0(model, ws, limbs, frame).J0;
    if (J0.rows() == n_rows && J0.allFinite()) return true;
    why = "a limb is singular: J0 has other rows there";
    return false;
  }

  const Model& model;
  const std::vector<Limb>& limbs;
  Assembler assembler;
  std::optional<JacobianRows> rows;
  PoseFollower follower{model, assembler};
  std::unique_ptr<PoseLanes> lanes;
  bool lanes_have_J0 = false;
  Workspace ws;
  State start, state;
  StateRequest request;
  MatX J0;
  VecX sigma, q;
  BatchCount count;
};

struct PoseBatch::Impl {
  Impl(const Model& m, const State& r, const LedFrame& l, const BatchOptions& o)
      : model(m), reference(r), led(l), options(o), limbs(limbs_of(m, l.frame)), workers(at(threads_or_processors(o.threads))) {
    if (limbs.empty()) return;
    Workspace ws(model);
    update_positions(model, reference, ws);
    const ParallelJacobian there = general_J0(model, ws, limbs, model.frame(led.frame));
    names = there.rows;
    rows = static_cast<int>(there.J0.rows()), columns = static_cast<int>(there.J0.cols());
  }
  PoseWorker& worker(int thread) {
    auto& mine = workers[at(thread)];
    if (!mine) mine = std::make_unique<PoseWorker>(model, reference, led, limbs, options);
    return *mine;
  }

  // pose: null: that of the frame at q_near.
  BatchCount run(std::ptrdiff_t n, const double* pose, const double* q_near, const PoseAnswers& out) {
    for (auto& w : workers)
      if (w) w->count = {};
    on_threads(static_cast<int>(workers.size()), (n + piece - 1) / piece, [&](int thread, std::ptrdiff_t i) {
      PoseWorker& x = worker(thread);
      const std::ptrdiff_t begin = i * piece, end = std::min(n, begin + piece);
      const bool wants_J0 = out.J0 || out.sigma, in_lanes = x.lanes && x.lanes->lanes() > 1 && (x.lanes_have_J0 || !wants_J0);
      const std::ptrdiff_t width = in_lanes ? x.lanes->lanes() : 1;
      for (std::ptrdiff_t k = begin; k < end; k += width) {
        const auto used = static_cast<int>(std::min(width, end - k));
        const unsigned careful = in_lanes ? side_by_side(x, n, k, used, pose, q_near, out) : ~0u;
        for (int lane = 0; lane < used; ++lane)
          if (careful >> lane & 1) alone(x, n, k + lane, pose, q_near, out);
      }
    });
    BatchCount sum;
    for (const auto& w : workers)
      if (w) add(w->count, sum);
    return sum;
  }

  // Of state k; else why it is none.
  const char* take(PoseWorker& x, std::ptrdiff_t n, std::ptrdiff_t k, const double* pose, const double* q_near, Transformd& X) const {
    constexpr const char* no_number = "a number that is none";
    x.q.resize(model.nq());
    for (int i = 0; i < model.nq(); ++i) x.q[i] = q_near[i * n + k];
    if (!x.q.allFinite()) return no_number;
    if (!pose) {
      x.start.q = x.q;
      update_positions(model, x.start, x.ws);
      X = frame_pose(model, x.ws, model.frame(led.frame));
      return nullptr;
    }
    double a[12];
    for (int i = 0; i < 12; ++i) a[i] = pose[i * n + k];
    if (!std::all_of(a, a + 12, [](double number) { return std::isfinite(number); })) return no_number;
    X = {{a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]}, {a[9], a[10], a[11]}};
    return what_is_wrong(X, led);
  }

  // A mask of those that are to be asked alone.
  unsigned side_by_side(PoseWorker& x, std::ptrdiff_t n, std::ptrdiff_t k, int used, const double* pose, const double* q_near,
                        const PoseAnswers& out) const {
    PoseLanes& lanes = *x.lanes;
    unsigned careful = 0;
    Transformd X;
    for (int lane = 0; lane < lanes.lanes(); ++lane) {
      if (lane < used && !take(x, n, k + lane, pose, q_near, X)) {
        lanes.put(lane, {x.q.data(), at(x.q.size())}, {&X, 1});
        continue;
      }
      if (lane < used) careful |= 1u << lane;
      update_positions(model, reference, x.ws);  // a lane without a pose has something to do
      X = frame_pose(model, x.ws, model.frame(led.frame));
      lanes.put(lane, {reference.q.data(), at(reference.q.size())}, {&X, 1});
    }
    careful |= lanes.follow();
    const double other_m = BatchPlan::open_above * std::min(1.0, model.length_m());
    for (int lane = 0; lane < used && !pose; ++lane)  // legs that were given elsewhere than they meet: not that state
      for (int i = 0; i < model.nq(); ++i)
        if (!(std::abs(lanes.coordinate(lane, i) - q_near[i * n + k + lane]) <= other_m)) careful |= 1u << lane;
    for (int lane = 0; lane < used; ++lane) {
      if (careful >> lane & 1) continue;
      ++x.count.in_lanes;
      const std::ptrdiff_t place = k + lane;
      if (out.status) out.status[place] = SolveStatus::ok;
      if (out.q)
        for (int i = 0; i < model.nq(); ++i) out.q[i * n + place] = lanes.coordinate(lane, i);
      if (out.J0)
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; ++j) out.J0[(i * columns + j) * n + place] = lanes.J0(lane, i, j);
      if (out.sigma) out.sigma[place] = lanes.number(lane, 0), out.sigma[n + place] = lanes.number(lane, 1);
    }
    return careful;
  }

  void alone(PoseWorker& x, std::ptrdiff_t n, std::ptrdiff_t k, const double* pose, const double* q_near, const PoseAnswers& out) const {
    ++x.count.alone;
    Transformd X;
    std::string why;
    const bool wants_J0 = out.J0 || out.sigma;
    const char* no_question = take(x, n, k, pose, q_near, X);
    if (no_question) why = no_question;
    bool found = !no_question && (pose ? x.reach(X, x.q, why) : x.is_closed(X, why));
    if (found && pose) x.q = x.state.q;
    found = found && (!wants_J0 || x.find_J0(x.q, rows, why));
    if (out.status) out.status[k] = found ? SolveStatus::ok : SolveStatus::not_converged;
    if (!found) {
      ++x.count.unsolved;
      if (x.count.first_unsolved < 0 || k < x.count.first_unsolved) x.count.first_unsolved = k, x.count.note = why;
    }
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (out.q)
      for (int i = 0; i < model.nq(); ++i) out.q[i * n + k] = found ? x.q[i] : none;
    if (out.J0)
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) out.J0[(i * columns + j) * n + k] = found ? x.J0(i, j) : none;
    if (!out.sigma) return;
    if (found) singular_values(x.J0, x.sigma);
    out.sigma[k] = found ? x.sigma[x.sigma.size() - 1] : none;
    out.sigma[n + k] = found ? x.sigma[0] : none;
  }

  const Model& model;
  State reference;
  LedFrame led;
  BatchOptions options;
  std::vector<Limb> limbs;
  std::vector<std::string> names;  // of the rows of J0
  int rows = 0, columns = 0;
  std::vector<std::unique_ptr<PoseWorker>> workers;  // one per thread, made when it is needed
};

PoseBatch::PoseBatch(const Model& model, const State& reference, const LedFrame& led, const BatchOptions& options)
    : impl_(std::make_unique<Impl>(model, reference, led, options)) {}
PoseBatch::~PoseBatch() = default;
const std::vector<std::string>& PoseBatch::rows() const { return impl_->names; }
int PoseBatch::columns() const { return impl_->columns; }
BatchCount PoseBatch::reach(std::ptrdiff_t n, const double* pose, const double* q_near, const PoseAnswers& out) {
  return impl_->run(n, pose, q_near, out);
}
BatchCount PoseBatch::look(std::ptrdiff_t n, const double* q, const PoseAnswers& out) { return impl_->run(n, nullptr, q, out); }
int PoseBatch::lanes() const {
  const PoseWorker& first = impl_->worker(0);
  return first.lanes ? first.lanes->lanes() : 1;
}

}  // namespace zanjir
