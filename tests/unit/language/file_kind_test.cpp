#include "zanjir/language/file_kind.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/folders.hpp"
#include "support/own_folder.hpp"

namespace zanjir {
namespace {

FileKind of(const std::string& text) {
  const test::OwnFolder folder;
  std::ofstream(folder / "file.yaml") << text;
  return file_kind(folder / "file.yaml");
}

TEST(FileKind, IsWhatAFileCallsItself) {
  EXPECT_EQ(file_kind(test::source_folder() / "models/pendulum.yaml"), FileKind::mechanism);
  EXPECT_EQ(file_kind(test::source_folder() / "studies/benchmarks.yaml"), FileKind::study);
  EXPECT_EQ(file_kind(test::source_folder() / "motors/servo_motors.yaml"), FileKind::motors);
  EXPECT_EQ(file_kind("no_such_file.yaml"), FileKind::unknown);
  EXPECT_EQ(of("{\"zanjir_study\": 1}"), FileKind::study);
  EXPECT_EQ(of("\xef\xbb\xbfname: zanjir\nzanjir_study: 1\n"), FileKind::study);
  EXPECT_EQ(of("text: {zanjir_study: 1}\nlist: [zanjir_study, {zanjir_motors: 1}]\nzanjir: 1\n"), FileKind::mechanism);
}

TEST(FileKind, OfWhatIsNoneIsUnknown) {
  for (const char* text :
       {"", "zanjir_study", "[zanjir_study, 1]", "# zanjir_study: 1\n", "a: zanjir_study\n", "a: [", "*a", "name: |\n  zanjir_study: 1\n"})
    EXPECT_EQ(of(text), FileKind::unknown) << text;
  EXPECT_EQ(of(std::string(100'000, '[')), FileKind::unknown);
}

TEST(FileKind, NothingBehindTheKeyIsRead) { EXPECT_EQ(of("zanjir: 1\nx: [}\n"), FileKind::mechanism); }

}  // namespace
}  // namespace zanjir
