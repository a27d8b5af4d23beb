#include "zanjir/terms/quantities.hpp"

#include <algorithm>

#include "zanjir/core/name_map.hpp"
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/loops/loop_springs.hpp"
#include "zanjir/terms/loop_facts.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {

const std::vector<QuantityFamily>& quantity_catalogue() {
  static const std::vector<QuantityFamily> catalogue = [] {
    std::vector<QuantityFamily> all;
    add_joint_quantities(all);
    add_motor_quantities(all);
    add_reaction_quantities(all);
    add_frame_quantities(all);
    add_contact_quantities(all);
    add_energy_quantities(all);
    add_power_quantities(all);
    add_momentum_quantities(all);
    add_ledger_quantities(all);
    add_controller_quantities(all);
    add_loop_quantities(all);
    add_parallel_quantities(all);
    add_capacity_quantities(all);
    add_compliance_quantities(all);
    add_apparent_mass_quantities(all);
    add_force_share_quantities(all);
    add_clearance_quantities(all);
    return all;
  }();
  return catalogue;
}

QuantityFamily single(QuantityGroup group, std::string_view name, std::string_view unit, std::string_view meaning, Needs needs, unsigned parts,
                      double (*value)(QuantityData&), Exists exists) {
  return {group,
          name,
          unit,
          meaning,
          needs,
          parts,
          [name, unit, exists](const QuantityScope& scope, std::vector<QuantityName>& out) {
            if (!exists || exists(scope)) out.push_back({std::string(name), std::string(unit)});
          },
          [value](QuantityData& d, double* out) { *out = value(d); }};
}

QuantityFamily vector3(QuantityGroup group, std::string_view name, std::string_view unit, std::string_view meaning, Needs needs, unsigned parts,
                       Vec3d (*value)(QuantityData&)) {
  return {group,
          name,
          unit,
          meaning,
          needs,
          parts,
          [name, unit](const QuantityScope&, std::vector<QuantityName>& out) {
            for (const char* axis : {".x", ".y", ".z"}) out.push_back({std::string(name) + axis, std::string(unit)});
          },
          [value](QuantityData& d, double* out) { put(out, value(d)); }};
}

QuantityData::QuantityData(const QuantityScope& s)
    : scope(s),
      q(VecX::Zero(s.users.nq())),
      v(s.users.nv()),
      vdot(s.users.nv()),
      tau(s.users.nv()),
      frames(s.frames.size()),
      contacts(s.model.contacts().size()),
      elongations(s.model.n_spring_rows()) {
  if (s.model.n_closure_rows() > 0) closure.emplace(s.model);
}

Power power_at(const UserJoints& users, const Model& model, const Workspace& ws, const VecX& tree_tau, const VecX& user_tau, const VecX& user_v) {
  Power p = power(model, ws, tree_tau);
  for (const UserJoint& u : users.joints()) {
    if (u.tree >= 0) continue;
    for (int i = 0; i < u.joint.nv; ++i)
      (users.role(u, i) == Role::actuated ? p.actuators_W : p.passive_W) += user_tau[u.v_begin + i] * user_v[u.v_begin + i];
  }
  return p;
}

struct QuantitySet::Scratch {
  struct Block {
    const QuantityFamily* family;
    std::size_t begin, size;   // in `all`
    std::vector<bool> chosen;  // of its names
  };
  Scratch(const Model& model, const std::vector<FrameId>& frames) : users(model), scope{model, users, frames}, data(scope) {
    for (const SampledController& c : model.sampled_controllers())
      scope.control_numbers.emplace_back(outputs_of(c.says).size(), static_cast<std::size_t>(memory_of(c.says)));
    for (const Constraint& c : model.constraints())
      for (int row = 0; row < n_rows_of(c); ++row) scope.row_turns.push_back(row_is_angle({&c, 1}, row));
  }
  UserJoints users;
  QuantityScope scope;
  QuantityData data;
  std::vector<Block> blocks;        // families of which something is chosen
  std::vector<double> all;          // what they write
  std::vector<std::size_t> chosen;  // places in `all`, one per name
  unsigned parts = 0;
  std::vector<const UserJoint*> read_joints;  // whose coordinates somebody reads

  bool has(unsigned part) const { return (parts & part) == part; }
  void prepare(const Instant&);
  void find_read_joints();
};

// Those of cut joints take some time: only who is asked for, unless a family works with all of them.
void QuantitySet::Scratch::find_read_joints() {
  std::vector<bool> read(at(users.nq()), false);
  for (const Block& block : blocks) {
    if ((block.family->parts & uses_coordinates) == 0) continue;
    for (std::size_t i = 0; i < read.size(); ++i) read[i] = read[i] || block.family->group != QuantityGroup::coordinates || block.chosen[i];
  }
  for (const UserJoint& u : users.joints()) {
    const auto first = read.begin() + u.q_begin;
    if (std::find(first, first + u.joint.nq + u.n_modes, true) != first + u.joint.nq + u.n_modes) read_joints.push_back(&u);
  }
}

QuantitySet::QuantitySet(const Model& model, const std::vector<FrameId>& frames, const Choice& wanted)
    : x_(std::make_unique<Scratch>(model, frames)) {
  NameSet taken;
  std::vector<QuantityName> names;
  for (const QuantityFamily& family : quantity_catalogue()) {
    names.clear();
    family.list(x_->scope, names);
    const std::size_t begin = x_->all.size(), before = names_.size();
    std::vector<bool> chosen(names.size(), false);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!taken.insert(names[i].name).second || !wanted(family, names[i])) continue;
      names_.push_back(std::move(names[i]));
      x_->chosen.push_back(begin + i);
      chosen[i] = true;
    }
    if (names_.size() == before) continue;
    x_->blocks.push_back({&family, begin, names.size(), std::move(chosen)});
    x_->all.resize(begin + names.size());
    x_->parts |= family.parts;
  }
  x_->find_read_joints();
}

QuantitySet::QuantitySet(QuantitySet&&) noexcept = default;
QuantitySet::~QuantitySet() = default;

const UserJoints& QuantitySet::users() const { return x_->users; }

bool QuantitySet::needs(Needs what) const {
  return std::any_of(x_->blocks.begin(), x_->blocks.end(), [&](const auto& block) { return block.family->needs == what; });
}

void QuantitySet::Scratch::prepare(const Instant& instant) {
  const Model& model = scope.model;
  Workspace& ws = instant.ws;
  data.ws = &ws;
  data.parallel_known = false;
  data.driven.reset();
  data.elastic.reset();
  data.solution = instant.solution;
  data.work_J = instant.work_J;
  data.energy_begin_J = instant.energy_begin_J;
  data.control = instant.control;
  for (const UserJoint* u : read_joints) users.coordinates_of(*u, ws, data.q);
  if (has(uses_speeds)) users.speeds(ws, data.q, data.v);
  if (has(uses_frames)) {
    for (std::size_t i = 0; i < scope.frames.size(); ++i) data.frames[i] = frame_kinematics(model, ws, model.frame(scope.frames[i]));
  }
  if (has(uses_contacts)) {
    for (std::size_t i = 0; i < data.contacts.size(); ++i) data.contacts[i] = contact_action(model, ws, static_cast<int>(i));
  }
  if (has(uses_energy)) data.energy = energy(model, ws);
  if (has(uses_momentum)) data.momentum = momentum(model, ws);
  if (has(uses_closure) && data.closure) update_closure_positions(model, ws, *data.closure);
  if (!instant.solution) return;
  if (has(uses_forces)) users.forces(ws, instant.solution->tau, instant.solution->tau_cut, data.tau);
  if (has(uses_power)) data.power = power_at(users, model, ws, instant.solution->tau, data.tau, data.v);
  if (has(uses_accelerations)) {
    update_accelerations(model, instant.solution->vdot, ws);
    users.accelerations(ws, data.q, data.v, instant.solution->vdot, data.vdot);
  }
}

void QuantitySet::write(const Instant& instant, std::span<double> row) {
  Scratch& x = *x_;
  x.prepare(instant);
  for (const Scratch::Block& block : x.blocks) {
    double* out = x.all.data() + block.begin;
    const Needs needs = block.family->needs;
    const bool known = needs == Needs::state || (needs == Needs::ledger ? instant.work_J != nullptr : instant.solution != nullptr);
    x.data.chosen = &block.chosen;
    if (known) block.family->write(x.data, out);
    else std::fill_n(out, block.size, not_known);
  }
  for (std::size_t i = 0; i < x.chosen.size(); ++i) row[i] = x.all[x.chosen[i]];
}

std::vector<FrameId> moving_frames(const Model& model) {
  std::vector<FrameId> frames;
  for (std::size_t i = 0; i < model.frames().size(); ++i) {
    const Frame& frame = model.frames()[i];
    if (model.body(frame.body).row != 0 && frame.origin == Origin::user) frames.push_back(static_cast<FrameId>(static_cast<int>(i)));
  }
  return frames;
}

std::string speed_quantity(const UserJoints& users, int speed) {
  const std::string& name = users.speed_names()[at(speed)];
  const UserJoint& u = users.joints()[at(users.joint_of_speed(speed))];
  const auto first = users.coordinate_names().begin() + u.q_begin,
             last = first + u.joint.nq + u.n_modes;  // a name begins with its joint's, or its body's
  return std::find(first, last, name) == last ? name : name + ".speed";
}

bool asks_for_indices(std::string_view asked) {
  constexpr std::array kinds{".J0", ".transmission", ".drive", ".capacity", ".compliance", ".apparent_mass", ".share", ".clearance"};
  return asked == "clearance" || std::any_of(kinds.begin(), kinds.end(), [&](std::string_view kind) {
           const std::size_t at = asked.find(kind);
           return at != std::string_view::npos && (at + kind.size() == asked.size() || asked[at + kind.size()] == '.');
         });
}

bool is_or_is_below(std::string_view name, std::string_view asked) {
  return name == asked || (name.size() > asked.size() && name.starts_with(asked) && name[asked.size()] == '.');
}

}  // namespace zanjir
