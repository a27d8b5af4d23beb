#include "zanjir/analyse/value_tree.hpp"

#include "zanjir/core/contract.hpp"
#include "zanjir/core/ids.hpp"

namespace zanjir {
namespace {

Names names_of(std::span<const std::string> list) { return {list.begin(), list.end()}; }
std::string joined(const std::string& path, const std::string& name) { return path.empty() || name.empty() ? path + name : path + "." + name; }

}  // namespace

Value::Value(Content content) : content_(std::move(content)) {}
Value::Value() : content_(Object{}) {}
Value::Value(bool flag) : content_(flag) {}
Value::Value(const char* text) : content_(std::string(text)) {}
Value::Value(std::string text) : content_(std::move(text)) {}
Value::Value(std::string_view text) : content_(std::string(text)) {}
Value::Value(Names texts) : content_(std::move(texts)) {}
Value::Value(std::span<const std::string> texts) : content_(names_of(texts)) {}

Value Value::number(double value, std::string_view unit) { return Value(Content(Number{value, std::string(unit)})); }
Value Value::count(long value) { return Value(Content(Count{value})); }
Value Value::vector(std::span<const std::string> names, const VecX& values, Names units) {
  return Value(Content(Vector{names_of(names), std::move(units), values}));
}
Value Value::vector(std::span<const std::string> names, const VecX& values, std::string_view unit) {
  return vector(names, values, Names{std::string(unit)});
}
Value Value::vector(const Vec3d& a, std::string_view unit, std::string_view letter) {
  const std::string l(letter);
  return vector(Names{l + "x", l + "y", l + "z"}, VecX(Eigen::Vector3d(a.x, a.y, a.z)), unit);
}
Value Value::matrix(std::span<const std::string> rows, std::span<const std::string> columns, const MatX& values, std::string_view unit) {
  return Value(Content(Matrix{names_of(rows), names_of(columns), std::string(unit), values}));
}
Value Value::named_matrix(std::span<const std::string> rows, std::span<const std::string> columns, const MatX& values, std::string_view unit) {
  Value out;
  out.add("rows", rows).add("columns", columns).add_unnamed("values", matrix(rows, columns, values, unit));
  return out;
}
Value Value::list() { return Value(Content(List{})); }

Value& Value::add_entry(Entry entry) {
  if (auto* list = std::get_if<List>(&content_)) list->entries.push_back(std::move(entry));
  else std::get<Object>(content_).entries.push_back(std::move(entry));
  return *this;
}
Value& Value::add(std::string key, Value value) {
  std::string name = key;
  return add_as(std::move(key), std::move(name), std::move(value));
}
Value& Value::add_unnamed(std::string key, Value value) { return add_as(std::move(key), "", std::move(value)); }
Value& Value::add_as(std::string key, std::string name, Value value) {
  return add_entry({std::move(key), std::move(name), std::move(value), Shown::everywhere});
}
Value& Value::add_in_json(std::string key, Value value) { return add_entry({std::move(key), "", std::move(value), Shown::in_json}); }
Value& Value::add_in_numbers(std::string name, Value value) { return add_entry({"", std::move(name), std::move(value), Shown::in_numbers}); }
Value& Value::add_all(Value object) {
  for (Entry& entry : std::get<Object>(object.content_).entries) add_entry(std::move(entry));
  return *this;
}

void for_each_number(const Value& value, const std::string& name, const NumberVisitor& apply) {
  struct Visit {
    const std::string& name;
    const NumberVisitor& apply;
    void entries(const std::vector<Value::Entry>& list) const {
      for (const Value::Entry& e : list)
        if (e.shown != Value::Shown::in_json) for_each_number(e.value, joined(name, e.name), apply);
    }
    void operator()(const Value::Object& object) const { entries(object.entries); }
    void operator()(const Value::List& list) const { entries(list.entries); }
    void operator()(const Value::Number& number) const { apply(name, number.unit, number.value); }
    void operator()(const Value::Count& count) const { apply(name, "1", static_cast<double>(count.value)); }
    void operator()(bool flag) const { apply(name, "1", flag ? 1 : 0); }
    void operator()(const std::string&) const {}
    void operator()(const Names&) const {}
    void operator()(const Value::Vector& v) const {
      for (Eigen::Index i = 0; i < v.values.size(); ++i)
        apply(joined(name, v.names[at(i)]), v.units.size() == 1 ? v.units[0] : v.units[at(i)], v.values[i]);
    }
    void operator()(const Value::Matrix& m) const {
      for (Eigen::Index r = 0; r < m.values.rows(); ++r) {
        for (Eigen::Index c = 0; c < m.values.cols(); ++c) apply(joined(name, m.rows[at(r)] + "." + m.columns[at(c)]), m.unit, m.values(r, c));
      }
    }
  };
  std::visit(Visit{name, apply}, value.content());
}

std::optional<std::string> find_number(const Value& value, const std::function<bool(double)>& is) {
  using Found = std::optional<std::string>;
  struct Visit {
    const std::function<bool(double)>& is;
    Found entries(const std::vector<Value::Entry>& list) const {
      for (const Value::Entry& e : list)
        if (const Found found = find_number(e.value, is)) return joined(e.shown == Value::Shown::in_json ? e.key : e.name, *found);
      return {};
    }
    Found operator()(const Value::Object& object) const { return entries(object.entries); }
    Found operator()(const Value::List& list) const { return entries(list.entries); }
    Found operator()(const Value::Number& number) const { return is(number.value) ? Found("") : Found(); }
    Found operator()(const Value::Vector& v) const {
      for (Eigen::Index i = 0; i < v.values.size(); ++i)
        if (is(v.values[i])) return v.names[at(i)];
      return {};
    }
    Found operator()(const Value::Matrix& m) const {
      for (Eigen::Index r = 0; r < m.values.rows(); ++r) {
        for (Eigen::Index c = 0; c < m.values.cols(); ++c)
          if (is(m.values(r, c))) return m.rows[at(r)] + "." + m.columns[at(c)];
      }
      return {};
    }
    Found operator()(const Value::Count&) const { return {}; }
    Found operator()(bool) const { return {}; }
    Found operator()(const std::string&) const { return {}; }
    Found operator()(const Names&) const { return {}; }
  };
  return std::visit(Visit{is}, value.content());
}

}  // namespace zanjir
