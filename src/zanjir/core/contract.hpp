// Contract checks: a broken contract is our bug (or a caller's), never a user's input mistake; that is a Diagnostic.
//   ZANJIR_REQUIRE  always on, at public entries; throws ContractViolation
//   ZANJIR_ASSERT   debug builds only, inside algorithms; stops the program
#pragma once

#include <cassert>
#include <stdexcept>
#include <string>

namespace zanjir {

struct ContractViolation : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] inline void contract_violated(const char* condition, const char* file, int line, const std::string& what) {
  throw ContractViolation(std::string(file) + ":" + std::to_string(line) + ": " + what + " (" + condition + ")");
}

}  // namespace zanjir

#define ZANJIR_REQUIRE(condition, what)                                                  \
  do {                                                                                   \
    if (!(condition)) ::zanjir::contract_violated(#condition, __FILE__, __LINE__, what); \
  } while (false)
#define ZANJIR_ASSERT(condition) assert(condition)
