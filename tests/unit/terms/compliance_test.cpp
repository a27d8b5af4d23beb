// Compliance of frames, against closed forms and against the forces that hold a displaced platform on springs.
#include "zanjir/terms/compliance.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/bodies.hpp"
#include "support/folders.hpp"
#include "support/simulation.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test {
namespace {

State closed_start_of(const Model& model) {
  State state = initial_state(model);
  if (model.n_closure_rows() > 0) {
    EXPECT_TRUE(close_positions(model, state).closed);
  }
  return state;
}

Compliance compliance_at(const Model& model, const State& state, const std::string& frame) {
  Workspace ws(model);
  update_positions(model, state, ws);
  const UserJoints users(model);
  return ElasticRest(model, users, ws).of(model.frame(*model.find_frame(frame)));
}

std::string legs_with(const char* name, int n, const std::string& what) {
  std::string out;
  for (int i = 1; i <= n; ++i) out += fmt::format("{}{}{}: {}", i > 1 ? ", " : "", name, i, what);
  return "{" + out + "}";
}

}  // namespace

TEST(Compliance, OfATwoLinkArmIsThatOfItsJoints) {
  const Model model = zoo_model("arm_2r", {{"actuators", "{shoulder: {stiffness: 2000 N m/rad}, elbow: {stiffness: 700 N m/rad}}"}});
  const State state = initial_state(model);
  const double a = state.q[0], ab = a + state.q[1];
  Eigen::Matrix2d J;
  J << -0.45 * std::sin(a) - 0.4 * std::sin(ab), -0.4 * std::sin(ab), 0.45 * std::cos(a) + 0.4 * std::cos(ab), 0.4 * std::cos(ab);
  const Eigen::Matrix2d C = J * Eigen::Vector2d(1 / 2000.0, 1 / 700.0).asDiagonal() * J.transpose();
  const Compliance found = compliance_at(model, state, "forearm.tip");
  ASSERT_TRUE(found.finite);
  EXPECT_LT((found.shift - C).norm(), 1e-14 * C.norm());
  EXPECT_NEAR(found.turn(0, 0), 1 / 2000.0 + 1 / 700.0, 1e-15);
  // A drive without stiffness is rigid.
  const Model stiff = zoo_model("arm_2r", {{"actuators", "{elbow: {stiffness: 700 N m/rad}}"}});
  EXPECT_NEAR(compliance_at(stiff, state, "forearm.tip").turn(0, 0), 1 / 700.0, 1e-15);
  EXPECT_LT(compliance_at(stiff, state, "upper_arm").C.norm(), 1e-20);
}

// A joint that nothing drives: no force can be resisted where it moves the frame.
TEST(Compliance, IsInfiniteWhereNothingResists) {
  const Model model = zoo_model("double_pendulum", {{"actuators", "{}"}});
  const UserJoints users(model);
  Workspace ws(model);
  update_positions(model, initial_state(model), ws);
  EXPECT_FALSE(ElasticRest(model, users, ws).of(model.frames()[model.bodies().size() - 1]).finite);
}

// A beam on a drive that yields: the one's deflection and the other's turn add up.
TEST(Compliance, OfAnElasticLinkOnADriveIsTheSumOfBoth) {
  const Model model = model_of(R"(zanjir: 1
gravity: [0, 0, 0]
bodies:
  beam: {beam: {length: 1.3, section: {area: 0.7, iy: 0.2, iz: 0.35, torsion: 0.4}, material: {young: 5, shear: 2}, mass_per_length: 1,
                rotary_per_length: [1, 1, 1], theory: euler_bernoulli, modes: {bending_y: 2, bending_z: 2, axial: 1, torsion: 1}}}
frames: {beam: {tip: [1.3, 0, 0]}}
joints: {A: {type: revolute, parent: ground, child: beam, axis: z}}
actuators: {A: {stiffness: 3 N m/rad}}
)");
  const double l = 1.3, EIz = 5 * 0.35, EIy = 5 * 0.2;
  const Compliance c = compliance_at(model, initial_state(model), "beam.tip");
  ASSERT_TRUE(c.finite);
  EXPECT_NEAR(c.C(4, 4), l * l * l / (3 * EIz) + l * l / 3, 1.5e-14);
  EXPECT_NEAR(c.C(2, 2), l / EIz + 1 / 3.0, 2e-14);
  EXPECT_NEAR(c.C(4, 2), l * l / (2 * EIz) + l / 3, 1.5e-14);
  EXPECT_NEAR(c.C(5, 5), l * l * l / (3 * EIy), 3e-14);  // the drive does not yield that way
  EXPECT_NEAR(c.C(3, 3), l / (5 * 0.7), 1e-14);
  EXPECT_NEAR(c.C(0, 0), l / (2 * 0.4), 3e-14);
}

// Three legs in a plane: K = sum k w w^T with the lines of the legs.
TEST(Compliance, OfThreeTelescopesIsTheSumOverTheirLines) {
  const Model model = zoo_model("rpr_3", {{"actuators", "{L1: {stiffness: 1e5}, L2: {stiffness: 2e5}, L3: {stiffness: 3e5}}"}});
  const State state = closed_start_of(model);
  Workspace ws(model);
  update_positions(model, state, ws);
  const Vec3d O = frame_pose(model, ws, model.frame(*model.find_frame("platform"))).p;
  Eigen::Matrix3d K = Eigen::Matrix3d::Zero();
  for (int i = 1; i <= 3; ++i) {
    const double angle = 2 * std::acos(-1.0) / 3 * (i - 1);
    const Vec3d foot{0.6 * std::cos(angle), 0.6 * std::sin(angle), 0};
    const Vec3d head = frame_pose(model, ws, model.frame(*model.find_frame("platform.corner" + std::to_string(i)))).p;
    const Vec3d e = (head - foot) * (1 / norm(head - foot));
    const Eigen::Vector3d w(cross(head - O, e).z, e.x, e.y);
    K += i * 1e5 * w * w.transpose();
  }
  const MatX found = compliance_at(model, state, "platform").of_all();
  EXPECT_LT((found - K.inverse()).norm(), 1e-14 * found.norm());
}

// Six equal legs in threefold symmetry: stiffness alike in x and y, nothing between z and the rest, and its translational part is that of the legs' directions.
TEST(Compliance, OfASymmetricStewartPlatformHasItsSymmetry) {
  const Model model = zoo_model("stewart", {{"actuators", legs_with("P", 6, "{stiffness: 5e6 N/m}")}});
  const State state = closed_start_of(model);
  Workspace ws(model);
  update_positions(model, state, ws);
  const MatX K = compliance_at(model, state, "platform").of_all().inverse();
  double along_z = 0;
  for (int i = 1; i <= 6; ++i) {
    const Transformd rod = body_pose(model, ws, *model.find_body("rod" + std::to_string(i)));
    along_z += rod.R.row(2).z * rod.R.row(2).z;
  }
  EXPECT_NEAR(K(5, 5), 5e6 * along_z, 6e-14 * K(5, 5));
  EXPECT_NEAR(K(3, 3), 5e6 * (6 - along_z) / 2, 6e-14 * K(3, 3));
  EXPECT_NEAR(K(4, 4), K(3, 3), 1.5e-14 * K(3, 3));
  EXPECT_NEAR(K(0, 0), K(1, 1), 2e-14 * K(0, 0));
  EXPECT_NEAR(K(3, 5), 0, 1e-14 * K(3, 3));
  EXPECT_NEAR(K(3, 4), 0, 1e-14 * K(3, 3));
}

// The force and moment that hold a platform at a place beside its rest, with springs in the place of held drives, change by K times the displacement: differences.
TEST(Compliance, IsTheRateOfTheWrenchThatHoldsADisplacedPlatform) {
  const std::string file = (models_folder() / "stewart.yaml").string();
  Settings loose{{"repeat[0].joints.P{2*i+1}.actuated", "false"},
                 {"repeat[1].joints.P{2*i+2}.actuated", "false"},
                 {"joints.pose.actuated", "true"},
                 {"gravity", "[0, 0, 0]"}};
  const NamedValues place{
      {"pose.x", 0.05}, {"pose.y", -0.03}, {"pose.z", 0.85}, {"pose.quat", {1, 0, 0, 0}}};  // all of it, or it turns to close the legs
  const MechanismState rest = Mechanism::load(file).assemble(place);
  std::string springs;
  for (int i = 1; i <= 6; ++i)
    springs += fmt::format("{}s{}: {{joint: P{}, stiffness: {}, rest: {:.17g}}}", i > 1 ? ", " : "", i, i, 1e5 * i, rest["P" + std::to_string(i)]);
  loose.emplace_back("springs", "{" + springs + "}");
  const Mechanism held = Mechanism::load(file, loose);
  std::string drives;
  for (int i = 1; i <= 6; ++i) drives += fmt::format("{}P{}: {{stiffness: {}}}", i > 1 ? ", " : "", i, 1e5 * i);
  const Model model = zoo_model("stewart", {{"actuators", "{" + drives + "}"}});
  State state = initial_state(model);
  state.q = rest.q();
  const MatX K = compliance_at(model, state, "platform").C.inverse();
  const auto wrench_at = [&](int axis, double d) {
    NamedValues there = place;
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    if (axis < 3) turn = Eigen::AngleAxisd(d, Eigen::Vector3d::Unit(axis));
    else
      there[static_cast<std::size_t>(axis - 3)] = {std::string("pose.") + "xyz" [axis - 3],
                                                   std::array { 0.05, -0.03, 0.85 }[static_cast<std::size_t>(axis - 3)] + d};
    there.back() = {"pose.quat", {turn.w(), turn.x(), turn.y(), turn.z()}};
    const Answer answer = held.inverse(held.assemble(there));
    EXPECT_EQ(answer.status(), SolveStatus::ok) << answer.note();
    VecX w(6);
    const char* parts[] = {"wx", "wy", "wz", "vx", "vy", "vz"};
    for (int i = 0; i < 6; ++i) w[i] = answer.force(std::string("pose.") + parts[i]);
    return w;
  };
  const VecX size = K.diagonal().cwiseSqrt();
  for (int axis = 0; axis < 6; ++axis) {
    const double h = 1e-3;
    const VecX rate = (8 * (wrench_at(axis, h) - wrench_at(axis, -h)) - (wrench_at(axis, 2 * h) - wrench_at(axis, -2 * h))) / (12 * h);
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(rate[i], K(i, axis), 6e-11 * size[i] * size[axis]) << i << " by " << axis;
  }
}

}  // namespace zanjir::test
