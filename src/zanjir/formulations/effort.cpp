// From the costs that the formulations state for themselves, with factors measured on chains of 50 to 400 balls, rings of 25 to 250 and rows of 25 to 150 four-bars (Zen 4, November 2026); within
// a factor of four there. A formulation that is not known here counts as dense.
#include "zanjir/formulations/effort.hpp"

#include "zanjir/formulations/denoc/denoc.hpp"
#include "zanjir/formulations/gibbs_appell/gibbs_appell.hpp"
#include "zanjir/formulations/newton_euler/newton_euler.hpp"
#include "zanjir/formulations/oracle/oracle.hpp"
#include "zanjir/formulations/virtual_work/virtual_work.hpp"

namespace zanjir {

Effort effort_of(const AnyFormulation& formulation, const Model& model) {
  const double n = static_cast<double>(model.bodies().size()), nv = model.nv(), nc = model.n_closure_rows();
  // Rows are decomposed by singular values, at the state and beside it: each decides on the rank for itself.
  const Effort::Answer walk{1e-6 * (n + nv), 0}, walks{1e-8 * n * nv, 16 * nv * nv}, dense{2e-9 * nv * nv * nv + 4e-8 * nc * nc * nv, 60 * nv * nv};
  if (formulation == AnyFormulation(Oracle{})) {
    const double size = 12 * n + nv;
    const Effort::Answer all{8e-10 * size * size * size, 40 * size * size};
    return {all, all};
  }
  const bool loops = nc > 0;  // which forces make a motion is a dense question then, whoever asks
  if (formulation == AnyFormulation(NewtonEuler{})) return {walk, loops ? dense : walk};
  for (const AnyFormulation& walker : {AnyFormulation(Denoc{}), AnyFormulation(GibbsAppell{}), AnyFormulation(VirtualWork{})})
    if (formulation == walker) return {dense, loops ? dense : walks};
  return {dense, dense};
}

}  // namespace zanjir
