// Building a model: what touches what, and by which laws.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "zanjir/model/model_builder.hpp"

namespace zanjir {

Ground ModelBuilder::make_ground(const ContactDescription& c, const std::string& path) {
  Ground ground;
  const Vec3d n = c.normal * (1 / norm(c.normal));
  ground.plane = {c.point, n};
  const auto in_plane = [&](const Vec3d& wanted, const char* key) {
    const Vec3d laid = wanted * (1 / norm(wanted)) - n * (dot(n, wanted) / norm(wanted));
    if (norm(laid) < 1e-6) {
      sink_.error(c.at, path + ".ground." + key, "stands upright on the plane", "it has to have a part along the plane");
      return ground.tangent;
    }
    return laid * (1 / norm(laid));
  };
  if (c.step) {
    ground.kind = GroundKind::step;
    ground.tangent = cross(n, in_plane(c.step->toward, "step.toward"));
    ground.height_m = c.step->height_m;
    ground.length_m = c.step->length_m.value_or(0);
  } else if (c.heights) {
    ground.kind = GroundKind::height_field;
    ground.tangent = in_plane(c.heights->along, "heights.along");
    ground.field = std::make_shared<const HeightField>(make_height_field(*c.heights));
    double radius = c.radius_m;
    for (const ContactDiscDescription& disc : c.discs) radius = std::max(radius, disc.radius_m);
    const double kappa = ground.field->tightest_valley_per_m;
    if (kappa * radius >= 1)
      sink_.error(
          c.at, path + ".ground.heights",
          fmt::format("the ground has hollows with a radius of {:.3g} m, and the radius of what touches it is {:g} m: it would touch in two places",
                      1 / kappa, radius),
          c.discs.empty() ? "take smaller spheres, or smoother heights" : "take smaller discs or spheres, or smoother heights");
  } else {  // any direction along the plane: the one of the world's axes that lies flattest on it
    const Vec3d axis = std::abs(n.x) <= std::abs(n.y) && std::abs(n.x) <= std::abs(n.z) ? Vec3d{1, 0, 0}
                       : std::abs(n.y) <= std::abs(n.z)                                 ? Vec3d{0, 1, 0}
                                                                                        : Vec3d{0, 0, 1};
    ground.tangent = in_plane(axis, "normal");
  }
  return ground;
}

// How far the centre of what is round passes where its load comes in, an axle or its own mass centre; nothing where it is not round, or cannot turn. Links of a chain are kept from rolling by
// the others.
std::optional<double> ModelBuilder::off_axle_m(const Contact& c) const {
  const auto body_of = [&](const Place& place) -> const Body& { return m_.bodies_[at(model_body_[at(place.body)])]; };
  const Frame& frame = m_.frame(c.on);
  const int row = m_.body(frame.body).row;
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < d_.joints.size(); ++i) {
    const bool from = body_of(parents_[i]).row == row, to = body_of(children_[i]).row == row;
    if (from == to) continue;  // elsewhere, or a weld
    if (only) return std::nullopt;
    only = i;
  }
  if (!only || !(c.shape.radius_m + c.shape.rim_m > 0)) return std::nullopt;
  const Joint joint = user_joint(static_cast<int>(*only));
  const bool is_child = body_of(children_[*only]).row == row;
  const Transformd X_RJ = is_child ? body_of(children_[*only]).X_RB * joint.X_CJ : body_of(parents_[*only]).X_RB * joint.X_PJ;
  const Vec3d centre = m_.body(frame.body).X_RB * (frame.X_BF * c.shape.centre_m);
  const auto mass_centre = [&] {
    Inertiad all{};
    for (const Body& body : m_.bodies_)
      if (body.row == row) all = all + body.inertia(body.X_RB);
    return all.h * (1 / all.m);
  };
  const auto off = [&](const Vec3d& point, const Vec3d& axis_J) { return norm(cross(centre - point, X_RJ.R * axis_J)) / norm(axis_J); };
  switch (joint.type) {
    case JointType::revolute:
    case JointType::cylindrical: return off(X_RJ.p, joint.axes[0]);
    case JointType::universal:
    case JointType::spherical: return norm(centre - X_RJ.p);
    case JointType::planar: return off(mass_centre(), cross(joint.axes[0], joint.axes[1]));
    case JointType::free: return norm(centre - mass_centre());
    case JointType::prismatic:
    case JointType::weld: break;
  }
  return std::nullopt;
}

// A ball or a wheel: of the contacts from `first` on all that touch roll down a slope of this sine, since what loads them lies above a place further down than where they touch. A round foot on a leg does not.
bool ModelBuilder::all_roll(std::size_t first, double sine) const {
  return std::all_of(m_.contacts_.begin() + static_cast<std::ptrdiff_t>(first), m_.contacts_.end(), [&](const Contact& c) {
    const std::optional<double> off_m = off_axle_m(c);
    return off_m && *off_m < sine * (c.shape.radius_m + c.shape.rim_m);
  });
}

// Steeper than friction can hold, or upside down: said, since it is often a wrong sign or a degree taken for a radian, and simulated.
bool ModelBuilder::note_steep_ground(const ContactDescription& c, const Ground& ground, const std::string& path, std::size_t first_contact) {
  const double g = norm(d_.gravity_m_s2), mu = std::max({c.friction.coefficient, c.friction.coefficient_across, c.friction.static_coefficient});
  if (c.ground_on || c.held || !(g > 0)) return false;
  const double up = -dot(ground.plane.normal, d_.gravity_m_s2) / g, along = std::sqrt(std::max(0.0, 1 - up * up));
  constexpr double degrees = 180 / std::numbers::pi, upright = 1e-9;
  const double inclined = std::atan2(along, up) * degrees;
  if (up < -upright) {
    sink_.warning(c.at, path + ".ground.normal",
                  fmt::format("the ground is inclined by {:.2f} deg, an overhang: it lies above what touches it, and gravity takes that away from it",
                              inclined),
                  "`normal` points out of the ground: if things should lie on it, turn it round");
    return true;
  }
  const bool slides = c.law && c.friction.type != FrictionLawType::stick && mu > 0 && ground.kind != GroundKind::height_field;
  const bool rolls = c.capsules.empty() && c.boxes.empty() && all_roll(first_contact, along);
  if (!slides || up <= upright || along <= mu * up || rolls) return false;
  sink_.warning(c.at, path + ".friction",
                fmt::format("the ground is inclined by {:.2f} deg, and friction holds up to {:.2f} deg: whatever lies on it slides", inclined,
                            std::atan(mu) * degrees),
                "if it should hold: a larger `coefficient`, or less slope");
  return true;
}

void ModelBuilder::add_contacts() {
  std::set<std::array<std::uint32_t, 3>> said;
  for (const ContactDescription& c : d_.contacts) {
    const std::string path = "contacts." + c.name;
    const Ground ground = make_ground(c, path);
    const std::size_t first = m_.contacts_.size();
    for (const NameRef& place : c.on) {
      if (const auto on = add_contact(c, ground, place, "", {{0, 0, 0}, c.radius_m, 0, {0, 0, 1}}, path + ".on"))
        add_solid(c, c.radius_m > 0 ? SolidKind::sphere : SolidKind::point, *on, *on, 1);
    }
    for (const auto& [a, b] : c.capsules) add_capsule(c, ground, a, b, path + ".capsules");
    for (const ContactDiscDescription& disc : c.discs) add_disc(c, ground, disc, path + ".discs");
    for (const ContactBoxDescription& box : c.boxes) add_box(c, ground, box, path + ".boxes");
    const std::array<std::uint32_t, 3> written{c.at.file, c.at.line, c.at.column};  // once for all that `repeat` makes of it
    if (!said.contains(written) && note_steep_ground(c, ground, path, first)) said.insert(written);
  }
}

// Of the n contacts added last.
ContactSolid& ModelBuilder::add_solid(const ContactDescription& c, SolidKind kind, FrameId on, FrameId to, int n) {
  ContactSolid s;
  s.kind = kind, s.group = c.name, s.on = on, s.to = to, s.radius_m = c.radius_m;
  s.first_contact = static_cast<int>(m_.contacts_.size()) - n, s.n_contacts = n;
  return m_.contact_solids_.emplace_back(std::move(s));
}

void ModelBuilder::add_disc(const ContactDescription& c, const Ground& ground, const ContactDiscDescription& disc, const std::string& path) {
  if (disc.radius_m <= c.radius_m) {
    sink_.error(disc.at.at, path, "a disc must be larger than the rounding of its rim, `radius`");
    return;
  }
  const ContactShape shape{{0, 0, 0}, c.radius_m, disc.radius_m - c.radius_m, disc.axis * (1 / norm(disc.axis))};
  const auto on = add_contact(c, ground, disc.at, "", shape, path);
  if (!on) return;
  ContactSolid& s = add_solid(c, SolidKind::disc, *on, *on, 1);
  s.rim_m = shape.rim_m, s.axis = shape.axis;
}

// Between the spheres that stand for an edge of this length there is room for what the ground has: most likely nobody has thought of it.
void ModelBuilder::note_gaps(const ContactDescription& c, const Ground& ground, double edge_m, SourcePos at, const std::string& path) {
  if (ground.kind == GroundKind::plane) return;
  const bool field = ground.kind == GroundKind::height_field;
  const double passes_m = 2 * c.radius_m + (field ? std::min(ground.field->dx_m, ground.field->dy_m) : ground.length_m),
               apart_m = edge_m / (c.samples - 1);
  if (!(apart_m > passes_m) || !(passes_m > 0)) return;
  const double wanted = std::ceil(edge_m / passes_m) + 1;
  sink_.warning(at, path,
                fmt::format("{} can pass between the spheres that stand for it on this ground: they are {:.3g} m apart, and {:.3g} m fits between",
                            field                 ? "a hill"
                            : ground.length_m > 0 ? "the step"
                                                  : "the edge of the step",
                            apart_m, apart_m - 2 * c.radius_m),
                wanted <= 100 ? fmt::format("more of them, `samples: {:.0f}`", wanted) : "more of them (`samples`), or shorter bodies");
}

// The lowest point of a capsule above a plane lies on one of its end spheres, or on both; above edges and hollows more spheres stand between.
void ModelBuilder::add_capsule(const ContactDescription& c, const Ground& ground, const NameRef& a, const NameRef& b, const std::string& path) {
  const ContactShape sphere{{0, 0, 0}, c.radius_m, 0, {0, 0, 1}};
  const auto on = add_contact(c, ground, a, "", sphere, path), to = add_contact(c, ground, b, "", sphere, path);
  if (!on || !to) return;
  const Frame &from = m_.frame(*on), &end = m_.frame(*to);
  const auto elastic = [&](const Frame& frame) {
    const Body& body = m_.body(frame.body);
    return body.section >= 0 ? m_.sections_[at(body.section)].elastic : body.elastic;
  };
  if (from.body != end.body && elastic(from) >= 0 && elastic(from) == elastic(end)) {
    sink_.error(a.at, path, "'" + a.name + "' and '" + b.name + "' are on sections of an elastic body, and a capsule does not bend with it",
                "write spheres at places along it, `on: [" + a.name + ", ..., " + b.name + "]` with a `radius`");
    return;
  }
  if (from.body != end.body) {
    sink_.error(a.at, path, "the ends '" + a.name + "' and '" + b.name + "' are on different bodies");
    return;
  }
  if (*on == *to) {
    sink_.error(a.at, path, "both ends are '" + a.name + "'", "a sphere is written under `on`");
    return;
  }
  const Vec3d way = transpose_times(from.X_BF.R, end.X_BF.p - from.X_BF.p);
  note_gaps(c, ground, norm(way), a.at, path);
  for (int i = 1; i < c.samples - 1; ++i)
    add_contact(c, ground, a, "." + std::to_string(i), {way * (static_cast<double>(i) / (c.samples - 1)), c.radius_m, 0, {0, 0, 1}}, path);
  add_solid(c, SolidKind::capsule, *on, *to, c.samples);
}

// The corners, and between them points along the edges and on the faces where `samples` asks for them.
void ModelBuilder::add_box(const ContactDescription& c, const Ground& ground, const ContactBoxDescription& box, const std::string& path) {
  const Vec3d half = box.size_m * 0.5 - Vec3d{1, 1, 1} * c.radius_m;
  if (!(half.x >= 0 && half.y >= 0 && half.z >= 0)) {
    sink_.error(box.at.at, path, "the box is thinner than twice the rounding of its edges, `radius`");
    return;
  }
  note_gaps(c, ground, 2 * std::max({half.x, half.y, half.z}), box.at.at, path);
  const int n = c.samples;
  const auto place = [n](double from, int i) { return from * (2.0 * i / (n - 1) - 1); };
  std::optional<FrameId> on;
  int number = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const auto outer = [n](int at) { return at == 0 || at == n - 1; };
        if (!outer(i) && !outer(j) && !outer(k)) continue;
        on = add_contact(c, ground, box.at, "." + std::to_string(++number),
                         {{place(half.x, i), place(half.y, j), place(half.z, k)}, c.radius_m, 0, {0, 0, 1}}, path);
        if (!on) return;
      }
    }
  }
  add_solid(c, SolidKind::box, *on, *on, number).size_m = box.size_m;
}

std::optional<FrameId> ModelBuilder::add_contact(const ContactDescription& c, const Ground& ground, const NameRef& place, const std::string& suffix,
                                                 const ContactShape& shape, const std::string& path) {
  const auto on = resolve_frame(place, path);
  if (!on) return std::nullopt;
  if (m_.body(m_.frame(*on).body).row == 0) {
    sink_.error(place.at, path, "'" + place.name + "' cannot move, so it hits nothing");
    return std::nullopt;
  }
  const bool from_file = c.at.line > 0 && c.at.file < d_.files.size();
  const std::string written = from_file ? fmt::format("{}:{}:{}", d_.files[c.at.file], c.at.line, c.at.column) : "";
  Contact contact{c.name + "." + place.name + suffix, c.name, written, *on, shape, ground, c.restitution, {}};
  if (std::any_of(m_.contacts_.begin(), m_.contacts_.end(), [&](const Contact& other) { return other.name == contact.name; })) {
    sink_.error(place.at, path, "'" + place.name + "' is listed twice");
    return std::nullopt;
  }
  if (c.ground_on) {
    const auto carrier = resolve_frame(*c.ground_on, "contacts." + c.name + ".ground.on");
    if (!carrier) return std::nullopt;
    const int row = m_.body(m_.frame(*carrier).body).row;
    if (row == m_.body(m_.frame(*on).body).row) {
      sink_.error(place.at, path, "'" + place.name + "' moves with its ground '" + c.ground_on->name + "'");
      return std::nullopt;
    }
    if (row == 0) {
      sink_.error(c.ground_on->at, "contacts." + c.name + ".ground.on", "'" + c.ground_on->name + "' cannot move",
                  "leave `on` out: the ground is in the world");
      return std::nullopt;
    }
    if (!c.law) {
      sink_.error(c.ground_on->at, "contacts." + c.name + ".ground.on", "rigid impacts know grounds in the world alone", "give a `law`");
      return std::nullopt;
    }
    contact.carrier = *carrier;
  }
  if (c.law && c.law->type == NormalLawType::hold && ground.kind != GroundKind::plane && shape.rim_m == 0) {
    const char* below = c.heights ? "a field of heights" : "a step";
    sink_.error(place.at, path, fmt::format("a contact that holds is a point or a sphere on a plane: `ground` is {} here", below),
                "take a compliant `law` there, or a plane");
    return std::nullopt;
  }
  if (c.law && c.law->type == NormalLawType::hold && (ground.kind != GroundKind::plane || shape.rim_m > 0)) {
    sink_.error(place.at, path, "a contact that holds is a point or a sphere on a plane", "an upright wheel touches as a sphere of its radius does");
    return std::nullopt;
  }
  if (c.held) contact.held = MotionLaw(*c.held);
  if (c.law) {
    contact.compliant = CompliantContact{make_normal_law(*c.law, c.radius_m), make_friction_law(c.friction, m_.body(m_.frame(*on).body).mass_kg)};
    m_.compliant_contacts_ = true;
  }
  m_.contacts_.push_back(std::move(contact));
  return on;
}

}  // namespace zanjir
