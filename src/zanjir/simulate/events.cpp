#include "zanjir/simulate/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
// Between two looks at guards no body turns by more: what goes round turns back once in pi radians, and sums of such motions hardly oftener than six times as often.
constexpr double between_looks_rad = 0.5;
constexpr int most_looks_at_forces = 256;  // of one step: a hundred turns of a load
constexpr int most_looks = 100000;         // of one step: 8000 turns
constexpr int times_as_many_looks = 256;   // at guards of any form, as bodies turn or laws ask for

// +1, -1: on which side the guard stands, judged by its rate where it is exactly zero.
int side(GuardValue g) {
  const double decides = g.value != 0 ? g.value : g.rate;
  return decides > 0 ? 1 : decides < 0 ? -1 : 0;
}

bool counts(Crossing crossing, int from) { return crossing == Crossing::either || (crossing == Crossing::falling) == (from > 0); }

// Whether Newton's method has come as near to an event as its guard can tell: by a rounding of the time, or, where the guard no longer halves and is what rounding makes of places over
// the length of the model, by less than half of what tells two events apart.
bool is_there(double t, double next, GuardValue g, bool halves, double length_m) {
  if (halves) return std::abs(next - t) <= 2 * eps * std::abs(t);
  const double far = std::abs(g.value) <= 64 * eps * length_m ? same_instant_s / 2 : 0;
  return std::abs(next - t) <= std::max(64 * eps * std::abs(t), far);
}

// Whether a guard that nears zero and leaves it again can have been there, if its slope is at most four times those at the ends: lines of these slopes from
// both ends meet beyond zero. Every contact that lies still moves to and fro by less than a thousandth of its depth, and to look inside costs as much as all bodies.
bool may_reach_zero(GuardValue a, GuardValue b, double width) {
  const double fall = 4 * std::abs(a.rate), rise = 4 * std::abs(b.rate), near = std::abs(a.value), far = std::abs(b.value);
  const double meet = std::clamp((near - far + rise * width) / (fall + rise), 0.0, width);
  return std::max(near - fall * meet, far - rise * (width - meet)) <= 0;
}

// Where the cubic through values and rates at both ends, of opposite signs, is zero.
double zero_of_cubic(double a, GuardValue at_a, double b, GuardValue at_b) {
  const double h = b - a, rise = at_b.value - at_a.value;
  const auto value = [&](double u) { return at_a.value + u * (rise + (1 - u) * ((1 - u) * (h * at_a.rate - rise) + u * (rise - h * at_b.rate))); };
  double lo = 0, hi = 1;
  for (int i = 0; i < 12; ++i) {
    const double u = (lo + hi) / 2;
    (value(u) * at_a.value > 0 ? lo : hi) = u;
  }
  return a + h * (lo + hi) / 2;
}

}  // namespace

EventLocator::EventLocator(MotionSystem& system, const std::vector<Guard*>& guards)
    : system_(system),
      guards_(guards),
      begin_(guards.size()),
      from_(guards.size()),
      middle_(guards.size()),
      end_(guards.size()),
      largest_(guards.size(), 0.0),
      candidate_(guards.size(), false),
      applied_(guards.size(), false),
      taken_to_(guards.size(), false),
      y_(static_cast<std::size_t>(system.n())),
      moved_by_laws_(!system.model().prescribed().empty()),
      any_watched_(false),
      ends_move_(!system.has_loops() && system.holds().empty()) {
  for (std::size_t i = 0; i < guards.size(); ++i) any_watched_ = any_watched_ || is_watched(i);
  if (moved_by_laws_)
    for (LawValue* at : {&law_begin_, &law_middle_, &law_end_}) {
      at->q = VecX::Zero(system.model().nq());
      at->v = at->vdot = VecX::Zero(system.model().nv());
    }
  located_.guards.reserve(guards.size());
  candidates_.reserve(guards.size());
  const std::span<const Contact> contacts = system.model().contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (const double length_m = length_of_features_m(contacts[i].ground, contacts[i].shape); std::isfinite(length_m))
      features_.push_back({i, length_m});
}

// What is seen there is a guess where the step is then taken again.
void EventLocator::read_inside(Stepper& stepper, double t_s, double* y) const {
  if (stepper.retakes()) stepper.glance(t_s, y);
  else stepper.interpolate(t_s, y);
}

GuardValue EventLocator::inside(std::size_t guard, Stepper& stepper, double t_s) {
  read_inside(stepper, t_s, y_.data());
  return guards_[guard]->value(within(t_s, y_.data()));
}

void EventLocator::start(double t_s, const double* y, const std::vector<int>& applied) {
  if (guards_.empty()) return;
  turns_at_begin_ = system_.turns_at_most(t_s, y);
  const EventInstant now = at_end(t_s, y);
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    begin_[i] = guards_[i]->value(now);
    if (guards_[i]->one_sided && std::abs(begin_[i].value) <= touching * system_.model().length_m() && begin_[i].value < 0) begin_[i].value = 0;
  }
  std::fill(applied_.begin(), applied_.end(), false);
  for (const int i : applied) {
    begin_[static_cast<std::size_t>(i)].value = 0;
    applied_[static_cast<std::size_t>(i)] = true;
  }
}

// Zero of the rate between a and b, where it has opposite signs: regula falsi (Illinois) on the dense output.
double EventLocator::zero_of_rate(std::size_t guard, Stepper& stepper, double a, double rate_a, double b) {
  double rate_b = inside(guard, stepper, b).rate;
  const double close = 1e-7 * std::abs(b - a);  // the value at its extremum is then off by 1e-14 of its change over the step
  for (int i = 0; i < 60 && std::abs(b - a) > close; ++i) {
    double t = (a * rate_b - b * rate_a) / (rate_b - rate_a);
    if (!(t > std::min(a, b) && t < std::max(a, b))) t = (a + b) / 2;
    const double rate = inside(guard, stepper, t).rate;
    if (rate == 0) return t;
    if ((rate > 0) == (rate_b > 0)) rate_a /= 2;
    else a = b, rate_a = rate_b;
    b = t, rate_b = rate;
  }
  return b;
}

// Newton with the guard rate from t on, kept inside the bracket. Where that does not halve the guard the bracket is halved: the polynomials of position and speed of one step
// need not fit together, and from a rate that is half the slope Newton goes to and fro about the zero without end. After so many turns it is halved whatever happens.
double EventLocator::zero_of_value(std::size_t guard, Stepper& stepper, Bracket bracket, double t) {
  constexpr int newton = 40, all = newton + 60;
  const double near = stepper.retakes() ? 1e-6 * (bracket.hi - bracket.lo) : 0;  // a guess: the step that is taken to there is another one
  const int from = side(inside(guard, stepper, bracket.lo));
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < all; ++i) {
    const GuardValue g = inside(guard, stepper, t);
    if (side(g) == from && g.value != 0) bracket.lo = t;
    else bracket.hi = t;
    const double close = std::max(2 * eps * std::abs(t), near);
    double next = t - g.value / g.rate;
    if (std::abs(next - t) <= close && std::isfinite(g.rate)) return std::clamp(next, bracket.lo, bracket.hi);
    const bool converges = i < newton && std::abs(g.value) <= before / 2;
    before = std::abs(g.value);
    if (!converges || !(next > bracket.lo && next < bracket.hi)) next = (bracket.lo + bracket.hi) / 2;
    if (bracket.hi - bracket.lo <= close) return next;
    t = next;
  }
  return t;
}

std::optional<EventLocator::Bracket> EventLocator::find(std::size_t guard, Stepper& stepper, double a, GuardValue at_a, double b, GuardValue at_b) {
  if (guards_[guard]->one_sided && at_a.value == 0 && at_a.rate <= 0 && at_b.value < 0) return Bracket{a, a, 1};  // closed, and pressed on
  const int from = side(at_a);
  if (from == 0) return std::nullopt;  // stands still at zero: it has to leave first
  const bool crossed = at_b.value == 0 ? at_b.rate * from < 0 : at_b.value * from < 0;
  const bool turns = at_a.rate * at_b.rate < 0;
  if (crossed) {
    if (!counts(guards_[guard]->crossing, from)) return std::nullopt;
    if (at_a.value != 0 || !turns) return Bracket{a, b, from};
    // Left zero and came back within the step, maybe soon after its start: halve the way until it is seen on the near side.
    double width = (b - a) / 2;
    while (width > 4 * eps * std::max(std::abs(a), 1.0)) {
      if (inside(guard, stepper, a + width).value * from > 0) return Bracket{a + width, std::min(a + 2 * width, b), from};
      width /= 2;
    }
    return Bracket{a, a, from};  // too short to be seen: it does not leave
  }
  // A touch and release: the guard nears zero at a and leaves it at b.
  if (turns && at_a.rate * from < 0 && counts(guards_[guard]->crossing, from) && may_reach_zero(at_a, at_b, b - a)) {
    const double t = zero_of_rate(guard, stepper, a, at_a.rate, b);
    if (inside(guard, stepper, t).value * from < 0) return Bracket{a, t, from};
  }
  return std::nullopt;
}

// The step again and again until it ends where the guard crosses: a step of another length is another step, so that the polynomial of the first is a guess only,
// and may have seen a crossing that there is not. By Newton; where that does not halve the guard (in steps too long for a contact the rate is not the slope) by
// halving the bracket, whose end is on the far side if anything is. That the step as it was first taken ended beyond zero says so of that one alone: an iteration that ends within a part of
// the tolerance ends elsewhere from another guess, and a gap may still be closed by that part where the first showed it open. So the far end is believed only where a step that was taken again ended beyond
// zero; where it does not, there is no event in this step, and the next begins before it.
EventLocator::Retaken EventLocator::retake_to(std::size_t guard, Stepper& stepper, Bracket bracket, double t) {
  const double begin = bracket.lo, end = stepper.t();
  const int from = bracket.from;
  bool crossed = !guards_[guard]->any_form && end_[guard].value * from < 0;  // as far as is known of steps that were taken
  bool sure = !crossed;  // that a step taken again to the end of the bracket is on the far side, if any is
  if (crossed) bracket.hi = end;
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 200; ++i) {
    if (stepper.retake(t).status == StepStatus::failed) return Retaken::nowhere;
    const GuardValue g = guards_[guard]->value(at_end(t, stepper.y()));
    if (g.value * from > 0) bracket.lo = t;
    else bracket.hi = t, crossed = sure = true;
    if (!sure && t == bracket.hi) return Retaken::nowhere;
    double next = g.rate != 0 ? t - g.value / g.rate : t;
    if (next <= begin && begin_[guard].value == 0 && g.value * from <= 0) return Retaken::at_start;
    const bool converges = std::abs(g.value) <= before / 2;
    before = std::abs(g.value);
    if (is_there(t, next, g, converges, system_.model().length_m())) return crossed || g.rate * from < 0 ? Retaken::at_event : Retaken::nowhere;
    if (ends_move_ && converges && (crossed || g.rate * from < 0) && move_to(guard, stepper, next)) return Retaken::at_event;
    if (bracket.hi - bracket.lo <= 4 * eps * std::abs(t)) break;
    if (!converges || !(next > bracket.lo && next < bracket.hi)) next = sure ? (bracket.lo + bracket.hi) / 2 : bracket.hi;
    t = next;
  }
  if (!crossed) return Retaken::nowhere;
  // Methods that shorten steps inside (SUNDIALS) may jump over zero: the far side it is, where a contact that parts is outside and one that touches inside.
  if (stepper.retake(bracket.hi).status == StepStatus::failed) return Retaken::nowhere;
  return guards_[guard]->value(at_end(bracket.hi, stepper.y())).value * from > 0 ? Retaken::nowhere : Retaken::at_event;
}

// The end of the step that was just taken to near the event the rest of the way. False: it cannot be moved so far, or the guard is not found there.
bool EventLocator::move_to(std::size_t guard, Stepper& stepper, double t) {
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 6 && stepper.move_end(t); ++i) {
    const GuardValue g = guards_[guard]->value(at_end(t, stepper.y()));
    const double next = t - g.value / g.rate;
    if (is_there(t, next, g, std::abs(g.value) <= before / 2, system_.model().length_m())) return true;
    before = std::abs(g.value);
    t = next;
  }
  return false;
}

// An event that was read from a polynomial leaves its guard at zero but for the error of that polynomial. While the guard goes on as it crossed, a value on
// the side it came from is that error, not another crossing.
GuardValue EventLocator::after_applied(std::size_t guard, GuardValue g) const {
  const GuardValue& begin = begin_[guard];
  const bool contradicts = applied_[guard] && begin.value == 0 && g.value * begin.rate < 0 && g.rate * begin.rate > 0;
  if (contradicts && std::abs(g.value) <= touching * system_.model().length_m()) g.value = 0;
  return g;
}

// Which of the others has crossed before this instant, first by its rate; none: no guard. A step that was taken again is another one: what did not cross in the first may do so in it, and would go on
// beyond zero unseen for ever. Each is asked for once: two that cross together may, by rounding, each come before the other.
EventLocator::Candidate EventLocator::earlier(const EventInstant& now, double t_begin) {
  Candidate first;
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    end_[i] = after_applied(i, guards_[i]->value(now));
    if (taken_to_[i] || !is_beyond(i)) continue;
    const bool falls = end_[i].rate * side(begin_[i]) < 0;
    const double t = falls ? now.t_s - end_[i].value / end_[i].rate : t_begin;
    if (!first.found || t < first.t_s) first = {i, {t_begin, now.t_s, side(begin_[i])}, t, true};
  }
  return first;
}

// Whether the guard is beyond zero at the end of the step, having begun before it, by more than what tells two events apart.
bool EventLocator::is_beyond(std::size_t guard) const {
  const int from = side(begin_[guard]);
  return from != 0 && counts(guards_[guard]->crossing, from) && end_[guard].value * from < 0 &&
         std::abs(end_[guard].value) > std::abs(end_[guard].rate) * same_instant_s;
}

// In how many stretches the step is looked at.
int EventLocator::stretches(Stepper& stepper, double t_begin) {
  const double t_end = stepper.t(), width = t_end - t_begin, t_middle = (t_begin + t_end) / 2, at_end = system_.turns_at_most(t_end, stepper.y());
  const bool may_turn = width * std::max(turns_at_begin_, at_end) > 2 * between_looks_rad;
  turns_at_begin_ = at_end;
  if (!may_turn && features_.empty()) return 2;
  const Model& model = system_.model();
  double looks_per_s = 0;
  const auto see = [&](const Workspace& ws) {
    for (int row = 0; may_turn && row < model.n_steps(); ++row)
      looks_per_s = std::max(looks_per_s, norm(row_velocity(model, ws, row).w) / between_looks_rad);
    for (const Feature& f : features_) {
      const Contact& c = model.contacts()[f.contact];
      const FrameKinematics on = frame_kinematics(model, ws, model.frame(c.on));
      Vec3d v = on.V_WF_W.v;
      if (c.carrier) {
        const FrameKinematics ground = frame_kinematics(model, ws, model.frame(*c.carrier));
        v = v - ground.V_WF_W.v - cross(ground.V_WF_W.w, on.X_WF.p - ground.X_WF.p);
      }
      looks_per_s = std::max(looks_per_s, norm(v) / f.length_m);
    }
  };
  see(system_.kinematics_at(t_end, stepper.y()));
  read_inside(stepper, t_middle, y_.data());
  see(system_.kinematics_inside(t_middle, y_.data()));
  return static_cast<int>(std::clamp(std::ceil(width * looks_per_s), 2.0, static_cast<double>(most_looks)));
}

// In how many stretches cubics through speeds and accelerations say what laws of time prescribe: their motion has no part in the error of a step where what it moves has no mass, or is the ground itself.
int EventLocator::stretches_of_laws(double t_begin, double t_end, int at_least) {
  constexpr double still = 0.01, off = 0.01;  // radians or model lengths: so far it may go unseen in a step, or beside its cubic
  constexpr int least = 8, most = 4096;
  const Model& model = system_.model();
  const VecX& C = model.column_scale();
  const auto see = [&](double t, LawValue& at) { evaluate_prescribed(model, t, at.q, at.v, at.vdot, false); };
  const double width = t_end - t_begin;
  double way = 0;
  for (const double t : {t_begin, (t_begin + t_end) / 2, t_end}) {
    see(t, law_middle_);
    way = std::max(way, ((law_middle_.v.cwiseAbs() + law_middle_.vdot.cwiseAbs() * width).cwiseQuotient(C) * width).maxCoeff());
  }
  if (!(way > still)) return at_least;
  int n = std::max(at_least, least);
  for (bool followed = false; !followed && n < most; n = followed ? n : 2 * n) {
    const double h = width / n;
    see(t_begin, law_begin_);
    followed = true;
    for (int k = 0; k < n && followed; ++k) {
      see(t_begin + h * (k + 0.5), law_middle_);
      see(t_begin + h * (k + 1), law_end_);
      const double beside = ((law_middle_.v - (law_begin_.v + law_end_.v) / 2 - (law_begin_.vdot - law_end_.vdot) * (h / 8)).cwiseQuotient(C) * h)
                                .lpNorm<Eigen::Infinity>();
      const double rate_beside =
          ((law_middle_.vdot * h - 1.5 * (law_end_.v - law_begin_.v) + (law_begin_.vdot + law_end_.vdot) * (h / 4)).cwiseQuotient(C) * (h / 8))
              .lpNorm<Eigen::Infinity>();
      followed = std::max(beside, rate_beside) <= off;
      std::swap(law_begin_, law_end_);
    }
  }
  return n;
}

// Whether cubics through values and rates at the ends of each second stretch say value and rate between them: off by little beside what is left to zero, or beside the largest that was seen.
bool EventLocator::are_followed(const std::vector<GuardValue>& from, const std::vector<GuardValue>& between, const std::vector<GuardValue>& to,
                                double width_s) {
  constexpr double little = 0.5, least = 0.02;
  constexpr double little_of_any_form = 0.05;  // a jump, or a whole wave, may be all that there is of it
  bool followed = true;
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    if (!is_watched(i)) continue;
    const GuardValue &a = from[i], &b = to[i], &m = between[i];
    const double off = std::abs(m.value - (a.value + b.value) / 2 - (a.rate - b.rate) * width_s / 8);
    const double off_rate = std::abs(m.rate * width_s - 1.5 * (b.value - a.value) + (a.rate + b.rate) * width_s / 4) / 8;
    const double left = std::min({std::abs(a.value), std::abs(m.value), std::abs(b.value)});
    largest_[i] = std::max({largest_[i], std::abs(a.value), std::abs(m.value), std::abs(b.value)});
    const double share = guards_[i]->any_form ? little_of_any_form : little;
    followed = followed && !(std::max(off, off_rate) > share * std::max(left, least * largest_[i]));  // what is no number is not looked at closer
  }
  return followed;
}

// The end of the step becomes the start of the next.
void EventLocator::pass(Stepper& stepper) {
  turns_at_begin_ = system_.turns_at_most(stepper.t(), stepper.y());
  const EventInstant now = at_end(stepper.t(), stepper.y());
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    end_[i] = guards_[i]->value(now);
    applied_[i] = applied_[i] && end_[i].value == 0;
  }
  begin_ = end_;
}

const Located* EventLocator::locate(Stepper& stepper, double t_begin, double* y_event) {
  if (guards_.empty()) return nullptr;
  const double t_end = stepper.t();
  int n = stretches(stepper, t_begin);
  // What lies still lets steps grow while the load on it comes and goes: forces of what is held are looked at until they are followed. So are guards that may change while nothing in the
  // error of a step does.
  const bool holds = !system_.holds().empty();
  if (moved_by_laws_ && !holds) n = stretches_of_laws(t_begin, t_end, n);
  if (any_watched_ && !holds) n += n % 2;  // in pairs
  const int most = holds ? most_looks_at_forces : static_cast<int>(std::min<long>(static_cast<long>(times_as_many_looks) * n, most_looks)), least = n;
  bool known = false;
  const auto look = [&](double t, std::vector<GuardValue>& out) {
    if (t < t_end) read_inside(stepper, t, y_.data());
    const EventInstant now = t < t_end ? within(t, y_.data()) : at_end(t_end, stepper.y());
    for (std::size_t i = 0; i < guards_.size(); ++i) out[i] = after_applied(i, guards_[i]->value(now));
  };
  for (bool followed = !any_watched_; !followed && n <= most; n = followed ? n : 2 * n) {
    followed = true;
    from_ = begin_;
    for (int k = 0; k < n && followed; k += 2) {
      const double width = 2 * (t_end - t_begin) / n;
      look(t_begin + width * (k + 1) / 2, middle_);
      look(k + 2 == n ? t_end : t_begin + width * (k + 2) / 2, end_);
      followed = are_followed(from_, middle_, end_, width);
      from_ = end_;
    }
    known = followed && n == 2;
  }
  // All that cross, about when; then the earliest of them.
  candidates_.clear();
  std::fill(candidate_.begin(), candidate_.end(), false);
  from_ = begin_;
  double a = t_begin;
  for (int k = 1; k <= n; ++k) {
    const double b = k == n ? t_end : 2 * k == n ? (t_begin + t_end) / 2 : t_begin + (t_end - t_begin) * k / n;
    std::vector<GuardValue>& to = k == n ? end_ : middle_;
    if (!known) look(b, to);
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      if (candidate_[i]) continue;
      const std::optional<Bracket> bracket = find(i, stepper, a, from_[i], b, to[i]);
      if (!bracket) continue;
      double t = bracket->hi;
      if (bracket->hi == b && from_[i].value * to[i].value < 0) t = zero_of_cubic(a, from_[i], b, to[i]);
      else if (bracket->lo < bracket->hi) t = zero_of_value(i, stepper, *bracket, t);
      candidates_.push_back({i, *bracket, t, true});
      candidate_[i] = true;
    }
    from_ = to;
    a = b;
    if (n > least && !holds && !candidates_.empty() && k < n) {  // what comes later is later
      look(t_end, end_);
      break;
    }
  }
  Candidate* chosen = nullptr;
  double first = std::numeric_limits<double>::infinity();
  const auto refine = [&](Candidate& c) {
    const double t = c.bracket.lo == c.bracket.hi ? c.bracket.lo : zero_of_value(c.guard, stepper, c.bracket, c.t_s);
    if (t < first) first = t, chosen = &c;
  };
  if (stepper.retakes()) {
    const auto soonest = std::ranges::min_element(candidates_, {}, &Candidate::t_s);
    if (soonest != candidates_.end()) refine(*soonest);
  } else {
    for (Candidate& c : candidates_) refine(c);
  }
  if (!chosen) {
    begin_ = end_;
    for (std::size_t i = 0; i < guards_.size(); ++i) applied_[i] = applied_[i] && end_[i].value == 0;
    return nullptr;
  }
  std::size_t who = chosen->guard;
  std::fill(taken_to_.begin(), taken_to_.end(), false);

  located_.t_s = first;
  located_.guards.clear();
  located_.departure = Departure::seen;
  located_.against_its_rate = false;
  const auto at_the_start = [&] {
    read_inside(stepper, t_begin, y_event);
    located_.t_s = t_begin;
    located_.guards.push_back(static_cast<int>(who));
    if (applied_[who]) located_.departure = Departure::none;
    return &located_;
  };
  if (first <= t_begin) return at_the_start();
  if (stepper.retakes()) {
    // Cubics may take two that are close together for each other, and so may the polynomial of a step that is then another one.
    bool found = false;
    for (Candidate next = {who,
                           {chosen->bracket.from == side(begin_[who]) ? t_begin : chosen->bracket.lo, chosen->bracket.hi, chosen->bracket.from},
                           first,
                           true};
         next.found; next = earlier(at_end(stepper.t(), stepper.y()), t_begin)) {
      who = next.guard;
      taken_to_[who] = true;
      switch (retake_to(who, stepper, next.bracket, next.t_s > t_begin ? next.t_s : (t_begin + next.bracket.hi) / 2)) {
        case Retaken::at_start: return at_the_start();  // a flight so short that rounding hides it
        case Retaken::nowhere: found = false; break;    // in the step as it is now another may have crossed all the same
        case Retaken::at_event: found = true; break;
      }
    }
    // Taken to one after the other, steps may end beyond one that was asked for before: that is where its event is then.
    for (std::size_t i = 0; i < guards_.size() && !found; ++i)
      if (stepper.t() > t_begin && is_beyond(i)) who = i, found = true;
    if (!found) return pass(stepper), nullptr;
    located_.t_s = stepper.t();
    std::copy(stepper.y(), stepper.y() + system_.n(), y_event);
  } else {
    stepper.interpolate(located_.t_s, y_event);
    system_.project(located_.t_s, y_event);
  }
  const EventInstant now = at_end(located_.t_s, y_event);
  for (std::size_t i = 0; i < guards_.size(); ++i) {
    const GuardValue g = guards_[i]->value(now);
    const bool same = std::abs(g.value) <= std::abs(g.rate) * same_instant_s && g.rate != 0 && counts(guards_[i]->crossing, g.rate < 0 ? 1 : -1);
    const bool with_it = taken_to_[i] && g.value * side(begin_[i]) <= 0;
    if (i == who || same || with_it) located_.guards.push_back(static_cast<int>(i));
    if (i == who && guards_[i]->crossing == Crossing::falling) {
      const double seen = touching * system_.model().length_m();
      // Or it goes on to fall from here to the end, where its rates say that it rises: the first step of a multistep method moves by the speed at its end.
      const bool falls_on = g.rate > 0 && end_[i].rate > 0 && end_[i].value < 0;
      located_.against_its_rate = falls_on || g.rate * (t_end - located_.t_s) > seen;
    }
  }
  return &located_;
}

}  // namespace zanjir
