#include "zanjir/record/recording.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "zanjir/core/contract.hpp"
#include "zanjir/record/file_problem.hpp"
#include "zanjir/record/recording_layout.hpp"
#include "zanjir/record/repair.hpp"
#include "zanjir/record/writer_lock.hpp"

namespace zanjir {
namespace {

constexpr const char* damaged = "is damaged";

std::uint64_t bytes_on_disk(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::string unpad(const char* text, std::size_t width) { return {text, ::strnlen(text, width)}; }

hsize_t length(hid_t dataset) {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  const hssize_t n = space ? H5Sget_simple_extent_npoints(space) : -1;
  return n < 0 ? 0 : static_cast<hsize_t>(n);
}

// Whether every name on the way to an object is its own, inside this file: links could lead into files that a stranger names.
bool is_inside(hid_t file, std::string_view path) {
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    H5L_info_t link;
    if (H5Lget_info(file, std::string(path.substr(0, end)).c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD) return false;
    if (end == std::string_view::npos) return true;
  }
}

constexpr std::uint64_t largest_block_bytes = 16u << 20;  // as doubles; ours stay below 4 MiB

// Opens a table or text of ours: inside this file, its numbers too (no external files, no virtual tables), without filters, in blocks that fit into memory. What a
// writer of ours makes is like that; all else is not read.
Hdf5Handle open_own_dataset(hid_t file, const std::string& path) {
  if (!is_inside(file, path)) return {};
  Hdf5Handle dataset = open_dataset(file, path.c_str());
  if (!dataset) return {};
  const Hdf5Handle how(H5Dget_create_plist(dataset), H5Pclose), type(H5Dget_type(dataset), H5Tclose);
  const H5D_layout_t kind = H5Pget_layout(how);
  if (kind == H5D_LAYOUT_ERROR || kind == H5D_VIRTUAL || H5Pget_external_count(how) != 0 || H5Pget_nfilters(how) != 0) return {};
  if (kind != H5D_CHUNKED) return dataset;
  hsize_t block[2] = {0, 1};
  const int rank = H5Pget_chunk(how, 2, block);
  const std::uint64_t item = std::max<std::uint64_t>(H5Tget_size(type), sizeof(double));
  if (rank < 1 || rank > 2 || block[0] == 0 || block[1] == 0) return {};
  if (block[0] > largest_block_bytes / item || block[1] > largest_block_bytes / item / block[0]) return {};
  return dataset;
}

Hdf5Handle part_of(hid_t dataset, hsize_t first, hsize_t count) {  // rows of a dataset of one or two dimensions
  Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t size[2] = {0, 0}, begin[2] = {first, 0};
  H5Sget_simple_extent_dims(space, size, nullptr);
  size[0] = count;
  H5Sselect_hyperslab(space, H5S_SELECT_SET, begin, nullptr, size, nullptr);
  return space;
}

}  // namespace

struct Recording::Impl {
  Diagnostic problem(std::string message, std::string hint = {}) const { return file_problem(path, std::move(message), std::move(hint)); }
  std::vector<Diagnostic> is_damaged(const char* what) const {
    return {problem(fmt::format("{}: {} cannot be read", damaged, what), "restore it from a copy")};
  }

  std::vector<Diagnostic> read_header();
  std::vector<Diagnostic> read_growing_parts();
  bool read_texts(hid_t dataset, std::vector<std::string>& out) const;
  bool read_provenance();
  bool read_events();
  bool read_rows(std::uint64_t first, std::uint64_t count, double* out) const;
  bool drop_rows_never_written();
  void find_state();
  std::string time_problem(std::uint64_t row, double t_s, double before_s, std::uint64_t n_at_once) const;

  std::string path;
  Hdf5Handle file, samples, events_table, summary_text;
  std::uint64_t block_rows = 64;
  RecordingHeader header;
  std::uint64_t n_rows = 0;
  std::vector<EventRecord> events;
  std::vector<double> event_times;  // sorted
  std::optional<std::string> summary;
  RecordingState state = RecordingState::finished;
  bool marked = false;
};

// -- opening

Recording::Recording(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;
Recording::~Recording() = default;

Result<Recording> Recording::open(const std::filesystem::path& path) {
  const QuietHdf5 quiet;
  auto impl = std::make_unique<Impl>();
  impl->path = path.string();
  const auto refuse = [&](std::string message, std::string hint = {}) -> Result<Recording> {
    return {std::nullopt, {impl->problem(std::move(message), std::move(hint))}};
  };
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return refuse("no such file");
  if (std::filesystem::is_directory(path, ignored)) return refuse("is a folder, not a recording");
  if (!std::filesystem::is_regular_file(path, ignored)) return refuse("is not a regular file");
  if (::access(path.c_str(), R_OK) != 0) return refuse("cannot be read", "check the permissions");
  if (!has_hdf5_signature(impl->path)) return refuse("is not an HDF5 file", "recordings are HDF5 files made by zanjir");
  const Hdf5Handle access = recording_access();
  // Without the flag the library also checks that the file is as long as it says.
  if (!has_writer_mark(impl->path)) impl->file = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose};
  if (!impl->file && has_writer_mark(impl->path)) {
    // A structure that is just being rewritten is read again after 1, 2, 4 ... ns, 33 ms in all; the library's own 100 attempts take for ever.
    const bool live = is_being_written(impl->path);
    H5Pset_metadata_read_attempts(access, live ? 25 : 1);
    const hbool_t yes = 1;
    // After a loss of power the end may be missing, and a writer may have added to the file since its length was asked for: see drop_rows_never_written.
    H5Pset(access, "skip_eof_check", &yes);
    impl->file = {H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access), H5Fclose};
  }
  if (!impl->file) return refuse(fmt::format("cannot be opened: {}", hdf5_error()), "it is damaged, or no recording of zanjir");
  std::vector<Diagnostic> problems = impl->read_header();
  if (problems.empty()) problems = impl->read_growing_parts();
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  return {Recording(std::move(impl)), {}};
}

std::vector<Diagnostic> Recording::Impl::read_header() {
  if (H5Aexists(file, layout::version_attribute) <= 0) return {problem("is an HDF5 file, but not a recording of zanjir")};
  int version = 0;
  {
    const Hdf5Handle attribute(H5Aopen(file, layout::version_attribute, H5P_DEFAULT), H5Aclose);
    const Hdf5Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
    if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1 || H5Aread(attribute, H5T_NATIVE_INT, &version) < 0)
      return is_damaged("its version");
  }
  if (version != layout::version)
    return {problem(fmt::format("has format version {}, this program reads {}", version, layout::version),
                    version > layout::version ? "use a newer zanjir" : "")};
  std::vector<std::string> names, units;
  if (!read_texts(open_own_dataset(file, layout::channel_names), names) || !read_texts(open_own_dataset(file, layout::channel_units), units))
    return is_damaged("the list of channels");
  samples = open_own_dataset(file, layout::samples);
  events_table = open_own_dataset(file, layout::events);
  summary_text = open_own_dataset(file, layout::summary);
  if (!samples || !events_table || !summary_text) return is_damaged("a table");
  const Hdf5Handle type(H5Dget_type(samples), H5Tclose), space(H5Dget_space(samples), H5Sclose), how(H5Dget_create_plist(samples), H5Pclose);
  hsize_t size[2] = {0, 0}, block[2] = {0, 0};
  const bool is_table = H5Sget_simple_extent_ndims(space) == 2 && H5Sget_simple_extent_dims(space, size, nullptr) == 2 &&
                        H5Tget_class(type) == H5T_FLOAT && H5Pget_chunk(how, 2, block) == 2 && block[0] > 0 && block[1] == size[1];
  if (!is_table || names.empty() || names.size() != units.size() || names.size() != size[1] || names[0] != "t")
    return is_damaged("the list of channels");
  block_rows = block[0];
  for (std::size_t i = 0; i < names.size(); ++i) header.channels.push_back({std::move(names[i]), std::move(units[i])});
  if (!read_provenance()) return is_damaged("its provenance");
  return {};
}

bool Recording::Impl::read_texts(hid_t dataset_id, std::vector<std::string>& out) const {
  if (dataset_id < 0) return false;
  const Hdf5Handle type(H5Dget_type(dataset_id), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return false;
  const std::size_t width = H5Tget_size(type), n = length(dataset_id);
  if (width == 0 || n > bytes_on_disk(path) / width) return false;  // before any memory is asked for
  std::vector<char> padded(width * n);
  if (H5Dread(dataset_id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()) < 0) return false;
  for (std::size_t i = 0; i < n; ++i) out.push_back(unpad(padded.data() + i * width, width));
  return true;
}

bool Recording::Impl::read_provenance() {
  H5G_info_t group;
  if (!is_inside(file, layout::provenance) || H5Gget_info_by_name(file, layout::provenance, &group, H5P_DEFAULT) < 0) return false;
  std::uint64_t room = bytes_on_disk(path);  // for all texts together: many names may lead to one
  for (hsize_t i = 0; i < group.nlinks; ++i) {
    const Hdf5Handle dataset = open_own_dataset(file, fmt::format("{}/{:06}", layout::provenance, i));
    if (!dataset) return false;
    const Hdf5Handle stored(H5Dget_type(dataset), H5Tclose);
    if (H5Tget_size(stored) > room) return false;
    room -= H5Tget_size(stored);
    std::vector<std::string> text;
    if (H5Aexists(dataset, layout::provenance_key) <= 0 || !read_texts(dataset, text) || text.size() != 1) return false;
    const Hdf5Handle key(H5Aopen(dataset, layout::provenance_key, H5P_DEFAULT), H5Aclose), type(H5Aget_type(key), H5Tclose),
        space(H5Aget_space(key), H5Sclose);
    const std::size_t width = H5Tget_size(type);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || H5Sget_simple_extent_npoints(space) != 1 || width > bytes_on_disk(path))
      return false;
    std::vector<char> padded(width);
    if (H5Aread(key, type, padded.data()) < 0) return false;
    header.provenance.emplace_back(unpad(padded.data(), width), std::move(text[0]));
  }
  return true;
}

// -- what grows while a recording is written

std::vector<Diagnostic> Recording::Impl::read_growing_parts() {
  find_state();  // before the rows: a writer that ends meanwhile is seen as live once more, never as interrupted
  const hsize_t n_bytes = length(summary_text);
  summary.reset();
  if (n_bytes > 0) {
    if (n_bytes > bytes_on_disk(path)) return is_damaged("its summary");
    std::string text(n_bytes, '\0');
    if (H5Dread(summary_text, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) return is_damaged("its summary");
    summary = std::move(text);
  }
  if (state != RecordingState::live) state = summary ? RecordingState::finished : RecordingState::interrupted;
  const Hdf5Handle space(H5Dget_space(samples), H5Sclose);
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_dims(space, size, nullptr) != 2) return is_damaged("the table of samples");
  n_rows = size[0];
  // No more rows than the file has room for; a writer may have announced one block more than it wrote.
  const std::uint64_t room = bytes_on_disk(path) / sizeof(double) / header.channels.size() + block_rows;
  if (n_rows > room && !marked) return is_damaged("the table of samples");
  n_rows = std::min(n_rows, room);
  if (!drop_rows_never_written()) return is_damaged("the end of the samples");
  if (!read_events()) return is_damaged("the table of events");
  return {};
}

void Recording::Impl::find_state() {
  marked = has_writer_mark(path);
  if (marked && is_being_written(path)) state = RecordingState::live;
  else {
    state = RecordingState::interrupted;       // unless there is a summary
    marked = marked && has_writer_mark(path);  // it may have ended between the two questions
  }
}

// The number of rows may reach the disk before the rows themselves; such rows have no time. After a loss of power the end of the file may be
// missing: what was not closed properly is then kept as far as it goes.
bool Recording::Impl::drop_rows_never_written() {
  const std::size_t n_channels = header.channels.size();
  std::vector<double> block(block_rows * n_channels);
  while (n_rows > 0) {
    const std::uint64_t first = (n_rows - 1) / block_rows * block_rows;
    if (read_rows(first, n_rows - first, block.data())) {
      while (n_rows > first && std::isnan(block[(n_rows - 1 - first) * n_channels])) --n_rows;
      if (n_rows > first) break;
    } else if (marked) {
      n_rows = first;
    } else {
      return false;
    }
  }
  return true;
}

bool Recording::Impl::read_events() {
  const Hdf5Handle type = layout::event_type(), stored(H5Dget_type(events_table), H5Tclose), space(H5Dget_space(events_table), H5Sclose);
  if (H5Tget_class(stored) != H5T_COMPOUND || H5Tget_nmembers(stored) != H5Tget_nmembers(type) || H5Sget_simple_extent_ndims(space) != 1)
    return false;
  const hsize_t n = length(events_table), item = H5Tget_size(stored);
  if (item < H5Tget_size(type) || n > bytes_on_disk(path) / item + layout::event_block) return false;
  events.clear();
  event_times.clear();
  std::vector<layout::PackedEvent> block(layout::event_block);
  for (hsize_t first = 0; first < n; first += block.size()) {
    const hsize_t count = std::min<hsize_t>(block.size(), n - first);
    const Hdf5Handle there = part_of(events_table, first, count), here(H5Screate_simple(1, &count, nullptr), H5Sclose);
    if (H5Dread(events_table, type, here, there, H5P_DEFAULT, block.data()) < 0) return marked;  // as for rows: as far as it goes
    for (hsize_t i = 0; i < count; ++i) {
      const layout::PackedEvent& e = block[i];
      events.push_back({e.t_s, unpad(e.name, sizeof e.name), unpad(e.what, sizeof e.what), e.value, e.energy_J});
      if (!std::isnan(e.t_s)) event_times.push_back(e.t_s);
    }
  }
  std::sort(event_times.begin(), event_times.end());
  return true;
}

// What no writer writes: times that are no numbers or go back, and, where the run has ended and all its events are there, more rows at one instant than these make:
// one where it is due, one more where the run begins or ends, and for every event one before it and one after.
std::string Recording::Impl::time_problem(std::uint64_t row, double t_s, double before_s, std::uint64_t n_at_once) const {
  if (!std::isfinite(t_s)) return fmt::format("the time of row {} is {}", row, t_s);
  if (t_s < before_s) return fmt::format("time goes back from {} s to {} s at row {}", before_s, t_s, row);
  if (n_at_once <= 2 || state != RecordingState::finished) return {};
  const auto [first, last] = std::equal_range(event_times.begin(), event_times.end(), t_s);
  if (n_at_once <= 2 + 2 * static_cast<std::uint64_t>(last - first)) return {};
  return fmt::format("time stands still at {} s up to row {}", t_s, row);
}

bool Recording::Impl::read_rows(std::uint64_t first, std::uint64_t count, double* out) const {
  const hsize_t size[2] = {count, header.channels.size()};
  const Hdf5Handle there = part_of(samples, first, count), here(H5Screate_simple(2, size, nullptr), H5Sclose);
  return H5Dread(samples, H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, out) >= 0;
}

std::vector<Diagnostic> Recording::refresh() {
  const QuietHdf5 quiet;
  for (const Hdf5Handle* dataset : {&impl_->samples, &impl_->events_table, &impl_->summary_text}) {
    if (H5Drefresh(*dataset) < 0) return impl_->is_damaged("what was added");
  }
  return impl_->read_growing_parts();
}

// -- questions

RecordingState Recording::state() const { return impl_->state; }
bool Recording::is_marked() const { return impl_->marked; }
const RecordingHeader& Recording::header() const { return impl_->header; }
std::uint64_t Recording::n_rows() const { return impl_->n_rows; }
const std::vector<EventRecord>& Recording::events() const { return impl_->events; }
const std::optional<std::string>& Recording::summary() const { return impl_->summary; }

std::optional<std::size_t> Recording::find_channel(std::string_view name) const { return zanjir::find_channel(impl_->header, name); }

std::vector<Diagnostic> Recording::for_each_row(const RowRange& range,
                                                const std::function<void(std::uint64_t, std::span<const double>)>& visit) const {
  const QuietHdf5 quiet;
  ZANJIR_REQUIRE(range.every > 0, "every row, or every second, or ...");
  const std::size_t n_channels = impl_->header.channels.size();
  const std::uint64_t block_rows = impl_->block_rows;
  const std::uint64_t end = range.first >= impl_->n_rows ? 0 : range.first + std::min(range.count, impl_->n_rows - range.first);
  std::vector<double> block(block_rows * n_channels);
  double before_s = -std::numeric_limits<double>::infinity();
  std::uint64_t n_at_once = 0;
  for (std::uint64_t row = range.first; row < end;) {
    const std::uint64_t stop = std::min((row / block_rows + 1) * block_rows, end), begin = row;
    if (!impl_->read_rows(begin, stop - begin, block.data())) return impl_->is_damaged("a part of the samples");
    for (std::uint64_t r = begin; r < stop; ++r) {
      const double t_s = block[(r - begin) * n_channels];
      n_at_once = t_s == before_s ? n_at_once + 1 : 1;
      if (const std::string why = impl_->time_problem(r, t_s, before_s, n_at_once); !why.empty())
        return {impl_->problem(fmt::format("{}: {}", damaged, why), "restore it from a copy")};
      before_s = t_s;
    }
    for (; row < stop; row += std::min(range.every, end - row)) visit(row, {block.data() + (row - begin) * n_channels, n_channels});
  }
  return {};
}

Result<std::vector<double>> Recording::read(std::span<const std::size_t> channels, const RowRange& range) const {
  for (const std::size_t c : channels) ZANJIR_REQUIRE(c < impl_->header.channels.size(), "no such channel");
  std::vector<double> values;
  std::vector<Diagnostic> problems = for_each_row(range, [&](std::uint64_t, std::span<const double> row) {
    for (const std::size_t c : channels) values.push_back(row[c]);
  });
  if (!problems.empty()) return {std::nullopt, std::move(problems)};
  return {std::move(values), {}};
}

Result<std::vector<double>> Recording::column(std::string_view channel, const RowRange& range) const {
  const std::optional<std::size_t> index = find_channel(channel);
  if (!index) {
    std::vector<std::string> names;
    for (const Channel& c : impl_->header.channels) names.push_back(c.name);
    const std::string near = nearest(std::string(channel), names);
    return {std::nullopt, {impl_->problem(fmt::format("no channel '{}'", channel), near.empty() ? "" : fmt::format("did you mean '{}'?", near))}};
  }
  return read(std::span(&*index, 1), range);
}

Result<std::uint64_t> Recording::row_at(double t_s) const {
  std::uint64_t low = 0, high = impl_->n_rows;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const Result<std::vector<double>> t = column("t", {middle, 1});
    if (!t) return {std::nullopt, t.diagnostics};
    if (t->front() < t_s) low = middle + 1;
    else high = middle;
  }
  return {low, {}};
}

void skip_hdf5_exit_check() { H5dont_atexit(); }

std::string state_text(const Recording& recording) {
  if (recording.state() == RecordingState::finished) return "finished";
  std::string at = " before the first sample";
  if (recording.n_rows() > 0) {
    const Result<std::vector<double>> t = recording.column("t", {recording.n_rows() - 1, 1});
    at = t ? fmt::format(" at t = {:.9g} s", t->front()) : " at an unknown time";
  }
  return (recording.state() == RecordingState::live ? "being written," : "interrupted") + at;
}

}  // namespace zanjir
