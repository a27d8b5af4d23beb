// Options of runs and of springs in place of loops, offered from the tables of simulate/run_options.hpp.
#pragma once

#include <map>
#include <optional>

#include "verbs.hpp"
#include "zanjir/simulate/run_options.hpp"

namespace zanjir::app {

// What was given on the command line, by key.
template <class Options> class GivenOptions {
 public:
  // Offers the keys of the table; all of them, or those listed.
  void offer(CLI::App&, std::span<const OptionOf<Options>> table, const std::string& group, const std::vector<std::string_view>& only = {});
  void take(Options&) const;  // into the options
  std::vector<std::string> given() const;
  bool has(std::string_view key) const {
    return numbers_.contains(key) ? numbers_.find(key)->second.has_value() : words_.contains(key) && words_.find(key)->second.has_value();
  }

 private:
  std::span<const OptionOf<Options>> table_;
  std::map<std::string_view, std::optional<double>> numbers_;
  std::map<std::string_view, std::optional<std::string>> words_;
};

using SpringArguments = GivenOptions<SpringOptions>;
// Those of a given state: stiffnesses and dampings.
void add_spring_arguments(CLI::App&, SpringArguments&, const std::string& group);

// What was asked for when the word of --loops is "springs"; only then may any be given. Faults are added to `problems`.
std::optional<SpringOptions> read_springs(const SpringArguments&, const std::string& loops, std::vector<Diagnostic>& problems);

// Faults of options, which have no file, as faults of the command line: `loops.stiffness` is --stiffness.
std::vector<Diagnostic> on_command_line(std::vector<Diagnostic>);

// A model whose loops are springs when `loops` says so; for states that are given, so without a start of its own.
Result<Model> load_model_with_loops(const std::string& file, const Common&, const SpringArguments&, const std::string& loops);

}  // namespace zanjir::app
