#include "zanjir/terms/kinematics_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

using Kind = Said::Kind;

class KinematicsReader {
 public:
  KinematicsReader(const Model& model, std::string key, std::vector<SaidProblem>& problems)
      : model_(model), key_(std::move(key)), problems_(problems) {}

  KinematicsQuestion read(const Said& value) {
    KinematicsQuestion question;
    const bool inverse = key_ == "ik";
    if (inverse && value.is(Kind::list)) {
      for (std::size_t i = 0; i < value.items.size(); ++i) read_target(value.items[i], fmt::format("ik[{}]", i), {}, question);
      if (value.items.empty()) problem(value, "ik", "no target is given");
      return question;
    }
    if (!value.is(Kind::object)) {
      problem(value, key_, inverse ? "an object, or a list of them, is expected" : "an object is expected",
              inverse ? R"(for example {"frame": "platform", "p": [0, 0, 1], "quat": [1, 0, 0, 0]})" : R"(for example {"hold": ["A"]})");
      return question;
    }
    static const std::vector<std::string> options = {"hold", "branches", "starts", "seed", "max"};
    if (const Said* targets = inverse ? value.find("targets") : nullptr) {
      if (!targets->is(Kind::list) || targets->items.empty()) problem(*targets, "ik.targets", "a list of targets is expected");
      else
        for (std::size_t i = 0; i < targets->items.size(); ++i) read_target(targets->items[i], fmt::format("ik.targets[{}]", i), {}, question);
      std::vector<std::string> known = options;
      known.emplace_back("targets");
      check_keys_said(value, key_, known, problems_);
    } else if (inverse) {
      read_target(value, "ik", options, question);
    } else {
      check_keys_said(value, key_, options, problems_);
    }
    read_options(value, question);
    return question;
  }

 private:
  void problem(const Said& where, std::string path, std::string message, std::string hint = {}) {
    problems_.push_back({where.at, std::move(path), std::move(message), std::move(hint)});
  }

  // In a planar model two numbers are enough: the third is that of the frame, which never changes (answer_kinematics).
  std::optional<Vec3d> read_point(const Said& value, const std::string& path) {
    constexpr double left_out = std::numeric_limits<double>::quiet_NaN();
    const bool planar = model_.plane() != Plane::none;
    if (planar && value.is(Kind::list) && value.items.size() == 2) {
      const std::vector<double> x = numbers_said(value, 2, path, "a point in the plane, two numbers in metres,", dimension::length, problems_);
      if (x.empty()) return std::nullopt;
      switch (model_.plane()) {
        case Plane::yz: return Vec3d{left_out, x[0], x[1]};
        case Plane::xz: return Vec3d{x[0], left_out, x[1]};
        default: return Vec3d{x[0], x[1], left_out};
      }
    }
    const std::vector<double> x =
        numbers_said(value, 3, path, planar ? "a point, two numbers in the plane or three, in metres," : "a point, three numbers in metres,",
                     dimension::length, problems_);
    if (x.empty()) return std::nullopt;
    return Vec3d{x[0], x[1], x[2]};
  }

  std::optional<Mat3d> read_turn(const Said& object, const std::string& path) {
    if (const Said* angle = object.find("angle")) {
      if (model_.plane() == Plane::none) {
        problem(*angle, path + ".angle", "an angle alone turns nothing in space", "give `quat` or `R`; `angle` is for models with `plane:`");
        return std::nullopt;
      }
      const auto value = number_said(*angle, path + ".angle", dimension::angle, problems_);
      if (!value) return std::nullopt;
      return spatial::rotation_about(*plane_normal(model_.plane()), *value);
    }
    if (const Said* quat = object.find("quat")) return orientation_said(*quat, path + ".quat", problems_);
    const Said& rows = *object.find("R");
    if (!rows.is(Kind::list) || rows.items.size() != 3) {
      problem(rows, path + ".R", "a rotation matrix, three rows of three numbers, is expected");
      return std::nullopt;
    }
    std::vector<Vec3d> r;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::vector<double> x =
          numbers_said(rows.items[i], 3, fmt::format("{}.R[{}]", path, i), "a row of three numbers", dimension::number, problems_);
      if (x.empty()) return std::nullopt;
      r.push_back({x[0], x[1], x[2]});
    }
    double off = std::abs(dot(r[0], cross(r[1], r[2])) - 1);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k <= i; ++k) off = std::max(off, std::abs(dot(r[i], r[k]) - (i == k ? 1 : 0)));
    }
    if (off > typed_orientation) {
      problem(rows, path + ".R", fmt::format("not a rotation: its rows are off by {:.3g} from orthonormal and right-handed", off));
      return std::nullopt;
    }
    const Mat3d R{r[0].x, r[0].y, r[0].z, r[1].x, r[1].y, r[1].z, r[2].x, r[2].y, r[2].z};
    return spatial::to_matrix(spatial::to_quaternion(R));
  }

  void read_target(const Said& object, const std::string& path, std::vector<std::string> more_keys, KinematicsQuestion& question) {
    if (!object.is(Kind::object)) return problem(object, path, "a target is an object", R"(for example {"frame": "platform", "p": [0, 0, 1]})");
    more_keys.insert(more_keys.begin(), {"frame", "p", "quat", "R", "angle", "what"});
    check_keys_said(object, path, more_keys, problems_);
    const Said* name = object.find("frame");
    if (!name || !name->is(Kind::text))
      return problem(object, path + ".frame", "say which frame shall be there", "a body, or body.frame; `zanjir info` lists them");
    const auto frame = find_moving_frame(model_, name->text, *name, path + ".frame", problems_);
    if (!frame) return;
    const Said *point = object.find("p"), *what = object.find("what");
    int turns = 0;
    for (const char* key : {"quat", "R", "angle"}) turns += object.find(key) ? 1 : 0;
    if (turns > 1) return problem(object, path, "the orientation is given twice", "keep one of `quat`, `R`, `angle`");
    if (!point && turns == 0)
      return problem(object, path, "nothing is said about where the frame shall be", "give `p`, and `quat`, `R` or (planar) `angle`");
    using What = PoseTarget::What;
    PoseTarget target{*frame, {}, point && turns ? What::pose : point ? What::position : What::orientation};
    if (what && !read_what(*what, object, path, target)) return;
    if (point) {
      const auto p = read_point(*point, path + ".p");
      if (!p) return;
      target.X_WF.p = *p;
    }
    if (turns > 0) {
      const auto R = read_turn(object, path);
      if (!R) return;
      target.X_WF.R = *R;
    }
    question.targets.push_back(target);
  }

  bool read_what(const Said& word, const Said& object, const std::string& path, PoseTarget& target) {
    using What = PoseTarget::What;
    const bool point = target.what != What::orientation, turn = target.what != What::position;  // given
    const bool pose = word.text == "pose", position = word.text == "position";
    if (!pose && !position && word.text != "orientation") {
      problem(word, path + ".what", "say \"pose\", \"position\" or \"orientation\"");
      return false;
    }
    if ((pose || position) && !point) problem(object, path + ".p", "is missing");
    if (!position && !turn)
      problem(object, path + ".quat", "is missing", model_.plane() == Plane::none ? "give `quat` or `R`" : "give `angle`, `quat` or `R`");
    target.what = pose ? What::pose : position ? What::position : What::orientation;
    return (position || turn) && (point || (!pose && !position));
  }

  template <class Integer> void read_integer(const Said& object, const char* key, int least, Integer& out) {
    const Said* value = object.find(key);
    if (!value) return;
    const bool fine = value->is(Kind::number) && !value->dimension && value->number == std::floor(value->number) && value->number >= least &&
                      value->number <= 1000000;
    if (fine) out = static_cast<Integer>(value->number);
    else problem(*value, key_ + "." + key, fmt::format("a whole number from {} to 1000000 is expected", least));
  }

  void read_options(const Said& value, KinematicsQuestion& question) {
    read_integer(value, "starts", 1, question.search.quiet_starts);
    read_integer(value, "seed", 0, question.search.seed);
    read_integer(value, "max", 1, question.search.max_listed);
    question.search.max_starts = std::max(question.search.max_starts, question.search.quiet_starts);
    if (const Said* word = value.find("branches")) {
      if (word->text == "nearest") question.search.method = BranchSearch::Method::nearest;
      else if (word->text == "numeric") question.search.method = BranchSearch::Method::numeric;
      else if (word->text != "all") problem(*word, key_ + ".branches", "say \"all\", \"nearest\" or \"numeric\"");
    }
    const Said* names = value.find("hold");
    if (!names) return;
    question.hold.emplace();
    if (!names->is(Kind::list)) return problem(*names, key_ + ".hold", "a list of joint names is expected");
    std::vector<std::string> known;
    for (const Joint& joint : model_.joints()) known.push_back(joint.name);
    for (const Constraint& c : model_.constraints()) {
      if (const auto* cut = std::get_if<CutJoint>(&c)) known.push_back(cut->joint.name);
    }
    for (const Said& name : names->items) {
      if (std::find(known.begin(), known.end(), name.text) != known.end()) question.hold->push_back(name.text);
      else problem(name, key_ + ".hold", fmt::format("no joint '{}'{}", name.text, or_meant(name.text, known)), "`zanjir info` lists the joints");
    }
  }

  const Model& model_;
  std::string key_;
  std::vector<SaidProblem>& problems_;
};

}  // namespace

KinematicsQuestion read_ik(const Model& model, const Said& said, std::vector<SaidProblem>& problems) {
  return KinematicsReader(model, "ik", problems).read(said);
}
KinematicsQuestion read_fk(const Model& model, const Said& said, std::vector<SaidProblem>& problems) {
  return KinematicsReader(model, "fk", problems).read(said);
}

std::optional<FrameId> find_moving_frame(const Model& model, const std::string& name, const Said& where, const std::string& path,
                                         std::vector<SaidProblem>& problems) {
  const auto frame = model.find_frame(name);
  if (!frame) {
    std::vector<std::string> names;
    for (const Frame& f : model.frames()) names.push_back(f.name);
    problems.push_back({where.at, path, fmt::format("no body or frame '{}'{}", name, or_meant(name, names)), "`zanjir info` lists the frames"});
  } else if (model.body(model.frame(*frame).body).row == 0) {
    problems.push_back({where.at, path, fmt::format("'{}' is fixed to the ground", name), ""});
    return std::nullopt;
  }
  return frame;
}

std::optional<Mat3d> orientation_said(const Said& said, const std::string& path, std::vector<SaidProblem>& problems) {
  const std::vector<double> q = numbers_said(said, 4, path, "a quaternion, four numbers [w, x, y, z],", dimension::number, problems);
  if (q.empty()) return std::nullopt;
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(std::abs(length - 1) <= typed_orientation)) {
    problems.push_back(
        {said.at, path, fmt::format("the quaternion has norm {}, not 1", length), "normalise it; within 1e-6 it is taken as rounding"});
    return std::nullopt;
  }
  return spatial::to_matrix(normalized(Quatd{q[0], q[1], q[2], q[3]}));
}

std::vector<std::string> held_by_default(const Model& model, const std::vector<std::string>& given) {
  if (!given.empty()) return given;
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (int i = 0; i < model.nv(); ++i) {
    if (model.roles()[static_cast<std::size_t>(i)] == Role::actuated) add(model.joint(model.speed(i).joint).name);
  }
  for (const Constraint& c : model.constraints()) {
    const auto* cut = std::get_if<CutJoint>(&c);
    for (int i = 0; cut && i < cut->joint.nv; ++i) {
      if (model.cut_roles()[static_cast<std::size_t>(cut->joint.v_begin + i)] == Role::actuated) add(cut->joint.name);
    }
  }
  return names;
}

KinematicsAnswer answer_kinematics(const Model& model, const UserJoints& users, const KinematicsQuestion& question, const State& near,
                                   const std::vector<FrameId>& frames, FrameId in) {
  KinematicsAnswer answer;
  answer.held = question.hold.value_or(std::vector<std::string>{});
  Workspace ws(model);
  update_positions(model, near, ws);
  const VecX q_near = users.coordinates(ws);
  BranchQuestion branches;
  branches.targets = question.targets;
  for (PoseTarget& target : branches.targets) {
    const Vec3d here = frame_pose(model, ws, model.frame(target.frame)).p;
    Vec3d& p = target.X_WF.p;
    for (auto [wanted, now] : {std::pair{&p.x, here.x}, std::pair{&p.y, here.y}, std::pair{&p.z, here.z}}) {
      if (std::isnan(*wanted)) *wanted = now;
    }
  }
  branches.held.assign(static_cast<std::size_t>(model.nv()), false);
  for (const UserJoint& u : users.joints()) {
    if (std::find(answer.held.begin(), answer.held.end(), u.joint.name) == answer.held.end()) continue;
    if (u.tree < 0) branches.held_joints.push_back(held_joint(model, u.joint, q_near.data() + u.q_begin));
    else std::fill_n(branches.held.begin() + model.joints()[static_cast<std::size_t>(u.tree)].v_begin, u.joint.nv, true);
  }
  answer.branches = find_branches(model, branches, near, question.search);
  for (const Branch& branch : answer.branches.list) {
    update_positions(model, branch.state, ws);
    answer.q.push_back(users.coordinates(ws));
    const Transformd X_IW = inverse(frame_pose(model, ws, model.frame(in)));
    answer.poses.emplace_back();
    for (const FrameId frame : frames) {
      const Transformd X_WF = frame_pose(model, ws, model.frame(frame));
      answer.poses.back().push_back(in == FrameId{} ? X_WF : X_IW * X_WF);
    }
  }
  return answer;
}

std::string KinematicsAnswer::note() const {
  if (found()) return "";
  std::string text = branches.closed_form ? "out of reach" : "no configuration was found";
  const char* separator = ": ";
  for (const Limit& limit : branches.limits) {
    text += fmt::format("{}'{}' misses by {:.6g} {} ({})", separator, limit.where, limit.gap, limit.angle ? "rad" : "m", limit.why);
    separator = ", ";
  }
  return text;
}

std::string KinematicsAnswer::evidence() const {
  if (branches.complete && branches.legs.empty()) return "nothing is left to solve";
  if (branches.complete) return "product of the closed-form solutions of all legs";
  if (branches.closed_form) return "more combinations of legs than are looked at";
  if (branches.starts == 1) return "only the one nearest to the given state was sought";
  return fmt::format("{} starts, the last {} of them found nothing new", branches.starts, branches.quiet);
}

}  // namespace zanjir
