// What is constant about elastic bodies: their shapes, and the matrices of their modes.
#include "zanjir/analyse/elastic_facts.hpp"
#include "zanjir/analyse/items/item.hpp"

namespace zanjir::eval_item {
namespace {

Value numbered(const std::vector<double>& values, const std::string& letter, const char* unit) {
  Names names;
  for (std::size_t i = 0; i < values.size(); ++i) names.push_back(letter + std::to_string(i));
  return Value::vector(names, Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size())), unit);
}

Value profile_value(const Profile& p, const char* unit) {
  Value waves = Value::list(), layers = Value::list();
  for (std::size_t i = 0; i < p.waves.size(); ++i) {
    const Profile::Wave& w = p.waves[i];
    waves.add("wave" + std::to_string(i + 1),
              Value().add("k", Value::number(w.k, "1/m")).add("sine", Value::number(w.sine, unit)).add("cosine", Value::number(w.cosine, unit)));
  }
  for (std::size_t i = 0; i < p.layers.size(); ++i) {
    const Profile::Layer& l = p.layers[i];
    layers.add("layer" + std::to_string(i + 1), Value()
                                                    .add("k", Value::number(l.k, "1/m"))
                                                    .add("from_start", Value::number(l.from_start, unit))
                                                    .add("from_end", Value::number(l.from_end, unit)));
  }
  return Value()
      .add_unnamed("polynomial", numbered(p.polynomial, "x", unit))
      .add_unnamed("waves", std::move(waves))
      .add_unnamed("layers", std::move(layers));
}

// By axis; in the names of numbers an only axis is left out.
Value by_axis(const std::vector<std::pair<char, Profile>>& along, const char* unit) {
  Value out;
  for (const auto& [axis, p] : along) out.add_as(std::string(1, axis), along.size() == 1 ? "" : std::string(1, axis), profile_value(p, unit));
  return out;
}

Value mode_value(const ModeFacts& m) {
  Value out;
  out.add("frequency", Value::number(m.frequency_rad_per_s, "rad/s"))
      .add("stiffness", Value::number(m.stiffness_N_per_m, "N/m"))
      .add("damping", Value::number(m.damping_N_s_per_m, "N s/m"));
  out.add("mass", Value::number(m.mass_kg, "kg"))
      .add("end_deflection", Value::vector(m.end_deflection, "1"))
      .add("end_turn", Value::vector(m.end_turn_per_m, "1/m"));
  if (!m.W.empty()) out.add("W", by_axis(m.W, "1"));
  if (!m.Theta.empty()) out.add("Theta", by_axis(m.Theta, "1/m"));
  return out;
}

}  // namespace

EvalItem modes() {
  return {"modes", Solves::nothing, InAll::by_name_only,
          "of elastic bodies, whatever the state: `{body: {length, mass_per_length, rotary_per_length, modes: {body.mode1: {frequency, stiffness, "
          "damping, mass, end_deflection, end_turn, W, Theta}}, frequencies, K, D, M}}`; `frequencies` are those of all shapes together, the body "
          "frame held and nothing on it; `stiffness`, `damping`, "
          "`mass` stand on the diagonals of the matrices `K`, `D`, `M` over the modes (`{rows, columns, values}`; M of the undeformed body that does "
          "not move); the shapes `W`, `Theta` by axis, as `{polynomial: [c0, c1 …] in x/length, waves: [{k, sine, "
          "cosine}], layers: [{k, from_start, from_end}]}` (exp(−kx) and exp(k(x − length))); `frequency` (rad/s) is that of the beam by itself "
          "between the ends of the mode; of a shape that is no solved vibration (axial, torsion, polynomials) Rayleigh's quotient √(K/M)",
          [](StateAnswers& a) {
            Value out;
            for (const ElasticBodyFacts& body : elastic_body_facts(a.model())) {
              Value modes;
              Names names;
              for (const ModeFacts& m : body.modes) modes.add(m.name, mode_value(m)), names.push_back(m.name);
              Value entry;
              entry.add_as("length", body.name + ".length", Value::number(body.length_m, "m"))
                  .add_as("mass_per_length", body.name + ".mass_per_length", Value::number(body.mass_kg_per_m, "kg/m"));
              entry.add_as("rotary_per_length", body.name + ".rotary_per_length", Value::vector(body.rotary_kg_m, "kg m"))
                  .add_unnamed("modes", std::move(modes));
              const VecX& w = body.frequencies_rad_per_s;
              entry.add_as("frequencies", body.name + ".frequencies", numbered(std::vector<double>(w.data(), w.data() + w.size()), "w", "rad/s"));
              entry.add_as("K", body.name + ".K", Value::named_matrix(names, names, body.K, "N/m"))
                  .add_as("D", body.name + ".D", Value::named_matrix(names, names, body.D, "N s/m"));
              entry.add_as("M", body.name + ".M", Value::named_matrix(names, names, body.M, "kg"));
              out.add_unnamed(body.name, std::move(entry));
            }
            return out;
          }};
}

}  // namespace zanjir::eval_item
