// A vector whose resize(n) leaves new elements unset, so that threads can fill them, and touch fresh memory, side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace zanjir {

template <class T> struct UnsetAllocator : std::allocator<T> {
  template <class U> struct rebind { using other = UnsetAllocator<U>; };
  template <class U> void construct(U*) { static_assert(std::is_trivially_copyable_v<U> && std::is_trivially_destructible_v<U>); }
  template <class U, class... From> void construct(U* p, From&&... from) { std::construct_at(p, std::forward<From>(from)...); }
};
template <class T> using UnsetVector = std::vector<T, UnsetAllocator<T>>;

// Fresh memory that is about to be filled, all of its whole pages at once: a fault for each takes the system a fifth longer.
inline void make_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
  constexpr std::uintptr_t page = 4096;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page,
             end = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_POPULATE_WRITE);  // an older system refuses, and makes them one by one
#endif
}

}  // namespace zanjir
