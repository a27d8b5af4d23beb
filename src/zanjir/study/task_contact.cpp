// The laws of one compliant contact over speed: restitution of an impact, friction of sliding.
#include <algorithm>

#include "zanjir/analyse/contact_study.hpp"
#include "zanjir/terms/assembler.hpp"
#include "zanjir/contact/friction_law.hpp"
#include "zanjir/contact/restitution.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/study/tasks.hpp"

namespace zanjir {
namespace task_contact {
namespace {

const ContactTask& data(const StudyTask& task) { return std::get<ContactTask>(task.what); }

std::vector<std::string> compliant_names(const Model& model) {
  std::vector<std::string> names;
  for (const Contact& c : model.contacts()) if (c.compliant) names.push_back(c.name);
  return names;
}

// Place among the contacts of the model, or -1.
int find_contact(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (c.compliant && (name.empty() || c.name == name)) return static_cast<int>(i);
  }
  return -1;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const ContactTask& t = data(task);
  const Model& model = context.model(task);
  const std::vector<std::string> known = compliant_names(model);
  const std::string path = "tasks." + task.name + ".contact";
  if (known.empty()) return sink.error(task.at, path, "the model has no compliant contact", "give one of its contacts a `law`");
  if (t.contact.name.empty() && known.size() > 1) return sink.error(task.at, path, "the model has " + std::to_string(known.size()) + " compliant contacts: which one?", "for example " + known.front());
  if (find_contact(model, t.contact.name) < 0) return sink.error(t.contact.at, path, "no compliant contact '" + t.contact.name + "'", did_you_mean(t.contact.name, known));
  if (t.mass_kg) return;
  const Result<StateQuestion> start = initial_question(model, "state");
  if (!start || !(contact_mass(model, start->state, find_contact(model, t.contact.name)) > 0))
    sink.error(task.at, "tasks." + task.name + ".mass", "the contact feels no mass at the file's initial state", "say which `mass` hits the ground");
}

std::vector<std::string> names(const StudyTask& task, const TaskContext& context) {
  const Model& model = context.model(task);
  std::vector<std::string> all{"speed", "restitution", "promised", "mass", "stiffness", "exponent", "hysteresis"};
  const Contact& c = model.contacts()[static_cast<std::size_t>(find_contact(model, data(task).contact.name))];
  if (c.compliant->friction.type != FrictionLawType::none) all.insert(all.end(), {"friction", "friction_across"});
  return all;
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const ContactTask& t = data(task);
  const Model& model = context.model(task);
  const int index = find_contact(model, t.contact.name);
  const CompliantContact& law = *model.contacts()[static_cast<std::size_t>(index)].compliant;
  const double mass = t.mass_kg ? *t.mass_kg : contact_mass(model, initial_question(model, "state")->state, index);
  TaskResult out;
  out.abscissa = {"speed", "m/s", {}};
  out.series = {{"restitution", "1", {}}, {"promised", "1", {}}};
  const bool slides = law.friction.type != FrictionLawType::none;
  if (slides) out.series.insert(out.series.end(), {{"friction", "1", {}}, {"friction_across", "1", {}}});
  for (int i = 0; i < t.samples; ++i) {
    const double v = t.from_m_per_s + (t.to_m_per_s - t.from_m_per_s) * i / (t.samples - 1);
    out.abscissa.values.push_back(v);
    out.series[0].values.push_back(restitution_of(law.normal, mass, v));
    out.series[1].values.push_back(promised_restitution(law.normal, mass, v));
    if (!slides) continue;
    const double shape = friction_shape(law.friction, v);
    out.series[2].values.push_back(law.friction.coefficient * shape);
    out.series[3].values.push_back(law.friction.coefficient_across * shape);
  }
  out.add("mass", "kg", mass);
  out.add("stiffness", "", law.normal.stiffness);  // N/m^exponent
  out.add("exponent", "1", law.normal.exponent);
  out.add("hysteresis", "1", law.normal.hysteresis);
  return out;
}

}  // namespace
}  // namespace task_contact

TaskKind contact_kind() {
  using namespace task_contact;
  return {check, names, run};
}

}  // namespace zanjir
