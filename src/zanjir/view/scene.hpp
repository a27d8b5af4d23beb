// A mechanism as things to be drawn: bodies with their shapes, joints with their axes, springs, grounds, contacts. Made once per model; how it moves is a Clip.
// Knows nothing of pages and colours of a theme: docs/viewer-format.md says how it is written down.
#pragma once

#include <string>
#include <vector>

#include "zanjir/contact/ground.hpp"
#include "zanjir/describe/look.hpp"
#include "zanjir/flexible/field.hpp"
#include "zanjir/model/model.hpp"
#include "zanjir/state/state.hpp"

namespace zanjir {

struct SceneGround {
  Ground ground;
  std::vector<Mesh> surface;  // of a step or a height field, in the world; none: a plane
};

struct SceneShape {  // fixed in a body; `look` as in a mechanism file, its own or a generated one
  int body = 0;
  LookDescription look;
  bool generated = false;
  bool solid = false;  // it touches grounds
};

struct SceneJoint {
  std::string name;
  JointType type = JointType::revolute;
  int parent = 0, child = 0;  // bodies
  Transformd X_PJ, X_CJ;      // joint frame on each of them
  std::vector<Vec3d> axes;    // unit, in the joint frame
  bool driven = false, cut = false;
};

enum class LineKind : std::uint8_t { spring, damper, rod };
struct SceneLine {  // between two points that move
  std::string name;
  LineKind kind = LineKind::rod;
  int a = 0, b = 0;  // bodies
  Vec3d p_a, p_b;    // in their frames
};

struct SceneContact {  // a place of a body that meets a ground; the solid it belongs to is among the shapes
  std::string name;
  int body = 0, ground = 0;  // place in Scene::grounds
  Vec3d p;
  double radius_m = 0;  // 0: a point, or the rim of a wheel
};

struct SceneElastic {
  int body = 0;
  std::vector<SectionShapes> stations;  // along the beam, ends among them
  bool free_end = true;                 // nothing hangs on its far end: exaggerated from the straight beam, else between its ends
};

struct ScenePoint {  // a frame of the user's: what traces and loads start from
  std::string name;
  int body = 0;
  Transformd X_BF;
  bool traced = false;  // from the beginning
};

struct SceneLoad {  // a force of the user's
  std::string name;
  int body = 0;
  Vec3d p;
};

struct Scene {
  std::string name;
  Plane plane = Plane::none;
  Vec3d gravity;
  double size_m = 1;                // of the whole, at the start
  double thickness_m = 1;           // radius of a link
  std::vector<std::string> bodies;  // [0] is the ground; as in the model, those too that the program made
  std::vector<bool> made;           // per body: not the user's
  std::vector<SceneShape> shapes;
  std::vector<SceneJoint> joints;
  std::vector<SceneLine> lines;
  std::vector<SceneGround> grounds;
  std::vector<SceneContact> contacts;
  std::vector<SceneElastic> elastic;
  std::vector<ScenePoint> points;
  std::vector<SceneLoad> loads;  // as Model::forces().frame_loads
};

// `looks` are those of the description; `start` is where sizes are taken from.
Scene make_scene(const Model&, const std::vector<LookDescription>& looks, const State& start);

}  // namespace zanjir
