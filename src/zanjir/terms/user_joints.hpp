// The joints as the user wrote them: tree joints seen from the user's side, then cut joints. Numbers of `eval` are keyed by these names, so
// they do not depend on which joints the tree leaves out or walks the other way round.
#pragma once

#include <string>
#include <vector>

#include "zanjir/model/model.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct UserJoint {
  Joint joint;                   // parent and child as the user wrote them
  int tree = -1;                 // index of the joint in the tree, or
  int constraint = -1;           // of the constraint that is this cut joint
  bool own_terms = false;        // its numbers are not those of a tree coordinate: cut joints, and swapped planar, spherical and free ones
  int q_begin = 0, v_begin = 0;  // among the entries of UserJoints
  int n_modes = 0;               // of the body it carries: their entries follow those of the joint, here as in the tree
  BodyId second{};               // the user's second body; the joint's own child may be the carrier of a driven cut
  TurnCount turn_count = {};     // with own_terms: how often its angle has gone round
};

class UserJoints {
 public:
  explicit UserJoints(const Model&);
  const std::vector<UserJoint>& joints() const { return joints_; }
  const std::vector<std::string>& coordinate_names() const { return coordinate_names_; }
  const std::vector<std::string>& speed_names() const { return speed_names_; }
  int nq() const { return static_cast<int>(coordinate_names_.size()); }
  int nv() const { return static_cast<int>(speed_names_.size()); }
  Role role(const UserJoint&, int part) const;  // of one speed of a joint
  bool turns(int speed) const { return turns_[static_cast<std::size_t>(speed)]; }
  const std::vector<std::string>& coordinate_units() const { return coordinate_units_; }

  // Of nq() and nv() entries; q and v are those found here. Need Stage::position, Stage::velocity, and update_accelerations. Allocate nothing.
  void coordinates(const Workspace&, VecX& q) const;
  void speeds(const Workspace&, const VecX& q, VecX& v) const;
  void accelerations(const Workspace&, const VecX& q, const VecX& v, const VecX& tree_vdot, VecX& vdot) const;
  // The entries of one joint, into vectors of all.
  void coordinates_of(const UserJoint&, const Workspace&, VecX& q) const;
  void speeds_of(const UserJoint&, const Workspace&, const VecX& q, VecX& v) const;
  void accelerations_of(const UserJoint&, const Workspace&, const VecX& q, const VecX& v, const VecX& tree_vdot, VecX& vdot) const;
  VecX coordinates(const Workspace&) const;
  VecX speeds(const Workspace&) const;
  VecX accelerations(const Workspace&, const VecX& vdot) const;
  // Rows S with  (speeds here) = S (tree speeds). Needs Stage::position.
  MatX speed_rows(const Workspace&) const;
  // One of them, for the coordinates q found here. Allocates nothing.
  struct RowScratch {
    explicit RowScratch(const Model&);
    Mat6X J_child, J_parent;
  };
  void speed_row(const Workspace&, const VecX& q, int speed, RowScratch&, Eigen::Ref<VecX> row) const;
  int joint_of_speed(int speed) const { return joint_of_speed_[at(speed)]; }
  // The speed that is the rate of a scalar coordinate; -1 for quaternions and for the position of a free joint.
  int speed_of_coordinate(int coordinate) const { return speed_of_coordinate_[at(coordinate)]; }
  // Generalized forces, power-conjugate to the speeds here, from those on tree speeds and on speeds of cut joints; and back.
  void forces(const Workspace&, const VecX& tau, const VecX& tau_cut, VecX& out) const;  // allocates nothing
  VecX forces(const Workspace&, const VecX& tau, const VecX& tau_cut) const;

 private:
  const Model* model_;
  std::vector<UserJoint> joints_;
  std::vector<std::string> coordinate_names_, speed_names_, coordinate_units_;
  std::vector<bool> turns_;
  std::vector<int> joint_of_speed_, speed_of_coordinate_;
};

// The rates of a joint's speeds, from the motion of its two bodies. Needs update_accelerations.
void joint_accelerations(const Model&, const Workspace&, const Joint& as_user_wrote_it, const double* q, const double* v, double* vdot);

}  // namespace zanjir
