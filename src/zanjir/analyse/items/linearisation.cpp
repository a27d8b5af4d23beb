// The mechanism beside a state, to the first order; and where it stays (analyse/linearise, analyse/equilibrium).
#include "zanjir/analyse/equilibrium.hpp"
#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {

EvalItem linearisation() {
  return {"linearisation", Solves::nothing, InAll::by_name_only,
          "`states`, `inputs`, `outputs`, `A`, `B`, `C`, `D`, `y0`, `drift`, `error`, `stability`, `modes: {mode1: {re, im, frequency, damping, "
          "shape: {speeds, re, im}}}`, a `note` where the state is no equilibrium, `left_out` as of `bias`: "
          "ẋ = drift + A x + B u, y = y0 + C x + D u beside the state; inputs are forces of the actuators, outputs their coordinates and speeds; "
          "`--actuators` says what actuators do meanwhile: [linearisation](linearisation.md)",
          [](StateAnswers& a) {
            LocalChart chart(a.model(), a.formulation(), a.view().actuators, a.question().tau, a.question().tau_cut);
            std::string why;
            if (!chart.place(a.question().state, why)) return Value().add("note", why);
            const std::optional<LinearModel> m = linearise(a.model(), chart, {}, why);
            if (!m) return Value().add("note", why);
            Value out = linear_value(a.model(), *m);
            add_left_out(a, a.ws(), out);
            return out;
          }};
}

EvalItem equilibrium() {
  return {
      "equilibrium", Solves::nothing, InAll::by_name_only,
      "`count`, `starts`, `lost`, `coordinates`, `equilibrium1: {stability, reached_from, iterations, left, q, modes, left_out}`, ...: where nothing "
      "accelerates under the forces given, searched from the state and from eight places beside it; `reached_from` of them ended there, "
      "`left` is the largest acceleration that remains (1/s^2, slides in model lengths); `lost` starts ended nowhere: "
      "[linearisation](linearisation.md#equilibrium)",
      [](StateAnswers& a) {
        const Equilibria all =
            find_equilibria(a.model(), a.formulation(), a.view().actuators, a.question().tau, a.question().tau_cut, a.question().state, {});
        Value out;
        out.add("count", Value::count(static_cast<long>(all.found.size())))
            .add("starts", Value::count(all.n_starts))
            .add("lost", Value::count(all.n_lost));
        out.add("coordinates", a.users().coordinate_names());
        if (!all.why.empty()) out.add("note", all.why);
        Workspace ws(a.model());
        VecX q(a.users().nq());
        for (std::size_t i = 0; i < all.found.size(); ++i) {
          const Equilibrium& e = all.found[i];
          update_velocities(a.model(), e.state, ws);
          a.users().coordinates(ws, q);
          Value one;
          add_left_out(a, ws, one);
          out.add("equilibrium" + std::to_string(i + 1),
                  one.add("stability", name_of(e.stability))
                      .add("reached_from", Value::count(e.n_starts))
                      .add("iterations", Value::count(e.iterations))
                      .add("left", Value::number(e.left, "1/s^2"))
                      .add_unnamed("q", Value::vector(a.users().coordinate_names(), q, a.users().coordinate_units()))
                      .add("modes", modes_value(a.model(), e.modes)));
        }
        return out;
      }};
}

}  // namespace zanjir::eval_item
