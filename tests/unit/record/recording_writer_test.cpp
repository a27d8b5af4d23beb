#include "zanjir/record/recording_writer.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

#include "support/recordings.hpp"
#include "zanjir/core/contract.hpp"

namespace zanjir::test {
namespace {

using std::filesystem::path;

std::string bytes_of(const path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(RecordingWriter, RoundTrip) {
  const TemporaryFolder folder;
  for (const std::uint64_t n_rows : {0, 1, 63, 64, 65, 128, 1000}) {
    SCOPED_TRACE(n_rows);
    const path file = folder / ("run" + std::to_string(n_rows) + ".h5");
    {
      RecordingWriter writer = must(RecordingWriter::create(file, sample_header(7)));
      append_samples(writer, 0, n_rows, 7);
      EXPECT_EQ(writer.n_rows(), n_rows);
      ASSERT_TRUE(writer.add_event({0.25, "floor.ball", "impact", -1.5, -0.125}));
      ASSERT_TRUE(writer.finish(R"({"end":"done"})")) << writer.error();
    }
    const Recording recording = must(Recording::open(file));
    EXPECT_EQ(recording.state(), RecordingState::finished);
    EXPECT_FALSE(recording.is_marked());
    EXPECT_EQ(recording.header().channels, sample_header(7).channels);
    EXPECT_EQ(recording.header().provenance, sample_header(7).provenance);
    expect_samples(recording, n_rows);
    ASSERT_EQ(recording.events().size(), 1u);
    const EventRecord& e = recording.events()[0];
    EXPECT_EQ(std::tuple(e.t_s, e.name, e.what, e.value, e.energy_J), std::tuple(0.25, "floor.ball", "impact", -1.5, -0.125));
    EXPECT_EQ(recording.summary(), R"({"end":"done"})");
  }
  for (const std::string& name : folder.files()) EXPECT_TRUE(name.ends_with(".h5")) << name << " was left behind";
}

TEST(RecordingWriter, KeepsSpecialNumbersBitByBit) {
  const TemporaryFolder folder;
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> row = {0.0, -0.0, inf, -inf, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::denorm_min(), 0.1};
  {
    RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(row.size())));
    ASSERT_TRUE(writer.append(row));
    ASSERT_TRUE(writer.finish(""));
  }
  const Recording recording = must(Recording::open(folder / "run.h5"));
  const std::vector<std::size_t> all = {0, 1, 2, 3, 4, 5, 6};
  const std::vector<double> back = must(recording.read(all));
  ASSERT_EQ(back.size(), row.size());
  EXPECT_EQ(std::memcmp(back.data(), row.data(), sizeof(double) * row.size()), 0);
  EXPECT_EQ(recording.summary(), "{}");
}

TEST(RecordingWriter, KeepsTextsOfAnyLengthAndScript) {
  const TemporaryFolder folder;
  RecordingHeader header{{{"t", "s"}, {"زنجیر.ω", "rad/s²"}, {std::string(3000, 'n'), ""}}, {}};
  header.provenance = {{"empty", ""}, {"models/a b.yaml", std::string(300000, 'y') + "ü\n"}, {"", "no key"}, {"twice", "1"}, {"twice", "2"},
                       {"../x", "."}};
  const std::string summary = "{\"text\":\"" + std::string(200000, 's') + "\"}";
  {
    RecordingWriter writer = must(RecordingWriter::create(folder / "läuft.h5", header));
    ASSERT_TRUE(writer.finish(summary));
  }
  const Recording recording = must(Recording::open(folder / "läuft.h5"));
  EXPECT_EQ(recording.header().channels, header.channels);
  EXPECT_EQ(recording.header().provenance, header.provenance);
  EXPECT_EQ(recording.summary(), summary);
}

TEST(RecordingWriter, MarksEventTextsThatAreCut) {
  const TemporaryFolder folder;
  std::string umlauts;
  for (int i = 0; i < 200; ++i) umlauts += "ü";
  {
    RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(1)));
    writer.add_event({0, std::string(255, 'a'), std::string(63, 'b'), 0, 0});
    writer.add_event({0, std::string(256, 'a'), std::string(64, 'b'), 0, 0});
    writer.add_event({0, umlauts, "", 0, 0});
    ASSERT_TRUE(writer.finish("{}"));
  }
  const Recording recording = must(Recording::open(folder / "run.h5"));
  ASSERT_EQ(recording.events().size(), 3u);
  EXPECT_EQ(recording.events()[0].name, std::string(255, 'a'));
  EXPECT_EQ(recording.events()[0].what, std::string(63, 'b'));
  EXPECT_EQ(recording.events()[1].name, std::string(252, 'a') + "…");
  EXPECT_EQ(recording.events()[1].what, std::string(60, 'b') + "…");
  EXPECT_EQ(recording.events()[2].name, umlauts.substr(0, 252) + "…");
}

TEST(RecordingWriter, TakesManyChannelsAndManyEvents) {
  const TemporaryFolder folder;
  constexpr std::size_t n_channels = 20000;  // blocks of 26 rows: 4 MiB
  {
    RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(n_channels)));
    append_samples(writer, 0, 100, n_channels);
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(writer.add_event({1e-3 * i, "e" + std::to_string(i), "crossing", 1.0 * i, 0}));
    ASSERT_TRUE(writer.finish("{}"));
  }
  const Recording recording = must(Recording::open(folder / "run.h5"));
  expect_samples(recording, 100);
  ASSERT_EQ(recording.events().size(), 1000u);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(recording.events()[static_cast<std::size_t>(i)].name, "e" + std::to_string(i));
}

TEST(RecordingWriter, TakesManyRowsInFlatMemory) {
  const TemporaryFolder folder;
  const auto resident_kib = [] {
    std::ifstream in("/proc/self/statm");
    long total = 0, resident = 0;
    in >> total >> resident;
    return resident * ::sysconf(_SC_PAGESIZE) / 1024;
  };
  constexpr std::uint64_t n_rows = 1'000'000;
  RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(3)));
  append_samples(writer, 0, n_rows / 10, 3);
  ASSERT_TRUE(writer.flush());
  const long before = resident_kib();
  append_samples(writer, n_rows / 10, n_rows - n_rows / 10, 3);
  ASSERT_TRUE(writer.flush());
  // 21 MiB of samples went through. What may grow is the library's cache of the index: 8 bytes per block of 64 rows, 110 KiB, and its
  // bookkeeping, which is bounded by its own limit of cached metadata.
  const long grown = resident_kib() - before;
  RecordProperty("grown_kib", std::to_string(grown));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they keep freed memory for a while
  EXPECT_LT(grown, 4096);
#endif
  ASSERT_TRUE(writer.finish("{}"));
  expect_samples(must(Recording::open(folder / "run.h5")), n_rows);
}

TEST(RecordingWriter, WithoutFinishLeavesAWholeFileWithoutSummary) {
  const TemporaryFolder folder;
  {
    RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(2)));
    append_samples(writer, 0, 100, 2);
  }
  const Recording recording = must(Recording::open(folder / "run.h5"));
  EXPECT_EQ(recording.state(), RecordingState::interrupted);
  EXPECT_FALSE(recording.is_marked());
  EXPECT_FALSE(recording.summary());
  EXPECT_EQ(state_text(recording), "interrupted at t = 0.099 s");
  expect_samples(recording, 100);
}

TEST(RecordingWriter, RefusesAnExistingTargetAndLeavesItAlone) {
  const TemporaryFolder folder;
  std::ofstream(folder / "run.h5") << "somebody's thesis";
  const auto refused = RecordingWriter::create(folder / "run.h5", sample_header(2));
  ASSERT_FALSE(refused);
  EXPECT_NE(text_of(refused.diagnostics).find("run.h5: error: exists already; choose another name"), std::string::npos)
      << text_of(refused.diagnostics);
  EXPECT_EQ(bytes_of(folder / "run.h5"), "somebody's thesis");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"run.h5"});

  const auto no_recording = RecordingWriter::create(folder / "run.h5", sample_header(2), {.if_exists = IfExists::overwrite});
  ASSERT_FALSE(no_recording);
  EXPECT_NE(text_of(no_recording.diagnostics).find("run.h5: error: is not a recording"), std::string::npos) << text_of(no_recording.diagnostics);
  EXPECT_EQ(bytes_of(folder / "run.h5"), "somebody's thesis");
  std::filesystem::remove(folder / "run.h5");
  must(RecordingWriter::create(folder / "run.h5", sample_header(3))).finish("{}");

  RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(2), {.if_exists = IfExists::overwrite}));
  EXPECT_EQ(must(Recording::open(folder / "run.h5")).n_rows(), 0u);  // from the first moment it is the new, readable one
  append_samples(writer, 0, 10, 2);
  ASSERT_TRUE(writer.finish("{}"));
  expect_samples(must(Recording::open(folder / "run.h5")), 10);
}

TEST(RecordingWriter, RefusesASecondWriter) {
  const TemporaryFolder folder;
  RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(2)));
  append_samples(writer, 0, 10, 2);
  for (const IfExists if_exists : {IfExists::overwrite, IfExists::refuse}) {
    const auto second = RecordingWriter::create(folder / "run.h5", sample_header(2), {.if_exists = if_exists});
    ASSERT_FALSE(second);
    const std::string said = text_of(second.diagnostics);
    EXPECT_NE(said.find(if_exists == IfExists::refuse ? "exists already" : "is being written by process " + std::to_string(::getpid())),
              std::string::npos)
        << said;
  }
  const auto resumed = RecordingWriter::resume(folder / "run.h5", sample_header(2));
  ASSERT_FALSE(resumed);
  EXPECT_NE(text_of(resumed.diagnostics).find("is being written by process"), std::string::npos);
  append_samples(writer, 10, 10, 2);
  ASSERT_TRUE(writer.finish("{}")) << writer.error();
  expect_samples(must(Recording::open(folder / "run.h5")), 20);
  EXPECT_TRUE(RecordingWriter::create(folder / "run.h5", sample_header(2), {.if_exists = IfExists::overwrite}));  // free again after finish
}

TEST(RecordingWriter, SaysWhyAFolderCannotBeUsed) {
  const TemporaryFolder folder;
  std::vector<std::pair<path, std::string>> cases = {{folder / "nowhere/run.h5", "No such file or directory"}};
  std::filesystem::create_directory(folder / "locked");
  std::filesystem::create_directory(folder / "run.h5");
  std::filesystem::permissions(folder / "locked", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  if (::geteuid() != 0) cases.push_back({folder / "locked/run.h5", "Permission denied"});
  else cases.push_back({"/proc/run.h5", "No such file or directory"});  // root may write everywhere but there
  for (const auto& [file, reason] : cases) {
    const auto refused = RecordingWriter::create(file, sample_header(2));
    ASSERT_FALSE(refused);
    EXPECT_NE(text_of(refused.diagnostics).find("cannot be written: " + reason + "; the folder must exist and be writable"), std::string::npos)
        << text_of(refused.diagnostics);
  }
  EXPECT_NE(text_of(RecordingWriter::create(folder / "run.h5", sample_header(2)).diagnostics).find("is a folder"), std::string::npos);
}

TEST(RecordingWriter, TellsTheRunWhenTheFileVanishes) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "out");
  RecordingWriter writer = must(RecordingWriter::create(folder / "out/run.h5", sample_header(2)));
  append_samples(writer, 0, 100, 2);
  ASSERT_TRUE(writer.flush());
  std::filesystem::remove_all(folder / "out");
  EXPECT_TRUE(writer.append(std::vector<double>{0.1, 0}));
  EXPECT_FALSE(writer.flush());
  EXPECT_FALSE(writer.append(std::vector<double>{0.1, 0}));
  EXPECT_FALSE(writer.finish("{}"));
  EXPECT_NE(writer.error().find("was removed or replaced while it was written"), std::string::npos) << writer.error();
}

// A file size limit stands in for a full disk: both fail the write of new blocks and let old ones be rewritten.
TEST(RecordingWriter, KeepsWhatFitsWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const path file = folder / "run.h5";
  auto* flushed = static_cast<std::uint64_t*>(::mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (const rlim_t limit : {0, 50, 500, 1000, 2000, 3000, 5000, 60000, 300001}) {
    SCOPED_TRACE(limit);
    std::filesystem::remove(file);
    *flushed = 0;
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit most{limit, limit};
      ::setrlimit(RLIMIT_FSIZE, &most);
      int code = 1;
      {
        Result<RecordingWriter> writer = RecordingWriter::create(file, sample_header(10));
        if (!writer) {
          code = text_of(writer.diagnostics).find("File too large") != std::string::npos ? 10 : 2;
        } else {
          std::vector<double> row(10);
          std::uint64_t i = 0;
          for (fill(i, row); i < 1'000'000 && writer->append(row); fill(++i, row)) {
            if (i % 100 == 99 && writer->flush()) *flushed = i + 1;
          }
          code = i < 1'000'000 && writer->error().find("File too large") != std::string::npos && !writer->finish("{}") && !writer->add_event({}) ? 11
                                                                                                                                                 : 3;
        }
      }
      ::exit(code);  // through the library's own exit handler, too
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    if (WEXITSTATUS(status) == 10) {
      EXPECT_TRUE(folder.files().empty()) << folder.files()[0] << " was left behind";
      continue;
    }
    EXPECT_EQ(WEXITSTATUS(status), 11);
    const Recording recording = must(Recording::open(file));
    EXPECT_EQ(recording.state(), RecordingState::interrupted);
    EXPECT_GE(recording.n_rows(), *flushed);
    EXPECT_GE(recording.n_rows() * 80, limit > 100000 ? limit / 2 : 0);
    expect_samples(recording, recording.n_rows());
  }
  ::munmap(flushed, sizeof(std::uint64_t));
}

TEST(RecordingWriter, FlushesMakeRowsVisibleToOtherProcesses) {
  const TemporaryFolder folder;
  const path file = folder / "run.h5";
  int to_reader[2], to_writer[2];
  ASSERT_EQ(::pipe(to_reader), 0);
  ASSERT_EQ(::pipe(to_writer), 0);
  const pid_t child = ::fork();
  if (child == 0) {  // the writer: appends as many rows as it is told, flushes, answers
    RecordingWriter writer = must(RecordingWriter::create(file, sample_header(5), {.flush_s = 1000}));
    std::vector<double> row(5);
    unsigned char more = 0;
    while (::read(to_writer[0], &more, 1) == 1 && more > 0) {
      for (int i = 0; i < more; ++i) {
        fill(writer.n_rows(), row);
        writer.append(row);
      }
      writer.add_event({1.0 * static_cast<double>(writer.n_rows()), "e", "crossing", 0, 0});
      const char ok = writer.flush() ? 'y' : 'n';
      if (::write(to_reader[1], &ok, 1) != 1) break;
    }
    const char ok = writer.finish("{}") ? 'y' : 'n';
    if (::write(to_reader[1], &ok, 1) != 1) ::_exit(1);
    ::_exit(0);
  }
  std::uint64_t n_rows = 0;
  std::optional<Recording> open_all_the_time;
  char ok = 0;
  std::size_t n_events = 0;
  for (const unsigned char more : {1, 10, 52, 1, 1, 200, 63}) {
    ASSERT_EQ(::write(to_writer[1], &more, 1), 1);
    ASSERT_EQ(::read(to_reader[0], &ok, 1), 1);
    ASSERT_EQ(ok, 'y');
    n_rows += more;
    ++n_events;
    const Recording opened_now = must(Recording::open(file));
    EXPECT_EQ(opened_now.state(), RecordingState::live);
    EXPECT_TRUE(opened_now.is_marked());
    expect_samples(opened_now, n_rows);
    EXPECT_EQ(opened_now.events().size(), n_events);
    if (!open_all_the_time) open_all_the_time = must(Recording::open(file));
    ASSERT_TRUE(open_all_the_time->refresh().empty());
    expect_samples(*open_all_the_time, n_rows);
    EXPECT_EQ(open_all_the_time->events().size(), n_events);
  }
  EXPECT_EQ(state_text(*open_all_the_time), "being written, at t = 0.327 s");
  const unsigned char end = 0;
  ASSERT_EQ(::write(to_writer[1], &end, 1), 1);
  ASSERT_EQ(::read(to_reader[0], &ok, 1), 1);
  EXPECT_EQ(ok, 'y');
  EXPECT_EQ(must(Recording::open(file)).state(), RecordingState::finished);
  ::waitpid(child, nullptr, 0);
}

TEST(RecordingWriter, FlushesByItselfWhileTheRunIsStuck) {
  const TemporaryFolder folder;
  RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(2), {.flush_s = 0.05}));
  append_samples(writer, 0, 3, 2);
  std::uint64_t on_disk = 0;
  for (int i = 0; i < 100 && on_disk < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    // A copy is another file: it shows what the disk holds, not what this process remembers.
    std::filesystem::copy_file(folder / "run.h5", folder / "copy.h5", std::filesystem::copy_options::overwrite_existing);
    on_disk = must(Recording::open(folder / "copy.h5")).n_rows();
  }
  const Recording recording = must(Recording::open(folder / "copy.h5"));
  EXPECT_EQ(recording.state(), RecordingState::interrupted);
  expect_samples(recording, 3);
}

TEST(RecordingWriter, BrokenContractsAreLoud) {
  const TemporaryFolder folder;
  EXPECT_THROW(RecordingWriter::create(folder / "a.h5", {{{"x", "m"}}, {}}), ContractViolation);
  EXPECT_THROW(RecordingWriter::create(folder / "a.h5", {{{"t", "s"}, {"x", "m"}, {"x", "m"}}, {}}), ContractViolation);
  RecordingWriter writer = must(RecordingWriter::create(folder / "a.h5", sample_header(3)));
  EXPECT_THROW(writer.append(std::vector<double>{1, 2}), ContractViolation);
  ASSERT_TRUE(writer.finish("{}"));
  EXPECT_FALSE(writer.append(std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(writer.finish("{}"));
}

TEST(RecordingResume, GoesOnAfterTheRowsKept) {
  const TemporaryFolder folder;
  const path file = folder / "run.h5";
  for (const std::uint64_t keep : {0, 1, 64, 100, 149, 150, 1000}) {
    SCOPED_TRACE(keep);
    {
      RecordingWriter writer = must(RecordingWriter::create(file, sample_header(4), {.if_exists = IfExists::overwrite}));
      append_samples(writer, 0, 150, 4);
      for (const int row : {0, 50, 99, 120}) writer.add_event({sample(static_cast<std::uint64_t>(row), 0), "e", "crossing", 1.0 * row, 0});
      ASSERT_TRUE(writer.finish(R"({"end":"first"})"));
    }
    RecordingHeader again = sample_header(4);
    again.provenance.push_back({"commit", "abc"});
    const std::uint64_t kept = std::min<std::uint64_t>(keep, 150);
    {
      RecordingWriter writer = must(RecordingWriter::resume(file, again, keep));
      EXPECT_EQ(writer.n_rows(), kept);
      append_samples(writer, kept, 500 - kept, 4);
      EXPECT_FALSE(must(Recording::open(file)).summary());
      ASSERT_TRUE(writer.finish(R"({"end":"second"})"));
    }
    const Recording recording = must(Recording::open(file));
    expect_samples(recording, 500);
    EXPECT_EQ(recording.summary(), R"({"end":"second"})");
    std::vector<double> events;
    for (const EventRecord& e : recording.events()) events.push_back(e.value);
    std::vector<double> expected;
    for (const int row : {0, 50, 99, 120}) {
      if (static_cast<std::uint64_t>(row) < kept) expected.push_back(row);
    }
    EXPECT_EQ(events, expected);
    EXPECT_EQ(recording.header().provenance, (std::vector<std::pair<std::string, std::string>>{
                                                 {"program", "test"}, {"resumed.rows", std::to_string(kept)}, {"resumed.commit", "abc"}}));
  }
  EXPECT_EQ(folder.files(), std::vector<std::string>{"run.h5"});
}

TEST(RecordingResume, RefusesOtherChannelsAndForeignFiles) {
  const TemporaryFolder folder;
  { ASSERT_TRUE(must(RecordingWriter::create(folder / "run.h5", sample_header(4))).finish("{}")); }
  const std::string before = bytes_of(folder / "run.h5");
  EXPECT_NE(text_of(RecordingWriter::resume(folder / "run.h5", sample_header(5)).diagnostics).find("has other channels than this run"),
            std::string::npos);
  EXPECT_EQ(bytes_of(folder / "run.h5"), before);
  std::ofstream(folder / "notes.txt") << "text";
  EXPECT_NE(text_of(RecordingWriter::resume(folder / "notes.txt", sample_header(4)).diagnostics).find("is not an HDF5 file"), std::string::npos);
  EXPECT_NE(text_of(RecordingWriter::resume(folder / "none.h5", sample_header(4)).diagnostics).find("no such file"), std::string::npos);
  EXPECT_EQ(folder.files(), (std::vector<std::string>{"notes.txt", "run.h5"}));
}

}  // namespace
}  // namespace zanjir::test
