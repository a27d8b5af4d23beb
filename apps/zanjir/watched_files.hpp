// Which files a mechanism or study is made from, for whoever waits until one of them changes.
#pragma once

#include <filesystem>
#include <map>

namespace zanjir::app {

// The file itself and what its text names: other YAML files (and what those name), tables and meshes, relative to the file that names them, with the time of their last
// change. Read from the words alone, so that a file which is broken or not there yet is watched, too; the least time stands for one that is not there.
std::map<std::filesystem::path, std::filesystem::file_time_type> watched_files(const std::filesystem::path& source);

}  // namespace zanjir::app
