#include "zanjir/batch/batch_plan.hpp"

#include <algorithm>

#include "zanjir/core/random.hpp"
#include "zanjir/dynamics/question.hpp"
#include "zanjir/loops/pose_plan.hpp"

namespace zanjir {
namespace {

const kernels::Functions& widest(const char* isa) {
  if (!isa) isa = kernels::functions().isa;
  for (const int lanes : {8, 4})
    if (const kernels::Functions* f = kernels::functions_for(isa, lanes)) return *f;
  return kernels::functions();
}

}  // namespace

BatchPlan::BatchPlan(const Model& m, const State& r, const BatchOptions& o)
    : model(m), reference(r), functions(o.lanes ? widest(o.isa) : kernels::functions()) {
  has_rows = model.n_closure_rows() > 0;
  acts = model.acts_on_frames() || !model.sprung().empty();
  prescribed = !model.prescribed().empty();
  joint_forces = model.forces().on_joints();
  plain_tree = !has_rows && !acts && !prescribed && !joint_forces && model.elastic_bodies().empty();
  loop_functions = kernels::loop_functions_for(functions.isa, functions.lanes);
  row_functions = kernels::row_functions_for(functions.isa, functions.lanes);
  children.resize(at(2 * model.n_steps()));
  kernels::find_children(model.tables(), children.data());
  for (const Joint& joint : model.joints()) {
    has_welds = has_welds || joint.n_steps == 0;
    joint_points.push_back(wrench_point(model, joint));
  }
  for (int i = 1; i < model.n_steps(); ++i) {
    const kernels::Step& step = model.tables().step[i];
    int n = 0;
    const int nv = kernels::nv_of(step.joint);
    for (int k = 0; k < nv; ++k) n += model.roles()[at(step.v_begin + k)] == Role::prescribed;
    given_steps.push_back(nv > 0 && n == nv);
    if (n > 0 && n < nv) why_alone = "some axes of a joint are prescribed and others are not";
  }
  given_steps.insert(given_steps.begin(), 0);
  if (!o.lanes) why_alone = lanes_off;
  else if (functions.lanes == 1) why_alone = "this processor has no wide registers";
  else if (has_rows && !LoopPlan::covers(model)) why_alone = "loops between elastic bodies";
  else if (has_rows && drives_a_sprung_joint(model)) why_alone = drives_a_sprung_joint_note;
  for (const ElasticBody& e : model.elastic_bodies())
    for (int k = e.v_begin; k < e.v_begin + e.field.n_modes(); ++k)
      if (model.roles()[at(k)] == Role::prescribed) why_alone = "a mode is prescribed";
  if (!has_rows || !why_alone.empty()) return;
  rank = RankFinder(model).find(model, reference);
  if (static_cast<int>(rank.rows.size()) != rank.rank || rank.rank_of_all_speeds > rank.rank) {
    why_alone = "the rank of the loops at the reference is not that of independent rows";
    return;
  }
  loops = std::make_unique<LoopPlan>(model, rank.rows, 0.1 * rank.sigma_ref, &reference);
  if (rank.rank < model.n_closure_rows()) {
    std::vector<int> all(at(model.n_closure_rows()));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    all_rows = std::make_unique<LoopPlan>(model, all, 0, nullptr);
    Random random(5);
    for (int i = 0; i < all_rows->tables.n_rows; ++i) {
      const double share = random.uniform(0.5, 1);
      dropped.push_back(std::binary_search(rank.rows.begin(), rank.rows.end(), all_rows->tables.row[i].number) ? 0 : share);
    }
  }
}

}  // namespace zanjir
