// A rotor on a carrier that turns too, both ways: as a number of its actuator, which resists the acceleration of its own speed alone, and as a body with a gear, which feels the turning of its carrier.
//   The carrier turns by phi about an axis that leans by gamma from the axis z of link and rotor; all three bodies are round about z, with I_t across it. With c = cos gamma
//     2 T = (I_c + I_t sin^2 gamma) phi'^2 + I_l (theta' + c phi')^2 + J (n theta' + c phi')^2
//   so that the rotor adds J n (n theta'' + c phi'') to the force on theta and J c (n theta'' + c phi'') to that on phi; without the carrier's spin J n^2 theta'' and, being carried along, J c^2 phi''.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/tolerance.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::test {
namespace {

constexpr double gamma_lean = 0.6, n = 20, J = 2e-4, I_l = 0.03, I_t = 0.021, I_c = 0.2;

std::string carrier_and_link() {
  const std::string axis = "[" + std::to_string(std::sin(gamma_lean)) + ", 0, " + std::to_string(std::cos(gamma_lean)) + "]";
  return "zanjir: 1\ngravity: [0, 0, -9.81]\njoints:\n  X: {type: revolute, parent: ground, child: carrier, axis: " + axis +
         ", actuated: true}\n  A: {type: revolute, parent: carrier, child: link, axis: z, actuated: true}\n";
}
std::string with_body() {
  return carrier_and_link() +
         "  R: {type: revolute, parent: carrier, child: rotor, axis: z}\nloops: {gears: {type: gear, joints: [A, R], ratio: 20, offset: 0}}\n" +
         "bodies:\n  carrier: {mass: 2 kg, inertia: {ixx: 0.2, iyy: 0.2, izz: 0.2}}\n  link: {mass: 1 kg, inertia: {ixx: 0.02, iyy: 0.02, izz: "
         "0.03}}\n" +
         "  rotor: {mass: 0.3 kg, inertia: {ixx: 0.001, iyy: 0.001, izz: 2e-4}}\n";
}
std::string with_number() {  // the rotor's own mass and inertia are the carrier's
  return carrier_and_link() + "actuators: {A: {gear_ratio: 20, rotor_inertia: 2e-4 kg m^2}}\n" +
         "bodies:\n  carrier: {mass: 2.3 kg, inertia: {ixx: 0.201, iyy: 0.201, izz: 0.2002}}\n  link: {mass: 1 kg, inertia: {ixx: 0.02, iyy: 0.02, "
         "izz: 0.03}}\n";
}

TEST(RotorOnCarrier, WithAndWithoutTheCarriersSpinInEveryFormulation) {
  const auto folder = std::filesystem::path(testing::TempDir());
  std::ofstream(folder / "rotor_body.yaml") << with_body();
  std::ofstream(folder / "rotor_number.yaml") << with_number();
  std::string text = "zanjir_study: 1\nmodels: {body: {file: rotor_body.yaml}, number: {file: rotor_number.yaml}}\ntasks:\n";
  std::vector<std::string> names;
  for (const AnyFormulation& f : all_formulations()) names.emplace_back(name_of(f));
  for (std::size_t i = 0; i < names.size(); ++i)
    for (const char* model : {"body", "number"})
      text += "  " + std::string(model) + std::to_string(i) + ": {kind: inverse, model: " + model +
              ", until: 1 s, every: 0.5 s, formulation: " + names[i] + ", motion: {X: 0.3*sin(2*t), A: 0.4*t^2}, outputs: [X, A]}\n";
  Result<Study> study = read_study_text(text, "s.yaml", {}, folder);
  ASSERT_TRUE(study) << to_text(study.diagnostics);
  Progress quiet;
  const Result<StudyOutcome> outcome = run_study(std::move(*study), quiet, never_cancelled());
  ASSERT_TRUE(outcome) << to_text(outcome.diagnostics);
  // The axis was written with six digits: sine and cosine of what was written.
  const double length = std::hypot(std::stod(std::to_string(std::sin(gamma_lean))), std::stod(std::to_string(std::cos(gamma_lean)))),
               c = std::stod(std::to_string(std::cos(gamma_lean))) / length, s2 = 1 - c * c;
  for (const TaskResult& task : outcome->results.tasks()) {
    ASSERT_EQ(task.status, TaskStatus::done) << task.name << ": " << task.why;
    const bool body = task.name.starts_with("body");
    for (std::size_t k = 0; k < task.abscissa.values.size(); ++k) {
      const double phi = -1.2 * std::sin(2 * task.abscissa.values[k]), theta = 0.8;  // accelerations
      const double link = I_l * (theta + c * phi), rotor_A = body ? J * n * (n * theta + c * phi) : J * n * n * theta,
                   rotor_X = body ? J * c * (n * theta + c * phi) : J * c * c * phi;
      EXPECT_NEAR(find_series(task, "A.force")->values[k], link + rotor_A, rounding(30)) << task.name;
      EXPECT_NEAR(find_series(task, "X.force")->values[k], (I_c + I_t * s2) * phi + c * link + rotor_X, rounding(30)) << task.name;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
