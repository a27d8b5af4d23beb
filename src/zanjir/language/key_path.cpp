#include "zanjir/language/key_path.hpp"

namespace zanjir {

std::string KeyPath::text() const {
  std::string words = up_ ? up_->text() : std::string();
  if (!words.empty() && !key_.empty()) words += '.';
  words += key_;
  if (index_ != none) words += "[" + std::to_string(index_) + "]";
  return words;
}

}  // namespace zanjir
