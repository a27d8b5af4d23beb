#include "zanjir/draw/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zanjir/core/convex_hull.hpp"
#include "zanjir/kinematics/frames.hpp"

namespace zanjir {
namespace {

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

// Directions in which a joint lets its bodies part: none (a mark), one (a slide), several (it has no place of its own).
std::ptrdiff_t n_slides(JointType type) {
  return std::count_if(traits(type).speeds.begin(), traits(type).speeds.end(), [](const JointPart& part) { return part.measure == Measure::length; });
}

struct Mark {  // a joint on the drawing
  Vec3d p_W;
  JointType type = JointType::revolute;
  bool actuated = false, on_ground = false;
};
struct Slide {  // between the two sides of a joint that lets them part
  Vec3d from_W, to_W;
  bool actuated = false;
};
using Segment = std::pair<Vec3d, Vec3d>;
struct CentreLine {  // of an elastic body, bent as much as is asked for
  std::size_t body = 0;
  std::vector<Vec3d> points_W;
};
struct GroundLine {  // the part of a half-space below its contacts, seen from the side
  HalfSpace half_space;
  Vec3d along;          // unit, in the drawing
  double from_m, to_m;  // on it, from the point of the half-space
  Vec3d at(double s) const { return half_space.point + along * s; }
};
struct Skeleton {
  std::vector<std::vector<Vec3d>> points_W;  // per body: where its joints are, no point twice
  std::vector<CentreLine> centre_lines;
  std::vector<Segment> arms;  // on elastic bodies, from a section to what stands off its centre
  std::vector<Mark> marks;
  std::vector<Slide> slides;
  std::vector<Segment> rods;  // constraints of distance, springs
  std::vector<GroundLine> grounds;
};

void add_point(std::vector<Vec3d>& points, const Vec3d& p, double same_m) {
  if (std::none_of(points.begin(), points.end(), [&](const Vec3d& q) { return norm(p - q) < same_m; })) points.push_back(p);
}

// Between its two ends, which stay, the line is bent `magnify` times as far.
CentreLine centre_line(const ElasticBody& elastic, const Workspace& ws, const Transformd& X_WB, double magnify) {
  constexpr int n = 48;  // pieces: smooth on any page
  const DisplacementField& field = elastic.field;
  const double* delta = ws.q.data() + elastic.q_begin;
  const auto centre = [&](double x) { return section_centre(field, section_shapes(field, x), delta); };
  const Vec3d start = centre(0), end = centre(field.length_m);
  CentreLine line{static_cast<std::size_t>(index(elastic.body)), {}};
  for (int i = 0; i <= n; ++i) {
    const double part = static_cast<double>(i) / n;
    const Vec3d chord = start + (end - start) * part;
    line.points_W.push_back(X_WB * (chord + (centre(part * field.length_m) - chord) * magnify));
  }
  return line;
}

// Parts of one and the same half-space become one.
void add_ground(std::vector<GroundLine>& grounds, const GroundLine& more) {
  const auto same = std::find_if(grounds.begin(), grounds.end(), [&](const GroundLine& g) {
    return norm(g.half_space.normal - more.half_space.normal) < 1e-12 &&
           std::abs(dot(g.half_space.point - more.half_space.point, g.half_space.normal)) < 1e-12;
  });
  if (same == grounds.end()) return grounds.push_back(more);
  const double shift = dot(more.half_space.point - same->half_space.point, same->along);
  same->from_m = std::min(same->from_m, more.from_m + shift), same->to_m = std::max(same->to_m, more.to_m + shift);
}

std::vector<GroundLine> grounds_below(const Model& model, const Workspace& ws, const Vec3d& towards_viewer) {
  std::vector<GroundLine> grounds;
  for (const Contact& c : model.contacts()) {
    if (c.carrier) continue;  // the body that carries it is drawn
    const HalfSpace& plane = c.ground.plane;
    const Vec3d along = cross(plane.normal, towards_viewer);
    const double at = dot(frame_pose(model, ws, model.frame(c.on)).p - plane.point, along);
    add_ground(grounds, {plane, along, at, at});
  }
  for (GroundLine& g : grounds) {
    const double room = 0.08 * std::max(model.length_m(), g.to_m - g.from_m);
    g.from_m -= room, g.to_m += room;
  }
  return grounds;
}

class SkeletonBuilder {
 public:
  SkeletonBuilder(const Model& model, const State& state) : model_(model), ws_(model), same_m_(1e-6 * model.length_m()) {
    update_positions(model, state, ws_);
    s_.points_W.resize(model.bodies().size());
    // A cross-section of an elastic body is a point of that body.
    for (std::size_t i = 0; i < model.bodies().size(); ++i) drawn_as_.push_back(static_cast<BodyId>(static_cast<int>(i)));
    for (const SectionBody& section : model.sections())
      drawn_as_[static_cast<std::size_t>(index(section.body))] = model.elastic_bodies()[static_cast<std::size_t>(section.elastic)].body;
  }

  Skeleton build(double magnify) {
    for (const Joint& joint : model_.joints()) add_joint(joint, model_.roles());
    for (const Constraint& c : model_.constraints()) {
      if (const auto* cut = std::get_if<CutJoint>(&c)) add_joint(cut->joint, model_.cut_roles());
      else if (const auto* rod = std::get_if<Distance>(&c)) add_rod(rod->a, rod->b);
    }
    for (const FrameSpring& spring : model_.forces().frame_springs) add_rod(spring.a, spring.b);
    for (const Contact& contact : model_.contacts()) add_place(model_.frame(contact.on).body, pose(contact.on).p);
    for (const ElasticBody& elastic : model_.elastic_bodies())
      s_.centre_lines.push_back(centre_line(elastic, ws_, body_pose(model_, ws_, elastic.body), magnify));
    if (model_.plane() != Plane::none) s_.grounds = grounds_below(model_, ws_, view_of(model_.plane()).near);
    for (std::size_t i = 1; i < model_.bodies().size(); ++i) {
      if (s_.points_W[i].size() == 1 && model_.bodies()[i].elastic < 0) add_reach(i);
    }
    return std::move(s_);
  }

 private:
  BodyId drawn_as(BodyId body) const { return drawn_as_[static_cast<std::size_t>(index(body))]; }
  Transformd pose(FrameId frame) const { return frame_pose(model_, ws_, model_.frame(frame)); }

  void add_place(BodyId body, const Vec3d& p) {
    const BodyId shown = drawn_as(body);
    add_point(s_.points_W[static_cast<std::size_t>(index(shown))], p, same_m_);
    const Vec3d centre = body_pose(model_, ws_, body).p;
    if (model_.body(shown).elastic >= 0 && norm(p - centre) > same_m_) s_.arms.emplace_back(centre, p);
  }

  void add_joint(const Joint& joint, std::span<const Role> roles) {
    if (n_slides(joint.type) > 1) return;  // no place of its own
    const Vec3d at_parent = (body_pose(model_, ws_, joint.parent) * joint.X_PJ).p, at_child = (body_pose(model_, ws_, joint.child) * joint.X_CJ).p;
    add_place(joint.child, at_child);
    if (drawn_as(joint.child) != joint.child) return;
    add_place(joint.parent, at_parent);
    if (joint.type == JointType::weld) return;
    const auto own = roles.subspan(static_cast<std::size_t>(joint.v_begin), static_cast<std::size_t>(joint.nv));
    const bool actuated = std::any_of(own.begin(), own.end(), [](Role role) { return role != Role::passive; });
    const bool slides = n_slides(joint.type) == 1;
    if (slides) s_.slides.push_back({at_parent, at_child, actuated});
    const bool on_ground = joint.parent == BodyId::ground || joint.child == BodyId::ground;
    s_.marks.push_back({!slides ? at_parent : on_ground ? at_child : (at_parent + at_child) * 0.5, joint.type, actuated, on_ground});
  }

  void add_rod(FrameId from, FrameId to) {
    const Vec3d p = pose(from).p, q = pose(to).p;
    add_place(model_.frame(from).body, p);
    add_place(model_.frame(to).body, q);
    s_.rods.emplace_back(p, q);
  }

  // A body on one joint reaches to its last frame, or to its mass centre.
  void add_reach(std::size_t i) {
    const Body& body = model_.bodies()[i];
    const Vec3d from = s_.points_W[i][0];
    Vec3d far = body_pose(model_, ws_, static_cast<BodyId>(i)) * body.com_m;
    for (const Frame& frame : model_.frames().subspan(model_.bodies().size())) {
      const Vec3d p = frame_pose(model_, ws_, frame).p;
      if (index(frame.body) == static_cast<int>(i) && norm(p - from) > norm(far - from)) far = p;
    }
    add_point(s_.points_W[i], far, same_m_);
  }

  const Model& model_;
  Workspace ws_;
  double same_m_;
  std::vector<BodyId> drawn_as_;
  Skeleton s_;
};

constexpr std::array<const char*, 6> body_colours = {"#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#999933", "#882255"};  // told apart by everyone
constexpr const char* driven = "#D55E00";

struct Extent {  // of what is drawn, in the plane of the sheet
  double low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;
  void see(const Vec3d& p, const View& view) {
    low_x = std::min(low_x, dot(p, view.right)), high_x = std::max(high_x, dot(p, view.right));
    low_y = std::min(low_y, dot(p, view.up)), high_y = std::max(high_y, dot(p, view.up));
  }
  void see(const Skeleton& s, const View& view) {
    for (const auto& points : s.points_W)
      for (const Vec3d& p : points) see(p, view);
    for (const CentreLine& line : s.centre_lines)
      for (const Vec3d& p : line.points_W) see(p, view);
    for (const auto& [a, b] : s.rods) see(a, view), see(b, view);
    for (const GroundLine& g : s.grounds) see(g.at(g.from_m), view), see(g.at(g.to_m), view);
  }
};

constexpr double margin_px = 22;
// Pixels per metre at which it fits.
double fitting_scale(const Extent& e, const PlotSize& size) {
  const double across = std::max(e.high_x - e.low_x, 1e-9), up = std::max(e.high_y - e.low_y, 1e-9);
  return std::min({(size.width_px - 2 * margin_px) / across, (size.height_px - 2 * margin_px) / up, 1e6});
}

class Sheet {
 public:
  Sheet(const Extent& e, const View& view, double scale, const PlotSize& size) : view_(view), scale_(scale) {
    const bool empty = e.low_x > e.high_x;
    x0_ = size.width_px / 2 - (empty ? 0 : scale_ * (e.low_x + e.high_x) / 2);
    y0_ = size.height_px / 2 + (empty ? 0 : scale_ * (e.low_y + e.high_y) / 2);
  }
  double scale() const { return scale_; }
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
    return "<g>" + title + sheet.line(points_W[0], points_W[1], fmt::format("stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\"", colour)) +
           "</g>\n";
  std::vector<PlotPoint> flat;
  for (const Vec3d& p : points_W) flat.push_back(sheet.at(p));
  std::string corners;
  for (const PlotPoint& p : convex_hull(flat)) corners += fmt::format("{:.1f},{:.1f} ", p.x, p.y);
  return fmt::format(
      "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.25\" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\">{}</polygon>\n", corners,
      colour, colour, title);
}

std::string bent_line(const Sheet& sheet, const CentreLine& line, const char* colour, const std::string& name) {
  std::string points;
  for (const Vec3d& p : line.points_W) {
    const PlotPoint at = sheet.at(p);
    points += fmt::format("{:.2f},{:.2f} ", at.x, at.y);
  }
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.5\" stroke-linecap=\"round\" "
      "stroke-linejoin=\"round\"><title>{}</title></polyline>\n",
      points, colour, escaped(name));
}

std::string ground_shape(const Sheet& sheet, const GroundLine& g) {
  std::string out = sheet.line(g.at(g.from_m), g.at(g.to_m), "stroke=\"currentColor\" stroke-width=\"1.2\"");
  const double pitch = 9 / sheet.scale();
  const auto n = static_cast<int>((g.to_m - g.from_m) / pitch);
  for (int i = 1; i <= n; ++i) {
    const Vec3d at = g.at(g.from_m + i * pitch);
    out +=
        sheet.line(at, at - (g.half_space.normal + g.along) * (0.6 * pitch), "stroke=\"currentColor\" stroke-width=\"0.7\" stroke-opacity=\"0.6\"");
  }
  return out;
}

std::string mark(const Sheet& sheet, const Mark& m) {
  const PlotPoint p = sheet.at(m.p_W);
  const std::string fill = m.actuated ? driven : "var(--paper,#fff)";
  std::string out;
  if (m.on_ground)
    out += fmt::format("<path d=\"M{0:.1f} {1:.1f}l-6 10h12zM{2:.1f} {3:.1f}h18\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.2\"/>\n",
                       p.x, p.y, p.x - 9, p.y + 10);
  const bool slides = n_slides(m.type) == 1;
  if (slides)
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\" fill=\"{}\" stroke=\"currentColor\" stroke-width=\"1.4\"/>\n",
                       p.x - 4, p.y - 4, fill);
  else
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\" stroke=\"currentColor\" stroke-width=\"1.4\"/>\n", p.x, p.y,
                       m.actuated ? 5 : 3.5, fill);
  return out;
}

constexpr double as_it_is = 1;  // deflections not magnified

std::string opening(const PlotSize& size, const std::string& what) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" role=\"img\" aria-label=\"drawing of "
      "{2}\">\n",
      size.width_px, size.height_px, escaped(what));
}

std::string drawn(const std::vector<GroundLine>& grounds, const Sheet& sheet) {
  std::string out;
  for (const GroundLine& g : grounds) out += ground_shape(sheet, g);
  return out;
}

std::string drawn(const Model& model, const Skeleton& s, const View& view, const Sheet& sheet) {
  std::string out;
  for (const auto& [a, b] : s.rods) out += sheet.line(a, b, "stroke=\"currentColor\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"");
  for (const Slide& slide : s.slides)
    out += sheet.line(slide.from_W, slide.to_W,
                      fmt::format("stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"7 3\"", slide.actuated ? driven : "currentColor"));
  for (const auto& [a, b] : s.arms) out += sheet.line(a, b, "stroke=\"currentColor\" stroke-width=\"2\"");
  std::vector<std::size_t> far_first;
  std::vector<double> depth(model.bodies().size(), 0);
  for (std::size_t i = 1; i < model.bodies().size(); ++i) {
    far_first.push_back(i);
    for (const Vec3d& p : s.points_W[i]) depth[i] += dot(p, view.near) / static_cast<double>(s.points_W[i].size());
  }
  std::stable_sort(far_first.begin(), far_first.end(), [&](std::size_t a, std::size_t b) { return depth[a] < depth[b]; });
  for (const std::size_t i : far_first) {
    const Body& body = model.bodies()[i];
    const char* colour = body_colours[(i - 1) % body_colours.size()];
    if (body.elastic >= 0) out += bent_line(sheet, s.centre_lines[static_cast<std::size_t>(body.elastic)], colour, body.name);
    else out += body_shape(sheet, s.points_W[i], colour, body.name);
  }
  for (const Mark& m : s.marks) out += mark(sheet, m);
  return out;
}

}  // namespace

std::string mechanism_svg(const Model& model, const State& state, const PlotSize& size) {
  const Skeleton s = SkeletonBuilder(model, state).build(as_it_is);
  const View view = view_of(model.plane());
  Extent extent;
  extent.see(s, view);
  const Sheet sheet(extent, view, fitting_scale(extent, size), size);
  return opening(size, model.name()) + drawn(s.grounds, sheet) + drawn(model, s, view, sheet) + "</svg>\n";
}

std::string postures_svg(const std::string& title, const std::vector<DrawnPosture>& postures, double magnify, const PlotSize& largest) {
  constexpr double label_px = 18;
  PlotSize below{largest.width_px, largest.height_px - label_px};
  std::vector<std::vector<Skeleton>> skeletons;
  std::vector<Extent> extents;
  double scale = INFINITY;
  for (const DrawnPosture& p : postures) {
    const View view = view_of(p.model->plane());
    skeletons.emplace_back();
    extents.emplace_back();
    for (const State& state : p.states) {
      skeletons.back().push_back(SkeletonBuilder(*p.model, state).build(magnify));
      extents.back().see(skeletons.back().back(), view);
    }
    scale = std::min(scale, fitting_scale(extents.back(), below));
  }
  double highest = 0;
  for (const Extent& e : extents) highest = std::max(highest, (e.high_y - e.low_y) * scale);
  below.height_px = std::min(below.height_px, highest + 2 * margin_px);
  const PlotSize each{below.width_px, below.height_px + label_px};
  std::vector<std::string> pictures;
  for (std::size_t i = 0; i < postures.size(); ++i) {
    const View view = view_of(postures[i].model->plane());
    const Sheet sheet(extents[i], view, scale, below);
    std::string out = opening(each, postures[i].label.empty() ? postures[i].model->name() : postures[i].label);
    out += fmt::format(
        "<text x=\"{:g}\" y=\"14\" text-anchor=\"middle\" fill=\"currentColor\" font-size=\"13\">{}</text>\n<g transform=\"translate(0 {:g})\">\n",
        each.width_px / 2, escaped(postures[i].label), label_px);
    std::vector<GroundLine> grounds;
    for (const Skeleton& s : skeletons[i])
      for (const GroundLine& g : s.grounds) add_ground(grounds, g);
    out += drawn(grounds, sheet);
    const std::size_t n = skeletons[i].size();
    for (std::size_t k = 0; k < n; ++k) {  // what was earlier is paler
      const double opacity = n == 1 ? 1 : 0.25 + 0.75 * static_cast<double>(k) / static_cast<double>(n - 1);
      out += fmt::format("<g opacity=\"{:.2f}\">\n", opacity);
      if (magnify != as_it_is) {
        for (const CentreLine& line : skeletons[i][k].centre_lines)
          out += sheet.line(line.points_W.front(), line.points_W.back(),
                            "stroke=\"currentColor\" stroke-width=\"0.8\" stroke-dasharray=\"3 3\" stroke-opacity=\"0.7\"");
      }
      out += drawn(*postures[i].model, skeletons[i][k], view, sheet) + "</g>\n";
    }
    pictures.push_back(out + "</g>\n</svg>\n");
  }
  return grid_svg(title, pictures, each);
}

}  // namespace zanjir
