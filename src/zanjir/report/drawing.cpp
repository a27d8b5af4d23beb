#include "zanjir/report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

struct Mark {  // a joint on the drawing
  Vec3d p_W;
  JointType type = JointType::revolute;
  bool actuated = false, on_ground = false;
};
struct Slide {  // between the two sides of a joint that lets them part
  Vec3d from_W, to_W;
  bool actuated = false;
};
struct Skeleton {
  std::vector<std::vector<Vec3d>> points_W;  // per body: where its joints are, no point twice
  std::vector<Mark> marks;
  std::vector<Slide> slides;
  std::vector<std::pair<Vec3d, Vec3d>> rods;  // constraints of distance, springs
};

void add_point(std::vector<Vec3d>& points, const Vec3d& p, double same_m) {
  if (std::none_of(points.begin(), points.end(), [&](const Vec3d& q) { return norm(p - q) < same_m; })) points.push_back(p);
}

Skeleton skeleton_of(const Model& model, const State& state) {
  Workspace ws(model);
  update_positions(model, state, ws);
  Skeleton s;
  s.points_W.resize(model.bodies().size());
  const double same_m = 1e-6 * model.length_m();
  // A cross-section of an elastic body is a point of that body.
  std::vector<BodyId> drawn_as;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) drawn_as.push_back(static_cast<BodyId>(static_cast<int>(i)));
  for (const SectionBody& section : model.sections()) drawn_as[static_cast<std::size_t>(index(section.body))] = model.elastic_bodies()[static_cast<std::size_t>(section.elastic)].body;
  const auto points_of = [&](BodyId body) -> std::vector<Vec3d>& { return s.points_W[static_cast<std::size_t>(index(drawn_as[static_cast<std::size_t>(index(body))]))]; };
  const auto add = [&](const Joint& joint, bool actuated) {
    if (joint.type == JointType::free || joint.type == JointType::planar) return;  // no place of its own
    const Vec3d at_parent = (body_pose(model, ws, joint.parent) * joint.X_PJ).p, at_child = (body_pose(model, ws, joint.child) * joint.X_CJ).p;
    add_point(points_of(joint.child), at_child, same_m);
    if (drawn_as[static_cast<std::size_t>(index(joint.child))] != joint.child) return;
    add_point(points_of(joint.parent), at_parent, same_m);
    if (joint.type == JointType::weld) return;
    const bool slides = joint.type == JointType::prismatic || joint.type == JointType::cylindrical;
    if (slides) s.slides.push_back({at_parent, at_child, actuated});
    const bool on_ground = joint.parent == BodyId::ground || joint.child == BodyId::ground;
    s.marks.push_back({!slides ? at_parent : on_ground ? at_child : (at_parent + at_child) * 0.5, joint.type, actuated, on_ground});
  };
  for (const Joint& joint : model.joints()) {
    bool actuated = false;
    for (int i = joint.v_begin; i < joint.v_begin + joint.nv; ++i) actuated = actuated || model.roles()[static_cast<std::size_t>(i)] != Role::passive;
    add(joint, actuated);
  }
  const auto add_rod = [&](FrameId from, FrameId to) {
    const Frame &a = model.frame(from), &b = model.frame(to);
    const Vec3d p = frame_pose(model, ws, a).p, q = frame_pose(model, ws, b).p;
    add_point(points_of(a.body), p, same_m);
    add_point(points_of(b.body), q, same_m);
    s.rods.emplace_back(p, q);
  };
  for (const Constraint& c : model.constraints()) {
    if (const auto* cut = std::get_if<CutJoint>(&c)) {
      bool actuated = false;
      for (int i = cut->joint.v_begin; i < cut->joint.v_begin + cut->joint.nv; ++i) actuated = actuated || model.cut_roles()[static_cast<std::size_t>(i)] != Role::passive;
      add(cut->joint, actuated);
    } else if (const auto* rod = std::get_if<Distance>(&c)) {
      add_rod(rod->a, rod->b);
    }
  }
  for (const FrameSpring& spring : model.forces().frame_springs) add_rod(spring.a, spring.b);
  for (const ElasticBody& elastic : model.elastic_bodies()) add_point(s.points_W[static_cast<std::size_t>(index(elastic.body))], body_pose(model, ws, elastic.body).p, same_m);
  // A body on one joint reaches to its last frame, or to its mass centre.
  for (std::size_t i = 1; i < model.bodies().size(); ++i) {
    if (s.points_W[i].size() != 1) continue;
    const Body& body = model.bodies()[i];
    Vec3d far = body_pose(model, ws, static_cast<BodyId>(i)) * (body.inertia.m > 0 ? body.inertia.h * (1 / body.inertia.m) : Vec3d{0, 0, 0});
    for (const Frame& frame : model.frames().subspan(model.bodies().size())) {
      const Vec3d p = frame_pose(model, ws, frame).p;
      if (index(frame.body) == static_cast<int>(i) && norm(p - s.points_W[i][0]) > norm(far - s.points_W[i][0])) far = p;
    }
    add_point(s.points_W[i], far, same_m);
  }
  return s;
}

// Right, up and towards the viewer.
struct View {
  Vec3d right, up, near;
};
View view_of(Plane plane) {
  switch (plane) {
    case Plane::xy: return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    case Plane::yz: return {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    case Plane::xz: return {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}};
    case Plane::none: break;
  }
  constexpr double turn = -1.05, tilt = 0.35;  // from the front left, a little from above
  const Vec3d near{std::cos(tilt) * std::cos(turn), std::cos(tilt) * std::sin(turn), std::sin(tilt)}, right{-std::sin(turn), std::cos(turn), 0};
  return {right, cross(near, right), near};
}

std::vector<PlotPoint> convex_hull(std::vector<PlotPoint> p) {  // Andrew's monotone chain
  std::sort(p.begin(), p.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<PlotPoint> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t begin = hull.size();
    for (const PlotPoint& c : p) {
      while (hull.size() >= begin + 2) {
        const PlotPoint &a = hull[hull.size() - 2], &b = hull.back();
        if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0) break;
        hull.pop_back();
      }
      hull.push_back(c);
    }
    hull.pop_back();
    std::reverse(p.begin(), p.end());
  }
  return hull;
}

constexpr std::array<const char*, 6> colours = {"#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#999933", "#882255"};  // told apart by everyone
constexpr const char* driven = "#D55E00";

class Sheet {
 public:
  Sheet(const Skeleton& s, const View& view, const PlotSize& size) : view_(view) {
    double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;
    const auto see = [&](const Vec3d& p) {
      low_x = std::min(low_x, dot(p, view.right)), high_x = std::max(high_x, dot(p, view.right));
      low_y = std::min(low_y, dot(p, view.up)), high_y = std::max(high_y, dot(p, view.up));
    };
    for (const auto& points : s.points_W) std::for_each(points.begin(), points.end(), see);
    for (const auto& [a, b] : s.rods) see(a), see(b);
    if (low_x > high_x) low_x = high_x = low_y = high_y = 0;
    const double margin = 22;
    scale_ = std::min((size.width_px - 2 * margin) / std::max(high_x - low_x, 1e-9), (size.height_px - 2 * margin) / std::max(high_y - low_y, 1e-9));
    scale_ = std::min(scale_, 1e6);
    x0_ = size.width_px / 2 - scale_ * (low_x + high_x) / 2;
    y0_ = size.height_px / 2 + scale_ * (low_y + high_y) / 2;
  }
  PlotPoint at(const Vec3d& p) const { return {x0_ + scale_ * dot(p, view_.right), y0_ - scale_ * dot(p, view_.up)}; }
  std::string line(const Vec3d& a, const Vec3d& b, const std::string& style) const {
    const PlotPoint p = at(a), q = at(b);
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", p.x, p.y, q.x, q.y, style);
  }

 private:
  View view_;
  double scale_ = 1, x0_ = 0, y0_ = 0;
};

std::string body_shape(const Sheet& sheet, const std::vector<Vec3d>& points_W, const char* colour, const std::string& name) {
  const std::string title = "<title>" + escaped(name) + "</title>";
  if (points_W.size() < 2) return "";
  if (points_W.size() == 2)
    return "<g>" + title + sheet.line(points_W[0], points_W[1], fmt::format("stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\"", colour)) + "</g>\n";
  std::vector<PlotPoint> flat;
  for (const Vec3d& p : points_W) flat.push_back(sheet.at(p));
  std::string corners;
  for (const PlotPoint& p : convex_hull(flat)) corners += fmt::format("{:.1f},{:.1f} ", p.x, p.y);
  return fmt::format("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.25\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\">{}</polygon>\n", corners, colour, colour, title);
}

std::string mark(const Sheet& sheet, const Mark& m) {
  const PlotPoint p = sheet.at(m.p_W);
  const std::string fill = m.actuated ? driven : "var(--paper,#fff)";
  std::string out;
  if (m.on_ground)
    out += fmt::format("<path d=\"M{0:.1f} {1:.1f}l-6 10h12zM{2:.1f} {3:.1f}h18\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.2\"/>\n", p.x, p.y, p.x - 9, p.y + 10);
  const bool slides = m.type == JointType::prismatic || m.type == JointType::cylindrical;
  if (slides) out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\" fill=\"{}\" stroke=\"currentColor\" stroke-width=\"1.4\"/>\n", p.x - 4, p.y - 4, fill);
  else out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\" stroke=\"currentColor\" stroke-width=\"1.4\"/>\n", p.x, p.y, m.actuated ? 5 : 3.5, fill);
  return out;
}

}  // namespace

std::string mechanism_svg(const Model& model, const State& state, const PlotSize& size) {
  const Skeleton s = skeleton_of(model, state);
  const View view = view_of(model.plane());
  const Sheet sheet(s, view, size);
  std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" role=\"img\" aria-label=\"drawing of {2}\">\n",
                                size.width_px, size.height_px, escaped(model.name()));
  for (const auto& [a, b] : s.rods) out += sheet.line(a, b, "stroke=\"currentColor\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"");
  for (const Slide& slide : s.slides) out += sheet.line(slide.from_W, slide.to_W, fmt::format("stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"7 3\"", slide.actuated ? driven : "currentColor"));
  std::vector<std::size_t> far_first;
  std::vector<double> depth(model.bodies().size(), 0);
  for (std::size_t i = 1; i < model.bodies().size(); ++i) {
    far_first.push_back(i);
    for (const Vec3d& p : s.points_W[i]) depth[i] += dot(p, view.near) / static_cast<double>(s.points_W[i].size());
  }
  std::stable_sort(far_first.begin(), far_first.end(), [&](std::size_t a, std::size_t b) { return depth[a] < depth[b]; });
  for (const std::size_t i : far_first) out += body_shape(sheet, s.points_W[i], colours[(i - 1) % colours.size()], model.bodies()[i].name);
  for (const Mark& m : s.marks) out += mark(sheet, m);
  return out + "</svg>\n";
}

}  // namespace zanjir
