// A recording of `zanjir run` names its parts: the run itself, and every time it was resumed (`resumed.rows`: how many rows there were then). Each part is run again from the
// words of its command line, the texts that the recording keeps, and, for a resumed one, the row it went on from. A recording of a task of a study is computed again with
// the study that it holds, and the tasks whose results the task takes. Nothing is written, and no other file is read.
#include "repeat.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "run_mechanism.hpp"
#include "zanjir/core/clean_end.hpp"
#include "zanjir/core/interrupt.hpp"
#include "zanjir/core/name_map.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/core/progress.hpp"
#include "zanjir/record/recording.hpp"
#include "zanjir/report/foreign_json.hpp"
#include "zanjir/report/json_values.hpp"
#include "zanjir/report/study_export.hpp"
#include "zanjir/simulate/forecast.hpp"
#include "zanjir/simulate/recorded_mechanism.hpp"
#include "zanjir/study/recorded_study.hpp"
#include "zanjir/study/run_study.hpp"

namespace zanjir::app {
namespace {

struct Part {
  Facts facts;
  std::uint64_t first_row = 0, end_row = 0;
  double t_end_s = 0;  // of its last row
  bool last = false;   // all that is left belongs to it
  bool whole = false;  // it ran to an end of its own, and comes to the same end again: nothing may follow
};

struct Difference {
  std::uint64_t n_numbers = 0, row = 0;  // how many differ; the first of them
  std::string channel;
  double recorded = 0, repeated = 0;
  double largest = 0;   // relative to the larger of both
  std::string other;    // what differs beside numbers, the first few of it, a line each
  std::string remarks;  // what no repetition can prove, a line each
  bool any() const { return n_numbers > 0 || !other.empty(); }
  int n_notes = 0;
  void note(const std::string& what) {
    constexpr int enough = 5;
    if (n_notes++ < enough) other += (other.empty() ? "" : "\n  ") + what;
  }
};

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b)); }

// Takes the samples of the repeated run and compares them with those that are there.
class ComparingRecorder final : public Recorder {
 public:
  ComparingRecorder(const Recording& recording, const Part& part, std::size_t first_event, Difference& found)
      : recording_(recording),
        part_(part),
        found_(found),
        row_(part.first_row),
        n_channels_(recording.header().channels.size()),
        event_(first_event) {}

  bool append(std::span<const double> row) override {
    if (row_ >= part_.end_row) {  // where it was interrupted, it goes on, but not for ever
      constexpr std::uint64_t some = 1000;
      if (++beyond_ <= part_.end_row - part_.first_row + some) return true;
      if (part_.whole) error_ = "more than twice as many rows come again as are recorded";
      return false;
    }
    if (row_ >= block_end_ && !read_block()) return false;
    const double* there = block_.data() + (row_ - block_begin_) * n_channels_;
    for (std::size_t c = 0; c < n_channels_; ++c) {
      if (same_bits(row[c], there[c])) continue;
      if (found_.n_numbers++ == 0)
        found_.row = row_, found_.channel = recording_.header().channels[c].name, found_.recorded = there[c], found_.repeated = row[c];
      const double off = std::abs(row[c] - there[c]) / std::max(std::abs(row[c]), std::abs(there[c]));
      found_.largest = std::isnan(off) ? std::numeric_limits<double>::infinity() : std::max(found_.largest, off);
    }
    ++row_;
    return true;
  }
  bool add_event(const EventRecord& e) override {
    const auto& events = recording_.events();
    const bool is_there = event_ < events.size(), belongs = part_.whole || e.t_s <= part_.t_end_s || (part_.last && is_there);
    if (!belongs) return true;  // it went on where it was interrupted
    const EventRecord now = as_recorded(e);
    const bool same = is_there && same_bits(events[event_].t_s, now.t_s) && same_bits(events[event_].value, now.value) &&
                      same_bits(events[event_].energy_J, now.energy_J) && events[event_].what == now.what && events[event_].name == now.name;
    if (!same) found_.note(fmt::format("event {} ('{}' at t = {} s) is not the one recorded", event_ + 1, now.name, now.t_s));
    ++event_;
    return true;
  }
  bool finish(std::string_view summary_json) override { return summary_ = summary_json, true; }
  const std::string& summary() const { return summary_; }
  std::string error() const override { return error_; }
  std::uint64_t rows() const { return row_; }
  std::uint64_t rows_beyond() const { return beyond_; }
  std::size_t events() const { return event_; }

 private:
  bool read_block() {
    constexpr std::uint64_t rows_at_once = 256;
    block_.clear();
    block_begin_ = row_;
    const auto problems = recording_.for_each_row(
        {row_, rows_at_once, 1}, [&](std::uint64_t, std::span<const double> row) { block_.insert(block_.end(), row.begin(), row.end()); });
    block_end_ = row_ + block_.size() / n_channels_;
    if (problems.empty() && block_end_ > row_) return true;
    error_ = problems.empty() ? "the recording ends early" : problems.front().message;
    return false;
  }

  const Recording& recording_;
  const Part& part_;
  Difference& found_;
  std::uint64_t row_, beyond_ = 0, block_begin_ = 0, block_end_ = 0;
  std::size_t n_channels_, event_;
  std::vector<double> block_;
  std::string error_, summary_;
};

constexpr std::string_view resumed = "resumed.";

// Where each part begins; its facts are gathered when it is its turn, since all of them together would be the recording's texts as often as it says it was resumed.
std::vector<Part> parts_of(const Recording& recording) {
  std::vector<Part> parts(1);
  for (const auto& [key, text] : recording.header().provenance) {
    if (key.substr(0, resumed.size()) != resumed || key.substr(resumed.size()) != "rows") continue;
    std::uint64_t rows = 0;
    for (const char c : text.substr(0, 18)) rows = c >= '0' && c <= '9' ? 10 * rows + static_cast<std::uint64_t>(c - '0') : rows;
    parts.emplace_back().first_row = std::min(rows, recording.n_rows());
  }
  parts.back().last = true;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].end_row = i + 1 < parts.size() ? parts[i + 1].first_row : recording.n_rows();
  return parts;
}

// The facts of one part after the other: what a resumed run does not say anew is as before. Asked in their order, all of them take one pass.
class FactsOfParts {
 public:
  explicit FactsOfParts(const Recording& recording) : provenance_(recording.header().provenance) {}
  const Facts& up_to(std::size_t part) {
    for (; next_ < provenance_.size(); ++next_) {
      const auto& [key, text] = provenance_[next_];
      const bool of_resumed = key.starts_with(resumed);
      const std::string name = of_resumed ? key.substr(resumed.size()) : key;
      if (of_resumed && name == "rows") {
        if (now_ == part) break;
        ++now_;
        continue;
      }
      const auto [place, is_new] = places_.emplace(name, facts_.size());
      if (of_resumed ? now_ == 0 : now_ > 0 || !is_new) odd_ = key;
      if (is_new) facts_.emplace_back(name, text);
      else if (of_resumed) facts_[place->second].second = text;
    }
    return facts_;
  }
  // An entry that no run has written there: said twice, or out of its place.
  const std::string& odd() const { return odd_; }

 private:
  const Facts& provenance_;
  Facts facts_;
  NameMap<std::size_t> places_;
  std::size_t next_ = 0, now_ = 0;
  std::string odd_;
};

std::string fact(const Facts& facts, std::string_view key) {
  const std::string* found = find_fact(facts, key);
  return found ? *found : std::string();
}

// The options of a part, from the words it was started with.
Result<MechanismOptions> options_of(const Part& part, const std::string& file) {
  const auto refuse = [&](std::string message, std::string hint) -> Result<MechanismOptions> {
    return {std::nullopt, {{Severity::error, file, 0, 0, "", std::move(message), std::move(hint)}}};
  };
  constexpr std::size_t most_words = 10'000;  // no command line has more
  const Json words = parse_foreign(fact(part.facts, "arguments"));
  const std::string source = fact(part.facts, "source");
  if (!words.is_array() || words.empty() || words.size() > most_words || words.front() != Json("run"))
    return refuse("does not say how it was run" + (source.empty() ? "" : ": it is of " + source),
                  "recordings of `zanjir run` and of tasks of studies say it, those of older programs only of mechanisms");
  Result<MechanismOptions> result;
  result.value.emplace();
  CLI::App app;
  CLI::App* verb = app.add_subcommand("run");
  verb->add_option("FILE", result->file)->required();
  add_common(*verb, *result);
  add_mechanism_options(*verb, *result);
  std::vector<std::string> reversed;
  for (const Json& word : words) reversed.push_back(word.is_string() ? word.get<std::string>() : std::string());
  std::reverse(reversed.begin(), reversed.end());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& e) {
    return refuse(std::string("was run with options that this program does not know: ") + e.what(), "repeat it with the program that made it");
  }
  return result;
}

bool is_of_the_program(std::string_view key) {
  const Facts facts = program_facts();
  return find_fact(facts, key) != nullptr;
}

// "commit: 1234567 then, 89abcde now"
std::string program_differences(const Facts& then) {
  std::string text;
  for (const auto& [key, now] : program_facts()) {
    if (fact(then, key) != now) text += fmt::format("  {}: {} then, {} now\n", key, fact(then, key), now);
  }
  return text;
}

std::string beginning_of(const std::string& text) {
  constexpr std::size_t enough = 60;
  return text.size() <= enough ? "'" + text + "'" : "'" + text.substr(0, enough) + "...'";
}

// What the recording says of where it comes from, against what the repeated run would say. What the program and the clock say need not be the same. Another program may
// know more entries, or fewer; of a study only the files are read that its task needs.
void compare_facts(const Facts& then, const Facts& now, Difference& found) {
  const bool other_program = !program_differences(then).empty();
  const auto either_has = [&](const std::string& key, const std::string& text, const char* who) {
    if (other_program) found.remarks += fmt::format("  only {} has the entry '{}': {}\n", who, key, beginning_of(text));
    else found.note(fmt::format("only {} has the entry '{}'", who, key));
  };
  NameMap<const std::string*> said;
  for (const auto& [key, text] : then) said.emplace(key, &text);
  for (const auto& [key, text] : now) {
    const auto before = said.find(key);
    if (is_of_the_program(key)) continue;
    if (before == said.end()) either_has(key, text, "the repeated run");
    else if (*before->second != text) found.note(fmt::format("its entry '{}' was {}, is {}", key, beginning_of(*before->second), beginning_of(text)));
  }
  NameMap<bool> known;
  for (const auto& [key, text] : now) known.emplace(key, true);
  for (const auto& [key, text] : then) {
    if (known.contains(key) || is_of_the_program(key) || key.starts_with("study file ")) continue;
    if (key == "command" || key == "date") found.remarks += fmt::format("  {}: {}\n", key, text);
    else either_has(key, text, "the recording");
  }
}

// Where two summaries differ: "work_J.dampers was 1, is 2". Empty: nowhere.
std::string first_change(const Json& then, const Json& now, const std::string& where = "") {
  const std::string dot = where.empty() ? "" : where + ".";
  if (then.is_object() && now.is_object()) {
    for (const auto& [key, value] : now.items()) {
      if (std::string text = then.contains(key) ? first_change(then[key], value, dot + key) : dot + key + " is not there"; !text.empty()) return text;
    }
    for (const auto& [key, value] : then.items())
      if (!now.contains(key)) return dot + key + " does not come again";
    return {};
  }
  if (then.is_array() && now.is_array()) {
    for (std::size_t i = 0; i < std::min(then.size(), now.size()); ++i)
      if (std::string text = first_change(then[i], now[i], fmt::format("{}[{}]", where, i)); !text.empty()) return text;
    return then.size() == now.size() ? "" : fmt::format("{}: {} were there, {} are", where, then.size(), now.size());
  }
  return then == now ? "" : fmt::format("{} was {}, is {}", where, beginning_of(to_line(then)), beginning_of(to_line(now)));
}

// What the clock said comes in the summary of a run and among the numbers of a task.
Json without_clock(Json summary) {
  if (!summary.is_object()) return summary;
  if (summary.contains("cost") && summary["cost"].is_object()) summary["cost"].erase("seconds");
  if (!summary.contains("numbers") || !summary["numbers"].is_array()) return summary;
  Json numbers = Json::array();
  for (const Json& n : summary["numbers"])
    if (!n.is_object() || !n.contains("name") || n["name"] != "seconds") numbers.push_back(n);
  summary["numbers"] = std::move(numbers);
  return summary;
}

void compare_summaries(const std::string& then, const std::string& now, Difference& found) {
  if (const std::string text = first_change(without_clock(parse_foreign(then)), without_clock(parse_foreign(now))); !text.empty())
    found.note("of its summary " + text);
}

// What is there beside the rows that were compared, and what is not.
void compare_ends(const Recording& recording, const Part& part, const ComparingRecorder& comparing, Difference& found) {
  if (!comparing.error().empty()) found.note(comparing.error());
  if (comparing.rows() < part.end_row || (part.whole && comparing.rows_beyond() > 0))
    found.note(fmt::format("{} rows come again, {} are recorded", comparing.rows() + comparing.rows_beyond() - part.first_row,
                           part.end_row - part.first_row));
  if (part.last && comparing.events() < recording.events().size())
    found.note(fmt::format("{} events come again, {} are recorded", comparing.events(), recording.events().size()));
  if (!part.last || !recording.summary()) return;
  if (part.whole || !is_of_a_study(part.facts)) compare_summaries(*recording.summary(), comparing.summary(), found);
  else found.remarks += "  its summary, since its task was interrupted\n";  // the task goes on to its end this time
}

struct Repeated {
  const Recording& recording;
  const std::string& file;
  Difference& found;
  Progress& progress;
  const InterruptGuard& interrupt;
  std::size_t n_events = 0;  // that were compared so far
};

// Runs one part again. What is wrong is returned; what differs goes to `found`.
std::vector<Diagnostic> repeat_part(Repeated& r, const Part& part) {
  const Result<MechanismOptions> options = options_of(part, r.file);
  if (!options) return options.diagnostics;
  const Result<DescribedFile> mechanism = recorded_mechanism(part.facts, r.file);
  if (!mechanism) return mechanism.diagnostics;
  Result<Prepared> prepared =
      prepare_run(*options, *mechanism, part.first_row > 0 ? std::optional(ResumeFrom{r.file, part.first_row, &r.recording}) : std::nullopt);
  if (!prepared) return prepared.diagnostics;
  double t_stop = part.t_end_s;
  if (part.last && !r.recording.events().empty()) t_stop = std::max(t_stop, r.recording.events().back().t_s);  // rows may be lost that came before it
  const Json summary = parse_foreign(r.recording.summary().value_or(""));
  if (part.whole && summary.is_object() && summary.contains("t_end_s") && summary["t_end_s"].is_number())
    t_stop = std::max(t_stop, summary["t_end_s"].get<double>());
  if (const Forecast f = forecast(*prepared); f.is_long())  // as a stranger's recording may say, with --yes
    std::fputs(fmt::format("the run that it tells of takes {}; it is repeated up to t = {:.9g} s, and Ctrl-C ends that\n", f.text(), t_stop).c_str(),
               stderr);
  ComparingRecorder comparing(r.recording, part, r.n_events, r.found);
  Cancel at_the_end{false};
  const double t_begin = prepared->state.t_s;
  prepared->options.cancel = &at_the_end;
  prepared->options.progress = [&](double t_s) {
    r.progress.update((t_s - t_begin) / (t_stop - t_begin));
    at_the_end = (part.whole ? t_s > t_stop : t_s >= t_stop) || r.interrupt.cancel();
  };
  bool like = false;
  run(*prepared, [&](const std::vector<Channel>& channels) -> Recorder* {
    Facts now = provenance(*mechanism, *prepared, "zanjir run " + options->file);
    now.emplace_back("arguments", fact(part.facts, "arguments"));  // they are what is repeated
    compare_facts(part.facts, now, r.found);
    like = channels == r.recording.header().channels;
    return like ? &comparing : nullptr;
  });
  if (r.interrupt.cancel()) return {};
  if (!like) r.found.note("the channels are not those recorded");
  else compare_ends(r.recording, part, comparing, r.found);
  r.n_events = comparing.events();
  return {};
}

// Computes a task again, with those that it builds on.
std::vector<Diagnostic> repeat_task(Repeated& r, const Part& part) {
  Result<RecordedTask> recorded = recorded_task(part.facts, r.file);
  if (!recorded) return recorded.diagnostics;
  const Json summary = parse_foreign(r.recording.summary().value_or(""));
  if (recorded->what == TaskRecord::results && summary.is_object() && summary.contains("status") &&
      summary["status"] == word_of(TaskStatus::cancelled))
    return {{Severity::error, r.file, 0, 0, "", "its task was interrupted: such results do not come again", "run the study to its end"}};
  ComparingRecorder comparing(r.recording, part, r.n_events, r.found);
  bool like = false;
  const auto takes = [&](const std::vector<Channel>& channels, const Facts& facts) {
    compare_facts(part.facts, facts, r.found);
    like = channels == r.recording.header().channels;
    return like;
  };
  StudyRunOptions options;
  options.only = recorded->needed;
  if (recorded->what == TaskRecord::samples)
    options.samples = [&](const StudyTask& task, const RecordingHeader& header) -> Recorder* {
      return task.name == recorded->task && takes(header.channels, header.provenance) ? &comparing : nullptr;
    };
  const Result<StudyOutcome> outcome = run_study(std::move(recorded->study), options, r.progress, r.interrupt.cancel());
  if (!outcome) return outcome.diagnostics;
  if (r.interrupt.cancel()) return {};
  const TaskResult* task = outcome->results.find_task(recorded->task);
  if (recorded->what == TaskRecord::results && task && takes(result_channels(*task), result_facts(*outcome, *task))) record_results(*task, comparing);
  if (!like) r.found.note("the channels are not those recorded");
  else compare_ends(r.recording, part, comparing, r.found);
  r.n_events = comparing.events();
  return {};
}

// It ended by itself, and says so: not interrupted, by whatever.
bool came_to_its_end(const Recording& recording) {
  if (recording.state() != RecordingState::finished) return false;
  const Json summary = parse_foreign(recording.summary().value_or(""));
  return !(summary.is_object() && summary.contains("end") && summary["end"] == name_of(RunEnd::cancelled));
}

}  // namespace

int repeat_recording(const std::string& file, const Common& common) {
  const Result<Recording> recording = Recording::open(file);
  if (!recording) return report_errors(recording.diagnostics, common);
  if (const Result<std::vector<double>> times = recording->column("t"); !times) return report_errors(times.diagnostics, common);
  if (recording->n_rows() == 0)
    return report_errors(
        {{Severity::error, file, 0, 0, "", "holds no samples, so that there is nothing to repeat", "`zanjir recording show` says why its run ended"}},
        common);
  std::vector<Part> parts = parts_of(*recording);
  parts.back().whole = came_to_its_end(*recording);
  Difference found;
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  progress->begin("repeating");
  FactsOfParts facts(*recording);
  Repeated repeated{*recording, file, found, *progress, interrupt};
  std::string otherwise;
  for (Part& part : parts) {
    if (part.end_row <= part.first_row && !part.last) continue;
    part.facts = facts.up_to(static_cast<std::size_t>(&part - parts.data()));
    if (part.end_row > 0) {
      const Result<std::vector<double>> t = recording->column("t", {part.end_row - 1, 1, 1});
      if (!t) return report_errors(t.diagnostics, common);
      part.t_end_s = t->front();
    }
    if (const std::string text = program_differences(part.facts); otherwise.find(text) == std::string::npos) otherwise += text;
    const std::vector<Diagnostic> problems = (is_of_a_study(part.facts) ? repeat_task : repeat_part)(repeated, part);
    if (!problems.empty()) return report_errors(problems, common);
    if (interrupt_heard()) return std::fputs("interrupted\n", stderr), static_cast<int>(interrupted);
    part.facts.clear();
  }
  if (!facts.odd().empty()) found.note(fmt::format("its entry '{}' is said twice, or where no run says it", facts.odd()));
  progress->end();
  const std::size_t n_channels = recording->header().channels.size(), n_events = recording->events().size();
  if (common.json) {
    Json report = {{"file", file},       {"rows", recording->n_rows()}, {"channels", n_channels},
                   {"events", n_events}, {"parts", parts.size()},       {"same", !found.any()}};
    if (found.n_numbers > 0)
      report["first"] = {{"row", found.row}, {"channel", found.channel}, {"recorded", found.recorded}, {"repeated", found.repeated}};
    if (found.any())
      report["different_numbers"] = found.n_numbers, report["largest_relative_difference"] = found.largest, report["why"] = found.other;
    print(to_line(report) + "\n");
  } else if (!found.any()) {
    print(printable_lines(fmt::format("{}: repeated: {} rows of {} channels and {} events are the same to the last bit\n", file, recording->n_rows(),
                                      n_channels, n_events)));
  } else {
    std::string text = fmt::format("{}: repeated, and not the same\n", file);
    if (found.n_numbers > 0)
      text += fmt::format("  {} of {} numbers differ, by at most {:.3g} of their size; the first in row {}: {} was {}, is {}\n", found.n_numbers,
                          recording->n_rows() * n_channels, found.largest, found.row, found.channel, found.recorded, found.repeated);
    if (!found.other.empty()) text += "  " + found.other + "\n";
    print(printable_lines(text));
  }
  if (!otherwise.empty()) std::fputs(printable_lines("it says that it was made by another program:\n" + otherwise).c_str(), stderr);
  if (!found.remarks.empty()) std::fputs(printable_lines("it says also what no repetition can prove:\n" + found.remarks).c_str(), stderr);
  return found.any() ? claim_failed : done;
}

}  // namespace zanjir::app
