#include "zanjir/verify/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/bias_parts.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/closer.hpp"
#include "zanjir/loops/rank_finder.hpp"
#include "zanjir/terms/completion.hpp"
#include "zanjir/verify/derivative_checks.hpp"
#include "zanjir/verify/law_pieces.hpp"
#include "zanjir/verify/mass_products.hpp"
#include "zanjir/verify/pair_comparison.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir {
namespace {

// A difference quotient that is off by more than this has shown nothing, whatever its own estimate says.
constexpr double derivative_ceiling = 1e-5;
constexpr int initial = -1;     // in place of the number of a state
constexpr int most_rows = 400;  // of loops, for which dense decompositions say what they determine

class Verifier {
 public:
  Verifier(const Model& model, const VerifyOptions& options)
      : model_(model),
        options_(options),
        random_(options.seed),
        ws_(model),
        panel_(model, options, report_),
        pairs_(model, options, panel_, report_) {
    report_.model = model.name();
    report_.seed = options.seed;
    report_.n_wanted = n_wanted();
    report_.along = options.along.file;
    report_.along_rows = options.along.n_rows;
    report_.budget_s = options.budget_s;
    report_.checks = {{"jacobians", "every frame Jacobian against differences on the manifold", {}},
                      {"velocities", "every frame velocity against differences in time", {}},
                      {"accelerations", "every frame acceleration against differences in time", {}},
                      {"power balance", "dE/dt by differences = power of all sources", {}},
                      {"mass matrix", "M = columns of inverse dynamics, so symmetric", {}},
                      {"positive definite", "no eigenvalue of the scaled M below zero but for rounding", {}},
                      {"kinetic energy", "sum over the bodies = v.M v / 2", {}},
                      {"bias", "parts by Jacobians sum up to the recursion", {}},
                      {"inverse of forward", "inverse(forward(tau)) = tau", {}}};
    report_.loops = model_.n_closure_rows() > 0;
    say_what_is_in_part();
    if (!report_.loops) return;
    report_.checks = {{"jacobians", "every frame Jacobian against differences on the manifold", {}},
                      {"velocities", "every frame velocity against differences in time", {}},
                      {"accelerations", "every frame acceleration against differences in time", {}},
                      {"closure rows", "Phi_q v against differences of the residuals, for random v", {}},
                      {"closure accelerations", "Phi_q vdot - gamma against differences of Phi_q v along random motions", {}},
                      {"loops stay closed", "Phi_q vdot = gamma for the accelerations found", {}},
                      {"power balance", "dE/dt by differences = power of all sources: the loops do no work", {}},
                      {"virtual work", "power of all joint reactions over the joints' motions = power of the joint forces", {}},
                      {"positive definite", "no eigenvalue of the scaled M below zero but for rounding", {}},
                      {"kinetic energy", "sum over the bodies = v.M v / 2", {}},
                      {"bias", "parts by Jacobians sum up to the recursion", {}}};
  }

  Verification run() {
    panel_.begin();
    for (int i = 0; i < n_wanted() && panel_.begin_state(); ++i) {
      if (i == 0) check_singular_start();
      check_state(i);
      ++report_.n_states;
      if (options_.progress) options_.progress(i + 1, n_wanted(), {});
    }
    panel_.end();
    judge();
    return std::move(report_);
  }

 private:
  // Large mechanisms: what is dense is sampled, or found by other means.
  void say_what_is_in_part() {
    const int nv = model_.nv(), n_frames = static_cast<int>(model_.frames().size());
    if (nv > speeds_with_eigenvalues)
      report_.in_part.emplace_back("condition numbers are estimated from products with M and its inverse, to a few per cent");
    if (nv > speeds_with_matrix)
      report_.in_part.push_back(fmt::format("mass matrix, positive definite: M of {} speeds is not made, so it is not compared", nv));
    else if (nv > speeds_with_eigenvalues && !report_.loops)
      report_.in_part.push_back(fmt::format("mass matrix: {} of {} columns in each state", some_derivatives, nv));
    if (static_cast<long>(n_frames) * nv > all_derivatives)
      report_.in_part.push_back(
          fmt::format("jacobians, velocities, accelerations: {} of {} frames and {} of {} speeds in each state, others in the next",
                      std::min(some_derivatives, n_frames), n_frames, std::min(some_derivatives, nv), nv));
    if (has_open_reactions())
      report_.in_part.emplace_back("reactions: which of them so many loops determine takes too long to find, so they are not compared");
  }
  bool along_motion() const { return !options_.along.states.empty(); }
  int n_wanted() const { return options_.n_wanted(); }
  Worst& check(std::string_view name) {
    return std::find_if(report_.checks.begin(), report_.checks.end(), [&](const Check& c) { return c.name == name; })->worst;
  }

  // -- loops -------------------------------------------------------------------------------------------------------------------------

  void check_loop_state(int i) {
    State state;
    if (along_motion()) state = options_.along.states[at(i)];
    else if (!random_closed_state(model_, random_, state)) {
      ++report_.n_not_closed;
      return;
    }
    check_loop_state(i, state, facts_at(state));
  }

  // Where rows are many, and some may be redundant, which reactions they leave open is a dense question.
  bool has_open_reactions() const { return model_.n_closure_rows() > most_rows; }

  // Of many rows by sparse means: the rank, and the largest and smallest singular value that it keeps.
  LoopFacts facts_at(const State& state) {
    panel_.shows("rank of the loops");
    if (model_.n_closure_rows() <= most_rows) return loop_facts(model_, state);
    LoopFacts facts;
    facts.rank = RankFinder(model_).find(model_, state);
    Workspace ws(model_);
    Closure closure(model_);
    update_positions(model_, state, ws);
    update_closure_positions(model_, ws, closure);
    facts.phi = closure.phi;
    RankHere here(model_);
    for (int k = 0; k < model_.nv(); ++k) here.frozen()[at(k)] = model_.roles()[at(k)] == Role::prescribed;
    const double sigma = here.decide(model_, closure).sigma;
    facts.rank.singular_values = VecX::Constant(std::max(facts.rank.rank, 1), here.norm_bound());
    facts.rank.singular_values[std::max(facts.rank.rank, 1) - 1] = sigma;
    return facts;
  }

  // Over the motions that the loops allow, times what the least kept row costs.
  double condition_with_loops(const State& state, const Yardstick& y, const LoopFacts& facts) {
    const Eigen::Index r = facts.rank.rank;
    if (model_.nv() > speeds_with_eigenvalues) {
      const VecX& sigma = facts.rank.singular_values;
      return (r > 0 ? sigma[0] / sigma[r - 1] : 1) * condition_by_products(model_, state, ws_, model_.column_scale().cwiseInverse(), 1 + y.bias_size);
    }
    ScaledRows rows(model_);
    Closure closure(model_);
    update_closure_positions(model_, ws_, closure);
    update_scaled_rows(model_, closure, rows);
    const VecX& sigma = rows.svd.singularValues();
    std::vector<int> moving;  // prescribed speeds are no motions of their own
    for (int k = 0; k < model_.nv(); ++k) {
      if (model_.roles()[at(k)] != Role::prescribed) moving.push_back(k);
    }
    const double condition = r > 0 ? sigma[0] / sigma[r - 1] : 1;
    if (r >= static_cast<Eigen::Index>(moving.size())) return condition;
    const MatX A = rows.A(Eigen::all, moving);
    const MatX V = Eigen::JacobiSVD<MatX>(A, Eigen::ComputeFullV).matrixV();
    const VecX C = model_.column_scale()(moving);
    const MatX N = C.asDiagonal() * V.rightCols(V.cols() - r), M = y.M(moving, moving);
    const VecX values = Eigen::SelfAdjointEigenSolver<MatX>(N.transpose() * M * N, Eigen::EigenvaluesOnly).eigenvalues();
    return values[0] > 0 ? condition * values[values.size() - 1] / values[0] : std::numeric_limits<double>::infinity();
  }

  // The file's own state belongs to those that are asked for when it is singular: random states beside it are not.
  void check_singular_start() {
    if (!report_.loops || along_motion()) return;
    State state = initial_state(model_);
    Closer closer(model_);
    if (!closer.positions(model_, state).closed || !closer.velocities(model_, state).consistent) return;
    const LoopFacts facts = facts_at(state);
    if (is_singular(facts.rank)) check_loop_state(initial, state, facts);
  }

  static bool is_singular(const LoopRank& rank) { return rank.rank_here < rank.rank || sigma_ratio(rank) < window_ratio; }

  void check_loop_state(int i, const State& state, const LoopFacts& facts) {
    update_velocities(model_, state, ws_);
    panel_.shows("condition number");
    Yardstick y = measure(model_, state, ws_);
    y.condition = condition_with_loops(state, y, facts);
    const bool singular = std::isinf(y.condition) || is_singular(facts.rank);
    report_.n_singular += singular && i != initial;
    const double load = 1 + y.bias_size / std::sqrt(std::max(1.0, static_cast<double>(model_.nv())));
    VecX tau = VecX::Zero(model_.nv()), vdot = VecX::Zero(model_.nv());
    for (int k = 0; k < model_.nv(); ++k) {
      const bool prescribed = model_.roles()[at(k)] == Role::prescribed;
      if (!prescribed) tau[k] = random_.normal() * load * y.root[k];
      vdot[k] = prescribed ? ws_.vdot_prescribed[k] : random_.normal() * load / y.root[k];
    }
    const UserJoints users(model_);
    const bool possible = Completion(model_, users).accelerations({}, {}, state, vdot).empty();
    const double size = y.bias_size + y.size_of_tau(tau) + y.size_of_vdot(vdot);
    Given ask_forward = forward_question(model_, tau), ask_inverse = inverse_question(model_, vdot);  // no rank: each decides for itself
    panel_.forget();
    ask_forward.tau_cut = random_cut_load(load);
    if (singular) return check_singular_state(i, state, facts.rank, y, size, ask_forward);
    report_.largest_condition = std::max(report_.largest_condition, y.condition);
    report_.n_ill_conditioned += y.condition > ill_conditioned;
    const Reactions reactions = has_open_reactions() ? Reactions::skip : Reactions::compute;
    const auto forward = panel_.ask(state, ask_forward, reactions, true, false);
    pairs_.compare(i, ws_, y, forward, size, Accelerations::found, &facts);
    pairs_.compare_ranks(i, forward, facts.rank.rank);
    if (possible) pairs_.compare(i, ws_, y, panel_.ask(state, ask_inverse, reactions, false, true), size, Accelerations::given, &facts);
    update_velocities(model_, state, ws_);
    check_bias_and_energy(i, y);
    check_closure_rows(i, state);
    const auto solved = std::find_if(forward.begin(), forward.end(), [](const auto& a) { return a && a->solved(); });
    if (solved == forward.end()) return;
    check_differences(i, state, ask_forward, static_cast<std::size_t>(solved - forward.begin()), (*solved)->solution);
    for (std::size_t s = 0; s < panel_.size(); ++s) {
      if (forward[s] && forward[s]->solved()) check_loop_motion(i, state, y, std::string(panel_.name(s)), forward[s]->solution);
    }
  }

  // Of forces on cut joints, at the state of the workspace.
  double cut_power(const VecX& tau_cut) {
    CutRows rows(model_);
    update_cut_rows(model_, ws_, rows);
    return tau_cut.dot(VecX(rows.S * ws_.v));
  }

  // On all cut joints but those that are springs: what a force on them moves depends on how they are opened.
  VecX random_cut_load(double load) {
    VecX tau = VecX::Zero(model_.n_cut_v());
    for (const Constraint& constraint : model_.constraints()) {
      const auto* cut = std::get_if<CutJoint>(&constraint);
      for (int k = 0; cut && cut->springs < 0 && k < cut->joint.nv; ++k) tau[cut->joint.v_begin + k] = random_.normal() * load;
    }
    return tau;
  }

  // The loops alone do not determine the acceleration here. Who takes the limit along the motion is compared with whoever else does, and who does not must say so.
  void check_singular_state(int i, const State& state, const LoopRank& rank, const Yardstick& y, double size, const Given& given) {
    pairs_.compare_limits(i, state, rank, y, size, panel_.ask(state, given, Reactions::skip, true, false));
    update_velocities(model_, state, ws_);
    check_closure_rows(i, state);
  }

  // Residuals and their rates along a random motion, closed or not.
  void check_closure_rows(int i, const State& state) {
    VecX v(model_.nv()), a(model_.nv());
    for (int k = 0; k < model_.nv(); ++k) {
      v[k] = random_.normal() * model_.column_scale()[k];
      a[k] = random_.normal() * model_.column_scale()[k];
    }
    for (const PieceInstant& instant : instants_in_pieces(model_, state.t_s))
      check_closure_rows(i, State{instant.t_s, state.q, v}, a, instant.step_s);
  }
  void check_closure_rows(int i, const State& state, VecX a, double step_s) {
    Workspace ws(model_);
    Closure closure(model_);
    VecX bias;
    update_velocities(model_, state, ws);
    const VecX v = ws.v;  // prescribed entries from their laws
    for (int k = 0; k < model_.nv(); ++k) {
      if (model_.roles()[at(k)] == Role::prescribed) a[k] = ws.vdot_prescribed[k];
    }
    bias_force(model_, ws, bias);
    update_closure_positions(model_, ws, closure);
    update_closure_rates(model_, ws, closure);
    const VecX rate = model_.row_scale().cwiseProduct(closure.Phi_q * v), second = model_.row_scale().cwiseProduct(closure.Phi_q * a - closure.gamma);
    const auto along = [&](double h, bool rates) {
      State moved{state.t_s + h, {}, v + a * h};
      retract(model_, state.q, v * h, moved.q);  // to first order in h, which is all that these derivatives see
      Workspace there(model_);
      Closure c(model_);
      update_velocities(model_, moved, there);
      update_closure_positions(model_, there, c);
      return VecX(model_.row_scale().cwiseProduct(rates ? VecX(c.Phi_q * there.v) : c.phi));
    };
    const bool near = model_.nv() <= speeds_with_eigenvalues;  // what is far away as a whole counts by far_away
    const auto compare_rows = [&](std::string_view name, const VecX& value, bool rates) {
      const Derivative d = differentiate([&](double h) { return along(h, rates); }, step_s, far_away(model_, ws), near ? 1 : long_chains(model_, ws));
      for (Eigen::Index k = 0; k < value.size(); ++k) {
        const double unit = std::max(1.0, value.lpNorm<Eigen::Infinity>());
        if (!near && d.bound[k] > derivative_ceiling * unit) continue;  // ten thousand links swing so wildly that differences say nothing
        check(name).take(std::abs(d.value[k] - value[k]) / unit, options_.tolerance * std::min(d.bound[k] / unit, derivative_ceiling), 1, i,
                         row_name(model_.constraints(), k));
      }
    };
    compare_rows("closure rows", rate, false);
    compare_rows("closure accelerations", second, true);
  }

  void check_loop_motion(int i, const State& state, Yardstick y, const std::string& who, const Solution& s) {
    Closure closure(model_);
    VecX bias;
    update_velocities(model_, state, ws_);
    bias_force(model_, ws_, bias);
    update_closure_positions(model_, ws_, closure);
    update_closure_rates(model_, ws_, closure);
    const double bound = options_.tolerance * agreement_factor * rounding_unit * y.far * y.condition;
    const VecX miss = model_.row_scale().cwiseProduct(closure.Phi_q * s.vdot - closure.gamma);
    const double size = acceleration_size(model_, ws_.v, s.vdot);
    Eigen::Index worst = 0;
    const double largest_miss = miss.cwiseAbs().maxCoeff(&worst);
    check("loops stay closed").take(largest_miss / positive(size), bound, y.condition, i, row_name(model_.constraints(), worst) + ", " + who);

    if (s.reaction.empty() || s.loop_reaction.size() != model_.constraints().size()) return;
    double work = 0, work_size = 0;  // power of every reaction over the motion of its joint
    const UserJoints users(model_);
    std::vector<JointWrench> springs(model_.constraints().size(),
                                     JointWrench{{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}});  // they work where others hold
    add_spring_reactions(model_, ws_, springs);
    const auto is_section = [&](BodyId body) {
      return std::any_of(model_.sections().begin(), model_.sections().end(), [&](const SectionBody& x) { return x.body == body; });
    };
    for (const UserJoint& u : users.joints()) {
      if (u.tree >= 0 && is_section(u.joint.child)) continue;  // no joint: it moves with the modes of an elastic body
      const Forced W = u.tree < 0 ? s.loop_reaction[at(u.constraint)].total - springs[at(u.constraint)].total : s.reaction[at(u.tree)].total;
      const Transformd X_WC = body_pose(model_, ws_, u.joint.child) * u.joint.X_CJ, X_WP = body_pose(model_, ws_, u.joint.parent);
      const Motiond child = frame_kinematics(model_, ws_, {"", u.joint.child, u.joint.X_CJ}).V_WF_W;
      const Motiond parent = frame_kinematics(model_, ws_, {"", u.joint.parent, {{}, inverse(X_WP) * X_WC.p}}).V_WF_W;
      work += dot(W.n, child.w - parent.w) + dot(W.f, child.v - parent.v);
      work_size += norm(W.n) * (norm(child.w) + norm(parent.w)) + norm(W.f) * (norm(child.v) + norm(parent.v));
    }
    // What acts in the joints: tau, springs and dampers of the joint, less what its rotor takes.
    gather_forces(model_, ws_);
    VecX in_joints = s.tau + ws_.tau_elements - model_.rotor_inertia().cwiseProduct(s.vdot);
    for (const ElasticBody& elastic : model_.elastic_bodies()) in_joints.segment(elastic.v_begin, elastic.field.n_modes()).setZero();
    double expected = in_joints.dot(ws_.v);
    if (model_.n_cut_v() > 0 && s.tau_cut.size() == model_.n_cut_v()) expected += cut_power(s.tau_cut);
    work_size += in_joints.cwiseProduct(ws_.v).cwiseAbs().sum();
    check("virtual work").take(std::abs(work - expected) / positive(work_size), bound, y.condition, i, who);
  }

  void check_bias_and_energy(int i, const Yardstick& y) {
    const double rounding = options_.tolerance * agreement_factor * rounding_unit * y.far;
    const int nv = model_.nv();
    if (nv == 0) return;
    VecX bias;
    bias_force(model_, ws_, bias);
    check("bias").take(y.size_of_tau(bias - y.bias.total()) / positive(y.bias_size), rounding, 1, i,
                       largest(model_, bias - y.bias.total(), y.root.cwiseInverse()));
    const VecX momenta = y.M.size() > 0 ? VecX(y.M * ws_.v) : MassProducts(model_, ws_).times(ws_.v);
    const double kinetic = energy(model_, ws_).kinetic_J, expected = 0.5 * ws_.v.dot(momenta),
                 kinetic_size = 0.5 * y.size_of_vdot(ws_.v) * y.size_of_vdot(ws_.v) * nv;
    check("kinetic energy").take(std::abs(kinetic - expected) / positive(kinetic_size), rounding, 1, i, "");
    if (y.M.size() == 0) return;
    check("positive definite").take(std::max(0.0, -y.smallest), options_.tolerance * 64 * rounding_unit * nv, y.condition, i, "");
  }

  void check_state(int i) {
    if (model_.n_closure_rows() > 0) return check_loop_state(i);
    const State state = along_motion() ? options_.along.states[at(i)] : random_state(model_, random_);
    update_velocities(model_, state, ws_);
    panel_.shows("condition number");
    Yardstick y = measure(model_, state, ws_);
    VecX tau(model_.nv()), vdot(model_.nv());
    Given hybrid{VecX::Zero(model_.nv()), VecX::Zero(model_.nv()), {}};
    const double load = 1 + y.bias_size / std::sqrt(std::max(1.0, static_cast<double>(model_.nv())));
    for (int k = 0; k < model_.nv(); ++k) {
      const bool prescribed = model_.roles()[at(k)] == Role::prescribed;
      tau[k] = prescribed ? 0 : random_.normal() * load * y.root[k];
      vdot[k] = prescribed ? ws_.vdot_prescribed[k] : random_.normal() * load / y.root[k];
      hybrid.want.push_back(prescribed || random_.chance(0.5) ? Want::tau : Want::vdot);
      // Where one joint mixes both, only dense equations serve: not in large mechanisms.
      const int first = model_.joint(model_.speed(k).joint).v_begin;
      if (model_.nv() > speeds_with_eigenvalues && !prescribed && first < k) hybrid.want[at(k)] = hybrid.want[at(first)];
    }
    hybrid.tau = tau;
    hybrid.vdot = vdot;

    const bool singular = std::isinf(y.condition);
    report_.n_singular += singular;
    if (!singular) {
      report_.largest_condition = std::max(report_.largest_condition, y.condition);
      report_.n_ill_conditioned += y.condition > ill_conditioned;
    }
    const double size = y.bias_size + y.size_of_tau(tau) + y.size_of_vdot(vdot);
    const auto forward = panel_.ask(state, forward_question(model_, tau), Reactions::skip, true, false);
    const auto inverse = panel_.ask(state, inverse_question(model_, vdot), Reactions::compute, false, true);
    const auto mixed = panel_.ask(state, hybrid, Reactions::skip, true, true);
    if (!singular) {
      pairs_.compare(i, ws_, y, forward, size);
      pairs_.compare(i, ws_, y, mixed, size);
    }
    Yardstick exact = y;  // inverse dynamics has no condition number of its own, but a dense formulation may solve for it all the same
    if (singular) exact.condition = 1;
    pairs_.compare(i, ws_, exact, inverse, size, Accelerations::given);
    if (model_.n_cut_v() > 0 && !singular) {  // a cut joint that holds nothing still carries its actuators
      Given loaded = forward_question(model_, tau);
      loaded.tau_cut = random_cut_load(load);
      pairs_.compare(i, ws_, y, panel_.ask(state, loaded, Reactions::compute, true, false), size);
    }
    check_consistency(i, state, y, tau, forward, inverse_question(model_, vdot), inverse);
  }

  void check_consistency(int i, const State& state, Yardstick y, const VecX& tau, const Answers& forward, const Given& question,
                         const Answers& inverse) {
    const double rounding = options_.tolerance * agreement_factor * rounding_unit * y.far;
    update_velocities(model_, state, ws_);
    const int nv = model_.nv();

    check_bias_and_energy(i, y);
    check_mass_matrix(i, state, y, rounding);

    for (std::size_t s = 0; s < panel_.size(); ++s) {
      if (!forward[s] || !forward[s]->solved() || !panel_.coverage(s).inverse) continue;
      Solution back;
      if (!panel_.may(s, Panel::Wanted::forces) ||
          panel_.solve(s, state, inverse_question(model_, forward[s]->solution.vdot), Reactions::skip, back) != SolveStatus::ok)
        continue;
      VecX wanted = tau;
      for (int k = 0; k < nv; ++k) {
        if (model_.roles()[at(k)] == Role::prescribed) wanted[k] = forward[s]->solution.tau[k];
      }
      measure_wrenches(model_, ws_, forward[s]->solution.vdot, y);
      const double condition = std::isinf(y.condition) ? 1 / rounding_unit : y.condition;
      Eigen::Index worst = 0;
      const double error = tau_error(model_, y, back.tau, wanted, worst);
      if (nv > 0)
        check("inverse of forward")
            .take(error, rounding * condition, condition, i,
                  model_.speed_names()[static_cast<std::size_t>(worst)] + ", " + std::string(panel_.name(s)));
    }
    // The motion of the inverse question: moderate accelerations even where forward dynamics is nearly singular.
    const auto motion = std::find_if(inverse.begin(), inverse.end(), [](const auto& a) { return a && a->solved(); });
    if (motion != inverse.end()) check_differences(i, state, question, static_cast<std::size_t>(motion - inverse.begin()), (*motion)->solution);
  }

  // Column j of M is what one unit of vdot_j adds to inverse dynamics; scaled up to the size of the bias that cancels. All columns by the
  // fast default, one at random by each of the others, which take their time.
  void check_mass_matrix(int i, const State& state, const Yardstick& y, double rounding) {
    const double sigma = 1 + y.bias_size;
    const std::vector<int> columns = some_of(model_.nv(), model_.nv() > speeds_with_eigenvalues ? some_derivatives : model_.nv(), i);
    for (std::size_t s = 0; s < panel_.size(); ++s) {
      if (!panel_.coverage(s).inverse) continue;
      Solution rest, pushed;
      VecX vdot = VecX::Zero(model_.nv());
      const int only = s == 0 ? -1 : random_.integer(0, std::max(model_.nv() - 1, 0));  // drawn whoever is asked: states do not depend on the budget
      if (y.M.size() == 0 || !panel_.may(s, Panel::Wanted::forces) ||
          panel_.solve(s, state, inverse_question(model_, vdot), Reactions::skip, rest) != SolveStatus::ok)
        continue;
      for (const int j : only >= 0 ? std::vector<int>{only} : columns) {
        if (model_.roles()[at(j)] == Role::prescribed) continue;  // a prescribed vdot comes from its law
        vdot.setZero();
        vdot[j] = sigma / y.root[j];
        if (panel_.solve(s, state, inverse_question(model_, vdot), Reactions::skip, pushed) != SolveStatus::ok) continue;
        const VecX column = (pushed.tau - rest.tau) / sigma, expected = y.M.col(j) / y.root[j];
        check("mass matrix")
            .take(y.size_of_tau(column - expected) / std::sqrt(static_cast<double>(model_.nv())), rounding, 1, i,
                  model_.speed_names()[at(j)] + ", " + std::string(panel_.name(s)));
      }
    }
  }

  // Differences in time keep to one piece of every law of motion. Where a knot is near, they are taken beside the state, of the motion that the same question has there.
  void check_differences(int i, const State& state, const Given& question, std::size_t who, const Solution& motion) {
    const std::vector<PieceInstant> instants = instants_in_pieces(model_, state.t_s);
    for (const PieceInstant& instant : instants) {
      State beside = state;
      Solution there;
      if (instant.t_s == state.t_s || !move_to(instant.t_s, beside) || !zanjir::solved(panel_.solve(who, beside, question, Reactions::skip, there)))
        check_differences(i, state, motion, instant.step_s);
      else check_differences(i, beside, there, instant.step_s);
    }
    if (instants.size() > 1) check_laws_at_knot(i, state);
  }

  bool move_to(double t_s, State& state) {
    update_velocities(model_, state, ws_);
    const VecX way = ws_.v * (t_s - state.t_s), from = ws_.q;
    retract(model_, from, way, state.q);
    state.t_s = t_s;
    Closer closer(model_);
    return !report_.loops || (closer.positions(model_, state).closed && closer.velocities(model_, state).consistent);
  }

  // On a knot itself rates and accelerations are those of either piece, and nothing between.
  void check_laws_at_knot(int i, const State& state) {
    const auto laws_at = [&](double t_s) {
      VecX q = state.q, v = VecX::Zero(model_.nv()), vdot = v;
      evaluate_prescribed(model_, t_s, q, v, vdot);
      return std::array{v, vdot};
    };
    const double beside_s = beside_knot_s(state.t_s);
    const auto before = laws_at(state.t_s - beside_s), here = laws_at(state.t_s), after = laws_at(state.t_s + beside_s);
    for (const std::size_t order : {0u, 1u}) {
      for (Eigen::Index k = 0; k < here[order].size(); ++k) {
        const double value = here[order][k], error = std::min(std::abs(value - before[order][k]), std::abs(value - after[order][k]));
        check(order == 0 ? "velocities" : "accelerations")
            .take(error / std::max(1.0, std::abs(value)), options_.tolerance * derivative_ceiling, 1, i,
                  model_.speed_names()[static_cast<std::size_t>(k)] + ", its law at a knot");
      }
    }
  }

  void check_differences(int i, const State& state, const Solution& motion, double step_s) {
    double cut_W = 0;
    if (motion.tau_cut.size() > 0) {
      update_velocities(model_, state, ws_);
      cut_W = cut_power(motion.tau_cut);
    }
    panel_.shows("derivatives");
    const DerivativeReport report = check_derivatives(model_, state, motion.vdot, motion.tau, cut_W, i, step_s);
    const auto take = [&](std::string_view name, const DerivativeError& e) {
      check(name).take(e.error, options_.tolerance * std::min(e.bound, derivative_ceiling), 1, i, e.where);
    };
    for (const DerivativeError& e : report.jacobians) take("jacobians", e);
    for (const DerivativeError& e : report.velocities) take("velocities", e);
    for (const DerivativeError& e : report.accelerations) take("accelerations", e);
    take("power balance", report.power);
  }

  void judge() {
    const auto fail = [&](const std::string& what, const Worst& w) {
      if (w.n == 0 || w.holds() || !report_.problem.empty()) return;
      report_.problem = fmt::format("{}: error {:.2e} beyond its bound {:.2e} at {}{}", what, w.error, w.bound, options_.named(w.state),
                                    w.where.empty() ? "" : " (" + w.where + ")");
    };
    for (const PairAgreement& pair : report_.pairs) {
      const std::string who = pair.a + " and " + pair.b + " disagree on ";
      fail(who + "vdot", pair.vdot);
      fail(who + "tau", pair.tau);
      fail(who + "reactions", pair.reactions);
      fail(who + "vdot", pair.ill_vdot);
      fail(who + "tau", pair.ill_tau);
      fail(who + "reactions", pair.ill_reactions);
      fail(who + "limits at singular configurations", pair.limits);
    }
    for (const Check& c : report_.checks) fail(c.name, c.worst);
    if (report_.problem.empty() && report_.n_not_closed == report_.n_states && report_.n_states > 0)
      report_.problem = "the loops close at no state near the initial guess, so nothing was compared";
    const bool limits_compared = report_.loops && report_.n_comparisons() > 0;
    if (report_.problem.empty() && report_.n_singular == report_.n_states && report_.n_states > 0 && !limits_compared) {
      for (const Participant& p : report_.participants) {
        if (!p.note.empty() && report_.problem.empty())
          report_.problem = "every state is singular, so accelerations cannot be compared; " + p.name + ": " + p.note;
      }
    }
    if (report_.problem.empty() && report_.n_comparisons() == 0) report_.problem = "no two formulations were compared at any state";
  }

  const Model& model_;
  const VerifyOptions& options_;
  Random random_;
  Workspace ws_;
  Verification report_;
  Panel panel_;
  PairComparison pairs_;
};

}  // namespace

std::string VerifyOptions::named(int state) const {
  if (state == initial) return "the initial state";
  return fmt::format("state {}{}", state, along.states.empty() ? "" : fmt::format(" (t = {:g} s)", along.states[at(state)].t_s));
}

void Worst::take(double new_error, double new_bound, double new_condition, int new_state, const std::string& new_where) {
  ++n;
  const auto ratio_of = [](double e, double b) { return std::isnan(e) ? std::numeric_limits<double>::infinity() : e == 0 ? 0 : e / b; };
  if (n > 1 && !(ratio_of(new_error, new_bound) > ratio_of(error, bound))) return;
  error = new_error;
  bound = new_bound;
  condition = new_condition;
  state = new_state;
  where = new_where;
}

int Verification::n_comparisons() const {
  int n = 0;
  for (const PairAgreement& pair : pairs) n += pair.n_comparisons();
  return n;
}

double Worst::ratio() const {
  if (std::isnan(error)) return std::numeric_limits<double>::infinity();
  return error == 0 ? 0 : error / bound;
}

Verification verify(const Model& model, const VerifyOptions& options) { return Verifier(model, options).run(); }

}  // namespace zanjir
