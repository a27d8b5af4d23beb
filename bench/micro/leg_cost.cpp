// Inverse dynamics of the spherical robot on carriages (models/pus_3.yaml) through the public call, and how its cost grows with the number of legs. Aims: 100 000 answers per second and core, linear growth.
// Three carriages are driven; those of further legs run along. The same of a thousand states at once, by one thread; aim at 3 legs: 1.5 million per second.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "support/report.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::bench {

namespace {

// The robot with N legs, evenly around the circle.
std::string robot_with_legs(int N) {
  std::string text = R"yaml(zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  platform: {mass: 370 kg, com: [0.1, 0, 0.26], inertia: {about: origin, ixx: 46.0475, iyy: 57.3746, izz: 51.0041, ixy: -7.2018, ixz: -9.4605, iyz: -1.2048}}
joints:
  centre: {type: spherical, parent: ground, child: platform}
repeat:
  - count: LEGS
    from: 0
    bodies:
      carriage{i}: {mass: 1 kg, com: [0.35, 0, 0], inertia: {about: com, ixx: 0.001, iyy: 0.001, izz: 0.001}}
      rod{i}: {mass: 12 kg, com: [0, 0, 0.334], inertia: point}
    frames:
      platform: {"ball{i}": ["0.235*cos(360 deg*$i/LEGS + 90 deg)", "0.235*sin(360 deg*$i/LEGS + 90 deg)", 0.084]}
      rod{i}: {end: [0, 0, 0.334]}
    joints:
      A{i}: {type: revolute, parent: ground, child: "carriage{i}", at: [0, 0, -0.135], axis: z}
      U{i}: {type: universal, parent: "carriage{i}", child: "rod{i}", at: [0.35, 0, 0], axes: [x, y]}
    loops:
      S{i}: {type: spherical, between: ["rod{i}.end", "platform.ball{i}"]}
    initial:
      q: {"A{i}": "43.93162132478917 deg + 360 deg*$i/LEGS", "U{i}.a": -38 deg, "U{i}.b": -34 deg}
)yaml";
  for (std::size_t at = 0; (at = text.find("LEGS", at)) != std::string::npos;) text.replace(at, 4, std::to_string(N));
  return text + fmt::format("actuators: {{A0: {{gear_ratio: 1}}, A{}: {{gear_ratio: 1}}, A{}: {{gear_ratio: 1}}}}\n", N / 3, 2 * N / 3);
}

struct TimedLegs {
  explicit TimedLegs(int N)
      : mechanism(Mechanism::parse(robot_with_legs(N))),
        state(mechanism.assemble({}, {{"A0", 0.2}, {fmt::format("A{}", N / 3), -0.1}, {fmt::format("A{}", 2 * N / 3), 0.3}})),
        dynamics(mechanism.dynamics()),
        tau(VecX::Zero(static_cast<Eigen::Index>(mechanism.speeds().size()))),
        vdot(tau) {
    if (!solved(dynamics.forward(state, tau, vdot)) || !solved(dynamics.inverse(state, vdot, tau))) give_up("legs: " + dynamics.note());
  }
  void inverse(int calls) {
    for (int i = 0; i < calls; ++i) dynamics.inverse(state, vdot, tau);
  }
  Mechanism mechanism;
  MechanismState state;
  Dynamics dynamics;
  VecX tau, vdot;
};

// The same robot at many states, each a little faster than the one before.
struct TimedManyLegs {
  static constexpr int states = 1000;
  explicit TimedManyLegs(const TimedLegs& one) : batch(one.mechanism.batch(1)) {
    q = one.state.q().replicate(1, states);
    v = one.state.v().replicate(1, states);
    for (int k = 0; k < states; ++k) v.col(k) *= 1 + 1e-3 * k;
    tau.setZero(v.rows(), states);
    batch.forward(q, v, tau, vdot);  // what keeps the loops closed
    alone = batch.inverse(q, v, vdot, tau).alone;
  }
  void inverse(int calls) {
    for (int i = 0; i < calls; ++i) batch.inverse(q, v, vdot, tau);
  }
  Batch batch;
  ManyStates q, v, tau, vdot;
  std::ptrdiff_t alone = 0;
};

}  // namespace

void leg_cost(const Options& options, Json& results) {
  std::vector<int> sizes = {3, 6, 9, 12, 24, 48};
  if (options.quick) sizes = {3, 6};
  std::vector<std::unique_ptr<TimedLegs>> robots;
  std::vector<Contestant> all;
  for (const int N : sizes) {
    robots.push_back(std::make_unique<TimedLegs>(N));
    all.push_back(
        {{{"mechanism", "PUS/S"}, {"call", "Dynamics::inverse"}, {"legs", N}, {"speeds", static_cast<int>(robots.back()->mechanism.speeds().size())}},
         [r = robots.back().get()](int calls) { r->inverse(calls); }});
  }
  std::vector<std::unique_ptr<TimedManyLegs>> batches;
  for (std::size_t i = 0; i < 2; ++i) {
    batches.push_back(std::make_unique<TimedManyLegs>(*robots[i]));
    all.push_back({{{"mechanism", "PUS/S"},
                    {"call", "Batch::inverse"},
                    {"legs", sizes[i]},
                    {"lanes", batches.back()->batch.lanes()},
                    {"alone", batches.back()->alone}},
                   [b = batches.back().get()](int calls) { b->inverse(calls); },
                   TimedManyLegs::states});
  }
  take_turns(all, options);
  const auto exponent = [&](int from, int to) {
    std::vector<double> n, seconds;
    for (std::size_t i = 0; i < sizes.size(); ++i)
      if (sizes[i] >= from && sizes[i] <= to) n.push_back(sizes[i]), seconds.push_back(all[i].times().median_s);
    if (n.size() > 1) results["exponents"].push_back({{"from", from}, {"to", to}, {"exponent", rounded(growth_exponent(n, seconds), 3)}});
  };
  for (const Contestant& c : all) results["inverse"].push_back(c.result());
  exponent(3, 12);
  exponent(12, 48);
}

}  // namespace zanjir::bench
