// Catalogues of motors: units, curves in the file and beside it, and holes, which are refused at their places.
#include "zanjir/describe/motor_catalogue.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include "support/folders.hpp"
#include "support/schema_example.hpp"

namespace zanjir::test::motor_catalogue {
namespace {

namespace fs = std::filesystem;

Result<MotorCatalogue> read(const std::string& text, const fs::path& file = "m.yaml") {
  DiagnosticSink sink;
  Result<MotorCatalogue> out;
  out.value = read_motor_catalogue(text, file, sink);
  out.diagnostics = sink.take();
  return out;
}
std::string motor(const std::string& keys) { return "zanjir_motors: 1\nmotors:\n  a:\n    rotor_inertia: 1 kg cm^2\n" + keys; }
const std::string curves = "    continuous: [[0 rpm, 2 N m], [3000 rpm, 1 N m]]\n    peak: [[0 rpm, 6 N m], [3000 rpm, 3 N m]]\n";

TEST(MotorCatalogue, ReadsUnitsAndCurves) {
  const Result<MotorCatalogue> c = read(motor(curves));
  ASSERT_TRUE(c) << to_text(c.diagnostics);
  const Motor& m = c->motors.front();
  EXPECT_DOUBLE_EQ(m.rotor_inertia, 1e-4);
  EXPECT_DOUBLE_EQ(m.highest_speed(), 100 * std::numbers::pi);
  EXPECT_DOUBLE_EQ(m.continuous.at(50 * std::numbers::pi), 1.5);
  EXPECT_DOUBLE_EQ(m.peak.at(0), 6);
  EXPECT_EQ(c->find("b"), nullptr);
}

TEST(MotorCatalogue, OfALinearMotorTorquesAreForces) {
  const Result<MotorCatalogue> c = read(
      "zanjir_motors: 1\nmotors: {l: {kind: linear, rotor_inertia: 3 kg, continuous: [[0 m/s, 200 N], [3 m/s, 100 N]], peak: [[0, 600], [3, "
      "300]]}}\n");
  ASSERT_TRUE(c) << to_text(c.diagnostics);
  EXPECT_DOUBLE_EQ(c->motors.front().rotor_inertia, 3);
  EXPECT_DOUBLE_EQ(c->motors.front().peak.at(1.5), 450);
}

TEST(MotorCatalogue, HolesAreRefusedAtTheirPlaces) {
  const struct {
    std::string text, said;
  } cases[] = {
      {"motors: {}\n", "key `zanjir_motors` is missing"},
      {"zanjir_motors: 2\nmotors: {a: {}}\n", "m.yaml:1:16: error: zanjir_motors: unknown version"},
      {"zanjir_motors: 1\nmotors: {}\n", "m.yaml:2:9: error: motors: is empty"},
      {"zanjir_motors: 1\nmotors: {a: {continuous: [[0, 1], [1, 1]], peak: [[0, 1], [1, 1]]}}\n", "motors.a: key `rotor_inertia` is missing"},
      {motor("    peak: [[0, 6], [300, 3]]\n"), "m.yaml:4:5: error: motors.a: curve `continuous` is missing"},
      {motor("    continuous: [[0, 2], [300, 1]]\n"), "curve `peak` is missing"},
      {motor("    continuous: [[10, 2], [300, 1]]\n    peak: [[0, 6], [300, 3]]\n"),
       "m.yaml:5:18: error: motors.a.continuous: a hole: nothing is said below the first speed"},
      {motor("    continuous: [[0, 2]]\n    peak: [[0, 6], [300, 3]]\n"), "one point is no curve"},
      {motor("    continuous: []\n    peak: [[0, 6], [300, 3]]\n"), "is empty"},
      {motor("    continuous: [[0, 2], [300, 1], [200, 1]]\n    peak: [[0, 6], [300, 3]]\n"),
       "m.yaml:5:36: error: motors.a.continuous: speeds must increase"},
      {motor("    continuous: [[0, 2], [300, 0]]\n    peak: [[0, 6], [300, 3]]\n"), "must be positive"},
      {motor("    continuous: [[0, 2], [200, 1]]\n    peak: [[0, 6], [300, 3]]\n"),
       "m.yaml:5:26: error: motors.a: a hole: curve `continuous` ends at a lower speed"},
      {motor("    continuous: [[0, 2], [300, 1]]\n    peak: [[0, 6], [200, 3]]\n"), "m.yaml:6:20: error: motors.a: a hole: curve `peak` ends"},
      {motor("    continuous: [[0, 2], [300, 1]]\n    peak: [[0, 1], [300, 3]]\n"), "more without end than for a moment"},
      {motor("    continuous: [[0, 2], [300, 2]]\n    peak: [[0, 6], [150, 1], [300, 6]]\n"),
       "m.yaml:6:20: error: motors.a: gives less for a moment"},
      {motor("    continuous: [[0, 2 N], [300, 1]]\n    peak: [[0, 6], [300, 3]]\n"), "'2 N' is a force"},
      {motor("    continuous: [[0], [300, 1]]\n    peak: [[0, 6], [300, 3]]\n"), "a point is [speed, torque], this has 1"},
      {motor("    continous: [[0, 2]]\n"), "did you mean 'continuous'?"},
      {motor("    curves: none.csv\n"), "m.yaml:5:13: error: motors.a.curves: 'none.csv'"},
      {motor(curves + "    curves: x.csv\n"), "either `curves`, or"},
      {"zanjir_motors: 1\nmotors:\n  a.b:\n    rotor_inertia: 1\n" + curves, "cannot contain a dot"},
      {"- 1\n", "begins with `zanjir_motors: 1`"},
      {"zanjir_motors: [\n", "m.yaml:"},
  };
  for (const auto& c : cases) {
    const Result<MotorCatalogue> found = read(c.text);
    EXPECT_FALSE(found) << c.text;
    EXPECT_NE(to_text(found.diagnostics).find(c.said), std::string::npos) << c.text << "\n" << to_text(found.diagnostics);
  }
}

TEST(MotorCatalogue, TakesCurvesFromATableAndSaysWhereItHasHoles) {
  const fs::path folder = fs::path(testing::TempDir()) / "motor_catalogue";
  fs::create_directories(folder);
  const auto with = [&](const std::string& table) {
    std::ofstream(folder / "t.csv") << table;
    return read(motor("    curves: t.csv\n"), folder / "m.yaml");
  };
  const Result<MotorCatalogue> good =
      with("# from a data sheet\nspeed [rpm], continuous [N cm], peak [N m]\n0, 130, 3.8\n3000, 130, 3.8\n6000, 64, 1.7\n");
  ASSERT_TRUE(good) << to_text(good.diagnostics);
  EXPECT_DOUBLE_EQ(good->motors.front().continuous.torque.back(), 0.64);
  EXPECT_DOUBLE_EQ(good->motors.front().peak.at(4500 * std::numbers::pi / 30), (3.8 + 1.7) / 2);
  const struct {
    std::string table, said;
  } cases[] = {
      {"speed [rpm], continuous [N m], peak [N m]\n0, 1.3, 3.8\n3000, , 3.8\n6000, 0.6, 1.7\n", "t.csv:3:7: error: nothing stands here"},
      {"speed [rpm], continuous [N m]\n0, 1.3\n3000, 1\n", "t.csv:1:1: error: no column 'peak'"},
      {"speed [rpm], continuous [N m], peak [N m]\n0, 1.3, 3.8\n3000, 1.3\n", "t.csv:3:10: error: column 3 is missing in this line"},
      {"speed [rpm], continuous [kg], peak [N m]\n0, 1.3, 3.8\n3000, 1.3, 3.8\n", "t.csv:1:14: error: motors.a.curves: column 'continuous'"},
      {"speed [rpm], continuous [N m], peak [N m]\n500, 1.3, 3.8\n3000, 1.3, 3.8\n", "t.csv:2:6: error: motors.a.curves: a hole"},
      {"speed [rpm], continuous [N m], peak [N m]\n0, 1.3, 3.8\n3000, 1.3, 3.8\n2000, 1, 3\n",
       "t.csv:4:7: error: motors.a.curves: speeds must increase"},
  };
  for (const auto& c : cases) {
    const Result<MotorCatalogue> found = with(c.table);
    EXPECT_FALSE(found) << c.table;
    EXPECT_NE(to_text(found.diagnostics).find(c.said), std::string::npos) << c.table << "\n" << to_text(found.diagnostics);
  }
}

TEST(MotorCatalogue, OursIsRead) {
  const fs::path file = source_folder() / "motors/servo_motors.yaml";
  const Result<MotorCatalogue> c = read_motor_catalogue(file);
  ASSERT_TRUE(c) << to_text(c.diagnostics);
  EXPECT_GE(c->motors.size(), 5U);
  EXPECT_FALSE(read_motor_catalogue(fs::path("no_such_file.yaml")));
}

TEST(MotorCatalogue, ThePageHasItsKeys) {
  std::stringstream page;
  page << std::ifstream(source_folder() / "docs/sizing.md").rdbuf();
  for (const schema::Object* object : {&schema::motor_catalogue, &schema::motor}) {
    EXPECT_NE(page.str().find(schema::key_table(*object)), std::string::npos) << schema::key_table(*object);
    for (const schema::Key& key : object->keys) EXPECT_TRUE(contains_key(object->example, key.key)) << key.key;
  }
}

}  // namespace
}  // namespace zanjir::test::motor_catalogue
