// What is asked about a mechanism at one instant: where it is, how it moves, and what drives it. Nothing in it is complete: an Assembler
// (assembler.hpp) fills in what is not said, so that loops are closed. JSON, YAML, recordings, motions and C++ all fill this.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/dynamics/formulation.hpp"
#include "zanjir/terms/kinematics_question.hpp"
#include "zanjir/terms/said.hpp"
#include "zanjir/terms/state_names.hpp"

namespace zanjir {

// How a frame is led: any of the three components of its origin, and its orientation as a whole or one of its axes. World axes.
// It says how things move and carries nothing: the forces are those of the actuators.
struct LedFrame {
  enum class Turn : std::uint8_t { free, whole, axis, target };  // target: the axis points from the origin of the frame to a place
  FrameId frame{};
  std::array<bool, 3> led = {};  // components of the origin
  Vec3d p{0, 0, 0}, v{0, 0, 0}, a{0, 0, 0};
  Turn turn = Turn::free;
  Mat3d R = Mat3d::identity();  // whole
  Vec3d w{0, 0, 0}, alpha{0, 0, 0};
  Vec3d axis{0, 0, 1};                                                     // axis: unit, in the frame,
  Vec3d along{0, 0, 1}, along_rate{0, 0, 0}, along_acceleration{0, 0, 0};  // and the unit direction that it keeps, or the place that it points to
  enum class Rows : std::uint8_t { any, from_x, from_y };  // from which axis the two directions across `along` are made: one that is not along it
  Rows rows = Rows::any;
  bool rates = false, accelerations = false;  // whether v, w and a, alpha are said; otherwise they follow
  std::string path = {};
  SourcePos at = {};

  int n_rows() const { return static_cast<int>(led[0]) + led[1] + led[2] + (turn == Turn::whole ? 3 : turn == Turn::free ? 0 : 2); }
};

struct StateRequest {
  struct Number {
    int entry = 0;  // of StateNames
    double value = 0;
    std::string path = {};  // where it is said, for messages
    SourcePos at = {};
  };
  std::optional<double> t_s = {};
  std::vector<Number> q = {}, v = {}, vdot = {}, tau = {};
  std::vector<LedFrame> frames = {};
  bool along_motion = false;                   // an instant of a motion: what is not led moves as little as possible, and v and vdot go together
  std::vector<std::optional<Want>> want = {};  // [nv]; empty: nothing is said
  std::optional<std::vector<ContactMemory>> contacts = {};  // [n_contacts]
  std::optional<KinematicsQuestion> ik = {}, fk = {};
  std::vector<int> inputs = {};  // speeds of UserJoints
};

// From an object of the shape of docs/eval.md. Every fault found is added to `problems`, with its path below the object.
StateRequest read_request(const Model&, const UserJoints&, const StateNames&, const Said&, std::vector<SaidProblem>& problems);

}  // namespace zanjir
