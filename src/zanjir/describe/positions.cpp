#include "zanjir/describe/positions.hpp"

namespace zanjir {
namespace {

const std::string& name_of(const InitialValue& value) { return value.of.name; }
SourcePos place_of(const InitialValue& value) { return value.of.at; }
template <class Entry> const std::string& name_of(const Entry& entry) { return entry.name; }
template <class Entry> SourcePos place_of(const Entry& entry) { return entry.at; }

// The entry of this name, or of the joint that "joint.part" belongs to.
template <class Entries> std::optional<SourcePos> find(const Entries& entries, std::string_view name) {
  for (; !name.empty(); name = name.substr(0, name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.'))) {
    for (const auto& entry : entries)
      if (name_of(entry) == name) return place_of(entry);
  }
  return std::nullopt;
}

}  // namespace

std::optional<SourcePos> position_of(const Description& d, std::string_view path) {
  const auto below = [&](std::string_view section) -> std::optional<std::string_view> {
    if (path == section) return std::string_view{};
    if (path.size() > section.size() && path.starts_with(section) && path[section.size()] == '.') return path.substr(section.size() + 1);
    return std::nullopt;
  };
  // As a whole: the first that is given, or else what else moves the start away from rest in the zero position, or what it has to fit.
  const auto among_values = [&](const std::vector<InitialValue>& values, std::string_view name) -> std::optional<SourcePos> {
    if (!name.empty()) return find(values, name);
    if (!values.empty()) return values.front().of.at;
    if (!d.motions.empty()) return d.motions.front().of.at;
    return d.joints.empty() ? std::nullopt : std::optional(d.joints.back().at);
  };
  if (const auto name = below("initial.q")) return among_values(d.initial_q, *name);
  if (const auto name = below("initial.v")) return among_values(d.initial_v, *name);
  for (const char* section : {"loops", "joints"}) {
    const auto name = below(section);
    if (!name) continue;
    if (const auto at = find(d.joints, *name)) return at;
    if (const auto at = find(d.distances, *name)) return at;
    return find(d.gears, *name);
  }
  if (const auto name = below("contacts")) {
    for (const auto& contact : d.contacts)
      if (contact.held && *name == contact.name + ".held") return contact.held->at;
    return find(d.contacts, *name);
  }
  if (const auto name = below("stops")) return find(d.stops, *name);
  if (const auto name = below("bodies")) return find(d.bodies, *name);
  if (const auto name = below("controllers")) return find(d.controllers, *name);
  return std::nullopt;
}

void point_at_file(const Description& d, std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    diagnostic.file = d.files.empty() ? "" : d.files.front();
    const auto at = position_of(d, diagnostic.key_path);
    if (!at || at->file >= d.files.size()) continue;
    diagnostic.file = d.files[at->file];
    diagnostic.line = at->line;
    diagnostic.column = at->column;
  }
}

std::string message_with_place(const Diagnostic& d) {
  const std::string place = d.line > 0 ? " (" + d.file + ":" + std::to_string(d.line) + ":" + std::to_string(d.column) + ")" : "";
  return d.key_path.empty() ? d.message : d.key_path + place + ": " + d.message;
}

}  // namespace zanjir
