#include "loop_options.hpp"

#include <algorithm>

#include "zanjir/model/build.hpp"

namespace zanjir::app {
namespace {

std::vector<std::string> words_in(std::string_view choices) { return split_list({std::string(choices)}); }

std::string help_of(const schema::Key& key, bool is_number) {
  std::string text(key.doc);
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  if (text.ends_with('.')) text.pop_back();
  if (is_number && !(key.dimension == dimension::number)) text += ", " + si_unit(key.dimension);
  if (key.need == schema::Need::optional && !key.default_text.empty()) text += " [" + std::string(key.default_text) + "]";
  return text;
}

}  // namespace

template <class Options>
void GivenOptions<Options>::offer(CLI::App& verb, std::span<const OptionOf<Options>> table, const std::string& group,
                                  const std::vector<std::string_view>& only) {
  table_ = table;
  for (const OptionOf<Options>& option : table) {
    const std::string_view key = option.key.key;
    if (!only.empty() && std::find(only.begin(), only.end(), key) == only.end()) continue;
    const std::string name = command_line_option(key), help = help_of(option.key, option.is_number());
    if (option.is_number()) {
      constexpr std::uint64_t most = 1'000'000'000;  // as in files
      verb.add_option(name, numbers_[key], help)
          ->type_name("X")
          ->transform(option.key.kind == schema::Kind::integer ? whole_in(0, most) : number_in(option.key.range, option.key.dimension))
          ->group(group);
    } else {
      CLI::Option* word = verb.add_option(name, words_[key], help)->group(group);
      if (option.key.choices.empty()) word->type_name("NAME");
      else word->check(CLI::IsMember(words_in(option.key.choices)))->type_name("WORD");
    }
  }
}

template <class Options> void GivenOptions<Options>::take(Options& options) const {
  for (const OptionOf<Options>& option : table_) {
    const std::string_view key = option.key.key;
    if (const auto number = numbers_.find(key); number != numbers_.end() && number->second) option.set_number(options, *number->second);
    if (const auto word = words_.find(key); word != words_.end() && word->second) option.set_word(options, *word->second);
  }
}

template <class Options> std::vector<std::string> GivenOptions<Options>::given() const {
  std::vector<std::string> keys;
  for (const OptionOf<Options>& option : table_)
    if (has(option.key.key)) keys.emplace_back(option.key.key);
  return keys;
}

template class GivenOptions<SimOptions>;
template class GivenOptions<SpringOptions>;

void add_spring_arguments(CLI::App& verb, SpringArguments& arguments, const std::string& group) {
  arguments.offer(verb, spring_options(), group, {"stiffness", "turn_stiffness", "damping", "turn_damping"});
}

std::vector<Diagnostic> on_command_line(std::vector<Diagnostic> problems) {
  for (Diagnostic& d : problems) {
    if (!d.file.empty()) continue;
    d.file = "command line";
    d.key_path = command_line_option(d.key_path.starts_with("loops.") ? d.key_path.substr(6) : d.key_path);
  }
  return problems;
}

std::optional<SpringOptions> read_springs(const SpringArguments& arguments, const std::string& loops, std::vector<Diagnostic>& problems) {
  if (loops != "springs") {
    for (const std::string& key : arguments.given())
      problems.push_back({Severity::error, "command line", 0, 0, command_line_option(key), "means something with `--loops springs` only", ""});
    return std::nullopt;
  }
  SpringOptions springs;
  arguments.take(springs);
  return springs;
}

Result<Model> load_model_with_loops(const std::string& file, const Common& common, const SpringArguments& arguments, const std::string& loops) {
  std::vector<Diagnostic> problems;
  const std::optional<SpringOptions> springs = read_springs(arguments, loops, problems);
  if (springs) {
    for (Diagnostic& d : springs->validate()) {
      d.key_path = option_key(d.key_path);
      problems.push_back(std::move(d));
    }
  }
  if (!problems.empty()) return {std::nullopt, on_command_line(std::move(problems))};
  if (!springs) return load_model(file, common);
  const LoopTreatment treatment{
      LoopTreatment::Kind::springs,
      {springs->stiffness_N_per_m, springs->damping_N_s_per_m, springs->turn_stiffness_N_m_per_rad, springs->turn_damping_N_m_s_per_rad},
      {}};
  Result<Model> model = load_model(file, common, treatment);
  if (model && model->n_spring_rows() == 0)
    return {std::nullopt, {{Severity::error, file, 0, 0, "--loops", "springs are asked for, but this mechanism has no loop", ""}}};
  return model;
}

}  // namespace zanjir::app
