// How far bodies are apart, as they are drawn.
#include "zanjir/kinematics/clearance.hpp"

#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {

EvalItem clearance() {
  return {"clearance", Solves::nothing, InAll::by_name_only,
          "`least`, `bodies: {name}` (m): the least distance between any two bodies, and between each and all others, as capsules, cylinders and "
          "spheres of "
          "[`look:`](format.md#look) draw them; negative where they overlap. Bodies that a joint joins are not compared",
          [](StateAnswers& a) {
            const Model& model = a.model();
            Clearance all = drawn_clearance(model);
            Names names;
            std::vector<double> apart;
            for (std::size_t i = 0; i < model.bodies().size(); ++i) {
              const auto id = static_cast<BodyId>(static_cast<int>(i));
              if (!all.compares(id)) continue;
              names.push_back(model.body(id).name);
              apart.push_back(all.least(model, a.ws(), id));
            }
            if (names.empty()) return Value().add("note", "no two bodies that no joint joins have a capsule, cylinder or sphere under `look:`");
            return Value()
                .add("least", Value::number(all.least(model, a.ws()), "m"))
                .add("bodies", Value::vector(names, Eigen::Map<const VecX>(apart.data(), static_cast<Eigen::Index>(apart.size())), "m"));
          }};
}

}  // namespace zanjir::eval_item
