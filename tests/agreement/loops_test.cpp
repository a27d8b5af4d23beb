// Closed loops: every registered formulation against the oracle, on mechanisms that are known and on random trees that a random cut joint, a
// distance or a gear closes; the closure rows of newton-euler, denoc and gibbs-appell against automatic differentiation; and every cut against every other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/bodies.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/dynamics/dual.hpp"
#include "zanjir/dynamics/poses.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/denoc/denoc.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/model/build.hpp"

namespace zanjir::test {
namespace {

// ---- mechanisms ------------------------------------------------------------------------------------------------------------------

// Bodies whose frames all coincide with the world at q = 0, so that a joint is given by a world point and axes alone.
struct Linkage {
  Description d;
  explicit Linkage(const std::string& name, const Vec3d& gravity) {
    d.files = {"loops_test"};
    d.name = name;
    d.gravity_m_s2 = gravity;
  }
  void body(Random& random, const std::string& name, const Vec3d& from, const Vec3d& to) {
    BodyDescription b;
    b.name = name;
    b.mass_kg = random.uniform(0.5, 2);
    b.com_m = (from + to) * 0.5;
    if (d.plane == Plane::none) b.com_m += random_vector(random, -0.05, 0.05);
    b.inertia_com_kg_m2 = random_inertia(random, b.mass_kg, norm(to - from));
    if (d.plane != Plane::none) b.inertia_com_kg_m2.xz = b.inertia_com_kg_m2.yz = 0;
    b.inertia_given.fill(true);
    d.bodies.push_back(b);
  }
  void joint(const std::string& name, JointType type, const std::string& parent, const std::string& child, const Vec3d& at,
             const std::vector<Vec3d>& axes, bool cut = false) {
    JointDescription j;
    j.name = name;
    j.type = type;
    j.parent.name = parent;
    j.child.name = child;
    j.at_parent.X.p = j.at_child.X.p = at;
    j.at_child_given = true;
    j.axes = axes;
    j.cut = cut;
    d.joints.push_back(j);
  }
};

Description four_bar(Random& random, Plane plane, const std::string& cut) {
  const Vec3d A{0, 0, 0}, B{0.1, 0.2, 0}, C{0.6, 0.4, 0}, D{0.5, 0, 0}, z{0, 0, 1};
  Linkage l("four_bar", plane == Plane::xy ? Vec3d{1, -9.81, 0} : Vec3d{1, -9.81, -1});
  l.d.plane = plane;
  l.body(random, "crank", A, B);
  l.body(random, "coupler", B, C);
  l.body(random, "rocker", D, C);
  l.joint("A", JointType::revolute, "ground", "crank", A, {z}, cut == "A");
  l.joint("B", JointType::revolute, "crank", "coupler", B, {z}, cut == "B");
  l.joint("C", JointType::revolute, "coupler", "rocker", C, {z}, cut == "C");
  l.joint("D", JointType::revolute, "ground", "rocker", D, {z}, cut == "D");
  return l.d;
}

Description bricard(Random& random, const std::string& cut) {
  const std::vector<Vec3d> p{{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const std::vector<Vec3d> axis{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  Linkage l("bricard", {0.3, -9.81, 0.5});
  for (std::size_t i = 0; i < 5; ++i) l.body(random, "rod" + std::to_string(i + 1), p[i], p[i + 1]);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string name = "j" + std::to_string(i + 1), from = i == 0 ? "ground" : "rod" + std::to_string(i),
                      to = i == 5 ? "ground" : "rod" + std::to_string(i + 1);
    l.joint(name, JointType::revolute, from, to, p[i], {axis[i]}, name == cut);
  }
  return l.d;
}

// Crank, coupler with a ball at one end and a universal joint at the other, rocker: spatial, one freedom, nothing redundant.
Description rssr(Random& random, const std::string& cut) {
  const Vec3d A{0, 0, 0}, B{0.2, 0.1, 0.3}, C{0.9, 0.3, 0.2}, D{0.8, -0.4, 0};
  Linkage l("rssr", {0, 1, -9.81});
  l.body(random, "crank", A, B);
  l.body(random, "coupler", B, C);
  l.body(random, "rocker", D, C);
  l.joint("A", JointType::revolute, "ground", "crank", A, {{0, 1, 0.2}}, cut == "A");
  l.joint("B", JointType::spherical, "crank", "coupler", B, {}, cut == "B");
  l.joint("C", JointType::universal, "coupler", "rocker", C, {{1, 0.2, 0}, {-0.2, 1, 0.3}}, cut == "C");
  l.joint("D", JointType::revolute, "rocker", "ground", D, {{1, 0.3, 0}}, cut == "D");
  return l.d;
}

// Three legs universal - prismatic - spherical and a platform on a fourth chain: a Stewart platform with fewer legs, many freedoms, cuts at balls.
Description platform(Random& random, const std::string& cut) {
  Linkage l("platform", {0, 0, -9.81});
  l.body(random, "plate", {0.3, 0, 1}, {-0.3, 0.1, 1});
  for (int leg = 0; leg < 3; ++leg) {
    const double angle = 2.1 * leg;
    const std::string i = std::to_string(leg);
    const Vec3d foot{0.8 * std::cos(angle), 0.8 * std::sin(angle), 0}, head{0.3 * std::cos(angle + 0.3), 0.3 * std::sin(angle + 0.3), 1};
    const Vec3d middle = (foot + head) * 0.5, along = head - foot;
    l.body(random, "lower" + i, foot, middle);
    l.body(random, "upper" + i, middle, head);
    l.joint("U" + i, JointType::universal, "ground", "lower" + i, foot, {{1, 0, 0}, {0, 1, 0}}, cut == "U" + i);
    l.joint("P" + i, JointType::prismatic, "lower" + i, "upper" + i, middle, {along}, cut == "P" + i);
    l.joint("S" + i, JointType::spherical, "upper" + i, "plate", head, {}, cut == "S" + i);
  }
  return l.d;
}

// A random tree, closed at a random state by a cut joint of the given type between two of its bodies.
struct Closed {
  Description d;
  State state;
};
Closed random_loop(Random& random, JointType type, const RandomTreeOptions& options) {
  Closed out{random_tree(random, options), State{}};
  const auto name = [](int body) { return body == 0 ? std::string("ground") : "b" + std::to_string(body); };
  JointDescription cut;
  cut.name = "closure";
  cut.type = type;
  cut.cut = true;
  const Vec3d a = random_direction(random), b = cross(a, random_direction(random));
  const int n_axes = axes_of(type);
  if (n_axes > 0) cut.axes.push_back(a);
  if (n_axes > 1) cut.axes.push_back(type == JointType::universal ? b * (1 / norm(b)) + a * 0.2 : b);
  cut.at_child.X = random_pose(random, 0.4);
  cut.at_child_given = true;
  cut.actuated = nq_of(type) == nv_of(type) && random.chance(0.4);
  out.d.joints.push_back(cut);
  do {  // two bodies that are not welded together
    const int first = random.integer(0, options.n_bodies), other = random.integer(0, options.n_bodies - 1);
    out.d.joints.back().parent.name = name(first);
    out.d.joints.back().child.name = name(other < first ? other : other + 1);
  } while (!build_model(out.d));
  // Where the joint must sit on the first body so that it is closed at the chosen state.
  const Model open = build(out.d);
  out.state = random_tree_state(open, random);
  Workspace ws(open);
  update_positions(open, out.state, ws);
  const Joint& joint = std::get<CutJoint>(open.constraints()[0]).joint;
  VecX q(joint.nq);
  for (double& x : q) x = random.uniform(-0.6, 0.6);
  if (type == JointType::spherical || type == JointType::free) q[joint.nq - 4] = 1;
  const Transformd X_WP = body_pose(open, ws, joint.parent), X_WC = body_pose(open, ws, joint.child);
  out.d.joints.back().at_parent.X = inverse(X_WP) * X_WC * joint.X_CJ * inverse(joint_motion(joint, q.data()));
  return out;
}

// ---- comparison ------------------------------------------------------------------------------------------------------------------

double size_of(const VecX& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }
double apart(const VecX& a, const VecX& b) { return a.size() != b.size() ? 1e300 : size_of(a - b) / std::max({size_of(a), size_of(b), 1.0}); }
VecX flat(const std::vector<JointWrench>& a, bool actuator) {
  VecX out(6 * static_cast<Eigen::Index>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) out.segment<6>(6 * static_cast<Eigen::Index>(i)) = to_eigen(actuator ? a[i].actuator : a[i].total);
  return out;
}
VecX both(const VecX& a, const VecX& b) { return (VecX(a.size() + b.size()) << a, b).finished(); }

// Whether the formulations are given the rank of the loops, as in a motion, or each decides it for itself.
enum class RankIs : std::uint8_t { decided, kept };

struct Tally {
  int compared = 0, ill = 0, not_ok = 0, ranks = 0;
  double ill_above = 1e6;
  double bound = 1e-10;  // of the relative difference, ill-conditioned or not, as far as the state determines the answer (see expect_agreement)
  double worst = 0, worst_condition = 0;  // of those compared
  int closed = 0, open = 0;               // states
  void print(const std::string& name) const {
    std::printf(
        "%s: %d questions compared with the oracle, worst difference %.1e, worst condition number %.1e; %d of them ill-conditioned, %d without an "
        "answer; %d ranks; "
        "%d states, %d not closed\n",
        name.c_str(), compared, worst, worst_condition, ill, not_ok, ranks, closed, open);
  }
};

// How sharply the loops determine what they determine: largest over smallest kept singular value of their scaled rows.
double loop_condition(const LoopRank& rank) { return rank.rank == 0 ? 1 : rank.singular_values[0] / rank.singular_values[rank.rank - 1]; }

// All formulations against the oracle. Positions and velocities are given to eps, so gamma carries eps |v|^2 and the loops divide it.
void expect_agreement(const Model& model, const State& state, const Given& given, const LoopRank& rank, Tally& tally) {
  Solution truth;
  Oracle::Scratch scratch(model);
  const SolveStatus status = Oracle{}.solve(model, state, given, Reactions::compute, scratch, truth);
  const double condition = loop_condition(rank) * scratch.condition_number;
  const bool answered = solved(status);
  answered ? ++tally.compared : ++tally.not_ok;
  tally.ill += answered && !(condition < tally.ill_above);
  const bool accelerations_wanted = std::any_of(given.want.begin(), given.want.end(), [](Want want) { return want == Want::vdot; });
  const bool forces_open = status == SolveStatus::redundant && accelerations_wanted;  // more speeds driven than freedoms: one choice of many
  if (answered) tally.worst_condition = std::max(tally.worst_condition, condition);
  // What a state known to eps determines: numbers off by one rounding move the answer by that times the condition number, whoever finds it. More than
  // 1e-10 from 4.5e5 on: the forces of the delta robot (rods at 1e7 rad/s^2, condition number 3e6) move by 6e-11 when coordinates and speeds are off by eps.
  const double determined = eps * condition;
  const double tolerance = tolerance_scale() * std::min(std::max(tally.bound, determined), 1000 * eps * condition);
  VecX leftover;  // as the first formulation that gives it says
  for (const AnyFormulation& formulation : all_formulations()) {
    SCOPED_TRACE(std::string(name_of(formulation)) + ", condition number " + std::to_string(condition));
    const Coverage covered = coverage(formulation, model);
    if (name_of(formulation) == Oracle::name || !answers(covered, model, given)) continue;
    Solver solver(formulation, model);
    Solution answer;
    EXPECT_EQ(name_of(solver.solve(state, given, Reactions::compute, answer)), name_of(status)) << answer.note << "\noracle: " << truth.note;
    if (status == SolveStatus::inconsistent && answer.leftover.size() > 0) {  // too few actuators; the oracle does not say what is missing
      const VecX missing = both(answer.leftover, answer.leftover_cut);
      if (leftover.size() == 0) leftover = missing;
      EXPECT_LE(apart(missing, leftover), tolerance) << "leftover";
      EXPECT_GT(size_of(missing), 0);
    }
    if (!answered || testing::Test::HasFatalFailure()) continue;
    if (truth.rank && answer.rank) {
      EXPECT_EQ(*answer.rank, *truth.rank) << "rank of the loops";
      ++tally.ranks;
    }
    const auto same = [&](const VecX& a, const VecX& b, const char* what) {
      const double difference = apart(a, b);
      tally.worst = std::max(tally.worst, difference);
      EXPECT_LE(difference, tolerance) << what;
    };
    same(answer.vdot, truth.vdot, "vdot");
    if (forces_open) continue;
    same(both(answer.tau, answer.tau_cut), both(truth.tau, truth.tau_cut), "tau");
    if (!covered.reactions) continue;
    EXPECT_EQ(answer.loop_reaction.size(), model.constraints().size());
    same(both(flat(answer.reaction, false), flat(answer.loop_reaction, false)), both(flat(truth.reaction, false), flat(truth.loop_reaction, false)),
         "reactions");
    same(both(flat(answer.reaction, true), flat(answer.loop_reaction, true)), both(flat(truth.reaction, true), flat(truth.loop_reaction, true)),
         "actuators");
  }
}

// A closed state with a motion that the loops allow; false when there is none to be found.
bool close(const Model& model, State& state) { return close_positions(model, state).closed && close_velocities(model, state).consistent; }

// Forward with forces on all speeds, cut ones too; one speed driven that the loops leave free; and inverse for the motion that came out.
void expect_agreement_on_all_questions(const Model& model, const State& state, Random& random, RankIs rank_is, Tally& tally) {
  Given forward = forward_question(model, random_vecx(random, model.nv(), 5));
  forward.tau_cut = random_vecx(random, model.n_cut_v(), 3);
  const LoopRank rank = generic_rank(model, state);
  if (rank_is == RankIs::kept) forward.rank = &rank;
  {
    SCOPED_TRACE("forward");
    expect_agreement(model, state, forward, rank, tally);
  }
  if (testing::Test::HasFailure()) return;
  Multipliers::Scratch scratch(model);
  Solution motion;
  if (Multipliers{}.solve(model, state, forward, Reactions::skip, scratch, motion) != SolveStatus::ok) return;
  Workspace ws(model);
  update_positions(model, state, ws);
  Closure closure(model);
  update_closure_positions(model, ws, closure);
  const int driven = random.integer(0, model.nv() - 1);
  MatX A;
  scale_rows(closure, model.row_scale(), model.column_scale(), A);
  for (int k = 0; k < model.nv(); ++k) {
    if (k == driven || model.roles()[static_cast<std::size_t>(k)] == Role::prescribed) A.col(k).setZero();
  }
  const VecX sigma = A.rows() == 0 ? VecX() : VecX(Eigen::JacobiSVD<MatX>(A).singularValues());
  const bool others_close = rank.rank == 0 || sigma[rank.rank - 1] > 1e-2 * rank.singular_values[0];  // else its force is not determined
  if (others_close && model.roles()[static_cast<std::size_t>(driven)] != Role::prescribed) {
    SCOPED_TRACE("driven " + model.speed_names()[static_cast<std::size_t>(driven)]);
    Given mixed = forward;
    mixed.want[static_cast<std::size_t>(driven)] = Want::tau;
    mixed.vdot = random_vecx(random, model.nv(), 3);
    if (model.nv() > 1) expect_agreement(model, state, mixed, rank, tally);
  }
  SCOPED_TRACE("inverse");
  Given inverse = inverse_question(model, motion.vdot);
  inverse.rank = forward.rank;
  expect_agreement(model, state, inverse, rank, tally);
}

// Away from the initial state, closed again, with random speeds.
bool closed_random_state(const Model& model, Random& random, State& state) {
  state = initial_state(model);
  const VecX step = random_vecx(random, model.nv(), 0.4), q = state.q;
  retract(model, q, step, state.q);
  state.v = random_vecx(random, model.nv(), 2);
  return close(model, state);
}

void expect_agreement_on_states(const Model& model, const std::string& name, int n_states, std::uint64_t seed, int at_least) {
  Random random(seed);
  Tally tally;
  tally.ill_above = 1e8;  // lengths of millimetres or light links: the oracle decomposes them in SI units
  for (int i = 0; i < n_states; ++i) {
    SCOPED_TRACE(name + ", state " + std::to_string(i));
    State state;
    const bool closes = closed_random_state(model, random, state);
    ++(closes ? tally.closed : tally.open);
    if (closes) expect_agreement_on_all_questions(model, state, random, i % 2 == 0 ? RankIs::decided : RankIs::kept, tally);
    if (testing::Test::HasFailure()) return;  // the first state says it
  }
  EXPECT_GE(tally.ranks, at_least) << "no rank was compared";
  EXPECT_GE(tally.compared, at_least) << tally.closed << " states closed, " << tally.ill << " ill-conditioned, " << tally.not_ok
                                      << " without an answer";
  tally.print(name);
}
void expect_agreement_on_states(const Description& d, int n_states, std::uint64_t seed, int at_least) {
  expect_agreement_on_states(build(d), d.name, n_states, seed, at_least);
}

// Every mechanism of the zoo.
class LoopModel : public testing::TestWithParam<std::string> {};
TEST_P(LoopModel, AgreesInEveryFormulation) { expect_agreement_on_states(zoo_model(GetParam()), GetParam(), 200, 12, 300); }
INSTANTIATE_TEST_SUITE_P(Loops, LoopModel, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });

// The pentapod with the other reading of its published tables.
TEST(Loops, PentapodOfReadingTAgrees) {
  const Model model = zoo_model("pentapod", {{"m2x", "0.13"}, {"m3y", "0.13"}, {"m3z", "0.13"}, {"c3", "0.13"}, {"c4", "0.12"}, {"c5", "-0.1135"}});
  expect_agreement_on_states(model, "pentapod T", 200, 12, 300);
}

// The robot of the study on orthogonal complements: accelerations, torques and every reaction in all formulations, oracle included, at 200 states.
TEST(Loops, ThreeLegsAgreeToTenDigitsAt200States) {
  const Model model = zoo_model("rrr_3");
  for (const AnyFormulation& f : all_formulations()) EXPECT_TRUE(coverage(f, model).inverse) << name_of(f);
  Random random(21);
  Tally tally;
  for (int closed = 0; closed < 200;) {
    SCOPED_TRACE("state " + std::to_string(closed));
    State state;
    if (!closed_random_state(model, random, state)) continue;
    ++closed;
    expect_agreement_on_all_questions(model, state, random, RankIs::decided, tally);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GE(tally.compared, 400);
  tally.print("rrr_3");
}

TEST(Loops, PlanarFourBarAgrees) {
  Random random(1);
  Description d = four_bar(random, Plane::xy, "C");
  d.joints[0].actuated = d.joints[2].actuated = true;
  expect_agreement_on_states(d, 200, 2, 300);
}
TEST(Loops, SpatialFourBarAgreesWithThreeRedundantRows) {
  Random random(3);
  Description d = four_bar(random, Plane::none, "B");
  d.joints[0].actuated = true;
  expect_agreement_on_states(d, 200, 4, 300);
}
TEST(Loops, BricardAgrees) {
  Random random(5);
  Description d = bricard(random, "j4");
  d.joints[0].actuated = d.joints[3].actuated = d.joints[5].actuated = true;
  expect_agreement_on_states(d, 200, 6, 300);
}
TEST(Loops, SpatialLinkageWithBallAndUniversalCutsAgrees) {
  for (const std::string cut : {"A", "B", "C", "D"}) {
    Random random(7);
    Description d = rssr(random, cut);
    d.joints[0].actuated = true;
    expect_agreement_on_states(d, 50, 8, 70);
  }
}
TEST(Loops, PlatformOnThreeLegsAgrees) {
  Random random(9);
  Description d = platform(random, "S1");
  for (JointDescription& joint : d.joints) joint.actuated = joint.type == JointType::prismatic || joint.name[0] == 'U';
  expect_agreement_on_states(d, 200, 10, 320);
}

TEST(Loops, DistanceAndGearAgree) {
  for (const std::uint64_t seed : seeds(200)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    RandomTreeOptions options;
    options.n_bodies = 4;
    options.types = {JointType::revolute, JointType::prismatic, JointType::cylindrical, JointType::spherical};
    options.weld_chance = 0;
    options.rotor_chance = 0.7;
    options.joint_spring_chance = 0.3;
    Description d = random_tree(random, options);
    const Model open = build(d);
    State state = random_tree_state(open, random);
    std::vector<std::string> scalar;
    for (const Joint& joint : open.joints()) {
      if (joint.type == JointType::revolute || joint.type == JointType::prismatic) scalar.push_back(joint.name);
    }
    if (scalar.size() > 1) {
      const auto place = [&](const std::string& name) { return state.q[open.joint(*open.find_joint(name)).q_begin]; };
      GearDescription gear{"gear", {}, {scalar[0], {}}, {scalar[1], {}}, random.uniform(-2, 2), {}};
      gear.offset = place(scalar[1]) - gear.ratio * place(scalar[0]);
      d.gears.push_back(gear);
    }
    add_frame(d, "b4", "tip", random_pose(random, 0.4));
    add_frame(d, "ground", "post", random_pose(random, 0.4));
    d.distances.push_back({"rod", {}, {"ground.post", {}}, {"b4.tip", {}}, 1});
    {
      const Model unfit = build(d);
      Workspace ws(unfit);
      update_positions(unfit, state, ws);
      const auto point = [&](const std::string& frame) { return frame_pose(unfit, ws, unfit.frame(*unfit.find_frame(frame))).p; };
      d.distances[0].length_m = norm(point("b4.tip") - point("ground.post"));
    }
    const Model model = build(d);
    ASSERT_TRUE(close(model, state));
    Tally tally;
    expect_agreement_on_all_questions(model, state, random, RankIs::decided, tally);
    if (testing::Test::HasFailure()) return;
  }
}

// Every type, the free joint too: it holds nothing, but carries what is asked of it. All cut speeds are loaded (see above).
class CutJointType : public testing::TestWithParam<JointType> {};
TEST_P(CutJointType, AgreesOnRandomTreesThatItCloses) {
  Tally tally;
  for (const std::uint64_t seed : seeds(200)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    RandomTreeOptions options;
    options.n_bodies = 4;
    if (seed % 2 == 0) {
      options = RandomTreeOptions::with_everything(4);  // prescribed joints included
    }
    options.rotor_chance = 0.6;
    Closed loop = random_loop(random, GetParam(), options);
    const Model model = build(loop.d);
    State state = loop.state;
    const VecX q = state.q;
    ASSERT_TRUE(close_positions(model, state).closed);
    EXPECT_LE((state.q - q).norm(), 4e-12) << "closed by construction";
    if (!close_velocities(model, state).consistent) continue;
    expect_agreement_on_all_questions(model, state, random, RankIs::decided, tally);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GE(tally.compared, 200) << tally.ill << " ill-conditioned, " << tally.not_ok << " without an answer";
  tally.print(std::string(name_of(GetParam())));
}
std::vector<JointType> every_joint_type() {
  std::vector<JointType> types;
  for (const JointTraits& joint : joint_table) types.push_back(joint.type);
  return types;
}
INSTANTIATE_TEST_SUITE_P(Loops, CutJointType, testing::ValuesIn(every_joint_type()),
                         [](const auto& info) { return std::string(name_of(info.param)); });

// ---- every cut -------------------------------------------------------------------------------------------------------------------

std::map<std::string, VecX> wrenches_by_name(const Model& model, const Solution& s) {
  std::map<std::string, VecX> out;
  for (std::size_t j = 0; j < s.reaction.size(); ++j) out[model.joints()[j].name] = to_eigen(s.reaction[j].total);
  for (std::size_t c = 0; c < s.loop_reaction.size(); ++c)
    out[std::get<CutJoint>(model.constraints()[c]).joint.name] = to_eigen(s.loop_reaction[c].total);
  return out;
}

TEST(Loops, EveryCutGivesTheSameReactionsInEveryFormulation) {
  const auto run = [](const auto& make, const std::vector<std::string>& cuts) {
    std::map<std::string, VecX> first;
    for (const std::string& cut : cuts) {
      Random random(11);  // the same bodies for every cut
      const Model model = build(make(random, cut));
      State state = initial_state(model);
      for (const AnyFormulation& formulation : all_formulations()) {
        if (!coverage(formulation, model).reactions) continue;
        SCOPED_TRACE(std::string(name_of(formulation)) + ", cut " + cut);
        Solver solver(formulation, model);
        Solution s;
        ASSERT_EQ(solver.solve(state, forward_question(model, VecX::Zero(model.nv())), Reactions::compute, s), SolveStatus::ok) << s.note;
        const auto W = wrenches_by_name(model, s);
        if (first.empty()) first = W;
        ASSERT_EQ(W.size(), first.size());
        for (const auto& [name, w] : W) EXPECT_LE(apart(w, first.at(name)), 8e-13 * tolerance_scale()) << name;
      }
    }
  };
  run([](Random& random, const std::string& cut) { return four_bar(random, Plane::none, cut); }, {"A", "B", "C", "D"});
  run([](Random& random, const std::string& cut) { return bricard(random, cut); }, {"j1", "j2", "j3", "j4", "j5", "j6"});
  run([](Random& random, const std::string& cut) { return rssr(random, cut); }, {"A", "B", "C", "D"});
}

// ---- rows ------------------------------------------------------------------------------------------------------------------------

// Residuals along xi around q0, one xi per speed, by the definition of poses and residuals alone.
template <class T> std::vector<T> residuals(const Model& model, const VecX& q0, const std::vector<T>& xi) {
  using namespace spatial;
  std::vector<T> q(q0.data(), q0.data() + q0.size());
  for (const Joint& joint : model.joints()) {
    T* q_J = q.data() + joint.q_begin;
    const T* x = xi.data() + joint.v_begin;
    if (has_quaternion(joint.type)) {
      T* quat = q_J + joint.nq - 4;
      const Quaternion<T> r0 = normalized(Quaternion<T>{quat[0], quat[1], quat[2], quat[3]}),
                          r = r0 * exp_quaternion(spatial::Vec3<T>{x[0], x[1], x[2]});
      quat[0] = r.w, quat[1] = r.x, quat[2] = r.y, quat[3] = r.z;
      if (joint.type == JointType::free) {
        const spatial::Vec3<T> step = to_matrix(r0) * spatial::Vec3<T>{x[3], x[4], x[5]};
        for (int i = 0; i < 3; ++i) q_J[i] += step[i];
      }
    } else {
      for (int i = 0; i < joint.nv; ++i) q_J[i] += x[i];
    }
  }
  std::vector<Transform<T>> X_WB;
  body_poses(model, q.data(), X_WB);
  const auto body = [&](BodyId id) { return X_WB[static_cast<std::size_t>(index(id))]; };
  std::vector<T> phi;
  for (const Constraint& constraint : model.constraints()) {
    if (const auto* cut = std::get_if<CutJoint>(&constraint)) {
      const Transform<T> X_JC = inverse(body(cut->joint.parent) * cast<T>(cut->joint.X_PJ)) * (body(cut->joint.child) * cast<T>(cut->joint.X_CJ));
      for (const ClosureRow& row : cut->rows) phi.push_back(closure_residual<T>(cut->joint, row, X_JC));
    } else if (const auto* rod = std::get_if<Distance>(&constraint)) {
      const Frame &a = model.frame(rod->a), &b = model.frame(rod->b);
      phi.push_back(norm(body(b.body) * cast<T>(b.X_BF.p) - body(a.body) * cast<T>(a.X_BF.p)) - T(rod->length_m));
    }
  }
  return phi;
}

void expect_rows_are_derivatives(const Model& model, const State& state) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  VecX bias;
  bias_force(model, ws, bias);  // leaves the accelerations for vdot = 0 in the scratch
  Closure closure(model);
  update_closure_positions(model, ws, closure);
  update_closure_rates(model, ws, closure);
  MatX Phi_q(model.n_closure_rows(), model.nv());
  for (int k = 0; k < model.nv(); ++k) {
    std::vector<Dual<double>> xi(static_cast<std::size_t>(model.nv()), 0.0);
    xi[static_cast<std::size_t>(k)].rate[0] = 1;
    const auto phi = residuals(model, state.q, xi);
    for (std::size_t i = 0; i < phi.size(); ++i) {
      Phi_q(static_cast<Eigen::Index>(i), k) = phi[i].rate[0];
      EXPECT_NEAR(closure.phi[static_cast<Eigen::Index>(i)], phi[i].value, rounding(100, 10));
    }
  }
  std::vector<Dual<Dual<double>>> along;
  for (const double rate : state.v) along.emplace_back(Dual<double>(0.0, rate), Dual<double>(rate));
  const auto phi = residuals(model, state.q, along);
  VecX gamma(model.n_closure_rows()), chart = VecX::Zero(model.nv());
  for (const Joint& joint : model.joints()) {  // vdot of a free joint is not the second derivative of its xi: they differ by w x v
    if (joint.type != JointType::free) continue;
    const double* v = state.v.data() + joint.v_begin;
    const Vec3d w_x_v = cross(Vec3d{v[0], v[1], v[2]}, Vec3d{v[3], v[4], v[5]});
    for (int i = 0; i < 3; ++i) chart[joint.v_begin + 3 + i] = w_x_v[i];
  }
  for (std::size_t i = 0; i < phi.size(); ++i) gamma[static_cast<Eigen::Index>(i)] = -phi[i].rate[0].rate[0];
  gamma -= Phi_q * chart;
  const double scale = std::max(1.0, Phi_q.cwiseAbs().maxCoeff());
  // Alignment and rotation rows have poles at half turns: 1/t and its powers magnify what is known of t to eps.
  EXPECT_LE((MatX(closure.Phi_q) - Phi_q).cwiseAbs().maxCoeff(), rounding(1000, scale * scale));
  EXPECT_LE(size_of(closure.gamma - gamma), rounding(1000, scale * scale * std::max(1.0, size_of(gamma))));
  Denoc::Scratch x(model);
  resolve(model, state, forward_question(model, VecX::Zero(model.nv())), x.ask);
  denoc::update_motion(model, x.ask, x.tree);
  denoc::update_equations(model, x.tree);
  denoc::update_rows(model, x.tree, x.loops);
  EXPECT_LE((x.loops.A - Phi_q).cwiseAbs().maxCoeff(), rounding(1000, scale * scale)) << "denoc";
  EXPECT_LE(size_of(x.loops.gamma - gamma), rounding(1000, scale * scale * std::max(1.0, size_of(gamma)))) << "denoc";
  GibbsAppell::Scratch y(model);
  resolve(model, state, forward_question(model, VecX::Zero(model.nv())), y.ask);
  gibbs_appell::update_motion(model, y.ask, y.tree);
  gibbs_appell::derive_S(model, y.ask, y.ask.vdot, y.tree);
  gibbs_appell::update_rows(model, y.ask.vdot, y.tree, y.rows);
  EXPECT_LE((y.rows.A - Phi_q).cwiseAbs().maxCoeff(), rounding(1000, scale * scale)) << "gibbs-appell";
  EXPECT_LE(size_of(y.rows.rest + Phi_q * y.ask.vdot - gamma), rounding(1000, scale * scale * std::max(1.0, size_of(gamma)))) << "gibbs-appell";
}

TEST_P(CutJointType, HasRowsThatAreDerivativesOnAndOffTheLoop) {
  for (const std::uint64_t seed : seeds(30)) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    RandomTreeOptions options;
    options.n_bodies = 4;
    Closed loop = random_loop(random, GetParam(), options);
    add_frame(loop.d, "b4", "tip", random_pose(random, 0.4));
    add_frame(loop.d, "ground", "post", random_pose(random, 0.4));
    loop.d.distances.push_back({"rod", {}, {"ground.post", {}}, {"b4.tip", {}}, 1});
    const Model model = build(loop.d);
    expect_rows_are_derivatives(model, loop.state);
    State off = loop.state;
    retract(model, loop.state.q, random_vecx(random, model.nv(), 0.5), off.q);
    expect_rows_are_derivatives(model, off);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace zanjir::test
