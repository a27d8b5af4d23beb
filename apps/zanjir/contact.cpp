// zanjir contact FILE: the laws of compliant contacts by themselves, drawn and in numbers.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "verbs.hpp"
#include "zanjir/language/values.hpp"
#include "zanjir/report/contact_report.hpp"
#include "zanjir/report/report_files.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir::app {
namespace {

struct ContactOptions : Common {
  std::string file, contact, speeds = "0.01:10", out;
  double mass_kg = 0;
};

// "0.01:10"
bool read_range(const std::string& text, double& from, double& to) {
  const char *begin = text.data(), *end = text.data() + text.size();
  const auto first = std::from_chars(begin, end, from);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ':') return false;
  const auto second = std::from_chars(first.ptr + 1, end, to);
  return second.ec == std::errc() && second.ptr == end && from > 0 && to > from && to < 1e9;
}

// Contacts of one name in the file share their laws: the first stands for all, unless one is named in full.
std::vector<int> chosen(const Model& model, const std::string& name) {
  std::vector<int> list;
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < model.contacts().size(); ++i) {
    const Contact& c = model.contacts()[i];
    if (!c.compliant || c.holds() || (!name.empty() && name != c.name && name != c.group)) continue;
    if (name != c.name && std::find(groups.begin(), groups.end(), c.group) != groups.end()) continue;
    groups.push_back(c.group);
    list.push_back(static_cast<int>(i));
  }
  return list;
}

int contact(const ContactOptions& o) {
  const Result<Model> loaded = load_model(o.file, o);
  if (!loaded) return report_errors(loaded.diagnostics, o);
  report_warnings(loaded.diagnostics);
  const Model& model = *loaded;
  ContactStudyOptions options;
  if (!read_range(o.speeds, options.slowest_m_per_s, options.fastest_m_per_s))
    return report_errors({option_problem("--speeds", "'" + o.speeds + "' is not a range of speeds", "for example 0.01:10, in m/s")}, o);
  std::vector<std::string> names;
  for (const Contact& c : model.contacts()) {
    if (!c.compliant || c.holds()) continue;
    names.push_back(c.name);
    if (std::find(names.begin(), names.end(), c.group) == names.end()) names.push_back(c.group);
  }
  const std::vector<int> contacts = chosen(model, o.contact);
  if (names.empty())
    return report_errors({{Severity::error, o.file, 0, 0, "contacts", "there is no compliant contact", "give a contact a `law` (docs/contact.md)"}},
                         o);
  if (contacts.empty())
    return report_errors({option_problem("--contact", "no compliant contact '" + o.contact + "'", did_you_mean(o.contact, names))}, o);
  const Result<StateQuestion> start = initial_question(model, "initial state");
  if (!start) return report_errors(start.diagnostics, o);

  std::vector<ContactStudy> studies;
  for (const int i : contacts) {
    const double mass = o.mass_kg > 0 ? o.mass_kg : contact_mass(model, start->state, i);
    if (!(mass > 0))
      return report_errors(
          {option_problem("--mass", "'" + model.contacts()[static_cast<std::size_t>(i)].name + "' cannot move along the normal at the start",
                          "give the mass that hits")},
          o);
    studies.push_back(study_contact(model, i, mass, options));
  }
  ReportFiles files;
  if (!o.out.empty()) {
    files.folder(o.out);
    for (const ContactStudy& study : studies) {
      for (const auto& [name, svg] : contact_figures(model, study)) files.figure(std::filesystem::path(o.out) / name, svg);
    }
    if (!files.problem().empty()) return report_errors({option_problem("--out", files.problem())}, o);
  }
  if (o.json) {
    print(contact_json(model, studies) + "\n");
    return done;
  }
  for (const ContactStudy& study : studies) print(contact_text(model, study));
  if (!o.out.empty()) print(fmt::format("figures in {}\n", o.out));
  return done;
}

}  // namespace

void add_contact(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ContactOptions>();
  CLI::App* verb =
      app.add_subcommand("contact", "the laws of compliant contacts: force loops, restitution against impact speed, friction against sliding speed");
  verb->add_option("FILE", options->file, "mechanism file")->required();
  verb->add_option("--contact", options->contact, "one contact, or all of one name; without it the first of every name")->type_name("NAME");
  verb->add_option("--speeds", options->speeds, "impact speeds, m/s")->type_name("FROM:TO")->capture_default_str();
  verb->add_option("--mass", options->mass_kg, "mass that hits, kg; without it what the contact feels at the start, through inertia and loops")
      ->type_name("M")
      ->check(number_in(schema::Range::positive));
  verb->add_option("--out", options->out, "folder for the figures (SVG and PNG)")->type_name("DIR");
  add_common(*verb, *options);
  add_yes(*verb);
  verb->footer(
      "Restitution is that of one body against a fixed ground without other forces; `promised` is what the source of the law says, "
      "docs/contact.md.\n\nExample:\n"
      "  zanjir contact models/chain_rigid_drop.yaml --contact floor --speeds 0.1:10");
  verb->callback([options, &exit_code] { exit_code = contact(*options); });
}

}  // namespace zanjir::app
