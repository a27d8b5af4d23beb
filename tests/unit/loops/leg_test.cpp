// Every leg type in closed form against its numeric twin, on random geometry and random reachable poses of the end; and how it fails.
#include "zanjir/loops/leg.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "support/descriptions.hpp"
#include "support/settable.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/branches.hpp"

namespace zanjir {
namespace {

using test::body;
using test::joint;

Vec3d random_point(Random& random, double size) { return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)}; }
Vec3d random_direction(Random& random) {
  const Vec3d a{random.normal(), random.normal(), random.normal()};
  return a * (1 / norm(a));
}
Vec3d normal_to(const Vec3d& a, Random& random) {
  const Vec3d b = cross(a, random_direction(random));
  return b * (1 / norm(b));
}

struct LegCase {
  const char* type;
  int most;             // solutions of a pose that can be reached; fewer where a universal joint cannot point there
  bool planar = false;  // all revolute axes parallel, slides across them
};

// ground - j1 - ... - platform, where the last joint is cut and the platform's pose is given by a free joint.
struct SingleLeg {
  SingleLeg(const LegCase& c, Random& random) {
    const std::string type = c.type;
    const Vec3d common = random_direction(random);
    Description d = test::mechanism({0, 0, -9.81}, {}, {});
    for (std::size_t i = 0; i + 1 < type.size(); ++i) d.bodies.push_back(body("b" + std::to_string(i), 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}));
    d.bodies.push_back(body("platform", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}));
    d.joints.push_back(joint("pose", JointType::free, "ground", "platform", {0, 0, 0}));
    for (std::size_t i = 0; i < type.size(); ++i) {
      const bool last = i + 1 == type.size();
      const std::string parent = i == 0 ? "ground" : "b" + std::to_string(i - 1), child = last ? "platform" : "b" + std::to_string(i);
      JointDescription j = joint("j" + std::to_string(i), JointType::revolute, parent, child, random_point(random, 0.5));
      switch (type[i]) {
        case 'R': j.axes = {c.planar ? common : random_direction(random)}; break;
        case 'P':
          j.type = JointType::prismatic;
          j.axes = {c.planar ? normal_to(common, random) : random_direction(random)};
          break;
        case 'U': {
          j.type = JointType::universal;
          const Vec3d a = random_direction(random);
          j.axes = {a, normal_to(a, random)};
          break;
        }
        case 'S': j.type = JointType::spherical; break;
        default: ADD_FAILURE() << type;
      }
      j.cut = last;
      if (last) {
        j.at_child.X.p = random_point(random, 0.3);
        j.at_child_given = true;
      }
      d.joints.push_back(j);
    }
    model = std::make_unique<Model>(test::build(d));
    // A reachable pose: the chain anywhere, then the platform as the last joint lets it be.
    state = initial_state(*model);
    VecX away(model->nv());
    for (Eigen::Index i = 0; i < away.size(); ++i) away[i] = random.uniform(-1.5, 1.5);
    retract(*model, initial_state(*model).q, away, state.q);
    Workspace ws(*model);
    update_positions(*model, state, ws);
    const Joint& last = std::get<CutJoint>(model->constraints()[0]).joint;
    std::vector<double> q(7, 0.0);
    for (double& x : q) x = random.uniform(-1, 1);
    const Transformd X_WP = body_pose(*model, ws, last.parent) * last.X_PJ * joint_motion(last, q.data()) * inverse(last.X_CJ);
    const Joint& pose = model->joint(*model->find_joint("pose"));
    joint_coordinates(pose, X_WP, state.q.data() + pose.q_begin);
    question.held.assign(static_cast<std::size_t>(model->nv()), false);
    for (int i = 0; i < 6; ++i) question.held[static_cast<std::size_t>(pose.v_begin + i)] = true;
  }
  std::unique_ptr<Model> model;
  State state;  // closed
  BranchQuestion question;
};

class EveryLeg : public testing::TestWithParam<LegCase> {};

TEST_P(EveryLeg, AgreesWithTheNumericTwin) {
  int most = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const SingleLeg leg(GetParam(), random);
    State near = leg.state;
    const Branches closed = find_branches(*leg.model, leg.question, near);
    ASSERT_TRUE(closed.closed_form);
    EXPECT_TRUE(closed.complete);
    ASSERT_EQ(closed.legs.size(), 1u);
    BranchSearch numeric;
    numeric.method = BranchSearch::Method::numeric;
    numeric.seed = seed;
    const Branches twin = find_branches(*leg.model, leg.question, near, numeric);
    EXPECT_FALSE(twin.complete);
    EXPECT_LE(closed.count, GetParam().most);
    most = std::max(most, closed.count);
    EXPECT_EQ(closed.count, twin.count);
    ASSERT_FALSE(closed.list.empty());
    EXPECT_LT(closed.list[0].distance, 4e-12) << "the configuration that the pose was made from";
    std::vector<std::string> labels;
    for (const Branch& branch : closed.list) {
      EXPECT_LT(branch.residual, 1e-12);
      EXPECT_EQ(std::count(labels.begin(), labels.end(), branch.label), 0) << branch.label;
      labels.push_back(branch.label);
      EXPECT_EQ(branch.freedoms, closed.legs[0].spins ? 1 : 0);
      if (branch.freedoms > 0) continue;
      double nearest = 1e300;
      for (const Branch& other : twin.list)
        nearest = std::min(nearest, difference(*leg.model, branch.state.q, other.state.q).lpNorm<Eigen::Infinity>());
      EXPECT_LT(nearest, 1e-11) << branch.label;
    }
  }
  EXPECT_EQ(most, GetParam().most);
}

INSTANTIATE_TEST_SUITE_P(ClosedForm, EveryLeg,
                         testing::Values(LegCase{"RRR", 2, true}, LegCase{"RPR", 2, true}, LegCase{"PRR", 2, true}, LegCase{"RRP", 2, true},
                                         LegCase{"UPS", 4}, LegCase{"SPU", 4}, LegCase{"RPS", 1}, LegCase{"SPR", 1}, LegCase{"SPS", 2},
                                         LegCase{"PRS", 1}, LegCase{"RUS", 4}, LegCase{"RSS", 2}, LegCase{"PUS", 4}, LegCase{"SUP", 4},
                                         LegCase{"PSS", 2}, LegCase{"US", 2}, LegCase{"SS", 1}, LegCase{"RS", 1}),
                         [](const auto& info) { return std::string(info.param.type); });

// -- ten thousand configurations of every kind of leg ----------------------------------------------------------------------------------

Joint link_joint(JointType type, const std::vector<Vec3d>& axes, const Vec3d& place, int i) {
  Joint j;
  j.name = "j" + std::to_string(i);
  j.type = type;
  j.axes = axes;
  j.X_PJ.p = place;
  j.parent = static_cast<BodyId>(i);
  j.child = static_cast<BodyId>(i + 1);
  return j;
}

// Letters with random geometry; or a layout whose axes meet, are parallel or at right angles, as it takes.
std::vector<Joint> chain_of(const std::string& name, Random& random) {
  constexpr Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, o{0, 0, 0};
  const auto R = [](const Vec3d& a, const Vec3d& p, int i) { return link_joint(JointType::revolute, {a}, p, i); };
  const auto P = [](const Vec3d& a, const Vec3d& p, int i) { return link_joint(JointType::prismatic, {a}, p, i); };
  const auto S = [](const Vec3d& p, int i) { return link_joint(JointType::spherical, {}, p, i); };
  if (name == "SPRR") return {S({0.14, 0.02, 0.13}, 0), P(z, o, 1), R(y, o, 2), R(z, {-0.01, 0, 0}, 3)};
  if (name == "RRPS") return {R(z, {0.14, 0.02, 0.13}, 0), R(y, {0.01, 0, 0}, 1), P(z, o, 2), S(o, 3)};
  if (name == "UP") return {link_joint(JointType::universal, {x, y}, {0.1, 0, 0.2}, 0), P(z, o, 1)};
  if (name == "UPU") return {link_joint(JointType::universal, {x, y}, {0.1, 0, 0.2}, 0), P(z, o, 1), link_joint(JointType::universal, {y, x}, o, 2)};
  if (name == "Puma") return {R(z, o, 0), R(y, {0, 0.15, 0}, 1), R(y, {0.43, 0.02, 0}, 2), R(x, {0.02, -0.01, 0.43}, 3), R(y, o, 4), R(x, o, 5)};
  if (name == "UR5")  // no three axes meet, but three are parallel
    return {R(z, {0, 0, 0.09}, 0),    R(y, {0, 0.1, 0}, 1), R(y, {0.43, -0.05, 0}, 2),
            R(y, {0.39, 0.02, 0}, 3), R(z, {0, 0.1, 0}, 4), R(y, {0, 0, 0.09}, 5)};
  if (name == "Stanford") return {R(z, o, 0), R(y, {0, 0.15, 0.4}, 1), P(x, o, 2), R(x, o, 3), R(y, o, 4), R(x, o, 5)};
  if (name == "Spherical3R") return {R(random_direction(random), o, 0), R(random_direction(random), o, 1), R(random_direction(random), o, 2)};
  if (name == "Scara") return {R(z, o, 0), R(z, {0.3, 0, 0.1}, 1), P(z, {0.3, 0, 0}, 2), R(z, o, 3)};
  std::vector<Joint> chain;
  const bool planar = name == "RRR" || name == "RPR" || name == "PRR";
  const Vec3d common = random_direction(random);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const Vec3d place = random_point(random, 0.5), a = random_direction(random);
    const int k = static_cast<int>(i);
    if (name[i] == 'R') chain.push_back(R(planar ? common : a, place, k));
    if (name[i] == 'P') chain.push_back(P(planar ? normal_to(common, random) : a, place, k));
    if (name[i] == 'U') chain.push_back(link_joint(JointType::universal, {a, normal_to(a, random)}, place, k));
    if (name[i] == 'S') chain.push_back(S(place, k));
    if (name[i] == 'C') chain.push_back(link_joint(JointType::cylindrical, {a}, place, k));
  }
  chain.back().X_CJ.p = random_point(random, 0.3);
  return chain;
}

double apart(const Transformd& a, const Transformd& b) {
  return std::max(norm(a.p - b.p), norm(spatial::log_quaternion(spatial::to_quaternion(transpose(a.R) * b.R))));
}
double widest_gap(const Leg& leg, const std::vector<Transformd>& poses) {
  double gap = 0;
  for (std::size_t i = 0; i < leg.joints.size(); ++i) {
    const Joint& j = leg.joints[i];
    const Transformd X_JC = inverse(poses[i] * j.X_PJ) * poses[i + 1] * j.X_CJ;
    double q[7] = {};
    joint_coordinates(j, X_JC, q);
    gap = std::max(gap, apart(joint_motion(j, q), X_JC));
  }
  return gap;
}

struct ChainCase {
  const char* name;
  int most;            // solutions that close
  bool exact = false;  // all of its roots close: it has the six freedoms that a pose asks for
};
class EveryChain : public testing::TestWithParam<ChainCase> {};

TEST_P(EveryChain, TenThousandConfigurationsAreFoundAgain) {
  Random random(3);
  int most = 0, lost = 0;
  double widest = 0;
  for (int geometry = 0; geometry < 20; ++geometry) {
    const std::optional<Leg> leg = recognise_leg(chain_of(GetParam().name, random));
    ASSERT_TRUE(leg) << GetParam().name;
    for (int trial = 0; trial < 500; ++trial) {
      std::vector<Transformd> poses(1);
      for (const Joint& j : leg->joints) {
        double q[7];
        for (double& x : q) x = random.uniform(-3, 3);
        if (j.type == JointType::prismatic) q[0] *= 0.3;
        poses.push_back(poses.back() * j.X_PJ * joint_motion(j, q) * inverse(j.X_CJ));
      }
      const LegSolutions found = solve_leg(*leg, poses.front(), poses.back(), poses);
      int closed = 0;
      double nearest = 1e300, least_gap = 1e300;
      for (const std::vector<Transformd>& between : found.X_WB) {
        std::vector<Transformd> all{poses.front()};
        all.insert(all.end(), between.begin(), between.end());
        all.push_back(poses.back());
        const double gap = widest_gap(*leg, all);
        least_gap = std::min(least_gap, gap);
        double off = 0;
        for (std::size_t b = 0; b < between.size(); ++b) off = std::max(off, apart(between[b], poses[b + 1]));
        nearest = std::min(nearest, off);
        if (GetParam().exact) widest = std::max(widest, gap);
        if (GetParam().exact || gap < 1e-9) ++closed;  // a false root may come near
      }
      most = std::max(most, closed);
      widest = std::max(widest, least_gap);
      if (!(nearest < 1e-6)) ++lost;  // near a double root a configuration is known to the root of rounding
    }
  }
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(most, GetParam().most);
  EXPECT_LT(widest, 1e-12);
}

// -- the numeric twin: Gauss-Newton steps on the pose of the chain's end, by what joints are defined to do. It shares nothing with the plan of a leg.
class NumericLeg {
 public:
  using Coordinates = std::vector<std::array<double, 7>>;  // per joint
  NumericLeg(const Leg& leg, const Transformd& X_WEnd) : leg_(leg), X_WEnd_(X_WEnd) {}

  Coordinates at(const std::vector<Transformd>& poses) const {
    Coordinates q(leg_.joints.size());
    for (std::size_t k = 0; k < q.size(); ++k) {
      const Joint& j = leg_.joints[k];
      joint_coordinates(j, inverse(poses[k] * j.X_PJ) * poses[k + 1] * j.X_CJ, q[k].data());
    }
    return q;
  }
  std::vector<Transformd> poses(const Coordinates& q) const {
    std::vector<Transformd> X(1);
    for (std::size_t k = 0; k < q.size(); ++k)
      X.push_back(X.back() * leg_.joints[k].X_PJ * joint_motion(leg_.joints[k], q[k].data()) * inverse(leg_.joints[k].X_CJ));
    return X;
  }
  void move(Coordinates& q, const VecX& step) const {
    Eigen::Index i = 0;
    for (std::size_t k = 0; k < q.size(); ++k) {
      if (leg_.joints[k].type == JointType::spherical) {
        const Quatd r = normalized(Quatd{q[k][0], q[k][1], q[k][2], q[k][3]} * spatial::exp_quaternion(Vec3d{step[i], step[i + 1], step[i + 2]}));
        q[k] = {r.w, r.x, r.y, r.z};
        i += 3;
      } else {
        for (int part = 0; part < nv_of(leg_.joints[k].type); ++part) q[k][static_cast<std::size_t>(part)] += step[i++];
      }
    }
  }
  // To a root, from wherever that may be. `sigma`: the smallest singular value there, metres and radians; a rod's own spin does not count. `left`: the norm of what
  // is left to go, where rounding of the poses may allow no better than some 1e-13.
  bool solve(Coordinates& q, double& sigma, double& left) const {
    for (int iteration = 0; iteration < 40; ++iteration) {
      const auto [J, off] = rows(q);
      if (off.lpNorm<Eigen::Infinity>() < 1e-14 || (off.lpNorm<Eigen::Infinity>() < 1e-12 && iteration == 39)) {
        const Eigen::Index rank = std::min<Eigen::Index>(6, J.cols()) - (leg_.spins && J.cols() <= 6 ? 1 : 0);
        sigma = Eigen::JacobiSVD<MatX>(J).singularValues()[rank - 1];
        left = off.norm();
        return true;
      }
      Eigen::CompleteOrthogonalDecomposition<MatX> decomposed(J);
      VecX step = decomposed.solve(off);
      if (!step.allFinite()) return false;
      if (const double size = step.lpNorm<Eigen::Infinity>(); size > 1) step /= size;
      move(q, step);
    }
    return false;
  }
  Eigen::Index freedoms() const {
    Eigen::Index n = 0;
    for (const Joint& j : leg_.joints) n += nv_of(j.type);
    return n;
  }

 private:
  std::pair<MatX, VecX> rows(const Coordinates& q) const {
    const std::vector<Transformd> X = poses(q);
    MatX J(6, freedoms());
    Eigen::Index column = 0;
    for (std::size_t k = 0; k < q.size(); ++k) {
      const Joint& j = leg_.joints[k];
      const Mat3d R = (X[k] * j.X_PJ).R;
      const Vec3d to_end = X.back().p - (X[k + 1] * j.X_CJ).p;
      for (const Motiond& S : joint_subspace(j, q[k].data())) {
        const Vec3d w = R * S.w, v = R * S.v + cross(w, to_end);
        J.col(column++) << w.x, w.y, w.z, v.x, v.y, v.z;
      }
    }
    const Vec3d turn = X.back().R * spatial::log_quaternion(spatial::to_quaternion(transpose(X.back().R) * X_WEnd_.R)),
                shift = X_WEnd_.p - X.back().p;
    VecX off(6);
    off << turn.x, turn.y, turn.z, shift.x, shift.y, shift.z;
    return {J, off};
  }

  const Leg& leg_;
  Transformd X_WEnd_;
};

// How far apart two roots are: bodies between the ends; where one of these may spin, the joints that do not.
double roots_apart(const Leg& leg, const NumericLeg& numeric, const std::vector<Transformd>& a, const std::vector<Transformd>& b) {
  double off = 0;
  if (!leg.spins) {
    for (std::size_t i = 0; i < a.size(); ++i) off = std::max(off, apart(a[i], b[i]));
    return off;
  }
  const auto p = numeric.at(a), q = numeric.at(b);
  for (std::size_t k = 0; k < leg.joints.size(); ++k) {
    const double d = p[k][0] - q[k][0];
    if (leg.joints[k].type == JointType::prismatic) off = std::max(off, std::abs(d));
    if (leg.joints[k].type == JointType::revolute) off = std::max(off, std::abs(std::remainder(d, 2 * std::numbers::pi)));
  }
  return off;
}

// Every root of the closed form is one of the twin's, which comes back to it from beside; and no root that the twin finds from anywhere is missing. Both know a
// root to rounding over the smallest singular value there, the twin to what it has left to go over it. ZANJIR_LEG_POSES=10000 for as many poses of each kind.
TEST_P(EveryChain, HasTheRootsOfTheNumericTwin) {
  const long n = test::number_from("ZANJIR_LEG_POSES", 100);
  const int geometries = 20, starts = 4;
  constexpr double rounding = 1e-14, usual = 1e-12, too_near_to_another_root = 1e-3;
  Random random(5);
  long compared = 0, to_the_usual = 0, found = 0, lone = 0;
  double worst = 0;
  for (int geometry = 0; geometry < geometries; ++geometry) {
    const std::optional<Leg> leg = recognise_leg(chain_of(GetParam().name, random));
    ASSERT_TRUE(leg) << GetParam().name;
    for (long trial = 0; trial < n / geometries; ++trial) {
      NumericLeg::Coordinates made(leg->joints.size());
      const auto anywhere = [&] {
        for (std::size_t k = 0; k < made.size(); ++k) {
          for (double& x : made[k]) x = random.uniform(-3, 3);
          if (leg->joints[k].type == JointType::prismatic) made[k][0] *= 0.3;
        }
      };
      anywhere();
      const Transformd X_WEnd = NumericLeg(*leg, {}).poses(made).back();
      const NumericLeg numeric(*leg, X_WEnd);
      const std::vector<Transformd> near = numeric.poses(made);
      std::vector<std::vector<Transformd>> roots;
      for (const std::vector<Transformd>& between : solve_leg(*leg, {}, X_WEnd, near).X_WB) {
        roots.push_back({Transformd{}});
        roots.back().insert(roots.back().end(), between.begin(), between.end());
        roots.back().push_back(X_WEnd);
        if (!GetParam().exact && widest_gap(*leg, roots.back()) > 1e-9) roots.pop_back();
      }
      double sigma = 0, left = 0;
      const auto known_to = [&] { return std::max(usual, (rounding + left) / sigma); };
      for (const std::vector<Transformd>& root : roots) {
        NumericLeg::Coordinates q = numeric.at(root);
        VecX aside(numeric.freedoms());
        for (double& x : aside) x = random.uniform(-1e-4, 1e-4);
        numeric.move(q, aside);
        if (!numeric.solve(q, sigma, left) || sigma < too_near_to_another_root) continue;
        const double off = roots_apart(*leg, numeric, root, numeric.poses(q));
        EXPECT_LT(off, known_to()) << "sigma " << sigma;
        ++compared;
        to_the_usual += off < usual;
        worst = std::max(worst, off);
      }
      for (int start = 0; start < starts; ++start) {
        anywhere();
        if (!numeric.solve(made, sigma, left) || sigma < too_near_to_another_root) continue;
        double nearest = 1e300;
        const std::vector<Transformd> root = numeric.poses(made);
        for (const std::vector<Transformd>& other : roots) nearest = std::min(nearest, roots_apart(*leg, numeric, root, other));
        ++found;
        if (!(nearest < known_to())) ++lone;
      }
    }
  }
  EXPECT_EQ(lone, 0) << "of " << found << " roots that the twin has found";
  EXPECT_GT(compared, n / 2);
  EXPECT_GT(found, n / 4);
  RecordProperty("compared", std::to_string(compared));
  if (n >= 10000)
    std::printf("%-12s %ld roots compared, %.3f%% to 1e-12, the worst %.1e; %ld found from anywhere\n", GetParam().name, compared,
                100.0 * static_cast<double>(to_the_usual) / static_cast<double>(compared), worst, found);
}

INSTANTIATE_TEST_SUITE_P(ClosedForm, EveryChain,
                         testing::Values(ChainCase{"SPRR", 4, true}, ChainCase{"RRPS", 4, true}, ChainCase{"SPR", 1}, ChainCase{"UPS", 4, true},
                                         ChainCase{"SPU", 4, true}, ChainCase{"SPS", 2, true}, ChainCase{"PUS", 4, true}, ChainCase{"RPS", 1},
                                         ChainCase{"RRR", 2, true}, ChainCase{"RPR", 2, true}, ChainCase{"PRR", 2, true}, ChainCase{"RUS", 4, true},
                                         ChainCase{"SUR", 4, true}, ChainCase{"RSS", 2, true}, ChainCase{"PSS", 2, true}, ChainCase{"PRS", 1},
                                         ChainCase{"US", 2, true}, ChainCase{"SS", 1, true}, ChainCase{"UP", 1}, ChainCase{"UPU", 4},
                                         ChainCase{"CS", 1}, ChainCase{"Puma", 8, true}, ChainCase{"UR5", 8, true}, ChainCase{"Stanford", 8, true},
                                         ChainCase{"Spherical3R", 2, true}, ChainCase{"Scara", 2}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Leg, AChainThatDoesNotDecoupleIsNoLeg) {
  Random random(1);
  EXPECT_FALSE(recognise_leg(chain_of("RRRRRR", random)));   // six skew axes: a polynomial of degree sixteen
  EXPECT_FALSE(recognise_leg(chain_of("SRRR", random)));     // hinges in general position behind a ball
  EXPECT_FALSE(recognise_leg(chain_of("RRRRRRR", random)));  // moves with both ends held
}

TEST(Leg, OutOfReachSaysByHowMuch) {
  // Two links of 0.4 and 0.6 m: the end at distance d is too far by d - 1 and too close by 0.2 - d.
  for (const double d : {1.25, 0.05}) {
    Description description = test::mechanism({0, 0, 0}, {body("a", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0}), body("b", 1, {0, 0, 0}, {1, 1, 1, 0, 0, 0})},
                                              {joint("A", JointType::revolute, "ground", "a", {0, 0, 0}, {{0, 0, 1}}),
                                               joint("B", JointType::revolute, "a", "b", {0.4, 0, 0}, {{0, 0, 1}})});
    description.frames.push_back({{"b", {}}, "tip", {{spatial::Mat3<double>::identity(), {0.6, 0, 0}}, {}}});
    const Model model = test::build(description);
    BranchQuestion question;
    question.targets = {{*model.find_frame("b.tip"), {spatial::Mat3<double>::identity(), {0, d, 0}}, PoseTarget::What::position}};
    const Branches none = find_branches(model, question, initial_state(model));
    EXPECT_TRUE(none.closed_form);
    EXPECT_TRUE(none.complete);
    EXPECT_EQ(none.count, 0);
    ASSERT_EQ(none.limits.size(), 1u);
    EXPECT_EQ(none.limits[0].where, "A-B-b.tip");
    EXPECT_NEAR(none.limits[0].gap, d > 1 ? d - 1 : 0.2 - d, 1e-15);
    EXPECT_EQ(none.limits[0].why, d > 1 ? "its ends are too far apart" : "its ends are too close");
    // The numeric twin gets as near as the closed form says that one can.
    BranchSearch numeric;
    numeric.method = BranchSearch::Method::numeric;
    numeric.quiet_starts = 20;
    const Branches twin = find_branches(model, question, initial_state(model), numeric);
    ASSERT_EQ(twin.limits.size(), 1u);
    EXPECT_GT(twin.limits[0].gap, none.limits[0].gap * (1 - 1e-12));
    EXPECT_LT(twin.limits[0].gap, none.limits[0].gap * 1.01);  // damped steps creep at the end
  }
}

TEST(Leg, StretchedOutTheTwoBranchesMeet) {
  const Model model = test::zoo_model("arm_2r");
  BranchQuestion question;
  question.targets = {{*model.find_frame("forearm.tip"), {}, PoseTarget::What::position}};
  State straight = initial_state(model);
  straight.q.setZero();
  Workspace ws(model);
  update_positions(model, straight, ws);
  question.targets[0].X_WF = frame_pose(model, ws, model.frame(question.targets[0].frame));
  const Branches found = find_branches(model, question, straight);
  ASSERT_GE(found.count, 1);
  for (const Branch& branch : found.list) EXPECT_LT(branch.distance, 1e-6);  // a double root is known to sqrt(eps)
}

}  // namespace
}  // namespace zanjir
