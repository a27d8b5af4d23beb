#include "zanjir/describe/mesh_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

namespace zanjir::test {
namespace {

class MeshFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("zanjir_mesh_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::shared_ptr<const Mesh> read(const std::string& name, const std::string& bytes, double scale = 1) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
    DiagnosticSink sink({"m.yaml"});
    const auto mesh = read_mesh_file({}, folder / name, name, scale, {0, 7, 3}, "look.a.file", sink);
    said = to_text(sink.take());
    return mesh;
  }
  static std::string binary(const std::vector<std::array<float, 9>>& triangles) {
    std::string out(80, ' ');
    out.replace(0, 5, "solid");  // as some programs write it
    const auto n = static_cast<std::uint32_t>(triangles.size());
    out.append(reinterpret_cast<const char*>(&n), 4);
    for (const auto& t : triangles) {
      const float normal[3] = {};
      out.append(reinterpret_cast<const char*>(normal), 12);
      out.append(reinterpret_cast<const char*>(t.data()), 36);
      out.append(2, '\0');
    }
    return out;
  }
  std::filesystem::path folder;
  std::string said;
};

TEST_F(MeshFile, ReadsObjWithSlashesNegativeNumbersAndPolygons) {
  const auto mesh = read("a.obj", "# a square\nv 0 0 0\nv 1 0 0\r\nv 1 1 0 1.0\nv +0 1 0\nvn 0 0 1\nf 1/1/1 2//1 3 -1\n", 0.001);
  ASSERT_TRUE(mesh) << said;
  EXPECT_EQ(mesh->triangles, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  EXPECT_FLOAT_EQ(mesh->positions[6], 0.001f);
}

TEST_F(MeshFile, ReadsBothKindsOfStl) {
  const auto text = read("a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 2 0\nendloop\nendfacet\nendsolid\n");
  ASSERT_TRUE(text) << said;
  const auto bytes = read("b.STL", binary({{0, 0, 0, 1, 0, 0, 0, 2, 0}}));
  ASSERT_TRUE(bytes) << said;
  EXPECT_EQ(text->positions, bytes->positions);
  EXPECT_EQ(text->triangles, bytes->triangles);
}

TEST_F(MeshFile, SaysWhatIsWrongAndWhere) {
  const auto expect = [&](const std::string& name, const std::string& bytes, const std::string& words) {
    EXPECT_FALSE(read(name, bytes));
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  expect("a.obj", "v 0 0 0\nv 0 0 x\n", "a.obj:2:1: error: 'x' is not a finite number");
  expect("b.obj", "v 0 0 0\nf 1 2 3\n", "b.obj:2:1: error: no corner '2' so far");
  expect("c.obj", "v 0 0 0\nf 1 1\n", "a face has three corners at least");
  expect("d.obj", "v 0 0 0\n", "m.yaml:7:3: error: look.a.file: 'd.obj' has no triangle");
  expect("e.stl", "ply\n", "e.stl:1:1: error: this is neither a binary nor a text STL file");
  expect("f.stl", "solid\nvertex 0 0 0\n", "ends inside a facet");
  expect("g.stl", "solid\nvertex 0 0 0\nendloop\n", "three corners, and this has 1");
  expect("h.stl", binary({{0, 0, 0, 1, 0, 0, 0, std::numeric_limits<float>::quiet_NaN(), 0}}), "not finite");
  expect("i.ply", "", "neither .stl nor .obj");
  std::string many = binary({});
  const std::uint32_t n = 600'000;
  std::memcpy(many.data() + 80, &n, 4);
  many.resize(84 + 50 * std::size_t{n});
  expect("j.stl", many, "more than 500000 triangles");
}

}  // namespace
}  // namespace zanjir::test
