#include "zanjir/report/recording_report.hpp"

#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/recordings.hpp"

namespace zanjir::test {
namespace {

Recording awkward_recording(const TemporaryFolder& folder) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  RecordingWriter writer =
      must(RecordingWriter::create(folder / "run.h5", {{{"t", "s"}, {"a,\"b\"", "1"}, {"never", "m"}}, {{"text", std::string(200, 'x')}}}));
  EXPECT_TRUE(writer.append(std::vector<double>{0, 0.1, nan}));
  EXPECT_TRUE(writer.append(std::vector<double>{1.0 / 3, -inf, nan}));
  for (int i = 0; i < 25; ++i) EXPECT_TRUE(writer.add_event({0.1, "e" + std::to_string(i), "crossing", 0, 0}));
  EXPECT_TRUE(writer.finish("not JSON"));
  return must(Recording::open(folder / "run.h5"));
}

TEST(RecordingReport, CsvQuotesNamesAndKeepsEveryNumber) {
  const TemporaryFolder folder;
  const Recording recording = awkward_recording(folder);
  std::string text;
  std::uint64_t n_rows = 0;
  EXPECT_TRUE(write_csv(
                  recording, {{0, 1, 2}, {}, 0}, [&](std::string_view part) { return text += part, true; }, n_rows)
                  .empty());
  EXPECT_EQ(text, "t,\"a,\"\"b\"\"\",never\n0,0.1,nan\n0.3333333333333333,-inf,nan\n");
  EXPECT_EQ(n_rows, 2u);
}

TEST(RecordingReport, TextAndJsonSayWhatIsMissing) {
  const TemporaryFolder folder;
  const Recording recording = awkward_recording(folder);
  const std::string text = must(recording_text(recording, "run.h5", {}));
  for (const char* words : {"run.h5: finished", "2 rows of 3 channels, t = 0 to 0.333333 s, 25 events", "... and 5 more",
                            "(1 lines, 200 bytes; --provenance 'text' prints it)", "not JSON"})
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
  const auto json = nlohmann::json::parse(must(recording_json(recording, "run.h5", {2})));
  EXPECT_TRUE(json["channels"][0]["min"].is_null());
  EXPECT_EQ(json["events"].size(), 25u);
  EXPECT_EQ(json["summary"], "not JSON");
}

}  // namespace
}  // namespace zanjir::test
