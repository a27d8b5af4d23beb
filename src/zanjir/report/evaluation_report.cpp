#include "zanjir/report/evaluation_report.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/analyse/elastic_facts.hpp"
#include "zanjir/report/json_values.hpp"

namespace zanjir {
namespace {

const std::array<std::string, 6> component_names = {"moment.x", "moment.y", "moment.z", "force.x", "force.y", "force.z"};
const std::vector<std::string> angular_first = {"wx", "wy", "wz", "vx", "vy", "vz"};

class Writer {
 public:
  Writer(const Evaluator& evaluator, const Evaluation& answer) : evaluator_(evaluator), model_(evaluator.model()), answer_(answer) {}

  Json item(EvalItem item) const {
    switch (item) {
      case EvalItem::coordinates: return coordinates();
      case EvalItem::pose: return {{"relative_to", evaluator_.in()}, {"frames", poses()}};
      case EvalItem::fk: return branches(*answer_.fk);
      case EvalItem::ik: return branches(*answer_.ik);
      case EvalItem::velocity: return velocity();
      case EvalItem::acceleration: return acceleration();
      case EvalItem::jacobian: return jacobian();
      case EvalItem::mass_matrix: return of_the_tree({{"rows", speeds()}, {"columns", speeds()}, {"values", json_of_rows(answer_.M)}});
      case EvalItem::bias: return bias();
      case EvalItem::forward_dynamics: return solved(*answer_.forward);
      case EvalItem::inverse_dynamics: return solved(*answer_.inverse);
      case EvalItem::hybrid: return solved(*answer_.motion);
      case EvalItem::reactions: return reactions();
      case EvalItem::energy: return energy();
      case EvalItem::momentum: return momentum();
      case EvalItem::power: return power();
      case EvalItem::loop_residual: return loop_residual();
      case EvalItem::determinacy: return determinacy();
      case EvalItem::denoc: return denoc();
      case EvalItem::modes: return modes();
    }
    return {};
  }

 private:
  Json speeds() const { return json_of(model_.speed_names()); }
  Json user_speeds() const { return json_of(evaluator_.users().speed_names()); }
  bool has_loops() const { return model_.n_closure_rows() > 0; }
  Json of_the_tree(Json out) const {  // with loops, speeds of the tree are a choice
    if (has_loops()) out["tree_dependent"] = true;
    return out;
  }
  const std::string& name(FrameId id) const { return model_.frame(id).name; }

  Json coordinates() const {
    const UserJoints& users = evaluator_.users();
    Json v_units = Json::array();
    for (int i = 0; i < users.nv(); ++i) v_units.push_back(users.turns(i) ? "rad/s" : "m/s");
    Json out = {{"coordinates", json_of(users.coordinate_names())}, {"q", json_of(answer_.q)}, {"q_units", users.coordinate_units()},
                {"speeds", user_speeds()}, {"v", json_of(answer_.v)}, {"v_units", v_units}};
    if (has_loops()) out["cut"] = json_of(model_.cut_coordinate_names());
    return out;
  }

  Json loop_residual() const {
    Json constraints = Json::object();
    double gap = 0, angle = 0;
    for (const ConstraintResidual& c : residuals_by_constraint(model_, answer_.loops->phi)) {
      double largest_m = 0, largest_rad = 0;
      for (std::size_t i = 0; i < c.residuals.size(); ++i) {
        double& largest = c.units[i] == "m" ? largest_m : largest_rad;
        largest = std::max(largest, std::abs(c.residuals[i]));
      }
      constraints[c.name] = {{"residuals", c.residuals}, {"units", c.units}, {"largest", {{"m", largest_m}, {"rad", largest_rad}}}};
      gap = std::max(gap, largest_m);
      angle = std::max(angle, largest_rad);
    }
    return {{"constraints", constraints}, {"largest", {{"m", gap}, {"rad", angle}}}};
  }

  Json determinacy() const {
    const LoopFacts& loops = *answer_.loops;
    Json joints = Json::object();
    const auto add = [&](const std::string& name, int index) {
      Json touched = Json::array();
      for (int c = 0; c < 6; ++c) {
        if (loops.determinacy.undetermined(index, c)) touched.push_back(component_names[static_cast<std::size_t>(c)]);
      }
      joints[name] = {{"undetermined", touched}, {"dimensions", loops.determinacy.undetermined_dimensions(index)}};
    };
    for (std::size_t j = 0; j < model_.joints().size(); ++j) add(model_.joints()[j].name, static_cast<int>(j));
    for (std::size_t c = 0; c < model_.constraints().size(); ++c) {
      const auto* cut = std::get_if<CutJoint>(&model_.constraints()[c]);
      const bool joint = cut ? cut->joint.origin == Origin::user : std::holds_alternative<Distance>(model_.constraints()[c]);
      if (joint) add(name_of(model_.constraints()[c]), static_cast<int>(model_.joints().size() + c));
    }
    const LoopRank& r = loops.rank;
    return {{"rows", model_.n_closure_rows()}, {"rank", r.rank}, {"rank_here", r.rank_here}, {"redundant", loops.n_redundant()},
            {"self_stress_states", loops.determinacy.n_states()}, {"singular_values", json_of(r.singular_values)}, {"gap", r.gap}, {"certain", r.certain()},
            {"length", model_.length_m()}, {"axes", "ground"}, {"joints", joints}};
  }

  // Matrices stand beside the names of their rows and columns.
  Json denoc() const {
    const DenocMatrices& d = *answer_.denoc;
    const Json twists = json_of(d.twists), v = speeds();
    const auto matrix = [](const Json& rows, const Json& columns, const MatX& values) { return Json{{"rows", rows}, {"columns", columns}, {"values", json_of_rows(values)}}; };
    Json out = {{"axes", "ground"}, {"twists", twists}, {"t", json_of(d.t)}, {"M", matrix(twists, twists, d.M)}, {"M_rate", matrix(twists, twists, d.M_rate)},
                {"N_l", matrix(twists, twists, d.N_l)}, {"N_l_rate", matrix(twists, twists, d.N_l_rate)}, {"N_d", matrix(twists, v, d.N_d)},
                {"N_d_rate", matrix(twists, v, d.N_d_rate)}, {"I", matrix(v, v, d.I)}, {"C", matrix(v, v, d.C)}};
    if (!has_loops()) return out;
    const auto names = [&](const std::vector<int>& list) {
      Json some = Json::array();
      for (const int i : list) some.push_back(model_.speed_names()[static_cast<std::size_t>(i)]);
      return some;
    };
    out["K"] = matrix(json_of(d.rows), twists, d.K);
    out["A"] = matrix(json_of(d.rows), v, d.A);
    out["gamma"] = json_of(d.gamma);
    if (d.reduced) {
      out["independent"] = names(d.independent);
      out["dependent"] = names(d.dependent);
      out["S"] = matrix(names(d.free), names(d.independent), d.S);
    } else {
      out["note"] = "at a singular configuration: the rows have a smaller rank here than beside it, and no set of independent speeds exists";
    }
    return of_the_tree(out);
  }

  static Json pose(const Transformd& X) { return {{"p", json_of(X.p)}, {"R", json_of(X.R)}, {"quat", json_of(spatial::to_quaternion(X.R))}}; }

  Json poses() const {
    Json frames = Json::object();
    for (const FrameAnswer& f : answer_.frames) frames[name(f.frame)] = pose(f.pose);
    return frames;
  }

  Json branches(const KinematicsAnswer& k) const {
    const Branches& b = k.branches;
    Json out = {{"status", k.found() ? "ok" : b.closed_form ? "unreachable" : "not_found"}, {"complete", b.complete}, {"evidence", k.evidence()}, {"count", b.count},
                {"method", b.closed_form ? "closed form" : "numeric"}, {"held", k.held}};
    Json legs = Json::object();
    for (const Leg& leg : b.legs) legs[leg.joints.front().name] = {{"joints", leg.name()}, {"type", leg.type()}};
    out["legs"] = legs;
    if (!k.found()) {
      out["note"] = k.note();
      Json limits = Json::array();
      for (const Limit& limit : b.limits) limits.push_back({{"where", limit.where}, {"gap", limit.gap}, {"unit", limit.angle ? "rad" : "m"}, {"why", limit.why}});
      out["limits"] = limits;
    }
    out["coordinates"] = json_of(evaluator_.users().coordinate_names());
    out["relative_to"] = evaluator_.in();
    Json list = Json::array();
    for (std::size_t i = 0; i < b.list.size(); ++i) {
      const Branch& branch = b.list[i];
      Json frames = Json::object();
      for (std::size_t f = 0; f < evaluator_.frames().size(); ++f) frames[name(evaluator_.frames()[f])] = pose(k.poses[i][f]);
      list.push_back({{"label", branch.label}, {"residual", branch.residual}, {"distance", branch.distance}, {"freedoms", branch.freedoms}, {"leg_choices", branch.leg_choices}, {"q", json_of(k.q[i])},
                      {"relative_to", evaluator_.in()}, {"frames", frames}});
    }
    out["branches"] = list;
    return out;
  }

  Json velocity() const {
    Json frames = Json::object();
    for (const FrameAnswer& f : answer_.frames) frames[name(f.frame)] = {{"angular", json_of(f.V.w)}, {"linear", json_of(f.V.v)}};
    return {{"axes", evaluator_.in()}, {"frames", frames}};
  }

  Json acceleration() const {
    if (!answer_.motion->solved()) return status(*answer_.motion);
    Json frames = Json::object();
    for (const FrameAnswer& f : answer_.frames) frames[name(f.frame)] = {{"angular", json_of(f.A.w)}, {"linear", json_of(f.A.v)}};
    Json out = status(*answer_.motion);
    out["axes"] = evaluator_.in();
    out["frames"] = frames;
    return out;
  }

  Json jacobian() const {
    Json frames = Json::object();
    for (const FrameAnswer& f : answer_.frames) frames[name(f.frame)] = {{"rows", angular_first}, {"columns", speeds()}, {"values", json_of_rows(f.J)}};
    return of_the_tree({{"axes", evaluator_.in()}, {"frames", frames}});
  }

  Json bias() const {
    const BiasParts& b = answer_.bias;
    return of_the_tree({{"speeds", speeds()}, {"total", json_of(b.total())},
            {"parts", {{"velocity", json_of(b.velocity)}, {"gravity", json_of(b.gravity)}, {"springs", json_of(b.springs)},
                       {"dampers", json_of(b.dampers)}, {"friction", json_of(b.friction)}, {"loads", json_of(b.loads)}, {"contacts", json_of(b.contacts)}}}});
  }

  Json status(const SolveAnswer& s) const {
    Json out = {{"status", name_of(s.status)}, {"formulation", s.formulation}};
    if (!s.note.empty()) out["note"] = s.note;
    Json wanted = Json::object();
    for (std::size_t i = 0; i < s.want.size(); ++i) wanted[model_.speed_names()[i]] = s.want[i] == Want::vdot ? "vdot" : "tau";
    out["wanted"] = wanted;
    return out;
  }

  Json solved(const SolveAnswer& s) const {
    Json out = status(s);
    if (s.leftover.size() > 0) {
      out["speeds"] = user_speeds();
      out["leftover"] = json_of(s.leftover);
    }
    if (!s.solved()) return out;
    out["speeds"] = user_speeds();
    out["vdot"] = json_of(s.user_vdot);
    out["tau"] = json_of(s.user_tau);
    return out;
  }

  Json reactions() const {
    const SolveAnswer& s = *answer_.motion;
    Json out = status(s);
    if (!s.solved()) return out;
    out["on"] = evaluator_.side() == ReactionSide::on_child ? "child" : "parent";
    out["axes"] = evaluator_.in();
    if (model_.plane() != Plane::none) out["not_modelled"] = out_of_plane();
    Json joints = Json::object();
    bool some_undetermined = false;
    for (const ReactionAnswer& r : s.reactions) {
      const auto wrench = [](const Forced& F) { return Json{{"moment", json_of(F.n)}, {"force", json_of(F.f)}}; };
      Json entry = {{"parent", r.first}, {"child", r.second}, {"at", json_of(r.at_W)}};
      entry["moment"] = json_of(r.total.n);
      entry["force"] = json_of(r.total.f);
      entry["actuator"] = wrench(r.actuator);
      if (has_loops()) {
        Json touched = Json::array();
        for (std::size_t c = 0; c < 6; ++c) {
          if (r.undetermined[c]) touched.push_back(component_names[c]);
        }
        entry["undetermined"] = touched;
        entry["undetermined_dimensions"] = r.undetermined_dimensions;
        some_undetermined = some_undetermined || !touched.empty();
      }
      joints[r.joint] = entry;
    }
    if (some_undetermined) out["choice"] = "undetermined components: least sum of |force|^2 + |moment|^2 / length^2 over all joints";
    out["joints"] = joints;
    return out;
  }

  // What a planar model leaves out: components in the axes of the ground, which a planar mechanism never tilts.
  Json out_of_plane() const {
    switch (model_.plane()) {
      case Plane::xy: return {"moment.x", "moment.y", "force.z"};
      case Plane::yz: return {"moment.y", "moment.z", "force.x"};
      case Plane::xz: return {"moment.x", "moment.z", "force.y"};
      case Plane::none: break;
    }
    return Json::array();
  }

  static Json profile(const Profile& p) {
    Json waves = Json::array(), layers = Json::array();
    for (const Profile::Wave& w : p.waves) waves.push_back({{"k", w.k}, {"sine", w.sine}, {"cosine", w.cosine}});
    for (const Profile::Layer& l : p.layers) layers.push_back({{"k", l.k}, {"from_start", l.from_start}, {"from_end", l.from_end}});
    return {{"polynomial", p.polynomial}, {"waves", waves}, {"layers", layers}};
  }
  Json modes() const {
    Json out = Json::object();
    for (const ElasticBodyFacts& body : elastic_body_facts(model_)) {
      Json list = Json::object();
      for (const ModeFacts& m : body.modes) {
        Json entry{{"frequency", m.frequency_rad_per_s}, {"stiffness", m.stiffness_N_per_m}, {"damping", m.damping_N_s_per_m}, {"mass", m.mass_kg},
                   {"end_deflection", json_of(m.end_deflection)}, {"end_turn", json_of(m.end_turn_per_m)}};
        for (const auto& [axis, p] : m.W) entry["W"][std::string(1, axis)] = profile(p);
        for (const auto& [axis, p] : m.Theta) entry["Theta"][std::string(1, axis)] = profile(p);
        list[m.name] = entry;
      }
      out[body.name] = {{"length", body.length_m}, {"mass_per_length", body.mass_kg_per_m}, {"rotary_per_length", json_of(body.rotary_kg_m)}, {"modes", list}};
    }
    return out;
  }

  Json energy() const {
    const Energy& e = answer_.energy;
    Json out{{"kinetic", e.kinetic_J}, {"gravity", e.gravity_J}, {"springs", e.springs_J}};
    if (!model_.elastic_bodies().empty()) out["strain"] = e.strain_J;
    out["total"] = e.total_J();
    return out;
  }

  Json momentum() const {
    const Momentum& m = answer_.momentum;
    return {{"linear", json_of(m.linear_kg_m_s)}, {"angular", json_of(m.angular_kg_m2_s)}, {"about", "ground"}, {"mass", m.mass_kg}, {"center_of_mass", json_of(m.centre_of_mass_m)}};
  }

  Json power() const {
    if (!answer_.motion->solved()) return status(*answer_.motion);
    const Power& p = answer_.power;
    Json out = status(*answer_.motion);
    out["actuators"] = p.actuators_W;
    out["prescribed"] = p.prescribed_W;
    out["passive"] = p.passive_W;
    out["dampers"] = p.dampers_W;
    out["friction"] = p.friction_W;
    out["loads"] = p.loads_W;
    out["contact_normal"] = p.contact_normal_W;
    out["contact_friction"] = p.contact_friction_W;
    out["total"] = p.total_W();
    out["speeds"] = user_speeds();
    out["by_speed"] = json_of(VecX(answer_.motion->user_tau.cwiseProduct(answer_.v)));
    return out;
  }

  const Evaluator& evaluator_;
  const Model& model_;
  const Evaluation& answer_;
};

}  // namespace

std::string evaluation_json(const Evaluator& evaluator, const Evaluation& answer, std::uint32_t line) {
  Json out;
  if (line > 0) out["line"] = line;
  out["model"] = evaluator.model().name();
  out["t"] = answer.t_s;
  const Writer writer(evaluator, answer);
  for (const EvalItem item : evaluator.items()) out[std::string(name_of(item))] = writer.item(item);
  return to_line(out);
}

}  // namespace zanjir
