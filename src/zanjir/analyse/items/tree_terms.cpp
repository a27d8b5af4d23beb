// Mass matrix and bias over the speeds of the tree.
#include "zanjir/analyse/items/item.hpp"
#include "zanjir/dynamics/bias_parts.hpp"
#include "zanjir/dynamics/tree_dynamics.hpp"

namespace zanjir::eval_item {

EvalItem mass_matrix() {
  return {"mass_matrix", Solves::nothing, InAll::always, "`rows`, `columns`, `values`: M, rotor inertia times gear ratio squared on the diagonal",
          [](StateAnswers& a) {
            MatX M;
            zanjir::mass_matrix(a.model(), a.ws(), M);
            return of_the_tree(a, Value::named_matrix(a.model().speed_names(), a.model().speed_names(), M));
          }};
}

EvalItem bias() {
  return {"bias", Solves::nothing, InAll::always,
          "`speeds`, `total`, `parts: {velocity, gravity, springs, dampers, friction, loads, contacts}`: M v̇ + bias = τ, so a part is what τ must "
          "supply for that source; `left_out` names contacts that would touch and are not in it",
          [](StateAnswers& a) {
            const BiasParts b = bias_parts(a.model(), a.ws());
            const auto speeds = a.model().speed_names();
            Value out, parts;
            for (const auto& [name, part] : {std::pair{"velocity", &b.velocity},
                                             {"gravity", &b.gravity},
                                             {"springs", &b.springs},
                                             {"dampers", &b.dampers},
                                             {"friction", &b.friction},
                                             {"loads", &b.loads},
                                             {"contacts", &b.contacts}})
              parts.add(name, Value::vector(speeds, *part, ""));
            out.add("speeds", speeds).add_unnamed("total", Value::vector(speeds, b.total(), "")).add("parts", std::move(parts));
            add_left_out(a, a.ws(), out);
            return of_the_tree(a, std::move(out));
          }};
}

}  // namespace zanjir::eval_item
