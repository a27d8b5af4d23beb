#include "zanjir/view/scene.hpp"

#include <algorithm>
#include <cmath>

#include "zanjir/kinematics/frames.hpp"
#include "zanjir/view/generated_look.hpp"

namespace zanjir {
namespace {

constexpr int n_stations = 25;  // of a beam: smooth on any screen

// A joint of several directions of translation has no place of its own on its parent.
bool has_place(JointType type) { return slides_of(type) < 2; }

// Of a solid, from its middle.
double reach(const LookDescription& look) {
  switch (look.shape) {
    case LookShape::box: return 0.5 * norm(look.size_m);
    case LookShape::cylinder: return std::hypot(0.5 * look.length_m, look.radius_m);
    default: return 0.5 * look.length_m + look.radius_m;
  }
}

class SceneMaker {
 public:
  SceneMaker(const Model& model, const State& start) : model_(model), ws_(model), places_(model.bodies().size()) {
    update_positions(model, start, ws_);
    scene_.name = model.name();
    scene_.plane = model.plane();
    scene_.gravity = model.gravity();
  }

  Scene make(const std::vector<LookDescription>& looks) {
    for (const Body& body : model_.bodies()) {
      scene_.bodies.push_back(body.name);
      scene_.made.push_back(body.origin != Origin::user);
    }
    for (const Joint& joint : model_.joints()) add_joint(joint, model_.roles(), false);
    for (const Constraint& c : model_.constraints()) {
      if (const auto* cut = std::get_if<CutJoint>(&c)) add_joint(cut->joint, model_.cut_roles(), true);
      else if (const auto* rod = std::get_if<Distance>(&c)) add_line(rod->name, LineKind::rod, rod->a, rod->b);
    }
    for (const FrameSpring& s : model_.forces().frame_springs)
      add_line(s.name, s.stiffness_N_per_m > 0 ? LineKind::spring : LineKind::damper, s.a, s.b);
    for (const Contact& contact : model_.contacts()) add_contact(contact);
    for (const ElasticBody& elastic : model_.elastic_bodies()) add_elastic(elastic);
    for (const FrameLoad& load : model_.forces().frame_loads)
      scene_.loads.push_back({load.name, index(model_.frame(load.on).body), model_.frame(load.on).X_BF.p});
    measure();
    for (const ContactSolid& solid : model_.contact_solids()) add_solid(solid);
    add_surfaces();
    add_shapes(looks);
    add_points();
    return std::move(scene_);
  }

 private:
  Transformd pose(int body) const { return body_pose(model_, ws_, static_cast<BodyId>(body)); }
  void add_place(int body, const Vec3d& p) { places_[at(body)].push_back(p); }

  void add_joint(const Joint& joint, std::span<const Role> roles, bool cut) {
    SceneJoint j{joint.name, joint.type, index(joint.parent), index(joint.child), joint.X_PJ, joint.X_CJ, joint.axes, false, cut};
    for (int i = 0; i < joint.nv; ++i) j.driven = j.driven || roles[at(joint.v_begin + i)] != Role::passive;
    const bool carries_section = model_.body(joint.child).section >= 0 && joint.origin != Origin::user;
    if (!carries_section && has_place(joint.type)) {
      add_place(j.parent, j.X_PJ.p);
      add_place(j.child, j.X_CJ.p);
    }
    if (joint.origin == Origin::user) scene_.joints.push_back(std::move(j));
  }

  void add_line(const std::string& name, LineKind kind, FrameId a, FrameId b) {
    const Frame &from = model_.frame(a), &to = model_.frame(b);
    scene_.lines.push_back({name, kind, index(from.body), index(to.body), from.X_BF.p, to.X_BF.p});
    add_place(index(from.body), from.X_BF.p);
    add_place(index(to.body), to.X_BF.p);
  }

  // Contacts with one and the same ground share it.
  static bool same(const Ground& a, const Ground& b) {
    const double size = 1 + norm(a.plane.point);
    const bool plane = norm(a.plane.normal - b.plane.normal) < 1e-12 && std::abs(dot(a.plane.point - b.plane.point, a.plane.normal)) < 1e-12 * size;
    if (a.kind != b.kind || !plane) return false;
    return a.kind == GroundKind::plane ||
           (a.field == b.field && a.height_m == b.height_m && a.length_m == b.length_m && norm(a.plane.point - b.plane.point) < 1e-12 * size);
  }

  void add_contact(const Contact& contact) {
    const Frame& on = model_.frame(contact.on);
    const Vec3d centre = on.X_BF * contact.shape.centre_m;
    add_place(index(on.body), centre);
    if (contact.carrier) {  // the body that carries the ground is drawn, and normals are those of every instant
      scene_.contacts.push_back({contact.name, index(on.body), -1, centre, contact.shape.radius_m});
      return;
    }
    auto ground = std::find_if(scene_.grounds.begin(), scene_.grounds.end(), [&](const SceneGround& g) { return same(g.ground, contact.ground); });
    if (ground == scene_.grounds.end()) ground = scene_.grounds.insert(scene_.grounds.end(), {contact.ground, {}});
    scene_.contacts.push_back({contact.name, index(on.body), static_cast<int>(ground - scene_.grounds.begin()), centre, contact.shape.radius_m});
  }

  void add_solid(const ContactSolid& solid) {
    const Frame &on = model_.frame(solid.on), &to = model_.frame(solid.to);
    LookDescription look;
    look.X = on.X_BF;
    switch (solid.kind) {
      case SolidKind::point: return;
      case SolidKind::sphere:
        if (!(solid.radius_m > 0)) return;
        look.shape = LookShape::sphere;
        look.radius_m = solid.radius_m;
        break;
      case SolidKind::capsule: look = link_look(on.X_BF.p, to.X_BF.p, std::max(solid.radius_m, 0.2 * scene_.thickness_m)); break;
      case SolidKind::disc: {
        const double half = std::max(solid.radius_m, 0.04 * solid.rim_m);
        const Vec3d axis = on.X_BF.R * solid.axis * half;
        look = link_look(on.X_BF.p - axis, on.X_BF.p + axis, solid.rim_m + solid.radius_m);
        look.shape = LookShape::cylinder;
        break;
      }
      case SolidKind::box:
        look.shape = LookShape::box;
        look.size_m = solid.size_m;
        break;
    }
    scene_.shapes.push_back({index(on.body), look, true, true});
  }

  // What a step or a field of heights looks like, as far as the mechanism is large.
  void add_surfaces() {
    for (SceneGround& g : scene_.grounds) {
      const Ground& ground = g.ground;
      const Vec3d up = ground.plane.normal, x = ground.tangent, y = cross(up, x), origin = ground.plane.point;
      Mesh mesh;
      const auto corner = [&](const Vec3d& p) {
        for (const double v : {p.x, p.y, p.z}) mesh.positions.push_back(static_cast<float>(v));
      };
      const auto patch = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        for (const std::uint32_t i : {a, b, c, a, c, d}) mesh.triangles.push_back(i);
      };
      if (ground.kind == GroundKind::step) {
        const Vec3d toward = cross(x, up);  // on to the block from its edge
        const double wide = 1.5 * scene_.size_m, deep = ground.length_m > 0 ? ground.length_m : 3 * scene_.size_m;
        for (const double side : {-wide, wide})
          for (const auto& [forth, high] : {std::pair{0.0, 0.0}, {0.0, ground.height_m}, {deep, ground.height_m}, {deep, 0.0}})
            corner(origin + x * side + toward * forth + up * high);
        for (std::uint32_t i = 0; i < 3; ++i) patch(i, i + 1, i + 5, i + 4);
        patch(0, 1, 2, 3);
        patch(4, 5, 6, 7);
      } else if (ground.kind == GroundKind::height_field && ground.field) {
        const HeightField& f = *ground.field;
        const int fine = std::clamp(160 / std::max({f.nx, f.ny, 1}), 1, 4), nx = (f.nx - 1) * fine + 1, ny = (f.ny - 1) * fine + 1;
        for (int r = 0; r < ny; ++r) {
          for (int c = 0; c < nx; ++c) {
            const double px = f.dx_m * c / fine, py = f.dy_m * r / fine;
            corner(origin + x * px + y * py + up * height_at(f, px, py).h);
          }
        }
        for (int r = 0; r + 1 < ny; ++r) {
          for (int c = 0; c + 1 < nx; ++c) {
            const auto at = static_cast<std::uint32_t>(r * nx + c), next = at + static_cast<std::uint32_t>(nx);
            patch(at, at + 1, next + 1, next);
          }
        }
      } else {
        continue;
      }
      g.surface.push_back(std::move(mesh));
    }
  }

  void add_elastic(const ElasticBody& elastic) {
    SceneElastic e;
    e.body = index(elastic.body);
    const double length = elastic.field.length_m;
    for (int i = 0; i < n_stations; ++i) e.stations.push_back(section_shapes(elastic.field, length * i / (n_stations - 1)));
    const int place = static_cast<int>(&elastic - model_.elastic_bodies().data());
    for (const SectionBody& s : model_.sections())
      if (s.elastic == place && s.shapes.x_m > 0.99 * length) e.free_end = false;
    scene_.elastic.push_back(std::move(e));
  }

  void measure() {
    Vec3d low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
    const auto see = [&](const Vec3d& p) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    };
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Transformd X = pose(static_cast<int>(i));
      for (const Vec3d& p : places_[i]) see(X * p);
      if (i > 0) see(X * model_.bodies()[i].com_m);
    }
    for (const ElasticBody& e : model_.elastic_bodies()) see(pose(index(e.body)) * Vec3d{e.field.length_m, 0, 0});
    for (const Frame& frame : model_.frames().subspan(model_.bodies().size()))
      if (frame.origin == Origin::user) see(frame_pose(model_, ws_, frame).p);
    for (const SceneContact& c : scene_.contacts) {
      const Vec3d p = pose(c.body) * c.p, r{c.radius_m, c.radius_m, c.radius_m};
      see(p - r), see(p + r);
    }
    const double size = norm(high - low);
    scene_.size_m = std::isfinite(size) && size > 0 ? size : std::max(model_.length_m(), 1e-3);
    // Many links in a row are thin, few are stout.
    const double links = static_cast<double>(std::max<std::size_t>(model_.bodies().size(), 2) - 1);
    scene_.thickness_m = scene_.size_m * std::clamp(0.03 / std::sqrt(links), 0.006, 0.016);
  }

  void add_shapes(const std::vector<LookDescription>& looks) {
    std::vector<bool> has_look(model_.bodies().size(), false);
    for (const LookDescription& look : looks) {
      const auto body = model_.find_body(look.body.name);
      if (!body || (look.shape == LookShape::mesh && !look.mesh)) continue;
      scene_.shapes.push_back({index(*body), look, false});
      has_look[at(*body)] = true;
    }
    for (std::size_t i = 0; i < model_.bodies().size(); ++i) {
      if (has_look[i] || model_.bodies()[i].elastic >= 0) continue;
      if (is_what_touches(static_cast<int>(i))) continue;
      add_generated(static_cast<int>(i));
    }
  }

  // Whether a body is drawn by what touches alone: a ball, a wheel, a box, with its mass centre and at most one joint inside of it. A foot at the end of a leg is not.
  bool is_what_touches(int body) const {
    const auto inside = [&](const Vec3d& p) {
      return std::any_of(scene_.shapes.begin(), scene_.shapes.end(), [&](const SceneShape& s) {
        return s.body == body && s.solid && norm(p - s.look.X.p) <= reach(s.look) + scene_.thickness_m;
      });
    };
    const bool solid = std::any_of(scene_.shapes.begin(), scene_.shapes.end(), [&](const SceneShape& s) { return s.body == body && s.solid; });
    int joined = 0;
    bool all_inside = inside(model_.bodies()[at(body)].com_m);
    for (const SceneJoint& j : scene_.joints) {
      if ((j.parent != body && j.child != body) || !has_place(j.type)) continue;
      ++joined;
      all_inside = all_inside && inside(j.child == body ? j.X_CJ.p : j.X_PJ.p);
    }
    return solid && joined <= 1 && all_inside;
  }

  void add_generated(int i) {
    std::vector<Vec3d> places = places_[at(i)];
    const Body& body = model_.body(static_cast<BodyId>(i));
    if (body.section >= 0) places.push_back({0, 0, 0});  // an arm from the centre of the section to what stands off it
    const bool tube = reach_along_slides(i, places);
    if (i > 0 && places.size() > 1)  // a coupler reaches to the point that it leads; of a body on one joint generated_look knows it
      for (const Frame& frame : model_.frames().subspan(model_.bodies().size()))
        if (frame.origin == Origin::user && index(frame.body) == i && norm(frame.X_BF.p) < 1.5 * scene_.size_m) places.push_back(frame.X_BF.p);
    std::vector<LookDescription> shapes;
    if (i > 0) shapes = generated_look(model_, static_cast<BodyId>(i), places, (tube ? 1.3 : 1) * scene_.thickness_m, scene_.size_m);
    else if (places.size() >= 3 && scene_.grounds.empty() && scene_.plane == Plane::none) shapes = base_of(places);
    for (LookDescription& look : shapes) scene_.shapes.push_back({i, std::move(look), true});
  }

  // The two parts of a telescopic leg, each fastened at one end only, reach into each other beyond the middle of the slide. True: it is the outer part.
  bool reach_along_slides(int body, std::vector<Vec3d>& places) const {
    const double apart = 4 * scene_.thickness_m;
    if (body == 0 || places.empty()) return false;
    const Vec3d end = places.front();
    if (std::any_of(places.begin(), places.end(), [&](const Vec3d& p) { return norm(p - end) > 1e-6 * scene_.size_m; })) return false;
    for (const SceneJoint& j : scene_.joints) {
      if (slides_of(j.type) != 1 || j.parent == 0 || j.child == 0 || (j.parent != body && j.child != body)) continue;
      const Vec3d from = pose(j.parent) * j.X_PJ.p, to = pose(j.child) * j.X_CJ.p;
      if (norm(to - from) < apart) continue;
      const Vec3d beyond_middle = body == j.parent ? from + (to - from) * 0.55 : to + (from - to) * 0.55;
      places.push_back(inverse(pose(body)) * beyond_middle);
      return body == j.parent;
    }
    return false;
  }

  // The frame of a robot: a plate where its legs stand in a plane, nothing else.
  std::vector<LookDescription> base_of(const std::vector<Vec3d>& places) const {
    std::vector<LookDescription> shapes = generated_look(model_, BodyId::ground, places, scene_.thickness_m, scene_.size_m);
    if (shapes.empty() || shapes.front().shape != LookShape::plate) shapes.clear();
    return shapes;
  }

  void add_points() {
    for (const Frame& frame : model_.frames().subspan(model_.bodies().size())) {
      if (frame.origin != Origin::user || model_.body(frame.body).row == 0) continue;
      const auto& places = places_[at(frame.body)];
      const bool fastened = std::any_of(places.begin(), places.end(), [&](const Vec3d& p) { return norm(p - frame.X_BF.p) < 1e-9 * scene_.size_m; });
      scene_.points.push_back({frame.name, index(frame.body), frame.X_BF, !fastened});
    }
    for (std::size_t i = 1; i < model_.bodies().size(); ++i)
      if (model_.bodies()[i].origin == Origin::user)
        scene_.points.push_back(
            {model_.bodies()[i].name + " (mass centre)", static_cast<int>(i), {Mat3d::identity(), model_.bodies()[i].com_m}, false});
    // Few lines say more than many: the last tip, or the mass centre of the body that most is fastened to, a platform; of several the last.
    const auto last = std::find_if(scene_.points.rbegin(), scene_.points.rend(), [](const ScenePoint& p) { return p.traced; });
    for (ScenePoint& p : scene_.points) p.traced = last != scene_.points.rend() && &p == &*last;
    if (last != scene_.points.rend() || scene_.points.empty()) return;
    std::max_element(scene_.points.rbegin(), scene_.points.rend(), [&](const ScenePoint& a, const ScenePoint& b) {
      return places_[at(a.body)].size() < places_[at(b.body)].size();
    })->traced = true;
  }

  const Model& model_;
  Workspace ws_;
  Scene scene_;
  std::vector<std::vector<Vec3d>> places_;
};

}  // namespace

Scene make_scene(const Model& model, const std::vector<LookDescription>& looks, const State& start) { return SceneMaker(model, start).make(looks); }

}  // namespace zanjir
