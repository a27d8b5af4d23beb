// The item `apparent_mass` against a closed form, and against what forces on the frame really do.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/analyse/evaluate.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

std::map<std::string, double> apparent_mass(const Model& model, const std::string& frame, const std::string& state) {
  EvalRequest request;
  request.items = {"apparent_mass"};
  request.frames = {frame};
  Result<Evaluator> evaluator = Evaluator::make(model, request);
  std::map<std::string, double> out;
  Assembler assembler(model);
  const Evaluation e = evaluator->evaluate(*read_question(assembler, state, "state"));
  for_each_number(e.items.at(0).second, "", [&](const std::string& name, std::string_view, double x) { out[name] = x; });
  return out;
}

}  // namespace

// A rod on a hinge: only across it can its tip move, against I/L^2.
TEST(ApparentMass, OfAPendulum) {
  const Model model = model_of(R"(
zanjir: 1
name: rod
gravity: [0, -9.81, 0]
bodies: {rod: {mass: 3 kg, com: [0.4, 0, 0], inertia: {about: com, ixx: 0.1, iyy: 0.2, izz: 0.25}}}
frames: {rod: {tip: [0.8, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: rod, axis: z}}
)");
  const double mass = (0.25 + 3 * 0.4 * 0.4) / (0.8 * 0.8), s = std::sin(0.6), c = std::cos(0.6);
  const auto x = apparent_mass(model, "rod.tip", R"({"q": {"A": 0.6}})");
  EXPECT_NEAR(x.at("rod.tip.principal.1"), mass, 2e-14);
  EXPECT_TRUE(std::isinf(x.at("rod.tip.principal.2")) && std::isinf(x.at("rod.tip.principal.3")));
  EXPECT_NEAR(x.at("rod.tip.inverse_mass.x.x"), s * s / mass, 1e-14);
  EXPECT_NEAR(x.at("rod.tip.inverse_mass.x.y"), -s * c / mass, 1e-14);
  EXPECT_NEAR(x.at("rod.tip.inverse_mass.y.y"), c * c / mass, 1e-14);
}

// Forward dynamics with and without a force on the frame, put on the speeds by its Jacobian: the accelerations differ by W F. Velocities and gravity drop out.
TEST(ApparentMass, IsWhatForcesFeel) {
  for (const auto& [name, frame] : {std::pair{"four_bar", "coupler"}, {"stewart", "platform"}, {"arm_6r", "link6"}, {"elastic_four_bar", "rocker"}}) {
    SCOPED_TRACE(name);
    const Model model = zoo_model(name);
    const std::string body = model.find_frame(frame) ? frame : model.frames()[model.bodies().size() - 1].name;
    const State state = initial_question(model, "state")->state;
    const auto x = apparent_mass(model, body, "{}");
    Workspace ws(model);
    update_velocities(model, state, ws);
    Mat6X J = Mat6X::Zero(6, model.nv());
    frame_jacobian(model, ws, model.frame(*model.find_frame(body)), J);
    const VecX before = forward(model, state, VecX::Zero(model.nv())).vdot;
    for (int c = 0; c < 3; ++c) {
      const VecX change = J.bottomRows<3>() * (forward(model, state, J.row(3 + c).transpose()).vdot - before);
      for (int r = 0; r < 3; ++r) {
        const std::string entry = body + ".inverse_mass." + "xyz"[r] + "." + "xyz"[c];
        EXPECT_NEAR(x.at(entry), change[r], 6e-13 * std::max(1.0, change.cwiseAbs().maxCoeff())) << entry;
      }
    }
  }
}

}  // namespace zanjir::test
