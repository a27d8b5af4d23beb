// A simulation from a description to the first step, the same for the command line, for studies and for C++: the model with its loops treated as asked, a
// closed start, springs stretched, options judged. Nothing is written before all of it is understood.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/describe/described_file.hpp"
#include "zanjir/simulate/simulate.hpp"
#include "zanjir/simulate/spring_start.hpp"
#include "zanjir/terms/assembler.hpp"

namespace zanjir {

class Recording;

struct SimulationRequest {
  SimOptions options;
  std::optional<SpringOptions> springs = {};         // all loops that the file holds rigidly become springs, for this run
  std::optional<Said> state = {};                    // where it starts, as `eval` takes it; nothing: as the file says
  std::string state_source = "state";                // the file of diagnostics about it
  std::optional<std::filesystem::path> resume = {};  // instead: where this recording ends
  std::optional<std::uint64_t> resume_rows = {};     // ... or where it stood after so many rows
  const Recording* resumed = nullptr;                // that recording, where the caller has it open: opening one reads all that was ever said of it
};

// What springs are not known before the run: the forces of inputs may come from results that are still to be computed.
enum class Readiness : std::uint8_t {
  checked,  // names and options are judged; springs have unit stiffness and are not stretched
  ready     // it can run
};

struct Prepared {
  Model model;
  State state;
  SimOptions options;
  std::optional<SpringOptions> springs;
  std::string loops;                            // the springs in words; empty: there are none
  std::optional<std::uint64_t> keep_rows = {};  // of the recording that is resumed, where some of its last rows are computed again
  std::string start;  // how far the start is from what the file says, and tables that end before the run; empty: nothing to say
  std::map<std::string, std::string> places = {};  // of contacts and their laws in the file: "contacts.floor" -> "b.yaml:12:3"
  std::vector<Channel> channels() const;
};

// No value: the diagnostics say why. Their keys are those of run_options(), `state`, `loops` or `resume`; those with a file of their own point into the
// description or the recording.
Result<Prepared> prepare(const Description&, SimulationRequest, Readiness = Readiness::ready);
RunSummary run(Prepared&, const MakeRecorder&);

// What is inside a stop or the ground where a run would start, each at its place in the file.
std::vector<Diagnostic> start_problems(const Description&, const Model&, const State&);
// What else a run would end with before its first step: no acceleration, or contacts that hold without an answer. At its place in the file where it has one. Costs what one
// evaluation costs, and is not asked of mechanisms of which that may take longer than all else.
std::optional<Diagnostic> first_instant_problem(const Description&, const Model&, const State&, SimOptions = {});
// Where a run starts when nobody gives a state: the initial state of the file with its loops closed. Faults point at the file.
Result<StateQuestion> own_start(const Description&, const Model&);

using Facts = std::vector<std::pair<std::string, std::string>>;  // name and text
// Program, version, commit, compiler, instruction set.
Facts program_facts();
// What a recording says about where it comes from: the program, the model, `source` (which file and task, or command), and every option.
Facts provenance(const Model&, const SimOptions&, const std::string& source);
// The same with the text of the file and of its tables, what was set in it, the springs in place of loops, and the state it begins with.
Facts provenance(const DescribedFile&, const Prepared&, const std::string& source);

}  // namespace zanjir
