#include "zanjir/terms/kinematics_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;

constexpr double rotation_tolerance = 1e-6;  // a quaternion or a matrix as typed

class Reader {
 public:
  Reader(const Model& model, std::string key, std::vector<NamedProblem>& problems)
      : model_(model), key_(std::move(key)), problems_(problems) {}

  KinematicsQuestion read(std::string_view text) {
    const Json value = Json::parse(text);
    KinematicsQuestion question;
    const bool inverse = key_ == "ik";
    if (inverse && value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) read_target(value[i], fmt::format("ik[{}]", i), {}, question);
      if (value.empty()) problem("ik", "no target is given");
      return question;
    }
    if (!value.is_object()) {
      problem(key_, inverse ? "an object, or a list of them, is expected" : "an object is expected",
              inverse ? R"(for example {"frame": "platform", "p": [0, 0, 1], "quat": [1, 0, 0, 0]})" : R"(for example {"hold": ["A"]})");
      return question;
    }
    static const std::vector<std::string> options = {"hold", "branches", "starts", "seed", "max"};
    if (inverse && value.contains("targets")) {
      const Json& targets = value["targets"];
      if (!targets.is_array() || targets.empty()) problem("ik.targets", "a list of targets is expected");
      else
        for (std::size_t i = 0; i < targets.size(); ++i) read_target(targets[i], fmt::format("ik.targets[{}]", i), {}, question);
      std::vector<std::string> known = options;
      known.emplace_back("targets");
      check_keys(value, key_, known);
    } else if (inverse) {
      read_target(value, "ik", options, question);
    } else {
      check_keys(value, key_, options);
    }
    read_options(value, question);
    return question;
  }

 private:
  void problem(std::string path, std::string message, std::string hint = {}) {
    problems_.push_back({std::move(path), std::move(message), std::move(hint)});
  }

  void check_keys(const Json& object, const std::string& path, const std::vector<std::string>& known) {
    std::string list;
    for (const std::string& k : known) list += (list.empty() ? "" : ", ") + k;
    for (const auto& [key, value] : object.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      const std::string best = nearest(key, known);
      problem(path + "." + key, "no such key" + (best.empty() ? "" : "; did you mean '" + best + "'?"), "the keys are " + list);
    }
  }

  // n finite numbers, or none and a problem.
  std::vector<double> numbers(const Json& value, std::size_t n, const std::string& path, const std::string& what) {
    std::vector<double> x;
    bool fine = value.is_array() && value.size() == n;
    for (std::size_t i = 0; fine && i < n; ++i) {
      fine = value[i].is_number() && std::isfinite(value[i].get<double>());
      if (fine) x.push_back(value[i].get<double>());
    }
    if (fine) return x;
    problem(path, what + " is expected");
    return {};
  }

  // Where a planar target says two numbers only, the third is that of the frame: it never changes.
  std::optional<Vec3d> read_point(const Json& value, const std::string& path, FrameId frame) {
    const bool planar = model_.plane() != Plane::none;
    if (planar && value.is_array() && value.size() == 2) {
      const std::vector<double> x = numbers(value, 2, path, "a point in the plane, two numbers in metres,");
      if (x.empty()) return std::nullopt;
      Workspace ws(model_);
      update_positions(model_, initial_state(model_), ws);
      Vec3d p = frame_pose(model_, ws, model_.frame(frame)).p;
      switch (model_.plane()) {
        case Plane::yz: return Vec3d{p.x, x[0], x[1]};
        case Plane::xz: return Vec3d{x[0], p.y, x[1]};
        default: return Vec3d{x[0], x[1], p.z};
      }
    }
    const std::vector<double> x =
        numbers(value, 3, path, planar ? "a point, two numbers in the plane or three, in metres," : "a point, three numbers in metres,");
    if (x.empty()) return std::nullopt;
    return Vec3d{x[0], x[1], x[2]};
  }

  std::optional<Mat3d> read_turn(const Json& object, const std::string& path) {
    if (object.contains("angle")) {
      if (model_.plane() == Plane::none) {
        problem(path + ".angle", "an angle alone turns nothing in space", "give `quat` or `R`; `angle` is for models with `plane:`");
        return std::nullopt;
      }
      if (object["angle"].is_number() && std::isfinite(object["angle"].get<double>()))
        return spatial::rotation_about(*plane_normal(model_.plane()), object["angle"].get<double>());
      problem(path + ".angle", "an angle in radians is expected");
      return std::nullopt;
    }
    if (object.contains("quat")) {
      const std::vector<double> q = numbers(object["quat"], 4, path + ".quat", "a quaternion, four numbers [w, x, y, z],");
      if (q.empty()) return std::nullopt;
      const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
      if (std::abs(length - 1) > rotation_tolerance) {
        problem(path + ".quat", fmt::format("the quaternion has norm {}, not 1", length),
                "normalise it; within 1e-6 it is taken as rounding");
        return std::nullopt;
      }
      return spatial::to_matrix(normalized(Quatd{q[0], q[1], q[2], q[3]}));
    }
    const Json& rows = object["R"];
    Mat3d R{};
    if (!rows.is_array() || rows.size() != 3) {
      problem(path + ".R", "a rotation matrix, three rows of three numbers, is expected");
      return std::nullopt;
    }
    std::vector<Vec3d> r;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::vector<double> x = numbers(rows[i], 3, fmt::format("{}.R[{}]", path, i), "a row of three numbers");
      if (x.empty()) return std::nullopt;
      r.push_back({x[0], x[1], x[2]});
    }
    R = {r[0].x, r[0].y, r[0].z, r[1].x, r[1].y, r[1].z, r[2].x, r[2].y, r[2].z};
    double off = std::abs(dot(r[0], cross(r[1], r[2])) - 1);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k <= i; ++k) off = std::max(off, std::abs(dot(r[i], r[k]) - (i == k ? 1 : 0)));
    }
    if (off > rotation_tolerance) {
      problem(path + ".R", fmt::format("not a rotation: its rows are off by {:.3g} from orthonormal and right-handed", off));
      return std::nullopt;
    }
    return spatial::to_matrix(spatial::to_quaternion(R));
  }

  void read_target(const Json& object, const std::string& path, std::vector<std::string> more_keys, KinematicsQuestion& question) {
    if (!object.is_object()) return problem(path, "a target is an object", R"(for example {"frame": "platform", "p": [0, 0, 1]})");
    more_keys.insert(more_keys.begin(), {"frame", "p", "quat", "R", "angle", "what"});
    check_keys(object, path, more_keys);
    if (!object.contains("frame") || !object["frame"].is_string())
      return problem(path + ".frame", "say which frame shall be there", "a body, or body.frame; `zanjir info` lists them");
    const std::string name = object["frame"].get<std::string>();
    const auto frame = model_.find_frame(name);
    if (!frame) {
      std::vector<std::string> names;
      for (const Frame& f : model_.frames()) names.push_back(f.name);
      const std::string best = nearest(name, names);
      return problem(path + ".frame", fmt::format("no body or frame '{}'{}", name, best.empty() ? "" : "; did you mean '" + best + "'?"),
                     "`zanjir info` lists the frames");
    }
    if (model_.body(model_.frame(*frame).body).row == 0) return problem(path + ".frame", fmt::format("'{}' is fixed to the ground", name));
    const int turns =
        static_cast<int>(object.contains("quat")) + static_cast<int>(object.contains("R")) + static_cast<int>(object.contains("angle"));
    if (turns > 1) return problem(path, "the orientation is given twice", "keep one of `quat`, `R`, `angle`");
    const bool point = object.contains("p");
    if (!point && turns == 0)
      return problem(path, "nothing is said about where the frame shall be", "give `p`, and `quat`, `R` or (planar) `angle`");
    PoseTarget target{*frame,
                      {},
                      point && turns ? PoseTarget::What::pose
                      : point        ? PoseTarget::What::position
                                     : PoseTarget::What::orientation};
    if (object.contains("what") && !read_what(object["what"], path, point, turns > 0, target)) return;
    if (point) {
      const auto p = read_point(object["p"], path + ".p", *frame);
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

  bool read_what(const Json& word, const std::string& path, bool point, bool turn, PoseTarget& target) {
    using What = PoseTarget::What;
    const bool pose = word == "pose", position = word == "position";
    if (!pose && !position && word != "orientation") {
      problem(path + ".what", "say \"pose\", \"position\" or \"orientation\"");
      return false;
    }
    if ((pose || position) && !point) problem(path + ".p", "is missing");
    if (!position && !turn)
      problem(path + ".quat", "is missing", model_.plane() == Plane::none ? "give `quat` or `R`" : "give `angle`, `quat` or `R`");
    target.what = pose ? What::pose : position ? What::position : What::orientation;
    return (position || turn) && (point || (!pose && !position));
  }

  void read_options(const Json& value, KinematicsQuestion& question) {
    const auto integer = [&](const char* key, int least, auto& out) {
      if (!value.contains(key)) return;
      if (value[key].is_number_integer() && value[key].template get<std::int64_t>() >= least &&
          value[key].template get<std::int64_t>() <= 1000000)
        out = static_cast<std::remove_reference_t<decltype(out)>>(value[key].template get<std::int64_t>());
      else problem(key_ + "." + key, fmt::format("a whole number from {} to 1000000 is expected", least));
    };
    integer("starts", 1, question.search.quiet_starts);
    integer("seed", 0, question.search.seed);
    integer("max", 1, question.search.max_listed);
    question.search.max_starts = std::max(question.search.max_starts, question.search.quiet_starts);
    if (value.contains("branches")) {
      const Json& word = value["branches"];
      if (word == "nearest") question.search.method = BranchSearch::Method::nearest;
      else if (word == "numeric") question.search.method = BranchSearch::Method::numeric;
      else if (word != "all") problem(key_ + ".branches", "say \"all\", \"nearest\" or \"numeric\"");
    }
    if (!value.contains("hold")) return;
    const Json& names = value["hold"];
    question.hold.emplace();
    if (!names.is_array()) return problem(key_ + ".hold", "a list of joint names is expected");
    std::vector<std::string> known;
    for (const Joint& joint : model_.joints()) known.push_back(joint.name);
    for (const Constraint& c : model_.constraints()) {
      if (const auto* cut = std::get_if<CutJoint>(&c)) known.push_back(cut->joint.name);
    }
    for (const Json& name : names) {
      if (name.is_string() && std::find(known.begin(), known.end(), name.get<std::string>()) != known.end()) {
        question.hold->push_back(name.get<std::string>());
        continue;
      }
      const std::string text = name.is_string() ? name.get<std::string>() : name.dump(), best = nearest(text, known);
      problem(key_ + ".hold", fmt::format("no joint '{}'{}", text, best.empty() ? "" : "; did you mean '" + best + "'?"),
              "`zanjir info` lists the joints");
    }
  }

  const Model& model_;
  std::string key_;
  std::vector<NamedProblem>& problems_;
};

}  // namespace

KinematicsQuestion read_ik(const Model& model, std::string_view json, std::vector<NamedProblem>& problems) {
  return Reader(model, "ik", problems).read(json);
}
KinematicsQuestion read_fk(const Model& model, std::string_view json, std::vector<NamedProblem>& problems) {
  return Reader(model, "fk", problems).read(json);
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
