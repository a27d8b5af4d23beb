#include "zanjir/language/file_kind.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "zanjir/language/document.hpp"
#include "zanjir/language/text_file.hpp"

namespace zanjir {

FileKind file_kind(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 3> keys = {"zanjir", "zanjir_study", "zanjir_motors"};
  const auto content = read_text_file(path, max_file_bytes);
  const auto* text = std::get_if<std::string>(&content);
  if (!text) return FileKind::unknown;
  return static_cast<FileKind>(first_root_key(*text, keys));
}

}  // namespace zanjir
