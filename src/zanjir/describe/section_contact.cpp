// contacts:
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zanjir/describe/sections.hpp"
#include "zanjir/language/csv.hpp"

namespace zanjir {
namespace {

std::optional<StepDescription> read_step(Reading& r, ObjectReader& ground) {
  ObjectReader object(r.values, ground.at("step"), ground.path("step"), schema::step);
  if (!object) return std::nullopt;
  StepDescription step;
  if (object.has("toward")) step.toward = r.values.direction(object.at("toward"), object.path("toward")).value_or(step.toward);
  step.height_m = object.number("height");
  if (object.has("length")) step.length_m = object.number("length");
  return step;
}

// A height that is missing, as YAML and programs that measure write it.
bool is_hole(const Node& height) {
  if (height.is(Node::Kind::null)) return true;
  if (!height.is(Node::Kind::scalar)) return false;
  constexpr std::string_view words[] = {".nan", ".NaN", ".NAN", "nan", "NaN", "NAN"};
  return std::ranges::find(words, height.text) != std::end(words);
}

// Rows of heights out of the description itself. A hole is a number that is missing.
std::vector<std::vector<double>> read_rows(Reading& r, ObjectReader& object) {
  std::vector<std::vector<double>> rows;
  const Node& list = object.at("rows");
  if (!r.values.expect(list, object.path("rows"), Node::Kind::list, "a list of rows")) return rows;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Node& row = list.items[i];
    const KeyPath path = object.path("rows", i);
    for (std::size_t k = 0; row.is(Node::Kind::list) && k < row.items.size(); ++k) {
      if (!is_hole(row.items[k])) continue;
      r.values.error(row.items[k], path, fmt::format("the field of heights has a hole: height {} of this row is missing", k + 1),
                     "give every place a height: of a place that was not measured that of its neighbours, of a pit its floor");
      return {};
    }
    std::vector<double> heights = r.values.numbers(row, path, {dimension::length, schema::Range::any}, 0);
    if (row.is(Node::Kind::list) && heights.size() != row.items.size()) return {};  // said already
    if (i > 0 && heights.size() != rows.front().size()) {
      r.values.error(row, path,
                     "the field of heights has a hole: " + std::to_string(heights.size()) + " heights in this row, " +
                         std::to_string(rows.front().size()) + " in the first",
                     "every row wants as many heights as the first");
      return {};
    }
    rows.push_back(std::move(heights));
  }
  return rows;
}

constexpr double least_spacing_m = 1e-9, largest_ground_m = 1e9;  // beyond, slopes, curvatures and places of the grid would overflow

std::optional<HeightsDescription> read_heights(Reading& r, ObjectReader& ground) {
  ObjectReader object(r.values, ground.at("heights"), ground.path("heights"), schema::heights);
  if (!object) return std::nullopt;
  HeightsDescription heights;
  if (object.has("along")) heights.along = r.values.direction(object.at("along"), object.path("along")).value_or(heights.along);
  heights.spacing_m = object.number("spacing");
  heights.spacing_across_m = object.has("spacing_across") ? object.number("spacing_across") : heights.spacing_m;
  for (const char* key : {"spacing", "spacing_across"}) {
    if (!object.has(key) || (object.number(key) >= least_spacing_m && object.number(key) <= largest_ground_m)) continue;
    object.error(key, fmt::format("must lie between {:g} and {:g} m", least_spacing_m, largest_ground_m));
    return std::nullopt;
  }
  if (object.has("rows") == object.has("file")) {
    object.error("", "one of `rows` and `file` is wanted");
    return std::nullopt;
  }
  if (object.has("rows")) {
    heights.rows_m = read_rows(r, object);
  } else {
    heights.file = r.values.text(object.at("file"), object.path("file"));
    if (heights.file.empty()) {
      if (object.at("file").is(Node::Kind::scalar)) object.error("file", "names no file");
      return std::nullopt;
    }
    const std::filesystem::path path = r.values.folder() / heights.file;
    auto content = r.values.files().read(path, 64u << 20);
    if (const auto* problem = std::get_if<FileProblem>(&content)) {
      object.error("file", "'" + heights.file + "' " + problem->message, problem->hint);
      return std::nullopt;
    }
    heights.rows_m = read_csv_grid(std::get<std::string>(content), path.string(), r.values.sink());
  }
  const char* key = object.has("rows") ? "rows" : "file";
  const bool empty_list = object.has("rows") && object.at("rows").is(Node::Kind::list) && object.at("rows").items.empty();
  if (heights.rows_m.empty() && !empty_list) return std::nullopt;  // said already
  if (heights.rows_m.size() < 2 || heights.rows_m.front().size() < 2) {
    object.error(key, "two rows of two heights are needed at least");
    return std::nullopt;
  }
  for (const std::vector<double>& row : heights.rows_m) {
    const auto beyond = std::find_if(row.begin(), row.end(), [](double h) { return !(std::abs(h) <= largest_ground_m); });
    if (beyond == row.end()) continue;
    object.error(key, fmt::format("a height of {:.3g} m; they lie between {:g} and {:g} m", *beyond, -largest_ground_m, largest_ground_m));
    return std::nullopt;
  }
  return heights;
}

void read_ground(Reading& r, ObjectReader& object, ContactDescription& contact) {
  if (!object.has("ground")) return;
  ObjectReader ground(r.values, object.at("ground"), object.path("ground"), schema::ground);
  if (!ground) return;
  if (ground.has("on")) contact.ground_on = r.values.name(ground.at("on"), ground.path("on"));
  contact.point = ground.vector("point");
  if (ground.has("normal")) contact.normal = r.values.direction(ground.at("normal"), ground.path("normal")).value_or(contact.normal);
  if (ground.has("step") && ground.has("heights"))
    ground.error("heights", "a ground is a step or a field of heights, not both", "write two contacts");
  if (ground.has("step")) contact.step = read_step(r, ground);
  if (ground.has("heights")) contact.heights = read_heights(r, ground);
}

// Each entry of the list under `key`, with its path.
template <class Read> void each_of(Reading& r, ObjectReader& object, const char* key, const char* what, const Read& read) {
  if (!object.has(key)) return;
  const Node& list = object.at(key);
  if (!r.values.expect(list, object.path(key), Node::Kind::list, what)) return;
  for (std::size_t i = 0; i < list.items.size(); ++i) read(list.items[i], object.path(key, i));
}

void read_places(Reading& r, ObjectReader& object, ContactDescription& contact) {
  if (!object.has("on") && !object.has("capsules") && !object.has("discs") && !object.has("boxes"))
    object.error("", "`on`, `capsules`, `discs` or `boxes` is missing", "what hits the ground?");
  if (object.has("on")) {
    const Node& on = object.at("on");
    if (on.is(Node::Kind::list)) {
      for (std::size_t i = 0; i < on.items.size(); ++i) contact.on.push_back(r.values.name(on.items[i], object.path("on", i)));
      if (on.items.empty()) object.error("on", "the list is empty");
    } else {
      contact.on.push_back(r.values.name(on, object.path("on")));
    }
  }
  each_of(r, object, "capsules", "a list of pairs", [&](const Node& pair, const KeyPath& path) {
    if (!pair.is(Node::Kind::list) || pair.items.size() != 2)
      return r.values.error(pair, path, "a capsule is the pair of frames at the ends of its axis", "for example [rod.a, rod.b]");
    contact.capsules.emplace_back(r.values.name(pair.items[0], item_path(path, 0)), r.values.name(pair.items[1], item_path(path, 1)));
  });
  each_of(r, object, "discs", "a list of discs", [&](const Node& node, const KeyPath& path) {
    ObjectReader disc(r.values, node, path, schema::contact_disc);
    if (!disc || !disc.has("at") || !disc.has("axis") || !disc.has("radius")) return;  // said already
    contact.discs.push_back({r.values.name(disc.at("at"), disc.path("at")),
                             r.values.direction(disc.at("axis"), disc.path("axis")).value_or(Vec3d{0, 0, 1}), disc.number("radius")});
  });
  each_of(r, object, "boxes", "a list of boxes", [&](const Node& node, const KeyPath& path) {
    ObjectReader box(r.values, node, path, schema::contact_box);
    if (!box || !box.has("at") || !box.has("size")) return;
    const Vec3d size = box.vector("size");
    if (!(size.x >= 0 && size.y >= 0 && size.z >= 0)) box.error("size", "must not be negative");
    contact.boxes.push_back({r.values.name(box.at("at"), box.path("at")), size});
  });
  contact.samples = object.integer("samples", 2, 100);
  if (object.has("samples") && !object.has("capsules") && !object.has("boxes"))
    object.error("samples", "`samples` has no meaning here: it is for places along `capsules` and `boxes`",
                 "a sphere or a disc touches at one place; leave it out");
}

std::optional<ElasticMaterial> read_material(Reading& r, ObjectReader& law, const char* key) {
  if (!law.has(key)) return std::nullopt;
  ObjectReader object(r.values, law.at(key), law.path(key), schema::material);
  if (!object) return std::nullopt;
  const ElasticMaterial material{object.number("young"), object.number("poisson")};
  if (material.poisson_ratio > 0.5) object.error("poisson", "must lie between 0 and 0.5");
  return material;
}

void check_open_restitution(ObjectReader& law, double restitution) {
  if (!(restitution > 0) || restitution > 1)
    law.error("restitution", "must be above 0 and at most 1", "without restitution use `law: rigid`, or a spring-damper with much damping");
}

void read_stiffness(Reading& r, ObjectReader& object, const ContactDescription& contact, NormalLawDescription& law) {
  law.exponent = object.has("exponent") ? object.number("exponent") : law.type == NormalLawType::spring_damper ? 1 : 1.5;
  law.material = read_material(r, object, "material");
  law.ground_material = read_material(r, object, "ground_material");
  if (object.has("stiffness") == object.has("material")) {
    object.error("", "one of `stiffness` and `material` is wanted", "a material gives the stiffness of a sphere on a plane after Hertz");
    return;
  }
  if (object.has("ground_material") && !object.has("material")) object.error("ground_material", "needs `material` beside it");
  if (object.has("material")) {
    if (!(contact.radius_m > 0))
      object.error("material", "the stiffness of a sphere depends on its `radius`, and the contact has none",
                   "give a radius, or the stiffness itself");
    if (law.exponent != 1.5) object.error("exponent", "a stiffness from materials belongs to the exponent 1.5");
  } else if (law.exponent == 1) {
    law.stiffness = object.number("stiffness", dimension::stiffness);
  } else if (const auto given = r.values.quantity(object.at("stiffness"), object.path("stiffness"))) {
    if (given->knowledge == Knowledge::known && given->dimension != dimension::number) {
      const std::string unit = fmt::format("N/m^{:g}", law.exponent);
      object.error("stiffness", fmt::format("with the exponent {:g} it is in {}, and this is in {}", law.exponent, unit, si_unit(given->dimension)),
                   "write the plain number of " + unit + ", which is no unit that can be written; with `exponent: 1` it is in N/m");
    } else {
      law.stiffness = object.number("stiffness", dimension::number);
    }
  }
}

std::optional<NormalLawDescription> read_law_of_contact(Reading& r, ObjectReader& contact_object, const ContactDescription& contact) {
  ObjectReader object(r.values, contact_object.at("law"), contact_object.path("law"), schema::contact_law);
  if (!object || !object.has("type")) return std::nullopt;
  const std::optional<NormalLawType> type = normal_law_named(object.word("type"));
  if (!type) return std::nullopt;  // word() has said so
  NormalLawDescription law;
  law.type = *type;
  if (law.type == NormalLawType::hold) {
    object.only({"type"}, "with `type: hold`: it is rigid");
    return law;
  }
  read_stiffness(r, object, contact, law);
  if (object.has("clamp") && !object.flag("clamp")) law.pulling = PullingForce::kept;
  law.least_speed_m_per_s = object.number("least_speed");
  if (law.type == NormalLawType::spring_damper) {
    object.only({"type", "stiffness", "exponent", "damping", "clamp", "material", "ground_material"}, "with `type: spring-damper`");
    law.damping = object.number("damping", dimension::damping);
  } else if (law.type == NormalLawType::hertz) {
    object.only({"type", "stiffness", "exponent", "material", "ground_material"}, "with `type: hertz`: it loses no energy");
  } else if (law.type == NormalLawType::hunt_crossley && object.has("damping") == object.has("restitution")) {
    object.error("", "one of `restitution` (at every speed) and `damping` (restitution 1 - damping*speed) is wanted");
  } else if (law.type == NormalLawType::hunt_crossley && object.has("damping")) {
    law.damping = object.number("damping", dimension::per_speed);
  } else {
    object.only({"type", "stiffness", "exponent", "restitution", "clamp", "least_speed", "material", "ground_material"}, "with this law");
    if (!object.has("restitution")) object.error("", "`restitution` is missing");
    else check_open_restitution(object, *(law.restitution = object.number("restitution")));
  }
  return law;
}

ContactFrictionDescription read_friction_of_contact(Reading& r, ObjectReader& contact_object, const NormalLawDescription& law) {
  ContactFrictionDescription friction;
  ObjectReader object(r.values, contact_object.at("friction"), contact_object.path("friction"), schema::contact_friction);
  if (!object || !object.has("type")) return friction;
  const std::optional<FrictionLawType> type = friction_law_named(object.word("type"));
  if (!type) return friction;
  friction.type = *type;
  const bool rigid = friction.type == FrictionLawType::dry || friction.type == FrictionLawType::stick || friction.type == FrictionLawType::wheel;
  if (rigid != (law.type == NormalLawType::hold)) {
    object.error("type", rigid ? "goes with `law: {type: hold}` alone" : "does not go with `law: {type: hold}`",
                 rigid ? "with this law: coulomb, stribeck, bengisu-akay, ambrosio, bristle, viscous" : "with this law: dry, stick, wheel");
    return friction;
  }
  for (const char* beside : {"viscous", "viscous_across", "rolling_resistance", "spinning_resistance", "transition_spin"}) {
    if (rigid && object.has(beside))
      object.error(beside, "does not go with `law: {type: hold}`, whose forces are those that hold, and of dry friction alone",
                   "leave it out, put a damper or friction on a joint instead, or take a compliant `law`");
  }
  const bool bounded =
      friction.type != FrictionLawType::viscous && friction.type != FrictionLawType::stick && friction.type != FrictionLawType::wheel;
  if (!object.has("coefficient") && bounded) object.error("", "`coefficient` is missing");
  const std::optional<double> along = object.given_number("coefficient");
  friction.coefficient = friction.coefficient_across = along.value_or(0);
  bool refused = object.has("coefficient") && !along;  // nothing more is said about what was refused
  const bool across = object.has("across") || object.has("viscous_across");
  if (friction.type == FrictionLawType::wheel) {
    if (!object.has("direction")) object.error("", "`direction` is missing", "the way in which the wheel rolls, for example x with `axes: body`");
  } else if (across != object.has("direction"))
    object.error("", "`across` and `direction` belong together", "`coefficient` holds along the direction, `across` at right angles to it");
  if (object.has("across")) {
    const std::optional<double> sideways = object.given_number("across");
    friction.coefficient_across = sideways.value_or(0);
    refused = refused || !sideways;
  }
  // M²e/|Me| with one coefficient zero is the other one times the sign of a component of e: a jump, however slow the sliding, which no speed of transition smooths.
  const bool smoothed = object.has("coefficient") && bounded && !rigid && friction.type != FrictionLawType::bristle;
  if (!refused && smoothed && (friction.coefficient == 0) != (friction.coefficient_across == 0))
    object.error(friction.coefficient == 0 ? "coefficient" : "across",
                 "with zero one way and friction the other way, the force jumps with the direction of sliding: the law is not smooth",
                 "write a small coefficient, for example a hundredth of the other one, or take `type: bristle`");
  if (object.has("direction")) friction.direction = r.values.direction(object.at("direction"), object.path("direction")).value_or(friction.direction);
  if (object.word("axes") == "body") friction.axes = FrictionAxes::body;
  friction.transition_speed_m_per_s = object.number("transition_speed");
  friction.stribeck_speed_m_per_s = object.has("stribeck_speed") ? object.number("stribeck_speed") : 10 * friction.transition_speed_m_per_s;
  friction.viscous_N_s_per_m = friction.viscous_across_N_s_per_m = object.number("viscous");
  if (object.has("viscous_across")) friction.viscous_across_N_s_per_m = object.number("viscous_across");
  friction.rolling_resistance_m = object.number("rolling_resistance");
  friction.spinning_resistance_m = object.number("spinning_resistance");
  friction.transition_spin_rad_per_s = object.number("transition_spin");
  friction.v0_m_per_s = object.has("v0") ? object.number("v0") : friction.type == FrictionLawType::ambrosio ? 1e-4 : 1e-3;
  friction.v1_m_per_s = object.number("v1");
  friction.decay_s_per_m = object.number("decay");
  const auto with_static = [&] {
    const std::optional<double> at_rest = object.given_number("static_coefficient");
    friction.static_coefficient = at_rest.value_or(friction.coefficient);
    if (refused) return;
    if (friction.static_coefficient < friction.coefficient) object.error("static_coefficient", "must not be below `coefficient`");
    if (friction.static_coefficient > 0 && friction.coefficient == 0)
      object.error("coefficient", "must be greater than zero beside a `static_coefficient`", "write the coefficient of sliding, for example 0.2");
  };
  // Keys that belong to this type alone, beside those of all.
  const auto only = [&](std::initializer_list<std::string_view> own, const char* because) {
    constexpr std::string_view special[] = {"coefficient", "across", "static_coefficient", "transition_speed", "stribeck_speed", "v0",
                                            "v1",          "decay",  "stiffness",          "damping",          "elastic_part"};
    for (const Node::Key& k : object.node().keys) {
      if (std::find(std::begin(special), std::end(special), k.text) != std::end(special) && std::find(own.begin(), own.end(), k.text) == own.end())
        r.values.error(k.at, object.path(k.text), "`" + std::string(k.text) + "` has no meaning " + because);
    }
  };
  switch (friction.type) {
    case FrictionLawType::coulomb: only({"coefficient", "across", "transition_speed"}, "with `type: coulomb`"); break;
    case FrictionLawType::stribeck:
      only({"coefficient", "across", "static_coefficient", "transition_speed", "stribeck_speed"}, "with `type: stribeck`");
      with_static();
      break;
    case FrictionLawType::bengisu_akay:
      only({"coefficient", "across", "static_coefficient", "v0", "decay"}, "with `type: bengisu-akay`");
      if (!object.has("decay")) object.error("", "`decay` is missing", "how fast static friction falls to kinetic friction beyond v0");
      if (!(friction.v0_m_per_s > 0))
        object.error("v0", "must be greater than zero", "write the speed below which friction grows with speed, for example 1 mm/s");
      with_static();
      break;
    case FrictionLawType::ambrosio:
      only({"coefficient", "across", "v0", "v1"}, "with `type: ambrosio`");
      if (!(friction.v1_m_per_s > friction.v0_m_per_s)) object.error(object.has("v1") ? "v1" : "v0", "`v1` must be above `v0`");
      break;
    case FrictionLawType::bristle:
      only({"coefficient", "across", "static_coefficient", "stribeck_speed", "stiffness", "damping", "elastic_part"}, "with `type: bristle`");
      if (!object.has("stiffness"))
        object.error("", "`stiffness` is missing", "of the spring by which it sticks, for example that of the normal law at its usual depth");
      friction.stiffness_N_per_m = object.number("stiffness");
      if (object.has("damping")) friction.damping_N_s_per_m = object.number("damping");
      friction.elastic_part = object.number("elastic_part");
      if (!(friction.elastic_part < 1)) object.error("elastic_part", "must be below 1", "beyond it slip sets in, up to the whole cone");
      with_static();
      break;
    case FrictionLawType::viscous:
      only({}, "with `type: viscous`: drag alone");
      if (!object.has("viscous")) object.error("", "`viscous` is missing", "force per sliding speed");
      break;
    case FrictionLawType::dry:
      only({"coefficient", "across", "static_coefficient"}, "with `type: dry`");
      for (const auto& [key, value] : {std::pair{"coefficient", friction.coefficient}, {"across", friction.coefficient_across}}) {
        if (!refused && object.has(key) && value == 0)
          object.error(key, "must be greater than zero with `type: dry`",
                       "without friction leave `friction` out; what rolls one way and holds the other is a `wheel`");
      }
      with_static();
      break;
    case FrictionLawType::stick: only({"coefficient", "across"}, "with `type: stick`: it never slides"); break;
    case FrictionLawType::wheel: only({"coefficient"}, "with `type: wheel`: it never slides"); break;
    case FrictionLawType::none: break;
  }
  return friction;
}

// On a plane. Fields of heights and steps have other directions too, and bodies turn.
void check_direction_in_ground(Reading& r, ObjectReader& contact_object, const ContactDescription& contact) {
  const ContactFrictionDescription& friction = contact.friction;
  if (contact.heights || contact.step || friction.axes == FrictionAxes::body) return;
  if (!(norm(friction.direction) > 0)) return;  // of a friction whose type was refused no direction was read
  if (!(norm(cross(friction.direction, contact.normal)) <= 1e-9 * norm(friction.direction) * norm(contact.normal))) return;
  const Node* direction = contact_object.at("friction").find("direction");
  if (!direction) return;
  const bool level = std::abs(contact.normal.x) < 0.9 * norm(contact.normal);
  const KeyPath friction_path = contact_object.path("friction");
  r.values.error(*direction, join_path(friction_path, "direction"), "it stands upright on the ground, so that nothing is along it",
                 std::string("name a direction in the ground, for example ") + (level ? "x" : "y"));
}

}  // namespace

void read_contact(Reading& r, const Node::Key& key, const Node& node, const KeyPath& path) {
  auto contact = r.named<ContactDescription>(r.contacts, key, path);
  ObjectReader object(r.values, node, path, schema::contact);
  if (!object) return;
  read_ground(r, object, contact);
  read_places(r, object, contact);
  contact.radius_m = object.number("radius");
  if (object.has("ground") && object.at("ground").find("heights") && !contact.heights) return;  // said already
  const bool compliant = object.has("law") && !object.at("law").is(Node::Kind::scalar);
  if (compliant) {
    if (object.has("restitution")) object.error("restitution", "belongs to rigid impact; a compliant law has its own under `law`");
    contact.law = read_law_of_contact(r, object, contact);
    if (!contact.law) return;
    if (object.has("friction")) {
      contact.friction = read_friction_of_contact(r, object, *contact.law);
      check_direction_in_ground(r, object, contact);
    }
  } else {
    if (object.has("law")) r.values.word(object.at("law"), object.path("law"), "rigid");
    if (!object.has("restitution")) object.error("", "`restitution` (rigid impact) or a compliant `law` is missing");
    contact.restitution = object.number("restitution");
    if (contact.restitution > 1) object.error("restitution", "must lie between 0 and 1", "above 1 an impact would make energy");
    if (object.has("friction")) object.error("friction", "rigid impacts are frictionless", "give a compliant `law`");
  }
  if (object.has("held")) {
    if (!contact.law || contact.law->type != NormalLawType::hold)
      object.error("held", "goes with `law: {type: hold}` alone", "other contacts have forces of their own");
    else contact.held = read_law(r.values, object.at("held"), object.path("held"), dimension::number);
  }
  r.description.contacts.push_back(std::move(contact));
}

}  // namespace zanjir
