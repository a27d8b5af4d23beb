// Random bodies dropped on random slopes with random laws, methods, steps and tolerances. Whatever was asked for, no body falls through the ground, none wins
// energy, none is refused its rest. ZANJIR_DROPS=10000 drops more, ZANJIR_DROPS_FROM=n begins with another seed, ZANJIR_DROPS_SHOW=1 prints each
// before it falls; from 1000 drops on a table says how they went.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "physics/constants.hpp"
#include "support/settable.hpp"
#include "support/simulation.hpp"
#include "zanjir/contact/stored_energy.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir::test {
namespace {

double between(Random& random, double low, double high) { return low * std::pow(high / low, random.unit()); }  // even in the logarithm
template <class List> auto one_of(Random& random, const List& list) {
  return list[static_cast<std::size_t>(random.integer(0, static_cast<int>(std::size(list)) - 1))];
}

std::string normal_law(Random& random, double mass) {
  const char* types[] = {"hertz", "hunt-crossley", "lankarani-nikravesh", "flores", "hu-guo", "spring-damper", "spring-damper"};
  const std::string type = one_of(random, types);
  const double stiffness = mass * between(random, 1e4, 1e8);
  if (type == "hertz") return fmt::format("{{type: hertz, stiffness: {}}}", stiffness);
  if (type != "spring-damper") return fmt::format("{{type: {}, stiffness: {}, restitution: {}}}", type, stiffness, random.uniform(0.2, 1));
  const double ratio = between(random, 1e-2, 3);
  return fmt::format("{{type: spring-damper, stiffness: {}, damping: {}, clamp: {}}}", stiffness, 2 * ratio * std::sqrt(stiffness * mass),
                     random.chance(0.7));
}

std::string friction_law(Random& random) {
  const double mu = random.uniform(0.05, 0.8), v = between(random, 1e-3, 5e-2);
  switch (random.integer(0, 4)) {
    case 0: return "";
    case 1: return fmt::format(", friction: {{type: coulomb, coefficient: {}, transition_speed: {}}}", mu, v);
    case 2:
      return fmt::format(", friction: {{type: stribeck, coefficient: {}, static_coefficient: {}, transition_speed: {}, stribeck_speed: {}}}", mu,
                         1.3 * mu, v, 5 * v);
    case 3: return fmt::format(", friction: {{type: bengisu-akay, coefficient: {}, static_coefficient: {}, v0: {}, decay: 20 s/m}}", mu, 1.2 * mu, v);
    default: return fmt::format(", friction: {{type: ambrosio, coefficient: {}, v0: {}, v1: {}}}", mu, v / 10, v);
  }
}

// A free ball, capsule, box or bar of points, above a slope.
struct Drop {
  std::string model;
  SimOptions options;
};

Drop random_drop(std::uint64_t seed) {
  Random random(seed);
  const double mass = between(random, 0.02, 50), size = between(random, 0.02, 0.5), slope = random.chance(0.3) ? 0 : random.uniform(0, 0.6);
  const double inertia = mass * size * size * random.uniform(0.1, 0.4);
  std::string frames, touching;
  double lowest = size;  // how far the body reaches from its origin, at most
  switch (random.integer(0, 3)) {
    case 0: touching = fmt::format("on: b, radius: {}", size); break;
    case 1:
      frames = fmt::format("frames: {{b: {{p: [{}, 0, 0], q: [{}, 0, 0]}}}}\n", -size, size);
      touching = fmt::format("capsules: [[b.p, b.q]], radius: {}", size / 4);
      lowest = 1.25 * size;
      break;
    case 2:
      frames = fmt::format("frames: {{b: {{p: [{0}, {0}, {1}], q: [{2}, {0}, {1}], r: [{0}, {2}, {1}], s: [{2}, {2}, {1}]}}}}\n", -size / 2,
                           -size / 4, size / 2);
      touching = "on: [b.p, b.q, b.r, b.s]";
      break;
    default: frames = fmt::format("frames: {{b: {{p: [{}, 0, 0], q: [0, 0, 0], r: [{}, 0, 0]}}}}\n", -size, size); touching = "on: [b.p, b.q, b.r]";
  }
  const double height = (lowest + (random.chance(0.2) ? 0 : between(random, 1e-3, 1))) / std::cos(slope);
  const auto speed = [&](double largest) { return random.chance(0.3) ? 0.0 : random.uniform(-largest, largest); };
  Drop drop;
  drop.model = fmt::format(
      "zanjir: 1\nname: drop-{}\ngravity: [0, 0, -9.81]\nbodies: {{b: {{mass: {}, inertia: {{ixx: {}, iyy: {}, izz: {}}}}}}}\n{}"
      "joints: {{F: {{type: free, parent: ground, child: b}}}}\n"
      "contacts: {{slope: {{ground: {{normal: [{}, 0, {}]}}, {}, law: {}{}}}}}\n"
      "initial: {{q: {{F: {{z: {}}}}}, v: {{F: {{vx: {}, vy: {}, vz: {}, wx: {}, wy: {}, wz: {}}}}}}}\n",
      seed, mass, inertia, inertia, inertia, frames, std::sin(slope), std::cos(slope), touching, normal_law(random, mass), friction_law(random),
      height, speed(2), speed(2), -std::abs(speed(3)), speed(5), speed(5), speed(5));
  const MethodInfo method = one_of(random, stepper_methods());
  const bool fixed = !method.adaptive;
  drop.options = fixed ? fixed_run(0.6, std::string(method.name), between(random, 1e-4, 5e-3))
                       : adaptive_run(0.6, std::string(method.name), between(random, 1e-9, 1e-3));
  return drop;
}

// What random_drop has not: friction that sticks, boxes, wheels, height fields, and steps in the way; balls and wheels meet the step's edge.
Drop random_scene(std::uint64_t seed) {
  Random random(seed);
  const double mass = between(random, 0.1, 10), size = between(random, 0.05, 0.3), slope = random.chance(0.3) ? 0 : random.uniform(0, 0.5);
  const double inertia = mass * size * size * random.uniform(0.2, 0.4), stiffness = mass * between(random, 1e4, 1e6);
  const int solid = random.integer(0, 2);
  const std::string touching = solid == 0   ? fmt::format("on: b, radius: {}", size)
                               : solid == 1 ? fmt::format("discs: [{{at: b, axis: y, radius: {}}}], radius: {}", size, size * random.uniform(0, 0.3))
                                            : fmt::format("boxes: [{{at: b, size: [{}, {}, {}]}}], radius: {}", size, 0.7 * size, 0.4 * size,
                                                          random.chance(0.5) ? 0 : 0.1 * size);
  const double mu = random.uniform(0.05, 0.8);
  std::string friction = fmt::format("type: bristle, coefficient: {}, stiffness: {}", mu, stiffness * between(random, 0.1, 3));
  if (random.chance(0.3)) friction += fmt::format(", static_coefficient: {}", mu * random.uniform(1, 1.5));
  if (random.chance(0.4))
    friction += fmt::format(", across: {}, direction: [1, 0.5, 0], axes: {}", random.uniform(0.05, 0.8), random.chance(0.5) ? "body" : "world");
  if (random.chance(0.3)) friction += fmt::format(", rolling_resistance: {}, spinning_resistance: {}", 0.01 * size, 0.02 * size);
  const std::string laws = fmt::format("law: {}, friction: {{{}}}", normal_law(random, mass), friction);
  std::string ground = fmt::format("normal: [{}, 0, {}]", std::sin(slope), std::cos(slope)), step;
  if (random.chance(0.4)) {  // hills of a tenth of their length, no tighter than the solids are round
    std::string rows;
    for (int i = 0; i < 9; ++i) {
      rows += i ? ", [" : "[";
      for (int j = 0; j < 9; ++j) rows += fmt::format("{}{}", j ? ", " : "", 0.15 * size * std::sin(1.1 * i + 0.3) * std::cos(0.9 * j));
      rows += "]";
    }
    ground = fmt::format("point: [{0}, {0}, 0], normal: z, heights: {{spacing: {1}, rows: [{2}]}}", -8 * size, 2 * size, rows);
  } else if (random.chance(0.5)) {
    step =
        fmt::format(", step: {{ground: {{point: [{}, 0, {}], {}, step: {{toward: [{}, {}, 0], height: {}}}}}, {}, {}}}", 0.2 * std::cos(slope),
                    -0.2 * std::sin(slope), ground, random.uniform(0.3, 1), random.uniform(-1, 1), size * random.uniform(0.1, 0.8), touching, laws);
  }
  const auto speed = [&](double largest) { return random.uniform(-largest, largest); };
  Drop drop;
  drop.model = fmt::format(
      "zanjir: 1\nname: scene-{}\ngravity: [0, 0, -9.81]\nbodies: {{b: {{mass: {}, inertia: {{ixx: {}, iyy: {}, izz: {}}}}}}}\n"
      "joints: {{F: {{type: free, parent: ground, child: b}}}}\n"
      "contacts: {{slope: {{ground: {{{}}}, {}, {}}}{}}}\n"
      "initial: {{q: {{F: {{x: -0.3, z: {}}}}}, v: {{F: {{vx: {}, vy: {}, vz: {}, wx: {}, wy: {}, wz: {}}}}}}}\n",
      seed, mass, inertia, inertia, inertia, ground, touching, laws, step,
      0.3 * std::tan(slope) + 2.2 * size / std::cos(slope) + random.uniform(0, 0.3), 1 + speed(1), speed(1), -std::abs(speed(2)), speed(5), speed(5),
      speed(5));
  const MethodInfo method = one_of(random, stepper_methods());
  drop.options = method.adaptive ? adaptive_run(0.6, std::string(method.name), between(random, 1e-8, 1e-4))
                                 : fixed_run(0.6, std::string(method.name), between(random, 1e-4, 1e-3));
  return drop;
}

// The deepest that a body with this energy can come: K d^(n + 1)/(n + 1) = E + m g d. Dampers only take from it.
double deepest(const NormalLaw& law, double energy_J, double weight_N) {
  double low = 0, high = 1e-6;
  const auto stops = [&](double d) { return stored_energy(law, d) >= energy_J + weight_N * d; };
  while (!stops(high)) high *= 2;
  for (int i = 0; i < 100; ++i) (stops((low + high) / 2) ? high : low) = (low + high) / 2;
  return high;
}

// By how much the energy does not add up in contact: flight, where constant steps are as asked for, is left out.
double imbalance_in_contact(const Model& model, const MemoryRun& run) {
  const std::vector<double> imbalance = run.record->column("ledger.imbalance");
  std::vector<bool> touches(imbalance.size(), false);
  for (const Contact& contact : model.contacts()) {
    const std::vector<double> phase = run.record->column(contact.name + ".phase");
    for (std::size_t i = 0; i < phase.size(); ++i) touches[i] = touches[i] || phase[i] == 1;
  }
  double sum = 0, most = 0;
  for (std::size_t i = 1; i < imbalance.size(); ++i) {
    if (touches[i - 1]) sum += imbalance[i] - imbalance[i - 1];
    most = std::max(most, std::abs(sum));
  }
  return most;
}

// How many drops there were and how they went, by method.
struct Tally {
  struct Method {
    long drops = 0, with_warnings = 0, stopped = 0;
    double depth_share = 0;  // deepest, of what the law allows
  };
  std::map<std::string, Method> methods;

  std::string text() const {
    std::string out = fmt::format("{:>20} {:>6} {:>9} {:>8} {:>13}\n", "method", "drops", "warnings", "stopped", "deepest share");
    Method all;
    const auto line = [&](std::string_view name, const Method& m) {
      out += fmt::format("{:>20} {:>6} {:>9} {:>8} {:>13.4f}\n", name, m.drops, m.with_warnings, m.stopped, m.depth_share);
    };
    for (const auto& [name, m] : methods) {
      line(name, m);
      all = {all.drops + m.drops, all.with_warnings + m.with_warnings, all.stopped + m.stopped, std::max(all.depth_share, m.depth_share)};
    }
    line("all", all);
    return out;
  }
};

// What is wrong with it, or nothing.
std::string fault_of(const Drop& drop, Tally& tally) {
  const Model model = model_of(drop.model);
  const MemoryRun run = run_in_memory(model, drop.options);
  const RunSummary& summary = run.summary;
  Tally::Method& counted = tally.methods[drop.options.stepper.method];
  ++counted.drops;
  counted.with_warnings += !summary.warnings().empty();
  counted.stopped += summary.end != RunEnd::reached_end;
  const double exchanged = summary.largest_exchange_J, spare_J = trusted_imbalance * exchanged;
  // Flight is as good as was asked for: methods of low order with long steps turn a fast spin into energy there, BDF and Adams with large tolerances too. Such
  // runs say so, and semi-implicit Euler is stopped when nothing else is left; in contact none is excused.
  const MethodInfo& method = *find_method(drop.options.stepper.method);
  const bool flies_well = method.one_step && method.order > 2,
             exploded = method.order == 1 && summary.why.find("come from nowhere") != std::string::npos;
  if (summary.end != RunEnd::reached_end && !exploded) return "does not reach its end: " + summary.why;
  if (summary.deepest_in_flight_m > 0) return fmt::format("is {:.3g} m below the ground in flight", summary.deepest_in_flight_m);
  if (!(summary.won_from_contacts_J <= spare_J))
    return fmt::format("wins {:.3g} J of {:.3g} J from its contacts", summary.won_from_contacts_J, exchanged);
  if (!(summary.off_contact_laws_J <= spare_J))
    return fmt::format("its contacts take {:.3g} J of {:.3g} J more or less than their laws", summary.off_contact_laws_J, exchanged);
  if (const double J = imbalance_in_contact(model, run); !(J <= spare_J))
    return fmt::format("in contact {:.3g} J of {:.3g} J do not add up", J, exchanged);
  if (const auto warnings = summary.warnings(); flies_well && !warnings.empty()) return warnings[0];
  if (const double won = run.largest("energy.total") - summary.energy_begin_J; flies_well && !(won <= spare_J))
    return fmt::format("wins {:.3g} J of {:.3g} J", won, exchanged);
  const double weight_N = model.bodies().back().mass_kg * g;
  for (const Contact& contact : model.contacts()) {
    const double depth = -run.least(contact.name + ".gap"),
                 allowed = 1.01 * deepest(contact.compliant->normal, summary.largest_kinetic_J + spare_J, weight_N);
    counted.depth_share = std::max(counted.depth_share, depth / allowed);
    if (!(depth <= allowed)) return fmt::format("'{}' is {:.3g} m deep, its law allows {:.3g} m", contact.name, depth, allowed);
  }
  return "";
}

TEST(RandomDrops, NeverPassTheGroundNorWinEnergyNorRefuseRest) {
  const long n = number_from("ZANJIR_DROPS", 300), first = number_from("ZANJIR_DROPS_FROM", 1);
  Tally tally;
  for (long seed = first; seed < first + n; ++seed) {
    const Drop drop = random_drop(static_cast<std::uint64_t>(seed));
    const StepperOptions& stepper = drop.options.stepper;
    const std::string text =
        fmt::format("# seed {}: --method {} --step {} --tolerance {}\n{}", seed, stepper.method, stepper.fixed_step_s, stepper.rel_tol, drop.model);
    if (number_from("ZANJIR_DROPS_SHOW", 0)) fmt::print("{}", text), std::fflush(stdout);
    EXPECT_EQ(fault_of(drop, tally), "") << text;
  }
  if (n >= 1000) fmt::print("seeds {} to {}\n{}", first, first + n - 1, tally.text());
}

// ZANJIR_SCENES=10000 and ZANJIR_SCENES_FROM=n for more, as for drops.
TEST(RandomScenes, NeverPassTheGroundNorWinEnergyNorRefuseRest) {
  const long n = number_from("ZANJIR_SCENES", 60), first = number_from("ZANJIR_SCENES_FROM", 1);
  Tally tally;
  for (long seed = first; seed < first + n; ++seed) {
    const Drop scene = random_scene(static_cast<std::uint64_t>(seed));
    const StepperOptions& stepper = scene.options.stepper;
    const std::string text =
        fmt::format("# seed {}: --method {} --step {} --tolerance {}\n{}", seed, stepper.method, stepper.fixed_step_s, stepper.rel_tol, scene.model);
    if (number_from("ZANJIR_DROPS_SHOW", 0)) fmt::print("{}", text), std::fflush(stdout);
    EXPECT_EQ(fault_of(scene, tally), "") << text;
  }
  if (n >= 1000) fmt::print("seeds {} to {}\n{}", first, first + n - 1, tally.text());
}

// 1689 and 5238: Adams, a contact that left the ground touched and parted without end. 2682: many short steps of semi-implicit Euler lost 1.13 % together.
// 6586: a corner let go below the ground, where the rate of a gap was half its slope (BDF).
TEST(RandomDrops, ThatWentWrongOnceDoNoMore) {
  Tally tally;
  for (const std::uint64_t seed : {1689u, 2682u, 5238u, 6586u}) EXPECT_EQ(fault_of(random_drop(seed), tally), "") << "seed " << seed;
}

// Discs that came deep over the edge of a step, where the way out of it jumped. 3016: one that lay in a hollow, whose gap jumped where its other side became the deeper one; no step was
// short enough. 8269: sdirk4 let a disc go 4e-8 m below the ground, where the step to its event, taken again, ended before it (Events.AreNotInAStepThatTakenAgainEndsBeforeThem).
// 5457 and 6370, of five: wheels that came to rest in a hollow on two places, of which only the deeper one counted; the force went to and fro in steps of 1e-8 s.
// 3212: BDF took every other step again whose bristles were solved as well as was asked for; half a million steps of its shortest kind lost 1.4 % together.
TEST(RandomScenes, ThatWentWrongOnceDoNoMore) {
  Tally tally;
  for (const std::uint64_t seed : {353u, 411u, 1287u, 3016u, 3212u, 5457u, 6370u, 8269u})
    EXPECT_EQ(fault_of(random_scene(seed), tally), "") << "seed " << seed;
}

// Contacts that slide and part, where the time constant of their bristles vanishes, used to end generalized-alpha.
TEST(RandomScenes, ReachTheirEndWithGeneralizedAlpha) {
  const long n = number_from("ZANJIR_SCENES", 60) / 3;
  Tally tally;
  for (long seed = 1; seed <= n; ++seed) {
    Drop scene = random_scene(static_cast<std::uint64_t>(seed));
    scene.options = fixed_run(0.6, "generalized-alpha", 5e-4);
    EXPECT_EQ(fault_of(scene, tally), "") << "seed " << seed << "\n" << scene.model;
  }
  if (n >= 300) fmt::print("seeds 1 to {}\n{}", n, tally.text());
}

// With generalized-alpha at 100 us nine of seventy drops used to end in an iteration that does not converge.
TEST(RandomDrops, ReachTheirEndWithGeneralizedAlphaAtShortSteps) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Drop drop = random_drop(seed);
    drop.options = fixed_run(0.6, "generalized-alpha", 1e-4);
    EXPECT_EQ(fault_of(drop, tally), "") << "seed " << seed << "\n" << drop.model;
  }
}

}  // namespace
}  // namespace zanjir::test
