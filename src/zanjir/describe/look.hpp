// How bodies are drawn: shapes that the dynamics never sees. What a file does not say is generated (view/generated_look.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zanjir/core/words.hpp"
#include "zanjir/language/written.hpp"

namespace zanjir {

enum class LookShape : std::uint8_t { box, cylinder, sphere, capsule, plate, mesh };
template <> struct WordsOf<LookShape> {
  static constexpr WordOf<LookShape> table[] = {{LookShape::box, "box"},         {LookShape::cylinder, "cylinder"}, {LookShape::sphere, "sphere"},
                                                {LookShape::capsule, "capsule"}, {LookShape::plate, "plate"},       {LookShape::mesh, "mesh"}};
};

struct Mesh {                            // triangles of an STL or OBJ file, in metres
  std::vector<float> positions;          // x y z of each corner
  std::vector<std::uint32_t> triangles;  // three corners each
};

struct LookDescription {
  NameRef body;  // `ground` too
  SourcePos at;
  LookShape shape = LookShape::box;
  Transformd X;                       // of the shape in the body: box, sphere and mesh about its origin; cylinder and capsule along its z
  Vec3d size_m{0, 0, 0};              // box: its edges
  double radius_m = 0, length_m = 0;  // length: of a cylinder, or of the axis of a capsule; thickness of a plate
  std::vector<Vec3d> outline_m = {};  // plate: its corners in order, in the axes of the shape
  std::string colour = {};            // "#rrggbb"; empty: one per body
  std::string file = {};              // as written
  double scale = 1;                   // metres per unit of the file
  std::shared_ptr<const Mesh> mesh = {};
};

// "#rrggbb" of a colour as a file writes it, by name or by number; nothing: there is no such colour.
std::optional<std::string> colour_code(std::string_view written);
std::string colour_words();  // the names, for a hint

}  // namespace zanjir
