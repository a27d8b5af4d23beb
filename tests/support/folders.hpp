// Where the repository lies: known to one compiled file, so that the objects of the tests do not depend on it.
#pragma once

#include <filesystem>

namespace zanjir::test {

std::filesystem::path source_folder();
std::filesystem::path models_folder();

}  // namespace zanjir::test
