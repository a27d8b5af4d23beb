// The numbers of a task as JSON: {"name": {"value", "unit"}}; what is not finite is null. Private to report/.
#pragma once

#include <cmath>

#include "zanjir/report/json_values.hpp"
#include "zanjir/study/results.hpp"

namespace zanjir {

inline Json numbers_json(const TaskResult& task) {
  Json numbers = Json::object();
  for (const Number& n : task.numbers) numbers[n.name] = {{"value", std::isfinite(n.value) ? Json(n.value) : Json()}, {"unit", n.unit}};
  return numbers;
}

}  // namespace zanjir
