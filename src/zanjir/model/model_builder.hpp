// Description -> Model, in the order of ModelBuilder::build(): names become ids, joints become steps, welded bodies share a row, laws and elements find their
// coordinates. Private to model/build*.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zanjir/core/name_map.hpp"
#include "zanjir/kernels/tables.hpp"
#include "zanjir/model/build.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/model/topology.hpp"

namespace zanjir {

// What several of the files use.
namespace building {
inline std::string path_of(const JointDescription& joint) { return (joint.in_loops ? "loops." : "joints.") + joint.name; }
std::string list_of(std::span<const JointPart> parts);
void store_pose(const Transformd& X, double (&out)[12]);
}  // namespace building

class ModelBuilder {
 public:
  ModelBuilder(const Description& d, const LoopTreatment& loops) : d_(d), loops_(loops), sink_(d.files) {}
  Result<Model> build();

 private:
  struct Place {  // a body (index as in the description) and a pose on it
    int body = 0;
    Transformd X;
  };
  struct PartRef {
    const Joint* joint = nullptr;
    int part = -1;  // index among the joint's speeds, or -1: the whole joint
    std::string part_name;
  };

  // -- what a file calls bodies, frames, joints and their parts (build_names.cpp)
  void name_bodies_and_frames();
  std::vector<std::string> body_names() const;
  std::vector<std::string> frame_names() const;  // bodies among them
  // `names` gathers all that it could have been: for the first errors alone, since each looks through all of them. Beyond a hundred nothing is said.
  template <class Names> void unknown(const NameRef& ref, const std::string& key_path, const std::string& what, Names names);
  std::optional<Place> resolve_place(const NameRef& ref, const std::string& key_path);
  std::vector<Edge> resolve_edges();
  void add_joint_named(const std::string& name, NameViews& joints) const;
  void find_joints_used_by_name();
  std::optional<FrameId> resolve_frame(const NameRef& ref, const std::string& key_path);
  std::optional<PartRef> resolve_joint(const NameRef& ref, const std::string& key_path);
  std::optional<PartRef> resolve_speed_part(const NameRef& ref, const std::string& key_path);
  bool own_coordinates(const NameRef& ref, const std::string& key_path, const Joint& joint);
  std::optional<PartRef> resolve_one_speed(const NameRef& ref, const std::string& key_path);
  void no_part(const NameRef& ref, const std::string& key_path, const PartRef& found, std::span<const JointPart> parts);

  // -- the spanning tree: rows, coordinates, frames, kernel tables (build_tree.cpp)
  void check_driven_cuts(const Topology& topology);
  void check_plane();
  void lay_out(const std::vector<TreeEntry>& tree);
  Joint user_joint(int index_in_description) const;
  void list_coordinates();
  static std::vector<std::string> tree_names(const Joint& joint, std::span<const JointPart> parts);
  void add_frames();
  void finish_tables();

  // -- elastic bodies and their sections (build_elastic.cpp)
  void check_elastic(const std::vector<TreeEntry>& tree);
  kernels::Step section_step(const Body& elastic, double x_m) const;
  enum class End { parent, child };  // of a joint
  bool turns_freely(const Joint& joint, End, const Vec3d& axis_B) const;
  void add_elastic(const BodyDescription& bd, const Joint& joint, Body& body, int q_begin, int v_begin);
  void finish_elastic();
  void check_modes();
  void check_sections();
  void check_section(const SectionBody& section, const Joint& joint, End end);

  // -- what closes loops, rigid or sprung, and the scales that ranks are decided with (build_loops.cpp)
  void add_cuts(const std::vector<CutEntry>& cuts);
  void add_distances_and_gears();
  template <class One> void add_constraint(One constraint, const std::optional<LoopSprings>& described);
  void set_springs();
  void set_planar_springs();
  void set_scales();
  void check_loop_cost();

  // -- roles of speeds, prescribed motion, force elements, contacts, controls (build_elements.cpp)
  void assign_roles();
  void actuate_cut(const JointDescription& jd, const std::string& path);
  void add_prescribed();
  void add_forces();
  void add_frame_laws();
  void add_stops_and_friction();
  void add_contacts();
  Ground make_ground(const ContactDescription& c, const std::string& path);
  std::optional<double> off_axle_m(const Contact& c) const;
  bool all_roll(std::size_t first_contact, double sine) const;
  void note_gaps(const ContactDescription& c, const Ground& ground, double edge_m, SourcePos at, const std::string& path);
  bool note_steep_ground(const ContactDescription& c, const Ground& ground, const std::string& path, std::size_t first_contact);
  void add_capsule(const ContactDescription& c, const Ground& ground, const NameRef& a, const NameRef& b, const std::string& path);
  void add_disc(const ContactDescription& c, const Ground& ground, const ContactDiscDescription& disc, const std::string& path);
  void add_box(const ContactDescription& c, const Ground& ground, const ContactBoxDescription& box, const std::string& path);
  std::optional<FrameId> add_contact(const ContactDescription& c, const Ground& ground, const NameRef& place, const std::string& suffix,
                                     const ContactShape& shape, const std::string& path);
  ContactSolid& add_solid(const ContactDescription& c, SolidKind kind, FrameId on, FrameId to, int n);
  struct Driven {  // an actuated speed by name
    bool cut = false;
    int speed = -1;
    Role role = Role::passive;
  };
  std::optional<Driven> driven_speed(const NameRef& of, const std::string& path);
  bool has_actuator(const NameRef& of, const std::string& path, Role role);
  void add_controls();
  void add_sampled_controllers();
  const CutJoint* cut_named(const std::string& joint) const;
  const Joint* cut_joint_with_one_speed(const std::string& name) const;

  // -- the initial state as a file gives it (build_initial.cpp)
  void set_initial();
  void count_turns();
  void record_given(const std::vector<bool>& q_set, const std::vector<bool>& v_set);
  const CutJoint* find_cut(const std::string& name) const;
  std::optional<std::pair<int, int>> initial_entries(const InitialValue& value, const std::string& path, bool position, const Joint& joint,
                                                     const std::string& part_name);
  void set_initial_cut(const InitialValue& value, const std::string& path, bool position, const Joint& joint);
  std::optional<int> find_mode(const std::string& name) const;
  void set_initial_value(const InitialValue& value, const std::string& path, bool position, VecX& out, std::vector<bool>& set);

  const Description& d_;
  const LoopTreatment& loops_;
  std::vector<LoopSprings> springs_;  // per entry of m_.sprung_
  DiagnosticSink sink_;
  Model m_;
  NameMap<int> body_index_, frame_index_, joint_index_;  // into the description; body 0 is the ground
  NameMap<int> cut_index_, mode_index_;                  // cut joints among the constraints, modes among the speeds
  NameViews used_by_name_;                               // joints
  NameViews without_modes_;                              // elastic bodies with modes that cannot be computed
  std::vector<Place> parents_, children_;
  std::vector<int> model_body_, model_joint_;  // description -> model
};

}  // namespace zanjir
