// What is claimed: `claims`.
#include <charconv>
#include <cmath>

#include "zanjir/study/study_reader.hpp"

namespace zanjir {

using Kind = Node::Kind;

// Numbers of one `said` or `found` share a dimension; the first unit written is the one that results are shown in.
std::optional<double> StudyReader::bound(ObjectReader& object, const char* key, Bounds& b) {
  if (!object.has(key)) return std::nullopt;
  const Node& node = object.at(key);
  const std::optional<Quantity> q = values.quantity(node, object.path(key));
  if (!q) return std::nullopt;
  if (q->knowledge == Knowledge::known) {
    if (b.kind.knowledge == Knowledge::known && !same_dimension(b.kind.dimension, q->dimension))
      object.error(key, "is " + a_dimension(q->dimension) + ", but the number before is " + a_dimension(b.kind.dimension));
    if (b.kind.knowledge != Knowledge::known) {
      b.kind = {0, Knowledge::known, q->dimension};
      double number = 0;
      const auto [end, status] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), number);
      std::string_view rest =
          status == std::errc() ? std::string_view(end, static_cast<std::size_t>(node.text.data() + node.text.size() - end)) : std::string_view();
      while (rest.starts_with(' ')) rest.remove_prefix(1);
      const UnitText unit = rest.empty() ? UnitText{} : parse_unit(rest);
      if (unit.bad_length == 0 && unit.length == rest.size() && !rest.empty()) b.unit = rest, b.unit_to_si = unit.unit.to_si;
    }
  }
  return q->value;
}

Bounds StudyReader::bounds(ObjectReader& object) {
  Bounds b;
  b.kind.knowledge = Knowledge::factor;
  b.value = bound(object, "value", b);
  b.tol = bound(object, "tol", b).value_or(0);
  b.rel_tol = object.number("rel_tol");
  if (b.tol < 0) object.error("tol", "must not be negative");
  return b;
}

void StudyReader::read_claim(const Node& node, const KeyPath& path, std::set<std::string>& ids) {
  ObjectReader object(values, node, path, study_schema::claim);
  if (!object) return;
  Claim c;
  c.at = node.at;
  if (object.has("id")) {
    c.id = values.name(object.at("id"), object.path("id")).name;
    if (!ids.insert(c.id).second) object.error("id", "there is a claim '" + c.id + "' already");
  }
  c.source = text(object, "source");
  if (object.has("source") && c.source.find_first_not_of(" \t\n") == std::string::npos)
    object.error("source", "is empty", "where the number is said: a page, a table, a law, how we know it");
  c.text = text(object, "text");
  c.reason = text(object, "reason");
  c.expect = object.word<Verdict>("expect");
  if (object.has("said")) {
    ObjectReader said(values, object.at("said"), object.path("said"), study_schema::said);
    if (said) {
      c.said_at = said.node().at;
      c.said = bounds(said);
      c.said.min = bound(said, "min", c.said);
      c.said.max = bound(said, "max", c.said);
      c.said.text = text(said, "text");
      const bool limits = said.has("min") || said.has("max");
      if (said.has("value") == limits) said.error("", said.has("value") ? "either `value` or limits, not both" : "`value`, `min` or `max` is wanted");
      if (!said.has("value") && (said.has("tol") || said.has("rel_tol")))
        said.error("", "a tolerance belongs to a `value`", "widen the limits instead");
      if (c.said.min && c.said.max && *c.said.min > *c.said.max) said.error("max", "is smaller than `min`");
    }
  }
  if (object.has("found")) {
    ObjectReader found(values, object.at("found"), object.path("found"), study_schema::found);
    if (found) {
      c.found = bounds(found);
      c.found->from = text(found, "from");
      if (c.found->value && c.said.contains(*c.found->value))
        found.error("value", "lies inside `said`: the claim would hold", "leave `found` and `expect: differs` out");
    }
  }
  if (c.expect == Verdict::differs) {
    if (!object.has("reason")) object.error("", "`expect: differs` needs a `reason`");
    if (!object.has("found"))
      object.error("", "`expect: differs` needs `found: {value, tol, from}`", "our own number is what a regression is measured by");
  } else if (object.has("found") || object.has("reason")) {
    object.error(object.has("found") ? "found" : "reason", "has no meaning without `expect: differs`");
  }
  if (object.has("by")) c.by = object.word<Sayer>("by");
  if (object.has("compute")) {
    const int errors = sink().n_errors();
    c.compute = expression(object.at("compute"), object.path("compute"));
    if (!c.compute.from_results && sink().n_errors() == errors)
      object.error("compute", "no result of a task has a say in it: it would come out whatever the program does",
                   "what follows from constants alone is a reference and stands in `said`");
  }
  study.claims.push_back(std::move(c));
}

bool Bounds::contains(double x) const {
  if (std::isnan(x)) return false;
  if (value) return std::abs(x - *value) <= tol + rel_tol * std::abs(*value);
  return (!min || x >= *min) && (!max || x <= *max);
}

}  // namespace zanjir
