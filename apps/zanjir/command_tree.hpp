// The verbs and their options as plain data, read from the command line parser itself: help, completion and manual pages cannot differ from what is understood.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace zanjir::app {

struct CommandOption {
  std::vector<std::string> names;    // "-h", "--help"; of a positional its name alone
  std::string value;                 // what follows it, "DIR"; empty: a flag
  std::vector<std::string> choices;  // the words it may be; empty: anything
  std::string help;
  bool positional = false, required = false;
};
struct Command {
  std::string name, path;  // "show", "zanjir recording show"
  std::string help, footer;
  std::vector<CommandOption> options;
  std::vector<Command> verbs;
};
Command command_tree(const CLI::App&);

}  // namespace zanjir::app
