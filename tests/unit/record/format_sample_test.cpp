// Recordings of format version 1, kept for ever: what was recorded once must stay readable. ZANJIR_BLESS=1 writes them anew (a new version
// gets new files beside these). The tests of the command line read them, too.
#include <cstdlib>

#include "support/folders.hpp"
#include "support/recordings.hpp"

namespace zanjir::test {
namespace {

const std::filesystem::path samples = test::source_folder() / "tests/data/recordings";
constexpr std::uint64_t n_rows = 200;

void write_sample(const std::string& name) {
  const TemporaryFolder folder;
  RecordingHeader header = sample_header(4);
  header.provenance.push_back({"model", "zanjir: 1\nname: sample\n"});
  RecordingWriter writer = must(RecordingWriter::create(folder / name, header));
  append_samples(writer, 0, n_rows, 4);
  ASSERT_TRUE(writer.add_event({0.1, "floor.ball", "impact", -1.5, -0.25}));
  if (name == "finished_1.h5") {
    ASSERT_TRUE(writer.finish(R"({"ended":"end time reached"})"));
  } else {
    ASSERT_TRUE(writer.flush());  // and copied while it is open: what a kill leaves
  }
  std::filesystem::create_directories(samples);
  std::filesystem::copy_file(folder / name, samples / name, std::filesystem::copy_options::overwrite_existing);
}

TEST(FormatSample, RecordingsOfVersion1CanBeRead) {
  for (const char* name : {"finished_1.h5", "killed_1.h5"}) {
    SCOPED_TRACE(name);
    if (std::getenv("ZANJIR_BLESS") != nullptr) write_sample(name);
    const Recording recording = must(Recording::open(samples / name));
    const bool finished = std::string(name) == "finished_1.h5";
    EXPECT_EQ(recording.state(), finished ? RecordingState::finished : RecordingState::interrupted);
    EXPECT_EQ(recording.is_marked(), !finished);
    EXPECT_EQ(recording.header().channels, sample_header(4).channels);
    ASSERT_EQ(recording.header().provenance.size(), 2u);
    EXPECT_EQ(recording.header().provenance[1].second, "zanjir: 1\nname: sample\n");
    ASSERT_EQ(recording.events().size(), 1u);
    EXPECT_EQ(recording.events()[0].name, "floor.ball");
    ASSERT_EQ(recording.n_rows(), n_rows);
    // sine and exponential may differ by rounding between machines: 2 units in the last place
    const auto problems = recording.for_each_row({}, [&](std::uint64_t row, std::span<const double> values) {
      for (std::size_t c = 0; c < values.size(); ++c) EXPECT_NEAR(values[c], sample(row, c), 4.5e-16 * std::abs(sample(row, c)));
    });
    EXPECT_TRUE(problems.empty());
  }
}

}  // namespace
}  // namespace zanjir::test
