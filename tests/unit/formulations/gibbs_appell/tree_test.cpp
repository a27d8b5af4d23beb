#include "zanjir/formulations/gibbs_appell/tree.hpp"
#include "zanjir/describe/description.hpp"

#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/descriptions.hpp"
#include "support/differences.hpp"
#include "support/random_elastic.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/flexible/quadrature.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

using Vec2 = Eigen::Vector2d;
using Mat2 = Eigen::Matrix2d;

// ---- the planar recursion of a chain of elastic links, written plainly -------------------------------------------------------------
// [Shafei2024] eqs. (7), (12) carried out for n links in the plane, coordinates Z = q1 delta_1. q2 delta_2. ... X1 X2: constants of a link, the outward and the
// inward pass, and the inertia matrix by unit motions, in the two-dimensional notation of the study.

struct PlanarLink {
  int n_modes = 0;
  double m = 0, cx = 0, I0 = 0, l = 0;
  VecX N, b, We, Te;  // int mu W, int mu x W (element: + J int Theta), W(l), Theta(l)
  MatX B, B_bar, K, D;
};
// Shapes are taken from the field, integrals by a quadrature of our own.
PlanarLink planar_link(const DisplacementField& field) {
  PlanarLink link;
  const int n = link.n_modes = field.n_modes();
  link.l = field.length_m;
  link.N = link.b = link.We = link.Te = VecX::Zero(n);
  link.B = link.B_bar = MatX::Zero(n, n);
  link.K = field.K;
  link.D = field.D;
  const double mu = field.mass_kg_per_m, J = field.rotary_kg_m.z;
  for (const QuadraturePoint& point : gauss_legendre(0, link.l, 20, 60 / link.l)) {
    const double x = point.x, dm = mu * point.weight, dJ = J * point.weight;
    link.m += dm;
    link.cx += dm * x;
    link.I0 += dm * x * x + dJ;
    for (int j = 0; j < n; ++j) {
      const double W = field.modes[static_cast<std::size_t>(j)].W[1](x), Theta = field.modes[static_cast<std::size_t>(j)].Theta[2](x);
      link.N[j] += dm * W;
      link.b[j] += dm * x * W + (field.sections_turn ? dJ * Theta : 0);
      for (int k = 0; k < n; ++k) {
        const double BW = dm * W * field.modes[static_cast<std::size_t>(k)].W[1](x);
        link.B(j, k) += BW;
        link.B_bar(j, k) += BW + (field.sections_turn ? dJ * Theta * field.modes[static_cast<std::size_t>(k)].Theta[2](x) : 0);
      }
    }
  }
  for (int j = 0; j < n; ++j) {
    link.We[j] = field.modes[static_cast<std::size_t>(j)].W[1](link.l);
    link.Te[j] = field.modes[static_cast<std::size_t>(j)].Theta[2](link.l);
  }
  return link;
}

Mat2 rotation(double angle) { return Eigen::Rotation2Dd(angle).toRotationMatrix(); }
const Mat2 S = (Mat2() << 0, -1, 1, 0).finished();

struct PlanarChain {
  std::vector<PlanarLink> links;
  double g = 9.81;
  int size() const {
    int n = 2;
    for (const PlanarLink& link : links) n += 1 + link.n_modes;
    return n;
  }
  // U for given accelerations: dS/dz'' + dD/dz' + dV/dz, gravity by the acceleration of the inertial origin.
  VecX inverse(const VecX& Z, const VecX& Zd, const VecX& Zdd) const {
    struct At {
      double omega, alpha, q;
      Vec2 a, r_e;
      Mat2 E;
      VecX d, dd, ddd;
    };
    std::vector<At> at;
    double omega = 0, alpha = 0;
    Vec2 a = Zdd.tail<2>() + Vec2(0, g);
    int i = 0;
    for (const PlanarLink& link : links) {
      At x;
      x.q = Z[i];
      x.d = Z.segment(i + 1, link.n_modes), x.dd = Zd.segment(i + 1, link.n_modes), x.ddd = Zdd.segment(i + 1, link.n_modes);
      x.omega = omega + Zd[i];
      x.alpha = alpha + Zdd[i];
      x.a = rotation(x.q).transpose() * a;
      x.r_e = Vec2(link.l, link.We.dot(x.d));
      x.E = rotation(link.Te.dot(x.d));
      omega = x.omega + link.Te.dot(x.dd);
      alpha = x.alpha + link.Te.dot(x.ddd);
      a = x.E.transpose() *
          (x.a + x.alpha * S * x.r_e - x.omega * x.omega * x.r_e + 2 * x.omega * Vec2(-link.We.dot(x.dd), 0) + Vec2(0, link.We.dot(x.ddd)));
      i += 1 + link.n_modes;
      at.push_back(x);
    }
    VecX U(size());
    Vec2 F_hat = Vec2::Zero();
    double N_hat = 0;
    for (std::size_t k = links.size(); k-- > 0;) {
      const PlanarLink& link = links[k];
      const At& x = at[k];
      i -= 1 + link.n_modes;
      const double w = x.omega, cy = link.N.dot(x.d), Irot = link.I0 + x.d.dot(link.B * x.d);
      const Vec2 c(link.cx, cy), Fe = x.E * F_hat;
      Vec2 F = link.m * x.a + x.alpha * S * c - w * w * c - 2 * w * Vec2(link.N.dot(x.dd), 0) + Vec2(0, link.N.dot(x.ddd));
      double Mo = link.cx * x.a[1] - cy * x.a[0] + x.alpha * Irot + 2 * w * x.dd.dot(link.B * x.d) + link.b.dot(x.ddd);
      const VecX G = link.N * x.a[1] + x.alpha * link.b - w * w * link.B * x.d + link.B_bar * x.ddd;
      U.segment(i + 1, link.n_modes) = G + link.We * Fe[1] + link.Te * N_hat + link.K * x.d + link.D * x.dd;
      F += Fe;
      Mo += N_hat + link.l * Fe[1] - x.r_e[1] * Fe[0];
      U[i] = Mo;
      F_hat = rotation(x.q) * F;
      N_hat = Mo;
    }
    U.tail<2>() = F_hat;
    return U;
  }
  // By unit motions: Ic, H, P and X of each link, (force, moment) against (a, alpha).
  MatX inertia(const VecX& Z) const {
    using M3 = Eigen::Matrix3d;
    const std::size_t n = links.size();
    std::vector<int> begin;
    int next = 0;
    for (const PlanarLink& link : links) begin.push_back(next), next += 1 + link.n_modes;
    std::vector<M3> X(n), Ic(n);
    std::vector<MatX> P(n), H(n);
    MatX I = MatX::Zero(size(), size());
    for (std::size_t k = n; k-- > 0;) {
      const PlanarLink& link = links[k];
      const VecX d = Z.segment(begin[k] + 1, link.n_modes);
      const double cy = link.N.dot(d);
      Ic[k] << link.m, 0, -cy, 0, link.m, link.cx, -cy, link.cx, link.I0 + d.dot(link.B * d);
      H[k] = MatX::Zero(3, link.n_modes);
      H[k].row(1) = link.N.transpose(), H[k].row(2) = link.b.transpose();
      MatX M_dd = link.B_bar;
      if (k + 1 < n) {
        const Mat2 R = rotation(link.Te.dot(d)) * rotation(Z[begin[k + 1]]);
        const Vec2 r_e(link.l, link.We.dot(d));
        X[k].setIdentity();
        X[k].topLeftCorner<2, 2>() = R.transpose();
        X[k].topRightCorner<2, 1>() = R.transpose() * S * r_e;
        P[k] = MatX::Zero(3, link.n_modes);
        P[k].topRows(2) = R.transpose() * Vec2(0, 1) * link.We.transpose();
        P[k].row(2) = link.Te.transpose();
        Ic[k] += X[k].transpose() * Ic[k + 1] * X[k];
        H[k] += X[k].transpose() * Ic[k + 1] * P[k];
        M_dd += P[k].transpose() * Ic[k + 1] * P[k];
      }
      I.block(begin[k] + 1, begin[k] + 1, link.n_modes, link.n_modes) = M_dd;
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (int j = -1; j < links[k].n_modes; ++j) {
        const int column = begin[k] + 1 + j;
        Eigen::Vector3d f = j < 0 ? Eigen::Vector3d(Ic[k].col(2)) : Eigen::Vector3d(H[k].col(j));
        I(begin[k], column) = I(column, begin[k]) = f[2];
        for (std::size_t i = k; i-- > 0;) {
          for (int mode = 0; mode < links[i].n_modes; ++mode) I(begin[i] + 1 + mode, column) = I(column, begin[i] + 1 + mode) = P[i].col(mode).dot(f);
          f = X[i].transpose() * f;
          I(begin[i], column) = I(column, begin[i]) = f[2];
        }
        I.block<2, 1>(size() - 2, column) = rotation(Z[0]) * f.head<2>();
        I.block<1, 2>(column, size() - 2) = I.block<2, 1>(size() - 2, column).transpose();
      }
    }
    const Mat2 A = rotation(Z[0]);
    I.bottomRightCorner<2, 2>() = A * Ic[0].topLeftCorner<2, 2>() * A.transpose();
    return I;
  }
};

// A chain of links that is not tied to the ground, or hinged to it: Z of the recursion by number of speed.
struct ChainModel {
  Model model;
  PlanarChain chain;
  std::vector<int> to_speed;  // entries of Z; the last two, X1 and X2, are left out when hinged
};
enum class Base { free, hinged };
ChainModel chain_model(Random& random, int n_links, int n_modes, RotaryInertia rotary, Base base) {
  Description d = mechanism({0, -9.81, 0}, {}, {});
  d.plane = Plane::xy;
  for (int i = 0; i < n_links; ++i) {
    BodyDescription link;
    link.name = "b" + std::to_string(i);
    link.beam = BeamDescription{};
    BeamDescription& beam = *link.beam;
    beam.length_m = random.uniform(0.5, 1.5);
    beam.properties.mass_kg_per_m = random.uniform(0.5, 2);
    beam.properties.EI_z_N_m2 = beam.properties.EI_y_N_m2 = random.uniform(10, 80);
    beam.properties.EA_N = 1e3;
    beam.properties.kAG_N = i % 2 == 0 ? 0 : 800;
    beam.properties.rotary_kg_m = {2e-2, 1e-2, random.uniform(1e-3, 1e-2)};
    beam.properties.viscosity_I_z_N_s_m2 = 0.1;
    beam.properties.air_N_s_per_m2 = 0.2;
    beam.rotary = rotary;
    const ModeDescription sets[] = {{ModeKind::bending_y, ModeSet::ss, 1},
                                    {ModeKind::bending_y, ModeSet::static_pair, 2},
                                    {ModeKind::bending_y, ModeSet::static_pair, 1},
                                    {ModeKind::bending_y, ModeSet::cc, 1}};
    for (int j = 0; j < n_modes; ++j) beam.modes.push_back(sets[(i + j) % 4]);
    JointDescription hinge =
        joint("j" + std::to_string(i), JointType::revolute, i == 0 ? "ground" : "b" + std::to_string(i - 1), link.name, {0, 0, 0}, {{0, 0, 1}});
    if (i > 0) hinge.at_parent.X.p = {d.bodies.back().beam->length_m, 0, 0};
    if (i == 0 && base == Base::free) {
      hinge.type = JointType::planar;
      hinge.axes = {{1, 0, 0}, {0, 1, 0}};
    }
    d.bodies.push_back(link);
    d.joints.push_back(hinge);
  }
  ChainModel out{build(d), {}, {}};
  const Model& model = out.model;
  for (int i = 0; i < n_links; ++i) {
    const ElasticBody& elastic = model.elastic_bodies()[static_cast<std::size_t>(i)];
    out.chain.links.push_back(planar_link(elastic.field));
    out.to_speed.push_back(speed_index(model, i == 0 && base == Base::free ? "j0.angle" : "j" + std::to_string(i)));
    for (int j = 0; j < n_modes; ++j) out.to_speed.push_back(elastic.v_begin + j);
  }
  if (base == Base::free) {
    out.to_speed.push_back(speed_index(model, "j0.x"));
    out.to_speed.push_back(speed_index(model, "j0.y"));
  }
  return out;
}

void expect_planar_recursion(const ChainModel& c, Random& random) {
  const Model& model = c.model;
  const int n = model.nv();
  ASSERT_EQ(model.nq(), n);  // every coordinate is the integral of its speed
  ASSERT_EQ(static_cast<int>(c.to_speed.size()), n);
  State state = zanjir::random_state(model, random);
  const VecX vdot = random_vecx(random, n, 3);
  VecX Z = VecX::Zero(c.chain.size()), Zd = Z, Zdd = Z;
  for (int i = 0; i < n; ++i) {
    Z[i] = state.q[c.to_speed[static_cast<std::size_t>(i)]];
    Zd[i] = state.v[c.to_speed[static_cast<std::size_t>(i)]];
    Zdd[i] = vdot[c.to_speed[static_cast<std::size_t>(i)]];
  }
  GibbsAppell::Scratch scratch(model);
  MatX M;
  VecX bias;
  GibbsAppell::mass_matrix_and_bias(model, state, scratch, M, bias);
  const MatX I = c.chain.inertia(Z).topLeftCorner(n, n);
  const VecX remainder = c.chain.inverse(Z, Zd, VecX::Zero(c.chain.size())).head(n), U = c.chain.inverse(Z, Zd, Zdd).head(n);
  const auto size = [](const auto& x) { return x.cwiseAbs().maxCoeff(); };
  const double tolerance = 1.5e-14 * tolerance_scale();
  EXPECT_LT(size(M(c.to_speed, c.to_speed) - I), tolerance * size(I));
  EXPECT_LT(size(bias(c.to_speed) - remainder), tolerance * size(remainder));
  EXPECT_LT(size(I * Zdd.head(n) + remainder - U), tolerance * size(U)) << "the transcription by itself";
  Solution out;
  ASSERT_EQ(GibbsAppell{}.solve(model, state, inverse_question(model, vdot), Reactions::skip, scratch, out), SolveStatus::ok);
  EXPECT_LT(size(out.tau(c.to_speed) - U), tolerance * size(U));
  ASSERT_EQ(GibbsAppell{}.solve(model, state, forward_question(model, VecX::Zero(n)), Reactions::skip, scratch, out), SolveStatus::ok);
  EXPECT_LT(size(I * out.vdot(c.to_speed) + remainder), tolerance * (size(remainder) + size(VecX(I.cwiseAbs() * out.vdot(c.to_speed).cwiseAbs()))));
}

TEST(GibbsAppellTree, IsThePlanarRecursionOfTheStudyOnPlanarChains) {
  for (const Base base : {Base::hinged, Base::free}) {
    for (const RotaryInertia rotary : {RotaryInertia::none, RotaryInertia::frame, RotaryInertia::element}) {
      for (const int n_links : {1, 2, 3, 6}) {
        for (const int n_modes : {1, 2, 4}) {
          SCOPED_TRACE(std::to_string(n_links) + " links, " + std::to_string(n_modes) + " modes, rotary " + std::to_string(static_cast<int>(rotary)) +
                       (base == Base::free ? ", free" : ", hinged"));
          Random random(static_cast<std::uint64_t>(10 * n_links + n_modes));
          expect_planar_recursion(chain_model(random, n_links, n_modes, rotary, base), random);
        }
      }
    }
  }
}

// The pivots of a long chain are small against the inertia of all that hangs on its first joints, and yet well above its rounding.
TEST(GibbsAppellTree, KnowsThatALongChainIsResisted) {
  Random random(1);
  const ChainModel c = chain_model(random, 500, 2, RotaryInertia::element, Base::hinged);
  const Model& model = c.model;
  State state = zanjir::random_state(model, random);
  state.v *= 0.1;
  GibbsAppell::Scratch scratch(model);
  Solution out, back;
  ASSERT_EQ(GibbsAppell{}.solve(model, state, forward_question(model, VecX::Zero(model.nv())), Reactions::skip, scratch, out), SolveStatus::ok)
      << out.note;
  const MatX M = scratch.tree.M;
  ASSERT_EQ(GibbsAppell{}.solve(model, state, inverse_question(model, out.vdot), Reactions::skip, scratch, back), SolveStatus::ok);
  // A backward-stable solve leaves a residual of some eps of the numbers that cancel in it.
  EXPECT_LT(back.tau.cwiseAbs().maxCoeff(), rounding(1000, (M.cwiseAbs() * out.vdot.cwiseAbs()).maxCoeff()));
}

// ---- in space ----------------------------------------------------------------------------------------------------------------------

// 1/2 v^T M v is the kinetic energy of the bodies by themselves, and M is what the recursion asks for unit accelerations.
TEST(GibbsAppellTree, InertiaMatrixHoldsTheKineticEnergyAndTheColumnsOfTheRecursion) {
  RandomTreeOptions options;
  options.n_bodies = 6;
  options.rotor_chance = 0.5;
  for (const std::uint64_t seed : seeds(20)) {
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = test::random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    GibbsAppell::Scratch scratch(model);
    MatX M;
    VecX bias;
    GibbsAppell::mass_matrix_and_bias(model, state, scratch, M, bias);
    const double rotors = 0.5 * state.v.dot(model.rotor_inertia().cwiseProduct(state.v)), T = sum_bodies(model, ws).kinetic + rotors;
    EXPECT_NEAR(0.5 * state.v.dot(M * state.v), T, rounding(100, T));
    EXPECT_EQ(M.llt().info(), Eigen::Success);
    for (int k = 0; k < model.nv(); ++k) {
      gibbs_appell::derive_S(model, scratch.ask, VecX::Unit(model.nv(), k), scratch.tree);
      EXPECT_LE((scratch.tree.Q - bias - M.col(k)).cwiseAbs().maxCoeff(),
                rounding(1000, std::max(bias.cwiseAbs().maxCoeff(), M.cwiseAbs().maxCoeff())));
    }
  }
}

// Velocities and accelerations of sections by differences of their poses along a motion with constant modal rates: theirs depend on the exact turn J_l and its rate.
TEST(GibbsAppellTree, SectionsMoveAsTheirPosesSay) {
  for (const double size : {0.05, 0.6, 3.0}) {  // turns by the series, across its border and by the closed form
    Random random(5);
    const Description description = random_elastic_tree(random, {3, Space::spatial, Stiffening::full});
    const Model model = build(description);
    ASSERT_FALSE(model.sections().empty());
    State state = zanjir::random_state(model, random);
    VecX vdot = VecX::Zero(model.nv());
    for (const ElasticBody& e : model.elastic_bodies()) {
      for (int j = 0; j < e.field.n_modes(); ++j) {
        state.q[e.q_begin + j] = random.uniform(-size, size);
        vdot[e.v_begin + j] = random.uniform(-1, 1);
      }
    }
    state.v.setZero();  // the rest of the tree stands
    for (const ElasticBody& e : model.elastic_bodies()) {
      for (int j = 0; j < e.field.n_modes(); ++j) state.v[e.v_begin + j] = random.uniform(-1, 1);
    }
    GibbsAppell::Scratch s(model);
    const auto at = [&](double t) {
      State moved = state;
      for (const ElasticBody& e : model.elastic_bodies()) {
        for (int j = 0; j < e.field.n_modes(); ++j) {
          moved.q[e.q_begin + j] += t * state.v[e.v_begin + j] + 0.5 * t * t * vdot[e.v_begin + j];
          moved.v[e.v_begin + j] += t * vdot[e.v_begin + j];
        }
      }
      resolve(model, moved, inverse_question(model, vdot), s.ask);
      gibbs_appell::update_motion(model, s.ask, s.tree);
    };
    for (const SectionBody& section : model.sections()) {
      const auto link = static_cast<std::size_t>(index(section.body));
      using V6 = Eigen::Matrix<double, 6, 1>;
      const auto velocity = [&](double t) -> V6 {  // world axes
        at(t);
        const gibbs_appell::Link& b = s.tree.links[link];
        return to_eigen(Motiond{b.X_WB.R * b.omega, b.X_WB.R * b.v});
      };
      const auto pose = [&](double t) -> Eigen::Matrix<double, 12, 1> {
        at(t);
        Eigen::Matrix<double, 12, 1> out;
        const Mat3 R = to_eigen(s.tree.links[link].X_WB.R);
        out << R.col(0), R.col(1), R.col(2), to_eigen(s.tree.links[link].X_WB.p);
        return out;
      };
      const auto pose_rate = derivative(pose, 3);
      const V6 A_differences = derivative(velocity, 3), V = velocity(0);
      const Mat3 R = to_eigen(s.tree.links[link].X_WB.R);
      for (int i = 0; i < 3; ++i)
        EXPECT_LT((pose_rate.segment<3>(3 * i) - Vec3(V.head<3>()).cross(Vec3(R.col(i)))).norm(), difference_tolerance(10, 3));
      EXPECT_LT((pose_rate.tail<3>() - V.tail<3>()).norm(), difference_tolerance(10, 3));
      gibbs_appell::accelerate(model, s.ask, vdot, s.tree);
      const gibbs_appell::Link& b = s.tree.links[link];
      const V6 A = to_eigen(Motiond{b.X_WB.R * b.omega_dot, b.X_WB.R * b.a + model.gravity()});
      EXPECT_LT((A - A_differences).norm(), difference_tolerance(30, 3)) << size;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
