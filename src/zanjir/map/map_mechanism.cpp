#include "zanjir/map/map_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/dynamics/actuation.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/leg_plan.hpp"
#include "zanjir/loops/limbs.hpp"
#include "zanjir/map/pose_lanes.hpp"

namespace zanjir {
namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();
constexpr double unknown_number = std::numeric_limits<double>::quiet_NaN();

// All that a map can read: what follows from a state, and from its forces at rest.
bool readable(const QuantityFamily& family, bool reactions) {
  return family.group != QuantityGroup::time && family.needs != Needs::ledger && (family.needs != Needs::reactions || reactions);
}

bool asked_for(const MapQuestion& question, const std::string& name) {
  const auto is = [&](const NameRef& ref) { return ref.name == name; };
  return std::any_of(question.values.begin(), question.values.end(), is) ||
         std::any_of(question.limits.begin(), question.limits.end(), [&](const MapLimit& l) { return std::any_of(l.of.begin(), l.of.end(), is); });
}

Dimension dimension_of_unit(std::string_view unit) { return unit.empty() || unit == "1" ? dimension::number : parse_unit(unit).unit.dimension; }

}  // namespace

MapMechanism::MapMechanism(const Model& model, const MapQuestion& question, std::vector<SaidProblem>& problems)
    : model_(model), question_(question), assembler_(model), led_(model, assembler_.users(), assembler_.names(), question, problems), ws_(model) {
  const auto formulation = find_formulation(question.formulation);
  const bool forces = formulation && coverage(*formulation, model).inverse, reactions = forces && coverage(*formulation, model).reactions;
  quantities_.emplace(model, moving_frames(model), [&](const QuantityFamily& family, const QuantityName& q) {
    return (family.needs == Needs::state || forces) && readable(family, reactions) && asked_for(question, q.name);
  });
  row_.resize(quantities_->names().size());
  const auto place = [&](const NameRef& ref, const std::string& path) -> std::optional<std::size_t> {
    const auto& names = quantities_->names();
    const auto it = std::find_if(names.begin(), names.end(), [&](const QuantityName& q) { return q.name == ref.name; });
    if (it != names.end()) return static_cast<std::size_t>(it - names.begin());
    const QuantitySet all(model, moving_frames(model), [&](const QuantityFamily& family, const QuantityName&) { return readable(family, true); });
    std::vector<std::string> known;
    for (const QuantityName& q : all.names()) known.push_back(q.name);
    problems.push_back({ref.at, path, fmt::format("no quantity '{}' in the catalogue of this model", ref.name), did_you_mean(ref.name, known)});
    return std::nullopt;
  };
  for (const NameRef& value : question.values) {
    const auto i = place(value, "values");
    if (!i) continue;
    values_.push_back(*i);
    numbers_.push_back({value.name, quantities_->names()[*i].unit});
  }
  for (const MapLimit& said : question.limits) {
    Limit limit;
    limit.said = &said;
    for (const NameRef& of : said.of) {
      if (const auto i = place(of, "limits." + said.name.name)) limit.quantities.push_back(*i);
    }
    limits_.push_back(std::move(limit));
  }
  special_.resize(limits_.size());
  prepare_limits(problems);
  if (quantities_->needs(Needs::solution) || quantities_->needs(Needs::reactions)) {
    solver_.emplace(*formulation, model);
    given_ = inverse_question(model, VecX::Zero(model.nv()));
  }
}

MapMechanism::~MapMechanism() = default;

bool MapMechanism::frame(const NameRef& ref, const std::string& path, FrameId& out, std::vector<SaidProblem>& problems) {
  if (const auto id = model_.find_frame(ref.name)) {
    out = *id;
    return true;
  }
  std::vector<std::string> known;
  for (const Frame& f : model_.frames()) known.push_back(f.name);
  problems.push_back({ref.at, path, fmt::format("no frame '{}'", ref.name), did_you_mean(ref.name, known)});
  return false;
}

void MapMechanism::prepare_limits(std::vector<SaidProblem>& problems) {
  for (Limit& limit : limits_) {
    const MapLimit& said = *limit.said;
    const std::string path = "limits." + said.name.name;
    if (said.kind == MapLimit::Kind::quantity) {
      if (limit.quantities.size() != said.of.size()) continue;  // said already
      const Dimension first = dimension_of_unit(quantities_->names()[limit.quantities[0]].unit);
      for (std::size_t i = 1; i < limit.quantities.size(); ++i) {
        const Dimension other = dimension_of_unit(quantities_->names()[limit.quantities[i]].unit);
        if (!same_dimension(first, other))
          problems.push_back({said.of[i].at, path,
                              fmt::format("'{}' is {}, but '{}' is {}", said.of[i].name, a_dimension(other), said.of[0].name, a_dimension(first)),
                              "one limit has one unit; make two of it"});
      }
      bound(limit, first, problems);
      numbers_.push_back({said.name.name, quantities_->names()[limit.quantities[0]].unit});
    } else if (said.kind == MapLimit::Kind::cone) {
      for (std::size_t i = 0; i < 2; ++i) frame(said.frames[i], path, limit.frames[i], problems);
      bound(limit, dimension::angle, problems);
      numbers_.push_back({said.name.name, "rad"});
    } else {
      prepare_distance(limit, problems);
      bound(limit, dimension::length, problems);
      numbers_.push_back({said.name.name, "m"});
    }
  }
}

void MapMechanism::prepare_distance(Limit& limit, std::vector<SaidProblem>& problems) {
  const MapLimit& said = *limit.said;
  const std::string path = "limits." + said.name.name;
  const std::size_t before = problems.size();
  for (std::size_t i = 0; i < said.segments.size(); ++i) {
    std::array<FrameId, 2> ends{};
    const double radius = said.radii_m.empty() ? 0 : said.radii_m[std::min(i, said.radii_m.size() - 1)];
    if (frame(said.segments[i].first, path, ends[0], problems) && frame(said.segments[i].second, path, ends[1], problems))
      limit.clearance.add_segment(model_, model_.frame(ends[0]), model_.frame(ends[1]), radius);
  }
  std::vector<std::string> known;
  for (const Body& body : model_.bodies())
    if (body.origin == Origin::user) known.push_back(body.name);
  for (const NameRef& ref : said.bodies) {
    const auto body = model_.find_body(ref.name);
    if (!body) problems.push_back({ref.at, path, fmt::format("no body '{}'", ref.name), did_you_mean(ref.name, known)});
    else if (!limit.clearance.add_look(model_, *body))
      problems.push_back({ref.at, path, fmt::format("'{}' has no capsule, cylinder or sphere under `look:` of its file", ref.name),
                          "give it one, or say from which frame to which the link goes: [from, to]"});
  }
  for (std::size_t i = 0; said.all_bodies && i < model_.bodies().size(); ++i)
    limit.clearance.add_look(model_, static_cast<BodyId>(static_cast<int>(i)));
  if (!limit.clearance.find_pairs(model_) && problems.size() == before)
    problems.push_back({said.name.at, path, "there are no two links to compare",
                        "name two bodies that no joint joins and that have a capsule, cylinder or sphere under `look:`, or links [frame, frame]"});
}

void MapMechanism::bound(Limit& limit, Dimension wanted, std::vector<SaidProblem>& problems) {
  const MapLimit& said = *limit.said;
  for (const auto& q : {said.min, said.max}) {
    if (!q || q->knowledge != Knowledge::known) continue;
    if (const auto wrong = misfit(wanted, q->dimension, fmt::format("{:.6g} {}", q->value, si_unit(q->dimension))))
      problems.push_back({said.name.at, "limits." + said.name.name, wrong->message, wrong->hint});
  }
  limit.min = said.min ? said.min->value : -no_bound;
  limit.max = said.max ? said.max->value : no_bound;
}

std::optional<State> MapMechanism::home(std::string& why) {
  const Result<StateQuestion> question = read_question(assembler_, question_.home ? &*question_.home : nullptr, "home");
  if (!question) {
    const Diagnostic& d = question.diagnostics.front();
    why = (d.key_path.empty() ? "" : d.key_path + ": ") + d.message + (d.hint.empty() ? "" : "; " + d.hint);
    return std::nullopt;
  }
  State state = question->state;
  state.v.setZero();
  state.t_s = 0;
  return state;
}

std::vector<std::optional<double>> MapMechanism::axes_at(const State& state) {
  update_positions(model_, state, ws_);
  return led_.measured(model_, assembler_.users(), assembler_.names(), ws_);
}

int MapMechanism::freedoms_left(std::span<const double> x, const State& state) { return assembler_.freedoms_left(led_.at_point(x), state); }

bool MapMechanism::moved_by_laws(const State& state) {
  if (model_.prescribed().empty()) return false;
  const Workspace& ws = assembler_.kinematics_at(state);
  return !ws.v.isZero(0) || !ws.vdot_prescribed.isZero(0);
}

// What is led as targets, where they are in the initial state, so that nothing that follows from them depends on what was asked before; false where one is a part
// of a pose only.
bool MapMechanism::find_targets(const StateRequest& request) {
  targets_.clear();
  aimed_ = false;
  update_positions(model_, initial_state(model_), ws_);
  for (const LedFrame& m : request.frames) {
    const std::optional<PoseTarget> target = leg_target(model_, ws_, m);
    if (!target) return false;
    targets_.push_back(*target);
  }
  return !targets_.empty();
}

// The targets to where the request has them.
void MapMechanism::aim(const StateRequest& request) {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const LedFrame& m = request.frames[i];
    Transformd& X_WF = targets_[i].X_WF;
    for (int k = 0; k < 3; ++k)
      if (m.led[at(k)]) X_WF.p[k] = m.p[k];
    if (aimed_ && !led_.turns()) continue;
    if (m.turn == LedFrame::Turn::whole) X_WF.R = m.R;
    if (m.turn == LedFrame::Turn::axis) X_WF.R = spatial::rotation_from_z(m.along) * transpose(spatial::rotation_from_z(m.axis));
  }
  aimed_ = true;
}

// Depends on the geometry alone.
void MapMechanism::find_legs(const StateRequest& request) {
  if (legs_planned_) return;
  legs_planned_ = true;
  if (request.q.empty() && find_targets(request)) follower_.legs = LegFollower::make(model_, targets_, initial_state(model_));
  X_WF_.resize(targets_.size());
  if (follower_.legs) plan_lanes();
}

// Of a state, at the pose that its targets have there; nothing where two roots are one.
void MapMechanism::branch_of(const State& state, LegBranch& branch) {
  branch.clear();
  update_positions(model_, state, ws_);
  X_WF_here_.resize(targets_.size());
  for (std::size_t i = 0; i < targets_.size(); ++i) X_WF_here_[i] = frame_pose(model_, ws_, model_.frame(targets_[i].frame));
  if (follower_.legs->follow(model_, X_WF_here_, state.q, q_scratch_) == Followed::found) branch = follower_.legs->branch();
}

namespace {

bool differ(const LegBranch& a, const LegBranch& b) {
  bool differ = false;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) differ = differ || (a[i] >= 0 && b[i] >= 0 && a[i] != b[i]);
  return differ;
}

}  // namespace

// Where a leg is folded or stretched its two branches meet, and beside the hole in its reach the nearer solution is the one of the other branch, however short the step.
bool MapMechanism::follow(std::span<const double> x, const State& start, State& out) {
  if (start.q.size() != model_.nq()) return false;
  const StateRequest& request = led_.at_point(x);
  find_legs(request);
  if (follower_.legs) {
    aim(request);
    for (std::size_t i = 0; i < targets_.size(); ++i) X_WF_[i] = targets_[i].X_WF;
  }
  if (follower_.follow(request, X_WF_, start, PoseFollower::Far::refuse, out) != Followed::found) return false;
  if (!follower_.legs) return true;
  branch_of(out, branch_);
  branch_of(start, branch_of_start_);
  return !differ(branch_, branch_of_start_);
}

bool MapMechanism::follow_by_branch(std::span<const double> x, const State& start, State& out) {
  const StateRequest& request = led_.at_point(x);
  find_legs(request);
  if (!follower_.legs || start.q.size() != model_.nq()) return false;
  if (q_of_branch_.size() != start.q.size() || q_of_branch_ != start.q) {  // mostly many points in a row are asked for from the same place
    branch_of(start, branch_there_);
    q_of_branch_ = start.q;
  }
  if (branch_there_.empty()) return false;
  aim(request);
  for (std::size_t i = 0; i < targets_.size(); ++i) X_WF_[i] = targets_[i].X_WF;
  out.t_s = start.t_s;
  out.v = start.v;
  return follower_.legs->follow(model_, X_WF_, start.q, out.q, &branch_there_) == Followed::found && assembler_.off_by(request, out) <= loops_met;
}

std::optional<int> MapMechanism::roots_known(std::span<const double> x, const State& start) {
  find_legs(led_.at_point(x));
  if (!follower_.legs || start.q.size() != model_.nq()) return std::nullopt;
  branch_of(start, branch_of_start_);
  if (branch_of_start_.empty()) return std::nullopt;
  return static_cast<int>(std::count_if(branch_of_start_.begin(), branch_of_start_.end(), [](std::int8_t root) { return root >= 0; }));
}

bool MapMechanism::search(std::span<const double> x, const State& start, Effort effort, State& out, std::string& why) {
  const StateRequest& request = led_.at_point(x);
  const bool fits = start.q.size() == model_.nq();
  bool found = fits && effort == Effort::once && assembler_.reach(request, follower_.asked, start);
  if (effort == Effort::once && !found) return false;
  if (fits && !found) {
    const auto& problems = assembler_.assemble(request, follower_.asked, &start);
    found = problems.empty();
    if (!found) why = problems.front().message;
    if (!found && effort == Effort::from_start) return false;
  }
  if (!found) {
    if (const auto& problems = assembler_.assemble(request, follower_.asked); !problems.empty()) {
      if (!fits) why = problems.front().message;
      return false;
    }
  }
  out = follower_.asked.state;
  out.v.setZero();
  return true;
}

std::string MapMechanism::legs_out_of_reach(std::span<const double> x, const State& near) {
  const StateRequest& request = led_.at_point(x);
  if (!find_targets(request)) return "";
  aim(request);
  BranchQuestion question;
  question.targets = targets_;
  const LegPlan plan = plan_legs(model_, question, near);
  update_positions(model_, near, ws_);
  std::string text;
  if (!plan.covers) return text;
  for (const zanjir::Limit& limit : solve_plan(model_, plan, body_poses(model_, ws_)).limits)
    text += fmt::format("{}{} misses it by {:.4g} {}{}", text.empty() ? "" : "; ", limit.where, limit.gap, limit.angle ? "rad" : "m",
                        limit.why.empty() ? "" : " (" + limit.why + ")");
  return text;
}

// Forces at rest under gravity and all that pulls.
void MapMechanism::solve(const State& state) {
  solver_->forget();
  const Reactions reactions = quantities_->needs(Needs::reactions) ? Reactions::compute : Reactions::skip;
  SolveStatus status = solver_->solve(state, given_, reactions, solution_);
  here_ = solver_->kinematics();
  if (!led_.request().frames.empty()) status = judge_tree_actuation(model_, status, solution_);
  solved_ = zanjir::solved(status);
}

void MapMechanism::read(MapAnswer& answer) {
  here_ = nullptr;
  solved_ = false;
  if (solver_) solve(answer.state);
  if (!here_ || here_->stage < Stage::velocity) here_ = &assembler_.kinematics_at(answer.state);
  if (!row_.empty()) quantities_->write({*here_, solved_ ? &solution_ : nullptr}, row_);
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    Limit& limit = limits_[i];
    if (limit.said->kind == MapLimit::Kind::cone) {
      const Vec3d a = frame_pose(model_, *here_, model_.frame(limit.frames[0])).R * limit.said->axes[0];
      const Vec3d b = frame_pose(model_, *here_, model_.frame(limit.frames[1])).R * limit.said->axes[1];
      special_[i] = std::atan2(norm(cross(a, b)), dot(a, b));
    } else if (limit.said->kind == MapLimit::Kind::distance) {
      special_[i] = limit.clearance.least(model_, *here_);
    }
  }
  finish(answer);
}

// The number x of a limit, or the one before where that is nearer to the bounds.
void MapMechanism::look_at(const Limit& limit, double x, double& nearest, double& margin) {
  const double inside = inside_of(limit.min, limit.max, x);
  const bool nearer = inside < margin || std::isnan(nearest);
  margin = nearer ? inside : margin;
  nearest = nearer ? x : nearest;
}

// From row_ and special_.
void MapMechanism::finish(MapAnswer& answer) const {
  answer.numbers.clear();
  answer.margins.clear();
  answer.binds = -1;
  for (const std::size_t i : values_) answer.numbers.push_back(row_[i]);
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const Limit& limit = limits_[i];
    double margin = no_bound, nearest = unknown_number;
    if (limit.said->kind != MapLimit::Kind::quantity) look_at(limit, special_[i], nearest, margin);
    for (const std::size_t k : limit.quantities) look_at(limit, row_[k], nearest, margin);
    answer.numbers.push_back(nearest);
    answer.margins.push_back(margin);
    if (answer.binds < 0 && !(margin >= 0)) answer.binds = static_cast<int>(i);
  }
}

// -- several at once
std::optional<MapMechanism::LaneNumber> MapMechanism::lane_number(const std::string& name, PoseNumbers& numbers) const {
  using Kind = LaneNumber::Kind;
  const UserJoints& users = assembler_.users();
  const auto& names = users.coordinate_names();
  if (const auto it = std::find(names.begin(), names.end(), name); it != names.end()) {
    const int entry = static_cast<int>(it - names.begin());
    for (const UserJoint& u : users.joints())
      if (!u.own_terms && entry >= u.q_begin && entry < u.q_begin + u.joint.nq && !has_quaternion(u.joint))
        return LaneNumber{Kind::coordinate, at(model_.joints()[at(u.tree)].q_begin + entry - u.q_begin)};
    return std::nullopt;
  }
  const std::optional<BodyId> platform = likely_platform(model_);
  for (const auto& [suffix, kind] :
       {std::pair{".J0.sigma_min", Kind::sigma_min}, {".J0.sigma_max", Kind::sigma_max}, {".J0.dexterity", Kind::dexterity}}) {
    if (!name.ends_with(suffix)) continue;
    const auto id = model_.find_frame(name.substr(0, name.size() - std::string_view(suffix).size()));
    if (!id || !platform || model_.frame(*id).body != *platform) return std::nullopt;
    const Frame* frame = &model_.frame(*id);
    const auto known = std::find(numbers.frames.begin(), numbers.frames.end(), frame);
    const auto place = static_cast<std::size_t>(known - numbers.frames.begin());
    if (known == numbers.frames.end()) numbers.frames.push_back(frame);
    return LaneNumber{kind, 2 * place};
  }
  return std::nullopt;
}

void MapMechanism::plan_lanes() {
  PoseNumbers numbers;
  read_in_lanes_ = !solver_;
  for (const QuantityName& q : quantities_->names()) {
    const std::optional<LaneNumber> number = lane_number(q.name, numbers);
    read_in_lanes_ = read_in_lanes_ && number;
    lane_numbers_.push_back(number.value_or(LaneNumber{}));
  }
  for (const Limit& limit : limits_) {
    if (limit.said->kind == MapLimit::Kind::distance) numbers.distances.push_back(&limit.clearance);
    if (limit.said->kind != MapLimit::Kind::cone) continue;
    std::array<std::pair<const Frame*, Vec3d>, 2> cone;
    for (std::size_t k = 0; k < 2; ++k) cone[k] = {&model_.frame(limit.frames[k]), limit.said->axes[k]};
    numbers.cones.push_back(cone);
  }
  lane_specials_ = 2 * numbers.frames.size();
  numbers.largest = std::any_of(lane_numbers_.begin(), lane_numbers_.end(),
                                [](const LaneNumber& n) { return n.kind == LaneNumber::Kind::sigma_max || n.kind == LaneNumber::Kind::dexterity; });
  const State near = initial_state(model_);
  std::string why;
  LegBranch branch;
  if (const std::optional<State> home = this->home(why)) branch_of(*home, branch);
  if (read_in_lanes_) lanes_ = PoseLanes::make(model_, *follower_.legs, targets_, numbers, near, loops_met, nullptr, branch);
  if (lanes_) {
    row_of_lanes_.resize(row_.size());
    dexterity_ = Lanes(row_.size(), lanes_->lanes());
    return;
  }
  read_in_lanes_ = false;  // the legs alone
  lanes_ = PoseLanes::make(model_, *follower_.legs, targets_, {}, near, loops_met, nullptr, branch);
}

int MapMechanism::lanes(std::span<const double> x) {
  find_legs(led_.at_point(x));
  return lanes_ ? lanes_->lanes() : 0;
}

bool MapMechanism::put(int lane, std::span<const double> x, const PointCoordinates& near) {
  if (near.n != model_.nq()) return false;
  near_[at(lane)] = near;
  aim(led_.at_point(x));
  const bool turned = turned_ >> lane & 1;
  for (std::size_t i = 0; i < targets_.size() && turned; ++i) lanes_->aim_origin(lane, i, targets_[i].X_WF.p);
  if (turned) return true;
  for (std::size_t i = 0; i < targets_.size(); ++i) X_WF_[i] = targets_[i].X_WF;
  lanes_->aim(lane, X_WF_);
  if (!led_.turns()) turned_ |= 1u << lane;
  return true;
}

unsigned MapMechanism::follow_lanes(int used, double* q) {
  const int w = lanes_->lanes();
  bool side_by_side = used == w;  // they were found together, each in the lane where it is now
  for (int k = 0; k < used && side_by_side; ++k) side_by_side = near_[at(k)].begin == near_[0].begin + k && near_[at(k)].stride == w;
  if (side_by_side) return lanes_->follow(near_[0].begin, q);
  if (!gathered_.data()) gathered_ = Lanes(at(model_.nq()), w);
  for (int k = 0; k < used; ++k)
    for (int i = 0; i < near_[at(k)].n; ++i) gathered_.data()[i * w + k] = near_[at(k)][i];
  return lanes_->follow(gathered_.data(), q);
}

void MapMechanism::read_lanes(const double* q, std::span<double* const> numbers, int* binds) {
  using Kind = LaneNumber::Kind;
  const std::size_t w = at(lanes_->lanes()), used = numbers.size();
  for (std::size_t i = 0; i < row_.size(); ++i) {
    const LaneNumber& n = lane_numbers_[i];
    const double* const least = lanes_->numbers_of_lanes(n.place);
    row_of_lanes_[i] = n.kind == Kind::coordinate ? q + n.place * w : n.kind == Kind::sigma_max ? least + w : least;
    if (n.kind != Kind::dexterity) continue;
    double* ratio = dexterity_.data() + i * w;
    for (std::size_t k = 0; k < used; ++k) ratio[k] = lanes_->square_or_more() ? least[k] / least[k + w] : 0;
    row_of_lanes_[i] = ratio;
  }
  for (std::size_t i = 0; i < values_.size(); ++i)
    for (std::size_t k = 0; k < used; ++k) numbers[k][i] = row_of_lanes_[values_[i]][k];
  std::fill_n(binds, used, -1);
  std::size_t next[2] = {lane_specials_, lane_specials_};
  for (const Limit& limit : limits_) next[1] += limit.said->kind == MapLimit::Kind::cone;
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const Limit& limit = limits_[i];
    alignas(64) double margin[max_pose_lanes], nearest[max_pose_lanes];
    std::fill_n(margin, max_pose_lanes, no_bound);
    std::fill_n(nearest, max_pose_lanes, unknown_number);
    const auto look = [&](const double* x) { lanes_->look(limit.min, limit.max, x, nearest, margin); };
    if (limit.said->kind != MapLimit::Kind::quantity) look(lanes_->numbers_of_lanes(next[limit.said->kind == MapLimit::Kind::distance]++));
    for (const std::size_t k : limit.quantities) look(row_of_lanes_[k]);
    for (std::size_t k = 0; k < used; ++k) {
      numbers[k][values_.size() + i] = nearest[k];
      binds[k] = binds[k] < 0 && !(margin[k] >= 0) ? static_cast<int>(i) : binds[k];
    }
  }
}

void MapMechanism::read(const PointCoordinates& q, MapAnswer& answer) {
  answer.stands = true;
  answer.state.t_s = 0;
  answer.state.v.setZero(model_.nv());
  answer.state.q = q.vector();
  read(answer);
}

}  // namespace zanjir
