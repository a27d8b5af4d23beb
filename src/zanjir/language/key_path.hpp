// Where a value stands in its file, "joints.crank.axis": steps that point at the one above them, put into words only for those few values that are wrong.
// A step lives no longer than the one it was made from, and than its key; what would not (a temporary) is refused by the compiler.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zanjir {

class KeyPath {
 public:
  KeyPath() = default;                                // of the file as a whole
  KeyPath(const char* words) : key_(words) {}         // NOLINT(google-explicit-constructor): a path that is written out
  KeyPath(const std::string& words) : key_(words) {}  // NOLINT(google-explicit-constructor)
  explicit KeyPath(std::string_view words) : key_(words) {}
  KeyPath(std::string&&) = delete;

  std::string text() const;

  friend KeyPath join_path(const KeyPath& up, std::string_view key) { return {&up, key, none}; }
  friend KeyPath join_path(const KeyPath& up, const char* key) { return {&up, key, none}; }
  friend KeyPath item_path(const KeyPath& up, std::size_t i) { return {&up, {}, i}; }
  friend KeyPath item_path(const KeyPath& up, std::string_view list, std::size_t i) { return {&up, list, i}; }  // of the list under that key
  friend KeyPath join_path(const KeyPath&&, std::string_view) = delete;
  friend KeyPath join_path(const KeyPath&&, const char*) = delete;
  friend KeyPath join_path(const KeyPath&, std::string&&) = delete;
  friend KeyPath item_path(const KeyPath&&, std::size_t) = delete;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  KeyPath(const KeyPath* up, std::string_view key, std::size_t index) : up_(up), key_(key), index_(index) {}

  const KeyPath* up_ = nullptr;
  std::string_view key_;
  std::size_t index_ = none;  // of a list
};

KeyPath join_path(const KeyPath&, std::string_view key);
KeyPath join_path(const KeyPath&, const char* key);
KeyPath item_path(const KeyPath&, std::size_t);
KeyPath item_path(const KeyPath&, std::string_view list, std::size_t);

}  // namespace zanjir
