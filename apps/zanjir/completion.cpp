// zanjir completion SHELL: a script that makes the shell complete verbs, options and the words they take.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "command_tree.hpp"
#include "verbs.hpp"

namespace zanjir::app {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::vector<std::string> words_after(const Command& c) {
  std::vector<std::string> words;
  for (const Command& v : c.verbs) words.push_back(v.name);
  for (const CommandOption& o : c.options)
    if (!o.positional) words.insert(words.end(), o.names.begin(), o.names.end());
  return words;
}

// "zanjir recording show" -> "recording show"
std::string verb_path(const Command& c) { return c.path.find(' ') == std::string::npos ? "" : c.path.substr(c.path.find(' ') + 1); }

// One line of help inside quotes of a shell.
std::string in_quotes(const std::string& text) {
  std::string out;
  for (const char c : text.substr(0, text.find('\n'))) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

template <class Visit> void walk(const Command& c, const Visit& visit) {
  visit(c);
  for (const Command& v : c.verbs) walk(v, visit);
}

std::string bash_script(const Command& top) {
  std::string values, words;
  walk(top, [&](const Command& c) {
    for (const CommandOption& o : c.options) {
      if (o.positional || o.value.empty()) continue;
      for (const std::string& name : o.names) {
        const std::string how = !o.choices.empty() ? "-W '" + joined(o.choices) + "'" : o.value == "DIR" ? "-d" : o.value == "FILE" ? "-f" : "-W ''";
        values += fmt::format("    '{} {}') COMPREPLY=($(compgen {} -- \"$current\")); return ;;\n", verb_path(c), name, how);
      }
    }
    words += fmt::format("    '{}') words='{}' ;;\n", verb_path(c), joined(words_after(c)));
  });
  std::string verbs;
  walk(top, [&](const Command& c) {
    if (!verb_path(c).empty()) verbs += (verbs.empty() ? "" : "|") + fmt::format("'{}'", verb_path(c));
  });
  return fmt::format(R"(# bash completion of zanjir; made by `zanjir completion bash`
_zanjir() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} verb= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${{verb:+$verb }}${{COMP_WORDS[i]}}" in
    {}) verb="${{verb:+$verb }}${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$verb $previous" in
{}  esac
  case "$verb" in
{}  esac
  if [[ $current == -* || -z $verb || $verb == recording || $verb == help ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F _zanjir zanjir
)",
                     verbs, values, words);
}

std::string zsh_action(const CommandOption& o) {
  if (!o.choices.empty()) return "(" + joined(o.choices) + ")";
  return o.value == "DIR" ? "_files -/" : o.value == "FILE" || o.positional ? "_files" : " ";
}

std::string zsh_script(const Command& top) {
  const auto plain = [](std::string text) {  // what _arguments would take for itself
    std::string out;
    for (const char c : in_quotes(text)) out += c == '[' || c == ']' || c == ':' ? std::string("\\") + c : std::string(1, c);
    return out;
  };
  std::string functions;
  walk(top, [&](const Command& c) {
    std::string name = c.path;
    std::replace(name.begin(), name.end(), ' ', '_');
    functions += "_" + name + "_options() {\n  _arguments -s";
    for (const CommandOption& o : c.options) {
      if (o.positional) continue;
      for (const std::string& word : o.names)
        functions += fmt::format(" \\\n    '*{}[{}]{}'", word, plain(o.help), o.value.empty() ? "" : ":" + plain(o.value) + ":" + zsh_action(o));
    }
    if (c.verbs.empty()) {
      functions += " \\\n    '*:FILE:_files'";
    } else {
      functions += " \\\n    '1:verb:((";
      for (const Command& v : c.verbs) functions += v.name + "\\:\"" + plain(v.help) + "\" ";
      functions += "))' '*::: :->rest'\n  [[ $state == rest ]] || return\n  case $words[1] in\n";
      for (const Command& v : c.verbs) functions += "    " + v.name + ") _" + name + "_" + v.name + "_options ;;\n";
      functions += "    *) _files ;;\n  esac";  // `sweep` has verbs, and files of its own
    }
    functions += "\n}\n";
  });
  return "#compdef zanjir\n# zsh completion of zanjir; made by `zanjir completion zsh`\n" + functions + "_zanjir_options \"$@\"\n";
}

std::string fish_script(const Command& top) {
  std::string out = "# fish completion of zanjir; made by `zanjir completion fish`\ncomplete -c zanjir -n __fish_use_subcommand -f\n";
  for (const Command& v : top.verbs) {
    out += fmt::format("complete -c zanjir -n __fish_use_subcommand -a {} -d '{}'\n", v.name, in_quotes(v.help));
    walk(v, [&](const Command& c) {
      std::string where = "__fish_seen_subcommand_from " + v.name;
      if (c.path != v.path) where += "; and __fish_seen_subcommand_from " + c.name;
      for (const Command& sub : c.verbs) out += fmt::format("complete -c zanjir -f -n '{}' -a {} -d '{}'\n", where, sub.name, in_quotes(sub.help));
      for (const CommandOption& o : c.options) {
        if (o.positional) continue;
        std::string names;
        for (const std::string& name : o.names) names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        out += fmt::format("complete -c zanjir -n '{}'{}{}{} -d '{}'\n", where, names,
                           o.value.empty()     ? ""
                           : o.choices.empty() ? " -r"
                                               : " -x",
                           o.choices.empty() ? "" : " -a '" + joined(o.choices) + "'", in_quotes(o.help));
      }
    });
  }
  return out;
}

}  // namespace

void add_completion(CLI::App& app, int& exit_code) {
  auto shell = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("completion", "a script that makes a shell complete verbs, options and words");
  verb->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember(std::vector<std::string>{"bash", "zsh", "fish"}));
  verb->footer(
      "For the session: source <(zanjir completion bash). For good: bash reads ~/.local/share/bash-completion/completions/zanjir,\n"
      "zsh a file _zanjir in a folder of its fpath, fish ~/.config/fish/completions/zanjir.fish.\n\nExample:\n  zanjir completion bash");
  verb->callback([&app, shell, &exit_code] {
    const Command tree = command_tree(app);
    print(*shell == "bash" ? bash_script(tree) : *shell == "zsh" ? zsh_script(tree) : fish_script(tree));
    exit_code = done;
  });
}

}  // namespace zanjir::app
