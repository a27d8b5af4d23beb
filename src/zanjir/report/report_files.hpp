// Files of a report. Each is written under another name and renamed, so that nobody ever opens half of one; after the first problem nothing more is written.
#pragma once

#include <filesystem>
#include <string>

namespace zanjir {

class ReportFiles {
 public:
  void folder(const std::filesystem::path&);
  void file(const std::filesystem::path&, const std::string& content);
  void figure(const std::filesystem::path& without_ending, const std::string& svg);  // .svg and .png
  const std::string& problem() const { return problem_; }                            // the first, in words; empty: none

 private:
  void fail(const std::filesystem::path&, const std::string& why);
  std::string problem_;
};

}  // namespace zanjir
