#include "zanjir/terms/kinematics_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zanjir/kinematics/frames.hpp"
#include "zanjir/terms/led_rows.hpp"

namespace zanjir {
namespace {

using Kind = Said::Kind;

// What may be given a range, without limits.
std::vector<CoordinateRange> coordinates_with_ranges(const Model& model) {
  std::vector<CoordinateRange> list;
  const auto add = [&](const Joint& joint) {
    if (!same_coordinates_swapped(joint.type)) return;
    const auto parts = traits(joint.type).coordinates;
    for (std::size_t i = 0; i < parts.size(); ++i)
      list.push_back({joint.name, static_cast<int>(i), part_name(joint.name, parts[i]), 0, 0, parts[i].measure == Measure::angle});
  };
  for (const Joint& joint : model.joints()) add(joint);
  for (const Constraint& c : model.constraints()) {
    if (const auto* cut = std::get_if<CutJoint>(&c)) add(cut->joint);
  }
  return list;
}

std::vector<CoordinateRange> ranges_of_stops(const Model& model) {
  std::vector<CoordinateRange> list;
  for (const JointStop& stop : model.forces().stops) {
    for (const Joint& joint : model.joints()) {
      const int part = stop.coordinate - joint.q_begin;
      if (part < 0 || part >= joint.nq || !same_coordinates_swapped(joint.type)) continue;
      const JointPart& said = traits(joint.type).coordinates[at(stored_part(joint, part))];
      list.push_back(
          {joint.name, stored_part(joint, part), part_name(joint.name, said), stop.limits.min, stop.limits.max, said.measure == Measure::angle});
    }
  }
  return list;
}

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
    static const std::vector<std::string> options = {"hold", "branches", "range", "starts", "seed", "max"};
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
    more_keys.insert(more_keys.begin(), {"frame", "p", "x", "y", "z", "quat", "R", "angle", "axis", "along", "what"});
    check_keys_said(object, path, more_keys, problems_);
    const Said* name = object.find("frame");
    if (!name || !name->is(Kind::text))
      return problem(object, path + ".frame", "say which frame shall be there", "a body, or body.frame; `zanjir info` lists them");
    const auto frame = find_moving_frame(model_, name->text, *name, path + ".frame", problems_);
    if (!frame) return;
    const Said *point = object.find("p"), *what = object.find("what"), *along = object.find("along");
    int turns = 0, components = 0;
    for (const char* key : {"quat", "R", "angle", "along"}) turns += object.find(key) ? 1 : 0;
    for (const char* key : {"x", "y", "z"}) components += object.find(key) ? 1 : 0;
    if (turns > 1) return problem(object, path, "the orientation is given twice", "keep one of `quat`, `R`, `angle`, `along`");
    if (point && components > 0) return problem(object, path, "the place is given twice", "keep `p`, or some of `x`, `y`, `z`");
    if (object.find("axis") && !along) return problem(object, path + ".axis", "say which direction this axis shall have", "give `along`");
    if (!point && components == 0 && turns == 0)
      return problem(object, path, "nothing is said about where the frame shall be",
                     "give `p` or some of `x`, `y`, `z`, and `quat`, `R`, `along` or (planar) `angle`");
    if (what && (components > 0 || along)) return problem(*what, path + ".what", "`x`, `y`, `z` and `along` say it already", "leave `what` out");
    using What = PoseTarget::What;
    const bool placed = point || components > 0;
    PoseTarget target{*frame, {}, along ? What::axis : placed && turns ? What::pose : placed ? What::position : What::orientation};
    if (what && !read_what(*what, object, path, target)) return;
    if (!read_place(object, path, target)) return;
    if (along && !read_along(object, path, target)) return;
    if (turns > 0 && !along) {
      const auto R = read_turn(object, path);
      if (!R) return;
      target.X_WF.R = *R;
    }
    question.targets.push_back(target);
  }

  bool read_place(const Said& object, const std::string& path, PoseTarget& target) {
    if (const Said* point = object.find("p")) {
      const auto p = read_point(*point, path + ".p");
      if (p) target.X_WF.p = *p;
      return p.has_value();
    }
    double* const parts[] = {&target.X_WF.p.x, &target.X_WF.p.y, &target.X_WF.p.z};
    constexpr const char* names[] = {"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i) {
      const Said* part = object.find(names[i]);
      const bool normal = model_.plane() != Plane::none && std::abs((*plane_normal(model_.plane()))[static_cast<int>(i)]) > 0.5;
      target.led[i] = part != nullptr || normal;
      *parts[i] = std::numeric_limits<double>::quiet_NaN();
      if (!part) continue;
      const auto value = number_said(*part, path + "." + names[i], dimension::length, problems_);
      if (!value) return false;
      *parts[i] = *value;
    }
    return true;
  }

  // One axis of the frame, and the direction that it shall have.
  bool read_along(const Said& object, const std::string& path, PoseTarget& target) {
    const Said& said = *object.find("along");
    if (model_.plane() != Plane::none) {
      problem(said, path + ".along", "in a plane there is one way to turn", "give `angle`");
      return false;
    }
    Vec3d directions[] = {{0, 0, 1}, {0, 0, 0}};
    constexpr const char* names[] = {"axis", "along"};
    for (std::size_t i = 0; i < 2; ++i) {
      const Said* value = object.find(names[i]);
      if (!value) continue;
      const std::vector<double> x = numbers_said(*value, 3, path + "." + names[i], "a direction, three numbers,", dimension::number, problems_);
      if (x.empty()) return false;
      const Vec3d d{x[0], x[1], x[2]};
      if (norm(d) < 1e-12) {
        problem(*value, path + "." + names[i], "this direction has no length");
        return false;
      }
      directions[i] = d * (1 / norm(d));
    }
    const auto& [axis, along] = directions;
    target.axis = axis;
    Vec3d about = cross(axis, along);
    if (norm(about) < 1e-12) about = cross(axis, std::abs(axis.x) < 0.7 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
    target.X_WF.R = spatial::rotation_about(about * (1 / norm(about)), std::atan2(norm(cross(axis, along)), dot(axis, along)));
    return true;
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
      else if (word->text.find(':') != std::string::npos) question.label = words_of(word->text);
      else if (word->text != "all")
        problem(*word, key_ + ".branches", "say \"all\", \"nearest\", \"numeric\", or words of a label: \"A1:up A2:down\"");
    }
    if (const Said* ranges = value.find("range")) read_ranges(*ranges, question);
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

  static std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
      if (c != ' ') words.back() += c;
      else if (!words.back().empty()) words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
  }

  void read_ranges(const Said& said, KinematicsQuestion& question) {
    if (!said.is(Kind::object)) return problem(said, key_ + ".range", "an object is expected", R"(for example {"P1": [0, 0.5]})");
    const std::vector<CoordinateRange> known = coordinates_with_ranges(model_);
    std::vector<std::string> names;
    for (const CoordinateRange& one : known) names.push_back(one.name);
    for (std::size_t i = 0; i < said.names.size(); ++i) {
      const std::string path = key_ + ".range." + said.names[i];
      const Said& value = said.items[i];
      const auto found = std::find(names.begin(), names.end(), said.names[i]);
      if (found == names.end()) {
        problem(value, path, fmt::format("no coordinate '{}'{}", said.names[i], or_meant(said.names[i], names)),
                "those of revolute, prismatic, cylindrical and universal joints have ranges");
        continue;
      }
      CoordinateRange range = known[static_cast<std::size_t>(found - names.begin())];
      if (!value.is(Kind::list) || value.items.size() != 2) {
        problem(value, path, "a list of two numbers is expected, the least and the largest", "null stands for none");
        continue;
      }
      const auto bound = [&](std::size_t k, double none) {
        const Said& one = value.items[k];
        if (one.is(Kind::nothing)) return none;
        return number_said(one, path, range.angle ? dimension::angle : dimension::length, problems_).value_or(none);
      };
      range.min = bound(0, -std::numeric_limits<double>::infinity());
      range.max = bound(1, std::numeric_limits<double>::infinity());
      if (range.min > range.max) problem(value, path, fmt::format("the least value, {}, is above the largest, {}", range.min, range.max));
      question.ranges.push_back(std::move(range));
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
  branches.ranges = ranges_of_stops(model);
  branches.ranges.insert(branches.ranges.end(), question.ranges.begin(), question.ranges.end());
  branches.label = question.label;
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
    VecX& q = answer.q.emplace_back(users.coordinates(ws));
    for (const UserJoint& u : users.joints()) {  // a branch has no history: its angles are the ones nearest to where it was asked from
      if (u.turn_count.part < 0) continue;
      const int i = u.q_begin + u.turn_count.part;
      q[i] = q_near[i] - apart(users, i, q_near[i], q[i]);
    }
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
    text += separator + (limit.gap > 0 ? fmt::format("'{}' misses by {:.6g} {} ({})", limit.where, limit.gap, limit.angle ? "rad" : "m", limit.why)
                                       : fmt::format("'{}' {}", limit.where, limit.why));
    separator = ", ";
  }
  return text;
}

std::string KinematicsAnswer::evidence() const {
  if (branches.n_complex > 0) return fmt::format("the real ones of {} zeros of three quadrics in the complex", branches.n_complex);
  if (branches.complete && branches.legs.empty()) return "nothing is left to solve";
  if (branches.complete) return "product of the closed-form solutions of all legs";
  if (branches.closed_form) return "more combinations of legs than are looked at";
  if (branches.starts == 1) return "only the one nearest to the given state was sought";
  return fmt::format("{} starts, the last {} of them found nothing new", branches.starts, branches.quiet);
}

}  // namespace zanjir
