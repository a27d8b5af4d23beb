// Everything of the catalogue, under the names that recordings and tasks use.
#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {

// Three quantities "NAME.x", ".y", ".z" in a row are one vector.
Value quantities_of(StateAnswers& a, QuantityGroup group, const Solution* solution) {
  QuantitySet set(a.model(), {}, [&](const QuantityFamily& family, const QuantityName&) { return family.group == group; });
  std::vector<double> row(set.names().size());
  set.write({a.ws(), solution}, row);
  Value out;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto& [name, unit] = set.names()[i];
    std::string key = name.substr(name.find('.') + 1);
    if (key.ends_with(".x") && i + 2 < row.size()) {
      key.resize(key.size() - 2);
      out.add(key, Value::vector(Vec3d{row[i], row[i + 1], row[i + 2]}, unit));
      i += 2;
    } else {
      out.add(key, Value::number(row[i], unit));
    }
  }
  return out;
}

EvalItem quantities() {
  return {"quantities", Solves::motion_and_reactions_if_covered, InAll::by_name_only,
          "`status`, `formulation`, `wanted`, `names`, `units`, `values`: every quantity of [the catalogue](quantities.md), under the names that "
          "recordings and tasks use; reactions if the formulation gives them, the ledger, singular values and indices of parallel robots left out",
          [](StateAnswers& a) {
            const SolveAnswer& s = a.motion();
            const bool reactions = a.view().reactions == Reactions::compute;
            QuantitySet set(a.model(), moving_frames(a.model()), [&](const QuantityFamily& family, const QuantityName&) {
              const bool known = family.needs == Needs::state ||
                                 (s.solved() && (family.needs == Needs::solution || (family.needs == Needs::reactions && reactions)));
              return known && !only_by_name(family.group);
            });
            Names names, units;
            for (const QuantityName& q : set.names()) names.push_back(q.name), units.push_back(q.unit);
            VecX row(static_cast<Eigen::Index>(names.size()));
            set.write({a.ws(), s.solved() ? &s.solution : nullptr}, {row.data(), names.size()});
            Value out = status_of(a, s);
            out.add("names", names).add("units", units).add_unnamed("values", Value::vector(names, row, units));
            return out;
          }};
}

}  // namespace zanjir::eval_item
