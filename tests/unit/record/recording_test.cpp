#include "zanjir/record/recording.hpp"

#include <hdf5.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>

#include "support/recordings.hpp"
#include "zanjir/core/random.hpp"
#include "zanjir/record/repair.hpp"
#include "zanjir/record/writer_lock.hpp"

namespace zanjir::test {
namespace {

using std::filesystem::path;

std::string bytes_of(const path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}
void write_bytes(const path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

void make_recording(const path& file, std::uint64_t n_rows, std::size_t n_channels) {
  RecordingWriter writer = must(RecordingWriter::create(file, sample_header(n_channels)));
  append_samples(writer, 0, n_rows, n_channels);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(writer.add_event({0.01 * i, "e", "crossing", 1.0 * i, 0}));
  ASSERT_TRUE(writer.finish(R"({"end":"done"})"));
}

// What a killed writer leaves: a copy of the file of a living one.
void make_dead_recording(const TemporaryFolder& folder, const std::string& name, std::uint64_t n_rows, std::size_t n_channels) {
  RecordingWriter writer = must(RecordingWriter::create(folder / "alive.h5", sample_header(n_channels), {.if_exists = IfExists::overwrite}));
  append_samples(writer, 0, n_rows, n_channels);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(writer.add_event({0.01 * i, "e", "crossing", 1.0 * i, 0}));
  ASSERT_TRUE(writer.flush());
  std::filesystem::copy_file(folder / "alive.h5", folder / name);
}

TEST(Recording, ReadsChosenChannelsAndRows) {
  const TemporaryFolder folder;
  make_recording(folder / "run.h5", 1000, 6);
  const Recording recording = must(Recording::open(folder / "run.h5"));
  const std::vector<std::size_t> channels = {4, 0};
  for (const RowRange& range : {RowRange{}, RowRange{3, 200}, RowRange{0, 1000, 7}, RowRange{130, 1u << 30, 300}, RowRange{999, 5}, RowRange{1000, 5},
                                RowRange{5000}, RowRange{5, 0}, RowRange{0, 1000, std::numeric_limits<std::uint64_t>::max()}}) {
    SCOPED_TRACE(std::to_string(range.first) + " " + std::to_string(range.count) + " " + std::to_string(range.every));
    std::vector<double> expected;
    for (std::uint64_t row = 0; row < 1000; ++row) {
      if (row < range.first || row - range.first >= range.count || (row - range.first) % range.every != 0) continue;
      expected.insert(expected.end(), {sample(row, 4), sample(row, 0)});
    }
    EXPECT_EQ(must(recording.read(channels, range)), expected);
  }
  EXPECT_EQ(recording.find_channel("x3"), 3u);
  const auto wrong = recording.column("x33");
  ASSERT_FALSE(wrong);
  EXPECT_NE(text_of(wrong.diagnostics).find("no channel 'x33'; did you mean 'x3'?"), std::string::npos) << text_of(wrong.diagnostics);
  EXPECT_EQ(must(recording.row_at(-1)), 0u);
  EXPECT_EQ(must(recording.row_at(sample(417, 0))), 417u);
  EXPECT_EQ(must(recording.row_at(0.5 * (sample(417, 0) + sample(418, 0)))), 418u);
  EXPECT_EQ(must(recording.row_at(1e9)), 1000u);
}

TEST(Recording, SaysWhatAForeignFileIs) {
  const TemporaryFolder folder;
  const auto says = [&](const path& file, const std::string& words) {
    const auto refused = Recording::open(file);
    ASSERT_FALSE(refused);
    EXPECT_NE(text_of(refused.diagnostics).find(words), std::string::npos) << text_of(refused.diagnostics);
  };
  says(folder / "none.h5", "none.h5: error: no such file");
  std::filesystem::create_directory(folder / "dir.h5");
  says(folder / "dir.h5", "is a folder");
  says("/dev/null", "is not a regular file");
  write_bytes(folder / "empty.h5", "");
  says(folder / "empty.h5", "is not an HDF5 file");
  write_bytes(folder / "text.h5", "time,x\n0,1\n");
  says(folder / "text.h5", "is not an HDF5 file");
  write_bytes(folder / "sign.h5", "\x89HDF\r\n\x1a\n" + std::string(100, '\3'));
  says(folder / "sign.h5", "cannot be opened");
}

TEST(Recording, NamesAnotherFormat) {
  const TemporaryFolder folder;
  const auto make = [&](const std::string& name, const char* attribute, int version) {
    const hid_t file = H5Fcreate((folder / name).c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT), one = H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(file, attribute, H5T_NATIVE_INT, one, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(a, H5T_NATIVE_INT, &version);
    H5Aclose(a);
    H5Sclose(one);
    H5Fclose(file);
    return text_of(Recording::open(folder / name).diagnostics);
  };
  EXPECT_NE(make("other.h5", "made_by", 1).find("is an HDF5 file, but not a recording of zanjir"), std::string::npos);
  EXPECT_NE(make("newer.h5", "zanjir_recording", 2).find("has format version 2, this program reads 1; use a newer zanjir"), std::string::npos);
  EXPECT_NE(make("empty.h5", "zanjir_recording", 1).find("is damaged: the list of channels cannot be read"), std::string::npos);
}

TEST(Recording, KnowsLiveFromDead) {
  const TemporaryFolder folder;
  RecordingWriter writer = must(RecordingWriter::create(folder / "run.h5", sample_header(3)));
  append_samples(writer, 0, 10, 3);
  ASSERT_TRUE(writer.flush());
  const Recording live = must(Recording::open(folder / "run.h5"));
  EXPECT_EQ(live.state(), RecordingState::live);
  EXPECT_EQ(state_text(live), "being written, at t = 0.009 s");
  std::filesystem::copy_file(folder / "run.h5", folder / "copy.h5");
  const Recording dead = must(Recording::open(folder / "copy.h5"));
  EXPECT_EQ(dead.state(), RecordingState::interrupted);
  EXPECT_TRUE(dead.is_marked());
  EXPECT_EQ(state_text(dead), "interrupted at t = 0.009 s");
  const auto refused = repair_recording(folder / "run.h5");
  ASSERT_FALSE(refused);
  EXPECT_NE(text_of(refused.diagnostics).find("is being written; it can be read as it is"), std::string::npos) << text_of(refused.diagnostics);
  ASSERT_TRUE(writer.finish("{}"));
  EXPECT_EQ(must(Recording::open(folder / "run.h5")).state(), RecordingState::finished) << "although a reader still holds it";
}

TEST(Repair, TakesOffTheMarkAndNothingElse) {
  const TemporaryFolder folder;
  for (const std::uint64_t n_rows : {0, 1, 64, 1000, 20000}) {
    SCOPED_TRACE(n_rows);
    const std::string name = "dead" + std::to_string(n_rows) + ".h5";
    make_dead_recording(folder, name, n_rows, 5);
    EXPECT_TRUE(must(Recording::open(folder / name)).is_marked());
    EXPECT_EQ(must(repair_recording(folder / name)), RepairOutcome::repaired);
    const Recording recording = must(Recording::open(folder / name));
    EXPECT_FALSE(recording.is_marked());
    EXPECT_EQ(recording.state(), RecordingState::interrupted);
    EXPECT_EQ(recording.events().size(), 5u);
    EXPECT_EQ(recording.header().provenance, sample_header(5).provenance);
    expect_samples(recording, n_rows);
    const std::string before = bytes_of(folder / name);
    EXPECT_EQ(must(repair_recording(folder / name)), RepairOutcome::nothing_to_do);
    EXPECT_EQ(bytes_of(folder / name), before);
  }
  for (const std::string& name : folder.files()) EXPECT_TRUE(name.ends_with(".h5")) << name << " was left behind";
}

TEST(Damage, AFileCutOffIsKeptAsFarAsItGoesOrRefused) {
  const TemporaryFolder folder;
  make_recording(folder / "run.h5", 5000, 4);
  make_dead_recording(folder, "dead.h5", 5000, 4);
  int refused = 0, shortened = 0;
  for (const char* name : {"run.h5", "dead.h5"}) {
    const std::string bytes = bytes_of(folder / name);
    for (std::size_t part = 0; part < 40; ++part) {
      SCOPED_TRACE(std::string(name) + " cut to " + std::to_string(part) + "/40");
      write_bytes(folder / "cut.h5", bytes.substr(0, bytes.size() * part / 40));
      const Result<Recording> recording = Recording::open(folder / "cut.h5");
      if (!recording) {
        ++refused;
        continue;
      }
      EXPECT_STREQ(name, "dead.h5") << "a finished recording that is cut off must be refused";
      EXPECT_LE(recording->n_rows(), 5000u);
      shortened += recording->n_rows() < 5000;
      expect_samples(*recording, recording->n_rows());  // no zeros in the place of what is missing
    }
  }
  EXPECT_GE(refused, 40);
  EXPECT_GT(shortened, 20);
}

// A reader asks for the length of the file first and reads the rest later; the writer may have added to the file in between, so that the
// file says it is longer than the reader knows. Here the file really is shorter, and a writer holds it.
TEST(Recording, ALiveFileThatGrewWhileItWasOpenedIsReadAsFarAsItWent) {
  const TemporaryFolder folder;
  make_dead_recording(folder, "dead.h5", 5000, 4);
  const std::string bytes = bytes_of(folder / "dead.h5");
  write_bytes(folder / "growing.h5", bytes.substr(0, bytes.size() / 2));
  const Result<WriterLock> writer = WriterLock::acquire(folder / "growing.h5");
  ASSERT_TRUE(writer);
  const Recording recording = must(Recording::open(folder / "growing.h5"));
  EXPECT_EQ(recording.state(), RecordingState::live);
  EXPECT_GT(recording.n_rows(), 500u);
  EXPECT_LT(recording.n_rows(), 5000u);
  expect_samples(recording, recording.n_rows());
}

// Random damage: an error or an answer, never a crash, and what is not a number of the samples is never silently changed.
void read_mutants() {
  const TemporaryFolder folder;
  make_recording(folder / "run.h5", 300, 3);
  make_dead_recording(folder, "dead.h5", 300, 3);
  Random random(7);
  int refused = 0, opened = 0;
  for (const char* name : {"run.h5", "dead.h5"}) {
    const std::string original = bytes_of(folder / name);
    for (int i = 0; i < 700; ++i) {
      std::string bytes = original;
      const int n_changes = random.integer(1, 4);
      for (int k = 0; k < n_changes; ++k) {
        // half of them in the first bytes, where the structures are
        const auto end = random.chance(0.5) ? std::min<std::size_t>(bytes.size(), 4096) : bytes.size();
        const auto at = static_cast<std::size_t>(random.unit() * static_cast<double>(end));
        const auto n = std::min<std::size_t>(static_cast<std::size_t>(random.integer(1, 16)), bytes.size() - at);
        for (std::size_t b = at; b < at + n; ++b) bytes[b] = random.chance(0.3) ? '\xff' : static_cast<char>(random.bits());
      }
      write_bytes(folder / "mutant.h5", bytes);
      const Result<Recording> recording = Recording::open(folder / "mutant.h5");
      if (!recording) {
        ++refused;
        EXPECT_FALSE(text_of(recording.diagnostics).empty());
        continue;
      }
      ++opened;
      EXPECT_LE(recording->n_rows(), 300u);
      std::uint64_t seen = 0;
      const auto problems = recording->for_each_row({}, [&](std::uint64_t, std::span<const double>) { ++seen; });
      EXPECT_TRUE(!problems.empty() || seen == recording->n_rows());
      if (i % 100 == 0) (void)repair_recording(folder / "mutant.h5");
      std::filesystem::remove(folder / "mutant.h5");
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(opened, 100);
}

// In a process of its own: the library loses objects of its own over damaged files, which a leak checker would see at exit.
TEST(Damage, MutatedFilesNeverCrashTheReader) {
  const pid_t child = ::fork();
  if (child == 0) {
    read_mutants();
    ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0) << "see the failures above";
}

}  // namespace
}  // namespace zanjir::test
