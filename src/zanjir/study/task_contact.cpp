// The laws of one compliant contact over speed: restitution of an impact, friction of sliding.
#include <algorithm>

#include "zanjir/analyse/contact_study.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/study/task_options.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir {
namespace task_contact {
namespace {

using namespace schema;

struct ContactTask {
  NameRef contact;  // empty: the only one
  double from_m_per_s = 0, to_m_per_s = 0;
  int samples = 201;
  std::optional<double> mass_kg;
};
const ContactTask& data(const StudyTask& task) { return std::any_cast<const ContactTask&>(task.what); }

constexpr TaskOption<ContactTask> options[] = {
    task_keys::kind("contact"),
    task_keys::model,
    option<&ContactTask::contact>({"contact", Kind::text, optional, "the only one", "A compliant contact of the model: `floor.ball`."}),
    option<&ContactTask::from_m_per_s>({"from", Kind::number, required, "", "Slowest speed.", dimension::speed, Range::positive}),
    option<&ContactTask::to_m_per_s>({"to", Kind::number, required, "", "Fastest speed.", dimension::speed, Range::positive}),
    whole_number<&ContactTask::samples>(integer_key("samples", optional, "201", "How many speeds, in equal steps.", Range::positive, 201), 2,
                                        1'000'000),
    option<&ContactTask::mass_kg>({"mass", Kind::number, optional, "what the contact feels at the file's initial state",
                                   "Mass of the body that hits the ground.", dimension::mass, Range::positive}),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "What `zanjir contact` does: the laws of one compliant contact by themselves, over `speed`. Results: `restitution` of a body that hits the "
    "ground at that speed, `promised` (the one that the\n"
    "law was given, where it has one), `friction` and `friction_across` (force over normal force, sliding at that speed), and the numbers `mass`, "
    "`stiffness`, `exponent`, `hysteresis`.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
models: {drop: {file: chain_rigid_drop.yaml}}
tasks:
  laws: {kind: contact, model: drop, contact: floor.link1, from: 0.1 mm/s, to: 4 m/s, samples: 101, mass: 1 kg}
claims:
  - id: restitution
    by: law
    source: "exact solution for h = 0.375"
    said: {value: 0.799198782, tol: 1e-9}
    compute: last(laws.restitution)
  - id: promised
    by: law
    source: the file
    said: {value: 0.8}
    compute: last(laws.promised)
)yaml";
const schema::Object keys{"Task `contact`", "tasks.<name>", text, own_keys, example};

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  ContactTask t = read_options(reader, object, options);
  if (object.has("from") && object.has("to") && t.to_m_per_s <= t.from_m_per_s) object.error("to", "must be greater than `from`");
  task.what = std::move(t);
}

std::vector<std::string> compliant_names(const Model& model) {
  std::vector<std::string> names;
  for (const Contact& c : model.contacts())
    if (c.compliant && !c.holds()) names.push_back(c.name);
  return names;
}

// Place among the contacts of the model, or -1.
int find_contact(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (c.compliant && !c.holds() && (name.empty() || c.name == name)) return static_cast<int>(i);
  }
  return -1;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const ContactTask& t = data(task);
  const Model& model = context.model(task);
  const std::vector<std::string> known = compliant_names(model);
  const std::string path = "tasks." + task.name + ".contact";
  if (known.empty()) return sink.error(task.at, path, "the model has no compliant contact", "give one of its contacts a `law`");
  if (t.contact.name.empty() && known.size() > 1)
    return sink.error(task.at, path, "the model has " + std::to_string(known.size()) + " compliant contacts: which one?",
                      "for example " + known.front());
  if (find_contact(model, t.contact.name) < 0)
    return sink.error(t.contact.at, path, "no compliant contact '" + t.contact.name + "'", did_you_mean(t.contact.name, known));
  if (t.mass_kg) return;
  const Result<StateQuestion> start = initial_question(model, "state");
  if (!start || !(contact_mass(model, start->state, find_contact(model, t.contact.name)) > 0))
    sink.error(task.at, "tasks." + task.name + ".mass", "the contact feels no mass at the file's initial state", "say which `mass` hits the ground");
}

// Without speeds: names and units alone.
TaskResult results_of(const CompliantContact& law, double mass, const std::vector<double>& speeds, const Cancel& cancel) {
  TaskResult out;
  out.abscissa = {"speed", "m/s", speeds};
  out.series = {{"restitution", "1", {}}, {"promised", "1", {}}};
  const bool slides = law.friction.type != FrictionLawType::none;
  if (slides) out.series.insert(out.series.end(), {{"friction", "1", {}}, {"friction_across", "1", {}}});
  for (const double v : speeds) {
    if (cancel) return cancelled_task();
    const ContactAtSpeed here = contact_at_speed(law, mass, v);
    out.series[0].values.push_back(here.exact);
    out.series[1].values.push_back(here.promised);
    if (!slides) continue;
    out.series[2].values.push_back(here.along);
    out.series[3].values.push_back(here.across);
  }
  out.add("mass", "kg", mass);
  out.add("stiffness", "", law.normal.stiffness);  // N/m^exponent
  out.add("exponent", "1", law.normal.exponent);
  out.add("hysteresis", "1", law.normal.hysteresis);
  return out;
}

const CompliantContact& law_of(const StudyTask& task, const TaskContext& context) {
  const Model& model = context.model(task);
  return *model.contacts()[static_cast<std::size_t>(find_contact(model, data(task).contact.name))].compliant;
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  return results_of(law_of(task, context), 0, {}, context.cancel);
}

TaskResult run(const StudyTask& task, const TaskContext& context) {
  const ContactTask& t = data(task);
  const Model& model = context.model(task);
  const double mass = t.mass_kg ? *t.mass_kg : contact_mass(model, initial_question(model, "state")->state, find_contact(model, t.contact.name));
  std::vector<double> speeds;
  for (int i = 0; i < t.samples; ++i) speeds.push_back(t.from_m_per_s + (t.to_m_per_s - t.from_m_per_s) * i / (t.samples - 1));
  return results_of(law_of(task, context), mass, speeds, context.cancel);
}

}  // namespace
}  // namespace task_contact

extern const TaskKind contact_task;
const TaskKind contact_task{"contact", task_contact::keys, {}, task_contact::read, task_contact::check, task_contact::outline, task_contact::run};

}  // namespace zanjir
