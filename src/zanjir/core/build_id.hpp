// Which build of the library this is: the identity that the linker wrote into it. Two builds with the same one compute the same; the commit alone does not say
// so much, since files may have been changed since.
#pragma once

#include <string>

namespace zanjir {

std::string build_id();  // hexadecimal digits; empty: the linker wrote none

}  // namespace zanjir
