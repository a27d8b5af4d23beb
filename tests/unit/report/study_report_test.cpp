#include "zanjir/report/study_report.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/folders.hpp"
#include "zanjir/core/sha256.hpp"
#include "zanjir/report/study_page.hpp"
#include "zanjir/report/study_page_parts.hpp"

using namespace zanjir;

namespace {

StudyOutcome outcome() {
  Result<Study> study = read_study_text(R"yaml(zanjir_study: 1
name: small
title: A <small> study
models: {m: {file: pendulum.yaml}}
tasks:
  level: {kind: analyse, model: m, state: {q: {A: 0}}, what: [forward_dynamics]}
  agreement: {kind: verify, model: m, states: 3}
  swing: {kind: inverse, model: m, motion: {A: t}, until: 1, every: 0.1}
figures:
  angle: {curves: [swing.A]}
  numbers: {kind: table, columns: ["", x], rows: [{label: a, values: ["max(swing.A)"]}]}
claims:
  - {id: good, by: paper, source: "Fig. 1", said: {value: -9.81 rad/s^2, tol: 1e-9 rad/s^2}, compute: level.forward_dynamics.vdot.A}
  - {id: wrong, by: paper, source: "Fig. 2", said: {max: -20 rad/s^2, text: fast}, compute: level.forward_dynamics.vdot.A}
  - {id: misprint, by: law, source: "Tab. 1", said: {value: 9.81}, compute: level.forward_dynamics.vdot.A, expect: differs, reason: lost a | sign, found: {value: -9.81, tol: 1e-9, from: g/l}}
)yaml",
                                        "small.yaml", {}, test::models_folder());
  Progress quiet;
  Result<StudyOutcome> o = run_study(std::move(*study), quiet, never_cancelled());
  if (!o) throw std::runtime_error(to_text(o.diagnostics));
  return std::move(*o);
}

}  // namespace

TEST(StudyReport, JsonHasThePublishedShape) {
  const auto json = nlohmann::ordered_json::parse(studies_json({outcome()}));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json["studies"][0].items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"name", "claims", "seconds", "score", "notes", "trusted"}));
  keys.clear();
  const auto& claims = json["studies"][0]["claims"];
  for (const auto& [key, value] : claims[0].items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"id", "source", "said", "computed", "verdict", "reason", "by", "notes", "expect", "unit"}));
  EXPECT_EQ(claims[0]["verdict"], "holds");
  EXPECT_EQ(claims[1]["verdict"], "fails");
  EXPECT_EQ(claims[2]["verdict"], "differs");
  EXPECT_EQ(claims[0]["expect"], "holds");
  EXPECT_EQ(claims[2]["expect"], "differs");
  EXPECT_EQ(claims[0]["unit"], "rad/s^2");
  EXPECT_EQ(claims[0]["by"], "paper");
  EXPECT_EQ(json["studies"][0]["score"],
            nlohmann::ordered_json::parse(
                R"({"paper": {"holds": 1, "differs": 0, "doubtful": 0, "fails": 1}, "law": {"holds": 0, "differs": 1, "doubtful": 0, "fails": 0}})"));
  EXPECT_EQ(claims[0]["said"]["value"], -9.81);
  EXPECT_EQ(claims[1]["said"]["max"], -20);
  EXPECT_NEAR(claims[0]["computed"].get<double>(), -9.81, 1.5e-13);
}

TEST(StudyReport, TextIsAlignedAndColouredOnATerminalOnly) {
  const StudyOutcome o = outcome();
  const std::string plain = study_text(o, Colour::none);
  EXPECT_EQ(plain.find('\033'), std::string::npos);
  EXPECT_NE(study_text(o, Colour::terminal).find("\033[32mholds\033[0m"), std::string::npos);
  EXPECT_NE(plain.find("  holds    good "), std::string::npos) << plain;
  EXPECT_NE(plain.find("  fails    wrong "), std::string::npos) << plain;
  EXPECT_NE(plain.find("expected: holds"), std::string::npos) << plain;
  EXPECT_NE(plain.find("3 claims: 1 holds, 1 differs, 1 fails; 1 not as expected"), std::string::npos) << plain;
  const std::size_t paper = plain.find("said by the paper       2 claims: 1 holds, 1 fails"),
                    law = plain.find("laws and closed forms   1 claim: 1 differs"), all = plain.find("all together");
  EXPECT_TRUE(paper < law && law < all && all != std::string::npos) << plain;  // counted apart, the paper first
}

TEST(StudyReport, MarkdownKeepsItsColumns) {
  const std::string page = study_markdown(outcome());
  EXPECT_NE(page.find("lost a \\| sign"), std::string::npos);
  EXPECT_NE(page.find("| **differs** | misprint | law | Tab. 1 |"), std::string::npos) << page;
}

TEST(StudyPage, EscapesAndRefersToNothingOutside) {
  const std::string page = study_page(outcome(), {"zanjir run 'x y.yaml'", {{"program", "1"}}});
  EXPECT_NE(page.find("A &lt;small&gt; study"), std::string::npos);
  EXPECT_EQ(page.find("<small> study"), std::string::npos);
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  EXPECT_EQ(page.find("href=\"http"), std::string::npos);
  EXPECT_EQ(page.find("url("), std::string::npos);
  for (const char* part :
       {"id=\"claims\"", "id=\"figures\"", "id=\"viewer\"", "newton-euler – oracle", "badge differs", "Found: -9.81", "<h2>2 published claims</h2>",
        "<h2>1 check of our own</h2>", "<span class=\"badge fails\">1 fails</span><span class=\"badge holds\">1 holds</span>",
        "prefers-color-scheme:dark", "@media print", "zanjir run 'x y.yaml'"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST(StudyPage, LinksItsSectionsAndFoldsLongFormulas) {
  StudyOutcome o = outcome();
  o.claims[0].claim.compute.text = "short_formula";
  const std::string page = study_page(o, {});
  EXPECT_NE(page.find("<a href=\"#claims\">claims</a> · <a href=\"#checks\">checks</a> · <a href=\"#figures\">figures</a>"), std::string::npos);
  EXPECT_NE(page.find("<br><code>short_formula</code>"), std::string::npos);
  EXPECT_EQ(page.find("<summary>formula</summary>"), std::string::npos);
  o.claims[0].claim.compute.text = std::string(500, 'x');
  EXPECT_NE(study_page(o, {}).find("<details><summary>formula</summary>\n<code>" + std::string(500, 'x')), std::string::npos);
  o.figures.clear();
  EXPECT_EQ(study_page(o, {}).find("#figures"), std::string::npos);
}

TEST(StudyPage, TellsTheKeyFigureFirstAndTheDifferingBeforeTheRest) {
  StudyOutcome o = outcome();
  const auto place = [](const std::string& page, const char* what) {
    const std::size_t at = page.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at;
  };
  std::string page = study_page(o, {});
  EXPECT_LT(place(page, "id=\"figure-angle\""), place(page, "id=\"claims\""));
  EXPECT_LT(place(page, "id=\"claims\""), place(page, "id=\"figure-numbers\""));
  EXPECT_LT(place(page, "id=\"claim-wrong\""), place(page, "id=\"claim-good\""));  // what fails stands above what holds
  EXPECT_LT(place(page, "id=\"claim-good\""), place(page, "id=\"checks\""));       // a law is no claim of the paper
  EXPECT_LT(place(page, "id=\"checks\""), place(page, "id=\"claim-misprint\""));
  EXPECT_EQ(page.find("<section id=\"viewer\" hidden>"), place(page, "<section id=\"viewer\""));
  o.study.key_figure = "numbers";
  page = study_page(o, {}, "<p>moves</p>");
  EXPECT_LT(place(page, "<p>moves</p>"), place(page, "id=\"figure-numbers\""));
  EXPECT_LT(place(page, "id=\"figure-numbers\""), place(page, "id=\"claims\""));
  EXPECT_LT(place(page, "id=\"claims\""), place(page, "id=\"figure-angle\""));
}

TEST(StudyPage, KeepsWhatItWasMadeFrom) {
  const StudyOutcome o = outcome();
  ASSERT_EQ(o.sources.size(), 2u);  // the study and its mechanism
  const std::string page = study_page(o, {});
  for (const SourceText& s : o.sources) EXPECT_NE(page.find(sha256(s.text)), std::string::npos) << s.file;
  EXPECT_NE(page.find("title: A &lt;small&gt; study"), std::string::npos);
}

TEST(StudyPage, ShowsWhatIsMissing) {
  StudyOutcome o = outcome();
  TaskResult failed;
  failed.name = "lost", failed.kind = "simulate", failed.status = TaskStatus::failed, failed.why = "a <step> too small";
  o.results.add(failed);
  const std::string page = study_page(o, {});
  EXPECT_NE(page.find("<a href=\"#task-lost\">lost</a>: a &lt;step&gt; too small"), std::string::npos);
  EXPECT_NE(page.find("Not every task finished"), std::string::npos);
  EXPECT_NE(page.find("id=\"figure-angle\""), std::string::npos);
}

TEST(SourceGroup, IsTheFigureOrTableOrTheFirstWords) {
  EXPECT_EQ(source_group("Fig. 10"), "Fig. 10");
  EXPECT_EQ(source_group("text to Fig. 6: e_P < -5 for Ks >= 1e6"), "Fig. 6");
  EXPECT_EQ(source_group("Figs. 8 and 9: cc oscillates faster"), "Fig. 8");
  EXPECT_EQ(source_group("Table 2: 499.424 s over 160.600 s"), "Table 2");
  EXPECT_EQ(source_group("IFToMM library A04"), "IFToMM library A04");
  EXPECT_EQ(source_group("conclusions: as accurate as LVS"), "Conclusions");
  EXPECT_EQ(source_group(""), "");
}

TEST(NumberCell, CallsRoundingByItsName) {
  EXPECT_EQ(number_cell(1.5, 10, 6).text, "1.5");
  EXPECT_EQ(number_cell(0, 10, 6).text, "0");
  EXPECT_EQ(number_cell(3e-15, 1, 6).text, "≈ 0");
  EXPECT_EQ(number_cell(3e-15, 1, 6).title, "3e-15: rounding beside 1");
  EXPECT_EQ(number_cell(3e-15, 0, 6).text, "3e-15");  // nothing beside it says that it is rounding
  EXPECT_EQ(number_cell(3e-12, 1, 6).text, "3e-12");
  EXPECT_EQ(number_cell(NAN, 1, 6).text, "–");
}

TEST(SplitSentences, KnowsInitialsAndAbbreviations) {
  const auto [lead, rest] = split_sentences("After S. A. Raoofian et al. in Fig. 2. Two legs. Three more.\n\nA note.", 2);
  EXPECT_EQ(lead, "After S. A. Raoofian et al. in Fig. 2. Two legs.");
  EXPECT_EQ(rest, "Three more.\n\nA note.");
  EXPECT_EQ(split_sentences("One.\n\nTwo. Three.", 2).first, "One.");
  EXPECT_EQ(split_sentences("no full stop", 2).first, "no full stop");
  EXPECT_EQ(split_sentences("", 2).first, "");
}

TEST(WriteReport, WritesEveryFileAndListsEarlierStudies) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("zanjir_report_" + std::to_string(::getpid()));
  StudyOutcome first = outcome(), second = outcome();
  second.study.name = "other";
  second.study.title = "Another";
  EXPECT_EQ(write_report(folder, {first}, {}), "");
  EXPECT_EQ(write_report(folder, {second}, {}), "");
  for (const char* file :
       {"index.html", "small/index.html", "small/claims.md", "small/claims.json", "small/figures/angle.svg", "viewer.js", "other/index.html"})
    EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
  std::stringstream index;
  index << std::ifstream(folder / "index.html").rdbuf();
  EXPECT_NE(index.str().find("small/index.html"), std::string::npos);
  EXPECT_NE(index.str().find("Another"), std::string::npos);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) EXPECT_NE(entry.path().extension(), ".tmp");
  std::filesystem::remove_all(folder);
  std::ofstream(folder) << "in the way";
  EXPECT_NE(write_report(folder, {first}, {}), "");
  std::filesystem::remove(folder);
}
