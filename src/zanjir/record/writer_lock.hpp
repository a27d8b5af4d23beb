// Who writes a recording, if anybody: a side file FILE.lock, held by flock for the life of the writer. The kernel lets go of it however the
// writer dies, so it tells a living writer from a dead one; the mark in the HDF5 file does not, and HDF5 itself holds no lock while writing.
// Whoever holds it also owns the temporary name FILE.part: what lies there was left by a dead writer.
#pragma once

#include <string>

#include "zanjir/core/diagnostic.hpp"
#include "zanjir/core/whole_file.hpp"

namespace zanjir {

class WriterLock {
 public:
  static Result<WriterLock> acquire(const std::string& target);  // refused: the diagnostic names the process that writes
  WriterLock(WriterLock&&) noexcept;
  WriterLock& operator=(WriterLock&&) noexcept;
  ~WriterLock();  // removes the side file

  std::string temporary_name() const { return target_ + ".part"; }

 private:
  WriterLock(std::string target, int fd) : target_(std::move(target)), fd_(fd) {}
  std::string target_;
  int fd_ = -1;
};

}  // namespace zanjir
