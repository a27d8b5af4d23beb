// How the HDF5 library reaches the files of recordings: a driver like its own `sec2`, but
//   - a failed write (disk full ...) is not told to the library, which cannot cope with it: 1.10.8 then publishes sizes without data, crashes
//     or loops at exit. From the first one on nothing more reaches the disk, so that the file stays as the last good flush left it, readable;
//     what the library writes is kept in memory until it closes the file. Whoever writes asks driver_state() after each call;
//   - samples beyond the end of a file that was cut off are an error, not zeros (structures of the file have checksums of their own);
//   - each opening is independent: `sec2` makes two readers of one process share what they remember, so that neither sees news;
//   - it takes no lock of its own: WriterLock does, and file systems without locks still can be read. For writing its lock
//     functions say yes: the library marks a file as open for writing only then, and without that mark h5py refuses a recording that is written or was killed.
#pragma once

#include "zanjir/record/hdf5_handle.hpp"

namespace zanjir {

enum class DriverUse { reading, writing };
bool use_recording_driver(hid_t file_access_properties, DriverUse);

struct DriverState {
  int descriptor = -1;
  int write_error = 0;  // errno of the first failed write
};
// Of an open file with this driver; lives as long as the file is open.
const DriverState* driver_state(hid_t file);

}  // namespace zanjir
