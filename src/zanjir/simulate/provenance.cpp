#include "zanjir/simulate/provenance.hpp"

#include <fmt/format.h>

#include "zanjir/kernels/dispatch.hpp"

namespace zanjir {
namespace {

std::string_view care(LoopCare c) { return c == LoopCare::projection ? "projection" : c == LoopCare::baumgarte ? "baumgarte" : "none"; }

std::string springs(const Model& model) {
  return fmt::format("springs of {:g} to {:g} N/m or N m/rad, dampers up to {:g}", model.spring_stiffness().minCoeff(), model.spring_stiffness().maxCoeff(), model.spring_damping().maxCoeff());
}

}  // namespace

std::vector<std::pair<std::string, std::string>> provenance(const Model& model, const SimOptions& o, const std::string& source) {
  const StepperOptions& s = o.stepper;
  return {{"program", "zanjir " ZANJIR_VERSION},
          {"compiler", fmt::format("{}", __VERSION__)},
          {"instruction_set", kernels::isa_choice().used},
          {"model", model.name()},
          {"source", source},
          {"until_s", fmt::format("{}", o.until_s)},
          {"sample_interval_s", fmt::format("{}", o.sample_interval_s)},
          {"method", s.method},
          {"rel_tol", fmt::format("{}", s.rel_tol)},
          {"abs_tol", fmt::format("{}", s.abs_tol)},
          {"fixed_step_s", fmt::format("{}", s.fixed_step_s)},
          {"norm", s.norm == ErrorNorm::max ? "max" : "rms"},
          {"formulation", o.motion.formulation},
          {"loops", model.n_spring_rows() > 0 && model.n_closure_rows() == 0 ? springs(model) : std::string(care(o.motion.loop_care))}};
}

}  // namespace zanjir
