#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "support/tolerance.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/schema_examples.hpp"

using namespace zanjir;
using test::rounding;

namespace {

constexpr double deg = std::numbers::pi / 180;

Description read(const std::string& text, const Overrides& overrides = {}) {
  Result<Description> result = read_description_text(text, "m.yaml", overrides);
  EXPECT_TRUE(result) << to_text(result.diagnostics);
  return result ? std::move(*result.value) : Description{};
}

template <class List> const auto* named(const List& list, const std::string& name) {
  for (const auto& item : list) {
    if (item.name == name) return &item;
  }
  ADD_FAILURE() << "no " << name;
  return &list.front();
}

void expect_vector(const Vec3d& a, const Vec3d& b, double magnitude = 1) {
  EXPECT_NEAR(a.x, b.x, rounding(20, magnitude));
  EXPECT_NEAR(a.y, b.y, rounding(20, magnitude));
  EXPECT_NEAR(a.z, b.z, rounding(20, magnitude));
}

}  // namespace

TEST(Reader, ReadsTheFourBar) {
  const Description d = read(std::string(schema::examples::four_bar));
  EXPECT_EQ(d.name, "four-bar");
  EXPECT_EQ(d.plane, Plane::xy);
  EXPECT_EQ(d.gravity_m_s2.y, -9.81);
  ASSERT_EQ(d.bodies.size(), 4u);  // the last is the base
  EXPECT_EQ(d.bodies[0].name, "crank");
  EXPECT_EQ(d.bodies[0].at.line, 9u);
  EXPECT_EQ(d.bodies[0].com_m.x, 0.1);
  EXPECT_EQ(d.bodies[0].inertia_com_kg_m2.zz, 0.003);
  EXPECT_EQ(d.bodies[0].inertia_given, (std::array<bool, 6>{false, false, true, false, false, false}));
  ASSERT_EQ(d.joints.size(), 5u);
  EXPECT_TRUE(d.joints[1].actuated);
  EXPECT_TRUE(d.joints[3].cut);
  EXPECT_EQ(d.joints[3].parent.name, "base.D");
  EXPECT_EQ(d.joints[3].child.name, "rocker");
  EXPECT_EQ(d.joints[2].child.name, "rocker.tip");
  EXPECT_NEAR(d.joints[2].at_parent.X.p.x, 0.6, rounding(4));
  ASSERT_EQ(d.frames.size(), 2u);
  EXPECT_EQ(d.frames[0].body.name, "rocker");
  ASSERT_EQ(d.springs.size(), 2u);  // a spring and a damper
  EXPECT_NEAR(d.springs[0].rest, 90 * deg, rounding(4));
  EXPECT_EQ(d.springs[1].stiffness, 0);
  EXPECT_EQ(d.springs[1].damping, 0.01);
  EXPECT_EQ(d.actuators[0].gear_ratio, 50);
  ASSERT_EQ(d.motions.size(), 2u);
  EXPECT_NEAR(d.motions[0].laws[0].expression.at(1).rate, 2 * std::numbers::pi, rounding(4, 7));
  ASSERT_EQ(d.initial_q.size(), 1u);
  EXPECT_NEAR(d.initial_q[0].values[0], 20 * deg, rounding(4));
  EXPECT_EQ(d.parameters[2].second, 3 * 0.2);
}

TEST(Reader, InertiaAboutTheOriginIsMovedToTheMassCentre) {
  const Description d = read(
      "zanjir: 1\ngravity: [0, 0, 0]\n"
      "bodies: {b: {mass: 2, com: [0.1, 0.2, 0.3], inertia: {about: origin, ixx: 1.26, iyy: 1.2, izz: 1.1, ixy: -0.04, ixz: -0.06, iyz: "
      "-0.12}}}\n");
  const Sym3d& I = d.bodies[0].inertia_com_kg_m2;
  EXPECT_NEAR(I.xx, 1, rounding(8));  // 1.26 - 2 (0.2^2 + 0.3^2)
  EXPECT_NEAR(I.yy, 1, rounding(8));
  EXPECT_NEAR(I.zz, 1, rounding(8));
  EXPECT_NEAR(I.xy, 0, rounding(8));  // matrix entry: -m x y at the origin
  EXPECT_NEAR(I.xz, 0, rounding(8));
  EXPECT_NEAR(I.yz, 0, rounding(8));
}

TEST(Reader, PlaneChoosesWhichMomentIsEnough) {
  EXPECT_EQ(read("zanjir: 1\nplane: yz\ngravity: [0, 0, 0]\nbodies: {b: {mass: 1, inertia: {ixx: 2}}}\n").bodies[0].inertia_com_kg_m2.xx, 2);
  EXPECT_EQ(read("zanjir: 1\nplane: xz\ngravity: [0, 0, 0]\nbodies: {b: {mass: 1, inertia: {iyy: 2}}}\n").bodies[0].inertia_com_kg_m2.yy, 2);
}

TEST(Reader, TurnsComeInFourForms) {
  const Description d = read(
      "zanjir: 1\ngravity: [0, 0, 0]\nframes:\n  ground:\n"
      "    a: {turn: {axis: z, angle: 90 deg}}\n"
      "    q: {turn: {quat: [0.7071068, 0, 0, 0.7071068]}}\n"
      "    r: {point: [1, 2, 3], turn: {rpy: [0.1, 0.2, 0.3]}}\n"
      "    l: {turn: [{axis: z, angle: 0.3}, {axis: y, angle: 0.2}, {axis: [2, 0, 0], angle: 0.1}]}\n");
  expect_vector(d.frames[0].pose.X.R * Vec3d{1, 0, 0}, {0, 1, 0});
  expect_vector(d.frames[1].pose.X.R * Vec3d{1, 0, 0}, {0, 1, 0});
  for (int i = 0; i < 3; ++i) expect_vector(d.frames[2].pose.X.R.col(i), d.frames[3].pose.X.R.col(i));  // R = Rz Ry Rx
  expect_vector(d.frames[2].pose.X.p, {1, 2, 3});
}

TEST(Reader, JointAxesAndParts) {
  const Description d = read(std::string(schema::examples::joints));
  EXPECT_EQ(named(d.joints, "gimbal")->axes.size(), 2u);
  EXPECT_EQ(named(d.joints, "table")->axes.size(), 2u);  // planar: x and y when not said
  EXPECT_EQ(named(d.joints, "wrist")->axes.size(), 0u);
  EXPECT_TRUE(named(d.joints, "wrist")->at_child_given);
  ASSERT_EQ(named(d.joints, "sleeve")->actuated_parts.size(), 1u);
  EXPECT_EQ(named(d.joints, "sleeve")->actuated_parts[0].name, "slide");
}

TEST(Reader, LoopsAreCutJointsDistancesAndGears) {
  const Description d = read(std::string(schema::examples::loops));
  ASSERT_EQ(d.joints.size(), 5 + 3u);
  EXPECT_FALSE(named(d.joints, "C")->cut);
  const JointDescription& D = *named(d.joints, "D");
  EXPECT_TRUE(D.cut && D.in_loops && D.actuated);
  EXPECT_EQ(D.type, JointType::revolute);
  EXPECT_EQ(D.parent.name, "ground.D");
  EXPECT_EQ(D.child.name, "rocker");
  EXPECT_FALSE(D.at_child_given);
  const JointDescription& wrist = *named(d.joints, "wrist");
  ASSERT_EQ(wrist.axes.size(), 2u);
  expect_vector(wrist.axes[1], {0, 1, 0});
  expect_vector(wrist.at_parent.X.p, {0, 0, 0.5});
  EXPECT_TRUE(wrist.at_child_given);
  ASSERT_EQ(d.distances.size(), 1u);
  EXPECT_EQ(d.distances[0].name, "rod");
  EXPECT_EQ(d.distances[0].a.name, "float");
  EXPECT_EQ(d.distances[0].b.name, "nut");
  EXPECT_EQ(d.distances[0].length_m, 0.5);
  ASSERT_EQ(d.gears.size(), 1u);
  EXPECT_EQ(d.gears[0].a.name, "A");
  EXPECT_EQ(d.gears[0].b.name, "slide");
  EXPECT_NEAR(d.gears[0].ratio, 0.002 / (2 * std::numbers::pi), rounding(4, 0.001));
  ASSERT_TRUE(d.gears[0].offset);
  EXPECT_EQ(*d.gears[0].offset, 0.1);
  EXPECT_FALSE(read("zanjir: 1\ngravity: [0, 0, 0]\nloops: {g: {type: gear, joints: [A, B.angle], ratio: 2}}\n").gears[0].offset);
}

TEST(Reader, LoopsOfARepeatedBlockTurnWithIt) {
  const std::string head = "zanjir: 1\ngravity: [0, 0, 0]\nrepeat:\n  count: 2\n  turn: {axis: z, angle: 90 deg}\n";
  const Description d = read(head +
                             "  bodies: {\"b{i}\": {mass: 1, inertia: point}}\n"
                             "  loops:\n"
                             "    \"out{i}\": {type: spherical, between: [ground, \"b{i}\"], at: [1, 0, 0], at_child: [0, 0, 3]}\n"
                             "    \"in{i}\": {type: spherical, between: [\"b{i}\", ground], at: [0, 0, 3], at_child: [2, 0, 0]}\n"
                             "    \"rod{i}\": {type: distance, between: [ground, \"b{i}\"], length: \"$i*1 m\"}\n");
  expect_vector(named(d.joints, "out1")->at_parent.X.p, {1, 0, 0});
  expect_vector(named(d.joints, "out2")->at_parent.X.p, {0, 1, 0});  // on the ground: turned
  expect_vector(named(d.joints, "out2")->at_child.X.p, {0, 0, 3});
  expect_vector(named(d.joints, "in2")->at_parent.X.p, {0, 0, 3});
  expect_vector(named(d.joints, "in2")->at_child.X.p, {0, 2, 0});
  EXPECT_EQ(d.distances[1].name, "rod2");
  EXPECT_EQ(d.distances[1].length_m, 2);
}

TEST(Reader, MotionOfAFreeJointHasThreeLawsAndTurns) {
  const Description d = read(std::string(schema::examples::motions));
  ASSERT_EQ(d.motions.size(), 3u);
  ASSERT_EQ(d.motions[0].laws.size(), 3u);
  EXPECT_EQ(d.motions[0].laws[0].kind, LawKind::sine);
  EXPECT_NEAR(d.motions[0].laws[0].numbers[1], std::numbers::pi, rounding(4, 4));  // 0.5 Hz
  EXPECT_EQ(d.motions[0].turn_axes.size(), 2u);
  EXPECT_NEAR(d.motions[0].turn_angles[1].expression.value(), 5 * deg, rounding(4));
  EXPECT_TRUE(d.motions[1].laws.empty());
  EXPECT_EQ(d.motions[2].of.name, "quill");  // both parts given: one entry, in the order of the parts
  ASSERT_EQ(d.motions[2].laws.size(), 2u);
  EXPECT_EQ(d.motions[2].laws[1].expression.value(), 0.01);
}

TEST(Reader, AFreeJointWithoutTurnKeepsItsOrientation) {
  const Description d = read(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {b: {massless: true}}\njoints: {F: {type: free, parent: ground, child: b}}\n"
      "motion: {F: {x: t}}\ndampers: {drag: {joint: F.wx, damping: 1 N m s/rad}}\nloads: {push: {joint: F.vz, value: 3 N}}\n");
  EXPECT_EQ(d.motions[0].laws.size(), 3u);
  ASSERT_EQ(d.motions[0].turn_axes.size(), 1u);
  EXPECT_EQ(d.motions[0].turn_angles[0].expression.value(), 0);
  EXPECT_EQ(d.springs[0].joint->name, "F.wx");
}

TEST(Reader, OnePartOfAJointBecomesItsOwnMotion) {
  const std::string text =
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {b: {massless: true}}\njoints: {C: {type: cylindrical, parent: ground, child: b, axis: z}}\n";
  EXPECT_EQ(read(text + "motion: {C: {slide: t}}\n").motions.at(0).of.name, "C.slide");
  EXPECT_EQ(read(text + "motion: {C.slide: t}\n").motions.at(0).of.name, "C.slide");
}

TEST(Reader, InitialValuesAreSplitIntoParts) {
  const Description d = read(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {a: {massless: true}, b: {massless: true}, c: {massless: true}}\n"
      "joints:\n  U: {type: universal, parent: ground, child: a, axes: [x, y]}\n  S: {type: spherical, parent: ground, child: b}\n"
      "  F: {type: free, parent: ground, child: c}\n"
      "initial:\n  q: {U: [10 deg, 20 deg], S: [0, 0, 0, 1.0000005], F: {x: 1 mm, quat: [1, 0, 0, 0]}}\n  v: {S: [1, 2, 3], F.vz: 4}\n");
  std::vector<std::string> names;
  for (const InitialValue& v : d.initial_q) names.push_back(v.of.name);
  EXPECT_EQ(names, (std::vector<std::string>{"U.a", "U.b", "S.quat", "F.x", "F.quat"}));
  EXPECT_NEAR(d.initial_q[1].values[0], 20 * deg, rounding(4));
  EXPECT_EQ(d.initial_q[2].values[3], 1);  // normalised
  EXPECT_EQ(d.initial_q[3].values[0], 0.001);
  names.clear();
  for (const InitialValue& v : d.initial_v) names.push_back(v.of.name);
  EXPECT_EQ(names, (std::vector<std::string>{"S.wx", "S.wy", "S.wz", "F.vz"}));
}

TEST(Reader, RepeatExpandsNamesAndTurnsWhatIsOutside) {
  const Description d = read(std::string(schema::examples::repeats));
  ASSERT_EQ(d.bodies.size(), 1 + 3 * 2 + 4u);
  const double c = std::cos(120 * deg), s = std::sin(120 * deg);
  const JointDescription& A2 = *named(d.joints, "A2");
  EXPECT_EQ(A2.child.name, "crank2");
  expect_vector(A2.at_parent.X.p, {c, s, 0});  // on the ground: turned
  expect_vector(A2.at_parent.X.R * Vec3d{1, 0, 0}, {c, s, 0});
  expect_vector(named(d.joints, "A1")->at_parent.X.p, {1, 0, 0});    // the first copy stays
  expect_vector(named(d.joints, "B2")->at_parent.X.p, {0.4, 0, 0});  // inside the block: not turned
  const JointDescription& C3 = *named(d.joints, "C3");
  EXPECT_EQ(C3.child.name, "plate.corner3");
  EXPECT_FALSE(C3.at_child_given);  // the frame carries the turn
  ASSERT_EQ(d.frames.size(), 3u);
  expect_vector(d.frames[1].pose.X.p, {0.23 * c, 0.23 * s, 0});
  expect_vector({d.loads[1].force[0].expression.value(), d.loads[1].force[1].expression.value(), d.loads[1].force[2].expression.value()}, {c, s, 0});
  EXPECT_NEAR(d.initial_q[2].values[0], 30 * deg, rounding(8));
  EXPECT_EQ(named(d.joints, "string4")->at_parent.X.p.y, 4);  // a second block, not turned
  EXPECT_NEAR(d.motions[3].laws[0].expression.at(0).value, 0.1 * std::sin(4.0), rounding(8));
  EXPECT_EQ(named(d.bodies, "rod3")->at.line, 13u);  // the block's own line
}

TEST(Reader, RepeatLinksNeighboursAndCountsFromZero) {
  const Description d = read(
      "zanjir: 1\ngravity: [0, 0, 0]\nparameters: {n: 4}\nbodies: {link0: {massless: true}}\n"
      "repeat:\n  count: $n - 1\n  bodies:\n    link{i}: {mass: \"$i*2\", inertia: point}\n"
      "  joints:\n    J{i}: {type: revolute, parent: \"link{i-1}\", child: \"link{i}\", axis: z}\n"
      "  springs:\n    S{i}: {between: [\"link{i}\", \"link{mod(i, $n - 1) + 1}\"], stiffness: 1}\n");
  ASSERT_EQ(d.joints.size(), 3u);
  EXPECT_EQ(d.joints[2].parent.name, "link2");
  EXPECT_EQ(d.bodies[3].mass_kg, 6);
  EXPECT_EQ(d.springs[2].between->second.name, "link1");  // closes the ring
  EXPECT_EQ(read("zanjir: 1\ngravity: [0, 0, 0]\nrepeat: {count: 2, from: 0, index: k, bodies: {\"b{k}\": {massless: true}}}\n").bodies[0].name,
            "b0");
}

TEST(Reader, ChildOutsideTheBlockIsTurnedToo) {
  const Description d = read(
      "zanjir: 1\ngravity: [0, 0, 0]\nbodies: {plate: {massless: true}}\n"
      "repeat:\n  count: 2\n  turn: {axis: z, angle: 90 deg}\n  bodies: {\"leg{i}\": {massless: true}}\n"
      "  joints: {\"S{i}\": {type: universal, parent: \"leg{i}\", child: plate, at_child: [1, 0, 0], axes: [x, y]}}\n");
  expect_vector(d.joints[0].at_child.X.p, {1, 0, 0});
  expect_vector(d.joints[1].at_child.X.p, {0, 1, 0});
  expect_vector(d.joints[1].at_child.X.R * Vec3d{1, 0, 0}, {0, 1, 0});
}

TEST(Reader, OverridesReachParametersAndAnyValue) {
  const std::string text(schema::examples::four_bar);
  const Description d = read(text, {{"crank_length", "300 mm"},
                                    {"bodies.rocker.mass", "2 kg"},
                                    {"gravity", "[0, 0, 0]"},
                                    {"joints.C.at[1]", "0.1"},
                                    {"bodies.crank.com", "[1, 0, 0]"},
                                    {"actuators.B.rotor_inertia", "1e-4 kg m^2"},
                                    {"motion.A", "sin(t)"}});
  EXPECT_EQ(d.parameters[0].second, 0.3);
  EXPECT_NEAR(d.parameters[2].second, 0.9, rounding(4));  // depends on it
  EXPECT_EQ(named(d.bodies, "rocker")->mass_kg, 2);
  EXPECT_EQ(d.gravity_m_s2.y, 0);
  EXPECT_EQ(d.joints[2].at_parent.X.p.y, 0.1);
  EXPECT_EQ(d.bodies[0].com_m.x, 1);
  EXPECT_EQ(d.actuators[0].rotor_inertia, 1e-4);  // a key that the file leaves out
  EXPECT_EQ(d.motions[0].laws[0].expression.at(0).rate, 1);
}

TEST(Reader, TablesAreReadFromCsv) {
  const auto folder = std::filesystem::temp_directory_path() / "zanjir_reader_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "stroke.csv") << "# measured\nname; t; stroke\na; 0; 0.5\n\nb; 1; 0.7\r\n";
  std::ofstream(folder / "bad.csv") << "t,stroke\n0,1\n1,x\n2,nan\n";
  std::ofstream(folder / "back.csv") << "t,stroke\n0,1\n0,2\n";
  const std::string text(schema::examples::tables);
  const Result<Description> good = read_description_text(text, "m.yaml", {}, folder);
  ASSERT_TRUE(good) << to_text(good.diagnostics);
  EXPECT_EQ(good->motions[0].laws[0].knots, (std::vector<std::pair<double, double>>{{0, 0.5}, {1, 0.7}}));
  const auto errors = [&](const char* file, const char* column) {
    const Result<Description> r = read_description_text(text, "m.yaml", {{"motion.P.file", file}, {"motion.P.value", column}}, folder);
    EXPECT_FALSE(r);
    std::string list;
    for (const Diagnostic& d : r.diagnostics)
      list += std::filesystem::path(d.file).filename().string() + ":" + std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.message +
              "; " + d.hint + "\n";
    return list;
  };
  EXPECT_EQ(errors("bad.csv", "stroke"), "bad.csv:3:3: 'x' is not a finite number; \nbad.csv:4:3: 'nan' is not a finite number; \n");
  EXPECT_EQ(errors("back.csv", "stroke"), "back.csv:3:1: times must increase from line to line; \n");
  EXPECT_EQ(errors("bad.csv", "stroek"), "bad.csv:1:1: no column 'stroek'; did you mean 'stroke'?\n");
  EXPECT_EQ(errors("none.csv", "stroke"), "--set motion.P.file:1:1: 'none.csv' no such file; \n");
  std::filesystem::remove_all(folder);
}

TEST(Reader, ReadsAFileAndNamesItInDiagnostics) {
  const auto path = std::filesystem::temp_directory_path() / "zanjir_reader_test.yaml";
  std::ofstream(path) << schema::examples::bodies;
  const Result<Description> good = read_description(path);
  ASSERT_TRUE(good) << to_text(good.diagnostics);
  EXPECT_EQ(good->name, "zanjir_reader_test");  // no `name`: the file's own
  EXPECT_EQ(good->files[0], path.string());
  std::ofstream(path) << "zanjir: 1\n";
  EXPECT_EQ(to_text(read_description(path).diagnostics), path.string() + ":1:1: error: key `gravity` is missing\n1 error, nothing was done\n");
  std::filesystem::remove(path);
  EXPECT_EQ(to_text(read_description("nowhere.yaml").diagnostics), "nowhere.yaml: error: no such file\n1 error, nothing was done\n");
  EXPECT_EQ(to_text(read_description(std::filesystem::temp_directory_path()).diagnostics.front()),
            std::filesystem::temp_directory_path().string() + ": error: is a folder, not a file");
}

// `base:` is a massless body on a prescribed joint between the world and all that stood on the ground.
TEST(MovingBaseOfAFile, CarriesWhatStandsOnTheGround) {
  const char* const text = R"(zanjir: 1
gravity: [0, 0, -9.81]
base: {motion: {z: 0.5*t}, at: [0, 0, 6]}
bodies: {a: {mass: 1 kg, inertia: point}, b: {mass: 1 kg, inertia: point}}
frames: {ground: {deck: [1, 0, 0]}, world: {shore: [9, 0, 0]}}
joints:
  A: {type: revolute, parent: ground.deck, child: a, axis: x}
  B: {type: free, parent: world, child: b}
loops: {R: {type: distance, between: [a, ground], length: 1 m}}
springs: {S: {between: [world.shore, ground.deck], stiffness: 5 N/m}}
)";
  const Description d = read(text);
  EXPECT_EQ(named(d.joints, "A")->parent.name, "base.deck");
  EXPECT_EQ(named(d.joints, "B")->parent.name, "ground");
  EXPECT_EQ(d.distances.front().b.name, "base");
  EXPECT_EQ(d.springs.front().between->first.name, "ground.shore");
  EXPECT_EQ(d.springs.front().between->second.name, "base.deck");
  const JointDescription& base = *named(d.joints, "base");
  EXPECT_EQ(base.parent.name, "ground");
  EXPECT_EQ(base.type, JointType::free);
  expect_vector(base.at_child.X.p, {0, 0, -6});
  EXPECT_TRUE(named(d.bodies, "base")->massless);
  ASSERT_EQ(d.motions.size(), 1U);
  EXPECT_EQ(d.motions.front().of.name, "base");
}

// In a plane what is not given rests: a base has no freedom of its own.
TEST(MovingBaseOfAFile, RestsWhereNothingIsSaid) {
  const Description d = read(
      "zanjir: 1\nplane: xy\ngravity: [0, -9.81, 0]\nbase: {motion: {angle: 2*t}}\n"
      "bodies: {a: {mass: 1 kg, inertia: point}}\njoints: {A: {type: revolute, parent: ground, child: a, axis: z}}\n");
  ASSERT_EQ(d.motions.size(), 1U);
  EXPECT_EQ(d.motions.front().laws.size(), 3U);
}
