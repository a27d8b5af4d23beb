// contacts: in a description: what is read, and what is said about mistakes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/model/build.hpp"

namespace zanjir::test {
namespace {

constexpr const char* two_slides =
    "{H: {type: prismatic, parent: ground, child: ball, axis: z}, I: {type: prismatic, parent: ground, child: other, axis: z}}";

std::string with_contacts(const std::string& contacts, const std::string& joints = two_slides) {
  return "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {ball: {mass: 1, inertia: point}, other: {mass: 1, inertia: point}}\nframes: {ball: {a: [0, 0, "
         "0], b: [1, 0, 0]}, ground: {g: [0, 0, 0]}}\n"
         "joints: " +
         joints + "\ncontacts:\n  floor: " + contacts + "\n";
}

std::string problems_of(const std::string& contacts, const std::string& joints = two_slides) {
  const Result<Description> description = read_description_text(with_contacts(contacts, joints), "test.yaml");
  if (!description) return to_text(description.diagnostics);
  return to_text(build_model(*description.value).diagnostics);
}

Model model_with(const std::string& contacts) { return build(*read_description_text(with_contacts(contacts), "test.yaml").value); }

TEST(Contacts, AreRigidWithoutALaw) {
  for (const std::string text : {"{on: ball, restitution: 0.4}", "{on: ball, restitution: 0.4, law: rigid}"}) {
    const Model model = model_with(text);
    ASSERT_EQ(model.contacts().size(), 1u);
    EXPECT_FALSE(model.contacts()[0].compliant);
    EXPECT_EQ(model.contacts()[0].restitution, 0.4);
    EXPECT_FALSE(model.has_compliant_contacts());
  }
}

TEST(Contacts, TakeTheirLawFromTheFile) {
  const Model model = model_with(
      "{capsules: [[ball.a, ball.b]], radius: 20 mm, law: {type: hu-guo, stiffness: 1.4e8, restitution: 0.8, clamp: false}, friction: {type: "
      "ambrosio, coefficient: 0.1}}");
  ASSERT_EQ(model.contacts().size(), 2u) << "a capsule is its two ends";
  EXPECT_EQ(model.contacts()[1].name, "floor.ball.b");
  EXPECT_EQ(model.contacts()[1].group, "floor");
  const CompliantContact& c = *model.contacts()[1].compliant;
  EXPECT_EQ(c.normal.type, NormalLawType::hu_guo);
  EXPECT_DOUBLE_EQ(c.normal.hysteresis, 0.375);
  EXPECT_EQ(c.normal.exponent, 1.5);
  EXPECT_EQ(c.normal.pulling, PullingForce::kept);
  EXPECT_EQ(c.normal.least_speed_m_per_s, 1e-3);
  EXPECT_EQ(c.friction.v0_m_per_s, 1e-4);
  EXPECT_EQ(c.friction.v1_m_per_s, 1e-3);
  const CompliantContact spring = *model_with("{on: ball, law: {type: spring-damper, stiffness: 1e5, damping: 20 N s/m}}").contacts()[0].compliant;
  EXPECT_EQ(spring.normal.exponent, 1);
  EXPECT_EQ(spring.normal.viscous_N_s_per_m, 20);
  EXPECT_EQ(spring.friction.type, FrictionLawType::none);
  EXPECT_EQ(model_with("{on: ball, law: {type: spring-damper, stiffness: 100 N/mm}}").contacts()[0].compliant->normal.stiffness, 1e5);
  EXPECT_NE(problems_of("{on: ball, law: {type: hertz, stiffness: 100 N/mm}}").find("it is in N/m^1.5"), std::string::npos)
      << "N/m^1.5 cannot be written, and N/m is not it";
  const CompliantContact hertz =
      *model_with("{on: ball, radius: 40 mm, law: {type: hertz, material: {young: 210 GPa, poisson: 0.3}}}").contacts()[0].compliant;
  EXPECT_NEAR(hertz.normal.stiffness, 4.0 / 3 * 210e9 / 0.91 * 0.2, 1);
}

TEST(Contacts, ExplainWhatIsWrong) {
  const auto expect = [](const std::string& contacts, const std::string& words) {
    const std::string text = problems_of(contacts);
    EXPECT_NE(text.find(words), std::string::npos) << contacts << "\n" << text;
    EXPECT_NE(text.find("test.yaml:"), std::string::npos) << "with its place";
  };
  expect("{on: ball}", "`restitution` (rigid impact) or a compliant `law` is missing");
  expect("{restitution: 0.5}", "`on`, `capsules`, `discs` or `boxes` is missing");
  expect("{on: ball, restitution: 1.2}", "must lie between 0 and 1");
  expect("{on: ball, restitution: 0.5, friction: {type: coulomb, coefficient: 0.1}}", "rigid impacts are frictionless");
  for (const std::string law : {"hunt-crossley", "lankarani-nikravesh", "flores", "hu-guo"}) {
    for (const std::string r : {"0", "-0.1", "1.01"})
      expect("{on: ball, law: {type: " + law + ", stiffness: 1e6, restitution: " + r + "}}", "restitution: must be above 0 and at most 1");
    expect("{on: ball, law: {type: " + law + ", stiffness: -5, restitution: 0.8}}", "law.stiffness: must be greater than zero");
  }
  expect("{on: ball, law: {type: hu-guo, stiffness: 1e6}}", "`restitution` is missing");
  expect("{on: ball, law: {type: hertz, stiffness: 1e6, restitution: 0.5}}", "it loses no energy");
  expect("{on: ball, law: {type: hunt-crossley, stiffness: 1e6}}", "one of `restitution` (at every speed) and `damping`");
  expect("{on: ball, law: {type: hu-gou, stiffness: 1e6, restitution: 0.5}}", "hu-guo");
  expect("{on: ball, restitution: 0.5, law: {type: hertz, stiffness: 1e6}}", "belongs to rigid impact");
  expect("{on: ball, law: {type: hertz}}", "one of `stiffness` and `material` is wanted");
  expect("{on: ball, law: {type: hertz, material: {young: 2e11, poisson: 0.3}}}", "depends on its `radius`");
  expect("{on: ball, radius: 1, law: {type: hertz, material: {young: 2e11, poisson: 0.7}}}", "between 0 and 0.5");
  const std::string good = "law: {type: hertz, stiffness: 1e6}";
  expect("{on: ball, " + good + ", friction: {type: coulomb, coefficient: -0.1}}",
         "friction.coefficient: must not be negative; here it is -0.1; a right value is for example 0, or 0.1");
  expect("{on: ball, " + good + ", friction: {type: stribeck, coefficient: 0.3, static_coefficient: 0.2}}", "must not be below `coefficient`");
  expect("{on: ball, " + good + ", friction: {type: ambrosio, coefficient: 0.3, v0: 1 mm/s, v1: 1 mm/s}}", "`v1` must be above `v0`");
  expect("{on: ball, " + good + ", friction: {type: bengisu-akay, coefficient: 0.3}}", "`decay` is missing");
  expect("{on: ball, samples: 5, " + good + "}", "`samples` has no meaning here: it is for places along `capsules` and `boxes`");
  const std::string upright = "friction: {type: coulomb, coefficient: 0.3, across: 0.1, direction: [0, 0, -2]";
  expect("{on: ball, " + good + ", " + upright + "}}",
         "stands upright on the ground, so that nothing is along it; name a direction in the ground, for example x");
  EXPECT_EQ(problems_of("{on: ball, " + good + ", " + upright + ", axes: body}}"), "") << "a body may turn";
  EXPECT_EQ(problems_of("{on: ball, ground: {normal: x}, " + good + ", " + upright + "}}"), "");
  expect("{on: ball, " + good + ", friction: {type: coulomb, coefficient: 0.3, across: 0.1}}", "`across` and `direction` belong together");
  expect("{on: ball, " + good + ", friction: {type: coulomb, coefficient: 0.3, v1: 1}}", "has no meaning with `type: coulomb`");
  for (const std::string type : {"coulomb", "stribeck", "ambrosio", "bengisu-akay, decay: 10 s/m"}) {
    const std::string one_way = "{on: ball, " + good + ", friction: {direction: x, type: " + type;
    expect(one_way + ", coefficient: 0, across: 0.5}}", "friction.coefficient: with zero one way and friction the other way, the force jumps");
    expect(one_way + ", coefficient: 0.5, across: 0}}", "friction.across: with zero one way and friction the other way, the force jumps");
    EXPECT_EQ(problems_of(one_way + ", coefficient: 0.005, across: 0.5}}"), "");
    EXPECT_EQ(problems_of(one_way + ", coefficient: 0, across: 0}}"), "");
  }
  EXPECT_EQ(problems_of("{on: ball, " + good + ", friction: {direction: x, type: bristle, coefficient: 0, across: 0.5, stiffness: 1e4 N/m}}"), "");
  for (const std::string type : {"coulom", "dry"})
    EXPECT_EQ(problems_of("{on: ball, " + good + ", friction: {type: " + type + ", coefficient: 0.3, across: 0.1, direction: x}}").find("upright"),
              std::string::npos)
        << "one mistake, one message";
  expect("{on: [ball, ball], " + good + "}", "'ball' is listed twice");
  expect("{on: ground.g, " + good + "}", "cannot move, so it hits nothing");
  expect("{capsules: [[ball.a, other]], radius: 0.1, " + good + "}", "are on different bodies");
  expect("{capsules: [ball.a], radius: 0.1, " + good + "}", "the pair of frames at the ends of its axis");
  expect("{on: ball, " + good + ", friction: {type: bristle, coefficient: 0.3}}", "`stiffness` is missing");
  expect("{on: ball, " + good + ", friction: {type: bristle, coefficient: 0.3, stiffness: 1e5 N/m, elastic_part: 1}}", "must be below 1");
  expect("{on: ball, " + good + ", friction: {type: bristle, coefficient: -0.3, stiffness: 1e5 N/m}}", "friction.coefficient: must not be negative");
  expect("{on: ball, " + good + ", friction: {type: coulomb}}", "`coefficient` is missing");
  expect("{on: ball, " + good + ", friction: {type: viscous}}", "`viscous` is missing");
  expect("{on: ball, " + good + ", friction: {type: viscous, viscous: 1, coefficient: 0.2}}", "has no meaning with `type: viscous`");
  expect("{discs: [{at: ball, axis: y, radius: 10 mm}], radius: 20 mm, " + good + "}", "larger than the rounding of its rim");
  expect("{discs: [{at: ball, axis: y}], " + good + "}", "radius");
  expect("{boxes: [{at: ball, size: [0.1, 0.1, 0.01]}], radius: 20 mm, " + good + "}", "thinner than twice the rounding");
  expect("{boxes: [{at: ball, size: [0.1, -0.1, 0.1]}], " + good + "}", "must not be negative");
  expect("{on: ball, samples: 1, " + good + "}", "must lie between 2 and 100");
  const auto heights = [&](const std::string& of) { return "{on: ball, ground: {normal: z, heights: {spacing: 0.1 m, " + of + "}}, " + good + "}"; };
  expect(heights("rows: [[0, 0, 0], [0, 0]]"), "the field of heights has a hole: 2 heights in this row, 3 in the first");
  for (const char* hole : {".nan", "NaN", "null", "~"})
    expect(heights(fmt::format("rows: [[0, 0], [0, {}]]", hole)),
           "the field of heights has a hole: height 2 of this row is missing; give every place a height");
  for (const char* few : {"rows: [[0, 0]]", "rows: [[0], [0]]", "rows: [[]]", "rows: []"}) expect(heights(few), "two rows of two heights");
  expect("{on: ball, ground: {normal: z, heights: {spacing: 0.1 m, rows: [[0, 0], [0, 0]]}}, law: {type: hold}}",
         "a point or a sphere on a plane: `ground` is a field of heights here; take a compliant `law` there, or a plane");
  expect(heights("rows: [[0, 1e308], [0, 0]]"), "a height of 1e+308 m");
  expect(heights("rows: [[0, 0], [0, 0]], spacing_across: 1e-300 m"), "must lie between 1e-09 and 1e+09 m");
  expect(heights("file: ''"), "names no file");
  expect(heights("file: nowhere.csv"), "nowhere.csv");
  expect("{on: ball, ground: {normal: z, heights: {spacing: 0.1 m}}, " + good + "}", "one of `rows` and `file` is wanted");
  expect("{on: ball, ground: {normal: z, step: {toward: z, height: 0.1}}, " + good + "}", "stands upright on the plane");
  expect("{discs: [{at: ball, axis: y, radius: 1}], ground: {normal: z, heights: {spacing: 0.1, rows: [[1, 0, 1], [1, 0, 1]]}}, " + good + "}",
         "it would touch in two places");
  expect("{on: ball, radius: 1 m, ground: {normal: z, heights: {spacing: 0.1, rows: [[1, 0, 1], [1, 0, 1]]}}, " + good + "}",
         "it would touch in two places");
}

TEST(Contacts, ThatHoldAreReadAndExplainWhatIsWrong) {
  const Model model =
      model_with("{on: ball.a, ground: {on: other, normal: z}, law: {type: hold}, friction: {type: stick, coefficient: 0.2}, held: \"t - 1\"}");
  const Contact& c = model.contacts().front();
  EXPECT_TRUE(c.holds());
  EXPECT_EQ(model.frame(*c.carrier).name, "other");
  EXPECT_EQ(c.held->at(3).value, 2);
  const Model dry =
      model_with("{on: ball.a, ground: {on: other, normal: z}, law: {type: hold}, friction: {type: dry, coefficient: 0.2, static_coefficient: 0.3}}");
  EXPECT_DOUBLE_EQ(dry.contacts().front().compliant->friction.static_ratio, 1.5);
  const auto expect = [](const std::string& contacts, const std::string& words) {
    const std::string text = problems_of(contacts);
    EXPECT_NE(text.find(words), std::string::npos) << contacts << "\n" << text;
    EXPECT_NE(text.find("test.yaml:"), std::string::npos) << "with its place";
  };
  expect("{on: ball, law: {type: hold, stiffness: 1e5}}", "it is rigid");
  expect("{on: ball, law: {type: hold}, friction: {type: coulomb, coefficient: 0.3}}", "with this law: dry, stick, wheel");
  expect("{on: ball, law: {type: hertz, stiffness: 1e5}, friction: {type: dry, coefficient: 0.3}}", "goes with `law: {type: hold}` alone");
  expect("{on: ball, law: {type: hertz, stiffness: 1e5}, held: \"1\"}", "other contacts have forces of their own");
  expect("{on: ball, law: {type: hold}, friction: {type: dry, coefficient: 0}}", "friction.coefficient: must be greater than zero with `type: dry`");
  expect("{on: ball, law: {type: hold}, friction: {type: dry, coefficient: 0.3, across: 0, direction: x}}",
         "friction.across: must be greater than zero with `type: dry`");
  expect("{on: ball, law: {type: hold}, friction: {type: wheel}}", "`direction` is missing");
  for (const std::string beside : {"viscous: 2", "rolling_resistance: 2 mm", "spinning_resistance: 2 mm"})
    expect("{on: ball, law: {type: hold}, friction: {type: dry, coefficient: 0.3, " + beside + "}}", "take a compliant `law`");
  expect("{discs: [{at: ball, axis: y, radius: 0.1}], law: {type: hold}}", "a point or a sphere on a plane");
  expect("{on: ball, ground: {on: ball.b, normal: z}, law: {type: hold}}", "moves with its ground");
  expect("{on: ball, ground: {on: ground.g, normal: z}, law: {type: hold}}", "leave `on` out");
  expect("{on: ball, ground: {on: other, normal: z}, restitution: 1}", "grounds in the world alone");
}

// A stiffness has the unit that its exponent asks for.
TEST(Contacts, SayWhichUnitAStiffnessIsIn) {
  const std::string text = problems_of("{on: ball, law: {type: hertz, stiffness: 2e5 N/m}}");
  EXPECT_NE(
      text.find(
          "test.yaml:7:51: error: contacts.floor.law.stiffness: with the exponent 1.5 it is in N/m^1.5, and this is in N/m; write the plain number"),
      std::string::npos)
      << text;
  EXPECT_EQ(problems_of("{on: ball, law: {type: hertz, stiffness: 2e5}}"), "");
  EXPECT_EQ(problems_of("{on: ball, law: {type: hertz, exponent: 1, stiffness: 2e5 N/m}}"), "");
}

// Steeper than friction holds: said, with its place, and built all the same.
TEST(Contacts, SayWhereTheGroundIsTooSteep) {
  const std::string law = "law: {type: hertz, stiffness: 1e6}, friction: {type: coulomb, coefficient: 0.5}}";
  const std::string text = problems_of("{on: ball, ground: {normal: [0.6, 0, 1]}, " + law);
  EXPECT_NE(text.find("test.yaml:7:3: warning: contacts.floor.friction: the ground is inclined by 30.96 deg, and friction holds up to 26.57 deg"),
            std::string::npos)
      << text;
  EXPECT_EQ(problems_of("{on: ball, ground: {normal: [0.4, 0, 1]}, " + law), "");
  // What `repeat` makes of one place in the file is said once.
  const std::string level = "{on: ball, " + law,
                    thrice = "\nrepeat:\n  - count: 3\n    contacts: {\"slope{i}\": {on: ball, ground: {normal: [0.6, 0, 1]}, " + law + "}";
  const std::string once = problems_of(level + thrice);
  EXPECT_NE(once.find("contacts.slope1.friction: the ground is inclined"), std::string::npos) << once;
  EXPECT_EQ(once.find("contacts.slope2"), std::string::npos) << once;
  EXPECT_NE(problems_of("{on: ball, ground: {normal: [0.6, 0, 1], step: {toward: y, height: 0.1}}, " + law).find("inclined by 30.96 deg"),
            std::string::npos);
}

// A link of a chain is round, and the others keep it from rolling.
TEST(Contacts, OfRoundBodiesSlideUnlessTheyRoll) {
  const auto said = [](const std::string& joints) {
    return problems_of(
        "{on: ball, radius: 0.1, ground: {normal: [0.6, 0, 1]}, law: {type: hertz, stiffness: 1e6}, friction: {type: coulomb, coefficient: 0.5}}",
        joints);
  };
  const std::string ball = "{H: {type: free, parent: ground, child: ball}, I: {type: free, parent: ";
  EXPECT_EQ(said(ball + "ground, child: other}}"), "");
  EXPECT_NE(said(ball + "ball, child: other}}").find("whatever lies on it slides"), std::string::npos);
  EXPECT_NE(said(two_slides).find("whatever lies on it slides"), std::string::npos);
  // A wheel turns about its middle; a round foot on a leg does not, and a ball whose weight hangs on a hinge beside it by less than the slope leans rolls on.
  const auto hinged = [&](double off) {
    return said(fmt::format(
        "{{X: {{type: prismatic, parent: ground, child: other, axis: x}}, H: {{type: revolute, parent: other, child: ball, axis: y, at_child: [0, "
        "0.3, {}]}}}}",
        off));
  };
  EXPECT_EQ(hinged(0), "") << "along its axle it may be anywhere";
  EXPECT_EQ(hinged(0.05), "") << "below 0.1 m*sin(30.96 deg)";
  EXPECT_NE(hinged(0.06).find("whatever lies on it slides"), std::string::npos);
  EXPECT_NE(hinged(0.4).find("whatever lies on it slides"), std::string::npos);
}

// Of a free body a ball is what has its mass in the middle: a trunk on round feet slides.
TEST(Contacts, OfRoundFeetOnATrunkSlide) {
  const std::string yaml =
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {trunk: {mass: 1, com: COM, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}\n"
      "frames: {trunk: {a: [0.2, 0, -0.3], b: [-0.2, 0, -0.3]}}\njoints: {F: {type: free, parent: ground, child: trunk}}\n"
      "contacts: {floor: {on: ON, radius: 0.05, ground: {point: [0, 0, -1], normal: [0.6, 0, 1]}, law: {type: hertz, stiffness: 1e6}, "
      "friction: {type: coulomb, coefficient: 0.5}}}\n";
  const auto said = [&](const std::string& on, const std::string& com) {
    std::string text = yaml;
    text.replace(text.find("COM"), 3, com).replace(text.find("ON,"), 2, on);
    return to_text(build_model(*read_description_text(text, "test.yaml").value).diagnostics);
  };
  EXPECT_NE(said("[trunk.a, trunk.b]", "[0, 0, 0]").find("whatever lies on it slides"), std::string::npos);
  EXPECT_NE(said("trunk.a", "[0, 0, 0]").find("whatever lies on it slides"), std::string::npos);
  EXPECT_EQ(said("trunk.a", "[0.2, 0, -0.3]"), "");
}

// Beyond a right angle nothing rests, whatever its friction; walls and what is held there by a law of time are meant.
TEST(Contacts, SayWhereTheGroundHangsOver) {
  const std::string hertz = "law: {type: hertz, stiffness: 1e6}}";
  for (const std::string& rest : {hertz, std::string("restitution: 0.5}"), "radius: 0.1, " + hertz, std::string("law: {type: hold}}")}) {
    const std::string text = problems_of("{on: ball, ground: {normal: [1, 0, -1]}, " + rest);
    EXPECT_NE(text.find("test.yaml:7:3: warning: contacts.floor.ground.normal: the ground is inclined by 135.00 deg, an overhang"), std::string::npos)
        << rest << text;
  }
  EXPECT_EQ(problems_of("{on: ball, ground: {normal: x}, " + hertz), "");
  EXPECT_EQ(problems_of("{on: ball, ground: {normal: -z}, law: {type: hold}, held: \"1\"}"), "");
  EXPECT_EQ(problems_of("{on: ball, law: {type: hold}, friction: {type: dry, coefficient: 0.3}, held: \"1\"}"), "");
}

// A capsule 1 m long stands for itself by two balls of 10 mm: a sill passes between them.
TEST(Contacts, SayWhatPassesBetweenTheSpheresOfABody) {
  const auto said = [](const std::string& ground, const std::string& samples) {
    return problems_of("{capsules: [[ball.a, ball.b]], radius: 10 mm, " + samples + "ground: {normal: z" + ground +
                       "}, law: {type: hertz, stiffness: 1e6}}");
  };
  EXPECT_EQ(said("", ""), "");
  const std::string sill = ", step: {toward: x, height: 0.1 m, length: 0.01 m}", text = said(sill, "");
  EXPECT_NE(text.find(": warning: contacts.floor.capsules: the step can pass between the spheres that stand for it on this ground"),
            std::string::npos)
      << text;
  const std::size_t at = text.find("`samples: ");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(said(sill, text.substr(at + 1, text.find('`', at + 1) - at - 1) + ", "), "") << "as it says";
  EXPECT_NE(said(", step: {toward: x, height: 0.1 m}", "").find("the edge of the step can pass"), std::string::npos);
}

TEST(Contacts, OfSolidsAreTheirTouchingPlaces) {
  const Model model = model_with(
      "{capsules: [[ball.a, ball.b]], discs: [{at: ball, axis: y, radius: 50 mm}], boxes: [{at: other, size: [0.2, 0.1, 0.06]}], radius: 10 mm, "
      "samples: 3, "
      "law: {type: hertz, stiffness: 1e6}, friction: {type: bristle, coefficient: 0.3, stiffness: 1e4 N/m}}");
  ASSERT_EQ(model.contact_solids().size(), 3u);
  const ContactSolid &capsule = model.contact_solids()[0], &disc = model.contact_solids()[1], &box = model.contact_solids()[2];
  EXPECT_EQ(capsule.kind, SolidKind::capsule);
  EXPECT_EQ(capsule.n_contacts, 3);
  EXPECT_EQ(model.contacts()[2].name, "floor.ball.a.1");
  EXPECT_EQ(model.contacts()[2].shape.centre_m.x, 0.5);
  EXPECT_EQ(disc.kind, SolidKind::disc);
  EXPECT_DOUBLE_EQ(disc.rim_m, 0.04) << "the radius of a disc is over all";
  EXPECT_EQ(box.kind, SolidKind::box);
  EXPECT_EQ(box.n_contacts, 26) << "three by three by three without the middle";
  EXPECT_EQ(model.contacts().size(), 30u);
  EXPECT_DOUBLE_EQ(model.contacts().back().shape.centre_m.x, 0.09);
  EXPECT_NEAR(model.contacts().back().compliant->friction.damping_N_s_per_m, 100, 1.5e-12) << "sqrt of stiffness times mass";
}

TEST(Contacts, TakeHeightsFromAFile) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "zanjir-heights-test";
  std::filesystem::create_directories(folder);
  const auto read = [&](const std::string& csv) {
    std::ofstream(folder / "hill.csv") << csv;
    return read_description_text(
        with_contacts("{on: ball, ground: {point: [0, 0, -1], normal: z, heights: {spacing: 1, file: hill.csv}}, law: {type: hertz, "
                      "stiffness: 1e6}}"),
        "test.yaml", {}, folder);
  };
  for (const char* csv : {"# metres\n0, 0.1, 0\n0, 0.2, 0.1\n", "\n\n0;0.1;0\r\n# the far side\r\n0;0.2;0.1\r\n\r\n \n"}) {
    const Result<Description> good = read(csv);
    ASSERT_TRUE(good) << to_text(good.diagnostics);
    ASSERT_EQ(good.value->contacts[0].heights->rows_m.size(), 2u);
    EXPECT_EQ(good.value->contacts[0].heights->rows_m[1][1], 0.2);
  }
  for (const auto& [csv, words] : {std::pair{"0, 0.1, 0\n0, , 0.1\n", "hill.csv:2:4: error: a hole"},
                                   {"0, 0.1, 0\n0, 1\n", "hill.csv:2:5: error: a hole: 2 numbers"},
                                   {"0, 0.1, 0\n0, NaN, 0.1\n", "hill.csv:2:4: error: a hole: this number is missing; give every place a number"},
                                   {"0, x\n0, 1\n", "hill.csv:1:4: error: 'x' is not a finite number"},
                                   // all that follow had moved up by a row
                                   {"0, 0.1\n0, 1\n# a gap\n \t\r\n\n0, 2\n", "hill.csv:4:1: error: a hole: this line is empty, and rows follow it"},
                                   {"", "there are no numbers"}}) {
    const Result<Description> bad = read(csv);
    EXPECT_FALSE(bad);
    EXPECT_NE(to_text(bad.diagnostics).find(words), std::string::npos) << to_text(bad.diagnostics);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace zanjir::test
