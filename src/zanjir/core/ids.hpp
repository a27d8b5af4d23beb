// Strong identities: one id type per table of the model, never a bare int.
#pragma once

namespace zanjir {

enum class BodyId : int { ground = 0 };
enum class JointId : int {};
enum class FrameId : int {};

template <class Id>
constexpr int index(Id id) {
  return static_cast<int>(id);
}

}  // namespace zanjir
