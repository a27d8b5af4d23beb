// The motion of a base from a file: what it becomes, and what is refused at which line and column.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::test {
namespace {

constexpr double one_degree = std::numbers::pi / 180;

class BaseRecord : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("zanjir_base_record_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  Result<Description> read(const std::string& csv, const std::string& record) {
    std::ofstream(folder / "d.csv") << csv;
    return read_description_text("zanjir: 1\ngravity: [0, 0, -9.81]\nbase: {record: {file: d.csv, " + record +
                                     "}}\nbodies: {mast: {mass: 1 kg, inertia: point}}\njoints: {A: {type: weld, parent: ground, child: mast}}\n",
                                 "ship.yaml", {}, folder);
  }
  // What is said about the CSV file: "line:column: message", one per line.
  std::string said(const std::string& csv, const std::string& record) {
    const Result<Description> d = read(csv, record);
    std::string out;
    for (const Diagnostic& x : d.diagnostics) out += std::to_string(x.line) + ":" + std::to_string(x.column) + ": " + x.message + "\n";
    return out;
  }
  Transformd pose(const Model& model, double t_s) {
    State state = initial_state(model);
    state.t_s = t_s;
    Workspace ws(model);
    update_positions(model, state, ws);
    return frame_pose(model, ws, model.frame(*model.find_frame("mast")));
  }
  std::filesystem::path folder;
};

TEST_F(BaseRecord, TakesNamedColumnsWithUnitsAndAnyOrderOfAngles) {
  const Result<Description> d = read("time [s];roll [deg];up [mm];yaw [deg]\n0;0;0;0\n1;10;500;20\n2;20;1000;40\n",
                                     "time: time, z: up, axes: [z, x], angles: [yaw, roll], interpolation: linear");
  ASSERT_TRUE(d) << to_text(d.diagnostics);
  const Transformd X = pose(build(*d), 1.5);
  const Mat3d R = spatial::rotation_about(Vec3d{0, 0, 1}, 30 * one_degree) * spatial::rotation_about(Vec3d{1, 0, 0}, 15 * one_degree);
  EXPECT_NEAR(X.p.z, 0.75, 1e-14);
  for (int i = 0; i < 3; ++i) EXPECT_LE(norm(X.R.col(i) - R.col(i)), 1e-14);
}

// Two and a half turns of heading at 80 degrees of pitch, near the singularity of the order that is tried first; signs of quaternions flip at will.
TEST_F(BaseRecord, QuaternionsBecomeTheSameOrientations) {
  std::string csv = "t,qw,qx,qy,qz\n";
  const auto R_at = [](double t) {
    return spatial::rotation_about(Vec3d{0, 0, 1}, 0.5 * std::numbers::pi * t) * spatial::rotation_about(Vec3d{0, 1, 0}, 80 * one_degree) *
           spatial::rotation_about(Vec3d{1, 0, 0}, 0.1 * std::sin(t));
  };
  for (int i = 0; i <= 100; ++i) {
    const Quatd q = spatial::to_quaternion(R_at(0.1 * i));
    const double sign = i % 3 == 0 ? -1 : 1;
    char line[160];
    std::snprintf(line, sizeof line, "%.17g,%.17g,%.17g,%.17g,%.17g\n", 0.1 * i, sign * q.w, sign * q.x, sign * q.y, sign * q.z);
    csv += line;
  }
  const Result<Description> d = read(csv, "quaternion: [qw, qx, qy, qz]");
  ASSERT_TRUE(d) << to_text(d.diagnostics);
  const Model model = build(*d);
  for (const double t : {0.0, 1.7, 6.3, 10.0}) {
    const Mat3d R = R_at(t), found = pose(model, t).R;
    for (int i = 0; i < 3; ++i) EXPECT_LE(norm(found.col(i) - R.col(i)), 1e-14) << t;
  }
}

TEST_F(BaseRecord, RefusesWhatCannotBeAMotion) {
  const std::string z = "z: z";
  EXPECT_EQ(said("t,z\n0,0\n1,0\n1,0\n", z), "4:1: the same time as in line 3\n");
  EXPECT_EQ(said("t,z\n0,0\n2,0\n1,0\n", z), "4:1: time goes backward: 1 s after 2 s\n");
  EXPECT_EQ(said("t,z\n0,0\n1,0\n2,0\n3,0\n8,0\n9,0\n", z), "6:1: a gap of 5 s, where lines are 1 s apart\n");
  EXPECT_EQ(said("t,z\n0,0\n1,\n2,0\n", z), "3:3: nothing stands here\n");
  EXPECT_EQ(said("t,z\n0,0\n1,0.2\n2,9\n", z + ", jump: 1 m"), "4:3: 'z' jumps by 8.8 m within 1 s, more than 1\n");
  EXPECT_EQ(said("t,a [deg]\n0,0\n1,10\n2,80\n", "axes: [x], angles: [a]"), "4:3: 'a' jumps by 1.222 rad within 1 s, more than 0.7854\n");
  EXPECT_EQ(said("t,w,x,y,z\n0,1,0,0,0\n1,0.9,0,0,0\n", "quaternion: [w, x, y, z]"), "3:3: norm of the quaternion is 0.9, not one\n");
  EXPECT_EQ(said("t,z [deg]\n0,0\n1,0\n", z), "1:3: column 'z' wants a length (m), but 'deg' is an angle\n");
  EXPECT_EQ(said("t,z [furlong]\n0,0\n1,0\n", z), "1:3: 'furlong' of column 'z' is no unit\n");
  EXPECT_EQ(said("t,heave\n0,0\n1,0\n", "z: heav"), "1:1: no column 'heav'\n");
  EXPECT_EQ(said("t,z [m],z [mm]\n0,0,0\n1,0,0\n", z), "1:9: a second column is called 'z'\n");
}

TEST_F(BaseRecord, InventsNoLinesBetweenThoseOfTheFile) {
  const std::string csv = "t,z\n0,0\n0.1,1\n0.2,2\n0.3,2\n";
  EXPECT_TRUE(read(csv, "z: z, rate: 10 Hz"));
  const Result<Description> d = read(csv, "z: z, rate: 40 Hz");
  ASSERT_FALSE(d);
  EXPECT_NE(to_text(d.diagnostics).find("the file has only 10 lines per second"), std::string::npos) << to_text(d.diagnostics);
}

TEST_F(BaseRecord, BridgesGapsOnPurpose) {
  const std::string csv = "t,z\n0,0\n1,1\n2,2\n3,\n4,4\n9,9\n10,10\n";
  EXPECT_FALSE(read(csv, "z: z, fill: 4 s"));  // of 5 s
  const Result<Description> d = read(csv, "z: z, fill: 5 s");
  ASSERT_TRUE(d) << to_text(d.diagnostics);
  EXPECT_NEAR(pose(build(*d), 6).p.z, 6, 1e-13);  // a straight line stays one
}

TEST_F(BaseRecord, ASplineOfTheFifthOrderIsSmoothInItsAccelerations) {
  std::string csv = "t,z\n";
  for (int i = 0; i <= 40; ++i) csv += std::to_string(0.25 * i) + "," + std::to_string(std::sin(0.25 * i)) + "\n";
  const auto error = [&](const std::string& spline) {
    const Result<Description> d = read(csv, "z: z, interpolation: " + spline);
    EXPECT_TRUE(d) << to_text(d.diagnostics);
    return std::abs(pose(build(*d), 5.125).p.z - std::sin(5.125));
  };
  EXPECT_LT(error("quintic"), 1e-6);  // six digits of the file
  EXPECT_GT(error("cubic"), 5e-6);    // h^4/384
  double before = 1;
  for (const char* spline : {"linear", "quadratic", "quartic"}) {  // the points of even orders are those of the others
    EXPECT_LT(error(spline), before / 4) << spline;
    before = error(spline);
  }
  EXPECT_LT(error("sextic"), 1.5e-6);
  EXPECT_LT(error("septic"), 1.5e-6);
  EXPECT_NE(said(csv, "z: z, interpolation: quintc").find("quintic"), std::string::npos) << said(csv, "z: z, interpolation: quintc");
}

TEST_F(BaseRecord, TakesABridgedGapForNoNoise) {
  std::string csv = "t,z\n";
  for (int i = 0; i <= 100; ++i)
    if (i < 40 || i > 45) csv += std::to_string(0.1 * i) + "," + std::to_string(0.4 * std::sin(0.1 * i)) + "\n";
  const Result<Description> d = read(csv, "z: z, fill: 1 s");
  ASSERT_TRUE(d) << to_text(d.diagnostics);
  EXPECT_TRUE(d.diagnostics.empty()) << to_text(d.diagnostics);
}

TEST_F(BaseRecord, SaysNoiseAndSmoothesIt) {
  Random random(3);
  std::string csv = "t,z\n";
  const double sigma = 0.01;
  for (int i = 0; i <= 2000; ++i) {
    const double t = 0.01 * i;
    csv += std::to_string(t) + "," + std::to_string(std::sin(0.6 * t) + sigma * random.normal()) + "\n";
  }
  const Result<Description> raw = read(csv, "z: z"), smooth = read(csv, "z: z, rate: 1 Hz");
  ASSERT_TRUE(raw);
  ASSERT_EQ(raw.diagnostics.size(), 1u);
  EXPECT_EQ(raw.diagnostics[0].severity, Severity::warning);
  const std::size_t about = raw.diagnostics[0].message.find("about ");
  ASSERT_NE(about, std::string::npos) << raw.diagnostics[0].message;
  EXPECT_NEAR(std::stod(raw.diagnostics[0].message.substr(about + 6)), sigma, 0.1 * sigma);  // 2000 lines know it to some percent
  EXPECT_NE(raw.diagnostics[0].message.find("100 Hz"), std::string::npos) << raw.diagnostics[0].message;
  ASSERT_TRUE(smooth) << to_text(smooth.diagnostics);
  ASSERT_EQ(smooth.diagnostics.size(), 1u);  // the rate, and what was left out: the noise
  const std::string& left_out = smooth.diagnostics[0].message;
  EXPECT_NE(left_out.find("resampled from 100 Hz to 1 Hz"), std::string::npos) << left_out;
  EXPECT_NEAR(std::stod(left_out.substr(left_out.find("lie ") + 4)), sigma, 0.1 * sigma) << left_out;
  const Model model = build(*smooth);
  // The mean of a parabola over 200 lines has sigma 1.5/sqrt(200); its own error is that of the fourth order, 0.6^4 3/35.
  for (const double t : {3.0, 7.0, 12.0})
    EXPECT_NEAR(pose(model, t).p.z, std::sin(0.6 * t), 5 * sigma * 1.5 / std::sqrt(200.0) + 0.1296 * 3 / 35 / 24 * 2) << t;
}

}  // namespace
}  // namespace zanjir::test
