// A mechanism by its texts: the file, and the tables (CSV) that its laws, its base and its ground name, in the file or in what is set in it. Recordings keep them, and read the mechanism from them again.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "zanjir/describe/described_file.hpp"

namespace zanjir {

using KeptTables = std::vector<std::pair<std::string, std::string>>;  // path as the file writes it, and text

// The tables that a file names, read from its folder; those that cannot be read are left out.
KeptTables tables_of(const DescribedFile&);

// The mechanism from texts at hand; `path` stands for the file in diagnostics. Tables are read from `tables` alone; one that is named by an absolute path is refused.
Result<DescribedFile> read_kept_texts(const std::string& text, const std::filesystem::path&, const Overrides&, const KeptTables&);

// The first entry in which two mechanisms differ, "bodies.rod is {mass: 2} there, {mass: 1} here"; empty: they are the same, however they are written.
std::string first_difference(const Description& there, const Description& here);

}  // namespace zanjir
