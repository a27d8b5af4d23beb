// The files that a file names: tables, meshes, catalogues, mechanisms. On the disk they are looked for from the folder of the file that names them; a mechanism or study that a
// recording holds finds them among the texts that were kept with it, and no file is opened at all, whatever it names (SECURITY.md).
#pragma once

#include <map>
#include <memory>

#include "zanjir/language/text_file.hpp"

namespace zanjir {

using TextsByPath = std::map<std::string, std::string>;  // path as it was looked for: folder / name

class NamedFiles {
 public:
  NamedFiles(std::filesystem::path folder = {}, std::shared_ptr<const TextsByPath> kept = nullptr)  // kept: instead of the disk
      : folder_(std::move(folder)), kept_(std::move(kept)) {}

  const std::filesystem::path& folder() const { return folder_; }
  bool on_disk() const { return kept_ == nullptr; }
  // The same files for what stands in another folder.
  NamedFiles from(std::filesystem::path folder) const;
  // What is read from now on is noted there, too: it is what has to be kept to read it again.
  NamedFiles noted_in(TextsByPath&) const;

  bool exists(const std::filesystem::path&) const;
  std::variant<std::string, FileProblem> read(const std::filesystem::path&, std::size_t max_bytes) const;

 private:
  std::filesystem::path folder_;
  std::shared_ptr<const TextsByPath> kept_;
  TextsByPath* noted_ = nullptr;
};

}  // namespace zanjir
