// What a file calls itself: the first of `zanjir`, `zanjir_study`, `zanjir_motors` among the keys at its root. Nothing else is judged, and nothing behind that key is read.
#pragma once

#include <cstdint>
#include <filesystem>

namespace zanjir {

enum class FileKind : std::uint8_t { mechanism, study, motors, unknown };
FileKind file_kind(const std::filesystem::path&);

}  // namespace zanjir
