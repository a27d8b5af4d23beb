#include "zanjir/dynamics/contacts_left_out.hpp"

#include <gtest/gtest.h>

#include "support/zoo.hpp"

namespace zanjir::test {
namespace {

// Two balls on slides, one at the ground and one a metre above it, and a third that is held for a second.
Model balls() {
  return build(
      *read_description_text(
           "zanjir: 1\ngravity: [0, 0, -9.81]\nbodies: {a: {mass: 1, inertia: point}, b: {mass: 1, inertia: point}, c: {mass: 1, inertia: point}}\n"
           "joints:\n  A: {type: prismatic, parent: ground, child: a, axis: z}\n  B: {type: prismatic, parent: ground, child: b, axis: z}\n"
           "  C: {type: prismatic, parent: ground, child: c, axis: z}\n"
           "contacts:\n  floor: {on: [a, b], law: {type: hertz, stiffness: 1e6}}\n  claw: {on: c, law: {type: hold}, held: 1 - t}\n"
           "initial: {q: {B: 1, C: 5}}\n",
           "m.yaml")
           .value);
}

}  // namespace

TEST(ContactsLeftOut, AreThoseInFlightWhoseGapIsClosedOrThatALawHolds) {
  const Model model = balls();
  Workspace ws(model);
  State state = initial_state(model);
  const auto note = [&] {
    update_velocities(model, state, ws);
    return left_out_note(model, ws);
  };
  EXPECT_EQ(note(),
            "the ground is left out: 'floor.a' and 'claw.c' would touch here, and count as in flight; `contacts` of the state says who touches");
  state.t_s = 2;
  EXPECT_EQ(note(), "the ground is left out: 'floor.a' would touch here, and counts as in flight; `contacts` of the state says who touches");
  state.contact.assign(3, {});
  state.contact[0].phase = ContactPhase::touching;
  EXPECT_EQ(note(), "");
  state.contact.clear();
  state.q[0] = 0.5;
  EXPECT_EQ(note(), "");
  state.t_s = 0;
  EXPECT_EQ(note(), "the ground is left out: 'claw.c' would touch here, and counts as in flight");
}

TEST(ContactsLeftOut, AreNamedUpToFour) {
  const Model model = balls();
  const auto names = [&](std::vector<int> list) { return names_of_contacts(model, list); };
  EXPECT_EQ(names({0}), "'floor.a'");
  EXPECT_EQ(names({0, 1, 2}), "'floor.a', 'floor.b' and 'claw.c'");
  EXPECT_EQ(names({0, 1, 2, 0, 1}), "'floor.a', 'floor.b', 'claw.c' and 2 others");
}

}  // namespace zanjir::test
