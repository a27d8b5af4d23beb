// What the sanitizers want to be told where a thread goes from one stack to another; nothing without them.
#pragma once

#include <cstddef>

// g++ says by macros what it was called with, clang by features.
#if defined(__has_feature)
#define ZANJIR_HAS_FEATURE(name) __has_feature(name)
#else
#define ZANJIR_HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || ZANJIR_HAS_FEATURE(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__) || ZANJIR_HAS_FEATURE(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#endif

namespace zanjir {

// Between the stack of a thread (outside) and one of its own (inside).
class StackSwitch {
 public:
#if defined(__SANITIZE_ADDRESS__) || ZANJIR_HAS_FEATURE(address_sanitizer)
  void own_stack(const void* bottom, std::size_t bytes) { inside_ = bottom, inside_bytes_ = bytes; }
  void enter() { __sanitizer_start_switch_fiber(&fake_outside_, inside_, inside_bytes_); }
  void arrived_inside() { __sanitizer_finish_switch_fiber(fake_inside_, &outside_, &outside_bytes_); }
  void leave() { __sanitizer_start_switch_fiber(&fake_inside_, outside_, outside_bytes_); }
  void leave_for_good() { __sanitizer_start_switch_fiber(nullptr, outside_, outside_bytes_); }
  void arrived_outside() { __sanitizer_finish_switch_fiber(fake_outside_, nullptr, nullptr); }

 private:
  const void *inside_ = nullptr, *outside_ = nullptr;
  std::size_t inside_bytes_ = 0, outside_bytes_ = 0;
  void *fake_inside_ = nullptr, *fake_outside_ = nullptr;
#elif defined(__SANITIZE_THREAD__) || ZANJIR_HAS_FEATURE(thread_sanitizer)
  StackSwitch() : inside_(__tsan_create_fiber(0)) {}
  StackSwitch(const StackSwitch&) = delete;
  StackSwitch& operator=(const StackSwitch&) = delete;
  ~StackSwitch() { __tsan_destroy_fiber(inside_); }
  void own_stack(const void*, std::size_t) {}
  void enter() { outside_ = __tsan_get_current_fiber(), __tsan_switch_to_fiber(inside_, 0); }
  void arrived_inside() {}
  void leave() { __tsan_switch_to_fiber(outside_, 0); }
  void leave_for_good() { leave(); }
  void arrived_outside() {}

 private:
  void *inside_, *outside_ = nullptr;
#else
  void own_stack(const void*, std::size_t) {}
  void enter() {}
  void arrived_inside() {}
  void leave() {}
  void leave_for_good() {}
  void arrived_outside() {}
#endif
};

}  // namespace zanjir

#undef ZANJIR_HAS_FEATURE
