#include "zanjir/analyse/items.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/folders.hpp"

using namespace zanjir;

TEST(EvalItems, TableInTheDocumentationIsPrintedFromTheList) {
  const std::string path = (test::source_folder() / "docs/eval.md").string(), begin = "<!-- items -->\n", end = "<!-- end of items -->";
  std::stringstream stream;
  stream << std::ifstream(path).rdbuf();
  std::string page = stream.str();
  const std::size_t from = page.find(begin) + begin.size(), to = page.find(end);
  ASSERT_LT(from, to);
  const std::string written = page.substr(from, to - from);
  if (std::getenv("ZANJIR_WRITE_DOCS")) std::ofstream(path) << page.replace(from, to - from, items_markdown());
  else EXPECT_EQ(written, items_markdown()) << "write it anew: ZANJIR_WRITE_DOCS=1 unit_tests --gtest_filter='EvalItems.Table*'";
}

TEST(EvalItems, HaveNamesOfTheirOwn) {
  for (const EvalItem& item : eval_items()) EXPECT_EQ(find_item(item.name), &item) << item.name;
  EXPECT_EQ(find_item("all"), nullptr);
  EXPECT_TRUE(item_list().ends_with(", all"));
}
