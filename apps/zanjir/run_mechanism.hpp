// zanjir run FILE with a mechanism: one simulation, recorded. `recording repeat` runs it again from what the recording says.
#pragma once

#include <filesystem>

#include "loop_options.hpp"
#include "zanjir/simulate/prepare.hpp"

namespace zanjir::app {

struct MechanismOptions : Common {
  std::string file, loops = "projection", record;
  std::optional<std::string> state;
  std::optional<double> tolerance;
  std::vector<std::string> frames;
  GivenOptions<SimOptions> run;
  SpringArguments springs;
  bool reactions = false, accelerations = false, power = false, overwrite = false, resume = false, yes = false;
  std::vector<std::string> words;  // of the command line, the verb first: a recording keeps them
};
void add_mechanism_options(CLI::App&, MechanismOptions&);
int run_mechanism(const MechanismOptions&);

struct ResumeFrom {
  std::filesystem::path recording;
  std::optional<std::uint64_t> rows = {};  // all, or its first ones
  const Recording* opened = nullptr;       // the same, where it is open already
};
// The run that the options ask for, of a mechanism that was read already.
Result<Prepared> prepare_run(const MechanismOptions&, const DescribedFile&, const std::optional<ResumeFrom>&);

}  // namespace zanjir::app
