#include "zanjir/view/packed.hpp"

#include <zlib.h>

#include "zanjir/core/base64.hpp"
#include "zanjir/core/contract.hpp"

namespace zanjir {

std::string packed(std::string_view text) {
  uLongf n = compressBound(text.size());
  std::string bytes(n, '\0');
  const int status = compress2(reinterpret_cast<unsigned char*>(bytes.data()), &n, reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                               Z_DEFAULT_COMPRESSION);
  ZANJIR_REQUIRE(status == Z_OK, "zlib has room for what it makes");
  return base64(std::string_view(bytes).substr(0, n));
}

}  // namespace zanjir
