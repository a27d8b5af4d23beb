// Triangles of an STL file (binary or text) or an OBJ file (its faces; textures and materials are left out).
#pragma once

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/describe/look.hpp"
#include "zanjir/language/named_files.hpp"

namespace zanjir {

constexpr std::size_t max_mesh_bytes = 64u << 20, max_mesh_triangles = 500'000;  // what a page still turns smoothly

// ".stl" or ".obj", however it is written; empty: its name is not that of a mesh.
std::string mesh_ending(const std::filesystem::path&);

// Null after an error, which points into the file where it has lines, and else at `written`, the place that names it.
std::shared_ptr<const Mesh> read_mesh_file(const NamedFiles&, const std::filesystem::path&, const std::string& shown, double metres_per_unit,
                                           SourcePos written, const std::string& key_path, DiagnosticSink&);

}  // namespace zanjir
