// What the sanitizers want to be told where a thread goes from one stack to another; nothing without them.
#pragma once

#include <cstddef>

// g++ says by macros what it was called with, clang by features.
#if defined(__has_feature)
#define ZANJIR_HAS_FEATURE(name) __has_feature(name)
#else
#define ZANJIR_HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || ZANJIR_HAS_FEATURE(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#else
// There where the program is linked with the address sanitizer, which may be for other folders than this one (docs/decisions/0016).
extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, std::size_t* bytes);
}
#endif

namespace zanjir {

// Between the stack of a thread (outside) and one of its own (inside).
class StackSwitch {
 public:
#if defined(__SANITIZE_THREAD__) || ZANJIR_HAS_FEATURE(thread_sanitizer)
  StackSwitch() : inside_(__tsan_create_fiber(0)) {}
  StackSwitch(const StackSwitch&) = delete;
  StackSwitch& operator=(const StackSwitch&) = delete;
  ~StackSwitch() { __tsan_destroy_fiber(inside_); }
  // Both changes are told outside: the sanitizer counts calls and returns of each stack, and a run that ends returns from the functions that began it. Told
  // before that, it would take these returns from the stack outside, some more with every run, until that one has none left.
  void own_stack(const void*, std::size_t) {}
  void enter() { outside_ = __tsan_get_current_fiber(), __tsan_switch_to_fiber(inside_, 0); }
  void arrived_inside() {}
  void leave() {}
  void leave_for_good() {}
  void arrived_outside() { __tsan_switch_to_fiber(outside_, 0); }

 private:
  void *inside_, *outside_ = nullptr;
#else
  void own_stack(const void* bottom, std::size_t bytes) { inside_ = bottom, inside_bytes_ = bytes; }
  void enter() { start(&fake_outside_, inside_, inside_bytes_); }
  void arrived_inside() { finish(fake_inside_, &outside_, &outside_bytes_); }
  void leave() { start(&fake_inside_, outside_, outside_bytes_); }
  void leave_for_good() { start(nullptr, outside_, outside_bytes_); }
  void arrived_outside() { finish(fake_outside_, nullptr, nullptr); }

 private:
  static void start(void** fake_stack, const void* bottom, std::size_t bytes) {
    if (__sanitizer_start_switch_fiber) __sanitizer_start_switch_fiber(fake_stack, bottom, bytes);
  }
  static void finish(void* fake_stack, const void** bottom, std::size_t* bytes) {
    if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(fake_stack, bottom, bytes);
  }

  const void *inside_ = nullptr, *outside_ = nullptr;
  std::size_t inside_bytes_ = 0, outside_bytes_ = 0;
  void *fake_inside_ = nullptr, *fake_outside_ = nullptr;
#endif
};

}  // namespace zanjir
