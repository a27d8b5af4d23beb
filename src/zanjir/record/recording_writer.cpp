#include "zanjir/record/recording_writer.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>

#include "zanjir/core/contract.hpp"
#include "zanjir/core/name_map.hpp"
#include "zanjir/record/file_problem.hpp"
#include "zanjir/record/recording.hpp"
#include "zanjir/record/recording_file.hpp"
#include "zanjir/record/repair.hpp"

namespace zanjir {
namespace {

using Clock = std::chrono::steady_clock;
using layout::PackedEvent;

}  // namespace

// Two blocks: the run fills `filling`, the thread writes `writing`; they change places when a block is full, a flush is due or asked for.
// Everything but `writing` and `file` is guarded by the mutex; those two belong to the thread while it lives.
struct RecordingWriter::Impl {
  struct Block {  // rows and events on their way to the disk
    std::vector<double> rows;
    std::vector<PackedEvent> events;
    std::size_t n_rows = 0, n_events = 0;
  };
  Impl(std::string path_, WriterLock lock_, const RecordingHeader& header, const RecordingOptions& options)
      : path(std::move(path_)), lock(std::move(lock_)), n_channels(header.channels.size()), flush_every(options.flush_s) {
    for (Block* block : {&filling, &writing}) {
      block->rows.resize(layout::rows_per_block(n_channels) * n_channels);
      block->events.resize(layout::event_block);
    }
  }
  ~Impl() { stop_thread(); }

  std::string start_thread();  // empty, or why there is none
  void stop_thread();
  void write_until_stopped();
  bool write_block(bool flush_too);

  // Blocks end where those of the file end, so that none is written twice.
  bool full() const { return filling.n_rows > 0 && n_rows % layout::rows_per_block(n_channels) == 0; }

  std::string path;
  std::optional<WriterLock> lock;  // outlives the file
  RecordingFile file;
  std::size_t n_channels;
  std::chrono::duration<double> flush_every;

  std::mutex mutex;
  std::condition_variable work, room_again, flushed;
  Block filling, writing;
  std::uint64_t n_rows = 0, flushes_wanted = 0, flushes_done = 0;
  bool stop = false, failed = false, finished = false;
  std::string error;
  std::thread thread;
};

std::string RecordingWriter::Impl::start_thread() {
  n_rows = file.n_rows();
  // Signals are for the program's own threads. A file size limit then is an error of write() here and does not kill the run.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::string reason;
  try {
    thread = std::thread([this] { write_until_stopped(); });
  } catch (const std::system_error&) {
    reason = "cannot be written beside the run: the system starts no thread";
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return reason;
}

void RecordingWriter::Impl::stop_thread() {
  if (!thread.joinable()) return;
  {
    const std::lock_guard guard(mutex);
    stop = true;
  }
  work.notify_one();
  thread.join();
}

void RecordingWriter::Impl::write_until_stopped() {
  std::unique_lock guard(mutex);
  const auto pause = std::chrono::duration_cast<Clock::duration>(flush_every);
  auto flush_due = Clock::now() + pause;
  bool unflushed = false;
  while (true) {
    work.wait_until(guard, flush_due, [&] { return stop || flushes_wanted > flushes_done || full() || filling.n_events == filling.events.size(); });
    const bool last = stop;
    const std::uint64_t flushes = flushes_wanted;
    const bool flush_now = last || flushes > flushes_done || Clock::now() >= flush_due;
    std::swap(filling, writing);
    unflushed = unflushed || writing.n_rows > 0 || writing.n_events > 0;
    room_again.notify_all();
    guard.unlock();
    const bool ok = write_block(flush_now && unflushed);
    guard.lock();
    if (flush_now) {
      unflushed = false;
      flush_due = Clock::now() + pause;
      flushes_done = flushes;
    }
    if (!ok) {
      failed = true;
      error = fmt::format("{}: {}", path, file.error().empty() ? "was removed or replaced while it was written" : file.error());
    }
    if (flush_now || !ok) flushed.notify_all();
    if (!ok) room_again.notify_all();
    if (!ok || last) return;
  }
}

bool RecordingWriter::Impl::write_block(bool flush_too) {
  bool ok = true;
  if (writing.n_rows > 0) ok = file.write_rows(writing.rows.data(), writing.n_rows);
  if (ok && writing.n_events > 0) ok = file.write_events(writing.events.data(), writing.n_events);
  if (ok && flush_too) ok = file.flush() && file.is_at(path);
  writing.n_rows = writing.n_events = 0;
  return ok;
}

RecordingWriter::RecordingWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter::~RecordingWriter() = default;

Result<RecordingWriter> RecordingWriter::create(const std::filesystem::path& path, const RecordingHeader& header, const RecordingOptions& options) {
  require_valid(header);
  const std::string name = path.string();
  std::error_code ignored;
  const auto exists = [&] { return file_problem(name, "exists already", "choose another name, or overwrite it: --overwrite on the command line"); };
  if (std::filesystem::is_directory(path, ignored)) return {std::nullopt, {file_problem(name, "is a folder, not a recording")}};
  if (std::string problem = target_problem(name, options.if_exists); !problem.empty())
    return {std::nullopt, {problem == exists_already ? exists() : file_problem(name, std::move(problem), "choose another name")}};
  if (std::string problem = content_problem(name, Content::recording); !problem.empty())
    return {std::nullopt, {file_problem(name, std::move(problem), "choose another name, or remove the file")}};
  Result<WriterLock> lock = WriterLock::acquire(name);
  if (!lock) return {std::nullopt, std::move(lock.diagnostics)};

  auto impl = std::make_unique<Impl>(name, std::move(*lock), header, options);
  const std::string part = impl->lock->temporary_name();
  ::unlink(part.c_str());  // left by a writer that died before it could be read
  const auto give_up = [&](std::string reason) -> Result<RecordingWriter> {
    impl->file.close();
    ::unlink(part.c_str());
    return {std::nullopt, {reason == exists_already ? exists() : file_problem(name, std::move(reason))}};
  };
  if (!impl->file.create(part, header) || !impl->file.start()) return give_up(impl->file.error());
  if (const std::string reason = impl->start_thread(); !reason.empty()) return give_up(reason);  // before it takes the place of an older one
  if (const std::string reason = publish(part, name, options.if_exists); !reason.empty()) {
    impl->stop_thread();
    return give_up(reason);
  }
  return {RecordingWriter(std::move(impl)), {}};
}

Result<RecordingWriter> RecordingWriter::resume(const std::filesystem::path& path, const RecordingHeader& header, std::uint64_t keep_rows,
                                                const RecordingOptions& options) {
  require_valid(header);
  const std::string name = path.string();
  if (std::string problem = target_problem(name, IfExists::overwrite); !problem.empty())
    return {std::nullopt, {file_problem(name, std::move(problem))}};
  Result<WriterLock> lock = WriterLock::acquire(name);
  if (!lock) return {std::nullopt, std::move(lock.diagnostics)};
  std::uint64_t keep_events = 0;
  std::vector<std::pair<std::string, std::string>> news;
  {
    const Result<Recording> before = Recording::open(path);
    if (!before) return {std::nullopt, before.diagnostics};
    if (before->header().channels != header.channels)
      return {std::nullopt,
              {file_problem(name, "has other channels than this run", "resume with the model and the options it was made with, or record anew")}};
    keep_rows = std::min(keep_rows, before->n_rows());
    const Result<std::vector<double>> last = before->column("t", {keep_rows > 0 ? keep_rows - 1 : 0, std::min<std::uint64_t>(keep_rows, 1)});
    if (!last) return {std::nullopt, last.diagnostics};
    const auto& events = before->events();
    const auto later = [&](const EventRecord& e) { return last->empty() || e.t_s > last->front(); };
    keep_events = static_cast<std::uint64_t>(std::find_if(events.begin(), events.end(), later) - events.begin());
    news.emplace_back("resumed.rows", std::to_string(keep_rows));
    // What it was when it was said last: a run may come back to what an earlier one was told.
    NameMap<std::string_view> known;
    constexpr std::string_view resumed = "resumed.";
    for (const auto& [key, text] : before->header().provenance) known[key.starts_with(resumed) ? key.substr(resumed.size()) : key] = text;
    for (const auto& [key, text] : header.provenance) {
      const auto last_said = known.find(key);
      if (last_said == known.end() || last_said->second != text) news.emplace_back(std::string(resumed) + key, text);
    }
  }
  auto impl = std::make_unique<Impl>(name, std::move(*lock), header, options);
  const std::string part = impl->lock->temporary_name();
  std::string reason = copy_without_mark(name, part);
  if (reason.empty() && !(impl->file.take_up(part, keep_rows, keep_events, news) && impl->file.start())) reason = impl->file.error();
  if (reason.empty()) reason = impl->start_thread();
  if (reason.empty()) reason = publish(part, name, IfExists::overwrite);
  if (!reason.empty()) {
    impl->stop_thread();
    impl->file.close();
    ::unlink(part.c_str());
    return {std::nullopt, {file_problem(name, std::move(reason))}};
  }
  return {RecordingWriter(std::move(impl)), {}};
}

bool RecordingWriter::append(std::span<const double> row) {
  Impl& w = *impl_;
  ZANJIR_REQUIRE(row.size() == w.n_channels, "a row has one number per channel");
  std::unique_lock guard(w.mutex);
  w.room_again.wait(guard, [&] { return w.failed || w.finished || !w.full(); });
  if (w.failed || w.finished) return false;
  std::copy(row.begin(), row.end(), w.filling.rows.begin() + static_cast<std::ptrdiff_t>(w.filling.n_rows * w.n_channels));
  ++w.filling.n_rows;
  ++w.n_rows;
  if (w.full()) w.work.notify_one();
  return true;
}

bool RecordingWriter::add_event(const EventRecord& event) {
  Impl& w = *impl_;
  std::unique_lock guard(w.mutex);
  w.room_again.wait(guard, [&] { return w.failed || w.finished || w.filling.n_events < w.filling.events.size(); });
  if (w.failed || w.finished) return false;
  PackedEvent& packed = w.filling.events[w.filling.n_events++];
  packed.t_s = event.t_s;
  packed.value = event.value;
  packed.energy_J = event.energy_J;
  pack_text(event.name, packed.name, sizeof packed.name);
  pack_text(event.what, packed.what, sizeof packed.what);
  if (w.filling.n_events == w.filling.events.size()) w.work.notify_one();
  return true;
}

bool RecordingWriter::flush() {
  Impl& w = *impl_;
  std::unique_lock guard(w.mutex);
  if (w.failed || w.finished) return !w.failed;
  const std::uint64_t ours = ++w.flushes_wanted;
  w.work.notify_one();
  w.flushed.wait(guard, [&] { return w.failed || w.flushes_done >= ours; });
  return !w.failed;
}

bool RecordingWriter::finish(std::string_view summary_json) {
  Impl& w = *impl_;
  if (w.finished) return !w.failed;
  w.stop_thread();
  w.finished = true;  // the thread is gone: nothing is shared any more
  if (w.failed) return false;
  // Two flushes: the summary is there, then the mark goes. A kill between them leaves a recording that needs repair and has its summary.
  const bool ok = w.file.write_summary(summary_json.empty() ? "{}" : summary_json) && w.file.flush() && w.file.is_at(w.path) && w.file.close();
  if (!ok) {
    w.failed = true;
    w.error = fmt::format("{}: {}", w.path, w.file.error().empty() ? "was removed or replaced while it was written" : w.file.error());
    w.file.close();
  }
  w.lock.reset();
  return ok;
}

std::string RecordingWriter::error() const {
  const std::lock_guard guard(impl_->mutex);
  return impl_->error;
}

std::uint64_t RecordingWriter::n_rows() const {
  const std::lock_guard guard(impl_->mutex);
  return impl_->n_rows;
}

}  // namespace zanjir
