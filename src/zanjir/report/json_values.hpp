// How our types look as JSON values. Private to report/ and to the apps, so that no public header needs the JSON library.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/linear.hpp"
#include "zanjir/spatial/spatial.hpp"

namespace zanjir {

using Json = nlohmann::ordered_json;  // keys stay in the order they are written

inline Json json_of(const Vec3d& a) { return Json::array({a.x, a.y, a.z}); }
inline Json json_of(const Quatd& q) { return Json::array({q.w, q.x, q.y, q.z}); }
inline Json json_of(const Mat3d& R) { return Json::array({json_of(R.row(0)), json_of(R.row(1)), json_of(R.row(2))}); }
inline Json json_of(const VecX& x) { return Json(std::vector<double>(x.data(), x.data() + x.size())); }
inline Json json_of(const std::span<const std::string> names) { return Json(std::vector<std::string>(names.begin(), names.end())); }
template <class Matrix> Json json_of_rows(const Matrix& A) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < A.rows(); ++i) rows.push_back(json_of(VecX(A.row(i).transpose())));
  return rows;
}
inline Json json_of(const Diagnostic& d) {
  return {{"file", d.file},    {"line", d.line},       {"column", d.column}, {"severity", d.severity == Severity::error ? "error" : "warning"},
          {"key", d.key_path}, {"message", d.message}, {"hint", d.hint}};
}
inline Json json_of(const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics) list.push_back(json_of(d));
  return list;
}
// One line; bytes of a user's text that are not UTF-8 are replaced, never a reason to fail.
inline std::string to_line(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace zanjir
