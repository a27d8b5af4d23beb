#include "zanjir/language/key_path.hpp"

namespace zanjir {

std::string KeyPath::text() const {
  if (!up_) return std::string(key_);
  const std::string above = up_->text();
  if (!key_.data()) return above + "[" + std::to_string(index_) + "]";
  return above.empty() ? std::string(key_) : above + "." + std::string(key_);
}

}  // namespace zanjir
