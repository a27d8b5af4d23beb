// Right-hand sides, steps and sights of copies in lanes, against those of one copy after the other; every instruction set present.
#include "zanjir/simulate/lane_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/integrate/runge_kutta_tables.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/simulate/motion_system.hpp"
#include "zanjir/verify/random_state.hpp"

namespace zanjir::test {
namespace {

std::vector<const kernels::Functions*> tables_of_lanes() {
  std::vector<const kernels::Functions*> out;
  for (const auto& [isa, lanes] : {std::pair{"avx2", 4}, {"avx512", 8}})
    if (const auto* f = kernels::functions_for(isa, lanes)) out.push_back(f);
  return out;
}

// Two bodies, hinged, with a spring and a damper, over a plane at a slope, touching it by a sphere and by a point.
Model on_a_slope(const std::string& law, const std::string& friction) {
  return model_of(
      "zanjir: 1\ngravity: [0.3, 0, -9.81]\nbodies:\n  a: {mass: 2, com: [0.1, 0, 0.05], inertia: {ixx: 0.1, iyy: 0.2, izz: 0.15}}\n"
      "  b: {mass: 1, com: [0.2, 0.1, 0], inertia: {ixx: 0.02, iyy: 0.05, izz: 0.04}}\nframes: {b: {tip: [0.4, 0, 0]}}\n"
      "joints:\n  F: {type: free, parent: ground, child: a}\n  J: {type: revolute, parent: a, child: b, at: [0.5, 0, 0], axis: y}\n"
      "springs:\n  J: {joint: J, stiffness: 3, rest: 0.2, damping: 0.4}\n"
      "contacts:\n  floor: {ground: {normal: [0.1, 0.2, 1], point: [0, 0, 0.3]}, on: a, radius: 0.2, law: " +
      law + ", friction: " + friction + "}\n  tip: {ground: {normal: [0.1, 0.2, 1], point: [0, 0, 0.3]}, on: b.tip, law: " + law +
      ", friction: " + friction + "}\n");
}

struct Named {
  std::string name;
  Model model;
};
std::vector<Named> mechanisms() {
  std::vector<Named> out;
  for (const char* name : {"double_pendulum", "arm_7r", "spinning_top", "elastic_chain_ss", "elastic_chain_cc", "sidewinder", "prescribed_base_arm"})
    out.push_back({name, zoo_model(name)});
  for (const char* law : {"{type: spring-damper, stiffness: 2e3, damping: 30}", "{type: hu-guo, stiffness: 1e4, restitution: 0.6}",
                          "{type: hunt-crossley, stiffness: 1e4, restitution: 0.7}", "{type: hertz, stiffness: 1e4}"})
    out.push_back({law, on_a_slope(law, "{type: coulomb, coefficient: 0.4, transition_speed: 0.5}")});
  for (const char* friction :
       {"{type: stribeck, coefficient: 0.4, static_coefficient: 0.6, stribeck_speed: 1, transition_speed: 0.5}",
        "{type: coulomb, coefficient: 0.4, across: 0.2, direction: [1, 0, 0], transition_speed: 0.5}",
        "{type: bengisu-akay, coefficient: 0.4, static_coefficient: 0.6, v0: 0.8, decay: 2}", "{type: ambrosio, coefficient: 0.4, v0: 0.3, v1: 1.5}",
        "{type: bristle, coefficient: 0.6, stiffness: 3e2, elastic_part: 0.5}",
        "{type: bristle, coefficient: 0.6, static_coefficient: 0.9, stribeck_speed: 1, stiffness: 3e2, elastic_part: 0.5}",
        "{type: viscous, viscous: 3}"})
    out.push_back({friction, on_a_slope("{type: hertz, stiffness: 1e3}", friction)});
  return out;
}

// A copy in a state of its own, some of its contacts touching.
struct Copy {
  Copy(const Model& model, Random& random)
      : start(random_state(model, random)), system(model, start, {}), tau(VecX::Zero(model.nv())), y(static_cast<std::size_t>(system.n()), 0.0) {
    take_contact_memory(model, start, memory);
    for (ContactMemory& m : memory) {
      m.phase = random.chance(0.7) ? ContactPhase::touching : ContactPhase::flight;
      m.touch_speed_m_per_s = random.uniform(0.1, 2);
      m.bristle_m = {random.uniform(-0.01, 0.01), random.uniform(-0.01, 0.01)};
    }
    for (int i = 0; i < model.nv(); ++i)
      if (model.roles()[static_cast<std::size_t>(i)] == Role::actuated) tau[i] = random.uniform(-1, 1);
    start.contact = memory;
    start.t_s = random.uniform(0, 1);
    system.set_contact_memory(memory);
    system.hold_forces(tau, VecX::Zero(model.n_cut_v()));
    system.pack(start, y.data());
    sight.gap.resize(model.contacts().size());
    for (int i = 0; i < 13; ++i) slopes.emplace_back(y.size(), 0.0);
    for (auto& slope : slopes) k.push_back(slope.data());
    y_end = y;
  }
  LaneTask task() {
    LaneTask t;
    constexpr double never = std::numeric_limits<double>::infinity();
    t.conditions = {-never, never, &memory, &tau};
    t.t0_s = t.t_end_s = start.t_s;
    t.y0 = y.data(), t.k = k.data(), t.y_end = y_end.data(), t.sight = &sight;
    return t;
  }
  State start;
  std::vector<ContactMemory> memory;
  MotionSystem system;
  VecX tau;
  std::vector<double> y, y_end;
  std::vector<std::vector<double>> slopes;
  std::vector<double*> k;
  Sight sight;
};
struct Copies {
  Copies(const Model& model, int n) {
    Random random(17);
    for (int i = 0; i < n; ++i) all.push_back(std::make_unique<Copy>(model, random));
  }
  // As if side by side.
  void perform(LaneMotion& motion, const std::function<void(LaneTask&)>& change) {
    tasks.clear(), pointers.clear();
    for (auto& copy : all) tasks.push_back(copy->task()), change(tasks.back());
    for (LaneTask& task : tasks) pointers.push_back(&task);
    motion.perform(pointers);
  }
  std::vector<std::unique_ptr<Copy>> all;
  std::vector<LaneTask> tasks;
  std::vector<LaneTask*> pointers;
};

double apart(const double* a, const double* b, std::size_t begin, std::size_t end) {
  double largest = 1, difference = 0;
  for (std::size_t i = begin; i < end; ++i) {
    largest = std::max(largest, std::abs(b[i]));
    difference = std::abs(a[i] - b[i]) <= difference ? difference : std::abs(a[i] - b[i]);
  }
  return difference / largest;
}

// Of a step: random states are metres inside of stiff grounds, and are thrown out at 1e8 m/s^2.
constexpr double h = 1e-8;
// Rates of states, and works, relative to the largest: a right-hand side is as well conditioned as its mass matrix, here at worst 1e4.
constexpr double rounding = 1e-11;
// Of these random states themselves, without the step; a step of 1e-8 s later; and where no equations are solved.
constexpr double rounding_of_rates = 5e-13, rounding_of_sums = 2e-13, rounding_of_energies = 8e-15, rounding_of_gaps = 2e-14;

TEST(LaneMotion, FindsTheSlopesOfSingleCopies) {
  double worst = 0;
  for (const auto& [name, model] : mechanisms()) {
    for (const kernels::Functions* f : tables_of_lanes()) {
      LaneMotion motion(model, closed_start(model), f);
      ASSERT_EQ(motion.why_not(), "") << name;
      for (const int n : {f->lanes, 1, f->lanes - 1}) {
        Copies copies(model, n);
        copies.perform(motion, [](LaneTask&) {});
        for (int i = 0; i < n; ++i) {
          Copy& copy = *copies.all[static_cast<std::size_t>(i)];
          ASSERT_TRUE(copies.tasks[static_cast<std::size_t>(i)].answered) << name;
          std::vector<double> alone(copy.y.size());
          ASSERT_EQ(copy.system.rhs(copy.start.t_s, copy.y.data(), alone.data()), RhsStatus::ok) << name;
          const auto states = static_cast<std::size_t>(copy.system.n_states());
          const double off =
              std::max(apart(copy.slopes[0].data(), alone.data(), 0, states), apart(copy.slopes[0].data(), alone.data(), states, alone.size()));
          EXPECT_LT(off, rounding_of_rates) << name << ' ' << f->isa << " copy " << i;
          worst = std::max(worst, off);
        }
      }
    }
  }
  std::printf("  slopes apart %.1e\n", worst);
}

TEST(LaneMotion, TakesTheStepsOfSingleCopies) {
  for (const auto& [name, model] : mechanisms()) {
    for (const kernels::Functions* f : tables_of_lanes()) {
      LaneMotion motion(model, closed_start(model), f);
      for (const RungeKuttaTable* table : {&rk4_table(), &dopri5_table(), &dop853_table()}) {
        Copies copies(model, f->lanes - 1);
        for (auto& copy : copies.all) ASSERT_EQ(copy->system.rhs(copy->start.t_s, copy->y.data(), copy->k[0]), RhsStatus::ok);
        copies.perform(motion, [&](LaneTask& t) { t.table = table, t.h_s = h, t.t_end_s = t.t0_s + h; });
        for (std::size_t c = 0; c < copies.all.size(); ++c) {
          ASSERT_TRUE(copies.tasks[c].answered) << name;
          Copy& copy = *copies.all[c];
          // the same, one slope after the other
          std::vector<std::vector<double>> slope{copy.slopes[0]};
          std::vector<double> y;
          for (int i = 1; i <= table->stages; ++i) {
            y = copy.y;
            for (int j = 0; j < i; ++j)
              for (std::size_t e = 0; e < y.size(); ++e) y[e] += h * table->A_at(i, j) * slope[static_cast<std::size_t>(j)][e];
            slope.emplace_back(y.size());
            const double t = i == table->stages ? copy.start.t_s + h : copy.start.t_s + table->c[static_cast<std::size_t>(i)] * h;
            ASSERT_EQ(copy.system.rhs(t, y.data(), slope.back().data()), RhsStatus::ok);
            EXPECT_LT(apart(copy.slopes[static_cast<std::size_t>(i)].data(), slope.back().data(), 0, y.size()), rounding)
                << name << ' ' << table->name;
          }
          EXPECT_LT(apart(copy.y_end.data(), y.data(), 0, y.size()), rounding_of_sums) << name << ' ' << table->name;
          const Sight& there = copy.system.energies_at(copy.start.t_s + h, copy.y_end.data());
          ASSERT_TRUE(copy.sight.energy_known);
          const Energy &a = copy.sight.energy, &b = there.energy;
          const double scale = 1 + std::abs(b.kinetic_J) + std::abs(b.gravity_J) + b.strain_J + b.springs_J;
          EXPECT_NEAR(a.kinetic_J, b.kinetic_J, rounding_of_energies * scale) << name;
          EXPECT_NEAR(a.gravity_J, b.gravity_J, rounding_of_energies * scale) << name;
          EXPECT_NEAR(a.strain_J, b.strain_J, rounding_of_energies * scale) << name;
          EXPECT_NEAR(a.springs_J, b.springs_J, rounding_of_energies * scale) << name;
          for (std::size_t i = 0; i < there.gap.size(); ++i) {
            EXPECT_NEAR(copy.sight.gap[i].distance_m, there.gap[i].distance_m, rounding_of_gaps) << name;
            EXPECT_NEAR(copy.sight.gap[i].rate_m_per_s, there.gap[i].rate_m_per_s, rounding_of_gaps * (1 + std::abs(there.gap[i].rate_m_per_s)))
                << name;
          }
        }
      }
    }
  }
}

TEST(LaneMotion, LanesDoNotSeeEachOther) {
  for (const char* name : {"elastic_chain_ss", "sidewinder", "double_pendulum"}) {
    const Model model = zoo_model(name);
    for (const kernels::Functions* f : tables_of_lanes()) {
      LaneMotion motion(model, closed_start(model), f);
      const auto take = [&](LaneTask& t) { t.table = &dopri5_table(), t.h_s = h, t.t_end_s = t.t0_s + h; };
      const auto with_slopes = [&] {
        Copies copies(model, f->lanes);
        for (auto& copy : copies.all) EXPECT_EQ(copy->system.rhs(copy->start.t_s, copy->y.data(), copy->k[0]), RhsStatus::ok);
        return copies;
      };
      Copies together = with_slopes(), alone = with_slopes(), broken = with_slopes();
      together.perform(motion, take);
      const std::vector<double> truth = together.all[2]->y_end;
      alone.all.erase(alone.all.begin(), alone.all.begin() + 2), alone.all.resize(1);
      alone.perform(motion, take);
      EXPECT_EQ(std::memcmp(alone.all[0]->y_end.data(), truth.data(), truth.size() * sizeof(double)), 0) << name << ' ' << f->isa;
      // a number that is none, and an angle beyond what sines are found of
      broken.all[0]->y[1] = std::nan("");
      broken.all[1]->y[1] = 1e7;
      broken.perform(motion, take);
      EXPECT_FALSE(broken.tasks[0].answered);
      EXPECT_FALSE(broken.tasks[1].answered);
      EXPECT_TRUE(broken.tasks[2].answered);
      EXPECT_EQ(std::memcmp(broken.all[2]->y_end.data(), truth.data(), truth.size() * sizeof(double)), 0) << name << ' ' << f->isa;
    }
  }
}

TEST(LaneMotion, SaysWhatItCannotDo) {
  for (const char* name : {"four_bar", "wheeled_snake", "inchworm_held"}) {
    const Model model = zoo_model(name);
    EXPECT_NE(LaneMotion(model, closed_start(model)).why_not(), "") << name;
  }
}

}  // namespace
}  // namespace zanjir::test
