#include "zanjir/report/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zanjir/analyse/loop_summary.hpp"
#include "zanjir/draw/drawing.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/table.hpp"

namespace zanjir {
namespace {

std::string counted(int n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); }

std::string facts_of(const GalleryEntry& e) {
  std::string out =
      fmt::format("<dl><dt>freedoms</dt><dd><b>{}</b>{}</dd>", e.mobility, e.loops > 0 ? fmt::format(" by rank, {} by counting", e.by_count) : "");
  if (e.loops > 0)
    out += fmt::format("<dt>redundant</dt><dd>{}</dd>", e.redundant == 0 ? "no constraint" : counted(e.redundant, "constraint", "constraints"));
  out += fmt::format("<dt>actuators</dt><dd>{}</dd><dt>made of</dt><dd>{}, {}{}</dd></dl>\n", e.actuators, counted(e.bodies, "body", "bodies"),
                     counted(e.joints, "joint", "joints"), e.loops > 0 ? ", " + counted(e.loops, "loop", "loops") : "");
  return out;
}

std::string badges_of(const GalleryEntry& e) {
  std::string out;
  const auto badge = [&](const char* kind, const std::string& text) { out += fmt::format("<span class=\"badge {}\">{}</span>", kind, text); };
  if (!e.closed) badge("fails", "does not close");
  if (!e.certain) badge("fails", "rank uncertain");
  if (e.redundant > 0) badge("differs", "overconstrained");
  if (e.singular) badge("differs", "starts at a singular point");
  if (e.actuators > e.mobility) badge("differs", "redundantly actuated");
  if (e.actuators > 0 && e.actuators < e.mobility) badge("differs", "underactuated");
  return out.empty() ? "" : "<div class=\"chips\">" + out + "</div>\n";
}

std::string section(const std::string& title, const std::vector<const GalleryEntry*>& entries) {
  if (entries.empty()) return "";
  std::string out = "<section>\n<h2>" + title + "</h2>\n<div class=\"cards mechanisms\">\n";
  for (const GalleryEntry* e : entries) {
    out += fmt::format("<article class=\"card\" id=\"{}\">\n<h2>{} <small>{}</small></h2>\n{}{}{}", escaped(e->name), escaped(e->name),
                       escaped(e->file), e->drawing, badges_of(*e), facts_of(*e));
    if (!e->text.empty()) out += "<details><summary>about it</summary><p>" + escaped(e->text) + "</p></details>\n";
    out += "</article>\n";
  }
  return out + "</div>\n</section>\n";
}

}  // namespace

GalleryEntry gallery_entry(const Model& model, const std::string& file, const std::string& text) {
  GalleryEntry e;
  e.file = file;
  e.name = model.name();
  e.text = text;
  e.bodies = model.n_user_bodies();
  e.joints = model.n_user_joints();
  e.loops = static_cast<int>(model.constraints().size());
  const auto driven = [](std::span<const Role> roles) { return static_cast<int>(std::count(roles.begin(), roles.end(), Role::actuated)); };
  e.actuators = driven(model.roles()) + driven(model.cut_roles());
  if (e.loops == 0) {
    e.mobility = e.by_count = model.nv() - n_prescribed(model);
    e.drawing = mechanism_svg(model, initial_state(model));
    return e;
  }
  const LoopSummary s = summarise_loops(model);
  e.mobility = s.mobility;
  e.by_count = s.gruebler;
  e.redundant = s.facts.n_redundant();
  e.closed = s.assembly.closed;
  e.certain = s.facts.rank.certain();
  e.singular = s.facts.rank.rank_here < s.facts.rank.rank;
  e.drawing = mechanism_svg(model, s.state);
  return e;
}

std::string gallery_page(const std::vector<GalleryEntry>& entries, const Provenance& provenance) {
  std::vector<const GalleryEntry*> closed, trees;
  for (const GalleryEntry& e : entries) (e.loops > 0 ? closed : trees).push_back(&e);
  const std::string body =
      "<header>\n<nav><a href=\"index.html\">all studies</a></nav>\n<h1>Mechanisms</h1>\n<p>Freedoms are counted twice: by the rank of the "
      "constraints at the closed "
      "configuration, which is the truth there, and by Grübler's formula, which misses what special proportions allow. A redundant constraint says "
      "again what others have said: the "
      "mechanism moves all the same, but some reactions cannot be known from the laws of motion alone. Filled joints are "
      "driven.</p>\n</header>\n<main>\n" +
      section("With closed loops", closed) + section("Trees", trees) + page_provenance(provenance) + "</main>\n";
  return page_document("Mechanisms", body);
}

std::string gallery_json(const std::vector<GalleryEntry>& entries) {
  Json list = Json::array();
  for (const GalleryEntry& e : entries)
    list.push_back({{"file", e.file},
                    {"name", e.name},
                    {"bodies", e.bodies},
                    {"joints", e.joints},
                    {"loops", e.loops},
                    {"mobility", e.mobility},
                    {"mobility_by_count", e.by_count},
                    {"redundant", e.redundant},
                    {"actuators", e.actuators},
                    {"closed", e.closed},
                    {"certain", e.certain},
                    {"singular", e.singular}});
  return to_line(Json{{"mechanisms", list}});
}

std::string gallery_text(const std::vector<GalleryEntry>& entries) {
  Table table({"mechanism", "bodies", "joints", "loops", "freedoms", "by counting", "redundant", "actuators", ""});
  for (const GalleryEntry& e : entries)
    table.add({e.name, std::to_string(e.bodies), std::to_string(e.joints), std::to_string(e.loops), std::to_string(e.mobility),
               std::to_string(e.by_count), std::to_string(e.redundant), std::to_string(e.actuators),
               !e.closed    ? "does not close"
               : !e.certain ? "rank uncertain"
               : e.singular ? "starts at a singular point"
                            : ""});
  return table.text();
}

}  // namespace zanjir
