#include "zanjir/report/evaluation_report.hpp"

#include "zanjir/report/json_values.hpp"

namespace zanjir {
namespace {

Json json_of_value(const Value&);

// Vectors and matrices are plain lists: the names of their entries stand beside them.
struct ToJson {
  Json operator()(const Value::Object& object) const {
    Json out = Json::object();
    auto& entries = out.get_ref<Json::object_t&>();  // appended, not looked for: keys are those of one object, and there may be ten thousand
    for (const Value::Entry& e : object.entries)
      if (e.shown != Value::Shown::in_numbers) entries.Json::object_t::Container::emplace_back(e.key, json_of_value(e.value));
    return out;
  }
  Json operator()(const Value::List& list) const {
    Json out = Json::array();
    for (const Value::Entry& e : list.entries) out.push_back(json_of_value(e.value));
    return out;
  }
  Json operator()(const Value::Number& number) const { return number.value; }
  Json operator()(const Value::Count& count) const { return count.value; }
  Json operator()(const Value::Vector& vector) const { return json_of(vector.values); }
  Json operator()(const Value::Matrix& matrix) const { return json_of_rows(matrix.values); }
  template <class Plain> Json operator()(const Plain& flag_or_text) const { return flag_or_text; }
};

Json json_of_value(const Value& value) { return std::visit(ToJson{}, value.content()); }

}  // namespace

std::string evaluation_json(const Model& model, const Evaluation& answer, std::uint32_t line) {
  Json out;
  if (line > 0) out["line"] = line;
  out["model"] = model.name();
  out["t"] = answer.t_s;
  for (const auto& [name, value] : answer.items) out[std::string(name)] = json_of_value(value);
  return to_line(out);
}

}  // namespace zanjir
