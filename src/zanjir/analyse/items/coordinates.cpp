#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {

EvalItem coordinates() {
  return {"coordinates", Solves::nothing, InAll::always,
          "`coordinates`, `q`, `q_units`, `speeds`, `v`, `v_units`: the state as used, laws applied, loops closed, quaternions of unit length "
          "with w ≥ 0; of all joints, and with loops `cut`: those that are not coordinates of the tree (angles in (−π, π])",
          [](StateAnswers& a) {
            const UserJoints& users = a.users();
            const Names units = units_of_speeds(users, "rad/s", "m/s");
            Names speeds;
            for (int i = 0; i < users.nv(); ++i) speeds.push_back(speed_quantity(users, i));
            Value out;
            out.add("coordinates", users.coordinate_names())
                .add_unnamed("q", Value::vector(users.coordinate_names(), a.q(), users.coordinate_units()))
                .add("q_units", users.coordinate_units());
            out.add("speeds", users.speed_names()).add_unnamed("v", Value::vector(speeds, a.v(), units)).add("v_units", units);
            if (a.has_loops()) out.add("cut", a.model().cut_coordinate_names());
            return out;
          }};
}

}  // namespace zanjir::eval_item
