// A motion that is asked for: laws of time for coordinates, for spherical and free joints as a whole, and for frames, wholly or in part. At every
// instant it is a StateRequest. It only says how things move; what carries the load is the business of the dynamics.
#pragma once

#include "zanjir/describe/description.hpp"
#include "zanjir/forces/motion_law.hpp"
#include "zanjir/terms/state_request.hpp"

namespace zanjir {

class LedMotion {
 public:
  // What does not fit the model is added to `problems`.
  LedMotion(const Model&, const UserJoints&, const StateNames&, const std::vector<MotionGiven>&, std::vector<SaidProblem>& problems);
  // The request at an instant. Allocates nothing.
  const StateRequest& at_time(double t_s);
  const StateRequest& request() const { return request_; }  // at the last instant asked for

 private:
  struct Scalar {
    MotionLaw law;
    std::size_t q, v;  // places in the request: v and vdot alike
  };
  struct Pose {                      // of a joint: numbers of the request; of a frame: one of its frames
    std::vector<MotionLaw> laws;     // x, y, z as far as led
    std::vector<std::size_t> parts;  // which of x, y, z
    std::vector<Vec3d> axes;
    std::vector<MotionLaw> angles;
    std::vector<MotionLaw> target;  // three, or none
    std::optional<std::size_t> frame = {};
    std::size_t q = 0, v = 0;  // first numbers of the joint: x, y, z for free ones, then the quaternion; wx ... for speeds
    bool slides = false;       // a free joint
  };
  void add_scalar(int coordinate, int speed, const LawDescription&, const std::string& path, SourcePos at);
  bool add_joint(std::size_t joint, const MotionGiven&, std::vector<SaidProblem>&);
  void add_frame(FrameId, const MotionGiven&, std::vector<SaidProblem>&);
  void lead_joint(const Pose&, double t_s);
  void lead_frame(const Pose&, double t_s);

  const StateNames& names_;
  std::vector<Scalar> scalars_;
  std::vector<Pose> poses_;
  StateRequest request_;
};

// Every name that can be given a law.
std::vector<std::string> names_that_can_be_led(const Model&, const StateNames&);

}  // namespace zanjir
