#include "zanjir/record/hdf5_driver.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <iterator>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace zanjir {
namespace {

struct File {  // what the library knows as H5FD_t
  H5FD_t base{};
  DriverState state;
  haddr_t end_allocated = 0, end_written = 0;
  std::vector<std::pair<haddr_t, std::string>> kept;  // what was written after the first failure, oldest first
};

File* ours(H5FD_t* file) { return reinterpret_cast<File*>(file); }
const File* ours(const H5FD_t* file) { return reinterpret_cast<const File*>(file); }

herr_t fail(hid_t kind, const char* what) {  // the form in which hdf5_error() finds it
  H5Epush2(H5E_DEFAULT, __FILE__, "recording driver", __LINE__, H5E_ERR_CLS, H5E_IO, kind, "error message = '%s'", what);
  return -1;
}

H5FD_t* open_file(const char* name, unsigned flags, hid_t, haddr_t) {
  const int how = ((flags & H5F_ACC_RDWR) != 0 ? O_RDWR : O_RDONLY) | ((flags & H5F_ACC_CREAT) != 0 ? O_CREAT : 0) |
                  ((flags & H5F_ACC_EXCL) != 0 ? O_EXCL : 0) | ((flags & H5F_ACC_TRUNC) != 0 ? O_TRUNC : 0) |
                  ((flags & H5F_ACC_RDWR) != 0 ? O_NOFOLLOW : 0) | O_NONBLOCK | O_CLOEXEC;
  const int fd = ::open(name, how, 0666);
  struct stat status {};
  File* file = fd >= 0 && ::fstat(fd, &status) == 0 ? new (std::nothrow) File : nullptr;
  if (file == nullptr) {
    fail(H5E_CANTOPENFILE, std::strerror(errno));
    if (fd >= 0) ::close(fd);
    return nullptr;
  }
  file->state.descriptor = fd;
  file->end_written = static_cast<haddr_t>(status.st_size);
  return &file->base;
}

herr_t close_file(H5FD_t* file) {
  ::close(ours(file)->state.descriptor);  // what it could report, a write has reported
  delete ours(file);
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) { return a == b ? 0 : std::less<>()(a, b) ? -1 : 1; }

herr_t query(const H5FD_t*, unsigned long* features) {
  if (features != nullptr)
    *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
                H5FD_FEAT_POSIX_COMPAT_HANDLE | H5FD_FEAT_SUPPORTS_SWMR_IO | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;  // as sec2 has them
  return 0;
}

haddr_t get_end_allocated(const H5FD_t* file, H5FD_mem_t) { return ours(file)->end_allocated; }
herr_t set_end_allocated(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  ours(file)->end_allocated = address;
  return 0;
}
haddr_t get_end_written(const H5FD_t* file, H5FD_mem_t) { return ours(file)->end_written; }

herr_t get_handle(H5FD_t* file, hid_t, void** handle) {
  *handle = &ours(file)->state;
  return 0;
}

// What a structure may lack at the end of a file: far more than the library reads ahead, and little enough to be looked through. A stranger's file may say that a
// structure has gigabytes, of which it has none.
constexpr std::size_t farthest_ahead = 1u << 20;

// As many bytes as there are from `address` on; -1 on an error of the system.
ssize_t read_what_is_there(int fd, haddr_t address, std::size_t n_bytes, char* to) {
  std::size_t done = 0;
  while (done < n_bytes) {
    const ssize_t n = ::pread(fd, to + done, n_bytes - done, static_cast<off_t>(address + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return static_cast<ssize_t>(done);
}

herr_t read(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, std::size_t n_bytes, void* buffer) {
  const File& f = *ours(file);
  char* to = static_cast<char*>(buffer);
  const ssize_t n = read_what_is_there(f.state.descriptor, address, n_bytes, to);
  if (n < 0) return fail(H5E_READERROR, std::strerror(errno));
  const auto n_read = static_cast<std::size_t>(n);
  if (n_read < n_bytes) {  // the library reads ahead in its own structures, but not far, and never in numbers
    const bool ahead = kind != H5FD_MEM_DRAW && n_bytes - n_read <= farthest_ahead;
    if (!ahead && f.kept.empty()) return fail(H5E_READERROR, "the file ends too early");
    std::memset(to + n_read, 0, n_bytes - n_read);
  }
  for (const auto& [begin, bytes] : f.kept) {
    const haddr_t low = std::max(begin, address), high = std::min(begin + bytes.size(), address + n_bytes);
    if (low < high) std::memcpy(to + (low - address), bytes.data() + (low - begin), high - low);
  }
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t n_bytes, const void* buffer) {
  File& f = *ours(file);
  const char* from = static_cast<const char*>(buffer);
  f.end_written = std::max(f.end_written, address + n_bytes);
  while (n_bytes > 0 && f.state.write_error == 0) {
    const ssize_t n = ::pwrite(f.state.descriptor, from, n_bytes, static_cast<off_t>(address));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) f.state.write_error = n < 0 ? errno : ENOSPC;
    if (n <= 0) break;
    from += n;
    address += static_cast<haddr_t>(n);
    n_bytes -= static_cast<std::size_t>(n);
  }
  if (n_bytes > 0) f.kept.emplace_back(address, std::string(from, n_bytes));
  return 0;
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  File& f = *ours(file);
  if (f.end_allocated == f.end_written) return 0;
  if (f.state.write_error == 0 && ::ftruncate(f.state.descriptor, static_cast<off_t>(f.end_allocated)) != 0) f.state.write_error = errno;
  f.end_written = f.end_allocated;
  return 0;
}

// WriterLock is the lock. But the library marks a file as open for writing only if its driver can lock, and without that mark its own readers (h5py, h5dump)
// refuse a file with the other one, of a writer among readers. Our readers take both: recordings of earlier versions have the other one alone.
herr_t lock(H5FD_t*, hbool_t) { return 0; }
herr_t unlock(H5FD_t*) { return 0; }

H5FD_class_t driver(DriverUse use) {
  H5FD_class_t d{};
#ifdef H5FD_CLASS_VERSION
  d.version = H5FD_CLASS_VERSION;
  d.value = static_cast<H5FD_class_value_t>(512);  // the first number that the library leaves to others
#endif
  d.name = "zanjir_recording";
  d.maxaddr = (static_cast<haddr_t>(1) << (8 * sizeof(off_t) - 1)) - 1;
  d.fc_degree = H5F_CLOSE_WEAK;
  d.open = open_file;
  d.close = close_file;
  d.cmp = compare;
  d.query = query;
  d.get_eoa = get_end_allocated;
  d.set_eoa = set_end_allocated;
  d.get_eof = get_end_written;
  d.get_handle = get_handle;
  d.read = read;
  d.write = write;
  d.truncate = truncate;
  if (use == DriverUse::writing) d.lock = lock, d.unlock = unlock;
  const H5FD_mem_t kinds[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;  // numbers apart from structures, as sec2 has it
  std::copy(std::begin(kinds), std::end(kinds), std::begin(d.fl_map));
  return d;
}

}  // namespace

bool use_recording_driver(hid_t file_access_properties, DriverUse use) {
  // Registered anew each time and kept alive by the properties and files that use it: no global to go stale when a program calls H5close().
  const H5FD_class_t d = driver(use);
  const Hdf5Handle id(H5FDregister(&d), H5FDunregister);
  return id && H5Pset_driver(file_access_properties, id, nullptr) >= 0;
}

const DriverState* driver_state(hid_t file) {
  void* state = nullptr;
  return H5Fget_vfd_handle(file, H5P_DEFAULT, &state) >= 0 ? static_cast<const DriverState*>(state) : nullptr;
}

}  // namespace zanjir
