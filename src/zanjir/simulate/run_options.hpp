// Every option of a run that is a number or a word, in one table: study files read it, the command line offers it, recordings keep it, and
// docs/integrators.md is printed from it. In a study an option is called by its key, on the command line by "--" and the key with dashes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/language/schema.hpp"
#include "zanjir/simulate/sim_options.hpp"
#include "zanjir/simulate/spring_start.hpp"

namespace zanjir {

template <class Options> struct OptionOf {
  schema::Key key;         // name, kind (number, integer, word, text), dimension, range, default, meaning
  std::string_view field;  // as `validate` calls it
  void (*set_number)(Options&, double) = nullptr;
  double (*number)(const Options&) = nullptr;
  bool (*set_word)(Options&, std::string_view) = nullptr;  // false: no such word
  std::string (*word)(const Options&) = nullptr;
  std::string_view methods = {};  // that know it, separated by spaces; empty: all
  bool is_number() const { return set_number != nullptr; }
};
using RunOption = OptionOf<SimOptions>;
using SpringOption = OptionOf<SpringOptions>;

std::span<const RunOption> run_options();
std::span<const SpringOption> spring_options();
std::span<const schema::Key> run_option_keys();  // the same as keys of a study's task
std::span<const schema::Key> spring_option_keys();

// What was given and the method does not know: an option without effect is a mistake. Keys as in a study; `auto` knows those of what it may choose.
std::vector<Diagnostic> unknown_to_method(std::span<const std::string> keys, std::string_view method);

// The key that a field of SimOptions or SpringOptions has in files; the field itself where it has none.
std::string option_key(std::string_view field);
std::string command_line_option(std::string_view key);  // rel_tol -> --rel-tol

// "1e-09", "max": as recordings and reports show it.
template <class Options> std::string option_text(const OptionOf<Options>&, const Options&);

std::string run_options_markdown();  // the table of docs/integrators.md

}  // namespace zanjir
