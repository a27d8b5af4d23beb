// Room for the numbers of W states side by side: number i of lane k at data()[i * W + k].
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace zanjir {

// Begins on the border of a register, as the kernels want it.
class Lanes {
 public:
  Lanes() = default;
  Lanes(std::size_t numbers, int lanes)
      : size_(numbers * static_cast<std::size_t>(lanes)), data_(static_cast<double*>(::operator new(std::max<std::size_t>(size_, 1) * 8, border))) {
    fill(0);
  }
  double* data() { return data_.get(); }
  const double* data() const { return data_.get(); }
  void fill(double a) { std::fill(data_.get(), data_.get() + size_, a); }

 private:
  static constexpr std::align_val_t border{64};
  struct Free {
    void operator()(double* p) const { ::operator delete(p, border); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<double[], Free> data_;
};

}  // namespace zanjir
