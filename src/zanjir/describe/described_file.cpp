#include "zanjir/describe/described_file.hpp"

#include "zanjir/language/document.hpp"
#include "zanjir/language/text_file.hpp"

namespace zanjir {

Result<DescribedFile> read_described_file(const std::filesystem::path& path, const Overrides& overrides) {
  auto content = read_text_file(path, max_file_bytes);
  if (std::holds_alternative<FileProblem>(content))
    return {std::nullopt, read_description(path, overrides).diagnostics};  // says why it cannot be read
  std::string& text = std::get<std::string>(content);
  Result<Description> description = read_description_text(text, path.string(), overrides, path.parent_path());
  if (!description) return {std::nullopt, std::move(description.diagnostics)};
  return {DescribedFile{std::move(*description.value), std::move(text), overrides}, std::move(description.diagnostics)};
}

}  // namespace zanjir
