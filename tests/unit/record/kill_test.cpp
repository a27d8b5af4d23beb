// A writer killed at any moment (SIGKILL: no handler, no destructor) leaves a recording that opens, holds everything flushed, and nothing wrong.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

#include "support/recordings.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/record/repair.hpp"

namespace zanjir::test {
namespace {

constexpr std::size_t n_channels = 12;

double wall_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Progress {  // in memory shared with the writer
  std::atomic<std::uint64_t> appended{0}, flushed{0}, created{0};
};

class SharedProgress {
 public:
  SharedProgress() : p_(new (::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Progress) {}
  ~SharedProgress() { ::munmap(p_, sizeof(Progress)); }
  Progress* operator->() const { return p_; }

 private:
  Progress* p_;
};

double value_at(double t, std::uint64_t row, std::size_t channel) { return static_cast<double>(row) * 1024 + static_cast<double>(channel) + t / 1e6; }

// Writes for ever. Rows carry the wall time; the other channels follow from it and the number of the row.
[[noreturn]] void write_until_killed(const std::filesystem::path& file, const SharedProgress& progress, std::uint64_t seed) {
  Random random(seed);
  const double flush_s = random.chance(0.3) ? 0.002 : RecordingOptions{}.flush_s;
  Result<RecordingWriter> writer = RecordingWriter::create(file, sample_header(n_channels), {.if_exists = IfExists::overwrite, .flush_s = flush_s});
  if (!writer) ::_exit(1);
  progress->created = 1;
  std::vector<double> row(n_channels);
  const bool explicit_flushes = random.chance(0.3), slow = random.chance(0.5);
  for (std::uint64_t i = 0;; ++i) {
    row[0] = wall_s();
    for (std::size_t c = 1; c < n_channels; ++c) row[c] = value_at(row[0], i, c);
    if (!writer->append(row)) ::_exit(2);
    if (i % 100 == 0 && !writer->add_event({row[0], "e" + std::to_string(i), "crossing", static_cast<double>(i), 0})) ::_exit(3);
    progress->appended = i + 1;
    if (explicit_flushes && random.chance(0.02)) {
      if (!writer->flush()) ::_exit(4);
      progress->flushed = i + 1;
    }
    if (slow) std::this_thread::sleep_for(std::chrono::microseconds(500));
    else if (i % 16 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

void expect_no_wrong_value(const Recording& recording) {
  std::uint64_t wrong = 0;
  double before = 0;
  const auto problems = recording.for_each_row({}, [&](std::uint64_t i, std::span<const double> row) {
    wrong += !(row[0] >= before);
    before = row[0];
    for (std::size_t c = 1; c < row.size(); ++c) wrong += row[c] != value_at(row[0], i, c);
  });
  EXPECT_TRUE(problems.empty()) << text_of(problems);
  EXPECT_EQ(wrong, 0u);
  for (std::size_t i = 0; i < recording.events().size(); ++i) {
    EXPECT_EQ(recording.events()[i].name, "e" + std::to_string(100 * i));
    EXPECT_EQ(recording.events()[i].value, 100.0 * static_cast<double>(i));
  }
}

struct Killed {
  int without_name = 0, with_rows = 0, past_a_second = 0;
};

void kill_one(const TemporaryFolder& folder, std::uint64_t seed, Killed& count, double life_s) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ", life " + std::to_string(life_s) + " s");
  const std::string name = "run" + std::to_string(seed) + ".h5";
  const SharedProgress progress;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) write_until_killed(folder / name, progress, seed);
  std::this_thread::sleep_for(std::chrono::duration<double>(life_s));
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  const double killed_at = wall_s();
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself with code " << WEXITSTATUS(status);

  if (!std::filesystem::exists(folder / name)) {  // killed while it was made: at most a temporary file and the lock are there
    ++count.without_name;
    EXPECT_EQ(progress->created, 0u);
    EXPECT_TRUE(RecordingWriter::create(folder / name, sample_header(2)));
    EXPECT_FALSE(std::filesystem::exists((folder / name).string() + ".part"));
    EXPECT_FALSE(std::filesystem::exists((folder / name).string() + ".lock"));
    return;
  }
  Result<Recording> recording = Recording::open(folder / name);
  ASSERT_TRUE(recording) << text_of(recording.diagnostics);
  EXPECT_EQ(recording->state(), RecordingState::interrupted);
  EXPECT_TRUE(recording->is_marked());
  EXPECT_FALSE(recording->summary());
  EXPECT_GE(recording->n_rows(), progress->flushed);
  EXPECT_LE(recording->n_rows(), progress->appended + 1);  // it may have died before it counted its last row
  expect_no_wrong_value(*recording);
  const std::uint64_t n_rows = recording->n_rows();
  if (n_rows > 0) {
    ++count.with_rows;
    EXPECT_GT(must(recording->column("t", {n_rows - 1, 1})).front(), killed_at - 1.0) << "more than a second was lost";
  } else {
    EXPECT_LT(life_s, 1.0) << "more than a second was lost";
  }
  count.past_a_second += life_s > 1.0;

  // Repaired it is the same recording, and it can be resumed.
  recording.value.reset();
  const Result<RepairOutcome> repaired = repair_recording(folder / name);
  ASSERT_TRUE(repaired) << text_of(repaired.diagnostics);
  EXPECT_EQ(*repaired, RepairOutcome::repaired);
  const Recording whole = must(Recording::open(folder / name));
  EXPECT_FALSE(whole.is_marked());
  EXPECT_EQ(whole.n_rows(), n_rows);
  expect_no_wrong_value(whole);
}

TEST(KilledWriter, LeavesAWholeRecordingAtAnyMoment) {
  const TemporaryFolder folder;
  constexpr int n_kills = 100;
  // Two at once, each fork from a process that runs nothing but this: forking beside threads that use HDF5 is not safe.
  const pid_t second = ::fork();
  Killed count;
  for (std::uint64_t seed = second == 0 ? 1 : 2; seed <= n_kills; seed += 2) {
    Random random(1000 + seed);
    const double longest[] = {0.02, 0.3, 1.5};  // a third while it is made, a third early, a third beyond a second
    kill_one(folder, seed, count, random.uniform(0, longest[(seed / 2) % 3]));
  }
  if (second == 0) ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  int status = 0;
  ASSERT_EQ(::waitpid(second, &status, 0), second);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "see the failures of the second series above";
  EXPECT_GT(count.with_rows, 10);
  EXPECT_GT(count.past_a_second, 0);
  RecordProperty("without_name", count.without_name);
  RecordProperty("with_rows", count.with_rows);
}

// The dangerous moments last microseconds, so they are met on purpose: kills in small steps through the making of the file, whose duration on
// this machine is measured first.
TEST(KilledWriter, LeavesNoHalfFileUnderItsName) {
  const TemporaryFolder folder;
  const double begin = wall_s();
  for (int i = 0; i < 5; ++i) must(RecordingWriter::create(folder / ("warm" + std::to_string(i) + ".h5"), sample_header(n_channels)));
  const double making_s = (wall_s() - begin) / 5;
  Killed count;
  for (std::uint64_t i = 0; i < 60; ++i) kill_one(folder, 500 + i, count, 3 * making_s * static_cast<double>(i) / 60);
  EXPECT_GT(count.without_name, 0);
}

TEST(KilledWriter, CanBeResumedWithoutRepair) {
  const TemporaryFolder folder;
  const SharedProgress progress;
  const pid_t child = ::fork();
  if (child == 0) {
    RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(4)));
    append_samples(writer, 0, 100, 4);
    writer.flush();
    progress->flushed = 100;
    ::pause();
  }
  while (progress->flushed < 100) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(text_of(repair_recording(folder / "run.h5").diagnostics).find((folder / "run.h5").string() + ": error: is being written"), 0u);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  {
    RecordingWriter writer = must(RecordingWriter::resume(folder / "run.h5", sample_header(4)));
    append_samples(writer, 100, 100, 4);
    ASSERT_TRUE(writer.finish("{}"));
  }
  const Recording recording = must(Recording::open(folder / "run.h5"));
  EXPECT_EQ(recording.state(), RecordingState::finished);
  expect_samples(recording, 200);
}

}  // namespace
}  // namespace zanjir::test
