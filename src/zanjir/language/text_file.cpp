#include "zanjir/language/text_file.hpp"

#include <fstream>
#include <system_error>

namespace zanjir {

std::variant<std::string, FileProblem> read_text_file(const std::filesystem::path& path, std::size_t max_bytes) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return FileProblem{"no such file", ""};
  if (fs::is_directory(status)) return FileProblem{"is a folder, not a file", ""};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return FileProblem{"cannot be opened", "check the permissions"};
  // Read up to the limit rather than trust a size: pipes and devices have none.
  std::string text;
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer), stream.gcount() > 0) {
    text.append(buffer, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > max_bytes)
      return FileProblem{"is larger than " + std::to_string(max_bytes >> 20) + " MiB", "large tables belong into CSV files"};
  }
  return text;
}

}  // namespace zanjir
