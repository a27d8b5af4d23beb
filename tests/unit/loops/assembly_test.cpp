// Closing loops: every mechanism of the zoo that has loops, from its own initial values and from disturbed ones; ranks, mobilities and
// redundancies; what cannot be closed; speeds; and the way back onto the loops.
#include "zanjir/loops/assembly.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

constexpr double deg = std::numbers::pi / 180;

struct Expected {
  const char* name;
  int nv, rows, redundant;  // Gruebler's mobility is nv - rows, the real one nv - rows + redundant
  bool q_closed, v_closed;  // the file gives closed positions, closed speeds to rounding
};
void PrintTo(const Expected& e, std::ostream* out) { *out << e.name; }

const std::vector<Expected> mechanisms{
    {"andrews", 7, 6, 0, true, true},  // mobility 1
    {"biped", 18, 12, 0, true, true},  // 6: the pelvis
    {"bricard", 5, 5, 1, true, true},  // Gruebler 0, really 1
    {"change_point_four_bar", 3, 2, 0, true, true},
    {"delta", 27, 18, 0, false, true},                 // 9: three translations and six rods about their own lines
    {"delta_parallelogram", 21, 30, 12, false, true},  // Gruebler -9, really 3
    {"five_bar", 4, 2, 0, false, true},
    {"four_bar", 3, 2, 0, false, false},
    {"four_bar_spatial", 3, 5, 3, true, true},  // Gruebler -2, really 1
    {"hexaslide", 24, 18, 0, false, true},
    {"n_four_bar", 5, 4, 0, true, true},
    {"n_four_bar_spatial", 5, 10, 6, true, true},
    {"par4", 29, 29, 4, true, true},      // Gruebler 0, really 4: three translations and a turn
    {"pentapod", 20, 15, 0, true, true},  // 5: three translations, two turns
    {"prs_3", 12, 9, 0, true, true},
    {"pus_3", 12, 9, 0, false, true},
    {"rpr_3", 9, 6, 0, false, true},
    {"rps_3", 12, 9, 0, false, true},
    {"rrr_3", 9, 6, 0, true, true},
    {"rrr_3_spherical", 12, 15, 6, true, true},  // Gruebler -3, really 3: turns about one point
    {"rrr_4", 11, 8, 0, false, false},
    {"six_bar", 5, 4, 0, false, false},
    {"slider_crank", 3, 2, 0, true, true},
    {"slider_crank_spatial", 5, 3, 0, false, false},  // 2: the rod turns about its own line
    {"stewart", 24, 18, 0, false, true},
    {"stewart_6_3", 24, 18, 0, true, true},
    {"tricept", 12, 9, 0, true, true},
    {"upu_3", 15, 12, 0, true, true},  // 3 translations
};

// How far the two joint frames of each cut are apart in what the joint does not leave free, from poses alone: an independent measure.
double open_by(const Model& model, const State& state) {
  Workspace ws(model);
  update_positions(model, state, ws);
  double worst = 0;
  for (const Constraint& c : model.constraints()) {
    const Joint& joint = std::get<CutJoint>(c).joint;
    const Transformd J = body_pose(model, ws, joint.parent) * joint.X_PJ, C = body_pose(model, ws, joint.child) * joint.X_CJ;
    worst = std::max(worst, norm(J.p - C.p));
    if (joint.type == JointType::revolute) worst = std::max(worst, norm(J.R * joint.axes[0] - C.R * joint.axes[0]));
    if (joint.type == JointType::weld) {
      for (const Vec3d& e : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) worst = std::max(worst, norm(J.R * e - C.R * e));
    }
  }
  return worst;
}

VecX random_change(const Model& model, Random& random, double turn, double slide_in_lengths) {
  VecX change(model.nv());
  for (int i = 0; i < model.nv(); ++i) {
    const bool slides = model.column_scale()[i] != 1;
    change[i] = random.uniform(-1, 1) * (slides ? slide_in_lengths * model.length_m() : turn);
  }
  return change;
}

State disturbed(const Model& model, const State& state, const VecX& change) {
  State result = state;
  retract(model, state.q, change, result.q);
  return result;
}

State closed_state(const Model& model) {
  State state = initial_state(model);
  EXPECT_TRUE(close_positions(model, state).closed);
  return state;
}

struct Rows {  // at one state
  Rows(const Model& model, const State& state) : closure(model), scaled(model), M(model.nv(), model.nv()) {
    Workspace ws(model);
    update_positions(model, state, ws);
    update_closure_positions(model, ws, closure);
    update_scaled_rows(model, closure, scaled);
    kernels::functions().mass_matrix_rows(model.tables(), ws.tree.data(), M.data());
    M = MatX(M.selfadjointView<Eigen::Upper>());
    residual = closure.phi.cwiseProduct(model.row_scale()).lpNorm<Eigen::Infinity>();
  }
  MatX free_motions(const Model& model, int rank) const {  // [nv x mobility]
    return model.column_scale().asDiagonal() * scaled.svd.matrixV().rightCols(model.nv() - rank);
  }
  Closure closure;
  ScaledRows scaled;
  MatX M;
  double residual = 0;
};

class LoopZoo : public testing::TestWithParam<Expected> {};

TEST(LoopZoo, IsTheWholeZoo) {
  std::vector<std::string> names;
  for (const Expected& e : mechanisms) names.push_back(e.name);
  EXPECT_EQ(loop_names(), names);
}

TEST_P(LoopZoo, ClosesFromItsOwnInitialValues) {
  const Model model = zoo_model(GetParam().name);
  const State start = initial_state(model);
  State state = start;
  const AssemblyReport report = close_positions(model, state);
  EXPECT_TRUE(report.closed) << report.worst << " open by " << report.worst_gap;
  EXPECT_LT(report.residual, 1e-13);
  EXPECT_LE(report.iterations, 8);
  EXPECT_LT(open_by(model, state), 1e-13);
  const double moved = difference(model, start.q, state.q).lpNorm<Eigen::Infinity>();
  EXPECT_LT(moved, GetParam().q_closed ? 1e-13 : 0.2);
  const VecX v = state.v;
  EXPECT_TRUE(close_velocities(model, state).consistent);
  if (GetParam().v_closed) {
    EXPECT_LT((state.v - v).norm(), 1e-14 * std::max(1.0, v.norm()));
  }
}

TEST_P(LoopZoo, ClosesFromDisturbedValues) {
  const Model model = zoo_model(GetParam().name);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    State state = disturbed(model, initial_state(model), random_change(model, random, 0.2, 0.1));
    EXPECT_GT(open_by(model, state), 1e-3 * model.length_m());  // or there is nothing to do
    const AssemblyReport report = close_positions(model, state);
    EXPECT_TRUE(report.closed) << report.worst << " open by " << report.worst_gap << " after " << report.iterations;
    EXPECT_LT(open_by(model, state), 1e-12);
  }
}

TEST_P(LoopZoo, HasTheMobilityAndRedundancyExpected) {
  const Expected& e = GetParam();
  const Model model = zoo_model(e.name);
  EXPECT_EQ(model.nv(), e.nv);
  EXPECT_EQ(model.n_closure_rows(), e.rows);
  State state = closed_state(model);
  close_velocities(model, state);
  for (const bool moving : {true, false}) {
    if (!moving) state.v.setZero();
    const LoopRank rank = generic_rank(model, state);
    EXPECT_EQ(model.n_closure_rows() - rank.rank, e.redundant);
    EXPECT_EQ(rank.rank_here, rank.rank);
    EXPECT_TRUE(rank.certain()) << rank.gap;
  }
}

TEST_P(LoopZoo, HasTheSameRankFromAnOpenState) {
  const Model model = zoo_model(GetParam().name);
  Random random(7);
  State state = disturbed(model, closed_state(model), random_change(model, random, 0.05, 0.05));
  state.v.setZero();
  const LoopRank rank = generic_rank(model, state);
  EXPECT_GT(rank.residual, 1e-4);
  EXPECT_EQ(model.n_closure_rows() - rank.rank, GetParam().redundant);
  EXPECT_TRUE(rank.certain()) << rank.gap;
}

// Smallest change in the mass metric: M dq has no component along motions that keep the loops closed, up to second order in the change (the
// metric is that of the first iterate), and M dv none at all.
TEST_P(LoopZoo, IsProjectedByTheSmallestChangeInTheMassMetric) {
  const Model model = zoo_model(GetParam().name);
  const State closed = closed_state(model);
  const LoopRank rank = generic_rank(model, closed);
  for (const double size : {1e-3, 1e-5}) {
    SCOPED_TRACE(size);
    Random random(3);
    const State start = disturbed(model, closed, random_change(model, random, size, size));
    State state = start;
    EXPECT_GT(Rows(model, start).residual, 0.01 * size);
    EXPECT_LT(project(model, rank, state), 1e-12);
    const Rows before(model, start), after(model, state);
    EXPECT_LT(after.residual, 1e-12);
    const VecX force = before.M * difference(model, start.q, state.q);
    const MatX N = after.free_motions(model, rank.rank);
    EXPECT_LT((N.transpose() * force).norm(), 30 * size * model.column_scale().cwiseProduct(force).norm());
  }
  Random random(4);
  State state = closed;
  state.v = random_change(model, random, 1, 1);
  const VecX v = state.v;
  project(model, rank, state);
  const Rows at(model, state);
  const VecX dv = state.v - v;
  const double scale = model.column_scale().cwiseProduct(at.M * dv).norm();
  EXPECT_LT(model.row_scale().cwiseProduct(at.closure.Phi_q * state.v).lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_GT(model.row_scale().cwiseProduct(at.closure.Phi_q * v).lpNorm<Eigen::Infinity>(), 1e-2);
  EXPECT_LT((at.free_motions(model, rank.rank).transpose() * (at.M * dv)).norm(), 1.5e-14 * scale);
  EXPECT_NEAR(v.dot(at.M * v), state.v.dot(at.M * state.v) + dv.dot(at.M * dv), 1.5e-14 * v.dot(at.M * v));  // Pythagoras
}

INSTANTIATE_TEST_SUITE_P(Models, LoopZoo, testing::ValuesIn(mechanisms), [](const auto& info) { return std::string(info.param.name); });

// The test above can tell the mass metric from the plain one.
TEST(Projection, DiffersFromTheSmallestChangeOfCoordinates) {
  const Model model = zoo_model("four_bar");
  State state = closed_state(model);
  const LoopRank rank = generic_rank(model, state);
  Random random(4);
  state.v = random_change(model, random, 1, 1);
  const VecX v = state.v;
  project(model, rank, state);
  const MatX N = Rows(model, state).free_motions(model, rank.rank);
  EXPECT_GT((N.transpose() * (state.v - v)).norm(), 0.05 * (state.v - v).norm());
}

// -- known values ----------------------------------------------------------------------------------------------------------------------

TEST(Assembly, HeldCoordinatesStay) {
  const Model model = zoo_model("four_bar");
  State state = initial_state(model);
  const int A = speed_index(model, "A"), B = speed_index(model, "B"), C = speed_index(model, "C");
  std::vector<bool> held(3, false);
  held[static_cast<std::size_t>(A)] = true;
  const double crank = state.q[A];
  ASSERT_TRUE(close_positions(model, state, held).closed);
  EXPECT_EQ(state.q[A], crank);
  EXPECT_NEAR(state.q[B], -26.999857861680695 * deg, 1e-14);  // by trigonometry
  EXPECT_NEAR(state.q[C], -123.36701296923175 * deg, 4e-14);
  state.v.setZero();
  state.v[A] = 2;
  ASSERT_TRUE(close_velocities(model, state, held).consistent);
  EXPECT_EQ(state.v[A], 2);
  EXPECT_NEAR(state.v[B], -2.3946882687202464, 4e-14);
  EXPECT_NEAR(state.v[C], 0.8295613557843402, 1.5e-14);
}

TEST(Assembly, SpeedsThatCannotBeAreReported) {
  const Model model = zoo_model("four_bar_spatial");
  State state = initial_state(model);
  EXPECT_TRUE(close_velocities(model, state, {true, true, true}).consistent);
  state.v[0] += 0.1;
  const VelocityReport report = close_velocities(model, state, {true, true, true});
  EXPECT_FALSE(report.consistent);
  EXPECT_EQ(report.worst, "D");
  EXPECT_GT(report.residual, 1e-3);
}

// Two speeds are held that do not go together: the third is the one that leaves least, and takes no share of a change in those that cannot move.
TEST(Assembly, SpeedsThatAreFreeDoTheirBestBesideHeldOnes) {
  const Model model = zoo_model("four_bar");
  State state = closed_state(model);
  const int A = speed_index(model, "A"), B = speed_index(model, "B"), C = speed_index(model, "C");
  std::vector<bool> held(3, false);
  held[static_cast<std::size_t>(A)] = held[static_cast<std::size_t>(C)] = true;
  state.v.setZero();
  state.v[A] = 2;
  state.v[C] = -0.5;
  const MatX rows = Rows(model, state).scaled.A * model.column_scale().cwiseInverse().asDiagonal();
  const VecX given = rows * state.v;
  EXPECT_FALSE(close_velocities(model, state, held).consistent);
  EXPECT_EQ(state.v[A], 2);
  EXPECT_EQ(state.v[C], -0.5);
  EXPECT_NEAR(state.v[B], -rows.col(B).dot(given) / rows.col(B).squaredNorm(), 3e-14);
}

TEST(Assembly, SpeedsChangeAsLittleAsPossible) {
  for (const char* name : {"stewart", "bricard", "slider_crank"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    State state = closed_state(model);
    Random random(5);
    state.v = random_change(model, random, 1, 1);
    const VecX v = state.v;
    ASSERT_TRUE(close_velocities(model, state).consistent);
    const Rows rows(model, state);
    EXPECT_LT((rows.closure.Phi_q * state.v).lpNorm<Eigen::Infinity>(), 1e-14);
    const VecX scaled = (state.v - v).cwiseQuotient(model.column_scale());
    EXPECT_GT(scaled.norm(), 0.1);
    const MatX V0 = rows.scaled.svd.matrixV().rightCols(model.nv() - generic_rank(model, state).rank);
    EXPECT_LT((V0.transpose() * scaled).norm(), 1e-14);
  }
}

TEST(Assembly, FourBarSpeedsAreTheKnownOnes) {
  const Model model = zoo_model("four_bar_spatial");
  State state = initial_state(model);
  state.v.setZero();
  state.v[speed_index(model, "A")] = 2;
  std::vector<bool> held(3, false);
  held[static_cast<std::size_t>(speed_index(model, "A"))] = true;
  ASSERT_TRUE(close_velocities(model, state, held).consistent);
  EXPECT_NEAR(state.v[speed_index(model, "B")], -20.0 / 9, 4e-14);
  EXPECT_NEAR(state.v[speed_index(model, "C")], 10.0 / 9, 2e-14);
  Workspace ws(model);
  update_positions(model, state, ws);
  EXPECT_NEAR((cut_speed_rows(model, ws) * state.v)[0], 8.0 / 9, 1.5e-14);
}

// Singular values of N four-bars in a row, spatial rows, model length 1 (known to the digits printed).
TEST(LoopRankOfNFourBar, HasTheKnownSingularValues) {
  struct Known {
    int N;
    double first, last, last_at_a_tenth;
  };
  for (const Known& k : {Known{1, std::sqrt(3.0), 1, 0.0706812190187}, Known{2, 2.042078961898, 0.72028167817, 0.0558674735163},
                         Known{5, 2.228491200738, 0.384956328376, 0.0350099462609}, Known{40, 2.287019368088, 0.0547964318812, 0.0054584238781}}) {
    SCOPED_TRACE(k.N);
    const Model model = zoo_model("n_four_bar_spatial", {{"N", std::to_string(k.N)}});
    EXPECT_DOUBLE_EQ(model.length_m(), 1);
    State state = initial_state(model);
    const LoopRank upright = generic_rank(model, state);
    EXPECT_EQ(upright.rank, 2 * k.N);
    EXPECT_EQ(model.n_closure_rows() - upright.rank, 3 * k.N);
    EXPECT_NEAR(upright.singular_values[0], k.first, 2e-12);
    EXPECT_NEAR(upright.singular_values[2 * k.N - 1], k.last, 2e-12);
    for (int i = 0; i < model.nv(); ++i) state.q[i] = model.coordinate_names()[static_cast<std::size_t>(i)][0] == 'A' ? 0.1 : -0.1;
    EXPECT_NEAR(generic_rank(model, state).singular_values[2 * k.N - 1], k.last_at_a_tenth, 1e-12);
  }
}

TEST(LoopRankOfNFourBar, SeesThroughTheSingularPoint) {
  for (const char* name : {"n_four_bar", "n_four_bar_spatial"}) {
    for (const int N : {1, 2, 5}) {
      for (const bool moving : {true, false}) {
        SCOPED_TRACE(testing::Message() << name << " " << N << (moving ? " moving" : " at rest"));
        const Model model = zoo_model(name, {{"N", std::to_string(N)}});
        State state = initial_state(model);
        state.q.setZero();  // all bars flat
        if (!moving) state.v.setZero();
        const LoopRank rank = generic_rank(model, state);
        EXPECT_EQ(rank.rank_here, N);
        EXPECT_EQ(rank.rank, 2 * N);
        EXPECT_LT(rank.sigma_ref, 0.1);  // that of the last row kept, at the neighbour; not of the first
        if (moving) {
          EXPECT_GT(rank.sigma_ref, 1e-3);
        }  // at rest the neighbours found may be nearly singular themselves
        if (N == 1) {
          EXPECT_NEAR(rank.singular_values[0], std::sqrt(6.0), 4e-14);
        }
      }
    }
  }
}

// -- what cannot be closed -------------------------------------------------------------------------------------------------------------

Model text_model(const std::string& text) {
  const Result<Description> description = read_description_text(text, "m.yaml");
  EXPECT_TRUE(description) << to_text(description.diagnostics);
  return build(*description);
}

TEST(Unreachable, SaysByHowMuchAndWhere) {
  const Model model = zoo_model("four_bar", {{"ground", "2 m"}});
  State state = initial_state(model);
  const VecX q = state.q;
  const AssemblyReport report = close_positions(model, state);
  EXPECT_FALSE(report.closed);
  EXPECT_EQ(report.worst, "D");
  EXPECT_FALSE(report.worst_is_angle);
  EXPECT_NEAR(report.worst_gap, 2 - 0.2 - 0.6 - 0.5, 1e-3);  // stretched straight towards D
  EXPECT_EQ((state.q - q).norm(), 0);
}

TEST(Unreachable, NamesTheLoopThatStaysOpenAndMeasuresItInAnyAxes) {
  const auto arm = [](const std::string& name) { return "  " + name + ": {mass: 1, com: [0.5, 0, 0], inertia: {izz: 0.1}}\n"; };
  const auto hinge = [](const std::string& name, const std::string& at) {
    return "  J" + name + ": {type: revolute, parent: ground, child: " + name + ", at: " + at + ", axis: z}\n";
  };
  const Model model =
      text_model("zanjir: 1\nplane: xy\ngravity: [0, 0, 0]\nbodies:\n" + arm("a") + arm("b") + arm("c") + arm("d") + "joints:\n" +
                 hinge("a", "[0, 0, 0]") + hinge("b", "[1.5, 0, 0]") + hinge("c", "[0, 5, 0]") + hinge("d", "[3, 5, 0]") +
                 "loops:\n"
                 "  near: {type: revolute, between: [a, b], at: [1, 0, 0], at_child: [1, 0, 0], axis: z}\n"
                 "  far: {type: revolute, between: [c, d], at: {point: [1, 0, 0], turn: {axis: z, angle: 40 deg}}, at_child: [1, 0, 0], axis: z}\n"
                 "initial: {q: {Ja: 0.9, Jb: 2.2, Jc: 0.3, Jd: 2.9}}\n");
  State state = initial_state(model);
  const AssemblyReport report = close_positions(model, state);
  EXPECT_FALSE(report.closed);
  EXPECT_EQ(report.worst, "far");
  EXPECT_NEAR(report.worst_gap, 1, 1e-3);
}

TEST(Unreachable, MeasuresAngles) {
  const Model model = text_model(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n"
      "joints: {J: {type: revolute, parent: ground, child: a, axis: z}}\n"
      "loops: {hold: {type: weld, between: [ground, a], at: {turn: {axis: x, angle: 0.5 rad}}}}\n"
      "initial: {q: {J: 0.4}}\n");
  State state = initial_state(model);
  const AssemblyReport report = close_positions(model, state);
  EXPECT_FALSE(report.closed);
  EXPECT_EQ(report.worst, "hold");
  EXPECT_TRUE(report.worst_is_angle);
  EXPECT_NEAR(report.worst_gap, 2 * std::sin(0.25), 3e-5);  // the measure of turns: twice the sine of half the angle
}

// -- distances and gears ---------------------------------------------------------------------------------------------------------------

const std::string slider =
    "zanjir: 1\nplane: xy\ngravity: [0, 0, 0]\n"
    "bodies: {crank: {mass: 1, com: [0.05, 0, 0], inertia: {izz: 0.001}}, slider: {mass: 1, inertia: point}}\n"
    "frames: {crank: {tip: [0.1, 0, 0]}}\n"
    "joints:\n"
    "  A: {type: revolute, parent: ground, child: crank, axis: z}\n"
    "  P: {type: prismatic, parent: ground, child: slider, axis: x}\n"
    "initial: {q: {A: 30 deg, P: 0.35}, v: {A: 3}}\n";

TEST(Assembly, ADistanceIsARodWithoutMass) {
  const Model model = text_model(slider + "loops: {rod: {type: distance, between: [crank.tip, slider], length: 300 mm}}\n");
  EXPECT_EQ(model.n_closure_rows(), 1);
  State state = initial_state(model);
  ASSERT_TRUE(close_positions(model, state, {true, false}).closed);
  const double h = 0.1 * std::sin(30 * deg), along = std::sqrt(0.09 - h * h);
  EXPECT_NEAR(state.q[1], 0.1 * std::cos(30 * deg) + along, 1e-14);
  ASSERT_TRUE(close_velocities(model, state, {true, false}).consistent);
  EXPECT_NEAR(state.v[1], -0.1 * std::sin(30 * deg) * 3 - h * 0.1 * std::cos(30 * deg) * 3 / along, 1e-14);
}

TEST(Assembly, AGearCouplesTwoCoordinates) {
  const Model given = text_model(slider + "loops: {rack: {type: gear, joints: [A, P], ratio: -50 mm/rad, offset: 0.2 m}}\n");
  State state = initial_state(given);
  ASSERT_TRUE(close_positions(given, state, {true, false}).closed);
  EXPECT_NEAR(state.q[1], 0.2 - 0.05 * 30 * deg, 1e-14);
  ASSERT_TRUE(close_velocities(given, state, {true, false}).consistent);
  EXPECT_NEAR(state.v[1], -0.15, 1e-14);
  const Model from_start = text_model(slider + "loops: {rack: {type: gear, joints: [A, P], ratio: -0.05}}\n");
  State same = initial_state(from_start);
  ASSERT_TRUE(close_positions(from_start, same).closed);
  EXPECT_NEAR((same.q - initial_state(from_start).q).norm(), 0, 1e-15);
}

}  // namespace
}  // namespace zanjir::test
