// Closed loops: test values of the four-bars and of Bricard's linkage, to the digits they are known to, for every cut.
#include <gtest/gtest.h>

#include <map>

#include "support/bodies.hpp"
#include "support/linkage.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/dynamics/determinacy.hpp"
#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/terms/loop_facts.hpp"

namespace zanjir::test {
namespace {

std::map<std::string, Forced> wrenches(const Model& model, const Solution& s) {
  std::map<std::string, Forced> out;
  for (std::size_t j = 0; j < s.reaction.size(); ++j) out[model.joints()[j].name] = s.reaction[j].total;
  for (std::size_t c = 0; c < s.loop_reaction.size(); ++c) out[std::get<CutJoint>(model.constraints()[c]).joint.name] = s.loop_reaction[c].total;
  return out;
}

// The spatial four-bar: all axes z, mass centre of the coupler out of the plane.
Model spatial_four_bar(const std::string& cut, const std::vector<std::string>& actuated = {}, const std::map<std::string, double>& weight = {}) {
  const Vec3d A{0, 0, 0}, B{0.1, 0.2, 0}, C{0.6, 0.4, 0}, D{0.5, 0, 0}, z{0, 0, 1};
  Linkage l({{"crank", 1, A, B}, {"coupler", 2, B, C, {0, 0, 0.05}}, {"rocker", 1.5, D, C}}, {0, -9.81, -1});
  l.hinge("A", "ground", "crank", A, z, cut == "A");
  l.hinge("B", "crank", "coupler", B, z, cut == "B");
  l.hinge("C", "coupler", "rocker", C, z, cut == "C");
  l.hinge("D", "ground", "rocker", D, z, cut == "D");
  for (JointDescription& joint : l.d.joints) joint.actuated = std::count(actuated.begin(), actuated.end(), joint.name) > 0;
  for (const auto& [name, w] : weight) l.d.actuators.push_back({{name, {}}, 1, 0, w, false, {}, {}, {}});
  return build_linkage(l.d);
}

State moving(const Model& model, const std::map<std::string, double>& v) {
  State state = initial_state(model);
  for (int i = 0; i < model.nv(); ++i) state.v[i] = v.at(model.speed_names()[static_cast<std::size_t>(i)]);
  return state;
}

const std::map<std::string, double> four_bar_rates{{"A", 2}, {"B", -20.0 / 9}, {"C", 10.0 / 9}, {"D", 8.0 / 9}};

TEST(SpatialFourBar, HasTheKnownAccelerationsAndReactionsForEveryCut) {
  for (const std::string cut : {"A", "B", "C", "D"}) {
    SCOPED_TRACE("cut " + cut);
    const Model model = spatial_four_bar(cut);
    EXPECT_NEAR(model.length_m(), 0.412310562562, 1e-12);
    const State state = moving(model, four_bar_rates);
    const LoopRank rank = generic_rank(model, state);
    EXPECT_EQ(model.n_closure_rows() - rank.rank, 3);
    NewtonEuler::Scratch x(model);
    Solution s;
    ASSERT_EQ(NewtonEuler{}.solve(model, state, forward_question(model, VecX::Zero(model.nv())), Reactions::compute, x, s), SolveStatus::ok)
        << s.note;
    // The rates of the joints accelerate too: differentiate cut rates along the motion is not needed for tree joints.
    const auto known = std::map<std::string, double>{{"A", -20.884706488608}, {"D", -7.773175448984}, {"B", 24.494667017521}};
    for (int i = 0; i < model.nv(); ++i) {
      const auto& name = model.speed_names()[static_cast<std::size_t>(i)];
      if (known.count(name)) {
        EXPECT_NEAR(s.vdot[i], known.at(name), 8e-12 * tolerance_scale()) << name;
      }
    }
    const std::map<std::string, std::array<double, 6>> least{
        {"A", {0.053813195185, -0.075604533254, 0, 6.596529473573, 16.357666739761, 2.298448371818}},
        {"B", {-0.305876479179, 0.104240303927, 0, 4.708058824712, 7.991902064192, 1.298448371818}},
        {"C", {0.416341967634, -0.086895466746, 0, -2.099140306924, -7.646260359333, -0.701551628182}},
        {"D", {0.164278683639, -0.058259696073, 0, 4.371833682360, 21.541235163622, 2.201551628182}}};
    for (const auto& [name, W] : wrenches(model, s)) {
      const auto w = to_eigen(W);
      for (int k = 0; k < 6; ++k) EXPECT_NEAR(w[k], least.at(name)[static_cast<std::size_t>(k)], 1e-11 * tolerance_scale()) << name << " " << k;
    }
  }
}

TEST(SpatialFourBar, HasTheKnownInverseDynamicsForAnyActuation) {
  const std::map<std::string, double> vdot{{"A", 1}, {"B", 0.178326474623}, {"C", 0.775034293553}, {"D", 1.953360768176}};
  struct Case {
    std::vector<std::string> actuated;
    std::map<std::string, double> weight, tau;
  };
  const std::vector<Case> cases{
      {{"A"}, {}, {{"A", 2.535203652898}}},
      {{"A", "D"}, {}, {{"A", 2.117025730771}, {"D", 0.940900324787}}},
      {{"A", "D"}, {{"A", 1}, {"D", 4}}, {{"A", 2.415899951586}, {"D", 0.268433327954}}},
      {{"A", "B", "C", "D"}, {}, {{"A", 0.92500673822}, {"B", -1.027785264689}, {"C", 0.513892632344}, {"D", 0.411114105875}}}};
  for (const Case& c : cases) {
    for (const std::string cut : {"A", "B", "C", "D"}) {
      if (!c.weight.empty() && c.weight.count(cut)) continue;  // weights are given to tree joints
      SCOPED_TRACE("cut " + cut + ", " + std::to_string(c.actuated.size()) + " actuators");
      const Model model = spatial_four_bar(cut, c.actuated, c.weight);
      const State state = moving(model, four_bar_rates);
      VecX wanted(model.nv());
      for (int i = 0; i < model.nv(); ++i) wanted[i] = vdot.at(model.speed_names()[static_cast<std::size_t>(i)]);
      NewtonEuler::Scratch x(model);
      Solution s;
      const SolveStatus status = NewtonEuler{}.solve(model, state, inverse_question(model, wanted), Reactions::compute, x, s);
      EXPECT_EQ(status, c.actuated.size() == 1 ? SolveStatus::ok : SolveStatus::redundant) << s.note;
      for (int i = 0; i < model.nv(); ++i) {
        const auto& name = model.speed_names()[static_cast<std::size_t>(i)];
        EXPECT_NEAR(s.tau[i], c.tau.count(name) ? c.tau.at(name) : 0.0, 1e-11 * tolerance_scale()) << name;
      }
      for (int i = 0; i < model.n_cut_v(); ++i) {
        const auto& name = model.cut_speed_names()[static_cast<std::size_t>(i)];
        EXPECT_NEAR(s.tau_cut[i], c.tau.count(name) ? c.tau.at(name) : 0.0, 1e-11 * tolerance_scale()) << name;
      }
    }
  }
}

TEST(SpatialFourBar, WithoutActuatorsSaysWhatForceIsLeftOver) {
  const std::map<std::string, double> leftover{{"A", 0.92500673822}, {"B", -1.027785264689}, {"C", 0.513892632344}, {"D", 0.411114105875}};
  const std::map<std::string, double> vdot{{"A", 1}, {"B", 0.178326474623}, {"C", 0.775034293553}, {"D", 1.953360768176}};
  for (const std::string cut : {"A", "C"}) {
    const Model model = spatial_four_bar(cut);
    const State state = moving(model, four_bar_rates);
    VecX wanted(model.nv());
    for (int i = 0; i < model.nv(); ++i) wanted[i] = vdot.at(model.speed_names()[static_cast<std::size_t>(i)]);
    NewtonEuler::Scratch x(model);
    Solution s;
    EXPECT_EQ(NewtonEuler{}.solve(model, state, inverse_question(model, wanted), Reactions::compute, x, s), SolveStatus::inconsistent);
    for (int i = 0; i < model.nv(); ++i)
      EXPECT_NEAR(s.leftover[i], leftover.at(model.speed_names()[static_cast<std::size_t>(i)]), 8e-12 * tolerance_scale());
    EXPECT_NEAR(s.leftover_cut[0], leftover.at(cut), 6e-12 * tolerance_scale());
  }
}

// Bricard: five rods and the ground, six hinges at right angles, one redundant constraint.
Model bricard(int cut, const std::vector<int>& actuated = {}) {
  const std::vector<Vec3d> p{{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const std::vector<Vec3d> axis{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  std::vector<Rod> rods;
  for (std::size_t i = 0; i < 5; ++i) rods.push_back({"rod" + std::to_string(i + 1), 1, p[i], p[i + 1], {0, 0, 0}, 0.02 / 12, 1.01 / 12});
  Linkage l(rods, {0, -9.81, 0});
  for (int i = 0; i < 6; ++i) {
    const std::string from = i == 0 ? "ground" : "rod" + std::to_string(i), to = i == 5 ? "ground" : "rod" + std::to_string(i + 1);
    l.hinge("j" + std::to_string(i + 1), from, to, p[static_cast<std::size_t>(i)], axis[static_cast<std::size_t>(i)], i + 1 == cut);
    l.d.joints.back().actuated = std::count(actuated.begin(), actuated.end(), i + 1) > 0;
  }
  return build_linkage(l.d);
}

// Torques that hold it still against gravity, of least norm where there are several: the same for every cut.
TEST(Bricard, IsHeldStillByTheKnownTorques) {
  struct Case {
    std::vector<int> actuated;
    double tau;  // of the odd joints; the opposite on the even ones
  };
  for (const Case& c : {Case{{1}, -9.81}, Case{{1, 4}, -4.905}, Case{{1, 2, 3, 4, 5, 6}, -1.635}}) {
    for (int cut = 1; cut <= 6; ++cut) {
      const Model model = bricard(cut, c.actuated);
      for (const AnyFormulation& f : all_formulations()) {
        if (!coverage(f, model).inverse) continue;
        SCOPED_TRACE(std::string(name_of(f)) + ", cut " + std::to_string(cut) + ", " + std::to_string(c.actuated.size()) + " actuators");
        Solution s;
        ASSERT_TRUE(solved(Solver(f, model).solve(initial_state(model), inverse_question(model, VecX::Zero(model.nv())), Reactions::skip, s)))
            << s.note;
        const auto expect = [&](const std::string& name, double tau) {
          const int joint = name[1] - '0';
          const bool acts = std::count(c.actuated.begin(), c.actuated.end(), joint) > 0;
          EXPECT_NEAR(tau, acts ? (joint % 2 == 1 ? c.tau : -c.tau) : 0, 1.5e-14 * 9.81 * 10 * tolerance_scale()) << name;
        };
        for (int i = 0; i < model.nv(); ++i) expect(model.speed_names()[static_cast<std::size_t>(i)], s.tau[i]);
        for (int i = 0; i < model.n_cut_v(); ++i) expect(model.cut_speed_names()[static_cast<std::size_t>(i)], s.tau_cut[i]);
      }
    }
  }
}

TEST(Bricard, HasOneRedundantConstraintAndTheKnownReactionsForEveryCut) {
  const std::array<std::array<double, 6>, 6> least{{{2.285083832335, 0, 22.563, -5.555083832335, 27.468, -4.243167664671},
                                                    {2.285083832335, -3.918452095808, 0, -5.555083832335, 17.658, -3.264125748503},
                                                    {0, -3.921715568862, 5.230368263473, -4.576041916168, 7.848, -1.306041916168},
                                                    {3.267715568862, 0, 5.233631736527, -3.597, -0.982958083832, 0.652041916168},
                                                    {3.264452095808, -1.631083832335, 0, -3.597, -9.813916167665, 2.610125748503},
                                                    {0, -1.631083832335, -3.597, -3.597, -19.623916167665, 3.589167664671}}};
  for (int cut = 1; cut <= 6; ++cut) {
    SCOPED_TRACE("cut " + std::to_string(cut));
    const Model model = bricard(cut);
    const State state = initial_state(model);
    const LoopRank rank = generic_rank(model, state);
    EXPECT_EQ(rank.rank, 4);
    EXPECT_GT(rank.gap, 1e12);
    EXPECT_NEAR(rank.singular_values[0], 1.902113032590, 1e-11);
    EXPECT_NEAR(rank.singular_values[3], 1.175570504585, 1e-12);
    NewtonEuler::Scratch x(model);
    Solution s;
    ASSERT_EQ(NewtonEuler{}.solve(model, state, forward_question(model, VecX::Zero(model.nv())), Reactions::compute, x, s), SolveStatus::ok)
        << s.note;
    for (int i = 0; i < model.nv(); ++i) {
      const int joint = model.speed_names()[static_cast<std::size_t>(i)][1] - '0';
      EXPECT_NEAR(s.vdot[i], (joint % 2 == 1 ? 1 : -1) * 1.958083832335, 1e-11 * tolerance_scale());
    }
    const auto W = wrenches(model, s);
    for (int j = 0; j < 6; ++j) {
      const auto w = to_eigen(W.at("j" + std::to_string(j + 1)));
      for (int k = 0; k < 6; ++k)
        EXPECT_NEAR(w[k], least[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)], 8e-12 * tolerance_scale())
            << "joint " << j + 1 << " " << k;
    }
  }
}

// In maximal coordinates: what every joint can transmit, five wrenches each, on every body about its mass centre. The one combination that moves no body is the self-stress,
// one wrench through all six joints, and the same that is found from the five rows of the cut joint.
TEST(Bricard, HasTheSelfStressOfTheMaximalMatrix) {
  for (int cut = 1; cut <= 6; ++cut) {
    SCOPED_TRACE("cut " + std::to_string(cut));
    const Model model = bricard(cut);
    const State state = initial_state(model);
    Workspace ws(model);
    update_positions(model, state, ws);
    std::vector<Joint> joints;  // in the order of `states` of the determinacy: tree joints, then cut ones
    for (const Joint& joint : model.joints()) joints.push_back(as_written(joint));
    joints.push_back(std::get<CutJoint>(model.constraints()[0]).joint);
    MatX all = MatX::Zero(30, 30);
    std::vector<std::array<Forced, 5>> carried(6);
    for (std::size_t j = 0; j < 6; ++j) {
      const Transformd X_WJ = body_pose(model, ws, joints[j].child) * joints[j].X_CJ;
      const Vec3d axis = X_WJ.R * joints[j].axes[0], across = std::abs(axis.x) > 0.5 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}, third = cross(axis, across);
      const Vec3d none{0, 0, 0};
      carried[j] = {Forced{none, {1, 0, 0}}, Forced{none, {0, 1, 0}}, Forced{none, {0, 0, 1}}, Forced{across, none}, Forced{third, none}};
      for (std::size_t k = 0; k < 5; ++k) {
        for (const auto& [body, sign] : {std::pair{joints[j].child, 1.0}, std::pair{joints[j].parent, -1.0}}) {
          if (body == BodyId::ground) continue;
          const Vec3d arm = X_WJ.p - body_pose(model, ws, body) * model.body(body).com_m;
          const Forced& W = carried[j][k];
          all.block<6, 1>(6 * (index(body) - 1), static_cast<Eigen::Index>(5 * j + k)) = sign * to_eigen(Forced{W.n + cross(arm, W.f), W.f});
        }
      }
    }
    const Eigen::JacobiSVD<MatX> svd(all, Eigen::ComputeFullV);
    const VecX& sigma = svd.singularValues();
    EXPECT_NEAR(sigma[28] / sigma[0], 0.134, 5e-4);
    EXPECT_LT(sigma[29] / sigma[0], 1e-15);
    const LoopFacts facts = loop_facts(model, state);
    ASSERT_EQ(facts.determinacy.n_states(), 1);
    VecX stress(36);
    for (std::size_t j = 0; j < 6; ++j) {
      Forced W{{0, 0, 0}, {0, 0, 0}};
      for (std::size_t k = 0; k < 5; ++k) W = W + carried[j][k] * svd.matrixV()(static_cast<Eigen::Index>(5 * j + k), 29);
      stress.segment<6>(static_cast<Eigen::Index>(6 * j)) = to_eigen(W);
      const Vec3d p = (body_pose(model, ws, joints[j].child) * joints[j].X_CJ).p;
      const VecX about_origin = to_eigen(Forced{W.n + cross(p, W.f), W.f}) / W.f.x;  // (-1, 0, 1; 1, 1, 1) in every joint
      const double known[6] = {-1, 0, 1, 1, 1, 1};
      for (int k = 0; k < 6; ++k) EXPECT_NEAR(about_origin[k], known[k], 1e-13 * tolerance_scale()) << "joint " << j << " " << k;
    }
    const VecX found = facts.determinacy.states.col(0);  // model length 1: moments and forces alike
    EXPECT_NEAR(std::abs(found.normalized().dot(stress.normalized())), 1, 1.5e-14 * tolerance_scale());
  }
}

// A02 rods with N = 1 lying flat: two branches through one configuration, chosen by the velocity.
Model flat_four_bar(const std::string& cut) {
  const Vec3d A{0, 0, 0}, B{1, 0, 0}, C{2, 0, 0}, D{1, 0, 0}, z{0, 0, 1};
  Linkage l({{"crank1", 1, A, B}, {"coupler", 1, B, C}, {"crank2", 1, D, C}}, {0, -9.81, 0});
  l.hinge("A", "ground", "crank1", A, z, cut == "A");
  l.hinge("B", "crank1", "coupler", B, z, cut == "B");
  l.hinge("C", "coupler", "crank2", C, z, cut == "C");
  l.hinge("D", "ground", "crank2", D, z, cut == "D");
  return build_linkage(l.d);
}

// Who takes limits at singular configurations, and how closely: newton-euler extrapolates from beside them, oracle differentiates the loops once more.
struct LimitTaker {
  const char* name;
  double tolerance;
};
const LimitTaker limit_takers[] = {{"newton-euler", 2e-10}, {"oracle", 4e-13}};  // seen: 8e-12, 1.6e-14

TEST(FlatFourBar, TakesTheLimitOnTheBranchOfItsVelocity) {
  for (const std::string cut : {"A", "B", "C", "D"}) {
    SCOPED_TRACE("cut " + cut);
    const Model model = flat_four_bar(cut);
    // rates of crank 1, crank 2; the coupler relative to crank 1 (B) and crank 2 relative to the coupler (C)
    struct Case {
      double a, d, a_dot, d_dot, b_dot, c_dot;
    };
    for (const Case& c : {Case{1, 1, -11.772, -11.772, 11.772, -11.772}, Case{0, 1, 0, -14.715, -14.715, 0}}) {
      SCOPED_TRACE(std::to_string(c.a) + ", " + std::to_string(c.d));
      const double coupler = c.d - c.a;  // absolute rate: velocities of its ends are a and d, one metre apart
      const State state = moving(model, {{"A", c.a}, {"D", c.d}, {"B", coupler - c.a}, {"C", c.d - coupler}});
      const LoopRank rank = generic_rank(model, state);
      EXPECT_EQ(rank.rank, 2);
      EXPECT_EQ(rank.rank_here, 1);
      for (const LimitTaker& who : limit_takers) {
        SCOPED_TRACE(who.name);
        Solution s;
        ASSERT_EQ(Solver(*find_formulation(who.name), model).solve(state, forward_question(model, VecX::Zero(model.nv())), Reactions::skip, s),
                  SolveStatus::ok)
            << s.note;
        EXPECT_EQ(s.configuration, Configuration::near_singular);
        for (int i = 0; i < model.nv(); ++i) {
          const std::string& name = model.speed_names()[static_cast<std::size_t>(i)];
          const double expected = name == "A" ? c.a_dot : name == "D" ? c.d_dot : name == "B" ? c.b_dot : c.c_dot;
          EXPECT_NEAR(s.vdot[i], expected, who.tolerance * tolerance_scale()) << name;
        }
      }
    }
  }
}

TEST(FlatFourBar, RefusesRestAndAVelocityThatLeadsNowhere) {
  const Model model = flat_four_bar("C");
  const Given question = forward_question(model, VecX::Zero(model.nv()));
  for (const LimitTaker& who : limit_takers) {
    SCOPED_TRACE(who.name);
    Solver solver(*find_formulation(who.name), model);
    Solution s;
    EXPECT_EQ(solver.solve(initial_state(model), question, Reactions::skip, s), SolveStatus::singular);
    EXPECT_NE(s.note.find("give a velocity"), std::string::npos);
    const State nowhere = moving(model, {{"A", 1}, {"D", 2}, {"B", 0}, {"C", 1}});
    EXPECT_EQ(solver.solve(nowhere, question, Reactions::skip, s), SolveStatus::inconsistent) << s.note;
    EXPECT_NE(s.note.find("in no direction"), std::string::npos) << s.note;
  }
}

TEST(FlatFourBar, SaysHowNearItIs) {
  const Model model = flat_four_bar("C");
  State state = moving(model, {{"A", 1}, {"D", 1}, {"B", -1}, {"C", 1}});
  const LoopRank rank = generic_rank(model, state);
  Given question = forward_question(model, VecX::Zero(model.nv()));
  question.rank = &rank;
  NewtonEuler::Scratch x(model);
  Solution s;
  ASSERT_EQ(NewtonEuler{}.solve(model, state, question, Reactions::skip, x, s), SolveStatus::ok) << s.note;
  EXPECT_EQ(s.configuration, Configuration::near_singular);
  EXPECT_LT(s.sigma_ratio.value(), window_ratio);
  const VecX q = state.q;
  retract(model, q, state.v * 0.05, state.q);  // the parallelogram stays closed along its rates
  ASSERT_EQ(NewtonEuler{}.solve(model, state, question, Reactions::skip, x, s), SolveStatus::ok) << s.note;
  EXPECT_EQ(s.configuration, Configuration::regular);
  EXPECT_GT(s.sigma_ratio.value(), 0.99);  // sigma_ref was found as far away; the ratio is bounded from above
  retract(model, q, state.v * 0.0005, state.q);
  ASSERT_EQ(NewtonEuler{}.solve(model, state, question, Reactions::skip, x, s), SolveStatus::ok) << s.note;
  EXPECT_NEAR(s.sigma_ratio.value(), 0.01, 0.005);
}

// The others say that they do not: inside the window, whatever the velocity; outside it they agree.
TEST(FlatFourBar, IsSingularInTheFormulationsThatTakeNoLimit) {
  const Model model = flat_four_bar("C");
  const State flat = moving(model, {{"A", 1}, {"D", 1}, {"B", -1}, {"C", 1}});
  const LoopRank rank = generic_rank(model, flat);
  Given question = forward_question(model, VecX::Zero(model.nv()));
  question.rank = &rank;
  for (const char* name : {"multipliers", "denoc", "gibbs-appell"}) {
    SCOPED_TRACE(name);
    Solver solver(*find_formulation(name), model), newton_euler(*find_formulation("newton-euler"), model);
    Solution s, twin;
    State state = flat;
    for (const double way :
         {0.05, 0.0, 1e-5, 0.002, 0.05}) {  // a set of speeds found far away is of no use at the point, nor one found there far away
      SCOPED_TRACE(way);
      retract(model, flat.q, flat.v * way, state.q);
      if (way < 1e-4) {
        EXPECT_EQ(solver.solve(state, question, Reactions::compute, s), SolveStatus::singular);
        EXPECT_NE(s.note.find("newton-euler and oracle take the limit"), std::string::npos) << s.note;
      } else {
        ASSERT_EQ(solver.solve(state, question, Reactions::compute, s), SolveStatus::ok) << s.note;
        ASSERT_EQ(newton_euler.solve(state, question, Reactions::compute, twin), SolveStatus::ok) << twin.note;
        EXPECT_LE((s.vdot - twin.vdot).norm(), 3e-12 * twin.vdot.norm() * tolerance_scale());
      }
    }
  }
}

// A four-bar that misses its flat configuration: regular, but accelerations change as fast as it is near. The limit along the motion, which smooths
// over what is nearer than its neighbours, must not be taken for it.
Model nearly_flat_four_bar(double crank_angle, double longer_ground) {
  const double a = 1, b = 2, c = 1.6;
  const Vec3d A{0, 0, 0}, D{1.4 + longer_ground, 0, 0}, B{a * std::cos(crank_angle), a * std::sin(crank_angle), 0}, z{0, 0, 1}, BD = D - B;
  const double d = norm(BD), along = (b * b - c * c + d * d) / (2 * d), across = std::sqrt(b * b - along * along);
  const Vec3d e = BD * (1 / d), C = B + e * along + Vec3d{-e.y, e.x, 0} * across;
  Linkage l({{"crank", 1, A, B}, {"coupler", 2, B, C}, {"rocker", 1.5, D, C}}, {0, -9.81, 0});
  l.hinge("A", "ground", "crank", A, z);
  l.hinge("B", "crank", "coupler", B, z);
  l.hinge("C", "coupler", "rocker", C, z, true);
  l.hinge("D", "ground", "rocker", D, z);
  return build_linkage(l.d);
}
State turning_crank(const Model& model) {
  State state = initial_state(model);
  std::vector<bool> held(static_cast<std::size_t>(model.nv()), false);
  for (int i = 0; i < model.nv(); ++i) {
    if (model.speed_names()[static_cast<std::size_t>(i)] == "A") state.v[i] = -6, held[static_cast<std::size_t>(i)] = true;
  }
  EXPECT_TRUE(close_velocities(model, state, held).consistent);
  return state;
}

TEST(NearlyFlatFourBar, IsNotSmoothedOver) {
  int near = 0, smoothed = 0;
  for (const double longer : {3e-6, 1e-5, 3e-5, 1e-4, 1e-3}) {
    const Model generic = nearly_flat_four_bar(1, longer);
    const double sigma_ref = generic_rank(generic, turning_crank(generic)).sigma_ref;
    for (const double angle : {-0.02, -0.005, -0.001, 0.0, 0.001, 0.005, 0.02}) {
      SCOPED_TRACE("longer by " + std::to_string(longer) + ", crank at " + std::to_string(angle));
      const Model model = nearly_flat_four_bar(angle, longer);
      const State state = turning_crank(model);
      LoopRank rank = generic_rank(model, state);
      rank.sigma_ref = sigma_ref;
      Given question = forward_question(model, VecX::Zero(model.nv()));
      question.rank = &rank;
      NewtonEuler::Scratch x(model);
      Solution s, twin;
      ASSERT_EQ(NewtonEuler{}.solve(model, state, question, Reactions::skip, x, s), SolveStatus::ok) << s.note;
      if (s.sigma_ratio.value() < window_ratio) continue;
      near += s.sigma_ratio.value() < 1e-2;
      smoothed += s.configuration == Configuration::near_singular;
      for (const char* other : {"multipliers", "denoc", "gibbs-appell"}) {
        ASSERT_EQ(Solver(*find_formulation(other), model).solve(state, question, Reactions::skip, twin), SolveStatus::ok)
            << other << ": " << twin.note;
        EXPECT_LE((s.vdot - twin.vdot).norm(), 2e-11 * twin.vdot.norm() * tolerance_scale()) << other;
      }
    }
  }
  EXPECT_GE(near, 5) << "no state was near enough to be mistaken";
  EXPECT_EQ(smoothed, 0);
}

// The singular value that measures nearness must not be that of the point itself: two branches cross there, and what lies between closes back.
TEST(FlatFourBar, HasTheSameYardstickAtRestAndMoving) {
  const Model model = flat_four_bar("C");
  const LoopRank rest = generic_rank(model, initial_state(model)),
                 moves = generic_rank(model, moving(model, {{"A", 1}, {"D", 1}, {"B", -1}, {"C", 1}}));
  EXPECT_EQ(rest.rank, moves.rank);
  EXPECT_GT(rest.sigma_ref, 0.3 * moves.sigma_ref);
}

TEST(ClosureFeedback, AddsToTheRowsInTheFormulationsThatTakeIt) {
  const Model model = spatial_four_bar("C", {}, {});
  const State state = moving(model, four_bar_rates);
  const LoopRank rank = generic_rank(model, state);
  Workspace ws(model);
  update_positions(model, state, ws);
  Closure closure(model);
  update_closure_positions(model, ws, closure);
  VecX push(3);
  push << 0.3, -0.2, 0.5;
  Given plain = forward_question(model, VecX::Zero(model.nv())), fed = plain;
  plain.rank = fed.rank = &rank;
  fed.closure_feedback = closure.Phi_q * push;  // what the redundant rows can follow too
  std::vector<VecX> answers;
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    if (name_of(formulation) == "lagrange" || name_of(formulation) == "oracle") continue;
    SCOPED_TRACE(std::string(name_of(formulation)));
    Solver solver(formulation, model);
    Solution without, with;
    ASSERT_EQ(solver.solve(state, plain, Reactions::skip, without), SolveStatus::ok) << without.note;
    ASSERT_EQ(solver.solve(state, fed, Reactions::skip, with), SolveStatus::ok) << with.note;
    EXPECT_LE((closure.Phi_q * (with.vdot - without.vdot) - fed.closure_feedback).norm(), 3e-14 * tolerance_scale());
    answers.push_back(with.vdot);
  }
  ASSERT_EQ(answers.size(), 5u);
  for (const VecX& answer : answers) EXPECT_LE((answers[0] - answer).norm(), 3e-14 * answers[0].norm() * tolerance_scale());
}

// Two speeds driven in a loop with one freedom: fitting accelerations leave the forces open, others contradict the loop.
TEST(Overdriven, IsRedundantOrInconsistentInEveryFormulation) {
  const Model model = spatial_four_bar("C");
  const State state = moving(model, four_bar_rates);
  const Given forward = forward_question(model, VecX::Zero(model.nv()));
  NewtonEuler::Scratch x(model);
  Solution motion;
  ASSERT_EQ(NewtonEuler{}.solve(model, state, forward, Reactions::skip, x, motion), SolveStatus::ok);
  for (const AnyFormulation& formulation : all_formulations()) {
    SCOPED_TRACE(std::string(name_of(formulation)));
    if (!coverage(formulation, model).forward) continue;
    Solver solver(formulation, model);
    Given driven = forward;
    driven.want[0] = driven.want[1] = Want::tau;
    driven.vdot = motion.vdot;
    Solution s;
    EXPECT_EQ(name_of(solver.solve(state, driven, Reactions::compute, s)), name_of(SolveStatus::redundant));
    EXPECT_NE(s.note.find("one choice of many"), std::string::npos) << s.note;
    EXPECT_LE((s.vdot - motion.vdot).norm(), 1e-14 * motion.vdot.norm() * tolerance_scale());
    driven.vdot[0] += 1;
    EXPECT_EQ(name_of(solver.solve(state, driven, Reactions::skip, s)), name_of(SolveStatus::inconsistent));
  }
}

// Both cranks of a parallelogram follow laws: equal ones leave the forces open, laws that differ in the acceleration contradict the loop.
Model driven_parallelogram(const std::string& law_D) {
  return model_of(R"(
zanjir: 1
name: parallelogram
plane: xy
gravity: [0, -9.81, 0]
bodies:
  crank:   {mass: 1 kg, com: [0.5, 0, 0], inertia: {about: com, izz: 0.1}}
  coupler: {mass: 2 kg, com: [1, 0, 0], inertia: {about: com, izz: 0.7}}
  rocker:  {mass: 1 kg, com: [0.5, 0, 0], inertia: {about: com, izz: 0.1}}
frames:
  coupler: {C: [2, 0, 0]}
  rocker:  {C: [1, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [1, 0, 0], axis: z}
  D: {type: revolute, parent: ground, child: rocker, at: [2, 0, 0], axis: z}
loops:
  C: {type: revolute, between: [coupler.C, rocker.C], axis: z}
motion: {A: "1 + 0.2*t + 0.15*t^2", D: ")" +
                  law_D + R"("}
initial:
  q: {B: -1 rad}
  v: {B: -0.2}
)");
}

TEST(Overdriven, ByPrescribedJointsAloneIsRedundantOrInconsistentInEveryFormulation) {
  const Model fits = driven_parallelogram("1 + 0.2*t + 0.15*t^2"), contradicts = driven_parallelogram("1 + 0.2*t + 0.2*t^2");
  const LoopRank rank = generic_rank(fits, initial_state(fits));
  EXPECT_EQ(rank.rank, 1);
  EXPECT_EQ(rank.rank_of_all_speeds, 2);
  for (const AnyFormulation& formulation : all_formulations()) {
    SCOPED_TRACE(std::string(name_of(formulation)));
    if (!coverage(formulation, fits).forward) continue;
    Solution s;
    EXPECT_EQ(name_of(Solver(formulation, fits).solve(initial_state(fits), forward_question(fits, VecX::Zero(3)), Reactions::compute, s)),
              name_of(SolveStatus::redundant));
    EXPECT_NE(s.note.find("one choice of many"), std::string::npos) << s.note;
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(s.vdot[i], fits.speed_names()[static_cast<std::size_t>(i)] == "B" ? -0.3 : 0.3, 2e-14 * tolerance_scale());
    EXPECT_EQ(
        name_of(Solver(formulation, contradicts).solve(initial_state(contradicts), forward_question(contradicts, VecX::Zero(3)), Reactions::skip, s)),
        name_of(SolveStatus::inconsistent));
  }
}

// A base that moves by laws carries the robot on it, whatever its actuators do: that is no news. A law inside a loop that does a part of their work is said.
TEST(LawsBesideActuators, AreNotedInsideOfLoopsOnly) {
  const Model on_base = zoo_model("../studies/models/pus_3_load", {{"base", "{motion: {z: 0.1*t^2}}"}});
  const Model in_loop = model_of(R"(
zanjir: 1
name: shared
plane: xy
gravity: [0, -9.81, 0]
bodies:
  slide:   {mass: 1 kg, inertia: {izz: 0.1}}
  crank:   {mass: 1 kg, com: [0.5, 0, 0], inertia: {about: com, izz: 0.1}}
  coupler: {mass: 2 kg, com: [1, 0, 0], inertia: {about: com, izz: 0.7}}
  rocker:  {mass: 1 kg, com: [0.5, 0, 0], inertia: {about: com, izz: 0.1}}
frames:
  coupler: {C: [2, 0, 0]}
  rocker:  {C: [1, 0, 0]}
joints:
  P: {type: prismatic, parent: ground, child: slide, axis: x}
  A: {type: revolute, parent: slide, child: crank, axis: z, actuated: true}
  B: {type: revolute, parent: crank, child: coupler, at: [1, 0, 0], axis: z}
  D: {type: revolute, parent: ground, child: rocker, at: [2, 0, 0], axis: z}
loops:
  C: {type: revolute, between: [coupler.C, rocker.C], axis: z}
motion: {P: 0}
initial: {q: {A: 1 rad, B: -1 rad, D: 1 rad}}
)");
  const auto says_so = [](const AnyFormulation& formulation, const Model& model) {
    Solution s;
    const Given question = inverse_question(model, VecX::Zero(model.nv()));
    EXPECT_EQ(name_of(Solver(formulation, model).solve(closed_start(model), question, Reactions::skip, s)), name_of(SolveStatus::ok)) << s.note;
    return s.note.find("laws of prescribed joints carry") != std::string::npos;
  };
  EXPECT_TRUE(says_so(NewtonEuler{}, in_loop));
  for (const AnyFormulation& formulation : all_formulations()) EXPECT_FALSE(says_so(formulation, on_base)) << name_of(formulation);
}

// A carriage without mass on a rod that moves a load: the loop gives it the inertia that it has not by itself.
TEST(InertiaThroughLoops, IsEnoughInEveryFormulation) {
  const Model model = zoo_model("../studies/models/pus_3_load");
  NewtonEuler::Scratch x(model);
  Solution ours;
  const Given question = forward_question(model, VecX::Zero(model.nv()));
  ASSERT_EQ(NewtonEuler{}.solve(model, closed_start(model), question, Reactions::skip, x, ours), SolveStatus::ok) << ours.note;
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    SCOPED_TRACE(std::string(name_of(formulation)));
    Solution s;
    ASSERT_EQ(name_of(Solver(formulation, model).solve(closed_start(model), question, Reactions::skip, s)), name_of(SolveStatus::ok)) << s.note;
    EXPECT_LE((s.vdot - ours.vdot).norm(), 1e-14 * ours.vdot.norm() * tolerance_scale());
  }
}

}  // namespace
}  // namespace zanjir::test
