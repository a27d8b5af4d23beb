// Strong identities: one id type per table of the model, never a bare int.
#pragma once

#include <cstddef>
#include <type_traits>

namespace zanjir {

enum class BodyId : int { ground = 0 };
enum class JointId : int {};
enum class FrameId : int {};

template <class Id> constexpr int index(Id id) { return static_cast<int>(id); }

// A subscript of a standard container: unsigned there, signed in our tables and in Eigen.
constexpr std::size_t at(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }
template <class Id>
requires std::is_enum_v<Id>
constexpr std::size_t at(Id id) { return static_cast<std::size_t>(index(id)); }

}  // namespace zanjir
