#include "zanjir/core/diagnostic.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "zanjir/core/plain_text.hpp"

namespace zanjir {

std::string to_text(const Diagnostic& d) {
  std::string text = printable(d.file);
  if (d.line > 0) {
    text += ":" + std::to_string(d.line);
    if (d.column > 0) text += ":" + std::to_string(d.column);
  }
  if (!text.empty()) text += ": ";
  text += d.severity == Severity::error ? "error: " : "warning: ";
  if (!d.key_path.empty()) text += printable(d.key_path) + ": ";
  text += printable(d.message);
  if (!d.hint.empty()) text += "; " + printable(d.hint);
  return text;
}

std::string to_text(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  int n_errors = 0, n_warnings = 0;
  for (const Diagnostic& d : diagnostics) {
    text += to_text(d) + "\n";
    ++(d.severity == Severity::error ? n_errors : n_warnings);
  }
  const auto count = [](int n, const char* word) { return std::to_string(n) + " " + word + (n == 1 ? "" : "s"); };
  if (n_errors > 0) text += count(n_errors, "error") + ", nothing was done\n";
  else if (n_warnings > 0) text += count(n_warnings, "warning") + "\n";
  return text;
}

void DiagnosticSink::add(Severity severity, SourcePos at, std::string key_path, std::string message, std::string hint) {
  constexpr std::size_t most = 1000;  // nobody reads more, and a hostile file of a megabyte has a hundred thousand
  if (diagnostics_.size() > most && (severity == Severity::warning || n_errors_ > 1)) return;  // the first error always counts
  if (diagnostics_.size() == most) message = "more is wrong here and in what follows than is said", hint.clear(), key_path.clear();
  Diagnostic d{severity,       at.file < files_.size() ? files_[at.file] : std::string(), at.line, at.column, std::move(key_path), std::move(message),
               std::move(hint)};
  diagnostics_.push_back(std::move(d));
}

void DiagnosticSink::error(SourcePos at, std::string key_path, std::string message, std::string hint) {
  ++n_errors_;
  add(Severity::error, at, std::move(key_path), std::move(message), std::move(hint));
}

void DiagnosticSink::warning(SourcePos at, std::string key_path, std::string message, std::string hint) {
  add(Severity::warning, at, std::move(key_path), std::move(message), std::move(hint));
}

std::uint32_t DiagnosticSink::add_file(std::string path) {
  files_.push_back(std::move(path));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

namespace {

// Edit distance with transposition of neighbours (optimal string alignment); `limit` or more is given up. Three rows of a table of at most 64 x 64, and of
// names that begin and end alike, as thousands in one file do, only of what is between.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if ((a.size() > b.size() ? a.size() - b.size() : b.size() - a.size()) >= limit) return limit;
  const auto alike = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  a.remove_prefix(alike), b.remove_prefix(alike);
  const auto end_alike = static_cast<std::size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
  a.remove_suffix(end_alike), b.remove_suffix(end_alike);
  std::size_t rows[3][65];
  std::size_t *before = rows[0], *last = rows[1], *now = rows[2];
  std::iota(last, last + b.size() + 1, std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t least = now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
      least = std::min(least, now[j]);
    }
    if (least >= limit + 1) return limit;  // one more: a transposition looks two rows back
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

namespace {

// Words of other programs and text books for ours: nearer than any word that is merely spelled alike.
constexpr std::pair<std::string_view, std::string_view> foreign_words[] = {{"hinge", "revolute"},
                                                                           {"pin", "revolute"},
                                                                           {"rotary", "revolute"},
                                                                           {"rotational", "revolute"},
                                                                           {"continuous", "revolute"},
                                                                           {"slider", "prismatic"},
                                                                           {"slide", "prismatic"},
                                                                           {"linear", "prismatic"},
                                                                           {"translational", "prismatic"},
                                                                           {"ball", "spherical"},
                                                                           {"socket", "spherical"},
                                                                           {"ball_and_socket", "spherical"},
                                                                           {"fixed", "weld"},
                                                                           {"rigid", "weld"},
                                                                           {"floating", "free"},
                                                                           {"freejoint", "free"},
                                                                           {"cardan", "universal"},
                                                                           {"hooke", "universal"},
                                                                           {"world", "ground"},
                                                                           {"inertial", "ground"},
                                                                           {"base_link", "ground"},
                                                                           {"links", "bodies"},
                                                                           {"segments", "bodies"},
                                                                           {"parts", "bodies"},
                                                                           {"motors", "actuators"},
                                                                           {"actuation", "actuators"},
                                                                           {"constraints", "loops"},
                                                                           {"closures", "loops"},
                                                                           {"position", "at"},
                                                                           {"origin", "at"},
                                                                           {"pos", "at"},
                                                                           {"xyz", "at"},
                                                                           {"center_of_mass", "com"},
                                                                           {"cog", "com"},
                                                                           {"centre_of_mass", "com"},
                                                                           {"dof", "type"},
                                                                           {"rpy", "turn"},
                                                                           {"orientation", "turn"},
                                                                           {"rotation", "turn"},
                                                                           {"limits", "stops"},
                                                                           {"from_body", "parent"},
                                                                           {"to_body", "child"},
                                                                           {"body_a", "parent"},
                                                                           {"body_b", "child"},
                                                                           {"damper", "dampers"},
                                                                           {"variables", "parameters"},
                                                                           {"constants", "parameters"},
                                                                           {"defines", "parameters"},
                                                                           {"rk45", "dopri5"},
                                                                           {"ode45", "dopri5"},
                                                                           {"bdf", "cvode-bdf"}};

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  if (word.size() > 64) return {};  // a name nobody mistyped; keeps hostile input cheap
  const auto same_but_for_case = [&](const std::string& candidate) {
    return std::equal(word.begin(), word.end(), candidate.begin(), candidate.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
  };
  if (const auto found = std::find_if(known.begin(), known.end(), same_but_for_case); found != known.end()) return *found;
  for (const auto& [theirs, ours] : foreign_words)
    if (word == theirs && std::find(known.begin(), known.end(), ours) != known.end()) return std::string(ours);
  std::string best;
  std::size_t best_distance = (word.size() < 4 ? 1 : word.size() < 9 ? 2 : 3) + 1;
  for (const std::string& candidate : known) {
    if (candidate.size() > 64) continue;
    const std::size_t distance = edit_distance(word, candidate, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = word.empty() ? "" : nearest(std::string(word), known);  // near to nothing is every letter
  return near.empty() ? "" : "did you mean '" + near + "'?";
}

}  // namespace zanjir
