#include "zanjir/describe/description.hpp"

namespace zanjir {

Description::Description() = default;
Description::Description(const Description&) = default;
Description::Description(Description&&) noexcept = default;
Description& Description::operator=(const Description&) = default;
Description& Description::operator=(Description&&) noexcept = default;
Description::~Description() = default;

}  // namespace zanjir
