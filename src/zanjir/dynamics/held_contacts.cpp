#include "zanjir/dynamics/held_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/dynamics/held_search.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

Vec3d unit_or_zero(const Vec3d& a) {
  const double size = norm(a);
  return size > 0 ? a * (1 / size) : Vec3d{0, 0, 0};
}

}  // namespace

HeldContacts::HeldContacts(const Model& model)
    : model_(model),
      forces_(std::make_unique<HeldForces>()),
      search_(std::make_unique<HeldSearch>()),
      allowed_(model),
      J_frame_(6, model.nv()),
      nothing_(1e-10 * std::max(1.0, norm(model.gravity()))) {
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    if (model.contacts()[i].holds()) contacts_.push_back(static_cast<int>(i));
  }
  places_.reserve(contacts_.size());
  if (!contacts_.empty()) allowed_.make_room(model);
}

HeldContacts::~HeldContacts() = default;

bool HeldContacts::any_touching(const std::vector<ContactMemory>& memory) const {
  return std::any_of(contacts_.begin(), contacts_.end(), [&](int i) { return memory[at(i)].phase == ContactPhase::touching; });
}

double HeldContacts::slowest_m_per_s() const {
  const double g = norm(model_.gravity());
  return 1e-6 * std::sqrt((g > 0 ? g : 1) * model_.length_m());
}

HeldRows held_rows(const Contact& c) {
  switch (c.compliant->friction.type) {
    case FrictionLawType::dry:
    case FrictionLawType::stick: return HeldRows::all;
    case FrictionLawType::wheel: return HeldRows::wheel;
    default: return HeldRows::normal;
  }
}

// -- where they are ---------------------------------------------------------------------------------------------------------------------------

void HeldContacts::find_places(Workspace& ws, const LoopRank* rank, const std::vector<ContactMemory>& memory) {
  places_.clear();
  for (const int i : contacts_) {
    const ContactMemory& m = memory[at(i)];
    if (m.phase == ContactPhase::flight) continue;
    const Contact& c = model_.contacts()[at(i)];
    HeldPlace p;
    p.contact = i;
    p.law = &*c.compliant;
    p.pulls = c.held.has_value();
    p.rows = held_rows(c);
    p.grip = m.grip;
    const Transformd X_WF = frame_pose(model_, ws, model_.frame(c.on));
    const Transformd X_WG = c.carrier ? frame_pose(model_, ws, model_.frame(*c.carrier)) : Transformd{};
    p.R_WG = X_WG.R;
    p.R_GB = transpose(X_WG.R) * X_WF.R;
    const ContactAction now = contact_action(model_, ws, i);
    p.n = now.at.normal_W;
    const FrictionDirections d = friction_directions(p.law->friction, {transpose_times(p.R_WG, p.n), c.ground.tangent, p.R_GB});
    p.e1 = p.R_WG * d.along, p.e2 = p.R_WG * d.across;
    p.mu[0] = p.law->friction.coefficient, p.mu[1] = d.directed ? p.law->friction.coefficient_across : p.mu[0];
    p.u = now.velocity_W;
    // A stage of a step may lie beyond the instant where it comes to rest: what goes back counts as if it went on, so that the step sees one continuous law (decision 0060). And
    // what begins to slide has a velocity of rounding: its way weighs as much as a speed that counts as none until it slides for good.
    const Vec3d way = p.R_WG * m.slide_G, slip = p.u - p.n * dot(p.n, p.u), on = slip - way * (2 * std::min(0.0, dot(slip, way)));
    const double slowest = slowest_m_per_s(), begins = std::max(0.0, 1 - norm(on) / (1e3 * slowest));
    p.slide = unit_or_zero(on + way * (slowest * begins * begins));
    places_.push_back(p);
  }
  const auto n = static_cast<Eigen::Index>(3 * places_.size());
  J_.setZero(n, model_.nv());
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const HeldPlace& p = places_[k];
    const Contact& c = model_.contacts()[at(p.contact)];
    const Vec3d point = contact_touch(model_, ws, c).point_W;
    const auto add = [&](FrameId id, double sign) {
      const Frame& frame = model_.frame(id);
      frame_jacobian(model_, ws, frame, J_frame_);
      const Vec3d arm = point - frame_pose(model_, ws, frame).p;
      for (const auto& [axis, e] : {std::pair{0, p.n}, std::pair{1, p.e1}, std::pair{2, p.e2}}) {
        const Vec3d turn = cross(arm, e);
        J_.row(row_of(k, axis)) += sign * (e.x * J_frame_.row(3) + e.y * J_frame_.row(4) + e.z * J_frame_.row(5) + turn.x * J_frame_.row(0) +
                                           turn.y * J_frame_.row(1) + turn.z * J_frame_.row(2));
      }
    };
    add(c.on, 1);
    if (c.carrier) add(*c.carrier, -1);
  }
  N_ = &allowed_.at(model_, ws, rank);
  push_.resize(n), free_push_.resize(N_->cols()), way_.resize(model_.nv()), from_.resize(model_.nq());  // here, not where a step first needs them
  mass_matrix(model_, ws, M_);
  G_.setZero(n, n);
  if (N_->cols() == 0) return;
  MN_.noalias() = M_ * *N_;
  NMN_.noalias() = N_->transpose() * MN_;
  mass_.compute(NMN_);
  Y_.noalias() = N_->transpose() * J_.transpose();
  mass_.matrixL().solveInPlace(Y_);
  G_.noalias() = Y_.transpose() * Y_;
}

// d/dt of the rows: e.u' + e'.u, where n turns with the ground and e1, e2 turn with it too, or about n with the body that friction has its axes in.
void HeldContacts::find_bias(Workspace& ws, const VecX& vdot) {
  update_accelerations(model_, vdot, ws);
  b_.resize(G_.rows());
  for (std::size_t k = 0; k < places_.size(); ++k) {
    HeldPlace& p = places_[k];
    const Contact& c = model_.contacts()[at(p.contact)];
    const Vec3d a = contact_acceleration(model_, ws, c);
    const Vec3d w_G = c.carrier ? frame_kinematics(model_, ws, model_.frame(*c.carrier)).V_WF_W.w : Vec3d{0, 0, 0};
    double turning = 0;
    const FrictionLaw& law = p.law->friction;
    if (law.axes == FrictionAxes::body && norm(law.direction) > 0) {
      const FrameKinematics body = frame_kinematics(model_, ws, model_.frame(c.on));
      const Vec3d d = body.X_WF.R * law.direction, in_plane = d - p.n * dot(p.n, d);
      if (norm(in_plane) > 0) turning = dot(p.e2, cross(body.V_WF_W.w - w_G, d)) / norm(in_plane);
    }
    p.axes_turn_rad_per_s = turning;
    const Vec3d turned = cross(p.u, w_G);  // (w x e).u = e.(u x w)
    b_[row_of(k, 0)] = dot(p.n, a + turned);
    b_[row_of(k, 1)] = dot(p.e1, a + turned) + turning * dot(p.e2, p.u);
    b_[row_of(k, 2)] = dot(p.e2, a + turned) - turning * dot(p.e1, p.u);
  }
}

SolveStatus HeldContacts::find_forces(Workspace& ws, const LoopRank* rank, const VecX& vdot, std::vector<ContactMemory>& memory) {
  find_places(ws, rank, memory);
  find_bias(ws, vdot);
  // A grip that prescribed motions contradict is an event's business; a stage of a step before it takes the nearest forces.
  forces_->solve(places_, G_, b_, nothing_);
  forces_->divide(places_, G_, b_);
  for (const HeldPlace& p : places_) {
    if (!std::isfinite(p.lambda.x + p.lambda.y + p.lambda.z)) return SolveStatus::singular;
    memory[at(p.contact)].force_G = transpose_times(p.R_WG, p.force_W());
  }
  return SolveStatus::ok;
}

// -- what becomes of them ---------------------------------------------------------------------------------------------------------------------

HeldContacts::Change HeldContacts::change_of(const HeldPlace& p) {
  Change c;
  c.contact = p.contact;
  c.phase = p.rows == HeldRows::none ? ContactPhase::flight : ContactPhase::touching;
  c.grip = p.grip;
  c.begins = p.grip == Grip::slides && !p.fixed_slide;
  c.slide_G = transpose_times(p.R_WG, p.slide);
  c.force_W = p.force_W();
  c.before = {dot(p.n, p.u), dot(p.e1, p.u), dot(p.e2, p.u)};
  c.after = p.after;
  return c;
}

SolveStatus HeldContacts::impact(Strike how, Workspace& ws, const LoopRank* rank, const std::vector<ContactMemory>& memory, VecX& v, double& energy_J,
                                 std::vector<Change>& changes) {
  find_places(ws, rank, memory);
  for (HeldPlace& p : places_) p.grip = Grip::sticks;
  const double none = 1e-4 * slowest_m_per_s();  // of speeds
  const VecX before = ws.v;
  b_.noalias() = J_ * before;
  // What slides much faster than anything strikes does so after it as well: impulses are of the size of the strike, and could not be told from rounding beside its speed.
  constexpr double much = 1e4;  // the way it slides turns by a ten-thousandth then, times how much more easily it moves along the ground than off it
  const double slowest = slowest_m_per_s();
  double strike = 0;
  for (std::size_t k = 0; k < places_.size(); ++k) strike = std::max(strike, std::abs(b_[row_of(k, 0)]));
  for (HeldPlace& p : places_) {
    const Vec3d slip = p.u - p.n * dot(p.n, p.u);
    p.fixed_slide = how == Strike::meeting && p.dry() && norm(slip) > slowest && norm(slip) > much * strike;
    if (!p.fixed_slide) continue;
    p.grip = Grip::slides, p.slide = unit_or_zero(slip);
    if (strike < slowest) p.rows = HeldRows::normal;  // what strikes too slowly to be seen rubs as little
  }
  for (std::size_t k = 0; k < places_.size() && how == Strike::jam; ++k) b_[row_of(k, 0)] -= slowest;
  SolveStatus status = search_->settle(places_, G_, b_, nullptr, nullptr, none, *forces_);
  if (!solved(status)) return status;
  // It comes down from the hair by which a gap has to close, too, at some times g where others push it: with less it would strike and part without end.
  const auto parts_slowly = [&](const HeldPlace& p) { return p.rows == HeldRows::none && p.after.x < 3 * slowest; };
  const auto grips = [&](const HeldPlace& p) {  // without a normal impulse, too: then it is an impact of its own
    return p.law->friction.type != FrictionLawType::dry && held_rows(model_.contacts()[at(p.contact)]) != HeldRows::normal;
  };
  if (std::any_of(places_.begin(), places_.end(), [&](const HeldPlace& p) { return parts_slowly(p) && grips(p); })) {
    for (HeldPlace& p : places_) {
      p.stays = parts_slowly(p);
      const bool smooth = p.law->friction.type == FrictionLawType::dry && (p.stays || (p.fixed_slide && strike < slowest));
      p.rows = smooth ? HeldRows::normal : held_rows(model_.contacts()[at(p.contact)]);
    }
    status = search_->settle(places_, G_, b_, nullptr, nullptr, none, *forces_);
    if (!solved(status)) return status;
  }
  v = before;
  if (N_->cols() > 0) v += push_apart();
  bool any = false;
  for (HeldPlace& p : places_) any = (p.stays = parts_slowly(p) && !grips(p)) || any;
  if (any) lay_down(v, none);
  for (const HeldPlace& p : places_) changes.push_back(change_of(p));
  energy_J = 0.5 * (v.dot(M_ * v) - before.dot(M_ * before));
  return status;
}

// What parts too slowly to be seen, and so `stays`, is laid on the ground, as fast along it as it is: without a normal impulse there is no dry friction. That takes a change of speeds too
// small to be seen, which is no impact of its own: what touches is kept there, what sticks at rest, and nothing is asked whether it would rather part or slide. As a second impact,
// with the place held as if glued, it need not have an answer: what slides beside it may jam.
void HeldContacts::lay_down(VecX& v, double none) {
  const std::vector<HeldPlace> struck = places_;
  b_.noalias() = J_ * v;
  for (HeldPlace& p : places_) {
    if (p.stays || (p.rows != HeldRows::none && p.grip != Grip::sticks)) p.rows = HeldRows::normal;
    p.grip = Grip::sticks;
  }
  const bool held = forces_->solve(places_, G_, b_, none);
  if (!held) {  // prescribed motions take it away
    places_ = struck;
    return;
  }
  v += push_apart();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    places_[k].grip = struck[k].grip;
    places_[k].lambda = struck[k].lambda + places_[k].lambda;
  }
}

SolveStatus HeldContacts::decide(Workspace& ws, const LoopRank* rank, const VecX& vdot, const std::vector<ContactMemory>& memory,
                                 const std::vector<int>& at_limit, std::vector<Change>& changes) {
  find_places(ws, rank, memory);
  for (HeldPlace& p : places_) {
    const Vec3d slip = p.u - p.n * dot(p.n, p.u);
    p.fixed_slide = p.law->friction.type == FrictionLawType::dry && norm(slip) > slowest_m_per_s();
    p.grip = p.fixed_slide ? Grip::slides : Grip::sticks;
    if (p.fixed_slide) p.slide = unit_or_zero(slip);
  }
  find_bias(ws, vdot);
  const VecX* grown = grow_contradiction();
  // At its limit a contact, or a group, can neither be said to hold nor to give way: the forces are known to some ten digits. With cones that begin a hair above the
  // ground it gives way, the way it will when the load has grown by that much.
  // Programs are right to some 1e-10, ways of sliding so to 1e-10/hair, and they are off by about a hair because of it: both are least together at this one.
  constexpr double hair = 1e-5;
  double hardest = 0;
  for (const int i : at_limit) hardest = std::max(hardest, norm(memory[at(i)].force_G));
  eased_ = grown ? *grown : b_;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (std::find(at_limit.begin(), at_limit.end(), places_[k].contact) != at_limit.end()) eased_ += hair * hardest * G_.col(row_of(k, 0));
  }
  const SolveStatus status = search_->settle(places_, G_, b_, grown, hardest > 0 ? &eased_ : nullptr, nothing_, *forces_);
  for (const HeldPlace& p : places_) changes.push_back(change_of(p));
  return status;
}

// Prescribed motions that begin gently contradict what touches and sticks by less than programs can tell from rounding. What gives way then is what will when that has grown: b with
// it, or null where there is no contradiction, or enough of it.
const VecX* HeldContacts::grow_contradiction() {
  constexpr double told = 1e-4;  // of the largest row: programs are right to some 1e-10, so that forces at a limit are known to 1e-6 of them
  if (forces_->solve(places_, G_, b_, nothing_)) return nullptr;
  grown_.setZero(b_.size());
  double largest = 0, most = 0;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    HeldPlace& p = places_[k];
    for (int axis = 0; axis < 3; ++axis) {
      if (axis == 0 || !p.fixed_slide) largest = std::max(largest, std::abs(b_[row_of(k, axis)]));
      if (p.holds(axis)) grown_[row_of(k, axis)] = along_axis(p.after, axis);
    }
    most = std::max(most, p.most_left());
  }
  if (!(most < told * largest)) return nullptr;
  grown_ = b_ + grown_ * (told * largest / most - 1);
  return &grown_;
}

void HeldContacts::make_room(Workspace& ws, const LoopRank* rank, State& state) {
  if (!any_touching(state.contact)) return;
  project(ws, rank, state);
  update_velocities(model_, state, ws);
  find_places(ws, rank, state.contact);
  b_.setZero(J_.rows());
  forces_->solve(places_, G_, b_, nothing_);
  forces_->make_room(places_);
}

void HeldContacts::recall_ways(Workspace& ws, const LoopRank* rank, std::vector<ContactMemory>& memory) {
  find_places(ws, rank, memory);
  for (const HeldPlace& p : places_) {
    ContactMemory& m = memory[at(p.contact)];
    if (m.grip != Grip::slides || norm(m.slide_G) > 0) continue;
    const Vec3d slip = p.u - p.n * dot(p.n, p.u), force = p.R_WG * m.force_G;
    // F = -N M^2 e/|M e|: e is along M^-2 F.
    const auto against = [&](const Vec3d& axis, double mu) { return axis * (mu > 0 ? -dot(axis, force) / (mu * mu) : 0); };
    const Vec3d way = norm(slip) > slowest_m_per_s() ? slip : against(p.e1, p.mu[0]) + against(p.e2, p.mu[1]);
    m.slide_G = transpose_times(p.R_WG, unit_or_zero(way));
  }
}

Vec3d HeldContacts::slip_G(const Workspace& ws, int contact) const {
  const Contact& c = model_.contacts()[at(contact)];
  const ContactAction now = contact_action(model_, ws, contact);
  const Vec3d slip = now.velocity_W - now.at.normal_W * dot(now.at.normal_W, now.velocity_W);
  return c.carrier ? transpose_times(frame_pose(model_, ws, model_.frame(*c.carrier)).R, slip) : slip;
}

void HeldContacts::slip_speeds(const Workspace& ws, const std::vector<ContactMemory>& memory, std::vector<double>& m_per_s) const {
  m_per_s.assign(contacts_.size(), 0);
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const ContactMemory& m = memory[at(contacts_[k])];
    if (m.phase == ContactPhase::flight || m.grip != Grip::slides) continue;
    if (const double speed = norm(slip_G(ws, contacts_[k])); speed > slowest_m_per_s()) m_per_s[k] = speed;
  }
}

void HeldContacts::follow_ways(const Workspace& ws, std::vector<ContactMemory>& memory) const {
  for (const int i : contacts_) {
    ContactMemory& m = memory[at(i)];
    if (m.phase == ContactPhase::flight || m.grip != Grip::slides) continue;
    if (const Vec3d slip = slip_G(ws, i); norm(slip) > slowest_m_per_s()) m.slide_G = unit_or_zero(slip);
  }
}

double HeldContacts::left_ways(const Workspace& ws, const std::vector<ContactMemory>& memory, const std::vector<double>& from) const {
  double most = 0;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    if (!(from[k] > 0)) continue;
    const Vec3d slip = slip_G(ws, contacts_[k]), way = memory[at(contacts_[k])].slide_G;
    most = std::max(most, norm(slip - way * dot(slip, way)) / std::max(from[k], norm(slip)));
  }
  return most;
}

void HeldContacts::mark_shared(std::vector<ContactMemory>& memory) {
  for (const int i : contacts_) memory[at(i)].shares_normal = memory[at(i)].shares_friction = false;
  if (!any_touching(memory)) return;
  forces_->find_shared(places_, G_);
  for (const HeldPlace& p : places_) {
    memory[at(p.contact)].shares_normal = p.shares_normal;
    memory[at(p.contact)].shares_friction = p.shares_friction;
  }
}

// The motion N (N^T M N)^-1 N^T J^T lambda that the forces, or impulses, of all places give.
const VecX& HeldContacts::push_apart() {
  for (std::size_t k = 0; k < places_.size(); ++k) push_.segment<3>(row_of(k, 0)) << places_[k].lambda.x, places_[k].lambda.y, places_[k].lambda.z;
  free_push_.noalias() = Y_ * push_;
  mass_.matrixU().solveInPlace(free_push_);
  way_.noalias() = *N_ * free_push_;
  return way_;
}

// -- back to the ground ----------------------------------------------------------------------------------------------------------------------

bool HeldContacts::project(Workspace& ws, const LoopRank* rank, State& state) {
  if (!any_touching(state.contact)) return false;
  bool changed = false;
  for (const bool speeds : {false, true}) {
    update_velocities(model_, state, ws);
    find_places(ws, rank, state.contact);
    b_.setZero(J_.rows());
    double largest = 0;
    if (speeds) b_.noalias() = J_ * ws.v;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      HeldPlace& p = places_[k];
      const Contact& c = model_.contacts()[at(p.contact)];
      if (!speeds && p.pulls) p.rows = HeldRows::none;
      if (!speeds) b_[row_of(k, 0)] = p.pulls ? 0 : contact_touch(model_, ws, c).gap_m;
      const bool tangents = speeds && p.grip == Grip::sticks;
      if (!speeds || p.grip != Grip::sticks) p.rows = p.rows == HeldRows::none ? p.rows : HeldRows::normal, p.grip = Grip::sticks;
      largest = std::max(largest, std::abs(b_[row_of(k, 0)]));
      if (tangents && p.rows == HeldRows::all) largest = std::max(largest, std::abs(b_[row_of(k, 1)]));
      if (tangents && (p.rows == HeldRows::all || p.rows == HeldRows::wheel)) largest = std::max(largest, std::abs(b_[row_of(k, 2)]));
    }
    const double unit = speeds ? std::max(1.0, ws.v.size() > 0 ? ws.v.cwiseAbs().maxCoeff() : 0) : 1;
    if (largest <= 1e-15 * unit * model_.length_m() || N_->cols() == 0) continue;
    forces_->solve(places_, G_, b_, nothing_);
    const VecX& way = push_apart();
    if (!way.allFinite()) return changed;
    if (speeds) {
      state.v += way;
    } else {
      from_ = state.q;
      retract(model_, from_, way, state.q);
    }
    changed = true;
  }
  return changed;
}

// With V the speed: friction across the way is -N mu1^2 mu2^2/|M e|^3 times what the way is off, by (1) of contact/friction_law.hpp, which turns it back at the rate `back`, without end where V comes
// to zero. Explicit steps longer than some 1/back throw it to and fro, by more each time: sqrt(turns back) sees that while it is small, and is no more than rounding where a way is straight.
double HeldContacts::turning_per_s(const HeldPlace& p, double u1, double u2, double rounding) const {
  if (!p.slides_dry()) return 0;
  const double speed = std::hypot(u1, u2), V = std::max(speed, slowest_m_per_s());
  double c = dot(p.slide, p.e1), s = dot(p.slide, p.e2);
  if (speed > slowest_m_per_s()) c = u1 / V, s = u2 / V;
  const auto k = static_cast<std::size_t>(&p - places_.data());
  const double size = std::hypot(p.mu[0] * c, p.mu[1] * s), mu2 = p.mu[0] * p.mu[1];
  const double yields = s * s * G_(row_of(k, 1), row_of(k, 1)) - 2 * s * c * G_(row_of(k, 1), row_of(k, 2)) + c * c * G_(row_of(k, 2), row_of(k, 2));
  const double across = std::abs(p.axes_turn_rad_per_s * speed + c * p.after.z - s * p.after.y);
  const double turns = std::max(0.0, across - rounding) / V;
  const double back = size > 0 ? std::max(0.0, p.lambda.x) * mu2 * mu2 / (size * size * size) * yields / V : 0;
  return std::max(turns, std::sqrt(turns * back));
}

void HeldContacts::watch(const Workspace& ws, std::vector<Watched>& watched) {
  watched.assign(model_.contacts().size(), {});
  forces_->find_margins(places_, nothing_ / (G_.size() > 0 ? G_.diagonal().maxCoeff() : 1));
  constexpr double clearly = 10,
                   faster = 2;  // so that what a decision has just taken for rounding is not asked again at once, and what moves is seen to
  const double rounding = clearly * HeldForces::rounding(b_, nothing_), slow = faster * slowest_m_per_s();
  const double no_press = clearly * HeldForces::no_press_N(places_, G_, b_, nothing_);
  for (const HeldPlace& p : places_) {
    const ContactAction now = contact_action(model_, ws, p.contact);
    Watched& out = watched[at(p.contact)];
    out.normal_N = now.force.normal_N;
    out.no_press_N = no_press;
    out.spare_N = out.normal_N * (1 - now.force.cone);
    out.along_slide_m_per_s = dot(p.R_WG * ws.contact[at(p.contact)].slide_G, now.velocity_W);
    out.strain = p.most_left() / rounding;
    const double along[3] = {dot(p.n, now.velocity_W), dot(p.e1, now.velocity_W), dot(p.e2, now.velocity_W)};
    for (int axis = 0; axis < 3; ++axis)
      if (p.holds(axis)) out.creep = std::max(out.creep, std::abs(along[axis]) / slow);
    out.turning_per_s = turning_per_s(p, along[1], along[2], rounding / clearly);
    if (p.group < 0) continue;
    out.group = places_[at(p.group)].contact;
    out.margin_N = p.margin;
  }
}

}  // namespace zanjir
