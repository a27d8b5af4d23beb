#include "zanjir/map/map_vtk.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace zanjir {
namespace {

std::string one_word(std::string name) {  // names in VTK files have no blanks
  for (char& c : name)
    if (c == ' ' || c == '\t') c = '_';
  return name;
}

}  // namespace

std::string map_vtk(const MapOutcome& outcome, const std::string& title) {
  const Map& map = outcome.map;
  const std::size_t n = map.points.size();
  std::string first_line = title.substr(0, 250);
  for (char& c : first_line)
    if (c == '\n') c = ' ';
  std::string out = "# vtk DataFile Version 3.0\n" + first_line + "\nASCII\nDATASET UNSTRUCTURED_GRID\n";
  auto to = std::back_inserter(out);
  fmt::format_to(to, "POINTS {} double\n", n);
  for (const MapPoint& p : map.points)
    fmt::format_to(to, "{} {} {}\n", map.coordinate(0, p.at[0]), map.coordinate(1, p.at[1]), map.n_axes() > 2 ? map.coordinate(2, p.at[2]) : 0);
  fmt::format_to(to, "CELLS {} {}\n", map.cells.size(), map.cells.size() * static_cast<std::size_t>(map.n_corners() + 1));
  for (const MapCell& cell : map.cells) {  // pixels and voxels: corners in the order of their bits
    fmt::format_to(to, "{}", map.n_corners());
    for (int c = 0; c < map.n_corners(); ++c) fmt::format_to(to, " {}", map.corner(cell, c));
    out += "\n";
  }
  fmt::format_to(to, "CELL_TYPES {}\n", map.cells.size());
  for (std::size_t i = 0; i < map.cells.size(); ++i) out += map.n_axes() > 2 ? "11\n" : "8\n";
  fmt::format_to(to, "POINT_DATA {}\n", n);
  const auto scalars = [&](const std::string& name, const auto& value) {
    fmt::format_to(to, "SCALARS {} double 1\nLOOKUP_TABLE default\n", one_word(name));
    for (std::size_t i = 0; i < n; ++i) {
      const auto x = static_cast<double>(value(i));
      out += std::isnan(x) ? std::string("nan\n") : fmt::format("{}\n", x);
    }
  };
  for (std::size_t c = 0; c < map.numbers.size(); ++c)
    scalars((c < map.n_values() ? "" : "limit.") + map.numbers[c].name, [&](std::size_t i) { return map.number(static_cast<int>(i), c); });
  scalars("feasible", [&](std::size_t i) { return map.points[i].feasible() ? 1 : 0; });
  scalars("component", [&](std::size_t i) { return outcome.summary.component[i]; });
  scalars("binds", [&](std::size_t i) { return map.points[i].verdict(); });
  return out;
}

}  // namespace zanjir
