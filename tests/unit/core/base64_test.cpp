#include "zanjir/core/base64.hpp"

#include <gtest/gtest.h>

using zanjir::base64;
using zanjir::from_base64;

// The examples of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
  const std::pair<std::string, std::string> examples[] = {
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, EveryByteComesBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (std::size_t n = 250; n <= 256; ++n) EXPECT_EQ(from_base64(base64(bytes.substr(0, n))), bytes.substr(0, n));
  EXPECT_EQ(from_base64(base64(std::string(5, '\0'))), std::string(5, '\0'));
}

TEST(Base64, WhatIsNoneIsRefused) {
  for (const char* text : {"Zg", "Zg=", "Z===", "Zm9v====", "Zm 9", "Zm9\n", "====", "Zm9*"}) EXPECT_FALSE(from_base64(text)) << text;
}
