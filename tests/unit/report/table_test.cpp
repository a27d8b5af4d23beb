#include "zanjir/report/table.hpp"

#include <gtest/gtest.h>

namespace zanjir {
namespace {

TEST(Table, AlignsNumbersToTheRightAndWordsToTheLeft) {
  Table t({"name", "kg"});
  t.add({"crank", "1.5"});
  t.add({"rod", "12"});
  EXPECT_EQ(t.text(0), "name    kg\ncrank  1.5\nrod     12\n");
}

TEST(Table, CountsLettersNotBytes) {
  Table t({"x", "y"});
  t.add({"é", "a"});
  t.add({"ab", "b"});
  EXPECT_EQ(t.text(1), " x   y\n é   a\n ab  b\n");
}

}  // namespace
}  // namespace zanjir
