// The little of the HDF5 library that our recordings need, made safe: handles that close themselves, silence, and errors in words.
// Call the numbered names (H5Dcreate2 ...): Debian maps the plain ones to the 1.8 interface.
#pragma once

#include <hdf5.h>

#include <string>
#include <string_view>
#include <utility>

namespace zanjir {

class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    close();
    id_ = std::exchange(other.id_, H5I_INVALID_HID);
    close_ = other.close_;
    return *this;
  }
  ~Hdf5Handle() { close(); }
  bool close() {
    const hid_t id = std::exchange(id_, H5I_INVALID_HID);
    return id < 0 || close_(id) >= 0;
  }
  explicit operator bool() const { return id_ >= 0; }
  operator hid_t() const { return id_; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

// While it lives, the library prints no errors of this thread; what a program has set for its own use comes back afterwards.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t handler_ = nullptr;
  void* data_ = nullptr;
};

// Why the last call of this thread failed: the operating system's words ("No space left on device"), else the library's innermost message.
std::string hdf5_error();

Hdf5Handle recording_access();              // file access properties: the latest format and our driver, for reading and repairing
Hdf5Handle recording_write_access();        // the same for writing
Hdf5Handle text_type(std::size_t n_bytes);  // fixed width, padded with zeros, UTF-8: behaves like a number, so a kill cannot hurt it
Hdf5Handle open_dataset(hid_t file, const char* name);
Hdf5Handle scalar_space();

}  // namespace zanjir
