// One map of a file in flow style, `{type: revolute, axis: z}`. Keys, words, units and defaults are those of the schema. Private to describe/.
#pragma once

#include <string>
#include <vector>

#include "zanjir/describe/description.hpp"
#include "zanjir/describe/schema.hpp"

namespace zanjir {

std::string number_text(double);  // shortest that reads back as the same number
std::string list_text(const std::vector<std::string>& items);
std::string map_text(const std::vector<std::string>& entries);  // each `key: value`
std::string numbers_text(const std::vector<double>&);
std::string vector_text(const Vec3d&);
std::string direction_text(const Vec3d&);  // `x`, `-z`, or three numbers
std::string pose_text(const Transformd&);
std::string quoted(const std::string&);
std::string name_text(const std::string&);  // quoted where YAML would read something else

class EntryWriter {
 public:
  explicit EntryWriter(const schema::Object& schema) : schema_(schema) {}
  EntryWriter& text(std::string_view key, const std::string& written);  // as it stands
  EntryWriter& number(std::string_view key, double);                    // with the unit of the schema
  EntryWriter& number_unless_default(std::string_view key, double);
  EntryWriter& word(std::string_view key, std::string_view choice);
  EntryWriter& word_unless_default(std::string_view key, std::string_view choice);
  EntryWriter& flag(std::string_view key, bool value);  // nothing for `false`
  EntryWriter& name(std::string_view key, const NameRef& ref) { return text(key, name_text(ref.name)); }
  EntryWriter& names(std::string_view key, const NameRef& a, const NameRef& b) {
    return text(key, list_text({name_text(a.name), name_text(b.name)}));
  }
  EntryWriter& pose_unless_identity(std::string_view key, const Transformd&);
  std::string done() const { return "{" + text_ + "}"; }

 private:
  const schema::Key& key(std::string_view name) const;
  const schema::Object& schema_;
  std::string text_;
};

}  // namespace zanjir
