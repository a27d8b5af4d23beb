#include "zanjir/record/hdf5_handle.hpp"

#include <algorithm>

#include "zanjir/record/hdf5_driver.hpp"

namespace zanjir {
namespace {

struct Reason {
  std::string innermost, from_system;
};

herr_t look_at(unsigned, const H5E_error2_t* error, void* found) {
  Reason& reason = *static_cast<Reason*>(found);
  const std::string text = error->desc != nullptr ? error->desc : "";
  if (reason.innermost.empty()) reason.innermost = text;
  constexpr std::string_view opening = "error message = '";  // as the file drivers of the library write it
  const auto begin = text.find(opening);
  if (begin != std::string::npos && reason.from_system.empty()) {
    const auto end = text.find('\'', begin + opening.size());
    reason.from_system = text.substr(begin + opening.size(), end == std::string::npos ? end : end - begin - opening.size());
  }
  return 0;
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &handler_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, handler_, data_); }

std::string hdf5_error() {
  Reason reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look_at, &reason);
  if (!reason.from_system.empty()) return reason.from_system;
  return reason.innermost.empty() ? "unknown HDF5 error" : reason.innermost;
}

namespace {

Hdf5Handle access_for(DriverUse use) {
  Hdf5Handle properties(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(properties, H5F_LIBVER_V110, H5F_LIBVER_LATEST);  // or SWMR cannot start
  use_recording_driver(properties, use);
  return properties;
}

}  // namespace

Hdf5Handle recording_access() { return access_for(DriverUse::reading); }
Hdf5Handle recording_write_access() { return access_for(DriverUse::writing); }

Hdf5Handle text_type(std::size_t n_bytes) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(n_bytes, 1));  // the library knows no text of width zero
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

Hdf5Handle open_dataset(hid_t file, const char* name) { return {H5Dopen2(file, name, H5P_DEFAULT), H5Dclose}; }
Hdf5Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose}; }

}  // namespace zanjir
