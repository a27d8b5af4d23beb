// The equations of motion in the inputs alone (formulations/virtual_work/standard_form).
#include "zanjir/formulations/virtual_work/standard_form.hpp"

#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {
namespace {

// Speeds of the tree for speeds of the users' joints; what has none is said in `why`.
std::vector<int> speeds_of_tree(const StateAnswers& a, const std::vector<int>& speeds, std::string& why) {
  std::vector<int> list;
  for (const int k : speeds) {
    const UserJoint& u = a.users().joints()[at(a.users().joint_of_speed(k))];
    if (u.tree < 0 || u.own_terms) {
      why = "'" + a.users().speed_names()[at(k)] + "' is the cut of a loop, or a joint that the tree walks the other way round: choose another input";
      return {};
    }
    const Joint& joint = a.model().joints()[at(u.tree)];
    list.push_back(joint.v_begin + stored_part(joint, k - u.v_begin));
  }
  return list;
}

}  // namespace

EvalItem standard_form() {
  return {"standard_form", Solves::nothing, InAll::by_name_only,
          "`inputs`, `rate`, `M`, `C`, `velocity`, `gravity`, `elements`, `base: {linear, euler, centrifugal, coriolis}`: M(θ)θ̈ + C(θ, θ̇)θ̇ + "
          "all the others = the forces of the inputs, which are the `inputs` of the state or else the actuated joints and those that follow laws, "
          "as many as freedoms, `left_out` as of `bias`; Ṁ − 2C is skew; `velocity` is Cθ̇, `elements` what springs, dampers, friction, loads and "
          "contacts ask for, `base` "
          "what the motion of a base does ([virtual-work](formulations/virtual-work.md))",
          [](StateAnswers& a) {
            Value out;
            std::string note;
            const bool chosen = !a.question().inputs.empty();
            const std::vector<int> own = chosen ? speeds_of_tree(a, a.question().inputs, note) : standard_form_inputs(a.model());
            if (note.empty()) note = chosen ? no_standard_form(a.model(), own) : no_standard_form(a.model());
            if (!note.empty()) return out.add("note", note);
            StandardFormFinder finder(a.model(), own);
            const StandardForm* form = finder.find(a.question().state, VecX::Zero(a.model().nv()), note);
            if (!form) return out.add("note", note);
            Names inputs, forces, rates;
            for (const int k : form->inputs) {
              inputs.push_back(a.model().speed_names()[at(k)]);
              forces.emplace_back(a.model().speed(k).turns() ? "N m" : "N");
              rates.emplace_back(a.model().speed(k).turns() ? "rad/s" : "m/s");
            }
            const auto force = [&](const VecX& part) { return Value::vector(inputs, part, forces); };
            add_left_out(a, a.ws(), out);
            return out.add("inputs", inputs)
                .add("rate", Value::vector(inputs, form->rate, rates))
                .add("M", Value::named_matrix(inputs, inputs, form->M))
                .add("C", Value::named_matrix(inputs, inputs, form->C))
                .add("velocity", force(form->velocity))
                .add("gravity", force(form->gravity))
                .add("elements", force(form->elements))
                .add("base", Value()
                                 .add("linear", force(form->base_linear))
                                 .add("euler", force(form->base_euler))
                                 .add("centrifugal", force(form->base_centrifugal))
                                 .add("coriolis", force(form->base_coriolis)));
          }};
}

}  // namespace zanjir::eval_item
