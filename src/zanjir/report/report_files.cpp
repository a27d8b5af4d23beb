// The swap: the new folder starts as hard links to what the old one holds, gets the new files, and changes places with the old one in one step of the kernel
// (renameat2 with RENAME_EXCHANGE). Where that cannot be (the folder holds more than reports, is the one we are in, or its parent is not ours to write), each folder
// and file of the report changes places by itself, the list of studies last.
#include "zanjir/report/report_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "zanjir/core/whole_file.hpp"
#include "zanjir/draw/png.hpp"
#include "zanjir/record/writer_lock.hpp"

namespace zanjir {
namespace {

namespace fs = std::filesystem;

constexpr double png_scale = 2;               // sharp on paper and on dense screens
constexpr std::chrono::seconds patience(30);  // with another program that writes the same report

std::string system_words() { return std::strerror(errno); }

// Only what reports are made of: pages and their script, folders of studies, the gallery, recordings.
bool holds_only_reports(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool known = entry.is_symlink(error)        ? false
                       : entry.is_directory(error)    ? name == "gallery" || name == "recordings" || fs::exists(entry.path() / "claims.json", error)
                       : entry.is_regular_file(error) ? name.ends_with(".html") || name == "viewer.js"
                                                      : false;
    if (!known) return false;
  }
  return !error;
}

bool contains_working_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path here = fs::current_path(error), relative = here.lexically_relative(folder);
  return error || relative.empty() || *relative.begin() != "..";
}

// Folders made anew, files as second names. False: something is there that is neither.
bool clone_by_links(const fs::path& from, const fs::path& to) {
  std::error_code error;
  struct stat status {};
  if (::stat(from.c_str(), &status) != 0 || (::mkdir(to.c_str(), status.st_mode & 07777) != 0 && errno != EEXIST)) return false;
  for (const fs::directory_entry& entry : fs::directory_iterator(from, error)) {
    const fs::path there = to / entry.path().filename();
    if (entry.is_symlink(error)) return false;
    if (entry.is_directory(error)) {
      if (!clone_by_links(entry.path(), there)) return false;
    } else if (!entry.is_regular_file(error) || ::link(entry.path().c_str(), there.c_str()) != 0) {
      if (errno != ENOENT) return false;  // gone meanwhile
    }
  }
  return !error;
}

// Takes the old folder away after a swap. What others put into it since it was cloned goes over into the new one.
void clear_old(const fs::path& old, const fs::path& now, const std::set<fs::path>& written) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(old, error)) entries.push_back(entry.path());
  for (const fs::path& entry : entries) {
    const fs::path there = now / entry.filename();
    struct stat ours {
    }, theirs{};
    if (::lstat(entry.c_str(), &ours) != 0) continue;
    const bool exists = ::lstat(there.c_str(), &theirs) == 0;
    if (!exists) ::rename(entry.c_str(), there.c_str());
    else if (S_ISDIR(ours.st_mode) && S_ISDIR(theirs.st_mode)) clear_old(entry, there, written);
    else if (ours.st_ino == theirs.st_ino || written.contains(there)) ::unlink(entry.c_str());
    else ::rename(entry.c_str(), there.c_str());
  }
  ::rmdir(old.c_str());
}

// `made` becomes `target`; what was there before is taken away.
std::string exchange(const fs::path& made, const fs::path& target, const std::set<fs::path>& written) {
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno != EEXIST && errno != EINVAL && errno != ENOSYS && errno != ENOTEMPTY) return system_words();
  struct stat status {};
  if (::lstat(target.c_str(), &status) != 0) return ::rename(made.c_str(), target.c_str()) == 0 ? std::string() : system_words();
  if (S_ISREG(status.st_mode)) return ::rename(made.c_str(), target.c_str()) == 0 ? std::string() : system_words();
  if (!S_ISDIR(status.st_mode)) return target.filename().string() + " there is neither a file nor a folder, and nothing else is replaced";
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) {
    clear_old(made, target, written);
    return {};
  }
  if (errno != EINVAL && errno != ENOSYS) return system_words();
  const fs::path aside = made.string() + ".old";  // a file system that cannot exchange: two steps, with the report away for the moment between them
  if (::rename(target.c_str(), aside.c_str()) != 0 || ::rename(made.c_str(), target.c_str()) != 0) return system_words();
  clear_old(aside, target, written);
  return {};
}

}  // namespace

struct ReportFiles::Stage {
  fs::path asked, root, here;  // as the user gave it; the same without links; where it is built
  bool whole = true;
  std::optional<WriterLock> lock;
  std::set<fs::path> written;  // where they will be

  // Empty, or why nothing can be written.
  std::string begin(const fs::path& of) {
    std::error_code error;
    asked = of;
    root = fs::weakly_canonical(fs::absolute(of, error), error);
    if (!root.has_filename()) root = root.parent_path();
    if (error) return error.message();
    const fs::path parent = root.parent_path();
    fs::create_directories(parent, error);
    if (error) return error.message();
    const bool exists = fs::exists(root, error);
    if (exists && !fs::is_directory(root, error)) return "is not a folder";
    whole = ::access(parent.c_str(), W_OK) == 0 && !contains_working_folder(root) && (!exists || holds_only_reports(root));
    if (!whole && !exists) fs::create_directory(root, error);
    if (error) return error.message();
    if (std::string problem = take_lock(); !problem.empty()) return problem;
    if (whole && exists) {
      begin_here(parent / ("." + root.filename().string() + ".zanjir-part"));
      if (clone_by_links(root, here)) return {};
      fs::remove_all(here, error);
      whole = false;
    }
    return begin_here(whole ? parent / ("." + root.filename().string() + ".zanjir-part") : root / ".zanjir-part");
  }

  std::string take_lock() {
    const std::string name = (whole ? root : root / "report").string();
    const auto since = std::chrono::steady_clock::now();
    while (true) {
      Result<WriterLock> held = WriterLock::acquire(name);
      if (held) return lock.emplace(std::move(*held)), std::string();
      if (std::chrono::steady_clock::now() - since > patience || held.diagnostics.front().message.find("is being written") == std::string::npos)
        return held.diagnostics.front().message;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

  std::string begin_here(fs::path place) {
    std::error_code error;
    here = std::move(place);
    fs::remove_all(here, error);  // of a program that was killed
    fs::create_directory(here, error);
    return error ? error.message() : std::string();
  }

  // What an earlier report has in this folder stays, unless it is written anew.
  void clone_once(const fs::path& relative) const {
    std::error_code error;
    const fs::path top = *relative.begin();
    if (whole || fs::exists(here / top, error) || !fs::is_directory(root / top, error)) return;
    if (!clone_by_links(root / top, here / top)) fs::remove_all(here / top, error);
  }

  std::string swap_in() {
    if (whole) return exchange(here, root, written);
    std::error_code error;
    std::vector<fs::path> pieces;
    for (const fs::directory_entry& entry : fs::directory_iterator(here, error)) pieces.push_back(entry.path().filename());
    std::sort(pieces.begin(), pieces.end(), [](const fs::path& a, const fs::path& b) { return (a == "index.html") < (b == "index.html"); });
    for (const fs::path& piece : pieces) {
      if (const std::string problem = exchange(here / piece, root / piece, written); !problem.empty()) return problem;
    }
    return {};
  }

  ~Stage() {
    std::error_code ignored;
    if (!here.empty()) fs::remove_all(here, ignored);
  }
};

ReportFiles::ReportFiles() = default;
ReportFiles::ReportFiles(const fs::path& of) : stage_(std::make_unique<Stage>()) {
  if (const std::string problem = stage_->begin(of); !problem.empty()) fail(of, problem);
}
ReportFiles::~ReportFiles() = default;

fs::path ReportFiles::place(const fs::path& path) const {
  if (!stage_) return path;
  const fs::path relative = path.lexically_relative(stage_->asked);
  return relative == "." ? stage_->here : stage_->here / relative;
}

void ReportFiles::folder(const fs::path& path) {
  if (!problem_.empty()) return;
  if (stage_ && path != stage_->asked) stage_->clone_once(path.lexically_relative(stage_->asked));
  std::error_code error;
  fs::create_directories(place(path), error);
  if (error) fail(path, error.message());
}

void ReportFiles::named_folder(const fs::path& path) {
  if (const std::string why = folder_problem(place(path).string()); !why.empty()) fail(path, why);
  folder(path);
}

void ReportFiles::file(const fs::path& path, const std::string& content) {
  if (!problem_.empty()) return;
  const fs::path target = stage_ ? stage_->root / path.lexically_relative(stage_->asked) : path;
  if (stage_ && is_being_written(target.string())) return fail(path, "is being written by another program");
  if (const std::string why = input_problem(target.string()); !why.empty()) return fail(path, why);
  std::error_code ignored;
  if (!stage_ && !written_.insert(fs::weakly_canonical(fs::absolute(target, ignored), ignored)).second)
    return fail(path, "would be written twice by this command");
  if (stage_) ::unlink(place(path).c_str());  // the second name of the old file, which keeps its first
  const std::string problem = write_whole_file(place(path).string(), content, IfExists::overwrite);
  if (!problem.empty()) fail(path, problem);
  if (stage_) stage_->written.insert(target);
}

void ReportFiles::figure(const fs::path& path, const std::string& svg) {
  file(path.string() + ".svg", svg);
  picture(path, svg);
}

void ReportFiles::picture(const fs::path& path, const std::string& svg) {
  std::string problem;
  const std::string png = png_of_svg(svg, png_scale, problem);
  if (!problem.empty()) fail(path.string() + ".png", problem);
  file(path.string() + ".png", png);
}

void ReportFiles::swap_in() {
  if (!problem_.empty() || !stage_) return;
  if (const std::string problem = stage_->swap_in(); !problem.empty()) fail(stage_->asked, problem);
}

void ReportFiles::fail(const fs::path& path, const std::string& why) {
  if (problem_.empty()) problem_ = path.string() + ": " + why;
}

}  // namespace zanjir
