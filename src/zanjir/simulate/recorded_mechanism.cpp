#include "zanjir/simulate/recorded_mechanism.hpp"

#include <algorithm>

#include "zanjir/describe/kept_texts.hpp"

namespace zanjir {

Result<DescribedFile> recorded_mechanism(const Facts& facts, const std::string& recording) {
  const auto find = [&](const std::string& key) -> const std::string* {
    const auto fact = std::find_if(facts.begin(), facts.end(), [&](const auto& f) { return f.first == key; });
    return fact == facts.end() ? nullptr : &fact->second;
  };
  const std::string *text = find("file text"), *path = find("file"), *set = find("set");
  if (!text || !path)
    return {std::nullopt,
            {{Severity::error, recording, 0, 0, "", "does not hold the text of its mechanism", "it was not made by `zanjir run` with a mechanism"}}};
  Overrides overrides;
  for (std::size_t begin = 0; set && begin < set->size();) {
    const std::size_t end = std::min(set->find('\n', begin), set->size()), equals = set->find(" = ", begin);
    if ((*set)[begin] == ' ' && !overrides.empty())
      overrides.back().value += "\n" + set->substr(begin + 1, end - begin - 1);  // the line before goes on
    else if (equals < end) overrides.push_back({set->substr(begin, equals - begin), set->substr(equals + 3, end - equals - 3)});
    begin = end + 1;
  }
  KeptTables tables;
  for (const auto& [key, content] : facts) {
    if (key.starts_with(table_fact)) tables.emplace_back(key.substr(std::string_view(table_fact).size()), content);
  }
  return read_kept_texts(*text, *path, overrides, tables);
}

}  // namespace zanjir
