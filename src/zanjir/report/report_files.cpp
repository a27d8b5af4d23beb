#include "zanjir/report/report_files.hpp"

#include <unistd.h>

#include <fstream>
#include <system_error>

#include "zanjir/draw/png.hpp"

namespace zanjir {

namespace fs = std::filesystem;

constexpr double png_scale = 2;  // sharp on paper and on dense screens

void ReportFiles::folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail(path, error.message());
}

void ReportFiles::file(const fs::path& path, const std::string& content) {
  if (!problem_.empty()) return;
  const fs::path unfinished = path.string() + "." + std::to_string(::getpid()) + ".tmp";
  std::ofstream out(unfinished, std::ios::binary);
  out << content;
  out.close();
  std::error_code error;
  if (!out) {
    fail(path, "could not be written; is there room, and may you write there?");
    fs::remove(unfinished, error);
    return;
  }
  fs::rename(unfinished, path, error);
  if (error) fail(path, error.message());
}

void ReportFiles::figure(const fs::path& path, const std::string& svg) {
  file(path.string() + ".svg", svg);
  std::string problem;
  const std::string png = png_of_svg(svg, png_scale, problem);
  if (!problem.empty()) fail(path.string() + ".png", problem);
  file(path.string() + ".png", png);
}

void ReportFiles::fail(const fs::path& path, const std::string& why) {
  if (problem_.empty()) problem_ = path.string() + ": " + why;
}

}  // namespace zanjir
