// What must hold for closed loops, whatever the formulation: power balance, since ideal joints do no work, and Newton's and Euler's laws for every
// body with the reactions that are reported, tree and cut joints alike (that is the principle of virtual work for arbitrary motions of the bodies).
#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/differences.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/element_frames.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/assembly.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

// The file's own state, moving, and closed states beside it.
struct SeededState {
  std::string from;
  State state;
  VecX tau;
};

class LoopsOf : public testing::TestWithParam<std::string> {
 protected:
  LoopsOf() : model(zoo_model(GetParam())) {
    State start = initial_state(model);
    EXPECT_TRUE(close_positions(model, start).closed);
    Random random(8);
    if (start.v.isZero(0)) start.v = random_vecx(random, model.nv(), 0.5);
    close_velocities(model, start);
    states.push_back({"the file's state, seed 8", start, random_tau(start, random)});
    for (const std::uint64_t seed : seeds(3)) {
      Random other(seed);
      State state;
      EXPECT_TRUE(random_closed_state(model, other, state)) << "seed " << seed;
      states.push_back({"seed " + std::to_string(seed), state, random_tau(state, other)});
    }
    double mass = 0;
    for (const Body& body : model.bodies()) mass += body.mass_kg;
    momentum_unit = mass * model.length_m();
    energy_unit = mass * (model.length_m() * model.length_m() + norm(model.gravity()) * reach_m(model));
  }
  // Ten or so per second squared for each joint alone, whatever the mechanism weighs.
  VecX random_tau(const State& state, Random& random) const {
    Workspace ws(model);
    update_velocities(model, state, ws);
    MatX M;
    mass_matrix(model, ws, M);
    return M.diagonal().cwiseProduct(random_vecx(random, model.nv(), 10));
  }
  // The formulations that answer forward questions and are quick enough at this size.
  std::vector<AnyFormulation> formulations(Ask ask) const {
    std::vector<AnyFormulation> out;
    for (const AnyFormulation& f : formulations_for(model, ask)) {
      if (model.nv() <= 12 || name_of(f) == "newton-euler" || name_of(f) == "multipliers" || name_of(f) == "denoc" || name_of(f) == "gibbs-appell")
        out.push_back(f);
    }
    return out;
  }
  // Each of them at each state: visit(state, tau, formulation).
  template <class Visit> void at_all_states(Visit&& visit) const {
    for (const SeededState& at : states) {
      for (const AnyFormulation& f : formulations(Ask::forward)) {
        SCOPED_TRACE(std::string(name_of(f)) + ", " + at.from);
        visit(at.state, at.tau, f);
      }
    }
  }
  State after(const State& state, double s, const VecX& vdot) const {  // the motion to first order
    State moved{state.t_s + s, {}, state.v + vdot * s};
    retract(model, state.q, state.v * s, moved.q);
    return moved;
  }
  double rate(const State& state, const VecX& vdot) const { return 2 + state.v.lpNorm<1>() / 2 + vdot.norm() / (1 + state.v.norm()); }

  Model model;
  std::vector<SeededState> states;
  double momentum_unit = 1, energy_unit = 1;  // of the whole mechanism, at one radian per second
};

TEST_P(LoopsOf, PowerBalanceHolds) {
  at_all_states([&](const State& state, const VecX& tau, const AnyFormulation& f) {
    const Solution s = solve_or_throw(f, model, state, forward_question(model, tau));
    Workspace ws(model);
    const auto energy_at = [&](double t) {
      update_velocities(model, after(state, t, s.vdot), ws);
      return energy(model, ws).total_J();
    };
    const double by_difference = derivative(energy_at, rate(state, s.vdot));
    update_velocities(model, state, ws);
    const Energy now = energy(model, ws);
    const double magnitude = std::max({now.kinetic_J, std::abs(now.gravity_J), now.springs_J, std::abs(now.total_J()), energy_unit});
    EXPECT_NEAR(power(model, ws, s.tau).total_W(), by_difference, difference_tolerance(magnitude, rate(state, s.vdot)));
  });
}

using Vec6 = Eigen::Matrix<double, 6, 1>;

// Momentum of a body about the world origin, world axes.
Vec6 momentum_of(const Model& model, const Workspace& ws, std::size_t b) {
  const Body& body = model.bodies()[b];
  const Transformd X_WB = row_pose(model, ws, body.row) * body.X_RB;
  const Motiond V_R = row_velocity(model, ws, body.row);
  const Motiond V = to_child(body.X_RB, V_R);
  return to_eigen(to_parent(X_WB, body.inertia() * V));
}

TEST_P(LoopsOf, EveryBodyObeysNewtonAndEulerWithTheReactionsReported) {
  at_all_states([&](const State& state, const VecX& tau, const AnyFormulation& f) {
    if (!coverage(f, model).reactions) return;
    const Solution s = solve_or_throw(f, model, state, forward_question(model, tau), Reactions::compute);
    Workspace ws(model);
    update_velocities(model, state, ws);
    std::vector<Vec6> held(model.bodies().size(), Vec6::Zero());  // sum of all wrenches on each body, about the world origin
    const auto act_on = [&](BodyId body, const Vec3d& p, const Forced& W, double sign) {
      held[static_cast<std::size_t>(index(body))] += sign * to_eigen(Forced{W.n + cross(p, W.f), W.f});
    };
    const auto act = [&](const Joint& joint, const Forced& W) {
      const Vec3d p = (body_pose(model, ws, joint.child) * joint.X_CJ).p;
      act_on(joint.child, p, W, 1);
      act_on(joint.parent, p, W, -1);
    };
    for (std::size_t j = 0; j < s.reaction.size(); ++j) act(as_written(model.joints()[j]), s.reaction[j].total);
    for (std::size_t c = 0; c < s.loop_reaction.size(); ++c) act(std::get<CutJoint>(model.constraints()[c]).joint, s.loop_reaction[c].total);
    for_each_frame_force(model, ws.t_s, ws.contact, element_frames(model, ws),
                         [&](ElementPart, const Frame& frame, const Vec3d& p, const Forced& W) { act_on(frame.body, p, W, 1); });
    double largest = 0;
    for (const JointWrench& w : s.reaction) largest = std::max(largest, to_eigen(w.total).lpNorm<Eigen::Infinity>());
    for (std::size_t b = 1; b < held.size(); ++b) {
      const Body& body = model.bodies()[b];
      const Vec3d weight = model.gravity() * body.mass_kg;
      const Vec3d c = body.mass_kg > 0 ? body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b))) * (body.com_m) : Vec3d{0, 0, 0};
      held[b] += to_eigen(Forced{cross(c, weight), weight});
    }
    Workspace moving(model);
    for (std::size_t b = 1; b < held.size(); ++b) {
      const auto at = [&](double t) {
        update_velocities(model, after(state, t, s.vdot), moving);
        return momentum_of(model, moving, b);
      };
      const Vec6 change = derivative(at, rate(state, s.vdot));
      const double tolerance = difference_tolerance(std::max(momentum_unit, at(0).norm()), rate(state, s.vdot)) + 1000 * eps * largest;
      for (int k = 0; k < 6; ++k) {
        if (model.plane() != Plane::none && !(k == 2 || k == 3 || k == 4)) continue;  // in the plane xy: m_z, f_x, f_y are modelled
        EXPECT_NEAR(held[b][k], change[k], tolerance) << model.bodies()[b].name << " " << k;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Models, LoopsOf, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace zanjir::test
