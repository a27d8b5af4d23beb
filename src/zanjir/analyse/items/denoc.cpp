// The matrices of the decoupled natural orthogonal complement, for checking a derivation by hand.
#include "zanjir/analyse/items/item.hpp"
#include "zanjir/formulations/denoc/matrices.hpp"

namespace zanjir::eval_item {
namespace {

Names named_speeds(const Model& model, const std::vector<int>& list) {
  Names names;
  for (const int i : list) names.push_back(model.speed_names()[at(i)]);
  return names;
}

}  // namespace

EvalItem denoc() {
  return {"denoc", Solves::nothing, InAll::by_name_only, "the matrices of the decoupled natural orthogonal complement written out, see below",
          [](StateAnswers& a) {
            const DenocMatrices d = denoc_matrices(a.model(), a.question().state, a.has_loops() ? &a.loops().rank : nullptr);
            const Names& t = d.twists;
            const Names v(a.model().speed_names().begin(), a.model().speed_names().end());
            Value out;
            out.add("axes", "ground").add("twists", t).add_in_json("t", Value::vector(t, d.t, ""));
            const auto in_json = [&](const char* name, const Names& rows, const Names& columns, const MatX& values) {
              out.add_in_json(name, Value::named_matrix(rows, columns, values));
            };
            in_json("M", t, t, d.M), in_json("M_rate", t, t, d.M_rate), in_json("N_l", t, t, d.N_l), in_json("N_l_rate", t, t, d.N_l_rate),
                in_json("N_d", t, v, d.N_d), in_json("N_d_rate", t, v, d.N_d_rate);
            out.add("I", Value::named_matrix(v, v, d.I)).add("C", Value::named_matrix(v, v, d.C));
            if (!a.has_loops()) return out;
            in_json("K", d.rows, t, d.K), in_json("A", d.rows, v, d.A);
            out.add_in_json("gamma", Value::vector(d.rows, d.gamma, ""));
            if (d.reduced) {
              const Names independent = named_speeds(a.model(), d.independent);
              out.add("independent", independent)
                  .add("dependent", named_speeds(a.model(), d.dependent))
                  .add("S", Value::named_matrix(named_speeds(a.model(), d.free), independent, d.S));
            } else {
              out.add("note",
                      "at a singular configuration: the rows have a smaller rank here than beside it, and no set of independent speeds exists");
            }
            return of_the_tree(a, std::move(out));
          }};
}

}  // namespace zanjir::eval_item
