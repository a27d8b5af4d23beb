// A sweep: tasks of the study computed again and again over parameters, one row of a table each.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_set>

#include "zanjir/core/on_threads.hpp"
#include "zanjir/core/plain_text.hpp"
#include "zanjir/simulate/forecast.hpp"
#include "zanjir/study/sweep_task.hpp"
#include "zanjir/study/task_options.hpp"
#include "zanjir/sweep/kept_units.hpp"
#include "zanjir/sweep/sobol_points.hpp"
#include "zanjir/sweep/unit_pool.hpp"

namespace zanjir {
namespace task_sweep {
namespace {

using namespace schema;

constexpr double long_s = 7 * 86400.0;  // a week: as `run` has it

const SweepTask& data(const StudyTask& task) { return std::any_cast<const SweepTask&>(task.what); }

constexpr TaskOption<SweepTask> options[] = {
    task_keys::kind("sweep"),
    unit_keys::of,
    Key{"over", Kind::map, required, "",
        "What changes, by name: a parameter of the study (`speed`), `MODEL.PATH` as `--set` of its file has it (`pendulum.bodies.bob.mass`), or a "
        "key of a task (`tasks.swing.until`)."},
    option<&SweepTask::design, &SweepDesign::sampling>(word_key<Sampling>(
        "sample",
        "How values come together: all combinations, drawn at random, by Latin hypercube, by scrambled Sobol points, as trajectories for "
        "elementary effects (`morris`), in groups for Sobol indices (`saltelli`).")),
    whole_number<&SweepTask::design, &SweepDesign::count>(
        integer_key("count", optional, "",
                    "Of a sample: units; of `morris` trajectories (N + 1 units each for N parameters), of `saltelli` base points (N + 2 units each).",
                    Range::positive),
        1, most_units),
    whole_number<&SweepTask::design, &SweepDesign::seed>(integer_key("seed", optional, "1", "Of a sample.", Range::non_negative, 1), 0, largest_seed),
    unit_keys::results,
    Key{"front", Kind::map, optional, "none", "Results that are traded against each other, `max` or `min` each: the units that no other beats."},
    option<&SweepTask::limit_s>(unit_keys::time_limit),
    option<&SweepTask::resampling, &Resampling::confidence>(
        {"confidence", Kind::number, optional, "0.95", "Of the intervals of Sobol indices.", dimension::number, Range::positive, 0.95}),
    whole_number<&SweepTask::resampling, &Resampling::draws>(
        integer_key("draws", optional, "1000", "How often their base points are drawn anew.", Range::positive, 1000), 1, 1'000'000),
};
constexpr auto own_keys = keys_of(options);
constexpr std::string_view text =
    "Tasks computed again and again over parameters ([sweeps](sweeps.md)). Results over `unit`: the parameters (of words: which of them), the "
    "`results`,\n"
    "`done` (0: this unit gave no numbers; the table says why), `front.RESULT` of units on the front; and the numbers `units`, `done`, `failed`, "
    "`too_long`,\n"
    "`crashed`; over the units that are done `least.RESULT`, `best.RESULT` (the largest), `mean.RESULT`, `deviation.RESULT`; of `morris` "
    "`mu.RESULT.PARAMETER`,\n"
    "`mu_star...`, `sigma...`; of `saltelli` `first.RESULT.PARAMETER` and `total...`, each with `.low` and `.high`. What is finished is kept: an "
    "interrupted\n"
    "sweep goes on, and values that are added are all that is computed.";
constexpr std::string_view example = R"yaml(zanjir_study: 1
parameters: {swing: 20 deg, gain: 2}
models: {pendulum: {file: pendulum.yaml}}
tasks:
  motion: {kind: inverse, model: pendulum, motion: {A: "$swing*sin($gain*t)"}, until: 1 s, every: 0.1 s}
  torques:
    kind: sweep
    of: [motion]
    over:
      swing: {from: 10 deg, to: 40 deg, count: 4, scale: log}
      gain: {values: [1, 2, 3]}
    results: {peak: "max(abs(motion.A.force))", reach: "max(motion.A)"}
    front: {peak: min, reach: max}
    time_limit: 20 s
  shares:
    kind: sweep
    sample: saltelli
    count: 64
    seed: 3
    over:
      swing: {spread: normal, mean: 20 deg, deviation: 2 deg, from: 10 deg}
      gain: {spread: triangular, from: 1, mode: 2, to: 4}
    results: {product: "$swing*$gain"}
    confidence: 0.9
    draws: 200
  spread:
    kind: sweep
    sample: latin_hypercube
    count: 10
    over: {gain: {spread: lognormal, median: 2, sigma: 0.1}}
    results: {square: $gain^2}
figures:
  peak: {kind: map, map: torques, value: peak}
  trade: {curves: [{x: torques.reach, y: torques.peak, style: points}, {x: torques.front.reach, y: torques.front.peak, style: published, label: front}]}
claims:
  - {id: all, by: ours, source: the table, said: {value: 12}, compute: torques.done}
)yaml";
const schema::Object keys{"Task `sweep`", "tasks.<name>", text, own_keys, example};
const schema::Object axis_object{
    "Parameters of a sweep", "tasks.<name>.over.<name>",
    "`values`; in a grid otherwise `from`, `to` and `count`; in a sample a `spread` with what belongs to it (uniform: `from`, `to`).",
    sweep_axis_keys, example};
constexpr const schema::Object* parts[] = {&axis_object};

// -- reading
void read_over(StudyReader& reader, ObjectReader& object, SweepTask& t) {
  const auto n = reader.each_entry(object, "over", "a map of parameters", axis_object, [&](const Node::Key& key, ObjectReader& axis) {
    t.question.over.push_back({std::string(key.text), key.at});
    t.design.axes.push_back(read_sweep_axis(reader, axis, std::string(key.text), t.design.sampling));
  });
  if (n == 0u) object.error("over", "is empty");
}

void read_front(StudyReader& reader, ObjectReader& object, SweepTask& t) {
  if (!object.has("front") || !reader.values.expect(object.at("front"), object.path("front"), Node::Kind::map, "a map of results, `max` or `min`"))
    return;
  const Node& front = object.at("front");
  if (front.keys.size() < 2) object.error("front", "two results at least are traded against each other");
  const KeyPath above = object.path("front");
  for (std::size_t i = 0; i < front.keys.size(); ++i) {
    const KeyPath path = join_path(above, front.keys[i].text);
    if (const auto result = find_result(reader, t.question, {std::string(front.keys[i].text), front.keys[i].at}, path))
      t.front.emplace_back(*result, reader.values.word(front.items[i], path, "max min") == "max" ? 1 : -1);
  }
}

void read(StudyReader& reader, ObjectReader& object, StudyTask& task) {
  SweepTask t = read_options(reader, object, options);
  const bool grid = t.design.sampling == Sampling::grid;
  if (grid && (object.has("count") || object.has("seed")))
    object.error(object.has("count") ? "count" : "seed", "belongs to a sample", "a grid has `count` in each of its parameters");
  if (!grid && !object.has("count")) object.error("", "key `count` is missing", "how many units the sample has");
  read_unit_question(reader, object, t.question);
  read_over(reader, object, t);
  check_result_names(reader, object, t.question, {"unit", "done", "why", "t"});
  read_front(reader, object, t);
  if (!(t.resampling.confidence < 1)) object.error("confidence", "must lie below 1");
  t.resampling.seed = t.design.seed;
  const std::size_t n = t.design.axes.size(), dimensions = t.design.sampling == Sampling::saltelli ? 2 * n
                                                           : t.design.sampling == Sampling::sobol  ? n
                                                                                                   : 0;
  if (dimensions > max_sobol_dimension)
    object.error("over", fmt::format("{} parameters want Sobol points of {} dimensions, and there are {}", n, dimensions, max_sobol_dimension),
                 "`latin_hypercube`, `random` and `morris` take any number");
  const double units = n_units(t.design);
  if (units > most_units)
    object.error("", fmt::format("these are {:.6g} units, and a sweep has at most {}", units, most_units),
                 "fewer values, or a sample instead of a grid");
  task.what = std::move(t);
}

// Some values of every parameter: both ends and the middle.
std::vector<std::vector<std::string>> tries_of(const SweepDesign& d) {
  std::vector<std::vector<std::string>> tries;
  for (const SweepAxis& axis : d.axes) {
    tries.emplace_back();
    for (const double share : {0.5, 0.0, 1.0}) {
      if (axis.spread) tries.back().push_back(axis.text(quantile(*axis.spread, std::clamp(share, 0.01, 0.99))));
      else if (!axis.values.empty())
        tries.back().push_back(axis.text(axis.values[static_cast<std::size_t>(share * static_cast<double>(axis.values.size() - 1))]));
    }
  }
  return tries;
}

void check(const StudyTask& task, const TaskContext& context, DiagnosticSink& sink) {
  const SweepTask& t = data(task);
  check_units(task, t.question, tries_of(t.design), context, sink);
}

std::optional<TaskResult> outline(const StudyTask& task, const TaskContext& context) {
  const SweepTask& t = data(task);
  TaskResult out = sweep_results(t, with_result_units(t.question, context), {t.design.axes.size(), {}, {}}, {});
  out.tables.clear();
  return out;
}

// -- the run
class SweepRun {
 public:
  SweepRun(const StudyTask& task, const TaskContext& context)
      : task_(task),
        context_(context),
        t_(data(task)),
        question_(with_result_units(t_.question, context)),
        hash_(hash_of_units(t_.question, context)),
        kept_(hash_, t_.question.results.size()) {
    read_named_files();
  }

  TaskResult run() {
    const UnitRun& how = context_.units;
    plan();
    if (context_.cancel) return cancelled_task();
    if (const std::string problem = read_kept(); !problem.empty()) return failed_task(problem);
    find_kept();
    if (how.what == UnitRun::What::join) return join();
    if (how.what != UnitRun::What::forecast && !context_.folder.empty()) {
      if (const std::string problem = kept_.open(context_.folder / own_file()); !problem.empty())
        return failed_task("what is computed cannot be kept: " + problem);
    }
    if (!pending_.empty()) {
      const bool begins = how.what != UnitRun::What::forecast;
      const std::string units =
          fmt::format("{} units, {} of them kept{}", n_mine_, n_kept_, n_twice_ > 0 ? fmt::format(" and {} the same as others", n_twice_) : "");
      if (const std::string unit = how.however_long ? "" : long_unit(); !unit.empty()) {
        forecast_ = fmt::format("{}; {}", units, unit);
        return begins ? asks_too_much("give a `time_limit`, a longer `every` or a shorter run") : forecast();
      }
      if (!(seconds_each() > 0) && !compute(1, begins ? t_.limit_s : shorter_limit())) return stopped();
      const double seconds = seconds_each() * static_cast<double>(pending_.size() + (probe_ended_ ? 1 : 0)) / workers();
      forecast_ =
          fmt::format("{}; {} {} for the others with {} workers", units, probe_ended_ ? "more than" : "about", duration_text(seconds), workers());
      if (!begins) return forecast();
      if (seconds > long_s && !how.however_long) return asks_too_much("fewer units");
      context_.progress.begin(fmt::format("{}, {} ({})", context_.study.name, task_.name, forecast_));
      if (!compute(pending_.size(), t_.limit_s)) return stopped();
    } else {
      forecast_ = fmt::format("{} units, all of them kept", n_mine_);
      if (how.what == UnitRun::What::forecast) return forecast();
    }
    if (how.parts > 1) return part();
    return whole();
  }

 private:
  // Every unit with its key. Of millions somebody wants to hear before that there are so many.
  void plan() {
    constexpr double many = 1e6;
    const double n = n_units(t_.design);
    if (n >= many)
      context_.progress.say(
          fmt::format("{}, {}: {:.0f} units; how many of them are kept, and how long the others take, is said as soon as they are listed",
                      context_.study.name, task_.name, n));
    units_ = make_units(t_.design);
    answers_.assign(units_.size(), nullptr);
    keys_.resize(units_.size());
    constexpr std::size_t some = 4096;
    on_threads(usable_cores(), static_cast<std::ptrdiff_t>((units_.size() + some - 1) / some), [&](int, std::ptrdiff_t part) {
      const std::size_t begin = static_cast<std::size_t>(part) * some;
      for (std::size_t u = begin; u < std::min(begin + some, units_.size()) && !context_.cancel; ++u)
        keys_[u] = key_of_unit(hash_, t_.question, known_by(u));
    });
  }
  std::vector<std::string> values_of(std::size_t unit) const {
    std::vector<std::string> values;
    values.reserve(t_.design.axes.size());
    for (std::size_t k = 0; k < t_.design.axes.size(); ++k) values.push_back(t_.design.axes[k].text(units_.row(unit)[k]));
    return values;
  }
  // All that decides what the values do: their texts, and what stands in the files that these name.
  std::vector<std::string> known_by(std::size_t unit) const {
    std::vector<std::string> values = values_of(unit);
    for (std::size_t k = 0; k < values.size() && !named_.empty(); ++k)
      if (const auto named = named_.find({k, values[k]}); named != named_.end()) values[k] += "\n" + named->second;
    return values;
  }
  void read_named_files() {
    for (std::size_t k = 0; k < t_.design.axes.size(); ++k) {
      for (const std::string& word : t_.design.axes[k].words) {
        const TextsByPath files = files_of_value(context_.study, t_.question, k, word);
        named_[{k, word}] = hash_of_files(files);
        files_.insert(files.begin(), files.end());
      }
    }
  }
  int workers() const { return context_.units.workers > 0 ? context_.units.workers : usable_cores(); }
  std::string stem() const { return file_name_of(task_.name); }
  std::string own_file() const {
    return stem() + (context_.units.parts > 1 ? fmt::format(".part-{}-of-{}", context_.units.part, context_.units.parts) : "") + ".units";
  }

  // Files of shares are of this sweep, or something has changed between them.
  std::string read_kept() {
    if (context_.folder.empty()) return {};
    std::error_code ignored;
    std::set<std::filesystem::path> files;  // in one order, wherever
    for (const auto& entry : std::filesystem::directory_iterator(context_.folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name == stem() + ".units" || (name.starts_with(stem() + ".part-") && name.ends_with(".units"))) files.insert(entry.path());
    }
    for (const std::filesystem::path& file : files) kept_.read(file);
    if (context_.units.parts == 1 && context_.units.what != UnitRun::What::join) return {};
    for (const auto& [hash, file] : kept_.others()) {
      if (file.find(".part-") != std::string::npos)
        return fmt::format(
            "{} is of another sweep, or of other files or another build of the program: its hash is {}, and here it is {}; take back what changed, "
            "or "
            "delete {}, or name another --out",
            file, hash, hash_, outdated());
    }
    return {};
  }

  // Files with shares of other sweeps.
  std::string outdated() const {
    std::set<std::string> files;
    for (const auto& [hash, file] : kept_.others())
      if (file.find(".part-") != std::string::npos) files.insert(file);
    return fmt::format("{}", fmt::join(files, ", "));
  }

  void find_kept() {
    std::unordered_set<std::string_view> seen;
    seen.reserve(keys_.size() / context_.units.parts);
    for (std::size_t u = 0; u < keys_.size(); ++u) {
      if (u % context_.units.parts + 1 != context_.units.part) continue;
      ++n_mine_;
      const UnitAnswer* a = kept_.find(keys_[u]);
      const bool again =
          a && (a->status == UnitStatus::crashed || (a->status == UnitStatus::too_long && (t_.limit_s == 0 || t_.limit_s > a->seconds)));
      if (a && !again) ++n_kept_;
      else if (seen.insert(keys_[u]).second) pending_.push_back(u);
      else ++n_twice_;  // a sample may come to a place again: that is computed once
    }
  }

  // What one unit takes, from those that were computed, else from the same tasks in the study; 0: not known.
  double seconds_each() const {
    if (n_computed_ > 0) return seconds_ / n_computed_;
    double sum = 0;
    for (const NameRef& name : t_.question.of) {
      const TaskResult* done = context_.results.find_task(name.name);
      if (!done) return 0;
      sum += done->seconds;
    }
    return sum;
  }

  // Of the first unit, and of those with the least and the largest value of each parameter, the first that would record more than anybody means, or take more than a week: which, and why.
  std::string long_unit() const {
    if (t_.limit_s > 0) return {};
    constexpr std::size_t most = 16;  // each is read and its models are built
    std::vector<std::size_t> ends{pending_.front()};
    for (std::size_t k = 0; k < t_.design.axes.size() && ends.size() < most; ++k) {
      const auto [least, largest] =
          std::minmax_element(pending_.begin(), pending_.end(), [&](std::size_t a, std::size_t b) { return units_.row(a)[k] < units_.row(b)[k]; });
      for (const std::size_t unit : {*least, *largest})
        if (std::find(ends.begin(), ends.end(), unit) == ends.end()) ends.push_back(unit);
    }
    for (const std::size_t unit : ends)
      if (const std::string why = too_long_unit(context_.study, t_.question, values_of(unit)); !why.empty())
        return fmt::format("unit {}: {}", unit + 1, why);
    return {};
  }

  // Of the one unit that a forecast computes: who asks how long it takes does not wait for the answer that long.
  double shorter_limit() const {
    constexpr double most_s = 10;
    return t_.limit_s > 0 ? std::min(t_.limit_s, most_s) : most_s;
  }

  TaskResult asks_too_much(std::string_view instead) const {
    TaskResult refused = failed_task(fmt::format("{}: {}, or `zanjir sweep` with --yes when that is meant", forecast_, instead));
    refused.asks_too_much = true;
    return refused;
  }

  // The first n of those that are left; false: stopped.
  bool compute(std::size_t n, double limit_s) {
    const std::vector<std::size_t> now(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(n));
    std::size_t done = 0;
    std::set<std::size_t> computed;
    const auto ask = [this](std::size_t unit) { return answer_unit(context_.study, t_.question, values_of(unit)); };
    const auto take = [&](std::size_t unit, UnitAnswer answer) {
      seconds_ += answer.seconds, n_computed_ += 1, ++done;
      computed.insert(unit);
      probe_ended_ = answer.status == UnitStatus::too_long && limit_s != t_.limit_s;
      problem_ = kept_.add(keys_[unit], answer);
      return problem_.empty();
    };
    const std::string problem = ask_units(
        now, ask, take, [&] { context_.progress.update(static_cast<double>(done) / static_cast<double>(n)); }, {workers(), limit_s}, context_.cancel);
    if (!problem.empty()) problem_ = problem;
    std::erase_if(pending_, [&](std::size_t unit) { return computed.contains(unit); });
    return problem_.empty() && !context_.cancel;
  }

  void gather() {
    for (std::size_t u = 0; u < keys_.size(); ++u) answers_[u] = kept_.find(keys_[u]);
  }

  TaskResult stopped() {
    gather();
    TaskResult out = sweep_results(t_, question_, units_, answers_);
    std::size_t n_done = 0;
    for (std::size_t u = context_.units.part - 1; u < answers_.size(); u += context_.units.parts) n_done += answers_[u] ? 1 : 0;
    const std::string so_far = fmt::format("{} of {} units are done", n_done, n_mine_);
    out.status = problem_.empty() ? TaskStatus::cancelled : TaskStatus::failed;
    if (!problem_.empty()) out.series.clear(), out.columns.clear(), out.abscissa.values.clear();  // what cannot be kept is no table either
    out.why = problem_.empty() ? fmt::format("interrupted: {}{}", so_far, context_.folder.empty() ? "" : "; the same again goes on from there")
                               : fmt::format("{}; {}", problem_, so_far);
    return out;
  }

  TaskResult forecast() const {
    TaskResult out;
    out.texts.push_back({"forecast", forecast_});
    return out;
  }

  TaskResult part() const {
    TaskResult out;
    out.add("units", "1", static_cast<double>(n_mine_));
    out.texts.push_back(
        {"part", fmt::format("part {} of {}: {} of {} units, all of them done", context_.units.part, context_.units.parts, n_mine_, keys_.size())});
    return out;
  }

  TaskResult join() {
    gather();
    std::vector<std::size_t> missing;
    for (std::size_t u = 0; u < answers_.size(); ++u)
      if (!answers_[u]) missing.push_back(u);
    if (missing.empty()) return whole();
    std::string list;
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < std::min(missing.size(), most); ++i) list += fmt::format("{}{}", i == 0 ? "" : ", ", missing[i] + 1);
    std::string others;
    if (!kept_.others().empty()) {
      const auto& [hash, file] = *kept_.others().begin();
      others =
          fmt::format("; {} has units of another sweep, or of other files or another build: its hash is {}, and here it is {}", file, hash, hash_);
    }
    return failed_task(
        fmt::format("{} of {} units are missing: {}{}{}", missing.size(), answers_.size(), list, missing.size() > most ? " ..." : "", others));
  }

  TaskResult whole() {
    gather();
    TaskResult out = sweep_results(t_, question_, units_, answers_);
    out.files = files_;
    say_what_failed(answers_, out);
    say_what_units_said(answers_, out);
    if (std::none_of(answers_.begin(), answers_.end(), [](const UnitAnswer* a) { return a && a->status == UnitStatus::done; })) {
      out.status = TaskStatus::failed;
      out.why = "no unit gave numbers; the first: " + (answers_.empty() || !answers_[0] ? std::string() : answers_[0]->why);
    }
    return out;
  }

  const StudyTask& task_;
  const TaskContext& context_;
  const SweepTask& t_;
  UnitQuestion question_;
  SweepUnits units_;
  std::string hash_;
  KeptUnits kept_;
  std::map<std::pair<std::size_t, std::string>, std::string> named_;  // of a parameter and a word: hash of the files that units with it read
  TextsByPath files_;
  std::vector<const UnitAnswer*> answers_;
  std::vector<std::string> keys_;
  std::vector<std::size_t> pending_;      // units that are still to be computed
  std::size_t n_mine_ = 0;                // of this part
  std::size_t n_kept_ = 0, n_twice_ = 0;  // of these, when it began
  double seconds_ = 0, n_computed_ = 0;
  bool probe_ended_ = false;  // the unit that a forecast computed took longer than that waits
  std::string problem_, forecast_;
};

TaskResult run(const StudyTask& task, const TaskContext& context) { return SweepRun(task, context).run(); }

}  // namespace
}  // namespace task_sweep

extern const TaskKind sweep_task;
const TaskKind sweep_task{"sweep", task_sweep::keys, task_sweep::parts, task_sweep::read, task_sweep::check, task_sweep::outline, task_sweep::run};

}  // namespace zanjir
