#include "zanjir/core/large_work.hpp"

#include <atomic>

namespace zanjir {
namespace {
std::atomic<bool> asked{false};
}

void ask_before_large_work(bool asks) { asked = asks; }
bool asks_before_large_work() { return asked; }

}  // namespace zanjir
