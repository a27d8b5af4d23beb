#include "zanjir/record/writer_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "zanjir/record/file_problem.hpp"

namespace zanjir {
namespace {

std::string lock_name(const std::string& target) { return target + ".lock"; }

bool same_file(int fd, const std::string& path) {
  struct stat held {
  }, named{};
  return ::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

std::string holder(int fd) {
  char text[32] = {};
  const ssize_t n = ::pread(fd, text, sizeof text - 1, 0);
  return n > 0 ? fmt::format("process {}", std::string(text, std::strcspn(text, "\n"))) : "another process";
}

}  // namespace

Result<WriterLock> WriterLock::acquire(const std::string& target) {
  const std::string name = lock_name(target);
  // A reader that asks who writes holds the lock for microseconds, and a writer that ends removes the side file under us: try again.
  for (int attempt = 0; attempt < 20; ++attempt) {
    const int fd = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0)
      return {std::nullopt,
              {file_problem(target, fmt::format("cannot be written: {}", std::strerror(errno)), "the folder must exist and be writable")}};
    const bool held = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (held && same_file(fd, name)) {
      const std::string pid = fmt::format("{}\n", ::getpid());
      if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, pid.data(), pid.size(), 0) < 0) {
      }  // only a help for messages; a full disk is met soon enough
      return {WriterLock(target, fd), {}};
    }
    if (!held && errno != EWOULDBLOCK) {
      const std::string reason = std::strerror(errno);
      ::close(fd);
      return {std::nullopt, {file_problem(target, fmt::format("cannot be locked: {}", reason), "recordings need a file system with locks")}};
    }
    const bool last = attempt == 19;
    const std::string who = last ? holder(fd) : "";
    ::close(fd);
    if (last) return {std::nullopt, {file_problem(target, fmt::format("is being written by {}", who), "wait for it, or choose another name")}};
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return {};
}

WriterLock::WriterLock(WriterLock&& other) noexcept : target_(std::move(other.target_)), fd_(std::exchange(other.fd_, -1)) {}
WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
  std::swap(target_, other.target_);
  std::swap(fd_, other.fd_);
  return *this;
}
WriterLock::~WriterLock() {
  if (fd_ < 0) return;
  if (same_file(fd_, lock_name(target_))) ::unlink(lock_name(target_).c_str());  // while we hold it
  ::close(fd_);
}

bool is_being_written(const std::string& target) {
  const int fd = ::open(lock_name(target).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return errno != ENOENT;  // there is one that we may not even read: better not to touch the recording
  const bool free = ::flock(fd, LOCK_SH | LOCK_NB) == 0;
  ::close(fd);
  return !free;
}

std::string publish(const std::string& temporary, const std::string& target, IfExists if_exists) {
  const auto failed = [](const char* what) { return fmt::format("{}: {}", what, std::strerror(errno)); };
  if (if_exists == IfExists::overwrite) {
    // The old file goes when the name does: the new one must have reached the disk by then.
    const int fd = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = fd >= 0 && ::fsync(fd) == 0;
    if (fd >= 0) ::close(fd);
    if (!synced || ::rename(temporary.c_str(), target.c_str()) != 0) return failed("cannot be replaced");
    return {};
  }
  if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return {};
  if (errno == EINVAL || errno == ENOSYS) {  // not every file system can; a hard link is refused for an existing name, too
    if (::link(temporary.c_str(), target.c_str()) == 0) {
      ::unlink(temporary.c_str());
      return {};
    }
  }
  return errno == EEXIST ? "exists already" : failed("cannot get its name");
}

}  // namespace zanjir
