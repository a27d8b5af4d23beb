// M, C, G in the inputs: against inverse dynamics, against differences, against the numbers of the study on a moving base, and the terms of a moving base by hand.
#include "zanjir/formulations/virtual_work/standard_form.hpp"

#include <gtest/gtest.h>

#include "support/requests.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/terms/completion.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

constexpr const char* ship =
    "{motion: {x: 0.4*sin(0.9*t), z: 1.2*sin(0.6*t), turn: {axes: [z, y, x], angles: [0.8*t, 0.1*sin(0.5*t), 0.2*sin(1.1*t)]}}, at: [0, 0, 6]}";

TEST(StandardForm, SumsUpToInverseDynamicsOfAnyRobot) {
  struct Case {
    const char* file;
    bool on_ship;
  };
  for (const Case& c : {Case{"arm_6r", false},
                        {"five_bar", false},
                        {"rrr_3", false},
                        {"delta_parallelogram", false},
                        {"stewart", true},
                        {"pus_3", true},
                        {"arm_6r", true}}) {
    const Model model = c.on_ship ? zoo_model(c.file, {{"base", ship}}) : zoo_model(c.file);
    ASSERT_EQ(no_standard_form(model), "") << c.file;
    StandardFormFinder finder(model);
    Random random(3);
    for (int i = 0; i < 4; ++i) {
      SCOPED_TRACE(std::string(c.file) + ", state " + std::to_string(i));
      State state;
      ASSERT_TRUE(random_closed_state(model, random, state));
      VecX vdot = VecX::NullaryExpr(model.nv(), [&] { return random.normal(); });
      ASSERT_TRUE(Completion(model, UserJoints(model)).accelerations({}, {}, state, vdot).empty());
      const Solution truth = inverse(model, state, vdot);
      std::string note;
      const StandardForm* form = finder.find(state, vdot, note);
      ASSERT_TRUE(form) << note;
      const VecX total = form->total();
      double size = 0;
      for (const VecX* part :
           {&form->inertia, &form->velocity, &form->gravity, &form->base_linear, &form->base_euler, &form->base_centrifugal, &form->base_coriolis})
        size = std::max(size, part->cwiseAbs().maxCoeff());
      for (Eigen::Index k = 0; k < total.size(); ++k)
        EXPECT_NEAR(total[k], truth.tau[form->inputs[at(k)]], 1e-13 * tolerance_scale() * size) << model.speed_names()[at(form->inputs[at(k)])];
      EXPECT_EQ(c.on_ship, form->base_coriolis.norm() > 0);
    }
  }
}

// In other inputs: rates of the old ones are T times those of the new ones, so forces of the new ones are T^T times those of the old ones, term by term but for inertia and velocity, whose sum transforms.
TEST(StandardForm, InChosenInputsIsTheSameMotionSeenFromOtherJoints) {
  struct Case {
    const char* file;
    std::vector<std::string> inputs;
  };
  for (const Case& c : {Case{"rrr_3", {"B1", "A2", "A3"}}, {"pus_3", {"A1", "U2.a", "U3.b"}}, {"five_bar", {"left_elbow", "right"}}}) {
    const Model model = c.file == std::string("pus_3") ? zoo_model(c.file, {{"base", ship}}) : zoo_model(c.file);
    std::vector<int> inputs;
    for (const std::string& name : c.inputs) {
      const auto& names = model.speed_names();
      const auto it = std::find(names.begin(), names.end(), name);
      if (it != names.end()) inputs.push_back(static_cast<int>(it - names.begin()));
    }
    ASSERT_EQ(inputs.size(), c.inputs.size()) << c.file;
    ASSERT_EQ(no_standard_form(model, inputs), "") << c.file;
    StandardFormFinder own(model), chosen(model, inputs);
    Random random(9);
    for (int i = 0; i < 3; ++i) {
      SCOPED_TRACE(std::string(c.file) + ", state " + std::to_string(i));
      State state;
      ASSERT_TRUE(random_closed_state(model, random, state));
      VecX vdot = VecX::NullaryExpr(model.nv(), [&] { return random.normal(); });
      ASSERT_TRUE(Completion(model, UserJoints(model)).accelerations({}, {}, state, vdot).empty());
      std::string note;
      const StandardForm* a = own.find(state, vdot, note);
      ASSERT_TRUE(a) << note;
      const StandardForm* b = chosen.find(state, vdot, note);
      ASSERT_TRUE(b) << note;
      const MatX T = b->P(a->inputs, Eigen::all);
      const double size = std::max(a->total().norm(), 1.0) * std::max(T.norm(), 1.0) * std::max(T.norm(), 1.0);
      const auto near = [&](const MatX& x, const MatX& y) { EXPECT_LE((x - y).cwiseAbs().maxCoeff(), 2e-14 * size * tolerance_scale()); };
      near(b->P, a->P * T);
      near(b->M, T.transpose() * a->M * T);
      near(b->gravity, T.transpose() * a->gravity);
      near(b->elements, T.transpose() * a->elements);
      near(b->base_linear, T.transpose() * a->base_linear);
      near(b->base_coriolis, T.transpose() * a->base_coriolis);
      near(b->total(), T.transpose() * a->total());
    }
  }
}

// M' = C + C^T, which is: M' - 2 C is skew. M along the motion by central differences, 1e-5 s apart: their error is that of h^2 M''' and eps M / h.
TEST(StandardForm, MassMatrixChangesByTheSymmetricPartOfTwiceC) {
  for (const char* name : {"arm_6r", "five_bar", "rrr_3", "delta_parallelogram", "stewart", "pus_3"}) {
    const Model model = zoo_model(name);
    Random random(4);
    State state;
    ASSERT_TRUE(random_closed_state(model, random, state));
    StandardFormFinder finder(model);
    std::string note;
    const VecX none = VecX::Zero(model.nv());
    const StandardForm* form = finder.find(state, none, note);
    ASSERT_TRUE(form) << note;
    const MatX C = form->C, M = form->M;
    const auto M_after = [&](double h) {
      State there = state;
      retract(model, state.q, state.v * h, there.q);
      if (model.n_closure_rows() > 0) {
        EXPECT_TRUE(close_positions(model, there).closed);
      }
      const StandardForm* f = StandardFormFinder(model).find(there, none, note) ? finder.find(there, none, note) : nullptr;
      return f ? f->M : MatX(M * 0);
    };
    const double h = 1e-5 / (1 + state.v.cwiseAbs().maxCoeff());
    const MatX M_rate = (M_after(h) - M_after(-h)) / (2 * h);
    const double size = std::max(M_rate.cwiseAbs().maxCoeff(), M.cwiseAbs().maxCoeff());
    EXPECT_LE((M_rate - C - C.transpose()).cwiseAbs().maxCoeff(), 2e-9 * tolerance_scale() * size) << name;
    EXPECT_GT(M_rate.cwiseAbs().maxCoeff(), 1e-3 * size) << name << ": nothing was tested";
    EXPECT_LE((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-14 * tolerance_scale() * size) << name;
  }
}

// The robot of [Khoshnoodi2020] in its zero pose, printed to three decimals by an independent model.
TEST(StandardForm, HasTheNumbersOfTheSphericalRobot) {
  const Model model = zoo_model("../studies/models/pus_3_load");
  StandardFormFinder finder(model);
  std::string note;
  State state = closed_start(model);
  const StandardForm* form = finder.find(state, VecX::Zero(model.nv()), note);
  ASSERT_TRUE(form) << note;
  MatX M(3, 3);
  M << 27.730, -13.116, -3.446, -13.116, 34.844, -4.653, -3.446, -4.653, 30.860;
  const Eigen::Vector3d G(95.884, -252.362, 156.478);
  EXPECT_LE((form->M - M).cwiseAbs().maxCoeff(), 5e-4 + 1e-9);
  EXPECT_LE((form->gravity - G).cwiseAbs().maxCoeff(), 5e-4 + 1e-9);
  EXPECT_EQ(form->C.norm(), 0);
}

// A mass on two slides over a table that turns and is pushed: the four forces of a moving frame, as in every textbook.
TEST(StandardForm, NamesTheFourForcesOfAMovingBase) {
  const Model model = model_of(R"(
zanjir: 1
name: table
gravity: [0, 0, 0]
bodies:
  rail: {massless: true}
  mass: {mass: 3 kg, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.2}}
joints:
  X: {type: prismatic, parent: ground, child: rail, axis: x, actuated: true}
  Y: {type: prismatic, parent: rail, child: mass, axis: y, actuated: true}
initial: {q: {X: 0.4 m, Y: -0.3 m}, v: {X: 0.7 m/s, Y: 1.1 m/s}}
base:
  motion: {x: "0.5*2*t^2", turn: {axes: [z], angles: ["1.5*t + 0.5*0.8*t^2"]}}
)");
  const double m = 3, x = 0.4, y = -0.3, vx = 0.7, vy = 1.1, W = 1.5, W_rate = 0.8, a = 2;
  StandardFormFinder finder(model);
  std::string note;
  const StandardForm* form = finder.find(initial_state(model), VecX::Zero(model.nv()), note);
  ASSERT_TRUE(form) << note;
  const auto expect = [](const VecX& part, double first, double second) {
    ASSERT_EQ(part.size(), 2);
    EXPECT_NEAR(part[0], first, 1.5e-14 * 10 * tolerance_scale());
    EXPECT_NEAR(part[1], second, 1e-14 * 10 * tolerance_scale());
  };
  expect(form->base_linear, m * a, 0);
  expect(form->base_euler, -m * W_rate * y, m * W_rate * x);
  expect(form->base_centrifugal, -m * W * W * x, -m * W * W * y);
  expect(form->base_coriolis, -2 * m * W * vy, 2 * m * W * vx);
  expect(form->velocity, 0, 0);
}

TEST(StandardForm, SaysWhyThereIsNone) {
  EXPECT_NE(no_standard_form(zoo_model("elastic_four_bar")), "");
  EXPECT_NE(no_standard_form(zoo_model("ball_pendulum")).find("no rate of a coordinate"), std::string::npos);
  EXPECT_NE(no_standard_form(zoo_model("bricard")), "");
  const Model two = zoo_model("five_bar", {{"joints.left.actuated", "false"}});
  if (no_standard_form(two).empty()) {
    std::string note;
    EXPECT_FALSE(StandardFormFinder(two).find(closed_start(two), VecX::Zero(two.nv()), note));
    EXPECT_NE(note.find("1 input for 2 freedoms"), std::string::npos) << note;
  }
}

}  // namespace
}  // namespace zanjir::test
