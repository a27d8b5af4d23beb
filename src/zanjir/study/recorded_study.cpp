#include "zanjir/study/recorded_study.hpp"

#include <algorithm>
#include <cctype>

#include "zanjir/describe/mesh_file.hpp"
#include "zanjir/simulate/recorded_mechanism.hpp"

namespace zanjir {
namespace {

constexpr std::string_view study_fact = "study", text_fact = "study text", set_fact = "study set", task_fact = "task", holds_fact = "task holds";
constexpr std::string_view file_fact = "study file ";  // and its path

bool names(const std::string& text, const std::string& word) {
  const auto inside = [&](std::size_t i) { return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_'); };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (!(at > 0 && inside(at - 1)) && !inside(at + word.size())) return true;
  return false;
}

// A task can only take results of those before it, and says their names. One that only happens to be called like a word of it is computed as well.
std::vector<std::string> needed_for(const Study& study, const std::string& task) {
  std::vector<std::string> needed;
  std::string said;
  for (auto t = study.tasks.rbegin(); t != study.tasks.rend(); ++t) {
    if (t->name != task && !names(said, t->name)) continue;
    needed.push_back(t->name);
    said += t->text + "\n";
  }
  return needed;
}

}  // namespace

void add_texts(const Study& study, const StudyModels& models, const std::string& task, TaskRecord what, Facts& facts, const TextsByPath& more) {
  facts.emplace_back(study_fact, study.files.front());
  facts.emplace_back(text_fact, study.source);
  facts.emplace_back(set_fact, text_of_set(study.set));
  facts.emplace_back(task_fact, task);
  facts.emplace_back(holds_fact, word_of(what));
  TextsByPath files = study.read;
  files.insert(more.begin(), more.end());
  for (const StudyModel& m : study.models) {
    const auto loaded = models.find(m.name);
    if (loaded == models.end()) continue;
    files[m.file.string()] = loaded->second.file->text;
    files.insert(loaded->second.file->named.begin(), loaded->second.file->named.end());
  }
  std::erase_if(files, [](const auto& file) { return !mesh_ending(file.first).empty(); });  // no task looks at pictures
  for (const auto& [path, text] : files) facts.emplace_back(std::string(file_fact) + path, text);
}

bool is_of_a_study(const Facts& facts) { return find_fact(facts, text_fact) != nullptr; }

Result<RecordedTask> recorded_task(const Facts& facts, const std::string& recording) {
  const auto refuse = [&](std::string message) -> Result<RecordedTask> {
    return {std::nullopt, {{Severity::error, recording, 0, 0, "", std::move(message), "run the study itself again"}}};
  };
  const std::string *path = find_fact(facts, study_fact), *text = find_fact(facts, text_fact), *set = find_fact(facts, set_fact),
                    *task = find_fact(facts, task_fact), *holds = find_fact(facts, holds_fact);
  const std::optional<TaskRecord> what = holds ? find_word<TaskRecord>(*holds) : std::nullopt;
  if (!path || !text || !task || !what) return refuse("does not hold its study as a whole");
  auto kept = std::make_shared<TextsByPath>();
  for (const auto& [key, content] : facts)
    if (key.starts_with(file_fact)) kept->emplace(key.substr(file_fact.size()), content);
  Result<Study> study =
      read_study_text(*text, *path, set ? set_of_text(*set) : Overrides(), {std::filesystem::path(*path).parent_path(), std::move(kept)});
  if (!study) return {std::nullopt, std::move(study.diagnostics)};
  std::vector<std::string> needed = needed_for(*study, *task);
  if (std::find(needed.begin(), needed.end(), *task) == needed.end()) return refuse("its study has no task '" + *task + "'");
  return {RecordedTask{std::move(*study.value), *task, *what, std::move(needed)}, {}};
}

}  // namespace zanjir
