#include "zanjir/dynamics/contacts_left_out.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/dynamics/contact_action.hpp"

namespace zanjir {
namespace {

bool is_held(const Model& model, const Contact& c, double t_s) {
  PhaseJets room;
  return c.held->at(t_s, model.phases().at(t_s, room)).value > 0;
}

}  // namespace

void contacts_left_out(const Model& model, const Workspace& ws, std::vector<int>& out) {
  constexpr double rounding = 1e-9;  // what is led along the ground is known to that, or worse
  out.clear();
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (ws.contact[i].phase != ContactPhase::flight) continue;
    const bool acts = c.held ? is_held(model, c, ws.t_s) : contact_gap(model, ws, c).distance_m <= rounding * model.length_m();
    if (acts) out.push_back(static_cast<int>(i));
  }
}

std::string names_of_contacts(const Model& model, std::span<const int> contacts) {
  constexpr std::size_t most = 3;
  std::string names;
  const std::size_t shown = contacts.size() <= most + 1 ? contacts.size() : most;
  for (std::size_t i = 0; i < shown; ++i)
    names += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == contacts.size() ? " and " : ", ", model.contacts()[at(contacts[i])].name);
  return shown == contacts.size() ? names : fmt::format("{} and {} others", names, contacts.size() - shown);
}

std::string left_out_note(const Model& model, const Workspace& ws) {
  std::vector<int> left_out;
  contacts_left_out(model, ws, left_out);
  if (left_out.empty()) return "";
  const bool one = left_out.size() == 1;
  const bool compliant = std::any_of(left_out.begin(), left_out.end(), [&](int i) {
    const Contact& c = model.contacts()[at(i)];
    return c.compliant && !c.holds();
  });
  return fmt::format("the ground is left out: {} would touch here, and {} as in flight{}", names_of_contacts(model, left_out),
                     one ? "counts" : "count", compliant ? "; `contacts` of the state says who touches" : "");
}

}  // namespace zanjir
