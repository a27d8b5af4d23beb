#include "zanjir/model/drive_play.hpp"

#include <algorithm>

#include "zanjir/core/name_map.hpp"
#include "zanjir/model/joint.hpp"

namespace zanjir {
namespace {

// A joint that is actuated as a whole keeps its actuators but for this part.
void leave_to_motor(const std::string& on, JointDescription& joint) {
  const std::string part = on == joint.name ? "" : on.substr(joint.name.size() + 1);
  if (joint.actuated) {
    joint.actuated = false;
    for (const JointPart& p : traits(joint.type).speeds) joint.actuated_parts.push_back({std::string(p.name), joint.at});
  }
  std::erase_if(joint.actuated_parts, [&](const NameRef& p) { return p.name == part; });
}

}  // namespace

void set_motors_free(Description& d) {
  NameMap<std::size_t> places;  // of joints; their names have no dot
  for (std::size_t i = 0; i < d.joints.size(); ++i) places.emplace(d.joints[i].name, i);
  NameMap<std::string> motors;  // by what they drive
  for (ActuatorDescription& a : d.actuators) {
    if (!a.backlash) continue;
    const std::string driven = a.on.name, motor = motor_joint_of(a);
    const auto place = places.find(std::string_view(driven).substr(0, driven.find('.')));
    if (place == places.end()) continue;  // said where names are resolved
    JointDescription* const joint = &d.joints[place->second];
    leave_to_motor(driven, *joint);
    const auto speeds = traits(joint->type).speeds;
    const auto part = std::find_if(speeds.begin(), speeds.end(), [&](const JointPart& p) {
      return driven == (p.name.empty() ? joint->name : joint->name + "." + std::string(p.name));
    });
    if (part == speeds.end()) continue;
    BodyDescription rotor;
    rotor.name = motor + ".rotor";  // a user's body has no dot in its name
    rotor.at = rotor.mass_at = rotor.inertia_at = a.backlash->at;
    rotor.massless = true;
    rotor.origin = Origin::carrier;
    JointDescription shaft;
    shaft.name = motor;
    shaft.at = shaft.type_at = shaft.axis_at = a.backlash->at;
    shaft.type = part->measure == Measure::length ? JointType::prismatic : JointType::revolute;
    shaft.parent = {"ground", a.backlash->at};
    shaft.child = {rotor.name, a.backlash->at};
    const Vec3d normal = plane_normal(d.plane).value_or(Vec3d{0, 0, 1});
    shaft.axes = {shaft.type == JointType::revolute ? normal : Vec3d{normal.y, normal.z, normal.x}};  // in the plane, if there is one
    motors.emplace(driven, motor);
    a.backlash->driven = a.on;
    a.on.name = motor;
    a.stiffness.reset();  // it lies behind the motor now
    d.bodies.push_back(std::move(rotor));
    d.joints.push_back(std::move(shaft));  // `joint` is no longer valid
  }
  const auto to_motor = [&](NameRef& ref) {
    if (const auto motor = motors.find(ref.name); motor != motors.end()) ref.name = motor->second;
  };
  for (ControlDescription& c : d.controls) to_motor(c.of);
  for (ControllerDescription& c : d.controllers)
    for (AppliedDescription& applied : c.apply) to_motor(applied.joint);
}

}  // namespace zanjir
