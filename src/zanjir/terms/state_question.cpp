#include "zanjir/terms/state_question.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "zanjir/terms/loop_state.hpp"
#include "zanjir/terms/coordinate_units.hpp"

namespace zanjir {
namespace {

using Json = nlohmann::ordered_json;

constexpr double quaternion_norm_tolerance = 1e-6;  // design: read if its norm is within 1e-6 of one, then normalised
// A prescribed value repeated by the user counts as equal when it could be the printed law: rounding of a formula of some ten operations.
constexpr double law_tolerance = 1e-9;

// The five keys that hold one number per coordinate or speed share one reader: names, sizes and repeats are treated alike.
struct Vector {
  const char* key;
  const char* noun;  // what an entry is called in messages
  std::span<const std::string> names;
  VecX& values;
  std::vector<std::string> given_as;  // per entry: the name it was given through, "" when not given
  bool is_q;
};

class StateQuestionReader {
 public:
  StateQuestionReader(const Model& model, std::string source, std::uint32_t line) : model_(model), users_(model), source_(std::move(source)), line_(line) {
    coordinate_names_.assign(model.coordinate_names().begin(), model.coordinate_names().end());
    speed_names_.assign(model.speed_names().begin(), model.speed_names().end());
    for (const UserJoint& u : users_.joints()) {
      named_joints_.push_back(u.own_terms ? u.joint : model.joints()[at(u.tree)]);
      if (!u.own_terms) continue;
      named_joints_.back().q_begin = static_cast<int>(coordinate_names_.size());
      named_joints_.back().v_begin = static_cast<int>(speed_names_.size());
      for (int i = 0; i < u.joint.nq; ++i) coordinate_names_.push_back(users_.coordinate_names()[at(u.q_begin + i)]);
      for (int i = 0; i < u.joint.nv; ++i) speed_names_.push_back(users_.speed_names()[at(u.v_begin + i)]);
    }
  }

  Result<StateQuestion> read(std::string_view text, const State* start) {
    Json document;
    if (!parse(text, document)) return {std::nullopt, std::move(diagnostics_)};
    if (!document.is_object()) {
      error("", "a state is a JSON object, here is " + kind(document), R"(for example {"t": 0, "q": {...}, "v": {...}})");
      return {std::nullopt, std::move(diagnostics_)};
    }
    StateQuestion question = initial_question(model_);
    if (start) question.state = *start;
    from_file_ = start == nullptr;
    read_object(document, question);
    if (!diagnostics_.empty()) return {std::nullopt, std::move(diagnostics_)};
    return {std::move(question), {}};
  }

 private:
  bool parse(std::string_view text, Json& document) {
    // The library keeps the last of two equal keys without a word; here a name given twice is an error.
    std::vector<std::set<std::string>> keys;
    std::string repeated;
    const auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
      if (event == Json::parse_event_t::object_start) keys.emplace_back();
      if (event == Json::parse_event_t::object_end) keys.pop_back();
      if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second && repeated.empty())
        repeated = parsed.get<std::string>();
      return true;
    };
    try {
      document = Json::parse(text, watch);
    } catch (const Json::parse_error& e) {
      std::string what = e.what();
      if (const auto at = what.find("syntax error"); at != std::string::npos) what = what.substr(at);
      const bool not_a_number = text.find("NaN") != std::string_view::npos || text.find("Infinity") != std::string_view::npos;
      const std::size_t upto = std::min<std::size_t>(e.byte == 0 ? 0 : e.byte - 1, text.size());
      const auto newlines = static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(upto), '\n'));
      const auto line_start = text.rfind('\n', upto == 0 ? 0 : upto - 1);
      const auto column = static_cast<std::uint32_t>(newlines == 0 ? e.byte : upto - line_start);
      diagnostics_.push_back({Severity::error, source_, std::max(line_, 1u) + newlines, column, "", "not valid JSON: " + what,
                              not_a_number ? "JSON has no NaN or Infinity, and a state must be finite" : ""});
      return false;
    } catch (const Json::exception& e) {  // a number beyond double
      std::string what = e.what();
      if (const auto at = what.find("] "); at != std::string::npos) what = what.substr(at + 2);
      error("", "not a usable JSON text: " + what, "numbers must fit a double");
      return false;
    }
    if (!repeated.empty()) error(repeated, "given twice in the same object");
    return repeated.empty();
  }

  void read_object(const Json& document, StateQuestion& question) {
    static const std::vector<std::string> known = {"t", "q", "v", "vdot", "tau", "want", "contacts", "ik", "fk"};
    for (const auto& [key, value] : document.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        error(key, "no such key in a state" + did_you_mean(key, known), "the keys are t, q, v, vdot, tau, want, contacts, ik, fk");
    }
    if (document.contains("t")) {
      if (const auto t = number(document["t"], "t")) question.state.t_s = *t;
    }
    // Tree entries, then those of joints that are given in their own terms.
    VecX q = own_start(question.state.q, question.state.v, true), v = own_start(question.state.q, question.state.v, false), vdot = extended(question.vdot), tau = extended(question.tau);
    const auto read_vector = [&](Vector vector) {
      vector.given_as.assign(vector.names.size(), "");
      if (document.contains(vector.key)) read_entries(document[vector.key], vector);
      return vector.given_as;
    };
    const auto q_given = read_vector({"q", "coordinate", coordinate_names_, q, {}, true});
    const auto v_given = read_vector({"v", "speed", speed_names_, v, {}, false});
    const auto vdot_given = read_vector({"vdot", "speed", speed_names_, vdot, {}, false});
    const auto tau_given = read_vector({"tau", "speed", speed_names_, tau, {}, false});
    if (document.contains("want")) read_want(document["want"], question);
    if (document.contains("contacts")) read_contacts(document["contacts"], question.state);
    std::vector<NamedProblem> problems;
    if (document.contains("ik")) question.ik = read_ik(model_, document["ik"].dump(), problems);
    if (document.contains("fk")) question.fk = read_fk(model_, document["fk"].dump(), problems);
    for (NamedProblem& p : problems) error(std::move(p.path), std::move(p.message), std::move(p.hint));
    if (!diagnostics_.empty()) return;
    check_quaternions(q_given, q);
    question.state.q = q.head(model_.nq());
    question.state.v = v.head(model_.nv());
    question.vdot = vdot.head(model_.nv());
    question.tau = tau.head(model_.nv());
    apply_laws(q_given, v_given, vdot_given, tau_given, question);
    for (int i = 0; i < model_.nv(); ++i) {
      question.vdot_given[at(i)] = !vdot_given[at(i)].empty();
      question.tau_given[at(i)] = !tau_given[at(i)].empty();
    }
    if (diagnostics_.empty()) apply_own_terms({q, q_given}, {v, v_given}, {vdot, vdot_given}, {tau, tau_given}, question);
  }

  // Compliant contacts that touch, with the speed at which they touched down.
  void read_contacts(const Json& contacts, State& state) {
    if (!contacts.is_object()) return error("contacts", "must be an object of contacts and touch-down speeds, here is " + kind(contacts), R"(for example {"floor.ball": 1.2})");
    std::vector<std::string> known;
    for (const Contact& c : model_.contacts()) if (c.compliant) known.push_back(c.name);
    state.contact.assign(model_.contacts().size(), {});
    for (const auto& [name, value] : contacts.items()) {
      const auto found = std::find_if(model_.contacts().begin(), model_.contacts().end(), [&, &name = name](const Contact& c) { return c.compliant && c.name == name; });
      if (found == model_.contacts().end()) {
        error("contacts." + name, "no compliant contact of this name" + did_you_mean(name, known));
        continue;
      }
      const auto speed = number(value, "contacts." + name);
      if (speed && *speed < 0) error("contacts." + name, "a touch-down speed is not negative");
      else if (speed) state.contact[static_cast<std::size_t>(found - model_.contacts().begin())] = {ContactPhase::touching, *speed};
    }
  }

  // -- joints in their own terms, and loops ------------------------------------------------------------------------------------------
  struct Read {
    const VecX& value;
    const std::vector<std::string>& given;
  };

  VecX extended(const VecX& tree) const {
    VecX x = VecX::Zero(static_cast<Eigen::Index>(speed_names_.size()));
    x.head(tree.size()) = tree;
    return x;
  }
  // What is not said about a swapped joint comes from the initial state; a cut joint has no start of its own.
  VecX own_start(const VecX& q_tree, const VecX& v_tree, bool positions) const {
    VecX x = VecX::Zero(static_cast<Eigen::Index>(positions ? coordinate_names_.size() : speed_names_.size()));
    x.head(positions ? model_.nq() : model_.nv()) = positions ? q_tree : v_tree;
    for (std::size_t j = 0; j < named_joints_.size(); ++j) {
      const UserJoint& u = users_.joints()[j];
      if (!u.own_terms || u.tree < 0) continue;
      const Joint& joint = model_.joints()[at(u.tree)];
      if (positions) user_coordinates(joint, q_tree.data() + joint.q_begin, x.data() + named_joints_[j].q_begin);
      else user_speeds(joint, q_tree.data() + joint.q_begin, v_tree.data() + joint.v_begin, x.data() + named_joints_[j].v_begin);
    }
    return x;
  }

  void apply_own_terms(const Read& q, const Read& v, const Read& vdot, const Read& tau, StateQuestion& question) {
    const auto any = [](const Read& r, int begin, int n) {
      for (int i = begin; i < begin + n; ++i) {
        if (!r.given[at(i)].empty()) return true;
      }
      return false;
    };
    const bool has_loops = model_.n_closure_rows() > 0;
    for (const Joint& named : named_joints_) {
      if (any(q, named.q_begin, named.nq)) question.q_given.push_back(named.name);
    }
    LoopGiven positions, speeds, accelerations;
    for (LoopGiven* given : {&positions, &speeds, &accelerations}) given->held.assign(at(model_.nv()), false);
    question.tau_cut = VecX::Zero(model_.n_cut_v());
    for (std::size_t j = 0; j < named_joints_.size(); ++j) {
      const UserJoint& u = users_.joints()[j];
      const Joint& named = named_joints_[j];
      const auto take = [&](const Read& r, int begin, int n, int first_entry, LoopGiven& out) {
        for (int i = 0; i < n; ++i) {
          if (r.given[at(begin + i)].empty()) continue;
          out.entries.push_back(first_entry + i);
          out.values.push_back(r.value[begin + i]);
          out.paths.push_back(r.given[at(begin + i)]);
        }
      };
      if (u.tree >= 0) {
        const Joint& joint = model_.joints()[at(u.tree)];
        const bool as_rows = has_loops && joint.type == JointType::planar;  // scalar parts may be given one by one
        const bool own_q = u.own_terms && !as_rows && any(q, named.q_begin, named.nq), own_vdot = u.own_terms && any(vdot, named.v_begin, named.nv);
        if (own_q) tree_coordinates(joint, q.value.data() + named.q_begin, question.state.q.data() + joint.q_begin);
        if (u.own_terms) {
          if (as_rows) take(q, named.q_begin, named.nq, u.q_begin, positions);
          take(v, named.v_begin, named.nv, u.v_begin, speeds);
          take(vdot, named.v_begin, named.nv, u.v_begin, accelerations);
          const auto twice = [&](const char* key, const Read& r, int tree_begin, int own_begin, int n) {
            if (any(r, tree_begin, n) && any(r, own_begin, n)) error(fmt::format("{}.{}", key, joint.name), "given twice, as it is written and as the opposite motion", "keep one of them");
          };
          twice("q", q, joint.q_begin, named.q_begin, joint.nq);
          twice("v", v, joint.v_begin, named.v_begin, joint.nv);
          twice("vdot", vdot, joint.v_begin, named.v_begin, joint.nv);
        }
        for (int i = joint.v_begin; own_vdot && i < joint.v_begin + joint.nv; ++i) question.vdot_given[at(i)] = true;
        const bool turns = has_quaternion(joint);
        for (int i = 0; i < joint.nv; ++i) {
          const bool said = joint.type == JointType::free ? any(q, joint.q_begin + (i < 3 ? 3 : 0), i < 3 ? 4 : 3) : turns ? any(q, joint.q_begin, 4) : any(q, joint.q_begin + i, 1);
          positions.held[at(joint.v_begin + i)] = said || own_q;
          speeds.held[at(joint.v_begin + i)] = any(v, joint.v_begin + i, 1);
          accelerations.held[at(joint.v_begin + i)] = any(vdot, joint.v_begin + i, 1);
        }
        for (int i = joint.nv; i < joint.nv + u.n_modes; ++i) {
          positions.held[at(joint.v_begin + i)] = any(q, joint.q_begin + joint.nq + i - joint.nv, 1);
          speeds.held[at(joint.v_begin + i)] = any(v, joint.v_begin + i, 1);
          accelerations.held[at(joint.v_begin + i)] = any(vdot, joint.v_begin + i, 1);
        }
        continue;
      }
      take(q, named.q_begin, named.nq, u.q_begin, positions);
      take(v, named.v_begin, named.nv, u.v_begin, speeds);
      take(vdot, named.v_begin, named.nv, u.v_begin, accelerations);
      for (int i = named.v_begin; i < named.v_begin + named.nv; ++i) {
        if (question.cut_vdot_given.empty()) question.cut_vdot_given = vdot.given[at(i)];
      }
      question.tau_cut.segment(u.joint.v_begin, u.joint.nv) = tau.value.segment(named.v_begin, named.nv);
    }
    if (!diagnostics_.empty()) return;
    const auto refuse = [&](const std::vector<Contradiction>& problems) {
      for (const Contradiction& p : problems) error(p.path, p.message, p.hint);
      return !problems.empty();
    };
    const bool nothing_said = question.q_given.empty() && from_file_;
    if (refuse(nothing_said ? complete_initial_positions(model_, users_, question.state) : complete_positions(model_, users_, positions, question.state))) return;
    const bool own_speeds = nothing_said && !says_anything(speeds) && closed_as_given(question.state.q);  // those of the file
    if (own_speeds) speeds = initial_speeds(model_, users_);
    std::vector<Contradiction> wrong_speeds = complete_velocities(model_, users_, speeds, question.state);
    for (Contradiction& p : wrong_speeds) if (own_speeds) p.path = "initial.v";
    if (refuse(wrong_speeds)) return;
    if (refuse(complete_accelerations(model_, users_, accelerations, question.state, question.vdot))) return;
    for (std::size_t j = 0; j < named_joints_.size(); ++j) {  // forces last: what they are on the tree's speeds depends on the closed positions
      const UserJoint& u = users_.joints()[j];
      if (u.tree < 0 || !u.own_terms || !any(tau, named_joints_[j].v_begin, u.joint.nv)) continue;
      const Joint& joint = model_.joints()[at(u.tree)];
      MatX T(joint.nv, joint.nv);  // tau_tree . v_tree = tau_user . v_user
      for (int k = 0; k < joint.nv; ++k) {
        const VecX unit = VecX::Unit(joint.nv, k);
        user_speeds(joint, question.state.q.data() + joint.q_begin, unit.data(), T.col(k).data());
        question.tau_given[at(joint.v_begin + k)] = true;
      }
      question.tau.segment(joint.v_begin, joint.nv) += T.transpose() * tau.value.segment(named_joints_[j].v_begin, joint.nv);
    }
  }

  // Whether the file's initial coordinates closed the loops as they are; where they were a guess, so are its speeds.
  bool closed_as_given(const VecX& q) const {
    const VecX moved = difference(model_, model_.initial_q(), q).cwiseQuotient(model_.column_scale());
    for (int i = 0; i < model_.nv(); ++i) {
      if (model_.initial_q_given()[at(i)] && std::abs(moved[i]) > typed_tolerance) return false;
    }
    return true;
  }

  void read_entries(const Json& entries, Vector& vector) {
    if (!entries.is_object()) {
      error(vector.key, fmt::format("an object of {} names and values is expected, here is {}", vector.noun, kind(entries)),
            fmt::format(R"(for example {{"{}": {{"{}": 0}}}})", vector.key, vector.names.empty() ? "A" : vector.names[0]));
      return;
    }
    for (const auto& [name, value] : entries.items()) read_entry(std::string(vector.key) + "." + name, name, value, vector);
  }

  // `name`: a coordinate or speed, a joint, or joint.quat
  void read_entry(const std::string& path, const std::string& name, const Json& value, Vector& vector) {
    for (std::size_t i = 0; i < vector.names.size(); ++i) {
      if (vector.names[i] == name && !value.is_object() && !value.is_array()) {
        if (const auto x = number(value, path)) set(vector, static_cast<int>(i), *x, path);
        return;
      }
    }
    for (const Joint& joint : named_joints_) {
      if (name == joint.name) return read_joint(path, joint, value, vector);
      if (vector.is_q && has_quaternion(joint) && name == joint.name + ".quat") return read_quaternion(path, joint, value, vector);
    }
    error(path, fmt::format("no {} '{}'{}", vector.noun, name, did_you_mean(name, names_for(vector))), fmt::format("`zanjir info` lists the {}s", vector.noun));
  }

  void read_joint(const std::string& path, const Joint& joint, const Json& value, Vector& vector) {
    const int begin = vector.is_q ? joint.q_begin : joint.v_begin, n = vector.is_q ? joint.nq : joint.nv;
    if (n == 0) {
      error(path, fmt::format("joint '{}' is a weld and has no {}", joint.name, vector.noun));
    } else if (value.is_array()) {
      if (static_cast<int>(value.size()) != n) {
        error(path, fmt::format("{} number{} expected ({}), here {} {}", n, n == 1 ? "" : "s", part_list(joint, vector),
                                value.size() == 1 ? "is" : "are", value.size()));
        return;
      }
      for (int i = 0; i < n; ++i) {
        const int entry = stored_part(joint, i);  // stored in the opposite order
        if (const auto x = number(value[at(i)], fmt::format("{}[{}]", path, i))) set(vector, begin + entry, *x, path);
      }
    } else if (value.is_object()) {
      for (const auto& [part, part_value] : value.items()) {
        const std::string part_path = path + "." + part;
        if (vector.is_q && has_quaternion(joint) && part == "quat") {
          read_quaternion(part_path, joint, part_value, vector);
          continue;
        }
        int found = -1;
        std::vector<std::string> parts;
        for (int i = begin; i < begin + n; ++i) {
          parts.emplace_back(part_of(joint, vector.names[at(i)]));
          if (parts.back() == part && !part.empty()) found = i;
        }
        if (found < 0) {
          error(part_path, n == 1 ? fmt::format("joint '{}' has one {} and no parts", joint.name, vector.noun)
                                  : fmt::format("joint '{}' has no part '{}'{}", joint.name, part, did_you_mean(part, parts)),
                n == 1 ? "give a number" : "its parts are " + part_list(joint, vector));
        } else if (const auto x = number(part_value, part_path)) {
          set(vector, found, *x, part_path);
        }
      }
    } else if (n == 1) {
      if (const auto x = number(value, path)) set(vector, begin, *x, path);
    } else {
      error(path, fmt::format("joint '{}' has {} {}s, one value is not enough", joint.name, n, vector.noun),
            fmt::format("give [{0}] or name the parts", part_list(joint, vector)));
    }
  }

  void read_quaternion(const std::string& path, const Joint& joint, const Json& value, Vector& vector) {
    if (!value.is_array() || value.size() != 4) {
      error(path, value.is_array() ? fmt::format("a quaternion has 4 numbers, here are {}", value.size())
                                   : "a quaternion is a list of 4 numbers, here is " + kind(value), "[w, x, y, z], scalar first");
      return;
    }
    for (int i = 0; i < 4; ++i) {
      if (const auto x = number(value[at(i)], fmt::format("{}[{}]", path, i))) set(vector, quaternion_begin(joint) + i, *x, path);
    }
  }

  void read_want(const Json& value, StateQuestion& question) {
    const auto read_one = [&](const Json& word, const std::string& path) -> std::optional<Want> {
      if (word == "vdot") return Want::vdot;
      if (word == "tau") return Want::tau;
      error(path, "say \"vdot\" or \"tau\", here is " + (word.is_string() ? "\"" + word.get<std::string>() + "\"" : kind(word)));
      return std::nullopt;
    };
    if (!value.is_object()) {
      const auto want = read_one(value, "want");
      for (int i = 0; i < model_.nv(); ++i) {
        if (model_.roles()[at(i)] != Role::prescribed) question.want[at(i)] = want;
      }
      return;
    }
    std::vector<std::string> said(at(model_.nv()));
    for (const auto& [name, word] : value.items()) {
      const std::string path = "want." + name;
      std::vector<int> speeds;
      for (int i = 0; i < model_.nv(); ++i) {
        if (model_.speed_names()[at(i)] == name || model_.joint(model_.speed(i).joint).name == name) speeds.push_back(i);
      }
      const auto is_cut = [&](const UserJoint& u) { return u.tree < 0 && (name == u.joint.name || name.starts_with(u.joint.name + ".")); };
      if (speeds.empty() && std::any_of(users_.joints().begin(), users_.joints().end(), is_cut)) {
        error(path, "this joint closes a loop and is cut: its motion follows from the others, its tau is given or zero", "say what is wanted for the joints of the tree");
        continue;
      }
      if (speeds.empty()) {
        VecX unused;
        const Vector speed{"want", "speed", speed_names_, unused, {}, false};
        error(path, fmt::format("no speed '{}'{}", name, did_you_mean(name, names_for(speed))), "`zanjir info` lists the speeds");
        continue;
      }
      const auto want = read_one(word, path);
      for (const int i : speeds) {
        if (!said[at(i)].empty()) error(path, fmt::format("'{}' is given twice, here and as {}", model_.speed_names()[at(i)], said[at(i)]));
        if (want == Want::vdot && model_.roles()[at(i)] == Role::prescribed)
          error(path, fmt::format("the motion of '{}' is prescribed, so its vdot is not an unknown", model_.speed_names()[at(i)]), "its tau is wanted");
        said[at(i)] = path;
        question.want[at(i)] = want;
      }
    }
  }

  void check_quaternions(const std::vector<std::string>& given_as, const VecX& q) {
    for (const Joint& joint : named_joints_) {
      if (!has_quaternion(joint)) continue;
      const int begin = quaternion_begin(joint);
      std::string path;
      int n_given = 0;
      for (int i = begin; i < begin + 4; ++i) {
        if (given_as[at(i)].empty()) continue;
        ++n_given;
        if (path.empty()) path = given_as[at(i)];
      }
      if (n_given == 0) continue;
      const double length = q.segment(begin, 4).norm();
      if (!(std::abs(length - 1) <= quaternion_norm_tolerance)) {
        error(path, fmt::format("the quaternion of '{}' has norm {}, not 1", joint.name, length),
              n_given < 4 ? "give all four parts: those not given come from the initial state" : "normalise it; within 1e-6 it is taken as rounding");
      }
    }
  }

  // Prescribed entries are laws of time: a value that repeats the law is fine, another one contradicts it.
  void apply_laws(const std::vector<std::string>& q_given, const std::vector<std::string>& v_given, const std::vector<std::string>& vdot_given,
                  const std::vector<std::string>& tau_given, StateQuestion& question) {
    const double unset = std::numeric_limits<double>::quiet_NaN();
    VecX q = VecX::Constant(model_.nq(), unset), v = VecX::Constant(model_.nv(), unset), vdot = v;
    evaluate_prescribed(model_, question.state.t_s, q, v, vdot);
    const auto compare = [&](const std::vector<std::string>& given, std::span<const std::string> names, const VecX& law, VecX& value, const char* noun,
                             const VecX& sign) {
      for (int i = 0; i < law.size(); ++i) {
        if (std::isnan(law[i])) continue;
        if (!given[at(i)].empty() && std::abs(value[i] - sign[i] * law[i]) > law_tolerance * std::max(1.0, std::abs(law[i]))) {
          error(given[at(i)], fmt::format("'{}' is prescribed: its {} at t = {} is {}, not {}", names[at(i)], noun, question.state.t_s, law[i], value[i]),
                "leave it out, or change t");
        }
        value[i] = law[i];
      }
    };
    VecX plus_q = VecX::Ones(model_.nq());
    const VecX plus_v = VecX::Ones(model_.nv());
    for (const Joint& joint : model_.joints()) {  // q and -q are the same turn
      if (!has_quaternion(joint)) continue;
      const int begin = quaternion_begin(joint);
      if (q.segment(begin, 4).dot(question.state.q.segment(begin, 4)) < 0) plus_q.segment(begin, 4).setConstant(-1);
    }
    compare(q_given, model_.coordinate_names(), q, question.state.q, "value", plus_q);
    compare(v_given, model_.speed_names(), v, question.state.v, "rate", plus_v);
    compare(vdot_given, model_.speed_names(), vdot, question.vdot, "acceleration", plus_v);
    for (int i = 0; i < model_.nv(); ++i) {
      if (model_.roles()[at(i)] == Role::prescribed && !tau_given[at(i)].empty()) {
        error(tau_given[at(i)], fmt::format("the motion of '{}' is prescribed, so its tau is an answer, not an input", model_.speed_names()[at(i)]),
              "leave it out; put an extra force there as a load in the file");
      }
    }
  }

  void set(Vector& vector, int i, double value, const std::string& path) {
    std::string& before = vector.given_as[at(i)];
    if (!before.empty()) {
      error(path, fmt::format("'{}' is given twice, here and as {}", vector.names[at(i)], before), "keep one of them");
      return;
    }
    before = path;
    vector.values[i] = value;
  }

  std::optional<double> number(const Json& value, const std::string& path) {
    if (!value.is_number()) {
      error(path, "a number is expected, here is " + kind(value));
      return std::nullopt;
    }
    const double x = value.get<double>();
    if (!std::isfinite(x)) {
      error(path, "a finite number is expected");
      return std::nullopt;
    }
    return x;
  }

  std::vector<std::string> names_for(const Vector& vector) const {
    std::vector<std::string> names(vector.names.begin(), vector.names.end());
    for (const Joint& joint : named_joints_) {
      if ((vector.is_q ? joint.nq : joint.nv) > 1) names.push_back(joint.name);
      if (vector.is_q && has_quaternion(joint)) names.push_back(joint.name + ".quat");
    }
    return names;
  }

  static std::string part_list(const Joint& joint, const Vector& vector) {
    const int begin = vector.is_q ? joint.q_begin : joint.v_begin, n = vector.is_q ? joint.nq : joint.nv;
    std::string text;
    for (int i = begin; i < begin + n; ++i) {
      const std::string_view part = part_of(joint, vector.names[at(i)]);
      text += (text.empty() ? "" : ", ") + std::string(part.empty() ? std::string_view(joint.name) : part);
    }
    return text;
  }

  static bool has_quaternion(const Joint& joint) { return zanjir::has_quaternion(joint.type); }
  static int quaternion_begin(const Joint& joint) { return joint.q_begin + joint.nq - 4; }
  static std::string kind(const Json& value) {
    switch (value.type()) {
      case Json::value_t::null: return "null";
      case Json::value_t::object: return "an object";
      case Json::value_t::array: return "a list";
      case Json::value_t::string: return "a text";
      case Json::value_t::boolean: return value.get<bool>() ? "true" : "false";
      default: return "a number";
    }
  }
  static std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
    const std::string best = nearest(word, known);
    return best.empty() ? "" : "; did you mean '" + best + "'?";
  }

  void error(std::string path, std::string message, std::string hint = {}) {
    diagnostics_.push_back({Severity::error, source_, line_, 0, std::move(path), std::move(message), std::move(hint)});
  }

  const Model& model_;
  UserJoints users_;
  std::vector<std::string> coordinate_names_, speed_names_;  // of the tree, then of joints that are given in their own terms
  std::vector<Joint> named_joints_;                          // per joint of users_, with q_begin and v_begin among those names
  std::string source_;
  std::uint32_t line_;
  bool from_file_ = true;  // the start is the file's own
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

StateQuestion initial_question(const Model& model) {
  const auto n = static_cast<std::size_t>(model.nv());
  StateQuestion question{initial_state(model), VecX::Zero(model.nv()), VecX::Zero(model.nv()), std::vector<bool>(n), std::vector<bool>(n),
                    std::vector<std::optional<Want>>(n), VecX::Zero(model.n_cut_v()), {}};
  VecX q = question.state.q, v = question.state.v;
  evaluate_prescribed(model, question.state.t_s, q, v, question.vdot);
  return question;
}

Result<StateQuestion> read_question(const Model& model, std::string_view json, const std::string& source, std::uint32_t line, const State* start) {
  return StateQuestionReader(model, source, line).read(json, start);
}

}  // namespace zanjir
