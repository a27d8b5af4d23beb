#include "support/folders.hpp"

namespace zanjir::test {

std::filesystem::path source_folder() { return ZANJIR_SOURCE_DIR; }
std::filesystem::path models_folder() { return source_folder() / "models"; }

}  // namespace zanjir::test
