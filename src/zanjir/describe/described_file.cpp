#include "zanjir/describe/described_file.hpp"

#include "zanjir/language/document.hpp"

namespace zanjir {
namespace {

using Content = std::variant<std::string, FileProblem>;

Result<DescribedFile> described(Content content, const std::filesystem::path& path, const Overrides& overrides, const NamedFiles& files) {
  if (auto* problem = std::get_if<FileProblem>(&content))
    return {std::nullopt, {{Severity::error, path.string(), 0, 0, "", std::move(problem->message), std::move(problem->hint)}}};
  return described_file(std::move(std::get<std::string>(content)), path, overrides, files.from(path.parent_path()));
}

}  // namespace

Result<DescribedFile> described_file(std::string text, const std::filesystem::path& path, const Overrides& overrides, const NamedFiles& files) {
  TextsByPath named;
  Result<Description> description = read_description_text(text, path.string(), overrides, files.noted_in(named));
  if (!description) return {std::nullopt, std::move(description.diagnostics)};
  return {DescribedFile{std::move(*description.value), std::move(text), overrides, std::move(named)}, std::move(description.diagnostics)};
}

Result<DescribedFile> read_described_file(const std::filesystem::path& path, const Overrides& overrides) {
  return described(read_text_file(path, max_file_bytes), path, overrides, {});
}

Result<DescribedFile> read_described_file(const NamedFiles& files, const std::filesystem::path& path, const Overrides& overrides) {
  return described(files.read(path, max_file_bytes), path, overrides, files);
}

}  // namespace zanjir
