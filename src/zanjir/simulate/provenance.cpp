#include <fmt/format.h>

#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/simulate/built_commit.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/recorded_mechanism.hpp"
#include "zanjir/simulate/run_options.hpp"

namespace zanjir {

namespace {

std::string numbers_of(const VecX& x) {
  std::string text;
  for (const double value : x) text += fmt::format("{}{}", text.empty() ? "" : " ", value);  // the shortest that reads back to the same double
  return text;
}

// The state that the run begins with, to the last bit.
std::string start_text(const State& s) {
  return fmt::format("t: {}\nq: {}\nv: {}\npreload: {}\n", s.t_s, numbers_of(s.q), numbers_of(s.v), numbers_of(s.preload));
}

}  // namespace

Facts program_facts() {
#ifdef __clang__
  const std::string compiler = __VERSION__;  // names itself
#else
  const std::string compiler = "g++ " __VERSION__;
#endif
  return {{"program", "zanjir " ZANJIR_VERSION},
          {"commit", built_commit()},
          {"compiler", compiler},
          {"build", ZANJIR_BUILD},
          {"instruction set", kernels::functions().isa}};
}

Facts provenance(const Model& model, const SimOptions& options, const std::string& source) {
  Facts facts = program_facts();
  facts.emplace_back("model", model.name());
  facts.emplace_back("source", source);
  facts.emplace_back("loops", word_of(options.motion.loop_care));
  for (const RunOption& option : run_options()) facts.emplace_back(option.key.key, option_text(option, options));
  return facts;
}

Facts provenance(const DescribedFile& file, const Prepared& p, const std::string& source) {
  Facts facts = provenance(p.model, p.options, source);
  if (p.springs) {
    for (auto& [name, text] : facts)
      if (name == "loops") text = p.loops;
    for (const SpringOption& option : spring_options()) facts.emplace_back("loops." + std::string(option.key.key), option_text(option, *p.springs));
  }
  add_texts(file, facts);
  facts.emplace_back("start", start_text(p.state));
  return facts;
}

}  // namespace zanjir
