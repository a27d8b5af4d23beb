// contacts:
#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

void read_ground(Reading& r, ObjectReader& object, ContactDescription& contact) {
  if (!object.has("ground")) return;
  ObjectReader ground(r.values, object.at("ground"), object.path("ground"), schema::ground);
  if (!ground) return;
  contact.point = ground.vector("point");
  if (ground.has("normal")) contact.normal = r.values.direction(ground.at("normal"), ground.path("normal")).value_or(contact.normal);
}

void read_places(Reading& r, ObjectReader& object, ContactDescription& contact) {
  if (!object.has("on") && !object.has("capsules")) object.error("", "`on` or `capsules` is missing", "what hits the ground?");
  if (object.has("on")) {
    const Node& on = object.at("on");
    if (on.is(Node::Kind::list)) {
      for (std::size_t i = 0; i < on.items.size(); ++i)
        contact.on.push_back(r.values.name(on.items[i], object.path("on") + "[" + std::to_string(i) + "]"));
      if (on.items.empty()) object.error("on", "the list is empty");
    } else {
      contact.on.push_back(r.values.name(on, object.path("on")));
    }
  }
  if (!object.has("capsules")) return;
  const Node& capsules = object.at("capsules");
  if (!r.values.expect(capsules, object.path("capsules"), Node::Kind::list, "a list of pairs")) return;
  for (std::size_t i = 0; i < capsules.items.size(); ++i) {
    const Node& pair = capsules.items[i];
    const std::string path = object.path("capsules") + "[" + std::to_string(i) + "]";
    if (!pair.is(Node::Kind::list) || pair.items.size() != 2) {
      r.values.error(pair, path, "a capsule is the pair of frames at the ends of its axis", "for example [rod.a, rod.b]");
      continue;
    }
    contact.capsules.emplace_back(r.values.name(pair.items[0], path + "[0]"), r.values.name(pair.items[1], path + "[1]"));
  }
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
  } else {
    law.stiffness = object.number("stiffness");
  }
}

std::optional<NormalLawDescription> read_law_of_contact(Reading& r, ObjectReader& contact_object, const ContactDescription& contact) {
  ObjectReader object(r.values, contact_object.at("law"), contact_object.path("law"), schema::contact_law);
  if (!object || !object.has("type")) return std::nullopt;
  const std::optional<NormalLawType> type = normal_law_named(object.word("type"));
  if (!type) return std::nullopt;  // word() has said so
  NormalLawDescription law;
  law.type = *type;
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

ContactFrictionDescription read_friction_of_contact(Reading& r, ObjectReader& contact_object) {
  ContactFrictionDescription friction;
  ObjectReader object(r.values, contact_object.at("friction"), contact_object.path("friction"), schema::contact_friction);
  if (!object || !object.has("type")) return friction;
  const std::optional<FrictionLawType> type = friction_law_named(object.word("type"));
  if (!type) return friction;
  friction.type = *type;
  friction.coefficient = friction.coefficient_across = object.number("coefficient");
  if (object.has("across") != object.has("direction"))
    object.error("", "`across` and `direction` belong together", "`coefficient` holds along the direction, `across` at right angles to it");
  if (object.has("across")) friction.coefficient_across = object.number("across");
  if (object.has("direction")) friction.direction = r.values.direction(object.at("direction"), object.path("direction")).value_or(friction.direction);
  if (object.word("axes") == "body") friction.axes = FrictionAxes::body;
  friction.transition_speed_m_per_s = object.number("transition_speed");
  friction.stribeck_speed_m_per_s = object.has("stribeck_speed") ? object.number("stribeck_speed") : 10 * friction.transition_speed_m_per_s;
  friction.v0_m_per_s = object.has("v0") ? object.number("v0") : friction.type == FrictionLawType::ambrosio ? 1e-4 : 1e-3;
  friction.v1_m_per_s = object.number("v1");
  friction.decay_s_per_m = object.number("decay");
  const auto with_static = [&] {
    friction.static_coefficient = object.has("static_coefficient") ? object.number("static_coefficient") : friction.coefficient;
    if (friction.static_coefficient < friction.coefficient) object.error("static_coefficient", "must not be below `coefficient`");
    if (friction.static_coefficient > 0 && friction.coefficient == 0)
      object.error("coefficient", "must be greater than zero beside a `static_coefficient`", "write the coefficient of sliding, for example 0.2");
  };
  switch (friction.type) {
    case FrictionLawType::coulomb:
      object.only({"type", "coefficient", "across", "direction", "axes", "transition_speed"}, "with `type: coulomb`");
      break;
    case FrictionLawType::stribeck:
      object.only({"type", "coefficient", "across", "direction", "axes", "static_coefficient", "transition_speed", "stribeck_speed"},
                  "with `type: stribeck`");
      with_static();
      break;
    case FrictionLawType::bengisu_akay:
      object.only({"type", "coefficient", "across", "direction", "axes", "static_coefficient", "v0", "decay"}, "with `type: bengisu-akay`");
      if (!object.has("decay")) object.error("", "`decay` is missing", "how fast static friction falls to kinetic friction beyond v0");
      if (!(friction.v0_m_per_s > 0))
        object.error("v0", "must be greater than zero", "write the speed below which friction grows with speed, for example 1 mm/s");
      with_static();
      break;
    case FrictionLawType::ambrosio:
      object.only({"type", "coefficient", "across", "direction", "axes", "v0", "v1"}, "with `type: ambrosio`");
      if (!(friction.v1_m_per_s > friction.v0_m_per_s)) object.error(object.has("v1") ? "v1" : "v0", "`v1` must be above `v0`");
      break;
    case FrictionLawType::none: break;
  }
  return friction;
}

}  // namespace

void read_contact(Reading& r, const Node::Key& key, const Node& node, const std::string& path) {
  ContactDescription contact;
  contact.name = r.new_name(key, path);
  contact.at = key.at;
  r.add_name(r.contacts, contact.name, key.at, path);
  ObjectReader object(r.values, node, path, schema::contact);
  if (!object) return;
  read_ground(r, object, contact);
  read_places(r, object, contact);
  contact.radius_m = object.number("radius");
  const bool compliant = object.has("law") && !object.at("law").is(Node::Kind::scalar);
  if (compliant) {
    if (object.has("restitution")) object.error("restitution", "belongs to rigid impact; a compliant law has its own under `law`");
    contact.law = read_law_of_contact(r, object, contact);
    if (!contact.law) return;
    if (object.has("friction")) contact.friction = read_friction_of_contact(r, object);
  } else {
    if (object.has("law")) r.values.word(object.at("law"), object.path("law"), "rigid");
    if (!object.has("restitution")) object.error("", "`restitution` (rigid impact) or a compliant `law` is missing");
    contact.restitution = object.number("restitution");
    if (contact.restitution > 1) object.error("restitution", "must lie between 0 and 1", "above 1 an impact would make energy");
    if (object.has("friction")) object.error("friction", "rigid impacts are frictionless", "give a compliant `law`");
  }
  r.description.contacts.push_back(std::move(contact));
}

}  // namespace zanjir
