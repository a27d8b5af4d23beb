// A folder that goes with the test that made it.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace zanjir::test {

class OwnFolder {
 public:
  OwnFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "zanjir_sweep_XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~OwnFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace zanjir::test
