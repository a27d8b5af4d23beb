#include "zanjir/simulate/lane_motion.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "zanjir/batch/lanes.hpp"
#include "zanjir/integrate/runge_kutta_tables.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/kernels/loop_tables.hpp"
#include "zanjir/simulate/run_plan.hpp"
#include "zanjir/state/state.hpp"
#include "zanjir/terms/ledger.hpp"

namespace zanjir {
namespace {

constexpr double largest_angle = 1e5;  // beyond it sines come from elsewhere for the whole register (kernels/sincos.hpp)
constexpr int most_lanes = 8, most_slopes = 16;

const kernels::Functions& widest() {
  const char* isa = kernels::functions().isa;
  for (const int lanes : {8, 4})
    if (const kernels::Functions* f = kernels::functions_for(isa, lanes)) return *f;
  return kernels::functions();
}

}  // namespace

struct LaneMotion::Impl {
  Impl(const Model& m, const State& reference, const kernels::Functions& f)
      : model(m), functions(f), plan(m), laws(at(functions.lanes)), q_law(reference.q), v_law(reference.v), vdot_law(VecX::Zero(m.nv())) {
    why_not = plan.why_not;
    w = functions.lanes;
    run = kernels::run_functions_for(functions.isa, w);
    loop = kernels::loop_functions_for(functions.isa, w);
    if (w == 1 || !run || !loop) {
      why_not = "this processor has no wide registers";
      return;
    }
    // y of the reference: what stands in lanes that nobody uses
    std::vector<bool> by_law(at(model.nq()), false);
    for (const int i : prescribed_coordinates(model)) by_law[at(i)] = true;
    for (int i = 0; i < model.nq(); ++i) (by_law[at(i)] ? q_of_laws : q_index).push_back(i);
    for (int i = 0; i < model.nv(); ++i) (model.roles()[at(i)] == Role::prescribed ? v_of_laws : v_index).push_back(i);
    for (const int i : q_index) y_reference.push_back(reference.q[i]);
    for (const int i : v_index) y_reference.push_back(reference.v[i]);
    for (const int i : plan.contact_of) n_bristles += model.contacts()[at(i)].has_bristle() ? 2 : 0;
    prescribed = !v_of_laws.empty();
    for (int i = 0; i < model.n_steps(); ++i) {
      const kernels::Step& step = model.tables().step[i];
      given_steps.push_back(i > 0 && kernels::nv_of(step.joint) > 0 && model.roles()[at(step.v_begin)] == Role::prescribed);
    }
    n_states = static_cast<int>(y_reference.size()) + n_bristles, n = n_states + n_work_sources;
    y_reference.resize(at(n), 0.0);
    needs_poses = plan.tables.n_contacts > 0 || !model.elastic_bodies().empty();
    const auto nq = at(model.nq()), nv = at(model.nv()), steps = at(model.n_steps()), contacts = at(plan.tables.n_contacts);
    y = Lanes(at(n), w), y0 = Lanes(at(n), w), slopes = Lanes(at(n) * most_slopes, w), h = Lanes(1, w);
    q = Lanes(nq, w), v = Lanes(nv, w), qdot = Lanes(nq, w), vdot = Lanes(nv, w), held = Lanes(nv, w), tau = Lanes(nv, w), elements = Lanes(nv, w);
    external = Lanes(6 * steps, w), tree = Lanes(kernels::scratch_numbers(model.tables()), w);
    memory = Lanes(kernels::contact_memory_numbers * contacts, w), powers = Lanes(kernels::n_run_powers, w);
    gaps = Lanes(2 * contacts, w), energies = Lanes(kernels::n_run_energies, w);
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  double* slope(int i) { return slopes.data() + at(i * n * w); }

  // Lanes that hold a number which is none, or an angle that is too large, stand at the reference from here on and have no answer.
  void set_aside(double* y_now) {
    const int nq = static_cast<int>(q_index.size());
    const unsigned away = loop->take(nq, w, y_now, largest_angle, y_now) |
                          loop->take(n_states - nq, w, y_now + nq * w, std::numeric_limits<double>::infinity(), y_now + nq * w);
    if (away == 0) return;
    careful |= away;
    for (int k = 0; k < w; ++k) {
      if (!(away >> k & 1)) continue;
      for (int i = 0; i < n_states; ++i) y_now[i * w + k] = y_reference[at(i)];
    }
  }
  // q and v in lanes: y itself where all of them are integrated.
  void take_state(const double* t, const double* y_now) {
    const int nq = static_cast<int>(q_index.size());
    q_now = y_now, v_now = y_now + nq * w;
    if (!prescribed) return;
    for (int i = 0; i < nq; ++i) std::copy_n(y_now + i * w, w, q.data() + q_index[at(i)] * w);
    for (std::size_t i = 0; i < v_index.size(); ++i) std::copy_n(v_now + i * at(w), w, v.data() + v_index[i] * w);
    for (int k = 0; k < w; ++k) {
      laws[at(k)].write(model, t[k], q_law, v_law, vdot_law);
      for (const int i : q_of_laws) q.data()[i * w + k] = q_law[i];
      for (const int i : v_of_laws) v.data()[i * w + k] = v_law[i], vdot.data()[i * w + k] = vdot_law[i];
    }
    q_now = q.data(), v_now = v.data();
  }
  void find_poses() { functions.kinematics(model.tables(), q_now, v_now, tree.data()); }

  // y' at y, t [w] being inside of the pieces of laws already.
  void rhs(const double* t, double* y_now, double* ydot) {
    set_aside(y_now);
    take_state(t, y_now);
    if (needs_poses) find_poses();
    const kernels::Tables& tables = model.tables();
    const auto numbers = at(model.nv() * w);
    const int nq = static_cast<int>(q_index.size()), nv = static_cast<int>(v_index.size());
    if (plan.tables.n_springs > 0) elements.fill(0);
    double* bristle_rates = ydot + (nq + nv) * w;
    run->forces(tables, plan.tables, q_now, v_now, memory.data(), y_now + (nq + nv) * w, tree.data(), external.data(), elements.data(), powers.data(),
                bristle_rates);
    for (std::size_t i = 0; i < numbers; ++i) tau.data()[i] = held.data()[i] + elements.data()[i];
    double* vdot_now = prescribed ? vdot.data() : ydot + nq * w;
    careful |= functions.forward_dynamics(tables, needs_poses ? kernels::Known::kinematics : kernels::Known::nothing, q_now, v_now,
                                          prescribed ? given_steps.data() : nullptr, plan.tables.n_contacts > 0 ? external.data() : nullptr,
                                          tree.data(), tau.data(), vdot_now);
    double* qdot_now = prescribed ? qdot.data() : ydot;
    run->coordinate_rates(tables, q_now, v_now, qdot_now);
    if (prescribed) {
      for (int i = 0; i < nq; ++i) std::copy_n(qdot_now + q_index[at(i)] * w, w, ydot + i * w);
      for (int i = 0; i < nv; ++i) std::copy_n(vdot_now + v_index[at(i)] * w, w, ydot + (nq + i) * w);
    }
    put_powers(ydot + n_states * w);
    careful |= loop->take(n, w, ydot, std::numeric_limits<double>::infinity(), ydot);
  }
  void put_powers(double* rates) {
    std::fill_n(rates, n_work_sources * w, 0.0);
    const auto row = [&](WorkSource source) { return rates + zanjir::at(source) * w; };
    const auto power = [&](int i) { return powers.data() + i * w; };
    for (int i = 0; i < model.nv(); ++i) {
      const Role role = model.roles()[at(i)];
      if (role == Role::passive) continue;
      // the recursion has found what drives prescribed speeds, springs there included
      double* out = row(role == Role::actuated ? WorkSource::actuators : WorkSource::prescribed);
      for (int j = i * w; j < (i + 1) * w; ++j)
        out[j - i * w] += (role == Role::actuated ? held.data()[j] : tau.data()[j] - elements.data()[j]) * v_now[j];
    }
    for (int k = 0; k < w; ++k) {
      row(WorkSource::dampers)[k] = power(kernels::power_of_dampers)[k] + power(kernels::power_of_modes)[k];
      row(WorkSource::contact_normal)[k] = power(kernels::power_of_normals)[k];
      row(WorkSource::contact_friction)[k] = power(kernels::power_of_friction)[k];
    }
  }

  void load(std::span<LaneTask* const> tasks) {
    std::array<const double*, most_lanes> from{};
    careful = 0;
    for (int k = 0; k < w; ++k) from[at(k)] = at(k) < tasks.size() ? tasks[at(k)]->y0 : y_reference.data();
    run->gather(n, from.data(), y0.data());
    if (!tasks[0]->gaps_only) load_conditions(tasks);
  }
  void load_conditions(std::span<LaneTask* const> tasks) {
    constexpr std::size_t numbers = kernels::contact_memory_numbers;
    memory.fill(0);
    h.fill(0);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      const LaneTask& task = *tasks[k];
      h.data()[k] = task.h_s;
      for (std::size_t i = 0; i < plan.contact_of.size(); ++i) {
        const auto contact = at(plan.contact_of[i]);
        const ContactMemory& remembered = (*task.conditions.contact)[contact];
        if (remembered.phase == ContactPhase::flight) continue;
        std::array<double, numbers> mine{};
        contact_memory_for(model.contacts()[contact], remembered, mine.data());
        for (std::size_t j = 0; j < numbers; ++j) memory.data()[(i * numbers + j) * at(w) + k] = mine[j];
      }
    }
    for (int i = 0; i < model.nv(); ++i) {
      if (model.roles()[at(i)] != Role::actuated) continue;
      for (std::size_t k = 0; k < at(w); ++k) held.data()[at(i * w) + k] = k < tasks.size() ? (*tasks[k]->conditions.tau)[i] : 0;
    }
  }
  void times_at(std::span<LaneTask* const> tasks, double c, double* t) const {
    for (std::size_t k = 0; k < at(w); ++k) {
      t[k] = 0;
      if (k >= tasks.size()) continue;
      const LaneTask& task = *tasks[k];
      t[k] = std::clamp(c == 1 ? task.t_end_s : task.t0_s + c * task.h_s, task.conditions.piece_begin_s, task.conditions.piece_end_s);
    }
  }
  // All lanes that are sure of their numbers have an answer.
  void scatter(std::span<LaneTask* const> tasks, const double* from, double* (*to)(const LaneTask&, int), int number) const {
    std::array<double*, most_lanes> out{};
    for (std::size_t k = 0; k < tasks.size(); ++k)
      if (!(careful >> k & 1)) out[k] = to(*tasks[k], number);
    run->scatter(n, from, out.data());
  }
  // At the state that was taken last, whose poses are found.
  void see(std::span<LaneTask* const> tasks, bool with_energies) {
    run->gaps(model.tables(), plan.tables, tree.data(), gaps.data());
    if (with_energies) run->energies(model.tables(), plan.tables, q_now, v_now, tree.data(), energies.data());
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      if (careful >> k & 1) continue;
      Sight& sight = *tasks[k]->sight;
      const auto lane = [&](const Lanes& a, int i) { return a.data()[at(i * w) + k]; };
      for (int i = 0; i < plan.tables.n_contacts; ++i) sight.gap[at(plan.contact_of[at(i)])] = {lane(gaps, 2 * i), lane(gaps, 2 * i + 1)};
      sight.energy_known = with_energies;
      if (with_energies)
        sight.energy = {lane(energies, kernels::kinetic_energy), lane(energies, kernels::gravity_energy), lane(energies, kernels::spring_energy),
                        lane(energies, kernels::strain_energy)};
    }
  }

  void perform(std::span<LaneTask* const> tasks) {
    load(tasks);
    std::array<double, most_lanes> t{};
    if (!tasks[0]->table) {
      times_at(tasks, 0, t.data());
      if (tasks[0]->gaps_only) {
        set_aside(y0.data());
        take_state(t.data(), y0.data());
        find_poses();
        see(tasks, false);
      } else {
        rhs(t.data(), y0.data(), slope(0));
        scatter(
            tasks, slope(0), [](const LaneTask& task, int i) { return task.k[i]; }, 0);
      }
    } else {
      step(tasks, *tasks[0]->table, t.data());
    }
    for (std::size_t k = 0; k < tasks.size(); ++k) tasks[k]->answered = !(careful >> k & 1);
  }
  void step(std::span<LaneTask* const> tasks, const RungeKuttaTable& table, double* t) {
    std::array<const double*, most_lanes> first{};
    for (std::size_t k = 0; k < at(w); ++k) first[k] = k < tasks.size() ? tasks[k]->k[0] : y_reference.data();
    run->gather(n, first.data(), slope(0));
    for (int i = 1; i <= table.stages; ++i) {
      std::array<double, most_slopes> weights;
      std::array<const double*, most_slopes> k;
      int m = 0;
      for (int j = 0; j < i; ++j)
        if (const double a = table.A_at(i, j); a != 0) weights[at(m)] = a, k[at(m)] = slope(j), ++m;
      run->combine(n, m, y0.data(), h.data(), weights.data(), k.data(), y.data());
      times_at(tasks, i == table.stages ? 1 : table.c[at(i)], t);
      rhs(t, y.data(), slope(i));
    }
    for (int i = 1; i <= table.stages; ++i)
      scatter(
          tasks, slope(i), [](const LaneTask& task, int number) { return task.k[number]; }, i);
    scatter(
        tasks, y.data(), [](const LaneTask& task, int) { return task.y_end; }, 0);
    if (!needs_poses) find_poses();
    see(tasks, true);
  }

  const Model& model;
  const kernels::Functions& functions;
  RunPlan plan;
  const kernels::RunFunctions* run = nullptr;
  const kernels::LoopFunctions* loop = nullptr;
  std::string why_not;
  int w = 1, n = 0, n_states = 0, n_bristles = 0;
  bool prescribed = false, needs_poses = false;
  std::vector<int> q_index, v_index, q_of_laws, v_of_laws;  // what is integrated, and what laws give
  std::vector<std::uint8_t> given_steps;                    // [n_steps]
  std::vector<double> y_reference;
  std::vector<KnownLaws> laws;  // per lane
  VecX q_law, v_law, vdot_law;
  Lanes y, y0, slopes, h, q, v, qdot, vdot, held, tau, elements, external, tree, memory, powers, gaps, energies;
  const double *q_now = nullptr, *v_now = nullptr;
  unsigned careful = 0;  // lanes without an answer, one bit each
};

LaneMotion::LaneMotion(const Model& model, const State& reference, const kernels::Functions* functions)
    : impl_(std::make_unique<Impl>(model, reference, functions ? *functions : widest())) {}
LaneMotion::~LaneMotion() = default;
const std::string& LaneMotion::why_not() const { return impl_->why_not; }
void LaneMotion::perform(std::span<LaneTask* const> tasks) { impl_->perform(tasks); }

}  // namespace zanjir
