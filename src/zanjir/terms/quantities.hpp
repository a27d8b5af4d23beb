// The catalogue of quantities: every number that follows from a state, from the solution of its dynamics and from the ledger of a run, with its name,
// its unit and its meaning. Channels of runs, rows of inverse tasks, guards of events and numbers of `eval` are chosen from it, and
// docs/quantities.md is printed from it, so the same name is the same number with the same unit everywhere.
// A new family of quantities is a file in terms/quantities/ and a line in quantities.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

struct QuantityScope;  // terms/quantity_family.hpp: what a family's names follow from,
struct QuantityData;   // and its numbers

struct QuantityName {
  std::string name, unit;  // "A.reaction.force.x", "N"; SI and radians
};

enum class QuantityGroup : std::uint8_t {
  time,
  coordinates,
  speeds,
  accelerations,
  forces,
  joint_power,
  motors,
  reactions,
  frames,
  frame_accelerations,
  contacts,
  energy,
  power,
  momentum,
  ledger,
  control,
  loop_residual,
  loop_opening,
  singular_values,
  indices
};
// Dear: computed only where they are asked for by name.
constexpr bool only_by_name(QuantityGroup group) { return group == QuantityGroup::singular_values || group == QuantityGroup::indices; }

// What a family needs to be known beyond positions and velocities.
enum class Needs : std::uint8_t { state, solution, reactions, ledger };

struct QuantityFamily {
  QuantityGroup group;
  std::string_view pattern;  // "JOINT.reaction.force.x, .y, .z"
  std::string_view unit;     // "N"; "N m or N" where it depends on the joint
  std::string_view meaning;
  Needs needs;
  unsigned parts = 0;  // of QuantityData that are computed once for all families (terms/quantity_family.hpp)
  std::function<void(const QuantityScope&, std::vector<QuantityName>&)> list;  // its quantities in a model
  std::function<void(QuantityData&, double* out)> write;                       // their numbers, in the order of `list`; no heap, no text
};
const std::vector<QuantityFamily>& quantity_catalogue();

// The page docs/quantities.md.
std::string quantities_markdown();

// What is known at one instant of a motion.
struct Instant {
  Workspace& ws;                       // Stage::velocity; accelerations of the solution are left in it
  const Solution* solution = nullptr;  // null: dynamics was not solved or had no answer, and what needs it is NaN
  const double* work_J = nullptr;      // [n_work_sources] the ledger of a run
  double energy_begin_J = 0;           // of the run
  const double* control = nullptr;     // what its sampled controllers have, in the order of recorded_names(); null: nothing is known of them
};

// Quantities of a model, chosen once and then written as often as wanted, into a row of numbers. The model must outlive it.
class QuantitySet {
 public:
  using Choice = std::function<bool(const QuantityFamily&, const QuantityName&)>;
  // Of frames those listed. Where two quantities have one name (a body called like a joint), the first of the catalogue has it.
  QuantitySet(const Model&, const std::vector<FrameId>& frames, const Choice&);
  QuantitySet(QuantitySet&&) noexcept;
  ~QuantitySet();
  const std::vector<QuantityName>& names() const { return names_; }
  const UserJoints& users() const;
  bool needs(Needs) const;  // one of the quantities does
  // As many numbers as names. Allocates nothing.
  void write(const Instant&, std::span<double> row);

 private:
  struct Scratch;
  std::vector<QuantityName> names_;
  std::unique_ptr<Scratch> x_;
};

// Frames that have quantities: those of the user that can move.
std::vector<FrameId> moving_frames(const Model&);

// The name of the speed `speed` of the users' joints as a quantity: "A.speed"; "S.wx", where no coordinate has that name.
std::string speed_quantity(const UserJoints&, int speed);

// Whether `name` is one of the names asked for, or below one of them: "A.reaction" asks for "A.reaction.force.x".
bool is_or_is_below(std::string_view name, std::string_view asked);
// Whether a name asks for indices: "platform" does not, "platform.J0" does.
bool asks_for_indices(std::string_view asked);

}  // namespace zanjir
