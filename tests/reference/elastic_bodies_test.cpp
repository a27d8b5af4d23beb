// Elastic bodies against numbers worked out independently (absolute positions of all mass points, differentiated by Taylor arithmetic, plain
// quadrature), to twelve digits: a planar chain, and a spatial tree with a branch and every kind of joint.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "support/descriptions.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/formulations/lagrange/lagrange.hpp"
#include "zanjir/formulations/multipliers/multipliers.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir::test {
namespace {

using Names = std::vector<std::string>;

std::vector<double> numbers(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<double>(in), {}};
}
// Twelve digits were printed.
void expect_near(double computed, double printed, const std::string& what) {
  EXPECT_NEAR(computed, printed, std::max(1e-11, 1e-11 * std::abs(printed))) << what;
}

ModeDescription shape(std::vector<double> x, std::vector<double> y, std::vector<double> z, std::vector<double> turn) {
  return {ModeKind::polynomial, ModeSet::given, 1, {std::move(x), std::move(y), std::move(z), std::move(turn)}, {}};
}
BodyDescription elastic(std::string name, double length, const BeamProperties& p, std::vector<ModeDescription> modes, std::vector<double> damping) {
  BodyDescription b;
  b.name = std::move(name);
  b.beam = BeamDescription{};
  b.beam->length_m = length;
  b.beam->properties = p;
  b.beam->modes = std::move(modes);
  b.beam->modal_damping_N_s_per_m = std::move(damping);
  return b;
}
Mat3d Rx(double a) { return spatial::rotation_about(Vec3d{1, 0, 0}, a); }
Mat3d Ry(double a) { return spatial::rotation_about(Vec3d{0, 1, 0}, a); }
Mat3d Rz(double a) { return spatial::rotation_about(Vec3d{0, 0, 1}, a); }
JointDescription at(JointDescription joint, const Mat3d& R) {
  joint.at_parent.X.R = R;
  return joint;
}
void set_state(const Model& model, const std::map<std::string, double>& q, const std::map<std::string, double>& v, State& state) {
  for (int i = 0; i < model.nq(); ++i)
    state.q[i] = q.count(model.coordinate_names()[static_cast<std::size_t>(i)]) ? q.at(model.coordinate_names()[static_cast<std::size_t>(i)]) : 0;
  for (int i = 0; i < model.nv(); ++i) state.v[i] = v.at(model.speed_names()[static_cast<std::size_t>(i)]);
}

struct Expected {
  Names speeds;
  std::string M, bias, vdot;  // M: lower triangle by rows
};
void expect_matrices(const MatX& M, const VecX& bias, const std::vector<int>& index, const Expected& expected, const std::string& who) {
  const auto M_printed = numbers(expected.M), bias_printed = numbers(expected.bias);
  std::size_t next = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    for (std::size_t j = 0; j <= i && !M_printed.empty(); ++j, ++next)
      expect_near(M(index[i], index[j]), M_printed[next], who + " M " + expected.speeds[i] + ", " + expected.speeds[j]);
    if (!bias_printed.empty()) expect_near(bias[index[i]], bias_printed[i], who + " bias " + expected.speeds[i]);
  }
}
template <class F> void expect_matrices_of(const Model& model, const State& state, const std::vector<int>& index, const Expected& expected) {
  typename F::Scratch scratch(model);
  MatX M;
  VecX bias;
  F::mass_matrix_and_bias(model, state, scratch, M, bias);
  expect_matrices(M, bias, index, expected, std::string(F::name));
}
void expect_dynamics(const Model& model, const State& state, const Expected& expected, double vdot_tolerance) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  MatX M;
  VecX bias;
  mass_matrix(model, ws, M);
  bias_force(model, ws, bias);
  std::vector<int> index;
  for (const std::string& name : expected.speeds) index.push_back(speed_index(model, name));
  expect_matrices(M, bias, index, expected, "newton-euler");
  expect_matrices_of<Multipliers>(model, state, index, expected);
  expect_matrices_of<GibbsAppell>(model, state, index, expected);
  expect_matrices_of<Lagrange>(model, state, index, expected);
  const auto vdot_printed = numbers(expected.vdot);
  const Given question = forward_question(model, VecX::Zero(model.nv()));
  for (const AnyFormulation& formulation : formulations_for(model, Ask::forward)) {
    const Solution solution = solve_or_throw(formulation, model, state, question);
    for (std::size_t i = 0; i < index.size(); ++i)
      EXPECT_NEAR(solution.vdot[index[i]], vdot_printed[i], std::max(vdot_tolerance, 1e-11 * std::abs(vdot_printed[i])))
          << Solver(formulation, model).name() << " vdot " << expected.speeds[i];
  }
}

// ---- planar ---------------------------------------------------------------------------------------------------------------------

Description planar_chain(RotaryInertia rotary, Stiffening stiffening) {
  BeamProperties A, B;
  A.mass_kg_per_m = 1, A.EI_z_N_m2 = 20, A.rotary_kg_m = {2e-3, 1e-3, 1e-3};
  B = A;
  B.mass_kg_per_m = 0.5, B.EI_z_N_m2 = 5;
  std::vector<BodyDescription> bodies = {elastic("A", 1, A, {shape({}, {0, 0, 1.5, -0.5}, {}, {}), shape({}, {0, 0, 1, -1}, {}, {})}, {0.1, 0.2}),
                                         elastic("B", 0.8, B, {shape({}, {0, 4, -4}, {}, {})}, {0.1})};
  for (BodyDescription& body : bodies) {
    body.beam->rotary = rotary;
    body.beam->stiffening = stiffening;
  }
  Description d = mechanism(
      {0, -9.81, 0}, bodies,
      {joint("qA", JointType::revolute, "ground", "A", {0, 0, 0}, {{0, 0, 1}}), joint("qB", JointType::revolute, "A", "B", {1, 0, 0}, {{0, 0, 1}})});
  FrameDescription end;
  end.body = {"B", {}};
  end.name = "end";
  end.pose.X.p = {0.8, 0, 0};
  d.frames.push_back(end);
  return d;
}
State planar_state(const Model& model) {
  State state = initial_state(model);
  set_state(model, {{"qA", 0.3}, {"A.mode1", 0.05}, {"A.mode2", -0.02}, {"qB", -0.5}, {"B.mode1", 0.03}},
            {{"qA", 1.2}, {"A.mode1", -0.4}, {"A.mode2", 0.3}, {"qB", -0.8}, {"B.mode1", 0.5}}, state);
  return state;
}
const Names planar_speeds = {"qA", "A.mode1", "A.mode2", "qB", "B.mode1"};

TEST(ElasticPlanarChain, HasThePublishedMassMatrixBiasAndAcceleration) {
  const Model model = build(planar_chain(RotaryInertia::element, Stiffening::none));
  const State state = planar_state(model);
  expect_dynamics(
      model, state,
      {planar_speeds,
       "1.11702362044 1.17683257039 1.2817718866 -0.183749357839 -0.241701295534 0.0959824761905 0.233749357839 0.279696533629 -0.0863253333333 "
       "0.0863253333333 0.346507055773 0.405093972578 -0.106666666667 0.106666666667 0.22",
       "9.78418219323 12.4325486545 -2.28991548266 1.52843449109 21.3319113768",
       "91.0327600959 -75.825434134 -94.142916086 170.088820416 -228.834987641"},
      1e-10);
  Workspace ws(model);
  update_velocities(model, state, ws);
  const Energy e = energy(model, ws);
  expect_near(e.kinetic_J, 0.318257188114, "T");
  expect_near(e.gravity_J, 2.87022982178, "V gravity");
  expect_near(e.strain_J, 0.37225, "V strain");
  const FrameKinematics end = frame_kinematics(model, ws, model.frame(*model.find_frame("B.end")));
  expect_near(end.X_WF.p.x, 1.73615452899, "p");
  expect_near(end.X_WF.p.y, 0.259441296055, "p");
  expect_near(end.V_WF_W.w.z, -3, "w");
  expect_near(end.V_WF_W.v.x, -0.335659222208, "v");
  expect_near(end.V_WF_W.v.y, 0.348740953801, "v");
  Mat6X J(6, model.nv());
  frame_jacobian(model, ws, model.frame(*model.find_frame("B.end")), J);
  const VecX V = J * state.v;
  EXPECT_NEAR(V[3], end.V_WF_W.v.x, 1e-14);
  EXPECT_NEAR(V[4], end.V_WF_W.v.y, 1e-14);
  EXPECT_NEAR(V[2], end.V_WF_W.w.z, 1e-14);
  update_accelerations(model, VecX::Zero(model.nv()), ws);
  const Motiond bias = frame_acceleration(model, ws, model.frame(*model.find_frame("B.end")));  // Jdot v
  EXPECT_NEAR(norm(bias.w), 0, 1e-14);
  expect_near(bias.v.x, -0.63618257245, "Jdot v");
  expect_near(bias.v.y, -0.189672492649, "Jdot v");
  for (const AnyFormulation& formulation : formulations_for(model, Ask::reactions)) {
    const Solution solution = solve_or_throw(formulation, model, state, forward_question(model, VecX::Zero(model.nv())), Reactions::compute);
    const Forced on_B = solution.reaction[static_cast<std::size_t>(index(*model.find_joint("qB")))].total;
    EXPECT_NEAR(on_B.f.x, -7.88626214791, 5e-11);  // twelve digits, of forces that are differences of larger ones
    EXPECT_NEAR(on_B.f.y, -12.9515102712, 5e-11);
    EXPECT_NEAR(norm(on_B.n), 0, 2e-13);
  }
}

TEST(ElasticPlanarChain, WithRotaryInertiaOfTheFrameOnly) {
  const Model model = build(planar_chain(RotaryInertia::frame, Stiffening::none));
  expect_dynamics(model, planar_state(model),
                  {planar_speeds, "", "9.78418219323 12.4325486545 -2.28991548266 1.52843449109 21.3319113768",
                   "75.8444055918 -54.422875461 -100.536123398 164.617584791 -252.418202074"},
                  1e-10);
}

TEST(ElasticPlanarChain, WithFullForeshortening) {
  const Model model = build(planar_chain(RotaryInertia::element, Stiffening::full));
  expect_dynamics(model, planar_state(model),
                  {planar_speeds, "", "9.99119757886 12.5500632695 -2.29541133651 1.53618660249 21.4339796652",
                   "271.15132387 -229.856025299 -415.08614515 -119.401937217 -248.007085313"},
                  1e-9);
}

// ---- spatial --------------------------------------------------------------------------------------------------------------------

Description spatial_tree(Stiffening stiffening) {
  BeamProperties p2, p3;
  p2.mass_kg_per_m = 1, p2.EI_y_N_m2 = 60, p2.EI_z_N_m2 = 90, p2.GI_x_N_m2 = 40, p2.rotary_kg_m = {20e-3, 8e-3, 12e-3};
  p3.mass_kg_per_m = 0.8, p3.EA_N = 900, p3.EI_z_N_m2 = 50, p3.rotary_kg_m = {10e-3, 4e-3, 6e-3};
  const std::vector<double> bend = {0, 0, 1.5, -0.5};
  BodyDescription b2 = elastic("b2", 1, p2, {shape({}, bend, {}, {}), shape({}, {}, bend, {}), shape({}, {}, {}, {0, 2, -1})}, {0.1, 0.2, 0.05});
  BodyDescription b3 = elastic("b3", 0.7, p3, {shape({0, 0.1}, {0, 0, 1}, {}, {})}, {0.1});
  b2.beam->stiffening = b3.beam->stiffening = stiffening;
  const auto rigid = [](std::string name, double m, Vec3d c, Vec3d I) { return body(std::move(name), m, c, {I.x, I.y, I.z, 0, 0, 0}); };
  Description d =
      mechanism({0, 0, -9.81},
                {rigid("hub", 2, {0.05, -0.02, 0.03}, {0.05, 0.06, 0.07}), b2, b3, rigid("r4", 0.6, {0.1, 0, -0.1}, {0.01, 0.012, 0.008}),
                 rigid("r5", 0.3, {0, 0.04, 0}, {0.002, 0.002, 0.003}), rigid("r6", 0.7, {0.1, 0.05, 0}, {0.006, 0.007, 0.008}),
                 rigid("r7", 0.5, {0.05, 0.02, 0.01}, {0.003, 0.004, 0.005}), rigid("r8", 0.4, {0.03, 0.01, 0.02}, {0.001, 0.002, 0.003})},
                {joint("hub", JointType::free, "ground", "hub", {0, 0, 0}),
                 at(joint("b2", JointType::revolute, "hub", "b2", {0.2, 0.1, 0}, {{0, 0, 1}}), Rx(0.4)),
                 at(joint("b3", JointType::spherical, "b2", "b3", {1, 0, 0}), Ry(0.3)),
                 joint("r4", JointType::universal, "b2", "r4", {0.4, 0.05, 0}, {{1, 0, 0}, {0, 1, 0}}),
                 at(joint("r5", JointType::prismatic, "r4", "r5", {0, 0, -0.2}, {{0, 0, 1}}), Rx(-0.5)),
                 at(joint("r6", JointType::cylindrical, "hub", "r6", {-0.2, 0, 0.1}, {{0, 0, 1}}), Ry(0.6)),
                 joint("r7", JointType::planar, "r6", "r7", {0.1, 0, 0}, {{1, 0, 0}, {0, 1, 0}}),
                 at(joint("r8", JointType::weld, "b3", "r8", {0.72, 0, 0}), Rz(0.2))});
  FrameDescription end;
  end.body = {"b3", {}};
  end.name = "end";
  end.pose.X.p = {0.7, 0, 0};
  d.frames.push_back(end);
  return d;
}
const Names spatial_speeds = {"hub.wx",   "hub.wy",   "hub.wz",   "hub.vx", "hub.vy", "hub.vz",   "b2",   "b2.mode1",
                              "b2.mode2", "b2.mode3", "b3.wx",    "b3.wy",  "b3.wz",  "b3.mode1", "r4.a", "r4.b",
                              "r5",       "r6.angle", "r6.slide", "r7.x",   "r7.y",   "r7.angle"};
State spatial_state(const Model& model) {
  const double v[] = {0.5, -0.3, 0.8, 0.2, 0.1, -0.4, 1.1, 0.3, -0.2, 0.6, 0.7, -0.5, 0.4, -0.3, 0.9, -0.6, 0.25, 0.45, -0.35, 0.15, 0.2, -0.7};
  std::map<std::string, double> speeds;
  for (std::size_t i = 0; i < spatial_speeds.size(); ++i) speeds[spatial_speeds[i]] = v[i];
  State state = initial_state(model);
  set_state(model, {{"hub.x", 0.1},  {"hub.y", 0.2},    {"hub.z", 0.3},     {"hub.qw", 0.8},     {"hub.qx", 0.2},   {"hub.qy", -0.4},
                    {"hub.qz", 0.4}, {"b2", 0.5},       {"b2.mode1", 0.06}, {"b2.mode2", -0.05}, {"b2.mode3", 0.2}, {"b3.qw", 0.9},
                    {"b3.qx", -0.3}, {"b3.qy", 0.1},    {"b3.qz", 0.3},     {"b3.mode1", 0.04},  {"r4.a", 0.3},     {"r4.b", -0.4},
                    {"r5", 0.15},    {"r6.angle", 0.7}, {"r6.slide", -0.1}, {"r7.x", 0.05},      {"r7.y", -0.08},   {"r7.angle", 0.6}},
            speeds, state);
  for (const char* name : {"hub.qw", "b3.qw"}) {
    for (int i = 0; i < model.nq(); ++i)
      if (model.coordinate_names()[static_cast<std::size_t>(i)] == name) state.q.segment(i, 4).normalize();
  }
  return state;
}

TEST(ElasticSpatialTree, HasThePublishedMassMatrixBiasAndAcceleration) {
  const Model model = build(spatial_tree(Stiffening::none));
  const State state = spatial_state(model);
  expect_dynamics(model, state,
                  {spatial_speeds,
                   R"(1.71409562767
-1.65191416482 2.116831659
-0.211912113162 -0.1575940634 3.68935717827
0 0.274508495437 -1.89165162656 6.06
-0.274508495437 0 2.09626028713 0 6.06
1.89165162656 -2.09626028713 0 0 0 6.06
0.368149321488 -0.732305358878 2.75815583342 -1.50678873598 1.50817972536 0.637648160521 2.35933097805
0.458292513625 -0.77809447403 2.79316362284 -1.45938095263 1.33919389416 0.638199581521 2.44485925953 2.6291626245
1.88433317977 -1.90718845672 -1.08244077975 0.422392356162 -0.598051538406 1.92782409529 -0.255372524719 -0.210803374462 2.5687234832
0.528817110918 -0.467078264102 0.224579662714 -0.125765590204 0.0597757648116 0.453640653204 0.330814009449 0.396162438008 0.511687563322 0.245174134024
0.0426022760932 -0.0274577436849 -0.00803220141041 0.0078125223432 0.00329398176833 0.0317688090173 0.000932919560431 0.000666166478393 0.045396911705 0.0213890856131 0.00990805546392
-0.609886540661 0.554624309984 -0.0778764439039 0.00221429859887 -0.0665913375208 -0.492420680371 -0.236887418103 -0.297189189449 -0.71202060937 -0.255858724388 -0.0222990188512 0.32198310592
-0.016984317101 -0.0263132271418 0.688198241315 -0.494027580519 0.0608978612338 -0.0099387644851 0.588172394591 0.684190017386 -0.28704546323 0.0753554329489 -0.00599446944281 -0.000488520269818 0.325971161384
-0.0439344796208 -0.0146246153785 0.992208877343 -0.618931558663 0.16072462205 -0.0252320276933 0.834930343488 0.972801616658 -0.437107983793 0.10284469128 -0.00903562697945 0.000318513514806 0.450122613051 0.660685070082
0.0370750767478 -0.0281520479801 0.0172457521585 -0.0180413826825 0.0100501745533 0.0612375274609 0.0185648240568 0.0118274777313 0.0132946366979 0.0137200031407 0 0 0 0 0.018895488444
-0.0400293330264 0.0443048358667 0.0600728273112 -0.0701454215879 0.0301392027033 -0.072196690785 0.0316877354522 0.0221526674331 -0.0404953485768 -0.00375947611745 0 0 0 0 -0.0012582915853 0.0285288052746
0.130759269326 -0.131355868071 -0.0207237085926 -0.0921186180894 -0.131668011738 0.253333169732 0.0281042355189 0.0230683956542 0.0634582693347 0.0331833185296 0 0 0 0 0.0375475417163 0 0.3
0.0191729384846 0.0147267537313 0.00377101912213 -0.0960288689536 0.111175094454 0.0656968839145 0 0 0 0 0 0 0 0 0 0 0 0.0385669828142
0.0960288689536 0.154662549932 -0.0656968839145 0.677570968074 0 0.990402737892 0 0 0 0 0 0 0 0 0 0 0 0 1.2
0.00167040212148 -0.0460415620188 -0.0662394915491 0.315625748476 0.322108843619 -0.215931192193 0 0 0 0 0 0 0 0 0 0 0 0.017630582016 0 0.5
0.0409746708502 0.0387802727068 -0.0216485784064 -0.265847900516 0.382421093642 0.181876334163 0 0 0 0 0 0 0 0 0 0 0 0.0899869656388 0 0 0.5
0.00397665248865 0.0032222431199 0.00644126282015 -0.0220892352887 -0.00294811113856 0.0151120589291 0 0 0 0 0 0 0 0 0 0 0 0.0069084914071 0 -0.022369417984 0.0149869656388 0.00645)",
                   "11.7302097372 -11.0258117751 -16.7608264281 38.7019030834 -8.7337240706 36.2148599532 -8.5489987934 8.33978872246 "
                   "6.06434332653 12.3375906726 0.159980955846 -2.1334228477 -1.65390356982 21.0223561492 0.23162576498 -0.873274149538 "
                   "1.12209208707 -0.337758945038 11.231565876 1.0414012697 -0.725412555824 -0.0683217795515",
                   "157.343093688 104.115262643 -31.2202055021 12.9467439617 -1.48627675089 1.62225331012 432.693542976 -384.893474701 "
                   "-57.8050411931 -1156.77158445 365.362718718 -936.420956113 1179.67722513 -596.138867986 466.045358631 -202.7273782 "
                   "43.9739556576 -71.8240879608 -45.7282244864 -0.747902236522 -0.775614118117 8.74608844975"},
                  1e-10);
  Workspace ws(model);
  update_velocities(model, state, ws);
  const Energy e = energy(model, ws);
  expect_near(e.kinetic_J, 8.23605973049, "T");
  expect_near(e.gravity_J, 35.9017877375, "V gravity");
  expect_near(e.strain_J, 2.25442468416, "V strain");
  const FrameKinematics end = frame_kinematics(model, ws, model.frame(*model.find_frame("b3.end")));
  const auto compare = [](const Vec3d& computed, const Vec3d& printed, double tolerance) { EXPECT_NEAR(norm(computed - printed), 0, tolerance); };
  compare(end.X_WF.p, {-0.556900535339, 1.49202368576, 1.24706609909}, 1e-11);
  compare(end.V_WF_W.w, {-0.452636387902, -0.424421751871, 2.35580377945}, 1e-11);
  compare(end.V_WF_W.v, {-3.60591929174, -0.862646890604, -1.23640149134}, 1e-11);
  update_accelerations(model, VecX::Zero(model.nv()), ws);
  const Motiond bias = frame_acceleration(model, ws, model.frame(*model.find_frame("b3.end")));  // Jdot v
  compare(bias.w, {-3.27730220137, -0.320091214187, -1.51488546425}, 2e-11);
  compare(bias.v, {4.78902517497, -7.27552409029, -4.90607213943}, 2e-11);
  for (const AnyFormulation& formulation : formulations_for(model, Ask::reactions)) {
    const Solution solution = solve_or_throw(formulation, model, state, forward_question(model, VecX::Zero(model.nv())), Reactions::compute);
    const auto on = [&](const char* joint) { return solution.reaction[static_cast<std::size_t>(index(*model.find_joint(joint)))].total; };
    compare(on("b2").n, {5.23312884198, -7.52186556532, -9.96705579892}, 1e-9);
    compare(on("b2").f, {-27.5555237778, -16.2045520081, -36.5617588263}, 1e-9);
    compare(on("b3").n, {0, 0, 0}, 1e-9);
    compare(on("b3").f, {32.3778671564, -50.4099754642, -30.9676450438}, 1e-9);
    compare(on("r4").n, {0.345822943147, -0.89834416938, 0.778524870114}, 1e-9);
    compare(on("r4").f, {-36.7010047604, 20.3147605248, -1.60111964063}, 1e-9);
  }
}

// b2 of the tree by itself, moving with the twist V: its bias without stiffness and damping, and the acceleration of its end section, in the axes of the section, that comes with no
// rate of V and of the modal speeds.
TEST(ElasticBeamAlone, HasTheKnownBias) {
  struct Case {
    Stiffening stiffening;
    const char *bias, *tip_linear;
  };
  for (const Case& c :
       {Case{Stiffening::none,
             "0.0354196540952 -0.472756449429 0.436337833486 -1.0316625 0.809225 0.9426875 0.310970914286 0.378886028571 -0.00266186666667",
             "1.43334108712 -1.34436565971 -0.992299973588"},
        Case{Stiffening::full,
             "0.0348896137381 -0.466569990948 0.42933568451 -1.0800808125 0.798793625 0.9383159375 0.332609892649 0.352019540649 -0.00266186666667",
             "1.27858319809 -1.33647249963 -1.01970916532"}}) {
    SCOPED_TRACE(c.stiffening == Stiffening::full ? "full foreshortening" : "no foreshortening");
    BodyDescription b2 = spatial_tree(c.stiffening).bodies[1];
    b2.beam->modal_damping_N_s_per_m = {};
    Description d = mechanism({0, 0, 0}, {b2}, {joint("hub", JointType::free, "ground", "b2", {0, 0, 0})});
    FrameDescription tip;
    tip.body = {"b2", {}};
    tip.name = "tip";
    tip.pose.X.p = {1, 0, 0};
    d.frames.push_back(tip);
    const Model model = build(d);
    State state = initial_state(model);
    set_state(model, {{"hub.qw", 1}, {"b2.mode1", 0.06}, {"b2.mode2", -0.05}, {"b2.mode3", 0.2}},
              {{"hub.wx", 0.3},
               {"hub.wy", -0.2},
               {"hub.wz", 0.5},
               {"hub.vx", 1},
               {"hub.vy", 2},
               {"hub.vz", -1},
               {"b2.mode1", 0.3},
               {"b2.mode2", -0.2},
               {"b2.mode3", 0.6}},
              state);
    Workspace ws(model);
    update_velocities(model, state, ws);
    VecX bias;
    bias_force(model, ws, bias);
    const ElasticBody& beam = model.elastic_bodies()[0];
    bias.segment(beam.v_begin, 3) -= beam.field.K * state.q.segment(beam.q_begin, 3);
    const Names speeds = {"hub.wx", "hub.wy", "hub.wz", "hub.vx", "hub.vy", "hub.vz", "b2.mode1", "b2.mode2", "b2.mode3"};
    const auto printed = numbers(c.bias), linear = numbers(c.tip_linear);
    for (std::size_t i = 0; i < speeds.size(); ++i) expect_near(bias[speed_index(model, speeds[i])], printed[i], speeds[i]);
    const Frame& frame = model.frame(*model.find_frame("b2.tip"));
    const FrameKinematics at_tip = frame_kinematics(model, ws, frame);
    update_accelerations(model, VecX::Zero(model.nv()), ws);
    const Motiond A = frame_acceleration(model, ws, frame);
    // seen from the ground -> rate of the twist in the axes of the section
    const Vec3d angular = transpose_times(at_tip.X_WF.R, A.w),
                of_point = transpose_times(at_tip.X_WF.R, A.v - cross(at_tip.V_WF_W.w, at_tip.V_WF_W.v));
    const double known[6] = {-0.224417486043, 0.220056498363, 0.145466196448, linear[0], linear[1], linear[2]};
    for (int k = 0; k < 3; ++k) {
      expect_near(angular[k], known[k], "turn of the tip");
      expect_near(of_point[k], known[k + 3], "tip");
    }
  }
}

TEST(ElasticSpatialTree, WithFullForeshortening) {
  const Model model = build(spatial_tree(Stiffening::full));
  expect_dynamics(model, spatial_state(model),
                  {spatial_speeds, "",
                   "11.68727015 -10.9484388918 -16.8379257451 38.5351778649 -9.01907622755 36.1422851435 -8.60728105574 8.14083241961 "
                   "6.13836550158 12.3323951498 0.157226578096 -2.10498561385 -1.57783896421 21.4533768931 0.230937009923 -0.87259173371 "
                   "1.12259961989 -0.337758945038 11.231565876 1.0414012697 -0.725412555824 -0.0683217795515",
                   "126.249339426 130.977737935 -51.5371888294 14.1202883629 -7.09175950359 0.825958675816 654.324075393 -603.232652837 "
                   "-9.47192610123 -1113.74570347 279.532701243 -938.43689336 1650.59760849 -793.662065192 424.016727365 -231.679461456 "
                   "54.2852228885 -46.7166753352 -47.8198833181 1.19151881571 -0.784677262791 17.9638600653"},
                  1e-9);
}

}  // namespace
}  // namespace zanjir::test
