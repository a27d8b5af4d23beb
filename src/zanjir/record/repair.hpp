// The mark that a writer leaves in its file while it lives, and taking it off a recording whose writer died. Our own reader needs no repair;
// h5py, h5dump and others open a marked file only with the SWMR flag, or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "zanjir/core/diagnostic.hpp"

namespace zanjir {

enum class RepairOutcome { repaired, nothing_to_do };
// Works on a copy, compares it with the original number by number, then replaces it in one step. Refuses a recording being written.
Result<RepairOutcome> repair_recording(const std::filesystem::path&);

bool has_hdf5_signature(const std::string& path);
bool has_writer_mark(const std::string& path);
// Copies a recording and takes the mark off the copy, whatever lay at `copy` before. Empty on success, else the reason.
std::string copy_without_mark(const std::string& path, const std::string& copy);

}  // namespace zanjir
