#include "zanjir/describe/schema.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/folders.hpp"

TEST(FormatReference, IsTheCommittedPage) {
  const std::string path = (zanjir::test::source_folder() / "docs/format.md").string();
  if (std::getenv("ZANJIR_WRITE_DOCS")) std::ofstream(path) << zanjir::schema::reference_markdown();
  std::stringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_EQ(page.str(), zanjir::schema::reference_markdown()) << "write it anew: ZANJIR_WRITE_DOCS=1 unit_tests --gtest_filter='FormatReference.*'";
}
