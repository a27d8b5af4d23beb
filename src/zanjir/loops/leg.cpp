#include "zanjir/loops/leg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "zanjir/core/angles.hpp"
#include "zanjir/core/random.hpp"

namespace zanjir {

namespace {

using Links =
    std::array<Transformd, most_leg_elements + 1>;  // each in the frame of its group of joined links; the base's group: in that of the first joint

bool add_elements(const Joint& joint, const Transformd& X_J, std::vector<Element>& out) {
  using Kind = Element::Kind;
  const auto add = [&](Kind kind, const Vec3d& axis) { out.push_back({kind, X_J.R * axis, X_J.p}); };
  switch (joint.type) {
    case JointType::weld: return true;
    case JointType::revolute: return add(Kind::turn, joint.axes[0]), true;
    case JointType::prismatic: return add(Kind::slide, joint.axes[0]), true;
    case JointType::cylindrical: return add(Kind::turn, joint.axes[0]), add(Kind::slide, joint.axes[0]), true;
    case JointType::universal: return add(Kind::turn, joint.axes[0]), add(Kind::turn, joint.axes[1]), true;
    case JointType::spherical: return add(Kind::ball, {0, 0, 1}), true;
    case JointType::planar:
      return add(Kind::slide, joint.axes[0]), add(Kind::slide, joint.axes[1]), add(Kind::turn, cross(joint.axes[0], joint.axes[1])), true;
    default: return false;  // free, and what nobody has taken apart yet: the numeric search solves it
  }
}

Vec3d some_normal(const Vec3d& a) {
  const Vec3d n = cross(a, std::abs(a.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
  return n * (1 / norm(n));
}

// By which rounding is measured. Of joints that all meet in one point any length will do.
double size_of(const Leg& leg) {
  double size = 0;
  for (const Element& e : leg.elements) size = std::max(size, norm(e.point));
  for (const Transformd& X : leg.X_home) size = std::max(size, norm(X.p));
  return size > 0 ? size : 1;
}

// Decides which element follows from which features.
class LegPlanner {
 public:
  explicit LegPlanner(Leg& leg) : leg_(leg), n_(static_cast<int>(leg.elements.size())), solved_(leg.elements.size(), false) {
    length_ = size_of(leg);
    for (int link = 0; link <= n_; ++link) group_.push_back(link % n_);  // the poses of both ends are known: they are one
    for (int e = 0; e < n_; ++e) add_features(e);
  }

  bool plan() {
    for (int left = n_; left > 1; --left) {
      std::optional<LegStep> step = find_reach();
      if (!step) step = find_relation();
      if (!step) return false;
      take(std::move(*step));
    }
    return true;
  }

 private:
  struct Span {  // a feature and the links it belongs to
    Feature feature;
    int first, last;
    bool has(int link) const { return first <= link && link <= last; }
  };
  const Element& element(int e) const { return leg_.elements[at(e)]; }

  void add(const Feature& feature, int link) {
    Span span{feature, link, link};
    while (span.last < n_ && leaves_alone(element(span.last), feature, length_)) ++span.last;
    while (span.first > 0 && leaves_alone(element(span.first - 1), feature, length_)) --span.first;
    spans_.push_back(span);
  }

  void add_features(int e) {
    using Kind = Feature::Kind;
    const Element& here = element(e);
    if (here.kind == Element::Kind::ball) return add({Kind::point, here.point, {0, 0, 0}}, e);
    add({Kind::line, here.point, here.axis}, e);
    add({Kind::direction, {0, 0, 0}, here.axis}, e);
    const Element* next = e + 1 < n_ ? &element(e + 1) : nullptr;
    if (here.kind == Element::Kind::slide) {
      if (!next || next->kind != Element::Kind::slide) return;
      const Vec3d normal = cross(here.axis, next->axis);
      if (norm(normal) > 1e-9) add({Kind::plane, here.point, normal * (1 / norm(normal))}, e);
      return;
    }
    add({Kind::point, here.point, {0, 0, 0}}, e);
    add({Kind::plane, here.point, here.axis}, e);
    for (const int link : {e, e + 1}) add({Kind::direction, {0, 0, 0}, some_normal(here.axis)}, link);  // left alone by slides, which is all it takes
    if (!next || next->kind != Element::Kind::turn) return;
    const Vec3d normal = cross(here.axis, next->axis), between = next->point - here.point;
    const double sine2 = dot(normal, normal);
    if (sine2 < 1e-18 || std::abs(dot(normal, between)) > 1e-9 * length_ * std::sqrt(sine2)) return;
    add({Kind::point, here.point + here.axis * (dot(cross(between, next->axis), normal) / sine2), {0, 0, 0}}, e);  // where two axes meet
  }

  // A link of the feature in this group, `best` if it is one; -1: none.
  int link_in(const Span& span, int group, int best = -1) const {
    if (best >= 0 && span.has(best) && group_[at(best)] == group) return best;
    for (int link = span.first; link <= span.last; ++link) {
      if (group_[at(link)] == group) return link;
    }
    return -1;
  }
  // Its place beside the element comes from the geometry alone, so that what the element leaves alone can be told.
  static bool beside(const Span& span, int e) { return span.has(e) || span.has(e + 1); }

  std::optional<LegStep> find_reach() {
    bool only_balls = true;
    for (int e = 0; e < n_; ++e) only_balls = only_balls && (solved_[at(e)] || element(e).kind == Element::Kind::ball);
    for (int e = 0; e < n_; ++e) {
      if (solved_[at(e)]) continue;
      const Element::Kind kind = element(e).kind;
      const bool ball = kind == Element::Kind::ball;
      if (ball && !only_balls) continue;  // a rod between two of them; in all else the ball is the joint that closes the ring
      for (const Span& span : spans_) {
        const bool point = span.feature.kind == Feature::Kind::point, direction = span.feature.kind == Feature::Kind::direction;
        if (!point && !(direction && kind == Element::Kind::turn)) continue;
        if (beside(span, e) && leaves_alone(element(e), span.feature, length_)) continue;
        const int near = link_in(span, group_[at(e)], e), far = link_in(span, group_[at(e + 1)], e + 1);
        if (near < 0 || far < 0) continue;
        leg_.spins = leg_.spins || ball;
        return LegStep{e, true, span.feature, span.feature, near, far, 0, 0, false, true, {}};
      }
    }
    return std::nullopt;
  }

  // A group that both belong to, and their links there, one link for both if there is one.
  bool share(const Span& a, const Span& b, LegStep& step) const {
    const int from = std::max(a.first, b.first), to = std::min(a.last, b.last);
    step.near_shared = step.far_shared = from;
    if (from <= to) return true;
    for (step.near_shared = a.first; step.near_shared <= a.last; ++step.near_shared) {
      step.far_shared = link_in(b, group_[at(step.near_shared)]);
      if (step.far_shared >= 0) return true;
    }
    return false;
  }

  // What has one root first: a slide to a plane. Then distances, which decide the shape of the leg; then what the poses of the ends say of heights and
  // angles, then what the links say.
  static int rank(const Element& e, const Feature& a, const Feature& b, bool by_ends) {
    using Kind = Feature::Kind;
    if (e.kind == Element::Kind::slide && (a.kind == Kind::plane || b.kind == Kind::plane)) return -1;
    if (a.kind == Kind::line || b.kind == Kind::line) return 0;
    if (a.kind == Kind::point && b.kind == Kind::point) return 1;
    return (a.kind == Kind::direction ? 4 : 2) + (by_ends ? 0 : 1);
  }

  std::optional<LegStep> find_relation() const {
    std::optional<LegStep> best;
    int least = 1000;
    for (int e = 0; e < n_; ++e) {
      if (solved_[at(e)]) continue;
      for (const Span& near : spans_) {
        const int near_link = link_in(near, group_[at(e)], e);
        if (near_link < 0) continue;
        for (const Span& far : spans_) {
          LegStep step{e, false, near.feature, far.feature, near_link, link_in(far, group_[at(e + 1)], e + 1), 0, 0, false, true, {}};
          if (step.far_link < 0 || !related_by(e, near, far) || !share(near, far, step)) continue;
          step.by_ends = group_[at(step.near_shared)] == group_[0];
          const int here = rank(element(e), near.feature, far.feature, step.by_ends);
          if (here >= least) continue;
          least = here;
          best = step;
        }
      }
    }
    return best;
  }

  bool related_by(int e, const Span& near, const Span& far) const {
    const Element& joint = element(e);
    if (joint.kind == Element::Kind::ball || !can_relate(near.feature, far.feature)) return false;
    const auto fits = [&](const Span& span, int link) {
      if (beside(span, e) && leaves_alone(joint, span.feature, length_)) return false;
      if (joint.kind == Element::Kind::slide) return span.feature.kind != Feature::Kind::direction;
      const bool line = span.feature.kind == Feature::Kind::line;
      return !line || (span.has(link) && norm(cross(span.feature.along, joint.axis)) < 1e-9);
    };
    return fits(near, e) && fits(far, e + 1);
  }

  void take(LegStep step) {
    const int near = group_[at(step.element)], far = group_[at(step.element + 1)], base = group_[0];
    step.far_moves = far != base;
    for (int link = 0; link <= n_; ++link) {
      int& group = group_[at(link)];
      if (group == (step.far_moves ? far : near)) step.moved.push_back(link);
      if (group == near || group == far) group = near == base || far == base ? base : near;
    }
    solved_[at(step.element)] = true;
    leg_.steps.push_back(std::move(step));
  }

  Leg& leg_;
  int n_;
  double length_ = 0;
  std::vector<bool> solved_;
  std::vector<int> group_;  // of joined links, per link
  std::vector<Span> spans_;
};

Feature seen_from(const Links& T, int link, int feature_link, const Feature& feature) {
  return link == feature_link ? feature : inverse(T[at(link)]) * T[at(feature_link)] * feature;
}

double known_relation(const LegStep& step, const Links& T) {
  return step.near_shared == step.far_shared ? relation(step.near, step.far)
                                             : relation(T[at(step.near_shared)] * step.near, T[at(step.far_shared)] * step.far);
}

// A ball takes a point to another one: the shortest turn from where it is, so that the spin stays.
Transformd ball_turn(const Vec3d& centre, const Vec3d& near, const Vec3d& far, const Mat3d& R_now) {
  const Vec3d now = R_now * (far - centre), wanted = near - centre, axis = cross(now, wanted);
  const double size = norm(axis);
  Mat3d R = R_now;
  if (size > 1e-14 * (dot(wanted, wanted) + 1e-300)) R = spatial::rotation_about(axis * (1 / size), std::atan2(size, dot(now, wanted))) * R_now;
  else if (dot(now, wanted) < 0) R = spatial::rotation_about(some_normal(wanted * (1 / norm(wanted))), std::numbers::pi) * R_now;
  return {R, centre - R * centre};
}

class LegSolver {
 public:
  LegSolver(const Leg& leg, const Transformd& X_WBase, const Transformd& X_WEnd, std::span<const Transformd> near_W, LegSolutions& out)
      : leg_(leg), X_W0_(X_WBase * leg.joints[0].X_PJ), near_W_(near_W), out_(out) {
    Links T;
    T[leg.elements.size()] = inverse(X_W0_) * X_WEnd * inverse(leg.X_home.back());
    from_step(0, T);
  }
  bool chose_freely() const { return chose_freely_; }

 private:
  void from_step(std::size_t s, const Links& T) {
    if (s == leg_.steps.size()) return finish(T);
    const LegStep& step = leg_.steps[s];
    const Element& element = leg_.elements[at(step.element)];
    const Feature near = seen_from(T, step.element, step.near_link, step.near), far = seen_from(T, step.element + 1, step.far_link, step.far);
    if (element.kind == Element::Kind::ball) {
      const Mat3d R_now = transpose(T[at(step.element)].R) * link_near(step.element + 1).R;
      return go_on(s, T, ball_turn(element.point, near.at, far.at, R_now));
    }
    Roots roots = step.reaches ? reach(element, near, far) : relate(element, near, far, known_relation(step, T));
    if (roots.any) {
      chose_freely_ = true;
      roots.n = 1;
      roots.q[0] = coordinate_near(step.element);
    }
    if (roots.n == 0) return fail(step, roots);
    for (int i = 0; i < roots.n; ++i) go_on(s, T, element.motion(roots.q[i]));
  }

  void go_on(std::size_t s, const Links& T, const Transformd& motion) {
    const LegStep& step = leg_.steps[s];
    const auto e = at(step.element);
    const Transformd change = step.far_moves ? T[e] * motion * inverse(T[e + 1]) : T[e + 1] * inverse(motion) * inverse(T[e]);
    Links next = T;
    for (const int link : step.moved) next[at(link)] = change * T[at(link)];
    from_step(s + 1, next);
  }

  void finish(const Links& T) {
    std::vector<Transformd> poses;
    for (std::size_t b = 1; b + 1 < leg_.link_of.size(); ++b) poses.push_back(X_W0_ * T[at(leg_.link_of[b])] * leg_.X_home[b]);
    out_.X_WB.push_back(std::move(poses));
  }

  void fail(const LegStep& step, const Roots& roots) {
    const double gap = std::abs(roots.wanted - roots.nearest);
    if (!out_.why.empty() && gap >= out_.gap) return;
    out_.gap = gap;
    out_.gap_is_angle = roots.is_angle;
    const bool distance =
        step.near.kind != Feature::Kind::direction && step.near.kind != Feature::Kind::plane && step.far.kind != Feature::Kind::plane;
    if (!distance) out_.why = "its joint '" + leg_.joints[at(leg_.joint_of[at(step.element)])].name + "' cannot turn there";
    else out_.why = (roots.wanted > roots.nearest) == step.by_ends ? "its ends are too far apart" : "its ends are too close";
  }

  // The link that ends with a body, as it was.
  Transformd link_near(int link) const {
    const auto body = static_cast<std::size_t>(std::find(leg_.link_of.begin(), leg_.link_of.end(), link) - leg_.link_of.begin());
    return inverse(X_W0_) * near_W_[body] * inverse(leg_.X_home[body]);
  }
  double coordinate_near(int element) const {
    const int j = leg_.joint_of[at(element)];
    const Joint& joint = leg_.joints[at(j)];
    double q[7] = {};
    joint_coordinates(joint, inverse(near_W_[at(j)] * joint.X_PJ) * near_W_[at(j + 1)] * joint.X_CJ, q);
    return q[element - leg_.link_of[at(j)]];
  }

  const Leg& leg_;
  Transformd X_W0_;
  std::span<const Transformd> near_W_;
  LegSolutions& out_;
  bool chose_freely_ = false;
};

// How far an element is from q, by the shorter way round.
double apart(const Element& element, double q, double near) {
  return std::abs(element.kind == Element::Kind::turn ? nearest_turn(q - near, 0) : q - near);
}

// The links at given poses of the bodies.
Links links_at(const Leg& leg, std::span<const Transformd> poses_W) {
  const Transformd X_0W = inverse(poses_W[0] * leg.joints[0].X_PJ);
  Links T;
  for (std::size_t j = 0; j < leg.joints.size(); ++j) {
    const Joint& joint = leg.joints[j];
    double q[7] = {};
    joint_coordinates(joint, inverse(poses_W[j] * joint.X_PJ) * poses_W[j + 1] * joint.X_CJ, q);
    for (int link = leg.link_of[j]; link + 1 < leg.link_of[j + 1]; ++link)  // inside the joint
      T[at(link + 1)] = T[at(link)] * leg.elements[at(link)].motion(q[link - leg.link_of[j]]);
    T[at(leg.link_of[j + 1])] = X_0W * poses_W[j + 1] * inverse(leg.X_home[j + 1]);
  }
  return T;
}

bool two_fold(const Leg& leg, const LegStep& step) {
  const bool plane = step.near.kind == Feature::Kind::plane || step.far.kind == Feature::Kind::plane;
  return !step.reaches && !(plane && leg.elements[at(step.element)].kind == Element::Kind::slide);
}
bool to_distance(const LegStep& step) {
  const auto place = [](const Feature& f) { return f.kind == Feature::Kind::point || f.kind == Feature::Kind::line; };
  return place(step.near) && place(step.far);
}

// A plan is worth what it finds: random configurations are found again.
bool finds_again(const Leg& leg) {
  Random random(1);
  for (int trial = 0; trial < 3; ++trial) {
    std::vector<Transformd> poses(1);
    for (const Joint& joint : leg.joints) {
      double q[7];
      for (double& x : q) x = random.uniform(-1.5, 1.5);
      poses.push_back(poses.back() * joint.X_PJ * joint_motion(joint, q) * inverse(joint.X_CJ));
    }
    LegSolutions found;
    if (LegSolver(leg, poses.front(), poses.back(), poses, found).chose_freely()) return false;
    double size = size_of(leg), nearest = 1e300;
    for (const Transformd& X : poses) size = std::max(size, norm(X.p));
    for (const auto& solution : found.X_WB) {
      double worst = 0;
      for (std::size_t b = 0; b < solution.size(); ++b)
        worst = std::max({worst, norm(solution[b].p - poses[b + 1].p) / size,
                          norm(spatial::log_quaternion(spatial::to_quaternion(transpose(solution[b].R) * poses[b + 1].R)))});
      nearest = std::min(nearest, worst);
    }
    if (nearest > 1e-6) return false;
  }
  return true;
}

}  // namespace

std::string Leg::name() const {
  std::string text;
  for (const Joint& joint : joints) text += (text.empty() ? "" : "-") + joint.name;
  return text;
}

std::string Leg::type() const {
  static constexpr std::string_view letters = "WRPCUSEF";  // in the order of JointType
  std::string text;
  for (const Joint& joint : joints) text += letters[static_cast<std::size_t>(joint.type)];
  return text;
}

std::optional<Leg> recognise_leg(std::vector<Joint> joints) {
  Leg leg;
  leg.joints = std::move(joints);
  leg.X_home = {inverse(leg.joints[0].X_PJ)};
  leg.link_of = {0};
  for (std::size_t j = 0; j < leg.joints.size(); ++j) {
    const Joint& joint = leg.joints[j];
    if (!add_elements(joint, leg.X_home.back() * joint.X_PJ, leg.elements)) return std::nullopt;
    if (leg.elements.size() > most_leg_elements) return std::nullopt;
    leg.joint_of.resize(leg.elements.size(), static_cast<int>(j));
    leg.link_of.push_back(static_cast<int>(leg.elements.size()));
    leg.X_home.push_back(leg.X_home.back() * joint.X_PJ * inverse(joint.X_CJ));
  }
  if (leg.elements.empty() || !LegPlanner(leg).plan() || !finds_again(leg)) return std::nullopt;
  return leg;
}

LegSolutions solve_leg(const Leg& leg, const Transformd& X_WBase, const Transformd& X_WEnd, std::span<const Transformd> near_W) {
  LegSolutions out;
  LegSolver(leg, X_WBase, X_WEnd, near_W, out);
  return out;
}

Followed follow_leg(const Leg& leg, const Transformd& X_0End, const double* near_q, LegPath& path, const std::int8_t* wanted) {
  // Where two roots meet in a fold, coming from a distance d of it, a quarter means to go to between 0.6 and 1.7 d: nearer to it, or from farther away, the nearer
  // root may be the other branch.
  constexpr double surely_nearest = 0.25;
  Links& T = path.X_0Link;
  std::array<bool, most_leg_elements + 1> home{};  // what no step has moved is where it was: a product less
  for (std::size_t k = 0; k < leg.elements.size(); ++k) {
    T[k] = {};
    home[k] = true;
  }
  T[leg.elements.size()] = X_0End;
  const auto placed = [&](int link, const Feature& feature) { return home[at(link)] ? feature : T[at(link)] * feature; };
  const auto seen = [&](int link, int feature_link, const Feature& feature) {
    if (link == feature_link) return feature;
    const Feature there = placed(feature_link, feature);
    return home[at(link)] ? there : inverse(T[at(link)]) * there;
  };
  for (const LegStep& step : leg.steps) {
    const auto e = at(step.element);
    const Element& element = leg.elements[e];
    if (element.kind == Element::Kind::ball) return Followed::in_doubt;
    const Feature near = seen(step.element, step.near_link, step.near), far = seen(step.element + 1, step.far_link, step.far);
    const auto known = [&] {
      return step.near_shared == step.far_shared ? relation(step.near, step.far)
                                                 : relation(placed(step.near_shared, step.near), placed(step.far_shared, step.far));
    };
    const Roots roots = step.reaches ? reach(element, near, far) : relate(element, near, far, known());
    if (roots.any) return Followed::in_doubt;
    if (roots.n == 0) return Followed::out_of_reach;
    double q = roots.q[0];
    const auto s = at(static_cast<int>(&step - leg.steps.data()));
    path.root[s] = -1;
    if (roots.n == 2 && wanted && wanted[s] >= 0) {
      path.root[s] = wanted[s];
      q = roots.q[at(wanted[s])];
    } else if (roots.n == 2) {
      double nearest = apart(element, q, near_q[e]), other = apart(element, roots.q[1], near_q[e]);
      path.root[s] = 0;
      if (other < nearest) {
        std::swap(nearest, other);
        q = roots.q[1];
        path.root[s] = 1;
      }
      if (nearest > surely_nearest * other) return Followed::in_doubt;
    }
    path.q[e] = q;
    if (step.moved.empty()) continue;
    // far_moves: T_e motion T_e+1^-1, which takes the far side to where the joint has it; else T_e+1 motion^-1 T_e^-1
    const std::size_t stays = step.far_moves ? e : e + 1, moves = step.far_moves ? e + 1 : e;
    Transformd change = step.far_moves ? element.motion(q) : inverse(element.motion(q));
    if (!home[stays]) change = T[stays] * change;
    if (!home[moves]) change = change * inverse(T[moves]);
    for (const int link : step.moved) {
      T[at(link)] = home[at(link)] ? change : change * T[at(link)];
      home[at(link)] = false;
    }
  }
  return Followed::found;
}

std::string leg_branch(const Leg& leg, std::span<const Transformd> poses_W) {
  const Links T = links_at(leg, poses_W);
  int distances = 0, flips = 0;
  for (const LegStep& step : leg.steps) {
    if (two_fold(leg, step)) ++(to_distance(step) ? distances : flips);
  }
  std::string text;
  for (const LegStep& step : leg.steps) {
    if (!two_fold(leg, step)) continue;
    const Element& element = leg.elements[at(step.element)];
    const Transformd X = inverse(T[at(step.element)]);
    const bool forward = relation_rate(element, X * T[at(step.near_link)] * step.near, X * T[at(step.far_link)] * step.far) >= 0;
    const bool distance = to_distance(step), slides_out = step.by_ends && element.kind == Element::Kind::slide;
    if (!distance && forward) continue;
    const std::string whose = (distance ? distances : flips) > 1 ? leg.joints[at(leg.joint_of[at(step.element)])].name + "-" : "";
    const char* word = !distance ? "flipped" : slides_out ? (forward ? "out" : "in") : forward ? "up" : "down";
    text += (text.empty() ? "" : ",") + whose + word;
  }
  return text;
}

}  // namespace zanjir
