// How far bodies are apart, as they are drawn.
#include "zanjir/kinematics/clearance.hpp"

#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {

EvalItem clearance() {
  return {
      "clearance", Solves::nothing, InAll::by_name_only,
      "`least`, `bodies: {name}` (m): the least distance between any two bodies, and between each and all others, as capsules, cylinders and "
      "spheres of [`look:`](format.md#look) draw them; negative where they overlap. Bodies that a joint joins are not compared, and a `note` names "
      "those with other shapes",
      [](StateAnswers& a) {
        const Model& model = a.model();
        Clearance all = drawn_clearance(model);
        Value bodies, out;
        bool any = false;
        for (std::size_t i = 0; i < model.bodies().size(); ++i) {
          const auto id = static_cast<BodyId>(static_cast<int>(i));
          if (!all.compares(id)) continue;
          bodies.add(model.body(id).name, Value::number(all.least(model, a.ws(), id), "m"));
          any = true;
        }
        if (!any) return out.add("note", "no two bodies that no joint joins have a capsule, cylinder or sphere under `look:`");
        out.add("least", Value::number(all.least(model, a.ws()), "m")).add("bodies", std::move(bodies));
        if (const std::string left_out = not_compared(bodies_drawn_otherwise(model)); !left_out.empty()) out.add("note", left_out);
        return out;
      }};
}

}  // namespace zanjir::eval_item
