#include "zanjir/core/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "zanjir/core/one_command.hpp"

namespace zanjir {
namespace {

std::string because(const char* what) { return fmt::format("{}: {}", what, std::strerror(errno)); }

// The names of remove_at_end(): fixed places that a signal handler may read at any moment.
struct NameAtEnd {
  enum Use : int { free, changing, used };
  std::atomic<int> use{free};
  char name[4096];
};
NameAtEnd at_end[32];

bool names_the_file(int fd, const std::string& path) {
  struct stat held {
  }, named{};
  return ::fstat(fd, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

// What the command has read, and by which name: a number of the disk may be that of another file once the first one is gone.
struct Inputs {
  std::mutex mutex;
  std::atomic<int> commands{0};
  std::map<std::pair<dev_t, ino_t>, std::string> names;
};
Inputs& inputs() {
  static Inputs all;
  return all;
}

// The number of a process and nothing else, in a plain file of one name: a side file of a writer.
bool is_side_file(int fd) {
  struct stat status {};
  char text[32] = {};
  const ssize_t n = ::pread(fd, text, sizeof text, 0);
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink <= 1 && n > 1 && n < static_cast<ssize_t>(sizeof text) &&
         std::strspn(text, "0123456789") == static_cast<std::size_t>(n - 1) && text[n - 1] == '\n';
}

struct HowItBegins {
  const char* what;  // one of them, and all of them
  const char* all;
  std::string_view begins;  // letters in lower case
};
constexpr HowItBegins beginnings[] = {{"a recording", "recordings", "\x89hdf\r\n\x1a\n"},
                                      {"a page", "pages (HTML)", "<!doctype html"},
                                      {"a bundle of the viewer", "such bundles", "{\"zanjir_view\""},
                                      {"a table of a recording", "such tables", "t"}};

constexpr const char* another_writes = "is being written by another program";

}  // namespace

OneCommand::OneCommand() { ++inputs().commands; }
OneCommand::~OneCommand() {
  const std::scoped_lock lock(inputs().mutex);
  if (--inputs().commands == 0) inputs().names.clear();
}
bool OneCommand::is_running() { return inputs().commands > 0; }

void note_input(const std::string& path) {
  struct stat status {};
  if (!OneCommand::is_running() || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const std::scoped_lock lock(inputs().mutex);
  inputs().names.insert_or_assign({status.st_dev, status.st_ino}, path);
}

std::string input_problem(const std::string& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0) return {};
  const std::scoped_lock lock(inputs().mutex);
  const auto found = inputs().names.find({status.st_dev, status.st_ino});
  return found != inputs().names.end() && is_same_file(target, found->second) ? "is read by this command, and nothing is written onto what it reads"
                                                                              : "";
}

std::string target_problem(const std::string& target, IfExists if_exists) {
  struct stat status {};
  if (::lstat(target.c_str(), &status) != 0) return errno == ENOENT ? "" : because("cannot be written");
  if (S_ISREG(status.st_mode)) return if_exists == IfExists::refuse ? std::string(exists_already) : input_problem(target);
  const char* what = S_ISDIR(status.st_mode)    ? "a folder"
                     : S_ISLNK(status.st_mode)  ? "a link"
                     : S_ISFIFO(status.st_mode) ? "a pipe"
                     : S_ISSOCK(status.st_mode) ? "a socket"
                                                : "a device";
  return fmt::format("is {}, and only regular files are written", what);
}

std::string content_problem(const std::string& target, Content written) {
  struct stat status {};
  if (::lstat(target.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};  // target_problem() sees to what is no file
  const HowItBegins& wanted = beginnings[static_cast<std::size_t>(written)];
  const std::size_t n = wanted.begins.size();
  std::string begins(n + 1, '\0');  // and one more: the first column of a table is `t`, not one that begins so
  const int fd = ::open(target.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return because("cannot be read, so that nobody knows what would be replaced");
  const ssize_t read = ::pread(fd, begins.data(), n + 1, 0);
  ::close(fd);
  if (read == 0) return {};
  for (char& c : begins) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const char next = begins[n];
  if (begins.starts_with(wanted.begins) && (written != Content::table || next == ',' || next == '\n' || next == '\r')) return {};
  return fmt::format("is not {}, and only {} are replaced here", wanted.what, wanted.all);
}

std::string folder_problem(const std::string& folder) {
  struct stat status {};
  const bool link = ::lstat(folder.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
  return link ? "is a link, and folders inside the one that was named are not followed elsewhere" : "";
}

std::string publish(const std::string& temporary, const std::string& target, IfExists if_exists) {
  if (std::string problem = target_problem(target, if_exists); !problem.empty()) return problem;
  struct stat old {};
  if (if_exists == IfExists::overwrite && ::lstat(target.c_str(), &old) == 0) {
    const int fd = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    const bool synced = fd >= 0 && ::fsync(fd) == 0;
    if (fd >= 0) ::close(fd);
    if (!synced || ::rename(temporary.c_str(), target.c_str()) != 0) return because("cannot be replaced");
    return {};
  }
  if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno == EINVAL || errno == ENOSYS) {  // not every file system can; a hard link is refused for an existing name, too
    if (::link(temporary.c_str(), target.c_str()) == 0) {
      ::unlink(temporary.c_str());
      return {};
    }
  }
  if (errno == EEXIST && if_exists == IfExists::overwrite) return publish(temporary, target, if_exists);  // it came meanwhile
  return errno == EEXIST ? std::string(exists_already) : because("cannot get its name");
}

WholeFile::WholeFile(std::string target) : target_(std::move(target)), part_(target_ + ".part") {}
WholeFile::~WholeFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!ours_) return;
  ::unlink(part_.c_str());
  no_longer_at_end(part_);
}

std::string WholeFile::open(IfExists if_exists) {
  if (std::string problem = target_problem(target_, if_exists); !problem.empty()) return problem;
  if (is_being_written(target_)) return another_writes;
  for (int attempt = 0; attempt < 20; ++attempt) {
    fd_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd_ < 0 && errno != EEXIST) return because("cannot be written");
    const bool made = fd_ >= 0;
    if (!made) {
      if (std::string problem = target_problem(part_, IfExists::overwrite); !problem.empty()) return fmt::format("{} {}", part_, problem);
      fd_ = ::open(part_.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    }
    const bool held = fd_ >= 0 && ::flock(fd_, LOCK_EX | LOCK_NB) == 0, there = fd_ >= 0 && names_the_file(fd_, part_);
    if (held && there && made) {
      ours_ = true;
      remove_at_end(part_);
      return {};
    }
    if (held && there) ::unlink(part_.c_str());  // left by a program that was killed: a living one would hold it
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    if (!held && there) return another_writes;
  }
  return another_writes;
}

std::string WholeFile::write(std::string_view text) {
  while (!text.empty() && problem_.empty()) {
    const ssize_t n = ::write(fd_, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) problem_ = because("cannot be written");
    else text.remove_prefix(static_cast<std::size_t>(n));
  }
  return problem_;
}

std::string WholeFile::publish(IfExists if_exists) {
  if (!problem_.empty()) return problem_;
  if (::close(std::exchange(fd_, -1)) != 0) return problem_ = because("cannot be written");
  problem_ = is_being_written(target_) ? another_writes : zanjir::publish(part_, target_, if_exists);
  if (!problem_.empty()) return problem_;
  ours_ = false;
  no_longer_at_end(part_);
  return {};
}

std::string write_whole_file(const std::string& target, std::string_view content, IfExists if_exists) {
  WholeFile file(target);
  if (std::string problem = file.open(if_exists); !problem.empty()) return problem;
  if (std::string problem = file.write(content); !problem.empty()) return problem;
  return file.publish(if_exists);
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat x {
  }, y{};
  return ::stat(a.c_str(), &x) == 0 && ::stat(b.c_str(), &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

std::string lock_name(const std::string& target) { return target + ".lock"; }

bool is_being_written(const std::string& target) {
  const std::string name = lock_name(target);
  const int fd = ::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return errno != ENOENT && errno != ELOOP;  // there is one that we may not even read: better not to touch what it is beside
  const bool free = ::flock(fd, LOCK_SH | LOCK_NB) == 0;
  const bool left = free && is_side_file(fd) && ::flock(fd, LOCK_EX | LOCK_NB) == 0;
  if (left && names_the_file(fd, name)) ::unlink(name.c_str());  // by a writer that was killed
  ::close(fd);
  return !free;
}

bool remove_at_end(const std::string& path) {
  for (NameAtEnd& slot : at_end) {
    int expected = NameAtEnd::free;
    if (path.size() >= sizeof slot.name || !slot.use.compare_exchange_strong(expected, NameAtEnd::changing)) continue;
    std::memcpy(slot.name, path.c_str(), path.size() + 1);
    slot.use = NameAtEnd::used;
    return true;
  }
  return false;
}

void no_longer_at_end(const std::string& path) {
  for (NameAtEnd& slot : at_end) {
    if (slot.use == NameAtEnd::used && path == slot.name) {
      slot.use = NameAtEnd::free;
      return;
    }
  }
}

void remove_those_at_end() {
  for (const NameAtEnd& slot : at_end) {
    if (slot.use == NameAtEnd::used) ::unlink(slot.name);
  }
}

}  // namespace zanjir
