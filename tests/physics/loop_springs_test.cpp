// Loops as springs: their force is the gradient of their energy at any opening, formulations with nothing in common agree on them, and their reaction
// tends to that of the rigid mechanism as 1/stiffness when they do not ring.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.hpp"
#include "support/differences.hpp"
#include "support/rose.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/closure.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/loop_springs.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/report/verification_report.hpp"
#include "zanjir/simulate/controllers.hpp"
#include "zanjir/simulate/spring_start.hpp"
#include "zanjir/verify/agreement.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

Model sprung(const Description& d, const LoopSprings& springs) {
  Result<Model> model = build_model(d, {LoopTreatment::Kind::springs, springs, {}});
  if (!model) throw std::runtime_error(to_text(model.diagnostics));
  return std::move(*model);
}
VecX bias_at(const Model& model, const State& state) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  VecX bias;
  bias_force(model, ws, bias);
  return bias;
}
double spring_energy_at(const Model& model, const State& state) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  return energy(model, ws).springs_J;
}
// Open, but with every turn within half a radian or so of closed: rows that hold directions have a pole at half turns.
State open_state(const Model& model, const State& closed, Random& random, double size) {
  State state = closed;
  VecX step(model.nv());
  for (int i = 0; i < model.nv(); ++i) {
    step[i] = size * random.uniform(-1, 1) * model.column_scale()[i];
    state.v[i] = random.uniform(-1, 1) * model.column_scale()[i];
  }
  retract(model, closed.q, step, state.q);
  return state;
}

class SprungLoops : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Zoo, SprungLoops, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });

// Two stiffnesses on one tree: what differs is the springs alone, force and energy.
TEST_P(SprungLoops, PullAlongTheGradientOfTheirEnergyAtAnyOpening) {
  const Description d = read_zoo(GetParam());
  const Model soft = sprung(d, {100, 0, {}, {}}), stiff = sprung(d, {300, 0, {}, {}});
  Random random(7);
  const State closed = initial_state(soft);
  for (int i = 0; i < 5; ++i) {
    const State state = open_state(soft, closed, random, 0.4);
    const VecX force = bias_at(stiff, state) - bias_at(soft, state);
    for (int k = 0; k < soft.nv(); ++k) {
      if (soft.roles()[static_cast<std::size_t>(k)] == Role::prescribed) continue;
      const auto energy_moved = [&](double h) {
        State moved = state;
        retract(soft, state.q, VecX(VecX::Unit(soft.nv(), k) * h), moved.q);
        return spring_energy_at(stiff, moved) - spring_energy_at(soft, moved);
      };
      const double size = 1 + std::abs(energy_moved(0)) + force.lpNorm<Eigen::Infinity>();
      EXPECT_NEAR(force[k], derivative(energy_moved, 4), difference_tolerance(size, 16)) << soft.speed_names()[static_cast<std::size_t>(k)];
    }
  }
}

// With their energy comes how far they are open: the sum over their elongations.
TEST_P(SprungLoops, TellTheirOpeningWithTheirEnergy) {
  const Model model = sprung(read_zoo(GetParam()), {100, 0, {}, {}});
  Random random(9);
  Workspace ws(model);
  VecX elongations;
  for (int i = 0; i < 3; ++i) {
    update_velocities(model, open_state(model, initial_state(model), random, 0.3), ws);
    LoopSum opening;
    energy(model, ws, &opening);
    spring_elongations(model, ws, elongations);
    const LoopSum sum = sum_over_springs(model, ws, elongations);
    EXPECT_NEAR(opening.translation, sum.translation, rounding(100, 1 + sum.translation));
    EXPECT_NEAR(opening.turn, sum.turn, rounding(100, 1 + sum.turn));
  }
}

// lagrange differentiates an energy, newton-euler adds wrenches, multipliers and oracle have rows of their own: vdot and all reactions.
TEST_P(SprungLoops, AreTheSameForEveryFormulation) {
  const Model model = sprung(read_zoo(GetParam()), {2000, 30, {}, {}});
  Random random(11);
  const State closed = initial_state(model);
  double worst = 0, worst_reaction = 0;
  for (int i = 0; i < 3; ++i) {
    State state = open_state(model, closed, random, 0.2);
    state.preload = VecX::NullaryExpr(model.n_spring_rows(), [&] { return random.uniform(-5, 5); });
    const Given question = forward_question(model, VecX::NullaryExpr(model.nv(), [&] { return random.uniform(-1, 1); }));
    const double condition = condition_number(model, state, question);
    const Solution truth = solve_or_throw(*find_formulation("newton-euler"), model, state, question, Reactions::compute);
    const double size = std::max(1.0, truth.vdot.lpNorm<Eigen::Infinity>());
    double load = 1;
    for (const auto& [W, actuator] : truth.loop_reaction) load = std::max(load, to_eigen(W).lpNorm<Eigen::Infinity>());
    for (const AnyFormulation& f : all_formulations()) {
      const Coverage covered = coverage(f, model);
      if (!covered.forward || name_of(f) == "newton-euler") continue;
      SCOPED_TRACE(name_of(f));
      const Solution other = solve_or_throw(f, model, state, question, covered.reactions ? Reactions::compute : Reactions::skip);
      const double difference = (other.vdot - truth.vdot).lpNorm<Eigen::Infinity>();
      EXPECT_LE(difference, agreement(condition, size)) << "condition " << condition;
      worst = std::max(worst, difference / size);
      if (!covered.reactions) continue;
      ASSERT_EQ(other.loop_reaction.size(), model.constraints().size());
      for (std::size_t c = 0; c < other.loop_reaction.size(); ++c) {
        const double off = (to_eigen(other.loop_reaction[c].total) - to_eigen(truth.loop_reaction[c].total)).lpNorm<Eigen::Infinity>();
        EXPECT_LE(off, rounding(1e4, load)) << c;
        worst_reaction = std::max(worst_reaction, off / load);
      }
      for (std::size_t j = 0; j < other.reaction.size(); ++j) {
        EXPECT_LE((to_eigen(other.reaction[j].total) - to_eigen(truth.reaction[j].total)).lpNorm<Eigen::Infinity>(),
                  agreement(condition, std::max(load, size)))
            << model.joints()[j].name;
      }
    }
  }
  fmt::print("{}: vdot {:.1e}, loop reactions {:.1e}\n", GetParam(), worst, worst_reaction);
}

// dE/dt = power of dampers and forces, and dampers take.
TEST_P(SprungLoops, LoseEnergyToTheirDampersAlone) {
  const Model model = sprung(read_zoo(GetParam()), {500, 20, {}, {}});
  if (!model.prescribed().empty() || !model.forces().joint_loads.empty() || !model.forces().frame_loads.empty())
    GTEST_SKIP() << "driven from outside";
  Random random(3);
  for (int i = 0; i < 3; ++i) {
    const State state = open_state(model, initial_state(model), random, 0.2);
    const VecX tau = VecX::NullaryExpr(model.nv(), [&] { return random.uniform(-1, 1); });
    const Solution s = forward(model, state, tau);
    Workspace ws(model);
    update_velocities(model, state, ws);
    const Power p = power(model, ws, s.tau);
    EXPECT_LT(p.dampers_W, 0);
    const auto total = [&](double h) {
      State moved = state;
      retract(model, state.q, VecX(state.v * h + 0.5 * h * h * s.vdot), moved.q);
      moved.v = state.v + h * s.vdot;
      update_velocities(model, moved, ws);
      return energy(model, ws).total_J();
    };
    // The path is that of the motion to second order only: a central difference, its error h^2 times the third derivative.
    const double h = 1e-5, rate = (total(h) - total(-h)) / (2 * h), size = std::abs(total(0)) + std::abs(p.dampers_W) + 1;
    const double fast = std::max(1.0, s.vdot.cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>());
    EXPECT_NEAR(rate, p.total_W(), h * h * size * fast * fast + 1e-10 * size / h * 1e-5);
  }
}

// Bushings of every kind beside a loop that holds: all that `verify` asks, at closed and at open states, of every formulation.
constexpr const char* mixed = R"yaml(
zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  crank:   {mass: 1 kg, com: [0.1, 0, 0], inertia: {ixx: 0.001, iyy: 0.01, izz: 0.01}}
  coupler: {mass: 2 kg, com: [0.3, 0, 0], inertia: {ixx: 0.001, iyy: 0.06, izz: 0.06}}
  rocker:  {mass: 1 kg, com: [0.2, 0, 0], inertia: {ixx: 0.001, iyy: 0.02, izz: 0.02}}
  nut:     {mass: 1 kg, inertia: {ixx: 0.01, iyy: 0.02, izz: 0.01}}
  raft:    {mass: 1 kg, com: [0.01, 0, 0], inertia: {ixx: 0.01, iyy: 0.02, izz: 0.015}}
frames:
  ground: {D: [0.6, 0, 0]}
  rocker: {tip: [0.4, 0, 0]}
joints:
  A:     {type: revolute, parent: ground, child: crank, axis: y}
  B:     {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: y}
  C:     {type: revolute, parent: coupler, child: rocker.tip, at: [0.6, 0, 0], axis: y}
  slide: {type: prismatic, parent: ground, child: nut, axis: x}
  drift: {type: free, parent: ground, child: raft}
loops:
  D:      {type: revolute, between: [ground.D, rocker], axis: y%s}
  rod:    {type: distance, between: [raft, nut], length: 0.5 m, springs: {stiffness: 300, damping: 3}}
  wrist:  {type: universal, between: [raft, nut], at: [0, 0, 0.5], axes: [x, [1, 2, 0]], springs: {stiffness: 100, turn_stiffness: 20, damping: 2, turn_damping: 0.3}}
  rail:   {type: cylindrical, between: [raft, ground], at: [0, 0, 0.4], axis: [1, 1, 0], springs: {stiffness: 150, turn_stiffness: 10, turn_damping: 0.1}}
  mount:  {type: weld, between: [raft, ground], at_child: [0, 0, -0.5], springs: {stiffness: 200, turn_stiffness: 5, damping: 2}}
  thread: {type: gear, joints: [A, slide], ratio: 0.1 m, springs: {stiffness: 400, damping: 1}}
  pair:   {type: gear, joints: [A, C], ratio: -0.5, springs: {turn_stiffness: 7, turn_damping: 0.2}}
initial: {q: {A: 60 deg, B: -50 deg, C: -100 deg, drift.z: -0.5}}
)yaml";

std::string mixed_with(const std::string& more) {
  std::string text = mixed;
  return text.replace(text.find("%s"), 2, more);
}

TEST(Bushings, AreVerifiedBesideLoopsThatHold) {
  for (const char* springs : {"", ", springs: {stiffness: 500, turn_stiffness: 10, damping: 1}"}) {
    const Model model = model_of(mixed_with(springs));
    EXPECT_EQ(model.n_closure_rows(), *springs ? 0 : 5);
    EXPECT_EQ(model.n_spring_rows(), 17 + (*springs ? 5 : 0));
    const Verification v = verify(model, {20, 5, 1, {}});
    EXPECT_TRUE(v.agrees()) << verification_text(v);
  }
}

// An actuator on a joint that may open: newton-euler and multipliers know what it does, the others say that they sit out.
TEST(Bushings, MayBeActuated) {
  const Model model = model_of(mixed_with(", actuated: true, springs: {stiffness: 500, turn_stiffness: 10, damping: 1}"));
  Random random(2);
  const State state = open_state(model, initial_state(model), random, 0.1);
  Given question = forward_question(model, VecX::Zero(model.nv()));
  question.tau_cut = VecX::Zero(model.n_cut_v());
  Workspace ws(model);
  update_velocities(model, state, ws);
  int covered = 0;
  Solution first;
  for (const AnyFormulation& f : all_formulations()) {
    if (!coverage(f, model).forward) continue;
    SCOPED_TRACE(name_of(f));
    question.tau_cut.setZero();
    const Solution idle = solve_or_throw(f, model, state, question);
    question.tau_cut[0] = 1.5;
    const Solution s = solve_or_throw(f, model, state, question, Reactions::compute);
    // the force works along the motion of the joint: M (vdot - idle) = S^T tau
    MatX M;
    mass_matrix(model, ws, M);
    EXPECT_LT((M * (s.vdot - idle.vdot) - cut_speed_rows(model, ws).transpose() * question.tau_cut).lpNorm<Eigen::Infinity>(),
              agreement(condition_number(model, state, question), 10));
    if (covered++ == 0) first = s;
    for (std::size_t c = 0; c < first.loop_reaction.size(); ++c)
      EXPECT_LT((to_eigen(s.loop_reaction[c].total) - to_eigen(first.loop_reaction[c].total)).norm(), rounding(10, 1e3)) << c;
  }
  EXPECT_GE(covered, 2);
}

// ---- the 3-RRR on its rose ---------------------------------------------------------------------------------------------------------------

struct RoseRun {
  Description description = read_zoo("rrr_3");
  Model rigid = build(description);
  State start = rose_point(rigid, 0).state;
  MotionOptions motion;
  explicit RoseRun(double until_s) { motion.inputs = rose_torques(rigid, until_s); }
  SprungRun with(const SpringOptions& springs) const {
    Result<SprungRun> run = replace_loops_by_springs(description, rigid, start, motion, springs);
    if (!run) throw std::runtime_error(to_text(run.diagnostics));
    return std::move(*run);
  }
  SimOptions options(double until_s) const {
    SimOptions o;
    o.until_s = until_s;
    o.motion = motion;
    return o;
  }
};
const RoseRun& rose() {
  static const RoseRun six_seconds(6);
  return six_seconds;
}

SpringOptions springs_of(double stiffness, SpringStart start, double damping = 0) {
  SpringOptions o;
  o.stiffness_N_per_m = stiffness;
  o.start = start;
  o.damping_N_s_per_m = damping;
  return o;
}

// Settings of the study: Dormand-Prince with the control of ode45, relative tolerance 1e-3, the ledger outside the error test.
SimOptions paper_options(double until_s, ErrorNorm norm) {
  SimOptions o = rose().options(until_s);
  o.stepper.rel_tol = 1e-3;
  o.stepper.abs_tol = 1e-6;
  o.stepper.control = StepControl::ode45;
  o.stepper.norm = norm;
  o.stepper.scope = ErrorScope::states;
  o.stepper.max_step_s = 0.1 * until_s;
  o.sample_interval_s = 0.01;
  o.samples.energy = false;
  return o;
}
double largest_opening(const MemoryRun& run) {
  const std::vector<double> opening = run.record->column("loop_opening");
  return *std::max_element(opening.begin() + 1, opening.end());  // t > 0
}

// Right-hand sides and the sum of |c|, of an independent program with the same step control: within a tenth.
TEST(SprungRose, TakesTheKnownNumberOfEvaluations) {
  struct Known {
    double stiffness, evaluations, opening_m;
  };
  for (const Known& k : {Known{1e1, 373, 0.948},
                         {1e2, 763, 1.107},
                         {1e3, 1699, 0.125},
                         {1e4, 4459, 8.30e-3},
                         {1e5, 16639, 8.50e-4},
                         {1e6, 64621, 8.70e-5},
                         {1e7, 229249, 8.18e-6},
                         {1e8, 740563, 8.20e-7}}) {
    SCOPED_TRACE(k.stiffness);
    SprungRun start = rose().with(springs_of(k.stiffness, SpringStart::closed));
    const MemoryRun run = run_in_memory(start.model, start.state, paper_options(6, ErrorNorm::max));
    const MemoryRun rms = run_in_memory(start.model, start.state, paper_options(6, ErrorNorm::rms));
    ASSERT_TRUE(run.summary.finished()) << run.summary.why;
    State state = start.state;  // samples inside steps cost evaluations of their own, so the count is taken without them
    const RunSummary bare = simulate(start.model, state, paper_options(6, ErrorNorm::max), {});
    EXPECT_NEAR(static_cast<double>(bare.cost.rhs), k.evaluations, 0.1 * k.evaluations);
    EXPECT_NEAR(largest_opening(run), k.opening_m, 0.1 * k.opening_m);
    // With the mean of the errors instead of the largest the stiffest springs are not followed, and the loops open again.
    if (k.stiffness >= 1e7) {
      EXPECT_GT(largest_opening(rms), 10 * k.opening_m);
    }
    fmt::print("Ks {:.0e}: max norm {} evaluations, {} steps, sum|c| {:.3e} m, {:.3f} s;  rms norm {} evaluations with samples, sum|c| {:.3e} m\n",
               k.stiffness, bare.cost.rhs, bare.cost.steps, largest_opening(run), bare.seconds, rms.summary.cost.rhs, largest_opening(rms));
  }
}

// Elongations in millimetres beside a stiffness of 1e4 are springs of 1e4 x 1000^2 N/m: what was meant to be soft takes 245 000 evaluations for 0.2 s.
TEST(SprungRose, IsTenBillionNewtonPerMetreStiffInMillimetres) {
  SprungRun start = rose().with(springs_of(1e4 * 1e3 * 1e3, SpringStart::closed));
  const RunSummary run = simulate(start.model, start.state, paper_options(0.2, ErrorNorm::max), {});
  ASSERT_TRUE(run.finished()) << run.why;
  EXPECT_NEAR(static_cast<double>(run.cost.rhs), 245000, 0.1 * 245000);
}

// Largest difference between the force of a spring and the multiplier of the rigid mechanism on the path, from 0.1 s to 2 s.
double worst_reaction(const SpringOptions& springs, double tolerance) {
  SprungRun start = rose().with(springs);
  SimOptions o = rose().options(2);
  o.stepper.method = "dop853";
  o.stepper.rel_tol = o.stepper.abs_tol = tolerance;
  o.sample_interval_s = 0.01;
  o.samples.reactions = true;
  const MemoryRun run = run_in_memory(start.model, start.state, o);
  EXPECT_TRUE(run.summary.finished()) << run.summary.why;
  const Model& rigid = rose().rigid;
  double worst = 0;
  const std::vector<double> t = run.record->column("t");
  for (std::size_t i = 10; i < t.size(); ++i) {
    const RosePoint point = rose_point(rigid, t[i]);
    const Solution exact =
        solve_or_throw(*find_formulation("newton-euler"), rigid, point.state, inverse_question(rigid, point.vdot), Reactions::compute);
    for (std::size_t leg = 0; leg < 3; ++leg) {
      const std::string name = "C" + std::to_string(leg + 1) + ".reaction.force.";
      worst = std::max({worst, std::abs(run.record->column(name + "x")[i] - exact.loop_reaction[leg].total.f.x),
                        std::abs(run.record->column(name + "y")[i] - exact.loop_reaction[leg].total.f.y)});
    }
  }
  return worst;
}

// From c = 0 undamped springs ring about the reaction with its full size, at any stiffness.
TEST(SprungRose, RingsAtAnyStiffnessWhenItStartsClosed) {
  for (const double stiffness : {1e5, 1e6}) {
    const double error = worst_reaction(springs_of(stiffness, SpringStart::closed), 1e-8);
    EXPECT_GT(error, 10) << stiffness;  // of reactions up to 16.3 N
    EXPECT_LT(error, 25) << stiffness;
  }
}

// The error of the reaction falls as 1/Ks; sizes of an independent computation, 0.085 N and 0.0087 N, within their digits and the projection metric.
TEST(SprungRose, HasReactionsWithinOneOverStiffnessFromAQuasiStaticStart) {
  const double a = worst_reaction(springs_of(1e5, SpringStart::quasi_static), 1e-10),
               b = worst_reaction(springs_of(1e6, SpringStart::quasi_static), 1e-11);
  EXPECT_NEAR(a, 0.085, 0.1 * 0.085);
  EXPECT_NEAR(b, 0.0087, 0.1 * 0.0087);
}

// A damper 0.7 sqrt(Ks 1 kg): 0.0057 N at 1e6; with both cures 0.057 N at 1e5.
TEST(SprungRose, HasReactionsWithinOneOverStiffnessBehindDampers) {
  const double both = worst_reaction(springs_of(1e5, SpringStart::quasi_static, 0.7 * std::sqrt(1e5)), 1e-9),
               damped = worst_reaction(springs_of(1e6, SpringStart::closed, 0.7 * std::sqrt(1e6)), 1e-9);
  EXPECT_NEAR(both, 0.057, 0.1 * 0.057);
  EXPECT_NEAR(damped, 0.0057, 0.1 * 0.0057);
}

// The start is what it says: springs carry the reactions of the rigid mechanism, and their rate. Redundant loops: along what moves it.
TEST(SpringStart, CarriesTheReactionsOfTheRigidMechanism) {
  for (const char* name : {"rrr_3", "four_bar", "four_bar_spatial", "slider_crank", "stewart"}) {
    SCOPED_TRACE(name);
    const Description d = read_zoo(name);
    const Model rigid = build(d);
    State closed = closed_start(rigid);
    SpringOptions springs = springs_of(1e6, SpringStart::quasi_static);
    springs.damping_ratio = 0.5;
    const Result<SprungRun> run = replace_loops_by_springs(d, rigid, closed, {}, springs);
    ASSERT_TRUE(run) << to_text(run.diagnostics);
    const VecX none = VecX::Zero(rigid.nv());
    const Solution exact = forward(rigid, closed, none), soft = forward(run->model, run->state, none);
    // equal accelerations of the tree up to the opening, which is reactions over stiffness
    const double size = 1 + exact.vdot.lpNorm<Eigen::Infinity>();
    EXPECT_LT((soft.vdot - exact.vdot).lpNorm<Eigen::Infinity>(), 1e-2 * size);
    const Result<SprungRun> ten = [&] {
      springs.stiffness_N_per_m = 1e7;
      return replace_loops_by_springs(d, rigid, closed, {}, springs);
    }();
    const double far = (soft.vdot - exact.vdot).lpNorm<Eigen::Infinity>(),
                 near = (forward(ten->model, ten->state, none).vdot - exact.vdot).lpNorm<Eigen::Infinity>();
    if (far > 1e-8 * size) {
      EXPECT_NEAR(near / far, 0.1, 0.05);
    }
  }
}

TEST(SpringStart, ChoosesTheStiffnessByTheClosureError) {
  SpringOptions springs;
  springs.closure_error_m = 1e-5;
  SprungRun start = rose().with(springs);
  const MemoryRun run = run_in_memory(start.model, start.state, [&] {
    SimOptions o = rose().options(2);
    o.stepper.rel_tol = o.stepper.abs_tol = 1e-6;
    o.sample_interval_s = 0.01;
    return o;
  }());
  // Sum of |reaction components| along the path: 28.6 N to 49.85 N; at the start it opens by what was asked for.
  EXPECT_NEAR(run.record->column("loop_opening").front(), 1e-5, 2e-10);
  EXPECT_LT(run.summary.worst_opening_m, 49.85 / 28.6 * 1e-5 * 1.02);
}

// What the literature calls wrong force laws, around the engine's own c and A: a quadratic form of them has gradients that vanish where it is closed; a rate
// that is not that of c, or the wrong sign, feeds energy in.
TEST(SprungRose, ClosesWithElongationsAndTheirOwnRatesOnly) {
  const Model tree = sprung(rose().description, {1e-9, 0, {}, {}});  // springs so soft that they count for nothing
  const auto run = [&](auto&& force, double until_s) {
    State state = rose().start;
    Controllers torques(tree, *find_formulation("newton-euler"), rose().motion.inputs);
    Solver solver(*find_formulation("newton-euler"), tree);
    Workspace ws(tree);
    Closure closure(tree, tree.sprung());
    VecX tau = VecX::Zero(tree.nv()), tau_cut = VecX::Zero(tree.n_cut_v());
    Solution s;
    double worst = 0;
    const auto acceleration = [&](const State& at) {
      torques.forces(at, nullptr, tau, tau_cut);
      update_positions(tree, at, ws);
      update_closure_positions(tree, tree.sprung(), ws, closure);
      tau += force(at, closure);
      solver.solve(at, forward_question(tree, tau), Reactions::skip, s);
      return s.vdot;
    };
    constexpr double h = 2e-4;
    while (state.t_s < until_s && worst < 5) {  // classical Runge-Kutta on (q, v)
      const State y = state;
      VecX dq = VecX::Zero(tree.nv()), dv = dq, k = dq;
      const double part[] = {0.5, 0.5, 1, 0}, weight[] = {1, 2, 2, 1};
      State stage = y;
      for (int i = 0; i < 4; ++i) {
        k = acceleration(stage);
        dq += weight[i] / 6 * h * stage.v;
        dv += weight[i] / 6 * h * k;
        if (i < 3) {
          const VecX v = stage.v;
          stage.q = y.q + part[i] * h * v;
          stage.v = y.v + part[i] * h * k;
          stage.t_s = y.t_s + part[i] * h;
        }
      }
      state.q = y.q + dq;
      state.v = y.v + dv;
      state.t_s = y.t_s + h;
      update_positions(tree, state, ws);
      update_closure_positions(tree, tree.sprung(), ws, closure);
      worst = std::max(worst, sum_over_springs(tree, ws, closure.phi).translation);
      if (!std::isfinite(worst)) worst = 1e9;
    }
    return std::pair(worst, state.t_s);
  };
  const auto elongations = [](double K) { return [K](const State&, const Closure& x) { return VecX(-K * (x.Phi_q.transpose() * x.phi)); }; };
  EXPECT_NEAR(run(elongations(1e4), 2).first, 8.3e-3, 0.1 * 8.3e-3);
  // Plus sign: diverges in 0.084 s. Openings grow by e every sqrt(m/K) = 10 ms, m about 1 kg; where "diverged" begins is worth a few of those.
  constexpr double growth_s = 1e-2;
  const auto [plus, when] = run(elongations(-1e4), 2);
  EXPECT_GE(plus, 5);
  EXPECT_NEAR(when, 0.084, 3 * growth_s);
  // c = |d|^2 per joint: the force is cubic in d, so ten thousand times the stiffness closes by its cube root only
  const auto squares = [](double K) {
    return [K](const State&, const Closure& x) {
      VecX force = VecX::Zero(x.Phi_q.cols());
      for (Eigen::Index j = 0; j < 6; j += 2) {
        const double c = x.phi.segment<2>(j).squaredNorm();
        force -= K * c * 2 * (MatX(x.Phi_q).middleRows<2>(j).transpose() * x.phi.segment<2>(j));
      }
      return force;
    };
  };
  const double open4 = run(squares(1e4), 2).first, open6 = run(squares(1e6), 2).first;
  EXPECT_NEAR(open4, 0.73, 0.1 * 0.73);
  EXPECT_NEAR(open6, 0.11, 0.15 * 0.11);
  EXPECT_NEAR(run(squares(1e8), 2).first, 0.020, 0.15 * 0.020);
  // c = S d, each joint with the sum of all openings up to it, in the axes of the ground: regular, so it closes, but the springs are S^T Ks S and pull at the joints with S^T Ks c
  const auto sums = [&](double K) {
    return [&tree, K](const State& at, const Closure& x) {
      VecX d(6);
      MatX rates(6, tree.nv());  // of d; the rows are in the axes of the rods, which turn
      for (int leg = 0; leg < 3; ++leg) {
        const std::string i = std::to_string(leg + 1);
        const int A = speed_index(tree, "A" + i), B = speed_index(tree, "B" + i);
        const Eigen::Matrix2d R = Eigen::Rotation2Dd(at.q[A] + at.q[B] + 2 * M_PI / 3 * leg).toRotationMatrix();
        d.segment<2>(2 * leg) = R * x.phi.segment<2>(2 * leg);
        rates.middleRows<2>(2 * leg) = R * MatX(x.Phi_q).middleRows<2>(2 * leg);
        for (const int turns : {A, B}) rates.block<2, 1>(2 * leg, turns) += Eigen::Vector2d(-d[2 * leg + 1], d[2 * leg]);
      }
      for (Eigen::Index i = 2; i < 6; ++i) d[i] += d[i - 2];
      for (Eigen::Index i = 3; i >= 0; --i) d[i] += d[i + 2];
      return VecX(-K * (rates.transpose() * d));
    };
  };
  EXPECT_NEAR(run(sums(1e4), 2).first, 2.2e-2, 0.15 * 2.2e-2);
  // K in the axes of the distal link, c in those of the base: rows turned by the link's angle are not the rate of c
  const auto [turned, diverged] = run(
      [&](const State& at, const Closure& x) {
        VecX force = VecX::Zero(x.Phi_q.cols());
        for (int leg = 0; leg < 3; ++leg) {
          const std::string i = std::to_string(leg + 1);
          const double angle = at.q[speed_index(tree, "A" + i)] + at.q[speed_index(tree, "B" + i)] + 2 * M_PI / 3 * leg;
          const Eigen::Matrix2d R = Eigen::Rotation2Dd(angle).toRotationMatrix();
          force -= 1e4 * ((R.transpose() * MatX(x.Phi_q).middleRows<2>(2 * leg)).transpose() * x.phi.segment<2>(2 * leg));
        }
        return force;
      },
      2);
  EXPECT_GE(turned, 5);
  EXPECT_NEAR(diverged, 0.087, 3 * growth_s);
  fmt::print("diverged at {:.4f} s (plus sign) and {:.4f} s (turned rows)\n", when, diverged);
}

// What the springs of c = S d pull with at the joints is S^T Ks c, not Ks c: forces at the two points of each joint do the work of the energy Ks |c|^2 / 2, which is
// differenced here from poses alone.
TEST(SprungRose, SumsOfOpeningsPullAtTheJointsWithTheTransposedSum) {
  const Model& model = rose().rigid;
  constexpr double K = 1e4;
  Random random(3);
  const State state = open_state(model, rose().start, random, 0.02);
  const auto frame = [&](const std::string& name) { return model.frame(*model.find_frame(name)); };
  Workspace ws(model);
  const auto openings = [&](const State& at) {
    update_positions(model, at, ws);
    Eigen::Matrix<double, 3, 2> d;
    for (int leg = 0; leg < 3; ++leg) {
      const std::string i = std::to_string(leg + 1);
      const Vec3d gap = frame_pose(model, ws, frame("rod" + i + ".tip")).p - frame_pose(model, ws, frame("platform.corner" + i)).p;
      d.row(leg) << gap.x, gap.y;
    }
    return d;
  };
  const Eigen::Matrix3d S = Eigen::Matrix3d(Eigen::Matrix3d::Ones().triangularView<Eigen::Lower>());
  VecX force(model.nv());  // of the energy
  for (int k = 0; k < model.nv(); ++k) {
    const auto energy_moved = [&](double h) {
      State moved = state;
      retract(model, state.q, VecX(VecX::Unit(model.nv(), k) * h), moved.q);
      return 0.5 * K * (S * openings(moved)).squaredNorm();
    };
    force[k] = -derivative(energy_moved, 4);
  }
  const Eigen::Matrix<double, 3, 2> c = S * openings(state);
  const auto from_points = [&](const Eigen::Matrix<double, 3, 2>& pull) {  // of each joint, towards closing
    VecX out = VecX::Zero(model.nv());
    for (int leg = 0; leg < 3; ++leg) {
      const std::string i = std::to_string(leg + 1);
      Mat6X tip(6, model.nv()), corner(6, model.nv());
      frame_jacobian(model, ws, frame("rod" + i + ".tip"), tip);
      frame_jacobian(model, ws, frame("platform.corner" + i), corner);
      out -= (tip - corner).middleRows<2>(3).transpose() * pull.row(leg).transpose();
    }
    return out;
  };
  EXPECT_LT((from_points(K * S.transpose() * c) - force).lpNorm<Eigen::Infinity>(), difference_tolerance(K, 16));
  EXPECT_GT((from_points(K * c) - force).norm(), 0.1 * force.norm());
}

double path_error(const MemoryRun& run) {
  const Model& rigid = rose().rigid;
  const std::vector<double> t = run.record->column("t"), x = run.record->column("pose.x"), y = run.record->column("pose.y");
  double worst = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const State exact = rose_point(rigid, t[i]).state;
    worst = std::max(worst, std::hypot(x[i] - exact.q[speed_index(rigid, "pose.x")], y[i] - exact.q[speed_index(rigid, "pose.y")]));
  }
  return worst;
}
MemoryRun run_with_alpha(const SprungRun& start, double step_s, FirstAuxiliary first) {
  SimOptions o = rose().options(6);
  o.stepper.method = "generalized-alpha";
  o.stepper.fixed_step_s = step_s;
  o.stepper.spectral_radius = 0.6;
  o.stepper.first_auxiliary = first;
  o.stepper.rel_tol = o.stepper.abs_tol = 1e-6;
  o.sample_interval_s = 0.01;
  return run_in_memory(start.model, start.state, o);
}

// generalized-alpha, rho = 0.6, closed start (docs of the study, section 9): three iterations a step at any stiffness, sum of |c| 5.0e-7 m. The known
// paths have the first auxiliary acceleration equal to the true one; with ours, shifted in time (generalized_alpha.cpp), the order is the same.
TEST(SprungRose, RunsWithGeneralizedAlphaAtAnyStiffness) {
  struct Known {
    double stiffness, step_s;
    SpringStart start;
    double opening_m, path_m, iterations_per_step;
  };
  constexpr SpringStart closed = SpringStart::closed, quiet = SpringStart::quasi_static;
  double coarse_path = 0, coarse_step = 0;
  for (const Known& k : {Known{1e8, 10e-3, closed, 5.0e-7, 1.1e-3, 2316.0 / 600},
                         {1e8, 5e-3, closed, 5.0e-7, 3.0e-4, 3610.0 / 1200},
                         {1e8, 2e-3, closed, 5.0e-7, 4.7e-5, 3},
                         {1e6, 2e-3, closed, 5.5e-5, 1.8e-4, 9100.0 / 3000},
                         {1e6, 2e-3, quiet, 5.0e-5, 2.3e-5, 9100.0 / 3000}}) {
    SCOPED_TRACE(fmt::format("{} N/m, {} s", k.stiffness, k.step_s));
    const SprungRun start = rose().with(springs_of(k.stiffness, k.start));
    const MemoryRun known = run_with_alpha(start, k.step_s, FirstAuxiliary::acceleration),
                    run = run_with_alpha(start, k.step_s, FirstAuxiliary::extrapolated);
    ASSERT_TRUE(known.summary.finished()) << known.summary.why;
    ASSERT_TRUE(run.summary.finished()) << run.summary.why;
    const double path = path_error(run);
    const std::vector<double> opening = run.record->column("loop_opening");
    const double settled = *std::max_element(opening.begin() + static_cast<std::ptrdiff_t>(opening.size() / 12), opening.end());
    fmt::print("Ks {:.0e} h {} s: {} steps, {} iterations, sum|c| {:.2e} m (after 0.5 s {:.2e}), path {:.2e} m, as known {:.2e} m\n", k.stiffness,
               k.step_s, run.summary.cost.steps, run.summary.cost.iterations, largest_opening(run), settled, path, path_error(known));
    EXPECT_NEAR(settled, k.opening_m, 0.1 * k.opening_m);
    if (k.stiffness == 1e8) {
      EXPECT_LT(largest_opening(run), 1e-6);
    }
    EXPECT_NEAR(path_error(known), k.path_m, 0.1 * k.path_m);
    if (coarse_path > 0 && k.stiffness == 1e8) {
      EXPECT_NEAR(std::log(coarse_path / path) / std::log(coarse_step / k.step_s), 2, 0.1);
    }
    coarse_path = path;
    coarse_step = k.step_s;
    for (const MemoryRun* r : {&known, &run})
      EXPECT_LE(static_cast<double>(r->summary.cost.iterations) / static_cast<double>(r->summary.cost.steps), 1.01 * k.iterations_per_step);
  }
}

// E(t) - E(0) is the work of actuators and dampers, whatever the springs hold.
TEST(SprungRose, KeepsItsLedger) {
  SpringOptions springs = springs_of(1e4, SpringStart::closed);
  springs.damping_ratio = 0.1;
  SprungRun start = rose().with(springs);
  SimOptions o = rose().options(1);
  o.stepper.rel_tol = o.stepper.abs_tol = 1e-10;
  const MemoryRun run = run_in_memory(start.model, start.state, o);
  EXPECT_LT(run.summary.relative_imbalance(), 2e-9);
  EXPECT_LT(run.summary.work_J[static_cast<std::size_t>(at(WorkSource::dampers))], 0);
}

// Augmented Lagrangian: moderate springs close a hundredfold better, and what the updates put in is in the ledger.
TEST(SprungRose, ClosesByUpdatesOfThePreload) {
  SpringOptions springs = springs_of(1e5, SpringStart::quasi_static);
  springs.damping_ratio = 1;
  SimOptions o = rose().options(2);
  o.stepper.rel_tol = o.stepper.abs_tol = 1e-9;
  o.sample_interval_s = 0.01;
  const auto late = [&](const MemoryRun& run) {
    const std::vector<double> c = run.record->column("loop_opening");
    return *std::max_element(c.begin() + 50, c.end());
  };
  SprungRun start = rose().with(springs);
  const MemoryRun plain = run_in_memory(start.model, start.state, o);
  o.motion.preload_interval_s = 0.01;
  const MemoryRun updated = run_in_memory(start.model, start.state, o);
  ASSERT_TRUE(updated.summary.finished()) << updated.summary.why;
  EXPECT_LT(late(updated), 0.2 * late(plain));
  EXPECT_LT(updated.summary.relative_imbalance(), 4e-9);
  fmt::print("sum|c| {:.2e} m, with updates every 10 ms {:.2e} m\n", late(plain), late(updated));
}

}  // namespace
}  // namespace zanjir::test
