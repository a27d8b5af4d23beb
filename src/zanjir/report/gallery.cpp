#include "zanjir/report/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>
#include <tuple>

#include "zanjir/analyse/loop_summary.hpp"
#include "zanjir/draw/drawing.hpp"
#include "zanjir/draw/plot.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/report/info_report.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/table.hpp"
#include "zanjir/report/viewer_block.hpp"
#include "zanjir/verify/agreement.hpp"
#include "zanjir/view/shown_motion.hpp"

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

// The same in a line, for a card.
std::string facts_line(const GalleryEntry& e) {
  std::string out = "<p><b>" + counted(e.mobility, "freedom", "freedoms") + "</b>";
  if (e.by_count != e.mobility) out += fmt::format(" ({} by counting)", e.by_count);
  for (const auto& [n, one, many] : {std::tuple{e.bodies, "body", "bodies"},
                                     {e.joints, "joint", "joints"},
                                     {e.loops, "loop", "loops"},
                                     {e.redundant, "redundant constraint", "redundant constraints"},
                                     {e.actuators, "actuator", "actuators"}})
    if (n > 0) out += ", " + counted(n, one, many);
  return out + "</p>\n";
}

std::string badges_of(const GalleryEntry& e) {
  std::string out;
  if (!e.closed) out += page_badge("fails", "does not close");
  if (!e.certain) out += page_badge("fails", "rank uncertain");
  if (!e.disagreement.empty()) out += page_badge("fails", "not verified");
  if (e.redundant > 0) out += page_badge("differs", "overconstrained");
  if (e.singular) out += page_badge("differs", "starts at a singular point");
  if (e.actuators > e.mobility) out += page_badge("differs", "redundantly actuated");
  if (e.actuators > 0 && e.actuators < e.mobility) out += page_badge("differs", "underactuated");
  if (e.disagreement.empty() && e.agreeing.size() > 1) out += page_badge("holds", fmt::format("{} formulations agree", e.agreeing.size()));
  return out.empty() ? "" : "<div class=\"chips\">" + out + "</div>\n";
}

std::string time_text(double seconds) { return seconds < 1e-3 ? fmt::format("{:.3g} µs", 1e6 * seconds) : fmt::format("{:.3g} ms", 1e3 * seconds); }

std::string maps_of(const GalleryEntry& e) {
  if (e.maps.empty()) return "";
  std::string out = "<section id=\"maps\">\n<h2>Where it can be</h2>\n";
  for (std::size_t i = 0; i < e.maps.size(); ++i)
    out += fmt::format(
        "<figure><div class=\"drawn\" tabindex=\"0\">{0}</div>\n<figcaption>{1}, a map of {2}. The line is the boundary; grey is out of reach."
        "{3}</figcaption></figure>\n",
        e.maps[i].svg, escaped(e.maps[i].title), escaped(e.maps[i].study), page_figure_links(map_picture(e, i)));
  return out + "</section>\n";
}

std::string section(const std::string& title, const std::vector<const GalleryEntry*>& entries) {
  if (entries.empty()) return "";
  std::string out = "<section>\n<h2>" + title + "</h2>\n<div class=\"cards mechanisms\">\n";
  for (const GalleryEntry* e : entries)
    out += fmt::format(
        "<a class=\"card\" id=\"{}\" href=\"gallery/{}.html\">\n<div class=\"thumb\">{}</div>\n<h3>{}</h3>\n<small "
        "class=\"file\">{}</small>\n{}{}</a>\n",
        escaped(e->page), escaped(e->page),
        e->motion ? viewer_block_from("gallery/" + e->page + ".js", e->name, ViewerSize::card, e->drawing) : e->drawing, escaped(e->name),
        escaped(e->file), badges_of(*e), facts_line(*e));
  return out + "</div>\n</section>\n";
}

// -- what is measured ---------------------------------------------------------------------------------------------------------------------
constexpr double shown_s = 5;
constexpr std::size_t shown_frames = 150, shown_points = 300;  // enough for the eye: poses between are interpolated
constexpr int compared_states = 3;
constexpr double show_s = 1, dear_s = 0.1;
constexpr double compare_s = 0.1, measure_s = 0.003;  // patience per mechanism, and per formulation

// Set after some seconds, or with another one.
class Deadline {
 public:
  Deadline(double seconds, const Cancel& other) {
    const auto watch = [this, seconds, &other] {
      using Clock = std::chrono::steady_clock;
      for (const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
           !over_ && !other && Clock::now() < end;)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      cancel_ = true;
    };
    try {
      watch_ = std::thread(watch);
    } catch (const std::system_error&) {  // nobody can watch: it is over at once
      cancel_ = true;
    }
  }
  ~Deadline() {
    over_ = true;
    if (watch_.joinable()) watch_.join();
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
  const Cancel& cancel() const { return cancel_; }

 private:
  Cancel cancel_ = false;
  std::atomic<bool> over_ = false;
  std::thread watch_;
};

// Those for whom an answer takes milliseconds are compared by `zanjir verify`, whose first round cannot be limited.
bool is_dear(const GalleryEntry& e) {
  double all = 0;
  for (const FormulationCost& c : e.costs) all += c.seconds;
  return all > dear_s;
}

void compare(const Model& model, GalleryEntry& e) {
  if (is_dear(e)) return;
  VerifyOptions options;
  options.n_states = compared_states;
  options.budget_s = compare_s;
  const Verification v = verify(model, options);
  for (const Participant& p : v.participants)
    if (p.takes_part) e.agreeing.push_back(p.name);
  e.comparisons = v.n_comparisons();
  e.disagreement = v.problem;
}

// Of the processor's time, the shortest of several rounds: what the call takes when nothing else is in the way.
double seconds_per_call(Solver& solver, const State& state, const Given& question, Solution& answer) {
  double best = 1e9, total = 0;
  for (int calls = 1; total < measure_s; calls *= 2) {
    const std::clock_t began = std::clock();
    for (int i = 0; i < calls; ++i) solver.solve(state, question, Reactions::skip, answer);
    const double took = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    if (took > 0) best = std::min(best, took / calls);
    total += took;
  }
  return best;
}

void measure(const Model& model, const State& state, GalleryEntry& e) {
  const Given question = forward_question(model, VecX::Zero(model.nv()));
  for (const AnyFormulation& f : all_formulations()) {
    if (!coverage(f, model).forward) continue;
    Solver solver(f, model);
    Solution answer;
    const SolveStatus status = solver.solve(state, question, Reactions::skip, answer);
    if (status == SolveStatus::ok || status == SolveStatus::redundant)
      e.costs.push_back({std::string(name_of(f)), seconds_per_call(solver, state, question, answer)});
  }
}

}  // namespace

GalleryEntry gallery_entry(const Description& description, const Model& model, const SourceText& file, const std::string& text,
                           const Cancel& cancel) {
  GalleryEntry e;
  e.file = file.file;
  e.source = file.text;
  e.info = info_text(model);
  e.motion =
      shown_mechanism(description, model, {MotionKind::any, shown_s, shown_frames, shown_points, true}, Deadline(show_s, cancel).cancel()).value;
  if (e.motion)
    for (Clip& clip : e.motion->clips) clip.curves.dropped_bits = unseen_bits;
  e.name = model.name();
  e.text = text;
  e.bodies = model.n_user_bodies();
  e.joints = model.n_user_joints();
  e.loops = static_cast<int>(model.constraints().size());
  const auto driven = [](std::span<const Role> roles) { return static_cast<int>(std::count(roles.begin(), roles.end(), Role::actuated)); };
  e.actuators = driven(model.roles()) + driven(model.cut_roles());
  if (e.loops == 0) {
    e.mobility = e.by_count = model.nv() - n_prescribed(model);
    const State state = initial_state(model);
    e.drawing = mechanism_svg(model, state);
    measure(model, state, e);
    compare(model, e);
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
  if (e.closed) measure(model, s.state, e), compare(model, e);
  return e;
}

std::string map_picture(const GalleryEntry& e, std::size_t map) { return fmt::format("{}-map-{}", e.page, map + 1); }

void name_pages(std::vector<GalleryEntry>& entries) {
  constexpr std::size_t longest = 80;
  const auto plain = [](std::string text) {
    for (char& c : text) {
      const auto letter = static_cast<unsigned char>(c);
      c = letter < 0x80 && (std::isalnum(letter) != 0 || c == '-' || c == '_') ? static_cast<char>(std::tolower(letter)) : '-';
    }
    return text.substr(0, longest);
  };
  std::set<std::string> taken;
  for (GalleryEntry& e : entries) {
    const std::filesystem::path file = e.file;
    const std::string name = e.name.empty() ? "mechanism" : plain(e.name);
    e.page = name;
    if (taken.contains(e.page)) e.page = plain(e.name + "-" + file.parent_path().filename().string() + "-" + file.stem().string());
    for (int n = 2; taken.contains(e.page); ++n) e.page = name + "-" + std::to_string(n);
    taken.insert(e.page);
  }
}

std::string mechanism_page(const GalleryEntry& e, const Provenance& provenance, const std::string& moving) {
  std::string body =
      "<header>\n<nav aria-label=\"Parts of this report\"><a href=\"../index.html\">all studies</a> · <a href=\"../gallery.html\">all "
      "mechanisms</a></nav>\n<h1>" +
      escaped(e.name) + "</h1>\n" + badges_of(e) + (e.text.empty() ? "" : "<p class=\"lead\">" + page_words(e.text) + "</p>\n") +
      "</header>\n<main id=\"main\">\n";
  body += "<section id=\"viewer\"" + std::string(moving.empty() ? " hidden>" : " aria-label=\"The mechanism in motion\">") + moving + "</section>\n";
  body += fmt::format(
      "<figure><div class=\"drawn\" tabindex=\"0\">{}</div>\n<figcaption>At its initial state. Filled joints are driven.{}</figcaption></figure>\n",
      e.drawing, page_figure_links(e.page));
  body += "<section>\n<h2>Freedoms</h2>\n" + facts_of(e) + "</section>\n" + maps_of(e);
  if (!e.costs.empty() || !e.disagreement.empty()) {
    body += "<section id=\"formulations\">\n<h2>Formulations</h2>\n<p>";
    body += !e.disagreement.empty() ? "<span class=\"problem\">Not verified: " + escaped(e.disagreement) + "</span>"
            : e.agreeing.empty()    ? "Not compared here: an answer takes its time. <code>zanjir verify " + escaped(e.file) + "</code> compares them."
                                    : fmt::format("{} were compared with each other at random states, {} times, and agree.",
                                                  counted(static_cast<int>(e.agreeing.size()), "formulation", "formulations"), e.comparisons);
    body += "</p>\n";
    std::vector<std::vector<PageCell>> rows;
    for (const FormulationCost& c : e.costs) rows.push_back({c.name, time_text(c.seconds)});
    for (const std::string& name : e.agreeing) {
      if (std::none_of(e.costs.begin(), e.costs.end(), [&](const FormulationCost& c) { return c.name == name; }))
        rows.push_back({name, PageCell("–", "asked for other things than accelerations, or not at this state")});
    }
    body += page_table({"formulation", "all accelerations, per call"}, rows) + "</section>\n";
  }
  body += "<section id=\"info\">\n<h2>What it is made of</h2>\n" +
          page_fold("zanjir info " + escaped(e.file), "<pre tabindex=\"0\"><code>" + escaped(e.info) + "</code></pre>\n") + "</section>\n" +
          page_provenance(provenance, {{e.file, e.source}}) + "</main>\n";
  return page_document(e.name, body);
}

std::string gallery_page(const std::vector<GalleryEntry>& entries, const Provenance& provenance) {
  std::vector<const GalleryEntry*> closed, trees;
  for (const GalleryEntry& e : entries) (e.loops > 0 ? closed : trees).push_back(&e);
  const std::string body =
      "<header>\n<nav aria-label=\"Parts of this report\"><a href=\"index.html\">all studies</a></nav>\n<h1>Mechanisms</h1>\n<p>Freedoms are "
      "counted twice: by the rank of the constraints at the closed configuration, which is the truth there, and by Grübler's formula, which "
      "misses what special proportions allow. A redundant constraint says again what others have said: the mechanism moves all the same, but some "
      "reactions cannot be known from the laws of motion alone. Filled joints are driven. Each card leads to a page with the formulations that "
      "agree and what a call costs.</p>\n</header>\n<main id=\"main\">\n" +
      section("With closed loops", closed) + section("Trees", trees) + page_provenance(provenance) + "</main>\n" + viewer_script_from("viewer.js");
  return page_document("Mechanisms", body);
}

std::string gallery_json(const std::vector<GalleryEntry>& entries) {
  Json list = Json::array();
  for (const GalleryEntry& e : entries)
    list.push_back({{"file", e.file},
                    {"name", e.name},
                    {"page", e.page},
                    {"moves", e.motion.has_value()},
                    {"bodies", e.bodies},
                    {"joints", e.joints},
                    {"loops", e.loops},
                    {"mobility", e.mobility},
                    {"mobility_by_count", e.by_count},
                    {"redundant", e.redundant},
                    {"actuators", e.actuators},
                    {"closed", e.closed},
                    {"certain", e.certain},
                    {"singular", e.singular},
                    {"agree", e.disagreement.empty() ? Json(e.agreeing) : Json()},
                    {"maps", e.maps.size()}});
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
