#include "command_tree.hpp"

#include "verbs.hpp"
#include "zanjir/formulations/registry.hpp"
#include "zanjir/integrate/stepper.hpp"

namespace zanjir::app {
namespace {

// Names that the library knows, of options that take any text because it answers better than the parser where one is wrong.
std::vector<std::string> known_names(const std::string& option) {
  std::vector<std::string> names;
  if (option == "--method") {
    for (const MethodInfo& method : stepper_methods()) names.emplace_back(method.name);
    names.emplace_back(automatic_method);
  } else if (option == "--formulation") {
    for (const AnyFormulation& formulation : all_formulations()) names.emplace_back(name_of(formulation));
  }
  return names;
}

CommandOption option_of(const CLI::Option& option) {
  CommandOption out;
  out.positional = option.get_positional() && option.get_lnames().empty() && option.get_snames().empty();
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  if (out.positional) out.names = {option.get_name(true)};
  const std::string type = option.get_type_name();  // "WORD:{a,b}"
  if (option.get_items_expected_max() > 0) out.value = type.substr(0, type.find_first_of(":{"));
  if (const std::size_t open = type.find('{'), close = type.find('}'); open != std::string::npos && close != std::string::npos)
    out.choices = split_list({type.substr(open + 1, close - open - 1)});
  if (out.choices.empty() && out.value == "NAME") out.choices = known_names(out.names.back());
  if (!out.positional && out.value.empty() && option.get_items_expected_max() > 0) out.value = "X";
  out.help = option.get_description();
  out.required = option.get_required();
  return out;
}

Command tree_of(const CLI::App& app, const std::string& above) {
  Command out{app.get_name(), above.empty() ? app.get_name() : above + " " + app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) out.options.push_back(option_of(*option));
  for (const CLI::App* verb : app.get_subcommands({})) out.verbs.push_back(tree_of(*verb, out.path));
  return out;
}

}  // namespace

Command command_tree(const CLI::App& app) { return tree_of(app, ""); }

}  // namespace zanjir::app
