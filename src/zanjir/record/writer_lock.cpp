#include "zanjir/record/writer_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "zanjir/record/file_problem.hpp"

namespace zanjir {
namespace {

bool same_file(int fd, const std::string& path) {
  struct stat held {
  }, named{};
  return ::fstat(fd, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

// A plain file of one name: not a link to something precious, whose content would be replaced.
bool is_ours_to_write(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink <= 1;
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
    // Known to be ours to remove before it is there: an end that comes between would leave it.
    struct stat before {};
    const bool made = ::lstat(name.c_str(), &before) != 0 && errno == ENOENT;
    if (made) remove_at_end(name);
    const int fd = ::open(name.c_str(), O_RDWR | (made ? O_CREAT | O_EXCL : 0) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);
    if (fd < 0 && made) no_longer_at_end(name);
    if (fd < 0 && (errno == EEXIST || (errno == ENOENT && !made)) && attempt < 19) continue;  // another one came, or went, in between
    if (fd < 0 && errno == ELOOP)
      return {std::nullopt, {file_problem(target, fmt::format("cannot be written: {} is a link", name), "remove it, or choose another name")}};
    if (fd < 0)
      return {std::nullopt,
              {file_problem(target, fmt::format("cannot be written: {}", std::strerror(errno)), "the folder must exist and be writable")}};
    if (!is_ours_to_write(fd)) {
      if (made) no_longer_at_end(name);
      ::close(fd);
      return {std::nullopt, {file_problem(target, fmt::format("cannot be written: {} is no plain file", name), "remove it, or choose another name")}};
    }
    const bool held = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (held && same_file(fd, name)) {
      const std::string pid = fmt::format("{}\n", ::getpid());
      if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, pid.data(), pid.size(), 0) < 0) {
      }  // only a help for messages; a full disk is met soon enough
      if (!made) remove_at_end(name);
      remove_at_end(target + ".part");
      return {WriterLock(target, fd), {}};
    }
    if (made) no_longer_at_end(name);
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
  no_longer_at_end(lock_name(target_));
  no_longer_at_end(temporary_name());
  ::close(fd_);
}

}  // namespace zanjir
