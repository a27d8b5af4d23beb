// Names inside files: what they lead to on the disk, and that what was kept leads to no file at all.
#include "zanjir/language/named_files.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>

#include "support/recordings.hpp"

namespace zanjir::test::named_files {
namespace {

namespace fs = std::filesystem;

std::string said(const std::variant<std::string, FileProblem>& content) {
  const auto* problem = std::get_if<FileProblem>(&content);
  return problem ? problem->message : "read: " + std::get<std::string>(content);
}

TEST(NamedFiles, OnlyRegularFilesAreRead) {
  const TemporaryFolder folder;
  const fs::path here = (folder / "x").parent_path();
  std::ofstream(here / "table.csv") << "t,x";
  fs::create_symlink(here / "table.csv", here / "link.csv");
  ASSERT_EQ(::mkfifo((here / "pipe.csv").c_str(), 0600), 0);
  fs::create_symlink(here / "pipe.csv", here / "link_to_pipe.csv");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{AF_UNIX, {}};
  const std::string name = "/tmp/zanjir_" + std::to_string(::getpid()) + ".csv";  // the path of a socket is short
  name.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const NamedFiles files(here);
  EXPECT_EQ(said(files.read(here / "table.csv", 100)), "read: t,x");
  EXPECT_EQ(said(files.read(here / "link.csv", 100)), "read: t,x");
  EXPECT_EQ(said(files.read(here / "table.csv", 2)), "is larger than 0 MiB");
  EXPECT_EQ(said(files.read(here / "pipe.csv", 100)), "is not a regular file");  // and does not wait for a writer
  EXPECT_EQ(said(files.read(here / "link_to_pipe.csv", 100)), "is not a regular file");
  EXPECT_EQ(said(files.read("/dev/zero", 100)), "is not a regular file");
  EXPECT_EQ(said(files.read("/dev/tty", 100)), "is not a regular file");
  EXPECT_EQ(said(files.read(name, 100)), "is not a regular file");
  EXPECT_EQ(said(files.read(here, 100)), "is a folder, not a file");
  EXPECT_EQ(said(files.read(here / "none.csv", 100)), "no such file");
  ::close(socket);
  ::unlink(name.c_str());
}

TEST(NamedFiles, WhatWasReadIsNotedAndReadAgainWithoutTheDisk) {
  const TemporaryFolder folder;
  const fs::path table = folder / "table.csv", other = folder / "other.csv", here = table.parent_path();
  std::ofstream(table) << "t,x";
  std::ofstream(other) << "secret";
  TextsByPath noted;
  EXPECT_EQ(said(NamedFiles(here).noted_in(noted).read(table, 100)), "read: t,x");
  EXPECT_EQ(noted, (TextsByPath{{table.string(), "t,x"}}));
  const NamedFiles kept(here, std::make_shared<const TextsByPath>(noted));
  fs::remove(table);
  EXPECT_TRUE(kept.exists(table));
  EXPECT_EQ(said(kept.read(table, 100)), "read: t,x");
  EXPECT_FALSE(kept.exists(other));
  EXPECT_EQ(said(kept.read(other, 100)), "is not kept with it");
  EXPECT_EQ(said(kept.from("/etc").read("/etc/passwd", 1000000)), "is not kept with it");
}

}  // namespace
}  // namespace zanjir::test::named_files
