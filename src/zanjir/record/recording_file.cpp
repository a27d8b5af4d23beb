#include "zanjir/record/recording_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "zanjir/record/hdf5_driver.hpp"

namespace zanjir {

RecordingFile::~RecordingFile() {
  const QuietHdf5 quiet;
  close();
}

bool RecordingFile::check(bool ok, const char* doing) {
  if (!ok && error_.empty()) error_ = fmt::format("{}: {}", doing, hdf5_error());
  return ok;
}

bool RecordingFile::create(const std::string& path, const RecordingHeader& header) {
  const QuietHdf5 quiet;
  n_channels_ = header.channels.size();
  event_type_ = layout::event_type();
  const Hdf5Handle access = recording_write_access();  // a name: closing it would clear the reason of a failure
  file_ = {H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access), H5Fclose};
  if (!check(static_cast<bool>(file_), "cannot be created")) return false;
  {  // closed before the start: an open attribute makes it fail
    const Hdf5Handle version(H5Acreate2(file_, layout::version_attribute, H5T_STD_I32LE, scalar_space(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (!check(version && H5Awrite(version, H5T_NATIVE_INT, &layout::version) >= 0, "its header cannot be written")) return false;
    const Hdf5Handle channels(H5Gcreate2(file_, "channels", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    const Hdf5Handle provenance(H5Gcreate2(file_, layout::provenance, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    if (!check(channels && provenance, "its header cannot be written")) return false;
  }
  if (!write_texts(layout::channel_names, header.channels, &Channel::name) || !write_texts(layout::channel_units, header.channels, &Channel::unit))
    return false;
  for (std::size_t i = 0; i < header.provenance.size(); ++i) {
    if (!write_provenance(i, header.provenance[i].first, header.provenance[i].second)) return false;
  }
  const hsize_t rows[2] = {layout::rows_per_block(n_channels_), n_channels_}, events[1] = {layout::event_block}, text[1] = {layout::summary_block};
  return create_growing(layout::samples, H5T_IEEE_F64LE, rows, samples_) && create_growing(layout::events, event_type_, events, events_) &&
         create_growing(layout::summary, H5T_STD_U8LE, text, summary_);
}

bool RecordingFile::write_texts(const char* name, const std::vector<Channel>& channels, std::string Channel::*part) {
  std::size_t width = 1;
  for (const Channel& c : channels) width = std::max(width, (c.*part).size());
  std::string padded(width * channels.size(), '\0');
  for (std::size_t i = 0; i < channels.size(); ++i)
    std::copy((channels[i].*part).begin(), (channels[i].*part).end(), padded.begin() + static_cast<std::ptrdiff_t>(i * width));
  const hsize_t size = channels.size();
  const Hdf5Handle type = text_type(width), space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Hdf5Handle dataset(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  return check(dataset && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()) >= 0, "its channels cannot be written");
}

bool RecordingFile::write_provenance(std::size_t index, const std::string& key, const std::string& text) {
  const Hdf5Handle type = text_type(text.size()), key_type = text_type(key.size());
  const std::string name = fmt::format("{}/{:06}", layout::provenance, index);  // a key may hold any character, a name in HDF5 may not
  const Hdf5Handle dataset(H5Dcreate2(file_, name.c_str(), type, scalar_space(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  if (!check(dataset && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) >= 0, "its provenance cannot be written")) return false;
  const Hdf5Handle attribute(H5Acreate2(dataset, layout::provenance_key, key_type, scalar_space(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return check(attribute && H5Awrite(attribute, key_type, key.c_str()) >= 0, "its provenance cannot be written");
}

// A dataset whose first dimension grows, in blocks that the library keeps two of in memory.
bool RecordingFile::create_growing(const char* name, hid_t type, std::span<const hsize_t> block, Hdf5Handle& dataset) {
  hsize_t now[2] = {0, block.back()}, most[2] = {H5S_UNLIMITED, block.back()};
  const int rank = static_cast<int>(block.size());
  const Hdf5Handle space(H5Screate_simple(rank, now, most), H5Sclose);
  const Hdf5Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose), access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_chunk(how, rank, block.data());
  if (rank == 2) {  // a row that was announced but never written must not look like zeros
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    H5Pset_fill_value(how, H5T_NATIVE_DOUBLE, &nothing);
  }
  std::size_t block_bytes = H5Tget_size(type);
  for (const hsize_t n : block) block_bytes *= n;
  H5Pset_chunk_cache(access, 521, 2 * block_bytes, 1.0);
  dataset = {H5Dcreate2(file_, name, type, space, H5P_DEFAULT, how, access), H5Dclose};
  return check(static_cast<bool>(dataset), "its tables cannot be made");
}

bool RecordingFile::take_up(const std::string& path, std::uint64_t n_rows, std::uint64_t n_events,
                            std::span<const std::pair<std::string, std::string>> more_provenance) {
  const QuietHdf5 quiet;
  event_type_ = layout::event_type();
  const Hdf5Handle access = recording_write_access();
  file_ = {H5Fopen(path.c_str(), H5F_ACC_RDWR, access), H5Fclose};
  if (!check(static_cast<bool>(file_), "cannot be opened for writing")) return false;
  samples_ = open_dataset(file_, layout::samples);
  events_ = open_dataset(file_, layout::events);
  summary_ = open_dataset(file_, layout::summary);
  const Hdf5Handle space(H5Dget_space(samples_), H5Sclose);
  hsize_t size[2] = {0, 0};
  if (!check(space && H5Sget_simple_extent_dims(space, size, nullptr) == 2 && events_ && summary_, "its tables cannot be opened")) return false;
  n_channels_ = size[1];
  size[0] = n_rows_ = n_rows;
  const hsize_t events = n_events_ = n_events, no_text = 0;
  if (!check(H5Dset_extent(samples_, size) >= 0 && H5Dset_extent(events_, &events) >= 0 && H5Dset_extent(summary_, &no_text) >= 0,
             "its end cannot be cut off"))
    return false;
  H5G_info_t group;
  if (!check(H5Gget_info_by_name(file_, layout::provenance, &group, H5P_DEFAULT) >= 0, "its provenance cannot be read")) return false;
  for (std::size_t i = 0; i < more_provenance.size(); ++i) {
    if (!write_provenance(group.nlinks + i, more_provenance[i].first, more_provenance[i].second)) return false;
  }
  return true;
}

bool RecordingFile::start() {
  const QuietHdf5 quiet;
  return check(H5Fstart_swmr_write(file_) >= 0, "cannot be made readable while it is written") && reached_the_disk();
}

bool RecordingFile::append(hid_t dataset, hid_t type, std::span<const hsize_t> begin, std::span<const hsize_t> count, const void* data) {
  hsize_t size[2] = {begin[0] + count[0], count.back()};
  if (H5Dset_extent(dataset, size) < 0) return false;
  const Hdf5Handle there(H5Dget_space(dataset), H5Sclose), here(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose);
  return H5Sselect_hyperslab(there, H5S_SELECT_SET, begin.data(), nullptr, count.data(), nullptr) >= 0 &&
         H5Dwrite(dataset, type, here, there, H5P_DEFAULT, data) >= 0;
}

bool RecordingFile::write_rows(const double* rows, std::size_t n_rows) {
  const QuietHdf5 quiet;
  const hsize_t begin[2] = {n_rows_, 0}, count[2] = {n_rows, n_channels_};
  if (!check(append(samples_, H5T_NATIVE_DOUBLE, begin, count, rows), "samples cannot be written") || !reached_the_disk()) return false;
  n_rows_ += n_rows;
  return true;
}

bool RecordingFile::write_events(const layout::PackedEvent* events, std::size_t n_events) {
  const QuietHdf5 quiet;
  const hsize_t begin[1] = {n_events_}, count[1] = {n_events};
  if (!check(append(events_, event_type_, begin, count, events), "events cannot be written") || !reached_the_disk()) return false;
  n_events_ += n_events;
  return true;
}

bool RecordingFile::write_summary(std::string_view text) {
  const QuietHdf5 quiet;
  const hsize_t begin[1] = {0}, count[1] = {text.size()};
  return check(append(summary_, H5T_NATIVE_UINT8, begin, count, text.data()), "the summary cannot be written");
}

bool RecordingFile::flush() {
  const QuietHdf5 quiet;
  return check(H5Fflush(file_, H5F_SCOPE_LOCAL) >= 0, "samples cannot be written") && reached_the_disk();
}

bool RecordingFile::reached_the_disk() {
  const DriverState* state = file_ ? driver_state(file_) : nullptr;
  if (state != nullptr && state->write_error == 0) return true;
  if (error_.empty()) error_ = fmt::format("cannot be written: {}", state != nullptr ? std::strerror(state->write_error) : "it is closed");
  return false;
}

bool RecordingFile::close() {
  const QuietHdf5 quiet;
  const bool tables = samples_.close() && events_.close() && summary_.close() && event_type_.close();
  const bool written = !file_ || (check(H5Fflush(file_, H5F_SCOPE_LOCAL) >= 0, "cannot be written") && reached_the_disk());
  return check(file_.close() && tables, "cannot be closed") && written;
}

bool RecordingFile::is_at(const std::string& path) const {
  const QuietHdf5 quiet;
  const DriverState* state = driver_state(file_);
  struct stat ours {
  }, there{};
  return state != nullptr && ::fstat(state->descriptor, &ours) == 0 && ::stat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

}  // namespace zanjir
