// What the driver hands out where a file ends before what the library asks for.
#include "zanjir/record/hdf5_driver.hpp"

#include <H5FDpublic.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/recordings.hpp"

using namespace zanjir;

TEST(Hdf5Driver, HandsOutZerosJustBehindTheEndOfAStructureAndNothingElse) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "short").string();
  std::ofstream(path, std::ios::binary) << std::string(100, 'x');
  const QuietHdf5 quiet;
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  ASSERT_TRUE(use_recording_driver(access, DriverUse::reading));
  H5FD_t* const file = H5FDopen(path.c_str(), H5F_ACC_RDONLY, access, HADDR_UNDEF);
  ASSERT_NE(file, nullptr);
  constexpr std::size_t gigabyte = 1u << 30;
  ASSERT_GE(H5FDset_eoa(file, H5FD_MEM_DEFAULT, gigabyte), 0);  // what a stranger's file says of itself
  std::string some(1000, '?'), much(16u << 20, '?');
  EXPECT_GE(H5FDread(file, H5FD_MEM_OHDR, H5P_DEFAULT, 0, some.size(), some.data()), 0);
  EXPECT_EQ(some, std::string(100, 'x') + std::string(900, '\0'));
  EXPECT_LT(H5FDread(file, H5FD_MEM_OHDR, H5P_DEFAULT, 0, much.size(), much.data()), 0);  // a structure of gigabytes, of which there are none
  EXPECT_LT(H5FDread(file, H5FD_MEM_DRAW, H5P_DEFAULT, 0, some.size(), some.data()), 0);  // numbers
  EXPECT_GE(H5FDread(file, H5FD_MEM_DRAW, H5P_DEFAULT, 0, 100, some.data()), 0);
  H5FDclose(file);
}
