// What must hold for every tree, whatever its numbers: mass matrix, inverse of forward, power, momentum, energy. Random trees with all
// joint types, rotors, springs, dampers, loads and prescribed joints; sums over bodies are the tests' own (support/bodies).
#include <gtest/gtest.h>

#include "support/bodies.hpp"
#include "support/differences.hpp"
#include "support/random_model.hpp"
#include "support/solve.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/decompositions.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/dynamics/energy.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"

namespace zanjir::test {
namespace {

RandomTreeOptions up_to_twelve_bodies(std::uint64_t seed) { return RandomTreeOptions::with_everything(1 + static_cast<int>(seed % 12)); }

MatX mass_matrix_of(const Model& model, const State& state) {
  Workspace ws(model);
  update_velocities(model, state, ws);
  MatX M;
  mass_matrix(model, ws, M);
  return M;
}

double sum_of_abs(const VecX& a) { return a.cwiseAbs().sum(); }

TEST(MassMatrix, IsSymmetricAndPositiveDefinite) {
  for (std::uint64_t seed : seeds(100)) {
    const RandomTreeOptions options = up_to_twelve_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const MatX M = mass_matrix_of(model, random_tree_state(model, random));
    EXPECT_EQ((M - M.transpose()).norm(), 0);
    const VecX eigenvalues = Eigen::SelfAdjointEigenSolver<MatX>(M, Eigen::EigenvaluesOnly).eigenvalues();
    EXPECT_GT(eigenvalues.minCoeff(), 0);
  }
}

TEST(MassMatrix, HoldsTheKineticEnergyOfTheBodiesAndRotors) {
  for (std::uint64_t seed : seeds(100)) {
    const RandomTreeOptions options = up_to_twelve_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    const MatX M = mass_matrix_of(model, state);
    const double rotors = 0.5 * ws.v.dot(model.rotor_inertia().cwiseProduct(ws.v));
    const double of_bodies = sum_bodies(model, ws).kinetic + rotors, of_matrix = 0.5 * ws.v.dot(M * ws.v);
    EXPECT_NEAR(of_matrix, of_bodies, rounding(1000, of_bodies));
    EXPECT_NEAR(energy(model, ws).kinetic_J, of_bodies, rounding(1000, of_bodies));
  }
}

// Column by column: the force that a unit acceleration needs on top of the bias.
TEST(MassMatrix, IsTheInverseDynamicsOfUnitAccelerations) {
  for (std::uint64_t seed : seeds(40)) {
    RandomTreeOptions options = up_to_twelve_bodies(seed);
    options.prescribed_chance = 0;  // their accelerations cannot be chosen
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    const MatX M = mass_matrix_of(model, state);
    const VecX bias = inverse(model, state, VecX::Zero(model.nv())).tau;
    for (int i = 0; i < model.nv(); ++i) {
      const VecX column = inverse(model, state, VecX::Unit(model.nv(), i)).tau - bias;
      EXPECT_LE((column - M.col(i)).norm(), rounding(1000, M.col(i).norm() + bias.norm())) << model.speed_names()[static_cast<std::size_t>(i)];
    }
  }
}

TEST(InverseDynamics, UndoesForwardDynamicsInEveryFormulation) {
  for (std::uint64_t seed : seeds(60)) {
    const RandomTreeOptions options = up_to_twelve_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    const Given question = forward_question(model, random_vecx(random, model.nv(), 5));
    const double condition = condition_number(model, state, question);
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution there = solve_or_throw(f, model, state, question);
      const Solution back = solve_or_throw(f, model, state, inverse_question(model, there.vdot));
      // A backward-stable solve leaves a residual of eps |M| |vdot|, which has no condition number in it.
      const double size = mass_matrix_of(model, state).norm() * there.vdot.norm() + there.tau.norm();
      EXPECT_LE((back.tau - there.tau).norm(), rounding(1000, size)) << "condition " << condition;
      for (int i = 0; i < model.nv(); ++i) {
        if (question.want[static_cast<std::size_t>(i)] == Want::vdot) {
          EXPECT_EQ(there.tau[i], question.tau[i]);
        }
      }
    }
  }
}

// dE/dt along the tangent (q, v)(s) = (q + v s, v + vdot s), laws of time going on, against the powers.
TEST(PowerBalance, HoldsForEveryFormulation) {
  for (std::uint64_t seed : seeds(60)) {
    const RandomTreeOptions options = up_to_twelve_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    const VecX tau = random_vecx(random, model.nv(), 5);
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution solution = solve_or_throw(f, model, state, forward_question(model, tau));
      Workspace ws(model);
      const auto energy_at = [&](double s) {
        State moved{state.t_s + s, {}, state.v + solution.vdot * s};
        retract(model, state.q, state.v * s, moved.q);
        update_velocities(model, moved, ws);
        return energy(model, ws).total_J();
      };
      const double size = std::abs(energy_at(0));
      update_velocities(model, state, ws);
      const Energy now = energy(model, ws);
      // The energy changes on the time scales of the motion (angular rates add up along a branch) and of the speeds.
      const double rate = 2 + sum_of_abs(ws.v) / 2 + solution.vdot.norm() / (1 + ws.v.norm());
      const double magnitude = std::max({size, now.kinetic_J, std::abs(now.gravity_J), now.springs_J, 1.0});
      const double by_difference = derivative(energy_at, rate);
      update_velocities(model, state, ws);
      EXPECT_NEAR(power(model, ws, solution.tau).total_W(), by_difference, difference_tolerance(magnitude, rate));
    }
  }
}

TEST(Energy, OfGravityAndSpringsIsWhatTheBodiesAndElementsSay) {
  for (std::uint64_t seed : seeds(60)) {
    const RandomTreeOptions options = up_to_twelve_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    double springs = 0;
    for (const FrameSpring& s : model.forces().frame_springs) {
      const Vec3 a = to_eigen(frame_pose(model, ws, model.frame(s.a)).p), b = to_eigen(frame_pose(model, ws, model.frame(s.b)).p);
      springs += 0.5 * s.stiffness_N_per_m * std::pow((b - a).norm() - s.rest_m, 2);
    }
    for (const JointSpring& s : model.forces().joint_springs) {
      if (s.coordinate >= 0) springs += 0.5 * s.stiffness * std::pow(ws.q[s.coordinate] - s.rest, 2);
    }
    const Energy e = energy(model, ws);
    const double gravity = sum_bodies(model, ws).potential;
    EXPECT_NEAR(e.springs_J, springs, rounding(1000, 1 + springs));
    EXPECT_NEAR(e.gravity_J, gravity, rounding(1000, 1 + 100 * std::abs(gravity)));
  }
}

// Each line of the power by its definition: tension times rate of length for dampers, force times velocity for loads.
TEST(Power, OfDampersAndLoadsIsWhatTheElementsSay) {
  for (std::uint64_t seed : seeds(60)) {
    const RandomTreeOptions options = up_to_twelve_bodies(seed);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    Workspace ws(model);
    update_velocities(model, state, ws);
    double dampers = 0, loads = 0, size = 1;
    for (const FrameSpring& s : model.forces().frame_springs) {
      const FrameKinematics a = frame_kinematics(model, ws, model.frame(s.a)), b = frame_kinematics(model, ws, model.frame(s.b));
      const Vec3 line = (to_eigen(b.X_WF.p) - to_eigen(a.X_WF.p)).normalized();
      const double rate = line.dot(to_eigen(b.V_WF_W.v) - to_eigen(a.V_WF_W.v));
      dampers -= s.damping_N_s_per_m * rate * rate;
    }
    for (const JointSpring& s : model.forces().joint_springs) dampers -= s.damping * ws.v[s.speed] * ws.v[s.speed];
    PhaseJets room;
    const std::span<const Jet> phases = model.phases().at(state.t_s, room);
    for (const FrameLoad& l : model.forces().frame_loads) {
      const FrameKinematics k = frame_kinematics(model, ws, model.frame(l.on));
      const auto vector = [&](const std::array<MotionLaw, 3>& laws) {
        return Vec3(laws[0].at(state.t_s, phases).value, laws[1].at(state.t_s, phases).value, laws[2].at(state.t_s, phases).value);
      };
      const Mat3 R = l.world_axes ? Mat3(Mat3::Identity()) : to_eigen(k.X_WF.R);
      const double moment = (R * vector(l.moment)).dot(to_eigen(k.V_WF_W.w)), force = (R * vector(l.force)).dot(to_eigen(k.V_WF_W.v));
      loads += moment + force;
      size += std::abs(moment) + std::abs(force);
    }
    for (const JointLoad& l : model.forces().joint_loads) {
      const double part = l.value.at(state.t_s, phases).value * ws.v[l.speed];
      loads += part;
      size += std::abs(part);
    }
    const VecX tau = random_vecx(random, model.nv());
    const Power p = power(model, ws, tau);
    EXPECT_LE(p.dampers_W, 0);
    EXPECT_NEAR(p.dampers_W, dampers, rounding(1000, 1 - dampers));
    EXPECT_NEAR(p.loads_W, loads, rounding(1000, size));
    EXPECT_NEAR(p.actuators_W + p.prescribed_W + p.passive_W, tau.dot(ws.v), rounding(1000, 1 + tau.norm() * ws.v.norm()));
  }
}

// No gravity and no force from outside: joint forces, springs and dampers between bodies, rotors change neither momentum.
TEST(Momentum, IsConstantWithoutOuterForces) {
  for (std::uint64_t seed : seeds(60)) {
    RandomTreeOptions options;
    options.n_bodies = 2 + static_cast<int>(seed % 10);
    options.floating_base = true;
    options.gravity = false;
    options.rotor_chance = 0.3;
    options.joint_spring_chance = 0.4;
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    Description description = random_tree(random, options);
    // Nothing acts on the base joint itself: a spring or a rotor there is a force from the ground.
    const auto on_base = [](const std::string& name) { return name.rfind("j1.", 0) == 0; };
    std::erase_if(description.springs, [&](const SpringDescription& s) { return on_base(s.joint->name); });
    std::erase_if(description.actuators, [&](const ActuatorDescription& a) { return on_base(a.on.name); });
    // A spring between two bodies.
    SpringDescription spring;
    spring.name = "between";
    spring.between = {NameRef{"b1", {}}, NameRef{"b2", {}}};
    spring.stiffness = 30;
    spring.rest = 0.2;
    spring.damping = 2;
    description.springs.push_back(spring);
    const Model model = build(description);
    const State state = random_tree_state(model, random);
    VecX tau = random_vecx(random, model.nv(), 5);
    const Joint& base = model.joint(*model.find_joint("j1"));
    tau.segment(base.v_begin, 6).setZero();
    for (const AnyFormulation& f : formulations_for(model, Ask::forward)) {
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution solution = solve_or_throw(f, model, state, forward_question(model, tau));
      Workspace ws(model);
      const auto momentum_at = [&](double s) {
        State moved{state.t_s + s, {}, state.v + solution.vdot * s};
        retract(model, state.q, state.v * s, moved.q);
        update_velocities(model, moved, ws);
        const BodySums sums = sum_bodies(model, ws);
        VecX out(6);
        out << sums.linear, sums.angular;
        return out;
      };
      const double rate = 2 + sum_of_abs(state.v) / 2 + solution.vdot.norm() / (1 + state.v.norm());
      update_velocities(model, state, ws);
      const BodySums now = sum_bodies(model, ws);
      const double magnitude = 1 + std::sqrt(2 * now.kinetic * now.mass) + now.angular.norm();
      const VecX change = derivative(momentum_at, rate);
      EXPECT_LE(change.norm(), difference_tolerance(magnitude, rate)) << change.transpose();
      const Momentum m = momentum(model, ws);
      update_velocities(model, state, ws);
      const Momentum at_state = momentum(model, ws);
      EXPECT_LE((to_eigen(at_state.linear_kg_m_s) - now.linear).norm(), rounding(1000, magnitude));
      EXPECT_LE((to_eigen(at_state.angular_kg_m2_s) - now.angular).norm(), rounding(1000, magnitude));
      EXPECT_NEAR(m.mass_kg, now.mass, rounding(100, now.mass));
      EXPECT_LE((to_eigen(at_state.centre_of_mass_m) * now.mass - now.first_moment).norm(), rounding(1000, 1 + now.first_moment.norm()));
    }
  }
}

// In free fall the whole tree accelerates with gravity at its mass centre.
TEST(Momentum, GrowsWithTheWeight) {
  for (std::uint64_t seed : seeds(30)) {
    RandomTreeOptions options;
    options.n_bodies = 2 + static_cast<int>(seed % 8);
    options.floating_base = true;
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    const Solution solution = forward(model, state, VecX::Zero(model.nv()));
    Workspace ws(model);
    const Vec3 change = derivative(
        [&](double s) {
          State moved{state.t_s + s, {}, state.v + solution.vdot * s};
          retract(model, state.q, state.v * s, moved.q);
          update_velocities(model, moved, ws);
          return Vec3(sum_bodies(model, ws).linear);
        },
        2 + sum_of_abs(state.v) / 2);
    const double mass = sum_bodies(model, ws).mass;
    EXPECT_LE((change - mass * to_eigen(model.gravity())).norm(),
              difference_tolerance(mass * (10 + sum_of_abs(state.v)), 2 + sum_of_abs(state.v) / 2));
  }
}

// Newton-Euler balance of each body by itself: the reactions, gravity, springs and loads give its rate of momentum. The rates of
// momentum come from differences, so no recursion is checked by itself.
TEST(Reactions, BalanceEveryBody) {
  for (std::uint64_t seed : seeds(40)) {
    RandomTreeOptions options;
    options.n_bodies = 1 + static_cast<int>(seed % 8);
    options.prescribed_chance = 0.2;
    options.weld_chance = 0.2;
    options.rotor_chance = 0.3;
    options.shuffled = true;
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    const Given question = forward_question(model, random_vecx(random, model.nv(), 5));
    for (const AnyFormulation& f : formulations_for(model, Ask::reactions)) {
      if (!coverage(f, model).forward) continue;
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution solution = solve_or_throw(f, model, state, question, Reactions::compute);
      ASSERT_EQ(solution.reaction.size(), model.joints().size());
      Workspace ws(model);
      update_velocities(model, state, ws);
      const double rate = 2 + sum_of_abs(ws.v) / 2 + solution.vdot.norm() / (1 + ws.v.norm());
      for (std::size_t b = 1; b < model.bodies().size(); ++b) {
        const Body& body = model.bodies()[b];
        if (body.row == 0) continue;
        SCOPED_TRACE("body " + body.name);
        // Momentum of this body about the world origin.
        const auto momentum_at = [&](double s) {
          State moved{state.t_s + s, {}, state.v + solution.vdot * s};
          retract(model, state.q, state.v * s, moved.q);
          update_velocities(model, moved, ws);
          const FrameKinematics k = frame_kinematics(model, ws, model.frames()[b]);
          const Mat3 R = to_eigen(k.X_WF.R);
          const Vec3 w = to_eigen(k.V_WF_W.w), v = to_eigen(k.V_WF_W.v), h = R * to_eigen(body.inertia().h);
          const Vec3 linear = body.mass_kg * v + w.cross(h);
          VecX out(6);
          out << R * to_eigen(spatial::to_matrix(body.inertia().I)) * R.transpose() * w + h.cross(v) + to_eigen(k.X_WF.p).cross(linear), linear;
          return out;
        };
        const VecX change = derivative(momentum_at, rate);
        const double magnitude = 1 + momentum_at(0).norm();
        update_velocities(model, state, ws);
        // Wrenches on this body about the world origin.
        VecX wrench = VecX::Zero(6);
        double force_size = 1;
        for (std::size_t j = 0; j < model.joints().size(); ++j) {
          const Joint joint = as_written(model.joints()[j]);
          const double sign = index(joint.child) == static_cast<int>(b) ? 1 : index(joint.parent) == static_cast<int>(b) ? -1 : 0;
          if (sign == 0) continue;
          const Vec3 origin = to_eigen((body_pose(model, ws, joint.child) * joint.X_CJ).p);
          const Vec3 n = to_eigen(solution.reaction[j].total.n), force = to_eigen(solution.reaction[j].total.f);
          wrench.head<3>() += sign * (n + origin.cross(force));
          wrench.tail<3>() += sign * force;
          force_size += n.norm() + force.norm() * (1 + origin.norm());
        }
        const Transformd X = body_pose(model, ws, static_cast<BodyId>(static_cast<int>(b)));
        const Vec3 weight = body.mass_kg * to_eigen(model.gravity());
        const Vec3 first_moment = to_eigen(X.p) * body.mass_kg + to_eigen(X.R) * to_eigen(body.inertia().h);
        wrench.head<3>() += first_moment.cross(to_eigen(model.gravity()));
        wrench.tail<3>() += weight;
        EXPECT_LE((change - wrench).norm(), difference_tolerance(magnitude, rate) + rounding(10000, force_size))
            << change.transpose() << " but " << wrench.transpose();
      }
    }
  }
}

// A reaction contains the actuator's share, and the rest does no work on the joint's motion.
TEST(Reactions, LessTheActuatorDoNoWorkOnTheJoint) {
  for (std::uint64_t seed : seeds(40)) {
    RandomTreeOptions options;
    options.n_bodies = 1 + static_cast<int>(seed % 8);
    SCOPED_TRACE(trace(seed, options));
    Random random(seed);
    const Model model = build(random_tree(random, options));
    const State state = random_tree_state(model, random);
    const Given question = forward_question(model, random_vecx(random, model.nv(), 5));
    Workspace ws(model);
    update_velocities(model, state, ws);
    for (const AnyFormulation& f : formulations_for(model, Ask::reactions)) {
      if (!coverage(f, model).forward) continue;
      SCOPED_TRACE(std::string(name_of(f)));
      const Solution solution = solve_or_throw(f, model, state, question, Reactions::compute);
      for (std::size_t j = 0; j < model.joints().size(); ++j) {
        const Joint joint = as_written(model.joints()[j]);
        SCOPED_TRACE(joint.name);
        Mat6X J_parent(6, model.nv()), J_child(6, model.nv());
        const Transformd X_child = body_pose(model, ws, joint.child) * joint.X_CJ;
        frame_jacobian(model, ws, {"", joint.child, joint.X_CJ}, J_child);
        frame_jacobian(model, ws, {"", joint.parent, inverse(body_pose(model, ws, joint.parent)) * X_child}, J_parent);
        const VecX passive = to_eigen(solution.reaction[j].total) - to_eigen(solution.reaction[j].actuator);
        for (int i = 0; i < joint.nv; ++i) {
          const VecX axis = (J_child - J_parent).col(joint.v_begin + i);
          const double size = 1 + to_eigen(solution.reaction[j].total).norm();
          EXPECT_NEAR(axis.dot(passive), 0, agreement(1e4, size)) << model.speed_names()[static_cast<std::size_t>(joint.v_begin + i)];
          EXPECT_NEAR(axis.dot(to_eigen(solution.reaction[j].actuator)), solution.tau[joint.v_begin + i], rounding(1000, size));
        }
      }
    }
  }
}

}  // namespace
}  // namespace zanjir::test
