#include "zanjir/core/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "support/recordings.hpp"
#include "zanjir/core/one_command.hpp"
#include "zanjir/record/writer_lock.hpp"

namespace zanjir::test {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

TEST(WholeFile, AppearsWhenItIsPublished) {
  const TemporaryFolder folder;
  const std::string target = folder / "a.txt";
  {
    WholeFile file(target);
    ASSERT_EQ(file.open(IfExists::refuse), "");
    ASSERT_EQ(file.write("abc"), "");
    EXPECT_FALSE(std::filesystem::exists(target));
    EXPECT_NE(WholeFile(target).open(IfExists::refuse), "") << "another one is writing it";
    ASSERT_EQ(file.publish(IfExists::refuse), "");
  }
  EXPECT_EQ(content_of(target), "abc");
  EXPECT_EQ(write_whole_file(target, "new", IfExists::refuse), exists_already);
  EXPECT_EQ(content_of(target), "abc");
  EXPECT_EQ(write_whole_file(target, "new", IfExists::overwrite), "");
  EXPECT_EQ(content_of(target), "new");
  {
    WholeFile given_up(target);
    ASSERT_EQ(given_up.open(IfExists::overwrite), "");
    ASSERT_EQ(given_up.write("half"), "");
  }
  EXPECT_EQ(content_of(target), "new");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

// A name given by mistake costs nobody a description.
TEST(WholeFile, KnowsWhatItDoesNotReplace) {
  const TemporaryFolder folder;
  const std::string file = folder / "a";
  const auto replaced = [&](std::string_view old, Content written) {
    std::ofstream(file, std::ios::binary) << old;
    return content_problem(file, written).empty();
  };
  EXPECT_EQ(content_problem(file, Content::recording), "") << "it is not there";
  const std::string_view recording = "\x89HDF\r\n\x1a\n and more", page = "<!DOCTYPE html>\n", bundle = "{\"zanjir_view\":2}", table = "t,A\n0,1\n",
                         model = "zanjir: 1\n", text = "the table";
  constexpr Content all[] = {Content::recording, Content::page, Content::viewer_bundle, Content::table};
  const std::string_view texts[] = {recording, page, bundle, table, model, text};
  for (const Content written : all) {
    EXPECT_TRUE(replaced("", written));
    for (std::size_t i = 0; i < std::size(texts); ++i) EXPECT_EQ(replaced(texts[i], written), i == static_cast<std::size_t>(written)) << texts[i];
  }
  EXPECT_TRUE(replaced("t\r\n0\r\n", Content::table));
  EXPECT_EQ(content_problem(file, Content::recording), "is not a recording, and only recordings are replaced here");
}

TEST(WholeFile, TakesOverWhatAKilledProgramLeft) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.txt.part") << "left";
  EXPECT_EQ(write_whole_file(folder / "a.txt", "new", IfExists::refuse), "");
  EXPECT_EQ(content_of(folder / "a.txt"), "new");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(WholeFile, SparesWhatIsReadAndWhatARecordingIsWrittenTo) {
  const OneCommand command;
  const TemporaryFolder folder;
  for (const char* name : {"read", "gone", "live.h5"}) std::ofstream(folder / name) << "precious";
  std::filesystem::create_hard_link(folder / "read", folder / "second_name");
  for (const char* name : {"read", "gone"}) note_input(folder / name);
  for (const char* name : {"read", "second_name"}) {
    EXPECT_NE(write_whole_file(folder / name, "new", IfExists::overwrite).find("is read by this command"), std::string::npos);
    EXPECT_EQ(content_of(folder / name), "precious");
  }
  std::filesystem::rename(folder / "gone", folder / "another");  // not what was read by that name any more
  EXPECT_EQ(write_whole_file(folder / "another", "new", IfExists::overwrite), "");
  {
    const Result<WriterLock> writer = WriterLock::acquire(folder / "live.h5");
    ASSERT_TRUE(writer);
    EXPECT_EQ(write_whole_file(folder / "live.h5", "new", IfExists::overwrite), "is being written by another program");
    EXPECT_EQ(content_of(folder / "live.h5"), "precious");
  }
  EXPECT_EQ(write_whole_file(folder / "live.h5", "new", IfExists::overwrite), "");
}

// A program that links the library reads a recording, computes, and writes it anew; what commands have read is no longer in the way of the next one.
TEST(WholeFile, RemembersWhatIsReadForOneCommandOnly) {
  const TemporaryFolder folder;
  const std::string file = folder / "run.h5";
  ASSERT_EQ(write_whole_file(file, "old", IfExists::refuse), "");
  note_input(file);
  EXPECT_EQ(write_whole_file(file, "new", IfExists::overwrite), "");
  {
    const OneCommand command;
    note_input(file);
    EXPECT_NE(write_whole_file(file, "newer", IfExists::overwrite), "");
  }
  EXPECT_EQ(write_whole_file(file, "newest", IfExists::overwrite), "");
  EXPECT_EQ(content_of(file), "newest");
}

TEST(WholeFile, ReplacesRegularFilesOnly) {
  const TemporaryFolder folder;
  std::ofstream(folder / "precious") << "precious";
  std::filesystem::create_symlink(folder / "precious", folder / "link");
  std::filesystem::create_symlink(folder / "precious", folder / "b.part");
  std::filesystem::create_directory(folder / "dir");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* name : {"link", "dir", "pipe", "b"}) EXPECT_NE(write_whole_file(folder / name, "x", IfExists::overwrite), "") << name;
  EXPECT_EQ(content_of(folder / "precious"), "precious");
  EXPECT_TRUE(is_same_file(folder / "precious", folder / "link"));
  EXPECT_FALSE(is_same_file(folder / "precious", folder / "dir"));
  EXPECT_FALSE(is_same_file(folder / "none", folder / "none"));
}

TEST(WholeFile, RemovesAtTheEndWhatMustNotStay) {
  const TemporaryFolder folder;
  for (const char* name : {"goes", "stays"}) std::ofstream(folder / name) << name;
  ASSERT_TRUE(remove_at_end(folder / "goes"));
  ASSERT_TRUE(remove_at_end(folder / "stays"));
  no_longer_at_end(folder / "stays");
  remove_those_at_end();
  no_longer_at_end(folder / "goes");
  EXPECT_EQ(folder.files(), std::vector<std::string>{"stays"});
}

}  // namespace
}  // namespace zanjir::test
