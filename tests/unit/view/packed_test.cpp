#include "zanjir/view/packed.hpp"

#include <gtest/gtest.h>

namespace zanjir {
namespace {

TEST(Packed, IsZlibInBase64) {
  EXPECT_EQ(packed(""), "eJwDAAAAAAE=");  // as Python's base64.b64encode(zlib.compress(b"")) says
  EXPECT_EQ(packed("zanjir").size() % 4, 0u);
  EXPECT_LT(packed(std::string(100'000, 'x')).size(), 300u);
  EXPECT_EQ(packed(std::string(1000, '<')).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="), std::string::npos);
}

}  // namespace
}  // namespace zanjir
