// A description together with the texts it was read from and what was set in it, for recordings that keep them. Every file is read once.
#pragma once

#include <filesystem>
#include <string>

#include "zanjir/describe/description.hpp"
#include "zanjir/language/named_files.hpp"

namespace zanjir {

struct DescribedFile {
  Description description;
  std::string text;
  Overrides set;
  TextsByPath named = {};  // what it names and was read: tables and meshes
};

Result<DescribedFile> read_described_file(const std::filesystem::path&, const Overrides& = {});
// One that is itself named by a file, or kept with others.
Result<DescribedFile> read_described_file(const NamedFiles&, const std::filesystem::path&, const Overrides&);
// From memory; `path` stands for the file in diagnostics.
Result<DescribedFile> described_file(std::string text, const std::filesystem::path&, const Overrides&, const NamedFiles&);

Result<Description> read_description_text(const std::string& text, const std::string& name, const Overrides&, const NamedFiles&);

}  // namespace zanjir
