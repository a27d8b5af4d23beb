#include <fmt/format.h>

#include <zanjir_commit.hpp>
#include "zanjir/kernels/dispatch.hpp"
#include "zanjir/simulate/prepare.hpp"
#include "zanjir/simulate/run_options.hpp"

namespace zanjir {

Facts program_facts() {
#ifdef __clang__
  const std::string compiler = __VERSION__;  // names itself
#else
  const std::string compiler = "g++ " __VERSION__;
#endif
  return {{"program", "zanjir " ZANJIR_VERSION}, {"commit", ZANJIR_COMMIT}, {"compiler", compiler}, {"instruction set", kernels::functions().isa}};
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
  std::string set;
  for (const Override& o : file.set) set += (set.empty() ? "" : "\n") + o.key + " = " + o.value;
  facts.emplace_back("set", set);
  facts.emplace_back("file", file.description.files.front());
  facts.emplace_back("file text", file.text);
  return facts;
}

}  // namespace zanjir
