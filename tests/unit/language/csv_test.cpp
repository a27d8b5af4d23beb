#include "zanjir/language/csv.hpp"

#include <gtest/gtest.h>

using namespace zanjir;
using Rows = std::vector<std::pair<double, double>>;

namespace {

std::string said(const std::string& text, const CsvColumns& columns = {}) {
  DiagnosticSink sink;
  EXPECT_TRUE(read_csv_columns(text, "d.csv", columns, sink).empty());
  std::string list;
  for (const Diagnostic& d : sink.take()) list += to_text(d) + "\n";
  return list;
}

Rows rows(const std::string& text, const CsvColumns& columns = {}) {
  DiagnosticSink sink;
  return read_csv_columns(text, "d.csv", columns, sink);
}

}  // namespace

TEST(Csv, ReadsCommasSemicolonsTabsAndComments) {
  const Rows wanted = {{0, 1}, {0.5, -2e3}};
  EXPECT_EQ(rows("t,x\n0,1\n0.5,-2e3\n"), wanted);
  EXPECT_EQ(rows("t;x\r\n0;1\r\n0.5;-2e3"), wanted);
  EXPECT_EQ(rows("# a log\nt\tx\n0\t1\n\n0.5\t-2e3\n"), wanted);
  EXPECT_EQ(rows("\xEF\xBB\xBFt,x\n0,1\n0.5,-2e3\n", {"t", "x"}), wanted);  // as spreadsheets begin UTF-8
  EXPECT_EQ(rows("\"x\", \"y\", \"t\"\n1, 9, 0\n-2e3, 9, 0.5\n", {"t", "x"}), wanted);
}

TEST(Csv, HearsUnitsBesideNames) {
  const std::string text = "stroke [mm],t [ms]\n0,0\n20,500\n";
  const Rows wanted = {{0, 0}, {0.5, 0.02}};
  EXPECT_EQ(rows(text, {"t", "stroke", dimension::time, dimension::length}), wanted);
  EXPECT_EQ(rows(text, {"t", "stroke"}), wanted);
  EXPECT_EQ(said(text, {"t", "stroke", dimension::time, dimension::angle}),
            "d.csv:1:1: error: column 'stroke' wants an angle (rad), but 'mm' is a length\n");
  EXPECT_EQ(said("t,x [furlong]\n0,0\n1,0\n"), "d.csv:1:3: error: 'furlong' of column 'x' is no unit\n");
  EXPECT_EQ(said("t,x,x\n0,0,0\n1,0,0\n", {"t", "x"}), "d.csv:1:5: error: a second column is called 'x'; give each its own name\n");
}

TEST(Csv, PointsAtTheCell) {
  EXPECT_EQ(said("t,x\n0,1\n1,two\n"), "d.csv:3:3: error: 'two' is not a finite number\n");
  EXPECT_EQ(said("t,x\n0,1\n1\n"), "d.csv:3:2: error: column 2 is missing in this line\n");
  EXPECT_EQ(said("t,x\n0,1\n0,1\n"), "d.csv:3:1: error: times must increase from line to line\n");
  EXPECT_EQ(said("t,x\n0,1\n"), "d.csv:2:1: error: two lines of numbers are needed at least; the first line holds the names of the columns\n");
  EXPECT_EQ(said(""), "d.csv:1:1: error: two lines of numbers are needed at least; the first line holds the names of the columns\n");
  EXPECT_EQ(said("t\n0\n"), "d.csv:1:1: error: two columns are needed\n");
  EXPECT_EQ(said("time,x\n0,1\n", {"tme", ""}), "d.csv:1:1: error: no column 'tme'; did you mean 'time'?\n");
}
