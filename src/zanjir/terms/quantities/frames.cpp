// Bodies and frames: where they are and how they move. World axes.
#include "zanjir/dynamics/accelerations.hpp"
#include "zanjir/terms/quantity_family.hpp"

namespace zanjir {
namespace {

template <std::size_t n> auto list_of_frames(std::array<const char*, n> parts, const char* unit) {
  return [=](const QuantityScope& s, std::vector<QuantityName>& out) {
    for (const FrameId id : s.frames) {
      for (const char* part : parts) out.push_back({s.model.frame(id).name + "." + part, unit});
    }
  };
}

// value(FrameKinematics) -> Vec3d
template <class Value> auto write_of_frames(Value value) {
  return [value](QuantityData& d, double* out) {
    for (const FrameKinematics& k : d.frames) out = put(out, value(k));
  };
}

auto write_accelerations(Vec3d Motiond::*part) {
  return [=](QuantityData& d, double* out) {
    for (const FrameId id : d.scope.frames) out = put(out, frame_acceleration(d.scope.model, *d.ws, d.scope.model.frame(id)).*part);
  };
}

}  // namespace

void add_frame_quantities(std::vector<QuantityFamily>& all) {
  all.push_back({QuantityGroup::frames, "FRAME.x, .y, .z", "m", "Position of the origin of a body or frame.", Needs::state, uses_frames,
                 list_of_frames(std::array{"x", "y", "z"}, "m"), write_of_frames([](const FrameKinematics& k) { return k.X_WF.p; })});
  all.push_back({QuantityGroup::frames, "FRAME.qw, .qx, .qy, .qz", "1",
                 "Its orientation: the quaternion that turns components in the frame into components in the world.", Needs::state, uses_frames,
                 list_of_frames(std::array{"qw", "qx", "qy", "qz"}, "1"), [](QuantityData& d, double* out) {
                   for (const FrameKinematics& k : d.frames) {
                     const Quatd q = spatial::to_quaternion(k.X_WF.R);
                     *out = q.w;
                     out = put(out + 1, {q.x, q.y, q.z});
                   }
                 }});
  all.push_back({QuantityGroup::frames, "FRAME.wx, .wy, .wz", "rad/s", "Its angular velocity.", Needs::state, uses_frames,
                 list_of_frames(std::array{"wx", "wy", "wz"}, "rad/s"), write_of_frames([](const FrameKinematics& k) { return k.V_WF_W.w; })});
  all.push_back({QuantityGroup::frames, "FRAME.vx, .vy, .vz", "m/s", "Velocity of its origin.", Needs::state, uses_frames,
                 list_of_frames(std::array{"vx", "vy", "vz"}, "m/s"), write_of_frames([](const FrameKinematics& k) { return k.V_WF_W.v; })});
  all.push_back({QuantityGroup::frame_accelerations, "FRAME.angular_acceleration.x, .y, .z", "rad/s^2", "Its angular acceleration.", Needs::solution,
                 uses_accelerations,
                 list_of_frames(std::array{"angular_acceleration.x", "angular_acceleration.y", "angular_acceleration.z"}, "rad/s^2"),
                 write_accelerations(&Motiond::w)});
  all.push_back({QuantityGroup::frame_accelerations, "FRAME.acceleration.x, .y, .z", "m/s^2", "Second derivative of the position of its origin.",
                 Needs::solution, uses_accelerations, list_of_frames(std::array{"acceleration.x", "acceleration.y", "acceleration.z"}, "m/s^2"),
                 write_accelerations(&Motiond::v)});
}

}  // namespace zanjir
