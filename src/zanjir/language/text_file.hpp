// A whole file as text, with the ways it can fail said in words.
#pragma once

#include <filesystem>
#include <string>
#include <variant>

namespace zanjir {

struct FileProblem {
  std::string message, hint;
};
std::variant<std::string, FileProblem> read_text_file(const std::filesystem::path&, std::size_t max_bytes);

}  // namespace zanjir
