#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "zanjir/draw/plot.hpp"
#include "zanjir/report/page.hpp"
#include "zanjir/report/study_page_parts.hpp"
#include "zanjir/study/claims.hpp"

namespace zanjir {
namespace {

// What a reader should see first: a verdict nobody expected, a failure, a difference.
int urgency(const ClaimOutcome& c) { return !c.as_expected() ? 0 : c.verdict == Verdict::holds ? 3 : c.verdict == Verdict::differs ? 2 : 1; }

// Long ones are folded away: a page is read for what is said and what came out.
std::string formula(const std::string& text) {
  constexpr std::size_t long_one = 60;
  const std::string code = "<code>" + escaped(text) + "</code>";
  return text.size() <= long_one ? "<br>" + code : page_fold("formula", code);
}

std::string number_td(const char* label, const std::string& text, const std::string& title = {}) {
  constexpr std::size_t unbroken = 34;  // characters of a number with its unit; words beyond may wrap
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return fmt::format(R"(<td class="number{}" data-label="{}"{}>{}</td>)", static_cast<std::size_t>(letters) <= unbroken ? " short" : "", label,
                     title.empty() ? "" : " title=\"" + escaped(title) + "\"", escaped(text));
}

std::string computed_td(const ClaimOutcome& c) {
  if (!c.computed) return number_td("computed", "–");
  const Bounds& said = c.claim.said;
  const double scale = said.value ? std::max(std::abs(*said.value), said.tol) : 0;
  const PageCell cell = number_cell(*c.computed, scale, 3);
  const std::string text = pretty_unit(number_text(said, *c.computed));
  return cell.title.empty() ? number_td("computed", text) : number_td("computed", cell.text, text);
}

// `above`: the claim of the row before, or null. What its row says already is not said again.
std::string row_of(const ClaimOutcome& c, const std::string& group, const ClaimOutcome* above) {
  const std::string_view verdict = word_of(c.verdict);
  std::string claim = c.claim.text.empty() || (above && above->claim.text == c.claim.text) ? "" : page_words(c.claim.text) + "<br>";
  claim += R"(<span class="id">)" + escaped(c.claim.id) + "</span>";
  if (c.claim.source != group) claim += " <small>" + escaped(c.claim.source) + "</small>";
  claim += formula(c.claim.compute.text);
  std::string reason = above && !c.reason.empty() && above->reason == c.reason ? "For the same reason." : page_words(c.reason);
  if (c.claim.found && !c.reason.empty())
    reason += R"( <span class="found">Found: )" + escaped(pretty_unit(bounds_text(*c.claim.found)) + ", " + c.claim.found->from) + ".</span>";
  for (const std::string& note : c.notes) reason += (reason.empty() ? "" : "<br>") + std::string("<b>Note</b> on ") + page_words(note);
  if (!reason.empty()) claim += R"(<div class="reason">)" + reason + "</div>";
  return fmt::format(R"(<tr id="claim-{0}" class="{1}" data-verdict="{1}"><td>{2}</td><td>{3}</td>{4}{5}</tr>)", escaped(c.claim.id), verdict,
                     page_badge(verdict, verdict) +
                         (c.as_expected() ? "" : R"(<br><span class="unexpected">expected: )" + std::string(word_of(c.claim.expect)) + "</span>"),
                     claim, number_td("said", pretty_unit(bounds_text(c.claim.said))), computed_td(c)) +
         "\n";
}

std::string table_of(std::vector<const ClaimOutcome*> claims, const std::string& group) {
  std::stable_sort(claims.begin(), claims.end(), [](const auto* a, const auto* b) { return urgency(*a) < urgency(*b); });
  std::string out =
      "<table class=\"claims\">\n<thead><tr><th scope=\"col\">verdict</th><th scope=\"col\">claim</th><th scope=\"col\" "
      "class=\"number\">said</th><th scope=\"col\" class=\"number\">computed</th></tr></thead>\n<tbody>\n";
  const ClaimOutcome* above = nullptr;
  for (const ClaimOutcome* c : claims) out += row_of(*c, group, std::exchange(above, c));
  return out + "</tbody>\n</table>\n";
}

struct Group {
  std::string name;
  std::vector<const ClaimOutcome*> claims;
  int urgency() const {
    int most = 3;
    for (const ClaimOutcome* c : claims) most = std::min(most, zanjir::urgency(*c));
    return most;
  }
  VerdictCounts counts() const {
    VerdictCounts n;
    for (const ClaimOutcome* c : claims) n.add(*c);
    return n;
  }
};

// Beside claims that do not hold, those that do are folded away once more: a page is short before it is unfolded.
std::string group_html(const Group& g, bool open) {
  constexpr std::size_t few = 3;
  std::vector<const ClaimOutcome*> first, held;
  for (const ClaimOutcome* c : g.claims) (zanjir::urgency(*c) < 3 ? first : held).push_back(c);
  std::string inside;
  if (first.empty() || held.size() <= few) inside = table_of(g.claims, g.name);
  else
    inside = table_of(first, g.name) + fmt::format("<details class=\"group\"><summary>{} more of {} hold</summary>\n{}</details>\n", held.size(),
                                                   escaped(g.name), table_of(held, g.name));
  return fmt::format("<details class=\"group\"{}><summary><b>{}</b>{}</summary>\n{}</details>\n", open ? " open" : "", escaped(g.name),
                     verdict_chips(g.counts()), inside);
}

template <class Key> std::vector<Group> grouped(const StudyOutcome& outcome, Key key) {
  std::vector<Group> groups;
  for (const ClaimOutcome& c : outcome.claims) {
    const std::string name = key(c);
    if (name.empty()) continue;
    auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.name == name; });
    if (found == groups.end()) found = groups.insert(groups.end(), Group{name, {}});
    found->claims.push_back(&c);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.urgency() < b.urgency(); });
  return groups;
}

std::string filter_bar(const VerdictCounts& n) {
  std::string out =
      R"(<div class="filter" role="group" aria-label="Show claims" hidden><button type="button" data-show="all" aria-pressed="true">all )" +
      std::to_string(n.all()) + "</button>";
  const auto button = [&](int count, const char* word) {
    if (count > 0) out += fmt::format(R"(<button type="button" data-show="{0}" aria-pressed="false">{0} {1}</button>)", word, count);
  };
  button(n.fails, "fails");
  button(n.doubtful, "doubtful");
  button(n.differs, "differs");
  button(n.holds, "holds");
  return out + R"(<input type="search" placeholder="find" aria-label="Find words in the claims"><output aria-live="polite"></output></div>)"
               "\n";
}

VerdictCounts counts_of(const StudyOutcome& outcome, bool paper) {
  VerdictCounts n;
  for (const Score& s : score_of(outcome)) {
    if ((s.by == Sayer::paper) == paper) n += s.counts;
  }
  return n;
}

}  // namespace

std::string verdict_chips(const VerdictCounts& n) {
  std::string out;
  const auto chip = [&](int count, const char* kind, const char* one, const char* many) {
    if (count > 0) out += page_badge(kind, fmt::format("{} {}", count, count == 1 ? one : many));
  };
  chip(n.fails, "fails", "fails", "fail");
  chip(n.doubtful, "doubtful", "is doubtful", "are doubtful");
  chip(n.differs, "differs", "differs", "differ");
  chip(n.holds, "holds", "holds", "hold");
  return out;
}

std::string verdict_bar(const VerdictCounts& n) {
  std::string out = fmt::format("<div class=\"bar\" role=\"img\" aria-label=\"{}\">", counts_text(n));
  const auto part = [&](int count, const char* kind) {
    if (count > 0) out += fmt::format("<i class=\"{}\" style=\"flex:{}\"></i>", kind, count);
  };
  part(n.holds, "holds");
  part(n.differs, "differs");
  part(n.doubtful, "doubtful");
  part(n.fails, "fails");
  return out + "</div>";
}

std::string source_group(const std::string& source) {
  for (const auto& [word, shown] : {std::pair{"Fig", "Fig. "}, std::pair{"Table", "Table "}}) {
    std::size_t at = source.find(word);
    if (at == std::string::npos) continue;
    at = source.find_first_of("0123456789", at);
    if (at == std::string::npos || at > source.find(word) + 8) continue;
    const std::size_t end = source.find_first_not_of("0123456789", at);
    return shown + source.substr(at, end == std::string::npos ? end : end - at);
  }
  std::string group = source.substr(0, source.find_first_of(",:;"));
  if (!group.empty()) group[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(group[0])));
  return group;
}

std::string claims_section(const StudyOutcome& outcome) {
  const VerdictCounts n = counts_of(outcome, true);
  const int all = n.all();
  if (all == 0) return "";
  constexpr int few = 10;  // that are read without unfolding
  std::string out = "<section id=\"claims\">\n<h2>What is published, and what comes out</h2>\n" + filter_bar(n);
  for (const Group& g : grouped(outcome, [](const ClaimOutcome& c) { return c.claim.by == Sayer::paper ? source_group(c.claim.source) : ""; }))
    out += group_html(g, g.urgency() < 3 || all <= few);
  return out + "</section>\n";
}

std::string checks_section(const StudyOutcome& outcome) {
  const VerdictCounts n = counts_of(outcome, false);
  if (n.all() == 0) return "";
  std::string inside = filter_bar(n);
  for (const Group& g : grouped(outcome, [](const ClaimOutcome& c) { return c.claim.by == Sayer::paper ? "" : std::string(sayer_text(c.claim.by)); }))
    inside += group_html(g, true);
  constexpr int few = 12;
  const VerdictCounts published = counts_of(outcome, true);
  const bool all_there_is = published.all() == 0 && n.holds + n.differs <= few;
  const bool open = all_there_is || n.unexpected > 0;
  return fmt::format(
      "<section>\n<h2>Our own checks</h2>\n<p>Numbers of separate programs, closed forms and laws, and targets of ours. They say that the results "
      "can be trusted; they are not counted as the paper's.</p>\n<details class=\"fold\" id=\"checks\"{}><summary>{} "
      "checks {}</summary>\n{}</details>\n</section>\n",
      open ? " open" : "", n.all(), verdict_chips(n), inside);
}

}  // namespace zanjir
