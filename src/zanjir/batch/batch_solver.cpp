#include "zanjir/batch/batch_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "zanjir/batch/lanes.hpp"
#include "zanjir/batch/loop_plan.hpp"
#include "zanjir/core/on_threads.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/pose_plan.hpp"
#include "zanjir/loops/rank_finder.hpp"

namespace zanjir {

namespace {

using kernels::Known;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double largest_angle = 1e5;  // beyond it sines come from elsewhere for the whole register (kernels/sincos.hpp)
constexpr double open_above = 1e-3;    // as Dynamics::open_above: not a state of this mechanism
constexpr std::ptrdiff_t piece = 256;  // states that a thread takes at once

enum class Asked : std::uint8_t { forward, inverse };

const kernels::Functions& widest() {
  const char* isa = kernels::functions().isa;
  for (const int lanes : {8, 4})
    if (const kernels::Functions* f = kernels::functions_for(isa, lanes)) return *f;
  return kernels::functions();
}

// Where the wrench of a joint is read, as in user_wrench. Not of welds.
kernels::JointPoint joint_point(const Model& model, const Joint& joint) {
  const Body& body = model.body(joint.swapped ? joint.parent : joint.child);
  kernels::JointPoint out;
  out.row = joint.first_step + joint.n_steps - 1;
  out.row_of_point = body.row;
  out.swapped = joint.swapped;
  plan_vector(body.X_RB * (joint.swapped ? joint.X_PJ.p : joint.X_CJ.p), out.at);
  return out;
}

}  // namespace

struct BatchSolver::Impl {
  Impl(const Model& m, const State& r, const BatchOptions& o)
      : model(m), reference(r), functions(widest()), threads(threads_or_processors(o.threads)) {
    has_rows = model.n_closure_rows() > 0;
    acts = model.acts_on_frames() || !model.sprung().empty();
    prescribed = !model.prescribed().empty();
    joint_forces = model.forces().on_joints();
    loop_functions = kernels::loop_functions_for(functions.isa, functions.lanes);
    for (const Joint& joint : model.joints()) {
      has_welds = has_welds || joint.n_steps == 0;
      joint_points.push_back(joint_point(model, joint));
    }
    for (int i = 1; i < model.n_steps(); ++i) {
      const kernels::Step& step = model.tables().step[i];
      int n = 0;
      const int nv = kernels::nv_of(step.joint);
      for (int k = 0; k < nv; ++k) n += model.roles()[at(step.v_begin + k)] == Role::prescribed;
      given_steps.push_back(nv > 0 && n == nv);
      if (n > 0 && n < nv) why_alone = "some axes of a joint are prescribed and others are not";
    }
    given_steps.insert(given_steps.begin(), 0);
    if (!o.lanes) why_alone = lanes_off;
    else if (functions.lanes == 1) why_alone = "this processor has no wide registers";
    else if (has_rows && !LoopPlan::covers(model)) why_alone = "loops between elastic bodies";
    else if (has_rows && drives_a_sprung_joint(model)) why_alone = drives_a_sprung_joint_note;
    for (const ElasticBody& e : model.elastic_bodies())
      for (int k = e.v_begin; k < e.v_begin + e.field.n_modes(); ++k)
        if (model.roles()[at(k)] == Role::prescribed) why_alone = "a mode is prescribed";
    if (!has_rows || !why_alone.empty()) return;
    rank = RankFinder(model).find(model, reference);
    if (static_cast<int>(rank.rows.size()) != rank.rank || rank.rank_of_all_speeds > rank.rank) {
      why_alone = "the rank of the loops at the reference is not that of independent rows";
      return;
    }
    plan = std::make_unique<LoopPlan>(model, rank.rows, 0.1 * rank.sigma_ref, &reference);
    if (rank.rank < model.n_closure_rows()) {
      std::vector<int> all(at(model.n_closure_rows()));
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
      all_rows = std::make_unique<LoopPlan>(model, all, 0, nullptr);
    }
  }

  // Scratch of one thread.
  struct Worker {
    explicit Worker(const Impl& b)
        : ws(b.model),
          solver(AnyFormulation{}, b.model),
          forward(forward_question(b.model, VecX::Zero(b.model.nv()))),
          inverse(inverse_question(b.model, VecX::Zero(b.model.nv()))),
          state(b.reference),
          v(VecX::Zero(b.model.nv())),
          vdot_now(v) {
      const int w = b.functions.lanes;
      const auto nq = at(b.model.nq()), nv = at(b.model.nv()), steps = at(b.model.n_steps());
      q = Lanes(nq, w), speeds = Lanes(nv, w), tau = Lanes(nv, w), vdot = Lanes(nv, w), bias = Lanes(nv, w), f = Lanes(nv, w),
      elements = Lanes(nv, w);
      external = Lanes(6 * steps, w), tree = Lanes(kernels::scratch_numbers(b.model.tables()), w), largest = Lanes(3, w);
      wrench = Lanes(at(6 * b.n_reactions()), w);
      if (b.plan) {
        loop = Lanes(kernels::loop_scratch_numbers(b.plan->tables, b.model.nv()), w), lambda = Lanes(at(b.plan->tables.n_rows), w);
        if (b.all_rows) all_loops = Lanes(kernels::loop_scratch_numbers(b.all_rows->tables, b.model.nv()), w);
      }
    }
    Workspace ws;
    std::vector<Workspace> ws_of_lane;  // of questions that come with a state each
    std::span<const LaneQuestion> question = {};
    Lanes t_of_lane, q_of_lane, v_of_lane, f_of_lane;
    Solver solver;
    Given forward, inverse;
    Solution solution;
    State state;
    VecX v, vdot_now;
    Lanes q, speeds, tau, vdot, bias, f, elements, external, tree, largest, loop, lambda, all_loops, M, wrench;
    std::optional<Closure> closure;  // for states that are asked alone
    bool elements_are_zero = false;
    MatX one_matrix;
    BatchCount count;
  };

  Worker& worker(int thread) {
    auto& mine = workers[static_cast<std::size_t>(thread)];
    if (!mine) mine = std::make_unique<Worker>(*this);
    return *mine;
  }

  // -- one state alone
  void take(const BatchStates& s, std::ptrdiff_t k, State& out) const {
    out.t_s = s.t_s ? s.t_s[k] : 0;
    for (int i = 0; i < model.nq(); ++i) out.q[i] = s.q[i * s.n + k];
    for (int i = 0; i < model.nv(); ++i) out.v[i] = s.v[i * s.n + k];
  }
  void put_nothing(const BatchStates& s, std::ptrdiff_t k, const BatchAnswers& out) const {
    for (int i = 0; i < model.nv(); ++i) {
      if (out.vdot) out.vdot[i * s.n + k] = not_a_number;
      if (out.tau) out.tau[i * s.n + k] = not_a_number;
    }
    if (out.reaction)
      for (std::ptrdiff_t i = 0; i < 6 * n_reactions(); ++i) out.reaction[i * s.n + k] = not_a_number;
  }
  void ask_alone(Asked asked, const BatchStates& s, std::ptrdiff_t k, const double* given, const BatchAnswers& out, Worker& x) const {
    take(s, k, x.state);
    Given& question = asked == Asked::forward ? x.forward : x.inverse;
    VecX& known = asked == Asked::forward ? question.tau : question.vdot;
    for (int i = 0; i < model.nv(); ++i) known[i] = given ? given[i * s.n + k] : 0;
    x.solver.forget();  // whatever was asked before
    ++x.count.alone;
    SolveStatus status = SolveStatus::inconsistent;
    std::string note = open_note(x);
    if (note.empty()) {
      status = x.solver.solve(x.state, question, out.reaction ? Reactions::compute : Reactions::skip, x.solution);
      note = x.solution.note;
    }
    if (out.status) out.status[k] = status;
    if (!solved(status)) {
      ++x.count.unsolved;
      if (x.count.first_unsolved < 0 || k < x.count.first_unsolved) x.count.first_unsolved = k, x.count.note = note;
      return put_nothing(s, k, out);
    }
    for (int i = 0; i < model.nv(); ++i) {
      if (out.vdot) out.vdot[i * s.n + k] = x.solution.vdot[i];
      if (out.tau) out.tau[i * s.n + k] = x.solution.tau[i];
    }
    if (!out.reaction) return;
    std::ptrdiff_t next = 0;
    for (const auto* list : {&x.solution.reaction, &x.solution.loop_reaction})
      for (const JointWrench& w : *list)
        for (const double number : {w.total.n.x, w.total.n.y, w.total.n.z, w.total.f.x, w.total.f.y, w.total.f.z})
          out.reaction[next++ * s.n + k] = number;
  }
  // Why a state is not one of this mechanism; empty: it is.
  std::string open_note(Worker& x) const {
    for (const VecX* list : {&x.state.q, &x.state.v})
      if (!list->allFinite()) return "a coordinate or speed that is not a number";
    if (!has_rows) return {};
    update_velocities(model, x.state, x.ws);
    if (!x.closure) x.closure.emplace(model);
    Closure& closure = *x.closure;
    update_closure_positions(model, x.ws, closure);
    Eigen::Index worst = 0;
    const double open = closure.phi.cwiseProduct(model.row_scale()).cwiseAbs().maxCoeff(&worst);
    if (open > open_above) return "the loop at " + row_name(model.constraints(), worst) + " is open";
    return {};
  }

  // -- a block of lanes
  struct Block {
    std::ptrdiff_t begin = 0;
    int used = 0;
    unsigned careful = 0;                          // lanes that go alone, one bit each
    const double *vdot = nullptr, *tau = nullptr;  // the answers, in lanes
  };
  // States into lanes; a lane without a state, or with one that lanes cannot have, stands at the reference.
  void load(const BatchStates& s, const double* given, Block& b, Worker& x) const {
    const int w = functions.lanes;
    constexpr double any = std::numeric_limits<double>::infinity();
    const auto take = [&](int n, const double* from, double limit, double* to) {
      from += b.begin;
      if (b.used == w) return loop_functions->take(n, s.n, from, limit, to);
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < w; ++k) to[i * w + k] = k < b.used ? from[i * s.n + k] : 0;
      return loop_functions->take(n, w, to, limit, to);
    };
    const unsigned used = b.used == w ? (1u << w) - 1 : (1u << b.used) - 1;
    b.careful = used & (take(model.nq(), s.q, largest_angle, x.q.data()) | take(model.nv(), s.v, any, x.speeds.data()));
    if (given) take(model.nv(), given, any, x.f.data());
    else x.f.fill(0);
    if (const unsigned away = b.careful | ~used; away & ((1u << w) - 1)) {
      for (int k = 0; k < w; ++k) {
        if (!(away >> k & 1)) continue;
        for (int i = 0; i < model.nq(); ++i) x.q.data()[i * w + k] = reference.q[i];
        for (int i = 0; i < model.nv(); ++i) x.speeds.data()[i * w + k] = reference.v[i];
      }
    }
    if (prescribed)
      for (int k = 0; k < w; ++k) follow_laws(s, b, k, x);
  }
  // n rows, lane by lane; what goes alone is written over.
  void store(const BatchStates& s, const Block& b, std::ptrdiff_t n, const double* from, double* to) const {
    const int w = functions.lanes;
    if (b.used == w) return loop_functions->put(static_cast<int>(n), s.n, from, to + b.begin);
    for (std::ptrdiff_t i = 0; i < n; ++i)
      for (int k = 0; k < b.used; ++k) to[i * s.n + b.begin + k] = from[i * w + k];
  }

  // What laws of time prescribe, into lane k.
  void follow_laws(const BatchStates& s, const Block& b, int k, Worker& x) const {
    const int w = functions.lanes;
    lane_to_state(s, b, k, x);
    take_state(model, x.state, x.ws);
    for (int i = 0; i < model.nq(); ++i) x.q.data()[i * w + k] = x.ws.q[i];
    for (int i = 0; i < model.nv(); ++i) x.speeds.data()[i * w + k] = x.ws.v[i], x.vdot.data()[i * w + k] = x.ws.vdot_prescribed[i];
  }
  void lane_to_state(const BatchStates& s, const Block& b, int k, Worker& x) const {
    const int w = functions.lanes;
    x.state.t_s = k < b.used && s.t_s ? s.t_s[b.begin + k] : 0;
    if (!x.question.empty()) {
      const State& whole = at(k) < x.question.size() ? *x.question[at(k)].state : reference;
      x.state.contact = whole.contact;
      x.state.preload = whole.preload;
    }
    for (int i = 0; i < model.nq(); ++i) x.state.q[i] = x.q.data()[i * w + k];
    for (int i = 0; i < model.nv(); ++i) x.state.v[i] = x.speeds.data()[i * w + k];
  }
  // Poses and velocities of lane k into the Workspace of one state: all that frames are made of. Sections of elastic bodies keep more, which stays as it was.
  Workspace& place_lane(const BatchStates& s, const Block& b, int k, Worker& x) const {
    Workspace& ws = x.question.empty() ? x.ws : x.ws_of_lane[at(k)];
    lane_to_state(s, b, k, x);
    take_state(model, x.state, ws);
    const auto layout = kernels::scratch_layout(model.n_steps());
    for (std::size_t i = layout.X_WB; i < layout.A; ++i) ws.tree[static_cast<Eigen::Index>(i)] = x.tree.data()[i * at(functions.lanes) + at(k)];
    ws.stage = Stage::velocity;
    return ws;
  }
  // Forces of elements, lane by lane, from the poses that the lanes have found: their own code is for one state.
  const double* gather(const BatchStates& s, const Block& b, Worker& x) const {
    const int w = functions.lanes;
    if (!acts && !joint_forces) {
      if (!x.elements_are_zero) x.elements.fill(0);
      x.elements_are_zero = true;
      return nullptr;
    }
    x.elements_are_zero = false;
    for (int k = 0; k < w; ++k) {
      Workspace* ws = &x.ws;
      if (acts) {
        ws = &place_lane(s, b, k, x);
        gather_forces(model, *ws);
        const double* rows = external_rows(model, *ws);
        for (int i = 0; i < 6 * model.n_steps(); ++i) x.external.data()[i * w + k] = rows ? rows[i] : 0;
      } else {
        lane_to_state(s, b, k, x);
        take_state(model, x.state, *ws);
        gather_joint_forces(model, *ws);
      }
      for (int i = 0; i < model.nv(); ++i) x.elements.data()[i * w + k] = ws->tau_elements[i];
    }
    return acts ? x.external.data() : nullptr;
  }

  void solve_block(Asked asked, const BatchStates& s, const double* given, const BatchAnswers& out, Block& b, Worker& x) const {
    load(s, given, b, x);
    b.vdot = x.vdot.data(), b.tau = x.tau.data();
    if (asked == Asked::forward) has_rows ? forward_with_loops(s, out, b, x) : forward_tree(s, out, b, x);
    else has_rows ? inverse_with_loops(s, out, b, x) : inverse_tree(s, out, b, x);
    if (out.vdot) store(s, b, model.nv(), b.vdot, out.vdot);
    if (out.tau) store(s, b, model.nv(), b.tau, out.tau);
    if (out.reaction && b.careful != ~0u) put_reactions(s, b, out.reaction, x);
    if (out.status) std::fill_n(out.status + b.begin, b.used, SolveStatus::ok);
    x.count.in_lanes += b.used;
    if (b.careful == 0) return;
    for (int k = 0; k < b.used; ++k) {  // after all that is read from the lanes
      if (!(b.careful >> k & 1)) continue;
      --x.count.in_lanes;
      ask_alone(asked, s, b.begin + k, given, out, x);
    }
  }
  void kinematics(Worker& x) const { functions.kinematics(model.tables(), x.q.data(), x.speeds.data(), x.tree.data()); }
  void inverse_pass(const double* external, double* tau, Worker& x) const {
    functions.inverse_dynamics(model.tables(), Known::kinematics, x.q.data(), x.speeds.data(), x.vdot.data(), external, x.tree.data(), tau);
  }
  std::size_t numbers() const { return at(model.nv() * functions.lanes); }

  void forward_tree(const BatchStates& s, const BatchAnswers& out, Block& b, Worker& x) const {
    const std::size_t n = numbers();
    const bool needs_poses = acts || out.reaction || !model.elastic_bodies().empty();
    if (needs_poses) kinematics(x);
    const double* external = gather(s, b, x);
    double* tau = prescribed || joint_forces || acts ? x.tau.data() : x.f.data();  // written at prescribed speeds only
    if (joint_forces || acts)
      for (std::size_t i = 0; i < n; ++i) tau[i] = x.f.data()[i] + x.elements.data()[i];
    else if (prescribed) std::copy_n(x.f.data(), n, tau);
    b.careful |= functions.forward_dynamics(model.tables(), needs_poses ? Known::kinematics : Known::nothing, x.q.data(), x.speeds.data(),
                                            prescribed ? given_steps.data() : nullptr, external, x.tree.data(), tau, x.vdot.data());
    if (out.reaction) inverse_pass(external, x.bias.data(), x);
    put_forces(b, x);
    note_not_finite(b, x.vdot.data());
  }
  void inverse_tree(const BatchStates& s, const BatchAnswers& out, Block& b, Worker& x) const {
    const std::size_t n = numbers();
    const bool needs_poses = acts || out.reaction || !model.elastic_bodies().empty();
    if (needs_poses) kinematics(x);
    const double* external = gather(s, b, x);
    if (prescribed) take_accelerations(x);
    else b.vdot = x.f.data();
    functions.inverse_dynamics(model.tables(), needs_poses ? Known::kinematics : Known::nothing, x.q.data(), x.speeds.data(), b.vdot, external,
                               x.tree.data(), x.tau.data());
    if (joint_forces || acts)
      for (std::size_t i = 0; i < n; ++i) x.tau.data()[i] -= x.elements.data()[i];
    note_not_finite(b, x.tau.data());
  }
  // What was asked is in x.f; accelerations of prescribed speeds are those of their laws.
  void take_accelerations(Worker& x) const {
    const int w = functions.lanes;
    for (int i = 0; i < model.nv(); ++i) {
      if (model.roles()[at(i)] == Role::prescribed) continue;
      for (int k = 0; k < w; ++k) x.vdot.data()[i * w + k] = x.f.data()[i * w + k];
    }
  }
  // Forces as answers: what was given comes back, prescribed speeds have theirs from the recursion, elements are not among them.
  void put_forces(Block& b, Worker& x) const {
    if (!prescribed) {
      b.tau = x.f.data();
      return;
    }
    const int w = functions.lanes;
    for (int i = 0; i < model.nv(); ++i) {
      const bool found = model.roles()[at(i)] == Role::prescribed;
      for (int k = 0; k < w; ++k) {
        const std::size_t j = at(i * w + k);
        x.tau.data()[j] = found ? x.tau.data()[j] - x.elements.data()[j] : x.f.data()[j];
      }
    }
  }
  void note_not_finite(Block& b, double* numbers) const {
    b.careful |= loop_functions->take(model.nv(), functions.lanes, numbers, std::numeric_limits<double>::infinity(), numbers);
  }

  // Poses, elements, bias for the accelerations that are known, rows of the loops there. Returns the wrenches of the elements.
  const double* begin_loops(const BatchStates& s, Block& b, Worker& x) const {
    kinematics(x);
    const double* external = gather(s, b, x);
    inverse_pass(external, x.bias.data(), x);
    const LoopPlan& whole = all_rows ? *all_rows : *plan;
    Lanes& whole_scratch = all_rows ? x.all_loops : x.loop;
    if (all_rows)
      loop_functions->close_up(model.tables(), plan->tables, x.q.data(), x.speeds.data(), x.vdot.data(), x.tree.data(), x.loop.data(),
                               x.largest.data());
    loop_functions->close_up(model.tables(), whole.tables, x.q.data(), x.speeds.data(), x.vdot.data(), x.tree.data(), whole_scratch.data(),
                             x.largest.data());
    for (int k = 0; k < b.used; ++k)
      if (!(x.largest.data()[k] <= open_above)) b.careful |= 1u << k;
    return external;
  }
  // Rows that were not needed, or were given, may say something else than what came out.
  void note_missed_rows(double part, Block& b, Worker& x) const {
    const int w = functions.lanes;
    for (int k = 0; k < b.used; ++k) {
      for (int i = 0; i < model.nv(); ++i) x.v[i] = x.speeds.data()[i * w + k], x.vdot_now[i] = x.vdot.data()[i * w + k];
      if (!(x.largest.data()[2 * w + k] <= part * acceleration_size(model, x.v, x.vdot_now))) b.careful |= 1u << k;
    }
  }

  void forward_with_loops(const BatchStates& s, const BatchAnswers& out, Block& b, Worker& x) const {
    const int w = functions.lanes;
    const std::size_t n = numbers();
    for (int i = 0; i < model.nv(); ++i)
      if (model.roles()[at(i)] != Role::prescribed) std::fill_n(x.vdot.data() + i * w, w, 0.0);
    const double* external = begin_loops(s, b, x);
    mass_matrix_now(x);
    for (std::size_t i = 0; i < n; ++i) x.tau.data()[i] = x.f.data()[i] + x.elements.data()[i] - x.bias.data()[i];
    b.careful |= loop_functions->solve(model.tables(), plan->tables, x.M.data(), x.tau.data(), x.loop.data(), x.vdot.data(), x.lambda.data());
    if (out.reaction || prescribed || all_rows) {
      if (!external) x.external.fill(0);
      x.tau.fill(0);
      loop_functions->add_wrenches(model.tables(), plan->tables, x.tree.data(), x.loop.data(), x.lambda.data(), x.external.data(), x.tau.data());
      inverse_pass(x.external.data(), x.bias.data(), x);
      for (std::size_t i = 0; i < n; ++i) x.tau.data()[i] = x.bias.data()[i] - x.tau.data()[i];  // gears are forces on speeds
      if (all_rows) {
        loop_functions->close_up(model.tables(), all_rows->tables, x.q.data(), x.speeds.data(), x.vdot.data(), x.tree.data(), x.all_loops.data(),
                                 x.largest.data());
        note_missed_rows(opened_by_solved, b, x);
      }
    }
    if (out.reaction && (all_rows || has_welds)) b.careful = ~0u;  // one choice of many, or of bodies that have no row: the careful path has both
    put_forces(b, x);
  }

  void inverse_with_loops(const BatchStates& s, const BatchAnswers& out, Block& b, Worker& x) const {
    const std::size_t n = numbers();
    if (plan->tables.n_passive == 0) {
      b.careful = ~0u;
      return;
    }
    take_accelerations(x);
    const double* external = begin_loops(s, b, x);
    note_missed_rows(opened_by_given, b, x);
    for (std::size_t i = 0; i < n; ++i) x.bias.data()[i] -= x.elements.data()[i];
    b.careful |= loop_functions->solve_passive(model.tables(), plan->tables, x.bias.data(), x.loop.data(), x.tau.data(), x.lambda.data());
    if (!out.reaction) return;
    if (all_rows || has_welds) {
      b.careful = ~0u;
      return;
    }
    if (!external) x.external.fill(0);
    x.elements.fill(0);
    x.elements_are_zero = false;
    loop_functions->add_wrenches(model.tables(), plan->tables, x.tree.data(), x.loop.data(), x.lambda.data(), x.external.data(), x.elements.data());
    inverse_pass(x.external.data(), x.bias.data(), x);
  }

  void mass_matrix_now(Worker& x) const {
    if (!x.M.data()) x.M = Lanes(at(model.nv()) * at(model.nv()), functions.lanes);
    (model.long_branches() ? functions.mass_matrix_world : functions.mass_matrix_branches)(model.tables(), x.tree.data(), x.M.data());
  }

  // Forces across the steps are those of the last inverse pass, with all wrenches in it.
  void put_reactions(const BatchStates& s, const Block& b, double* out, Worker& x) const {
    double* wrench = x.wrench.data();
    loop_functions->joint_wrenches(model.tables(), joint_points.data(), static_cast<int>(joint_points.size()), x.tree.data(), wrench);
    if (!model.constraints().empty()) {
      const std::size_t begin = 6 * joint_points.size() * at(functions.lanes);
      std::fill(wrench + begin, wrench + at(6 * n_reactions() * functions.lanes), 0.0);
      loop_functions->loop_wrenches(model.tables(), plan->tables, x.loop.data(), x.lambda.data(), wrench + begin);
    }
    store(s, b, 6 * n_reactions(), wrench, out);
  }
  std::ptrdiff_t n_reactions() const { return static_cast<std::ptrdiff_t>(model.joints().size() + model.constraints().size()); }

  BatchCount run(Asked asked, const BatchStates& s, const double* given, const BatchAnswers& out) {
    workers.resize(static_cast<std::size_t>(threads));
    for (auto& worker : workers)
      if (worker) worker->count = {};
    const bool in_lanes = why_alone.empty() && !(out.reaction && model.sprung().size() > 0) && !(out.reaction && has_welds);
    on_threads(threads, (s.n + piece - 1) / piece, [&](int thread, std::ptrdiff_t i) {
      Worker& x = worker(thread);
      const std::ptrdiff_t begin = i * piece, end = std::min(s.n, begin + piece);
      if (!in_lanes) {
        for (std::ptrdiff_t k = begin; k < end; ++k) ask_alone(asked, s, k, given, out, x);
        return;
      }
      for (Block b{begin, 0, 0}; b.begin < end; b.begin += functions.lanes) {
        b.used = static_cast<int>(std::min<std::ptrdiff_t>(functions.lanes, end - b.begin));
        solve_block(asked, s, given, out, b, x);
      }
    });
    BatchCount sum;
    for (const auto& worker : workers) {
      if (!worker) continue;
      const BatchCount& c = worker->count;
      sum.in_lanes += c.in_lanes, sum.alone += c.alone, sum.unsolved += c.unsolved;
      if (c.first_unsolved >= 0 && (sum.first_unsolved < 0 || c.first_unsolved < sum.first_unsolved)) {
        sum.first_unsolved = c.first_unsolved;
        sum.note = c.note;
      }
    }
    return sum;
  }

  // The same for states of runs, whose contacts and springs remember something each.
  void run(std::span<LaneQuestion> questions) {
    for (LaneQuestion& question : questions) question.answered = false;
    if (!why_alone.empty()) return;
    workers.resize(at(threads));
    Worker& x = worker(0);
    const int w = functions.lanes;
    if (x.ws_of_lane.empty()) {
      x.ws_of_lane.assign(at(w), Workspace(model));
      x.t_of_lane = Lanes(1, w), x.q_of_lane = Lanes(at(model.nq()), w), x.v_of_lane = Lanes(at(model.nv()), w),
      x.f_of_lane = Lanes(at(model.nv()), w);
    }
    for (std::size_t k = 0; k < questions.size(); ++k) {
      const State& state = *questions[k].state;
      x.t_of_lane.data()[k] = state.t_s;
      for (int i = 0; i < model.nq(); ++i) x.q_of_lane.data()[at(i * w) + k] = state.q[i];
      for (int i = 0; i < model.nv(); ++i) x.v_of_lane.data()[at(i * w) + k] = state.v[i], x.f_of_lane.data()[at(i * w) + k] = (*questions[k].tau)[i];
    }
    const BatchStates s{w, x.t_of_lane.data(), x.q_of_lane.data(), x.v_of_lane.data()};
    Block b{0, static_cast<int>(questions.size()), 0};
    x.question = questions;
    load(s, x.f_of_lane.data(), b, x);
    b.vdot = x.vdot.data(), b.tau = x.tau.data();
    has_rows ? forward_with_loops(s, {}, b, x) : forward_tree(s, {}, b, x);
    x.question = {};
    x.state.contact = reference.contact, x.state.preload = reference.preload;
    for (std::size_t k = 0; k < questions.size(); ++k) {
      if (b.careful >> k & 1) continue;
      LaneQuestion& question = questions[k];
      for (int i = 0; i < model.nv(); ++i) {
        (*question.vdot)[i] = x.vdot.data()[at(i * w) + k];
        (*question.forces)[i] = b.tau[at(i * w) + k];
      }
      question.where = acts ? &x.ws_of_lane[k] : nullptr;
      question.answered = true;
    }
  }

  // Kinematics of every state; use(worker, block) finds them in lanes, alone(worker, k) in x.ws.
  template <class Use, class Alone> void each_block(const BatchStates& s, const Use& use, const Alone& alone) {
    workers.resize(static_cast<std::size_t>(threads));
    const bool in_lanes = functions.lanes > 1 && why_alone != lanes_off;
    on_threads(threads, (s.n + piece - 1) / piece, [&](int thread, std::ptrdiff_t i) {
      Worker& x = worker(thread);
      const std::ptrdiff_t begin = i * piece, end = std::min(s.n, begin + piece);
      for (Block b{begin, 0, 0}; b.begin < end; b.begin += b.used) {
        b.used = in_lanes ? static_cast<int>(std::min<std::ptrdiff_t>(functions.lanes, end - b.begin)) : 1;
        b.careful = ~0u;
        if (in_lanes) {
          load(s, nullptr, b, x);
          kinematics(x);
          use(x, b);
        }
        for (int k = 0; k < b.used; ++k) {
          if (!(b.careful >> k & 1)) continue;
          take(s, b.begin + k, x.state);
          update_velocities(model, x.state, x.ws);
          alone(x, b.begin + k);
        }
      }
    });
  }

  static constexpr const char* lanes_off = "lanes are switched off";
  const Model& model;
  State reference;
  const kernels::Functions& functions;
  const kernels::LoopFunctions* loop_functions = nullptr;
  int threads = 1;
  bool has_rows = false, acts = false, prescribed = false, has_welds = false, joint_forces = false;
  std::vector<std::uint8_t> given_steps;  // [n_steps]
  std::vector<kernels::JointPoint> joint_points;
  LoopRank rank;
  std::unique_ptr<LoopPlan> plan, all_rows;
  std::string why_alone;
  std::vector<std::unique_ptr<Worker>> workers;
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

void BatchSolver::forward(std::span<LaneQuestion> questions) { impl_->run(questions); }

void BatchSolver::frames(const BatchStates& s, const std::vector<FrameId>& frames, double* pose, double* twist) {
  const auto put = [&](Impl::Worker& x, std::ptrdiff_t k) {
    std::ptrdiff_t p = 0, t = 0;
    for (const FrameId id : frames) {
      const FrameKinematics f = frame_kinematics(impl_->model, x.ws, impl_->model.frame(id));
      const Mat3d& R = f.X_WF.R;
      for (const double a : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz, f.X_WF.p.x, f.X_WF.p.y, f.X_WF.p.z}) pose[p++ * s.n + k] = a;
      if (!twist) continue;
      for (const double a : {f.V_WF_W.w.x, f.V_WF_W.w.y, f.V_WF_W.w.z, f.V_WF_W.v.x, f.V_WF_W.v.y, f.V_WF_W.v.z}) twist[t++ * s.n + k] = a;
    }
  };
  const auto put_lanes = [&](Impl::Worker& x, const Impl::Block& b) {
    for (int k = 0; k < b.used; ++k) {
      if (b.careful >> k & 1) continue;
      impl_->place_lane(s, b, k, x);
      put(x, b.begin + k);
    }
  };
  impl_->each_block(s, put_lanes, put);
}

void BatchSolver::mass_matrix(const BatchStates& s, double* M) {
  const Model& model = impl_->model;
  const int nv = model.nv(), w = impl_->functions.lanes;
  const auto put_lanes = [&](Impl::Worker& x, const Impl::Block& b) {
    impl_->mass_matrix_now(x);
    for (int i = 0; i < nv; ++i)
      for (int j = 0; j <= i; ++j)
        for (int k = 0; k < b.used; ++k)
          if (!(b.careful >> k & 1)) M[(i * nv + j) * s.n + b.begin + k] = x.M.data()[(i * nv + j) * w + k];
  };
  const auto put = [&](Impl::Worker& x, std::ptrdiff_t k) {
    zanjir::mass_matrix(model, x.ws, x.one_matrix);
    for (int i = 0; i < nv; ++i)
      for (int j = 0; j <= i; ++j) M[(i * nv + j) * s.n + k] = x.one_matrix(i, j);
  };
  impl_->each_block(s, put_lanes, put);
}

int BatchSolver::n_reactions() const { return static_cast<int>(impl_->n_reactions()); }
int BatchSolver::lanes() const { return impl_->why_alone.empty() ? impl_->functions.lanes : 1; }
int BatchSolver::threads() const { return impl_->threads; }
const std::string& BatchSolver::why_alone() const { return impl_->why_alone; }

}  // namespace zanjir
