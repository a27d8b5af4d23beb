#include "zanjir/describe/mesh_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace zanjir {
namespace {

std::vector<std::string_view> words_of_line(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0;;) {
    begin = line.find_first_not_of(" \t\r", begin);
    if (begin == std::string_view::npos) return words;
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = end;
  }
}

class MeshReader {
 public:
  MeshReader(const std::string& shown, double scale, SourcePos written, const std::string& path, DiagnosticSink& sink)
      : sink_(sink), shown_(shown), path_(path), written_(written), scale_(scale) {}

  std::shared_ptr<const Mesh> take() {
    if (failed_) return nullptr;
    if (mesh_.triangles.empty()) return fail("'" + shown_ + "' has no triangle"), nullptr;
    return std::make_shared<const Mesh>(std::move(mesh_));
  }

  void binary_stl(std::string_view bytes) {
    std::uint32_t n = 0;
    std::memcpy(&n, bytes.data() + 80, 4);
    if (n > max_mesh_triangles) return too_many();
    mesh_.positions.reserve(9 * std::size_t{n});
    for (std::uint32_t i = 0; i < n && !failed_; ++i) {
      float corner[9];
      std::memcpy(corner, bytes.data() + 84 + 50 * std::size_t{i} + 12, sizeof corner);
      for (int k = 0; k < 3; ++k) add_corner(corner[3 * k], corner[3 * k + 1], corner[3 * k + 2]);
      add_triangle(3 * i, 3 * i + 1, 3 * i + 2);
    }
    if (!failed_ && !finite_) fail("'" + shown_ + "' has a corner that is not finite");
  }

  void text(std::string_view bytes, bool obj) {
    file_ = sink_.add_file(shown_);
    for (std::size_t begin = 0; begin < bytes.size() && !failed_;) {
      const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
      ++line_;
      const std::vector<std::string_view> words = words_of_line(bytes.substr(begin, end - begin));
      if (!words.empty()) obj ? obj_line(words) : stl_line(words);
      begin = end + 1;
    }
    if (!failed_ && !obj && loop_.size() != 0) fail_here("the file ends inside a facet");
  }

 private:
  void fail(std::string message, std::string hint = {}) {
    if (!failed_) sink_.error(written_, path_, std::move(message), std::move(hint));
    failed_ = true;
  }
  void fail_here(std::string message, std::string hint = {}) {
    if (!failed_) sink_.error({file_, line_, 1}, "", std::move(message), std::move(hint));
    failed_ = true;
  }
  void too_many() { fail("'" + shown_ + "' has more than " + std::to_string(max_mesh_triangles) + " triangles", "make it coarser for the picture"); }

  std::optional<double> number(std::string_view word) {
    double value = 0;
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [stop, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (status == std::errc() && stop == word.data() + word.size() && std::isfinite(value)) return value;
    fail_here("'" + std::string(word.substr(0, 40)) + "' is not a finite number");
    return std::nullopt;
  }
  void add_corner(double x, double y, double z) {
    for (const double v : {x, y, z}) {
      mesh_.positions.push_back(static_cast<float>(v * scale_));
      finite_ = finite_ && std::isfinite(mesh_.positions.back());
    }
  }
  bool corner(const std::vector<std::string_view>& words) {
    if (words.size() < 4) return fail_here("three coordinates are wanted"), false;
    const auto x = number(words[1]), y = number(words[2]), z = number(words[3]);
    if (!x || !y || !z) return false;
    add_corner(*x, *y, *z);
    if (!finite_) fail_here("a coordinate is too large");
    return !failed_;
  }
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (mesh_.triangles.size() / 3 >= max_mesh_triangles) return too_many();
    for (const std::uint32_t i : {a, b, c}) mesh_.triangles.push_back(i);
  }
  std::uint32_t n_corners() const { return static_cast<std::uint32_t>(mesh_.positions.size() / 3); }

  void stl_line(const std::vector<std::string_view>& words) {
    if (words[0] == "vertex") {
      if (corner(words)) loop_.push_back(n_corners() - 1);
    } else if (words[0] == "endloop") {
      if (loop_.size() != 3) return fail_here("a facet of STL has three corners, and this has " + std::to_string(loop_.size()));
      add_triangle(loop_[0], loop_[1], loop_[2]);
      loop_.clear();
    } else if (line_ == 1 && words[0] != "solid") {
      fail_here("this is neither a binary nor a text STL file", "a text file begins with `solid`");
    }
  }

  void obj_line(const std::vector<std::string_view>& words) {
    if (words[0] == "v") {
      corner(words);
    } else if (words[0] == "f") {
      if (words.size() < 4) return fail_here("a face has three corners at least");
      std::vector<std::uint32_t> corners;
      for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i].substr(0, words[i].find('/'));
        long at = 0;
        const auto [stop, status] = std::from_chars(word.data(), word.data() + word.size(), at);
        if (at < 0) at += static_cast<long>(n_corners()) + 1;  // counted from the last one
        if (status != std::errc() || stop != word.data() + word.size() || at < 1 || at > static_cast<long>(n_corners()))
          return fail_here("no corner '" + std::string(word.substr(0, 40)) + "' so far", "corners are counted from 1 in the order of the lines `v`");
        corners.push_back(static_cast<std::uint32_t>(at - 1));
      }
      for (std::size_t i = 2; i < corners.size(); ++i) add_triangle(corners[0], corners[i - 1], corners[i]);
    }
  }

  DiagnosticSink& sink_;
  const std::string &shown_, &path_;
  SourcePos written_;
  double scale_;
  Mesh mesh_;
  std::uint32_t file_ = 0, line_ = 0;
  std::vector<std::uint32_t> loop_;
  bool failed_ = false, finite_ = true;
};

}  // namespace

std::string mesh_ending(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".stl" || ending == ".obj" ? ending : "";
}

std::shared_ptr<const Mesh> read_mesh_file(const NamedFiles& files, const std::filesystem::path& file, const std::string& shown,
                                           double metres_per_unit, SourcePos written, const std::string& key_path, DiagnosticSink& sink) {
  const std::string ending = mesh_ending(file);
  if (ending.empty())
    return sink.error(written, key_path, "'" + shown + "' is neither .stl nor .obj", "other formats can be turned into these by any modeller"),
           nullptr;
  auto content = files.read(file, max_mesh_bytes);
  if (const auto* problem = std::get_if<FileProblem>(&content)) {
    const bool large = problem->message.find("larger") != std::string::npos;
    return sink.error(written, key_path, "'" + shown + "' " + problem->message, large ? "make it coarser for the picture" : problem->hint), nullptr;
  }
  const std::string& bytes = std::get<std::string>(content);
  MeshReader reader(shown, metres_per_unit, written, key_path, sink);
  std::uint32_t n = 0;
  if (ending == ".stl" && bytes.size() >= 84) std::memcpy(&n, bytes.data() + 80, 4);
  // Some binary files begin with `solid`, too; their size gives them away.
  if (ending == ".stl" && bytes.size() >= 84 && bytes.size() == 84 + 50 * std::size_t{n}) reader.binary_stl(bytes);
  else reader.text(bytes, ending == ".obj");
  return reader.take();
}

}  // namespace zanjir
