// No heap use per step of a run after warm-up: steps, projection, ledger, guards, samples of everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "support/allocation_count.hpp"
#include "support/simulation.hpp"
#include "support/zoo.hpp"
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/simulate/channel_event.hpp"
#include "zanjir/simulate/run_batch.hpp"

#ifdef ZANJIR_COUNTS_MALLOC
namespace zanjir::test {
namespace {

// Counts what the run allocates between two rows. Events may allocate (a list of guards, a record with a name), so the rows on both sides of one are left out.
class CountingRecorder final : public Recorder {
 public:
  explicit CountingRecorder(long warm_up_rows) : warm_up_(warm_up_rows) {}
  bool append(std::span<const double>) override {
    const long n = count_ ? count_->stop() : 0;
    settle();
    if (++rows_ > warm_up_ && !event_) last_ = n;
    event_ = false;
    count_.emplace();
    return true;
  }
  bool add_event(const EventRecord&) override {
    last_.reset();
    return event_ = true;
  }
  bool finish(std::string_view) override {
    if (count_) count_->stop();
    settle();
    return true;
  }
  std::string error() const override { return {}; }
  long worst() const { return worst_; }
  long counted() const { return counted_; }

 private:
  void settle() {
    if (!last_) return;
    worst_ = std::max(worst_, *last_);
    ++counted_;
    last_.reset();
  }
  std::optional<long> last_;  // of the last row, unless it belongs to an event
  long warm_up_, rows_ = 0, worst_ = 0, counted_ = 0;
  bool event_ = false;
  std::optional<AllocationCount> count_;
};

void expect_no_heap(const Model& model, SimOptions options) {
  SCOPED_TRACE(model.name() + ", " + options.stepper.method);
  options.samples.accelerations = options.samples.reactions = options.samples.singular_values = options.samples.power = true;
  for (std::size_t i = 0; i < model.frames().size(); ++i) options.samples.frames.push_back(static_cast<FrameId>(static_cast<int>(i)));
  CountingRecorder recorder(5);
  State state = closed_start(model);
  const RunSummary summary = simulate(model, state, options, [&](const std::vector<Channel>&) { return &recorder; });
  ASSERT_EQ(summary.end, RunEnd::reached_end) << summary.why;
  EXPECT_GT(recorder.counted(), 20);
  EXPECT_EQ(recorder.worst(), 0);
}

// Those that allocate nothing themselves: BDF and the diagonally implicit tables do at each difference Jacobian.
const std::vector<std::string> plain_methods = {"rk4",        "dopri5",   "dop853",    "semi-implicit-euler", "generalized-alpha",
                                                "fehlberg45", "verner65", "fehlberg78"};

// An event that a user writes as an expression is parsed once, when it is made.
TEST(Run, UsesNoHeapForEventsOfTheUser) {
  const Model model = zoo_model("double_pendulum");
  SimOptions options = adaptive_run(1, "dopri5", 1e-8);
  const std::string joint = model.coordinate_names()[0];
  options.events.push_back({nullptr, UserEvent::Then::go_on, "far", joint + " + 0.1*t*" + joint + ".speed - 1000"});  // never
  expect_no_heap(model, std::move(options));
}

TEST(Run, UsesNoHeapOnTreesAfterWarmUp) {
  const Model everything = model_of(R"yaml(
zanjir: 1
gravity: [0, 0, -9.81]
bodies:
  cart_with_a_long_name: {mass: 2, inertia: point}
  arm:  {mass: 1, com: [0.3, 0, 0], inertia: {ixx: 0.001, iyy: 0.03, izz: 0.03}}
  tip:  {mass: 0.5, com: [0.1, 0, 0], inertia: {ixx: 0.001, iyy: 0.01, izz: 0.01}}
frames: {tip: {end: [0.2, 0, 0]}}
joints:
  S: {type: prismatic, parent: ground, child: cart_with_a_long_name, axis: x}
  A: {type: revolute, parent: cart_with_a_long_name, child: arm, axis: y, actuated: true}
  B: {type: revolute, parent: arm, child: tip, at: [0.6, 0, 0], axis: y, actuated: true}
motion: {S: "0.2*sin(3*t)"}
springs: {a_spring_with_a_long_name: {between: [ground, tip.end], stiffness: 30, length: 0.4, damping: 0.1}}
dampers: {d: {joint: A, damping: 0.2}}
friction: {f: {joint: B, coulomb: 0.1, stiction: 0.15, transition_speed: 0.05}}
stops: {s: {joint: B, min: -1, max: 1, stiffness: 200, damping: 0.5}}
loads: {w: {on: tip, force: ["sin(5*t)", 0, 1]}}
forces: {rope: {between: [ground, tip.end], axis: y, force: "-2*max(distance - 0.3, 0)", moment: "-0.1*angle - 0.01*angle_rate"}}
contacts: {floor: {ground: {point: [0, 0, -5], normal: z}, on: tip.end, restitution: 0.5}}
control:
  A: {type: pd, target: "sin(t)", kp: 20, kd: 2}
  B: {type: computed_torque, target: "0.2*sin(t)", kp: 20, kd: 2}
)yaml");
  for (const std::string& method : plain_methods) {
    expect_no_heap(everything, fixed_run(0.5, method, 0.01));
    for (const std::string name : {"ball_pendulum", "arm_6r", "prescribed_base_arm", "bouncing_ball"})
      expect_no_heap(zoo_model(name), fixed_run(0.6, method, 0.01));
  }
  expect_no_heap(zoo_model("ball_pendulum"), adaptive_run(3, "dopri5"));
  expect_no_heap(zoo_model("ball_pendulum"), adaptive_run(3, "adams"));
}

// Sensors, blocks, computed torque, gravity and joints that are led, on a tree.
TEST(Run, UsesNoHeapWithSampledControllersAfterWarmUp) {
  const Model arm = zoo_model("arm_2r", {{"controllers", R"({c: {every: 7 ms, delay: 3 ms, blocks: {
      to: {type: lead, joints: [shoulder, elbow], motion: {shoulder: "0.7 + 0.1*t", elbow: "1 - 0.2*t"}},
      q: {type: sensor, quantity: shoulder, noise: 1e-4, quantum: 1e-5}, v: {type: derivative, of: q, cutoff: 40 Hz}, x: {type: sensor, quantity: forearm.tip.x},
      a: {type: expression, value: "to.shoulder.acceleration + 100*(to.shoulder - q) - 20*v"}, b: {type: pid, of: x, kp: 1, ki: 1, kd: 0.1},
      past: {type: delay, of: later, time: 14 ms}, f: {type: filter, of: a, cutoff: 20 Hz, order: 2}, g: {type: gravity, joints: [elbow]},
      t1: {type: computed_torque, accelerations: {shoulder: f}}, later: {type: sum, of: [g.elbow, -b, past]}}, apply: {shoulder: t1.shoulder, elbow: g.elbow}}})"}});
  for (const std::string& method : plain_methods) expect_no_heap(arm, fixed_run(0.5, method, 0.005));
  expect_no_heap(zoo_model("../studies/models/ship_platform"), fixed_run(0.5, "rk4", 0.005));  // computed torque with loops on a moving base
}

TEST(Run, UsesNoHeapInContactAfterWarmUp) {
  for (const std::string method : {"dopri5", "dop853", "fehlberg45"}) {
    expect_no_heap(zoo_model("chain_rigid_drop"), adaptive_run(0.44, method, 1e-9));
    expect_no_heap(zoo_model("things_on_a_slope"), adaptive_run(0.3, method, 1e-8));
  }
}

// Feet that strike and leave, wheels, pads that slip, places held in turn; and a crank that lets its four-bar fall onto the floor, where it slides and comes to rest.
TEST(Run, UsesNoHeapWithContactsThatHoldAfterWarmUp) {
  const Model in_a_loop = model_of(R"yaml(
zanjir: 1
plane: xy
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, com: [0.1, 0, 0], inertia: {izz: 0.004}}
  coupler: {mass: 2, com: [0.3, 0, 0], inertia: {izz: 0.06}}
  rocker: {mass: 1.5, com: [0.25, 0, 0], inertia: {izz: 0.03}}
frames: {ground: {D: [0.6, 0, 0]}, coupler: {foot: [0.3, -0.1, 0]}, rocker: {tip: [0.5, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: z}
  B: {type: revolute, parent: crank, child: coupler, at: [0.2, 0, 0], axis: z}
  C: {type: revolute, parent: coupler, child: rocker, at: [0.6, 0, 0], axis: z}
loops: {D: {type: revolute, between: [rocker.tip, ground.D], axis: z}}
contacts: {floor: {ground: {point: [0, 0.1, 0], normal: y}, on: coupler.foot, law: {type: hold}, friction: {type: dry, coefficient: 0.2}}}
initial: {q: {A: 60 deg, B: -27 deg, C: -123.37 deg}, v: {A: 2, B: -2.3947, C: 0.8296}}
)yaml");
  for (const std::string method : {"rk4", "dopri5", "dop853", "semi-implicit-euler"}) {
    for (const std::string name : {"rimless_wheel", "wheeled_snake", "inchworm_held", "gripper"})
      expect_no_heap(zoo_model(name), fixed_run(0.6, method, 0.005));
    expect_no_heap(in_a_loop, fixed_run(0.6, method, 0.005));
  }
}

TEST(Run, UsesNoHeapWithClosedLoopsAfterWarmUp) {
  for (const std::string name : {"four_bar", "five_bar", "rrr_3", "slider_crank", "stewart"}) {
    for (const std::string& method : plain_methods) {
      const Model model = zoo_model(name);
      expect_no_heap(model, fixed_run(0.1, method, 0.002));
      if (method == "generalized-alpha") continue;  // takes care of the loops itself
      for (const LoopCare care : {LoopCare::baumgarte, LoopCare::none}) {
        SimOptions options = fixed_run(0.1, method, 0.002);
        options.motion.loop_care = care;
        expect_no_heap(model, std::move(options));
      }
    }
    for (const std::string formulation : {"denoc", "gibbs-appell"}) {
      SimOptions options = fixed_run(0.1, "dopri5", 0.002);
      options.motion.formulation = formulation;
      expect_no_heap(zoo_model(name), std::move(options));
    }
  }
}

// Elastic links that fall onto the ground and onto a slope, in a loop, driven, and with pairs of modes (stiffening).
TEST(Run, UsesNoHeapWithElasticBodiesAfterWarmUp) {
  for (const std::string method : {"dopri5", "dop853", "fehlberg45"}) {
    expect_no_heap(zoo_model("elastic_chain_ss"), adaptive_run(0.44, method, 1e-9));
    expect_no_heap(zoo_model("elastic_chain_slope"), adaptive_run(0.5, method, 1e-7));
  }
  for (const std::string& method : plain_methods) {
    expect_no_heap(zoo_model("elastic_spin_up", {{"axial", "1"}}), fixed_run(0.02, method, 5e-4));
    for (const std::string name : {"elastic_four_bar", "elastic_slider_crank"}) expect_no_heap(zoo_model(name), fixed_run(4e-4, method, 1e-5));
  }
}

TEST(Run, UsesNoHeapWithSprungLoopsAfterWarmUp) {
  for (const std::string name : {"rrr_3", "four_bar_spatial"}) {
    const Model model = std::move(*build_model(read_zoo(name), {LoopTreatment::Kind::springs, {1e4, 10, {}, {}}, {}}).value);
    for (const std::string& method : plain_methods) expect_no_heap(model, fixed_run(0.1, method, 0.002));
    SimOptions updated = fixed_run(0.1, "dopri5", 0.002);
    updated.motion.preload_interval_s = 0.01;
    expect_no_heap(model, std::move(updated));
  }
}

// Runs side by side (simulate/side_by_side): whole steps in lanes, shared accelerations of loops, and a method that shares those of a tree. Each has what it needs when
// it begins, so that runs twice as long take no more.
TEST(RunBatch, TakesNoHeapForLongerRuns) {
  struct Case {
    const char* model;
    const char* method;
    double step_s, until_s;
  };
  for (const Case& c :
       {Case{"double_pendulum", "dopri5", 0, 0.5}, Case{"double_pendulum", "rk4", 1e-3, 0.2}, Case{"double_pendulum", "fehlberg45", 0, 0.2},
        Case{"elastic_spin_up", "rk4", 1e-4, 0.01}, Case{"four_bar", "dopri5", 0, 0.3}, Case{"stewart", "rk4", 1e-3, 0.05}}) {
    SCOPED_TRACE(std::string(c.model) + ", " + c.method);
    const Model model = zoo_model(c.model);
    const State reference = closed_start(model);
    constexpr std::ptrdiff_t n = 19;  // the last lanes are not full
    std::vector<double> q, v;
    for (const double x : reference.q) q.insert(q.end(), n, x);
    for (const double x : reference.v)
      for (int k = 0; k < n; ++k) v.push_back(x * (1 + 0.01 * k));
    const auto allocations = [&](double until_s) {
      RunBatchOptions o{c.step_s > 0 ? fixed_run(until_s, c.method, c.step_s) : adaptive_run(until_s, c.method, 1e-9), {}, 1, true};
      o.run.sample_interval_s = until_s / 4;
      AllocationCount count;
      const RunBatch all = run_batch(model, reference, {n, nullptr, q.data(), v.data()}, o);
      const long found = count.stop();
      EXPECT_EQ(all.unfinished, 0);
      EXPECT_TRUE(all.why_alone.empty() || std::string(kernels::functions().isa) == "base") << all.why_alone;
      return found;
    };
    allocations(c.until_s);
    const long once = allocations(c.until_s);
    EXPECT_GT(once, 0);
    EXPECT_EQ(allocations(2 * c.until_s), once);
  }
}

}  // namespace
}  // namespace zanjir::test
#endif
