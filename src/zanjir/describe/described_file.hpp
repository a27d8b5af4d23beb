// A description together with the text it was read from and what was set in it, for recordings that keep all of it. Each file is read once.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/describe/description.hpp"
#include "zanjir/language/text_file.hpp"

namespace zanjir {

struct DescribedFile {
  Description description;
  std::string text;
  Overrides set;
  std::vector<std::pair<std::string, std::string>> tables;  // path and text of the CSV files that it names
};

Result<DescribedFile> read_described_file(const std::filesystem::path&, const Overrides& = {});
// The same from texts at hand: `path` stands for the file in diagnostics, and its folder for where `tables` lie.
Result<DescribedFile> read_described_text(std::string text, const std::filesystem::path&, const Overrides&, const TextReader& tables);

// read_description_text() with tables from elsewhere.
Result<Description> read_description_text(const std::string& text, const std::string& name, const Overrides&, const std::filesystem::path& folder,
                                          const TextReader& tables);

// The first entry in which two mechanisms differ, "bodies.rod: {mass: 2} there, {mass: 1} here"; empty: they are the same, however they are written.
std::string first_difference(const Description& there, const Description& here);

}  // namespace zanjir
