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
};

struct Difference {
  std::uint64_t n_numbers = 0, row = 0;  // how many differ; the first of them
  std::string channel;
  double recorded = 0, repeated = 0;
  double largest = 0;  // relative to the larger of both
  std::string other;   // what differs beside numbers
  bool any() const { return n_numbers > 0 || !other.empty(); }
};

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b)); }

// Takes the samples of the repeated run and compares them with those that are there.
class ComparingRecorder final : public Recorder {
 public:
  ComparingRecorder(const Recording& recording, const Part& part, Difference& found)
      : recording_(recording), part_(part), found_(found), row_(part.first_row), n_channels_(recording.header().channels.size()) {
    const auto& events = recording.events();
    while (event_ < events.size() && part.first_row > 0 && events[event_].t_s <= begin_s()) ++event_;
  }

  bool append(std::span<const double> row) override {
    if (row_ >= part_.end_row) {  // where it was interrupted, it goes on, but not for ever
      constexpr std::uint64_t some = 1000;
      if (++beyond_ <= part_.end_row - part_.first_row + some) return true;
      error_ = "more than twice as many rows come again as are recorded";
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
    if (e.t_s > part_.t_end_s) return true;
    const auto& events = recording_.events();
    const bool same = event_ < events.size() && same_bits(events[event_].t_s, e.t_s) && same_bits(events[event_].value, e.value) &&
                      same_bits(events[event_].energy_J, e.energy_J) && events[event_].what == e.what;
    if (!same && found_.other.empty()) found_.other = fmt::format("event {} ('{}' at t = {} s) is not the one recorded", event_ + 1, e.name, e.t_s);
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
  double begin_s() const {
    const Result<std::vector<double>> t = recording_.column("t", {part_.first_row - 1, 1, 1});
    return t ? t->front() : 0;
  }
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
  std::size_t n_channels_, event_ = 0;
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
      if (is_new) facts_.emplace_back(name, text);
      else if (of_resumed) facts_[place->second].second = text;
    }
    return facts_;
  }

 private:
  const Facts& provenance_;
  Facts facts_;
  NameMap<std::size_t> places_;
  std::size_t next_ = 0, now_ = 0;
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

// Runs one part again. What is wrong is returned; what differs goes to `found`.
std::vector<Diagnostic> repeat_part(const Recording& recording, const std::string& file, const Part& part, Difference& found, Progress& progress,
                                    const InterruptGuard& interrupt) {
  const Result<MechanismOptions> options = options_of(part, file);
  if (!options) return options.diagnostics;
  const Result<DescribedFile> mechanism = recorded_mechanism(part.facts, file);
  if (!mechanism) return mechanism.diagnostics;
  Result<Prepared> prepared =
      prepare_run(*options, *mechanism, part.first_row > 0 ? std::optional(ResumeFrom{file, part.first_row, &recording}) : std::nullopt);
  if (!prepared) return prepared.diagnostics;
  if (const Forecast f = forecast(*prepared); f.is_long())  // as a stranger's recording may say, with --yes
    std::fputs(
        fmt::format("the run that it tells of takes {}; it is repeated up to t = {:.9g} s, and Ctrl-C ends that\n", f.text(), part.t_end_s).c_str(),
        stderr);
  ComparingRecorder comparing(recording, part, found);
  Cancel at_the_end{false};
  const double t_begin = prepared->state.t_s;
  prepared->options.cancel = &at_the_end;
  prepared->options.progress = [&](double t_s) {
    progress.update((t_s - t_begin) / (part.t_end_s - t_begin));
    at_the_end = t_s >= part.t_end_s || interrupt.cancel();
  };
  std::string unlike;
  run(*prepared, [&](const std::vector<Channel>& channels) -> Recorder* {
    if (channels == recording.header().channels) return &comparing;
    unlike = "the channels are not those recorded";
    return nullptr;
  });
  if (interrupt.cancel()) return {};
  if (unlike.empty() && !comparing.error().empty()) unlike = comparing.error();
  if (unlike.empty() && comparing.rows() < part.end_row)
    unlike = fmt::format("the run ends after {} rows, {} are recorded", comparing.rows() - part.first_row, part.end_row - part.first_row);
  if (found.other.empty()) found.other = unlike;
  return {};
}

// What the numbers of a task are, in its summary; what the clock said is not one of them.
void compare_numbers(const Json& then, const Json& now, Difference& found) {
  const auto numbers = [](const Json& summary) {
    Json list = Json::array();
    if (!summary.is_object() || !summary.contains("numbers") || !summary["numbers"].is_array()) return list;
    for (const Json& n : summary["numbers"])
      if (!n.is_object() || !n.contains("name") || n["name"] != "seconds") list.push_back(n);
    return list;
  };
  const Json a = numbers(then), b = numbers(now);
  if (a.size() != b.size()) found.other = fmt::format("{} numbers come again, {} are recorded", b.size(), a.size());
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && found.other.empty(); ++i)
    if (a[i] != b[i]) found.other = fmt::format("a number of its summary was {}, is {}", to_line(a[i]), to_line(b[i]));
}

// Computes a task again, with those that it builds on.
std::vector<Diagnostic> repeat_task(const Recording& recording, const std::string& file, const Part& so_far, Difference& found, Progress& progress,
                                    const InterruptGuard& interrupt) {
  Result<RecordedTask> recorded = recorded_task(so_far.facts, file);
  if (!recorded) return recorded.diagnostics;
  const Json summary = parse_foreign(recording.summary().value_or(""));
  const auto says = [&](const char* key, std::string_view word) { return summary.is_object() && summary.contains(key) && summary[key] == word; };
  if (recorded->what == TaskRecord::results && says("status", word_of(TaskStatus::cancelled)))
    return {{Severity::error, file, 0, 0, "", "its task was interrupted: such results do not come again", "run the study to its end"}};
  Part part = so_far;
  const bool whole = recording.state() == RecordingState::finished && !says("end", name_of(RunEnd::cancelled));
  if (whole) part.t_end_s = std::numeric_limits<double>::infinity();
  ComparingRecorder comparing(recording, part, found);
  bool like = false;
  const auto takes = [&](const std::vector<Channel>& channels) {
    like = channels == recording.header().channels;
    return like;
  };
  StudyRunOptions options;
  options.only = recorded->needed;
  if (recorded->what == TaskRecord::samples)
    options.samples = [&](const StudyTask& task, const std::vector<Channel>& channels) -> Recorder* {
      return task.name == recorded->task && takes(channels) ? &comparing : nullptr;
    };
  const Result<StudyOutcome> outcome = run_study(std::move(recorded->study), options, progress, interrupt.cancel());
  if (!outcome) return outcome.diagnostics;
  if (interrupt.cancel()) return {};
  const TaskResult* task = outcome->results.find_task(recorded->task);
  if (recorded->what == TaskRecord::results && task && takes(result_channels(*task))) {
    record_results(*task, comparing);
    if (found.other.empty()) compare_numbers(summary, parse_foreign(comparing.summary()), found);
  }
  if (!like) found.other = "the channels are not those recorded";
  else if (!comparing.error().empty()) found.other = comparing.error();
  else if (comparing.rows() < part.end_row || (whole && comparing.rows_beyond() > 0))
    found.other = fmt::format("{} rows come again, {} are recorded", comparing.rows() + comparing.rows_beyond(), part.end_row);
  else if (whole && comparing.events() < recording.events().size() && found.other.empty())
    found.other = fmt::format("{} events come again, {} are recorded", comparing.events(), recording.events().size());
  return {};
}

// "commit: 1234567 then, 89abcde now"
std::string program_differences(const Facts& then) {
  std::string text;
  for (const auto& [key, now] : program_facts()) {
    if (fact(then, key) != now) text += fmt::format("  {}: {} then, {} now\n", key, fact(then, key), now);
  }
  return text;
}

}  // namespace

int repeat_recording(const std::string& file, const Common& common) {
  const Result<Recording> recording = Recording::open(file);
  if (!recording) return report_errors(recording.diagnostics, common);
  std::vector<Part> parts = parts_of(*recording);
  Difference found;
  const InterruptGuard interrupt;
  const std::unique_ptr<Progress> progress = shown_progress();
  progress->begin("repeating");
  FactsOfParts facts(*recording);
  for (Part& part : parts) {
    if (part.end_row <= part.first_row && !(parts.size() == 1)) continue;
    part.facts = facts.up_to(static_cast<std::size_t>(&part - parts.data()));
    if (recording->n_rows() > 0) {
      const Result<std::vector<double>> t = recording->column("t", {part.end_row - 1, 1, 1});
      if (!t) return report_errors(t.diagnostics, common);
      part.t_end_s = t->front();
    }
    const std::vector<Diagnostic> problems =
        (is_of_a_study(part.facts) ? repeat_task : repeat_part)(*recording, file, part, found, *progress, interrupt);
    if (!problems.empty()) return report_errors(problems, common);
    if (interrupt_heard()) return std::fputs("interrupted\n", stderr), static_cast<int>(interrupted);
    part.facts.clear();
  }
  progress->end();
  const std::size_t n_channels = recording->header().channels.size(), n_events = recording->events().size();
  const std::string otherwise = program_differences(FactsOfParts(*recording).up_to(0));
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
  if (!otherwise.empty() && found.any()) std::fputs(printable_lines("it was made by another program:\n" + otherwise).c_str(), stderr);
  return found.any() ? claim_failed : done;
}

}  // namespace zanjir::app
