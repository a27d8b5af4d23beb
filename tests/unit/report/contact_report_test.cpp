#include "zanjir/report/contact_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <sstream>

#include "support/simulation.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

// Falling level, the chain's outer ends are free to rise: the mass felt at O1 by hand. Three free links in a row behave as the two outer ones hung on the rest, so
// only bounds are plain: more than a rod's end alone (m/4) and less than the whole chain.
TEST(ContactMass, LiesBetweenThatOfALinkEndAndThatOfTheWholeChain) {
  const Model model = zoo_model("chain_rigid_drop");
  const double mass = contact_mass(model, closed_start(model), 0);
  EXPECT_GT(mass, 0.25);
  EXPECT_LT(mass, 3);
}

TEST(ContactMass, IsExactWhereItIsKnown) {
  // A free slender rod hit at its end across: 1/m_eff = 1/m + (l/2)^2/I = 4/m.
  const Model rod = model_of(
      "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\nbodies: {rod: {mass: 3, com: [0.5, 0, 0], inertia: {izz: 0.25}}}\njoints: {F: {type: planar, "
      "parent: ground, child: rod}}\n"
      "contacts: {floor: {ground: {normal: y}, on: rod, law: {type: hertz, stiffness: 1e6}}}\n");
  EXPECT_NEAR(contact_mass(rod, closed_start(rod), 0), 0.75, rounding(32) * tolerance_scale());
  // What is led by a law of time does not give way.
  const Model led = model_of(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 3, inertia: point}}\njoints: {S: {type: prismatic, parent: ground, child: b, axis: "
      "z}}\nmotion: {S: \"1 + sin(t)\"}\n"
      "contacts: {floor: {ground: {normal: z}, on: b, law: {type: hertz, stiffness: 1e6}}}\n");
  EXPECT_EQ(contact_mass(led, closed_start(led), 0), 0);
}

TEST(ContactReport, ShowsTheLawItsRestitutionAndItsFriction) {
  const Model model = zoo_model("things_on_a_slope");
  const ContactStudy study = study_contact(model, 0, 0.5, {});
  const std::string text = contact_text(model, study);
  for (const char* words : {"ball_on_slope.ball", "hunt-crossley", "damping 0.1 s/m", "stribeck, coefficient 0.2, static 0.3", "0.5 kg", "0.999000"})
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
  const auto figures = contact_figures(model, study);
  ASSERT_EQ(figures.size(), 3u);
  for (const auto& [name, svg] : figures) {
    EXPECT_EQ(svg.rfind("<svg", 0), 0u) << name;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << name;
  }
  EXPECT_EQ(study.friction.front().along, 0);
  EXPECT_NEAR(study.friction.back().along, 0.2, 0.2 * 0.5 * 2e-4) << "at three Stribeck speeds exp(-9) of the excess is left";
}

// Without a loss all the energy is in the spring at the deepest point: K d^2.5 / 2.5 = m v^2 / 2.
TEST(ContactReport, SaysHowDeepAndHowHardAnImpactIs) {
  const Model ball = model_of(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 2, inertia: point}}\njoints: {S: {type: prismatic, parent: ground, child: b, axis: z}}\n"
      "contacts: {floor: {ground: {normal: z}, on: b, law: {type: hertz, stiffness: 1e6}}}\n");
  ContactStudyOptions options;
  options.slowest_m_per_s = 3;
  const double v = 3, deepest = std::pow(2.5 * 2 * v * v / 2 / 1e6, 0.4);
  std::istringstream text(contact_text(ball, study_contact(ball, 0, 2, options)));
  std::vector<std::string> row;  // speed, promised, restitution, penetration, force, duration
  for (std::string line; std::getline(text, line) && row.empty();) {
    std::istringstream words(line);
    std::vector<std::string> cells{std::istream_iterator<std::string>(words), {}};
    if (cells.size() == 6 && cells[0] == "3") row = std::move(cells);
  }
  ASSERT_EQ(row.size(), 6u) << text.str();
  const double force = 1e6 * std::pow(deepest, 1.5);
  EXPECT_NEAR(std::stod(row[3]), deepest, 1e-4 * deepest);  // of the samples of a path; five digits
  EXPECT_NEAR(std::stod(row[4]), force, 2e-4 * force);
}

}  // namespace
}  // namespace zanjir::test
