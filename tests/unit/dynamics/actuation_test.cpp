// What is said where actuators do not move all that is free.
#include "zanjir/dynamics/actuation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/simulation.hpp"
#include "support/solve.hpp"

namespace zanjir::test {
namespace {

// A crank by its slide, straight: the slide does not move it from there. Without gravity nothing has to be held, and any force of the slide does as well; with it a moment is left over.
TEST(Actuation, NamesTheSingularityWhereActuatorsLoseAFreedom) {
  for (const double g : {0.0, 9.81}) {
    const Model model = model_of(fmt::format(R"(zanjir: 1
plane: xy
gravity: [0, {}, 0]
bodies:
  crank: {{mass: 1 kg, com: [0.1, 0, 0], inertia: {{about: com, izz: 0.01}}}}
  rod:   {{mass: 1 kg, com: [0.3, 0, 0], inertia: {{about: com, izz: 0.01}}}}
  slide: {{mass: 1 kg, inertia: {{izz: 0.01}}}}
frames: {{rod: {{tip: [0.6, 0, 0]}}}}
joints:
  A: {{type: revolute, parent: ground, child: crank, axis: z}}
  B: {{type: revolute, parent: crank, child: rod, at: [0.2, 0, 0], axis: z}}
  P: {{type: prismatic, parent: ground, child: slide, axis: x, actuated: true}}
loops: {{C: {{type: revolute, between: [rod.tip, slide], axis: z}}}}
initial: {{q: {{A: 0, B: 0, P: 0.8 m}}}}
)",
                                             -g));
    for (const AnyFormulation& formulation : formulations_for(model, Ask::inverse)) {
      SCOPED_TRACE(std::string(name_of(formulation)));
      if (name_of(formulation) == "oracle") continue;  // words of its own
      Solution s;
      const SolveStatus status =
          Solver(formulation, model).solve(closed_start(model), inverse_question(model, VecX::Zero(model.nv())), Reactions::skip, s);
      EXPECT_EQ(name_of(status), name_of(g == 0 ? SolveStatus::redundant : SolveStatus::inconsistent)) << s.note;
      EXPECT_NE(s.note.find("here 1 actuator moves none of 1 freedom: an actuation singularity"), std::string::npos) << s.note;
      EXPECT_EQ(s.note.find("left over") != std::string::npos, g > 0) << s.note;
    }
  }
}

}  // namespace
}  // namespace zanjir::test
