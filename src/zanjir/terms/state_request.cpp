// A state as users write it: names looked up, numbers checked for their dimension, nothing computed.
#include "zanjir/terms/state_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {
namespace {

using Kind = Said::Kind;

// The four keys that hold one number per coordinate or speed share one reader: names, sizes and repeats are treated alike.
struct Vector {
  enum class Of : std::uint8_t { coordinate, speed, acceleration, force };
  const char* key;
  Of of;
  std::vector<StateRequest::Number>& out;
  bool is_q() const { return of == Of::coordinate; }
  const char* noun() const { return is_q() ? "coordinate" : "speed"; }
};

class RequestReader {
 public:
  RequestReader(const Model& model, const UserJoints& users, const StateNames& names, std::vector<SaidProblem>& problems)
      : model_(model), users_(users), names_(names), problems_(problems) {}

  StateRequest read(const Said& object) {
    StateRequest request;
    if (!object.is(Kind::object)) {
      error(object, "", "a state is an object, here is " + kind_name(object), R"(for example {"t": 0, "q": {...}, "v": {...}})");
      return request;
    }
    static const std::vector<std::string> known = {"t", "q", "v", "vdot", "tau", "want", "contacts", "frames", "ik", "fk", "inputs"};
    for (std::size_t i = 0; i < object.names.size() && !enough(); ++i) {
      const std::string& key = object.names[i];
      if (std::find(known.begin(), known.end(), key) == known.end())
        error(object.items[i], key, "no such key in a state" + or_meant(key, known),
              "the keys are t, q, v, vdot, tau, want, contacts, frames, ik, fk, inputs");
    }
    if (const Said* t = object.find("t")) request.t_s = number(*t, "t", dimension::time);
    using Of = Vector::Of;
    for (Vector vector : {Vector{"q", Of::coordinate, request.q}, Vector{"v", Of::speed, request.v}, Vector{"vdot", Of::acceleration, request.vdot},
                          Vector{"tau", Of::force, request.tau}}) {
      if (const Said* entries = object.find(vector.key)) read_entries(*entries, vector);
    }
    if (const Said* want = object.find("want")) read_want(*want, request);
    if (const Said* contacts = object.find("contacts")) read_contacts(*contacts, request);
    if (const Said* frames = object.find("frames")) read_frames(*frames, request);
    if (const Said* ik = object.find("ik")) request.ik = read_ik(model_, *ik, problems_);
    if (const Said* fk = object.find("fk")) request.fk = read_fk(model_, *fk, problems_);
    if (const Said* inputs = object.find("inputs")) read_inputs(*inputs, request);
    return request;
  }

 private:
  bool enough() const { return problems_.size() >= 1000; }  // as of any file: nobody reads more
  // Speeds by name, of any joints.
  void read_inputs(const Said& inputs, StateRequest& request) {
    if (!inputs.is(Kind::list))
      return error(inputs, "inputs", "a list of speeds is expected, here is " + kind_name(inputs), R"(for example ["A1", "A2"])");
    const std::vector<std::string>& names = users_.speed_names();
    for (const Said& one : inputs.items) {
      if (enough()) return;
      const auto it = std::find(names.begin(), names.end(), one.text);
      if (it == names.end()) error(one, "inputs", "no speed '" + one.text + "'" + or_meant(one.text, names), "`zanjir info` lists them");
      else request.inputs.push_back(static_cast<int>(it - names.begin()));
    }
  }

  void read_entries(const Said& entries, Vector& vector) {
    if (!entries.is(Kind::object)) {
      error(entries, vector.key, fmt::format("an object of {} names and values is expected, here is {}", vector.noun(), kind_name(entries)),
            fmt::format(R"(for example {{"{}": {{"{}": 0}}}})", vector.key, names_of(vector).empty() ? "A" : names_of(vector)[0]));
      return;
    }
    for (std::size_t i = 0; i < entries.names.size() && !enough(); ++i)
      read_entry(std::string(vector.key) + "." + entries.names[i], entries.names[i], entries.items[i], vector);
  }

  // `name`: a coordinate or speed, a joint, or joint.quat
  void read_entry(const std::string& path, const std::string& name, const Said& value, Vector& vector) {
    const std::vector<std::string>& names = names_of(vector);
    if (const auto it = std::find(names.begin(), names.end(), name); it != names.end() && !value.is(Kind::object) && !value.is(Kind::list))
      return set(vector, static_cast<int>(it - names.begin()), value, path, path);
    for (const Joint& joint : names_.joints()) {
      if (name == joint.name) return read_joint(path, joint, value, vector);
      if (vector.is_q() && has_quaternion(joint) && name == joint.name + ".quat") return read_quaternion(path, joint, value, vector);
    }
    error(value, path, fmt::format("no {} '{}'{}", vector.noun(), name, or_meant(name, names_for(vector))),
          fmt::format("`zanjir info` lists the {}s", vector.noun()));
  }

  void read_joint(const std::string& path, const Joint& joint, const Said& value, Vector& vector) {
    const int begin = vector.is_q() ? joint.q_begin : joint.v_begin, n = vector.is_q() ? joint.nq : joint.nv;
    if (n == 0) {
      error(value, path, fmt::format("joint '{}' is a weld and has no {}", joint.name, vector.noun()));
    } else if (value.is(Kind::list)) {
      if (static_cast<int>(value.items.size()) != n) {
        error(value, path,
              fmt::format("{} number{} expected ({}), here {} {}", n, n == 1 ? "" : "s", part_list(joint, vector),
                          value.items.size() == 1 ? "is" : "are", value.items.size()));
        return;
      }
      for (int i = 0; i < n; ++i) {
        const int entry = stored_part(joint, i);
        set(vector, begin + entry, value.items[at(i)], fmt::format("{}[{}]", path, i), path);
      }
    } else if (value.is(Kind::object)) {
      for (std::size_t k = 0; k < value.names.size() && !enough(); ++k) {
        const std::string& part = value.names[k];
        const Said& part_value = value.items[k];
        const std::string part_path = path + "." + part;
        if (vector.is_q() && has_quaternion(joint) && part == "quat") {
          read_quaternion(part_path, joint, part_value, vector);
          continue;
        }
        int found = -1;
        std::vector<std::string> parts;
        for (int i = begin; i < begin + n; ++i) {
          parts.emplace_back(part_of(joint, names_of(vector)[at(i)]));
          if (parts.back() == part && !part.empty()) found = i;
        }
        if (found < 0) {
          error(part_value, part_path,
                n == 1 ? fmt::format("joint '{}' has one {} and no parts", joint.name, vector.noun())
                       : fmt::format("joint '{}' has no part '{}'{}", joint.name, part, or_meant(part, parts)),
                n == 1 ? "give a number" : "its parts are " + part_list(joint, vector));
        } else {
          set(vector, found, part_value, part_path, part_path);
        }
      }
    } else if (n == 1) {
      set(vector, begin, value, path, path);
    } else {
      error(value, path, fmt::format("joint '{}' has {} {}s, one value is not enough", joint.name, n, vector.noun()),
            fmt::format("give [{0}] or name the parts", part_list(joint, vector)));
    }
  }

  void read_quaternion(const std::string& path, const Joint& joint, const Said& value, Vector& vector) {
    if (!value.is(Kind::list) || value.items.size() != 4) {
      error(value, path,
            value.is(Kind::list) ? fmt::format("a quaternion has 4 numbers, here are {}", value.items.size())
                                 : "a quaternion is a list of 4 numbers, here is " + kind_name(value),
            "[w, x, y, z], scalar first");
      return;
    }
    for (int i = 0; i < 4; ++i) {
      set(vector, quaternion_begin(joint) + i, value.items[at(i)], fmt::format("{}[{}]", path, i), path);
    }
  }

  void read_want(const Said& value, StateRequest& request) {
    request.want.resize(at(model_.nv()));
    const auto read_one = [&](const Said& word, const std::string& path) -> std::optional<Want> {
      if (word.text == "vdot") return Want::vdot;
      if (word.text == "tau") return Want::tau;
      error(word, path, "say \"vdot\" or \"tau\", here is " + (word.is(Kind::text) ? "\"" + word.text + "\"" : kind_name(word)));
      return std::nullopt;
    };
    if (!value.is(Kind::object)) {
      const auto want = read_one(value, "want");
      for (int i = 0; i < model_.nv(); ++i) {
        if (model_.roles()[at(i)] != Role::prescribed) request.want[at(i)] = want;
      }
      return;
    }
    std::vector<std::string> said(at(model_.nv()));
    for (std::size_t k = 0; k < value.names.size(); ++k) {
      const std::string &name = value.names[k], path = "want." + name;
      const Said& word = value.items[k];
      std::vector<int> speeds;
      for (int i = 0; i < model_.nv(); ++i) {
        if (model_.speed_names()[at(i)] == name || model_.joint(model_.speed(i).joint).name == name) speeds.push_back(i);
      }
      if (speeds.empty()) {
        unknown_want(word, name, path);
        continue;
      }
      const auto want = read_one(word, path);
      for (const int i : speeds) {
        if (!said[at(i)].empty()) error(word, path, fmt::format("'{}' is given twice, here and as {}", model_.speed_names()[at(i)], said[at(i)]));
        if (want == Want::vdot && model_.roles()[at(i)] == Role::prescribed)
          error(word, path, fmt::format("the motion of '{}' is prescribed, so its vdot is not an unknown", model_.speed_names()[at(i)]),
                "its tau is wanted");
        said[at(i)] = path;
        request.want[at(i)] = want;
      }
    }
  }

  void unknown_want(const Said& word, const std::string& name, const std::string& path) {
    const auto is_cut = [&](const UserJoint& u) { return u.tree < 0 && (name == u.joint.name || name.starts_with(u.joint.name + ".")); };
    if (std::any_of(users_.joints().begin(), users_.joints().end(), is_cut))
      return error(word, path, "this joint closes a loop and is cut: its motion follows from the others, its tau is given or zero",
                   "say what is wanted for the joints of the tree");
    std::vector<StateRequest::Number> unused;
    error(word, path, fmt::format("no speed '{}'{}", name, or_meant(name, names_for({"want", Vector::Of::speed, unused}))),
          "`zanjir info` lists the speeds");
  }

  // Compliant contacts that touch, with the speed at which they touched down.
  void read_contacts(const Said& contacts, StateRequest& request) {
    if (!contacts.is(Kind::object))
      return error(contacts, "contacts", "must be an object of contacts and touch-down speeds, here is " + kind_name(contacts),
                   R"(for example {"floor.ball": 1.2})");
    std::vector<std::string> known;
    for (const Contact& c : model_.contacts())
      if (c.compliant && !c.holds()) known.push_back(c.name);
    request.contacts.emplace(model_.contacts().size());
    for (std::size_t i = 0; i < contacts.names.size(); ++i) {
      const std::string& name = contacts.names[i];
      const Said& value = contacts.items[i];
      const auto found =
          std::find_if(model_.contacts().begin(), model_.contacts().end(), [&](const Contact& c) { return c.compliant && c.name == name; });
      if (found == model_.contacts().end()) {
        error(value, "contacts." + name, "no compliant contact of this name" + or_meant(name, known));
        continue;
      }
      if (found->holds()) {
        error(value, "contacts." + name, "this contact holds: whether it does, and by which force, follows from the motion",
              "a run decides it at its start");
        continue;
      }
      const auto speed = number(value, "contacts." + name, dimension::speed);
      if (speed && *speed < 0) error(value, "contacts." + name, "a touch-down speed is not negative");
      else if (speed) (*request.contacts)[static_cast<std::size_t>(found - model_.contacts().begin())] = {ContactPhase::touching, *speed};
    }
  }

  // -- frames that are led --------------------------------------------------------------------------------------------------------------
  void read_frames(const Said& frames, StateRequest& request) {
    if (!frames.is(Kind::object))
      return error(frames, "frames", "an object of frames and their motion is expected, here is " + kind_name(frames),
                   R"(for example {"platform": {"p": [0, 0, 1]}})");
    for (std::size_t i = 0; i < frames.names.size(); ++i) read_frame(frames.names[i], frames.items[i], request);
  }

  void read_frame(const std::string& name, const Said& value, StateRequest& request) {
    const std::string path = "frames." + name;
    LedFrame m;
    m.path = path;
    m.at = value.at;
    const auto frame = find_moving_frame(model_, name, value, path, problems_);
    if (!frame) return;
    m.frame = *frame;
    if (!value.is(Kind::object))
      return error(value, path, "the motion of a frame is an object, here is " + kind_name(value),
                   R"(for example {"p": [0, 0, 1], "quat": [1, 0, 0, 0]})");
    check_keys_said(
        value, path,
        {"p", "v", "a", "x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az", "quat", "w", "alpha", "axis", "along", "along_rate", "along_acceleration"},
        problems_);
    read_point(value, path, m);
    read_turn(value, path, m);
    const auto says = [&](std::initializer_list<const char*> keys) {
      return std::any_of(keys.begin(), keys.end(), [&](const char* key) { return value.find(key) != nullptr; });
    };
    m.accelerations = says({"a", "ax", "ay", "az", "alpha", "along_acceleration"});
    m.rates = m.accelerations || says({"v", "vx", "vy", "vz", "w", "along_rate"});
    if (m.n_rows() == 0)
      error(value, path, "nothing is said about where the frame shall be", "give `p`, some of `x`, `y`, `z`, `quat`, or `axis` and `along`");
    request.frames.push_back(std::move(m));
  }

  void read_point(const Said& value, const std::string& path, LedFrame& m) {
    const auto whole = [&](const char* key, Dimension d, Vec3d& out) {
      const Said* said = value.find(key);
      if (said) vector(*said, path + "." + key, d, out);
      return said != nullptr;
    };
    if (whole("p", dimension::length, m.p)) m.led = {true, true, true};
    const bool v = whole("v", dimension::speed, m.v), a = whole("a", dimension::acceleration, m.a);
    static constexpr const char* names[3][3] = {{"x", "y", "z"}, {"vx", "vy", "vz"}, {"ax", "ay", "az"}};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto part = [&](const char* key, Dimension d, Vec3d& out) {
        const Said* said = value.find(key);
        if (!said) return false;
        if (const auto x = number(*said, path + "." + key, d)) (k == 0 ? out.x : k == 1 ? out.y : out.z) = *x;
        return true;
      };
      if (part(names[0][k], dimension::length, m.p)) {
        if (value.find("p")) error(value, path, fmt::format("`p` and `{}` say the same", names[0][k]), "keep one of them");
        m.led[k] = true;
      }
      const bool rate = part(names[1][k], dimension::speed, m.v), acceleration = part(names[2][k], dimension::acceleration, m.a);
      if ((rate || acceleration) && !m.led[k])
        error(value, path, fmt::format("the rate of {} is given, its place is not", names[0][k]), fmt::format("give `{}` too", names[0][k]));
    }
    if ((v || a) && !(m.led[0] && m.led[1] && m.led[2])) error(value, path, "the velocity of the frame is given, its place is not", "give `p` too");
  }

  void read_turn(const Said& value, const std::string& path, LedFrame& m) {
    if (const Said* quat = value.find("quat")) {
      if (const auto R = orientation_said(*quat, path + ".quat", problems_)) m.R = *R, m.turn = LedFrame::Turn::whole;
    }
    for (const auto& [key, d, out] :
         {std::tuple{"w", dimension::angular_speed, &m.w}, std::tuple{"alpha", dimension::angular_acceleration, &m.alpha}}) {
      const Said* said = value.find(key);
      if (!said) continue;
      vector(*said, path + "." + key, d, *out);
      if (!value.find("quat")) error(*said, path + "." + key, "the rate of the orientation is given, the orientation is not", "give `quat` too");
    }
    const Said *axis = value.find("axis"), *along = value.find("along");
    if (!axis && !along) return;
    if (!axis || !along || value.find("quat"))
      return error(value, path, "an axis of the frame and the direction that it keeps belong together, and replace `quat`",
                   R"(for example {"axis": [0, 0, 1], "along": [0, 0.6, 0.8]})");
    m.turn = LedFrame::Turn::axis;
    vector(*axis, path + ".axis", dimension::number, m.axis);
    vector(*along, path + ".along", dimension::number, m.along);
    if (const Said* rate = value.find("along_rate")) vector(*rate, path + ".along_rate", dimension::frequency, m.along_rate);
    if (const Said* rate = value.find("along_acceleration")) vector(*rate, path + ".along_acceleration", Dimension{0, 0, -2}, m.along_acceleration);
    if (!(norm(m.axis) > 0) || !(norm(m.along) > 0)) return error(value, path, "a direction has zero length");
    m.axis = m.axis * (1 / norm(m.axis));
    // along = l d with |d| = 1; across d:  along' = l d',  along'' = l d'' + 2 l' d'
    const double l = norm(m.along);
    const Vec3d d = m.along * (1 / l);
    const double l_rate = dot(d, m.along_rate);
    const Vec3d d_rate = (m.along_rate - d * l_rate) * (1 / l);
    m.along_acceleration = (m.along_acceleration - d * dot(d, m.along_acceleration) - d_rate * (2 * l_rate)) * (1 / l) - d * dot(d_rate, d_rate);
    m.along_rate = d_rate;
    m.along = d;
  }

  // -- values ---------------------------------------------------------------------------------------------------------------------------
  void vector(const Said& value, const std::string& path, Dimension wanted, Vec3d& out) {
    if (!value.is(Kind::list) || value.items.size() != 3) return error(value, path, "three numbers are expected, here is " + kind_name(value));
    double* parts[3] = {&out.x, &out.y, &out.z};
    for (std::size_t i = 0; i < 3; ++i) {
      if (const auto x = number(value.items[i], fmt::format("{}[{}]", path, i), wanted)) *parts[i] = *x;
    }
  }

  // `path`: of the number itself; `as`: the name it was given through.
  void set(Vector& vector, int entry, const Said& value, const std::string& path, const std::string& as) {
    const auto x = number(value, path, dimension_of(vector, entry));
    if (!x) return;
    const auto before = std::find_if(vector.out.begin(), vector.out.end(), [&](const StateRequest::Number& n) { return n.entry == entry; });
    if (before != vector.out.end())
      return error(value, as, fmt::format("'{}' is given twice, here and as {}", names_of(vector)[at(entry)], before->path), "keep one of them");
    vector.out.push_back({entry, *x, as, value.at});
  }

  Dimension dimension_of(const Vector& vector, int entry) const {
    if (vector.is_q()) return names_.coordinate_dimension(entry);
    const bool turns = names_.turns(entry);
    switch (vector.of) {
      case Vector::Of::speed: return turns ? dimension::angular_speed : dimension::speed;
      case Vector::Of::acceleration: return turns ? dimension::angular_acceleration : dimension::acceleration;
      default: return turns ? dimension::moment : dimension::force;
    }
  }

  std::optional<double> number(const Said& value, const std::string& path, Dimension wanted) { return number_said(value, path, wanted, problems_); }

  const std::vector<std::string>& names_of(const Vector& vector) const { return vector.is_q() ? names_.coordinates() : names_.speeds(); }

  std::vector<std::string> names_for(const Vector& vector) const {
    std::vector<std::string> names = names_of(vector);
    for (const Joint& joint : names_.joints()) {
      if ((vector.is_q() ? joint.nq : joint.nv) > 1) names.push_back(joint.name);
      if (vector.is_q() && has_quaternion(joint)) names.push_back(joint.name + ".quat");
    }
    return names;
  }

  std::string part_list(const Joint& joint, const Vector& vector) const {
    const int begin = vector.is_q() ? joint.q_begin : joint.v_begin, n = vector.is_q() ? joint.nq : joint.nv;
    std::string text;
    for (int i = begin; i < begin + n; ++i) {
      const std::string_view part = part_of(joint, names_of(vector)[at(i)]);
      text += (text.empty() ? "" : ", ") + std::string(part.empty() ? std::string_view(joint.name) : part);
    }
    return text;
  }

  void error(const Said& where, std::string path, std::string message, std::string hint = {}) {
    problems_.push_back({where.at, std::move(path), std::move(message), std::move(hint)});
  }

  const Model& model_;
  const UserJoints& users_;
  const StateNames& names_;
  std::vector<SaidProblem>& problems_;
};

}  // namespace

StateRequest read_request(const Model& model, const UserJoints& users, const StateNames& names, const Said& said,
                          std::vector<SaidProblem>& problems) {
  return RequestReader(model, users, names, problems).read(said);
}

}  // namespace zanjir
