#include "zanjir/face/state.hpp"

#include <algorithm>

#include "zanjir/face/core.hpp"

namespace zanjir {
namespace {

// Place of a name among the joints as the user wrote them.
std::size_t entry_of(const MechanismCore& core, const std::string& what, std::string_view name, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) refuse_name(core, what, name, names);
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

MechanismState::MechanismState(std::shared_ptr<const MechanismCore> core, State&& state, bool closed)
    : core_(std::move(core)), state_(std::make_unique<State>(std::move(state))), closed_(closed || !core_->has_loops()) {}

MechanismState::MechanismState(const MechanismState& other)
    : core_(other.core_), state_(other.state_ ? std::make_unique<State>(*other.state_) : nullptr), closed_(other.closed_) {}

MechanismState& MechanismState::operator=(const MechanismState& other) {
  if (this == &other) return *this;
  core_ = other.core_;
  closed_ = other.closed_;
  if (!other.state_) state_.reset();
  else if (state_) *state_ = *other.state_;
  else state_ = std::make_unique<State>(*other.state_);
  return *this;
}

MechanismState::MechanismState(MechanismState&&) noexcept = default;
MechanismState& MechanismState::operator=(MechanismState&&) noexcept = default;
MechanismState::~MechanismState() = default;

double MechanismState::time_s() const { return owned(state_, "state").t_s; }
const VecX& MechanismState::q() const { return owned(state_, "state").q; }
const VecX& MechanismState::v() const { return owned(state_, "state").v; }

double MechanismState::operator[](std::string_view coordinate) const {
  const std::size_t entry = entry_of(owned(core_, "state"), "coordinate", coordinate, core_->users.coordinate_names());
  Workspace ws(core_->model);
  update_positions(core_->model, *state_, ws);
  return core_->users.coordinates(ws)[static_cast<Eigen::Index>(entry)];
}

double MechanismState::speed(std::string_view name) const {
  const std::size_t entry = entry_of(owned(core_, "state"), "speed", name, core_->users.speed_names());
  Workspace ws(core_->model);
  update_velocities(core_->model, *state_, ws);
  return core_->users.speeds(ws)[static_cast<Eigen::Index>(entry)];
}

void MechanismState::set(double t_s, const VecIn& q, const VecIn& v) {
  require_size(owned(core_, "state"), "q", q.size(), core_->coordinates);
  require_size(*core_, "v", v.size(), core_->speeds);
  state_->t_s = t_s;
  state_->q = q;
  state_->v = v;
  closed_ = !core_->has_loops();
}

}  // namespace zanjir
