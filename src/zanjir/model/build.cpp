// Building a model: the order of the steps.
#include "zanjir/model/build.hpp"

#include <algorithm>

#include "zanjir/model/cross_sections.hpp"
#include "zanjir/model/drive_play.hpp"
#include "zanjir/model/driven_cuts.hpp"
#include "zanjir/model/model_builder.hpp"

namespace zanjir {

Result<Model> ModelBuilder::build() {
  m_.name_ = d_.name;
  m_.looks_ = d_.looks;
  m_.plane_ = d_.plane;
  m_.gravity_ = d_.gravity_m_s2;
  name_bodies_and_frames();
  const Topology topology = span_tree(d_, resolve_edges(), sink_);
  if (sink_.has_errors()) return {std::nullopt, sink_.take()};  // what follows needs a tree
  check_driven_cuts(topology);
  check_elastic(topology.tree);
  if (sink_.has_errors()) return {std::nullopt, sink_.take()};
  check_plane();
  lay_out(topology.tree);
  add_frames();
  add_cuts(topology.cuts);
  assign_roles();
  add_prescribed();
  add_forces();
  add_frame_laws();
  add_stops_and_friction();
  add_contacts();
  add_controls();
  add_sampled_controllers();
  set_initial();
  add_distances_and_gears();
  set_scales();
  set_springs();
  finish_elastic();
  finish_tables();
  check_modes();
  check_sections();
  check_loop_cost();
  if (sink_.has_errors()) return {std::nullopt, sink_.take()};
  count_turns();  // along whole chains: not of what was refused
  return {std::move(m_), sink_.take()};
}

namespace {

// Whether a model follows from the description as it stands: no motors behind play, cut joints that may be driven, or elastic bodies.
bool is_plain(const Description& d) {
  return std::none_of(d.actuators.begin(), d.actuators.end(), [](const ActuatorDescription& a) { return a.backlash.has_value(); }) &&
         std::none_of(d.joints.begin(), d.joints.end(), [](const JointDescription& j) { return j.cut; }) &&
         std::none_of(d.bodies.begin(), d.bodies.end(), [](const BodyDescription& b) { return b.beam.has_value(); });
}

}  // namespace

Result<Model> build_model(const Description& d, const LoopTreatment& loops) {
  if (is_plain(d)) return ModelBuilder(d, loops).build();  // a large one is not copied
  Description carried = d;
  set_motors_free(carried);
  carry_driven_cuts(carried);
  attach_to_sections(carried);
  return ModelBuilder(carried, loops).build();
}

}  // namespace zanjir
