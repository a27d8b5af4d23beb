// Recordings: HDF5 files as our reader opens them, their rows, events and summary.
// Every structure of such a file ends with a checksum, so that nearly all mutated files would be refused by HDF5 before our reader sees them: here the checksum
// found in the file is always the right one (the linker puts the function below in the place of the library's).
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "fuzz_target.hpp"
#include "zanjir/record/recording.hpp"

using namespace zanjir;

extern "C" std::uint32_t __wrap_H5_checksum_metadata(const void* structure, std::size_t length,
                                                     std::uint32_t) {  // NOLINT(bugprone-reserved-identifier)
  std::uint32_t behind_it = 0;
  std::memcpy(&behind_it, static_cast<const char*>(structure) + length, sizeof behind_it);
  return behind_it;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  skip_hdf5_exit_check();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path file = std::filesystem::temp_directory_path() / ("recording_fuzz_" + std::to_string(::getpid()) + ".h5");
  std::ofstream(file, std::ios::binary) << fuzz::text_of(data, size);
  const Result<Recording> recording = Recording::open(file);
  if (!recording) {
    fuzz::promise(!recording.diagnostics.empty() && !recording.diagnostics.front().message.empty(), "a recording is refused without a reason");
    return 0;
  }
  (void)state_text(*recording);
  for (std::size_t i = 0; i < std::min<std::size_t>(recording->header().channels.size(), 4); ++i)
    (void)recording->column(recording->header().channels[i].name, {0, 1000, 7});
  std::uint64_t n_rows = 0;
  (void)recording->for_each_row({0, 1000, 1}, [&](std::uint64_t, std::span<const double>) { ++n_rows; });
  (void)recording->row_at(0.5);
  fuzz::promise(n_rows <= recording->n_rows(), "more rows than the recording has");
  return 0;
}
