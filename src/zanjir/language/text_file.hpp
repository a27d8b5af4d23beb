// A whole file as text, with the ways it can fail said in words.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

namespace zanjir {

struct FileProblem {
  std::string message, hint;
};

// Who chose the file. What a user names may be a pipe, as in `zanjir check <(...)`; what a file names is a regular file, so that nothing waits and no device is touched.
enum class ChosenBy : std::uint8_t { user, file };
std::variant<std::string, FileProblem> read_text_file(const std::filesystem::path&, std::size_t max_bytes, ChosenBy = ChosenBy::user);

}  // namespace zanjir
