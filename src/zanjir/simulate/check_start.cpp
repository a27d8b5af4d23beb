#include "zanjir/simulate/check_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "zanjir/dynamics/contact_action.hpp"
#include "zanjir/loops/allowed_motions.hpp"
#include "zanjir/simulate/contact_phases.hpp"
#include "zanjir/simulate/impacts.hpp"

namespace zanjir {

std::vector<Diagnostic> check_start(const Model& model, const State& state) {
  std::vector<Diagnostic> problems;
  const auto error = [&](std::string key_path, std::string message, std::string hint) {
    problems.push_back({Severity::error, "", 0, 0, std::move(key_path), std::move(message), std::move(hint)});
  };
  const auto contact_named = [&](const std::string& name) {
    return std::find_if(model.contacts().begin(), model.contacts().end(), [&](const Contact& c) { return c.name == name; });
  };
  Workspace ws(model);
  update_velocities(model, state, ws);
  for (const auto& guard : impact_guards(model)) {
    const double gap = guard->at(model, ws).value;
    if (gap >= -touching * model.length_m()) continue;
    const auto contact = contact_named(guard->name);
    const std::string key_path =
        contact != model.contacts().end() ? "contacts." + contact->group : "stops." + guard->name.substr(0, guard->name.rfind('.'));
    error(key_path, fmt::format("'{}' starts {:.3g} beyond its limit", guard->name, -gap), "move the start, or the contact");
  }
  // A body that lies too low does so with many contacts: the deepest of all that would be lifted the same way speaks for the others.
  constexpr std::size_t most_alone = 4;
  std::vector<ContactPhases::Inside> all = ContactPhases(model).inside_ground(state);
  if (all.size() > most_alone) std::ranges::stable_sort(all, std::greater{}, &ContactPhases::Inside::depth_m);
  const MatX free = all.empty() ? MatX() : allowed_motions(model, ws, nullptr);
  const auto lifts = [&](const Contact& c) {
    constexpr double rounding = 1e-9;
    Eigen::RowVectorXd row(model.nv());
    contact_row(model, ws, c, row);
    return free.cols() > 0 && (row * free).lpNorm<Eigen::Infinity>() > rounding * model.length_m();
  };
  while (!all.empty()) {
    const ContactPhases::Inside inside = all.front();
    const auto tidy = [](double x) { return std::abs(x) < 1e-12 ? 0.0 : x; };
    const Vec3d& n = inside.normal_W;
    const auto same_way = [&](const ContactPhases::Inside& other) { return norm(other.normal_W - n) < 1e-9; };
    std::size_t others = 0;
    if (all.size() > most_alone) others = std::erase_if(all, same_way) - 1;
    else all.erase(all.begin());
    error("contacts." + contact_named(inside.name)->group,
          fmt::format("'{}' starts {:.3g} m inside the ground{}", inside.name, inside.depth_m,
                      others > 0 ? fmt::format(", {} other contacts no deeper", others) : ""),
          fmt::format("{} [{:.3g}, {:.3g}, {:.3g}]{}",
                      lifts(*contact_named(inside.name))
                          ? "move the start or the ground, so that it is lifted by this along"
                          : "no freedom of the mechanism lifts it here: start in another pose, or move the ground down by this "
                            "against",
                      tidy(n.x), tidy(n.y), tidy(n.z),
                      contact_named(inside.name)->holds() ? "" : ", or say under `contacts` of the state how fast it touched down"));
  }
  return problems;
}

}  // namespace zanjir
