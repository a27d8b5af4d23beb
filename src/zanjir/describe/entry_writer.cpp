#include "zanjir/describe/entry_writer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>

#include "zanjir/core/contract.hpp"

namespace zanjir {

std::string number_text(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string map_text(const std::vector<std::string>& entries) {
  std::string text;
  for (const std::string& entry : entries) text += (text.empty() ? "" : ", ") + entry;
  return "{" + text + "}";
}

std::string list_text(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& item : items) text += (text.size() == 1 ? "" : ", ") + item;
  return text + "]";
}

std::string numbers_text(const std::vector<double>& values) {
  std::vector<std::string> items;
  for (const double value : values) items.push_back(number_text(value));
  return list_text(items);
}

std::string vector_text(const Vec3d& a) { return numbers_text({a.x, a.y, a.z}); }

std::string direction_text(const Vec3d& a) {
  constexpr const char* names[] = {"x", "y", "z", "-x", "-y", "-z"};
  constexpr Vec3d directions[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  for (std::size_t i = 0; i < 6; ++i) {
    if (directions[i].x == a.x && directions[i].y == a.y && directions[i].z == a.z) return names[i];
  }
  return vector_text(a);
}

std::string pose_text(const Transformd& X) {
  const Mat3d one = Mat3d::identity(), &R = X.R;
  const bool turned =
      R.xx != one.xx || R.yy != one.yy || R.zz != one.zz || R.xy != 0 || R.xz != 0 || R.yx != 0 || R.yz != 0 || R.zx != 0 || R.zy != 0;
  if (!turned) return vector_text(X.p);
  const Quatd q = spatial::to_quaternion(R);
  return EntryWriter(schema::pose)
      .text("point", vector_text(X.p))
      .text("turn", EntryWriter(schema::turn).text("quat", numbers_text({q.w, q.x, q.y, q.z})).done())
      .done();
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += std::string("\\") + c;
    else if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (u < 0x20 || u == 0x7f) {
      char code[8];
      std::snprintf(code, sizeof code, "\\x%02x", u);
      out += code;
    } else out += c;
  }
  return out + "\"";
}

std::string name_text(const std::string& name) {
  constexpr std::string_view other_things[] = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"};
  std::string lower;
  for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool plain =
      !name.empty() &&
      std::all_of(name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.'; }) &&
      std::isalpha(static_cast<unsigned char>(name[0])) &&
      std::find(std::begin(other_things), std::end(other_things), lower) == std::end(other_things);
  return plain ? name : quoted(name);
}

const schema::Key& EntryWriter::key(std::string_view name) const {
  const schema::Key* k = schema::find(schema_, name);
  ZANJIR_REQUIRE(k != nullptr, "the writer uses a key that the schema does not have: " + std::string(name));
  return *k;
}

EntryWriter& EntryWriter::text(std::string_view name, const std::string& written) {
  text_ += (text_.empty() ? "" : ", ") + std::string(key(name).key) + ": " + written;
  return *this;
}

EntryWriter& EntryWriter::number(std::string_view name, double value) {
  const schema::Key& k = key(name);
  const bool unit = k.kind == schema::Kind::number && !(k.dimension == dimension::number);
  return text(name, number_text(value) + (unit ? " " + si_unit(k.dimension) : ""));
}

EntryWriter& EntryWriter::number_unless_default(std::string_view name, double value) {
  return value == key(name).default_number ? *this : number(name, value);
}

EntryWriter& EntryWriter::word(std::string_view name, std::string_view choice) {
  const std::string choices = " " + std::string(key(name).choices) + " ";
  ZANJIR_REQUIRE(choices.find(" " + std::string(choice) + " ") != std::string::npos, "the schema has no such word: " + std::string(choice));
  return text(name, std::string(choice));
}

EntryWriter& EntryWriter::word_unless_default(std::string_view name, std::string_view choice) {
  return choice == key(name).default_text ? *this : word(name, choice);
}

EntryWriter& EntryWriter::flag(std::string_view name, bool value) { return value ? text(name, "true") : *this; }

EntryWriter& EntryWriter::pose_unless_identity(std::string_view name, const Transformd& X) {
  const std::string pose = pose_text(X);
  return pose == "[0, 0, 0]" ? *this : text(name, pose);
}

}  // namespace zanjir
