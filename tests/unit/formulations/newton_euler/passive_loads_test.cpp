// The sparse elimination of inverse dynamics against a dense one, and what it refuses.
#include "zanjir/formulations/newton_euler/passive_loads.hpp"

#include <gtest/gtest.h>

#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/loops/loop_rank.hpp"

namespace zanjir::test {
namespace {

struct Passive {  // everything dense, at one state
  explicit Passive(const Model& model, const State& state) : ws(model), closure(model), loads(model), rank(generic_rank(model, state)) {
    update_positions(model, state, ws);
    update_closure_positions(model, ws, closure);
    MatX rows;
    scale_rows(closure, model.row_scale(), model.column_scale(), rows);
    const std::vector<int> speeds(loads.speeds().begin(), loads.speeds().end());
    A = rows(rank.rows, speeds).transpose();
  }
  Workspace ws;
  Closure closure;
  PassiveLoads loads;
  LoopRank rank;
  MatX A;
};

TEST(PassiveLoads, AreThoseOfTheDenseSystemForEveryRobotWithAsManyDrivesAsFreedoms) {
  int compared = 0;
  for (const std::string name :
       {"five_bar", "rrr_3", "rpr_3", "stewart", "stewart_6_3", "delta", "pus_3", "rps_3", "prs_3", "pentapod", "tricept", "par4", "hexaslide"}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    Random random(11);
    State state = initial_state(model);
    ASSERT_TRUE(close_positions(model, state).closed);
    Passive at(model, state);
    if (at.loads.n_speeds() != at.rank.rank) continue;
    ASSERT_TRUE(at.loads.factor(model, at.closure, at.rank.rows));
    const VecX sigma = Eigen::JacobiSVD<MatX>(at.A).singularValues();
    const double condition = sigma[0] / sigma[sigma.size() - 1];
    for (int i = 0; i < 3; ++i) {
      const VecX f = random_vecx(random, model.nv(), 2);
      VecX scaled(at.A.rows());
      for (Eigen::Index k = 0; k < scaled.size(); ++k) {
        const int speed = at.loads.speeds()[static_cast<std::size_t>(k)];
        scaled[k] = f[speed] * model.column_scale()[speed];
      }
      VecX lambda = VecX::Zero(model.n_closure_rows());
      at.loads.solve(model, f, lambda);
      const VecX truth = at.A.fullPivLu().solve(scaled), got = lambda.cwiseQuotient(model.row_scale())(at.rank.rows);
      EXPECT_LE((got - truth).norm(), 100 * eps * condition * truth.norm() * tolerance_scale()) << "condition number " << condition;
      // the other way round
      const VecX gamma = random_vecx(random, model.n_closure_rows(), 2);
      VecX vdot = VecX::Zero(model.nv());
      at.loads.solve_accelerations(model, gamma, vdot);
      const VecX scaled_gamma = gamma.cwiseProduct(model.row_scale())(at.rank.rows);
      const VecX moves = at.A.transpose().fullPivLu().solve(scaled_gamma);
      VecX found(moves.size());
      for (Eigen::Index k = 0; k < found.size(); ++k) {
        const int speed = at.loads.speeds()[static_cast<std::size_t>(k)];
        found[k] = vdot[speed] / model.column_scale()[speed];
      }
      EXPECT_LE((found - moves).norm(), 100 * eps * condition * moves.norm() * tolerance_scale()) << "condition number " << condition;
      ++compared;
    }
  }
  EXPECT_GE(compared, 24);
}

// A platform on a ball and N rods; three carriages are driven, those of the further legs run along.
Model robot_with_legs(int N) {
  std::string text = R"yaml(zanjir: 1
gravity: [0, 0, 0]
bodies:
  platform: {mass: 3 kg, com: [0.1, 0, 0.2], inertia: {about: com, ixx: 0.3, iyy: 0.4, izz: 0.2}}
joints:
  centre: {type: spherical, parent: ground, child: platform}
repeat:
  - count: LEGS
    from: 0
    bodies:
      carriage{i}: {mass: 1 kg, inertia: {about: com, ixx: 0.01, iyy: 0.01, izz: 0.01}}
      rod{i}: {mass: 1 kg, com: [0, 0, 0.2], inertia: {about: com, ixx: 0.01, iyy: 0.01, izz: 0.01}}
    frames:
      platform: {"ball{i}": ["0.235*cos(360 deg*$i/LEGS + 90 deg)", "0.235*sin(360 deg*$i/LEGS + 90 deg)", 0.084]}
      rod{i}: {end: [0, 0, 0.334]}
    joints:
      A{i}: {type: revolute, parent: ground, child: "carriage{i}", at: [0, 0, -0.135], axis: z}
      U{i}: {type: universal, parent: "carriage{i}", child: "rod{i}", at: [0.35, 0, 0], axes: [x, y]}
    loops:
      S{i}: {type: spherical, between: ["rod{i}.end", "platform.ball{i}"]}
    initial:
      q: {"A{i}": "43.93162132478917 deg + 360 deg*$i/LEGS", "U{i}.a": -38 deg, "U{i}.b": -34 deg}
)yaml";
  for (std::size_t at = 0; (at = text.find("LEGS", at)) != std::string::npos;) text.replace(at, 4, std::to_string(N));
  text += "actuators: {A0: {gear_ratio: 1}, A" + std::to_string(N / 3) + ": {gear_ratio: 1}, A" + std::to_string(2 * N / 3) + ": {gear_ratio: 1}}\n";
  const Result<Description> description = read_description_text(text, "legs");
  EXPECT_TRUE(description) << to_text(description.diagnostics);
  return build(*description);
}

TEST(PassiveLoads, GrowAsTheLegsDo) {
  std::vector<double> size;
  for (const int N : {6, 12, 24}) {
    const Model model = robot_with_legs(N);
    State state = initial_state(model);
    ASSERT_TRUE(close_positions(model, state).closed) << N;
    Passive at(model, state);
    ASSERT_EQ(at.loads.n_speeds(), at.rank.rank) << N;
    ASSERT_TRUE(at.loads.factor(model, at.closure, at.rank.rows)) << N;
    const VecX f = VecX::Ones(model.nv());
    VecX lambda = VecX::Zero(model.n_closure_rows());
    at.loads.solve(model, f, lambda);
    const VecX pushed = at.closure.Phi_q.transpose() * lambda;
    for (const int speed : at.loads.speeds()) EXPECT_NEAR(pushed[speed], 1, 8e-14);
    size.push_back(at.loads.operations());
  }
  EXPECT_DOUBLE_EQ(size[2] - size[1], 2 * (size[1] - size[0]));  // each leg as much as the one before; three are driven and have two equations
}

}  // namespace
}  // namespace zanjir::test
