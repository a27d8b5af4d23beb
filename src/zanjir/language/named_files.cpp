#include "zanjir/language/named_files.hpp"

#include "zanjir/core/whole_file.hpp"

namespace zanjir {

NamedFiles NamedFiles::from(std::filesystem::path folder) const {
  NamedFiles there = *this;
  there.folder_ = std::move(folder);
  return there;
}

NamedFiles NamedFiles::noted_in(TextsByPath& texts) const {
  NamedFiles noting = *this;
  noting.noted_ = &texts;
  return noting;
}

bool NamedFiles::exists(const std::filesystem::path& path) const {
  std::error_code ignored;
  return kept_ ? kept_->contains(path.string()) : std::filesystem::exists(path, ignored);
}

std::variant<std::string, FileProblem> NamedFiles::read(const std::filesystem::path& path, std::size_t max_bytes) const {
  std::variant<std::string, FileProblem> content;
  if (!kept_) note_input(path.string()), content = read_text_file(path, max_bytes, ChosenBy::file);
  else if (const auto found = kept_->find(path.string()); found != kept_->end()) content = found->second;
  else return FileProblem{"is not kept with it", ""};
  if (const auto* text = std::get_if<std::string>(&content); text && noted_) noted_->insert_or_assign(path.string(), *text);
  return content;
}

}  // namespace zanjir
