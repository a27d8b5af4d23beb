#include "zanjir/record/repair.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "zanjir/record/file_problem.hpp"
#include "zanjir/record/hdf5_handle.hpp"
#include "zanjir/record/recording.hpp"
#include "zanjir/record/writer_lock.hpp"

namespace zanjir {
namespace {

constexpr char signature[8] = {'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};

// The first bytes of the superblock, version 2 and later: signature, version, size of offsets, size of lengths, consistency flags.
bool read_superblock(const std::string& path, char (&head)[12]) {
  std::ifstream in(path, std::ios::binary);
  return in.read(head, sizeof head) && std::memcmp(head, signature, sizeof signature) == 0;
}

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// Every number of the original is in the copy. The copy may end later: opened without the flag it shows the same rows.
std::string compare(const std::string& path, const std::string& copy) {
  const Result<Recording> original = Recording::open(path), repaired = Recording::open(copy);
  if (!original) return to_text(original.diagnostics.front());
  if (!repaired) return to_text(repaired.diagnostics.front());
  const auto same_event = [](const EventRecord& a, const EventRecord& b) { return a.t_s == b.t_s && a.name == b.name && a.what == b.what; };
  const bool same =
      !repaired->is_marked() && original->n_rows() == repaired->n_rows() && original->summary() == repaired->summary() &&
      original->header().channels == repaired->header().channels && original->header().provenance == repaired->header().provenance &&
      std::equal(original->events().begin(), original->events().end(), repaired->events().begin(), repaired->events().end(), same_event);
  if (!same) return "the repaired copy differs from it; it was left as it is";
  constexpr std::uint64_t block = 4096;
  std::vector<std::size_t> all(original->header().channels.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (std::uint64_t row = 0; row < original->n_rows(); row += block) {
    const auto a = original->read(all, {row, block}), b = repaired->read(all, {row, block});
    if (!a || !b || !same_bits(*a, *b)) return "the samples of the repaired copy differ from it; it was left as it is";
  }
  return {};
}

}  // namespace

bool has_hdf5_signature(const std::string& path) {
  char head[12];
  return read_superblock(path, head);
}

bool has_writer_mark(const std::string& path) {
  char head[12];
  constexpr unsigned char open_for_writing = 1, swmr_writing = 4;
  return read_superblock(path, head) && head[8] >= 3 && (static_cast<unsigned char>(head[11]) & (open_for_writing | swmr_writing)) != 0;
}

std::string copy_without_mark(const std::string& path, const std::string& copy) {
  std::error_code failure;
  std::filesystem::remove(copy, failure);
  if (!std::filesystem::copy_file(path, copy, failure)) return fmt::format("cannot be copied: {}", failure.message());
  if (!has_writer_mark(copy)) return {};
  const QuietHdf5 quiet;
  const Hdf5Handle access = recording_access();
  const hbool_t yes = 1;
  H5Pset(access, "clear_status_flags", &yes);
  Hdf5Handle file(H5Fopen(copy.c_str(), H5F_ACC_RDWR, access), H5Fclose);
  // The size in the superblock is that of the start. Without the second call, closing would cut the file off there.
  if (!file || H5Fincrement_filesize(file, 0) < 0 || !file.close()) return fmt::format("cannot be repaired: {}", hdf5_error());
  return {};
}

Result<RepairOutcome> repair_recording(const std::filesystem::path& path) {
  const std::string name = path.string();
  {
    const Result<Recording> recording = Recording::open(path);
    if (!recording) return {std::nullopt, recording.diagnostics};
    if (recording->state() == RecordingState::live)
      return {std::nullopt, {file_problem(name, "is being written", "it can be read as it is; repair is for a writer that died")}};
    if (!recording->is_marked()) return {RepairOutcome::nothing_to_do, {}};
  }
  if (std::string problem = target_problem(name, IfExists::overwrite); !problem.empty())
    return {std::nullopt, {file_problem(name, std::move(problem), "name the recording itself")}};
  const Result<WriterLock> lock = WriterLock::acquire(name);
  if (!lock) return {std::nullopt, lock.diagnostics};
  const std::string copy = lock->temporary_name();
  std::string reason = copy_without_mark(name, copy);
  if (reason.empty()) reason = compare(name, copy);
  if (reason.empty()) reason = publish(copy, name, IfExists::overwrite);
  if (!reason.empty()) {
    ::unlink(copy.c_str());
    return {std::nullopt, {file_problem(name, reason)}};
  }
  return {RepairOutcome::repaired, {}};
}

}  // namespace zanjir
