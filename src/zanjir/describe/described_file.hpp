// A description together with the text it was read from and what was set in it, for recordings that keep both. The file is read once.
#pragma once

#include <filesystem>
#include <string>

#include "zanjir/describe/description.hpp"

namespace zanjir {

struct DescribedFile {
  Description description;
  std::string text;
  Overrides set;
};

Result<DescribedFile> read_described_file(const std::filesystem::path&, const Overrides& = {});

}  // namespace zanjir
