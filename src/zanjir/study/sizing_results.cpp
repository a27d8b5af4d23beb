#include "zanjir/study/sizing_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace zanjir {

const SizedMotor* SizingOutcome::motor(const std::string& name) const {
  if (name.empty()) return chosen < 0 ? nullptr : &motors[static_cast<std::size_t>(chosen)];
  const auto it = std::find_if(motors.begin(), motors.end(), [&](const SizedMotor& m) { return m.motor.name == name; });
  return it == motors.end() ? nullptr : &*it;
}
std::vector<std::string> SizingOutcome::motor_names() const {
  std::vector<std::string> names;
  for (const SizedMotor& m : motors) names.push_back(m.motor.name);
  return names;
}
MotorKind SizingOutcome::kind(const SizedMotor* m) const { return m ? m->motor.kind : motors.empty() ? own_kind : motors.front().motor.kind; }
TorqueSpeed SizingOutcome::cloud(std::size_t i, const SizedMotor* m) const {
  return m ? torque_speed(actuators[i], m->motor.rotor_inertia, m->best.ratio, gear)
           : torque_speed(actuators[i], own_rotor_inertia[i], own_ratio[i], {});
}

namespace {

std::string unit_of_ratio(const SizingOutcome& s) {
  return s.motors.empty() || s.actuators.front().turns || s.motors.front().motor.kind == MotorKind::linear ? "1" : "rad/m";
}

struct DemandNumber {
  const char* name;
  double Demand::*value;
  const char *of_turns, *of_slides;
};
constexpr DemandNumber demand_numbers[] = {
    {"force.peak", &Demand::force_peak, "N m", "N"},     {"force.rms", &Demand::force_rms, "N m", "N"},
    {"speed.peak", &Demand::speed_peak, "rad/s", "m/s"}, {"speed.rms", &Demand::speed_rms, "rad/s", "m/s"},
    {"power.out", &Demand::power_out, "W", "W"},         {"power.back", &Demand::power_back, "W", "W"},
    {"power.rms", &Demand::power_rms, "W", "W"},         {"energy.out", &Demand::energy_out, "J", "J"},
    {"energy.back", &Demand::energy_back, "J", "J"},     {"duty.drives", &Demand::drives, "1", "1"},
    {"duty.brakes", &Demand::brakes, "1", "1"},          {"duty.stands", &Demand::stands, "1", "1"},
};
constexpr DemandNumber supply_numbers[] = {
    {"power.out", &Demand::power_out, "W", "W"},   {"power.back", &Demand::power_back, "W", "W"},   {"power.rms", &Demand::power_rms, "W", "W"},
    {"energy.out", &Demand::energy_out, "J", "J"}, {"energy.back", &Demand::energy_back, "J", "J"},
};

bool all_alike(const SizingOutcome& s) {
  return std::all_of(s.actuators.begin(), s.actuators.end(), [&](const ActuatorCycle& a) { return a.turns == s.actuators.front().turns; });
}
double largest(const SizingOutcome& s, double Demand::*value) {
  double most = 0;
  for (const Demand& d : s.demands) most = std::max(most, d.*value);
  return most;
}
double sum(const SizingOutcome& s, double Demand::*value) {
  double all = 0;
  for (const Demand& d : s.demands) all += d.*value;
  return all;
}

void add_demands(const SizingOutcome& s, TaskResult& out) {
  for (std::size_t i = 0; i < s.actuators.size(); ++i)
    for (const DemandNumber& n : demand_numbers)
      out.add(s.actuators[i].name + "." + n.name, s.actuators[i].turns ? n.of_turns : n.of_slides, s.demands[i].*n.value);
  const bool turns = s.actuators.front().turns;
  for (const DemandNumber& n : std::span(demand_numbers).first(4))
    if (all_alike(s)) out.add(n.name, turns ? n.of_turns : n.of_slides, largest(s, n.value));
  out.add("power.peak", "W", std::max(largest(s, &Demand::power_out), largest(s, &Demand::power_back)));
  out.add("energy.out", "J", sum(s, &Demand::energy_out));
  out.add("energy.back", "J", sum(s, &Demand::energy_back));
  for (const DemandNumber& n : supply_numbers) out.add(std::string("supply.") + n.name, n.of_turns, s.supply.*n.value);
  out.add("cycle", "s", s.actuators.front().duration_s());
}

constexpr const char* limit_names[] = {"peak", "heat", "speed"};  // by MotorLimit

void add_motors(const SizingOutcome& s, TaskResult& out) {
  const std::string unit = unit_of_ratio(s);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (const SizedMotor& m : s.motors) {
    const std::string name = m.motor.name + ".";
    out.add(name + "ratio", unit, m.best.ratio);
    out.add(name + "load", "1", m.best.use.largest());
    for (const MotorLimit limit : motor_limits)
      out.add(name + limit_names[static_cast<std::size_t>(limit)], "1", m.best.use.share[static_cast<std::size_t>(limit)]);
    out.add(name + "least", unit, m.best.least.value_or(none));
    out.add(name + "most", unit, m.best.most.value_or(none));
    for (std::size_t i = 0; i < s.actuators.size(); ++i) {
      const std::string own = name + s.actuators[i].name;
      out.add(own + ".ratio", unit, i < m.each.size() ? m.each[i].ratio : none);
      out.add(own + ".load", "1", i < m.each.size() ? m.each[i].use.largest() : none);
      out.add(own + ".least_rms", unit, ratio_of_least_rms(s.actuators[i], m.motor.rotor_inertia));
    }
  }
  if (s.motors.empty()) return;
  const SizedMotor* chosen = s.motor("");
  out.add("chosen.ratio", unit, chosen ? chosen->best.ratio : none);
  out.add("chosen.load", "1", chosen ? chosen->best.use.largest() : none);
  out.add("chosen.fits", "1", chosen && chosen->best.fits() ? 1 : 0);
}

std::string percent(double x) { return fmt::format("{:.3g} %", 100 * x); }
std::string force_unit(const ActuatorCycle& a) { return a.turns ? "N m" : "N"; }

void table_of_actuators(const SizingOutcome& s, TaskResult& out) {
  ResultTable table{
      "Actuators, on the side of the joint",
      {"actuator", "peak force", "RMS", "", "peak speed", "", "power out [W]", "back [W]", "energy out [J]", "back [J]", "drives", "brakes"},
      {},
      true};
  const auto row = [](const std::string& name, const Demand& d) {
    return std::vector<std::string>{name,
                                    sizing_digits(d.force_peak),
                                    sizing_digits(d.force_rms),
                                    "",
                                    sizing_digits(d.speed_peak),
                                    "",
                                    sizing_digits(d.power_out),
                                    sizing_digits(d.power_back),
                                    sizing_digits(d.energy_out),
                                    sizing_digits(d.energy_back),
                                    percent(d.drives),
                                    percent(d.brakes)};
  };
  for (std::size_t i = 0; i < s.actuators.size(); ++i) {
    table.rows.push_back(row(s.actuators[i].name, s.demands[i]));
    table.rows.back()[3] = force_unit(s.actuators[i]);
    table.rows.back()[5] = s.actuators[i].turns ? "rad/s" : "m/s";
  }
  if (s.actuators.size() > 1) {
    table.rows.push_back(row("together", s.supply));
    for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) table.rows.back()[k] = "-";
  }
  out.tables.push_back(std::move(table));
}

std::string limit_text(const SizingOutcome& s, const BestRatio& b) {
  const auto one = [&](const MotorUse& use) {
    return std::string(word_of(use.limit())) + (s.actuators.size() > 1 ? " of " + s.actuators[static_cast<std::size_t>(use.actuator)].name : "");
  };
  const std::string below = one(b.below), above = one(b.above);
  if (b.at_end) return one(b.use) + ", at the end of the ratios tried";
  return below == above ? below : "below it " + below + ", above it " + above;
}

void table_of_motors(const SizingOutcome& s, TaskResult& out) {
  if (s.motors.empty()) return;
  const std::string unit = unit_of_ratio(s);
  ResultTable table{"Motors, one kind and one gear for all actuators",
                    {"motor", unit == "1" ? "best ratio" : "best ratio [" + unit + "]", "used", "peak", "heat", "speed", "limited by", "can do"},
                    {},
                    true};
  for (std::size_t i = 0; i < s.motors.size(); ++i) {
    const SizedMotor& m = s.motors[i];
    table.rows.push_back({m.motor.name + (static_cast<int>(i) == s.chosen && m.best.fits() ? " (chosen)" : ""), sizing_digits(m.best.ratio),
                          percent(m.best.use.largest()), percent(m.best.use.share[0]), percent(m.best.use.share[1]), percent(m.best.use.share[2]),
                          limit_text(s, m.best), m.best.least ? sizing_digits(*m.best.least) + " to " + sizing_digits(*m.best.most) : "none"});
  }
  out.tables.push_back(std::move(table));
}

}  // namespace

std::string sizing_digits(double x) { return std::isfinite(x) ? fmt::format("{:.4g}", x) : "-"; }

void add_sizing_numbers(const SizingOutcome& s, TaskResult& out) {
  add_demands(s, out);
  add_motors(s, out);
}

void add_sizing_tables(const SizingOutcome& s, TaskResult& out) {
  table_of_actuators(s, out);
  table_of_motors(s, out);
}

void add_table_beside(std::span<const NamedSizing> all, TaskResult& out) {
  ResultTable table{"Beside each other",
                    {"task", "actuators", "peak force", "RMS", "peak speed", "peak power [W]", "RMS power [W]", "energy out [J]", "back [J]",
                     "supply peak [W]", "motor", "ratio", "used"},
                    {},
                    true};
  const auto row = [&](const std::string& task, const SizingOutcome& s) {
    const SizedMotor* m = s.motor("");
    const bool alike = all_alike(s), turns = s.actuators.front().turns;
    const auto with = [&](double x, const char* unit) { return alike ? sizing_digits(x) + " " + unit : "-"; };
    table.rows.push_back({task, std::to_string(s.actuators.size()), with(largest(s, &Demand::force_peak), turns ? "N m" : "N"),
                          with(largest(s, &Demand::force_rms), turns ? "N m" : "N"), with(largest(s, &Demand::speed_peak), turns ? "rad/s" : "m/s"),
                          sizing_digits(std::max(largest(s, &Demand::power_out), largest(s, &Demand::power_back))),
                          sizing_digits(largest(s, &Demand::power_rms)), sizing_digits(sum(s, &Demand::energy_out)),
                          sizing_digits(sum(s, &Demand::energy_back)), sizing_digits(s.supply.power_out),
                          m ? m->motor.name + (m->best.fits() ? "" : " (too small)") : "-", m ? sizing_digits(m->best.ratio) : "-",
                          m ? percent(m->best.use.largest()) : "-"});
  };
  for (const NamedSizing& one : all) row(one.task, *one.sizing);
  out.tables.push_back(std::move(table));
}

void name_sweep(const SizingOutcome& s, TaskResult& out) {
  out.abscissa = {"ratio", unit_of_ratio(s), {}};
  for (const SizedMotor& m : s.motors)
    for (const char* what : {"load", limit_names[0], limit_names[1], limit_names[2]})
      out.series.push_back({"sweep." + m.motor.name + "." + what, "1", {}});
}

void say_choice(const SizingOutcome& s, TaskResult& out) {
  const SizedMotor* m = s.motor("");
  if (!m) return;
  if (m->best.fits()) {
    out.texts.push_back({"chosen", fmt::format("{} with a ratio of {}: {} of it is used, limited by {}", m->motor.name, sizing_digits(m->best.ratio),
                                               percent(m->best.use.largest()), limit_text(s, m->best))});
    return;
  }
  out.notes.push_back(
      fmt::format("no motor of the catalogue can do this: '{}', which comes nearest, would be used to {} with a ratio of {}; limited by {}",
                  m->motor.name, percent(m->best.use.largest()), sizing_digits(m->best.ratio), limit_text(s, m->best)));
}

ResultMatrix cloud_matrix(const SizingOutcome& s) {
  ResultMatrix out{"torque_speed", {}, {}, {}};
  const SizedMotor* motor = s.motor("");
  for (std::size_t i = 0; i < s.actuators.size(); ++i) {
    const TorqueSpeed cloud = s.cloud(i, motor);
    if (i == 0) {
      for (std::size_t k = 0; k < cloud.speed.size(); ++k) out.rows.push_back(std::to_string(k + 1));
      out.values.resize(static_cast<Eigen::Index>(cloud.speed.size()), static_cast<Eigen::Index>(2 * s.actuators.size()));
    }
    const bool turns = s.kind(motor) == MotorKind::rotary;
    out.columns.push_back(s.actuators[i].name + (turns ? ".speed [rad/s]" : ".speed [m/s]"));
    out.columns.push_back(s.actuators[i].name + (turns ? ".torque [N m]" : ".torque [N]"));
    for (std::size_t k = 0; k < cloud.speed.size(); ++k) {
      out.values(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(2 * i)) = cloud.speed[k];
      out.values(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(2 * i + 1)) = cloud.torque[k];
    }
  }
  return out;
}

}  // namespace zanjir
