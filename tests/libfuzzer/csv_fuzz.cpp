// Series given as tables: the first line of the input names the two columns, the rest is the file.
#include <cmath>

#include "fuzz_target.hpp"
#include "zanjir/language/csv.hpp"

using namespace zanjir;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input = fuzz::text_of(data, size);
  const std::size_t end = input.find('\n');
  const std::string head = input.substr(0, end), text = end == std::string::npos ? "" : input.substr(end + 1);
  const std::size_t comma = head.find(',');
  const CsvColumns columns{head.substr(0, comma), comma == std::string::npos ? "" : head.substr(comma + 1)};
  DiagnosticSink sink({"fuzz.yaml"});
  const auto rows = read_csv_columns(text, "fuzz.csv", columns, sink);
  fuzz::promise(!rows.empty() || sink.has_errors(), "a table without rows and without an error");
  for (const auto& [x, y] : rows) fuzz::promise(std::isfinite(x) && std::isfinite(y), "a table with a value that is not a number");
  return 0;
}
