// Files of a report. Each appears whole or not at all; after the first problem nothing more is written. With a folder of its own a report is built beside it and
// swapped in as a whole: whoever looks, or kills, at any moment finds the old report or the new one.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace zanjir {

class ReportFiles {
 public:
  ReportFiles();                                          // files appear at once, one by one
  explicit ReportFiles(const std::filesystem::path& of);  // all of them appear in this folder with swap_in()
  ~ReportFiles();
  ReportFiles(const ReportFiles&) = delete;
  ReportFiles& operator=(const ReportFiles&) = delete;

  void folder(const std::filesystem::path&);
  void named_folder(const std::filesystem::path&);  // whose name comes out of a file: a link of that name is refused
  void file(const std::filesystem::path&, const std::string& content);
  void figure(const std::filesystem::path& without_ending, const std::string& svg);   // .svg and .png
  void picture(const std::filesystem::path& without_ending, const std::string& svg);  // .png
  std::filesystem::path place(const std::filesystem::path&) const;                    // where a file of the report lies until it is swapped in
  void swap_in();                                                                     // the last step; without it nothing has happened
  const std::string& problem() const { return problem_; }                             // the first, in words; empty: none

 private:
  void fail(const std::filesystem::path&, const std::string& why);
  std::string problem_;
  std::set<std::filesystem::path> written_;  // one by one: two of one name would be one file
  struct Stage;
  std::unique_ptr<Stage> stage_;
};

}  // namespace zanjir
