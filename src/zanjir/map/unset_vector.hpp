// A vector whose resize(n) leaves new elements unset, so that threads can fill them, and touch fresh memory, side by side.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace zanjir {

template <class T> struct UnsetAllocator : std::allocator<T> {
  template <class U> struct rebind { using other = UnsetAllocator<U>; };
  template <class U> void construct(U*) { static_assert(std::is_trivially_copyable_v<U> && std::is_trivially_destructible_v<U>); }
  template <class U, class... From> void construct(U* p, From&&... from) { std::construct_at(p, std::forward<From>(from)...); }
};
template <class T> using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace zanjir
