// bodies.<name>.beam: sections and materials become numbers per length, modes a plain list.
#include <algorithm>
#include <map>
#include <numbers>

#include "zanjir/describe/mode_sets.hpp"
#include "zanjir/describe/sections.hpp"

namespace zanjir {
namespace {

struct SectionNumbers {
  double area = 0, iy = 0, iz = 0, torsion = 0, shear_factor = 5.0 / 6;
};

// Saint-Venant torsion of a rectangle, within 0.5 %: [Young2012] table 10.7.
double torsion_of_rectangle(double height, double width) {
  const double a = std::max(height, width), b = std::min(height, width), ratio = b / a;
  return a * b * b * b * (1.0 / 3 - 0.21 * ratio * (1 - ratio * ratio * ratio * ratio / 12));
}

SectionNumbers read_section(Reading& r, const Node& node, const KeyPath& path) {
  ObjectReader object(r.values, node, path, schema::beam_section);
  SectionNumbers s;
  if (!object) return s;
  const std::string shape = object.has("shape") ? object.word("shape") : "";
  const auto need = [&](std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
      if (!object.has(key))
        object.error("", "key `" + std::string(key) + "` is missing", shape.empty() ? "or give a `shape`" : "a " + shape + " needs it");
  };
  constexpr double pi = std::numbers::pi;
  if (shape == "rectangle") {
    need({"height", "width"});
    const double h = object.number("height"), w = object.number("width");
    s = {h * w, h * w * w * w / 12, w * h * h * h / 12, torsion_of_rectangle(h, w), 5.0 / 6};
  } else if (shape == "round" || shape == "tube") {
    need({"diameter"});
    if (shape == "tube") need({"wall"});
    const double d = object.number("diameter"), inner = shape == "tube" ? d - 2 * object.number("wall") : 0;
    if (inner < 0) object.error("wall", "is more than half the diameter");
    const double I = pi * (d * d * d * d - inner * inner * inner * inner) / 64;
    s = {pi * (d * d - inner * inner) / 4, I, I, 2 * I, shape == "tube" ? 0.5 : 0.9};
  } else if (!object.has("shape")) {
    need({"area", "iy", "iz"});
  }
  if (object.has("area")) s.area = object.number("area");
  if (object.has("iy")) s.iy = object.number("iy");
  if (object.has("iz")) s.iz = object.number("iz");
  if (object.has("torsion")) s.torsion = object.number("torsion");
  if (object.has("shear_factor")) s.shear_factor = object.number("shear_factor");
  return s;
}

// Section, material and mass of a beam, or of the one its shapes come from.
BeamProperties read_properties(Reading& r, ObjectReader& object) {
  BeamProperties p;
  if (!object.has("section") || !object.has("material")) return p;  // reported as missing
  const SectionNumbers s = read_section(r, object.at("section"), object.path("section"));
  ObjectReader material(r.values, object.at("material"), object.path("material"), schema::beam_material);
  if (!material) return p;
  if (material.has("shear") && material.has("poisson")) material.error("poisson", "`shear` is given already", "keep one of them");
  const double E = material.number("young"), G = material.has("shear") ? material.number("shear") : E / (2 * (1 + material.number("poisson")));
  if (object.has("mass_per_length")) p.mass_kg_per_m = object.number("mass_per_length");
  else if (material.has("density")) p.mass_kg_per_m = material.number("density") * s.area;
  else material.error("", "key `density` is missing", "or give the beam its `mass_per_length`");
  p.young_Pa = E;
  p.shear_Pa = G;
  p.EA_N = E * s.area;
  p.EI_y_N_m2 = E * s.iy;
  p.EI_z_N_m2 = E * s.iz;
  p.GI_x_N_m2 = G * s.torsion;
  p.kAG_N = s.shear_factor * s.area * G;
  if (s.area > 0) p.rotary_kg_m = Vec3d{s.iy + s.iz, s.iy, s.iz} * (p.mass_kg_per_m / s.area);
  const double viscosity = material.number("viscosity");
  p.viscosity_A_N_s = viscosity * s.area;
  p.viscosity_I_y_N_s_m2 = viscosity * s.iy;
  p.viscosity_I_z_N_s_m2 = viscosity * s.iz;
  return p;
}

// -- modes ---------------------------------------------------------------------------------------------------------------------------

constexpr long most_modes = 100;

class ModeReader {
 public:
  ModeReader(Reading& r, BeamDescription& beam, bool has_tip) : r_(r), beam_(beam), has_tip_(has_tip) {}

  void read(const Node& node, const KeyPath& path) {
    if (node.is(Node::Kind::list)) {
      for (std::size_t i = 0; i < node.items.size() && !r_.gave_up(); ++i) read_item(node.items[i], item_path(path, i));
    } else if (node.is(Node::Kind::map)) {
      for (std::size_t i = 0; i < node.keys.size() && !r_.gave_up(); ++i)
        read_direction(node.keys[i], node.items[i], join_path(path, node.keys[i].text));
    } else {
      r_.values.error(node, path, "a list of modes or a map of directions is wanted", "write `modes: [cf, cf]` or `modes: {bending_y: 2}`");
      return;
    }
    if (beam_.modes.empty() && r_.values.sink().n_errors() == 0)
      r_.values.error(node, path, "an elastic body needs a mode", "describe it as a rigid body otherwise");
  }

 private:
  void add(ModeKind kind, ModeSet set, const Node& node, const KeyPath& path) {
    const int number = ++counted_[{kind, set}];
    if (set == ModeSet::static_pair && number > 2)
      return r_.values.error(node, path, "there are two static shapes: a deflection and a turn of the end", "go on with `cc`");
    if (set == ModeSet::static_end && number > 1) return r_.values.error(node, path, "there is one static shape", "go on with `fixed`");
    if (set == ModeSet::loaded && !has_tip_) return r_.values.error(node, path, "`loaded` modes need the body at the end", "give the beam a `tip`");
    if (static_cast<long>(beam_.modes.size()) == most_modes) return r_.values.error(node, path, "more than " + std::to_string(most_modes) + " modes");
    if (static_cast<long>(beam_.modes.size()) > most_modes) return;
    beam_.modes.push_back({kind, set, number, {}, node.at});
  }

  std::optional<ModeSet> set_of(ModeKind kind, std::string_view word, const Node& node, const KeyPath& path) {
    std::string list;
    for (const ModeSetName& s : sets_of(kind)) {
      if (s.word == word) return s.set;
      list += (list.empty() ? "" : ", ") + std::string(s.word);
    }
    r_.values.error(node, path, "no modes '" + std::string(word) + "'", "use one of " + list);
    return std::nullopt;
  }

  void read_item(const Node& node, const KeyPath& path) {
    const ModeKind kind = kind_of_lists(r_.description.plane);
    if (node.is(Node::Kind::scalar)) {
      if (const auto set = set_of(kind, node.text, node, path)) add(kind, *set, node, path);
      return;
    }
    if (!r_.values.expect(node, path, Node::Kind::map, "a word or a map of polynomials")) return;
    ModeDescription mode;
    mode.kind = ModeKind::polynomial;
    mode.at = node.at;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const auto part = std::find(std::begin(shape_parts), std::end(shape_parts), node.keys[i].text);
      const KeyPath here = join_path(path, node.keys[i].text);
      if (part == std::end(shape_parts))
        r_.values.error(node.keys[i].at, here, "unknown key '" + std::string(node.keys[i].text) + "'", "a shape has x, y, z and turn");
      else
        mode.polynomial[static_cast<std::size_t>(part - std::begin(shape_parts))] =
            r_.values.numbers(node.items[i], here, {dimension::number, schema::Range::any}, 0);
    }
    if (static_cast<long>(beam_.modes.size()) < most_modes) beam_.modes.push_back(std::move(mode));
  }

  void read_direction(const Node::Key& key, const Node& node, const KeyPath& path) {
    const auto found = std::find(std::begin(mode_directions), std::end(mode_directions), key.text);
    if (found == std::end(mode_directions)) {
      r_.values.error(key.at, path, "no direction '" + std::string(key.text) + "'", "use bending_y, bending_z, axial or torsion");
      return;
    }
    const auto kind = static_cast<ModeKind>(found - std::begin(mode_directions));
    if (node.is(Node::Kind::map)) {
      for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const KeyPath here = join_path(path, node.keys[i].text);
        const auto set = set_of(kind, node.keys[i].text, node.items[i], here);
        const auto n = count(node.items[i], here);
        for (long k = 0; set && k < n; ++k) add(kind, *set, node.items[i], here);
      }
      return;
    }
    const long n = count(node, path);
    // What the end does under its load, then modes with the end held: whatever hangs on it, end loads are exact. Bending needs two shapes for that; one is the free cantilever.
    for (long k = 0; k < n; ++k) {
      if (is_bending(kind)) add(kind, n == 1 ? ModeSet::cf : k < 2 ? ModeSet::static_pair : ModeSet::cc, node, path);
      else add(kind, k == 0 ? ModeSet::static_end : ModeSet::fixed, node, path);
    }
  }

  long count(const Node& node, const KeyPath& path) {
    const auto n = r_.values.integer(node, path);
    if (!n) return 0;
    if (*n < 0 || *n > most_modes) r_.values.error(node, path, "from 0 to " + std::to_string(most_modes) + " modes are possible");
    return std::clamp(*n, 0L, most_modes);
  }

  Reading& r_;
  BeamDescription& beam_;
  bool has_tip_;
  std::map<std::pair<ModeKind, ModeSet>, int> counted_;
};

}  // namespace

BeamDescription read_beam(Reading& r, const Node& node, const KeyPath& path) {
  BeamDescription beam;
  beam.at = node.at;
  ObjectReader object(r.values, node, path, schema::beam);
  if (!object) return beam;
  beam.length_m = object.number("length");
  beam.properties = read_properties(r, object);
  beam.properties.air_N_s_per_m2 = object.number("air_damping");
  if (object.has("rotary_per_length")) beam.properties.rotary_kg_m = object.vector("rotary_per_length");
  if (object.has("shapes_from")) {
    ObjectReader shapes(r.values, object.at("shapes_from"), object.path("shapes_from"), schema::beam_shapes);
    if (shapes) beam.shapes_from = read_properties(r, shapes);
  }
  if (object.word("theory") == "euler_bernoulli") {
    beam.properties.kAG_N = 0;
    if (beam.shapes_from) beam.shapes_from->kAG_N = 0;
  }
  const std::string rotary = object.word("rotary_inertia");
  beam.rotary = rotary == "none" ? RotaryInertia::none : rotary == "frame" ? RotaryInertia::frame : RotaryInertia::element;
  beam.stiffening = object.word("stiffening") == "full" ? Stiffening::full : Stiffening::none;
  beam.damped_curvature = object.word("damped_curvature") == "centre_line" ? DampedCurvature::centre_line : DampedCurvature::sections;
  if (object.has("tip")) {
    ObjectReader tip(r.values, object.at("tip"), object.path("tip"), schema::beam_tip);
    if (tip) {
      const double m = tip.number("mass"), ahead = tip.number("ahead");
      beam.tip = {m, m * ahead, tip.number("inertia") + m * ahead * ahead};
    }
  }
  if (object.has("modes")) ModeReader(r, beam, object.has("tip")).read(object.at("modes"), object.path("modes"));
  if (object.has("modal_damping"))
    beam.modal_damping_N_s_per_m = r.values.numbers(object.at("modal_damping"), object.path("modal_damping"),
                                                    {dimension::damping, schema::Range::non_negative}, beam.modes.size());
  return beam;
}

}  // namespace zanjir
