// Internal to the face: what a Mechanism, its states and its answers share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zanjir/describe/description.hpp"
#include "zanjir/face/answers.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/face/mechanism.hpp"
#include "zanjir/face/state.hpp"
#include "zanjir/face/values.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/state/state.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/terms/user_joints.hpp"

namespace zanjir {

struct SimOptions;
enum class RunEnd : std::uint8_t;

struct MechanismCore {
  MechanismCore(Description, Model, std::optional<Model> rigid, std::vector<Diagnostic> warnings);
  MechanismCore(const MechanismCore&) = delete;
  MechanismCore& operator=(const MechanismCore&) = delete;

  Description description;
  Model model;
  std::optional<Model> rigid;  // the same mechanism with every loop held, where some give in the file: states start closed
  UserJoints users;
  std::vector<Diagnostic> warnings;
  std::vector<std::string> coordinates, speeds, frames;

  const std::string& file() const { return description.files.front(); }
  bool has_loops() const { return (rigid ? *rigid : model).n_closure_rows() > 0; }
};

// The private sides of the public classes, for the sources of this folder.
struct FaceAccess {
  static Mechanism mechanism(std::shared_ptr<const MechanismCore> core) { return Mechanism(std::move(core)); }
  static const MechanismCore& core(const Mechanism& m) { return *m.core_; }
  static MechanismState state(std::shared_ptr<const MechanismCore> core, State&& state, bool closed) {
    return {std::move(core), std::move(state), closed};
  }
  static const std::shared_ptr<const MechanismCore>& core(const MechanismState& s) { return s.core_; }
  static const State& plain(const MechanismState& s) { return *s.state_; }
  static Answer answer(std::shared_ptr<const MechanismCore>, const State&, SolveStatus, Solution&&);
};

// -- runs
inline constexpr double start_tolerance = 1e-6;  // loops of a start may be off by this, as typed; the same number as for what is said about a state
SimOptions sim_options(const MechanismCore&, const SimulateOptions&);             // throws Error for unknown frames
void require_valid(const MechanismCore&, const State& start, const SimOptions&);  // throws Error
RunOutcome outcome_of(RunEnd);

// -- refusals: each throws Error
// What an object of the face stands on; none is left in one that was moved away. `what`: "run".
template <class Pointer> decltype(auto) owned(const Pointer& pointer, const char* what) {
  if (!pointer)
    throw Error(
        {{Severity::error, "", 0, 0, what, "this " + std::string(what) + " is empty: it was moved away", "ask the one that it was moved to"}});
  return *pointer;
}
// `at`: where in the file, when there is such a place.
[[noreturn]] void refuse(const MechanismCore&, std::string key_path, std::string message, std::string hint = {}, SourcePos at = {});
[[noreturn]] void refuse_name(const MechanismCore&, const std::string& what, std::string_view name, const std::vector<std::string>& known);
[[noreturn]] void refuse_size(const MechanismCore&, const char* what, Eigen::Index size, const std::vector<std::string>& names);
inline void require_size(const MechanismCore& core, const char* what, Eigen::Index size, const std::vector<std::string>& names) {
  if (size != static_cast<Eigen::Index>(names.size())) refuse_size(core, what, size, names);
}
// A state of another mechanism, or one that was moved from.
void require_own(const MechanismCore&, const MechanismState&);

// The loops of a state, looked at with scratch of its own.
class LoopGauge {
 public:
  explicit LoopGauge(const MechanismCore&);
  // Refuses a state whose loops are open by more than `tolerance` model lengths (or radians), or move apart by more than that part of its speeds.
  void require_closed(const MechanismCore&, const State&, double tolerance);

 private:
  const Model& model_;
  Workspace ws_;
  Closure closure_;
  VecX rate_;
};

// What is said about one instant, by name. Completing it is the business of terms/.
struct NamedRequest {
  double t_s = 0;
  const NamedValues *q = nullptr, *v = nullptr, *vdot = nullptr, *tau = nullptr;
};
// Throws Error for unknown names, and for numbers that contradict the loops or each other. `start`: where it is, when that is known.
StateQuestion complete(const MechanismCore&, const NamedRequest&, const State* start = nullptr);

}  // namespace zanjir
