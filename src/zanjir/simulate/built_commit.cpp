#include "zanjir/simulate/built_commit.hpp"

#include <zanjir_commit.hpp>

namespace zanjir {

const char* built_commit() { return ZANJIR_COMMIT; }

}  // namespace zanjir
