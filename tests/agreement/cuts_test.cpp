// A mechanism does not know where it was cut: every loop mechanism of the zoo, opened at every joint that can be opened, in motion under loads, has the same
// accelerations, reactions and kinetic energy, by the names of its joints.
#include <gtest/gtest.h>

#include <cmath>

#include "support/folders.hpp"
#include "support/random_model.hpp"
#include "support/tolerance.hpp"
#include "support/zoo.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/describe/description.hpp"
#include "zanjir/describe/writer.hpp"
#include "zanjir/zanjir.hpp"

namespace zanjir::test {
namespace {

// Opened at this joint first; what else must be opened, the program chooses. Nothing: the joint is in no loop.
std::optional<Mechanism> opened_at(Description d, std::size_t joint) {
  for (JointDescription& j : d.joints) j.cut = j.in_loops = false;
  d.joints[joint].cut = true;
  const Result<std::string> text = write_description(d);
  if (!text) throw std::runtime_error(to_text(text.diagnostics));
  Result<Mechanism> mechanism = Mechanism::try_parse(*text, d.name + " opened at " + d.joints[joint].name);
  return mechanism ? std::optional(std::move(*mechanism)) : std::nullopt;
}

double largest(const Vec3d& a) { return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)}); }

class EveryCut : public testing::TestWithParam<std::string> {};

TEST_P(EveryCut, GivesTheSameMotionForcesAndReactions) {
  const std::string file = (models_folder() / (GetParam() + ".yaml")).string();
  Result<Description> description = read_description(file);
  ASSERT_TRUE(description) << to_text(description.diagnostics);
  description->initial_q.clear();  // of no use where another joint is cut: the states below are complete
  description->initial_v.clear();
  const Mechanism first = Mechanism::load(file);
  Random random(31);
  int compared = 0, cuts = 0;
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    SCOPED_TRACE("state " + std::to_string(i));
    MechanismState state = first.assemble();
    VecX q = state.q(), v = random_vecx(random, static_cast<int>(state.v().size()), 1);
    for (double& x : q) x += random.uniform(-0.05, 0.05);
    state.set(0, q, v);
    state = first.close(state);
    NamedValues all_q, all_v, tau;
    for (const JointInfo& joint : first.joints()) {
      for (const std::string& name : joint.coordinates) {
        const std::string part = name.substr(std::min(name.size(), joint.name.size() + 1));
        if (part == "qw")
          all_q.push_back({joint.name + ".quat", {state[name], state[joint.name + ".qx"], state[joint.name + ".qy"], state[joint.name + ".qz"]}});
        else if (!part.starts_with("q")) all_q.push_back({name, state[name]});
      }
      for (const std::string& name : joint.speeds) all_v.push_back({name, state.speed(name)}), tau.push_back({name, random.uniform(-5, 5)});
    }
    const Answer forward = first.forward(state, tau);
    ASSERT_TRUE(forward.solved()) << forward.note();
    for (std::size_t k = 0; k < description->joints.size(); ++k) {
      const std::optional<Mechanism> other = opened_at(*description, k);
      if (!other) continue;
      SCOPED_TRACE("opened at " + description->joints[k].name);
      cuts += i == 0;
      const MechanismState there = other->assemble(all_q, all_v);
      const Answer answer = other->forward(there, tau);
      ASSERT_EQ(name_of(answer.status()), name_of(forward.status())) << answer.note();
      double size = 1;
      for (const NamedValue& speed : all_v) size = std::max(size, std::abs(forward.acceleration(speed.name)));
      const auto same = [&](double a, double b, double scale, const std::string& what) {
        worst = std::max(worst, std::abs(a - b) / scale);
        EXPECT_NEAR(a, b, 1e-10 * tolerance_scale() * scale) << what;
        ++compared;
      };
      for (const NamedValue& speed : all_v)
        same(answer.acceleration(speed.name), forward.acceleration(speed.name), size, "acceleration of " + speed.name);
      double load = 1;
      for (const Reaction& r : forward.reactions()) load = std::max({load, largest(r.force), largest(r.moment)});
      for (const Reaction& r : forward.reactions()) {
        same(largest(answer.reaction(r.joint).force - r.force), 0, load, "force at " + r.joint);
        same(largest(answer.reaction(r.joint).moment - r.moment), 0, load, "moment at " + r.joint);
      }
      const double kinetic_J =
          first.energy(state).kinetic_J;  // potential energy: but for that of bodies that a weld holds to the ground, where the tree has it
      same(other->energy(there).kinetic_J, kinetic_J, std::max(1.0, kinetic_J), "kinetic energy");
    }
    if (HasFailure()) return;
  }
  std::printf("%s: %d cuts, %d numbers compared, worst difference %.1e\n", GetParam().c_str(), cuts, compared, worst);
  EXPECT_GE(cuts, 3);
}
INSTANTIATE_TEST_SUITE_P(Loops, EveryCut, testing::ValuesIn(loop_names()), [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace zanjir::test
