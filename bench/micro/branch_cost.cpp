// Inverse kinematics of whole mechanisms in closed form: every branch of a pose, from the plan of its legs to poses of all bodies; one leg alone; and the
// whole question, with the nearest branches closed, named and listed.
#include <string>
#include <vector>

#include "support/mechanisms.hpp"
#include "support/report.hpp"
#include "zanjir/kinematics/frames.hpp"
#include "zanjir/loops/branches.hpp"

namespace zanjir::bench {

namespace {

volatile std::size_t kept;  // what is counted is not optimised away
void keep(std::size_t count) { kept = count; }

void time_branches(const std::string& name, const std::string& frame, PoseTarget::What what, const Options& options, Json& results) {
  TimedMechanism mechanism(name);
  const Model& model = mechanism.model();
  State state = initial_state(model);
  if (!close_positions(model, state).closed) give_up(name + " does not close");
  Workspace ws(model);
  update_positions(model, state, ws);
  const FrameId id = *model.find_frame(frame);
  BranchQuestion question;
  question.targets = {{id, frame_pose(model, ws, model.frame(id)), what}};
  const LegPlan plan = plan_legs(model, question, state);
  const std::vector<Transformd> near = body_poses(model, ws);
  const std::size_t count = solve_plan(model, plan, near).X_WB.size();
  if (!plan.covers || count == 0) give_up(name + " has no closed form");
  const Leg& leg = plan.legs.front();
  std::vector<Transformd> poses{near[at(leg.base())]};
  for (const Joint& joint : leg.joints) poses.push_back(near[at(joint.child)]);
  const auto row = [&](const std::string& task) { return Json{{"mechanism", name}, {"branches", count}, {"task", task}}; };
  std::vector<Contestant> all;
  all.push_back({row("every branch"), [&](int calls) {
                   for (int i = 0; i < calls; ++i) keep(solve_plan(model, plan, near).X_WB.size());
                 }});
  all.push_back({row("one leg, " + leg.type()), [&](int calls) {
                   for (int i = 0; i < calls; ++i) keep(solve_leg(leg, poses.front(), poses.back(), poses).X_WB.size());
                 }});
  all.push_back({row("every branch, the 64 nearest listed"), [&](int calls) {
                   for (int i = 0; i < calls; ++i) keep(find_branches(model, question, state).list.size());
                 }});
  take_turns(all, options);
  for (const Contestant& c : all) results["branches"].push_back(c.result());
}

}  // namespace

void branch_cost(const Options& options, Json& results) {
  time_branches("rrr_3", "platform", PoseTarget::What::pose, options, results);
  time_branches("pentapod", "spindle", PoseTarget::What::pose, options, results);
  time_branches("pentapod", "spindle", PoseTarget::What::axis, options, results);
  time_branches("tricept", "platform", PoseTarget::What::pose, options, results);
  time_branches("stewart", "platform", PoseTarget::What::pose, options, results);
  time_branches("arm_6r", "link6", PoseTarget::What::pose, options, results);
}

}  // namespace zanjir::bench
