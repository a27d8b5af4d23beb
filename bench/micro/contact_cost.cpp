// What contacts cost: the forces of n touching points on one box (gathered as for a right-hand side), by ground and by friction; and n points that are in flight.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "zanjir/dynamics/gather_forces.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir::bench {
namespace {

struct Setting {
  const char *name, *ground, *friction;
  ContactPhase phase;
};
constexpr const char *plane = "normal: z", *step = "normal: z, step: {toward: x, height: 0.1}",
                     *heights = "point: [-1, -1, 0], normal: z, heights: {spacing: 1, rows: [[0, 0.1, 0], [0.1, 0, 0.1], [0, 0.1, 0]]}";
constexpr const char *coulomb = "{type: coulomb, coefficient: 0.5}", *bristle = "{type: bristle, coefficient: 0.5, stiffness: 1e5 N/m}";
constexpr Setting settings[] = {
    {"plane, coulomb", plane, coulomb, ContactPhase::touching}, {"plane, bristle", plane, bristle, ContactPhase::touching},
    {"step, bristle", step, bristle, ContactPhase::touching},   {"heights, bristle", heights, bristle, ContactPhase::touching},
    {"in flight", plane, bristle, ContactPhase::flight},
};

struct Box {
  Model model;
  Workspace ws;
  Box(Model m, ContactPhase phase) : model(std::move(m)), ws(model) {
    State state = initial_state(model);
    state.contact.assign(model.contacts().size(), {phase, 0.1, {1e-6, 2e-6}});
    update_velocities(model, state, ws);
  }
};

std::unique_ptr<Box> box_of(const Setting& setting, int n) {
  std::string frames, on;
  for (int i = 0; i < n; ++i) {
    frames += fmt::format("{}p{}: [{}, {}, -0.001]", i ? ", " : "", i, 0.02 * (i % 8), 0.02 * (i / 8));
    on += fmt::format("{}b.p{}", i ? ", " : "", i);
  }
  const std::string text = fmt::format(
      "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {{b: {{mass: 1, inertia: {{ixx: 1, iyy: 1, izz: 1}}}}}}\nframes: {{b: {{{}}}}}\n"
      "joints: {{F: {{type: free, parent: ground, child: b}}}}\ncontacts: {{floor: {{ground: {{{}}}, on: [{}], law: {{type: hertz, stiffness: 1e6}}, "
      "friction: "
      "{}}}}}\ninitial: {{v: {{F: {{vx: 0.1, wz: 0.2}}}}}}\n",
      frames, setting.ground, on, setting.friction);
  const auto description = read_description_text(text, setting.name);
  if (!description) give_up(to_text(description.diagnostics));
  auto model = build_model(*description.value);
  if (!model) give_up(to_text(model.diagnostics));
  return std::make_unique<Box>(std::move(*model.value), setting.phase);
}

}  // namespace

void contact_cost(const Options& options, Json& results) {
  std::vector<std::unique_ptr<Box>> boxes;
  std::vector<Contestant> all;
  const std::vector<int> sizes = {1, 8, 64};
  for (const Setting& setting : settings) {
    for (const int n : sizes) {
      boxes.push_back(box_of(setting, n));
      Box* box = boxes.back().get();
      all.push_back({{{"contacts", setting.name}, {"points", n}},
                     [box](int calls) {
                       for (int k = 0; k < calls; ++k) gather_forces(box->model, box->ws);
                     },
                     n});
    }
  }
  take_turns(all, options);
  for (const Contestant& c : all) results["points"].push_back(c.result());
}

}  // namespace zanjir::bench
