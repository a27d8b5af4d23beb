// Loaded before the C library (LD_PRELOAD): counts the calls of a program that change files, and lets one of them fail.
//   ZANJIR_FAULT_KIND   write, space (a write that takes half of its bytes, then none), fsync, rename, open: which calls are counted; all: each of them
//   ZANJIR_FAULT_AT     the number of the call that fails, from 1; 0 or absent: none, they are only counted
//   ZANJIR_FAULT_STAYS  set: all later ones fail, too, as on a full disk
//   ZANJIR_FAULT_COUNT  file that gets the number of calls at the end
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long> calls{0};

const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool fails(const char* kind) {
  const char* wanted = setting("ZANJIR_FAULT_KIND");
  const bool space = std::strcmp(wanted, "space") == 0 && std::strcmp(kind, "write") == 0;
  if (std::strcmp(wanted, "all") != 0 && std::strcmp(wanted, kind) != 0 && !space) return false;
  const long here = ++calls, at = std::atol(setting("ZANJIR_FAULT_AT"));
  return at > 0 && (here == at || (here > at && *setting("ZANJIR_FAULT_STAYS") != '\0'));
}

bool is_regular(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

template <class F> F next(const char* name) { return reinterpret_cast<F>(dlsym(RTLD_NEXT, name)); }

bool half_only() { return std::strcmp(setting("ZANJIR_FAULT_KIND"), "space") == 0 && *setting("ZANJIR_FAULT_STAYS") == '\0'; }

struct AtEnd {
  ~AtEnd() {
    const char* file = setting("ZANJIR_FAULT_COUNT");
    if (*file == '\0') return;
    const int fd = static_cast<int>(syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_TRUNC, 0644));
    char text[32];
    const int n = std::snprintf(text, sizeof text, "%ld\n", calls.load());
    if (fd < 0 || syscall(SYS_write, fd, text, n) != n) std::abort();
    syscall(SYS_close, fd);
  }
} at_end;

int refuse(int error) {
  errno = error;
  return -1;
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* data, size_t n) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  if (is_regular(fd) && fails("write")) return half_only() && n > 1 ? real(fd, data, n / 2) : refuse(ENOSPC);
  return real(fd, data, n);
}
ssize_t pwrite(int fd, const void* data, size_t n, off_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  if (is_regular(fd) && fails("write")) return half_only() && n > 1 ? real(fd, data, n / 2, at) : refuse(ENOSPC);
  return real(fd, data, n, at);
}
ssize_t pwrite64(int fd, const void* data, size_t n, off64_t at) { return pwrite(fd, data, n, at); }
int ftruncate(int fd, off_t n) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  return is_regular(fd) && fails("write") ? refuse(ENOSPC) : real(fd, n);
}
int ftruncate64(int fd, off64_t n) { return ftruncate(fd, n); }
int fsync(int fd) {
  static const auto real = next<int (*)(int)>("fsync");
  return fails("fsync") ? refuse(EIO) : real(fd);
}
int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return fails("rename") ? refuse(EIO) : real(from, to);
}
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
  return fails("rename") ? refuse(EIO) : real(a, from, b, to, flags);
}
int link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  return fails("rename") ? refuse(EIO) : real(from, to);
}
int mkdir(const char* path, mode_t mode) {
  static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
  return fails("open") ? refuse(ENOSPC) : real(path, mode);
}
int open(const char* path, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, ...)>("open");
  va_list rest;
  va_start(rest, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(rest, int) : 0;
  va_end(rest);
  if ((flags & O_CREAT) != 0 && fails("open")) return refuse(ENOSPC);
  return real(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(rest, int) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

}  // extern "C"
