// Numeric search: the steps of loops/closer from random starts, rough ones first; the end game is that of assembly.
// Two results are the same branch when all that is determined in both is equal: with N the motions that are left (a rod's spin), a joint
// point or a body's orientation is determined when N does not move it.
#include "zanjir/loops/branches.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zanjir/core/decompositions.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/ball_on_rods.hpp"
#include "zanjir/loops/closer.hpp"

namespace zanjir {

namespace {

constexpr double same_branch = 1e-6;  // radians or model lengths; results are closed to 1e-12, so this far apart unless nearly singular

struct Fingerprint {  // joint points, orientations of bodies, slides; in model lengths
  std::vector<Eigen::Vector3d> points;
  std::vector<Eigen::Matrix3d> turns;
  VecX coordinates;
  std::vector<bool> point_determined, turn_determined, coordinate_determined;
};
bool same(const Fingerprint& a, const Fingerprint& b) {
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    if (a.point_determined[i] && b.point_determined[i] && (a.points[i] - b.points[i]).lpNorm<Eigen::Infinity>() > same_branch) return false;
  }
  for (std::size_t i = 0; i < a.turns.size(); ++i) {
    if (a.turn_determined[i] && b.turn_determined[i] && (a.turns[i] - b.turns[i]).lpNorm<Eigen::Infinity>() > same_branch) return false;
  }
  for (std::size_t i = 0; i < a.coordinate_determined.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (a.coordinate_determined[i] && b.coordinate_determined[i] && std::abs(a.coordinates[k] - b.coordinates[k]) > same_branch) return false;
  }
  return true;
}

// One question's rows at any state, with the scratch of the whole search.
class Task {
 public:
  Task(const Model& model, const BranchQuestion& question)
      : model_(model), held_(with_prescribed(model, question.held)), closer_(model, ClosureTask(model, more(model, question))), J_(6, model.nv()) {
    for (int i = 0; i < model.nv(); ++i) {
      if (!held_[at(i)]) free_.push_back(i);
    }
    for (const Joint& joint : model.joints()) points_.insert(points_.end(), {{"", joint.parent, joint.X_PJ}, {"", joint.child, joint.X_CJ}});
    for (const Constraint& c : model.constraints()) {
      if (const auto* cut = std::get_if<CutJoint>(&c))
        points_.insert(points_.end(), {{"", cut->joint.parent, cut->joint.X_PJ}, {"", cut->joint.child, cut->joint.X_CJ}});
    }
  }

  const std::vector<bool>& held() const { return held_; }
  Eigen::Index n_rows() const { return closer_.task().row_scale.size(); }
  const VecX& residual(const State& state) { return closer_.residual(model_, state); }
  // Some steps towards a solution; true when near enough for the end game.
  bool approach(State& state) { return closer_.approach(model_, state, held_); }
  AssemblyReport close(State& state) { return closer_.positions(model_, state, held_); }

  // Scaled rows over the coordinates that may move, at the state of the last residual.
  const MatX& rows() {
    scale_rows(closer_.closure(), closer_.task().row_scale, model_.column_scale(), of_all_);
    A_ = of_all_(Eigen::all, free_);
    return A_;
  }

  // Motions that are left, scaled and orthonormal, [free x k], at the state of the last residual.
  const MatX& motions_left() {
    rows();
    const Eigen::Index n = A_.cols();
    N_.setIdentity(n, n);
    if (A_.rows() == 0 || n == 0) return N_;
    qr_.compute(A_.transpose());
    const auto pivots = qr_.matrixQR().diagonal().cwiseAbs();
    Eigen::Index rank = 0;
    while (rank < pivots.size() && pivots[rank] > rank_threshold * pivots[0]) ++rank;
    N_.applyOnTheLeft(qr_.householderQ());
    N_ = N_.rightCols(n - rank).eval();
    return N_;
  }

  // Branches differ at these bodies, or count as the same.
  void look_only_at(const std::vector<BodyId>& bodies) {
    std::erase_if(points_, [&](const Frame& point) { return std::find(bodies.begin(), bodies.end(), point.body) == bodies.end(); });
    slides_matter_ = false;
  }

  Fingerprint fingerprint(const State& state, int& freedoms) {
    residual(state);
    const Workspace& ws = closer_.workspace();
    const MatX& N = motions_left();
    freedoms = static_cast<int>(N.cols());
    constexpr double moves = 1e-5;  // rounding leaves some 1e-10 (kernel vectors of rows that are closed to 1e-12), a real motion some 0.1
    Fingerprint out;
    for (const Frame& point : points_) {
      J_.setZero();
      frame_jacobian(model_, ws, point, J_);
      const Mat6X JN = J_(Eigen::all, free_) * model_.column_scale()(free_).asDiagonal() * N;
      const Transformd X = frame_pose(model_, ws, point);
      out.points.push_back(Eigen::Vector3d(X.p.x, X.p.y, X.p.z) / model_.length_m());
      out.turns.emplace_back();
      out.turns.back() << X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz, X.R.zx, X.R.zy, X.R.zz;
      out.turn_determined.push_back(N.cols() == 0 || JN.topRows(3).cwiseAbs().maxCoeff() < moves);
      out.point_determined.push_back(N.cols() == 0 || JN.bottomRows(3).cwiseAbs().maxCoeff() < moves * model_.length_m());
    }
    // Slides only: turns show in the orientations, and are known up to a full turn.
    out.coordinates = VecX::Zero(static_cast<Eigen::Index>(free_.size()));
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const Joint& joint = model_.joint(model_.speed(free_[k]).joint);
      const int part = free_[k] - joint.v_begin;
      const bool slide = slides_matter_ && joint.nq == joint.nv && slides(joint.type, part);
      const auto row = static_cast<Eigen::Index>(k);
      if (slide) out.coordinates[row] = ws.q[joint.q_begin + part] / model_.length_m();
      out.coordinate_determined.push_back(slide && (N.cols() == 0 || N.row(row).cwiseAbs().maxCoeff() < moves));
    }
    return out;
  }

 private:
  static std::vector<CutJoint> more(const Model& model, const BranchQuestion& question) {
    std::vector<CutJoint> cuts = question.held_joints;
    for (const PoseTarget& target : question.targets) cuts.push_back(constraint_of(model, target));
    return cuts;
  }

  const Model& model_;
  std::vector<bool> held_;
  std::vector<int> free_;
  Closer closer_;
  MatX of_all_, A_, N_;
  Mat6X J_;
  Eigen::ColPivHouseholderQR<MatX> qr_;
  std::vector<Frame> points_;
  bool slides_matter_ = true;
};

// The legs that hang on the hubs, with the hubs where they are in `state`. Not covering: no hubs, or not all of the rest hangs on them.
struct Hubs {
  std::vector<BodyId> bodies;
  LegPlan plan;
};
Hubs find_hubs(const Model& model, BranchQuestion question, const LegPlan& without, const State& state) {
  Hubs hubs;
  if (!question.targets.empty()) return hubs;
  std::vector<int> n_joints(model.bodies().size(), 0);
  for (const Joint& joint : without.joints) {
    if (!ties(model, joint)) continue;
    ++n_joints[static_cast<std::size_t>(index(joint.parent))];
    ++n_joints[static_cast<std::size_t>(index(joint.child))];
  }
  Workspace ws(model);
  update_positions(model, state, ws);
  for (std::size_t b = 1; b < n_joints.size(); ++b) {
    if (n_joints[b] < 3) continue;
    const auto body = static_cast<BodyId>(static_cast<int>(b));
    hubs.bodies.push_back(body);
    question.targets.push_back(
        {static_cast<FrameId>(static_cast<int>(b)), body_pose(model, ws, body), PoseTarget::What::pose});  // body frames come first
  }
  if (!hubs.bodies.empty()) hubs.plan = plan_legs(model, question, state);
  return hubs;
}

// Targets that say a part of a pose only, made whole where the frames are in `state`: the legs from there. Not covering: no targets, or not all of the rest hangs on them.
LegPlan plan_from_whole_targets(const Model& model, BranchQuestion question, const State& state) {
  if (question.targets.empty()) return {};
  Workspace ws(model);
  update_positions(model, state, ws);
  for (PoseTarget& target : question.targets) target = {target.frame, frame_pose(model, ws, model.frame(target.frame)), PoseTarget::What::pose};
  return plan_legs(model, question, state);
}

double distance_between(const Model& model, const VecX& a, const VecX& b) {
  return model.nv() == 0 ? 0 : difference(model, a, b).cwiseQuotient(model.column_scale()).lpNorm<Eigen::Infinity>();
}

State random_start(const Model& model, const Task& task, const State& near, Random& random) {
  VecX away = VecX::Zero(model.nv());
  for (const Joint& joint : model.joints()) {
    for (int i = 0; i < joint.nv; ++i) {  // anywhere on the circle, and slides within two model lengths
      const double size = slides(joint.type, i) ? 2 * model.length_m() : std::numbers::pi, x = random.uniform(-size, size);
      if (!task.held()[at(joint.v_begin + i)]) away[joint.v_begin + i] = x;
    }
  }
  State start = near;
  retract(model, near.q, away, start.q);
  return start;
}

void list_nearest_first(Branches& out, const BranchSearch& search) {
  std::stable_sort(out.list.begin(), out.list.end(), [](const Branch& a, const Branch& b) { return a.distance < b.distance; });
  out.count = static_cast<int>(out.list.size());
  if (out.count > search.max_listed) out.list.resize(at(search.max_listed));
}

// Words of the question that no leg can say.
std::vector<Limit> unknown_words(const LegPlan& plan) {
  std::vector<Limit> list;
  std::string known;
  for (const Leg& leg : plan.legs) known += (known.empty() ? "" : ", ") + leg.joints.front().name;
  for (const std::string& word : plan.label) {
    const auto says = [&](const Leg& leg) { return word.starts_with(leg.joints.front().name + ":"); };
    if (std::none_of(plan.legs.begin(), plan.legs.end(), says)) list.push_back({word, 0, false, "names no leg; they begin with " + known});
  }
  return list;
}

void by_legs(const Model& model, const LegPlan& plan, const State& near, const BranchSearch& search, Task& task, Branches& out) {
  out.limits = unknown_words(plan);
  if (!out.limits.empty()) return;
  Workspace ws(model);
  update_positions(model, near, ws);
  LegPlanSolutions found = solve_plan(model, plan, body_poses(model, ws));
  const bool nothing_to_solve = task.n_rows() == 0;
  out.closed_form = true;
  out.complete = !found.cut_short;
  out.limits = std::move(found.limits);
  out.count = static_cast<int>(found.X_WB.size());
  std::vector<std::pair<double, const std::vector<Transformd>*>> order;  // by the distance from the guess
  for (const auto& X_WB : found.X_WB)
    order.emplace_back(nothing_to_solve ? 0 : distance_between(model, ws.q, coordinates_of(model, X_WB, ws.q)), &X_WB);
  const auto nearer = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(order.begin(), order.end(), nearer);
  order.resize(std::min(order.size(), at(search.max_listed)));
  for (const auto& [distance, X_WB] : order) {
    Branch branch{near, "", 0, distance, 0};
    branch.state.q = nothing_to_solve ? ws.q : coordinates_of(model, *X_WB, ws.q);
    task.close(branch.state);  // rounding; where numbers as typed do not quite fit together, the residual says so
    take_nearest_turns(model, ws.q, branch.state.q);
    task.fingerprint(branch.state, branch.freedoms);
    out.list.push_back(std::move(branch));
  }
}

// Of the configurations that the legs have for the same poses of the hubs, the one nearest to the guess.
void choose_legs(const Model& model, const BranchQuestion& question, const LegPlan& plan, const Workspace& near, Task& task, Branch& branch) {
  const Hubs hubs = find_hubs(model, question, plan, branch.state);
  const LegPlanSolutions found = solve_plan(model, hubs.plan, body_poses(model, near));
  State best = branch.state;
  double least = distance_between(model, near.q, best.q);
  for (const auto& X_WB : found.X_WB) {
    State other = branch.state;
    other.q = coordinates_of(model, X_WB, near.q);
    const double distance = distance_between(model, near.q, other.q);
    if (distance >= least || !task.close(other).closed) continue;
    least = distance;
    best = other;
  }
  branch.state = best;
  branch.leg_choices = std::max(1, static_cast<int>(found.X_WB.size()));
}

void by_search(const Model& model, const BranchQuestion& question, const LegPlan& plan, const State& near, const BranchSearch& search, Task& task,
               Branches& out) {
  std::vector<Fingerprint> known;
  const Hubs hubs = find_hubs(model, question, plan, near);
  if (hubs.plan.covers) task.look_only_at(hubs.bodies);
  Random random(search.seed);
  Workspace ws(model);
  update_positions(model, near, ws);
  AssemblyReport nearest;
  nearest.residual = std::numeric_limits<double>::infinity();
  const bool only_nearest = search.method == BranchSearch::Method::nearest;
  const auto is_new = [&](const State& state, Branch& branch) {
    branch.state = state;
    Fingerprint print = task.fingerprint(state, branch.freedoms);
    if (std::any_of(known.begin(), known.end(), [&](const Fingerprint& other) { return same(other, print); })) return false;
    known.push_back(std::move(print));
    take_nearest_turns(model, ws.q, branch.state.q);
    return true;
  };
  const auto add = [&](Branch branch) {
    branch.distance = distance_between(model, ws.q, branch.state.q);
    out.list.push_back(std::move(branch));
  };
  // With the frames where this one has them, legs have all their other branches in closed form: the search need only find where the frames can be.
  const auto add_other_legs = [&](const State& state) {
    const LegPlan whole = plan_from_whole_targets(model, question, state);
    if (!whole.covers) return;
    Workspace here(model);
    update_positions(model, state, here);
    for (const auto& X_WB : solve_plan(model, whole, body_poses(model, here)).X_WB) {
      Branch branch;
      State other = state;
      other.q = coordinates_of(model, X_WB, ws.q);
      if (task.close(other).closed && is_new(other, branch)) add(std::move(branch));
    }
  };
  while (out.starts == 0 || (!only_nearest && out.quiet < search.quiet_starts && out.starts < search.max_starts)) {
    State guess = out.starts == 0 ? near : random_start(model, task, near, random);
    guess.q = out.starts == 0 ? ws.q : guess.q;
    ++out.starts;
    ++out.quiet;
    if (out.starts > 1 && !task.approach(guess)) continue;
    const AssemblyReport report = task.close(guess);
    if (!report.closed) {
      if (report.residual < nearest.residual) nearest = report;
      continue;
    }
    Branch branch;
    if (!is_new(guess, branch)) continue;
    if (hubs.plan.covers) choose_legs(model, question, plan, ws, task, branch);
    add(std::move(branch));
    if (search.method == BranchSearch::Method::closed_form_or_numeric) add_other_legs(guess);
    if (out.starts > 1) out.quiet = 0;
  }
  if (out.list.empty()) out.limits = {{nearest.worst, nearest.worst_gap, nearest.worst_is_angle, "the nearest that was found"}};
}

// A body on a ball and three rods: every assembly mode, with the legs that are nearest to the guess. False: it is none, or its modes cannot be told apart.
bool by_polynomials(const Model& model, const BranchQuestion& question, const LegPlan& plan, const State& near, Task& task, Branches& out) {
  Workspace ws(model);
  update_positions(model, near, ws);
  const std::vector<Transformd> X_WB = body_poses(model, ws);
  const std::optional<BallOnRods> ball = find_ball_on_rods(model, question, plan, X_WB);
  const std::optional<QuadricZeros> zeros = ball ? zeros_of(quadrics_of(*ball)) : std::nullopt;
  if (!zeros) return false;
  std::vector<Branch> list;
  for (const Eigen::Vector4d& q : zeros->real) {
    std::vector<Transformd> there = X_WB;
    const Mat3d R = spatial::to_matrix(Quatd{q[0], q[1], q[2], q[3]});
    there[static_cast<std::size_t>(index(ball->body))] = {R, ball->centre_W - R * ball->centre_B};
    Branch branch{near, "", 0, 0, 0};
    branch.state.q = coordinates_of(model, there, ws.q);
    const Hubs hubs = find_hubs(model, question, plan, branch.state);
    bool closed = !hubs.plan.covers && task.close(branch.state).closed;
    if (hubs.plan.covers) {
      const LegPlanSolutions found = solve_plan(model, hubs.plan, X_WB);
      double least = std::numeric_limits<double>::infinity();
      for (const auto& legs : found.X_WB) {
        State other = near;
        other.q = coordinates_of(model, legs, ws.q);
        const double distance = distance_between(model, ws.q, other.q);
        if (distance >= least || !task.close(other).closed) continue;
        least = distance;
        branch.state = other;
        closed = true;
      }
      branch.leg_choices = std::max(1, static_cast<int>(found.X_WB.size()));
    }
    if (!closed) return false;
    take_nearest_turns(model, ws.q, branch.state.q);
    task.fingerprint(branch.state, branch.freedoms);
    branch.distance = distance_between(model, ws.q, branch.state.q);
    list.push_back(std::move(branch));
  }
  out.list = std::move(list);
  out.complete = true;
  out.n_complex = static_cast<int>(zeros->all.size());
  return true;
}

// Numeric branches that the question does not want.
void drop_unwanted(const Model& model, const LegPlan& plan, Branches& out) {
  Workspace ws(model);
  std::optional<Limit> least;
  std::erase_if(out.list, [&](const Branch& branch) {
    update_positions(model, branch.state, ws);
    const std::optional<Limit> limit = beyond_ranges(plan, body_poses(model, ws));
    if (limit && (!least || limit->gap < least->gap)) least = limit;
    const auto missing = [&](const std::string& word) { return (" " + branch.label + " ").find(" " + word + " ") == std::string::npos; };
    return limit || std::any_of(plan.label.begin(), plan.label.end(), missing);
  });
  if (out.list.empty() && least) out.limits = {*least};
}

std::string leg_label(const Model& model, const LegPlan& plan, const State& state) {
  Workspace ws(model);
  update_positions(model, state, ws);
  std::vector<std::string> words;  // by name: the order in which legs are solved depends on the cut
  for (const Leg& leg : plan.legs) {
    std::vector<Transformd> poses{body_pose(model, ws, leg.base())};
    for (const Joint& joint : leg.joints) poses.push_back(body_pose(model, ws, joint.child));
    std::string word = leg_word(leg, poses);
    if (!word.empty()) words.push_back(std::move(word));
  }
  std::sort(words.begin(), words.end());
  std::string label;
  for (const std::string& word : words) label += (label.empty() ? "" : " ") + word;
  return label;
}

std::string label_of(const Model& model, const BranchQuestion& question, const LegPlan& plan, const State& state, Task& task) {
  if (plan.covers) return leg_label(model, plan, state);
  const LegPlan hanging = question.targets.empty() ? find_hubs(model, question, plan, state).plan : plan_from_whole_targets(model, question, state);
  std::string label = hanging.covers ? leg_label(model, hanging, state) : "";
  task.residual(state);
  const MatX& A = task.rows();
  if (A.rows() != A.cols() || A.rows() == 0) return label;
  return label + (label.empty() ? "" : " ") + (A.partialPivLu().determinant() > 0 ? "det:+" : "det:-");
}

}  // namespace

Branches find_branches(const Model& model, const BranchQuestion& question, const State& near, const BranchSearch& search) {
  Branches out;
  Task task(model, question);
  const LegPlan plan = plan_legs(model, question, near);
  out.legs = plan.legs;
  if (plan.covers && search.method == BranchSearch::Method::closed_form_or_numeric) by_legs(model, plan, near, search, task, out);
  else if (search.method != BranchSearch::Method::closed_form_or_numeric || !by_polynomials(model, question, plan, near, task, out))
    by_search(model, question, plan, near, search, task, out);
  for (Branch& branch : out.list) {
    branch.residual = task.residual(branch.state).size() == 0 ? 0 : task.residual(branch.state).lpNorm<Eigen::Infinity>();
    branch.label = label_of(model, question, plan, branch.state, task);
  }
  if (!out.closed_form) {
    drop_unwanted(model, plan, out);
    list_nearest_first(out, search);
  }
  return out;
}

std::string branch_label(const Model& model, const BranchQuestion& question, const LegPlan& plan, const State& state) {
  Task task(model, question);
  return label_of(model, question, plan, state, task);
}

}  // namespace zanjir
