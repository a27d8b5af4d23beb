#include "zanjir/face/core.hpp"

#include <fmt/format.h>

#include <cmath>

#include "zanjir/dynamics/not_a_state.hpp"
#include "zanjir/face/error.hpp"
#include "zanjir/kinematics/closure.hpp"

namespace zanjir {
namespace {

std::vector<std::string> frame_names(const Model& model) {
  std::vector<std::string> names;
  for (const Frame& frame : model.frames()) names.push_back(frame.name);
  return names;
}

std::vector<std::string> strings(std::span<const std::string> names) { return {names.begin(), names.end()}; }

// Where a joint, a distance or a gear stands in the file.
SourcePos place_of(const Description& description, const std::string& name) {
  for (const JointDescription& joint : description.joints)
    if (joint.name == name) return joint.at;
  for (const DistanceDescription& rod : description.distances)
    if (rod.name == name) return rod.at;
  for (const GearDescription& gear : description.gears)
    if (gear.name == name) return gear.at;
  return {};
}

std::string key_of(const Description& description, const std::string& name) {
  for (const JointDescription& joint : description.joints)
    if (joint.name == name) return (joint.in_loops ? "loops." : "joints.") + name;
  return "loops." + name;
}

}  // namespace

MechanismCore::MechanismCore(Description the_description, Model the_model, std::optional<Model> the_rigid, std::vector<Diagnostic> the_warnings)
    : description(std::move(the_description)),
      model(std::move(the_model)),
      rigid(std::move(the_rigid)),
      users(model),
      warnings(std::move(the_warnings)),
      coordinates(strings(model.coordinate_names())),
      speeds(strings(model.speed_names())),
      frames(frame_names(model)) {}

namespace {

// As on the command line, but for its closing count: whoever catches knows that nothing was done.
std::string lines_of(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += (text.empty() ? "" : "\n") + to_text(d);
  return text;
}

}  // namespace

Error::Error(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(lines_of(diagnostics)), diagnostics_(std::make_shared<const std::vector<Diagnostic>>(std::move(diagnostics))) {}

void refuse(const MechanismCore& core, std::string key_path, std::string message, std::string hint, SourcePos at) {
  const std::string& file = at.file < core.description.files.size() ? core.description.files[at.file] : core.file();
  throw Error({{Severity::error, file, at.line, at.column, std::move(key_path), std::move(message), std::move(hint)}});
}

void refuse_name(const MechanismCore& core, const std::string& what, std::string_view name, const std::vector<std::string>& known) {
  std::string hint = did_you_mean(name, known);
  if (hint.empty() && what.ends_with("frame")) hint = "Mechanism::frames() lists them; a description declares its own under `frames`";
  refuse(core, {}, fmt::format("no {} '{}'", what, name), std::move(hint));
}

void refuse_size(const MechanismCore& core, const char* what, Eigen::Index size, const std::vector<std::string>& names) {
  refuse(core, what, std::to_string(size) + " numbers where the mechanism has " + std::to_string(names.size()),
         "one for each of Mechanism::" + std::string(&names == &core.coordinates ? "coordinates()" : "speeds()"));
}

void require_own(const MechanismCore& core, const MechanismState& state) {
  const MechanismCore* owner = FaceAccess::core(state).get();
  if (owner == &core) return;
  if (!owner) refuse(core, "state", "this state is empty: it was moved away");
  if (owner->file() != core.file())
    refuse(core, "state", fmt::format("this state belongs to another mechanism, {}", owner->file()), "assemble one of this mechanism");
  refuse(core, "state", "this state belongs to the same file as it was loaded another time",
         "assemble a state of this object, or copy the Mechanism instead of loading it again");
}

LoopGauge::LoopGauge(const MechanismCore& core) : model_(core.rigid ? *core.rigid : core.model), ws_(model_), closure_(model_) {}

void LoopGauge::require_closed(const MechanismCore& core, const State& state, double tolerance) {
  if (!state.q.allFinite() || !state.v.allFinite()) refuse(core, "state", not_a_state_note, "look at what went to MechanismState::set");
  update_velocities(model_, state, ws_);
  update_closure_positions(model_, ws_, closure_);
  const VecX& scale = model_.row_scale();
  int begin = 0;
  for (const Constraint& constraint : model_.constraints()) {
    const int n = n_rows_of(constraint), end = begin + n;
    double worst = 0, gap[2] = {0, 0};  // turns and lengths
    for (int i = begin; i < end; ++i) {
      const bool length = scale[i] != 1 || model_.length_m() == 1;
      worst = std::max(worst, std::abs(closure_.phi[i] * scale[i]));
      gap[length] += closure_.phi[i] * closure_.phi[i];
    }
    if (!(worst <= tolerance)) {
      const std::string& name = name_of(constraint);
      const std::string open = gap[1] > 0 ? fmt::format("{:.4g} m", std::sqrt(gap[1])) : fmt::format("{:.4g} rad", std::sqrt(gap[0]));
      refuse(core, key_of(core.description, name), fmt::format("the loop is open: the two sides of '{}' are {} apart in this state", name, open),
             "make states with Mechanism::assemble, or move this one onto its loops with Mechanism::close", place_of(core.description, name));
    }
    begin = end;
  }
}

namespace {

Said number_of(double value) {
  Said said;
  said.kind = Said::Kind::number;
  said.number = value;
  return said;
}

void put(Said& object, std::string name, Said value) {
  object.names.push_back(std::move(name));
  object.items.push_back(std::move(value));
}

Said object_of(const NamedValues& values) {
  Said object;
  object.kind = Said::Kind::object;
  for (const NamedValue& value : values) {
    Said said;
    said.kind = Said::Kind::list;
    for (const double x : value.numbers) said.items.push_back(number_of(x));
    put(object, value.name, value.numbers.size() == 1 ? number_of(value.numbers.front()) : std::move(said));
  }
  return object;
}

}  // namespace

StateQuestion complete(const MechanismCore& core, const NamedRequest& words, const State* start) {
  Said request;
  request.kind = Said::Kind::object;
  put(request, "t", number_of(words.t_s));
  for (const auto& [key, values] : {std::pair{"q", words.q}, std::pair{"v", words.v}, std::pair{"vdot", words.vdot}, std::pair{"tau", words.tau}}) {
    if (values) put(request, key, object_of(*values));
  }
  Assembler assembler(core.rigid ? *core.rigid : core.model);
  Result<StateQuestion> question = read_question(assembler, &request, core.file(), start);
  if (!question) throw Error(std::move(question.diagnostics));
  return std::move(*question.value);
}

}  // namespace zanjir
